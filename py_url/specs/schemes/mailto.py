"""``mailto:`` URIs, which describe a message to write: RFC 6068.

`parse` and `build` return a `Mailto`, which is decoded and whose ``str`` is the URI. See
https://www.rfc-editor.org/rfc/rfc6068.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from py_url.specs.grammar import LONG_GROUP, InvalidSyntax, Run, end_of_runs, expect_scheme, find
from py_url.specs.rfc3986.characters import MAILTO_FIELD, UNRESERVED, percent_encode, with_crlf
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.foreign import items_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SAFE_FIELDS", "Mailto", "build", "parse"]

_RULE = "mailtoURI"
_QCHARS = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+,;:@ or a percent-encoded octet in the header field",
    UNRESERVED + "!$'()*+,;:@",
)
_ADDRESS = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+:;@ or a percent-encoded octet in the address",
    UNRESERVED + "!$'()*+:;@",
)
# RFC 5322 §3.2.3 to §3.4.1, with the UTF-8 of RFC 6532 but without control characters and line separators, and without
# obsolete forms, comments and folding.
_UTF_8 = "\xa0-\u2027\u202a-\ud7ff\ue000-\U0010ffff"
_DOT_ATOM = re.compile(rf"(?!\.)[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~.{_UTF_8}-]+(?<!\.)")
# The characters of a quoted string that need no backslash, and pairs of a backslash and a character.
_QTEXT = rf"[!\x23-\x5b\x5d-\x7e{_UTF_8}]*+"
_QCONTENT = re.compile(rf"{_QTEXT}(?:\\[\x20-\x7e\t]{_QTEXT}){{0,{LONG_GROUP}}}")
_DOMAIN_LITERAL = re.compile(r"\[[\x21-\x5a\x5e-\x7e]*\]")
# §2: the characters of an address that need no percent-encoding.
_IN_ADDRESS = UNRESERVED + "!$'*+@:"
# RFC 5322 §2.2: the name of a header field.
_FIELD_NAME = re.compile("[!-9;-~]+")
_LINE_BREAK = re.compile("\r\n|\r|\n")
# What a value may contain: visible characters, spaces and tabs. Everything else could end the line or the string for
# some program that handles the message.
_VALUE = re.compile(f"[\t\x20-\x7e{_UTF_8}]*")
# What separates addresses, and what makes a comma or a quotation mark part of one.
_MARK = re.compile(r'\\.?|[",]', re.DOTALL)

#: The header fields that a program may take from a mailto URI, in lower case: those that RFC 6068 calls safe and useful
#: (§4) and those of its examples (§6). All others are unsafe. One may name a file to attach, for example.
SAFE_FIELDS = frozenset({"to", "cc", "subject", "keywords", "in-reply-to", "body"})
_ADDRESSES = frozenset({"to", "cc"})


class Mailto(NamedTuple):
    """A message to write (§2): the recipients, as addresses, and the header fields, as pairs of name and value.

    Everything is decoded. ``str(mailto)`` is the URI. *to* has the addresses before the ``?``. They, and everything
    else apart from *raw_fields*, are safe to put into a message: no value can begin another line or header field.

    *raw_fields* are the header fields as a stranger wrote them, with line breaks and other control characters, and with
    names such as ``bcc`` and ``attach``. Do not put them into a message.
    """

    to: tuple[str, ...]
    raw_fields: tuple[tuple[str, str], ...] = ()

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields that are safe to accept from a stranger (§4, §7): those of `SAFE_FIELDS` with a safe value.

        A value has only visible characters, spaces and tabs. The value of ``to`` and ``cc`` is a list of addresses
        without names. The body may have line breaks too, each of which is a carriage return and a line feed here.
        """
        return tuple(field for field in map(_safe_field, self.raw_fields) if field is not None)

    def get(self, name: str) -> str | None:
        """Return the value of the first of the `fields` of that *name*, in any case; None if there is none.

        Raises:
            TypeError: If *name* is not a str.

        >>> parse("mailto:a@h.example?subject=caf%C3%A9").get("Subject")
        'café'
        """
        name = expect_str(name, "the name of a field")
        return next((value for field, value in self.fields if field.lower() == name.lower()), None)

    @property
    def recipients(self) -> tuple[str, ...]:
        """All recipients, including those in ``to`` fields (§2). Each is an *addr-spec* (RFC 5322 §3.4.1)."""
        more = (address for name, value in self.fields if name.lower() == "to" for address in _addresses_in(value))
        return (*self.to, *more)

    @property
    def subject(self) -> str | None:
        """The subject, or None."""
        return self.get("subject")

    @property
    def body(self) -> str | None:
        """The message, whose lines end with a carriage return and a line feed, or None."""
        return self.get("body")

    def __str__(self) -> str:
        to = ",".join(percent_encode(address, _IN_ADDRESS) for address in self.to)
        fields = "&".join(
            f"{percent_encode(name, MAILTO_FIELD)}={percent_encode(value, MAILTO_FIELD)}"
            for name, value in self.raw_fields
        )
        return f"mailto:{to}" + (f"?{fields}" if fields else "")


