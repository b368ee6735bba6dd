"""``percent-encoding.json``: all rows in UTF-8; the legacy encodings, which this release lacks, are skipped by name."""

import pytest

from py_url import SPECIAL_QUERY_PERCENT_ENCODE_SET, URL, basic_parse, percent_encode_after_encoding
from tests.wpt.data import encoding_rows


@pytest.mark.parametrize(("input", "encoding", "output"), encoding_rows("percent-encoding.json"))
def test_query(input, encoding, output):
    if encoding != "utf-8":
        with pytest.raises(LookupError, match=encoding):
            basic_parse(f"http://h/?{input}", encoding=encoding)
        pytest.skip(f"{encoding} is not an encoding that this release can write")
    assert URL(f"http://h/?{input}").search == f"?{output}"
    assert basic_parse(f"http://h/?{input}", encoding=encoding).query == output
    assert percent_encode_after_encoding(encoding, input, SPECIAL_QUERY_PERCENT_ENCODE_SET) == output
