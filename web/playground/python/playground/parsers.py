"""Every parser side by side: py_url, the packages that are here, and what py_url's guard says."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module, metadata

import py_url
from playground.answers import base_of
from playground.first import CURL, host_of_curl
from py_url import explain
from py_url.guard import check_fetch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from playground import Json

PACKAGES = ("rfc3986", "w3lib", "yarl", "requests", "httpx")
"""The packages whose reading is shown, if they are there: those first that take the least time to import."""
_NAMES = {"whatwg": "py_url", "rfc3986": "strict RFC 3986", "rfc3986-package": "rfc3986 package"}


def readings(url: str, base: str = "", packages: Collection[str] = PACKAGES) -> Json:
    """Return how each parser understands *url*: py_url, the standard library and those of the *packages* that are here.

    The result has ``parsers``, each with its ``name``, ``version``, ``components`` or why it ``refused``, and the host
    that is ``seen``, in the one form of the URL Standard; ``missing``, the packages that cannot be imported, with the
    reason; ``curl``, the version of curl that was measured and the host to which it goes by the rule found then, or
    None; and ``guard``, the verdict of py_url's guard.
    """
    missing = {name: why for name in packages if (why := why_missing(name)) is not None}
    asked = [
        *("whatwg", "rfc3986", "urllib.parse"),
        *(f"{name}-package" if name == "rfc3986" else name for name in packages if name not in missing),
    ]
    explanation = explain.explain_differences(url, base or None, parsers=asked)
    parsers: list[dict[str, Json]] = [
        {
            "name": _NAMES.get(name, name),
            "version": _version_of(name),
            "components": None if reading.failure is not None else dict(reading.components),
            "refused": reading.failure,
            "seen": (reading.destination or ("", ""))[1] or "",
        }
        for name, reading in explanation.readings.items()
    ]
    return {
        "parsers": [*parsers],
        "missing": {**missing},
        "curl": [CURL, None if base else host_of_curl(url)],
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


def _version_of(parser: str) -> str:
    if parser == "whatwg":
        return py_url.__version__
    if parser == "urllib.parse":
        return f"Python {sys.version_info.major}.{sys.version_info.minor}"
    if parser == "rfc3986":  # py_url's own
        return ""
    try:
        return metadata.version(parser.removesuffix("-package"))
    except metadata.PackageNotFoundError:
        return ""


def _verdict(url: str, base: str) -> Json:
    try:
        verdict = check_fetch(py_url.URL(url, base_of(base)) if base else url)
    except py_url.InvalidURL as error:
        return {"allowed": False, "reasons": [["invalid URL", error.on_one_line()]]}
    return {"allowed": verdict.allowed, "reasons": [[reason.name, reason.message] for reason in verdict.reasons]}
