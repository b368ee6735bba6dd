"""web/pyscript: PyScript in the page, in a worker and in an editor; and the recipes of web/docs/pyscript.md."""

import base64
import json
import os
import re
import shutil
import subprocess
from urllib.parse import parse_qs, urlsplit

import build_wheel
import pytest
import serve
from setup import npm
from setup.project import ROOT

from tests.browser.conftest import violations
from tests.needs import needs

GUIDE = (ROOT / "web" / "docs" / "pyscript.md").read_text("utf-8")


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
    # An escape stands for a code point, and the address holds the URL in the form of jsdom's viewer.
    reader.type("http://h/\\u{202E}x")
    reader.wait_for("pathname", "/%E2%80%AEx")
    fragment = parse_qs(urlsplit(page.url).fragment)
    assert base64.b64decode(fragment["url"][0]).decode() == "http://h/\u202ex"
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
    with serve.Server({"/": [folder]}) as server:
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
    served = serve.folders()

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

    with serve.Server({"/": [tmp_path]}) as server:
        other = page.context.new_page()
        other.route("https://cdn.jsdelivr.net/**", answer)
        other.goto(f"{server.origin}/")
        other.locator("#answer", has_text="https://xn--fa-hia.example/b").wait_for(timeout=60_000)
