"""RFC 7565: ``acct:`` URIs, which name an account at a host.

In: a string, or user and host. Out: an `Account`, whose string it is.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.grammar import InvalidSyntax, Run, expect_scheme, expect_str, find
from py_url.rfc3986.characters import (
    REG_NAME,
    SUB_DELIMS,
    UNRESERVED,
    decode_unreserved,
    percent_encode,
    upper_case_percent_encodings,
)
from py_url.standard.infra.code_points import ascii_lowercase

_RULE = "acctURI"
_USERPART = Run(
    "an unreserved character, one of !$&'()*+,;=, or a percent-encoded octet of the user", UNRESERVED + SUB_DELIMS
)
_HOST = Run("an unreserved character, one of !$&'()*+,;=, or a percent-encoded octet of the host", REG_NAME)


class Account(NamedTuple):
    """§7 An account: its user, decoded, and its host, normalized: in lower case, percent-encoded only where it must be.
    ``str(account)`` is the URI, normalized as §7 says it is to be compared, so ``==`` is that comparison.
    """

    user: str
    host: str

    def __str__(self) -> str:
        return f"acct:{percent_encode(self.user, UNRESERVED + SUB_DELIMS)}@{self.host}"

    @property
    def webfinger(self) -> str:
        """RFC 7033 §4 The address at which the host tells about the account."""
        return f"https://{self.host}/.well-known/webfinger?resource={percent_encode(str(self))}"


def parse(string: str) -> Account:
    """§7 The account: ``parse("acct:juliet%40capulet.example@shop.example").user == "juliet@capulet.example"``.

    Raises TypeError for what is no str, InvalidSyntax for what is no such URI, or whose user is not UTF-8.
    """
    place = expect_scheme(string, _RULE, "acct")
    end = find(string, "@", place, len(string))
    if string.startswith("%", place):
        raise InvalidSyntax(string, _RULE, place, "a user does not begin with a percent-encoded octet")
    user = _USERPART.take_decoded(string, _RULE, place, end, at_least_one=True)
    if end == len(string):
        raise InvalidSyntax(string, _RULE, end, "'@' and a host are expected")
    host = _HOST.take(string, _RULE, end + 1, len(string), at_least_one=True)
    return Account(user, _normalized(host))


def _normalized(host: str) -> str:
    return upper_case_percent_encodings(ascii_lowercase(decode_unreserved(host)))


def build(user: str, host: str) -> Account:
    """§7 The account of *user*, not encoded, at *host*, a domain in ASCII, or percent-encoded.

    Raises TypeError for what is no str, InvalidSyntax where they make no account, ValueError for a lone surrogate.
    """
    return parse(str(Account(expect_str(user, "a user"), _normalized(expect_str(host, "a host")))))
