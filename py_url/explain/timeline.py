"""§4.4 URL parsing, step by step: which state did what with which part of the input.

Takes an input and optionally a base URL, and yields a `Step` for each state that the *basic URL parser* goes through;
or returns where in the input each component is. The state machine is that of `py_url.standard.urls.reporting`. It is
watched from outside, so a parse that nobody watches does no extra work.
https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from py_url.explain.sentences import PREPROCESSING, sentence
from py_url.explain.step import Effect, Step
from py_url.standard.hosts.host import serialize_host
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    scalar_value_string,
    with_pairs_joined,
    without_tabs_and_newlines,
)
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.reporter import Reporter
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import DOUBLE_DOT_SEGMENTS, SINGLE_DOT_SEGMENTS, URLRecord, clone
from py_url.standard.urls.reporting import ReportingStateMachine, preprocessing_errors, with_suggestion
from py_url.standard.urls.runs import HOST_BEFORE_PORT, SCHEME, SPECIAL_AUTHORITY, end_of
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.states import NextState

# One state can report as many errors as it reads code points.
_MOST_ERRORS = 1_000
_DIGITS = re.compile("[0-9]*")
_SLASHES = (State.SPECIAL_AUTHORITY_SLASHES, State.SPECIAL_AUTHORITY_IGNORE_SLASHES)
# A query or a fragment that is empty is not the same as none.
_MAY_BE_EMPTY = ("query", "fragment")
_MEMBERS = ("scheme", "username", "password", "host", "port", "query", "fragment")


class Part(NamedTuple):
    """The span of a component in an input: *name* is the component's, and *start* and *end* are its ends.

    The names are scheme, username, password, host, port, path, query and fragment. A part has no delimiters, except for
    the slashes of a path and the brackets of a host.
    """

    name: str
    start: int
    end: int


def steps(url: str, base: str | URLRecord | HasRecord | None = None, *, encoding: str = "utf-8") -> Iterator[Step]:
    """Yield what the *basic URL parser* does with *url*, relative to *base* if there is one, state by state.

    The standard's parser consumes one code point after the other. A `Step` is a whole run of them, up to the next that
    matters to the state, and in a path one segment. So the standard's *pointer* passes the same positions, and the
    record has the same values at the end of each step. The last step is a failure if *url* does not parse.

    Steps are made on demand, so `itertools.islice` limits them; a path has as many as it has segments. For *encoding*,
    this raises the errors of `py_url.standard.basic_parse`.

    Raises:
        InvalidURL: If *base* does not parse.
        TypeError: For an argument of another type.

    >>> [step.name for step in steps("a:b")]
    ['scheme start state', 'scheme state', 'opaque path state']
    """
    url = expect_str(url, "the URL")
    record = None if base is None else clone(record_of(base, "base URL"))
    return _walk(url, record, get_an_output_encoding(encoding))


def parts(url: str, base: str | URLRecord | HasRecord | None = None) -> list[Part]:
    """Return the spans of the components of *url*, parsed relative to *base* if there is one, in that order.

    A component that comes from *base* has none. If *url* does not parse, these are the components before the failure,
    and the one in which the parser failed.

    Raises:
        InvalidURL: If *base* does not parse.
        TypeError: For an argument of another type.

    >>> [part.name for part in parts("https://h/a?b")]
    ['scheme', 'host', 'path', 'query']
    """
    places = Positions(expect_str(url, "the URL"), trimmed=True)
    found: dict[str, tuple[int, int]] = {}
    path_start = 0
    for step in steps(url, base):
        start = step.pointer
        end = start + len(step.code_points)
        read = start + len(step.buffer)
        match step.state:
            case State.SCHEME if step.next is not State.NO_SCHEME:
                found["scheme"] = start, read
                path_start = read + 1  # the state may have consumed the "/" after the ":" too
            case State.AUTHORITY if step.code_points:
                username, colon, _ = step.buffer.partition(":")
                found["username"] = start, start + len(username)
                if colon:
                    found["password"] = start + len(username) + 1, read
            case State.FILE_HOST if step.next is State.PATH:
                path_start = start  # at a drive letter
            case State.HOST | State.FILE_HOST:
                found["host"] = start, read
                path_start = end
            case State.PORT:
                found["port"] = start, read
                path_start = end
            case State.PATH | State.OPAQUE_PATH:
                found["path"] = path_start, end - (step.next in (State.QUERY, State.FRAGMENT))
            case State.QUERY:
                found["query"] = start, read
            case State.FRAGMENT:
                found["fragment"] = start, end
    return [Part(name, *places(*span)) for name, span in found.items() if span[0] < span[1] or name in _MAY_BE_EMPTY]


class _SteppingStateMachine(ReportingStateMachine):
    """A run of the state machine in which the path state takes one segment, as the standard's does."""

    __slots__ = ("_drive_end", "path_effects")

    def __init__(
        self, input: str, url: URLRecord, base: URLRecord | None, report: Reporter, with_surrogates: str
    ) -> None:
        super().__init__(input, url, base, report, with_surrogates)
        self.path_effects: list[Effect] | None = None  # None before the first segment

    # https://url.spec.whatwg.org/#path-state
    def path_state(self) -> NextState | None:
        if self.path_effects is None:
            self._drive_end = self._end_of_drive_letter()
        effects = self.path_effects = []
        # An authority ends where a segment ends.
        start, end = self.pointer, self._authority_end()
        is_last = end == len(self.input) or self.input[end] in "?#"
        errors = max(start, self.checked), end + (not is_last), self._drive_end
        self.report.later(self._not_url_units_of_path(*errors, special=self.special))
        segment = self.path_percent_encode_set.encode(self.input[start:end])
        path = self._path()
        before = path[-1:]
        count = len(path)
        self._enter(path, segment)
        if len(path) != count:
            effects.append(
                Effect("path", "append", path[-1]) if len(path) > count else Effect("path", "remove", before[0])
            )
        if not is_last:
            self.pointer = end + 1
            return self.path_state
        if segment in SINGLE_DOT_SEGMENTS or segment in DOUBLE_DOT_SEGMENTS:
            path.append("")
            effects.append(Effect("path", "append", ""))
        return self._query_or_fragment(end)

    def buffer_of(self, state: State) -> str:
        """Return what the standard has in *buffer* when *state*, which begins at the pointer, is done with it."""
        input, start = self.input, self.pointer
        match state:
            case State.SCHEME:
                return input[start : end_of(SCHEME, input, start)].lower()
            case State.AUTHORITY:
                end = self._authority_end()
                at_sign = input.rfind("@", start, end)
                return input[start : end if at_sign < 0 else at_sign]
            case State.HOST:
                return input[start : end_of(HOST_BEFORE_PORT, input, start, self._authority_end())]
            case State.FILE_HOST:
                return input[start : end_of(SPECIAL_AUTHORITY, input, start)]
            case State.PORT:
                return input[start : end_of(_DIGITS, input, start)]
            case State.PATH:
                return self.path_percent_encode_set.encode(input[start : self._authority_end()])
            case State.QUERY:
                end = input.find("#", start)
                return input[start : len(input) if end < 0 else end]
        return ""


