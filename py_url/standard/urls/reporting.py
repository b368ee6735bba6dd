"""§4.4 URL parsing: the validation errors of the basic URL parser, each in the state that reports it.

Takes an input and optionally a base URL, and returns the validation errors, including a failure, in the order in which
the parser reports them and with their places in the original input. It runs the state machine of
`py_url.standard.urls.states`: each method here reports the errors of the state with that name and then runs the state.
That way, a parse without validation does no extra work. https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

import re
from itertools import chain, islice

from py_url.standard.hosts.host import serialize_host
from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    scalar_value_string,
    with_pairs_joined,
    without_tabs_and_newlines,
)
from py_url.standard.infra.error_table import ANOTHER_URL, VALIDATION_ERRORS, named, not_a_url_unit
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.reporter import Reporter, error_of_failure
from py_url.standard.infra.url_units import LONE_SURROGATE, NOT_URL_UNIT
from py_url.standard.infra.validation import Failure, ValidationError, ignore, moved
from py_url.standard.urls.record import STARTS_WITH_A_WINDOWS_DRIVE_LETTER, WINDOWS_DRIVE_LETTER, URLRecord
from py_url.standard.urls.runs import PATH, SLASHES, SPECIAL_AUTHORITY, end_of
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.reporter import Reported
    from py_url.standard.infra.validation import Report
    from py_url.standard.urls.states import NextState

    Machine = Callable[[str, URLRecord, URLRecord | None, Reporter, str], "ReportingStateMachine"]

# The longest host that a message suggests, and the ends of names that are rather those of files.
_LONGEST_HOST = 80
_FILE_ENDINGS = frozenset({"css", "gif", "htm", "html", "jpeg", "jpg", "js", "json", "md", "pdf", "php", "png", "py"})
# What does not look like a host, whatever stands after it: "localhost" does, perhaps with a port.
_is_a_word = re.compile("(?!localhost)[a-z0-9_-]*", re.IGNORECASE | re.ASCII).fullmatch
SCHEME_AND_COLON = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")
TABS_AND_NEWLINES = re.compile("[\t\n\r]+")
_BEFORE_AUTHORITY = re.compile(r"(?:[^:/\\?#@]*:)?[/\\]*")
_OF_OTHERS = re.compile("[@,;]")
_NEXT_HOST = re.compile("[,;](?![^/?#]*=)[^ /?#]")
_NOT_IN_A_SCHEME = re.compile("[^A-Za-z0-9+.-]")
# Elsewhere than at a forge, the path would begin in the user's folder.
_SCP = re.compile(r"git@([\w.-]+):(?![0-9]+(?:/|$))/?([\w+~-][\w.+~-]*(?:/[\w+~-][\w.+~-]*)*/?)", re.ASCII)
_NOT_TYPED_AS_A_HOST = re.compile("[,;\"'()<>{}“”«»\u2018\u2019]|:\\Z")


def validation_errors(input: str, base: URLRecord | None = None, limit: int | None = None) -> list[ValidationError]:
    """Return the validation errors of the *basic URL parser* for *input*, a str, relative to *base* if one is given.

    With *limit*, return at most that many errors, the first ones. A fatal error is always the last one.

    A lone surrogate is an invalid-URL-unit; in a domain, it makes the domain fail instead. The standard does not say
    so, because it replaces them with U+FFFD before it parses, but its grammar does not allow them.
    """
    errors, fatal = _reported(ReportingStateMachine, input, base)
    listed = list(islice(errors, limit))
    if fatal is not None:
        listed[-1] = fatal
    return listed


def iter_validation_errors(input: str, base: URLRecord | None = None) -> Iterator[ValidationError]:
    """Do the same as `validation_errors`, but parse at once and make each error only when it is asked for."""
    return _reported(ReportingStateMachine, input, base)[0]


def validation_errors_by(machine: Machine, input: str, base: URLRecord | None) -> list[ValidationError]:
    """Like `validation_errors`, with the state machine that *machine* makes."""
    return list(_reported(machine, input, base)[0])


def _reported(
    machine: Machine, input: str, base: URLRecord | None
) -> tuple[Iterator[ValidationError], ValidationError | None]:
    """Parse *input* and return its validation errors, made when they are asked for, and the fatal one, if any."""
    string = without_tabs_and_newlines(scalar_value_string(input).strip(C0_CONTROL_OR_SPACE))
    reporter = Reporter(Positions(input, trimmed=True))
    with_surrogates = without_tabs_and_newlines(with_pairs_joined(input).strip(C0_CONTROL_OR_SPACE))
    try:
        machine(string, URLRecord(), base, reporter, with_surrogates).run(State.SCHEME_START)
    except Failure as failure:
        reporter.fail(with_suggestion(failure, string))
    return chain(preprocessing_errors(input), reporter.errors()), reporter.fatal


def preprocessing_errors(input: str) -> list[ValidationError]:
    """Return the validation errors about the code points that are removed before the state machine runs."""
    string = scalar_value_string(input)
    trimmed = string.strip(C0_CONTROL_OR_SPACE)
    start = len(string) - len(string.lstrip(C0_CONTROL_OR_SPACE))
    end = start + len(trimmed)
    tabs = TABS_AND_NEWLINES.search(string, start, end)
    if tabs is None and len(trimmed) == len(string):
        return []
    reporter = Reporter(Positions(input, trimmed=False, tabs=True))
    if len(trimmed) < len(string):
        around = (0, start) if start else (end, len(string))
        message = "spaces and control characters around a URL are not part of it; remove them"
        reporter("invalid-URL-unit", *around, message)
    if tabs is not None:
        reporter("invalid-URL-unit", *tabs.span(), "a URL may not contain tabs and newlines; remove them")
    return list(reporter.errors())


def fatal_error(input: str, base: URLRecord | None = None) -> ValidationError:
    """Return the last of the `validation_errors` of an *input* that does not parse, in about the time of a parse."""
    string = without_tabs_and_newlines(scalar_value_string(input).strip(C0_CONTROL_OR_SPACE))
    try:
        _FailingStateMachine(string, URLRecord(), base).run(State.SCHEME_START)
    except Failure as failure:
        # A name for the failure that outlives this block would keep this very frame for the garbage collector.
        error = error_of_failure(
            with_suggestion(failure, string), None if string == input else Positions(input, trimmed=True)
        )
    return error


def with_suggestion(failure: Failure, input: str) -> Failure:
    """Return *failure*; if *input* shows what is meant, with a message that says what to write."""
    if failure.name != "missing-scheme-non-relative-URL" and not _OF_OTHERS.search(input):
        return failure
    start = end_of(_BEFORE_AUTHORITY, input, 0)
    end = end_of(SPECIAL_AUTHORITY, input, start)
    if failure.name != "missing-scheme-non-relative-URL":
        if failure.start <= end < input.find("@", end) and ":" in input[start:end]:
            rule = (failure.message or VALIDATION_ERRORS[failure.name]).partition(";")[0]
            failure.message = f"{rule}; if this is a password, write '%{ord(input[end]):X}' for '{input[end]}'"
        elif _NEXT_HOST.match(input, failure.start):
            failure.message = "a URL has only one host; let the driver's own parser read several"
    elif failure.message is None:
        wrong = _NOT_IN_A_SCHEME.search(input[:start].partition(":")[0] or input[:1])
        if wrong and ("://" in input[1:start] or not wrong[0].isprintable()):
            failure.start, failure.end = wrong.span()
            remedy = "remove what surrounds it"
            if not wrong[0].isprintable():
                remedy = "remove this invisible character"
            elif failure.start and wrong[0] != " ":
                remedy = "write another, or let the driver's own parser read it"
            failure.message = f"a scheme has only letters, digits, '+', '-' and '.', not {named(wrong[0])}; {remedy}"
        elif url := _with_scheme(input):
            failure.message = f"a URL without a scheme is relative and needs a base URL; write {url!r}"
    return failure


def _with_scheme(input: str) -> str | None:
    """Return what *input* may be with a scheme, or in place of the notation of scp and Git."""
    if scp := _SCP.fullmatch(input):
        return f"ssh://git@{scp[1]}/{scp[2]}"
    slashes = end_of(SLASHES, input, 0)
    end = end_of(SPECIAL_AUTHORITY, input, slashes)
    authority = input[slashes:end]
    if slashes not in (0, 2) or "@" in authority or len(authority) > _LONGEST_HOST or input.startswith("\\"):
        return None
    if _NOT_TYPED_AS_A_HOST.search(authority):
        return None
    if slashes == 0 and _is_a_word(authority):
        return None  # without the time of a second parse
    try:
        host = _shown_host(authority)
    except Failure:
        return None
    if host[0].isdigit() and host != authority.lower():
        return None  # an IPv4 address that looks like a number
    labels = host.split(".")
    is_like_a_domain = "." in authority and "" not in labels and labels[-1] not in _FILE_ENDINGS
    if slashes or is_like_a_domain or host.startswith("[") or host == "localhost":
        return f"https://{host}{'/...' if end + 1 < len(input) else ''}"
    return None


def _shown_host(authority: str) -> str:
    """Return the host and port in *authority* as an https URL has them. Raises Failure."""
    url = URLRecord()
    StateMachine(f"https://{authority}", url, None).run(State.SCHEME_START)
    assert url.host is not None, "the scheme is special"
    return serialize_host(url.host) + ("" if url.port is None else f":{url.port}")


class _FailingStateMachine(StateMachine):
    """A run of the state machine that reports nothing, but describes the failure in detail."""

    __slots__ = ()

    def _host_report(self, _start: int) -> Report:
        return ignore


class ReportingStateMachine(StateMachine):
    """A run of the state machine that reports validation errors. It has no state override: setters report no errors.

    *with_surrogates* is *input* before lone surrogates were replaced with U+FFFD. Both have the same length.
    """

    __slots__ = ("checked", "report", "with_surrogates")

    def __init__(
        self, input: str, url: URLRecord, base: URLRecord | None, report: Reporter, with_surrogates: str
    ) -> None:
        super().__init__(input, url, base)
        self.report = report
        self.with_surrogates = with_surrogates
        self.checked = 0  # The path state skips the input up to here, because the standard has it in a buffer already.

    # https://url.spec.whatwg.org/#scheme-state
    def scheme_state(self) -> NextState | None:
        step = super().scheme_state()
        if self.url.scheme == "file":
            message = "a file URL without a host starts with three slashes; write 'file:///'"
            slashes = end_of(SLASHES, self.input, self.pointer) - self.pointer
            self._report_missing_solidi(message if slashes < 2 else None)
        return step

    # https://url.spec.whatwg.org/#special-relative-or-authority-state
    def special_relative_or_authority_state(self) -> NextState | None:
        self._report_missing_solidi(None)
        return super().special_relative_or_authority_state()

    # https://url.spec.whatwg.org/#relative-state
    def relative_state(self) -> NextState | None:
        at = self.pointer
        step = super().relative_state()
        self._report_reverse_solidus(at)
        return step

    # https://url.spec.whatwg.org/#relative-slash-state
    def relative_slash_state(self) -> NextState | None:
        self._report_reverse_solidus(self.pointer)
        return super().relative_slash_state()

    # https://url.spec.whatwg.org/#special-authority-slashes-state
    def special_authority_slashes_state(self) -> NextState | None:
        self._report_missing_solidi(None)
        return super().special_authority_slashes_state()

    # https://url.spec.whatwg.org/#special-authority-ignore-slashes-state
    def special_authority_ignore_slashes_state(self) -> NextState | None:
        self.report.later(self._slashes(self.pointer, end_of(SLASHES, self.input, self.pointer)))
        return super().special_authority_ignore_slashes_state()

    def _slashes(self, start: int, end: int) -> Iterator[Reported]:
        for at in range(start, end):
            message = f"this scheme must be followed by exactly two slashes; remove this '{self.input[at]}'"
            yield "special-scheme-missing-following-solidus", at, at + 1, message

    # https://url.spec.whatwg.org/#authority-state
    def authority_state(self) -> NextState | None:
        self.report.later(self._credentials(self.pointer, self._authority_end()))
        return super().authority_state()

    def _credentials(self, start: int, end: int) -> Iterator[Reported]:
        while (at_sign := self.input.find("@", start, end)) >= 0:
            yield from self._not_url_units(LONE_SURROGATE, start, at_sign)
            # An "@" before the last one is a part of them.
            empty = self.input[start:at_sign] in ("", ":") and not self.input.startswith("@", start - 1)
            yield "invalid-credentials", start, at_sign + 1, "nothing precedes this '@'; remove it" if empty else None
            start = at_sign + 1

    # https://url.spec.whatwg.org/#file-state
    def file_state(self) -> NextState | None:
        at = self.pointer
        step = super().file_state()
        self._report_reverse_solidus(at)
        if self.base is not None and self.base.scheme == "file":
            drive = STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, at)
            if drive:
                self.report("file-invalid-Windows-drive-letter", at, at + 2)
        return step

    # https://url.spec.whatwg.org/#file-slash-state
    def file_slash_state(self) -> NextState | None:
        self._report_reverse_solidus(self.pointer)
        return super().file_slash_state()

    # https://url.spec.whatwg.org/#file-host-state
    def file_host_state(self) -> NextState | None:
        end = end_of(SPECIAL_AUTHORITY, self.input, self.pointer)
        if WINDOWS_DRIVE_LETTER.fullmatch(self.input, self.pointer, end):
            self.report("file-invalid-Windows-drive-letter-host", self.pointer, end)
            self.checked = end
        return super().file_host_state()

    # https://url.spec.whatwg.org/#path-start-state
    def path_start_state(self) -> NextState | None:
        self._report_reverse_solidus(self.pointer)
        return super().path_start_state()

    # https://url.spec.whatwg.org/#path-state
    def path_state(self) -> NextState | None:
        start, end = max(self.pointer, self.checked), end_of(PATH, self.input, self.pointer)
        drive_end = self._end_of_drive_letter()
        self.report.later(self._not_url_units_of_path(start, end, drive_end, special=self.special))
        return super().path_state()

    def _end_of_drive_letter(self) -> int | None:
        """Where the ":" or "|" of a drive letter is with which the path begins, if it does. It is normalized there."""
        is_first = self.url.scheme == "file" and not self.url.path
        drive = STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer) if is_first else None
        return self.pointer + 1 if drive else None

    def _not_url_units_of_path(
        self, start: int, end: int, drive_end: int | None, *, special: bool
    ) -> Iterator[Reported]:
        for found in NOT_URL_UNIT.finditer(self.with_surrogates, start, end):
            if special and found[0] == "\\":
                yield "invalid-reverse-solidus", *found.span(), None
            elif found[0] == "|" and found.start() == drive_end:
                yield "invalid-URL-unit", *found.span(), "'|' after a drive letter is read as ':'; write ':'"
            else:
                yield unit_error(found, self.path_percent_encode_set)

    # https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
    def opaque_path_state(self) -> NextState | None:
        self._report_not_url_units(end_of(PATH, self.input, self.pointer), C0_CONTROL_PERCENT_ENCODE_SET)
        return super().opaque_path_state()

    # https://url.spec.whatwg.org/#query-state
    def query_state(self) -> NextState | None:
        end = self.input.find("#", self.pointer)
        self._report_not_url_units(end if end >= 0 else len(self.input), QUERY_PERCENT_ENCODE_SET)
        return super().query_state()

    # https://url.spec.whatwg.org/#fragment-state
    def fragment_state(self) -> NextState | None:
        self._report_not_url_units(len(self.input), FRAGMENT_PERCENT_ENCODE_SET)
        return super().fragment_state()

    def _report_missing_solidi(self, message: str | None) -> None:
        if self.input.startswith("//", self.pointer):
            return
        repeats = self.base is not None and self.base.scheme == self.url.scheme
        if repeats and not STARTS_WITH_A_WINDOWS_DRIVE_LETTER.match(self.input, self.pointer):
            remedy = f"remove '{self.url.scheme}:'"
            if SCHEME_AND_COLON.match(self.input, self.pointer):
                remedy += " and write './' before the rest"
            message = f"this relative URL repeats the base URL's scheme; {remedy}"
        self.report("special-scheme-missing-following-solidus", self.pointer, self.pointer, message)

    def _report_reverse_solidus(self, at: int) -> None:
        if self.special and self.input.startswith("\\", at):
            self.report("invalid-reverse-solidus", at, at + 1)

    def _report_not_url_units(self, end: int, encode_set: Container[str]) -> None:
        self.report.later(self._not_url_units(NOT_URL_UNIT, self.pointer, end, encode_set))

    def _not_url_units(
        self, pattern: re.Pattern[str], start: int, end: int, encode_set: Container[str] = C0_CONTROL_PERCENT_ENCODE_SET
    ) -> Iterator[Reported]:
        return (unit_error(found, encode_set) for found in pattern.finditer(self.with_surrogates, start, end))

    def _host_report(self, start: int) -> Report:
        return moved(self.report, start)

    def _parse_host(self, start: int, end: int) -> Host:
        host = super()._parse_host(start, end)
        self.report.later(self._not_url_units(LONE_SURROGATE, start, end))
        return host


def unit_error(found: re.Match[str], encode_set: Container[str]) -> Reported:
    """Return the invalid-URL-unit that was found, where the parser percent-encodes *encode_set*."""
    another = "" if found[0] in encode_set else ANOTHER_URL
    return "invalid-URL-unit", *found.span(), not_a_url_unit(found[0]) + another
