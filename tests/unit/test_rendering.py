"""§4.8: which parts of a URL are shown, and which are not."""

import pickle

import pytest

from py_url import URL, InvalidURL, display
from py_url.standard import Rendering, basic_parse


@pytest.mark.parametrize(
    ("url", "text", "domain"),
    [
        ("https://u:p@fa%C3%9F.example/%C3%BC%20", "https://faß.example/ü%20", "faß.example"),
        ("https://examplecorp.com@attacker.example/", "https://attacker.example/", "attacker.example"),
        ("https://examplecorp.attacker.com/", "https://examplecorp.attacker.com/", "attacker.com"),
        ("https://www.example.co.uk:8080/?q", "https://www.example.co.uk:8080/?q", "example.co.uk"),
        ("https://a.b.пример.рф./", "https://a.b.пример.рф./", "пример.рф."),
        ("http://1.2.3/", "http://1.2.0.3/", "1.2.0.3"),
        ("http://[::1]:8/", "http://[::1]:8/", "[::1]"),
        ("http://localhost/", "http://localhost/", "localhost"),
        ("http://github.io/", "http://github.io/", "github.io"),
        ("foo://h%C3%A9.example/%C3%A9", "foo://h%C3%A9.example/é", ""),
        ("git://github.com:9418/%C3%A9", "git://github.com:9418/é", ""),
        ("javascript://google.com/%0Aalert(1)", "javascript://google.com/%0Aalert(1)", ""),
        ("blob:https://a.evil.example:8080/x%C3%A9?q#f", "blob:https://a.evil.example:8080/xé?q#f", "evil.example"),
        ("blob:http://[::1]/x", "blob:http://[::1]/x", "[::1]"),
        ("blob:https://good.example@evil.example/x", "blob:https://good.example@evil.example/x", ""),
        ("blob:HTTPS://a.example/x", "blob:HTTPS://a.example/x", ""),
        ("blob:null/x", "blob:null/x", ""),
        ("file:///C:/%C3%A9%5E", "file:///C:/é^", ""),
        ("foo:/.//x", "foo:/.//x", ""),
        ("mailto:%C3%A9%20x y", "mailto:é%20x y", ""),
        ("data:,%5E%7B", "data:,%5E%7B", ""),
        # ASCII is decoded if the parser would encode it again and nobody would mistake it for the end of the URL.
        ("http://h.com/%41%5E%60%7B%7D%22%20%2F?%5E%27#%60%7B", "http://h.com/%41^`{}%22%20%2F?%5E%27#`%7B", "h.com"),
        # Invalid UTF-8 stays encoded, and so do lower-case escapes, which would come back in upper case.
        ("http://h.com/%C3%28%FF%C3%A9%E2%82/%c3%a9", "http://h.com/%C3%28%FFé%E2%82/%c3%a9", "h.com"),
        ("http://h.com/%ED%A0%80%F4%90%80%80%C0%AF", "http://h.com/%ED%A0%80%F4%90%80%80%C0%AF", "h.com"),
        # An encoded percent sign does not start another sequence.
        ("http://h.com/%25C3%25A9", "http://h.com/%25C3%25A9", "h.com"),
        # Labels that are safe in Unicode, and one that is not.
        ("http://☕.bücher.example/", "http://xn--53h.bücher.example/", "bücher.example"),
        ("http://xn--8i7caa.com/", "http://xn--8i7caa.com/", "xn--8i7caa.com"),
    ],
)  # fmt: skip
def test_rendering(url, text, domain):
    for given in (url, URL(url), basic_parse(url)):
        rendering = display(given)
        assert (str(rendering), rendering.domain, rendering.is_elided) == (text, domain, False)
    assert URL(text).href == URL(url).replace(username="", password="").href


