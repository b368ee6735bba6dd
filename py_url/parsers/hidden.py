"""Which parts of a string are hidden before it is shown: all that any parser could take for a password."""

from __future__ import annotations

from typing import NamedTuple

from py_url.standard.infra.showing import AT_SIGN, secret_spans, userinfo_span, without
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import run_parser
from py_url.standard.urls.reporting import iter_validation_errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from py_url.standard.infra.validation import ValidationError


def without_secrets(string: str) -> str:
    """Return *string* with ``***`` in place of its secrets.

    These are the userinfo that the URL Standard sees in it, and what any parser could read as a password.

    >>> without_secrets("https://u:p@h/")
    'https://***@h/'
    """
    return without(string, hidden_in(string).spans)


def hidden_spans(string: str) -> list[tuple[int, int]]:
    """Return the spans of *string* that `without_secrets` replaces.

    >>> hidden_spans("https://u:p@h/")
    [(8, 11), (10, 11), (10, 11)]
    """
    return hidden_in(string).spans


def _secret_span(string: str) -> tuple[int, int]:
    """Return where some parser could see a password in *string*: from the first ``:`` of the userinfo to the last
    ``@``, or (0, 0) if there is none.
    """
    start, end = userinfo_span(string)
    if string[:start].endswith(":"):
        return start, end  # the username may look like a scheme
    colon = string.find(":", start, end)
    return (0, 0) if colon < 0 else (colon + 1, end)


class Hidden(NamedTuple):
    """The spans of an input to hide, those of its base, and whether the username that a parser sees is hidden too."""

    spans: list[tuple[int, int]]
    of_base: list[tuple[int, int]]
    username: bool


def hidden_in(string: str, base: str | None = None) -> Hidden:
    """Return what to hide: the userinfo that the URL Standard sees, and what any parser could take for a password.

    A parser may see the userinfo of the base, or of a string that is no URL without its base.
    """
    spans, username = _spans_to_hide(string)
    of_base, username_of_base = ([], False) if base is None else _spans_to_hide(base)
    return Hidden(spans, of_base, username or username_of_base)


def _spans_to_hide(string: str) -> tuple[list[tuple[int, int]], bool]:
    try:
        run_parser(string)
        userinfo = credentials_span(iter_validation_errors(string)) if "@" in string else (0, 0)
    except Failure:
        userinfo = userinfo_span(string)
    spans = [span for span in [*secret_spans(string, userinfo), _secret_span(string)] if span[0] < span[1]]
    return spans, userinfo != (0, 0)


def credentials_span(errors: Iterable[ValidationError]) -> tuple[int, int]:
    """Return the span of the userinfo of an input that parsed with those validation errors, or (0, 0) for none."""
    first, last = 0, 0
    for error in errors:
        if error.name == "invalid-credentials":
            first, last = first if last else error.start, error.end - 1
    return first, last


def last_at_sign(text: str) -> int | None:
    """Return where the last ``@`` of *text* is, percent-encoded or not, or None."""
    last = None
    for at_sign in AT_SIGN.finditer(text):
        last = at_sign.start()
    return last
