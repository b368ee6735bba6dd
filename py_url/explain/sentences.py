"""§4.4 URL parsing, in sentences: what a state of the *basic URL parser* did, and why the next state follows.

Takes a state, the next one and what the state did, and returns a sentence. It shows no part of the input that may be a
password. https://url.spec.whatwg.org/#url-parsing
"""

from __future__ import annotations

from py_url.standard.urls.record import DOUBLE_DOT_SEGMENTS, SINGLE_DOT_SEGMENTS, has_opaque_path
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES, default_port
from py_url.standard.urls.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from py_url.explain.step import Effect
    from py_url.standard.infra.validation import ValidationError
    from py_url.standard.urls.states import StateMachine

PREPROCESSING = (
    "Spaces and control characters around the input, and all tabs and newlines, are not part of a URL: remove them."
)
_REST_IS_RELATIVE = "so the rest is relative to the base URL"
_NEXT = {
    State.QUERY: " A '?' follows: the query begins.",
    State.FRAGMENT: " A '#' follows: the fragment begins.",
    None: " The input ends here.",
}
# What is always true, or true if that state is the next.
_SENTENCES: dict[tuple[State, State | None], str] = {
    (State.SCHEME_START, State.SCHEME): "The first code point is an ASCII letter, so a scheme may begin here.",
    (State.SCHEME_START, State.NO_SCHEME): "The first code point is not an ASCII letter, so there is no scheme.",
    (State.SCHEME, State.NO_SCHEME): "No ':' ends these letters, so they are not a scheme: begin again at the start.",
    (State.SPECIAL_RELATIVE_OR_AUTHORITY, State.SPECIAL_AUTHORITY_IGNORE_SLASHES): (
        "The scheme is that of the base URL, but '//' follows: an authority begins."
    ),
    (State.SPECIAL_RELATIVE_OR_AUTHORITY, State.RELATIVE): (
        f"The scheme is that of the base URL and no '//' follows, {_REST_IS_RELATIVE}."
    ),
    (State.PATH_OR_AUTHORITY, State.AUTHORITY): "A second '/' follows: an authority begins.",
    (State.PATH_OR_AUTHORITY, State.PATH): "No second '/' follows, so the first begins a path, and there is no host.",
    (
        State.RELATIVE,
        State.RELATIVE_SLASH,
    ): "A slash: the path, or after a second slash the host, is not the base URL's.",
    (State.RELATIVE, State.QUERY): "Only the query is new: take all that comes before it from the base URL.",
    (State.RELATIVE, State.FRAGMENT): "Only the fragment is new: take all that comes before it from the base URL.",
    (State.RELATIVE, None): "Nothing is left: take all except for the fragment from the base URL.",
    (State.RELATIVE, State.PATH): "A relative path: it replaces the last segment of the base URL's path.",
    (State.RELATIVE_SLASH, State.SPECIAL_AUTHORITY_IGNORE_SLASHES): "A second slash: an authority begins.",
    (State.RELATIVE_SLASH, State.AUTHORITY): "A second slash: an authority begins.",
    (State.RELATIVE_SLASH, State.PATH): "No second slash: the host is the base URL's, and the path begins here.",
    (State.HOST, State.PORT): "A ':' ends the host, and a port follows. The host parser gives {host}.",
    (State.HOST, State.PATH_START): "The host ends here. The host parser gives {host}.",
    (State.FILE, State.FILE_SLASH): "A slash follows the scheme.",
    (State.FILE, State.QUERY): "Only the query is new: take all that comes before it from the base URL.",
    (State.FILE, State.FRAGMENT): "Only the fragment is new: take all that comes before it from the base URL.",
    (State.FILE, None): "Nothing is left: take all except for the fragment from the base URL.",
    (State.FILE_SLASH, State.FILE_HOST): "A second slash: a host may follow.",
    (State.FILE_SLASH, State.PATH): "No second slash: the path begins here.",
    (State.FILE_HOST, State.PATH): "This is a Windows drive letter and not a host: the path begins with it.",
    (State.FILE_HOST, State.PATH_START): "The host ends here. It is {host}; 'localhost' counts as empty.",
    (State.PATH_START, State.PATH): "The path begins.",
    (State.PATH_START, State.QUERY): "There is no path; a '?' begins the query.",
    (State.PATH_START, State.FRAGMENT): "There is no path; a '#' begins the fragment.",
    (State.PATH_START, None): "There is no path. The input ends here.",
}


