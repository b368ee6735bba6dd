"""Around the parser in HTML, compared with the browser: hyperlinks, Location, meta refresh, srcset, ping, javascript:
URLs, and the headers Location and Link.

Where the browser differs from the standards, the test says how. Browsers no longer know xml:base.
"""

import html
import itertools
import random
import re
import socketserver
import threading
import time
from collections import Counter

import pytest

from py_url import URL, InvalidURL
from py_url.specs.html import (
    Document,
    Hyperlink,
    Location,
    extract_links,
    javascript_source,
    location_url,
    parse_refresh,
    parse_srcset,
    ping_urls,
)
from py_url.standard import percent_decode, serialize

MEMBERS = ["href", "origin", "protocol", "username", "password", "host"]
MEMBERS += ["hostname", "port", "pathname", "search", "hash"]
SETTABLE = [name for name in MEMBERS if name != "origin"]
# URLs that the browser parses as the standard does. Chromium leaves C| as it is, and writes the queries of ws URLs in
# the encoding of the document.
ATTRIBUTES = [
    *(None, "", "x", "?é", "#é", "//u:p@h:81/a?b#c", "http:x", "HTTP://EXAMPLE.com:80/../a", "https://h", "ftp://h/"),
    *("http://[", "http://h:99999/", "mailto:a?b", "MAILTO:a", "data:,x#", "javascript:x", "foo:/.//a", "foo://h:1/a"),
    *(
        "file:///C:/a",
        "file://h/a",
        "FILE:///",
        "ws://h/?e",
        "blob:https://h/x",
        "about:blank",
        " \tx\n",
        "foo:a b",
        "//",
    ),
]
VALUES = [
    *(
        "",
        "x",
        "?",
        "#",
        "/",
        "é",
        "http",
        "https:",
        "ftp",
        "file",
        "foo",
        "mailto:",
        "1",
        "a b",
        "h:82",
        "[::1]:8",
        "[",
        "81",
    ),
    *(
        "99999",
        "8x",
        "?é#",
        "#é?",
        "/a/../b?c",
        "..",
        "\\a",
        "@",
        "a:b@c",
        ":",
        "\t8\n0",
        "0x7f.1",
        "%zz",
        "'\"<>`",
        "//h/",
    ),
    *("http://h/", "\ud800", "ü.example", "x" * 3),
]


def opened(page, site, encoding, base=""):
    """Open an empty page in this encoding, and return its address."""
    address = f"{site}/tests/browser/html-{encoding}.html?p#q"
    page.route(
        address.partition("#")[0],
        lambda route: route.fulfill(
            body=f"<!doctype html><link rel=icon href='data:,'>{base}", content_type=f"text/html; charset={encoding}"
        ),
    )
    page.goto(address)
    return address


HYPERLINKS = """([cases, members]) => cases.map(([tag, attribute, member, value]) => {
  const element = document.createElement(tag);
  if (attribute !== null) element.setAttribute("href", attribute);
  const before = members.map((name) => element[name]);
  const url = URL.parse(element.href);
  if (url !== null && member !== "href") url[member] = value;
  element[member] = value;
  return [before, element.getAttribute("href"), members.map((name) => element[name]), url && url.href];
})"""


def after(url, member, value):
    """Return the href after the setter of a member was called."""
    changed = URL(url)
    setattr(changed, member, value)
    return changed.href


