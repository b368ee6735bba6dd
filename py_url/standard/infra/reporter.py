"""§1.1 Writing: who listens to the validation errors of a parse.

In: errors' names and spans, as a parser reports them. Out: `ValidationError` values, in order, whose places are those
of the input as it was given.
"""

from __future__ import annotations

from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.infra.validation import ValidationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.infra.places import Places
    from py_url.standard.infra.validation import Failure


class Reporter:
    """The validation errors of one parse: a `Report`, which keeps them in order, and the failure that may end it."""

    __slots__ = ("_errors", "_places")

    def __init__(self, places: Places) -> None:
        self._places = places
        self._errors: list[ValidationError] = []

    def __call__(self, name: str, start: int, end: int, message: str | None = None, *, fatal: bool = False) -> None:
        """Keep a validation error whose span lies in the parser's input."""
        message = message or VALIDATION_ERRORS[name]
        self._errors.append(ValidationError(name, *self._places(start, end), fatal, message))

    def fail(self, failure: Failure) -> None:
        """Keep the validation error with which the parser returned failure."""
        self(failure.name, failure.start, failure.end, failure.message, fatal=True)

    def errors(self) -> list[ValidationError]:
        """All that was reported."""
        return self._errors
