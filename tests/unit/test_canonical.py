"""Canonical forms, keys for joins, and SURT with the examples that its programs publish."""

import re
from functools import partial
from pathlib import Path

import pytest

from py_url import URL, FrozenURL, InvalidURL
from py_url.canonical import (
    DIALECTS,
    PROFILES,
    STEPS,
    TRACKING_PARAMETERS,
    TRACKING_PARAMETERS_DATE,
    Canonical,
    Change,
    canonicalize,
    is_tracking_parameter,
    surt,
    unsurt,
    url_key,
)
from py_url.standard.urls.components import split

CORPUS = Path(__file__).parents[1] / "data" / "corpora" / "real.txt"

FORMS = {
    "browser": [
        ("HTTP://Example.com:80/a/../b", "http://example.com/b"),
        ("http://faß.de", "http://xn--fa-hia.de/"),
        ("http://h/%7e?#", "http://h/%7e?#"),
    ],
    "rfc3986": [
        # The examples of RFC 3986 §6.2.2 and §6.2.3
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/"),
        ("http://example.com", "http://example.com/"),
        ("http://example.com:/", "http://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("http://h/?a=%41#%7a", "http://h/?a=A#z"),
        ("imap://u@h:143/INBOX", "imap://u@h/INBOX"),
        ("imap://[::143]", "imap://[::143]/"),
        ("foo://h?q", "foo://h/?q"),
        ("foo://HOST%2d:80", "foo://HOST%2d:80/"),  # RFC 3986 folds this host; for a browser, it would be another
        ("data:,%41%2f", "data:,A%2F"),
        ("tel:+1", "tel:+1"),
        # Decoded, this would be a drive letter, which the parser writes in another way.
        ("file:///%43|/a", "file:///%43|/a"),
        ("http://h/%%34%31", "http://h/%%341"),
    ],
    "crawl": [
        ("http://h/#a", "http://h/"),
        ("http://h/?#a", "http://h/"),
        ("http://h/#!/v/abc", "http://h/"),
        ("http://h/index.html?", "http://h/index.html"),
        ("http://h/?b=1&a=2&b=0&a", "http://h/?a=2&a&b=1&b=0"),
        ("http://h/?&b&&a&", "http://h/?a&b"),
        # "%61" is "a", so the order of these two is kept.
        ("http://h/?b+c&a=2&%61=1", "http://h/?a=2&%61=1&b+c"),
        ("http://h/?&", "http://h/"),
        ("mailto:a@h?subject=b&body=a#f", "mailto:a@h?subject=b&body=a"),
        ("foo://h/?", "foo://h/?"),
        ("data: a #f", "data: a%20"),
        ("http://www.h.example:8080/", "http://www.h.example:8080/"),
    ],
    "dedup": [
        ("http://www.example.com:80/%7ea?utm_source=x&b=%c3%bc#top", "https://example.com/~a?b=%C3%BC"),
        # Such a fragment names a page, and is as long as a path and a query of its own.
        ("http://www.example.com/?b&utm_id=1&a#!/%7ea?b&a#c", "https://example.com/?a&b#!/~a?b&a#c"),
        ("https://example.com/?#!/v/abc", "https://example.com/#!/v/abc"),
        ("https://example.com/#!", "https://example.com/#!"),
        ("https://example.com/#a#!b", "https://example.com/"),
        ("https://example.com/#%21/v", "https://example.com/"),
        ("mailto:a@h#!b", "mailto:a@h#!b"),
        ("https://example.com/?UTM%5FSource=x&fbclid=y", "https://example.com/"),
        ("https://example.com/?ref=x&page=2", "https://example.com/?page=2&ref=x"),
        ("http://example.com:8080/", "http://example.com:8080/"),
        ("http://u:80@example.com/", "https://u:80@example.com/"),
        ("http://[::1]/", "https://[::1]/"),
        ("http://[::1]:81/", "http://[::1]:81/"),
        ("https://www.com/", "https://www.com/"),
        ("https://www.www.com/", "https://www.com/"),
        ("https://u@www.www.a.com:81/", "https://u@a.com:81/"),
        ("https://www./", "https://www./"),
        ("https://www.www./", "https://www.www./"),
        ("https://www..com/", "https://www..com/"),
        ("https://www2.example.com/", "https://www2.example.com/"),
        ("https://wwwexample.com/", "https://wwwexample.com/"),
        ("ftp://www.example.com/", "ftp://www.example.com/"),
        ("ws://www.example.com/", "ws://www.example.com/"),
    ],
}


@pytest.mark.parametrize(
    ("profile", "url", "form"), [(profile, *pair) for profile, pairs in FORMS.items() for pair in pairs]
)
def test_forms(profile, url, form):
    assert canonicalize(url, profile=profile) == form
    assert canonicalize(form, profile=profile) == form
    assert canonicalize(URL(url), profile=profile) == form
    whole = canonicalize(url, profile=profile, steps=True)
    assert str(whole) == whole.href == form
    assert whole.profile == profile
    before = url
    for change in whole.changes:
        assert change.before == before != change.after
        before = change.after
    assert before == form
    steps = [change.step for change in whole.changes]
    assert steps == [step for step in PROFILES[profile].steps if step in steps]


def test_every_step_is_used_named_and_does_something():
    assert {step for profile in PROFILES.values() for step in profile.steps} == set(STEPS)
    assert all(name == step.name and step.does for name, step in STEPS.items())
    assert all(name == profile.name and profile.purpose for name, profile in PROFILES.items())
    changed = {
        change.step
        for profile, pairs in FORMS.items()
        for url, _ in pairs
        for change in canonicalize(url, profile=profile, steps=True).changes
    }
    assert changed == set(STEPS)


def test_steps_say_what_they_changed():
    whole = canonicalize("http://www.example.com/?b&a#top", profile="dedup", steps=True)
    assert whole == Canonical(
        "https://example.com/?a&b",
        "dedup",
        (
            Change("remove-anchor", "http://www.example.com/?b&a#top", "http://www.example.com/?b&a"),
            Change("sort-query", "http://www.example.com/?b&a", "http://www.example.com/?a&b"),
            Change("fold-www", "http://www.example.com/?a&b", "http://example.com/?a&b"),
            Change("fold-scheme", "http://example.com/?a&b", "https://example.com/?a&b"),
        ),
    )
    assert canonicalize(FrozenURL("http://h/"), profile="browser", steps=True).changes == ()


@pytest.mark.parametrize(
    "url", ["http://u:s3cr3t@h#f", "\thttp:\\\\u:s3cr3t@h/", "http://h/?next=http://u:s3cr3t@x/#f"]
)
def test_the_repr_shows_no_password(url):
    for profile in PROFILES:
        shown = repr(canonicalize(url, profile=profile, steps=True))
        assert shown.startswith("Canonical(")
        assert "s3cr3t" not in shown


def test_errors():
    with pytest.raises(ValueError, match=r"the profile must be one of browser, rfc3986, crawl, dedup, not 'x'"):
        canonicalize("http://h/", profile="x")
    with pytest.raises(ValueError, match=r"the dialect must be one of commoncrawl, pywb, surt, heritrix, not 'x'"):
        surt("http://h/", "x")
    with pytest.raises(ValueError, match="a scheme is a letter"):
        unsurt("com,example)/", "1")
    for function in (partial(canonicalize, profile="crawl"), surt, partial(url_key, profile="crawl")):
        with pytest.raises(InvalidURL):
            function("example.com")
        with pytest.raises(TypeError, match="NoneType"):
            function(None)
    for function, option in ((canonicalize, "profile"), (surt, "dialect"), (url_key, "profile")):
        with pytest.raises(TypeError, match=f"the {option} must be a str, not list"):
            function("http://h/", **{option: []})


def test_tracking_parameters():
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", TRACKING_PARAMETERS_DATE)
    assert len(set(TRACKING_PARAMETERS)) == len(TRACKING_PARAMETERS)
    assert all(name == name.lower() and "*" not in name[:-1] for name in TRACKING_PARAMETERS)
    for name in ("utm_source", "UTM_X", "gclid", "fbclid", "mtm_campaign"):
        assert is_tracking_parameter(name), name
    for name in ("utm", "ref", "id", "source", "gclidx", "q"):
        assert not is_tracking_parameter(name), name


# By `printf %s FORM | b2sum -l 128`. Whoever stores keys needs them to stay, also when the list of tracking parameters
# changes.
KEYS = [
    ("browser", "http://example.com/", "9aba6a18c5a5d94534a3b99c485d4547"),
    ("browser", "https://xn--fa-hia.example/?q=%C3%BC#f", "d2887d0d7a4e5d340b9ff5b4ee6df3a8"),
    ("crawl", "https://example.com/?b&a#f", "f87926ee2129b963c2a6686432ab18a2"),
    ("rfc3986", "https://example.com/%7e", "1d5d57dcc045ed1d5276ca6a8ee72770"),
    ("dedup", "http://www.example.com/?utm_source=x&a", "478ca88974f800212f3037031bc25a09"),
]


@pytest.mark.parametrize(("profile", "url", "key"), KEYS)
def test_keys(profile, url, key):
    assert url_key(url, profile=profile) == key
    assert url_key(URL(url), profile=profile) == url_key(canonicalize(url, profile=profile), profile=profile) == key


# https://github.com/internetarchive/surt/blob/master/tests/test_surt.py, where WaybackURLKeyMakerTest.java and others
# are the sources. The package's README has the fifth.
OF_SURT = [
    ("filedesc:foo.arc.gz", "filedesc:foo.arc.gz"),
    ("filedesc:/foo.arc.gz", "filedesc:/foo.arc.gz"),
    ("filedesc://foo.arc.gz", "filedesc://foo.arc.gz"),
    ("warcinfo:foo.warc.gz", "warcinfo:foo.warc.gz"),
    ("http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"),
    ("dns:alexa.com", "dns:alexa.com"),
    ("dns:archive.org", "dns:archive.org"),
    ("http://www.archive.org/", "org,archive)/"),
    ("http://archive.org/", "org,archive)/"),
    ("http://archive.org/goo/", "org,archive)/goo"),
    ("http://archive.org/goo/?", "org,archive)/goo"),
    ("http://archive.org/goo/?b&a", "org,archive)/goo?a&b"),
    (
        "http://archive.org/index.php?PHPSESSID=0123456789abcdefghijklemopqrstuv&action=profile;u=4221",
        "org,archive)/index.php?action=profile;u=4221",
    ),
    ("whois://whois.isoc.org.il/shaveh.co.il", "il,org,isoc,whois)/shaveh.co.il"),
    (
        "http://visit.webhosting.yahoo.com/visit.gif?&r=http%3A//web.archive.org/web/20090517140029/http%3A//"
        "anthonystewarthead.electric-chi.com/&b=Netscape%205.0%20%28Windows%3B%20en-US%29&s=1366x768&o=Win32&c=24&"
        "j=true&v=1.2",
        "com,yahoo,webhosting,visit)/visit.gif?&b=netscape%205.0%20(windows;%20en-us)&c=24&j=true&o=win32&"
        "r=http://web.archive.org/web/20090517140029/http://anthonystewarthead.electric-chi.com/&s=1366x768&v=1.2",
    ),
    ("mailto:foo@example.com", "mailto:foo@example.com"),
    ("ftp://www.example.com/", "com,example)/"),
    ("http://www34.archive.org/index.html?b=a&b=b&a=b", "org,archive)/index.html?a=b&b=a&b=b"),
    ("http://www2.www2foo.com/", "com,www2foo)/"),
    ("http://www2foo.com/", "com,www2foo)/"),
    ("https://www.archive.org:80/", "org,archive:80)/"),
    ("http://www.archive.org:443/", "org,archive:443)/"),
    ("https://www.archive.org:443/", "org,archive)/"),
    ("http://mineral.galleries.com:/minerals/x.htm", "com,galleries,mineral)/minerals/x.htm"),
    ("http://host/%25%32%35", "host)/%25"),
    ("http://host/%25%32%35%25%32%35", "host)/%25%25"),
    ("http://host/%2525252525252525", "host)/%25"),
    ("http://host/asdf%25%32%35asd", "host)/asdf%25asd"),
    ("http://host/%%%25%32%35asd%%", "host)/%25%25%25asd%25%25"),
    ("http://3279880203/blah", "11,0,127,195)/blah"),
    ("http://www.google.com/blah/..", "com,google)/"),
    ("http://www.google.com.../", "com,google)/"),
    ("http://www.google.com/foo\tbar\rbaz\n2", "com,google)/foobarbaz2"),
    ("http://www.google.com/q?r?s", "com,google)/q?r?s"),
    ("http://evil.com/foo?bar;", "com,evil)/foo?bar;"),
    ("http://www.gotaport.com:1234/", "com,gotaport:1234)/"),
    ("  http://www.google.com/  ", "com,google)/"),
    ("http://host.com/ab%23cd", "com,host)/ab%23cd"),
    ("http://host.com//twoslashes?more//slashes", "com,host)/twoslashes?more//slashes"),
    ("http://☃.com", "com,xn--n3h)/"),
    ("http://h/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "h)/mileg.aspx"),
    ("http://h/(4hqa0555fwsecu455xqckv45)/mileg.aspx", "h)/mileg.aspx"),
    (
        "http://h/(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/mileg.aspx?"
        "page=sessionschedules",
        "h)/mileg.aspx?page=sessionschedules",
    ),
    ("http://h/photos/36050182@N05/", "h)/photos/36050182@n05"),
    ("http://h/?jsessionid=0123456789abcdefghijklemopqrstuv", "h)/"),
    (
        "http://h/?jsessionid=0123456789abcdefghijklemopqrstuv0",
        "h)/?jsessionid=0123456789abcdefghijklemopqrstuv0",
    ),
    ("http://h/?one=two&jsessionid=0123456789abcdefghijklemopqrstuv&x=y", "h)/?one=two&x=y"),
    ("http://h/?one=two&jsessionid=0123456789abcdefghijklemopqrstuv", "h)/?&one=two"),
    ("http://h/?aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&x=y", "h)/?x=y"),
    ("http://h/?sid=9682993c8daa2c5497996114facdc805&jsessionid=0123456789abcdefghijklemopqrstuv", "h)/"),
    ("http://h/?CFID=12412453&CFTOKEN=15501799&dt=19_08_2006_22_39_28", "h)/?dt=19_08_2006_22_39_28"),
    ("http://h/?CFID=14475712&CFTOKEN=2D89F5AF-3048&r=468710288378&m=forgotten", "h)/?m=forgotten&r=468710288378"),
    ("http://h/?CFID=16603925&CFTOKEN=2AE13EEE-3048", "h)/"),
    *(
        (f"http://h/?{query}", f"h)/?{key}")
        for query, key in (
            ("a", "a"),
            ("ab=1", "ab=1"),
            ("a=1&", "&a=1"),
            ("b=1&a=1", "a=1&b=1"),
            ("b=b&a=b&b=a&a=a", "a=a&a=b&b=a&b=b"),
        )
    ),
]
# The doctests of pywb/utils/canonicalize.py in https://github.com/webrecorder/pywb, and the one of its tests.
OF_PYWB = [
    ("http://example.com/path/file.html", "com,example)/path/file.html"),
    ("urn:some:id", "urn:some:id"),
]
# Lines of the index, as https://github.com/commoncrawl/cc-index-table (TestCCIndex2Table.java), its notebooks
# (https://github.com/commoncrawl/cc-notebooks) and whirlwind-python show them.
OF_COMMON_CRAWL = [
    ("https://commoncrawl.org/faq", "org,commoncrawl)/faq"),
    (
        "https://commoncrawl.org/2021/02/january-2021-crawl-archive-now-available/",
        "org,commoncrawl)/2021/02/january-2021-crawl-archive-now-available",
    ),
    ("https://an.wikipedia.org/wiki/Escopete", "org,wikipedia,an)/wiki/escopete"),
]
# https://heritrix.readthedocs.io/en/latest/glossary.html, and the options with_scheme, trailing_comma and
# host_massage=False of the package surt, which give the same form.
OF_HERITRIX = [
    ("http://www.example.com/", "http://(com,example,www,)/"),
    ("ftp://www.example.com/", "ftp://(com,example,www,)/"),
    ("https://www.library.unt.edu/collections/", "http://(edu,unt,library,www,)/collections/"),
    ("whois://whois.isoc.org.il/shaveh.co.il", "whois://(il,org,isoc,whois,)/shaveh.co.il"),
    ("http://1.2.3.4:8080/A?B", "http://(1.2.3.4,:8080)/a?b"),
    ("mailto:foo@example.com#x", "mailto:foo@example.com"),
]


@pytest.mark.parametrize(
    ("dialect", "url", "key"),
    [
        *(("surt", *pair) for pair in OF_SURT),
        *(("pywb", *pair) for pair in OF_PYWB),
        *(("commoncrawl", *pair) for pair in OF_COMMON_CRAWL),
        *(("heritrix", *pair) for pair in OF_HERITRIX),
    ],
)
def test_published_examples(dialect, url, key):
    assert surt(url, dialect) == surt(URL(url), dialect) == key
    if not DIALECTS[dialect].with_scheme:
        assert {surt(url, other) for other in DIALECTS if not DIALECTS[other].with_scheme} == {key}


# What the package surt 0.3.1 gives, and what is right.
MISTAKES = [
    ("http://www3288.com/", "com)/", "com,www3288)/"),
    ("http://www3288.com.cn/a", "cn,com)/a", "cn,com,www3288)/a"),
    ("https://www.com/", "com)/", "com,www)/"),
    ("http://127.0.0.1:6666\\@1.1.1.1", "1,1,1,1)/", "1,0,0,127:6666)/@1.1.1.1"),
    ("http://faß.de/", "de,fass)/", "de,xn--fa-hia)/"),
    ("http://[::1]:8080/a", "::1:8080)/a", "[::1]:8080)/a"),
    ("http://a.b,c.com/", "com,b,c,a)/", "com,b%2cc,a)/"),
    ("http://example.com/%2e%2e/a", "com,example)/../a", "com,example)/a"),
]


@pytest.mark.parametrize(("url", "wrong", "key"), MISTAKES)
def test_mistakes_of_the_package_surt_are_not_repeated(url, wrong, key):
    assert surt(url) == key != wrong
    host = split(URL(url).href)[2]
    assert split(URL(unsurt(key, "http")).href)[2] == host


def test_surt_in_corners():
    assert surt("https://www.gov.uk/a") == "uk,gov)/a"
    assert surt("https://www./") == "www)/"
    assert (surt("http://./"), surt("http://.../")) == (".)/", "...)/")
    assert surt("http://u:p@example.com/#f") == "com,example)/"
    assert surt("http://1.2.3.4../") == ",,4,3,2,1)/" != surt("http://1.2.3.4./") == "4,3,2,1)/"
    assert surt("foo://www.HOST%2D.a") == "a,host%2d)/"
    # A session, but no page of ASP.NET after it
    assert surt("http://h/x.aspx/(4hqa0555fwsecu455xqckv45)/y") == "h)/x.aspx/(4hqa0555fwsecu455xqckv45)/y"
    assert surt("http://h/?x=cfid=1&cftoken=2") == "h)/?x="
    assert surt("http://h/?cfid=&cftoken=2") == "h)/?cfid=&cftoken=2"
    assert surt("http://h/%252e%252e/a/%252e/b/%2e%252e/%2f") == "h)/a"
    assert surt("http://h/a%20%ff%2520") == "h)/a%20%ff%20"


# The doctests of pywb/utils/canonicalize.py, and keys that it turns into "example:8080.com".
UNSURT = [
    ("com,example)/", "example.com/"),
    ("com,example)", "com,example)"),
    (
        "suffix,domain,sub,subsub,another,subdomain)/path/file/index.html?a=b?c=)/",
        "subdomain.another.subsub.sub.domain.suffix/path/file/index.html?a=b?c=)/",
    ),
    ("com,example:8080)/", "example.com:8080/"),
    ("com,example,)/a", "example.com/a"),
    ("[::1]:81)/a", "[::1]:81/a"),
    ("4,3,2,1)/", "1.2.3.4/"),
    ("http://(com,example,www,)/a", "http://www.example.com/a"),
    ("http://(1.2.3.4,:8080)/a", "http://1.2.3.4:8080/a"),
    ("http://(localhost,)/", "http://localhost/"),
    ("mailto:a)/b", "mailto:a)/b"),
    ("dns:archive.org", "dns:archive.org"),
    (")/", ")/"),
    ("-", "-"),
    ("", ""),
]


@pytest.mark.parametrize(("key", "url"), UNSURT)
def test_unsurt(key, url):
    assert unsurt(key) == url
    if "/" in url and not url.startswith(("mailto", ")", "http")):
        assert unsurt(key, "https") == f"https://{url}"


def test_real_urls():
    """No profile but dedup sees another host, and every form is the form of itself."""
    for line in CORPUS.read_text("utf-8").splitlines()[:500]:
        url = URL.parse(line)
        if url is None:
            continue
        for name, profile in PROFILES.items():
            form = URL(canonicalize(line, profile=name))
            assert canonicalize(form, profile=name) == form.href
            if profile.keeps_host:
                assert (form.protocol, form.host) == (url.protocol, url.host)
            else:
                assert form.host in (url.host, url.host.removeprefix("www."))
        assert unsurt(surt(url, "heritrix")).partition("//")[2].startswith(url.host)


LENGTHS = [
    lambda n: "http://" + "www." * n + "example.com/",
    lambda n: "http://h/" + "%25" * n,
    lambda n: "http://h/" + "%" + "25" * n,
    lambda n: "http://h/?" + "a=1&" * n,
    lambda n: "http://h/?" + "cfid=" * n,
    lambda n: "http://h/?" + "cfid=1&" * n,
    lambda n: "http://h/?" + "sid=" * n,
    lambda n: "http://h/x.aspx" + "/(4hqa0555fwsecu455xqckv45)" * (n // 5) + "/y",
    lambda n: "http://h/" + "/." * n,
    lambda n: "foo://h:80?" + "/" * n,
]


@pytest.mark.parametrize("make", LENGTHS)
def test_long_urls_take_linear_time(make):
    """What takes time by the square of the length would take minutes here."""
    url = make(50_000)
    for profile in ("rfc3986", "dedup"):
        assert canonicalize(url, profile=profile)
    for dialect in ("commoncrawl", "heritrix"):
        assert unsurt(surt(url, dialect))
