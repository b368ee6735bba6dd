"""ECMAScript's regular expressions in Python. The table has what Node.js 24 answers."""

import json
import re
from random import Random

import pytest
from setup.project import ROOT

from py_url.pattern import InvalidPattern, URLPattern
from py_url.pattern.ecmascript import parse
from py_url.pattern.ecmascript_classes import NotARegularExpression
from py_url.pattern.matching import Matcher, Program, backtracking
from py_url.pattern.translation import to_python
from tests.support.regular_expressions import Generator

TABLE = json.loads((ROOT / "tests" / "data" / "regular_expressions.json").read_text("utf-8"))


def program_of(source, ignore_case):
    tree = parse(source, ignore_case=ignore_case)
    return Program.of(tree, re.compile(to_python(tree)).groups)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['flags']} {row['source']}")
def test_table(row):
    source, ignore_case = row["source"], row["flags"] == "vi"
    if not row["matches"]:
        with pytest.raises(NotARegularExpression) as caught:
            parse(source, ignore_case=ignore_case)
        assert "do not have" not in caught.value.message
        assert 0 <= caught.value.start <= len(source)
        return
    try:
        matcher = Matcher(source, ignore_case)
    except NotARegularExpression as error:
        assert error.message.startswith("Python's regular expressions do not have ")
        assert source in NOT_IN_RE
        return
    program = program_of(source, ignore_case)
    for string, groups in row["matches"].items():
        expected = groups and tuple(groups)
        assert matcher.groups(string, 99) == expected, string
        if program is not None:
            assert program.run(string) == expected, string


NOT_IN_RE = {
    r"^((?:(?<x>a)|(?<x>b))\k<x>)$": None,  # this one is
    r"^(\p{L})$": "properties of characters",
    r"^(\P{L})$": "properties of characters",
    r"^([\p{L}])$": "properties of characters",
    r"^([\q{ab|c}])$": "strings in classes",
    r"^((?<=a+)b)$": "look-behind requires fixed-width pattern",
    r"^((?<=(?<x>a))b)$": "a named group in a lookbehind or a negative lookahead",
    r"^((?!(?<x>a))b)$": "a named group in a lookbehind or a negative lookahead",
    r"^((?<x>a)(?<=\k<x>))$": "a backreference in a lookbehind",
    r"^((?:(?<x>a)|b)*)$": "a named group that a repetition can leave out",
    r"^((?:(?<x>a)?b)*)$": "a named group that a repetition can leave out",
    r"^((?<x>a*)+)$": "a repeated named group that can be empty",
    r"^((?:a*b*)*)$": "an optional or repeated group of several parts that can all be empty",
    r"^((?<x>a)(?:\k<x>)?)$": "an optional or repeated group of several parts that can all be empty",
    r"^((?:(?=(?<x>a)))?a)$": "a named group in an assertion that is repeated",
    r"^((?:(?:a*){2})?)$": "an optional or repeated group of several parts that can all be empty",
}


@pytest.mark.parametrize(("source", "what"), [(source, what) for source, what in NOT_IN_RE.items() if what])
def test_what_re_does_not_have_is_named(source, what):
    with pytest.raises(NotARegularExpression, match=re.escape(what)):
        Matcher(source, ignore_case=False)


def test_deep_expressions_are_refused():
    for source in ("(?:" * 60 + "a" + ")" * 60, "[" * 60 + "a" + "]" * 60):
        with pytest.raises(NotARegularExpression, match="nested more than 50 deep"):
            parse(source, ignore_case=False)
    assert Matcher("(?:" * 40 + "a" + ")" * 40, ignore_case=False).groups("a", 9) == ()


def test_large_counts():
    assert Matcher("(a{0,99999999999})", ignore_case=False).groups("aa", 9) == ("aa",)
    assert Matcher("a{1,00000000000000000002}", ignore_case=False).groups("aa", 9) == ()
    with pytest.raises(NotARegularExpression, match="out of order"):
        parse("a{99999999999,3}", ignore_case=False)
    assert program_of("(?:a{300}){300}", ignore_case=False) is None
    assert program_of("a{501}", ignore_case=False) is None


def choices(source):
    return backtracking(parse(source, ignore_case=False))


