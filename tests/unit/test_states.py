"""§4.4: the data in ``tests/data`` covers every state of the basic URL parser and every transition out of it."""

import json
from pathlib import Path

import pytest

from py_url import URL, InvalidURL, validate
from py_url.standard import URLRecord, basic_parse
from py_url.standard.infra.validation import Failure, StateOverrideFailure
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine

DATA = Path(__file__).parent.parent / "data"
FAILURE = "failure"
END = "end"

# The transitions from each state in the standard's text, which treats the host state and the hostname state as one.
WAYS_OUT = {
    "scheme start state": {"scheme state", "no scheme state", FAILURE},
    "scheme state": {
        "file state",
        "special relative or authority state",
        "special authority slashes state",
        "path or authority state",
        "opaque path state",
        "no scheme state",
        END,
        FAILURE,
    },
    "no scheme state": {"fragment state", "relative state", "file state", FAILURE},
    "special relative or authority state": {"special authority ignore slashes state", "relative state"},
    "path or authority state": {"authority state", "path state"},
    "relative state": {"relative slash state", "query state", "fragment state", "path state", END},
    "relative slash state": {"special authority ignore slashes state", "authority state", "path state"},
    "special authority slashes state": {"special authority ignore slashes state"},
    "special authority ignore slashes state": {"authority state"},
    "authority state": {"host state", FAILURE},
    "host state": {"file host state", "port state", "path start state", END, FAILURE},
    "port state": {"path start state", END, FAILURE},
    "file state": {"file slash state", "query state", "fragment state", "path state", END},
    "file slash state": {"file host state", "path state"},
    "file host state": {"path state", "path start state", END, FAILURE},
    "path start state": {"path state", "query state", "fragment state", END},
    "path state": {"query state", "fragment state", END},
    "opaque path state": {"query state", "fragment state", END},
    "query state": {"fragment state", END},
    "fragment state": {END},
}


@pytest.fixture
def ways_out(monkeypatch, without_fast_path):
    """Record the transitions out of each state that happen during the test."""
    taken = {}

    def run(self, state):
        step = getattr(self, state.value.replace(" ", "_"))
        while step is not None:
            name = step.__name__.replace("_", " ")
            try:
                step = step()
            except (Failure, StateOverrideFailure):
                taken.setdefault(name, set()).add(FAILURE)
                raise
            taken.setdefault(name, set()).add(END if step is None else step.__name__.replace("_", " "))

    monkeypatch.setattr(StateMachine, "run", run)
    return taken


def test_every_state_is_named_and_has_its_method():
    assert {state.value for state in State} == {*WAYS_OUT, "hostname state"}
    for state in State:
        assert callable(getattr(StateMachine, state.value.replace(" ", "_")))


def test_own_data_takes_every_way_out_of_every_state(ways_out):
    """The answers are compared, so that a state which takes the right way with the wrong result does not pass."""
    for file in (DATA / "parse").glob("*.json"):
        for row in json.loads(file.read_text("utf-8")):
            if isinstance(row, dict):
                url = URL.parse(row["input"], row["base"])
                assert (None if url is None else url.href) == row.get("href"), row
    for file in (DATA / "setters").glob("*.json"):
        for member, rows in json.loads(file.read_text("utf-8")).items():
            if member != "comment":
                for row in rows:
                    url = URL(row["href"])
                    setattr(url, member, row["new_value"])
                    expected = {name: value for name, value in row["expected"].items() if name != "searchParams"}
                    assert {name: getattr(url, name) for name in expected} == expected, row
    assert ways_out == WAYS_OUT


@pytest.mark.parametrize("input", ["a", "file:a", "file:", "?q"])
@pytest.mark.parametrize("override", [None, State.FILE])
def test_a_file_url_with_an_opaque_path_is_no_base(input, override):
    """No parser makes such a record, but people can."""
    base = basic_parse("file:///x")
    base.path = "opaque"
    with pytest.raises(InvalidURL):
        basic_parse(input, base, None if override is None else URLRecord(), override)
    if override is None:
        error = validate(input, base)[-1]
        assert (error.name, error.start, error.end) == ("missing-scheme-non-relative-URL", 0, len(input))
