"""Count which hostile URLs other checks let through. Takes a JSON file and prints the counts as JSON.

Nothing leaves this machine: `socket.getaddrinfo` is replaced by a function that gives each name the address that it
leads to, and `socket.connect` by one that notes the address and fails. A package that makes requests lets a URL through
if it connects to an address that is not of the public internet. A package that only checks does so if it allows it.

A check of redirects lets a target through if it allows it and a browser would leave the page's scheme or host.
"""

from __future__ import annotations

import asyncio
import json
import platform
import re
import socket
import statistics
import sys
import time
from importlib import import_module, metadata
from pathlib import Path

from py_url import URL, guard
from py_url.guard.addresses import kinds_of_address
from py_url.guard.names import ADDRESS_SERVICES, LOOPBACK_SERVICES, kinds_of_name
from py_url.standard import host_parse
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Check = Callable[[str], bool]

US = "py-url"
PAGE = "https://shop.example/login"

_NUMERIC = socket.getaddrinfo
_SERVICES = frozenset(ADDRESS_SERVICES + LOOPBACK_SERVICES)
_LEADS_TO = {"loopback": "127.0.0.1", "metadata": "169.254.169.254", "link-local": "169.254.1.1"}
_connected: list[str] = []


def address_of(name: str) -> str:
    """Return the address that a name leads to. Raises gaierror if DNS can have no such name."""
    if not re.fullmatch(r"([a-z0-9_-]+\.)*(?!0x|[0-9]+\Z)[a-z0-9_-]+", name):
        raise socket.gaierror(socket.EAI_NONAME, "no such name")
    kinds = [kind for kind in kinds_of_name(name, _SERVICES) if kind != "global"]
    return _LEADS_TO.get(kinds[0], "10.0.0.7") if kinds else "93.184.216.34"


