"""The report of the cross-check, and the page that checks its own browser (web/crosscheck)."""

import base64
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from building import serving
from crosscheck import comparison, report
from playwright.sync_api import expect
from setup.project import ROOT

from tests.browser.conftest import WIDTHS, hidden_at, violations
from tests.build_scripts.test_comparison import FILE, ODD, QUERY, SAME, case, result, summary_of
from tests.support.needs import needs

COMMIT = "181476aa16e8b28a07698bef3a0275fa53dd22e5"
SET = {
    "source": "setters_tests.json",
    "kind": "set",
    "href": "data:x",
    "member": "hash",
    "value": "\ud800",
    "expected": None,
}
ROWS = [
    (case("a:/b\\c", base="http://h/", file="url/resources/urltestdata.json", line=7), FILE[1]),
    QUERY,
    ODD,
    (SET, result("data:x#%EF%BF%BD", "data:x")),
    *((case(f"a:/{number}\\c"), result(f"a:/{number}\\c", f"a:/{number}/c")) for number in range(60)),
    SAME,
]


def opened(page, folder, rows=ROWS, fragment="", **others):
    """Write a report, open it, and return its summary."""
    found = summary_of(rows, commit=COMMIT)
    file = report.write(folder, found, **others)
    page.goto(f"{file.as_uri()}{fragment}")
    return found


def test_a_report_says_what_it_is_of(page, tmp_path):
    opened(page, tmp_path)
    said = page.locator("#engine").inner_text()
    assert "py_url 0.1 in Pyodide 314: Python 3.14, Unicode 17.0.0. Tests: tests. Run on 2026-07-05." in said
    assert page.locator("#engine a").get_attribute("href").endswith(f"/wpt/tree/{COMMIT}/url")
    assert page.locator("#engine time").get_attribute("datetime") == "2026-07-05T12:00:00+00:00"
    assert "2 differences are not explained, which counts as a bug" in page.locator("#verdict").inner_text()
    page.locator("#verdict a").click()
    expect(page.locator(".difference")).to_have_count(2)


def test_a_report_says_on_which_system_the_run_was_made(page, tmp_path):
    found = summary_of(ROWS, commit=COMMIT, ran_on={"system": "System 7", "machine": "m68k"})
    page.goto(report.write(tmp_path, found).as_uri())
    assert "Run on 2026-07-05, on System 7, m68k." in page.locator("#engine").inner_text()


def test_a_difference_links_to_its_test_to_the_standard_and_to_the_playground(page, tmp_path):
    opened(page, tmp_path, fragment="#text=a:/b")
    expect(page.locator(".difference")).to_have_count(1)
    links = [link.get_attribute("href") for link in page.locator(".difference a").all()]
    assert links[0] == f"https://github.com/web-platform-tests/wpt/blob/{COMMIT}/url/resources/urltestdata.json#L7"
    assert links[1] == "https://url.spec.whatwg.org/#path-state"
    state = parse_qs(urlsplit(links[3]).fragment)
    assert [state[name] for name in ("url", "base")] == [["a:/b\\c"], ["http://h/"]]
    page.locator("input[name=text]").fill("data:x")
    expect(page.locator(".difference .asked")).to_contain_text("data:x")
    link = page.locator(".difference .links a").last.get_attribute("href")
    state = parse_qs(urlsplit(link).fragment)
    assert state["open"] == ["setters"]
    assert json.loads(base64.b64decode(state["set.setters"][0])) == ["hash", "\ud800"]
    sources = [link.get_attribute("href") for link in page.locator("#totals a").all()]
    assert f"https://github.com/web-platform-tests/wpt/blob/{COMMIT}/url/resources/urltestdata.json" in sources
    assert "https://wpt.fyi/results/url/url-setters.any.html" in sources


