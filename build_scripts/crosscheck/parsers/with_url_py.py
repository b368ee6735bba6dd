"""The package url-py: Rust's crate url. It has none of the standard's setters, and none of its query objects."""

from lines import Members, serve
from url import URL, URLError


def parse(string: str, base: str | None) -> Members:
    url = URL.parse(string) if base is None else URL.parse(base).join(string)
    return {
        "href": str(url),
        "protocol": f"{url.scheme}:",
        "username": url.username,
        "password": url.password or "",
        "hostname": url.host_str or "",
        "port": "" if url.port is None else str(url.port),
        "pathname": url.path,
        "search": f"?{url.query}" if url.query else "",
        "hash": f"#{url.fragment}" if url.fragment else "",
        "pairs": url.query_pairs,
    }


serve(parse, failures=(URLError,))
