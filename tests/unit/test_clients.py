"""URLs for HTTP clients, and back. What they send is tested with a real server in tests/wpt/test_clients.py."""

import sys

import pytest

from py_url import URL, FrozenURL, InvalidURL
from py_url.compat.clients import (
    from_httpx,
    from_requests,
    from_yarl,
    request_target,
    to_httpx,
    to_httpx2,
    to_requests,
    to_yarl,
)
from tests.conftest import peer

httpx, httpx2, requests, yarl = peer("httpx"), peer("httpx2"), peer("requests"), peer("yarl")

TO = {"yarl": to_yarl, "httpx": to_httpx, "httpx2": to_httpx2, "requests": to_requests}


@pytest.mark.parametrize("href", ["https://u:p@h.example:8080/a%2Fb/'~+?q=%20+~&a#f", "http://h/", "https://[::1]/a"])
def test_there_and_back(href):
    for url in (href, URL(href), FrozenURL(href)):
        assert from_yarl(to_yarl(url)).href == href
        assert from_httpx(to_httpx(url)) == from_httpx(to_httpx2(url)) == URL(href)
        assert (type(to_httpx(url)), type(to_httpx2(url))) == (httpx.URL, httpx2.URL)
        assert to_requests(url) == href
    prepared = requests.Request("GET", to_requests(href)).prepare()
    assert from_requests(prepared).pathname == URL(href).pathname
    response = requests.Response()
    response.url = href
    assert (from_requests(response).href, type(from_requests(response))) == (href, FrozenURL)


@pytest.mark.parametrize(
    ("client", "href", "says"),
    [
        ("yarl", "https://h/a?", "it would send '' instead of '\\?' at 2 of the path and query"),
        ("requests", "https://h/a|b", "'%7C' instead of '\\|b' at 2"),
        ("requests", "https://h/a%2fb?token=x", "it would send 'Fb\\?' instead of 'fb\\?' at 4"),
        ("requests", "https://h:0/", "the port 443 instead of 0"),
        ("requests", "https://../", "cannot send this URL unchanged"),
        *((client, "https://h/" + "a" * 70_000, "URL too long") for client in ("httpx", "httpx2")),
        ("httpx", "https://xn--a/", "cannot send this URL unchanged: "),
        *((client, "mailto:a@h", "it needs a URL with the scheme http or https.*, not 'mailto'") for client in TO),
    ],
)
def test_what_a_client_would_change_is_refused(client, href, says):
    with pytest.raises(ValueError, match=says) as caught:
        TO[client](href)
    assert str(caught.value).startswith(f"{client} cannot send this URL unchanged: ")


def test_errors_show_no_password():
    for href in ("https://u:s3cr3t@h/a|b?", "https://u:%F0%9F%98%80s3cr3t@h/"):
        for call in TO.values():
            try:
                call(href)
            except ValueError as error:
                assert "s3cr3t" not in f"{error} {error!r} {error.__cause__}"


def test_another_host_is_refused(monkeypatch):
    monkeypatch.setattr(yarl.URL, "raw_host", "other.example")
    with pytest.raises(ValueError, match=r"it would connect to the host 'other.example' instead of 'h'"):
        to_yarl("https://h/")


def test_targets():
    assert request_target(URL("https://h")) == "/"
    assert request_target(URL("https://h/a?#f")) == "/a?"
    assert request_target(FrozenURL("https://h/a?b#f")) == "/a?b"


def test_wrong_types():
    for call in (*TO.values(), from_yarl, from_httpx, from_requests, request_target):
        with pytest.raises(TypeError, match="int"):
            call(5)
    for call in TO.values():
        with pytest.raises(InvalidURL):
            call("//h")
    for module in (httpx, httpx2):
        with pytest.raises(InvalidURL):
            from_httpx(module.URL("/relative"))


@pytest.mark.parametrize("name", ["httpx", "httpx2"])
def test_one_of_the_two_is_enough(name, monkeypatch):
    url = sys.modules[name].URL("https://h/")
    monkeypatch.delitem(sys.modules, ({"httpx", "httpx2"} - {name}).pop())
    assert from_httpx(url).href == "https://h/"
    with pytest.raises(TypeError, match=r"takes an httpx.URL or an httpx2.URL, not str"):
        from_httpx("https://h/")
