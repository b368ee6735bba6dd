"""The functions that engines with SQL get: their names, what they do with Arrow arrays, and their types."""

from __future__ import annotations

from functools import partial

from py_url.canonical import PROFILES, canonicalize, url_key
from py_url.columns.arrow import FailedRow, mapped, pa
from py_url.columns.checks import is_valid
from py_url.columns.compute import ONE_FIELD, STRUCT
from py_url.columns.fields import type_of
from py_url.columns.parsing import field, parse_named, resolve
from py_url.columns.records import DEFAULT, OF_PROFILES, all_of, first_of
from py_url.standard.infra.arguments import expect_one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal


class Function:
    """A function of SQL: call it with as many Arrow arrays of strings as it has arguments.

    It can be pickled, because engines send functions to other processes.
    """

    def __init__(self, name: str, run: Callable[..., pa.Array], output: pa.DataType, arguments: int = 1) -> None:
        self.name = name
        self.run = run
        self.output = output
        self.arguments = arguments

    def __call__(self, *arrays: pa.Array) -> pa.Array:
        """Return the result, which has the type ``output``. Raises TypeError if an array does not hold strings."""
        try:
            result = self.run(*arrays)
        except TypeError as error:
            raise TypeError(f"{self.name}: {error}") from None
        return result if result.type == self.output else result.cast(self.output)


def _parse(urls: pa.Array, *, errors: Literal["null", "raise"]) -> pa.Array:
    try:
        return parse_named(urls, "the column", base=None, fields=DEFAULT, errors=errors)
    except FailedRow as failed:
        # The number of the row is that in a batch, which nobody has seen.
        raise failed.error from None


def _of_query(
    urls: pa.Array, names: pa.Array, *, of_one: Callable[[str | None, str], object], kind: pa.DataType
) -> pa.Array:
    parts = parse_named(urls, "the column", base=None, fields=["query"], errors="null").to_pylist()
    rows = zip(parts, _texts(names, "the column of names"), strict=True)
    found = [None if part is None or name is None else of_one(part["query"], name) for part, name in rows]
    return pa.array(found, kind)


def _of_profile(urls: pa.Array, profiles: pa.Array, *, of_one: Callable[..., str]) -> pa.Array:
    hrefs, wanted = field(urls, "href").to_pylist(), _texts(profiles, "the column of profiles")
    for profile in {*wanted} - {None}:
        expect_one_of(profile, list(PROFILES), "the profile")
    rows = zip(hrefs, wanted, strict=True)
    found = [None if href is None or profile is None else of_one(href, profile=profile) for href, profile in rows]
    return pa.array(found, pa.string())


def _texts(column: pa.Array, what: str) -> list[str | None]:
    texts: list[str | None] = mapped(column, lambda strings: strings, what).to_pylist()
    return texts


_STRINGS = pa.list_(pa.string())

FUNCTIONS = (
    Function("url_parse", partial(_parse, errors="raise"), STRUCT),
    Function("try_url_parse", partial(_parse, errors="null"), STRUCT),
    Function("url_is_valid", is_valid, pa.bool_()),
    Function("url_error", partial(field, name="error"), pa.string()),
    *(
        Function(name, partial(field, name=of_one), type_of(of_one, pa.string()))
        for name, of_one in ONE_FIELD.items()
        if of_one not in OF_PROFILES
    ),
    Function("url_canonical", partial(_of_profile, of_one=canonicalize), pa.string(), 2),
    Function("url_key", partial(_of_profile, of_one=url_key), pa.string(), 2),
    Function("url_query_get", partial(_of_query, of_one=first_of, kind=pa.string()), pa.string(), 2),
    Function("url_query_get_all", partial(_of_query, of_one=all_of, kind=_STRINGS), _STRINGS, 2),
    Function("url_resolve", resolve, pa.string(), 2),
)
"""All of them. For a row that does not parse, ``url_parse`` raises InvalidURL, ``url_is_valid`` gives false, and
``url_error`` the name of the error; the others give null. The profile of a canonical form or a key is an argument.
"""
