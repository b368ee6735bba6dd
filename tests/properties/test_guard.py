"""Properties of the guard: a verdict has one meaning, a stricter policy allows no more, parsers agree on it."""

from urllib.parse import unquote

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import assume, example, given, strategies as st  # noqa: E402 - must follow the check above

from py_url import URL, guard  # noqa: E402 - as above
from py_url.explain import read  # noqa: E402 - as above
from py_url.guard import fetch  # noqa: E402 - as above
from py_url.guard.names import METADATA_NAMES, TOP_LEVEL  # noqa: E402 - as above
from py_url.standard import basic_parse, serialize_host  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import concatenated, evenly, ipv4_spellings, joined, mutated, parsing_urls, urls  # noqa: E402 - as above, I001
from tests.support.hypothesis_profile import examples, many  # noqa: E402 - as above

ANY = guard.Policy(
    schemes=["https", "http", "ws", "wss", "ftp"], ports=None, addresses=guard.KINDS, credentials=True, max_length=None
)
_HOSTS = [
    "example.com",
    "a.example.org",
    "www.example.co.uk",
    "localhost",
    "a.local",
    "metadata.goog",
    "10.0.0.1.nip.io",
]
_hosts = st.sampled_from(_HOSTS) | joined(["a", "b-c", "x_y", "1", "0x1", "xn--p1ai", "com", ""], least=1, by=".")
ordinary = concatenated(
    st.sampled_from(["https://", "http://"]),
    _hosts,
    st.sampled_from(["", "", ":80", ":443", ":8443", ":65535", ":65536"]),
    st.sampled_from(["", "/"])
    | concatenated("/", joined([*"aZ9-._~!$&'()*+,;=:@%/", "//", "%2e", "%41", "..", "/.", "@h"], most=8)),
    st.sampled_from(["", "?"]) | concatenated("?", joined([*"a&=/?@:%'", "//"])),
    st.sampled_from(["", "#"]) | concatenated("#", joined([*"a=/?@:%", "//"])),
)
strings = evenly(urls, parsing_urls, ordinary, mutated(ordinary))


@reaches(ordinary=0.2, taken=0.18)
@examples(1_000)
@given(evenly(ordinary, mutated(ordinary)))
@example("http://a..b/")
@example("https://-/")
@example("https://a.b:80/?@c#@d")
def test_all_parsers_agree_on_ordinary_urls(string):
    """This is why the guard asks no parser about them."""
    match = fetch.match_ordinary(string)
    assume(match is not None)
    reached("ordinary")
    readings = read(string, parsers="all")
    found = {reading.destination for reading in readings.values()} - {None}
    if readings["whatwg"].failure is None:
        assert len(found) == 1, readings
        reached("taken")
        record = basic_parse(string)
        assert (record.scheme, (record.username, record.password)) == (match[1], ("", ""))
        href = URL(string).href
        assert {reading.destination for reading in read(href, parsers="all").values()} - {None} == found
        if fetch._ordinary(string, ANY) is not None:
            assert fetch._ordinary(string, ANY) == href
            assert serialize_host(record.host) == match[2]


in_capitals = ordinary.map(lambda url: url.partition("//")[0].upper() + "//" + url.partition("//")[2].swapcase())


@reaches(alike=0.2, taken=0.15)
@examples(1_000)
@given(evenly(ordinary, in_capitals, mutated(in_capitals)))
@example("https://example.com?a=1#b")
@example("HTTP://A.B:80#c")
def test_all_parsers_agree_on_what_the_guard_does_not_give_them(string):
    assume(fetch._match_alike(string) is not None)
    reached("alike")
    readings = read(string, parsers="all")
    whatwg = readings["whatwg"]
    if whatwg.failure is not None or not fetch._is_read_alike(string, basic_parse(string)):
        return
    reached("taken")
    for text in (string, URL(string).href):
        found = {reading.destination for reading in read(text, parsers="all").values()} - {None}
        assert found == {whatwg.destination}, string