NOT_SHOWN = {
    "control": "\x80\x85\x9f",
    "bidirectional format": "\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
    "space": "\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000",
    "invisible": "\xad\u034f\u115f\u17b4\u180e\u200b\u200c\u200d\u2060\u2800\u3164\ufe0f\ufeff\uffa0\U000e0100",
    "unassigned, private, noncharacter": "\u0378\ue000\ufdd0\uffff\U000f0000",
    "like a solidus": "\u2044\u2215\u29f8\u2afd\uff0f\u0294\uff1f\uff03\u2236",
    "like another delimiter": "\ua789\uff1a\ufe30\u2024\u3002\uff0e\uff20\u2216\u27cd\uff1d",
    "like an ellipsis, laid over": "\u2026\u22ef\u0338\u20e5\u20dd",
    "like a lock": "\U0001f512\U0001f513\U0001f50f\U0001f510",
}


@pytest.mark.parametrize("kind", NOT_SHOWN)
def test_what_is_not_shown(kind):
    for char in NOT_SHOWN[kind]:
        for url in (f"http://h.com/a{char}b?a{char}b#a{char}b", f"foo:a{char}b"):
            assert str(display(url)) == URL(url).href


def test_a_mark_is_shown_where_it_is_a_letters():
    assert str(display("http://h.com/e\u0301?\u0301#\u0301")) == "http://h.com/e\u0301?%CC%81#%CC%81"
    assert str(display("foo:e\u0301?e\u0301")) == "foo:e\u0301?e\u0301"
    assert str(display("http://h.com/\u0301/%2F\u0301x\u0915\u093f")) == "http://h.com/%CC%81/%2F%CC%81x\u0915\u093f"


@pytest.mark.parametrize(
    ("host", "is_shown"),
    [
        ("аррӏе.com", False),
        ("www.аррӏе.com", False),
        ("ор.ru", True),
        ("ор.рф", True),
        ("пример.com", True),
        ("раypal.com", False),
        ("ωινν.com", False),
        ("ωινν.gr", True),
        ("ελλάδα.com", True),
        ("bücher.com", True),
        ("日本語abc.jp", True),
        ("日本ひらカタ.jp", True),
        ("한국漢字.kr", True),
        ("한국ひら.com", False),
        ("з40.com", False),
        ("з40.ru", False),
        ("กขค.com", True),
        ("บพ.com", False),
        ("בית.com", True),
        ("דוחי.com", False),
        ("ınstagram.com", False),
        ("ınstagram.com.tr", True),
        ("þing.is", True),
        ("þing.com", False),
        ("क१२३.com", True),
        ("क१২३.com", False),
        ("क1२.com", False),
        ("فارسی۱۲.com", True),
    ],
)
def test_what_looks_like_another_script_stays_in_ascii(host, is_shown):
    url = URL(f"http://{host}/")
    assert str(display(url, spoof_check=False)) == f"http://{host}/"
    assert (str(display(url)) == f"http://{host}/") == is_shown
    assert is_shown or str(display(url)) == url.href


@pytest.mark.parametrize(
    "host",
    [
        # Symbols; letters that look like symbols; phonetic letters, and letters of scripts that are rarely used.
        *(
            "a\u2044b.com",
            "a\u2236b.com",
            "\u00b7.com",
            "☕.com",
            "a\u01c3.com",
            "a\u02d0b.com",
            "google.comノevil.com",
        ),
        *(
            "a\ua4f8b.com",
            "a\ua4fdb.com",
            "a\u141fb.com",
            "\u0261oogle.com",
            "\u0251pple.com",
            "ꓑꓮꓬ.com",
            "ᎪᎫ.com",
            "ⲁⲣ.com",
        ),
        # Characters that are invisible, cover another one, or are stacked.
        *("pay\U00013441pal.com", "a\U00016fe4b.com", "a\u0336b.com", "a\u20ddb.com", "x\u0301\u0301.com"),
        "x\u0316\u0317\u0318\u0319\u031c.com",
    ],
)
def test_a_label_of_other_than_common_letters_and_digits_stays_in_ascii(host):
    url = URL(f"http://{host}/")
    assert str(display(url)) == url.href


def test_letters_of_japanese_are_shown_next_to_japanese():
    for host in ("カタカナノ.jp", "日ノ本.jp", "サーバー.jp"):
        assert str(display(f"http://{host}/")) == f"http://{host}/"


