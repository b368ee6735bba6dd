"""Properties of the functions around the parser: relative references, renderings, file paths, explanations."""

import json

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    assume,
    example,
    given,
    strategies as st,
)

from py_url import URL, display, make_relative  # noqa: E402 - as above
from py_url.explain import explain_differences  # noqa: E402 - as above
from py_url.specs.files import from_file_path, to_file_path  # noqa: E402 - as above
from py_url.specs.html import (  # noqa: E402 - as above
    Document,
    Hyperlink,
    Location,
    import_maps,
    parse_link_value,
    parse_srcset,
)
from py_url.standard import (  # noqa: E402 - as above
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    domain_to_unicode,
    percent_decode,
    percent_encode_after_encoding,
    serialize,
)
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    PIECES,
    concatenated,
    domains,
    evenly,
    guesses,
    joined,
    mutated,
    optional,
    parsing_urls,
    scalar_strings,
    urls,
)
from tests.support.hypothesis_profile import examples, many  # noqa: E402 - as above

_close_segments = joined(["a", "b", "", "..", "a:b", "%2e", "C:", "?q", "#f"], by="/")
# URLs of which one may be the base of another; most pairs of `parsing_urls` have nothing in common.
close_urls = concatenated(
    st.sampled_from(["http://h/", "http://h/a/", "foo://h/", "foo:/", "file:///", "foo:"]), _close_segments
).filter(URL.can_parse)


@reaches(shorter=0.2, whole=0.1)
@many
@given(*[evenly(parsing_urls, close_urls, close_urls)] * 2)
@example("foo:/.//a", "foo:/b")
@example("http://h/a:b", "http://h/a")
@example("http://h//a", "http://h/b")
@example("file:///C:/", "file:///D:/a")
@example("http://h/a", "http://h/a?q")
def test_a_relative_reference_leads_to_its_target(target, base):
    reference = make_relative(target, base)
    reached("whole" if reference == URL(target).href else "shorter")
    assert URL(reference, base).href == URL(target).href
    assert len(reference) <= len(URL(target).href)


_SETTABLE = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")


@reaches(changed=0.1)
@many
@given(
    parsing_urls, st.sampled_from(_SETTABLE), evenly(guesses, scalar_strings, st.sampled_from(["81", "http", "h:1"]))
)
@example("http://localhost/", "protocol", "file")
def test_a_hyperlink_and_a_location_are_like_a_url(string, member, value):
    """In a document in UTF-8, except that what the setter makes is parsed again."""
    document = Document("https://example.org/")
    link, url = Hyperlink(document, string), URL(string)
    assert (link.href, link.origin, link.search) == (url.href, url.origin, url.search)
    for holder in (link, url):
        setattr(holder, member, value)
    if url.href != URL(string).href:
        reached("changed")
    assert link.href == URL(url.href).href
    location = Location(Document(string))
    if member in ("host", "hostname", "port", "pathname", "search"):
        setattr(location, member, value)
        target = location.navigation
        assert url.href == (URL(string).href if target is None else serialize(target))


@reaches(several=0.1)
@many
@given(st.lists(st.tuples(scalar_strings, st.sampled_from(["", " 2x", " 1.5e0x", " 10w", " 10w 5h"])), max_size=4))
def test_a_srcset_of_candidates(pairs):
    """What HTML lets authors write is read as it is meant: no white space in a URL, and no comma at its ends."""
    cleaned = [("".join(url.split()).strip(","), descriptor) for url, descriptor in pairs]
    written = [(url, descriptor) for url, descriptor in cleaned if url]
    candidates = parse_srcset(", ".join(url + descriptor for url, descriptor in written))
    assert [candidate.url for candidate in candidates] == [url for url, _ in written]
    assert [candidate.width for candidate in candidates] == [10 if "w" in written else None for _, written in written]
    if len(written) > 1:
        reached("several")


_ascii = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=8)


@reaches(several=0.1)
@many
@given(st.lists(st.tuples(st.sampled_from(["", "a,b;c", "?q", "x y"]), _ascii), max_size=4))
def test_links_of_quoted_strings(pairs):
    def quoted(value):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    value = " , ".join(f"<{target}> ; rel=a;title={quoted(title)}" for target, title in pairs)
    links = parse_link_value(value, "https://example.org/x")
    assert [link.get("title") for link in links] == [title for _, title in pairs]
    assert [link.target for link in links] == [URL(target, "https://example.org/x").href for target, _ in pairs]
    if len(pairs) > 1:
        reached("several")


decodable = st.lists(
    st.sampled_from(PIECES) | st.characters().map(lambda char: URL(f"http://h/{char}").pathname[1:]), max_size=8
).map("".join)


