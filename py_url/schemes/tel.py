"""RFC 3966: ``tel:`` URIs, telephone numbers.

In: a string, or a number and its parameters. Out: a `Tel`, without what only makes a number readable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from py_url.grammar import ALPHA, DIGIT, DOMAIN_LABEL, HEXDIG, InvalidSyntax, Run, expect_scheme, expect_str, find
from py_url.rfc3986.characters import decode_unreserved, percent_encode, upper_case_percent_encodings
from py_url.standard.infra.code_points import ascii_lowercase

_RULE = "telephone-uri"
_VISUAL_SEPARATORS = "-.()"
_GLOBAL_DIGITS = Run("a digit or one of -.()", DIGIT + _VISUAL_SEPARATORS, percent_encoded=False)
_LOCAL_DIGITS = Run("a hexadecimal digit or one of *#-.()", HEXDIG + "*#" + _VISUAL_SEPARATORS)
_PNAME = Run("a letter, a digit or '-' of a parameter's name", ALPHA + DIGIT + "-", percent_encoded=False)
_PARAMCHARS = ALPHA + DIGIT + "-_.!~*'()" + "[]/:&+$"
# "[" and "]" are taken, as the RFC has them, but written as URIs since have to.
_WRITTEN = _PARAMCHARS.replace("[]", "")
_PVALUE = Run("a character of a parameter's value, or a percent-encoded octet", _PARAMCHARS)
# §3: of an ISDN subaddress all characters that a URI may hold, but ";", which ends it.
_ISUB = Run("a character of a subaddress, or a percent-encoded octet", _WRITTEN + "?@=,")
_DOMAIN = re.compile(rf"(?:{DOMAIN_LABEL}\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.?")
_OTHER_OCTET = re.compile("%(?!23)")
_REMOVED = dict.fromkeys(map(ord, _VISUAL_SEPARATORS))


class Tel(NamedTuple):
    """§3 A telephone number: its digits, ``+`` first where it is global, and its parameters by name, None for one
    without a value. Visual separators are left out, the letters of parameters are in lower case and those of numbers in
    upper case, and values are decoded, but for a subaddress, which may be of any octets; so that ``==`` is the
    comparison of §4. ``str(tel)`` is a URI, its parameters in §3's order.
    """

    number: str
    parameters: tuple[tuple[str, str | None], ...] = ()

    @property
    def is_global(self) -> bool:
        """§5.1.4 Whether the number is unique in the world."""
        return self.number.startswith("+")

    def get(self, name: str) -> str | None:
        """The value of the parameter of that name, in whatever case; None where it is not there, or has none."""
        return dict(self.parameters).get(name.lower())

    @property
    def phone_context(self) -> str | None:
        """§5.1.5 Where a local number is one: a domain, or the digits that global ones there begin with."""
        return self.get("phone-context")

    @property
    def extension(self) -> str | None:
        """§5.4 The extension's digits, or None."""
        return self.get("ext")

    @property
    def isdn_subaddress(self) -> str | None:
        """§5.3 The ISDN subaddress, or None."""
        return self.get("isub")

    @property
    def mandatory_parameters(self) -> tuple[str, ...]:
        """§5.2.1 The names of parameters that begin with ``m-``: a program that does not know one must not call."""
        return tuple(name for name, _ in self.parameters if name.startswith("m-"))

    def __str__(self) -> str:
        # "#" is one of RFC 3966's digits, but begins a fragment in every URI.
        output = f"tel:{self.number.replace('#', '%23')}"
        for name, value in self.parameters:
            output += f";{name}" if value is None else f";{name}={_written(name, value)}"
        return output


def _written(name: str, value: str) -> str:
    return value if name == "isub" else percent_encode(value, _WRITTEN)


