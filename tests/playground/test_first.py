"""The four answers of the first screen, asked in CPython."""

import json
from random import Random

import playground
import pytest
from crosscheck.inputs import gather
from fetching import wpt_url
from playground import answers, first, looks, parsers, pieces, setters
from setup import project

from py_url.parsers.runtimes import curl
from tests.support.needs import needs

LETTERS = "Read it letter by letter: nothing here knows whom you mean, or whether it sends you on."
NO_SCHEME = "It has no scheme, so on its own it is no URL."
SERVER_ITSELF = "py-url's guard would not fetch this: it leads to the server itself, whose services may trust it."


def ask(name, *arguments):
    return json.loads(playground.answer(name, json.dumps(arguments)))


def text(parts):
    return "".join(part if isinstance(part, str) else part[1] for part in parts).strip()


def sentences(said):
    return said["tone"], said["word"], text(said["sentence"]), text(said["reason"])


@pytest.mark.parametrize(
    ("url", "base", "word", "sentence", "reason"),
    [
        (
            "http://0x7f.1\\@example.org/",
            "",
            "Misleading",
            "It looks like example.org, but goes to 127.0.0.1.",
            "A browser reads \\ as /; 0x7f.1 is 127.0.0.1.",
        ),
        (
            "https://examplecorp.com@аррӏе.com/",
            "",
            "Misleading",
            "It looks like apple.com, but goes to xn--80ak6aa92e.com.",
            "аррӏе is in Cyrillic; examplecorp.com is only a username.",
        ),
        (
            "https://раypal.com/",
            "",
            "Misleading",
            "It looks like paypal.com, but goes to xn--ypal-43d9g.com.",
            "раypal mixes Latin with Cyrillic.",
        ),
        (
            "https://i\u2665.example/",
            "",
            "Look twice",
            "It goes to xn--i-n3p.example.",
            "i♥ has symbols that do not belong in names.",
        ),
        (
            "https://m.example.com-----validate.other.example/",
            "",
            "Misleading",
            "It looks like m.example.com, but goes to m.example.com-----validate.other.example.",
            "The end of a host name decides who owns it.",
        ),
        (
            "https://example.com\u3093detail.other.example/",
            "",
            "Misleading",
            "It looks like example.com, but goes to example.xn--comdetail-nq4h.other.example.",
            "The end of a host name decides who owns it.",
        ),
        (
            "https://m.com\xe9die.example/",
            "",
            "Goes to",
            "m.com\xe9die.example.",
            "In ASCII, its name is m.xn--comdie-dva.example. Read it letter by letter: "
            "nothing here knows whom you mean, or whether it sends you on.",
        ),
        (
            "https://cdn.net-a-porter.example/",
            "",
            "Goes to",
            "cdn.net-a-porter.example.",
            "Read it letter by letter: nothing here knows whom you mean, or whether it sends you on.",
        ),
        (
            "tel:*2767*3855%23",
            "",
            "No host",
            "It dials *2767*3855#, which a phone can take for a command.",
            "",
        ),
        ("tel:+1-816-555-1212", "", "No host", "It calls a number and opens no page.", ""),
        (
            "data:text/html,https://example.com/",
            "",
            "No host",
            "It opens no site: the page is in the URL itself, and can look like any site.",
            "",
        ),
        ("data:image/png;base64,AA==", "", "No host", "It opens no site: what it shows is in the URL itself.", ""),
        (
            "https://xn--80ak6aa92e.com/",
            "",
            "Look twice",
            "It goes to xn--80ak6aa92e.com, which is not in Latin letters.",
            "Written in Unicode, it only looks like apple.com.",
        ),
        (
            "https://example.com%2F@evil.example/",
            "",
            "Misleading",
            "It looks like example.com, but goes to evil.example.",
            "example.com is only a username.",
        ),
        (
            "https://www.example.com\u2215a.b\u2215@evil.example/",
            "",
            "Misleading",
            "It looks like www.example.com, but goes to evil.example.",
            "www.example.com is only a username.",
        ),
        (
            "https://name%40example.com@evil.example/",
            "",
            "Look twice",
            "It goes to evil.example, and carries a username.",
            "What stands before the @ is sent to the host, and is not where the URL goes.",
        ),
        (
            "https://www.paypaI.example/",
            "",
            "Look twice",
            "It says www.paypaI.example, and goes to www.paypai.example.",
            "A capital I looks like a small l.",
        ),
        (
            "https://example.org/?url=http%3A%2F%2F169.254.169.254%2F",
            "",
            "Look twice",
            "It goes to example.org.",
            "It names the address 169.254.169.254, and may send you there.",
        ),
        (
            "javascript://example.com/%0Aalert(1)",
            "",
            "Misleading",
            "It looks like example.com, but opening it runs a script.",
            "The script can do whatever the page with the link can.",
        ),
        (
            "https://evil.example?@example.org/",
            "",
            "Misleading",
            "It looks like example.org, but goes to evil.example.",
            "A ? ends the host.",
        ),
        (
            "https://evil.example#@example.org",
            "",
            "Misleading",
            "It looks like example.org, but goes to evil.example.",
            "A # ends the host.",
        ),
        ("https://h.example#@h.example", "", "Goes to", "h.example.", LETTERS),
        (
            "https://paypal.com.evil.example/login",
            "",
            "Misleading",
            "It looks like paypal.com, but goes to paypal.com.evil.example.",
            "The end of a host name decides who owns it.",
        ),
        ("//evil.example", "https://h/a", "Leaves the base", "It looks like a path, but goes to evil.example.", None),
        ("b", "https://h/a", "Goes to", "h.", LETTERS),
        (
            "http://2130706433/",
            "",
            "Look twice",
            "It says 2130706433, and goes to 127.0.0.1.",
            "Browsers read this as an IPv4 address.",
        ),
        (
            "https://ｅｘａｍｐｌｅ.com/",
            "",
            "Look twice",
            "It says ｅｘａｍｐｌｅ.com, and goes to example.com.",
            "Browsers replace characters of the host by others.",
        ),
        (
            "https://exam\u00adple.com/a\u200bb",
            "",
            "Look twice",
            "It goes to example.com, but some of it cannot be seen.",
            "It contains U+00AD and U+200B, which cannot be seen.",
        ),
        (
            "http://example.org/\u202e",
            "",
            "Look twice",
            "It goes to example.org, but some of it cannot be seen.",
            "It contains U+202E, which can reverse the direction of text.",
        ),
        (
            "https://example.org/\u202egpj.exe",
            "",
            "Misleading",
            "It goes to example.org, but part of it reads backwards.",
            "It contains U+202E, which reverses what follows: gpj.exe shows as exe.jpg.",
        ),
        # Brackets are mirrored, and other controls change more.
        (
            "https://example.org/\u202e(gpj).exe",
            "",
            "Look twice",
            "It goes to example.org, but some of it cannot be seen.",
            "It contains U+202E, which can reverse the direction of text.",
        ),
        (
            "http://user:password@example.org/",
            "",
            "Look twice",
            "It goes to example.org, and carries a username and a password.",
            "The host gets both, and whoever sees the link can read the password.",
        ),
        (
            "http://:password@example.org/",
            "",
            "Look twice",
            "It goes to example.org, and carries a password.",
            "The host gets it, and whoever sees the link can read the password.",
        ),
        (
            "http://example.org/\u200b\n\u00ad\u202e",
            "",
            "Look twice",
            "It goes to example.org, but some of it cannot be seen.",
            "It contains U+202E, which can reverse the direction of text.",
        ),
        (
            "https://faß.example/",
            "",
            "Goes to",
            "faß.example.",
            f"In ASCII, its name is xn--fa-hia.example. {LETTERS}",
        ),
        ("https://EX%61MPLE.com/", "", "Goes to", "example.com.", LETTERS),
        ("https://medium.com/@user.name", "", "Goes to", "medium.com.", LETTERS),
        ("https://[::1]/", "", "Goes to", "[::1].", "Nothing here knows whose address this is."),
        (
            "https://[::ffff:127.0.0.1]/",
            "",
            "Look twice",
            "It says [::ffff:127.0.0.1], and goes to [::ffff:7f00:1].",
            "It is 127.0.0.1 in the form of IPv6, which a list of blocked IPv4 addresses can miss.",
        ),
        (
            "https://[0::0]/",
            "",
            "Look twice",
            "It says [0::0], and goes to [::].",
            "It is the same IPv6 address.",
        ),
        ("git://EXAMPLE.com/", "", "Goes to", "EXAMPLE.com.", LETTERS),
        ("https://example.org:7z/", "", "Goes nowhere", "It looks like example.org, but does not parse.", None),
        ("https://a b/", "", "Goes nowhere", "It does not parse, so no browser opens it.", ""),
        ("", "", "Goes nowhere", "It does not parse, so no browser opens it.", ""),
        ("javascript:alert(1)", "", "Runs a script", "Opening it runs alert(1) and goes to no host.", None),
        (
            "java\nscript:alert(1)//https://example.com/",
            "",
            "Misleading",
            "It looks like example.com, but opening it runs a script.",
            "It contains U+000A, which cannot be seen. The script can do whatever the page with the link can.",
        ),
        ("file:///C|/x/../y", "", "No host", "It is a file on the computer that opens it: /C:/y.", ""),
        ("mailto:a@b.example", "", "No host", "It begins an e-mail and opens no page.", ""),
        (
            "web+demo:/.//not-a-host/",
            "",
            "No host",
            "Whichever program opens web+demo: URLs decides where it leads.",
            "",
        ),
    ],
)
def test_what_a_url_looks_like(url, base, word, sentence, reason):
    said = sentences(ask("looks.seen", url, base))
    assert said[1:3] == (word, sentence)
    assert reason in (None, said[3])