def test_marks_do_not_pile_up():
    assert str(display("http://h.com/a" + "\u0301" * 9)) == "http://h.com/a" + "\u0301" * 4 + "%CC%81" * 5
    # Each letter may have as many, also one that was there before.
    piled, shown = "\xe9" + "\u0301" * 5, "\xe9" + "\u0301" * 4 + "%CC%81"
    assert str(display(f"http://h.com/{piled * 2}")) == f"http://h.com/{shown * 2}"


@pytest.mark.parametrize(
    ("url", "texts"),
    [
        (
            "https://examplecorp.com.evil.com/long/path",
            {
                42: "https://examplecorp.com.evil.com/long/path",
                41: "https://examplecorp.com.evil.com/long/pa…",
                34: "https://examplecorp.com.evil.com/…",
                33: "https://…com.evil.com/…",
                23: "https://…com.evil.com/…",
                22: "https://…evil.com/…",
                1: "https://…evil.com/…",
            },
        ),
        (
            "http://h.com:8080/%C3%A9%20b",
            {100: "http://h.com:8080/é%20b", 20: "http://h.com:8080/é…", 9: "http://h.com:8080/…"},
        ),
        (
            "http://a.b.c.d.e.com/",
            {20: "http://a.b.c.d.e.com", 19: "http://…b.c.d.e.com", 17: "http://…c.d.e.com", 16: "http://…d.e.com"},
        ),
        ("http://a.b.c.d.e.com/?" + "x" * 9, {30: "http://a.b.c.d.e.com/?xxxxxxx…", 19: "http://…c.d.e.com/…"}),
        ("https://example.org/login?next=evil", {19: "https://example.org/…"}),
        ("https://not-really-examplecorp.com/", {10: "https://not-really-examplecorp.com"}),
        ("data:text/html,x", {16: "data:text/html,x", 15: "data:text/html…", 3: "data:t…"}),
        ("http://[2001:db8::1]/path", {24: "http://[2001:db8::1]/pa…", 5: "http://[2001:db8::1]/…"}),
        (
            "javascript://google.com/%0Aalert(1)",
            {30: "javascript://google.com/%0Aal…", 13: "javascript://google.com/…"},
        ),
        ("file:///etc/passwd", {12: "file:///etc…", 1: "file:///…"}),
        ("http://h.com/a%2Fb%2Fc", {20: "http://h.com/a%2Fb…", 19: "http://h.com/a%2Fb…", 18: "http://h.com/a%2F…"}),
        (
            "blob:https://examplecorp.com.evil.example/uuid",
            {30: "blob:https://…evil.example/…", 1: "blob:https://…evil.example/…"},
        ),
    ],
)
def test_elision(url, texts):
    for length, text in texts.items():
        rendering = display(url, max_length=length)
        assert str(rendering) == text
        assert rendering.is_elided == (length < len(str(display(url))))


def test_a_rendering_is_a_value():
    rendering = display("http://a.example.com/x")
    assert rendering == display("http://u@a.example.com/x")
    assert len({rendering, display("http://a.example.com/x")}) == 1
    assert rendering != display("http://a.example.com/y")
    assert rendering != "http://a.example.com/x"
    assert rendering.__eq__("http://a.example.com/x") is NotImplemented
    assert pickle.loads(pickle.dumps(rendering)) == rendering
    assert repr(rendering) == "Rendering('http://a.', 'example.com', '/x')"
    assert rendering.in_left_to_right_embedding() == "\u202ahttp://a.example.com/x\u202c"
    match rendering:
        case Rendering(before, domain, after):
            assert (before, domain, after) == ("http://a.", "example.com", "/x")
        case _:
            pytest.fail("the pattern did not match")


def test_the_private_part_is_selectable():
    assert display("http://a.b.github.io/").domain == "b.github.io"
    assert display("http://a.b.github.io/", private=False).domain == "github.io"


@pytest.mark.usefixtures("without_public_suffixes")
def test_without_the_list_the_registrable_domain_is_not_left_out_silently():
    with pytest.raises(ModuleNotFoundError, match="publicsuffixlist"):
        display("http://www.example.com/")
    assert display("http://www.example.com/", whole_host=True).domain == "www.example.com"
    assert display("http://1.2.3.4/").domain == "1.2.3.4"


