"""build_scripts/build_wheel.py and building/compiled_wheel.py: the wheels that they build."""

import base64
import csv
import hashlib
import io
import json
import os
import py_compile
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import build_wheel
import pytest
import zstandard
from building import compiled_wheel, packing, snapshot
from packaging.requirements import Requirement
from setup import npm, venv
from setup.project import CACHE, ROOT, SetUpError, run

import py_url
from tests.support.needs import needs

pytestmark = needs("wheel", "npm packages", "node")

COMPILED = ["py-url-whatwg", "micropip"]
SECONDS = 600
# In kB: a little above the sizes of 2026-11 (599, 1,907, 155, 2,979 and 4,884). Everyone who opens a page with py-url
# downloads the core or the snapshot. 600 is the most that the project allows itself for the wheel. A fifth of it is for
# the older editions of the standard, HTML's attributes and headers, the syntax of five schemes and the grammars of
# seven RFCs; a fifth is for the guard and its transports, the parser's steps and the modules for other libraries; an
# eighth is for columns, their engines, canonical forms and "py-url column", and a tenth for URL patterns and the
# editing of URLs in a shell. The rules of URLs and the deadlines of the guard took 2 % more.
# The bytecode of the compiled wheel and the core has no columns. If a new table or data file exceeds a limit, move it
# elsewhere, or raise the limit and say why.
MOST = {"wheel": 600, "compiled wheel": 1_690, "core": 116, "snapshot": 2_750, "npm package": 4_750}


@pytest.fixture(scope="module")
def wheel():
    return build_wheel.build()


@pytest.fixture(scope="module")
def sdist():
    return build_wheel.build_sdist()


@pytest.fixture(scope="module")
def lock(wheel):
    return json.loads((build_wheel.PYODIDE / "pyodide-lock.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def compiled(lock):
    """Return the compiled wheels by the names of their packages."""
    return {name: build_wheel.PYODIDE / lock["packages"][name]["file_name"] for name in COMPILED}


@pytest.fixture(scope="module")
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def installed(compiled):
    """Return what tests/pyodide/installed.py finds."""
    script, file = ROOT / "tests" / "pyodide" / "run_file.mjs", ROOT / "tests" / "pyodide" / "installed.py"
    pyodide = npm.packages() / "pyodide"
    command = [npm.node(), script, pyodide, build_wheel.PYODIDE, file, "py-url-whatwg", "micropip"]
    return json.loads(run([str(part) for part in command], seconds=SECONDS).splitlines()[-1])


def modules():
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "py_url").rglob("*.py")}


def files_in(wheel):
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def check_record(files):
    """RECORD lists exactly the files in the wheel, with sizes and digests."""
    (record,) = (name for name in files if name.endswith(".dist-info/RECORD"))
    listed = {path: (digest, size) for path, digest, size in csv.reader(files[record].decode().splitlines())}
    assert listed.pop(record) == ("", "")
    there = {}
    for path in files.keys() - {record}:
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).decode().rstrip("=")
        there[path] = (f"sha256={digest}", str(len(files[path])))
    assert listed == there


def tags_in(files):
    (name,) = (name for name in files if name.endswith(".dist-info/WHEEL"))
    return HeaderParser().parsestr(files[name].decode()).get_all("Tag")


def python_build(kind, source, folder):
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(folder), str(source)]
    run(command, seconds=SECONDS)


def test_the_wheel_holds_the_package_alone(wheel):
    assert wheel.name == f"py_url_whatwg-{py_url.__version__}-py3-none-any.whl"
    files = files_in(wheel)
    programs = {f"py_url/parsers/runtimes/{name}" for name in ("ReadURL.java", "node.cjs", "read_url.go")}
    expected = modules() | programs | {"py_url/py.typed"}
    assert {name for name in files if ".dist-info/" not in name} == expected
    check_record(files)


