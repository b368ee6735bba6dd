"""The playground, from the built site, below a folder and with a strict Content Security Policy."""

import threading
import time
from queue import Empty, Queue

import pytest
import serve
from building import site as built_site
from setup import browsers, npm, project
from setup.project import ROOT

from tests.conftest import summary_lines
from tests.support.needs import needs

FOLDER = "/any/folder/"
# A server may send a policy that is as strict as the page's own. The frame is that of the tests.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'"
)
SECONDS = 300
ENGINES = [pytest.param(engine, marks=needs(engine)) for engine in browsers.ENGINES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built_site.build(tmp_path_factory.mktemp("site") / "made")


def serving(folder, told):
    """Serve the site, the tests and axe; *told* gets what the driver posts."""
    axe = npm.packages(project.TEST_PACKAGES, install=False) / "axe-core"
    folders = {FOLDER: [folder], "/tests/": [ROOT / "tests"], "/axe/": [axe]}
    return serve.Server(folders, {}, {"/told": told}, headers={"Content-Security-Policy": POLICY})


def driven(engine, folder):
    """Let a browser drive the playground; return its version and what it posted."""
    news = Queue()
    with serving(folder, news.put) as server:
        address = f"{server.origin}/tests/playground/drive.html#{FOLDER}playground/"
        with browsers.opened(engine, address, news.put, install=False) as page:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                page.wait(50)
                try:
                    told = news.get_nowait()
                except Empty:
                    continue
                assert not isinstance(told, str), told
                assert "failed" not in told, told["failed"]
                return page.version, told
    raise AssertionError("the page posted nothing")


@pytest.fixture(scope="module")
def results(request, folder):
    """What one engine shows. The tests' own Playwright occupies this thread, so another one drives."""
    found = []

    def drive():
        try:
            found.append(driven(request.param, folder))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=drive)
    thread.start()
    thread.join(timeout=SECONDS + 60)
    if not found or isinstance(found[0], BaseException):
        pytest.fail(f"{request.param}: {found[0] if found else 'it did not end'}")
    version, told = found[0]
    typing = told["typing"]
    summary_lines.append(
        f"the playground in {version}: first answer after {told['the first answer']['seconds']:.1f} s, "
        f"then {typing['median']:.1f} ms for a keystroke (95 %: {typing['p95']:.1f} ms)"
    )
    return told


@pytest.mark.parametrize("results", ENGINES, indirect=True)
class TestInABrowser:
    """One session of each engine answers all of these."""

    def test_the_browsers_own_answer_comes_first(self, results):
        told = results["before Python is ready"]
        assert "Python is not ready yet" in told["verdict"] or told["ready"] == "ready"

    def test_the_first_answer(self, results):
        told = results["the first answer"]
        assert told["href"] == told["native"] == "https://user@example.com/a/%C3%BC?q=1%202#f"
        assert told["empty"] == "(empty string)"
        assert told["errors"] == [
            ["invalid-credentials", "https://url.spec.whatwg.org/#invalid-credentials"],
            ["invalid-URL-unit", "https://url.spec.whatwg.org/#invalid-url-unit"],
        ]
        assert told["parts"] == [
            ["scheme", "https"],
            ["username", "user"],
            ["host", "EXAMPLE.com"],
            ["port", "443"],
            ["path", "/a/./b/../ü"],
            ["query", "q=1"],
            ["query", " "],
            ["query", "2"],
            ["fragment", "f"],
        ]
        assert told["wrong"] == ["user", "@", " "]
        assert told["mirror"], "the text behind the field is another one"

    def test_each_keystroke_has_an_answer(self, results):
        typing = results["typing"]
        assert typing["times"] == len("https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f")
        # The limit that matters is measured when nothing else runs.
        assert typing["median"] < 500

    def test_a_failure(self, results):
        assert results["a failure"] == {
            "verdict": "Not a URL: a port may contain only digits; remove everything else.",
            "rows": 1,
            "failure": "failure",
            "fatal": ["z"],
            "errors": 1,
        }

    def test_a_hard_input(self, results):
        told = results["nothing is lost of a hard input"]
        assert told.pop("href").endswith("#%E2%80%AE%00&lt;b%3E%EF%BF%BD")
        assert told == {"value": True, "images": 0, "hacked": True, "escaped": True}
        assert results["escapes are read"] == "http://h/%E2%82%AC"

    def test_a_base_url(self, results):
        told = results["a base URL"]
        assert told["href"] == "http://h/a/x?y"
        assert told["broken"]["verdict"].startswith("The base is not a URL: ")
        assert told["broken"]["wrong"] > 0

    def test_right_to_left(self, results):
        assert results["right to left"] == {
            "direction": "ltr",
            "host": "xn--4dbc.example",
            "parts": ["http", "אב.example", "/גד", "ה=ו"],
        }

    def test_a_part_lights_up(self, results):
        assert results["a part lights up below and in the input"] == {
            "below": ["host", "hostname"],
            "left": 0,
            "above": ["user"],
            "wrong": "user@",
            "selection": [7, 12],
        }

    def test_a_fix(self, results):
        told = results["a fix is applied"]
        assert told["buttons"][-2:] == ["Write %20", "Write %20"]
        assert (told["value"], told["verdict"]) == ("http://h/%20?a%20b", "A valid URL.")

    def test_the_address(self, results):
        told = results["the address holds the state"]
        assert told["verdict"].startswith("Not a URL: ")
        assert (told["url"], told["base"]) == ("http://ü/\\u{D800}", "http://b/")

    def test_the_examples(self, results):
        told = results["every example has an answer"]
        assert told["count"] >= 20
        assert told["failures"] == []

    def test_copying(self, results):
        told = results["copying"]
        assert [*told] == ["Link", "Python", "JavaScript", "pytest case", "WPT row", "Markdown for an issue"]
        assert (
            told["Python"]
            == 'from py_url import URL\n\nurl = URL("http://h/?ü")\nassert url.href == "http://h/?%C3%BC"\n'
        )
        assert FOLDER in told["Link"]

    def test_a_long_input(self, results):
        told = results["a long input, and a task that is stopped"]
        assert told["seconds"] < 30
        assert told["said"].startswith("Python has been working for ")
        assert told["longest"] < 2_000, "the page did not react for so many milliseconds"


