"""web/pyscript: PyScript in the page, in a worker and in an editor; and web/docs/howto/pyscript-and-notebooks.md."""

import base64
import json
import os
import re
import shutil
import subprocess
from urllib.parse import parse_qs, urlsplit

import build_wheel
import pytest
from building import serving
from setup import npm
from setup.project import ROOT, TEST_PACKAGES

import py_url
from tests.browser.conftest import run, violations
from tests.support.needs import needs
from tests.support.visits import USUAL

GUIDE = (ROOT / "web" / "docs" / "howto" / "pyscript-and-notebooks.md").read_text("utf-8")


class Reader:
    """The page's fields and what it shows."""

    def __init__(self, page):
        self.page = page

    def type(self, url, base=""):
        self.page.locator("input[name=url]").fill(url)
        self.page.locator("input[name=base]").fill(base)

    def row(self, name):
        return self.page.locator("#members tr", has=self.page.locator("th", has_text=re.compile(f"^{name}$")))

    def cells(self, name):
        return [text.strip() for text in self.row(name).locator("td").all_inner_texts()]

    def wait_for(self, name, text):
        self.row(name).locator("td").first.filter(has_text=text).wait_for()


@needs("npm test packages")
@pytest.mark.parametrize(("address", "readers"), [("", 3), ("worker.html", 2)])
def test_how_python_and_the_browser_read_a_url(address, readers, page, site):
    page.goto(f"{site}/pyscript/{address}")
    page.locator("#members tr").first.wait_for()
    reader = Reader(page)
    assert reader.cells("href") == ["https://user@example.com/%C3%BC?q=1%202#f"] * readers
    assert reader.cells("password") == ["(empty string)"] * readers
    # It parses, but it is not valid.
    assert "It parses, but it is not valid: 2 validation errors." in page.locator("#verdict").inner_text()
    assert page.locator("#errors li").first.inner_text().startswith("invalid-credentials at 8: ")
    assert page.locator("#reason").inner_text() == ""
    assert violations(page) == []
    # Chromium gives a different result, and the page says why.
    reader.type("../b", "file:///x/y/z")
    reader.wait_for("href", "file:///x/b")
    assert reader.cells("origin") == [*["null"] * (readers - 1), "file://"]
    assert reader.row("origin").locator(".wrong").count() == 1
    assert "differs: the standard leaves a file URL's origin open" in page.locator("#reason").inner_text()
    reader.type("../b")
    reader.wait_for("href", "failure")
    assert reader.cells("href") == ["failure"] * readers
    assert page.locator("#members .wrong").count() == 0
    assert "missing-scheme-non-relative-URL" in page.locator("#errors .fatal").inner_text()
    reader.type("/b", "//x")
    page.locator("#verdict", has_text="The base URL does not parse.").wait_for()
    # An escape stands for a code point. A link in the form of jsdom's viewer leads to its URL too.
    reader.type("http://h/\\u{202E}x")
    reader.wait_for("pathname", "/%E2%80%AEx")
    fragment = parse_qs(urlsplit(page.url).fragment)
    assert fragment["url"] == ["http://h/\u202ex"]
    page.evaluate("link => { location.hash = link }", f"#url={base64.b64encode(b'http://x/').decode()}&base=")
    reader.wait_for("host", "x")


@needs("npm test packages")
def test_code_in_an_editor(page, site):
    page.goto(f"{site}/pyscript/editor.html")
    page.locator(".py-editor-run-button").first.wait_for()
    page.locator(".py-editor-run-button").first.dispatch_event("click")
    page.locator(".py-editor-output", has_text="https://user@example.com/%C3%BC?q=1%202#f").wait_for()
    page.locator(".py-editor-run-button").nth(1).dispatch_event("click")
    page.locator(".py-editor-output", has_text="urllib.parse     example.org").wait_for()
    # CodeMirror's own field has no name, and its colours have too little contrast. It is below a shadow root.
    assert violations(page, [".py-editor-input"]) == []


