"""A program that uses py_url as a library, for mypy --strict to check; it is not run."""

import ssl
import urllib.request
from collections.abc import Iterator
from typing import Any, assert_type

import aiohttp
import httpx
import httpx2
import requests.adapters
import urllib3

import py_url
from py_url import (
    URL,
    FrozenURL,
    InvalidURL,
    URLSearchParams,
    ValidationError,
    canonical,
    columns,
    display,
    editions,
    fix,
    guard,
    is_same_site,
    is_valid_url_string,
    iter_validation_errors,
    make_relative,
    redact,
    registrable_domain,
    validate,
)
from py_url.api.frozen import FrozenURLSearchParams
from py_url.columns import daft, dask, ray, spark
from py_url.compat import clients
from py_url.compat.pydantic import URLConstraints
from py_url.compat.urllib_parse import (
    SplitResult,
    SplitResultBytes,
    parse_qs,
    parse_qsl,
    quote,
    urldefrag,
    urlencode,
    urljoin,
    urlsplit,
    urlunsplit,
)
from py_url.explain import DomainSteps, Explanation, Part, Step, domain_steps, explain_differences, parts, read, steps
from py_url.guard import transports
from py_url.specs import file_api, html, http, opc, rfc3986, schemes, websocket
from py_url.specs.files import from_file_path, to_file_path
from py_url.specs.html import import_maps
from py_url.standard import (
    Change,
    Domain,
    Fixed,
    Rendering,
    URLRecord,
    basic_parse,
    serialize_urlencoded,
    why_not_fixed,
)

url = URL("https://example.org/")

assert_type(url.replace(hash="x", port="80"), URL)
url.replace(nonsense="x")  # type: ignore[call-arg]
url.replace(port=80)
url.replace(port=8.0)  # type: ignore[arg-type]
url.port = "80"
print(url.scheme)  # type: ignore[attr-defined]
assert_type(URL.parse("x"), URL | None)
assert_type(validate("x", base=url), list[ValidationError])
assert_type(validate("x", limit=3), list[ValidationError])
assert_type(iter_validation_errors("x", base=url), Iterator[ValidationError])
try:
    URL("x")
except InvalidURL as error:
    assert_type(error.errors, tuple[ValidationError, ...])
    assert_type(error.errors[0].start, int)
assert_type(display(url, max_length=20, spoof_check=False), Rendering)
assert_type(display(basic_parse("x:")).domain, str)
assert_type(explain_differences("x"), Explanation)
assert_type(explain_differences("x", base="https://h/").base, str | None)
assert_type(list(steps("x", "http://h/")), list[Step])
assert_type(domain_steps("x"), DomainSteps)
assert_type(parts("x", URL("http://h/")), list[Part])
assert_type(guard.check_fetch("x", guard.public_web()), guard.Verdict)
assert_type(guard.check_fetch(url).reasons, tuple[guard.Reason, ...])
assert_type(guard.check_fetch(url).url, str | None)
assert_type(guard.require_fetch("https://h/", guard.Policy(schemes=["https"], ports=None)), str)
assert_type(guard.check_redirect("/a", "https://h/", ["*.example.com"]).allowed, bool)
assert_type(guard.resolve(guard.check_fetch("x"), lambda host, port: [host]).addresses, tuple[str, ...])
assert_type(guard.same_site("https://example.com/"), guard.Policy)
assert_type(guard.Policy(parsers="all").parsers, tuple[str, ...] | None)
assert_type(read("x", parsers=["urllib3"])["urllib3"].is_slow, bool)
assert_type(explain_differences("x", parsers=["curl"], with_runtimes=True), Explanation)


def addresses_of(host: str, port: int) -> list[str]:
    return [f"{host}:{port}"]


