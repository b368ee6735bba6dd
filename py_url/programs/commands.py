"""The commands of the command line: what each has to say of one input.

In: a string, the command's options, and how to style text. Out: an `Answer`.
"""

from __future__ import annotations

from py_url.search_params import URLSearchParams
from py_url.standard.hosts.domain import domain_to_unicode
from py_url.standard.hosts.host import host_parse, serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.public_suffix import has_list, public_suffix, registrable_domain
from py_url.standard.hosts.representation import Domain, OpaqueHost
from py_url.standard.infra.showing import credentials_span, pointed_at, secret_spans, userinfo_span, visible, without
from py_url.standard.urls.parser import basic_parse
from py_url.url import URL, validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.standard.infra.validation import InvalidURL, ValidationError
    from py_url.standard.urls.record import URLRecord

    Command = Callable[[str, "Options", "Style"], "Answer"]

_MEMBERS = (
    *("href", "origin", "protocol", "username", "password", "host", "hostname", "port"),
    *("pathname", "search", "hash"),
)
_KINDS = {
    Domain: "domain",
    IPv4Address: "IPv4 address",
    IPv6Address: "IPv6 address",
    OpaqueHost: "opaque host",
    str: "empty host",
}
# Of how many errors of one input the text tells; JSON has them all.
_MOST_ERRORS = 20


class Style:
    """Text for a terminal: in colours, unless *plain*."""

    __slots__ = ("_plain",)

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain

    def _styled(self, code: str, text: str) -> str:
        return text if self._plain or not text else f"\x1b[{code}m{text}\x1b[0m"

    def bold(self, text: str) -> str:
        """What matters most."""
        return self._styled("1", text)

    def green(self, text: str) -> str:
        """What is as it should be."""
        return self._styled("32", text)

    def red(self, text: str) -> str:
        """What is wrong."""
        return self._styled("1;31", text)

    def faint(self, text: str) -> str:
        """What matters less."""
        return self._styled("2", text)


class Options:
    """What the command line said beside the inputs; not every command asks for all."""

    __slots__ = ("base", "encoding", "guard", "icann", "max_length", "opaque", "output")

    def __init__(self) -> None:
        self.base: URLRecord | None = None
        self.encoding = "utf-8"
        self.guard = False
        self.max_length: int | None = None
        self.opaque = False
        self.icann = False
        self.output = "utf-8"  # the encoding that the text is written in


class Answer:
    """What a command says of one input: ``data`` for JSON, ``text()`` for people, and whether it ``passes``.

    Where the input was ``refused``, the text says so, and belongs with the errors.
    """

    __slots__ = ("data", "passes", "refused", "text")

    def __init__(
        self, data: dict[str, object], text: Callable[[], str], *, passes: bool = True, refused: bool = False
    ) -> None:
        self.data = data
        self.text = text
        self.passes = passes and not refused
        self.refused = refused


def refusal(error: InvalidURL) -> Answer:
    """The answer where the input did not parse."""
    data: dict[str, object] = {"failure": True, "errors": list(map(_error_data, error.errors))}
    return Answer(data, lambda: str(error), refused=True)


def _error_data(error: ValidationError) -> dict[str, object]:
    return {
        "name": error.name,
        "start": error.start,
        "end": error.end,
        "fatal": error.fatal,
        "message": error.message,
        "link": error.link,
    }


def _record(input: str, options: Options) -> URLRecord:
    return basic_parse(input, options.base, encoding=options.encoding)


def parse(input: str, options: Options, _style: Style) -> Answer:
    """The components of a URL."""
    url = URL.from_record(_record(input, options))
    data: dict[str, object] = {name: getattr(url, name) for name in _MEMBERS}
    return Answer({"failure": False, **data}, lambda: _table(data) + "\n")


def resolve(input: str, options: Options, _style: Style) -> Answer:
    """The serialized URL."""
    href = URL.from_record(_record(input, options)).href
    return Answer({"failure": False, "href": href}, lambda: href)


