"""The documents of the site: every public name has a section, every page its links, and nothing is inline."""

import ast
import re
import shutil
import sys
import zlib

import pytest
from building import documents, site
from building.documents import differing, docstrings, gathering, public, tables
from fetching import wpt_url
from setup.project import ROOT

from py_url import editions
from py_url.standard.infra import extras
from py_url.standard.infra.error_table import VALIDATION_ERRORS
from tests.support import api
from tests.support.needs import needs

pytestmark = needs("documents")


@pytest.fixture(scope="module")
def built():
    return documents.made(wpt_url.find())


def text_of(built, name):
    return (built / name).read_text("utf-8")


def wanted():
    """The whole name of everything public: modules, their names, and members of classes."""
    names = [*public.modules(), *(name.whole for name in public.names())]
    for name in public.homes().values():
        if isinstance(name.node, ast.ClassDef):
            names += [f"{name.whole}.{member.name}" for member in public.members(name)]
    return names


def test_every_public_name_has_a_section(built):
    packed = (built / "objects.inv").read_bytes().split(b"\n", 4)[4]  # after four lines of text
    lines = zlib.decompress(packed).decode().splitlines()
    found = [match for line in lines if (match := re.fullmatch(r"(\S+) py:\w+ \S+ (\S+) .*", line))]
    addresses = {match[1]: match[2].replace("$", match[1]) for match in found}
    names = wanted()
    assert len(names) > 1_000
    assert {*names} <= addresses.keys()
    ids = {page.relative_to(built).as_posix(): page.read_text("utf-8") for page in built.rglob("*.html")}
    without = [
        name
        for name in names
        if f'id="{addresses[name].partition("#")[2]}"' not in ids[addresses[name].partition("#")[0]]
    ]
    assert without == []
    listed = {f"{module}.{name}" for module in api.modules() for name in api.names_of(module)}
    assert listed <= {*names} | {*api.modules()}


# Where standards are.
STANDARD = re.compile(
    r'href="https://(?:[\w-]+\.spec\.whatwg\.org|www\.rfc-editor\.org|www\.unicode\.org|www\.w3\.org|w3c\.github\.io'
    r"|(?:[\w-]+\.)?ecma-international\.org|(?:docs|www)\.oasis-open\.org|datatracker\.ietf\.org|xmpp\.org)/"
)


def test_what_names_a_section_of_a_standard_has_a_link_to_it(built):
    classes = [name for name in public.homes().values() if isinstance(name.node, ast.ClassDef)]
    said = {name.whole: public.docstring_of(name.where, name.node) for name in classes}
    said |= {module: public.docstring_of_module(module) for module in public.modules()}
    named = [name for name, text in said.items() if re.search(r"§\d|\bRFC \d{3,5}\b", text)]
    assert len(named) > 20
    assert [name for name in named if not STANDARD.search(text_of(built, f"reference/api/{name}.html"))] == []


INLINE = re.compile(
    r"<style|<script(?![^>]* (?:src=|type=\"application/json\"))|<[a-z][^<>]*\s(?:style|on\w+)=|href=\"\s*javascript:",
    re.IGNORECASE,
)


def test_nothing_is_inline(built):
    """The policy of the site forbids it."""
    assert all(map(INLINE.search, ("<script>f()", "<style>", '<p style="color: red">', '<a href="JavaScript:f()">')))
    assert not INLINE.search('<script src="a.js"></script><pre>&lt;script&gt;</pre>')
    assert [page.name for page in built.rglob("*.html") if INLINE.search(page.read_text("utf-8"))] == []


def test_the_documents_are_the_same_each_time(built, tmp_path):
    documents.build(tmp_path / "again", wpt_url.find())
    files = {file.relative_to(built) for file in built.rglob("*") if file.is_file()}
    assert files == {file.relative_to(tmp_path / "again") for file in (tmp_path / "again").rglob("*") if file.is_file()}
    assert [file for file in files if (built / file).read_bytes() != (tmp_path / "again" / file).read_bytes()] == []


def test_every_page_has_the_header_a_search_and_its_source(built):
    pages = [file for file in built.rglob("*.html") if file.name != "search.html"]
    assert len(pages) > 100
    for page in pages:
        text = page.read_text("utf-8")
        for name in ("Playground", "Cross-check", "PyScript", "Docs"):
            assert f">{name}</a>" in text, page
        assert 'role="search"' in text
        source = re.search(r'href="([^"]*_sources/[^"]+)"', text)
        assert source, page
        assert (page.parent / source[1]).is_file()


