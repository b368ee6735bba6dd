"""What the RFCs' grammars share: characters, runs of characters, and the exception for a string that breaks a rule.

Takes a string and the name of a grammar rule. Returns the part that follows the rule, or raises `InvalidSyntax`, which
tells at which offset the rule fails and what it expects there. The rules are written in ABNF
(https://www.rfc-editor.org/rfc/rfc5234).
"""

from __future__ import annotations

import re

from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import plain_str
from py_url.standard.infra.copying import Slotted
from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.validation import MakesText

ALPHA = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGIT = "0123456789"
HEXDIG = DIGIT + "ABCDEFabcdef"
# A regular expression for a label of a domain name: that of RFC 1034 §3.5, which RFC 1123 §2.1 lets start with a digit.
DOMAIN_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_LABEL = re.compile(DOMAIN_LABEL)
_AFTER_AUTHORITY = re.compile("[/?#]")

# A regular expression for the token of RFC 9110 §5.6.2: one or more tchar.
TCHARS = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
# The HTTP whitespace of Fetch.
HTTP_WHITESPACE = "\t\n\r "

__all__ = ["InvalidSyntax"]

# A pattern repeats a group at most this often, because each repetition takes memory; `end_of_runs` repeats the pattern.
LONG_GROUP = 500

_HEXDIGS = frozenset(HEXDIG)
# Words for rules whose names in the RFCs say little to people.
_WORDS = {
    "acctURI": "acct URI",
    "addr-spec": "e-mail address",
    "ftpurl": "ftp URL",
    "gopherurl": "gopher URI",
    "imapurl": "imap URL",
    "mailtoURI": "mailto URI",
    "namestring": "URN",
    "pop-url": "pop URL",
    "segment-nz": "path segment",
    "tagURI": "tag URI",
    "telephone-uri": "tel URI",
    "ws-URI": "WebSocket URI",
    "wss-URI": "WebSocket URI",
    "xmppuri": "xmpp URI",
}


class InvalidSyntax(MakesText):
    """Raised for a string that breaks a rule of a grammar.

    *input* is the string and *rule* the name of the rule. *offset* is the code-point offset into the input at which the
    rule fails; it is the input's length if something is missing at the end. *expected* is a phrase that says what
    belongs there. The text of the exception hides anything that may be a password. ``args`` has the text alone.

    Raises:
        TypeError: If an argument has another type.
    """

    _own = ("input", "rule", "offset", "expected")

    def __init__(self, input: str, rule: str, offset: int, expected: str) -> None:
        super().__init__()  # no arguments: anything that prints them would print a password
        if not (isinstance(input, str) and isinstance(rule, str) and isinstance(expected, str)):
            kinds = ", ".join(type(value).__name__ for value in (input, rule, expected))
            raise TypeError(f"the input, the rule and what is expected must be str, not {kinds}")
        if not isinstance(offset, int):
            raise TypeError(f"the offset must be an int, not {type(offset).__name__}")
        self.input = plain_str(input)
        self.rule = plain_str(rule)
        self.offset = offset
        self.expected = plain_str(expected)

    def __str__(self) -> str:
        from py_url.standard.infra.showing import pointing_lines

        lines = pointing_lines(self.input, self.offset, self.offset + 1)
        return f"invalid {self._what()} at {self.offset}: {self.expected}{lines}"

    def _what(self) -> str:
        return _WORDS.get(self.rule, self.rule)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rule!r}, {self.offset!r}, {self.expected!r})"


class Run(Slotted):
    """A rule of the form ``*( characters )`` or, if *percent_encoded* is true, ``*( characters / pct-encoded )``.

    *expected* describes the characters in error messages. *ranges* adds more of them, written as in a character class
    of `re`.
    """

    __slots__ = ("_pattern", "expected", "percent_encoded")

    def __init__(self, expected: str, characters: str, *, ranges: str = "", percent_encoded: bool = True) -> None:
        self.expected = expected
        self.percent_encoded = percent_encoded
        one = "[" + "".join(map(re.escape, characters)) + ranges + "]"
        octets = f"(?:%[0-9A-Fa-f]{{2}}{one}*+){{0,{LONG_GROUP}}}" if percent_encoded else ""
        self._pattern = f"{one}*+{octets}"

    def end(self, input: str, start: int = 0, end: int | None = None) -> int:
        """Return where the longest run that starts at *start* ends."""
        # Compiling every pattern at import would be slow, so each is compiled on first use; `re` caches it.
        return end_of_runs(re.compile(self._pattern), input, start, len(input) if end is None else end)

    def take(self, input: str, rule: str, start: int, end: int, *, at_least_one: bool = False) -> str:
        """Return ``input[start:end]`` if it is such a run; otherwise raise InvalidSyntax for *rule*."""
        stop = self.end(input, start, end)
        if stop < end or (at_least_one and start == end):
            raise InvalidSyntax(input, rule, *self._failure(input, stop, end))
        return input[start:end]

    def take_decoded(
        self, input: str, rule: str, start: int, end: int, *, at_least_one: bool = False, encoding: str = "utf-8"
    ) -> str:
        """Do the same as `take` and percent-decode the run; also raise InvalidSyntax if the result is not in
        *encoding*.
        """
        taken = self.take(input, rule, start, end, at_least_one=at_least_one)
        try:
            return percent_decode(taken).decode(encoding)
        except UnicodeDecodeError:
            raise InvalidSyntax(input, rule, start, f"expected percent-encoded {encoding.upper()}") from None

    def _failure(self, input: str, offset: int, end: int) -> tuple[int, str]:
        if not self.percent_encoded or input[offset : offset + 1] != "%" or offset >= end:
            return offset, f"expected {self.expected}"
        first = 1 if offset + 1 < end and input[offset + 1] in _HEXDIGS else 0
        return offset + 1 + first, "expected two hexadecimal digits after '%'; write '%25' for a literal '%'"


def end_of_runs(pattern: re.Pattern[str], input: str, start: int, end: int) -> int:
    """Return where the matches of *pattern* end that follow one another from *start* on."""
    while start < end and (match := pattern.match(input, start, end)) is not None and match.end() > start:
        start = match.end()
    return start


def end_of_authority(input: str, start: int) -> int:
    """Return where the authority that starts at *start* ends: before the next ``/``, ``?`` or ``#`` (RFC 3986 §3.2)."""
    delimiter = _AFTER_AUTHORITY.search(input, start)
    return len(input) if delimiter is None else delimiter.start()


def end_of_domain_name(input: str, start: int = 0) -> int:
    """Return where the longest domain name that starts at *start* ends: labels with a ``.`` between them."""
    end, label = start, _LABEL.match(input, start)
    while label is not None:
        end = label.end()
        label = _LABEL.match(input, end + 1) if input.startswith(".", end) else None
    return end


def find(input: str, delimiter: str, start: int, end: int) -> int:
    """Return the index of the first *delimiter* between *start* and *end*, or *end* if there is none."""
    index = input.find(delimiter, start, end)
    return end if index < 0 else index


def expect_scheme(input: str, rule: str, scheme: str) -> tuple[str, int]:
    """Return *input* as a plain str, and the index after *scheme* and ``:`` at its start.

    Raises InvalidSyntax if *input* does not start with them, and TypeError if it is not a str.
    """
    end = len(scheme) + 1
    input = expect_str(input, f"the {scheme} URI")
    if input[:end].lower() != f"{scheme}:":
        raise InvalidSyntax(input, rule, 0, f"expected '{scheme}:'")
    return input, end
