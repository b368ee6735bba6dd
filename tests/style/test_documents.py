"""The documents look as they are meant to when they are rendered: tables have their cells, and code its backticks."""

import re

import pytest
from markdown_it import MarkdownIt  # typer and rich, which pyodide-cli needs, bring it
from setup.project import ROOT, SCRIPTS

from tests.support.documents import DOCUMENTS, name_of

# Tables as GitHub has them. What is escaped stays apart from other text.
MARKDOWN = MarkdownIt("commonmark").enable("table").disable("text_join")
UNPAIRED = ("br", "img", "source")


def problems(text):
    """Yield what is wrong with a document: the line, and what it is."""
    lines = text.splitlines()
    for token in MARKDOWN.parse(text):
        if token.type == "table_open":
            first, end = token.map
            counts = [len(re.findall(r"(?<!\\)\|", line)) for line in lines[first:end]]
            yield from (
                (first + number, f"{count - 1} cells below {counts[0] - 1}")
                for number, count in enumerate(counts, 1)
                if count != counts[0]
            )
        elif token.type == "inline":
            yield from ((token.map[0] + 1, what) for what in problems_inline(token.children))


def problems_inline(tokens):
    """Yield what is wrong in a paragraph, a heading or a cell."""
    opened = []
    for token in tokens:
        if token.type == "text" and "`" in token.content:
            yield f"a backtick without another one: {token.content}"
        if token.type == "text" and token.content.startswith("|"):
            yield f"a row outside a table: {token.content}"
        if token.type == "html_inline":
            closes, name = re.match(r"<(/?)(\w+)", token.content).groups()
            if closes and opened[-1:] != [name]:
                yield f"{token.content} closes nothing"
            elif closes:
                opened.pop()
            elif name not in UNPAIRED:
                opened.append(name)
    yield from (f"<{name}> is not closed" for name in opened)


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_a_document_renders_as_it_is_meant_to(file):
    assert [*problems(file.read_text("utf-8"))] == []


def commands_that_are_gone(text):
    """Return the commands of build_scripts, and those of its laboratory, that a text names and that are not there."""
    started = (SCRIPTS / "research" / "__main__.py").read_text("utf-8")
    there = {*re.findall(r'^    "(\w+)": "research\.', started, re.MULTILINE), *(f.name for f in SCRIPTS.glob("*.py"))}
    named = re.findall(r"build_scripts/(?:(?!test_)([a-z_]+\.py)|research ([a-z]\w*))|`([a-z_]+\.py) ", text)
    return [name for names in named if (name := "".join(names)) not in there]


WORKFLOWS = sorted((ROOT / ".github").rglob("*.yml"))


@pytest.mark.parametrize("file", [*DOCUMENTS, *WORKFLOWS], ids=name_of)
def test_no_document_names_a_command_that_is_gone(file):
    assert commands_that_are_gone(file.read_text("utf-8")) == []


def test_a_command_that_is_gone_is_found():
    text = "`python3 build_scripts/mutate.py x`, `serve.py --port 0`, `gone.py ufo`, build_scripts/research mutate, "
    assert commands_that_are_gone(f"{text} build_scripts/research gone x") == ["mutate.py", "gone.py", "gone"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("| a | b |\n|---|---|\n| `x|y` | z |\n", "3 cells below 2"),
        ("| a | b |\n|---|---|\n| x |\n", "1 cells below 2"),
        ("| a | b |\n|---|\n| x | y |\n", "a row outside a table: | a | b |"),
        ("| a |\n|---|\n| <code>^ `</code> or `%2f` |\n", "<code> is not closed"),
        ("a ` and `b`\n", "a backtick without another one: "),
        ("# a `b\n", "a backtick without another one: "),
        ("<b>a</i>\n", "</i> closes nothing"),
    ],
)
def test_what_would_not_render(text, what):
    assert any(said.startswith(what) for _, said in problems(text)), [*problems(text)]


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|---|---|\n| `x\\|y` | `` ` `` |\n",
        "a<br>`<code>` and <b>c</b>\n",
        "<code>&#124; &#96;</code>, \\` and `x`\n",
        "```\n|`\n```\n",
    ],
)
def test_what_renders(text):
    assert [*problems(text)] == []
