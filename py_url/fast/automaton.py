"""What `canonical` recognizes, the canonical URLs of other schemes that `special` does, and many references, as a
finite automaton that reads one character after the other.

A regular expression is the fastest way in Python. JavaScript calls Python for it, which takes ten times as long as the
match. So it gets the automaton instead, as a table: it looks up the next state for each character, and decides nothing.

Each state stands for a state of the parser, as each part of the pattern does. It takes the characters that the parser
would leave as they are, and some that the parser would replace, with a mark: letters that become lower-case, and what
is percent-encoded. A string without marks ends in a part of the URL with a value that a setter would leave as it is.
"""

from __future__ import annotations

from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.urls.components import DEFAULT_PORTS, PORT_LENGTH, SETTABLE, printable_outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from py_url.standard.infra.percent_encoding import PercentEncodeSet

    # For each state, by name, the next state of each character that it takes.
    States: TypeAlias = dict[str, dict[str, str]]

START, REFUSED = "", "refused"
BEYOND_ASCII = "\x80"
"""What stands for all characters beyond ASCII."""
WIDTH = 131
"""The length of a row of the table: a place for each character up to this one, and two for the end of the string."""
REPLACED = 0x80
"""This is added to the number of the next state if the character is replaced on the way there."""
REFERENCE_START = "reference start"
"""The state in which a reference starts, after the dot segments at its beginning."""
# What the place before the last says of a string that ends there, apart from what was replaced. HAS_OPAQUE_ORIGIN is
# its own href, too. IS_REFERENCE is said of references that do not end in a state of a path, query or fragment.
IS_NO_URL, IS_ITS_HREF, LACKS_A_SLASH, HAS_OPAQUE_ORIGIN, IS_REFERENCE = "\x00", "\x01", "\x02", "\x03", "\x04"
# What the last place says: nothing, or as a digit, as in `bridge`, which member has a value that ends there.
NO_MEMBER = "\x00"

_DIGITS, _HEX_LETTERS = "0123456789", "abcdef"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_IN_SCHEME = f"{_LETTERS}{_DIGITS}+.-"
_IN_OPAQUE_HOST = f"{_LETTERS}{_LETTERS.upper()}{_DIGITS}._-"
_IN_NUMBERS = f"{_DIGITS}{_HEX_LETTERS}x"
_NOT_IN_NUMBERS = "ghijklmnopqrstuvwyz_-"
# The states at the end of a domain that does not end in a number, for the same reasons as in the pattern: a character
# that is in no number is the last one, or has one, two or three characters after it, or a dot; or the last label has
# two characters and begins with a letter.
_NOT_A_NUMBER = ("letter", "letter + 1", "letter + 2", "letter + 3", "letter + dot", "dot + 2")
_AFTER_PORT = f"port + {PORT_LENGTH}"
_IN_PATH = ("segment start", "segment", "%", "%2")
# The prefix of the states of a path and of what follows it, in a URL that is not special, and in a file URL.
_OTHER, _FILE = "other ", "file "
_AFTER_OTHER_HOST = ("other host", "other port 1", "other port 2", "other port 3", "other port 4")
_ENDS_OF_OTHERS = (
    *(f"{prefix}{name}" for prefix in (_OTHER, _FILE) for name in (*_IN_PATH, "query", "fragment")),
    *("file start", "file letter", "opaque path start", "opaque path", *_AFTER_OTHER_HOST),
)
_ENDS_OF_VALUES = {
    "protocol": ("domain",),
    "hostname": _NOT_A_NUMBER,
    "port": (_AFTER_PORT,),
    "pathname": _IN_PATH,
    "search": ("query",),
    "hash": ("fragment",),
}
_REFERENCES = (REFERENCE_START, "reference slash", "reference segment")
# The mark of a next state on the way to which the character is replaced.
_BY_REPLACING = "~"


