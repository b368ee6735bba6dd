"""What differs between `urllib.parse` and `py_url.compat.urllib_parse`, by the calls in CPython's own tests.

The tests run against a stand-in for `urllib.parse`, which calls both and records the calls with different answers.
``.cache/venv/bin/python -m tests.support.urllib_deviations`` prints the table of web/docs/start/from-urllib-parse.md.
"""

import importlib
import inspect
import io
import json
import re
import sys
import types
import unittest
import urllib.parse

from py_url.compat import urllib_parse as compat
from py_url.standard import PATH_PERCENT_ENCODE_SET

FUNCTIONS = [name for name in compat.__all__ if inspect.isfunction(getattr(compat, name))]
_ATTRIBUTES = ("username", "password", "hostname", "port")


def answer(call, *args, **kwargs):
    """Return what a call answers, in a form that can be compared and shown."""
    try:
        result = call(*args, **kwargs)
    except Exception as error:
        return "ValueError" if isinstance(error, ValueError) else type(error).__name__
    if isinstance(result, tuple) and hasattr(result, "geturl"):
        parts = [tuple(result), answer(result.geturl)]
        return (*parts, *(answer(lambda name=name: getattr(result, name, None)) for name in _ATTRIBUTES))
    return result


class Both(types.ModuleType):
    """The stand-in. Tests go on with the answers of `urllib.parse`."""

    def __init__(self):
        super().__init__("urllib.parse")
        self.calls = {}

    def __getattr__(self, name):
        original = getattr(urllib.parse, name)
        if name not in FUNCTIONS:
            return original

        def both(*args, **kwargs):
            theirs = answer(original, *args, **kwargs)
            ours = answer(getattr(compat, name), *args, **kwargs)
            arguments = ", ".join([*map(repr, args), *(f"{key}={value!r}" for key, value in kwargs.items())])
            self.calls[f"{name}({arguments})"] = (name, args, kwargs, theirs, ours)
            return original(*args, **kwargs)

        return both


def calls():
    """Run CPython's tests; return for each call its function, arguments and both answers."""
    tests = importlib.import_module("test.test_urlparse")
    both = Both()
    original, tests.urllib = tests.urllib, types.SimpleNamespace(parse=both)
    try:
        unittest.TextTestRunner(io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromModule(tests))
    finally:
        tests.urllib = original
    return both.calls


def _text(value):
    """Return bytes as str, everywhere in an answer."""
    if isinstance(value, bytes):
        return value.decode("ascii")
    return tuple(map(_text, value)) if isinstance(value, tuple) else value


class Call:
    """A call with two answers. ``input`` is its first argument, or the last two of `urljoin` as one, as str."""

    def __init__(self, name, args, kwargs, theirs, ours):
        self.name, self.args, self.kwargs = name, args, kwargs
        self.theirs, self.ours = _text(theirs), _text(ours)
        first = args[1] if name == "urljoin" else args[0]
        self.input = _text(first) if isinstance(first, str | bytes) else ""
        # The components, if both have them.
        both = isinstance(self.theirs, tuple) and isinstance(self.ours, tuple)
        self.parts = (self.theirs, self.ours) if both else (None, None)

    def differs(self, *indices):
        """Whether components differ, and no others before them."""
        return self.parts[0] is not None and any(self.parts[0][0][i] != self.parts[1][0][i] for i in indices)


_HTTP = re.compile(r"(?:https?|ftp|wss?):(?!//[^/])", re.IGNORECASE)


def _serialized(call):
    """Whether the answers differ as a URL and its serialization."""
    if isinstance(call.theirs, str) and call.theirs != "ValueError":
        # What is given to be joined keeps a space at its end, which a whole URL does not.
        same = urlsplit_or_none(call.theirs) == urlsplit_or_none(call.ours) is not None
        return same or call.ours == PATH_PERCENT_ENCODE_SET.encode(call.theirs)
    if call.parts[0] is None or not isinstance(call.theirs[1], str):
        return False
    return urlsplit_or_none(call.theirs[1]) == urlsplit_or_none(call.ours[1]) is not None


def urlsplit_or_none(url):
    """Return the components that a browser sees, or None if it refuses."""
    try:
        return compat.urlsplit(url)
    except ValueError:
        return None


