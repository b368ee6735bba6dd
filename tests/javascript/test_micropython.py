"""py_url for MicroPython, in Node: it gives the answers that CPython gives, in time that grows with the input."""

import json
import os
import subprocess
import tarfile
import unicodedata

import build_wheel
import pytest
from building.micropython import edition
from setup import js_coverage, npm, project

from tests.javascript import micropython_calls
from tests.support.needs import needs
from tests.wpt.data import own, rows, setter_rows

pytestmark = needs("npm test packages", "node")

SECONDS = 600
PARSE = ("urltestdata.json", "urltestdata-javascript-only.json", *own("parse"))
HOSTS = ("toascii.json", *own("hosts"))
OF_UNICODE = ("IdnaTestV2.json", "IdnaTestV2-removed.json")
MOST_BYTES = 95_000
"""What the archive may have, so that a page of PyScript has its first answer after 380 kB."""


def in_micropython(script, *arguments):
    folder = npm.packages(project.TEST_PACKAGES) / "@micropython" / "micropython-webassembly-pyscript"
    node = [npm.node(), "--expose-gc"]
    command = [*node, project.TEST_PACKAGES / script, folder, build_wheel.build_for_micropython(), *arguments]
    run = subprocess.run(
        command,
        env={**os.environ, **js_coverage.measured()},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout.rstrip("\n").rpartition("\n")[2])


def answer(name, arguments):
    return [name, arguments, getattr(micropython_calls, name)(*arguments)]


def is_known(text):
    """Whether this Python's Unicode has all characters: a newer one of JavaScript shows those that it has not."""
    return all(unicodedata.category(char) != "Cn" for char in text)


def values(parameters):
    """The values of the parameters of rows, without those that stand for a file that is missing."""
    return [parameter.values for parameter in parameters if parameter.values[0] is not None]


def inputs():
    for (row,) in values(rows(*PARSE)):
        if not is_known(row["input"]):
            continue
        yield [row["input"]] if row.get("base") is None else [row["input"], row["base"]]


def same(tmp_path, calls):
    """Assert that MicroPython returns for all *calls* what CPython returned. Return their number."""
    file = tmp_path / "calls.json"
    file.write_text(json.dumps(calls), "utf-8")
    result = in_micropython("micropython.mjs", file)
    assert result["different"] == []
    return sum(count["same"] for count in result["counts"].values())


def test_rows_of_urls_have_the_same_members_and_errors(tmp_path):
    """Half of the rows have each error several times; the bridge reads what the members are made of."""
    steps = {"parse": 1, "errors": 2, "bridge_parse_url": 8}
    calls = [answer(name, given) for name, step in steps.items() for given in [*inputs()][::step]]
    assert same(tmp_path, calls) > 7_500


def test_urls_are_repaired_and_shown_in_the_same_way(tmp_path):
    names = ("repaired", "shown")
    assert same(tmp_path, [answer(name, given[:1]) for name in names for given in [*inputs()][::12]]) > 700


def test_rows_of_setters_have_the_same_answers(tmp_path):
    parameters = values(setter_rows("setters_tests.json", *own("setters")))
    calls = [answer("change", [row["href"], member, row["new_value"]]) for member, row in parameters]
    assert same(tmp_path, calls) > 1_500


def test_rows_of_hosts_have_the_same_answers_and_errors(tmp_path):
    hosts = [row["input"] for (row,) in values(rows(*HOSTS)) if is_known(row["input"])]
    # test_wpt.py runs Unicode's in MicroPython, too.
    hosts += [row["input"] for (row,) in values(rows(*OF_UNICODE))[::4] if is_known(row["input"])]
    calls = [answer("host", [host, "special"]) for host in hosts]
    assert same(tmp_path, calls + [answer("host", [host, "opaque"]) for host in hosts[::4]]) > 4_000


