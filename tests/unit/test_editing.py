"""Editing a URL: each method returns a new FrozenURL, and nothing in a segment leads out of its folder."""

import pathlib

import pytest

from py_url import URL, FrozenURL, InvalidURL, URLSearchParams, validate
from py_url.guard import Policy


@pytest.mark.parametrize(
    ("href", "segment", "after"),
    [
        ("https://h", "a", "https://h/a"),
        ("https://h/a", "b", "https://h/a/b"),
        ("https://h/a/", "b", "https://h/a/b"),
        ("https://u:p@h:8/a?q#f", "b c", "https://u:p@h:8/a/b%20c"),
        ("https://h/a", "b%20c%2Fd%", "https://h/a/b%20c%2Fd%"),
        ("https://h/a", "é\t\n", "https://h/a/%C3%A9%09%0A"),
        ("https://h/a", "b/c", "https://h/a/b%2Fc"),
        ("https://h/a", "/b", "https://h/a/%2Fb"),
        ("https://h/a", "../b", "https://h/a/..%2Fb"),
        ("https://h/a", "..\\b", "https://h/a/..%5Cb"),
        ("https://h/a", "b?c#d", "https://h/a/b%3Fc%23d"),
        ("https://h/a", "...", "https://h/a/..."),
        ("https://h/a", ".\t.", "https://h/a/.%09."),
        ("https://h/a", "", "https://h/a/"),
        ("https://h/a/", "", "https://h/a/"),
        ("https://h/a", "http://x", "https://h/a/http:%2F%2Fx"),
        ("foo://h", "a\\b/c", "foo://h/a\\b%2Fc"),
        ("foo:/", "/x", "foo:/%2Fx"),
        ("file:///", "C|", "file:///C:"),
        ("file:///C:/", "D:", "file:///C:/D:"),
        ("https://h/a", "\ud800", "https://h/a/%EF%BF%BD"),
    ],
)
def test_one_more_segment(href, segment, after):
    for url in (URL(href), FrozenURL(href)):
        longer = url / segment
        assert (type(longer), longer.href) == (FrozenURL, after)
        assert url.joinpath(segment) == longer
        assert url.href == URL(href).href


def test_more_segments():
    url = FrozenURL("https://h/a?q")
    assert url.joinpath("b", "c d", "").href == "https://h/a/b/c%20d/"
    assert url.joinpath("", "", "b", "").href == "https://h/a/b/"
    assert url.joinpath().href == "https://h/a?q"
    assert (url / "b" / "c").href == "https://h/a/b/c"


@pytest.mark.parametrize("segment", [".", "..", "%2e", "%2E", ".%2e", "%2e.", "%2E%2e"])
def test_a_dot_segment_is_no_name(segment):
    with pytest.raises(InvalidURL, match=r"invalid path segment .* use 'parent'"):
        FrozenURL("https://h/a") / segment
    with pytest.raises(InvalidURL):
        FrozenURL("https://h/a").joinpath("b", segment)


def test_segments_of_wrong_types():
    for wrong in (5, b"a", None, ["a"], FrozenURL("https://h/")):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            FrozenURL("https://h/a") / wrong
        with pytest.raises(TypeError, match=type(wrong).__name__):
            FrozenURL("https://h/a").joinpath(wrong)


def test_an_opaque_path_has_no_segments():
    url = FrozenURL("mailto:a/b@h?q")
    assert (url.segments, url.name, url.suffix) == ((), "", "")
    with pytest.raises(InvalidURL, match="its path is opaque, so it takes no segments"):
        url / "a"
    with pytest.raises(InvalidURL, match="its path is opaque, so it has no parent"):
        _ = url.parent
    assert url.with_query("x").href == "mailto:a/b@h?x"


