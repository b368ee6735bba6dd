"""RFC 6068: ``mailto:`` URIs, a message to be written.

In: a string, or recipients and header fields. Out: a `Mailto`, decoded, whose string is the URI.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from py_url.grammar import InvalidSyntax, Run, expect_scheme, expect_str, find
from py_url.rfc3986.characters import MAILTO_FIELD, UNRESERVED, percent_encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_RULE = "mailtoURI"
_QCHARS = Run("an unreserved character, one of !$'()*+,;:@ or a percent-encoded octet", UNRESERVED + "!$'()*+,;:@")
_ADDRESS = Run("a character of an address, or a percent-encoded octet", UNRESERVED + "!$'()*+:;@")
# RFC 5322 §3.2.3 and §3.2.4, without what is obsolete, and without comments and folding.
_ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\ud7ff\ue000-\U0010ffff-]"
_DOT_ATOM = rf"{_ATEXT}+(?:\.{_ATEXT}+)*"
_QUOTED_STRING = r'"(?:[!\x23-\x5b\x5d-\x7e\x80-\ud7ff\ue000-\U0010ffff]|\\[\x20-\x7e\t])*"'
_DOMAIN_LITERAL = r"\[[\x21-\x5a\x5e-\x7e]*\]"
_ADDR_SPEC = re.compile(f"(?:{_DOT_ATOM}|{_QUOTED_STRING})@(?:{_DOT_ATOM}|{_DOMAIN_LITERAL})")
# §2: what stays as it is in an address, of what a local part may hold.
_IN_ADDRESS = UNRESERVED + "!$'*+@:"
# RFC 5322 §2.2
_FIELD_NAME = re.compile("[!-9;-~]+")
_LINE_BREAK = re.compile("\r\n|\r|\n")
# One address of a list: a comma in a quoted string separates nothing.
_ADDRESS_OF_A_LIST = re.compile(r'(?:"(?:[^"\\]|\\.?)*(?:"|\Z)|[^,"])+', re.DOTALL)

#: §4, §7: the fields that a program is to ignore where a mailto URI sets them, in lower case; all that begin with
#: ``resent-`` or ``content-`` too.
UNSAFE_FIELDS = frozenset({"from", "date", "apparently-to", "received", "return-path", "sender", "mime-version", "bcc"})


class Mailto(NamedTuple):
    """§2 The recipients, as addresses, and the header fields, as pairs of name and value, ``body`` among them, which is
    the message. All is decoded. ``str(mailto)`` is the URI.
    """

    to: tuple[str, ...]
    fields: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str | None:
        """The value of the first field of that name, in whatever case; None where there is none."""
        return next((value for field, value in self.fields if field.lower() == name.lower()), None)

    @property
    def recipients(self) -> tuple[str, ...]:
        """§2 All recipients: those of ``to`` fields are such too."""
        more = (value for name, value in self.fields if name.lower() == "to")
        addresses = (address.strip() for value in more for address in _ADDRESS_OF_A_LIST.findall(value))
        return (*self.to, *filter(None, addresses))

    @property
    def subject(self) -> str | None:
        """The subject, or None."""
        return self.get("subject")

    @property
    def body(self) -> str | None:
        """The message, whose lines end in a carriage return and a line feed; or None."""
        return self.get("body")

    @property
    def safe_fields(self) -> tuple[tuple[str, str], ...]:
        """§4, §7 The fields that are not known to be unsafe from a stranger: without `UNSAFE_FIELDS` and their kin, and
        without what would write another field into the message: a name that is none, a line break but in the body.
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
    """§2 ``parse("mailto:a@h.example?subject=caf%C3%A9").subject == "café"``.

    ``+`` is a plus sign, as the RFC has it. A fragment, which means nothing here, is left out. Raises TypeError for
    what is no str, InvalidSyntax for what is no such URI, or is not UTF-8 when decoded.
    """
    place = expect_scheme(string, _RULE, "mailto")
    end = find(string, "#", place, len(string))
    question_mark = find(string, "?", place, end)
    to = []
    while place < question_mark:
        comma = find(string, ",", place, question_mark)
        address = _ADDRESS.take_decoded(string, _RULE, place, comma)
        if not _ADDR_SPEC.fullmatch(address):
            raise InvalidSyntax(string, _RULE, place, "an e-mail address is expected, percent-encoded")
        to.append(address)
        place = comma + 1
        if place == question_mark:
            raise InvalidSyntax(string, _RULE, place, "an e-mail address is expected after ','")
    fields = []
    place = question_mark + 1
    while question_mark < end and place <= end:
        ampersand = find(string, "&", place, end)
        equals_sign = find(string, "=", place, ampersand)
        name = _QCHARS.take_decoded(string, _RULE, place, equals_sign)
        if equals_sign == ampersand:
            raise InvalidSyntax(string, _RULE, equals_sign, "'=' and a value are expected after a field's name")
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
    """§2 The URI of a message to those addresses; what is not given is not in it. A line break in *body* becomes
    ``%0D%0A``, in another field it raises.

    Raises TypeError for another type; InvalidSyntax for what is no address; ValueError for what is no name of a field,
    for one that is given twice, and for a line break or a lone surrogate in one.
    """
    named = {"subject": subject, "cc": cc, "body": body}
    if not isinstance(fields, Mapping | None):
        raise TypeError(f"fields map names to values, which a {type(fields).__name__} does not")
    given = [(name, value) for name, value in named.items() if value is not None]
    pairs = [(name, _field_value(name, value)) for name, value in [*given, *(fields or {}).items()]]
    if len({name.lower() for name, _ in pairs}) < len(pairs):
        raise ValueError("a field is given twice")
    addresses = (to,) if isinstance(to, str) else tuple(to)
    for address in addresses:
        if not _ADDR_SPEC.fullmatch(expect_str(address, "an address")):
            raise InvalidSyntax(address, "addr-spec", 0, "an e-mail address is expected")
    return parse(str(Mailto(addresses, tuple(pairs))))


def _field_value(name: str, value: str) -> str:
    if not _FIELD_NAME.fullmatch(expect_str(name, "the name of a field")):
        raise ValueError(f"{name!r:.50} is no name of a field")
    if name.lower() == "body":
        return _LINE_BREAK.sub("\r\n", expect_str(value, "a body"))
    if _LINE_BREAK.search(expect_str(value, f"the field {name}")):
        raise ValueError(f"the field {name!r:.50} holds a line break, which only a body may")
    return value
