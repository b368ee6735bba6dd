"""Two of the four answers of the first screen: who sees another host, and whether a server may fetch the URL; and all
of them together. `playground.looks` has what it looks like, `playground.pieces` the first one and the form of all.
"""

from __future__ import annotations

import re

from playground.answers import base_of
from playground.pieces import SHOWN, host_piece, in_a_row, said
from py_url import InvalidURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from playground import Json
    from playground.answers import Answer
    from playground.pieces import Piece, Said
    from py_url.explain import Reading

PARSERS = ("whatwg", "rfc3986", "urllib.parse")
"""The parsers that are always there. The page adds packages, and this browser's own."""
_NAMES = {"whatwg": "py_url", "rfc3986": "strict RFC 3986", "rfc3986-package": "rfc3986"}
# Who is named first, because most programs use it.
_WELL_KNOWN = ("urllib.parse", "requests", "httpx", "yarl", "w3lib", "rfc3986-package", "rfc3986")
_OF_HREF = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
CURL = "7.88.1"
"""The version of curl that was measured: web/docs/evidence/parsers.md has the results."""
# curl ends the userinfo at the @ before the first "/", "?" or "#", and reads "\\" as any other character. What it does
# with several @, spaces, controls, brackets, other scripts and numbers as hosts is left out.
# tests/playground/test_first.py asks libcurl.
_LIKE_CURL = re.compile(
    r"(?:https?|ftp)://(?:(?:[!\x22$&-.0->A-Z\\^-z|~]|%(?![01][0-9a-f]|7f))*@)?"
    r"((?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*)(?::[0-9]{1,4})?(?:[/?#][!-~]*)?",
    re.ASCII | re.IGNORECASE,
)


def others(url: str, base: str, packages: Collection[str], browser: str = "", native: Answer | None = None) -> Said:
    """Say how many parsers see how many hosts: by value, so that ``0x7f.1`` and ``127.0.0.1`` are the same one.

    The parsers are `PARSERS`, those of the *packages* that can be imported, and this *browser*, unless *native* is
    None. The result also has ``parsers``, how many they are.
    """
    from playground.parsers import why_missing
    from py_url import explain

    here = [name for name in packages if why_missing(name) is None]
    named = [f"{name}-package" if name == "rfc3986" else name for name in here]
    readings = explain.read(url, base or None, parsers=[*PARSERS, *named])
    taken = {name: reading for name, reading in readings.items() if reading.failure is None}
    hosts = {name: _host_of(reading) for name, reading in taken.items()}
    written = {name: str(reading.components["host"] or "") for name, reading in taken.items()}
    refusing = [name for name in readings if name not in hosts]
    if native is not None and "failure" in native:
        refusing.append(browser)
    elif native is not None:
        # Readings have no capital letters, which an opaque host may have.
        hosts[browser] = str(native["hostname"]).lower()
    told = _compared(hosts, refusing, {name: text for name, text in written.items() if not _is_host(text, hosts[name])})
    curl = None if base else host_of_curl(url)
    if curl is None or curl == hosts.get("whatwg"):
        return {**told, "parsers": len(hosts) + len(refusing)}
    reason: Any = told["reason"]
    more: list[Piece] = [" curl goes to ", host_piece(curl), " (", ["measured", f"measured with {CURL}"], ")."]
    return {**told, "reason": [*reason, *more], "parsers": len(hosts) + len(refusing)}


def host_of_curl(url: str) -> str | None:
    """Return the host to which curl goes, by the rule that it was measured to follow; None if the rule says nothing."""
    found = _LIKE_CURL.fullmatch(url)
    return None if found is None else found[1].lower()


def _is_host(written: str, host: str) -> bool:
    """Return whether a parser writes a host as the URL Standard does, apart from the brackets of an address."""
    return written == host.removeprefix("[").removesuffix("]")


