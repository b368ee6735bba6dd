"""The Python of the playground's panels, as the page asks it: questions and answers are JSON."""

import json
from importlib import metadata

import playground
import pytest
from playground import first, hosts, parsers, patterns, repl, timeline

from py_url.pattern import URLPattern
from py_url.pattern.canonicalization import COMPONENTS


def ask(name, *arguments):
    return json.loads(playground.answer(name, json.dumps(arguments)))


def test_the_timeline():
    told = ask("timeline.timeline", "http://h/a/..", "", "UTF-8")
    assert not told["more"]
    assert [step["name"] for step in told["steps"]][-2:] == ["path state", "path state"]
    assert told["steps"][-1]["effects"] == [["path", "remove", "a"], ["path", "append", ""]]
    assert told["steps"][0]["link"] == "https://url.spec.whatwg.org/#scheme-start-state"
    relative = ask("timeline.timeline", "b", "http://h/a/c")["steps"][3]
    assert ["path", "set", ["a"]] in relative["effects"]
    failed = ask("timeline.timeline", "http://a b")["steps"][-1]
    assert (failed["failure"], failed["errors"][0]["name"]) == (True, "domain-to-ASCII")
    assert "invalid base URL" in ask("timeline.timeline", "b", "c")["error"]


def test_a_long_timeline():
    told = ask("timeline.timeline", "http://h/" + "a/" * 1_000 + "#" + "x" * 500)
    assert (len(told["steps"]), told["more"]) == (timeline.STEPS_SHOWN, True)
    many = ask("timeline.timeline", "x:" + "<" * 100 + "a" * 500)["steps"][-1]
    assert many["read"].endswith("a…")
    assert len(many["errors"]) == timeline.ERRORS_SHOWN + 1


def test_an_ipv4_host():
    told = ask("hosts.host", "http://0x7f.1/")
    assert (told["kind"], told["host"], told["input"]) == ("IPv4 address", "127.0.0.1", "0x7f.1")
    forms = dict(told["forms"])
    assert forms["one number"] == "2130706433"
    assert forms["two parts"] == "127.1"
    assert forms["what it is"] == "an address of this computer"
    same = ("as the URL has it", "one number", "hexadecimal", "octal", "two parts", "three parts")
    for name in (*same, "each part hexadecimal", "each part octal"):
        assert ask("hosts.host", f"http://{forms[name]}/")["host"] == "127.0.0.1", name


@pytest.mark.parametrize(
    ("address", "scope"),
    [
        ("8.8.8.8", "an address of the public internet"),
        ("100.64.0.1", "an address behind a provider's NAT"),
        ("168.63.129.16", "the address of a metadata service, which hands out credentials"),
        ("[64:ff9b::7f00:1]", "an address of this computer"),
    ],
)
def test_what_an_address_is(address, scope):
    """As the guard has it: `ipaddress` knows none of the last three."""
    assert dict(ask("hosts.host", f"http://{address}/")["forms"])["what it is"] == scope


def test_an_ipv6_host():
    told = ask("hosts.host", "http://[::FFFF:127.0.0.1]/")
    forms = dict(told["forms"])
    assert (told["kind"], forms["as the URL has it"]) == ("IPv6 address", "[::ffff:7f00:1]")
    assert forms["all digits"] == "[0000:0000:0000:0000:0000:ffff:7f00:0001]"
    assert forms["IPv4 address in it"] == "127.0.0.1"
    assert forms["IPv4 address in it: what it is"] == "an address of this computer"
    assert dict(ask("hosts.host", "http://[2002:7f00:1::]/")["forms"])["6to4 address in it"] == "127.0.0.1"


def test_a_domain():
    told = ask("hosts.host", "http://www.F%41ß.example/")
    assert (told["kind"], told["host"], told["decoded"]) == ("domain", "www.xn--faa-7ka.example", None) or told[
        "decoded"
    ]
    assert told["domain"]["unicode"] == told["labels"][0]["unicode"] + "." + told["labels"][1]["unicode"] + ".example"
    assert [label["scripts"] for label in told["labels"]] == [["LATIN"]] * 3
    assert told["points"][2] == {
        "code": "U+0046",
        "char": "F",
        "name": "LATIN CAPITAL LETTER F",
        "status": "mapped",
        "mapping": "f",
        "script": "LATIN",
    }
    failing = ask("hosts.host", "http://\u0301a.example/")
    assert failing["kind"] == "none"
    assert failing["labels"][0]["problem"].startswith("a label may not start")
    assert failing["failure"].startswith("invalid URL")
    spoof = ask("hosts.host", "http://аррӏе.com/")
    assert (spoof["labels"][0]["safe"], spoof["labels"][0]["looks"]) == (True, False)


