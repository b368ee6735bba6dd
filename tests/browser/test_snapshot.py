"""Pyodide started from a snapshot: that it is one, that it is like any other, and what happens if it cannot be used."""

import json
import re
import tarfile
from concurrent.futures import ThreadPoolExecutor

import build_wheel
import pytest
from building import serving
from fetching import wpt_url
from playwright.sync_api import Route
from setup import npm
from setup.project import ROOT

import py_url
from tests.browser.conftest import run
from tests.support import visits
from tests.support.needs import needs

# Time limit for one browser, even on a busy machine. Each is driven in a thread of its own, because this one may be
# using Playwright already.
SECONDS = 600

# What Python says of itself. It has to be the same with a snapshot and without, except for the language.
STATE = """
import builtins, os, sys, threading, warnings
environment = {name: value for name, value in os.environ.items() if name != "LANG"}
[sys.path, sorted(vars(builtins)), sorted(globals()), environment, os.getcwd(), sorted(os.listdir("/")),
 sys.getrecursionlimit(), threading.active_count(), len(warnings.filters), sys.stdout.encoding, sys.argv,
 sys.executable, sys.dont_write_bytecode]
"""

# What nobody may be able to foretell, and what time it is.
FRESH = """
import os, random, secrets, tempfile, time, uuid
[random.random(), os.urandom(8).hex(), secrets.token_hex(8), str(uuid.uuid4()), random.Random().random(),
 next(tempfile._get_candidate_names()), time.time()]
"""

SEED = "[hash('py-url')]"

# Every module of py_url, and what needs its files.
FILES = """
import importlib, importlib.metadata, importlib.resources, inspect, pkgutil, traceback
import py_url
names = [module.name for module in pkgutil.walk_packages(py_url.__path__, "py_url.") if "__main__" not in module.name]
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        # Modules for other libraries import these, and Pyodide has none of them.
        if error.name.partition(".")[0] == "py_url":
            raise
try:
    py_url.URL("//")
except py_url.InvalidURL:
    shown = traceback.format_exc()
[len(names), importlib.metadata.version("py-url-whatwg"), "raise" in shown,
 "def parse" in inspect.getsource(py_url.URL.parse), importlib.resources.files("py_url").joinpath("py.typed").is_file(),
 len(importlib.metadata.files("py-url-whatwg"))]
"""


@pytest.fixture
def other(page, site):
    """A page whose console may show errors."""
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    return other


def in_python(page, codes, snapshot=True):
    """The results of pieces of Python code in a new Pyodide."""
    return run(
        page,
        """
        const [codes, snapshot] = argument;
        const {python, fromSnapshot} = await load({...options, snapshot});
        const pyodide = await python();
        if (fromSnapshot !== snapshot) throw new Error(`fromSnapshot is ${fromSnapshot}`);
        return codes.map((code) => pyodide.runPython(code).toJs({dict_converter: Object.fromEntries}));
        """,
        [codes, snapshot],
    )


def name_of_snapshot():
    build_wheel.build()
    return build_wheel.snapshot_file().name


LOADED = """
const {URL, fromSnapshot} = await load(options);
return [new URL("http://\u00fc").href, fromSnapshot];
"""
PLAIN, RESTORED = ["http://xn--tda/", False], ["http://xn--tda/", True]

# A Pyodide that refuses to start in the ordinary way. Where only the choice of the way is tested, that saves the start.
REFUSING = """
import { loadPyodide as start } from "./pyodide.mjs?real";
export { version } from "./pyodide.mjs?real";
export async function loadPyodide(options) {
  if (options._loadSnapshot === undefined) throw new Error("not in the ordinary way");
  return start(options);
}
"""
ORDINARY = "not in the ordinary way"
LOADED_OR_NOT = f"return (async () => {{ {LOADED} }})().catch((error) => error.cause.message);"


@pytest.fixture
def refusing(other):
    """A page whose Pyodide starts from a snapshot or not at all."""
    other.route("**/pyodide.mjs", served(body=REFUSING, content_type="text/javascript"))
    return other


def test_an_address_and_no(refusing):
    script = f"Object.assign(options, argument); {LOADED_OR_NOT}"
    assert run(refusing, script, {"snapshot": f"/dist/{name_of_snapshot()}"}) == RESTORED
    assert run(refusing, script, {"snapshot": False}) == ORDINARY


