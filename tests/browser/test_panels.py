"""The panels of the playground, in one page for all tests: each is opened, and answers."""

import re

import build_wheel
import pytest
from setup import project

from tests.browser.conftest import is_local, violations
from tests.support.needs import needs

pytestmark = needs("npm test packages")

CONFUSING = "http://0x7f.1\\@example.org/"
# The page starts Python once, which takes most of the time.
SECONDS = 120_000


@pytest.fixture(scope="module")
def playground(browser, site):
    """The playground, whose console must stay empty and which asks no other machine."""
    build_wheel.build_playground_wheels()
    wrong = []
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not is_local(request.url, site) else None)
    page.goto(f"{site}/playground/")
    page.wait_for_selector("#python.ready")
    yield page
    context.close()
    assert wrong == []


def opened(page, panel, url, base=""):
    """Show a URL, open one panel alone and wait for its answer. Return the panel."""
    page.evaluate("() => { document.querySelector('.context').open = true; }")
    page.fill("#base", base)
    page.fill("#url", url)
    page.evaluate(
        "id => { for (const panel of document.querySelectorAll('.panel')) panel.open = panel.id === id; }",
        f"panel-{panel}",
    )
    return page.locator(f"#panel-{panel}")


def cells(panel, caption):
    """Wait for a table and return its rows, each a list of texts."""
    table = panel.locator("table", has=panel.page.locator("caption", has_text=re.compile(f"^{caption}$")))
    table.wait_for()
    return table.evaluate("table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText))")


def until(page, condition, *arguments):
    page.wait_for_function(condition, arg=list(arguments) or None)


def test_every_parser(playground):
    panel = opened(playground, "parsers", CONFUSING)
    panel.get_by_text("They see 2 different hosts.").wait_for()
    # Each is shown as soon as it is loaded; httpx is the last.
    panel.locator("tr", has_text="httpx").locator("td").nth(1).wait_for()
    hosts = {row[0].split()[0]: row[1] for row in cells(panel, "What each parser sees")}
    browser = next(name for name in hosts if name in ("Chromium", "HeadlessChrome"))
    assert hosts["py_url"] == hosts[browser] == "127.0.0.1"
    assert hosts["urllib.parse"] == hosts["httpx"] == "example.org"
    assert hosts["requests"] == hosts["w3lib"] == hosts["rfc3986"] == "0x7f.1 is 127.0.0.1"
    assert hosts["strict"].startswith("rejects it")
    assert hosts["yarl"].startswith("rejects it")
    assert "Not here" not in panel.inner_text()
    # What cannot run here was measured.
    note = panel.locator(".note", has_text="curl cannot run in this page.")
    assert "By the rule that curl 7.88.1 was measured to follow, it goes to example.org." in note.inner_text()
    assert note.locator("a").get_attribute("href").endswith("/docs/stable/evidence/parsers.html#curl-7881")


def test_a_reader_that_cannot_be_fetched(playground):
    """The others are shown, and a button tries again."""
    page = playground.context.new_page()
    page.set_default_timeout(SECONDS)
    page.route("**/wheels/yarl-*", lambda route: route.fulfill(status=503))
    page.goto(playground.url.partition("#")[0])
    page.wait_for_selector("#python.ready")
    panel = opened(page, "parsers", CONFUSING)
    panel.get_by_text("the server answered 503 to wheels/yarl-").wait_for()
    # It takes only itself away.
    panel.locator("tr", has_text="httpx").locator("td").nth(1).wait_for()
    page.get_by_text("yarl could not be loaded.").wait_for()
    assert panel.locator("tr", has_text="w3lib").locator("td").count() > 1
    page.unroute("**/wheels/yarl-*")
    panel.get_by_role("button", name="Try again").click()
    page.fill("#url", "http://h/")
    panel.get_by_text("All 9 parsers see the same host.").wait_for()
    page.close()


