"""Turn docstrings into reStructuredText: sections in Google's style, links to what they name, and to standards."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_SECTION = re.compile(r"(Args|Arguments|Returns|Yields|Raises|Examples?|Notes?):")
_ENTRY = re.compile(r" {4}(?P<name>\*{0,2}[\w.]+(?:, [\w.]+)*): ?(?P<text>.*)")
# Literals and links are kept as they are; a name in single backticks may be a reference.
_PARTS = re.compile(r"(``.+?``|:\w+(?::\w+)?:`[^`]+`|`[^`]+`_{0,2}|https?://[^\s<>]+)", re.DOTALL)
_RFC = re.compile(r"\bRFC (\d{3,5})((?:,? (?:§|sections? |Appendix )[\dA-F.]*[\dA-F])?)")
_FIELDS = {"Args": "param", "Arguments": "param", "Raises": "raises"}


def to_rst(docstring: str, resolve: Callable[[str], str | None]) -> list[str]:
    """Return the lines of a docstring in reStructuredText.

    *resolve* returns the whole name of what a name in backticks refers to, or None.
    """
    return [*_lines([*_sections(docstring)], resolve)]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> list[str]:
    """Return a table in reStructuredText."""
    lines = [f".. list-table:: {title}".rstrip(), "   :header-rows: 1", ""]
    for row in (headings, *rows):
        lines += [f"   {'* -' if not place else '  -'} {cell}" for place, cell in enumerate(row)]
    return [*lines, ""]


def first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring, without the number of a section and what follows a colon."""
    text = " ".join(docstring.partition("\n\n")[0].split())
    text = re.sub(r"^(?:[A-Z][\w .]*)?§[\d.]+\w* ", "", text)
    sentence = re.split(r"(?<=[.])\s+(?=[A-Z*`])", text)[0]
    return sentence[:1].upper() + sentence[1:]


def _sections(docstring: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a docstring: the heading, empty for the text, and the lines."""
    heading, lines = "", list[str]()
    for line in docstring.splitlines():
        match = _SECTION.fullmatch(line)
        if match or (heading and line and not line.startswith(" ")):
            yield heading, lines
            heading, lines = (match[1], []) if match else ("", [line])
        else:
            lines.append(line)
    yield heading, lines


def _lines(sections: list[tuple[str, list[str]]], resolve: Callable[[str], str | None]) -> Iterator[str]:
    for heading, lines in sections:
        if not heading:
            yield from _text(lines, resolve)
        elif heading in _FIELDS:
            yield ""
            yield from _entries(_FIELDS[heading], lines, resolve)
        elif heading.startswith(("Returns", "Yields")):
            text = [line.strip() for line in lines if line.strip()]
            yield from ("", f":{heading.lower()}: {_inline(' '.join(text), resolve)}")
        else:
            yield ""
            yield from _text([line[4:] for line in lines], resolve)
        yield ""


def _entries(field: str, lines: list[str], resolve: Callable[[str], str | None]) -> Iterator[str]:
    entries: list[list[str]] = []
    for line in lines:
        if match := _ENTRY.fullmatch(line):
            entries.append([match["name"].lstrip("*"), match["text"]])
        elif entries and line.strip():
            entries[-1].append(line.strip())
    for name, *text in entries:
        yield f":{field} {name}: {_inline(' '.join(text), resolve)}"


def _text(lines: list[str], resolve: Callable[[str], str | None]) -> Iterator[str]:
    """Yield paragraphs with their links; examples stay as they are."""
    for paragraph in re.split(r"\n(?:[ ]*\n)+", "\n".join(lines)):
        if not paragraph.strip():
            continue
        if paragraph.lstrip().startswith(">>>"):
            indent = len(paragraph) - len(paragraph.lstrip())
            yield from (".. code-block:: pycon", "")
            yield from (f"   {line[indent:]}" for line in paragraph.splitlines())
        else:
            # An example directly below its sentence, and a list, become paragraphs of their own.
            text, example, rest = paragraph.partition("\n>>>")
            inner = _inline(text, resolve)
            yield from re.sub(r"(?<=[^\n])\n(?=- )", "\n\n", inner).splitlines()
            if example:
                yield ""
                yield from _text([f">>>{rest}"], resolve)
        yield ""


def _inline(text: str, resolve: Callable[[str], str | None]) -> str:
    return "".join(_part(part, resolve) for part in _PARTS.split(text))


def _part(part: str, resolve: Callable[[str], str | None]) -> str:
    if part.startswith("``") and part.endswith("``") and len(part) > 4:
        return part
    if part.startswith("`") and part.endswith("`") and len(part) > 2:
        name = " ".join(part[1:-1].split())
        found = resolve(name.removesuffix("()"))
        return f":py:obj:`{name} <{found}>`" if found else f"``{name}``"
    if part.startswith(("http://", "https://", ":")):
        return part
    address = "https://www.rfc-editor.org/rfc/rfc"
    return _RFC.sub(lambda rfc: f"`RFC {rfc[1]}{rfc[2]} <{address}{rfc[1]}>`__", escaped(part))


def escaped(text: str) -> str:
    r"""Escape what would be markup by accident: ``\``, ``|`` and a star or underscore next to a name."""
    text = text.replace("\\", "\\\\").replace("|", "\\|")
    text = re.sub(r"(?<![\w*])\*(?=[^*\n]*$)(?![^*]*\*)", r"\\*", text)
    return re.sub(r"(?<=\w)_(?=\W|$)", r"\\_", text)
