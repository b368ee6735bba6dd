"""How often a property reaches its subject: an assertion inside an ``if`` that is never true asserts nothing.

    @reaches(parses=0.3, fails=0.1)
    @many
    @given(urls)
    def test_something(url):
        if URL.can_parse(url):
            reached("parses")
            ...

The test fails if fewer than 30 % of its examples parse, or fewer than 10 % fail. `--hypothesis-show-statistics` shows
the shares. Set each minimum to half of its usual share or less, so that a test does not fail by chance.
"""

import functools
from collections import Counter
from contextvars import ContextVar

from hypothesis import event

from tests.support import hypothesis_profile


class _Tally:
    """What the examples of one run of one property reached."""

    def __init__(self, names):
        self.names = names
        self.examples = 0
        self.hits = Counter()
        self.of_this_example = set()


_tally: ContextVar[_Tally | None] = ContextVar("_tally", default=None)


def reached(name):
    """Record that the current example reached *name*, which must be a name that the property's `reaches` lists."""
    tally = _tally.get()
    if tally is None:
        raise RuntimeError("no property is running that says what it reaches")
    if name not in tally.names:
        raise ValueError(f"the property has no floor for {name!r}")
    if name not in tally.of_this_example:
        tally.of_this_example.add(name)
        event(f"reached: {name}")


def reaches(**floors):
    """Decorate a property, outermost of all decorators, with the smallest share of examples that must reach each name.

    With fewer examples than usual chance would decide, so nothing is asserted, unless each run draws the same ones.
    """
    if not floors or not all(0 < floor < 1 for floor in floors.values()):
        raise ValueError("a floor is a share between 0 and 1")

    def decorate(test):
        body = test.hypothesis.inner_test

        @functools.wraps(body)
        def counted_body(*args, **kwargs):
            tally = _tally.get()
            if tally is None:
                return body(*args, **kwargs)
            tally.examples += 1
            tally.of_this_example = set()
            try:
                return body(*args, **kwargs)
            finally:
                tally.hits.update(tally.of_this_example)

        test.hypothesis.inner_test = counted_body

        @functools.wraps(test)
        def counted(*args, **kwargs):
            __tracebackhide__ = True
            tally = _Tally(floors.keys())
            token = _tally.set(tally)
            try:
                test(*args, **kwargs)
            finally:
                _tally.reset(token)
            # If the property itself failed, it has raised by now.
            if hypothesis_profile.FACTOR >= 1 or hypothesis_profile.REPEATS:
                for name, floor in floors.items():
                    hits = tally.hits[name]
                    assert hits >= floor * tally.examples, (
                        f"{hits} of {tally.examples} examples reached {name!r}, fewer than {floor:.0%}"
                    )

        counted.floors = floors
        return counted

    return decorate
