"""build_scripts/crosscheck: summaries (summary.py), comparing two of them (comparison.py), their history (past.py), and
what the page asks (in_page.py). Also web/crosscheck/exports.js.
"""

import copy
import csv
import json
import subprocess

import explanations
import pytest
from crosscheck import comparison, in_page, inputs, page, past, report, summary
from crosscheck.command import main
from setup.project import ROOT, SetUpError

from tests.support.needs import needs

ENGINE = {"version": "0.1", "pyodide": "314", "python": "3.14", "unicode": "17.0.0"}
DATE = "2026-07-05T12:00:00+00:00"
PARSED = {"source": "urltestdata.json", "kind": "parse", "base": None, "expected": None}


def case(text, **others):
    return {**PARSED, "input": text, **others}


def result(ours, native, **ways):
    """A result as the page makes it; an answer is an href, or None for failure."""
    answers = {
        name: {"failure": True} if href is None else {"href": href, "pathname": "/", "search": ""}
        for name, href in (("ours", ours), ("native", native))
    }
    agree = ours == native
    plain = {"agree": agree, "digest": 1, "ours": "yes", "native": "yes" if agree else "no", **ways}
    return plain if agree else {**plain, "answers": answers}


def summary_of(rows, engine="Chromium 1", date=DATE, **others):
    """The summary of a run in which each row is a case and its result."""
    cases = [row[0] for row in rows]
    outcome = {"engine": {**ENGINE, "browser": engine}, "results": [row[1] for row in rows]}
    return summary.summarize(cases, [outcome], date=date, tests="tests", **others)


SAME = case("http://same/"), result("http://same/", "http://same/")
FILE = case("a:/b\\c"), result("a:/b\\c", "a:/b/c")
QUERY = case("http://h/?"), result("http://h/?", "http://h/")
ODD = case("http://odd/"), result("http://odd/", "http://other/")


def test_ids_name_what_is_done_and_not_what_is_expected():
    first, again, other, based = summary.ids_of(
        [case("x"), case("x", expected={"failure": True}), case("y"), case("x", base="http://h/")]
    )
    assert again == f"{first}-2"
    assert len({first, other, based}) == 3
    assert summary.ids_of([case("x")]) == [first]
    set_case = {"source": "s", "kind": "set", "href": "http://h/", "member": "port", "value": "1", "expected": None}
    assert summary.ids_of([set_case]) != summary.ids_of([{**set_case, "value": "2"}])


def test_the_id_of_ones_own_url_tells_nothing_of_its_password():
    ids = [
        summary.ids_of([case(f"https://me:{password}@h/", source=summary.YOUR_LIST)])
        for password in ("s3cret", "other")
    ]
    assert ids[0] == ids[1]


def test_what_is_explained_comes_first_and_what_is_not_counts_as_a_bug():
    found = summary_of([ODD, FILE, SAME, QUERY])
    texts = [row["engines"]["Chromium 1"]["explanation"] for row in found["differences"]]
    assert [row["case"]["input"] for row in found["differences"]] == ["a:/b\\c", "http://h/?", "http://odd/"]
    assert texts[-1] == explanations.UNEXPLAINED
    assert found["unexplained"] == {"Chromium 1": 1}
    assert found["py_url_is_right"]
    assert not summary.is_all_right(found)
    assert summary.is_all_right(summary_of([FILE, SAME]))
    assert "not explained, which counts as a bug of py_url: 1 in Chromium 1" in report.table(found)
    assert found["explanations"][texts[0]] == {"rule": "reverse-solidus", "section": "path-state"}
    assert found["explanations"][texts[-1]] == {"rule": "unexplained", "section": None}


def test_every_rule_has_a_name_of_its_own_and_a_section():
    told = explanations.rules().values()
    names = [rule["rule"] for rule in told]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalnum() and name.islower() for name in names)
    assert all(rule["section"] for rule in told)


