"""web/py_url.js in Node: compared with Node's own classes, in a program with changed built-ins, and its loading.

The coverage of web/ is measured while these programs run.
"""

import json
import os
import subprocess

import build_wheel
import pytest
from setup import js_coverage, npm, project

from tests.support.needs import needs

pytestmark = needs("wheel", "npm packages", "node")

# Node's own classes differ here from Web IDL and from browsers.
NODE_DIFFERS = {"a null for URLSearchParams is the string null"}


SECONDS = 600


def in_node(script, *arguments, options=()):
    script = project.ROOT / "tests" / "javascript" / script
    result = subprocess.run(
        [npm.node(), *options, script, *arguments],
        env={**os.environ, **js_coverage.measured()},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


def with_pyodide(script, *arguments, **options):
    build_wheel.build()
    return in_node(script, npm.packages() / "pyodide", build_wheel.PYODIDE, *arguments, **options)


def test_it_does_what_the_native_classes_do():
    results = with_pyodide("in_node.mjs")
    assert len(results) > 20
    assert {result["name"] for result in results if not result["same"]} == NODE_DIFFERS, results


PLATFORM_LIST = (project.ROOT / "tests" / "javascript" / "platform_list.mjs").as_uri()


@needs("npm test packages")
@pytest.mark.parametrize(
    ("sequences", "operations", "options"),
    [(600, 6_000, ()), (200, 2_000, ("--import", PLATFORM_LIST))],
    ids=["in Node", "with a list of the platform"],
)
def test_what_waits_cannot_be_told_from_what_is_done(sequences, operations, options):
    result = with_pyodide("model.mjs", npm.packages(project.TEST_PACKAGES), "1", str(sequences), options=options)
    assert result["wrong"] == []
    assert result["tried"]["operations"] > operations


@pytest.mark.parametrize(("how", "at_least"), [("replaced", 350), ("deleted", 350), ("added", 30), ("frozen", 25)])
def test_it_does_so_whatever_becomes_of_the_built_ins(how, at_least):
    result = with_pyodide("hostile.mjs", how)
    assert result["wrong"] == {}
    assert result["tried"] > at_least


@pytest.mark.parametrize(
    ("run", "script", "at_least"),
    [
        (in_node, "parts.mjs", 49),
        (with_pyodide, "without.mjs", 3),
        (with_pyodide, "starting.mjs", 29),
        (with_pyodide, "loading.mjs", 19),
        (with_pyodide, "installing.mjs", 5),
        (with_pyodide, "url_pattern.mjs", 20),
        (with_pyodide, "growth.mjs", 10),
    ],
    ids=["parts", "without globals", "starting", "loading", "installing", "URLPattern", "growth"],
)
def test_loading_and_the_other_parts(run, script, at_least):
    result = run(script)
    assert result["wrong"] == {}
    assert result["tried"] >= at_least


def test_a_program_goes_on_after_thousands_of_stack_overflows():
    result = with_pyodide("overflow.mjs", "250")
    assert result["wrong"] == []
    assert len(result["overflows"]) > 15
    assert min(result["overflows"].values()) >= 250
