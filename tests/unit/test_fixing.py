"""`fix`: the nearest valid URL string that parses to the same URL."""

import pickle

import pytest

from py_url import URL, InvalidURL, fix, is_valid_url_string, validate
from py_url.standard import Change, Fixed, URLRecord, basic_parse, why_not_fixed
from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.urls import fixing
from py_url.standard.urls.reporting import ReportingStateMachine
from py_url.standard.urls.states import StateMachine

SOLIDUS = "special-scheme-missing-following-solidus"
UNIT = "invalid-URL-unit"
# An input, its base URL, what it is fixed to, and the errors that the changes remedy.
FIXED = [
    ("https://h/a?b#c", None, "https://h/a?b#c", []),
    ("", "https://h/a", "", []),
    ("\ud83d\ude00", "https://h/a", "\ud83d\ude00", []),
    # around the URL, and in it
    (" \0https://h\n", None, "https://h", [UNIT, UNIT]),
    ("ht\ttps://h/\r\na", None, "https://h/a", [UNIT, UNIT]),
    (" \t ", "https://h/a", "", [UNIT]),
    ("https://h/%\n41", None, "https://h/%41", [UNIT]),
    # code points
    ("https://h/a b|?'\"<>#`", None, None, []),
    ('https://h/a b^{}?\'"<>#`<>"', None, "https://h/a%20b%5E%7B%7D?'%22%3C%3E#%60%3C%3E%22", [UNIT] * 11),
    ("https://h/\ufffe?\x7f#\x01\ud800", None, "https://h/%EF%BF%BE?%7F#%01%EF%BF%BD", [UNIT] * 4),
    ("https://h/\ud83f\udffe", None, "https://h/%F0%9F%BF%BE", [UNIT]),
    ("https://h/\ud83d\t\ude00", None, "https://h/%EF%BF%BD%EF%BF%BD", [UNIT] * 3),
    ("foo:a\x7f ?b", None, "foo:a%7F%20?b", [UNIT, UNIT]),
    ("foo:a #", None, "foo:a%20#", [UNIT]),
    ("foo://h\x01\x7f\ud800/", None, "foo://h%01%7F%EF%BF%BD/", [UNIT] * 3),
    # reverse solidi
    ("https://h\\a\\b", None, "https://h/a/b", ["invalid-reverse-solidus"] * 2),
    ("\\a", "https://h", "/a", ["invalid-reverse-solidus"]),
    ("\\\\x\\a", "https://h", "//x/a", ["invalid-reverse-solidus"] * 3),
    ("file:///\\a", None, "file:////a", ["invalid-reverse-solidus"]),
    # missing and extra solidi
    ("https:h", None, "https://h", [SOLIDUS]),
    ("https:/h", None, "https://h", [SOLIDUS]),
    ("https:\\h", None, "https://h", [SOLIDUS, SOLIDUS]),
    ("https:\\/\\h", None, "https://h", [SOLIDUS, SOLIDUS]),
    ("https:////h", None, "https://h", [SOLIDUS, SOLIDUS]),
    ("https:h", "http://b/", "https://h", [SOLIDUS]),
    ("http:h", "http://b/c/d", "h", [SOLIDUS]),
    ("http:", "http://b/c/d", "", [SOLIDUS]),
    ("h\nttp:h:x", "http://b/c/d", "./h:x", [SOLIDUS]),
    ("http:/h", "http://b/c/d", "/h", [SOLIDUS]),
    ("http:\\h", "http://b/c/d", "/h", [SOLIDUS, "invalid-reverse-solidus"]),
    ("http:\\/h", "http://b/c/d", "http://h", ["invalid-reverse-solidus"]),
    ("http:\\//h", "http://b/c/d", "http://h", ["invalid-reverse-solidus", SOLIDUS]),
    ("http:// /", "http://b/c/d", None, []),
    ("http: h", "http://b/c/d", "%20h", [SOLIDUS, UNIT]),
    ("///h", "https://b/", "//h", [SOLIDUS]),
    ("file:", None, "file:///", [SOLIDUS]),
    ("file:a", None, "file:///a", [SOLIDUS]),
    ("file:/a", None, "file:///a", [SOLIDUS]),
    ("file:\\a", None, "file:///a", [SOLIDUS, "invalid-reverse-solidus"]),
    ("file:/\\h/a", None, "file://h/a", ["invalid-reverse-solidus"]),
    ("file:a", "file://h/b/c", "a", [SOLIDUS]),
    ("file:/a", "file://h/b/c", "/a", [SOLIDUS]),
    ("file:\\/x", "file://h/b/c", "file://x", ["invalid-reverse-solidus"]),
    # drive letters
    ("file:///C|/a|", None, None, []),
    ("file:///C|/a", None, "file:///C:/a", [UNIT]),
    ("file:///a/../C|", None, "file:///a/../C:", [UNIT]),
    ("file:///./C|\\..", None, "file:///./C:/..", [UNIT, "invalid-reverse-solidus"]),
    ("file:c|", None, "file:///c:", [SOLIDUS, UNIT]),
    ("file://c|/a", None, "file:///c:/a", ["file-invalid-Windows-drive-letter-host"]),
    ("//C:", "file://h/", "///C:", ["file-invalid-Windows-drive-letter-host"]),
    ("C|/a", "file://h/b", "/C:/a", ["file-invalid-Windows-drive-letter"]),
    ("C|", "file:///D:/b", "/C:", ["file-invalid-Windows-drive-letter"]),
    ("file:C|?", "file://h/b", "file://h/C:?", [SOLIDUS, "file-invalid-Windows-drive-letter"]),
    ("file:C:/a", "file:///b", "file:///C:/a", [SOLIDUS]),
    ("file:C:a", "file:///b", "./C:a", [SOLIDUS]),
    # credentials that are empty
    ("https://@h", None, "https://h", ["invalid-credentials"]),
    ("https://:@h", None, "https://h", ["invalid-credentials"]),
    ("a", "https://u:p@h", "a", []),
    # domains
    ("https://ex%61mple%2Ecom", None, "https://example.com", ["domain-percent-encoded"] * 2),
    ("https://%C3%BC\u3002example", None, "https://ü\u3002example", ["domain-percent-encoded"]),
    ("file://%6Cocalhost/", None, "file://localhost/", ["domain-percent-encoded"]),
    ("https://" + "%C3%BC" * 501 + "/", None, None, []),
    # IPv4
    ("https://1.2.3/", None, "https://1.2.0.3/", ["IPv4-too-few-parts"]),
    ("https://1.", None, "https://0.0.0.1", ["IPv4-too-few-parts", "IPv4-empty-part"]),
    ("https://1.0x2.03.4.", None, "https://1.2.3.4", ["IPv4-non-decimal-part"] * 2 + ["IPv4-empty-part"]),
    ("https://%31.2.3.4", None, "https://1.2.3.4", ["domain-percent-encoded"]),
    ("https://%30x7f.1:80/", None, "https://127.0.0.1:80/", ["domain-percent-encoded"]),
    ("https://1\u30022.3.4", None, "https://1.2.3.4", ["IPv4-non-ASCII-input"]),
    # IPv6
    ("https://[0001::0a:0:0.0.0.0]", None, "https://[1::a:0:0.0.0.0]", ["IPv6-piece-leading-zero"] * 2),
    ("foo://[00::]", None, "foo://[0::]", ["IPv6-piece-leading-zero"]),
    # what is removed by dot segments may be anything
    ("https://h/%/../a", None, "https://h/%25/../a", [UNIT]),
    ("foo:/[/../a", None, "foo:/%5B/../a", [UNIT]),
    ('https://h/a/../?"', None, "https://h/a/../?%22", [UNIT]),
    ("../[/..", "https://h/a/b/c", "../%5B/..", [UNIT]),
]


