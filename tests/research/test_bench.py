"""The benchmark: what it compares, measures and writes. No test judges a time."""

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from research.bench import command, guards, hosts, memory, network, patterns, peers, report, speed, web
from setup import venv
from setup.project import ROOT

from py_url import URL
from py_url.pattern import URLPattern
from tests.benchmarks import corpora
from tests.conftest import peer
from tests.support import guard_targets
from tests.support.shapes import SHAPES

SPEED = (ROOT / "web" / "docs" / "evidence" / "speed.md").read_text("utf-8")
PATTERNS = (ROOT / "web" / "docs" / "howto" / "match-urls.md").read_text("utf-8")
HOST_PAGE = (ROOT / "web" / "docs" / "explanation" / "which-parser-sees-which-host.md").read_text("utf-8")
GUARDS = (ROOT / "web" / "docs" / "evidence" / "guards.md").read_text("utf-8")
JAVASCRIPT = (ROOT / "web" / "docs" / "evidence" / "javascript.md").read_text("utf-8")
URLS = ["http://h", "http://h/", "x", "HTTP://H/"]


@pytest.fixture(autouse=True)
def _nothing_is_set_up(monkeypatch):
    def fail(*_):
        raise AssertionError("an environment would be set up here")

    monkeypatch.setattr(venv, "enter", fail)


def row(**medians):
    times = {peer.replace("_", "-"): {"median": ns, "quartiles": [ns, ns * 1.1]} for peer, ns in medians.items()}
    return {"items": 3, "left_out": {"furl": 1}, "others": {"furl": 2}, "times": times}


ANSWER = {"python": "3.13.0", "rows": {"parse, real": row(py_url=600.0, can_ada=300.0, furl=60_000.0)}}


def test_every_expression_belongs_to_a_peer():
    operations = (peers.HREF, peers.OBJECT, peers.GETTERS, peers.PAIRS, peers.ROUND_TRIP, peers.RESOLVE)
    for expressions in (*operations, peers.CAN_PARSE, peers.QUERY_OBJECT):
        assert peers.US in expressions
        assert {*expressions} <= {*peers.IMPORTS}


def test_what_is_compared(monkeypatch):
    # Stand-ins for packages that are not installed here.
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


def test_failures_and_appends(monkeypatch):
    monkeypatch.setattr(peers, "CAN_PARSE", {peers.US: peers.CAN_PARSE[peers.US]})
    assert speed._failing(["http://h", "x", "http://", "x"]) == ["x", "http://"]
    raised = speed._raised(["x", "http://"], 2)
    assert (raised["items"], [*raised["times"]]) == (2, [peers.US])
    monkeypatch.setattr(peers, "QUERY_OBJECT", dict.fromkeys((peers.US, "other"), peers.QUERY_OBJECT[peers.US]))
    assert [*speed._appended(10, 2, without="other")["times"]] == [peers.US]


def test_what_is_remembered_is_cleared():
    from py_url import URL
    from py_url.fast import special

    URL("http://1/")
    assert special._cached_host.cache_info().currsize
    peers.clear_caches(peers.US)()
    assert special._cached_host.cache_info().currsize == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, which only Linux has")
def test_resident_memory():
    before = memory.now()
    memory.forget_most()
    much = bytearray(b"x") * 50_000_000
    assert memory.most() >= before + 45_000_000
    del much


def test_tables():
    assert [report.nanoseconds(value) for value in (999.4, 999.6, 26_100)] == ["999 ns", "1.0 µs", "26.1 µs"]
    table = report.speed(ANSWER).split("\n")
    assert table[0] == "|  | py-url | can-ada | furl |"
    assert table[2] == "| parse, real | 600 ns | 300 ns, 0.50 × | 60.0 µs, 100 × |"
    assert table[4:6] == [
        "- parse, real: 3 strings; left out because of furl 1",
        "- parse, real: of 3 strings, different answers from furl 2",
    ]
    assert report.memory({"py-url": {"all": 182.2, "strings": 95.6}}).endswith("| py-url | 182 | 96 |")


