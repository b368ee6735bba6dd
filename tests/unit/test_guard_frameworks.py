"""The recipes of web/docs/howto/ssrf-and-redirects.md for redirects, forms and bodies, run in the real packages."""

import re
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.conftest import peer
from tests.support.asynchronous import run

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no threads")
PAGE = (Path(__file__).parents[2] / "web" / "docs" / "howto" / "ssrf-and-redirects.md").read_text("utf-8")
RECIPES = dict(re.findall(r"```py\n# (\w+)\n(.*?)```", PAGE, re.DOTALL))
# What a stranger writes, and where the page redirects to.
TARGETS = {
    "/cart?id=7": "/cart?id=7",
    "": "/",
    "https://shop.example/a": "/a",
    "//evil.example": "/",
    "/\\evil.example": "/",
    "https://evil.example/": "/",
    "javascript:alert(1)": "/",
    "/a\r\nSet-Cookie: b": "/",
}


def names_of(framework):
    names = {"__name__": "recipe"}
    exec(RECIPES[framework], names)
    return names


def of_asgi(app, query):
    """Return the header Location of an app's answer, as a server asks it."""
    path = {"path": "/login", "raw_path": b"/login", "query_string": query.encode(), "root_path": ""}
    scope = {"type": "http", "method": "GET", "headers": [], "http_version": "1.1", "scheme": "https", **path}
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    async def answer():
        await app({**scope, "asgi": {"version": "3.0"}, "client": None, "server": ("shop.example", 443)}, receive, send)

    run(answer())
    return dict(sent[0]["headers"])[b"location"].decode()


@pytest.mark.parametrize("target", TARGETS, ids=ascii)
@pytest.mark.parametrize("framework", ["Django", "Flask", "FastAPI", "Starlette"])
def test_where_a_recipe_redirects_to(framework, target):
    query = f"next={quote(target)}"
    peer(framework.lower())
    if framework == "Django":
        from django.conf import settings
        from django.test import RequestFactory

        if not settings.configured:
            settings.configure(DEFAULT_CHARSET="utf-8", ALLOWED_HOSTS=["shop.example"])
        location = names_of(framework)["after_login"](RequestFactory().get(f"/login?{query}"))["Location"]
    elif framework == "Flask":
        location = names_of(framework)["app"].test_client().get(f"/login?{query}").headers["Location"]
    else:
        location = of_asgi(names_of(framework)["app"], query)
    assert location == TARGETS[target]


def test_what_a_model_says():
    pydantic = peer("pydantic")
    names = names_of("Pydantic")
    assert names["Webhook"](url="https://Example.com").url == "https://example.com/"
    with pytest.raises(pydantic.ValidationError) as caught:
        names["Webhook"](url="http://10.0.0.1/")
    assert caught.value.errors()[0]["msg"] == "Value error, This address cannot be used."


def test_what_an_api_says():
    fastapi = peer("fastapi")
    names = names_of("Pydantic")
    app = fastapi.FastAPI()
    webhook = names["Webhook"]

    @app.post("/login")
    def add(hook: webhook) -> str:
        return hook.url

    body = b'{"url": "http://redis.internal/"}'
    status, answer = posted(app, body)
    assert status == 422
    assert b"This address cannot be used." in answer
    assert b"private" not in answer
    assert posted(app, b'{"url": "https://example.com"}') == (200, b'"https://example.com/"')


def posted(app, body):
    """Return the status and the body of an app's answer to a request with a JSON body."""
    path = {"path": "/login", "raw_path": b"/login", "query_string": b"", "root_path": ""}
    headers = [(b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "headers": headers, "http_version": "1.1", "scheme": "https", **path}
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    async def answer():
        await app({**scope, "asgi": {"version": "3.0"}, "client": None, "server": ("shop.example", 443)}, receive, send)

    run(answer())
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def test_what_a_form_says():
    django = peer("django")
    from django.conf import settings

    if not settings.configured:
        settings.configure(DEFAULT_CHARSET="utf-8", ALLOWED_HOSTS=["shop.example"])
    django.setup()  # forms are translated
    form = names_of("DjangoForms")["WebhookForm"]
    allowed = form({"url": "https://Example.com"})
    assert allowed.is_valid()
    assert allowed.cleaned_data["url"] == "https://example.com/"
    assert form({"url": ""}).errors.as_data()["url"][0].code == "required"
    refused = form({"url": "http://10.0.0.1/"})
    assert refused.errors == {"url": ["This address cannot be used."]}
    assert refused.errors.as_data()["url"][0].code == "private"


@pytest.mark.parametrize(
    ("uri", "registered", "is_right"),
    [
        ("http://localhost:49152/callback", "http://localhost/callback", True),
        ("http://localhost/callback", "http://localhost:8080/callback", True),
        ("http://127.0.0.1:1/callback?a=b", "http://127.0.0.1/callback?a=b", True),
        ("http://[::1]:65535/", "http://[::1]/", True),
        ("https://client.example/callback", "https://client.example/callback", True),
        ("com.example.app:/callback", "com.example.app:/callback", True),
        ("http://127.0.0.1:49152/callback", "http://localhost/callback", False),
        ("http://localhost:49152/callback/x", "http://localhost/callback", False),
        ("http://localhost:49152/x/../callback", "http://localhost/callback", False),
        ("http://localhost:49152/callback?a", "http://localhost/callback", False),
        ("http://localhost:49152/callback#a", "http://localhost/callback", False),
        ("http://localhost:49152@evil.example/callback", "http://localhost/callback", False),
        ("http://localhost:@evil.example/callback", "http://localhost/callback", False),
        ("http://localhost.evil.example:49152/callback", "http://localhost/callback", False),
        ("http://localhost:49152\\@evil.example/callback", "http://localhost/callback", False),
        ("http://LOCALHOST:49152/callback", "http://localhost/callback", False),
        ("http://localhost:49152/callback\n", "http://localhost/callback", False),
        ("http://localhost:\u0661/callback", "http://localhost/callback", False),
        ("https://localhost:49152/callback", "https://localhost/callback", False),
        ("http://127.1:49152/callback", "http://127.0.0.1/callback", False),
        ("https://client.example:8443/callback", "https://client.example/callback", False),
        ("https://client.example/callback/", "https://client.example/callback", False),
    ],
)
def test_redirect_uris_of_clients(uri, registered, is_right):
    may_redirect_to = names_of("RedirectURI")["may_redirect_to"]
    assert may_redirect_to(uri, ["https://other.example/", registered]) is is_right
    assert not may_redirect_to(uri, [])
