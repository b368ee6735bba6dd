"""What the schemes that name a server share: the authority, with its user, host and port (RFC 3986 §3.2).

`take_authority` takes a URI and returns the host, the port and the places of the rest; `authority` writes them again.
The other functions are for the names and values that a client sends to the server. See
https://www.rfc-editor.org/rfc/rfc3986#section-3.2 and https://www.rfc-editor.org/rfc/rfc1738#section-3.1.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.specs.grammar import DIGIT, InvalidSyntax, Run, end_of_authority, expect_scheme, find
from py_url.specs.rfc3986.addresses import ip_literal_end
from py_url.specs.rfc3986.characters import (
    REG_NAME,
    UNRESERVED,
    decode_unreserved,
    percent_encode,
    upper_case_percent_encodings,
)
from py_url.specs.rfc3986.normalization import DEFAULT_PORTS
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.code_points import ascii_lowercase, replaced
from py_url.standard.urls.special_schemes import MAX_PORT

__all__ = [
    "ACHAR",
    "ENCODINGS",
    "Authority",
    "ascii_uppercase",
    "authority",
    "expect_encoding",
    "expect_host_and_port",
    "expect_no_breaks",
    "has_keyword",
    "host_end_of",
    "normalized_host",
    "percent_encode_as",
    "sasl_mechanism",
    "take_authority",
    "user_and_auth",
    "written_user_and_auth",
]

#: The encodings of names that are older than UTF-8 on the web. Every sequence of octets is text in latin-1.
ENCODINGS = ("utf-8", "latin-1")

_HOST = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;= or a percent-encoded octet in the host", REG_NAME)
_PORT = Run("a digit in the port", DIGIT, percent_encoded=False)
# achar of RFC 5092 and RFC 2384.
ACHAR = UNRESERVED + "!$'()*+,&="
_USER = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+,&= or a percent-encoded octet in the user (no password)", ACHAR
)
_AUTH = Run("an ASCII letter, a digit, one of -._~!$'()*+,&= or a percent-encoded octet in the mechanism", ACHAR)
_BREAKS = re.compile("%(?:00|0[AaDd])")
_NOT_IN_HOST = re.compile("[/?#@]")
_LOWER_ALPHAS = re.compile("[a-z]+")


class Authority(NamedTuple):
    """The authority of a URI: the span of its userinfo, or None; its host, normalized; its port; where it ends."""

    userinfo: tuple[int, int] | None
    host: str
    port: int
    end: int


def take_authority(string: str, rule: str, scheme: str) -> Authority:
    """Take *scheme*, ``://`` and an authority at the start of *string*; a missing port is the default port.

    Raises TypeError if *string* is not a str, and InvalidSyntax for *rule*.
    """
    string, start = expect_scheme(string, rule, scheme)
    if not string.startswith("//", start):
        raise InvalidSyntax(string, rule, start, "expected '//' and a host")
    start += 2
    end = end_of_authority(string, start)
    at_sign = string.find("@", start, end)
    userinfo = None if at_sign < 0 else (start, at_sign)
    start = start if at_sign < 0 else at_sign + 1
    host_end = host_end_of(string, rule, start, end)
    port = DEFAULT_PORTS[scheme]
    if host_end < end:
        digits = _PORT.take(string, rule, host_end + 1, end).lstrip("0")
        # A port may have any number of zeros before it, and int() refuses very long numbers.
        if len(digits) > 5 or int(digits or 0) > MAX_PORT:
            raise InvalidSyntax(string, rule, host_end + 1, f"expected a port from 0 to {MAX_PORT}")
        port = int(digits or 0) if host_end + 1 < end else port
    return Authority(userinfo, normalized_host(string[start:host_end]), port, end)


def host_end_of(string: str, rule: str, start: int, end: int) -> int:
    """Return where the host that starts at *start* ends: before its port, or at *end*.

    Raises InvalidSyntax for *rule*.
    """
    if string.startswith("[", start):
        host_end = ip_literal_end(string, rule, start, end, zone=False)
        if host_end < end and string[host_end] != ":":
            raise InvalidSyntax(string, rule, host_end, "expected ':' or the end of the authority after ']'")
        return host_end
    host_end = find(string, ":", start, end)
    _HOST.take(string, rule, start, host_end, at_least_one=True)
    return host_end


def normalized_host(host: str) -> str:
    """Normalize *host* (RFC 3986 §6.2.2): in lower case, with only the percent-encoding that it needs."""
    return upper_case_percent_encodings(ascii_lowercase(decode_unreserved(host)))


def authority(scheme: str, userinfo: str | None, host: str, port: int) -> str:
    """Write the start of a URI: the scheme, ``://`` and the authority, without its default port."""
    before = "" if userinfo is None else f"{userinfo}@"
    after = "" if port == DEFAULT_PORTS[scheme] else f":{port}"
    return f"{scheme}://{before}{host}{after}"