# What Python takes from JavaScript, and what it makes of it. Both run in one page.
TO_PYTHON = {
    "str(URL(js.URL.new('../b?q=1#f', 'https://EXAMPLE.com/a/')))": "https://example.com/b?q=1#f",
    "str(URL(js.location)) == js.location.href": True,
    "str(URL('x', base=js.location)) == js.URL.new('x', js.location.href).href": True,
    "str(FrozenURL(js.document.querySelector('a')))": "https://example.com/link?a=1",
    "str(URL(js.document.querySelector('area')))": "https://example.com/area",
    "str(URL('x', js.document.querySelector('body link')))": "https://example.com/styles/x",
    "URL.can_parse(js.URL.new('https://h/'))": True,
    "fix(js.URL.new('https://h/a')).string": "https://h/a",
    "[error.name for error in validate(js.URL.new('https://u@h/'))]": ["invalid-credentials"],
    "failure(URL, js.Date.new())": "URL must be a str or a URL, not a JavaScript Date",
    "failure(URL, js.document)": "URL must be a str or a URL, not a JavaScript HTMLDocument",
    "failure(URL, js.document.querySelector('svg a'))": "URL must be a str or a URL, not a JavaScript SVGAElement",
    "failure(fix, js.Date.new())": "the URL must be a str, a URL or a URLRecord, not a JavaScript Date",
    "str(URLSearchParams(js.URLSearchParams.new('a=1&b=3&a=2')))": "a=1&b=3&a=2",
    "str(URLSearchParams(js.URL.new('http://h/?a=1&a=2').searchParams))": "a=1&a=2",
    "str(URLSearchParams(js.FormData.new(js.document.querySelector('form'))))": "a=1&a=2&b=x",
    "str(URLSearchParams(run_js('({a: 1, b: `x`})')))": "a=1&b=x",
    "str(URLSearchParams(run_js('[[`a`, 1], [`a`, `2`]]')))": "a=1&a=2",
    "str(URLSearchParams(run_js('new Map([[`a`, `1`]])')))": "a=1",
    "str(URL('http://h/?x').with_query(js.URLSearchParams.new('a=1&a=2')))": "http://h/?a=1&a=2",
    "str(URL('http://h/?x').update_query(run_js('({a: 1})')))": "http://h/?x&a=1",
    "failure(URLSearchParams, js.URL.new('http://h/?a=1'))": (
        "the names and values of a JavaScript URL are not known; pass an object of names and values, a "
        "URLSearchParams, a FormData or an array of pairs"
    ),
    "failure(URLSearchParams, run_js('({a: [1]})'))": (
        "the value of 'a' must be a str or an int, not a JavaScript Array; write a pair for each value, such as "
        "[('a', value) for value in values]; for a dict of lists, write urllib.parse.urlencode(mapping, doseq=True)"
    ),
}
# What JavaScript makes of a URL of Python's, `url`, whose proxy it gets; and of `text`, which is str(url).
TO_JAVASCRIPT = {
    "`${url}`": "https://example.com/?a=1&a=2",
    "url.href": "https://example.com/?a=1&a=2",
    "new URL(url).href": "https://example.com/?a=1&a=2",
    "new URL('x', url).href": "https://example.com/x",
    "Object.assign(document.createElement('a'), { href: url }).search": "?a=1&a=2",
    "String(new URLSearchParams(url.search_params))": "a=1&a=2",
    "new URL(url).searchParams.getAll('a')": ["1", "2"],
    "url.search_params.toJs()": [["a", "1"], ["a", "2"]],
    "url.search_params.get_all('a').toJs()": ["1", "2"],
    # What goes wrong, and what to write.
    "JSON.stringify({ url })": '{"url":{}}',
    "JSON.stringify({ url: text })": '{"url":"https://example.com/?a=1&a=2"}',
    "url.searchParams === undefined": True,
    "failure(() => url.search_params.get('a')).includes('params.get_all(name)')": True,
    "failure(() => structuredClone(url)).startsWith('DataCloneError')": True,
    "failure(() => new MessageChannel().port1.postMessage(url)).startsWith('DataCloneError')": True,
    "structuredClone({ url: text }).url": "https://example.com/?a=1&a=2",
}


