"""``acct:`` URIs, which identify an account at a host: RFC 7565.

`parse` and `build` return an `Account`, whose ``str`` is the URI. See https://www.rfc-editor.org/rfc/rfc7565.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.specs.grammar import InvalidSyntax, Run, expect_scheme, find
from py_url.specs.rfc3986.addresses import ip_literal_end
from py_url.specs.rfc3986.characters import REG_NAME, SUB_DELIMS, UNRESERVED, percent_encode
from py_url.specs.schemes.server import normalized_host
from py_url.standard.infra.arguments import expect_str

__all__ = ["Account", "build", "parse"]

_RULE = "acctURI"
_USERPART = Run(
    "an ASCII letter, a digit, one of -._~!$&'()*+,;= or a percent-encoded octet in the user", UNRESERVED + SUB_DELIMS
)
_HOST = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;= or a percent-encoded octet in the host", REG_NAME)


class Account(NamedTuple):
    """An account: its *user*, decoded, and its *host*, normalized.

    The host is in lower case, with only the percent-encoding that it needs. ``str(account)`` is the URI, normalized as
    §7 requires for comparison. So ``==`` compares two accounts as §7 does. If the host is an IP address in brackets,
    they belong to it. ``str`` raises InvalidSyntax if the host, in an account that neither `parse` nor `build`
    returned, is not one.
    """

    user: str
    host: str

    def __str__(self) -> str:
        start = f"acct:{percent_encode(self.user, UNRESERVED + SUB_DELIMS)}@"
        uri = start + self.host
        _take_host(uri, len(start))
        return uri

    @property
    def webfinger(self) -> str:
        """The address at which the host answers WebFinger queries about the account (RFC 7033 §4)."""
        return f"https://{self.host}/.well-known/webfinger?resource={percent_encode(str(self))}"


def parse(string: str) -> Account:
    """Parse an ``acct:`` URI.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not such a URI or the user is not UTF-8.

    >>> parse("acct:juliet%40capulet.example@shop.example").user
    'juliet@capulet.example'
    """
    string, place = expect_scheme(string, _RULE, "acct")
    end = find(string, "@", place, len(string))
    if string.startswith("%", place):
        raise InvalidSyntax(string, _RULE, place, "expected a user that does not start with a percent-encoded octet")
    user = _USERPART.take_decoded(string, _RULE, place, end, at_least_one=True)
    if end == len(string):
        raise InvalidSyntax(string, _RULE, end, "expected '@' and a host")
    return Account(user, normalized_host(_take_host(string, end + 1)))


def _take_host(string: str, start: int) -> str:
    """Return ``string[start:]`` if it is a host of RFC 3986 §3.2.2 that is not empty; otherwise raise InvalidSyntax."""
    if not string.startswith("[", start):
        return _HOST.take(string, _RULE, start, len(string), at_least_one=True)
    end = ip_literal_end(string, _RULE, start, len(string), zone=False)
    if end < len(string):
        raise InvalidSyntax(string, _RULE, end, "expected no more after ']'")
    return string[start:]


def build(user: str, host: str) -> Account:
    """Build the account of *user*, without percent-encoding, at *host*.

    The host is a domain in ASCII or percent-encoded, or an IP address, in brackets if it is one of IPv6.

    Raises:
        TypeError: If an argument is not a str.
        InvalidSyntax: If they do not form an account.
        ValueError: For a lone surrogate.

    >>> str(build("juliet@capulet.example", "shop.example"))
    'acct:juliet%40capulet.example@shop.example'
    """
    return parse(str(Account(expect_str(user, "the user"), expect_str(host, "the host"))))
