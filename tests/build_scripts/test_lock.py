"""The lock files match pyproject.toml and package.json; making them is tested without a network."""

import json
import re
import shutil
from pathlib import Path

import lock
import pytest
from setup import npm, project, venv
from setup.project import REQUIREMENTS, ROOT, SCRIPTS, SetUpError


@pytest.fixture
def folder(tmp_path):
    """A copy of all requirements files."""
    for name in lock.GROUPS:
        shutil.copy(REQUIREMENTS / name, tmp_path)
    return tmp_path


def problems(folder, name):
    """Return the message about one file, after checking that the others are fine."""
    found = list(lock.problems(folder))
    assert all(problem.startswith(f"{name} ") for problem in found)
    return [problem.removeprefix(f"{name} ") for problem in found]


def change(file, old, new, count=1):
    text = file.read_text("utf-8")
    assert re.search(old, text)
    file.write_text(re.sub(old, new, text, count=count), "utf-8")


def test_the_lock_files_are_what_is_asked_for():
    assert list(lock.problems()) == []
    assert [problem for folder in lock.NPM_FOLDERS for problem in lock.npm_problems(folder)] == []


def test_every_lock_file_has_a_group():
    assert {file.name for file in REQUIREMENTS.glob("*.txt")} == {*lock.GROUPS}
    locks = [file for name in ("build_scripts", "tests", "web") for file in (ROOT / name).rglob("package-lock.json")]
    assert {file.parent for file in locks} == {*lock.NPM_FOLDERS}


PARTS = [name for name, (group, _) in lock.GROUPS.items() if lock.is_part_of_the_whole(group)]


@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_the_whole_has_the_same_versions(name):
    whole, part = (
        {package: version for package, version, _ in lock._PIN.findall((REQUIREMENTS / name).read_text("utf-8"))}
        for name in ("dev.txt", name)
    )
    assert part.items() < whole.items()


def test_which_lists_are_parts_of_the_whole():
    assert {"build.txt", "crosscheck.txt", "test.txt"} < {*PARTS}
    assert not {"dev.txt", "minimum.txt", "spark.txt", "release.txt"} & {*PARTS}


def test_other_platforms_stay():
    pins = {name: rest for name, _, rest in lock._PIN.findall((REQUIREMENTS / "dev.txt").read_text("utf-8"))}
    assert "win32" in pins["colorama"]
    # For a single platform there is exactly one wheel for each Python.
    assert pins["lxml"].count("--hash") > 40


def test_the_header_names_command_group_and_what_was_asked_for():
    header = lock.header("dev.txt")
    assert '"dev"' in header
    assert "python3 build_scripts/lock.py" in header
    assert re.search(r"^# Asked for: [0-9a-f]{64}$", header, re.MULTILINE)
    assert len({lock.header(name) for name in lock.GROUPS}) == len(lock.GROUPS)
    assert "pytest>=8" in lock.specifiers("dev"), "what a group includes belongs to it"