@pytest.mark.parametrize(("string", "base", "expected", "names"), FIXED)
def test_fixed(string, base, expected, names):
    fixed = fix(string, base)
    if expected is None:
        assert fixed is None
        assert why_not_fixed(string, base) is not None
        return
    assert fixed.string == expected
    assert [change.name for change in fixed.changes] == names
    assert is_valid_url_string(expected, base)
    assert URL(expected, base) == URL(string, base)
    assert why_not_fixed(string, base) is None
    assert fix(expected, base) == Fixed(expected, ())


# An input that parses, but which no valid string means, its base URL, the error and its place.
NOT_FIXED = [
    ("https://u@h/", None, "invalid-credentials", "u@"),
    ("https://u:p@h/[", None, "invalid-credentials", "u:p@"),
    ("https://u@h/", "https://u@h/", "invalid-credentials", "u@"),
    ("https://@@h/", None, "invalid-credentials", "@"),
    ("foo://:@@h/", None, "invalid-credentials", "@"),
    ("https://u[@h/", None, "invalid-credentials", "u[@"),
    # Empty credentials can go.
    ("https://@h/[", None, UNIT, "["),
    ("https://h/%", None, UNIT, "%"),
    ("https://h/%/../[", None, UNIT, "["),
    ("https://h/?a[0]=%", None, UNIT, "["),
    (" https://h/#\ta#", None, UNIT, "#"),
    ("data:a b", None, UNIT, " "),
    ("data:a  #", None, UNIT, " "),
    # The last space of an opaque path can be written as %20.
    ("data:a ?[", None, UNIT, "["),
    ("foo:\\", None, UNIT, "\\"),
    ("foo://h`/", None, UNIT, "`"),
    ("https://a_b/", None, "domain-to-ASCII", "_"),
    ("https://a%5Fb/", None, "domain-to-ASCII", "a%5Fb"),
    ("https://h./", None, "domain-to-ASCII", "."),
    ("file:///x/C|/y", None, UNIT, "|"),
    # A dot segment removes one segment, and not what is before it or behind the path.
    ("https://h/[/b/..", None, UNIT, "["),
    ("https://h/[/./a", None, UNIT, "["),
    ("https://h/a/..?[", None, UNIT, "["),
    ("https://h/a\\..\\[", None, UNIT, "["),
    ("foo:/ab[/../?^", None, UNIT, "^"),
    ("%/..", "https://h/[/", None, ""),
]


