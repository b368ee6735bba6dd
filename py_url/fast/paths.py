"""§4.4 for ordinary URLs, without the state machine: it completes or it refuses.

In: a string, perhaps with a base URL's. Out: the serialization of the URL that it parses to; None where that is left to
the parser, which may take the string or not. A string that fails is never completed. There are three tiers, each for
what the one before it refuses, and the last two for special URLs alone, file URLs aside:

1. *Canonical*: the string is its own serialization, or lacks no more than the "/" of an empty path. One pattern says
   so; each part of it stands for a state, and matches only what that state leaves as it is.
2. *Special*: an absolute URL in any spelling. The states from *scheme* to *fragment* in one pass, each component taken
   as a whole: with these schemes a component is what stands between two delimiters, whatever it holds.
3. *Relative*: a reference, resolved against a base URL that the tiers above complete.

What a host means that is no plain domain, and what percent-encoding is, is asked where the parser asks it.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from py_url.fast.dot_segments import remove_dot_segments
from py_url.standard.hosts.host import parse_host, serialize_host
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    USERINFO_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.record import SPECIAL_SCHEMES

# Of the special schemes but file.
DEFAULT_PORTS = {scheme: str(port) for scheme, port in SPECIAL_SCHEMES.items() if port is not None}

# The special authority slashes and host states: a domain that is lower-case and does not end in a number. Of a number,
# the characters are "0" to "9", "a" to "f" and "x", and the first is a digit; so it is enough that one of the last
# four characters is another, or that the last label, of two characters, begins with a letter. A "." may follow.
_SCHEME = r"(?: https? | wss? | ftp ) ://"
# (Where the first alternative has matched, the others do not, so that there is nothing to go back to.)
_DOMAIN = r"""
    [a-z0-9._-]*+
    (?: (?<= [g-wyz_-] )
      | (?<! [g-wyz_-] )
        (?: (?<= [g-wyz_-] [a-z0-9] ) | (?<= \. [a-f] [a-z0-9] ) | (?<= [g-wyz_-] [a-z0-9]{2} )
          | (?<= [g-wyz_-] [a-z0-9]{3} ) | (?<= [g-wyz_-] \. ) ) )
"""
# The port state: no default port has four digits. ("(?: x | )" takes less time than "(?: x )?".)
_PORT = r"(?: : [1-9] [0-9]{3} | )"
# The path state: what the path percent-encode set does not hold, in which no segment begins with "." or "%2e". (In a
# possessive group, CPython 3.11 has a fault.)
_PATH_CHARACTERS = r"[!$&-\-/-;=@-\[\]_a-z|~]*+"
_PATH = rf"""
    {_PATH_CHARACTERS} (?: (?= [.%] ) (?: (?: (?<! / ) [.%] | (?<= / ) % (?! 2[Ee] ) ) {_PATH_CHARACTERS} ){{0,500}} | )
