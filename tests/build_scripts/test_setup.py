"""build_scripts/setup: what is set up, when it is made again, and what is printed. Nothing is installed."""

import os
import re
import shutil
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from setup import engines, npm, once, project, system, venv
from setup.project import REQUIREMENTS, SetUpError

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


def test_nothing_is_made_if_nothing_may_be(folder):
    make, calls = maker(folder)
    with pytest.raises(SetUpError, match=r"^\.cache/thing is missing or out of date; run again"):
        once.make_once(folder, "this", make, install=False)
    assert not folder.exists()
    once.make_once(folder, "this", make)
    once.make_once(folder, "this", make, install=False)
    assert len(calls) == 1


@pytest.mark.parametrize("kind", ["file", "link to nothing", "link to a folder"])
def test_something_else_in_its_place_is_replaced(kind, folder, tmp_path):
    folder.parent.mkdir()
    other = tmp_path / "other"
    if kind == "file":
        folder.touch()
    else:
        folder.symlink_to(other)
    if kind == "link to a folder":
        other.mkdir()
        (other / "mine").touch()
    make, calls = maker(folder, "file")
    for _ in range(2):
        once.make_once(folder, "this", make)
    assert calls == [[]]
    assert not folder.is_symlink()
    assert kind != "link to a folder" or (other / "mine").exists()


