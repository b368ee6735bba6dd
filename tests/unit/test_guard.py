"""The guard: which URLs may be fetched and which redirects sent, with every spelling of an address."""

import copy
import ipaddress
import pickle
import re
import subprocess
import sys

import pytest

from py_url import URL, FrozenURL, guard
from py_url.guard import Policy, check_fetch, check_redirect, kinds_of_address, require_fetch
from py_url.guard.addresses import ipv4_inside
from py_url.guard.fetch import match_ordinary
from py_url.guard.names import ADDRESS_SERVICES, LOOPBACK_SERVICES, kinds_of_name
from py_url.standard import IPv4Address, IPv6Address, basic_parse, serialize
from py_url.standard.hosts.public_suffix import has_list

NEEDS_THE_LIST = pytest.mark.skipif(not has_list(), reason="the extra psl is not installed")
ANY = Policy(
    schemes=["https", "http", "ws", "wss", "ftp"], ports=None, addresses=guard.KINDS, credentials=True, max_length=None
)


def names_of(verdict):
    return [reason.name for reason in verdict.reasons]


def refused_for(url, policy=None):
    verdict = check_fetch(url, policy)
    assert verdict.allowed == (not verdict.reasons) == (verdict.url is not None) == bool(verdict)
    for reason in verdict.reasons:
        assert 0 <= reason.start <= reason.end <= len(str(url))
    return names_of(verdict)


def test_a_backslash_and_an_at_sign():
    url = "http://127.0.0.1:6666\\@1.1.1.1"
    verdict = check_fetch(url, policy=Policy())
    assert not verdict.allowed
    assert names_of(verdict) == ["port", "loopback", "parsers-differ"]
    port, loopback, differ = verdict.reasons
    assert url[port.start : port.end] == "6666"
    assert url[loopback.start : loopback.end] == url[differ.start : differ.end] == "127.0.0.1"
    # urllib.parse takes "127.0.0.1:6666\\" for a username and a password, so no message shows a part of that.
    assert differ.message == "urllib.parse reads another host than browsers; write the URL so that all read the same"
    assert verdict.url is None
    with pytest.raises(guard.Refused, match="loopback: the host is an address of this computer; use a public"):
        require_fetch(url)
    assert require_fetch("HTTPS://Example.COM/a b") == "https://example.com/a%20b"
    assert check_fetch(URL("https://example.com")).url == "https://example.com/"


@pytest.mark.parametrize(
    ("url", "names", "place"),
    [
        ("ftp://example.com/", ["scheme"], "ftp"),
        ("javascript:alert(1)", ["scheme"], "javascript"),
        ("file:///etc/passwd", ["scheme"], "file"),
        ("https://user@example.com/", ["credentials"], "user"),
        ("https://user:pass@example.com/", ["credentials"], "user:pass"),
        ("https://example.com:8443/", ["port"], "8443"),
        ("https://example.com:81/", ["port"], "81"),
        ("http://[::1]/", ["loopback"], "[::1]"),
        ("http://LOCALHOST./", ["loopback"], "LOCALHOST."),
        ("http://a.localhost/", ["loopback"], "a.localhost"),
        ("http://printer.local/", ["link-local"], "printer.local"),
        ("http://redis/", ["private"], "redis"),
        ("http://a.svc/", ["private"], "a.svc"),
        ("http://host.docker.internal/", ["private"], "host.docker.internal"),
        ("http://metadata.google.internal./", ["metadata"], "metadata.google.internal."),
        ("http://metadata.goog/", ["metadata"], "metadata.goog"),
        ("http://169.254.169.254/latest/", ["metadata", "link-local"], "169.254.169.254"),
        ("http://168.63.129.16/", ["metadata"], "168.63.129.16"),
        ("http://[fd00:ec2::254]/", ["metadata", "private"], "[fd00:ec2::254]"),
        ("http://127.0.0.1.nip.io/", ["loopback"], "127.0.0.1.nip.io"),
        ("http://a.localtest.me/", ["loopback"], "a.localtest.me"),
        ("https://exa mple.com/", ["invalid-url"], " "),
        ("//example.com/", ["invalid-url"], "//example.com/"),
        ("http://metadata.goog/é", ["metadata"], "metadata.goog"),
        ("http://router.home.arpa/", ["private"], "router.home.arpa"),
        ("http:example.com", ["parsers-differ"], "example.com"),
        ("https://example.com\\@evil.example/", ["parsers-differ"], "example.com"),
    ],
)
def test_what_the_public_web_is_not(url, names, place):
    verdict = check_fetch(url)
    assert refused_for(url) == names
    assert url[verdict.reasons[0].start : verdict.reasons[0].end] == place


@pytest.mark.parametrize(
    "url",
    [
        *("https://example.com/é", "https://example.com/a|b", "https://example.com/?q=[1]", "https://example.com/a b"),
        *("https://example.com/a/../b", "https://пример.рф/", "https://münchen.example/ü?ü#ü", "https://example.com."),
        *("HTTPS://EXAMPLE.COM:443", "https://93.184.216.34/", "https://[2606:4700::1111]/", "http://a.nip.iox/"),
        *("https://8.8.8.8.nip.io/", "https://nip.io/", "https://xn--bcher-kva.example/", "https://a-b_c.example.com/"),
        *("https://example.com/https://u:p@h/", "https://example.com/?@h", "https://example.com//evil.example/"),
    ],
)
def test_what_the_public_web_is(url):
    verdict = check_fetch(url)
    assert verdict.allowed, verdict
    assert verdict.url == URL(url).href
    assert check_fetch(verdict.url) == verdict


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("https://example.com/a/./b", "https://example.com/a/b"),
        ("https://example.com/a/../b", "https://example.com/b"),
        ("https://example.com/a/%2e/b", "https://example.com/a/b"),
        ("https://example.com/a/%2E%2e/b", "https://example.com/b"),
        ("https://example.com/a/%2e.", "https://example.com/"),
        ("https://example.com/%2e", "https://example.com/"),
        ("https://example.com:443/", "https://example.com/"),
        ("http://example.com:80", "http://example.com/"),
        ("http://example.com:443/", "http://example.com:443/"),
    ],
)
def test_the_url_of_a_verdict_is_a_serialization(url, href):
    for policy in (guard.public_web(), ANY):
        assert check_fetch(url, policy).url == href == URL(url).href


