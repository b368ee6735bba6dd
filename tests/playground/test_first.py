"""The four answers of the first screen, asked in CPython."""

import json

import playground
import pytest
from playground import answers, first, looks, parsers, pieces, setters


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
            "аррӏе is in Cyrillic; examplecorp.com is a username.",
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
            "Misleading",
            "It looks like i♥.example, but goes to xn--i-n3p.example.",
            "i♥ has symbols that do not belong in names.",
        ),
        (
            "https://xn--80ak6aa92e.com/",
            "",
            "Look twice",
            "It goes to xn--80ak6aa92e.com, which is not in Latin letters.",
            "In Unicode, it would look like apple.com.",
        ),
        (
            "https://example.com%2F@evil.example/",
            "",
            "Look twice",
            "It goes to evil.example, with a username.",
            "Everything before the @ is sent to that host as a username and a password.",
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
        ("https://h.example#@h.example", "", "As it looks", "It shows h.example, and goes there.", ""),
        (
            "https://paypal.com.evil.example/login",
            "",
            "Misleading",
            "It looks like paypal.com, but goes to paypal.com.evil.example.",
            "Only the end of a host name says whose it is.",
        ),
        ("//evil.example", "https://h/a", "Leaves the base", "It looks like a path, but goes to evil.example.", None),
        ("b", "https://h/a", "As it looks", "It shows h, and goes there.", ""),
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
            "http://example.org/\u200b\n\u00ad\u202e",
            "",
            "Look twice",
            "It goes to example.org, but some of it cannot be seen.",
            "It contains U+202E, which can reverse the direction of text.",
        ),
        (
            "https://faß.example/",
            "",
            "As it looks",
            "It shows faß.example, and goes there.",
            "In ASCII, its name is xn--fa-hia.example.",
        ),
        ("https://EX%61MPLE.com/", "", "As it looks", "It shows example.com, and goes there.", ""),
        ("https://medium.com/@user.name", "", "As it looks", "It shows medium.com, and goes there.", ""),
        ("https://[::1]/", "", "As it looks", "It shows [::1], and goes there.", ""),
        (
            "https://[::ffff:127.0.0.1]/",
            "",
            "Look twice",
            "It says [::ffff:127.0.0.1], and goes to [::ffff:7f00:1].",
            "Both are the IPv4 address 127.0.0.1, written as IPv6.",
        ),
        (
            "https://[0::0]/",
            "",
            "Look twice",
            "It says [0::0], and goes to [::].",
            "It is the same IPv6 address.",
        ),
        ("git://EXAMPLE.com/", "", "As it looks", "It shows EXAMPLE.com, and goes there.", ""),
        ("https://example.org:7z/", "", "Goes nowhere", "It looks like example.org, but does not parse.", None),
        ("//x", "", "Goes nowhere", "It does not parse, so no browser opens it.", ""),
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
                "4 parsers see 2 different hosts: 127.0.0.1 and example.org.",
                "urllib.parse sees example.org. RFC 3986 rejects it.",
            ),
        ),
        # By value, and not by spelling.
        (
            "http://0x7f.1/",
            {"hostname": "127.0.0.1"},
            ("good", "They agree", "All 4 parsers see the same host: 127.0.0.1.", ""),
        ),
        (
            "https://h/a b",
            None,
            ("good", "They agree", "2 of 3 parsers see the same host: h.", "RFC 3986 rejects it."),
        ),
        (
            "http://a b/",
            {"failure": True},
            ("none", "No host", "All 4 parsers reject it.", ""),
        ),
        ("mailto:a", {"hostname": ""}, ("none", "No host", "None of 4 parsers sees one.", "")),
        (
            "//x",
            {"failure": True},
            (
                "bad",
                "They differ",
                "Browsers reject it, but urllib.parse and RFC 3986 see x.",
                "py_url and Chromium 1 reject it.",
            ),
        ),
        (
            "https:\\\\h\\x",
            None,
            (
                "bad",
                "They differ",
                "1 of 3 parsers sees a host: h.",
                "urllib.parse sees no host. RFC 3986 rejects it.",
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
    assert sentences(told) == said
    assert told["parsers"] == (3 if native is None else 4)


def test_parsers_of_packages_are_asked_if_they_are_there(monkeypatch):
    told = ask("first.others", "http://0x7f.1\\@example.org/", "", ["rfc3986", "httpx", "no_such_package"])
    assert told["parsers"] == 5
    assert text(told["reason"]).startswith("urllib.parse and httpx see example.org.")
    monkeypatch.setattr(parsers, "why_missing", lambda package: f"{package} is not here")
    assert ask("first.others", "http://h/", "", ["httpx"])["parsers"] == 3


def test_many_hosts_are_not_all_named():
    hosts = {"whatwg": "a", "rfc3986": "b", "urllib.parse": "c", "httpx": "d"}
    assert text(first._compared(hosts, [])["sentence"]) == "4 parsers see 4 different hosts: a, b, c and 1 more."


@pytest.mark.parametrize(
    ("url", "base", "said"),
    [
        (
            "https://example.org/",
            "",
            (
                "good",
                "Allowed",
                "The guard lets a server fetch it.",
                "When it is fetched, each address of the host is checked, too.",
            ),
        ),
        (
            "http://0x7f.1\\@example.org/",
            "",
            (
                "bad",
                "Refused",
                "The host is an address of this machine itself.",
                "urllib.parse reads another host than browsers.",
            ),
        ),
        ("/x", "http://127.0.0.1/", ("bad", "Refused", "127.0.0.1 is an address of this machine itself.", "")),
        ("https://a b/", "", ("bad", "Refused", "It does not parse, so there is nothing to fetch.", "")),
        ("a", "b", ("bad", "Refused", "It does not parse, so there is nothing to fetch.", "")),
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

    assert said("https://h/") == ("good", "A valid URL.", "")
    assert said("https://h/ a") == ("warn", "A URL,", "but not a valid URL string: 1 error.")
    assert said("https://h/" + " " * 300 + "a")[2] == "but not a valid URL string: 200+ errors."
    assert said("https://h:x") == ("bad", "Not a URL:", "a port may contain only digits; remove everything else.")
    assert said("a", "b")[1] == "The base is not a URL:"


def test_each_member_that_differs_has_its_own_reason():
    ours = answers.members(answers.URL("file:///C|/x/../y"))
    native = {**ours, "href": "file:///C%7C/y", "pathname": "/C%7C/y", "origin": "file://"}
    reasons = answers.look("file:///C|/x/../y", native=native)["reasons"]
    assert {*reasons} == {"href", "pathname", "origin"}
    assert reasons["href"] == reasons["pathname"] != reasons["origin"]
    assert "origin" in reasons["origin"]
    assert "drive letters" in reasons["href"]


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
