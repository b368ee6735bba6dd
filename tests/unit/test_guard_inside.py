"""What looks public and is inside: networks of clouds, names, and what a policy says of networks."""

import ipaddress
import re
from pathlib import Path

import pytest

from py_url import URL, guard
from py_url.guard import Policy, check_fetch, check_redirect
from py_url.guard.clouds import AS_OF, RANGES
from py_url.guard.zones import (
    ADDRESS_ZONES,
    AS_OF as ZONES_AS_OF,
    LOOPBACK_ZONES,
    METADATA_HOSTS,
    TOP_LEVEL_ZONES,
    ZONES,
)

CHANGELOG = (Path(__file__).parent.parent.parent / "web" / "docs" / "project" / "changelog.md").read_text("utf-8")


def names_of(url, policy=None):
    return [reason.name for reason in check_fetch(url, policy).reasons]


def test_each_row_has_a_source():
    for date in (AS_OF, ZONES_AS_OF):
        assert re.fullmatch(r"20[0-9]{2}-[01][0-9]-[0-3][0-9]", date)
        assert f"as of {date}" in " ".join(CHANGELOG.split())
    rows = [*RANGES, *TOP_LEVEL_ZONES, *ZONES, *METADATA_HOSTS, *ADDRESS_ZONES, *LOOPBACK_ZONES]
    for row in rows:
        assert URL(row[-1]).protocol in ("https:", "http:")
    for table in (RANGES, TOP_LEVEL_ZONES, ZONES):
        assert {kind for _, kind, _ in table} <= {*guard.KINDS}
    assert len({row[0] for row in rows}) == len(rows)


@pytest.mark.parametrize("network", [network for network, *_ in RANGES])
def test_networks_of_clouds(network):
    """Also in a Kubernetes cluster of Google, whose services have addresses that look public."""
    address = network.partition("/")[0]
    [kind] = [kind for other, kind, _ in RANGES if other == network]
    assert kind in names_of(f"http://[{address}]/" if ":" in address else f"http://{address}/")
    found = guard.resolve(check_fetch("http://shop.example/"), lambda host, port: [address])
    assert kind in [reason.name for reason in found.reasons]
    if ":" not in address:
        assert kind in names_of(f"http://[::ffff:{address}]/")


def test_the_ends_of_a_network_of_a_cloud():
    for address in ("34.118.223.255", "34.118.240.0", "199.36.153.3", "199.36.153.12", "166.7.255.255", "166.12.0.0"):
        assert check_fetch(f"http://{address}/").allowed
    for address in ("34.118.224.1", "34.118.239.255", "199.36.153.11", "166.11.255.255", "161.26.0.11"):
        assert names_of(f"http://{address}/") == ["private"]


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        *(("localhost4.localdomain4", "loopback"), ("localhost6.localdomain6", "loopback"), ("a.i2p", "reserved")),
        *(("fritz.box", "private"), ("nas.fritz.box", "private"), ("pc.mshome.net", "private"), ("a.mail", "private")),
        *(("kubernetes.default", "private"), ("kube-dns.kube-system", "private"), ("a.lcl.host", "loopback")),
        *(("localhost.localstack.cloud", "loopback"), ("a.ddev.site", "loopback"), ("a.lndo.site", "loopback")),
        *(("8.8.8.8.a7f000001.nip.io", "loopback"), ("7f000001.c0a80001.rbndr.us", "loopback")),
        *(("8.8.8.8.other.nip.io", "private"), ("fe80--1s4.ipv6-literal.net", "private")),
        *(("--1.ipv6-literal.net", "loopback"), ("a.b.127-0-0-1.org.uk", "loopback")),
    ],
)
def test_names_that_lead_inside(host, kind):
    for written in (host, host.upper(), f"{host}."):
        assert kind in names_of(f"http://{written}/")


@pytest.mark.parametrize(
    "host",
    [
        *("fritz.box.example", "docs.localstack.cloud", "mshome.network", "example.org.uk", "8.8.8.8.nip.io"),
        *("08080808.nip.io", "8-8-8-8.sslip.io", "2606-4700--1111.sslip.io", "mail.example", "default.example"),
    ],
)
def test_names_that_do_not(host):
    assert check_fetch(f"http://{host}/").allowed


