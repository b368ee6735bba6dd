"""The Web Platform Tests' own JavaScript, unmodified, run with py_url's classes instead of the native ones: in every
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

import build_wheel
import pytest
from building import serving
from fetching import wpt_url, wpt_urlpattern
from setup import browsers, npm, project

from tests.conftest import summary_lines
from tests.support.needs import needs

pytestmark = needs("wpt javascript", "wheel", "npm packages", "npm test packages")

HERE = project.TEST_PACKAGES
SECONDS = 180
# The minimum number of subtests in each file, so that no file can pass by running nothing. The numbers are those of
# 2024, or of the pinned data for files that are newer; the files grow, but a few have lost some subtests since.
AT_LEAST = json.loads((HERE / "subtests.json").read_text("utf-8"))
SHARE = 0.9
OWN_IDL_TEST = "idlharness-urlpattern.any.js"


def rules():
    """Yield the rules in expected_failures.txt."""
    for line in (HERE / "expected_failures.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            file, subtest, what, reason = (part.strip() for part in line.split(" | "))
            assert what in ("fails", "fails in 2024", "not ours"), line
            assert reason, line
            # Only * is special; escape brackets and question marks.
            yield file, subtest.replace("[", "[[]").replace("?", "[?]"), what


RULES = list(rules())
# Tests that read a file that some editions of the data lack.
WITH_DATA = {"IdnaTestV2.window.js": "IdnaTestV2.json", "IdnaTestV2-removed.window.js": "IdnaTestV2-removed.json"}
WITH_DATA |= {name.replace("window", "any"): file for name, file in WITH_DATA.items()}


def rule_for(file, subtest, used):
    for rule in RULES:
        rule_file, pattern, what = rule
        if rule_file == file and fnmatch.fnmatchcase(subtest, pattern):
            used.add(rule)
            of_2024 = wpt_url.find_scripts(fetch=False).edition == "2024"
            return "fails" if what == "fails in 2024" and of_2024 else what
    return None


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    """A folder laid out like a checkout of the Web Platform Tests, with everything that these tests need."""
    folder = tmp_path_factory.mktemp("wpt")
    data, scripts = wpt_url.find(), wpt_url.find_scripts()
    names = [name for name in scripts.expected() if name not in WITH_DATA or WITH_DATA[name] in data.files]
    more = {path: file for path, file in wpt_url.find_more().items() if path.startswith("url/")}
    names += [path.removeprefix("url/") for path in more]
    summary_lines.append(f"JavaScript of {scripts.which}; {len(names)} files, with the data of {data.which}")
    absent = [path for path in wpt_url.MORE if path.startswith("url/") and path not in more]
    if absent:
        summary_lines.append(f"JavaScript of the Web Platform Tests that could not be had: {', '.join(absent)}")
    files = scripts.files | more
    (folder / "url" / "resources").mkdir(parents=True)
    for name in data.files:
        shutil.copyfile(data.files[name], folder / "url" / "resources" / name)
    lay_out(folder / "url", files | harness("url"), names)
    return folder / "url"


@pytest.fixture(scope="session")
def urlpattern_tree(tmp_path_factory):
    """As `tree`, for URLPattern. The Web Platform Tests have no test of its IDL."""
    folder = tmp_path_factory.mktemp("wpt-urlpattern")
    data = wpt_urlpattern.find()
    try:
        scripts = wpt_urlpattern.find_scripts()
        names = [*wpt_urlpattern.SCRIPTS, OWN_IDL_TEST]
        which = f"in {scripts['urlpattern/urlpattern.any.js'].parent}"
    except project.SetUpError as error:
        # No package registry has it, so CI without access to upstream runs only the test of the IDL.
        scripts, names, which = {}, [OWN_IDL_TEST], f"could not be fetched: {error}"
    summary_lines.append(f"JavaScript of the Web Platform Tests for URLPattern {which}")
    files = scripts | {f"urlpattern/resources/{name}": file for name, file in data.items()}
    files |= {f"urlpattern/{OWN_IDL_TEST}": HERE / "wpt" / OWN_IDL_TEST}
    lay_out(folder / "urlpattern", files | harness("urlpattern"), names)
    return folder / "urlpattern"


def harness(interface):
    """The files of the harness, and the IDL of an interface, by their paths in a checkout."""
    packages = npm.packages(project.TEST_PACKAGES)
    folder = packages / "wpt-runner" / "testharness"
    files = {f"resources/{name}": folder / name for name in ("testharness.js", "idlharness.js")}
    idl = f"{interface}.idl"
    return files | {
        "resources/WebIDLParser.js": folder / "webidl2.js",
        f"interfaces/{idl}": packages / "@webref" / "idl" / idl,
    }


def lay_out(folder, files, names):
    """Copy files to where a checkout has them. *folder* gets the list of the tests' *names*."""
    (folder.parent / "common").mkdir(exist_ok=True)
    for name, file in files.items():
        place = folder.parent / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    (folder / "files.json").write_text(json.dumps(names))


