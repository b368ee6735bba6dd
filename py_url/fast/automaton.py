"""A finite automaton for common URLs and references, which reads one character after the other.

It takes the URLs that `canonical` recognizes and canonical URLs of other schemes. They may also have dot segments,
wrong slashes, tabs and newlines, a default port, and spaces around them.

A regular expression is the fastest way in Python. JavaScript calls Python for it, which takes ten times as long as the
match. So it gets the automaton instead, as a table: it looks up the next state for each character, and decides nothing.

Each state stands for a state of the parser, as each part of the pattern does. It takes the characters that the parser
would leave as they are, and some of which the parser makes something else, with a mark that says what: see `ACTIONS`.
A string ends in a part of the URL with a value of which a setter would make the same.
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

    # For each state, by name, the next state of each character that it takes, after the mark of an action.
    States: TypeAlias = dict[str, dict[str, str]]

START, REFUSED = "", "refused"
BEYOND_ASCII = "\x80"
"""What stands for all characters beyond ASCII."""
END, MEMBER = "\x81", "\x82"
"""What stands for the end of the string, and for the question which member has a value that ends there."""
WIDTH = 131
"""The length of a row of the table: a place for each of the characters up to this one."""
ACTIONS = REPLACED, DROPPED, SLASH, CUT, CUT_PORT = "~-+<="
"""The marks before the name of a next state. Their numbers in the table are 256, 512 and so on.

