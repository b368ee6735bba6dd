"""The page that checks its browser, PyScript's pages, the service worker and the work of query objects, in Firefox and
in WebKit.
"""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, Queue

import pytest
from building import offline_site, serving
from setup import browsers
from setup.project import ROOT

from tests.browser.test_offline import PAGE, SCRIPT
from tests.build_scripts.test_comparison import case
from tests.support.needs import needs

SECONDS = 300
CASES = [case(text, expected=None) for text in ("http://h/", "file:///x", "//x")]


def small_site(folder):
    """A site with a page that says what is in the file ``text.js``."""
    folder.mkdir()
    for name in ("offline.js", "service_worker.js"):
        shutil.copy(ROOT / "web" / name, folder)
    (folder / "index.html").write_text(PAGE.format("small", ""))
    (folder / "page.js").write_text(SCRIPT)
    (folder / "text.js").write_text('export const text = "kept";\n')
    offline_site.keep_offline(folder)
    return folder


def driven(engine, small):
    """Let a browser use the pages, and return what they show."""
    news = Queue()
    about = {"tests": "tests", "commit": None, "inputs": len(CASES), "history": []}
    gets = {"/crosscheck/check.json": lambda: about, "/crosscheck/inputs.json": lambda: CASES}

    def told(body):
        if "remove" in body:
            (small / body["remove"]).unlink()
        else:
            news.put(body)

    folders = {"/tests/": [ROOT / "tests"], "/small/": [small], **serving.folders()}
    with (
        serving.Server(folders, gets, {"/told": told}) as server,
        browsers.opened(engine, f"{server.origin}/tests/browser/engines.html", news.put, install=False) as page,
    ):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            page.wait(50)
            try:
                return news.get_nowait()
            except Empty:
                continue
    raise AssertionError("the page posted nothing")


@pytest.mark.parametrize("engine", [pytest.param(name, marks=needs(name)) for name in ("firefox", "webkit")])
def test_the_pages(engine, tmp_path):
    # In a thread of its own, because this one may be using Playwright already.
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(driven, engine, small_site(tmp_path / "small")).result(SECONDS + 60)
    assert "failed" not in found, found
    assert found["growth"] == {"tried": 10, "wrong": {}}
    assert found["check"].endswith("URLs mean the same to both.") or "on all 3 inputs" in found["check"]
    href = "https://user@example.com/%C3%BC?q=1%202#f"
    assert [found["page"], found["worker"]] == [href, href]
    assert found["offline"] == "kept"
