"""One form for the components that different parsers give, so that only differences in meaning remain."""

from __future__ import annotations

from py_url.specs.rfc3986.characters import decode_unreserved, upper_case_percent_encodings
from py_url.standard.hosts.host import run_host_parser, serialize_host
from py_url.standard.hosts.ipv6 import parse_ipv6, serialize_ipv6
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import C0_CONTROL_PERCENT_ENCODE_SET, USERINFO_PERCENT_ENCODE_SET
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, default_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.parsers.usual import Components

# Some parsers percent-encode or decode these characters and others leave them alone. That is not counted as a
# difference.
_SPELLING = C0_CONTROL_PERCENT_ENCODE_SET.extended("spelling percent-encode set", " \"'<>[\\]^`{|}")


def in_one_form(components: Components) -> Components:
    """Return the components in the form that `Reading` describes."""
    form = {name: _spelled(value) if isinstance(value, str) else value for name, value in components.items()}
    scheme = str(components["scheme"] or "").lower()
    form["scheme"] = scheme or None
    form["host"] = _one_host(str(components["host"] or ""))
    for name in ("username", "password"):
        form[name] = USERINFO_PERCENT_ENCODE_SET.encode(str(form[name] or ""))
    if form["port"] == default_port(scheme):
        form["port"] = None
    if form["host"] and not form["path"]:
        form["path"] = "/"
    return {name: None if value == "" else value for name, value in form.items()}


def _one_host(host: str) -> str:
    host = host.removeprefix("[").removesuffix("]")
    if ":" not in host:
        return host.lower()
    # The zone of an address keeps its case, as it is a name of the system's.
    address, percent_sign, zone = host.partition("%")
    try:
        address = serialize_ipv6(parse_ipv6(address))
    except Failure:
        address = address.lower()
    return address + percent_sign + zone


def canonical_host(host: str, scheme: str) -> str:
    """Return a host of a reading as the URL Standard serializes it, or unchanged if that is no host."""
    try:
        parsed = run_host_parser(f"[{host}]" if ":" in host else host, scheme not in SPECIAL_SCHEMES)
    except Failure:
        return host
    return serialize_host(parsed)


def _spelled(value: str) -> str:
    return decode_unreserved(upper_case_percent_encodings(_SPELLING.encode(scalar_value_string(value))))
