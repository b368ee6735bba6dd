"""RFC 5234: what the grammars of RFCs have in common here, and the exception for a string that one of them refuses.

In: a string and the rule that it should follow. Out: its part that follows the rule, or `InvalidSyntax`, which says at
which offset the grammar fails and what it expects there.
"""

from __future__ import annotations

import re

from py_url.standard.infra.percent_encoding import percent_decode

ALPHA = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGIT = "0123456789"
HEXDIG = DIGIT + "ABCDEFabcdef"
# RFC 3986 §3.1, as a pattern.
SCHEME = "[A-Za-z][A-Za-z0-9+.-]*"
# A label of a domain name, RFC 1034 §3.5, as a pattern.
DOMAIN_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"

# RFC 9110 §5.6.2, one or more tchar: a token, as a pattern.
TCHARS = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_HEXDIGS = frozenset(HEXDIG)


class InvalidSyntax(ValueError):
    """Raised for a string that a grammar refuses.

    ``input`` is the string, ``rule`` the name of the grammar's rule, ``offset`` the code-point offset into the input at
    which the grammar fails (the input's length where something is missing at its end), and ``expected`` says what would
    have to stand there. The text of the exception hides what may be a password.
    """

    def __init__(self, input: str, rule: str, offset: int, expected: str) -> None:
        super().__init__()  # without arguments: whatever shows them would show a password
        self.input = input
        self.rule = rule
        self.offset = offset
        self.expected = expected

    def __str__(self) -> str:
        from py_url.standard.infra.showing import pointing_lines

        lines = pointing_lines(self.input, self.offset, self.offset + 1)
        return f"invalid {self._what()}: at {self.offset}: {self.expected}{lines}"

    def _what(self) -> str:
        return self.rule

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rule!r}, {self.offset!r}, {self.expected!r})"

    def __reduce__(self) -> tuple[type[InvalidSyntax], tuple[str, str, int, str]]:
        return type(self), (self.input, self.rule, self.offset, self.expected)


class Run:
    """A rule of the form ``*( characters )``, or with *percent_encoded* ``*( characters / pct-encoded )``.

    *expected* names the characters for people. *ranges* are more of them, as a character class of `re` writes them.
    """

    __slots__ = ("_pattern", "expected", "percent_encoded")

    def __init__(self, expected: str, characters: str, *, ranges: str = "", percent_encoded: bool = True) -> None:
        self.expected = expected
        self.percent_encoded = percent_encoded
        one = "[" + "".join(map(re.escape, characters)) + ranges + "]"
        self._pattern = f"{one}*+(?:%[0-9A-Fa-f]{{2}}{one}*+)*" if percent_encoded else f"{one}*+"

    def end(self, input: str, start: int = 0, end: int | None = None) -> int:
        """Where the longest run ends that begins at *start*."""
        # `re` keeps what it has compiled; to compile all when they are made is what importing would spend its time on.
        match = re.compile(self._pattern).match(input, start, len(input) if end is None else end)
        return match.end() if match else start

    def take(self, input: str, rule: str, start: int, end: int, *, at_least_one: bool = False) -> str:
        """``input[start:end]``, which is such a run; else raises InvalidSyntax, in which *rule* names the whole."""
        stop = self.end(input, start, end)
        if stop < end or (at_least_one and start == end):
            raise InvalidSyntax(input, rule, *self._failure(input, stop, end))
        return input[start:end]

    def take_decoded(self, input: str, rule: str, start: int, end: int, *, at_least_one: bool = False) -> str:
        """As `take`, but percent-decoded; raises InvalidSyntax too where that is not UTF-8."""
        taken = self.take(input, rule, start, end, at_least_one=at_least_one)
        try:
            return percent_decode(taken).decode()
        except UnicodeDecodeError:
            raise InvalidSyntax(input, rule, start, "percent-encoded UTF-8 is expected") from None

    def _failure(self, input: str, offset: int, end: int) -> tuple[int, str]:
        if not self.percent_encoded or input[offset : offset + 1] != "%" or offset >= end:
            return offset, f"{self.expected} is expected"
        first = 1 if offset + 1 < end and input[offset + 1] in _HEXDIGS else 0
        return offset + 1 + first, "two hexadecimal digits are expected after '%'"


def expect_one_of(value: object, options: Collection[str], what: str) -> None:
    """Raises ValueError, in which *what* names it, where *value* is none of the *options*, and TypeError for no str."""
    if expect_str(value, what) not in options:
        from py_url.standard.infra.showing import quoted

        raise ValueError(f"{what} is one of {', '.join(options)}, not {quoted(str(value))}")


def find(input: str, delimiter: str, start: int, end: int) -> int:
    """Where the first *delimiter* is between *start* and *end*; *end* where none is."""
    index = input.find(delimiter, start, end)
    return end if index < 0 else index


def expect_scheme(input: str, rule: str, scheme: str) -> int:
    """Where *input* goes on behind *scheme* and ``:``. Raises InvalidSyntax without those, TypeError for no str."""
    end = len(scheme) + 1
    if expect_str(input, f"the {scheme} URI")[:end].lower() != f"{scheme}:":
        raise InvalidSyntax(input, rule, 0, f"'{scheme}:' is expected")
    return end


def expect_str(value: object, what: str) -> str:
    """*value*, which is a str. Raises TypeError, in which *what* names it, otherwise."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    return value
