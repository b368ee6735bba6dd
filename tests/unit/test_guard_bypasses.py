"""Published ways around checks of URLs: the guard refuses all of them, and refuses no ordinary URL."""

import json
from pathlib import Path

import pytest

from py_url import URL, guard
from tests.support.guard_spellings import spellings

DATA = Path(__file__).parent.parent / "data"
BYPASSES = json.loads((DATA / "guard" / "bypasses.json").read_text("utf-8"))["bypasses"]
MUST_PASS = (DATA / "guard" / "must_pass.txt").read_text("utf-8").splitlines()
REAL = (DATA / "corpora" / "real.txt").read_text("utf-8").splitlines()
# The kinds of reasons that a policy for the public web is there for. Any other refusal of a real URL is a mistake.
INTENDED = {"private", "loopback", "link-local", "metadata", "port", "credentials", "invalid-url", "scheme"}
# Without parsers and ports: what is left has to be enough for the addresses.
ADDRESSES_ALONE = guard.Policy(ports=None, credentials=True, parsers_agree=False)


# What the guard says of a URL that reaches this, if it sees the address itself.
SAID = {
    "127.0.0.1": {"loopback", "unspecified"},
    "10.0.0.1": {"private"},
    "metadata": {"metadata"},
    "a private network": {"private", "link-local", "shared", "multicast", "benchmarking", "reserved"},
}
# It does not see the address, because a scheme, credentials, an odd host or another parser are in the way.
BEFORE = {"invalid-url", "scheme", "credentials", "host-syntax", "parsers-differ"}


@pytest.mark.parametrize("bypass", BYPASSES, ids=lambda bypass: ascii(bypass["url"]))
def test_published_bypasses(bypass):
    policy = getattr(guard, bypass["policy"])()
    verdict = guard.check_fetch(bypass["url"], policy)
    assert not verdict.allowed
    assert verdict.url is None
    names = {reason.name for reason in verdict.reasons}
    assert names & (BEFORE | SAID.get(bypass["reaches"], names))
    with pytest.raises(guard.Refused):
        guard.require_fetch(bypass["url"], policy)


def test_each_bypass_says_where_it_is_from():
    links = {}
    for bypass in BYPASSES:
        assert {*bypass} == {"url", "reaches", "source", "link", "policy"}
        assert bypass["reaches"]
        assert bypass["policy"] in guard.__all__
        assert links.setdefault(bypass["source"], bypass["link"]) == bypass["link"]
    assert len({bypass["url"] for bypass in BYPASSES}) == len(BYPASSES)
    for source, link in links.items():
        assert len(source.split()) > 1
        assert URL(link).protocol == "https:"


def test_every_spelling_of_an_address():
    count = parsed = 0
    for url, kind in spellings():
        count += 1
        verdict = guard.check_fetch(url, ADDRESSES_ALONE)
        assert not verdict.allowed, ascii(url)
        names = [reason.name for reason in verdict.reasons]
        if "invalid-url" not in names:
            parsed += 1
            # A backslash, or text before the host, can give the URL another host, which is no address of these.
            assert kind in names, (ascii(url), names)
    assert count > 100_000
    assert parsed > 0.9 * count


@pytest.mark.parametrize("url", MUST_PASS, ids=ascii)
def test_what_must_pass(url):
    verdict = guard.check_fetch(url)
    assert verdict.allowed, verdict
    assert verdict.url == URL(url).href


def test_real_urls_are_refused_for_what_they_reach_alone():
    refused = {url: guard.check_fetch(url).reasons for url in REAL}
    mistaken = {url: reasons for url, reasons in refused.items() if not {one.name for one in reasons} <= INTENDED}
    assert len(mistaken) < len(REAL) / 1_000, mistaken
    # Nine in ten real URLs lead to the public web. Most of the others are of examples: http://localhost/, http://host/.
    assert sum(not reasons for reasons in refused.values()) > 0.9 * len(REAL)
