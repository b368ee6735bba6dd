"""§3.4 Host writing and §4.3 URL writing in an older edition: the productions that were different.

Each function takes an edition and a string without surrogate pairs, and returns whether the string matches. Two of the
valid strings in the text's own table of examples did not match the grammar of the time. The examples decide,
because the parser reports no error for them either.
https://url.spec.whatwg.org/#host-writing and https://url.spec.whatwg.org/#url-writing
"""

from __future__ import annotations

import re

from py_url.editions.changes import (
    EMPTY_SEGMENTS,
    ERRORS_LIKE_THE_GRAMMAR,
    FOUR_IPV4_PARTS,
    IPV6_LEADING_ZEROS,
    NON_AUTHORITY_PATHS,
    OPAQUE_BASE,
    SHORTEST_IPV4,
)
from py_url.editions.domains import domain_to_ascii
from py_url.standard.hosts import writing as hosts
from py_url.standard.hosts.ipv6 import parse_ipv6
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.validation import Failure
from py_url.standard.urls import writing as urls
from py_url.standard.urls.record import WINDOWS_DRIVE_LETTER, has_opaque_path, is_special
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.editions.changes import Edition
    from py_url.standard.urls.record import URLRecord

# "four sequences of up to three ASCII digits per sequence, each representing a decimal number no greater than 255"
_UP_TO_THREE_DIGITS = "(?:[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5])"
_IPV4_ADDRESS = re.compile(rf"{_UP_TO_THREE_DIGITS}(?:\.{_UP_TO_THREE_DIGITS}){{3}}")


def is_valid_url_string(edition: Edition, string: str, base: URLRecord | None) -> bool:
    """§4.3 *valid URL string*."""
    if base is not None and _is_relative_url_with_fragment(edition, string, base):
        return True
    before, fragment = _split(string, "#")
    before, query = _split(before, "?")
    return _is_absolute_url_without_query(edition, before) and _are_url_units(query, fragment)


def is_valid_domain(edition: Edition, string: str) -> bool:
    """§3.4 *valid domain*."""
    if edition.has(FOUR_IPV4_PARTS):
        return hosts.is_valid_domain(string)
    if scalar_value_string(string) != string:
        return False
    try:
        domain_to_ascii(edition, string, True, None)
    except Failure:
        return False
    return True


def is_valid_ipv4_address_string(edition: Edition, string: str) -> bool:
    """§3.4 *valid IPv4-address string*."""
    if edition.has(SHORTEST_IPV4):
        return hosts.is_valid_ipv4_address_string(string)
    return _IPV4_ADDRESS.fullmatch(string) is not None


def is_valid_ipv6_address_string(edition: Edition, string: str) -> bool:
    """§3.4 *valid IPv6-address string*. Before IPV6_LEADING_ZEROS it was defined by RFC 4291 §2.2."""
    if edition.has(IPV6_LEADING_ZEROS):
        return hosts.is_valid_ipv6_address_string(string)
    try:
        parse_ipv6(string)
    except Failure:
        return False
    return True


def is_valid_host_string(edition: Edition, string: str) -> bool:
    """§3.4 *valid host string*."""
    if string[:1] == "[":
        return _is_bracketed_ipv6(edition, string)
    if not edition.has(ERRORS_LIKE_THE_GRAMMAR):
        # The first of the two: "file://loc%61lhost/".
        string = percent_decode(string).decode("utf-8", "replace") if "%" in string else string
    return is_valid_domain(edition, string) or is_valid_ipv4_address_string(edition, string)


def is_valid_opaque_host_string(edition: Edition, string: str) -> bool:
    """§3.4 *valid opaque-host string*."""
    if string[:1] == "[":
        return _is_bracketed_ipv6(edition, string)
    return hosts.is_valid_opaque_host_string(string)


def _is_bracketed_ipv6(edition: Edition, string: str) -> bool:
    return string[-1:] == "]" and is_valid_ipv6_address_string(edition, string[1:-1])


