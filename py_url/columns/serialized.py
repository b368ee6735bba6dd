"""The serialization of each row, which everything else about a column is made from.

One pass of a kernel recognizes the rows that are their own serialization, nine in ten of the URLs found in the wild:
they are not copied one by one, and never become Python objects. Of the others, most are special URLs with a host: a
kernel takes these apart, and what is before the last "/" of the path is parsed once for all rows of a batch that have
it. The rest is percent-encoded in one text. What is left is parsed one by one.
"""

from __future__ import annotations

from py_url.columns.arrow import Joining, batches_of, pa, pc, scattered
from py_url.columns.patterns import CANONICAL, DOT_SEGMENT_AT_THE_END, SPLIT, SPLIT_WITH_BASE, UNCLEAN
from py_url.standard.infra.percent_encoding import (
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    SPECIAL_QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_encode_octets,
    replace_runs,
)
from py_url.url import href_or_fails

# Encoding takes many times the memory of the text, so that of a batch is encoded in pieces of this length.
_PIECE = 65_536


def _for_many(percent_encode_set: PercentEncodeSet) -> PercentEncodeSet:
    """The set without the newline, which stands between the strings of a text."""
    members = [chr(c) for c in range(0x80) if chr(c) in percent_encode_set and chr(c) != "\n"]
    return PercentEncodeSet(f"{percent_encode_set.name}, for many", members)


_PATHS = _for_many(PATH_PERCENT_ENCODE_SET)
_QUERIES = _for_many(SPECIAL_QUERY_PERCENT_ENCODE_SET)
_FRAGMENTS = _for_many(FRAGMENT_PERCENT_ENCODE_SET)


def hrefs_of(strings: pa.Array, base: str | None = None) -> pa.Array:
    """Return the serialization of each row, or null if it does not parse."""
    others, hrefs = Joining(pa.bool_()), Joining(strings.type)
    for batch in batches_of(strings):
        is_other = pc.invert(pc.match_substring_regex(batch, CANONICAL))
        others.add(is_other)
        hrefs.add(_of_others(batch.filter(is_other), base))
    of_others = hrefs.array()
    return scattered(strings, others.array(), of_others) if len(of_others) else strings


def _of_others(strings: pa.Array, base: str | None) -> pa.Array:
    cleaned = _cleaned(strings)
    parts = pc.extract_regex(cleaned, SPLIT if base is None else SPLIT_WITH_BASE)
    is_split = pc.is_valid(parts)
    hrefs = strings
    if pc.any(is_split).as_py():
        hrefs = scattered(hrefs, is_split, _put_together(parts.filter(is_split), strings.type))
    if not pc.all(is_split).as_py():
        is_left = pc.invert(is_split)
        hrefs = scattered(hrefs, is_left, _one_by_one(cleaned.filter(is_left), base))
    return hrefs


def _cleaned(strings: pa.Array) -> pa.Array:
    """Return the strings without what the parser removes first."""
    unclean = pc.match_substring_regex(strings, UNCLEAN)
    if not pc.any(unclean).as_py():
        return strings
    return scattered(strings, unclean, pc.replace_substring_regex(strings.filter(unclean), UNCLEAN, ""))


def _one_by_one(strings: pa.Array, base: str | None) -> pa.Array:
    return pa.array([href_or_fails(string, base) or None for string in strings.to_pylist()], strings.type)


def _put_together(parts: pa.StructArray, kind: pa.DataType) -> pa.Array:
    """Return the serializations of the URLs that have these parts, none of which has a newline."""
    origin, path, query, fragment = (pc.struct_field(parts, name) for name in ("origin", "path", "query", "fragment"))
    nothing, slash = pa.scalar("", kind), pa.scalar("/", kind)
    path = pc.replace_substring(pc.if_else(pc.equal(path, nothing), slash, path), "\\", "/")
    # A last segment that is a dot segment belongs to the directory.
    is_directory = pc.match_substring_regex(path, DOT_SEGMENT_AT_THE_END)
    halves = pc.split_pattern(path, "/", max_splits=1, reverse=True)
    directory = pc.binary_join_element_wise(pc.list_element(halves, 0), nothing, slash)
    directory = pc.if_else(is_directory, path, directory)
    file = pc.if_else(is_directory, nothing, pc.list_element(halves, 1))
    directories = pc.binary_join_element_wise(origin, directory, nothing).dictionary_encode()
    return pc.binary_join_element_wise(
        _one_by_one(directories.dictionary, None).take(directories.indices),
        _encoded(file, _PATHS),
        _encoded(query, _QUERIES),
        _encoded(fragment, _FRAGMENTS),
        nothing,
    )


class _EncodedRuns(dict[str, str]):
    """Maps a run of code points to its percent-encoding, and keeps it: words recur in a column."""

    def __missing__(self, run: str) -> str:
        encoded = self[run] = percent_encode_octets(run.encode())
        return encoded


def _encoded(strings: pa.Array, percent_encode_set: PercentEncodeSet) -> pa.Array:
    text = "\n".join(strings.to_pylist())
    if percent_encode_set.is_encoded(text) is not None:
        return strings
    run, encoded_runs = percent_encode_set.run_besides(""), _EncodedRuns()
    pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
    encoded = "".join([replace_runs(run, encoded_runs, piece) for piece in pieces])
    return pa.array(encoded.split("\n"), strings.type)
