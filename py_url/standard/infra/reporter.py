"""§1.1 Writing: the collector of a parse's validation errors.

Takes names and spans of errors as a parser reports them, and returns `ValidationError` values, in order, with places in
the original input. https://url.spec.whatwg.org/#validation-error
"""

from __future__ import annotations

from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.infra.validation import ValidationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from py_url.standard.infra.positions import Positions
    from py_url.standard.infra.validation import Failure

    # A validation error's name, its span and, optionally, its message.
    Reported: TypeAlias = tuple[str, int, int, str | None]


def error_of_failure(failure: Failure, places: Positions | None) -> ValidationError:
    """Return the validation error with which a parser returned *failure*. *places* is None if it read all of the input
    as it is.
    """
    start, end = (failure.start, failure.end) if places is None else places(failure.start, failure.end)
    return ValidationError(failure.name, start, end, True, failure.message or VALIDATION_ERRORS[failure.name])


class Reporter:
    """A `Report` that collects the validation errors of one parse, including the failure that may end it.

    ``fatal`` is the error of that failure, or None.
    """

    __slots__ = ("_places", "_reports", "fatal")

    def __init__(self, places: Positions) -> None:
        self._places = places
        self._reports: list[Iterable[Reported]] = []
        self.fatal: ValidationError | None = None

    def __call__(self, name: str, start: int, end: int, message: str | None = None) -> None:
        """Add a validation error. *start* and *end* are places in the parser's input."""
        self._reports.append([(name, start, end, message)])

    def later(self, reports: Iterable[Reported]) -> None:
        """Add validation errors, as many as *reports* yields when the errors are asked for. A long input may have as
        many errors as code points, so they are not kept.
        """
        self._reports.append(reports)

    def fail(self, failure: Failure) -> None:
        """Add the validation error with which the parser returned failure."""
        self.fatal = error_of_failure(failure, self._places)

    def errors(self) -> Iterator[ValidationError]:
        """Yield all errors reported so far. Can be called once."""
        for reports in self._reports:
            for report in reports:
                yield self._error(*report)
        if self.fatal is not None:
            yield self.fatal

    def _error(self, name: str, start: int, end: int, message: str | None) -> ValidationError:
        return ValidationError(name, *self._places(start, end), False, message or VALIDATION_ERRORS[name])
