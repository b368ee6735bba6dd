"""build_scripts/release.py and building/repository.py: what packages say about the project, and what is published."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from email.parser import HeaderParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import build_wheel
import pytest
import release
from building import repository, site
from markdown_it import MarkdownIt
from setup import npm, project, publishing, venv
from setup.project import CACHE, REQUIREMENTS, ROOT, SCRIPTS, SetUpError

import py_url
from tests.support.needs import needs

SECONDS = 600
ADDRESS = "https://github.com/Somebody/py-url.fork"
VERSION = py_url.__version__
README = (ROOT / "README.md").read_text("utf-8")


def targets(text):
    """Return what a document in Markdown links to and shows."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        for inside in token.children or [token]:
            found += [value for name, value in inside.attrs.items() if name in ("href", "src")]
            if inside.type.startswith("html_"):
                found += re.findall(r'\s(?:href|src|srcset)="([^"]*)"', inside.content)
    return found


@pytest.mark.parametrize("address", ["", ADDRESS])
def test_an_address(address, tmp_path):
    (tmp_path / "pyproject.toml").write_text(f'[tool.py-url]\nrepository = "{address}"\n')
    assert repository.address(tmp_path) == address


@pytest.mark.parametrize(
    "address",
    [
        *("https://github.com/somebody", f"{ADDRESS}/", f"{ADDRESS}.git/tree", f"{ADDRESS}#readme", "github.com/a/b"),
        *("git@github.com:somebody/py-url.git", "https://example.org/somebody/py-url", "https://github.com/a/b."),
    ],
)
def test_an_address_that_is_refused(address, tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text(f'[tool.py-url]\nrepository = "{address}"\n')
    sentence = f'{address}.* write "https://github.com/OWNER/NAME", with nothing after it, or an empty string'
    with pytest.raises(ValueError, match=sentence):
        repository.address(tmp_path)
    monkeypatch.setattr(build_wheel, "ROOT", tmp_path)
    with pytest.raises(SetUpError, match=sentence):
        build_wheel.build_all(install=False)


def test_the_address_stands_in_one_place():
    """Other files are made from it, so that a fork changes one line."""
    address = repository.address(ROOT)
    assert (
        not address
        or [
            file
            for file in project.run(["git", "grep", "--fixed-strings", "--files-with-matches", address]).split()
            if file != "pyproject.toml"
        ]
        == []
    )


def test_the_long_description_has_no_relative_links():
    relative = [target for target in targets(README) if "://" not in target]
    assert len(relative) > 25
    there = targets(repository.long_description(README, ADDRESS, VERSION))
    assert len(there) == len(targets(README))
    documents, pictures = (
        f"{ADDRESS}/blob/v{VERSION}/",
        f"{ADDRESS.replace('github', 'raw.githubusercontent')}/v{VERSION}/",
    )
    own = [target for target in there if target.startswith((documents, pictures))]
    assert [target.removeprefix(documents).removeprefix(pictures) for target in own] == relative
    for target in own:
        path = target.removeprefix(documents).removeprefix(pictures).partition("#")[0]
        assert (ROOT / path).is_file()
        assert target.startswith(pictures) == (Path(path).suffix in (".png", ".svg", ".webp"))
    assert [target for target in there if "://" not in target] == []


def test_without_an_address_relative_links_are_text():
    text = repository.long_description(README, "", VERSION)
    assert targets(text) == [target for target in targets(README) if "://" in target]
    assert "The playground shows what a URL means" in text
    assert "The guard refuses URLs that lead a server into" in text.replace("\n  ", " ")
    assert repository.project_urls("", VERSION) == repository.npm_fields("") == {}
    assert repository.site("") == ""


def test_code_stays_as_it_is():
    for text in ("```md\n[a](b.md)\n![a](b.png)\n```\n", "`[a](b.md)`\n", "[a](#b) [c](https://d/)\n"):
        assert repository.long_description(text, "", VERSION) == text
        assert repository.long_description(text, ADDRESS, VERSION) == text


def test_the_address_of_the_site(tmp_path):
    assert repository.site(ADDRESS) == "https://somebody.github.io/py-url.fork/"
    (tmp_path / "playground").mkdir()
    page = "<head>\n<title>a</title>\n</head>"
    for folder in (tmp_path, tmp_path / "playground"):
        (folder / "index.html").write_text(page)
    site.name_address(tmp_path, "")
    assert (tmp_path / "index.html").read_text() == page
    site.name_address(tmp_path, "https://h/n/")
    for place in ("", "playground/"):
        assert (
            f'<link rel="canonical" href="https://h/n/{place}">\n<title>'
            in (tmp_path / place / "index.html").read_text()
        )


def test_what_is_cited():
    text = (ROOT / ".github" / "CITATION.cff").read_text("utf-8")
    assert repository.citation(text, "") == text
    assert repository.citation(text, ADDRESS).endswith(f'\nrepository-code: "{ADDRESS}"\n')


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The wheel, the sdist and the npm package of a fork with an address, made from a source distribution."""
    with tarfile.open(build_wheel.build_sdist()) as archive:
        folder = tmp_path_factory.mktemp("fork")
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    (root / "PKG-INFO").unlink()
    settings = (root / "pyproject.toml").read_text("utf-8")
    assert settings.count('\nrepository = "') == 1
    changed = re.sub(r'(?<=\nrepository = ")[^"]*', ADDRESS, settings)
    (root / "pyproject.toml").write_text(changed, "utf-8")
    # Compressing takes most of the time, and decides nothing here.
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from setup import project\n"
        "project.CACHE = Path(sys.argv[1])\n"
        "import build_wheel\n"
        "build_wheel.recompress = lambda wheel: None\n"
        "from building import npm_package\n"
        "wheel, sdist = build_wheel.build_pure_wheel(), build_wheel.build_sdist()\n"
        "npm_package.pack(wheel.parent, wheel, Path(sys.argv[2]), build_wheel.build_for_micropython())\n"
        "for file in (wheel, sdist, *wheel.parent.glob('*.tgz')): print(file)"
    )
    build_wheel.build()
    command = [sys.executable, "-c", code, str(CACHE), str(build_wheel.PYODIDE)]
    return [Path(line) for line in project.run(command, cwd=root / "build_scripts", seconds=SECONDS).splitlines()]


@needs("wheel", "npm packages", "node", "publishing")
def test_what_packages_say_if_there_is_an_address(packages):
    wheel, sdist, tarball = packages
    with zipfile.ZipFile(wheel) as archive, tarfile.open(sdist) as source:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        (described,) = (name for name in source.getnames() if name.count("/") == 1 and name.endswith("/PKG-INFO"))
        texts = [archive.read(name).decode(), source.extractfile(described).read().decode()]
    assert texts[0] == texts[1]
    metadata = HeaderParser().parsestr(texts[0])
    urls = dict(line.split(", ") for line in metadata.get_all("Project-URL"))
    assert urls == repository.project_urls(ADDRESS, VERSION)
    assert urls["Changelog"] == f"{ADDRESS}/blob/v{VERSION}/web/docs/project/changelog.md"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_payload() == repository.long_description(README, ADDRESS, VERSION)
    with tarfile.open(tarball) as archive:
        package = json.load(archive.extractfile("package/package.json"))
    assert package["repository"] == {"type": "git", "url": f"git+{ADDRESS}.git", "directory": "web"}
    assert package["homepage"] == f"{ADDRESS}#readme"
    assert package["bugs"] == {"url": f"{ADDRESS}/issues"}
    own = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert {name: package[name] for name in own} == own
    assert own.keys().isdisjoint(repository.npm_fields(ADDRESS))


@needs("wheel", "npm packages", "node", "publishing")
def test_the_checkers_find_nothing(packages):
    assert [*release.faults(*packages)] == []


@needs("wheel", "npm packages", "node", "publishing")
def test_the_checkers_would_find_something(tmp_path):
    wheel, tarball = tmp_path / "a-1-py3-none-any.whl", tmp_path / "a.tgz"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("a-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: a\nVersion: 1\n\n")
        archive.writestr("a-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "package.json").write_text(
        '{"name": "A b", "version": "1", "exports": {".": "./none.js", "./b": {"types": "./b.d.ts"}}}'
    )
    (tmp_path / "package" / "b.d.ts").write_text("export {};")
    with tarfile.open(tarball, "w:gz") as archive:
        archive.add(tmp_path / "package", "package")
    found = [*release.faults(wheel, wheel, tarball)]
    assert [next(name for name in ("twine", "publint", "cli", "npm") if name in fault) for fault in found] == [
        *("twine", "publint", "cli", "npm")
    ]


@pytest.fixture
def ready(tmp_path):
    """A project that can be released."""
    for name in release._BEFORE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("It is on PyPI and npm.\n")
    (tmp_path / "pyproject.toml").write_text(f'[tool.py-url]\nrepository = "{ADDRESS}"\n')
    (tmp_path / "README.md").write_text("pip install py-url-whatwg\n")
    (tmp_path / "web" / "docs" / "project" / "changelog.md").write_text(f"# Changelog\n\n## [{VERSION}] - 2026-12-31\n")
    return tmp_path


HERE = {"GITHUB_REPOSITORY": "Somebody/py-url.fork", "GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": f"v{VERSION}"}


@pytest.mark.parametrize("variables", [{}, HERE, {**HERE, "GITHUB_SERVER_URL": "https://github.com"}])
def test_a_project_that_is_ready(ready, variables):
    assert [*release.unready(ready, variables)] == []


@pytest.mark.parametrize(
    ("file", "before", "after", "variables", "said"),
    [
        ("pyproject.toml", ADDRESS, "", HERE, "names no repository"),
        ("pyproject.toml", "Somebody", "Other", HERE, f"https://github.com/Other/py-url.fork, but this is {ADDRESS}"),
        ("README.md", "pip", "pip", {**HERE, "GITHUB_REF_NAME": VERSION}, f"the tag has to be v{VERSION}"),
        ("README.md", "pip", "not on PyPI yet: pip", HERE, 'README.md says "not on PyPI yet"'),
        ("web/docs/start/install.md", "on PyPI and npm", "not on PyPI or npm yet", HERE, "install.md says"),
        ("web/docs/start/should-i-adopt.md", "on PyPI and npm", "not published yet", HERE, "should-i-adopt.md says"),
        ("web/docs/howto/javascript.md", "on PyPI and npm", "not on npm yet", HERE, "javascript.md says"),
        ("py_url/standard/infra/extras.py", "It", "PUBLISHED = False", HERE, 'extras.py says "PUBLISHED = False"'),
        ("web/docs/project/changelog.md", " - 2026-12-31", "", HERE, f'no heading "## \\[{VERSION}\\] - YYYY-MM-DD"'),
        ("web/docs/project/changelog.md", "# C", "not yet published\n# C", HERE, 'says "not yet published"'),
    ],
)
def test_what_is_missing_for_a_release(ready, file, before, after, variables, said):
    text = (ready / file).read_text()
    assert before in text
    (ready / file).write_text(text.replace(before, after, 1))
    (problem,) = release.unready(ready, variables)
    assert re.search(said, problem)


def test_this_project_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(release.build_wheel, "build_all", lambda: None)
    for name in ("build_pure_wheel", "build_sdist", "build_npm_package"):
        monkeypatch.setattr(release.build_wheel, name, lambda: ROOT)
    monkeypatch.setattr(release, "faults", lambda *_: iter(["twine: bad"]))
    monkeypatch.setattr(release, "unready", lambda: iter(["no address"]))
    assert release.main(["check"]) == 1
    assert capsys.readouterr().out == "twine: bad\nno address\n"
    monkeypatch.setattr(release, "faults", lambda *_: iter(()))
    monkeypatch.setattr(release, "unready", lambda: iter(()))
    assert release.main(["check"]) == 0


@pytest.fixture
def uploads(tmp_path, monkeypatch):
    """Packages to upload, in a workflow: nothing is, and the commands are listed instead."""
    commands = []
    files = {"WHEEL": f"a-{VERSION}-py3-none-any.whl", "SDIST": f"a-{VERSION}.tar.gz", "NPM": f"a-{VERSION}.tgz"}
    for name, file in files.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / file).touch()
        (tmp_path / name / ".made-of").touch()
        monkeypatch.setattr(build_wheel, name, tmp_path / name)
    monkeypatch.setattr(project, "run", lambda command, **_: commands.append(command) or "11.5.1\n")
    monkeypatch.setattr(npm, "node", lambda: "node")
    monkeypatch.setattr(release.publishing, "program", lambda name: Path("bin", name))
    for name, value in {"GITHUB_ACTIONS": "true", "ACTIONS_ID_TOKEN_REQUEST_URL": "https://h/"}.items():
        monkeypatch.setenv(name, value)
    return commands


def test_what_is_uploaded_to_pypi(uploads, tmp_path):
    assert release.main(["pypi"]) == 0
    files = [str(tmp_path / "WHEEL" / f"a-{VERSION}-py3-none-any.whl"), str(tmp_path / "SDIST" / f"a-{VERSION}.tar.gz")]
    attestations = [f"{file}.publish.attestation" for file in files]
    assert uploads == [
        [str(Path("bin", "pypi-attestations")), "sign", *files],
        [str(Path("bin", "twine")), "upload", "--non-interactive", "--attestations", *files, *attestations],
    ]


def test_what_is_uploaded_to_npm(uploads, tmp_path, monkeypatch, capsys):
    assert release.main(["npm"]) == 0
    assert uploads[-1][1:5] == [
        "publish",
        str(tmp_path / "NPM" / f"a-{VERSION}.tgz"),
        "--provenance",
        "--access=public",
    ]
    before = len(uploads)
    monkeypatch.setattr(project, "run", lambda *_, **__: "11.5.0\n")
    assert release.main(["npm"]) == 2
    assert "npm is 11.5.0; npm 11.5.1 or later is needed" in capsys.readouterr().err
    assert len(uploads) == before


@pytest.mark.parametrize(
    ("folder", "file"),
    [
        ("WHEEL", f"a-{VERSION}-cp314-none-any.whl"),
        ("SDIST", f"b-{VERSION}.tar.gz"),
        ("WHEEL", f"a-9{VERSION}-py3-none-any.whl"),
        ("WHEEL", None),
    ],
)
def test_nothing_else_is_uploaded(uploads, folder, file, tmp_path, capsys):
    if file is None:
        (tmp_path / folder / f"a-{VERSION}-py3-none-any.whl").unlink()
    else:
        (tmp_path / folder / file).touch()
    assert release.main(["pypi"]) == 2
    assert f"{tmp_path / folder} has to hold only *-{VERSION}" in capsys.readouterr().err
    assert uploads == []


@pytest.mark.parametrize("name", ["GITHUB_ACTIONS", "ACTIONS_ID_TOKEN_REQUEST_URL"])
@pytest.mark.parametrize("step", ["pypi", "npm"])
def test_nothing_is_uploaded_outside_the_workflow(uploads, step, name, monkeypatch, capsys):
    """A login of this machine would be enough to publish by mistake."""
    monkeypatch.delenv(name)
    assert release.main([step]) == 2
    assert capsys.readouterr().err == (
        "release.py: only .github/workflows/publish.yml uploads packages; nothing was uploaded\n"
    )
    assert uploads == []


PROGRAM = """
import { load } from "py-url";
const { URL, version } = await load();
console.log(new URL("http://0x7f.1/").hostname, version);
"""
MICROPIP = """
const [pyodideFolder, micropip, index] = process.argv.slice(-3);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const pyodide = await loadPyodide();
await pyodide.loadPackage(micropip, { messageCallback() {} });
console.log(await pyodide.runPythonAsync(`
import micropip
await micropip.install("py-url-whatwg", index_urls=${JSON.stringify(index)})
from py_url import URL, __version__
f"{URL('http://0x7f.1/').hostname} {__version__}"
`));
"""
SAID = f"127.0.0.1 {VERSION}"


@pytest.fixture(scope="module")
def indexes(tmp_path_factory):
    """The address of a local server with an index for pip and a registry for npm, which have the packages."""
    folder = tmp_path_factory.mktemp("indexes")
    simple, tarballs = folder / "simple" / "py-url-whatwg", folder / "tarballs"
    for made in (simple, tarballs):
        made.mkdir(parents=True)
    for file in (build_wheel.build(), build_wheel.build_sdist()):
        shutil.copy(file, simple)
    shutil.copy(build_wheel.build_npm_package(), tarballs)
    packages = npm.packages()
    npm.run("pack", "--ignore-scripts", packages / "pyodide", packages / "ws", "--offline", cwd=tarballs)
    handler = functools.partial(SilentHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        for file in tarballs.iterdir():
            with tarfile.open(file) as archive:
                package = json.load(archive.extractfile("package/package.json"))
            # Types for Emscripten are not here.
            package.get("dependencies", {}).pop("@types/emscripten", None)
            package["dist"] = {"tarball": f"{address}tarballs/{file.name}"}
            versions = {package["version"]: package}
            about = {"name": package["name"], "dist-tags": {"latest": package["version"]}, "versions": versions}
            (folder / package["name"]).write_text(json.dumps(about), "utf-8")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield address
        server.shutdown()
        thread.join(SECONDS)


class SilentHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def stranger(tmp_path):
    """The environment variables of a user who has set up nothing, with one folder for everything."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_", "PIPX_", "npm_"))}
    places = ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR", "UV_CACHE_DIR", "UV_TOOL_DIR", "UV_TOOL_BIN_DIR")
    folders = {name: str(tmp_path / name) for name in (*places, "npm_config_cache")}
    return {**kept, **folders, "PIP_CONFIG_FILE": os.devnull, "UV_NO_CONFIG": "1", "HOME": str(tmp_path)}


