"""What the commands of the command line share: the style of text, and the `Answer` with its parts."""

from __future__ import annotations

from py_url.api.url import URL, iter_validation_errors
from py_url.standard.infra.showing import (
    hide_secrets,
    names_a_secret,
    secret_spans,
    without,
    without_secrets,
)
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import basic_parse
from py_url.standard.urls.record import serialize
from py_url.standard.urls.sites import is_a_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from py_url.programs.options import Options
    from py_url.standard.infra.validation import ValidationError
    from py_url.standard.urls.record import URLRecord

    _Item = TypeVar("_Item")

# The text shows at most this many errors per input, unless an option gives another number. JSON has them all.
MOST_ERRORS = 20


class Style:
    """Styles text for a terminal; if *plain* is true, it leaves text as it is."""

    __slots__ = ("_plain",)

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain

    def _styled(self, code: str, text: str) -> str:
        return text if self._plain or not text else f"\x1b[{code}m{text}\x1b[0m"

    def bold(self, text: str) -> str:
        """Emphasize the most important text."""
        return self._styled("1", text)

    def green(self, text: str) -> str:
        """Mark success."""
        return self._styled("32", text)

    def red(self, text: str) -> str:
        """Mark an error."""
        return self._styled("1;31", text)

    def faint(self, text: str) -> str:
        """Mark less important text."""
        return self._styled("2", text)


class Answer:
    """What a command says about one input: ``data`` for JSON, ``text()`` for people, and whether the input ``passes``.

    If the input was ``refused``, the text is an error message and goes to standard error.
    """

    __slots__ = ("data", "passes", "refused", "text")

    def __init__(
        self, data: dict[str, object], text: Callable[[], str], *, passes: bool = True, refused: bool = False
    ) -> None:
        self.data = data
        self.text = text
        self.passes = passes and not refused
        self.refused = refused


def refusal(error: InvalidURL, options: Options) -> Answer:
    """Return the answer for an input that did not parse. The text needs only the fatal error."""
    data: dict[str, object] = {"failure": True}
    if options.json:
        data["errors"] = list(map(error_data, error.errors))
        if error.reason:
            data["message"] = error.reason
    elif options.guess_scheme is False and not options.base and not options.edition:
        failure = error.fatal_error
        if failure is not None and failure.name == "missing-scheme-non-relative-URL":
            hint = f"{failure.message}, or use --guess-scheme, or --base for what it is relative to"
            return Answer(data, lambda: str(error).replace(failure.message, hint, 1), refused=True)
    return Answer(data, lambda: str(error), refused=True)


def error_data(error: ValidationError) -> dict[str, str | int | bool]:
    """Return a validation error as an object of JSON."""
    return {
        "name": error.name,
        "start": error.start,
        "end": error.end,
        "fatal": error.fatal,
        "message": error.message,
        "link": error.link,
    }


def input_without_secrets(input: str, command: str, options: Options, *, parses: bool) -> str:
    """Return the *input* of a command with ``***`` in place of its userinfo and of the passwords in it.

    That of ``host`` may be a URL.
    """
    if command in ("explain", "guard"):
        from py_url.parsers import hidden

        return hidden.without_secrets(input)
    if not parses:
        return hide_secrets(without_secrets(input))
    is_without = "@" not in input or (command == "host" and not is_a_url(input))
    return hide_secrets(without(input, secret_spans(input) if is_without else hidden_in(input, options)))


def hidden_in(input: str, options: Options) -> list[tuple[int, int]]:
    """Return the spans of *input*, which parses, that may be secret."""
    from py_url.parsers.hidden import credentials_span

    return secret_spans(input, credentials_span(errors_of(input, options)))


def as_shown(text: str, options: Options) -> str:
    """Return *text*, a serialized URL or a part of one, without secrets unless the options ask for them."""
    return text if options.show_secrets else hide_secrets(text)


def pair_as_shown(name: str, value: str, options: Options) -> tuple[str, str]:
    """Return a name and its value as `as_shown` does; together they may say more than each alone."""
    if value and not options.show_secrets:
        # Decoded, a password may have the delimiters of a URL.
        is_url = "//" in value.replace("\\", "/")
        value = "***" if names_a_secret(name) else without_secrets(value) if is_url else value
    return as_shown(name, options), as_shown(value, options)


def record_of(input: str, options: Options) -> URLRecord:
    """Parse *input* as the options say. Raises InvalidURL."""
    if options.edition is not None:
        from py_url import editions

        return editions.parse(input, options.base, edition=options.edition, encoding=options.encoding)
    return basic_parse(input, options.base, encoding=options.encoding)


def href_of(input: str, options: Options) -> str:
    """Parse *input* as the options say, and return its serialization. Raises InvalidURL."""
    if options.guess_scheme:
        from py_url.specs.schemes.user_input import from_user_input

        try:
            return str(from_user_input(input))
        except InvalidURL:
            raise
        except ValueError as error:
            raise InvalidURL(input, reason=str(error)) from None
    if options.edition is not None or options.encoding != "utf-8":
        return serialize(record_of(input, options))
    return URL(input, options.base_as_given).href  # faster than the record, for many lines


def errors_of(input: str, options: Options) -> Iterable[ValidationError]:
    """Return the validation errors of *input*, as the options say."""
    if options.edition is not None:
        from py_url import editions

        return editions.validate(input, options.base, edition=options.edition)
    return iter_validation_errors(input, options.base)


def first_and_last(items: Iterable[_Item], most: int | None) -> tuple[list[_Item], int]:
    """Return the first *most* of the items, or all if it is None, and how many there are.

    If some are left out, the last one takes the place of the last of these. The others are not kept.
    """
    first = []
    count = 0
    for item in items:
        count += 1
        if most is None or count <= most:
            first.append(item)
    if first:
        first[-1] = item
    return first, count
