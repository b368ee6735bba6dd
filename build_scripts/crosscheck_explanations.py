"""Why an answer of py_url and one of a browser differ, in words, for the kinds of difference that are known.

In: a difference as `crosscheck_report.summarize` makes it. Out: a sentence. A rule looks at the two answers and at
what was asked, and speaks only where they show what it says; what no rule knows is said to be unexplained.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Difference = dict[str, Any]

UNEXPLAINED = "not explained: no known kind of difference"

_DRIVE_LETTER = re.compile(r"(?:^|[/\\:])[A-Za-z](?:[:|]|%7C)(?:$|[/\\?#])", re.IGNORECASE | re.MULTILINE)


def explain(difference: Difference) -> str:
    """The explanation of a difference: the first that fits, or `UNEXPLAINED`."""
    return next((text for fits, text in _RULES if fits(difference)), UNEXPLAINED)


def _asked(difference: Difference) -> str:
    """The strings of the case, in one."""
    case = difference["case"]
    return "\n".join(str(case.get(name) or "") for name in ("input", "base", "href", "value"))


def _differing(difference: Difference) -> set[str]:
    """The members in which the answers differ."""
    ours, native = difference["ours"], difference["native"]
    return {name for name in {*ours, *native} if ours.get(name) != native.get(name)}


def _href(difference: Difference, who: str) -> str:
    """The href of an answer; empty for a failure."""
    return str(difference[who].get("href", ""))


def _is_file(difference: Difference) -> bool:
    text = _href(difference, "ours") or _href(difference, "native") or _asked(difference).lower()
    return text.startswith("file:")


def _file_origin(difference: Difference) -> bool:
    return _differing(difference) == {"origin"} and str(difference["native"]["origin"]) == "file://"


def _drive_letter(difference: Difference) -> bool:
    # Where the paths are the same, it is something else that differs.
    paths = [difference[who].get("pathname") for who in ("ours", "native")]
    return _is_file(difference) and paths[0] != paths[1] and _DRIVE_LETTER.search(_asked(difference)) is not None


def _localhost(difference: Difference) -> bool:
    return _is_file(difference) and "file://localhost" in _href(difference, "native")


def _file_host_before_query(difference: Difference) -> bool:
    asked = re.search(r"file:[/\\]{2}[^/\\]*[?#]", _asked(difference), re.IGNORECASE)
    return "failure" in difference["native"] and asked is not None


def _file_slashes(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    return _is_file(difference) and re.sub("/+", "/", ours) == re.sub("/+", "/", native) != ""


def _file_port(difference: Difference) -> bool:
    case = difference["case"]
    taken = case.get("member") == "host" and ":" in case["value"] and difference["native"].get("host") != ""
    return _is_file(difference) and taken


def _escaped_in_host(difference: Difference) -> bool:
    return re.search("%(?:20|2A)", str(difference["native"].get("host", ""))) is not None


def _relation_with_stroke(difference: Difference) -> bool:
    # Capital letters of Georgian are refused for themselves, by older tables.
    in_value = (
        re.search("^[^\u10a0-\u10c5]*[<>]\u00ad?\u0338[^\u10a0-\u10c5]*$", _asked(difference), re.DOTALL) is not None
    )
    return in_value and ("failure" in difference["native"] or difference["case"]["kind"] == "set")


def _decoded_twice(difference: Difference) -> bool:
    return (
        "failure" in difference["ours"] and re.search("\uff05|%ef%bc%85", _asked(difference), re.IGNORECASE) is not None
    )


def _decoded_brackets(difference: Difference) -> bool:
    bracketed = str(difference["native"].get("host", "")).startswith("[")
    return "failure" in difference["ours"] and bracketed and "%" in _asked(difference)


def _zeros_in_ipv6(difference: Difference) -> bool:
    leading = re.search(r"\[[^\]]*[:.]0\d+[.\]]", _asked(difference)) is not None
    return leading and "failure" in difference["ours"] and "failure" not in difference["native"]


def _space_before_delimiter(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    return ours != native and re.sub("%20(?=[?#]|$)", " ", ours) == native


def _same_but_for(*escapes: str) -> Callable[[Difference], bool]:
    """Whether the hrefs are the same once *escapes* are decoded in both."""

    def fits(difference: Difference) -> bool:
        hrefs = [_href(difference, who) for who in ("ours", "native")]
        for escape in escapes:
            hrefs = [href.replace(escape, chr(int(escape[1:], 16))) for href in hrefs]
        return hrefs[0] == hrefs[1] != "" and _href(difference, "ours") != _href(difference, "native")

    return fits


def _empty_query(difference: Difference) -> bool:
    ours = _href(difference, "ours")
    return "href" in _differing(difference) and re.sub(r"\?(?=#|$)", "", ours) == _href(difference, "native")


def _blob_origin(difference: Difference) -> bool:
    return _differing(difference) == {"origin"} and _href(difference, "ours").startswith("blob:")


def _authority_in_path(difference: Difference) -> bool:
    native = difference["native"]
    return "href" not in _differing(difference) and str(native.get("pathname", "")).startswith("//")


def _own_scheme(difference: Difference) -> bool:
    scheme = _href(difference, "ours").partition(":")[0]
    return scheme in ("chrome-distiller", "chrome-extension", "chrome-native", "chrome-search", "isolated-app")


def _reverse_solidus(difference: Difference) -> bool:
    return (
        _href(difference, "ours").replace("\\", "/") != _href(difference, "ours") != _href(difference, "native") != ""
    )


def _protocol_with_newline(difference: Difference) -> bool:
    case = difference["case"]
    return case.get("member") == "protocol" and re.search("[\t\n\r]", case["value"]) is not None


def _protocol_across(difference: Difference) -> bool:
    case = difference["case"]
    before, after = (href.partition(":")[0] for href in (str(case.get("href", "")), _href(difference, "native")))
    return case.get("member") == "protocol" and before != after != _href(difference, "ours").partition(":")[0]


def _tabs_kept(difference: Difference) -> bool:
    native = _href(difference, "native")
    return "href" in _differing(difference) and re.sub("%0[9AD]", "", native) == _href(difference, "ours") != ""


def _kept_or_refused(difference: Difference) -> bool:
    """Whether the native URL failed, or left what it was to set as it was, where py_url did not."""
    case, ours, native = difference["case"], difference["ours"], difference["native"]
    if "failure" in ours:
        return False
    return "failure" in native or (case["kind"] == "set" and native.get("href") == case["href"] != ours.get("href"))


def _xn_label(difference: Difference) -> bool:
    asked, ours = _asked(difference), str(difference["ours"].get("host", ""))
    return _kept_or_refused(difference) and "xn--" in asked.lower() and "xn--" in ours


def _domain_of_newer_tables(difference: Difference) -> bool:
    return _kept_or_refused(difference) and not _asked(difference).isascii() and bool(difference["ours"].get("host"))


def _capital_sharp_s(difference: Difference) -> bool:
    ours, native = difference["ours"], difference["native"]
    return "\u1e9e" in _asked(difference) and "xn--" in ours.get("host", "") and "ss" in native.get("host", "")


def _symbols_in_host(difference: Difference) -> bool:
    return (
        _kept_or_refused(difference)
        and re.search("[!\"$&'()*+,;=`{}~]", difference["ours"].get("host", "")) is not None
    )


def _no_file_host(difference: Difference) -> bool:
    ours, native = difference["ours"], _href(difference, "native")
    return native.startswith("file:///") and ("failure" in ours or ours.get("host") != "")


def _path_like_authority(difference: Difference) -> bool:
    hrefs = [re.sub(r"^([a-z-]+:(?://\w+)?)/\.(?=/)", r"\1", _href(difference, who)) for who in ("ours", "native")]
    return "href" in _differing(difference) and hrefs[0] == hrefs[1] != ""


def _dot_segments_kept(difference: Difference) -> bool:
    ours, native = (str(difference[who].get("pathname", "")) for who in ("ours", "native"))
    return "/.." in native and "/.." not in ours


def _spaces_stripped(difference: Difference) -> bool:
    ours, native = (str(difference[who].get("pathname", "")) for who in ("ours", "native"))
    return ours.endswith("%20") and ours.removesuffix("%20").rstrip(" ") == native


_RULES: list[tuple[Callable[[Difference], bool], str]] = [
    (
        _file_origin,
        "the standard leaves a file URL's origin open and advises an opaque one; the native URL says file://",
    ),
    (_drive_letter, "the native URL knows Windows drive letters on Windows only; the standard knows them everywhere"),
    (_protocol_with_newline, "the native URL does not remove tabs and newlines from a protocol that is set"),
    (_protocol_across, "the native URL lets protocol change a URL to a scheme that the standard does not let it have"),
    (_localhost, "the native URL keeps the host localhost of a file URL, which the standard makes the empty host"),
    (_file_port, "the native URL takes the host out of a host and port, which the standard refuses for a file URL"),
    (_file_host_before_query, "the native URL refuses a file URL in which a query or fragment follows the host"),
    (_file_slashes, "the native URL drops slashes that follow the empty host of a file URL"),
    (
        _escaped_in_host,
        "the native URL percent-encodes spaces and asterisks in a host, which the standard forbids or keeps",
    ),
    (
        _relation_with_stroke,
        "the native URL refuses < and > in a host before a combining stroke makes \u226e or \u226f of them",
    ),
    (_decoded_twice, "the native URL percent-decodes a host once more after mapping its full-width percent signs"),
    (_decoded_brackets, "the native URL percent-decodes a host before it looks for the brackets of an IPv6 address"),
    (_zeros_in_ipv6, "the native URL takes leading zeros in the IPv4 address at the end of an IPv6 address"),
    (_space_before_delimiter, "the native URL does not percent-encode a space that ends an opaque path"),
    (_same_but_for("%27"), "the native URL percent-encodes ' where the standard's percent-encode set does not hold it"),
    (_same_but_for("%7C"), "the native URL percent-encodes | where the standard's percent-encode set does not hold it"),
    (
        _blob_origin,
        "the native URL gives a blob URL the origin of any URL in its path, the standard of http, https and file",
    ),
    (_authority_in_path, "the native URL takes the host of this scheme's URLs for a part of their path"),
    (_empty_query, "the native URL drops an empty query"),
    (
        _tabs_kept,
        "the native URL percent-encodes tabs and newlines in a data URL's fragment, which the standard removes",
    ),
    (_own_scheme, "the native URL has special schemes of its own"),
    (
        _xn_label,
        "the native URL checks what follows xn-- in an ASCII domain, which the standard only lowercases since 2026",
    ),
    (_capital_sharp_s, "the native URL maps \u1e9e to ss, as tables before those of Unicode 16 do, and not to \u00df"),
    (_no_file_host, "the native URL drops the host of a file URL, whatever it is"),
    (_symbols_in_host, "the native URL refuses symbols in a host that are none of the standard's forbidden ones"),
    (_domain_of_newer_tables, "the native URL refuses a domain that the newest tables of UTS 46 allow"),
    (_spaces_stripped, "the native URL strips spaces that end an opaque path, of which the standard keeps one as %20"),
    (_path_like_authority, "the native URL has /. before a path where the standard has none, or the other way round"),
    (_dot_segments_kept, "the native URL does not take .. out of the path of a URL of this scheme"),
    (_reverse_solidus, "the native URL takes \\ for / in a URL that is not special"),
]