LOOSE = {
    "schemes": [["https", "http", "ftp"], ["https", "http"], ["https"], []],
    "ports": [None, [443, 80, 8443], [443], []],
    "allowed_hosts": [None, ["*.example.org", "example.com", "localhost", "10.0.0.1.nip.io"], ["example.com"], []],
    "allowed_urls": [
        None,
        ["*.example.org:*", "example.com", "http://localhost:*", "10.0.0.1.nip.io"],
        ["example.com", "https://a.example.org:*"],
        ["https://example.com"],
        ["https://example.com/a/*"],
        [],
    ],
    "denied_hosts": [[], ["example.com"], ["example.com", "*.org", "127.0.0.1"]],
    "credentials": [True, False],
    "ip_literals": [True, False],
    "addresses": [list(guard.KINDS), ["global", "loopback"], ["global"], []],
    "address_services": [[], ["nip.io"], ["nip.io", "lvh.me"]],
    "max_length": [None, 60, 25],
    "parsers_agree": [False, True],
    "parsers": [["whatwg"], ["whatwg", "urllib.parse"], None, "all"],
    "valid": [False, True],
}
NETWORKS = {"allowed_networks", "denied_networks"}  # which concern addresses alone

POLICIES = [
    guard.public_web(),
    ANY,
    guard.allow_list(["example.com", "*.example.org", "a"]),
    guard.allow_list(["https://example.com/a/*", "http://a.example.org/", "*.co.uk.example", "*.example.co.uk/b?a=b"]),
    guard.Policy(denied_hosts=["example.com", "*.org"], ports=[443, 80, 8443], addresses=["global", "private"]),
    guard.Policy(schemes=["http"], max_length=25, address_services=[]),
    *(guard.Policy(**{name: value}) for name, values in LOOSE.items() for value in values),
]


def test_every_field_of_a_policy_is_compared():
    assert {*guard.Policy._fields} == {*LOOSE} | NETWORKS, "write the values of the new field in LOOSE, loosest first"


@reaches(ordinary=0.05, allowed=0.1, refused=0.1)
@many
@given(ordinary, st.sampled_from(POLICIES))
@example("http://metadata.goog/", guard.public_web())
@example("http://a.home.arpa/", guard.public_web())
def test_the_short_way_says_what_the_long_one_says(string, policy):
    verdict = fetch._checked(string, policy)
    href = fetch._ordinary(string, policy)
    reached("allowed" if verdict.allowed else "refused")
    if href is not None:
        reached("ordinary")
        assert verdict == guard.check_fetch(string, policy) == guard.Verdict(True, (), href, policy)


def test_the_short_way_knows_every_special_name():
    for name in (*METADATA_NAMES, *TOP_LEVEL, *(f"a.{top}" for top in TOP_LEVEL), "home.arpa", "a.b.home.arpa"):
        assert not guard.check_fetch(f"https://{name}/").allowed, name
        assert not guard.check_fetch(f"https://{name}./").allowed, name
    for service in guard.Policy().address_services:
        assert not guard.check_fetch(f"https://127.0.0.1.{service}/").allowed


@reaches(allowed=0.15, refused=0.2)
@many
@given(strings, st.sampled_from([ANY, guard.public_web(), ANY.replace(parsers="all")]))
def test_what_is_allowed_has_one_meaning(string, policy):
    verdict = guard.check_fetch(string, policy)
    reached("allowed" if verdict.allowed else "refused")
    assert verdict == guard.check_fetch(string, policy)
    if not verdict.allowed:
        assert verdict.reasons
        assert all(0 <= reason.start <= reason.end <= len(string) for reason in verdict.reasons)
        return
    assert verdict.url == URL(string).href
    assert guard.check_fetch(verdict.url, policy) == verdict
    for text in (string, verdict.url):
        readings = read(text, parsers=policy.parsers)
        assert {one.destination for one in readings.values()} - {None} == {readings["whatwg"].destination}


