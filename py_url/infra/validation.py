"""§1.1 Writing: validation errors, and the exception that carries those which end a parse.

In: the error's standard name and the place. Out: `ValidationError` values, and `InvalidURL`, whose text says which
input, which part, where, and what was expected. The non-fatal errors of the table are not reported yet.
"""

from __future__ import annotations

import re

from py_url.infra.code_points import C0_CONTROL_OR_SPACE

# The errors of §1.1's table that can be failures, in its order, each with what to write instead.
FATAL_ERRORS = {
    "domain-to-ASCII": "this host is not a domain name that IDNA accepts",
    "host-invalid-code-point": "a host may not hold this code point; percent-encode it",
    "IPv4-too-many-parts": "an IPv4 address has at most four parts",
    "IPv4-non-numeric-part": "a host that ends in a number is an IPv4 address, whose every part is a number",
    "IPv4-out-of-range-part": "this part of the IPv4 address is too large",
    "IPv6-unclosed": "an IPv6 address ends with ']'",
    "IPv6-invalid-compression": "an IPv6 address may begin with '::' but not with one ':'",
    "IPv6-too-many-pieces": "an IPv6 address has eight pieces",
    "IPv6-multiple-compression": "'::' may stand once in an IPv6 address",
    "IPv6-invalid-code-point": "an IPv6 address is made of hex digits and ':', and does not end in one ':'",
    "IPv6-too-few-pieces": "an IPv6 address without '::' has eight pieces",
    "IPv4-in-IPv6-too-many-pieces": "an IPv4 address may replace only the last two pieces of an IPv6 address",
    "IPv4-in-IPv6-invalid-code-point": "four decimal numbers without leading zeros, separated by '.', are expected",
    "IPv4-in-IPv6-out-of-range-part": "a part of an IPv4 address is at most 255",
    "IPv4-in-IPv6-too-few-parts": "an IPv4 address in an IPv6 address has four parts",
    "missing-scheme-non-relative-URL": "without a scheme this is a relative URL, and it has no base URL to refer to",
    "host-missing": "a host is expected here",
    "port-out-of-range": "a port is at most 65535",
    "port-invalid": "a port is made of the digits 0 to 9",
}

# Where the userinfo of an input can begin. What follows, up to the last "@", may be a password.
_BEFORE_USERINFO = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?[/\\]*")
_SHOWN = 120
# A password in a serialized URL: its own, or that of a URL within its path or query.
_PASSWORD = re.compile("(//[^/?#@:]*:)[^/?#]+(?=@)")
# What a scalar value string has no longer of a string: the second half of each surrogate pair.
_SECOND_HALF = "(?<=[\ud800-\udbff])[\udc00-\udfff]"
_TAKEN_OUT = re.compile(f"[\t\n\r]|{_SECOND_HALF}")
_JOINED = re.compile(_SECOND_HALF)


class Failure(Exception):
    """How a parser inside this package says *return failure*: an error's name and a span of the parser's input.

    ``expected``, where it is given, says more than the table does of what should stand there.
    """

    def __init__(self, name: str, start: int, end: int, expected: str | None = None) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.expected = expected

    def moved(self, offset: int) -> Failure:
        """The same failure, for an input in which that of this one begins at *offset*."""
        return Failure(self.name, self.start + offset, self.end + offset, self.expected)


class StateOverrideFailure(Exception):
    """A failure which the standard gives no name, because only the API's setters can meet it and they ignore it."""


class ValidationError:
    """A *validation error* (§1.1).

    ``name`` is the standard's; ``start`` and ``end`` are code-point offsets into the original input, leading spaces,
    tabs and newlines counted; ``fatal`` says that parsing ended there; ``message`` says what was expected.
    """

    __slots__ = ("end", "fatal", "message", "name", "start")
    __match_args__ = ("name", "start", "end")

    def __init__(self, name: str, start: int, end: int, fatal: bool, message: str) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.fatal = fatal
        self.message = message

    def _key(self) -> tuple[str, int, int, bool, str]:
        return self.name, self.start, self.end, self.fatal, self.message

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, ValidationError) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return "ValidationError(name={!r}, start={}, end={}, fatal={}, message={!r})".format(*self._key())


class InvalidURL(ValueError):
    """Raised where the standard's parsers return failure.

    ``input`` is the string that did not parse, ``what`` names it ("URL", "base URL", "host"), and ``errors`` holds its
    `ValidationError` values, the last of them fatal; it is empty only for a failure that the standard leaves unnamed.
    The text of the exception hides what may be a password.
    """

    __module__ = "py_url"  # where it is imported from, and so what a traceback should call it

    def __init__(self, input: str, errors: tuple[ValidationError, ...] = (), what: str = "URL") -> None:
        super().__init__()  # without arguments: whatever shows them would show a password
        self.input = input
        self.errors = errors
        self.what = what

    @classmethod
    def at(cls, failure: Failure, input: str, what: str = "URL") -> InvalidURL:
        """The exception for a failure whose span lies in *input*."""
        message = failure.expected or FATAL_ERRORS[failure.name]
        error = ValidationError(failure.name, failure.start, failure.end, True, message)
        return cls(input, (error,), what)

    def __str__(self) -> str:
        text = f"invalid {self.what} {_shown(self.input)}"
        for error in self.errors:
            text += f": {error.name} at {error.start}"
            text += f"-{error.end}" if error.end > error.start + 1 else ""
            text += f": {error.message}"
        return text

    def __repr__(self) -> str:
        return f"InvalidURL({str(self)!r})"

    def __reduce__(self) -> tuple[type[InvalidURL], tuple[str, tuple[ValidationError, ...], str]]:
        return type(self), (self.input, self.errors, self.what)


def without_password(input: str) -> str:
    """*input* with ``***`` where its userinfo would be.

    The input may not have parsed, so where its userinfo ends is anyone's guess: everything from the first place a
    userinfo can begin to the last ``@`` is hidden.
    """
    at_sign = input.rfind("@")
    if at_sign < 0:
        return input
    before = _BEFORE_USERINFO.match(input)
    start = before.end() if before else 0
    return f"{input[:start]}***{input[at_sign:]}" if start < at_sign else input


def hide_passwords(serialized: str) -> str:
    """A serialized URL with ``***`` for its password, and for that of any URL that it holds."""
    return _PASSWORD.sub(r"\1***", serialized)


def _shown(input: str) -> str:
    text = without_password(input)
    if len(text) <= _SHOWN:
        return repr(text)
    return f"{text[:_SHOWN]!r}... ({len(input):,} code points)"


def in_original(failure: Failure, input: str, *, trimmed: bool, tabs: bool = False) -> Failure:
    """A failure met in what a parser made of *input*, moved to *input* itself.

    The parser made it a scalar value string, *trimmed* both its ends or not, and took out its tabs and newlines, unless
    *tabs* says that it left them in.
    """
    offset = len(input) - len(input.lstrip(C0_CONTROL_OR_SPACE)) if trimmed else 0
    start, end = failure.start, failure.end
    for removed in (_JOINED if tabs else _TAKEN_OUT).finditer(input, offset):
        if removed.start() - offset <= start:
            offset += 1
        elif removed.start() - offset < end + (removed[0] > "\r"):  # a second half belongs to the code point before it
            end += 1
        else:
            break
    last = len(input.rstrip(C0_CONTROL_OR_SPACE)) if trimmed else len(input)
    return Failure(failure.name, min(offset + start, last), min(offset + end, last), failure.expected)