def explanation(case, ours, theirs, native, encoding):
    """Return why the browser differs in a *case*, or None if nothing explains it.

    *native* is what the same setter makes of the browser's own `URL`.
    """
    _, attribute, member, value = case
    if ours[2] == theirs[2] and {ours[1], theirs[1]} == {attribute, native}:
        # The standard leaves the attribute alone if the setter ignores such a URL, and otherwise writes it. Chromium
        # writes it for a username or password that is ignored, and leaves it alone for a value that changes nothing.
        return "when the attribute is written"
    if theirs[1] != native:
        return None
    url = URL.parse(ours[0][0])
    if url is not None and after(url, member, value) != native:
        # See tests/data/differences.json.
        return "as in the browser's URL"
    return "a query in UTF-8" if member == "search" and encoding != "utf-8" else None


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
@pytest.mark.parametrize("base_href", [None, "https://h.example/d/e?f", "mailto:x"])
def test_hyperlinks(page, site, encoding, base_href):
    choose = random.Random(46)
    base = "" if base_href is None else f'<base href="{base_href}">'
    address = opened(page, site, encoding, base)
    document = Document(address, base_href, encoding)
    cases = [
        [choose.choice(["a", "area"]), *case]
        for case in choose.sample([*itertools.product(ATTRIBUTES, SETTABLE, VALUES)], k=2_500)
    ]
    kinds = Counter()
    for case, (*theirs, native) in zip(cases, page.evaluate(HYPERLINKS, [cases, MEMBERS]), strict=True):
        _, attribute, member, value = case
        link = Hyperlink(document, attribute)
        before = members_of(link)
        setattr(link, member, value)
        ours = [before, link.attribute, members_of(link)]
        assert theirs[0] == before, case
        kind = "the same" if ours == theirs else explanation(case, ours, theirs, native, encoding)
        assert kind is not None, (case, ours, theirs)
        kinds[kind] += 1
    assert kinds["the same"] > 2_250, kinds


def members_of(link):
    # The browser's origin of a file URL is not opaque.
    return ["file://" if name == "origin" and link.protocol == "file:" else getattr(link, name) for name in MEMBERS]


# Runs in a frame, because the browser slows down a frame that navigates often. The event is cancelled, so that nothing
# is loaded. A browser that ignores an assignment fires none.
NAVIGATE = """async ([address, cases]) => {
  const frame = document.createElement("iframe");
  frame.src = address;
  const loaded = new Promise((resolve) => { frame.onload = resolve; });
  document.body.append(frame);
  await loaded;
  const assign = frame.contentWindow.Function("member", "value", `
    let seen = null;
    navigation.onnavigate = (event) => { seen = event.destination.url; event.preventDefault(); };
    try { location[member] = value; } catch (error) { return error.name; }
    return seen;
  `);
  const answers = cases.map(([member, value]) => assign(member, value));
  const members = ["href", "origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash"];
  const getters = members.map((name) => frame.contentWindow.location[name]);
  frame.remove();
  return [getters, answers];
}"""


def explanation_of_location(member, value, href, ours, theirs, encoding):
    """Return why the browser navigates elsewhere than the standard from *href*, or None if nothing explains it."""
    if member in ("host", "hostname") and (ours, theirs) == (href, "SyntaxError"):
        return "throws for a host that does not parse"
    if (member, value, ours) == ("protocol", "ftp", None):
        return "ftp, which is no HTTP(S) scheme"
    if (member, value, theirs) == ("port", "", href):
        return "does not remove a port"
    if (member, value) == ("search", "") and theirs == re.sub(r"(#|\Z)", r"?\1", ours, count=1):
        return "keeps an empty query"
    if member == "search" and encoding != "utf-8" and theirs == after(href, "search", value):
        return "a query in UTF-8"
    # See tests/data/differences.json.
    return "as in the browser's URL" if member in ("host", "hostname") and value == "a b" else None


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252"])
@pytest.mark.parametrize("end", ["?p#q", "", "?é#"])
def test_location(page, site, encoding, end):
    entry = Document(opened(page, site, encoding), encoding=encoding)
    document = Document(URL(end or f"html-{encoding}.html", serialize(entry.url)).href, encoding=encoding)
    location = Location(document)
    page.route(
        lambda url: f"html-{encoding}.html" in url,
        lambda route: route.fulfill(body="<!doctype html>", content_type=f"text/html; charset={encoding}"),
    )
    names = [name for name in MEMBERS if name not in ("username", "password")]
    cases = [(name, value) for name in names for value in VALUES if name != "origin"]
    kinds = Counter()
    for start in range(0, len(cases), 100):
        batch = cases[start : start + 100]
        getters, answers = page.evaluate(NAVIGATE, [location.href, batch])
        assert getters == [getattr(location, name) for name in names]
        for (member, value), theirs in zip(batch, answers, strict=True):
            try:
                # The page, not the frame, is the entry settings object.
                location.assign(value, entry) if member == "href" else setattr(location, member, value)
                ours = None if location.navigation is None else serialize(location.navigation)
            except InvalidURL:
                ours = "SyntaxError"
            kind = "the same"
            if ours != theirs:
                kind = explanation_of_location(member, value, location.href, ours, theirs, encoding)
            assert kind is not None, (member, value, ours, theirs)
            kinds[kind] += 1
    assert kinds["the same"] > 0.8 * len(cases), kinds