def test_the_timeline(playground):
    panel = opened(playground, "timeline", "http://h/a/..")
    panel.locator(".count", has_text="1 of 9").wait_for()
    assert panel.locator(".state h3 a").get_attribute("href") == "https://url.spec.whatwg.org/#scheme-start-state"
    panel.locator(".controls button").first.focus()
    for _ in range(5):
        playground.keyboard.press("ArrowRight")
    assert panel.locator(".state h3").inner_text() == "host state"
    assert dict(cells(panel, "The URL record after this step"))["host"].split() == ["h", "(changed)"]
    playground.keyboard.press("End")
    assert "A double-dot segment" in panel.locator(".telling").inner_text()
    assert dict(cells(panel, "The URL record after this step"))["path"].startswith("/")
    playground.keyboard.press("ArrowLeft")
    assert panel.locator(".count").inner_text() == "8 of 9"
    panel.locator("input[type=range]").fill("2")
    assert panel.locator("[aria-current=step]").inner_text() == "scheme"
    assert panel.locator(".tape mark").inner_text() == "http:"
    panel.locator("button", has_text="Play").click()
    until(playground, "() => document.querySelector('#panel-timeline .count').textContent.startsWith('3')")
    panel.locator("button", has_text="Pause").click()
    assert playground.evaluate("() => document.querySelectorAll('#panel-timeline .steps li').length") == 9


def test_hosts(playground):
    panel = opened(playground, "hosts", "http://0300.0xa8.1/")
    panel.locator(".verdict", has_text="192.168.0.1").wait_for()
    forms = dict(cells(panel, "Forms of the host"))
    assert forms["one number"].split()[0] == "3232235521"
    assert forms["what it is"] == "an address of a private network"
    panel.get_by_label("use 3232235521").click()
    until(playground, "() => document.getElementById('url').value === 'http://3232235521/'")

    panel = opened(playground, "hosts", "http://www.faß.co.uk/")
    panel.locator(".verdict", has_text="www.xn--fa-hia.co.uk").wait_for()
    assert dict(cells(panel, "Forms of the host"))["registrable domain"] == "xn--fa-hia.co.uk"
    assert panel.locator(".label h4").all_inner_texts() == ["www", "faß", "co", "uk"]
    names = [row[2] for row in cells(panel, "Code points of the host")]
    assert "LATIN SMALL LETTER SHARP S" in names
    # On a phone, each label is above its value, and nothing is cut.
    playground.set_viewport_size({"width": 390, "height": 844})
    points = panel.get_by_role("region", name="Code points of the host")
    assert points.evaluate("region => region.scrollWidth <= region.clientWidth")
    label = "cell => getComputedStyle(cell, '::before').content"
    assert points.locator("tbody tr td").nth(1).evaluate(label) == '"name"'
    playground.set_viewport_size({"width": 1280, "height": 720})

    panel = opened(playground, "hosts", "http://\u0301a.example/")
    panel.locator(".label.fails").wait_for()
    assert "a label may not start with U+0301" in panel.locator(".label.fails").inner_text()


def test_the_query_is_edited(playground):
    panel = opened(playground, "query", "HTTP://h/?a=1&b=2#f")
    panel.get_by_label("value 2").wait_for()
    panel.get_by_label("value 2").fill("c d")
    panel.get_by_label("value 2").press("Tab")
    until(playground, "() => document.getElementById('url').value === 'HTTP://h/?a=1&b=c+d#f'")
    until(playground, "() => document.querySelector('[data-cell=\"1-1\"]').value === 'c d'")
    panel.get_by_label("move 2 up").click()
    until(playground, "() => document.getElementById('url').value === 'HTTP://h/?b=c+d&a=1#f'")
    panel.get_by_label("remove 1").click()
    until(playground, "() => document.getElementById('url').value === 'HTTP://h/?a=1#f'")
    panel.get_by_role("button", name="Add a pair").click()
    until(playground, "() => document.getElementById('url').value === 'HTTP://h/?a=1&name=value#f'")
    until(playground, "() => document.activeElement.dataset.cell === '1-0'")


def test_the_setter_lab(playground):
    panel = opened(playground, "setters", "http://h/a")
    panel.locator("select").select_option("host")
    panel.locator("input").fill("EXAMPLE.org:8080")
    panel.get_by_text("href, origin, host, hostname, port change.").wait_for()
    rows = {row[0]: row[1:] for row in cells(panel, "Members before and after")}
    assert rows["href"] == ["http://h/a", "http://example.org:8080/a", "http://example.org:8080/a"]
    panel.locator("input").fill("a b")
    panel.get_by_text("Nothing changes").wait_for()


def test_relative_resolution(playground):
    panel = opened(playground, "relative", "http:g", "http://a/b/c/d;p?q")
    panel.get_by_text("The other way").wait_for()
    results = {row[0]: row[1] for row in cells(panel, "Results of each algorithm")}
    assert (results["URL Standard"], results["RFC 3986"]) == ("http://a/b/c/g", "http:g")


