"""The commands of the command line.

Each takes an input string, the options and a text style, and returns an `Answer`. They raise InvalidURL for an input
that does not parse.
"""

from __future__ import annotations

from py_url.api.search_params import URLSearchParams
from py_url.api.url import URL, iter_validation_errors
from py_url.programs.answers import (
    MOST_ERRORS,
    Answer,
    Style,
    as_shown,
    error_data,
    errors_of,
    first_and_last,
    hidden_in,
    href_of,
    pair_as_shown,
    record_of,
)
from py_url.programs.explaining import explain
from py_url.standard.hosts.domain import domain_to_unicode
from py_url.standard.hosts.host import host_parse, serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.public_suffix import has_list, public_suffix, registrable_domain
from py_url.standard.hosts.representation import Domain, OpaqueHost
from py_url.standard.infra.showing import (
    pointed_at,
    secret_spans,
    userinfo_span,
    visible,
    without,
)
from py_url.standard.infra.validation import InvalidURL, ValidationError
from py_url.standard.urls.components import MEMBERS
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.record import serialize, serialize_path
from py_url.standard.urls.sites import is_a_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.programs.options import Options
    from py_url.standard.urls.record import URLRecord

    Command = Callable[[str, "Options", "Style"], "Answer"]

_KINDS = {
    Domain: "domain",
    IPv4Address: "IPv4 address",
    IPv6Address: "IPv6 address",
    OpaqueHost: "opaque host",
    str: "empty host",
}


def _parse(input: str, options: Options, _style: Style) -> Answer:
    if options.edition is not None:
        members = _members_of(record_of(input, options), options.edition)
    else:
        # As in `href_of`: the state machine need not be loaded.
        is_plain = options.encoding == "utf-8"
        url = URL(input, options.base_as_given) if is_plain else URL.from_record(record_of(input, options))
        members = tuple(getattr(url, name) for name in MEMBERS)
    data: dict[str, object] = {name: as_shown(member, options) for name, member in zip(MEMBERS, members, strict=True)}
    for name in ("username", "password"):
        if data[name] and not options.show_secrets:
            data[name] = "***"
    return Answer({"failure": False, **data}, lambda: _table(data) + "\n")


def _members_of(record: URLRecord, edition: str) -> tuple[str, ...]:
    """Return the `MEMBERS` of a record of an older edition, which may be one that no URL parses to today."""
    from py_url.editions import origin

    hostname = "" if record.host is None else serialize_host(record.host)
    port = "" if record.port is None else str(record.port)
    return (
        *(
            serialize(record),
            str(origin(record, edition=edition)),
            f"{record.scheme}:",
            record.username,
            record.password,
        ),
        *(f"{hostname}:{port}" if port else hostname, hostname, port, serialize_path(record)),
        *(f"?{record.query}" if record.query else "", f"#{record.fragment}" if record.fragment else ""),
    )


def _resolve(input: str, options: Options, _style: Style) -> Answer:
    """Answer with the serialized URL. As text, it is what other programs read, so it is whole."""
    if options.request_target:
        from py_url.specs.http import request_url

        assert options.base is not None, "--request-target needs it"
        line, is_line, _ = input.partition(" HTTP/")
        method, target = line.split(" ", 1) if is_line and " " in line else ("GET", input)
        # A log has no Host header.
        site = URL.from_record(options.base)
        href = request_url(target, host=site.host, scheme=options.base.scheme, method=method, ignore_host=True).href
    elif options.path_as_is:
        from py_url.programs.path_as_is import parse

        href = serialize(parse(input, options.base, options.encoding))
    else:
        href = href_of(input, options)
    return Answer({"failure": False, "href": as_shown(href, options) if options.json else href}, lambda: href)