def test_urls_between_python_and_javascript(blank):
    [example] = [block for block in blocks("python") if block.startswith("from js import")]
    *found, of_example = run(
        blank,
        """
        const [toPython, toJavaScript, example] = argument;
        document.body.innerHTML = `<a href="https://example.com/link?a=1">a</a><svg><a href="x">b</a></svg>
            <map><area href="https://example.com/area"></map><link href="https://example.com/styles/">
            <form><input name=a value=1><input name=a value=2><input name=b value=x></form>`;
        const { loadPyodide } = await import("/pyodide/pyodide.mjs");
        const pyodide = await loadPyodide(options);
        await pyodide.loadPackage("py-url-whatwg");
        pyodide.runPython(`
import js
from pyodide.code import run_js
from pyodide.ffi import to_js
from py_url import URL, FrozenURL, URLSearchParams, fix, validate

def failure(function, argument):
    try:
        function(argument)
    except TypeError as error:
        return str(error)
`);
        const given = toPython.map((code) => pyodide.runPython(`to_js(${code})`));
        const url = pyodide.runPython("URL('https://example.com/?a=1&a=2')");
        const failure = (call) => { try { call(); } catch (error) { return String(error); } };
        const evaluated = (code) => new Function("url", "text", "failure", `return ${code};`)(url, `${url}`, failure);
        const globals = pyodide.toPy({});
        pyodide.runPython(example, {globals});
        const ofExample = ["str(link)", "sent.search"].map((code) => pyodide.runPython(code, {globals}));
        return [given, toJavaScript.map(evaluated), ofExample];
        """,
        [[*TO_PYTHON], [*TO_JAVASCRIPT], example],
    )
    assert of_example == ["https://example.com/link?a=1", "?a=1&a=2&b=x"]
    assert dict(zip(TO_PYTHON, found[0], strict=True)) == TO_PYTHON
    assert dict(zip(TO_JAVASCRIPT, found[1], strict=True)) == TO_JAVASCRIPT


# What a page of PyScript says that has Python: standard modules that the snapshot lacks, its files, and docstrings.
STARTED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>PyScript from a snapshot</title>
<link rel="icon" href="data:,">
<script type="module" src="/pyscript/core.js"></script>
<output id="answer"></output>
<script type="py" %s config='{"interpreter": "/pyodide/py_url_pyodide.mjs", "packages": ["py-url-whatwg"]}'>
import decimal, importlib.metadata, inspect, os, ssl, tomllib
from py_url import URL
from py_url.guard import Policy
from pyscript import document

said = [URL("HTTPS://fa\u00df.example/a/../b").href, "URL" in URL.__doc__, "def parse" in inspect.getsource(URL.parse),
        importlib.metadata.version("py-url-whatwg"), tomllib.loads("a = 1")["a"]]
document.querySelector("#answer").textContent = f"started: {said}"
</script>
</html>
"""
SAID = f"started: {['https://xn--fa-hia.example/b', True, True, py_url.__version__, 1]}"


@pytest.fixture
def starting(page, site):
    """Open the page at an address; returns the names of the files that it asked for."""

    def open_page(page=page, worker=""):
        page.route("**/started.html", lambda route: route.fulfill(body=STARTED % worker, content_type="text/html"))
        asked = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.goto(f"{site}/started.html")
        page.locator("#answer", has_text=SAID).wait_for(timeout=60_000)
        return asked

    return open_page


PLAINLY = {"pyodide.asm.wasm", "python_stdlib.zip"}


def test_an_unchanged_page_starts_from_the_snapshot(starting):
    """The second time, PyScript gives Pyodide its own lock file and the packages that it has seen before."""
    first, second = starting(), starting()
    assert build_wheel.snapshot_file().name in first
    assert not PLAINLY & {*first, *second}
    assert not [name for name in first + second if name.startswith("py_url_whatwg") and name.endswith(".whl")]
    # The page has kept what it decoded.
    assert not [name for name in second if name.endswith((".bin", ".wasm.zst"))]


def test_without_the_snapshot_the_page_starts_as_ever(starting, page):
    other = page.context.new_page()
    other.route("**/*.bin", lambda route: route.fulfill(status=404))
    other.route("**/*.zst", lambda route: route.fulfill(status=404))
    assert {*starting(other)} > PLAINLY


def test_without_the_rest_of_the_package_the_wheel_is_loaded(starting, page):
    other = page.context.new_page()
    other.route("**/*-whole.zst", lambda route: route.fulfill(status=404))
    asked = starting(other)
    assert build_wheel.snapshot_file().name in asked
    assert [name for name in asked if name.startswith("py_url_whatwg") and name.endswith(".whl")]


SMALL = """
import asyncio, json
from py_url import URL, URLSearchParams, validate
url = URL("HTTPS://fa\u00df.example/a/../b?c=d")
url.search_params.sort()
await asyncio.sleep(0.01)
[url.href, [error.name for error in validate("http://u@h/")]]
"""
LARGE = """
def later():
    import shutil, zipfile, html
    from importlib import import_module
    try:
        import_module("no_such_module")
    except ModuleNotFoundError as error:
        said = str(error)
    import_module("decimal"), import_module("py_url.guard")
    import asyncio, py_url
    has_source = "def parse" in __import__("inspect").getsource(py_url.URL.parse)
    return [asyncio.sslproto.SSLProtocol.__name__, html.unescape("&auml;"), has_source,
            zipfile.ZipFile.__name__, "no_such_module" in said]