@pytest.mark.parametrize(
    ("host", "problem"),
    [
        *(("127.0.0.1..", "an empty label"), (".example.com", "an empty label"), ("a..example", "an empty label")),
        *(("example.com..", "an empty label"), (".", "an empty label"), ("{127.0.0.1,example.com}", "'{'")),
        *(("a$b.example", "'$'"), ("a!.example", "'!'"), ("a(b).example", "'('"), ("a=b.example", "'='")),
        *(("a;b.example", "';'"), ("a'b.example", '"\'"'), ("a*b.example", "'*'"), ("a~b.example", "'~'")),
    ],
)
def test_hosts_that_the_public_web_does_not_have(host, problem):
    """curl connects to 127.0.0.1 for "{127.0.0.1,example.com}", and older releases of aiohttp for "127.0.0.1.."."""
    found = {reason.name: reason.message for reason in check_fetch(f"http://{host}/").reasons}
    assert problem in found["host-syntax"]
    redirect = check_redirect(f"https://{host}/", "https://shop.example/", [])
    assert "host-syntax" in [reason.name for reason in redirect.reasons]


def test_hosts_that_it_has():
    for host in ("a_b.example.com", "a-b.example.com", "xn--e1afmkfd.xn--p1ai", "1.example", "example.com."):
        assert check_fetch(f"http://{host}/").allowed


def test_no_parser_is_no_agreement():
    with pytest.raises(ValueError, match="parsers: there are none, so none can disagree; write parsers_agree=False"):
        Policy(parsers=[])


def test_public_suffixes_that_are_known_without_the_list(monkeypatch):
    monkeypatch.setattr("py_url.guard.patterns.has_list", lambda: False)
    for pattern in ("*.co.uk", "*.com.au", "*.ac.jp", "*.uk"):
        with pytest.raises(ValueError, match="is a public suffix"):
            guard.allow_list([pattern])
    for pattern in ("*.example.co.uk", "*.bbc.uk", "*.co.example"):
        assert guard.allow_list([pattern]).allowed_urls == (pattern,)


@pytest.mark.parametrize(
    "url",
    [
        *("https://example.com/?q=" + "你" * 950, "https://example.com/#" + "😀" * 1_000),
        *(
            "https://example.com/" + " a" * 4_000,
            "https://example.com/" + "你" * 2_000,
            "https://example.com/" + "é" * 3_000,
        ),
    ],
)
def test_the_length_is_that_of_the_url_to_fetch(url):
    assert len(url) < 8_192 < len(URL(url).href)
    [reason] = check_fetch(url).reasons
    assert (reason.name, reason.start, reason.end) == ("too-long", 0, len(url))
    length = len(URL(url).href)
    assert reason.message == f"the URL has {length:,} code points when it is percent-encoded; at most 8,192 are allowed"


def test_what_is_required_is_allowed_again():
    for count in range(880, 940):
        verdict = check_fetch("https://example.com/?q=" + "你" * count)
        assert verdict.url is None or guard.require_fetch(verdict.url) == verdict.url


def test_the_length_of_a_location():
    for target in ("/" + "😀" * 2_047, "?" + "你" * 300):
        [reason] = check_redirect(target, "https://shop.example/").reasons
        assert (reason.name, reason.start, reason.end) == ("too-long", 0, len(target))
        assert "when it is percent-encoded; at most 2,048 are allowed" in reason.message
        assert check_redirect(target, "https://shop.example/", max_length=None).allowed


@pytest.mark.parametrize(
    ("url", "place"),
    [("https://example.com ", (19, 20)), ("https://example.com\x0b ", (19, 21)), ("\x1fhttps://h.example ", (0, 1))],
)
def test_a_space_that_was_pasted(url, place):
    [reason] = check_fetch(url, Policy(parsers=["urllib.parse"])).reasons
    assert (reason.name, reason.start, reason.end) == ("parsers-differ", *place)
    assert reason.message == "parsers treat spaces and control characters around a URL in different ways; remove them"
    # What else the parsers differ about is said as always.
    [reason] = check_fetch("http:example.com ", Policy(parsers=["urllib.parse"])).reasons
    assert "browsers read the host example.com" in reason.message


