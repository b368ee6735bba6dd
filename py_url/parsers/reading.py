"""How each parser reads a string: `read` gives a `Reading` for each, in one form for all."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec

from py_url.parsers.hidden import Hidden, hidden_in, last_at_sign
from py_url.parsers.one_form import canonical_host, in_one_form
from py_url.parsers.others import OTHER_PARSERS
from py_url.parsers.usual import (
    COMPONENTS,
    LONGEST,
    OWN_PARSERS,
    PARSERS,
    RUNTIMES,
    Components,
    RejectedError,
    SlowError,
    UnsupportedBaseError,
    UnsupportedSchemeError,
    by_edition,
)
from py_url.specs.grammar import InvalidSyntax
from py_url.standard.infra.arguments import expect_one_of, expect_str, expect_strs
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.copying import Slotted, restore, state_of
from py_url.standard.infra.showing import hide_secrets, visible
from py_url.standard.infra.validation import InvalidURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.parsers.usual import Parser

Destination = tuple[str | int | None, str | None, str | int | None]

__all__ = ["Reading", "read"]

ALL = "all"
"""The name that stands for every parser that is installed."""

_SLOW = "slow: "


class Reading(Slotted):
    """How one parser understands a string.

    *parser* is its name, *input* the string, and *base* the base URL that the string was joined to, or None. If the
    parser rejected the string or the base, *failure* says why and *components* is empty. Otherwise ``failure`` is None,
    and ``components`` maps each of scheme, username, password, host, port, path, query and fragment to a str (the port
    to an int) or None. ``is_slow`` says that the parser needs seconds, or could.

    The components of all parsers have one form, so that only differences in meaning remain: an address has no brackets,
    a default port and an empty component are None, an empty path after a host is ``/``, and percent-encoded octets are
    in upper case.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For another component.
    """

    __module__ = "py_url.explain"  # that users import it from: pickles name it

    __slots__ = ("_hidden", "base", "components", "failure", "input", "parser")

    def __init__(
        self,
        parser: str,
        input: str,
        components: Components,
        failure: str | None = None,
        base: str | None = None,
        hidden: Hidden | None = None,
    ) -> None:
        self.parser = expect_str(parser, "the name of the parser")
        self.input = expect_str(input, "the input")
        self.components = _expect_components(components)
        self.failure = None if failure is None else expect_str(failure, "the failure")
        self.base = None if base is None else expect_str(base, "the base")
        self._hidden = hidden or hidden_in(self.input, self.base)

    @property
    def is_slow(self) -> bool:
        """Whether the parser was too slow, or was left out because the string is so long that it could be."""
        return self.failure is not None and self.failure.startswith(_SLOW)

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, Reading, {name: getattr(self, name) for name in _OF_READING})

    def __setstate__(self, state: object) -> None:
        restore(self, Reading, state, _OF_READING)

    @property
    def destination(self) -> Destination | None:
        """The scheme, the host and the port that the parser sees, or None if it rejected the string.

        The host is as the URL Standard serializes it, if it is one: ``0x7f.1`` and ``127.0.0.1`` are the same
        destination. The port is None for the default port.
        """
        if self.failure is not None:
            return None
        scheme, host, port = (self.components.get(name) for name in ("scheme", "host", "port"))
        return scheme, None if host is None else canonical_host(str(host), str(scheme)), port

    def without_secrets(self, name: str) -> str | int | None:
        """Return the component *name* with ``***`` in place of its secrets.

        These are all that any parser could read as a password, and a username that the URL Standard sees. Those of the
        base are hidden too. The result is None if the parser rejected the string.

        Raises:
            TypeError: If *name* is not a str.
            ValueError: If it is not the name of a component.

        >>> read("https://u:p@h/", parsers=["whatwg"])["whatwg"].without_secrets("password")
        '***'
        """
        expect_one_of(name, COMPONENTS, "the component")
        value = self.components.get(name)
        if not isinstance(value, str):
            return value
        if name == "password":
            return "***"
        if not self._hidden.spans and not self._hidden.of_base:
            return value
        if name == "username" and self._hidden.username:
            return "***"
        at_sign = last_at_sign(value)
        if at_sign is not None:
            # Another parser could take for userinfo what this one takes for a path.
            value = f"***{value[at_sign:]}"
        return hide_secrets(value)

    def shown(self, name: str) -> str:
        """Return the component *name* for display: ``-`` for None, and otherwise the same as `without_secrets`.

        >>> read("https://h/", parsers=["whatwg"])["whatwg"].shown("query")
        '-'
        """
        value = self.without_secrets(name)
        return "-" if value is None else visible(str(value))

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"Reading({self.parser!r}, failure={self.failure!r})"
        return f"Reading({self.parser!r}, { {name: self.shown(name) for name in self.components} })"


_OF_READING = ("parser", "input", "components", "failure", "base")


def _expect_components(components: object) -> Components:
    if not isinstance(components, dict):
        raise TypeError(f"the components must be a dict, not {type(components).__name__}")
    for name, value in components.items():
        expect_one_of(name, COMPONENTS, "the name of a component")
        if not isinstance(value, str | int | None):
            raise TypeError(f"each component must be a str, an int or None, not {type(value).__name__}")
    return components


def read(
    string: str,
    base: str | None = None,
    *,
    parsers: Iterable[str] | None = None,
    editions: Iterable[str] = (),
    with_runtimes: bool = False,
) -> dict[str, Reading]:
    """Return the readings of `py_url.explain.explain_differences` alone.

    This is faster, as nothing looks for validation errors. *string*, *base*, *parsers*, *editions* and *with_runtimes*
    are the same, and so are the errors.

    >>> [reading.components["host"] for reading in read("http://0x7f.1/", parsers=["whatwg", "rfc3986"]).values()]
    ['127.0.0.1', '0x7f.1']
    """
    string = scalar_value_string(string)
    base = None if base is None else scalar_value_string(base)
    return readings_of(string, base, hidden_in(string, base), parsers, editions, with_runtimes=with_runtimes)


def _chosen(names: tuple[str, ...] | None, editions: Iterable[str]) -> dict[str, Parser]:
    """Return the parsers to ask, by name, apart from runtimes."""
    parsers = {}
    if names is None:
        parsers = {name: parser for name, (parser, package) in PARSERS.items() if _is_here(package)}
    else:
        for name in names:
            if name in RUNTIMES:
                continue
            if name == ALL:
                parsers |= {one: parser for one, (parser, package) in _known().items() if _is_here(package)}
                continue
            parser, package = _known()[name]
            if not _is_here(package):
                raise ModuleNotFoundError(f"the parser {name!r} needs the package {package}", name=package)
            parsers[name] = parser
    for edition in expect_strs(editions, "the editions"):
        from py_url.editions.changes import edition_named

        # An unknown name raises ValueError here. In a parser it would count as a rejection of the string.
        parsers[f"whatwg {edition_named(edition).name}"] = partial(by_edition, edition)
    return parsers


def _known() -> dict[str, tuple[Parser, str | None]]:
    return {**PARSERS, **OTHER_PARSERS}


def parser_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of parsers, which may be `ALL`. Raises TypeError and ValueError unless they are."""
    given = [ALL] if isinstance(names, str) and names == ALL else expect_strs(names, "the parsers")
    known = (*_known(), *RUNTIMES, ALL)
    return tuple(dict.fromkeys(expect_one_of(name, known, "the parser") for name in given))