later()
"""
# A program in Python runs, and then one that imports more in a function.
ASKING = """
const { loadPyodide } = await import("/pyodide/py_url_pyodide.mjs");
const pyodide = await loadPyodide({ packages: ["py-url-whatwg"] });
const asked = () => performance.getEntriesByType("resource").filter(({ name }) => /whole|stdlib/.test(name)).length;
const [small, large] = argument;
const said = [(await pyodide.runPythonAsync(small)).toJs(), asked()];
const attempt = () => {
  try {
    return pyodide.runPython(large).toJs();
  } catch (error) {
    return error.message;
  }
};
const tried = attempt();
return [...said, tried, attempt(), asked()];
"""


def test_what_a_program_does_not_import_is_not_fetched(noisy_page):
    """What a function imports is fetched while everything waits."""
    said = [["https://xn--fa-hia.example/b?c=d", ["invalid-credentials"]], 0]
    whole = ["SSLProtocol", "ä", True, "ZipFile", True]
    assert run(noisy_page, ASKING, [SMALL, LARGE]) == [*said, whole, whole, 2]


@pytest.mark.parametrize("answer", [{"status": 404}, {"body": b"PK"}], ids=["missing", "damaged"])
def test_an_import_can_be_tried_again(answer, noisy_page):
    noisy_page.route("**/*-whole.zst", lambda route: route.fulfill(**answer), times=1)
    _, _, tried, again, _ = run(noisy_page, ASKING, [SMALL, LARGE])
    assert "ModuleNotFoundError: No module named 'zipfile': the rest of Python could not be loaded" in tried
    assert again[0] == "SSLProtocol"


MOST = 6.1
"""In MB: a little above what a page of PyScript downloads that starts from the snapshot and imports only py_url."""


def test_what_a_page_downloads_before_its_first_answer(page, tmp_path, site):
    (html,) = (block for block in blocks("html") if "<title>py-url in a worker</title>" in block)
    config = '"packages_cache": "passthrough", "packages"'
    html = html.replace("pyodide.mjs", "py_url_pyodide.mjs").replace('"packages"', config)
    (tmp_path / "index.html").write_text(html)
    sent = {}
    folders = {**{path: serving.folders()[path] for path in ("/pyodide/", "/pyscript/")}, "/": [tmp_path]}
    with serving.Server(folders, headers=ISOLATED, gzipped=USUAL, sent=sent.__setitem__) as server:
        other = page.context.new_page()
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="https://xn--fa-hia.example/b").wait_for(timeout=60_000)
    assert sum(sent.values()) / 1e6 <= MOST, sent
    assert not [path for path in sent if re.search(r"stdlib|-whole|\.whl", path)]


# What a program does with a Pyodide, and what it is told. Each has to be the same in both.
USES = """
const said = [];
const { loadPyodide, version } = await import(`/pyodide/${argument}.mjs`);
const pyodide = await loadPyodide({stdout: (text) => said.push(text), packages: ["micropip"], lockFileURL: undefined});
const installed = await pyodide.runPythonAsync(`
import asyncio, micropip
await asyncio.sleep(0.01)
await micropip.install("py-url-whatwg")
print("printed")
import ssl, subprocess, zipfile
micropip.list()["py-url-whatwg"].version
`);
pyodide.FS.writeFile("mine.py", "x = 1");
const own = pyodide.pyimport("mine").x;
await pyodide.loadPackage("py-url-whatwg", {messageCallback() {}});
const href = pyodide.runPython("from py_url import URL; URL('http://\u00fc').href");
const module = {deep: {b: 2}};
pyodide.registerJsModule("of_page", module);
return [version, pyodide.version, installed, own, href, pyodide.runPython("import of_page; of_page.deep.b"),
        [...new Set(said)].filter((text) => text === "printed"), pyodide.globals.get("URL").name,
        Object.keys(pyodide.loadedPackages).sort(),
        pyodide.lockfile.packages["py-url-whatwg"].version, Object.keys(pyodide).sort()];
