"""§4.3 URL writing and §1.1: from a URL string with validation errors to a valid one that means the same.

Takes a string, parses it with the state machine that reports validation errors, and answers each report with the
change that remedies it. The result is checked: the standard's grammar accepts it, and it parses to the same URL.
https://url.spec.whatwg.org/#valid-url-string
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

from py_url.standard.hosts.domain_errors import domain_error
from py_url.standard.hosts.host import run_host_parser, serialize_host
from py_url.standard.hosts.ipv4 import IPv4Address, serialize_ipv4
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.writing import is_valid_domain, is_valid_ipv4_address_string
from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    joined,
    plain_str,
    scalar_value_string,
    with_pairs_joined,
    without_tabs_and_newlines,
)
from py_url.standard.infra.copying import Record
from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    COMPONENT_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    PERCENT_ENCODED_UTF_8,
    QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_decode,
    utf8_percent_encode,
)
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.reporter import Reporter
from py_url.standard.infra.showing import hide_secrets
from py_url.standard.infra.url_units import NOT_URL_UNIT
from py_url.standard.infra.validation import Failure, ValidationError
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import (
    STARTS_WITH_A_WINDOWS_DRIVE_LETTER,
    URLRecord,
    serialize,
)
from py_url.standard.urls.reporting import (
    SCHEME_AND_COLON,
    TABS_AND_NEWLINES,
    ReportingStateMachine,
    fatal_error,
    iter_validation_errors,
)
from py_url.standard.urls.runs import PATH, SLASHES, end_of
from py_url.standard.urls.state import State
from py_url.standard.urls.writing import is_valid_url_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.reporter import Reported
    from py_url.standard.urls.states import NextState

    # Where a change starts and ends, the new text, and the name of the error.
    Remedy: TypeAlias = tuple[int, int, str, str]

_PERCENT_ENCODED_UTF_8 = re.compile(PERCENT_ENCODED_UTF_8)
_LEADING_ZEROS_OF_A_PIECE = re.compile("(?<![0-9A-Fa-f.])0+(?=[0-9A-Fa-f])")
_UNIT = "invalid-URL-unit"
_MISSING_SOLIDUS = "special-scheme-missing-following-solidus"


class Change(Record):
    """One change of a string: ``new`` takes the place of ``old``, which is ``string[start:end]``.

    ``start`` and ``end`` are offsets in code points into the original string, and equal if something was missing.
    ``name`` is that of the validation error that the change remedies.
    """

    __slots__ = __match_args__ = ("start", "end", "old", "new", "name")

    start: int
    end: int
    old: str
    new: str
    name: str

    def __init__(self, start: int, end: int, old: str, new: str, name: str) -> None:
        self._fill((start, int), (end, int), (old, str), (new, str), (name, str))

    def __repr__(self) -> str:
        old, new = hide_secrets(self.old), hide_secrets(self.new)
        return f"{type(self).__name__}({self.start!r}, {self.end!r}, {old!r}, {new!r}, {self.name!r})"


class Fixed(Record):
    """What `fix` returns: the valid URL ``string``, and the ``changes`` that lead to it, from left to right. A string
    that was valid has none. ``str(fixed)`` is the string, and ``dict(fixed)`` has both for JSON.

    Raises TypeError for an argument of another type.
    """

    __slots__ = __match_args__ = ("string", "changes")

    string: str
    changes: tuple[Change, ...]

    def __init__(self, string: str, changes: tuple[Change, ...]) -> None:
        self._fill((string, str), (changes, tuple))
        if not all(isinstance(change, Change) for change in changes):
            raise TypeError("the changes of a Fixed must be Change objects")

    def __str__(self) -> str:
        return self.string

    def __repr__(self) -> str:
        return f"{type(self).__name__}({hide_secrets(self.string)!r}, {self.changes!r})"


# The module that users import them from, because pickles name it.
Change.__module__ = Fixed.__module__ = "py_url.standard"
# That module has no name `Change` until something asks for it.
Fixed.__annotations__["changes"] = tuple[Change, ...]


def fix(string: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord | None = None) -> Fixed | None:
    r"""§4.3 Return the nearest *valid URL string* that parses to the same URL as *string*, relative to *base* if one is
    given: ``fix("https:/h/a b").string == "https://h/a%20b"``.

    Each validation error is remedied at its place, and nothing else is touched. The error of a relative URL that
    repeats the scheme of its base URL is behind that scheme, which is removed.

    Returns None if *string* does not parse, and if no valid string means the same; `why_not_fixed` then says why. Such
    URLs have credentials; a ``%`` without two hex digits; one of ``"<>[\]^`{|}`` in a part in which the parser does not
    percent-encode it, such as ``[`` in a query; a second ``#``; a space in an opaque path; or a domain that is not
    valid, such as one with ``_``, or with ``.`` at its end.

    Raises InvalidURL if *base* does not parse, and TypeError for an argument of any other type.
    """
    text, base_record = _text_and_base(string, base)
    try:
        url, remedies = _parsed(text, base_record)
    except Failure:
        return None
    fixed = _applied(text, remedies)
    return fixed if _is_right(fixed.string, url, base_record) else None


def why_not_fixed(
    string: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord | None = None
) -> ValidationError | None:
    """Return the validation error because of which `fix` returns None, or None if `fix` returns a string.

    If *string* does not parse, it is the fatal error. Otherwise it is the first one whose remedy makes it another URL,
    and its message says so. Raises the errors of `fix`.
    """
    text, base_record = _text_and_base(string, base)
    try:
        url, remedies = _parsed(text, base_record)
    except Failure:
        return fatal_error(text, base_record)
    if _is_right(_applied(text, remedies).string, url, base_record):
        return None
    if remedies.obstacle is None:  # only with a base record that no parser made
        return next(iter_validation_errors(text, base_record), None)
    start, end, name, message = remedies.obstacle
    return ValidationError(name, *Positions(text, trimmed=True)(start, end), False, message)


def _text_and_base(
    string: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord | None
) -> tuple[str, URLRecord | None]:
    text = plain_str(string) if isinstance(string, str) else serialize(record_of(string))
    return text, None if base is None else record_of(base, "base URL")


def _parsed(string: str, base: URLRecord | None) -> tuple[URLRecord, _Remedies]:
    """Parse *string*, and return the URL and the remedies of its errors. Raises Failure."""
    url = URLRecord()
    input = without_tabs_and_newlines(scalar_value_string(string).strip(C0_CONTROL_OR_SPACE))
    with_surrogates = without_tabs_and_newlines(with_pairs_joined(string).strip(C0_CONTROL_OR_SPACE))
    remedies = _Remedies(Positions(string, trimmed=True), input)
    _FixingStateMachine(input, url, base, remedies, with_surrogates).run(State.SCHEME_START)
    return url, remedies


def _is_right(string: str, url: URLRecord, base: URLRecord | None) -> bool:
    """Return whether *string* is valid, so that it parses, and parses to *url*."""
    return is_valid_url_string(string, base) and serialize(run_parser(string, base)) == serialize(url)


def _applied(string: str, remedies: _Remedies) -> Fixed:
    """Apply the remedies to *string*, and remove what the parser ignores."""
    changes: list[Change] = []

    def pieces() -> Iterator[str]:
        place = 0
        for start, end, new, name in sorted([*_ignored(string), *remedies.in_original()]):
            # Otherwise it is inside the change before it, or there is nothing left to do.
            if start >= place and string[start:end] != new:
                changes.append(Change(start, end, string[start:end], new, name))
                yield string[place:start]
                yield new
                place = end
        yield string[place:]

    return Fixed(joined(pieces()), tuple(changes))


def _ignored(string: str) -> Iterator[Remedy]:
    """Yield the removals of spaces and control characters around a URL, and of tabs and newlines in it."""
    start = len(string) - len(string.lstrip(C0_CONTROL_OR_SPACE))
    end = max(start, len(string.rstrip(C0_CONTROL_OR_SPACE)))
    yield 0, start, "", _UNIT
    for found in TABS_AND_NEWLINES.finditer(string, start, end):
        yield *found.span(), "", _UNIT
    yield end, len(string), "", _UNIT


class _Remedies(Reporter):
    """Takes the reports of a parse, and answers each with a remedy. All places are in the parser's input.

    ``encode_set`` is the percent-encode set of the state that reports. ``read_as`` has the characters that the parser
    itself writes otherwise. ``removed`` says of each segment of the path whether a dot segment removes it, and
    ``segments`` has the places where each starts and where the path ends. ``obstacle`` is the first error whose remedy
    makes it another URL, or None.
    """

    __slots__ = ("_input", "_later", "_remedies", "encode_set", "obstacle", "read_as", "removed", "segments")

    def __init__(self, places: Positions, input: str) -> None:
        super().__init__(places)
        self._input = input
        self._remedies: list[Remedy] = []
        self._later: list[tuple[Iterable[Reported], PercentEncodeSet]] = []
        self.encode_set = PATH_PERCENT_ENCODE_SET
        self.read_as: dict[int, str] = {}
        self.removed = bytearray()
        self.segments = array("L")
        self.obstacle: tuple[int, int, str, str] | None = None

    def __call__(self, name: str, start: int, end: int, message: str | None = None) -> None:
        """Take a validation error."""
        self.later([(name, start, end, message)])

    def later(self, reports: Iterable[Reported]) -> None:
        """Take the validation errors that *reports* yields."""
        self._later.append((reports, self.encode_set))

    def remedy(self, name: str, start: int, end: int, new: str) -> None:
        """Add a remedy that is not the answer to a single report."""
        self._remedies.append((start, end, new, name))

    def cannot(self, name: str, start: int, end: int, message: str) -> None:
        """Note that the remedy of an error, which *message* ends with, makes it another URL."""
        if self.obstacle is None or start < self.obstacle[0]:
            self.obstacle = start, end, name, f"{message}, which makes it another URL"

    def in_original(self) -> Iterator[Remedy]:
        """Yield all remedies, with their places in the original string. Can be called once."""
        for start, end, new, name in self._remedies:
            yield *self._places(start, end), new, name
        for reports, encode_set in self._later:
            for name, start, end, message in reports:
                new = self._answer(name, start, end, message, encode_set)
                yield *self._places(start, end), new, name

    def _answer(self, name: str, start: int, end: int, message: str | None, encode_set: PercentEncodeSet) -> str:
        """Return what to write instead of what an error is about."""
        old = self._input[start:end]
        if name == _UNIT:
            if start in self.read_as:
                return self.read_as[start]
            if old not in encode_set and not self._is_removed(start):
                self.cannot(name, start, end, message or VALIDATION_ERRORS[name])
            return utf8_percent_encode(old, COMPONENT_PERCENT_ENCODE_SET)
        if name == "invalid-credentials":
            # An "@" before the last one is a part of them.
            if old not in ("@", ":@") or self._input.startswith("@", start - 1):
                self.cannot(name, start, end, VALIDATION_ERRORS[name])
            return ""
        if name == "invalid-reverse-solidus":
            return "/"
        # The two errors of drive letters. After "file:", the missing solidi come before the letter.
        return f"{old[0]}:" if start and name == "file-invalid-Windows-drive-letter" else f"/{old[0]}:"

    def _is_removed(self, place: int) -> bool:
        """Return whether *place* is in a segment of the path that a dot segment removes."""
        number = bisect_right(self.segments, place) - 1
        return 0 <= number < len(self.removed) and self.removed[number] == 1


class _FixingStateMachine(ReportingStateMachine):
    """A run of the state machine that reports to `_Remedies`."""

    __slots__ = ("drive", "entered", "kept", "missing")

    report: _Remedies

    def __init__(
        self, input: str, url: URLRecord, base: URLRecord | None, report: _Remedies, with_surrogates: str
    ) -> None:
        super().__init__(input, url, base, report, with_surrogates)
        self.missing = 0  # how many solidi have to be written before the host
        self.entered = 0  # how many segments of the path were read
        self.kept = array("L")  # the numbers of those that are in the path now
        self.drive: int | None = None  # the number of the one that is a drive letter with "|"

    def _report_missing_solidi(self, _message: str | None) -> None:
        at, base, is_file = self.pointer, self.base, self.url.scheme == "file"
        slashes = end_of(SLASHES, self.input, at) - at
        if self.input.startswith("//", at):
            return
        base_host = base.host if base is not None and base.scheme == self.url.scheme else None
        if base_host is None and not is_file:
            self.missing = 2
        elif slashes > 1:
            pass  # some of them are reverse solidi, which are errors of their own
        elif base_host is None or STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, at):
            host = "" if base_host is None else serialize_host(base_host)
            self.report.remedy(_MISSING_SOLIDUS, at, at, "//" if slashes else f"//{host}/")
        else:
            self.report.remedy(_MISSING_SOLIDUS, 0, at, "./" if SCHEME_AND_COLON.match(self.input, at) else "")

    def _slashes(self, start: int, end: int) -> Iterator[Reported]:
        for at in range(start, end):
            if self.missing == 0:
                self.report.remedy(_MISSING_SOLIDUS, at, at + 1, "")
                continue
            self.missing -= 1
            if self.input[at] == "\\":
                self.report.remedy(_MISSING_SOLIDUS, at, at + 1, "/")
        if self.missing:
            self.report.remedy(_MISSING_SOLIDUS, start, start, "/" * self.missing)
        return iter(())

    def path_state(self) -> NextState | None:
        report, start = self.report, self.pointer
        report.encode_set = PATH_PERCENT_ENCODE_SET
        step = super().path_state()
        if len(self.kept) < self.entered or self.drive is not None:
            end, solidi = end_of(PATH, self.input, start), re.compile(r"[/\\]" if self.special else "/")
            report.segments.append(start)
            report.segments.extend(found.end() for found in solidi.finditer(self.input, start, end))
            report.segments.append(end)  # what follows the path is no segment that is removed
            report.removed = bytearray([1]) * self.entered
            for number in self.kept:
                report.removed[number] = 0
            if self.drive is not None:
                report.read_as[report.segments[self.drive] + 1] = ":"
        return step

    def _enter(self, path: list[str], segment: str) -> None:
        length = len(path)
        super()._enter(path, segment)
        if len(path) > length:
            self.kept.append(self.entered)
            if path[-1] != segment:
                self.drive = self.entered
        elif len(path) < length and self.kept:
            self.kept.pop()
        self.entered += 1

    def opaque_path_state(self) -> NextState | None:
        end = end_of(PATH, self.input, self.pointer)
        # The input does not end with a space, so "?" or "#" follows this one.
        if self.input.endswith(" ", self.pointer, end):
            self.report.read_as[end - 1] = "%20"
        self.report.encode_set = C0_CONTROL_PERCENT_ENCODE_SET
        return super().opaque_path_state()

    def query_state(self) -> NextState | None:
        # The set for special schemes has "'" as well, which may appear in a URL.
        self.report.encode_set = QUERY_PERCENT_ENCODE_SET
        return super().query_state()

    def fragment_state(self) -> NextState | None:
        self.report.encode_set = FRAGMENT_PERCENT_ENCODE_SET
        return super().fragment_state()

    def _parse_host(self, start: int, end: int) -> Host:
        host = run_host_parser(self.input[start:end], not self.special)
        if isinstance(host, IPv6Address):
            for zeros in _LEADING_ZEROS_OF_A_PIECE.finditer(self.input, start, end):
                self.report.remedy("IPv6-piece-leading-zero", *zeros.span(), "")
        elif not self.special:
            self.report.encode_set = C0_CONTROL_PERCENT_ENCODE_SET
            self.report.later(self._not_url_units(NOT_URL_UNIT, start, end))
        else:
            self._fix_domain(start, self.input[start:end], host)
        return host

    def _fix_domain(self, start: int, input: str, host: Host) -> None:
        """Add the remedies of a domain or an IPv4 address."""
        domain = percent_decode(input).decode()  # if it were not UTF-8, the host parser would have failed
        if isinstance(host, IPv4Address) and not is_valid_ipv4_address_string(domain):
            if domain != input or not input.isascii():
                name = "domain-percent-encoded" if domain.isascii() else "IPv4-non-ASCII-input"
                self.report.remedy(name, start, start + len(input), serialize_ipv4(host))
            else:
                self._fix_ipv4(start, input, serialize_ipv4(host))
            return
        for encoded in _PERCENT_ENCODED_UTF_8.finditer(input):
            decoded = percent_decode(encoded[0]).decode()
            self.report.remedy("domain-percent-encoded", start + encoded.start(), start + encoded.end(), decoded)
        if not isinstance(host, IPv4Address) and not is_valid_domain(domain):
            wrong_start, wrong_end, message = domain_error(domain, be_strict=True)
            if domain != input:
                wrong_start, wrong_end = 0, len(input)
            self.report.cannot("domain-to-ASCII", start + wrong_start, start + wrong_end, message)

    def _fix_ipv4(self, start: int, input: str, address: str) -> None:
        """Add the remedies of an IPv4 address in ASCII."""
        end = start + len(input)
        if input.endswith("."):
            input = input[:-1]
            self.report.remedy("IPv4-empty-part", end - 1, end, "")
        parts = input.split(".")
        if len(parts) < 4:
            self.report.remedy("IPv4-too-few-parts", start, start + len(input), address)
            return
        for part, number in zip(parts, address.split("."), strict=True):
            if part != number:
                self.report.remedy("IPv4-non-decimal-part", start, start + len(part), number)
            start += len(part) + 1