def test_a_lock_file_that_names_none(refusing):
    """A folder with nothing but Pyodide, and with the wheel by its address."""
    wheel = f"/dist/{build_wheel.build().name}"
    script = (
        "return load({indexURL: '/pyodide-npm', ...argument}).then((it) => it.fromSnapshot, (e) => e.cause.message);"
    )
    assert run(refusing, script, {"wheels": [wheel]}) == ORDINARY
    assert run(refusing, script, {"snapshot": f"/dist/{name_of_snapshot()}"}) is True


def test_python_is_as_always_and_nothing_random_is_repeated(blank, site):
    (ordinary,) = in_python(blank, [STATE], snapshot=False)
    said = []
    for visit in ("1", "2"):
        blank.goto(f"{site}/tests/browser/blank.html?{visit}")
        said.append(in_python(blank, [STATE, FRESH, SEED, FILES] if visit == "1" else [STATE, FRESH, SEED]))
    (first, fresh, seed, files), (second, fresh_again, seed_again) = said
    assert first == second == ordinary
    assert not {*fresh} & {*fresh_again}
    now = blank.evaluate("Date.now() / 1000")
    assert 0 <= now - fresh_again[-1] < 60
    # The documentation says so: a snapshot cannot have another.
    assert seed == seed_again
    modules, version, source_in_traceback, source, data, count = files
    assert modules > 80
    assert version == py_url.__version__
    assert [source_in_traceback, source, data] == [True, True, True]
    assert count > modules


def test_packages_can_be_loaded_into_it(blank):
    assert run(
        blank,
        """
        const {python, fromSnapshot} = await load(options);
        const pyodide = await python();
        await pyodide.loadPackage("micropip", {messageCallback() {}});
        const installed = await pyodide.runPythonAsync(`
import asyncio, micropip
await asyncio.sleep(0.01)
await micropip.install("py-url-whatwg")
import js
from pyodide.ffi import create_proxy, to_js
js.document.title = "from Python"
[micropip.list()["py-url-whatwg"].version, str(js.document.title), to_js([1]).length]
        `);
        pyodide.FS.writeFile("mine.py", "x = 1");
        const mine = pyodide.runPython("import mine; mine.x");
        return [fromSnapshot, ...installed.toJs(), mine, pyodide.runPython("lambda x: x + 1")(1)];
        """,
    ) == [True, py_url.__version__, "from Python", 1, 1, 2]


def served(**answer):
    def fulfil(route: Route) -> None:
        route.fulfill(**answer)

    return fulfil


def damaged(content):
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def content():
    build_wheel.build()
    return build_wheel.snapshot_file().read_bytes()


NO_SUBTLE = "Object.defineProperty(crypto, 'subtle', {value: undefined});"


def all_is_quiet(said):
    """The browser itself logs that a file is missing or does not have the digest. Nothing else is said."""
    return all("404" in text or "integrity" in text for text in said)


def test_without_its_snapshot_pyodide_starts_in_the_ordinary_way(other):
    other.route("**/*.bin", served(status=404))
    said = []
    other.on("console", lambda message: said.append(message.text))
    assert run(other, LOADED) == PLAIN
    assert all_is_quiet(said), said


@pytest.mark.parametrize(
    ("answer", "before"),
    [
        (lambda: {"status": 404}, ""),
        (lambda: {"body": damaged(content())}, ""),
        (lambda: {"body": content()[:-1000]}, ""),
        (lambda: {"body": damaged(content())}, NO_SUBTLE),
    ],
    ids=["missing", "damaged", "truncated", "damaged and no secure context"],
)
def test_a_snapshot_that_cannot_be_used_is_not(refusing, answer, before):
    refusing.route("**/*.bin", served(**answer()))
    said = []
    refusing.on("console", lambda message: said.append(message.text))
    assert run(refusing, before + LOADED_OR_NOT) == ORDINARY
    assert all_is_quiet(said), said


def test_without_a_secure_context_it_works(blank):
    assert run(blank, NO_SUBTLE + LOADED) == RESTORED


def test_a_snapshot_of_another_pyodide(refusing):
    name = name_of_snapshot().replace("-pyodide-3", "-pyodide-2")
    refusing.route(f"**/{name}", served(body=content()))
    assert run(refusing, f"options.snapshot = argument; {LOADED_OR_NOT}", f"/dist/{name}") == ORDINARY


def test_a_snapshot_of_another_build_of_the_same_version(refusing):
    """Pyodide compares this itself."""
    refusing.route(re.compile(r"/pyodide\.mjs\?real$"), of_another_build)
    assert run(refusing, LOADED_OR_NOT) == ORDINARY


