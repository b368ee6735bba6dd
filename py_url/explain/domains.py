"""§3.3 IDNA, step by step: what the *domain parser* does with each label of a domain, and what it knows of each
character.

Takes a domain and returns `DomainSteps`, or a string and returns its code points. The rules are those of
`py_url.standard.hosts.uts46`, and the reasons those of `domain_errors`.
https://url.spec.whatwg.org/#idna and https://www.unicode.org/reports/tr46/#Processing
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.domain import ascii_domain_of, domain_to_unicode, parse_domain
from py_url.standard.hosts.domain_errors import domain_error, label_error
from py_url.standard.hosts.identifiers import script_of
from py_url.standard.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from py_url.standard.hosts.unicode_data import category, mapped, properties
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import scalar_value_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from py_url.standard.hosts.uts46 import ProcessedLabel

_CRITERIA = "https://www.unicode.org/reports/tr46/#Validity_Criteria"
_PUNYCODE = "https://www.rfc-editor.org/rfc/rfc3492"
_JOINERS = "https://www.rfc-editor.org/rfc/rfc5892#appendix-A.1"
_BIDI = "https://www.rfc-editor.org/rfc/rfc5893#section-2"
_STANDARD = "https://url.spec.whatwg.org/#"
_VALID = _STANDARD + "valid-domain"
# What Unicode calls code points without a name.
_NAMELESS = {"Cc": "control", "Co": "private-use", "Cs": "surrogate", "Cn": "reserved"}


class CodePoint(NamedTuple):
    """A code point, and what the mapping of UTS #46 does with it.

    - ``char`` is the code point as a str.
    - ``name`` is its name in Unicode, from this Python's `unicodedata`; ``<unknown-1FAE9>`` if that is too old to know
      it. Code points without a name have a label, such as ``<control-0009>``.
    - ``status`` is ``"valid"``, ``"mapped"``, ``"ignored"`` or ``"disallowed"`` in a domain.
    - ``mapping`` is what it is mapped to in a domain: itself if it is valid, None if it is disallowed.
    - ``category`` is its General_Category, such as ``"Lu"``.
    - ``script`` is the name of its script, or None if the code point is not allowed in identifiers.
    """

    char: str
    name: str
    status: str
    mapping: str | None
    category: str
    script: str | None


class Criterion(NamedTuple):
    """A *rule* for labels, whether a label keeps it (*holds*), and the URL of the rule (*link*).

    If *is_required* is false, a domain that breaks the rule parses, but it is not valid.
    """

    rule: str
    holds: bool
    is_required: bool
    link: str


class LabelSteps(NamedTuple):
    """What the domain parser does with one label. A step that was not reached has None.

    - ``start`` is where the label is in the domain, and ``input`` is the label.
    - ``mapped`` is the label after the mapping of each code point, ``normalized`` after Normalization Form C.
    - ``decoded`` is what an ``xn--`` label stands for, and None for another label.
    - ``unicode`` and ``ascii`` are the label's two forms.
    - ``criteria`` are the rules, in the order in which the parser checks them.
    - ``problem`` says why the label fails, and ``advice`` why it is not valid. Both say what to write instead.
    """

    start: int
    input: str
    mapped: str | None
    normalized: str | None
    decoded: str | None
    unicode: str | None
    ascii: str | None
    criteria: tuple[Criterion, ...]
    problem: str | None
    advice: str | None

    @property
    def code_points(self) -> list[CodePoint]:
        """The code points of the input."""
        return code_points(self.input)


class DomainSteps(NamedTuple):
    """What the domain parser does with a domain.

    - ``input`` is the domain, and ``labels`` are the steps of its labels.
    - ``is_processed`` says whether UTS #46 was used. The parser only lowercases an all-ASCII domain. The steps of its
      labels are then those of *domain to Unicode*, which always succeed.
    - ``ascii`` is the result, or None for failure, and ``unicode`` is its form for people.
    - ``problem`` says why the domain fails, and ``advice`` why it is not valid. Both say what to write instead.
    """

    input: str
    is_processed: bool
    labels: tuple[LabelSteps, ...]
    ascii: str | None
    unicode: str | None
    problem: str | None
    advice: str | None


def domain_steps(domain: str) -> DomainSteps:
    """Return what the *domain parser* does with *domain*, as `DomainSteps`.

    The host parser percent-decodes a host first; *domain* is the result of that.

    Raises:
        TypeError: If *domain* is not a str.

    >>> domain_steps("Faß.example").ascii
    'xn--fa-hia.example'
    """
    domain = scalar_value_string(expect_str(domain, "the domain"))
    is_processed = not domain.isascii()
    labels = uts46.DOT.split(domain)
    processed = list(map(uts46.process_label, labels))
    has_right_to_left = any(label.is_right_to_left for label in processed if label is not None)
    steps, start = [], 0
    for label, result in zip(labels, processed, strict=True):
        steps.append(_label_steps(label, start, result, is_processed=is_processed, with_bidi=has_right_to_left))
        start += len(label) + 1
    ascii_domain = ascii_domain_of(domain)
    problem = advice = None
    if ascii_domain is None:
        _, _, problem = domain_error(domain, be_strict=False)
    elif parse_domain(domain, be_strict=True) is None:
        _, _, advice = domain_error(domain, be_strict=True)
    in_unicode = None if ascii_domain is None else domain_to_unicode(ascii_domain)
    return DomainSteps(domain, is_processed, tuple(steps), ascii_domain, in_unicode, problem, advice)


def code_points(text: str) -> list[CodePoint]:
    """Return the code points of *text*, each with its name and its meaning in a domain.

    Raises:
        TypeError: If *text* is not a str.

    >>> [(one.name, one.mapping) for one in code_points("ß")]
    [('LATIN SMALL LETTER SHARP S', 'ß')]
    """
    return list(map(_code_point, expect_str(text, "the text")))


def _code_point(char: str) -> CodePoint:
    known = properties(char)
    name = unicodedata.name(char, "")
    if not name:
        name = f"<{_NAMELESS.get(known.category, 'unknown')}-{ord(char):04X}>"
    return CodePoint(char, name, known.status, mapped(char), known.category, script_of(char))


def _label_steps(
    label: str, start: int, processed: ProcessedLabel | None, *, is_processed: bool, with_bidi: bool
) -> LabelSteps:
    mappings = [mapped(char) for char in label]
    joined = None if None in mappings else "".join(filter(None, mappings))
    normalized = None if joined is None else uts46.map_label(label)
    decoded, shown = None, normalized
    if normalized is not None and normalized.startswith("xn--"):
        decoded = shown = uts46.from_punycode(normalized)
    problem = label_error(label, be_strict=False)
    if not is_processed and not FORBIDDEN_DOMAIN_CODE_POINT.search(label):
        problem = None  # an all-ASCII domain is not checked for anything else
    advice = None if problem else label_error(label, be_strict=True)
    criteria = [Criterion("no disallowed code point", joined is not None, True, _CRITERIA)]
    if normalized is not None and normalized.startswith("xn--"):
        criteria.append(Criterion("Punycode of a label that no mapping changes", decoded is not None, True, _PUNYCODE))
    if shown is not None:
        criteria += _criteria(shown, processed, with_bidi=with_bidi)
    return LabelSteps(
        start,
        label,
        joined,
        normalized,
        decoded,
        None if processed is None else processed.unicode,
        None if processed is None else processed.ascii,
        tuple(criteria),
        None if problem is None else problem[2],
        None if advice is None else advice[2],
    )


def _criteria(label: str, processed: ProcessedLabel | None, *, with_bidi: bool) -> Iterator[Criterion]:
    """Yield the rules for *label*, which is in Unicode, in the order in which the parser checks them."""
    fits = label.isascii() or (len(label) <= punycode.MAX_LABEL and punycode.encode(label) is not None)
    yield Criterion(f"at most {punycode.MAX_LABEL:,} code points", fits, True, _STANDARD + "idna")
    marks = bool(label) and category(label[0])[0] == "M"
    yield Criterion("no combining mark at the start", not marks, True, _CRITERIA)
    if "\u200c" in label or "\u200d" in label:
        yield Criterion("invisible joiners only in context", uts46.has_joiners_in_context(label), True, _JOINERS)
    if with_bidi and processed is not None:
        yield Criterion("the Bidi Rule", processed.satisfies_bidi_rule(), True, _BIDI)
    is_allowed = FORBIDDEN_DOMAIN_CODE_POINT.search(label) is None
    yield Criterion("no forbidden domain code point", is_allowed, True, _STANDARD + "forbidden-domain-code-point")
    is_ldh = uts46.NOT_STD3.search(label) is None
    yield Criterion("no ASCII but letters, digits and hyphens", is_ldh, False, _VALID)
    hyphens = label[2:4] != "--" and not label.startswith("-") and not label.endswith("-")
    yield Criterion("no hyphen at an end, nor third and fourth", hyphens, False, _VALID)
    if processed is not None and processed.ascii is not None:
        fits = 1 <= len(processed.ascii) <= uts46.MAX_LABEL
        yield Criterion(f"1 to {uts46.MAX_LABEL} characters in ASCII", fits, False, _VALID)
