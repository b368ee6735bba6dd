"""The steps of which canonical forms consist. Each takes a serialized URL and returns one.

Only ``fold-www`` changes the host, and no step returns a string that the standard's parser would change: what it gives
parses to itself. The rungs are those of https://www.rfc-editor.org/rfc/rfc3986#section-6.2.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from py_url.api.url import URL
from py_url.canonical.tracking import is_tracking_parameter
from py_url.specs.rfc3986.characters import decode_unreserved, upper_case_percent_encodings
from py_url.specs.rfc3986.normalization import DEFAULT_PORTS
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_WEB = ("http://", "https://")


class Step(NamedTuple):
    """A step: its *name*, and what it *does* in a sentence."""

    name: str
    does: str


def _end_of_authority(href: str) -> int:
    """Return where the path of a serialized URL starts, or 0 if it has no authority."""
    start = href.find(":") + 1
    if not href.startswith("//", start):
        return 0
    ends = [end for end in (href.find(mark, start + 2) for mark in "/?#") if end >= 0]
    return min(ends, default=len(href))


def _parses_to_itself(href: str) -> bool:
    url = URL.parse(href)
    return url is not None and url.href == href


def _after_the_authority(change: Callable[[str], str], href: str) -> str:
    """Apply *change* to the path, query and fragment, unless the standard's parser would read the result otherwise."""
    if "%" not in href:
        return href
    start = _end_of_authority(href)
    changed = href[:start] + change(href[start:])
    return changed if changed == href or _parses_to_itself(changed) else href


def _decode_unreserved(href: str) -> str:
    return _after_the_authority(decode_unreserved, href)


def _upper_case(href: str) -> str:
    return _after_the_authority(upper_case_percent_encodings, href)


def _without_default_port(href: str) -> str:
    scheme = href[: href.find(":")]
    port = DEFAULT_PORTS.get(scheme)
    if port is None or scheme in SPECIAL_SCHEMES:
        return href
    end = _end_of_authority(href)
    before = href[:end].removesuffix(f":{port}")
    # A password may look like a port only in "u:80@", which does not end so.
    return before + href[end:] if before != href[:end] else href


def _with_root_path(href: str) -> str:
    end = _end_of_authority(href)
    if end and not href.startswith("/", end):
        changed = f"{href[:end]}/{href[end:]}"
        return changed if _parses_to_itself(changed) else href
    return href


def _without_fragment(href: str) -> str:
    return href.partition("#")[0]


def _without_anchor(href: str) -> str:
    before, _, fragment = href.partition("#")
    return href if fragment[:1] == "!" else before


def _query_of(href: str) -> tuple[str, str | None, str]:
    """Return what is before the "?" of a serialized URL, its query, or None, and its fragment with the "#"."""
    before, hash, fragment = href.partition("#")
    before, mark, query = before.partition("?")
    return before, query if mark else None, hash + fragment


def _with_pieces(href: str, change: Callable[[list[str]], list[str]]) -> str:
    """Apply *change* to what stands between the "&" of the query of a http(s) URL."""
    if "?" not in href or not href.startswith(_WEB):
        return href
    before, query, fragment = _query_of(href)
    if not query:
        return href
    return f"{before}?{'&'.join(change(query.split('&')))}{fragment}"


def _name_of(piece: str) -> bytes:
    name = piece.partition("=")[0]
    return percent_decode(name.replace("+", " ")) if "%" in name or "+" in name else name.encode()


def _sorted_query(href: str) -> str:
    return _with_pieces(href, lambda pieces: sorted(filter(None, pieces), key=_name_of))


def _without_tracking(href: str) -> str:
    def kept(pieces: list[str]) -> list[str]:
        return [piece for piece in pieces if not is_tracking_parameter(_name_of(piece).decode("utf-8", "replace"))]

    return _with_pieces(href, kept)


def _without_empty_query(href: str) -> str:
    before, query, fragment = _query_of(href)
    return before + fragment if query == "" and href.startswith(_WEB) else href


def _without_www(href: str) -> str:
    """Remove each "www." at the start of a domain that has a dot without it."""
    if not href.startswith(_WEB):
        return href
    start = href.find("//") + 2
    end = href.find("/", start)
    start = max(start, href.find("@", start, end) + 1)
    first, end = start, href.find(":", start, end) if ":" in href[start:end] else end
    while href.startswith("www.", start):
        start += 4
    while start > first and (href[start] == "." or "." not in href[start:end].strip(".")):
        start -= 4
    if start == first:
        return href
    changed = href[:first] + href[start:]
    return changed if _parses_to_itself(changed) else href


def _with_https(href: str) -> str:
    """Write https for http, if the URL has no port: another port is another service."""
    if not href.startswith("http://"):
        return href
    end = href.find("/", 7)
    host = href[href.find("@", 7, end) + 1 or 7 : end]
    has_port = ":" in host[host.find("]") + 1 :]
    return href if has_port else f"https{href[4:]}"


# What each step does, in a sentence and as a function from href to href.
_ALL: dict[str, tuple[str, Callable[[str], str]]] = {
    "href": ("parse the string as browsers do, and serialize the URL", str),
    "remove-fragment": ("remove '#' and what follows", _without_fragment),
    "remove-anchor": ("remove '#' and what follows, unless that begins with '!'", _without_anchor),
    "decode-unreserved": (
        "decode percent-encoded letters, digits, '-', '.', '_' and '~' after the host, if the result parses to itself "
        "(RFC 3986 §6.2.2.2)",
        _decode_unreserved,
    ),
    "upper-case-percent-encodings": (
        "write percent-encoded bytes after the host in upper case (RFC 3986 §6.2.2.1)",
        _upper_case,
    ),
    "remove-default-port": (
        "remove the default port of a scheme that the URL Standard does not know (RFC 3986 §6.2.3)",
        _without_default_port,
    ),
    "add-root-path": ("write '/' for an empty path after a host (RFC 3986 §6.2.3)", _with_root_path),
    "remove-tracking-parameters": (
        "remove TRACKING_PARAMETERS from the query of a http(s) URL",
        _without_tracking,
    ),
    "sort-query": (
        "sort the parameters of a http(s) URL by name; equal names keep their order, and empty ones go",
        _sorted_query,
    ),
    "remove-empty-query": ("remove the '?' of a http(s) URL if nothing follows it", _without_empty_query),
    "fold-www": (
        "remove 'www.' before a domain of a http(s) URL, if what is left has a dot; this is another host",
        _without_www,
    ),
    "fold-scheme": ("write https for http, if the URL has no port", _with_https),
}

#: The steps by name.
STEPS: Mapping[str, Step] = MappingProxyType({name: Step(name, does) for name, (does, _) in _ALL.items()})

#: The function of each step, from href to href.
FUNCTIONS: Mapping[str, Callable[[str], str]] = MappingProxyType({name: apply for name, (_, apply) in _ALL.items()})
