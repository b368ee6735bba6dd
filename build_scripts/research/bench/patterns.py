"""Measure URL patterns and print JSON.

    python -m research.bench.patterns ROUNDS FOLDER

The packages take turns in rounds, as in ``speed.py``. FOLDER has urlpattern-py: its module has the same name as that
of urlpattern, so no environment can have both. The classes match whole URLs. The routers match paths alone, by patterns
of their own kind. Each answer is checked before it is timed.
"""

from __future__ import annotations

import json
import platform
import sys
from importlib import import_module, metadata
from itertools import count

from research.bench.peers import US
from research.bench.speed import measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Of = Callable[[str], object]
    Rows = dict[str, dict[str, Of]]

COUNTS = (100, 10_000)
"""How many patterns a list or a router has."""
FEW = 100
"""The packages without lists of patterns try this many in a loop."""

_MATCHES = "https://example.com/books/{}?page=2"
# For each row, the string that its functions get; the number in it is never the same, because some packages remember
# what they have seen.
_STRINGS = {
    "make a pattern": "https://example.com/{}/:id",
    "exec, and read a group": _MATCHES,
    "test: it matches": _MATCHES,
    "test: another path": "https://example.com/authors/{}?page=2",
    "test: another host": "https://example.org/books/{}?page=2",
    **{
        f"{which} of {many:,}": f"/books{number}/{{}}"
        for many in COUNTS
        for which, number in (("the last", many - 1), ("none", many))
    },
}
_EACH = 50


def classes(folder: str) -> dict[str, Callable[[str], Any]]:
    """Return the class URLPattern of each package. *folder* has urlpattern-py."""
    found = {US: import_module("py_url.pattern").URLPattern, "urlpattern": import_module("urlpattern").URLPattern}
    for name in [name for name in sys.modules if name.partition(".")[0] == "urlpattern"]:
        del sys.modules[name]
    sys.path.insert(0, folder)
    found["urlpattern-py"] = import_module("urlpattern").URLPattern
    sys.path.remove(folder)
    assert found["urlpattern-py"] is not found["urlpattern"], "one of the two is missing"
    return {**found, "upa-url": import_module("upa_url").URLPattern}


def _id_of(result: Any) -> str:  # noqa: ANN401 - of any package
    group: str = result["pathname"]["groups"]["id"]
    return group


def of_classes(found: dict[str, Callable[[str], Any]]) -> Rows:
    """The rows of the classes."""
    rows: Rows = {name: {} for name in _STRINGS if name.startswith(("make", "exec", "test"))}
    for peer, new in found.items():
        books = new("https://example.com/books/:id")
        read = (lambda result: result.pathname.groups["id"]) if peer == US else _id_of
        for name, row in rows.items():
            row[peer] = books.test if name.startswith("test") else new
            expected = name == "test: it matches"
            assert not name.startswith("test") or books.test(_STRINGS[name].format(7)) is expected, peer
        rows["exec, and read a group"][peer] = lambda url, books=books, read=read: read(books.exec(url))  # type: ignore[misc]
        assert rows["exec, and read a group"][peer](_MATCHES.format(7)) == "7", peer
    return rows


def of_lists(found: dict[str, Callable[[str], Any]]) -> Rows:
    """The rows of lists, loops and routers: the last of many patterns, and none of them."""
    rows: Rows = {}
    for many in COUNTS:
        loops = {peer: _loop(new, many) for peer, new in found.items() if peer != US} if many <= FEW else {}
        lists = {peer: make(many) for peer, make in LISTS.items()}
        for peer, find in {US: lists.pop(US), **loops, **lists}.items():
            for name, expected in ((f"the last of {many:,}", "7"), (f"none of {many:,}", None)):
                assert find(_STRINGS[name].format(7)) == expected, peer
                rows.setdefault(name, {})[peer] = find
    return rows


def _loop(new: Callable[[str], Any], many: int) -> Of:
    patterns = [new(f"https://example.com/books{number}/:id") for number in range(many)]

    def find(path: str) -> object:
        url = f"https://example.com{path}"
        for pattern in patterns:
            result = pattern.exec(url)
            if result is not None:
                return _id_of(result)
        return None

    return find


def _list_of_py_url(many: int) -> Of:
    found = import_module("py_url.pattern").PatternList([f"https://example.com/books{n}/:id" for n in range(many)])

    def find(path: str) -> object:
        match = found.first(f"https://example.com{path}")
        return None if match is None else match.values["id"]

    return find


def _starlette(many: int) -> Of:
    routing = import_module("starlette.routing")
    routes = [routing.Route(f"/books{n}/{{id}}", print) for n in range(many)]

    def find(path: str) -> object:
        scope = {"type": "http", "path": path, "method": "GET", "root_path": ""}
        # As its router does.
        for route in routes:
            match, child = route.matches(scope)
            if match is routing.Match.FULL:
                return child["path_params"]["id"]
        return None

    return find


def _werkzeug(many: int) -> Of:
    routing, not_found = import_module("werkzeug.routing"), import_module("werkzeug.exceptions").NotFound
    rules = routing.Map([routing.Rule(f"/books{n}/<id>", endpoint=n) for n in range(many)]).bind("example.com")

    def find(path: str) -> object:
        try:
            return rules.match(path)[1]["id"]
        except not_found:
            return None

    return find


LISTS: dict[str, Callable[[int], Of]] = {US: _list_of_py_url, "starlette": _starlette, "werkzeug": _werkzeug}


def timed(row: str, of: dict[str, Of], rounds: int) -> dict[str, Any]:
    """Return the times of a row."""
    numbers = count()

    def new_strings(texts: list[str]) -> list[str]:
        return [text.format(next(numbers)) for text in texts]

    def loop(act: Of) -> tuple[Callable[[list[str]], list[str]], Callable[[list[str]], object]]:
        return new_strings, lambda strings: [act(string) for string in strings]

    return measure({peer: loop(act) for peer, act in of.items()}, [_STRINGS[row]] * _EACH, rounds, clear=False)


def main() -> None:
    """Measure all rows."""
    rounds, folder = int(sys.argv[1]), sys.argv[2]
    found = classes(folder)
    rows = {**of_classes(found), **of_lists(found)}
    versions = {name: metadata.version(name) for name in ("urlpattern", "upa-url", "starlette", "werkzeug")}
    versions["urlpattern-py"] = next(iter(metadata.distributions(name="urlpattern-py", path=[folder]))).version
    times = {name: timed(name, of, rounds) for name, of in rows.items()}
    print(json.dumps({"python": platform.python_version(), "versions": versions, "rows": times}))


if __name__ == "__main__":
    main()