def test_what_is_complete_needs_no_lock(folder, monkeypatch):
    """So a project on a read-only disk works once it is set up."""
    make, calls = maker(folder, "file")
    once.make_once(folder, "this", make)
    monkeypatch.setattr(once, "alone", None)
    once.make_once(folder, "this", make)
    assert len(calls) == 1


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
    """The environment in which a script would continue."""
    chosen = []

    def python(group, *, install):
        chosen.append((group, install))
        return Path(sys.executable)

    monkeypatch.setattr(venv, "python", python)
    monkeypatch.setattr(venv.os, "execv", lambda *command: chosen.append(command))
    monkeypatch.setattr(venv.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=0))
    monkeypatch.setattr(venv, "VENV", tmp_path / "venv")
    monkeypatch.setattr(venv, "CACHE", tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(sys, "argv", ["x.py", "--option"])
    return chosen


def made(group):
    """Act as if the environment of *group* were set up, and return its Python."""
    folder = venv.folder_of(group)
    folder.mkdir()
    once.make_once(folder, venv._made_of(folder, group), (folder / "python").touch)
    return folder / "python"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows starts a process instead")
def test_a_script_continues_in_the_environment_of_its_group(entered):
    venv.enter("build")
    assert entered[0] == ("build", True)
    assert entered[1] == (sys.executable, [sys.executable, "x.py", "--option"])
    venv.enter(install=False)
    assert entered[2] == ("dev", False)


def test_an_environment_that_is_set_up_and_has_more_is_enough(entered):
    assert venv.environment_for("build") == "build"
    made("dev")
    assert venv.environment_for("build") == "dev"
    made("crosscheck")
    assert venv.environment_for("build") == "crosscheck", "the smaller one"
    assert venv.environment_for("test") == "dev", "the cross-check has no pytest"


def test_the_environment_that_runs_this_is_enough_if_it_has_more(entered, monkeypatch):
    """Otherwise a script that a test calls would take the place of the tests."""
    made("crosscheck")
    made("dev")
    monkeypatch.setattr(sys, "prefix", str(venv.folder_of("dev")))
    assert venv.environment_for("build") == "dev"
    venv.enter("build")
    assert entered == [("dev", True)], "nothing else is started"


def test_several_groups_share_an_environment(entered):
    assert venv.environment_for("test", "test-fits") == "test-fits"
    assert venv.environment_for("test-fits", "test-columns") == "dev", "the oldest Python has versions of its own"
    with pytest.raises(SetUpError, match=r"^no dependency group has all of spark and dev$"):
        venv.environment_for("spark", "dev")


def test_each_group_has_a_version_of_all_that_it_asks_for():
    for group in venv.dependency_groups():
        lines = venv.pins(venv.asked_for(group), venv.list_of(group)).splitlines()
        assert len(lines) >= len(venv.asked_for(group)), group
    assert "dask[dataframe]==" in venv.pins(venv.asked_for("distributed"), venv.list_of("distributed"))
    with pytest.raises(SetUpError, match=r"packages.txt does not have pytes>=8; run python3 build_scripts/lock.py$"):
        venv.pins(["pytes>=8"], venv.list_of("dev"))


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


@pytest.fixture
def commands(folder, monkeypatch, tmp_path):
    """The commands with which environments are filled in a project of its own, and uv's variables."""
    started = []

    def run(command, *, env=None, **_):
        started.append((command, env))
        if "list" in command:
            return LISTED
        if "venv" in command:
            place = Path(command[-1], venv._IN_VENV)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
        return ""

    monkeypatch.setattr(venv, "run", run)
    monkeypatch.setattr(venv, "find_python", lambda *_, **__: "python3")
    monkeypatch.setattr(venv, "CACHE", tmp_path / ".cache")
    for name in venv._SETTINGS.values():
        monkeypatch.delenv(name, raising=False)
    return started


def test_uv_gets_the_configuration_of_pip(monkeypatch):
    monkeypatch.setattr(venv, "pip", lambda *_: LISTED)
    for name in venv._SETTINGS.values():
        monkeypatch.delenv(name, raising=False)
    assert venv.index_settings() == {
        "SSL_CERT_FILE": "/etc/own.pem",
        "UV_DEFAULT_INDEX": "https://install.example/simple",
        "UV_HTTP_TIMEOUT": "60",
        "UV_INSECURE_HOST": "one.example two.example",
    }
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://uv.example/simple")
    assert venv.index_settings()["UV_DEFAULT_INDEX"] == "https://uv.example/simple"


def test_uv_makes_an_environment_of_what_a_group_asks_for(commands):
    python = venv.python("crosscheck")
    command, environ = commands[-1]
    locked = REQUIREMENTS / "packages.txt"
    asked = python.parents[1] / venv.ASKED
    assert command[-3:] == ["--require-hashes", f"--constraint={locked}", f"--requirements={asked}"]
    assert asked.read_text("utf-8") == venv.pins(venv.asked_for("crosscheck"), locked)
    assert environ["UV_CACHE_DIR"] == str(venv.CACHE / "uv")
    assert environ["UV_DEFAULT_INDEX"] == "https://install.example/simple"
    assert not [part for part in command if "example" in part], "a password would be seen in the list of processes"
    number = len(commands)
    assert venv.python("crosscheck") == python
    assert len(commands) == number


def test_what_is_large_and_used_once_does_not_stay_in_the_cache(commands):
    venv.python("spark")
    assert commands[-1][0][-3:] == ["cache", "clean", "pyspark"]


def test_pip_makes_the_small_environments(commands):
    venv.python("test")
    command, _ = commands[-1]
    assert command[-3:] == ["--require-hashes", "-r", str(REQUIREMENTS / "test.txt")]
    assert [part for each, _ in commands for part in each if part.endswith("uv")] == []


def test_paths_in_the_environment_are_those_of_here(entered, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wpt").mkdir()
    monkeypatch.setenv("PY_URL_WPT", "wpt")
    monkeypatch.setenv("PY_URL_CHROMIUM", "none")
    venv.enter()
    assert venv.os.environ["PY_URL_WPT"] == str(tmp_path / "wpt")
    assert venv.os.environ["PY_URL_CHROMIUM"] == "none"


def test_npm_packages_are_installed_once(folder, monkeypatch, tmp_path):
    started = []

    def run(*arguments, cwd):
        started.append((arguments, cwd.name, sorted(file.name for file in cwd.iterdir())))
        for made in ("node_modules", npm.DOWNLOADS):
            (cwd / made).mkdir()
            (cwd / made / "x.js").touch()

    monkeypatch.setattr(npm, "run", run)
    monkeypatch.setattr(npm, "CACHE", tmp_path / ".cache")
    for _ in range(2):
        packages = npm.packages()
    ((arguments, name, files),) = started
    assert (arguments[0], name) == ("ci", "npm-build_scripts")
    assert files == ["package-lock.json", "package.json"]
    assert not packages.with_name(npm.DOWNLOADS).exists()
    shutil.rmtree(packages.parent)
    npm.packages()
    assert len(started) == 2, "the folder was deleted"


def test_wheels_that_were_deleted_with_their_folder_are_fetched_again(folder, monkeypatch, tmp_path):
    fetched = []

    def download(asked, folder):
        fetched.append(asked)
        (folder / "micropip-1-py3-none-any.whl").touch()

    monkeypatch.setattr(venv, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(venv, "download_wheels", download)
    (wheel,) = venv.pyodide_wheels()
    shutil.rmtree(wheel.parent)
    assert venv.pyodide_wheels() == venv.pyodide_wheels() == [wheel]
    assert fetched == [{"micropip"}, {"micropip"}]


def test_exactly_what_is_locked_is_downloaded(monkeypatch, tmp_path):
    """uv says what is needed, and the hashes are those of the list."""
    text = (REQUIREMENTS / "packages.txt").read_text("utf-8")
    wanted = [f"{name}=={re.search(f'^{name}==([^ ]+)', text, re.MULTILINE)[1]}" for name in ("rfc3986", "idna")]
    asked, started = [], []

    def uv(*command):
        asked.append(Path(command[-1]).read_text("utf-8"))
        return "\n".join(wanted)

    monkeypatch.setattr(venv, "uv", uv)
    monkeypatch.setattr(venv, "pip", lambda *command: started.append((command, Path(command[-3]).read_text("utf-8"))))
    venv.download_wheels(["rfc3986"], tmp_path)
    ((command, locked),) = started
    assert asked == [f"{wanted[0]}\n"]
    assert {"--no-deps", "--require-hashes", "--only-binary=:all:", "--platform=any"} <= {*command}
    assert re.findall(r"^\S+==\S+", locked, re.MULTILINE) == sorted(wanted)
    assert all(line in text for line in re.findall(r"--hash=sha256:[0-9a-f]{64}", locked))
    assert locked.count("--hash") > 3


def test_a_command_that_fails_says_what_it_said_last():
    with pytest.raises(SetUpError, match=r"^this command failed with status 3: .*\nwhy$"):
        project.run([sys.executable, "-c", "import sys; print('why', file=sys.stderr); sys.exit(3)"])
    with pytest.raises(SetUpError, match=r"/none could not be run: "):
        project.run(["/none"])
    with pytest.raises(SetUpError, match=r"^this command took longer than 0 seconds: "):
        project.run([sys.executable, "-c", "import time; time.sleep(60)"], seconds=0.2)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("OSError: [Errno 28] No space left on device", "No space left on device; free some space and run again"),
        (
            "npm error network ECONNREFUSED",
            "ECONNREFUSED; connect this machine to the network, or give pip or npm another",
        ),
    ],
)
def test_a_command_that_fails_for_the_machine_says_what_to_do(said, told):
    with pytest.raises(SetUpError, match=re.escape(f"failed: {told}")):
        project.run([sys.executable, "-c", f"import sys; sys.exit({said!r})"])


def test_output_is_read_as_utf_8():
    program = "import sys; sys.stdout.buffer.write(b'\\xc3\\xa9 \\xff')"
    assert project.run([sys.executable, "-c", program]) == "\u00e9 \udcff"


def program_at(file, *lines):
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(0o755)
    return str(file)


@pytest.mark.skipif(sys.platform == "win32", reason="uses shell scripts")
@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["echo v18.1.0"], r"and \S+/node is v18\.1\.0; see"),
        ([], r"and \S+/node is not Node\.js; see"),
        (["echo why >&2; exit 3"], r"and \S+/node does not run; see .*status 3: \S+/node --version\nwhy$"),
        (None, r"and \S+/node does not run; see .*: \S+/node could not be run: Exec format error$"),
        ("none", r"and was not found; see"),
    ],
)
def test_a_node_that_is_none(lines, sentence, monkeypatch, tmp_path):
    file = tmp_path / "node"
    if lines is None:
        file.write_bytes(b"\x7fELF, but not really")
        file.chmod(0o755)
    elif lines != "none":
        program_at(file, *lines)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin" if lines != "none" else str(tmp_path))
    with pytest.raises(SetUpError, match=r"^Node\.js 20 or later is needed, with npm, " + sentence):
        npm.node()