# Each reason, with whether it explains a call. The first that does is the one.
REASONS = {
    "a special URL needs a host: browsers refuse `http:` and `http:///`, and `urlunsplit` refuses the components that "
    "`urllib.parse` makes of them": lambda call: (
        (
            (call.ours == "ValueError" and call.name.startswith(("urlsplit", "urlparse", "urljoin")))
            and re.match(r"(?:https?:|ftp:)[/\\]*(?:[?#]|\Z)", call.input) is not None
        )
        or (
            call.ours == "ValueError"
            and call.name.startswith("urlun")
            and call.args[0][0] in ("http", "https", b"http", b"https")
            and not call.args[0][1]
        )
        or (call.parts[0] is not None and call.ours[1] == "ValueError" and call.ours[0][0] in ("ftp", "http"))
    ),
    "after a special scheme, any number of slashes is read as two, so a host follows": lambda call: (
        call.differs(1) and not call.theirs[0][1] and _HTTP.match(call.input) is not None
    ),
    "so are two or more slashes at the start of a relative reference": lambda call: (
        (call.differs(1) and not call.theirs[0][1] and call.input.startswith("///"))
        or (call.name.startswith("urlun") and str(call.ours).startswith("/.//"))
    ),
    "a port must be a number up to 65,535; `urllib.parse` checks that only when `port` is read": lambda call: (
        call.ours == "ValueError" and isinstance(call.theirs, tuple) and call.theirs[-1] == "ValueError"
    ),
    "a host in brackets must be an IPv6 address, without a zone": lambda call: (
        call.ours == "ValueError" and "[" in call.input
    ),
    "the base URL must be one that browsers accept, so it cannot be relative": lambda call: (
        call.name == "urljoin" and call.ours == "ValueError"
    ),
    "`allow_fragments=False` has no counterpart in browsers; `#` is percent-encoded": lambda call: (
        False in (*call.args, *call.kwargs.values()) and "#" in call.input and "%23" in str(call.ours)
    ),
    "a browser's userinfo may have characters that NFKC maps to delimiters; it percent-encodes them": lambda call: (
        call.theirs == "ValueError" and isinstance(call.ours, tuple) and "@" in call.input
    ),
    "joining `''` removes the fragment of the base URL": lambda call: (
        call.name == "urljoin" and call.input == "" and call.ours == str(call.theirs).partition("#")[0]
    ),
    "a URL is serialized: domains and IP addresses have one spelling, the default port and the dots of paths are left "
    "out, an empty path is `/`, and characters are percent-encoded": _serialized,
}


def reason_of(call):
    """Return why the answers to a call differ, or None if no reason explains it."""
    return next((reason for reason, explains in REASONS.items() if explains(call)), None)


def deviations():
    """Return the number of calls, and those with different answers, each with its text."""
    made = calls()
    different = {text: Call(*call) for text, call in made.items() if call[3] != call[4]}
    return len(made), different


def _shown(call, answer):
    """Return the part of an answer that differs."""
    if isinstance(answer, str) and answer.endswith("Error"):
        return answer
    if call.parts[0] is not None:
        index = next(i for i, (theirs, ours) in enumerate(zip(*call.parts, strict=True)) if theirs != ours)
        return f"`{answer[index]!r}`" if index == 0 else f"`{answer[index]}` from `geturl`"
    return f"`{answer[0] if isinstance(answer, tuple) else answer!r}`"


def table():
    """Return the table of the document, for this version of Python."""
    count, different = deviations()
    lines = [
        f"By the {count:,} calls of `test_urlparse.py` in CPython {sys.version.split()[0]}, of which {len(different)} "
        "differ:",
        "",
        "| reason | calls | for example | `urllib.parse` | py-url |",
        "|---|---:|---|---|---|",
    ]
    for reason in REASONS:
        calls_of = {text: call for text, call in different.items() if reason_of(call) == reason}
        if calls_of:
            text = min((text for text in calls_of if "b'" not in text), key=lambda text: (len(text), text))
            call = calls_of[text]
            cells = (reason, str(len(calls_of)), f"`{text}`", _shown(call, call.theirs), _shown(call, call.ours))
            lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join(lines)


def summary():
    """Return what the test asserts, as JSON."""
    count, different = deviations()
    unexplained = [text for text, call in different.items() if reason_of(call) is None]
    return json.dumps({"calls": count, "different": len(different), "unexplained": unexplained, "table": table()})


if __name__ == "__main__":
    print(summary() if "--json" in sys.argv else table())
