"""§4.4's path state, the part that single-dot and double-dot segments have in it, for a path in one string.

In: the path of a special URL that is no file URL, percent-encoded, every segment behind a "/". Out: the same without
its dot segments.
"""

from __future__ import annotations

from py_url.standard.urls.record import DOUBLE_DOT_SEGMENTS, SINGLE_DOT_SEGMENTS

# By a dot segment, how many dots it stands for.
_DOTS = dict.fromkeys(SINGLE_DOT_SEGMENTS, 1) | dict.fromkeys(DOUBLE_DOT_SEGMENTS, 2)
# The segments of so many code points are in a list at once: it takes many times the memory of the path.
_LONG = 10_000


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
    """As above, piece by piece; a double-dot segment may reach back into what came of the pieces before."""
    output = bytearray()
    start, output_end, dots = 0, 0, None
    while start < len(path):
        end = path.find("/", start + _LONG)
        if end < 0:
            end = len(path)
        segments: list[str] = []
        for segment in path[start + 1 : end].split("/"):
            dots = _DOTS.get(segment)
            if dots is None:
                segments.append(segment)
            elif dots == 2 and segments:
                del segments[-1]
            elif dots == 2:
                output_end = max(output.rfind(b"/", 0, output_end), 0)
        del output[output_end:]
        if segments:
            output += f"/{'/'.join(segments)}".encode()
        start, output_end = end, len(output)
    if dots is not None:
        output += b"/"
    return output.decode()
