"""build_scripts/site.py --answers, and the answers that the frame has before anybody asks."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest
from building import made_answers
from setup import project

from tests.support.needs import needs

pytestmark = needs("node")
SCRIPT = project.SCRIPTS / "site.py"


class Texts(HTMLParser):
    """The texts of the elements that are looked at, by their name."""

    def __init__(self, text):
        super().__init__()
        self.found, self.open = [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag in ("dt", "dd"):
            self.found.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"dt", "dd"} & {*self.open}:
            self.found[-1] += data


def test_the_four_answers_as_html():
    found = Texts(made_answers.as_html("http://0x7f.1\\@example.org/")).found
    assert found[::2] == [
        "What a browser makes of it",
        "What it looks like",
        "Do programs agree on the host?",
        "May a server fetch it?",
    ]
    assert found[1] == "! http://127.0.0.1/@example.org/. A URL, written with 3 errors that the URL Standard forgives."
    assert found[3].startswith("✕ Misleading: It looks like example.org, but goes to 127.0.0.1. A browser")
    assert found[7].startswith("✕ Refused: py-url's guard would not fetch this: it leads to the server itself,")
    assert Texts(made_answers.as_html("foo")).found[1].startswith("✕ Not a URL: a URL without a scheme is relative")


@pytest.mark.parametrize("url", ["http://h/<img src=x onerror=a()>&amp;\"'\u202e\ud800\n", "javascript:<b>", "<b>"])
def test_nothing_of_an_input_is_html(url):
    text = made_answers.as_html(url, "http://b/<i>")
    assert {*re.findall("<([a-z]+)", text)} <= {"section", "p", "code", "dl", "dt", "dd", "strong", "span"}
    assert not re.search("[^\n\x20-\uffff]|[\u202e\ud800]", text)
    Texts(text)


def test_the_command_prints_them():
    command = [sys.executable, str(SCRIPT), "--answers", "../x", "--base", "https://example.org/a/"]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=300)
    assert '<code dir="ltr">https://example.org/x</code>. <strong>A valid URL.</strong>' in result.stdout
    assert 'relative to <code dir="ltr">https://example.org/a/</code>' in result.stdout
    result = subprocess.run(
        [*command[:4], "--base", "x"], capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert "invalid URL 'x'" in result.stderr or "invalid base URL" in result.stderr


def test_what_is_made_for_the_frame(tmp_path):
    (tmp_path / "page.html").write_text('<iframe src="../embed.html#url=https://a.example/?x%26amp;y">', "utf-8")
    (tmp_path / "page.md").write_text("[a frame](https://example.org/embed.html#url=aHR0cHM6Ly9iLmV4YW1wbGUv)", "utf-8")
    (tmp_path / "a.wasm").write_bytes(b"a" * 100_000)
    told = made_answers.made(tmp_path, (tmp_path / "a.wasm",))
    assert 0 < told["bytes"] < 1_000
    answers = {tuple(json.loads(key)): answer for key, answer in told["answers"].items()}
    assert len(answers) > 20
    assert ("http://0x7f.1\\@example.org/", "") in answers
    assert answers["https://b.example/", ""]["answer"]["href"] == "https://b.example/"
    assert ("https://a.example/?x&amp;y", "") in answers or ("https://a.example/?x&y", "") in answers
    assert ("https:example.org", "https://example.com/a/b") in answers
