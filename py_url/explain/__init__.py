"""How URL parsers read a string: where different ones disagree, and what the URL Standard's does, step by step.

`explain_differences` returns an `Explanation` of a string. If one parser checks a URL and another one opens it, an
attacker can use a difference between the two to get around the check. `steps` is the parser of the URL Standard state
by state, `parts` is where in the input each component is, and `domain_steps` is IDNA label by label.
"""

from __future__ import annotations

from collections.abc import Iterable

from py_url.explain.domains import (
    CodePoint,
    Criterion,
    DomainSteps,
    LabelSteps,
    code_points,
    domain_steps,
)
from py_url.explain.step import Effect, Step
from py_url.explain.timeline import Part, parts, steps
from py_url.parsers.hidden import Hidden, hidden_in, hidden_spans, without_secrets
from py_url.parsers.reading import Reading, read, readings_of
from py_url.parsers.usual import COMPONENTS
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import scalar_value_string
from py_url.standard.infra.copying import Slotted, restore, state_of
from py_url.standard.infra.showing import visible, without
from py_url.standard.infra.validation import InvalidURL, ValidationError
from py_url.standard.urls.parser import record_of
from py_url.standard.urls.reporting import validation_errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.record import URLRecord

__all__ = [
    "CodePoint",
    "Criterion",
    "DomainSteps",
    "Effect",
    "Explanation",
    "LabelSteps",
    "Part",
    "Reading",
    "Step",
    "code_points",
    "domain_steps",
    "explain_differences",
    "hidden_spans",
    "parts",
    "read",
    "steps",
    "without_secrets",
]

# A long string can have as many errors as code points.
_MOST_ERRORS = 1_000


