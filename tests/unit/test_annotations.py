"""Annotations that programs can evaluate, and the libraries that do: Pydantic's `validate_call`, and FastAPI."""

import importlib
import inspect
import re
import typing
import warnings
from pathlib import Path

import pytest

import py_url
from py_url import URL, FrozenURL, InvalidURL, URLSearchParams, fix, guard
from py_url.api import replacing
from py_url.standard import URLRecord, basic_parse
from py_url.standard.infra.late import Late
from py_url.standard.urls.components import MEMBERS
from tests.conftest import peer
from tests.support import api

API = Path(__file__).parent.parent / "data" / "api.txt"
# Each needs a package that has an environment of its own here.
ENGINES = {*api.IN_ENVIRONMENTS_OF_THEIR_OWN}


def public_names():
    """Yield each module of the record of the public interface and the names under it."""
    module = None
    for line in API.read_text("utf-8").splitlines():
        if line.startswith("py_url"):
            module = line.split()[0]
        elif match := re.match(r"  (?:overload |class )?(\w+)", line):
            yield module, match[1]


NAMES = [(module, name) for module, name in dict.fromkeys(public_names()) if module not in ENGINES]


def annotated(value):
    """Yield what has annotations: a function, or a class and its methods and properties."""
    yield value
    if inspect.isclass(value) and not hasattr(value, "_fields"):
        for kind in value.__mro__:
            if kind.__module__.startswith("py_url"):
                for name, member in vars(kind).items():
                    if name.startswith("_") and not name.endswith("__"):
                        continue
                    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                    if inspect.isfunction(function):
                        yield function


@pytest.mark.parametrize("module", sorted({module for module, _ in NAMES}))
def test_the_annotations_of_public_names_can_be_evaluated(module):
    evaluated = 0
    try:
        imported = importlib.import_module(module)
        for value in [getattr(imported, name) for place, name in NAMES if place == module]:
            if inspect.isclass(value) or inspect.isfunction(value):
                evaluated += sum(bool(typing.get_type_hints(thing)) for thing in annotated(value))
    except ImportError as error:
        # In Pyodide, some packages are missing, or their compiled parts cannot be imported.
        peer(error.name.partition(".")[0])
        raise
    assert evaluated


def test_what_some_annotations_mean():
    assert typing.get_type_hints(py_url.validate)["input"] == str | URL
    assert typing.get_type_hints(URL.parse.__func__)["return"] == typing.Self | None
    assert typing.get_type_hints(URL.freeze)["return"] is FrozenURL
    members = typing.get_type_hints(URL.replace)["members"]
    assert typing.get_origin(members) is typing.Unpack
    assert {name: str for name in MEMBERS if name != "origin"} | {"port": str | int} == typing.get_type_hints(
        typing.get_args(members)[0]
    )
    assert replacing.Members is replacing.Members
    with pytest.raises(AttributeError, match="nonsense"):
        _ = replacing.nonsense
    with pytest.raises(AttributeError, match="nonsense"):
        _ = Late("py_url").nonsense


def test_functions_can_be_called_through_pydantic():
    pydantic = peer("pydantic")
    assert str(pydantic.validate_call(fix)("https:/h/a b")) == "https://h/a%20b"
    called = pydantic.validate_call(fix)
    for base in ("https://h/", URL("https://h/"), FrozenURL("https://h/"), basic_parse("https://h/")):
        assert called("a b", base).string == "a%20b"
    check = pydantic.validate_call(guard.check_fetch)
    assert check("https://h.example/").allowed
    assert check(URL("https://h.example/"), {"schemes": ["http"]}).reasons[0].name == "scheme"
    assert check("https://h.example/", guard.Policy(schemes=["http"])).reasons[0].name == "scheme"
    with pytest.raises(pydantic.ValidationError, match="a Policy or a mapping of its fields"):
        check("https://h.example/", "public_web")
    with pytest.raises(pydantic.ValidationError, match="URLRecord"):
        called(7)
    schema = pydantic.TypeAdapter(str | URLRecord).json_schema()
    assert schema == {"type": "string"}


def test_functions_are_dependencies_of_fastapi():
    fastapi = peer("fastapi")
    peer("httpx2")
    from fastapi.testclient import TestClient

    app = fastapi.FastAPI()
    checked, fixed_by = fastapi.Depends(guard.check_fetch), fastapi.Depends(fix)

    @app.get("/verdict")
    def verdict(verdict=checked):
        return verdict

    @app.get("/typed")
    def typed(verdict: guard.Verdict = checked) -> guard.Verdict:
        return verdict

    @app.get("/fixed")
    def fixed(fixed=fixed_by):
        return str(fixed)

    client = TestClient(app)
    url = {"url": "http://127.0.0.1/"}
    answer = client.get("/verdict", params=url)
    assert (answer.status_code, answer.json()["reasons"][0]["name"]) == (200, "loopback")
    assert client.get("/typed", params=url).json() == answer.json()
    assert client.get("/fixed", params={"string": "https:/h/a b"}).json() == "https://h/a%20b"
    # A stranger cannot choose the policy.
    for policy in ("{}", '{"addresses": ["loopback"]}', "addresses"):
        assert client.get("/verdict", params={**url, "policy": policy}).status_code == 422
    lax = {"addresses": ["loopback"], "policy": {"addresses": ["loopback"]}}
    assert client.request("GET", "/verdict", params=url, json=lax).json() == answer.json()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parameters = client.get("/openapi.json").json()["paths"]["/verdict"]["get"]["parameters"]
    assert [parameter["name"] for parameter in parameters] == ["url", "policy"]


def test_the_pairs_of_a_query_object_can_be_evaluated():
    assert "Iterable" in str(typing.get_type_hints(URLSearchParams.__init__)["init"])
    assert typing.get_type_hints(InvalidURL.__init__)["what"] is str
