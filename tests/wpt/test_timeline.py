"""The parser step by step: the steps lead to the same record and the same validation errors as a parse."""

import json
import random

import pytest
from crosscheck.inputs import own_files

from py_url import InvalidURL, validate
from py_url.explain import parts, steps
from py_url.standard import URLRecord, basic_parse, serialize_host
from tests.wpt.data import rows

MEMBERS = ("scheme", "username", "password", "port", "query", "fragment")


def replayed(all_steps):
    """Return the members of a record to which only the effects of the steps were applied, the host as a str."""
    record = URLRecord()
    members = {name: getattr(record, name) for name in (*MEMBERS, "host")} | {"path": []}
    for step in all_steps:
        for member, action, value in step.effects:
            if action == "set":
                members[member] = [*value] if isinstance(value, tuple) else value
            elif action == "append":
                members[member].append(value)
            else:
                assert members[member].pop() == value
    return members


def members_of(record):
    host = None if record.host is None else serialize_host(record.host)
    return {name: getattr(record, name) for name in MEMBERS} | {"host": host, "path": record.path}


def check(url, base=None):
    listed = list(steps(url, base))
    errors = [error for step in listed for error in step.errors]
    assert errors == validate(url, base)
    assert [step.state for step in listed[1:]] == [step.next for step in listed[:-1]]
    assert listed[-1].next is None
    assert [step.is_failure for step in listed[:-1]] == [False] * (len(listed) - 1)
    try:
        record = basic_parse(url, base)
    except InvalidURL as error:
        assert listed[-1].is_failure
        assert errors[-1] == error.fatal_error
    else:
        assert not listed[-1].is_failure
        assert replayed(listed) == members_of(record)
        # All is consumed, apart from what preprocessing removed.
        parsed = url.strip("".join(map(chr, range(33)))).translate(dict.fromkeys(b"\t\n\r"))
        if parsed.isascii():
            assert "".join(step.code_points for step in listed if step.state is not None) == parsed
    for step in listed:
        assert 0 <= step.start <= step.end <= len(url)
        assert step.said.endswith(".")
        assert step.said[0].isupper() or step.said[0] in "'0123456789"
        assert step.link.startswith("https://url.spec.whatwg.org/#")
    ends = [end for part in parts(url, base) for end in (part.start, part.end)]
    assert ends == sorted(ends)


@pytest.mark.parametrize("row", rows("urltestdata.json"))
def test_every_row_of_the_tests(row):
    check_row(row)


@pytest.mark.parametrize("file", own_files("parse"), ids=lambda file: file.stem)
def test_our_own_rows(file):
    for row in json.loads(file.read_text("utf-8")):
        if isinstance(row, dict):
            check_row(row)


def check_row(row):
    base = row.get("base")
    try:
        record = None if base is None else basic_parse(base)
    except InvalidURL:
        with pytest.raises(InvalidURL, match="base URL"):
            steps(row["input"], base)
    else:
        check(row["input"], record)


PIECES = [
    *(
        "http",
        "ftp:",
        "file",
        "x",
        ":",
        "/",
        "/",
        "\\",
        "?",
        "#",
        "@",
        "a",
        "B",
        "..",
        ".",
        "%2e",
        "%",
        "C",
        "|",
        "[",
        "]",
    ),
    *("::1", "1", "0x", "80", " ", "\t", "\n", "ü", "\ud83d", "\udca9", "\U0001f600", "^", "localhost"),
]
BASES = (None, "http://u:p@h:8/a/b?q#f", "file:///C:/a/b", "file://h/x", "x:opaque", "x://h/a", "x:/a")


@pytest.mark.parametrize("base", BASES)
def test_strings_of_pieces(base):
    choose = random.Random(f"pieces {base}")
    record = None if base is None else basic_parse(base)
    for _ in range(400):
        check("".join(choose.choices(PIECES, k=choose.randint(0, 12))), record)
