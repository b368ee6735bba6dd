"""The answers that the frame has before anybody asks."""

import json

from building import made_answers

from tests.support.needs import needs

pytestmark = needs("node")


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
