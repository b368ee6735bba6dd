"""What the built documents must have: a section for each public name, links to standards, and nothing inline."""

from __future__ import annotations

import ast
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

from setup.project import SetUpError

from building.documents import public

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Where standards are.
_STANDARD = re.compile(
    r'href="https://(?:[\w-]+\.spec\.whatwg\.org|www\.rfc-editor\.org|www\.unicode\.org|www\.w3\.org|w3c\.github\.io'
    r"|(?:[\w-]+\.)?ecma-international\.org|(?:docs|www)\.oasis-open\.org|datatracker\.ietf\.org|xmpp\.org)/"
)
_NAMED = re.compile(r"§\d|\bRFC \d{3,5}\b")
_FEWEST_NAMES = 400


def check(folder: Path) -> None:
    """Check the documents in *folder*. Raises SetUpError with all that is wrong."""
    if wrong := [*problems(folder)]:
        raise SetUpError("the documents are not complete:\n" + "\n".join(f"  {line}" for line in wrong))


def problems(folder: Path) -> Iterator[str]:
    """Yield what is wrong with the documents in *folder*."""
    sections = sections_in(folder)
    if len(sections) < _FEWEST_NAMES:
        yield f"there are only {len(sections)} sections"
    for whole in wanted():
        if whole not in sections:
            yield f"{whole} has no section"
        else:
            address, _, anchor = sections[whole].partition("#")
            if f'id="{anchor}"' not in _text(folder / address):
                yield f"{whole}: {address} has no {anchor}"
    for module in public.modules():
        page = folder / "reference" / "api" / f"{module}.html"
        if _NAMED.search(public.docstring_of_module(module)) and not _STANDARD.search(_text(page)):
            yield f"{page.name} has no link to the standard that {module} names"
    for name in public.homes().values():
        page = folder / "reference" / "api" / f"{name.whole}.html"
        docstring = public.docstring_of(name.where, name.node)
        if isinstance(name.node, ast.ClassDef) and _NAMED.search(docstring) and not _STANDARD.search(_text(page)):
            yield f"{page.name} has no link to the standard that its class names"
    for file in sorted(folder.rglob("*.html")):
        for what in inline_in(_text(file)):
            yield f"{file.relative_to(folder).as_posix()}: {what}"


def wanted() -> list[str]:
    """Return the whole name of everything public: modules, their names, and members of classes."""
    names = [*public.modules(), *(name.whole for name in public.names())]
    for name in public.homes().values():
        if isinstance(name.node, ast.ClassDef):
            names += [f"{name.whole}.{member.name}" for member in public.members(name)]
    return names


def sections_in(folder: Path) -> dict[str, str]:
    """Return the names of Sphinx's inventory with their addresses in *folder*."""
    content = Path(folder, "objects.inv").read_bytes()
    packed = content.split(b"\n", 4)[4]  # after four lines of text
    found = {}
    for line in zlib.decompress(packed).decode().splitlines():
        match = re.fullmatch(r"(\S+) py:\w+ \S+ (\S+) .*", line)
        if match:
            found[match[1]] = match[2].replace("$", match[1])
    return found


def _text(file: Path) -> str:
    return file.read_text("utf-8") if file.is_file() else ""


class _Inline(HTMLParser):
    """Finds what the policy of the site forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes of an element."""
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") != "application/json"):
            self.found.append(f"an inline <{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"{name}={value!r} in <{tag}>")


def inline_in(text: str) -> list[str]:
    """Return the inline scripts, styles and handlers of a page."""
    parser = _Inline()
    parser.feed(text)
    return parser.found