@pytest.mark.parametrize(
    ("group", "asked"), [("lint", '"ruff>=9"'), ("lint", '"an-extra-package"'), ("browsers", '"playwright>=1.58"')]
)
def test_another_specifier_is_another_header(tmp_path, monkeypatch, group, asked):
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    text = re.sub(rf"^{group} = \[", rf"{group} = [{asked}, ", text, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    before = {name: lock.header(name) for name in lock.GROUPS}
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    changed = {name for name in lock.GROUPS if lock.header(name) != before[name]}
    assert changed == {"dev.txt"} | ({"crosscheck.txt", "test-browsers.txt"} if group == "browsers" else set())
    assert 'dev.txt is out of date: the dependency group "dev" has changed' in list(lock.problems(REQUIREMENTS))


def test_a_change_of_a_comment_is_none(tmp_path, monkeypatch):
    before = {name: lock.header(name) for name in lock.GROUPS}
    text = (ROOT / "pyproject.toml").read_text("utf-8").replace("[dependency-groups]", "[dependency-groups] # so")
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    assert {name: lock.header(name) for name in lock.GROUPS} == before


def test_what_check_finds(folder):
    name = "minimum.txt"
    file = folder / name
    assert problems(folder, name) == []
    change(file, r"\npytest==\S+", r"\npytest==7.4")
    assert problems(folder, name) == ["does not satisfy pytest>=8"]
    change(file, r"pytest==7\.4 (.*\n +--hash.*)+", "pytest==8.4")
    assert problems(folder, name) == ["has no hash of pytest"]
    change(file, "Asked for: .", "Asked for: ")
    assert problems(folder, name)[0] == 'is out of date: the dependency group "minimum" has changed'
    shutil.copy(REQUIREMENTS / name, file)
    change(file, r"(?s)\Z", "--extra-index-url https://index.example/simple\n")
    assert problems(folder, name) == ["has an unexpected line: --extra-index-url https://index.example/simple"]
    file.unlink()
    assert len(problems(folder, name)) == 1 + len(lock.specifiers("minimum"))


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


LISTED = """\
:env:.cert='/etc/own.pem'
:env:.find-links='/wheels'
global.cert='/etc/other.pem'
global.extra-index-url='https://more.example/simple'
global.index-url='https://global.example/simple'
global.timeout='60'
global.trusted-host='\\none.example\\ntwo.example'
install.index-url='https://install.example/simple'
list.format='columns'
"""


def test_uv_gets_the_configuration_of_pip(monkeypatch):
    monkeypatch.setattr(project, "run", lambda *_, **__: LISTED)
    for name in lock._SETTINGS.values():
        monkeypatch.delenv(name, raising=False)
    assert lock.index_settings() == {
        "SSL_CERT_FILE": "/etc/own.pem",
        "UV_DEFAULT_INDEX": "https://install.example/simple",
        "UV_HTTP_TIMEOUT": "60",
        "UV_INSECURE_HOST": "one.example two.example",
    }
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://uv.example/simple")
    assert lock.index_settings()["UV_DEFAULT_INDEX"] == "https://uv.example/simple"


@pytest.fixture
def started(monkeypatch, tmp_path):
    """Replaces the commands: uv and npm write a line to the file that they would write."""
    commands = []

    def run(command, *, env=None, **_):
        commands.append((command, env))
        if "config" in command:
            return "global.index-url='https://user:word@index.example/simple'\n"
        output = Path(next(part for part in command if part.startswith("--output-file=")).partition("=")[2])
        before = output.read_text("utf-8") if output.is_file() else ""
        asked = Path(command[-1]).read_text("utf-8") if "--constraint" not in command[-1] else ""
        output.write_text(f"before: {len(before)}\nasked: {asked}", "utf-8")
        return ""

    def run_npm(*arguments, cwd):
        commands.append((arguments, sorted(file.name for file in cwd.iterdir())))
        (cwd / "package-lock.json").write_text("{}", "utf-8")

    monkeypatch.setattr(project, "run", run)
    monkeypatch.setattr(npm, "run", run_npm)
    monkeypatch.setattr(venv, "make_venv", lambda *_, **__: tmp_path / "bin" / "python")
    return commands


def test_how_uv_is_started(started):
    name = "pyodide.txt"
    text = lock.compile_requirements(name)
    before = (REQUIREMENTS / name).read_text("utf-8")
    asked = "".join(f"{specifier}\n" for specifier in lock.specifiers("pyodide"))
    assert text == f"{lock.header(name)}before: {len(before)}\nasked: {asked}"
    command, environ = started[-1]
    assert {"--universal", "--generate-hashes", "--python-version=3.14"} <= {*command}
    assert environ["UV_DEFAULT_INDEX"] == "https://user:word@index.example/simple"
    assert not [part for part in command if "index" in part], "a password would be seen in the list of processes"
    assert f"{lock.header(name)}before: 0\n" in lock.compile_requirements(name, upgrade=True)
    lock.compile_requirements("crosscheck.txt")
    assert f"--constraint={REQUIREMENTS / 'dev.txt'}" in started[-1][0]


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
    assert len(written) == len(lock.GROUPS) + len(lock.NPM_FOLDERS)
    assert written["build_scripts/requirements/dev.txt"] == ("dev.txt", False)
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
