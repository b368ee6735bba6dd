"""The URL parser with the dot segments left in the path, as curl's option ``--path-as-is`` leaves them.

The result is for a client that sends it as it is. It is no URL of the URL Standard: parsed once more, it would lose its
dot segments.
"""

from __future__ import annotations

from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.record import DOUBLE_DOT_SEGMENTS, SINGLE_DOT_SEGMENTS, URLRecord
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.states import NextState


class _PathAsIs(StateMachine):
    """The standard's states, with a path state that takes a dot segment for any other segment."""

    __slots__ = ("_ends_in_dots",)

    def path_state(self) -> NextState | None:
        self._ends_in_dots = False
        following = super().path_state()
        if self._ends_in_dots and isinstance(self.url.path, list):
            self.url.path.pop()  # the empty segment that the standard puts in place of the last one
        return following

    def _enter(self, path: list[str], segment: str) -> None:
        self._ends_in_dots = segment in SINGLE_DOT_SEGMENTS or segment in DOUBLE_DOT_SEGMENTS
        if self._ends_in_dots:
            path.append(segment)
        else:
            super()._enter(path, segment)


def parse(input: str, base: URLRecord | None = None, encoding: str = "utf-8") -> URLRecord:
    """Parse *input*, relative to *base* if one is given, and keep the dot segments of *input*.

    Raises the errors of `basic_parse`.
    """
    url = URLRecord()
    string = without_tabs_and_newlines(scalar_value_string(input).strip(C0_CONTROL_OR_SPACE))
    try:
        _PathAsIs(string, url, base, None, get_an_output_encoding(encoding)).run(State.SCHEME_START)
    except Failure:
        return basic_parse(input, base, encoding=encoding)  # it fails in the same way, and says why
    return url