class Explanation(Slotted):
    """How the parsers understand *input*, joined to the base URL *base* unless that is None.

    *readings* maps the name of each parser to its `Reading`, except for parsers that do not support the scheme.
    *errors* holds the first thousand validation errors of the URL Standard, which often say why parsers disagree. It is
    empty if the base does not parse. ``str(explanation)`` is a table; it does not show the userinfo.

    Raises:
        TypeError: If an argument has another type.
    """

    __slots__ = ("_hidden", "base", "errors", "input", "readings")

    def __init__(
        self,
        input: str,
        readings: dict[str, Reading],
        errors: list[ValidationError],
        base: str | None = None,
        hidden: Hidden | None = None,
    ) -> None:
        if not isinstance(readings, dict) or not all(isinstance(one, Reading) for one in readings.values()):
            raise TypeError(f"the readings must be a dict of Reading objects, not {type(readings).__name__}")
        if not isinstance(errors, list) or not all(isinstance(error, ValidationError) for error in errors):
            raise TypeError(f"the errors must be a list of ValidationError objects, not {type(errors).__name__}")
        self.input = expect_str(input, "the input")
        self.readings = {expect_str(name, "the name of a parser"): reading for name, reading in readings.items()}
        self.errors = errors
        self.base = None if base is None else expect_str(base, "the base")
        self._hidden = hidden or hidden_in(self.input, self.base)

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, Explanation, {name: getattr(self, name) for name in _OF_EXPLANATION})

    def __setstate__(self, state: object) -> None:
        restore(self, Explanation, state, _OF_EXPLANATION)

    @property
    def differences(self) -> dict[str, dict[str, str | int | None]]:
        """The components on which parsers that accept the string disagree, with the value that each parser gives."""
        taken = [reading for reading in self.readings.values() if reading.failure is None]
        said = {name: {reading.parser: reading.components.get(name) for reading in taken} for name in COMPONENTS}
        return {name: values for name, values in said.items() if len({*values.values()}) > 1}

    @property
    def refused_by(self) -> list[str]:
        """The names of the parsers that reject the string."""
        return [name for name, reading in self.readings.items() if reading.failure is not None]

    @property
    def agree(self) -> bool:
        """Whether all parsers understand the string in the same way, or all reject it: the same bytes."""
        return not self.differences and len(self.refused_by) in (0, len(self.readings))

    @property
    def same_destination(self) -> bool:
        """Whether all parsers that accept the string see the same scheme, host and port.

        The spelling of the host does not matter: see `Reading.destination`.
        """
        found = {reading.destination for reading in self.readings.values()}
        return len(found - {None}) <= 1

    def __str__(self) -> str:
        differences = self.differences
        columns = [name for name in COMPONENTS if name in differences or name == "host"]
        rows = {
            parser: [reading.shown(name) for name in columns]
            for parser, reading in self.readings.items()
            if reading.failure is None
        }
        first = max(map(len, self.readings), default=0)
        widths = [max(map(len, cells)) for cells in zip(columns, *rows.values(), strict=True)]
        lines = [self._safe_input() or "''", *self._base_line(), _line("", first, columns, widths)]
        for parser, reading in self.readings.items():
            if reading.failure is None:
                lines.append(_line(parser, first, rows[parser], widths))
            else:
                lines.append(f"  {parser:<{first}}  rejects it: {reading.failure}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Explanation of {self._safe_input()!r}: differs in {', '.join(self.differences) or 'nothing'}>"

    def _safe_input(self) -> str:
        return visible(without(self.input, self._hidden.spans))

    def _base_line(self) -> list[str]:
        return [] if self.base is None else [f"  base URL: {visible(without(self.base, self._hidden.of_base))}"]


_OF_EXPLANATION = ("input", "readings", "errors", "base")


def _line(parser: str, first: int, cells: list[str], widths: list[int]) -> str:
    return "  ".join(["", parser.ljust(first), *map(str.ljust, cells, widths)]).rstrip()


def explain_differences(
    string: str,
    base: str | None = None,
    *,
    parsers: Iterable[str] | None = None,
    editions: Iterable[str] = (),
    with_runtimes: bool = False,
) -> Explanation:
    r"""Read *string* with several URL parsers, relative to *base* if there is one, and compare the results.

    The parsers are the URL Standard (``whatwg``), RFC 3986 (``rfc3986``), ``urllib.parse`` and, if they are installed,
    ``requests``, ``httpx`` and ``yarl``.

    Each parser joins *string* to *base* in its own way: by the URL Standard, by RFC 3986 §5.2, with
    ``urllib.parse.urljoin``, as ``requests`` follows the header Location, and with ``join`` of ``httpx.URL`` and
    ``yarl.URL``. A parser that rejects the base rejects the string.

    Args:
        parsers: The names of the parsers to use; None means those above that are installed. These packages are
            parsers too: ``httpx2``, ``urllib3``, ``aiohttp``, ``w3lib``, ``hyperlink``, ``furl``, ``pydantic``,
            ``ada-url``, ``upa-url``, and ``rfc3986-package``, since ``rfc3986`` is the RFC's grammar itself. ``"all"``
            stands for all that are installed. Pydantic cannot join URLs, so it is left out if there is a *base*. Other
            packages do not get more than 10,000 code points, because they could need seconds: see `Reading.is_slow`.
        with_runtimes: Adds those runtimes whose programs are on PATH: ``curl``, ``node`` (its class ``URL``),
            ``node-legacy`` (``url.parse``), ``go`` (``net/url``) and ``java`` (``java.net.URI``). *parsers* can name
            them too. Each runs in a process of its own and is slow after two seconds. None sends anything.
        editions: Adds older editions of the URL Standard, by their names in `py_url.editions.EDITIONS`: ``2020-11`` is
            the parser ``whatwg 2020-11``. ``py_url.editions.PARSERS`` are those whose parsers differ.

    Raises:
        TypeError: If *string* or *base* is not a str.
        ValueError: For an unknown parser or edition.
        ModuleNotFoundError: For a parser in *parsers* that is not installed. An exception of a parser is the
            ``failure`` of its reading.

    >>> explanation = explain_differences(r"http://evil.com\@google.com/", parsers=["whatwg", "urllib.parse"])
    >>> explanation.differences["host"]
    {'whatwg': 'evil.com', 'urllib.parse': 'google.com'}
    """
    string = scalar_value_string(string)
    base = None if base is None else scalar_value_string(base)
    hidden = hidden_in(string, base)
    by_name = readings_of(string, base, hidden, parsers, editions, with_runtimes=with_runtimes)
    try:
        errors = validation_errors(string, _record_of_base(base), _MOST_ERRORS)
    except InvalidURL:
        errors = []
    return Explanation(string, by_name, errors, base, hidden)


def _record_of_base(base: str | None) -> URLRecord | None:
    return None if base is None else record_of(base, "base URL")
