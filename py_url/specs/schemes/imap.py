"""``imap:`` URLs, mailboxes and messages on an IMAP server: RFC 5092.

`parse` and `build` return an `IMAP`, which is decoded and whose ``str`` is the URL. See
https://www.rfc-editor.org/rfc/rfc5092.
"""

from __future__ import annotations

import datetime
import re
from typing import Literal, NamedTuple, TypeAlias, get_args

from py_url.specs.grammar import DIGIT, HEXDIG, InvalidSyntax, Run, find
from py_url.specs.rfc3986.characters import percent_encode
from py_url.specs.schemes.server import (
    ACHAR,
    ascii_uppercase,
    authority,
    expect_host_and_port,
    expect_no_breaks,
    has_keyword,
    sasl_mechanism,
    take_authority,
    user_and_auth,
    written_user_and_auth,
)
from py_url.standard.infra.arguments import expect_one_of, expect_str, expect_str_or_none
from py_url.standard.infra.code_points import ascii_lowercase

__all__ = ["IMAP", "Access", "Partial", "URLAuth", "build", "parse"]

Access: TypeAlias = Literal["submit", "user", "authuser", "anonymous"]

_RULE = "imapurl"
_BCHAR = ACHAR + ":@/"
_MAILBOX = Run("an ASCII letter, a digit, one of -._~!$'()*+,&=:@/ or a percent-encoded octet in the mailbox", _BCHAR)
_SECTION = Run("an ASCII letter, a digit, one of -._~!$'()*+,&=:@/ or a percent-encoded octet in the section", _BCHAR)
_SEARCH = Run("an ASCII letter, a digit, one of -._~!$'()*+,&=:@/ or a percent-encoded octet in the search", _BCHAR)
_ACCESS_USER = Run("an ASCII letter, a digit, one of -._~!$'()*+,&= or a percent-encoded octet in the user", ACHAR)
# "@" may stand in a mailbox, but many parsers of a URL take the last one for the end of the userinfo.
_WRITTEN = _BCHAR.replace("@", "")
_DIGITS = Run("a digit", DIGIT, percent_encoded=False)
_TOKEN = Run("a hexadecimal digit in the token", HEXDIG, percent_encoded=False)
_SHORTEST_TOKEN = 32
_MECHANISM = re.compile("[A-Za-z0-9.-]+")
# RFC 3501 §9: number is an unsigned integer of 32 bits, and nz-number has no leading zero.
_LARGEST_NUMBER = 2**32 - 1
_MOST_DIGITS = len(str(_LARGEST_NUMBER))
# RFC 3339 §5.6. A minute may have a leap second.
_DATE_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])",
    re.IGNORECASE | re.ASCII,
)


class Partial(NamedTuple):
    """A part of a message (§6): the *offset* of its first octet, and its *length*; None means the rest."""

    offset: int
    length: int | None = None

    def __str__(self) -> str:
        return f"{self.offset}" if self.length is None else f"{self.offset}.{self.length}"


class URLAuth(NamedTuple):
    """Who may use the URL without a login of their own (§6.1).

    *access* is "submit" or "user" with the name of a *user*, "authuser" or "anonymous". *expire* is the date and time
    after which the URL is no longer valid (RFC 3339). *mechanism* and *token* are None in a URL that the server has not
    signed yet. Whoever has the token can read the message, so the repr hides it. A server makes it for the URL as
    written: to use a signed URL, send the string that you parsed, not the ``str`` of what `parse` returned.
    """

    access: Access
    user: str | None = None
    expire: str | None = None
    mechanism: str | None = None
    token: str | None = None

    def __str__(self) -> str:
        output = "" if self.expire is None else f";EXPIRE={self.expire}"
        output += f";URLAUTH={self.access}"
        if self.user is not None:
            output += f"+{percent_encode(self.user, ACHAR)}"
        return output if self.mechanism is None else f"{output}:{self.mechanism}:{self.token}"

    def __repr__(self) -> str:
        parts = self._asdict() | ({} if self.token is None else {"token": "***"})
        return f"URLAuth({', '.join(f'{name}={part!r}' for name, part in parts.items())})"


