"""build_scripts/crosscheck: parsers that are programs (programs.py, adapters.py, own_answers.py, parser_rules.py,
effects.py), and what the evidence says of them (evidence.py, chart.py, past.py).
"""

import ast
import json
import platform
import re
import subprocess
import sys

import explanations
import lock
import pytest
from crosscheck import (
    adapters,
    chart,
    comparison,
    effects,
    evidence,
    own_answers,
    parser_rules,
    past,
    pattern_rules,
    programs,
    report,
    summary as summaries,
)
from crosscheck.command import main
from setup import venv
from setup.project import SetUpError

import py_url
from py_url.standard import pins
from tests.support.needs import IN_CI, needs

DATE = "2026-11-25T12:00:00+00:00"

# A parser whose answers depend on the input. It claims nothing else than what its lines say.
STAND_IN = r"""
import json, os, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    text = asked.get("input") or asked.get("value") or ""
    answer = {"id": asked["id"], "hostname": "h", "pathname": "/"}
    if "pairs" in asked or "base" in asked and asked["base"]: answer = {"id": asked["id"], "unsupported": True}
    elif "set" in asked: answer = {"id": asked["id"], "href": asked["href"] + asked["set"] + asked["value"]}
    elif text == "http://die/": os._exit(3)
    elif text == "http://hang/": time.sleep(600)
    elif text == "http://late/": answer["id"] += 1
    elif text == "http://words/": print("not JSON", flush=True); continue
    elif text == "http://list/": print("[1]", flush=True); continue
    elif text == "http://member/": answer["nonsense"] = "x"
    elif text == "http://none/": answer = {"id": asked["id"]}
    elif text == "http://number/": answer["port"] = 80
    elif text == "http://pairs/": answer["pairs"] = 5
    elif text == "http://text/": answer["pairs"] = ["ab"]
    elif text == "http://parts/": answer["pairs"] = [["a", 1]]
    elif text == "http://deep/": print("[" * 200_000, flush=True); continue
    elif text == "http://bytes/": os.write(1, b'{"id": %d, "hostname": "\xff"}\n' % asked["id"]); continue
    elif text == "http://signal/": os.kill(os.getpid(), 40)
    elif text == "http://close/": os.close(1); time.sleep(600)
    elif text == "http://raise/": answer = {"id": asked["id"], "error": "IndexError: x"}
    elif text == "http://refuse/": answer = {"id": asked["id"], "failure": True}
    elif text == "http://other/": answer |= {"hostname": "another", "failure": False, "error": None}
    print(json.dumps(answer), flush=True)
"""


def case(text, **others):
    return {"source": "s", "kind": "parse", "input": text, "base": None, "expected": None, **others}


@pytest.fixture
def stand_in(tmp_path):
    (tmp_path / "stand_in.py").write_text(STAND_IN)
    return programs.of_command([sys.executable, str(tmp_path / "stand_in.py")])


def checked(parser, cases):
    outcome = programs.outcome(parser, cases)
    return outcome, summaries.summarize(cases, [outcome], date=DATE)


