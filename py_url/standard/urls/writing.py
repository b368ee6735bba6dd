"""§4.3 URL writing: the grammar of valid URL strings, with a function for each production.

Each function takes a str, raises TypeError for any other type, and returns whether the string matches. Functions for
relative URLs also take a base URL: a str, a URL or a URLRecord. The grammar is implemented without the parser, so that
tests can compare the two. A lone surrogate is not a URL code point, so a string that contains one is not valid.
https://url.spec.whatwg.org/#url-writing
"""

from __future__ import annotations

import re

from py_url.standard.hosts.writing import is_valid_host_string, is_valid_opaque_host_string, takes_a_str
from py_url.standard.infra.code_points import ASCII_DIGITS
from py_url.standard.infra.url_units import NOT_URL_UNIT
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord, has_opaque_path, is_special
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, port_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_URL_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")
_URL_SCHEME_AND_COLON = re.compile(f"{_URL_SCHEME.pattern}:")


# https://url.spec.whatwg.org/#valid-url-string
@takes_a_str
def is_valid_url_string(string: str, /, base: str | URLRecord | HasRecord | None = None) -> bool:
    """§4.3 Return whether *string* is a *valid URL string*. Without a *base* URL, it must be absolute.

    Raises:
        InvalidURL: If *base* does not parse.
        TypeError: For an argument of any other type.

    >>> is_valid_url_string("https://h/a b")
    False
    """
    if base is not None and is_relative_url_with_fragment_string(string, base):
        return True
    return is_absolute_url_with_fragment_string(string)


# https://url.spec.whatwg.org/#absolute-url-with-fragment-string
@takes_a_str
def is_absolute_url_with_fragment_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is an *absolute-URL-with-fragment string*.

    >>> is_absolute_url_with_fragment_string("https://h/a#b")
    True
    """
    return _with_optional("#", is_url_fragment_string, string, is_absolute_url_string)


# https://url.spec.whatwg.org/#absolute-url-string
@takes_a_str
def is_absolute_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is an *absolute-URL string*.

    >>> is_absolute_url_string("https://h/a#b")
    False
    """
    return _with_optional("?", is_url_query_string, string, _is_absolute_url_without_query)


def _is_absolute_url_without_query(string: str) -> bool:
    scheme, colon, rest = string.partition(":")
    if not colon or not is_url_scheme_string(scheme):
        return False
    scheme = scheme.lower()
    if scheme == "file":
        return is_scheme_relative_file_url_string(rest)
    if scheme in SPECIAL_SCHEMES:
        return is_scheme_relative_special_url_string(rest)
    return (
        is_scheme_relative_url_string(rest)
        or is_path_absolute_non_authority_url_string(rest)
        or is_opaque_path_url_string(rest)
    )


# https://url.spec.whatwg.org/#url-scheme-string
@takes_a_str
def is_url_scheme_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *URL-scheme string*.

    >>> is_url_scheme_string("1a")
    False
    """
    return _URL_SCHEME.fullmatch(string) is not None


# https://url.spec.whatwg.org/#relative-url-with-fragment-string
@takes_a_str
def is_relative_url_with_fragment_string(string: str, /, base: str | URLRecord | HasRecord) -> bool:
    """§4.3 Return whether *string* is a *relative-URL-with-fragment string* for *base*.

    Raises the errors of `is_valid_url_string`.

    >>> is_relative_url_with_fragment_string("a#b", "https://h/")
    True
    """
    record = record_of(base, "base URL")
    if has_opaque_path(record):
        return string[:1] == "#" and is_url_fragment_string(string[1:])
    return _with_optional("#", is_url_fragment_string, string, lambda rest: is_relative_url_string(rest, record))


# https://url.spec.whatwg.org/#relative-url-string
@takes_a_str
def is_relative_url_string(string: str, /, base: str | URLRecord | HasRecord) -> bool:
    """§4.3 Return whether *string* is a *relative-URL string* for *base*.

    Raises the errors of `is_valid_url_string`.

    >>> is_relative_url_string("a?b", "https://h/")
    True
    """
    record = record_of(base, "base URL")
    if record.scheme == "file":
        is_scheme_relative = is_scheme_relative_file_url_string
    elif is_special(record):
        is_scheme_relative = is_scheme_relative_special_url_string
    else:
        is_scheme_relative = is_scheme_relative_url_string

    def is_relative_url_without_query(rest: str) -> bool:
        return (
            is_path_absolute_non_authority_url_string(rest)
            or is_path_relative_scheme_less_url_string(rest)
            or is_scheme_relative(rest)
        )

    return _with_optional("?", is_url_query_string, string, is_relative_url_without_query)


# https://url.spec.whatwg.org/#scheme-relative-special-url-string
@takes_a_str
def is_scheme_relative_special_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *scheme-relative-special-URL string*.

    This is ``//`` and a host, with an optional port and path.

    >>> is_scheme_relative_special_url_string("//h/a")
    True
    """
    authority, path = _after_two_solidi(string)
    return authority is not None and _is_host_and_port(authority, is_valid_host_string) and _is_optional_path(path)