def _host_of(reading: Reading) -> str:
    destination = reading.destination
    return "" if destination is None or destination[1] is None else destination[1]


def _compared(hosts: dict[str, str], refusing: list[str], spelled: dict[str, str]) -> Said:
    """Say who sees which host; *hosts* are by parser, and those that are *refusing* see none. *spelled* are the hosts
    that parsers write in another way than the URL Standard.
    """
    total = len(hosts) + len(refusing)
    rejecting: list[Piece] = []
    if refusing:
        rejecting = [f"{_capital(_names(refusing))} {'reject' if len(refusing) > 1 else 'rejects'} it."]
    distinct = list(dict.fromkeys(hosts.values()))
    if not hosts:
        return said("none", "No host", [f"All {total} parsers reject it."])
    if distinct == [""]:
        all_of_them = f"All {total} parsers agree" if not refusing else f"The {len(hosts)} parsers that accept it agree"
        if len(hosts) == 1:
            all_of_them = "The one parser that accepts it says"
        return said("none", "No host", [f"{all_of_them} that it has none."], rejecting)
    if "whatwg" in refusing:
        seen: list[Piece] = [f"{_names([*hosts])} {'see' if len(hosts) > 1 else 'sees'} ", *_hosts(distinct)]
        return said("bad", "They differ", ["The URL Standard rejects it, but ", *seen, "."], rejecting)
    if len(distinct) == 1:
        return _agreeing(hosts, refusing, distinct[0], spelled)
    groups: list[Piece] = []
    for host in distinct[:4]:
        who = [name for name in hosts if hosts[name] == host]
        groups += [host_piece(host) if host else "No host", f": {', '.join(_ordered(who))}. "]
    named = [host for host in distinct if host]
    seeing = sum(map(bool, hosts.values()))
    count = f"{len(hosts)} of {total}" if refusing else f"{total}"
    hosts_seen = f"{count} parsers see {len(named)} hosts{'' if len(named) == len(distinct) else ', or none'}."
    if len(named) == 1:
        hosts_seen = f"{seeing} of {total} parsers {'see' if seeing > 1 else 'sees'} a host."
    return said("bad", "They differ", [hosts_seen], [*groups, *rejecting])


def _agreeing(hosts: dict[str, str], refusing: list[str], host: str, spelled: dict[str, str]) -> Said:
    """Say that all who accept the URL see one host, who rejects it, and who writes the host in another way."""
    is_address = re.fullmatch(r"\[.*\]|[0-9.]+", host) is not None
    same = f"the same {'address' if is_address else 'host'}, "
    reason: list[Piece] = [f"Rejected by {_names(refusing)}. "] if refusing else []
    if spelled:
        forms = list(dict.fromkeys(spelled.values()))
        who = _names([*spelled]) if len(spelled) < 3 else f"{len(spelled)} of them"
        verb = "writes" if len(spelled) == 1 else "write"
        form = host_piece(forms[0]) if len(forms) == 1 else f"in {len(forms)} other ways"
        reason += [f"{_capital(who)} {verb} it ", form, ": a check that compares text can miss it."]
    if not refusing:
        return said("neutral", "They agree", [f"All {len(hosts)} parsers see {same}", host_piece(host), "."], reason)
    agreeing, rejecting = len(hosts), len(refusing)
    word = f"{agreeing} agree{'s' * (agreeing == 1)}; {rejecting} reject{'s' * (rejecting == 1)} it"
    seeing = f"Only {_names([*hosts])} sees a host, " if agreeing == 1 else f"The {agreeing} see {same}"
    return said("neutral", word, [seeing, host_piece(host), "."], reason)


def _hosts(hosts: list[str]) -> list[Piece]:
    """Hosts in a row; a long row is cut."""
    shown: list[Piece] = [_host_or_none(host) for host in hosts[:3]]
    if len(hosts) > 3:
        shown.append(f"{len(hosts) - 3} more")
    row = shown[:1]
    for number, one in enumerate(shown[1:], 2):
        row += [" and " if number == len(shown) else ", ", one]
    return row