def test_whole_host():
    assert display("http://www.example.com/a", whole_host=True).domain == "www.example.com"
    assert display("http://www.example.com/a").domain == "example.com"


def test_wrong_arguments():
    with pytest.raises(InvalidURL):
        display("x")
    with pytest.raises(TypeError, match="NoneType"):
        display(None)
    with pytest.raises(ValueError, match="0"):
        display("http://h/", max_length=0)
    with pytest.raises(TypeError, match="domain of a Rendering must be str, not int"):
        Rendering("http://", 1, "/")
    for wrong in (2.5, True, "3"):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            display("http://h/", max_length=wrong)


def test_a_password_in_the_path_is_in_no_repr():
    for url in (
        "blob:https://u:s3cr3t@h/x",
        "http://h/?u=https://u:s3cr3t@h/",
        "http://h/https://u:s3cr3t@h/#http://u:s3cr3t@h",
    ):
        assert "s3cr3t" in str(display(url))
        assert "s3cr3t" not in repr(display(url))
        assert "s3cr3t" not in repr(basic_parse(url))


@pytest.mark.parametrize(
    "url", ["http://h/http://USER:PASSWORD@example.com/", "blob:https://USER:PASSWORD@example.com/x"]
)
def test_a_repr_shows_no_password_that_is_cut_in_two(url):
    for length in range(1, 60):
        shown = repr(display(url, max_length=length, whole_host=True))
        assert "USER" not in shown
        assert "PASS" not in shown


def test_what_is_cut_off_after_two_slashes_is_hidden():
    rendering = display("http://h/http://USER:PASSWORD@example.com/", max_length=20, whole_host=True)
    assert str(rendering) == "http://h/http://USE…"
    assert str(rendering.without_userinfo()) == "http://h/http://***…"


def test_a_percent_encoded_byte_is_not_cut():
    url = "http://h/%00b/c"
    assert [str(display(url, max_length=length, whole_host=True)) for length in range(10, 15)] == [
        "http://h/…",
        "http://h/…",
        "http://h/…",
        "http://h/%00…",
        "http://h/%00b…",
    ]
    assert [str(display("foo:%00bc", max_length=length)) for length in (1, 7, 8)] == ["foo:…", "foo:…", "foo:%00…"]


@pytest.mark.parametrize(("length", "is_taken"), [(60, True), (61, False)])
def test_how_long_words_in_place_of_the_scheme_may_be(length, is_taken):
    words = "a" * length
    if is_taken:
        assert str(display("http://h/", replace_scheme=words, whole_host=True)) == f"{words} h/"
    else:
        with pytest.raises(ValueError, match="replace_scheme must be words of letters"):
            display("http://h/", replace_scheme=words, whole_host=True)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("foo:", "foo:"),
        ("foo://h", "foo://h"),
        ("foo:/", "foo:/…"),
        ("foo://h/", "foo://h/…"),
        ("http://h/", "http://h"),
    ],
)
def test_an_empty_path_needs_no_ellipsis(url, text):
    assert str(display(url, max_length=1, whole_host=True)) == text


# Simplified URLs: what URL Standard §4.8.1 lets a program leave out.
#
# The examples are those of §4.8.1 and §4.8.2. Each option is refused where the text would mislead.


