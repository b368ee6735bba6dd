"""build_scripts/setup/installed.py and webdriver.py: the browsers that people have. Those that cannot run here are
stand-ins: a driver that speaks WebDriver, and programs with the names of browsers.
"""

import os
import sys

import pytest
from setup import browsers, installed, webdriver
from setup.project import SetUpError

from tests.support import driver

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are programs of a POSIX shell")


def program(folder, name):
    file = folder / name
    file.write_text("#!/bin/sh\nexit 0\n")
    file.chmod(0o755)
    return file


def test_a_browser_is_found_by_name_or_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in installed.BROWSERS:
        with pytest.raises(SetUpError, match=r"was not found; install it, or give the path of its program"):
            installed.find(name)
    for name, file in (("chrome", "google-chrome"), ("edge", "microsoft-edge"), ("safari", "safaridriver")):
        found = installed.find(name) if (path := program(tmp_path, file)) else None
        assert (found.name, found.program) == (installed.BROWSERS[name].name, str(path))
        assert installed.find(str(path)) == found
    assert installed.find(str(program(tmp_path, "firefox-nightly"))).engine == "firefox"
    assert installed.find(str(program(tmp_path, "chromium-browser"))).name == "Chromium"
    assert installed.find(str(program(tmp_path, "MiniBrowser"))).engine == "webkit"
    with pytest.raises(SetUpError, match="has no name of a browser that can be driven"):
        installed.find(str(program(tmp_path, "netscape")))
    with pytest.raises(SetUpError, match="'mosaic' is neither a browser's name nor an executable program"):
        installed.find("mosaic")


@pytest.mark.parametrize(("system", "file"), [("darwin", "Contents/MacOS/Google Chrome"), ("win32", "chrome.exe")])
def test_where_other_systems_have_browsers(system, file, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("PROGRAMFILES", "C:/Programs")
    assert any(place.endswith(file) for place in installed._elsewhere(installed.BROWSERS["chrome"]))
    assert bool(installed._elsewhere(installed.BROWSERS["safari"])) == (system == "darwin")


@pytest.mark.parametrize(
    ("name", "version", "path", "channel"),
    [
        ("Chrome", "Chrome 156.0.1.2", "/usr/bin/google-chrome", "stable"),
        ("Chrome", "Chrome 157.0.1.2", "/usr/bin/google-chrome-beta", "beta"),
        ("Chrome", "Chrome 159.0.1.2", "/usr/bin/google-chrome-unstable", "dev"),
        ("Edge", "Edge 158.0.1.2", "/usr/bin/microsoft-edge-dev", "dev"),
        ("Firefox", "Firefox 153.7.0esr", "/usr/bin/firefox-esr", "esr"),
        ("Firefox", "Firefox 157.0", "/usr/bin/firefox", "stable"),
        ("Firefox", "Firefox 158.0b3", "/usr/bin/firefox", "beta"),
        ("Firefox", "Firefox 159.0a1", "/usr/bin/firefox", "nightly"),
        ("Safari", "Safari 26.1", "/usr/bin/safaridriver", "stable"),
        ("Chromium", "Chromium 156.0.1.2", "/usr/bin/chromium", "build"),
        ("WebKitGTK 2.50.6", "WebKitGTK 2.50.6", "/usr/lib/MiniBrowser", "build"),
    ],
)
def test_the_channel_of_a_release(name, version, path, channel):
    assert installed.channel_of(name, version, path) == channel


def test_a_browser_is_driven_by_webdriver(tmp_path):
    seen = tmp_path / "seen"
    command = [sys.executable, "-c", f"import sys, time; open({str(seen)!r}, 'w').write(sys.argv[1]); time.sleep(600)"]
    file = driver.write(tmp_path, command)
    with browsers.opened(str(file), "http://127.0.0.1:9/x", lambda _: None) as page:
        assert (page.version, page.channel) == ("Safari 26.1", "stable")
        for _ in range(600):
            page.wait(100)
            if seen.is_file() and seen.read_text():
                break
        assert seen.read_text() == "http://127.0.0.1:9/x"


def test_what_a_driver_refuses_is_one_sentence(tmp_path):
    file = driver.write(tmp_path, ["true"], refuses=True)
    with (
        pytest.raises(SetUpError, match="the driver refused POST /session: allow remote automation first"),
        webdriver.session(str(file), "safari"),
    ):
        pass
    with (
        pytest.raises(SetUpError, match="exited with status 0"),
        webdriver.session(str(program(tmp_path, "true")), "safari"),
    ):
        pass
    with (
        pytest.raises(SetUpError, match="could not be run: No such file"),
        webdriver.session(str(tmp_path / "none"), "safari"),
    ):
        pass


def test_a_driver_that_does_not_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(webdriver, "SECONDS_TO_START", 1)
    file = tmp_path / "driver"
    file.write_text("#!/bin/sh\nexec sleep 600\n")
    file.chmod(0o755)
    with pytest.raises(SetUpError, match="did not answer within 1 seconds"), webdriver.session(str(file), "safari"):
        pass
