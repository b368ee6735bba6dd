"""The frame that other pages embed, from the built site, in a page of another origin."""

import gzip
import math

import pytest
from building import serving, site as built_site
from setup.project import ROOT

from tests.support.needs import needs

pytestmark = needs("npm test packages")

KNOWN = "http://0x7f.1\\@example.org/"
UNKNOWN = "https://examplecorp.com@unknown.example/a b"
SECONDS = 120_000
MOST_BYTES = 100_000
AROUND = """<!doctype html>
<html lang="de" style="color-scheme: {scheme}">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>an article</title>
<p>Text before.</p>
<iframe id="url" src="{address}" title="what a URL means" width="700" height="100"></iframe>
<script>
  const frame = document.getElementById("url");
  addEventListener("message", ({{ source, data }}) => {{
    if (source === frame.contentWindow && data?.pyUrl === "height") frame.style.height = `${{data.height}}px`;
  }});
</script>
</html>
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built_site.build(tmp_path_factory.mktemp("site") / "made")


@pytest.fixture
def embedded(context, folder, tmp_path):
    """Return a function that opens an article with the frame: the page, the frame, and the files that it has loaded."""
    servers = []

    def open_article(fragment, scheme="light"):
        site, articles = serving.Server({"/site/": [folder]}), serving.Server({"/": [tmp_path]})
        servers.extend([site, articles])
        origins = [server.__enter__().origin for server in (site, articles)]
        (tmp_path / "index.html").write_text(
            AROUND.format(address=f"{origins[0]}/site/embed.html#{fragment}", scheme=scheme), "utf-8"
        )
        page = context.new_page()
        page.set_default_timeout(SECONDS)
        wrong, loaded = [], {}
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "response",
            lambda response: loaded.update({response.url: response}) if response.url.startswith(origins[0]) else None,
        )
        page.goto(f"{origins[1]}/")
        return page, page.frame_locator("#url"), loaded, wrong

    yield open_article
    for server in servers:
        server.__exit__(None, None, None)


def test_whoever_only_looks_does_not_pay_for_python(embedded):
    page, frame, loaded, wrong = embedded(f"url={KNOWN}")
    frame.locator(".said.fetching .word", has_text="Refused").wait_for()
    assert frame.locator(".said .word").all_inner_texts() == [
        "A URL,",
        "Misleading",
        "They differ",
        "Refused",
    ]
    assert frame.locator(".href").inner_text() == "http://127.0.0.1/@example.org/"
    assert "Chromium" in frame.locator(".agrees").inner_text()
    assert not frame.locator("#ask").is_visible()
    page.wait_for_load_state("networkidle")
    assert not [address for address in loaded if "pyodide" in address or address.endswith("worker.js")]
    assert 10_000 < sum(len(response.body()) for response in [*loaded.values()]) <= MOST_BYTES
    # The frame is as tall as what it shows, and the page around has kept its language and its focus.
    page.wait_for_function("frame.clientHeight > 300")
    inside = frame.locator("body").evaluate("() => document.documentElement.scrollHeight - innerHeight")
    assert inside <= 1
    assert page.evaluate("[document.documentElement.lang, document.activeElement.nodeName]") == ["de", "BODY"]
    assert frame.locator("html").get_attribute("lang") == "en"
    assert wrong == []


def test_another_url_has_a_button_and_nothing_that_looks_like_an_answer(embedded):
    page, frame, loaded, wrong = embedded(f"url={UNKNOWN.replace(' ', '%20')}")
    button = frame.get_by_role("button", name="What is this URL?")
    button.wait_for()
    size = int(button.inner_text().rpartition("(")[2].removesuffix(" MB)"))
    assert frame.locator("#url").input_value() == UNKNOWN
    assert not frame.locator("#answers").is_visible()
    assert frame.locator(".mirror .part").count() == 0
    assert not [address for address in loaded if "pyodide" in address]
    button.click()
    frame.locator(
        ".said.looks .sentence", has_text="It looks like examplecorp.com, but goes to unknown.example."
    ).wait_for()
    assert not button.is_visible()
    # The button says what is loaded then, as a host that compresses sends it.
    # The browser keeps no large file for the test, so the server is asked again. Meanwhile the page may load more.
    files = [page.request.get(address).body() for address in [*loaded] if "/pyodide/" in address]
    taken = [gzip.compress(content, 6) for content in files]
    assert size == math.ceil(sum(map(len, taken)) / 1e6)
    # Python is there, so each key has its answer.
    frame.locator("#url").fill("javascript:alert(1)")
    frame.locator(".said.looks .word", has_text="Runs a script").wait_for()
    assert wrong == []
    page.close()


def test_python_starts_when_somebody_types(embedded):
    _, frame, loaded, wrong = embedded(f"url={KNOWN}")
    frame.locator(".said.fetching .word", has_text="Refused").wait_for()
    # Until then, nothing of the URL before is shown.
    told = frame.locator("#url").evaluate("""(field) => {
      field.value = "https://example.org/";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      return [document.querySelector("#answers").innerText, document.querySelectorAll(".mirror .part").length];
    }""")
    assert "Not known yet" in told[0]
    assert "127.0.0.1" not in told[0]
    assert told[1] == 0
    frame.locator(".said.fetching .word", has_text="Not refused").wait_for()
    assert [address for address in loaded if "pyodide.asm.wasm" in address]
    link = frame.get_by_role("link", name="Open in the playground of py-url").get_attribute("href")
    assert link.endswith("/playground/#url=https://example.org/&base=")
    assert wrong == []


@pytest.mark.parametrize(("fragment", "dark"), [("", False), ("&theme=dark", True)])
def test_a_scheme_of_its_own(embedded, fragment, dark):
    _, frame, _, _ = embedded(f"url={KNOWN}{fragment}")
    frame.locator(".said.fetching .word", has_text="Refused").wait_for()
    colour = frame.locator("body").evaluate("(body) => getComputedStyle(body).getPropertyValue('--paper')")
    assert (colour.strip() == "#14161b") == dark


def test_the_example_of_the_documentation_is_this_one():
    text = (ROOT / "web" / "docs" / "howto" / "playground.md").read_text("utf-8")
    assert 'data?.pyUrl === "height"' in text
    assert f"embed.html#url={KNOWN}" in text
