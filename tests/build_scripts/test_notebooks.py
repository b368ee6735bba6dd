"""web/notebooks: their cells run. Jupyter and marimo themselves are not needed."""

import ast
import inspect
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

FOLDER = Path(__file__).parent.parent.parent / "web" / "notebooks"


def values_of(cells):
    """Run cells one after another, as a kernel does; return what the last line of each shows, or None."""
    names = {}
    values = []
    for source in cells:
        body = ast.parse(source).body
        last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        values.append(eval(compile(last, "cell", "eval"), names) if last else None)
    return values


def test_the_notebook_for_jupyter(capsys):
    notebook = json.loads((FOLDER / "py_url.ipynb").read_text("utf-8"))
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert code[0] == "%pip install -q py-url-whatwg"
    values = values_of(code[1:])
    assert values[0] == "https://user@example.com/%C3%BC?q=1%202#f"
    assert values[-1] == "https://user@example.com/%C3%BC?q=1+2&name=Ada+Lovelace#f"
    printed = capsys.readouterr().out
    assert "host       example.com" in printed
    assert "port-invalid at 21" in printed
    assert "whatwg           127.0.0.1" in printed
    # What a run leaves in a notebook would be old at once.
    assert all(cell.get("outputs", []) == [] for cell in notebook["cells"])


class App:
    """As much of marimo's App as the notebook uses: cells are functions, whose parameters are others' results."""

    def __init__(self, **_):
        self.cells = []

    def cell(self, function):
        self.cells.append(function)
        return function

    def run_with(self, marimo, **given):
        names = {"mo": marimo}
        for cell in self.cells:
            result = cell(**{name: names[name] for name in inspect.signature(cell).parameters}) or ()
            returned = ast.parse(inspect.getsource(cell)).body[0].body[-1].value
            keys = [element.id for element in returned.elts] if returned else []
            names |= dict(zip(keys, result, strict=True)) | given
        return names


@pytest.fixture
def marimo_app(monkeypatch):
    marimo = MagicMock(App=App)
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.delitem(sys.modules, "py_url_marimo", raising=False)
    import py_url_marimo

    yield lambda text, base: py_url_marimo.app.run_with(
        marimo, text=SimpleNamespace(value=text), base=SimpleNamespace(value=base)
    )
    del sys.modules["py_url_marimo"]


def test_the_notebook_for_marimo(marimo_app):
    names = marimo_app("../b?%", "https://EXAMPLE.com/a/c")
    assert names["members"][0] == {"member": "href", "value": "https://example.com/b?%"}
    assert [error["error"] for error in names["errors"]] == ["invalid-URL-unit"]
    assert {reading["parser"] for reading in names["readings"]} >= {"whatwg", "urllib.parse"}
    names = marimo_app("//no-scheme", "")
    assert names["members"] == []
    assert names["errors"][-1]["error"] == "missing-scheme-non-relative-URL"
