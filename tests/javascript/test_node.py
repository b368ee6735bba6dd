"""web/py_url.js in Node, beside Node's own classes."""

import json
import subprocess

import build_wheel
import environment

# What Node's own classes do otherwise than Web IDL, and browsers, have it.
NODE_DIFFERS = {"a null for URLSearchParams is the string null"}


def test_it_does_what_the_native_classes_do():
    build_wheel.build()
    script = environment.ROOT / "tests" / "javascript" / "in_node.mjs"
    command = [environment.node(), script, environment.npm_packages() / "pyodide", build_wheel.DIST]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    results = json.loads(result.stdout.splitlines()[-1])
    assert len(results) > 20
    assert {result["name"] for result in results if not result["same"]} == NODE_DIFFERS, results
