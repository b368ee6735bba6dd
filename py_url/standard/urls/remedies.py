"""§4.3 URL writing and §1.1: what to write instead, for each validation error that the parser reports.

A run of the state machine answers each report with a remedy, or notes that the remedy would make it another URL.
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
from py_url.standard.infra.error_table import ANOTHER_URL, VALIDATION_ERRORS
from py_url.standard.infra.percent_encoding import (
    COMPONENT_PERCENT_ENCODE_SET,
    PERCENT_ENCODED_UTF_8,
    percent_decode,
    utf8_percent_encode,
)
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.reporter import Reporter
from py_url.standard.infra.url_units import NOT_URL_UNIT
from py_url.standard.urls.record import (
    STARTS_WITH_A_WINDOWS_DRIVE_LETTER,
    URLRecord,
)
from py_url.standard.urls.reporting import (
    SCHEME_AND_COLON,
    ReportingStateMachine,
)
from py_url.standard.urls.runs import PATH, SLASHES, end_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.reporter import Reported
    from py_url.standard.urls.states import NextState

    # Where a change starts and ends, the new text, and the name of the error.
    Remedy: TypeAlias = tuple[int, int, str, str]

UNIT = "invalid-URL-unit"
_PERCENT_ENCODED_UTF_8 = re.compile(PERCENT_ENCODED_UTF_8)
_LEADING_ZEROS_OF_A_PIECE = re.compile("(?<![0-9A-Fa-f.])0+(?=[0-9A-Fa-f])")
_OF_DRIVE_LETTERS = ("file-invalid-Windows-drive-letter", "file-invalid-Windows-drive-letter-host")
_MISSING_SOLIDUS = "special-scheme-missing-following-solidus"


class Remedies(Reporter):
    """Takes the reports of a parse, and answers each with a remedy. All places are in the parser's input.

    ``read_as`` has the characters that the parser itself writes otherwise. ``removed`` says of each segment of the path
    whether a dot segment removes it, and ``segments`` has the places where each starts and where the path ends.
    ``obstacle`` is the first error whose remedy makes it another URL, or None. ``unknown`` is an error for which there
    is no remedy here, or None.
    """

    __slots__ = ("_input", "_remedies", "obstacle", "read_as", "removed", "segments", "unknown")

    def __init__(self, places: Positions, input: str) -> None:
        super().__init__(places)
        self._input = input
        self._remedies: list[Remedy] = []
        self.read_as: dict[int, str] = {}
        self.removed = bytearray()
        self.segments = array("L")
        self.obstacle: tuple[int, int, str, str] | None = None
        self.unknown: str | None = None

    def remedy(self, name: str, start: int, end: int, new: str) -> None:
        """Add a remedy that is not the answer to a single report."""
        self._remedies.append((start, end, new, name))

    def cannot(self, name: str, start: int, end: int, message: str) -> None:
        """Note an error whose remedy makes it another URL, as *message* says."""
        if self.obstacle is None or start < self.obstacle[0]:
            self.obstacle = start, end, name, message

    def in_original(self) -> Iterator[Remedy]:
        """Yield all remedies, with their places in the original string. Can be called once."""
        for start, end, new, name in self._remedies:
            yield *self._places(start, end), new, name
        for reports in self._reports:
            for name, start, end, message in reports:
                new = self._answer(name, start, end, message or VALIDATION_ERRORS[name])
                yield *self._places(start, end), new, name

    def _answer(self, name: str, start: int, end: int, message: str) -> str:
        """Return what to write instead of what an error is about."""
        old = self._input[start:end]
        if start in self.read_as:
            return self.read_as[start]
        if message.endswith(ANOTHER_URL) and not self._is_removed(start):
            self.cannot(name, start, end, message)
        if name == UNIT:
            return utf8_percent_encode(old, COMPONENT_PERCENT_ENCODE_SET)
        if name == "invalid-credentials":
            return ""
        if name == "invalid-reverse-solidus":
            return "/"
        if name in _OF_DRIVE_LETTERS:  # after "file:", the missing solidi come before the letter
            return f"{old[0]}:" if start and name == "file-invalid-Windows-drive-letter" else f"/{old[0]}:"
        self.unknown = name
        return old

    def _is_removed(self, place: int) -> bool:
        """Return whether *place* is in a segment of the path that a dot segment removes."""
        number = bisect_right(self.segments, place) - 1
        return 0 <= number < len(self.removed) and self.removed[number] == 1


class FixingStateMachine(ReportingStateMachine):
    """A run of the state machine that reports to `Remedies`."""

    __slots__ = ("drive", "entered", "kept", "missing")

    report: Remedies

    def __init__(
        self, input: str, url: URLRecord, base: URLRecord | None, report: Remedies, with_surrogates: str
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
        step = super().path_state()
        if len(self.kept) < self.entered or self.drive is not None:
            end, solidi = end_of(PATH, self.input, start), re.compile(r"[/\\]" if self.special else "/")
            report.segments.append(start)
            report.segments.extend(found.end() for found in solidi.finditer(self.input, start, end))
            report.segments.append(end)  # what follows the path is no segment that is removed
            report.removed = bytearray(b"\x01" * self.entered)
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
        return super().opaque_path_state()

    def _parse_host(self, start: int, end: int) -> Host:
        host = run_host_parser(self.input[start:end], not self.special)
        if isinstance(host, IPv6Address):
            for zeros in _LEADING_ZEROS_OF_A_PIECE.finditer(self.input, start, end):
                self.report.remedy("IPv6-piece-leading-zero", *zeros.span(), "")
        elif not self.special:
            self.report.later(self._not_url_units(NOT_URL_UNIT, start, end))
        else:
            self._fix_domain(start, self.input[start:end], host)
        return host

    def _fix_domain(self, start: int, input: str, host: Host) -> None:
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
