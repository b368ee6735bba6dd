"""``Policy.allowed_urls``: which URLs a rule matches, what is no rule, and ways around the allow-lists of others."""

import copy
import json
import pickle

import pytest

from py_url import guard
from py_url.guard import Policy, allow_list, check_fetch
from py_url.guard.patterns import Rule, is_odd
from py_url.guard.transports.connecting import Chain, Guarding
from py_url.standard.hosts.public_suffix import has_list


def names_of(url, *rules, **fields):
    return [reason.name for reason in check_fetch(url, Policy(allowed_urls=rules, **fields)).reasons]


# Each rule with URLs that it matches, and with URLs that it does not, each with the first reason.
OTHER_HOST, OTHER_PATH = "host-not-allowed", "url-not-allowed"
ROWS = {
    "example.com": (
        [
            *("https://example.com", "http://example.com/a?b#c", "https://example.com:443/", "http://example.com:80"),
            *("HTTPS://EXAMPLE.COM/", "https://example.com./a%2fb", "https://ｅxample.com/", "https://ex%61mple.com/x"),
        ],
        {
            "http://example.com:443/": OTHER_HOST,
            "https://example.com:80/": OTHER_HOST,
            "https://example.com:8443/": "port",
            "https://www.example.com/": OTHER_HOST,
            "https://example.com.evil.example/": OTHER_HOST,
            "https://evilexample.com/": OTHER_HOST,
            "https://example.co/": OTHER_HOST,
            "https://example.com../": OTHER_HOST,
            "https://evil.example/example.com": OTHER_HOST,
            "https://evil.example/?https://example.com/": OTHER_HOST,
            "https://evil.example/#@example.com/": OTHER_HOST,
            "https://evil.example#example.com": OTHER_HOST,
            "https://example.com@evil.example/": "credentials",
            "https://user@example.com/": "credentials",
            "https://evil.example\\@example.com/": OTHER_HOST,
            "https://example.com\\@evil.example/": "parsers-differ",
            "https://example.com%00.evil.example/": "invalid-url",
            "https://example.com%2f.evil.example/": "invalid-url",
            "https://evil.example%23.example.com/": "invalid-url",
            "https://exa\tmple.com.evil.example/": OTHER_HOST,
            "https://xn--example.com/": OTHER_HOST,
            "https://еxample.com/": OTHER_HOST,  # a Cyrillic letter
            "ftp://example.com/": "scheme",
            "javascript://example.com/%0aalert(1)": "scheme",
            "//example.com/": "invalid-url",
        },
    ),
    "*.example.com": (
        ["https://a.example.com/", "http://a.b.example.com./", "https://A.EXAMPLE.com:443"],
        {
            "https://example.com/": OTHER_HOST,
            "https://aexample.com/": OTHER_HOST,
            "https://.example.com/": OTHER_HOST,
            "https://a..example.com/": OTHER_HOST,
            "https://a.example.com.evil.example/": OTHER_HOST,
            "https://a.example.com../": OTHER_HOST,
            "https://evil.example/.example.com": OTHER_HOST,
        },
    ),
    "https://github.com/org/*": (
        [
            *(
                "https://github.com/org/x",
                "https://github.com/org/",
                "https://github.com/org//x",
                "https://github.com/org/x/",
            ),
            *("https://github.com/org/a/../x", "https://github.com/x/../org/y", "https://github.com/org/x?a=/../#/.."),
            *("https://github.com:443/org/x", "https://github.com/org/x?a=%2e%2e%2f", "https://github.com/org/é"),
        ],
        {
            "http://github.com/org/x": OTHER_HOST,
            "https://github.com/organ": OTHER_PATH,
            "https://github.com/organ/x": OTHER_PATH,
            "https://github.com/org": OTHER_PATH,
            "https://github.com/ORG/x": OTHER_PATH,
            "https://github.com/": OTHER_PATH,
            "https://github.com/org/../x": OTHER_PATH,
            "https://github.com/org/..": OTHER_PATH,
            "https://github.com/org/%2e%2e/x": OTHER_PATH,
            "https://github.com/org/.%2E/x": OTHER_PATH,
            "https://github.com/org/%2e%2e/org/x": OTHER_PATH,
            "https://github.com/org/..%2fx": OTHER_PATH,
            "https://github.com/org/..%5cx": OTHER_PATH,
            "https://github.com/org/..%252fx": OTHER_PATH,
            "https://github.com/org/%252e%252e/x": OTHER_PATH,
            "https://github.com/org/%%32e%%32e/x": OTHER_PATH,
            "https://github.com/org%2fx": OTHER_PATH,
            "https://github.com/org%5cx": OTHER_PATH,
            "https://github.com/org%2f..%2fx": OTHER_PATH,
            "https://github.com/org\\..\\x": OTHER_PATH,
            "https://github.com/org/..;/x": OTHER_PATH,
            "https://github.com/org/..%3b/x": OTHER_PATH,
            "https://github.com/org/..%00/x": OTHER_PATH,
            "https://github.com//org/x": OTHER_PATH,
            "https://github.com/x//org/x": OTHER_PATH,
            "https://github.com/%6frg/x": OTHER_PATH,
            "https://github.com/org%00/x": OTHER_PATH,
            "https://github.com/o\trgan/x": OTHER_PATH,
            "https://github.com/?/org/x": OTHER_PATH,
            "https://github.com/#/org/x": OTHER_PATH,
            "https://github.com;/org/x": OTHER_HOST,
            "https://github.com@evil.example/org/x": "credentials",
            "https://evil.example/github.com/org/x": OTHER_HOST,
            "https://github.com.evil.example/org/x": OTHER_HOST,
            "https://evil.github.com/org/x": OTHER_HOST,
            "https://github.com:8443/org/x": "port",
        },
    ),
    "https://example.com/a": (
        ["https://example.com/a", "https://example.com/a?b", "https://example.com/b/../a#c"],
        {
            "https://example.com/a/": OTHER_PATH,
            "https://example.com/a/b": OTHER_PATH,
            "https://example.com/ab": OTHER_PATH,
        },
    ),
    "https://example.com/a?b=c": (
        ["https://example.com/a?b=c", "https://example.com/a?b=c#d"],
        {
            "https://example.com/a": OTHER_PATH,
            "https://example.com/a?b=c&d": OTHER_PATH,
            "https://example.com/a?B=c": OTHER_PATH,
            "https://example.com/?b=c": OTHER_PATH,
            "https://example.com/a?b=%63": OTHER_PATH,
        },
    ),
    "https://example.com/a?": (
        ["https://example.com/a", "https://example.com/a?"],
        {"https://example.com/a?b": OTHER_PATH},
    ),
    "example.com?b": (
        ["https://example.com/?b", "http://example.com?b"],
        {"https://example.com/": OTHER_PATH, "https://example.com/x?b": OTHER_PATH},
    ),
    "https://example.com/*": (["https://example.com", "https://example.com/a%2fb"], {"https://b.example/": OTHER_HOST}),
    "https://example.com:*/a/*": (
        ["https://example.com:8443/a/b", "https://example.com/a/b"],
        {"http://example.com:8443/a/b": "port", "https://example.com:8443/b": OTHER_PATH},
    ),
    "example.com:8443": (
        ["https://example.com:8443/a", "http://example.com:8443"],
        {"https://example.com/": OTHER_HOST, "https://example.com:8444/": "port"},
    ),
    "http://localhost:*/": (
        ["http://localhost:3000/app", "http://localhost", "http://LOCALHOST.:80/"],
        {
            "https://localhost:3000/": "port",
            "http://127.0.0.1:3000/": "port",
            "http://localhost.evil.example:3000/": "port",
            "http://a.localhost/": OTHER_HOST,
            "http://localhost:3000@evil.example/": "credentials",
        },
    ),
    "http://127.0.0.1:8000/": (
        ["http://127.0.0.1:8000/x", "http://127.1:8000/", "http://0x7f000001:8000/", "http://2130706433:8000"],
        {
            "http://127.0.0.1/": OTHER_HOST,
            "http://127.0.0.1:8001/": "port",
            "http://127.0.0.2:8000/": "port",
            "http://localhost:8000/": "port",
            "http://[::1]:8000/": "port",
            "http://[::ffff:127.0.0.1]:8000/": "port",
            "http://0.0.0.0:8000/": "port",
        },
    ),
    "http://[::1]:8000": (["http://[::1]:8000/", "http://[0::0:1]:8000/a"], {"http://127.0.0.1:8000/": "port"}),
    "localhost": (["http://localhost/", "https://localhost/"], {"http://localhost:3000/": "port"}),
    "bücher.example": (
        ["https://xn--bcher-kva.example/", "https://BÜCHER.example"],
        {"https://bucher.example/": OTHER_HOST},
    ),
    "https://example.com/é/*": (
        ["https://example.com/%C3%A9/a", "https://example.com/é/a"],
        {"https://example.com/e/a": OTHER_PATH},
    ),
    "https://example.com/@user/*": (["https://example.com/@user/a"], {"https://example.com@user/a": "credentials"}),
    "1.1.1.1": (["https://1.1.1.1/", "https://0x1.0x1.0x1.0x1/", "https://16843009"], {"https://1.1.1.2/": OTHER_HOST}),
}


