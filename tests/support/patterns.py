"""Patterns for URLPattern of JavaScript: those of the Web Platform Tests, and generated ones."""

import json
from random import Random

from fetching import wpt_urlpattern
from setup.project import SetUpError

PIECES = (
    *(
        "/",
        "a",
        "b",
        ".",
        "/a",
        "*",
        "*",
        "/*",
        ":x",
        ":x?",
        ":x*",
        ":x+",
        "/:x",
        "/:x*",
        "/:x+",
        "{a}?",
        "{ab}*",
        "{/a}+",
    ),
    *("{a:x}*", "{a*}+", "{*b}*", "{:x.}+", "{*}?", "(a|b)", "/(a*)*", "(.+)?"),
)


def generated(count, seed=55):
    """Return the arguments of constructors: patterns of a few pieces, with and without custom groups."""
    random = Random(seed)
    return [[{random.choice(("pathname", "pathname", "search", "hash")): _text(random)}] for _ in range(count)]


def _text(random):
    pieces = [random.choice(PIECES) for _ in range(random.randint(1, 7))]
    return "".join([piece.replace(":x", f":x{number}") for number, piece in enumerate(pieces)])


def of_the_web_platform_tests():
    """Return the arguments of constructors, or none if the tests are not here."""
    try:
        file = wpt_urlpattern.find(fetch=False)["urlpatterntestdata.json"]
    except SetUpError:
        return []
    return [row["pattern"] for row in json.loads(file.read_text("utf-8")) if row.get("expected_obj") != "error"]
