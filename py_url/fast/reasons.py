"""Why a string does not parse, for the reasons that a pattern or an authority can tell.

Takes a string that is known to fail, so the reason is what is left: if a plain domain and digits stand before the path,
the port is too large. Returns what `InvalidURL.on_one_line` says, or None, which leaves the work to the parser. The
words are the parser's, too: for a pattern, it is asked once for each kind of reason.
"""

from __future__ import annotations

import re
from functools import cache

from py_url.fast.canonical import pattern
from py_url.fast.special import cleaned
from py_url.standard.hosts.host import run_host_parser
from py_url.standard.hosts.miscellaneous import FORBIDDEN_DOMAIN_CODE_POINT
from py_url.standard.infra.code_points import ASCII_DIGITS
from py_url.standard.infra.validation import Failure, ignore, place_of
from py_url.standard.urls.components import DEFAULT_PORTS, any_of, class_of, printable_outside
from py_url.standard.urls.runs import end_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# No string of these characters alone has a password. Those beyond printable ASCII are shown as escapes.
_SHOWN = class_of(printable_outside(without="%=@\\")).replace("[", r"[\x00-\x08\v\f\x0E- \x7F", 1)
_NO_SECRET = rf"(?= {_SHOWN}*+ (?: % (?! 25 | 3[Dd] | 40 ) {_SHOWN}*+ )* (?<! [\x00- ] ) \Z )"
_LONGEST = 120
_FORBIDDEN = "".join(filter(FORBIDDEN_DOMAIN_CODE_POINT.match, map(chr, range(0x80))))
_ENCODED = f"% ( (?i: {'|'.join([f'{ord(char):02x}' for char in _FORBIDDEN])} ) )"
_ALLOWED = class_of(printable_outside(without=_FORBIDDEN))
# The last label of an IPv4 address begins with a digit. Its group and that of _NO_SECRET are not possessive: Python
# 3.11 would lose its place.
_DOMAIN = r"(?: [A-Za-z0-9_-]*+ \. (?= [A-Za-z0-9_-] ) )* [A-Za-z_-] [A-Za-z0-9_-]*+ \.?+"
_BYTE = "(?: 25[0-5] | 2[0-4][0-9] | 1[0-9][0-9] | [1-9]?[0-9] ) (?! [0-9] )"
_END = r"(?: [/?\#] | \Z )"
_NO_SCHEME, _HOST_ALONE, _HOST, _FORBIDDEN_IN_DOMAIN, _ENCODED_IN_DOMAIN = 1, 2, 3, 7, 8
_BY_CHARACTER = (_FORBIDDEN_IN_DOMAIN, _ENCODED_IN_DOMAIN)
_LONGEST_HOST = 80
# Each group is the place of a reason.
_REASONS = (
    rf"(?! [\x00- ] ) {_NO_SECRET} (?:",
    # The parser suggests a scheme for what may be a host.
    r"( (?! // | (?i: localhost ) ) [A-Za-z0-9_-]*+ (?: [/?\#] .* | ) ) \Z",
    # Without an A-label, a domain is shown as it is.
    rf"| ( // (?! [^/?\#]* (?i: xn-- ) ) (?= [^/?\#]{{1,{_LONGEST_HOST}}}+ {_END} )",
    rf"( {_DOMAIN} ) (?: [/?\#] .* | ) ) \Z",
    rf"| (?i: {any_of(DEFAULT_PORTS)} ) :// (?:",
    rf"{_DOMAIN} : (?: [0-9]*+ ( [^0-9/?\#,;] ) | ( [0-9]++ ) {_END} )",
    r"| () (?: [:?\#] | \Z )",
    rf"| (?! [/\[] | [^/?\#]* % [0-9A-Fa-f]{{2}} ) {_ALLOWED}*+ ( (?! [:/?\#] ) [{re.escape(_FORBIDDEN)}] )",
    # If something is percent-encoded, the place is the whole host.
    rf"| (?! [,;] | [^/?\#]* (?: \[ | % [89A-Fa-f] ) ) ( (?= {_ALLOWED}*+ {_ENCODED} ) [^:/?\#]*+ )",
    rf"| ( \[ [^]/?\#]*+ ) {_END}",
    rf"| (?: {_BYTE} \. ){{3}} (?! {_BYTE} ) ( [1-9][0-9]*+ ) (?: : | {_END} )",
    rf"| (?: [0-9]++ \. ){{3}} [0-9]++ ( (?: \. [0-9]++ )++ ) (?: : | {_END} ) ) )",
)
# What precedes the port, and the host in it, by kind: in a special URL, in a file URL, and in others.
_AUTHORITIES = (
    rf"(?i: {any_of(DEFAULT_PORTS)} ) : [/\\]*+ (?: [^/?\#\\]* @ )?+ ( (?: [^\[:/?\#\\]++ | \[ [^]/?\#\\]*+ ]?+ )*+ )",
    r"| (?i: file ) :// ( [^/?\#\\]*+ )",
    r"| [A-Za-z][A-Za-z0-9+.-]*+ :// (?: [^/?\#]* @ )?+ ( (?: [^\[:/?\#]++ | \[ [^]/?\#]*+ ]?+ )*+ )",
)
_OPAQUE = 3
# By its group, or by the character that a domain may not contain or its two hex digits.
_words: dict[int | str, tuple[str, str]] = {}


