"""The project's own rows, checked against whatwg-url from npm: both must give the same answers."""

import json
import subprocess

import pytest
from crosscheck.inputs import own_files
from setup import npm, project

from tests.support.needs import needs

pytestmark = needs("npm test packages")


def contents(kind):
    return [json.loads(file.read_text("utf-8")) for file in own_files(kind)]


def list_rows(kind):
    return [row for content in contents(kind) for row in content if isinstance(row, dict)]


def parse_cases():
    """Yield cases, each with what the row expects: some of the members, or None for a failure."""
    for row in list_rows("parse"):
        case = {"kind": "parse", "input": row["input"], "base": row["base"]}
        yield case, None if row.get("failure") else {name: row[name] for name in row.keys() - {*case, "comment"}}


def setter_cases():
    for content in contents("setters"):
        for member in content.keys() - {"comment"}:
            for row in content[member]:
                case = {"kind": "set", "href": row["href"], "member": member, "value": row["new_value"]}
                yield case, row["expected"]


def host_cases():
    for row in list_rows("hosts"):
        # A host in an https URL cannot be empty.
        if row["input"] != "" and row.get("whatwg-url", True):
            case = {"kind": "parse", "input": f"https://{row['input']}/x", "base": None}
            yield case, None if row["output"] is None else {"host": row["output"], "pathname": "/x"}


KINDS = {"parse": (parse_cases, 2_500), "setters": (setter_cases, 600), "hosts": (host_cases, 1_500)}


@pytest.fixture(scope="module")
def answered():
    """For each kind: every case, what its row expects, and whatwg-url's answer. One process answers all."""
    asked = {kind: list(cases()) for kind, (cases, _) in KINDS.items()}
    script = project.ROOT / "tests" / "javascript" / "whatwg_url.mjs"
    command = [npm.node(), script, npm.packages(project.TEST_PACKAGES)]
    # JSON escapes lone surrogates; no encoding of raw text could transmit them.
    given = json.dumps([case for pairs in asked.values() for case, _ in pairs])
    result = subprocess.run(
        command, input=given, capture_output=True, text=True, encoding="utf-8", check=True, timeout=120
    )
    answers = json.loads(result.stdout)
    assert len(answers) == sum(map(len, asked.values()))
    following = iter(answers)
    return {kind: [(case, expected, next(following)) for case, expected in pairs] for kind, pairs in asked.items()}


def agree(expected, answer):
    if expected is None or answer is None:
        return expected is answer
    return all(name in answer and answer[name] == value for name, value in expected.items())


@pytest.mark.parametrize("kind", KINDS)
def test_whatwg_url_gives_the_answers_of_our_rows(answered, kind):
    assert len(answered[kind]) >= KINDS[kind][1]
    different = [row for row in answered[kind] if not agree(*row[1:])]
    assert different == []


def test_few_rows_go_without_an_answer_of_whatwg_url():
    """A row may say ``"whatwg-url": false`` if whatwg-url has a bug there; its comment must name the bug."""
    without = [row for row in list_rows("hosts") if not row.get("whatwg-url", True)]
    assert len(without) < 20
    assert all(row.get("comment") for row in without)
    assert not [row for row in list_rows("parse") if "whatwg-url" in row]
