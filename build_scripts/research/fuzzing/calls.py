"""What the fuzzer calls in CPython and in MicroPython, which both read this file: the bridge, and what makes errors."""

from __future__ import annotations

from py_url import URL, URLSearchParams, fix, validate
from py_url.programs import bridge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OF_URL = (bridge.parse_url, bridge.parse_url_or_empty, bridge.can_parse, bridge.parse_all, validate, fix)


def _said(function: Any, *arguments: str | None) -> str:  # noqa: ANN401 - they have nothing in common
    try:
        return str(function(*arguments))
    except Exception as error:
        return "raised " + str(error)


def _of_url(url: str, base: str | None) -> list[str]:
    return [_said(function, url, base) for function in _OF_URL]


def said(url: str, base: str | None, *steps: str) -> list[str]:
    """Make the calls for a URL and for each step, which is a name, the number of its arguments and these."""
    texts = _of_url(url, base)
    parsed = URL.parse(url, base)
    place = 0
    while parsed is not None and place < len(steps):
        name, arguments = steps[place], list(steps[place + 2 :][: int(steps[place + 1])])
        place += 2 + len(arguments)
        search = parsed.search
        if name == "href":
            texts += _of_url(arguments[0], None)
        elif name in bridge.SETTABLE:
            texts.append(_said(bridge.change, parsed.href, str(bridge.SETTABLE.index(name)) + arguments[0]))
            setattr(parsed, name, arguments[0])
        else:
            params = URLSearchParams(search)
            getattr(params, name)(*arguments)
            parsed.search = str(params)
        if parsed.search != search:
            texts.append(_said(bridge.parse_pairs, parsed.search[1:]))
    return texts
