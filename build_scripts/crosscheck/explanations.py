"""Explain in words why py_url and a browser give different answers, for the known kinds of difference.

Takes a difference as `crosscheck.summary.summarize` makes it and returns a sentence. A rule looks at the two answers
and at the input, and fits only if they show what it says. If no rule fits, the difference is unexplained.

The pages run this module in Pyodide, so it imports nothing but py_url and the standard library.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from py_url import URL
from py_url.standard import percent_decode
from py_url.standard.hosts.unicode_data import bidirectional, mapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Difference = dict[str, Any]

UNEXPLAINED = "not explained: no known kind of difference"

_DRIVE_LETTER = re.compile(r"(?:^|[/\\:])[A-Za-z](?:[:|]|%7C)(?:$|[/\\?#])", re.IGNORECASE | re.MULTILINE)
_BEGINS_AS_DRIVE_LETTER = re.compile(r"(?:^|[/\\:])[A-Za-z][:|][^/\\?#\n]", re.MULTILINE)
# Schemes whose URLs some browsers do not parse any further.
_OPAQUE = ("about", "blob", "data", "javascript")
_SPECIAL = ("ftp", "file", "http", "https", "ws", "wss")
_C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
_TABS_AND_NEWLINES = re.compile("[\t\n\r]")
# Joining letters of scripts other than Arabic and Syriac.
_OTHERS_THAT_JOIN = "[\u07ca-\u08ff\u1820-\u18aa\ua840-\ua873\U00010ac0-\U00010fff\U0001e900-\U0001e943]"


def explain(difference: Difference) -> str:
    """Return the text of the first rule that fits, or `UNEXPLAINED`."""
    return next((text for fits, text, _ in _RULES if fits(difference)), UNEXPLAINED)


def rules() -> dict[str, dict[str, str]]:
    """Return what each text stands for: ``rule``, a short name that stays the same if the text is worded better, and
    ``section``, the anchor in the URL Standard of what the text is about.
    """
    return {
        text: {"rule": fits.__name__.strip("_").replace("_", "-"), "section": section} for fits, text, section in _RULES
    }


# Helpers for the rules.


def _asked(difference: Difference) -> str:
    """All strings of the case, joined by newlines."""
    case = difference["case"]
    return "\n".join(str(case.get(name) or "") for name in ("input", "base", "href", "value"))


def _decoded(difference: Difference) -> str:
    """All strings of the case, joined by newlines and percent-decoded."""
    return percent_decode(_asked(difference).encode("utf-8", "replace")).decode("utf-8", "replace")


def _value(difference: Difference) -> str:
    """The string that is parsed, or the value that a member is set to; for several steps, the URL before them."""
    case = difference["case"]
    return str(case["value"] if case["kind"] == "set" else case["input"])


def _cleaned(difference: Difference) -> str:
    """The value without what the parser removes first: controls and spaces at its ends, tabs and newlines."""
    return _as_parsed(_value(difference))


def _as_parsed(text: str) -> str:
    return _TABS_AND_NEWLINES.sub("", text.strip(_C0_CONTROL_OR_SPACE))


def _base(difference: Difference) -> str:
    return str(difference["case"].get("base") or "")


def _cleaned_base(difference: Difference) -> str:
    return _as_parsed(_base(difference))


def _sets(difference: Difference, *members: str) -> bool:
    return difference["case"].get("member") in members


def _differing(difference: Difference) -> set[str]:
    """The members in which the answers differ."""
    ours, native = difference["ours"], difference["native"]
    return {name for name in {*ours, *native} if ours.get(name) != native.get(name)}


def _both(difference: Difference, member: str) -> tuple[str, str]:
    """The member's value in each of the two answers; empty for a failure."""
    return str(difference["ours"].get(member, "")), str(difference["native"].get(member, ""))


def _href(difference: Difference, who: str) -> str:
    """The href of an answer; empty for a failure."""
    return str(difference[who].get("href", ""))


def _scheme(difference: Difference) -> str:
    """The scheme of the URL, or else the one that the value or its base starts with."""
    texts = (_href(difference, "ours"), _href(difference, "native"), _value(difference), _base(difference))
    return next((text.partition(":")[0].lower() for text in texts if ":" in text), "")


def _is_file(difference: Difference) -> bool:
    text = _href(difference, "ours") or _href(difference, "native") or _asked(difference).lower()
    return text.startswith("file:")


def _kept_or_refused(difference: Difference) -> bool:
    """Whether the native URL failed or its setter changed nothing, and py_url accepted the value."""
    if "failure" in difference["ours"]:
        return False
    return "failure" in difference["native"] or _kept_by(difference, "native")


def _taken(difference: Difference) -> bool:
    """Whether the native URL accepts what py_url rejects."""
    if "failure" in difference["native"]:
        return False
    return "failure" in difference["ours"] or _kept_by(difference, "ours")


def _kept_by(difference: Difference, who: str) -> bool:
    """Whether a setter of *who*, and not of the other, changed nothing."""
    case = difference["case"]
    if case["kind"] != "set":
        return False
    before = (case["href"], URL(case["href"]).href)
    ours, native = (_href(difference, name) in before for name in ("ours", "native"))
    return ours != native and (ours if who == "ours" else native)


def _labels_of_native(difference: Difference) -> list[str]:
    """The labels of the native URL's host, decoded if they are in Punycode."""
    return [_from_punycode(label) for label in _both(difference, "hostname")[1].split(".")]


def _from_punycode(label: str) -> str:
    try:
        return label.removeprefix("xn--").encode().decode("punycode") if label.startswith("xn--") else label
    except (UnicodeError, OverflowError):
        return label


# File URLs.


def _file_origin(difference: Difference) -> bool:
    return _differing(difference) == {"origin"} and str(difference["native"]["origin"]) == "file://"


