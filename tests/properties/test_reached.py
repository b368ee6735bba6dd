"""Properties reach their subjects, each declares how often, and the count can fail."""

import ast
from pathlib import Path

import pytest

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    Phase,
    example,
    given,
    settings,
    strategies as st,
)

from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.support import hypothesis_profile  # noqa: E402 - as above

# Without a database: the next run must not retry the examples that fail here on purpose.
few = settings(max_examples=100, database=None)


@pytest.fixture(autouse=True)
def _usual_number(monkeypatch):
    """Minimums are asserted only at this number of examples or more."""
    monkeypatch.setattr(hypothesis_profile, "FACTOR", 1)


@reaches(small=0.3)
@few
@given(st.integers(0, 9))
def often(number):
    if number < 8:
        reached("small")


@reaches(small=0.3, nine=0.9)
@few
@given(st.integers(0, 9))
def seldom(number):
    reached("nine" if number == 9 else "small")


def test_what_is_reached_often_enough_passes():
    often()


def test_what_is_reached_too_seldom_fails():
    with pytest.raises(AssertionError, match=r"[0-9]+ of [0-9]+ examples reached 'nine', fewer than 90%"):
        seldom()


def test_each_run_is_counted_by_itself():
    often()
    with pytest.raises(AssertionError, match="reached 'nine'"):
        seldom()
    often()


def test_what_is_never_reached_fails():
    @reaches(never=0.01)
    @few
    @given(st.integers())
    def never(_):
        pass

    with pytest.raises(AssertionError, match=r"^0 of [0-9]+ examples reached 'never'"):
        never()


def test_an_example_counts_once():
    @reaches(nine=0.9)
    @few
    @given(st.integers(0, 99))
    def many_times(number):
        for _ in range(100):
            if number == 9:
                reached("nine")

    with pytest.raises(AssertionError, match="reached 'nine'"):
        many_times()


def test_an_example_that_is_given_up_is_not_one_that_is_reached():
    @reaches(odd=0.9)
    @few
    @given(st.integers())
    def half(number):
        hypothesis.assume(number % 2)
        reached("odd")

    with pytest.raises(AssertionError, match="reached 'odd'"):
        half()


@pytest.mark.parametrize("derandomize", [True, False])
def test_a_property_that_does_not_hold_fails_by_itself(derandomize):
    shrunk = []

    @reaches(small=0.9)
    @settings(few, derandomize=derandomize, print_blob=False)
    @given(st.integers(0, 1000))
    def no_property(number):
        if number > 100:
            shrunk.append(number)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        no_property()
    # Shrinking, and replaying what was found, run the body too.
    assert shrunk[-1] == 101


def test_the_derandomized_profile_and_explicit_examples_alone_are_counted_too():
    @reaches(small=0.3)
    @settings(few, derandomize=True)
    @given(st.integers(0, 9))
    def derandomized(number):
        if number < 8:
            reached("small")

    @reaches(one=0.9)
    @settings(few, phases=[Phase.explicit])
    @given(st.integers())
    @example(1)
    @example(2)
    def explicit(number):
        if number == 1:
            reached("one")

    derandomized()
    derandomized()
    with pytest.raises(AssertionError, match=r"^1 of 2 examples reached 'one', fewer than 90%"):
        explicit()


def test_with_few_examples_chance_decides_and_nothing_is_asserted(monkeypatch):
    monkeypatch.setattr(hypothesis_profile, "FACTOR", 0.1)
    monkeypatch.setattr(hypothesis_profile, "REPEATS", False)
    seldom()
    monkeypatch.setattr(hypothesis_profile, "REPEATS", True)
    with pytest.raises(AssertionError, match="reached 'nine'"):
        seldom()


def test_a_name_without_a_floor():
    @reaches(one=0.1)
    @few
    @given(st.integers())
    def another(_):
        reached("two")

    with pytest.raises(ValueError, match="no floor for 'two'"):
        another()
    with pytest.raises(RuntimeError, match="no property"):
        reached("one")


@pytest.mark.parametrize("floors", [{}, {"all": 1}, {"none": 0}])
def test_floors_that_are_none(floors):
    with pytest.raises(ValueError, match="a floor"):
        reaches(**floors)


def _properties():
    """Return (module, name, decorators) for each property in this folder."""
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                names = [ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list]
                if "given" in names and file.name != Path(__file__).name:
                    yield file.name, node.name, names


def test_every_property_says_what_it_reaches():
    properties = list(_properties())
    assert len(properties) > 30
    for module, name, decorators in properties:
        # It must be above the settings: Hypothesis ignores settings that are above it.
        assert decorators[0] == "reaches", f"{module}: {name}"
        assert "settings" not in decorators, f"{module}: {name} has settings that are not the profile's"
        assert {"many", "examples"} & {*decorators}, f"{module}: {name} has Hypothesis' own number of examples"
