"""Make the cross-check's cases from the Web Platform Tests' files and ``tests/data``, or from a list of URLs.

A case is a JSON object with ``source`` (the name of a file or folder), ``kind`` and ``expected``; the cases of a file
also have its path as ``file``, and as ``line`` where it begins in the file. The other members depend on ``kind``:

- ``parse``: construct a URL from ``input`` and ``base`` (a string or null);
- ``set``: construct a URL from ``href`` and set ``member`` to ``value``;
- those of URL patterns, which `crosscheck.patterns` describes.

``expected`` is ``{"failure": true}``, an object with members of the URL and their values, or null if the tests expect
nothing.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from setup.project import ROOT, SetUpError

from crosscheck import pattern_inputs
from crosscheck.lines import lines_of_rows
from crosscheck.summary import YOUR_LIST
from py_url.standard.urls import components

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from fetching.wpt_url import Content, Tests

    from crosscheck.summary import Case

OWN_DATA = ROOT / "tests" / "data"
MEMBERS = (*components.MEMBERS, "searchParams")


def from_list(input_file: str) -> list[Case]:
    """Return a case for each line of a file (``-`` for standard input). Raises SetUpError if it cannot be read."""
    return [
        {"source": YOUR_LIST, "kind": "parse", "input": line, "base": None, "expected": None}
        for line in _lines(input_file)
    ]


def gather(wpt: Tests, *, fetch: bool = False, required: bool = False) -> list[Case]:
    """Return all cases: those of the Web Platform Tests in *wpt* and those of the project's own data.

    The tests of URL patterns are fetched if *fetch*, and left out if they are missing and not *required*.
    """
    cases: list[Case] = []
    for name in wpt.files:
        if name == "percent-encoding.json":
            continue  # It tests encodings, which the constructor of a URL does not accept.
        lines = lines_of_rows(wpt.files[name].read_text("utf-8"))
        cases += _cases(name, wpt.load(name), name, (f"url/resources/{name}", lines))
    for kind, like in (("parse", "urltestdata.json"), ("setters", "setters_tests.json"), ("hosts", "toascii.json")):
        for file in own_files(kind):
            text, path = file.read_text("utf-8"), file.relative_to(ROOT)
            where = path.as_posix(), lines_of_rows(text)
            cases += _cases(like, json.loads(text), path.parent.as_posix(), where)
    return cases + pattern_inputs.gather(fetch=fetch, required=required)


def _cases(like: str, content: Content, source: str, where: tuple[str, list[int]]) -> Iterator[Case]:
    """The cases of a file in the format of the file named *like*. *where* is the path of the file, and the lines where
    its rows begin.
    """
    rows: list[tuple[str | None, Any]]
    if isinstance(content, dict):
        rows = [(member, row) for member, tests in content.items() if isinstance(tests, list) for row in tests]
    else:
        rows = [(None, row) for row in content]
    file, lines = where
    for (member, row), line in zip(rows, lines, strict=True):
        if isinstance(row, str) or member == "comment":
            continue
        for case in _cases_of_row(row, like, source, member):
            yield {**case, "file": file, "line": line}


def _cases_of_row(row: dict[str, Any], like: str, source: str, member: str | None) -> Iterator[Case]:
    if member is not None:
        yield _set_case(source, row["href"], member, row["new_value"], row["expected"])
    elif like.startswith("urltestdata"):
        yield _parse_case(source, row["input"], _expected(row), row["base"])
    else:
        # As the tests use it: as the host of a URL and, for toascii.json, also as the value of the setters.
        yield from _host_cases(row, source, setters=like == "toascii.json")


def own_files(kind: str) -> list[Path]:
    """Return the project's own data files of a kind. The kinds "parse", "setters" and "hosts" have the formats of the
    Web Platform Tests' ``urltestdata.json``, ``setters_tests.json`` and ``toascii.json``.
    """
    return sorted((OWN_DATA / kind).glob("*.json"))


def name_of(input_file: str) -> str:
    """What a message calls a file of URLs."""
    return "standard input" if input_file == "-" else input_file


def _lines(input_file: str) -> list[str]:
    name = name_of(input_file)
    try:
        data = sys.stdin.buffer.read() if input_file == "-" else Path(input_file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SetUpError(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SetUpError(f"{name} is not valid UTF-8 at byte {error.start}; save it as UTF-8") from None
    return [line.removesuffix("\r") for line in text.split("\n") if line.strip()]


def _expected(row: dict[str, Any]) -> dict[str, Any]:
    return {"failure": True} if row.get("failure") else {name: row[name] for name in MEMBERS if name in row}


def _host_cases(row: dict[str, Any], source: str, *, setters: bool) -> Iterator[Case]:
    host, output = row["input"], row["output"]
    if host == "":
        return  # It cannot be the host of an https URL. The Web Platform Tests skip it too.
    expected: dict[str, Any] = {"failure": True}
    if output is not None:
        expected = {"host": output, "hostname": output, "pathname": "/x", "href": f"https://{output}/x"}
    yield _parse_case(source, f"https://{host if setters else in_host(host)}/x", expected)
    for member in ("host", "hostname") if setters else ():
        yield _set_case(source, "https://x/x", member, host, {member: "x" if output is None else output})


def in_host(host: str) -> str:
    """Percent-encode the delimiters that would end *host* in a URL, as the Web Platform Tests do for IdnaTestV2."""
    return re.sub(r"[:/?#\\]", lambda match: f"%{ord(match[0]):02X}", host)


def _parse_case(source: str, input: str, expected: dict[str, Any], base: str | None = None) -> Case:
    return {"source": source, "kind": "parse", "input": input, "base": base, "expected": expected}


def _set_case(source: str, href: str, member: str, value: str, expected: dict[str, Any]) -> Case:
    return {
        "source": source,
        "kind": "set",
        "href": href,
        "member": member,
        "value": value,
        "expected": expected,
    }
