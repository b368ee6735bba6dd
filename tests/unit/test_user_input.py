"""What people type, and how it is interpreted."""

import json
import re
from pathlib import Path

import pytest

from py_url import InvalidURL
from py_url.specs.schemes import from_user_input

ROOT = Path(__file__).parents[2]
# What the tests of two browsers' address bars have.
BROWSERS = json.loads((ROOT / "tests/data/user_input.json").read_text("utf-8"))["rows"]


@pytest.mark.parametrize(
    ("typed", "url", "assumed"),
    [
        ("example.com/a", "https://example.com/a", "the scheme is https"),
        ("example.com:8080/a", "https://example.com:8080/a", "the scheme is https"),
        ("example.com?q", "https://example.com/?q", "the scheme is https"),
        ("//example.com/a", "https://example.com/a", "the scheme is https"),
        ("user:pass@example.com/", "https://user:pass@example.com/", "the scheme is https"),
        ("user@example.com/x", "https://user@example.com/x", "the scheme is https"),
        ("user@example.com?x", "https://user@example.com/?x", "the scheme is https"),
        ("user@example.com#x", "https://user@example.com/#x", "the scheme is https"),
        ("münchen.de", "https://xn--mnchen-3ya.de/", "the scheme is https"),
        ("localhost:8080", "http://localhost:8080/", "the scheme is http,"),
        ("a.localhost", "http://a.localhost/", "the scheme is http,"),
        ("127.0.0.1/x", "http://127.0.0.1/x", "the scheme is http,"),
        ("[::1]:80", "http://[::1]/", "the scheme is http,"),
        ("joe@example.com", "mailto:joe@example.com", "an e-mail address"),
        ("/etc/passwd", "file:///etc/passwd", "a file path"),
        ("./a b", "file:///home/joe/a%20b", "a file path"),
        ("../a", "file:///home/a", "a file path"),
        ("dns:53", "https://dns:53/", "the scheme is https"),
        ("news:80/x", "https://news:80/x", "the scheme is https"),
        ("git:secret@h.example", "https://git:secret@h.example/", "the scheme is https"),
        ("joe%20x@example.com", "mailto:joe%2520x@example.com", "an e-mail address"),
        ("a\tb.example", "https://ab.example/", "tabs"),
        ("localhost.example.com", "https://localhost.example.com/", "the scheme is https"),
    ],
)
def test_what_is_assumed(typed, url, assumed):
    result = from_user_input(typed, folder="/home/joe")
    assert str(result) == result.url.href == url
    assert assumed in result.assumed[0]
    assert len(result.assumed) == 1 or assumed == "tabs"
    assert "secret" not in repr(result)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "https://example.com/",
            "mailto:joe@example.com",
            "about:blank",
            "data:,x",
            "foo://bar/",
            "file:///x",
            "tel:911",
        ),
        *("urn:isbn:1", "git://h/x", "https:example.com", "file:///C:/x"),
    ],
)
def test_a_url_is_taken_as_it_is(typed):
    result = from_user_input(typed)
    assert result.assumed == ()
    assert result.url.protocol == typed.partition(":")[0] + ":"


SCRIPT = "opening it runs a script, as the scheme is javascript"
ON_ANOTHER_MACHINE = "the file is on another machine"


@pytest.mark.parametrize(
    ("typed", "options", "url", "assumed"),
    [
        ("javascript:alert(1)", {}, "javascript:alert(1)", (SCRIPT,)),
        ("JavaScript:alert(1)", {"habits": "ffmpeg"}, "javascript:alert(1)", (SCRIPT,)),
        ("java\nscript:1", {}, "javascript:1", ("tabs and line breaks are left out", SCRIPT)),
        ("\\\\evil\\share", {}, "file://evil/share", ("it is a file path of Windows", ON_ANOTHER_MACHINE)),
        ("\\\\?\\UNC\\evil\\s", {}, "file://evil/s", ("it is a file path of Windows", ON_ANOTHER_MACHINE)),
        ("file://evil/share", {}, "file://evil/share", (ON_ANOTHER_MACHINE,)),
        ("file:////evil/share", {}, "file:////evil/share", (ON_ANOTHER_MACHINE,)),
        ("file:\\\\evil\\share", {}, "file://evil/share", (ON_ANOTHER_MACHINE,)),
        ("//evil/share", {"default_scheme": "file"}, "file://evil/share", ("the scheme is file", ON_ANOTHER_MACHINE)),
        (
            *("//evil/share/x", {"habits": "ffmpeg", "windows": True}, "file://evil/share/x"),
            ("it is a file name, as it has no protocol", ON_ANOTHER_MACHINE),
        ),
        (
            *("x", {"habits": "ffmpeg", "windows": True, "folder": "\\\\evil\\share"}, "file://evil/share/x"),
            ("it is a file name, as it has no protocol", ON_ANOTHER_MACHINE),
        ),
    ],
)
def test_what_does_more_than_people_expect(typed, options, url, assumed):
    """A script and a file of another machine have a sentence, and can be refused."""
    result = from_user_input(typed, **options)
    assert (str(result), result.assumed) == (url, assumed)
    with pytest.raises(ValueError, match=r"the scheme '(javascript|file)'; the schemes allowed here: http, https"):
        from_user_input(typed, **options, schemes=("https", "http"))
    if assumed[-1] == ON_ANOTHER_MACHINE:
        with pytest.raises(ValueError, match="on another machine, which is not allowed"):
            from_user_input(typed, **options, remote_files=False)
        with pytest.raises(ValueError, match="on another machine, which is not allowed"):
            from_user_input(typed, **options, schemes=["FILE"], remote_files=False)
    else:
        assert from_user_input(typed, **options, schemes={"JAVASCRIPT"}, remote_files=False) == result


