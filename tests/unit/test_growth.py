"""Work grows linearly with the length of the input, not with its square or its power of 1.5.

Each case is measured at three lengths, each four times the previous one, and at a fourth if the first three do not make
it clear that the growth is linear. The tests measure CPU time, which a
busy machine affects less than wall-clock time. The slope of the times on logarithmic scales is the exponent: 1 for
linear work, about 1.1 for n log n, and 1.5 for work that must fail the test.
"""

import gc
import json
import math
import pickle
import statistics
import sys
import time
import tracemalloc
from functools import partial

import pytest

from py_url import (
    URL,
    InvalidURL,
    URLSearchParams,
    canonical,
    display,
    editions,
    explain,
    fix,
    guard,
    is_same_site,
    is_valid_url_string,
    iter_validation_errors,
    make_relative,
    parse_many,
    registrable_domain,
    standard,
    validate,
)
from py_url.compat import urllib_parse
from py_url.pattern import URLPattern
from py_url.specs import file_api, files, html, http, opc, rfc3986, websocket
from py_url.specs.html.import_maps import ModuleMap, parse_import_map, resolve_module_specifier
from py_url.specs.schemes import data, from_user_input, ftp, gopher, imap, mailto, pop, tag, tel, urn, xmpp
from py_url.standard import PATH_PERCENT_ENCODE_SET, basic_parse, percent_decode, percent_encode_after_encoding
from py_url.standard.infra.code_points import ascii_lowercase
from tests.conftest import peer
from tests.support.shapes import SHAPES

# Longer than the package's own limits, such as labels of 1,000 code points, beyond which it works differently. Only the
# third length is beyond the last limit, `code_points.LONG`.
SHORTEST = 4_400
STEPS = (1, 4, 16, 64)
# The shortest input takes at least this many seconds, so that constant costs matter little, unless the time hardly
# grows.
LONG_ENOUGH = 0.000_3
LONGEST_SHORTEST = SHORTEST * STEPS[1]
# Measure no fourth length if the third took longer than this, in seconds, or if the exponent is at most this already.
TOO_LONG = 0.25
CLEARLY_LINEAR = 1.15
# The CPU time for each length in the first round and in the others, in seconds.
FIRST_TURN, TURN = 0.005, 0.02
# Twice the time per character, as when the data no longer fits a cache, adds a sixth to the exponent, or a quarter with
# three lengths.
HIGHEST_EXPONENT = 1.3
# Noise never reaches this in two rounds, so a third is pointless.
HOPELESS = 1.8
ROUNDS = 6


def least_time(action, text, seconds):
    """Return the least CPU time of *action*, repeated for *seconds* but run at least once."""
    least, total = math.inf, 0.0
    while total < seconds:
        started = time.thread_time()
        action(text)
        taken = time.thread_time() - started
        least = min(least, taken)
        # The clock may not advance during a short action.
        total += max(taken, 0.000_01)
    return max(least, 0.000_000_1)


def inputs(action, make):
    """Yield the inputs to measure, in growing lengths."""
    shortest = SHORTEST
    while shortest < LONGEST_SHORTEST and least_time(action, make(shortest), LONG_ENOUGH * 4) < LONG_ENOUGH:
        shortest *= 4
    for step in STEPS:
        yield make(shortest * step)


def exponent(action, make):
    """Return the exponent with which the CPU time of *action* grows with *n*, the length of the input that *make*
    makes.

    Noise only ever adds time. So the least time of all rounds counts, and a low exponent ends the rounds.
    """
    was_enabled = gc.isenabled()
    # A garbage collection would distort single measurements.
    gc.disable()
    try:
        texts, least = [], []
        for text in inputs(action, make):
            texts.append(text)
            least.append(least_time(action, text, FIRST_TURN))
            if len(texts) > 2 and (least[-1] > TOO_LONG or slope(least) < CLEARLY_LINEAR):
                break
        for done in range(1, ROUNDS):
            if slope(least) < HIGHEST_EXPONENT or (slope(least) > HOPELESS and done > 1):
                break
            gc.collect()
            least = [min(before, least_time(action, text, TURN)) for before, text in zip(least, texts, strict=True)]
        return slope(least)
    finally:
        if was_enabled:
            gc.enable()


def slope(times):
    lengths = [math.log(step) for step in STEPS[: len(times)]]
    return statistics.linear_regression(lengths, [math.log(taken) for taken in times]).slope


