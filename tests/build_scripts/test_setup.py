"""build_scripts/setup: what is set up, when it is made again, and what is printed. Nothing is installed."""

import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from setup import npm, once, project, system, venv
from setup.project import SCRIPTS, SetUpError

SECONDS = 60


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to make, in a project of its own."""
    monkeypatch.setattr(once, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(once, "ROOT", tmp_path)
    return tmp_path / ".cache" / "thing"


def maker(folder, *names):
    """A function that makes a folder, and the list of its calls."""
    calls = []

    def make():
        calls.append(sorted(file.name for file in folder.iterdir()))
        for name in names:
            (folder / name).write_text("made")

    return make, calls


def test_a_folder_is_made_once(folder, capsys):
    make, calls = maker(folder, "file")
    for _ in range(2):
        once.make_once(folder, "this", make)
    assert len(calls) == 1
    assert capsys.readouterr().err == "setting up .cache/thing ...\n"
    once.make_once(folder, "that", make)
    assert calls == [[], []], "it is emptied first"
    assert once.is_made(folder, "that")
    assert not once.is_made(folder, "this")


def test_an_interrupted_one_is_made_again(folder):
    def interrupted():
        (folder / "half").touch()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        once.make_once(folder, "this", interrupted)
    make, calls = maker(folder, "file")
    once.make_once(folder, "this", make)
    assert calls == [[]]


@pytest.mark.parametrize("damage", ["delete", "folder", "bytes"])
def test_a_stamp_that_is_none(damage, folder):
    make, calls = maker(folder, "file")
    once.make_once(folder, "this", make)
    stamp = folder / once._STAMP
    stamp.unlink()
    if damage == "folder":
        stamp.mkdir()
    elif damage == "bytes":
        stamp.write_bytes(b"\xff")
    once.make_once(folder, "this", make)
    assert len(calls) == 2


def test_a_deleted_one_is_made_again(folder):
    make, calls = maker(folder, "a-1.whl", "b-1.whl")
    for name in ("a-1.whl", "b-1.whl"):
        once.make_once(folder, "this", make, needs=("a-*.whl", "b-*.whl"))
        (folder / name).unlink()
    once.make_once(folder, "this", make, needs=("a-*.whl", "b-*.whl"))
    assert len(calls) == 3
    if sys.platform != "win32":
        (folder / "a-1.whl").unlink()
        (folder / "a-1.whl").symlink_to(folder / "none")
        assert not once.is_made(folder, "this", ("a-1.whl",)), "a link to what is gone is not there"


def test_nothing_is_made_if_nothing_may_be(folder):
    make, calls = maker(folder)
    with pytest.raises(SetUpError, match=r"^\.cache/thing is missing or out of date; run again without --no-inst"):
        once.make_once(folder, "this", make, install=False)
    assert not folder.exists()
    once.make_once(folder, "this", make)
    once.make_once(folder, "this", make, install=False)
    assert len(calls) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock on Windows")
def test_two_at_once_make_it_once(folder, capsys):
    started, may_end, said = threading.Event(), threading.Event(), threading.Event()
    calls = []

    def make():
        calls.append(1)
        started.set()
        assert may_end.wait(SECONDS)

    def second():
        said.set()
        once.make_once(folder, "this", make)

    first, other = (threading.Thread(target=task) for task in (lambda: once.make_once(folder, "this", make), second))
    first.start()
    assert started.wait(SECONDS)
    other.start()
    assert said.wait(SECONDS)
    other.join(0.5)
    assert other.is_alive()
    may_end.set()
    for thread in (first, other):
        thread.join(SECONDS)
    assert calls == [1]
    assert "waiting for another process to set up .cache/thing ..." in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock on Windows")
def test_another_that_takes_too_long(folder, monkeypatch):
    monkeypatch.setattr(once, "SECONDS", 0.15)
    with (
        once._alone(".cache/thing"),
        pytest.raises(SetUpError, match=r"another process has been setting up .cache/thing"),
    ):
        once.make_once(folder, "this", lambda: None)


def test_a_cache_that_cannot_be_written(folder):
    (folder.parent).write_text("no folder")
    with pytest.raises(OSError, match="locks") as error:
        once.make_once(folder, "this", lambda: None)
    assert error.value.filename


@pytest.fixture
def apt(monkeypatch, capsys):
    """Return the apt-get commands that would run, each with the output before it."""
    started = []

    def run(command, **options):
        started.append((command, capsys.readouterr().err))
        text = "Reading\nNeed to get 12.3 MB of archives.\nAfter this operation, 45 MB of space will be used.\nAbort.\n"
        return SimpleNamespace(stdout=text)

    monkeypatch.setattr(system.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(system, "run", run)
    monkeypatch.setattr(system.subprocess, "run", run)
    return started


def test_system_packages_are_announced_before_they_are_installed(apt):
    system.apt_install("one", "two", otherwise="install one and two")
    (_, update), (_, asked), (install, said) = apt
    assert update == asked == ""
    assert said == (
        "installing system packages with apt-get: one, two. "
        "Need to get 12.3 MB of archives. After this operation, 45 MB of space will be used.\n"
    )
    assert install[-3:] == ["one", "two", "--yes"]
    assert "--assume-no" in apt[1][0]
    assert not any("--yes" in command for command, _ in apt[:2])


@pytest.mark.parametrize("missing", ["apt-get", "root"])
def test_without_apt_or_root_nothing_is_installed(missing, apt, monkeypatch):
    if missing == "apt-get":
        monkeypatch.setattr(system.shutil, "which", lambda _: None)
    else:
        monkeypatch.setattr(system.os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(SetUpError, match=r"^install one$"):
        system.apt_install("one", otherwise="install one")
    assert apt == []


@pytest.fixture
def entered(monkeypatch, tmp_path):
    """The environment in which a script would continue, and the file that lists its packages."""
    chosen = []

    def make_venv(folder, requirements, _, *, install):
        chosen.append((folder.name, requirements.name, install))
        return Path(sys.executable)

    monkeypatch.setattr(venv, "make_venv", make_venv)
    monkeypatch.setattr(venv.os, "execv", lambda *command: chosen.append(command))
    monkeypatch.setattr(venv.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0))
    monkeypatch.setattr(venv, "VENV", tmp_path / "venv")
    monkeypatch.setattr(venv, "CACHE", tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(sys, "argv", ["x.py", "--minimal"])
    return chosen


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts a process instead")
def test_minimal_is_enough_unless_all_is_there(entered):
    venv.enter(minimal=True)
    assert entered[0] == ("venv-minimal", "minimal-requirements.txt", True)
    assert entered[1] == (sys.executable, [sys.executable, "x.py", "--minimal"])
    folder = venv.VENV
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").touch()
    (folder / once._STAMP).write_text(venv._venv_is_made_of(folder, SCRIPTS / "requirements.txt"))
    venv.enter(minimal=True, install=False)
    assert entered[2] == ("venv", "requirements.txt", False)
    (folder / "bin" / "python").unlink()
    venv.enter(minimal=True)
    assert entered[4][0] == "venv-minimal", "an environment whose Python is gone is none"
    venv.enter()
    assert entered[6][0] == "venv"


def test_paths_in_the_environment_are_those_of_here(entered, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wpt").mkdir()
    monkeypatch.setenv("PY_URL_WPT", "wpt")
    monkeypatch.setenv("PY_URL_CHROMIUM", "none")
    venv.enter()
    assert venv.os.environ["PY_URL_WPT"] == str(tmp_path / "wpt")
    assert venv.os.environ["PY_URL_CHROMIUM"] == "none"


@pytest.mark.parametrize(("environment", "omitted"), [("venv", False), ("venv-minimal", True)])
def test_minimal_npm_packages(environment, omitted, folder, monkeypatch, tmp_path):
    started = []

    def run(*arguments, cwd):
        started.append((arguments, cwd.name, sorted(file.name for file in cwd.iterdir())))
        (cwd / "node_modules").mkdir()

    monkeypatch.setattr(npm, "run", run)
    monkeypatch.setattr(npm, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(npm.sys, "prefix", f"/x/{environment}")
    for _ in range(2):
        packages = npm.packages()
    ((arguments, name, files),) = started
    assert ("--omit=dev" in arguments) == name.endswith("-minimal") == omitted
    assert files == ["package-lock.json", "package.json"]
    packages.rmdir()
    npm.packages()
    assert len(started) == 2, "node_modules was deleted"


def test_wheels_that_were_deleted_are_fetched_again(folder, monkeypatch, tmp_path):
    fetched = []

    def download(_, folder, *options):
        fetched.append(options)
        for line in (SCRIPTS / "pyodide-requirements.txt").read_text().splitlines():
            name, equal, rest = line.partition("==")
            if equal:
                (folder / f"{name}-{rest.split()[0]}-py3-none-any.whl").touch()

    monkeypatch.setattr(venv, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(venv, "download_wheels", download)
    wheels = venv.pyodide_wheels()
    assert {wheel.name.partition("-")[0] for wheel in wheels} == {"idna", "micropip"}
    venv.pyodide_wheels()
    assert len(fetched) == 1
    wheels[0].unlink()
    assert venv.pyodide_wheels() == wheels
    assert len(fetched) == 2


def test_a_command_that_fails_says_what_it_said_last():
    with pytest.raises(SetUpError, match=r"^this command failed with status 3: .*\nwhy$"):
        project.run([sys.executable, "-c", "import sys; print('why', file=sys.stderr); sys.exit(3)"])
    with pytest.raises(SetUpError, match=r"/none could not be run: "):
        project.run(["/none"])
    with pytest.raises(SetUpError, match=r"^this command took longer than 0 seconds: "):
        project.run([sys.executable, "-c", "import time; time.sleep(60)"], seconds=0.2)


def test_versions_are_sorted_as_numbers():
    files = [Path("3.13.0"), Path("3.9.1"), Path("3.12.11")]
    assert sorted(files, key=project.numbers_in) == [files[1], files[2], files[0]]


def test_a_python_that_is_not_there():
    with pytest.raises(SetUpError, match=r"^Python 3.98 is needed but was not found"):
        venv.find_python((3, 98), (3, 99))
    with pytest.raises(SetUpError, match=r"^Python 3.98 or later is needed but was not found"):
        venv.find_python((3, 98))
    assert venv._version_of("/none") == (0, 0)
    assert venv._version_of(sys.executable) == sys.version_info[:2]
