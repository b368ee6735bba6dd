"""Two of the four answers of the first screen: who sees another host, and whether a server may fetch the URL; and all
of them together. `playground.looks` has what it looks like, `playground.pieces` the first one and the form of all.
"""

from __future__ import annotations

import re

from playground.answers import base_of
from playground.pieces import SHOWN, a_sentence, host_piece, in_a_row, said
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
_NAMES = {"whatwg": "py_url", "rfc3986": "RFC 3986", "rfc3986-package": "rfc3986 (package)"}
# Who is named first, because most programs use it.
_WELL_KNOWN = ("urllib.parse", "requests", "httpx", "yarl", "w3lib", "rfc3986-package", "rfc3986")
_OF_HREF = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")


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
    hosts = {name: _host_of(reading) for name, reading in readings.items() if reading.failure is None}
    refusing = [name for name in readings if name not in hosts]
    if native is not None and "failure" in native:
        refusing.append(browser)
    elif native is not None:
        hosts[browser] = str(native["hostname"])
    return {**_compared(hosts, refusing), "parsers": len(hosts) + len(refusing)}


def _host_of(reading: Reading) -> str:
    destination = reading.destination
    return "" if destination is None or destination[1] is None else destination[1]


def _compared(hosts: dict[str, str], refusing: list[str]) -> Said:
    """Say who sees which host; *hosts* are by parser, and those that are *refusing* see none."""
    total = len(hosts) + len(refusing)
    rejecting: list[Piece] = []
    if refusing:
        rejecting = [f"{_names(refusing)} {'reject' if len(refusing) > 1 else 'rejects'} it."]
    distinct = list(dict.fromkeys(hosts.values()))
    if not hosts:
        return said("none", "No host", [f"All {total} parsers reject it."])
    if distinct == [""]:
        return said("none", "No host", [f"None of {total} parsers sees one."], rejecting)
    if "whatwg" in refusing:
        seen: list[Piece] = [f"{_names([*hosts])} {'see' if len(hosts) > 1 else 'sees'} ", *_hosts(distinct)]
        return said("bad", "They differ", ["Browsers reject it, but ", *seen, "."], rejecting)
    if len(distinct) == 1:
        count = f"All {total} parsers" if not refusing else f"{len(hosts)} of {total} parsers"
        return said("good", "They agree", [f"{count} see the same host: ", host_piece(distinct[0]), "."], rejecting)
    differing: list[Piece] = []
    for host in distinct:
        # Who sees what browsers see is not what matters.
        if host != hosts["whatwg"]:
            who = [name for name in hosts if hosts[name] == host]
            differing += [f"{_names(who)} {'see' if len(who) > 1 else 'sees'} ", _host_or_none(host), ". "]
    named = [host for host in distinct if host]
    seeing = sum(map(bool, hosts.values()))
    hosts_seen = (
        f"{total} parsers see {len(named)} different hosts{'' if len(named) == len(distinct) else ', or none'}: "
    )
    if len(named) == 1:
        hosts_seen = f"{seeing} of {total} parsers {'see' if seeing > 1 else 'sees'} a host: "
    return said("bad", "They differ", [hosts_seen, *_hosts(named), "."], [*differing, *rejecting])


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
    rank = {name: number for number, name in enumerate(_WELL_KNOWN)}
    return in_a_row([_NAMES.get(name, name) for name in sorted(parsers, key=lambda name: rank.get(name, len(rank)))])


def fetching(url: str, base: str = "") -> Said:
    """Say whether py_url's guard lets a server fetch the URL, and why not."""
    from py_url import URL
    from py_url.guard import check_fetch

    try:
        verdict = check_fetch(URL(url, base_of(base)) if base else url)
    except InvalidURL:
        return said("bad", "Refused", ["It does not parse, so there is nothing to fetch."])
    if verdict.allowed:
        note = "When it is fetched, each address of the host is checked, too."
        return said("good", "Allowed", ["The guard lets a server fetch it."], [note])
    if verdict.reasons[0].name == "invalid-url":
        return said("bad", "Refused", ["It does not parse, so there is nothing to fetch."])
    first, *more = [a_sentence(_what_is_wrong(reason.message)) for reason in verdict.reasons]
    return said("bad", "Refused", [first], [" ".join(more)] if more else [])


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
