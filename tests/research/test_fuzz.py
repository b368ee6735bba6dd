"""build_scripts/fuzz.py: the generator, the checks, shrinking, findings, and two short attacks."""

import json
import os
import secrets
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from crosscheck.inputs import MEMBERS
from research.fuzzing import answers, attack, calls, command, engines, generation, internal, kinds, rows, shrinking
from setup import project
from setup.project import SetUpError

from py_url import URL, fast
from py_url.api import url
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine
from tests.conftest import summary_lines
from tests.support.asynchronous import in_a_thread
from tests.support.needs import IN_CI, needs

SECONDS = float(os.environ.get("PY_URL_FUZZ_SECONDS", "60" if IN_CI else "20"))
"""How long the attack with the fixed seed runs; that with a new seed takes half of it. They run in this process."""

ROWS = generation.rows(None)


def generator(seed):
    return generation.Generator(seed, ROWS)


def parse_case(input, base=None):
    return {"kind": "parse", "input": input, "base": base}


def set_case(href, member, value):
    return {"kind": "set", "href": href, "member": member, "value": value}


def steps_case(input, *steps):
    return {"kind": "steps", "input": input, "base": None, "steps": [*map(list, steps)]}


# The generator.


def test_the_same_seed_gives_the_same_cases():
    first, second, other = (generation.Generator(seed, ROWS).cases(200) for seed in ("a", "a", "b"))
    assert first == second != other
    assert {case["kind"] for case in first} == {"parse", "set", "steps"}


def test_the_generator_reaches_every_state(monkeypatch):
    reached = set()

    def record(name, method):
        def recorded(machine):
            base = "no base" if machine.base is None else "base"
            reached.add((name, base if machine.state_override is None else "override"))
            return method(machine)

        monkeypatch.setattr(StateMachine, name, recorded)

    every = [f"{one.name.lower()}_state" for one in State]
    for name in every:
        record(name, getattr(StateMachine, name))
    for case in generation.Generator("states", ROWS).cases(2_000):
        internal.check(case)
    assert {name for name, _ in reached} == {*every}
    # A state of the setters, and one that needs a base URL.
    assert {("host_state", "override"), ("path_start_state", "override"), ("relative_slash_state", "base")} <= reached


def test_the_generator_makes_what_its_grammar_names():
    cases = generation.Generator("kinds", ROWS).cases(4_000)
    parsed = [URL.parse(case["input"], case["base"]) for case in cases if case["kind"] == "parse"]
    assert 0.3 < sum(url is not None for url in parsed) / len(parsed) < 0.9
    hosts = {url.hostname for url in parsed if url is not None}
    assert any(host.startswith("[") for host in hosts)
    assert any("xn--" in host for host in hosts)
    operations = {step[0] for case in cases if case["kind"] == "steps" for step in case["steps"]}
    assert operations >= {*generation.QUERY_OPERATIONS, *generation.MEMBERS}
    assert {case["member"] for case in cases if case["kind"] == "set"} == {*generation.MEMBERS}


def test_mutations_do_not_grow_without_end():
    generator = generation.Generator("long", generation.Rows([], []))
    text = "http://h/"
    for _ in range(20_000):
        text = generator.mutated(text)
        assert len(text) <= 2_000
    assert {case["kind"] for case in generator.cases(50)} == {"parse", "set", "steps"}


# The checks that need no other engine.


@pytest.mark.parametrize(
    "case",
    [
        parse_case("http://EX.example/../a?b#c"),
        parse_case("..", "file:///C:/a"),
        parse_case("//", "http://h/"),
        set_case("http://localhost/C|/a", "protocol", "file"),
        set_case("http://h/", "href", "no URL"),
        steps_case("http://h/?a=1", ("append", "a", "\ud800"), ("sort",), ("delete", "a", "1"), ("set", "a", "2")),
        steps_case("foo:?", ("delete", "x"), ("search", "?b"), ("set", "c", ""), ("href", "http://i/?j"), ("sort",)),
        steps_case("http://[", ("port", "1")),
    ],
)
def test_py_url_agrees_with_itself(case):
    assert internal.check(case, in_all_ways=True) is None


