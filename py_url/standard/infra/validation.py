"""§1.1 Writing: validation errors, and the exception that is raised when one of them ends a parse.

`ValidationError` is one error, with the standard's name and its place. The text of `InvalidURL` says what is wrong and
points at the place. https://url.spec.whatwg.org/#validation-error
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from py_url.standard.infra.fields import Fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    # A parser of this package calls this to report a *validation error* and continue. It passes the error's name, a
    # span of its input and, optionally, a more precise message. If it is None, no errors are computed.
    Report = Callable[[str, int, int, str | None], None]


class Failure(Exception):
    """Raised inside this package for *validation error, return failure*: the error's name and a span.

    ``message``, if given, is more precise than the one in the table.
    """

    def __init__(self, name: str, start: int, end: int, message: str | None = None) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.message = message

    def moved(self, offset: int) -> Failure:
        """Return the same failure for a longer input, in which this one's input starts at *offset*."""
        return Failure(self.name, self.start + offset, self.end + offset, self.message)


def moved(report: Report, offset: int) -> Report:
    """Return a `Report` for a part of the input of *report* that starts at *offset*."""
    return lambda name, start, end, message: report(name, start + offset, end + offset, message)


def ignore(_name: str, _start: int, _end: int, _message: str | None) -> None:
    """A `Report` for a parse of which only the failure matters. With any report, failures are described in detail."""


def place_of(start: int, end: int) -> str:
    """A span as text: ``21``, or ``20-25`` if it is longer than one code point."""
    return f"{start}-{end}" if end > start + 1 else f"{start}"


class StateOverrideFailure(Exception):
    """A failure without a validation error: with a state override, or for a record that no parser made. The API's
    setters ignore it.
    """


def _args(error: Exception) -> tuple[object, ...]:
    set_by_others: tuple[object, ...] = BaseException.__dict__["args"].__get__(error)
    return set_by_others or (str(error),)


def _set_args(error: Exception, args: Iterable[object]) -> None:
    BaseException.__dict__["args"].__set__(error, args)


class MakesText(ValueError):
    """A base of exceptions that make their text when something asks for it, and that hide passwords in it.

    ``args`` has the text alone. The state of a copy or a pickle is a dict of the values that ``_own`` names, which are
    the arguments of the constructor, and of the attributes that a subclass or a user has added.
    """

    args = property(_args, _set_args, doc="The text of the exception, in a tuple.")

    _own: tuple[str, ...] = ()
    _private: frozenset[str] = frozenset()

    @classmethod
    def _base(cls) -> type:
        """The class that has the values, of which this one may be a subclass."""
        return next(base for base in cls.__mro__ if "_own" in base.__dict__)

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        return state_of(self, self._base(), {name: getattr(self, name) for name in self._own}, self._private)

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, self._base(), state, self._own, private=self._private)

    def __reduce__(self) -> tuple[object, ...]:
        from py_url.standard.infra.copying import reduced

        return reduced(self)


class Rebuilt(MakesText):
    """A base of those that can also be made of their text alone, as tools do that carry only ``args``.

    Then they have nothing else, and their state is a dict of ``text``.
    """

    if TYPE_CHECKING:
        _text: str

    def _restore_text(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"the text must be a str, not {type(text).__name__}")
        self._text = str.__str__(text)

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        if not hasattr(self, "_text"):
            return super().__getstate__()
        return state_of(self, self._base(), {"text": self._text}, {"_text", *self._private, *self._own})

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        if isinstance(state, dict) and "text" in state and self._own[0] not in state:
            restore(self, self._base(), state, ("text",), type(self)._restore_text, {"_text", *self._private})
        else:
            super().__setstate__(state)