@pytest.mark.parametrize(
    ("url", "word", "sentence", "reason", "repair"),
    [
        (
            "www.example.com",
            "It depends",
            NO_SCHEME,
            "An address bar goes to www.example.com. A link in a page at https://site.example/ stays at site.example.",
            "https://www.example.com",
        ),
        (
            "192.168.1.1:8080/admin",
            "It depends",
            NO_SCHEME,
            "An address bar goes to 192.168.1.1. A link in a page at https://site.example/ stays at site.example.",
            "http://192.168.1.1:8080/admin",
        ),
        # The classic of open redirects.
        (
            "//evil.example/x",
            "Look twice",
            NO_SCHEME,
            "An address bar goes to evil.example. "
            "A link in a page at https://site.example/ leaves it for evil.example.",
            "https://evil.example/x",
        ),
        (
            "\\\\evil.example/x",
            "Look twice",
            NO_SCHEME,
            "An address bar makes file://evil.example/x of it. "
            "A link in a page at https://site.example/ leaves it for evil.example.",
            "file://evil.example/x",
        ),
        (
            "localhost:8080",
            "It depends",
            "The URL Standard takes localhost: for its scheme.",
            "An address bar goes to localhost. "
            "A link in a page at https://site.example/ needs a program that opens localhost: URLs.",
            "http://localhost:8080",
        ),
        (
            "hello",
            "It depends",
            NO_SCHEME,
            "An address bar searches for it, or goes to hello. "
            "A link in a page at https://site.example/ stays at site.example.",
            "https://hello",
        ),
        (
            "not a url",
            "It depends",
            NO_SCHEME,
            "An address bar most likely searches for it. "
            "A link in a page at https://site.example/ stays at site.example.",
            None,
        ),
        (
            "//a b",
            "It depends",
            NO_SCHEME,
            "An address bar most likely searches for it. A link in a page at https://site.example/ goes nowhere.",
            None,
        ),
        (
            "paypal.com@evil.example/login",
            "Misleading",
            "It looks like paypal.com, but goes to evil.example.",
            f"paypal.com is only a username. {NO_SCHEME} An address bar goes to evil.example. "
            "A link in a page at https://site.example/ stays at site.example.",
            "https://paypal.com@evil.example/login",
        ),
        (
            "<https://example.org/>",
            "It depends",
            NO_SCHEME,
            "An address bar goes to example.org. A link in a page at https://site.example/ stays at site.example.",
            "https://example.org/",
        ),
    ],
)
def test_an_input_without_a_scheme_depends_on_where_it_stands(url, word, sentence, reason, repair):
    told = ask("looks.seen", url)
    assert sentences(told)[1:] == (word, sentence, reason)
    assert told.get("repair") == repair