The character is replaced; it is dropped. Or it is read again in the next state, after a slash that is inserted, or
after what was written is cut back: to before its last "/", if that begins a segment of the path, or its last ":".
"""
WRONG_SLASHES = "!"
"""The mark before those that are not for setters, nor for strings with a base URL. In the table, it adds 2048."""
STRIPPED = " "
"""The last of the characters, up to this one, that are no part of the URL at both ends of the string."""
REFERENCE_START = "reference start"
"""The state in which a reference starts. What is before it in the base URL is written already."""
# What the table says of a string that ends there, apart from what is done at its end. HAS_OPAQUE_ORIGIN is its own
# href, too.
IS_NO_URL, IS_ITS_HREF, LACKS_A_SLASH, HAS_OPAQUE_ORIGIN = "\x00", "\x01", "\x02", "\x03"
# What it says of members: nothing, or as a digit, as in `bridge`, which member has a value that ends there.
NO_MEMBER = "\x00"

_DIGITS, _HEX_LETTERS = "0123456789", "abcdef"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_IN_SCHEME = f"{_LETTERS}{_DIGITS}+.-"
_IN_OPAQUE_HOST = f"{_LETTERS}{_LETTERS.upper()}{_DIGITS}._-"
_IN_NUMBERS = f"{_DIGITS}{_HEX_LETTERS}x"
_NOT_IN_NUMBERS = "ghijklmnopqrstuvwyz_-"
_TABS_AND_NEWLINES = "\t\n\r"
# The states at the end of a domain that does not end in a number, for the same reasons as in the pattern: a character
# that is in no number is the last one, or has one, two or three characters after it, or a dot; or the last label has
# two characters and begins with a letter.
_NOT_A_NUMBER = ("letter", "letter + 1", "letter + 2", "letter + 3", "letter + dot", "dot + 2")
# The states of a host and its port have one of these before their names: the default port of the scheme, and a space.
_BY_PORT = tuple(f"{port} " for port in dict.fromkeys(DEFAULT_PORTS.values()))
_ENDS_OF_DOMAIN = tuple(f"{prefix}{name}" for prefix in _BY_PORT for name in _NOT_A_NUMBER)
# With more digits, a port could be too large.
_MOST_DIGITS = 4
_IN_PATH = ("segment start", "segment", "%", "%2", "one dot %", "one dot %2")
_IN_OTHER_PATH = _IN_PATH[:4]
# The prefix of the states of a path and of what follows it, in a URL that is not special, and in a file URL.
_OTHER, _FILE = "other ", "file "
_AFTER_OTHER_HOST = ("other host", "other port 1", "other port 2", "other port 3", "other port 4")
_ENDS_OF_OTHERS = (
    *(f"{prefix}{name}" for prefix in (_OTHER, _FILE) for name in (*_IN_OTHER_PATH, "query", "fragment")),
    *("file start", "file letter", "opaque path start", "opaque path", *_AFTER_OTHER_HOST),
)
_REFERENCES = (REFERENCE_START, "reference slash", "reference segment")
_AFTER_HOST = {"/": "segment start", "\\": "~segment start", "?": "~query", "#": "~fragment"}
_AFTER_CUT = {"/": "segment start", "\\": "~segment start", "?": "+segment start", "#": "+segment start"}


def table() -> str:
    """The rows of all states, one after the other, as characters that stand for numbers. State 0 has refused the
    string, state 1 is the start, and state 2 is that of a reference.
    """
    states = _states()
    names = [REFUSED, START, REFERENCE_START]
    names += [name for name in states if name not in names]
    number_of = {name: number for number, name in enumerate(names)}
    number_of |= {said: ord(said) for said in (IS_ITS_HREF, LACKS_A_SLASH, HAS_OPAQUE_ORIGIN)}
    for number, action in enumerate(ACTIONS):
        marked = {f"{action}{name}": number_of[name] + 256 * (number + 1) for name in names}
        number_of |= marked | {f"{WRONG_SLASHES}{name}": marked[name] + 2048 for name in marked}
    rows = []
    for name in names:
        following = states.get(name, {})
        rows += [chr(number_of[following.get(chr(place), REFUSED)]) for place in range(WIDTH - 1)]
        rows.append(following.get(MEMBER, NO_MEMBER))
    # No string is read in the state that has refused it.
    return f"{STRIPPED}{''.join(rows)[1:]}"


def replacements() -> str:
    """What each character in ASCII becomes where it is replaced, with spaces in between."""
    others = {"\\": "/", "?": "/?", "#": "/#"}  # the last two after a host: the path is missing
    encoded = {char: f"%{ord(char):02X}" for char in map(chr, range(128)) if char not in others}
    lowered = dict(zip(_LETTERS.upper(), _LETTERS, strict=True))
    return " ".join([(others | encoded | lowered)[chr(number)] for number in range(128)])


def _states() -> States:
    states: States = {}
    _add_schemes(states)
    for scheme, port in DEFAULT_PORTS.items():
        _add_wrong_slashes(states, scheme, f"{port} domain")
    for prefix in _BY_PORT:
        _add_domain(states, prefix)
    _add_ports(states)
    _add_path(states, "", SPECIAL_QUERY_PERCENT_ENCODE_SET)
    _add_dot_segments(states)
    _add_path(states, _FILE, SPECIAL_QUERY_PERCENT_ENCODE_SET)
    # A "|" after the first letter could make it a drive letter.
    states["file start"] = states["file segment start"] | dict.fromkeys(_LETTERS + _LETTERS.upper(), "file letter")
    states["file letter"] = {char: after for char, after in states["file segment"].items() if char != "|"}
    _add_others(states)
    _add_references(states)
    for name, following in states.items():
        # The parser makes these lower-case. (The letters of an opaque host and of a path are there already.)
        lower = [char for char in following if char in _LETTERS and char.upper() not in following]
        following.update({char.upper(): f"{REPLACED}{following[char]}" for char in lower})
        # What is before a reference depends on its first character.
        if name != REFERENCE_START:
            following.update(dict.fromkeys(_TABS_AND_NEWLINES, f"{DROPPED}{name}"))
    _add_ends(states)
    return states


def _add_ends(states: States) -> None:
    ports = [name for name in states if "/" in states[name] and "port " in name and not name.startswith(_OTHER)]
    said = dict.fromkeys((*_ENDS_OF_DOMAIN, *ports), LACKS_A_SLASH)
    said |= dict.fromkeys((*_IN_PATH, "query", "fragment", *_REFERENCES), IS_ITS_HREF)
    said |= dict.fromkeys(_ENDS_OF_OTHERS, HAS_OPAQUE_ORIGIN)
    for name, following in states.items():
        if following.get("?", "")[:1] in (SLASH, CUT, CUT_PORT):
            # They read the "?" again. The end is read again, too.
            following[END] = following["?"]
        elif name in said:
            following[END] = said[name]
    names_of = {
        "protocol": [f"{prefix}domain" for prefix in _BY_PORT],
        "hostname": _ENDS_OF_DOMAIN,
        "port": [name for name in ports if len(name.rpartition(" ")[2]) == PORT_LENGTH],
        "pathname": _IN_PATH,
        "search": ["query"],
        "hash": ["fragment"],
    }
    for member, names in names_of.items():
        for name in names:
            states[name][MEMBER] = str(SETTABLE[1:].index(member))


def _add_schemes(states: States) -> None:
    in_other = dict.fromkeys(_IN_SCHEME, "scheme") | {":": "opaque path start"}
    states[START] = dict.fromkeys(_LETTERS, "scheme")
    states["scheme"] = in_other
    starts = {f"{scheme}://": f"{port} domain" for scheme, port in DEFAULT_PORTS.items()}
    # The origin of a blob URL depends on its path.
    for start, last in (starts | {"file:///": "file start", "blob": "blob"}).items():
        for place, char in enumerate(start):
            after = last if place + 1 == len(start) else start[: place + 1]
            states.setdefault(start[:place], {} if ":" in start[:place] else dict(in_other))[char] = after
    states["blob"] = dict.fromkeys(_IN_SCHEME, "scheme")


def _add_wrong_slashes(states: States, scheme: str, domain: str) -> None:
    """What the parser takes for the two slashes after *scheme*. With a base URL, fewer could mean another thing."""
    in_domain = f"{_IN_NUMBERS}{_NOT_IN_NUMBERS}."
    for name, after in ((f"{scheme}:", f"{scheme}:/"), (f"{scheme}:/", domain)):
        states[name] |= dict.fromkeys(in_domain + in_domain.upper(), f"{WRONG_SLASHES}{SLASH}{after}")
        states[name]["\\"] = f"{REPLACED}{after}"
    states[domain] = dict.fromkeys("/\\", f"{WRONG_SLASHES}{DROPPED}{domain}")


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
    states[REFERENCE_START] = states["reference segment"] | {"/": "reference slash"}
    states[REFERENCE_START] |= {char: states["segment start"][char] for char in ".%"}
    del states[REFERENCE_START]["\\"]
    states["reference slash"] = {char: after for char, after in states["segment start"].items() if char not in "/\\"}


def _add_domain(states: States, prefix: str) -> None:
    """The states of a domain, of a scheme with one default port."""
    after = {
        "domain": "other",
        "letter": "letter + 1",
        "letter + 1": "letter + 2",
        "letter + 2": "letter + 3",
        "dot + 1": "dot + 2",
    }
    for name in ("domain", *_NOT_A_NUMBER, "dot", "dot + 1", "other"):
        following = states.setdefault(f"{prefix}{name}", {})
        following |= dict.fromkeys(_IN_NUMBERS, f"{prefix}{after.get(name, 'other')}")
        following |= dict.fromkeys(_NOT_IN_NUMBERS, f"{prefix}letter")
        following["."] = f"{prefix}letter + dot" if name == "letter" else f"{prefix}dot"
        if name in ("dot", "letter + dot"):
            following |= dict.fromkeys(_HEX_LETTERS, f"{prefix}dot + 1")
        if name in _NOT_A_NUMBER:
            following |= _AFTER_HOST | {":": f"{prefix}port "}


def _add_ports(states: States) -> None:
    """The states of a port: one for each beginning of a default port, and one for each number of other digits."""
    others = [f"port {'?' * length}" for length in range(_MOST_DIGITS + 1)]
    for length in range(1, _MOST_DIGITS + 1):
        following = {} if length == _MOST_DIGITS else dict.fromkeys(_DIGITS, others[length + 1])
        states[others[length]] = following | _AFTER_HOST
    cut = dict.fromkeys(_AFTER_HOST, f"{CUT_PORT}after cut")
    for prefix in _BY_PORT:
        default = prefix[:-1]
        for length in range(min(len(default), _MOST_DIGITS) + 1):
            digits = default[:length]
            following = states.setdefault(f"{prefix}port {digits}", {})
            following |= cut if digits in ("", default) else _AFTER_HOST
            for digit in _DIGITS if length < _MOST_DIGITS else "":
                is_default = default.startswith(digits + digit)
                following[digit] = f"{prefix}port {digits}{digit}" if is_default else others[length + 1]
        # Zeros at the beginning are dropped. If there are no other digits, they are the port.
        states[f"{prefix}port "]["0"] = f"{DROPPED}{prefix}port 0"
        states[f"{prefix}port 0"] = {digit: states[f"{prefix}port "][digit] for digit in _DIGITS}


def _add_path(states: States, prefix: str, query_set: PercentEncodeSet) -> None:
    """The states of a path, a query and a fragment. Their names begin with *prefix*."""
    segment, start, percent = f"{prefix}segment", f"{prefix}segment start", f"{prefix}%"
    query, fragment = f"{prefix}query", f"{prefix}fragment"
    in_segment = _characters(PATH_PERCENT_ENCODE_SET, segment)
    del in_segment["\\"]
    in_segment |= {"/": start, "?": query, "#": fragment}
    if prefix != _OTHER:
        in_segment["\\"] = f"{REPLACED}{start}"
    # No segment begins with "." or "%2e", unless `_add_dot_segments` adds those.
    states[segment] = in_segment
    states[start] = in_segment | {"%": percent}
    del states[start]["."]
    states[percent] = in_segment | {"2": f"{percent}2"}
    states[f"{percent}2"] = {char: after for char, after in in_segment.items() if char not in "eE"}
    states[query] = _characters(query_set, query) | {"#": fragment}
    states[fragment] = _characters(FRAGMENT_PERCENT_ENCODE_SET, fragment)


def _add_dot_segments(states: States) -> None:
    """The states of segments that begin with one or two dots, in special URLs. If nothing else is in such a segment,
    it is cut off; and after two dots the segment before it, if there is one.
    """
    in_segment = states["segment"]
    states["segment start"]["."] = "one dot"
    states["%2"] |= dict.fromkeys("eE", "one dot")
    states["one dot"] = in_segment | {".": "two dots", "%": "one dot %"} | dict.fromkeys(_AFTER_CUT, f"{CUT}after cut")
    states["one dot %"] = in_segment | {"2": "one dot %2"}
    states["one dot %2"] = in_segment | dict.fromkeys("eE", "two dots")
    states["two dots"] = in_segment | dict.fromkeys(_AFTER_CUT, f"{CUT}segment before")
    states["segment before"] = dict.fromkeys(_AFTER_CUT, f"{CUT}after cut")
    states["after cut"] = dict(_AFTER_CUT)


def _characters(percent_encode_set: PercentEncodeSet, name: str) -> dict[str, str]:
    """The characters in the state *name*, and those of *percent_encode_set* with the mark."""
    members = [char for char in map(chr, range(0x80)) if char in percent_encode_set]
    following = dict.fromkeys([BEYOND_ASCII, *members], f"{REPLACED}{name}")
    return following | dict.fromkeys(printable_outside(percent_encode_set), name)