def test_the_last_port():
    assert check_fetch("https://example.com:65535/", ANY).url == "https://example.com:65535/"
    for port in (65536, 99999):
        assert refused_for(f"https://example.com:{port}/", ANY) == ["invalid-url"]


@pytest.mark.parametrize("host", ["a.", "example.com.", "example.com..", "example.com-", "example.com-.", "a-"])
def test_a_host_that_ends_in_a_dot_or_a_hyphen_is_not_an_ordinary_one(host):
    """DNS has no such names, or has them under another one, so all parsers have to say what they see."""
    for url in (f"https://{host}/", f"https://{host}"):
        assert match_ordinary(url) is None
        if ".." in host:
            assert refused_for(url, ANY) == ["host-syntax"]
        else:
            assert check_fetch(url, ANY).url == f"https://{host}/"
    assert match_ordinary("https://a-b.example.c0m/")


# Python's own answer for the address, where there is one, is in `ipaddress`.
ADDRESSES = {
    "loopback": ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "64:ff9b::127.0.0.1"],
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.255.255", "fc00::1", "fdff::", "fec0::1"],
    "shared": ["100.64.0.0", "100.127.255.255"],
    "link-local": ["169.254.0.1", "fe80::1"],
    "metadata": ["169.254.169.254", "100.100.100.200", "168.63.129.16", "fd20:ce::254", "::ffff:169.254.169.254"],
    "unspecified": ["0.0.0.0", "0.255.0.1", "::", "::ffff:0.0.0.0"],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff:ffff::"],
    "benchmarking": ["198.18.0.1", "198.19.255.255", "2001:2::1"],
    "multicast": ["224.0.0.1", "239.255.255.255", "ff02::1"],
    "tunnel": ["2002:808:808::1", "2001:0:808:808::1", "2002:7f00:1::"],
    "reserved": [
        *("192.0.0.1", "192.88.99.1", "240.0.0.1", "255.255.255.255", "100::1", "100:0:0:1::1", "2001:10::1"),
        *("2001:20::1", "5f00::1", "4000::1", "::8.8.8.8", "::ffff:0:8.8.8.8", "1::1", "64:ff9b:2::1"),
    ],
    "global": ["1.1.1.1", "9.255.255.255", "172.32.0.0", "2606:4700::1111", "64:ff9b::8.8.8.8", "::ffff:8.8.8.8"],
}


def parsed(address):
    value = int(ipaddress.ip_address(address))
    return IPv6Address(value >> 112 - 16 * i & 0xFFFF for i in range(8)) if ":" in address else IPv4Address(value)


@pytest.mark.parametrize(("kind", "address"), [(kind, one) for kind, all_ in ADDRESSES.items() for one in all_])
def test_kinds_of_addresses(kind, address):
    kinds = kinds_of_address(parsed(address))
    assert kind in kinds
    assert ("global" in kinds) == (kinds == ("global",))
    url = f"http://[{address}]/" if ":" in address else f"http://{address}/"
    assert check_fetch(url).allowed == (kind == "global")
    if kind != "global":
        assert kind in refused_for(url)
        assert refused_for(url, ANY.replace(addresses=guard.KINDS.keys() - {kind})) == [kind]
        assert check_fetch(url, ANY).allowed


def edges():
    """Yield the addresses next to each boundary of a network that `ipaddress` knows or that is here."""
    for addresses in ADDRESSES.values():
        for address in addresses:
            value = ipaddress.ip_address(address)
            yield from (value + step for step in (-1, 0, 1) if 0 <= int(value) + step < 2**value.max_prefixlen)
    for network in ("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"):
        yield from (ipaddress.ip_network(network)[0], ipaddress.ip_network(network)[-1])


def test_nothing_is_global_that_python_says_is_not():
    """`ipaddress` of some Pythons takes more addresses for global, but none of them fewer than this package."""
    for address in edges():
        if kinds_of_address(parsed(str(address))) == ("global",) and getattr(address, "ipv4_mapped", None) is None:
            assert address.is_global, address


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        ("::ffff:127.0.0.1", ["127.0.0.1"]),
        ("::127.0.0.1", ["127.0.0.1"]),
        ("::ffff:0:127.0.0.1", ["127.0.0.1"]),
        ("64:ff9b::127.0.0.1", ["127.0.0.1"]),
        ("64:ff9b:1:7f00:0:100::", ["0.0.0.0", "0.1.0.0", "0.0.1.0", "127.0.0.1"]),
        ("2002:7f00:1::", ["127.0.0.1"]),
        ("2001:0:7f00:1:0:0:f5ff:fffe", ["127.0.0.1", "10.0.0.1"]),
        ("2606:4700::5efe:10.0.0.1", ["10.0.0.1"]),
        ("2606:4700::200:5efe:10.0.0.1", ["10.0.0.1"]),
        ("2606:4700::1", []),
        ("::1", []),
        ("::", []),
    ],
)
def test_addresses_inside_addresses(address, inside):
    found = list(map(str, ipv4_inside(parsed(address))))
    assert set(inside) <= set(found)
    assert bool(found) == bool(inside)
    for one in inside:
        assert {*kinds_of_address(parsed(one))} - {"global"} <= {*kinds_of_address(parsed(address))}