def test_each_error_has_the_address_that_messages_give(built):
    text = text_of(built, "reference/validation-errors.html")
    assert [name for name in VALIDATION_ERRORS if f'<span id="{name}" class="anchor">' not in text] == []


def test_each_change_of_the_standard_has_its_row(built):
    text = text_of(built, "explanation/editions.html")
    changes = (*editions.CHANGES, *editions.OTHER_CHANGES)
    assert [change.commit for change in changes if f">{change.commit}<" not in text] == []
    assert "<!--" not in text
    with pytest.raises(KeyError, match="chnages"):
        tables.filled("A list:\n\n<!-- chnages -->\n")
    assert tables.filled("`<!-- changes -->`") == "`<!-- changes -->`"
    # A vertical bar ends no cell.
    assert "http://a|b/" in re.sub("<[^>]*>", "", text)


def test_the_class_of_urls_has_mdns_order_and_says_which_browsers_differ(built):
    text = text_of(built, "reference/api/py_url.URL.html")
    members = re.findall(r'id="py_url\.URL\.(\w+)"', text)
    assert members[:4] == ["hash", "host", "hostname", "href"]
    assert members.index("username") < members.index("can_parse") < members.index("to_json") < members.index("freeze")
    [protocol] = re.findall(r'id="py_url\.URL\.protocol".*?id="py_url\.URL\.search"', text, re.DOTALL)
    assert "https://url.spec.whatwg.org/#dom-url-protocol" in protocol
    assert "inputs of the cross-check set it" in protocol
    assert re.search(r"Chromium \d+: \d+", protocol)


def test_each_member_of_a_url_says_which_browsers_return_another_value():
    notes = differing.notes(wpt_url.find())
    said = {name.rpartition(".")[2]: "\n".join(lines) for name, lines in notes.items()}
    assert "every engine returns the standard's value" in said["username"]
    assert re.search(
        r"\* - Percent-encodes '.*\n +- Chromium \d+\n +- ``foo:\?'``\n +- ``\?%27``\n +- ``\?'``", said["search"]
    )
    assert re.search(r'- Firefox \d+\n +- ``file://h``\n +- ``""``\n +- ``h``', said["hostname"])
    assert re.search(r"- Firefox \d+\n +- ``foo://@``\n +- accepts", said["can_parse"])
    members = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href")
    assert [name for name in (*members, "origin", "parse", "to_json", "__str__") if "differ" not in said[name]] == []


def test_of_two_builds_of_a_version_the_newer_counts():
    def record(name, date):
        return {"date": date, "engines": [{"name": name}]}

    older, newer = record("Chromium 156.0.8078.79", "2026-11-22"), record("Chromium 156.0.8078.108", "2026-11-25")
    others = [record("WebKitGTK 2.50.6", "2026-11-25"), record("WebKitGTK 2.48.1", "2026-11-24")]
    assert differing._newest_of_each([newer, older]) == [newer]
    assert sorted(map(str, differing._newest_of_each([older, *others]))) == sorted(map(str, [older, *others]))


def test_the_pages_from_tables_have_what_the_tables_have(built):
    assert "domain_to_unicode" in text_of(built, "reference/terms.html")
    # An example's URL is no address of a specification, and a section has an address of its own.
    assert [row for row in public.terms() if not re.search(r"(spec|w3\.org).*#", row[3])] == []
    assert all(
        f">{name}<" in text_of(built, "reference/command-line.html") for name in ("py-url parse", "py-url guard")
    )
    assert all(
        f"{name}" in text_of(built, "reference/load.html") for name in ("packageBaseUrl", "onProgress", "parseAll")
    )
    assert all(name in text_of(built, "reference/sql.html") for name in ("try_url_parse", "url_query_get_all"))
    assert all(
        name in text_of(built, "reference/guard.html") for name in ("parsers-differ", "link-local", "max_length")
    )
    assert all(name in text_of(built, "reference/scripts.html") for name in ("crosscheck.py", "--browser", "serve.py"))
    exceptions = text_of(built, "reference/exceptions.html")
    assert "Refused" in exceptions
    assert "Rebuilt" not in exceptions
    assert exceptions.count(">ValueError<") > 2


def test_each_further_term_leads_to_a_name_that_is_there():
    names = {*wanted()}
    terms = [(term, whole) for _, term, _, whole in public.FURTHER_TERMS]
    assert [row for row in terms if row[1] not in names] == []
    by_docstring = {term for term, standard, *_ in public.terms_of_docstrings() if standard == "URL Standard"}
    assert [term for term, _ in terms if term in by_docstring] == []


