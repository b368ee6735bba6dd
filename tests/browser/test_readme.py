"""The JavaScript and PyScript examples in the documents work exactly as written."""

import re

from setup.project import ROOT


def example(document, language):
    """Return the first example in a language that a document has."""
    block, *_ = re.findall(
        rf"^```{language}\n(.*?)^```$", (ROOT / document).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return block


def serve_example(page, address, html):
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto(address)


def test_javascript_example(page, site):
    code = example("web/docs/howto/javascript.md", "js")
    expected = re.findall(r"^console\.log\(.*\); // (.*)$", code, re.MULTILINE)
    said = []
    page.on("console", lambda message: said.append(message.text))
    html = f'<!doctype html><link rel="icon" href="data:,"><script type="module">{code}</script>'
    serve_example(page, f"{site}/example.html", html)
    for _ in range(600):
        if len(said) >= len(expected):
            break
        page.wait_for_timeout(50)
    assert len(expected) == 3
    assert said == expected


def test_pyscript_example(page, site):
    serve_example(page, f"{site}/example.html", example("web/docs/howto/javascript.md", "html"))
    page.locator("#answer", has_text="h").wait_for()
    assert page.locator("#answer").text_content() == "https://xn--fa-hia.example/b"