@needs("wheel", "npm packages", "node", "publishing")
@pytest.mark.parametrize("tool", ["pip", "pipx", "uv"])
def test_a_stranger_installs_the_command(tool, indexes, stranger, tmp_path):
    index = f"{indexes}simple/"
    if tool == "pip":
        project.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], seconds=SECONDS)
        folder = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
        command = [folder / "python", "-m", "pip", "install", "--no-cache-dir", "--index-url", index, "py-url-whatwg"]
    elif tool == "pipx":
        folder = Path(stranger["PIPX_BIN_DIR"])
        command = [publishing.program("pipx"), "install", "--backend=pip", "--skip-maintenance"]
        command += ["--index-url", index, "py-url-whatwg"]
    else:
        folder = Path(stranger["UV_TOOL_BIN_DIR"])
        uv = publishing.program("uv")
        command = [uv, "tool", "install", f"--python={sys.executable}", "--default-index", index, "py-url-whatwg"]
    project.run([str(part) for part in command], cwd=tmp_path, env=stranger, seconds=SECONDS)
    program = str(folder / "py-url")
    assert project.run([program, "--version"], env=stranger).startswith(f"py-url {VERSION} ")
    assert "127.0.0.1" in project.run([program, "parse", "--json", "http://0x7f.1/"], env=stranger)