@pytest.mark.parametrize("length", [48, 56, 64, 96])
def test_an_address_inside_that_of_a_local_nat64(length):
    """RFC 6052 §2.2: where the IPv4 address lies depends on the prefix, and the bits 64 to 71 are not part of it."""
    octets = bytes.fromhex("0064ff9b0001abcd00000000")[: length // 8] + bytes([0x7F, 0x91, 0xB3, 0xD5])
    if length < 96:
        octets = octets[:8] + b"\0" + octets[8:]
    address = ipaddress.IPv6Address(octets.ljust(16, b"\0"))
    assert "127.145.179.213" in map(str, ipv4_inside(parsed(str(address))))


def test_the_first_two_addresses_have_none_inside():
    assert [[*map(str, ipv4_inside(parsed(f"::{last}")))] for last in range(4)] == [[], [], ["0.0.0.2"], ["0.0.0.3"]]


@pytest.mark.parametrize(
    "host",
    [
        *("127.1", "127.0.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001", "0177.0.0.01", "0x7f.0.0x0.0x1"),
        *("127.0.0.1.", "0x7f.1.", "１２７.0.0.1", "127。0。0。1", "127．1", "①②⑦.①", "127%2e0%2e0%2e1", "%31%32%37.1"),
        *("%30x7f.1", "127.0.0\u00ad.1", "1\u200b27.0.0.1", "127.0.0.1%2e", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
        *("[0:0:0:0:0:ffff:7f00:0001]", "[::FFFF:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::7f00:1]"),
        *(
            "[2606:4700::5efe:7f00:1]",
            "localhost",
            "LOCALHOST",
            "localhost.",
            "a.b.localhost",
            "ｌｏｃａｌｈｏｓｔ",
            "l%6fcalhost",
        ),
        *(
            "loc\u00adalhost",
            "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
            "localhost%2e",
            "localhost6",
            "ip6-localhost",
            "127.0.0.1.nip.io",
            "7f000001.nip.io",
        ),
        *("127-0-0-1.sslip.io", "www.127-0-0-1.sslip.io", "--1.sslip.io", "app.127.0.0.1.xip.io", "lvh.me", "x.lvh.me"),
        *("foo-127-0-0-1.nip.io", "127.0.0.1.NIP.IO.", "localhost.localdomain"),
    ],
)
def test_every_spelling_of_this_machine(host):
    assert "loopback" in refused_for(f"http://{host}/"), host
    assert "loopback" in refused_for(f"http://{host}:80/a?b#c")
    everything = check_fetch(f"http://{host}/", ANY)
    assert everything.allowed
    assert everything.url == URL(f"http://{host}/").href


@pytest.mark.parametrize(
    "host", ["[::1%25eth0]", "[fe80::1%eth0]", "127.0.0.1%00", "1.2.3.4.5", "0x7f.1.1.1.1", "256.1"]
)
def test_what_is_no_address(host):
    assert refused_for(f"http://{host}/", ANY) == ["invalid-url"]


def test_names():
    services = frozenset(ADDRESS_SERVICES + LOOPBACK_SERVICES)
    assert kinds_of_name("example.com", services) == kinds_of_name("nip.io", services) == ()
    assert kinds_of_name("www.nip.io", services) == ()
    assert kinds_of_name("8.8.8.8.nip.io", services) == ("global",)
    assert kinds_of_name("something.nip.io", services) == ("private",)
    assert kinds_of_name("999.1.1.1.nip.io", services) == ("private",)
    assert kinds_of_name("8.8.8.8.10.0.0.1.nip.io", services) == ("global", "private")
    assert kinds_of_name("fd00--1.sslip.io", services) == ("private",)
    assert kinds_of_name("127.0.0.1.nip.io") == ()
    for name, kind in {"home.arpa": "private", "a.home.arpa": "private", "rancher-metadata": "metadata"}.items():
        assert kinds_of_name(name) == (kind,)
    assert check_fetch("http://127.0.0.1.nip.io/", Policy(address_services=[])).allowed
    assert refused_for("http://a.mine.example/", Policy(address_services=["mine.example"])) == ["private"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("localhost", "loopback"), ("test", "private"), ("invalid", "reserved"), ("example", None)),  # RFC 6761 §6
        *(("onion", "reserved"), ("alt", "reserved"), ("home.arpa", "private")),  # RFC 7686, RFC 9476, RFC 8375
        *(("local", "link-local"), ("internal", "private")),  # RFC 6762, ICANN
    ],
)
def test_names_of_special_use(name, kind):
    for host in (f"a.{name}", f"A.b.{name.upper()}."):
        assert refused_for(f"https://{host}/") == ([] if kind is None else [kind])
        assert check_fetch(f"https://{host}/", Policy(addresses=["global", kind or "global"])).allowed


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide cannot start processes")
def test_the_first_use_loads_no_parser():
    """It takes as long as `import urllib.parse` then. Other packages take hundreds of milliseconds to load."""
    program = "import sys; from py_url import guard; print(guard.check_fetch('https://example.com/').url)"
    program += "; print(*sorted({'py_url.explain', 'urllib.parse', 'socket', 'ipaddress', 'httpx'} & {*sys.modules}))"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert answer.stdout.split() == ["https://example.com/"]