def test_choices_that_overlap_are_counted():
    for deterministic in (r"^\/([^\/]+?)\/([^\/]+?)$", r"^(.*)$", r"^a(?:b|c)?d$", r"^(?:\/([^\/]+?)(?:\/[^\/]+?)*)?$"):
        assert choices(deterministic) == 0
    assert choices("^(.*)a$") == 1
    assert choices("^(.*)a(.*)b$") == 2
    assert choices("^(?:a|ab)c$") == 1
    assert choices("^(?:a*)(?:a|)b$") == 1
    assert choices("^(?:(?:a+)*)$") >= 1_000
    assert choices("^(?:a(?=b))$") == 0
    assert choices("^(?:a(?=b*))$") == 1
    assert choices("^a(?=b*b)$") == 2
    assert choices(r"^(?<x>a)\k<x>$") == 1
    assert choices(r"^(?<x>a*)\k<x>b$") == 2
    assert choices("^(?:a(?=b*))*$") >= 1_000
    assert choices(r"^(?<x>a)(?:\k<x>a)*$") >= 1_000


def test_a_long_input_takes_linear_time():
    pattern = URLPattern(pathname="/(a|a)*(a*)*b")
    assert not pattern.test(f"https://h/{'a' * 2_000}")
    assert pattern.test(f"https://h/{'a' * 2_000}b")
    groups = URLPattern(pathname="*a*c*a*b").exec(f"https://h/{'a' * 500}c{'a' * 500}b").pathname.groups
    assert groups == {"0": f"/{'a' * 499}", "1": "", "2": "a" * 499, "3": ""}


def test_max_length():
    pattern = URLPattern(pathname="/(.*(?=a))(.*)b", max_length=100)
    assert pattern.test("https://h/xab")
    with pytest.raises(ValueError, match=r"this input has 201 characters, more than 100, and the pattern can divide"):
        pattern.test(f"https://h/{'a' * 200}")
    assert URLPattern(pathname="/:a/:b", max_length=1).test(f"https://h/{'a' * 2_000}/b")


def test_an_expression_without_a_program_is_matched_by_re():
    matcher = Matcher(r"^(?<x>a*)\k<x>b$", ignore_case=False)
    assert matcher.groups("aaaab", 9) == ("aa",)


@pytest.mark.parametrize(
    ("group", "longest"),
    [
        # The time doubles with each character.
        ("(?:a{1,50}){1,50}b", 24),
        (r"(?<x>a+)(?:\k<x>a|a)+b", 24),
        ("(?:a+)+(?=b)b", 24),
        # It grows with the square of the length or more.
        ("(?=b).*a", 8_191),
        (".*a.*a(?=b)b", 926),
        (r"(?<x>a*)\k<x>a*b", 926),
    ],
)
def test_without_a_program_an_input_that_could_take_long_is_refused(group, longest):
    pattern = URLPattern(pathname=f"/({group})")
    assert not pattern.test(f"https://h/{'a' * longest}")
    with pytest.raises(ValueError, match=r"characters, (?:more than|too many for this custom group)"):
        pattern.test(f"https://h/{'a' * (longest + 1)}")


def test_programs_and_re_agree_on_generated_expressions():
    generator = Generator(Random(4))
    compared = 0
    while compared < 300:
        source, ignore_case = generator.expression(), generator.happens(0.5)
        try:
            matcher = Matcher(source, ignore_case)
        except NotARegularExpression:
            continue
        program = program_of(source, ignore_case)
        if program is None:
            continue
        compared += 1
        for string in generator.strings(8):
            assert program.run(string) == matcher.groups(string, 99), (source, string)


def test_the_error_shows_the_pattern():
    with pytest.raises(InvalidPattern) as caught:
        URLPattern(pathname="/:id(a{2,1})")
    assert (caught.value.component, caught.value.input) == ("pathname", "/:id(a{2,1})")
    assert str(caught.value) == (
        "invalid pattern of a pathname: the numbers of a quantifier are out of order\n    /:id(a{2,1})\n          ^"
    )


def test_what_ends_too_early():
    with pytest.raises(NotARegularExpression, match="this class is not closed"):
        parse("[a", ignore_case=False)
    assert program_of("a", ignore_case=False).run("ab") is None