def table() -> str:
    """The rows of all states, one after the other, as characters that stand for numbers. State 0 has refused the
    string, state 1 is the start, and state 2 is that of a reference.
    """
    states = _states()
    first = (REFUSED, START, REFERENCE_START)
    number_of = {name: chr(number) for number, name in enumerate([*first, *(states.keys() - first)])}
    number_of |= {f"{_BY_REPLACING}{name}": chr(ord(number) | REPLACED) for name, number in number_of.items()}
    ends = dict.fromkeys(_NOT_A_NUMBER, LACKS_A_SLASH) | {_AFTER_PORT: LACKS_A_SLASH}
    ends |= dict.fromkeys((*_IN_PATH, "query", "fragment"), IS_ITS_HREF)
    ends |= dict.fromkeys(_ENDS_OF_OTHERS, HAS_OPAQUE_ORIGIN) | dict.fromkeys(_REFERENCES, IS_REFERENCE)
    digits = {name: str(SETTABLE[1:].index(member)) for member, names in _ENDS_OF_VALUES.items() for name in names}
    rows = []
    for name in [*first, *(states.keys() - first)]:
        following = states.get(name, {})
        rows += [number_of[following.get(chr(c), REFUSED)] for c in range(WIDTH - 2)]
        rows += [ends.get(name, IS_NO_URL), digits.get(name, NO_MEMBER)]
    return "".join(rows)


def replacements() -> str:
    """What each character in ASCII becomes where it is replaced, with spaces in between."""
    others = {"\\": "/", "?": "/?", "#": "/#"}  # the last two after a host: the path is missing
    encoded = {char: f"%{ord(char):02X}" for char in map(chr, range(128)) if char not in others}
    lowered = dict(zip(_LETTERS.upper(), _LETTERS, strict=True))
    return " ".join([(others | encoded | lowered)[chr(number)] for number in range(128)])


def _states() -> States:
    states: States = {}
    _add_schemes(states)
    _add_domain(states)
    states["port"] = dict.fromkeys("123456789", "port + 1")
    for place in range(1, PORT_LENGTH):
        states[f"port + {place}"] = dict.fromkeys(_DIGITS, f"port + {place + 1}")
    for name in (*_NOT_A_NUMBER, _AFTER_PORT):
        states.setdefault(name, {})["/"] = "segment start"
        states[name] |= {"?": "~query", "#": "~fragment", "\\": "~segment start"}
    for name in _NOT_A_NUMBER:
        states[name][":"] = "port"
    _add_path(states, "", SPECIAL_QUERY_PERCENT_ENCODE_SET)
    _add_path(states, _FILE, SPECIAL_QUERY_PERCENT_ENCODE_SET)
    # A "|" after the first letter could make it a drive letter.
    states["file start"] = states["file segment start"] | dict.fromkeys(_LETTERS + _LETTERS.upper(), "file letter")
    states["file letter"] = {char: after for char, after in states["file segment"].items() if char != "|"}
    _add_others(states)
    _add_references(states)
    # The parser makes these lower-case. (The letters of an opaque host and of a path are there already.)
    for following in states.values():
        lower = [char for char in following if char in _LETTERS and char.upper() not in following]
        following |= {char.upper(): f"{_BY_REPLACING}{following[char]}" for char in lower}
    return states


def _add_schemes(states: States) -> None:
    in_other = dict.fromkeys(_IN_SCHEME, "scheme") | {":": "opaque path start"}
    states[START] = dict.fromkeys(_LETTERS, "scheme")
    states["scheme"] = in_other
    starts = {f"{scheme}://": "domain" for scheme in DEFAULT_PORTS}
    # The origin of a blob URL depends on its path.
    for start, last in (starts | {"file:///": "file start", "blob": "blob"}).items():
        for place, char in enumerate(start):
            after = last if place + 1 == len(start) else start[: place + 1]
            states.setdefault(start[:place], {} if ":" in start[:place] else dict(in_other))[char] = after
    states["blob"] = dict.fromkeys(_IN_SCHEME, "scheme")


