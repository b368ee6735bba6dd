"""Terms of the URL Standard whose names in py_url have a docstring that does not begin with the term.

For each section: the term, the identifier of its definition, and the whole name.
"""

from __future__ import annotations

ADDRESS = "https://url.spec.whatwg.org/#"
_STANDARD = "py_url.standard"
TERMS = {
    "§1.1": (("validation error", "validation-error", "py_url.ValidationError"),),
    "§1.3": (
        *(
            (f"{name} percent-encode set", f"{anchor}percent-encode-set", f"{_STANDARD}.{variable}PERCENT_ENCODE_SET")
            for name, anchor, variable in (
                ("C0 control", "c0-control-", "C0_CONTROL_"),
                ("fragment", "fragment-", "FRAGMENT_"),
                ("query", "query-", "QUERY_"),
                ("special-query", "special-query-", "SPECIAL_QUERY_"),
                ("path", "path-", "PATH_"),
                ("userinfo", "userinfo-", "USERINFO_"),
                ("component", "component-", "COMPONENT_"),
                ("application/x-www-form-urlencoded", "application-x-www-form-urlencoded-", "FORM_URLENCODED_"),
            )
        ),
        ("percent-encode set", "percent-encode-set", f"{_STANDARD}.PercentEncodeSet"),
    ),
    "§3.1": (
        ("host", "concept-host", f"{_STANDARD}.Host"),
        ("domain", "concept-domain", f"{_STANDARD}.Domain"),
        ("opaque host", "opaque-host", f"{_STANDARD}.OpaqueHost"),
        ("empty host", "empty-host", f"{_STANDARD}.Host"),
        ("IP address", "ip-address", f"{_STANDARD}.Host"),
    ),
    "§3.2": (
        ("forbidden host code point", "forbidden-host-code-point", _STANDARD),
        ("forbidden domain code point", "forbidden-domain-code-point", _STANDARD),
    ),
    "§3.3": (("domain parser", "concept-domain-to-ascii", _STANDARD),),
    "§3.5": (
        ("opaque-host parser", "concept-opaque-host-parser", f"{_STANDARD}.host_parse"),
        ("ends in a number checker", "ends-in-a-number-checker", f"{_STANDARD}.host_parse"),
        ("IPv4 parser", "concept-ipv4-parser", f"{_STANDARD}.host_parse"),
        ("IPv6 parser", "concept-ipv6-parser", f"{_STANDARD}.host_parse"),
    ),
    "§3.6": (
        ("IPv4 serializer", "concept-ipv4-serializer", f"{_STANDARD}.serialize_host"),
        ("IPv6 serializer", "concept-ipv6-serializer", f"{_STANDARD}.serialize_host"),
    ),
    "§4.1": (
        ("URL record", "concept-url", f"{_STANDARD}.URLRecord"),
        *((name, f"concept-url-{name}", f"{_STANDARD}.URLRecord") for name in ("scheme", "path", "query", "fragment")),
        ("special scheme", "special-scheme", f"{_STANDARD}.is_special"),
        ("URL path segment", "url-path-segment", "py_url.URL.segments"),
    ),
    "§4.3": (
        ("URL code point", "url-code-points", _STANDARD),
        ("URL unit", "url-units", _STANDARD),
    ),
    "§4.4": (
        ("URL parser", "concept-url-parser", "py_url.URL"),
        ("state override", "basic-url-parser-state-override", f"{_STANDARD}.basic_parse"),
        ("scheme start state, and the other states of the parser", "scheme-start-state", f"{_STANDARD}.State"),
    ),
    "§5.3": (
        (
            "application/x-www-form-urlencoded string parser",
            "concept-urlencoded-string-parser",
            f"{_STANDARD}.parse_urlencoded",
        ),
    ),
    "§6.1": (
        ("API URL parser", "api-url-parser", "py_url.URL"),
        ("query object", "concept-url-query-object", "py_url.URL.search_params"),
    ),
    "§6.2": (
        ("list", "concept-urlsearchparams-list", "py_url.URLSearchParams"),
        ("update", "concept-urlsearchparams-update", "py_url.URLSearchParams.delete"),
    ),
}
