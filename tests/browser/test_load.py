"""`load` of web/py_url.js: its options, its result, and its errors when loading fails."""

import re
import zipfile

import build_wheel
import pytest
from setup import venv

import py_url
from tests.browser.conftest import run

# For a Pyodide that tests share, this makes it one without py_url again.
FORGET = """
import importlib, os, shutil, site, sys
names = ("py_url", "micropip")
for module in [name for name in sys.modules if name.partition(".")[0] in names]:
    del sys.modules[module]
for folder in (".", *site.getsitepackages()):
    for found in os.listdir(folder):
        if found.startswith(names):
            shutil.rmtree(os.path.join(folder, found))
importlib.invalidate_caches()
"""


@pytest.fixture(scope="module")
def open_page(browser, site):
    """One page for tests that leave nothing in it. Its console may show errors: the browser logs each missing file."""
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{site}/tests/browser/blank.html")
    yield page
    page.close()


@pytest.fixture
def bare(open_page):
    """A page with a Pyodide without py_url, `window.pyodide`, and a `load` that has not seen it yet.

    Starting Pyodide without a snapshot takes longer than anything else here, so tests share it.
    """
    run(
        open_page,
        """
        const {loadPyodide} = await import("/pyodide/pyodide.mjs");
        window.pyodide ??= await loadPyodide({...options});
        window.runs = (window.runs ?? 0) + 1;
        pyodide.runPython(argument, {globals: pyodide.toPy({})});
        delete pyodide.loadedPackages["py-url-whatwg"];
        window.loadAgain = (await import(`/py_url.js?${runs}`)).load;
        """,
        FORGET,
    )
    return open_page


def test_what_load_gives_to_all_calls_with_the_same_options(blank):
    same, keys, versions, hrefs = run(
        blank,
        """
        const folders = ["/pyodide", "/pyodide/", new URL("/pyodide/", location), {toString: () => "../../pyodide"}];
        const [given, ...others] = await Promise.all(folders.map((indexURL) => load({indexURL})));
        others.push(await load({pyodide: await given.python()}));
        const same = others.map((other) => other === given);
        const versions = [given.version, given.unicodeVersion];
        return [same, Object.keys(given).sort(), versions, given.parseAll(["http://H/", "x"]).hrefs];
        """,
    )
    assert same == [True] * 4
    assert keys == [
        "URL",
        "URLSearchParams",
        "fromSnapshot",
        "install",
        "parseAll",
        "python",
        "unicodeVersion",
        "uninstall",
        "version",
    ]
    assert versions == [py_url.__version__, py_url.unicode_version]
    assert hrefs == ["http://h/", None]


def test_it_leaves_the_globals_of_a_pyodide_as_they_are(bare):
    assert run(
        bare,
        """
        pyodide.runPython("importlib, py_url = 'mine', 'theirs'");
        const before = pyodide.runPython("sorted(globals())").toJs();
        await loadAgain({pyodide});
        const after = pyodide.runPython("sorted(globals())").toJs();
        return [pyodide.runPython("importlib + py_url"), before.join() === after.join()];
        """,
    ) == ["minetheirs", True]


def another_wheel():
    """The address of a wheel other than py_url's: micropip's."""
    (wheel,) = venv.pyodide_wheels()
    return f"/wheels/{wheel.name}"


def test_a_load_without_one_of_its_wheels_is_no_load(bare):
    """A file that is there does not hide one that is missing."""
    wheel = f"/dist/{build_wheel.build().name}"
    assert run(
        bare,
        """
        const [wheel, another] = argument;
        const first = await loadAgain({pyodide, wheels: [wheel, "/none.whl"]}).catch((error) => error.message);
        const {URL} = await loadAgain({pyodide, wheels: [wheel, another]});
        return [first.includes("none.whl could not be loaded"), new URL("http://\u00fc").href];
        """,
        [wheel, another_wheel()],
    ) == [True, "http://xn--tda/"]