@pytest.mark.parametrize("rule", ROWS)
def test_what_a_rule_matches(rule):
    matching, others = ROWS[rule]
    for url in matching:
        assert names_of(url, rule, parsers_agree=False) == [], url
        assert names_of(url, "other.example", rule, parsers_agree=False) == [], url
    for url, name in others.items():
        assert names_of(url, rule)[:1] == [name], url
        assert names_of(url, rule, parsers_agree=name == "parsers-differ") != [], url


def test_a_rule_is_kept_whole():
    """The parts of two rules do not combine."""
    rules = ["https://a.example:8443/x/*", "http://b.example:8080/y/*", "http://localhost:3000"]
    for url in ("https://a.example:8443/x/1", "http://b.example:8080/y/1", "http://localhost:3000/z"):
        assert names_of(url, *rules) == []
    for url in (
        *("http://a.example:8443/x/1", "https://a.example:8080/x/1", "https://a.example:8443/y/1"),
        *("http://b.example:8443/y/1", "http://b.example:8080/x/1", "http://localhost:8080/", "http://a.example:3000/"),
        *("http://127.0.0.1:3000/", "https://localhost:3000/", "https://a.example/x/1"),
    ):
        assert names_of(url, *rules) != [], url


def test_a_rule_goes_with_the_other_fields():
    assert names_of("http://example.com/", "example.com", schemes=["https"]) == ["scheme"]
    assert names_of("http://example.com/", "example.com", ports=[443]) == ["port"]
    assert names_of("https://example.com:8443/", "example.com:8443", ports=[443]) == []
    assert names_of("wss://example.com/", "wss://example.com", schemes=["wss"]) == []
    assert names_of("wss://example.com/", "wss://example.com") == ["scheme"]
    assert names_of("https://example.com/", "example.com", allowed_hosts=["example.org"]) == ["host-not-allowed"]
    assert names_of("https://example.com/", "example.com", denied_hosts=["*.com"]) == ["host-denied"]
    assert names_of("http://localhost/", "localhost", denied_hosts=["localhost"]) == ["host-denied"]
    assert names_of("http://127.0.0.1/", "127.0.0.1", ip_literals=False) == ["ip-literal"]
    assert names_of("https://u:p@example.com/", "example.com", credentials=True) == []
    # Only loopback is opened, and only by names that no DNS decides about.
    for host, kind in {"10.0.0.1": "private", "169.254.169.254": "metadata", "wiki.internal": "private"}.items():
        assert kind in names_of(f"http://{host}/", host)
    assert names_of("http://lvh.me/", "lvh.me") == ["loopback"]
    assert names_of("http://0.0.0.0/", "0.0.0.0") == ["unspecified"]
    assert names_of("http://10.0.0.1/", "10.0.0.1", allowed_networks=["10.0.0.1"]) == []
    assert names_of("https://example.com/") == ["host-not-allowed"]