def compared(old, new):
    return comparison.compare(comparison.of(old, "old"), comparison.of(new, "new"))


def inputs_of(compared_engine, kind, *summaries):
    known = {row["id"]: row["case"]["input"] for found in summaries for row in found["differences"]}
    return [known[id] for id in compared_engine[kind]]


def test_new_changed_and_gone():
    changed = case("http://h/?"), result("http://h/?", "http://h/X")
    old, new = summary_of([SAME, FILE, QUERY, (ODD[0], SAME[1])]), summary_of([SAME, (FILE[0], SAME[1]), changed, ODD])
    told = compared(old, new)
    (engine,) = told["engines"]
    assert inputs_of(engine, "new", new) == ["http://odd/"]
    assert inputs_of(engine, "changed", new) == ["http://h/?"]
    assert inputs_of(engine, "gone", old) == ["a:/b\\c"]
    assert (engine["same"], engine["not_tested_before"], engine["not_tested_now"]) == (0, [], [])
    assert told["same_inputs"]
    assert not told["is_same"]
    (gone,) = engine["gone"]
    assert engine["was"][gone]["case"]["input"] == "a:/b\\c"
    text = comparison.table(told, comparison.of(old, "old"), comparison.of(new, "new"))
    assert "gone in Chromium 1:\n     1  the native URL treats \\ as /" in text
    assert '          "a:/b\\\\c"' in text
    assert text.endswith("the results are not the same")


def test_nothing_changed():
    told = compared(summary_of([SAME, FILE]), summary_of([SAME, FILE], engine="Chromium 2", date="2026-08-01"))
    assert told["is_same"]
    assert (told["engines"][0]["before"], told["engines"][0]["engine"]) == ("Chromium 1", "Chromium 2")
    old = comparison.of(summary_of([SAME, FILE]))
    assert comparison.table(told, old, old).endswith("nothing changed")


def test_inputs_that_only_one_run_had():
    old, new = summary_of([SAME, FILE]), summary_of([SAME, QUERY])
    told = compared(old, new)
    (engine,) = told["engines"]
    assert not told["same_inputs"]
    assert (engine["new"], engine["gone"]) == ([], [])
    assert inputs_of(engine, "not_tested_before", new) == ["http://h/?"]
    assert inputs_of(engine, "not_tested_now", old) == ["a:/b\\c"]


def test_two_browsers_are_compared_if_each_result_has_one():
    (engine,) = compared(summary_of([FILE]), summary_of([FILE], engine="Firefox 9"))["engines"]
    assert (engine["before"], engine["engine"], engine["same"]) == ("Chromium 1", "Firefox 9", 1)


def test_engines_with_the_same_name_are_compared():
    def run(*engines):
        outcome = {"results": [FILE[1]]}
        outcomes = [{**outcome, "engine": {**ENGINE, "browser": name}} for name in engines]
        return summary.summarize([FILE[0]], outcomes, date=DATE)

    told = compared(run("Chromium 1", "Firefox 1"), run("Firefox 2", "Node 3"))
    assert [(engine["before"], engine["engine"]) for engine in told["engines"]] == [("Firefox 1", "Firefox 2")]
    with pytest.raises(comparison.ResultError, match="have no engine in common"):
        compared(run("Chromium 1", "Firefox 1"), run("Node 2", "Safari 2"))


def test_a_result_without_kinds_is_an_older_one():
    found = summary_of([SAME, FILE])
    older = copy.deepcopy(found)
    del older["engines"][0]["kinds"]
    assert compared(older, found)["is_same"]


