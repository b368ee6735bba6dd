"""The lock files match pyproject.toml and package.json; making them is tested without a network."""

import json
import re
import shutil
from pathlib import Path

import lock
import pytest
from setup import npm, venv
from setup.project import REQUIREMENTS, ROOT, SCRIPTS, SetUpError


@pytest.fixture
def folder(tmp_path):
    """A copy of all requirements files."""
    for name in lock.LISTS:
        shutil.copy(REQUIREMENTS / name, tmp_path)
    return tmp_path


def change(file, old, new):
    text = file.read_text("utf-8")
    assert re.search(old, text)
    file.write_text(re.sub(old, new, text, count=1), "utf-8")


def pins(name):
    return [(package, version) for package, version, _ in lock._PIN.findall((REQUIREMENTS / name).read_text("utf-8"))]


def test_the_lock_files_are_what_is_asked_for():
    assert list(lock.problems()) == []
    assert [problem for folder in lock.NPM_FOLDERS for problem in lock.npm_problems(folder)] == []


def test_every_lock_file_is_written():
    assert {file.name for file in REQUIREMENTS.iterdir()} == {*lock.LISTS}
    locks = [file for name in ("build_scripts", "tests", "web") for file in (ROOT / name).rglob("package-lock.json")]
    assert {file.parent for file in locks} == {*lock.NPM_FOLDERS}


@pytest.mark.parametrize("name", ["test.txt", "lock.txt"])
def test_what_pip_installs_has_the_same_versions(name):
    assert {*pins(name)} < {*pins(lock.PACKAGES)}


def test_other_platforms_stay():
    text = (REQUIREMENTS / lock.PACKAGES).read_text("utf-8")
    found = {name: rest for name, _, rest in lock._PIN.findall(text)}
    assert "win32" in found["colorama"]
    # For a single platform there is exactly one wheel for each Python.
    assert found["lxml"].count("--hash") > 40


def test_the_oldest_python_has_packages_of_its_own():
    assert len([name for name, _ in pins(lock.PACKAGES) if name == "numpy"]) > 1
    assert "pytest>=8" in lock.specifiers(lock.PACKAGES), "what a group includes belongs to it"
    assert "ruff ; python_version >= '3.12'" in lock.specifiers(lock.PACKAGES)


def test_another_specifier_is_another_header(tmp_path, monkeypatch):
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    before = {name: lock.header(name) for name in lock.LISTS}
    monkeypatch.setattr(venv, "ROOT", tmp_path)
    for old, new, changed in (
        ("[dependency-groups]", "[dependency-groups] # so", set()),
        ("\nengines = [", '\nengines = ["ruff>=9", ', {"engines.txt"}),
        ("\nextras = [", '\nextras = ["an-extra-package", ', {"packages.txt", "test.txt"}),
    ):
        (tmp_path / "pyproject.toml").write_text(text.replace(old, new), "utf-8")
        venv.dependency_groups.cache_clear()
        assert {name for name in lock.LISTS if lock.header(name) != before[name]} == changed
    assert "packages.txt is out of date: a dependency group has changed" in list(lock.problems())
    venv.dependency_groups.cache_clear()


def test_what_check_finds(folder):
    file = folder / "packages.txt"
    assert list(lock.problems(folder)) == []
    change(file, r"\npytest==\S+ (.*\n +--hash.*)+", "\npytest==8.4")
    assert list(lock.problems(folder)) == ["packages.txt has no hash of pytest"]
    change(file, "Asked for: .", "Asked for: ")
    assert next(lock.problems(folder)) == "packages.txt is out of date: a dependency group has changed"
    shutil.copy(REQUIREMENTS / file.name, file)
    change(file, r"(?s)\Z", "--extra-index-url https://index.example/simple\n")
    line = "--extra-index-url https://index.example/simple"
    assert list(lock.problems(folder)) == [f"packages.txt has an unexpected line: {line}"]
    file.unlink()
    assert list(lock.problems(folder)) == ["packages.txt is out of date: a dependency group has changed"]


