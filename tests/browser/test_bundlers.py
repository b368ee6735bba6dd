"""The npm package in the pages of others: bundled as web/docs/howto/javascript.md says, in an empty project."""

import os
import re
import shutil
import subprocess
import tarfile

import build_wheel
import pytest
from building import serving
from setup import npm
from setup.project import BUNDLERS, ROOT, TEST_PACKAGES

from tests.support.needs import needs

pytestmark = needs("bundlers", "node")

SECONDS = 120
PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>py-url</title>
<output></output>
<script type="module" src="{}"></script>
"""
SHOW = """
const shown = `${new URL("../b", "https://EXAMPLE.com:443/a/c").href} ${fromSnapshot}`;
document.querySelector("output").textContent = shown;
"""
SHOWN = "https://example.com/b true"


def lines():
    """The lines of the documentation."""
    text = (ROOT / "web" / "docs" / "howto" / "javascript.md").read_text("utf-8")
    (found,) = (block for block in re.findall(r"```js\n(.*?)```", text, re.DOTALL) if "py-url/snapshot" in block)
    return found.replace("const { URL }", "const { URL, fromSnapshot }")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The files of the npm package."""
    folder = tmp_path_factory.mktemp("package")
    with tarfile.open(build_wheel.build_npm_package()) as tar:
        tar.extractall(folder, filter="data")
    return folder / "package"


@pytest.fixture
def project(tmp_path, unpacked):
    """An empty project with the package, the bundlers, and Pyodide among the files that are served as they are."""
    modules = tmp_path / "node_modules"
    modules.mkdir()
    packages = npm.packages(BUNDLERS)
    for package in packages.iterdir():
        if not package.name.startswith("."):
            (modules / package.name).symlink_to(package)
    shutil.copytree(unpacked, modules / "py-url")
    (tmp_path / "public").mkdir()
    shutil.copytree(npm.packages() / "pyodide", tmp_path / "public" / "pyodide")
    (tmp_path / "package.json").write_text('{"name": "empty", "private": true, "type": "module"}')
    (tmp_path / "main.js").write_text(lines() + SHOW)
    return tmp_path


def run(project, program, *arguments):
    command = [npm.node(), f"node_modules/{program}", *arguments]
    result = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def check(page, folder):
    """Open the page in a folder."""
    with serving.Server({"/": [folder]}) as server:
        page.goto(f"{server.origin}/index.html")
        page.locator("output:not(:empty)").wait_for()
        assert page.locator("output").inner_text() == SHOWN


@pytest.fixture
def page(context):
    """A page whose console must stay empty."""
    page = context.new_page()
    page.set_default_timeout(SECONDS * 1000)
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert wrong == []


def test_vite(page, project):
    (project / "index.html").write_text(PAGE.format("/main.js"))
    said = run(project, "vite/bin/vite.js", "build")
    assert "warn" not in said.lower(), said
    check(page, project / "dist")


def test_vite_while_developing(page, project):
    (project / "index.html").write_text(PAGE.format("/main.js"))
    command = [npm.node(), "node_modules/vite/bin/vite.js", "--port=0", "--host=127.0.0.1", "--strictPort=false"]
    # In CI, Vite would print colors, even in the middle of its address.
    environ = {**os.environ, "NO_COLOR": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=project, env=environ, **pipes) as process:
        try:
            address = next(found[0] for line in process.stdout if (found := re.search(r"http://127[\d.:]+/", line)))
            page.goto(address)
            page.locator("output:not(:empty)").wait_for()
            assert page.locator("output").inner_text() == SHOWN
        finally:
            process.kill()


def test_webpack(page, project):
    run(project, "webpack-cli/bin/cli.js", "--mode=production", "--entry=./main.js", "--no-performance")
    assert str(project) not in (project / "dist" / "main.js").read_text("utf-8"), "a path of this machine"
    shutil.copytree(project / "public", project / "dist", dirs_exist_ok=True)
    (project / "dist" / "index.html").write_text(PAGE.format("main.js"))
    check(page, project / "dist")


def test_parcel(page, project):
    (project / "index.html").write_text(PAGE.format("main.js"))
    said = run(project, "parcel/lib/bin.js", "build", "index.html", "--no-cache", "--no-autoinstall")
    assert "warn" not in said.lower(), said
    shutil.copytree(project / "public", project / "dist", dirs_exist_ok=True)
    check(page, project / "dist")


@pytest.mark.parametrize(
    "command",
    [
        ["esbuild/bin/esbuild", "main.js", "--bundle", "--format=esm", "--outdir=dist", "--minify"],
        ["rollup/dist/bin/rollup", "main.js", "--plugin=node-resolve", "--dir=dist"],
    ],
    ids=["esbuild", "rollup"],
)
def test_those_that_copy_no_files(command, page, project):
    run(project, *command)
    for name in ("wheels", "snapshot"):
        shutil.copytree(project / "node_modules" / "py-url" / name, project / "dist" / name)
    shutil.copytree(project / "public", project / "dist", dirs_exist_ok=True)
    (project / "dist" / "index.html").write_text(PAGE.format("main.js"))
    check(page, project / "dist")


def test_without_the_snapshot_a_bundle_is_small(page, project):
    text = lines().replace('import { snapshot } from "py-url/snapshot";\n', "").replace(", snapshot }", " }")
    (project / "main.js").write_text(text + SHOW)
    (project / "index.html").write_text(PAGE.format("/main.js"))
    run(project, "vite/bin/vite.js", "build")
    assert [*(project / "dist").rglob("*.bin")] == []
    with serving.Server({"/": [project / "dist"]}) as server:
        page.goto(f"{server.origin}/index.html")
        page.locator("output:not(:empty)").wait_for()
        assert page.locator("output").inner_text() == SHOWN.replace("true", "false")


@needs("npm test packages")
@pytest.mark.parametrize("resolution", [["bundler", "esnext"], ["nodenext", "nodenext"]], ids=lambda given: given[0])
def test_types(resolution, project):
    (project / "main.ts").write_text(f'{lines()}\nexport const href: string = new URL("b").href + fromSnapshot;\n')
    how, module = resolution
    options = [
        "--noEmit",
        "--strict",
        "--target",
        "es2024",
        "--types",
        "",
        "--moduleResolution",
        how,
        "--module",
        module,
    ]
    tsc = npm.packages(TEST_PACKAGES) / "typescript" / "bin" / "tsc"
    command = [npm.node(), tsc, *options, "--lib", "es2024,esnext.iterator,dom,dom.iterable", "main.ts"]
    result = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr
