"""The npm package: what is in it, and that it works in an empty project, in Node, Deno and Bun, and for TypeScript."""

import json
import os
import shutil
import subprocess
import tarfile

import build_wheel
import environment
import pytest

import py_url

PROGRAM = """
import { load } from "py-url";

const native = globalThis.URL;
const { URL, URLSearchParams, parseAll, install, uninstall, version } = await load();
install();
const url = new globalThis.URL("../b?q=1#f", "https://EXAMPLE.com:443/a/c");
url.searchParams.append("c", "\\u{1f600}");
url.host = "fa\\u00df.example";
uninstall();
let cloned = "cloned";
try {
  structuredClone(new URL("http://h/"));
} catch (error) {
  cloned = error.name;
}
console.log(JSON.stringify([
  url.href, url instanceof URL, globalThis.URL === native, `${new URLSearchParams({ a: "1" })}`,
  parseAll(["http://0x7f.1/", "//"]).hrefs, version, cloned,
]));
"""
SAID = [
    "https://xn--fa-hia.example/b?q=1&c=%F0%9F%98%80#f",
    True,
    True,
    "a=1",
    ["http://127.0.0.1/", None],
    py_url.__version__,
    "DataCloneError",
]
PACKAGES = environment.npm_packages(environment.TEST_PACKAGES)


@pytest.fixture(scope="session")
def tarball():
    build_wheel.build()
    return build_wheel.DIST / f"py-url-{py_url.__version__}.tgz"


@pytest.fixture(scope="session")
def project(tarball, tmp_path_factory):
    """An empty project in which the package and Pyodide were installed, from this machine alone."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text('{"name": "empty", "private": true, "type": "module"}\n')
    (folder / "program.js").write_text(PROGRAM)
    pyodide = tmp_path_factory.mktemp("pyodide") / "pyodide"
    shutil.copytree(environment.npm_packages() / "pyodide", pyodide)
    npm = [shutil.which("npm"), "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    variables = {**os.environ, "npm_config_cache": str(environment.CACHE / "npm-cache")}
    run([*npm, str(tarball), str(pyodide)], cwd=folder, env=variables)
    return folder


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_what_is_in_it(tarball):
    with tarfile.open(tarball) as tar:
        names = {name.removeprefix("package/") for name in tar.getnames()}
    lib = {f"lib/{file.name}" for file in (environment.ROOT / "web" / "lib").iterdir()}
    own = {"package.json", "README.md", "LICENSE", "py_url.js", "py_url.d.ts", "wheels/py_url.whl", "wheels/idna.whl"}
    assert names == own | lib
    assert tarball.stat().st_size < 300_000
    package = json.loads((environment.ROOT / "web" / "package.json").read_text("utf-8"))
    assert package["version"] == py_url.__version__


def test_what_nodes_console_shows(project):
    (project / "show.js").write_text(
        'import { load } from "py-url";\n'
        "const { URL, URLSearchParams } = await load();\n"
        "class Mine extends URL {}\n"
        'console.log(new Mine("http://u:secret@h/?a=secret"), [[[new URL("http://u:secret@h/")]]]);\n'
        'console.log(new URLSearchParams("a=1&b=2"), new URLSearchParams(), URL.prototype);\n'
    )
    shown = run([environment.node(), "show.js"], cwd=project)
    assert "Mine {\n  href: 'http://u:***@h/?a=secret',\n  origin: 'http://h'," in shown
    assert "password: '***'" in shown
    assert "[ [ [ [URL] ] ] ]" in shown
    assert "URLSearchParams { 'a' => '1', 'b' => '2' } URLSearchParams {}" in shown
    assert shown.count("secret") == 3  # what is no password: the query, its search and its searchParams


def test_in_node(project):
    assert json.loads(run([environment.node(), "program.js"], cwd=project)) == SAID


def program(pattern):
    """A program that an npm package brings, for one machine or another: the one that runs here."""
    for file in sorted(PACKAGES.glob(pattern)):
        try:
            run([file, "--version"])
        except OSError:
            continue
        return file
    return None


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [("@deno/*/deno*", ["run", "--allow-read", "--no-prompt"]), ("@oven/bun-*/bin/bun*", ["run"])],
    ids=["deno", "bun"],
)
def test_in_other_runtimes(pattern, arguments, project):
    runtime = program(pattern)
    assert runtime is not None
    assert json.loads(run([runtime, *arguments, "program.js"], cwd=project).splitlines()[-1]) == SAID


def test_types_as_an_importer_finds_them(project):
    (project / "uses.ts").write_text(
        'import { load } from "py-url";\n'
        "const { URL } = await load();\n"
        'const url: globalThis.URL = new URL("http://h/");\n'
        "export const href: string = url.href;\n"
    )
    options = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext", "--types", ""]
    run([environment.node(), PACKAGES / "typescript" / "bin" / "tsc", *options, "uses.ts"], cwd=project)


def test_types_in_all_their_uses():
    libraries = "es2024,esnext.iterator,dom,dom.iterable"
    options = ["--noEmit", "--strict", "--target", "es2024", "--module", "esnext", "--moduleResolution", "bundler"]
    options += ["--lib", libraries, "--types", ""]
    uses = environment.ROOT / "tests" / "typing" / "uses.ts"
    run([environment.node(), PACKAGES / "typescript" / "bin" / "tsc", *options, uses])