@pytest.mark.parametrize(
    ("href", "segments", "name", "suffix", "parent"),
    [
        ("https://h", ("",), "", "", "https://h/"),
        ("https://h/a", ("a",), "a", "", "https://h/"),
        ("https://h/a/", ("a", ""), "", "", "https://h/a"),
        ("https://u@h:8/a%20b/c.tar.gz?q#f", ("a%20b", "c.tar.gz"), "c.tar.gz", ".gz", "https://u@h:8/a%20b"),
        ("https://h/.profile", (".profile",), ".profile", "", "https://h/"),
        ("https://h/a.", ("a.",), "a.", "", "https://h/"),
        ("https://h//", ("", ""), "", "", "https://h/"),
        ("foo://h", (), "", "", "foo://h"),
        ("foo:/a", ("a",), "a", "", "foo:/"),
        ("foo:/.//a", ("", "a"), "a", "", "foo:/"),
        ("file:///C:/a", ("C:", "a"), "a", "", "file:///C:"),
        ("file:///C:", ("C:",), "C:", "", "file:///C:"),
    ],
)
def test_parts_of_the_path(href, segments, name, suffix, parent):
    for url in (URL(href), FrozenURL(href)):
        assert (url.segments, url.name, url.suffix) == (segments, name, suffix)
        assert (type(url.parent), url.parent.href) == (FrozenURL, parent)


@pytest.mark.parametrize(
    ("query", "params", "after"),
    [
        (None, {}, "https://h/a#f"),
        ("", {}, "https://h/a#f"),
        ({}, {}, "https://h/a#f"),
        ("x=a b'&%41#", {}, "https://h/a?x=a%20b%27&%41%23#f"),
        ("?x", {"y": 2}, "https://h/a?x&y=2#f"),
        ({"x": "a b", "y": 1}, {"z": "é"}, "https://h/a?x=a+b&y=1&z=%C3%A9#f"),
        ([("x", "1"), ("x", 2)], {}, "https://h/a?x=1&x=2#f"),
        (URLSearchParams("x=%7E"), {}, "https://h/a?x=%7E#f"),
        ("\ud800\n", {}, "https://h/a?%EF%BF%BD%0A#f"),
    ],
)
def test_another_query(query, params, after):
    url = FrozenURL("https://h/a?b=~#f")
    assert url.with_query(query, **params).href == after
    assert url.thaw().with_query(query, **params) == FrozenURL(after)
    assert FrozenURL("https://h/").with_query(query=1, self=2).search == "?query=1&self=2"


def test_the_query_of_a_url_that_is_not_special():
    assert FrozenURL("foo:a").with_query("b'").href == "foo:a?b'"


@pytest.mark.parametrize(
    ("before", "query", "params", "after"),
    [
        ("a=1&b=%7e&a=2", {"a": "x"}, {}, "a=x&b=%7e"),
        ("a=1&b=~", [("a", "x"), ("a", "y")], {"c": 3}, "a=x&b=~&a=y&c=3"),
        ("b=%20", "a=1&b=2+3", {}, "b=2+3&a=1"),
        ("b&c&b", "x=1&b=2&y=3&b=4&x=5&b=6", {"z": 7}, "b=2&c&b=4&x=1&y=3&x=5&b=6&z=7"),
        ("b=%20", "?a=1", {}, "b=%20&a=1"),
        ("%61=1&&c", None, {"a": 2}, "a=2&&c"),
        ("", None, {"a": 2}, "a=2"),
        ("a=b'~", None, {}, "a=b%27~"),
    ],
)
def test_some_parameters_changed(before, query, params, after):
    url = FrozenURL(f"https://h/?{before}#f")
    assert url.update_query(query, **params).href == f"https://h/?{after}#f"


@pytest.mark.parametrize(
    ("before", "names", "after"),
    [
        ("?a=1&utm_source=x&b=%7e&utm_=", ["utm_*"], "?a=1&b=%7e"),
        ("?a=1&%75tm_a=2", ["utm_*"], "?a=1"),
        ("?a&b&a=2", ["a"], "?b"),
        ("?a&b", ["a", "b"], ""),
        ("?a&&b", ["a", "b"], ""),
        ("?a&&b", ["x"], "?a&&b"),
        ("?a&&b", ["a"], "?&b"),
        ("?", ["*"], "?"),
        ("", ["*"], ""),
        ("?a&b=2", ["*"], ""),
        ("?a[]=1&a[=2&axb=3&ab=4", ["a[]", "a*b"], "?a[=2"),
        ("?abcabc&abc&aXbYc&acb", ["a*b*c"], "?acb"),
        ("?aa&a", ["a*a"], "?a"),
        ("?abc&axc", ["a*x*c"], "?abc"),
        ("?UTM_A&utm_a", ["utm_*"], "?UTM_A"),
        ("?=1&a", [""], "?a"),
    ],
)
def test_without_some_parameters(before, names, after):
    url = FrozenURL(f"https://h/{before}#f")
    assert url.without_query(*names).href == f"https://h/{after}#f"
    assert url.thaw().without_query(*names).href == f"https://h/{after}#f"