def _walk(input: str, base: URLRecord | None, encoding: str) -> Iterator[Step]:
    string = scalar_value_string(input)
    trimmed = string.strip(C0_CONTROL_OR_SPACE)
    parsed = without_tabs_and_newlines(trimmed)
    if len(parsed) < len(string):
        errors = tuple(preprocessing_errors(input))
        start = len(input) - len(input.lstrip(C0_CONTROL_OR_SPACE))
        yield Step(None, 0, start, 0, input[:start], "", (), errors, State.SCHEME_START, PREPROCESSING)
    with_surrogates = without_tabs_and_newlines(with_pairs_joined(input).strip(C0_CONTROL_OR_SPACE))
    places = Positions(input, trimmed=True)
    url = URLRecord()
    machine = _SteppingStateMachine(parsed, url, base, Reporter(places), with_surrogates)
    machine.encoding = encoding
    state: State | None = State.SCHEME_START
    while state is not None:
        reporter = machine.report = Reporter(places)
        pointer, buffer = machine.pointer, machine.buffer_of(state)
        before, path = [getattr(url, name) for name in _MEMBERS], url.path
        count = len(path)
        run: NextState = getattr(machine, f"{state.name.lower()}_state")
        following = None
        try:
            after = run()
        except Failure as failure:
            reporter.fail(with_suggestion(failure, parsed))
        else:
            following = None if after is None else State[after.__name__.removesuffix("_state").upper()]
        # The fragment state leaves the pointer where it is, and others leave it after the EOF code point.
        end = len(parsed) if state is State.FRAGMENT else min(machine.pointer, len(parsed))
        effects = list(_effects(before, url))
        if state is State.PATH:
            effects += machine.path_effects or []
        elif url.path is not path or len(path) != count:
            effects.append(Effect("path", "set", url.path if isinstance(url.path, str) else tuple(url.path)))
        errors = tuple(islice(reporter.errors(), _MOST_ERRORS))
        if reporter.fatal is not None and not errors[-1].fatal:
            errors += (reporter.fatal,)
        code_points = parsed[pointer:end]
        read = code_points if state in _SLASHES else buffer
        start_in_input, end_in_input = places(pointer, end)
        yield Step(
            *(state, start_in_input, end_in_input, pointer, code_points, buffer, tuple(effects), errors, following),
            sentence(state, following, machine, effects, reporter.fatal, read),
        )
        state = following


def _effects(before: list[object], url: URLRecord) -> Iterator[Effect]:
    for name, was in zip(_MEMBERS, before, strict=True):
        value = getattr(url, name)
        if value is not was and value != was:
            yield Effect(name, "set", serialize_host(value) if name == "host" and value is not None else value)
