"""A list of URLs as a table."""

from __future__ import annotations

from playground.answers import base_of
from py_url import URL, InvalidURL, validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json

ERRORS_COUNTED = 100


def rows(lines: list[str], base: str = "") -> Json:
    """Return a row for each of the *lines*: the input, the href or None, the host, the names of the validation errors,
    and why it does not parse. Raises InvalidURL if *base* does not parse.
    """
    base_url = base_of(base)
    return [_row(line, base_url) for line in lines]


def _row(line: str, base: URL | None) -> Json:
    errors = validate(line, base, limit=ERRORS_COUNTED)
    names: Json = [*dict.fromkeys(error.name for error in errors)]
    try:
        url = URL(line, base)
    except InvalidURL:
        return [line, None, "", names, errors[-1].message]
    return [line, url.href, url.host, names, None]
