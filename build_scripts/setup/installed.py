"""The browsers that people have: Chrome, Edge, Firefox and Safari, by name or by the path of a program."""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from setup.project import SetUpError

_MAC = "/Applications/{0}.app/Contents/MacOS/{0}"


@dataclass(frozen=True)
class Installed:
    """A browser that a vendor publishes, and where it is installed."""

    name: str
    engine: str
    on_path: tuple[str, ...]
    mac: tuple[str, ...]
    windows: tuple[str, ...] = ()


BROWSERS = {
    "chrome": Installed(
        "Chrome",
        "chromium",
        ("google-chrome-stable", "google-chrome", "chrome", "google-chrome-beta", "google-chrome-unstable"),
        ("Google Chrome", "Google Chrome Beta", "Google Chrome Canary"),
        (r"Google\Chrome\Application\chrome.exe",),
    ),
    "edge": Installed(
        "Edge",
        "chromium",
        ("microsoft-edge-stable", "microsoft-edge", "msedge", "microsoft-edge-beta", "microsoft-edge-dev"),
        ("Microsoft Edge", "Microsoft Edge Beta"),
        (r"Microsoft\Edge\Application\msedge.exe",),
    ),
    "safari": Installed("Safari", "safari", ("safaridriver",), ()),
}
"""The browsers that are no engines of `setup.browsers.ENGINES`, by the name that the command line has."""
_SAFARIDRIVER = "/Applications/Safari Technology Preview.app/Contents/MacOS/safaridriver"
# What the name of a program says of its browser. The first that fits counts.
_BY_FILE = (
    ("safari", "safari", "Safari"),
    ("edge", "chromium", "Edge"),
    ("firefox", "firefox", "Firefox"),
    ("chromium", "chromium", "Chromium"),
    ("chrome", "chromium", "Chrome"),
    ("minibrowser", "webkit", "WebKit"),
)
# What the name of a program or a version says of its channel. The first that fits counts.
_CHANNELS = (
    (r"canary", "canary"),
    (r"nightly|\d+\.0a\d", "nightly"),
    (r"unstable|\bdev\b|-dev", "dev"),
    (r"beta|\d+\.0b\d", "beta"),
    (r"technology preview", "technology preview"),
    (r"esr", "esr"),
)


@dataclass(frozen=True)
class Found:
    """A browser that is on this machine: how it is driven, its name and its program."""

    engine: str
    name: str
    program: str


def find(given: str) -> Found:
    """Return the browser with this name, or whose program has this path. Raises SetUpError."""
    if given in BROWSERS:
        browser = BROWSERS[given]
        program = next(filter(None, map(shutil.which, (*browser.on_path, *_elsewhere(browser)))), None)
        if program is None:
            raise SetUpError(f"{browser.name} was not found; install it, or give the path of its program")
        return Found(browser.engine, browser.name, program)
    program = shutil.which(given)
    if program is None:
        raise SetUpError(f"{given!r} is neither a browser's name nor an executable program")
    named = Path(program).name.lower()
    for part, engine, name in _BY_FILE:
        if part in named:
            return Found(engine, name, program)
    raise SetUpError(f"{given} has no name of a browser that can be driven: {', '.join(name for *_, name in _BY_FILE)}")


def _elsewhere(browser: Installed) -> list[str]:
    """Where the browser is if it is not on PATH."""
    if sys.platform == "darwin":
        return [_MAC.format(name) for name in browser.mac] if browser.mac else [_SAFARIDRIVER]
    folders = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
    return [str(Path(folder, file)) for folder in folders if folder for file in browser.windows]


def channel_of(name: str, version: str, program: str = "") -> str:
    """Return the channel of a browser. What a system or Playwright has built of Chromium or WebKit is a "build"."""
    told = f"{Path(program).name} {Path(program).parent.name} {version}".lower()
    for pattern, channel in _CHANNELS:
        if re.search(pattern, told):
            return channel
    return "build" if name.startswith(("Chromium", "WebKit")) else "stable"
