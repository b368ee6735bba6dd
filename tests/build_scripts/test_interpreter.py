"""building/interpreter.py: the one module that starts PyScript's Pyodide from the snapshot."""

import subprocess

import build_wheel
import pytest
from building import interpreter
from setup import npm

from tests.support.needs import needs


@needs("wheel", "npm packages")
def test_the_module_that_is_built_is_that_of_the_sources():
    build_wheel.build()
    assert (build_wheel.PYODIDE / interpreter.FILE).read_text("utf-8") == interpreter.make()


def test_a_change_of_any_of_its_modules_builds_it_again():
    names = {path.stem for path in interpreter.sources()}
    assert {"interpreter", "loading", "starting", "snapshot", "unpacking", "python", "wheels"} <= names


def test_each_module_stands_after_those_that_it_needs(tmp_path, monkeypatch):
    monkeypatch.setattr(interpreter, "_LIB", tmp_path)
    (tmp_path / "interpreter.js").write_text(
        'import { b } from "./b.js";\nexport async function later() { return (await import("./c.js")).c + b; }\n'
        "export const makeLoadPyodide = () => later;\n"
    )
    (tmp_path / "b.js").write_text("export const b = 'b';\n")
    (tmp_path / "c.js").write_text('import { b } from "./b.js";\n/** It is `c`. */\nexport const c = `c${b}`;\n')
    made = interpreter.make()
    (tmp_path / "pyodide.mjs").write_text("export const loadPyodide = 1, version = 'v';\n")
    (tmp_path / interpreter.FILE).write_text(made)
    (tmp_path / "run.mjs").write_text(
        f'import {{ loadPyodide, version }} from "./{interpreter.FILE}";\nconsole.log(await loadPyodide(), version);\n'
    )
    command = [npm.node(), str(tmp_path / "run.mjs")]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout == "cbb v\n"


@pytest.mark.parametrize(
    "line",
    [
        'import * as b from "./b.js";',
        'import "./b.js";',
        'import { b } from "b";',
        "export default 1;",
        "export class B {}",
        "const here = import.meta.url;",
    ],
)
def test_an_import_of_another_form_is_an_error(line, tmp_path, monkeypatch):
    monkeypatch.setattr(interpreter, "_LIB", tmp_path)
    (tmp_path / "interpreter.js").write_text(f"{line}\n")
    with pytest.raises(ValueError, match=r"interpreter\.js has "):
        interpreter.make()