def test_what_is_built_is_small(wheel, compiled):
    sizes = {
        "wheel": wheel,
        "compiled wheel": compiled["py-url-whatwg"],
        "core": build_wheel.PYODIDE / f"py_url_whatwg-{py_url.__version__}-core.zst",
        "snapshot": build_wheel.snapshot_file(),
        "npm package": build_wheel.build_npm_package(),
    }
    sizes = {name: file.stat().st_size / 1000 for name, file in sizes.items()}
    assert {name: size for name, size in sizes.items() if size > MOST[name]} == {}


def test_metadata(wheel, project):
    files = files_in(wheel)
    folder = f"py_url_whatwg-{py_url.__version__}.dist-info"
    metadata = HeaderParser().parsestr(files[f"{folder}/METADATA"].decode())
    assert files[f"{folder}/entry_points.txt"].decode().split() == [
        *("[console_scripts]", "py-url", "=", "py_url.programs.command_line:main")
    ]
    assert b"MIT License" in files[f"{folder}/licenses/LICENSE"]
    assert b"UNICODE LICENSE V3" in files[f"{folder}/licenses/LICENSE"]
    assert metadata["Name"] == project["name"]
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT AND Unicode-3.0"
    needed = [Requirement(text) for text in metadata.get_all("Requires-Dist")]
    assert [str(requirement) for requirement in needed if requirement.marker is None] == []
    assert {str(requirement) for requirement in needed if requirement.marker} == {
        str(Requirement(f"{text}; extra == '{extra}'"))
        for extra, texts in project["optional-dependencies"].items()
        for text in texts
    }


def test_the_extras_are_those_that_the_messages_name(project):
    named = {
        extra
        for module in modules()
        for extra in re.findall(r"how_to_install\(['\"](\w+)", (ROOT / module).read_text("utf-8"))
    }
    assert named == project["optional-dependencies"].keys()


def test_the_source_distribution_builds_the_same_wheel(wheel, sdist, tmp_path):
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert (source / "build_scripts" / "test.py").is_file()
    assert not (source / ".cache").exists()
    # The laboratory stays at home.
    for left_out in ("build_scripts/research", "build_scripts/bench.py", "build_scripts/fuzz.py", "tests/research"):
        assert (ROOT / left_out).exists()
        assert not (source / left_out).exists()
    python_build("wheel", source, tmp_path)
    # Compressing again changes neither, as the next test says.
    assert files_in(tmp_path / wheel.name) == files_in(wheel)
    with zipfile.ZipFile(tmp_path / wheel.name) as again, zipfile.ZipFile(wheel) as first:
        assert described(again) == described(first)


def test_what_is_compressed_is_kept_for_weeks(tmp_path, monkeypatch):
    monkeypatch.setattr(packing, "_KEPT", tmp_path)
    compressed = []

    def make(content):
        compressed.append(content)
        return content[::-1]

    assert [packing.kept(b"ab", make, "zopfli", setting) for setting in (1, 1, 2)] == [b"ba"] * 3
    assert compressed == [b"ab"] * 2
    old, new = tmp_path.iterdir()
    os.utime(old, (0, 0))
    packing.forget()
    assert [*tmp_path.iterdir()] == [new]
    new.write_bytes(new.read_bytes()[:-1])
    assert [packing.kept(b"ab", make, "zopfli", setting) for setting in (1, 2)] == [b"ba"] * 2


def test_compressing_again_changes_nothing_but_the_size(tmp_path):
    wheel, before = tmp_path / "a.whl", {"b.py": b"import this\n" * 1_000, "c/": b"", "a.txt": b"", "d": b"\x00\xff"}
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in before.items():
            info = zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0))
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_STORED if name == "c/" else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
        entries = described(archive)
    size = wheel.stat().st_size
    build_wheel.recompress(wheel)
    with zipfile.ZipFile(wheel) as archive:
        assert described(archive) == entries
    assert files_in(wheel) == before
    assert [*files_in(wheel)] == [*before]
    assert wheel.stat().st_size < size
    assert [*tmp_path.iterdir()] == [wheel]


