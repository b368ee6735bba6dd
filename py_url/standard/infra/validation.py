"""§1.1 Writing: validation errors, and the exception that carries those which end a parse.

In: the error's standard name and the place. Out: `ValidationError` values, and `InvalidURL`, whose text says what is
wrong and points at the place.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    # How a parser inside this package says *validation error* and goes on: a name, a span of its input, and perhaps
    # more than the table says of it. Where no one listens, it is None and nothing is worked out.
    Report = Callable[[str, int, int, str | None], None]


class Failure(Exception):
    """How a parser inside this package says *validation error, return failure*: the error's name and a span.

    ``message``, where it is given, says more than the table does.
    """

    def __init__(self, name: str, start: int, end: int, message: str | None = None) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.message = message

    def moved(self, offset: int) -> Failure:
        """The same failure, for an input in which that of this one begins at *offset*."""
        return Failure(self.name, self.start + offset, self.end + offset, self.message)


def moved(report: Report, offset: int) -> Report:
    """*report* for a part of its input, which begins at *offset*."""
    return lambda name, start, end, message: report(name, start + offset, end + offset, message)


class StateOverrideFailure(Exception):
    """A failure which the standard gives no name, because only the API's setters can meet it and they ignore it."""


class ValidationError:
    """A *validation error* (§1.1).

    ``name`` is the standard's; ``start`` and ``end`` are code-point offsets into the original input, leading spaces,
    tabs and newlines counted, and equal where something is missing; ``fatal`` says that parsing ended there;
    ``message`` says what is wrong and how to write it instead; ``link`` is the address of the standard's definition.
    """

    __slots__ = ("end", "fatal", "message", "name", "start")
    __match_args__ = ("name", "start", "end")

    def __init__(self, name: str, start: int, end: int, fatal: bool, message: str) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.fatal = fatal
        self.message = message

    @property
    def link(self) -> str:
        """The address at which the standard defines this error."""
        from py_url.standard.infra.error_table import link

        return link(self.name)

    @property
    def place(self) -> str:
        """The span for people: ``21``, or where it is of more than one code point ``20-25``."""
        return f"{self.start}-{self.end}" if self.end > self.start + 1 else f"{self.start}"

    def _key(self) -> tuple[str, int, int, bool, str]:
        return self.name, self.start, self.end, self.fatal, self.message

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, ValidationError) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[ValidationError], tuple[str, int, int, bool, str]]:
        return type(self), self._key()

    def __repr__(self) -> str:
        return "ValidationError(name={!r}, start={}, end={}, fatal={}, message={!r})".format(*self._key())


class InvalidURL(ValueError):
    """Raised where the standard's parsers return failure.

    ``input`` is the string that did not parse, ``what`` names it ("URL", "base URL", "host"), and ``errors`` holds its
    `ValidationError` values, the last of them fatal; it is empty only for a failure that the standard leaves unnamed.
    The text of the exception hides what may be a password.

    *errors* may be a function that gives them, called when they are first asked for.
    """

    __module__ = "py_url"  # where it is imported from, and so what a traceback should call it

    def __init__(
        self,
        input: str,
        errors: Iterable[ValidationError] | Callable[[], Iterable[ValidationError]] = (),
        what: str = "URL",
    ) -> None:
        super().__init__()  # without arguments: whatever shows them would show a password
        self.input = input
        self.what = what
        self._errors = errors

    @property
    def errors(self) -> tuple[ValidationError, ...]:
        """The validation errors of the input, in the order in which the parser reports them, up to the fatal one."""
        if not isinstance(self._errors, tuple):
            self._errors = tuple(self._errors() if callable(self._errors) else self._errors)
        return self._errors

    def on_one_line(self) -> str:
        """As the text, but in place of the line that points, the input in quotes."""
        from py_url.standard.infra.showing import quoted

        return f"invalid {self.what} {quoted(self.input)}{self._what_is_wrong()}"

    def __str__(self) -> str:
        if not self.errors:
            return self.on_one_line()
        from py_url.standard.infra.showing import pointing_lines

        fatal = self.errors[-1]
        lines = pointing_lines(self.input, fatal.start, fatal.end)
        return f"invalid {self.what}{self._what_is_wrong()}{lines}"

    def _what_is_wrong(self) -> str:
        if not self.errors:
            return ""
        fatal = self.errors[-1]
        return f": {fatal.name} at {fatal.place}: {fatal.message}"

    def __repr__(self) -> str:
        return f"InvalidURL({self.on_one_line()!r})"

    def __reduce__(self) -> tuple[type[InvalidURL], tuple[str, tuple[ValidationError, ...], str], dict[str, object]]:
        more = {name: value for name, value in vars(self).items() if name not in ("input", "what", "_errors")}
        return type(self), (self.input, self.errors, self.what), more
