"""§4.3 URL writing and §1.1: from a URL string with validation errors to a valid one that means the same.

Takes a string, parses it with the state machine that reports validation errors, and answers each report with the
change that remedies it. The result is checked: the standard's grammar accepts it, and it parses to the same URL.
https://url.spec.whatwg.org/#valid-url-string
"""

from __future__ import annotations

from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    joined,
    plain_str,
    scalar_value_string,
    with_pairs_joined,
    without_tabs_and_newlines,
)
from py_url.standard.infra.copying import Record
from py_url.standard.infra.error_table import ANOTHER_URL
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.validation import Failure, ValidationError
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import (
    URLRecord,
    serialize,
)
from py_url.standard.urls.remedies import UNIT, FixingStateMachine, Remedies
from py_url.standard.urls.reporting import (
    TABS_AND_NEWLINES,
    fatal_error,
    iter_validation_errors,
)
from py_url.standard.urls.state import State
from py_url.standard.urls.writing import is_valid_url_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from py_url.standard.urls.remedies import Remedy


class Change(Record):
    """One change of a string: *new* replaces *old*, which is ``string[start:end]``.

    *start* and *end* are offsets in code points into the original string, and equal if something was missing. *name* is
    that of the validation error that the change remedies.
    """

    __slots__ = __match_args__ = ("start", "end", "old", "new", "name")

    start: int
    end: int
    old: str
    new: str
    name: str

    def __init__(self, start: int, end: int, old: str, new: str, name: str) -> None:
        self._fill((start, int), (end, int), (old, str), (new, str), (name, str))


class Fixed(Record):
    """What `fix` returns: the valid URL *string*, and the *changes* that lead to it, from left to right.

    A string that was valid has none. ``str(fixed)`` is the string, and ``dict(fixed)`` has both for JSON.

    Raises:
        TypeError: For an argument of another type.
    """

    __slots__ = __match_args__ = ("string", "changes")

    string: str
    changes: tuple[Change, ...]

    def __init__(self, string: str, changes: tuple[Change, ...]) -> None:
        self._fill((string, str), (changes, tuple))
        if not all(isinstance(change, Change) for change in changes):
            raise TypeError("the changes of a Fixed must be Change objects")

    def __str__(self) -> str:
        return self.string


# The module that users import them from, because pickles name it.
Change.__module__ = Fixed.__module__ = "py_url.standard"
# That module has no name `Change` until something asks for it.
Fixed.__annotations__["changes"] = tuple[Change, ...]


def fix(string: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord | None = None) -> Fixed | None:
    r"""§4.3 Return the nearest *valid URL string* that parses to the same URL as *string*, relative to *base*.

    Each validation error is remedied where it is, and the rest stays. If a relative URL repeats the scheme of its base
    URL, that scheme is removed.

    The result is None if *string* does not parse, and if no valid string means the same; `why_not_fixed` then says why.
    Such URLs have credentials; a ``%`` without two hex digits; one of ``"<>[\]^`{|}`` in a part in which the parser
    does not percent-encode it, such as ``[`` in a query; a second ``#``; a space in an opaque path; or a domain that is
    not valid, such as one with ``_``, or with ``.`` at its end.

    Raises:
        InvalidURL: If *base* does not parse.
        TypeError: For an argument of any other type.

    >>> fix("https:/h/a b").string
    'https://h/a%20b'
    """
    text, base_record = _text_and_base(string, base)
    try:
        url, remedies = _parsed(text, base_record)
    except Failure:
        return None
    fixed = _applied(text, remedies, url)
    return fixed if _is_right(fixed.string, url, base_record) else None


def why_not_fixed(
    string: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord | None = None
) -> ValidationError | None:
    """Return the validation error because of which `fix` returns None, or None if `fix` returns a string.

    If *string* does not parse, relative to *base*, it is the fatal error. Otherwise it is the first one whose remedy
    makes it another URL, and its message says so. Raises the errors of `fix`.

    >>> why_not_fixed("https://u:p@h/").name
    'invalid-credentials'
    """
    text, base_record = _text_and_base(string, base)
    try:
        url, remedies = _parsed(text, base_record)
    except Failure:
        return fatal_error(text, base_record)
    if _is_right(_applied(text, remedies, url).string, url, base_record):
        return None
    if remedies.obstacle is None:  # what comes of the base has an error, such as its credentials
        error = next(iter_validation_errors(text, base_record), None)
        return error and ValidationError(error.name, error.start, error.end, False, f"{error.message}{ANOTHER_URL}")
    start, end, name, message = remedies.obstacle
    return ValidationError(name, *Positions(text, trimmed=True)(start, end), False, message)


def _text_and_base(
    string: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord | None
) -> tuple[str, URLRecord | None]:
    text = plain_str(string) if isinstance(string, str) else serialize(record_of(string))
    return text, None if base is None else record_of(base, "base URL")


def _parsed(string: str, base: URLRecord | None) -> tuple[URLRecord, Remedies]:
    """Parse *string*, and return the URL and the remedies of its errors. Raises Failure."""
    url = URLRecord()
    input = without_tabs_and_newlines(scalar_value_string(string).strip(C0_CONTROL_OR_SPACE))
    with_surrogates = without_tabs_and_newlines(with_pairs_joined(string).strip(C0_CONTROL_OR_SPACE))
    remedies = Remedies(Positions(string, trimmed=True), input)
    FixingStateMachine(input, url, base, remedies, with_surrogates).run(State.SCHEME_START)
    return url, remedies


def _is_right(string: str, url: URLRecord, base: URLRecord | None) -> bool:
    """Return whether *string* is valid, so that it parses, and parses to *url*."""
    return is_valid_url_string(string, base) and serialize(run_parser(string, base)) == serialize(url)


def _applied(string: str, remedies: Remedies, url: URLRecord) -> Fixed:
    """Apply the remedies to *string*, and remove what the parser ignores.

    For an error without a remedy, the serialization of *url* replaces all of it.
    """
    changes: list[Change] = []

    def pieces() -> Iterator[str]:
        place = 0
        for start, end, new, name in sorted([*_ignored(string), *remedies.in_original()]):
            # Otherwise it is inside the change before it, or there is nothing left to do.
            if start >= place and string[start:end] != new:
                changes.append(Change(start, end, string[start:end], new, name))
                yield string[place:start]
                yield new
                place = end
        yield string[place:]

    fixed = joined(pieces())
    if remedies.unknown is None:
        return Fixed(fixed, tuple(changes))
    whole = serialize(url)
    return Fixed(whole, (Change(0, len(string), string, whole, remedies.unknown),))


def _ignored(string: str) -> Iterator[Remedy]:
    """Yield the removals of spaces and control characters around a URL, and of tabs and newlines in it."""
    start = len(string) - len(string.lstrip(C0_CONTROL_OR_SPACE))
    end = max(start, len(string.rstrip(C0_CONTROL_OR_SPACE)))
    yield 0, start, "", UNIT
    for found in TABS_AND_NEWLINES.finditer(string, start, end):
        yield *found.span(), "", UNIT
    yield end, len(string), "", UNIT
