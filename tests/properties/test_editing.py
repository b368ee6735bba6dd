"""What holds for every edit: nothing leads out of a folder, or is encoded twice; `replace` takes all or raises."""

import re
from random import Random

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import example, given, strategies as st  # noqa: E402 - must follow the check that it is installed

from py_url import URL, FrozenURL, InvalidURL, URLSearchParams  # noqa: E402 - as above
from py_url.standard import basic_parse, parse_urlencoded, percent_decode, serialize, shorten  # noqa: E402 - as above
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import evenly, guesses, joined, mutated, parsing_urls  # noqa: E402 - as above
from tests.properties.test_properties import changes  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

frozen_urls = parsing_urls.map(FrozenURL)
segments = evenly(
    guesses,
    joined([*"a.%/\\?#|: \t\n", "..", "%2e", "%2F", "%5c", "C|", "é", "\ud800", "//"], most=6),
    st.text(max_size=5),
)
names = joined([*"ab[]*=&+ %\\", "utm_", "%61", "é"], most=3)
pairs = st.lists(st.tuples(names, names), max_size=4)
DOTS = {".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"}
# Where the parser writes a segment in another way: the drive letter of a file URL.
DRIVES = {f"{letter}|" for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def decoded(segment):
    return percent_decode(segment)


@reaches(appends=0.3, dots=0.01)
@many
@given(frozen_urls, segments)
@example(FrozenURL("https://h/a/"), "..")
@example(FrozenURL("https://h/a/"), "/etc")
@example(FrozenURL("https://h/a/"), "..\\..\\b")
@example(FrozenURL("https://h/a/"), "%2E.")
@example(FrozenURL("file:///"), "C|")
@example(FrozenURL("foo:/.//"), "x")
@example(FrozenURL("foo:/"), "/x")
def test_a_segment_stays_in_its_folder(url, segment):
    folder = url.segments[:-1] if url.name == "" else url.segments
    try:
        longer = url / segment
    except InvalidURL as error:
        # Only dots, and any segment where the path is opaque.
        assert segment.lower() in DOTS or isinstance(url.to_record().path, str), error
        reached("dots")
        return
    reached("appends")
    assert longer.segments[: len(folder)] == folder
    assert len(longer.segments) == len(folder) + 1
    assert (longer.origin == url.origin, longer.host, longer.username) == (True, url.host, url.username) or (
        url.origin == "null"
    )
    assert (longer.search, longer.hash, "?" in longer.href, "#" in longer.href) == ("", "", False, False)
    # No byte is encoded twice, and none is lost: the server decodes what was given.
    if not (segment in DRIVES and not folder and url.protocol == "file:"):
        assert decoded(longer.name) == decoded(segment)
    assert URL(longer.href).href == longer.href
    assert longer / "" == longer.joinpath("", "")
    # What stands there already may be used again. A segment takes the place of an empty one, and a drive has no parent.
    if longer.name and folder[-1:] != ("",) and longer.parent != longer:
        assert longer.parent / longer.name == longer


@reaches(has_a_parent=0.5)
@many
@given(frozen_urls)
@example(FrozenURL("file:///C:/"))
def test_the_parent_is_the_shortened_path(url):
    record = url.to_record()
    if isinstance(record.path, str):
        return
    reached("has_a_parent")
    shorten(record)
    record.query = record.fragment = None
    # A URL without a host has a path; a special one too.
    record.path = record.path or ([""] if url.segments else [])
    assert url.parent.href == URL(serialize(record)).href
    assert URL(url.parent.href).href == url.parent.href
    assert url.name == (url.segments or ("",))[-1]
    assert url.name.endswith(url.suffix)
    top = url.parent
    for _ in range(len(url.segments)):
        top = top.parent
    assert top.parent == top


@reaches(has_a_query=0.13)
@many
@given(frozen_urls, pairs, evenly(pairs, guesses))
def test_queries_have_the_pairs_that_they_were_given(url, some, query):
    assert list(url.with_query(some).search_params) == some
    changed = url.update_query(query)
    given_pairs = parse_urlencoded(query.removeprefix("?")) if isinstance(query, str) else query
    given_names = {name for name, _ in given_pairs}
    assert [pair for pair in changed.search_params if pair[0] not in given_names] == [
        pair for pair in url.search_params if pair[0] not in given_names
    ]
    for name in given_names:
        assert changed.search_params.get_all(name) == [value for other, value in given_pairs if other == name]
    assert basic_parse(changed.href) == basic_parse(URL(changed.href).href)
    assert (changed.pathname, changed.hash) == (url.pathname, url.hash)
    if url.search:
        reached("has_a_query")
    for name, _ in url.search_params:
        # Both have a meaning of their own there.
        pattern = re.sub(r"[*\\]", r"\\\g<0>", name)
        without = url.without_query(pattern)
        expected = URLSearchParams(url.search_params)
        expected.delete(name)
        assert without.search_params == expected
        assert without.without_query(pattern) == without
    assert url.without_query("*").search_params.size == 0


@reaches(has_a_query=0.2)
@many
@given(frozen_urls, guesses)
def test_a_query_as_a_string_is_that_of_the_setter(url, query):
    """Apart from tabs and newlines, which the setter removes and this percent-encodes."""
    for blank in "\t\n\r":
        query = query.replace(blank, "")
    expected = url.thaw()
    expected.search = query
    if expected.search:
        reached("has_a_query")
    assert url.with_query(query).search == expected.search
    assert URL(url.with_query(query).href) == url.with_query(query)


@reaches(taken=0.2, refused=0.1)
@many
@given(
    parsing_urls, evenly(changes, st.tuples(st.sampled_from(["host", "port", "protocol"]), mutated(st.just("b:80"))))
)
def test_replace_takes_all_of_a_value_or_raises(href, change):
    member, value = change
    url, by_setter = URL(href), URL(href)
    setattr(by_setter, member, value)
    try:
        replaced = url.replace(**{member: value})
    except InvalidURL as error:
        reached("refused")
        assert error.what == member
        assert error.errors or error.reason
        return
    reached("taken")
    assert replaced == by_setter
    assert url.freeze().replace(**{member: value}) == replaced
    if member == "port" and value:
        assert replaced.port in (str(int(value)), "")
        assert replaced.port or SPECIAL_SCHEMES[url.protocol[:-1]] == int(value)
    elif member == "protocol":
        assert replaced.protocol == value.lower().rstrip(":") + ":"
    elif member in ("host", "hostname") and url.protocol != "file:":
        alone = URL(f"{url.protocol}//{value}/")
        assert replaced.hostname == alone.hostname
        assert not alone.port or replaced.port == alone.port
    elif member in ("username", "password"):
        assert decoded(getattr(replaced, member)) == decoded(value)


values = {
    "protocol": st.sampled_from(["http", "https", "file", "ws:", "foo", ""]),
    "username": st.sampled_from(["", "u", "é"]),
    "password": st.sampled_from(["", "p:"]),
    "host": st.sampled_from(["", "b", "b:80", "b:443", "localhost", "[::1]:8", "b c", "::1"]),
    "hostname": st.sampled_from(["", "b", "B", "localhost", "1.2"]),
    "port": st.sampled_from(["", 80, "443", "8x"]),
    "pathname": st.sampled_from(["", "/C|/x", "//x", "a b"]),
    "search": st.sampled_from(["", "a'b"]),
    "hash": st.sampled_from(["", "f"]),
}
members = st.lists(st.sampled_from(sorted(values)), min_size=2, max_size=5, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: values[name] for name in names})
)
starts = st.sampled_from(
    ["http://h/", "https://u:p@h:8/a?b#c", "file:///C:/x", "file://h/", "foo://h/", "foo:/x", "foo:x", "foo://u@h:8//"]
)


