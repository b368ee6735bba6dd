"""The browsers that a page can be opened in: finding them, or having them installed, and opening an address in one.

A page that is opened here has no one to look at it: what it finds out, it posts to the server that it came from.
"""

from __future__ import annotations

import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from setup import project, system
from setup.project import SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Playwright

ENGINES = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}

_SECONDS_TO_LAUNCH = 60
_SECONDS_TO_INSTALL = 900
# What Playwright's own downloads come to, unpacked.
_DOWNLOADED = {"chromium": "about 600 MB", "firefox": "about 300 MB", "webkit": "about 300 MB"}
_ON_PATH = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("MiniBrowser",),
}
_PACKAGES = {"chromium": ["chromium"], "firefox": ["firefox-esr"], "webkit": ["libwebkit2gtk-4.1-0", "xvfb"]}
# WebKitGTK's own small browser is on no PATH.
_MINI_BROWSERS = (
    "lib/*/webkit2gtk-4.*/MiniBrowser",
    "libexec/webkit2gtk-4.*/MiniBrowser",
    "lib/webkit2gtk-4.*/MiniBrowser",
)

# A Firefox that asks its user nothing, and its maker for as little as can be set.
_FIREFOX_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.max_script_run_time": 0,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class Opened:
    """A page that is open. ``version`` tells the browser's name and version."""

    def __init__(self, version: str, wait: Callable[[float], None]) -> None:
        self.version = version
        self.wait = wait
        """Let milliseconds go by, in which the browser works. Raises SetUpError where it has ended or failed."""


def find(engine: str, *, install: bool = True) -> str:
    """The path of a browser of that engine: what PY_URL_CHROMIUM, PY_URL_FIREFOX or PY_URL_WEBKIT names, one on PATH,
    Playwright's, the system package manager's, in that order.

    Raises SetUpError if there is none.
    """
    variable = f"PY_URL_{engine.upper()}"
    named = os.environ.get(variable)
    if named:
        program = shutil.which(named)
        if program is None:
            raise SetUpError(f"{variable} names {named!r}, which is no program that can be run")
        return program
    found = _on_path(engine) or _of_playwright(engine)
    if found is None and install:
        say(f"setting up {ENGINES[engine]} (Playwright's, {_DOWNLOADED[engine]} in .cache/playwright) ...")
        command = [sys.executable, "-m", "playwright", "install", engine]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, env=_own_playwright(), capture_output=True, check=False, timeout=_SECONDS_TO_INSTALL
            )
        _of_playwright.cache_clear()
        found = _of_playwright(engine)
        if found is None:
            say(f"Playwright's {ENGINES[engine]} could not be downloaded, or does not run here")
            system.apt_install(*_PACKAGES[engine], otherwise=_not_found(engine))
            found = _on_path(engine)
    if found is None and engine == "webkit" and _mini_browsers():
        raise SetUpError("WebKit is here, but neither a screen nor Xvfb, which makes one up; install Xvfb")
    if found is None:
        raise SetUpError(_not_found(engine))
    return found


def _not_found(engine: str) -> str:
    name = f"PY_URL_{engine.upper()}"
    return f"no {ENGINES[engine]} was found; install one, or name its program in the environment variable {name}"


def _on_path(engine: str) -> str | None:
    found = next(filter(None, map(shutil.which, _ON_PATH[engine])), None)
    if found is None and engine == "webkit":
        candidates = _mini_browsers()
        # Without a screen of its own it needs one that is made up.
        if candidates and (os.environ.get("DISPLAY") or shutil.which("Xvfb")):
            found = str(max(candidates, key=project.numbers_in))
    return found


def _mini_browsers() -> list[Path]:
    return [file for pattern in _MINI_BROWSERS for file in Path("/usr").glob(pattern)]


def _own_playwright() -> dict[str, str]:
    """The environment in which Playwright keeps its browsers where the project keeps what it installs."""
    return {"PLAYWRIGHT_BROWSERS_PATH": str(project.CACHE / "playwright"), **os.environ}


@functools.cache
def _of_playwright(engine: str) -> str | None:
    """The path of Playwright's browser of that engine, if it was installed: by its user, or by `find`."""
    program = (
        "from playwright.sync_api import sync_playwright\n"
        f"with sync_playwright() as playwright: print(playwright.{engine}.executable_path)"
    )
    # In a process of its own: the tests' Playwright has the thread that asks.
    for variables in (dict(os.environ), _own_playwright()):
        with suppress(SetUpError):
            path = project.run([sys.executable, "-c", program], env=variables, seconds=_SECONDS_TO_LAUNCH).strip()
            if Path(path).is_file():
                return path
    return None