def described(archive):
    return [
        (entry.filename, entry.date_time, entry.external_attr, entry.create_system, entry.compress_type, entry.CRC)
        for entry in archive.infolist()
    ]


def test_what_goes_to_pypi_lies_apart_from_compiled_wheels(wheel, sdist, compiled):
    """If it did not, pip on Python 3.14 would prefer a compiled wheel from PyPI to the pure one."""
    assert [file.name for file in build_wheel.WHEEL.glob("[!.]*")] == [wheel.name]
    assert [file.name for file in build_wheel.SDIST.glob("[!.]*")] == [sdist.name]
    assert [file.name for file in build_wheel.DIST.iterdir() if not file.is_dir()] == [], "delete these files"
    # site.py makes these, with the wheels that its pages load.
    of_pages = (build_wheel.DIST / "site", build_wheel.DIST / "playground-wheels")
    wheels = {file for file in build_wheel.DIST.rglob("*.whl") if not any(map(file.is_relative_to, of_pages))}
    there = {file for file in wheels if "-py3-none-any" not in file.name}
    assert there == set(compiled.values())
    assert {(file.parent, file.name.split("-", 2)[2]) for file in there} == {
        (build_wheel.PYODIDE, "cp314-none-any.whl")
    }


def test_only_changes_to_its_sources_cause_a_rebuild(tmp_path):
    """Works in a copy of the project, and changes its files one after the other."""
    for name in ("py_url", "build_scripts"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".python-version"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "web").mkdir()
    test = tmp_path / "tests" / "test_something.py"
    test.parent.mkdir()
    test.write_text("")
    # Compressing takes most of the time, and decides nothing here.
    code = (
        "import build_wheel\n"
        "build_wheel.recompress = lambda wheel: None\n"
        "for build in (build_wheel.build_pure_wheel, build_wheel.build_sdist): print(build().stat().st_mtime_ns)"
    )

    def built():
        return run([sys.executable, "-c", code], cwd=tmp_path / "build_scripts", seconds=SECONDS).split()

    wheel, sdist = built()
    assert built() == [wheel, sdist]
    test.write_text("def test_something(): pass\n")
    wheel_then, sdist_then = built()
    assert wheel_then == wheel
    assert sdist_then != sdist
    (tmp_path / "py_url" / "more.py").write_text("")
    wheel_last, sdist_last = built()
    assert wheel_last != wheel_then
    assert sdist_last != sdist_then


def test_a_second_build_does_nothing(wheel, compiled):
    files = [wheel, *compiled.values()]
    before = [file.stat().st_mtime_ns for file in files]
    assert build_wheel.build(install=False) == wheel
    assert [file.stat().st_mtime_ns for file in files] == before


def test_the_snapshot_is_named_by_what_it_is_for_and_by_its_digest(lock):
    file = build_wheel.snapshot_file()
    pyodide = json.loads((npm.packages() / "pyodide" / "package.json").read_text("utf-8"))["version"]
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert file.name == f"py_url-{py_url.__version__}-pyodide-{pyodide}-{digest}.bin"
    assert lock["tool"]["py-url"]["snapshot"] == file.name
    assert lock["tool"]["py-url"]["version"] == pyodide


@pytest.fixture(scope="module")
def short(lock):
    """Return the contents of the short files that the lock file names, by their names in it."""
    contents = {}
    for name, (file, digest) in lock["tool"]["py-url"]["files"].items():
        contents[name] = zstandard.ZstdDecompressor().decompress((build_wheel.PYODIDE / file).read_bytes())
        assert hashlib.sha256(contents[name]).hexdigest() == digest
    return contents


def parted(packed):
    start = 4 + int.from_bytes(packed[:4], "little")
    assert start % 16 == 0
    return json.loads(packed[4:start]), packed[start:]