def test_hosts():
    patterns = ["example.com", "*.Example.ORG.", "[::1]", "192.0.2.1", "::2", "bücher.example"]
    policy = Policy(allowed_hosts=patterns)
    assert guard.allow_list([*patterns[:4], "[::2]", patterns[5]]).allowed_urls == (
        *("example.com", "*.example.org.", "[::1]", "192.0.2.1", "[::2]", "xn--bcher-kva.example"),
    )
    assert policy.allowed_hosts[:4] == ("example.com", "*.example.org.", "::1", "192.0.2.1")
    for url in ("https://example.com/", "https://example.com./", "https://a.b.example.org/", "http://BÜCHER.example/"):
        assert check_fetch(url, policy).allowed
    for url in (
        *("https://www.example.com/", "https://example.org/", "https://evilexample.org/", "https://example.com.evil/"),
        *("https://.example.org/", "https://a..example.org/", "https://xn--example.com/", "https://example.co/"),
    ):
        assert "host-not-allowed" in refused_for(url, policy)
    assert check_fetch("http://[::1]/", policy.replace(addresses=["loopback"])).allowed
    assert refused_for("http://[::1]/", policy) == ["loopback"]
    denied = Policy(denied_hosts=["*.com", "192.0.2.1", "example.org"], addresses=["global", "documentation"])
    assert check_fetch("https://com/", ANY.replace(denied_hosts=["*.com"])).allowed
    for url in ("https://example.com/", "http://192.0.2.1/", "http://0xc0000201/", "https://example.org./"):
        assert refused_for(url, denied) == ["host-denied"]
    assert refused_for("https://example.com/", guard.allow_list([])) == ["host-not-allowed"]
    # Names with empty labels are not those that one owner has, but they are not for others either.
    for url in (
        "https://a..example.com/",
        "https://.example.com/",
        "https://example.com../",
        "https://a.example.com../",
    ):
        assert refused_for(url, denied) == ["host-denied", "host-syntax"]
        for field in ("allowed_hosts", "allowed_urls"):
            only = Policy(**{field: ["example.com", "*.example.com"]})
            assert refused_for(url, only) == ["host-not-allowed", "host-syntax"]
        both = Policy(denied_hosts=["example.com..", "*.example.com.."])
        assert refused_for(url, both) == ["host-denied", "host-syntax"]
    for url in ("http://[::ffff:192.0.2.1]/", "http://[64:ff9b::192.0.2.1]/", "http://[2002:c000:201::]/"):
        assert "host-denied" in refused_for(url, denied), url
    for address in ("::ffff:192.0.2.1", "64:ff9b::c000:201"):
        found = guard.resolve(check_fetch("https://example.net/", denied), lambda host, port, a=address: [a])
        assert names_of(found) == ["host-denied"]


def test_domains_of_services_with_addresses_in_their_names():
    policy = Policy(address_services=["nip.io.", "NIP.io", "zz"])
    assert policy.address_services == ("nip.io", "zz")
    for host in ("127.0.0.1.nip.io", "127.0.0.1.zz", "127.0.0.1.zz."):
        assert refused_for(f"http://{host}/", policy) == ["loopback"]
    for wrong in ("*.nip.io", "192.0.2.1", "::1"):
        with pytest.raises(ValueError, match=r"is not a domain; write one, which stands for its subdomains too"):
            Policy(address_services=[wrong])


@pytest.mark.parametrize(
    "url",
    [
        *("http://93.184.216.34/", "http://[::ffff:93.184.216.34]/", "http://[64:ff9b::93.184.216.34]/"),
        *("http://[2002:5db8:d822::1]/", "http://[2001:db8::5efe:5db8:d822]/"),
        *("http://a.example.net/", "http://a.example.net./", "http://a..example.net/", "http://.example.net/"),
    ],
)
def test_what_is_denied_is_denied_in_every_spelling(url):
    policy = Policy(denied_hosts=["93.184.216.34", "*.example.net"], addresses=guard.KINDS)
    syntax = ["host-syntax"] if "/." in url or ".." in url else []
    assert refused_for(url, policy) == ["host-denied", *syntax]
    assert check_fetch("http://[::ffff:93.184.216.35]/", policy).allowed


@pytest.mark.parametrize("pattern", ["*.nip.io", "8.8.8.8", "::1", ""])
def test_address_services_are_domains(pattern):
    with pytest.raises(ValueError, match=r"^address_services: "):
        Policy(address_services=[pattern])
    for spelling in ("mine.example.", "MINE.example"):
        policy = Policy(address_services=[spelling])
        assert policy.address_services == ("mine.example",)
        assert refused_for("http://127.0.0.1.mine.example/", policy) == ["loopback"]


@pytest.mark.parametrize(
    ("patterns", "message"),
    [
        ([".example.com"], r"'.example.com' is not a host; write '\*.example.com' for the subdomains"),
        (["*"], r"'\*' may stand only at the start"),
        (["a.*.com"], r"'\*' may stand only at the start"),
        (["*.com"], r"'\*.com' has hosts of anyone, as 'com' is a public suffix"),
        (["*.192.0.2.1"], r"'\*.' must precede a domain"),
        (["https://example.com/"], "is not a host; write it without a scheme and a port"),
        (["example.com:80"], "is not a host"),
        ([""], "is not a host"),
    ],
)
def test_patterns_that_mean_nothing(patterns, message):
    with pytest.raises(ValueError, match=f"^allowed_hosts: .*{message}"):
        Policy(allowed_hosts=patterns)
    with pytest.raises(ValueError, match=f"^allowed_hosts: .*{message}"):
        check_redirect("/", "https://h/", patterns)