@pytest.mark.skipif(sys.platform == "win32", reason="uses shell scripts")
@pytest.mark.parametrize("wrong", ["a full disk", "no venv module"])
def test_a_full_disk_is_no_missing_module(wrong, monkeypatch, tmp_path):
    """Only a missing module is a reason to install one."""
    asked = []
    monkeypatch.setattr(venv, "apt_install", lambda *packages, otherwise: asked.append(packages))
    python = program_at(
        tmp_path / "python",
        'case "$1" in',
        f"-c) echo {wrong == 'a full disk'};;",
        "*) echo 'Error: [Errno 28] No space left on device' >&2; exit 1;;",
        "esac",
    )
    with pytest.raises(SetUpError, match=r"python failed: No space left on device; free some space and run again$"):
        venv._fill_with_pip(tmp_path / "venv", python, "test")
    assert asked == ([] if wrong == "a full disk" else [("python3-venv",)])


def test_versions_are_sorted_as_numbers():
    files = [Path("3.13.0"), Path("3.9.1"), Path("3.12.11")]
    assert sorted(files, key=project.numbers_in) == [files[1], files[2], files[0]]


def test_a_python_that_is_not_there():
    with pytest.raises(SetUpError, match=r"^Python 3.98 is needed but was not found"):
        venv.find_python((3, 98), (3, 99))
    with pytest.raises(SetUpError, match=r"^Python 3.98 or later is needed but was not found"):
        venv.find_python((3, 98))
    assert venv._version_of("/none") == (0, 0, 0)
    assert venv._version_of(sys.executable) == sys.version_info[:3]


