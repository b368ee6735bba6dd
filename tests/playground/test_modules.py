"""The modules of the page that need no page, in Node."""

import base64
import json
import subprocess

import pytest
from crosscheck import evidence
from playground import answers
from playground.first import CURL
from setup import npm
from setup.project import ROOT

from py_url import URL
from tests.support import api
from tests.support.needs import needs

pytestmark = needs("node")

HERE = ROOT / "tests" / "playground"
PAGE = ROOT / "web" / "playground"
FIRST = {"encoding": "UTF-8", "open": [], "settings": {}}
# Each is hard in its way: invisible, more than one UTF-16 unit, half a pair, like an escape.
STRINGS = [
    "",
    "http://h/",
    "a\u200bb",
    "\n\t\r",
    "\U0001f600 \U0001f468\u200d\U0001f4bb",
    "\ud800",
    "\\u{41}",
    "a\u00a0b",
    "é日本",
]


def call(*calls):
    """Call functions, each with its module, its name and its arguments."""
    command = [npm.node(), HERE / "modules.mjs"]
    result = subprocess.run(
        command, input=json.dumps(calls), capture_output=True, encoding="utf-8", check=True, timeout=60
    )
    return json.loads(result.stdout)


def utf_8(string):
    return base64.b64encode(string.encode()).decode()


def test_escapes():
    texts = call(*(("escapes", "escapeText", string) for string in STRINGS))
    assert texts == [
        "",
        "http://h/",
        "a\\u{200B}b",
        "\\u{A}\\u{9}\\u{D}",
        "\U0001f600 \U0001f468\\u{200D}\U0001f4bb",
        "\\u{D800}",
        "\\u{5C}u{41}",
        "a\\u{A0}b",
        "é日本",
    ]
    assert call(*(("escapes", "unescapeText", text) for text in texts)) == STRINGS
    assert call(("escapes", "unescapeText", "\\u{110000} \\u{} \\u0041")) == ["\\u{110000} \\u{} \\u0041"]


def test_a_permalink_holds_the_whole_state():
    states = [{**FIRST, "url": url, "base": base} for url in STRINGS for base in ("", "http://b/\ud800")]
    states.append({"url": "u", "base": "b", "encoding": "GBK", "open": ["a", "b_c"], "settings": {"a": {"x": ["ü"]}}})
    fragments = call(*(("state", "toFragment", state) for state in states))
    assert all(fragment.isascii() for fragment in fragments)
    assert call(*(("state", "fromFragment", fragment) for fragment in fragments)) == states


def test_the_report_links_to_the_setter_lab():
    case = {"kind": "set", "href": "data:x", "member": "hash", "value": "\ud800"}
    (link,) = call(("../crosscheck/report", "playgroundLink", case))
    state = {**FIRST, "url": "data:x", "base": "", "open": ["setters"]}
    # The panel remembers its settings in this form.
    panel = (PAGE / "panels" / "setters.js").read_text("utf-8")
    assert 'page.remember("setters", [member.value, value.value])' in panel
    expected = {**state, "settings": {"setters": [case["member"], case["value"]]}}
    assert link == "../playground/" + call(("state", "toFragment", expected))[0]
    assert call(("state", "fromFragment", link.partition("#")[2])) == [expected]


def test_links_of_the_live_url_viewer_work():
    fragment = f"#url={utf_8('http://ü/>?')}&base={utf_8('about:blank')}"
    assert "+" in fragment or "/" in fragment
    assert call(("state", "fromFragment", fragment)) == [{**FIRST, "url": "http://ü/>?", "base": "about:blank"}]


@pytest.mark.parametrize(
    ("url", "fragment"),
    [
        ("https://example.org:8080/a?b", "#url=https://example.org:8080/a?b&base="),
        # Neither a separator of the fields, nor where Markdown and chats end a link.
        ("http://h/ü (a)&b=c#d+e", "#url=http://h/%C3%BC%20%28a%29%26b%3Dc%23d%2Be&base="),
        # It could be base64.
        ("abc", "#url=YWJj&base="),
    ],
)
def test_a_link_can_be_read(url, fragment):
    assert call(("state", "toFragment", {**FIRST, "url": url})) == [fragment]
    assert call(("state", "fromFragment", fragment))[0]["url"] == url


@pytest.mark.parametrize("fragment", ["", "#", "#x", "#url", "#url=/w==", "#base=YQ==", "#urll=YQ=="])
def test_a_fragment_that_says_nothing(fragment):
    found = call(("state", "fromFragment", fragment))
    assert found == [{**FIRST, "url": "", "base": ""}] if fragment == "#url" else [None]