# Opens a frame for each address and returns what its document posts, in order.
FRAMES = """(addresses) => Promise.all(addresses.map((address) => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  const listener = ({source, data}) => {
    if (source !== frame.contentWindow) return;
    removeEventListener("message", listener);
    frame.remove();
    resolve(data);
  };
  addEventListener("message", listener);
  frame.src = address;
  document.body.append(frame);
})))"""
REPORTING = """<script>navigation.onnavigate = (event) => {
  event.preventDefault();
  parent.postMessage(event.destination.url, "*");
}</script>"""
TIMES = ["0", "0", " 0", "00", "0.", ".", ".5", "0.9.9", "\t\n0", "", "-0", "+0", "x", "\xa00", "\u0660", "0x", "0:"]
SEPARATORS = [";", ",", " ", "; ", " , ", ";;", "\t;\n", "", "\xa0", ":"]
URL_EQUALS = ["url=", "URL =", "uRl\t= ", "url", "ur=", "", "", "u", "url==", "url= url=", "src="]
QUOTES = ["", "", "'", '"', "`"]
TARGETS = [
    "x",
    "/x y",
    "?é",
    "#f",
    "",
    "http://h.example/",
    "x'y",
    'x"y',
    " x ",
    "http://[",
    "x;y",
    "url=x",
    "//h:99999/",
    "data:,x",
]

# What the browser reads in its own way, and each time.
RARE = ["0;//h:99999/", "0,URL=", "0;'x'y'z", *TIMES]


def explanation_of_refresh(content, document, theirs):
    """Return why the browser refreshes to another URL than the standard, or None if nothing explains it."""
    refresh = parse_refresh(content, document)
    if refresh is None:
        # The standard ignores such a refresh, and the second one counts.
        no_url = theirs.partition(":")[0] in ("http", "https") and not URL.can_parse(theirs)
        return "navigates to a URL that does not parse" if no_url else None
    if re.match(r"\s*\.(?!\d)", content) and theirs == document.encoding_parse_and_serialize_url("second"):
        return "wants a digit in the time"
    if (refresh.url, theirs) == (document.encoding_parse_url(""), serialize(document.url)):
        return "takes an empty URL for none"
    quoted = re.search(r"""[;,\s=](['"])(.*)\1""", content)
    if quoted and theirs == document.encoding_parse_and_serialize_url(quoted[2]):
        return "takes the last quote for the closing one"
    return None


@pytest.mark.parametrize(("base_href", "count"), [(None, 100), ("https://h.example/d/", 40)])
def test_refresh(noisy_page, site, base_href, count):
    """A document refreshes to the first of two URLs, or to the second if the first is none."""
    choose = random.Random(300)
    contents = [
        "".join(
            (
                choose.choice(TIMES),
                choose.choice(SEPARATORS),
                choose.choice(URL_EQUALS),
                quote := choose.choice(QUOTES),
                choose.choice(TARGETS),
                choose.choice([quote, quote, "", "'", f"{quote}z"]),
            )
        )
        for _ in range(count)
    ] + RARE
    base = "" if base_href is None else f'<base href="{base_href}">'

    def answer(route):
        content = contents[int(URL(route.request.url).search[1:])]
        metas = "".join(f'<meta http-equiv=refresh content="{html.escape(c)}">' for c in (content, "1;url=second"))
        route.fulfill(body=f"<!doctype html>{REPORTING}{base}{metas}", content_type="text/html; charset=utf-8")

    noisy_page.route(lambda url: "refresh.html" in url, answer)
    kinds = Counter()
    for start in range(0, len(contents), 40):
        batch = range(start, min(start + 40, len(contents)))
        addresses = [f"{site}/tests/browser/refresh.html?{index}#f" for index in batch]
        for index, address, theirs in zip(batch, addresses, noisy_page.evaluate(FRAMES, addresses), strict=True):
            document = Document(address, base_href)
            refresh = parse_refresh(contents[index], document) or parse_refresh("1;url=second", document)
            kind = "the same"
            if serialize(refresh.url) != theirs:
                kind = explanation_of_refresh(contents[index], document, theirs)
            assert kind is not None, (contents[index], serialize(refresh.url), theirs)
            kinds[kind] += 1
    assert kinds["the same"] > 0.8 * len(contents), kinds
    assert len(kinds) == 5, kinds


