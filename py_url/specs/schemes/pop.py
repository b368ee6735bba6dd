"""``pop:`` URLs, mailboxes on a POP3 server: RFC 2384, with the mechanisms of RFC 5034.

`parse` and `build` return a `POP`, which is decoded and whose ``str`` is the URL. See
https://www.rfc-editor.org/rfc/rfc2384 and https://www.rfc-editor.org/rfc/rfc5034.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.specs.grammar import InvalidSyntax, find
from py_url.specs.schemes.server import (
    ascii_uppercase,
    authority,
    expect_host_and_port,
    sasl_mechanism,
    take_authority,
    user_and_auth,
    written_user_and_auth,
)
from py_url.standard.infra.arguments import expect_str, expect_str_or_none

__all__ = ["POP", "build", "parse"]

_RULE = "pop-url"


class POP(NamedTuple):
    """A mailbox on a server (§3): the *host*, the *user*, how to authenticate, and the *port*.

    *auth* is the value of ``;AUTH=``, in upper case: the name of a SASL mechanism, ``"+APOP"`` or another extension
    with "+" before it, or ``"*"`` for any (§4). It and the user are None if they are missing. Everything is decoded,
    except for the host. ``str(pop)`` is the URL; it raises InvalidSyntax for parts, in a value that neither `parse` nor
    `build` returned, that do not form a URL or form another one. Such a URL never has a password (§3).
    """

    host: str
    user: str | None = None
    auth: str | None = None
    port: int = 110

    @property
    def sasl_mechanism(self) -> str | None:
        """The SASL mechanism for the AUTH command (RFC 5034); None for APOP, for another extension and for any."""
        return sasl_mechanism(self.auth)

    def _composed(self) -> str:
        return authority("pop", written_user_and_auth(self.user, self.auth), self.host, self.port)

    def __str__(self) -> str:
        string = self._composed()
        if parse(string) != self:
            raise InvalidSyntax(string, _RULE, 6, "expected a host without delimiters, and a user that is not empty")
        return string

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import shown_uri

        return shown_uri("POP", self._composed)


def parse(string: str) -> POP:
    """Parse a ``pop:`` URL.

    A mechanism without a user is accepted, as in §3 and §4, although the grammar in §8 does not have it. A path of "/"
    alone, which RFC 3986 §6.2.3 regards as the same as none, and a fragment are left out.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not such a URL, if the user is not UTF-8, and for a password.

    >>> parse("pop://rg;AUTH=+APOP@mail.example").auth
    '+APOP'
    """
    string = expect_str(string, "the pop URI")
    userinfo, host, port, place = take_authority(string, _RULE, "pop")
    user, auth = (None, None) if userinfo is None else user_and_auth(string, _RULE, userinfo)
    place += string.startswith("/", place)
    if place < find(string, "#", place, len(string)):
        raise InvalidSyntax(string, _RULE, place, "expected the end, as there is no path or query; remove the rest")
    return POP(host, user, auth, port)


def build(host: str, user: str | None = None, *, auth: str | None = None, port: int = 110) -> POP:
    """Build the URL of a mailbox.

    *host* is a domain in ASCII or percent-encoded, or an IP address. *user*, *auth* and *port* are those of `POP`;
    nothing but the host is percent-encoded yet.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If the host is none, the user or the mechanism is empty, or one has a line break.
        ValueError: For a port above 65535 and for a lone surrogate.

    >>> str(build("mail.example", "rg", auth="+APOP"))
    'pop://rg;AUTH=+APOP@mail.example'
    """
    host = expect_host_and_port(host, port)
    user, auth = expect_str_or_none(user, "the user"), expect_str_or_none(auth, "the mechanism")
    pop = POP(host, user, None if auth is None else ascii_uppercase(auth), port)
    str(pop)  # this checks the parts
    return pop