"""
# The query and fragment states: what the special-query and the fragment percent-encode sets do not hold.
_FRAGMENT = r"\# [!\#-;=?-_a-~]*+"
_QUERY_AND_FRAGMENT = rf"(?: \? [!$-&(-;=?-~]*+ (?: {_FRAGMENT} | ) | {_FRAGMENT} | )"


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts), re.VERBOSE)


# Where all that a string lacks is the "/" of an empty path, the match's lastindex is 1, else None.
match_canonical = _pattern(_SCHEME, _DOMAIN, _PORT, "(?: /", _PATH, _QUERY_AND_FRAGMENT, "| () )").fullmatch
# The no scheme, relative and relative slash states: a path, absolute or not, in whose first segment is no ":", which
# could end a scheme.
_is_canonical_reference = _pattern(r"(?! // | [^:/?\#]*+ : ) (?= [^.%?\#] )", _PATH, _QUERY_AND_FRAGMENT).fullmatch
is_plain_domain = re.compile(
    _DOMAIN.replace("a-z", "A-Za-z").replace("g-wyz", "G-WYZg-wyz").replace("a-f", "A-Fa-f"), re.VERBOSE
).fullmatch
_begins_with_scheme = re.compile("([A-Za-z][A-Za-z0-9+.-]*+):").match

# How long a string may be to be remembered, and how many are. A host that is no plain domain takes long to parse, and
# a page is the base URL of many references.
_MAX_REMEMBERED = 255
_HOSTS_REMEMBERED = 1_024
_BASES_REMEMBERED = 256


@cache
def _canonical_other() -> re.Pattern[str]:
    """A file URL without a host, or a URL that is not special: behind "//" an opaque host, which keeps its case, a port
    and perhaps a path, or else a path that is opaque; and in the query of such a one, "'" too.
    """
    return _pattern(
        rf"file:/// (?! [A-Za-z] \| ) {_PATH} {_QUERY_AND_FRAGMENT}",
        r"| (?! (?: https? | wss? | ftp | file ) : ) [a-z] [a-z0-9+.-]*+ :",
        rf"(?: // [A-Za-z0-9._-]++ (?: : [1-9] [0-9]{{0,3}} | ) (?: / {_PATH} | ) | (?! / ) [!-\"$->@-~]*+ )",
        rf"(?: \? [!$-;=?-~]*+ (?: {_FRAGMENT} | ) | {_FRAGMENT} | )",
    )


def parse(input: str) -> str | None:
    """The serialization of what the str *input* parses to, or None."""
    match = match_canonical(input)  # as `URL` does itself
    if match is None:
        return complete(input)
    return input if match.lastindex is None else f"{input}/"


def complete(input: str) -> str | None:
    """As `parse`, and sooner for a string that is known not to be canonical."""
    return _parse_special(_cleaned(input))


def _cleaned(input: str) -> str:
    """What the basic URL parser begins with: no surrogates, nothing around it, no tabs and newlines."""
    if not input.isascii():
        input = scalar_value_string(input)
    return without_tabs_and_newlines(input.strip(C0_CONTROL_OR_SPACE))


def _parse_special(input: str) -> str | None:
    """The second tier, for a string that is cleaned."""
    rest, hash, fragment = input.partition("#")
    rest, question_mark, query = rest.partition("?")
    scheme, colon, rest = rest.partition(":")
    scheme = scheme.lower()
    default_port = DEFAULT_PORTS.get(scheme)
    if default_port is None or not colon:
        return input if _canonical_other().fullmatch(input) is not None else None
    if "\\" in rest:
        rest = rest.replace("\\", "/")
    authority, _, path = rest.lstrip("/").partition("/")
    credentials = ""
    if "@" in authority:
        userinfo, _, authority = authority.rpartition("@")
        credentials = _parse_userinfo(userinfo)
    if authority[:1] == "[":
        host, bracket, port = authority.partition("]")
        if port[:1] not in ("", ":"):
            return None
        host += bracket
        port = port[1:]
    else:
        host, _, port = authority.partition(":")
    serialized_host = host.lower() if is_plain_domain(host) is not None else _parse_host(host)
    serialized_port = serialize_port(port, default_port) if port and port != default_port else ""
    if serialized_host is None or serialized_port is None:
        return None
    origin = f"{scheme}://{credentials}{serialized_host}{serialized_port}"
    return serialize_parts(origin, f"/{path}", query if question_mark else None, fragment if hash else None)


def _parse_userinfo(userinfo: str) -> str:
    """What the authority state makes of what is before the last "@", and that."""
    username, _, password = userinfo.partition(":")
    username = USERINFO_PERCENT_ENCODE_SET.encode(username)
    if password:
        return f"{username}:{USERINFO_PERCENT_ENCODE_SET.encode(password)}@"
    return f"{username}@" if username else ""


def serialize_port(port: str, default_port: str) -> str | None:
    """What the port state makes of a port, and the ":" before it; "" for the default port, None for a failure."""
    if not port.isascii() or not port.isdigit():
        return None
    port = port.lstrip("0") or "0"
    if len(port) > 5 or int(port) > 65_535:
        return None
    return "" if port == default_port else f":{port}"


def _parse_host(host: str) -> str | None:
    """What the host state makes of a host that is no plain domain; None for a failure."""
    return _remembered_host(host) if len(host) <= _MAX_REMEMBERED else _serialized_host(host)


def _serialized_host(host: str) -> str | None:
    try:
        return serialize_host(parse_host(host, False))
    except Failure:
        return None


_remembered_host = lru_cache(_HOSTS_REMEMBERED)(_serialized_host)


def serialize_parts(origin: str, path: str, query: str | None, fragment: str | None) -> str:
    """What the path, query and fragment states make of what they consume, behind *origin*."""
    if PATH_PERCENT_ENCODE_SET.is_encoded(path) is None:
        path = PATH_PERCENT_ENCODE_SET.encode_members(path)
    if "/." in path or "/%2" in path:
        path = remove_dot_segments(path)
    if query is not None:
        path = f"{path}?{SPECIAL_QUERY_PERCENT_ENCODE_SET.encode(query)}"
    if fragment is not None:
        path = f"{path}#{FRAGMENT_PERCENT_ENCODE_SET.encode(fragment)}"
    return origin + path


def resolve(input: str, base: str) -> str | None:
    """The serialization of what the str *input* parses to relative to what the str *base* parses to, or None."""
    parts = _remembered_parts_of_base(base) if len(base) <= _MAX_REMEMBERED else _parts_of_base(base)
    if parts is None:
        return None
    origin, directory, _ = parts
    start, end = 0, len(directory)
    # Of the dot segments of references most stand at the beginning.
    while input.startswith("../", start):
        start += 3
        end = max(directory.rfind("/", len(origin), end - 1), len(origin)) + 1
    path = input[start:]
    if _is_canonical_reference(path) is not None:
        if path[0] != "/":
            return f"{directory[:end]}{path}"
        if start == 0:
            return f"{origin}{path}"
    if ":" in input and (match := match_canonical(input)) is not None and match.lastindex is None:
        return input
    return _resolve(_cleaned(input), *parts)


def _resolve(input: str, origin: str, directory: str, href: str) -> str | None:
    """The third tier, for a string that is cleaned."""
    scheme = origin[: origin.index(":")]
    if ":" in input and (match := _begins_with_scheme(input)) is not None:
        if match[1].lower() != scheme:
            return parse(input)
        input = input[match.end() :]
        if input.startswith("//"):
            return parse(f"{scheme}:{input}")
    path, hash, fragment = input.partition("#")
    path, question_mark, query = path.partition("?")
    if not path:
        href = href.partition("#")[0]
        if question_mark:
            href = f"{href.partition('?')[0]}?{SPECIAL_QUERY_PERCENT_ENCODE_SET.encode(query)}"
        return f"{href}#{FRAGMENT_PERCENT_ENCODE_SET.encode(fragment)}" if hash else href
    if "\\" in path:
        path = path.replace("\\", "/")
    if path[0] != "/":
        path = directory[len(origin) :] + path
    elif path.startswith("//"):
        return parse(f"{scheme}:{input}")
    return serialize_parts(origin, path, query if question_mark else None, fragment if hash else None)


def _parts_of_base(base: str) -> tuple[str, str, str] | None:
    """Of what *base* serializes to the part before the path, the part up to the path's last "/", and all of it."""
    href = parse(base)
    if href is None or href.partition(":")[0] not in DEFAULT_PORTS:
        return None
    path = href.index("/", href.index("//") + 2)
    before_query = href.partition("#")[0].partition("?")[0]
    return href[:path], before_query[: before_query.rindex("/") + 1], href


_remembered_parts_of_base = lru_cache(_BASES_REMEMBERED)(_parts_of_base)