@pytest.mark.parametrize(
    ("url", "options", "text", "domain"),
    [
        # §4.8.1: the host alone, the registrable domain alone, without www or m, without the scheme.
        ("https://examplecorp.attacker.com/", {"host_only": True}, "examplecorp.attacker.com", "attacker.com"),
        ("https://examplecorp.attacker.com/", {"registrable_domain_only": True}, "attacker.com", "attacker.com"),
        ("https://examplecorp.com@attacker.example/", {"host_only": True}, "attacker.example", "attacker.example"),
        ("https://u:p@a.example.com:8080/x?y#z", {"host_only": True}, "a.example.com", "example.com"),
        ("https://www.faß.example/x", {"registrable_domain_only": True}, "faß.example", "faß.example"),
        ("https://www.example.com/x", {"omit_www": True}, "https://example.com/x", "example.com"),
        ("https://m.example.com:8080/x", {"omit_www": True}, "https://example.com:8080/x", "example.com"),
        ("https://www.m.example.com/", {"omit_www": True}, "https://m.example.com/", "example.com"),
        ("https://www.a.example.com/", {"omit_www": True, "host_only": True}, "a.example.com", "example.com"),
        ("https://a.example.com/x?y", {"omit_scheme": "https"}, "a.example.com/x?y", "example.com"),
        ("https://a.example.com/x", {"omit_scheme": "HTTPS", "host_only": True}, "a.example.com", "example.com"),
        ("http://www.example.com/x", {"replace_scheme": "Not secure"}, "Not secure www.example.com/x", "example.com"),
        (
            "http://example.com/x",
            {"replace_scheme": "Нет защиты", "host_only": True},
            "Нет защиты example.com",
            "example.com",
        ),
        ("http://a.com/", {"replace_scheme": "सुरक्षित नहीं"}, "सुरक्षित नहीं a.com/", "a.com"),
        ("http://a.com/", {"replace_scheme": "Pas d'accès sous-jacent"}, "Pas d'accès sous-jacent a.com/", "a.com"),
        # A host without a registrable domain is shown whole.
        ("http://1.2.3.4:80/x", {"registrable_domain_only": True}, "1.2.3.4", "1.2.3.4"),
        ("http://[::1]:8080/x", {"host_only": True}, "[::1]", "[::1]"),
        ("http://localhost/x", {"registrable_domain_only": True}, "localhost", "localhost"),
        ("http://github.io/x", {"registrable_domain_only": True}, "github.io", "github.io"),
        ("http://a.b.github.io/x", {"registrable_domain_only": True}, "b.github.io", "b.github.io"),
        ("http://a.example.com/x", {"registrable_domain_only": True, "private": False}, "example.com", "example.com"),
        ("http://www.a.example.co.uk./", {"registrable_domain_only": True}, "example.co.uk.", "example.co.uk."),
        ("blob:https://www.example.com/u", {"host_only": True}, "www.example.com", "example.com"),
        ("blob:https://www.example.com/u", {"omit_www": True}, "blob:https://example.com/u", "example.com"),
        ("file://server/x", {"host_only": True}, "server", "server"),
        ("https://a.example.com/x", {"host_only": True, "whole_host": True}, "a.example.com", "a.example.com"),
        # §4.8.2
        ("https://examplecorp.com.evil.com/x", {"host_only": True, "max_length": 14}, "…com.evil.com", "evil.com"),
        ("https://examplecorp.com.evil.com/x", {"omit_scheme": "https", "max_length": 13}, "…evil.com/…", "evil.com"),
        (
            "https://not-really-examplecorp.com/",
            {"host_only": True, "max_length": 3},
            "not-really-examplecorp.com",
            "not-really-examplecorp.com",
        ),
        # §4.8.3: the letters of another script, which are shown in ASCII.
        ("https://аррӏе.com/x", {"host_only": True}, "xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
        ("https://аррӏе.com/x", {"host_only": True, "spoof_check": False}, "аррӏе.com", "аррӏе.com"),
        ("https://מבחן.דוגמה.com/ע", {"host_only": True}, "מבחן.דוגמה.com", "דוגמה.com"),
    ],
)
def test_what_can_be_left_out(url, options, text, domain):
    for given in (url, URL(url), basic_parse(url)):
        rendering = display(given, **options)
        assert (str(rendering), rendering.domain, rendering.is_elided) == (text, domain, True)
        assert rendering.before + rendering.domain + rendering.after == text


@pytest.mark.parametrize(
    "url",
    [
        "https://www.com/",
        "https://m.co.uk/",
        "https://www.github.io/",
        "https://wwww.example.com/",
        "https://a.www.example.com/",
        "http://1.2.3.4/",
        "http://www/",
        "mailto:www.example.com",
        "foo://www.example.com/",
    ],
)
def test_what_does_not_begin_with_www(url):
    """To leave out a label of the registrable domain would name another site."""
    assert display(url, omit_www=True) == display(url)
    assert not display(url, omit_www=True).is_elided


@pytest.mark.parametrize(
    ("url", "options", "why"),
    [
        # There is no host to judge by, so people would judge by what comes first.
        ("data:text/html,example.com", {"host_only": True}, "'data' has no host"),
        ("data:https://good.example/", {"host_only": True}, "'data' has no host"),
        ("javascript://example.com/%0Aalert(1)", {"host_only": True}, "'javascript' has no host"),
        ("javascript://example.com/%0Aalert(1)", {"omit_scheme": "javascript"}, "'javascript' has no host"),
        ("mailto:a@example.com", {"registrable_domain_only": True}, "'mailto' has no host"),
        ("foo://example.com/", {"replace_scheme": "Not secure"}, "'foo' has no host"),
        ("file:///example.com", {"omit_scheme": "file"}, "'file' has no host"),
        ("blob:https://good.example@evil.example/x", {"host_only": True}, "'blob' has no host"),
        # The reader would assume another scheme.
        ("http://example.com/", {"omit_scheme": "https"}, "'http', not 'https'"),
        ("ws://example.com/", {"omit_scheme": "wss", "host_only": True}, "'ws', not 'wss'"),
        ("https://example.com/", {"omit_scheme": ""}, "'https', not ''"),
        ("https://example.com/", {"omit_scheme": "https:"}, "a scheme without ':', such as 'https'; not 'https:'"),
        ("blob:https://example.com/x", {"omit_scheme": "blob"}, "looks like the URL in its path"),
        ("blob:https://example.com/x", {"replace_scheme": "File"}, "looks like the URL in its path"),
        # Whoever has a github.io of their own would be taken for GitHub.
        ("https://evil.github.io/", {"registrable_domain_only": True, "private": False}, "'github.io' lets others"),
        # Words that read as a part of the URL.
        ("http://evil.example/", {"replace_scheme": "https://bank.example"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "bank.example"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "a\u202eb"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "bank "}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "\u3164bank"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "bank\u2044a"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "a" * 61}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "a  b"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "\n"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": ""}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "HTTPS"}, "the name of a scheme"),
        # Options that contradict each other.
        ("https://example.com/", {"omit_scheme": "https", "replace_scheme": "Secure"}, "not both"),
        ("https://example.com/", {"registrable_domain_only": True, "whole_host": True}, "whole_host"),
        ("https://example.com/", {"omit_www": True, "whole_host": True}, "whole_host"),
    ],
)
def test_what_would_mislead_is_refused(url, options, why):
    with pytest.raises(ValueError, match=why):
        display(url, **options)


@pytest.mark.parametrize("name", ["omit_scheme", "replace_scheme"])
def test_wrong_arguments_of_simplified_urls(name):
    for wrong in (True, 5, ["https"]):
        with pytest.raises(TypeError, match=f"{name} must be a str .* not {type(wrong).__name__}"):
            display("https://example.com/", **{name: wrong})


def test_a_rendering_of_the_host_alone_hides_the_rest():
    for options in ({"host_only": True}, {"registrable_domain_only": True}):
        rendering = display("https://u:s3cr3t@a.example.com/?u=https://u:s3cr3t@h/", **options)
        assert "s3cr3t" not in str(rendering) + repr(rendering)
        assert rendering.after == ""


@pytest.mark.usefixtures("without_public_suffixes")
def test_without_the_list_nothing_is_guessed():
    assert str(display("https://www.example.com/x", whole_host=True, host_only=True)) == "www.example.com"
    for options in ({"registrable_domain_only": True}, {"omit_www": True}, {"host_only": True}):
        with pytest.raises(ModuleNotFoundError, match="publicsuffixlist"):
            display("https://www.example.com/", **options)


@pytest.mark.parametrize("host", ["www.github.io", "m.github.io", "github.io", "www.github.io."])
def test_www_can_be_a_site_of_its_own(host):
    """The private suffixes say so, even if the domain to judge by is to ignore them."""
    for private in (True, False):
        assert str(display(f"https://{host}/", omit_www=True, private=private)) == f"https://{host}/"
    assert str(display(f"https://www.a.{host}/", omit_www=True, private=False)) == f"https://a.{host}/"