def check(input: str, options: Options, style: Style) -> Answer:
    """The validation errors of a URL, each with a line that points at it."""
    errors = validate(input, options.base)
    is_failure = bool(errors) and errors[-1].fatal
    data: dict[str, object] = {
        "failure": is_failure,
        "valid": not errors,
        "errors": list(map(_error_data, errors)),
    }

    def text() -> str:
        hidden = secret_spans(input, userinfo_span(input) if is_failure else credentials_span(errors))
        shown = visible(without(input, hidden)) or "''"
        if not errors:
            return f"{shown}: {style.green('valid')}"
        count = "a validation error" if len(errors) == 1 else f"{len(errors):,} validation errors"
        lines = [f"{shown}: {style.red('failure' if is_failure else 'not valid')}, {count}"]
        told = errors if len(errors) <= _MOST_ERRORS else [*errors[: _MOST_ERRORS - 1], errors[-1]]
        names = set()
        for error in told:
            if error is told[-1] and len(errors) > len(told):
                lines.append(f"  and {len(errors) - len(told):,} more before the last")
            lines += _error_lines(error, input, hidden, style)
            if error.name not in names:
                lines.append(f"  {style.faint(error.link)}")
            names.add(error.name)
        return "\n".join(lines)

    return Answer(data, text, passes=not errors)


def _error_lines(error: ValidationError, input: str, hidden: list[tuple[int, int]], style: Style) -> list[str]:
    line, carets = pointed_at(input, error.start, error.end, hidden)
    name = style.red(error.name) if error.fatal else style.bold(error.name)
    return [
        f"  {name} at {error.place}: {error.message}",
        f"    {line}",
        f"    {style.red(carets)}",
    ]


def params(input: str, options: Options, _style: Style) -> Answer:
    """The names and values of a URL's query, or where the input begins with "?", of that."""
    query = input if input.startswith("?") and options.base is None else _record(input, options).query or ""
    pairs = list(URLSearchParams(query))
    return Answer(
        {"failure": False, "params": pairs},
        lambda: "\n".join("\t".join(map(visible, pair)) for pair in pairs),
    )


def host(input: str, options: Options, _style: Style) -> Answer:
    """What kind of host a host is, its serialization, and where it is a domain, more."""
    parsed = host_parse(input, options.opaque)
    data: dict[str, object] = {"kind": _KINDS[type(parsed)], "host": serialize_host(parsed)}
    if isinstance(parsed, Domain):
        data["unicode"] = domain_to_unicode(parsed)
        try:
            data["public_suffix"] = public_suffix(parsed, private=not options.icann)
            data["registrable_domain"] = registrable_domain(parsed, private=not options.icann)
        except ModuleNotFoundError:
            pass  # the list is an extra, and this is what can be said without it
    return Answer({"failure": False, **data}, lambda: _table(data) + "\n")


def explain(input: str, _options: Options, _style: Style) -> Answer:
    """How readers of URLs understand the input, and where they differ."""
    from py_url.explain import explain_differences

    explanation = explain_differences(input)
    readings = {
        name: {"refused": reading.failure} if reading.failure is not None else reading.components
        for name, reading in explanation.readings.items()
    }
    failure = explanation.readings["whatwg"].failure is not None
    data: dict[str, object] = {
        "failure": failure,
        "agree": explanation.agree,
        "differences": list(explanation.differences),
    }
    return Answer({**data, "readings": readings}, lambda: f"{explanation}\n", passes=explanation.agree)


def display(input: str, options: Options, style: Style) -> Answer:
    """The URL as people should see it."""
    from py_url.standard.urls import rendering

    record = _record(input, options)
    shown = rendering.display(
        record,
        max_length=options.max_length,
        guard=options.guard,
        private=not options.icann,
        # The command line has said that the list is missing.
        whole_host=not has_list(),
    )
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
            # An escape of the terminal's would make another URL of it.
            return URL.from_record(record).replace(username="", password="").href
        return shown.before + style.bold(shown.domain) + shown.after

    return Answer(data, text)


def _table(data: dict[str, object]) -> str:
    width = max(map(len, data))
    return "\n".join(f"{name:<{width}} {'' if value is None else value}".rstrip() for name, value in data.items())


COMMANDS: dict[str, Command] = {
    "parse": parse,
    "check": check,
    "resolve": resolve,
    "params": params,
    "host": host,
    "explain": explain,
    "display": display,
}
