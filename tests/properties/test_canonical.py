"""What holds for every canonical form and every key: it is idempotent, and no profile sees another host."""

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import example, given, strategies as st  # noqa: E402 - must follow the check that it is installed

from py_url import URL  # noqa: E402 - as above
from py_url.canonical import PROFILES, canonicalize, surt, unsurt, url_key  # noqa: E402 - as above
from py_url.standard import percent_decode  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    concatenated,
    evenly,
    joined,
    optional,
    parsing_urls,
)
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

# URLs in which every step finds something to do.
hosts = joined(["www.", "www2.", "a.", "com", "co.uk", "xn--fa-hia", ".", "1.2.3.4", "WWW.", "[::1]", "a,b"], least=1)
texts = joined([*"aZ/.~?&=+-|:", "%7e", "%2F", "%2e", "%c3%bc", "%41", "%%34%31", "utm_source=x", "%75tm_a", "é", "25"])
urls = evenly(
    parsing_urls,
    concatenated(
        st.sampled_from(["http://www.", "https://u@www.www.", "http://www2.", "https://www"]),
        st.sampled_from(["a.example", "com", "com.cn", "co.uk.", "example.com:80", "a..b", "1.2.3.4..", "."]),
        optional(texts.map("/?{}".format)),
    ),
    concatenated(
        st.sampled_from(["http://", "https://", "ftp://", "foo://", "imap://", "file://", "data:", "foo:"]),
        optional(st.sampled_from(["u@", "u:80@", "www.@"])),
        hosts,
        optional(st.sampled_from([":80", ":443", ":143", ":8080"])),
        optional(texts.map("/{}".format)),
        optional(texts.map("?{}".format)),
        optional(texts.map("#{}".format) | texts.map("#!{}".format)),
    ),
)


@reaches(parses=0.5, rfc3986=0.05, crawl=0.1, dedup=0.1, www=0.01)
@many
@given(urls)
@example("file:///%43|/a")
@example("http://www.www./?&#")
@example("foo:/.//%2e")
def test_forms_are_idempotent_and_keep_the_host(string):
    url = URL.parse(string)
    if url is None:
        return
    reached("parses")
    for name, profile in PROFILES.items():
        href = canonicalize(url, profile=name)
        form = URL(href)
        assert form.href == href
        assert canonicalize(href, profile=name) == href
        assert url_key(url, profile=name) == url_key(href, profile=name)
        assert canonicalize(string, profile=name, steps=True).href == href
        assert (form.username, form.password) == (url.username, url.password)
        if profile.keeps_host:
            assert (form.protocol, form.hostname) == (url.protocol, url.hostname)
        else:
            assert url.hash.startswith("#!") is form.hash.startswith("#!")
        if form.hostname != url.hostname:
            reached("www")
            assert url.hostname.endswith(form.hostname)
            assert set(url.hostname.removesuffix(form.hostname).split(".")) == {"www", ""}
        if href != url.href and name in ("rfc3986", "crawl", "dedup"):
            reached(name)


@reaches(host=0.3)
@many
@given(urls)
@example("http://a,b.example)c/")
@example("http://www3288.com.cn/")
@example("http://www.www.1.2.3.4..")
def test_a_key_has_the_host_that_a_browser_sees(string):
    url = URL.parse(string)
    if url is None or not url.host or url.protocol == "filedesc:":
        return
    reached("host")
    whole = URL.parse(unsurt(surt(url, "heritrix")))
    assert whole is not None
    # In an opaque host, what is percent-encoded stays so.
    assert percent_decode(whole.hostname) == percent_decode(url.hostname.lower())
    if url.protocol in ("http:", "https:"):
        key = URL(unsurt(surt(url), url.protocol[:-1]))
        plain = url.hostname.strip(".") or url.hostname
        assert plain.endswith(key.hostname) or key.hostname == url.hostname
        assert key.port == url.port