def test_a_fragment_with_more_than_can_be_read():
    fragment = "#url=YQ&base=/w==&open=a,B,../c,d&set.a=bnVsbA==&set.b=ew==&set.__proto__=MQ==&set.X=MQ==&encoding=%FF"
    notice = "The link asks for the encoding “%FF”, which is none. The query is in UTF-8."
    assert call(("state", "fromFragment", fragment)) == [
        {"notice": notice, "url": "a", "base": "", "encoding": "UTF-8", "open": ["a", "d"], "settings": {"a": None}}
    ]


@pytest.mark.parametrize(
    ("fragment", "url"),
    [
        ("#url=https://example.org/a?b#c", "https://example.org/a?b#c"),
        ("#url=https%3A%2F%2Fexample.org%2F%26%25%20%C3%BC", "https://example.org/&% ü"),
        ("#url=%%%", "%%%"),
        ("#url=http://h/\\u{41}&escaped=1", "http://h/A"),
        # All of it is in the alphabet of base64.
        ("#url=YWJj", "abc"),
        ("#url=YWJj%3D", None),
    ],
)
def test_a_link_that_is_written_by_hand(fragment, url):
    (state,) = call(("state", "fromFragment", fragment))
    assert (None if state is None else state["url"]) == url


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("latin1", "windows-1252"),
        ("gbk", "GBK"),
        (" UTF8 ", "UTF-8"),
        ("utf-16le", "UTF-8"),
        ("x-user-defined", "x-user-defined"),
        ("bogus", None),
    ],
)
def test_an_encoding_is_named_by_a_label(label, encoding):
    assert call(("state", "encodingOf", label)) == [encoding]


def test_a_url_that_is_too_long_for_an_address():
    fragments = ("#too-long=31234", "#too-long=x", "#url=YQ==")
    assert call(*(("state", "tooLongIn", fragment) for fragment in fragments)) == [31234, None, None]


def test_a_long_text_is_cut_between_characters_and_percent_encoded_bytes():
    short, text, pairs = "a" * 480, "a" + "%C3%BC" * 200, "\U0001f600" * 400
    ends = call(*(("long", "ends", one) for one in (short, text, pairs)))
    assert ends[0] == [480]
    assert all(text[start : start + 1] == "%" for start in ends[1])
    units = pairs.encode("utf-16-le")
    for place in ends[2]:
        units[: place * 2].decode("utf-16-le")
        units[place * 2 :].decode("utf-16-le")


@pytest.mark.parametrize(
    ("first", "second", "pieces"),
    [
        ("/a%7Cb", "/a%7cb", ["/a", "%7c", "b"]),
        ("/a%20b", "/a%21b", ["/a", "%21", "b"]),
        ("/a|b", "/a%7Cb", ["/a", "%7C", "b"]),
        ("abc", "abc", ["abc", "", ""]),
        ("/%41%42", "/%41%43", ["/%41", "%43", ""]),
    ],
)
def test_a_difference_cuts_no_percent_encoded_byte(first, second, pieces):
    (ends,) = call(("common_ends", "commonEnds", first, second))
    assert call(("long", "difference", first, second, ends)) == [pieces]


def test_csv_is_for_spreadsheets():
    """With a byte order mark, and with nothing that is run as a formula."""
    rows = [["=1+1", "＝1", "-a", "a,b", 'c"d', "a=b"], ["@x", "+1", "＋1", "－1", "＠1", "\t="]]
    assert call(("../look/saving", "csv", rows)) == [
        "\ufeff'=1+1,'＝1,'-a,\"a,b\",\"c\"\"d\",a=b\r\n'@x,'+1,'＋1,'－1,'＠1,'\t=\r\n"
    ]


@pytest.mark.parametrize(
    ("connection", "slow"),
    [
        ({}, False),
        ({"effectiveType": "4g"}, False),
        ({"effectiveType": "3g"}, True),
        ({"effectiveType": "4g", "saveData": True}, True),
    ],
)
def test_a_slow_connection_loads_nothing_that_nobody_asked_for(connection, slow):
    assert call(("packages", "isSlow", connection)) == [slow]


