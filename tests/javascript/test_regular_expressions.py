"""The translator of regular expressions, against Node.js: 10,000 generated ones, and the table of constructs."""

import json
import subprocess
from collections import Counter
from functools import cache
from random import Random

import pytest
from setup import npm, project

from py_url.pattern.ecmascript_classes import NotARegularExpression
from py_url.pattern.matching import Matcher
from tests.conftest import summary_lines
from tests.support.needs import needs
from tests.support.regular_expressions import Generator
from tests.unit.test_regular_expressions import TABLE, program_of

pytestmark = needs("node")
EXPRESSIONS, STRINGS = 10_000, 8


def answers(cases):
    """What Node.js answers, for cases of a source, flags and strings."""
    command = [npm.node(), project.ROOT / "tests" / "javascript" / "regular_expressions.mjs"]
    given = json.dumps(cases)
    result = subprocess.run(
        command, input=given, capture_output=True, text=True, encoding="utf-8", check=True, timeout=300
    )
    return json.loads(result.stdout)


@cache
def answers_of_the_table():
    cases = [(row["source"], row["flags"], list(row["matches"])) for row in TABLE]
    return {case[:2]: answer for case, answer in zip(cases, answers(cases), strict=True)}


@cache
def version():
    command = [npm.node(), "--print", "process.versions.node"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.partition(".")[0])


def test_generated_expressions():
    # The V8 of Node.js 20 has errors in negated classes with the flag v.
    generator = Generator(Random(43), negated=version() >= 22)
    cases = [
        (generator.expression(), generator.random.choice(("v", "vi")), generator.strings(STRINGS))
        for _ in range(EXPRESSIONS)
    ]
    outcomes = Counter()
    for (source, flags, strings), expected in zip(cases, answers(cases), strict=True):
        try:
            matcher = Matcher(source, flags == "vi")
        except NotARegularExpression as error:
            unsupported = error.message.startswith("Python's regular expressions do not have")
            assert unsupported or isinstance(expected, str), (source, flags, error.message)
            outcomes["not in re" if unsupported else "refused by both"] += 1
            continue
        assert not isinstance(expected, str), (source, flags, expected)
        outcomes["same"] += 1
        program = program_of(source, flags == "vi")
        for string, groups in zip(strings, expected, strict=True):
            found = matcher.groups(string, 99)
            assert found == (groups and tuple(groups)), (source, flags, string)
            if program is not None:
                assert program.run(string) == found, (source, flags, string)
    assert outcomes["same"] > EXPRESSIONS / 2
    assert outcomes["not in re"] < EXPRESSIONS / 5
    summary_lines.append(f"regular expressions against Node.js: {dict(outcomes)}")


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["source"])
def test_the_table_is_what_node_answers(row):
    answer = answers_of_the_table()[row["source"], row["flags"]]
    answered = None if isinstance(answer, str) else dict(zip(row["matches"], answer, strict=True))
    if version() >= row.get("since", 22 if "[^" in row["source"] else 0):
        assert answered == (row["matches"] or None)
    else:
        # This Node.js does not have it, or has it wrong for some strings.
        assert answered is None or answered.keys() == row["matches"].keys()
