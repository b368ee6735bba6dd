"""The targets of the coverage-guided fuzzer, on a part of the inputs from which it starts."""

import re
import zipfile
from itertools import islice
from pathlib import Path

import pytest

from tests.fuzz import corpus, targets

HERE = Path(__file__).parent


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