def test_a_new_pyodide_has_classes_of_its_own(bare):
    assert run(
        bare,
        """
            const [a, b] = [await loadAgain(options), await loadAgain({pyodide})];
            return [a.URL === b.URL, new a.URL("x", new b.URL("http://h/")).href];
            """,
    ) == [False, "http://h/x"]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"packages": ["py-url-whatwg"]}, "no option packages"),
        ({"wheels": "x.whl"}, "list of addresses"),
        ({"wheels": []}, "the option wheels is empty"),
        ({"wheels": ["/x.whl", None]}, "one of them is undefined or null"),
        ({"indexURL": "http://u:secret@h:x/"}, "the option indexURL is not an address: http://***@h:x/"),
        ({"onProgress": 1}, "function"),
        ({"pyodide": {}}, "no Pyodide"),
        ({"pyodide": {}, "indexURL": "/pyodide/"}, "do not go with it"),
        ({"indexURL": None}, "an address, not null"),
        ({"signal": {}}, "AbortSignal"),
        ({"snapshot": None}, "an address, true or false, not null"),
        ({"snapshot": "/snapshot.bin"}, "the version of Pyodide and a SHA-256"),
        ({"snapshot": 1}, "the version of Pyodide and a SHA-256"),
        ({"snapshot": True, "wheels": ["/x.whl"]}, "the options snapshot and wheels do not go together"),
        (None, "object of options"),
    ],
)
def test_wrong_options_are_type_errors(open_page, options, text):
    name, message = run(open_page, "return load(argument).catch((error) => [error.name, error.message]);", options)
    assert name == "TypeError"
    assert text in message


def test_aborting_takes_effect_at_once_and_others_go_on(blank):
    assert run(
        blank,
        """
        const controller = new AbortController();
        const aborted = load({...options, signal: controller.signal}).catch((error) => `rejected: ${error}`);
        const other = load(options);
        controller.abort("enough");
        const first = await Promise.race([aborted, other.then(() => "loaded")]);
        const late = await load({...options, signal: controller.signal}).catch((error) => `rejected: ${error}`);
        return [first, late, new (await other).URL("http://h").href];
        """,
    ) == ["rejected: enough", "rejected: enough", "http://h/"]


@pytest.mark.parametrize(
    ("missing", "text"),
    [
        ("pyodide.mjs", "Pyodide could not be loaded from"),
        ("pyodide.asm.mjs", "Pyodide could not be loaded from"),
        ("pyodide.asm.wasm", "Pyodide could not be loaded from"),
        ("python_stdlib.zip", "Pyodide could not be loaded from"),
        ("pyodide-lock.json", "could not be loaded"),
    ],
)
def test_a_load_that_failed_can_be_made_again(page, site, missing, text):
    # Not on the page that must stay quiet: the browser itself logs each missing file.
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    # From a snapshot, which is fast. Where that fails, the ordinary way is tried, and fails too. It needs no library.
    options = "{indexURL: '/pyodide', snapshot: false}" if missing == "python_stdlib.zip" else "{indexURL: '/pyodide'}"
    script = f"return load({options}).then(({{URL}}) => new URL('http://H').href, (error) => error.message);"
    other.route(f"**/{missing}*", lambda route: route.fulfill(status=404))
    assert text in run(other, script)
    other.unroute(f"**/{missing}*")
    assert run(other, script) == "http://h/"


def test_a_load_without_a_wheel_can_be_made_again(bare):
    script = "return loadAgain({pyodide}).then(({URL}) => new URL('http://H').href, (error) => error.message);"
    bare.route("**/py_url_whatwg-*.whl", lambda route: route.fulfill(status=404))
    try:
        assert "py-url-whatwg could not be loaded" in run(bare, script)
    finally:
        bare.unroute("**/py_url_whatwg-*.whl")
    assert run(bare, script) == "http://h/"


def test_a_wheel_that_cannot_be_loaded_is_an_error(bare, site):
    script = "return loadAgain({pyodide, wheels: [argument]}).catch((error) => error.message);"
    bare.route("**/broken.whl", lambda route: route.fulfill(body="no wheel"))
    assert f"the wheel {site}/dist/none.whl could not be loaded: the server answered 404" in run(
        bare, script, "/dist/none.whl"
    )
    assert f"the wheel {site}/dist/broken.whl could not be loaded" in run(bare, script, "/dist/broken.whl")
    assert "there is no py_url in" in run(bare, script, another_wheel())


