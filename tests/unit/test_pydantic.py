"""URL and FrozenURL as types of fields in Pydantic, and of parameters in FastAPI."""

import copy
import json
import pickle
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest

from py_url import URL, FrozenURL
from py_url.compat.pydantic import URLConstraints
from tests.conftest import peer

pydantic, pydantic_core = peer("pydantic"), peer("pydantic_core")


def adapter(kind, constraints=None):
    return pydantic.TypeAdapter(kind if constraints is None else Annotated[kind, constraints])


def errors_of(kind, value):
    with pytest.raises(pydantic.ValidationError) as caught:
        adapter(kind).validate_python(value)
    return [{key: error[key] for key in ("type", "msg", "ctx") if key in error} for error in caught.value.errors()]


class Page(pydantic.BaseModel):
    """A page, and where it came from."""

    url: FrozenURL
    referrer: URL | None = None


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_a_str_or_a_url_comes_in_and_a_str_goes_out(kind):
    of_kind = adapter(kind)
    for value in ("https://h/a?b", URL("https://h/a?b"), FrozenURL("https://h/a?b")):
        url = of_kind.validate_python(value)
        assert isinstance(url, kind)
        assert url == URL("https://h/a?b")
        assert of_kind.dump_python(url) == "https://h/a?b"
        assert of_kind.dump_json(url) == b'"https://h/a?b"'
    assert of_kind.validate_json('"https://h/a?b"').href == "https://h/a?b"
    url = kind("https://h/")
    assert of_kind.validate_python(url) is url
    assert type(of_kind.validate_python("https://h/")) is kind


def test_models():
    page = Page(url="https://h/", referrer="https://r/")
    assert page.model_dump() == {"url": "https://h/", "referrer": "https://r/"}
    assert Page.model_validate_json(page.model_dump_json()) == page
    assert Page(url="https://h/").model_dump_json() == '{"url":"https://h/","referrer":null}'
    for mode in ("validation", "serialization"):
        schema = Page.model_json_schema(mode=mode)["properties"]
        assert schema["url"] == {"type": "string", "format": "uri", "title": "Url"}
        assert {"type": "string", "format": "uri"} in schema["referrer"]["anyOf"]
    assert page.model_copy(deep=True) == page


@pytest.mark.parametrize(
    ("given", "out"),
    [
        ("https://example.com", "https://example.com"),
        ("https://faß.example/ü", "https://faß.example/ü"),
        ("HTTPS://Example.com:443/a/../b", "HTTPS://Example.com:443/a/../b"),
        ("http://0x7f.1\\@example.org/", "http://127.0.0.1/@example.org/"),
        (" https://example.com", "https://example.com/"),
        ("https://u@example.com", "https://u@example.com/"),
        ("https://example.com/a b", "https://example.com/a%20b"),
    ],
)
@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_what_was_given_stays_if_it_means_the_same_to_everyone(kind, given, out):
    class Other(kind):
        """A subclass."""

    for of, validate in ((kind, "validate_python"), (Other, "validate_python"), (kind, "validate_strings")):
        url = getattr(adapter(of), validate)(given)
        # One class, whatever the text: adapters of databases and YAML look it up.
        assert type(url) is of
        assert (url.href, url.given, adapter(of).dump_python(url)) == (URL(given).href, out, out)
        assert url == kind(given)
        for other in (copy.copy(url), copy.deepcopy(url)):
            assert (type(other), other.given, other.href) == (of, out, url.href)
        edited = url.replace(hash="x")
        assert (type(edited), edited.given) == (of, f"{url.href}#x")
    of_kind = adapter(kind)
    url = of_kind.validate_json(json.dumps(given))
    assert (type(url), url.given) == (kind, out)
    for protocol in range(6):
        other = pickle.loads(pickle.dumps(url, protocol))
        assert (type(other), other.given, other.href) == (kind, out, url.href)
    assert url.__getstate__() == {"href": url.href, **({} if url.href == out else {"given": out})}
    assert type(url / "a") is FrozenURL
    assert kind(given).given == kind(url).given == url.href  # for it was not given to a field


@pytest.mark.parametrize("given", ["https://i", "https://h\\", "//h", "", 5])
def test_a_state_with_something_else_that_was_given(given):
    for kind in (URL, FrozenURL):
        with pytest.raises(
            ValueError, match=r"the original string must be a valid URL string that parses to the href|not int"
        ):
            kind.__new__(kind).__setstate__({"href": "https://h/", "given": given})


