"""The package url-py: Rust's url crate. It has no setters, and no query object that writes pairs."""

from lines import Members, serve
from url import URL, URLError


def parse(string: str, base: str | None) -> Members:
    url = URL.parse(string) if base is None else URL.parse(base).join(string)
    return {"href": str(url), "protocol": f"{url.scheme}:"}


serve(parse, failures=(URLError,))
