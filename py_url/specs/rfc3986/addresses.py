"""The addresses between the brackets of an IP literal (RFC 3986 §3.2.2), and zone identifiers in them (RFC 6874 §2).

Takes a string and the index at which an address starts, and returns the index at which it ends. Raises `InvalidSyntax`
at the first character that cannot be part of the address. See https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 and
https://www.rfc-editor.org/rfc/rfc6874#section-2.
"""

from __future__ import annotations

import re

from py_url.specs.grammar import InvalidSyntax, Run
from py_url.specs.rfc3986.characters import UNRESERVED, USERINFO

_H16 = re.compile("[0-9A-Fa-f]{0,4}")
DEC_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_DEC_OCTET = re.compile(DEC_OCTET)
_VERSION = re.compile("[0-9A-Fa-f]*")
_OF_IPVFUTURE = Run(
    "an ASCII letter, a digit or one of -._~!$&'()*+,;=: in the address", USERINFO, percent_encoded=False
)
_OF_ZONE_ID = Run("an ASCII letter, a digit, one of -._~ or a percent-encoded octet in the zone identifier", UNRESERVED)


def ip_literal_end(string: str, rule: str, start: int, end: int, *, zone: bool) -> int:
    """Return the index after the ``]`` of the IP literal whose ``[`` is at *start* and which ends at *end* or before.

    If *zone* is true, an IPv6 address may have a zone identifier. Raises InvalidSyntax for *rule*.
    """
    if string.startswith(("v", "V"), start + 1, end):
        place = _ipvfuture_end(string, rule, start + 1, end)
    else:
        place, is_whole = _ipv6_end(string, start + 1, end)
        if not is_whole:
            raise InvalidSyntax(string, rule, place, "expected an IPv6 address, or the rest of one")
        if zone and string.startswith("%", place, end):
            place = _zone_end(string, rule, place, end)
    if not string.startswith("]", place, end):
        raise InvalidSyntax(string, rule, place, "expected ']' at the end of the address")
    return place + 1


def _ipvfuture_end(string: str, rule: str, start: int, end: int) -> int:
    version = _VERSION.match(string, start + 1, end)
    place = version.end() if version else start + 1
    if place == start + 1 or place >= end or string[place] != ".":
        raise InvalidSyntax(string, rule, place, "expected a hexadecimal version and '.' after 'v'")
    stop = _OF_IPVFUTURE.end(string, place + 1, end)
    if stop == place + 1:
        raise InvalidSyntax(string, rule, stop, f"expected {_OF_IPVFUTURE.expected}")
    return stop


def _zone_end(string: str, rule: str, percent: int, end: int) -> int:
    for place, digit in enumerate("25", percent + 1):
        if place >= end or string[place] != digit:
            raise InvalidSyntax(string, rule, place, "expected '25' after '%', as '%25' starts a zone identifier")
    close = string.find("]", percent, end)
    zone_end = end if close < 0 else close
    _OF_ZONE_ID.take(string, rule, percent + 3, zone_end, at_least_one=True)
    return zone_end


def _ipv6_end(string: str, start: int, end: int) -> tuple[int, bool]:
    """Return how far the IPv6 address at *start* goes, and whether it is complete."""
    place, pieces, most, is_behind_gap = start, 0, 8, False
    if string.startswith("::", start, end):
        # "::" stands for at least one piece.
        place, most, is_behind_gap = start + 2, 7, True
    elif string.startswith(":", start, end):
        return start + 1, False
    while True:
        piece_end = _end(_H16, string, place, end)
        if pieces == most or piece_end == place:
            return place, is_behind_gap
        if string.startswith(".", piece_end, end):
            # An IPv4 address stands for the last two pieces.
            may_be_ipv4 = pieces == 6 if most == 8 else pieces < 6
            ipv4_end, is_whole = _ipv4_end(string, place, end) if may_be_ipv4 else (piece_end, False)
            # "00" and "ff" are not decimal octets, but each can be a piece. Then only the "." is wrong.
            return max(ipv4_end, piece_end), is_whole
        pieces, place, is_behind_gap = pieces + 1, piece_end, False
        if string.startswith("::", place, end) and most == 8 and pieces < 8:
            place, most, is_behind_gap = place + 2, 7, True
        elif string.startswith(":", place, end) and pieces < most:
            place += 1
        else:
            return place, most == 7 or pieces == 8


def _ipv4_end(string: str, start: int, end: int) -> tuple[int, bool]:
    place = start
    for octet in range(4):
        if octet:
            if not string.startswith(".", place, end):
                return place, False
            place += 1
        octet_end = _end(_DEC_OCTET, string, place, end)
        if octet_end == place:
            return place, False
        place = octet_end
    return place, True


def _end(pattern: re.Pattern[str], string: str, start: int, end: int) -> int:
    match = pattern.match(string, start, end)
    return match.end() if match else start
