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
from environment import ROOT, SetUpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Case = dict[str, Any]

OWN_DATA = ROOT / "tests" / "data"
MEMBERS = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port"),
    *("pathname", "search", "searchParams", "hash"),
)


def gather(input_file: str | None = None, *, fetch: bool = True) -> list[Case]:
    """All cases; or, where *input_file* is given (``-`` for standard input), one for each line of it.

    Raises SetUpError where the file cannot be read, or the Web Platform Tests' data is not to be had.
    """
    if input_file is not None:
        return [
            {"source": "your list", "kind": "parse", "input": line, "base": None, "expected": None}
            for line in _lines(input_file)
        ]
    wpt = fetch_wpt.locate(fetch=fetch)
    cases: list[Case] = []
    cases += parse_cases(wpt / "urltestdata.json")
    cases += parse_cases(wpt / "urltestdata-javascript-only.json")
    cases += set_cases(wpt / "setters_tests.json")
    cases += host_cases(wpt / "toascii.json", setters=True)
    cases += host_cases(wpt / "IdnaTestV2.json")
    cases += host_cases(wpt / "IdnaTestV2-removed.json")
    for file in own_files("parse"):
        cases += parse_cases(file, _own_source(file))
    for file in own_files("setters"):
        cases += set_cases(file, _own_source(file))
    for file in own_files("hosts"):
        cases += host_cases(file, _own_source(file), setters=True)
    return cases


def own_files(kind: str) -> list[Path]:
    """The project's own data of a kind: "parse", "setters" or "hosts", in the formats of the Web Platform Tests'
    ``urltestdata.json``, ``setters_tests.json`` and ``toascii.json``.
    """
    return sorted((OWN_DATA / kind).glob("*.json"))


def _own_source(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _lines(input_file: str) -> list[str]:
    try:
        data = sys.stdin.buffer.read() if input_file == "-" else Path(input_file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SetUpError(f"{input_file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SetUpError(f"{input_file} is not UTF-8: byte {error.start}") from None
    return [line.removesuffix("\r") for line in text.split("\n") if line.strip()]


def rows(file: Path) -> Iterator[dict[str, Any]]:
    """The objects of a Web Platform Tests' JSON list, which holds comments (strings) too."""
    return (row for row in json.loads(file.read_text("utf-8")) if isinstance(row, dict))


def parse_cases(file: Path, source: str | None = None) -> Iterator[Case]:
    """Of a file in the format of ``urltestdata.json``."""
    for row in rows(file):
        expected = {"failure": True} if row.get("failure") else {name: row[name] for name in MEMBERS if name in row}
        yield _parse_case(source or file.name, row["input"], expected, row["base"])


def set_cases(file: Path, source: str | None = None) -> Iterator[Case]:
    """Of a file in the format of ``setters_tests.json``."""
    for member, tests in json.loads(file.read_text("utf-8")).items():
        if member != "comment":
            for row in tests:
                yield _set_case(source or file.name, row["href"], member, row["new_value"], row["expected"])


def host_cases(file: Path, source: str | None = None, *, setters: bool = False) -> Iterator[Case]:
    """Of a file in the format of ``toascii.json``, as the tests use it: the host of a URL and, for *setters*, set."""
    for row in rows(file):
        host, output = row["input"], row["output"]
        if host == "":
            continue  # It cannot be the host of an https URL, and the Web Platform Tests leave it out too.
        expected: dict[str, Any] = {"failure": True}
        if output is not None:
            expected = {"host": output, "hostname": output, "pathname": "/x", "href": f"https://{output}/x"}
        yield _parse_case(source or file.name, f"https://{host if setters else in_host(host)}/x", expected)
        for member in ("host", "hostname") if setters else ():
            kept = "x" if output is None else output
            yield _set_case(source or file.name, "https://x/x", member, host, {member: kept})


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
