"""How engines are judged. No engine is asked here."""

import pytest
from research.bench import canonical, peers, report
from research.sqlengines import command

ROWS = [
    {"input": "http://EX.example/a", "base": None, "protocol": "http:", "hostname": "ex.example", "pathname": "/a"},
    {"input": "http://[::1]", "base": None, "protocol": "http:", "hostname": "[::1]", "pathname": "/"},
    {"input": "http://0x7f.1/", "base": None, "protocol": "http:", "hostname": "127.0.0.1", "pathname": "/"},
    {"input": "http://a b/", "base": None, "failure": True},
]


def test_rows_that_can_be_asked():
    others = ["a comment", {"input": "x", "base": "http://h/"}, {"input": "http://\ud800", "base": None}]
    assert command.rows_of([*ROWS, *others]) == ROWS
    assert command.rows_of([{"input": "é", "base": None}]) != []


def test_judging():
    answers = {
        "host": ["EX.example", "::1", "0x7f.1", "a b"],
        "scheme": ["HTTP", None, "http", ""],
        "path": ["/a", "", "/", None],
    }
    judged = command.judge(ROWS, answers)
    assert judged == {
        "valid": 3,
        "invalid": 1,
        "parts": {
            "host": {"agree": 2, "refused": 0},
            "scheme": {"agree": 2, "refused": 1},
            "path": {"agree": 2, "refused": 1},
        },
        "other_hosts": 1,
        "examples": [["http://0x7f.1/", "0x7f.1", "127.0.0.1"]],
    }
    engine = {"version": "1.0", "functions": "`f`", "judged": judged}
    text = command.report({"Engine": engine}, {"Other": "no network"}, "4 inputs")
    assert "| Engine 1.0 | `f` | 66.7% | 66.7% | 66.7% | 1 | 100.0% |" in text
    assert "- Other: no network" in text
    assert "- 'http://0x7f.1/': '0x7f.1', where browsers see '127.0.0.1'" in text
    without = {**engine, "judged": command.judge(ROWS, {"host": answers["host"]})}
    assert "| none | 66.7% | none | 1 | 0.0% |" in command.table({"Engine": without})
    with pytest.raises(ValueError, match="argument 3 is shorter"):
        command.judge(ROWS, {"host": [""]})


def test_judging_canonical_forms():
    def fails(string):
        if "%" in string:
            raise ValueError
        return string.lower().removeprefix("http://www.").removesuffix("!") or None

    pairs = [
        ("http://www.a.com", "www.a.com"),
        ("A.com", "a.com"),
        ("b!", "b"),
        ("B", "b"),
        ("c", "c"),
        ("C", "d"),
        ("%", "e"),
    ]
    judged = canonical.judge(fails, [*pairs, ("!", "f")], is_key=False)
    assert judged == {"refused": 2, "merged": 1, "folded": 1, "unstable": 0, "examples": [[("c", "c"), ("d", "C")]]}
    assert canonical.judge(lambda string: string + "x", [("a", "a")], is_key=False)["unstable"] == 1
    assert canonical.judge(lambda string: string + "x", [("a", "a")], is_key=True)["unstable"] is None
    assert canonical.measure(str.lower, ["a"], 2) > 0
    for package, *form in canonical.FORMS.values():
        if package == peers.US:
            assert peers.of_string(*form)("http://h/") in ("http://h/", "https://h/", "h)/")


def test_the_table_of_canonical_forms():
    form = {"version": "1", "merged": 1, "folded": 2, "unstable": None, "refused": 3, "nanoseconds": 1500.0}
    answer = {
        "python": "3.13",
        "urls": 9,
        "source": "tests",
        "forms": {"x": {**form, "examples": [[["c", "C"], ["d", "D"]]]}},
    }
    text = report.canonical(answer)
    assert "| x 1 | 1 | 2 | a key | 3 | 1.5 µs |" in text
    assert "- x: 'C' (c) and 'D' (d)" in text
