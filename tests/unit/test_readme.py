"""The documents: their Python and console examples work as shown, and their links are valid."""

import io
import json
import re
import shlex
import sys
import tomllib
import types

import pytest
from packaging.requirements import Requirement  # pytest brings it

import py_url
from py_url.programs.command_line import main
from tests.conftest import peer
from tests.support.documents import DOCUMENTS, ELSEWHERE, ROOT, name_of, run, without_sections

# The minimum number of examples, so that no example goes unchecked.
WITH_EXAMPLES = {
    "README.md": 9,
    "web/docs/README.md": 5,
    "web/docs/howto/columns.md": 44,
    "web/docs/howto/keys-and-joins.md": 35,
    "web/docs/explanation/editions.md": 10,
    "web/docs/reference/validation-errors.md": 5,
    "web/docs/explanation/parser-steps.md": 10,
    "web/docs/howto/other-libraries.md": 53,
    "web/docs/reference/other-modules.md": 90,
    "web/docs/howto/match-urls.md": 12,
    "web/docs/howto/ssrf-and-redirects.md": 29,
    "web/docs/explanation/which-parser-sees-which-host.md": 5,
    "web/docs/start/from-urllib-parse.md": 6,
    "web/docs/start/install.md": 2,
    "web/docs/start/ten-minutes.md": 20,
    "web/docs/howto/crawl.md": 10,
    "web/docs/howto/show-a-url.md": 9,
    "web/docs/howto/validate-and-repair.md": 6,
    "web/docs/explanation/how-a-browser-reads-a-url.md": 2,
    "web/docs/explanation/how-it-is-fast.md": 4,
}
# The packages that the examples of a document import.
PEERS = {
    "web/docs/howto/columns.md": ("pyarrow", "pandas", "polars", "duckdb"),
    "web/docs/howto/keys-and-joins.md": ("pyarrow", "pandas", "polars", "duckdb"),
    "web/docs/howto/other-libraries.md": (
        "cattrs",
        "django",
        "fastapi",
        "httpx",
        "msgspec",
        "pydantic",
        "requests",
        "sqlalchemy",
        "yarl",
    ),
}
# How a block begins that does not work alone, and must be read after the one above it.
CONTINUES = ">>> # continues the example above\n"
WITH_CONSOLE = ["web/docs/howto/shell.md"]


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_python_examples(file):
    for name in PEERS.get(name_of(file), ()):
        peer(name)
    text = without_sections(file.read_text("utf-8"), ELSEWHERE.get(name_of(file), ()))
    examples = run(text, name_of(file), __name__="__main__")
    assert examples >= WITH_EXAMPLES.get(name_of(file), 0)
    assert bool(examples) == (name_of(file) in WITH_EXAMPLES)


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_each_example_works_alone(file):
    """People come to a section from a search, and copy what is there. What continues another example says so."""
    for name in PEERS.get(name_of(file), ()):
        peer(name)
    text = without_sections(file.read_text("utf-8"), ELSEWHERE.get(name_of(file), ()))
    chain = ""
    for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if ">>>" in block:
            chain = f"{chain}\n{block}" if block.startswith(CONTINUES) else block
            assert run(chain, name_of(file), __name__="__main__")


@pytest.mark.parametrize("name", WITH_CONSOLE)
def test_console_example(name, capsys):
    text = (ROOT / name).read_text("utf-8")
    examples = re.findall(r"```console\n\$ py-url (.*)\n((?:.*\n)*?)```", text)
    assert len(examples) == text.count("```console")
    for command, output in examples:
        arguments = shlex.split(command)
        assert main(arguments) == (1 if arguments[0] == "check" else 0)
        assert capsys.readouterr().out == output


def test_no_console_example_is_forgotten():
    assert [name_of(file) for file in DOCUMENTS if "```console" in file.read_text("utf-8")] == WITH_CONSOLE


def test_the_first_page_is_a_short_one():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120


