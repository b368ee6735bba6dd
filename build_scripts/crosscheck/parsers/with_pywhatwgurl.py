"""The package pywhatwgurl: the URL Standard in pure Python."""

from lines import Members, members, serve
from pywhatwgurl import URL, URLSearchParams

NAMES = {"searchParams": "search_params"}


def of(url: URL) -> Members:
    params = getattr(url, "search_params", None) or url.searchParams
    return {**members(url), "searchParams": str(params), "pairs": [*params.items()]}


def parse(string: str, base: str | None) -> Members:
    return of(URL(string, base))


def change(href: str, member: str, value: str) -> Members:
    url = URL(href)
    setattr(url, member, value)
    return of(url)


serve(parse, change, lambda pairs: str(URLSearchParams(pairs)))