# https://url.spec.whatwg.org/#url-port-string
@takes_a_str
def is_url_port_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *URL-port string*: empty, or the digits of a 16-bit number.

    >>> is_url_port_string("65536")
    False
    """
    return string == "" or (ASCII_DIGITS.fullmatch(string) is not None and port_number(string) is not None)


# https://url.spec.whatwg.org/#scheme-relative-url-string
@takes_a_str
def is_scheme_relative_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *scheme-relative-URL string*.

    This is ``//``, with an optional opaque host and port and an optional path.

    >>> is_scheme_relative_url_string("///a")
    True
    """
    authority, path = _after_two_solidi(string)
    return authority is not None and is_opaque_host_and_port_string(authority) and _is_optional_path(path)


# https://url.spec.whatwg.org/#opaque-host-and-port-string
@takes_a_str
def is_opaque_host_and_port_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is an *opaque-host-and-port string*.

    >>> is_opaque_host_and_port_string("h:80")
    True
    """
    return string == "" or _is_host_and_port(string, is_valid_opaque_host_string)


# https://url.spec.whatwg.org/#scheme-relative-file-url-string
@takes_a_str
def is_scheme_relative_file_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *scheme-relative-file-URL string*.

    This is ``//``, with an optional host and an optional path.

    >>> is_scheme_relative_file_url_string("///a")
    True
    """
    host, path = _after_two_solidi(string)
    return host is not None and (host == "" or is_valid_host_string(host)) and _is_optional_path(path)


# https://url.spec.whatwg.org/#path-absolute-url-string
@takes_a_str
def is_path_absolute_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *path-absolute-URL string*.

    >>> is_path_absolute_url_string("/a/b")
    True
    """
    return string[:1] == "/" and _are_path_segments(string)


# https://url.spec.whatwg.org/#path-absolute-non-authority-url-string
@takes_a_str
def is_path_absolute_non_authority_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *path-absolute-non-authority-URL string*: it does not start with ``//``.

    >>> is_path_absolute_non_authority_url_string("//h")
    False
    """
    return is_path_absolute_url_string(string) and string[:2] != "//"


# https://url.spec.whatwg.org/#path-relative-url-string
@takes_a_str
def is_path_relative_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *path-relative-URL string*.

    >>> is_path_relative_url_string("a/b")
    True
    """
    return string[:1] != "/" and _are_path_segments(string)


# https://url.spec.whatwg.org/#path-relative-scheme-less-url-string
@takes_a_str
def is_path_relative_scheme_less_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *path-relative-scheme-less-URL string*.

    Such a string does not start with a scheme and ``:``.

    >>> is_path_relative_scheme_less_url_string("a:b")
    False
    """
    return is_path_relative_url_string(string) and not _URL_SCHEME_AND_COLON.match(string)


# https://url.spec.whatwg.org/#opaque-path-url-string
@takes_a_str
def is_opaque_path_url_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is an *opaque-path-URL string*.

    >>> is_opaque_path_url_string("mailto:a@h")
    True
    """
    return string[:1] != "/" and "?" not in string and _are_url_units(string)


# https://url.spec.whatwg.org/#url-path-segment-string
@takes_a_str
def is_url_path_segment_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *URL-path-segment string*. A dot segment is one too.

    >>> is_url_path_segment_string("a/b")
    False
    """
    return "/" not in string and _are_path_segments(string)


# https://url.spec.whatwg.org/#url-query-string
@takes_a_str
def is_url_query_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *URL-query string*.

    >>> is_url_query_string("a?b")
    True
    """
    return _are_url_units(string)


# https://url.spec.whatwg.org/#url-fragment-string
@takes_a_str
def is_url_fragment_string(string: str, /) -> bool:
    """§4.3 Return whether *string* is a *URL-fragment string*.

    >>> is_url_fragment_string("a#b")
    False
    """
    return _are_url_units(string)


def _are_url_units(string: str) -> bool:
    """Return whether *string* is zero or more *URL units*, that is, URL code points and percent-encoded bytes.

    https://url.spec.whatwg.org/#url-units
    """
    return NOT_URL_UNIT.search(string) is None


def _are_path_segments(string: str) -> bool:
    return "?" not in string and _are_url_units(string)


def _with_optional(
    delimiter: str, is_part: Callable[[str], bool], string: str, is_before: Callable[[str], bool]
) -> bool:
    """Return whether *is_before* accepts *string* up to *delimiter*, and *is_part* accepts what follows it, if any."""
    before, found, part = string.partition(delimiter)
    return is_before(before) and (not found or is_part(part))


def _after_two_solidi(string: str) -> tuple[str | None, str]:
    """Return what is between ``//`` and the next ``/``, or None if there is no ``//``, and the rest from that ``/``."""
    if string[:2] != "//":
        return None, ""
    authority, solidus, rest = string[2:].partition("/")
    return authority, solidus + rest


def _is_host_and_port(string: str, is_host: Callable[[str], bool]) -> bool:
    # A host contains ":" only inside brackets.
    end = string.rfind("]") + 1
    host, _, port = string[end:].partition(":")
    return is_host(string[:end] + host) and is_url_port_string(port)


def _is_optional_path(string: str) -> bool:
    return string == "" or is_path_absolute_url_string(string)