@reaches(both=0.3)
@many
@given(parsing_urls, st.sampled_from([ANY, guard.public_web()]))
def test_a_verdict_is_a_function_of_the_serialization(string, policy):
    """Only what parsers see in the string itself can refuse more, and the length of the string."""
    of_string, of_href = guard.check_fetch(string, policy), guard.check_fetch(URL(string).href, policy)
    about_the_string = {"parsers-differ", "too-long"}
    names = {reason.name for reason in of_string.reasons} - about_the_string
    assert names == {reason.name for reason in of_href.reasons} - about_the_string
    if not {reason.name for reason in of_string.reasons + of_href.reasons} & about_the_string:
        reached("both")
        assert of_string.allowed == of_href.allowed
        assert of_string.url == of_href.url


def _two_of(rungs):
    """The places of two of *rungs*, mostly of the loosest: otherwise hardly anything would be allowed."""
    return evenly(st.just((0, 0)), st.just((0, 0)), st.tuples(*[st.integers(0, len(rungs) - 1)] * 2))


@reaches(allowed=0.03, refused=0.2)
@many
@given(
    evenly(strings, ipv4_spellings().map(lambda spelling: f"http://{spelling[0]}/")),
    st.fixed_dictionaries({name: _two_of(rungs) for name, rungs in LOOSE.items()}),
)
def test_a_stricter_policy_never_allows_more(string, rungs):
    loose = guard.Policy(**{name: LOOSE[name][min(pair)] for name, pair in rungs.items()})
    strict = guard.Policy(**{name: LOOSE[name][max(pair)] for name, pair in rungs.items()})
    # A rule with a port opens that port, and a rule for this computer opens its addresses. No rule opens neither.
    assume(loose.allowed_urls is not None or not any(":*" in rule for rule in strict.allowed_urls or ()))
    if guard.check_fetch(string, strict).allowed:
        reached("allowed")
        assert guard.check_fetch(string, loose).allowed
    else:
        reached("refused")


_SEGMENTS = [
    "a",
    "ab",
    "A",
    "",
    "",
    "..",
    ".",
    "%2e",
    "%2E.",
    "..;",
    "a%2f",
    "%5c",
    "%252f",
    "%%32e",
    "%61",
    "a.b",
    "é",
]
_rule_parts = st.tuples(
    st.sampled_from(["", "", "https://", "http://"]),
    st.sampled_from(["example.com", "*.example.com", "localhost", "127.0.0.1", "[::1]", "a.example.com"]),
    st.sampled_from(["", "", ":*", ":8443", ":443"]),
    st.sampled_from([None, [""], ["*"], ["a"], ["a", ""], ["a", "*"], ["a", "b", "*"], ["ab"], ["a", "", "*"]]),
    st.sampled_from([None, None, "", "q", "q=a"]),
)
_url_parts = st.tuples(
    st.sampled_from(["https:", "http:"]),
    st.sampled_from(["//", "//", "\\\\", "//u@", "//example.com@", "//example.com:443@"]),
    st.sampled_from(
        ["example.com", "EXAMPLE.com.", "a.example.com", "b.a.example.com", "aexample.com", "example.com.evil"]
    )
    | st.sampled_from(
        [".example.com", "a..example.com", "example.com..", "localhost", "127.1", "[::1]", "[::ffff:7f00:1]"]
    ),
    st.sampled_from(["", "", ":443", ":80", ":8443", ":0"]),
    st.lists(st.tuples(st.sampled_from(["/", "/", "/", "\\"]), st.sampled_from(_SEGMENTS)), max_size=4),
    st.sampled_from(["", "?", "?q", "?q=a", "?/../a", "#/a", "?q#@example.com"]),
)


def _matches(parts, url, written):
    """The slow and simple model: compare what a `URL` has, segment by segment."""
    scheme, host, port, path, query = parts
    there = URL(url)
    if there.protocol[:-1] not in ([scheme[:-3]] if scheme else ["https", "http"]):
        return False
    default = {"https:": "443", "http:": "80"}[there.protocol]
    if port != ":*" and (there.port or default) != (port[1:] or default):
        return False
    name = there.hostname.removesuffix(".")
    labels = name.split(".")
    if host.startswith("*."):
        if labels[-2:] != ["example", "com"] or len(labels) < 3 or "" in labels:
            return False
    elif name != host:
        return False
    if query is not None and there.search.removeprefix("?") != query:
        return False
    if path == ["*"] or (path in (None, [""]) and query is None):
        return True
    if _is_odd(written) or _is_odd(there.pathname):
        return False
    segments, rule = there.pathname.split("/")[1:], path or [""]
    if rule[-1] == "*":
        return len(segments) >= len(rule) and segments[: len(rule) - 1] == rule[:-1]
    return segments == rule