@pytest.mark.parametrize(
    ("arrives", "workers", "told"),
    [
        pytest.param(["ready"], 1, {"ready": True}, id="it starts"),
        pytest.param(["arriving"], 2, {"ready": True}, id="the snapshot stops"),
        pytest.param([], 2, {"ready": True}, id="nothing comes"),
        pytest.param(["never"], 2, {"failed": "nothing more arrives from the server"}, id="nothing ever comes"),
        pytest.param(["arriving", "arriving", "ready"], 1, {"ready": True}, id="it is slow"),
    ],
)
def test_python_starts_without_a_snapshot_that_stops_arriving(arrives, workers, told):
    command = [npm.node(), HERE / "stalls.mjs", json.dumps(arrives)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=60)
    assert json.loads(result.stdout) == {"workers": workers, "plain": workers - 1, **told}


def shown(url, base="", encoding="UTF-8"):
    look = answers.look(url, base, encoding)
    return {
        "state": {**FIRST, "url": url, "base": base, "encoding": encoding},
        "look": look,
        "native": look["answer"],
    }


ASKED = [
    ("https://EXAMPLE.com/ü?q=\"'\\`|\u200b\ud800\n",),
    ("../\U0001f600", "http://h/a/b/c"),
    ("http://h:99999/",),
    ("ü?ü", "http://h/", "windows-1252"),
    ("http://h/?ü", "", "windows-1252"),
    ("http://h:x/", "", "windows-1252"),
]


@pytest.mark.parametrize("form", ["python", "pytest"])
@pytest.mark.parametrize("asked", ASKED)
def test_what_is_copied_as_python_runs(form, asked):
    (program,) = call(("copying", "copyAs", form, shown(*asked)))
    assert program.isprintable() or program.replace("\n", "").isprintable()
    names = {}
    if form == "python" and "# raises" in program:
        with pytest.raises(ValueError, match="invalid URL"):
            exec(program, names)
        return
    exec(program, names)
    if form == "python":
        assert names["url"].href == answers.look(*asked)["answer"]["href"]
    else:
        (test,) = [value for name, value in names.items() if name.startswith("test_")]
        test()


@pytest.mark.parametrize("asked", [asked for asked in ASKED if len(asked) < 3])
def test_what_is_copied_as_javascript_runs(asked):
    (program,) = call(("copying", "copyAs", "javascript", shown(*asked)))
    command = [npm.node(), "--input-type=module", "--eval", program]
    result = subprocess.run(command, capture_output=True, check=False, encoding="utf-8", timeout=60)
    # console.assert writes a message.
    assert (result.returncode, result.stdout + result.stderr) == (0, "") or "throws" in program
    assert ("TypeError" in result.stderr) == ("throws" in program)


@pytest.mark.parametrize("asked", [asked for asked in ASKED if len(asked) < 3])
def test_a_row_of_the_web_platform_tests(asked):
    (text,) = call(("copying", "copyAs", "wpt", shown(*asked)))
    row = json.loads(text)
    assert (row.pop("input"), row.pop("base") or "") == (asked[0], asked[1] if len(asked) > 1 else "")
    url = URL.parse(asked[0], asked[1] if len(asked) > 1 else None)
    assert row == ({"failure": True} if url is None else {name: getattr(url, name) for name in row})
    assert url is None or len(row) == 10


def test_markdown_for_an_issue():
    told = shown("http://h/a|b `", "http://b/")
    told["look"]["explanation"] = "of a reason"
    told["native"] = {"failure": True}
    told["said"] = [["What it looks like", "A_host: <b>\u202e"]]
    (text,) = call(("copying", "copyAs", "markdown", told))
    assert text.startswith("| | |\n|---|---|\n| URL | `` http://h/a\\|b ` `` |\n| base URL | `http://b/` |\n")
    assert "| py_url | `http://h/a\\|b%20%60` |\n| this browser | `failure` |\n" in text
    assert "- [invalid-URL-unit](https://url.spec.whatwg.org/#invalid-url-unit) at 10: " in text
    assert "Why they differ: of a reason.\n" in text
    assert "\n- **What it looks like** A\\_host\\: \\<b\\>\\\\u{202E}\n" in text
    assert "(https://example.org/play/#url=http://h/a%7Cb%20%60&base=http://b/)" in text


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [("abcd", "abxd", [2, 1]), ("aa", "aaa", [2, 0]), ("aXa", "aa", [1, 1]), ("", "a", [0, 0]), ("a", "a", [1, 0])],
)
def test_what_two_strings_have_in_common(first, second, ends):
    assert call(("common_ends", "commonEnds", first, second)) == [ends]


