"""The package upa-url: the URL Standard in C++."""

from lines import Members, members, serve
from upa_url import URL, URLSearchParams  # type: ignore[import-untyped]  # it has no types


def of(url: URL) -> Members:
    """Return all members; its query object follows the setters."""
    return {**members(url), "searchParams": str(url.searchParams), "pairs": [*url.searchParams]}


def parse(string: str, base: str | None) -> Members:
    return of(URL(string) if base is None else URL(string, base))


def change(href: str, member: str, value: str) -> Members:
    url = URL(href)
    setattr(url, member, value)
    return of(url)


serve(parse, change, lambda pairs: str(URLSearchParams(pairs)), failures=(RuntimeError,))
