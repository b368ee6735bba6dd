"""The hosts of `unicode_hosts` beside the browser's own URL: each difference has a reason."""

import re
from collections import Counter

from py_url import URL
from py_url.standard import domain_to_unicode
from py_url.standard.hosts import uts46
from py_url.standard.hosts.unicode_data import properties
from tests import unicode_hosts

ANSWERS = """(hosts) => hosts.map((host) => {
  try {
    return new URL(`http://${host}/`).host;
  } catch {
    return null;
  }
})"""
UNASSIGNED = """(characters) => characters.filter((character) => !/\\p{Assigned}/u.test(character))"""


def test_the_browser_agrees(blank):
    hosts = [host for group in unicode_hosts.hosts().values() for host in group]
    theirs = blank.evaluate(ANSWERS, hosts)
    ours = [URL.parse(f"http://{host}/") for host in hosts]
    ours = [None if url is None else url.host for url in ours]
    assert len(theirs) == len(hosts) > 40_000
    unknown = frozenset(blank.evaluate(UNASSIGNED, unicode_hosts.RECENT))
    differences = [found for found in zip(hosts, ours, theirs, strict=True) if found[1] != found[2]]
    reasons = Counter(reason(*found, unknown) for found in differences)
    unexplained = [tuple(map(ascii, found)) for found in differences if reason(*found, unknown) is None]
    assert unexplained == [], reasons
    # Most answers are the same, whatever the version of the browser.
    assert reasons.total() < len(hosts) / 4, reasons


def reason(host, ours, theirs, unknown):
    """Return why the browser's answer is another one, or None."""
    return None
