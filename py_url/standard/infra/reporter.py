"""§1.1 Writing: the collector of a parse's validation errors.

Takes names and spans of errors as a parser reports them, and returns `ValidationError` values, in order, with places in
the original input. https://url.spec.whatwg.org/#validation-error
"""

from __future__ import annotations

from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.infra.validation import ValidationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.infra.places import Places
    from py_url.standard.infra.validation import Failure


def error_of_failure(failure: Failure, places: Places) -> ValidationError:
    """Return the validation error with which a parser returned *failure*."""
    reporter = Reporter(places)
    reporter.fail(failure)
    return reporter.errors()[0]


def ignore(_name: str, _start: int, _end: int, _message: str | None) -> None:
    """A `Report` for a parse of which only the failure matters. With any report, failures are described in detail."""


class Reporter:
    """A `Report` that collects the validation errors of one parse, including the failure that may end it."""

    __slots__ = ("_errors", "_places")

    def __init__(self, places: Places) -> None:
        self._places = places
        self._errors: list[ValidationError] = []

    def __call__(self, name: str, start: int, end: int, message: str | None = None, *, fatal: bool = False) -> None:
        """Add a validation error. *start* and *end* are places in the parser's input."""
        message = message or VALIDATION_ERRORS[name]
        self._errors.append(ValidationError(name, *self._places(start, end), fatal, message))

    def fail(self, failure: Failure) -> None:
        """Add the validation error with which the parser returned failure."""
        self(failure.name, failure.start, failure.end, failure.message, fatal=True)

    def errors(self) -> list[ValidationError]:
        """Return all errors reported so far."""
        return self._errors