def outcomes_in_browser(engine, tree):
    """Return the browser's version, and the outcomes of each file by place."""
    news = Queue()
    pages = {
        f"/{tree.name}/": [HERE / "wpt", tree],
        **{f"/{name}/": [tree.parent / name] for name in ("common", "resources", "interfaces")},
    }
    posts = {"/outcomes": news.put, "/failed": news.put, "/running": lambda file: news.put({"running": file})}
    places = {}
    running = "loading Pyodide"
    with serving.Server({**pages, **serving.folders()}, {}, posts) as server:
        failed = news.put
        with browsers.opened(engine, f"{server.origin}/{tree.name}/index.html", failed, install=False) as page:
            last = time.monotonic()
            while len(places) < 2:
                page.wait(50)
                try:
                    said = news.get_nowait()
                except Empty:
                    assert time.monotonic() - last < SECONDS, f"the page posted nothing for {SECONDS} s: {running}"
                    continue
                assert not isinstance(said, str), said
                last = time.monotonic()
                if "running" in said:
                    running = said["running"]
                else:
                    places[said["place"]] = said["outcomes"]
            return page.version, places


def judge(where, outcomes, tree):
    """Compare the outcomes with the expected ones, and add the totals to the summary of the run."""
    assert list(outcomes) == json.loads((tree / "files.json").read_text())
    counted = {file: len(outcome["subtests"]) for file, outcome in outcomes.items()}
    assert {file: count for file, count in counted.items() if count < max(1, AT_LEAST.get(file, 0) * SHARE)} == {}
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
    of_idl = [subtest for file in outcomes if "idlharness" in file for subtest in outcomes[file]["subtests"]]
    idl = Counter(subtest["status"] for subtest in of_idl)
    summary_lines.append(
        f"{where}, {tree.name}: {counts['passed']:,} subtests passed, {counts['failed']} failed, "
        f"{counts['not ours']} not of our classes; idlharness {idl['PASS']} of {idl.total()}"
    )
    assert unexpected == []
    # A rule that no longer matches anything must be removed.
    assert [rule for rule in RULES if rule[0] in outcomes and rule not in used and rule[2] != "fails in 2024"] == []


PATTERNS = needs("wpt urlpattern")
ENGINES = [pytest.param(engine, marks=needs(engine)) for engine in browsers.ENGINES]


def run_in_a_browser(engine, tree, monkeypatch):
    # On two cores, WebKit has one thread that compiles WebAssembly. It can spend minutes on optimizing Python's
    # interpreter loop. Until then, `load` in each new frame waits for its own small module.
    monkeypatch.setenv("JSC_useOMGJIT", "0")
    build_wheel.build()
    # Use another thread: the tests' own Playwright occupies this one.
    with ThreadPoolExecutor(1) as pool:
        version, places = pool.submit(outcomes_in_browser, engine, tree).result()
    for place, outcomes in places.items():
        judge(f"{version}, {place}", outcomes, tree)


def on_pyodide():
    build_wheel.build()
    folder = build_wheel.PYODIDE
    lock = folder / build_wheel.LOCK
    return {"indexURL": npm.packages() / "pyodide", "lockFileURL": lock, "packageBaseUrl": folder}


def on_micropython():
    folder = npm.packages(HERE) / "@micropython" / "micropython-webassembly-pyscript"
    return {"python": "micropython", "micropython": folder, "archive": build_wheel.build_for_micropython()}


def run_in_node(tree, options):
    command = [npm.node(), HERE / "wpt" / "in_node.mjs", json.dumps(options, default=str), tree.parent, tree.name]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stderr
    judge(f"Node, {options.get('python', 'Pyodide')}", json.loads(result.stdout), tree)


@pytest.mark.parametrize("engine", ENGINES)
def test_in_a_browser(engine, tree, monkeypatch):
    run_in_a_browser(engine, tree, monkeypatch)


@pytest.mark.parametrize("options", [on_pyodide, on_micropython])
def test_in_node(options, tree):
    run_in_node(tree, options())


@PATTERNS
@pytest.mark.parametrize("engine", ENGINES)
def test_urlpattern_in_a_browser(engine, urlpattern_tree, monkeypatch):
    run_in_a_browser(engine, urlpattern_tree, monkeypatch)


@PATTERNS
def test_urlpattern_in_node(urlpattern_tree):
    run_in_node(urlpattern_tree, on_pyodide())