class IMAP(NamedTuple):
    """A server, a mailbox, the messages that a search finds, a message, or a part of one (§3 to §6).

    *auth* is the name of a SASL mechanism in upper case, or ``"*"`` for any (§3.2). *search* is a search program of
    IMAP, and *section* a section such as ``"1.2"`` or ``"HEADER"``. What is missing is None. Everything is decoded,
    except for the *host*; a *mailbox* has to be encoded as IMAP says. ``str(imap)`` is the URL; it raises InvalidSyntax
    for parts, in a value that neither `parse` nor `build` returned, that do not form a URL or form another one. Such a
    URL never has a password.
    """

    host: str
    mailbox: str | None = None
    uidvalidity: int | None = None
    uid: int | None = None
    section: str | None = None
    partial: Partial | None = None
    search: str | None = None
    urlauth: URLAuth | None = None
    user: str | None = None
    auth: str | None = None
    port: int = 143

    @property
    def sasl_mechanism(self) -> str | None:
        """The SASL mechanism to authenticate with; None for any."""
        return sasl_mechanism(self.auth)

    def _composed(self) -> str:
        output = authority("imap", written_user_and_auth(self.user, self.auth), self.host, self.port) + "/"
        if self.mailbox is not None:
            output += percent_encode(self.mailbox, _WRITTEN)
        parts = (
            *((";UIDVALIDITY=", self.uidvalidity), ("/;UID=", self.uid)),
            *(("/;SECTION=", None if self.section is None else percent_encode(self.section, _WRITTEN)),),
            *(("/;PARTIAL=", self.partial), ("", self.urlauth)),
            *(("?", None if self.search is None else percent_encode(self.search, _WRITTEN)),),
        )
        return output + "".join(f"{mark}{part}" for mark, part in parts if part is not None)

    def __str__(self) -> str:
        string = self._composed()
        if parse(string) != self:
            raise InvalidSyntax(string, _RULE, 7, "expected a host without delimiters, and no part that is empty")
        return string

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import shown_uri

        return shown_uri("IMAP", self._composed)


def parse(string: str) -> IMAP:
    """Parse an ``imap:`` URL.

    A URL for which the server has still to make a token (§6.1.2) is accepted too. A fragment is left out. A mailbox and
    a search may have line breaks, which IMAP sends as a literal.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not such a URL, if a part is not UTF-8, for a password, and for a line break in the
            user, the mechanism or the section.

    >>> parse("imap://h.example/INBOX/;UID=20").uid
    20
    """
    string = expect_str(string, "the imap URI")
    userinfo, host, port, place = take_authority(string, _RULE, "imap")
    user, auth = (None, None) if userinfo is None else user_and_auth(string, _RULE, userinfo)
    end = find(string, "#", place, len(string))
    question_mark = find(string, "?", place, end)
    if place < end and string[place] != "/":
        raise InvalidSyntax(string, _RULE, place, "expected '/' after the host")
    if place + 1 >= end:
        return IMAP(host, user=user, auth=auth, port=port)
    mailbox, place = _mailbox(string, place + 1, question_mark)
    uidvalidity, uid, section, partial, urlauth, search = None, None, None, None, None, None
    if has_keyword(string, place, ";uidvalidity="):
        uidvalidity, place = _number(string, place + 13, question_mark, least=1)
    if has_keyword(string, place, "/;uid="):
        uid, place = _number(string, place + 6, question_mark, least=1)
        if has_keyword(string, place, "/;section="):
            section, place = _section(string, place + 10, question_mark)
        if has_keyword(string, place, "/;partial="):
            partial, place = _partial(string, place + 10, question_mark)
        if has_keyword(string, place, ";expire=") or has_keyword(string, place, ";urlauth="):
            urlauth, place = _urlauth(string, place, question_mark)
    if place < question_mark:
        raise InvalidSyntax(string, _RULE, place, _expected_after(uidvalidity, uid, section, partial, urlauth))
    if question_mark < end:
        if uid is not None:
            raise InvalidSyntax(string, _RULE, question_mark, "expected no search, as the URL names a single message")
        search = _SEARCH.take_decoded(string, _RULE, question_mark + 1, end, at_least_one=True)
    return IMAP(host, mailbox, uidvalidity, uid, section, partial, search, urlauth, user, auth, port)