def test_the_letters_of_an_input_without_a_scheme_are_marked_too():
    assert ask("looks.seen", "аррӏе.com")["odd"] == [[0, 5]]


@pytest.mark.parametrize(
    "url",
    [
        # A rule that found these would find half of the names that there are.
        "https://rnicrosoft.com/",
        "https://paypa1.com/",
        "https://tinyurl.com/abc",
        "https://www2.gov.bc.ca/",
        "https://www.net.example/",
        "https://example.com/unsubscribe?email=anna@mail.example.org",
        "https://example.com?email=anna@mail.example.org",
        "https://web.archive.org/web/2020/https://example.com/",
        "https://www.google.com/maps/@52.52,13.40,12z?q=a#.css",
        "http://localhost:8080/",
    ],
)
def test_what_nobody_can_judge_gets_no_praise_and_no_warning(url):
    told = ask("looks.seen", url)
    assert (told["tone"], told["word"]) == ("neutral", "Goes to")
    assert text(told["reason"]).removeprefix("It names example.com, and may send you there. ") == LETTERS


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("https://accounts.google.com:443@192.0.2.7/", "It looks like accounts.google.com, but goes to 192.0.2.7."),
        ("https://evil.example:443\\@github.com/", "It looks like github.com, but goes to evil.example."),
        ("https:\\\\evil.example\\@github.com/", "It looks like github.com, but goes to evil.example."),
        ("http://0300.0250.1.1/", "It says 0300.0250.1.1, and goes to 192.168.1.1."),
        ("https://gооgle.com/", "It looks like google.com, but goes to xn--ggle-55da.com."),
        ("https://evil.example#.paypal.com/", "It looks like paypal.com, but goes to evil.example."),
        ("javascript:fetch('//evil.example/')", "It looks like evil.example, but opening it runs a script."),
    ],
)
def test_what_is_proved_is_a_warning(url, sentence):
    told = ask("looks.seen", url)
    assert (told["tone"] in ("bad", "warn"), text(told["sentence"])) == (True, sentence)