def test_what_the_options_let_through():
    for typed in ("example.com", "127.0.0.1", "http://h/", "https://h/"):
        assert from_user_input(typed, schemes={"http", "https"}, remote_files=False) == from_user_input(typed)
    for typed in ("/a", "C:\\a", "file:///a//b", "file:///", "file://localhost/a"):
        result = from_user_input(typed, schemes=iter(["file"]), remote_files=False)
        assert result == from_user_input(typed)
        assert ON_ANOTHER_MACHINE not in result.assumed
    for typed in ("joe@example.com", "data:,x", "view-source:x", "/a"):
        with pytest.raises(ValueError, match="the schemes allowed here: http, https"):
            from_user_input(typed, schemes=("http", "https"))
    with pytest.raises(ValueError, match="the schemes allowed here: none"):
        from_user_input("h.example", schemes=())


def test_schemes_are_names_of_schemes():
    for wrong in ("http", [1], [None], 5):
        with pytest.raises(TypeError):
            from_user_input("x", schemes=wrong)
    for wrong in ("http:", "http://u:secret@h", ""):
        with pytest.raises(ValueError, match="is not valid; write for example 'https'") as caught:
            from_user_input("x", schemes=[wrong])
        assert "secret" not in str(caught.value)


def test_what_has_an_at_sign_but_is_no_e_mail_address():
    for typed, href in (("@h", "https://h/"), ("a:@b@c", "https://a:%40b@c/")):
        result = from_user_input(typed)
        assert (result.url.href, result.assumed) == (href, ("the scheme is https",))
    for typed in ("a b@c", "a@b@c", "mail joe@example.com", "u:1 2@h", "12:30 joe@example.com/"):
        with pytest.raises(ValueError, match="it looks like"):
            from_user_input(typed)


def test_spaces_around_it():
    result = from_user_input("  https://example.com/ \n")
    assert result.url.href == "https://example.com/"
    assert result.assumed == ("spaces around the input are left out",)


PAIRS = (
    *('""', "''", "``", "()", "[]", "{}", "<>", "“”", "‘’", "„“", "„”", "«»", "»«", "‹›"),
    *("「」", "『』", "【】", "〈〉", "《》", "（）"),
)
INVISIBLE = [
    *map(chr, (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x200B, 0x200E, 0x200F, 0x2060, 0x2064, 0x3164, 0xFEFF, 0xFFA0)),
    *map(chr, [*range(0x180B, 0x1810), *range(0x202A, 0x202F), *range(0x2066, 0x2070)]),
]
JOINING = [*map(chr, (0x200C, 0x200D, 0xFE00, 0xFE0F, 0xE0020, 0xE007F, 0xE01EF))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        *((pair[0], pair[1]) for pair in PAIRS),
        *((char, "") for char in INVISIBLE + JOINING),
        *(("", char) for char in INVISIBLE + JOINING),
        *(("\u202a“(", ")\u200b”\u202c"), ("(((", ")))"), ("\ufeff\u200d", "\ufe0f")),
    ],
)
def test_what_people_paste_around_a_link_is_taken_off_and_named(before, after):
    for link in ("https://example.com", "https://example.com/a(b)?c#d", "mailto:ada@example.com", "http://[::1]"):
        for spaces in ("", " ", "\xa0", "\u3000\n"):
            result = from_user_input(f"{spaces}{before}{link}{after}{spaces}")
            assert result.url == from_user_input(link).url
            (named,) = result.assumed
            assert named.endswith(" around the input are left out")
            assert all(ascii(char)[1:-1] in ascii(named) or repr(char)[1:-1] in named for char in before + after)
    assert from_user_input(f"{before}example.com{after}").assumed[1:] == ("the scheme is https",)


