"""What changed in the URL Standard since 2020-11, as data: the table of `py_url.editions`."""

from __future__ import annotations

import json

from py_url.editions import CHANGES, EDITIONS, OTHER_CHANGES, Change


def text() -> str:
    """Return the content of ``editions.json``."""
    content = {
        "about": "Each change of the URL Standard since 2020-11 that gives some URL another answer, in the order of "
        "the commits, and the editions between them. An edition has the first `changes` of the changes.",
        "changes": [_change(change) for change in CHANGES],
        "changes_of_other_operations": [_change(change) for change in OTHER_CHANGES],
        "editions": [
            {"name": edition.name, "date": edition.date, "commit": edition.commit, "changes": edition.changes}
            for edition in EDITIONS.values()
        ],
    }
    return json.dumps(content, indent=2) + "\n"


def _change(change: Change) -> dict[str, object]:
    examples = []
    for first, base in change.examples:
        href, setter, assignment = first.partition(" | ")
        if setter:
            member, _, value = assignment.partition(" = ")
            examples.append({"href": href, "member": member, "new_value": value})
        else:
            examples.append({"input": first} if base is None else {"input": first, "base": base})
    return {
        "date": change.date,
        "commit": change.commit,
        "link": change.link,
        "parts": list(change.parts),
        "title": change.title,
        "sentence": change.sentence,
        "sentence_was": "removed" if change.removed else "added",
        "examples": examples,
    }
