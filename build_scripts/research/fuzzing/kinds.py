"""Which known kind of difference a difference is. One that is of no known kind is new.

A rule says why two engines differ, and fits only if the answers show it. There are no lists of outputs:

- an engine may follow an older text of the standard: `py_url.editions` has those texts, and the rule fits if one of
  them gives exactly the engine's answer;
- its tables may be of another version of Unicode: the rule fits if the host has a character that only one of them has;
- it may lack a check of UTS 46: the rule fits if its own host breaks that check (or the host in a blob URL);
- the cross-check's explanations are for browsers and Node (`explanations.py` of the playground).
"""

from __future__ import annotations

import re
import unicodedata

import explanations
from setup import browsers

from py_url import URL, InvalidURL, editions
from py_url.editions.changes import TEXTS
from py_url.standard import percent_decode, pins
from py_url.standard.hosts import punycode, uts46
from py_url.standard.hosts.unicode_data import category
from research.fuzzing import engines, patterns
from research.fuzzing.answers import FAILURE, answer_of, differing
from research.fuzzing.internal import members_of_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crosscheck.summary import Case

    from research.fuzzing.answers import Answer

_CHANGES = {"parser", "setters", "origin"}
# The texts before a change of an answer that another engine can give, the newest first.
_OLDER = [
    (text, newer)
    for text, newer in zip(reversed(TEXTS[:-1]), reversed(TEXTS[1:]), strict=True)
    if _CHANGES.intersection(editions.CHANGES[newer.changes - 1].parts)
]
_NATIVE = (*browsers.ENGINES, "node")
# Most of the cross-check's rules describe browsers. A package follows the standard closely, so only these are for it.
_RULES_FOR_ALL = ("relation-with-stroke",)


def kind_of(case: Case, ours: Answer, theirs: Answer, engine: str) -> str | None:
    """Return a sentence that explains the difference of two answers, or None if it is new.

    *engine* is one of `engines.NAMES`.
    """
    if case["kind"] == "pattern":
        return patterns.kind_of(case, ours, theirs)
    if engine == engines.MICROPYTHON:
        is_newer = any(unicodedata.category(char) == "Cn" for char in theirs["said"])
        return "one of the two versions of Unicode has no such character" if is_newer else None
    if "error" in theirs or engine == engines.OWN:
        return None
    return (
        _older_text(case, ours, theirs)
        or _older_unicode(case, ours, theirs)
        or _domain_taken(case, ours, theirs)
        or _in_blob_url(case, ours, theirs)
        or _explained(case, ours, theirs, engine)
    )


def _older_text(case: Case, ours: Answer, theirs: Answer) -> str | None:
    """Whether an older text of the standard gives the engine's answer."""
    if case["kind"] == "steps":
        return None
    # The standard leaves the origin of a file URL open.
    left_out = {"searchParams", *(["origin"] if theirs.get("protocol") == "file:" else [])}
    compared = {name: value for name, value in theirs.items() if name not in left_out}
    if not differing(ours, compared):
        return None
    for text, newer in _OLDER:
        answer = _answer_of(text.name, case)
        if not differing(answer, compared):
            change = editions.CHANGES[newer.changes - 1]
            return f"the engine follows the standard's text before {change.date} ({change.commit}): {change.title}"
    return None


def _answer_of(edition: str, case: Case) -> Answer:
    """The answer of an edition, without the query object."""
    try:
        if case["kind"] == "set":
            record = editions.parse(case["href"], edition=edition)
            if case["member"] == "href":
                record = editions.parse(case["value"], edition=edition)
            else:
                record = editions.replace(record, edition=edition, **{case["member"]: case["value"]})
        else:
            record = editions.parse(case["input"], case["base"], edition=edition)
    except InvalidURL:
        return FAILURE
    return {**members_of_record(record), "origin": str(editions.origin(record, edition=edition))}