@pytest.mark.parametrize("char", ["\u2009", "\u2028", "\xa0", "\x00", "\t", "\x85"])
def test_spaces_of_every_kind_are_taken_off(char):
    result = from_user_input(f"{char}{char}example.com{char}")
    assert (str(result), len(result.assumed)) == ("https://example.com/", 2)


@pytest.mark.parametrize("end", ["❤\ufe0f", "क\u094d\u200d", "🏴\U000e0067\U000e007f"])
def test_what_belongs_to_the_last_character_stays(end):
    typed = f"https://example.com/{end}"
    assert from_user_input(typed).assumed == ()
    assert from_user_input(f"“{typed}\u200b”").url == from_user_input(typed).url


def test_brackets_of_an_address_are_no_brackets_around_it():
    for typed in ("[::1]", "[[::1]]", "([::1])", " [::1]"):
        assert str(from_user_input(typed)) == "http://[::1]/"
    assert str(from_user_input("[2001:db8::1]")) == "http://[2001:db8::1]/"
    assert str(from_user_input("[cafe.example]")) == "https://cafe.example/"


@pytest.mark.parametrize("scheme", ["ttp", "htp", "ttps", "tps", "ps", "htps"])
@pytest.mark.parametrize("sign", [":", ";"])
def test_a_mistyped_scheme_is_repaired_and_named(scheme, sign):
    for typed in (scheme, scheme.upper()):
        meant = "https" if scheme.endswith("s") else "http"
        result = from_user_input(f"{typed}{sign}//example.com/a//b")
        assert str(result) == f"{meant}://example.com/a//b"
        assert result.assumed == (f"'{typed}{sign}' is read as '{meant}:'",)


@pytest.mark.parametrize("scheme", ["http", "HTTPS", "ftp", "file", "ws", "wss"])
def test_a_semicolon_after_a_scheme_is_a_colon(scheme):
    result = from_user_input(f"{scheme};//example.com/a", schemes=[scheme])
    assert str(result) == f"{scheme.lower()}://example.com/a"
    assert result.assumed[0] == f"'{scheme};' is read as '{scheme}:'"


def test_what_parses_as_it_stands_is_no_typing_error():
    for typed in ("https:example.com", "https:/example.com", "ps:80", "tps:8080/x", "htttps://h/", "le:///a", "x://h/"):
        assert "is read as" not in "".join(from_user_input(typed).assumed)
    assert from_user_input("https:example.com").assumed == ()
    assert from_user_input("https://a(b)/").assumed == ()


SCHEME = "it looks like a scheme, which has only letters, digits, '+', '-' and '.', before "


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        *(
            (typed, f"{SCHEME}'//'")
            for typed in ("http//example.com", "HTTPS//h", "htps//h", "ssh//h", "example.com//a")
        ),
        *((typed, f"{SCHEME}'//'") for typed in ("127.0.0.1//a", "u@h//", "whatsup//x", "u:p@ss//w@h")),
        *(
            (typed, f"{SCHEME}':'")
            for typed in ("my_app://callback", "oracle+cx_oracle://h", "host:", "host:x", "ssh:h")
        ),
        *((typed, f"{SCHEME}':'") for typed in ("foo.com::/x", "://h", "see https://h/", "url=https://h/", "host:/x")),
        *((typed, f"{SCHEME}':'") for typed in ("host:?x", "host:#x", "host:-1", "https ://h", "u@h:", "*https://h")),
        *((typed, "it looks like text with ','") for typed in ("example.com,", "a,b", "h,/x", "u:p@h,:80/", "joe@h,")),
        *((typed, "it looks like text with ';'") for typed in ("example.com;", "whatsup;//x", "http;h", ";http://h/")),
        *((f"{quote}https://h", f"it looks like text with {quote!r}") for quote in "\"'(<«„“‘「（"),
        *((f"example.com{quote}", f"it looks like text with {quote!r}") for quote in "\"')}>»“”’」）"),
        *((f"{quote}example.com", f"it looks like text with {quote!r}") for quote in "\"'({<«„“‘「（"),
        *(("[link](https://h/)", "text with '('"), ("[::1]]", "text with ']'"), ("[::1][", "text with '['")),
        *((typed, "an IPv6 address; write it in brackets, as in '[::1]'") for typed in ("::1", "2001:db8::1", "::")),
        *((f"https://h{end}", f"the host ends in {end!r}, as text does") for end in ",;)}\"'`”’»“」），；"),
        *((f"foo://h.example{end}", f"the host ends in {end!r}, as text does") for end in ',;)"”'),
        *((f"//h{end}/x", f"it looks like text with {end!r}") for end in ',;)"”，'),
        *((typed, f"{SCHEME}':'") for typed in ("//https://h", "///https://h", '"//https://h"', "//my_app://h")),
        *((typed, f"{SCHEME}'//'") for typed in ("//http//h", "//h//x")),
        *((f"https://h{end}", f"the host ends in {end!r}, as text does") for end in "、﹐﹔】』〉》"),
        *((f"https://h,{end}", "the host ends in ',', as text does") for end in ".。．｡"),
        *((f"a{mark}com", f"it looks like text with {mark!r}") for mark in "，；"),
        *((f"a@b.example{mark}c@d.example", f"it looks like text with {mark!r}") for mark in ",;@"),
        ("(a@b.example", "it looks like text with '('"),
        *(('https://h").', "ends in ')'"), ("https:h,?x", "ends in ','"), ("https://u:p@h,:80/", "ends in ','")),
        *(("“https://h.example,”", "ends in ','"), ("(https://h))", "ends in ')'"), ("file://h)/x", "ends in ')'")),
    ],
)
def test_a_host_that_nobody_typed_is_refused(typed, why):
    for text in (typed, f" {typed}"):
        with pytest.raises(ValueError, match="; write ") as caught:
            from_user_input(text)
        assert why in str(caught.value)
        assert not isinstance(caught.value, InvalidURL)