def test_a_record_can_be_compared_and_holds_only_the_smallest_input_of_each_kind():
    larger = case("http://larger/"), ODD[1]
    found = summary_of([SAME, FILE, larger, ODD])
    record = comparison.record(found)
    assert "larger" not in json.dumps(record)
    (kind,) = (kind for kind in record["engines"][0]["kinds"] if kind["rule"] == "unexplained")
    assert kind["smallest"]["case"]["input"] == "http://odd/"
    assert kind["smallest"]["native"] == {"href": "http://other/"}
    long = case("http://h/" + "x" * 2_000), result("http://h/", "http://i/")
    (kind,) = comparison.record(summary_of([long]))["engines"][0]["kinds"]
    assert kind["smallest"]["case"]["input"].endswith("x... and 1,009 more code points")
    found = summary_of([SAME, FILE, ODD])
    record = comparison.record(found)
    assert compared(record, found)["is_same"]
    assert compared(found, record)["is_same"]
    (engine,) = compared(record, summary_of([SAME, FILE]))["engines"]
    # A record does not know which inputs it had, but only that they were others.
    assert len(engine["gone"]) == 0
    assert len(engine["not_tested_now"]) == 1


def test_the_history(tmp_path):
    found = summary_of([SAME, FILE], engine="Chromium 156.0.1", commit="0123456789abcdef")
    (file,) = past.keep(found, tmp_path)
    assert file.name == "chromium-156.0.1-012345678.json"
    past.keep(summary_of([FILE], engine="Firefox 9", date="2026-08-01", commit="0123456789abcdef"), tmp_path)
    runs = past.runs(tmp_path)
    assert [(run["engine"], run["inputs"]) for run in runs] == [("Firefox 9", 1), ("Chromium 156.0.1", 2)]
    assert runs[1]["totals"]["native differs from WPT"] == 1
    # A later run of the same version replaces it.
    past.keep({**found, "date": "2026-09-01"}, tmp_path)
    assert [run["engine"] for run in past.runs(tmp_path)] == ["Chromium 156.0.1", "Firefox 9"]


def test_the_projects_own_history_can_be_read():
    assert all(run["inputs"] > 1_000 for run in past.runs())


def without(*path):
    """Return a change that removes a member."""

    def change(content):
        *parents, last = path
        for key in parents:
            content = content[key]
        del content[last]

    return change


def put(value, *path):
    """Return a change that replaces a member."""

    def change(content):
        *parents, last = path
        for key in parents:
            content = content[key]
        content[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("x", "kind"), "its 'kind' is not 'py_url cross-check'"),
        (without("format"), "has format None, and this cross-check reads format 1"),
        (put(2, "format"), "has format 2, and this cross-check reads format 1"),
        (put(5, "engines"), "damaged"),
        (put([1], "engines"), "damaged"),
        (put([{}], "engines"), "damaged result of the cross-check: KeyError('name')"),
        (put(None, "engines", 0, "totals"), "damaged"),
        (put("x", "engines", 0, "totals", "agree"), "damaged"),
        (without("date"), "KeyError('date')"),
        (put(5, "tested"), "damaged"),
        (put(5, "differences"), "damaged"),
        (put("x", "differences", 0), "damaged"),
        (without("differences", 0, "case"), "KeyError('case')"),
        (put({"x\x1b": {"native": {}}}, "differences", 0, "engines"), "damaged"),
        (without("differences", 0, "engines", "Chromium 1", "native"), "KeyError('native')"),
        (without("standings"), "KeyError('standings')"),
        (without("unexplained"), "KeyError('unexplained')"),
    ],
)
def test_a_damaged_result_is_refused(change, says):
    content = copy.deepcopy(summary_of([SAME, FILE]))
    change(content)
    with pytest.raises(comparison.ResultError) as caught:
        comparison.of(content, "old.json")
    assert str(caught.value).startswith("old.json ")
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "change",
    [
        put([], "engines", 0, "differences"),
        put({"x": 1}, "engines", 0, "differences"),
        put({"x": {"agree": 1}}, "engines", 0, "differences"),
        put({"x": {"agree": "a"}}, "engines", 0, "differences"),
        without("inputs_digest"),
    ],
)
def test_a_damaged_record_is_refused(change):
    content = copy.deepcopy(comparison.record(summary_of([SAME, FILE])))
    change(content)
    with pytest.raises(comparison.ResultError, match=r"^old\.json is a damaged result of the cross-check: \w+Error\("):
        comparison.of(content, "old.json")