# The browser sets `currentSrc` when it has chosen, even if there is no image. `src` makes sure that it chooses one.
SOURCES = """(cases) => Promise.all(cases.map(([srcset, sizes]) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`no answer for ${srcset}`)), 30000);
  const image = document.createElement("img");
  if (sizes) image.sizes = sizes;
  image.onload = image.onerror = () => resolve(image.currentSrc);
  image.srcset = srcset;
  image.src = "fallback";
})))"""
DESCRIPTORS = [
    *(
        "",
        "",
        "1x",
        "2x",
        "0.5x",
        "100w",
        "200w",
        "50w 10h",
        "10h 50w",
        "10h",
        "0w",
        "-1x",
        "1.5e0x",
        "+1x",
        ".5x",
        "1.x",
    ),
    *(
        "1x 1x",
        "1x 1w",
        "x",
        "1X",
        "(,) 1x",
        "f(1, 2)",
        "1q",
        "0x",
        "1e1x",
        "050w",
        "10w 1x",
        "-0x",
        "1 x",
        "infx",
        "(a",
    ),
]
PLACES = ["a", "b,c", "é", "/d?e", ",,f", "g,", "h,,", "(i", "//h.example/j", "k,l,?#,m"]


def chosen(candidates, width):
    """Return what Chromium chooses on a screen of one pixel per CSS pixel, in an image *width* CSS pixels wide."""
    densities = {}
    for candidate in candidates:
        density = candidate.width / width if candidate.width is not None else candidate.density
        densities.setdefault(1.0 if density is None else density, candidate.url)
    if all(candidate.width is None for candidate in candidates):
        densities.setdefault(1.0, "fallback")
    in_order = sorted(densities)
    for density, following in itertools.pairwise(in_order):
        if following >= 1:
            return densities[density if density >= 1 else following]
    return densities[in_order[-1]]


def test_srcset(noisy_page):
    choose = random.Random(480)
    cases = []
    for _ in range(1_000):
        pieces = [f"{choose.choice(PLACES)} {choose.choice(DESCRIPTORS)}" for _ in range(choose.randint(1, 4))]
        srcset = choose.choice([",", ", ", " ,\t"]).join(pieces) + choose.choice(["", ",", " "])
        cases.append([srcset, choose.choice(["", "100px", "25px"])])
    document = Document(noisy_page.url)
    for (srcset, sizes), theirs in zip(cases, noisy_page.evaluate(SOURCES, cases), strict=True):
        url = chosen(parse_srcset(srcset), int(sizes.removesuffix("px") or 1280))
        assert document.encoding_parse_and_serialize_url(url) == theirs, (srcset, sizes)


# The source of a function contains the comments in it as they are written.
JAVASCRIPT = """(sources) => Promise.all(sources.map((source) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`no answer from ${source}`)), 30000);
  const frame = document.createElement("iframe");
  const name = `f${Math.random().toString().slice(2)}`;
  window[name] = (text) => { frame.remove(); resolve([...text].map((char) => char.codePointAt(0))); };
  document.body.append(frame);
  frame.src = `javascript:void parent.${name}((function(){/*${source}*/}).toString())`;
})))"""


