"""Dot segments, removed from a path in one string.

This is what the path state does with single-dot and double-dot segments. The path is that of a special URL, but not
of a file URL. It is percent-encoded, and each segment follows a "/".
"""

from __future__ import annotations

from py_url.standard.urls.record import DOUBLE_DOT_SEGMENTS, SINGLE_DOT_SEGMENTS

_DOT_SEGMENTS = SINGLE_DOT_SEGMENTS | DOUBLE_DOT_SEGMENTS
# Longer paths are split piece by piece: a list of segments takes many times the memory of the path.
_LONG = 10_000


def remove_dot_segments(path: str) -> str:
    """``remove_dot_segments("/a/../b/.") == "/b/"``."""
    if len(path) > _LONG:
        return _remove_from_long(path)
    output: list[str] = []
    for segment in path.split("/"):
        if segment not in _DOT_SEGMENTS:
            output.append(segment)
        elif segment in DOUBLE_DOT_SEGMENTS and len(output) > 1:  # what is before the first "/" stays
            del output[-1]
    if segment in _DOT_SEGMENTS:
        output.append("")
    return "/".join(output)


def _remove_from_long(path: str) -> str:
    """Works piece by piece. A double-dot segment may remove output of earlier pieces."""
    output = bytearray()
    start = output_end = 0
    while start < len(path):
        end = path.find("/", start + _LONG)
        if end < 0:
            end = len(path)
        segments: list[str] = []
        for segment in path[start + 1 : end].split("/"):
            if segment not in _DOT_SEGMENTS:
                segments.append(segment)
            elif segment in DOUBLE_DOT_SEGMENTS and segments:
                del segments[-1]
            elif segment in DOUBLE_DOT_SEGMENTS:
                output_end = max(output.rfind(b"/", 0, output_end), 0)
        output[output_end:] = b""
        if segments:
            output += f"/{'/'.join(segments)}".encode()
        start, output_end = end, len(output)
    if segment in _DOT_SEGMENTS:
        output += b"/"
    return output.decode()
