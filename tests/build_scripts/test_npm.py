"""The npm package: its contents, and that it works in an empty project, in Node, Deno and Bun, and for TypeScript."""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import zipfile

import build_wheel
import pytest
import zstandard
from setup import npm
from setup.project import CACHE, ROOT, SCRIPTS, TEST_PACKAGES

import py_url
from tests.support.needs import needs

pytestmark = needs("wheel", "npm packages", "npm test packages", "node")

SECONDS = 600
PROGRAM = """
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { load } from "py-url";

const native = globalThis.URL;
const loaded = await load({ urlPattern: true });
const { URL, URLSearchParams, URLPattern, parseAll, install, uninstall, version, python } = loaded;
install();
const pattern = new globalThis.URLPattern({ pathname: "/:a" });
const url = new globalThis.URL("../b?q=1#f", "https://EXAMPLE.com:443/a/c");
url.searchParams.append("c", "\\u{1f600}");
url.host = "fa\\u00df.example";
const here = new globalThis.URL("x/../program.js?q", import.meta.url);
const there = new globalThis.URL(here);
there.pathname += "/nothing";
const takesFiles = [existsSync(here), fileURLToPath(here).endsWith("program.js"), existsSync(there)];
uninstall();
const areEqual = [[here, there], [here, new URL(here)], [url.searchParams, new URLSearchParams(url.search)]];
let cloned = "cloned";
try {
  structuredClone(new URL("http://h/"));
} catch (error) {
  cloned = error.name;
}
console.log(JSON.stringify([
  url.href, url instanceof URL, globalThis.URL === native, `${new URLSearchParams({ a: "1" })}`,
  parseAll(["http://0x7f.1/", "//"]).hrefs, version, cloned,
  pattern instanceof URLPattern, pattern.exec("HTTP://h/\\u00fc").pathname.groups.a,
  ...takesFiles, ...areEqual.map(([one, other]) => isDeepStrictEqual(one, other)),
  (await python()).version,
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
    True,
    "%C3%BC",
    *(True, True, False),
    *(False, True, True),
]
IN_MICROPYTHON = """
import { load } from "py-url";
const { URL, install, uninstall, parseAll, python } = await load({ python: "micropython" });
install();
const url = new globalThis.URL("HTTPS://fa\\u00df.example/a/../\\0b");
uninstall();
const isThere = ["Module", "loadMicroPython", "proxy_js_ref"].some((name) => name in globalThis);
const { hrefs } = parseAll(["//", "HTTP://\\u00fc"]);
console.log(JSON.stringify([url.href, url instanceof URL, isThere, hrefs, (await python()).version]));
"""
OLDEST, NEWEST = "oldest", "newest"


@pytest.fixture(scope="session")
def packages():
    """The folder of the npm packages that only tests need."""
    return npm.packages(TEST_PACKAGES)


@pytest.fixture(scope="session")
def pyodides(packages):
    """The oldest Pyodide that the package supports, and the newest, which the build scripts use."""
    return {OLDEST: packages / "pyodide-oldest", NEWEST: npm.packages() / "pyodide"}


@pytest.fixture(scope="session")
def tarball():
    return build_wheel.build_npm_package()


@pytest.fixture(scope="session")
def projects(tarball, packages, pyodides, tmp_path_factory):
    """Empty projects with the package, one Pyodide each and MicroPython, installed without a network.

    npm refuses a Pyodide that the package does not support.
    """
    folders = {}
    for name, pyodide in pyodides.items():
        folder = folders[name] = tmp_path_factory.mktemp("project")
        (folder / "package.json").write_text('{"name": "empty", "private": true, "type": "module"}\n')
        (folder / "program.js").write_text(PROGRAM)
        (folder / "index.js").write_text(IN_MICROPYTHON)
        copy = tmp_path_factory.mktemp("pyodide") / "pyodide"
        shutil.copytree(pyodide, copy)
        # Provide the dependencies, so that npm requests nothing.
        shutil.copytree(pyodide.parent / "ws", copy / "node_modules" / "ws")
        install(folder, tarball, copy, packages / "@micropython" / "micropython-webassembly-pyscript")
    return folders


@pytest.fixture
def project(projects):
    return projects[NEWEST]


def install(folder, *packages):
    command = [shutil.which("npm"), "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"]
    variables = {**os.environ, "npm_config_cache": str(CACHE / "npm-cache")}
    return run([*command, *map(str, packages)], cwd=folder, env=variables)


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def version_of(folder):
    return json.loads((folder / "package.json").read_text("utf-8"))["version"]


def test_what_is_in_it(tarball):
    with tarfile.open(tarball) as tar:
        names = {name.removeprefix("package/") for name in tar.getnames()}
    lib = {f"lib/{file.name}" for file in (ROOT / "web" / "lib").iterdir()}
    own = {"package.json", "README.md", "LICENSE", "py_url.js", "py_url.d.ts", "wheels/py_url.whl"}
    own |= {"snapshot.js", "snapshot.d.ts", f"snapshot/{build_wheel.snapshot_file().name}"}
    own |= {"lib/fzstd.mjs", "wheels/core.zst", "wheels/whole.zst", "bin/beside_pyodide.js"}
    own |= {"snapshot/py_url_pyodide.mjs", "micropython/py_url.tar.gz"}
    assert names == own | lib
    assert version_of(ROOT / "web") == py_url.__version__


def code_of(module):
    """The lines of a module. Those that hold nothing but a comment are empty."""
    lines, in_comment = [], False
    for line in module.split("\n"):
        text = line.strip()
        in_comment = in_comment or text.startswith("/**")
        lines.append("" if in_comment or text.startswith("//") else line)
        in_comment = in_comment and not text.endswith("*/")
    return lines


def test_its_modules_are_those_of_the_repository_without_comments(tarball):
    """A comment cannot stand in a string: no string has more than one line."""
    with tarfile.open(tarball) as tar:
        for file in (ROOT / "web" / "py_url.js", *(ROOT / "web" / "lib").glob("*.js")):
            source = file.read_text("utf-8")
            assert all(line.count("`") % 2 == 0 for line in source.split("\n"))
            name = file.relative_to(ROOT / "web").as_posix()
            packed = tar.extractfile(f"package/{name}").read().decode()
            assert packed.split("\n") == code_of(source)
            assert len(packed) < len(source)


# Kilobytes in gzip that a page waits for, with the snapshot. What it may do without comes later, by an `import()`.
MOST_OF_MODULES = 27
IMPORTED = re.compile(r'^(?:import|\}) .*?from "\./([^"]+)";$', re.MULTILINE)


def test_the_modules_that_a_page_waits_for(tarball):
    with tarfile.open(tarball) as archive:
        package = {member.name: archive.extractfile(member).read() for member in archive if member.name.endswith(".js")}
    waiting, found = ["package/py_url.js", "package/lib/starting.js"], {}
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = len(gzip.compress(package[name]))
            folder = name.rpartition("/")[0]
            waiting += [f"{folder}/{imported}" for imported in IMPORTED.findall(package[name].decode())]
    assert len(found) > 15
    later = {"python.js", "wheels.js", "short_files.js", "checking.js", "micropython.js"}
    assert not later & {name.rpartition("/")[2] for name in found}
    assert sum(found.values()) / 1000 <= MOST_OF_MODULES, found


def test_the_wheel_in_it_is_the_pure_one(tarball):
    """The wheel has to run in every supported Pyodide; a compiled wheel is for one version of Python."""
    with tarfile.open(tarball) as tar:
        wheel = tar.extractfile("package/wheels/py_url.whl").read()
    assert wheel == build_wheel.build_pure_wheel().read_bytes()


def test_the_pyodides_that_it_takes_are_those_that_are_tested(pyodides, tarball, tmp_path):
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    micropython = "@micropython/micropython-webassembly-pyscript"
    tested = json.loads((TEST_PACKAGES / "package.json").read_text("utf-8"))["dependencies"][micropython]
    assert package["peerDependencies"] == {"pyodide": f">={version_of(pyodides[OLDEST])}", micropython: tested}
    assert package["peerDependenciesMeta"] == {micropython: {"optional": True}}
    scripts = json.loads((SCRIPTS / "package.json").read_text("utf-8"))
    assert version_of(pyodides[NEWEST]) == scripts["dependencies"]["pyodide"]
    # npm enforces this.
    older = tmp_path / "pyodide"
    older.mkdir()
    (older / "package.json").write_text('{"name": "pyodide", "version": "0.26.4"}')
    (tmp_path / "package.json").write_text('{"name": "empty", "private": true}')
    with pytest.raises(AssertionError, match="ERESOLVE"):
        install(tmp_path, tarball, older)


def test_what_nodes_console_shows(project):
    (project / "show.js").write_text(
        'import { load } from "py-url";\n'
        "const { URL, URLSearchParams } = await load();\n"
        "class Mine extends URL {}\n"
        'console.log(new Mine("http://u:secret@h/?a=secret"), [[[new URL("http://u:secret@h/")]]]);\n'
        'console.log(new URLSearchParams("a=1&b=2"), new URLSearchParams(), URL.prototype);\n'
        'console.log(new URLSearchParams("a=1").keys());\n'
    )
    shown = run([npm.node(), "show.js"], cwd=project)
    assert "Mine {\n  href: 'http://***@h/?a=secret',\n  origin: 'http://h'," in shown
    assert "username: '***',\n  password: '***'" in shown
    assert "[ [ [ [URL] ] ] ]" in shown
    assert "Object [URLSearchParams Iterator] {}" in shown
    assert "URLSearchParams { 'a' => '1', 'b' => '2' } URLSearchParams {}" in shown
    assert shown.count("secret") == 3  # not passwords: the query, its search and its searchParams


def test_nodes_console_never_shows_userinfo(project):
    (project / "hide.js").write_text("""
        import { format, inspect } from "node:util";
        import { load } from "py-url";
        const { URL } = await load();
        const shown = [];
        const texts = ["http://:secret@h/", "http://***:secret@h:8/p?q#f", "x://se:secret@[::1]/", "ws://secret@h/"];
        for (const text of texts) {
          const url = new URL(text);
          if (url.protocol !== "ws:") url.password = "secret";
          const ways = [inspect(url), inspect({ url }), format("%o, %O", url, url), inspect(url, { showHidden: true })];
          const hidden = `${url.protocol}//***@${url.href.slice(url.href.indexOf("@") + 1)}`;
          for (const way of ways) shown.push([hidden, way]);
          shown.push(["", inspect(url, { customInspect: false, showHidden: true })]);
        }
        console.log(JSON.stringify(shown));
    """)
    shown = json.loads(run([npm.node(), "hide.js"], cwd=project))
    for href, text in shown:
        assert "secret" not in text
        assert href in text
    assert sum("***@" in href for href, _ in shown) == 16


@pytest.mark.parametrize("which", [OLDEST, NEWEST])
def test_in_node(which, projects, pyodides):
    said = json.loads(run([npm.node(), "program.js"], cwd=projects[which]))
    assert said == [*SAID, version_of(pyodides[which])]


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [
        (None, ["index.js"]),
        # The path of the program is then a part of MicroPython's.
        (None, ["."]),
        ("@deno/*/deno*", ["run", "--allow-read", "--no-prompt", "index.js"]),
        ("@oven/bun-*/bin/bun*", ["run", "index.js"]),
    ],
    ids=["node", "node .", "deno", "bun"],
)
def test_it_runs_in_micropython(pattern, arguments, project, packages, pyodides, tmp_path):
    runtime = npm.node() if pattern is None else program(packages, pattern)
    assert runtime is not None
    variables = {**os.environ, "DENO_DIR": str(tmp_path / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    said = run([runtime, *arguments], cwd=project, env=variables, stdin=subprocess.DEVNULL)
    answer = ["https://xn--fa-hia.example/%00b", True, False, [None, "http://xn--tda/"]]
    assert json.loads(said.splitlines()[-1]) == [*answer, version_of(pyodides[NEWEST])]


def program(packages, pattern):
    """Return the program in an npm package that runs on this machine; the package has one per platform."""
    for file in sorted(packages.glob(pattern)):
        try:
            run([file, "--version"])
        except (OSError, AssertionError):  # one for another processor does not start, or ends at once
            continue
        return file
    return None


@pytest.mark.parametrize(
    ("pattern", "arguments"),
    [("@deno/*/deno*", ["run", "--allow-read", "--no-prompt"]), ("@oven/bun-*/bin/bun*", ["run"])],
    ids=["deno", "bun"],
)
def test_in_other_runtimes(pattern, arguments, project, packages, pyodides, tmp_path):
    runtime = program(packages, pattern)
    assert runtime is not None
    variables = {**os.environ, "DENO_DIR": str(tmp_path / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
    said = run([runtime, *arguments, "program.js"], cwd=project, env=variables)
    assert json.loads(said.splitlines()[-1]) == [*SAID, version_of(pyodides[NEWEST])]
    growth = [ROOT / "tests" / "javascript" / "growth.mjs", npm.packages() / "pyodide", build_wheel.PYODIDE]
    grown = json.loads(run([runtime, *arguments, *growth], env=variables).splitlines()[-1])
    assert grown["wrong"] == {}
    assert grown["tried"] >= 8


ASK = """
import { load } from "py-url";
const [indexURL, way] = process.argv.slice(2);
const { URL, fromSnapshot, python } = await load({ indexURL, snapshot: way === "snapshot" });
const said = (await python()).runPython("import py_url; py_url.URL.parse.__doc__");
console.log(JSON.stringify([new URL("http://0x7f.1/").href, fromSnapshot, said]));
process.exit();
"""


# Whether py_url was in the memory from the beginning, and what Python has of it.
INTERPRET = """
import { pathToFileURL } from "node:url";

