"""§4.4's path state, the part that single-dot and double-dot segments have in it, for a path in one string.

In: the path of a special URL that is no file URL, percent-encoded, every segment behind a "/". Out: the same without
its dot segments.
"""

from __future__ import annotations

import re

from py_url.urls.record import DOUBLE_DOT_SEGMENTS, SINGLE_DOT_SEGMENTS

# A list of segments takes many times the memory of the path. So a longer one is read from dot segment to dot segment,
# which takes twice the time.
_LONG = 10_000
_DOTS = dict.fromkeys(SINGLE_DOT_SEGMENTS, 1) | dict.fromkeys(DOUBLE_DOT_SEGMENTS, 2)


def remove_dot_segments(path: str) -> str:
    """``remove_dot_segments("/a/../b/.") == "/b/"``."""
    if len(path) > _LONG:
        return _remove_from_long(path)
    dots_of = _DOTS.get
    output: list[str] = []
    for segment in path.split("/"):
        dots = dots_of(segment)
        if dots is None:
            output.append(segment)
        elif dots == 2 and len(output) > 1:  # what is before the first "/" stays
            del output[-1]
    if dots is not None:
        output.append("")
    return "/".join(output)


def _remove_from_long(path: str) -> str:
    output = bytearray()
    start = 0
    for match in re.finditer(r"/(?:\.|%2[Ee])(\.|%2[Ee])?(?=/|\Z)", path):
        output += path[start : match.start()].encode()
        start = match.end()
        if match[1] is not None:
            del output[max(output.rfind(b"/"), 0) :]
    output += path[start:].encode() or b"/"
    return output.decode()
