"""``percent-encoding.json``: all rows, in UTF-8 and in the legacy encodings."""

import pytest

from py_url import URL
from py_url.standard import (
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    basic_parse,
    parse_urlencoded,
    percent_encode_after_encoding,
    serialize_urlencoded,
)
from tests.wpt.data import encoding_rows


@pytest.mark.parametrize(("input", "encoding", "output"), encoding_rows("percent-encoding.json"))
def test_query(input, encoding, output):
    if encoding == "utf-8":
        assert URL(f"http://h/?{input}").search == f"?{output}"
    assert basic_parse(f"http://h/?{input}", encoding=encoding).query == output
    assert percent_encode_after_encoding(encoding, input, SPECIAL_QUERY_PERCENT_ENCODE_SET) == output
    # A query and a form leave different characters unencoded; this test compares only the encoding.
    form = serialize_urlencoded([("", input)], encoding)
    assert form.replace("%5C", "\\").replace("%7C", "|").replace("%28", "(").replace("%7E", "~") == f"={output}"
    assert parse_urlencoded(form) == parse_urlencoded(f"={output}")
