"""A finding as a row for ``tests/data``, in the formats of the Web Platform Tests."""

from __future__ import annotations

import json

from py_url.standard.urls.origin import origin
from py_url.standard.urls.setters import SETTERS
from research.fuzzing import patterns
from research.fuzzing.internal import members_of_record, standard_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crosscheck.summary import Case

    from py_url.standard.urls.record import URLRecord

_CHANGED_BY = {
    "protocol": ("protocol",),
    "username": ("username",),
    "password": ("password",),
    "host": ("host", "hostname", "port"),
    "hostname": ("host", "hostname"),
    "port": ("host", "port"),
    "pathname": ("pathname",),
    "search": ("search",),
    "hash": ("hash",),
    "href": (),
}


def row_of(case: Case, comment: str) -> str:
    """Return the row of a case as a line of JSON, with the state machine's answer and a comment on what differed.

    A row with a ``member`` belongs in the list of that member in ``tests/data/setters``, one with a ``pattern`` in
    ``tests/data/pattern``, and another one in ``tests/data/parse``. There is no format for operations of the query
    object: their row has the ``steps``.
    """
    if case["kind"] == "pattern":
        return json.dumps({"comment": comment, **patterns.row_of(case)})
    if case["kind"] == "steps":
        return json.dumps({"comment": comment, **{name: case[name] for name in ("input", "base", "steps")}})
    # By the standard's algorithms and not by the API, which may be what is wrong.
    if case["kind"] == "set":
        member = case["member"]
        record = _after(case["href"], member, case["value"])
        members = {} if record is None else members_of_record(record)
        expected = {name: value for name, value in members.items() if name in ("href", *_CHANGED_BY[member])}
        row = {"comment": comment, "href": case["href"], "new_value": case["value"], "expected": expected}
        return json.dumps({"member": member, **row})
    record = standard_record(case["input"], case["base"])
    answer = {"failure": True} if record is None else {**members_of_record(record), "origin": str(origin(record))}
    return json.dumps({"comment": comment, "input": case["input"], "base": case["base"], **answer})


def _after(href: str, member: str, value: str) -> URLRecord | None:
    """The record after a setter. None if the href does not parse."""
    record = standard_record(href, None)
    if record is None:
        return None
    if member == "href":
        return standard_record(value, None) or record
    SETTERS[member](record, value)
    return record
