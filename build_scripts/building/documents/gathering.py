"""Gather the documents of the repository for Sphinx: those in ``web/docs``, those that are made of the history of the
cross-check, and some from elsewhere.

The sources are written for GitHub, so links lead from file to file. Links to files that are not documents lead to the
repository, if it has an address; without one they are their text alone.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from html import escape
from pathlib import Path

from crosscheck import evidence
from setup.project import ROOT

from building.documents import tables

DOCS = ROOT / "web" / "docs"
SECTIONS = {
    "start": ("Start", "Install py-url, or move to it from another library."),
    "howto": ("How to", "Tasks, each with examples that run."),
    "reference": ("Reference", "Every public name, option, error and function."),
    "explanation": ("Explanation", "How the standard works, and why py-url does what it does."),
    "evidence": ("Evidence", "What was measured: each figure with its command."),
    "project": ("Project", "Changes, promises, security, and how to take part."),
    "upstream": ("For other projects", "Reports and tests that other projects can use."),
}
"""The folders of the documents: title, and what is in them."""
# Documents that lie where GitHub, or who works on a folder, looks for them.
ELSEWHERE = {
    ".github/CONTRIBUTING.md": "project/contributing.md",
    ".github/SECURITY.md": "project/security.md",
    "py_url/README.md": "project/design.md",
    "tests/README.md": "project/tests.md",
    "tests/data/corpora/README.md": "evidence/corpora.md",
    "web/README.md": "start/npm.md",
}
_HOME = "README.md"
_PICTURES = (".svg", ".png", ".webp")
# Code, which stays as it is; a link or a picture.
_PARTS = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)$|`[^`\n]*`|\[(?P<text>(?:[^\[\]`]|`[^`]*`)*)\]\((?P<target>[^()\s]+)\)",
    re.MULTILINE | re.DOTALL,
)
_PLAYGROUND = ROOT / "web" / "playground"
_EXAMPLE = re.compile(r"^```python\n(?P<code>(?:(?!```).*\n)*?)```\n", re.MULTILINE)
_IMPORT = re.compile(r"^(?:>>>|\.\.\.|) *(?:import|from) (\w+)", re.MULTILINE)
_IN_BROWSER = {"py_url", *sys.stdlib_module_names}
CONTINUES = ">>> # continues"
"""How an example begins that does not stand alone."""
# What the contents call it: people look for it by something in it.
_CONTRIBUTING = "A first patch in ten lines, and contributing <contributing>"
_FIRST = {
    "start": ("should-i-adopt", "install", "ten-minutes", "from-urllib-parse", "from-other-libraries", "npm"),
    "howto": (
        *("validate-and-repair", "ssrf-and-redirects", "show-a-url", "keys-and-joins", "columns", "other-libraries"),
        *("javascript", "pyscript-and-notebooks", "shell", "crawl", "check-a-parser"),
    ),
    "explanation": (
        *("how-a-browser-reads-a-url", "how-it-is-fast", "editions", "what-may-be-shown"),
        "which-parser-sees-which-host",
    ),
    "evidence": (
        *("crosscheck", "parsers", "chromium", "firefox", "webkit", "node"),
        *("fuzzing", "mutation", "speed", "javascript", "guards", "sql-engines", "corpora"),
    ),
    "reference": ("api/index", "terms", "exceptions", "validation-errors", "guard", "command-line", "load", "sql"),
    "project": ("changelog", "releases", "security", _CONTRIBUTING, "glossary"),
}


def gather(folder: Path, repository: str, version: str) -> None:
    """Copy the documents to *folder*, with links to each other's pages."""
    made = {DOCS / "evidence" / name: text for name, text in evidence.pages().items()}
    sources = sorted({*DOCS.rglob("*.md"), *(file for file in made if file.suffix == ".md")})
    places = {file: file.relative_to(DOCS).as_posix() for file in sources}
    # A folder's README is the page that lists the folder's others.
    places = {file: place.replace("README.md", "index.md") for file, place in places.items()}
    places |= {ROOT / name: place for name, place in ELSEWHERE.items()}
    pages = {file: folder / place for file, place in places.items()} | {ROOT / _HOME: folder / "index.md"}
    blob = f"{repository}/blob/v{version}/" if repository else ""
    for file, place in places.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        text = with_needs(tables.filled(made.get(file) or file.read_text("utf-8")))
        target.write_text(_linked(text, file, folder / place, pages, blob), "utf-8")
    for file in sorted(DOCS.rglob("*")):
        if file.is_file() and file.suffix != ".md":
            target = folder / file.relative_to(DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    for file, text in made.items():
        if file.suffix != ".md":
            (folder / file.relative_to(DOCS)).write_text(text, "utf-8")


def with_needs(text: str) -> str:
    """Say below each example what it needs that a browser does not have; the others get a button."""
    needed: set[str] = set()

    def replaced(block: re.Match[str]) -> str:
        code = block["code"]
        if not code.startswith(CONTINUES):
            needed.clear()
        needed.update(name for name in _IMPORT.findall(code) if name not in _IN_BROWSER)
        said = f'\n<p class="needs">It needs {" and ".join(sorted(needed))}, which this page cannot load.</p>\n'
        return f"```python\n{code.rstrip()}\n```\n{said if needed else ''}"

    return _EXAMPLE.sub(replaced, text)


def _linked(text: str, file: Path, target_file: Path, pages: dict[Path, Path], repository: str) -> str:
    def replaced(part: re.Match[str]) -> str:
        target = part["target"]
        if target is not None and f'<a id="{target[1:]}"></a>' in text:
            # Sphinx's own labels would have to differ on all pages.
            return f'<a href="{target}">{part["text"]}</a>'
        if target is None or "://" in target or target.startswith(("#", "mailto:")):
            return part[0]
        path, mark, anchor = target.partition("#")
        wanted = Path(os.path.normpath(file.parent / path))
        if wanted in pages:
            return f"[{part['text']}]({_relative(pages[wanted], target_file)}{mark}{anchor})"
        if wanted.is_relative_to(DOCS) and wanted.is_file():
            return part[0]
        if wanted == _PLAYGROUND:
            # The documents are in docs/VERSION of the site.
            depth = len(target_file.relative_to(pages[ROOT / _HOME].parent).parts)
            return f'<a href="{"../" * (depth + 1)}playground/{mark}{escape(anchor)}">{part["text"]}</a>'
        if wanted.suffix in _PICTURES and wanted.is_file():
            copied = target_file.with_name(wanted.name)
            shutil.copyfile(wanted, copied)
            return f"[{part['text']}]({copied.name})"
        return (
            f"[{part['text']}]({repository}{wanted.relative_to(ROOT).as_posix()})" if repository else str(part["text"])
        )

    return _PARTS.sub(replaced, text)


def _relative(page: Path, start: Path) -> str:
    return Path(os.path.relpath(page, start.parent)).as_posix()


def write_indexes(folder: Path, modules: list[str]) -> None:
    """Write a page for each section that lists its pages, and the first page."""
    api = ["Python", "======", "", "A page for each module; each class has a page of its own.", ""]
    api += [".. toctree::", "   :maxdepth: 2", "", *(f"   {module}" for module in modules)]
    (folder / "reference" / "api" / "index.rst").write_text("\n".join(api) + "\n", "utf-8")
    home = folder / "index.md"
    lines = [home.read_text("utf-8"), "## All pages", ""]
    for name, (title, text) in SECTIONS.items():
        index = folder / name / "index.md"
        head = index.read_text("utf-8") if index.is_file() else f"# {title}\n\n{text}\n"
        shown = ":hidden:" if index.is_file() else ":maxdepth: 1"
        first = _FIRST.get(name, ())
        named = {"index", *(entry.removesuffix(">").rpartition("<")[2] for entry in first)}
        pages = {file.stem for file in (folder / name).iterdir() if file.suffix in (".md", ".rst")}
        toctree = ["```{toctree}", shown, "", *first, *sorted(pages - named), "```"]
        index.write_text("\n".join([head, *toctree]) + "\n", "utf-8")
        lines += [f"**[{title}]({name}/index.md)**: {text}", ""]
    lines += ["```{toctree}", ":hidden:", "", *(f"{name}/index" for name in SECTIONS), "```"]
    home.write_text("\n".join(lines) + "\n", "utf-8")
