"""The WHATWG URL Standard in Python.

``from py_url import URL, URLSearchParams`` is the standard's API (§6); the other names are its algorithms, for those
who build on them. What a program seldom needs is loaded on first use.
"""

from __future__ import annotations

from py_url.infra.validation import InvalidURL, ValidationError
from py_url.search_params import URLSearchParams
from py_url.url import URL, validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.explain import Explanation, Reading, explain_differences
    from py_url.files import from_file_path, to_file_path
    from py_url.hosts.domain import domain_to_unicode
    from py_url.hosts.host import host_parse, serialize_host, validate_host
    from py_url.hosts.ipv4 import IPv4Address
    from py_url.hosts.ipv6 import IPv6Address
    from py_url.hosts.public_suffix import public_suffix, registrable_domain
    from py_url.hosts.representation import Domain, Host, OpaqueHost, host_equals
    from py_url.hosts.writing import (
        is_valid_domain,
        is_valid_domain_string,
        is_valid_host_string,
        is_valid_ipv4_address_string,
        is_valid_ipv6_address_string,
        is_valid_ipv6_piece_string,
        is_valid_ipv6_pieces_and_ipv4_string,
        is_valid_ipv6_pieces_string,
        is_valid_opaque_host_string,
    )
    from py_url.infra.encodings import get_an_output_encoding
    from py_url.infra.grammar import InvalidSyntax
    from py_url.infra.percent_encoding import (
        C0_CONTROL_PERCENT_ENCODE_SET,
        COMPONENT_PERCENT_ENCODE_SET,
        FORM_URLENCODED_PERCENT_ENCODE_SET,
        FRAGMENT_PERCENT_ENCODE_SET,
        PATH_PERCENT_ENCODE_SET,
        QUERY_PERCENT_ENCODE_SET,
        SPECIAL_QUERY_PERCENT_ENCODE_SET,
        USERINFO_PERCENT_ENCODE_SET,
        PercentEncodeSet,
        percent_decode,
        percent_encode,
        percent_encode_after_encoding,
        utf8_percent_encode,
    )
    from py_url.urlencoded import parse_urlencoded, serialize_urlencoded
    from py_url.urls.origin import OpaqueOrigin, TupleOrigin, origin
    from py_url.urls.parser import basic_parse
    from py_url.urls.record import (
        URLRecord,
        cannot_have_a_username_password_port,
        default_port,
        equals,
        has_opaque_path,
        includes_credentials,
        is_special,
        serialize,
        serialize_path,
        set_password,
        set_username,
        shorten,
    )
    from py_url.urls.relative import make_relative
    from py_url.urls.rendering import Rendering, display
    from py_url.urls.same_site import is_same_origin, is_same_site, is_schemelessly_same_site
    from py_url.urls.state import State
    from py_url.urls.trustworthy import is_potentially_trustworthy
    from py_url.urls.writing import (
        is_absolute_url_string,
        is_absolute_url_with_fragment_string,
        is_opaque_host_and_port_string,
        is_opaque_path_url_string,
        is_path_absolute_non_authority_url_string,
        is_path_absolute_url_string,
        is_path_relative_scheme_less_url_string,
        is_path_relative_url_string,
        is_relative_url_string,
        is_relative_url_with_fragment_string,
        is_scheme_relative_file_url_string,
        is_scheme_relative_special_url_string,
        is_scheme_relative_url_string,
        is_url_fragment_string,
        is_url_path_segment_string,
        is_url_port_string,
        is_url_query_string,
        is_url_scheme_string,
        is_valid_url_string,
    )

__version__ = "0.1.0"