def test_javascript_urls(noisy_page):
    choose = random.Random(7)
    pieces = [
        "a",
        "é",
        "%C3%A9",
        "%FF",
        "%C3",
        "%E2%82",
        "%20",
        " ",
        "%zz",
        "%",
        "?",
        "#",
        "#",
        "%0A",
        "\n",
        "\t",
        "%2F",
        "//",
    ]
    pieces += [
        "%EF%BB%BF",
        "\U0001f4a9",
        "%F0%9F%92%A9",
        "%ED%A0%80",
        "\ud800",
        "'",
        '"',
        "<>",
        "`",
        "\\",
        "..",
        "%00",
        "%0D%0A",
    ]
    sources = ["".join(choose.choices(pieces, k=choose.randint(1, 8))) for _ in range(200)]
    for source, theirs in zip(sources, noisy_page.evaluate(JAVASCRIPT, sources), strict=True):
        url = f"javascript:(function(){{/*{source}*/}})"
        ours = javascript_source(url)
        octets = percent_decode(URL(url).href)
        if octets != octets.decode("utf-8", "replace").encode():
            # Chromium reads the whole URL as Latin-1 if it is not UTF-8.
            ours = octets.decode("latin-1").removeprefix("javascript:")
        assert ours[1:-1] == "".join(map(chr, theirs)), source


def test_ping(noisy_page, site):
    choose = random.Random(463)
    document = Document(noisy_page.url)
    pieces = [
        "x",
        "/y?é",
        "//h.example/z",
        "https://h.example/",
        "ftp://h/",
        "data:,x",
        "http://[",
        "javascript:x",
        "HTTP:u",
        "v#f",
    ]
    spaces = [" ", "\t", "\n", "\f", "\r", "  ", "\xa0", "\x0b", ","]
    seen = []
    noisy_page.context.route("**/*", lambda route: route.fulfill(body=""))
    noisy_page.on(
        "request", lambda request: seen.append(request.url.partition("#")[0]) if request.method == "POST" else None
    )
    for number in range(60):
        # Of tokens that are the same, Chromium uses one.
        tokens = [piece + choose.choice(spaces) for piece in choose.sample(pieces, k=choose.randint(0, 5))]
        ping = choose.choice(["", " ", "\n"]) + "".join(tokens) + f" end{number}"
        with noisy_page.expect_request(lambda request, end=f"/end{number}": request.url.endswith(end)):
            noisy_page.evaluate(
                """(ping) => { Object.assign(document.createElement("a"), {href: "#", ping}).click(); }""", ping
            )
        assert sorted(serialize(url).partition("#")[0] for url in ping_urls(ping, document)) == sorted(seen), ping
        seen.clear()


class Headers(socketserver.StreamRequestHandler):
    """Answers with the headers that the test has set for the path, as bytes that no library changes."""

    def handle(self):
        target = self.rfile.readline().split(b" ")[1].decode("latin-1")
        while self.rfile.readline().strip():
            pass
        self.server.seen.append(target)
        status, headers = self.server.answers.get(target, ("200 OK", b""))
        body = b"<!doctype html><script>parent.postMessage(location.href, '*')</script>"
        head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
        self.wfile.write(head.encode() + headers + b"\r\n" + body)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@pytest.fixture
def server():
    with Server(("127.0.0.1", 0), Headers) as server:
        server.answers, server.seen = {}, []
        server.origin = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join(10)


# Returns where each frame is in the end, or null if what it shows is an error.
REDIRECTED = """(addresses) => Promise.all(addresses.map((address) => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  let where = null;
  const listener = ({source, data}) => { if (source === frame.contentWindow) where = data; };
  addEventListener("message", listener);
  frame.onload = () => {
    removeEventListener("message", listener);
    frame.remove();
    resolve(where);
  };
  frame.src = address;
  document.body.append(frame);
})))"""