def test_a_known_name_at_any_depth_is_not_the_owner():
    told = ask("looks.seen", "https://www.paypal.com.login.account.evil.example/")
    assert told["word"] == "Misleading"
    assert text(told["sentence"]).startswith("It looks like www.paypal.com, but goes to ")


def test_no_answer_about_a_site_that_nobody_knows_looks_like_praise():
    told = ask("first.all_of", "https://paypa1.com/")
    assert [told[name]["tone"] for name in ("first", "looks", "others", "fetching")] == ["neutral"] * 4


@pytest.mark.parametrize(
    ("url", "marked"),
    [
        ("https://examplecorp.com@аррӏе.com/", ["аррӏе"]),
        ("https://РАYPAL.com/ü", ["РА"]),
        ("https://пример.аррӏе。com/", ["аррӏе"]),
        ("https://i\u2665\u2665.example/", ["\u2665\u2665"]),
        ("https://faß.example/", []),
        ("https://xn--80ak6aa92e.com/", []),
        ("https://127.0.0.1/", []),
    ],
)
def test_the_letters_that_look_like_others_are_marked(url, marked):
    assert [url[start:end] for start, end in ask("looks.seen", url)["odd"]] == marked


def test_a_url_relative_to_what_is_no_base_looks_like_nothing():
    assert ask("looks.seen", "a", "b")["error"].startswith("invalid base URL")