def test_a_reader_that_could_take_seconds():
    [reason] = check_fetch("http:h.example/" + "a" * 10_000, Policy(max_length=None, parsers=["urllib.parse"])).reasons
    assert reason.name == "too-long"
    assert reason.message.startswith("urllib.parse could take seconds to read this URL; write a shorter one")


@pytest.mark.parametrize(
    ("url", "secret"),
    [
        *(("https://alice:hun@ter2/x@example.com/", "ter2"), ("https://alice:hun@ter2:81/x@example.com/", "81")),
        *(("https://al:hun@10.9.8.7/x@example.com/", "10.9.8.7"), ("https://a:pa#zz@h/", "zz")),
        *(("https://ghp-token\\@example.com/", "ghp-token"), ("https://a:b\\c@h/", "c@")),
    ],
)
def test_no_message_shows_a_part_of_a_password(url, secret):
    for policy in (None, Policy(credentials=True), guard.allow_list(["other.example"]), Policy(denied_hosts=["ter2"])):
        for reason in (*check_fetch(url, policy).reasons, *check_redirect(url, "https://shop.example/").reasons):
            assert secret not in reason.message


def test_what_hides_nothing_keeps_its_host():
    for url in ("http://127.0.0.1/@user", "http://u:p@127.0.0.1/", "http://127.0.0.1/?a@b"):
        assert (
            "127.0.0.1 is an address of this computer" in check_fetch(url, Policy(credentials=True)).reasons[0].message
        )


@pytest.mark.parametrize(
    ("host", "kind", "inside"),
    [
        ("[::ffff:127.0.0.1]", "loopback", "127.0.0.1"),
        ("[::127.0.0.1]", "loopback", "127.0.0.1"),
        ("[64:ff9b::169.254.169.254]", "metadata", "169.254.169.254"),
        ("[64:ff9b:1:ffff:ffff:ffff:a9fe:a9fe]", "metadata", "169.254.169.254"),
        ("[2002:7f00:1::]", "loopback", "127.0.0.1"),
        ("[2001:0:808:808:ffff:ffff:f5ff:fffe]", "private", "10.0.0.1"),
        ("[2606:4700::5efe:10.0.0.1]", "private", "10.0.0.1"),
    ],
)
def test_advice_about_an_address_that_contains_another_names_that_one(host, kind, inside):
    url = f"http://{host}/"
    (reason,) = (reason for reason in check_fetch(url).reasons if reason.name == kind)
    assert f" (it contains {inside}); use a public address, or allow {inside} in the policy's" in reason.message
    assert len(reason.message) < 250
    # The advice works.
    assert kind not in [reason.name for reason in check_fetch(url, Policy(allowed_networks=[inside])).reasons]


def test_an_address_inside_is_not_shown_where_the_host_is_not():
    url = "https://al:hun@[::ffff:10.9.8.7]/x@example.com/"
    for reason in check_fetch(url, Policy(credentials=True)).reasons:
        assert "10.9.8.7" not in reason.message
    assert "contains" not in check_fetch("http://[::1]/").reasons[0].message


def test_messages_are_short():
    host = "a" * 5_000 + ".internal"
    for policy in (None, guard.allow_list([]), Policy(denied_hosts=["*.internal"], parsers_agree=False)):
        for reason in check_fetch(f"http://{host}/", policy).reasons:
            assert len(reason.message) < 250
            assert "a" * 100 + "…" in reason.message
    assert len(check_fetch("a" * 5_000 + ":x").reasons[0].message) < 250


IN = Policy(allowed_networks=["10.1.0.0/16", "fd00:1::/32"], denied_networks=["10.1.9.0/24", "93.184.216.0/24"])


@pytest.mark.parametrize(
    ("address", "names"),
    [
        *(
            ("10.1.2.3", []),
            ("10.2.2.3", ["private"]),
            ("10.1.9.3", ["host-denied"]),
            ("93.184.216.34", ["host-denied"]),
        ),
        *(("8.8.8.8", []), ("[fd00:1::5]", []), ("[fd00:2::5]", ["private"]), ("[::ffff:10.1.2.3]", [])),
        *(("[::ffff:10.1.9.3]", ["host-denied"]), ("[64:ff9b::10.1.2.3]", []), ("[64:ff9b::10.2.2.3]", ["private"])),
        *(("[2002:a01:203::]", ["tunnel"]), ("[::ffff:93.184.216.34]", ["host-denied"]), ("127.0.0.1", ["loopback"])),
    ],
)
def test_networks(address, names):
    assert names_of(f"http://{address}/", IN) == names
    written = address.strip("[]")
    found = guard.resolve(check_fetch("http://shop.example/", IN), lambda host, port: [written])
    assert [reason.name for reason in found.reasons] == names