def test_a_result_controls_no_terminal():
    old = summary_of([SAME, FILE], engine="Chromium\x1b[31m 1")
    told = compared(old, summary_of([SAME]))
    text = comparison.table(told, comparison.of(old, "old"), comparison.of(summary_of([SAME]), "new"))
    assert "Chromium\ufffd[31m 1" in text
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is not JSON: Expecting value at line 1, column 1; it may be incomplete"),
        (b'{"kind": "py_url cr', "is not JSON: Unterminated string starting at at line 1, column 10"),
        (b"\xff", "is not valid UTF-8 at byte 0"),
        (b"[]", "it is not a JSON object"),
        (b"{}", "its 'kind' is not"),
        (b'{"a": ' * 100_000, "is not JSON that a cross-check has written"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "is not JSON that a cross-check has written"),
    ],
)
def test_a_file_that_is_no_result_is_refused(tmp_path, data, says):
    file = tmp_path / "old.json"
    file.write_bytes(data)
    with pytest.raises(SetUpError) as caught:
        past.load(str(file))
    assert str(caught.value).startswith(f"{file} ")
    assert says in str(caught.value)


def test_a_file_that_does_not_exist(tmp_path):
    with pytest.raises(SetUpError, match=r"none\.json cannot be read: No such file"):
        past.load(str(tmp_path / "none.json"))


def saved(folder, name, found):
    file = folder / name
    file.write_text(report.to_json(found), "utf-8")
    return str(file)