def test_what_is_chosen_is_in_the_address(page, tmp_path):
    found = opened(page, tmp_path, fragment="#why=empty-query")
    differences, shown = page.locator(".difference"), page.locator("#shown")
    expect(page.locator("select[name=why]")).to_have_value("empty-query")
    expect(differences).to_have_count(1)
    page.locator(".difference .links a").first.click()
    (chosen,) = (row for row in found["differences"] if row["case"].get("input") == "http://h/?")
    expect(page).to_have_url(re.compile(f"#id={chosen['id']}$"))
    expect(shown).to_have_text("one difference is shown · show all")
    page.locator("#shown a").click()
    expect(differences).to_have_count(50)
    page.locator("#more").click()
    expect(differences).to_have_count(64)
    page.locator("input[name=text]").fill("a:/5")
    expect(page).to_have_url(re.compile("#text=a%3A%2F5$"))
    expect(differences).to_have_count(11)
    page.goto(f"{page.url.partition('#')[0]}#id=0000000000")
    expect(shown).to_contain_text("there is no difference 0000000000")
    page.evaluate("location.hash = '#why=%ZZ&nonsense=1&verdict=none'")
    expect(shown).to_contain_text("no difference matches")


def test_explained_differences_come_first(page, tmp_path):
    opened(page, tmp_path)
    assert "http://odd/" not in page.locator("#differences").inner_text()
    page.locator("#more").click()
    expect(page.locator(".difference").nth(-2)).to_contain_text("http://odd/")


def test_what_is_chosen_can_be_saved(page, tmp_path):
    opened(page, tmp_path, fragment="#why=empty-query")

    def saved(name):
        with page.expect_download() as caught:
            page.locator(".exports button", has_text=re.compile(f"^{name}$")).click()
        return caught.value.path().read_bytes().decode("utf-8-sig")

    rows = json.loads(saved("JSON"))["differences"]
    assert [row["case"]["input"] for row in rows] == ["http://h/?"]
    assert saved("CSV").count("\r\n") == 2
    assert "the native URL drops an empty query" in saved("Markdown")
    page.locator(".exports button").first.click()
    page.locator(".exports button", has_text="Copied").wait_for()


def test_what_changed_since_an_older_result(page, tmp_path):
    old, new = summary_of([*ROWS[:2], (ROWS[2][0], SAME[1]), *ROWS[3:]]), summary_of([(ROWS[0][0], SAME[1]), *ROWS[1:]])
    told = comparison.compare(comparison.of(old, "old.json"), comparison.of(new, "new.json"))
    opened(page, tmp_path, [(ROWS[0][0], SAME[1]), *ROWS[1:]], comparison=told)
    assert "Compared with old.json: Chromium 1 on 2026-07-05" in page.locator("#since").inner_text()
    assert page.locator("#changes tr").inner_text().split() == ["Chromium", "1", "1", "0", "1", "0", "0", "62"]
    page.locator("#changes a").click()
    expect(page.locator(".difference")).to_have_count(1)
    expect(page.locator(".difference .chip")).to_have_text("new")
    page.locator("#gone summary").click()
    expect(page.locator("#gone li")).to_contain_text("a:/b\\c")


def test_earlier_runs_are_listed(page, tmp_path):
    runs = [
        {
            "date": "2026-01-02T00:00:00+00:00",
            "engine": "Firefox 9",
            "inputs": 5,
            "totals": summary_of([FILE])["engines"][0]["totals"],
        }
    ]
    opened(page, tmp_path, history=runs)
    assert page.locator("#history tbody tr").inner_text().split() == ["2026-01-02", "Firefox", "9", "5", "1", "0", "0"]


