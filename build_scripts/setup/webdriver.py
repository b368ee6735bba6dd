"""Open an address in a browser that a WebDriver drives, such as Safari: https://www.w3.org/TR/webdriver2/."""

from __future__ import annotations

import json
import os
import socket
import time
import urllib.request
from contextlib import contextmanager, suppress
from typing import Any
from urllib.error import HTTPError, URLError

from setup import system
from setup.project import SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECONDS_TO_START = 60
_SECONDS = 120
# No proxy is asked for this machine's own addresses.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Session:
    """A session of a browser. ``version`` is its name and version."""

    def __init__(self, address: str, browser: str) -> None:
        self._address = address
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {"browserName": browser}}})
        capabilities = made.get("capabilities", {})
        self._id = str(made["sessionId"])
        name = str(capabilities.get("browserName", browser))
        self.version = f"{name[:1].upper()}{name[1:]} {capabilities.get('browserVersion', 'of an unknown version')}"

    def open(self, address: str) -> None:
        """Open an address in the browser's window. Raises SetUpError."""
        self._ask("POST", f"/session/{self._id}/url", {"url": address})

    def close(self) -> None:
        """Close the browser."""
        with suppress(SetUpError):
            self._ask("DELETE", f"/session/{self._id}")

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json; charset=utf-8"}
        request = urllib.request.Request(f"{self._address}{path}", data, headers, method=method)
        try:
            with _OPENER.open(request, timeout=_SECONDS) as response:
                value = json.load(response).get("value")
        except HTTPError as error:
            raise SetUpError(f"the driver refused {method} {path}: {_reason(error)}") from None
        except (OSError, ValueError, AttributeError) as error:
            raise SetUpError(f"the driver did not answer {method} {path}: {error}") from None
        return value if isinstance(value, dict) else {}


def _reason(error: HTTPError) -> str:
    """What a driver says of an error; Safari's says here that remote automation has to be allowed."""
    with suppress(ValueError, AttributeError, KeyError, OSError):
        return str(json.load(error)["value"]["message"])[:300]
    return f"status {error.code}"


@contextmanager
def session(program: str, browser: str) -> Iterator[tuple[Session, Callable[[float], None]]]:
    """Start a driver and a session of its browser; both end with the ``with``. The second value waits while it runs.

    Raises SetUpError.
    """
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    # Safari's driver wants the port as its own argument; those of others take this form too.
    command = [program, "-p", str(port)] if "safari" in program.lower() else [program, f"--port={port}"]
    with system.running(command, {**os.environ}) as wait:
        until = time.monotonic() + SECONDS_TO_START
        while not _answers(address):
            if time.monotonic() > until:
                raise SetUpError(f"{program} did not answer within {SECONDS_TO_START} seconds")
            wait(100)
        made = Session(address, browser)
        try:
            yield made, wait
        finally:
            made.close()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _answers(address: str) -> bool:
    with suppress(URLError, OSError, ValueError), _OPENER.open(f"{address}/status", timeout=5) as response:
        json.load(response)
        return True
    return False
