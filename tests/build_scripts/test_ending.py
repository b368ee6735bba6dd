"""How the scripts end; see build_scripts/setup/ending.py."""

import ast
import errno
import os
import shutil
import signal
import subprocess
import sys

import pytest
from setup.ending import ends, expect_writable
from setup.project import ROOT, SCRIPTS, SetUpError

ENTRIES = sorted(file.name for file in SCRIPTS.glob("*.py"))
SECONDS = 60


def python(*arguments, **options):
    command = [sys.executable, "-B", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS, **options)


@pytest.mark.parametrize("script", ENTRIES)
def test_help_sets_nothing_up(script):
    result = python(SCRIPTS / script, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: {script} ")


@pytest.mark.parametrize("version", [(3, 6), (3, 10)])
@pytest.mark.parametrize("script", ENTRIES)
def test_an_older_python_gets_one_sentence(script, version):
    """Imitates an older Python, which lacks some modules."""
    new = [name for name, since in NEW_MODULES.items() if version < since]
    program = (
        "import runpy, sys\n"
        f"sys.version_info = (*{version}, 0, 'final', 0)\n"
        f"for name in {new}: sys.modules[name] = None\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "runpy.run_path(f'{sys.argv[1]}/{sys.argv[2]}', run_name='__main__')"
    )
    result = python("-c", program, SCRIPTS, script)
    assert (result.returncode, result.stdout) == (2, "")
    this = f"Python {version[0]}.{version[1]} ({sys.executable})"
    assert result.stderr == f"Python 3.12 or later is needed, and this is {this}\n"


NEW_MODULES = {"dataclasses": (3, 7), "contextvars": (3, 7), "graphlib": (3, 9), "zoneinfo": (3, 9), "tomllib": (3, 11)}


@pytest.mark.parametrize("file", [*ENTRIES, "setup/__init__.py"])
def test_python_3_6_can_read_a_script_up_to_the_sentence(file):
    """It compiles the whole file before it runs the first line."""
    tree = ast.parse((SCRIPTS / file).read_text("utf-8"), feature_version=(3, 6))
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [getattr(node, "module", None) or node.names[0].name for node in imports]
    assert names[0] == ("sys" if file.endswith("__init__.py") else "setup")
    assert "__future__" not in names, "it has no annotations there"


@pytest.mark.parametrize("script", ENTRIES)
def test_every_script_ends_so(script):
    """Each script has a `main` that `ends` decorates."""
    elsewhere = {"bench": "research.bench.command", "crosscheck": "crosscheck.command", "site": "building.site"}
    module = elsewhere.get(script[:-3], script[:-3])
    program = f"from {module} import main; print(main.__wrapped__.__name__)"
    assert python("-c", program, env={**os.environ, "PYTHONPATH": str(SCRIPTS)}).stdout == "main\n"


def failing(error):
    @ends("x.py")
    def main():
        raise error

    return main()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (SetUpError("there is no network"), "there is no network"),
        (KeyboardInterrupt(), "interrupted"),
        (FileNotFoundError(2, "No such file or directory", "/a/b"), "/a/b: No such file or directory"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (ConnectionError("gone"), "gone"),
    ],
)
def test_what_goes_wrong_is_one_sentence(error, sentence, capsys):
    assert failing(error) == 2
    assert capsys.readouterr().err == f"x.py: {sentence}\n"


def test_a_fault_of_the_script_has_its_traceback(capsys):
    assert failing(ZeroDivisionError("why")) == 2
    assert "ZeroDivisionError: why" in capsys.readouterr().err


def test_an_answer_is_the_status():
    before = signal.getsignal(signal.SIGTERM)
    assert [ends("x.py")(lambda status: status)(status) for status in (0, 1, 2)] == [0, 1, 2]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
def test_a_terminated_script_ends_what_it_started():
    program = (
        "import os, signal, time\n"
        "from setup.ending import ends\n"
        "@ends('x.py')\n"
        "def main():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        time.sleep(50)\n"
        "    finally:\n"
        "        print('cleaned up')\n"
        "raise SystemExit(main())"
    )
    result = python("-c", program, env={**os.environ, "PYTHONPATH": str(SCRIPTS)})
    assert (result.returncode, result.stdout, result.stderr) == (2, "cleaned up\n", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110 - pathlib is no shorter
def test_output_that_cannot_be_written():
    program = (
        "import sys\n"
        "from setup.ending import ends, printing\n"
        "@ends('x.py')\n"
        "def main():\n"
        "    with printing():\n"
        "        print('x')\n"
        "    return 0\n"
        "sys.exit(main())"
    )
    with open("/dev/full", "w") as full:  # noqa: PTH123 - pathlib is no shorter
        result = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(SCRIPTS)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=SECONDS,
        )
    assert result.returncode == 2
    assert result.stderr == "x.py: standard output cannot be written: No space left on device\n"


def test_a_file_that_cannot_be_written(tmp_path):
    expect_writable(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    old = tmp_path / "old"
    old.write_text("kept")
    expect_writable(old)
    assert old.read_text() == "kept"
    for file in (tmp_path, tmp_path / "none" / "file", old / "file"):
        with pytest.raises(SetUpError, match="cannot be written: "):
            expect_writable(file)


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="this system has no /dev/stdout")  # noqa: PTH110 - pathlib is no shorter
def test_a_device_may_be_written(tmp_path):
    from pathlib import Path

    expect_writable(Path("/dev/null"))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    expect_writable(pipe)


@pytest.mark.parametrize("option", ["--json", "--report"])
def test_the_cross_check_asks_first_whether_it_can_write(option, tmp_path):
    (tmp_path / "file").touch()
    place = tmp_path / "file" / "x"
    result = python(SCRIPTS / "crosscheck.py", "--report", tmp_path, option, place, "--no-install")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"crosscheck.py: {place} cannot be written: Not a directory\n"


@pytest.fixture
def project(tmp_path):
    """A copy of the project, without what the scripts make."""
    root = tmp_path / "project"
    shutil.copytree(SCRIPTS, root / "build_scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("py_url", "tests", "web", "pyproject.toml"):
        (root / name).symlink_to(ROOT / name)
    return root


@pytest.mark.skipif(sys.platform == "win32", reason="Windows allows few users to make links")
@pytest.mark.parametrize(
    ("script", "place"), [("test.py", ".cache/locks:"), ("crosscheck.py", "report cannot be written:")]
)
def test_a_project_that_cannot_be_written(script, place, project):
    """Imitates a read-only disk, because a superuser may write in any folder."""
    program = (
        "import errno, os, pathlib, runpy, sys\n"
        "def refuse(path, *_, **__): raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))\n"
        "pathlib.Path.mkdir = refuse\n"
        "sys.argv = sys.argv[1:]\n"
        "sys.path.insert(0, os.path.dirname(sys.argv[0]))\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    result = python("-c", program, project / "build_scripts" / script)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"{script}: {project}/{place} {os.strerror(errno.EROFS)}\n"


@pytest.mark.parametrize("option", ["--json", "--chart"])
def test_the_benchmark_asks_first_whether_it_can_write(option, tmp_path):
    result = python(SCRIPTS / "bench.py", option, tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"bench.py: {tmp_path} cannot be written: Is a directory\n"


def test_a_list_is_not_of_the_web_platform_tests(tmp_path):
    result = python(SCRIPTS / "crosscheck.py", "--input", tmp_path / "x", "--require-wpt")
    assert result.returncode == 2
    assert "error: --require-wpt cannot be combined with --input" in result.stderr