def _getaddrinfo(host: str | bytes, port: int | str | None, *_: object, **__: object) -> list[Any]:
    """Resolve numbers as the operating system does, and names by `address_of`."""
    try:
        name = (host.decode() if isinstance(host, bytes) else host).encode("idna").decode()
    except UnicodeError:
        raise socket.gaierror(socket.EAI_NONAME, "no such name") from None
    try:
        return _NUMERIC(name, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except socket.gaierror:
        return _NUMERIC(address_of(name.lower().rstrip(".")), port, type=socket.SOCK_STREAM)


def _connect(_: object, address: tuple[object, ...]) -> None:
    _connected.append(str(address[0]))
    raise ConnectionRefusedError("the benchmark connects to nothing")


def is_inside(address: str) -> bool:
    """Whether an address is not one of the public internet."""
    address = address.partition("%")[0]
    parsed = host_parse(f"[{address}]" if ":" in address else address)
    assert isinstance(parsed, IPv4Address | IPv6Address)
    return kinds_of_address(parsed) != ("global",)


def _by_connecting(fetch: Callable[[str], object]) -> Check:
    """Return a check from a function that makes a request: whether it connects."""

    def check(url: str) -> bool:
        _connected.clear()
        try:
            fetch(url)
        except Exception:  # it refuses the URL, or the connection that it tried has failed
            pass
        return bool(_connected)

    return check


def _of_py_url() -> Check:
    return lambda url: bool(guard.resolve(guard.check_fetch(url)))


def _of_advocate() -> Check:
    get = import_module("advocate").get
    return _by_connecting(lambda url: get(url, timeout=2))


def _of_drawbridge() -> Check:
    # `drawbridge.sync.get` makes one for each URL, which takes longer.
    transport = import_module("drawbridge._transport").SyncSafeTransport(import_module("drawbridge").Policy())
    return _by_connecting(import_module("httpx").Client(transport=transport, trust_env=False).get)


def _of_egressweave() -> Check:
    policy = import_module("egressweave.policy").EgressPolicy.from_hosts(_HOSTS)
    validate_egress_url = import_module("egressweave.validation").validate_egress_url
    return lambda url: validate_egress_url(url, policy=policy) is not None


def _of_safehttpx() -> Check:
    get, loop = import_module("safehttpx").get, asyncio.new_event_loop()
    return _by_connecting(lambda url: loop.run_until_complete(get(url, timeout=2)))


def _of_langchain() -> Check:
    check: Check = import_module("langchain_core._security._ssrf_protection").is_safe_url
    return check


_HOSTS = ["example.com"]
FETCH = {
    US: ("", _of_py_url),
    "advocate": ("advocate", _of_advocate),
    "drawbridge": ("drawbridge", _of_drawbridge),
    "egressweave": ("egressweave", _of_egressweave),
    "LangChain": ("langchain-core", _of_langchain),
    "safehttpx": ("safehttpx", _of_safehttpx),
}
"""For each check of what to fetch: its distribution, and a function that makes the check. egressweave needs a list of
hosts, so it gets example.com and those of the URLs that must pass.
"""


def _redirect_of_py_url() -> Check:
    return lambda target: guard.check_redirect(target, PAGE).allowed


def _redirect_of_django() -> Check:
    allowed = import_module("django.utils.http").url_has_allowed_host_and_scheme
    return lambda target: allowed(target, {"shop.example"}, require_https=True)


def _redirect_of_flask_security() -> Check:
    import_module("flask").Flask("bench").test_request_context(PAGE).push()
    check: Check = import_module("flask_security.utils").validate_redirect_url
    return check


REDIRECT = {
    US: ("", _redirect_of_py_url),
    "Django": ("django", _redirect_of_django),
    "Flask-Security": ("flask-security", _redirect_of_flask_security),
}
"""The same for each check of where to redirect to."""


def leaves(target: str) -> bool:
    """Whether a browser at `PAGE` would leave its scheme or host."""
    there = URL.parse(target, PAGE)
    return there is not None and (there.protocol, there.host) != ("https:", "shop.example")


def count(check: Check, hostile: Iterable[str], harmless: Iterable[str], *, connects: bool) -> dict[str, Any]:
    """Count the hostile URLs that a check lets through and the harmless ones that it refuses, and time the latter."""
    passed = [url for url in hostile if _says(check, url) and (not connects or any(map(is_inside, _connected)))]
    refused, times = [], []
    for url in harmless:
        started = time.perf_counter()
        says = _says(check, url)
        times.append(time.perf_counter() - started)
        if not says:
            refused.append(url)
    return {
        "passed": len(passed),
        "refused": len(refused),
        "seconds": statistics.median(times),
        "examples": {"passed": passed[:10], "refused": refused[:10]},
    }


def _says(check: Check, url: str) -> bool:
    try:
        return check(url)
    except Exception:  # a check that raises an exception does not let the URL through
        return False


def measure(
    checks: dict[str, tuple[str, Callable[[], Check]]], hostile: list[str], harmless: list[str]
) -> dict[str, Any]:
    """Return the counts of each check, or why it cannot be imported."""
    answer = {}
    for name, (distribution, make) in checks.items():
        try:
            version = metadata.version(distribution) if distribution else ""
            check = make()
        except Exception as error:  # a package may fail in any way on a Python that it does not know
            answer[name] = {"version": "", "missing": f"{type(error).__name__}: {error}"}
            continue
        connects = name in ("advocate", "drawbridge", "safehttpx")
        answer[name] = {"version": version, **count(check, hostile, harmless, connects=connects)}
    return answer


def main() -> None:
    """Read the URLs from the file and print the counts of every check."""
    given = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    _HOSTS.extend({str(URL(url).hostname) for url in given["harmless"]})
    socket.getaddrinfo = _getaddrinfo  # type: ignore[assignment]  # as below
    socket.socket.connect = _connect  # type: ignore[method-assign, assignment]  # nothing may leave this machine
    targets = [target for target in given["targets"] if leaves(target)]
    answer = {
        "python": platform.python_version(),
        "hostile": len(given["hostile"]),
        "harmless": len(given["harmless"]),
        "targets": len(targets),
        "pages": len(given["pages"]),
        "fetch": measure(FETCH, given["hostile"], given["harmless"]),
        "redirect": measure(REDIRECT, targets, given["pages"]),
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
