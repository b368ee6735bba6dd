"""Find or install browsers, and open an address in one.

Nobody looks at the pages that are opened here: a page posts its results to the server that it came from.
"""

from __future__ import annotations

import functools
import os
import select
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from setup import installed, project, system, webdriver
from setup.project import SetUpError, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Playwright

ENGINES = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}

_SECONDS_TO_LAUNCH = 60
_SECONDS_TO_INSTALL = 900
# The unpacked size of what Playwright downloads, without its shell for tests, which nothing here starts.
_DOWNLOADED = {"chromium": "about 400 MB", "firefox": "about 300 MB", "webkit": "about 300 MB"}
_ON_PATH = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("MiniBrowser",),
}
_PACKAGES = {"chromium": ["chromium"], "firefox": ["firefox-esr"], "webkit": ["libwebkit2gtk-4.1-0", "xvfb"]}
# WebKitGTK's own small browser is not on PATH.
_MINI_BROWSERS = (
    "lib/*/webkit2gtk-4.*/MiniBrowser",
    "libexec/webkit2gtk-4.*/MiniBrowser",
    "lib/webkit2gtk-4.*/MiniBrowser",
)

_USER_JS = Path(__file__).with_name("firefox_user.txt")


class Opened:
    """An open page. ``version`` is the browser's name and version, and ``channel`` the channel of its releases."""

    def __init__(self, version: str, wait: Callable[[float], None], program: str = "") -> None:
        self.version = version
        self.channel = installed.channel_of(version, version, program)
        self.wait = wait
        """Let the browser work for a number of milliseconds. Raises SetUpError if it has exited or failed."""


def find(engine: str, *, install: bool = True) -> str:
    """Return the path of a browser of that engine.

    Tries the program that PY_URL_CHROMIUM, PY_URL_FIREFOX or PY_URL_WEBKIT names, then PATH, then Playwright's browser,
    then the system's package manager. Raises SetUpError if there is none.
    """
    variable = f"PY_URL_{engine.upper()}"
    named = os.environ.get(variable)
    if named:
        program = shutil.which(named)
        if program is None:
            raise SetUpError(f"{variable} is set to {named!r}, which is not an executable program")
        return program
    found = _on_path(engine) or _of_playwright(engine)
    if found is None and install:
        say(f"installing Playwright's {ENGINES[engine]} in .cache/playwright ({_DOWNLOADED[engine]}) ...")
        command = [sys.executable, "-m", "playwright", "install", "--no-shell", engine]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, env=_own_playwright(), capture_output=True, check=False, timeout=_SECONDS_TO_INSTALL
            )
        _of_playwright.cache_clear()
        found = _of_playwright(engine)
        if found is None:
            say(f"Playwright's {ENGINES[engine]} could not be downloaded or does not run on this system")
            system.apt_install(*_PACKAGES[engine], otherwise=_not_found(engine))
            found = _on_path(engine)
    if found is None and engine == "webkit" and _mini_browsers():
        raise SetUpError("WebKit is installed but needs a display, and there is none; install Xvfb")
    if found is None:
        raise SetUpError(_not_found(engine))
    return found


def _not_found(engine: str) -> str:
    name = f"PY_URL_{engine.upper()}"
    return f"{ENGINES[engine]} was not found; install it, or set the environment variable {name} to its program"


def _on_path(engine: str) -> str | None:
    found = next(filter(None, map(shutil.which, _ON_PATH[engine])), None)
    if found is None and engine == "webkit":
        candidates = _mini_browsers()
        # Without a display it needs Xvfb's virtual one.
        if candidates and (os.environ.get("DISPLAY") or shutil.which("Xvfb")):
            found = str(max(candidates, key=project.numbers_in))
    return found


def _mini_browsers() -> list[Path]:
    return [file for pattern in _MINI_BROWSERS for file in Path("/usr").glob(pattern)]


def _own_playwright() -> dict[str, str]:
    """Environment variables that make Playwright keep its browsers in the project's cache."""
    return {"PLAYWRIGHT_BROWSERS_PATH": str(project.CACHE / "playwright"), **os.environ}


@functools.cache
def _of_playwright(engine: str) -> str | None:
    """The path of Playwright's browser of that engine, if the user or `find` has installed it."""
    program = (
        "from playwright.sync_api import sync_playwright\n"
        f"with sync_playwright() as playwright: print(playwright.{engine}.executable_path)"
    )
    # Runs in a separate process, because the tests' own Playwright may be running in this thread.
    for variables in (dict(os.environ), _own_playwright()):
        with suppress(SetUpError):
            path = project.run([sys.executable, "-c", program], env=variables, seconds=_SECONDS_TO_LAUNCH).strip()
            if Path(path).is_file():
                return path
    return None