tls = ssl.create_default_context()
policy = guard.public_web()
assert_type(transports.httpx_transport(policy, addresses_of, ssl_context=tls), httpx.BaseTransport)
assert_type(transports.httpx_async_transport(), httpx.AsyncBaseTransport)
assert_type(transports.requests_adapter(policy, resolver=addresses_of), requests.adapters.HTTPAdapter)
assert_type(transports.urllib3_pool_manager(policy), urllib3.PoolManager)
assert_type(transports.aiohttp_connector(policy), aiohttp.TCPConnector)
assert_type(transports.urllib_opener(policy, ssl_context=tls), urllib.request.OpenerDirector)
httpx.Client(transport=transports.httpx_transport(), trust_env=False)
assert_type(explain_differences("x").same_destination, bool)
assert_type(make_relative(url, "https://example.org/a"), str)
assert_type(redact(url, ["token"]), str)
assert_type(from_file_path(b"/x", windows=False), URL)
assert_type(to_file_path(url), str)
assert_type(registrable_domain("example.org"), Domain | None)
assert_type(registrable_domain(url), Domain | None)
assert_type(is_same_site(url, "https://example.org/"), bool)
assert_type(is_valid_url_string("x", base=url), bool)
is_valid_url_string(1)  # type: ignore[arg-type]
assert_type(fix("x", base=url), Fixed | None)
if (fixed := fix(url)) is not None:
    assert_type(fixed.string, str)
    assert_type(fixed.changes, tuple[Change, ...])
    assert_type(fixed.changes[0].start, int)
fix(1)  # type: ignore[arg-type]
assert_type(why_not_fixed("x"), ValidationError | None)

# A frozen URL, and editing
frozen = FrozenURL(url, base="https://example.org/")
assert_type(url.freeze(), FrozenURL)
assert_type(frozen.freeze(), FrozenURL)
assert_type(frozen.thaw(), URL)
assert_type(frozen.replace(hash="x"), FrozenURL)
assert_type(frozen.search_params, FrozenURLSearchParams)
assert_type(sorted({frozen: 1}), list[FrozenURL])
assert_type(url / "a", FrozenURL)
assert_type(frozen.joinpath("a", "b").parent, FrozenURL)
assert_type(url.segments, tuple[str, ...])
assert_type(url.with_query({"a": 1}, page=2).update_query([("a", "b")], c="d").without_query("utm_*"), FrozenURL)
frozen.hash = "x"  # type: ignore[misc]
url / 5  # type: ignore[operator]
url.with_query(a=1.5)  # type: ignore[arg-type]
assert_type(URL("x", base=frozen), URL)
assert_type(clients.to_requests(url), str)
assert_type(clients.from_httpx(clients.to_httpx(frozen)), FrozenURL)
assert_type(clients.from_httpx(clients.to_httpx2(frozen)), FrozenURL)
assert_type(clients.to_httpx2(frozen), httpx2.URL)
assert_type(frozen.given, str)
assert_type(URLConstraints(schemes={"https"}, max_length=5).max_length, int | None)
URLConstraints(schema="https")  # type: ignore[call-arg]

params = URLSearchParams({"a": "b"})
assert_type(params.get("a"), str | None)
assert_type(params.get("a", "b"), str)
assert_type(params.get("a", 5), str | int)
params.append("a", 5)
assert_type(params[0], tuple[str, str])
assert_type(list(params), list[tuple[str, str]])
assert_type(params.to_dict(), dict[str, list[str]])
assert_type(params.get_all("a"), list[str])
assert_type(frozen.search_params.copy(), FrozenURLSearchParams)
params["a"]  # type: ignore[call-overload]
params.items()  # type: ignore[attr-defined]
params.pop()  # type: ignore[attr-defined]
URLSearchParams({"a": 1})
URLSearchParams([("a", 1)])
URLSearchParams({"a": "b"})
URLSearchParams([("a", "b"), ["c", "d"]])
URLSearchParams(URLSearchParams("a=b"))
URLSearchParams({"a": ["b"]})  # type: ignore[arg-type]
URLSearchParams(["ab"])  # type: ignore[list-item]
serialize_urlencoded({"a": "b"})
serialize_urlencoded(["ab"])  # type: ignore[list-item]
print(py_url.URl)  # type: ignore[attr-defined]
print(py_url.standard.basic_pars)  # type: ignore[attr-defined]

