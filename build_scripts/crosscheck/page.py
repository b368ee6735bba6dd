"""What the page ``web/crosscheck/`` needs to check its own browser without the command: the inputs, and this Python.

`about` is small and loaded with the page; `cases` takes some 5 MB and is loaded when the check starts. The site has
both as files, ``crosscheck/check.json`` and ``crosscheck/inputs.json``.
"""

from __future__ import annotations

from fetching import wpt_url

from crosscheck import inputs, past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from fetching.wpt_url import Tests

    from crosscheck.summary import Case

PYTHON = (
    "__init__.py",
    "summary.py",
    "comparison.py",
    "in_page.py",
    "patterns.py",
    "pattern_rules.json",
    "pattern_rules.py",
    "effects.py",
)
"""The modules of this package that run in the page; it finds them under ``playground/python/crosscheck/``."""


def cases(wpt: Tests) -> list[Case]:
    """Return the inputs for ``inputs.json``."""
    return inputs.gather(wpt)


def about(wpt: Tests) -> dict[str, Any]:
    """Return what ``check.json`` says: which tests the inputs are from, how many there are, and the recorded runs."""
    commit = wpt_url.WEB_PLATFORM_TESTS if wpt.edition == "pin" else None
    return {"tests": wpt.which, "commit": commit, "inputs": len(cases(wpt)), "history": past.runs()}
