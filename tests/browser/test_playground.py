"""The playground, from the built site, below a folder and with a strict Content Security Policy."""

import re
import threading
import time
from queue import Empty, Queue

import pytest
from building import serving, site as built_site
from setup import browsers, npm, project
from setup.project import ROOT

from tests.conftest import summary_lines
from tests.support.needs import needs

pytestmark = needs("npm test packages")

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


def serving_site(folder, told):
    """Serve the site, the tests and axe; *told* gets what the driver posts."""
    axe = npm.packages(project.TEST_PACKAGES, install=False) / "axe-core"
    folders = {FOLDER: [folder], "/tests/": [ROOT / "tests"], "/axe/": [axe]}
    return serving.Server(folders, {}, {"/told": told}, headers={"Content-Security-Policy": POLICY})


def driven(engine, folder, program):
    """Let a *program* in a browser drive the pages; return the browser's version and what it posted."""
    news = Queue()
    with serving_site(folder, news.put) as server:
        address = f"{server.origin}/tests/playground/{program}"
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


def driven_elsewhere(engine, *arguments):
    """Do the same in another thread, because the tests' own Playwright occupies this one."""
    found = []

    def drive():
        try:
            found.append(driven(engine, *arguments))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=drive)
    thread.start()
    thread.join(timeout=SECONDS + 60)
    if not found or isinstance(found[0], BaseException):
        pytest.fail(f"{engine}: {found[0] if found else 'it did not end'}")
    return found[0]


