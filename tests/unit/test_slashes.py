"""Parsers that count slashes differently: the header Location, filters on servers."""

import pytest

from py_url import URL
from py_url.explain import explain_differences
from py_url.parsers import runtimes
from tests.support.needs import needs

BASE = "https://shop.example/login"


@pytest.mark.parametrize("slashes", [2, 3, 4, 5])
def test_leading_slashes_confuse_filters(slashes):
    reference = "/" * slashes + "evil.example/"
    explanation = explain_differences(reference, BASE)
    readings = explanation.readings
    assert readings["whatwg"].components["host"] == URL(reference, BASE).hostname == "evil.example"
    on_servers = readings["urllib.parse"].components["host"]
    assert on_servers == ("evil.example" if slashes == 2 else "shop.example")
    assert ("host" in explanation.differences) == (slashes > 2)


@pytest.mark.parametrize("location", ["https:///evil.example", "https:////evil.example", "https:/\\evil.example"])
def test_a_location_with_three_slashes(location):
    readings = explain_differences(location, BASE).readings
    assert readings["whatwg"].components["host"] == "evil.example"
    assert readings["urllib.parse"].components["host"] == "shop.example"


@needs("curl")
def test_curl_takes_two_or_three_slashes(monkeypatch):
    """Browsers take any number, and RFC 3986 takes three for an empty host."""
    monkeypatch.setattr(runtimes, "SECONDS", 60)
    for slashes in (2, 3, 4):
        readings = explain_differences(f"https:{'/' * slashes}evil.example/", BASE, parsers=["whatwg", "curl"]).readings
        assert readings["whatwg"].components["host"] == "evil.example"
        assert readings["curl"].components.get("host") == (None if slashes == 4 else "evil.example")
        assert (readings["curl"].failure is None) == (slashes < 4)