def anchors(text):
    """Return the anchor of each heading of a document, and those that it sets itself."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    set_here = re.findall(r'^<a id="([^"]+)"></a>$', text, re.MULTILINE)
    return {*set_here, *(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)}


@pytest.mark.parametrize("file", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(file):
    text = re.sub(r"^```.*?^```$", "", file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]*)\)", text):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        linked = (file.parent / path).resolve() if path else file
        assert linked.exists(), target
        if linked == ROOT / "web" / "playground":
            # The page takes its question from there.
            assert not anchor or anchor.startswith("url="), target
            continue
        assert not anchor or anchor in anchors(linked.read_text("utf-8")), target


def test_the_documents_count_our_own_rows():
    rows = 0
    for kind in ("parse", "setters", "hosts"):
        for file in (ROOT / "tests" / "data" / kind).glob("*.json"):
            content = json.loads(file.read_text("utf-8"))
            lists = content.values() if isinstance(content, dict) else [content]
            rows += sum(isinstance(row, dict) for one in lists for row in one)
    for name in ("README.md", "web/docs/evidence/crosscheck.md", ".github/CONTRIBUTING.md"):
        text = " ".join((ROOT / name).read_text("utf-8").split())
        assert f" {rows // 1_000},000 rows of " in text, name
    records = [json.loads(file.read_text("utf-8")) for file in (ROOT / "web" / "crosscheck" / "history").glob("*.json")]
    newest = max(records, key=lambda record: record["date"])
    by_kind = {kind: counted["inputs"] for kind, counted in newest["engines"][0]["by_kind"].items()}
    of_url = sum(by_kind.pop(kind, 0) for kind in ("parse", "set", "params"))
    document = (ROOT / "web" / "docs" / "evidence" / "crosscheck.md").read_text("utf-8")
    counts = f"{of_url // 1_000},000 comparisons of `URL` and {sum(by_kind.values()):,} of `URLPattern`"
    assert f"more than {counts}" in document


def rows_of(name, start):
    """Return the rows of the table of a document whose head begins with *start*, by their first cells without versions.

    The head is the row "".
    """
    text = (ROOT / name).read_text("utf-8")
    table = (start + text.partition(f"\n{start}")[2]).partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    return {re.sub(r" [\d.]+$", "", row[0]): row for row in rows}


def test_the_page_on_adoption_has_what_was_measured():
    adopt = rows_of("web/docs/start/should-i-adopt.md", "| | written in")
    del adopt[""], adopt["---"]
    assert len(adopt) == 10
    hosts = rows_of("web/docs/explanation/which-parser-sees-which-host.md", "| | sees another host")
    assert {name: [row[0], row[3]] for name, row in adopt.items()} == {name: hosts[name][:2] for name in adopt}
    # The chart has a time for every package, and the table one for messy URLs.
    chart = (ROOT / "tests" / "benchmarks" / "speed.svg").read_text("utf-8").partition(">parse, messy<")[0]
    drawn = dict(
        re.findall(r'"end">([\w.-]+) ?<(?:.*\n)+?<text (?:class="ours" )?x="[^"]+" y="\d+">(.*?)</text>', chart)
    )
    assert {name: row[4] for name, row in adopt.items()} == {name: drawn[name] for name in adopt}
    speed = rows_of("web/docs/evidence/speed.md", "| | py-url")
    messy = {
        column.split(",")[0]: cell.split(",")[0]
        for column, cell in zip(speed[""], speed["parse messy URLs"], strict=True)
    }
    assert {name: row[5] for name, row in adopt.items()} == {name: messy.get(name, "") for name in adopt}
    for name, row in adopt.items():
        file = ROOT / "web" / "crosscheck" / "history" / "parsers" / f"{name}.json"
        record = json.loads(file.read_text("utf-8")) if file.is_file() else {"parser": {"standard": False}}
        if record["parser"]["standard"]:
            totals = record["totals"]
            share = totals["agree"] / (totals["inputs"] - totals["not in the engine"])
            assert [row[0], row[2]] == [record["name"], f"{share:.2%}".replace("%", " %")]
            assert totals["py_url differs from WPT"] == totals["both differ from WPT"] == 0
        else:
            assert row[2] == ("100 %" if name == "py-url" else ""), name


def without_prompt():
    """Return the blocks of Python without a prompt, which `run` leaves out, by the name that each begins to import."""
    blocks = {}
    for file in DOCUMENTS:
        for block in re.findall(r"^```python\n(.*?)^```$", file.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            if ">>>" not in block:
                blocks[re.search(r"^(?:from|#) (\S+)", block)[1]] = block
    return blocks


def test_each_block_without_a_prompt_is_tested():
    # The one that imports js runs in tests/browser/test_pyscript.py.
    assert {*without_prompt()} == {"py_url", "js", "///", "pytest_pyodide"}


def test_the_fingerprinter_for_scrapy(monkeypatch):
    """Scrapy is not among the packages of the tests: these are its two functions, as far as the recipe uses them."""

    class Request:
        def __init__(self, url):
            self.url = url

        def replace(self, url):
            return Request(url)

    utils = types.ModuleType("scrapy.utils.request")
    utils.fingerprint = lambda request: request.url.encode()
    for name in ("scrapy", "scrapy.utils"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "scrapy.utils.request", utils)
    names = {}
    exec(without_prompt()["py_url"], names)
    fingerprint = names["Fingerprinter"]().fingerprint
    assert fingerprint(Request("HTTPS://EXAMPLE.com:443/a/../b")) == fingerprint(Request("https://example.com/b"))
    assert fingerprint(Request("no URL")) == b"no URL"


def test_the_parser_for_the_cross_check(monkeypatch, capsys):
    """The program of the recipe answers a line for each line, and says what it cannot do."""
    text = (ROOT / "web" / "docs" / "howto" / "check-a-parser.md").read_text("utf-8")
    [program] = re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    asked = [
        {"id": 1, "input": "b", "base": "http://h/a/"},
        {"id": 2, "input": "http://[", "base": None},
        {"id": 3, "href": "http://h/", "set": "port", "value": "1"},
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{json.dumps(one)}\n" for one in asked)))
    exec(program, {})
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"id": 1, "protocol": "http:", "hostname": "h", "pathname": "/a/b"},
        {"id": 2, "failure": True},
        {"id": 3, "unsupported": True},
    ]


def test_the_head_of_the_notebook_names_the_wheel():
    head = without_prompt()["///"]
    [text] = re.findall(r"^# /// script\n(.*?)^# ///$", head, re.MULTILINE | re.DOTALL)
    requirements = tomllib.loads(re.sub("^# ", "", text, flags=re.MULTILINE))["dependencies"]
    named = {requirement.name: requirement.url for requirement in map(Requirement, requirements)}
    assert named == {"marimo": None, "py-url-whatwg": f"./py_url_whatwg-{py_url.__version__}-py3-none-any.whl"}


def test_the_example_for_pytest_pyodide(monkeypatch):
    """Its body runs here; tests/pyodide runs such tests in Pyodide."""
    asked_for = []

    def run_in_pyodide(packages):
        asked_for.append(packages)
        return lambda function: function

    module = types.ModuleType("pytest_pyodide")
    module.run_in_pyodide = run_in_pyodide
    monkeypatch.setitem(sys.modules, "pytest_pyodide", module)
    names = {}
    exec(without_prompt()["pytest_pyodide"], names)
    names["test_a_domain"](None)
    assert asked_for == [["py-url-whatwg"]]
