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

_PATTERN = "https://example.com/books/:id"
_MATCHES = "https://example.com/books/7?page=2"
_OTHERS = {"another path": "https://example.com/authors/7?page=2", "another host": "https://example.org/books/7?page=2"}
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
    rows: Rows = {name: {} for name in ("make a pattern", "exec, and read a group", "test: it matches")}
    rows |= {f"test: {name}": {} for name in _OTHERS}
    for peer, new in found.items():
        books = new(_PATTERN)
        read = (lambda result: result.pathname.groups["id"]) if peer == US else _id_of
        assert (read(books.exec(_MATCHES)), books.test(_MATCHES)) == ("7", True), peer
        assert not any(map(books.test, _OTHERS.values())), peer
        rows["make a pattern"][peer] = new
        rows["exec, and read a group"][peer] = lambda url, books=books, read=read: read(books.exec(url))  # type: ignore[misc]
        for name in rows:
            if name.startswith("test"):
                rows[name][peer] = books.test
    return rows


def of_lists(found: dict[str, Callable[[str], Any]]) -> Rows:
    """The rows of lists, loops and routers: the last of many patterns, and none of them."""
    rows: Rows = {}
    for many in COUNTS:
        loops = {peer: _loop(new, many) for peer, new in found.items() if peer != US} if many <= FEW else {}
        lists = {peer: make(many) for peer, make in LISTS.items()}
        for peer, find in {US: lists.pop(US), **loops, **lists}.items():
            assert (find(str(many - 1)), find(str(many))) == ("7", None), peer
            rows.setdefault(f"the last of {many:,}", {})[peer] = find
            rows.setdefault(f"none of {many:,}", {})[peer] = find
    return rows


def _loop(new: Callable[[str], Any], many: int) -> Of:
    patterns = [new(f"https://example.com/books{number}/:id") for number in range(many)]

    def find(number: str) -> object:
        url = f"https://example.com/books{number}/7"
        for pattern in patterns:
            result = pattern.exec(url)
            if result is not None:
                return _id_of(result)
        return None

    return find


def _list_of_py_url(many: int) -> Of:
    found = import_module("py_url.pattern").PatternList([f"https://example.com/books{n}/:id" for n in range(many)])

    def find(number: str) -> object:
        match = found.first(f"https://example.com/books{number}/7")
        return None if match is None else match.values["id"]

    return find


def _starlette(many: int) -> Of:
    routing = import_module("starlette.routing")
    routes = [routing.Route(f"/books{n}/{{id}}", print) for n in range(many)]

    def find(number: str) -> object:
        scope = {"type": "http", "path": f"/books{number}/7", "method": "GET", "root_path": ""}
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

    def find(number: str) -> object:
        try:
            return rules.match(f"/books{number}/7")[1]["id"]
        except not_found:
            return None

    return find


LISTS: dict[str, Callable[[int], Of]] = {US: _list_of_py_url, "starlette": _starlette, "werkzeug": _werkzeug}


def _strings(row: str) -> list[str]:
    """What the functions of a row get."""
    if row.startswith(("the last", "none")):
        many = int(row.rsplit(maxsplit=1)[-1].replace(",", ""))
        return [str(many - 1 if row.startswith("the last") else many)] * _EACH
    return [_OTHERS.get(row.removeprefix("test: "), _MATCHES)] * _EACH


def timed(row: str, of: dict[str, Of], rounds: int) -> dict[str, Any]:
    """Return the times of a row. Packages remember patterns, so each pattern that is made is a new one."""
    numbers = count()

    def new_patterns(strings: list[str]) -> list[str]:
        return [f"https://example.com/{next(numbers)}/:id" for _ in strings]

    runs: dict[str, Any] = {peer: lambda strings, act=act: [act(s) for s in strings] for peer, act in of.items()}
    if row.startswith("make"):
        runs = {peer: (new_patterns, run) for peer, run in runs.items()}
    return measure(runs, _strings(row), rounds, clear=False)


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
