"""What other libraries get from a query object: every pair, or an error that says what to write.

`web/docs/howto/other-libraries.md` has the same table.
"""

import http.server
import json
import re
import sys
import threading
import urllib.parse
import urllib.request
import warnings
from copy import deepcopy
from typing import Any

import pytest
from setup.project import ROOT

from py_url import FrozenURL, URLSearchParams
from tests.conftest import peer
from tests.support.asynchronous import run

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no servers")

PAIRS = [("a", "1"), ("b", "3"), ("a", "2")]
QUERY, GROUPED = "a=1&b=3&a=2", "a=1&a=2&b=3"
AS_JSON = [["a", "1"], ["b", "3"], ["a", "2"]]
FORM = "application/x-www-form-urlencoded"
OF_OURS = r"write |has no items\(\)"


class Handler(http.server.BaseHTTPRequestHandler):
    """It answers with the query, the body and the body's type."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        answer = json.dumps([self.path.partition("?")[2], body, self.headers.get("Content-Type")]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST  # noqa: N815 - the name is that of the class's protocol

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.url = f"http://127.0.0.1:{server.server_port}/"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join(timeout=10)


def of_aiohttp(method, url, **arguments):
    async def answer():
        async with peer("aiohttp").ClientSession() as session, session.request(method, url, **arguments) as response:
            return json.loads(await response.read())

    return run(answer())


def sent_by(module, method, url, **arguments):
    return peer(module).request(method, url, **arguments).json()


SENT = {
    "requests.get(u, params=p)": (lambda u, p: sent_by("requests", "GET", u, params=p), [QUERY, "", None]),
    "requests.post(u, data=p)": (lambda u, p: sent_by("requests", "POST", u, data=p), ["", QUERY, FORM]),
    "httpx.get(u, params=p)": (lambda u, p: sent_by("httpx", "GET", u, params=p), [GROUPED, "", None]),
    "httpx2.get(u, params=p)": (lambda u, p: sent_by("httpx2", "GET", u, params=p), [GROUPED, "", None]),
    "session.get(u, params=p)": (lambda u, p: of_aiohttp("GET", u, params=p), [QUERY, "", None]),
    "session.post(u, data=p)": (lambda u, p: of_aiohttp("POST", u, data=p), ["", QUERY, FORM]),
    # What the errors say to write.
    "httpx.post(u, data=p.to_dict())": (
        lambda u, p: sent_by("httpx", "POST", u, data=p.to_dict()),
        ["", GROUPED, FORM],
    ),
    "httpx2.post(u, data=p.to_dict())": (
        lambda u, p: sent_by("httpx2", "POST", u, data=p.to_dict()),
        ["", GROUPED, FORM],
    ),
    "requests.post(u, data=p.to_dict())": (
        lambda u, p: sent_by("requests", "POST", u, data=p.to_dict()),
        ["", GROUPED, FORM],
    ),
}


@pytest.mark.parametrize("kind", [URLSearchParams, lambda pairs: FrozenURL("http://h").with_query(pairs).search_params])
@pytest.mark.parametrize("call", SENT)
def test_what_a_server_gets(call, kind, server):
    send, expected = SENT[call]
    assert send(server.url, kind(PAIRS)) == expected


def django():
    settings = peer("django.conf").settings
    if not settings.configured:
        settings.configure()
    return peer("django")


def querydict_of(params):
    django()
    query = peer("django.http").QueryDict(mutable=True)
    query.update(params)
    return dict(query.lists())


def of_fastapi(params):
    fastapi = peer("fastapi")
    app = fastapi.FastAPI()
    app.get("/")(lambda: {"query": params})
    return peer("fastapi.testclient").TestClient(app).get("/").json()["query"]


WHOLE = {
    "urllib.parse.urlencode(p)": (urllib.parse.urlencode, QUERY),
    "urllib.parse.urlencode(p, doseq=True)": (lambda p: urllib.parse.urlencode(p, doseq=True), QUERY),
    "json.dumps(p)": (lambda p: json.loads(json.dumps(p)), AS_JSON),
    "list(p)": (list, PAIRS),
    "deepcopy(p)": (deepcopy, PAIRS),
    "httpx.QueryParams(p)": (lambda p: str(peer("httpx").QueryParams(p)), GROUPED),
    "httpx2.QueryParams(p)": (lambda p: str(peer("httpx2").QueryParams(p)), GROUPED),
    "yarl.URL(u).with_query(p)": (lambda p: peer("yarl").URL("http://h").with_query(p).query_string, QUERY),
    "multidict.MultiDict(p)": (lambda p: [*peer("multidict").MultiDict(p).items()], PAIRS),
    "starlette's QueryParams(p)": (lambda p: str(peer("starlette.datastructures").QueryParams(p)), QUERY),
    "jsonable_encoder(p)": (lambda p: peer("fastapi.encoders").jsonable_encoder(p), AS_JSON),
    "what a path operation of FastAPI returns": (of_fastapi, AS_JSON),
    "werkzeug.MultiDict(p)": (
        lambda p: peer("werkzeug.datastructures").MultiDict(p).to_dict(flat=False),
        {"a": ["1", "2"], "b": ["3"]},
    ),
    "query_dict.update(p)": (querydict_of, {"a": ["1", "2"], "b": ["3"]}),
    "a field list[tuple[str, str]] of pydantic": (
        lambda p: peer("pydantic").TypeAdapter(list[tuple[str, str]]).validate_python(p),
        PAIRS,
    ),
    "a field Any of pydantic, as JSON": (
        lambda p: json.loads(peer("pydantic").TypeAdapter(Any).dump_json(p)),
        AS_JSON,
    ),
    "msgspec.json.encode(p)": (lambda p: json.loads(peer("msgspec").json.encode(p)), AS_JSON),
    "np.array([p], dtype=object)": (lambda p: [*peer("numpy").array([p], dtype=object)], [PAIRS]),
    "pd.Series([p])": (lambda p: [*peer("pandas").Series([p])], [PAIRS]),
}


@pytest.mark.parametrize("call", WHOLE)
def test_what_is_whole(call):
    use, expected = WHOLE[call]
    assert use(URLSearchParams(PAIRS)) == expected


@pytest.mark.parametrize("kind", [URLSearchParams, type("Mine", (URLSearchParams,), {})])
def test_a_subclass_with_attributes_is_encoded_as_its_pairs(kind):
    params = kind(PAIRS)
    assert peer("fastapi.encoders").jsonable_encoder(params) == AS_JSON


REFUSED = {
    "dict(p)": dict,
    "f(**p)": lambda p: dict(**p),
    "{**p}": lambda p: {**p},
    'p["a"]': lambda p: p["a"],
    "p.items()": lambda p: p.items(),
    "httpx.post(u, data=p)": lambda p: post_with("httpx", p),
    "httpx2.post(u, data=p)": lambda p: post_with("httpx2", p),
    "MultiValueDict(p)": lambda p: (django(), peer("django.utils.datastructures").MultiValueDict(p)),
    "Flask's client.post(path, data=p)": lambda p: peer("flask").Flask("x").test_client().post("/", data=p),
}


def post_with(module, params):
    def handle(request):
        raise AssertionError("the request was sent")

    client = peer(module)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # that `data` of bytes should be `content`
        with client.Client(transport=client.MockTransport(handle)) as session:
            session.post("http://h/", data=params)


@pytest.mark.parametrize("query", [QUERY, "a=1"])
@pytest.mark.parametrize("call", REFUSED)
def test_what_is_refused_says_what_to_write(call, query):
    """A query without a name that is there twice is refused too."""
    with pytest.raises((TypeError, AttributeError), match=OF_OURS):
        REFUSED[call](URLSearchParams(query))


def test_other_errors():
    """Of the libraries themselves, before anything is sent."""
    params = URLSearchParams(PAIRS)
    pydantic = peer("pydantic")
    with pytest.raises(pydantic.ValidationError, match="valid dictionary"):
        pydantic.TypeAdapter(dict[str, str]).validate_python(params)
    assert pydantic.TypeAdapter(dict[str, list[str]]).validate_python(params.to_dict()) == params.to_dict()


def test_the_document_has_every_row():
    page = (ROOT / "web" / "docs" / "howto" / "other-libraries.md").read_text("utf-8")
    section = page.partition("## Query objects in other libraries")[2]
    calls = re.findall(r"`([^`]*p[^`]*)`", "".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE)))
    tested = {*SENT, *WHOLE, *REFUSED}
    assert len(calls) >= 20
    # orjson is not in the locked environment; the other error is Python's own.
    assert [call for call in calls if call not in tested] == ["urlopen(u, data=p)", "orjson.dumps(p)"]