def _drive_letter(difference: Difference) -> bool:
    # If the paths are the same, something else differs.
    ours, native = (difference[who].get("pathname") for who in ("ours", "native"))
    case = difference["case"]
    lines = map(_as_parsed, (_value(difference), _base(difference), case.get("href", "")))
    return _is_file(difference) and ours != native and any(map(_DRIVE_LETTER.search, lines))


def _begins_as_drive_letter(difference: Difference) -> bool:
    ours, native = _both(difference, "pathname")
    asked = _BEGINS_AS_DRIVE_LETTER.search(f"{_cleaned(difference)}\n{_cleaned_base(difference)}")
    return _is_file(difference) and ours != native and asked is not None


def _drive_letter_anywhere(difference: Difference) -> bool:
    ours, native = (len(re.findall("(?=/[A-Za-z][:|]/)", path)) for path in _both(difference, "pathname"))
    asked = re.sub("%2e", ".", _cleaned(difference), flags=re.IGNORECASE)
    return not _is_file(difference) and ours < native and ".." in asked


def _localhost(difference: Difference) -> bool:
    return _is_file(difference) and "file://localhost" in _href(difference, "native")


def _file_host_before_query(difference: Difference) -> bool:
    value = f"file:{_value(difference)}" if _base(difference).startswith("file:") else _asked(difference)
    asked = re.search(r"file:(?:file:)?[/\\]{2,}[^/\\]*[?#]", value, re.IGNORECASE)
    return "failure" in difference["native"] and asked is not None