def of_another_build(route):
    """Pyodide with another identification of its build, which it compares with the snapshot's."""
    answer = route.fetch()
    text = answer.text()
    start = text.index('BUILD_ID:"') + len('BUILD_ID:"')
    changed = "0" if text[start] != "0" else "1"
    route.fulfill(response=answer, body=f"{text[:start]}{changed}{text[start + 1 :]}")


def test_aborting_while_the_snapshot_is_being_fetched(other):
    other.route("**/*.bin", lambda _: None)
    assert (
        run(
            other,
            """
        const controller = new AbortController();
        const loading = load({...options, signal: controller.signal}).catch((error) => `rejected: ${error}`);
        setTimeout(() => controller.abort("enough"), 300);
        return loading;
        """,
        )
        == "rejected: enough"
    )


def test_calls_share_a_snapshot(refusing):
    asked = []
    refusing.on("request", lambda request: asked.append(request.url.rpartition(".")[2]))
    assert run(
        refusing,
        """
        const ways = [{}, {snapshot: true}, {snapshot: false}];
        const [a, b, c] = await Promise.all(ways.map((way) => load({...options, ...way}).catch((error) => error)));
        return [a === b, a.fromSnapshot, c.cause.message];
        """,
    ) == [True, True, ORDINARY]
    assert asked.count("bin") == 1


# In MB, on a host that compresses only JavaScript and JSON: a little above what pages download. Everyone who opens a
# page with py-url downloads this. The limits are goals of the project: if something exceeds them, move it elsewhere.
MOST = {"snapshot": 6.0, "plain": 5.6}
MOST_OF_MICROPYTHON = 0.36
"""In MB, on a host that compresses WebAssembly, too."""


ENGINES = ["chromium", pytest.param("firefox", marks=needs("firefox")), pytest.param("webkit", marks=needs("webkit"))]


@needs("npm test packages")
@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_page_with_micropython_downloads_before_the_first_answer(engine, tmp_path):
    with tarfile.open(build_wheel.build_npm_package()) as package:
        package.extractall(tmp_path, filter="data")
    with ThreadPoolExecutor(1) as pool:
        folders = visits.of_micropython() | {"/": [tmp_path / "package"]}
        visiting = pool.submit(visits.visits, engine, folders, "micropython", gzipped=visits.USUAL)
        _, (first, _) = visiting.result(SECONDS)
    sizes = {path.rpartition("/")[2]: size for path, size in first["bytes"].items()}
    assert {"micropython.wasm", "py_url.tar.gz"} < sizes.keys()
    assert sum(sizes.values()) / 1e6 <= MOST_OF_MICROPYTHON, sizes


# What a page loads in the ordinary way does not depend on the engine, and PyScript's pages start so in each.
@pytest.mark.parametrize(
    ("engine", "way"),
    [
        ("chromium", "plain"),
        ("chromium", "snapshot"),
        pytest.param("firefox", "snapshot", marks=needs("firefox")),
        pytest.param("webkit", "snapshot", marks=needs("webkit")),
    ],
)
def test_what_a_page_downloads_before_the_first_answer(engine, way):
    """It answers at the first visit and at the second."""
    with ThreadPoolExecutor(1) as pool:
        visiting = pool.submit(visits.visits, engine, visits.folders_of_this(), way, gzipped=visits.COMPRESSED)
        _, (first, second) = visiting.result(SECONDS)
    sizes = {path.rpartition("/")[2]: size for path, size in first["bytes"].items()}
    assert sum(sizes.values()) / 1e6 <= MOST[way], sizes
    plain = {"pyodide.asm.wasm", "python_stdlib.zip"} | ({"python_stdlib.zip.zst"} if way == "snapshot" else set())
    assert not plain & sizes.keys()
    # The browser has kept them, or the page has.
    assert sum(second["bytes"].values()) <= sum(sizes.values())


# The playground has its own modules, styles and Python, and its first answer needs more of py_url.
MOST_OF_PLAYGROUND = 6.8
ANSWERED = """(seconds) => new Promise((resolve, reject) => {
    new PerformanceObserver((list) => list.getEntriesByName("py-url: answer").length > 0 && resolve())
      .observe({type: "measure", buffered: true});
    setTimeout(() => reject(new Error(`no answer: ${document.body.innerText}`)), seconds * 1000);
})"""
LATER = re.compile(r"-whole\.zst$|/python_stdlib\.zip|\.whl$")


