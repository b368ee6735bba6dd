"""The URL functions of libcurl, as `py_url.parsers` reads them. With a base, it is where curl would go next."""

from lines import Members, from_components, serve

from py_url.parsers.runtimes import curl
from py_url.parsers.usual import components_of

LIBRARY = curl.library()


def parse(string: str, base: str | None) -> Members:
    """Return what libcurl reads. Raises its refusal, which is a ValueError."""
    assert LIBRARY is not None, "there is no libcurl"
    found = curl.read(LIBRARY, string.encode(), None if base is None else base.encode())
    return from_components(
        components_of(*(None if part is None else part.decode("utf-8", "replace") for part in found))
    )


serve(parse)
