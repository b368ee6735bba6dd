"""``toascii.json``, ``IdnaTestV2.json`` and ``IdnaTestV2-removed.json``, used as in the upstream tests."""

import pytest
from crosscheck.inputs import in_host

from py_url import URL
from py_url.standard import host_parse, serialize_host
from tests.wpt.data import own, rows


def has_input(row):
    """A host in an https URL cannot be empty; the Web Platform Tests leave that row out too."""
    return row["input"] != ""


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


@pytest.mark.parametrize("row", rows("IdnaTestV2.json", "IdnaTestV2-removed.json", only=has_input))
def test_idna(row):
    address = f"https://{in_host(row['input'])}/x"
    if row["output"] is None:
        assert not URL.can_parse(address)
    else:
        url = URL(address)
        assert (url.host, url.hostname, url.pathname) == (row["output"], row["output"], "/x")
        assert url.href == f"https://{row['output']}/x"
        assert serialize_host(host_parse(row["input"])) == row["output"]