@needs("node")
def test_comparing_two_files_runs_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("setup.venv.enter", lambda *_, **__: None)
    old, new = saved(tmp_path, "old.json", summary_of([FILE])), saved(tmp_path, "new.json", summary_of([FILE, QUERY]))
    where = ["--report", str(tmp_path / "report")]
    assert main(["--compare", old, old, *where]) == 0
    assert "nothing changed" in capsys.readouterr().out
    assert main(["--compare", old, new, *where]) == 1
    assert f"report: {tmp_path / 'report' / 'index.html'}" in capsys.readouterr().out
    page = (tmp_path / "report" / "index.html").read_text("utf-8")
    assert "old.json" in page
    assert str(tmp_path) not in page, "it tells where the files are on this machine"
    (record,) = past.keep({**summary_of([FILE]), "wpt_commit": "0123456789"}, tmp_path)
    assert main(["--compare", old, str(record), *where]) == 0
    assert "report:" not in capsys.readouterr().out
    (tmp_path / "bad.json").write_text("{}")
    assert main(["--compare", old, str(tmp_path / "bad.json"), *where]) == 2
    assert "bad.json is not a result of the cross-check" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--compare", "a", "b", "c"], "--compare takes one result, or two"),
        (["--compare", "a", "b", "--input", "x"], "--input cannot be combined with two results"),
        (["--record", "--input", "x"], "--record cannot be combined with --input"),
    ],
)
def test_arguments_that_contradict_each_other(arguments, says, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert says in capsys.readouterr().err


def test_a_list_of_ones_own_does_not_replace_the_report_of_the_tests():
    from crosscheck.command import _arguments

    assert _arguments([]).report == ROOT / "report"
    assert _arguments(["--input", "x"]).report == ROOT / "report" / "your-list"
    assert _arguments(["--compare", "a", "b"]).report == ROOT / "report" / "comparison"


HOSTILE = '=HYPERLINK("http://x/","`a`|\u202e")\n,<b>'


@needs("node")
def test_the_files_next_to_the_report(tmp_path):
    found = summary_of([SAME, (case(HOSTILE, file="url/resources/x.json", line=7), result("http://h/", None))])
    report.write(tmp_path, found)
    assert json.loads((tmp_path / "results.json").read_text("utf-8")) == found
    text = (tmp_path / "results.csv").read_text("utf-8-sig")
    (row,) = csv.DictReader(text.splitlines())
    assert json.loads(row["input"]) == HOSTILE
    assert not any(value.startswith(("=", "+", "-", "@")) for value in row.values())
    assert (row["id"], row["engine"], row["line"]) == (found["differences"][0]["id"], "Chromium 1", "7")
    assert json.loads(row["answer"]) == {"failure": True}
    markdown = (tmp_path / "results.md").read_text("utf-8")
    assert "# py_url against Chromium 1" in markdown
    assert "\u202e" not in markdown
    assert '``"=HYPERLINK(' in markdown
    assert f"url/resources/x.json:7, {row['id']}" in markdown


@needs("node")
def test_markdown_of_all_kinds_of_differences(tmp_path):
    setter = {
        "source": "setters_tests.json",
        "kind": "set",
        "href": "a:b",
        "member": "hash",
        "value": "`",
        "expected": None,
    }
    error = result("http://h/", "http://i/")
    error["answers"]["native"] = {"error": "boom"}
    rows = [FILE, (setter, result("a:b#`", "a:b")), (case("x", base="http://h/"), error)]
    rows += [(case(f"http://{number}/"), ODD[1]) for number in range(250)]
    report.write(tmp_path, summary_of(rows))
    markdown = (tmp_path / "results.md").read_text("utf-8")
    assert "([standard](https://url.spec.whatwg.org/#path-state))" in markdown
    assert 'hash = "`" on "a:b"' in markdown
    assert '`"x" with base "http://h/"`' in markdown
    assert '`"boom"`' in markdown
    assert "- and 53 more" in markdown


def test_the_page_asks_with_json():
    cases, results = [FILE[0], SAME[0], QUERY[0]], [FILE[1], SAME[1]]
    engine = {**ENGINE, "userAgent": "Mozilla/5.0 (X11; rv:153.0) Gecko/20100101 Firefox/153.0"}
    about = {"tests": "tests", "commit": "abc"}
    made = in_page.summarize(*(json.dumps(value) for value in (cases, results, engine, about)))
    found = json.loads(made)
    assert (found["inputs"], found["stopped_of"], found["wpt_commit"]) == (2, 3, "abc")
    assert found["engines"][0]["name"] == "Firefox 153.0"
    told = json.loads(in_page.compare(made, "old.json", made, "this check"))
    assert told["comparison"]["is_same"]
    assert told["summary"] == found
    record = json.dumps(comparison.record(found))
    assert "summary" not in json.loads(in_page.compare(made, "old.json", record, "record"))
    assert json.loads(in_page.compare("{", "old.json", made, "x"))["error"].startswith("old.json is not JSON")


def test_the_pages_worker_loads_what_is_for_the_page():
    worker = (ROOT / "web" / "crosscheck" / "check_worker.js").read_text("utf-8")
    assert f"const MODULES = {json.dumps(page.PYTHON)};" in worker


@needs("node")
def test_the_pages_modules_are_one_script(tmp_path):
    """They have no import left, and no two of them declare the same name."""
    script = tmp_path / "script.js"
    script.write_text(report._script(), "utf-8")
    assert "import " not in "".join(line for line in report._script().splitlines() if line.startswith("import"))
    subprocess.run(["node", "--check", str(script)], check=True, capture_output=True, timeout=60)


def test_lines_of_rows():
    text = '["comment",\n {"a": "]\\"}"},\n\n {"b": [1,\n 2]}, "x"]'
    assert inputs.lines_of_rows(text) == [1, 2, 4, 5]
    text = '{"comment": ["x"],\n "hash": [\n{"a": 1},\n{"b": 2}], "none": [], "text": "x",\n "port": [{}]}'
    assert inputs.lines_of_rows(text) == [1, 3, 4, 5]
    assert inputs.lines_of_rows("[]") == inputs.lines_of_rows("{}") == []