def _check(input: str, options: Options, style: Style) -> Answer:
    """Answer with the validation errors of a URL, each with a line that points at its place."""
    if options.fix:
        return _fix(input, options)
    most = options.limit or (None if options.json else MOST_ERRORS)
    # There may be as many errors as code points.
    given, count = first_and_last(errors_of(input, options), most)
    listed = [_about_bytes(error, input) for error in given]
    is_failure = count > 0 and listed[-1].fatal
    left_out = count - len(listed)
    data: dict[str, object] = {
        "failure": is_failure,
        "valid": not count,
        "errors": list(map(error_data, listed)),
        "left_out": left_out,
    }

    def text() -> str:
        if options.show_secrets:
            hidden = []
        elif is_failure:
            hidden = secret_spans(input, userinfo_span(input))
        else:
            hidden = hidden_in(input, options)
        shown = visible(without(input, hidden)) or "''"
        if not count:
            return f"{shown}: {style.green('valid')}"
        number = "1 validation error" if count == 1 else f"{count:,} validation errors"
        lines = [f"{shown}: {style.red('failure' if is_failure else 'not valid')}, {number}"]
        names = set()
        for error in listed:
            if left_out and error is listed[-1]:
                lines.append(f"  ({left_out:,} more validation errors left out)")
            lines += _error_lines(error, input, hidden, style)
            if error.name not in names:
                lines.append(f"  {style.faint(error.link)}")
            names.add(error.name)
        return "\n".join(lines)

    return Answer(data, text, passes=not count)


def _about_bytes(error: ValidationError, input: str) -> ValidationError:
    """Return *error*; if it is about a byte that is not text, with a message that says so."""
    char = input[error.start : error.end]
    if not (len(char) == 1 and "\udc80" <= char <= "\udcff"):
        return error
    byte = f"{ord(char) - 0xDC00:02X}"
    message = f"the byte 0x{byte} is not text; write the character in UTF-8, or '%{byte}' for the byte"
    return ValidationError(error.name, error.start, error.end, error.fatal, message)


def _fix(input: str, options: Options) -> Answer:
    """Answer with the nearest valid URL string that means the same. As text, it is what other programs read, so it is
    whole.
    """
    from py_url.standard.urls.fixing import fix, why_not_fixed

    fixed = fix(input, options.base)
    if fixed is None:
        error = why_not_fixed(input, options.base)
        assert error is not None, "the base URL was parsed"
        if error.fatal:
            raise InvalidURL(input, lambda: iter_validation_errors(input, options.base), fatal=lambda: error)
        unfixed: dict[str, object] = {"failure": False, "fixed": None, "changes": [], "errors": [error_data(error)]}
        hidden = [] if options.show_secrets else hidden_in(input, options)
        lines = _error_lines(error, input, hidden, Style(plain=True))
        shown = visible(without(input, hidden))
        return Answer(unfixed, lambda: "\n".join([f"no valid URL string means {shown}", *lines]), refused=True)
    changes = [
        {
            **change,
            "old": as_shown(change.old, options),
            "new": as_shown(change.new, options),
        }
        for change in fixed.changes
    ]
    data: dict[str, object] = {
        "failure": False,
        "fixed": as_shown(fixed.string, options),
        "changes": changes,
    }

    def text() -> str:
        try:
            fixed.string.encode(options.output)
        except UnicodeEncodeError:
            # Escaping the characters that the output cannot encode would print a different URL.
            return serialize(basic_parse(input, options.base))
        return fixed.string

    return Answer(data, text)


def _error_lines(error: ValidationError, input: str, hidden: list[tuple[int, int]], style: Style) -> list[str]:
    line, carets = pointed_at(input, error.start, error.end, hidden)
    name = style.red(error.name) if error.fatal else style.bold(error.name)
    return [
        f"  {name} at {error.place}: {error.message}",
        f"    {line}",
        f"    {style.red(carets)}",
    ]


def _params(input: str, options: Options, _style: Style) -> Answer:
    """Answer with the names and values in the query of a URL, or in the input itself if that starts with ``?``."""
    query = input if input.startswith("?") and options.base is None else record_of(input, options).query or ""
    pairs = [pair_as_shown(name, value, options) for name, value in URLSearchParams(query)]
    return Answer(
        {"failure": False, "params": pairs},
        # A backslash of an escape is not one of the value.
        lambda: "\n".join("\t".join(visible(text.replace("\\", "\\\\")) for text in pair) for pair in pairs),
    )