def _expected_after(*before: object) -> str:
    """Say what may follow those of the five parts that a URL has."""
    names = (";UIDVALIDITY=", "/;UID=", "/;SECTION=", "/;PARTIAL=", ";URLAUTH=")
    last = max((index for index, part in enumerate(before) if part is not None), default=-1)
    # Without a UID, nothing can follow that belongs to a message.
    following = names[last + 1 :] if last >= 1 else names[last + 1 : 2]
    return f"expected {', '.join(following)}{' or ' if following else ''}the end of the path"


def _mailbox(string: str, start: int, end: int) -> tuple[str, int]:
    stop = find(string, ";", start, end)
    if stop < end and string[stop - 1] == "/" and not has_keyword(string, stop, ";uidvalidity="):
        stop -= 1
    if stop <= start:
        raise InvalidSyntax(string, _RULE, start, "expected a mailbox after '/'")
    return _MAILBOX.take_decoded(string, _RULE, start, stop), stop


def _number(string: str, start: int, end: int, *, least: int) -> tuple[int, int]:
    """Return the number at *start*, which is at least *least*, and where it ends."""
    stop = _DIGITS.end(string, start, end)
    digits = string[start:stop]
    significant = digits.lstrip("0")
    if not digits or len(significant) > _MOST_DIGITS or not least <= int(significant or 0) <= _LARGEST_NUMBER:
        raise InvalidSyntax(string, _RULE, start, f"expected a number from {least} to {_LARGEST_NUMBER}")
    if least and digits != significant:
        raise InvalidSyntax(string, _RULE, start, "expected a number without a leading zero")
    return int(significant or 0), stop


def _section(string: str, start: int, end: int) -> tuple[str, int]:
    """Return the section and where it ends: before ``/;PARTIAL=``, before ``;``, or at *end*."""
    stop = find(string, ";", start, end)
    if has_keyword(string, stop - 1, "/;partial="):
        stop -= 1
    expect_no_breaks(string, _RULE, start, stop)
    return _SECTION.take_decoded(string, _RULE, start, stop, at_least_one=True), stop


def _partial(string: str, start: int, end: int) -> tuple[Partial, int]:
    offset, stop = _number(string, start, end, least=0)
    if not string.startswith(".", stop, end):
        return Partial(offset), stop
    length, stop = _number(string, stop + 1, end, least=1)
    return Partial(offset, length), stop


def _urlauth(string: str, place: int, end: int) -> tuple[URLAuth, int]:
    """Return who may use the URL, and where that ends: at *end*."""
    expire = None
    if has_keyword(string, place, ";expire="):
        stop = find(string, ";", place + 8, end)
        expire = string[place + 8 : stop]
        if not _is_date_time(expire):
            raise InvalidSyntax(string, _RULE, place + 8, "expected a date and time, as in 2030-01-31T23:59:59Z")
        place = stop
        if not has_keyword(string, place, ";urlauth="):
            raise InvalidSyntax(string, _RULE, place, "expected ';URLAUTH=' after ';EXPIRE='")
    start = place + 9
    stop = find(string, ":", start, end)
    plus = find(string, "+", start, stop)
    access, user = ascii_lowercase(string[start:plus]), None
    if (access in ("submit", "user")) is not (plus < stop) or access not in get_args(Access):
        expected = "expected 'submit+' or 'user+' and a user, 'authuser' or 'anonymous'"
        raise InvalidSyntax(string, _RULE, start, expected)
    if plus < stop:
        user = _ACCESS_USER.take_decoded(string, _RULE, plus + 1, stop, at_least_one=True)
    mechanism, token = None, None
    if stop < end:
        match = _MECHANISM.match(string, stop + 1, end)
        colon = match.end() if match else stop + 1
        if match is None or not string.startswith(":", colon, end):
            raise InvalidSyntax(string, _RULE, colon, "expected the name of a mechanism, ':' and a token")
        mechanism = ascii_uppercase(match[0])
        token = _TOKEN.take(string, _RULE, colon + 1, end)
        if len(token) < _SHORTEST_TOKEN:
            raise InvalidSyntax(string, _RULE, end, f"expected at least {_SHORTEST_TOKEN} hexadecimal digits")
    return URLAuth(access, user, expire, mechanism, token), end  # type: ignore[arg-type]  # it is one of them