class ValidationError(Fields):
    """A *validation error* (§1.1).

    - ``name`` is the standard's name for it.
    - ``start`` and ``end`` are offsets in code points into the original input, including its leading spaces, tabs and
      newlines. They are equal if something is missing.
    - ``fatal`` says whether the error ended the parse.
    - ``message`` says what is wrong and what to write instead.
    - ``link`` is the URL of the standard's definition.

    It cannot be changed.

    Raises:
        TypeError: If an argument has another type.
    """

    __module__ = "py_url"  # that users import it from: pickles name it

    __slots__ = ("end", "fatal", "message", "name", "start")
    __match_args__ = ("name", "start", "end")
    _fields = ("name", "start", "end", "fatal", "message")

    name: str
    start: int
    end: int
    fatal: bool
    message: str

    def __init__(self, name: str, start: int, end: int, fatal: bool, message: str) -> None:
        if not (isinstance(name, str) and isinstance(start, int) and isinstance(end, int) and isinstance(message, str)):
            kinds = ", ".join(type(value).__name__ for value in (name, start, end, message))
            raise TypeError(f"a name, two places and a message must be a str, two ints and a str, not {kinds}")
        if hasattr(self, "name"):
            raise AttributeError(f"a {type(self).__name__} cannot be changed")
        keep = object.__setattr__
        keep(self, "name", str.__str__(name))
        keep(self, "start", start)
        keep(self, "end", end)
        keep(self, "fatal", bool(fatal))
        keep(self, "message", str.__str__(message))

    @property
    def link(self) -> str:
        """The URL of the standard's definition of this error."""
        from py_url.standard.infra.error_table import link

        return link(self.name)

    @property
    def place(self) -> str:
        """The span as text: ``21``, or ``20-25`` if it is longer than one code point."""
        return place_of(self.start, self.end)

    def _key(self) -> tuple[str, int, int, bool, str]:
        return self.name, self.start, self.end, self.fatal, self.message

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, ValidationError) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> dict[str, object]:
        from py_url.standard.infra.copying import state_of

        return state_of(self, ValidationError, dict(self))

    def __setstate__(self, state: object) -> None:
        from py_url.standard.infra.copying import restore

        restore(self, ValidationError, state, self._fields)

    def __repr__(self) -> str:
        name, start, end, fatal, message = self._key()
        return f"{type(self).__name__}(name={name!r}, start={start}, end={end}, fatal={fatal}, message={message!r})"


