"""The package can-ada: ada, through pybind11."""

from can_ada import URL, URLSearchParams, parse as parsed
from lines import UNSUPPORTED, Members, by_append, members, serve


def of(url: URL) -> Members:
    """Return all members. The object has no query object, so that one is made of its search."""
    params = URLSearchParams(url.search)
    return {**members(url), "searchParams": str(params), "pairs": [*params]}


def parse(string: str, base: str | None) -> Members:
    # It resolves nothing against a base.
    return of(parsed(string)) if base is None else UNSUPPORTED


def change(href: str, member: str, value: str) -> Members:
    url = parsed(href)
    setattr(url, member, value)
    return of(url)


serve(parse, change, by_append(URLSearchParams))
