"""The documents in a browser: axe-core, a phone's width, the search, and the examples, which run in the page."""

import build_wheel
import pytest
from building import documents, made_answers, serving
from fetching import wpt_url
from setup import npm
from setup.project import ROOT, TEST_PACKAGES

from tests.browser.conftest import WIDTHS, hidden_at, is_local, violations
from tests.support.needs import needs

pytestmark = needs("documents", "npm test packages")

# A page of each kind.
KINDS = (
    *("index", "howto/ssrf-and-redirects", "howto/index", "reference/api/py_url.URL", "reference/api/py_url.guard"),
    *("reference/terms", "reference/validation-errors", "reference/command-line", "reference/load", "search"),
)


@pytest.fixture(scope="module")
def docs():
    """Serve the documents next to the other pages, and return the address of the first one."""
    build_wheel.build_playground_wheels()
    built = documents.made(wpt_url.find())
    folders = serving.folders()
    gets = {
        "/playground/made.json": lambda: made_answers.made(ROOT / "web", made_answers.loaded(*folders["/pyodide/"])),
        "/crosscheck/check.json": lambda: {"tests": "tests", "commit": None, "inputs": 0, "history": []},
    }
    with serving.Server({"/docs/stable/": [built], **folders}, gets) as server:
        yield f"{server.origin}/docs/stable/"


@pytest.fixture
def page(context, docs):
    """A page whose console must stay empty, and which asks no other machine."""
    page = context.new_page()
    origin = docs.removesuffix("/docs/stable/")
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not is_local(request.url, origin) else None)
    page.set_default_timeout(120_000)
    yield page
    assert wrong == []


@pytest.mark.parametrize("name", KINDS)
def test_axe_reports_no_violation_and_nothing_is_hidden(page, docs, name):
    page.goto(f"{docs}{name}.html")
    assert violations(page) == []
    assert {width: found for width in WIDTHS if (found := hidden_at(page, width))} == {}


def test_nothing_is_hidden_on_any_page_and_the_keyboard_reaches_what_scrolls(page, docs):
    axe = (npm.packages(TEST_PACKAGES, install=False) / "axe-core" / "axe.min.js").read_text("utf-8")
    built = documents.made(wpt_url.find())
    names = [file.relative_to(built).as_posix() for file in sorted(built.rglob("*.html"))]
    wrong = {}
    # No page has to start Python for this.
    page.route("**/pyscript/core.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    for name in ("", "playground/", "crosscheck/", "pyscript/", *(f"docs/stable/{name}" for name in names)):
        # A long page of the reference is made as a short one is.
        if "/api/" in name and name.rpartition("/")[2] not in ("py_url.URL.html", "py_url.guard.html"):
            continue
        page.goto(docs.replace("docs/stable/", name))
        if name == "":
            page.frame_locator("iframe.field").locator(".said.fetching.bad").wait_for()
        # Where two of the documents' layouts have the least room. One page of each kind is looked at in all.
        for width in (320, 800) if name.startswith("docs/") else WIDTHS:
            if found := hidden_at(page, width):
                wrong[f"{name} at {width}"] = found
            if width == 320:
                page.evaluate(axe)
                rule = "{ runOnly: 'scrollable-region-focusable' }"
                rules = page.evaluate(f"async () => (await axe.run({rule})).violations")
                if nodes := [node["html"][:100] for rule in rules for node in rule["nodes"]]:
                    wrong[f"{name}: not reached"] = nodes
    assert wrong == {}


def test_the_front_page_has_no_violation(page, docs):
    # What is in the frame has tests of its own.
    page.route(
        "**/embed.html*", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><title>.</title>")
    )
    page.goto(docs.replace("docs/stable/", "index.html"))
    page.evaluate("() => document.querySelector('iframe').remove()")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_there_is_nothing_to_press_and_no_code_is_cut(page, docs):
    page.goto(f"{docs}howto/ssrf-and-redirects.html")
    page.locator(".highlight-python").first.get_by_role("button", name="Run").wait_for()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})

    def count(selector, condition):
        return page.evaluate(f"() => [...document.querySelectorAll('{selector}')].filter((one) => {condition}).length")

    assert count("button, input, nav, .contents, .local", "one.checkVisibility()") == 0
    assert count("pre", "one.scrollWidth > one.clientWidth") == 0
    assert page.locator("h1").is_visible()
    assert page.locator("pre").count() > 10


def test_the_search_finds_a_name_and_a_word(page, docs):
    page.goto(f"{docs}index.html")
    page.get_by_role("searchbox").fill("check_redirect")
    page.get_by_role("searchbox").press("Enter")
    found = page.locator("#search-results a", has_text="check_redirect").first
    found.wait_for()
    assert "py_url.guard.html#py_url.guard.check_redirect" in found.get_attribute("href")


def test_an_example_runs_and_prints_what_is_shown(page, docs):
    page.goto(f"{docs}howto/ssrf-and-redirects.html")
    block = page.locator(".highlight-python").first
    block.get_by_role("button", name="Run").click()
    block.get_by_text("prints what is shown").wait_for()
    assert "parsers-differ" in block.locator(".printed").text_content()


@pytest.mark.parametrize("missing", ["**/playground/python.js*", "**/wheels/list.json"])
def test_an_example_can_be_run_again_after_a_failure(context, docs, missing):
    page = context.new_page()
    page.route(missing, lambda route: route.fulfill(status=404))
    page.goto(f"{docs}start/install.html")
    block = page.locator(".highlight-python").first
    run = block.get_by_role("button", name="Run")
    run.click()
    block.locator(".printed", has_text="Python could not be started: ").wait_for()
    page.unroute(missing)
    assert run.is_enabled()


def test_a_bug_report_can_be_copied(context, page, docs):
    page.goto(f"{docs}evidence/webkit.html")
    block = page.locator(".highlight-text").first
    assert block.locator("pre").evaluate("(pre) => pre.scrollWidth <= pre.clientWidth")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    block.get_by_role("button", name="Copy").click()
    block.get_by_text("copied").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == block.locator("pre").text_content()
    page.evaluate("() => Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject() })")
    block.get_by_role("button", name="Copy").click()
    block.get_by_text("The browser does not allow it.").wait_for()


def test_an_example_can_be_changed(page, docs):
    page.goto(f"{docs}start/install.html")
    block = page.locator(".highlight-python").first
    block.get_by_role("button", name="Edit").click()
    field = block.get_by_role("textbox")
    field.fill(field.input_value().replace("0x7f.1", "0x7f.2"))
    block.get_by_role("button", name="Run").click()
    block.get_by_text("prints something else than is shown").wait_for()
    assert "127.0.0.2" in block.locator(".printed").text_content()
    block.get_by_role("button", name="As it was").click()
    block.get_by_role("button", name="Run").click()
    block.get_by_text("prints what is shown").wait_for()


def test_an_example_runs_after_what_it_continues(page, docs):
    page.goto(f"{docs}reference/other-modules.html")
    block = page.locator(".highlight-python", has_text="# continues the example above").first
    block.get_by_role("button", name="Run").click()
    block.get_by_text("prints what is shown").wait_for()


def test_an_example_that_cannot_run_here_says_why(page, docs):
    page.goto(f"{docs}howto/columns.html")
    assert page.get_by_text("It needs pyarrow, which this page cannot load.").first.is_visible()
    assert page.locator(".highlight-python").first.get_by_role("button").count() == 0