@reaches(decoded=0.2, password=0.01)
@many
@given(
    evenly(
        parsing_urls,
        st.builds("http://{}/{}?{}#{}".format, domains, decodable, decodable, decodable),
    ),
    st.booleans(),
)
def test_a_rendering_parses_to_its_url(string, spoof_check):
    url = URL.parse(string)
    assume(url is not None)
    rendering = display(url, spoof_check=spoof_check)
    text = str(rendering)
    if not text.isascii():
        reached("decoded")
    if url.password:
        reached("password")
    assert URL(text).href == url.replace(username="", password="").href
    assert url.password == "" or f":{url.password}@" not in text
    assert not any(char in text for char in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200e\u200f\u200b\ufeff")


@reaches(whole=0.1, elided=0.2, least=0.1)
@many
@given(parsing_urls, st.integers(1, 60))
def test_an_elided_rendering_keeps_its_domain(string, length):
    whole = display(string)
    elided = display(string, max_length=length)
    assert elided.domain == whole.domain
    assert elided.is_elided == (len(str(whole)) > length)
    if not elided.is_elided:
        reached("whole")
        assert elided == whole
        return
    reached("elided")
    # The remaining text is unchanged, except for an ellipsis, which never directly follows the domain.
    start, _, subdomains = elided.before.partition("…")
    assert whole.before.startswith(start)
    assert whole.before.endswith(subdomains)
    assert whole.after.startswith(elided.after.removesuffix("…"))
    assert not (elided.domain and elided.after.startswith("…"))
    if len(str(elided)) > length:
        reached("least")
        # Only the necessary parts are left.
        assert subdomains == ""
        assert elided.after.removeprefix(f":{URL(string).port}") in ("", "…", f"{whole.after[:1]}…", "/…", "?…", "#…")


file_names = evenly(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), min_size=1, max_size=8),
    st.sampled_from(["a b", "%41", "?", "#", "C:", "C|", "é", "\\", "...", " .", "con", "\n"]),
).filter(lambda name: name not in (".", ".."))
windows_names = evenly(
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"*/:<>?\\|'), max_size=8).map(
        lambda name: f"{name.rstrip('. ')}x"
    ),
    st.sampled_from(["a b", "%41", "#", "é", ".a", "a.b", "$RECYCLE.BIN", "con1", "auxx", "~1"]),
)
_servers = ["server", "a.example", "1.2.3.4", "exämple", "日本", "wsl$", "srv_1"]
_shares = ["share", "$x", "C$", "a b", "é"]
windows_roots = evenly(
    st.sampled_from(["C:\\", "z:\\", "Q:\\"]),
    st.builds("\\\\{}\\{}\\".format, st.sampled_from(_servers), st.sampled_from(_shares)),
)


@reaches(escaped=0.2, a_folder=0.1)
@many
@given(st.lists(file_names, max_size=5), st.booleans())
@example(["C:", "x"], False)
@example(["C|"], True)
@example(["localhost", "C:"], False)
def test_posix_paths_come_back(names, is_folder):
    path = "/" + "/".join(names) + ("/" if is_folder and names else "")
    url = from_file_path(path, windows=False)
    if "%" in url.href:
        reached("escaped")
    if names and is_folder:
        reached("a_folder")
    assert to_file_path(url, windows=False) == path
    assert (URL(url.href).href, url.protocol, url.host, url.search, url.hash) == (url.href, "file:", "", "", "")


@reaches(escaped=0.2, on_a_drive=0.2, on_a_server=0.2)
@many
@given(windows_roots, st.lists(windows_names, max_size=5))
@example("C:\\", [])
@example("\\\\1.2.3.4\\C$\\", ["%41"])
def test_windows_paths_come_back(root, names):
    path = root + "\\".join(names)
    url = from_file_path(path, windows=True)
    if "%" in url.href:
        reached("escaped")
    reached("on_a_server" if url.host else "on_a_drive")
    assert to_file_path(url, windows=True) == path
    assert to_file_path(url.href, windows=True) == path


_segments = evenly(
    *[joined(["a", "B", "é", "~", "$", "'", "%c3%a9", "%25", "=", ";", "@"], least=1, most=3)] * 3,
    st.sampled_from(
        ["", ".", "..", "%2e%2E", "a.", "%41", "C:", "%2F", "%5C", "%00", "%ff", "aux", "a:b", "%20", "a%3Fb"]
    ),
)
_drives_and_shares = ["///C:/", "///c|/", "//localhost/D:/", "/C:/", "C:/", "//server/share/", "//1.2.3.4/s/", "//é/s/"]
_ends = optional(st.sampled_from(["?q", "#f", "?q#f"]))
windows_urls = concatenated("file:", st.sampled_from(_drives_and_shares), joined(_segments, most=3, by="/"), _ends)
posix_urls = concatenated("file:", st.sampled_from(["///", "/", "", "//localhost/"]), joined(_segments, by="/"), _ends)


@reaches(windows=0.1, posix=0.1, refused=0.1)
@many
@given(
    evenly(
        st.tuples(windows_urls, st.just(True)),
        st.tuples(posix_urls, st.just(False)),
        st.tuples(evenly(windows_urls, mutated(windows_urls), posix_urls, urls.map("file:{}".format)), st.booleans()),
    )
)
@example(("file:///C:/", True))
@example(("file:///C:", True))
@example(("file://server/", True))
@example(("file://server/share", True))
@example(("file:////server/share", True))
@example(("file://h/a", False))
@example(("file:////a", False))
@example(("file:///C:/..%2F", True))
def test_a_file_url_names_a_path_or_is_refused(string_and_rules):
    string, windows = string_and_rules
    url = URL.parse(string)
    assume(url is not None and url.protocol == "file:")
    try:
        path = to_file_path(url, windows=windows)
    except ValueError:
        reached("refused")
        return
    again = from_file_path(path, windows=windows)
    if windows:
        reached("windows")
        assert to_file_path(again, windows=True) == path
    else:
        reached("posix")
        assert percent_decode(again.pathname) == percent_decode(url.pathname)


