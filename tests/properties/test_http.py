"""The target of a request never decides its host, and the host never decides its path."""

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import example, given, strategies as st  # noqa: E402 - must follow the check that it is installed

from py_url import URL, InvalidURL  # noqa: E402 - as above
from py_url.specs.http import request_url  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import evenly, joined  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

SCHEMES = st.sampled_from(["http", "https", "ws", "wss"])
HOSTS = evenly(
    st.sampled_from(["site.example", "a_b.example.:80", "[::1]:8080", "127.1", "%61:443"]),
    joined(["site.example", "a_b.example.", "[::1]", "127.1", "%61", ":", ":80", ":443", ":8080"], least=1),
)
PIECES = joined([*"/\\?@:.[]|%*", "//", "..", "%2e", "%5c", "remote.example", "http:", "u:p@", ":80", "a"])
TARGETS = evenly(PIECES.map("/{}".format), PIECES.map("//{}".format), st.text().map("/{}".format))
WITHIN_HOSTS = joined([*"/\\?#@: \t\n", "h", "site.example", "health", "é", "[::1]"])


@reaches(valid=0.3, host=0.15)
@many
@given(TARGETS, HOSTS, SCHEMES)
@example("//remote.example/x", "site.example", "https")
@example("/\\remote.example/x", "site.example", "https")
@example("/..//remote.example", "site.example:8080", "http")
def test_the_host_is_that_of_the_header_for_every_path(target, host, scheme):
    site = URL.parse(f"{scheme}://{host}")
    try:
        url = request_url(target, host=host, scheme=scheme)
    except InvalidURL:
        assert site is None or not target.isascii() or not target.isprintable() or {" ", "#"} & {*target}
        return
    reached("valid")
    assert (url.protocol, url.host, url.username, url.hash) == (site.protocol, site.host, "", "")
    if url.pathname.startswith("//"):
        reached("host")


@reaches(refused=0.5)
@many
@given(WITHIN_HOSTS, SCHEMES)
@example("site.example/health?", "https")
@example("u@site.example", "https")
def test_the_path_is_that_of_the_target_for_every_host(host, scheme):
    try:
        url = request_url("/notes?a", host=host, scheme=scheme)
    except InvalidURL:
        reached("refused")
        return
    assert (url.pathname, url.search) == ("/notes", "?a")
    assert url.username == url.password == url.hash == ""


@reaches(taken=0.05)
@many
@given(evenly(PIECES, st.text(), TARGETS), HOSTS, st.sampled_from(["GET", "CONNECT", "OPTIONS", "POST"]))
def test_another_host_is_never_taken_without_being_asked_for(target, host, method):
    try:
        url = request_url(target, host=host, scheme="https", method=method)
    except InvalidURL:
        return
    reached("taken")
    site = URL(f"{url.protocol}//{host}")
    assert url.hostname == site.hostname
    assert url.port == site.port or method == "CONNECT"
