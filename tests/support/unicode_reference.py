"""Compare what py_url makes of domains with `idna` and `unicodedata2`, which both have the same version of Unicode.

    python tests/support/unicode_reference.py

runs in the environment of ``build_scripts/upstream.py unicode`` and prints the differences as JSON.
"""

import json
import random
import sys
from bisect import bisect_right
from pathlib import Path

import idna
import unicodedata2
from idna import idnadata, uts46data

sys.path.insert(0, str(Path(__file__).parents[2]))
from py_url.standard.hosts import uts46
from py_url.standard.hosts.unicode_data import mapped, nfc
from tests.support import unicode_hosts

# Otherwise idna would take the bidi classes and combining classes from the interpreter.
idna.core.unicodedata = unicodedata2


def mapping(char):
    """What idna's table says, as it reads it."""
    place = ord(char) if char < "\u0100" else bisect_right(uts46data.uts46_starts, ord(char)) - 1
    status = chr(uts46data.uts46_statuses[place])
    replacements = {"V": char, "D": char, "I": "", "M": uts46data.uts46_replacements[place]}
    return replacements.get(status)


def of_libraries(label):
    """Whether a label that UTS #46 does not change satisfies the rules, and the bidi rule, by idna."""
    try:
        idna.check_initial_combiner(label)
        valid = all(
            # idna looks up a name that not every code point has, so a mark that has one comes before the joiner.
            (place and unicodedata2.combining(label[place - 1]) == 9)
            or (char == "\u200c" and idna.valid_contextj(f"{label[:place]}\u0300{label[place:]}", place + 1))
            for place, char in enumerate(label)
            if char in "\u200c\u200d"
        )
    except idna.IDNAError:
        valid = False
    try:
        bidi = idna.check_bidi(label, check_ltr=True)
    except idna.IDNAError:
        bidi = False
    return bool(valid), bidi


def strings():
    """Yield strings of any characters that may need normalization."""
    chance = random.Random(1)
    every = (char for char, _ in unicode_hosts.of_each())
    chars = [char for char in every if unicodedata2.combining(char) or unicodedata2.decomposition(char)]
    parts = [char for char in {*unicodedata2.normalize("NFD", "".join(chars))} if not unicodedata2.combining(char)]
    for kinds in ([chars], [chars, sorted(parts)], [unicode_hosts.recent_characters(), chars, sorted(parts)]):
        for _ in range(10_000):
            length = 1 + int(chance.random() * 8)
            chosen = [kinds[int(chance.random() * len(kinds))] for _ in range(length)]
            yield "".join(kind[int(chance.random() * len(kind))] for kind in chosen)


def main():
    differences = []
    compared = 0

    def compare(what, subject, ours, theirs):
        nonlocal compared
        compared += 1
        if ours != theirs and len(differences) < 20:
            differences.append([what, ascii(subject), ascii(ours), ascii(theirs)])

    for char, of in unicode_hosts.of_each():
        ours = of.category, of.bidi, of.combining_class
        theirs = unicodedata2.category(char), unicodedata2.bidirectional(char), unicodedata2.combining(char)
        compare("properties", char, ours, theirs)
        compare("mapping", char, mapped(char), mapping(char))
    for string in strings():
        compare("NFC", string, nfc(string), unicodedata2.normalize("NFC", string))
    for group in unicode_hosts.hosts().values():
        for label in dict.fromkeys(label for host in group for label in host.split(".")):
            changed = uts46.map_label(label)
            replacements = [mapping(char) for char in label]
            expected = None if None in replacements else unicodedata2.normalize("NFC", "".join(replacements))
            compare("mapped label", label, changed, expected)
            if changed and not changed.isascii():
                ours = uts46.is_valid_label(changed), uts46._satisfies_bidi_rule(changed)
                compare("rules", changed, ours, of_libraries(changed))
    versions = [unicodedata2.unidata_version, idnadata.__version__, uts46data.__version__]
    print(json.dumps({"versions": versions, "compared": compared, "differences": differences}))


main()