def test_url_patterns(playground):
    panel = opened(playground, "patterns", "HTTPS://EXAMPLE.com/x/../a/b")
    panel.locator(".verdict", has_text=re.compile(r"^The pattern matches\. .+ says the same\.$")).wait_for()
    rows = {row[0]: row[1:] for row in cells(panel, "What each component matches")}
    assert rows["protocol"] == ["https", "https", "the same"]
    assert rows["hostname"] == ["{*.}?example.com", "example.com\n0\xa0did not take part", "the same"]
    assert rows["pathname"] == ["/:folder/*", "/folder\xa0a/0\xa0b", "the same"]
    playground.fill("#url", "https://example.com/")
    panel.locator(".verdict", has_text="The pattern does not match: the pathname is different.").wait_for()

    pattern = panel.get_by_label("Pattern", exact=True)
    hostile = "https://h/<img src=x onerror=hacked=1>/:id/:id"
    pattern.fill(hostile)
    panel.locator(".verdict", has_text="refuses the pattern of the pathname. ").wait_for()
    assert panel.locator(".tape").inner_text() == "/<img src=x onerror=hacked=1>/:id/:id"
    assert panel.locator(".tape mark").inner_text() == ":id"
    assert panel.locator("img").count() == 0
    assert violations(playground) == []
    panel.get_by_role("button", name="../news/:page").click()
    panel.get_by_label("Ignore case").check()
    assert pattern.input_value() == "../news/:page"
    playground.fill("#url", "https://example.com/NEWS/7")
    panel.locator(".verdict", has_text="The pattern matches.").wait_for()

    until(playground, "() => location.hash.includes('#url=https://example.com/NEWS/7&')")
    link = playground.url
    page = playground.context.new_page()
    page.set_default_timeout(SECONDS)
    page.goto(link)
    panel = page.locator("#panel-patterns")
    panel.locator(".verdict", has_text="The pattern matches.").wait_for()
    assert panel.get_by_label("Ignore case").is_checked()
    assert panel.get_by_label("Base URL of the pattern").input_value() == "https://example.com/shop/"
    page.close()


