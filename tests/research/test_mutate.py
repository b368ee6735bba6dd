"""Mutation testing: what is kept, which tests try a module, and the explained mutants."""

import json
import os
import signal
import time

import pytest
from research.mutation import command, results, running, tests
from setup.project import ROOT, SetUpError


def mutant(was, becomes="x", number=1, file="py_url/fast/special.py"):
    return {"file": file, "was": was, "becomes": becomes, "number": number, "line": 1, "operator": "AddNot"}


def test_the_last_result_counts_and_an_unfinished_line_does_not(tmp_path):
    file = tmp_path / "new" / "results.jsonl"
    assert results.known(file) == {}
    results.add({**mutant("a"), "outcome": "survived"}, file)
    results.add({**mutant("b"), "outcome": "failed"}, file)
    results.add({**mutant("a"), "outcome": "killed"}, file)
    file.write_text(file.read_text("utf-8") + '{"file": "py_ur', "utf-8")
    assert [found["outcome"] for found in results.known(file).values()] == ["killed", "failed"]
    # The next result is written after the unfinished one, so both are lost, and nothing else is.
    results.add({**mutant("c"), "outcome": "killed"}, file)
    results.add({**mutant("d"), "outcome": "killed"}, file)
    assert [found["was"] for found in results.known(file).values()] == ["a", "b", "d"]


def test_the_table():
    mutants = [mutant(was) for was in "abcde"]
    found = {
        results.key_of(mutant(was)): {"outcome": outcome}
        for was, outcome in (("a", "killed"), ("b", "survived"), ("c", "survived"), ("d", "failed"))
    }
    table = results.table(mutants, found, {results.key_of(mutant("c")): "why"}).splitlines()
    assert table[2] == "| `fast/special.py` | 5 | 3 | 1 | 1 | 1 | 50.0 % |"
    assert table[3].startswith("| all | 5 | 3 |")


def try_two(monkeypatch, tmp_path, said):
    """Try two mutants, for which *said* stands for the tests, and return their results."""
    todo, found = tmp_path / "todo.jsonl", []
    todo.write_text("".join(json.dumps({**mutant(was), "edit": [1, 2, "x"]}) + "\n" for was in "ab"), "utf-8")
    monkeypatch.setenv(results.TODO, str(todo))
    monkeypatch.setenv(results.UNTIL, "inf")
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(results, "add", found.append)
    monkeypatch.setattr(running, "tried", said)
    running.main()
    return [(one["was"], one["outcome"], one.get("by")) for one in found]


def test_tests_that_fail_without_a_change_kill_no_mutant(monkeypatch, tmp_path):
    with pytest.raises(SystemExit, match=r"py_url/fast/special\.py was not changed, and yet its tests fail: a crash"):
        try_two(monkeypatch, tmp_path, lambda *_: ("killed", "a crash"))


def test_a_mutant_that_survives_meets_all_tests(monkeypatch, tmp_path):
    asked = []

    def said(mutant, chosen, _):
        which = "all" if chosen == tests.files() else "own"
        asked.append((mutant["was"], mutant["edit"], which))
        # With an explanation, nobody expects another test to notice it.
        return (
            ("killed", "a test") if mutant["edit"][1] and (mutant["was"], which) == ("b", "all") else ("survived", "")
        )

    # The other has an explanation, so nobody expects a test to notice it.
    monkeypatch.setattr(results, "explained", lambda: {results.key_of(mutant("a")): "why"})
    assert try_two(monkeypatch, tmp_path, said) == [("a", "survived", None), ("b", "killed", "a test")]
    own, nothing, edit = "own", [0, 0, ""], [1, 2, "x"]
    assert asked == [("a", nothing, own), ("a", edit, own), ("b", edit, own), ("b", nothing, "all"), ("b", edit, "all")]


def wrote(text):
    def work(writing):
        os.write(writing, text)

    return work


def fails(writing):
    raise ValueError("a | b")


def uses_everything_up(writing):
    raise MemoryError


