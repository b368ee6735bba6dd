"""§4.4 URL parsing: the basic URL parser. Its states are in `py_url.urls.states`.

In: a string, perhaps a base URL, perhaps a record to modify and a state to begin in. Out: a `URLRecord`.
"""

from __future__ import annotations

from py_url.infra.code_points import ASCII_TAB_OR_NEWLINE, C0_CONTROL_OR_SPACE, scalar_value_string
from py_url.infra.encodings import get_an_output_encoding
from py_url.infra.validation import Failure, InvalidURL, StateOverrideFailure, in_original
from py_url.urls.record import URLRecord
from py_url.urls.state import State
from py_url.urls.states import StateMachine


def basic_parse(
    input: str,
    base: URLRecord | None = None,
    url: URLRecord | None = None,
    state_override: State | None = None,
    encoding: str = "utf-8",
) -> URLRecord:
    """§4.4 *basic URL parser*: parse *input*, relative to *base* where one is given, to a new record.

    With *url* and *state_override*, as the setters of the API use it, *url* is modified and returned instead, also
    where the parser terminates without changing anything; on failure it keeps the changes made before. A state that the
    standard never enters with such a record or base, a list state with an opaque path say, is a failure too.

    Raises InvalidURL on failure; TypeError for an argument of another type, or where only one of *url* and
    *state_override* is given; LookupError for an *encoding* (a label of the Encoding Standard) that this release cannot
    write.
    """
    if base is not None and not isinstance(base, URLRecord):
        raise TypeError(f"base is a URLRecord or None, not {type(base).__name__}")
    if (url is None) != (state_override is None):
        raise TypeError("url and state_override are given together or not at all")
    if not isinstance(url, URLRecord | None) or not isinstance(state_override, State | None):
        raise TypeError(f"url is a URLRecord, state_override a State, not {url!r:.50} and {state_override!r:.50}")
    get_an_output_encoding(encoding)
    try:
        if url is None or state_override is None:
            return parse(input, base)
        parse_with_override(input, url, state_override, base)
        return url
    except Failure as failure:
        raise InvalidURL.at(in_original(failure, input, trimmed=url is None), input) from None
    except StateOverrideFailure:
        raise InvalidURL(input) from None


def parse(input: str, base: URLRecord | None = None) -> URLRecord:
    """The basic URL parser on a str; raises Failure, whose span lies in *input* trimmed and without its tabs."""
    url = URLRecord()
    string = scalar_value_string(input).strip(C0_CONTROL_OR_SPACE)
    StateMachine(ASCII_TAB_OR_NEWLINE.sub("", string), url, base).run(State.SCHEME_START)
    return url


def parse_with_override(input: str, url: URLRecord, state_override: State, base: URLRecord | None = None) -> None:
    """The basic URL parser on a str with a state override; modifies *url*, raises Failure or StateOverrideFailure."""
    string = ASCII_TAB_OR_NEWLINE.sub("", scalar_value_string(input))
    StateMachine(string, url, base, state_override).run(state_override)
