"""A Python prompt with py_url imported and the URL of the page bound to ``url``."""

from __future__ import annotations

import io
from code import InteractiveConsole
from contextlib import redirect_stderr, redirect_stdout

import py_url
from playground.answers import base_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json

OUTPUT_SHOWN = 20_000

_names: dict[str, object] = {"__name__": "__console__", "py_url": py_url}
_names |= {name: getattr(py_url, name) for name in py_url.__all__}
_console = InteractiveConsole(_names)


def run(line: str, url: str, base: str = "") -> Json:
    """Run one line. The result has ``out``, what it printed, and ``more``: whether the statement continues.

    ``url`` is the page's URL as a `URL`, or None if it does not parse, and ``string`` is what was typed.
    """
    try:
        parsed = py_url.URL(url, base_of(base))
    except py_url.InvalidURL:
        parsed = None
    _names.update(url=parsed, string=url, base=base)
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        try:
            more = _console.push(line)
        except SystemExit:
            _console.resetbuffer()
            output.write("The page has no program to leave.\n")
            more = False
    text = output.getvalue()
    return {"out": text if len(text) <= OUTPUT_SHOWN else f"{text[:OUTPUT_SHOWN]}…", "more": more}


def reset() -> Json:
    """Forget a statement that was begun."""
    _console.resetbuffer()
    return None
