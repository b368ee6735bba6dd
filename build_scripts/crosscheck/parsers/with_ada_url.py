"""The package ada-url: ada, which Node.js uses, through cffi."""

from ada_url import URL, URLSearchParams
from lines import Members, by_append, members, serve


def of(url: URL) -> Members:
    """Return all members. The object has no query object, so that one is made of its search."""
    params = URLSearchParams(url.search)
    return {**members(url), "searchParams": str(params), "pairs": [*params.items()]}


def parse(string: str, base: str | None) -> Members:
    return of(URL(string, base))


def change(href: str, member: str, value: str) -> Members:
    url = URL(href)
    try:
        setattr(url, member, value)
    except ValueError:
        # Any setter says so that it changes nothing; in the standard, that of href alone does.
        if member == "href":
            raise
    return of(url)


serve(parse, change, by_append(URLSearchParams))
