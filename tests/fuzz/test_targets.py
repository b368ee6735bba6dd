"""The targets of the coverage-guided fuzzer, on a part of the inputs from which it starts."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from itertools import islice
from pathlib import Path

import pytest

from tests.fuzz import corpus, targets

HERE = Path(__file__).parent
SECONDS = 300


@pytest.mark.parametrize("name", targets.TARGETS)
def test_seeds(name):
    tried = 0
    for octets in islice(targets.seeds(name), 0, None, 20):
        targets.TARGETS[name](octets)
        tried += 1
    assert tried > 50


@pytest.mark.parametrize("name", targets.TARGETS)
@pytest.mark.parametrize(
    "octets",
    [b"", b"\xff", b"\xff\xff\xff", b"\x00", b"\xed\xa0\x80://\x80/", b"http://h/\xff\x03\xff\xf0\x9f\x92\xa9"],
)
def test_any_octets_are_an_input(name, octets):
    targets.TARGETS[name](octets)


@pytest.mark.parametrize("strings", [("http://h/", "é\U0001f4a9"), ("", "x", ""), ("a",)])
def test_strings_come_back_from_their_octets(strings):
    assert tuple(targets._unpacked(targets.packed(*strings), len(strings))) == strings


def test_a_target_fails_if_a_fact_does_not_hold(monkeypatch):
    monkeypatch.setattr(targets, "serialize", lambda _: "http://other/")
    with pytest.raises(AssertionError):
        targets.parse(b"http://h/")


def test_the_corpora_have_the_layout_of_oss_fuzz(tmp_path):
    file = tmp_path / "fuzz_setters_seed_corpus.zip"
    count = corpus.write("setters", file)
    with zipfile.ZipFile(file) as archive:
        assert len(archive.namelist()) == count > 500
    assert corpus.write("data", tmp_path / "data") == len([*(tmp_path / "data").iterdir()])
    script = (HERE / "build.sh").read_text("utf-8")
    assert {*re.findall(r"tests/fuzz/(\w+\.py)", script)} == {"fuzz_target.py"}


@pytest.mark.skipif(shutil.which("bash") is None, reason="OSS-Fuzz runs Linux")
def test_the_script_builds_each_target_where_oss_fuzz_runs_it(tmp_path):
    """OSS-Fuzz copies the script next to the clone, and runs it with programs of its own."""
    clone, out, programs = (tmp_path / name for name in ("src/py-url", "out", "bin"))
    for folder in ("py_url", "tests/fuzz", "tests/data"):
        shutil.copytree(HERE.parent.parent / folder, clone / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "build.sh", clone.parent)
    out.mkdir()
    programs.mkdir()
    for name, does in {
        "pip3": '[ "$*" = "install ." ]',
        "python3": f'exec "{sys.executable}" "$@"',
        "compile_python_fuzzer": '[ -f "$1" ] && touch "$OUT/$(basename -s .py "$1")"',
    }.items():
        (programs / name).write_text(f"#!/bin/bash\n{does}\n")
        (programs / name).chmod(0o755)
    subprocess.run(
        ["bash", "-eux", clone.parent / "build.sh"],
        env={**os.environ, "SRC": f"{clone.parent}", "OUT": f"{out}", "PATH": f"{programs}:{os.environ['PATH']}"},
        cwd=tmp_path,
        check=True,
        timeout=SECONDS,
    )
    names = {f"fuzz_{name}" for name in targets.TARGETS}
    assert {file.name for file in out.iterdir()} == names | {f"{name}_seed_corpus.zip" for name in names}
    assert [file.name for file in (clone / "tests" / "fuzz").glob("fuzz_*.py")] == ["fuzz_target.py"]