def test_a_registrable_domain(monkeypatch):
    forms = dict(ask("hosts.host", "http://a.b.co.uk/")["forms"])
    assert (forms["public suffix"], forms["registrable domain"]) == ("co.uk", "b.co.uk")
    assert dict(ask("hosts.host", "http://com/")["forms"])["registrable domain"] == "none"

    def absent(*_arguments, **_options):
        raise ModuleNotFoundError("the Public Suffix List needs a package")

    monkeypatch.setattr(hosts, "public_suffix", absent)
    assert dict(ask("hosts.host", "http://a.b/")["forms"])["registrable domain"].startswith(
        "not known here: the Public"
    )


def test_other_hosts():
    assert ask("hosts.host", "x://a b%41")["kind"] == "none"
    opaque = ask("hosts.host", "x://ab%41")
    assert (opaque["kind"], opaque["domain"], opaque["forms"]) == ("opaque host", None, [])
    assert ask("hosts.host", "file:///a")["kind"] == "empty host"
    assert ask("hosts.host", "mailto:a")["input"] is None
    inherited = ask("hosts.host", "b", "http://ü/")
    assert (inherited["input"], inherited["host"]) == ("xn--tda", "xn--tda")
    long = ask("hosts.host", "http://" + ".".join(map(chr, range(0x4E00, 0x4F00))))
    assert (long["more_points"], long["domain"]["more"]) == (True, True)
    assert len(long["labels"]) == hosts.LABELS_SHOWN


def test_the_percent_encode_sets():
    told = ask("sets.grid", "a b/ü'")
    by_name = {row["name"]: row for row in told["sets"]}
    assert by_name["C0 control"]["members"] == []
    assert "/" in by_name["userinfo"]["members"]
    assert by_name["path"]["encoded"] == "a%20b/%C3%BC'"
    assert by_name["special-query"]["encoded"] == "a%20b/%C3%BC%27"
    assert by_name["application/x-www-form-urlencoded"]["encoded"] == "a+b%2F%C3%BC%27"
    assert by_name["path"]["link"] == "https://url.spec.whatwg.org/#path-percent-encode-set"
    assert ask("sets.grid", "a" * 9_999)["cut"]


def test_the_query():
    assert ask("query.pairs", "?a=1&b&a=%C3%BC", "http://h/") == {
        "pairs": [["a", "1"], ["b", ""], ["a", "ü"]],
        "count": 3,
        "search": "?a=1&b&a=%C3%BC",
    }
    change = [["x", "1 2"]]
    assert ask("query.with_pairs", "HTTP://h?a#f", "", change) == "HTTP://h?x=1+2#f"
    assert ask("query.with_pairs", "HTTP://h#f", "", change) == "HTTP://h?x=1+2#f"
    assert ask("query.with_pairs", "HTTP://h", "", change) == "HTTP://h?x=1+2"
    assert ask("query.with_pairs", "HTTP://h?a#f", "", []) == "HTTP://h#f"
    assert ask("query.with_pairs", "http://h", "", []) == "http://h"
    assert ask("query.with_pairs", "#f", "http://h/?a=1", []) == "?#f"
    assert ask("query.with_pairs", "#f", "x:a?b", change) == "x:a?x=1+2#f"
    assert "invalid URL" in ask("query.pairs", "x")["error"]


def test_the_setter_lab():
    told = ask("setters.set_member", "http://h:80/", "", "host", "EXAMPLE.com:8080")
    assert (told["before"]["host"], told["after"]["host"], told["error"]) == ("h", "example.com:8080", None)
    assert ask("setters.set_member", "http://h/", "", "href", "x")["error"] == "InvalidURL"
    assert "cannot be set" in ask("setters.set_member", "http://h/", "", "origin", "x")["error"]


