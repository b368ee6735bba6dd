"""Which known kind of difference a difference is. One that is none of them is new.

A rule says why two engines differ, and fits only if the answers show it. There are no lists of outputs:

- an engine may follow an older text of the standard: `py_url.editions` has those texts, and the rule fits if one of
  them gives exactly the engine's answer;
- its tables may be of an older version of Unicode: the rule fits if the host has a character that a newer one added;
- the cross-check's explanations are for browsers and Node (`crosscheck/explanations.py`).
"""

from __future__ import annotations

import unicodedata

from crosscheck import explanations
from setup import browsers

from fuzzing.answers import FAILURE, differing
from fuzzing.internal import members_of_record
from py_url import InvalidURL, editions, pins
from py_url.editions.changes import TEXTS
from py_url.standard import percent_decode
from py_url.standard.hosts.unicode_data import category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crosscheck.summary import Case

    from fuzzing.answers import Answer

_CHANGES = {"parser", "setters", "origin"}
# The texts before a change of an answer that another engine can give, the newest first.
_OLDER = [
    (text, newer)
    for text, newer in zip(reversed(TEXTS[:-1]), reversed(TEXTS[1:]), strict=True)
    if _CHANGES.intersection(editions.CHANGES[newer.changes - 1].parts)
]
_NATIVE = (*browsers.ENGINES, "node")


def kind_of(case: Case, ours: Answer, theirs: Answer, engine: str) -> str | None:
    """Return a sentence that explains the difference of two answers, or None if it is new.

    *engine* is one of `engines.NAMES`.
    """
    return _older_text(case, theirs) or _older_unicode(case, ours, theirs) or _of_native(case, ours, theirs, engine)


def _older_text(case: Case, theirs: Answer) -> str | None:
    """Whether an older text of the standard gives the engine's answer."""
    if case["kind"] == "steps" or "error" in theirs:
        return None
    # The standard leaves the origin of a file URL open.
    left_out = {"searchParams", *(["origin"] if theirs.get("protocol") == "file:" else [])}
    compared = {name: value for name, value in theirs.items() if name not in left_out}
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
                record = editions.replace(record, edition, **{case["member"]: case["value"]})
        else:
            record = editions.parse(case["input"], case["base"], edition)
    except InvalidURL:
        return FAILURE
    return {**members_of_record(record), "origin": str(editions.origin(record, edition))}


def _older_unicode(case: Case, ours: Answer, theirs: Answer) -> str | None:
    """Whether the host has a character that is younger than this Python's tables, and only one engine takes it."""
    changed = case["kind"] == "set" and "hostname" in differing(ours, theirs)
    if "failure" in ours or not ("failure" in theirs or changed):
        return None
    texts = [case[name] for name in ("input", "base", "href", "value") if isinstance(case.get(name), str)]
    decoded = percent_decode("\n".join(texts).encode("utf-8", "replace")).decode("utf-8", "replace")
    labels = [_from_punycode(label) for label in ours["hostname"].split(".")]
    if any(unicodedata.category(char) == "Cn" != category(char) for char in decoded + "".join(labels)):
        return f"the engine refuses a character that Unicode {pins.unicode_version} has and its older tables do not"
    return None


def _from_punycode(label: str) -> str:
    try:
        return label[4:].encode().decode("punycode") if label.startswith("xn--") else label
    except (UnicodeError, OverflowError):
        return label


def _of_native(case: Case, ours: Answer, theirs: Answer, engine: str) -> str | None:
    """The cross-check's explanation."""
    if engine not in _NATIVE or "error" in theirs:
        return None
    text = explanations.explain({"case": case, "ours": ours, "native": theirs})
    return None if text == explanations.UNEXPLAINED else text
