"""Fixtures of the browser tests: a server with the wheel, the pages and Pyodide; and Chromium, whose console must stay
empty.

The pages of a file share a process, because it compiles Pyodide's WebAssembly, which takes most of a start, only once.
"""

from pathlib import Path

import build_wheel
import pytest
from building import serving
from setup import browsers, npm
from setup.project import ROOT, TEST_PACKAGES

from tests.support.needs import needs


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(needs("wheel", "npm packages", "chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    program = browsers.find("chromium", install=False)
    with browsers.home_of_its_own() as variables:
        yield {
            **browser_type_launch_args,
            "executable_path": program,
            "args": [*browsers.chromium_arguments(), "--process-per-site"],
            "env": variables,
        }


@pytest.fixture(scope="session")
def site():
    """Start a server with everything that ``serving.folders`` names, and the tests under ``/tests/``."""
    build_wheel.build()
    with serving.Server({"/tests/": [ROOT / "tests"], **serving.folders()}) as server:
        yield server.origin


LOAD = """
const options = {indexURL: `${location.origin}/pyodide/`, lockFileURL: `${location.origin}/dist/pyodide-lock.json`,
                 packageBaseUrl: `${location.origin}/dist/`};
const { load } = await import("/py_url.js");
"""


def run(page, script, argument=None):
    """Run a script that has `load` and its options, and return its result. It has a minute."""
    return page.evaluate(
        f"""(argument) => Promise.race([
            (async () => {{ {LOAD} {script} }})(),
            new Promise((_, reject) => setTimeout(() => reject(new Error("it took more than a minute")), 60000)),
        ])""",
        argument,
    )


@pytest.fixture(scope="module")
def shared(browser, site):
    """The pages of all tests of a file are in this one. One of them is always open, so that the process stays."""
    context = browser.new_context()
    context.new_page().goto(f"{site}/tests/browser/blank.html")
    yield context
    context.close()


@pytest.fixture
def context(shared):
    """Where a test opens its pages. What it leaves there is taken away: pages, routes, permissions and storage."""
    yield shared
    stays, *others = shared.pages
    origins = {page.url[: page.url.index("/", len("http://"))] for page in others if page.url.startswith("http")}
    # A page that is open may go on to keep what it has loaded.
    for page in others:
        page.close()
    devtools = shared.new_cdp_session(stays)
    for origin in origins:
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    devtools.detach()
    shared.unroute_all(behavior="ignoreErrors")
    shared.clear_permissions()


@pytest.fixture
def blank(page, site):
    page.goto(f"{site}/tests/browser/blank.html")
    return page


def quiet(context, site):
    """Return a page and the list of what may not be: errors in the console, and requests to other machines."""
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not is_local(request.url, site) else None)
    page.set_default_timeout(60_000)
    return page, wrong


@pytest.fixture
def page(context, site):
    """A page whose test fails if the console shows an error or the page sends a request to another machine."""
    page, wrong = quiet(context, site)
    yield page
    assert wrong == []


@pytest.fixture(scope="module")
def used(browser, site):
    """A page for tests that leave nothing in it: only the first of a file waits for `load`. Its console stays empty."""
    page, wrong = quiet(browser.new_context(), site)
    page.goto(f"{site}/tests/browser/blank.html")
    yield page
    page.context.close()
    assert wrong == []


@pytest.fixture
def noisy_page(context, site):
    """A page whose console may show errors, such as a failed connection or a faulty import map."""
    page = context.new_page()
    page.goto(f"{site}/tests/browser/blank.html")
    return page


def is_local(url, site):
    return url.startswith((f"{site}/", "data:", "blob:", "file:"))


def violations(page, without=()):
    """Return what axe-core finds wrong in a page, in light and dark; not in the elements that selectors name."""
    axe = npm.packages(TEST_PACKAGES, install=False) / "axe-core" / "axe.min.js"
    page.evaluate(axe.read_text("utf-8"))
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        rules = page.evaluate("async (exclude) => (await axe.run({ exclude })).violations", [*without])
        found += [f"{scheme}: {rule['id']}: {rule['nodes'][0]['html'][:150]}" for rule in rules]
    return found


WIDTHS = (320, 390, 768, 1440)
# What cannot be scrolled to is hidden: text in a box that is too small for it, or beyond the page. A text for screen
# readers alone is hidden on purpose, in a box of one pixel.
_HIDDEN = """
() => {
  const found = [];
  const name = (element) => `${element.nodeName}.${element.className} ${element.textContent.trim().slice(0, 40)}`;
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  for (const element of document.body.querySelectorAll("*")) {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight, contentDocument } = element;
    // Of most elements nothing can be hidden, and styles take long to ask for.
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1 && element.nodeName !== "IFRAME") continue;
    if (!element.checkVisibility() || element.closest("svg") !== null) continue;
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    if (element.nodeName === "IFRAME") {
      const inside = contentDocument.documentElement;
      const hidden = [inside.scrollHeight - clientHeight, inside.scrollWidth - clientWidth];
      if (Math.max(...hidden) > 1) found.push(`${name(element)}: ${hidden}`);
    }
    // A field of one line scrolls with its caret.
    if (clientWidth <= 1 || clientHeight <= 1 || element.nodeName === "INPUT") continue;
    const cut = [
      overflowX !== "visible" && !scrolls(overflowX) ? scrollWidth - clientWidth : 0,
      overflowY !== "visible" && !scrolls(overflowY) ? scrollHeight - clientHeight : 0,
    ];
    const ellipsis = textOverflow === "ellipsis" && scrollWidth > clientWidth;
    if (Math.max(...cut) > 1 || ellipsis) found.push(`${name(element)}: ${cut}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    if (text.data.trim() === "") continue;
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    if (width < 2 || (left >= -1 && right <= innerWidth + 1) || !text.parentElement.checkVisibility()) continue;
    let around = text.parentElement;
    const ends = (one) => scrolls(getComputedStyle(one).overflowX) || one.clientWidth === 1;
    while (around !== null && !ends(around)) around = around.parentElement;
    if (around === null) found.push(`beyond the page: ${text.data.trim().slice(0, 40)}`);
  }
  return found;
}
"""


def hidden_at(page, width):
    """Return what nobody can see of a page that is so many pixels wide."""
    page.set_viewport_size({"width": width, "height": 844})
    # The page is drawn again, and a frame in it tells its height.
    ms = 100 if len(page.frames) > 1 else 0
    page.evaluate("(ms) => new Promise((done) => requestAnimationFrame(() => setTimeout(done, ms)))", ms)
    return page.evaluate(_HIDDEN)