def unpacked(packed):
    header, content = parted(packed)
    files, place = {}, 0
    for path, size in header["files"]:
        files[path] = content[place : place + size]
        place += size
    assert place == len(content)
    return files


def test_the_short_files_have_what_the_long_ones_have(short, compiled):
    pyodide = npm.packages() / "pyodide"
    assert short.keys() == {"core", "playground", "whole", "pyodide.asm.wasm", "python_stdlib.zip"}
    assert unpacked(short["whole"]) == files_in(compiled["py-url-whatwg"])
    assert short["pyodide.asm.wasm"] == (pyodide / "pyodide.asm.wasm").read_bytes()
    with zipfile.ZipFile(io.BytesIO(short["python_stdlib.zip"])) as library:
        assert library.testzip() is None
        assert {name: library.read(name) for name in library.namelist()} == files_in(pyodide / "python_stdlib.zip")
        assert {entry.compress_type for entry in library.infolist()} == {zipfile.ZIP_STORED}


def test_the_core_is_what_a_url_needs_without_sources_and_docstrings(short, compiled):
    core, whole = unpacked(short["core"]), files_in(compiled["py-url-whatwg"])
    assert core.keys() < whole.keys()
    assert {content for path, content in core.items() if path.endswith(".py")} == {b""}
    bytecode = {re.sub(r"(\w+)\.py$", r"__pycache__/\1.cpython-314.pyc", path) for path in core if path.endswith(".py")}
    assert bytecode == {path for path in core if path.endswith(".pyc")}
    rooms = {path.split("/")[1] for path in core} - {"__init__.py", "__pycache__"}
    assert rooms == {"api", "fast", "programs", "standard"}
    text = py_url.URL.parse.__doc__.encode()
    bytecode_of_url = "py_url/api/__pycache__/url.cpython-314.pyc"
    assert text in whole[bytecode_of_url]
    assert text not in core[bytecode_of_url]


def test_the_snapshot_is_without_what_the_webassembly_has(short):
    header, content = parted(zstandard.ZstdDecompressor().decompress(build_wheel.snapshot_file().read_bytes()))
    assert header == {"wasm": hashlib.sha256(short["pyodide.asm.wasm"]).hexdigest()}
    assert len(content) % 16 == 0
    # A text in the WebAssembly's data that is nowhere else.
    assert b"PyType_FromMetaclass" in short["pyodide.asm.wasm"] or b"Fatal Python error" in short["pyodide.asm.wasm"]
    assert b"Fatal Python error: " not in content


def test_the_decoder_has_its_licence_and_what_the_pages_need(lock):
    text = (build_wheel.PYODIDE / lock["tool"]["py-url"]["decoder"]).read_text("utf-8")
    assert text.startswith("/*!\nMIT License\n")
    assert "Arjun Barrett" in text
    assert text.endswith("export { rzfh as readHeader, rzb as readBlock };\n")


def test_what_is_packed_begins_where_pyodide_can_read_numbers():
    for length in range(40):
        packed = packing.pack({"x": "y" * length}, b"content")
        assert parted(packed) == ({"x": "y" * length}, b"content")


def test_making_a_snapshot_that_fails_says_why(tmp_path):
    (tmp_path / "modules").mkdir()
    (tmp_path / "pyodide.mjs").write_text("export const loadPyodide = () => { throw new Error('of another kind'); };")
    with pytest.raises(SetUpError, match="of another kind"):
        snapshot.make(tmp_path, tmp_path / "modules", tmp_path, "1")
    (tmp_path / "pyodide.mjs").write_text("""
        let length = 0;
        const HEAP8 = { get length() { return length += 1; } };
        const FS = { mkdirTree() {}, writeFile() {} };
        const _module = { HEAP8, HEAPU8: new Uint8Array(1), _malloc: () => 0, _free() {} };
        const makeMemorySnapshot = () => new Uint8Array([1]);
        export const loadPyodide = () => ({ _module, FS, runPython: () => "/site", makeMemorySnapshot });
    """)
    with pytest.raises(SetUpError, match="what was imported needs more memory than a new Pyodide has"):
        snapshot.make(tmp_path, tmp_path / "modules", tmp_path, "1")