def test_top_level_domains_are_no_patterns_without_the_list(monkeypatch):
    monkeypatch.setattr("py_url.guard.patterns.has_list", lambda: False)
    with pytest.raises(ValueError, match="'com' is a public suffix"):
        guard.allow_list(["*.com"])
    assert guard.allow_list(["*.example.com"]).allowed_urls == ("*.example.com",)


def test_a_policy_is_copied():
    policy = guard.allow_list(["example.com"])
    for other in (copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        assert other == policy
        assert check_fetch("https://example.com/", other).allowed
    for call in (lambda: guard.public_web().__init__(ports=None), lambda: policy.__setstate__(Policy().__getstate__())):
        with pytest.raises(AttributeError, match=r"a policy cannot be changed; policy.replace"):
            call()
    assert policy == other
    assert refused_for("https://example.com:8080/") == ["port"]
    refused = guard.Refused(check_fetch("http://localhost/").reasons)
    assert pickle.loads(pickle.dumps(refused)).reasons == refused.reasons


@NEEDS_THE_LIST
def test_public_suffixes_are_no_patterns():
    for pattern in ("*.co.uk", "*.github.io"):
        with pytest.raises(ValueError, match="is a public suffix"):
            guard.allow_list([pattern])
    assert guard.allow_list(["*.example.co.uk"])
    assert Policy(denied_hosts=["*.github.io"])


@NEEDS_THE_LIST
def test_same_site():
    policy = guard.same_site("https://www.example.co.uk/a")
    for url in ("https://example.co.uk/", "https://a.b.example.co.uk/x"):
        assert check_fetch(url, policy).allowed
    assert refused_for("http://example.co.uk/", policy) == ["scheme"]
    assert refused_for("https://other.co.uk/", policy) == ["host-not-allowed"]
    assert refused_for("https://example.co.uk:8443/", policy) == ["port"]
    local = guard.same_site(URL("http://localhost:8000/"))
    assert check_fetch("http://localhost:8000/x", local).allowed
    assert check_fetch("http://localhost/x", local).allowed
    assert "host-not-allowed" in refused_for("http://127.0.0.1:8000/", local)
    assert check_fetch("http://192.168.1.1/", guard.same_site("http://192.168.1.1/")).allowed
    with pytest.raises(ValueError, match="needs a URL with a host"):
        guard.same_site("data:,")


def test_a_policy():
    policy = Policy(schemes=["HTTPS"], ports=[443, 443], max_length=20)
    assert repr(policy) == "Policy(schemes=('https',), ports=(443,), max_length=20)"
    assert eval(repr(policy)) == policy
    assert repr(Policy()) == "Policy()"
    assert Policy() == guard.public_web() != policy
    assert Policy() != 5
    assert hash(Policy()) == hash(Policy(schemes=["https", "http"]))
    assert policy.replace(max_length=None).max_length is None
    assert policy.replace(max_length=None).schemes == ("https",)
    for change in (lambda: setattr(policy, "schemes", ()), lambda: delattr(policy, "ports")):
        with pytest.raises(AttributeError, match="a policy cannot be changed"):
            change()
    for unknown in (lambda: Policy(scheme=["https"]), lambda: policy.replace(port=[443])):
        with pytest.raises(TypeError, match=r"unexpected keyword argument '(scheme|port)'"):
            unknown()
    with pytest.raises(TypeError, match="policy must be a Policy, not str"):
        check_fetch("https://h/", "public_web")


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"schemes": "https"}, TypeError, "schemes must be a list or another iterable of str, not one str"),
        ({"schemes": ["file"]}, ValueError, "schemes: 'file' names no server by a domain; write some of ftp, http"),
        ({"schemes": ["javascript"]}, ValueError, "'javascript' names no server"),
        ({"ports": 443}, TypeError, "ports must be a list or another iterable of int, not int"),
        ({"ports": ["443"]}, TypeError, "each of ports must be an int, not str"),
        ({"ports": [True]}, TypeError, "each of ports must be an int, not bool"),
        ({"ports": [65536]}, ValueError, "ports: 65536 is not a port"),
        ({"credentials": 1}, TypeError, "credentials must be a bool, not int"),
        ({"addresses": ["public"]}, ValueError, "addresses: there is no 'public'; write some of global, loopback"),
        ({"parsers": ["lynx"]}, ValueError, "parsers: there is no 'lynx'; write some of whatwg, rfc3986"),
        ({"max_length": 0}, ValueError, "max_length: 0 is too small"),
        ({"max_length": True}, TypeError, "max_length must be an int or None, not bool"),
        ({"denied_hosts": None}, TypeError, "denied_hosts must be a list or another iterable of str, not NoneType"),
    ],
)
def test_fields_of_wrong_values(fields, error, message):
    with pytest.raises(error, match=message):
        Policy(**fields)


def test_each_field_refuses():
    assert refused_for("http://example.com/", Policy(schemes=["https"])) == ["scheme"]
    assert refused_for("https://example.com/", Policy(schemes=[])) == ["scheme"]
    assert refused_for("https://example.com/", Policy(ports=[80])) == ["port"]
    assert refused_for("https://example.com/", Policy(ports=[])) == ["port"]
    assert refused_for("https://1.1.1.1/", Policy(ip_literals=False)) == ["ip-literal"]
    assert refused_for("https://example.com/a", Policy(max_length=20)) == ["too-long"]
    assert check_fetch("https://example.com/", Policy(max_length=20)).allowed
    assert refused_for("https://example.com/a b", Policy(valid=True)) == ["not-valid"]
    assert check_fetch("https://example.com/a", Policy(valid=True)).allowed
    assert check_fetch("https://u:p@example.com/", Policy(credentials=True)).url == "https://u:p@example.com/"
    assert check_fetch("http:example.com", Policy(parsers_agree=False)).url == "http://example.com/"
    assert check_fetch("http:example.com", Policy(parsers=["whatwg"])).allowed
    assert refused_for("http:example.com", Policy(parsers=["urllib.parse"])) == ["parsers-differ"]
    assert check_fetch("wss://example.com/", Policy(schemes=["wss"])).allowed


