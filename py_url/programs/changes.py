"""The changes of ``py-url edit``, in the order in which they stand on the command line.

Each changes a URL as a method of the URL API does, and raises InvalidURL where that does, or where a setter would
ignore the value.
"""

from __future__ import annotations

import re

from py_url.api.url import URL
from py_url.programs.template import OTHER_WORDS, QUERY, WORDS, is_text
from py_url.standard.infra.showing import quoted, without_secrets
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.components import SETTABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    Apply: TypeAlias = Callable[[URL], URL]

_KNOWN = (*SETTABLE, *WORDS)
_NAMES = f"{', '.join(_KNOWN)} and {QUERY}NAME"


class BadChange(ValueError):
    """A change is wrong. The text says what to write instead."""


class Refused(Exception):
    """A URL cannot be changed in this way."""

    def __init__(self, option: str, error: InvalidURL) -> None:
        super().__init__(option)
        self.option = option
        self.error = error


class Changes:
    """Changes, given as options and their values. Calling it with an href returns the hrefs after all of them.

    Raises BadChange if a value is wrong.
    """

    __slots__ = ("_given", "_steps")

    def __init__(self, given: Iterable[tuple[str, str]]) -> None:
        self._given = tuple(given)
        self._steps = [(_shown(option, value), _OPTIONS[option](option, value)) for option, value in self._given]

    def __reduce__(self) -> tuple[type[Changes], tuple[object]]:
        return Changes, (self._given,)

    def __call__(self, href: str) -> list[str]:
        """Return the changed URL, or one for each combination of the values of ``--each``. Raises Refused."""
        urls = [URL(href)]
        for option, functions in self._steps:
            try:
                urls = [apply(url) for url in urls for apply in functions]
            except InvalidURL as error:
                raise Refused(option, error) from None
        return [url.href for url in urls]


def _shown(option: str, value: str) -> str:
    return f"{option} {value.partition('=')[0]}" if "=" in value else option


def _name_and_value(option: str, given: str) -> tuple[str, str]:
    name, equals_sign, value = given.partition("=")
    if not equals_sign:
        # What follows the name may be a password.
        word = re.split(r"\W", name, maxsplit=1)[0]
        shown = word if word == name else f"{word}..."
        known = f"{QUERY}NAME" if name.startswith(QUERY) else word if word in _KNOWN else "NAME"
        value = "'a b'" if option == "--each" else "VALUE"
        raise BadChange(f"{option}: there is no '=' in {shown!r}; write {option} {known}={value}")
    if not is_text(given):
        raise BadChange(f"{option}: what is given for {quoted(name)} is not text in the encoding of the shell")
    return name, value


def _set(option: str, given: str) -> list[Apply]:
    name, value = _name_and_value(option, given)
    return [_setter(option, name, value)]


def _each(option: str, given: str) -> list[Apply]:
    name, together = _name_and_value(option, given)
    # A no-break space, for example, is part of a value.
    values = [value for value in re.split("[ \t\n\r\f]", together) if value]
    if not values:
        shown = without_secrets(name)
        instead = f"write them with spaces between, {option} {shown}='a b'"
        raise BadChange(f"{option} {shown}: there are no values; {instead}")
    return [_setter(option, name, value) for value in values]


def _setter(option: str, name: str, value: str) -> Apply:
    """Return the function that sets a member of the URL API, a word of the standard, or a parameter."""
    if name.startswith(QUERY):
        pair = (name.removeprefix(QUERY), value)
        return lambda url: url.update_query([pair])
    member = WORDS.get(name, name)
    if member not in SETTABLE:
        instead = f"; write {OTHER_WORDS[name]!r}" if name in OTHER_WORDS else ""
        why = "cannot be set" if name == "origin" else f"is not a part of a URL{instead}"
        raise BadChange(f"{option}: {quoted(name)} {why}; the names are {_NAMES}")
    if name == "scheme" and ":" in value:
        raise BadChange(f"{option} scheme: {quoted(value)} has a ':'; write the scheme without it")
    if name in ("query", "fragment") and value:
        # The setters of the members remove one such character.
        value = f"{'?' if name == 'query' else '#'}{value}"
    members = {member: value}
    return lambda url: url.replace(**members)


def _append(option: str, given: str) -> list[Apply]:
    name, value = _name_and_value(option, given)
    if name == "path":
        if value in (".", ".."):
            instead = "write the whole path, --set path=..."
            raise BadChange(f"{option} path: {value!r} is a step in the path, not the name of a segment; {instead}")
        return [lambda url: _with_segment(url, value)]
    if name == "query":
        query = f"?{value}"  # the method removes one such character
        return [lambda url: url.extend_query(query)]
    if name.startswith(QUERY):
        pair = (name.removeprefix(QUERY), value)
        return [lambda url: url.extend_query([pair])]
    raise BadChange(f"{option}: nothing can be appended to {quoted(name)}; the names are path, query and {QUERY}NAME")


def _with_segment(url: URL, segment: str) -> URL:
    """Return the URL with one more segment. `joinpath` is for references to other resources, so it leaves the query and
    the fragment out; here, they stay byte for byte.
    """
    href = url.href
    before, hash, fragment = href.partition("#")
    before, question_mark, query = before.partition("?")
    # Unlike `joinpath`, which takes what is encoded, the value is a name.
    return URL(f"{URL(before).joinpath(segment.replace('%', '%25'))}{question_mark}{query}{hash}{fragment}")


def _remove(option: str, given: str) -> list[Apply]:
    if not is_text(given):
        raise BadChange(f"{option}: {quoted(given)} is not text in the encoding of the shell")
    if not given.startswith(QUERY):
        instead = f"--set {given}=" if given in _KNOWN else f"{option} '{QUERY}{without_secrets(given)}'"
        raise BadChange(f"{option}: {quoted(given)} is not {QUERY}PATTERN; write {instead}")
    pattern = given.removeprefix(QUERY)
    return [lambda url: url.without_query(pattern)]


def _sort(_option: str, _given: str) -> list[Apply]:
    return [_sorted]


def _sorted(url: URL) -> URL:
    changed = URL(url)
    changed.search_params.sort()
    return changed


_OPTIONS: dict[str, Callable[[str, str], list[Apply]]] = {
    "--set": _set,
    "--append": _append,
    "--remove": _remove,
    "--sort-query": _sort,
    "--each": _each,
}