def _file_slashes(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    return _is_file(difference) and re.sub("/+", "/", ours) == re.sub("/+", "/", native) != ""


def _file_port(difference: Difference) -> bool:
    case = difference["case"]
    taken = _sets(difference, "host") and ":" in case["value"] and difference["native"].get("host") != ""
    return _is_file(difference) and taken


def _no_file_host(difference: Difference) -> bool:
    ours, native = difference["ours"], _href(difference, "native")
    changed = _sets(difference, "href") and ours.get("protocol") != "file:"
    return native.startswith("file:///") and ("failure" in ours or ours.get("host") != "" or changed)


# Domains.


def _escaped_in_host(difference: Difference) -> bool:
    in_base = "failure" in difference["ours"] and re.search("//[^/?#]*[ *]", _base(difference)) is not None
    return in_base or re.search("%(?:20|2A)", str(difference["native"].get("host", ""))) is not None


def _relation_with_stroke(difference: Difference) -> bool:
    # Georgian capital letters are another matter: older tables reject them.
    asked = re.search(
        "^[^\u10a0-\u10c5]*[<>][\u00ad\u200b\u2060]*\u0338[^\u10a0-\u10c5]*$", _decoded(difference), re.DOTALL
    )
    return asked is not None and ("failure" in difference["native"] or difference["case"]["kind"] == "set")


def _decoded_twice(difference: Difference) -> bool:
    return _taken(difference) and "\uff05" in _decoded(difference)


def _delimiters_by_mapping(difference: Difference) -> bool:
    others = re.sub(r"[/?#@:\\]", "", _value(difference))
    delimiter = re.search(r"[/?#@:\\]", normalize("NFKC", others))
    return _taken(difference) and _sets(difference, "host", "hostname") and delimiter is not None


def _mapped_before_decoding(difference: Difference) -> bool:
    asked = re.search("[%\t\n\r]", _value(difference)) is not None and not _value(difference).isascii()
    if not asked or not _sets(difference, "host", "hostname") or "host" not in _differing(difference):
        return False
    host = re.split(r"[/?#\\:]", _value(difference), maxsplit=1)[0]
    # What is not mapped here is what the setter would remove or decode.
    labels = normalize("NFC", "".join(mapped(char) or char for char in host)).split(".")
    url = URL(difference["case"]["href"])
    encoded = (label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)
    url.hostname = ".".join(encoded)
    return url.hostname == _both(difference, "hostname")[1]


def _joiner_taken(difference: Difference) -> bool:
    labels = _labels_of_native(difference)
    return _taken(difference) and any("\u200c" in label or "\u200d" in label for label in labels)


def _joiner_refused(difference: Difference) -> bool:
    asked = re.search(f"{_OTHERS_THAT_JOIN}\u200c{_OTHERS_THAT_JOIN}", _decoded(difference))
    return _kept_or_refused(difference) and asked is not None


def _xn_label(difference: Difference) -> bool:
    asked, ours = _decoded(difference), str(difference["ours"].get("host", ""))
    return _kept_or_refused(difference) and "xn--" in asked.lower() and "xn--" in ours


def _xn_label_taken(difference: Difference) -> bool:
    labels = zip(_both(difference, "hostname")[1].split("."), _labels_of_native(difference), strict=True)
    return _taken(difference) and any(
        label.startswith("xn--") and (decoded.isascii() or decoded.startswith("xn--")) for label, decoded in labels
    )


def _bidi_rule(difference: Difference) -> bool:
    right_to_left = {bidirectional(char) for label in _labels_of_native(difference) for char in label}
    return _taken(difference) and not right_to_left.isdisjoint({"R", "AL", "AN"})


def _capital_sharp_s(difference: Difference) -> bool:
    ours, native = difference["ours"], difference["native"]
    is_other = "failure" in ours or "xn--" in ours.get("host", "")
    return "\u1e9e" in _decoded(difference) and is_other and "ss" in native.get("host", "")


def _symbols_in_host(difference: Difference) -> bool:
    return (
        _kept_or_refused(difference)
        and re.search("[!\"$&'()*+,;=`{}~]", difference["ours"].get("host", "")) is not None
    )


def _controls_in_opaque_host(difference: Difference) -> bool:
    ours, native = _both(difference, "host")
    return re.sub("%(?:[01][0-9A-F]|7F)", _from_escape, ours) == native != ours


def _opaque_host_refused(difference: Difference) -> bool:
    host = _both(difference, "host")[0]
    return _kept_or_refused(difference) and _scheme(difference) not in _SPECIAL and "%" in host


def _domain_of_newer_tables(difference: Difference) -> bool:
    # A file URL's host localhost becomes empty.
    has_host = bool(difference["ours"].get("host")) or (_is_file(difference) and "localhost" in _decoded(difference))
    return _kept_or_refused(difference) and not _decoded(difference).isascii() and has_host


# Addresses.


def _zero_x(difference: Difference) -> bool:
    asked = re.search("0x(?![0-9a-f])", normalize("NFKC", _decoded(difference)).lower())
    address = re.fullmatch(r"\d+\.\d+\.\d+\.\d+", _both(difference, "hostname")[0])
    return _kept_or_refused(difference) and asked is not None and address is not None


def _decoded_brackets(difference: Difference) -> bool:
    bracketed = str(difference["native"].get("host", "")).startswith("[")
    return _taken(difference) and bracketed and "%" in _asked(difference)


def _mapped_brackets(difference: Difference) -> bool:
    return _taken(difference) and "[" in _both(difference, "host")[1] and not _value(difference).isascii()


def _bracket_behind_tab(difference: Difference) -> bool:
    asked = re.match(r"[\t\n\r]+\[", _value(difference)) is not None
    return _kept_or_refused(difference) and _sets(difference, "host", "hostname") and asked


def _zeros_in_ipv6(difference: Difference) -> bool:
    leading = re.search(r"\[[^\]]*[:.]0\d+[.\]]", _TABS_AND_NEWLINES.sub("", _asked(difference))) is not None
    return leading and _taken(difference)


def _hexadecimal_in_ipv6(difference: Difference) -> bool:
    return _taken(difference) and re.search(r"\[[^\]]*[:.]0[Xx]", _value(difference)) is not None


def _colon_ends_ipv6(difference: Difference) -> bool:
    return _taken(difference) and re.search(r"\[[^\]]*::[^\]]*[0-9A-Fa-f]:\]", _cleaned(difference)) is not None


def _two_pieces_before_ipv4(difference: Difference) -> bool:
    asked = re.search(r"\[([0-9A-Fa-f:]*::[0-9A-Fa-f:]*)\d+\.\d+\.\d+\.\d+\]", _cleaned(difference))
    return _kept_or_refused(difference) and asked is not None and len(re.findall("[0-9A-Fa-f]+:", asked[1])) == 4


# Credentials, host and port.


def _credentials_alone(difference: Difference) -> bool:
    return "failure" in difference["ours"] and re.search("//[^/?#@]*@(?:[/?#]|$)", _cleaned(difference)) is not None


def _port_before_backslash(difference: Difference) -> bool:
    return "failure" in difference["ours"] and re.search(r"//[^/?#]*:\d*\\", _cleaned(difference)) is not None


def _ends_at_null(difference: Difference) -> bool:
    before, null, _ = _value(difference).lstrip(_C0_CONTROL_OR_SPACE).partition("\0")
    native = _href(difference, "native")
    url = URL.parse(before, _base(difference) or None)
    is_whole = url is not None and url.href == native
    return bool(null and before and native) and (is_whole or native.rstrip("/").endswith(before.rstrip("/")))


def _empty_host_before_port(difference: Difference) -> bool:
    return _taken(difference) and _sets(difference, "host") and _cleaned(difference).startswith(":")


def _empty_host_taken(difference: Difference) -> bool:
    emptied = _both(difference, "host")[1] == "" and _scheme(difference) not in _SPECIAL
    return _taken(difference) and _sets(difference, "host", "hostname") and emptied


def _empty_host_ignored(difference: Difference) -> bool:
    return _kept_or_refused(difference) and _sets(difference, "host", "hostname") and _value(difference) == ""


def _end_of_host_stripped(difference: Difference) -> bool:
    ours, native = _both(difference, "hostname")
    # What follows a delimiter is no part of the host.
    value = re.split(r"[/?#:]", _value(difference), maxsplit=1)[0]
    rest = value.rstrip(_C0_CONTROL_OR_SPACE)
    is_stripped = rest != value and ours != native and (native != "" or rest == "")
    return _sets(difference, "host", "hostname") and is_stripped


def _delimiter_as_host(difference: Difference) -> bool:
    ours, native = _both(difference, "pathname")
    asked = re.match(r"[/\\?#]", _cleaned(difference)) is not None
    return _sets(difference, "host", "hostname") and asked and ours != native


def _port_with_host(difference: Difference) -> bool:
    (ours, native), ports = _both(difference, "hostname"), _both(difference, "port")
    return _sets(difference, "host") and ":" in _value(difference) and ours == native and ports[0] != ports[1]


def _port_refuses_host(difference: Difference) -> bool:
    return _kept_or_refused(difference) and _sets(difference, "host") and ":" in _value(difference)


def _port_with_hostname(difference: Difference) -> bool:
    return _taken(difference) and _sets(difference, "hostname") and re.search(r"\]:", _value(difference)) is not None


def _port_of_more_than_digits(difference: Difference) -> bool:
    ours, native = _both(difference, "port")
    return _sets(difference, "port") and not _value(difference).isdecimal() and ours != native


# Paths, queries and fragments.


def _space_before_delimiter(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    ours_with_space = re.sub("%20(?=[?#]|$)", " ", ours, count=1)
    return ours != ours_with_space and native in (ours_with_space, re.sub(r"\?(?=#|$)", "", ours_with_space))


def _same_but_for(*escapes: str) -> Callable[[Difference], bool]:
    """Return a rule that fits if the hrefs are the same after *escapes* are decoded in both."""

    def fits(difference: Difference) -> bool:
        hrefs = [_href(difference, who) for who in ("ours", "native")]
        for escape in escapes:
            hrefs = [href.replace(escape, chr(int(escape[1:], 16))) for href in hrefs]
        return hrefs[0] == hrefs[1] != "" and _href(difference, "ours") != _href(difference, "native")

    fits.__name__ = f"escape_{'_'.join(escapes).replace('%', '').lower()}"
    return fits


def _data_query_space(difference: Difference) -> bool:
    ours, native = _both(difference, "search")
    return _scheme(difference) == "data" and ours.replace("%20", " ") == native != ours


def _empty_query(difference: Difference) -> bool:
    ours = _href(difference, "ours")
    without = re.sub(r"^([^?#]*)\?(?=#|$)", r"\1", ours)
    return "href" in _differing(difference) and without == _href(difference, "native")


def _spaces_in_base64(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    is_base64 = _scheme(difference) == "data" and ";base64" in native.lower()
    return is_base64 and ours.replace(" ", "") == native != ours


def _spaces_stripped(difference: Difference) -> bool:
    ours, native = (str(difference[who].get("pathname", "")) for who in ("ours", "native"))
    return ours.endswith("%20") and ours.removesuffix("%20").rstrip(" ") == native


def _end_of_fragment(difference: Difference) -> bool:
    ours, native = _both(difference, "hash")
    rest = native.removeprefix(ours or "#")
    return _value(difference).startswith("#") and re.fullmatch("(?:%[01][0-9A-F]|%20)+", rest) is not None


def _tabs_kept(difference: Difference) -> bool:
    hrefs = (_href(difference, who) for who in ("ours", "native"))
    # These URLs are also not percent-encoded in the same way.
    ours, native = (re.sub("%(?:2[027]|3[CE]|60|7C)", _from_escape, href) for href in hrefs)
    if _scheme(difference) not in _OPAQUE or "href" not in _differing(difference) or native == "":
        return False
    # Dot segments may have removed the tab.
    value = _value(difference).strip(_C0_CONTROL_OR_SPACE)
    with_escapes = _TABS_AND_NEWLINES.sub(lambda match: f"%{ord(match[0]):02X}", value)
    kept = re.search("%0[9AD]", native) is not None and re.sub("%0[9AD]", "", native) == ours != ""
    return kept or (with_escapes != value and URL.parse(with_escapes) == URL.parse(native))


def _tabs_in_search_params(difference: Difference) -> bool:
    ours, native = _both(difference, "searchParams")
    steps = [step for step in difference["case"].get("steps", ()) if step[0] == "search"]
    values = [_value(difference)] if _sets(difference, "search") else [value for _, value in steps]
    traces = [
        "".join([*difference[who].get("trace", ()), query]) for who, query in (("ours", ours), ("native", native))
    ]
    kept = len(re.findall("%0[9AD]", traces[1])) - len(re.findall("%0[9AD]", traces[0]))
    return any(map(_TABS_AND_NEWLINES.search, values)) and (kept > 0 or (native != ours and "%0" not in ours))


def _question_mark_behind_tab(difference: Difference) -> bool:
    ours, native = _both(difference, "search")
    return _sets(difference, "search") and re.match(r"[\t\n\r]+\?", _value(difference)) is not None and ours != native


def _tab_before_hash(difference: Difference) -> bool:
    asked = re.match(r"[\t\n\r]+(?:#|$)", _value(difference))
    return _sets(difference, "hash") and asked is not None and "href" in _differing(difference)


def _tab_as_username(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    return re.sub("//(?:%0[9AD])+@", "//", native) == ours != native


def _less_encoded(difference: Difference) -> bool:
    decoded = re.sub("%(?:2[0-9A-F]|3[CE]|5[CE]|60|7[BCD])", _from_escape, _href(difference, "ours"))
    native = re.sub("%(?:2[0-9A-F]|3[CE]|5[CE]|60|7[BCD])", _from_escape, _href(difference, "native"))
    return _scheme(difference) in _OPAQUE and "href" in _differing(difference) and decoded == native != ""


def _from_escape(match: re.Match[str]) -> str:
    return chr(int(match[0][1:], 16))


def _path_like_authority(difference: Difference) -> bool:
    hrefs = [
        re.sub(r"^([a-z0-9+.-]+:(?://[^/?#]*)?)/\.(?=/)", r"\1", _href(difference, who)) for who in ("ours", "native")
    ]
    return "href" in _differing(difference) and hrefs[0] == hrefs[1] != ""


def _path_like_authority_alone(difference: Difference) -> bool:
    ours, native = difference["ours"], difference["native"]
    lost = _href(difference, "native") + ours.get("search", "") + ours.get("hash", "")
    return _sets(difference, "pathname") and native.get("search") == "" and lost == _href(difference, "ours")


def _dots_of_pathname(difference: Difference) -> bool:
    ours, native = _both(difference, "pathname")
    return "href" not in _differing(difference) and ours.startswith("/.") and ours.removeprefix("/.") == native


def _dot_written_before_path(difference: Difference) -> bool:
    hrefs = [_href(difference, who).replace("%5E", "^") for who in ("ours", "native")]
    return re.sub(r"^([a-z0-9+.-]+:/)\./(?!/)", r"\1", hrefs[1]) == hrefs[0] != hrefs[1]


def _backslash_in_pathname(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    as_slashes = URL.parse(native.replace("%5C", "/"))
    return _sets(difference, "pathname") and "%5C" in native and as_slashes == URL.parse(ours)


def _largest_port(difference: Difference) -> bool:
    return _sets(difference, "port") and _both(difference, "port")[0] == "65535" != _both(difference, "port")[1]


def _null_in_port(difference: Difference) -> bool:
    return "failure" in difference["ours"] and re.search(r":\d*\x00", _cleaned(difference)) is not None


def _dots_in_pathname(difference: Difference) -> bool:
    ours, native = _both(difference, "pathname")
    return "href" not in _differing(difference) and native == f"/.{ours}" and ours.startswith("//")


def _dot_segments_kept(difference: Difference) -> bool:
    ours, native = (
        re.search(r"/(?:\.|%2e){1,2}(?=/|$)", path, re.IGNORECASE) for path in _both(difference, "pathname")
    )
    opaque = _scheme(difference) in _OPAQUE
    return native is not None and ours is None and (opaque or "/.." in _both(difference, "pathname")[1])


def _empty_path(difference: Difference) -> bool:
    empty = "failure" not in difference["native"] and _both(difference, "pathname") == ("/", "")
    return "href" in _differing(difference) and empty


def _empty_path_filled(difference: Difference) -> bool:
    credentials = "@" in _asked(difference) or "@" in _href(difference, "native")
    return _scheme(difference) not in _SPECIAL and credentials and _both(difference, "pathname") == ("", "/")


def _path_never_empty(difference: Difference) -> bool:
    return _sets(difference, "pathname") and _both(difference, "pathname") == ("", "/")


def _slash_before_tab(difference: Difference) -> bool:
    if not _sets(difference, "pathname") or _value(difference)[:1] not in tuple("\t\n\r"):
        return False
    ours, native = _both(difference, "pathname")
    scheme, _, rest = _href(difference, "native").partition(":")
    # In a URL without a host, what follows two slashes is one. If it cannot be a host, nothing changes.
    whole = URL.parse(f"{scheme}:/{_cleaned(difference)}")
    is_whole = _kept_by(difference, "native") if whole is None else whole.href == f"{scheme}:{rest}"
    return native.replace("^", "%5E") == f"/{ours}" or rest.startswith(f"/{ours}") or is_whole


def _path_made_opaque(difference: Difference) -> bool:
    ours, native = _both(difference, "pathname")
    return _sets(difference, "pathname") and ours.startswith("/") and not native.startswith("/") and native != ""


# Schemes.


def _protocol_with_newline(difference: Difference) -> bool:
    return _sets(difference, "protocol") and _TABS_AND_NEWLINES.search(_value(difference)) is not None


def _protocol_across(difference: Difference) -> bool:
    case = difference["case"]
    before, after = (href.partition(":")[0] for href in (str(case.get("href", "")), _href(difference, "native")))
    return _sets(difference, "protocol") and before != after != _href(difference, "ours").partition(":")[0]


def _tab_before_path(difference: Difference) -> bool:
    value = _value(difference).strip(_C0_CONTROL_OR_SPACE)
    asked = _TABS_AND_NEWLINES.search(value) is not None
    return "failure" in difference["native"] and _scheme(difference) in (*_OPAQUE, "file") and asked


def _scheme_kept(difference: Difference) -> bool:
    kept = _both(difference, "protocol")[1].removesuffix(":") in _OPAQUE
    return _kept_or_refused(difference) and _sets(difference, "protocol") and kept


def _host_never_set(difference: Difference) -> bool:
    if not (_kept_or_refused(difference) and _sets(difference, "host", "hostname")):
        return False
    # py_url's answer must be a URL that was given a host, and nothing else.
    ours = difference["ours"]
    url = URL.parse(_href(difference, "ours"))
    return (
        _scheme(difference) in _OPAQUE
        and _differing(difference) <= {"href", "host", "hostname", "port"}
        and url is not None
        and (url.href, url.hostname) == (ours["href"], ours.get("hostname"))
    )


def _blob_origin(difference: Difference) -> bool:
    return _differing(difference) == {"origin"} and _href(difference, "ours").startswith("blob:")


def _path_set_over_host(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    without_host = re.sub("^([a-z]+:)//[^/?#]*", r"\1", ours)
    return _sets(difference, "pathname") and _scheme(difference) in _OPAQUE and native == without_host != ours


def _authority_in_path(difference: Difference) -> bool:
    native = difference["native"]
    path = str(native.get("pathname", ""))
    return (
        not _is_file(difference)
        and path.startswith("//")
        and native.get("host", "") == ""
        and f":{path}" in _href(difference, "native")
    )


def _opaque_scheme(difference: Difference) -> bool:
    scheme, _, _ = _cleaned_base(difference).partition(":")
    return scheme.lower() in _OPAQUE and "failure" in difference["native"]


def _opaque_base(difference: Difference) -> bool:
    asked = re.match("[A-Za-z0-9+.-]+:(?:[^/]|$)", _cleaned_base(difference))
    return "failure" in difference["ours"] and asked is not None


def _base_in_host(difference: Difference) -> bool:
    url = URL.parse(_base(difference))
    base = "" if url is None else url.href
    ours, native = _href(difference, "ours"), _href(difference, "native")
    is_added = native.startswith(base) and (not ours.startswith(base) or native == base + _cleaned(difference) != ours)
    return re.match("[a-z0-9+.-]+://[^/?#]*[?#]", base) is not None and is_added


def _query_doubled(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    query = f"?{ours.partition('?')[2].partition('#')[0]}"
    return _cleaned(difference).startswith("#") and native.replace(query + query, query, 1) == ours != native


def _fragment_of_base_kept(difference: Difference) -> bool:
    url = URL.parse(_base(difference))
    base = "" if url is None else url.href
    before_query = re.match("[^?#]*", base)
    if not _cleaned(difference).startswith("#") or "#" not in base or before_query is None:
        return False
    return _href(difference, "native") == base + _href(difference, "ours")[before_query.end() :]


def _dots_behind_host(difference: Difference) -> bool:
    """In an answer, what follows the host of the reference is divided at its first slash, and at the next delimiter."""
    ours, native = (
        re.fullmatch(r"([^?#]*[?#][^/]*)(/[^?#]*)(.*)", _href(difference, who)) for who in ("ours", "native")
    )
    if ours is None or native is None or not re.match(r"[/\\]{2,}[^/\\?#]*[?#]", _cleaned(difference)):
        return False
    dots = re.compile(r"/(?:\.|%2e){1,2}(?=/|$)", re.IGNORECASE)
    removed = dots.search(ours[2]) is not None and dots.search(native[2]) is None
    return removed and (ours[1], ours[3]) == (native[1], native[3]) and len(native[2]) < len(ours[2])


def _dots_as_host(difference: Difference) -> bool:
    is_dots = _both(difference, "hostname")[0] in {".", ".."}
    return is_dots and _both(difference, "hostname")[1] not in {".", ".."} and "\\" in _cleaned(difference)


def _host_of_setter_lost(difference: Difference) -> bool:
    traces = zip(*(difference[who].get("trace", ()) for who in ("ours", "native")), strict=False)
    before = ""
    for ours, native in traces:
        if ours != native:
            # The native URL had it after the step before.
            without = ours.replace("://", ":", 1)
            return re.search("://(?:$|[/?#])", before) is not None and native in (
                without,
                without.replace(":", ":/", 1),
                without.replace(":", ":/.", 1),
            )
        before = ours
    return False


def _several_at_once(difference: Difference) -> bool:
    hrefs = [_href(difference, who) for who in ("ours", "native")]
    for escape in ("%27", "%7C", "%5E"):
        hrefs = [href.replace(escape, chr(int(escape[1:], 16))) for href in hrefs]
    # This is the space at the end of an opaque path.
    hrefs = [re.sub("%20(?=[?#]|$)", " ", href, count=1) for href in hrefs]
    if _is_file(difference):
        hrefs = [re.sub("/+", "/", href) for href in hrefs]
    return hrefs[0] == hrefs[1] != "" and "href" in _differing(difference)


def _own_scheme(difference: Difference) -> bool:
    own = {
        *("android", "chrome", "chrome-distiller", "chrome-extension", "chrome-native", "chrome-search", "filesystem"),
        *("indexeddb", "isolated-app", "jar", "moz-extension", "moz-icon", "resource", "sftp", "smb", "view-source"),
    }
    text = _cleaned(difference).lower() if "failure" in difference["ours"] else _href(difference, "ours")
    return text.partition(":")[0] in own


def _no_host_behind_scheme(difference: Difference) -> bool:
    value, base = _cleaned(difference).lower(), URL.parse(_base(difference))
    is_same = base is not None and base.href.startswith(value)
    return "failure" in difference["native"] and value.endswith(":/") and is_same


def _reverse_solidus(difference: Difference) -> bool:
    ours, native = _href(difference, "ours"), _href(difference, "native")
    # A segment with it, or that follows it, may be gone from py_url's answer.
    removed = "\\" in _cleaned(difference) + _base(difference) and "pathname" in _differing(difference)
    is_other = _scheme(difference) not in _SPECIAL and "failure" not in difference["ours"]
    return ("\\" in ours or (removed and is_other)) and ours != native != ""


def _two_reverse_solidi(difference: Difference) -> bool:
    asked = re.match(r"\\[/\\]|/\\", _cleaned(difference))
    if asked is None and "failure" in difference["native"]:
        # The base then has an empty host.
        asked = re.match(r"[a-z][a-z0-9+.-]*:\\[/\\]+(?:[?#]|$)", _cleaned_base(difference), re.IGNORECASE)
    ours, native = (re.match("[a-z0-9+.-]+:(//[^/?#]*)?", _href(difference, who)) for who in ("ours", "native"))
    other_host = None not in (ours, native) and ours[1] != native[1]  # type: ignore[index]  # neither is None
    read_as_host = "failure" in difference["native"] or other_host
    return asked is not None and read_as_host and _scheme(difference) not in _SPECIAL


_RULES: list[tuple[Callable[[Difference], bool], str, str]] = [
    (
        _file_origin,
        "the standard leaves a file URL's origin open and recommends an opaque one; the native URL returns file://",
        "concept-url-origin",
    ),
    (
        _drive_letter,
        "the native URL recognises Windows drive letters only on Windows; the standard recognises them everywhere",
        "file-state",
    ),
    (
        _drive_letter_anywhere,
        "the native URL keeps a drive letter before .. in any URL; the standard does so only in file URLs",
        "path-state",
    ),
    (_protocol_with_newline, "the native protocol setter does not remove tabs and newlines", "dom-url-protocol"),
    (
        _protocol_across,
        "the native protocol setter allows a change of scheme that the standard forbids",
        "scheme-state",
    ),
    (
        _localhost,
        "the native URL keeps localhost as the host of a file URL; the standard replaces it with the empty host",
        "file-host-state",
    ),
    (
        _file_port,
        "the native host setter takes the host from a host and port; for a file URL, the standard ignores both",
        "dom-url-host",
    ),
    (
        _file_host_before_query,
        "the native URL rejects a file URL in which a query or fragment follows the host",
        "file-host-state",
    ),
    (_file_slashes, "the native URL drops slashes after the empty host of a file URL", "path-state"),
    (
        _escaped_in_host,
        "the native URL percent-encodes spaces and asterisks in a host; the standard forbids spaces, keeps asterisks",
        "forbidden-domain-code-point",
    ),
    (
        _relation_with_stroke,
        "the native URL rejects < and > in a host even if a combining stroke turns them into \u226e or \u226f",
        "concept-domain-to-ascii",
    ),
    (
        _decoded_twice,
        "the native URL percent-decodes a host again after it maps full-width percent signs",
        "concept-host-parser",
    ),
    (
        _delimiters_by_mapping,
        "the native host and hostname setters map the value before they look for delimiters such as / and @",
        "host-state",
    ),
    (
        _mapped_before_decoding,
        "the native host and hostname setters map the value before they remove tabs and newlines and percent-decode it",
        "concept-host-parser",
    ),
    (
        _decoded_brackets,
        "the native URL percent-decodes a host before it looks for the brackets of an IPv6 address",
        "concept-host-parser",
    ),
    (
        _mapped_brackets,
        "the native URL maps a non-ASCII host before it looks for the brackets of an IPv6 address",
        "concept-host-parser",
    ),
    (
        _bracket_behind_tab,
        "the native host and hostname setters look for the [ of an IPv6 address before they remove tabs and newlines",
        "host-state",
    ),
    (
        _zeros_in_ipv6,
        "the native URL accepts leading zeros in the IPv4 address at the end of an IPv6 address",
        "concept-ipv6-parser",
    ),
    (
        _hexadecimal_in_ipv6,
        "the native URL accepts hexadecimal numbers in the IPv4 address at the end of an IPv6 address",
        "concept-ipv6-parser",
    ),
    (_colon_ends_ipv6, "the native URL accepts a colon at the end of a compressed IPv6 address", "concept-ipv6-parser"),
    (
        _two_pieces_before_ipv4,
        "the native URL rejects :: in place of two pieces of an IPv6 address that ends in an IPv4 address",
        "concept-ipv6-parser",
    ),
    (
        _space_before_delimiter,
        "the native URL does not percent-encode a space at the end of an opaque path",
        "cannot-be-a-base-url-path-state",
    ),
    (
        _same_but_for("%27"),
        "the native URL percent-encodes ' in a part of the URL in which the standard does not",
        "query-state",
    ),
    (
        _same_but_for("%7C"),
        "the native URL percent-encodes | in a part of the URL in which the standard does not",
        "percent-encoded-bytes",
    ),
    (
        _same_but_for("%5E"),
        "the native URL keeps ^ in a path; the standard has percent-encoded it since 2025",
        "percent-encoded-bytes",
    ),
    (_data_query_space, "the native URL does not percent-encode spaces in the query of a data URL", "query-state"),
    (
        _blob_origin,
        "the native URL takes a blob URL's origin from any URL in it; the standard only from http, https and file URLs",
        "concept-url-origin",
    ),
    (
        _path_like_authority,
        "the native URL adds /. before a path and the standard does not, or the other way round",
        "concept-url-serializer",
    ),
    (
        _authority_in_path,
        "the native URL treats the host as part of the path in URLs with this scheme",
        "path-or-authority-state",
    ),
    (_own_scheme, "the native URL has its own rules for this scheme", "scheme-state"),
    (
        _opaque_scheme,
        "the native URL does not resolve relative references against URLs with this scheme",
        "no-scheme-state",
    ),
    (
        _opaque_base,
        "the native URL resolves a reference against a URL with an opaque path; the standard does not",
        "no-scheme-state",
    ),
    (
        _base_in_host,
        "the native URL treats the query and fragment of a base without a path as part of its host",
        "relative-state",
    ),
    (
        _no_host_behind_scheme,
        "the native URL rejects a scheme followed by / if the base has that scheme",
        "scheme-state",
    ),
    (
        _port_before_backslash,
        "the native URL accepts \\ at the end of the port of a URL that is not special",
        "port-state",
    ),
    (
        _two_reverse_solidi,
        "the native URL takes two slashes, one of them \\, for the start of a host if the base is not special",
        "relative-state",
    ),
    (_ends_at_null, "the native URL stops reading at U+0000", "concept-basic-url-parser"),
    (_empty_query, "the native URL drops an empty query", "concept-url-serializer"),
    (
        _tabs_kept,
        "the native URL percent-encodes tabs and newlines in URLs with this scheme; the standard removes them",
        "concept-basic-url-parser",
    ),
    (
        _tab_as_username,
        "the native URL takes tabs and newlines before the @ of a reference for a username; the standard removes them",
        "concept-basic-url-parser",
    ),
    (
        _end_of_fragment,
        "the native URL keeps a space or U+0000 at the end of a reference that is only a fragment",
        "concept-basic-url-parser",
    ),
    (
        _question_mark_behind_tab,
        "the native search setter removes tabs and newlines before it looks for the leading ?",
        "dom-url-search",
    ),
    (_tabs_in_search_params, "the native search setter leaves tabs and newlines in searchParams", "dom-url-search"),
    (
        _empty_host_before_port,
        "the native host setter accepts a port without a host; the standard does not",
        "host-state",
    ),
    (
        _empty_host_taken,
        "the native host and hostname setters empty the host despite credentials or a port; the standard does not",
        "host-state",
    ),
    (
        _empty_host_ignored,
        "the native host and hostname setters do not give an empty host to a URL without a host",
        "host-state",
    ),
    (
        _end_of_host_stripped,
        "the native host and hostname setters strip spaces and controls at the end of the value",
        "host-state",
    ),
    (
        _delimiter_as_host,
        "the native host and hostname setters change the path if the value starts with a delimiter",
        "host-state",
    ),
    (_port_with_hostname, "the native hostname setter accepts a port after an IPv6 address", "dom-url-hostname"),
    (_port_with_host, "the native host setter reads a different port from the standard, or none", "dom-url-host"),
    (
        _port_of_more_than_digits,
        "the native port setter reads a value that is not all digits differently",
        "dom-url-port",
    ),
    (_joiner_taken, "the native URL accepts a joiner between letters that do not allow it", "concept-domain-to-ascii"),
    (
        _joiner_refused,
        "the native URL rejects a non-joiner between joining letters of scripts other than Arabic and Syriac",
        "concept-domain-to-ascii",
    ),
    (
        _xn_label,
        "the native URL checks what follows xn-- in an ASCII domain; since 2026, the standard only lowercases it",
        "concept-domain-to-ascii",
    ),
    (
        _xn_label_taken,
        "the native URL accepts an xn-- label that encodes only ASCII or another xn-- label",
        "concept-domain-to-ascii",
    ),
    (_bidi_rule, "the native URL accepts a domain that the bidi rule forbids", "concept-domain-to-ascii"),
    (
        _capital_sharp_s,
        "the native URL maps \u1e9e to ss, as tables older than Unicode 16 do, and not to \u00df",
        "concept-domain-to-ascii",
    ),
    (_no_file_host, "the native URL always drops the host of a file URL", "file-host-state"),
    (
        _begins_as_drive_letter,
        "the native URL treats a path segment that only starts like a Windows drive letter as one",
        "windows-drive-letter",
    ),
    (_credentials_alone, "the native URL accepts credentials without a host", "authority-state"),
    (_port_refuses_host, "the native host setter ignores a host and port if the port is not a number", "port-state"),
    (
        _zero_x,
        "the native URL rejects 0x without digits in an IPv4 address; the standard reads it as zero",
        "ipv4-number-parser",
    ),
    (
        _symbols_in_host,
        "the native URL rejects symbols in a host that the standard does not forbid",
        "forbidden-domain-code-point",
    ),
    (
        _opaque_host_refused,
        "the native URL rejects code points in an opaque host that the standard percent-encodes",
        "concept-opaque-host-parser",
    ),
    (
        _domain_of_newer_tables,
        "the native URL rejects a domain that the newest tables of UTS 46 allow",
        "concept-domain-to-ascii",
    ),
    (
        _spaces_in_base64,
        "the native URL drops the spaces of a data URL in base64",
        "cannot-be-a-base-url-path-state",
    ),
    (
        _spaces_stripped,
        "the native URL strips all spaces at the end of an opaque path; the standard keeps one as %20",
        "cannot-be-a-base-url-path-state",
    ),
    (
        _path_like_authority_alone,
        "the native pathname setter loses the query and fragment when it adds /. to the path",
        "dom-url-pathname",
    ),
    (
        _dots_of_pathname,
        "the native URL's pathname lacks the /. of a path that starts with a segment like .a",
        "dom-url-pathname",
    ),
    (
        _slash_before_tab,
        "the native pathname setter adds the leading / before it removes tabs and newlines",
        "dom-url-pathname",
    ),
    (_empty_path, "the native URL makes a path empty if .. leads to its root; the standard keeps the /", "path-state"),
    (
        _empty_path_filled,
        "the native URL gives a URL with credentials and an empty path the path /",
        "path-start-state",
    ),
    (_path_never_empty, "the native pathname setter turns an empty path into /", "dom-url-pathname"),
    (_path_made_opaque, "the native pathname setter drops the / at the start of the path", "dom-url-pathname"),
    (
        _dot_written_before_path,
        "the native pathname setter keeps the /. that was before the old path",
        "dom-url-pathname",
    ),
    (
        _backslash_in_pathname,
        "the native pathname setter percent-encodes a \\ that the standard reads as / in a special URL",
        "path-state",
    ),
    (_largest_port, "the native port setter ignores the port 65535", "dom-url-port"),
    (_null_in_port, "the native URL accepts U+0000 in a port", "port-state"),
    (
        _dots_in_pathname,
        "the native URL's pathname has the /. that the serializer puts before a path that begins with //",
        "dom-url-pathname",
    ),
    (_dot_segments_kept, "the native URL does not resolve .. in the path of URLs with this scheme", "path-state"),
    (
        _tab_before_hash,
        "the native hash setter removes tabs and newlines before it looks for the leading #",
        "dom-url-hash",
    ),
    (
        _less_encoded,
        "the native URL does not percent-encode what the standard does in URLs with this scheme",
        "percent-encoded-bytes",
    ),
    (
        _controls_in_opaque_host,
        "the native URL does not percent-encode controls in an opaque host",
        "concept-opaque-host-parser",
    ),
    (
        _tab_before_path,
        "the native URL rejects a tab or newline before the path of a URL with this scheme",
        "concept-basic-url-parser",
    ),
    (_scheme_kept, "the native protocol setter does not change the scheme of such a URL", "dom-url-protocol"),
    (_host_never_set, "the native host and hostname setters do nothing in URLs with this scheme", "host-state"),
    (
        _path_set_over_host,
        "the native pathname setter replaces the host too in URLs with this scheme",
        "dom-url-pathname",
    ),
    (
        _query_doubled,
        "the native URL writes the query of a base without a path twice if only a fragment is resolved against it",
        "no-scheme-state",
    ),
    (
        _fragment_of_base_kept,
        "the native URL keeps the fragment of a base without a path if only a fragment is resolved against it",
        "no-scheme-state",
    ),
    (
        _dots_behind_host,
        "the native URL removes dot segments from a query or fragment that follows the host of a reference",
        "path-state",
    ),
    (
        _dots_as_host,
        "the native URL treats a host of dots after a \\ as a dot segment",
        "path-state",
    ),
    (
        _host_of_setter_lost,
        "the native URL loses an empty host that a setter gave it as soon as another member is set",
        "host-state",
    ),
    (
        _several_at_once,
        "the native URL percent-encodes ' or |, keeps ^ or drops slashes of a file URL: several of these at once",
        "percent-encoded-bytes",
    ),
    (_reverse_solidus, "the native URL treats \\ as / in a URL that is not special", "path-state"),
]
