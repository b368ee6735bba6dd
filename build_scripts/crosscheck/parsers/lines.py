"""What the adapters in Python share: a request a line, an answer a line.

``web/docs/evidence/crosscheck.md`` describes them.
"""

from __future__ import annotations

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

Members = dict[str, object]
ALL = ("href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash")
UNSUPPORTED: Members = {"unsupported": True}


def serve(
    parse: Callable[[str, str | None], Members],
    change: Callable[[str, str, str], Members] | None = None,
    write: Callable[[list[tuple[str, str]]], str] | None = None,
    failures: tuple[type[Exception], ...] = (ValueError,),
) -> None:
    """Answer all requests. *failures* are the exceptions that say that a string is no URL."""
    for line in sys.stdin:
        asked = json.loads(line)
        answer: Members
        try:
            if "pairs" in asked:
                pairs = [(name, value) for name, value in asked["pairs"]]
                answer = UNSUPPORTED if write is None else {"searchParams": write(pairs)}
            elif "set" in asked:
                answer = UNSUPPORTED if change is None else change(asked["href"], asked["set"], asked["value"])
            else:
                answer = parse(asked["input"], asked["base"])
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
            # It is no refusal if it cannot decode what it has taken.
            if isinstance(error, failures) and not isinstance(error, UnicodeDecodeError):
                answer = {"failure": True}
        print(json.dumps({"id": asked["id"], **answer}), flush=True)


def members(url: object, names: Iterable[str] = ALL) -> Members:
    """Return the members that a class with the names of the standard has."""
    return {name: str(getattr(url, name)) for name in names}


def by_append(params_class: Callable[[str], Any]) -> Callable[[list[tuple[str, str]]], str]:
    """Return a function that writes pairs with a class that takes them one by one."""

    def write(pairs: list[tuple[str, str]]) -> str:
        params = params_class("")
        for name, value in pairs:
            params.append(name, value)
        return str(params)

    return write


def read_by(parser: Callable[[str, str | None], Mapping[str, object]]) -> Callable[[str, str | None], Members]:
    """Return a function that reads with a parser of `py_url.parsers`, which returns components."""
    return lambda string, base: from_components(parser(string, base))


def from_components(components: Mapping[str, object]) -> Members:
    """Return the members that components have, where the two do not differ in more than punctuation."""
    given = {name: "" if value is None else str(value) for name, value in components.items()}
    host = f"[{given['host']}]" if ":" in given["host"] and not given["host"].startswith("[") else given["host"]
    return {
        "protocol": given["scheme"] and f"{given['scheme']}:",
        "username": given["username"],
        "password": given["password"],
        "hostname": host,
        "port": given["port"],
        "pathname": given["path"],
        "search": given["query"] and f"?{given['query']}",
        "hash": given["fragment"] and f"#{given['fragment']}",
    }