def rows_of(table):
    """Return the cells of a Markdown table, without the line below its head."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n")]
    return [lines[0], *lines[2:]]


def table_in(document, head):
    """Return the table of a document that starts with *head*."""
    return re.search(re.escape(head) + r".*\n(?:\|.*\n)*", document)[0].rstrip("\n")


def test_the_document_has_the_table_that_is_printed():
    names = [f"set {member}, read href" for member in peers.SETTERS]
    whole = {name: row(py_url=900.0 + number, can_ada=90.0) for number, name in enumerate(names)}
    others = ["parse, real", "parse and four getters, real", "parse, messy", "parse, IDN, each host once"]
    others += ["parse, IDN, hosts remembered", "query to pairs, a pair", "query to pairs and back, a pair", "resolve"]
    others += ["can it be parsed, no", "an error, raised"]
    others += ["append to 1,000 pairs, a pair", "append to 16,000 pairs, a pair"]
    whole |= {name: row(py_url=500.0, urllib_parse=600.0) for name in others}
    printed = rows_of(report.summary({"rows": whole}))
    setters = next(cells for cells in printed if cells[0].startswith("set "))
    assert setters[1:] == ["904 ns", "90 ns, 0.10 ×", "", "", "", "", ""]
    assert printed[-1][1:] == ["500 ns", "", "", "", "", "", ""]
    documented = rows_of(table_in(SPEED, "| | py-url | can-ada"))
    assert [cells[0] for cells in documented] == [cells[0] for cells in printed]
    assert documented[0] == printed[0]
    assert f"{len(SHAPES)} shapes" in SPEED


def test_the_documents_have_the_table_of_the_web():
    source = (ROOT / "build_scripts" / "research" / "bench" / "web.js").read_text("utf-8")
    first, second, third, *last = re.findall(r'time\("([^"]*)"', source)
    operations = [first, second, third, *re.findall(r'^  "([^"]*)": \(url\)', source, re.MULTILINE), *last]
    names = ["native", "py-url", "whatwg-url", "this Python, by a PyProxy for each URL"]
    times = {operation: dict.fromkeys([*names, "pywhatwgurl"], 70.0) for operation in operations}
    times["`URL(s).href`, in Python"] = {"py-url": 35.0, "pywhatwgurl": 700.0}
    failing = re.search('FAILING = "(.*)"', source)[1]
    inputs = web.classes_of_input(corpora.FOLDER)
    assert len([name for name in inputs if name.startswith(failing)]) == 2
    names_of_classes = []
    for name, strings in inputs.items():
        assert {URL.can_parse(*pair) for pair in strings} == {not name.startswith(failing)}
        names_of_classes += [name, f"{name}, by `URL.parse(s)`"] if name.startswith(failing) else [name]
    classes = {name: dict.fromkeys(["native", "py-url", "whatwg-url"], 80.0) for name in names_of_classes}
    classes["canonical"] |= {"whatwg-url": 800.0, "`parseAll`, each": 40.0}
    answer = {"count": 1996, "times": times, "classes": classes}
    report = web.tables("Node", answer).split("\n\n")
    assert report[0] == "Node, 1,996 URLs"
    printed = rows_of(report[1])
    assert printed[0] == ["", *names]
    assert printed[1] == ["`new URL(s).href`", "70 ns", *["70 ns, 1.0 ×"] * 3]
    assert printed[-1] == ["`URL(s).href`, in Python", "", "35 ns, 0.50 ×", "", ""]
    by_class = rows_of(report[2])
    assert by_class[0] == ["Node", "py-url", "to native", "to whatwg-url", "`parseAll`, each", "to py-url's loop"]
    assert by_class[1] == ["canonical", "80 ns", "1.0 ×", "0.10 ×", "40 ns", "0.50 ×"]
    assert by_class[-1] == [names_of_classes[-1], "80 ns", "1.0 ×", "1.0 ×", "", ""]
    assert rows_of(report[3])[-1][-1] == "700 ns, 10 ×"
    heads = {
        "| | native | py-url | whatwg-url": printed,
        "| Chromium 156 | py-url": by_class,
        "| Node 20.20.2 | py-url": by_class,
    }
    for head, table in heads.items():
        documented = rows_of(table_in(JAVASCRIPT, head))
        # The page has not every row.
        shown = [cells[0] for cells in documented[1:]]
        assert shown == [cells[0] for cells in table[1:] if cells[0] in shown]
        assert documented[0][1:] == table[0][1:]
    assert f'"{names[-1]}"' in source


@pytest.mark.parametrize("script", ["in_node.mjs", "start_in_node.mjs"])
def test_what_runs_in_node_imports_files_that_exist(script):
    file = ROOT / "build_scripts" / "research" / "bench" / script
    imported = re.findall(r'from "(\.[^"]*)"', file.read_text("utf-8"))
    assert imported
    assert [name for name in imported if not (file.parent / name).is_file()] == []


def test_chart():
    drawn = ElementTree.fromstring(report.chart(ANSWER))
    texts = ["".join(element.itertext()) for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["parse, real", "can-ada C++", "300 ns", "py-url", "600 ns", "furl", "60.0 µs"]
    bars = [float(element.get("width")) for element in drawn.iter("{http://www.w3.org/2000/svg}rect")]
    assert bars == sorted(bars)
    assert bars[2] == 10 * bars[1] == 20 * bars[0]


def test_the_chart_of_the_readme_is_one():
    assert ElementTree.parse(ROOT / "tests" / "benchmarks" / "speed.svg").getroot().tag.endswith("}svg")


HOSTS = [["HTTP://a/", "a"], ["http://[::1]/", "[::1]"], ["http://0x7f.1/", "127.0.0.1"], ["http://a b/", None]]


def test_which_host_is_another():
    def split(text):
        return text.split("/")[2]

    seen = hosts.count(peers.of_string(*hosts.PARSERS["py-url"]), HOSTS)
    assert seen == {"same": 3, "other": 0, "refused": 0, "accepted": 0, "examples": []}
    seen = hosts.count(split, HOSTS)
    assert (seen["same"], seen["other"], seen["refused"], seen["accepted"]) == (2, 1, 0, 1)
    assert seen["examples"] == [["http://0x7f.1/", "0x7f.1", "127.0.0.1"]]
    # No host counts as a different host, unless the input has none either.
    assert (hosts.count(lambda _: None, HOSTS)["other"], hosts.count(lambda _: None, HOSTS)["accepted"]) == (3, 0)
    assert hosts.count(int, HOSTS)["refused"] == 3


def test_the_document_has_the_table_of_hosts():
    parsers = {
        name: {"version": "" if name in ("py-url", "urllib.parse") else "1.0", "other": 1, "refused": 2, "accepted": 3}
        for name in hosts.PARSERS
    }
    answer = {"source": "the tests", "python": "3.13.0", "valid": 155, "invalid": 149, "parsers": parsers}
    printed = report.hosts(answer).split("\n\n")
    assert printed[1] == "- 304 inputs of the tests; Python 3.13.0"
    assert "| yarl 1.0 | 1 | 2 | 3 |" in printed[0]
    documented, expected = (rows_of(table) for table in (table_in(HOST_PAGE, "| | sees another host"), printed[0]))
    assert documented[0] == expected[0]
    assert [cells[0].split()[0] for cells in documented[1:]] == [*hosts.PARSERS]
    assert documented[1] == ["py-url", "0", "0", "0"]


def test_what_a_check_lets_through():
    asked = []

    def check(url):
        asked.append(url)
        if "broken" in url:
            raise ValueError(url)
        return "good" in url

    seen = guards.count(check, ["http://good/", "http://bad/", "http://broken/"], ["http://good/", "x"], connects=False)
    assert (seen["passed"], seen["refused"]) == (1, 1)
    assert seen["examples"] == {"passed": ["http://good/"], "refused": ["x"]}
    assert len(asked) == 5
    for name, address in {
        "a.local": "169.254.1.1",
        "127.0.0.1.nip.io": "127.0.0.1",
        "h.example": "93.184.216.34",
    }.items():
        assert guards.address_of(name) == address
        assert guards.is_inside(address) == (name != "h.example")
    for name in ("a b", "127.1.", "1.2.3.4.5", "a.0x1", "h%65", ""):
        with pytest.raises(OSError, match="no such name"):
            guards.address_of(name)
    assert [guards.leaves(target) for target in ("/a", "https:", "//evil.example", "http://shop.example/")] == [
        *(False, False, True, True)
    ]
    assert not guards.FETCH["py-url"][1]()("http://127.0.0.1/")
    assert not guards.REDIRECT["py-url"][1]()("//evil.example")
    missing = guards.measure({"x": ("no-such-distribution", dict)}, [], [])
    assert missing["x"]["missing"].startswith("PackageNotFoundError: ")


def test_the_document_has_the_tables_of_checks():
    def row(name):
        return {"version": "" if name == "py-url" else "1.0", "passed": 3, "refused": 1, "seconds": 0.00012}

    # The test below holds them against the lists.
    hostile, targets = (
        int(count.replace(",", "")) for count in re.findall(r"may I .*lets through, of ([\d,]+)", GUARDS)
    )
    answer = {
        "python": "3.13.0",
        "hostile": hostile,
        "harmless": 98,
        "targets": targets,
        "pages": len(guard_targets.HARMLESS),
    }
    answer |= {
        "fetch": {name: row(name) for name in guards.FETCH},
        "redirect": {name: row(name) for name in guards.REDIRECT},
    }
    fetch, redirect, note = report.guards(answer).split("\n\n")
    assert note == "- Python 3.13.0"
    assert "| advocate 1.0 | 3 (0.1%) | 1 | 120 µs |" in fetch
    for printed, first in ((fetch, "| may I fetch?"), (redirect, "| may I redirect")):
        documented, expected = rows_of(table_in(GUARDS, first)), rows_of(printed)
        assert documented[0] == expected[0]
        assert [cells[0].split()[0] for cells in documented[1:]] == [cells[0].split()[0] for cells in expected[1:]]
        assert documented[1][:3] == ["py-url", "0 (0.0%)", "0"]
    answer["fetch"]["advocate"] = {"version": "", "missing": "ImportError: no"}
    assert "| advocate | could not be loaded: ImportError: no |  |  |" in report.guards(answer)


def test_the_guard_is_compared_on_all_targets(monkeypatch, capsys):
    given = []

    def run(arguments, env):
        given.append((arguments[1:3], json.loads(Path(arguments[3]).read_text("utf-8"))))
        return "{}"

    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(venv, "python", lambda group: Path("python"))
    monkeypatch.setattr(command.project, "run", run)
    monkeypatch.setattr(report, "guards", lambda answer: "the tables")
    assert command.main(["--guard"]) == 0
    assert capsys.readouterr().out == "the tables\n"
    ((module, urls),) = given
    assert module == ["-m", "research.bench.guards"]
    hostile, harmless, pages = (len(urls[kind]) for kind in ("hostile", "harmless", "pages"))
    targets = sum(map(guards.leaves, urls["targets"]))
    assert f"| lets through, of {hostile:,} | refuses, of {harmless} harmless |" in GUARDS
    assert f"| lets through, of {targets:,} | refuses, of {pages} harmless |" in GUARDS


def test_what_runs_in_another_environment_is_there(monkeypatch):
    started = []

    def run(arguments, env):
        started.append(arguments[2])
        return "{}"

    monkeypatch.setattr(venv, "python", lambda group: Path("python"))
    monkeypatch.setattr(command.project, "run", run)
    for module in ("speed", "columns", "memory", "hosts", "canonical", "patterns"):
        command._run(module)
    assert all(map(find_spec, started))


def test_two_packages_with_one_name(tmp_path, monkeypatch):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "urlpattern.py").write_text(f"def URLPattern(s): return {name!r}\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "first"))
    monkeypatch.delitem(sys.modules, "urlpattern", raising=False)
    path = [*sys.path]
    found = patterns.classes(str(tmp_path / "second"))
    assert [found[peer]("s") for peer in ("urlpattern", "urlpattern-py")] == ["first", "second"]
    assert sys.path == path


def test_all_packages_match_the_same_patterns(monkeypatch):
    # The most of them would take half a minute to make.
    monkeypatch.setattr(patterns, "COUNTS", patterns.COUNTS[:1])
    for router in ("starlette", "werkzeug"):
        peer(router)
    found = {peers.US: URLPattern, "upa-url": peer("upa_url").URLPattern}
    rows = {**patterns.of_classes(found), **patterns.of_lists(found)}
    routers = {"starlette", "werkzeug"}
    assert {name: {*row} for name, row in rows.items()} == {
        **{name: {*found} for name in ("make a pattern", "exec, and read a group", "test: it matches")},
        **{name: {*found} for name in ("test: another path", "test: another host")},
        **{name: {*found} | routers for name in ("the last of 100", "none of 100")},
    }
    for name in ("make a pattern", "the last of 100"):
        times = patterns.timed(name, rows[name], 2)
        assert [*times] == [*rows[name]]
        assert all(measured["median"] > 0 for measured in times.values())


def test_the_table_of_patterns(monkeypatch, capsys):
    rows = {"exec": {"py-url": {"median": 2_500}, "upa-url": {"median": 900}}, "list": {"py-url": {"median": 1e6}}}
    answer = {"python": "3.13.0", "versions": {"upa-url": "2.1.0"}, "rows": rows}
    started = []

    def run(module, *arguments):
        started.append((module, *arguments))
        return answer

    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(venv, "python", lambda group: venv.folder_of(group) / "python")
    monkeypatch.setattr(command.project, "run", lambda arguments: f"{Path(arguments[0]).parent.name}\n")
    monkeypatch.setattr(command, "_run", run)
    assert command.main(["--patterns", "--rounds", "3"]) == 0
    assert started == [("patterns", "3", "venv-bench-patterns-py")]
    assert capsys.readouterr().out.splitlines() == [
        "|  | py-url | upa-url |",
        "|---|---:|---:|",
        "| exec | 2.5 µs | 900 ns, 0.36 × |",
        "| list | 1.0 ms |  |",
        "",
        "- Python 3.13.0, upa-url 2.1.0",
    ]


def test_the_document_has_the_table_of_patterns():
    head, *documented = rows_of(table_in(PATTERNS, "|  | py-url | urlpattern"))
    assert [cells[0] for cells in documented] == [*patterns._STRINGS]
    assert head == ["", "py-url", "urlpattern", "urlpattern-py", "upa-url", *list(patterns.LISTS)[1:]]
    for row in documented:
        assert bool(row[-1]) == row[0].startswith(("the last", "none"))


class _Tests:
    which = "what is here"

    def __init__(self, *names):
        self.files = {name: Path(name) for name in names}

    def load(self, name):
        assert name in self.files
        rows = ["a comment", {"input": "x:", "hostname": ""}, {"input": "http:", "failure": True}]
        others = [{"input": "http:a", "base": "http://b/", "hostname": "b"}, {"input": "Ws:a", "hostname": "a"}]
        return [*rows, *others]


@pytest.mark.parametrize("is_here", [True, False])
def test_whose_hosts_are_compared(is_here, monkeypatch, capsys):
    read = []

    def run(module, *, given):
        read.append((module, given))
        return {}

    tests = _Tests(*["urltestdata.json"] * is_here)
    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(command.wpt_url, "find", lambda: tests)
    monkeypatch.setattr(command, "_run", run)
    monkeypatch.setattr(report, "hosts", lambda answer: answer["source"])
    assert command.main(["--hosts"]) == 0
    ((module, rows),) = read
    rows = [tuple(row) for row in rows]
    out, err = capsys.readouterr()
    assert module == "hosts"
    if is_here:
        assert (rows, out, err) == ([("http:", None), ("Ws:a", "a")], "what is here\n", "")
    else:
        assert len(rows) > 300
        assert all(input.partition(":")[0].lower() in ("http", "https", "ws", "wss", "ftp") for input, _ in rows)
        assert out == "the project's own rows\n"
        assert "what is here" in err


@pytest.mark.parametrize("arguments", [["--rounds", "1"], ["--memory", "--chart", "x.svg"], ["--web", "--memory"]])
def test_what_makes_no_sense(arguments, capsys):
    assert "error:" in refused(arguments, capsys)


def refused(arguments, capsys):
    """Return the message for arguments that are refused."""
    with pytest.raises(SystemExit) as error:
        command.main(arguments)
    assert error.value.code == 2
    return capsys.readouterr().err


def test_a_corpus_that_cannot_be_read(tmp_path, capsys):
    file = tmp_path / "real.txt"
    file.write_bytes(b"http://\xff/")
    for place in (file, tmp_path, tmp_path / "none"):
        assert "argument --corpus: it cannot be read" in refused([f"--corpus={place}"], capsys)


@pytest.fixture
def asked(monkeypatch):
    """Record what bench.py requests from the other environment, which is not created."""
    commands = []
    answers = {"speed": ANSWER, "memory": {"all": 2, "strings": 1}}

    def run(module, *arguments):
        commands.append((module, *arguments))
        return answers[module]

    monkeypatch.setattr(venv, "enter", lambda *_: None)
    monkeypatch.setattr(command, "_run", run)
    monkeypatch.setattr(peers, "IMPORTS", {"py-url": ""})
    monkeypatch.setattr(report, "summary", lambda _: "the short table")
    return commands


def test_the_corpora_are_the_projects_own(asked, tmp_path, capsys):
    assert command.main([]) == command.main(["--memory"]) == 0
    assert asked == [("speed", "15"), ("memory", "py-url")]
    assert capsys.readouterr().out.startswith("the short table\n\n|")
    del asked[:]
    (tmp_path / "real.txt").write_text("http://h/\n", "utf-8")
    assert command.main(["--corpus", str(tmp_path / "real.txt"), "--json", str(tmp_path / "all.json")]) == 0
    assert asked == [("speed", "15", str(tmp_path / "real.txt"))]
    assert json.loads((tmp_path / "all.json").read_text("utf-8")) == ANSWER


def test_of_a_file(monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "HREF", {peers.US: "URL(s).href"})
    monkeypatch.setattr(peers, "GETTERS", {peers.US: "URL(s).host"})
    file = Path(tmp_path, "some.urls")
    file.write_text("http://h/\n\nno URL\n", "utf-8")
    answer = speed.of_file(file, 2)
    assert [*answer] == ["parse, some.urls", "parse and four getters, some.urls"]
    assert {measured["items"] for measured in answer.values()} == {1}


def test_the_table_of_networks_has_medians_and_what_is_downloaded():
    columns = [f"{build}, {way}" for way in network.WAYS for build in ("x", "now")]
    answer = {
        "milliseconds": {"5 Mbit/s": {column: [3000, 1000, 2000] for column in columns}},
        "bytes": {"firefox": {column: {"/a": 1_000_000, "/b": 500_000} for column in columns}},
    }
    lines = network.table(answer).splitlines()
    assert lines[0] == f"| the first answer | {' | '.join(columns)} |"
    assert lines[2:] == [
        f"| 5 Mbit/s |{' 2.00 s |' * len(columns)}",
        f"| Firefox downloads |{' 1.50 MB |' * len(columns)}",
    ]


def test_networks_are_measured_only_with_the_start(capsys):
    with pytest.raises(SystemExit):
        command.main(["--web", "--network"])
    assert "--network works only with --start" in capsys.readouterr().err