const { loadPyodide, version } = await import(pathToFileURL(process.argv[2]));
const pyodide = await loadPyodide({ packages: ["py-url-whatwg"] });
const said = pyodide.runPython(`
import sys
early = "py_url" in sys.modules
import decimal, importlib.metadata, py_url
[early, py_url.URL.parse.__doc__, importlib.metadata.version("py-url-whatwg")]
`);
console.log(JSON.stringify([version, ...said.toJs()]));
process.exit();
"""


def test_its_command_puts_the_short_files_beside_a_pyodide(project, packages, tmp_path):
    """In Bun, which can compress with Zstandard, as Node 22.15 can."""
    folder = tmp_path / "pyodide"
    shutil.copytree(npm.packages() / "pyodide", folder)
    command = project / "node_modules" / "py-url" / "bin" / "beside_pyodide.js"
    bun = program(packages, "@oven/bun-*/bin/bun*")
    run([bun, "run", command, folder])
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    named = lock["tool"]["py-url"]
    assert named["snapshot"] == build_wheel.snapshot_file().name
    names = [named["snapshot"], named["decoder"], *(name for name, _ in named["files"].values())]
    assert all((folder / name).is_file() for name in names)
    for name, digest in named["files"].values():
        content = zstandard.ZstdDecompressor().decompress((folder / name).read_bytes())
        assert hashlib.sha256(content).hexdigest() == digest
        if name.startswith("python_stdlib"):
            with (
                zipfile.ZipFile(io.BytesIO(content)) as library,
                zipfile.ZipFile(folder / "python_stdlib.zip") as plain,
            ):
                assert library.testzip() is None
                assert {name: library.read(name) for name in library.namelist()} == {
                    name: plain.read(name) for name in plain.namelist()
                }
    package = lock["packages"]["py-url-whatwg"]
    assert (folder / package["file_name"]).read_bytes() == build_wheel.build_pure_wheel().read_bytes()
    (project / "ask.js").write_text(ASK)
    (project / "interpret.js").write_text(INTERPRET)
    said = json.loads(run([npm.node(), "interpret.js", folder / "py_url_pyodide.mjs"], cwd=project).splitlines()[-1])
    assert said == [version_of(folder), True, py_url.URL.parse.__doc__, py_url.__version__]
    for way in ("snapshot", "plain"):
        said = json.loads(run([npm.node(), "ask.js", folder, way], cwd=project).splitlines()[-1])
        assert said == ["http://127.0.0.1/", way == "snapshot", py_url.URL.parse.__doc__]


def test_its_command_says_why_it_fails(project, packages, tmp_path):
    command = project / "node_modules" / "py-url" / "bin" / "beside_pyodide.js"
    bun = program(packages, "@oven/bun-*/bin/bun*")
    (tmp_path / "pyodide.mjs").write_text("export const version = '1.2.3';")
    for arguments, said in (([], "usage: "), ([tmp_path], "this is Pyodide 1.2.3: install pyodide@")):
        result = subprocess.run(
            [bun, "run", command, *arguments], capture_output=True, text=True, check=False, timeout=SECONDS
        )
        assert result.returncode == 2
        assert said in result.stderr
    # An older Node cannot compress in this way.
    hide = ["--import=data:text/javascript,import zlib from 'node:zlib'; delete zlib.zstdCompressSync"]
    result = subprocess.run(
        [npm.node(), *hide, command, tmp_path], capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert (result.returncode, "needs Node.js 22.15 or later" in result.stderr) == (2, True)


def compile_types(packages, folder, source):
    (folder / "uses.ts").write_text(source)
    options = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext", "--types", ""]
    run([npm.node(), packages / "typescript" / "bin" / "tsc", *options, "uses.ts"], cwd=folder)


def test_types_as_an_importer_finds_them(project, packages):
    source = """
        import { load } from "py-url";
        const { URL } = await load();
        const url: globalThis.URL = new URL("http://h/");
        export const href: string = url.href;
    """
    compile_types(packages, project, source)
    with pytest.raises(AssertionError, match="Property 'hrif' does not exist on type 'URL'"):
        compile_types(packages, project, source.replace("url: globalThis.URL", "url").replace("url.href", "url.hrif"))


def test_the_types_name_what_is_there(project, packages):
    """The classes have the same names at run time as in the type declarations."""
    (project / "names.js").write_text("""
        import { load } from "py-url";
        const given = await load({ urlPattern: true });
        const { URL, URLSearchParams, URLPattern } = given;
        const names = (object) => Object.getOwnPropertyNames(object).filter((name) => name !== "constructor");
        const statics = (object) => names(object).filter((name) => name !== "length" && name !== "name");
        console.log(JSON.stringify({
          "PyUrl": names(await load()), "PyUrlWithURLPattern": names(given),
          "URL": names(URL.prototype), "URLConstructor": statics(URL),
          "URLSearchParams": names(URLSearchParams.prototype), "URLSearchParamsConstructor": statics(URLSearchParams),
          "URLPattern": names(URLPattern.prototype), "URLPatternConstructor": statics(URLPattern),
        }));
    """)
    names = json.loads(run([npm.node(), "names.js"], cwd=project))
    lines = [
        f'import type {{ {", ".join(names)} }} from "py-url";',
        "type Differ<A, B> = Exclude<A, B> | Exclude<B, A>;",
        "type Named<T> = Extract<keyof T, string>;",
    ]
    for name, members in names.items():
        union = " | ".join(map(json.dumps, members))
        lines.append(f"export const of{name}: [Differ<Named<{name}>, {union}>] extends [never] ? true : never = true;")
    compile_types(packages, project, "\n".join(lines))


def test_types_in_all_their_uses(packages):
    libraries = "es2024,esnext.iterator,dom,dom.iterable"
    options = ["--noEmit", "--strict", "--target", "es2024", "--module", "esnext", "--moduleResolution", "bundler"]
    options += ["--lib", libraries, "--types", ""]
    uses = ROOT / "tests" / "typing" / "uses.ts"
    run([npm.node(), packages / "typescript" / "bin" / "tsc", *options, uses])
