"""Internationalized Resource Identifiers by RFC 3987: conversion to URIs (§3.1) and from them (§3.2), and what an IRI
should avoid (§4).

The functions take an IRI or a URI, which may be relative. See https://www.rfc-editor.org/rfc/rfc3987.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from py_url.specs.grammar import InvalidSyntax
from py_url.specs.rfc3986.characters import RESERVED, UNRESERVED
from py_url.specs.rfc3986.reference import IPRIVATE, UCSCHAR, Split, compose, split
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.code_points import replaced
from py_url.standard.infra.percent_encoding import (
    PERCENT_ENCODED_UTF_8,
    percent_decode,
    percent_encode_octets,
)

# §4.1: the formatting characters of bidirectional text, which the grammar allows but §4.1 forbids. Unicode has added
# U+061C and U+2066 to U+2069 since.
FORBIDDEN_FORMATTING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

# §3.1: the printable ASCII characters that a URI cannot contain, which systems may convert too.
_NOT_IN_URIS = '<>" {}|\\^`'
_URI_CHARACTERS = re.escape(RESERVED + UNRESERVED + "%")
# These patterns of many ranges are slow to compile, so they are compiled on first use.
_TO_CONVERT = f"[{UCSCHAR}{IPRIVATE}]+"
_TO_CONVERT_MORE = f"[{UCSCHAR}{IPRIVATE}{re.escape(_NOT_IN_URIS)}]+"
_IN_NEITHER = f"[^{UCSCHAR}{IPRIVATE}{_URI_CHARACTERS}]"
_IN_NEITHER_BUT_CONVERTED = f"[^{UCSCHAR}{IPRIVATE}{_URI_CHARACTERS}{re.escape(_NOT_IN_URIS)}]"

# Skips octets after a stray "%": decoded, the first could complete another one, as "%4%31" would become "%41".
_OCTETS = re.compile(f"(?<!%)(?<!%[0-9A-Fa-f]){PERCENT_ENCODED_UTF_8}")
_APPROPRIATE = f"[{UCSCHAR}]"
_PRIVATE = f"[{IPRIVATE}]"


def iri_to_uri(iri: str, *, host: Literal["percent-encode", "idna"] = "percent-encode", lenient: bool = False) -> str:
    """Convert an IRI or IRI reference to a URI: percent-encode non-ASCII characters as UTF-8 (§3.1).

    *host* says how non-ASCII characters in the host are converted. ``percent-encode`` treats them like all others.
    ``idna`` converts the host as the URL Standard does, by UTS #46 and without the stricter rules of RFC 3987; a host
    in ASCII stays as it is. If *lenient* is true, spaces and the other printable ASCII characters that a URI cannot
    contain are percent-encoded too. The string is not brought into a Unicode normalization form.

    Only the characters are checked, so the result is a valid URI if the IRI is valid.

    Raises:
        TypeError: If *iri* is not a str.
        ValueError: For another *host*.
        InvalidSyntax: For a character that is not allowed in an IRI.
        InvalidURL: For a host that is not a domain.

    >>> iri_to_uri("http://faß.example/ü", host="idna")
    'http://xn--fa-hia.example/%C3%BC'
    """
    iri = expect_str(iri, "an IRI")
    expect_one_of(host, ("percent-encode", "idna"), "the option host")
    wrong = re.search(_IN_NEITHER_BUT_CONVERTED if lenient else _IN_NEITHER, iri)
    if wrong:
        raise InvalidSyntax(iri, "IRI", wrong.start(), "expected a character that is allowed in an IRI")
    parts = split(iri)
    if host == "idna" and parts.authority is not None:
        parts = parts._replace(authority=_authority_to_ascii(parts.authority))
    run = _TO_CONVERT_MORE if lenient else _TO_CONVERT
    return replaced(re.compile(run), lambda match: percent_encode_octets(match[0].encode()), compose(parts))


def _authority_to_ascii(authority: str) -> str:
    from py_url.standard.hosts.host import host_parse, serialize_host

    userinfo, at_sign, rest = authority.rpartition("@")
    name, colon, port = rest.partition(":")
    return authority if name.isascii() else userinfo + at_sign + serialize_host(host_parse(name)) + colon + port


def uri_to_iri(uri: str) -> str:
    """Convert a URI to an IRI for display: decode percent-encoded UTF-8 of characters that an IRI may contain (§3.2).

    Octets stay percent-encoded if they stand for reserved characters, ``%``, formatting characters (§4.1) or, outside
    the query, private characters, or if they are not UTF-8. The same holds for characters that people cannot see or
    could mistake for a delimiter, such as spaces and U+FF0F FULLWIDTH SOLIDUS (§3.2 step 5, §6.1). `iri_to_uri`
    converts the result back to an equivalent URI.

    Raises:
        TypeError: If *uri* is not a str.

    >>> uri_to_iri("http://h/%C3%BC%2F")
    'http://h/ü%2F'
    """
    uri = expect_str(uri, "a URI")
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


# Formatting characters, and spaces and separators.
_NOT_SHOWN = frozenset({"Cf", "Zs", "Zl", "Zp"})


def _decode(component: str, *, private: bool = False) -> str:
    from py_url.standard.hosts.unicode_data import category
    from py_url.standard.urls.readable import CONFUSABLE, INVISIBLE

    def is_shown(char: str) -> bool:
        return char not in CONFUSABLE and char not in INVISIBLE and category(char) not in _NOT_SHOWN

    def decode(run: re.Match[str]) -> str:
        output = []
        for char in percent_decode(run[0]).decode("utf-8", "surrogateescape"):
            if (
                char in UNRESERVED
                or (re.match(_APPROPRIATE, char) and is_shown(char))
                or (private and re.match(_PRIVATE, char))
            ):
                output.append(char)
            else:
                output.append(percent_encode_octets(char.encode("utf-8", "surrogateescape")))
        return "".join(output)

    return replaced(_OCTETS, decode, component)


_WHOLE = "(?s:.+)"


class Problem(NamedTuple):
    """A problem of an IRI: its span (*start* and *end*), as code-point offsets, and a sentence, *message*."""

    start: int
    end: int
    message: str


_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def iri_problems(iri: str) -> list[Problem]:
    r"""List what an IRI should avoid although the grammar allows it (§4.1, §4.2), in order.

    The list of a good *iri* is empty. An IRI must not contain formatting characters of bidirectional text. A component
    (the userinfo, a label of the host, a segment of the path, the whole query, the fragment) should not mix
    right-to-left and left-to-right characters, and if it has right-to-left characters, it should start and end with
    them.

    Raises:
        TypeError: If *iri* is not a str.

    >>> iri_problems("http://h/\u200eb")[0][:2]
    (9, 10)
    """
    iri = expect_str(iri, "an IRI")
    problems = [
        Problem(match.start(), match.end(), f"an IRI must not contain the formatting character U+{ord(match[0]):04X}")
        for match in re.finditer(f"[{FORBIDDEN_FORMATTING}]", iri)
    ]
    if not iri.isascii():
        for start, end in _components(iri):
            message = _bidi_problem(iri[start:end])
            if message:
                problems.append(Problem(start, end, message))
    return sorted(problems)


def _components(iri: str) -> list[tuple[int, int]]:
    """Return the spans of the components that §4.2 names, except for the scheme."""
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
    from py_url.standard.hosts.unicode_data import bidirectional

    classes = [bidirectional(char) for char in component]
    if not _RIGHT_TO_LEFT.intersection(classes):
        return None
    if "L" in classes:
        return "the component mixes left-to-right and right-to-left characters"
    if classes[0] not in _RIGHT_TO_LEFT or classes[-1] not in _RIGHT_TO_LEFT:
        return "the component has right-to-left characters, but does not start and end with one"
    return None
