"""§3.2 public suffixes, §4.7 same-site origins, and how Secure Contexts judges them."""

import json
import random
import sys
from pathlib import Path

import publicsuffixlist
import pytest

from py_url import URL, InvalidURL, is_same_origin, is_same_site, registrable_domain
from py_url.standard import (
    Domain,
    OpaqueOrigin,
    TupleOrigin,
    basic_parse,
    host_parse,
    is_potentially_trustworthy,
    is_schemelessly_same_site,
    origin,
    public_suffix,
)
from py_url.standard.hosts.punycode import encode
from py_url.standard.urls import sites

CASES = Path(__file__).parent.parent / "data" / "vectors" / "public_suffix.json"


@pytest.mark.parametrize(("domain", "expected"), json.loads(CASES.read_text("utf-8"))["cases"])
def test_the_lists_own_cases(domain, expected):
    registrable = registrable_domain(domain)
    assert registrable == (host_parse(expected) if expected else None)
    assert registrable is None or type(registrable) is Domain
    assert registrable_domain(f"{domain}.") == (f"{registrable}." if registrable else None)


# The table in the standard.
@pytest.mark.parametrize(
    ("host", "suffix", "registrable"),
    [
        ("com", "com", None),
        ("example.com", "com", "example.com"),
        ("www.example.com", "com", "example.com"),
        ("sub.www.example.com", "com", "example.com"),
        ("EXAMPLE.COM", "com", "example.com"),
        ("example.com.", "com.", "example.com."),
        ("github.io", "github.io", None),
        ("whatwg.github.io", "github.io", "whatwg.github.io"),
        ("إختبار", "xn--kgbechtv", None),
        ("example.إختبار", "xn--kgbechtv", "example.xn--kgbechtv"),
        ("sub.example.إختبار", "xn--kgbechtv", "example.xn--kgbechtv"),
        ("[2001:0db8:85a3:0000:0000:8a2e:0370:7334]", None, None),
        ("1.2.3.4", None, None),
        ("", None, None),
        ("a..com", None, None),
        ("com.", "com.", None),
    ],
)
def test_the_standards_table(host, suffix, registrable):
    assert public_suffix(host) == suffix
    assert registrable_domain(host) == registrable
    if host:
        assert registrable_domain(host_parse(host)) == registrable


def test_the_private_part_is_selectable():
    assert public_suffix("whatwg.github.io", private=False) == "io"
    assert registrable_domain("whatwg.github.io", private=False) == "github.io"
    for same in (is_same_site, is_schemelessly_same_site):
        assert not same("https://a.github.io/", "https://b.github.io/")
        assert same("https://a.github.io/", "https://b.github.io/", private=False)


def test_opaque_hosts_have_no_suffix():
    assert public_suffix(host_parse("example.com", is_opaque=True)) is None


def test_a_str_of_another_class_is_a_str():
    assert registrable_domain(type("Name", (str,), {})("www.example.com")) == "example.com"


def test_the_tree_answers_as_the_package_does():
    """`publicsuffixlist` tries three rules for each label; the tree has the same rules."""
    chance = random.Random(38)
    text = Path(publicsuffixlist.PSLFILE).read_text("utf-8")
    for private in (True, False):
        package = publicsuffixlist.PublicSuffixList(only_icann=not private)
        rules = [line for line in text.split("\n") if line and not line.startswith("//")]
        names = [rule.lstrip("!").removeprefix("*.") for rule in chance.sample(rules, 400)]
        names += [name for rule in rules if rule[0] in "!*" for name in [rule.lstrip("!*").removeprefix(".")]]
        names = [host_parse(name) for name in names]
        labels = sorted({label for name in names for label in name.split(".")})
        domains = [*names, *(f"{before}.{name}" for name in names for before in ("a", "a.b.c", "www", "www.ck"))]
        domains += [name.partition(".")[2] or name for name in names]
        domains += [".".join(chance.choices(labels, k=chance.randrange(1, 5))) for _ in range(3_000)]
        domains += [f"{domains[0]}.", f".{domains[0]}", f"a..{domains[0]}", f"a.{domains[0]}".upper()]
        for domain in map(Domain, domains):
            dot = "." if domain.endswith(".") else ""
            suffix, own = package.publicsuffix(str(domain)), package.privatesuffix(str(domain))
            assert public_suffix(domain, private=private) == (suffix and suffix + dot), domain
            assert registrable_domain(domain, private=private) == (own and own + dot), domain


