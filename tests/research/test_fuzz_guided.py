"""build_scripts/research fuzz_guided, without Atheris."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from research import fuzz_guided
from setup.project import SetUpError


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "x"])
def test_wrong_minutes(text, capsys):
    """libFuzzer would take 0 seconds for no limit."""
    with pytest.raises(SystemExit) as ended:
        fuzz_guided.main([f"--minutes={text}"])
    assert ended.value.code == 2
    assert f"'{text}' is not a number of minutes" in capsys.readouterr().err


@pytest.mark.parametrize(("ends", "status"), [([0, 0], 0), ([77, 0], 1)])
def test_an_input_that_breaks_a_fact_fails_the_command(monkeypatch, tmp_path, ends, status):
    commands = []

    def run(command, **_):
        commands.append(command)
        return subprocess.CompletedProcess(command, ends[len(commands) - 1])

    monkeypatch.setattr(fuzz_guided, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz_guided, "_python", lambda: Path(sys.executable))
    monkeypatch.setattr(fuzz_guided.project, "run", lambda *_, **__: "parse guard")
    monkeypatch.setattr(subprocess, "run", run)
    assert fuzz_guided.main(["--minutes=2"]) == status
    assert [command[2] for command in commands] == ["parse", "guard"]
    assert "-max_total_time=120" in commands[0]
    assert f"-artifact_prefix={tmp_path / 'parse' / 'findings'}{os.sep}" in commands[0]


def test_atheris_does_not_end(monkeypatch, tmp_path):
    def run(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(fuzz_guided, "FOLDER", tmp_path)
    monkeypatch.setattr(fuzz_guided.project, "run", lambda *_, **__: "")
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(SetUpError, match=r"^Atheris did not end after 360 seconds$"):
        fuzz_guided.fuzz("parse", 60, Path(sys.executable))