def _host_or_none(host: str) -> Piece:
    return host_piece(host) if host else "no host"


def _names(parsers: list[str]) -> str:
    """The names of parsers in a row, those first that most programs use."""
    return in_a_row(_ordered(parsers))


def _ordered(parsers: list[str]) -> list[str]:
    rank = {name: number for number, name in enumerate(_WELL_KNOWN)}
    return [_NAMES.get(name, name) for name in sorted(parsers, key=lambda name: rank.get(name, len(rank)))]


_REFUSALS = {
    "scheme": "its scheme is neither http nor https",
    "credentials": "it carries a username or a password, which often hides the real host",
    "loopback": "it leads to the server itself, whose services may trust it",
    "unspecified": "it can lead to the server itself, whose services may trust it",
    "private": "it leads into a private network, which nobody outside should reach",
    "link-local": "it leads into the server's own network, which nobody outside should reach",
    "shared": "it leads into a provider's network, which nobody outside should reach",
    "metadata": "it leads to a metadata service, which hands out the server's credentials",
    "parsers-differ": "programs read different hosts in it",
}
"""Why the guard refuses a URL, in the words of somebody who does not know it. Its own are in the panel."""


def _capital(names: str) -> str:
    """Names at the start of a sentence: those of packages keep their small letters."""
    return f"{names[:1].upper()}{names[1:]}" if names.startswith("strict ") else names


def fetching(url: str, base: str = "") -> Said:
    """Say whether py_url's guard lets a server fetch the URL, and why not."""
    from py_url import URL
    from py_url.guard import check_fetch

    try:
        verdict = check_fetch(URL(url, base_of(base)) if base else url)
    except InvalidURL:
        return said("none", "Refused", ["It does not parse, so there is nothing to fetch."])
    if verdict.allowed:
        note = "It would also check each address of the host before it connects, but not who is behind it."
        if base:
            note = f"It was asked about the URL that the reference leads to, not about the reference. {note}"
        return said("neutral", "Not refused", ["py-url's guard would let a server fetch this."], [note])
    if verdict.reasons[0].name == "invalid-url":
        return said("none", "Refused", ["It does not parse, so there is nothing to fetch."])
    first, *more = dict.fromkeys(_REFUSALS.get(one.name) or _what_is_wrong(one.message) for one in verdict.reasons)
    # An address of e-mail is refused, but is no danger.
    tone = "none" if [one.name for one in verdict.reasons] == ["scheme"] else "bad"
    also = [f"Also, {'; '.join(more)}."] if more else []
    return said(tone, "Refused", [f"py-url's guard would not fetch this: {first}."], also)


def _what_is_wrong(message: str) -> str:
    """A message of the guard without the advice what to change in a policy, which is not asked for here."""
    text = re.split(r"; (?:use|write|remove|the policy|add) ", message)[0]
    return text if len(text) <= 3 * SHOWN else f"{text[: 3 * SHOWN - 1]}…"


def all_of(url: str, base: str = "") -> Json:
    """Return what a page needs that shows the four answers without Python: those that need no browser and no package.

    ``answer`` has the members that make up the href, or ``failure``; ``first`` is what `pieces.browsers` says;
    ``parts`` and ``errors`` are where the components and the errors are in the input.
    """
    from playground.answers import look
    from playground.looks import seen

    told = look(url, base)
    answer: Any = told["answer"]
    errors: Any = told["errors"]
    return {
        "parts": told["parts"],
        "errors": [{name: error[name] for name in ("name", "start", "end", "fatal")} for error in errors],
        "answer": {name: answer[name] for name in ("failure", "href", *_OF_HREF) if name in answer},
        "first": told["said"],
        "looks": seen(url, base),
        "others": others(url, base, ()),
        "fetching": fetching(url, base),
    }