def test_the_names_of_the_list_are_what_uts46_maps_to():
    """So the tree needs Punycode alone, and not the tables of Unicode."""
    lines = Path(publicsuffixlist.PSLFILE).read_text("utf-8").split("\n")
    names = [line.lstrip("!*.") for line in lines if line and not line.startswith("//") and not line.isascii()]
    assert len(names) > 100
    for name in names:
        punycode = [label if label.isascii() else f"xn--{encode(label)}" for label in name.split(".")]
        assert host_parse(name) == ".".join(punycode), name


PIECES = (
    *(
        "http://",
        "https://",
        "ws://",
        "ftp://",
        "HTTP://",
        "http:/",
        "foo:",
        "file:///",
        "//",
        "/",
        "\\",
        "?",
        "#",
        "@",
    ),
    *(
        "a",
        "b",
        ".",
        "..",
        "-",
        "_",
        "1",
        "0x",
        "Z",
        "example.com",
        "co.uk",
        "github.io",
        "1.2.3.4",
        "[::1]",
        "ß",
        "%41",
    ),
    *(":", ":80", ":8080", ":99999", ":x", " ", "\n", "\t", "%", "|", "\ud800"),
)


def test_the_short_cut_gives_the_parsers_answer(monkeypatch):
    """Ordinary strings and hrefs are not parsed."""

    def answers(value):
        try:
            return [(type(found), found) for found in (registrable_domain(value), public_suffix(value))]
        except InvalidURL as error:
            return str(error)

    chance = random.Random(39)
    strings = ["".join(chance.choices(PIECES, k=chance.randrange(1, 7))) for _ in range(10_000)]
    values = [*strings, *filter(None, map(URL.parse, strings))]
    short = [*map(answers, values)]
    monkeypatch.setattr(sites, "_ordinary", lambda _: None)
    monkeypatch.setattr(sites, "host_of", lambda href: basic_parse(href).host)
    assert [value for value, found in zip(values, short, strict=True) if answers(value) != found] == []
    assert sum(type(found) is list and found[0][1] is not None for found in short) > 200


def test_a_string_and_its_url_have_one_answer():
    for string in ("mailto:a@b.c", "data:,x", "https:www.example.com", "about:blank", "foo:80a", "javascript:x/2"):
        assert registrable_domain(string) == registrable_domain(URL(string))
    for string in ("example.com:80", "localhost:8080/x", "www.example.com:", "example.com:443?q"):
        with pytest.raises(InvalidURL, match=r"invalid host: .* may not contain U\+003A \(:\)"):
            registrable_domain(string)


def test_wrong_hosts():
    with pytest.raises(InvalidURL, match="invalid host"):
        public_suffix("a b")
    for wrong in (None, 1, b"com"):
        with pytest.raises(TypeError, match=f"expected a host or a URL, not {type(wrong).__name__}"):
            registrable_domain(wrong)


def test_urls_have_hosts():
    for url in (
        URL("https://a.example.co.uk/b"),
        basic_parse("https://a.example.co.uk:8080"),
        "https://a.example.co.uk/",
    ):
        assert registrable_domain(url) == "example.co.uk"
        assert public_suffix(url) == "co.uk"
    assert registrable_domain(" https:\\\\a.b.github.io") == "b.github.io"
    assert registrable_domain("https://a.b.github.io", private=False) == "github.io"
    for without in ("http://1.2.3.4/", "foo://a.example.com/", "file:///a", URL("mailto:a@example.com")):
        assert registrable_domain(without) is None
    with pytest.raises(InvalidURL, match="invalid URL: port-invalid"):
        registrable_domain("https://example.com:x/")
    record = basic_parse("https://example.com/")
    record.path = None
    with pytest.raises(TypeError, match="NoneType"):
        registrable_domain(record)


