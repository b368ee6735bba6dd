"""``tel:`` URIs, telephone numbers: RFC 3966.

`parse` and `build` return a `Tel`, without the characters that only make a number readable. See
https://www.rfc-editor.org/rfc/rfc3966.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from py_url.specs.grammar import ALPHA, DIGIT, HEXDIG, InvalidSyntax, Run, end_of_domain_name, expect_scheme, find
from py_url.specs.rfc3986.characters import decode_unreserved, percent_encode, upper_case_percent_encodings
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import ascii_lowercase
from py_url.standard.infra.foreign import items_of

__all__ = ["Tel", "build", "equivalent", "parse"]

_RULE = "telephone-uri"
_VISUAL_SEPARATORS = "-.()"
_GLOBAL_DIGITS = Run("a digit or one of -.() in the number", DIGIT + _VISUAL_SEPARATORS, percent_encoded=False)
_LOCAL_DIGITS = Run("a hexadecimal digit or one of *#-.() in the number", HEXDIG + "*#" + _VISUAL_SEPARATORS)
_PNAME = Run("an ASCII letter, a digit or '-' in the name of a parameter", ALPHA + DIGIT + "-", percent_encoded=False)
_PARAMCHARS = ALPHA + DIGIT + "-_.!~*'()" + "[]/:&+$"
# The RFC allows "[" and "]" in values, but RFC 3986 does not, so they are accepted and percent-encoded when written.
_WRITTEN = _PARAMCHARS.replace("[]", "")
_PVALUE = Run("an ASCII letter, a digit, one of -_.!~*'()[]/:&+$ or a percent-encoded octet in the value", _PARAMCHARS)
# §3: an ISDN subaddress may have all characters of a URI except ";", which ends it.
_ISUB = Run(
    "an ASCII letter, a digit, one of -_.!~*'()/:&+$?@=, or a percent-encoded octet in the subaddress",
    _WRITTEN + "?@=,",
)
_OTHER_OCTET = re.compile("%(?!23)")
_REMOVED = dict.fromkeys(map(ord, _VISUAL_SEPARATORS))


class Tel(NamedTuple):
    """A telephone number (§3): the digits of *number*, which start with ``+`` if it is global, and its parameters.

    *parameters* are pairs of name and value; the value is None if a parameter has none. Visual separators are left out,
    parameters are in lower case, digits that are letters are in upper case, and values are decoded, except for a
    subaddress, which may have any octets. So ``==`` compares two numbers as §4 does. ``str(tel)`` is a URI, with its
    parameters in the order of §3. ``str`` raises InvalidSyntax for parts, in a number that neither `parse` nor `build`
    returned, that do not form a URI or form that of another number.
    """

    number: str
    parameters: tuple[tuple[str, str | None], ...] = ()

    @property
    def is_global(self) -> bool:
        """Whether the number is unique in the world (§5.1.4)."""
        return self.number.startswith("+")

    def get(self, name: str) -> str | None:
        """Return the value of the parameter *name*, in any case; None if it is missing or has no value.

        Raises:
            TypeError: If *name* is not a str.

        >>> parse("tel:+1201;ext=7").get("EXT")
        '7'
        """
        return dict(self.parameters).get(expect_str(name, "the name of a parameter").lower())

    @property
    def phone_context(self) -> str | None:
        """Where a local number is valid: a domain, or the leading digits of global numbers (§5.1.5); or None."""
        return self.get("phone-context")

    @property
    def extension(self) -> str | None:
        """The digits of the extension (§5.3), or None."""
        return self.get("ext")

    @property
    def isdn_subaddress(self) -> str | None:
        """The ISDN subaddress (§5.2), or None."""
        return self.get("isub")

    @property
    def mandatory_parameters(self) -> tuple[str, ...]:
        """The names of parameters that start with ``m-`` (§5.4).

        A program must know each of them to use the number.
        """
        return tuple(name for name, _ in self.parameters if name.startswith("m-"))

    def __str__(self) -> str:
        # "#" is a digit in RFC 3966, but starts a fragment in every URI.
        output = f"tel:{self.number.replace('#', '%23')}"
        for name, value in self.parameters:
            output += f";{name}" if value is None else f";{name}={_written(name, value)}"
        _parse_with(output, [name for name, _ in self.parameters])
        return output


def _written(name: str, value: str) -> str:
    return value if name == "isub" else percent_encode(value, _WRITTEN)


def parse(string: str) -> Tel:
    """Parse a ``tel:`` URI.

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it is not such a URI: for example if a local number has no context, a parameter occurs twice,
            or there are both an extension and an ISDN subaddress (§5.3).

    >>> parse("tel:+1-201-555-0123").number
    '+12015550123'
    """
    string, place = expect_scheme(string, _RULE, "tel")
    end = find(string, ";", place, len(string))
    number = _number(string, place, end)
    parameters: dict[str, str | None] = {}
    place = end + 1
    while place <= len(string):
        end = find(string, ";", place, len(string))
        equals_sign = find(string, "=", place, end)
        name = _PNAME.take(string, _RULE, place, equals_sign, at_least_one=True).lower()
        if name in parameters:
            raise InvalidSyntax(string, _RULE, place, "expected each parameter only once")
        if equals_sign == end and name in ("ext", "isub", "phone-context"):
            raise InvalidSyntax(string, _RULE, end, f"expected '=' and a value after '{name}'")
        parameters[name] = None if equals_sign == end else _value(string, name, equals_sign + 1, end)
        if {"ext", "isub"} <= parameters.keys():
            raise InvalidSyntax(string, _RULE, place, "expected an extension or an ISDN subaddress, not both")
        place = end + 1
    if not number.startswith("+") and "phone-context" not in parameters:
        raise InvalidSyntax(string, _RULE, len(string), "expected ';phone-context=', as the number is local")
    return Tel(number, tuple(sorted(parameters.items(), key=lambda item: _order(item[0]))))


def _order(name: str) -> tuple[int, str]:
    """Sort ``ext`` or ``isub`` first, then ``phone-context``, then the others (§3)."""
    return ({"ext": 0, "isub": 0, "phone-context": 1}.get(name, 2), name)


def _number(string: str, start: int, end: int) -> str:
    is_global = string.startswith("+", start)
    run = _GLOBAL_DIGITS if is_global else _LOCAL_DIGITS
    number = run.take(string, _RULE, start + is_global, end).replace("%23", "#").translate(_REMOVED)
    other_octet = _OTHER_OCTET.search(string, start, end)
    if other_octet:
        raise InvalidSyntax(string, _RULE, other_octet.start(), f"expected {run.expected}; write only '#' as '%23'")
    if not number:
        raise InvalidSyntax(string, _RULE, end, "expected a digit")
    return ("+" if is_global else "") + number.upper()


def _value(string: str, name: str, start: int, end: int) -> str:
    if name == "ext":
        value = _GLOBAL_DIGITS.take(string, _RULE, start, end).translate(_REMOVED)
        if not value:
            raise InvalidSyntax(string, _RULE, end, "expected a digit")
    elif name == "phone-context":
        if string.startswith("+", start):
            return _number(string, start, end)
        value = ascii_lowercase(string[start:end])
        # §3: the last label begins with a letter, and a "." may follow it.
        domain = value.removesuffix(".")
        if end_of_domain_name(domain) < len(domain) or not domain.rpartition(".")[2][:1].isalpha():
            raise InvalidSyntax(string, _RULE, start, "expected a domain, or '+' and digits")
    elif name == "isub":
        subaddress = _ISUB.take(string, _RULE, start, end, at_least_one=True)
        value = upper_case_percent_encodings(decode_unreserved(subaddress).lower())
    else:
        value = ascii_lowercase(_PVALUE.take_decoded(string, _RULE, start, end, at_least_one=True))
    return value


def equivalent(a: str, b: str) -> bool:
    """Return whether the tel URIs *a* and *b* are the same number (§4).

    Visual separators, case and the order of parameters make no difference. Raises the errors of `parse`.

    >>> equivalent("tel:+1-201", "tel:+1201")
    True
    """
    return parse(a) == parse(b)


def build(number: str, parameters: Mapping[str, str | None] | None = None) -> Tel:
    """Build a *number* with *parameters* (§3).

    Values are without percent-encoding, except for ``isub``. Spaces are removed, because people use them as visual
    separators.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If they do not form the tel URI that they describe.

    >>> str(build("+1 201", {"ext": "7"}))
    'tel:+1201;ext=7'
    """
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters must be a mapping of names to values, not {type(parameters).__name__}")
    uri = "tel:" + expect_str(number, "the number").replace(" ", "")
    for name, value in items_of(parameters or {}):
        uri += f";{expect_str(name, 'the name of a parameter')}"
        if value is not None:
            uri += f"={_written(name.lower(), expect_str(value, f'the value of {name}'))}"
    return _parse_with(uri, parameters or ())


def _parse_with(uri: str, names: Iterable[str]) -> Tel:
    """Parse *uri*, and raise InvalidSyntax if it has other parameters than those of these names."""
    parsed = parse(uri)
    if {name for name, _ in parsed.parameters} != {name.lower() for name in names}:
        raise InvalidSyntax(uri, _RULE, 4, "expected parts that contain none of the delimiters between them")
    return parsed