def assert_linear(action, make):
    assert exponent(action, make) < HIGHEST_EXPONENT


class Clock:
    """A clock that only work moves, so that what the measurement finds does not depend on the machine."""

    SECONDS = 2e-8

    def __init__(self):
        self.now = 0.0

    def thread_time(self):
        return self.now

    def spend(self, count):
        self.now += count * self.SECONDS


@pytest.mark.parametrize(
    ("work", "low", "high"),
    [
        (lambda n: 1_000, -0.4, 0.4),
        (lambda n: n, 0.7, HIGHEST_EXPONENT),
        (lambda n: 10_000 + n, 0.5, HIGHEST_EXPONENT),
        (lambda n: int(n * math.log2(n)) // 8, 0.8, HIGHEST_EXPONENT),
        # These must be caught, even if another part takes most of the time for a short input.
        (lambda n: int(n**1.5) // 3_000, HIGHEST_EXPONENT, 1.7),
        (lambda n: (n + int(n**1.5) // 40) // 40, HIGHEST_EXPONENT, 1.7),
        (lambda n: n * n // 2_000_000, HIGHEST_EXPONENT, 2.5),
    ],
    ids=["constant", "linear", "linear after a start", "n log n", "n ** 1.5", "n + n ** 1.5 / 40", "n ** 2"],
)
def test_the_exponent_is_found(work, low, high, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(sys.modules[__name__], "time", clock)
    assert low < exponent(lambda text: clock.spend(work(len(text))), lambda n: "a" * n) < high


def parse_and_change(text):
    """Do everything that one does with a URL, or with the error."""
    url = URL.parse(text)
    if url is None:
        try:
            URL(text)
        except ValueError as error:
            str(error)
    else:
        url.search_params.append("a", "b")
        url.hash = "x"
        repr(url)
        str(url.origin)


def judge(text):
    """Find the errors, and whether the string is valid."""
    validate(text)
    is_valid_url_string(text)


def render(text):
    """Render the URL, whole and elided, and make it relative to another URL."""
    url = URL.parse(text)
    if url is not None:
        display(url)
        display(url, max_length=20, spoof_check=False)
        display(url, max_length=len(text) - 2)
        make_relative(url, "http://h/a/b")
        make_relative(url, url.replace(hash="x"))


@pytest.mark.parametrize("use", [parse_and_change, judge, render])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_growth(shape, use):
    assert_linear(use, shape)


SHAPES_TO_FIX = {
    name: SHAPES[name]
    for name in (
        *("path to encode", "path of dots", "path of percent signs", "file path", "fragment", "userinfo of at signs"),
        *("host percent-encoded", "host of labels in Unicode", "reverse solidi", "tabs", "lone surrogates"),
    )
} | {
    "segments that are removed": lambda n: "http://h/" + "[/../" * (n // 5),
    "opaque host": lambda n: "foo://" + "\x01" * n,
}


@pytest.mark.parametrize("shape", SHAPES_TO_FIX.values(), ids=list(SHAPES_TO_FIX))
def test_growth_of_fix(shape):
    assert_linear(fix, shape)


@pytest.mark.parametrize("encoding", ["windows-1252", "gb18030", "iso-2022-jp"])
def test_growth_of_encoding(encoding):
    def encode(text):
        basic_parse(text, encoding=encoding)

    assert_linear(encode, lambda n: "http://h/?" + "\u3042a\xa5" * (n // 3))


def _or_none(parse):
    """Call *parse* and ignore its errors."""

    def call(text):
        try:
            parse(text)
        except ValueError:
            return

    return call


def remember(specifiers):
    """Register two import maps with as many rules and scopes as specifiers, and resolve the specifiers after each."""
    modules = ModuleMap()
    specifiers = specifiers.split()
    for name in ("x", "y"):
        rules = {f"http://h/{name}{i}{'/' * (i % 2)}": f"/{i}/" for i in range(len(specifiers))}
        scopes = {f"/{'a/' * (i % 2)}?{i}/": {"a/": "/a/"} for i in range(len(specifiers))}
        modules.register(json.dumps({"imports": rules, "scopes": scopes}), "http://h/")
        for i, specifier in enumerate(specifiers):
            modules.resolve(specifier, f"http://h/a/?{i}/")


@pytest.mark.parametrize("reference", ["../", "a/", "./", "..//", "../a/../"])
def test_growth_of_references(reference):
    def resolve(text):
        URL(text, "http://h/" + "a/" * (len(text) // len(reference)))
        URL(text, f"http://{'a' * len(text)}.g/")

    assert_linear(resolve, lambda n: reference * (n // len(reference)))


PAGE = html.Document("http://h/a")
# The modules around the parser, each with shapes that would be slow for a careless pattern or loop.
NEIGHBOURS = {
    "a path of dots": (rfc3986.normalize, lambda n: "http://h/" + "a/" * (n // 5) + "../" * (n // 5)),
    "a path to resolve": (lambda text: rfc3986.resolve(text, "http://h/a"), lambda n: "../" * (n // 3)),
    "a path to be reached": (lambda text: rfc3986.relativize(text, text + "x"), lambda n: "http://h" + "/a" * (n // 2)),
    "percent-encoding": (rfc3986.normalize, lambda n: "http://h/" + "%7e%2f" * (n // 6)),
    "a grammar": (lambda text: rfc3986.matches(text, "URI"), lambda n: "http://" + "a%41" * (n // 4) + "["),
    "userinfo": (lambda text: rfc3986.matches(text, "URI"), lambda n: "http://" + ":" * n + "@" * n),
    "an address": (lambda text: rfc3986.matches(text, "URI"), lambda n: "http://[" + "1:" * (n // 2) + "]"),
    "an IRI": (lambda text: rfc3986.uri_to_iri(rfc3986.iri_to_uri(text)), lambda n: "é\u05d0/" * (n // 3)),
    "directions": (rfc3986.iri_problems, lambda n: "/1\u05d0." * (n // 4)),
    "decodeURI": (rfc3986.decode_uri, lambda n: "%23a" * (n // 4)),
    "a production": (
        lambda text: rfc3986.matches(text, "url", generation="RFC 1738"),
        lambda n: "gopher://h/1" + "%09" * (n // 3) + " ",
    ),
    "a host name": (
        lambda text: rfc3986.matches(text, "hostname", generation="RFC 2396"),
        lambda n: "a-a." * (n // 4) + "-",
    ),
    "a path to resolve by RFC 1808": (
        lambda text: rfc3986.resolve(text, "http://h/a;b", generation="RFC 1808"),
        lambda n: "../a/./" * (n // 7),
    ),
    "a path to resolve by RFC 2396": (
        lambda text: rfc3986.resolve(text, "http://h/a", generation="RFC 2396"),
        lambda n: "../a/./" * (n // 7),
    ),
    "bases to join": (lambda text: rfc3986.join_uri_references(text, text), lambda n: "a/../..//" * (n // 9)),
    "a base of XML": (lambda text: rfc3986.base_uri([text], "http://h/"), lambda n: "é /../" * (n // 6)),
    "parts to compose": (
        lambda text: rfc3986.compose(rfc3986.Split("a", text[1:], text, text, text)),
        lambda n: "/" + "@:" * (n // 2),
    ),
    "a WebSocket URI": (_or_none(websocket.parse_uri), lambda n: "ws://[" + ":[" * (n // 4) + "@" * (n // 2)),
    "a part name": (opc.part_name, lambda n: "/a..../.../%2f%41//" * (n // 19) + "b"),
    "part names": (lambda text: opc.conflicts([text, text + "/b"]), lambda n: "/a" * (n // 2)),
    "a path in a package": (
        lambda text: opc.resolve_in_package(text, "a/" * 9 + "b", "a:/"),
        lambda n: "../" * (n // 3),
    ),
    "an import map": (
        lambda text: resolve_module_specifier("a/" * 50, "http://h/", parse_import_map(text, "http://h/")),
        lambda n: json.dumps(
            {"imports": {f"{'a/' * (i % 9)}{i or ''}": f"/{i}/" for i in range(n // 20)} | {"a/": "/a/"}}
        ),
    ),
    "a pattern of texts": (lambda text: URLPattern(pathname=text).test({}), lambda n: "/a{b}?" * (n // 6)),
    "a pattern of groups": (
        lambda text: URLPattern(text).test({}),
        lambda n: "https://h" + "".join(f"/:a{i}" for i in range(n // 8)),
    ),
    "a pattern of wildcards": (lambda text: URLPattern(pathname=text).test({}), lambda n: "/*x" * (n // 3)),
    "a pattern of what is not closed": (_or_none(URLPattern), lambda n: "h(?:(a\\(" * (n // 8) + "://h/{"),
    "a pattern of a class": (lambda text: URLPattern(pathname=text).test({}), lambda n: f"/([{'a-z' * (n // 3)}])"),
    "a path with one group": (
        lambda text: URLPattern(pathname="/:a/*/:b", max_length=10**9).test(text),
        lambda n: "https://h/" + "a" * (n // 2) + "/b" * (n // 4) + "/",
    ),
    "a path to divide": (
        lambda text: URLPattern(pathname="*a*a*a*b", max_length=10**9).test(text),
        lambda n: "https://h/" + "a" * n,
    ),
    "a long specifier": (remember, lambda n: "http://h" + "/a" * (n // 2)),
    "a deep import map": (
        _or_none(lambda text: parse_import_map(text, "http://h/")),
        lambda n: '{"x": "' + '[\\"' * (n // 3),
    ),
    "many specifiers": (remember, lambda n: " ".join(f"http://h/{i}" for i in range(n // 20))),
    "a URN": (_or_none(urn.parse), lambda n: "urn:ab:" + "a?" * (n // 2)),
    "a tag": (_or_none(tag.parse), lambda n: "tag:" + "a-" * (n // 4) + ".a" * (n // 4) + "_"),
    "an address of mail": (_or_none(mailto.parse), lambda n: "mailto:" + "a." * (n // 2) + "@"),
    "header fields": (_or_none(mailto.parse), lambda n: "mailto:?" + "a=b&" * (n // 4)),
    "a telephone number": (_or_none(tel.parse), lambda n: "tel:1;phone-context=" + "a-.a" * (n // 4)),
    "folders": (_or_none(ftp.parse), lambda n: "ftp://h" + "/%2f" * (n // 4) + ";"),
    "a user": (_or_none(ftp.parse), lambda n: "ftp://" + ":" * (n // 2) + "@" * (n // 2)),
    "zeros of a port": (_or_none(ftp.parse), lambda n: "ftp://h:" + "0" * n + "/"),
    "digits of a port": (_or_none(ftp.parse), lambda n: "ftp://h:" + "9" * n + "/"),
    "tabs of a selector": (_or_none(gopher.parse), lambda n: "gopher://h/1" + "%09" * (n // 3)),
    "a mailbox": (_or_none(imap.parse), lambda n: "imap://h" + "/a" * (n // 2) + ";"),
    "a section": (_or_none(imap.parse), lambda n: "imap://h/a/;UID=1/;SECTION=" + "/;PARTIAL=" * (n // 10)),
    "a mechanism": (_or_none(pop.parse), lambda n: "pop://;AUTH=" + "+%41" * (n // 4) + "@h"),
    "parameters of xmpp": (_or_none(xmpp.parse), lambda n: "xmpp:a@b?c" + ";password=d" * (n // 11) + ";"),
    "secret parameters": (lambda text: repr(xmpp.parse(text)), lambda n: "xmpp:a@b?c" + ";password=d" * (n // 11)),
    "encoded secret parameters": (
        lambda text: repr(URL(text)),
        lambda n: "https://h/?c=" + "%2526password%253Dd%" * (n // 40) + "%" + "25" * (n // 4),
    ),
    "parameters": (_or_none(data.process), lambda n: "data:a/b" + ';a="\\' * (n // 10) + "; " * (n // 4) + ";base64,"),
    "base 64": (_or_none(data.process), lambda n: "data:;base64," + "W A=" * (n // 4)),
    "user input": (_or_none(from_user_input), lambda n: "a@" * (n // 4) + "." * (n // 2)),
    "user input in quotes": (_or_none(from_user_input), lambda n: "“(" * (n // 4) + "h.example" + ")”" * (n // 4)),
    "user input in brackets": (_or_none(from_user_input), lambda n: "[" * (n // 2) + "::1" + "]" * (n // 2)),
    "user input that is refused": (_or_none(from_user_input), lambda n: "https://" + "(" * n + ")"),
    "user input with a colon": (_or_none(from_user_input), lambda n: "1" * (n // 2) + ":1" + "@1:" * (n // 6)),
    "user input of labels": (_or_none(from_user_input), lambda n: "a@" + "b." * (n // 2) + "@"),
    "dots in a package": (lambda text: opc.resolve_in_package(text, "a", "a:/"), lambda n: "./" * (n // 2)),
    "recipients": (
        lambda text: mailto.parse(text).recipients,
        lambda n: "mailto:?to=" + "%22a,%22," * (n // 10) + "%22",
    ),
    "an older edition": (
        lambda text: editions.validate(text, edition="2020-11"),
        lambda n: "http://" + "0x1.a|é." * (n // 16) + "/" + "^ " * (n // 4),
    ),
    "an older domain": (
        lambda text: editions.domain_to_ascii(text, edition="2020-11", report=id),
        lambda n: "\x1cb.xn--fa-hia." * (n // 14),
    ),
    "labels that are wrong": (
        partial(editions.domain_to_unicode, edition="2025-03"),
        lambda n: "é\u05d0.\ufffd\u0301xn--a." * (n // 10),
    ),
    "a label that is wrong": (
        partial(editions.domain_to_unicode, edition="2025-03"),
        lambda n: "\u0301\ufffd" * (n // 2),
    ),
    "grammars": (
        lambda text: editions.is_valid_url_string(text, edition="2020-11"),
        lambda n: "http://" + "-a." * (n // 6) + "a" + "/" * (n // 4) + ":" * (n // 4),
    ),
    "a srcset": (html.parse_srcset, lambda n: "a (,)((x) 1x 2x,," * (n // 17) + "(" * n),
    "candidates": (html.parse_srcset, lambda n: "a 1w," * (n // 5)),
    "a refresh": (
        lambda text: html.parse_refresh(text, PAGE),
        lambda n: " " * (n // 5) + "9" * (n // 5) + "." * (n // 5) + " " * (n // 5) + "url" + " " * (n // 5) + "='",
    ),
    "pings": (lambda text: html.ping_urls(text, PAGE), lambda n: "a \t" * (n // 3)),
    "a javascript: URL": (html.javascript_source, lambda n: "javascript:" + "%FF%zz" * (n // 6)),
    "links": (
        lambda text: html.extract_links([("link", text)], "http://h/"),
        lambda n: "<a>;rel=a," * (n // 10),
    ),
    "a link": (
        lambda text: html.parse_link_value(text, "http://h/"),
        lambda n: (
            "<"
            + "a/" * (n // 9)
            + '>;rel="'
            + "a " * (n // 9)
            + '"'
            + ";a*=UTF-8''%41" * (n // 45)
            + ';b="'
            + '\\"' * (n // 9)
        ),
    ),
    "a header of quotes": (
        lambda text: html.extract_links([("link", text)], "http://h/"),
        lambda n: ',"\\"' * (n // 4) + '"\\',
    ),
    "a request target": (
        lambda text: http.request_url(text, host="h", scheme="http", ignore_host=True),
        lambda n: f"http://{'h.' * (n // 6)}h:{'0' * (n // 3)}80/{'a' * (n // 9)}" + "\\a" * (n // 9),
    ),
    "a Location header": (
        lambda text: html.location_url([("location", text)], "http://h/"),
        lambda n: "a\xe9/" * (n // 3),
    ),
    "a hyperlink": (
        lambda text: setattr(html.Hyperlink(PAGE, text), "hash", text),
        lambda n: "a/?" * (n // 3),
    ),
    "a host of marks": (_or_none(lambda text: rfc3986.iri_to_uri(text, host="idna")), lambda n: "//" + "é:" * (n // 2)),
}


def append_pairs(text):
    """Append a pair for each word of the text, and read the URL."""
    url = URL("http://h/?a=b#c")
    for word in text.split():
        url.search_params.append(word, "value")
    assert url.search.endswith("=value")


def look_up_pairs(text):
    """Look for each name, also while pairs are appended."""
    params = URLSearchParams()
    for word in text.split():
        if not params.has(word):
            params.append(word, "value")
    names = params.keys()
    assert {name: params.get_all(name) for name in names} == params.to_dict()
    assert all(params.get(name) == "value" for name in names)


def edit_pairs(text):
    """Change the query object in every way, and read the URL after each change."""
    url = URL(f"http://h/?{text}")
    params = url.search_params
    for change, *arguments in ((params.sort,), (params.set, "a", "x"), (params.delete, "b"), (params.append, "c", 1)):
        change(*arguments)
        assert url.href
    assert params.get_all("a") == ["x"]
    assert not params.has("b")
    assert params == URLSearchParams(str(params))


def edit(text):
    """Take a URL apart and put it together again."""
    url = URL("http://h/a/b?c").joinpath(text) / "x"
    assert url.parent.segments
    assert (url.name, url.suffix) == ("x", "")
    changed = url.with_query(text).update_query(a=1).without_query("b*", "*c*d*")
    assert pickle.loads(pickle.dumps(changed)) == changed.replace(hash=changed.hash)


def refuse(text):
    """Fail in every way, and ask why."""
    assert not URL.can_parse(text)
    assert URL.parse(text) is None
    assert not URL.can_parse("a", text)
    with pytest.raises(InvalidURL) as caught:
        URL(text)
    assert str(caught.value)
    assert caught.value.errors


# The classes of the API, and URLs that fail.
API = {
    "appends": (append_pairs, lambda n: "name " * (n // 5)),
    "look-ups": (look_up_pairs, lambda n: " ".join(map(str, range(n // 6)))),
    "look-ups of one name": (look_up_pairs, lambda n: "name " * (n // 5)),
    "changes": (edit_pairs, lambda n: "a=%20&b=\u00e9&" * (n // 12)),
    "segments": (edit, lambda n: "a/%2e?b " * (n // 8)),
    "pairs": (edit, lambda n: "a=b&bcd&" * (n // 8)),
    "no scheme": (refuse, lambda n: "a" * n),
    "a port": (refuse, lambda n: "http://h:" + "9" * n),
    "a host": (refuse, lambda n: "foo://" + "a" * n + " b"),
    "a host of spaces": (refuse, lambda n: "http://" + "a " * (n // 2) + "."),
    "a label of Hangul": (refuse, lambda n: "http://" + "\u1100" * n),
    "a label of marks": (refuse, lambda n: "http://" + "\u0301\u0327" * (n // 2)),
    "a label of soft hyphens": (refuse, lambda n: "http://" + "\u00ad" * n),
    "an address": (refuse, lambda n: "http://[" + "1:" * (n // 2) + "]"),
    "a number": (refuse, lambda n: "http://" + "1" * n + "/"),
}


@pytest.mark.parametrize(("use", "shape"), API.values(), ids=list(API))
def test_growth_of_the_api(use, shape):
    assert_linear(use, shape)


def form_keys(text):
    """Make each canonical form, and keys."""
    for profile in canonical.PROFILES:
        assert canonical.canonicalize(text, profile=profile, steps=True)
    canonical.url_key(text, profile="crawl")
    assert canonical.unsurt(canonical.surt(text))


def ask_the_guard(text):
    """Ask whether a URL may be fetched, and whether a redirect may lead to it."""
    guard.check_fetch(text)
    guard.check_fetch(text, guard.same_site("http://h.example/"))
    guard.check_redirect(text, "http://h.example/", ["other.example"], max_length=None)


def use_urllib(text):
    """Do what programs do with `urllib.parse`."""
    assert urllib_parse.urlsplit(text).geturl()
    assert urllib_parse.urlparse(text).geturl()
    urllib_parse.urljoin("http://h/a/b", text)
    urllib_parse.urljoin(text, "../x")
    urllib_parse.urldefrag(text)
    pairs = urllib_parse.parse_qsl(text, keep_blank_values=True)
    urllib_parse.parse_qs(text)
    urllib_parse.urlencode(pairs)
    urllib_parse.unquote_plus(urllib_parse.quote(text) + urllib_parse.quote_plus(text))


def name_files(text):
    """Turn a path into a URL and back, on both kinds of system."""
    assert files.to_file_path(files.from_file_path(text, windows=False), windows=False)
    assert files.to_file_path(files.from_file_path("C:" + text, windows=True), windows=True)


def compare_sites(text):
    """Find the site of a host, and compare it with another one."""
    url = URL.parse(text)
    if url is not None:
        registrable_domain(url)
        is_same_site(url, URL("http://h.example/"))
        standard.is_potentially_trustworthy(url)


def write_encoded(text):
    """Decode and encode, by the functions of the standard."""
    pairs = standard.parse_urlencoded(text)
    assert standard.parse_urlencoded(text.encode("utf-8", "surrogatepass")) is not None
    standard.serialize_urlencoded(pairs)
    standard.percent_decode(standard.utf8_percent_encode(text, standard.COMPONENT_PERCENT_ENCODE_SET))


def read_host(text):
    """Parse, check and show a host."""
    standard.validate_host(text)
    standard.is_valid_host_string(text)
    standard.domain_to_unicode(text)


def explain_it(text):
    """Say what each parser sees, what is hidden, and what the parser does."""
    explain.read(text, parsers=("whatwg", "rfc3986"))
    explain.hidden_spans(text)
    explain.without_secrets(text)
    assert sum(1 for _ in explain.steps(text))


def keep_blobs(text):
    """Put as many objects in a store as the text has words, and find them again."""
    store = file_api.BlobURLStore()
    page = file_api.OriginEnvironment(standard.origin(URL("https://h.example/").to_record()))
    urls = [store.create_object_url(word, page) for word in text.split()]
    for url in urls:
        assert store.parse(url).blob_url_entry is not None
        store.revoke_object_url(url, page)


# The other functions of the package.
PUBLIC = {
    "many strings": (
        lambda text: parse_many(text.split(), "http://h/"),
        lambda n: "http://h/a HTTP://é/ ../b " * (n // 26),
    ),
    "canonical forms": (
        form_keys,
        lambda n: "http://www.h.example:80/" + "%7e/" * (n // 8) + "?" + "utm_x=a&b=%20&" * (n // 28),
    ),
    "the guard": (ask_the_guard, lambda n: "http://" + "u:" * (n // 4) + "@h.example/" + "%2f" * (n // 6)),
    "the guard, labels": (ask_the_guard, lambda n: "http://" + "a." * (n // 2) + "example/"),
    "urllib.parse": (
        use_urllib,
        lambda n: "http://u@h:1/" + "a;b/" * (n // 16) + "?" + "a=b+%20&c&" * (n // 20) + "#" + "%" * (n // 4),
    ),
    "files": (name_files, lambda n: "/" + "a b/%/é/" * (n // 9) + "c"),
    "sites": (compare_sites, lambda n: "http://" + "a." * (n // 2) + "co.uk/"),
    "names and values": (write_encoded, lambda n: "a=%20+&é%zz&=" * (n // 14)),
    "a host that is read": (read_host, lambda n: "A.é." * (n // 8) + "xn--caf-dma." * (n // 24)),
    "blobs": (keep_blobs, lambda n: "blob " * (n // 50)),
    "explanations": (explain_it, lambda n: "http://u:p@h/" + "a/../ 	" * (n // 14) + "?" + "a=\u200b&" * (n // 12)),
}


@pytest.mark.parametrize(("use", "shape"), PUBLIC.values(), ids=list(PUBLIC))
def test_growth_of_public_functions(use, shape):
    assert_linear(use, shape)


def test_growth_of_columns():
    pa = peer("pyarrow")
    from py_url import columns

    def use(array):
        for function in (columns.parse, columns.href, columns.is_valid, columns.guard, columns.surt):
            assert len(function(array)) == len(array)

    assert_linear(use, lambda n: pa.array(["http://h.example/a?b=c", "HTTP://é/", None, "a b"] * (n // 400)))


def calls_of_an_append(size):
    """Return how many functions are called when a pair is appended to *size* pairs."""
    params = URL("http://h/?" + "a=b&" * size).search_params
    calls = []
    sys.setprofile(lambda _frame, event, _what: calls.append(event))
    try:
        params.append("c", "d")
    finally:
        sys.setprofile(None)
    return len(calls)


def test_an_append_does_the_same_at_any_size():
    """Counted, which no other load on the machine changes."""
    assert {calls_of_an_append(size) for size in (1, 1_000, 100_000)} == {calls_of_an_append(0)}


@pytest.mark.parametrize(("use", "shape"), NEIGHBOURS.values(), ids=list(NEIGHBOURS))
def test_growth_of_neighbours(use, shape):
    assert_linear(use, shape)


# Functions and long inputs for which a pattern's stack, or a list of pieces, took 20 to 300 times the input.
MEMORY = {
    "a quoted string": (data.process, lambda n: 'data:a/b;c="' + "\\a" * (n // 2) + '",x'),
    "a quoted string of a MIME type": (data.parse_mime_type, lambda n: 'a/b;c="' + "\\\\" * (n // 2) + '"'),
    "base 64 with spaces": (data.process, lambda n: "data:;base64," + "WWWW " * (n // 5)),
    "octets in a field": (mailto.parse, lambda n: "mailto:?subject=" + "%41" * (n // 3)),
    "a user of dots": (mailto.parse, lambda n: "mailto:" + "a." * (n // 2) + "a@b"),
    "a quoted user": (mailto.parse, lambda n: "mailto:%22" + "%5C%22" * (n // 6) + "%22@b"),
    "a tag's domain": (tag.parse, lambda n: "tag:" + "a." * (n // 2) + "a,2000:"),
    "a number's domain": (tel.parse, lambda n: "tel:1;phone-context=" + "a." * (n // 2) + "a"),
    "octets of a URN": (urn.parse, lambda n: "urn:ab:" + "%41" * (n // 3)),
    "octets of a URI": (lambda text: rfc3986.matches(text, "URI"), lambda n: "x:" + "%41" * (n // 3)),
    "decodeURI": (rfc3986.decode_uri, lambda n: "%41" * (n // 3)),
    "decodeURI, delimiters": (rfc3986.decode_uri, lambda n: "%23a" * (n // 4)),
    "a path of dots": (rfc3986.normalize, lambda n: "http://h/" + "../" * (n // 3)),
    "a path of names": (rfc3986.normalize, lambda n: "http://h" + "/a" * (n // 2)),
    "an IRI": (rfc3986.uri_to_iri, lambda n: "http://h/" + "%C3%A9" * (n // 6)),
    "strings in an import map": (
        _or_none(lambda text: parse_import_map(text, "http://h/")),
        lambda n: '{"x": "' + "\\a" * (n // 2),
    ),
    "percent-decoding": (percent_decode, lambda n: "ab%41%42" * (n // 8)),
    "a query to show": (lambda text: display(text, whole_host=True), lambda n: "http://h/?" + "%41" * (n // 3)),
    "a path to show": (lambda text: display(text, whole_host=True), lambda n: "http://h/" + "%C3%A9a" * (n // 7)),
    "all errors, one by one": (lambda text: sum(1 for _ in iter_validation_errors(text)), lambda n: "?" + "%" * n),
    "credentials, one by one": (
        lambda text: sum(1 for _ in iter_validation_errors(text)),
        lambda n: "http://" + "@" * n + "h/",
    ),
    "a few errors": (lambda text: validate(text, limit=9), lambda n: "http://h/" + "|" * n),
    "tabs to leave out": (lambda text: validate(text, limit=9), lambda n: "http://h/a" + "\t" * n + "b"),
    "a repr": (lambda text: repr(URL(text)), lambda n: "http://h/" + "//u:p@" * (n // 6)),
    "backslashes in Link": (
        lambda text: html.parse_link_value(text, "http://h/"),
        lambda n: '<a>; rel="' + "\\a" * (n // 2) + '"',
    ),
    "bytes of Location": (
        lambda text: html.location_url([("location", text)], "http://h/"),
        lambda n: "a:" + "\xe9a" * (n // 2),
    ),
    "lines of a body": (lambda text: mailto.Mailto((), (("body", text),)).body, lambda n: "\r" * n),
    "lines to build": (lambda text: rfc3986.escape_query_value(text, "mailto"), lambda n: "\na" * (n // 2)),
    "quotes in a MIME type": (lambda text: str(data.MIMEType("a", "b", {"c": text})), lambda n: '"' * n),
    "a mechanism": (lambda text: imap.build("h", user="u", auth=text), lambda n: "aA" * (n // 2)),
    "upper case": (ascii_lowercase, lambda n: "\u00e9A" * (n // 2)),
    "spaces as plus": (
        lambda text: percent_encode_after_encoding("utf-8", text, PATH_PERCENT_ENCODE_SET, space_as_plus=True),
        lambda n: " " * n,
    ),
    "blob URLs in a blob URL": (
        lambda text: editions.origin(basic_parse(text), edition="2020-11"),
        lambda n: "blob:" * (n // 5) + "a:",
    ),
}
# In characters. Fixed costs, such as a piece that is worked on as a whole, are small next to it.
LONG = 80_000


@pytest.mark.parametrize(("use", "shape"), MEMORY.values(), ids=list(MEMORY))
def test_memory(use, shape):
    text = shape(LONG)
    tracemalloc.start()
    try:
        use(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10 * len(text)
