"""§4.4 query state: in a document of each legacy encoding, the browser encodes every code point as `py_url` does."""

import json

import pytest

from py_url.standard import SPECIAL_QUERY_PERCENT_ENCODE_SET, basic_parse
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.percent_encoding import _Encoded
from tests.conftest import peer

LABELS = peer("webencodings.labels").LABELS

ENCODINGS = sorted({get_an_output_encoding(label) for label in LABELS} - {"UTF-8"})
# The whole Basic Multilingual Plane and some code points beyond it, except surrogates and what the parser removes.
CODE_POINTS = [
    *(code_point for code_point in range(0x24, 0x10000) if not 0xD800 <= code_point < 0xE000),
    *(*range(0x1F400, 0x1F500), *range(0x20000, 0x20400), *range(0x2F800, 0x2FA20), 0xE0001, 0x10FFFF),
]
# The numbers come in JSON: as a list, Playwright would hand them over one by one. For the same reason, many code points
# share a query. A "!" is between them, which these encodings use in no other character. ISO-2022-JP does, and has a
# state: there, each code point has a query of its own.
QUERIES = """([codePoints, each]) => {
  const anchor = document.createElement("a");
  const all = JSON.parse(codePoints);
  const queries = {};
  for (let start = 0; start < all.length; start += each) {
    const some = all.slice(start, start + each);
    anchor.href = `http://h/?${some.map((codePoint) => String.fromCodePoint(codePoint)).join("!")}`;
    const shown = each === 1 ? [anchor.search.slice(1)] : anchor.search.slice(1).split("!");
    if (shown.length !== some.length) throw new Error(`${shown.length} queries for ${some.length} code points`);
    some.forEach((codePoint, index) => {
      if (shown[index] !== `%26%23${codePoint}%3B`) queries[codePoint] = shown[index];
    });
  }
  return JSON.stringify([document.characterSet, queries]);
}"""
# ISO-2022-JP is stateful; these code points switch from one state to another.
SEQUENCES = [
    *("a\u3042b", "\u3042\U0001f600\u3044", "\xe9\u3042", "\xa5a", "\xa5\\", "\xa5~", "\xa5\xe9", "\xa5\U0001f600\xa5"),
    *("\u3042\xa5\u3042", "\u3042\x1b\u3044", "\xa5\x0e\xa5", "\uff76\uff9e", "\u2212x", "\u203e\u3042 ~", "'\u3042'"),
]


@pytest.fixture(scope="module")
def page(browser):
    """One page for all encodings."""
    page = browser.new_page()
    page.set_default_timeout(60_000)
    yield page
    page.close()


def opened(page, site, encoding):
    address = f"{site}/tests/browser/encoding-{encoding}.html"
    page.route(
        address, lambda route: route.fulfill(body="<!doctype html>", content_type=f"text/html; charset={encoding}")
    )
    page.goto(address)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_code_point(page, site, encoding):
    opened(page, site, encoding)
    name, theirs = json.loads(
        page.evaluate(QUERIES, [json.dumps(CODE_POINTS), 1 if encoding == "ISO-2022-JP" else 1000])
    )
    assert name == encoding
    if encoding == "ISO-2022-JP":
        ours = {code: basic_parse(f"http://h/?{chr(code)}", encoding=encoding).query for code in CODE_POINTS}
    else:
        encoded = _Encoded(encoding, SPECIAL_QUERY_PERCENT_ENCODE_SET, space_as_plus=False)
        ours = {code: encoded[code] for code in CODE_POINTS}
    different = {code: query for code, query in ours.items() if theirs.get(str(code), f"%26%23{code}%3B") != query}
    assert different == {}
    assert len(theirs) > 128


def test_the_states_of_iso_2022_jp(page, site):
    opened(page, site, "ISO-2022-JP")
    script = """(all) => all.map((query) => Object.assign(document.createElement("a"), {href: `http://h/?${query}`}).search)"""
    theirs = page.evaluate(script, SEQUENCES)
    assert [f"?{basic_parse(f'http://h/?{query}', encoding='iso-2022-jp').query}" for query in SEQUENCES] == theirs
