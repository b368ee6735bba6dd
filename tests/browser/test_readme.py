"""The JavaScript example in the documents works exactly as written."""

import re

from setup.project import ROOT


def example(language):
    """Return the first example in a language in the guide for JavaScript."""
    text = (ROOT / "web" / "docs" / "howto" / "javascript.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0]


def serve_example(page, address, html):
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto(address)


def test_javascript_example(page, site):
    code = example("js")
    expected = re.findall(r"^console\.log\(.*\); // (.*)$", code, re.MULTILINE)
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.route(f"{site}/page.js", lambda route: route.fulfill(body=code, content_type="text/javascript"))
    serve_example(page, f"{site}/example.html", example("html"))
    for _ in range(600):
        if len(said) >= len(expected):
            break
        page.wait_for_timeout(50)
    assert len(expected) == 3
    assert said == expected
