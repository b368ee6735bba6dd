"""All inputs of the Web Platform Tests as a column, and what `URL` makes of each."""

from py_url import URL
from py_url.standard import serialize_host, serialize_path
from tests.wpt.data import own, rows


def expected_row(string, base=None):
    url = None if string is None else URL.parse(string, base)
    if url is None:
        return None
    record = url.to_record()
    return {
        "href": url.href,
        "scheme": record.scheme,
        "host": None if record.host is None else serialize_host(record.host),
        "port": record.port,
        "path": serialize_path(record),
        "query": record.query,
        "fragment": record.fragment,
    }


def without_surrogates(string):
    """Arrow's strings are UTF-8."""
    return string.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def pairs():
    """Return all inputs with their base URLs."""
    given = [parameter.values[0] for parameter in rows("urltestdata.json", *own("parse")) if parameter.values[0]]
    return [(without_surrogates(row["input"]), row["base"]) for row in given]


def strings():
    """Return all inputs, a null, and the serializations."""
    given = pairs()
    hrefs = [url.href for string, base in given if (url := URL.parse(string, base))]
    return [*(string for string, _ in given), None, *hrefs]
