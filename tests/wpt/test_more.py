"""The Web Platform Tests' files about what is around the parser: ``data:`` URLs, MIME types, meta refresh, srcset, and
the encoding of a page's queries.

Some are data, and from others the rows are read. No package registry has these files, and their hashes are not known,
so they may be of any edition. Our own rows in the same formats always run.
"""

import html
import json
import re

import pytest
from fetching import wpt_url

from py_url import InvalidURL
from py_url.specs.html import Document, Hyperlink, parse_refresh, parse_srcset
from py_url.specs.schemes import data
from py_url.standard import percent_decode
from tests.conftest import summary_lines
from tests.support.needs import IN_CI, needs

PAGE = "https://web-platform.test/support/refresh.sub.html?input"
_STRING = r"'((?:[^'\\]|\\.)*)'"
_REFRESH = re.compile(rf"\{{input: {_STRING}, expected: \[(?:([0-9]+), {_STRING})?\]\}}")
_IMAGE = re.compile("<img srcset='([^']*)' data-expect='([^']*)'( data-resolve)?")


def base64(text):
    for string, octets in json.loads(text):
        decoded = data.forgiving_base64_decode(string)
        yield string, decoded, None if octets is None else bytes(octets)


def data_urls(text):
    for url, mime_type, *body in json.loads(text):
        try:
            processed = data.process(url)
        except (InvalidURL, ValueError):
            yield url, None, mime_type
        else:
            expected = (mime_type or "text/plain;charset=US-ASCII", bytes(*body))
            yield url, (str(processed.mime_type), processed.body), None if mime_type is None else expected


def mime_types(text):
    for row in json.loads(text):
        if isinstance(row, dict):
            parsed = data.parse_mime_type(row["input"])
            yield row["input"], None if parsed is None else str(parsed), row["output"]


def unescaped(string):
    """Return what a string of JavaScript stands for."""
    return string.encode("latin-1", "backslashreplace").decode("unicode_escape")


def refreshes(text):
    """Upstream's server answers with the name of the file that was asked for."""
    for content, time, name in _REFRESH.findall(text):
        refresh = parse_refresh(unescaped(content), Document(PAGE))
        expected = (int(time), unescaped(name)) if time else None
        yield content, refresh and (refresh.time, percent_decode(refresh.url.path[-1]).decode()), expected


def attribute(source):
    """Return the value of an attribute. Unlike `html.unescape`, HTML keeps control characters."""
    return html.unescape(re.sub("&#x([0-9A-F]+);", lambda match: chr(int(match[1], 16)), source))


def srcsets(text):
    """Of candidates with the same density, browsers take the first."""
    for source, url, resolve in _IMAGE.findall(text):
        candidates = parse_srcset(attribute(source))
        urls = [candidates[0].url if candidates else "", attribute(url)]
        if resolve:
            urls = [Document(PAGE).encoding_parse_and_serialize_url(one) for one in urls]
        yield source, *urls


def queries(text):
    """The test has one character for the query, and what becomes of it in each encoding."""
    [character] = {*re.findall(r"""["'](?:\S*\?q=|\?)\\u([0-9A-Fa-f]{4})""", text)}
    for encoding, expected in re.findall(r"""['"]([\w-]+)['"]: *['"]((?:%[0-9A-F]{2}\w*)+)['"]""", text):
        link = Hyperlink(Document(PAGE, encoding=encoding), f"?{chr(int(character, 16))}")
        yield encoding, link.search, f"?{expected}"


# For each file: what reads it and yields (what it is, our answer, the expected one), and how many rows it has at least.
FILES = {
    "base64.json": (base64, 50),
    "data-urls.json": (data_urls, 50),
    "mime-types.json": (mime_types, 30),
    "generated-mime-types.json": (mime_types, 500),
    "parsing.html": (refreshes, 50),
    "parse-a-srcset-attribute.html": (srcsets, 80),
    "attributes.sub.html": (queries, 3),
    "lone-surrogates.sub.html": (queries, 2),
    "resolve-url.js": (queries, 4),
}
OWN = {
    base64: '[["eA", [120]], ["x", null]]',
    data_urls: '[["data:,y", "", [121]], ["data:y", null], ["data:A/b;C=d,", "a/b;c=d", []]]',
    mime_types: '["a comment", {"input": "A/b ; c=\\"d\\"", "output": "a/b;c=d"}, {"input": "a", "output": null}]',
    refreshes: r"[{input: '7;\turl=\'b c\'', expected: [7, 'b c']}, {input: 'b', expected: []}]",
    srcsets: "<img srcset='&#xB;b&nbsp; 3x' data-expect='&#xB;b&nbsp;' data-resolve><img srcset='b 0w' data-expect=''>"
    "<img srcset='data:,b 3x, data:,c' data-expect='data:,b' data-desc='two'>",
    queries: """{"UTF-8": "%C3%A9", 'windows-1251':'%26%23233%3B', "windows-1252": "%E9"} "?\\u00E9\"""",
}


def wrong(rows):
    return [row for row in rows if row[1] != row[2]]


@pytest.mark.parametrize("read", OWN)
def test_own_rows(read):
    found = [*read(OWN[read])]
    assert wrong(found) == []
    assert len(found) >= 2
    # No single answer fits all rows.
    assert len({answer for _, answer, _ in found}) == len(found)


@needs("more of wpt")
@pytest.mark.parametrize("name", FILES)
def test_file(name):
    """Without the file, the test is skipped. With ``CI`` set nothing may be skipped, so there it passes and says so."""
    [path] = [path for path in wpt_url.MORE if path.endswith(f"/{name}")]
    file = wpt_url.find_more(fetch=False).get(path)
    if file is None:
        reason = f"{path} of the Web Platform Tests could not be had; set PY_URL_WPT to a checkout of the tests"
        if not IN_CI:
            pytest.skip(reason)
        summary_lines.append(f"not tested: {reason}")
        return
    read, least = FILES[name]
    found = [*read(file.read_text("utf-8"))]
    summary_lines.append(f"{len(found)} rows of {path}, of an edition that is not verified")
    assert wrong(found) == []
    assert len(found) >= least
