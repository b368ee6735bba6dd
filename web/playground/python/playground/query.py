"""The query as a table of names and values."""

from __future__ import annotations

from playground.answers import base_of
from py_url import URL, URLSearchParams
from py_url.explain import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json

PAIRS_SHOWN = 500


def pairs(url: str, base: str = "") -> Json:
    """Return the ``pairs`` of the query, at most `PAIRS_SHOWN`, how many there are, and the query itself.

    Raises InvalidURL.
    """
    parsed = URL(url, base_of(base))
    listed = list(parsed.search_params)
    return {"pairs": [[*pair] for pair in listed[:PAIRS_SHOWN]], "count": len(listed), "search": parsed.search}


def with_pairs(url: str, base: str, changed: list[list[str]]) -> str:
    """Return *url* with the query that the pairs form. What else is written in it stays as it is.

    Raises InvalidURL.
    """
    base_url = base_of(base)
    query = str(URLSearchParams([(name, value) for name, value in changed]))
    places = {name: (start, end) for name, start, end in parts(url, base_url)}
    # A query begins after its "?", and a fragment after its "#".
    end = places["fragment"][0] - 1 if "fragment" in places else len(url.rstrip())
    start, end = (places["query"][0] - 1, places["query"][1]) if "query" in places else (end, end)
    # A relative URL without a query has that of the base URL, so an empty one may need its "?".
    for written in (f"?{query}" if query else "", f"?{query}"):
        made = url[:start] + written + url[end:]
        parsed = URL.parse(made, base_url)
        if parsed is not None and list(parsed.search_params) == [(name, value) for name, value in changed]:
            return made
    return URL(url, base_url).replace(search=query).href