def test_relative_resolution():
    told = ask("relative.resolutions", "http:g", "http://a/b/c/d;p?q")
    results = {row["name"]: row["result"] for row in told["results"]}
    assert results["URL Standard"] == "http://a/b/c/g"
    assert results["RFC 3986"] == "http:g"
    assert results["RFC 3986, not strict"] == "http://a/b/c/g"
    assert told["back"][0]["result"] == "g"
    errors = {row["name"]: row["error"] for row in ask("relative.resolutions", "g h", "")["results"]}
    assert errors["RFC 3986"].startswith("invalid")
    assert errors["URL Standard"].startswith("invalid URL")


URL_OF_PATTERNS = "HTTPS://u:p@shop.EXAMPLE.com/a/./B/ü?q=1 2#f"
MISSING = {"missing": True}


def matched(pattern, url=URL_OF_PATTERNS, *, base="", ignore_case=False, url_base="", native=MISSING):
    return ask("patterns.matched", pattern, base, ignore_case, url, url_base, native)


def by_name(told):
    return {component["name"]: component for component in told["components"]}


@pytest.mark.parametrize(
    "pattern",
    [
        "https://{*.}?example.com/:folder/*",
        "https://*/a/:rest*",
        "https://*/:all+",
        "http{s}?://:host/:first/:second/*/:last?*",
        "https://*/{a}?/:x(.)/{b}*:y",
        "https://*/a/:x(\\w|%)-?*?*{q}+*#:hash?",
        "https://*/{x:a.}?*",
        "https://*/{a/B/:c}?",
    ],
)
def test_the_pieces_of_a_url_are_what_the_groups_of_a_pattern_match(pattern):
    for url in (URL_OF_PATTERNS, "https://h/a/b/c/d/", "https://h/aab-zz?qqq#", "https://h/a/", "http://h/xy.z"):
        told = matched(pattern, url, ignore_case=True)
        result = URLPattern(pattern, ignore_case=True).exec(url)
        assert told["matches"] == (result is not None)
        for name, component in by_name(told).items():
            if not component["matches"]:
                assert (component["pieces"], component["groups"]) == (None, [])
                continue
            groups = dict(component["groups"])
            assert result is None or groups == getattr(result, name).groups
            assert "".join(text for text, _ in component["pieces"]) == component["input"]
            pieces = [(of, text) for text, of in component["pieces"] if of is not None]
            assert pieces == [(of, text) for of, text in groups.items() if text]


def test_a_pattern_that_matches():
    told = matched("https://{*.}?example.com/:folder/*")
    assert (told["wrong"], told["matches"], told["parses"], told["differs"]) == (None, True, True, False)
    assert told["native"] == {"missing": True, "failure": None, "matches": False}
    assert [*by_name(told)] == [*COMPONENTS]
    assert by_name(told)["hostname"] == {
        "name": "hostname",
        "pattern": "{*.}?example.com",
        "input": "shop.example.com",
        "matches": True,
        "pieces": [["shop", "0"], [".example.com", None]],
        "groups": [["0", "shop"]],
        "native": None,
        "differs": False,
    }
    assert by_name(told)["pathname"]["pieces"] == [["/", None], ["a", "folder"], ["/", None], ["B/%C3%BC", "0"]]
    relative = matched("../a/:page", "x", base="https://h/b/", url_base="https://h/a/")
    assert by_name(relative)["pathname"]["pieces"] == [["/a/", None], ["x", "page"]]
    assert not matched("https://h/A", "https://h/a")["matches"]
    assert matched("https://h/A", "https://h/a", ignore_case=True)["matches"]


def test_a_pattern_that_does_not_match():
    told = matched("https://h/:a", "https://h/b/c")
    assert (told["matches"], told["parses"]) == (False, True)
    assert [name for name, component in by_name(told).items() if not component["matches"]] == ["pathname"]
    told = matched("https://h/:a", "https://h:x/")
    assert (told["matches"], told["parses"], by_name(told)["pathname"]["pattern"]) == (False, False, "/:a")
    assert by_name(told)["pathname"]["input"] is None


def test_groups_that_are_not_coloured():
    """They are too long, or there are many ways to find them, or the standard takes one group for another."""
    for pattern, url in [
        ("https://h/:a", f"https://h/{'a' * patterns.SHOWN}"),
        ("https://h/{a}*{a}*{a}*:b", "https://h/aaa"),
        ("https://h/(a(?<b>b))-(c)", "https://h/ab-c"),
    ]:
        component = by_name(matched(pattern, url))["pathname"]
        assert (component["matches"], component["pieces"]) == (True, None)
        assert component["groups"]
    assert "more than 8,192" in matched("https://h/*a*", f"https://h/{'a' * 9_000}")["error"]


