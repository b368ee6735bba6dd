"""The URL as that of a WebSocket."""

from __future__ import annotations

from playground.answers import base_of
from py_url.specs import websocket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from playground import Json


def opened(url: str, base: str = "", page: str = "https://page.example/") -> Json:
    """Return what ``new WebSocket(url)`` does in a document with that base URL, at *page*, as names and values.

    ``error`` says why it throws. Raises InvalidURL if *base* does not parse.
    """
    try:
        made = websocket.constructor_url(url, base_of(base))
    except ValueError as error:
        return {"error": f"{error}".partition("\n")[0], "rows": []}
    components = websocket.parse_components(made)
    rows: list[Json] = [
        ["url of the WebSocket", made.href],
        ["host to connect to", components.host],
        ["port", str(components.port)],
        ["resource name", components.resource_name],
        ["secure", "yes" if components.secure else "no"],
        ["URL that is fetched", websocket.request_url(made).href],
        ["from a page at https:", _blocked(lambda: websocket.why_blocked(made, page))],
        ["from a page at http:", _blocked(lambda: websocket.why_blocked(made, page.replace("https:", "http:", 1)))],
    ]
    return {"error": None, "rows": rows}


def _blocked(why: Callable[[], str | None]) -> str:
    reason = why()
    return "may be opened" if reason is None else f"blocked: {reason}"