def _add_others(states: States) -> None:
    """What follows the scheme of a URL that is not special: an opaque path, or a host and perhaps a port and a path."""
    _add_path(states, _OTHER, QUERY_PERCENT_ENCODE_SET)
    end = {"?": "other query", "#": "other fragment"}
    states["opaque path"] = dict.fromkeys(printable_outside(C0_CONTROL_PERCENT_ENCODE_SET), "opaque path") | end
    states["opaque path start"] = states["opaque path"] | {"/": "other slash"}
    states["other slash"] = {"/": "other slashes"}
    states["other slashes"] = dict.fromkeys(_IN_OPAQUE_HOST, "other host")
    for name in _AFTER_OTHER_HOST:
        states[name] = {"/": "other segment start", **end}
    states["other host"] |= dict.fromkeys(_IN_OPAQUE_HOST, "other host") | {":": "other port"}
    states["other port"] = dict.fromkeys("123456789", "other port 1")
    for place in (1, 2, 3):
        states[f"other port {place}"] |= dict.fromkeys(_DIGITS, f"other port {place + 1}")


def _add_references(states: States) -> None:
    """References to special URLs. A ":" in the first segment could end a scheme, and after "//" comes a host."""
    first = {char: after.replace("segment", "reference segment") for char, after in states["segment"].items()}
    del first[":"]
    states["reference segment"] = first | {char: states["segment"][char] for char in "/\\?#"}
    states["reference segment space"] = states["reference segment"]
    states[REFERENCE_START] = states["reference segment"] | {"/": "reference slash"}
    for char in ".%\\ ":
        del states[REFERENCE_START][char]
    states["reference slash"] = {char: after for char, after in states["segment start"].items() if char not in "/\\"}


def _add_domain(states: States) -> None:
    after = {
        "domain": "other",
        "letter": "letter + 1",
        "letter + 1": "letter + 2",
        "letter + 2": "letter + 3",
        "dot + 1": "dot + 2",
    }
    for name in ("domain", *_NOT_A_NUMBER, "dot", "dot + 1", "other"):
        states[name] = dict.fromkeys(_IN_NUMBERS, after.get(name, "other"))
        states[name] |= dict.fromkeys(_NOT_IN_NUMBERS, "letter")
        states[name]["."] = "letter + dot" if name == "letter" else "dot"
    for name in ("dot", "letter + dot"):
        states[name] |= dict.fromkeys(_HEX_LETTERS, "dot + 1")


def _add_path(states: States, prefix: str, query_set: PercentEncodeSet) -> None:
    """The states of a path, a query and a fragment. Their names begin with *prefix*."""
    segment, start, percent = f"{prefix}segment", f"{prefix}segment start", f"{prefix}%"
    query, fragment = f"{prefix}query", f"{prefix}fragment"
    in_segment = _characters(PATH_PERCENT_ENCODE_SET, segment)
    del in_segment["\\"]
    in_segment |= {"/": start, "?": query, "#": fragment}
    if prefix != _OTHER:
        in_segment["\\"] = f"{_BY_REPLACING}{start}"
    # No segment begins with "." or "%2e".
    states[segment] = in_segment
    states[start] = in_segment | {"%": percent}
    del states[start]["."]
    states[percent] = in_segment | {"2": f"{percent}2"}
    states[f"{percent}2"] = {char: after for char, after in in_segment.items() if char not in "eE"}
    states[query] = _characters(query_set, query) | {"#": fragment}
    states[fragment] = _characters(FRAGMENT_PERCENT_ENCODE_SET, fragment)
    # A space at the end of the string is no part of the URL.
    for name in (segment, query, fragment):
        states[f"{name} space"] = states[name]


def _characters(percent_encode_set: PercentEncodeSet, name: str) -> dict[str, str]:
    """The characters in the state *name*, and those of *percent_encode_set* with the mark; not C0 controls."""
    following = {BEYOND_ASCII: f"{_BY_REPLACING}{name}", " ": f"{_BY_REPLACING}{name} space"}
    following |= {char: f"{_BY_REPLACING}{name}" for char in map(chr, range(0x21, 0x80)) if char in percent_encode_set}
    return following | dict.fromkeys(printable_outside(percent_encode_set), name)