@pytest.mark.parametrize(("string", "base", "name", "place"), NOT_FIXED)
def test_not_fixed(string, base, name, place):
    assert URL.can_parse(string, base)
    if name is None:
        assert fix(string, base).string == "%25/.."
        return
    assert fix(string, base) is None
    error = why_not_fixed(string, base)
    assert (error.name, string[error.start : error.end]) == (name, place)
    assert error.message.endswith((", which makes it another URL", "any other spelling is another host"))
    assert not error.fatal
    assert {(given.name, given.start) for given in validate(string, base)} & {(name, error.start)}


def test_the_message_says_what_the_remedy_would_be():
    message = "U+005B ([) may not appear in a URL; write '%5B', which makes it another URL"
    assert why_not_fixed("https://h/?a[0]=%").message == message


@pytest.mark.parametrize(
    ("string", "base"), [("x", None), ("https://", None), ("https://h:x", "https://b"), ("", "a:b")]
)
def test_what_does_not_parse_is_not_fixed(string, base):
    assert fix(string, base) is None
    assert why_not_fixed(string, base) == validate(string, base)[-1]
    assert why_not_fixed(string, base).fatal


def test_changes_lead_to_the_string():
    assert fix("https:\\h/a b") == Fixed(
        "https://h/a%20b",
        (
            Change(6, 6, "", "/", SOLIDUS),
            Change(6, 7, "\\", "/", SOLIDUS),
            Change(10, 11, " ", "%20", UNIT),
        ),
    )


def test_urls_and_records_are_fixed_too():
    assert fix(URL("https://h/a b")) == Fixed("https://h/a%20b", ())
    assert fix(basic_parse("https://h/^"), URL("https://b")) == Fixed("https://h/%5E", ())
    assert fix("a b", basic_parse("https://h/")).string == "a%20b"


def test_a_base_record_that_no_parser_made():
    record = URLRecord()
    record.scheme = "file"
    assert fix("file:C|", record) is None
    assert why_not_fixed("file:C|", record).name == SOLIDUS
    record.scheme, record.path = "https", "opaque"
    assert fix("a", record) is None


def test_a_base_that_does_not_parse():
    for function in (fix, why_not_fixed):
        with pytest.raises(InvalidURL, match="base URL"):
            function("a", "b")


def test_reprs_show_no_password():
    fixed = fix("https:h/ ?password=s3cr3t&a=https://u:s3cr3t@x")
    assert "s3cr3t" in fixed.string
    assert "s3cr3t" not in repr(fixed)
    assert "s3cr3t" not in repr(Change(0, 0, "//u:s3cr3t@h", "//u:s3cr3t@h", UNIT))
    assert repr(fix("https://h/ ")) == (
        "Fixed(string='https://h/', changes=(Change(start=10, end=11, old=' ', new='', name='invalid-URL-unit'),))"
    )


def test_a_result_can_be_pickled():
    fixed = fix("https:/h/a b")
    assert pickle.loads(pickle.dumps(fixed)) == fixed


def test_an_error_without_a_remedy_is_fixed_by_the_serialization(monkeypatch):
    """So a new validation error needs no remedy of its own."""

    def port_state(self):
        start = self.pointer
        self.report("new-error", start, start + 1)
        return StateMachine.port_state(self)

    monkeypatch.setattr(ReportingStateMachine, "port_state", port_state)
    monkeypatch.setitem(VALIDATION_ERRORS, "new-error", "this is new; write it otherwise")
    url = "https://h:0444/a b"
    assert fix(url) == Fixed("https://h:444/a%20b", (Change(0, len(url), url, "https://h:444/a%20b", "new-error"),))
    assert why_not_fixed(url) is None
    assert fix("https://u@h:0444/") is None
    assert why_not_fixed("https://u@h:0444/").name == "invalid-credentials"
    monkeypatch.setattr(fixing, "is_valid_url_string", lambda *_: False)
    assert fix("https://h:0444/") is None
    assert why_not_fixed("https://h:0444/").name == "new-error"


def test_what_comes_of_the_base_is_told():
    for string in ("http:C:", "http:C:/x"):
        error = why_not_fixed(string, "http://u:p@h:8080/a/b")
        assert error.name == "special-scheme-missing-following-solidus"
        assert error.message.endswith("write '//', which makes it another URL")
