"""RFC 3987: Internationalized Resource Identifiers, to URIs (§3.1) and from them (§3.2), and what to avoid in one (§4).

In: an IRI or a URI, or a relative one. Out: the other; or a list of what is wrong with it.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from py_url.grammar import InvalidSyntax, expect_one_of, expect_str
from py_url.rfc3986.characters import RESERVED, UNRESERVED
from py_url.rfc3986.reference import IPRIVATE, UCSCHAR, Split, compose, split
from py_url.standard.infra.percent_encoding import percent_decode, percent_encode_octets

# §4.1 Bidirectional formatting characters, which an IRI must not contain though the grammar takes them.
FORBIDDEN_FORMATTING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"

# §3.1 step 2, the printable ASCII that no URI holds, and which may be converted as well.
_NOT_IN_URIS = '<>" {}|\\^`'
_URI_CHARACTERS = re.escape(RESERVED + UNRESERVED + "%")
# Patterns of many ranges, which are compiled when they are first used.
_TO_CONVERT = f"[{UCSCHAR}{IPRIVATE}]+"
_TO_CONVERT_MORE = f"[{UCSCHAR}{IPRIVATE}{re.escape(_NOT_IN_URIS)}]+"
_IN_NEITHER = f"[^{UCSCHAR}{IPRIVATE}{_URI_CHARACTERS}]"
_IN_NEITHER_BUT_CONVERTED = f"[^{UCSCHAR}{IPRIVATE}{_URI_CHARACTERS}{re.escape(_NOT_IN_URIS)}]"

# But for those which a stray "%" before them would become another octet with, when they are decoded.
_OCTETS = re.compile("(?<!%)(?<!%[0-9A-Fa-f])(?:%[0-9A-Fa-f]{2})+")
_APPROPRIATE = f"[{UCSCHAR}]"
_PRIVATE = f"[{IPRIVATE}]"


def iri_to_uri(iri: str, *, host: Literal["percent-encode", "idna"] = "percent-encode", lenient: bool = False) -> str:
    """§3.1 The URI of an IRI, or of an IRI reference: what is beyond ASCII as its UTF-8 octets, percent-encoded.

    *host* says what becomes of such characters in the host: ``percent-encode``, or ``idna``, which makes a host of it
    as the URL Standard does, by UTS #46 and without RFC 3987's stricter rules; a host in ASCII stays as it is. With
    *lenient*, spaces and the printable ASCII that no URI holds are converted as well. No normalization form is made: a
    string in Python is Unicode already.

    Characters are all that is looked at: the URI follows the grammar where the IRI does. Raises TypeError for what is
    no str, ValueError for another *host*, InvalidSyntax for a character that is in no IRI, and InvalidURL for a host
    that is no domain.
    """
    expect_str(iri, "an IRI")
    expect_one_of(host, ("percent-encode", "idna"), "host")
    wrong = re.search(_IN_NEITHER_BUT_CONVERTED if lenient else _IN_NEITHER, iri)
    if wrong:
        raise InvalidSyntax(iri, "IRI", wrong.start(), "a character that an IRI may hold is expected")
    parts = split(iri)
    if host == "idna" and parts.authority is not None:
        parts = parts._replace(authority=_authority_to_ascii(parts.authority))
    run = _TO_CONVERT_MORE if lenient else _TO_CONVERT
    return re.sub(run, lambda match: percent_encode_octets(match[0].encode()), compose(parts))


def _authority_to_ascii(authority: str) -> str:
    from py_url.standard.hosts.host import host_parse, serialize_host

    userinfo, at_sign, rest = authority.rpartition("@")
    name, colon, port = rest.partition(":")
    return authority if name.isascii() else userinfo + at_sign + serialize_host(host_parse(name)) + colon + port


def uri_to_iri(uri: str) -> str:
    """§3.2 The IRI of a URI, for people: what is percent-encoded UTF-8 of a character that an IRI may hold, is decoded.

    Reserved characters, ``%``, what is not UTF-8, formatting characters (§4.1), and private characters but in the
    query, stay percent-encoded. `iri_to_uri` makes an equivalent URI of it again. Raises TypeError for what is no str.
    """
    expect_str(uri, "a URI")
    scheme, authority, path, query, fragment = split(uri)
    return compose(
        Split(
            scheme,
            None if authority is None else _decode(authority),
            _decode(path),
            None if query is None else _decode(query, private=True),
            None if fragment is None else _decode(fragment),
        )
    )


def _decode(component: str, *, private: bool = False) -> str:
    def decode(run: re.Match[str]) -> str:
        output = []
        for char in percent_decode(run[0]).decode("utf-8", "surrogateescape"):
            if (
                char in UNRESERVED
                or (re.match(_APPROPRIATE, char) and char not in FORBIDDEN_FORMATTING)
                or (private and re.match(_PRIVATE, char))
            ):
                output.append(char)
            else:
                output.append(percent_encode_octets(char.encode("utf-8", "surrogateescape")))
        return "".join(output)

    return _OCTETS.sub(decode, component)


_WHOLE = "(?s:.+)"


class Problem(NamedTuple):
    """What is wrong with an IRI: the span of it, as code-point offsets, and a sentence."""

    start: int
    end: int
    message: str


_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def iri_problems(iri: str) -> list[Problem]:
    """§4.1, §4.2 What an IRI should not have though the grammar allows it, in its order; an empty list for a good one.

    Formatting characters it must not have. A component (the userinfo, a label of the host, a segment of the path, the
    whole query, the fragment) should not use both right-to-left and left-to-right characters, and should begin and end
    with right-to-left ones where it uses any. Raises TypeError for what is no str.
    """
    expect_str(iri, "an IRI")
    problems = [
        Problem(match.start(), match.end(), f"U+{ord(match[0]):04X}, which formats text, is forbidden in an IRI")
        for match in re.finditer(f"[{FORBIDDEN_FORMATTING}]", iri)
    ]
    if not iri.isascii():
        for start, end in _components(iri):
            message = _bidi_problem(iri[start:end])
            if message:
                problems.append(Problem(start, end, message))
    return sorted(problems)


def _components(iri: str) -> list[tuple[int, int]]:
    """The spans of §4.2's components, all but the scheme."""
    scheme, authority, path, query, fragment = split(iri)
    spans: list[tuple[int, int]] = []

    def add(text: str, start: int, pattern: str) -> int:
        spans.extend((start + piece.start(), start + piece.end()) for piece in re.finditer(pattern, text))
        return start + len(text)

    place = 0 if scheme is None else len(scheme) + 1
    if authority is not None:
        userinfo, at_sign, host = authority.rpartition("@")
        place = add(userinfo, place + 2, _WHOLE) + len(at_sign)
        place = add(host, place, "[^:.]+")
    place = add(path, place, "[^/]+")
    for component in (query, fragment):
        if component is not None:
            place = add(component, place + 1, _WHOLE)
    return spans


def _bidi_problem(component: str) -> str | None:
    from unicodedata import bidirectional

    classes = [bidirectional(char) for char in component]
    if not _RIGHT_TO_LEFT.intersection(classes):
        return None
    if "L" in classes:
        return "this uses both left-to-right and right-to-left characters"
    if classes[0] not in _RIGHT_TO_LEFT or classes[-1] not in _RIGHT_TO_LEFT:
        return "this uses right-to-left characters, but does not begin and end with one"
    return None
