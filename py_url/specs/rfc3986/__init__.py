"""URIs by RFC 3986 and IRIs by RFC 3987: the generic syntax, for programs that need it instead of a browser's answer.

``from py_url.specs import rfc3986`` gives everything that the modules of this package offer. See
https://www.rfc-editor.org/rfc/rfc3986 and https://www.rfc-editor.org/rfc/rfc3987.
"""

from py_url.specs.grammar import InvalidSyntax
from py_url.specs.rfc3986.base64url import base64url_decode, base64url_encode
from py_url.specs.rfc3986.characters import (
    FRAGMENT,
    GEN_DELIMS,
    GENERATIONS,
    PATH,
    PCHAR,
    QUERY,
    REG_NAME,
    RESERVED,
    SUB_DELIMS,
    UNRESERVED,
    USERINFO,
    decode_unreserved,
    escape_query_value,
    percent_decode,
    percent_encode,
)
from py_url.specs.rfc3986.ecmascript import decode_uri, decode_uri_component, encode_uri, encode_uri_component
from py_url.specs.rfc3986.iri import Problem, iri_problems, iri_to_uri, uri_to_iri
from py_url.specs.rfc3986.normalization import RUNGS, equivalence, equivalent, normalize
from py_url.specs.rfc3986.productions import classify, fails_at, matches, productions, query_characters
from py_url.specs.rfc3986.reference import RULES, Reference, Split, compose, parse, split
from py_url.specs.rfc3986.resolution import relativize, remove_dot_segments, resolve
from py_url.specs.rfc3986.xml import base_uri, join_uri_references, resolve_uri

__all__ = [
    "FRAGMENT",
    "GENERATIONS",
    "GEN_DELIMS",
    "PATH",
    "PCHAR",
    "QUERY",
    "REG_NAME",
    "RESERVED",
    "RULES",
    "RUNGS",
    "SUB_DELIMS",
    "UNRESERVED",
    "USERINFO",
    "InvalidSyntax",
    "Problem",
    "Reference",
    "Split",
    "base64url_decode",
    "base64url_encode",
    "base_uri",
    "classify",
    "compose",
    "decode_unreserved",
    "decode_uri",
    "decode_uri_component",
    "encode_uri",
    "encode_uri_component",
    "equivalence",
    "equivalent",
    "escape_query_value",
    "fails_at",
    "iri_problems",
    "iri_to_uri",
    "join_uri_references",
    "matches",
    "normalize",
    "parse",
    "percent_decode",
    "percent_encode",
    "productions",
    "query_characters",
    "relativize",
    "remove_dot_segments",
    "resolve",
    "resolve_uri",
    "split",
    "uri_to_iri",
]