@pytest.mark.parametrize(
    ("work", "says"),
    [
        (wrote(b"|survived"), ("survived", "")),
        (wrote(b"|test_a.py::test_b[!]"), ("killed", "test_a.py::test_b[!]")),
        (lambda writing: time.sleep(10), ("killed", "time")),
        (lambda writing: os.kill(os.getpid(), signal.SIGKILL), ("killed", "signal 9")),
        (uses_everything_up, ("killed", "MemoryError")),
        # These are the tool's own failures: no test noticed anything.
        (fails, ("failed", "ValueError: a | b")),
        (lambda writing: None, ("failed", "the process ended without a verdict")),
    ],
    ids=["survived", "a test", "time", "a crash", "memory", "an error", "nothing said"],
)
def test_a_crash_of_a_mutant_is_not_one_of_the_tool(work, says):
    assert running.verdict(running.forked(work, 0.5)) == says


def test_a_mutant_that_could_not_be_tried(monkeypatch, capsys):
    result = {"outcome": "failed", "by": "ValueError: why"}
    monkeypatch.setattr(results, "known", lambda: {results.key_of(mutant("a")): result})
    monkeypatch.setattr(results, "explained", dict)
    assert command._report([mutant("a")]) == 1
    said = capsys.readouterr().out
    assert "| `fast/special.py` | 1 | 0 | 0 | 0 | 0 |  |" in said
    assert "py_url/fast/special.py:1 could not be tried: ValueError: why\n- a\n+ x" in said


def test_a_survivor_or_a_stale_reason_fails(monkeypatch, capsys):
    monkeypatch.setattr(results, "known", lambda: {results.key_of(mutant("a")): {"outcome": "survived"}})
    reasons = {}
    monkeypatch.setattr(results, "explained", lambda: reasons)
    assert command._report([mutant("a")]) == 1
    assert "- a\n+ x" in capsys.readouterr().out
    reasons[results.key_of(mutant("a"))] = "why"
    assert command._report([mutant("a")]) == 0
    reasons[results.key_of(mutant("gone"))] = "why"
    assert command._report([mutant("a")]) == 1
    assert "out of date: py_url/fast/special.py, 1\n- gone" in capsys.readouterr().out


def test_the_list_is_in_order_and_its_lines_are_there():
    """The command finds the rest: whether each is still a mutant, and still survives."""
    entries = json.loads(results.EXPLAINED.read_text("utf-8"))
    places = [(entry["file"], entry["was"], entry["becomes"]) for entry in entries]
    assert places == sorted({*places})
    for entry in entries:
        text = (ROOT / entry["file"]).read_text("utf-8")
        assert text.count(entry["was"]) >= max(entry.get("numbers", [1])), entry
        assert entry["was"] != entry["becomes"]
        assert len(entry["reason"]) > 20, entry
        assert {*entry} <= {"file", "was", "becomes", "numbers", "reason"}


@pytest.mark.parametrize(
    ("module", "named"),
    [
        ("fast/special.py", "tests/unit/test_fast_path.py"),
        ("standard/hosts/uts46.py", "tests/unit/test_uts46.py"),
        ("standard/hosts/domain_errors.py", "tests/wpt/test_hosts.py"),
        ("standard/urls/states.py", "tests/unit/test_states.py"),
    ],
)
def test_the_tests_of_a_module(module, named):
    chosen = tests.tests_of(f"py_url/{module}")
    assert named in chosen
    assert {*chosen} <= {*tests.files()}
    # These come first; the others are those of the whole parser.
    own = tests.named_for(f"py_url/{module}")
    assert named in own
    assert "tests/wpt/test_setters.py" in {*chosen} - {*own}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--minutes", "nan"), "'nan' is not a number of minutes above 0"),
        (("--minutes", "0"), "'0' is not a number of minutes above 0"),
        (("--minutes", "x"), "'x' is not a number of minutes above 0"),
        *(((f"--shard={text}",), f"'{text}' is not a part such as 1/4") for text in ("0/4", "5/4", "1", "a/b")),
    ],
)
def test_wrong_arguments(arguments, says, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main([*arguments])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_modules():
    assert command._modules(["py_url/fast/special.py"]) == ["py_url/fast/special.py"]
    of_hosts = command._modules(["py_url/standard/hosts"])
    assert "py_url/standard/hosts/uts46.py" in of_hosts
    assert "py_url/standard/hosts/unicode_table.py" not in of_hosts
    for name in ("py_url/api/url.py", "nowhere", "tests"):
        with pytest.raises(SetUpError, match="is not a module or folder in py_url/fast or py_url/standard"):
            command._modules([name])