def test_what_the_playground_downloads_before_its_first_answer(context):
    """What comes later never arrives here, and nobody waits for it."""
    sizes = {}
    build_wheel.build()
    with serving.Server(serving.folders(), gzipped=visits.COMPRESSED, sent=sizes.__setitem__) as server:
        page = context.new_page()
        page.route(LATER, lambda route: route.abort())
        page.goto(f"{server.origin}/playground/")
        page.evaluate(ANSWERED, 60)
        shown = page.locator("#result").inner_text()
    assert "http://127.0.0.1/@example.org/" in shown
    assert not [path for path in sizes if LATER.search(path)]
    assert sum(sizes.values()) / 1e6 <= MOST_OF_PLAYGROUND, sizes


# A Pyodide that a test can look at before the page has all of Python.
SHOWING = """
import { loadPyodide as start } from "./pyodide.mjs?real";
export { version } from "./pyodide.mjs?real";
export const loadPyodide = async (options) => globalThis.shown = await start(options);
"""
# What Python finds, and says.
ABSENT = """
import sys, traceback
def of(name):
    try:
        __import__(name)
    except ImportError as error:
        return [type(error).__name__, str(error), error.name, "".join(traceback.format_exception(error))]
def deeper():
    raise ValueError("mine")
def whole():
    try:
        deeper()
    except ValueError:
        return traceback.format_exc()
[of("tomllib"), of("py_url.guard"), of("no_such_module"), whole()]
"""


@pytest.fixture
def showing(other):
    other.route("**/pyodide.mjs", served(body=SHOWING, content_type="text/javascript"))
    return other


def test_a_missing_module_names_the_call_that_fetches_it(showing):
    before, after = run(
        showing,
        """
        const {python} = await load(options);
        const before = shown.runPython(argument).toJs();
        const pyodide = await python();
        return [before, [pyodide === shown, (await python()) === pyodide, ...pyodide.runPython(argument).toJs()]];
        """,
        ABSENT,
    )
    *absent, trace = before
    for (kind, message, name, text), expected in zip(
        absent, ["tomllib", "py_url.guard", "no_such_module"], strict=True
    ):
        assert (kind, name) == ("ModuleNotFoundError", expected)
        assert message.startswith(f"No module named '{expected}': ")
        assert "await loaded.python()" in message
        assert text.startswith("Traceback (most recent call last):\n")
        assert message in text
    assert [line for line in trace.splitlines() if line.startswith("  File")][-1].endswith("in deeper")
    assert trace.endswith("ValueError: mine\n")
    same, again, *others, _ = after
    assert [same, again] == [True, True]
    assert others[:2] == [None, None]
    assert others[2][1] == "No module named 'no_such_module'"


def test_nothing_that_a_url_needs_is_missing(showing, wpt_inputs):
    """All inputs of the tests, their errors and queries, in a Pyodide without a standard library."""
    wrong = run(
        showing,
        """
        const {URL, URLSearchParams, parseAll} = await load(options);
        const wrong = [];
        for (const [input, base] of argument) {
          let said;
          try {
            const url = new URL(input, base);
            url.searchParams.append("a", input);
            url.searchParams.sort();
            for (const name of ["protocol", "username", "host", "port", "pathname", "hash"]) url[name] = input;
            url.search = input;
            said = `${url.href}${url.origin}${new URLSearchParams(input)}`;
          } catch (error) {
            said = `${error.name}: ${error.message}`;
            if (error.name !== "TypeError") wrong.push([input, said]);
          }
          if (/ModuleNotFound|No module named|Traceback/.test(said)) wrong.push([input, said]);
        }
        if (shown.FS.readdir("/lib").some((name) => name.endsWith(".zip"))) wrong.push("there is a library");
        parseAll(argument.map(([input]) => input));
        return wrong.slice(0, 5);
        """,
        wpt_inputs,
    )
    assert wrong == []


@pytest.fixture(scope="module")
def wpt_inputs():
    """The inputs of all rows of the tests of the parser."""
    files = (ROOT / "tests" / "data" / "parse").glob("*.json")
    rows = [row for file in files for row in json.loads(file.read_text("utf-8"))]
    found = wpt_url.find(fetch=False)
    if "urltestdata.json" in found.files:
        rows += found.load("urltestdata.json")
    inputs = [[row["input"], row.get("base") or None] for row in rows if isinstance(row, dict)]
    assert len(inputs) > 500
    return [[text, *([base] if base else [])] for text, base in inputs]


def test_a_library_that_is_broken_is_fetched_again(other):
    """The short form is missing, and nothing says what Pyodide's own archive has to be."""
    archive = (npm.packages() / "pyodide" / "python_stdlib.zip").read_bytes()
    other.route("**/python_stdlib.zip.zst", lambda route: route.abort())
    script = """
        const {python, fromSnapshot} = await load(options);
        const first = await python().then(() => "python", () => "error");
        const pyodide = await python();
        const name = pyodide.runPython("import tomllib, wave; from py_url import guard; tomllib.__name__");
        return [fromSnapshot, first, name];
    """
    for length in (0, 1_000_000):
        other.route("**/python_stdlib.zip", served(body=archive[:length]), times=1)
        assert run(other, script) == [True, "error", "tomllib"], length
        other.reload()


