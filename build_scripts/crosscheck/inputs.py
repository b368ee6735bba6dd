"""What the cross-check compares: cases made of the Web Platform Tests' files, of ``tests/data``, or of a list of URLs.

A case is a JSON object: ``source`` (a file's name), ``kind``, ``expected``, and by kind

- ``parse``: ``input`` and ``base`` (a string or null), to construct a URL with;
- ``set``: ``href``, ``member`` and ``value``, to construct a URL with and set a member of it.

``expected`` is null where nothing is expected, ``{"failure": true}``, or the members of the URL and their values.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import fetch_wpt
from setup.project import ROOT, SetUpError

from py_url.standard.urls import components

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from fetch_wpt import Content, Tests

    Case = dict[str, Any]

OWN_DATA = ROOT / "tests" / "data"
MEMBERS = (*components.MEMBERS, "searchParams")


def from_list(input_file: str) -> list[Case]:
    """A case for each line of a file (``-`` for standard input). Raises SetUpError if it cannot be read."""
    return [
        {"source": "your list", "kind": "parse", "input": line, "base": None, "expected": None}
        for line in _lines(input_file)
    ]


def gather(wpt: Tests) -> list[Case]:
    """All cases: those of the Web Platform Tests that were found, and those of the project's own data."""
    cases: list[Case] = []
    for name in wpt.files:
        if name == "percent-encoding.json":
            continue  # It is about encodings that a URL's constructor does not take.
        changed = {fetch_wpt.key_of(row, row.get("member")) for row in wpt.changed(name)}
        cases += _cases(name, wpt.load(name), name, changed)
    for kind, like in (("parse", "urltestdata.json"), ("setters", "setters_tests.json"), ("hosts", "toascii.json")):
        for file in own_files(kind):
            cases += _cases(like, json.loads(file.read_text("utf-8")), file.parent.relative_to(ROOT).as_posix())
    return cases


def _cases(like: str, content: Content, source: str, changed: Collection[object] = ()) -> Iterator[Case]:
    """The cases of a file in the format of the file named *like*. Those in *changed* have a source of their own."""
    rows: list[tuple[str | None, dict[str, Any]]]
    if isinstance(content, dict):
        rows = [(member, row) for member, tests in content.items() if member != "comment" for row in tests]
    else:
        rows = [(None, row) for row in content if isinstance(row, dict)]
    for member, row in rows:
        since = " changed since 2024" if fetch_wpt.key_of(row, member) in changed else ""
        if member is not None:
            yield _set_case(source + since, row["href"], member, row["new_value"], row["expected"])
        elif like.startswith("urltestdata"):
            yield _parse_case(source + since, row["input"], _expected(row), row["base"])
        else:
            # As the tests use it: the host of a URL, and for toascii.json also set as one.
            yield from _host_cases(row, source + since, setters=like == "toascii.json")


def own_files(kind: str) -> list[Path]:
    """The project's own data of a kind: "parse", "setters" or "hosts", in the formats of the Web Platform Tests'
    ``urltestdata.json``, ``setters_tests.json`` and ``toascii.json``.
    """
    return sorted((OWN_DATA / kind).glob("*.json"))


def _lines(input_file: str) -> list[str]:
    try:
        data = sys.stdin.buffer.read() if input_file == "-" else Path(input_file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SetUpError(f"{input_file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SetUpError(f"{input_file} is not UTF-8: byte {error.start}") from None
    return [line.removesuffix("\r") for line in text.split("\n") if line.strip()]


def _expected(row: dict[str, Any]) -> dict[str, Any]:
    return {"failure": True} if row.get("failure") else {name: row[name] for name in MEMBERS if name in row}


def _host_cases(row: dict[str, Any], source: str, *, setters: bool) -> Iterator[Case]:
    host, output = row["input"], row["output"]
    if host == "":
        return  # It cannot be the host of an https URL, and the Web Platform Tests leave it out too.
    expected: dict[str, Any] = {"failure": True}
    if output is not None:
        expected = {"host": output, "hostname": output, "pathname": "/x", "href": f"https://{output}/x"}
    yield _parse_case(source, f"https://{host if setters else in_host(host)}/x", expected)
    for member in ("host", "hostname") if setters else ():
        yield _set_case(source, "https://x/x", member, host, {member: "x" if output is None else output})


def in_host(host: str) -> str:
    """*host* with what would end it in a URL percent-encoded, as the Web Platform Tests do for IdnaTestV2."""
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