def _is_odd(path):
    decoded, before = path, ""
    while decoded != before:
        decoded, before = unquote(decoded, "latin-1"), decoded
    more = any(decoded.count(char) > path.count(char) for char in "./\\")
    return more or any(f"/{dots}{mark}" in path for dots in (".", "..") for mark in ";%")


def _rule(parts):
    scheme, host, port, path, query = parts
    return f"{scheme}{host}{port}{'' if path is None else '/' + '/'.join(path)}{'' if query is None else '?' + query}"


@reaches(allowed=0.1, refused=0.2)
@many
@given(st.lists(_rule_parts, max_size=3), _url_parts, st.data())
def test_rules_match_what_a_simple_model_matches(rules, parts, data):
    scheme, before, host, port, path, rest = parts
    written = "".join(slash + segment for slash, segment in path)
    if rules and data.draw(st.integers(0, 3)):  # otherwise hardly any URL would match
        of_scheme, of_host, of_port, of_path, _ = data.draw(st.sampled_from(rules))
        scheme, before, host = of_scheme[:-2] or scheme, "//", of_host.replace("*", "a")
        port = of_port.replace("*", "8443") if data.draw(st.integers(0, 3)) else port
        kept = "/".join(["", *(of_path or [])]).removesuffix("*")
        written = kept + data.draw(st.sampled_from(["", "b", "/b"])) + (written[1:] if kept else written)
        written = f"/{written}" if written[:1] not in ("", "/", "\\") else written
    url = f"{scheme}{before}{host}{port}{written}{rest}"
    expected = any(_matches(rule, url, written) for rule in rules)
    policy = ANY.replace(allowed_urls=map(_rule, rules), parsers_agree=False)
    verdict = guard.check_fetch(url, policy)
    reached("allowed" if verdict.allowed else "refused")
    names = {reason.name for reason in verdict.reasons}
    is_listed = names.isdisjoint({"host-not-allowed", "url-not-allowed"})
    assert is_listed == expected, (url, policy)
    assert verdict.allowed == (is_listed and "host-syntax" not in names)
    if verdict.allowed:
        assert guard.check_fetch(verdict.url, policy) == verdict
    # A policy without "loopback" in its addresses has the same answer for this computer, and only there.
    strict = policy.replace(addresses=["global"], ports=[443, 80])
    if guard.check_fetch(url, strict).allowed:
        assert verdict.allowed


_TARGETS = [
    "/",
    "//",
    "\\",
    "https:",
    "http:",
    "shop.example",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    "a",
    "..",
    ".",
    "%2e",
    "é",
]


@reaches(allowed=0.05, refused=0.1)
@many
@given(evenly(joined([*_TARGETS, " ", "\t", "%0d", ":8443", "[::1]"], most=8), urls))
@example("//shop.example./")
@example("//shop.example..")
@example("//a.help.example.")
@example("//a.help.example..")
def test_redirects_stay_on_the_allowed_hosts(target):
    base = "https://shop.example/login"
    verdict = guard.check_redirect(target, base, ["*.help.example"])
    if not verdict.allowed:
        reached("refused")
        return
    reached("allowed")
    there = URL(verdict.url, base)
    assert there.href == URL(target, base).href
    assert there.protocol == "https:"
    name = there.hostname.removesuffix(".")
    assert name == "shop.example" or name.endswith(".help.example")
    assert (there.port, there.username, there.password) == ("", "", "")
    assert verdict.url.isascii()
    assert verdict.url.isprintable()
    for reading in read(verdict.url, base).values():
        assert reading.destination in (None, ("https", there.hostname, None))
    assert guard.check_redirect(verdict.url, base, ["*.help.example"]).url == verdict.url