@reaches(parses=0.3, fails=0.1, parsers_differ=0.2)
@examples(200)
@given(evenly(urls, parsing_urls, st.text(max_size=20)))
def test_explaining_raises_nothing(string):
    assert str(explain_differences(string, "https://h.example/a/b"))
    assert str(explain_differences("../c", string))
    explanation = explain_differences(string)
    reached("parses" if URL.can_parse(string) else "fails")
    assert str(explanation)
    assert repr(explanation)
    assert (explanation.readings["whatwg"].failure is None) == URL.can_parse(string)
    if not explanation.agree:
        reached("parsers_differ")


# Each encoding whose Python codec agrees with the standard on the letters below.
CODECS = {
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "gb18030": "gb18030",
    "gbk": "gbk",
    "euc-kr": "cp949",
    "koi8-u": "koi8_u",
}
LETTERS = [*"aZ09-._~ '<>\"#&;=+/", "я", "Щ", "カ", "ん", "日", "本", "中", "国", "한", "글", "\U0001f600"]


@reaches(as_bytes=0.3, as_references=0.15)
@many
@given(joined(LETTERS, least=1, most=10), st.sampled_from(sorted(CODECS)))
def test_a_query_in_an_encoding_is_what_a_codec_of_python_makes_of_it(string, encoding):
    encoded = percent_encode_after_encoding(encoding, string, SPECIAL_QUERY_PERCENT_ENCODE_SET)
    octets = string.encode(CODECS[encoding], "xmlcharrefreplace")
    assert percent_decode(encoded) == octets
    if b"&#" in octets:
        reached("as_references")
    if not octets.isascii():
        reached("as_bytes")


@reaches(as_it_is=0.02, encoded=0.3)
@many
@given(
    evenly(scalar_strings, st.text(st.characters(max_codepoint=0x7F))),
    st.sampled_from([*CODECS, "iso-2022-jp", "latin1", "x-user-defined"]),
)
def test_a_query_in_an_encoding_is_ascii_without_what_the_set_holds(string, encoding):
    encoded = percent_encode_after_encoding(encoding, string, SPECIAL_QUERY_PERCENT_ENCODE_SET)
    reached("as_it_is" if encoded == string else "encoded")
    assert not any(char in SPECIAL_QUERY_PERCENT_ENCODE_SET for char in encoded)
    if string.isascii() and encoding != "iso-2022-jp":
        assert percent_decode(encoded) == percent_decode(string)


@reaches(beyond_ascii=0.1, punycode_kept=0.05)
@many
@given(
    evenly(
        domains,
        evenly(mutated(domains), guesses),
        # Some of these labels are invalid Punycode; the parser does not check that in ASCII labels.
        concatenated(
            joined(["xn--a", "xn--", "xn--8i7caa", "xn--1ug", "b", "xn--tda"], least=1, most=3, by="."), ".com"
        ),
    )
)
@example("xn--tda.xn--a")
@example("xn--8i7caa")
@example("XN--TDA.Example.")
def test_a_domain_in_unicode_is_the_same_domain(string):
    url = URL.parse(f"http://{string}/")
    if url is not None and url.hostname:
        shown = domain_to_unicode(url.hostname)
        if not shown.isascii():
            reached("beyond_ascii")
        elif "xn--" in shown:
            reached("punycode_kept")
        assert URL(f"http://{shown}/").hostname == url.hostname


@reaches(encoded=0.3)
@many
@given(scalar_strings)
def test_a_path_that_is_percent_encoded_is_ascii(string):
    encoded = PATH_PERCENT_ENCODE_SET.encode(string)
    assert encoded.isascii()
    if encoded != string:
        reached("encoded")
    # A "%" is not in the set.
    assert percent_decode(encoded) == percent_decode(string)


@reaches(url=0.2, refused=0.2)
@many
@given(evenly(guesses, urls, st.sampled_from(["a", "b/c", "/x"])), guesses, st.sampled_from(["http://h/a/", "foo:/b"]))
def test_a_module_specifier_gives_a_url_or_a_documented_error(specifier, address, base):
    addresses = {"a": address, "b/": f"{address}/", address: "/x"}
    text = json.dumps({"imports": addresses, "scopes": {base: addresses}})
    import_map = import_maps.parse_import_map(text, base)
    try:
        record = import_maps.resolve_module_specifier(specifier, base, import_map)
    except import_maps.ModuleResolutionError as error:
        reached("refused")
        assert str(error)
    else:
        reached("url")
        assert URL(serialize(record)).href == serialize(record)
    for found in (import_map.imports, *import_map.scopes.values()):
        assert all(one is None or URL(one).href == one for one in found.values())
