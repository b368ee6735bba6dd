"""§4.4 URL parsing in an older edition: the state machine with the edition's host parser and its few other states.

`run_parser` and `validation_errors` are those of the standard, for an edition. https://url.spec.whatwg.org/#url-parsing
"""

from __future__ import annotations

from functools import partial

from py_url.editions.changes import (
    CREDENTIALS_WITHOUT_HOST,
    ENCODED_CIRCUMFLEX,
    ENCODED_LAST_SPACE,
    ERRORS_LIKE_THE_GRAMMAR,
    HOSTNAME_WITH_PORT,
    PATHNAME_WITHOUT_HOST,
    is_reported,
)
from py_url.editions.hosts import run_host_parser
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
)
from py_url.standard.infra.url_units import NOT_URL_UNIT
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.record import URLRecord
from py_url.standard.urls.reporting import ReportingStateMachine, unit_error, validation_errors_by
from py_url.standard.urls.runs import HOST_BEFORE_PORT, PATH, end_of
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.editions.changes import Edition
    from py_url.standard.hosts.representation import Host
    from py_url.standard.infra.percent_encoding import PercentEncodeSet
    from py_url.standard.infra.reporter import Reporter
    from py_url.standard.infra.validation import ValidationError
    from py_url.standard.urls.states import NextState

# Before ENCODED_CIRCUMFLEX: "the query percent-encode set and U+003F (?), U+0060 (`), U+007B ({), and U+007D (})".
_PATH_WITH_CIRCUMFLEX = QUERY_PERCENT_ENCODE_SET.extended("path percent-encode set", "?`{}")


class _States(StateMachine):
    __slots__ = ()

    edition: Edition

    # https://url.spec.whatwg.org/#authority-state
    def authority_state(self) -> NextState | None:
        try:
            return super().authority_state()
        except Failure as failure:
            if self.edition.has(CREDENTIALS_WITHOUT_HOST):
                raise
            message = "a URL with a username or a password must have a host; write one"
            raise Failure("invalid-credentials", failure.start, failure.end, message) from None

    # https://url.spec.whatwg.org/#host-state
    def host_state(self) -> NextState | None:
        if self.state_override is State.HOSTNAME and not self.edition.has(HOSTNAME_WITH_PORT):
            start, end = self.pointer, self._authority_end()
            host_end = end_of(HOST_BEFORE_PORT, self.input, start, end)
            if start < host_end < end and self.url.scheme != "file":
                self.url.host = self._parse_host(start, host_end)
                return None
        return super().host_state()

    hostname_state = host_state

    # https://url.spec.whatwg.org/#path-start-state
    def path_start_state(self) -> NextState | None:
        at_end = self.pointer == len(self.input)
        if at_end and not self.special and not self.edition.has(PATHNAME_WITHOUT_HOST):
            return None
        return super().path_start_state()

    # https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
    def opaque_path_state(self) -> NextState | None:
        if self.edition.has(ENCODED_LAST_SPACE):
            return super().opaque_path_state()
        end = end_of(PATH, self.input, self.pointer)
        self.url.path = C0_CONTROL_PERCENT_ENCODE_SET.encode(self.input[self.pointer : end])
        return self._query_or_fragment(end)

    def _parse_host(self, start: int, end: int) -> Host:
        report = self._host_report(start)
        try:
            return run_host_parser(self.edition, self.input[start:end], not self.special, report)
        except Failure as failure:
            raise failure.moved(start) from None

    def _path_set(self) -> PercentEncodeSet:
        return PATH_PERCENT_ENCODE_SET if self.edition.has(ENCODED_CIRCUMFLEX) else _PATH_WITH_CIRCUMFLEX


class _StateMachine(_States):
    __slots__ = ("edition", "path_percent_encode_set")

    def __init__(
        self,
        edition: Edition,
        input: str,
        url: URLRecord,
        base: URLRecord | None,
        override: State | None = None,
        encoding: str = "UTF-8",
    ) -> None:
        super().__init__(input, url, base, override, encoding)
        self.edition = edition
        self.path_percent_encode_set = self._path_set()


class _ReportingStateMachine(ReportingStateMachine, _States):
    __slots__ = ("edition", "path_percent_encode_set")

    def __init__(
        self,
        edition: Edition,
        input: str,
        url: URLRecord,
        base: URLRecord | None,
        report: Reporter,
        with_surrogates: str,
    ) -> None:
        super().__init__(input, url, base, report, with_surrogates)
        self.edition = edition
        self.path_percent_encode_set = self._path_set()

    # https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
    def opaque_path_state(self) -> NextState | None:
        if not self.edition.has(ENCODED_LAST_SPACE) or self.edition.has(ERRORS_LIKE_THE_GRAMMAR):
            return super().opaque_path_state()
        # Between these two changes, the state appended spaces without a validation error.
        end = end_of(PATH, self.input, self.pointer)
        for found in NOT_URL_UNIT.finditer(self.with_surrogates, self.pointer, end):
            if found[0] != " ":
                self.report(*unit_error(found, C0_CONTROL_PERCENT_ENCODE_SET))
        return _States.opaque_path_state(self)


def run_parser(edition: Edition, input: str, base: URLRecord | None = None, encoding: str = "UTF-8") -> URLRecord:
    """The *basic URL parser* of *edition*. Raises Failure. *encoding* is the name of an output encoding."""
    url = URLRecord()
    string = scalar_value_string(input).strip(C0_CONTROL_OR_SPACE)
    _StateMachine(edition, without_tabs_and_newlines(string), url, base, None, encoding).run(State.SCHEME_START)
    return url


def parse_with_override(edition: Edition, input: str, url: URLRecord, state_override: State) -> None:
    """The *basic URL parser* of *edition* with a state override. Raises Failure or StateOverrideFailure."""
    string = without_tabs_and_newlines(scalar_value_string(input))
    _StateMachine(edition, string, url, None, state_override).run(state_override)


def validation_errors(edition: Edition, input: str, base: URLRecord | None = None) -> list[ValidationError]:
    """Return the validation errors that the *basic URL parser* of *edition* reports."""
    errors = validation_errors_by(partial(_ReportingStateMachine, edition), input, base)
    return [error for error in errors if error.fatal or is_reported(edition, error.name)]
