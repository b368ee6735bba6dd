"""The serialization of each row, which everything else about a column is made from.

One pass of a kernel recognizes the rows that are their own serialization, nine in ten of the URLs found in the wild:
they are not copied one by one, and never become Python objects. Of the others, most are special URLs with a host.
Kernels cut these at the "#", the "?" and the last "/" of the path. What is before that "/" is parsed once for all rows
of a batch that have it. The rest is percent-encoded in one text. What is left is parsed one by one.
"""

from __future__ import annotations

from functools import cache

from py_url.api.url import href_or_fails
from py_url.columns.arrow import cut, cut_at_last, pa, pc, replace_where
from py_url.columns.patterns import (
    BEGINS_WITH_HOST,
    BEGINS_WITH_HOST_AND_BASE,
    CANONICAL,
    DOT_SEGMENT,
    REMOVED,
    outside,
)
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, LONG
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_encode_octets,
)

# Encoding takes many times the memory of a run, so a longer one is encoded in pieces of this length.
_PIECE = LONG
# Runs up to this length are remembered while a text is encoded, and no more of them than this.
_SHORT = 64
_REMEMBERED = 8_192


def hrefs_of(strings: pa.Array, base: str | None = None) -> pa.Array:
    """Return the serialization of each row of a batch, or null if it does not parse."""
    is_other = pc.invert(pc.match_substring_regex(strings, CANONICAL))
    if not pc.any(is_other).as_py():
        return strings
    return replace_where(strings, is_other, _of_others(strings.filter(is_other), base))


def _of_others(strings: pa.Array, base: str | None) -> pa.Array:
    strings = pc.ascii_trim(strings, C0_CONTROL_OR_SPACE)
    head, has_fragment, fragments = cut(strings, "#")
    head, has_query, queries = cut(head, "?")
    # URLs that are not special are parsed one by one later, from the strings as they were, so their "\\" stay.
    head = pc.replace_substring(head, "\\", "/")
    directories, has_directory, files = cut_at_last(head, "/")
    # A last segment that is a dot segment belongs to the directory.
    is_dot = pc.match_substring_regex(files, DOT_SEGMENT)
    distinct = pc.if_else(is_dot, head, directories).dictionary_encode()
    begins_with_host = BEGINS_WITH_HOST if base is None else BEGINS_WITH_HOST_AND_BASE
    known, is_known = _of_directories(distinct.dictionary, begins_with_host)
    hrefs = pc.binary_join_element_wise(
        known.take(distinct.indices),
        _encoded(pc.if_else(is_dot, pa.scalar("", strings.type), files), PATH_PERCENT_ENCODE_SET),
        _with_delimiter("?", has_query, _encoded(queries, SPECIAL_QUERY_PERCENT_ENCODE_SET)),
        _with_delimiter("#", has_fragment, _encoded(fragments, FRAGMENT_PERCENT_ENCODE_SET)),
        pa.scalar("", strings.type),
    )
    is_left = pc.invert(pc.and_(has_directory, is_known.take(distinct.indices)))
    if not pc.any(is_left).as_py():
        return hrefs
    return replace_where(hrefs, is_left, _distinct_one_by_one(strings.filter(is_left), base))


def _of_directories(directories: pa.Array, begins_with_host: str) -> tuple[pa.Array, pa.Array]:
    """Return the serializations of URLs up to the last "/" of the path, and which of them are special URLs with a host.
    The directories are without that "/".
    """
    directories = pc.replace_substring_regex(directories, REMOVED, "")
    is_known = pc.match_substring_regex(directories, begins_with_host)
    hrefs = [
        href_or_fails(f"{directory}/", None) or None if known else None
        for directory, known in zip(directories.to_pylist(), is_known.to_pylist(), strict=True)
    ]
    return pa.array(hrefs, directories.type), is_known


def _distinct_one_by_one(strings: pa.Array, base: str | None) -> pa.Array:
    distinct = strings.dictionary_encode()
    hrefs = [href_or_fails(string, base) or None for string in distinct.dictionary.to_pylist()]
    return pa.array(hrefs, strings.type).take(distinct.indices)


def _with_delimiter(delimiter: str, has: pa.Array, values: pa.Array) -> pa.Array:
    """Return these values, each after the delimiter, in the rows that have one, and "" in the others."""
    kind = values.type
    values = pc.binary_join_element_wise(pa.scalar(delimiter, kind), values, pa.scalar("", kind))
    return pc.replace_with_mask(pa.repeat(pa.scalar("", kind), len(has)), has, values)


def _encoded(strings: pa.Array, percent_encode_set: PercentEncodeSet) -> pa.Array:
    """Return strings percent-encoded, and without what the parser removes."""
    has_member = pc.match_substring_regex(strings, outside(percent_encode_set))
    if not pc.any(has_member).as_py():
        return strings
    some = strings.filter(has_member)
    text = _text_of(some)
    if text.count(b"\n") >= len(some):
        text = _text_of(pc.replace_substring(some, "\n", ""))
    encoded = _encoded_text(text, percent_encode_set)
    return replace_where(strings, has_member, pc.split_pattern(pa.array([encoded], strings.type), "\n").values)


def _text_of(strings: pa.Array) -> bytes:
    """Return the UTF-8 of all strings, with a newline between them."""
    together = pa.ListArray.from_arrays(pa.array([0, len(strings)], pa.int32()), strings)
    text: bytes = pc.binary_join(together, pa.scalar("\n", strings.type))[0].as_buffer().to_pybytes()
    return text


class _EncodedRuns(dict[bytes, bytes]):
    """Maps a run of octets to its percent-encoding, and keeps short ones: words recur in a column."""

    def __missing__(self, run: bytes) -> bytes:
        # The parser removes these. The newlines in the text are between the strings.
        octets = run.translate(None, b"\t\r")
        encoded = percent_encode_octets(octets).encode() if octets else b""
        if len(run) <= _SHORT and len(self) < _REMEMBERED:
            self[run] = encoded
        return encoded


def _encoded_text(text: bytes, percent_encode_set: PercentEncodeSet) -> bytes:
    """Percent-encode text, except for newlines. Members of the set are found in a copy in which they are "x" and all
    else is "-", which takes less time than a pattern. The result is one buffer, because a list of its pieces would take
    many times its memory.
    """
    marks, encoded_runs = text.translate(_marks(percent_encode_set)), _EncodedRuns()
    output, end = bytearray(), 0
    while (start := marks.find(b"x", end)) >= 0:
        output += text[end:start]
        end = marks.find(b"-", start, start + _PIECE)
        if end < 0:
            end = start + _PIECE
        output += encoded_runs[text[start:end]]
    output += text[end:]
    return bytes(output)


@cache
def _marks(percent_encode_set: PercentEncodeSet) -> bytes:
    return b"".join(b"x" if chr(c) in percent_encode_set and chr(c) != "\n" else b"-" for c in range(0x100))