def _safe_field(field: tuple[str, str]) -> tuple[str, str] | None:
    """Return *field* if it is safe to accept from a stranger, with the line breaks of a body normalized, or None."""
    name, value = field
    kind = name.lower()
    if kind not in SAFE_FIELDS or not name.isascii():
        return None
    if kind == "body":
        value = with_crlf(value)
    if not _VALUE.fullmatch(value.replace("\r\n", "") if kind == "body" else value):
        return None
    if kind in _ADDRESSES and not all(map(_is_addr_spec, _addresses_in(value))):
        return None
    return name, value


def _addresses_in(value: str) -> Iterator[str]:
    """Yield the addresses of a list. A comma in a quoted string does not separate addresses."""
    start, in_quotes = 0, False
    for mark in _MARK.finditer(value + ","):
        if mark[0] == '"':
            in_quotes = not in_quotes
        elif mark[0] == "," and (not in_quotes or mark.start() == len(value)):
            if address := value[start : mark.start()].strip(" \t"):
                yield address
            start = mark.end()


def _is_addr_spec(address: str) -> bool:
    """Whether *address* is an *addr-spec* without comments and folding (RFC 5322 §3.4.1)."""
    at_sign = address.rfind("@", 0, address.rfind("[") if address.endswith("]") else len(address))
    user, domain = address[: max(at_sign, 0)], address[at_sign + 1 :]
    if not _is_dot_atom(domain) and not _DOMAIN_LITERAL.fullmatch(domain):
        return False
    if not user.startswith('"'):
        return _is_dot_atom(user)
    return len(user) > 1 and end_of_runs(_QCONTENT, user, 1, len(user)) == len(user) - 1 and user.endswith('"')


def _is_dot_atom(text: str) -> bool:
    return _DOT_ATOM.fullmatch(text) is not None and ".." not in text


def parse(string: str) -> Mailto:
    """Parse a ``mailto:`` URI.

    The properties of the result leave out what is not safe to put into a message; see `Mailto`. ``+`` is a plus sign,
    as the RFC says. A fragment has no meaning and is left out.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not such a URI or not UTF-8 when decoded.

    >>> parse("mailto:a@h.example?subject=caf%C3%A9").subject
    'café'
    """
    string, place = expect_scheme(string, _RULE, "mailto")
    end = find(string, "#", place, len(string))
    question_mark = find(string, "?", place, end)
    to = []
    while place < question_mark:
        comma = find(string, ",", place, question_mark)
        address = _ADDRESS.take_decoded(string, _RULE, place, comma)
        if not _is_addr_spec(address):
            raise InvalidSyntax(string, _RULE, place, "expected an e-mail address, percent-encoded if necessary")
        to.append(address)
        place = comma + 1
        if place == question_mark:
            raise InvalidSyntax(string, _RULE, place, "expected an e-mail address after ','")
    fields = []
    place = question_mark + 1
    while question_mark < end and place <= end:
        ampersand = find(string, "&", place, end)
        equals_sign = find(string, "=", place, ampersand)
        name = _QCHARS.take_decoded(string, _RULE, place, equals_sign)
        if equals_sign == ampersand:
            raise InvalidSyntax(string, _RULE, equals_sign, "expected '=' and a value after the name of a field")
        fields.append((name, _QCHARS.take_decoded(string, _RULE, equals_sign + 1, ampersand)))
        place = ampersand + 1
    return Mailto(tuple(to), tuple(fields))


def build(
    to: str | Iterable[str] = (),
    *,
    subject: str | None = None,
    body: str | None = None,
    cc: str | None = None,
    fields: Mapping[str, str] | None = None,
) -> Mailto:
    """Build the URI of a message to the addresses *to* (§2).

    *subject*, *body* and *cc* are header fields, and *fields* are more of them. A line break in *body* becomes
    ``%0D%0A``.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If an address is not valid.
        ValueError: For an invalid name of a field, for a field that occurs twice, for a line break in any field except
            the body, and for a lone surrogate.

    >>> str(build("a@h.example", subject="café"))
    'mailto:a@h.example?subject=caf%C3%A9'
    """
    named = {"subject": subject, "cc": cc, "body": body}
    if not isinstance(fields, Mapping | None):
        raise TypeError(f"fields must be a mapping of names to values, not {type(fields).__name__}")
    given = [(name, value) for name, value in named.items() if value is not None]
    pairs = [(name, _field_value(name, value)) for name, value in [*given, *items_of(fields or {})]]
    if len({name.lower() for name, _ in pairs}) < len(pairs):
        raise ValueError("a header field is given twice; the case of its name does not matter")
    if isinstance(to, bytes) or not isinstance(to, Iterable):
        raise TypeError(f"the addresses must be a str or an iterable of them, not {type(to).__name__}")
    addresses = (to,) if isinstance(to, str) else tuple(to)
    for address in addresses:
        if not _is_addr_spec(expect_str(address, "the address")):
            raise InvalidSyntax(address, "addr-spec", 0, "expected a user, '@' and a domain")
    return parse(str(Mailto(addresses, tuple(pairs))))


def _field_value(name: str, value: str) -> str:
    if not _FIELD_NAME.fullmatch(expect_str(name, "the name of a field")):
        raise ValueError(f"{name!r:.50} is not the name of a header field")
    if name.lower() == "body":
        return with_crlf(expect_str(value, "the body"))
    if _LINE_BREAK.search(expect_str(value, f"the field {name}")):
        raise ValueError(f"the field {name!r:.50} must not contain a line break; only the body may")
    return value