@needs("npm test packages")
@pytest.mark.parametrize("width", [390, 1440])
def test_the_heading_is_below_the_bar_and_a_phone_shows_no_zeros(browser, tmp_path, width):
    report.write(tmp_path, summary_of(ROWS, commit=COMMIT))
    page = browser.new_page(viewport={"width": width, "height": 844})
    with serving.Server({"/report/": [tmp_path], "/": [ROOT / "web"]}) as server:
        page.goto(f"{server.origin}/report/index.html")
        bar, heading = page.locator(".top").bounding_box(), page.locator("h1").bounding_box()
    assert heading["y"] >= bar["y"] + bar["height"] + 12
    zeros = page.locator(".totals .zero")
    assert zeros.count() > 0
    assert zeros.first.is_visible() == (width > 640)
    page.close()


def test_nothing_is_hidden_and_axe_finds_nothing(page, tmp_path):
    opened(page, tmp_path)
    page.locator(".difference").first.wait_for()
    assert {width: found for width in WIDTHS if (found := hidden_at(page, width))} == {}
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def checking(page):
    """Return a function that serves the page with some cases, and opens it there."""
    servers = []

    def open_with(cases, history=()):
        about = {"tests": "tests", "commit": None, "inputs": len(cases), "history": list(history)}
        gets = {"/crosscheck/check.json": lambda: about, "/crosscheck/inputs.json": lambda: cases}
        server = serving.Server(serving.folders(), gets)
        servers.append(server)
        server.__enter__()
        other = page.context.new_page()
        other.set_default_timeout(60_000)
        other.goto(f"{server.origin}/crosscheck/")
        return other

    yield open_with
    for server in servers:
        server.__exit__(None, None, None)


def test_the_page_begins_with_what_was_recorded(checking):
    history = [
        {
            "file": f"{version}.json",
            "date": "2026-11-26T07:02:00+00:00",
            "engine": f"Chromium {version}",
            "tests": "tests",
            "inputs": 18732,
            "totals": {"native differs from WPT": differ},
        }
        for version, differ in (("99.0.1.2", 1), ("156.0.8078.79", 2), ("156.0.8078.108", 1899))
    ]
    recorded = checking([case("http://h/", expected=None)], history).locator("#recorded li")
    expect(recorded).to_have_text(["Chromium 156.0.8078.108: 1,899 of 18,732 inputs differ (2026-11-26)"])
    assert recorded.locator("a").get_attribute("href") == "../docs/stable/evidence/chromium.html"


@needs("npm test packages")
def test_this_browser_is_checked_in_the_tab(checking, tmp_path):
    cases = [case(text, expected=None) for text in ["http://h/", "file:///x", "//x"] * 50]
    other = checking(cases)
    other.locator("#doing", has_text="150 inputs: the project’s own, and tests.").wait_for()
    assert violations(other) == []
    other.locator("#start").click()
    other.locator("#doing", has_text="Done.").wait_for()
    assert violations(other) == []
    # The user agent says 0 for all but the first number.
    assert re.match(r"Chromium \d+\.\d+\.[1-9]", other.locator("#engines").inner_text())
    assert other.locator("#verdict").inner_text() == "100 of 150 URLs mean the same to both."
    assert other.locator("#why tr").inner_text().startswith("the standard leaves a file URL's origin open")
    # It begins with what a person understands.
    first = other.locator("#report section").first
    assert first.locator("li").all_inner_texts() == [
        "lets scripts see that a file URL has the origin file:// 50 inputs; at worst: another scheme, port or origin"
    ]
    first.locator("a").click()
    expect(other.locator(".difference")).to_have_count(50)
    # In a report that holds several engines, or those of a parser, it is not there.
    assert "In plain words" in (ROOT / "web" / "crosscheck" / "report.js").read_text("utf-8")
    with other.expect_download() as caught:
        other.locator("#whole button", has_text="Download as JSON").click()
    file = tmp_path / "mine.json"
    caught.value.save_as(file)
    found = comparison.read(file.read_bytes(), "mine.json")
    assert found.inputs == 150
    # Compare it with itself, and with what is no result.
    other.locator("#comparing summary").click()
    assert other.locator("#newer").input_value() == "this"
    other.locator("#older-file").set_input_files(file)
    other.locator("#compare").click()
    other.locator("#changes", has_text="Nothing changed.").wait_for()
    (tmp_path / "bad.json").write_text("[1")
    other.locator("#older-file").set_input_files(tmp_path / "bad.json")
    other.locator("#compare").click()
    other.locator("#doing", has_text="Failed: bad.json is not JSON").wait_for()


