"""The Web Platform Tests' own JavaScript, unmodified, with py_url's classes in the place of the native ones: in each
engine, in windows and in a module worker, and in Node.
"""

import fnmatch
import json
import shutil
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, Queue

import browsers
import build_wheel
import environment
import fetch_wpt
import pytest
import serve
from environment import SetUpError

from tests.conftest import missing, summary_lines

HERE = environment.TEST_PACKAGES
SECONDS = 180
# Subtests that are about our classes, at the least, so that no place can pass by running nothing.
AT_LEAST = 4500

try:
    fetch_wpt.locate()
    SCRIPTS, WHICH = fetch_wpt.scripts()
    NOT_HERE = None
except SetUpError as error:
    SCRIPTS, WHICH = {}, ""
    NOT_HERE = missing("the Web Platform Tests' JavaScript", str(error))

pytestmark = [NOT_HERE] if NOT_HERE is not None else []
if WHICH:
    summary_lines.append(f"JavaScript of {WHICH}")


def engines():
    """The engines as parameters, those that are not here marked so."""
    for engine, name in browsers.ENGINES.items():
        try:
            browsers.find(engine, install=False)
            yield pytest.param(engine)
        except SetUpError as error:
            yield pytest.param(engine, marks=missing(name, str(error)))


def rules():
    """The lines of expected_failures.txt."""
    for line in (HERE / "expected_failures.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            file, subtest, what, reason = (part.strip() for part in line.split(" | "))
            assert what in ("fails", "fails in 2024", "not ours"), line
            assert reason, line
            # A bracket is a bracket: only * is special.
            yield file, subtest.replace("[", "[[]").replace("?", "[?]"), what


RULES = list(rules())


def rule_for(file, subtest, used):
    for rule in RULES:
        rule_file, pattern, what = rule
        if rule_file == file and fnmatch.fnmatchcase(subtest, pattern):
            used.add(rule)
            return "fails" if what == "fails in 2024" and fetch_wpt.OF_2024 in WHICH else what
    return None


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    """A folder laid out as a checkout of the Web Platform Tests, with what these tests need."""
    folder = tmp_path_factory.mktemp("wpt")
    packages = environment.npm_packages(environment.TEST_PACKAGES)
    files = dict(SCRIPTS)
    files |= {f"url/resources/{name}": fetch_wpt.locate() / name for name in fetch_wpt.FILES}
    harness = packages / "wpt-runner" / "testharness"
    files |= {f"resources/{name}": harness / name for name in ("testharness.js", "idlharness.js")}
    files |= {"resources/WebIDLParser.js": harness / "webidl2.js"}
    files |= {"interfaces/url.idl": packages / "@webref" / "idl" / "url.idl"}
    for name, file in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, folder / name)
    names = [name.removeprefix("url/") for name in SCRIPTS if name.startswith("url/")]
    (folder / "url" / "files.json").write_text(json.dumps(names))
    return folder


def outcomes_in_browser(engine, tree):
    """What came of each file, by place."""
    news = Queue()
    pages = {
        "/url/": [HERE / "wpt", tree / "url"],
        **{f"/{name}/": [tree / name] for name in ("common", "resources", "interfaces")},
    }
    posts = {"/outcomes": news.put, "/failed": news.put}
    places = {}
    with serve.Server({**pages, **serve.folders()}, {}, posts) as server:
        failed = news.put
        with browsers.opened(engine, f"{server.origin}/url/index.html", failed, install=False) as page:
            last = time.monotonic()
            while len(places) < 2:
                page.wait(50)
                try:
                    said = news.get_nowait()
                except Empty:
                    assert time.monotonic() - last < SECONDS, "the page said nothing"
                    continue
                assert not isinstance(said, str), said
                places[said["place"]] = said["outcomes"]
                last = time.monotonic()
            return page.version, places


def judge(where, outcomes, tree):
    """Hold the outcomes against what is expected, and have the totals told at the end of the run."""
    assert list(outcomes) == json.loads((tree / "url" / "files.json").read_text())
    assert {file: outcome["harness"] for file, outcome in outcomes.items() if outcome["harness"] != "OK"} == {}
    counts = Counter()
    unexpected = []
    used = set()
    for file, outcome in outcomes.items():
        for subtest in outcome["subtests"]:
            rule = rule_for(file, subtest["name"], used)
            passed = subtest["status"] == "PASS"
            kind = "not ours" if rule == "not ours" else "passed" if passed else "failed"
            counts[kind] += 1
            if kind != "not ours" and passed == (rule == "fails"):
                unexpected.append((file, subtest))
    idl = Counter(subtest["status"] for subtest in outcomes.get("idlharness.any.js", {"subtests": []})["subtests"])
    summary_lines.append(
        f"{where}: {counts['passed']:,} subtests passed, {counts['failed']} failed, {counts['not ours']} not of our "
        f"classes; idlharness {idl['PASS']} of {idl.total()}"
    )
    assert unexpected == []
    # A line of which nothing is left is to go.
    assert [rule for rule in RULES if rule not in used and rule[2] != "fails in 2024"] == []
    assert counts["passed"] > AT_LEAST


@pytest.mark.parametrize("engine", list(engines()))
def test_in_a_browser(engine, tree):
    build_wheel.build()
    # In a thread of its own, as the tests' own Playwright has this one.
    with ThreadPoolExecutor(1) as pool:
        version, places = pool.submit(outcomes_in_browser, engine, tree).result()
    for place, outcomes in places.items():
        judge(f"{version}, {place}", outcomes, tree)


def test_in_node(tree):
    build_wheel.build()
    pyodide = environment.npm_packages() / "pyodide"
    command = [environment.node(), HERE / "wpt" / "in_node.mjs", pyodide, build_wheel.DIST, tree]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stderr
    judge("Node", json.loads(result.stdout), tree)
