"""File paths as file URLs and back; and how `urllib.request` differs."""

import os
import pathlib
import sys
import urllib.request

import pytest

from py_url import URL, InvalidURL
from py_url.specs.files import from_file_path, to_file_path
from py_url.standard import basic_parse

POSIX = {
    "/": "file:///",
    "/a/b": "file:///a/b",
    "/a/b/": "file:///a/b/",
    "//a/b": "file:////a/b",
    "/a//b": "file:///a//b",
    "/a b#c?d%e\\f|g": "file:///a%20b%23c%3Fd%25e%5Cf%7Cg",
    "/\t\n\r\x7f": "file:///%09%0A%0D%7F",
    "/%41%2e%2F": "file:///%2541%252e%252F",
    "/é/💩": "file:///%C3%A9/%F0%9F%92%A9",
    "/C:/x": "file:///C:/x",
    "/C|/x": "file:///C%7C/x",
    "/~u;=&+,@!$'()*[]": "file:///~u;=&+,@!$'()*[]",
    "/ ": "file:///%20",
    "/...": "file:///...",
}
WINDOWS = {
    "C:\\": "file:///C:/",
    "C:\\a b\\c": "file:///C:/a%20b/c",
    "c:\\x\\": "file:///c:/x/",
    "C:\\100%#\\é": "file:///C:/100%25%23/%C3%A9",
    "\\\\server\\share": "file://server/share",
    "\\\\server\\share\\": "file://server/share/",
    "\\\\server\\share\\a b": "file://server/share/a%20b",
    "\\\\wsl$\\Ubuntu\\x": "file://wsl$/Ubuntu/x",
    "\\\\exämple\\s\\x": "file://xn--exmple-cua/s/x",
    "\\\\1.2.3.4\\s": "file://1.2.3.4/s",
}


@pytest.mark.parametrize(("path", "href"), POSIX.items())
def test_posix(path, href):
    url = from_file_path(path, windows=False)
    assert (url.href, URL(href).href) == (href, href)
    assert to_file_path(url, windows=False) == path
    assert from_file_path(path.encode(), windows=False) == url


@pytest.mark.parametrize(("path", "href"), WINDOWS.items())
def test_windows(path, href):
    url = from_file_path(path, windows=True)
    assert (url.href, URL(href).href) == (href, href)
    assert to_file_path(url, windows=True) == path


@pytest.mark.parametrize(
    ("path", "windows", "href"),
    [
        ("/a/./b/../c", False, "file:///a/c"),
        ("/../..", False, "file:///"),
        ("/a/..", False, "file:///"),
        ("/a/.", False, "file:///a/"),
        ("/C:/../x", False, "file:///x"),
        ("/a//../b", False, "file:///b"),
        ("/a///../../b", False, "file:///b"),
        ("/a//..", False, "file:///"),
        ("//a/../b", False, "file:////b"),
        ("C:\\a\\\\..\\b", True, "file:///C:/b"),
        ("C:/a/b", True, "file:///C:/a/b"),
        ("C:\\..\\..\\b", True, "file:///C:/b"),
        ("//server/share/x", True, "file://server/share/x"),
        ("\\\\SERVER\\share\\..\\..\\x", True, "file://server/share/x"),
        ("\\\\?\\C:\\x", True, "file:///C:/x"),
        ("\\\\?\\UNC\\server\\share\\x", True, "file://server/share/x"),
        ("\\\\?\\unc\\server\\share", True, "file://server/share"),
    ],
)
def test_paths_that_are_not_written_as_they_would_come_back(path, windows, href):
    assert from_file_path(path, windows=windows).href == href