# The names that are loaded on first use, and the module of each.
_MODULE_OF = {
    "domain_to_unicode": "py_url.hosts.domain",
    "host_parse": "py_url.hosts.host",
    "serialize_host": "py_url.hosts.host",
    "validate_host": "py_url.hosts.host",
    "Domain": "py_url.hosts.representation",
    "Host": "py_url.hosts.representation",
    "IPv4Address": "py_url.hosts.ipv4",
    "IPv6Address": "py_url.hosts.ipv6",
    "OpaqueHost": "py_url.hosts.representation",
    "host_equals": "py_url.hosts.representation",
    "is_valid_domain": "py_url.hosts.writing",
    "is_valid_domain_string": "py_url.hosts.writing",
    "is_valid_host_string": "py_url.hosts.writing",
    "is_valid_ipv4_address_string": "py_url.hosts.writing",
    "is_valid_ipv6_address_string": "py_url.hosts.writing",
    "is_valid_ipv6_piece_string": "py_url.hosts.writing",
    "is_valid_ipv6_pieces_and_ipv4_string": "py_url.hosts.writing",
    "is_valid_ipv6_pieces_string": "py_url.hosts.writing",
    "is_valid_opaque_host_string": "py_url.hosts.writing",
    "public_suffix": "py_url.hosts.public_suffix",
    "registrable_domain": "py_url.hosts.public_suffix",
    "get_an_output_encoding": "py_url.infra.encodings",
    "InvalidSyntax": "py_url.infra.grammar",
    "is_same_origin": "py_url.urls.same_site",
    "is_same_site": "py_url.urls.same_site",
    "is_schemelessly_same_site": "py_url.urls.same_site",
    "is_potentially_trustworthy": "py_url.urls.trustworthy",
    "make_relative": "py_url.urls.relative",
    "from_file_path": "py_url.files",
    "to_file_path": "py_url.files",
    "Rendering": "py_url.urls.rendering",
    "display": "py_url.urls.rendering",
    "Explanation": "py_url.explain",
    "Reading": "py_url.explain",
    "explain_differences": "py_url.explain",
    "C0_CONTROL_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "COMPONENT_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "FORM_URLENCODED_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "FRAGMENT_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "PATH_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "QUERY_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "SPECIAL_QUERY_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "USERINFO_PERCENT_ENCODE_SET": "py_url.infra.percent_encoding",
    "PercentEncodeSet": "py_url.infra.percent_encoding",
    "percent_decode": "py_url.infra.percent_encoding",
    "percent_encode": "py_url.infra.percent_encoding",
    "percent_encode_after_encoding": "py_url.infra.percent_encoding",
    "utf8_percent_encode": "py_url.infra.percent_encoding",
    "parse_urlencoded": "py_url.urlencoded",
    "serialize_urlencoded": "py_url.urlencoded",
    "OpaqueOrigin": "py_url.urls.origin",
    "TupleOrigin": "py_url.urls.origin",
    "origin": "py_url.urls.origin",
    "basic_parse": "py_url.urls.parser",
    "URLRecord": "py_url.urls.record",
    "cannot_have_a_username_password_port": "py_url.urls.record",
    "default_port": "py_url.urls.record",
    "equals": "py_url.urls.record",
    "has_opaque_path": "py_url.urls.record",
    "includes_credentials": "py_url.urls.record",
    "is_special": "py_url.urls.record",
    "serialize": "py_url.urls.record",
    "serialize_path": "py_url.urls.record",
    "set_password": "py_url.urls.record",
    "set_username": "py_url.urls.record",
    "shorten": "py_url.urls.record",
    "State": "py_url.urls.state",
    "is_absolute_url_string": "py_url.urls.writing",
    "is_absolute_url_with_fragment_string": "py_url.urls.writing",
    "is_opaque_host_and_port_string": "py_url.urls.writing",
    "is_opaque_path_url_string": "py_url.urls.writing",
    "is_path_absolute_non_authority_url_string": "py_url.urls.writing",
    "is_path_absolute_url_string": "py_url.urls.writing",
    "is_path_relative_scheme_less_url_string": "py_url.urls.writing",
    "is_path_relative_url_string": "py_url.urls.writing",
    "is_relative_url_string": "py_url.urls.writing",
    "is_relative_url_with_fragment_string": "py_url.urls.writing",
    "is_scheme_relative_file_url_string": "py_url.urls.writing",
    "is_scheme_relative_special_url_string": "py_url.urls.writing",
    "is_scheme_relative_url_string": "py_url.urls.writing",
    "is_url_fragment_string": "py_url.urls.writing",
    "is_url_path_segment_string": "py_url.urls.writing",
    "is_url_port_string": "py_url.urls.writing",
    "is_url_query_string": "py_url.urls.writing",
    "is_url_scheme_string": "py_url.urls.writing",
    "is_valid_url_string": "py_url.urls.writing",
}

