"""What holds for every input of the parser, the setters, the host parser and the query parser."""

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url import URL, InvalidURL, URLSearchParams  # noqa: E402 - as above
from py_url.standard import basic_parse, host_parse, parse_urlencoded, serialize, serialize_host, serialize_urlencoded  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    bases,
    evenly,
    guesses,
    mutated,
    opaque_hosts,
    parsing_hosts,
    parsing_urls,
    references,
    scalar_strings,
    urls,
)
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

VALUES = {
    "protocol": st.sampled_from(["http", "https:", "ws", "ftp:", "file", "foo", "data:", "1", ""]),
    "username": scalar_strings,
    "password": scalar_strings,
    "host": evenly(parsing_hosts, opaque_hosts, parsing_hosts.map("{}:8080".format), st.just("h:443")),
    "hostname": evenly(parsing_hosts, opaque_hosts, st.just("")),
    "port": st.sampled_from(["", "80", "443", "0", "65535", "65536", "1a", "a", "0080"]),
    "pathname": evenly(references, st.sampled_from(["//x", "/..//y", "C|/a", "..", "."])),
    "search": evenly(references, scalar_strings),
    "hash": evenly(references, scalar_strings),
}
changes = st.sampled_from(sorted(VALUES)).flatmap(
    lambda member: st.tuples(st.just(member), evenly(VALUES[member], mutated(VALUES[member]), guesses))
)


@reaches(parses=0.4, fails=0.1)
@many
@given(urls, bases)
@example("//[1::2:3:4:5:6:7:8]", "http://h/")
@example("/..//x", "foo:/a")
@example("C|/..", "file://h/C:/a")
@example("#", "foo:x")
def test_parsing_ends_in_a_url_or_in_one_kind_of_error(input, base):
    try:
        url = URL(input, base)
    except InvalidURL as error:
        reached("fails")
        text = error.input
        *others, fatal = error.errors
        assert fatal.fatal
        assert not any(other.fatal for other in others)
        assert all(0 <= other.start <= other.end <= len(text) for other in others)
        assert 0 <= fatal.start <= fatal.end <= len(text)
        assert str(error)
        assert URL.parse(input, base) is None
    else:
        reached("parses")
        assert url.href.isascii()
        assert URL(url.href).href == url.href
        assert serialize(basic_parse(url.href)) == url.href
        assert url.href == serialize(url.to_record())
        repr(url)


@reaches(changed=0.3, unchanged=0.1, set_again=0.1)
@many
@given(parsing_urls, changes)
@example("file://localhost/", ("protocol", "http"))
@example("http://localhost/C|/a", ("protocol", "file"))
@example("foo:/.//x", ("hostname", "h"))
@example("foo://h//x", ("host", ""))
@example("data:a ?q#f", ("search", ""))
def test_setting_a_member_leaves_a_url_that_parses_to_itself(href, change):
    member, value = change
    url = URL(href)
    before = url.href
    setattr(url, member, value)
    changed = url.href
    reached("unchanged" if changed == before else "changed")
    # Except if the protocol became file: that changes neither a host "localhost" nor a path that starts with a drive
    # letter.
    if not (member == "protocol" and url.protocol == "file:"):
        assert URL(changed).href == changed
    setattr(url, member, getattr(url, member))
    # If a component is present but empty, its getter returns ""; setting it to "" removes the component.
    if member in ("protocol", "username", "password", "port", "pathname"):
        reached("set_again")
        assert url.href == changed


@reaches(Domain=0.07, IPv4Address=0.02, IPv6Address=0.05, OpaqueHost=0.05)
@many
@given(
    evenly(
        st.tuples(parsing_hosts, st.just(False)),
        st.tuples(evenly(opaque_hosts, parsing_hosts), st.just(True)),
        st.tuples(evenly(mutated(parsing_hosts), guesses), st.booleans()),
    )
)
@example(("[::1.2.3.4]", False))
@example(("0x.0x.0", False))
@example(("1.2.3.09", True))
def test_a_serialized_host_parses_to_itself(input_and_kind):
    input, is_opaque = input_and_kind
    try:
        host = host_parse(input, is_opaque)
    except InvalidURL:
        return
    if host:
        reached(type(host).__name__)
    again = host_parse(serialize_host(host), is_opaque)
    assert again == host
    assert type(again) is type(host)


@reaches(encoded=0.3, sorted=0.1)
@many
@given(st.lists(st.tuples(scalar_strings, scalar_strings), max_size=8))
def test_pairs_come_back_from_their_serialization(pairs):
    if "%" in serialize_urlencoded(pairs):
        reached("encoded")
    assert parse_urlencoded(serialize_urlencoded(pairs)) == pairs
    params = URLSearchParams(pairs)
    url = URL("http://h/")
    for name, value in pairs:
        url.search_params.append(name, value)
    assert url.search_params == params == URLSearchParams(url.search)
    params.sort()
    if list(params) != pairs:
        reached("sorted")
    assert sorted(params) == sorted(pairs)


@reaches(fails=0.5)
@many
@given(st.text(max_size=12), st.text(min_size=1, max_size=12))
def test_a_password_is_in_no_error(user, password):
    secret = f"s3cr3t{password}s3cr3t"
    try:
        URL(f"http://{user}:{secret}@exa mple/")
    except InvalidURL as error:
        reached("fails")
        assert "s3cr3t" not in str(error)
        assert "s3cr3t" not in repr(error)