@pytest.mark.parametrize(
    ("path", "windows", "why"),
    [
        ("", False, "is not absolute"),
        ("a/b", False, "is not absolute"),
        ("C:\\x", False, "is not absolute"),
        ("/a\0b", False, "contains a NUL"),
        ("/a\udcff", False, "not UTF-8: the byte 0xFF"),
        (b"/\xc3\xa9\xe9", False, "not UTF-8: the byte 0xE9"),
        ("/\ud800", False, "has a lone surrogate at 1"),
        ("", True, "is not absolute"),
        ("x", True, "is not absolute"),
        ("\\x", True, "is not absolute"),
        ("/x", True, "is not absolute"),
        ("C:", True, "is not absolute"),
        ("c:x", True, "is not absolute"),
        ("1:\\x", True, "is not absolute"),
        ("\\\\?\\Volume{a}\\x", True, "is not absolute"),
        ("\\\\?\\GLOBALROOT\\x", True, "is not absolute"),
        ("\\\\?\\C:\\a\\..\\b", True, "a literal"),
        ("\\\\?\\C:\\a/b", True, "a literal"),
        ("\\\\.\\C:\\x", True, "has no server; device paths"),
        ("\\\\\\share\\x", True, "has no server"),
        ("\\\\server", True, "has no share"),
        ("\\\\server\\", True, "has no share"),
        ("\\\\server\\..\\x", True, "has no share"),
        ("\\\\my server\\s\\x", True, "has the server 'my server'"),
        ("\\\\localhost\\s\\x", True, "has the server 'localhost'"),
        ("\\\\a%62\\s\\x", True, "has the server 'a%62'"),
        ("\\\\a:80\\s\\x", True, "has the server 'a:80'"),
        ("C:\\\ud800", True, "lone surrogate"),
        ("\\\\．\\pipe\\x", True, "has the server '．'"),
        ("\\\\..\\s\\x", True, "has no server"),
        ("\\\\123\\share\\x", True, "has the server '123'"),
        ("\\\\0x7f.1\\s", True, "has the server"),
        ("\\\\se\xadrver\\s", True, "has the server"),
        ("\\\\[::1]\\s", True, "has the server"),
        ("\\\\0\\s", True, "has the server"),
        *(
            (path, True, "Windows would not open")
            for path in (
                *(
                    "C:\\a:b",
                    "C:\\a::$DATA",
                    "C:\\CON",
                    "C:\\x\\nul.txt",
                    "C:\\com1 .x",
                    "C:\\LPT\xb2",
                    "C:\\foo.",
                    "C:\\foo ",
                ),
                *(
                    "\\\\?\\C:\\foo.",
                    "\\\\?\\C:\\CON",
                    "C:\\a*b",
                    "C:\\a\tb",
                    "\\\\s\\C:\\x",
                    "C:\\...",
                    "C:\\a|b",
                    "C:\\conin$",
                ),
            )
        ),
    ],
)
def test_paths_that_are_refused(path, windows, why):
    with pytest.raises(ValueError, match=why):
        from_file_path(path, windows=windows)


@pytest.mark.parametrize(
    ("url", "posix", "windows"),
    [
        ("file://localhost/a", "/a", None),
        ("file:///a?q#f", "/a", None),
        ("file:a%20b", "/a b", None),
        ("file:///C|/x", "/C:/x", "C:\\x"),
        ("file:///c%3A/Users/x", "/c:/Users/x", "c:\\Users\\x"),
        ("file:///%43:/x", "/C:/x", "C:\\x"),
        ("file:///C%7C/x", "/C|/x", "C:\\x"),
        ("file:///C%3a", "/C:", "C:\\"),
        ("file:///C%3Ax/", "/C:x/", None),
        ("file://server/C%3A/x", None, None),
        ("file:///C:", "/C:", "C:\\"),
        ("file:///C:/", "/C:/", "C:\\"),
        ("file:///C:x", "/C:x", None),
        ("file:///C:/a//b/", "/C:/a//b/", "C:\\a\\\\b\\"),
        ("file://server/share/x", None, "\\\\server\\share\\x"),
        ("file://server/", None, None),
        ("file://server//x", None, None),
        ("file://xn--exmple-cua/s/x", None, "\\\\exämple\\s\\x"),
        ("file:////server/share/x", "//server/share/x", "\\\\server\\share\\x"),
        ("file://///server/share", "///server/share", "\\\\server\\share"),
        ("file:////ex%C3%A4mple/s/a%20b", "//ex\xe4mple/s/a b", "\\\\ex\xe4mple\\s\\a b"),
        ("file:////server/", "//server/", None),
        ("file:////server", "//server", None),
        ("file:////", "//", None),
        ("file://////server/share", "////server/share", None),
        ("file:////C:/x", "//C:/x", None),
        ("file:////C%3A/x", "//C:/x", None),
        ("file:////%3F/C:/x", "//?/C:/x", None),
        ("file:////.../pipe/x", "//.../pipe/x", None),
        ("file:////[::1]/s/x", "//[::1]/s/x", None),
        ("file:////localhost/C:/x", "//localhost/C:/x", None),
        ("file:////0x7f.1/s/x", "//0x7f.1/s/x", None),
        ("file:////server/C%3A/x", "//server/C:/x", None),
        ("file:///a%2Fb", None, None),
        ("file:///C:/a%2fb", None, None),
        ("file:///C:/a%5Cb", "/C:/a\\b", None),
        ("file:///C:/a%00b", None, None),
        ("file:///C:/%ff", None, None),
        ("file:///C:/%ED%A0%80", None, None),
        ("file:///C:/a%", "/C:/a%", "C:\\a%"),
        ("file:///C:/%2E%20/x", "/C:/. /x", None),
        ("file:///C:/..%20/x", "/C:/.. /x", None),
        ("file:///C:/CON", "/C:/CON", None),
        ("file:///C:/x/NUL.txt/y", "/C:/x/NUL.txt/y", None),
        ("file:///C:/x.txt.", "/C:/x.txt.", None),
        ("file:///C:/x.txt%20", "/C:/x.txt ", None),
        ("file:///C:/a:b", "/C:/a:b", None),
        ("file:///C:/a%0Ab", "/C:/a\nb", None),
        ("file:///C:/console/comet", "/C:/console/comet", "C:\\console\\comet"),
        ("file://0.0.0.0/C:/x", None, None),
        ("file://0.0.0.0/s/x", None, "\\\\0.0.0.0\\s\\x"),
        ("file://./pipe/x", None, None),
        ("file://%2E/C:/x", None, None),
        ("file://../s/x", None, None),
        ("file://[::1]/s/x", None, None),
        ("http://h/C:/a", None, None),
        ("foo:C:/a", None, None),
    ],
)
def test_urls(url, posix, windows):
    for given in (url, URL(url), basic_parse(url)):
        for expected, on_windows in ((posix, False), (windows, True)):
            if expected is None:
                with pytest.raises(ValueError, match=r"URL|segment|name") as caught:
                    to_file_path(given, windows=on_windows)
                assert not isinstance(caught.value, InvalidURL)
            else:
                assert to_file_path(given, windows=on_windows) == expected


