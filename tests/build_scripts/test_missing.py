"""What becomes of tests that need something which is not on the machine: see tests/conftest.py."""

import os
import subprocess
import sys

import environment
import pytest

CASES = {
    "the Web Platform Tests' data": ({"PY_URL_WPT": "/none"}, "tests/wpt/test_percent_encoding.py"),
    "Chromium": ({"PY_URL_CHROMIUM": "/none"}, "tests/browser/test_readme.py"),
}


def run(environ, path, *, ci):
    environ = {**os.environ, **environ}
    environ.pop("CI", None)
    if ci:
        environ["CI"] = "true"
    command = [sys.executable, "-m", "pytest", path]
    return subprocess.run(command, cwd=environment.ROOT, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("what", CASES)
def test_it_is_skipped_and_said_last(what):
    result = run(*CASES[what], ci=False)
    assert result.returncode == 0, result.stdout
    assert "skipped" in result.stdout
    assert "passed" not in result.stdout
    assert f"NOT TESTED, because {what} is missing: " in result.stdout.splitlines()[-2]


@pytest.mark.parametrize("what", CASES)
def test_in_ci_it_fails(what):
    result = run(*CASES[what], ci=True)
    assert result.returncode == 1, result.stdout
    assert f"{what} is missing: " in result.stdout
    assert "skipped" not in result.stdout