@pytest.fixture(scope="module")
def shown(browser, folder):
    """The playground in Chromium, with Python ready."""
    with serving(folder, print) as server:
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(60_000)
        wrong = []
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request", lambda request: wrong.append(request.url) if not request.url.startswith(server.origin) else None
        )
        page.goto(f"{server.origin}{FOLDER}playground/")
        page.locator("#python.ready").wait_for()
        page.locator("[data-member=href] td").first.wait_for()
        yield page
        page.close()
        assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("input", ["https://user@EXAMPLE.com:443/a b?q=\u200b#f", "http://a b/"])
def test_axe_finds_nothing(shown, scheme, width, input):
    shown.emulate_media(color_scheme=scheme)
    shown.set_viewport_size({"width": width, "height": 900})
    shown.locator("#url").fill(input)
    shown.locator(".errors li").first.wait_for()
    shown.evaluate("document.querySelectorAll('.tool').forEach((tool) => { tool.open = true; })")
    if not shown.evaluate("'axe' in window"):
        shown.add_script_tag(url="/axe/axe.min.js")
    found = shown.evaluate("async () => (await axe.run()).violations")
    assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []


@pytest.mark.parametrize("width", [360, 390, 768, 1440, 2560])
def test_nothing_is_wider_than_the_page(shown, width):
    shown.set_viewport_size({"width": width, "height": 900})
    shown.locator("#url").fill("http://example.org/" + "long" * 200 + "?" + "ü" * 100)
    shown.locator("[data-member=pathname] td", has_text="longlong").first.wait_for()
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The text lies where its mirror is.
    boxes = "[...document.querySelectorAll('.field.url .mirror, #url')]"
    sizes = shown.evaluate(f"{boxes}.map((box) => [box.clientWidth, box.clientHeight, box.scrollHeight])")
    (mirror_width, _, _), (field_width, height, scroll_height) = sizes
    assert mirror_width == field_width
    assert scroll_height <= height, "the field would scroll inside its frame"


def test_the_keyboard_reaches_everything(shown):
    shown.locator("#url").fill("http:/h/ ?a b")
    shown.locator(".fixed button").wait_for()
    shown.evaluate("document.querySelectorAll('.tool').forEach((tool) => { tool.open = false; })")
    shown.locator("#url").focus()
    shown.keyboard.press("Tab")
    reached = []
    for _ in range(12):
        reached.append(shown.evaluate("document.activeElement.id || document.activeElement.textContent"))
        shown.keyboard.press("Tab")
    assert reached[:4] == ["base", "encoding", "Copy as", reached[3]]
    assert reached[4] == "Apply the fix"
    assert "special-scheme-missing-following-solidus" in reached


def test_enter_writes_no_newline(shown):
    shown.locator("#url").fill("http://h/")
    shown.locator("#url").press("Enter")
    assert shown.locator("#url").input_value() == "http://h/"
    shown.locator("#url").press("Shift+Enter")
    assert shown.locator("#url").input_value() == "http://h/\n"
    assert shown.locator(".unseens .chip").all_inner_texts() == ["U+000A"]


def test_a_page_without_python_says_so(browser, folder):
    with serving(folder, print) as server:
        page = browser.new_page()
        page.route("**/pyodide.asm.wasm*", lambda route: route.abort())
        page.goto(f"{server.origin}{FOLDER}playground/")
        page.locator("#python.failed").wait_for(timeout=60_000)
        assert "Python is not available: Pyodide could not be loaded" in page.locator("#python").inner_text()
        assert (
            page.locator("[data-member=href] td.native").inner_text() == "https://user@example.com/a/%C3%BC?q=1%202#f"
        )
        page.close()