# The docstrings of what a page has in memory, by names.
DOCS = """
import inspect, pydoc, sys, types
import py_url
def docs_in(value, name, found, depth=0):
    found[name] = value.__doc__
    for key, member in vars(value).items() if isinstance(value, type) and depth < 3 else ():
        if not key.startswith("__") or key == "__init__":
            docs_in(member, f"{name}.{key}", found, depth + 1)
            if isinstance(member, (classmethod, staticmethod)):
                docs_in(member.__func__, f"{name}.{key}()", found, depth + 1)
found = {}
for name in names:
    module = __import__(name, fromlist=["x"])
    found[name] = module.__doc__
    for key, value in [*vars(module).items()]:
        is_ours = (getattr(value, "__module__", None) or "").startswith("py_url")
        if is_ours and (isinstance(value, (type, types.FunctionType)) or hasattr(value, "__wrapped__")):
            docs_in(value, f"{name}:{key}", found)
[found, pydoc.render_doc(py_url.URL), "def parse" in inspect.getsource(py_url.URL.parse)]
"""


def test_the_docstrings_come_with_python(blank):
    """A page's modules are compiled without them. After that they are those of the wheel."""
    ways = run(
        blank,
        """
        const {loadPyodide} = await import("/pyodide/pyodide.mjs");
        const starts = [true, false].map(async (snapshot) => (await load({...options, snapshot})).python());
        const [whole, ...ways] = await Promise.all([loadPyodide({...options}), ...starts]);
        await whole.loadPackage("py-url-whatwg", {messageCallback() {}});
        const listing = "import sys; [name for name in sys.modules if name.startswith('py_url')]";
        return ways.map((pyodide) => {
          const names = pyodide.runPython(listing).toJs();
          return [pyodide, whole].map((it) =>
            it.runPython(argument, {globals: it.toPy({names})}).toJs({dict_converter: Object.fromEntries}));
        });
        """,
        DOCS,
    )
    for (docs, helped, source), (expected, *_) in ways:
        assert len([text for text in docs.values() if text]) > 500
        assert {name: text for name, text in expected.items() if docs.get(name) != text} == {}
        assert "Python Library Documentation: class URL" in helped
        for described in (py_url.URL, py_url.URL.parse, py_url.URL.href):
            assert described.__doc__.strip().splitlines()[0] in helped
        assert source is True


# What may be in the browser's cache instead of what was kept there: [the entry's type, what is made of its content].
DAMAGES = {
    "a page": ["application/wasm", "new TextEncoder().encode('<!doctype html>')"],
    "another WebAssembly": ["application/wasm", "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"],
    "data of the WebAssembly": ["application/wasm", "bytes.with(bytes.length - 1e6, bytes.at(-1e6) ^ 1)"],
    "the memory": ["application/octet-stream", "bytes.fill(1, 1e7, 1.1e7)"],
}


def test_what_is_damaged_in_the_cache_is_not_used_but_fetched_once(other):
    start = LOADED.replace("return", "const said =")
    start += """
        const cache = await caches.open("py-url: Pyodide's start");
        while ((await cache.keys()).length < 2) await new Promise((begins) => setTimeout(begins, 50));
        return said;
    """
    asked = []
    other.on("request", lambda request: asked.append(request.url.rpartition(".")[2]))
    assert run(other, start) == RESTORED
    for damage, (kind, change) in DAMAGES.items():
        changed = other.evaluate(
            f"""async (kind) => {{
                let changed = 0;
                const cache = await caches.open("py-url: Pyodide's start");
                for (const key of await cache.keys()) {{
                  const entry = await cache.match(key);
                  if (entry.headers.get("Content-Type") !== kind) continue;
                  const bytes = new Uint8Array(await entry.arrayBuffer());
                  await cache.put(key, new Response({change}, {{ headers: entry.headers }}));
                  changed += 1;
                }}
                return changed;
            }}""",
            kind,
        )
        # What was fetched instead was kept, or there would be nothing to damage next.
        assert changed == 1, damage
        other.reload()
        asked.clear()
        assert run(other, start) == RESTORED, damage
        assert asked.count("bin") == 1, damage
        other.reload()
        asked.clear()
        assert run(other, LOADED) == RESTORED, damage
        assert "bin" not in asked, damage