@pytest.mark.parametrize(
    ("before", "query", "params", "after"),
    [
        ("?a=%7e&b=+", None, {"a": 2}, "?a=%7e&b=+&a=2"),
        ("?a=1", "b c&d", {}, "?a=1&b%20c&d"),
        ("?a=1", "?b", {"c": "d e"}, "?a=1&b&c=d+e"),
        ("?sig=%2b%2B&x", [("a", "1"), ("a", 2)], {}, "?sig=%2b%2B&x&a=1&a=2"),
        ("?a&", {"b": 1}, {}, "?a&&b=1"),
        ("", {"b": 1}, {}, "?b=1"),
        ("?", {"b": 1}, {}, "?b=1"),
        ("?", None, {}, "?"),
        ("?a=1", "", {}, "?a=1"),
        ("?a=1", (), {}, "?a=1"),
    ],
)
def test_more_parameters(before, query, params, after):
    url = FrozenURL(f"https://h/{before}#f")
    assert url.extend_query(query, **params).href == f"https://h/{after}#f"
    assert url.thaw().extend_query(query, **params).href == f"https://h/{after}#f"
    assert url.extend_query(query, **params).search.startswith(url.search)


@pytest.mark.parametrize(
    ("href", "name", "after"),
    [
        ("https://h/a/b?q=%7e#f", "c d", "https://h/a/c%20d?q=%7e#f"),
        ("https://h/a/?q", "b", "https://h/a/b?q"),
        ("https://h?q", "b", "https://h/b?q"),
        ("https://h/a/b?q", "", "https://h/a/?q"),
        ("https://h/a?", "b/c?d#", "https://h/b%2Fc%3Fd%23?"),
        ("foo://h?q", "b", "foo://h/b?q"),
        ("foo:/a", "b", "foo:/b"),
        ("file:///C:/a", "b", "file:///C:/b"),
        ("file:///C:", "b", "file:///C:/b"),
        ("https://h/a", "%2F%", "https://h/%2F%"),
        # An empty segment before the name is not the name.
        ("https://h/a//x?q#f", "y", "https://h/a//y?q#f"),
        ("https://h//x", "y", "https://h//y"),
        ("https://h/a//", "y", "https://h/a//y"),
        ("https://h/a//x", "", "https://h/a//"),
        ("foo:/.//x", "y", "foo:/.//y"),
    ],
)
def test_another_name(href, name, after):
    for url in (URL(href), FrozenURL(href)):
        assert url.with_name(name).href == after
        assert type(url.with_name(name)) is FrozenURL


@pytest.mark.parametrize("segment", [".", "..", "%2e", ".%2E"])
def test_a_name_is_no_step(segment):
    with pytest.raises(InvalidURL, match="invalid path segment"):
        FrozenURL("https://h/a/b").with_name(segment)


def test_decoded_parts():
    url = FrozenURL("https://a%40b:p%40%C3%A9@h/a%2Fb/%25/c")
    assert (url.decoded_username, url.decoded_password) == ("a@b", "p@é")
    assert url.decoded_segments == ("a/b", "%", "c")
    plain = URL("https://h/a")
    assert (plain.decoded_username, plain.decoded_password, plain.decoded_segments) == ("", "", ("a",))
    assert URL("mailto:a%20b").decoded_segments == ()


