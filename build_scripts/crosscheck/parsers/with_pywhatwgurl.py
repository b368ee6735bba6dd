"""The package pywhatwgurl: the URL Standard in pure Python."""

from lines import Members, members, serve
from pywhatwgurl import URL, URLSearchParams


def of(url: URL) -> Members:
    """Return all members; its query object follows the setters."""
    return {**members(url), "searchParams": str(url.search_params), "pairs": [*url.search_params.items()]}


def parse(string: str, base: str | None) -> Members:
    return of(URL(string, base))


def change(href: str, member: str, value: str) -> Members:
    url = URL(href)
    setattr(url, member, value)
    return of(url)


serve(parse, change, lambda pairs: str(URLSearchParams(pairs)))
