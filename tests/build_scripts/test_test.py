"""build_scripts/test.py, and what happens if something that a test needs is missing; see tests/support/needs.py."""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import psutil
import pytest
from fetching import wpt_url
from setup import choosing
from setup.project import ROOT

from tests.engines import conftest as of_engines
from tests.support import collecting, workers
from tests.support.needs import needs
from tests.support.processes import INTERRUPTIBLE

SECONDS = 300
# These plugins take longer to import than most of the tests here take to run.
LIGHT = {"PYTEST_ADDOPTS": "-p no:hypothesispytest -p no:playwright"}


def run(*arguments, **environ):
    command = [sys.executable, *map(str, arguments)]
    environ = {**os.environ, **LIGHT, "CI": "", **environ}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=SECONDS)


def run_tests(*arguments, **environ):
    return run("-m", "pytest", *arguments, **environ)


@needs("wheel", "npm packages")
def test_without_a_browser_its_tests_are_skipped():
    result = run_tests("tests/browser/test_readme.py", PY_URL_CHROMIUM="/none", PYTEST_ADDOPTS="")
    assert result.returncode == 0, result.stdout
    assert "1 skipped" in result.stdout
    assert "Chromium: PY_URL_CHROMIUM is set to '/none', which is not an executable" in result.stdout
    assert "passed" not in result.stdout


@needs("wheel", "npm packages")
@pytest.mark.parametrize("set_up", [[], ["--set-up"]], ids=["pytest", "test.py"])
def test_in_ci_they_fail(set_up):
    result = run_tests("tests/browser/test_readme.py", *set_up, PY_URL_CHROMIUM="/none", CI="1", PYTEST_ADDOPTS="")
    assert result.returncode == 1, result.stdout
    assert "Chromium: PY_URL_CHROMIUM is set to '/none', which is not an executable" in result.stdout
    assert "skipped" not in result.stdout


@needs("wpt")
def test_without_the_pinned_web_platform_tests_ci_fails(tmp_path):
    resources = tmp_path / "url" / "resources"
    resources.mkdir(parents=True)
    for file in wpt_url.find(required=False).files.values():
        (resources / file.name).write_text(json.dumps(json.loads(file.read_text("utf-8"))))
    plain = run_tests("tests/wpt/test_percent_encoding.py", PY_URL_WPT=str(tmp_path))
    assert plain.returncode == 0, plain.stdout
    assert "which are not those of the pin" in plain.stdout
    in_ci = run_tests("tests/wpt/test_percent_encoding.py", PY_URL_WPT=str(tmp_path), CI="1")
    assert in_ci.returncode == pytest.ExitCode.USAGE_ERROR, in_ci.stdout
    assert "are required" in in_ci.stderr


@pytest.mark.parametrize(
    "test",
    [
        'import pytest\n@pytest.mark.skip(reason="a reason")\ndef test_it(): pass\n',
        'import pytest\ndef test_it(): pytest.skip("a reason")\n',
        'import pytest\npytest.skip("a reason", allow_module_level=True)\n',
        'import pytest\npytest.importorskip("none", reason="a reason")\n',
    ],
)
def test_in_ci_no_test_may_be_skipped(test, tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_it.py").write_text(test)
    (tmp_path / "test_other.py").write_text("def test_it(): pass\n")
    arguments = ["-c", ROOT / "pyproject.toml", "--set-up", tmp_path]
    result = run_tests(*arguments)
    assert result.returncode == 0, result.stdout
    assert "a reason" in result.stdout
    result = run_tests(*arguments, CI="1")
    assert result.returncode == 1, result.stdout
    assert "no test may be skipped if CI is set" in result.stdout


def test_parameters_that_came_to_nothing(tmp_path):
    (tmp_path / "test_it.py").write_text('import pytest\n@pytest.mark.parametrize("row", [])\ndef test_it(row): pass\n')
    result = run_tests("-c", ROOT / "pyproject.toml", "--rootdir", tmp_path, tmp_path)
    assert result.returncode == 2
    assert "Empty parameter set" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="uses a shell script")
