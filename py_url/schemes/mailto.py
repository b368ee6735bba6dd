"""``mailto:`` URIs, which describe a message to write: RFC 6068.

`parse` takes a string and `build` recipients and header fields; both return a `Mailto`, which is decoded and whose
``str`` is the URI. See https://www.rfc-editor.org/rfc/rfc6068.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from py_url.grammar import InvalidSyntax, Run, expect_scheme, expect_str, find
from py_url.rfc3986.characters import MAILTO_FIELD, UNRESERVED, percent_encode

_RULE = "mailtoURI"
_QCHARS = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+,;:@ or a percent-encoded octet in the header field",
    UNRESERVED + "!$'()*+,;:@",
)
_ADDRESS = Run(
    "an ASCII letter, a digit, one of -._~!$'()*+:;@ or a percent-encoded octet in the address",
    UNRESERVED + "!$'()*+:;@",
)
# RFC 5322 §3.2.3 and §3.2.4, without obsolete forms, comments and folding.
_ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\ud7ff\ue000-\U0010ffff-]"
_DOT_ATOM = rf"{_ATEXT}+(?:\.{_ATEXT}+)*"
_QUOTED_STRING = r'"(?:[!\x23-\x5b\x5d-\x7e\x80-\ud7ff\ue000-\U0010ffff]|\\[\x20-\x7e\t])*"'
_DOMAIN_LITERAL = r"\[[\x21-\x5a\x5e-\x7e]*\]"
_ADDR_SPEC = re.compile(f"(?:{_DOT_ATOM}|{_QUOTED_STRING})@(?:{_DOT_ATOM}|{_DOMAIN_LITERAL})")
# §2: the characters of an address that need no percent-encoding.
_IN_ADDRESS = UNRESERVED + "!$'*+@:"
# RFC 5322 §2.2: the name of a header field.
_FIELD_NAME = re.compile("[!-9;-~]+")
_LINE_BREAK = re.compile("\r\n|\r|\n")
# One address of a list. A comma in a quoted string does not separate addresses.
_ADDRESS_OF_A_LIST = re.compile(r'(?:"(?:[^"\\]|\\.?)*(?:"|\Z)|[^,"])+', re.DOTALL)

#: The header fields that a program should ignore in a mailto URI (§4, §7), in lower case. Fields that start with
#: ``resent-`` or ``content-`` are unsafe too.
UNSAFE_FIELDS = frozenset({"from", "date", "apparently-to", "received", "return-path", "sender", "mime-version", "bcc"})


class Mailto(NamedTuple):
    """A message to write (§2): the recipients, as addresses, and the header fields, as pairs of name and value.

    The field ``body`` is the message. Everything is decoded. ``str(mailto)`` is the URI.
    """

    to: tuple[str, ...]
    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str | None:
        """Return the value of the first field of that name, in any case; None if there is none. Raises TypeError if
        *name* is not a str.
        """
        name = expect_str(name, "the name of a field")
        return next((value for field, value in self.fields if field.lower() == name.lower()), None)

    @property
    def recipients(self) -> tuple[str, ...]:
        """All recipients, including those in ``to`` fields (§2)."""
        more = (value for name, value in self.fields if name.lower() == "to")
        addresses = (address.strip() for value in more for address in _ADDRESS_OF_A_LIST.findall(value))
        return (*self.to, *filter(None, addresses))

    @property
    def subject(self) -> str | None:
        """The subject, or None."""
        return self.get("subject")

    @property
    def body(self) -> str | None:
        """The message, whose lines end with a carriage return and a line feed, or None."""
        return self.get("body")

    @property
    def safe_fields(self) -> tuple[tuple[str, str], ...]:
        """The fields that are safe to accept from a stranger (§4, §7).

        This leaves out `UNSAFE_FIELDS`, fields that start with ``resent-`` or ``content-``, and fields that would
        inject others into the message: those with an invalid name or, except for the body, a line break.
        """
        return tuple(
            (name, value)
            for name, value in self.fields
            if _FIELD_NAME.fullmatch(name)
            and name.lower() not in UNSAFE_FIELDS
            and not name.lower().startswith(("resent-", "content-"))
            and (name.lower() == "body" or not _LINE_BREAK.search(value))
        )

    def __str__(self) -> str:
        to = ",".join(percent_encode(address, _IN_ADDRESS) for address in self.to)
        fields = "&".join(
            f"{percent_encode(name, MAILTO_FIELD)}={percent_encode(value, MAILTO_FIELD)}" for name, value in self.fields
        )
        return f"mailto:{to}" + (f"?{fields}" if fields else "")


def parse(string: str) -> Mailto:
    """Parse a ``mailto:`` URI: ``parse("mailto:a@h.example?subject=caf%C3%A9").subject == "café"``.

    ``+`` is a plus sign, as the RFC says. A fragment has no meaning and is left out. Raises TypeError if *string* is
    not a str, and InvalidSyntax if it is not such a URI or not UTF-8 when decoded.
    """
    place = expect_scheme(string, _RULE, "mailto")
    end = find(string, "#", place, len(string))
    question_mark = find(string, "?", place, end)
    to = []
    while place < question_mark:
        comma = find(string, ",", place, question_mark)
        address = _ADDRESS.take_decoded(string, _RULE, place, comma)
        if not _ADDR_SPEC.fullmatch(address):
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
    """Build the URI of a message to these addresses, with these header fields (§2).

    A line break in *body* becomes ``%0D%0A``. Raises TypeError if an argument has another type, and InvalidSyntax if an
    address is not valid. Raises ValueError for an invalid name of a field, for a field that is given twice, for a line
    break in any field except the body, and for a lone surrogate.
    """
    named = {"subject": subject, "cc": cc, "body": body}
    if not isinstance(fields, Mapping | None):
        raise TypeError(f"fields must be a mapping of names to values, not {type(fields).__name__}")
    given = [(name, value) for name, value in named.items() if value is not None]
    pairs = [(name, _field_value(name, value)) for name, value in [*given, *(fields or {}).items()]]
    if len({name.lower() for name, _ in pairs}) < len(pairs):
        raise ValueError("a header field is given twice; the case of its name does not matter")
    if isinstance(to, bytes) or not isinstance(to, Iterable):
        raise TypeError(f"the addresses must be a str or an iterable of them, not {type(to).__name__}")
    addresses = (to,) if isinstance(to, str) else tuple(to)
    for address in addresses:
        if not _ADDR_SPEC.fullmatch(expect_str(address, "the address")):
            raise InvalidSyntax(address, "addr-spec", 0, "expected a user, '@' and a domain")
    return parse(str(Mailto(addresses, tuple(pairs))))


def _field_value(name: str, value: str) -> str:
    if not _FIELD_NAME.fullmatch(expect_str(name, "the name of a field")):
        raise ValueError(f"{name!r:.50} is not the name of a header field")
    if name.lower() == "body":
        return _LINE_BREAK.sub("\r\n", expect_str(value, "the body"))
    if _LINE_BREAK.search(expect_str(value, f"the field {name}")):
        raise ValueError(f"the field {name!r:.50} must not contain a line break; only the body may")
    return value
