"""The URL Standard, complete: its algorithms and grammars under the standard's own names, and a few functions that
belong to them, such as `make_relative`.

``from py_url.standard import basic_parse, host_parse``. Each subpackage is a chapter: `infra` is §1, `hosts` is §3,
`urls` is §4 and `urlencoded` is §5. §6, the API, is `py_url.URL` and `py_url.URLSearchParams`. Everything here is
loaded on first use.

What only other specifications need is in the modules below it: the *domain parser* in `hosts.domain`, the forbidden
host and domain code points in `hosts.miscellaneous`, and the URL code points and URL units in `infra.url_units`.
`py_url.editions` has *domain to ASCII*, as older texts call the domain parser. https://url.spec.whatwg.org/
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.domain import domain_to_unicode as domain_to_unicode
    from py_url.standard.hosts.host import (
        host_parse as host_parse,
        serialize_host as serialize_host,
        validate_host as validate_host,
    )
    from py_url.standard.hosts.ipv4 import IPv4Address as IPv4Address
    from py_url.standard.hosts.ipv6 import IPv6Address as IPv6Address
    from py_url.standard.hosts.representation import (
        Domain as Domain,
        Host as Host,
        OpaqueHost as OpaqueHost,
        host_equals as host_equals,
    )
    from py_url.standard.hosts.writing import (
        is_valid_domain as is_valid_domain,
        is_valid_domain_string as is_valid_domain_string,
        is_valid_host_string as is_valid_host_string,
        is_valid_ipv4_address_string as is_valid_ipv4_address_string,
        is_valid_ipv6_address_string as is_valid_ipv6_address_string,
        is_valid_ipv6_piece_string as is_valid_ipv6_piece_string,
        is_valid_ipv6_pieces_and_ipv4_string as is_valid_ipv6_pieces_and_ipv4_string,
        is_valid_ipv6_pieces_string as is_valid_ipv6_pieces_string,
        is_valid_opaque_host_string as is_valid_opaque_host_string,
    )
    from py_url.standard.infra.encodings import get_an_output_encoding as get_an_output_encoding
    from py_url.standard.infra.percent_encoding import (
        C0_CONTROL_PERCENT_ENCODE_SET as C0_CONTROL_PERCENT_ENCODE_SET,
        COMPONENT_PERCENT_ENCODE_SET as COMPONENT_PERCENT_ENCODE_SET,
        FORM_URLENCODED_PERCENT_ENCODE_SET as FORM_URLENCODED_PERCENT_ENCODE_SET,
        FRAGMENT_PERCENT_ENCODE_SET as FRAGMENT_PERCENT_ENCODE_SET,
        PATH_PERCENT_ENCODE_SET as PATH_PERCENT_ENCODE_SET,
        QUERY_PERCENT_ENCODE_SET as QUERY_PERCENT_ENCODE_SET,
        SPECIAL_QUERY_PERCENT_ENCODE_SET as SPECIAL_QUERY_PERCENT_ENCODE_SET,
        USERINFO_PERCENT_ENCODE_SET as USERINFO_PERCENT_ENCODE_SET,
        PercentEncodeSet as PercentEncodeSet,
        percent_decode as percent_decode,
        percent_encode as percent_encode,
        percent_encode_after_encoding as percent_encode_after_encoding,
        utf8_percent_encode as utf8_percent_encode,
    )
    from py_url.standard.infra.validation import InvalidURL as InvalidURL, ValidationError as ValidationError
    from py_url.standard.urlencoded import (
        parse_urlencoded as parse_urlencoded,
        serialize_urlencoded as serialize_urlencoded,
    )
    from py_url.standard.urls.fixing import (
        Change as Change,
        Fixed as Fixed,
        fix as fix,
        why_not_fixed as why_not_fixed,
    )
    from py_url.standard.urls.html_origin import OpaqueOrigin as OpaqueOrigin, TupleOrigin as TupleOrigin
    from py_url.standard.urls.origin import origin as origin
    from py_url.standard.urls.parser import basic_parse as basic_parse
    from py_url.standard.urls.record import (
        URLRecord as URLRecord,
        cannot_have_a_username_password_port as cannot_have_a_username_password_port,
        equals as equals,
        has_opaque_path as has_opaque_path,
        includes_credentials as includes_credentials,
        is_special as is_special,
        serialize as serialize,
        serialize_path as serialize_path,
        set_password as set_password,
        set_username as set_username,
        shorten as shorten,
    )
    from py_url.standard.urls.relative import make_relative as make_relative
    from py_url.standard.urls.rendering import Rendering as Rendering, display as display
    from py_url.standard.urls.same_site import (
        is_same_origin as is_same_origin,
        is_same_site as is_same_site,
        is_schemelessly_same_site as is_schemelessly_same_site,
    )
    from py_url.standard.urls.setters import SETTERS as SETTERS
    from py_url.standard.urls.sites import public_suffix as public_suffix, registrable_domain as registrable_domain
    from py_url.standard.urls.special_schemes import default_port as default_port
    from py_url.standard.urls.state import State as State
    from py_url.standard.urls.trustworthy import is_potentially_trustworthy as is_potentially_trustworthy
    from py_url.standard.urls.writing import (
        is_absolute_url_string as is_absolute_url_string,
        is_absolute_url_with_fragment_string as is_absolute_url_with_fragment_string,
        is_opaque_host_and_port_string as is_opaque_host_and_port_string,
        is_opaque_path_url_string as is_opaque_path_url_string,
        is_path_absolute_non_authority_url_string as is_path_absolute_non_authority_url_string,
        is_path_absolute_url_string as is_path_absolute_url_string,
        is_path_relative_scheme_less_url_string as is_path_relative_scheme_less_url_string,
        is_path_relative_url_string as is_path_relative_url_string,
        is_relative_url_string as is_relative_url_string,
        is_relative_url_with_fragment_string as is_relative_url_with_fragment_string,
        is_scheme_relative_file_url_string as is_scheme_relative_file_url_string,
        is_scheme_relative_special_url_string as is_scheme_relative_special_url_string,
        is_scheme_relative_url_string as is_scheme_relative_url_string,
        is_url_fragment_string as is_url_fragment_string,
        is_url_path_segment_string as is_url_path_segment_string,
        is_url_port_string as is_url_port_string,
        is_url_query_string as is_url_query_string,
        is_url_scheme_string as is_url_scheme_string,
        is_valid_url_string as is_valid_url_string,
    )

# The public names of each module.
_NAMES_OF = {
    "hosts.domain": "domain_to_unicode",
    "hosts.host": "host_parse serialize_host validate_host",
    "hosts.ipv4": "IPv4Address",
    "hosts.ipv6": "IPv6Address",
    "hosts.representation": "Domain Host OpaqueHost host_equals",
    "hosts.writing": (
        "is_valid_domain is_valid_domain_string is_valid_host_string is_valid_ipv4_address_string "
        "is_valid_ipv6_address_string is_valid_ipv6_piece_string is_valid_ipv6_pieces_and_ipv4_string "
        "is_valid_ipv6_pieces_string is_valid_opaque_host_string"
    ),
    "infra.encodings": "get_an_output_encoding",
    "infra.percent_encoding": (
        "C0_CONTROL_PERCENT_ENCODE_SET COMPONENT_PERCENT_ENCODE_SET FORM_URLENCODED_PERCENT_ENCODE_SET "
        "FRAGMENT_PERCENT_ENCODE_SET PATH_PERCENT_ENCODE_SET QUERY_PERCENT_ENCODE_SET "
        "SPECIAL_QUERY_PERCENT_ENCODE_SET USERINFO_PERCENT_ENCODE_SET PercentEncodeSet percent_decode "
        "percent_encode percent_encode_after_encoding utf8_percent_encode"
    ),
    "infra.validation": "InvalidURL ValidationError",
    "urlencoded": "parse_urlencoded serialize_urlencoded",
    "urls.fixing": "Change Fixed fix why_not_fixed",
    "urls.html_origin": "OpaqueOrigin TupleOrigin",
    "urls.origin": "origin",
    "urls.parser": "basic_parse",
    "urls.record": (
        "URLRecord cannot_have_a_username_password_port equals has_opaque_path "
        "includes_credentials is_special serialize serialize_path set_password set_username shorten"
    ),
    "urls.relative": "make_relative",
    "urls.rendering": "Rendering display",
    "urls.setters": "SETTERS",
    "urls.sites": "public_suffix registrable_domain",
    "urls.special_schemes": "default_port",
    "urls.same_site": "is_same_origin is_same_site is_schemelessly_same_site",
    "urls.state": "State",
    "urls.trustworthy": "is_potentially_trustworthy",
    "urls.writing": (
        "is_absolute_url_string is_absolute_url_with_fragment_string is_opaque_host_and_port_string "
        "is_opaque_path_url_string is_path_absolute_non_authority_url_string is_path_absolute_url_string "
        "is_path_relative_scheme_less_url_string is_path_relative_url_string is_relative_url_string "
        "is_relative_url_with_fragment_string is_scheme_relative_file_url_string "
        "is_scheme_relative_special_url_string is_scheme_relative_url_string is_url_fragment_string "
        "is_url_path_segment_string is_url_port_string is_url_query_string is_url_scheme_string "
        "is_valid_url_string"
    ),
}
_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names.split(" ")}

# Where the rest of what the standard exports is, by the standard's own words.
_ELSEWHERE = {
    "domain_parser": "py_url.standard.hosts.domain.parse_domain",
    "domain_to_ascii": "py_url.standard.hosts.domain.parse_domain, and for older texts py_url.editions.domain_to_ascii",
    "forbidden_domain_code_point": "py_url.standard.hosts.miscellaneous.FORBIDDEN_DOMAIN_CODE_POINT",
    "forbidden_host_code_point": "py_url.standard.hosts.miscellaneous.FORBIDDEN_HOST_CODE_POINT",
    "parse_domain": "py_url.standard.hosts.domain.parse_domain",
    "url_code_point": "py_url.standard.infra.url_units.NOT_URL_CODE_POINT, which finds the others",
    "url_unit": "py_url.standard.infra.url_units.NOT_URL_UNIT, which finds the others",
}

__all__ = tuple(_MODULE_OF)


# Hidden from type checkers, which would believe that any name is there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _MODULE_OF:
            import sys

            message = f"module {__name__!r} has no attribute {name!r}"
            if (elsewhere := _ELSEWHERE.get(name.lower().removesuffix("s"))) is None:
                raise AttributeError(message)
            # `from … import` would replace the text of an AttributeError by its own.
            is_import = sys._getframe(1).f_code.co_name == "_handle_fromlist"
            raise (ImportError if is_import else AttributeError)(f"{message}; use {elsewhere}")
        value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})