def test_characters_are_mapped_in_the_same_way(tmp_path):
    # What has capitals, and what stands for something else.
    starts = "0080 0480 1080 1380 1c00 1e00 2000 2400 2c00 3000 a400 a800 f900 fb00 10400 1e800 2f800"
    calls = [answer("mappings", [str(int(start, 16)), str(int(start, 16) + 1_024)]) for start in starts.split()]
    assert same(tmp_path, calls) == len(calls)


def test_queries_have_the_same_pairs(tmp_path):
    queries = ["a=1&b=2&a=3", "", "?", "a", "=", "&&=&", "\0=\x01", "+%20=%00", "%FF&%F0%9F%98%80", "\U0010ffff=\ue000"]
    queries += ["&".join(f"{number % 37}={number}" for number in range(200)), "\ufeffa=\ufeff", "\U0001f600=ß&%41=%zz"]
    names = ("pairs", "bridge_pairs")
    assert same(tmp_path, [answer(name, [query]) for name in names for query in queries]) == 2 * len(queries)


@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "with a byte order mark"])
def test_every_scalar_value_crosses(tmp_path, start):
    points = [chr(number) for number in (*range(0xD800), *range(0xE000, 0x110000))]
    texts = [start + "".join(points[place : place + 9_999]) for place in range(0, len(points), 9_999)]
    # Lone surrogates only cross between the strings of a list.
    texts += ["\0", "\x01", "a\0b\x010001", "\ud800", "a\ud800b\ud800", "\U0010ffff\ud800\0"]
    file = tmp_path / "calls.json"
    file.write_text(json.dumps([["echo", [text], text] for text in texts]), "utf-8")
    assert in_micropython("micropython.mjs", file)["different"] == []


def test_time_and_memory_are_linear():
    result = in_micropython("micropython_growth.mjs")
    assert {shape: times for shape, times in result["times"].items() if times[1] > 10 * times[0] + 0.1} == {}
    first, second, third = result["memories"]
    assert max(second, third) < 1.05 * first + 10_000
    assert "MemoryError: the text is too long for JavaScript" in result["long"]
    assert result["million"]
    assert result["next"] == "http://h/a%20b"


def test_load():
    result = in_micropython("micropython_load.mjs")
    assert result["wrong"] == {}
    assert result["tried"] == 19


def test_the_archive_is_the_same_for_the_same_sources(tmp_path):
    edition.pack(tmp_path)
    packed = (tmp_path / edition.ARCHIVE).read_bytes()
    assert packed == build_wheel.build_for_micropython().read_bytes()
    assert len(packed) < MOST_BYTES
    with tarfile.open(tmp_path / edition.ARCHIVE) as archive:
        members = archive.getmembers()
    assert {(member.mtime, member.uid, member.gid, member.mode) for member in members} == {(0, 0, 0, 0o644)}


def test_what_is_not_there_says_so():
    result = in_micropython("micropython_absent.mjs", json.dumps(edition.PUBLIC_ABSENT))
    assert {*result} == {*edition.PUBLIC_ABSENT}
    assert all(f"{name} is not part of py_url for MicroPython" in text for name, text in result.items()), result


# What JavaScript reads differently, or does not have.
UNKNOWN_PATTERNS = ["(", "a)", "[", "*a", r"\d", "(?P=a)", "(?i:[Z-a])", "a**"]


def test_patterns_that_javascript_does_not_have_are_refused():
    results = in_micropython("micropython_patterns.mjs", json.dumps(UNKNOWN_PATTERNS))
    assert [text for text in results if "is not known in JavaScript" not in text] == []


KNOWN_PATTERNS = ["a*?b", "a{,2}?", r"[\s\S]", "[^a-c]++", "(?:a(b)|(c))*+", "a{2,}+", "^a", r"\w+"]


def test_patterns_that_javascript_has_are_compiled():
    results = in_micropython("micropython_patterns.mjs", json.dumps(KNOWN_PATTERNS))
    assert [text for text in results if not isinstance(text, int)] == []