APP = {
    "my_app/__init__.py": """
from importlib.metadata import version
from importlib.resources import files
import wave
from py_url import guard
VERSION = version("my-app")
TEXT = files(__name__).joinpath("data.txt").read_text()
made = []
""",
    "my_app/later.py": "def is_checked():\n    assert False, 'it is'\n",
    "my_app/data.txt": "data",
    "my_module.py": "import my_app; my_app.made.append('imported'); print('a line of its own')",
    "my_space/part/__init__.py": "import my_app; my_app.made.append('in a namespace')",
    "my_space/part/later.py": "",
    "my_space/single.py": "",
    "my_app-1.0.dist-info/METADATA": """\
Metadata-Version: 2.1
Name: my-app
Version: 1.0
Requires-Dist: py-url-whatwg
Requires-Dist: its-dependency[more]
Requires-Dist: pywin32; sys_platform == "win32"
Requires-Dist: pytest; extra == "test"
""",
    "my_app-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "my_app-1.0.dist-info/RECORD": "",
}
DEPENDENCY = {
    "its_dependency.py": "",
    "its_dependency-2.0.dist-info/METADATA": """\
Metadata-Version: 2.1
Name: its-dependency
Version: 2.0
Provides-Extra: more
Requires-Dist: micropip; extra == "more"
""",
    "its_dependency-2.0.dist-info/WHEEL": APP["my_app-1.0.dist-info/WHEEL"],
    "its_dependency-2.0.dist-info/RECORD": "",
}
OF_DEPENDENCY = "its_dependency-2.0-py2.py3-none-any.whl"
# What a page with this wheel has in memory, and what it gets with Python.
USING = """
import { load } from %r;
const [indexURL, lockFileURL, packageBaseUrl] = process.argv.slice(1);
const { python, fromSnapshot } = await load({ indexURL, lockFileURL, packageBaseUrl });
const pyodide = await python();
const before = pyodide.runPython(`
import sys
{'my_module', 'my_app', 'wave', 'my_space.part', 'my_space.single', 'its_dependency'} <= sys.modules.keys()
`);
const loaded = await pyodide.loadPackage("my-app", { messageCallback() {} });
const said = pyodide.runPython(`
import my_app
from my_app import later
from my_space.part import later as of_part
try:
    later.is_checked()
except AssertionError as error:
    said = str(error)
[my_app.VERSION, my_app.TEXT, ",".join(my_app.made), my_app.guard.__name__, said]
`).toJs();
console.log(JSON.stringify([fromSnapshot, before, loaded.length, ...said]));
process.exit();
"""