__all__ = [
    "C0_CONTROL_PERCENT_ENCODE_SET",
    "COMPONENT_PERCENT_ENCODE_SET",
    "FORM_URLENCODED_PERCENT_ENCODE_SET",
    "FRAGMENT_PERCENT_ENCODE_SET",
    "PATH_PERCENT_ENCODE_SET",
    "QUERY_PERCENT_ENCODE_SET",
    "SPECIAL_QUERY_PERCENT_ENCODE_SET",
    "URL",
    "USERINFO_PERCENT_ENCODE_SET",
    "Domain",
    "Explanation",
    "Host",
    "IPv4Address",
    "IPv6Address",
    "InvalidSyntax",
    "InvalidURL",
    "OpaqueHost",
    "OpaqueOrigin",
    "PercentEncodeSet",
    "Reading",
    "Rendering",
    "State",
    "TupleOrigin",
    "URLRecord",
    "URLSearchParams",
    "ValidationError",
    "__version__",
    "basic_parse",
    "cannot_have_a_username_password_port",
    "default_port",
    "display",
    "domain_to_unicode",
    "equals",
    "explain_differences",
    "from_file_path",
    "get_an_output_encoding",
    "has_opaque_path",
    "host_equals",
    "host_parse",
    "includes_credentials",
    "is_absolute_url_string",
    "is_absolute_url_with_fragment_string",
    "is_opaque_host_and_port_string",
    "is_opaque_path_url_string",
    "is_path_absolute_non_authority_url_string",
    "is_path_absolute_url_string",
    "is_path_relative_scheme_less_url_string",
    "is_path_relative_url_string",
    "is_potentially_trustworthy",
    "is_relative_url_string",
    "is_relative_url_with_fragment_string",
    "is_same_origin",
    "is_same_site",
    "is_scheme_relative_file_url_string",
    "is_scheme_relative_special_url_string",
    "is_scheme_relative_url_string",
    "is_schemelessly_same_site",
    "is_special",
    "is_url_fragment_string",
    "is_url_path_segment_string",
    "is_url_port_string",
    "is_url_query_string",
    "is_url_scheme_string",
    "is_valid_domain",
    "is_valid_domain_string",
    "is_valid_host_string",
    "is_valid_ipv4_address_string",
    "is_valid_ipv6_address_string",
    "is_valid_ipv6_piece_string",
    "is_valid_ipv6_pieces_and_ipv4_string",
    "is_valid_ipv6_pieces_string",
    "is_valid_opaque_host_string",
    "is_valid_url_string",
    "make_relative",
    "origin",
    "parse_urlencoded",
    "percent_decode",
    "percent_encode",
    "percent_encode_after_encoding",
    "public_suffix",
    "registrable_domain",
    "serialize",
    "serialize_host",
    "serialize_path",
    "serialize_urlencoded",
    "set_password",
    "set_username",
    "shorten",
    "to_file_path",
    "utf8_percent_encode",
    "validate",
    "validate_host",
]


# The modules for what stands next to the standard, which are loaded on first use too.
_NEIGHBOURS = frozenset({"blob", "environment", "import_maps", "opc", "rfc3986", "schemes", "websocket"})


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _NEIGHBOURS:
        return import_module(f"py_url.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF, *_NEIGHBOURS})
