"""What yarl, httpx and furl answer, by their own tests, and what we answer.

The rows are calls of their tests that can be said with our methods: yarl 7009e844, httpx ae1b9f66, furl 7c233324. Each
has our name of the operation, the URL, the arguments, and their answer, which is null if they raise an error. Those of
relative references are left out. The first of the reasons that explains a difference counts.
"""

import json
from collections import Counter
from urllib.parse import unquote_plus

import pytest
from setup.project import ROOT

from py_url import URL, FrozenURL, URLSearchParams

ROWS = json.loads((ROOT / "tests" / "data" / "other_libraries.json").read_text("utf-8"))
# How many calls there are, and in how many of them both give the same answer.
EQUAL = {"yarl": (658, 467), "httpx": (187, 145), "furl": (156, 103)}
METHODS = ("extend_query", "joinpath", "update_query", "with_name", "with_query", "without_query")


def ours(operation, url, arguments):
    """Return our answer, or the error."""
    try:
        match operation:
            case "parse":
                return URL(url).href
            case "join":
                return URL(*arguments, url).href
            case "params":
                return str(URLSearchParams(*arguments))
            case "origin":
                return URL(url).origin
            case "replace":
                return FrozenURL(url).replace(**{name: value or "" for name, value in arguments[0].items()}).href
            case _ if operation in METHODS:
                return getattr(FrozenURL(url), operation)(*arguments).href
        (value,) = arguments
        return FrozenURL(url).replace(**{operation: "" if value is None else value}).href
    except (TypeError, ValueError) as error:
        return error


def as_url(text):
    return text and str(URL.parse(text) or text)


def decoded(text):
    return text and unquote_plus(unquote_plus(text)).lower()


# Each reason, and how to see that it explains a difference: from the operation, the URL, the arguments, their answer
# and ours. Theirs is None if they raise an error.
REASONS = [
    (
        "a URL is serialized: an empty path is '/', and empty credentials are left out",
        lambda _, __, ___, theirs, ours: as_url(theirs) == ours,
    ),
    (
        "browsers refuse such a host or port, and a URL without a scheme",
        lambda _, url, __, ___, ours: isinstance(ours, ValueError) and not URL.can_parse(url),
    ),
    ("browsers read a backslash as '/' in such a URL", lambda _, url, __, ___, ____: "\\" in url),
    ("browsers remove newlines", lambda _, url, __, theirs, ____: "\n" in url and theirs is None),
    ("browsers keep an empty host", lambda _, url, __, ___, ____: ":///" in url),
    (
        "UTS 46 allows a character of the domain, or removes it",
        lambda _, url, arguments, theirs, __: theirs is None and not "".join([url, *map(str, arguments)]).isascii(),
    ),
    (
        "each argument is one segment: '/' is encoded, and the segments '.' and '..' are refused",
        lambda operation, _, arguments, __, ___: (
            operation in {"joinpath", "with_name"} and any("/" in one or one == ".." for one in arguments)
        ),
    ),
    (
        "what browsers leave as it is stays: more characters are not encoded, nor is '%'",
        lambda _, __, ___, theirs, ours: isinstance(ours, str) and decoded(as_url(theirs)) == decoded(ours),
    ),
    (
        "a value that has several forms is refused, with a sentence that says what to write",
        lambda _, __, ___, ____, ours: isinstance(ours, TypeError),
    ),
    (
        "members that no URL has together are refused, and a value that a setter ignores",
        lambda operation, _, __, ___, ours: (
            operation in {"replace", "hostname", "protocol"} and isinstance(ours, ValueError)
        ),
    ),
    (
        "a change of one member leaves the others as they are",
        lambda operation, _, __, ___, ours: (
            operation in {"pathname", "username", "extend_query"} and isinstance(ours, str)
        ),
    ),
    (
        "None has no parameters",
        lambda operation, _, arguments, __, ___: [operation, *arguments] == ["update_query", None],
    ),
]


def reason_of(row):
    """Return the reason why our answer differs, "" if it does not, or None if there is none."""
    operation, url, arguments, theirs = row
    answer = ours(operation, url, arguments)
    if answer == theirs or (theirs is None and isinstance(answer, Exception)):
        return ""
    return next((reason for reason, explains in REASONS if explains(*row, answer)), None)


@pytest.mark.parametrize("library", ROWS)
def test_each_difference_has_a_reason(library):
    assert [(*row, ours(*row[:3])) for row in ROWS[library] if reason_of(row) is None] == []


def test_how_many_calls_differ():
    found = {library: Counter(map(reason_of, rows)) for library, rows in ROWS.items()}
    assert {library: (counts.total(), counts[""]) for library, counts in found.items()} == EQUAL
    assert {reason for counts in found.values() for reason in counts} == {"", *(reason for reason, _ in REASONS)}