def wheel_of(folder, files, name="my_app-1.0-py3-none-any.whl"):
    made = folder / name
    with zipfile.ZipFile(made, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return made


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Nothing is made beside what others use, and nothing is compressed well, which would take long."""
    monkeypatch.setattr(build_wheel, "WITH", tmp_path / "with")
    monkeypatch.setattr(packing, "_LEVEL", 1)
    return tmp_path


def test_the_snapshot_of_a_page_has_its_own_packages(elsewhere, wheel):
    folder = build_wheel.build_with([wheel_of(elsewhere, APP), wheel_of(elsewhere, DEPENDENCY, OF_DEPENDENCY)])
    assert folder == elsewhere / "with"
    names = {file.name for file in folder.iterdir()}
    assert {"pyodide-lock.json", "my_app-1.0-cp314-none-any.whl", "py_url_pyodide.mjs", "fzstd.mjs"} <= names
    assert "its_dependency-2.0-cp314-none-any.whl" in names
    assert not [name for name in names if name.endswith("py3-none-any.whl")]
    program = USING % (ROOT / "web" / "py_url.js").as_uri()
    lock_file = folder / "pyodide-lock.json"
    command = [
        npm.node(),
        "--input-type=module",
        "-e",
        program,
        npm.packages() / "pyodide",
        lock_file,
        f"{folder}{os.sep}",
    ]
    said = json.loads(run([str(part) for part in command], seconds=SECONDS).splitlines()[-1])
    # Nothing is loaded for the package, and its assertions are those that were written.
    assert said == [True, True, 0, "1.0", "data", "imported,in a namespace", "py_url.guard", "it is"]
    # All others have what they had.
    assert build_wheel.snapshot_file().name not in names


def test_a_wheel_that_cannot_be_in_a_snapshot_is_an_error(elsewhere, wheel):
    with pytest.raises(SetUpError, match=r"there is no wheel .*missing\.whl"):
        build_wheel.build_with([elsewhere / "missing.whl"])
    compiled = wheel_of(elsewhere, APP, "my_app-1.0-cp314-cp314-emscripten_4_0_0_wasm32.whl")
    with pytest.raises(SetUpError, match="is not the name of a pure wheel"):
        build_wheel.build_with([compiled])
    alone = wheel_of(elsewhere, APP)
    with pytest.raises(
        SetUpError, match=r"^my_app-1\.0-py3-none-any\.whl needs its-dependency: name the wheel of each"
    ):
        build_wheel.build_with([alone])
    # Pyodide's lock file has this one, but a page with the snapshot does not load it.
    metadata = DEPENDENCY["its_dependency-2.0.dist-info/METADATA"].replace("micropip", "attrs")
    needing = wheel_of(elsewhere, {**DEPENDENCY, "its_dependency-2.0.dist-info/METADATA": metadata}, OF_DEPENDENCY)
    with pytest.raises(SetUpError, match=r"^its_dependency-2\.0-py2\.py3-none-any\.whl needs attrs: "):
        build_wheel.build_with([alone, needing])
    dependency = wheel_of(elsewhere, DEPENDENCY, OF_DEPENDENCY)
    failing = wheel_of(elsewhere, {**APP, "my_module.py": "import nothing_of_the_kind"})
    with pytest.raises(SetUpError, match="nothing_of_the_kind"):
        build_wheel.build_with([failing, dependency])


def test_the_modules_of_a_wheel_that_are_imported(tmp_path):
    files = ["a/__init__.py", "a/b.py", "a/c/d.py", "e.py", "space/f/__init__.py", "space/f/g.py", "space/h.py"]
    others = [
        "__main__.py",
        "space/__main__.py",
        "data/i.txt",
        "x-1.dist-info/j.py",
        "x-1.data/scripts/k.py",
        "no-name.py",
    ]
    pyc = "space/__pycache__/h.cpython-314.pyc"
    wheel = wheel_of(tmp_path, dict.fromkeys([*files, *others, pyc], ""))
    assert build_wheel._modules_in(wheel) == ["a", "e", "space.f", "space.h"]


def test_the_lock_file_names_the_compiled_wheels_with_their_checksums(lock, compiled):
    assert lock["packages"]["py-url-whatwg"]["depends"] == []
    for name, file in compiled.items():
        assert file.name.endswith("-cp314-none-any.whl")
        assert lock["packages"][name]["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    named = {package["file_name"] for package in lock["packages"].values()}
    assert {file.name for file in build_wheel.PYODIDE.glob("*.whl")} <= named


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_wheel_describes_itself(name, compiled):
    files = files_in(compiled[name])
    check_record(files)
    assert tags_in(files) == [compiled[name].stem.split("-", 2)[2]] == ["cp314-none-any"]


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_wheel_holds_the_pure_one_and_bytecode_for_each_module(name, compiled, wheel):
    pure = {file.name.partition("-")[0]: file for file in [wheel, *venv.pyodide_wheels()]}
    before, after = files_in(pure[name.replace("-", "_")]), files_in(compiled[name])
    rewritten = {path for path in before if path.endswith((".dist-info/RECORD", ".dist-info/WHEEL"))}
    assert {path for path in before if after.get(path) != before[path]} == rewritten
    bytecode = {re.sub(r"(\w+)\.py$", r"__pycache__/\1.cpython-314.pyc", path) for path in before if path[-3:] == ".py"}
    assert after.keys() - before.keys() == bytecode
    # The flags say that the file holds the source's hash, which is not to be checked. With the source's time instead,
    # which is lost when Pyodide unpacks a wheel, Python would compile everything again.
    assert {after[path][4:8] for path in bytecode} == {b"\1\0\0\0"}


def test_everything_is_the_same_in_another_place_on_another_day(wheel, sdist, compiled, tmp_path):
    """And nothing is left elsewhere. The other place is made from the sdist, and its owner has another umask."""
    build_wheel.build_npm_package()
    before = made_in(build_wheel.DIST)
    home, temporary, place = (tmp_path / name for name in ("home", "temporary", "place"))
    for folder in (home, temporary, place):
        folder.mkdir()
    with tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
    (root,) = place.iterdir()
    (root / "PKG-INFO").unlink()
    for path in root.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from setup import project\n"
        "project.CACHE = Path(sys.argv[1])\n"
        "os.umask(0o077)\n"
        "import build_wheel\n"
        "build_wheel.build_all()"
    )
    tomorrow = "--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+864e5"
    variables = {**os.environ, "HOME": str(home), "USERPROFILE": str(home), "TMPDIR": str(temporary)}
    variables |= {"TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1700000000", "NODE_OPTIONS": tomorrow}
    variables.pop("XDG_CACHE_HOME", None)
    scripts = root / "build_scripts"
    run([sys.executable, "-c", code, str(CACHE)], cwd=scripts, env=variables, seconds=SECONDS)
    assert made_in(root / "dist") == before
    assert {name.partition("/")[0] for name in before} == {"wheel", "sdist", "npm", "pyodide"}
    assert [*home.iterdir(), *temporary.iterdir()] == []
    assert not list(scripts.rglob("__pycache__/compiled_wheel.cpython-314.pyc"))


def made_in(dist):
    """Return the digests of what goes into a release, by its path."""
    files = (file for name in ("wheel", "sdist", "npm", "pyodide") for file in (dist / name).glob("[!.]*"))
    return {file.relative_to(dist).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_the_compiled_wheel_loads_in_node(compiled):
    """``loadPackage`` and ``loadPyodide({packages})`` work with the lock file and only local files."""
    script = """
        const [pyodideFolder, dist] = process.argv.slice(-2);
        const {loadPyodide} = await import(pyodideFolder + "/pyodide.mjs");
        const options = {lockFileURL: dist + "/pyodide-lock.json", packageBaseUrl: dist + "/"};
        const code = "from py_url import URL; URL('http://\\u00fc/').href";
        const one = await loadPyodide({...options});
        await one.loadPackage("py-url-whatwg", {messageCallback() {}});
        const two = await loadPyodide({...options, packages: ["py-url-whatwg"]});
        console.log(one.runPython(code), two.runPython(code));
    """
    folders = [str(npm.packages() / "pyodide"), str(build_wheel.PYODIDE)]
    command = [npm.node(), "--input-type=module", "--eval", script, *folders]
    output = run(command, seconds=SECONDS)
    assert output.splitlines()[-1] == "http://xn--tda/ http://xn--tda/"


def test_what_load_package_installs_is_what_the_metadata_says(installed, compiled):
    assert installed["py-url-whatwg"]["version"] == py_url.__version__
    for name in COMPILED:
        assert installed[name]["listed"] == len(files_in(compiled[name]))
        assert installed[name]["wrong"] == []
        assert installed[name]["not listed"] == []


def test_pyodide_compiles_nothing(installed):
    # __main__ is the only module that is never imported.
    assert sum(name.startswith("py_url") for name in installed["imports"]["modules"]) == len(modules()) - 1
    assert installed["imports"]["compiled"] == []


def test_a_traceback_shows_the_source(installed):
    assert installed["traceback"]
    for file, number, line in installed["traceback"]:
        path = ROOT / file[file.index("py_url/") :]
        assert line == path.read_text("utf-8").splitlines()[number - 1].strip() != ""


def test_after_micropip_uninstall_nothing_is_left(installed):
    assert installed["uninstalled"] == {"importable": [], "left": []}


def test_the_wheel_installs_alone_and_with_its_command(wheel, tmp_path):
    folder = tmp_path / "venv"
    run([sys.executable, "-m", "venv", str(folder)], seconds=SECONDS)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--no-index", f"--find-links={wheel.parent}", "py-url-whatwg"], seconds=SECONDS)
    listed = run([*pip, "list", "--format=json"], seconds=SECONDS)
    assert {package["name"] for package in json.loads(listed)} == {"pip", "py-url-whatwg"}
    command = [programs / "py-url", "parse", "--json", "http://ü/"]
    result = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path, timeout=SECONDS)
    assert json.loads(result.stdout)["href"] == "http://xn--tda/"


def write_wheel(folder, name="m-1-py2.py3-none-any.whl", source="x = 1\n"):
    with zipfile.ZipFile(folder / name, "w") as archive:
        archive.writestr("m/", "")
        archive.writestr("m/__init__.py", source)
        archive.writestr("m/__init__.pyc", "of another Python")
        archive.writestr("m/one,two.txt", "a name for RECORD to quote")
        archive.writestr("m-1.dist-info/RECORD", "wrong")
        archive.writestr("m-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py2-none-any\nTag: py3-none-any\n\n")
    return folder / name


def test_compiling_a_wheel_for_the_python_that_runs(tmp_path):
    (tmp_path / "made").mkdir()
    made = compiled_wheel.compile_wheel(write_wheel(tmp_path), tmp_path / "made")
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}-none-any"
    assert made == tmp_path / "made" / f"m-1-{tag}.whl"
    files = files_in(made)
    check_record(files)
    assert tags_in(files) == [tag]
    assert list(files) == [
        "m/__init__.py",
        f"m/__pycache__/__init__.{sys.implementation.cache_tag}.pyc",
        "m/one,two.txt",
        "m-1.dist-info/WHEEL",
        "m-1.dist-info/RECORD",
    ]


@pytest.mark.parametrize(
    ("wheel", "error"),
    [
        ({"name": "m-1-cp314-none-any.whl"}, ValueError),
        ({"name": "m-1-cp314-cp314-linux_x86_64.whl"}, ValueError),
        ({"source": "x =\n"}, py_compile.PyCompileError),
    ],
)
def test_what_cannot_be_compiled(wheel, error, tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    with pytest.raises(error):
        compiled_wheel.compile_wheel(write_wheel(tmp_path, **wheel), made)
    assert list(made.iterdir()) == []


def test_the_command_says_what_it_made():
    script = Path(build_wheel.__file__)
    said = run([sys.executable, str(script)], seconds=SECONDS).splitlines()
    folders = (build_wheel.WHEEL, build_wheel.SDIST, build_wheel.NPM, build_wheel.PYODIDE, build_wheel.MICROPYTHON)
    there = {file.relative_to(ROOT).as_posix() for folder in folders for file in folder.glob("[!.]*")}
    assert {line.split()[-1] for line in said} == there, "not what other scripts made, such as dist/site"
    assert "usage: build_wheel.py" in run([sys.executable, str(script), "--help"], seconds=SECONDS)