def test_location_headers(noisy_page, server):
    choose = random.Random(10)
    pieces = [
        "x",
        "/",
        "//",
        "?",
        "#",
        "é",
        "é".encode("latin-1"),
        "\x80",
        "%41",
        " ",
        "\t",
        "..",
        "\\",
        "'\"<>`",
        "[",
        "日",
    ]
    starts = ["", "/", "x", "?", "#", f"{server.origin}/", "HTTP:", f"http:///{server.origin[7:]}", server.origin[5:]]
    cases = {}
    for number in range(80):
        parts = [choose.choice(starts), *choose.choices(pieces, k=choose.randint(0, 4))]
        value = b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)
        path = f"/from/{number}{choose.choice(['', '?q'])}"
        status = choose.choice(["301 Moved", "302 Found", "303 Other", "307 Temporary", "308 Permanent", "200 OK"])
        # Chromium does not hand on a fragment that is empty.
        cases[server.origin + path + choose.choice(["", "#f"])] = (value, status)
        server.answers[path] = (status, b"Location: " + value + b"\r\n")
    redirected = 0
    for address, theirs in zip(cases, noisy_page.evaluate(REDIRECTED, [*cases]), strict=True):
        value, status = cases[address]
        try:
            url = location_url([("Location", value)], address, status=int(status[:3]))
        except InvalidURL:
            assert theirs is None, (address, value)
            continue
        ours = address if url is None else serialize(url)
        if url is not None and (URL(ours).replace(hash="").href == URL(address).replace(hash="").href):
            ours = None if value else address  # a redirect to itself never ends; Chromium takes an empty value for none
        elif URL(ours).origin != server.origin:
            ours = None  # no other machine can be reached
        redirected += ours not in (None, address)
        assert ours == theirs, (address, value, status)
    assert redirected > 40


OPENED = """(addresses) => {
  for (const address of addresses) {
    document.body.append(Object.assign(document.createElement("iframe"), {src: address}));
  }
}"""


def test_link_headers(noisy_page, server):
    """The browser asks for every image that a header says to preload.

    The inputs leave out what Chromium reads in its own way: a comma or a quote in a target, at which HTML splits;
    targets and quotes that do not end; and links with a parameter with an asterisk, or with an anchor that is the page
    itself, which it ignores.
    """
    choose = random.Random(8288)
    targets = ["<a>", "<b?é>", "<./c>", "< f >", "<g;h>", "<>", "<http://[>", "<#i>", "i", "<>l", "<../../page/m>"]
    parameters = [
        ";rel=preload",
        "; rel=preload",
        ';\trel="preload"',
        ";REL=PreLoad",
        ';rel="x preload y"',
        ";rel=other",
        "",
    ]
    parameters += [
        ";rel",
        ";rel=",
        ";rel=preload;rel=x",
        ";rel=x;rel=preload",
        ";rel = preload",
        ";rel=preload ",
        ";x;rel=preload",
    ]
    others = [
        ";as=image",
        "; as=image",
        ';as="image"',
        ";AS=image",
        ';as=image;title="a,b;c"',
        ";as=image;x",
        ";as=image;",
        "",
    ]
    others += [
        ";as=image;anchor=x",
        ";as=image;;",
        ";as = image",
        ";title=a b;as=image",
        ';as="im\\age"',
        ";as=image;anchor=y",
    ]
    cases = {}
    for number in range(80):
        path = f"/page/{number}/"
        values = []
        for _ in range(choose.randint(1, 3)):
            links = [
                choose.choice(targets) + choose.choice(parameters) + choose.choice(others)
                for _ in range(choose.randint(1, 3))
            ]
            values.append(choose.choice([",", ", ", " , ", ",,"]).join(links))
        cases[path] = [("Link", value.encode()) for value in [*values, "<end>;rel=preload;as=image"]]
        server.answers[path] = ("200 OK", b"".join(b"Link: " + value + b"\r\n" for _, value in cases[path]))
    ours = {path: preloaded(headers, server.origin + path) for path, headers in cases.items()}
    noisy_page.evaluate(OPENED, [server.origin + path for path in cases])
    # A page does not wait for what it preloads.
    deadline = time.monotonic() + 60
    while not set().union(*ours.values()) <= {*server.seen} and time.monotonic() < deadline:
        time.sleep(0.05)
    for path, headers in cases.items():
        theirs = {target for target in server.seen if target.startswith(path)}
        assert ours[path] - {path, "/page/m"} == theirs - {path}, headers
    assert len(server.seen) > 160


def preloaded(headers, base):
    """Return the paths of the images that a page at *base* preloads because of its *headers*."""
    return {
        URL(link.target).pathname + URL(link.target).search
        for link in extract_links(headers, base)
        if link.relation_type == "preload" and link.get("as") == "image" and link.context == base
    }