def test_a_url_that_was_changed_is_no_longer_what_was_given():
    url = adapter(URL).validate_python("https://example.com")
    assert url.given == "https://example.com"
    url.hash = "x"
    assert (url.given, adapter(URL).dump_python(url)) == ("https://example.com/#x", "https://example.com/#x")


class Mixed(pydantic.BaseModel):
    """A field of several types."""

    value: FrozenURL | int | bool | None = None


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_a_union_with_str_is_the_same_from_python_and_from_json(kind):
    for union, expected in ((str | kind, str), (kind | str, kind), (int | kind, kind), (str | None | kind, str)):
        of_union = pydantic.TypeAdapter(union)
        assert type(of_union.validate_python("https://h")) is expected, union
        assert type(of_union.validate_json('"https://h"')) is expected, union
        assert type(of_union.validate_strings("https://h")) is expected, union
        assert type(of_union.validate_python(kind("https://h"))) is kind
    assert pydantic.TypeAdapter(kind | str).validate_json('"no URL"') == "no URL"


class Open(pydantic.BaseModel, extra="allow"):
    """Fields of any type."""

    value: Any = None
    items: list[object] = pydantic.Field(default_factory=list)


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_a_field_of_another_type_is_serialized(kind):
    given = adapter(kind).validate_python("https://faß.example")
    model = Open(value=kind("https://h"), items=[given], more={"url": kind("https://i")})
    expected = {"value": "https://h/", "items": ["https://faß.example"], "more": {"url": "https://i/"}}
    assert model.model_dump() == model.model_dump(mode="json") == json.loads(model.model_dump_json()) == expected
    assert pydantic_core.to_jsonable_python([given]) == ["https://faß.example"]
    assert pydantic_core.to_json({"u": kind("https://h")}) == b'{"u":"https://h/"}'

    class Example(pydantic.BaseModel):
        """A model whose schema has URLs in it."""

        url: kind = pydantic.Field(examples=[kind("https://h")])
        other: kind = kind("https://i")

    schema = Example.model_json_schema()["properties"]
    assert schema["url"]["examples"] == ["https://h/"]
    assert schema["other"]["default"] == "https://i/"


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_lengths_of_fields(kind):
    of_kind = adapter(kind, pydantic.Field(min_length=10, max_length=12))
    assert of_kind.validate_python("https://h") == kind("https://h/")  # its href has ten characters
    assert errors_of(Annotated[kind, pydantic.Field(max_length=12)], "https://h/abc")[0]["type"] == "too_long"
    assert errors_of(Annotated[kind, pydantic.Field(min_length=12)], "https://h")[0]["type"] == "too_short"
    assert of_kind.json_schema() == {"type": "string", "format": "uri", "minLength": 10, "maxLength": 12}
    url = kind("https://h")
    assert (len(url), bool(url)) == (10, True)
    if kind is URL:
        url.search_params.append("a", "b")
        assert len(url) == len("https://h/?a=b")


def test_unions():
    for value in (5, True, None):
        assert Mixed(value=value).model_dump() == {"value": value}
        assert json.loads(Mixed(value=value).model_dump_json()) == {"value": value}
    assert Mixed(value="https://h").model_dump() == {"value": "https://h"}


def test_what_is_no_url_is_serialized_as_it_is_with_a_warning():
    for value in (None, "https://u:s3cr3t@h"):
        page = Page.model_construct(url=value)
        with pytest.warns(UserWarning, match="Expected a URL, not (NoneType|str)") as caught:
            assert page.model_dump()["url"] == value
        assert "s3cr3t" not in str(caught[0].message)


class Mine(URL):
    """A subclass."""


def test_subclasses():
    url = adapter(Mine).validate_python("https://h")
    assert (type(url), adapter(Mine).dump_python(url)) == (Mine, "https://h")
    assert type(adapter(Mine).validate_python(URL("https://h"))) is Mine


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_errors_have_the_name_and_the_place(kind):
    message = "a port may contain only digits; write its number"
    assert errors_of(kind, "https://h:7z/") == [
        {
            "type": "url_parsing",
            "msg": f"Input should be a valid URL: port-invalid at 11: {message}",
            "ctx": {"error": "port-invalid", "start": 11, "end": 12, "message": message},
        }
    ]
    for wrong in (5, b"https://h/\xff", None, ["x"]):
        assert errors_of(kind, wrong)[0]["type"].startswith("string_")