def test_a_result_is_sent_as_a_link_and_compared(checking):
    cases = [case(text, expected=None) for text in ["file:///x", "http://h/"]]
    other = checking(cases)
    address = other.url
    shared = {
        "engine": "<b>Safari</b> 9",
        "date": "2026-01-02",
        "inputs": 5,
        "kinds": [["file-origin", 3, "x"], ["y", 1, "z"]],
    }
    for broken in ("!", "e30", base64.b64encode(b'{"engine": 5}').decode().rstrip("=")):
        other.goto("about:blank")
        other.goto(f"{address}#with={broken}")
        other.locator("#doing", has_text="2 inputs").wait_for()
        assert other.locator("#shared").count() == 0
    other.goto("about:blank")
    other.goto(f"{address}#with={base64.urlsafe_b64encode(json.dumps(shared).encode()).decode().rstrip('=')}")
    expect(other.locator("#shared h2")).to_have_text("What <b>Safari</b> 9 does")
    assert other.locator("#shared li").all_inner_texts() == [
        "lets scripts see that a file URL has the origin file:// 3; at worst: x",
        "y, of URLPattern 1; at worst: z",
    ]
    other.locator("#start").click()
    other.locator("#doing", has_text="Done.").wait_for()
    assert other.locator("#shared tbody tr").all_inner_texts() == [
        "lets scripts see that a file URL has the origin file://\t3\t1",
        "y, of URLPattern\t1\t0",
    ]
    # The link of this result gives itself.
    other.context.grant_permissions(["clipboard-read", "clipboard-write"])
    other.locator("#whole button", has_text="Copy a link to this result").click()
    other.locator("#whole button", has_text="Copied").wait_for()
    link = other.evaluate("navigator.clipboard.readText()")
    again = checking(cases)
    again.goto(f"{again.url}#{link.partition('#')[2]}")
    again.reload()
    again.locator("#shared h2", has_text="What Chromium").wait_for()
    again.locator("#start").click()
    again.locator("#shared", has_text="Both do the same, in every kind.").wait_for()


def test_a_check_can_be_stopped(checking):
    other = checking([case(f"http://{number}/") for number in range(30_000)])
    other.locator("#start").click()
    # Before Python is there, nothing has been compared.
    other.locator("#stop").click()
    expect(other.locator("#doing")).to_have_text("Stopped.")
    other.locator("#start").click()
    other.locator("#progress").wait_for()
    other.locator("#stop").click()
    other.locator("#doing", has_text="This is the result so far.").wait_for()
    assert re.search(r"It was stopped: [\d,]+ inputs were not compared", other.locator("#verdict").inner_text())


def test_two_runs_of_the_history_are_compared(checking):
    found = summary_of([FILE, SAME], commit=COMMIT)
    records = {
        "old.json": comparison.record(found),
        "new.json": comparison.record(summary_of([SAME, FILE, QUERY], engine="Chromium 2")),
    }
    runs = [{"file": name, "engine": "Chromium", "date": "2026-01-02"} for name in records]
    other = checking([], runs)
    for name, record in records.items():
        body = json.dumps(record)
        other.route(f"**/crosscheck/history/{name}", lambda route, _, body=body: route.fulfill(body=body))
    other.locator("#comparing summary").click()
    other.locator("#older").select_option("old.json")
    other.locator("#newer").select_option("new.json")
    expect(other.locator("#older-file")).to_be_hidden()
    other.locator("#compare").click()
    other.locator("#since").wait_for()
    assert "Chromium 1 → Chromium 2" in other.locator("#changes").inner_text()
    assert not other.locator("#differences").is_visible()