def test_names_in_an_allowed_network():
    """The name alone says too little, so its addresses decide."""
    for host in ("redis", "redis.internal"):
        verdict = check_fetch(f"http://{host}/", IN)
        assert verdict.allowed
        assert guard.resolve(verdict, lambda host, port: ["10.1.2.3"]).addresses == ("10.1.2.3",)
        assert not guard.resolve(verdict, lambda host, port: ["10.2.2.3"]).allowed
    assert names_of("http://localhost/", IN) == ["loopback"]
    assert names_of("http://metadata.goog/", IN) == ["metadata"]


def test_metadata_opens_by_its_own_address_alone():
    for networks in (["169.254.0.0/16"], ["169.254.169.0/24"], ["0.0.0.0/0"]):
        policy = Policy(allowed_networks=networks)
        assert names_of("http://169.254.169.254/", policy) == ["metadata"]
        assert names_of("http://metadata.goog/", policy) == ["metadata"]
    policy = Policy(allowed_networks=["169.254.169.254/32"])
    assert check_fetch("http://169.254.169.254/", policy).allowed
    assert check_fetch("http://metadata.goog/", policy).allowed
    assert names_of("http://169.254.170.2/", policy) == ["metadata", "link-local"]
    assert not check_fetch("http://169.254.169.254/", policy.replace(denied_networks=["169.254.0.0/16"])).allowed


@pytest.mark.parametrize(
    "network",
    ["::ffff:10.0.0.0/104", "::10.0.0.0/104", "::ffff:0:10.0.0.0/104", "64:ff9b::10.0.0.0/104", "2002:a00::/24"],
)
def test_a_network_in_another_notation_denies_the_addresses_that_it_stands_for(network):
    policy = Policy(addresses=guard.KINDS, denied_networks=[network])
    assert policy.denied_networks == (str(ipaddress.ip_network(network)),)
    for host in ("10.0.0.0", "10.255.255.255", "0xa000001", "[::ffff:10.0.0.1]", "[2002:a00:1::5]", "[64:ff9b::a00:1]"):
        assert names_of(f"http://{host}/", policy) == ["host-denied"]
    for host in ("9.255.255.255", "11.0.0.0", "[::ffff:11.0.0.0]", "[2002:b00::]", "[2606:4700::1111]"):
        assert names_of(f"http://{host}/", policy) == []
    found = guard.resolve(check_fetch("http://shop.example/", policy), lambda host, port: ["10.0.0.1"])
    assert [reason.name for reason in found.reasons] == ["host-denied"]


@pytest.mark.parametrize("network", ["::ffff:0:0/96", "::/96", "64:ff9b::/96", "2002::/16", "::/8", "::/0", "::1/128"])
def test_a_whole_notation_denies_that_notation_alone(network):
    """Many lists have these, so that no IPv4 address is reached in a notation that a check may overlook."""
    policy = Policy(addresses=guard.KINDS, denied_networks=[network])
    first = ipaddress.ip_network(network)[-1]
    assert names_of(f"http://[{first}]/", policy) == ["host-denied"]
    for host in ("10.0.0.1", "0.0.0.1", "8.8.8.8"):
        assert names_of(f"http://{host}/", policy) == []


@pytest.mark.parametrize(
    "host", ["[::ffff:10.0.0.1]", "::10.0.0.1", "[64:ff9b::a00:1]", "[2002:a00:1::]", "[2002:a00:1:2::3]"]
)
def test_a_host_in_another_notation_denies_the_address_that_it_stands_for(host):
    policy = Policy(addresses=guard.KINDS, denied_hosts=[host])
    for spelling in ("10.0.0.1", "167772161", "[::ffff:a00:1]", "[64:ff9b::10.0.0.1]"):
        assert names_of(f"http://{spelling}/", policy) == ["host-denied"]
    assert names_of("http://10.0.0.2/", policy) == []
    found = guard.resolve(check_fetch("http://shop.example/", policy), lambda host, port: ["10.0.0.1"])
    assert [reason.name for reason in found.reasons] == ["host-denied"]
    # What is allowed is that notation alone.
    assert names_of("http://10.0.0.1/", Policy(addresses=guard.KINDS, allowed_hosts=[host])) == ["host-not-allowed"]