@pytest.mark.parametrize(
    ("text", "says", "rule"),
    [
        ("http://die/", "the program ended with status 3; it had read ", "ended"),
        ("http://hang/", "the program hung: it wrote nothing for 3 seconds; it had read ", "hung"),
        ("http://late/", "the program answered out of order: its id is 3, not 2: ", "out-of-order"),
        ("http://words/", "the program wrote no JSON: not JSON; it had read ", "wrote-no-json"),
        ("http://none/", "the program wrote no member of the URL: ", "wrote-something-else"),
        ("http://list/", "the program wrote no object with an id: [1]; it had read ", "wrote-something-else"),
        ("http://member/", "the program wrote nonsense, which no URL has: ", "wrote-something-else"),
        ("http://number/", "the program wrote port, but not as a string: ", "wrote-something-else"),
        ("http://pairs/", "the program wrote no pairs: ", "wrote-something-else"),
        ("http://text/", "the program wrote no pairs: ", "wrote-something-else"),
        ("http://parts/", "the program wrote pairs of something else than strings: ", "wrote-something-else"),
        ("http://deep/", "the program wrote no JSON: [[[", "wrote-no-json"),
        ("http://bytes/", r'the program wrote no JSON: {"id": 2, "hostname": "\udcff', "wrote-no-json"),
        ("http://close/", "the program ended its output, but not itself; it had read ", "ended"),
        pytest.param(
            "http://signal/",
            "the program ended by signal 40; it had read ",
            "ended",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="40 is a real-time signal of Linux"),
        ),
        ("http://raise/", "the program raised an error: IndexError: x", "raised"),
    ],
)
def test_a_program_that_gives_no_answer_is_started_again_and_the_input_counted(stand_in, text, says, rule, monkeypatch):
    monkeypatch.setattr(programs, "SECONDS_TO_ANSWER", 3)
    if text == "http://close/":
        monkeypatch.setattr(programs, "SECONDS_TO_END", 1)
    _, found = checked(stand_in, [case("http://h/"), case(text), case("http://h/")])
    (difference,) = found["differences"]
    (told,) = difference["engines"].values()
    assert says in told["native"]["error"]
    if rule != "raised":
        assert text in told["native"]["error"], "the sentence has the line"
    assert told["verdict"] == "native differs from WPT"
    (kind,) = found["engines"][0]["kinds"]
    assert (kind["rule"], kind["effects"]) == (rule, {effects.STOPS: 1})
    assert found["engines"][0]["totals"]["inputs"] == 3
    assert found["engines"][0]["totals"]["agree"] == 2


def test_a_program_that_never_works_is_one_sentence(tmp_path):
    (tmp_path / "broken.py").write_text("import sys\nraise SystemExit('no such package: Error')")
    broken = programs.of_command([sys.executable, str(tmp_path / "broken.py")])
    with pytest.raises(
        SetUpError, match=r"failed 20 times in a row; the last time: the program ended with status 1: no"
    ):
        programs.outcome(broken, [case(f"http://{number}/") for number in range(30)])
    with pytest.raises(SetUpError, match=r"gave no answer; the last time: the program ended with status 1: no"):
        programs.outcome(broken, [case("http://h/")])
    with pytest.raises(SetUpError, match=r"none could not be run: No such file"):
        programs.outcome(programs.of_command([str(tmp_path / "none")]), [case("http://h/")])


def test_a_program_that_does_not_flush_its_answers_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(programs, "SECONDS_TO_START", 3)
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(600)")
    slow = programs.of_command([sys.executable, str(tmp_path / "slow.py")])
    with pytest.raises(
        SetUpError, match=r"slow.py: the program hung: it wrote nothing for 3 seconds; .*; each answer must be flushed$"
    ):
        programs.outcome(slow, [case(f"http://{number}/") for number in range(30)])


def test_what_a_parser_does_not_have_is_not_in_the_engine(stand_in):
    setter = {"source": "s", "kind": "set", "href": "http://h/", "member": "hash", "value": "x", "expected": None}
    cases = [case("x", base="http://h/"), setter, case("http://refuse/"), case("http://other/")]
    outcome, found = checked(stand_in, cases)
    assert outcome["engine"]["parser"] == {"standard": True, "gives": ["href", "hostname", "pathname"]}
    (engine,) = found["engines"]
    assert engine["by_kind"]["parse"]["not in the engine"] == 1
    assert [(kind["rule"], *kind["effects"]) for kind in engine["kinds"]] == [
        ("host-other", effects.HOST),
        ("refuses-other", effects.REFUSES),
        ("written-other", effects.OTHER),
    ]
    # Only the members that the parser gives are compared.
    assert {*found["differences"][0]["ours"]} == {*own_answers.NAMES}
    assert comparison.of(found).totals[engine["name"]]["not in the engine"] == 1


def test_the_table_names_the_parser_and_counts_what_it_supports(stand_in):
    cases = [case("x", base="http://h/"), case("http://h/"), case("http://other/"), case("http://die/")]
    outcome, found = checked(stand_in, cases)
    name = outcome["engine"]["browser"]
    assert "1 of 3 URLs mean the same to both" in (text := report.table(found))
    assert text.count(name) == 3, "in the first line, and above two columns"
    assert re.search(r"^s +4 +1 +1 +1 +1$", text, re.MULTILINE)
    _, found = checked(stand_in, [case("http://other/", expected={"hostname": "other"})])
    assert "from WPT" in report.table(found)
    with pytest.raises(SetUpError, match=r"supports none of the inputs"):
        checked(stand_in, cases[:1])


