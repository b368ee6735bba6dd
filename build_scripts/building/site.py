"""Build the site in ``dist/site/``: static files that any server can serve, from any folder.

``build_scripts/site.py`` runs `main`.

- ``index.html``: the page that leads to the others
- ``embed.html``: the frame that other pages embed, and ``playground/made.json``, what it shows without Python
- ``playground/``, ``crosscheck/``, ``pyscript/``: the pages of ``web/``
- ``docs/VERSION/``, ``docs/stable/``: the documents, with a reference of every public name
- ``report/``: the last report of ``crosscheck.py``, if there is one, and its exports
- ``pyodide/``: Pyodide with py-url

``serve.py`` serves the same pages at the same addresses from where their sources are.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

import build_wheel
from crosscheck import page, report
from fetching import wpt_url
from setup import venv
from setup.ending import ends
from setup.project import ROOT, SCRIPTS, SetUpError, run, say

from building import documents, made_answers, repository, serving
from building.comments import take_out_comments
from building.offline_site import keep_offline
from py_url import __version__
from py_url.standard.infra.extras import PUBLISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fetching.wpt_url import Tests

SITE = build_wheel.DIST / "site"
# Of web/, everything but the documentation and what belongs to the npm package alone.
_PAGES = ("index.html", "embed.html", "offline.js", "py_url.js", "lib", "look", "playground", "crosscheck", "pyscript")
# Of Pyodide's npm package, what a browser loads.
_OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.map", "*.png", "*.md", ".*")
_HEADER = re.compile(r'<header class="top">.*?</header>', re.DOTALL)
# What the front page has only if there is a report, an address of the source, or the field that other pages embed.
_IF_REPORT = re.compile(r' *<li data-if="report">.*?</li>\n', re.DOTALL)
_IF_SOURCE = re.compile(r'<span data-if="source">.*?</span>', re.DOTALL)
_FIELD = re.compile(r' *<iframe class="field".*?</iframe>\n', re.DOTALL)
# What it says of the installation until a package index has the project.
_INSTALL = re.compile(r"(?<=<code data-install>)[^<]*(?=</code>)")
_IN_CLONE = re.compile(r'<span data-if="clone">.*?</span>\s*', re.DOTALL)
_VERSION = re.compile(r"\d+\.\d+\.\d+")
# For the site of an earlier release, with everything that it sets up.
_SECONDS = 1_800
# What a page of the documents says of its version, and perhaps of all versions of an earlier site.
_OF_VERSION = re.compile(r'(<p class="note">py-url [^<]*</p>)(<p class="note versions">.*?</p>)?')


def build(folder: Path = SITE, *, keep: Path | None = None, install: bool = True) -> Path:
    """Build the site in *folder*, in the place of what is there, and return the folder. Raises SetUpError.

    *keep* is the folder ``docs`` of an earlier site, whose versions of the documents stay.
    """
    build_wheel.build(install=install)
    build_wheel.build_playground_wheels(install=install)
    served = serving.folders(install=install)
    wpt = wpt_url.find(fetch=install)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".site-") as temporary:
        made = Path(temporary, "site")
        made.mkdir()
        for name in (*_PAGES, "docs/index.html"):
            _copy(ROOT / "web" / name, made / name)
        take_out_comments([made / "py_url.js", *(made / "lib").glob("*.js")])
        _copy_served(served, made)
        _put_inputs(made, wpt)
        _put_answers(made)
        _put_documents(made, wpt, install=install)
        keep_documents(made / "docs", keep)
        # GitHub Pages would leave out files whose names begin with "_".
        (made / ".nojekyll").touch()
        _put_report(made)
        address = repository.address(ROOT)
        _finish_front(made / "index.html")
        name_address(made, repository.site(address))
        cited = ROOT / ".github" / "CITATION.cff"
        # A source distribution does not have it.
        if cited.is_file():
            (made / cited.name).write_text(repository.citation(cited.read_text("utf-8"), address), "utf-8")
        keep_offline(made)
        shutil.rmtree(folder, ignore_errors=True)
        made.replace(folder)
    say(f"the page crosscheck/ has inputs of {wpt.which}")
    return folder


def _copy_served(served: dict[str, list[Path]], made: Path) -> None:
    """Copy what `serving.folders` serves at other addresses than its own: packages, and files of the build scripts."""
    compiled, pyodide = served["/pyodide/"]
    for name in _OF_PYODIDE:
        _copy(pyodide / name, made / "pyodide" / name)
    _copy(compiled, made / "pyodide")
    _copy(served["/pyscript/"][-1], made / "pyscript")
    for folder in served["/playground/wheels/"]:
        _copy(folder, made / "playground" / "wheels")
    for name in page.PYTHON:
        _copy(SCRIPTS / "crosscheck" / name, made / "playground" / "python" / "crosscheck" / name)


def _put_documents(made: Path, wpt: Tests, *, install: bool) -> None:
    """Copy the documents to the folder of their version, and to one whose address stays."""
    built = documents.made(wpt, install=install)
    for name in (__version__, documents.ALIAS):
        shutil.copytree(built, made / "docs" / name)


def keep_documents(docs: Path, keep: Path | None) -> None:
    """Copy the documents of other versions from *keep*, the folder ``docs`` of an earlier site, and list all."""
    if keep is None:
        return
    for folder in sorted(keep.iterdir()):
        if _VERSION.fullmatch(folder.name) and not (docs / folder.name).exists():
            shutil.copytree(folder, docs / folder.name)
    versions = sorted((folder.name for folder in docs.iterdir() if _VERSION.fullmatch(folder.name)), key=_numbers)
    for file in docs.rglob("*.html") if len(versions) > 1 else ():
        up = "../" * (len(file.relative_to(docs).parts) - 1)
        links = [f'<a href="{up}{version}/index.html">{version}</a>' for version in reversed(versions)]
        text = file.read_text("utf-8")
        listed = f'<p class="note versions">All versions: {", ".join(links)}</p>'
        file.write_text(_OF_VERSION.sub(rf"\g<1>{listed}", text), "utf-8")


def documents_of_releases(folder: Path) -> Path:
    """Build the documents of each release but this one from its tag, and return the folder with them, in *folder*.

    Raises SetUpError.
    """
    docs = folder / "docs"
    docs.mkdir()
    for tag in run(["git", "tag", "--list", "v*"], cwd=ROOT).split():
        version = tag.removeprefix("v")
        if not _VERSION.fullmatch(version) or version == __version__:
            continue
        tree = folder / tag
        run(["git", "worktree", "add", "--detach", str(tree), tag], cwd=ROOT)
        try:
            say(f"building the documents of {version} ...")
            run([sys.executable, str(tree / "build_scripts" / "site.py")], cwd=tree, seconds=_SECONDS)
            shutil.copytree(tree / "dist" / "site" / "docs" / version, docs / version)
        finally:
            run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT)
    return docs


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _put_inputs(made: Path, wpt: Tests) -> None:
    """Write what the page that checks its own browser asks for; `serve.py` makes it when it is asked.

    The Web Platform Tests are not part of the repository, but the site is not either.
    """
    for name, value in (("check.json", page.about(wpt)), ("inputs.json", page.cases(wpt))):
        (made / "crosscheck" / name).write_text(json.dumps(value, separators=(",", ":")), "utf-8")


def _put_answers(made: Path) -> None:
    """Write the answers that the frame ``embed.html`` shows without Python; `serve.py` makes them when it is asked."""
    answers = made_answers.made(made, made_answers.loaded(made / "pyodide"))
    text = json.dumps(answers, ensure_ascii=False, separators=(",", ":"))
    (made / "playground" / "made.json").write_text(text, "utf-8")


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=_NOT_COPIED)
    elif source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    else:
        raise SetUpError(f"{source} does not exist; delete {source.parent} and run again")


def _put_report(made: Path) -> None:
    """Copy the last report with the files next to it, or take the link to it from the front page."""
    folder = ROOT / "report"
    front = made / "index.html"
    if report.page_in(folder).is_file():
        header = _HEADER.search((made / "crosscheck" / "index.html").read_text("utf-8"))
        for name in (report.page_in(folder).name, *report.FILES):
            if (folder / name).is_file():
                _copy(folder / name, made / "report" / name)
        shown = report.page_in(made / "report")
        if header is not None:
            text = header[0].replace('href="./" aria-current="page"', 'href="../crosscheck/"')
            shown.write_text(shown.read_text("utf-8").replace("<body>\n", f"<body>\n{text}\n", 1), "utf-8")
    else:
        front.write_text(_IF_REPORT.sub("", front.read_text("utf-8")), "utf-8")


def _finish_front(front: Path) -> None:
    """Take from the front page what is not there: the address of the source, the embedded field, the package index."""
    text = front.read_text("utf-8")
    source = repository.address(ROOT)
    text = text.replace('href="" data-address="source"', f'href="{source}"') if source else _IF_SOURCE.sub("", text)
    if not (front.parent / "embed.html").is_file():
        text = _FIELD.sub("", text)
    if PUBLISHED:
        text = _IN_CLONE.sub("", _INSTALL.sub("pip install py-url-whatwg", text))
    front.write_text(text, "utf-8")


def name_address(made: Path, address: str) -> None:
    """Write to each page in *made* where search engines find it, if the site has an *address*."""
    for page_file in made.rglob("index.html") if address else ():
        if page_file.is_relative_to(made / "docs"):
            continue  # Sphinx has done it
        folder = page_file.parent.relative_to(made).as_posix()
        link = f'<link rel="canonical" href="{address}{"" if folder == "." else f"{folder}/"}">'
        text = page_file.read_text("utf-8")
        page_file.write_text(text.replace("<title>", f"{link}\n<title>", 1), "utf-8")


@ends("site.py")
def main() -> int:
    """Build the site and say where it is. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Build the site: static files, for any server and any folder.")
    parser.add_argument(
        "--releases", action="store_true", help="build the documents of earlier releases from their tags, and keep them"
    )
    arguments = parser.parse_args()
    venv.enter("build")
    with tempfile.TemporaryDirectory() as temporary:
        folder = build(keep=documents_of_releases(Path(temporary)) if arguments.releases else None)
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1_000_000
    print(f"{folder.relative_to(ROOT).as_posix()}: {len(files)} files, {size:.1f} MB")
    return 0