def readings_of(
    string: str,
    base: str | None,
    hidden: Hidden,
    parsers: Iterable[str] | None,
    editions: Iterable[str],
    *,
    with_runtimes: bool,
) -> dict[str, Reading]:
    """Do the same as `read`, with what to hide in *string* and *base*. Raises the errors of `read`."""
    names = None if parsers is None else parser_names(parsers)
    chosen = _chosen(names, editions)
    needed = [name for name in names or () if name in RUNTIMES]
    if not with_runtimes and not needed:
        return _read_by(chosen, string, base, hidden)
    from py_url.parsers.runtimes import asked, runtimes_here

    more = runtimes_here() if with_runtimes else ()
    with asked(dict.fromkeys([*needed, *more]), string, base) as questions:
        readings = _read_by({**chosen, **questions}, string, base, hidden)
    for name in needed:
        if questions[name].is_missing:
            program = RUNTIMES[name]
            message = f"the parser {name!r} needs the program {program} on PATH, in a version that can read URLs"
            raise ModuleNotFoundError(message, name=program)
    return readings


def _read_by(parsers: dict[str, Parser], string: str, base: str | None, hidden: Hidden) -> dict[str, Reading]:
    readings = [_reading(name, parser, string, base, hidden) for name, parser in parsers.items()]
    return {reading.parser: reading for reading in readings if reading is not None}


_installed: set[str] = set()


def _is_here(package: str | None) -> bool:
    """Whether the package that a parser needs is installed. Only a yes is remembered: others may be installed later."""
    if package is None or package in _installed:
        return True
    try:
        spec = find_spec(package)
    except ValueError:  # a module of that name is loaded, but has no spec
        return False
    if spec is not None:
        _installed.add(package)
    return spec is not None


def _reading(parser: str, read: Parser, string: str, base: str | None, hidden: Hidden) -> Reading | None:
    """Return how *parser* understands *string*, or None if it does not support the scheme, or a base, or cannot be
    imported.
    """
    if len(string) + len(base or "") > LONGEST and parser in _known() and parser not in OWN_PARSERS:
        return Reading(parser, string, {}, f"{_SLOW}not asked about more than {LONGEST:,} code points", base, hidden)
    try:
        components = read(string, base)
    except (UnsupportedSchemeError, UnsupportedBaseError, ImportError):
        return None
    except SlowError as error:
        return Reading(parser, string, {}, f"{_SLOW}{error}", base, hidden)
    except BaseException as error:  # any exception of another package's code means that it rejects the string
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":  # Rust's is no Exception
            raise
        return Reading(parser, string, {}, _failure(error, string, hidden), base, hidden)
    return Reading(parser, string, in_one_form(components), None, base, hidden)


def _failure(error: BaseException, string: str, hidden: Hidden) -> str:
    """Return why a parser rejected *string*, or its base: its own words, unless they may contain part of a password."""
    if isinstance(error, InvalidURL):
        fatal = error.fatal_error
        of_what = "base URL: " if error.what == "base URL" else ""
        return type(error).__name__ if fatal is None else f"{of_what}{fatal.name}: {fatal.message}"
    if isinstance(error, InvalidSyntax):
        return f"{'' if error.input == string else 'base URL: '}at {error.offset}: {error.expected}"
    words = "" if hidden.spans or hidden.of_base else str(error).partition("\n")[0]
    name = error.name if isinstance(error, RejectedError) else type(error).__name__
    return f"{name}: {visible(words):.100}" if words else name
