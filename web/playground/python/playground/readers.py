"""Every reader side by side: py_url, the packages that are here, and what py_url's guard says."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module, metadata
from urllib.parse import urljoin

import py_url
from playground.answers import base_of
from py_url.explain import explain_differences
from py_url.explain.readers import by_urllib
from py_url.guard import check_fetch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from playground import Json

PACKAGES = ("requests", "httpx", "yarl", "rfc3986", "w3lib")
"""The packages whose reading is shown, if they are there."""


def readings(url: str, base: str = "") -> Json:
    """Return how each reader understands *url*.

    The result has ``readers``, each with its ``name``, ``version``, ``components`` or why it ``refused``; ``missing``,
    the packages that cannot be imported, with the reason; and ``guard``, the verdict of py_url's guard.
    """
    explanation = explain_differences(url, base or None)
    names = {"whatwg": "py_url", "rfc3986": "RFC 3986, strictly"}
    readers: list[dict[str, Json]] = [
        {
            "name": names.get(name, name),
            "version": _version_of(name),
            "components": None if reading.failure is not None else dict(reading.components),
            "refused": reading.failure,
        }
        for name, reading in explanation.readings.items()
    ]
    readers += [one for one in (_by_w3lib(url, base), _by_rfc3986_package(url, base)) if one is not None]
    return {
        "readers": [*readers],
        "missing": {name: why for name in PACKAGES if (why := why_missing(name)) is not None},
        "guard": _verdict(url, base),
    }


@cache
def why_missing(package: str) -> str | None:
    """Return why *package* cannot be imported, or None if it can."""
    try:
        import_module(package)
    except Exception as error:  # a package may fail in any way where it was never tried
        return f"{type(error).__name__}: {error}"
    return None


def _version_of(reader: str) -> str:
    if reader == "whatwg":
        return py_url.__version__
    if reader == "urllib.parse":
        return f"Python {sys.version_info.major}.{sys.version_info.minor}"
    return _installed(reader) if reader in PACKAGES and reader != "rfc3986" else ""


def _installed(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _by_w3lib(url: str, base: str) -> dict[str, Json] | None:
    """Scrapy reads what w3lib makes safe with urllib.parse."""
    if why_missing("w3lib") is not None:
        return None
    safe = import_module("w3lib.url").safe_url_string
    return _tried("w3lib", _installed("w3lib"), lambda: by_urllib(safe(urljoin(base, url) if base else url)))


def _by_rfc3986_package(url: str, base: str) -> dict[str, Json] | None:
    if why_missing("rfc3986") is not None:
        return None
    package = import_module("rfc3986")

    def read() -> dict[str, str | int | None]:
        reference = package.uri_reference(url)
        if base:
            reference = reference.resolve_with(package.uri_reference(base))
        parts = reference.authority_info() if reference.authority else {}
        user, _, password = (parts.get("userinfo") or "").partition(":")
        port = parts.get("port")
        return {
            "scheme": (reference.scheme or "").lower() or None,
            "username": user or None,
            "password": password or None,
            "host": (parts.get("host") or "").lower().removeprefix("[").removesuffix("]") or None,
            "port": None if not port else int(port),
            "path": reference.path or None,
            "query": reference.query,
            "fragment": reference.fragment,
        }

    return _tried("rfc3986", _installed("rfc3986"), read)


def _tried(name: str, version: str, read: Callable[[], dict[str, str | int | None]]) -> dict[str, Json]:
    reader: dict[str, Json] = {"name": name, "version": version, "components": None, "refused": None}
    try:
        components = read()
    except Exception as error:  # any exception of another package means that it rejects the string
        reader["refused"] = f"{type(error).__name__}: {error}"[:200]
        return reader
    reader["components"] = {name: value if value != "" else None for name, value in components.items()}
    return reader


def _verdict(url: str, base: str) -> Json:
    try:
        verdict = check_fetch(py_url.URL(url, base_of(base)) if base else url)
    except py_url.InvalidURL as error:
        return {"allowed": False, "reasons": [["invalid URL", error.on_one_line()]]}
    return {"allowed": verdict.allowed, "reasons": [[reason.name, reason.message] for reason in verdict.reasons]}
