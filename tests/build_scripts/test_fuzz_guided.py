"""build_scripts/fuzz_guided.py, without Atheris."""

import os
import subprocess
import sys
from pathlib import Path

import fuzz_guided
import pytest
from setup.project import SetUpError


@pytest.mark.parametrize("text", ["0", "0.001", "-1", "nan", "inf", "x"])
def test_wrong_minutes(text, capsys):
    """libFuzzer would take 0 seconds for no limit."""
    with pytest.raises(SystemExit) as ended:
        fuzz_guided.main([f"--minutes={text}"])
    assert ended.value.code == 2
    assert f"'{text}' is not a number of minutes" in capsys.readouterr().err


def fuzz(monkeypatch, tmp_path, *, finds=(), status=0, said="stat::number_of_executed_units: 12\n"):
    """Fuzz a target, for which this function stands for Atheris. *finds* has a name and a time for each finding."""

    def run(command, **_):
        for name, seconds in finds:
            file = tmp_path / "parse" / "findings" / name
            file.write_bytes(b"x")
            os.utime(file, (seconds, seconds))
        return subprocess.CompletedProcess(command, status, "", said)

    monkeypatch.setattr(fuzz_guided, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz_guided.project, "run", lambda *_, **__: "")
    monkeypatch.setattr(subprocess, "run", run)
    tried, found = fuzz_guided.fuzz("parse", 1.0, Path(sys.executable))
    return tried, [file.name for file in found]


def test_an_input_that_breaks_a_fact_again_is_a_finding_again(monkeypatch, tmp_path):
    assert fuzz(monkeypatch, tmp_path) == (12, [])
    both = [("crash-a", 1), ("crash-b", 1)]
    assert fuzz(monkeypatch, tmp_path, finds=both, status=77) == (12, ["crash-a", "crash-b"])
    assert fuzz(monkeypatch, tmp_path, finds=[("crash-a", 2)], status=77) == (12, ["crash-a"])
    assert fuzz(monkeypatch, tmp_path) == (12, [])


@pytest.mark.parametrize("options", [{"status": 1}, {"said": ""}])
def test_atheris_fails(monkeypatch, tmp_path, options):
    with pytest.raises(SetUpError, match=r"^Atheris failed with status \d"):
        fuzz(monkeypatch, tmp_path, **options)


def test_atheris_does_not_end(monkeypatch, tmp_path):
    def run(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(fuzz_guided, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz_guided.project, "run", lambda *_, **__: "")
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(SetUpError, match=r"^Atheris did not end after 360 seconds$"):
        fuzz_guided.fuzz("parse", 1.0, Path(sys.executable))