USES = """
from typing import assert_type

from py_url import URL, URLSearchParams, guard

assert_type(URL("https://h/").href, str)
assert_type(URL.parse("x"), URL | None)
assert_type(URLSearchParams("a=1").get("a"), str | None)
assert_type(guard.check_fetch("https://h/").allowed, bool)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A virtual environment that has the wheel and nothing else, with a program beside it."""
    folder = tmp_path_factory.mktemp("installed")
    project.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], seconds=SECONDS)
    python = folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site_packages = Path(project.run([str(python), "-c", code]).strip())
    with zipfile.ZipFile(build_wheel.build_pure_wheel()) as archive:
        archive.extractall(site_packages)
    (folder / "program.py").write_text(USES)
    return python, site_packages, folder / "program.py"


@needs("wheel", "npm test packages")
@pytest.mark.parametrize("checker", ["mypy", "Pyright"])
def test_the_installed_wheel_has_types(checker, installed):
    python, site_packages, program = installed
    if checker == "mypy":
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--no-incremental",
            f"--python-executable={python}",
            program,
        ]
    else:
        pyright = npm.packages(project.TEST_PACKAGES) / "pyright" / "index.js"
        command = [npm.node(), pyright, "--warnings", f"--pythonpath={python}", program]
    command = [str(part) for part in command]
    project.run(command, cwd=program.parent, seconds=SECONDS)
    if checker == "mypy":
        # Without the file that says so, mypy takes no types from an installed package.
        marker = site_packages / "py_url" / "py.typed"
        content = marker.read_bytes()
        marker.unlink()
        try:
            with pytest.raises(SetUpError, match=r"py\.typed"):
                project.run(command, cwd=program.parent, seconds=SECONDS)
        finally:
            marker.write_bytes(content)