def test_messages_say_where_the_problem_is():
    url = "https://github.com/org/..%2fx?a"
    [reason] = check_fetch(url, allow_list(["https://github.com/org/*"])).reasons
    assert url[reason.start : reason.end] == "/org/..%2fx"
    assert reason.message == "the path has an encoded dot or slash; use another URL"
    [reason] = check_fetch("https://github.com", allow_list(["https://github.com/org/*"])).reasons
    assert reason.message == "the path or the query is in no rule; use another URL"
    [reason] = check_fetch("https://example.org/", allow_list(["example.com"])).reasons
    assert reason.message == "the host example.org is in no rule of allowed_urls with this scheme and port; add one"
    assert reason.public_message == "This address cannot be used."


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("", "'' is not a rule; write one such as 'example.com'"),
        ("https://", "is not a rule"),
        ("https:example.com", "is not a rule"),
        ("https://example.com\\a", "is not a rule"),
        ("https://example.com/a b", "is not a rule"),
        ("https://example.com/a\tb", "is not a rule"),
        ("https://example.com/#a", "is not a rule"),
        ("https://user@example.com/", "is not a rule"),
        ("https://example.com:/", "is not a rule"),
        ("https://example.com:80*/", "is not a rule"),
        ("http*://example.com", "is not a rule"),
        ("*://example.com", "is not a rule"),
        ("https://::1/", "is not a rule"),
        ("10.0.0.0/8", "is not a rule"),
        ("fd00::/8", "is not a rule"),
        ("/org/*", "is not a rule"),
        ("?a", "is not a rule"),
        ("https://example.com:65536", "has a scheme or a port that no server has"),
        ("file:///etc/passwd", "is not a rule"),
        ("file://example.com", "has a scheme or a port that no server has"),
        ("foo://example.com", "has a scheme or a port that no server has"),
        ("*", "has hosts of anyone; name a host"),
        ("*:*", "has hosts of anyone"),
        ("https://*", "has hosts of anyone"),
        ("https://*/a", "has hosts of anyone"),
        ("*.com", "has hosts of anyone, as 'com' is a public suffix"),
        ("https://*.co.uk:*/a/*", "has hosts of anyone, as 'co.uk' is a public suffix"),
        ("*.localhost", "is a public suffix"),
        (".example.com", r"write '\*.example.com' for the subdomains"),
        ("example.*", "may stand only at the start"),
        ("https://exa*mple.com", "may stand only at the start"),
        ("https://example.com*", "may stand only at the start"),
        ("*.192.0.2.1", "must precede a domain"),
        ("*example.com", "may stand only at the start"),
        # For the parser, these are names with an asterisk.
        ("%2a.example.com", "may stand only at the start"),
        ("https://\uff0a.example.com", "may stand only at the start"),
        ("\uff0a", "may stand only at the start"),
        ("https://%2A.com/", "may stand only at the start"),
        ("exa mple.com", "is not a rule"),
        ("exa%20mple.com", "is not a host"),
        ("https://example.com/a*", "use a py_url.pattern.PatternList"),
        ("https://example.com/**", "use a py_url.pattern.PatternList"),
        ("https://example.com/*/", "use a py_url.pattern.PatternList"),
        ("https://example.com/*/a", "use a py_url.pattern.PatternList"),
        ("https://example.com/*/*", "use a py_url.pattern.PatternList"),
        ("https://example.com/?a=*", "use a py_url.pattern.PatternList"),
        ("https://example.com/a/../b", "a path that servers read in several ways"),
        ("https://example.com/a/..", "a path that servers read in several ways"),
        ("https://example.com/./a", "a path that servers read in several ways"),
        ("https://example.com/%2e%2e/a", "a path that servers read in several ways"),
        ("https://example.com/a%2fb", "a path that servers read in several ways"),
        ("https://example.com/a%5cb", "a path that servers read in several ways"),
    ],
)
def test_what_is_no_rule(rule, message):
    for make in (lambda: Policy(allowed_urls=[rule]), lambda: allow_list(["example.com", rule])):
        with pytest.raises(ValueError, match=f"^allowed_urls: .*{message}"):
            make()