def test_what_parsers_see_is_said():
    """The host and the port are not named if a parser may take them for a part of a password."""
    policy = Policy(parsers=["urllib.parse"], ports=[80, 81])
    for url, message in {
        "http://example.com\\@example.com:81/": "urllib.parse reads another port than browsers; ",
        "http:example.com": "urllib.parse reads no host, browsers read the host example.com; ",
    }.items():
        verdict = check_fetch(url, policy)
        assert names_of(verdict) == ["parsers-differ"]
        assert verdict.reasons[0].message.startswith(message)


def test_a_reader_that_is_not_installed(monkeypatch):
    monkeypatch.setattr("py_url.parsers.reading._is_here", lambda package: package is None)
    policy = Policy(parsers=["urllib.parse", "yarl"])
    assert check_fetch("https://example.com/", policy).allowed
    with pytest.raises(ModuleNotFoundError, match="the parser 'yarl' needs the package yarl"):
        check_fetch("https://example.com/é/../", policy)
    assert refused_for("http:example.com") == ["parsers-differ"]


def test_the_serialization_is_read_too():
    """A string on which the parsers agree, and whose serialization they read in another way, is refused."""
    from py_url.guard import fetch

    asked = []

    def differences(string, base, parsers, spans):
        asked.append(string)
        return [guard.Reason("parsers-differ", "x", *spans.host)] if string == "https://example.com/a%20b" else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetch, "differences", differences)
        assert refused_for("https://example.com/a b") == ["parsers-differ"]
    assert asked == ["https://example.com/a b", "https://example.com/a%20b"]


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("/a?b#c", "/a?b#c"),
        ("", "/login"),
        ("?x", "/login?x"),
        ("#x", "/login#x"),
        ("profile", "/profile"),
        ("é b", "/%C3%A9%20b"),
        ("/a/../b", "/b"),
        ("/a\\b", "/a/b"),
        ("https://shop.example/a", "/a"),
        ("//shop.example/a", "/a"),
        ("https://shop.example:443/a", "/a"),
        ("https://help.example/a", "https://help.example/a"),
        ("//help.example", "https://help.example/"),
        ("https://a.cdn.example/", "https://a.cdn.example/"),
        ("/..//evil.example", "https://shop.example//evil.example"),
        ("/.//evil.example", "https://shop.example//evil.example"),
        ("/?next=//evil.example", "/?next=//evil.example"),
        ("//evil.example", "host-not-allowed"),
        ("/\\evil.example", "host-not-allowed"),
        ("\\/evil.example", "host-not-allowed"),
        ("\\\\evil.example", "host-not-allowed"),
        ("///evil.example", "host-not-allowed"),
        ("////evil.example", "host-not-allowed"),
        ("https:///evil.example", "host-not-allowed"),
        ("https:\\\\evil.example", "host-not-allowed"),
        ("https:evil.example", "parsers-differ"),
        ("https:/evil.example", "parsers-differ"),
        ("http:evil.example", "scheme"),
        ("http://shop.example/", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("JaVaScRiPt:alert(1)", "scheme"),
        ("data:text/html,x", "scheme"),
        ("vbscript:x", "scheme"),
        ("\t//evil.example", "control-character"),
        ("/\t/evil.example", "control-character"),
        ("java\nscript:alert(1)", "control-character"),
        ("/a\r\nSet-Cookie: b", "control-character"),
        ("/a\x00", "control-character"),
        ("/a\x7f", "control-character"),
        ("/a%0d%0aSet-Cookie:b", "encoded-control-character"),
        ("/a%250D", "encoded-control-character"),
        ("/a%25250D", "encoded-control-character"),
        ("/a%" + "25" * 1_000 + "0D", "encoded-control-character"),
        ("/a%%30D", "encoded-control-character"),
        ("/a%2%350d", "encoded-control-character"),
        ("/a%25%30%44", "encoded-control-character"),
        ("/a%00", "encoded-control-character"),
        ("/a%1f", "encoded-control-character"),
        ("/a%7F", "encoded-control-character"),
        (" //evil.example", "host-not-allowed"),
        ("https://shop.example@evil.example/", "credentials"),
        ("//user@shop.example/", "credentials"),
        ("https://shop.example\\@evil.example", "parsers-differ"),
        ("https://evil.example\\@shop.example", "host-not-allowed"),
        ("https://.shop.example/", "host-not-allowed"),
        ("https://shop.example.evil.example/", "host-not-allowed"),
        ("https://evilshop.example/", "host-not-allowed"),
        ("https://shop.exampl/", "host-not-allowed"),
        ("https://cdn.example/", "host-not-allowed"),
        ("https://.cdn.example/", "host-not-allowed"),
        ("https://shop.example:8443/", "port"),
        ("https://help.example:8443/", "port"),
        ("https://[", "invalid-url"),
        ("/" + "a" * 2_048, "too-long"),
    ],
)
def test_redirects(target, found):
    base = "https://shop.example/login"
    verdict = check_redirect(target, base, allowed_hosts=["help.example", "*.cdn.example"])
    if verdict.allowed:
        assert verdict.url == found
        assert URL(verdict.url, base).href == URL(target, base).href
        assert verdict.url.isascii()
        assert re.match(r"/(?![/\\])|https://", verdict.url)
        assert check_redirect(verdict.url, base, ["help.example", "*.cdn.example"]).url == verdict.url
    else:
        assert names_of(verdict)[0] == found
        assert verdict.url is None


