"""The hosts of `unicode_hosts` beside the browser's own URL: each difference has a reason."""

from collections import Counter

from py_url import URL
from py_url.standard.hosts.unicode_data import mapped
from tests.support import unicode_hosts

ANSWERS = """(hosts) => hosts.map((host) => {
  try {
    return new URL(`http://${host}/`).host;
  } catch {
    return null;
  }
})"""
UNASSIGNED = r"(characters) => characters.filter((character) => !/\p{Assigned}/u.test(character))"


def test_the_browser_agrees(blank):
    hosts = [host for group in unicode_hosts.hosts().values() for host in group]
    urls = [URL.parse(f"http://{host}/") for host in hosts]
    ours = [None if url is None else url.host for url in urls]
    theirs = blank.evaluate(ANSWERS, hosts)
    unknown = frozenset(blank.evaluate(UNASSIGNED, unicode_hosts.recent_characters()))
    differences = [answers for answers in zip(hosts, ours, theirs, strict=True) if answers[1] != answers[2]]
    reasons = Counter(reason(*answers, unknown) for answers in differences)
    assert [tuple(map(ascii, answers)) for answers in differences if reason(*answers, unknown) is None] == []
    assert reasons.total() - reasons["it does not know a character"] < 100, reasons
    # With the same version of Unicode as here, the browser knows all characters.
    assert len(hosts) > 40_000
    assert len(unknown) < len(unicode_hosts.recent_characters())


def reason(host, ours, theirs, unknown):
    """Return why the browser's answer is another one, or None."""
    text = "".join(mapped(char) or "" for char in host)
    if not unknown.isdisjoint(host) or not unknown.isdisjoint(text):
        return "it does not know a character"
    if ours is None and " " in text and "%20" in theirs:
        return "it percent-encodes a space, which a domain may not contain"
    if ours is not None and theirs == ours.replace("*", "%2A"):
        return "it percent-encodes an asterisk"
    return None
