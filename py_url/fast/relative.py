"""References, resolved against a base URL that the fast path completes and that is special."""

from __future__ import annotations

from functools import lru_cache

from py_url.fast.canonical import FAILS, PATH, QUERY_AND_FRAGMENT, href_of_canonical, pattern
from py_url.fast.special import (
    MAX_CACHED,
    begins_with_scheme,
    cleaned,
    encode_fragment,
    encode_query,
    href_of_absolute,
    other_fails,
    serialized_path,
)
from py_url.standard.urls.components import DEFAULT_PORTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

# The no scheme, relative and relative slash states: a path, absolute or not, or only a query or a fragment. A ":" in
# the first segment of a path could end a scheme, so there is none.
_is_canonical_reference = pattern(r"(?! // | [^:/?\#]*+ : ) (?= [^.%] )", PATH, QUERY_AND_FRAGMENT).fullmatch
# A page is the base URL of many references.
_BASES_CACHED = 256


def href_of(input: str, base: str | None = None) -> str | None:
    """The serialization of *input*, relative to what the string *base* parses to if one is given; None if they are for
    the parser, or FAILS if one of them does not parse.
    """
    if base is None:
        return href_of_absolute(input)
    # A base URL with credentials is not kept: they would stay in memory long after the program has let go of them.
    parts = _cached_parts_of_base(base) if len(base) <= MAX_CACHED and "@" not in base else _parts_of_base(base)
    if not parts:
        return FAILS if parts == FAILS else _href_with_other_base(cleaned(input), cleaned(base))
    origin, directory, page, before_fragment = parts
    path = input
    # Most of the dot segments of references are at the beginning.
    if input[:1] == ".":
        start, end = 2 if input.startswith("./") else 0, len(directory)
        while input.startswith("../", start):
            start += 3
            end = max(directory.rfind("/", len(origin), end - 1), len(origin)) + 1
        path, directory = input[start:], directory[:end]
    if _is_canonical_reference(path) is not None:
        first = path[0]
        if first not in "/?#":
            return f"{directory}{path}"
        if path is input:
            return f"{origin if first == '/' else page if first == '?' else before_fragment}{input}"
    if ":" in input and (href := href_of_canonical(input)) is not None:
        return href
    if input.startswith("//"):
        input = f"{origin.partition(':')[0]}:{input}"
        return href_of_canonical(input) or href_of_absolute(input)
    return _href_of_cleaned(cleaned(input), *parts)


def _href_of_cleaned(input: str, origin: str, directory: str, page: str, before_fragment: str) -> str | None:
    scheme = origin[: origin.index(":")]
    if ":" in input and (match := begins_with_scheme(input)) is not None:
        if match[1].lower() != scheme:
            return href_of_absolute(input)
        input = input[match.end() :]
        if input.startswith("//"):
            return href_of_absolute(f"{scheme}:{input}")
    path, hash, fragment = input.partition("#")
    path, question_mark, query = path.partition("?")
    if query:
        query = encode_query(query)
    if fragment:
        fragment = encode_fragment(fragment)
    if not path:
        return f"{f'{page}?{query}' if question_mark else before_fragment}{hash}{fragment}"
    if "\\" in path:
        path = path.replace("\\", "/")
    if path[0] != "/":
        path = directory[len(origin) :] + path
    elif path.startswith("//"):
        return href_of_absolute(f"{scheme}:{input}")
    return f"{origin}{serialized_path(path)}{question_mark}{query}{hash}{fragment}"


def _href_with_other_base(input: str, base: str) -> str | None:
    """As `href_of`, for a *base* that parses to a file URL or to one that is not special. Both are cleaned.

    It completes what does not depend on the base, and it finds every failure.
    """
    scheme, _, after_scheme = base.partition(":")
    scheme = scheme.lower()
    match = begins_with_scheme(input)
    if match is not None and (scheme != "file" or match[1].lower() != scheme):
        return href_of_absolute(input)
    if match is None:
        # Against an opaque path, there is nothing to resolve but a fragment.
        if scheme != "file" and after_scheme[:1] != "/":
            return None if input[:1] == "#" else FAILS
        input = f"{scheme}:{input}"
    rest = input[len(scheme) + 1 :].partition("#")[0].partition("?")[0]
    return FAILS if other_fails(input, scheme, rest) else None


def _parts_of_base(base: str) -> tuple[str, str, str, str] | Literal[""] | None:
    """Return four beginnings of the serialization of *base*: up to the path, up to the last "/" of the path with it, up
    to the query, and up to the fragment. None if the parser has to do it, FAILS if it does not parse.
    """
    href = href_of_canonical(base)
    if href is None:
        href = href_of_absolute(base)
        if href == FAILS:
            return ""
        if href is None or href.partition(":")[0] not in DEFAULT_PORTS:
            return None
    before_fragment = href.partition("#")[0]
    page = before_fragment.partition("?")[0]
    return page[: page.index("/", page.index("//") + 2)], page[: page.rindex("/") + 1], page, before_fragment


_cached_parts_of_base = lru_cache(_BASES_CACHED)(_parts_of_base)