def chromium_arguments() -> list[str]:
    """Command-line arguments that keep Chromium quiet and off the network."""
    arguments = ["--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update"]
    arguments += ["--disable-sync", "--disable-default-apps", "--disable-extensions"]
    # On a busy machine, a page in the background would get little processor time.
    arguments += ["--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"]
    arguments += ["--disable-background-timer-throttling"]
    arguments += ["--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    # Chromium's sandbox refuses to run as root, the usual user in containers.
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
    network: tuple[float, int] | None = None,
) -> Iterator[Opened]:
    """Open *address* in a browser; close the browser at the end of the ``with``. *engine* is one of `ENGINES`, or what
    `installed.find` takes.

    If something goes wrong in the page and the browser reports it, *failed* is called with the message. In Chromium,
    *network* limits the megabits in a second, and sets the milliseconds of latency. Raises SetUpError if there is no
    such browser or it cannot be used.
    """
    name = ENGINES.get(engine)
    if name is None:
        found = installed.find(engine)
        engine, name, program = found.engine, found.name, found.program
    else:
        program = find(engine, install=install)
    if engine == "safari":
        with webdriver.session(program, "safari") as (session, wait):
            session.open(address)
            yield Opened(session.version, wait, program)
    # Playwright can drive only its own builds of Firefox and WebKit.
    elif engine == "chromium" or (program != _on_path(engine) and program == _of_playwright(engine)):
        found = installed.Found(engine, name, program)
        with _opened_by_playwright(found, address, failed, headed=headed, network=network) as page:
            yield page
    elif engine == "firefox":
        with _opened_in_firefox(program, address, headed=headed) as page:
            yield page
    else:
        with _opened_in_mini_browser(program, address, headed=headed) as page:
            yield page


@contextmanager
def _opened_by_playwright(
    found: installed.Found,
    address: str,
    failed: Callable[[str], None],
    *,
    headed: bool,
    network: tuple[float, int] | None,
) -> Iterator[Opened]:
    from playwright.sync_api import Error as PlaywrightError, sync_playwright

    engine, name, program = found.engine, found.name, found.program

    def launch(playwright: Playwright) -> Opened:
        arguments = chromium_arguments() if engine == "chromium" else []
        milliseconds = _SECONDS_TO_LAUNCH * 1000
        browser = getattr(playwright, engine).launch(
            executable_path=program, headless=not headed, args=arguments, timeout=milliseconds, env={**variables}
        )
        page = browser.new_page()
        page.on("crash", lambda _: failed("the page crashed"))
        page.on("pageerror", lambda error: failed(str(error)))
        if network is not None:
            megabits, latency = network
            limits = {"downloadThroughput": megabits * 125_000, "uploadThroughput": megabits * 125_000}
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **limits})
        page.goto(address, wait_until="commit")
        return Opened(f"{name} {browser.version}", page.wait_for_timeout, program)

    try:
        with home_of_its_own() as variables, sync_playwright() as playwright:
            yield launch(playwright)
    except PlaywrightError as error:
        own = project.CACHE / "playwright"
        advice = f"; delete {own} and run again" if Path(program).is_relative_to(own) else ""
        raise SetUpError(f"{program} could not be used: {error.message.splitlines()[0]}{advice}") from None


@contextmanager
def _opened_in_firefox(program: str, address: str, *, headed: bool) -> Iterator[Opened]:
    with home_of_its_own() as variables:
        profile = variables["HOME"]
        version = _version_of(program, variables).removeprefix("Mozilla ")
        shutil.copyfile(_USER_JS, Path(profile, "user.js"))
        command = [program, *([] if headed else ["--headless"]), "--no-remote", "--profile", profile, address]
        with system.running(command, variables) as wait:
            yield Opened(version, wait, program)


@contextmanager
def _opened_in_mini_browser(program: str, address: str, *, headed: bool) -> Iterator[Opened]:
    with ExitStack() as stack:
        variables = stack.enter_context(home_of_its_own())
        if _is_root():
            variables["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        if not headed and shutil.which("Xvfb"):
            variables["DISPLAY"] = stack.enter_context(_screen())
            variables["GDK_BACKEND"] = "x11"
        version = _version_of(program, variables)
        yield Opened(version.split(" (")[0], stack.enter_context(system.running([program, address], variables)))


@contextmanager
def home_of_its_own() -> Iterator[dict[str, str]]:
    """The environment of a browser with a temporary home directory: a browser writes in its user's, whatever profile
    it is given.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        folders = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        yield {**os.environ, **dict.fromkeys(folders, home)}


def _version_of(program: str, variables: dict[str, str]) -> str:
    """The browser's name and version: the first line that it prints for ``--version``."""
    try:
        command = [program, "--version"]
        said = subprocess.run(
            command, env=variables, capture_output=True, encoding="utf-8", errors="replace", check=True, timeout=30
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise SetUpError(f"{program} could not be used: {error}") from None
    return said.strip().split("\n")[0][:60] or program


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a virtual X display."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            # Xvfb prints the display number when it is ready, and it may never be.
            ready = process.stdout and select.select([process.stdout], [], [], _SECONDS_TO_LAUNCH)[0]
            number = process.stdout.readline().strip() if ready and process.stdout else ""
            if not number:
                raise SetUpError("Xvfb, which WebKit needs because there is no display, could not be started")
            yield f":{number}"
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
