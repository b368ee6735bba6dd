"""References, resolved against a base URL that the fast path completes and that is special."""

from __future__ import annotations

from functools import lru_cache

from py_url.fast.canonical import href_of_canonical, is_canonical_reference
from py_url.fast.special import DEFAULT_PORTS, FAILS, MAX_CACHED, begins_with_scheme, cleaned, href_of_absolute, joined
from py_url.standard.infra.percent_encoding import FRAGMENT_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

# A page is the base URL of many references.
_BASES_CACHED = 256


def href_of_reference(input: str, base: str) -> str | None:
    """The serialization of *input* relative to what the string *base* parses to; None if they are for the parser, or
    FAILS if one of them does not parse.
    """
    # A base URL with credentials is not kept: they would stay in memory long after the program has let go of them.
    parts = _cached_parts_of_base(base) if len(base) <= MAX_CACHED and "@" not in base else _parts_of_base(base)
    if not parts:
        return parts
    origin, directory, _ = parts
    start, end = 0, len(directory)
    # Most of the dot segments of references are at the beginning.
    while input.startswith("../", start):
        start += 3
        end = max(directory.rfind("/", len(origin), end - 1), len(origin)) + 1
    path = input[start:]
    if is_canonical_reference(path) is not None:
        if path[0] != "/":
            return f"{directory[:end]}{path}"
        if start == 0:
            return f"{origin}{path}"
    if ":" in input and (href := href_of_canonical(input)) is not None:
        return href
    return _href_of_cleaned(cleaned(input), *parts)


def _href_of_cleaned(input: str, origin: str, directory: str, href: str) -> str | None:
    scheme = origin[: origin.index(":")]
    if ":" in input and (match := begins_with_scheme(input)) is not None:
        if match[1].lower() != scheme:
            return href_of_absolute(input)
        input = input[match.end() :]
        if input.startswith("//"):
            return href_of_absolute(f"{scheme}:{input}")
    path, hash, fragment = input.partition("#")
    path, question_mark, query = path.partition("?")
    if not path:
        href = href.partition("#")[0]
        if question_mark:
            href = f"{href.partition('?')[0]}?{SPECIAL_QUERY_PERCENT_ENCODE_SET.encode(query)}"
        return f"{href}#{FRAGMENT_PERCENT_ENCODE_SET.encode(fragment)}" if hash else href
    if "\\" in path:
        path = path.replace("\\", "/")
    if path[0] != "/":
        path = directory[len(origin) :] + path
    elif path.startswith("//"):
        return href_of_absolute(f"{scheme}:{input}")
    return joined(origin, path, query if question_mark else None, fragment if hash else None)


def _parts_of_base(base: str) -> tuple[str, str, str] | Literal[""] | None:
    """Of the serialization of *base*: what is before the path, what ends with the path's last "/", and all of it.
    Otherwise None or FAILS.
    """
    href = href_of_absolute(base)
    if href == FAILS:
        return ""
    if href is None or href.partition(":")[0] not in DEFAULT_PORTS:
        return None
    path = href.index("/", href.index("//") + 2)
    before_query = href.partition("#")[0].partition("?")[0]
    return href[:path], before_query[: before_query.rindex("/") + 1], href


_cached_parts_of_base = lru_cache(_BASES_CACHED)(_parts_of_base)
