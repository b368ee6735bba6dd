"""What holds for every input of what lies around the parser: references, renderings, file paths, explanations."""

import pytest

hypothesis = pytest.importorskip("hypothesis", reason="hypothesis belongs to the development environment")

from hypothesis import assume, given, settings  # noqa: E402 - after the line that asks whether it is there
from hypothesis import strategies as st  # noqa: E402 - as above

from py_url import (  # noqa: E402 - as above
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    URL,
    display,
    domain_to_unicode,
    explain_differences,
    from_file_path,
    make_relative,
    percent_decode,
    percent_encode_after_encoding,
    to_file_path,
)
from tests.properties.test_properties import PIECES, many, parsing_urls, scalar_strings, urls  # noqa: E402 - as above

segments = st.lists(st.sampled_from(["a", "b", "", "..", "a:b", "%2e", "C:", "?q", "#f"]), max_size=6).map("/".join)
close_urls = st.builds(
    "{}{}".format, st.sampled_from(["http://h/", "foo://h/", "foo:/", "file:///", "foo:"]), segments
).filter(URL.can_parse)


@many
@given(parsing_urls | close_urls, parsing_urls | close_urls)
def test_a_relative_reference_leads_to_its_target(target, base):
    reference = make_relative(target, base)
    assert URL(reference, base).href == URL(target).href
    assert len(reference) <= len(URL(target).href)


decodable = st.lists(
    st.sampled_from(PIECES) | st.characters().map(lambda char: URL(f"http://h/{char}").pathname[1:]), max_size=8
).map("".join)


@many
@given(
    parsing_urls | st.builds("http://{}/{}?{}#{}".format, st.sampled_from(PIECES), decodable, decodable, decodable),
    st.booleans(),
)
def test_a_rendering_parses_to_its_url(string, guard):
    url = URL.parse(string)
    assume(url is not None)
    rendering = display(url, guard=guard)
    text = str(rendering)
    assert URL(text).href == url.with_(username="", password="").href
    assert url.password == "" or f":{url.password}@" not in text
    assert not any(char in text for char in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200e\u200f\u200b\ufeff")


@many
@given(parsing_urls, st.integers(1, 60))
def test_an_elided_rendering_keeps_its_domain(string, length):
    whole = display(string)
    elided = display(string, max_length=length)
    assert elided.domain == whole.domain
    assert elided.is_elided == (len(str(whole)) > length)
    if not elided.is_elided:
        assert elided == whole
        return
    # What is left is what was there, but for an ellipsis, which is not behind the domain.
    start, _, subdomains = elided.before.partition("…")
    assert whole.before.startswith(start)
    assert whole.before.endswith(subdomains)
    assert whole.after.startswith(elided.after.removesuffix("…"))
    assert not (elided.domain and elided.after.startswith("…"))
    if len(str(elided)) > length:
        # Nothing is left but what must be.
        assert subdomains == ""
        assert elided.after.removeprefix(f":{URL(string).port}") in ("", "…", f"{whole.after[:1]}…", "/…", "?…", "#…")


file_names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), min_size=1, max_size=8).filter(
    lambda name: name not in (".", "..")
)
windows_names = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"*/:<>?\\|'), min_size=1, max_size=8
).map(lambda name: f"{name.rstrip('. ')}x")


@many
@given(st.lists(file_names, max_size=5), st.booleans())
def test_posix_paths_come_back(names, is_folder):
    path = "/" + "/".join(names) + ("/" if is_folder and names else "")
    url = from_file_path(path, windows=False)
    assert to_file_path(url, windows=False) == path
    assert (URL(url.href).href, url.protocol, url.host, url.search, url.hash) == (url.href, "file:", "", "", "")


@many
@given(
    st.lists(windows_names, max_size=5), st.sampled_from(["C:\\", "z:\\", "\\\\server\\share\\", "\\\\a.example\\$x\\"])
)
def test_windows_paths_come_back(names, root):
    path = root + "\\".join(names)
    url = from_file_path(path, windows=True)
    assert to_file_path(url, windows=True) == path
    assert to_file_path(url.href, windows=True) == path


@many
@given(urls, st.booleans())
def test_a_file_url_names_a_path_or_is_refused(input, windows):
    url = URL.parse(f"file:{input}")
    assume(url is not None)
    try:
        path = to_file_path(url, windows=windows)
    except ValueError:
        return
    again = from_file_path(path, windows=windows)
    if windows:
        assert to_file_path(again, windows=True) == path
    else:
        assert percent_decode(again.pathname) == percent_decode(url.pathname)


@settings(many, max_examples=200)
@given(urls | st.text(max_size=20))
def test_explaining_raises_nothing(string):
    explanation = explain_differences(string)
    assert str(explanation)
    assert repr(explanation)
    assert (explanation.readings["whatwg"].failure is None) == URL.can_parse(string)


ENCODINGS = [
    "shift_jis",
    "euc-jp",
    "iso-2022-jp",
    "gb18030",
    "gbk",
    "big5",
    "euc-kr",
    "koi8-u",
    "x-user-defined",
    "latin1",
]


@many
@given(scalar_strings, st.sampled_from(ENCODINGS))
def test_a_query_in_an_encoding_is_ascii_without_what_the_set_holds(string, encoding):
    encoded = percent_encode_after_encoding(encoding, string, SPECIAL_QUERY_PERCENT_ENCODE_SET)
    assert not any(char in SPECIAL_QUERY_PERCENT_ENCODE_SET for char in encoded)
    if string.isascii() and encoding != "iso-2022-jp":
        assert percent_decode(encoded) == percent_decode(string)


@many
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
def test_a_domain_in_unicode_is_the_same_domain(string):
    url = URL.parse(f"http://{string}/")
    if url is not None and url.hostname:
        shown = domain_to_unicode(url.hostname)
        assert URL(f"http://{shown}/").hostname == url.hostname
    assert PATH_PERCENT_ENCODE_SET.encode(string).isascii()