def test_a_program_gets_scalar_values_and_pairs():
    odd = case("http://h/\ud800\U0001f600?a=b&c")
    assert programs._asked(7, odd) == {"id": 7, "input": "http://h/\ufffd\U0001f600?a=b&c", "base": None}
    (params,) = [row for row in programs.cases_of([odd, {**odd, "kind": "pattern"}]) if row["kind"] == "params"]
    assert programs._asked(8, params) == {"id": 8, "pairs": [["a", "b"], ["c", ""]]}
    assert own_answers.answer(params) == {"searchParams": "a=b&c="}


def test_pairs_are_asked_once_and_expected_as_the_tests_say():
    cases = [case("http://h/?a", expected={"searchParams": "a="}), case("http://i/?a"), case("http://h/"), case("x:")]
    (params,) = programs.cases_of(cases)[4:]
    assert (params["input"], params["expected"]) == ('[["a",""]]', {"searchParams": "a="})


@pytest.mark.parametrize(
    ("given", "expected", "says"),
    [
        ({"error": "x"}, None, "no"),
        ({"href": "x"}, None, "silent"),
        ({"failure": True}, {"failure": True}, "yes"),
        ({"href": "x"}, {"failure": True}, "no"),
        ({"failure": True}, {"href": "x"}, "no"),
        ({"href": "x", "port": ""}, {"href": "x", "host": "h"}, "yes"),
        ({"port": "1"}, {"port": "2"}, "no"),
        ({"port": "1"}, {"host": "h"}, "silent"),
    ],
)
def test_what_the_tests_expect_of_a_parser(given, expected, says):
    assert own_answers.as_expected(given, expected) == says


def test_own_answers_are_those_of_the_classes():
    members = own_answers.answer(case("HTTP://me@h:81/x?a=b#c"))
    assert [*members] == [*own_answers.NAMES]
    assert (members["href"], members["pairs"]) == ("http://me@h:81/x?a=b#c", '[["a","b"]]')
    assert own_answers.answer(case("http://")) == own_answers.FAILURE
    setter = {"kind": "set", "href": "http://h/", "member": "search", "value": "é"}
    assert own_answers.answer(setter)["searchParams"] == "%C3%A9="


PARSED = own_answers.answer(case("http://h/p"))


@pytest.mark.parametrize(
    ("ours", "native", "says"),
    [
        (PARSED, {"error": "x"}, effects.STOPS),
        (PARSED, {"hostname": "other"}, effects.HOST),
        (PARSED, {"hostname": ""}, effects.NO_HOST),
        (own_answers.FAILURE, {"hostname": "h"}, effects.TAKES),
        (PARSED, {"port": "80"}, effects.ORIGIN),
        (PARSED, {"failure": True}, effects.REFUSES),
        (own_answers.answer(case("http://0x7f.1/")), {"hostname": "0x7f.1"}, effects.SAME),
        (own_answers.answer(case("http://[0::1]/")), {"hostname": "[0::1]"}, effects.SAME),
        (own_answers.answer(case("http://b\u00fccher/")), {"hostname": "b\u00fccher"}, effects.SAME),
        (own_answers.answer(case("http://xn--bcher-kva/")), {"hostname": "b\u00fccher"}, effects.SAME),
        (PARSED, {"hostname": "H", "pathname": "/q"}, effects.REST),
        (own_answers.answer(case("foo://H/p")), {"hostname": "h"}, effects.OTHER),
        (PARSED, {"hostname": "x@h"}, effects.HOST),
        (PARSED, {"href": "http:h/p"}, effects.OTHER),
    ],
)
def test_the_effect_of_a_difference(ours, native, says):
    assert effects.effect({"kind": "parse"}, ours, native) == says


@pytest.mark.parametrize(
    ("ours", "native", "says"),
    [
        ("http://i/", "http://h/", effects.REFUSES),
        ("http://h/", "http://i/", effects.TAKES),
        ("http://i/", "http://j/", effects.HOST),
    ],
)
def test_a_setter_that_changes_nothing_has_refused_the_value(ours, native, says):
    setter = {"kind": "set", "href": "http://H", "member": "host", "value": "x"}
    answers = [{"href": href, "hostname": href[7]} for href in (ours, native)]
    assert effects.effect(setter, *answers) == says