def _is_absolute_url_without_query(edition: Edition, string: str) -> bool:
    scheme, colon, rest = string.partition(":")
    if not colon or not urls.is_url_scheme_string(scheme):
        return False
    scheme = scheme.lower()
    if scheme == "file":
        return _is_scheme_relative_file_url(edition, rest)
    if scheme in SPECIAL_SCHEMES:
        return _is_scheme_relative_url(edition, rest, special=True)
    if _is_scheme_relative_url(edition, rest, special=False) or _is_path_absolute_url(edition, rest):
        return True
    if edition.has(ERRORS_LIKE_THE_GRAMMAR):
        return urls.is_opaque_path_url_string(rest)
    # "… followed by U+003A (:) and a relative-URL string", which cannot start with another scheme.
    return urls.is_path_relative_scheme_less_url_string(rest)


def _is_relative_url_with_fragment(edition: Edition, string: str, base: URLRecord) -> bool:
    before, fragment = _split(string, "#")
    if not _are_url_units(fragment):
        return False
    if has_opaque_path(base) and edition.has(OPAQUE_BASE):
        return before == "" and (fragment is not None or not edition.has(NON_AUTHORITY_PATHS))
    before, query = _split(before, "?")
    if not _are_url_units(query):
        return False
    if urls.is_path_relative_scheme_less_url_string(before):
        return True
    if base.scheme != "file":
        is_scheme_relative = _is_scheme_relative_url(edition, before, special=is_special(base))
        return is_scheme_relative or _is_path_absolute_url(edition, before)
    if _is_scheme_relative_file_url(edition, before):
        return True
    return _is_path_absolute_url(edition, before) and (base.host == "" or _may_follow_a_host(edition, before))


def _is_scheme_relative_url(edition: Edition, string: str, *, special: bool) -> bool:
    """*scheme-relative-special-URL string* or *scheme-relative-URL string*."""
    # The second: "https://example.org//", whose first path segment is empty.
    authority, path = _after_two_solidi(string)
    if authority is None or not (path == "" or urls.is_path_absolute_url_string(path)):
        return False
    if authority == "":
        return not special
    # A host contains ":" only inside brackets.
    end = authority.rfind("]") + 1
    host, _, port = authority[end:].partition(":")
    is_host = is_valid_host_string if special else is_valid_opaque_host_string
    return is_host(edition, authority[:end] + host) and urls.is_url_port_string(port)


def _is_scheme_relative_file_url(edition: Edition, string: str) -> bool:
    host, path = _after_two_solidi(string)
    if host is None or not (path == "" or urls.is_path_absolute_url_string(path)):
        return False
    if host:
        return is_valid_host_string(edition, host) and _may_follow_a_host(edition, path)
    return path != "" or edition.has(EMPTY_SEGMENTS)


def _is_path_absolute_url(edition: Edition, string: str) -> bool:
    """*path-absolute-URL string*, where the grammar asks for *path-absolute-non-authority-URL string* today."""
    if string[:2] == "//" and (not edition.has(EMPTY_SEGMENTS) or edition.has(NON_AUTHORITY_PATHS)):
        return False
    return urls.is_path_absolute_url_string(string)


def _may_follow_a_host(edition: Edition, path: str) -> bool:
    """*path-absolute-non-Windows-file-URL string*: a path that does not start with a drive letter and "/"."""
    drive = WINDOWS_DRIVE_LETTER.match(path, 1)
    return drive is None or not path.startswith("/", drive.end()) or edition.has(NON_AUTHORITY_PATHS)


def _split(string: str, delimiter: str) -> tuple[str, str | None]:
    before, found, after = string.partition(delimiter)
    return before, after if found else None


def _are_url_units(*parts: str | None) -> bool:
    return all(part is None or urls.is_url_query_string(part) for part in parts)


def _after_two_solidi(string: str) -> tuple[str | None, str]:
    if string[:2] != "//":
        return None, ""
    authority, solidus, rest = string[2:].partition("/")
    return authority, solidus + rest