def test_what_is_no_list_of_rules():
    for make in (lambda: Policy(allowed_urls=""), lambda: Policy(allowed_urls="example.com"), lambda: allow_list("a")):
        with pytest.raises(TypeError, match="must be a list or another iterable of str, not one str"):
            make()
    with pytest.raises(TypeError, match="each of allowed_urls must be a str, not int"):
        Policy(allowed_urls=[7])
    with pytest.raises(ValueError, match="allowed_urls: ") as error:
        allow_list(["https://user:s3cr3t@example.com/"])
    assert "s3cr3t" not in str(error.value)


@pytest.mark.skipif(not has_list(), reason="the extra psl is not installed")
def test_names_that_anyone_may_register():
    with pytest.raises(ValueError, match=r"^allowed_urls: '\*.github.io' has hosts of anyone"):
        allow_list(["https://*.github.io/org/*"])
    assert check_fetch("https://org.github.io/", allow_list(["org.github.io"])).allowed
    assert str(allow_list(["*.example.com"]).allowed_urls[0]) == (
        "It matches https and http URLs of a subdomain of example.com on the default port, with any path and any query."
    )


def test_a_rule_says_what_it_matches(monkeypatch):
    monkeypatch.setattr("py_url.guard.patterns.has_list", lambda: False)
    for rule, sentence in {
        "example.com": "https and http URLs of example.com on the default port, with any path and any query.",
        "https://GitHub.com/a/*": "https URLs of github.com on the default port, with the path /a/… and any query.",
        "https://h.example:8443/é?b": "https URLs of h.example on port 8443, with the path /%C3%A9 and the query 'b'.",
        "https://h.example/a?": "https URLs of h.example on the default port, with the path /a and the query ''.",
        "http://localhost:*/": (
            "http URLs of localhost on any port, with any path and any query; it opens loopback addresses for them."
        ),
        "*.example.org:81": (
            "https and http URLs of a subdomain of example.org on port 81, with any path and any query; "
            "without the extra psl, nobody checked whose names these are."
        ),
    }.items():
        [found] = allow_list([rule]).allowed_urls
        assert str(found) == f"{found}" == f"It matches {sentence}"