# In place of urllib.parse
assert_type(urlsplit("x"), SplitResult)
assert_type(urlsplit(b"x"), SplitResultBytes)
assert_type(urlsplit("x").port, int | None)
assert_type(urlsplit("x").hostname, str | None)
assert_type(urlsplit(b"x").username, bytes | None)
assert_type(urlsplit("x")._replace(path="y"), SplitResult)
urlsplit("x", missing_as_none=True).geturl()
assert_type(urlsplit("x").geturl(), str)
assert_type(urlunsplit(urlsplit("x")), str)
assert_type(urljoin("a:/", "b"), str)
assert_type(urljoin(b"a:/", b"b"), bytes)
assert_type(urldefrag("x").url, str)
assert_type(parse_qsl("a=b"), list[tuple[str, str]])
assert_type(parse_qs(b"a=b"), dict[bytes, list[bytes]])
assert_type(urlencode({"a": "b"}, quote_via=quote), str)
urljoin("a:/", b"b")  # type: ignore[type-var]
urlsplit(1)  # type: ignore[call-overload]

# The neighbours
reference = rfc3986.parse("http://h/", "absolute-URI")
assert_type(reference.port, str | None)
rfc3986.parse("http://h/", "URL")  # type: ignore[arg-type]
rfc3986.normalize("http://h/", "all")  # type: ignore[arg-type]
assert_type(rfc3986.resolve(reference, rfc3986.split("a:")), str)
assert_type(rfc3986.resolve("b", "a:", generation="RFC 2396"), str)
rfc3986.resolve("b", "a:", generation="RFC 1738")  # type: ignore[arg-type]
assert_type(rfc3986.matches("a", "hier_part", generation="RFC 2396"), bool)
rfc3986.matches("a", "path", generation="RFC 2616")  # type: ignore[arg-type]
assert_type(rfc3986.resolve_uri(None, "a:/"), str | None)
assert_type(websocket.parse_components(url).port, int)
assert_type(http.request_url("/x", host="h", scheme="https", method="GET"), URL)
assert_type(websocket.may_open(url, "https://a.example"), bool)
assert_type(websocket.constructor_url("ws://h/", protocols=["a"]), URL)
assert_type(opc.part_name("a", "/b"), str)
page = html.Document(url, base_href="/")
assert_type(page.parse_url("x"), URLRecord)
assert_type(page.parse_url("x", on_failure="none"), URLRecord | None)
assert_type(page.encoding_parse_and_serialize_url("x"), str)
link = html.Hyperlink(page, "x")
assert_type(link.hostname, str)
link.hostname = "h"
assert_type(link.url, URLRecord | None)
assert_type(html.Location(page).navigation, URLRecord | None)
assert_type(html.parse_srcset("a 2x")[0].density, float | None)
assert_type(html.location_url([(b"Location", b"x")], url), URLRecord | None)
assert_type(html.location_url({"Location": "x"}, url), URLRecord | None)
assert_type(html.extract_links([("Link", "x")], url), list[html.Link])
store = file_api.BlobURLStore()
assert_type(store.create_object_url(b"", page), str)
assert_type(store.create_object_url(b"", "https://example.org"), str)
assert_type(store.parse("x:"), URLRecord)
import_map = import_maps.parse_import_map("{}", page.base_url)
assert_type(import_maps.resolve_module_specifier("./a", url, import_map), URLRecord)
assert_type(schemes.from_user_input("a").assumed, tuple[str, ...])
assert_type(schemes.mailto.parse("mailto:").subject, str | None)
assert_type(schemes.data.process(url).body, bytes)
assert_type(editions.parse("^", url, edition="2020-11"), URLRecord)
assert_type(editions.validate("^", url, edition="2020-11"), list[ValidationError])
assert_type(editions.differences("^", url)[0].change, editions.Change | None)
assert_type(editions.domain_to_ascii("a", be_strict=True, edition="2025-03", report=print), str | None)
editions.replace(url, edition="2020-11", hash=1)  # type: ignore[arg-type]

