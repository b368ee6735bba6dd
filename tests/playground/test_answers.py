"""What the page's Python answers, asked in CPython."""

import gc
import json
import sys

import playground
import pytest
from playground import answers

from py_url import URL
from py_url.standard.urls.components import MEMBERS


def test_what_a_url_means():
    told = answers.look("https://user@EXAMPLE.com:443/a b", "")
    assert told["answer"] == {
        **{name: getattr(URL("https://user@example.com/a%20b"), name) for name in MEMBERS},
        "searchParams": "",
        "pairs": "[]",
    }
    assert told["why"] is told["explanation"] is None
    assert [(error["name"], error["start"], error["end"], error["fatal"]) for error in told["errors"]] == [
        ("invalid-credentials", 8, 13, False),
        ("invalid-URL-unit", 30, 31, False),
    ]
    assert told["errors"][0]["link"] == "https://url.spec.whatwg.org/#invalid-credentials"
    assert not told["more"]
    assert not told["base_fails"]
    assert told["parts"] == [
        ["scheme", 0, 5],
        ["username", 8, 12],
        ["host", 13, 24],
        ["port", 25, 28],
        ["path", 28, 32],
    ]


def test_pairs_are_written_as_javascript_writes_them():
    told = answers.members(URL('http://h/?a=1&ü="&a=\u2028'))
    assert (told["searchParams"], told["pairs"]) == (
        "a=1&%C3%BC=%22&a=%E2%80%A8",
        '[["a","1"],["ü","\\""],["a","\u2028"]]',
    )


def test_a_failure():
    told = answers.look("http://h:99999/")
    assert told["answer"] == {"failure": True}
    assert told["why"].startswith("invalid URL 'http://h:99999/': port-out-of-range at 9-14: ")
    assert [error["fatal"] for error in told["errors"]] == [True]
    assert told["parts"] == [["scheme", 0, 4], ["host", 7, 8], ["port", 9, 14]]


def test_a_base_url():
    told = answers.look("../c?q", "http://h/a/b/")
    assert told["answer"]["href"] == "http://h/a/c?q"
    assert told["base_parts"] == [["scheme", 0, 4], ["host", 7, 8], ["path", 8, 13]]
    told = answers.look("http://h/", "http://[/")
    assert told["base_fails"]
    assert told["answer"] == {"failure": True}
    assert told["why"].startswith("invalid URL 'http://[/': IPv6-unclosed")
    assert [error["name"] for error in told["errors"]] == ["IPv6-unclosed"]
    assert told["parts"][0] == ["scheme", 0, 4]
    assert told["base_parts"] == []


def test_an_encoding():
    assert answers.look("http://h/ü?ü", encoding="windows-1252")["answer"]["href"] == "http://h/%C3%BC?%FC"
    assert answers.look("ü?ü", "http://h/a", "windows-1252")["answer"]["href"] == "http://h/%C3%BC?%FC"
    with pytest.raises(LookupError):
        answers.look("http://h/", encoding="no-such")


def test_a_long_input():
    told = answers.look("http://h/" + " |" * answers.LONG)
    assert told["more"]
    assert len(told["errors"]) == answers.ERRORS_SHOWN
    assert told["parts"] == []
    assert len(told["answer"]["href"]) == answers.LONG + 1
    assert told["answer"]["host"] == "h"
    assert (told["fix"], told["not_fixed"], told["fix_later"]) == (None, None, True)
    told = answers.look("h", "http://h/" + "|" * answers.LONG)
    assert told["base_parts"] == []
    told = answers.look("http://" + "a@" * 300)
    assert told["more"]
    assert len(told["errors"]) == answers.ERRORS_SHOWN
    assert [error["name"] for error in told["errors"][-2:]] == ["invalid-credentials", "host-missing"]


def test_a_long_input_is_fixed_when_that_is_asked():
    long = " " * answers.LONG + "a"
    told = answers.remedy(f"http://h/{long}")
    assert told["fix"]["string"] == f"http://h/{'%20' * answers.LONG}a"
    assert len(told["fix"]["changes"]) == answers.ERRORS_SHOWN
    assert answers.remedy("//u@h/", f"http://h/{long}")["not_fixed"]["name"] == "invalid-credentials"
    assert not answers.look(f"http://h/{long.replace(' ', 'a')}")["fix_later"]
    assert not answers.look(f"http://h:x/{long}")["fix_later"]


def test_a_long_input_that_a_browser_reads_differently():
    told = answers.look("http://h/" + "a" * answers.LONG, native={"failure": True})
    assert told["explanation"] == "the input is too long for this page to look for the reason"


def test_the_warm_up_imports_what_only_some_answers_need(monkeypatch):
    monkeypatch.delitem(sys.modules, "explanations", raising=False)
    try:
        assert answers.warm_up(0)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
    assert "explanations" in sys.modules
    step = 1
    while answers.warm_up(step):
        step += 1
    assert step < 1_000


def test_why_a_browser_differs():
    ours = answers.members(URL("http://h/a^b"))
    told = answers.look("http://h/a^b", native=ours)
    assert (told["explanation"], told["differs"], told["native"]) == (None, [], ours)
    kept = {**ours, "href": "http://h/a^b", "pathname": "/a^b"}
    told = answers.look("http://h/a^b", native=kept)
    assert "keeps ^" in told["explanation"]
    assert (told["differs"], told["native"]) == (["href", "pathname"], kept)
    assert answers.look("http://h/", native={"failure": True})["explanation"].startswith("not explained")
    utf_8 = answers.members(URL("http://h/?ü"))
    assert "in windows-1252" in answers.look("http://h/?ü", encoding="windows-1252", native=utf_8)["explanation"]


def test_a_fix():
    told = answers.look("HTTP:/h/ ?a b")
    assert told["fix"]["string"] == "HTTP://h/%20?a%20b"
    changes = [(change["start"], change["end"], change["new"], change["name"]) for change in told["fix"]["changes"]]
    assert changes[-1] == (11, 12, "%20", "invalid-URL-unit")
    assert told["not_fixed"] is None
    told = answers.look("http://u@h/ ")
    assert told["fix"] is None
    assert told["not_fixed"]["name"] == "invalid-credentials"
    for url, base in [("http://h/", ""), ("http://h:x", ""), ("http://h/", "http://[")]:
        told = answers.look(url, base)
        assert told["fix"] is told["not_fixed"] is None


def ask(name, *arguments):
    return json.loads(playground.answer(name, json.dumps(arguments)))


def test_questions_and_answers_are_json():
    assert ask("look", "HTTP://h")["answer"]["href"] == "http://h/"
    assert ask("answers.look", "h", "http://h")["answer"]["href"] == "http://h/h"
    assert ask("look", "http://h/\ud800")["answer"]["href"] == "http://h/%EF%BF%BD"


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("look", ["http://h/", "", "no-such"], "LookupError: "),
        ("look", [], "TypeError: "),
        ("no_such", [], "AttributeError: "),
        ("no_such.look", [], "ModuleNotFoundError: "),
        ("answers.URL", ["http://u:secret@h:x/"], "invalid URL 'http://***@h:x/': port-invalid at "),
    ],
)
def test_an_error_is_an_answer(name, arguments, error):
    told = ask(name, *arguments)
    assert [*told] == ["error"]
    assert told["error"].startswith(error)
    assert "secret" not in told["error"]