def test_a_pattern_that_is_refused():
    told = matched("https://h/:id/:id", native={"failure": "why"})
    assert told["wrong"] == {
        "message": "two groups have the name 'id'; rename one",
        "component": "pathname",
        "input": "/:id/:id",
        "start": 5,
        "end": 8,
    }
    assert (told["components"], told["matches"], told["differs"]) == ([], False, False)
    hidden = matched("https://u\\:s3cr3t(@h/")["wrong"]
    assert (hidden["component"], hidden["input"]) == ("password", None)
    assert "s3cr3t" not in hidden["message"]
    base = matched("/a", base="x")["wrong"]
    assert (base["component"], base["input"]) == ("base URL", None)
    assert base["message"].startswith("invalid URL 'x': ")


def of_browser(pattern, url):
    """The answer of a browser that does as py_url does."""
    made = URLPattern(pattern)
    result = made.exec(url)
    results = {name: getattr(result, name) for name in COMPONENTS} if result else None
    return {
        "patterns": {name: getattr(made, name) for name in COMPONENTS},
        "results": results and {name: {"input": of.input, "groups": of.groups} for name, of in results.items()},
    }


def test_a_browser_that_says_something_else_about_a_pattern():
    pattern, url = "https://h/:a/*", "https://h/b/c"
    same = of_browser(pattern, url)
    told = matched(pattern, url, native=same)
    assert (told["differs"], told["native"]) == (False, {"missing": False, "failure": None, "matches": True})
    assert not any(component["differs"] for component in told["components"])
    assert by_name(told)["pathname"]["native"] == {
        "pattern": "/:a/*",
        "input": "/b/c",
        "groups": [["a", "b"], ["0", "c"]],
    }
    for change in ({"input": "/B/c", "groups": {"0": "c", "a": "b"}}, {"input": "/b/c", "groups": {"0": "c"}}):
        told = matched(pattern, url, native={**same, "results": {**same["results"], "pathname": change}})
        assert [component["name"] for component in told["components"] if component["differs"]] == ["pathname"]
    told = matched(pattern, url, native={"patterns": {**same["patterns"], "port": "*"}, "results": None})
    assert told["differs"]
    assert [component["name"] for component in told["components"] if component["differs"]] == ["port"]
    assert matched(pattern, url, native={"failure": "why"})["differs"]
    accepted = matched("https://h/:a/:a", url, native=same)
    assert accepted["differs"]
    assert by_name(accepted)["hostname"]["native"] == {"pattern": "h", "input": "h", "groups": []}
    assert by_name(accepted)["hostname"]["pattern"] is None


def test_the_editions():
    told = ask("editions.by_date", "http://a|b/")
    assert [row["href"] for row in told][:2] == ["http://a|b/", None]
    assert told[0]["change"] is None
    assert told[1]["change"]["date"] == "2021-03-22"
    assert told[1]["change"]["link"].endswith("/4025253")


def test_a_websocket():
    told = ask("websockets.opened", "http://h/a?b")
    assert told["rows"][0] == ["url of the WebSocket", "ws://h/a?b"]
    assert ["from a page at https:", "blocked: mixed content"] in told["rows"]
    assert ["from a page at http:", "may be opened"] in told["rows"]
    assert "must have the scheme" in ask("websockets.opened", "mailto:a")["error"]


def test_what_people_see():
    told = ask("showing.shown", "https://u:p@www.faß.example/%C3%BC")
    forms = {form["name"]: form["parts"] for form in told["forms"]}
    assert told["has_list"]
    assert forms["for people"] == ["https://www.", "faß.example", "/ü"]
    assert "invalid URL" in ask("showing.shown", "x")["error"]
    assert any(form["error"] for form in ask("showing.shown", "mailto:a")["forms"])


def test_file_paths():
    told = ask("showing.file_paths", "file:///C:/a%20b", "", "C:\\x y")
    assert told["paths"] == [["POSIX", "/C:/a b", None], ["Windows", "C:\\a b", None]]
    assert told["urls"][1] == ["Windows", "file:///C:/x%20y", None]
    assert told["urls"][0][2].endswith("must start with '/'")
    assert ask("showing.file_paths", "file:///a", "", "")["urls"] == []


