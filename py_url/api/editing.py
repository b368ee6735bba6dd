"""§6.1, in the manner of yarl and pathlib: the paths and queries that the editing methods of `URL` give it.

Each function takes an href and returns a string that parses to the edited URL, or a part of the href. What stays is
copied byte for byte, and what is added is percent-encoded with the standard's sets, but a "%" stays as it is: no byte
is percent-encoded twice. Raises InvalidURL for what cannot be done.
https://url.spec.whatwg.org/#url-path-segment
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.foreign import kind_of
from py_url.standard.infra.integers import integer_of
from py_url.standard.infra.percent_encoding import (
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    percent_decode,
)
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urlencoded import list_of_pairs, parse_urlencoded, serialize_list
from py_url.standard.urls import components
from py_url.standard.urls.record import (
    DOUBLE_DOT_SEGMENTS,
    NORMALIZED_WINDOWS_DRIVE_LETTER,
    SINGLE_DOT_SEGMENTS,
    is_special,
    serialize,
)
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from py_url.standard.urlencoded import Pairs
    from py_url.standard.urls.record import URLRecord

# What ends a segment, in addition to the members of the path percent-encode set.
_SEGMENT_PERCENT_ENCODE_SET = PATH_PERCENT_ENCODE_SET.extended("segment percent-encode set", "/")
_SPECIAL_SEGMENT_PERCENT_ENCODE_SET = PATH_PERCENT_ENCODE_SET.extended("special-segment percent-encode set", "/\\")


def segments(href: str) -> tuple[str, ...]:
    """The segments of the path, percent-encoded; none if it is opaque."""
    path = components.split(href)[3]
    return tuple(path[1:].split("/")) if path.startswith("/") else ()


def name(href: str) -> str:
    """The last segment, or ``""``."""
    return (segments(href) or ("",))[-1]


def suffix(href: str) -> str:
    """The last "." of the last segment and what follows, unless it is the first or the last character."""
    last = name(href)
    dot = last.rfind(".")
    return last[dot:] if 0 < dot < len(last) - 1 else ""


def parent(href: str) -> str:
    """The URL without its last segment, as §4.1 *shorten a url's path* leaves it, and without query and fragment.

    Raises InvalidURL if the path is opaque.
    """
    url, path = _url_and_path(href, "has no parent")
    if path and not _is_drive(url, path):
        # An empty list would make a URL without a host opaque.
        url.path = path[:-1] or [""]
    return _without_query_and_fragment(url)


def with_segments(href: str, more: Sequence[str]) -> str:
    """The URL with more segments, each in place of an empty last one, and without query and fragment.

    Raises InvalidURL if the path is opaque or a segment is one or two dots, and TypeError if a segment is not a str.
    """
    url, path = _url_and_path(href, "takes no segments")
    if not more:
        return href
    for segment in more:
        encoded = _encoded(url, segment)
        if path and path[-1] == "":
            path.pop()
        path.append(encoded)
    return _without_query_and_fragment(url)


def with_name(href: str, name: str) -> str:
    """The URL with another last segment; its query and fragment stay. A drive letter is not a name."""
    url, path = _url_and_path(href, "takes no name")
    encoded = _encoded(url, name)
    if path and not _is_drive(url, path):
        path.pop()
    path.append(encoded)
    return serialize(url)


def _encoded(url: URLRecord, segment: str) -> str:
    percent_encode_set = _SPECIAL_SEGMENT_PERCENT_ENCODE_SET if is_special(url) else _SEGMENT_PERCENT_ENCODE_SET
    encoded = percent_encode_set.encode(scalar_value_string(expect_segment(segment)))
    if encoded in SINGLE_DOT_SEGMENTS or encoded in DOUBLE_DOT_SEGMENTS:
        raise InvalidURL(
            segment, what="path segment", reason="it is read as a step in the path, not as a name; use 'parent'"
        )
    return encoded


def expect_segment(segment: object) -> str:
    """Return *segment* if it is a str. Raises TypeError, which says what to write."""
    if isinstance(segment, str):
        return segment
    instead = ""
    if integer_of(segment) is not None:
        instead = "; write str(...)"
    elif isinstance(segment, bytes | bytearray):
        instead = "; decode it first"
    elif hasattr(segment, "__fspath__"):
        instead = "; write joinpath(*path.parts)"
    elif isinstance(segment, list | tuple):
        instead = "; write joinpath(*segments)"
    elif hasattr(segment, "to_record"):
        instead = "; write URL(reference, base) to resolve one URL relative to another"
    raise TypeError(f"a segment must be a str, not {kind_of(segment)}{instead}")


def decoded(part: str, what: str) -> str:
    """A part of a URL, percent-decoded. Raises InvalidURL if the bytes are not UTF-8."""
    if "%" not in part:
        return part
    try:
        return percent_decode(part).decode()
    except UnicodeDecodeError:
        shown = part if what == "path segment" else "***"
        reason = "its bytes are not UTF-8; percent_decode of py_url.standard returns them"
        raise InvalidURL(shown, what=what, reason=reason) from None


def _url_and_path(href: str, cannot: str) -> tuple[URLRecord, list[str]]:
    """The record of *href*, and its path, which must be a list of segments."""
    url = components.to_record(href)
    if isinstance(url.path, str):
        raise InvalidURL(href, reason=f"its path is opaque, so it {cannot}")
    return url, url.path


def _is_drive(url: URLRecord, path: list[str]) -> bool:
    return url.scheme == "file" and len(path) == 1 and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(path[0]) is not None


def _without_query_and_fragment(url: URLRecord) -> str:
    url.query = url.fragment = None
    return serialize(url)


def with_query(href: str, query: str | Pairs | None, params: Mapping[str, str | int]) -> str:
    """The URL with this query and these parameters after it. If both are empty, the query is removed.

    Raises TypeError if an argument has another type.
    """
    return _with_search(href, _joined(_as_query(href, query), serialize_list(list_of_pairs(params))))


def extend_query(href: str, query: str | Pairs | None, params: Mapping[str, str | int]) -> str:
    """The URL with this query and these parameters after those that it has."""
    more = _joined(_as_query(href, query), serialize_list(list_of_pairs(params)))
    return _with_search(href, _joined(components.split(href)[4][1:], more)) if more else href


def _joined(*queries: str) -> str:
    return "&".join(filter(None, queries))


def _as_query(href: str, query: str | Pairs | None) -> str:
    if not isinstance(query, str):
        return "" if query is None else serialize_list(list_of_pairs(query))
    # It stands there as it is, and only what a query cannot hold is percent-encoded.
    special = href.partition(":")[0] in SPECIAL_SCHEMES
    percent_encode_set = SPECIAL_QUERY_PERCENT_ENCODE_SET if special else QUERY_PERCENT_ENCODE_SET
    return percent_encode_set.encode(scalar_value_string(query).removeprefix("?"))


def update_query(href: str, query: str | Pairs | None, params: Mapping[str, str | int]) -> str:
    """The URL with the given pairs in place of those with the same names.

    Raises TypeError if an argument has another type.
    """
    if isinstance(query, str):
        query = parse_urlencoded(scalar_value_string(query).removeprefix("?"))
    pairs = list_of_pairs(() if query is None else query) + list_of_pairs(params)
    if not pairs:
        return href
    new: dict[str | None, list[tuple[str, str]]] = {}
    for pair in pairs:
        new.setdefault(pair[0], []).append(pair)
    # How many of the new pairs of each name stand in the place of an old one.
    placed = dict.fromkeys(new, 0)
    kept = []
    for piece in _pieces(href):
        name = _name_of(piece)
        if name not in new:
            kept.append(piece)
        elif placed[name] < len(new[name]):
            kept.append(serialize_list([new[name][placed[name]]]))
            placed[name] += 1
    rest = []
    for pair in pairs:
        placed[pair[0]] -= 1
        if placed[pair[0]] < 0:
            rest.append(pair)
    return _with_search(href, "&".join([*kept, serialize_list(rest)] if rest else kept))


def without_query(href: str, names: Sequence[str]) -> str:
    r"""The URL without the pairs whose name matches one of *names*, in which "*" stands for any characters, ``\*`` for
    "*", and ``\\`` for a backslash.

    Raises TypeError if there are no names, or one is not a str.
    """
    patterns = [_pattern_of(name) for name in names]
    if not patterns:
        raise TypeError("without_query() takes at least one name; with_query(None) removes the whole query")
    pieces = _pieces(href)
    kept = [piece for piece in pieces if not piece or not _matches_any(_name_of(piece), patterns)]
    if len(kept) == len(pieces):
        return href
    return _with_search(href, "&".join(kept) if any(kept) else "")


def _pattern_of(name: object) -> list[str]:
    """The strings between the "*" of a pattern."""
    if not isinstance(name, str):
        instead = "; write without_query(*names)" if isinstance(name, Iterable) else ""
        raise TypeError(f"the name of a parameter must be a str, not {type(name).__name__}{instead}")
    pattern = [""]
    for piece in re.findall(r"\\[*\\]|\*|[^*\\]+|\\", scalar_value_string(name)):
        if piece == "*":
            pattern.append("")
        else:
            pattern[-1] += piece[1:] if piece in (r"\*", r"\\") else piece
    return pattern


def _pieces(href: str) -> list[str]:
    """What stands between the "&" of the query."""
    search = components.split(href)[4]
    return search[1:].split("&") if search else []


def _name_of(piece: str) -> str | None:
    """The name of a pair as it stands in a query, or None if *piece* is empty."""
    pairs = parse_urlencoded(piece)
    return pairs[0][0] if pairs else None


def _matches_any(name: str | None, patterns: Sequence[Sequence[str]]) -> bool:
    return name is not None and any(_matches(name, pattern) for pattern in patterns)


def _matches(name: str, pattern: Sequence[str]) -> bool:
    """Whether *name* is made of these strings and of anything between them. Takes one pass, whatever the pattern."""
    first, *others = pattern
    if not others:
        return name == first
    *middle, last = others
    if len(name) < len(first) + len(last) or not name.startswith(first) or not name.endswith(last):
        return False
    start, end = len(first), len(name) - len(last)
    for string in middle:
        start = name.find(string, start, end)
        if start < 0:
            return False
        start += len(string)
    return True


def _with_search(href: str, query: str) -> str:
    """The href with this query, which is percent-encoded; an empty one is removed."""
    before_fragment, hash, fragment = href.partition("#")
    before_query = before_fragment.partition("?")[0]
    return f"{before_query}{'?' if query else ''}{query}{hash}{fragment}"
