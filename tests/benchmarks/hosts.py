"""Which host does each URL package see? Takes a JSON file of [input, host] pairs and prints the counts as JSON.

In the file, a host is the one that the tests expect, or null if the standard refuses the input. Of each package this
asks what a program would ask: the host as the package itself hands it out. Hosts are compared in lower case and without
the brackets of IPv6 addresses, and with no other change. Another spelling of the same host, such as ``0x7f.1`` for
``127.0.0.1``, therefore counts as another host, because a list of blocked or allowed hosts sees the spelling.
"""

import json
import platform
import sys
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

US = "py-url"


def _py_url(s):
    from py_url import URL

    return URL(s).hostname


def _ada_url(s):
    from ada_url import URL

    return URL(s).hostname


def _can_ada(s):
    from can_ada import parse

    return parse(s).hostname


def _upa_url(s):
    from upa_url import URL

    return URL(s).hostname


def _url_py(s):
    from url import URL

    return URL.parse(s).host_str


def _pydantic(s):
    from pydantic import AnyUrl

    return AnyUrl(s).host


def _requests(s):
    from requests import Request

    # What it would connect to: it reads what it has prepared with urllib.parse.
    return urlsplit(Request("GET", s).prepare().url).hostname


def _w3lib(s):
    from w3lib.url import safe_url_string

    # It gives strings alone, which Scrapy reads with urllib.parse.
    return urlsplit(safe_url_string(s)).hostname


def _yarl(s):
    from yarl import URL

    return URL(s).raw_host


def _httpx(s):
    from httpx import URL

    return URL(s).raw_host.decode()


def _urllib(s):
    return urlsplit(s).hostname


READERS = {
    US: _py_url,
    "ada-url": _ada_url,
    "upa-url": _upa_url,
    "can-ada": _can_ada,
    "url-py": _url_py,
    "pydantic": _pydantic,
    "requests": _requests,
    "w3lib": _w3lib,
    "yarl": _yarl,
    "httpx": _httpx,
    "urllib.parse": _urllib,
}
"""By package, a function that gives the host of a string; it raises an exception, of any kind, to refuse the string."""


def plain(host):
    """A host in the form in which hosts are compared; the empty string if there is none."""
    return (host or "").lower().removeprefix("[").removesuffix("]")


def count(reader, rows):
    """How often a reader sees the same host, another one or none, and how often it refuses or accepts alone.

    `same`, `other` and `refused` count the inputs that the standard accepts. `accepted` counts those that the standard
    refuses and in which the reader nevertheless finds a host. `examples` has the first ten inputs with another host.
    """
    counts = {"same": 0, "other": 0, "refused": 0, "accepted": 0, "examples": []}
    for input, expected in rows:
        try:
            host = plain(reader(input))
        except Exception:  # what a package raises for a string that it does not take is its own matter
            counts["refused"] += expected is not None
            continue
        if expected is None:
            counts["accepted"] += bool(host)
        elif host == plain(expected):
            counts["same"] += 1
        else:
            counts["other"] += 1
            counts["examples"].append([input, host, expected])
    counts["examples"] = counts["examples"][:10]
    return counts


def main():
    rows = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    readers = {}
    for name, reader in READERS.items():
        # This raises an error for a package that is missing; otherwise it would seem to refuse everything.
        version = "" if name in (US, "urllib.parse") else metadata.version(name)
        readers[name] = {"version": version, **count(reader, rows)}
    valid = sum(host is not None for _, host in rows)
    answer = {"python": platform.python_version(), "valid": valid, "invalid": len(rows) - valid, "readers": readers}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
