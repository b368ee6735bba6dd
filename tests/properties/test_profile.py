"""The project's own Hypothesis profile is in force everywhere. In CI it repeats its examples unless told how many."""

import json
import os
import subprocess
import sys

import pytest
from setup.project import CACHE, ROOT

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import HealthCheck, settings  # noqa: E402 - must follow the check that it is installed

from tests.support import hypothesis_profile  # noqa: E402 - as above

DRAWS = """
import json
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.configuration import storage_directory
import tests.support.hypothesis_profile as profile

drawn = []

@profile.examples(20)
@given(st.integers())
def draw(number):
    drawn.append(number)

draw()
now = settings()
print(json.dumps({
    "drawn": drawn,
    "profile": settings.get_current_profile_name(),
    "deadline": now.deadline,
    "derandomize": now.derandomize,
    "print_blob": now.print_blob,
    "database": now.database and str(now.database.path),
    "storage": str(storage_directory("constants", intent_to_write=False).path),
    "many": profile.many.max_examples,
}))
"""
TEST = """
from hypothesis import given, settings
from hypothesis import strategies as st

@settings(database=None)
@given(st.integers())
def test_it(number):
    assert number < 1000
"""
_SECONDS = 300


def run(*command, cwd=ROOT, **environ):
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "PY_URL_EXAMPLES")}
    path = os.pathsep.join([str(ROOT), str(ROOT / "build_scripts")])
    return subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env={**kept, "PYTHONPATH": path, **environ},
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS,
    )


def draws(**environ):
    """Run the property in a new process, and return the examples that it draws, and its settings."""
    result = run("-c", DRAWS, **environ)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("environ", "repeats"),
    [({}, False), ({"CI": "true"}, True), ({"CI": "true", "PY_URL_EXAMPLES": "1"}, False)],
    ids=["here", "CI", "weekly"],
)
def test_the_profile_wins(environ, repeats):
    first = draws(**environ)
    assert len(first.pop("drawn")) == (7 if repeats else 20)
    assert first == {
        "profile": hypothesis_profile.NAME,
        "deadline": None,
        "derandomize": repeats,
        "print_blob": True,
        "database": None if repeats else str(CACHE / "hypothesis" / "examples"),
        "storage": str(CACHE / "hypothesis" / "constants"),
        "many": 200 if repeats else 600,
    }


def test_in_ci_each_run_draws_the_same_examples_unless_it_is_told_how_many():
    assert draws(CI="true")["drawn"] == draws(CI="true", PYTHONHASHSEED="1")["drawn"]
    weekly = {"CI": "true", "PY_URL_EXAMPLES": "1"}
    assert draws(**weekly)["drawn"] != draws(**weekly)["drawn"]


def test_the_number_of_examples_is_scaled():
    scaled = draws(PY_URL_EXAMPLES="0.5")
    assert (len(scaled["drawn"]), scaled["many"]) == (10, 300)
    assert draws(PY_URL_EXAMPLES="10")["many"] == 6000


def test_a_failure_in_ci_can_be_replayed(tmp_path):
    """A property without settings of its own uses the profile, and prints what replays its failure."""
    (tmp_path / "conftest.py").write_text("import tests.support.hypothesis_profile")
    (tmp_path / "test_it.py").write_text(TEST)
    result = run("-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path), CI="true")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "@reproduce_failure(" in result.stdout


def test_the_profile_is_in_force_in_this_folder():
    now = settings()
    assert settings.get_current_profile_name() == hypothesis_profile.NAME
    assert now.deadline is None
    assert now.derandomize == hypothesis_profile.REPEATS
    assert now.suppress_health_check == (HealthCheck.too_slow,)
    assert (now.database is None) == hypothesis_profile.REPEATS
    assert hypothesis_profile.many.deadline is None
    assert hypothesis_profile.many.database == now.database