def test_a_rule_shows_no_password():
    policy = allow_list(["https://example.com/a//user:s3cr3t@b/*?a&password=s3cr3t"])
    [rule] = policy.allowed_urls
    for text in (str(rule), repr(rule), repr(policy)):
        assert "s3cr3t" not in text
        assert text.count("***") == 2
    assert check_fetch("https://example.com/a//user:s3cr3t@b/c?a&password=s3cr3t", pickle.loads(pickle.dumps(policy)))


def test_a_rule_is_a_str_for_others():
    rules = [
        "example.com",
        "https://GitHub.COM/org/*",
        "http://localhost:*/",
        "[::1]",
        "example.com",
        "HTTPS://[::1]/a?b",
    ]
    policy = allow_list(rules)
    assert policy.allowed_urls == (
        *("example.com", "https://github.com/org/*", "http://localhost:*/", "[::1]", "https://[::1]/a?b"),
    )
    assert json.loads(json.dumps(dict(policy)))["allowed_urls"] == list(policy.allowed_urls)
    assert repr(allow_list(rules[:2])) == "Policy(allowed_urls=('example.com', 'https://github.com/org/*'))"
    others = [
        *(Policy(**json.loads(json.dumps(dict(policy)))), pickle.loads(pickle.dumps(policy)), copy.deepcopy(policy)),
        *(policy.replace(valid=False), eval(repr(policy)), Policy(allowed_urls=reversed(policy.allowed_urls))),
    ]
    for other in others:
        assert other == policy
        assert hash(other) == hash(policy)
        assert all(type(rule) is Rule for rule in other.allowed_urls)
        assert check_fetch("https://github.com/org/x", other).allowed
        assert not check_fetch("https://github.com/organ", other).allowed
        assert check_fetch("http://localhost:3000/", other).allowed
    assert policy.replace(allowed_urls=None) == Policy() != policy
    [rule] = allow_list(["https://example.com/a/*"]).allowed_urls
    for other in (copy.copy(rule), copy.deepcopy(rule), *(pickle.loads(pickle.dumps(rule, n)) for n in range(6))):
        assert (type(other), other, str(other)) == (Rule, rule, str(rule))


LIST = allow_list(["https://example.com/a/*", "http://localhost:8000", "http://127.0.0.1:9000", "*.example.org"])


@pytest.mark.parametrize(
    ("url", "answer", "names"),
    [
        ("https://example.com/a/b", ["93.184.216.34"], []),
        ("https://example.com/a/b", ["127.0.0.1"], ["loopback"]),
        ("https://a.example.org/", ["::1"], ["loopback"]),
        ("http://localhost:8000/", ["127.0.0.1", "::1"], []),
        ("http://localhost:8000/", ["10.0.0.1"], ["private"]),
        ("http://localhost:8000/", ["169.254.169.254"], ["metadata", "link-local"]),
        ("http://localhost:8000/", ["0.0.0.0"], ["unspecified"]),
        ("http://127.0.0.1:9000/", [], []),
    ],
)
def test_the_addresses_of_what_a_rule_matches(url, answer, names):
    found = guard.resolve(check_fetch(url, LIST), lambda host, port: answer)
    assert [reason.name for reason in found.reasons] == names


