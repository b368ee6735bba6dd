"""The serialization of each row, which everything else about a column is made from.

One pass of a kernel recognizes the rows that are their own serialization, nine in ten of the URLs found in the wild:
they are not copied one by one, and never become Python objects. The others are parsed one by one.
"""

from __future__ import annotations

from py_url.columns.arrow import BATCH, pa, pc, rows_of, scattered
from py_url.columns.patterns import BARE, CANONICAL
from py_url.standard.infra.validation import InvalidURL
from py_url.url import href_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # Called with the number of a row that does not parse, among those that are parsed one by one, and the error.
    OnFailure = Callable[[int, InvalidURL], None]


def hrefs_of(
    strings: pa.Array, base: str | None = None, failed: OnFailure | None = None, what: str = "the column"
) -> pa.Array:
    """Return the serialization of each row, or null if it does not parse. *failed* is called for each that does not."""
    canonical = pc.match_substring_regex(strings, CANONICAL)
    if pc.all(canonical, min_count=0).as_py():
        return strings
    others = strings.filter(pc.invert(canonical))
    bare = pc.match_substring_regex(others, BARE)
    hrefs = pc.binary_join_element_wise(others, pa.scalar("/", others.type), pa.scalar("", others.type))
    if not pc.all(bare, min_count=0).as_py():
        is_left = pc.invert(bare)
        hrefs = scattered(hrefs, is_left, _parsed(others.filter(is_left), base, failed, what))
    return scattered(strings, pc.invert(canonical), hrefs)


def _parsed(strings: pa.Array, base: str | None, failed: OnFailure | None, what: str) -> pa.Array:
    chunks = []
    for start in range(0, len(strings), BATCH):
        hrefs: list[str | None] = []
        for string in rows_of(strings[start : start + BATCH], what):
            assert string is not None, "nulls match no pattern, nor do they fail to match"
            try:
                hrefs.append(href_of(string, base))
            except InvalidURL as error:
                hrefs.append(None)
                if failed is not None:
                    failed(start + len(hrefs) - 1, error)
        chunks.append(pa.array(hrefs, strings.type))
    return pa.concat_arrays(chunks)


def row_of_other(strings: pa.Array, number: int) -> int:
    """Return the number of the row that `hrefs_of` called *number*."""
    done = pc.or_(pc.match_substring_regex(strings, CANONICAL), pc.match_substring_regex(strings, BARE))
    row: int = pc.indices_nonzero(pc.invert(done))[number].as_py()
    return row
