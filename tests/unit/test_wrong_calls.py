# ruff: noqa: E501 - each sentence stands on one line, as a program shows it
"""Wrong calls, and what each says: the parameter, what is wrong with it and what to write instead."""

import datetime
import html
import ipaddress
import pathlib
import urllib.parse

import pytest

from py_url import (
    URL,
    FrozenURL,
    InvalidURL,
    URLSearchParams,
    display,
    fix,
    guard,
    is_same_origin,
    make_relative,
    registrable_domain,
    validate,
)
from py_url.compat import urllib_parse
from py_url.guard import Policy

url = FrozenURL("https://u:p@h/a?b=c#d")
live = URL("https://h/a?b=c")

# Each sentence was read by a person, as someone who has made the mistake.
WRONG = [
    (lambda: URL(7), TypeError, "URL must be a str or a URL, not int"),
    (lambda: URL(None), TypeError, "URL must be a str or a URL, not NoneType"),
    (lambda: URL(b"https://h/"), TypeError, "URL must be a str or a URL, not bytes; decode it first"),
    (
        lambda: URL(urllib.parse.urlsplit("https://h/")),
        TypeError,
        "URL must be a str or a URL, not urllib.parse.SplitResult; write url.geturl()",
    ),
    (lambda: URL(["https://h/"]), TypeError, "URL must be a str or a URL, not list"),
    (lambda: URL("https://h/", 7), TypeError, "base URL must be a str or a URL, not int"),
    (
        lambda: URL("a", "b"),
        InvalidURL,
        "invalid base URL 'b': missing-scheme-non-relative-URL at 0: a URL without a scheme is relative and needs a base URL; give one, or write the whole URL",
    ),
    (lambda: FrozenURL(None), TypeError, "URL must be a str or a URL, not NoneType"),
    (lambda: url.replace(scheme="http"), TypeError, "replace() takes no 'scheme'; write protocol=..."),
    (lambda: url.replace(netloc="h"), TypeError, "replace() takes no 'netloc'; write host=..."),
    (lambda: url.replace(path="/a"), TypeError, "replace() takes no 'path'; write pathname=..."),
    (lambda: url.replace(query="a=1"), TypeError, "replace() takes no 'query'; write search=..."),
    (lambda: url.replace(query_string="a=1"), TypeError, "replace() takes no 'query_string'; write search=..."),
    (lambda: url.replace(params={"a": 1}), TypeError, "replace() takes no 'params'; write search=..."),
    (lambda: url.replace(fragment="x"), TypeError, "replace() takes no 'fragment'; write hash=..."),
    (lambda: url.replace(user="u"), TypeError, "replace() takes no 'user'; write username=..."),
    (
        lambda: url.replace(origin="https://h"),
        TypeError,
        "replace() takes no 'origin'; it takes href, protocol, username, password, host, hostname, port, pathname, search, hash",
    ),
    (
        lambda: url.replace(search_params=URLSearchParams("a=1")),
        TypeError,
        "replace() takes no 'search_params'; write search=str(params), or use with_query",
    ),
    (
        lambda: url.replace(nonsense="x"),
        TypeError,
        "replace() takes no 'nonsense'; it takes href, protocol, username, password, host, hostname, port, pathname, search, hash",
    ),
    (
        lambda: url.replace("a", "b"),
        TypeError,
        "replace() takes members by name: write url.replace(hash='x'), or str(url).replace(...)",
    ),
    (
        lambda: html.escape(url),
        TypeError,
        "replace() takes members by name: write url.replace(hash='x'), or str(url).replace(...)",
    ),
    (lambda: url.replace(hash=None), TypeError, "hash must be a str, not NoneType; write hash='' to remove it"),
    (lambda: url.replace(search=None), TypeError, "search must be a str, not NoneType; write search='' to remove it"),
    (
        lambda: url.replace(port=None),
        TypeError,
        "port must be a str or an int, not NoneType; write port='' to remove it",
    ),
    (lambda: url.replace(protocol=None), TypeError, "protocol must be a str, not NoneType; it cannot be removed"),
    (lambda: url.replace(href=None), TypeError, "href must be a str, not NoneType; it cannot be removed"),
    (
        lambda: url.replace(password=None),
        TypeError,
        "password must be a str, not NoneType; write password='' to remove it",
    ),
    (
        lambda: url.replace(search={"a": 1}),
        TypeError,
        "search must be a str, not dict; write url.with_query(...), which takes pairs and mappings",
    ),
    (
        lambda: url.replace(search=URLSearchParams("a=1")),
        TypeError,
        "search must be a str, not py_url.URLSearchParams; write url.with_query(...), which takes pairs and mappings",
    ),
    (
        lambda: url.replace(pathname=["a", "b"]),
        TypeError,
        "pathname must be a str, not list; write url.joinpath(...), which takes segments",
    ),
    (
        lambda: url.replace(pathname=pathlib.PurePosixPath("/a")),
        TypeError,
        f"pathname must be a str, not {pathlib.PurePosixPath.__module__}.PurePosixPath; write path.as_posix()",
    ),
    (lambda: url.replace(pathname=b"/a"), TypeError, "pathname must be a str, not bytes; decode it first"),
    (lambda: url.replace(port=8.0), TypeError, "port must be a str or an int, not float; write int(port)"),
    (lambda: url.replace(port=True), TypeError, "port must be a str or an int, not bool"),
    (
        lambda: url.replace(port="http"),
        InvalidURL,
        "invalid port 'http': port-invalid at 0: a port may contain only digits; write its number",
    ),
    (
        lambda: url.replace(port=-1),
        InvalidURL,
        "invalid port '-1': port-invalid at 0: a port may contain only digits; write its number",
    ),
    (
        lambda: url.replace(port=65536),
        InvalidURL,
        "invalid port '65536': port-out-of-range at 0-5: a port may be at most 65535; check which port is meant",
    ),
    (
        lambda: url.replace(port="80 "),
        InvalidURL,
        "invalid port '80 ': port-invalid at 2: a port may contain only digits; write its number",
    ),
    (
        lambda: url.replace(host=ipaddress.ip_address("::1")),
        TypeError,
        "host must be a str, not ipaddress.IPv6Address; write f'[{address}]'",
    ),
    (
        lambda: url.replace(host="::1"),
        InvalidURL,
        "invalid host '::1': an IPv6 address is written in brackets; write '[::1]'",
    ),
    (
        lambda: url.replace(hostname="2001:db8::1"),
        InvalidURL,
        "invalid hostname '2001:db8::1': an IPv6 address is written in brackets; write '[2001:db8::1]'",
    ),
    (
        lambda: url.replace(hostname="h:80"),
        InvalidURL,
        "invalid hostname 'h:80': a hostname has no port; replace 'host' instead, or 'port' too",
    ),
    (
        lambda: url.replace(host="h:"),
        InvalidURL,
        "invalid host 'h:': the port after ':' is missing; write one, or remove the ':'",
    ),
    (
        lambda: url.replace(host=""),
        InvalidURL,
        "invalid host '': host-missing at 0: the host is missing; write one here",
    ),
    (
        lambda: url.replace(host="a b"),
        InvalidURL,
        "invalid host 'a b': domain-to-ASCII at 1: a domain may not contain U+0020 SPACE; check which host is meant",
    ),
    (
        lambda: url.replace(host="h/x"),
        InvalidURL,
        "invalid host 'h/x': domain-to-ASCII at 1: a domain may not contain U+002F (/); check which host is meant",
    ),
    (
        lambda: url.replace(host="https://h"),
        InvalidURL,
        "invalid host 'https://h': a host has no scheme; write what follows '://', and protocol=... too",
    ),
    (
        lambda: url.replace(protocol="https://"),
        InvalidURL,
        "invalid protocol 'https://': a scheme is an ASCII letter and then ASCII letters, digits, '+', '-' and '.'; write 'https'",
    ),
    (
        lambda: url.replace(protocol="foo"),
        InvalidURL,
        "invalid protocol 'foo': https is special and foo is not, so the rest means something else; write a new URL",
    ),
    (
        lambda: url.replace(protocol="file"),
        InvalidURL,
        "invalid protocol 'file': a file URL has no username, password or port; remove them first",
    ),
    (
        lambda: url.replace(host="b:1", port=2),
        InvalidURL,
        "invalid host 'b:1': a URL cannot have this and the given 'port'; leave one out",
    ),
    (
        lambda: FrozenURL("mailto:a").replace(pathname="b"),
        InvalidURL,
        "invalid pathname 'b': the path of this URL is opaque, so it cannot be replaced; write a new URL",
    ),
    (lambda: FrozenURL("file:///a").replace(port=80), InvalidURL, "invalid port '80': a file URL has none"),
    (
        lambda: FrozenURL("file:///a").replace(protocol="http"),
        InvalidURL,
        "invalid protocol 'http': a URL with the scheme http has a host, and this one has none; write host=... too",
    ),
    (
        lambda: setattr(url, "hash", "x"),
        AttributeError,
        "'hash' of a FrozenURL cannot be set; write url.replace(hash=...), which returns a new one",
    ),
    (lambda: setattr(live, "hash", None), TypeError, "hash must be a str, not NoneType; write hash='' to remove it"),
    (lambda: setattr(live, "port", 1.5), TypeError, "port must be a str or an int, not float; write int(port)"),
    (lambda: setattr(live, "href", None), TypeError, "href must be a str, not NoneType; it cannot be removed"),
    (
        lambda: setattr(live, "search", {"a": 1}),
        TypeError,
        "search must be a str, not dict; write url.with_query(...), which takes pairs and mappings",
    ),
    (
        lambda: setattr(live, "href", "//"),
        InvalidURL,
        "invalid URL '//': missing-scheme-non-relative-URL at 0-2: a URL without a scheme is relative and needs a base URL; give one, or write the whole URL",
    ),
    (
        lambda: url / "..",
        InvalidURL,
        "invalid path segment '..': it is read as a step in the path, not as a name; use 'parent'",
    ),
    (lambda: url.joinpath(["a", "b"]), TypeError, "a segment must be a str, not list; write joinpath(*segments)"),
    (lambda: url.joinpath(7), TypeError, "a segment must be a str, not int; write str(...)"),
    (lambda: url.with_name(None), TypeError, "a segment must be a str, not NoneType"),
    (
        lambda: url.with_name(".."),
        InvalidURL,
        "invalid path segment '..': it is read as a step in the path, not as a name; use 'parent'",
    ),
    (
        lambda: FrozenURL("mailto:a").with_name("b"),
        InvalidURL,
        "invalid URL 'mailto:a': its path is opaque, so it takes no name",
    ),
    (
        lambda: FrozenURL("mailto:a").parent,
        InvalidURL,
        "invalid URL 'mailto:a': its path is opaque, so it has no parent",
    ),
    (
        lambda: url.with_query(a=[1, 2]),
        TypeError,
        "the value of 'a' must be a str or an int, not list; write a pair for each value, such as [('a', value) for value in values]; for a dict of lists, write urllib.parse.urlencode(mapping, doseq=True)",
    ),
    (
        lambda: url.with_query(a=None),
        TypeError,
        "the value of 'a' must be a str or an int, not NoneType; write '' for an empty value, or leave the parameter out; without_query removes one of a URL",
    ),
    (
        lambda: url.with_query(a=True),
        TypeError,
        "the value of 'a' must be a str or an int, not bool; write what the server reads, such as 'true' or '1'",
    ),
    (
        lambda: url.with_query(a=1.5),
        TypeError,
        "the value of 'a' must be a str or an int, not float; write the text that the server reads, such as str(value)",
    ),
    (
        lambda: url.with_query(a=b"x"),
        TypeError,
        "the value of 'a' must be a str or an int, not bytes; decode it first",
    ),
    (
        lambda: url.with_query({"a": {"b": 1}}),
        TypeError,
        "the value of 'a' must be a str or an int, not dict; write a pair for each value, such as [('a', value) for value in values]; for a dict of lists, write urllib.parse.urlencode(mapping, doseq=True)",
    ),
    (lambda: url.with_query({1: "a"}), TypeError, "the name of a parameter must be a str, not int"),
    (
        lambda: url.with_query(["a", "b"]),
        TypeError,
        "each parameter must be a pair of name and value, such as ('a', '1'), not str",
    ),
    (
        lambda: url.with_query([("a",)]),
        TypeError,
        "each parameter must be a pair of name and value, such as ('a', '1'), not 1 values",
    ),
    (
        lambda: url.with_query([("a", "b", "c")]),
        TypeError,
        "each parameter must be a pair of name and value, such as ('a', '1'), not 3 values",
    ),
    (
        lambda: url.with_query(b"a=1"),
        TypeError,
        "names and values must be an iterable of pairs or a mapping, not bytes; decode it first",
    ),
    (
        lambda: URLSearchParams(URLSearchParams("a=1").to_dict()),
        TypeError,
        "the value of 'a' must be a str or an int, not list; write a pair for each value, such as [('a', value) for value in values]; for a dict of lists, write urllib.parse.urlencode(mapping, doseq=True)",
    ),
    (
        lambda: URLSearchParams(url),
        TypeError,
        "names and values must be an iterable of pairs or a mapping, not py_url.FrozenURL; write url.search_params",
    ),
    (
        lambda: url.with_query(live),
        TypeError,
        "names and values must be an iterable of pairs or a mapping, not py_url.URL; write url.search_params",
    ),
    (
        lambda: urllib_parse.urlsplit(url),
        TypeError,
        "the arguments must be str or bytes, not FrozenURL; write url.href",
    ),
    (
        lambda: urllib_parse.urljoin(urllib.parse.urlsplit("https://h/"), "a"),
        TypeError,
        "the arguments must be str or bytes, not SplitResult; write url.geturl()",
    ),
    (lambda: urllib_parse.unquote(url), TypeError, "the argument must be str or bytes, not FrozenURL; write url.href"),
    (
        lambda: URL("https://user:secret@h:7z/"),
        InvalidURL,
        "invalid URL 'https://***@h:7z/': port-invalid at 23 of 25 code points: a port may contain only digits; write its number",
    ),
    (lambda: url.with_query(5), TypeError, "names and values must be an iterable of pairs or a mapping, not int"),
    (
        lambda: url.with_query(a=datetime.date(2000, 1, 1)),
        TypeError,
        "the value of 'a' must be a str or an int, not datetime.date; write the text that the server reads, such as str(value)",
    ),
    (
        lambda: url.update_query(a=[1, 2]),
        TypeError,
        "the value of 'a' must be a str or an int, not list; write a pair for each value, such as [('a', value) for value in values]; for a dict of lists, write urllib.parse.urlencode(mapping, doseq=True)",
    ),
    (lambda: url.update_query(5), TypeError, "names and values must be an iterable of pairs or a mapping, not int"),
    (
        lambda: url.extend_query(a=None),
        TypeError,
        "the value of 'a' must be a str or an int, not NoneType; write '' for an empty value, or leave the parameter out; without_query removes one of a URL",
    ),
    (
        lambda: url.extend_query(["ab"]),
        TypeError,
        "each parameter must be a pair of name and value, such as ('a', '1'), not str",
    ),
    (
        url.without_query,
        TypeError,
        "without_query() takes at least one name; with_query(None) removes the whole query",
    ),
    (lambda: url.without_query(None), TypeError, "the name of a parameter must be a str, not NoneType"),
    (
        lambda: url.without_query(["a", "b"]),
        TypeError,
        "the name of a parameter must be a str, not list; write without_query(*names)",
    ),
    (lambda: url.without_query(1), TypeError, "the name of a parameter must be a str, not int"),
    (
        lambda: FrozenURL("https://%FF@h/").decoded_username,
        InvalidURL,
        "invalid username '***': its bytes are not UTF-8; percent_decode of py_url.standard returns them",
    ),
    (
        lambda: FrozenURL("https://u:%FF@h/").decoded_password,
        InvalidURL,
        "invalid password '***': its bytes are not UTF-8; percent_decode of py_url.standard returns them",
    ),
    (
        lambda: FrozenURL("https://h/%FF").decoded_segments,
        InvalidURL,
        "invalid path segment '%FF': its bytes are not UTF-8; percent_decode of py_url.standard returns them",
    ),
    (lambda: url.equals(7), TypeError, "the URL must be a str, a URL or a URLRecord, not int"),
    (
        lambda: url.search_params.append("a", "b"),
        TypeError,
        "a FrozenURLSearchParams cannot be changed by append(); change the copy URLSearchParams(params), or write url.update_query(...), which returns a new URL",
    ),
    (lambda: validate(None), TypeError, "URL must be a str or a URL, not NoneType"),
    (lambda: validate("x", 7), TypeError, "the base URL must be a str, a URL or a URLRecord, not int"),
    (lambda: validate("x", limit=0), ValueError, "limit: 0 is too small; the least is 1"),
    (lambda: validate("x", limit="1"), TypeError, "limit must be an int, not str"),
    (lambda: fix(None), TypeError, "the URL must be a str, a URL or a URLRecord, not NoneType"),
    (lambda: fix("x", 7), TypeError, "the base URL must be a str, a URL or a URLRecord, not int"),
    (lambda: is_same_origin("https://h/", 7), TypeError, "the URL must be a str, a URL or a URLRecord, not int"),
    (lambda: make_relative(7, "https://h/"), TypeError, "the URL must be a str, a URL or a URLRecord, not int"),
    (lambda: display(None), TypeError, "the URL must be a str, a URL or a URLRecord, not NoneType"),
    (lambda: registrable_domain(7), TypeError, "expected a host or a URL, not int"),
    (
        lambda: Policy(denied_hosts=["10.0.0.0/8"]),
        ValueError,
        "denied_hosts: '10.0.0.0/8' is a network; write hosts here, and networks into denied_networks or allowed_networks",
    ),
    (
        lambda: Policy(denied_hosts="example.com"),
        TypeError,
        "denied_hosts must be a list or another iterable of str, not one str",
    ),
    (
        lambda: Policy(allowed_hosts=["https://h/"]),
        ValueError,
        "allowed_hosts: 'https://h/' is not a host; write it without a scheme and a port",
    ),
    (
        lambda: Policy(allowed_hosts=["h:80"]),
        ValueError,
        "allowed_hosts: 'h:80' is not a host; write it without a scheme and a port",
    ),
    (
        lambda: Policy(allowed_hosts=[".example.com"]),
        ValueError,
        "allowed_hosts: '.example.com' is not a host; write '*.example.com' for the subdomains",
    ),
    (
        lambda: Policy(allowed_hosts=["a*b"]),
        ValueError,
        "allowed_hosts: '*' may stand only at the start, before '.', as in '*.example.com'",
    ),
    (lambda: Policy(allowed_hosts=[7]), TypeError, "each of allowed_hosts must be a str, not int"),
    (lambda: Policy(schemes="https"), TypeError, "schemes must be a list or another iterable of str, not one str"),
    (
        lambda: Policy(schemes=["gopher"]),
        ValueError,
        "schemes: 'gopher' names no server by a domain; write some of ftp, http, https, ws, wss",
    ),
    (lambda: Policy(schemes=["https:"]), ValueError, "schemes: 'https:' has a ':'; write 'https'"),
    (
        lambda: Policy(ports="443"),
        TypeError,
        "ports must be a list or another iterable of int, not str; write ports=[443]",
    ),
    (
        lambda: Policy(ports=443),
        TypeError,
        "ports must be a list or another iterable of int, not int; write ports=[443]",
    ),
    (lambda: Policy(ports=["443"]), TypeError, "each of ports must be an int, not str; write 443, without quotes"),
    (lambda: Policy(ports=[70000]), ValueError, "ports: 70000 is not a port; write a number from 0 to 65535"),
    (lambda: Policy(ports=[True]), TypeError, "each of ports must be an int, not bool"),
    (lambda: Policy(credentials="no"), TypeError, "credentials must be a bool, not str"),
    (lambda: Policy(max_length=0), ValueError, "max_length: 0 is too small; the least is 1"),
    (lambda: Policy(max_length="9"), TypeError, "max_length must be an int or None, not str"),
    (
        lambda: Policy(addresses=["public"]),
        ValueError,
        "addresses: there is no 'public'; write some of global, loopback, private, link-local, shared, metadata, multicast, unspecified, tunnel, documentation, benchmarking, reserved",
    ),
    (lambda: Policy(addresses="global"), TypeError, "addresses must be a list or another iterable of str, not one str"),
    (
        lambda: Policy(parsers=["chrome"]),
        ValueError,
        "parsers: there is no 'chrome'; write some of whatwg, rfc3986, urllib.parse, requests, httpx, yarl, httpx2, urllib3, aiohttp, w3lib, hyperlink, furl, pydantic, ada-url, upa-url, rfc3986-package, curl, node, node-legacy, go, java, all",
    ),
    (lambda: guard.check_fetch(None), TypeError, "the URL must be a str or a URL, not NoneType"),
    (lambda: guard.check_fetch(b"https://h/"), TypeError, "the URL must be a str or a URL, not bytes"),
    (lambda: guard.check_fetch("https://h/", "public_web"), TypeError, "the policy must be a Policy, not str"),
    (
        lambda: guard.check_fetch("https://h/", {"ports": [443]}),
        TypeError,
        "the policy must be a Policy, not dict; write Policy(**fields)",
    ),
    (
        lambda: guard.check_redirect("/a", "ftp://h/"),
        ValueError,
        "check_redirect needs the http or https URL of a page as the base",
    ),
    (
        lambda: guard.check_redirect("/a", "https://h/", "h"),
        TypeError,
        "allowed_hosts must be a list or another iterable of str, not one str",
    ),
    (
        lambda: guard.allow_list("example.com"),
        TypeError,
        "the hosts must be a list or another iterable of str, not one str",
    ),
    (lambda: guard.same_site("data:,"), ValueError, "same_site needs a URL with a host"),
    (
        lambda: url.replace(host=ipaddress.ip_address("1.2.3.4")),
        TypeError,
        "host must be a str, not ipaddress.IPv4Address; write str(address)",
    ),
    (lambda: url.replace(username=7), TypeError, "username must be a str, not int"),
    (
        lambda: Policy(schemes=["https://"]),
        ValueError,
        "schemes: 'https://' has a ':'; write 'https'",
    ),
    (lambda: Policy(ports=None, max_length=1.5), TypeError, "max_length must be an int or None, not float"),
    (
        lambda: Policy(denied_hosts=["fd00::/8"]),
        ValueError,
        "denied_hosts: 'fd00::/8' is a network; write hosts here, and networks into denied_networks or allowed_networks",
    ),
]


@pytest.mark.parametrize(("call", "kind", "sentence"), WRONG, ids=[sentence for _, _, sentence in WRONG])
def test_what_a_wrong_call_says(call, kind, sentence):
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert (type(error), error.on_one_line() if isinstance(error, InvalidURL) else str(error)) == (kind, sentence)
    assert url.href == "https://u:p@h/a?b=c#d"