def test_an_answer_as_plain_text_has_one_sign_after_its_word():
    said = [
        {"word": word, "sentence": ["with ", ["host", "h"]], "reason": []} for word in ("A URL,", "Refused.", "A file")
    ]
    assert call(*(("cards", "textOf", each) for each in said)) == ["A URL, with h", "Refused. with h", "A file: with h"]


def test_the_link_to_what_curl_was_measured_to_do_leads_to_its_section():
    (address,) = call(("cards", "MEASURED"))
    anchor = address.partition("#")[2]
    assert f"[curl {CURL}](#{anchor})" in evidence.pages()["parsers.md"]


def test_before_python_is_ready():
    told = {**shown("http://h/", encoding="gbk"), "look": None}
    link, markdown = call(("copying", "copyAs", "link", told), ("copying", "copyAs", "markdown", told))
    assert link == "https://example.org/play/#url=http://h/&base=&encoding=gbk"
    assert "| encoding | `gbk` |\n| py_url | `not known yet` |\n" in markdown


def test_there_are_examples_and_each_has_a_story_of_two_sentences():
    examples, panels = call(("examples", "EXAMPLES"), ("panels/index", "PANELS"))
    assert len(examples) >= 20
    assert len({(example["url"], example.get("base")) for example in examples}) == len(examples)
    for example in examples:
        assert example["story"].count(". ") == 1, example
        assert example["story"].endswith("."), example
        assert {*example} <= {"title", "url", "base", "encoding", "story", "panel"}
        assert example.get("panel") in [None, *(panel["id"] for panel in panels)], example


def test_the_files_of_the_page_are_named():
    """The worker fetches them by these names."""
    written = api.PLAYGROUND.read_text("utf-8")
    assert written == api.files_of_the_playground(), "python3 build_scripts/test.py --record-api"
    assert {"explanations.json", "playground/answers.py"} <= {*json.loads(written)}


def test_each_panel_is_a_module():
    (panels,) = call(("panels/index", "PANELS"))
    modules = {file.stem for file in (PAGE / "panels").glob("*.js")} - {"index"}
    assert {panel["id"] for panel in panels} <= modules
    for panel in panels:
        assert {*panel} == {"id", "title", "about"}


def test_both_sides_call_the_same_length_long():
    assert f"const LONG = {answers.LONG:_};" in (PAGE / "field.js").read_text("utf-8")


CRASH = {"error": "Python crashed: Out of bounds memory access"}
STOPPED = {"error": "stopped", "stopped": True}


@pytest.mark.parametrize(
    ("rounds", "answers", "workers"),
    [
        pytest.param([[["look", "answers"]]], ["answers"], 1, id="no crash"),
        pytest.param([[["look", "crashes", "answers"]]], ["answers"], 2, id="one crash"),
        pytest.param([[["look", "crashes"]], [["look", "answers"]]], [CRASH, "answers"], 3, id="it crashes again"),
        pytest.param([[["look", "answers, then crashes"]], [["look", "answers"]]], None, 2, id="nothing is asked"),
        pytest.param([[["look", "crashes", "answers"], ["fix", "answers"]]], ["answers"] * 2, 2, id="others wait"),
        pytest.param([[["look", "crashes"], ["look", "answers"]]], [None, "answers"], 2, id="a newer question waits"),
        pytest.param([[["look", "crashes, and is stopped"]]], [STOPPED], 3, id="it is stopped"),
    ],
)
def test_python_starts_again_after_a_crash(rounds, answers, workers):
    command = [npm.node(), HERE / "crashes.mjs", json.dumps(rounds)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=60)
    told = json.loads(result.stdout)
    assert told["answers"] == (answers or [name for [[_, name]] in rounds])
    assert told["workers"] == workers


THROWN = {"error": "not this time"}


@pytest.mark.parametrize(
    ("comes", "steps", "answers"),
    [
        pytest.param(["answers", "answers"], [0, 1, 2], ["answers"] * 2, id="once"),
        pytest.param(["throws", "answers"], [0, 1, 2], [THROWN, "answers"], id="the first question throws"),
        pytest.param(["throws"], [], [THROWN], id="no question is answered"),
        pytest.param(
            ["lacks the panels", "answers"],
            [0, 1, 2],
            ["lacks the panels", "answers"],
            id="what it needs does not arrive",
        ),
    ],
)
def test_python_warms_up_when_it_has_answered(comes, steps, answers):
    command = [npm.node(), HERE / "warming.mjs", json.dumps(comes)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=60)
    assert json.loads(result.stdout) == {"steps": steps, "answers": answers}
