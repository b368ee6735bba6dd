"""WebSocket URLs: `new WebSocket` throws if `constructor_url` raises, has the same href, and connects to the address
that `http_request_url` gives.
"""

import random
import threading

import pytest
from fetching import wpt_url

from py_url import URL
from py_url.specs import websocket
from tests.conftest import peer
from tests.support.needs import needs

serve = peer("websockets.sync.server").serve

# Returns the result of the constructor for each input, and that of `URL`. Waits for no connection.
CONSTRUCT = """(inputs) => inputs.map(([input, base]) => {
  document.querySelector("base")?.remove();
  if (base !== null) document.head.append(Object.assign(document.createElement("base"), {href: base}));
  const url = URL.parse(input, document.baseURI)?.href ?? null;
  try {
    const socket = new WebSocket(input);
    socket.close();
    return [url, socket.url];
  } catch (error) {
    return [url, error.name];
  }
})"""
PIECES = [
    *("ws:", "wss:", "http:", "https:", "WS:", "foo:", "ftp:", "file:", "//", "/", "\\", "?", "#", "@", ":", "", " "),
    *(
        "h.example",
        "é",
        "1.2.3",
        "[::1]",
        "x:y@",
        ":80",
        ":443",
        ":0",
        ":65536",
        "a",
        "..",
        "%2e",
        "%zz",
        "\t",
        "[",
        "\ud800",
    ),
]


def ours(input, base):
    try:
        return websocket.constructor_url(input, base).href
    except ValueError:
        return "SyntaxError"


def compare(page, inputs):
    """Compare each row except those that the browser's own `URL` parses differently.

    Returns how many rows it compared, and how many of them have a URL.
    """
    compared = with_url = 0
    for start in range(0, len(inputs), 500):
        batch = inputs[start : start + 500]
        for (input, base), (native, result) in zip(batch, page.evaluate(CONSTRUCT, batch), strict=True):
            url = URL.parse(input, base or page.url)
            if native == (url and url.href):
                compared += 1
                with_url += result != "SyntaxError"
                assert result == ours(input, base or page.url), (input, base)
    return compared, with_url


def test_generated_inputs(noisy_page):
    choose = random.Random(6455)
    inputs = [["".join(choose.choices(PIECES, k=choose.randint(0, 6))), None] for _ in range(4_000)]
    compared, with_url = compare(noisy_page, inputs)
    # Chromium accepts a space in a host, unlike the Web Platform Tests.
    assert compared > 3_970
    assert with_url > 2_000


@needs("wpt")
def test_the_web_platform_tests_inputs(noisy_page):
    inputs = [[row["input"], row["base"]] for row in wpt_url.find().load("urltestdata.json") if isinstance(row, dict)]
    inputs += [
        [scheme + input[input.index(":") :], base]
        for input, base in inputs
        if input.startswith(("http:", "https:", "ws:", "wss:"))
        for scheme in ("ws", "wss", "http", "https")
    ]
    # A base element ignores a data: or javascript: URL, and an invalid URL is another matter.
    inputs = [
        [input, base]
        for input, base in inputs
        if base is None or (URL.can_parse(base) and not base.startswith(("data:", "javascript:")))
    ]
    compared, with_url = compare(noisy_page, inputs)
    # The rest are rows that Chromium's own `URL` fails.
    assert compared > 0.94 * len(inputs) > 2_000
    assert with_url > 900


def test_the_query_is_utf_8_whatever_the_encoding_is(context, site):
    page = context.new_page()
    address = f"{site}/tests/browser/windows-1252.html"
    body = b"<!doctype html><meta charset=windows-1252>"
    page.route(address, lambda route: route.fulfill(body=body, content_type="text/html; charset=windows-1252"))
    page.goto(address)
    assert page.evaluate("document.characterSet") == "windows-1252"
    inputs = [["?é日", None], ["ws://h/?é", None], ["https://é/é?é", None]]
    assert compare(page, inputs) == (len(inputs), len(inputs))


PROTOCOLS = [
    *(
        [],
        "",
        "a",
        "a b",
        "é",
        ["a"],
        ["a", "b"],
        ["a", "a"],
        ["a", "A"],
        ["a,b"],
        [""],
        ["v1.b-c"],
        ["a\x7f"],
        ["a/b"],
    ),
    *(["\t"], ["!#$%&'*+-.^_`|~"], ["("], ["a", "b", "a"], "a,b", ["{"], ["[]"], ["\x00"]),
]


def test_subprotocols(noisy_page):
    construct = """(all) => all.map((protocols) => {
      try { new WebSocket("ws://h.example/", protocols).close(); return null; } catch (error) { return error.name; }
    })"""

    def ours(protocols):
        try:
            websocket.constructor_url("ws://h.example/", protocols=protocols)
        except ValueError:
            return "SyntaxError"
        return None

    theirs = noisy_page.evaluate(construct, PROTOCOLS)
    assert theirs == [ours(protocols) for protocols in PROTOCOLS]
    assert set(theirs) == {None, "SyntaxError"}


@pytest.fixture
def server():
    """Start a server that answers each connection with what its handshake requested; collect the requests."""

    def handle(connection):
        headers = connection.request.headers
        connection.send([connection.request.path, "\n", headers["Host"], "\n", headers["Origin"]])
        for message in connection:
            connection.send(message)

    with serve(handle, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.socket.getsockname()[1]
        server.shutdown()


CONNECT = """(url) => new Promise((resolve, reject) => {
  const socket = new WebSocket(url);
  const messages = [];
  socket.onerror = () => reject(new Error(`no connection to ${url}`));
  socket.onmessage = ({data}) => {
    messages.push(data);
    if (messages.length === 1) socket.send("echo");
    else { socket.close(); resolve([socket.url, ...messages]); }
  };
})"""


@pytest.mark.parametrize(
    "url",
    [
        *(
            "ws://127.0.0.1:{}",
            "ws://127.0.0.1:{}?",
            "ws://127.0.0.1:{}/?",
            "http://127.0.0.1:{}/a",
            "ws:127.1:{}/../b",
        ),
        *(
            "ws://0x7f000001:{}//x/../y",
            "ws://127.0.0.1:{}/a%20b c?d e'é",
            "ws://user:pw@127.0.0.1:{}/x",
            "//127.0.0.1:{}",
        ),
        *('ws://127.0.0.1:{}/"<>`{{}}^~[]?"<>`{{}}|^~[]', "ws://127.0.0.1:{}/%zz?%zz", "ws://127.0.0.1:{}/a;b,c=d@e:f"),
    ],
)
def test_what_the_server_receives(blank, site, server, url):
    url = url.format(server)
    predicted = websocket.constructor_url(url, blank.url)
    href, handshake, echo = blank.evaluate(CONNECT, url)
    components = websocket.parse_components(predicted)
    assert href == predicted.href
    assert handshake.split("\n") == [components.resource_name, components.host_header, site]
    assert echo == "echo"
