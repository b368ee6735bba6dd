"""The benchmark: what it compares, times and writes; no time is judged."""

import sys
from xml.etree import ElementTree

import bench
import bench_report
import pytest

from tests.benchmarks import peers, resident, speed

URLS = ["http://h", "http://h/", "x", "HTTP://H/"]


def row(**medians):
    times = {peer.replace("_", "-"): {"median": ns, "quartiles": [ns, ns * 1.1]} for peer, ns in medians.items()}
    return {"items": 3, "left_out": {"furl": 1}, "others": {"furl": 2}, "times": times}


ANSWER = {"python": "3.13.0", "rows": {"parse, real": row(py_url=600.0, can_ada=300.0, furl=60_000.0)}}


def test_every_expression_belongs_to_a_peer():
    for expressions in (peers.HREF, peers.OBJECT, peers.GETTERS, peers.PAIRS, peers.ROUND_TRIP, peers.RESOLVE):
        assert peers.US in expressions
        assert {*expressions} <= {*peers.IMPORTS}


def test_what_is_compared(monkeypatch):
    # In place of packages that are not installed here.
    monkeypatch.setitem(peers.IMPORTS, "can-ada", "from py_url import URL")
    monkeypatch.setitem(peers.IMPORTS, "furl", "from py_url import URL")
    expressions = {peers.US: "URL(s).href", "can-ada": "URL(s).href if s[0] == 'h' else 'y'", "furl": "s + '/'"}
    assert speed.agreed(expressions, URLS) == (["http://h", "http://h/"], {"can-ada": 1}, {"furl": 1})
    expressions["furl"] = "URL(s).nothing"
    assert speed.agreed(expressions, URLS) == ([], {"can-ada": 1, "furl": 3}, {})


def test_what_is_timed():
    taken = []

    def act(items):
        taken.append(items)

    times = speed.measure({peers.US: act, "other": (lambda items: items * 2, act)}, ["a", "b"], 2, clear=False)
    assert [*times] == [peers.US, "other"]
    assert all(time["quartiles"][0] <= time["median"] <= time["quartiles"][1] for time in times.values())
    assert ["a", "b"] in taken
    assert ["a", "b", "a", "b"] in taken


def test_what_is_remembered_is_cleared():
    from py_url import URL
    from py_url.urls import fast_path

    URL("http://1/")
    assert fast_path._remembered_host.cache_info().currsize
    peers.clear_caches(peers.US)()
    assert fast_path._remembered_host.cache_info().currsize == 0


@pytest.mark.skipif(sys.platform != "linux", reason="it is read from /proc")
def test_resident_memory():
    before = resident.now()
    resident.forget_most()
    much = bytearray(b"x") * 50_000_000
    assert resident.most() >= before + 45_000_000
    del much


def test_tables():
    table = bench_report.speed(ANSWER).split("\n")
    assert table[0] == "|  | py-url | can-ada | furl |"
    assert table[2] == "| parse, real | 600 ns | 300 ns, 0.50 × | 60.0 µs, 100 × |"
    assert table[4:6] == [
        "- parse, real: 3 strings; left out on account of furl 1",
        "- parse, real: of 3 strings, another answer from furl 2",
    ]
    assert bench_report.imports({"py-url": [0.009] * 3, "urllib.parse": [0.006] * 3}).endswith("6.0 ms | 1.0 × |")
    shape = {"length": 10**7, "seconds": [1.0], "slope": 1.0, "last": 1.01, "input": 10, "output": None, "peak": 20}
    assert "| path | 1.00 | 1.01 | 1000.0 ms | 2.0 × | fails |" in bench_report.growth({"path": shape})
    assert bench_report.memory({"py-url": {"all": 182.2, "strings": 95.6}}).endswith("| py-url | 182 | 96 |")


def test_chart():
    drawn = ElementTree.fromstring(bench_report.chart(ANSWER))
    texts = ["".join(element.itertext()) for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["parse, real", "can-ada C++", "300 ns", "py-url", "600 ns", "furl", "60.0 µs"]
    bars = [float(element.get("width")) for element in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert bars == sorted(bars)
    assert bars[2] == 10 * bars[1] == 20 * bars[0]


def test_the_chart_of_the_readme_is_one():
    assert ElementTree.parse(bench.ROOT / "tests" / "benchmarks" / "speed.svg").getroot().tag.endswith("}svg")


@pytest.mark.parametrize("arguments", [["--rounds", "1"], ["--memory", "--chart", "x.svg"], ["--web", "--import"]])
def test_what_makes_no_sense(arguments, capsys):
    with pytest.raises(SystemExit) as error:
        bench.main(arguments)
    assert error.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_corpora_that_are_not_there(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench.environment, "enter", lambda: None)
    for arguments in (["--corpus", str(tmp_path / "x")], ["--memory", "--corpora", str(tmp_path)]):
        assert bench.main(arguments) == 2
        assert "is not there" in capsys.readouterr().err