def parse(string: str) -> Tel:
    """§3 ``parse("tel:+1-201-555-0123").number == "+12015550123"``.

    Raises TypeError for what is no str, InvalidSyntax for what is no such URI: a local number without a context, a
    parameter that is there twice, and an extension beside an ISDN subaddress (§5.3) among them.
    """
    place = expect_scheme(string, _RULE, "tel")
    end = find(string, ";", place, len(string))
    number = _number(string, place, end)
    parameters: dict[str, str | None] = {}
    place = end + 1
    while place <= len(string):
        end = find(string, ";", place, len(string))
        equals_sign = find(string, "=", place, end)
        name = _PNAME.take(string, _RULE, place, equals_sign, at_least_one=True).lower()
        if name in parameters:
            raise InvalidSyntax(string, _RULE, place, "each parameter is expected once")
        if equals_sign == end and name in ("ext", "isub", "phone-context"):
            raise InvalidSyntax(string, _RULE, end, "'=' and a value are expected")
        parameters[name] = None if equals_sign == end else _value(string, name, equals_sign + 1, end)
        if {"ext", "isub"} <= parameters.keys():
            raise InvalidSyntax(string, _RULE, place, "an extension and an ISDN subaddress are not expected together")
        place = end + 1
    if not number.startswith("+") and "phone-context" not in parameters:
        raise InvalidSyntax(string, _RULE, len(string), "';phone-context=' is expected, as the number is a local one")
    return Tel(number, tuple(sorted(parameters.items(), key=lambda item: _order(item[0]))))


def _order(name: str) -> tuple[int, str]:
    """§3: ext or isub first, then phone-context, then the others."""
    return ({"ext": 0, "isub": 0, "phone-context": 1}.get(name, 2), name)


def _number(string: str, start: int, end: int) -> str:
    """The digits of a number, global or local, without visual separators."""
    is_global = string.startswith("+", start)
    run = _GLOBAL_DIGITS if is_global else _LOCAL_DIGITS
    number = run.take(string, _RULE, start + is_global, end).replace("%23", "#").translate(_REMOVED)
    other_octet = _OTHER_OCTET.search(string, start, end)
    if other_octet:
        raise InvalidSyntax(string, _RULE, other_octet.start(), f"{run.expected} is expected, of which '%23' is '#'")
    if not number:
        raise InvalidSyntax(string, _RULE, end, "a digit is expected")
    return ("+" if is_global else "") + number.upper()


def _value(string: str, name: str, start: int, end: int) -> str:
    if name == "ext":
        value = _GLOBAL_DIGITS.take(string, _RULE, start, end).translate(_REMOVED)
        if not value:
            raise InvalidSyntax(string, _RULE, end, "a digit is expected")
    elif name == "phone-context":
        if string.startswith("+", start):
            return _number(string, start, end)
        value = ascii_lowercase(string[start:end])
        if not _DOMAIN.fullmatch(value):
            raise InvalidSyntax(string, _RULE, start, "a domain, or '+' and digits are expected")
    elif name == "isub":
        subaddress = _ISUB.take(string, _RULE, start, end, at_least_one=True)
        value = upper_case_percent_encodings(decode_unreserved(subaddress).lower())
    else:
        value = ascii_lowercase(_PVALUE.take_decoded(string, _RULE, start, end, at_least_one=True))
    return value


def equivalent(a: str, b: str) -> bool:
    """§4 Whether two tel URIs are the same number, whatever their visual separators, their case and the order of their
    parameters. Raises as `parse`.
    """
    return parse(a) == parse(b)


def build(number: str, parameters: Mapping[str, str | None] | None = None) -> Tel:
    """§3 The number with those parameters, whose values are not encoded (but for ``isub``): ``build("+1 201", {"ext":
    "7"})`` is ``tel:+1201;ext=7``. Spaces are visual separators to people, and taken out.

    Raises TypeError for another type, InvalidSyntax where they make no tel URI, or another one.
    """
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters map names to values, which a {type(parameters).__name__} does not")
    uri = "tel:" + expect_str(number, "a number").replace(" ", "")
    for name, value in (parameters or {}).items():
        uri += f";{expect_str(name, 'the name of a parameter')}"
        if value is not None:
            uri += f"={_written(name.lower(), expect_str(value, f'the value of {name}'))}"
    parsed = parse(uri)
    if {name for name, _ in parsed.parameters} != {name.lower() for name in parameters or ()} or ";" in number:
        raise InvalidSyntax(uri, _RULE, 4, "a part without a delimiter is expected in each place")
    return parsed
