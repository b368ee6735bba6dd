"""The host of a URL: what it is, in all its forms; IDNA step by step; whose it is; and what it looks like."""

from __future__ import annotations

import ipaddress

from playground.answers import base_of
from py_url import InvalidURL
from py_url.api.url import URL
from py_url.explain import code_points, domain_steps, parts
from py_url.guard.addresses import KINDS, kinds_of_address
from py_url.standard import (
    Domain,
    IPv4Address,
    IPv6Address,
    domain_to_unicode,
    percent_decode,
    public_suffix,
    registrable_domain,
    serialize_host,
)
from py_url.standard.hosts.identifiers import script_of
from py_url.standard.hosts.spoofing import is_safe_label, looks_like_itself
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json
    from py_url.explain import LabelSteps
    from py_url.standard import Host

POINTS_SHOWN = 200
"""A host can be as long as the input. The page shows at most this many of its code points and of its labels."""
LABELS_SHOWN = 30


def host(url: str, base: str = "") -> Json:
    """Say what the host of *url*, relative to *base*, is.

    The result has ``kind`` and ``host``, the serialized host, or None for no host; ``failure``, why it does not parse;
    ``input``, the host as it is written, and ``decoded``, the same without percent-encoding; ``forms``, a list of names
    and values; ``labels`` and ``domain``, IDNA step by step, or None; ``points``, the code points, each once.

    Raises InvalidURL if *base* does not parse.
    """
    base_url = base_of(base)
    written = next((url[start:end] for name, start, end in parts(url, base_url) if name == "host"), None)
    failure, parsed, special = None, None, True
    try:
        record = URL(url, base_url).to_record()
        parsed, special = record.host, record.scheme in SPECIAL_SCHEMES
    except InvalidURL as error:
        failure = error.on_one_line()
        scheme = url[: url.find(":")].strip().lower()
        special = scheme in SPECIAL_SCHEMES or base_url is not None
    if written is None and parsed is not None:
        written = serialize_host(parsed)
    text = "".join(char for char in written or "" if char not in "\t\n\r")
    decoded = percent_decode(text).decode("utf-8", "replace") if special else text
    is_domain = special and bool(text) and not text.startswith("[")
    steps = domain_steps(decoded) if is_domain else None
    distinct = list(dict.fromkeys(decoded))
    return {
        "kind": _kind(parsed),
        "host": None if parsed is None else serialize_host(parsed),
        "failure": failure,
        "input": written,
        "decoded": decoded if decoded != text else None,
        "forms": [] if parsed is None else _forms(parsed),
        "domain": None
        if steps is None
        else {
            "is_processed": steps.is_processed,
            "ascii": steps.ascii,
            "unicode": steps.unicode,
            "problem": steps.problem,
            "advice": steps.advice,
            "more": len(steps.labels) > LABELS_SHOWN,
        },
        "labels": [_label(label, steps.labels[-1].unicode or "") for label in steps.labels[:LABELS_SHOWN]]
        if steps is not None
        else [],
        "points": [
            {"code": f"U+{ord(point.char):04X}", "char": point.char, "name": point.name, "status": point.status,
             "mapping": point.mapping, "script": point.script}
            for point in code_points("".join(distinct[:POINTS_SHOWN]))
        ],
        "more_points": len(distinct) > POINTS_SHOWN,
    }  # fmt: skip


def _kind(parsed: Host | None) -> str:
    if parsed is None:
        return "none"
    kinds = {Domain: "domain", IPv4Address: "IPv4 address", IPv6Address: "IPv6 address"}
    return kinds.get(type(parsed), "empty host" if parsed == "" else "opaque host")


def _forms(parsed: Host) -> list[Json]:
    if isinstance(parsed, IPv4Address):
        return _ipv4_forms(parsed)
    if isinstance(parsed, IPv6Address):
        return _ipv6_forms(parsed)
    if not isinstance(parsed, Domain):
        return []
    forms: list[Json] = [["in ASCII", str(parsed)], ["in Unicode", domain_to_unicode(parsed)]]
    try:
        forms.append(["public suffix", _or_none(public_suffix(parsed))])
        forms.append(["registrable domain", _or_none(registrable_domain(parsed))])
        forms.append(["without private suffixes", _or_none(registrable_domain(parsed, private=False))])
    except ModuleNotFoundError as error:
        forms.append(["registrable domain", f"not known here: {error}"])
    return forms


def _or_none(part: Domain | None) -> str:
    return "none" if part is None else str(part)


def _ipv4_forms(parsed: IPv4Address) -> list[Json]:
    number = int(parsed)
    address = parsed.to_ipaddress()
    a, b, c, d = address.packed
    return [
        ["as the URL has it", str(address)],
        ["one number", f"{number}"],
        ["hexadecimal", f"0x{number:x}"],
        ["octal", f"0{number:o}"],
        ["two parts", f"{a}.{number & 0xFFFFFF}"],
        ["three parts", f"{a}.{b}.{number & 0xFFFF}"],
        ["each part hexadecimal", f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"],
        ["each part octal", f"0{a:o}.0{b:o}.0{c:o}.0{d:o}"],
        ["in IPv6", f"[{ipaddress.IPv6Address((0xFFFF << 32) | number)}]"],
        ["reverse DNS", address.reverse_pointer],
        ["what it is", _scope(parsed)],
    ]


def _ipv6_forms(parsed: IPv6Address) -> list[Json]:
    address = parsed.to_ipaddress()
    forms: list[Json] = [
        ["as the URL has it", serialize_host(parsed)],
        ["all digits", f"[{address.packed.hex(':', 2)}]"],
        ["one number", f"{int(address)}"],
    ]
    for name, inner in (("IPv4 address in it", address.ipv4_mapped), ("6to4 address in it", address.sixtofour)):
        if inner is not None:
            forms.append([name, f"{inner}"])
            forms.append([f"{name}: what it is", _scope(IPv4Address(int(inner)))])
    return [*forms, ["reverse DNS", address.reverse_pointer], ["what it is", _scope(parsed)]]


def _scope(address: IPv4Address | IPv6Address) -> str:
    """What the guard says: `ipaddress` does not know all of IANA's registry, and no metadata services."""
    return "; ".join(KINDS[kind] for kind in kinds_of_address(address))


def _label(label: LabelSteps, top_level: str) -> Json:
    shown = label.unicode
    scripts = sorted({script_of(char) or "not for identifiers" for char in shown or ""} - {"COMMON"})
    return {
        "input": label.input,
        "mapped": label.mapped,
        "normalized": label.normalized,
        "decoded": label.decoded,
        "unicode": shown,
        "ascii": label.ascii,
        "criteria": [
            {"rule": rule.rule, "holds": rule.holds, "required": rule.is_required, "link": rule.link}
            for rule in label.criteria
        ],
        "problem": label.problem,
        "advice": label.advice,
        "scripts": [*scripts],
        "safe": shown is None or is_safe_label(shown),
        "looks": shown is None or not is_safe_label(shown) or looks_like_itself(shown, top_level),
    }
