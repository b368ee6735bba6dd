"""Count which host each URL package sees. Takes a JSON file of [input, host] pairs and prints the counts as JSON.

In the file, a host is the one that the tests expect, or null if the standard rejects the input. The host of a package
is what its own API returns. Hosts are compared in lower case and without the brackets of IPv6 addresses, and are not
changed otherwise. Therefore another spelling of the same host, such as ``0x7f.1`` for ``127.0.0.1``, counts as another
host: a list of blocked or allowed hosts compares spellings.
"""

from __future__ import annotations

import json
import platform
import sys
from importlib import metadata
from pathlib import Path

from research.bench.peers import US, of_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# requests connects to the host that urllib.parse sees in the prepared URL. w3lib only returns strings, which Scrapy
# parses with urllib.parse.
PARSERS = {
    US: ("from py_url import URL", "URL(s).hostname"),
    "ada-url": ("from ada_url import URL", "URL(s).hostname"),
    "upa-url": ("from upa_url import URL", "URL(s).hostname"),
    "can-ada": ("from can_ada import parse", "parse(s).hostname"),
    "url-py": ("from url import URL", "URL.parse(s).host_str"),
    "pywhatwgurl": ("from pywhatwgurl import URL", "URL(s).hostname"),
    "pydantic": ("from pydantic import AnyUrl", "AnyUrl(s).host"),
    "requests": (
        "from requests import Request; from urllib.parse import urlsplit",
        "urlsplit(Request('GET', s).prepare().url).hostname",
    ),
    "w3lib": (
        "from w3lib.url import safe_url_string; from urllib.parse import urlsplit",
        "urlsplit(safe_url_string(s)).hostname",
    ),
    "yarl": ("from yarl import URL", "URL(s).raw_host"),
    "httpx": ("from httpx import URL", "URL(s).raw_host.decode()"),
    "httpx2": ("from httpx2 import URL", "URL(s).raw_host.decode()"),
    "furl": ("from furl import furl", "furl(s).host"),
    "urllib.parse": ("from urllib.parse import urlsplit", "urlsplit(s).hostname"),
}
"""For each package: an import, and an expression for the host of the string `s`. An exception rejects the string."""


def plain(host: str | None) -> str:
    """Return a host in the form for comparison, or the empty string if there is none."""
    return (host or "").lower().removeprefix("[").removesuffix("]")


def count(host_of: Callable[[str], str | None], rows: Iterable[tuple[str, str | None]]) -> dict[str, Any]:
    """Count how often a parser sees the same host, another one or none, and how often it rejects the input.

    `same`, `other` and `refused` count the inputs that the standard accepts. `accepted` counts the inputs that the
    standard rejects but in which the parser finds a host. `examples` has the first ten inputs with another host.
    """
    counts = dict.fromkeys(("same", "other", "refused", "accepted"), 0)
    examples = []
    for input, expected in rows:
        try:
            host = plain(host_of(input))
        except Exception:  # packages raise different exceptions for strings that they reject
            counts["refused"] += expected is not None
            continue
        if expected is None:
            counts["accepted"] += bool(host)
        elif host == plain(expected):
            counts["same"] += 1
        else:
            counts["other"] += 1
            examples.append([input, host, expected])
    return {**counts, "examples": examples[:10]}


def main() -> None:
    """Read the pairs from the file and print the counts of every parser."""
    rows = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    parsers = {}
    for name, (imports, expression) in PARSERS.items():
        # This raises an error if a package is missing; otherwise it would seem to reject everything.
        version = "" if name in (US, "urllib.parse") else metadata.version(name)
        parsers[name] = {"version": version, **count(of_string(imports, expression), rows)}
    valid = sum(host is not None for _, host in rows)
    answer = {"python": platform.python_version(), "valid": valid, "invalid": len(rows) - valid, "parsers": parsers}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
