"""What web/lib/recognizing.js does with the table of `py_url.fast.automaton`, in Python."""

from urllib.parse import quote

from py_url.fast import automaton
from py_url.standard.infra.code_points import scalar_value_string

TABLE = automaton.table()
_BECOMES = automaton.replacements().split(" ")
_BEYOND_ASCII = ord(automaton.BEYOND_ASCII)
START, REFERENCE_START = 1, 2


def read(string: str, state: int = START) -> tuple[str, str, str]:
    """Read *string*, as a scalar value string, from *state* on; return what the table says of its end, which member
    ends there, and what the string becomes.
    """
    written = []
    for char in scalar_value_string(string):
        after = ord(TABLE[state * automaton.WIDTH + min(ord(char), _BEYOND_ASCII)])
        state = after & ~automaton.REPLACED
        if after != state:
            written.append(_BECOMES[ord(char)] if char.isascii() else quote(char, safe=""))
        else:
            written.append(char)
    end = (state + 1) * automaton.WIDTH
    return TABLE[end - 2], TABLE[end - 1], "".join(written)


def href_of(string: str) -> str | None:
    """The serialization of *string*, or None if it is for Python."""
    said, _, written = read(string)
    hrefs = {automaton.IS_ITS_HREF: written, automaton.LACKS_A_SLASH: f"{written}/"}
    return (hrefs | {automaton.HAS_OPAQUE_ORIGIN: written}).get(said)
