"""Pyodide started from a snapshot: that it is one, that it is like any other, and what happens if it cannot be used."""

import re
from concurrent.futures import ThreadPoolExecutor

import build_wheel
import pytest
from playwright.sync_api import Route
from research.bench import start

import py_url
from tests.browser.conftest import run
from tests.support.needs import needs

# Time limit for one browser, even on a busy machine.
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


def in_python(page, code, snapshot):
    """The result of Python code in a new Pyodide."""
    return run(
        page,
        """
        const [code, snapshot] = argument;
        const {python, fromSnapshot} = await load({...options, snapshot});
        const pyodide = await python();
        if (fromSnapshot !== snapshot) throw new Error(`fromSnapshot is ${fromSnapshot}`);
        return pyodide.runPython(code).toJs({dict_converter: Object.fromEntries});
        """,
        [code, snapshot],
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


def test_it_is_the_default(blank):
    assert run(blank, LOADED) == RESTORED


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


def test_python_is_as_always(blank):
    assert in_python(blank, STATE, snapshot=True) == in_python(blank, STATE, snapshot=False)


def test_nothing_random_is_repeated(blank, site):
    first = in_python(blank, FRESH, snapshot=True)
    blank.goto(f"{site}/tests/browser/blank.html?again")
    second = in_python(blank, FRESH, snapshot=True)
    assert not {*first} & {*second}
    now = blank.evaluate("Date.now() / 1000")
    assert 0 <= now - second[-1] < 60


def test_the_seed_of_hashes_is_the_same_in_each(blank, site):
    """The documentation says so: a snapshot cannot have another."""
    hashes = []
    for query in ("1", "2"):
        blank.goto(f"{site}/tests/browser/blank.html?{query}")
        hashes.append(in_python(blank, "[hash('py-url')]", snapshot=True))
    assert hashes[0] == hashes[1]


def test_the_files_are_there(blank):
    modules, version, source_in_traceback, source, data, files = in_python(blank, FILES, snapshot=True)
    assert modules > 80
    assert version == py_url.__version__
    assert [source_in_traceback, source, data] == [True, True, True]
    assert files > modules


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


def test_a_browser_that_cannot_decompress(refusing):
    assert run(refusing, "delete globalThis.DecompressionStream;" + LOADED_OR_NOT) == ORDINARY


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


@pytest.mark.parametrize(
    "engine",
    ["chromium", pytest.param("firefox", marks=needs("firefox")), pytest.param("webkit", marks=needs("webkit"))],
)
def test_in_each_browser(engine):
    """Nothing is judged but that it works: the first visit and the second. The ordinary way takes far longer."""
    # In a thread of its own, because this one may be using Playwright already.
    with ThreadPoolExecutor(1) as pool:
        _, times = pool.submit(start.in_browser, engine, 1, ["snapshot"]).result(SECONDS)
    assert [*times] == ["first visit", "second visit"]
    assert all([*ways] == ["snapshot"] for ways in times.values())
    assert all(milliseconds > 0 for ways in times.values() for (milliseconds,) in ways.values())