def test_what_check_finds_in_a_lock_of_npm(tmp_path):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(lock.NPM_FOLDERS[0] / name, tmp_path)
    assert list(lock.npm_problems(tmp_path)) == []
    file = tmp_path / "package-lock.json"
    whole = json.loads(file.read_text("utf-8"))
    package = whole["packages"]["node_modules/pyodide"]
    del package["integrity"]
    package["resolved"] = "https://registry.example/pyodide.tgz"
    whole["packages"][""]["dependencies"]["pyodide"] = "0"
    file.write_text(json.dumps(whole), "utf-8")
    assert [problem.removeprefix(f"{tmp_path} ") for problem in lock.npm_problems(tmp_path)] == [
        "and package.json differ in dependencies",
        "has no hash of node_modules/pyodide",
        "contains the download address of node_modules/pyodide",
    ]


@pytest.fixture
def started(monkeypatch):
    """Replaces the commands: uv and npm write a line to the file that they would write."""
    commands = []

    def uv(*command):
        commands.append(command)
        output = Path(next(part for part in command if part.startswith("--output-file=")).partition("=")[2])
        before = output.read_text("utf-8") if output.is_file() else ""
        output.write_text(f"before: {len(before)}\nasked: {Path(command[-1]).read_text('utf-8')}", "utf-8")

    def run_npm(*arguments, cwd):
        commands.append((arguments, sorted(file.name for file in cwd.iterdir())))
        (cwd / "package-lock.json").write_text("{}", "utf-8")

    monkeypatch.setattr(venv, "uv", uv)
    monkeypatch.setattr(npm, "run", run_npm)
    return commands


def test_how_uv_is_started(started):
    text = lock.compile_requirements("test.txt")
    before = (REQUIREMENTS / "test.txt").read_text("utf-8")
    asked = "".join(f"{specifier}\n" for specifier in lock.specifiers("test.txt"))
    assert text == f"{lock.header('test.txt')}before: {len(before)}\nasked: {asked}"
    assert {"--universal", "--generate-hashes", f"--constraint={REQUIREMENTS / 'packages.txt'}"} <= {*started[-1]}
    assert "before: 0\n" in lock.compile_requirements("unicode.txt", upgrade=True)
    assert not [part for part in started[-1] if "--constraint" in part], "its versions are others"


def test_how_npm_is_started(started):
    assert lock.compile_npm(SCRIPTS) == "{}"
    arguments, files = started[-1]
    assert {"--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts"} <= {*arguments}
    assert files == ["package-lock.json", "package.json"]
    lock.compile_npm(SCRIPTS, upgrade=True)
    assert started[-1][1] == ["package.json"]


@pytest.fixture
def written(monkeypatch):
    """Return the files that `lock.main` would write."""
    files = {}
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(lock, "_write", lambda file, text: files.update({file.relative_to(ROOT).as_posix(): text}))
    monkeypatch.setattr(lock, "compile_requirements", lambda name, *, upgrade: (name, upgrade))
    monkeypatch.setattr(lock, "compile_npm", lambda folder, *, upgrade: (folder.name, upgrade))
    return files


def test_the_command(written, capsys, monkeypatch):
    assert lock.main(["--check"]) == 0
    assert written == {}
    assert lock.main([]) == 0
    assert len(written) == len(lock.LISTS) + len(lock.NPM_FOLDERS)
    assert written["build_scripts/requirements/packages.txt"] == ("packages.txt", False)
    assert lock.main(["--upgrade"]) == 0
    assert written["tests/javascript/package-lock.json"] == ("javascript", True)
    monkeypatch.setattr(lock, "problems", lambda: ["x is not y"])
    assert lock.main(["--check"]) == 1
    assert capsys.readouterr().err == "x is not y; run python3 build_scripts/lock.py\n"

    def fail(name, *, upgrade):
        raise SetUpError("there is no network")

    monkeypatch.setattr(lock, "compile_requirements", fail)
    assert lock.main([]) == 2
    assert capsys.readouterr().err == "lock.py: there is no network\n"


def test_a_file_is_written_if_it_changes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    for text in ("a", "a", "b"):
        lock._write(tmp_path / "x.txt", text)
    assert capsys.readouterr().err == "x.txt: written\nx.txt: unchanged\nx.txt: written\n"