def sentence(
    state: State,
    following: State | None,
    machine: StateMachine,
    effects: Sequence[Effect],
    fatal: ValidationError | None,
    read: str,
) -> str:
    """Return what *state* did before *following*. *machine* is after it, and *effects* are its changes of the record.

    *read* is the buffer, or for the slashes before an authority what was consumed.
    """
    if fatal is not None:
        return f"The parser returns failure: {fatal.message}."
    if said := _SENTENCES.get((state, following)):
        changed = {effect.member: effect.value for effect in effects}
        return said.replace("{host}", f"'{changed['host']}'" if changed.get("host") else "an empty host")
    match state:
        case State.SCHEME:
            return _of_scheme(machine, following)
        case State.NO_SCHEME:
            return _of_no_scheme(machine, following)
        case State.SPECIAL_AUTHORITY_SLASHES | State.SPECIAL_AUTHORITY_IGNORE_SLASHES:
            return _of_slashes(state, read)
        case State.AUTHORITY:
            if machine.input[: machine.pointer].endswith("@"):
                return "What precedes the last '@' is the username and the password. The host follows."
            return "There is no '@', so no username: go back to where the authority began and read a host."
        case State.PORT:
            return _of_port(machine, read) + " The path follows."
        case State.FILE:
            return _of_file(machine)
        case State.PATH:
            return _of_segment(read, effects) + ("" if following is State.PATH else _NEXT[following])
        case State.OPAQUE_PATH:
            what = "The path is opaque: it has no segments."
        case State.QUERY:
            what = "The query is percent-encoded."
        case _:
            what = "The fragment is percent-encoded."
    return what + _NEXT[following]


def _of_scheme(machine: StateMachine, following: State | None) -> str:
    scheme = machine.url.scheme
    said = f"The scheme is '{scheme}', which is {'' if scheme in SPECIAL_SCHEMES else 'not '}special."
    if following is State.SPECIAL_RELATIVE_OR_AUTHORITY:
        return f"{said} The base URL has the same one."
    if following is State.PATH_OR_AUTHORITY:
        return f"{said} A '/' follows: a path, or after a second '/' an authority."
    return f"{said} No '/' follows, so the path is opaque." if following is State.OPAQUE_PATH else said


def _of_no_scheme(machine: StateMachine, following: State | None) -> str:
    if machine.base is not None and has_opaque_path(machine.base):
        return "The base URL's path is opaque, so only the fragment can be new: take the rest from the base URL."
    what = "a file URL" if following is State.FILE else "a URL with a path"
    return f"There is no scheme. The base URL is {what}, {_REST_IS_RELATIVE}."


def _of_slashes(state: State, slashes: str) -> str:
    if state is State.SPECIAL_AUTHORITY_SLASHES:
        return "'//' follows the scheme." if slashes else "'//' is missing after the scheme: go on without it."
    return "More slashes are skipped." if slashes else "There are no more slashes: the authority begins here."


def _of_port(machine: StateMachine, digits: str) -> str:
    if not digits:
        return "There are no digits, so no port."
    if machine.url.port is None:
        return f"{default_port(machine.url.scheme)} is the scheme's default port, so the URL has none."
    return f"The port is {machine.url.port}."


def _of_file(machine: StateMachine) -> str:
    if machine.base is not None and machine.base.scheme == "file":
        return "A relative path: it replaces the last segment of the base URL's path, but not its drive letter."
    return "No slash follows, and the base URL is not a file URL: the path begins here."


def _of_segment(segment: str, effects: Sequence[Effect]) -> str:
    if segment in DOUBLE_DOT_SEGMENTS:
        removes = any(effect.action == "remove" for effect in effects)
        what = "the segment before it is removed" if removes else "there is no segment to remove"
        return f"A double-dot segment: {what}."
    if segment in SINGLE_DOT_SEGMENTS:
        return "A single-dot segment: nothing is added."
    if any(effect.member == "path" and effect.value != segment for effect in effects):
        return "A Windows drive letter: its second character becomes ':'."
    return "A segment is added to the path." if segment else "An empty segment is added to the path."