def test_each_letter_that_looks_latin_stands_for_one():
    assert all(not alike.isascii() and latin.isascii() and latin for alike, latin in looks._LATIN.items())


@pytest.mark.parametrize(
    ("url", "native", "said"),
    [
        (
            "http://0x7f.1\\@example.org/",
            {"hostname": "127.0.0.1"},
            (
                "bad",
                "They differ",
                "3 of 4 parsers see 2 hosts.",
                "127.0.0.1: py_url, Chromium 1. example.org: urllib.parse. Strict RFC 3986 rejects it. "
                "curl goes to example.org (measured with 7.88.1).",
            ),
        ),
        # By value, and not by spelling.
        (
            "http://0x7f.1/",
            {"hostname": "127.0.0.1"},
            (
                "neutral",
                "They agree",
                "All 4 parsers see the same address, 127.0.0.1.",
                "urllib.parse and strict RFC 3986 write it 0x7f.1: a check that compares text can miss it.",
            ),
        ),
        # An opaque host keeps its capital letters in a browser, and a reading has none.
        (
            "git://EXAMPLE.com/",
            {"hostname": "EXAMPLE.com"},
            ("neutral", "They agree", "All 4 parsers see the same host, example.com.", ""),
        ),
        (
            "https://аррӏе.com/",
            {"hostname": "xn--80ak6aa92e.com"},
            (
                "neutral",
                "3 agree; 1 rejects it",
                "The 3 see the same host, xn--80ak6aa92e.com.",
                "Rejected by strict RFC 3986. "
                "urllib.parse writes it аррӏе.com: a check that compares text can miss it.",
            ),
        ),
        ("", {"failure": True}, ("none", "No host", "The 2 parsers that accept it agree that it has none.", None)),
        (
            "https://h/a b",
            None,
            ("neutral", "2 agree; 1 rejects it", "The 2 see the same host, h.", "Rejected by strict RFC 3986."),
        ),
        (
            "http://a b/",
            {"failure": True},
            ("none", "No host", "All 4 parsers reject it.", ""),
        ),
        ("mailto:a", {"hostname": ""}, ("none", "No host", "All 4 parsers agree that it has none.", "")),
        (
            "//x",
            {"failure": True},
            (
                "bad",
                "They differ",
                "The URL Standard rejects it, but urllib.parse and strict RFC 3986 see x.",
                "py_url and Chromium 1 reject it.",
            ),
        ),
        (
            "https:\\\\h\\x",
            None,
            (
                "bad",
                "They differ",
                "1 of 3 parsers sees a host.",
                "h: py_url. No host: urllib.parse. Strict RFC 3986 rejects it.",
            ),
        ),
    ],
)
def test_who_sees_another_host(url, native, said):
    told = ask("first.others", url, "", [], "Chromium 1", native)
    if url == "http://a b/":
        # Python's own parser is not strict.
        assert told["word"] in ("No host", "They differ")
        return
    assert sentences(told)[:3] == said[:3]
    assert said[3] in (None, sentences(told)[3])
    assert told["parsers"] == (3 if native is None else 4)


