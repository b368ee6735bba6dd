"""Hosts that show which version of Unicode decides, and what py_url makes of them.

    python tests/support/unicode_hosts.py

prints digests as JSON. It needs nothing but py_url, so that it runs in every Python. All make the same hosts, because
the characters in them come from py_url's own tables.
"""

import hashlib
import itertools
import json
import random
import sys
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from py_url import URL, display, unicode_version
from py_url.standard import domain_to_unicode
from py_url.standard.hosts import punycode
from py_url.standard.hosts.unicode_data import mapped, nfc, properties
from py_url.standard.hosts.unicode_table import DECOMPOSITIONS

ALEF, BEH = "\u05d0", "\u0628"
NON_JOINER, JOINER = "\u200c", "\u200d"


@cache
def of_each():
    """Return every character and its properties; of the planes 4 to 13, in which nothing is assigned, each 64th.

    It takes seconds, so only those wait for it who run what needs it.
    """
    codes = [*range(0xD800), *range(0xE000, 0x40000), *range(0x40000, 0xE0000, 64), *range(0xE0000, sys.maxunicode + 1)]
    characters = [*map(chr, codes)]
    return [*zip(characters, map(properties, characters), strict=True)]


@cache
def recent_characters():
    return [char for char, of in of_each() if of.is_recent]


@cache
def valid_characters():
    return [char for char, of in of_each() if of.status == "valid" and char >= "\x80"]


def first_of_each(kind_of, chars):
    """Return the first character of each kind."""
    first = {}
    for char in chars:
        first.setdefault(kind_of(char), char)
    return list(first.values())


def kind(char):
    """What the rules for a label look at."""
    of = properties(char)
    return of.bidi, of.joining, of.combining_class == 9, of.category[0] == "M", of.is_recent


def sample(chars):
    """Return the characters, but of a long run only the ends and each 64th between them."""
    chosen = []
    for _, run in itertools.groupby(enumerate(chars), lambda item: ord(item[1]) - item[0]):
        group = [char for _, char in run]
        chosen += dict.fromkeys([*group[::64], group[-1]]) if len(group) > 256 else group
    return chosen


def in_punycode(label):
    return f"xn--{punycode.encode(label)}"


def hosts():
    """Return the hosts, by what they show."""
    kinds = [*first_of_each(kind, [*valid_characters(), *"a1-+,"]), "\u0301", "\u0323", "\u0345"]
    directions = first_of_each(lambda char: properties(char).bidi, ["a", "1", "-", ",", "$", "!", *valid_characters()])
    recent = sample(recent_characters())
    marks = [char for char in valid_characters() if properties(char).category[0] == "M"]
    # The places where Unicode has no characters may have some in a newer Python.
    unassigned = [char for char, of in of_each() if of.category == "Cn"]
    around = [char for char in unassigned if properties(chr(ord(char) - 1)).category != "Cn"]
    made = {
        "recent characters": recent_characters(),
        "recent characters after a letter": ["a" + char for char in recent],
        "recent characters after a right-to-left letter": [ALEF + char for char in recent],
        "recent characters before a right-to-left letter": [char + ALEF for char in recent if kind(char)[0] != "L"],
        "recent characters in Punycode": [in_punycode("a" + char) for char in recent],
        "mapped characters": ["a" + char for char, of in of_each() if of.status == "mapped"][::3],
        "code points that are not assigned": [f"{char}a" for char in (*around, *unassigned[:: 8_192])],
        "initial marks": marks,
        "marks in Punycode": [in_punycode(char + "a") for char in sample(marks)],
        "the bidi rule": ["".join(chars) for n in (1, 2, 3) for chars in itertools.product(directions, repeat=n)],
        "the bidi rule in another label": [f"{char}{other}.{ALEF}" for char in directions for other in kinds],
        "joiners": [
            *(f"{before}{joiner}{after}" for joiner in (NON_JOINER, JOINER) for before in kinds for after in kinds),
            *(f"{BEH}{between}{NON_JOINER}{between}{BEH}" for between in sample(marks)),
            *(f"{between}{joiner}" for joiner in (NON_JOINER, JOINER) for between in sample(marks)),
        ],
        "all kinds next to each other": ["".join(chars) for chars in itertools.product(kinds, repeat=2)],
        "normalization": list(of_normalization()),
    }  # fmt: skip
    return {name: list(dict.fromkeys(group)) for name, group in made.items()}


def of_normalization(count=3_000):
    """Yield labels of letters and marks in any order, so that they have to be reordered and composed."""
    chance = random.Random(0)
    marks = [char for char in valid_characters() if properties(char).category[0] == "M"]
    recent = [char for char in marks if properties(char).is_recent]
    # What recent characters are composed of.
    parts = "".join(sorted({*DECOMPOSITIONS, *"".join(DECOMPOSITIONS.values())}))
    letters = f"aou\u0915\u0b47\u1100\u1161\u11a8{ALEF}{BEH}{parts}"
    common = "\u0300\u0301\u0302\u0307\u0308\u031b\u0323\u0327\u0338\u0345\u05b0\u0651\u3099\u1161\u11a8"

    def one_of(text):
        return text[int(chance.random() * len(text))]

    for _ in range(count):
        length = 1 + int(chance.random() * 6)
        yield "a" + "".join(one_of(one_of((letters, common, common, marks, recent))) for _ in range(length))


def answer(host):
    """Return what py_url makes of a host: its ASCII and Unicode form, or None if it does not parse."""
    url = URL.parse(f"http://{host}/")
    return None if url is None else (url.host, domain_to_unicode(url.host))


def displayed(host):
    """Return what people are shown: a host is in Unicode if that is safe."""
    url = URL.parse(f"http://{host}/")
    return None if url is None else str(display(url, whole_host=True))


def digest(values):
    """Return a hash of values that JSON knows."""
    running = hashlib.sha256()
    for value in values:
        running.update(json.dumps(value).encode() + b"\n")
    return running.hexdigest()


def digests():
    """Return a digest for each kind of host, and for what else depends on the tables."""
    groups = hosts()
    every_eighth = (host for group in groups.values() for host in group[::8])
    return {
        "unicode": unicode_version,
        "count": sum(map(len, groups.values())),
        **{name: digest((host, answer(host)) for host in group) for name, group in groups.items()},
        "what every character is mapped to": digest(mapped(char) for char, of in of_each() if of.status == "mapped"),
        "valid, mapped, ignored or disallowed": digest(["".join([of.status[0] for _, of in of_each()])]),
        "normalized": digest(map(nfc, groups["normalization"])),
        "displayed": digest(map(displayed, every_eighth)),
    }


if __name__ == "__main__":
    json.dump(digests(), sys.stdout, indent=1)
    print()