@pytest.mark.parametrize(
    "typed", ["dns:53", "ssh:22/x", "host:8080//x", "h.example/a//b", "cafe:80", "h.example/a,", "h/?(", "u:a;b@h"]
)
def test_a_host_that_somebody_typed_is_none_of_these(typed):
    assert from_user_input(typed).assumed == ("the scheme is https",)


def test_no_part_of_a_refused_input_is_shown():
    for typed in (
        "m4rker//x",
        "m4rker:x",
        "u:m4rker://h",
        "u m4rker@h",
        "u:m4rker//x@h",
        "u:m4,rker@h,",
        'u:1m4rker@h"',
    ):
        with pytest.raises(ValueError, match="write ") as caught:
            from_user_input(typed)
        assert "m4rker" not in str(caught.value)


def test_the_scheme_of_files_takes_what_is_typed_for_a_path():
    result = from_user_input("evil/share", default_scheme="file", folder="/home/joe")
    assert (str(result), result.assumed) == ("file:///home/joe/evil/share", ("it is a file path",))
    with pytest.raises(ValueError, match="the path is not absolute"):
        from_user_input("evil/share", default_scheme="file")


@pytest.mark.parametrize("row", BROWSERS, ids=lambda row: f"{row[0]} {row[1]!a}")
def test_what_two_browsers_do(row):
    browser, typed, expected, *other = row
    try:
        given = str(from_user_input(typed, default_scheme="http", windows=browser.endswith("Windows")))
    except ValueError:
        given = None
    assert given == (other[0] if other else expected)
    assert not other or given != expected


def test_the_table_of_the_documentation_has_all_reasons():
    document = (ROOT / "web/docs/howto/validate-and-repair.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z].*?) \| `(.+?)` \| (.+?) \| (.+?) \| .+? \| (\d+) \|$", document, re.MULTILINE)
    others = [row for row in BROWSERS if len(row) > 3]
    assert {what: int(number) for what, *_, number in rows} == {
        what: sum(row[4] == what for row in others) for what in {row[4] for row in others}
    }
    shown = {None: ("a search", "refused")}
    for what, typed, expected, given, _ in rows:
        assert any(
            row[1] == typed
            and row[4] == what
            and expected in shown.get(row[2], (f"`{row[2]}`",))
            and given in shown.get(row[3], (f"`{row[3]}`",))
            for row in others
        )
    numbers = [sum(row[0].startswith(browser) for row in BROWSERS) for browser in ("Chromium", "Firefox")]
    numbers += [len(BROWSERS) - len(others), len(BROWSERS)]
    found = re.search(
        r"have (\d+) inputs, and those of Firefox's (\d+)\. .*?for (\d+) of them.*?has all (\d+)\.", document, re.DOTALL
    )
    assert list(map(int, found.groups())) == numbers


def test_another_scheme():
    assert str(from_user_input("example.com", default_scheme="gopher")) == "gopher://example.com"
    assert str(from_user_input("127.0.0.1", default_scheme="http")) == "http://127.0.0.1/"
    assert str(from_user_input("localhost", default_scheme="HTTPS")) == "http://localhost/"