def test_who_agrees_is_counted_and_who_writes_the_host_in_another_way():
    hosts = dict.fromkeys(("whatwg", "urllib.parse", "rfc3986", "httpx", "yarl"), "127.0.0.1")

    def told(refusing, spelled, hosts=hosts):
        return sentences(first._compared(hosts, refusing, spelled))

    spelled = dict.fromkeys(("urllib.parse", "httpx", "yarl"), "0x7f.1")
    assert told([], spelled)[3] == "3 of them write it 0x7f.1: a check that compares text can miss it."
    assert told([], {**spelled, "yarl": "0177.1"})[3].startswith("3 of them write it in 2 other ways: ")
    assert told([], {"rfc3986": "0x7f.1"})[3].startswith("Strict RFC 3986 writes it 0x7f.1: ")
    assert told(["w3lib", "Chromium 1"], {}) == (
        "neutral",
        "5 agree; 2 reject it",
        "The 5 see the same address, 127.0.0.1.",
        "Rejected by w3lib and Chromium 1.",
    )
    alone = told(["httpx"], {}, {"whatwg": "h"})
    assert alone[1:3] == ("1 agrees; 1 rejects it", "Only py_url sees a host, h.")
    nobody = told(["whatwg", "httpx"], {}, {"urllib.parse": ""})
    assert nobody[2:] == ("The one parser that accepts it says that it has none.", "httpx and py_url reject it.")


LIKE_CURL = [
    ("http://good.example\\@bad.example/x", "bad.example"),
    ("HTTPS://u:p@H.example:80?x", "h.example"),
    ("http://u?@h/", "u"),
    # The rule says nothing about these.
    ("http://a@b@c/", None),
    ("http://127.0.0.1/", None),
    ("http://h.0x10/", None),
    ("http://h/a b", None),
    ("http://h/ü", None),
    ("httpſ://h/", None),
    ("foo://h/", None),
]


@pytest.mark.parametrize(("url", "host"), LIKE_CURL)
def test_what_the_rule_says_about_curl(url, host):
    assert first.host_of_curl(url) == host


@needs("curl", "wpt")
def test_the_rule_is_what_libcurl_does():
    """For all inputs of the cross-check that it is about, and for strings of what matters to it."""
    library = curl.library()
    assert library is not None
    wpt = wpt_url.find()
    inputs = {case["input"] for case in gather(wpt) if case["kind"] == "parse" and not case["base"]}
    random = Random(0)
    pieces = [*"\\@/?#:.%[]0-x{}|^<", "%00", "%0A", "%7f", "good.example", "bad.example", "http://"]
    inputs |= {f"http://{''.join(random.choices(pieces, k=random.randrange(2, 8)))}" for _ in range(30_000)}
    asked = {url: host for url in sorted(inputs) if (host := first.host_of_curl(url)) is not None}
    assert len(asked) > 1_000
    read = {url: (curl.read(library, url.encode())[3] or b"").decode().lower() for url in asked}
    assert {url: host for url, host in asked.items() if read[url] != host} == {}


def test_the_version_of_curl_is_that_of_the_record():
    record = json.loads((project.ROOT / "web" / "crosscheck" / "history" / "parsers" / "curl.json").read_text("utf-8"))
    assert record["name"] == f"curl {first.CURL}"


def test_parsers_of_packages_are_asked_if_they_are_there(monkeypatch):
    told = ask("first.others", "http://0x7f.1\\@example.org/", "", ["rfc3986", "httpx", "no_such_package"])
    assert told["parsers"] == 5
    assert "127.0.0.1: rfc3986, py_url. example.org: urllib.parse, httpx. " in text(told["reason"])
    monkeypatch.setattr(parsers, "why_missing", lambda package: f"{package} is not here")
    assert ask("first.others", "http://h/", "", ["httpx"])["parsers"] == 3


def test_many_hosts_are_not_all_named():
    hosts = {"whatwg": "a", "rfc3986": "b", "urllib.parse": "c", "httpx": "d", "yarl": "e"}
    told = first._compared(hosts, [], {})
    assert text(told["sentence"]) == "5 parsers see 5 hosts."
    assert text(told["reason"]) == "a: py_url. b: strict RFC 3986. c: urllib.parse. d: httpx."