def test_where_a_control_character_is_encoded():
    for target, encoded in {
        "/a%20b%0d%0a": "%0d",
        "/%25252541%2525250Ab": "%2525250A",
        "/%4%%30a": "%%30a",
        "/%é%2%350dx": "%2%350d",
    }.items():
        [reason] = check_redirect(target, "https://h/").reasons
        assert target[reason.start : reason.end] == encoded
        assert reason.message.startswith(f"{encoded} is a control character, which could end the header")
    for target in (
        "/%20",
        "/%7e",
        "/%80%9F",
        "/%C2%85",
        "/%2520",
        "/%",
        "/%0",
        "/%0g",
        "/%g0",
        "/%25",
        "/%\uff10d",
        "/%_1",
    ):
        assert check_redirect(target, "https://h/").allowed, target


def test_pages_that_redirect():
    assert check_redirect("http://h/a", "http://h/b").url == "/a"
    assert check_redirect("https://h/a", "http://h/b").url == "https://h/a"
    assert check_redirect("https://h:8443/a", "http://h:8443/b").reasons[0].name == "port"
    assert check_redirect("a", "http://localhost:8000/b/").url == "/b/a"
    assert check_redirect("a", URL("http://127.0.0.1:8000/")).url == "/a"
    assert (
        check_redirect(URL("HTTP://h/a?b"), "http://h/").url
        == check_redirect("http://h/a?b", "http://h/").url
        == "/a?b"
    )
    assert check_redirect(FrozenURL("http://other/"), "http://h/") == check_redirect("http://other/", "http://h/")
    assert check_redirect("a" * 3_000, "https://h/", max_length=None).allowed
    for base in ("ftp://h/", "file:///a"):
        with pytest.raises(ValueError, match="needs the http or https URL of a page as the base"):
            check_redirect("a", base)
    with pytest.raises(ValueError, match="invalid base URL: missing-scheme"):
        check_redirect("a", "/")


@pytest.mark.parametrize(
    "url",
    [
        *(
            "https://ghp_TOKEN:s3cr3t@example.com:81/",
            "http://ghp_TOKEN:80\\s3cr3t@h/",
            "https://u:s3cr3t@[",
            "u:s3cr3t@h",
        ),
        *(
            "https://u:s3cr3t@10.0.0.1/",
            "ftp://u:s3cr3t@h/",
            "http:u:s3cr3t@h",
            "//u:s3cr3t@h/",
            "https://u:s3cr3t@a..b/",
        ),
    ],
)
def test_nothing_shows_a_password(url):
    for policy in (None, Policy(credentials=True), Policy(valid=True), guard.allow_list([])):
        verdict = check_fetch(url, policy)
        assert "s3cr3t" not in repr(verdict)
        if not verdict.allowed:
            refused = guard.Refused(verdict.reasons)
            assert "s3cr3t" not in f"{refused} {refused!r} {refused.args}"
    assert "s3cr3t" not in repr(check_redirect(url, "https://h/"))
    assert "s3cr3t" not in repr(check_fetch("https://u:s3cr3t@example.com/", Policy(credentials=True)))


def test_refused():
    reasons = check_fetch("http://localhost/").reasons
    assert guard.Refused(reasons).reasons == reasons
    assert isinstance(guard.Refused(reasons), ValueError)
    with pytest.raises(TypeError, match="the reasons must be a tuple of Reason objects, not list"):
        guard.Refused(list(reasons))
    with pytest.raises(TypeError):
        guard.Refused(())


PUBLIC = guard.check_fetch("https://example.com/")


def test_resolving():
    found = guard.resolve(PUBLIC, lambda host, port: ["93.184.216.34", "2606:4700::1111"])
    assert found
    assert (found.url, found.host, found.port) == ("https://example.com/", "example.com", 443)
    assert found.addresses == ("93.184.216.34", "2606:4700::1111")
    assert repr(found) == (
        "Resolution(allowed=True, url='https://example.com/', addresses=('93.184.216.34', '2606:4700::1111'))"
    )
    literal = guard.resolve(check_fetch("http://[2606:4700::1111]/"), lambda host, port: pytest.fail("asked"))
    assert (literal.addresses, literal.port) == (("2606:4700::1111",), 80)
    refused = guard.resolve(check_fetch("http://localhost/"), lambda host, port: pytest.fail("asked"))
    assert not refused
    assert refused.reasons[0].name == "loopback"
    assert repr(refused).startswith("Resolution(allowed=False, reasons=(Reason(name='loopback'")


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (["10.0.0.1"], "private"),
        (["93.184.216.34", "127.0.0.1"], "loopback"),
        (["::ffff:169.254.169.254"], "metadata"),
        (["fe80::1%eth0"], "link-local"),
        (["nonsense"], "reserved"),
        ([], "does-not-resolve"),
    ],
)
def test_addresses_that_are_refused(answer, name):
    found = guard.resolve(PUBLIC, lambda host, port: answer)
    assert (found.allowed, found.url, found.addresses) == (False, None, ())
    assert found.reasons[0].name == name