@needs("wheel", "npm packages", "node")
def test_a_stranger_installs_with_micropip(indexes):
    (micropip,) = build_wheel.PYODIDE.glob("micropip-*.whl")
    command = [npm.node(), "--input-type=module", "--eval", MICROPIP, npm.packages() / "pyodide", micropip]
    said = project.run([*map(str, command), f"{indexes}simple/"], seconds=SECONDS)
    assert said.splitlines()[-1] == SAID


@needs("wheel", "npm packages", "node")
def test_a_stranger_installs_with_npm(indexes, stranger, tmp_path):
    (tmp_path / "package.json").write_text('{"name": "empty", "private": true, "type": "module"}\n')
    (tmp_path / "program.js").write_text(PROGRAM)
    npm_program = shutil.which("npm")
    options = ["--no-audit", "--no-fund", "--no-update-notifier", f"--registry={indexes}"]
    project.run([npm_program, "install", *options, "py-url"], cwd=tmp_path, env=stranger, seconds=SECONDS)
    # npm installs Pyodide with it, as a peer.
    assert (tmp_path / "node_modules" / "pyodide").is_dir()
    assert project.run([npm.node(), "program.js"], cwd=tmp_path, seconds=SECONDS).strip() == SAID


@needs("publishing", "node")
def test_the_bill_of_materials_has_what_the_locks_have(tmp_path):
    files = release.describe(tmp_path, validate=False)
    assert [file.name for file in files] == [
        *("python.cdx.json", "pyodide.cdx.json", "playground.cdx.json", "npm.cdx.json")
    ]
    bills = {file.name.partition(".")[0]: json.loads(file.read_text("utf-8")) for file in files}
    text = (REQUIREMENTS / "packages.txt").read_text("utf-8")
    locked = {*re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)}
    for name, some in {
        "python": {"build", "pyproject-hooks"},
        "pyodide": {"micropip"},
        "playground": {"yarl", "idna"},
    }.items():
        found = {(part["name"], part["version"]) for part in bills[name]["components"]}
        assert found < locked
        assert some <= {part for part, _ in found}
    lock = json.loads((SCRIPTS / "package-lock.json").read_text("utf-8"))["packages"]
    locked = {(path.rpartition("node_modules/")[2], entry["version"]) for path, entry in lock.items() if path}
    assert {(part["name"], part["version"]) for part in bills["npm"]["components"]} == locked
    for bill in bills.values():
        assert "serialNumber" not in bill, "it is another one each time"
        assert "timestamp" not in bill["metadata"]


def test_the_command():
    for arguments, status in ((["--help"], 0), (["publish"], 2)):
        command = [sys.executable, release.__file__, *arguments]
        result = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)
        assert result.returncode == status