def test_effects_of_patterns():
    assert effects.effect({"kind": "pattern"}, {"matches": True}, {"matches": False}) == effects.REST
    assert effects.effect({"kind": "pattern"}, {"hostname": "a"}, {"hostname": "b"}) == effects.OTHER


def explained(text, native, *, standard=False, **others):
    asked = case(text, **others)
    whole = own_answers.answer(asked)
    told = parser_rules.explain({"case": asked, "native": native, "ours": whole}, whole, standard=standard)
    return parser_rules.rules()[told]["rule"]


# An input and an answer for each rule of parsers.
EXAMPLES = {
    "hung": ("x", {"error": "the program hung: it"}),
    "ended": ("x", {"error": "the program ended with"}),
    "wrote-no-json": ("x", {"error": "the program wrote no JSON: x"}),
    "out-of-order": ("x", {"error": "the program answered out of order: x"}),
    "raised": ("x", {"error": "the program raised an error: x"}),
    "wrote-something-else": ("x", {"error": "the program wrote a member that is no string: x"}),
    "host-in-another-spelling": ("http://1/", {"hostname": "1"}),
    "host-behind-backslash": ("http://a\\@b/", {"hostname": "b"}),
    "host-with-tab": ("http://a\tb/", {"hostname": "a"}),
    "host-lost-without-slashes": ("http:a", {"hostname": ""}),
    "host-behind-at": ("http://a@b@c/", {"hostname": "b"}),
    "host-other": ("http://a/", {"hostname": "b"}),
    "takes-without-base": ("x", {"protocol": "", "hostname": ""}),
    "takes-empty-host": ("http://", {"protocol": "http:", "hostname": ""}),
    "takes-port": ("http://h:x/", {"protocol": "http:", "hostname": "h"}),
    "takes-ipv6": ("http://[x]/", {"protocol": "http:", "hostname": "[x]"}),
    "takes-ipv4": ("http://a.09/", {"protocol": "http:", "hostname": "a.09"}),
    "takes-domain": ("http://\u05d0a1\u0661/", {"protocol": "http:", "hostname": "x"}),
    "takes-host": ("http://a b/", {"protocol": "http:", "hostname": "a b"}),
    "takes-other": ("foo://a b/", {"protocol": "foo:", "hostname": ""}),
    "refuses-domain": ("http://b\u00fccher/", {"failure": True}),
    "refuses-white-space": ("http://h/ x", {"failure": True}),
    "refuses-backslash": ("http://h/\\x", {"failure": True}),
    "refuses-percent": ("http://h/%", {"failure": True}),
    "refuses-port": ("http://h:/", {"failure": True}),
    "refuses-symbols": ("http://h/|", {"failure": True}),
    "refuses-slashes": ("http:h", {"failure": True}),
    "refuses-other": ("http://h/", {"failure": True}),
    "host-in-capitals": ("http://H/", {"hostname": "H"}),
    "scheme-other": ("http://h/", {"protocol": "HTTP:"}),
    "port-other": ("http://h:80/", {"port": "80"}),
    "origin-other": ("http://h/", {"origin": "null"}),
    "credentials-other": ("http://a@h/", {"username": ""}),
    "path-empty": ("http://h", {"pathname": ""}),
    "path-with-dots": ("http://h/a/../b", {"pathname": "/a/../b"}),
    "path-other": ("http://h/a", {"pathname": "/b"}),
    "query-other": ("http://h/?a", {"search": "?b"}),
    "fragment-other": ("http://h/#a", {"hash": "#b"}),
    "params-other": ("http://h/?a", {"pairs": "[]"}),
    "written-other": ("http://h/", {"href": "http:/h"}),
}


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_rule_of_parsers(rule):
    text, native = EXAMPLES[rule]
    assert explained(text, native) == rule