def test_wrong_types_raise_type_error_and_are_named():
    for options in ({"default_scheme": None}, {"folder": b"/m"}, {"habits": None}):
        with pytest.raises(TypeError, match=r"NoneType|bytes"):
            from_user_input("./a", **options)


def test_absolute_paths_need_no_folder():
    assert str(from_user_input("/a")) == "file:///a"
    for typed in ("C:\\a", "C:/a"):
        assert str(from_user_input(typed, habits="ffmpeg", windows=True)) == "file:///C:/a"
    for typed in ("//s/h/a", "\\\\s\\h\\a"):
        assert str(from_user_input(typed, habits="ffmpeg", windows=True)) == "file://s/h/a"
    for typed, windows in (("/a", True), ("\\a", True), ("a", True), ("C:a", True), ("a", False)):
        with pytest.raises(ValueError, match="not absolute"):
            from_user_input(typed, habits="ffmpeg", windows=windows)


def test_a_password_is_not_shown():
    with pytest.raises(ValueError, match="default scheme") as caught:
        from_user_input("x", default_scheme="http://u:secret@h")
    assert "secret" not in str(caught.value)
    for typed, habits in (("user:secret@host.example", "browser"), ("user:secret@host.example", "ffmpeg")):
        assert "secret" not in repr(from_user_input(typed, habits=habits))


def test_windows():
    for typed, url in {
        "C:\\a b": "file:///C:/a%20b",
        "c:/x": "file:///c:/x",
        "\\\\server\\share\\x": "file://server/share/x",
        "./x": "file:///C:/joe/x",
        "..\\x": "file:///C:/x",
        ".\\x": "file:///C:/joe/x",
        "\\x": "file:///C:/x",
        "/x": "file:///C:/x",
        "//h/x": "https://h/x",
    }.items():
        assert str(from_user_input(typed, windows=True, folder="C:\\joe")) == url
    assert str(from_user_input("C:\\a b")) == "file:///C:/a%20b"
    assert str(from_user_input("\\\\server\\share")) == "file://server/share"


@pytest.mark.parametrize(
    ("typed", "windows", "url", "is_assumed"),
    [
        ("a%20b?c#d.mp4", False, "file:///m/a%2520b%3Fc%23d.mp4", True),
        ("/x.mp4", False, "file:///x.mp4", True),
        ("example.com/a", False, "file:///m/example.com/a", True),
        ("file:a.mp4", False, "file:///m/a.mp4", True),
        ("file:/a%20.mp4", False, "file:///a%2520.mp4", True),
        ("http://h/a", False, "http://h/a", False),
        ("rtmp://h/a", False, "rtmp://h/a", False),
        ("a b:c", False, "file:///m/a%20b:c", True),
        ("C:\\x.mp4", True, "file:///C:/x.mp4", True),
        ("D:x.mp4", True, "file:///D:/m/x.mp4", True),
        ("D:x.mp4", False, "d:x.mp4", False),
        ("subfile,x", False, "file:///m/subfile,x", True),
        ("x.mp4", True, "file:///D:/m/x.mp4", True),
        ("\\\\s\\h\\x", True, "file://s/h/x", True),
        ("//s/h/x", True, "file://s/h/x", True),
        ("/x", True, "file:///D:/x", True),
        ("\\x", True, "file:///D:/x", True),
    ],
)
def test_as_ffmpeg(typed, windows, url, is_assumed):
    result = from_user_input(typed, habits="ffmpeg", windows=windows, folder="D:\\m" if windows else "/m")
    assert str(result) == url
    assert bool(result.assumed) is is_assumed


@pytest.mark.parametrize(
    ("typed", "options", "why"),
    [
        *((":x", {"habits": "ffmpeg"}, "URL"), ("subfile,,start,1,,:a.mp4", {"habits": "ffmpeg"}, "options")),
        *(("a", {"default_scheme": "https://"}, "default scheme"), ("/a", {"windows": True}, "not absolute")),
        *(
            ("", {}, "the input is empty"),
            (" \n", {}, "the input is empty"),
            ("./a", {}, "not absolute"),
            ("~/a", {}, "home"),
        ),
        *(
            ("a", {"habits": "ffmpeg"}, "not absolute"),
            ("a", {"habits": "safari"}, "browser, ffmpeg"),
            ("http://[", {}, "URL"),
        ),
        *(("a b", {}, "invalid URL"), ("what is a url?", {}, "invalid URL")),
    ],
)
def test_what_makes_no_url(typed, options, why):
    with pytest.raises(ValueError, match=why):
        from_user_input(typed, **options)
