"""The shortest reference from one URL to another, and modified copies of a URL."""

import itertools

import pytest

from py_url import URL, InvalidURL, make_relative
from py_url.standard import Domain, URLRecord, basic_parse


@pytest.mark.parametrize(
    ("target", "base", "reference"),
    [
        ("https://h/a/c?x", "https://h/a/b", "c?x"),
        ("https://h/a/b", "https://h/a/b", ""),
        ("https://h/a/b", "https://h/a/b#f", ""),
        ("https://h/a/b#", "https://h/a/b#f", "#"),
        ("https://h/a/b?q#f", "https://h/a/b?q", "#f"),
        ("https://h/a/b?x", "https://h/a/b?q", "?x"),
        ("https://h/a/b?", "https://h/a/b", "?"),
        ("https://h/a/b", "https://h/a/b?q", "b"),
        ("https://h/a/", "https://h/a/b", "."),
        ("https://h/a/?q", "https://h/a/b", ".?q"),
        ("https://h/a/b/", "https://h/a/b/c/d/e", "../.."),
        ("https://h/a/b/c/x", "https://h/a/b/c/d/e", "../x"),
        ("https://h/aaaaaaaaaa/x/c/f", "https://h/aaaaaaaaaa/y/c/g", "../../x/c/f"),
        ("https://h/", "https://h/a/b", "/"),
        ("https://h/x", "https://h/a/b/c", "/x"),
        ("https://h/a/b:c", "https://h/a/", "./b:c"),
        ("https://h/a/1:c", "https://h/a/", "1:c"),
        ("https://h/a//", "https://h/a/b", ".//"),
        ("https://h//a", "https://h/", ".//a"),
        ("https://u:p@h:8/x", "https://u:p@h:8/y", "x"),
        ("https://u:p@h:8/x", "https://h:8/y", "//u:p@h:8/x"),
        ("https://g/", "https://h/", "//g"),
        ("https://g/?", "https://h/", "//g?"),
        ("http://h/", "https://h/", "http://h"),
        ("foo://h/", "https://h/", "foo://h/"),
        ("foo:/a//b", "foo:/a/c", ".//b"),
        ("foo:/.//b", "foo:/a", ".//b"),
        ("foo://h", "foo://h/x", "//h"),
        ("foo:bar#x", "foo:bar", "#x"),
        ("foo:bar", "foo:bar#x", "foo:bar"),
        ("foo:bar", "https://h/", "foo:bar"),
        ("foo:/a/b", "foo:bar", "foo:/a/b"),
        ("foo:bar", "foo:/a/b", "foo:bar"),
        ("file:///D:/a", "file:///C:/b", "/D:/a"),
        ("file:///C:/a", "file:///C:/b/c", "/a"),
        ("file:///C:/a/b", "file:///C:/x/y/z", "/a/b"),
        ("file:///a", "file:///C:/b", "///a"),
        ("file://h/a", "file:///b", "//h/a"),
    ],
)
def test_references(target, base, reference):
    assert make_relative(target, base) == reference
    assert make_relative(URL(target), basic_parse(base)) == reference
    assert URL(reference, base).href == target


def test_no_shorter_reference_leads_there():
    """Try every string of up to four pieces of references as a reference."""
    paths = ["/", "/a", "/a/", "/b", "/a/b", "/a/b/", "/b/a", "//", "//a", "/a//", "/a/b/a", "/a:b", "/a:b/"]
    urls = [
        prefix + path + tail for prefix in ("http://h", "foo://h") for path in paths for tail in ("", "?", "#", "?a")
    ]
    urls += ["file://" + path for path in (*paths, "/C:", "/C:/", "/C:/a", "/C:/a:b", "/C:/a/b", "/D:/a")]
    urls += ["foo:/a", "foo:/.//a", "foo:/a/b", "foo:a", "foo://h"]
    strings = ["".join(letters) for n in range(5) for letters in itertools.product("ab/.:?#", repeat=n)]
    bases = ["http://h/", "http://h/a/b", "http://h/a/b/?a", "http://h//a", "foo://h/a/", "foo:/a/b", "foo:/.//a"]
    bases += ["file:///a/b", "file:///C:", "file:///C:/", "file:///C:/a/b"]
    for base in bases:
        record = basic_parse(base)
        leads_to = {}
        for string in strings:
            try:
                leads_to.setdefault(URL.from_record(basic_parse(string, record)).href, string)
            except InvalidURL:
                pass
        for url in urls:
            reference = make_relative(url, record)
            assert URL(reference, base).href == url
            assert len(reference) <= len(leads_to.get(url, reference)), (url, base, leads_to.get(url))


def test_wrong_arguments():
    with pytest.raises(InvalidURL, match="invalid URL"):
        make_relative("x", "http://h/")
    with pytest.raises(InvalidURL, match="invalid base URL"):
        make_relative("http://h/", "x")
    with pytest.raises(TypeError, match="base URL must be a str, a URL or a URLRecord, not NoneType"):
        make_relative("http://h/", None)


def test_file_urls_whose_protocol_was_set():
    """They do not parse to themselves, and neither does what is relative to them."""
    urls = [URL("http://localhost/C|/a"), URL("http://localhost/b/c"), URL("http://h/D|"), URL("http://h/")]
    for url in urls:
        url.protocol = "file"
    urls += [URL("file:///a"), URL("file:///C:/b"), URL("file://h/x"), URL("http://h/")]
    assert urls[0].href == "file://localhost/C|/a"
    for target in urls:
        for base in urls:
            assert URL(make_relative(target, base), base) == URL(target), (target, base)
    record = URLRecord()
    record.scheme = "file"
    record.host = Domain("a b")
    assert make_relative(record, "file:///") == "file://a b"


def test_a_changed_copy():
    url = URL("http://h:8080/a?b#c")
    assert url.replace(protocol="https", port="", pathname="/x y", search="", hash="").href == "https://h/x%20y"
    assert url.replace() == url
    assert url.replace() is not url
    assert url.replace(port=80, pathname="z").href == "http://h/z?b#c"
    assert url.replace(href="foo:x", hash="y").href == "foo:x#y"
    assert url.href == "http://h:8080/a?b#c"
    changed = url.replace(search="d")
    changed.search_params.append("e", "f")
    assert (url.search, changed.search) == ("?b", "?d=&e=f")
    assert type(type("Sub", (URL,), {})("http://h/").replace(hash="x")).__name__ == "Sub"


def test_wrong_members():
    url = URL("http://h/")
    for name in ("origin", "path", "search_params", "__class__"):
        with pytest.raises(TypeError, match=f"takes no '{name}'"):
            url.replace(**{name: "x"})
    with pytest.raises(TypeError, match="int"):
        url.replace(host=80)
    with pytest.raises(InvalidURL, match="port-invalid at 0"):
        url.replace(port="nonsense", pathname="z")
    with pytest.raises(InvalidURL):
        url.replace(href="x")