@pytest.mark.parametrize(
    ("target", "name", "fault", "case", "says"),
    [
        (fast, "href_of", lambda *_: "http://wrong/", parse_case("http://h/\\"), "the fast path gives"),
        (url, "match_canonical", lambda _: SimpleNamespace(lastindex=1), parse_case("http://h/"), "URL.parse gives"),
        (fast, "href_after", lambda href, *_: href, set_case("http://h/", "port", "1"), "after port = '1'"),
        (
            URL,
            "can_parse",
            lambda *_: False,
            parse_case("http://h/"),
            "URL.can_parse says False",
        ),
        (
            URL,
            "__init__",
            lambda self, *_: setattr(self, "_href", "x:") or setattr(self, "_search_params", None),
            parse_case("http://h/"),
            "the constructor gives",
        ),
        (internal, "validate", lambda *_: [SimpleNamespace(fatal=True)], parse_case("http://h/"), "a fatal error"),
        (URL, "hostname", property(lambda self: "x"), parse_case("http://h/"), "the getter hostname"),
        (
            "py_url.api.search_params.URLSearchParams",
            "sort",
            lambda self: None,
            steps_case("http://h/?b&a", ("sort",)),
            "after search_params.sort(), the URL object is",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fault_is_found(monkeypatch, target, name, fault, case, says):
    assert internal.check(case, in_all_ways=True) is None
    if isinstance(target, str):
        monkeypatch.setattr(f"{target}.{name}", fault)
    else:
        monkeypatch.setattr(target, name, fault)
    assert says in (internal.check(case, in_all_ways=True) or "")


# Answers of engines.


def engine_of(change, name="ada-url", **options):
    """An engine that gives py_url's answers, but for what *change* makes of them."""
    return engines.Engine(
        name, f"{name} 1.0", lambda cases: [change(case, answers.answer_of(case)) for case in cases], **options
    )


def test_answers():
    members = answers.answer_of(parse_case("http://h/?a=b"))
    assert [*members] == [*MEMBERS]
    assert members["searchParams"] == "a=b"
    assert answers.answer_of(parse_case("h")) == answers.answer_of(set_case("h", "port", "1")) == {"failure": True}
    traced = answers.answer_of(steps_case("http://h/?b&a", ("sort",), ("href", "no URL"), ("hash", "c")))
    assert traced["trace"] == ["http://h/?a=&b=", "http://h/?a=&b=", "http://h/?a=&b=#c"]


def test_differing_answers():
    ours = {"href": "a", "host": "b"}
    assert answers.differing(ours, {"href": "a"}) == []
    assert answers.differing(ours, {"href": "a", "host": "c"}) == ["host"]
    assert answers.differing(ours, {"failure": True}) == answers.differing({"failure": True}, ours) == ["failure"]
    assert answers.differing(ours, {"error": "x"}) == ["failure"]


def test_simpler_cases():
    case = steps_case("http://H/", ("hash", "a"), ("append", "b", "c"), ("port", "1"))
    ours = answers.answer_of(case)
    trace = ours["trace"]
    whole = parse_case("http://H/")

    def after(*trace):
        return answers.simpler(case, ours, {**ours, "trace": [*trace]})

    assert after(*trace[:2], "x") == [whole, set_case(trace[1], "port", "1")]
    assert after("x", *trace[1:]) == [whole, set_case("http://h/", "hash", "a")]
    assert after(trace[0], "x", "x") == [whole, steps_case(trace[0], ("append", "b", "c"))]
    assert after(*trace) == [whole, set_case(trace[1], "port", "1")]
    assert answers.simpler(case, ours, {"failure": True}) == [whole]
    assert answers.simpler(parse_case("a", "http://b/"), {}, {}) == [parse_case("http://b/")]
    assert answers.simpler(parse_case("a"), {}, {}) == []
    normalized = set_case("http://h/", "port", "1")
    assert answers.simpler(set_case("http://H", "port", "1"), {}, {}) == [parse_case("http://H"), normalized]
    both = [parse_case("http://h/"), parse_case("http://i/")]
    assert answers.simpler(set_case("http://h/", "href", "http://i/"), {}, {}) == both
    assert answers.simpler(normalized, {}, {}) == [parse_case("http://h/")]
    assert answers.single_steps(case, ours) == [set_case("http://h/", "hash", "a"), set_case(trace[1], "port", "1")]
    assert answers.single_steps(case, {"failure": True}) == []


CASES = [
    parse_case("http://EX.example:80/\ud800?a b", "http://h/"),
    parse_case("..", "file:///C:/a/b"),
    parse_case("http://["),
    set_case("http://h:1/", "host", "i:2"),
    set_case("http://h/", "href", "no URL"),
    set_case("no URL", "port", "1"),
    steps_case(
        "http://h/?b&a", ("sort",), ("append", "é", "\udfff"), ("href", "no URL"), ("search", ""), ("set", "a", "1")
    ),
]


@needs("npm test packages")
def test_engines_answer_as_py_url_does():
    """Three ways to ask: a package, Node, and whatwg-url in Node."""
    expected = [answers.answer_of(case) for case in CASES]
    with engines.all_opened(["whatwg-url", "node"], install=False) as (whatwg, node):
        assert whatwg.version.startswith("whatwg-url 1")
        assert node.version.startswith("Node ")
        for engine in (whatwg, node):
            # Twice: the engine stays open.
            assert engine.ask([]) == []
            assert [*map(answers.differing, expected, engine.ask(CASES))] == [[]] * len(CASES)
    with engines.opened("ada-url") as ada:
        assert not ada.has_query_objects
        assert [*map(answers.differing, expected[:6], ada.ask(CASES[:6]))] == [[]] * 6


@needs("npm packages", "wheel")
def test_the_own_classes_answer_as_py_url_does_and_no_difference_is_explained():
    expected = [answers.answer_of(case) for case in CASES]
    with engines.opened(engines.OWN, install=False) as own:
        assert own.version.startswith("py_url.js ")
        assert [*map(answers.differing, expected, own.ask(CASES))] == [[]] * len(CASES)
    case, theirs = parse_case("http://\u209d/"), {"href": "", "hostname": "w"}
    assert kinds.kind_of(case, answers.answer_of(case), theirs, "whatwg-url") is not None
    assert kinds.kind_of(case, answers.answer_of(case), theirs, engines.OWN) is None


@needs("npm test packages")
def test_micropython_says_what_this_python_says(monkeypatch):
    cases = [*CASES, parse_case("https://u:p@h:1x/", "http://b/"), steps_case("a:/", ("append", "\0", "\ufeff"))]
    with engines.opened(engines.MICROPYTHON) as micropython:
        assert micropython.version.startswith("micropython 1.")
        assert [*map(answers.differing, map(answers.answer_of, cases), micropython.ask(cases))] == [[]] * len(cases)
        # Another text of an error, here in this Python.
        monkeypatch.setattr(calls, "_said", lambda function, *arguments: "another")
        (theirs,) = micropython.ask([parse_case("http://[")])
    assert theirs["error"].endswith("not 'another'")
    assert kinds.kind_of(parse_case("http://["), answers.FAILURE, theirs, engines.MICROPYTHON) is None
    newer = {**theirs, "said": "\U000e0fff"}
    assert "Unicode" in (kinds.kind_of(parse_case("x"), answers.FAILURE, newer, engines.MICROPYTHON) or "")


@needs("chromium")
def test_a_browser_answers_as_py_url_does():
    cases = [case for case in CASES if not case.get("base", "http:") or "file:" not in str(case.get("base"))]

    def ask_twice():
        with engines.opened("chromium", install=False) as chromium:
            return [chromium.ask(cases) for _ in range(2)]

    for given in in_a_thread(ask_twice):
        assert [*map(answers.differing, map(answers.answer_of, cases), given)] == [[]] * len(cases)


def test_an_engine_that_fails(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "upa_url", None)
    with pytest.raises(SetUpError, match="leave it out of --against"), engines.opened("upa-url"):
        pass
    (tmp_path / "in_node.mjs").write_text("console.log('1'); process.exit(3)", "utf-8")
    monkeypatch.setattr(engines, "_HERE", tmp_path)
    with pytest.raises(SetUpError, match="node in Node ended with status 3"), engines.opened("node") as node:
        node.ask([])
    (tmp_path / "in_node.mjs").write_text("setTimeout(() => {}, 60000)", "utf-8")
    monkeypatch.setattr(engines, "_SECONDS", 0.2)
    with pytest.raises(SetUpError, match="said nothing"), engines.opened("node"):
        pass
    with pytest.raises(SetUpError, match="which is not an answer"):
        engines._read("x", "node")


# Known kinds.


@pytest.mark.parametrize(
    ("case", "theirs", "engine", "says"),
    [
        (parse_case("https://xn--a/"), {"failure": True}, "ada-url", "before 2026-06-25 (a8d5ca3)"),
        (parse_case("http://h/^"), {"href": "http://h/^", "pathname": "/^"}, "upa-url", "before 2025-03-05"),
        (set_case("http://h/", "hostname", "i:1"), {"href": "http://i/", "host": "i"}, "node", "before 2021-05-19"),
        (set_case("http://h/", "href", "http://h/^"), {"href": "http://h/^"}, "upa-url", "before 2025-03-05"),
        (parse_case("http://\U00010940.example/"), {"failure": True}, "upa-url", "Unicode 17"),
        (parse_case("http://a\u1aee/"), {"href": "", "hostname": "xn--a-xbl"}, "upa-url", "as newer tables do"),
        (parse_case("http://\u209d/"), {"href": "", "hostname": "w"}, "whatwg-url", "as newer tables do"),
        (parse_case("ftp:\u0301"), {"href": "", "hostname": "xn--lsa"}, "ada-url", "combining mark"),
        (parse_case("ftp:xn---\u200b00w"), {"href": "", "hostname": "xn---00w"}, "ada-url", "Punycode"),
        (parse_case("http://a\u200db/"), {"href": "", "hostname": "xn--ab-m1t"}, "ada-url", "CheckJoiners"),
        (parse_case("http://0.\u05d0/"), {"href": "", "hostname": "0.xn--4db"}, "ada-url", "CheckBidi"),
        (parse_case("blob:http:a\u0884"), {"origin": "http://xn--a-kmd"}, "ada-url", "CheckBidi"),
        (parse_case("blob:http://\U00010940/"), {"origin": "null"}, "upa-url", "Unicode 17"),
        (parse_case("ws:\u0872\u08b8"), {"failure": True}, "ada-url", "Arabic Extended-B"),
        (parse_case("http://<\u0338/"), {"failure": True}, "upa-url", "combining stroke"),
        (parse_case("file:///a"), {"href": "file:///a", "origin": "file://"}, "chromium", "file://"),
    ],
)
def test_a_known_kind(case, theirs, engine, says):
    ours = answers.answer_of(case)
    if engine == "chromium":
        theirs = {**ours, **theirs}
    assert says in (kinds.kind_of(case, ours, theirs, engine) or "")


@pytest.mark.parametrize(
    ("case", "theirs", "engine"),
    [
        (parse_case("http://h/"), {**answers.answer_of(parse_case("http://h/")), "href": "http://i/"}, "chromium"),
        (parse_case("http://h/"), {"failure": True}, "whatwg-url"),
        (parse_case("http://h/"), {"error": "RangeError"}, "chromium"),
        # The cross-check's explanations are of browsers and Node.
        (parse_case("http://\u00e9/"), {"failure": True}, "ada-url"),
        # It is in the path.
        (parse_case("http://h/\U00010940"), {"href": "http://h/"}, "upa-url"),
        (steps_case("http://h/", ("sort",)), {"href": "http://i/"}, "upa-url"),
        # Nothing is wrong with the domain.
        (parse_case("blob:http://h/"), {"origin": "http://i"}, "ada-url"),
        (parse_case("blob:http://h/"), {"origin": "null"}, "ada-url"),
        # The character is in the path.
        (parse_case("blob:https://h/\u088f"), {"origin": "null"}, "upa-url"),
        (parse_case("blob:https://a b/\u0378"), {"origin": "https://zz"}, "upa-url"),
    ],
)
def test_no_known_kind(case, theirs, engine):
    assert kinds.kind_of(case, answers.answer_of(case), theirs, engine) is None


# Shrinking and rows.


def test_shrinking():
    asked = []

    def holds(cases):
        asked.append(len(cases))
        return ["^" in case["input"] and case["input"].startswith("http://") for case in cases]

    case = parse_case("http://example.com:8080/a/b/c?d^e#f" + "x" * 500, "http://base/")
    assert shrinking.shrink(case, holds) == parse_case("http://^")
    assert len(asked) <= 60
    assert max(asked) <= 400
    # What nothing smaller has stays as it is.
    assert shrinking.shrink(case, lambda cases: [False] * len(cases)) == case


def test_shrinking_steps():
    case = steps_case("http://h/", ("port", "1"), ("append", "a", "xyz"), ("sort",))

    def holds(cases):
        return [any(step[0] == "append" and "z" in step[2] for step in case["steps"]) for case in cases]

    assert shrinking.shrink(case, holds) == {**steps_case("", ("append", "", "z"))}


def test_rows():
    parsed = json.loads(rows.row_of(parse_case("http://H:80/a", "http://b/"), "why"))
    assert parsed == {
        "comment": "why",
        "input": "http://H:80/a",
        "base": "http://b/",
        "href": "http://h/a",
        "origin": "http://h",
        "protocol": "http:",
        "username": "",
        "password": "",
        "host": "h",
        "hostname": "h",
        "port": "",
        "pathname": "/a",
        "search": "",
        "hash": "",
    }
    assert json.loads(rows.row_of(parse_case("h"), "")) == {
        "comment": "",
        "input": "h",
        "base": None,
        "failure": True,
    }
    changed = json.loads(rows.row_of(set_case("http://h/", "host", "i:1"), "why"))
    expected = {"href": "http://i:1/", "host": "i:1", "hostname": "i", "port": "1"}
    assert changed == {
        "member": "host",
        "comment": "why",
        "href": "http://h/",
        "new_value": "i:1",
        "expected": expected,
    }
    assert json.loads(rows.row_of(set_case("http://h/", "href", "x:y"), ""))["expected"] == {"href": "x:y"}
    assert json.loads(rows.row_of(set_case("h", "port", "1"), ""))["expected"] == {}
    steps = json.loads(rows.row_of(steps_case("http://h/", ("sort",)), ""))
    assert steps["steps"] == [["sort"]]


# Attacks.


def attacked(engines, *, seconds=0.0, what="test"):
    """A state after an attack, and the findings that were reported."""
    found = []
    made = attack.State(what)
    attack.attack(made, engines, generator, until=time.monotonic() + seconds, found=found.append)
    return made, found


@pytest.fixture
def short_rounds(monkeypatch):
    monkeypatch.setattr(attack, "ROUND", 150)


@pytest.mark.usefixtures("short_rounds")
def test_an_engine_with_a_fault(capsys):
    """An engine writes "?!" for "??": a new difference, made small and printed as a row."""

    def change(case, answer):
        if "failure" in answer or "??" not in answer["href"]:
            return answer
        return {name: value.replace("??", "?!") if isinstance(value, str) else value for name, value in answer.items()}

    made, found = attacked([engine_of(change), engine_of(lambda _, answer: answer, "upa-url")], seconds=1)
    assert made.done >= 1
    assert {finding["engine"] for finding in found} == {"ada-url"}
    smallest = min((finding["case"] for finding in found), key=shrinking._size)
    assert len(smallest.get("input", smallest.get("href"))) <= 8
    command.print_finding(found[0])
    said, row = capsys.readouterr().out.splitlines()
    assert said.startswith("new: ada-url 1.0 gives ")
    assert "??" in json.dumps(json.loads(row.strip()))
    text = command.summary(made, {"ada-url": "ada-url 1.0"}, 1)
    assert "ada-url 1.0: " in text
    assert f"  {found[0]['count']:8,}  new: {command._case(found[0]['case'])}: ada-url 1.0 gives" in text


@pytest.mark.usefixtures("short_rounds")
def test_a_difference_does_not_hide_behind_another():
    """An engine loses fragments and writes "~" as "%7E": each has a small case of its own."""

    def change(case, answer):
        if "failure" in answer:
            return answer
        changed = {name: value.replace("~", "%7E") for name, value in answer.items() if isinstance(value, str)}
        return {**answer, **changed, "hash": "", "href": changed["href"].partition("#")[0]}

    made, _ = attacked([engine_of(change)], seconds=2)
    small = {command._case(finding["case"]) for finding in made.findings if finding["case"]["kind"] == "parse"}
    assert any("~" in case and "#" not in case for case in small)
    assert any("#" in case and "~" not in case for case in small)
    assert not attack.is_full(made, "ada-url")


@pytest.mark.usefixtures("short_rounds")
def test_a_fault_of_the_fast_path_is_a_finding(monkeypatch):
    href_of = fast.href_of

    def faulty(input, base=None):
        href = href_of(input, base)
        return href.replace("~", "%7E") if href else href

    monkeypatch.setattr(fast, "href_of", faulty)
    made, found = attacked([], seconds=1)
    assert made.inputs["py-url"]["parses"] > 50
    assert found
    assert all(finding["engine"] == "py-url" and "~" in json.dumps(finding["case"]) for finding in found)
    assert "the fast path gives" in found[0]["sentence"]
    # The row has the state machine's answer.
    assert not any("%7E" in str(json.loads(finding["row"]).get("href")) for finding in found)


@pytest.mark.usefixtures("short_rounds")
def test_known_differences_are_counted(monkeypatch):
    def change(case, answer):
        return {**answer, "origin": "file://"} if answer.get("protocol") == "file:" else answer

    made, found = attacked([engine_of(change, "chromium")])
    assert found == []
    [[text, count]] = made.kinds["chromium"].items()
    assert "origin" in text
    assert count > 1
    # For ada-url it is no known kind. There is a line for each small case, so no difference stays unseen.
    made, found = attacked([engine_of(change, "ada-url")], what="other")
    counts = [finding["count"] for finding in made.findings]
    assert max(counts) > 1
    text = command.summary(made, {}, 1)
    assert [int(line.split()[0]) for line in text.splitlines() if "  new: " in line] == counts
    assert f" differences of known kinds, {sum(counts)} new\n" in text


@pytest.mark.usefixtures("short_rounds")
def test_an_engine_with_too_many_differences_is_asked_no_more(monkeypatch):
    asked = []

    def change(case, answer):
        asked.append(case)
        return {**answer, "origin": "x"} if answer.get("protocol") == "http:" else answer

    monkeypatch.setattr(attack, "_FINDINGS", 1)
    engine = engine_of(change, "ada-url", has_query_objects=False)
    made, found = attacked([engine], seconds=60)
    assert len(found) == 1
    assert "ada-url" not in made.inputs
    assert "ada-url: no complete round\n" in command.summary(made, {}, 1)
    assert "look at these first" in command.summary(made, {}, 1)
    asked.clear()
    cases = generation.Generator("more", ROWS).cases(150)
    attack.run_round(made, cases, [engine, engine_of(lambda _, answer: answer, "upa-url")], found.append)
    assert (asked, len(found)) == ([], 1)
    assert made.inputs["upa-url"]["parses"] > 50


@pytest.mark.usefixtures("short_rounds")
def test_a_run_ends_if_py_url_has_too_many_faults(monkeypatch):
    monkeypatch.setattr(attack, "_FINDINGS", 1)
    monkeypatch.setattr(fast, "href_of", lambda *_: "http://wrong/")
    made, found = attacked([], seconds=60)
    assert len(found) == 1
    # The round is not complete.
    assert made.done == 0


@pytest.mark.usefixtures("short_rounds")
def test_an_interrupted_run_has_counted_its_rounds():
    asked = []

    def interrupt(cases):
        if len(asked) == 1:
            raise KeyboardInterrupt
        asked.append(cases)
        return [answers.answer_of(case) for case in cases]

    made = attack.State("test")
    with pytest.raises(KeyboardInterrupt):
        attack.attack(
            made,
            [engines.Engine("upa-url", "upa-url 1.0", interrupt)],
            generator,
            until=time.monotonic() + 60,
            found=print,
        )
    assert made.done == 1
    assert sum(made.inputs["upa-url"].values()) > 100
    # Another round has other cases.
    assert asked[0] != generation.Generator("test 1", ROWS).cases(150)


def all_differ(case, opened):
    """Whether all engines differ from py_url. If only one does, the fault is its own, and waits for a rule."""
    ours = answers.answer_of(case)
    return all(answers.differing(ours, engine.ask([case])[0]) for engine in opened)


def test_whose_fault_it_is():
    opened = [engines._package(name) for name in engines.IN_PROCESS]
    assert not all_differ(parse_case("http://h/"), opened)
    # ada-url alone refuses it.
    assert not all_differ(parse_case("ws:\u0872\u08b8"), opened)
    assert all_differ(parse_case("http://h/"), [engines.Engine("x", "x 1", lambda cases: [{"href": "http://i/"}])])


def check_attack(seed, seconds):
    print(f"seed {seed}: python3 build_scripts/fuzz.py --seed {seed}")
    opened = [engines._package(name) for name in engines.IN_PROCESS]
    made, _ = attacked(opened, seconds=seconds, what=f"seed {seed}")
    print(command.summary(made, {}, 1))
    faults = []
    for finding in made.findings:
        if finding["engine"] == attack.ITSELF or all_differ(finding["case"], opened):
            faults.append(finding["row"])
        else:
            summary_lines.append(f"fuzz.py, seed {seed}: new, of one engine alone: {finding['row']}")
    assert faults == [], f"seed {seed}"
    for name in ("py-url", *engines.IN_PROCESS):
        assert made.inputs[name]["parses"] > 500
        assert made.inputs[name]["setter calls"] > 300


def test_an_attack_with_a_fixed_seed():
    check_attack("py-url", SECONDS)


def test_an_attack_with_a_new_seed():
    check_attack(secrets.token_hex(4), SECONDS / 2)


# The command.


def run_main(monkeypatch, *arguments):
    """Run the command in this process, which has everything."""
    monkeypatch.setattr(command.venv, "enter", lambda **_: None)
    return command.main([*arguments])


@pytest.mark.usefixtures("short_rounds")
def test_the_command(monkeypatch, capsys):
    arguments = ("--minutes", "0.0000001", "--seed", "a b", "--against", "none", "--no-install")
    assert run_main(monkeypatch, *arguments) == 0
    said = capsys.readouterr()
    assert "run the same command with --seed 'a b'" in said.err
    assert "1 round in" in said.out
    counts = said.out.partition("\n")[2]
    assert run_main(monkeypatch, *arguments) == 0
    assert capsys.readouterr().out.partition("\n")[2] == counts
    monkeypatch.setattr(fast, "href_of", lambda *_: "http://wrong/")
    assert run_main(monkeypatch, *arguments) == 1
    assert "new: py_url disagrees with itself: the fast path gives" in capsys.readouterr().out


@pytest.mark.usefixtures("short_rounds")
def test_the_command_says_that_the_web_platform_tests_are_missing(monkeypatch, capsys):
    def find(*, fetch):
        raise SetUpError("they are nowhere")

    monkeypatch.setattr(command.wpt_url, "find", find)
    assert run_main(monkeypatch, "--minutes", "0.0000001", "--against", "none") == 0
    assert (
        "the Web Platform Tests are missing, so only the rows of tests/data are changed a little: they are nowhere"
        in (capsys.readouterr().err)
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--minutes", "0"), "'0' is not a number of minutes above 0"),
        (("--minutes", "nan"), "'nan' is not a number of minutes above 0"),
        (("--minutes", "x"), "'x' is not a number of minutes above 0"),
        (("--seed", "\udcff"), r"'\udcff' is not UTF-8"),
        (("--against", "opera"), "there is no engine 'opera'"),
        (("--against", ""), "there is no engine ''"),
    ],
)
def test_wrong_arguments(arguments, says, capsys):
    with pytest.raises(SystemExit) as ended:
        command.main([*arguments])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_help():
    script = project.SCRIPTS / "fuzz.py"
    result = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True, check=True, timeout=60)
    assert "--against ENGINES" in result.stdout
    assert "The exit status is 0 if nothing is new" in result.stdout