@pytest.mark.parametrize(
    ("old", "new", "told", "differing"),
    [
        ("URLPattern: NativeURLPattern", "NoSuchClass: NativeURLPattern", "has no URLPattern.", 0),
        ("{ ignoreCase })", "{ ignoreCase: true })", "says that it matches.", 0),
        ("{ ignoreCase })", "{ get ignoreCase() { throw new Error('so') } })", "refuses it: so", 0),
        ("made[name])", "made[name] + name)", "says the same, but not of every component.", 8),
    ],
    ids=["none", "ignores case", "throws", "other patterns"],
)
def test_a_browser_with_other_url_patterns(playground, old, new, told, differing):
    source = (project.ROOT / "web" / "playground" / "native.js").read_text("utf-8")
    assert old in source
    page = playground.context.new_page()
    page.set_default_timeout(SECONDS)
    body = source.replace(old, new)
    page.route("**/playground/native.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(playground.url.partition("#")[0])
    page.wait_for_selector("#python.ready")
    panel = opened(page, "patterns", "https://example.com/A/x")
    panel.get_by_label("Pattern", exact=True).fill("https://example.com/a/x")
    verdict = panel.locator(".verdict", has_text="The pattern does not match: the pathname is different. ")
    verdict.locator("span", has_text=told).wait_for()
    assert panel.locator("td.differs").count() == differing
    page.close()


def test_a_pattern_that_only_the_browser_accepts(playground):
    panel = opened(playground, "patterns", "https://h/abc")
    panel.get_by_label("Pattern", exact=True).fill("https://h/:a(\\p{Lowercase}+)")
    panel.get_by_label("Base URL of the pattern").fill("")
    panel.get_by_label("Ignore case").uncheck()
    panel.locator(".verdict", has_text="accepts it, and it matches.").wait_for()
    rows = {row[0]: row[1:] for row in cells(panel, "What this browser makes of it")}
    assert rows["pathname"] == ["/:a(\\p{Lowercase}+)", "/abc\na\xa0abc"]


def test_editions(playground):
    panel = opened(playground, "editions", "http://a|b/")
    panel.get_by_role("link", name="is forbidden in hosts").wait_for()
    assert panel.locator(".dates h3").all_inner_texts()[:2] == ["2020-11", "2021-03-22"]
    panel = opened(playground, "editions", "http://h/")
    panel.get_by_text("Every text of the standard since 2020-11 says the same.").wait_for()


def test_the_percent_encode_sets(playground):
    panel = opened(playground, "sets", "http://h/")
    panel.get_by_label("Encode a text").fill("ü'")
    panel.get_by_text("%C3%BC%27").first.wait_for()
    grid = panel.locator(".grid")
    assert grid.locator("tbody tr").count() == 8
    assert grid.locator("tbody tr", has_text="C0 control").locator(".in").count() == 0


def test_what_people_see(playground):
    panel = opened(playground, "showing", "https://u:s3cr3t@www.xn--fa-hia.co.uk/%C3%BC")
    panel.locator("strong", has_text="faß.co.uk").first.wait_for()
    assert "s3cr3t" not in panel.inner_text()
    until(
        playground,
        "() => document.querySelector('#panel-showing').innerText.includes('file:///C:/Users/Ada/a%20b.txt')",
    )
    panel = opened(playground, "showing", "file:///C:/a%20b")
    panel.get_by_text("C:\\a b", exact=True).wait_for()


def test_a_websocket(playground):
    panel = opened(playground, "websockets", "http://h/chat")
    panel.get_by_text("blocked: mixed content").wait_for()
    panel = opened(playground, "websockets", "mailto:a")
    panel.get_by_text("new WebSocket(url) throws").wait_for()


def test_the_prompt(playground):
    panel = opened(playground, "repl", "http://H/?a=1")
    prompt = panel.get_by_label("Python", exact=True)
    prompt.fill("url.host")
    prompt.press("Enter")
    panel.get_by_text("'h'").wait_for()
    prompt.fill("for name, value in url.search_params:\n    print(name * 3)")
    prompt.press("Enter")
    panel.get_by_text("aaa").wait_for()
    prompt.press("ArrowUp")
    prompt.fill("1 / 0")
    prompt.press("Enter")
    panel.locator(".bad", has_text="ZeroDivisionError").wait_for()


def test_python_starts_again_after_a_crash(playground):
    page = playground.context.new_page()
    page.set_default_timeout(SECONDS)
    page.goto(playground.url.partition("#")[0])
    page.wait_for_selector("#python.ready")
    panel = opened(page, "repl", "http://H/")
    prompt = panel.get_by_label("Python", exact=True)
    # This reads what is no memory.
    prompt.fill("import ctypes; ctypes.string_at(2**31 - 16)")
    prompt.press("Enter")
    panel.get_by_text("Python crashed: memory access out of bounds").wait_for()
    page.fill("#url", "http://after.example/")
    page.wait_for_selector("#python.ready")
    page.locator("#result .verdict", has_text="A valid URL.").wait_for()
    assert "http://after.example/" in page.locator("[data-member=href]").inner_text()
    page.close()


def test_a_list_of_urls(playground, tmp_path):
    panel = opened(playground, "lists", "x:")
    lines = ["http://H\\a", "//x", "=1+1", "http://h/"] * 200
    file = tmp_path / "urls.txt"
    file.write_text("\ufeff" + "\n".join(lines) + "\n", "utf-8")
    panel.locator("input[type=file]").set_input_files(file)
    panel.locator("button", has_text="all 800").wait_for()
    panel.locator("button", has_text="fail 400").click()
    assert panel.locator(".list tbody tr").count() == 200
    with playground.expect_download() as download:
        panel.get_by_role("button", name="Download 400 rows as CSV").click()
    text = download.value.path().read_text("utf-8")
    assert text.startswith("\ufeff"), "a spreadsheet would not read it as UTF-8"
    text = text.removeprefix("\ufeff")
    assert text.splitlines()[0] == "input,href,host,validation_errors,failure,browser_differs"
    assert text.count("\n") == 401
    # A spreadsheet would calculate it.
    assert "\n'=1+1," in text
    panel.locator(".list tbody button").first.click()
    until(playground, "() => document.getElementById('url').value === '//x'")


def test_the_permalink_opens_a_panel_again(playground, site):
    opened(playground, "timeline", "http://h/")
    playground.locator("#panel-timeline .count").wait_for()
    playground.get_by_label("next step").click()
    until(playground, "() => location.hash.includes('open=timeline') && location.hash.includes('set.timeline')")