def chromium_arguments() -> list[str]:
    """Command-line arguments that keep Chromium quiet and on this machine."""
    arguments = ["--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update"]
    arguments += ["--disable-sync", "--disable-default-apps", "--disable-extensions"]
    # A page that nobody looks at would get little of a busy machine.
    arguments += ["--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"]
    arguments += ["--disable-background-timer-throttling"]
    arguments += ["--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    # Chromium's sandbox refuses to run for root, as whom containers run.
    return [*arguments, "--no-sandbox"] if _is_root() else arguments


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def opened(
    engine: str,
    address: str,
    failed: Callable[[str], None],
    *,
    headed: bool = False,
    install: bool = True,
) -> Iterator[Opened]:
    """Open *address* in a browser of that engine, until the end of the ``with``.

    *failed* is called with what goes wrong in the page, where the browser tells. Raises SetUpError where there is no
    such browser or it cannot be used.
    """
    program = find(engine, install=install)
    # Playwright drives only a Firefox and a WebKit of its own; those on PATH are not.
    if engine == "chromium" or (program != _on_path(engine) and program == _of_playwright(engine)):
        with _opened_by_playwright(engine, program, address, failed, headed=headed) as page:
            yield page
    elif engine == "firefox":
        with _opened_in_firefox(program, address, headed=headed) as page:
            yield page
    else:
        with _opened_in_mini_browser(program, address, headed=headed) as page:
            yield page


@contextmanager
def _opened_by_playwright(
    engine: str, program: str, address: str, failed: Callable[[str], None], *, headed: bool
) -> Iterator[Opened]:
    from playwright.sync_api import Error as PlaywrightError, sync_playwright

    def launch(playwright: Playwright) -> Opened:
        arguments = chromium_arguments() if engine == "chromium" else []
        milliseconds = _SECONDS_TO_LAUNCH * 1000
        browser = getattr(playwright, engine).launch(
            executable_path=program, headless=not headed, args=arguments, timeout=milliseconds
        )
        page = browser.new_page()
        page.on("crash", lambda _: failed("the page crashed"))
        page.on("pageerror", lambda error: failed(str(error)))
        page.goto(address)
        return Opened(f"{ENGINES[engine]} {browser.version}", page.wait_for_timeout)

    try:
        with sync_playwright() as playwright:
            yield launch(playwright)
    except PlaywrightError as error:
        raise SetUpError(f"{program} could not be used: {error.message.splitlines()[0]}") from None


@contextmanager
def _opened_in_firefox(program: str, address: str, *, headed: bool) -> Iterator[Opened]:
    version = _version_of(program, dict(os.environ)).removeprefix("Mozilla ")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _FIREFOX_PREFERENCES.items()]
        Path(profile, "user.js").write_text("\n".join(lines) + "\n", "utf-8")
        command = [program, *([] if headed else ["--headless"]), "--no-remote", "--profile", profile, address]
        with _running(command, dict(os.environ)) as wait:
            yield Opened(version, wait)


@contextmanager
def _opened_in_mini_browser(program: str, address: str, *, headed: bool) -> Iterator[Opened]:
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        variables = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home}
        if _is_root():
            variables["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        if not headed and shutil.which("Xvfb"):
            variables["DISPLAY"] = stack.enter_context(_screen())
            variables["GDK_BACKEND"] = "x11"
        version = _version_of(program, variables)
        yield Opened(version.split(" (")[0], stack.enter_context(_running([program, address], variables)))


def _version_of(program: str, variables: dict[str, str]) -> str:
    """The first line of what a browser says of itself."""
    try:
        command = [program, "--version"]
        said = subprocess.run(command, env=variables, capture_output=True, text=True, check=True, timeout=30).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise SetUpError(f"{program} could not be used: {error}") from None
    return said.strip().split("\n")[0][:60] or program


@contextmanager
def _screen() -> Iterator[str]:
    """The name of an X display that no one sees."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            # It says the number when it is ready, and might never be.
            ready = process.stdout and select.select([process.stdout], [], [], _SECONDS_TO_LAUNCH)[0]
            number = process.stdout.readline().strip() if ready and process.stdout else ""
            if not number:
                raise SetUpError("Xvfb, which WebKit needs where there is no screen, could not be started")
            yield f":{number}"
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def _running(command: list[str], variables: dict[str, str]) -> Iterator[Callable[[float], None]]:
    """A browser's process; gives what waits while it runs."""
    # Whatever proxy there is, this machine is not behind it.
    variables = {**variables, "no_proxy": "127.0.0.1,localhost", "NO_PROXY": "127.0.0.1,localhost"}
    # In a session of its own, so that Ctrl-C does not reach it before us, and it can be ended with its own processes.
    with subprocess.Popen(
        command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=os.name != "nt"
    ) as process:

        def wait(milliseconds: float) -> None:
            time.sleep(milliseconds / 1000)
            if process.poll() is not None:
                raise SetUpError(f"{command[0]} ended with status {process.returncode}")

        try:
            yield wait
        finally:
            _end(process, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            # Whatever is left of its own processes.
            _end(process, signal.SIGKILL if os.name != "nt" else signal.SIGTERM)


def _end(process: subprocess.Popen[bytes], how: int) -> None:
    """Send a signal to a process and those that it started."""
    try:
        if sys.platform == "win32":
            process.send_signal(how)
        else:
            os.killpg(process.pid, how)
    except (ProcessLookupError, PermissionError):
        pass
