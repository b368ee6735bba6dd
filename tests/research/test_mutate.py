"""Mutation testing: what is left out, what becomes of mutants, which tests try a module, and the explained ones."""

import json
import sqlite3
from contextlib import closing

import pytest
from research import mutate
from setup.project import ROOT, SetUpError

MODULE = "py_url/fast/special.py"
SOURCE = "x = 1\ny = 2\nx = 1\n"


@pytest.fixture
def session(tmp_path):
    """A session of Cosmic Ray with four mutants of `SOURCE`: one survived, one was killed, two were not tried."""
    file = tmp_path / "x.sqlite"
    with closing(sqlite3.connect(file)) as database, database:
        columns = "job_id, operator_name, start_pos_row, start_pos_col"
        for table in (
            "work_items (job_id)",
            f"mutation_specs ({columns})",
            "work_results (job_id, test_outcome, diff)",
        ):
            database.execute(f"CREATE TABLE {table}")
        for job, operator, line in ((1, "NumberReplacer", 3), (2, "AddNot", 2), (3, "AddNot", 1), (4, "Other", 1)):
            database.execute("INSERT INTO work_items VALUES (?)", [job])
            database.execute("INSERT INTO mutation_specs VALUES (?, ?, ?, 4)", [job, f"core/{operator}", line])
        diff = "--- mutation diff ---\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n {}\n-{}\n+{}\n"
        for job, outcome, was, becomes in ((1, "SURVIVED", "x = 1", "x = 2"), (2, "KILLED", "y = 2", "y = 1")):
            database.execute(
                "INSERT INTO work_results VALUES (?, ?, ?)", [job, outcome, diff.format("z", was, becomes)]
            )
    return file


SURVIVED = (MODULE, "x = 1", "x = 2", 2)


def test_what_became_of_the_mutants(session):
    assert [*mutate.outcomes(session, MODULE, SOURCE)] == [
        (SURVIVED, "survived", 3),
        ((MODULE, "y = 2", "y = 1", 1), "killed", 2),
        *[(None, "not tried", 1)] * 2,
    ]


def test_other_operators_and_what_no_test_sees_are_left_out(session):
    mutate._leave_out(session, "def f(a: 1): ...\nb = 1\nassert b")
    assert [line for *_, line in mutate.outcomes(session, MODULE, SOURCE)] == [2, 1]
    source = "if TYPE_CHECKING:\n    import x\nTYPE_CHECKING = False\na: int | None = 1\ndef f(b: 2) -> 3: return 4\n"
    assert sorted(mutate.unseen(source)) == [((1, 0), (2, 12)), ((3, 0), (3, 21)), ((4, 3), (4, 13)), *_of_f()]


def _of_f():
    return [((5, 9), (5, 10)), ((5, 15), (5, 16))]


def test_the_table_and_what_is_wrong(session):
    found = {MODULE: [*mutate.outcomes(session, MODULE, SOURCE)]}
    text, status = mutate.report(found, {})
    table, wrong = text.split("\n\n")
    assert table.splitlines()[2:] == [
        "| `fast/special.py` | 4 | 2 | 1 | 0 | 1 | 50.0 % |",
        "| all | 4 | 2 | 1 | 0 | 1 | 50.0 % |",
    ]
    assert (status, wrong) == (1, f"{MODULE}:3\n- x = 1\n+ x = 2")
    gone = (MODULE, "gone", "x", 1)
    # While some are not tried, nobody knows which reasons are out of date.
    assert mutate.report(found, {SURVIVED: "why", gone: "why"})[1] == 0
    text, status = mutate.report({MODULE: found[MODULE][:2]}, {SURVIVED: "why", gone: "why"})
    assert (status, text.split("\n\n")[1]) == (1, f"mutants.json: out of date: {MODULE}, 1\n- gone\n+ x")
    assert "| all | 2 | 2 | 1 | 1 | 0 | 100.0 % |" in text


def test_the_list_is_in_order_and_its_lines_are_there():
    """The command finds the rest: whether each is still a mutant, and still survives."""
    entries = json.loads(mutate.EXPLAINED.read_text("utf-8"))
    places = [(entry["file"], entry["was"], entry["becomes"]) for entry in entries]
    assert places == sorted({*places})
    assert len(mutate.explained()) >= len(entries)
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
    chosen = mutate.tests_of(f"py_url/{module}")
    assert {*chosen} <= {*mutate.all_tests()}
    # Its own come first; the others are those of the whole parser.
    assert chosen.index(named) < chosen.index("tests/wpt/test_setters.py")


@pytest.mark.parametrize("text", ["nan", "0", "x"])
def test_wrong_arguments(text, capsys):
    with pytest.raises(SystemExit) as ended:
        mutate.main(["--minutes", text])
    assert ended.value.code == 2
    assert f"'{text}' is not a number of minutes above 0" in capsys.readouterr().err


def test_modules():
    assert mutate.modules([MODULE]) == [MODULE]
    of_hosts = mutate.modules(["py_url/standard/hosts"])
    assert "py_url/standard/hosts/uts46.py" in of_hosts
    assert "py_url/standard/hosts/unicode_table.py" not in of_hosts
    for name in ("py_url/api/url.py", "nowhere", "tests"):
        with pytest.raises(SetUpError, match="is not a module or folder in py_url/fast or py_url/standard"):
            mutate.modules([name])