@pytest.mark.parametrize(
    ("constraints", "right", "wrong", "error"),
    [
        ({"schemes": {"https", "wss"}}, "HTTPS://h", "http://h", ("url_scheme", "one of 'https', 'wss'")),
        ({"host_required": True}, "https://h", "mailto:a@h", ("url_host", "should have a host")),
        ({"host_required": True}, "foo://h", "file:///a", ("url_host", "should have a host")),
        ({"max_length": 10}, "https://h/", "https://h/a", ("url_too_long", "at most 10 characters")),
        ({"max_length": 10}, "https://h", "https://ü", ("url_too_long", "at most 10 characters")),
        ({"strict": True}, "https://ü?é", "https://h\\", ("url_syntax_violation", "invalid-reverse-solidus at 9")),
        ({}, "https://h\\", "//h", ("url_parsing", "missing-scheme")),
    ],
)
def test_constraints(constraints, right, wrong, error):
    for kind in (URL, FrozenURL):
        constrained = Annotated[kind, URLConstraints(**constraints)]
        assert adapter(constrained).validate_python(right) == kind(right)
        assert adapter(constrained).dump_python(adapter(constrained).validate_python("https://h/")) == "https://h/"
        for value in (wrong, *([URL(wrong)] if URL.can_parse(wrong) and "strict" not in constraints else [])):
            (found,) = errors_of(constrained, value)
            assert found["type"] == error[0]
            assert error[1] in found["msg"]
        optional = pydantic.TypeAdapter(Annotated[kind | None, URLConstraints(**constraints)])
        assert optional.validate_python(None) is None
    strict = Annotated[URL, URLConstraints(strict=True)]
    assert errors_of(strict, URL("https://h/|"))[0]["ctx"]["start"] == 10
    for binary in (bytes, bytearray):
        assert errors_of(strict, binary(b"https:\\\\h"))[0]["type"] == "url_syntax_violation"
        assert adapter(strict).validate_python(binary(b"https://h")).href == "https://h/"


@pytest.mark.parametrize("kind", [list, list[URL], dict[str, URL], Sequence[URL]])
def test_constraints_of_a_collection_would_check_nothing(kind):
    with pytest.raises(TypeError, match=r"is for a URL, not for a .*; write for example list\[Annotated"):
        pydantic.TypeAdapter(Annotated[kind, URLConstraints(strict=True)])


@pytest.mark.parametrize("kind", [pydantic.HttpUrl, object, int])
def test_constraints_of_another_type_would_check_nothing(kind):
    with pytest.raises(TypeError, match=rf"is for a URL, not for a {kind.__name__}; write for example py_url.URL"):
        pydantic.TypeAdapter(Annotated[kind, URLConstraints(strict=True)])


@pytest.mark.parametrize("schemes", [{"https"}, ["https"], ("HTTPS",), {"https": None}])
def test_constraints_are_hashable(schemes):
    # Before Python 3.13, the union of this type and None needs it.
    constraints = URLConstraints(schemes=schemes)
    assert hash(constraints) == hash(URLConstraints(schemes={"https"}))
    assert constraints == URLConstraints(schemes={"https"})
    assert pydantic.TypeAdapter(Annotated[URL, constraints] | None).validate_python(None) is None


@pytest.mark.parametrize("options", [{"pattern": "^https"}, {"gt": 5}, {"multiple_of": 2}])
def test_pydantic_applies_options_for_strings_to_no_url(options):
    for kind in (pydantic.HttpUrl, URL, FrozenURL):
        with pytest.raises(TypeError, match=f"Unable to apply constraint '{next(iter(options))}'"):
            pydantic.TypeAdapter(Annotated[kind, pydantic.Field(**options)]).validate_python("https://h/")

    def https(url: URL) -> URL:
        if url.protocol != "https:":
            raise ValueError("write https")
        return url

    checked = Annotated[FrozenURL, pydantic.AfterValidator(https)]
    assert adapter(checked).validate_python("https://h").href == "https://h/"
    assert errors_of(checked, "http://h")[0]["msg"] == "Value error, write https"


