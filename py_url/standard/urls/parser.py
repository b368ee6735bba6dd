"""§4.4 URL parsing: the basic URL parser. Its states are in `py_url.standard.urls.states`.

https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

from py_url.standard.infra.code_points import (
    C0_CONTROL_OR_SPACE,
    plain_str,
    scalar_value_string,
    without_tabs_and_newlines,
)
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.late import Late
from py_url.standard.infra.validation import Failure, InvalidURL, StateOverrideFailure
from py_url.standard.urls.record import URLRecord, clone, expect_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from py_url.standard.infra.validation import ValidationError
    from py_url.standard.urls import state as states

    class HasRecord(Protocol):
        """`py_url.URL`, which this module, being below it, cannot import."""

        def to_record(self) -> URLRecord:
            """A new record of what the URL is."""
            ...

else:
    # Annotations name these, and programs evaluate annotations. Importing `typing` would take longer than a thousand
    # URLs.
    states = Late("py_url.standard.urls.state")

    class _WithToRecord(type):
        def __instancecheck__(cls, value: object) -> bool:
            return hasattr(value, "to_record")

    class HasRecord(metaclass=_WithToRecord):
        """`py_url.URL`, or another object with a method ``to_record``."""

        __get_pydantic_core_schema__ = classmethod(URLRecord.__get_pydantic_core_schema__.__func__)


def basic_parse(
    input: str,
    base: URLRecord | None = None,
    url: URLRecord | None = None,
    state_override: states.State | None = None,
    encoding: str = "utf-8",
) -> URLRecord:
    """§4.4 *basic URL parser*: parse *input*, relative to *base* if there is one, and return a new record.

    With *url* and *state_override*, which the setters of the API use, modify *url* and return it. If the parser fails,
    *url* keeps the changes made before. A state that the standard never enters with such a record or base is a failure
    too, for example a state for a list of path segments with an opaque path.

    Raises:
        InvalidURL: On failure (with *url*, it has only the fatal error, or none).
        TypeError: For an argument of another type, or if only one of *url* and *state_override* is None.
        LookupError: If *encoding* is not a label of the Encoding Standard.
        ModuleNotFoundError: For an encoding other than UTF-8 and UTF-16 if the extra ``encodings`` is not installed.

    >>> basic_parse("https://h/a?b").query
    'b'
    """
    if base is not None:
        expect_record(base, "the base URL")
    if url is not None:
        expect_record(url)
    if state_override is not None:
        from py_url.standard.urls.state import State

        if not isinstance(state_override, State):
            raise TypeError(f"state_override must be a State, not {type(state_override).__name__}")
    if (url is None) != (state_override is None):
        raise TypeError("url and state_override are given together or not at all")
    input = plain_str(input)
    encoding = get_an_output_encoding(encoding)
    try:
        if url is None or state_override is None:
            return run_parser(input, base, encoding)
        parse_with_override(input, url, state_override, base, encoding)
        return url
    except StateOverrideFailure:
        raise InvalidURL(input, ()) from None
    except Failure as failure:
        if url is None:
            raise invalid_url(input, base, "URL") from None
        from py_url.standard.infra.positions import Positions
        from py_url.standard.infra.reporter import error_of_failure

        raise InvalidURL(input, [error_of_failure(failure, Positions(input, trimmed=False))]) from None


def run_parser(input: str, base: URLRecord | None = None, encoding: str = "UTF-8") -> URLRecord:
    """The basic URL parser on a str. Raises Failure, whose span is in *input* after trimming and without tabs.

    *encoding* is the name of an output encoding.
    """
    # Many programs need only the fast path.
    from py_url.standard.urls.state import State
    from py_url.standard.urls.states import StateMachine

    url = URLRecord()
    string = scalar_value_string(input).strip(C0_CONTROL_OR_SPACE)
    machine = StateMachine(without_tabs_and_newlines(string), url, base, None, encoding)
    machine.run(State.SCHEME_START)
    return url


def parse_with_override(
    input: str, url: URLRecord, state_override: states.State, base: URLRecord | None = None, encoding: str = "UTF-8"
) -> None:
    """The basic URL parser on a str with a state override. Modifies *url*; raises Failure or StateOverrideFailure."""
    from py_url.standard.urls.states import StateMachine

    string = without_tabs_and_newlines(scalar_value_string(input))
    StateMachine(string, url, base, state_override, encoding).run(state_override)


def parse_or_raise(input: str, base: URLRecord | None, what: str) -> URLRecord:
    """Like `run_parser`, but raises InvalidURL, in which *what* names the input."""
    try:
        return run_parser(input, base)
    except Failure:
        raise invalid_url(input, base, what) from None


def invalid_url(input: str, base: str | URLRecord | None, what: str) -> InvalidURL:
    """The exception for an *input* that does not parse, relative to a *base* that does. It finds the validation errors
    when it is asked for them.
    """
    if isinstance(base, URLRecord):
        base = clone(base)  # the caller's may change in the meantime

    def errors() -> list[ValidationError]:
        from py_url.standard.urls.reporting import validation_errors

        return validation_errors(input, run_parser(base) if isinstance(base, str) else base)

    def fatal() -> ValidationError:
        from py_url.standard.urls.reporting import fatal_error

        return fatal_error(input, run_parser(base) if isinstance(base, str) else base)

    return InvalidURL._unchecked(input, errors, what, fatal)


def record_of(url: str | URLRecord | HasRecord, what: str = "URL") -> URLRecord:
    """The record of a URL in any of its forms: a str, which is parsed, a `URLRecord`, or a `URL`.

    Raises InvalidURL for a str that does not parse, TypeError for another type and for a record with a member of
    another type; *what* names the argument in both.
    """
    if isinstance(url, URLRecord):
        return expect_record(url, f"the {what}")
    if isinstance(url, str):
        return parse_or_raise(plain_str(url), None, what)
    if hasattr(type(url), "to_record") and isinstance(record := url.to_record(), URLRecord):
        return record
    from py_url.standard.infra.foreign import href_of_proxy, kind_of

    if (href := href_of_proxy(url)) is not None:
        return parse_or_raise(href, None, what)
    raise TypeError(f"the {what} must be a str, a URL or a URLRecord, not {kind_of(url)}")