@pytest.mark.parametrize(
    ("rule", "others", "native"),
    [
        ("host-of-base", {"input": "//h", "base": "http://b/"}, {"hostname": "b"}),
        ("takes-opaque-base", {"input": "x", "base": "mailto:x"}, {"protocol": "mailto:", "hostname": ""}),
        ("host-by-setter", {"kind": "set", "href": "http://h/", "member": "host", "value": "i"}, {"hostname": "h"}),
        ("refuses-setter", {"kind": "set", "href": "http://h/", "member": "hash", "value": "i"}, {"href": "http://h/"}),
        ("pairs-written", {"kind": "params", "input": '[["a",""]]'}, {"searchParams": "a"}),
    ],
)
def test_a_rule_of_parsers_for_bases_setters_and_pairs(rule, others, native):
    assert explained(others.pop("input", ""), native, **others) == rule


def test_the_case_of_letters_makes_no_other_host_and_decoding_another_spelling():
    assert explained("foo://H/", {"hostname": "h"}) == "host-in-capitals"
    assert explained("http://xn--bcher-kva/", {"hostname": "b\u00fccher"}) == "host-in-another-spelling"


def test_every_rule_of_parsers_has_its_example():
    told = {"host-of-base", "takes-opaque-base", "host-by-setter", "refuses-setter", "pairs-written"}
    assert {*parser_rules.RULES} == {*parser_rules._TEXTS} == {*EXAMPLES} | told


def test_what_browsers_do_is_told_of_parsers_that_claim_the_standard():
    assert explained("file:///x", {"origin": "file://"}, standard=True) == "file-origin"
    assert explained("file:///x", {"origin": "file://"}) == "origin-other"
    # Its input looks like one of a rule for browsers, but only the origin differs.
    assert explained("file:////x", {"origin": "x"}, standard=True) == "origin-other"
    assert all("native" not in text for text in parser_rules.rules())


def test_an_adapter_has_at_most_thirty_lines_and_a_requirement_of_its_own():
    for name, adapter in adapters.ADAPTERS.items():
        text = (adapters.FOLDER / adapter.file).read_text("utf-8")
        assert text.count("\n") <= 30, name
        if adapter.group:
            assert adapter.group in venv.dependency_groups()
        if adapter.package:
            assert adapters.FOLDER / name in lock.NPM_FOLDERS
        if adapter.file.endswith(".py"):
            ast.parse(text)
    files = {file.name for file in adapters.FOLDER.iterdir() if file.is_file() and file.suffix != ".pyc"}
    assert files == {adapter.file for adapter in adapters.ADAPTERS.values()} | {"lines.py", "lines.mjs"}


# Adapters that need nothing that is not here.
@needs("node")
def test_an_adapter_is_a_name_as_good_as_a_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("setup.venv.enter", lambda *_, **__: None)
    (tmp_path / "urls.txt").write_text("http://h/\nhttp://a\\@b/\nhttp://user:secret@h/ x\n")
    where = ["--report", str(tmp_path / "report"), "--input", str(tmp_path / "urls.txt")]
    assert main(["--parser", "urllib.parse", "--json", str(tmp_path / "old.json"), *where]) == 0
    output = capsys.readouterr().out
    assert f"py_url {py_url.__version__} in Python" in output
    assert "against urllib.parse 3." in output
    assert "the parser reads another host where \\ stands for /" in output
    assert "secret" not in (tmp_path / "report" / "results.json").read_text("utf-8")
    assert "host-behind-backslash" in (tmp_path / "report" / "results.csv").read_text("utf-8")
    (tmp_path / "stand_in.py").write_text(STAND_IN)
    command = f"{sys.executable} {tmp_path / 'stand_in.py'}"
    assert main(["--parser", command, "--compare", str(tmp_path / "old.json"), *where]) == 1
    output = capsys.readouterr().out
    assert "the results are not the same" in output
    assert str(tmp_path) not in output.partition("compared with")[0]
    # What is no command is refused before anything is set up.
    monkeypatch.setattr("setup.venv.enter", lambda *_, **__: pytest.fail("something was set up"))
    assert main(["--parser", "no such parser", *where]) == 2
    assert "'no such parser' is neither a command nor one of the parsers ada-url, " in capsys.readouterr().err
    assert main(["--parser", "python3 'mine.py", *where]) == 2
    assert """--parser "python3 'mine.py" is no command: no closing quotation""" in capsys.readouterr().err
    monkeypatch.setattr("setup.venv.enter", lambda *_, **__: None)
    assert main(["--parser", "urllib.parse", "--parser", "urllib.parse", *where]) == 2
    assert "two of the parsers are called urllib.parse 3." in capsys.readouterr().err