@pytest.mark.parametrize(
    ("host", "port", "names"),
    [
        ("example.com", 443, []),
        ("localhost", 8000, []),
        ("example.com", 80, ["host-not-allowed"]),
        ("example.com", 8000, ["port", "host-not-allowed"]),
        ("localhost", 80, ["host-not-allowed", "loopback"]),
        ("localhost", 9000, ["port", "host-not-allowed", "loopback"]),
        ("127.0.0.1", 8000, ["port", "host-not-allowed", "loopback"]),
        ("evil.example", 443, ["host-not-allowed"]),
    ],
)
def test_a_connection_needs_a_rule(host, port, names):
    guarding = Guarding(LIST, lambda host, port: ["127.0.0.1" if host == "localhost" else "93.184.216.34"])
    if not names:
        assert guarding.addresses(host, port)
        return
    with pytest.raises(guard.Refused) as refused:
        guarding.addresses(host, port)
    assert [reason.name for reason in refused.value.reasons] == names


def test_each_redirect_needs_a_rule():
    chain, check = Chain(), Guarding(LIST).check
    for url in ("https://example.com/a/b", "https://x.example.org/", "http://localhost:8000/z"):
        check(url, chain)
    for url in ("https://example.com/b", "http://example.com/a/b", "http://localhost:9000/", "https://example.org/"):
        with pytest.raises(guard.Refused):
            check(url, chain)


@pytest.mark.parametrize("path", ["/x/../a/b", "/./a/b", "/a/..", "/x\\..\\a\\b", "/a/b/.", "/a\\b"])
def test_what_a_client_sends_as_it_is_has_no_dot_segments(path):
    """urllib sends them on, and a server may not read them as the parser does."""
    url = f"https://example.com{path}"
    with pytest.raises(guard.Refused, match="url-not-allowed: "):
        Guarding(LIST).check(url, Chain())
    for kept in ("https://example.com/a/b?/../#/./", "https://example.com/a/..b", "https://example.com/a/b.."):
        Guarding(LIST).check(kept, Chain())
    Guarding(Policy()).check("https://example.com/x/../a/b", Chain())


@pytest.mark.parametrize("path", ["/x/.\t./a/b", "/x/%2\te%2\te/a/b", "/x/\n../a/b", "/a/b\r", "/a/b\x1f", "/a/b "])
def test_what_a_client_sends_as_it_is_has_no_control_characters(path):
    """The parser removes them, and urllib3 encodes them: "/x/.\\t./a/b" would arrive as "/x/.%09./a/b"."""
    assert check_fetch(f"https://example.com{path}", LIST).url == "https://example.com/a/b"
    with pytest.raises(guard.Refused, match="url-not-allowed: "):
        Guarding(LIST).check(f"https://example.com{path}", Chain())
    with pytest.raises(guard.Refused, match="url-not-allowed: "):
        Guarding(allow_list(["https://example.com/a?b=c"])).check("https://example.com/a?b\t=c", Chain())
    Guarding(LIST).check("https://example.com/a/b c?d e", Chain())


def test_many_rules_read_a_path_once(monkeypatch):
    asked = []
    monkeypatch.setattr("py_url.guard.fetch.is_odd", lambda path: asked.append(path) or is_odd(path))
    for path in ("/30/a%41", "/x/a%41"):
        check_fetch(f"https://example.com{path}", allow_list([f"https://example.com/{n}/*" for n in range(40)]))
    assert len(asked) < 6


def test_odd_paths():
    for path in (
        "/%2e",
        "/a%2Eb",
        "/%2F",
        "/%5C",
        "/%252f",
        "/%25252e",
        "/%%32f",
        "/%2%66",
        "/..;",
        "/a/.;b",
        "/..%20",
    ):
        assert is_odd(path), path
    for path in ("/", "/a.b/..c", "/...;", "/a..;/", "/%", "/%2", "/%41", "/%C3%A9", "/;..", "/a/..", "/.hidden"):
        assert not is_odd(path), path