def test_a_resolver():
    with pytest.raises(TypeError, match="a resolver must return addresses as str, not bytes"):
        guard.resolve(PUBLIC, lambda host, port: [b"1.2.3.4"])
    with pytest.raises(TypeError, match="the resolver must be a function, not str"):
        guard.resolve(PUBLIC, "8.8.8.8")

    def fails(host, port):
        raise OSError("no network")

    assert guard.resolve(PUBLIC, fails).reasons[0].name == "does-not-resolve"

    def has_no_such_name(host, port):
        raise UnicodeError("label empty or too long")

    assert guard.resolve(PUBLIC, has_no_such_name).reasons[0].name == "does-not-resolve"
    for answer in ("8.8.8.8", b"8.8.8.8", None, 8):
        with pytest.raises(TypeError, match="a resolver must return a list or another iterable of str, not"):
            guard.resolve(PUBLIC, lambda host, port, answer=answer: answer)
    for answer in ("²", "８.8.8.8", "٨.8.8.8", ":²"):
        assert "no address" in guard.resolve(PUBLIC, lambda host, port, answer=answer: [answer]).reasons[0].message
    denied = check_fetch("https://example.com/", Policy(denied_hosts=["93.184.216.34"]))
    for address in ("93.184.216.34", "::ffff:93.184.216.34", "64:ff9b::93.184.216.34"):
        assert guard.resolve(denied, lambda host, port, address=address: [address]).reasons[0].name == "host-denied"


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide makes up addresses")
def test_the_resolver_of_the_system():
    local = check_fetch("http://localhost/", Policy(addresses=["loopback"]))
    assert {*guard.resolve(local).addresses} <= {"127.0.0.1", "::1"}
    assert guard.resolve(local).addresses
    for host in (f"{'a' * 64}.example", f"{'a.' * 150}example"):
        assert guard.resolve(check_fetch(f"http://{host}/")).reasons[0].name == "does-not-resolve"


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide makes up addresses")
@pytest.mark.parametrize("host", [f"{'a' * 64}.localhost", f"{'a.' * 150}localhost"])
def test_names_that_dns_cannot_have_do_not_resolve(host):
    verdict = check_fetch(f"http://{host}/", Policy(addresses=["loopback"]))
    assert verdict.allowed
    found = guard.resolve(verdict)
    assert found.allowed or [reason.name for reason in found.reasons] == ["does-not-resolve"]


def test_the_checks_of_a_connection():
    from py_url.guard.resolving import pinned_addresses

    assert pinned_addresses("::ffff:8.8.8.8", 80, Policy()) == ("::ffff:808:808",)
    for host, port in (("localhost", 80), ("example.com", 22), ("a b", 80), ("::1", 80)):
        with pytest.raises(guard.Refused):
            pinned_addresses(host, port, Policy(), lambda host, port: pytest.fail("asked"))


def test_wrong_types():
    for wrong in (None, 5, b"https://h/"):
        for call in (check_fetch, require_fetch, guard.resolve):
            with pytest.raises(TypeError, match=type(wrong).__name__):
                call(wrong)
    assert refused_for("\ud800") == ["invalid-url"]
    assert refused_for("https://\ud800/") == ["invalid-url"]
    for odd in ("", "a" * 100_000, "https://" + "a." * 5_000 + "example/"):
        assert refused_for(odd)


def test_it_makes_no_request(monkeypatch):
    for name in ("getaddrinfo", "create_connection", "socket"):
        monkeypatch.setattr(f"socket.{name}", lambda *_, **__: pytest.fail("the network is used"))
    for url in ("https://example.com/é|", "http://127.1\\@a/", "https://1.2.3.4/", "http:a"):
        check_fetch(url)
        check_redirect(url, "https://h/")


def test_the_record_that_no_parser_made(monkeypatch):
    from py_url import InvalidURL
    from py_url.guard import fetch

    assert fetch._of_failure(InvalidURL("x"), "x") == guard.Reason("invalid-url", "no URL parses to this record", 0, 1)
    assert serialize(basic_parse("https://h/")) == "https://h/"


def test_a_field_that_the_quick_way_does_not_know_is_kept(monkeypatch):
    """A new field is checked for ordinary URLs as for others, before anyone has taught `_ordinary` about it."""
    from py_url.guard import fetch

    class OneFieldMore(Policy):
        _fields = (*Policy._fields, "made_up")
        made_up = False

    reasons_of_record = fetch.reasons_of_record

    def with_one_rule_more(record, policy, string, spans):
        found = reasons_of_record(record, policy, string, spans)
        if record.fragment is not None and not getattr(policy, "made_up", True):
            found.append(guard.Reason("fragment", "the URL has a fragment", 0, len(string)))
        return found

    monkeypatch.setattr(fetch, "reasons_of_record", with_one_rule_more)
    for url in ("https://example.com/#a", "HTTPS://EXAMPLE.com/#a"):
        assert refused_for(url, OneFieldMore()) == ["fragment"]
        assert check_fetch(url).allowed
    assert check_fetch("https://example.com/", OneFieldMore()).url == "https://example.com/"
    # The same, if the class itself gets the field.
    monkeypatch.setattr(Policy, "_fields", (*Policy._fields, "made_up"))
    monkeypatch.setattr(Policy, "made_up", False, raising=False)
    assert refused_for("https://example.com/#a") == refused_for("HTTPS://EXAMPLE.com/#a") == ["fragment"]


def test_the_quick_way_knows_each_field():
    """If this fails: add the new field to `_KEPT` once `_ordinary` refuses what it refuses."""
    from py_url.guard import fetch

    assert {*Policy._fields} == fetch._KEPT
    assert fetch._ordinary("https://example.com/", Policy()) is not None