def _is_date_time(string: str) -> bool:
    match = _DATE_TIME.fullmatch(string)
    try:
        return match is not None and bool(datetime.date.fromisoformat(match[1]))
    except ValueError:
        return False


def build(  # noqa: PLR0913 - each part of the URL is one
    host: str,
    mailbox: str | None = None,
    *,
    uidvalidity: int | None = None,
    uid: int | None = None,
    section: str | None = None,
    partial: tuple[int, int | None] | None = None,
    search: str | None = None,
    urlauth: URLAuth | None = None,
    user: str | None = None,
    auth: str | None = None,
    port: int = 143,
) -> IMAP:
    """Build the URL of a server, a mailbox, a search, a message or a part of one.

    *host* is a domain in ASCII or percent-encoded, or an IP address. *mailbox*, *uidvalidity*, *uid*, *section*,
    *search*, *urlauth*, *user*, *auth* and *port* are those of `IMAP`; nothing but the host is percent-encoded yet.
    *partial* is an offset and a length, both in octets.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If the parts do not form such a URL: for example for a section without a UID, for a search with
            one, and for an empty part.
        ValueError: For a port above 65535 and for a lone surrogate.

    >>> str(build("h.example", "gray council", uid=20))
    'imap://h.example/gray%20council/;UID=20'
    """
    host = expect_host_and_port(host, port)
    mailbox, section = expect_str_or_none(mailbox, "the mailbox"), expect_str_or_none(section, "the section")
    search, user = expect_str_or_none(search, "the search"), expect_str_or_none(user, "the user")
    auth = expect_str_or_none(auth, "the mechanism")
    for what, number in {"the UIDVALIDITY": uidvalidity, "the UID": uid}.items():
        if number is not None:
            _expect_int(number, what)
    part_of_it = None if partial is None else _expect_partial(partial)
    if urlauth is not None:
        urlauth = _expect_urlauth(urlauth)
    if mailbox is None and any(part is not None for part in (uidvalidity, uid, section, partial, search, urlauth)):
        raise ValueError("only a URL with a mailbox can have what belongs to messages in it")
    if uid is None and any(part is not None for part in (section, partial, urlauth)):
        raise ValueError("only a URL with a UID can have a section, a part of a message or an authorization")
    auth = None if auth is None else ascii_uppercase(auth)
    imap = IMAP(host, mailbox, uidvalidity, uid, section, part_of_it, search, urlauth, user, auth, port)
    str(imap)  # this checks the parts
    return imap


def _expect_int(number: object, what: str) -> None:
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{what} must be an int, not {type(number).__name__}")


def _expect_partial(partial: object) -> Partial:
    if not isinstance(partial, tuple) or len(partial) != 2:
        shown = f"{len(partial)} items" if isinstance(partial, tuple) else type(partial).__name__
        raise TypeError(f"the part must be a tuple such as (0, 1024), an offset and a length, not {shown}")
    offset, length = partial
    _expect_int(offset, "the offset")
    if length is not None:
        _expect_int(length, "the length")
    return Partial(offset, length)


def _expect_urlauth(urlauth: object) -> URLAuth:
    """Return *urlauth* with its access in lower case and its mechanism in upper case."""
    if not isinstance(urlauth, URLAuth):
        raise TypeError(f"the authorization must be a URLAuth, not {type(urlauth).__name__}")
    access: Access = expect_one_of(urlauth.access, get_args(Access), "the access")
    user, expire, mechanism, token = (
        expect_str_or_none(getattr(urlauth, name), f"the {name} of the authorization")
        for name in ("user", "expire", "mechanism", "token")
    )
    if (mechanism is None) is not (token is None):
        raise ValueError("the mechanism and the token of an authorization belong together; give both or neither")
    return URLAuth(access, user, expire, None if mechanism is None else ascii_uppercase(mechanism), token)
