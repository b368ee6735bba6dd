"""Results in JSON: one form, which the standard library, Pydantic and FastAPI give."""

import copy
import json
import pickle
import sys

import pytest

from py_url import InvalidURL, ValidationError, canonical, display, fix, guard, validate
from py_url.standard import Change, Fixed
from tests.conftest import peer

VERDICT = guard.check_fetch("http://127.0.0.1/")
FIXED = fix("https:a b", "https://h/")
RESULTS = [
    *(VERDICT, VERDICT.reasons[0], guard.check_fetch("https://a.h.example/", guard.allow_list(["*.h.example"]))),
    *(FIXED, FIXED.changes[0], fix("https://h/"), validate("http://a b")[0]),
    *(guard.Policy(), guard.Policy(ports=None, denied_hosts=["::1"], max_length=9, parsers="all")),
]


def kind_of(value):
    return type(value).__name__


@pytest.mark.parametrize("result", RESULTS, ids=kind_of)
def test_the_form_has_every_field(result):
    form = json.loads(json.dumps(result, default=dict))
    assert list(form) == [*result.keys()] == list(result.__getstate__())
    for name in result.keys():  # noqa: SIM118 - it is not a mapping
        assert result[name] == getattr(result, name)
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps(result)
    with pytest.raises(KeyError):
        result["nonsense"]
    with pytest.raises(TypeError, match="not iterable"):
        iter(result)


def test_some_forms():
    assert json.loads(json.dumps(FIXED, default=dict)) == {
        "string": "a%20b",
        "changes": [
            {"start": 0, "end": 6, "old": "https:", "new": "", "name": "special-scheme-missing-following-solidus"},
            {"start": 7, "end": 8, "old": " ", "new": "%20", "name": "invalid-URL-unit"},
        ],
    }
    form = json.loads(json.dumps(VERDICT, default=dict))
    assert (form["allowed"], form["url"], form["policy"]["ports"]) == (False, None, [443, 80])
    assert (form["reasons"][0]["name"], form["reasons"][0]["start"], form["reasons"][0]["end"]) == ("loopback", 7, 16)


@pytest.mark.parametrize("result", RESULTS, ids=kind_of)
def test_pydantic_and_fastapi_give_the_same_form(result):
    pydantic = peer("pydantic")
    form = json.loads(json.dumps(result, default=dict))
    adapter = pydantic.TypeAdapter(type(result))
    assert json.loads(adapter.dump_json(result)) == form
    assert adapter.dump_python(result, mode="json") == form
    assert adapter.validate_python(result) is result
    schema = adapter.json_schema(mode="serialization")
    assert list(schema["properties"]) == list(form)
    assert peer("fastapi").encoders.jsonable_encoder(result) == form
    if not isinstance(result, guard.Policy):
        with pytest.raises(pydantic.ValidationError, match=f"should be a {type(result).__name__}"):
            adapter.validate_python(form)


def test_a_policy_is_read_from_settings():
    pydantic = peer("pydantic")

    class Settings(pydantic.BaseModel):
        policy: guard.Policy = guard.Policy()

    policy = guard.Policy(schemes=["https"], ports=[8443], denied_hosts=["*.internal"])
    text = Settings(policy=policy).model_dump_json()
    assert Settings.model_validate_json(text).policy == policy
    assert Settings.model_validate({"policy": {"ports": [8443]}}).policy == guard.Policy(ports=[8443])
    assert guard.Policy(**dict(policy)) == policy
    assert guard.Policy(**json.loads(json.dumps(policy, default=dict))) == policy
    for wrong, says in (
        ({"ports": "443"}, "ports must be a list or another iterable of int"),
        ({"port": [443]}, "port"),
        ({"schemes": ["gopher"]}, "'gopher' names no server"),
        ("public_web", "a Policy or a mapping of its fields"),
    ):
        with pytest.raises(pydantic.ValidationError, match=says):
            Settings(policy=wrong)


def test_the_order_of_the_names_in_a_policy_has_no_meaning():
    policy = guard.Policy(ports=[80, 443], schemes=["http", "https"], denied_hosts=["a.example", "b.example"])
    same = guard.Policy(ports=[443, 80], schemes=["https", "http"], denied_hosts=["b.example", "a.example"])
    assert policy == same
    assert (hash(policy), {policy}) == (hash(same), {same})
    assert guard.Policy(ports=[80]) != guard.Policy(ports=None)
    assert guard.Policy(ports=[80]) != guard.Policy(ports=[80, 443])
    assert policy.ports == (80, 443)


def test_the_text_of_what_fix_returns_is_the_url():
    assert str(fix("https:/h/a b")) == fix("https:/h/a b").string == "https://h/a%20b"
    assert f"{fix('https:/h/a b')}" == "https://h/a%20b"
    assert str(display("https://h/")) == "https://h/"
    assert canonical.canonicalize("https://h", profile="browser") == "https://h/"


@pytest.mark.parametrize("result", RESULTS, ids=kind_of)
def test_a_result_cannot_be_changed(result):
    name = next(iter(result.keys()))
    for change in (
        lambda: setattr(result, name, "x"),
        lambda: delattr(result, name),
        lambda: setattr(result, "nonsense", "x"),
    ):
        with pytest.raises(AttributeError, match="cannot be changed"):
            change()
    assert pickle.loads(pickle.dumps(result)) == copy.deepcopy(result) == result
    assert result != dict(result)
    assert hash(result) == hash(copy.copy(result))


def test_a_result_cannot_be_made_again():
    for result in (FIXED, VERDICT, *validate("https:/h")):
        with pytest.raises(AttributeError, match="cannot be changed"):
            result.__init__(*dict(result).values())


def test_a_copy_with_other_fields():
    changed = VERDICT.reasons[0].__replace__(name="x")
    assert (changed.name, changed.start) == ("x", 7)
    if sys.version_info >= (3, 13):
        assert copy.replace(FIXED, changes=()).changes == ()
    error = validate("https:/h")[0]
    assert error.__replace__(start=0) == ValidationError(error.name, 0, error.end, error.fatal, error.message)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Fixed(7, ()), "string of a Fixed must be str, not int"),
        (lambda: Fixed("a", ("b",)), "Change objects"),
        (lambda: Fixed("a", []), "changes of a Fixed must be tuple, not list"),
        (lambda: Change(0, 1, "a", None, "x"), "new of a Change must be str, not NoneType"),
        (lambda: guard.Reason("a", "b", "0", 1), "start of a Reason must be int, not str"),
        (lambda: guard.Verdict(True, ("x",), None, guard.Policy()), "Reason objects"),
        (lambda: guard.Verdict(True, (), None, None), "policy of a Verdict must be Policy, not NoneType"),
        (lambda: guard.Verdict(True, (), 7, guard.Policy()), r"url of a Verdict must be str \| None, not int"),
    ],
)
def test_a_result_with_wrong_fields(make, says):
    with pytest.raises(TypeError, match=says):
        make()


def test_a_repr_names_the_fields():
    assert repr(guard.Reason("a", "b", 0, 1)) == "Reason(name='a', message='b', start=0, end=1)"


def test_an_error_and_its_form_are_not_equal():
    error = ValidationError("host-missing", 0, 1, True, "no")
    assert dict(error) == {"name": "host-missing", "start": 0, "end": 1, "fatal": True, "message": "no"}
    assert InvalidURL("x", [error]).errors[0]["name"] == "host-missing"
