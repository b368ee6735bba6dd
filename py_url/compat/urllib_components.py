"""Between a URL or a relative reference and its five components, for `py_url.compat.urllib_parse`, which has the API.

Everything here is a str. A component that is missing is None. https://docs.python.org/3/library/urllib.parse.html
"""

from __future__ import annotations

import re
from typing import TypeAlias
from urllib.parse import uses_netloc

from py_url.api.url import URL
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls import components as _components
from py_url.standard.urls.parser import parse_or_raise
from py_url.standard.urls.record import serialize
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

# The five components; None means one that is missing.
Parts: TypeAlias = tuple[str | None, str | None, str, str | None, str | None]

_SCHEME_AND_COLON = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")


def split(text: str, default: str, allow_fragments: bool) -> Parts:
    """Return the components of a URL or a relative reference, which gets the scheme *default*. Raises InvalidURL."""
    stripped = without_tabs_and_newlines(scalar_value_string(text).strip(C0_CONTROL_OR_SPACE))
    if _SCHEME_AND_COLON.match(stripped):
        parts = _of_href(URL(text).href)
    else:
        parts = _split_reference(stripped, without_tabs_and_newlines(default.strip(C0_CONTROL_OR_SPACE)))
    scheme, netloc, path, query, fragment = parts
    if allow_fragments or fragment is None:
        return parts
    # The host ends at the "#" all the same.
    rest = f"%23{fragment.replace('#', '%23')}"
    if query is None:
        return scheme, netloc, path + rest, None, None
    return scheme, netloc, path, query + rest, None


def _of_href(href: str) -> Parts:
    protocol, userinfo, host, pathname, search, hash = _components.split(href)
    before, number_sign, _ = href.partition("#")
    has_host = host or href.startswith("//", len(protocol))
    return (
        *(protocol[:-1], (f"{userinfo}@{host}" if userinfo else host) if has_host else None, pathname),
        *(search[1:] if search or "?" in before else None, hash[1:] if number_sign else None),
    )


def _in_page(text: str, scheme: str) -> str:
    """Return the href of *text* in a page whose URL has that scheme. Raises InvalidURL."""
    return serialize(parse_or_raise(text, parse_or_raise(f"{scheme}://h/", None, "default scheme"), "URL"))


def _split_reference(text: str, scheme: str) -> Parts:
    """Split a relative reference, which gets *scheme*."""
    of_page = scheme.lower() or "https"
    is_special = of_page in SPECIAL_SCHEMES
    rest, number_sign, fragment = text.partition("#")
    path, question_mark, query = rest.partition("?")
    if is_special:
        path = path.replace("\\", "/")
    if path.startswith("//"):
        href = _in_page(text, of_page)
        if not scheme and not URL(href).port:
            # The default port of a scheme that is not known stays.
            href = _in_page(text, "http")
        return scheme or None, *_of_href(href)[1:]
    query_set = SPECIAL_QUERY_PERCENT_ENCODE_SET if is_special else QUERY_PERCENT_ENCODE_SET
    return (
        *(scheme or None, None, PATH_PERCENT_ENCODE_SET.encode(path)),
        *(query_set.encode(query) if question_mark else None,),
        *(FRAGMENT_PERCENT_ENCODE_SET.encode(fragment) if number_sign else None,),
    )


def unsplit(scheme: str, netloc: str | None, path: str, after: tuple[str | None, str | None], keeps: bool) -> str:
    """Return the URL of components; *after* is the query and the fragment. Raises InvalidURL and ValueError."""
    if scheme and not _SCHEME_AND_COLON.fullmatch(f"{scheme}:"):
        raise InvalidURL(
            scheme, what="scheme", reason="it is an ASCII letter and then ASCII letters, digits, '+', '-' and '.'"
        )
    scheme = scheme.lower()
    is_special = (scheme or "https") in SPECIAL_SCHEMES
    if scheme:
        path = without_tabs_and_newlines(path)  # as the parser does: what they part may be "//"
    path = path.replace("?", "%3F").replace("#", "%23")
    for delimiter in "/?#\\" if is_special else "/?#":
        if delimiter in (netloc or ""):
            raise ValueError(f"the netloc has {delimiter!r} in it, which ends it; write it without")
    query, fragment = after
    tail = _tail(None if query is None else query.replace("#", "%23"), fragment)
    has_root = path.startswith(("/", "\\") if is_special else "/")
    if is_special and scheme not in ("", "file") and not netloc:
        parse_or_raise(f"{scheme}://", None, "URL")  # raises, as a host is missing
    if is_special and not netloc:
        netloc = "" if scheme == "file" else None
    elif not netloc and not keeps and (path.startswith("//") or (scheme in uses_netloc and (has_root or not path))):
        netloc = ""
    if netloc is not None:
        start = f"//{netloc}{path if has_root or not (path or scheme == 'file') else '/' + path}"
    elif path.startswith(("//", "/\\", "\\\\", "\\/") if is_special else "//"):
        start = f"/.{path}"  # or the path would be read as a host
    else:
        start = path
    if scheme:
        return serialize(parse_or_raise(f"{scheme}:{start}{tail}", None, "URL"))
    if not netloc and _SCHEME_AND_COLON.match(path):
        start = f"./{start}"  # or the path would be read as a scheme
    return _reference(f"{start}{tail}")


def _tail(query: str | None, fragment: str | None) -> str:
    return f"{'' if query is None else f'?{query}'}{'' if fragment is None else f'#{fragment}'}"


def _reference(text: str) -> str:
    """Return a relative reference as `urlsplit` reads it."""
    _, netloc, path, query, fragment = _split_reference(text, "")
    return f"{'' if netloc is None else f'//{netloc}'}{path}{_tail(query, fragment)}"


def whole(text: str) -> str:
    """Return a URL or a relative reference as `urlsplit` reads it."""
    stripped = without_tabs_and_newlines(scalar_value_string(text).strip(C0_CONTROL_OR_SPACE))
    return URL(text).href if _SCHEME_AND_COLON.match(stripped) else _reference(stripped)
