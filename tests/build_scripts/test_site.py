"""build_scripts/site.py: static pages that find everything they need, from any folder."""

import json
import re
import shutil
import subprocess
import sys
from urllib.parse import urljoin, urlsplit

import pytest
from building import documents, site
from crosscheck import page, report
from fetching import wpt_url
from setup import project
from setup.project import ROOT, SetUpError

from py_url import __version__
from tests.support.needs import needs

pytestmark = needs("documents", "wheel", "npm packages")

# The folder from which the site is served, in these tests.
PLACE = "https://example.org/any/folder/"
PAGES = ["", "embed.html", "playground/", "crosscheck/", "pyscript/", "docs/", "docs/stable/index.html"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return site.build(tmp_path_factory.mktemp("site") / "made")


def file_at(built, address):
    """Return the file of an address, as a server would."""
    assert address.startswith(PLACE), address
    path = built / urlsplit(address).path.removeprefix(urlsplit(PLACE).path)
    return path / "index.html" if path.is_dir() else path


def addresses_in(file, text):
    """Return the addresses that a page or a script loads from, and those that a page links to in this site."""
    if file.suffix == ".html":
        # What a page shows as code loads nothing.
        text = re.sub(r"<pre\b.*?</pre>", "", text, flags=re.DOTALL)
        return re.findall(r'(?:href|src)="(?!data:|https:|#)([^"]*)"', text)
    return re.findall(r'(?:^import|^export|\bfrom|\bimport\() ?"([^"]+)"', text, re.MULTILINE)


def test_the_site_is_the_same_each_time(built, tmp_path):
    again = site.build(tmp_path / "made")
    files = {file.relative_to(built) for file in built.rglob("*") if file.is_file()}
    assert files == {file.relative_to(again) for file in again.rglob("*") if file.is_file()}
    assert [file for file in files if (built / file).read_bytes() != (again / file).read_bytes()] == []


@pytest.mark.parametrize("start", PAGES)
def test_every_page_finds_what_it_needs(built, start):
    seen = set()
    to_see = {urljoin(PLACE, start)}
    while to_see:
        address = to_see.pop()
        file = file_at(built, address)
        assert file.is_file(), address
        seen.add(address)
        # PyScript's own module, and Sphinx's scripts and its index of words, which import nothing.
        if file.suffix not in (".html", ".js") or file.name in ("core.js", "searchindex.js") or "_static" in file.parts:
            continue
        # The package that a program may have, and what the npm package has beside this.
        elsewhere = ("pyodide", "./fzstd.mjs")
        found = [given for given in addresses_in(file, file.read_text("utf-8")) if given not in elsewhere]
        # Under a folder that is not the root, these would be wrong.
        assert [given for given in found if given.startswith("/")] == [], address
        to_see |= {urljoin(address, given) for given in found} - seen
    assert len(seen) > len(PAGES)


def test_the_python_of_the_playground_is_there(built):
    folder = built / "playground" / "python"
    names = json.loads((folder / "files.json").read_text("utf-8"))
    assert {"explanations.py", "explanations.json"} <= {*names}
    names += [f"crosscheck/{name}" for name in page.PYTHON]
    files = (file.relative_to(folder).as_posix() for file in folder.rglob("*.*") if file.name != "files.json")
    assert sorted(files) == sorted(names)


def test_the_wheels_of_the_playground_are_there(built):
    folder = built / "playground" / "wheels"
    wheels = json.loads((folder / "list.json").read_text("utf-8"))
    assert {"webencodings", "publicsuffixlist"} <= {*wheels}
    assert sorted(file.name for file in folder.glob("*.whl")) == sorted(wheel["file"] for wheel in wheels.values())


def test_the_page_that_checks_its_browser_has_inputs(built):
    about = json.loads((built / "crosscheck" / "check.json").read_text("utf-8"))
    cases = json.loads((built / "crosscheck" / "inputs.json").read_text("utf-8"))
    assert about["tests"] == wpt_url.find().which
    assert about["inputs"] == len(cases) > 4_000
    assert all((built / "crosscheck" / "history" / run["file"]).is_file() for run in about["history"])


def test_pyodide_knows_py_url(built):
    lock = json.loads((built / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    assert (built / "pyodide" / lock["packages"]["py-url-whatwg"]["file_name"]).is_file()
    assert {"pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip"} <= {
        file.name for file in (built / "pyodide").iterdir()
    }


def test_the_documents_have_a_version_and_an_address_that_stays(built):
    version, stable = (built / "docs" / name for name in (__version__, documents.ALIAS))
    names = {file.relative_to(stable) for file in stable.rglob("*") if file.is_file()}
    assert names == {file.relative_to(version) for file in version.rglob("*") if file.is_file()}
    assert len(names) > 200
    kept = (built / "service_worker.js").read_text("utf-8")
    assert '"docs/stable/reference/api/py_url.URL.html"' in kept
    assert f"docs/{__version__}/" not in kept


def test_the_front_page_has_doors_that_lead_somewhere(built):
    text = (built / "index.html").read_text("utf-8")
    doors = re.findall(r'<li><a href="([^"]+)">', text)
    assert len(doors) >= 5
    assert [door for door in doors if not file_at(built, urljoin(PLACE, door)).is_file()] == []
    assert 'data-if="source"' not in text
    assert ("<iframe" in text) == (built / "embed.html").is_file()
    assert "pip install" in text
    assert "not on PyPI yet" in text


def test_there_are_no_sources_and_nothing_hidden(built):
    assert [file.name for file in built.rglob(".*")] == [".nojekyll"]
    files = [file for file in built.rglob("*") if file.parent != built / "report"]
    assert not [file for file in files if file.suffix in (".md", ".map", ".pyc")]


@pytest.fixture
def root(monkeypatch, tmp_path):
    """Another root, with the pages but without anything that was built."""
    (tmp_path / "web").symlink_to(ROOT / "web")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(site, "ROOT", tmp_path)
    return tmp_path


def test_the_report_is_there_if_there_is_one(root):
    front = site.build(root / "site") / "index.html"
    assert 'href="report/"' not in front.read_text("utf-8")
    assert 'href="playground/"' in front.read_text("utf-8")
    (root / "report").mkdir()
    names = ["index.html", *report.FILES]
    for name in names:
        (root / "report" / name).write_text(f"a report: {name}", "utf-8")
    (root / "report" / "other").touch()
    site.build(root / "site")
    assert 'href="report/"' in front.read_text("utf-8")
    made = {file.name: file.read_text("utf-8") for file in (root / "site" / "report").iterdir()}
    assert made == {name: f"a report: {name}" for name in names}


def test_the_report_has_the_header_of_the_other_pages(root):
    (root / "report").mkdir()
    (root / "report" / "index.html").write_text("<body>\n<main></main>", "utf-8")
    shown = (site.build(root / "site") / "report" / "index.html").read_text("utf-8")
    assert shown.startswith('<body>\n<header class="top">')
    assert 'href="../docs/stable/"' in shown
    assert "aria-current" not in shown


def test_what_was_there_is_replaced(root):
    (root / "site").mkdir()
    (root / "site" / "old.html").touch()
    assert not (site.build(root / "site") / "old.html").exists()
    assert [path.name for path in root.iterdir() if path.name.startswith(".")] == []


def test_what_is_missing_is_named(root, monkeypatch):
    monkeypatch.setattr(site, "_PAGES", ("no-such-page",))
    with pytest.raises(SetUpError, match="no-such-page does not exist"):
        site.build(root / "site")
    assert not (root / "site").exists()


def test_the_first_page_shows_pictures_that_are_there():
    text = (ROOT / "README.md").read_text("utf-8")
    for scheme in ("light", "dark"):
        name = f"web/docs/howto/playground-{scheme}.webp"
        assert f'"{name}"' in text
        assert (ROOT / name).stat().st_size <= 60_000


def test_the_command_says_where_the_site_is():
    command = [sys.executable, str(project.SCRIPTS / "site.py")]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert result.returncode == 0, result.stderr
    assert re.fullmatch(r"dist/site: \d+ files, \d+\.\d MB\n", result.stdout)


def documents_of(folder, *versions):
    for version in versions:
        for name in ("index.html", "start/install.html"):
            file = folder / version / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f'<p class="note">py-url {version}</p>', "utf-8")
    return folder


def test_the_documents_of_other_versions_are_kept(tmp_path):
    docs = documents_of(tmp_path / "docs", "0.10.0", "stable")
    # What is not a version stays behind, and a version that has been built again is the new one.
    earlier = documents_of(tmp_path / "earlier", "0.2.0", "0.9.1", "stable", "0.10.0")
    (earlier / "0.10.0" / "index.html").write_text("old", "utf-8")
    site.keep_documents(docs, earlier)
    assert {folder.name for folder in docs.iterdir()} == {"0.2.0", "0.9.1", "0.10.0", "stable"}
    for version in ("0.2.0", "0.10.0", "stable"):
        text = (docs / version / "start" / "install.html").read_text("utf-8")
        assert text.startswith(f'<p class="note">py-url {version}</p><p class="note versions">')
        addresses = re.findall('<a href="([^"]*)">', text)
        assert addresses == [f"../../{other}/index.html" for other in ("0.10.0", "0.9.1", "0.2.0")]
        assert all((docs / version / "start" / address).resolve().is_file() for address in addresses)
    once = (docs / "stable" / "index.html").read_text("utf-8")
    site.keep_documents(docs, earlier)
    assert (docs / "stable" / "index.html").read_text("utf-8") == once


def test_one_version_alone_is_not_listed(tmp_path):
    docs = documents_of(tmp_path / "docs", "0.1.0", "stable")
    (tmp_path / "empty").mkdir()
    for keep in (None, tmp_path / "empty"):
        site.keep_documents(docs, keep)
        assert "versions" not in (docs / "stable" / "index.html").read_text("utf-8")


def test_the_documents_of_releases_are_built_from_their_tags(tmp_path, monkeypatch):
    """The program of the release writes the documents; here it is one of a line."""
    root = tmp_path / "root"
    (root / "build_scripts").mkdir(parents=True)
    program = root / "build_scripts" / "site.py"

    def git(*arguments):
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True, timeout=60)

    git("init", "--quiet")
    for version in ("0.0.1", __version__):
        folder = f"dist/site/docs/{version}"
        program.write_text(f"import os; os.makedirs('{folder}'); open('{folder}/index.html', 'x').write('{version}')")
        git("add", ".")
        git("commit", "--quiet", "--message", version)
        git("tag", f"v{version}")
    git("tag", "very-old")
    monkeypatch.setattr(site, "ROOT", root)
    (tmp_path / "made").mkdir()
    docs = site.documents_of_releases(tmp_path / "made")
    assert [file.relative_to(docs).as_posix() for file in docs.rglob("*.html")] == ["0.0.1/index.html"]
    assert (docs / "0.0.1" / "index.html").read_text("utf-8") == "0.0.1"
    # Nothing is left of the other checkout.
    assert not (tmp_path / "made" / "v0.0.1").exists()
