"""What `load` calls in MicroPython: the functions of the bridge, with strings as they cross."""

from __future__ import annotations

from py_url._micropython.javascript import arrived, departing

from py_url.programs import bridge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _crossing(function: Callable[..., str | bool]) -> Callable[..., str | bool]:
    def call(*given: str) -> str | bool:
        answer = function(*[arrived(each) for each in given])
        return departing(answer) if isinstance(answer, str) else answer

    return call


parse_url = _crossing(bridge.parse_url)
parse_url_or_empty = _crossing(bridge.parse_url_or_empty)
can_parse = _crossing(bridge.can_parse)
parse_all = _crossing(bridge.parse_all)
change = _crossing(bridge.change)
parse_pairs = _crossing(bridge.parse_pairs)
tables = __file__.rpartition("/")[0] + "/tables.json"
"""The file of what JavaScript reads without a call."""