@pytest.mark.parametrize(
    ("url", "base", "said"),
    [
        (
            "https://example.org/",
            "",
            (
                "neutral",
                "Not refused",
                "py-url's guard would let a server fetch this.",
                "It would also check each address of the host before it connects, but not who is behind it.",
            ),
        ),
        (
            "http://0x7f.1\\@example.org/",
            "",
            (
                "bad",
                "Refused",
                SERVER_ITSELF,
                "Also, programs read different hosts in it.",
            ),
        ),
        (
            "//good.example\\@bad.example/",
            "http://example.org/",
            (
                "neutral",
                "Not refused",
                "py-url's guard would let a server fetch this.",
                "It was asked about the URL that the reference leads to, not about the reference. "
                "It would also check each address of the host before it connects, but not who is behind it.",
            ),
        ),
        ("/x", "http://127.0.0.1/", ("bad", "Refused", SERVER_ITSELF, "")),
        ("https://a b/", "", ("none", "Refused", "It does not parse, so there is nothing to fetch.", "")),
        ("a", "b", ("none", "Refused", "It does not parse, so there is nothing to fetch.", "")),
    ],
)
def test_may_a_server_fetch_it(url, base, said):
    assert sentences(ask("first.fetching", url, base)) == said


def test_answers_are_short():
    long = f"https://{'a.' * 5_000}example/"
    for said in (ask("looks.seen", long), ask("first.others", long, "", []), ask("first.fetching", long)):
        assert len(text(said["sentence"]) + text(said["reason"])) < 400
    # The end of a host says whose it is.
    assert pieces.host_piece("a" * 50 + ".example")[1].endswith(".example")
    assert pieces.code_piece("b" + "a" * 50)[1].startswith("ba")


def test_what_a_browser_makes_of_it():
    def said(url, base=""):
        return sentences(answers.look(url, base)["said"])[:3]

    # What is well written can mislead, so it is not good.
    assert said("https://h/") == ("neutral", "A valid URL.", "")
    assert said("https://h/ a") == ("warn", "A URL,", "written with 1 error that the URL Standard forgives.")
    assert said("https://h/" + " " * 300 + "a")[2] == "written with 200+ errors that the URL Standard forgives."
    assert said("https://h:x") == ("bad", "Not a URL:", "a port may contain only digits; write its number.")
    assert said("a", "b")[1] == "The base is not a URL:"
    # What to write instead is said, and done, beside where it leads.
    assert said("h.example/x")[2] == "a URL without a scheme is relative and needs a base URL."


def test_each_member_that_differs_has_its_own_reason():
    ours = answers.members(answers.URL("file:///C|/x/../y"))
    native = {**ours, "href": "file:///C%7C/y", "pathname": "/C%7C/y", "origin": "file://"}
    reasons = answers.look("file:///C|/x/../y", native=native)["reasons"]
    assert {*reasons} == {"href", "pathname", "origin"}
    assert reasons["href"] == reasons["pathname"] != reasons["origin"]
    assert "origin" in reasons["origin"]
    assert "drive letter" in reasons["href"]


def test_all_of_them():
    told = ask("first.all_of", "http://h/a b")
    assert {*told} == {"answer", "parts", "errors", "first", "looks", "others", "fetching"}
    assert told["answer"]["href"] == "http://h/a%20b"
    assert told["errors"] == [{"name": "invalid-URL-unit", "start": 10, "end": 11, "fatal": False}]
    assert ask("first.all_of", "http://a b/")["answer"] == {"failure": True}


def test_why_a_setter_of_a_browser_does_something_else():
    after = setters.set_member("data:x y", "", "hash", "a")["after"]
    assert setters.set_member("data:x y", "", "hash", "a", after)["why"] is None
    assert setters.set_member("data:x y", "", "hash", "a")["why"] is None
    other = {**after, "href": after["href"].upper()}
    assert setters.set_member("data:x y", "", "hash", "a", other)["why"] == "no known kind of difference explains it"
    file = setters.set_member("file:///a", "", "host", "localhost")["after"]
    native = {**file, "href": "file://localhost/a", "host": "localhost", "hostname": "localhost"}
    assert "localhost" in setters.set_member("file:///a", "", "host", "localhost", native)["why"]
