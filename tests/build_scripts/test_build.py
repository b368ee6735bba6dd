"""build_scripts/build_wheel.py: what it makes."""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser

import build_wheel
import environment
import pytest

import py_url

FILES = {path.relative_to(environment.ROOT).as_posix() for path in (environment.ROOT / "py_url").rglob("*.py")}


@pytest.fixture(scope="module")
def wheel():
    return build_wheel.build()


@pytest.fixture(scope="module")
def compiled(wheel):
    (file,) = wheel.parent.glob("py_url-*-cp314-none-any.whl")
    return file


def test_the_wheel_holds_the_package_alone_and_is_small(wheel):
    assert wheel.name == f"py_url-{py_url.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size < 100_000
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name for name in names if ".dist-info/" not in name} == FILES | {"py_url/py.typed"}


def test_metadata(wheel):
    folder = f"py_url-{py_url.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = HeaderParser().parsestr(archive.read(f"{folder}/METADATA").decode())
        assert archive.read(f"{folder}/entry_points.txt").decode().split() == [
            *("[console_scripts]", "py-url", "=", "py_url.__main__:main")
        ]
        assert b"MIT License" in archive.read(f"{folder}/licenses/LICENSE")
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("Requires-Dist") == ["idna>=3.11"]


def test_the_wheel_is_the_same_each_time(wheel, tmp_path):
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path)]
    subprocess.run([*command, str(environment.ROOT)], check=True, capture_output=True)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_source_distribution_builds_the_same_wheel(wheel, tmp_path):
    (sdist,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert (source / "build_scripts" / "test.py").is_file()
    assert not (source / ".cache").exists()
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path)]
    subprocess.run([*command, str(source)], check=True, capture_output=True)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_lock_file_names_the_compiled_wheels_with_their_checksums(wheel, compiled):
    lock = json.loads((wheel.parent / "pyodide-lock.json").read_text("utf-8"))
    assert lock["packages"]["py-url"]["depends"] == ["idna"]
    assert lock["packages"]["py-url"]["file_name"] == compiled.name
    for name in ("py-url", "idna", "micropip"):
        entry = lock["packages"][name]
        assert re.search("-cp314-none-any.whl$", entry["file_name"])
        content = (wheel.parent / entry["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"]


def test_the_compiled_wheel_holds_bytecode_for_every_module(compiled):
    with zipfile.ZipFile(compiled) as archive:
        names = set(archive.namelist())
    assert {name + "c" for name in FILES} <= names
    assert not any(name.endswith(".py") for name in names)


def test_compiling_gives_the_same_each_time(wheel, compiled, tmp_path):
    wheels = [wheel, *environment.pyodide_wheels()]
    build_wheel.build_for_pyodide(tmp_path, wheels)
    assert (tmp_path / compiled.name).read_bytes() == compiled.read_bytes()


def test_a_second_build_does_nothing(wheel):
    before = wheel.stat().st_mtime_ns
    assert build_wheel.build() == wheel
    assert wheel.stat().st_mtime_ns == before


def test_the_compiled_wheel_loads_in_node(wheel):
    """``loadPackage("py-url")`` and ``loadPyodide({packages})`` by the lock file, with nothing but local files."""
    script = """
        const [pyodideFolder, dist] = process.argv.slice(-2);
        const {loadPyodide} = await import(pyodideFolder + "/pyodide.mjs");
        const options = {lockFileURL: dist + "pyodide-lock.json", packageBaseUrl: dist};
        const code = "from py_url import URL; URL('http://\\u00fc/').href";
        const one = await loadPyodide({...options});
        await one.loadPackage("py-url", {messageCallback() {}});
        const two = await loadPyodide({...options, packages: ["py-url"]});
        console.log(one.runPython(code), two.runPython(code));
    """
    folders = [str(environment.npm_packages() / "pyodide"), f"{wheel.parent}/"]
    command = [environment.node(), "--input-type=module", "--eval", script, *folders]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=environment.ROOT)
    assert result.stdout.split("\n")[-2] == "http://xn--tda/ http://xn--tda/"


def test_the_wheel_installs_with_its_one_dependency_and_its_command(wheel, tmp_path):
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    programs = venv / ("Scripts" if sys.platform == "win32" else "bin")
    links = [f"--find-links={folder}" for folder in (wheel.parent, environment.CACHE / "wheels")]
    environment.pyodide_wheels()
    pip = [programs / "python", "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-index", *links, "py-url"], check=True, capture_output=True)
    listed = subprocess.run([*pip, "list", "--format=json"], check=True, capture_output=True, text=True)
    assert {package["name"] for package in json.loads(listed.stdout)} == {"pip", "py-url", "idna"}
    command = [programs / "py-url", "parse", "--json", "http://ü/"]
    result = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert json.loads(result.stdout)["href"] == "http://xn--tda/"