def _host(input: str, options: Options, _style: Style) -> Answer:
    """Answer with the kind and the serialization of a host, or of the host of a URL, and with its registrable domain if
    it is a domain.
    """
    if input == "-" and not options.opaque:
        missing = "a log has '-' where a host is missing; leave out these lines"
        raise InvalidURL(input, [ValidationError("domain-to-ASCII", 0, 1, True, missing)], "host")
    parsed = basic_parse(input).host if is_a_url(input) else host_parse(input, options.opaque)
    if parsed is None:
        nothing: dict[str, object] = {"kind": "no host", "host": None}
        return Answer({"failure": False, **nothing}, lambda: _table(nothing) + "\n")
    data: dict[str, object] = {"kind": _KINDS[type(parsed)], "host": serialize_host(parsed)}
    if isinstance(parsed, Domain):
        data["unicode"] = domain_to_unicode(parsed)
        try:
            data["public_suffix"] = public_suffix(parsed, private=not options.icann)
            data["registrable_domain"] = registrable_domain(parsed, private=not options.icann)
        except ModuleNotFoundError:
            pass  # the list is an optional package; the rest of the answer does not need it
    return Answer({"failure": False, **data}, lambda: _table(data) + "\n")


def _display(input: str, options: Options, style: Style) -> Answer:
    from py_url.standard.urls import rendering

    record = record_of(input, options)
    shown = rendering.display(
        record,
        max_length=options.max_length,
        spoof_check=not options.no_spoof_check,
        private=not options.icann,
        # The command line has said that the list is missing.
        whole_host=not has_list(),
    )
    if not options.show_secrets:
        shown = shown.without_userinfo()
    data: dict[str, object] = {
        "failure": False,
        "display": str(shown),
        "before": shown.before,
        "domain": shown.domain,
        "after": shown.after,
        "elided": shown.is_elided,
    }

    def text() -> str:
        try:
            str(shown).encode(options.output)
        except UnicodeEncodeError:
            # Escaping the characters that the output cannot encode would print a different URL.
            return as_shown(URL.from_record(record).replace(username="", password="").href, options)
        return shown.before + style.bold(shown.domain) + shown.after

    return Answer(data, text)


def _table(data: dict[str, object]) -> str:
    width = max(map(len, data))
    return "\n".join(f"{name:<{width}} {'' if value is None else value}".rstrip() for name, value in data.items())


def _guard(input: str, options: Options, style: Style) -> Answer:
    from py_url import guard
    from py_url.explain import without_secrets

    verdict = guard.check_fetch(input, options.policy)
    addresses: tuple[str, ...] = ()
    url, reasons = verdict.url, verdict.reasons
    if options.resolve:
        resolution = guard.resolve(verdict)
        url, reasons, addresses = resolution.url, resolution.reasons, resolution.addresses
    shown_url = None if url is None else as_shown(url, options)
    data: dict[str, object] = {
        "failure": any(reason.name == "invalid-url" for reason in reasons),
        "allowed": url is not None,
        # A URL with "***" in it is not the one to fetch.
        "url": url if url == shown_url else None,
        "reasons": [dict(reason) for reason in reasons],
    }
    if url != shown_url:
        data["url_without_secrets"] = shown_url
    if options.resolve:
        data["addresses"] = addresses

    def text() -> str:
        if url is not None:
            at = f" at {', '.join(addresses)}" if addresses else ""
            return f"{shown_url}: {style.green('allowed')}{at}"
        shown = visible(input if options.show_secrets else without_secrets(input)) or "''"
        lines = [f"{shown}: {style.red('refused')}"]
        lines += [f"  {style.bold(reason.name)}: {visible(reason.message)}" for reason in reasons]
        return "\n".join(lines)

    return Answer(data, text, passes=url is not None)


def _get(input: str, options: Options, style: Style) -> Answer:
    from py_url.programs.rewriting import get

    return get(input, options, style)


def _edit(input: str, options: Options, style: Style) -> Answer:
    from py_url.programs.rewriting import edit

    return edit(input, options, style)


COMMANDS: dict[str, Command] = {
    "parse": _parse,
    "check": _check,
    "resolve": _resolve,
    "get": _get,
    "edit": _edit,
    "params": _params,
    "host": _host,
    "explain": explain,
    "display": _display,
    "guard": _guard,
}
