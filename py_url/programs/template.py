"""The format of ``py-url get``: text with the parts of a URL in braces, such as ``{hostname} {port|default}``.

A part is a member of the URL API, with its punctuation, or a word of the standard, without it; or the values of a
parameter of the query. After a "|" stand filters, which change the value.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.standard.infra.percent_encoding import percent_decode
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urlencoded import parse_urlencoded
from py_url.standard.urls import components
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from py_url.standard.urls.components import Components

    # What a URL says: a string, None for what it lacks, or all values of a parameter.
    Value: TypeAlias = str | list[str] | None
    Read: TypeAlias = Callable[[str, Components], Value]
    Filter: TypeAlias = Callable[[Read, str], Read]

WORDS = {"scheme": "protocol", "path": "pathname", "query": "search", "fragment": "hash"}
"""The standard's words, and the members that have the same with punctuation."""

OTHER_WORDS = {"user": "username", "url": "href", "domain": "hostname", "netloc": "host"}
"""What other programs call some members."""

QUERY, QUERY_ALL = "query:", "query-all:"
_ESCAPES = {"\\t": "\t", "\\n": "\n", "\\\\": "\\"}
_TOKEN = re.compile(r"\{\{|\}\}|\\.?|[{}]|[^{}\\]+", re.DOTALL)
# What is in braces: a name, which may have a "\" before a "|", a "}" and a "\", and filters.
_FIELD = re.compile(r"((?:[^|}\\]|\\.)*)((?:\|[^|}]*)*)\}", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# A value with one of these would end the line, move the cursor of the terminal, or make a column more.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class BadFormat(ValueError):
    """A format is wrong. The text says where, and what to write instead."""


def is_text(string: str) -> bool:
    """Whether an argument is text in the encoding of the shell."""
    return string.isascii() or not re.search("[\ud800-\udfff]", string)


class Field(NamedTuple):
    """A field of a format: what is written in the braces, the part of a URL that it names, and how to read that."""

    name: str
    part: str
    read: Read
    is_json: bool


class Template:
    """A format. Calling it with an href returns the text. Raises BadFormat if the format is wrong."""

    __slots__ = ("_format", "_reads", "_text", "fields")

    def __init__(self, format: str) -> None:
        if not is_text(format):
            raise BadFormat(f"{format!r:.80} is not text in the encoding of the shell")
        self._format = format
        self.fields: list[Field] = []
        text = []
        place = 0
        while token := _TOKEN.match(format, place):
            place = token.end()
            piece = token[0]
            if piece == "{":
                field = _FIELD.match(format, place)
                if field is None:
                    raise BadFormat(f"the '{{' at {place - 1} is never closed; add a '}}', or write '{{{{' for a brace")
                self.fields.append(_field(field[1], field[2], place))
                piece, place = "%s", field.end()
            elif piece == "}":
                raise BadFormat(f"the '}}' at {place - 1} closes nothing; write '}}}}' for a brace")
            elif piece.startswith("\\"):
                if piece not in _ESCAPES:
                    raise BadFormat(f"unknown escape {piece!r:.9} at {token.start()}; there are \\t, \\n and \\\\")
                piece = _ESCAPES[piece]
            elif piece in ("{{", "}}"):
                piece = piece[0]
            text.append(piece if piece == "%s" and token[0] == "{" else piece.replace("%", "%%"))
        if not self.fields:
            raise BadFormat("it names no part of a URL; write names in braces, such as '{hostname}'")
        self._text = "".join(text)
        self._reads = tuple(_as_text(field) for field in self.fields)

    def __reduce__(self) -> tuple[type[Template], tuple[str]]:
        return Template, (self._format,)

    def __call__(self, href: str) -> str:
        """Return the text for a URL. Raises InvalidURL if a value cannot be decoded."""
        split = components.split(href)
        return self._text % tuple([read(href, split) for read in self._reads])

    def values(self, href: str) -> dict[str, Value]:
        """Return the value of each field, by what is written in the braces. Raises InvalidURL as above."""
        split = components.split(href)
        return {field.name: field.read(href, split) for field in self.fields}


def _field(name: str, filters: str, place: int) -> Field:
    named = _ESCAPED.sub(r"\1", name).strip()
    if named.startswith((QUERY, QUERY_ALL)):
        kind, _, parameter = named.partition(":")
        read = _parameter(parameter) if kind == "query" else _parameters(parameter)
    elif named in _READ:
        kind, read = named, _READ[named]
    else:
        instead = f"; write {OTHER_WORDS[named]!r}" if named in OTHER_WORDS else ""
        unknown = f"unknown name {quoted(named)}" if named else "no name"
        raise BadFormat(f"{unknown} at {place}{instead}; the names are {_NAMES}")
    is_decoded = is_json = False
    for filter in [word.strip() for word in filters.split("|")[1:]]:
        if filter != "json" and filter not in _FILTERS:
            listed = ", ".join((*_FILTERS, "json"))
            raise BadFormat(f"unknown filter {filter!r:.40} after {named!r:.40}; the filters are {listed}")
        if is_json:
            raise BadFormat("nothing can follow '|json'; write it last")
        if filter == "json":
            is_json = True
            continue
        made, names = _FILTERS[filter]
        if kind not in names or named != kind:
            instead = "; its value is decoded already" if filter == "decoded" and named != kind else ""
            raise BadFormat(f"'|{filter}' goes with {', '.join(names)}, not with {named!r:.40}{instead}")
        read = made(read, kind)
        is_decoded = is_decoded or filter == "decoded"
    if not is_json and (is_decoded or named != kind):
        read = _on_one_line(read)
    return Field(f"{name}{filters}", named, read, is_json)


def _as_text(field: Field) -> Callable[[str, Components], str]:
    read = field.read
    if field.is_json:
        from json import dumps

        return lambda href, split: dumps(read(href, split))

    def text(href: str, split: Components) -> str:
        value = read(href, split)
        return value if type(value) is str else " ".join(value or ())

    return text


def _on_one_line(read: Read) -> Read:
    """Return *read* with control characters in its values percent-encoded."""

    def encoded(value: str) -> str:
        if value.isprintable():
            return value
        return _CONTROL.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), value)

    def on_one_line(href: str, split: Components) -> Value:
        value = read(href, split)
        if isinstance(value, list):
            return [encoded(one) for one in value]
        return value and encoded(value)

    return on_one_line