def damaged(wheel, name):
    """A wheel in which the content of one file does not match its checksum."""
    content = bytearray(wheel.read_bytes())
    with zipfile.ZipFile(wheel) as archive:
        entry = archive.getinfo(name)
    start = entry.header_offset + 30 + len(name.encode())
    content[start + entry.compress_size // 2] ^= 0xFF
    return bytes(content)


def test_a_damaged_wheel_leaves_nothing_behind(bare):
    """Half of py_url would otherwise count as py_url, and no later load would repair it."""
    wheel = build_wheel.build()
    bare.route("**/damaged.whl", lambda route: route.fulfill(body=damaged(wheel, "py_url/api/url.py")))
    message, cause, found, names, href = run(
        bare,
        """
        const [wheel, another] = argument;
        const error = await loadAgain({pyodide, wheels: [another, "/dist/damaged.whl"]}).catch((reason) => reason);
        const found = pyodide.runPython(`
import importlib.util, os, tempfile
there = [name for name in ("py_url", "micropip") if importlib.util.find_spec(name)]
there + os.listdir() + os.listdir(tempfile.gettempdir())
        `).toJs();
        const {URL} = await loadAgain({pyodide, wheels: [wheel, another]});
        const names = pyodide.runPython("import os; os.listdir()").toJs();
        return [error.message, error.cause.message, found, names, new URL("http://ü").href];
        """,
        [f"/dist/{wheel.name}", another_wheel()],
    )
    assert re.fullmatch(
        r"the wheel \S+/dist/damaged\.whl could not be loaded: (zlib\.error|zipfile\.\w+): [^\n]+", message
    )
    assert cause.startswith("Traceback"), "the cause has it all"
    assert found == []
    assert names == [], "it is installed with the other packages, not in the current folder"
    assert href == "http://xn--tda/"


def test_a_py_url_that_cannot_be_imported_is_an_error_in_one_line(bare):
    message = run(
        bare,
        """
        pyodide.FS.mkdir("py_url");
        pyodide.FS.writeFile("py_url/__init__.py", "raise ValueError('of another kind')");
        return loadAgain({pyodide}).catch((error) => error.message);
        """,
    )
    assert message == "py_url could not be imported: ValueError: of another kind"


def test_without_options_it_asks_for_a_pyodide(open_page):
    assert "give load the indexURL" in run(open_page, "return load().catch((error) => error.message);")


def test_the_plain_wheel_loads_into_a_pyodide_that_knows_nothing_of_py_url(blank):
    """Load the wheel by address, as from PyPI, without a lock file that names it."""
    wheels = [f"/dist/{build_wheel.build().name}"]
    script = "return new (await load({indexURL: '/pyodide-npm', wheels: argument})).URL('http://\u00fc/').href;"
    assert run(blank, script, wheels) == "http://xn--tda/"


IN_A_PAGE = "return new (await load({indexURL: '/pyodide/'})).URL('http://\u00fc/').href;"
IN_A_WORKER = """
const worker = new Worker("/tests/browser/policy_worker.js", {type: "module"});
return new Promise((resolve, reject) => {
  worker.onerror = () => reject(new Error("the worker failed"));
  worker.onmessage = ({data}) => resolve(data);
});
"""


@pytest.mark.parametrize("script", [IN_A_PAGE, IN_A_WORKER], ids=["in a page", "in a worker"])
def test_each_file_of_pyodide_is_requested_once(page, site, script):
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    asked = []
    other.on("request", lambda request: asked.append((request.method, request.url.rpartition("/")[2])))
    assert run(other, script) == "http://xn--tda/"
    wasm = [request for request in asked if request[1].startswith("pyodide.asm.wasm")]
    assert wasm == [("GET", "pyodide.asm.wasm.zst")]


FIXED = "Object.defineProperty(globalThis, 'fetch', {value: fetch, configurable: false, writable: false});"


@pytest.mark.parametrize(
    ("answer", "before"), [("missing", FIXED), ("broken off", "")], ids=["missing, fixed fetch", "broken off"]
)
def test_a_page_gets_an_error_if_the_webassembly_cannot_be_fetched(page, site, answer, before):
    """Pyodide itself would wait for ever. A fetch that cannot be replaced makes a request of its own."""
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    answers = {"missing": lambda route: route.continue_(url=f"{site}/none"), "broken off": lambda route: route.abort()}
    other.route("**/pyodide.asm.wasm*", answers[answer])
    message, restored = run(
        other,
        f"""
        {before}
        const native = fetch;
        const message = await load({{indexURL: '/pyodide'}}).then(() => 'loaded', (error) => error.message);
        return [message, fetch === native];
        """,
    )
    assert "Pyodide could not be loaded from" in message
    assert ("the server answered 404" in message) == (answer == "missing")
    assert restored


def test_loads_at_one_time_leave_fetch_as_it_was(page, site):
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    script = """
    const before = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "fetch"));
    const native = fetch;
    const folders = ["/pyodide/", "/pyodide-npm/"];
    const loads = await Promise.all(folders.map(async (indexURL) => {
      const {URL} = await load({...options, indexURL});
      return new URL("http://H").href;
    }));
    return [loads, fetch === native, JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, "fetch")) === before];
    """
    assert run(other, script) == [["http://h/"] * 2, True, True]


def test_a_page_requests_the_core_or_a_snapshot_and_no_wheel(page, site):
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    asked = []
    other.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    script = "return new (await load({indexURL: '/pyodide', snapshot: argument})).URL('http://\u00fc/').href;"
    assert run(other, script, False) == "http://xn--tda/"
    assert [name for name in asked if name.endswith((".whl", "core.zst"))] == [
        f"py_url_whatwg-{py_url.__version__}-core.zst"
    ]
    asked.clear()
    assert run(other, script, True) == "http://xn--tda/"
    assert [name for name in asked if name.endswith((".whl", "core.zst"))] == []


# What needs a module that few pages need, and what comes of it when that has arrived.
LATE = {
    "checking": ("load({indexURL: '/pyodide', wheels: []})", "the option wheels is empty"),
    "python": ("load({indexURL: '/pyodide'}).then(({python}) => python()).then(() => 'done')", "done"),
    "short_files": ("load({indexURL: '/pyodide'}).then(({python}) => python()).then(() => 'done')", "done"),
    "wheels": ("load({indexURL: '/pyodide-npm', wheels: ['/none.whl']})", "the wheel "),
    "url_pattern": ("load({indexURL: '/pyodide', urlPattern: true}).then((it) => typeof it.URLPattern)", "function"),
}


@pytest.mark.parametrize("module", LATE)
def test_a_module_that_did_not_arrive_is_fetched_again(page, site, module):
    """By another address: some browsers remember for good that they could not get a module, as this one is made to."""
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    asked = []
    other.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    other.route(f"**/{module}.js", lambda route: route.abort())
    other.route(f"**/{module}.js?again=*", lambda route: route.abort(), times=1)
    code, expected = LATE[module]
    script = f"return {code}.catch((error) => error.message);"
    assert f"Failed to fetch dynamically imported module: {site}/lib/{module}.js" in run(other, script)
    assert run(other, script).startswith(expected)
    assert [name for name in asked if name.startswith(f"{module}.js?")] == [f"{module}.js?again={i}" for i in range(2)]


def test_the_module_of_the_start_is_fetched_again(page, site):
    """And the modules that come after it do not need it under the address that failed."""
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    other.route("**/starting.js", lambda route: route.abort())
    script = """
        const {fromSnapshot, python} = await load({indexURL: "/pyodide"});
        return [fromSnapshot, (await python()).runPython("import py_url.columns, email; email.__name__")];
    """
    assert run(other, script) == [True, "email"]


def test_a_service_worker_gets_an_error_that_says_where_to_load(blank):
    """The engine refuses `import()` there, which is how Pyodide loads its own code."""
    said = blank.evaluate(
        """async () => {
            const answer = new Promise((resolve) => {
              navigator.serviceWorker.onmessage = ({data}) => resolve(data);
            });
            const script = "/tests/browser/service_worker.js";
            const registration = await navigator.serviceWorker.register(script, {type: "module"});
            const worker = registration.installing ?? registration.waiting ?? registration.active;
            if (worker.state !== "activated") await new Promise((resolve) => {
              worker.onstatechange = () => worker.state === "activated" && resolve();
            });
            worker.postMessage("load");
            return answer.finally(() => registration.unregister());
        }"""
    )
    assert said == ("Error: a service worker cannot import(), as Pyodide does; call load in a page or another worker")