assert_type(canonical.canonicalize("http://h/", profile="crawl"), str)
assert_type(canonical.canonicalize(URL("http://h/"), profile="crawl", steps=True), canonical.Canonical)
assert_type(canonical.canonicalize("http://h/", profile="dedup", steps=True).changes[0].step, str)
assert_type(canonical.surt("http://h/", "heritrix"), str)
assert_type(canonical.unsurt("com,example)/", "https"), str)
assert_type(canonical.url_key("http://h/", profile="dedup"), str)
assert_type(canonical.url_key(url, profile="browser"), str)
assert_type(canonical.canonicalize(url, profile="browser", steps=False), str)
assert_type(canonical.PROFILES["dedup"].keeps_host, bool)
assert_type(canonical.PROFILES["crawl"].steps, tuple[str, ...])
assert_type(canonical.TRACKING_PARAMETERS, tuple[str, ...])
assert_type(canonical.is_tracking_parameter("utm_source"), bool)
canonical.canonicalize(url, profile="nonsense")  # type: ignore[call-overload]
canonical.canonicalize(url)  # type: ignore[call-overload]
canonical.url_key(url)  # type: ignore[call-arg]
canonical.surt(url, "nonsense")  # type: ignore[arg-type]
canonical.url_key(b"http://h/", profile="crawl")  # type: ignore[arg-type]

# Columns: PyArrow has no types
column = columns.href(["a column"], base=url)
columns.parse(column, base="https://h/", fields=columns.COMMON_CRAWL, errors="column").field("url_host_tld")
columns.parse(column, fields=["host", *columns.DEFAULT])
columns.parse(column, errors="ignore")  # type: ignore[arg-type]
columns.parse(column, "https://h/")  # type: ignore[call-arg]
columns.canonical(column, profile="dedup", base=None).filter(columns.is_valid(column))
columns.canonical(column, profile="nonsense")  # type: ignore[arg-type]
columns.canonical(column)  # type: ignore[call-arg]
columns.surt(column, "heritrix")
columns.url_key(columns.registrable_domain(column), profile="crawl")
columns.query_get(columns.resolve(column, column), "q")
columns.query_get(column, 5)  # type: ignore[arg-type]
columns.query_get_all(column, "q", base=url).flatten()
columns.guard(column, guard.Policy(schemes=["https"])).field("reasons")
columns.guard(column, "public")  # type: ignore[arg-type]
assert_type(columns.FIELDS, tuple[str, ...])
assert_type(columns.register(), tuple[str, ...])


def use_engines(session: Any, frame: Any, dataset: Any, series: Any) -> None:
    """Engines that are not installed here have no types, but what they are given has."""
    assert_type(spark.register(session), tuple[str, ...])
    frame.select(spark.parse("u"), spark.try_parse(frame.u), spark.field("u", "scheme"), spark.is_valid(frame["u"]))
    frame.select(spark.href("u"), spark.host("u"), spark.registrable_domain("u"), spark.field("u", "key_crawl"))
    frame.select(spark.query_get("u", "q"), spark.query_get_all("u", "q"), spark.resolve("u", frame.base))
    spark.with_fields(frame, "u", columns.COMMON_CRAWL, base=url, errors="column").show()
    spark.field("u")  # type: ignore[call-arg]
    spark.query_get("u", 5)  # type: ignore[arg-type]
    spark.with_fields(frame, "u", ["host"], "https://h/")  # type: ignore[call-arg]
    spark.with_fields(frame, "u", errors="ignore")  # type: ignore[arg-type]

    ray.with_fields(dataset, "u", ["host", "port"], base="https://h/", errors="raise").take_all()
    ray.with_fields(dataset, 5)  # type: ignore[arg-type]
    ray.with_fields(dataset, "u", errors="ignore")  # type: ignore[arg-type]

    frame.select(daft.parse("u", base=url, fields=["scheme", "port"], errors="null").alias("parts"))
    frame.select(daft.field(frame["u"], "surt", base=None), daft.href("u"), daft.host("u"), daft.is_valid("u"))
    frame.select(daft.registrable_domain("u"), daft.query_get("u", "q"), daft.query_get_all("u", "q"))
    daft.parse("u", errors="ignore")  # type: ignore[arg-type]
    daft.field("u", "surt", "https://h/")  # type: ignore[call-arg]

    urls = dask.URLs(series)
    urls.parse(base=url, fields=columns.DEFAULT, errors="column").compute()
    urls.field("surt", base="https://h/").compute()
    print(urls.host, urls.port, urls.is_valid, urls.query_get("q"), urls.query_get_all("q"))
    urls.parse("https://h/")  # type: ignore[call-arg]
    urls.parse(errors="ignore")  # type: ignore[arg-type]
    urls.query_get(5)  # type: ignore[arg-type]
