"""Columns of answers: whether a row parses, and whether it may be fetched."""

from __future__ import annotations

from functools import partial

from py_url.api.many import href_of_base
from py_url.api.url import URL
from py_url.columns.arrow import made_one, mapped, pa, pc
from py_url.columns.serialized import hrefs_of
from py_url.guard import Policy, check_fetch


def is_valid(array: pa.Array | pa.ChunkedArray, *, base: str | URL | None = None) -> pa.Array | pa.ChunkedArray:
    """Return whether each row of *array* parses, as ``URL.can_parse`` does: a column of bool.

    A null stays null.

    *base* and the errors are those of `columns.parse`.

    >>> is_valid(pa.array(["https://h", "b c", None])).to_pylist()
    [True, False, None]
    """
    return mapped(array, partial(_is_valid, base=href_of_base(base)))


def _is_valid(strings: pa.Array, *, base: str | None) -> pa.Array:
    def of_batch(batch: pa.Array) -> pa.Array:
        return pc.if_else(pc.is_valid(batch), pc.is_valid(hrefs_of(batch, base)), pa.scalar(None, pa.bool_()))

    return made_one(strings, pa.bool_(), of_batch)


def guard(array: pa.Array | pa.ChunkedArray, policy: Policy | None = None) -> pa.StructArray | pa.ChunkedArray:
    """Return the verdict of `py_url.guard.check_fetch` on each row of *array*.

    This is a struct of ``allowed``, of ``url``, the string to fetch, which is null if it is refused, and of
    ``reasons``, the names of the reasons. A null stays null.

    Raises:
        TypeError: If *policy* is not a `Policy`, and the errors of `columns.parse`.

    >>> guard(pa.array(["http://127.1/"])).to_pylist()
    [{'allowed': False, 'url': None, 'reasons': ['loopback']}]
    """
    if policy is not None and not isinstance(policy, Policy):
        raise TypeError(f"the policy must be a Policy, not {type(policy).__name__}")
    return mapped(array, partial(_guarded, policy=policy))


def _guarded(strings: pa.Array, *, policy: Policy | None) -> pa.StructArray:
    kind = pa.struct({"allowed": pa.bool_(), "url": strings.type, "reasons": pa.list_(strings.type)})
    return made_one(strings, kind, lambda batch: pa.array([_verdict(row, policy) for row in batch.to_pylist()], kind))


def _verdict(string: str | None, policy: Policy | None) -> dict[str, object] | None:
    if string is None:
        return None
    verdict = check_fetch(string, policy)
    reasons = [reason.name for reason in verdict.reasons]
    return {"allowed": verdict.allowed, "url": verdict.url, "reasons": reasons}