def test_a_class_shows_its_defaults(built):
    page = text_of(built, "reference/api/py_url.compat.pydantic.URLConstraints.html")
    text = re.sub(r"<[^>]*>", "", page)
    assert "strict: bool = False" in text
    options = re.sub(r"<[^>]*>", "", text_of(built, "reference/api/py_url.guard.transports.Options.html"))
    assert re.search(r"deadline: float \| None = None", options)
    policy = re.sub(r"<[^>]*>", "", text_of(built, "reference/api/py_url.guard.Policy.html"))
    assert re.search(r"max_length: int \| None = \d", policy)


def test_no_built_in_type_leads_to_a_member_of_that_name(built):
    """Sphinx would link `object` in each signature to `BlobURLEntry.object`."""
    linked = re.compile(r'<span class="n"><a [^>]*BlobURLEntry\.object"')
    assert [page.name for page in built.rglob("*.html") if linked.search(page.read_text("utf-8"))] == []
    # The signature is still there.
    assert '<span class="pre">object</span>' in text_of(built, "reference/api/py_url.FrozenURL.html")


def test_all_reasons_of_the_guard_are_found():
    reasons = tables.reasons()
    assert {"invalid-url", "port", "loopback", "parsers-differ", "does-not-resolve", "host-not-allowed"} <= reasons


def test_a_docstring_becomes_restructuredtext():
    lines = docstrings.to_rst(
        "§3 Return *text*, by RFC 3986 §4, of `URL` and `no_name`: ``a|b``.\n\n"
        "Args:\n    text: What to read,\n        on two lines.\n\nReturns:\n    A str.\n\n"
        "Raises:\n    TypeError: For others.\n\n>>> 1 + 1\n2\n",
        lambda name: "py_url.URL" if name == "URL" else None,
    )
    assert [line for line in lines if line] == [
        "§3 Return *text*, by `RFC 3986 §4 <https://www.rfc-editor.org/rfc/rfc3986>`__, of "
        ":py:obj:`URL <py_url.URL>` and ``no_name``: ``a|b``.",
        ":param text: What to read, on two lines.",
        ":returns: A str.",
        ":raises TypeError: For others.",
        ".. code-block:: pycon",
        "   >>> 1 + 1",
        "   2",
    ]


def test_names_in_backticks_lead_to_their_sections():
    assert public.resolve("parse", "py_url", "py_url.URL") == "py_url.URL.parse"
    assert public.resolve("check_fetch", "py_url.guard") == "py_url.guard.check_fetch"
    assert public.resolve("no_such_name", "py_url") is None


def test_links_to_other_files_need_a_repository(tmp_path):
    for name, address in (("none", ""), ("one", "https://github.com/o/n")):
        gathering.gather(tmp_path / name, address, "1")
        text = (tmp_path / name / "project" / "releases.md").read_text("utf-8")
        assert ("(https://github.com/o/n/blob/v1/tests/data/api.txt)" in text) == bool(address)
        assert "tests/data/api.txt`" in text
        assert "](changelog.md)" in text
        assert "](contributing.md#when-the-standard-moves)" in text


def test_an_example_says_what_a_page_cannot_load():
    text = gathering.with_needs(
        "```python\n>>> import pyarrow, re\n\n```\n\n```python\n>>> # continues the example above\n>>> 1\n\n```\n\n"
        "```python\n>>> import re\n\n```\n"
    )
    assert re.findall('class="needs">It needs (.*?),', text) == ["pyarrow", "pyarrow"]


@pytest.mark.parametrize("published", [False, True])
def test_what_is_not_published_is_installed_from_a_clone(published, monkeypatch, tmp_path):
    """One line switches the messages and the front page; `release.py` asks for the texts of the documents."""
    monkeypatch.setattr(extras, "PUBLISHED", published)
    monkeypatch.setattr(site, "PUBLISHED", published)
    monkeypatch.setattr(sys, "platform", "linux")
    assert extras.how_to_install("psl", "x").startswith("pip install 'py-url-whatwg[psl]'")
    assert ("in a clone: pip install '.[psl]'" in extras.how_to_install("psl", "x")) == (not published)
    front = tmp_path / "index.html"
    shutil.copy(ROOT / "web" / "index.html", front)
    site._finish_front(front)
    text = front.read_text("utf-8")
    assert ("not on PyPI yet" in text) == (not published)
    assert ("<code data-install>pip install py-url-whatwg</code>" in text) == published