def test_ci_sets_ci(tmp_path):
    """Without CI, a run would pass although browsers or data are missing."""
    stub = tmp_path / "python3"
    stub.write_text('#!/bin/sh\necho "CI=$CI $*"\n')
    stub.chmod(0o755)
    environ = {name: value for name, value in os.environ.items() if name != "CI"}
    environ["PATH"] = f"{tmp_path}:{environ['PATH']}"
    command = ["bash", str(ROOT / ".ci" / "run")]
    result = subprocess.run(command, env=environ, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout == "CI=1 build_scripts/test.py\n"


def test_help_and_counting_set_nothing_up():
    result = run("build_scripts/test.py", "--help")
    assert result.returncode == 0
    assert "usage: test.py" in result.stdout
    assert result.stderr == ""


def test_without_spark():
    for argument, expected in (["--workers=1"], True), (["--without-spark"], False):
        result = run("build_scripts/test.py", "--no-install", *argument, "--collect-only", "tests/engines")
        assert result.returncode == 0, result.stdout + result.stderr
        assert ("tests/engines/test_spark.py::" in result.stdout) is expected
        assert "tests/engines/test_ray.py::" in result.stdout


def test_no_workers():
    result = run("build_scripts/test.py", "--workers=0")
    assert result.returncode == 2
    assert "argument --workers: 0 is not at least 1" in result.stderr


@pytest.fixture
def started(monkeypatch):
    """Return the script, whose `main` starts nothing, and what it would: the groups, and the arguments of Python."""
    spec = importlib.util.spec_from_file_location("test_script", ROOT / "build_scripts" / "test.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found = []
    monkeypatch.setattr(script.venv, "enter", lambda *groups, install: found.append({*groups}))
    monkeypatch.setattr(script, "_run", lambda arguments, **_: found.append(arguments) or 0)
    monkeypatch.chdir(ROOT)
    return script, found


def test_the_tests_of_a_module(started):
    script, found = started
    assert script.main(["--for", "py_url/specs/opc/pack.py", "-x"]) == 0
    groups, arguments = found
    assert groups == {"test", "test-fits"}
    files = [f"{ROOT}/tests/{name}.py" for name in ("unit/test_opc", "properties/test_documents")]
    assert arguments == ["-m", "pytest", "--set-up", "-x", *files]
    assert script.main(["--for", "tests/README.md"]) == 2


def test_the_quick_tests(started, capsys):
    script, found = started
    assert script.main(["--quick", "--workers=3", "-x"]) == 0
    groups, arguments = found
    assert groups == {"test"}
    assert {"--numprocesses=3", "tests.support.quick", "-x", "tests/unit", "tests/wpt"} <= {*arguments}
    assert "--ignore=tests/unit/test_growth.py" in arguments
    assert "--deselect=tests/unit/test_timeline.py::test_a_long_path_is_linear" in arguments
    said = capsys.readouterr().out
    assert "left out, because they measure growth:\n  tests/unit/test_canonical.py::test_long_urls_take_linear" in said
    for names in choosing.left_out_of_quick().values():
        assert all(name in said for name in names)


def test_a_part_runs_in_the_environment_of_its_group(started):
    script, found = started
    assert script.main(["tests/unit/test_hosts.py"]) == 0
    assert script.main(["tests/unit/test_hosts.py", "--workers=2"]) == 0
    assert script.main(["--record-api"]) == 0
    assert found[::2] == [{"test"}, {"test"}, {"dev"}]


def test_what_takes_longest_is_downloaded_beside_the_first_tests(started):
    script, _ = started
    program = script._early(["--set-up"])
    assert re.findall(r"(\w+)\(\)$", program, re.MULTILINE) == ["oldest_python", "spark", "distributed"]
    assert "spark" not in script._early(["--set-up", "--ignore=tests/engines/test_spark.py"])
    assert "()" not in script._early([]), "with --no-install"
    compile(program, "early", "exec")


@pytest.mark.skipif(sys.platform == "win32", reason="ends a group of processes")
def test_what_is_set_up_beside_the_tests_ends_with_them(started, tmp_path):
    script, _ = started
    said = tmp_path / "said"
    inner = f"import os, pathlib, time; pathlib.Path({str(said)!r}).write_text(f'{{os.getpid()}}.'); time.sleep(600)"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}], timeout=600)"
    with script._set_up_beside(program):
        deadline = time.monotonic() + SECONDS
        while not (said.exists() and said.read_text().endswith(".")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    pid = int(said.read_text().rstrip("."))
    while alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def alive(pid):
    """Whether a process runs. One that has ended may wait for somebody to ask for its status."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_only_what_is_needed_is_set_up():
    assert set_up_for("tests/unit/test_url.py") == []
    assert set_up_for("tests/browser/test_readme.py") == ["npm packages", "wheel", "chromium"]


def set_up_for(path):
    """Return what is set up for the tests of a file, in the order of `NEEDS`."""
    program = (
        "import sys, pytest\n"
        "sys.path.insert(0, 'build_scripts')\n"
        "from tests.support import needs\n"
        "said = []\n"
        "needs.NEEDS.update({name: (what, lambda name=name, **_: said.append(name)) "
        "for name, (what, _) in needs.NEEDS.items()})\n"
        "pytest.main(['--set-up', '--setup-plan', sys.argv[1]])\n"
        "print('said', *said, sep='\\n')\n"
    )
    result = run("-c", program, path, PYTEST_ADDOPTS="")
    assert "said\n" in result.stdout, result.stdout + result.stderr
    return result.stdout.rpartition("said\n")[2].split("\n")[:-1]


def test_paths_are_those_of_the_folder_that_it_is_started_in(tmp_path):
    """This holds even if the project has a file with that path."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text("def test_one(): pass\ndef test_two(): pass\n")
    program = [sys.executable, ROOT / "build_scripts" / "test.py", "--no-install", "-c", ROOT / "pyproject.toml"]
    command = [*map(str, program), "tests/test_it.py::test_two"]
    environ = {**os.environ, **LIGHT}
    result = subprocess.run(
        command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "1 passed" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
@pytest.mark.parametrize("to_all", [True, False], ids=["Ctrl-C", "SIGTERM"])
@pytest.mark.parametrize("count", [1, 2])
def test_what_a_test_started_ends_with_an_interrupted_run(count, to_all, tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_it.py").write_text(
        "import os, pathlib, time\n"
        "def test_it():\n"
        "    said = pathlib.Path(__file__).with_name('said')\n"
        "    try:\n"
        "        said.write_text(f'{os.getpid()}\\n')\n"
        "        time.sleep(200)\n"
        "    finally:\n"
        "        time.sleep(1)\n"
        "        said.write_text(said.read_text() + 'cleaned up')\n"
    )
    arguments = ["--no-install", f"--workers={count}", "-c", ROOT / "pyproject.toml", tmp_path]
    command = [sys.executable, *map(str, [ROOT / "build_scripts" / "test.py", *arguments])]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    said = tmp_path / "said"
    with subprocess.Popen(command, env={**os.environ, **LIGHT}, **pipes, **INTERRUPTIBLE) as process:
        deadline = time.monotonic() + SECONDS
        while not (said.exists() and said.read_text().endswith("\n")):
            assert process.poll() is None, process.communicate(timeout=SECONDS)
            assert time.monotonic() < deadline
            time.sleep(0.05)
        if to_all:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.terminate()
        output, _ = process.communicate(timeout=SECONDS)
    pid, *rest = said.read_text().split("\n")
    assert rest == ["cleaned up"], output
    assert process.returncode == 2
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


def run_in_workers(folder, *tests, **environ):
    """Run files with these texts in two workers."""
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    for number, text in enumerate(tests):
        (folder / f"test_{number}.py").write_text(text)
    arguments = ["--no-install", "--workers=2", "-c", ROOT / "pyproject.toml", "--rootdir", folder, folder]
    return run(ROOT / "build_scripts" / "test.py", *arguments, **environ)


def test_the_summary_of_several_workers(tmp_path):
    one = (
        "import os\nfrom pathlib import Path\nfrom tests.conftest import summary_lines\n"
        "summary_lines.append('both say')\n"
        "def test_it():\n"
        "    summary_lines.append(Path(__file__).name + ' says')\n"
        "    Path(__file__).with_suffix('.pid').write_text(str(os.getpid()))\n"
    )
    skipped = "import pytest\n@pytest.mark.skip(reason='a reason')\ndef test_it(): pass\n"
    result = run_in_workers(tmp_path, one, one, skipped, CI="1")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "2 passed, 1 skipped" in result.stdout
    assert "test_2.py:2: a reason" in result.stdout
    for line in ("both say", "test_0.py says", "test_1.py says", "no test may be skipped if CI is set"):
        assert result.stdout.count(line) == 1, line
    assert (tmp_path / "test_0.pid").read_text() != (tmp_path / "test_1.pid").read_text()


def test_what_goes_wrong_in_a_worker(tmp_path):
    """A test that fails is reported, and so is one that ends its worker."""
    result = run_in_workers(tmp_path, "def test_it(): assert 0\n", "import os\ndef test_it(): os._exit(0)\n")
    assert result.returncode == 1, result.stdout
    assert "2 failed" in result.stdout
    assert "'test_1.py::test_it'" in result.stdout.partition("crashed while running")[2]


def test_a_test_that_hangs_is_ended(tmp_path):
    test = (
        "import os, time\n"
        "def test_it(): time.sleep({})\n"
        "def test_limit(): assert os.environ['PYTEST_TIMEOUT'] == '{}'\n"
    )
    result = run_in_workers(tmp_path, test.format(200, 2), PYTEST_TIMEOUT="2")
    assert result.returncode == 1, result.stdout
    assert "1 failed, 1 passed" in result.stdout
    assert "Timeout" in result.stdout
    (tmp_path / "test_0.py").write_text(test.format(0, 1500))
    result = run(ROOT / "build_scripts" / "test.py", "--no-install", "-c", ROOT / "pyproject.toml", tmp_path)
    assert "2 passed" in result.stdout, result.stdout


def test_workers_that_collect_different_tests(tmp_path):
    test = "import os, pytest\n@pytest.mark.parametrize('pid', [os.getpid()])\ndef test_it(pid): pass\n"
    result = run_in_workers(tmp_path, test)
    assert result.returncode == 1, result.stdout
    assert "Different tests were collected" in result.stdout


def test_every_file_has_its_turn():
    """The list of what starts first names nothing that is not there."""
    first = workers.LONGEST_FIRST
    assert {next(filter(file.startswith, first), file) for file in choosing.test_files()} == {*first}


def test_counting_tests(tmp_path, monkeypatch):
    """A file in a folder that pytest skips contributes nothing."""
    for folder, name in (("unit", "test_a.py"), ("build", "test_b.py"), ("node_modules", "test_c.py")):
        (tmp_path / "tests" / folder).mkdir(parents=True)
        (tmp_path / "tests" / folder / name).write_text("def test_one(): pass\ndef test_two(): pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\n")
    monkeypatch.setattr(collecting, "ROOT", tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert collecting.collected() == {"tests/unit/test_a.py": 2}


@pytest.mark.skipif(sys.platform == "win32", reason="ends a group of processes")
def test_tests_of_an_engine_that_hang_are_ended(monkeypatch, tmp_path):
    said = tmp_path / "said"
    assert of_engines._wait_for([sys.executable, "-c", "print(1)"], {**os.environ}, said)
    assert said.read_text("utf-8") == "1\n"
    monkeypatch.setattr(of_engines, "SECONDS", 0.1)
    assert not of_engines._wait_for([sys.executable, "-c", "import time; time.sleep(600)"], {**os.environ}, said)


def test_tests_of_an_engine_that_hang_are_not_run_again(monkeypatch):
    runs = []

    def hang(command, environ, said):
        runs.append(command)
        said.write_text("the engine starts", "utf-8")
        return False

    monkeypatch.setattr(of_engines, "_wait_for", hang)
    monkeypatch.setattr(of_engines, "_outcomes", {})
    monkeypatch.setitem(of_engines.ENVIRONMENTS, "test_daft.py", lambda install: sys.executable)
    for name in ("test_options", "test_what_is_wrong"):
        item = SimpleNamespace(path=of_engines.HERE / "test_daft.py", name=name, session=SimpleNamespace(items=[]))
        with pytest.raises(pytest.fail.Exception, match=r"(?s)the engine starts.*did not end after 900 seconds"):
            of_engines._take_outcome(item)
    assert len(runs) == 1
