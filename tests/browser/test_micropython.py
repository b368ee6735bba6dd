"""`load({python: "micropython"})` in pages and module workers: its answers, the page's globals, and its errors."""

import re

import build_wheel
import pytest
from building import serving
from setup import npm
from setup.project import ROOT

from tests.support import visits
from tests.support.needs import needs

pytestmark = needs("npm test packages")

OPTIONS = '{python: "micropython", micropython: "/micropython/", archive: "/micropython/py_url.tar.gz"}'
ANSWER = "https://xn--fa-hia.example/x%00y"
USE = 'new URL("HTTPS://fa\\u00df.example/%7e/../x\\0y").href'


@pytest.fixture(scope="module")
def server():
    """A server without Pyodide."""
    build_wheel.build_for_micropython()
    scripts = npm.packages() / "@pyscript" / "core" / "dist"
    folders = visits.of_micropython() | {"/tests/": [ROOT / "tests"], "/core/": [scripts], "/": [ROOT / "web"]}
    with serving.Server(folders) as running:
        yield running.origin


def run(page, script):
    return page.evaluate(f'(async () => {{ const {{load}} = await import("/py_url.js"); {script} }})()')


@pytest.fixture
def blank(page, server):
    page.goto(f"{server}/tests/browser/blank.html")
    return page


@pytest.fixture(scope="module")
def site(server):
    """The requests of the fixture `page` may go there."""
    return server


def test_it_answers_and_the_globals_are_what_they_were(blank):
    said = run(
        blank,
        f"""
        const mine = globalThis.Module = {{}};
        const before = Object.getOwnPropertyNames(globalThis).sort().join();
        const {{URL, parseAll}} = await load({OPTIONS});
        const answers = [{USE}, parseAll(["//", "HTTP://\\u00fc"]).hrefs];
        const after = Object.getOwnPropertyNames(globalThis).sort().join();
        return [...answers, globalThis.Module === mine, before === after];
        """,
    )
    assert said == [ANSWER, [None, "http://xn--tda/"], True, True]


@pytest.mark.parametrize("declared", ["var Module = {mine: true};", "globalThis.Module = {mine: true};"])
def test_beside_a_module_of_the_page(declared, page, server):
    html = f"<!doctype html><script>{declared}</script>"
    page.route("**/own.html", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{server}/own.html")
    assert run(page, f"const {{URL}} = await load({OPTIONS}); return [{USE}, Module.mine];") == [ANSWER, True]


def test_a_module_that_cannot_be_stood_in_for(page, server):
    html = "<!doctype html><script>let Module = {};</script>"
    page.route("**/own.html", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{server}/own.html")
    said = run(page, f"return load({OPTIONS}).then(() => '', (error) => error.message);")
    assert "this page declares Module with let or const" in said


def test_in_a_module_worker(blank):
    code = f"""
        const {{load}} = await import(`${{ORIGIN}}/py_url.js`);
        const options = {{python: "micropython", micropython: `${{ORIGIN}}/micropython/`}};
        const {{URL}} = await load({{...options, archive: `${{ORIGIN}}/micropython/py_url.tar.gz`}});
        postMessage({USE});
    """
    said = blank.evaluate(
        """(code) => new Promise((resolve, reject) => {
            const source = code.replaceAll("ORIGIN", JSON.stringify(location.origin));
            const address = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
            const worker = new Worker(address, {type: "module"});
            worker.onmessage = ({data}) => resolve(data);
            worker.onerror = ({message}) => reject(new Error(message));
        })""",
        code,
    )
    assert said == ANSWER


def test_beside_pyscripts_micropython(page, server):
    """Each has its own interpreter, and they take turns."""
    html = """<!doctype html>
        <link rel="icon" href="data:,">
        <script type="module" src="/core/core.js"></script>
        <script type="mpy" config='{"interpreter": "/micropython/micropython.mjs"}'>
        from pyscript import window
        window.double = lambda text: text + text
        </script>"""
    page.route("**/pyscript.html", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{server}/pyscript.html")
    starting = f"window.ours = load({OPTIONS}); const {{URL}} = await ours; window.use = () => {USE}; return use();"
    assert run(page, starting) == ANSWER
    page.wait_for_function("window.double !== undefined")
    assert page.evaluate("[double('ab'), use(), double('cd'), use()]") == ["abab", ANSWER, "cdcd", ANSWER]
    other = f"{{...{OPTIONS}, archive: '/micropython/py_url.tar.gz?2'}}"
    assert run(page, f"const {{URL}} = await load({other}); return [{USE}, double('ef')];") == [ANSWER, "efef"]


WRONG = {
    "nothing": {"status": 404, "body": "none"},
    "empty": {"body": ""},
    "a page": {"body": "<!doctype html><p>Welcome", "content_type": "text/html"},
}


@pytest.mark.parametrize("answer", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("file", ["micropython.mjs", "micropython.wasm", "py_url.tar.gz"])
def test_a_file_that_is_something_else_is_an_error_that_names_it(file, answer, noisy_page, server):
    page = noisy_page
    page.goto(f"{server}/tests/browser/blank.html")
    page.route(re.compile(re.escape(f"/{file}")), lambda route: route.fulfill(**answer))
    said = run(page, f"return load({OPTIONS}).then(() => '', (error) => error.message);")
    what = "the archive http" if file == "py_url.tar.gz" else "MicroPython could not be loaded from http"
    assert said.startswith(what)
    assert f"/micropython/{file}" in said
    page.unroute_all()
    assert run(page, f"const {{URL}} = await load({OPTIONS}); return {USE};") == ANSWER
    assert page.evaluate("'Module' in globalThis") is False


def test_half_of_its_webassembly_is_an_error(noisy_page, server):
    page = noisy_page
    page.goto(f"{server}/tests/browser/blank.html")
    (folder, _) = visits.of_micropython()["/micropython/"]
    half = (folder / "micropython.wasm").read_bytes()[:200_000]
    page.route("**/micropython.wasm", lambda route: route.fulfill(body=half, content_type="application/wasm"))
    said = run(page, f"return load({OPTIONS}).then(() => '', (error) => error.message);")
    assert "the server answered 200, application/wasm, 200000 bytes to " in said
