"""Relative resolution: by the URL Standard, by RFC 3986 and its forerunners, and by `urllib.parse`."""

from __future__ import annotations

from urllib.parse import urljoin

from py_url import URL, make_relative
from py_url.specs import rfc3986

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from playground import Json

_LINK = "https://www.rfc-editor.org/rfc/"


def resolutions(url: str, base: str) -> Json:
    """Return how each algorithm resolves *url* against *base*: a list of its name, a link, and the result or an error.

    With them come ``back``, the shortest references from the base to the result.
    """
    ways: dict[str, tuple[str, Callable[[], str]]] = {
        "URL Standard": ("https://url.spec.whatwg.org/#url-parsing", lambda: URL(url, base or None).href),
        "RFC 3986": (f"{_LINK}rfc3986#section-5.2", lambda: _strictly(url, base)),
        "RFC 3986, not strict": (f"{_LINK}rfc3986#section-5.2.2", lambda: rfc3986.resolve(url, base, strict=False)),
        "RFC 2396": (f"{_LINK}rfc2396#section-5.2", lambda: rfc3986.resolve(url, base, generation="RFC 2396")),
        "RFC 1808": (f"{_LINK}rfc1808#section-4", lambda: rfc3986.resolve(url, base, generation="RFC 1808")),
        "urllib.parse.urljoin": ("https://docs.python.org/3/library/urllib.parse.html", lambda: urljoin(base, url)),
    }
    results: list[Json] = [{"name": name, "link": link, **_tried(way)} for name, (link, way) in ways.items()]
    back: list[Json] = [
        {"name": "URL Standard: py_url.make_relative", **_tried(lambda: make_relative(URL(url, base or None), base))},
        {"name": "RFC 3986: relativize", **_tried(lambda: rfc3986.relativize(rfc3986.resolve(url, base), base))},
    ]
    return {"results": results, "back": back if base else []}


def _strictly(url: str, base: str) -> str:
    """Resolve *url*, but refuse it, or *base*, if it does not match the RFC's grammar of a URI reference."""
    rfc3986.parse(url)
    rfc3986.parse(base)
    return rfc3986.resolve(url, base)


def _tried(way: Callable[[], str]) -> dict[str, Json]:
    try:
        return {"result": way(), "error": None}
    except ValueError as error:
        return {"result": None, "error": f"{error}".partition("\n")[0] or type(error).__name__}