"""


def test_it_is_like_any_other_pyodide(blank):
    assert run(blank, USES, "py_url_pyodide") == run(blank, USES, "pyodide")


# Options that a restored memory cannot have, and what Python has for them.
OPTIONS = {
    "env: {MINE: 'a', HOME: '/'}": ("os.environ['MINE']", "a"),
    "args: ['-c', 'pass', 'b']": ("sys.argv[-1]", "b"),
    "jsglobals: {mine: 'c'}": ("__import__('js').mine", "c"),
}


def test_an_option_that_a_snapshot_cannot_have_is_kept(blank):
    script = """
    const { loadPyodide } = await import("/pyodide/py_url_pyodide.mjs");
    const said = {};
    for (const [option, code] of argument) {
      const pyodide = await loadPyodide(new Function(`return { ${option} }`)());
      said[option] = pyodide.runPython(`import os, sys; ${code}`);
    }
    return said;
    """
    asked = [[option, code] for option, (code, _) in OPTIONS.items()]
    assert run(blank, script, asked) == {option: expected for option, (_, expected) in OPTIONS.items()}


def test_what_pyodide_rejects_is_rejected(noisy_page):
    noisy_page.route("**/pyodide.asm.mjs", lambda route: route.fulfill(status=404))
    script = """
    const { loadPyodide } = await import("/pyodide/py_url_pyodide.mjs");
    return loadPyodide().then(() => "loaded", (error) => error.constructor.name);
    """
    assert run(noisy_page, script) == "TypeError"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


def test_the_recipe_for_an_empty_folder(page, tmp_path, site):
    """Run it as it stands, but for npm, which takes the packages that the build scripts have; and for the server."""
    recipe = blocks("sh")[0].replace("python3 -m http.server 8000\n", "")
    packages = npm.packages(install=False)
    for name in ("pyodide", "@pyscript/core"):
        version = json.loads((packages / name / "package.json").read_text("utf-8"))["version"]
        assert f"{name}@{version}" in recipe
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "npm").write_text(f'#!/bin/sh\nln -s "{packages}" node_modules\n')
    (programs / "npm").chmod(0o755)
    folder = tmp_path / "empty"
    folder.mkdir()
    environ = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PY_URL": str(ROOT)}
    subprocess.run(["bash", "-ec", recipe], cwd=folder, env=environ, check=True, capture_output=True, timeout=120)
    (folder / "node_modules").unlink()
    with serving.Server({"/": [folder]}) as server:
        other = page.context.new_page()
        asked = []
        other.on("request", lambda request: asked.append(request.url))
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="https://example.com/%C3%BC?q=1%202").wait_for(timeout=60_000)
        other.locator("#text").fill("https://example.org:7z/")
        other.locator("#answer", has_text="port-invalid at 21").wait_for()
        assert [url for url in asked if not url.startswith((server.origin, "blob:", "data:"))] == []


def test_the_recipe_for_a_cdn(page, tmp_path, site):
    """The CDN is this machine: it serves the same packages."""
    (html,) = (block for block in blocks("html") if "cdn.jsdelivr.net" in block)
    (tmp_path / "index.html").write_text(html, "utf-8")
    (wheel,) = build_wheel.WHEEL.glob("*.whl")
    assert f"./{wheel.name}" in html
    shutil.copy(wheel, tmp_path)
    served = serving.folders()

    def answer(route):
        path = re.sub(
            r"^https://cdn\.jsdelivr\.net/(npm/@pyscript/core@[\d.]+/dist|pyodide/v[\d.]+/full)/", "", route.request.url
        )
        places = served["/pyscript/" if "@pyscript" in route.request.url else "/pyodide/"]
        file = next(place / path for place in places if (place / path).is_file())
        kinds = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css"}
        headers = {
            "Access-Control-Allow-Origin": "*",
            "Content-Type": kinds.get(file.suffix, "application/octet-stream"),
        }
        route.fulfill(body=file.read_bytes(), headers=headers)

    with serving.Server({"/": [tmp_path]}) as server:
        other = page.context.new_page()
        other.route("https://cdn.jsdelivr.net/**", answer)
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="https://xn--fa-hia.example/b").wait_for(timeout=60_000)


@pytest.mark.parametrize(
    ("title", "interpreter"),
    [
        ("py-url without micropip", "pyodide.mjs"),
        ("py-url in a worker", "pyodide.mjs"),
        ("py-url in a worker", "py_url_pyodide.mjs"),
    ],
)
def test_the_other_recipes(title, interpreter, page, tmp_path, site):
    """Each page as it stands, in a folder as the first recipe makes it; without micropip, Pyodide is npm's alone."""
    (html,) = (block for block in blocks("html") if f"<title>{title}</title>" in block)
    (tmp_path / "index.html").write_text(html.replace("pyodide.mjs", interpreter), "utf-8")
    (wheel,) = build_wheel.WHEEL.glob("*.whl")
    shutil.copy(wheel, tmp_path)
    served = serving.folders()
    pyodide = served["/pyodide-npm/" if "without" in title else "/pyodide/"]
    with serving.Server({"/pyodide/": pyodide, "/pyscript/": served["/pyscript/"], "/": [tmp_path]}) as server:
        other = page.context.new_page()
        asked = []
        page.context.on("request", lambda request: asked.append(request.url))
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="https://xn--fa-hia.example/b").wait_for(timeout=60_000)
        assert any(url.endswith(".bin") for url in asked) == (interpreter != "pyodide.mjs")


