"""All short strings over classes of code points: the fast path gives what the state machine gives, or refuses them.

The fast path decides by classes: whether a code point is a delimiter, a letter of a domain, a hexadecimal digit, in a
percent-encode set. `CLASSES` has a representative of each class, so a short string of representatives stands for all
strings of the same shape. Each string is tried after several prefixes, relative to several bases, and as the value of
each setter.

The work is divided into blocks: those strings of one length, in one place, that differ only in their last two code
points. Block number B belongs to the shard B % N.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from py_url import fast
from py_url.standard import serialize
from py_url.standard.infra import percent_encoding
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import run_parser
from py_url.standard.urls.record import clone
from py_url.standard.urls.setters import UNCHECKED_SETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from crosscheck.summary import Case

    from py_url.standard.urls.record import URLRecord

CLASSES = "/\\?#:@[].%|" + "2e0x" + "1agAZ-+!;" + " \t\x01\x7f" + "^`'\"" + "é。"
"""At least one code point of each class; `class_of` says what a class is."""

_DELIMITERS = "/\\?#:@[].%|"
# What IPv4 numbers, escapes of dots and default ports tell apart among the letters and digits.
_IN_NUMBERS = "2e0x"
_SETS = (
    percent_encoding.C0_CONTROL_PERCENT_ENCODE_SET,
    percent_encoding.FRAGMENT_PERCENT_ENCODE_SET,
    percent_encoding.QUERY_PERCENT_ENCODE_SET,
    percent_encoding.SPECIAL_QUERY_PERCENT_ENCODE_SET,
    percent_encoding.PATH_PERCENT_ENCODE_SET,
    percent_encoding.USERINFO_PERCENT_ENCODE_SET,
)
_TAIL = 2


class Place(NamedTuple):
    """Where a string is tried: after *prefix*, relative to *base*; or as the value of *member* of the URL *base*."""

    prefix: str
    base: str | None
    member: str | None = None


_HREF = "http://u:p@h:8080/a/b?q#f"
PLACES = (
    *(Place(prefix, None) for prefix in ("http://", "http://h", "http://h/", "https://h/?", "http://1", "http:", "")),
    *(Place(prefix, None) for prefix in ("file://", "foo://", "ws://[", "http://h:")),
    *(Place("", base) for base in (_HREF, "https://h/a/../b/.?q", "file:///C:/a")),
    *(Place(prefix, _HREF) for prefix in ("//", "../", "http:")),
    *(Place("", _HREF, member) for member in fast.SETTERS),
)


class Block(NamedTuple):
    """The strings of one length in one place that differ only in their last two code points."""

    place: Place
    head: str
    tails: int
    """How many code points follow the head."""


class Outcome(NamedTuple):
    """What a block gave."""

    inputs: int
    completed: int
    """How many inputs the fast path completed, or was certain about their failure: these are compared."""
    wrong: list[tuple[Case, str]]


def class_of(char: str) -> tuple[object, ...]:
    """Return what the fast path can tell about a code point."""
    if char in _DELIMITERS or char in _IN_NUMBERS:
        return (char,)
    if not char.isascii():
        return ("beyond ASCII",)
    return (
        *(char in percent_encode_set for percent_encode_set in _SETS),
        char in C0_CONTROL_OR_SPACE,
        char in "\t\n\r",
        char.isdigit(),
        char.islower(),
        char.isupper(),
        char.lower() in "abcdef",
        char in "-_",
        char == "+",
    )


def blocks(length: int) -> Iterator[Block]:
    """Yield all blocks of strings of at most *length* code points."""
    for size in range(length + 1):
        tails = min(size, _TAIL)
        for place in PLACES:
            for head in product(CLASSES, repeat=size - tails):
                yield Block(place, "".join(head), tails)


def count(length: int) -> int:
    """Return how many blocks there are."""
    number: int = len(PLACES) * sum(len(CLASSES) ** max(size - _TAIL, 0) for size in range(length + 1))
    return number


def run(block: Block) -> Outcome:
    """Try all strings of a block."""
    place, head, tails = block
    strings = [f"{head}{''.join(tail)}" for tail in product(CLASSES, repeat=tails)]
    if place.member is not None:
        return _run_setter(place, place.member, strings)
    base = None if place.base is None else run_parser(place.base)
    completed = 0
    wrong: list[tuple[Case, str]] = []
    for string in strings:
        input = place.prefix + string
        quick = fast.href_of(input, place.base)
        canonical = None if base is not None else fast.href_of_canonical(input)
        if quick is None and canonical is None:
            continue
        completed += 1
        right = _parsed(input, base)
        for given in (quick, canonical):
            if given is not None and given != right:
                case = {"kind": "parse", "input": input, "base": place.base}
                wrong.append((case, f"the fast path gives {given!a}, the state machine {right!a}"))
                break
    return Outcome(len(strings), completed, wrong)


def _parsed(input: str, base: URLRecord | None) -> str:
    try:
        return serialize(run_parser(input, base))
    except Failure:
        return fast.FAILS


def _run_setter(place: Place, member: str, strings: list[str]) -> Outcome:
    assert place.base is not None
    before = run_parser(place.base)
    set_member = UNCHECKED_SETTERS[member]
    completed = 0
    wrong: list[tuple[Case, str]] = []
    for value in strings:
        quick = fast.href_after(place.base, member, value)
        if quick is None:
            continue
        completed += 1
        record = clone(before)
        set_member(record, value)
        right = serialize(record)
        if quick != right:
            case = {"kind": "set", "href": place.base, "member": member, "value": value}
            wrong.append((case, f"the fast path gives {quick!a}, the state machine {right!a}"))
    return Outcome(len(strings), completed, wrong)