def test_constraints_in_the_json_schema():
    schema = adapter(URL, URLConstraints(max_length=2083, schemes=["https"])).json_schema()
    assert schema == {"type": "string", "format": "uri", "maxLength": 2083}
    assert adapter(URL, URLConstraints(strict=True)).json_schema() == {"type": "string", "format": "uri"}


@pytest.mark.parametrize(
    "wrong", [{"schemes": "https"}, {"schemes": 5}, {"schemes": [5]}, {"max_length": "5"}, {"max_length": True}]
)
def test_constraints_of_wrong_types(wrong):
    with pytest.raises(TypeError, match=r"must be .*, not (one str|str|int|bool)$"):
        URLConstraints(**wrong)


def test_constraints_that_make_no_sense():
    with pytest.raises(ValueError, match="the scheme 'https:' is not valid; write for example 'https'"):
        URLConstraints(schemes={"https:"})
    with pytest.raises(ValueError, match="max_length: 0 is too small; the least is 1"):
        URLConstraints(max_length=0)


# FastAPI


@pytest.fixture(scope="module")
def client():
    fastapi = peer("fastapi")
    from fastapi.testclient import TestClient

    app = fastapi.FastAPI()

    @app.get("/query")
    def query(url: URL, key: Annotated[FrozenURL | None, URLConstraints(schemes={"https"})] = None) -> dict[str, str]:
        return {"host": url.host, "key": str(key)}

    @app.get("/path/{url:path}")
    def path(url: FrozenURL) -> FrozenURL:
        return url

    @app.post("/body")
    def body(page: Page) -> Page:
        return page

    @app.get("/links")
    def links(url: URL) -> dict[str, URL]:
        return {"self": url}

    @app.get("/lengths")
    def lengths(url: Annotated[FrozenURL, fastapi.Query(min_length=11, max_length=12)]) -> Any:
        return {"url": url, "urls": [url]}

    @app.get("/header")
    def header(referer: Annotated[URL, fastapi.Header()], kind: Literal["a"] = "a") -> str:
        return referer.origin + kind

    return TestClient(app)


def test_parameters_of_fastapi(client):
    assert client.get("/query", params={"url": "https://H/"}).json() == {"host": "h", "key": "None"}
    assert client.get("/query", params={"url": "x:", "key": "https://k"}).json() == {"host": "", "key": "https://k/"}
    assert client.get("/path/https://faß.example").json() == "https://faß.example"
    assert client.get("/links", params={"url": "https://h"}).json() == {"self": "https://h"}
    assert client.post("/body", json={"url": "https://h", "referrer": "https://r\\"}).json() == {
        "url": "https://h",
        "referrer": "https://r/",
    }
    assert client.get("/header", headers={"Referer": "https://h/a"}).json() == "https://ha"


def test_lengths_and_untyped_answers_of_fastapi(client):
    assert client.get("/lengths", params={"url": "https://h/a"}).json() == {
        "url": "https://h/a",
        "urls": ["https://h/a"],
    }
    for url, error in (("https://h", "too_short"), ("https://h/abc", "too_long"), ("https://h/ab:c", "too_long")):
        response = client.get("/lengths", params={"url": url})
        assert (response.status_code, response.json()["detail"][0]["type"]) == (422, error)


def test_errors_of_fastapi(client):
    response = client.get("/query", params={"url": "https://h:7z/", "key": "http://k"})
    assert response.status_code == 422
    first, second = response.json()["detail"]
    assert (first["loc"], first["type"], first["ctx"]["error"], first["ctx"]["start"]) == (
        *(["query", "url"], "url_parsing", "port-invalid", 11),
    )
    assert (second["loc"], second["type"]) == (["query", "key"], "url_scheme")
    assert client.post("/body", json={"url": 5}).json()["detail"][0]["loc"] == ["body", "url"]


def test_openapi(client):
    openapi = client.get("/openapi.json").json()
    (url, key) = openapi["paths"]["/query"]["get"]["parameters"]
    assert (url["in"], url["required"], url["schema"]) == (
        *("query", True),
        {"type": "string", "format": "uri", "title": "Url"},
    )
    assert {"type": "string", "format": "uri"} in key["schema"]["anyOf"]
    assert openapi["components"]["schemas"]["Page"]["properties"]["url"]["format"] == "uri"
    assert json.dumps(openapi)
