"""`py_url.compat.urllib_parse` gives the answers of `URL` and `URLSearchParams`, whatever the input."""

import re

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    given,
    strategies as st,
)

from py_url import URL, URLSearchParams  # noqa: E402 - as above
from py_url.compat.urllib_parse import (  # noqa: E402 - as above
    parse_qsl,
    quote,
    quote_plus,
    unquote_to_bytes,
    urldefrag,
    urlencode,
    urljoin,
    urlparse,
    urlsplit,
    urlunsplit,
)
from py_url.standard import (  # noqa: E402 - as above
    COMPONENT_PERCENT_ENCODE_SET,
    FORM_URLENCODED_PERCENT_ENCODE_SET,
    percent_decode,
    utf8_percent_encode,
)
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import bases, evenly, parsing_urls, references, urls  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

_texts = st.text(st.characters(exclude_categories=[]), max_size=20)


@reaches(absolute=0.15, relative=0.05, refused=0.02)
@many
@given(evenly(urls, references))
def test_the_components_are_those_of_the_url(string):
    url = URL.parse(string)
    try:
        split = urlsplit(string)
    except ValueError:
        reached("refused")
        assert url is None
        return
    parsed = urlparse(string)
    assert (parsed.scheme, parsed.netloc, parsed.query, parsed.fragment) == (split[0], split[1], split[3], split[4])
    with_params = f"{parsed.path};{parsed.params}" if parsed.params else parsed.path
    assert with_params in (split.path, split.path.removesuffix(";"))
    if url is None:
        reached("relative")
        assert (split.scheme, urlsplit(split.geturl())) == ("", split)
        whole = urlsplit(string, missing_as_none=True)
        assert urlsplit(whole.geturl(), missing_as_none=True) == whole
        return
    reached("absolute")
    assert urlsplit(string, missing_as_none=True).geturl() == url.href
    assert urlparse(string, missing_as_none=True).geturl() == url.href
    userinfo = f"{url.username}{':' if url.password else ''}{url.password}"
    assert split.scheme == url.protocol[:-1]
    assert split.netloc == f"{userinfo}{'@' if userinfo else ''}{url.host}"
    assert (split.path, split.query, split.fragment) == (url.pathname, url.search[1:], url.hash[1:])
    assert urldefrag(string) == (URL(url).replace(hash="").href, url.hash[1:]) or not url.hash
    if url.host and url.search[:1] == url.href[len(url.href.partition("?")[0]) :][:1] and url.href[-1] not in "?#":
        assert urlsplit(urlunsplit(split)) == split


@reaches(joined=0.2)
@many
@given(evenly(references, urls), evenly(parsing_urls, bases))
def test_joining_is_parsing_with_a_base(string, base):
    if not base:
        return
    url = URL.parse(string, base)
    try:
        joined = urljoin(base, string)
    except ValueError:
        joined = None
    else:
        reached("joined")
    assert joined == (None if url is None else url.href)


@reaches(has_pairs=0.5)
@many
@given(_texts)
def test_queries_are_those_of_url_search_params(text):
    pairs = list(URLSearchParams(f"?{text}"))
    if pairs:
        reached("has_pairs")
    assert parse_qsl(text, keep_blank_values=True) == pairs
    assert urlencode(pairs) == str(URLSearchParams(pairs))


@reaches(is_encoded=0.5)
@many
@given(_texts)
def test_quoting_is_percent_encoding(text):
    if quote(text, safe="") != text:
        reached("is_encoded")
    # RFC 3986 reserves the five that `encodeURIComponent` leaves.
    encoded = utf8_percent_encode(text, COMPONENT_PERCENT_ENCODE_SET)
    assert quote(text, safe="!'()*") == encoded
    assert quote(text, safe="") == re.sub("[!'()*]", lambda match: f"%{ord(match[0]):02X}", encoded)
    assert quote_plus(text) == utf8_percent_encode(text, FORM_URLENCODED_PERCENT_ENCODE_SET)
    assert unquote_to_bytes(text) == percent_decode(text)