def reason_of(url: str, *, has_base: bool) -> str | None:
    """Why *url*, which fails, does not parse, perhaps relative to a base URL that parses."""
    found = _match()(url) if len(url) <= _LONGEST else None
    if found is None or (has_base and found.lastindex in (_NO_SCHEME, _HOST_ALONE)):
        return None
    group = found.lastindex
    assert group is not None, "each reason has a place"
    start, end = found.span(group)
    kind = found[group + (group == _ENCODED_IN_DOMAIN)] if group in _BY_CHARACTER else group
    words = _words.get(kind)
    if words is None:
        from py_url.standard.urls.reporting import fatal_error

        error = fatal_error(url)
        # Words for another place are not those of this kind.
        if (error.start, error.end) != (start, end):
            return None
        words = _words[kind] = f": {error.name} at ", f": {error.message}"
    name, message = words
    if group == _HOST_ALONE:
        rest = "/..." if found.end(_HOST) + 1 < end else ""
        message = f"{message.partition('https')[0]}https://{found[_HOST].lower()}{rest}'"
    return f"invalid URL {url!r}{name}{place_of(start, end)}{message}"


def reason_of_authority(url: str) -> str | None:
    """The same for any host and port, from a parse of these alone."""
    found = _match_authority()(url)
    if found is None or cleaned(url) != url:
        return None
    from py_url.standard.infra.error_table import VALIDATION_ERRORS
    from py_url.standard.infra.showing import in_quotes
    from py_url.standard.urls.reporting import with_suggestion

    kind = found.lastindex
    assert kind is not None, "each kind has a host"
    failure = with_suggestion(_failure(url, *found.span(kind), is_opaque=kind == _OPAQUE), url)
    shown, of = in_quotes(url)
    place = place_of(failure.start, failure.end)
    return f"invalid URL {shown}: {failure.name} at {place}{of}: {failure.message or VALIDATION_ERRORS[failure.name]}"


def _failure(url: str, start: int, end: int, *, is_opaque: bool) -> Failure:
    if start == end:
        return Failure("host-missing", start, end)
    try:
        run_host_parser(url[start:end], is_opaque, ignore)
    except Failure as failure:
        return failure.moved(start)
    port, end = end + 1, end_of(ASCII_DIGITS, url, end + 1)
    if url[end : end + 1] in ("/?#" if is_opaque else "/?#\\"):
        return Failure("port-out-of-range", port, end)
    return Failure("port-invalid", end, end + 1)


# Compiled on first use: most programs meet no such string.
@cache
def _match() -> Callable[[str], re.Match[str] | None]:
    return pattern(*_REASONS).match


@cache
def _match_authority() -> Callable[[str], re.Match[str] | None]:
    return pattern(*_AUTHORITIES).match
