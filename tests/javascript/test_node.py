"""web/py_url.js in Node: beside Node's own classes, and in a program that has spoilt its built-ins."""

import json
import subprocess

import build_wheel
import environment
import pytest

# What Node's own classes do otherwise than Web IDL, and browsers, have it.
NODE_DIFFERS = {"a null for URLSearchParams is the string null"}


def in_node(script, *arguments):
    build_wheel.build()
    script = environment.ROOT / "tests" / "javascript" / script
    command = [environment.node(), script, environment.npm_packages() / "pyodide", build_wheel.DIST, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return json.loads(result.stdout.splitlines()[-1])


def test_it_does_what_the_native_classes_do():
    results = in_node("in_node.mjs")
    assert len(results) > 20
    assert {result["name"] for result in results if not result["same"]} == NODE_DIFFERS, results


@pytest.mark.parametrize(("how", "at_least"), [("replaced", 350), ("added", 30), ("frozen", 25)])
def test_it_does_so_whatever_becomes_of_the_built_ins(how, at_least):
    result = in_node("hostile.mjs", how)
    assert result["wrong"] == {}
    assert result["tried"] > at_least