def _hostname(_href: str, split: Components) -> str:
    host = split[2]
    return components.hostname_and_port(host)[0] if ":" in host else host


def _port(_href: str, split: Components) -> str:
    host = split[2]
    return components.hostname_and_port(host)[1] if ":" in host else ""


def _origin(href: str, _split: Components) -> str:
    from py_url.api.url import URL

    return URL(href).origin


def _query(href: str, split: Components) -> str | None:
    return split[4][1:] or (components.to_record(href).query if "?" in href else None)


def _fragment(href: str, split: Components) -> str | None:
    return split[5][1:] or ("" if "#" in href else None)


_READ: dict[str, Read] = {
    "href": lambda href, _: href,
    "origin": _origin,
    "protocol": lambda _, split: split[0],
    "username": lambda _, split: split[1].partition(":")[0],
    "password": lambda _, split: split[1].partition(":")[2],
    "host": lambda _, split: split[2],
    "hostname": _hostname,
    "port": _port,
    "pathname": lambda _, split: split[3],
    "search": lambda _, split: split[4],
    "hash": lambda _, split: split[5],
    "scheme": lambda _, split: split[0][:-1],
    "path": lambda _, split: split[3],
    "query": _query,
    "fragment": _fragment,
}
_NAMES = f"{', '.join(_READ)}, query:NAME and query-all:NAME"


def _parameters(name: str) -> Read:
    def read(_href: str, split: Components) -> list[str]:
        search = split[4]
        if name not in search and "%" not in search and "+" not in search:
            return []  # as it is in most URLs
        return [value for other, value in parse_urlencoded(search[1:]) if other == name]

    return read


def _parameter(name: str) -> Read:
    read_all = _parameters(name)
    return lambda href, split: next(iter(read_all(href, split) or ()), None)


def _or_default(read: Read, _name: str) -> Read:
    def or_default(href: str, split: Components) -> str:
        return str(read(href, split) or SPECIAL_SCHEMES.get(split[0][:-1]) or "")

    return or_default


def _decoded(read: Read, name: str) -> Read:
    def decoded(href: str, split: Components) -> Value:
        value = read(href, split)
        if not isinstance(value, str) or "%" not in value:
            return value
        try:
            return percent_decode(value).decode()
        except UnicodeDecodeError:
            shown = "***" if name in ("username", "password") else value
            reason = f"its bytes are not UTF-8; leave out the 'decoded' of {{{name}|decoded}}"
            raise InvalidURL(shown, what=name, reason=reason) from None

    return decoded


def _in_unicode(read: Read, name: str) -> Read:
    from py_url.standard.hosts.domain import domain_to_unicode
    from py_url.standard.hosts.representation import Domain

    def in_unicode(href: str, split: Components) -> Value:
        value, protocol, credentials, host = read(href, split), *split[:3]
        if "xn--" not in host or not isinstance(domain := components.host_of(href), Domain):
            return value
        assert isinstance(value, str), "the filter goes with nothing else"
        place = 0
        if name in ("href", "origin"):
            if not value.startswith(protocol):  # the origin of a file URL is "null"
                return value
            place = len(protocol) + len("//")
            if name == "href" and credentials:
                place += len(credentials) + len("@")
        return f"{value[:place]}{domain_to_unicode(domain)}{value[place + len(domain) :]}"

    return in_unicode


_OF_HOST = ("href", "origin", "host", "hostname")
# A filter, and the names that it goes with.
_FILTERS: dict[str, tuple[Filter, tuple[str, ...]]] = {
    "default": (_or_default, ("port",)),
    "decoded": (
        _decoded,
        (
            *("username", "password", "host", "hostname", "pathname", "search", "hash"),
            *("path", "query", "fragment"),
        ),
    ),
    "idn": (_in_unicode, _OF_HOST),
    # A serialized URL has it already.
    "punycode": (lambda read, _: read, _OF_HOST),
}