def test_the_prompt():
    assert ask("repl.run", "url.host", "http://H/", "") == {"out": "'h'\n", "more": False}
    assert ask("repl.run", "for _ in range(2):", "x", "")["more"]
    assert ask("repl.run", "    print(string, url)", "x", "")["more"]
    assert ask("repl.run", "", "x", "") == {"out": "x None\nx None\n", "more": False}
    assert "ZeroDivisionError" in ask("repl.run", "1 / 0", "x", "")["out"]
    assert ask("repl.run", "import sys; sys.exit()", "x", "")["out"] == "The page has no program to leave.\n"
    assert ask("repl.run", "if True:", "x", "")["more"]
    assert ask("repl.reset") is None
    assert ask("repl.run", "base", "x", "http://h/")["out"] == "'http://h/'\n"
    assert len(ask("repl.run", "'a' * 99_999", "x", "")["out"]) == repl.OUTPUT_SHOWN + 1


def test_a_list_of_urls():
    assert ask("lists.rows", ["http://H\\a", "x"], "") == [
        ["http://H\\a", "http://h/a", "h", ["invalid-reverse-solidus"], None],
        ["x", None, "", ["missing-scheme-non-relative-URL"], ask("lists.rows", ["x"])[0][4]],
    ]
    assert ask("lists.rows", ["x"], "http://h/")[0][1] == "http://h/x"


CONFUSING = "http://0x7f.1\\@example.org/"


@pytest.mark.filterwarnings("ignore:Please use rfc3986.validators:DeprecationWarning")
def test_every_parser():
    told = ask("parsers.readings", CONFUSING)
    by_name = {parser["name"]: parser for parser in told["parsers"]}
    assert by_name["py_url"]["components"]["host"] == "127.0.0.1"
    assert by_name["urllib.parse"]["components"]["host"] == "example.org"
    assert by_name["strict RFC 3986"]["refused"]
    assert set(told["missing"]) <= set(parsers.PACKAGES)
    assert by_name["py_url"]["version"]


def test_parsers_that_are_not_there(monkeypatch):
    monkeypatch.setattr(parsers, "why_missing", lambda package: f"no {package}")
    told = ask("parsers.readings", "b", "http://h/")
    assert told["missing"] == {name: f"no {name}" for name in parsers.PACKAGES}
    assert not {"w3lib", "rfc3986 package"} & {parser["name"] for parser in told["parsers"]}


def test_only_the_packages_that_are_loaded_are_asked():
    told = ask("parsers.readings", CONFUSING, "", ["w3lib"])
    names = [parser["name"] for parser in told["parsers"]]
    assert names == ["py_url", "strict RFC 3986", "urllib.parse", "w3lib"]
    # What cannot run in a page was measured, without a base URL.
    assert told["curl"] == [first.CURL, "example.org"]
    assert ask("parsers.readings", CONFUSING, "http://h/", ["w3lib"])["curl"] == [first.CURL, None]
    assert told["missing"] == {}


def test_why_a_package_is_missing():
    assert parsers.why_missing("json") is None
    assert parsers.why_missing("no_such_package").startswith("ModuleNotFoundError")


def test_the_version_of_a_package_that_has_none(monkeypatch):
    """A package may lie in the folder of another one."""

    def unknown(package):
        raise metadata.PackageNotFoundError(package)

    monkeypatch.setattr(metadata, "version", unknown)
    by_name = {parser["name"]: parser for parser in ask("parsers.readings", "c?q", "http://u:p@h:81/a")["parsers"]}
    assert by_name["w3lib"]["version"] == ""
    assert by_name["w3lib"]["components"]["path"] == "/c"
    assert by_name["rfc3986 package"]["components"]["host"] == "h"


@pytest.mark.filterwarnings("ignore:Please use rfc3986.validators:DeprecationWarning")
def test_the_guard():
    refused = ask("parsers.readings", "b", "http://10.0.0.1/")["guard"]
    assert (refused["allowed"], refused["reasons"][0][0]) == (False, "private")
    assert ask("parsers.readings", "b", "c")["guard"]["reasons"][0][0] == "invalid URL"
    assert ask("parsers.readings", "http://h.example/")["guard"] == {"allowed": True, "reasons": []}