def expect_host_and_port(host: object, port: object) -> str:
    """Return *host*, normalized; raise TypeError, ValueError or InvalidSyntax if it and *port* cannot be a host and a
    port.
    """
    if not isinstance(port, int) or isinstance(port, bool):
        raise TypeError(f"the port must be an int, not {type(port).__name__}")
    if not 0 <= port <= MAX_PORT:
        raise ValueError(f"the port must be from 0 to {MAX_PORT}")
    host = expect_str(host, "the host")
    delimiter = _NOT_IN_HOST.search(host)
    end = delimiter.start() if delimiter else host_end_of(host, "host", 0, len(host))
    if end < len(host):
        raise InvalidSyntax(host, "host", end, "expected a host that contains no delimiters")
    return normalized_host(host)


def user_and_auth(string: str, rule: str, userinfo: tuple[int, int]) -> tuple[str | None, str | None]:
    """Return the user and the mechanism of ``user;AUTH=mechanism`` (RFC 5092 §3.2, RFC 2384 §4); either may be None.

    Raises InvalidSyntax for *rule*.
    """
    start, end = userinfo
    semicolon = find(string, ";", start, end)
    user = _USER.take_decoded(string, rule, start, semicolon)
    if semicolon == end:
        if not user:
            raise InvalidSyntax(string, rule, start, "expected a user or ';AUTH=' before '@'; or remove '@'")
        auth = None
    elif has_keyword(string, semicolon, ";auth="):
        auth = ascii_uppercase(_AUTH.take_decoded(string, rule, semicolon + 6, end, at_least_one=True))
    else:
        raise InvalidSyntax(string, rule, semicolon, "expected ';AUTH=' after the user, or '%3B' for a ';' in it")
    expect_no_breaks(string, rule, start, end)
    return user or None, auth


def written_user_and_auth(user: str | None, auth: str | None) -> str | None:
    """Do the reverse of `user_and_auth`."""
    if user is None and auth is None:
        return None
    before = "" if user is None else percent_encode(user, ACHAR)
    return before if auth is None else f"{before};AUTH={percent_encode(auth, ACHAR)}"


def sasl_mechanism(auth: str | None) -> str | None:
    """Return the name of the SASL mechanism in the value of ``;AUTH=``; None if it names none."""
    return None if auth is None or auth == "*" or auth.startswith("+") else auth


def has_keyword(string: str, place: int, keyword: str) -> bool:
    """Whether *keyword*, in lower case, is at *place* in any case."""
    return ascii_lowercase(string[place : place + len(keyword)]) == keyword


def ascii_uppercase(string: str) -> str:
    """Return *string* with its ASCII letters in upper case."""
    return replaced(_LOWER_ALPHAS, lambda match: match[0].upper(), string)


def expect_no_breaks(string: str, rule: str, start: int, end: int) -> None:
    """Raise InvalidSyntax at a percent-encoded line break or NUL: decoded, it would end a command to the server."""
    found = _BREAKS.search(string, start, end)
    if found:
        expected = "expected no line break or NUL, which would end the command to the server"
        raise InvalidSyntax(string, rule, found.start(), expected)


def expect_encoding(encoding: str) -> str:
    """Return *encoding* if it is one of `ENCODINGS`; otherwise raise ValueError, or TypeError if it is not a str."""
    return expect_one_of(encoding, ENCODINGS, "the encoding")


def percent_encode_as(string: str, keep: str, encoding: str) -> str:
    """Do the same as `percent_encode`, with another encoding.

    Raises ValueError for another encoding and for what it cannot encode, and TypeError if *string* is not a str.
    """
    try:
        octets = expect_str(string, "each part").encode(expect_encoding(encoding))
    except UnicodeEncodeError as error:
        raise ValueError(f"{encoding} cannot encode the character at {error.start}; use utf-8 or remove it") from None
    return octets.decode("latin-1").translate({octet: f"%{octet:02X}" for octet in set(octets) - set(keep.encode())})