def _older_unicode(case: Case, ours: Answer, theirs: Answer) -> str | None:
    """Whether the engine refuses a character that is younger than this Python's tables."""
    if not _refused(case, ours, theirs):
        return None
    if any(unicodedata.category(char) == "Cn" != category(char) for char in _decoded(case) + "".join(_labels_of(ours))):
        return f"the engine refuses a character that Unicode {pins.unicode_version} has and older tables lack"
    if any("\u0870" <= char <= "\u089f" for label in _labels_of(ours) for char in label):
        return "the engine's table for CheckBidi lacks Arabic Extended-B, a block of Unicode 14"
    return None


def _decoded(case: Case) -> str:
    """The strings of a case, percent-decoded."""
    texts = [case[name] for name in ("input", "base", "href", "value") if isinstance(case.get(name), str)]
    return percent_decode("\n".join(texts).encode("utf-8", "replace")).decode("utf-8", "replace")


def _refused(case: Case, ours: Answer, theirs: Answer) -> bool:
    """Whether the engine fails, or its setter changes nothing, and py_url takes the host."""
    if "failure" in ours:
        return False
    return "failure" in theirs or (case["kind"] == "set" and ours["hostname"] != theirs.get("hostname"))


def _domain_taken(case: Case, ours: Answer, theirs: Answer) -> str | None:
    """Whether the engine takes a host that one check of UTS 46 forbids; its own host shows which."""
    taken = "failure" in ours or (case["kind"] == "set" and ours["hostname"] != theirs.get("hostname"))
    if not taken or "failure" in theirs:
        return None
    texts = _labels_of(theirs)
    # It may be mapped to another.
    if any(category(char) == "Cn" for char in _decoded(case) + "".join(texts)):
        return f"the engine takes a character that Unicode {pins.unicode_version} lacks, as newer tables do"
    if not all(map(uts46.has_joiners_in_context, texts)):
        return "the engine takes a joiner where CheckJoiners forbids it"
    if any(category(text[:1])[0] == "M" for text in texts if text):
        return "the engine takes a label that begins with a combining mark"
    if any(text.startswith("xn--") for text in texts) and not _decoded(case).isascii():
        return "the engine takes a label with Punycode that is not valid, in a domain that is not ASCII"
    labels = [uts46.ProcessedLabel(text) for text in texts]
    if any(label.is_right_to_left for label in labels) and not all(label.satisfies_bidi_rule() for label in labels):
        return "the engine takes a domain that CheckBidi forbids"
    return None


def _in_blob_url(case: Case, ours: Answer, theirs: Answer) -> str | None:
    """Explain the origin of a blob URL, which is that of the URL in its path, by the rules for hosts."""
    if differing(ours, theirs) != ["origin"] or ours.get("protocol") != "blob:":
        return None
    # Only the host matters, so the rest of its path must not explain anything.
    without_path = re.match(r"[^:]*:[/\\]*[^/\\?#]*", ours["pathname"])
    inner: Case = {"kind": "parse", "input": without_path[0] if without_path else "", "base": None}
    answer = answer_of(inner)
    origin = URL.parse(theirs["origin"])
    their_answer = FAILURE if origin is None else {"hostname": origin.hostname}
    return _older_unicode(inner, answer, their_answer) or _domain_taken(inner, answer, their_answer)


def _labels_of(answer: Answer) -> list[str]:
    """The labels of the host in Unicode."""
    return [_from_punycode(label) for label in answer.get("hostname", "").split(".")]


def _from_punycode(label: str) -> str:
    decoded = punycode.decode(label[4:]) if label.startswith("xn--") else label
    return label if decoded is None else decoded


def _explained(case: Case, ours: Answer, theirs: Answer, engine: str) -> str | None:
    """The cross-check's explanation."""
    text = explanations.explain({"case": case, "ours": ours, "native": theirs})
    if text == explanations.UNEXPLAINED:
        return None
    return text if engine in _NATIVE or explanations.rules()[text]["rule"] in _RULES_FOR_ALL else None