@pytest.fixture(scope="module")
def results(request, folder):
    """What one engine shows."""
    query = "?page" if request.param == ENGINES[0].values[0] else ""
    version, told = driven_elsewhere(request.param, folder, f"drive.html{query}#{FOLDER}playground/")
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
        # One state, one sentence.
        assert ("not ready yet" in told["verdict"]) == (told["ready"] == "loading") == ("is ready" not in told["doing"])

    def test_the_first_answer(self, results):
        told = results["the first answer"]
        assert told["href"] == "https://user@example.com/a/%C3%BC?q=1%202#f"
        assert told["columns"] == 0, "a browser that agrees needs no column"
        assert told["agrees"].endswith(" agrees")
        assert told["empty"] == "Empty: password, port."
        assert told["errors"] == [
            ["username", "invalid-credentials", "https://url.spec.whatwg.org/#invalid-credentials"],
            ["search", "invalid-URL-unit", "https://url.spec.whatwg.org/#invalid-url-unit"],
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

    def test_the_four_answers(self, results):
        told = results["the four answers"]
        assert [[kind.split()[-1], word, sentence] for kind, word, sentence in told["cards"]] == [
            ["warn", "A URL,", "written with 3 errors that the URL Standard forgives."],
            ["bad", "Misleading", "It looks like example.org, but goes to 127.0.0.1."],
            ["bad", "They differ", "7 of 9 parsers see 2 hosts."],
            [
                "bad",
                "Refused",
                "py-url's guard would not fetch this: it leads to the server itself, whose services may trust it.",
            ],
        ]
        assert re.fullmatch(
            r"127\.0\.0\.1: requests, w3lib, rfc3986, py_url, .+ \d[\d.]*\. example\.org: urllib\.parse, httpx\. "
            r"yarl and strict RFC 3986 reject it\. curl goes to example\.org \(measured with 7\.88\.1\)\.",
            told["reason"],
        )

    def test_back_and_undo_bring_back_what_was_there(self, results):
        assert results["back, and undo"] == {"undone": "http://0x7f.1/"}

    def test_each_keystroke_has_an_answer(self, results):
        typing = results["typing"]
        assert typing["times"] == len("https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f")
        # The limit that matters is measured when nothing else runs.
        assert typing["median"] < 500

    def test_a_failure(self, results):
        assert results["a failure"] == {
            "verdict": "Not a URL: a port may contain only digits; write its number.",
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
        assert sorted(told["buttons"])[-2:] == ["Write %20", "Write %20"]
        assert (told["value"], told["verdict"]) == ("http://h/%20?a%20b", "A valid URL.")

    def test_the_address(self, results):
        told = results["the address holds the state"]
        assert told["verdict"].startswith("Not a URL: ")
        assert (told["url"], told["base"]) == ("http://ü/\\u{D800}", "http://b/")

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


@pytest.mark.parametrize("results", ENGINES[:1], indirect=True)
def test_the_examples_and_a_button_of_the_input_before(results):
    told = results["every example has an answer"]
    assert told["count"] >= 20
    assert told["failures"] == []
    assert results["a button of the input before"]


@pytest.fixture(scope="module")
def shown(browser, folder):
    """The playground in Chromium, with Python ready."""
    with serving_site(folder, print) as server:
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
        page.locator("[data-member=href] td.code").wait_for()
        yield page
        page.close()
        assert wrong == []


def test_axe_finds_nothing(folder):
    _, told = driven_elsewhere("chromium", folder, f"axe.html#{FOLDER}")
    assert told["wrong"] == []
    assert len(told["checked"]) == 36, "a state was not reached"
    assert min(passed for *_, passed in told["checked"]) > 5


OBSERVED = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    const sources = shift.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
    if (!shift.hadRecentInput) shifts.push([shift.value, ...sources]);
  }
}).observe({ type: "layout-shift", buffered: true });
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const told = document.getElementById("told");
  new MutationObserver(() => told.textContent && heard.push(told.textContent)).observe(told, { childList: true });
});
"""


FIRST_SCREENS = (
    "http://0x7f.1\\@example.org/",
    "https://examplecorp.com@аррӏе.com/",
    "https://www.paypal.com.evil.example/login?x=" + "abc123-_" * 57,
    "http://[::ffff:127.0.0.1]/",
    "javascript:alert(1)",
    "https://example.org/\u202egpj.exe",
    "http://user:password@example.org/a/b?c=d#e",
    "not a url",
    "https://example.org/" + "long/path%20of many/" * 60 + "?" + "name=value&" * 78,
)


@pytest.fixture(scope="module", params=[(390, 844), (1440, 900)], ids=["phone", "desktop"])
def screen(request, browser, folder):
    """A small and a large screen: the playground's page in its first visit, the server's address, and what was asked
    for.
    """
    width, height = request.param
    with serving_site(folder, print) as server:
        page = browser.new_page(viewport={"width": width, "height": height}, has_touch=width < 500)
        page.set_default_timeout(120_000)
        page.add_init_script(OBSERVED)
        asked_for = []
        page.on("request", lambda request: asked_for.append(request.url.removeprefix(f"{server.origin}{FOLDER}")))
        page.goto(f"{server.origin}{FOLDER}playground/")
        page.locator(".said.others .sentence", has_text="of 9 parsers see").wait_for()
        yield page, f"{server.origin}{FOLDER}", [*asked_for]
        page.close()


class TestOnAScreen:
    """In this order, on one page for each size: a first visit takes long."""

    def test_nothing_moves_and_each_answer_is_told_once(self, screen):
        page, _, asked_for = screen
        python = asked_for.index("pyodide/pyodide.asm.wasm.zst")
        before, later = asked_for[:python], [name.rpartition("/")[2] for name in asked_for[python:]]
        # What the first answer does not need waits for it: the panels, and the parsers of packages.
        assert "hosts.py" in later
        assert {name.partition("-")[0] for name in later if name.endswith(".whl")} >= {"yarl", "httpx"}
        assert not [name for name in before if name.endswith((".whl", "hosts.py", "explanations.json"))]
        shifts = page.evaluate("shifts")
        assert sum(shift[0] for shift in shifts) <= 0.02, shifts
        page.wait_for_function("() => heard.length > 0 && heard.join().includes('Do programs')")
        page.wait_for_timeout(1500)
        told = "\n".join(page.evaluate("heard"))
        titles = page.locator(".said h2").all_inner_texts()
        assert [told.count(f"{title.rstrip('?')}: ") for title in titles] == [1, 1, 1, 1], told

    def test_the_four_answers_are_on_the_first_screen(self, screen):
        page, *_ = screen
        bottoms = {}
        for url in FIRST_SCREENS:
            before = page.locator(".href").inner_text()
            page.locator("#url").fill(url)
            page.wait_for_function(
                """(before) => document.querySelector(".said.stale, .said.waiting, .loading-one") === null
                    && document.querySelector(".href").innerText !== before""",
                arg=before if url != FIRST_SCREENS[0] else "",
            )
            boxes = [box.bounding_box() for box in page.locator("article.said").all()]
            bottoms[url[:60]] = max(box["y"] + box["height"] for box in boxes) + page.evaluate("scrollY")
            assert len(boxes) == 4
        height = page.viewport_size["height"]
        assert {url: bottom for url, bottom in bottoms.items() if bottom > height} == {}

    def test_the_bar_is_at_one_height_and_says_that_python_is_ready(self, screen):
        page, site, _ = screen
        page.locator("#python.ready").wait_for()
        said = "#briefly" if page.viewport_size["width"] < 500 else "#doing"
        assert page.locator(said).inner_text().endswith("ready")
        dot, title = page.locator(".dot").bounding_box(), page.locator("h1").bounding_box()
        assert title["y"] <= dot["y"] <= title["y"] + title["height"], "it has a line of its own"
        page.evaluate("scrollTo(0, 0)")
        tops = [page.locator(".top .mark").bounding_box()["y"]]
        for name in ("crosscheck/", "pyscript/"):
            page.goto(f"{site}{name}")
            tops.append(page.locator(".top .mark").bounding_box()["y"])
        assert tops == [tops[0]] * 3

    def test_a_link_to_a_panel_leads_to_it(self, screen):
        page, site, _ = screen
        page.goto(f"{site}playground/#url=http://0x7f.1/&open=none,parsers")
        page.locator("#panel-parsers .facts").wait_for()
        page.locator("[data-member=href] td.code").wait_for()
        page.wait_for_function(
            """() => {
                const { top } = document.querySelector("#panel-parsers summary").getBoundingClientRect();
                return top >= 0 && top < innerHeight / 2;
            }"""
        )


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


LINES = """
() => {
  const lines = [];
  const walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const found = /xn--80ak6aa92e/.exec(text.data);
    if (found === null || !text.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    lines.push(new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size);
  }
  return lines;
}
"""


@pytest.mark.parametrize("width", [390, 1440])
def test_no_name_is_broken_at_its_hyphens(shown, width):
    shown.set_viewport_size({"width": width, "height": 900})
    shown.locator("#url").fill("https://examplecorp.com@аррӏе.com/a b?x=1%202%26y")
    for panel in ("websockets", "relative", "editions"):
        shown.evaluate("(id) => { document.getElementById(id).open = true; }", f"panel-{panel}")
        shown.locator(f"#panel-{panel}", has_text="xn--80ak6aa92e").wait_for()
    lines = shown.evaluate(LINES)
    assert len(lines) > 5
    assert {*lines} == {1}
    shown.evaluate("document.querySelectorAll('.panel').forEach((panel) => { panel.open = false; })")


def test_the_keyboard_reaches_everything(shown):
    shown.locator("#url").fill("http:/h/ ?a b")
    # The URL before this one has a fix, too.
    shown.locator(".errors a", has_text="special-scheme-missing-following-solidus").first.wait_for()
    shown.locator(".fixed button").wait_for()
    shown.evaluate("document.querySelectorAll('.tool').forEach((tool) => { tool.open = false; })")
    shown.locator("#url").focus()
    shown.keyboard.press("Tab")
    reached = []
    for _ in range(20):
        reached.append(shown.evaluate("document.activeElement.id || document.activeElement.textContent"))
        shown.keyboard.press("Tab")
    assert reached[:3] == ["Examples", "Base, encoding", "Copy as"]
    assert [text for text in reached if text.endswith(" ↓")] == [
        "Step by step ↓",
        "The host ↓",
        "The parsers ↓",
        "The guard ↓",
    ]
    assert "Apply the fix" in reached
    assert "special-scheme-missing-following-solidus" in reached


@pytest.mark.parametrize(
    ("button", "panel", "heading"),
    [
        ("Step by step", "timeline", "Step by step"),
        ("The host", "hosts", "The host"),
        ("The parsers", "parsers", "Every parser"),
        ("The guard", "parsers", "The guard"),
    ],
)
@pytest.mark.parametrize("width", [390, 1440])
def test_each_answer_leads_to_the_panel_that_shows_more(shown, width, button, panel, heading):
    shown.set_viewport_size({"width": width, "height": 844})
    shown.locator("#url").fill("http://0x7f.1\\@example.org/")
    shown.evaluate("document.querySelectorAll('.panel').forEach((panel) => { panel.open = false; })")
    shown.locator(".said.others .sentence", has_text="of 9 parsers see").wait_for()
    shown.get_by_role("button", name=button, exact=True).press("Enter")
    shown.wait_for_function(
        """([panel, heading]) => {
            const { activeElement } = document;
            const { top } = activeElement.getBoundingClientRect();
            const title = activeElement.querySelector("h2") ?? activeElement;
            const filled = document.querySelector(`#panel-${panel} .facts, #panel-${panel} .timeline`) !== null;
            return activeElement.closest(`#panel-${panel}`)?.open && title.textContent === heading && filled
                && top >= 0 && top < innerHeight / 2;
        }""",
        arg=[panel, heading],
    )
    # It stays there when more arrives.
    shown.wait_for_timeout(500)
    assert shown.evaluate("document.activeElement.getBoundingClientRect().top < innerHeight / 2")


@pytest.mark.parametrize("width", [390, 1440])
def test_what_is_copied_is_said_over_the_answers_and_moves_nothing(shown, width):
    shown.set_viewport_size({"width": width, "height": 844})
    shown.locator("#url").fill("https://copied.example/")
    shown.locator(".said.looks .sentence", has_text="copied.example").wait_for()
    shown.get_by_text("Copy as", exact=True).click()
    shown.get_by_role("button", name="WPT row", exact=True).click()
    # The test may not write to the clipboard in each engine, so the user may have to.
    shown.locator(".copy .done .chip", has_text=re.compile("^(✓ WPT row copied|Press Ctrl.C to copy it)$")).wait_for()
    assert '"input": "https://copied.example/"' in shown.locator(".copied").inner_text()
    # With and without it at the same moment, because cards that are still loading may move the others.
    over, without = shown.evaluate("""() => {
      const tops = () => [...document.querySelectorAll(".said")].map((card) => card.getBoundingClientRect().top);
      const body = document.querySelector(".copy > .body");
      const over = tops();
      body.style.display = "none";
      const without = tops();
      body.style.display = "";
      return [over, without];
    }""")
    assert over == without
    assert len(over) >= 4
    box = shown.locator(".copy > .body").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    shown.keyboard.press("Escape")
    assert shown.evaluate("() => document.activeElement.textContent") == "Copy as"
    shown.keyboard.press("Enter")
    # What was copied before is taken away once the browser has said that the menu is open.
    shown.locator(".copied").wait_for(state="hidden")
    shown.locator(".said.looks h2").click()
    assert not shown.locator(".copy > .body").is_visible()


def test_the_letters_that_look_like_others_are_marked_in_the_field(shown):
    shown.locator("#url").fill("https://examplecorp.com@аррӏе.com/\\u{202E}аррӏе")
    marked = shown.locator(".field.url .mirror .odd")
    marked.wait_for()
    assert marked.all_inner_texts() == ["аррӏе"]
    assert "host" in marked.get_attribute("class")
    assert shown.locator(".said.looks .piece.username").inner_text() == "examplecorp.com"
    assert shown.locator(".said.looks .piece.odd").inner_text() == "аррӏе"
    colour = "(piece) => getComputedStyle(piece).color"
    username, host = (
        shown.locator(f".said.looks .piece.{kind}").first.evaluate(colour) for kind in ("username", "host")
    )
    assert username != host
    shown.locator("#url").fill("https://example.com/")
    shown.locator(".said.looks .word", has_text="Goes to").wait_for()
    assert marked.count() == 0


def test_escape_closes_every_menu(shown):
    shown.evaluate("document.querySelectorAll('.tool').forEach((tool) => { tool.open = false; })")
    for name in ("Examples", "Base, encoding", "Copy as"):
        shown.locator(".tool > summary", has_text=name).press("Enter")
        assert shown.locator(".tool[open]").count() == 1
        shown.keyboard.press("Escape")
        assert shown.locator(".tool[open]").count() == 0
        assert shown.evaluate("() => document.activeElement.textContent") == name


def test_one_click_writes_the_url_that_was_meant(shown):
    shown.locator("#url").fill("192.168.1.1:8080/admin")
    shown.get_by_role("button", name="Write http://192.168.1.1:8080/admin").click()
    shown.locator(".said.looks .word", has_text="Goes to").wait_for()
    assert shown.locator("#url").input_value() == "http://192.168.1.1:8080/admin"
    assert shown.locator(".said.looks .besides button").count() == 0


def test_a_valid_url_is_not_praised(shown):
    """A green card above "Runs a script" would say that it is safe."""
    shown.locator("#url").fill("javascript:alert(1)")
    shown.locator(".said.looks .word", has_text="Runs a script").wait_for()
    assert shown.locator(".said.first.neutral .word").inner_text() == "A valid URL."
    assert shown.locator("#answers .chip.good").count() == 0


def test_who_agrees_is_who_accepts_it_and_the_table_says_the_same(shown):
    shown.set_viewport_size({"width": 1440, "height": 900})
    shown.locator("#url").fill("https://аррӏе.com/")
    card = shown.locator(".said.others.neutral")
    card.locator(".word", has_text="7 agree; 2 reject it").wait_for()
    assert card.locator(".sentence").inner_text() == "The 7 see the same host, xn--80ak6aa92e.com."
    reason = card.locator(".reason").inner_text()
    assert reason.startswith("Rejected by rfc3986 and strict RFC 3986. urllib.parse writes it аррӏе.com:")
    shown.evaluate("() => { document.getElementById('panel-parsers').open = true; }")
    panel = shown.locator("#panel-parsers")
    panel.get_by_text("7 parsers see the same host. 2 reject it.").wait_for()
    row = panel.locator("tr", has_text="urllib.parse").locator("td").first
    assert row.inner_text() == "аррӏе.com is xn--80ak6aa92e.com"
    shown.evaluate("() => { document.getElementById('panel-parsers').open = false; }")


def test_the_question_about_curl_has_an_answer(shown):
    shown.locator("#url").fill("http://good.example\\@bad.example/x")
    reason = shown.locator(".said.others .reason", has_text="curl goes to bad.example (measured with 7.88.1).")
    reason.wait_for()
    assert reason.locator("a").get_attribute("href").endswith(f"{FOLDER}docs/stable/evidence/parsers.html#curl-7881")


def test_enter_writes_no_newline(shown):
    shown.locator("#url").fill("http://h/")
    shown.locator("#url").press("Enter")
    assert shown.locator("#url").input_value() == "http://h/"
    shown.locator("#url").press("Shift+Enter")
    assert shown.locator("#url").input_value() == "http://h/\n"
    assert shown.locator(".unseens .chip").all_inner_texts() == ["U+000A"]


def test_a_page_without_python_says_so(browser, folder):
    with serving_site(folder, print) as server:
        page = browser.new_page()
        page.route("**/pyodide.asm.wasm*", lambda route: route.abort())
        page.goto(f"{server.origin}{FOLDER}playground/")
        page.locator("#python.failed").wait_for(timeout=120_000)
        assert "Python is not available: Pyodide could not be loaded" in page.locator("#python").inner_text()
        assert page.locator("[data-member=href] td.code").inner_text() == "http://127.0.0.1/@example.org/"
        assert "exit(" not in page.locator("body").inner_text()
        page.unroute("**/pyodide.asm.wasm*")
        page.get_by_role("button", name="Try again").click()
        page.locator(".said.fetching .word", has_text="Refused").wait_for(timeout=120_000)
        page.close()


def test_a_long_input_is_not_in_the_address_and_a_reload_has_it(shown):
    shown.locator("#url").fill("http://before.example/")
    shown.wait_for_function("() => location.hash.includes('#url=http://before.example/&')")
    long = "http://long.example/" + "a" * 25_000
    shown.locator("#url").fill(long)
    shown.wait_for_function(f"() => location.hash === '#too-long={len(long)}'")
    shown.locator(".said.looks .word", has_text="Too long to say while you type").wait_for()
    shown.get_by_role("button", name="Ask now").click()
    shown.locator(".said.looks .sentence", has_text="long.example").wait_for()
    shown.reload()
    shown.locator(".said.first .word", has_text="A valid URL.").wait_for()
    assert shown.locator("#url").input_value() == long
    # Somebody else has only the address.
    other = shown.context.browser.new_page()
    other.goto(shown.url)
    other.get_by_text("The URL had 25,020 characters, which is too long for a link.").wait_for()
    assert other.locator("#url").input_value() == ""
    other.close()
    shown.locator("#url").fill("http://after.example/")
    shown.wait_for_function("() => location.hash.includes('#url=http://after.example/&')")


def test_a_link_with_an_encoding_that_is_none_says_so(shown):
    shown.evaluate("location.hash = '#url=http://h/?ü&encoding=bogus'")
    shown.get_by_text("The link asks for the encoding “bogus”, which is none.").wait_for()
    shown.locator(".said.first .word", has_text="A valid URL.").wait_for()
    shown.evaluate("location.hash = '#url=http://h/?ü&encoding=latin1'")
    shown.locator(".href", has_text="http://h/?%FC").wait_for()
    assert shown.locator("#encoding").input_value() == "windows-1252"
    assert not shown.locator(".notice").first.is_visible()
    shown.evaluate("location.hash = '#url=http://h/&set.timeline={\"step\":1e99}&open=timeline'")
    shown.locator("#panel-timeline .count", has_text="1 of ").wait_for()


def test_the_page_of_the_cross_check_says_nothing_untrue_while_it_loads(browser, folder):
    with serving_site(folder, print) as server:
        page = browser.new_page()
        waiting = []

        def hold(route):
            waiting.append(route)

        page.route("**/check.json", hold)
        page.goto(f"{server.origin}{FOLDER}crosscheck/")
        page.locator("#doing", has_text="Looking for the inputs …").wait_for()
        assert not page.locator("#how").is_visible()
        with page.expect_response("**/check.json"):
            waiting[0].continue_()
        page.locator("#doing", has_text="inputs: ").wait_for()
        assert not page.locator("#how").is_visible()
        page.close()