def test_the_oldest_python_has_the_lowest_patch_level(monkeypatch):
    versions = {"/a/python3.11": (3, 11, 7), "/b/python3": (3, 11, 2), "/b/python": (3, 12, 0)}
    monkeypatch.setattr(venv.shutil, "which", {name.rpartition("/")[2]: name for name in versions}.get)
    monkeypatch.setattr(venv, "_version_of", lambda python: versions.get(python, (0, 0, 0)))
    assert venv.find_python((3, 11), (3, 12)) == "/a/python3.11"
    assert venv.find_python((3, 11), (3, 12), lowest=True) == "/b/python3"
    assert venv.find_python((3, 12), lowest=True) == "/b/python"
    made = []
    monkeypatch.setattr(venv, "make_once", lambda folder, made_of, make, **options: make())
    monkeypatch.setattr(venv, "_fill", lambda folder, python, group: made.append(python))
    venv.oldest_python()
    assert made == ["/b/python3"]


def fake_java(folder, version):
    """Make a program that says it is this Java, and return its folder."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-10-20' >&2\n")
    program.chmod(0o755)
    return program.parent


@pytest.mark.skipif(sys.platform == "win32", reason="uses shell scripts")
def test_java(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(system, "apt_install", lambda *packages, otherwise: asked.append((packages, otherwise)))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    with pytest.raises(SetUpError, match=r"^Java 17 or later is needed; .*; it was not found$"):
        engines.java(install=False)
    assert asked == []
    with pytest.raises(SetUpError, match="it was not found"):
        engines.java()
    assert [packages for packages, _ in asked] == [("default-jre-headless",)]
    new, old = (fake_java(tmp_path / name, version) for name, version in (("new", "17.0.15"), ("old", "1.8.0_482")))
    monkeypatch.setenv("PATH", str(new), prepend=os.pathsep)
    assert engines.java() == str(new / "java")
    monkeypatch.setenv("JAVA_HOME", str(old.parent))
    with pytest.raises(SetUpError, match=r"/old/bin/java is version 8$"):
        engines.java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(SetUpError, match=r"JAVA_HOME is set to .*, which has none"):
        engines.java()
    (new / "java").write_text("#!/bin/sh\n")
    monkeypatch.delenv("JAVA_HOME")
    with pytest.raises(SetUpError, match=r"/new/bin/java does not say its version$"):
        engines.java()
