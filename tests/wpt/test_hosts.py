"""``toascii.json``, ``IdnaTestV2.json`` and ``IdnaTestV2-removed.json``, used as in the upstream tests."""

import idna
import pytest
from crosscheck.inputs import in_host

from py_url import URL
from py_url.standard import host_parse, serialize_host
from tests.wpt.data import own, rows

# Rows with code points that Unicode 17 assigned; idna's tables have them since 3.12.
OF_UNICODE_17 = {
    "\U0003293120.\u97f3.\ua8661.",
    "\U00032b9a9\ua369\u17d3.ss",
    "\U00032b9a9\ua369\u17d3.SS",
}
UNICODE_OF_IDNA = int(idna.idnadata.__version__.partition(".")[0])


def has_input(row):
    """A host in an https URL cannot be empty; the Web Platform Tests leave that row out too."""
    return row["input"] != ""


def marks_of(row):
    if row["input"] in OF_UNICODE_17 and UNICODE_OF_IDNA < 17:
        reason = (
            f"idna {idna.__version__} has the tables of Unicode {idna.idnadata.__version__}, before these code points"
        )
        return [pytest.mark.xfail(strict=True, reason=reason)]
    return []


@pytest.mark.parametrize("row", rows("toascii.json", *own("hosts")))
def test_toascii(row):
    if row["output"] is None:
        assert not URL.can_parse(f"https://{row['input']}/x")
    else:
        url = URL(f"https://{row['input']}/x")
        assert (url.host, url.hostname, url.pathname) == (row["output"], row["output"], "/x")
        assert url.href == f"https://{row['output']}/x"
    for member in ("host", "hostname"):
        url = URL("https://x/x")
        setattr(url, member, row["input"])
        assert getattr(url, member) == ("x" if row["output"] is None else row["output"]), member


def test_the_rows_of_unicode_17_are_there():
    """Otherwise the list above would name rows that no test has."""
    inputs = {parameter.values[0]["input"] for parameter in rows("IdnaTestV2.json") if parameter.values[0]}
    assert not inputs or inputs >= OF_UNICODE_17


@pytest.mark.parametrize("row", rows("IdnaTestV2.json", "IdnaTestV2-removed.json", only=has_input, marks_of=marks_of))
def test_idna(row):
    address = f"https://{in_host(row['input'])}/x"
    if row["output"] is None:
        assert not URL.can_parse(address)
    else:
        url = URL(address)
        assert (url.host, url.hostname, url.pathname) == (row["output"], row["output"], "/x")
        assert url.href == f"https://{row['output']}/x"
        assert serialize_host(host_parse(row["input"])) == row["output"]
