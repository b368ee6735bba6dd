"""What people type, and how it is interpreted."""

import pytest

from py_url.specs.schemes import from_user_input


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
        ("evil/share", {"default_scheme": "file"}, "file://evil/share", ("the scheme is file", ON_ANOTHER_MACHINE)),
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
    for typed, href in (("@h", "https://h/"), ("a b@c", "https://a%20b@c/"), ("a@b@c", "https://a%40b@c/")):
        result = from_user_input(typed)
        assert (result.url.href, result.assumed) == (href, ("the scheme is https",))


def test_spaces_around_it():
    result = from_user_input("  https://example.com/ \n")
    assert result.url.href == "https://example.com/"
    assert result.assumed == ("spaces around the input are left out",)


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
