"""The functions that the class URLPattern of `web/lib/url_pattern.js` calls. As in `bridge`, they take strings and
return strings, and a list of strings is one string, separated by a lone surrogate.

A URLPatternInit is a list of its members. Each begins with the digit of its name, which is its place in `MEMBERS`.

A *packed pattern* is what Python needs to make a pattern again: its flags and the pattern strings of its components.
The flag "i" means that it ignores case. Custom groups are regular expressions of ECMAScript, and JavaScript compiles
them itself, so they may have what Python's `re` lacks. If such a group is in the protocol, JavaScript also finds out
whether the protocol matches a special scheme. Then the flags have "+" if it does, and "-" if not.

In place of a result, ``!`` and a reason say why there is none.
"""

from __future__ import annotations

import re

from py_url.pattern.canonicalization import COMPONENTS, process_a_urlpatterninit
from py_url.pattern.components import compare, matches_a_special_scheme
from py_url.pattern.errors import InvalidPattern
from py_url.pattern.generating import generate_a_component_string
from py_url.pattern.parts import Modifier, PartType
from py_url.pattern.syntax_tree import START, Assertion
from py_url.pattern.url_pattern import compiled_components, create, init_from
from py_url.programs.bridge import SEPARATOR
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import Failure, InvalidURL, StateOverrideFailure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.pattern.components import Component, Matches
    from py_url.pattern.matching import Step

MEMBERS = (*COMPONENTS, "baseURL")
"""The members of a URLPatternInit, by their digits."""
_EMPTY = dict.fromkeys(COMPONENTS, "")
_NEGATED_EMPTY_CLASS = re.compile(r"\\.|\[\^\]")


class _UnknownToPythonError(Exception):
    """Raised if `re` lacks what the custom group of a protocol says."""


def create_from_string(input: str, flags: str, base_url: str | None = None) -> str:
    """§1.5 *create*, given a constructor string. Returns the pattern, as `_created` describes it."""
    return _created(lambda matches: init_from(input, base_url, matches), flags)


def create_from_init(init: str, flags: str) -> str:
    """§1.5 *create*, given a URLPatternInit. Returns the pattern, as `_created` describes it."""
    return _created(lambda _: _unpack_init(init), flags)


def _created(make_init: Callable[[Matches], dict[str, str]], flags: str) -> str:
    """Return a list: the pattern strings of the components, their regular expressions, the names of their groups with
    commas between, and a string with "1" for each that has a custom group, "2" for each without one whose regular
    expression could take more than linear time, and "0" for the others. Or, if Python cannot say whether the protocol
    matches a special scheme, ``?`` and the regular expression of the protocol.
    """
    matches = _matching(flags)
    try:
        compiled = create(make_init(matches), "i" in flags, matches)
    except _UnknownToPythonError as error:
        return f"?{error}"
    except InvalidPattern as error:
        return f"!{_reason(error)}"
    except InvalidURL as error:
        return f"!{error.on_one_line()}"
    return SEPARATOR.join(
        [
            *[component.pattern_string for component in compiled],
            *[_for_engines(component.regular_expression) for component in compiled],
            *[",".join(component.group_name_list) for component in compiled],
            "".join(map(_kind, compiled)),
        ]
    )


def _kind(component: Component) -> str:
    if component.has_regexp_groups:
        return "1"
    # One wildcard, or one group that is not repeated, has nothing to choose.
    groups = [part for part in component.part_list if part.type is not PartType.FIXED_TEXT or part.modifier.value]
    several = len(groups) > 1 or any(part.modifier in {Modifier.ZERO_OR_MORE, Modifier.ONE_OR_MORE} for part in groups)
    return "2" if several else "0"


def program(component: str, pattern: str) -> str:
    """Return the steps with which a component of the packed *pattern* can be matched in linear time, after the length
    up to which its regular expression takes no longer; "" if that always takes linear time. *component* is a digit. The
    component has no custom group.

    A step is a digit and what belongs to it: 0 and the number of a boundary that gets the place, 1 and the characters
    of which one is taken, 2 for the start, 3 for the end, 4 and two steps, of which the first is preferred.
    """
    found = _component_of(pattern, component).compiled().program()
    return "" if found is None else SEPARATOR.join([str(found[0]), *map(_packed_step, found[1])])


def _packed_step(step: Step) -> str:
    if isinstance(step, int):
        return f"0{step}"
    if isinstance(step, Assertion):
        return "2" if step is START else "3"
    if len(step) == 2:
        return f"4{step[0]},{step[1]}"
    return "1" + "".join([chr(code) for code in range(128) if step[0] >> code & 1])


def _matching(flags: str) -> Matches:
    """A function that says whether the component of a protocol matches a special scheme."""

    def matches(component: Component) -> bool:
        if "+" in flags or "-" in flags:
            return "+" in flags
        try:
            return matches_a_special_scheme(component)
        except InvalidPattern:
            raise _UnknownToPythonError(_for_engines(component.regular_expression)) from None

    return matches


def _for_engines(regular_expression: str) -> str:
    """Replace ``[^]``, which matches everything, with another class that does. In V8 11.3, which Node 20 has, it
    matches nothing with the flag v.
    """
    if "[^]" not in regular_expression:
        return regular_expression
    return _NEGATED_EMPTY_CLASS.sub(lambda match: r"[\s\S]" if match[0] == "[^]" else match[0], regular_expression)


def _reason(error: InvalidPattern) -> str:
    what = f"invalid pattern of a {error.component}" if error.component else "invalid pattern"
    if error.component in ("username", "password"):
        return f"{what}: {error.message}"
    where = f", at {error.start}" if error.end else ""
    return f"{what} {quoted(error.input)}{where}: {error.message}"


def _unpack_init(init: str) -> dict[str, str]:
    return {MEMBERS[int(each[0])]: each[1:] for each in init.split(SEPARATOR)} if init else {}


def values_of_init(init: str) -> str:
    """§1.5 *match*: the components of a URLPatternInit, as patterns match them; "" if it matches nothing."""
    try:
        return SEPARATOR.join(process_a_urlpatterninit(_unpack_init(init), "url", _EMPTY).values())
    except (Failure, StateOverrideFailure):
        return ""


def compare_component(component: str, left: str, right: str) -> str:
    """Return "-1", "0" or "1": whether a component of the packed pattern *left* is less specific than that of *right*,
    as specific, or more. *component* is a digit.
    """
    return str(compare(_component_of(left, component), _component_of(right, component)))


def generate(component: str, pattern: str, groups: str) -> str:
    """Return ``=`` and the string of a component of the packed *pattern* that has these *groups*, which are a list of
    names and values in turn. *component* is a digit.
    """
    compiled = _component_of(pattern, component)
    strings = iter(groups.split(SEPARATOR) if groups else ())
    values = dict(zip(strings, strings, strict=True))
    try:
        return (
            f"={generate_a_component_string(compiled.part_list, values, compiled.options, compiled.encoding_callback)}"
        )
    except (Failure, StateOverrideFailure):
        return f"!a value is not one that a {MEMBERS[int(component)]} of a URL can have"
    except ValueError as error:
        return f"!{error}"


def _component_of(pattern: str, component: str) -> Component:
    flags, *strings = pattern.split(SEPARATOR)
    processed_init = dict(zip(COMPONENTS, strings, strict=True))
    return compiled_components(processed_init, "i" in flags, _matching(flags))[int(component)]