def test_records_that_no_parser_gives():
    for path in (["C:", "..", "x"], ["."], "C:/x"):
        record = basic_parse("file:///C:/")
        record.path = path
        for windows in (False, True):
            with pytest.raises(ValueError, match="not one that the URL parser returns"):
                to_file_path(record, windows=windows)
    url = URL("http://localhost/a/b")
    url.protocol = "file"
    assert to_file_path(url, windows=False) == to_file_path(url.href, windows=False) == "/a/b"


def test_the_machines_own_rules():
    here = pathlib.Path(__file__).absolute()
    assert to_file_path(from_file_path(here)) == str(here)
    assert from_file_path(here) == from_file_path(str(here), windows=os.name == "nt")


def test_wrong_types():
    for wrong in (None, 1, URL("file:///")):
        with pytest.raises(TypeError):
            from_file_path(wrong)
    with pytest.raises(TypeError, match="NoneType"):
        to_file_path(None)
    with pytest.raises(InvalidURL):
        to_file_path("x")


@pytest.mark.skipif(os.name == "nt", reason="pathname2url is a different function on Windows")
def test_what_urllib_request_gets_wrong():
    """If one of these fails, the standard library has fixed the bug; then remove it from the documentation."""
    # The conversion to a path loses information: the bytes, ...
    if sys.version_info < (3, 14):
        assert urllib.request.url2pathname("/%FF") == "/\ufffd"
    # ... the boundary between two names, and the end of a name.
    assert urllib.request.url2pathname("/a%2Fb") == "/a/b"
    assert urllib.request.url2pathname("/a%00b") == "/a\0b"
    for segment in ("%FF", "a%2Fb", "a%00b"):
        with pytest.raises(ValueError, match="segment"):
            to_file_path(f"file:///{segment}", windows=False)
    # A relative path becomes a URL that leads to another file.
    assert urllib.request.pathname2url("a") == "a"
    # ".." stays, so a URL parser may open another file than a program that opens the path.
    assert urllib.request.pathname2url("/a/../b").endswith("/a/../b")


@pytest.mark.parametrize("segment", [".", "..", "%2e%2e", "%2E.", ".%2e", "%2E"])
@pytest.mark.parametrize("windows", [False, True])
def test_dot_segments_of_a_record_lead_nowhere(segment, windows):
    """The parser removes them, but a record may have been made by hand."""
    record = basic_parse("file:///C:/srv")
    record.path = ["C:", "srv", segment, "etc"]
    with pytest.raises(ValueError, match="not one that the URL parser returns"):
        to_file_path(record, windows=windows)