@pytest.mark.usefixtures("without_public_suffixes")
@pytest.mark.parametrize(
    ("platform", "command"),
    [
        ("linux", "pip install 'py-url-whatwg[psl]' (until PyPI has it, in a clone: pip install '.[psl]')"),
        (
            "emscripten",
            "await micropip.install('publicsuffixlist'), or in the config of PyScript "
            '"packages": ["publicsuffixlist"]',
        ),
    ],
)
def test_a_missing_extra_is_named(platform, command, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(ModuleNotFoundError) as caught:
        public_suffix("example.com")
    assert str(caught.value) == f"the Public Suffix List needs the package publicsuffixlist: {command}"
    assert caught.value.name == "publicsuffixlist"


# HTML's table, and more: same origin, same site, schemelessly same site.
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("https://example.com", "https://sub.example.com", (False, True, True)),
        ("https://example.com", "https://sub.other.example.com", (False, True, True)),
        ("https://example.com", "http://non-secure.example.com", (False, False, True)),
        ("https://r.wildlife.museum", "https://sub.r.wildlife.museum", (False, True, True)),
        ("https://r.wildlife.museum", "https://sub.other.wildlife.museum", (False, None, None)),
        ("https://example.com:443/x", "HTTPS://u@EXAMPLE.com?y", (True, True, True)),
        ("https://example.com", "https://example.com:444", (False, True, True)),
        ("https://example.com", "https://example.com.", (False, False, False)),
        ("http://1.2.3.4", "http://0x01020304", (True, True, True)),
        ("http://1.2.3.4", "http://1.2.3.5", (False, False, False)),
        ("http://[::1]", "ws://[::1]", (False, False, True)),
        ("http://com", "http://com", (True, True, True)),
        ("http://com", "http://example.com", (False, False, False)),
        ("blob:https://a.example.com/x", "https://b.example.com", (False, True, True)),
        ("data:,x", "data:,x", (False, False, False)),
        ("data:,x", "https://example.com", (False, False, False)),
        ("file:///a", "file:///a", (False, False, False)),
    ],
)
def test_origins_and_sites(a, b, expected):
    for first, second in ((a, b), (b, a), (URL(a), basic_parse(b))):
        found = is_same_origin(first, second), is_same_site(first, second), is_schemelessly_same_site(first, second)
        assert [f for f, e in zip(found, expected, strict=True) if e is not None] == [
            e for e in expected if e is not None
        ]


def test_an_address_of_nothing_is_no_missing_host():
    assert not is_schemelessly_same_site(TupleOrigin("http", None, None), "http://0.0.0.0")
    assert is_schemelessly_same_site(TupleOrigin("http", None, None), TupleOrigin("foo", None, None))
    assert not is_same_site("http://0.0.0.0", "http://com")


def test_a_tuple_origin_of_a_file_is_trustworthy():
    assert is_potentially_trustworthy(TupleOrigin("file", "", None))


def test_an_opaque_origin_is_same_with_itself():
    opaque, other = origin(basic_parse("data:,x")), OpaqueOrigin()
    for same in (is_same_origin, is_same_site, is_schemelessly_same_site):
        assert same(opaque, opaque)
        assert not same(opaque, other)
    assert is_same_origin(origin(basic_parse("http://h")), "http://h:80")


def test_wrong_origins():
    with pytest.raises(InvalidURL):
        is_same_origin("x", "http://h")
    for function in (is_same_origin, is_same_site, is_schemelessly_same_site):
        with pytest.raises(TypeError, match="int"):
            function("http://h", 1)


@pytest.mark.parametrize(
    ("url", "trustworthy"),
    [
        ("https://example.com", True),
        ("wss://example.com", True),
        ("http://example.com", False),
        ("ws://example.com", False),
        ("ftp://example.com", False),
        ("http://localhost:8000", True),
        ("ws://LOCALHOST", True),
        ("http://localhost.", True),
        ("http://a.b.localhost", True),
        ("http://a.localhost.", True),
        ("http://notlocalhost", False),
        ("http://localhost.example", False),
        ("http://127.0.0.1", True),
        ("http://0x7f.255.1", True),
        ("http://128.0.0.1", False),
        ("http://0", False),
        ("http://[::1]", True),
        ("http://[::2]", False),
        ("http://[::ffff:127.0.0.1]", False),
        ("file:///etc", True),
        ("data:,x", True),
        ("about:blank", True),
        ("about:blank?x#y", True),
        ("about:srcdoc", True),
        ("about:config", False),
        ("foo://localhost", False),
        ("blob:https://h/x", True),
        ("blob:http://h/x", False),
        ("blob:http://localhost/x", True),
        ("blob:file:///x", True),
        ("blob:data:,x", False),
        ("blob:blob:https://h/x", False),
        ("blob:x", False),
    ],
)
def test_potentially_trustworthy(url, trustworthy):
    assert is_potentially_trustworthy(url) is trustworthy
    assert is_potentially_trustworthy(URL(url)) is trustworthy
    if not url.startswith(("file", "data", "about", "blob:file")):
        assert is_potentially_trustworthy(origin(basic_parse(url))) is trustworthy