@pytest.mark.parametrize(
    ("network", "open_names", "closed_names"),
    [
        ("0.0.0.0/0", ["localhost", "redis", "a.local", "a.lan"], ["metadata.goog"]),
        ("::/0", ["localhost", "redis", "a.local"], ["metadata.goog"]),
        ("126.0.0.0/7", ["localhost"], ["redis", "a.local"]),
        ("8.0.0.0/6", ["redis"], ["localhost", "a.local"]),
        ("2001:100::/24", ["a.onion"], ["localhost", "redis"]),
        ("8.0.0.0/7", [], ["localhost", "redis", "a.local"]),
    ],
)
def test_a_name_is_resolved_if_a_network_has_addresses_of_its_kind(network, open_names, closed_names):
    policy = Policy(allowed_networks=[network])
    for name in open_names:
        assert names_of(f"http://{name}/", policy) == [], name
    for name in closed_names:
        assert names_of(f"http://{name}/", policy) != [], name


def test_a_network_of_public_addresses_alone():
    policy = Policy(addresses=[], allowed_networks=["8.8.8.0/24"])
    assert check_fetch("http://8.8.8.8/", policy).allowed
    assert names_of("http://8.8.4.4/", policy) == ["global"]


def test_what_is_no_network():
    for wrong, message in {
        "10.1.2.3/16": "has host bits set; write one such as",
        "example.com": "is not a network; write one such as",
        "0x0a.0.0.0/8": "is not a network",
        "": "is not a network",
    }.items():
        for field in ("allowed_networks", "denied_networks"):
            with pytest.raises(ValueError, match=f"^{field}: .*{message}"):
                Policy(**{field: [wrong]})
    with pytest.raises(TypeError, match="allowed_networks must be a list or another iterable of str"):
        Policy(allowed_networks="10.0.0.0/8")
    with pytest.raises(ValueError, match="is a network; write hosts here, and networks into denied_networks"):
        Policy(denied_hosts=["10.0.0.0/8"])
    policy = Policy(allowed_networks=["10.1.2.3", "FD00:0::/32"])
    assert policy.allowed_networks == ("10.1.2.3/32", "fd00::/32")
    assert eval(repr(policy)) == policy


def test_ordinary_urls_in_other_spellings_need_no_parser(monkeypatch):
    """Parsers take hundreds of microseconds."""
    monkeypatch.setattr("py_url.guard.fetch.differences", lambda *_: pytest.fail("a parser was asked"))
    for url in (
        *("HTTPS://Example.COM/a", "http://example.com:80/", "https://example.com?a=1#b", "https://example.com#a"),
        *("https://example.com/%C3%A9", "https://example.com/a/../b", "https://127.0.0.1/", "http://redis/"),
    ):
        assert check_fetch(url).reasons is not None


def test_messages_for_the_person_who_wrote_the_url():
    """They name no host, no address and no field of the policy."""
    urls = (
        *(
            "http://127.0.0.1:22/",
            "http://u:p@redis.internal/",
            "ftp://h/",
            "x",
            "http:h",
            "http://a$b/",
            "http://[::1]/",
        ),
        *("https://example.com/" + "a" * 9_000, "http://169.254.169.254/"),
    )
    policies = (None, Policy(valid=True, ip_literals=False), guard.allow_list([]), Policy(denied_hosts=["*.internal"]))
    reasons = [reason for url in urls for policy in policies for reason in check_fetch(url, policy).reasons]
    reasons += check_redirect("/%0d", "https://h/").reasons
    for reason in reasons:
        assert re.fullmatch(r"[A-Z][a-z ,-]+\.", reason.public_message), reason
        assert not re.search("private|internal|loopback|policy|redis|127|169", reason.public_message)
    assert len({reason.public_message for reason in reasons}) >= 8
