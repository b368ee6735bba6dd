"""§4.4 URL parsing: the validation errors of the basic URL parser, each in the state that reports it.

In: an input and perhaps a base URL. Out: the validation errors, failures included, in the order in which the parser
reports them, with their places in the original input. The parser that runs is that of `py_url.standard.urls.states`: a
method here reports what the state of that name reports, and then does what the state does. So a parse that nobody
listens to pays nothing.
"""

from __future__ import annotations

import re

from py_url.standard.hosts.host import parse_host
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.error_table import not_a_url_unit
from py_url.standard.infra.places import Places
from py_url.standard.infra.reporter import Reporter
from py_url.standard.infra.url_units import NOT_URL_UNIT
from py_url.standard.infra.validation import Failure, ValidationError, moved
from py_url.standard.urls.record import STARTS_WITH_A_WINDOWS_DRIVE_LETTER, WINDOWS_DRIVE_LETTER, URLRecord
from py_url.standard.urls.runs import PATH, SLASHES, SPECIAL_AUTHORITY, end_of
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host
    from py_url.standard.urls.states import Step

_TABS_AND_NEWLINES = re.compile("[\t\n\r]+")
_REVERSE_SOLIDUS_OR_NOT_URL_UNIT = re.compile(rf"\\|{NOT_URL_UNIT.pattern}")


def validation_errors(input: str, base: URLRecord | None = None) -> list[ValidationError]:
    """The validation errors of the *basic URL parser* on *input*, a str, relative to *base* where one is given."""
    string = scalar_value_string(input)
    trimmed = string.strip(C0_CONTROL_OR_SPACE)
    start = len(string) - len(string.lstrip(C0_CONTROL_OR_SPACE))
    end = start + len(trimmed)
    # What these two are about is not in what the parser goes on with, so their places are those of the whole string.
    whole = Reporter(Places(input, trimmed=False, tabs=True))
    if len(trimmed) < len(string):
        around = (0, start) if start else (end, len(string))
        whole("invalid-URL-unit", *around, "controls and spaces around a URL are not part of it; leave them out")
    if tabs := _TABS_AND_NEWLINES.search(string, start, end):
        whole("invalid-URL-unit", *tabs.span(), "tabs and newlines are not part of a URL; leave them out")
    reporter = Reporter(Places(input, trimmed=True))
    machine = ReportingStateMachine(without_tabs_and_newlines(trimmed), URLRecord(), base, reporter)
    try:
        machine.run(State.SCHEME_START)
    except Failure as failure:
        reporter.fail(failure)
    return whole.errors() + reporter.errors()


class ReportingStateMachine(StateMachine):
    """A run of the state machine that reports validation errors. It takes no state override: setters report nothing."""

    __slots__ = ("checked", "report")

    def __init__(self, input: str, url: URLRecord, base: URLRecord | None, report: Reporter) -> None:
        super().__init__(input, url, base)
        self.report = report
        self.checked = 0  # How much of the input the path state need not look at, as a buffer already holds it.

    def scheme_state(self) -> Step | None:
        step = super().scheme_state()
        if self.url.scheme == "file":
            self._report_missing_solidi("a file URL without a host has three solidi; write 'file:///'")
        return step

    def special_relative_or_authority_state(self) -> Step | None:
        self._report_missing_solidi(None)
        return super().special_relative_or_authority_state()

    def relative_state(self) -> Step | None:
        at = self.pointer
        step = super().relative_state()
        self._report_reverse_solidus(at)
        return step

    def relative_slash_state(self) -> Step | None:
        self._report_reverse_solidus(self.pointer)
        return super().relative_slash_state()

    def special_authority_slashes_state(self) -> Step | None:
        self._report_missing_solidi(None)
        return super().special_authority_slashes_state()

    def special_authority_ignore_slashes_state(self) -> Step | None:
        for at in range(self.pointer, end_of(SLASHES, self.input, self.pointer)):
            message = f"exactly two solidi follow this scheme; leave out this '{self.input[at]}'"
            self.report("special-scheme-missing-following-solidus", at, at + 1, message)
        return super().special_authority_ignore_slashes_state()

    def authority_state(self) -> Step | None:
        start, end = self.pointer, self._authority_end()
        while (at_sign := self.input.find("@", start, end)) >= 0:
            self.report("invalid-credentials", start, at_sign + 1)
            start = at_sign + 1
        return super().authority_state()

    def file_state(self) -> Step | None:
        at = self.pointer
        step = super().file_state()
        self._report_reverse_solidus(at)
        if self.base is not None and self.base.scheme == "file":
            drive = STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, at)
            if drive:
                self.report("file-invalid-Windows-drive-letter", at, at + 2)
        return step

    def file_slash_state(self) -> Step | None:
        self._report_reverse_solidus(self.pointer)
        return super().file_slash_state()

    def file_host_state(self) -> Step | None:
        end = end_of(SPECIAL_AUTHORITY, self.input, self.pointer)
        if WINDOWS_DRIVE_LETTER.fullmatch(self.input, self.pointer, end):
            self.report("file-invalid-Windows-drive-letter-host", self.pointer, end)
            self.checked = end
        return super().file_host_state()

    def path_start_state(self) -> Step | None:
        self._report_reverse_solidus(self.pointer)
        return super().path_start_state()

    def path_state(self) -> Step | None:
        pattern = _REVERSE_SOLIDUS_OR_NOT_URL_UNIT if self.special else NOT_URL_UNIT
        end = end_of(PATH, self.input, self.pointer)
        for found in pattern.finditer(self.input, max(self.pointer, self.checked), end):
            if self.special and found[0] == "\\":
                self._report_reverse_solidus(found.start())
            else:
                self._report_not_a_url_unit(found)
        return super().path_state()

    def opaque_path_state(self) -> Step | None:
        self._report_url_units(end_of(PATH, self.input, self.pointer))
        return super().opaque_path_state()

    def query_state(self) -> Step | None:
        end = self.input.find("#", self.pointer)
        self._report_url_units(end if end >= 0 else len(self.input))
        return super().query_state()

    def fragment_state(self) -> Step | None:
        self._report_url_units(len(self.input))
        return super().fragment_state()

    def _report_missing_solidi(self, message: str | None) -> None:
        if self.input.startswith("//", self.pointer):
            return
        if self.base is not None and self.base.scheme == self.url.scheme:
            message = f"after the base URL's own scheme this is a relative URL; leave out '{self.url.scheme}:'"
        self.report("special-scheme-missing-following-solidus", self.pointer, self.pointer, message)

    def _report_reverse_solidus(self, at: int) -> None:
        if self.special and self.input.startswith("\\", at):
            self.report("invalid-reverse-solidus", at, at + 1)

    def _report_url_units(self, end: int) -> None:
        for found in NOT_URL_UNIT.finditer(self.input, self.pointer, end):
            self._report_not_a_url_unit(found)

    def _report_not_a_url_unit(self, found: re.Match[str]) -> None:
        self.report("invalid-URL-unit", *found.span(), not_a_url_unit(found[0]))

    def _parse_host(self, start: int, end: int) -> Host:
        try:
            return parse_host(self.input[start:end], not self.special, moved(self.report, start))
        except Failure as failure:
            raise failure.moved(start) from None