@pytest.mark.parametrize("name", ["decoded_username", "decoded_password", "decoded_segments"])
def test_what_is_not_utf_8_is_not_decoded(name):
    url = FrozenURL("https://s3cr3t%FF:s3cr3t%C3@h/a%80")
    with pytest.raises(InvalidURL, match="its bytes are not UTF-8") as caught:
        getattr(url, name)
    assert "s3cr3t" not in f"{caught.value} {caught.value!r} {caught.value.input}"
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("href", "port"),
    [
        ("https://h/", 443),
        ("https://h:8443/", 8443),
        ("ws://h/", 80),
        ("ftp://h:0/", 0),
        ("file:///a", None),
        ("foo://h/", None),
        ("foo://h:80/", 80),
        ("mailto:a", None),
    ],
)
def test_the_port_as_a_number(href, port):
    assert (URL(href).port_or_default, FrozenURL(href).port_or_default) == (port, port)


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("?a*=1&ab=2", r"a\*", "?ab=2"),
        ("?a*b=1&axb=2&a*c", r"a\*b", "?axb=2&a*c"),
        ("?a*1&a*2=x&ab", r"a\**", "?ab"),
        ("?a\\=1&a", r"a\\", "?a"),
        ("?a\\b=1&a", r"a\b", "?a"),
        ("?a\\xyz=1&a", r"a\\*", "?a"),
        ("?a\\=1&a", "a\\", "?a"),
    ],
)
def test_an_asterisk_can_be_escaped(before, name, after):
    assert FrozenURL(f"https://h/{before}").without_query(name).search == after


class Whole:
    """An integer of another library, such as `numpy.int64`."""

    def __index__(self):
        return 8080


def test_integers_of_other_libraries_are_numbers():
    url = FrozenURL("https://h/?a=1")
    assert url.replace(port=Whole()).port == "8080"
    assert url.with_query(a=Whole()).search == "?a=8080"
    assert url.update_query({"a": Whole()}).search == "?a=8080"
    live = url.thaw()
    live.port = Whole()
    live.search_params.append("b", Whole())
    assert live.href == "https://h:8080/?a=1&b=8080"
    assert Policy(ports=[Whole()], max_length=Whole()) == Policy(ports=[8080], max_length=8080)
    assert len(validate("https://h/^^", limit=Whole())) == 2
    for wrong in (1.0, "x", True):
        with pytest.raises(TypeError, match="must be an int"):
            Policy(ports=[wrong])


def test_what_has_the_method_of_an_integer_and_is_none():
    """As NumPy's arrays."""

    class Array:
        def __index__(self):
            raise TypeError("only integer scalar arrays can be converted to a scalar index")

    with pytest.raises(TypeError, match="the value of 'a' must be a str or an int, not "):
        FrozenURL("https://h/").with_query(a=Array())
    with pytest.raises(TypeError, match="each of ports must be an int, not Array"):
        Policy(ports=[Array()])


def test_pairs_that_can_be_read_once():
    url = FrozenURL("https://h/")
    assert url.with_query(pair for pair in [("a", "1")]).search == "?a=1"
    with pytest.raises(TypeError, match="the value of 'a' must be a str or an int, not list"):
        url.with_query(pair for pair in [("a", [1])])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (5, "a segment must be a str, not int; write str"),
        (b"a", "bytes; decode it first"),
        (pathlib.PurePosixPath("a/b"), r"write joinpath\(\*path.parts\)"),
        (("a", "b"), r"not tuple; write joinpath\(\*segments\)"),
        (URL("https://h/"), r"not py_url.URL; write URL\(reference, base\)"),
        (True, "not bool$"),
        (None, "not NoneType$"),
    ],
)
def test_what_a_wrong_segment_says(wrong, says):
    for call in (FrozenURL("https://h/a").joinpath, FrozenURL("https://h/a").with_name):
        with pytest.raises(TypeError, match=says):
            call(wrong)


def test_queries_of_wrong_types():
    url = FrozenURL("https://h/?a=1")
    for wrong in (5, b"a", True, 1.5):
        for call in (url.with_query, url.update_query, url.without_query):
            with pytest.raises(TypeError, match=type(wrong).__name__):
                call(wrong)
    for wrong in (None, True, 1.5):
        for call in (url.with_query, url.update_query):
            with pytest.raises(TypeError, match=type(wrong).__name__):
                call(a=wrong)
    with pytest.raises(TypeError, match=r"at least one name; with_query\(None\)"):
        url.without_query()


def test_many_parameters_take_no_longer_each():
    """A list that is emptied from its front would take minutes."""
    many = [("a", number) for number in range(100_000)]
    url = FrozenURL("https://h/").with_query(many).update_query([("a", "x"), *many])
    assert url.search_params.size == 100_001
    assert url.without_query("a*").search == ""