def micropython_page(tmp_path, body="", script=None, worker=False):
    """Make the page of the guide, with something else in its body and another script, and return what serves it."""
    (html,) = (block for block in blocks("html") if "<title>py-url in MicroPython</title>" in block)
    if script is not None:
        html = re.sub(r"(?<=\}'>\n).*(?=</script>)", lambda _: script, html, flags=re.DOTALL)
    (tmp_path / "index.html").write_text(
        html.replace('type="mpy"', 'type="mpy" worker' if worker else 'type="mpy"').replace("<output", f"{body}<output")
    )
    shutil.copy(build_wheel.build_for_micropython(), tmp_path)
    folder = npm.packages(TEST_PACKAGES, install=False) / "@micropython" / "micropython-webassembly-pyscript"
    return {"/micropython/": [folder], "/pyscript/": serving.folders()["/pyscript/"], "/": [tmp_path]}


ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}


@needs("npm test packages")
@pytest.mark.parametrize("worker", [False, True], ids=["page", "worker"])
def test_micropython_answers_after_few_bytes(worker, page, tmp_path, site):
    sent = {}
    folders = micropython_page(tmp_path, worker=worker)
    types = (".html", ".js", ".mjs", ".wasm")
    with serving.Server(folders, headers=ISOLATED, gzipped=types, sent=sent.__setitem__) as server:
        other = page.context.new_page()
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="https://xn--fa-hia.example/b").wait_for()
    assert "/py_url.tar.gz" in sent
    assert sum(sent.values()) <= 380_000, sent


# What MicroPython says of each expression of `TO_PYTHON`, and of what it does not have.
OBJECTS = """
import js, json
from js import run_js
from py_url import URL, FrozenURL, InvalidURL, URLSearchParams, fix, validate


def failure(function, argument):
    try:
        function(argument)
    except TypeError as error:
        return str(error)


def imported(name):
    try:
        __import__(name)
    except ImportError as error:
        return str(error)


found = [eval(code) for code in json.loads(js.document.querySelector("#codes").textContent)]
js.document.querySelector("#answer").textContent = json.dumps(found)
"""
# The elements of the page that `TO_PYTHON` reads, and what Pyodide has of its own.
BODY = """<a href="https://example.com/link?a=1">a</a><svg><a href="x">b</a></svg>
<map><area href="https://example.com/area"></map><link href="https://example.com/styles/">
<form><input name=a value=1><input name=a value=2><input name=b value=x></form>
<script>globalThis.run_js = (code) => (0, eval)(code);</script>
<script type="application/json" id="codes">%s</script>
"""


@needs("npm test packages")
def test_micropython_takes_the_objects_of_the_page(page, tmp_path, site):
    absent = {f"imported('py_url.{name}')": name for name in ("guard", "columns", "compat", "pattern", "specs")}
    codes = json.dumps([*TO_PYTHON, *absent])
    with serving.Server(micropython_page(tmp_path, BODY % codes, OBJECTS)) as server:
        other = page.context.new_page()
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="]").wait_for()
        found = json.loads(other.locator("#answer").inner_text())
    assert dict(zip(TO_PYTHON, found, strict=False)) == TO_PYTHON
    for name, text in zip(absent.values(), found[len(TO_PYTHON) :], strict=True):
        assert text.startswith(f"py_url.{name} is not part of py_url for MicroPython")