class InvalidURL(Rebuilt):
    """Raised when one of the standard's parsers returns failure, and for a record that no URL parses to.

    *input* is the string that did not parse, and *what* says what it is ("URL", "base URL", "host" or "URL record").
    ``errors`` holds its `ValidationError` values, of which the last is fatal. It is empty only for a failure that has
    no name in the standard; *reason* may then say what is wrong. The text of the exception hides anything that may be a
    password, but nothing else: a token in the path or the query is shown.

    ``args`` has the text alone. Tools that carry only that rebuild the exception as ``InvalidURL(*error.args)``, which
    shows the same text, and has neither ``input`` nor ``errors``.

    *errors* may be a function that returns the errors. It is called when they are first needed. The text of the
    exception needs only the fatal one: *fatal* returns it in a fraction of the time.

    The state of a copy or a pickle is a dict of ``input``, ``errors``, ``what`` and the attributes that a subclass or a
    user has added. Unpickling raises ValueError for another one.

    Raises:
        TypeError: If an argument or one of *errors* has another type.

    >>> from py_url import URL
    >>> try:
    ...     URL("https://h:x")
    ... except InvalidURL as error:
    ...     error.fatal_error.name
    'port-invalid'
    """

    __module__ = "py_url"  # the module that users import it from, for tracebacks

    reason: str = ""
    _own = ("input", "errors", "what")
    _private = frozenset({"_errors", "_find_fatal", "_fatal", "_text"})
    _fatal: ValidationError | None = None

    if TYPE_CHECKING:
        input: str
        what: str
        _errors: tuple[ValidationError, ...] | Callable[[], Iterable[ValidationError]]
        _find_fatal: Callable[[], ValidationError] | None

    def __init__(
        self,
        input: str,
        errors: Iterable[ValidationError] | Callable[[], Iterable[ValidationError]] | None = None,
        what: str = "URL",
        fatal: Callable[[], ValidationError] | None = None,
        reason: str = "",
    ) -> None:
        super().__init__()  # no args, because tools that show them would show a password
        if errors is None:
            if isinstance(input, str) and input.startswith("invalid ") and what == "URL" and not fatal and not reason:
                self._restore_text(input)
                return
            errors = ()
        if not isinstance(input, str) or not isinstance(what, str):
            raise TypeError(f"the input and what it is must be str, not {type(input).__name__}, {type(what).__name__}")
        if not callable(errors):
            if isinstance(errors, str | bytes) or not hasattr(errors, "__iter__"):
                raise TypeError(f"the errors must be an iterable or a function, not {type(errors).__name__}")
            errors = tuple(errors)
            if wrong := [error for error in errors if not isinstance(error, ValidationError)]:
                raise TypeError(f"each of the errors must be a ValidationError, not {type(wrong[0]).__name__}")
        if fatal is not None and not callable(fatal):
            raise TypeError(f"fatal must be a function or None, not {type(fatal).__name__}")
        if not isinstance(reason, str):
            raise TypeError(f"the reason must be a str, not {type(reason).__name__}")
        if reason:
            self.reason = str.__str__(reason)
        self.input = str.__str__(input)  # the plain str, as an instance of a subclass may show itself otherwise
        self.what = str.__str__(what)
        self._errors = errors
        self._find_fatal = fatal
        self._fatal = None

    def _restore_text(self, text: str) -> None:
        super()._restore_text(text)
        # What the text calls it is before the input, in quotes, or before the error.
        what = self._text.removeprefix("invalid ").replace('"', "'").partition("'")[0].partition(":")[0]
        self.what, self._errors, self._find_fatal = what.strip(" "), (), None

    @staticmethod
    def _unchecked(
        input: str, errors: Callable[[], Iterable[ValidationError]], what: str, fatal: Callable[[], ValidationError]
    ) -> InvalidURL:
        """The exception for arguments that are known to be right, in a third of the time."""
        error = InvalidURL.__new__(InvalidURL)
        error.input, error.what, error._errors, error._find_fatal = input, what, errors, fatal
        return error

    @property
    def errors(self) -> tuple[ValidationError, ...]:
        """The validation errors of the input, in the order in which the parser reports them.

        The last one is fatal.
        """
        # Read once: another thread may set it meanwhile.
        errors = self._errors
        if not isinstance(errors, tuple):
            self._errors = errors = tuple(errors() if callable(errors) else errors)
        return errors

    def on_one_line(self) -> str:
        """Return the text on one line, with the input in quotes instead of the line with carets.

        >>> InvalidURL("b c", reason="it has a space").on_one_line()
        "invalid URL 'b c': it has a space"
        """
        if hasattr(self, "_text"):
            return " ".join(filter(None, self._text.replace("\n", " ").split(" ")))
        from py_url.standard.infra.showing import in_quotes

        shown, of = in_quotes(self.input)
        return f"invalid {self.what} {shown}{self._what_is_wrong(of)}"

    def __str__(self) -> str:
        if hasattr(self, "_text"):
            return self._text
        fatal = self.fatal_error
        if fatal is None:
            return self.on_one_line()
        from py_url.standard.infra.showing import pointing_lines

        lines = pointing_lines(self.input, fatal.start, fatal.end)
        return f"invalid {self.what}{self._what_is_wrong()}{lines}"

    @property
    def fatal_error(self) -> ValidationError | None:
        """The last of the `errors`, which ended the parse, or None.

        Finding it takes about as long as the parse, and finding all errors may take much longer.
        """
        if self._find_fatal is None or isinstance(self._errors, tuple):
            return self.errors[-1] if self.errors else None
        if self._fatal is None:
            self._fatal = self._find_fatal()
        return self._fatal

    def _what_is_wrong(self, of: str = "") -> str:
        fatal = self.fatal_error
        if fatal is None:
            return f": {self.reason}" if self.reason else ""
        return f": {fatal.name} at {fatal.place}{of}: {fatal.message}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.on_one_line()!r})"
