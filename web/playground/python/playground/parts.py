"""Where each component of a URL is in the string that was parsed.

`parts` runs the state machine of `py_url.standard` and notes which code points a state reads as which component. They
are those of the input, so what was left out of the URL or written in another way is there too.
"""

from __future__ import annotations

from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, scalar_value_string, without_tabs_and_newlines
from py_url.standard.infra.places import Places
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.record import URLRecord
from py_url.standard.urls.runs import HOST_BEFORE_PORT, PATH, end_of
from py_url.standard.urls.state import State
from py_url.standard.urls.states import StateMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Step: TypeAlias = "Callable[[], Step | None]"
    Part: TypeAlias = "tuple[str, int, int]"


def parts(input: str, base: URLRecord | None = None) -> list[Part]:
    """Return the name, start and end of each component of *input*, in order.

    The names are scheme, username, password, host, port, path, query and fragment. The places are in code points of
    *input*. A component does not have the delimiters around it, except that a path has the slash that it starts with.
    If the input does not parse, these are the components that the parser reached; the last one may be what it refused.
    """
    string = without_tabs_and_newlines(scalar_value_string(input).strip(C0_CONTROL_OR_SPACE))
    machine = _NotingStateMachine(string, URLRecord(), base)
    try:
        machine.run(State.SCHEME_START)
    except Failure:
        pass
    places = Places(input, trimmed=True)
    return [(name, *places(start, end)) for name, start, end in machine.parts if start < end]


class _NotingStateMachine(StateMachine):
    """A run of the state machine that notes what it reads as which component."""

    __slots__ = ("parts", "slash")

    def __init__(self, input: str, url: URLRecord, base: URLRecord | None) -> None:
        super().__init__(input, url, base)
        self.parts: list[Part] = []
        self.slash = -1  # where the slash is that the path starts with, if it has one

    def _note(self, name: str, start: int, end: int) -> None:
        self.parts.append((name, start, end))

    def scheme_state(self) -> Step | None:
        start = self.pointer
        step = super().scheme_state()
        if self.pointer > start:
            self._note("scheme", start, self.input.index(":", start))
        return step

    def path_or_authority_state(self) -> Step | None:
        self.slash = self.pointer - 1
        return super().path_or_authority_state()

    def relative_slash_state(self) -> Step | None:
        self.slash = self.pointer - 1
        return super().relative_slash_state()

    def file_slash_state(self) -> Step | None:
        self.slash = self.pointer - 1
        return super().file_slash_state()

    def file_host_state(self) -> Step | None:
        self.slash, start = self.pointer - 1, self.pointer
        step = super().file_host_state()
        self._note("host", start, self.pointer)
        return step

    def authority_state(self) -> Step | None:
        start = self.pointer
        at_sign = self.input.rfind("@", start, self._authority_end())
        if at_sign >= 0:
            colon = self.input.find(":", start, at_sign)
            self._note("username", start, at_sign if colon < 0 else colon)
            self._note("password", at_sign if colon < 0 else colon + 1, at_sign)
        return super().authority_state()

    def host_state(self) -> Step | None:
        # The host that the parser refuses is a part too.
        self._note("host", self.pointer, end_of(HOST_BEFORE_PORT, self.input, self.pointer, self._authority_end()))
        return super().host_state()

    hostname_state = host_state

    def port_state(self) -> Step | None:
        self._note("port", self.pointer, self._authority_end())
        return super().port_state()

    def path_start_state(self) -> Step | None:
        self.slash = self.pointer
        return super().path_start_state()

    def path_state(self) -> Step | None:
        start = self.slash if 0 <= self.slash == self.pointer - 1 else self.pointer
        self._note("path", start, end_of(PATH, self.input, self.pointer))
        return super().path_state()

    def opaque_path_state(self) -> Step | None:
        self._note("path", self.pointer, end_of(PATH, self.input, self.pointer))
        return super().opaque_path_state()

    def query_state(self) -> Step | None:
        end = self.input.find("#", self.pointer)
        self._note("query", self.pointer, end if end >= 0 else len(self.input))
        return super().query_state()

    def fragment_state(self) -> Step | None:
        self._note("fragment", self.pointer, len(self.input))
        return super().fragment_state()
