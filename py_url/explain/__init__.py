"""How readers of URLs understand one string, and in which component they differ.

In: a string. Out: an `Explanation`. Where two of the readers stand behind one another, a check and what then connects,
a difference between them is a way around the check.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from py_url.explain.readers import COMPONENTS, READERS, UnsupportedSchemeError
from py_url.grammar import InvalidSyntax
from py_url.rfc3986.characters import decode_unreserved, upper_case_percent_encodings
from py_url.standard.hosts.ipv6 import parse_ipv6, serialize_ipv6
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.percent_encoding import C0_CONTROL_PERCENT_ENCODE_SET, USERINFO_PERCENT_ENCODE_SET
from py_url.standard.infra.showing import secret_spans, userinfo_span, visible, without
from py_url.standard.infra.validation import Failure, InvalidURL
from py_url.standard.urls.reporting import validation_errors
from py_url.standard.urls.special_schemes import default_port

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.explain.readers import Components
    from py_url.standard.infra.validation import ValidationError

# What some readers leave as it is and others percent-encode or decode: it makes no difference between them.
_SPELLING = C0_CONTROL_PERCENT_ENCODE_SET.extended("spelling percent-encode set", " \"'<>[\\]^`{|}")


class Reading:
    """What one reader takes a string for.

    ``reader`` is its name, ``input`` the string. ``failure`` says why the reader refused the string, and is None where
    it did not. ``components``, which is empty where it did, has for each of scheme, username, password, host, port,
    path, query and fragment a str, for the port an int, or None. They are in one form, so that only differences in
    meaning remain: no brackets around an address, no default port, None for what is empty, ``/`` for the empty path
    behind a host, escapes in capitals.
    """

    __slots__ = ("components", "failure", "input", "reader")

    def __init__(self, reader: str, input: str, components: Components, failure: str | None = None) -> None:
        self.reader = reader
        self.input = input
        self.components = components
        self.failure = failure

    def shown(self, name: str) -> str:
        """A component for people: ``-`` for None, and nothing that a reader could take for a password."""
        value = self.components[name]
        if value is None:
            return "-"
        if name == "password":
            return "***"
        text = visible(str(value))
        if "@" in text and _secret_span(self.input) != (0, 0):
            # What this reader takes for a path, another could take for userinfo.
            return f"***{text[text.rindex('@') :]}"
        return text

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"Reading({self.reader!r}, failure={self.failure!r})"
        return f"Reading({self.reader!r}, { {name: self.shown(name) for name in self.components} })"


class Explanation:
    """How the readers understand ``input``.

    ``readings`` has a `Reading` by each reader's name, but of those that are for other schemes; ``errors`` are the
    validation errors of the URL Standard, which often say why readers differ. ``str(explanation)`` is a table, without
    the password.
    """

    __slots__ = ("errors", "input", "readings")

    def __init__(self, input: str, readings: dict[str, Reading], errors: list[ValidationError]) -> None:
        self.input = input
        self.readings = readings
        self.errors = errors

    @property
    def differences(self) -> dict[str, dict[str, str | int | None]]:
        """The components of which those readers that took the string do not say the same, and what each says."""
        taken = [reading for reading in self.readings.values() if reading.failure is None]
        said = {name: {reading.reader: reading.components[name] for reading in taken} for name in COMPONENTS}
        return {name: values for name, values in said.items() if len({*values.values()}) > 1}

    @property
    def refused_by(self) -> list[str]:
        """The readers that refused the string."""
        return [name for name, reading in self.readings.items() if reading.failure is not None]

    @property
    def agree(self) -> bool:
        """Whether all readers took the string for the same, or all refused it."""
        return not self.differences and len(self.refused_by) in (0, len(self.readings))

    def __str__(self) -> str:
        differences = self.differences
        columns = [name for name in COMPONENTS if name in differences or name == "host"]
        rows = {
            reader: [reading.shown(name) for name in columns]
            for reader, reading in self.readings.items()
            if reading.failure is None
        }
        first = max(map(len, self.readings))
        widths = [max(map(len, cells)) for cells in zip(columns, *rows.values(), strict=True)]
        lines = [self._safe_input(), _line("", first, columns, widths)]
        for reader, reading in self.readings.items():
            if reading.failure is None:
                lines.append(_line(reader, first, rows[reader], widths))
            else:
                lines.append(f"  {reader:<{first}}  refuses it: {reading.failure}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Explanation of {self._safe_input()!r}: differences in {', '.join(self.differences) or 'nothing'}>"

    def _safe_input(self) -> str:
        return visible(_without_password(self.input))


def _line(reader: str, first: int, cells: list[str], widths: list[int]) -> str:
    """A line of the table, of a first column and others of those widths."""
    return "  ".join(["", reader.ljust(first), *map(str.ljust, cells, widths)]).rstrip()


def explain_differences(string: str) -> Explanation:
    r"""How the URL Standard (``whatwg``), RFC 3986 (``rfc3986``), ``urllib.parse`` and, where they are installed,
    ``requests``, ``httpx`` and ``yarl`` read *string*: ``explain_differences(r"http://evil.com\@google.com/")``.

    Raises TypeError where *string* is no str, and nothing else: what a reader raises is its reading's ``failure``.
    """
    string = scalar_value_string(string)
    readings = [_reading(name, string) for name, (_, package) in READERS.items() if _is_here(package)]
    by_name = {reading.reader: reading for reading in readings if reading is not None}
    return Explanation(string, by_name, validation_errors(string))


@cache
def _is_here(package: str | None) -> bool:
    try:
        return package is None or find_spec(package) is not None
    except ValueError:  # a module of that name which no one installed
        return False


def _reading(reader: str, string: str) -> Reading | None:
    """What *reader* takes *string* for; None where it is for other schemes, or cannot be imported."""
    try:
        components = READERS[reader][0](string)
    except (UnsupportedSchemeError, ImportError):
        return None
    except Exception as error:  # whatever another's code raises is what it says of the string
        return Reading(reader, string, {}, _failure(error, string))
    return Reading(reader, string, _in_one_form(components))


def _failure(error: Exception, string: str) -> str:
    """Why a reader refused *string*: its own words, unless they could hold a part of a password."""
    if isinstance(error, InvalidURL):
        return f"{error.errors[-1].name}, {error.errors[-1].message}"
    if isinstance(error, InvalidSyntax):
        return f"at {error.offset}, {error.expected}"
    words = "" if _without_password(string) != string else str(error).partition("\n")[0]
    return f"{type(error).__name__}: {visible(words):.100}" if words else type(error).__name__


def _secret_span(string: str) -> tuple[int, int]:
    """Where a reader could see a password in *string*: from the first ``:`` of the userinfo to the last ``@``; (0, 0)
    where none could.
    """
    start, end = userinfo_span(string)
    if string[:start].endswith(":"):
        return start, end  # what looks like a scheme may be the username
    colon = string.find(":", start, end)
    return (0, 0) if colon < 0 else (colon + 1, end)


def _without_password(string: str) -> str:
    return without(string, secret_spans(string, _secret_span(string)))


def _in_one_form(components: Components) -> Components:
    """The components of a `Reading`."""
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
    host = host.lower().removeprefix("[").removesuffix("]")
    try:
        return serialize_ipv6(parse_ipv6(host)) if ":" in host else host
    except Failure:
        return host


def _spelled(value: str) -> str:
    return decode_unreserved(upper_case_percent_encodings(_SPELLING.encode(scalar_value_string(value))))