def replaced_or_why(url, members):
    try:
        return url.replace(**members).href
    except InvalidURL as error:
        return f"{error.what}: {error}"


@reaches(taken=0.05, refused=0.1)
@many
@given(evenly(starts, parsing_urls), members, st.randoms(use_true_random=False))
@example("http://com/C|", {"host": "", "protocol": "file"}, Random(0))
def test_replace_does_not_depend_on_the_order_of_its_members(href, members, order):
    url = URL(href)
    found = replaced_or_why(url, members)
    shuffled = list(members.items())
    for _ in range(4):
        order.shuffle(shuffled)
        assert replaced_or_why(url, dict(shuffled)) == found
    try:
        changed = url.replace(**members)
    except InvalidURL:
        reached("refused")
        return
    reached("taken")
    # It is a URL, and it has each member: setting it again changes nothing. The setter of the protocol leaves a path
    # that starts with "/C|" as it is, but in a file URL the parser makes a drive letter of it.
    parsed = URL(changed.href)
    assert parsed == changed or (changed.protocol == "file:" and re.match(r"/[a-z]\|", changed.pathname, re.IGNORECASE))
    for name, value in members.items():
        again = URL(changed.href)
        setattr(again, name, value)
        assert again == parsed
    if "port" in members:
        assert changed.port in (str(members["port"]), "")
    if "protocol" in members:
        assert changed.protocol == members["protocol"].rstrip(":") + ":"


def test_replace_and_setters_agree_without_the_fast_path(without_fast_path):
    for href, member, value in (
        ("https://h/", "host", "b:8"),
        ("https://h/", "protocol", "http"),
        ("http://h/", "port", "80"),
    ):
        url = URL(href)
        setattr(url, member, value)
        assert URL(href).replace(**{member: value}) == url