def test_a_parser_is_no_browser(capsys):
    with pytest.raises(SystemExit):
        main(["--parser", "x", "--browser", "node"])
    assert "--parser and --browser exclude each other" in capsys.readouterr().err


# The adapters answer as the page that describes the protocol says.
@pytest.mark.parametrize("name", ["curl", "php", "java", "urllib.parse"])
def test_an_adapter_answers_the_lines(name):
    try:
        parser = adapters.parser(name, install=IN_CI)
    except SetUpError as error:
        pytest.skip(str(error))
    requests = [
        {"id": 1, "input": 'http://h/a"\\b', "base": None},
        {"id": 2, "href": "http://h/", "set": "hash", "value": "x"},
        {"id": 3, "pairs": [["a", "b"]]},
        {"id": 4, "input": "http://h:81/p", "base": None},
    ]
    said = subprocess.run(
        parser.command,
        input="".join(f"{json.dumps(asked)}\n" for asked in requests),
        env={**programs.os.environ, **parser.environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout
    first, *unsupported, last = [json.loads(line) for line in said.splitlines()]
    assert first["id"] == 1
    assert unsupported == [{"id": 2, "unsupported": True}, {"id": 3, "unsupported": True}]
    assert {key: last[key] for key in ("id", "protocol", "hostname", "port", "pathname")} == {
        "id": 4,
        "protocol": "http:",
        "hostname": "h",
        "port": "81",
        "pathname": "/p",
    }


def record_of(name, kinds=("host-other",), **engine):
    """A record of an engine, as `past.keep` writes it."""
    texts = {rule: f"the native URL does {rule}" for rule in kinds}
    smallest = {"id": "0" * 10, "case": case("http://a|`b`/"), "ours": {"hostname": "h"}, "native": {"hostname": "i"}}
    return {
        "date": DATE,
        "tests": "the tests",
        "inputs_digest": "0",
        "engines": [
            {
                "name": name,
                "totals": {**dict.fromkeys(summaries.VERDICTS, 0), "inputs": 9, "native differs from WPT": len(kinds)},
                "differences": {text: {"WPT silent": ""} for text in texts.values()},
                "kinds": [
                    {
                        "rule": rule,
                        "explanation": text,
                        "section": "path-state",
                        "count": 2,
                        "effects": {effects.HOST: 1, effects.OTHER: 1},
                        "smallest": smallest,
                    }
                    for rule, text in texts.items()
                ],
                **engine,
            }
        ],
    }


def test_the_page_of_an_engine_says_what_differs_and_what_was_fixed():
    runs = [record_of("Chromium 9.0", ("a", "b")), record_of("Chromium 10.0", ("b", "c"), channel="build")]
    text = evidence._of_engine("chromium", "Chromium", runs)
    assert '| [Chromium does b](#bug-b) | 2 | another host (1), something else (1) | `` "http://a\\|`b`/" `` |' in text
    assert "- from Chromium 9.0 to Chromium 10.0, run on 2026-11-25:\n  - fixed: Chromium does a\n" in text
    assert "  - new: Chromium does c\n" in text
    assert '```text\nChromium does c\n\ninput: "http://a|`b`/"\nexpected: hostname "h"\n' in text
    links = (
        "[the standard (path-state)](https://url.spec.whatwg.org/#path-state); [the playground](../../playground/#url="
    )
    assert links in text
    runs[0]["inputs_digest"] = "1"
    assert "nothing can be compared" in evidence._of_engine("x", "Chromium", runs)
    assert "## By version" in text
    alone = evidence._of_engine("chromium", "Chromium", runs[:1])
    assert "By version" not in alone
    assert "What was fixed" not in alone
    # A report has a sentence as its heading, and names no page that is not there.
    assert '<a id="bug-b"></a>\n\n### Chromium does b\n' in text
    assert "#why=" not in text
    assert "No run is recorded" in evidence._of_engine("chromium", "Chromium", [])


def test_the_page_of_an_engine_says_what_a_run_was_made_on():
    old = record_of("Chromium 9.0")
    text = evidence._of_engine("chromium", "Chromium", [old])
    assert "- run on 2026-11-25 at 12:00 UTC, with the tests\n" in text
    assert "- release channel: not recorded\n- operating system: not recorded\n" in text
    assert f"On {evidence._SEARCHED}, we looked for one" in text
    followed = {"commit": "abc1234", "date": "2026-07-02", "later": ["def5678"]}
    new = {**record_of("Chromium 9.0", channel="build"), "py_url": {"version": "8", "unicode": "17"}}
    text = evidence._of_engine("chromium", "Chromium", [new])
    assert "py_url 8, which follows the URL Standard at a commit that was not recorded, and Unicode 17" in text
    new |= {"standard": followed, "ran_on": {"system": "System 7", "machine": "m68k"}}
    text = evidence._of_engine("chromium", "Chromium", [new])
    assert "- release channel: none, built by a system or by Playwright\n- operating system: System 7, m68k\n" in text
    links = "[`abc1234`](https://github.com/whatwg/url/commit/abc1234) (2026-07-02), with [`def5678`]"
    assert f"py_url 8, which follows the URL Standard at {links}" in text


@pytest.mark.parametrize(
    ("member", "section", "sections"),
    [
        (None, "file-host-state", ["file-host-state"]),
        (None, None, []),
        ("protocol", "file-host-state", ["dom-url-protocol"]),
        ("protocol", "scheme-state", ["dom-url-protocol", "scheme-state"]),
        ("host", "file-host-state", ["dom-url-host", "file-host-state"]),
        ("host", "dom-url-host", ["dom-url-host"]),
        ("hostname", "concept-ipv6-parser", ["dom-url-hostname", "concept-ipv6-parser"]),
        ("hash", None, ["dom-url-hash"]),
    ],
)
def test_a_setter_is_linked_to_its_own_section_and_to_states_that_it_reaches(member, section, sections):
    asked = case("x") if member is None else {"kind": "set", "href": "a:", "member": member, "value": ""}
    assert evidence._sections({"section": section, "smallest": {"case": asked}}) == sections


def test_no_two_kinds_of_a_page_have_the_same_anchor():
    for name in evidence.ENGINES:
        anchors = re.findall(r'<a id="([^"]*)">', evidence.pages()[f"{name}.md"])
        assert anchors
        assert len({*anchors}) == len(anchors), name
    # A later run may find any two of them.
    tables = (explanations.RULES, pattern_rules.RULES, pattern_rules.TEXTS)
    names = [name for table in tables for name in table]
    assert len({*names}) == len(names)


def test_a_known_report_is_of_a_difference_that_the_newest_version_shows():
    newest = {}
    for run in past.records():
        for page, (_, programs_of_it) in evidence.ENGINES.items():
            if run["engines"][0]["name"].rsplit(" ", 1)[0] in programs_of_it:
                newest[page] = max(run, newest.get(page, run), key=past.version_of)
    for page, known in evidence.KNOWN.items():
        rules = {kind["rule"] for kind in newest[page]["engines"][0]["kinds"]}
        assert {*known} <= rules, f"{page}: delete what no longer differs"
        for told in known.values():
            assert {"report"} <= {*told} <= {"report", "source", "fix"}
            assert all(address.startswith("https://") for address in told.values())


@pytest.mark.parametrize(
    ("known", "says"),
    [
        (None, "No report of it is known to us."),
        ({"report": "https://github.com/a/b/issues/1"}, "Reported in [a/b#1](https://github.com/a/b/issues/1)."),
        (
            {"report": "https://bugs.example/show_bug.cgi?id=2", "source": "https://github.com/a/b/blob/main/c.h"},
            "Reported in [bugs.example#2](https://bugs.example/show_bug.cgi?id=2), "
            "as [a/b/c.h](https://github.com/a/b/blob/main/c.h) says.",
        ),
        (
            {"report": "https://crbug.com/3", "fix": "https://github.com/a/b/pull/4"},
            "Reported in [crbug.com/3](https://crbug.com/3), fixed after this version by "
            "[a/b#4](https://github.com/a/b/pull/4).",
        ),
    ],
)
def test_what_is_said_of_a_known_report(known, says):
    assert evidence._known(known) == says


def test_every_recorded_difference_is_explained():
    texts = [text for run in past.records() for text in run["engines"][0]["differences"]]
    assert explanations.UNEXPLAINED not in texts


def test_the_playgrounds_fragment():
    assert evidence.fragment(case("http://h/")) == "#url=aHR0cDovL2gv&base="
    setter = {"kind": "set", "href": "a:b", "member": "hash", "value": "\ud800"}
    assert evidence.fragment(setter) == "#url=YTpi&base=&open=setters&set.setters=WyJoYXNoIiwi77+9Il0="


def test_a_chart_has_a_line_for_each_program():
    drawn = chart.lines("a < b", {"X": [("9.0.1", 4), ("10.0", 12)], "Y": [("10.0", 0)]})
    assert drawn.count("<polyline") == 2
    assert drawn.count("<circle") == 3
    assert "a &lt; b" in drawn
    assert ">20<" in drawn
    assert chart.lines("none", {}).endswith("</svg>\n")


def test_a_record_has_a_line_for_each_row():
    for file in (*past.files(), *(past.FOLDER / past.PARSERS).glob("*.json")):
        text = file.read_text("utf-8")
        depth = 2 if file.parent.name == past.PARSERS else 4
        assert text == past._written(json.loads(text), depth) + "\n", f"{file.name}: crosscheck.py --record writes it"
        assert len(text.splitlines()) < 200


def test_the_page_of_the_parsers_has_a_row_for_each_adapter_and_no_share_of_other_rules():
    text = evidence.pages()["parsers.md"]
    claims, _, others = text.partition("## Parsers of other rules")
    others = others.partition("\n## ")[0]
    for name, adapter in adapters.ADAPTERS.items():
        assert re.search(rf"^\| \[{re.escape(name)} [\d.]+\]", claims if adapter.standard else others, re.MULTILINE)
    assert " %" not in others
    assert "vulnerab" not in text.lower()
    for record in past.parsers():
        counts = record["by_kind"].values()
        assert sum(kind["agree"] for kind in counts) == record["totals"]["agree"]


def test_the_records_of_parsers_are_small_and_of_adapters(tmp_path):
    assert sum(file.stat().st_size for file in (past.FOLDER / past.PARSERS).iterdir()) < 400_000
    cases = [case("http://h/")]
    outcome = {
        "engine": {
            "version": "1",
            "pyodide": None,
            "python": "3",
            "unicode": "17",
            "browser": "mine 1",
            "parser": {"standard": True, "gives": ["href"]},
        },
        "results": [{"agree": True, "digest": 1, "ours": "yes", "native": "yes"}],
    }
    found = summaries.summarize(cases, [outcome], date=DATE, commit="0123456789")
    with pytest.raises(SetUpError, match="only the runs of adapters are recorded, and mine 1 has none"):
        past.keep(found, tmp_path)
    outcome["engine"]["browser"] = "yarl 1.2"
    where = past.this_system()
    found = summaries.summarize(cases, [outcome], date=DATE, commit="0123456789", ran_on=where)
    (file,) = past.keep(found, tmp_path)
    assert file == tmp_path / "parsers" / "yarl.json"
    (record,) = past.parsers(tmp_path)
    assert (record["name"], record["totals"]["agree"], record["browsers"]) == ("yarl 1.2", 1, [])
    assert record["ran_on"] == where
    assert record["standard"] == {
        "commit": pins.URL_STANDARD,
        "date": pins.URL_STANDARD_DATE,
        "later": [*pins.LATER_CHANGES],
    }


def test_the_system_of_a_run_has_a_name_a_version_and_a_machine(monkeypatch):
    def nothing():
        raise OSError

    found = past.this_system()
    assert found == past.this_system()
    assert found["machine"] == platform.machine()
    monkeypatch.setattr(platform, "freedesktop_os_release", nothing)
    monkeypatch.setattr(platform, "mac_ver", lambda: ("15.1", ("", "", ""), "arm64"))
    assert past.this_system()["system"] == "macOS 15.1"
    monkeypatch.setattr(platform, "mac_ver", lambda: ("", ("", "", ""), ""))
    monkeypatch.setattr(platform, "system", lambda: "Windows")
    monkeypatch.setattr(platform, "release", lambda: "11")
    assert past.this_system()["system"] == "Windows 11"


def test_what_a_browser_does_is_told_plainly_for_every_rule():
    for rule in explanations.RULES:
        text = explanations.plainly(rule)
        assert text is not None
        assert text[0].islower(), rule
        assert len(text) < 100, rule
    assert explanations.plainly("none") is None
