"""What holds for every input, tried on inputs that Hypothesis makes of the pieces that matter to a URL."""

import pytest

hypothesis = pytest.importorskip("hypothesis", reason="hypothesis belongs to the development environment")

from hypothesis import given, settings  # noqa: E402 - after the line that asks whether it is there
from hypothesis import strategies as st  # noqa: E402 - as above

from py_url import (  # noqa: E402 - as above
    URL,
    InvalidURL,
    URLSearchParams,
    basic_parse,
    host_parse,
    parse_urlencoded,
    serialize,
    serialize_host,
    serialize_urlencoded,
)

PIECES = [
    *(
        "http:",
        "https:",
        "file:",
        "foo:",
        "blob:",
        "ws:",
        "HTTP:",
        "//",
        "/",
        "\\",
        "?",
        "#",
        "@",
        ":",
        "[",
        "]",
        "[::1]",
    ),
    *(
        ".",
        "..",
        "%2e",
        "%",
        "%2F",
        "%zz",
        "|",
        "C:",
        "C|",
        "localhost",
        "example.com",
        "1.2.3.4",
        "0x7f",
        "09",
        "é",
        "ß",
    ),
    *("xn--", "xn--zca", "\u3002", "\u00ad", "\u200d", "\u05d0", "\u0301", "\U0001f4a9", "\ud800", "\udfff", "\ufffe"),
    *(
        " ",
        "\t",
        "\n",
        "\x00",
        "\x1f",
        "\x7f",
        '"',
        "'",
        "<",
        ">",
        "`",
        "^",
        "{",
        "}",
        "&",
        "=",
        "+",
        "80",
        "443",
        "65536",
    ),
]
urls = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)
bases = (
    st.none()
    | st.sampled_from(["http://u:p@h:8080/a/b?q#f", "file:///C:/a/b", "foo:x", "foo://h/a/b", "https://h/"])
    | urls
)
schemes = st.sampled_from(["http:", "file:", "foo:"])
authorities = st.sampled_from(["h", "u:p@h:1", "[::1]", "1.2"])
odd_urls = st.sampled_from(["foo:x ?q#f", "foo:/.//x", "data:,a b", "file:///C:/x"])
parsing_urls = (st.builds("{}//{}/{}".format, schemes, authorities, urls) | odd_urls).filter(URL.can_parse)
members = st.sampled_from(
    ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]
)
many = settings(max_examples=600, deadline=None)


@many
@given(urls, bases)
def test_parsing_ends_in_a_url_or_in_one_kind_of_error(input, base):
    try:
        url = URL(input, base)
    except InvalidURL as error:
        text = error.input
        *others, fatal = error.errors
        assert fatal.fatal
        assert not any(other.fatal for other in others)
        assert all(0 <= other.start <= other.end <= len(text) for other in others)
        assert 0 <= fatal.start <= fatal.end <= len(text)
        assert str(error)
        assert URL.parse(input, base) is None
    else:
        assert url.href.isascii()
        assert URL(url.href).href == url.href
        assert serialize(basic_parse(url.href)) == url.href
        assert url.href == serialize(url.to_record())
        repr(url)


@many
@given(parsing_urls, members, urls)
def test_setting_a_member_leaves_a_url_that_parses_to_itself(href, member, value):
    url = URL(href)
    setattr(url, member, value)
    # But where the protocol became file: that changes neither a host localhost nor a path with a drive letter first.
    if not (member == "protocol" and url.protocol == "file:"):
        assert URL(url.href).href == url.href
    changed = url.href
    setattr(url, member, getattr(url, member))
    # Where "" stands for a component that is there and empty, setting it would not leave that as it is.
    if member in ("protocol", "username", "password", "port", "pathname"):
        assert url.href == changed


@many
@given(st.text(max_size=20) | urls, st.booleans())
def test_a_serialized_host_parses_to_itself(input, is_opaque):
    try:
        host = host_parse(input, is_opaque)
    except InvalidURL:
        return
    again = host_parse(serialize_host(host), is_opaque)
    assert again == host
    assert type(again) is type(host)


scalar_strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


@many
@given(st.lists(st.tuples(scalar_strings, scalar_strings), max_size=8))
def test_pairs_come_back_from_their_serialization(pairs):
    assert parse_urlencoded(serialize_urlencoded(pairs)) == pairs
    params = URLSearchParams(pairs)
    url = URL("http://h/")
    for name, value in pairs:
        url.search_params.append(name, value)
    assert url.search_params == params == URLSearchParams(url.search)
    params.sort()
    assert sorted(params) == sorted(pairs)


@many
@given(st.text(max_size=12), st.text(min_size=1, max_size=12))
def test_a_password_is_in_no_error(user, password):
    secret = f"s3cr3t{password}s3cr3t"
    try:
        URL(f"http://{user}:{secret}@exa mple/")
    except InvalidURL as error:
        assert "s3cr3t" not in str(error)
        assert "s3cr3t" not in repr(error)
