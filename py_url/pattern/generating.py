"""§2.2 Converting part lists to regular expressions, §2.3 Converting part lists to pattern strings.

The regular expressions are ECMAScript's, with the flag ``v``: JavaScript's class compiles them as they are, and
`py_url.pattern.ecmascript` translates them for Python.
https://urlpattern.spec.whatwg.org/#converting-part-lists-to-regular-expressions
"""

from __future__ import annotations

from py_url.pattern.parts import (
    FULL_WILDCARD_REGEXP_VALUE,
    Modifier,
    PartType,
    escape_a_regexp_string,
    generate_a_segment_wildcard_regexp,
)
from py_url.pattern.tokens import is_a_valid_name_code_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from py_url.pattern.parts import Options, Part


def generate_a_regular_expression_and_name_list(part_list: list[Part], options: Options) -> tuple[str, list[str]]:
    """§2.2 *generate a regular expression and name list*."""
    result, name_list = ["^"], []
    for part in part_list:
        if part.type is PartType.FIXED_TEXT:
            value = escape_a_regexp_string(part.value)
            result.append(value if part.modifier is Modifier.NONE else f"(?:{value}){part.modifier.value}")
            continue
        name_list.append(part.name)
        result.append(_group(part, options))
    result.append("$")
    return "".join(result), name_list


def _group(part: Part, options: Options) -> str:
    """The regular expression of a part that is a group."""
    regexp_value, modifier = part.value, part.modifier.value
    if part.type is PartType.SEGMENT_WILDCARD:
        regexp_value = generate_a_segment_wildcard_regexp(options)
    elif part.type is PartType.FULL_WILDCARD:
        regexp_value = FULL_WILDCARD_REGEXP_VALUE
    repeats = part.modifier in (Modifier.ZERO_OR_MORE, Modifier.ONE_OR_MORE)
    if part.prefix == "" and part.suffix == "":
        return f"((?:{regexp_value}){modifier})" if repeats else f"({regexp_value}){modifier}"
    prefix, suffix = escape_a_regexp_string(part.prefix), escape_a_regexp_string(part.suffix)
    if not repeats:
        return f"(?:{prefix}({regexp_value}){suffix}){modifier}"
    optional = "?" if part.modifier is Modifier.ZERO_OR_MORE else ""
    return f"(?:{prefix}((?:{regexp_value})(?:{suffix}{prefix}(?:{regexp_value}))*){suffix}){optional}"


def start_of_the_value(part: Part) -> int:
    """Return where the value of a group begins in the regular expression of its part."""
    start = 4 if part.modifier in (Modifier.ZERO_OR_MORE, Modifier.ONE_OR_MORE) else 1
    return start + 3 + len(escape_a_regexp_string(part.prefix)) if part.prefix or part.suffix else start


_ESCAPED_IN_PATTERNS = str.maketrans({char: f"\\{char}" for char in "+*?:{}()\\"})


def escape_a_pattern_string(input: str) -> str:
    """§2.3 *escape a pattern string*."""
    return input.translate(_ESCAPED_IN_PATTERNS)


def generate_a_pattern_string(part_list: list[Part], options: Options) -> str:
    """§2.3 *generate a pattern string*."""
    result = []
    for index, part in enumerate(part_list):
        if part.type is PartType.FIXED_TEXT:
            value = escape_a_pattern_string(part.value)
            result.append(value if part.modifier is Modifier.NONE else f"{{{value}}}{part.modifier.value}")
            continue
        previous_part = part_list[index - 1] if index > 0 else None
        next_part = part_list[index + 1] if index < len(part_list) - 1 else None
        result.append(_group_string(part, previous_part, next_part, options))
    return "".join(result)


def _group_string(part: Part, previous_part: Part | None, next_part: Part | None, options: Options) -> str:
    """The pattern string of a part that is a group."""
    custom_name = not _is_numeric(part.name)
    needs_grouping = _needs_grouping(part, previous_part, next_part, options)
    result = ["{" if needs_grouping else "", escape_a_pattern_string(part.prefix)]
    if custom_name:
        result.append(f":{part.name}")
    if part.type is PartType.REGEXP:
        result.append(f"({part.value})")
    elif part.type is PartType.SEGMENT_WILDCARD:
        if not custom_name:
            result.append(f"({generate_a_segment_wildcard_regexp(options)})")
    elif not custom_name and (
        previous_part is None
        or previous_part.type is PartType.FIXED_TEXT
        or previous_part.modifier is not Modifier.NONE
        or needs_grouping
        or part.prefix != ""
    ):
        result.append("*")
    else:
        result.append(f"({FULL_WILDCARD_REGEXP_VALUE})")
    if (
        part.type is PartType.SEGMENT_WILDCARD
        and custom_name
        and part.suffix != ""
        and is_a_valid_name_code_point(part.suffix[0], False)
    ):
        result.append("\\")
    result.append(escape_a_pattern_string(part.suffix))
    if needs_grouping:
        result.append("}")
    result.append(part.modifier.value)
    return "".join(result)


def _needs_grouping(part: Part, previous_part: Part | None, next_part: Part | None, options: Options) -> bool:
    """Whether braces must separate the group from what is beside it."""
    if part.suffix != "" or part.prefix not in ("", options.prefix_code_point):
        return True
    if (
        not _is_numeric(part.name)
        and part.type is PartType.SEGMENT_WILDCARD
        and part.modifier is Modifier.NONE
        and next_part is not None
        and next_part.prefix == ""
        and next_part.suffix == ""
    ):
        if next_part.type is PartType.FIXED_TEXT:
            # Encoding can leave nothing of a fixed text: a tab in a hostname.
            if next_part.value != "" and is_a_valid_name_code_point(next_part.value[0], False):
                return True
        elif _is_numeric(next_part.name):
            return True
    return (
        part.prefix == ""
        and previous_part is not None
        and previous_part.type is PartType.FIXED_TEXT
        and previous_part.value != ""
        and previous_part.value[-1] == options.prefix_code_point
    )


def _is_numeric(name: str) -> bool:
    return name[0] in "0123456789"


def generate_a_component_string(
    part_list: list[Part], groups: Mapping[str, str], options: Options, encode: Callable[[str], str]
) -> str:
    """The string of a component that has these *groups*, which `URLPattern.generate` returns.

    Raises ValueError for a part that has no one string, for a group that is missing, and for a value that the group
    would not match. The Web Platform Tests have this, the standard does not yet.
    """
    result = []
    for part in part_list:
        if part.modifier is not Modifier.NONE:
            raise ValueError(f"a part with the modifier {part.modifier.value!r} has no one string")
        if part.type is PartType.FIXED_TEXT:
            result.append(part.value)
            continue
        if part.type is not PartType.SEGMENT_WILDCARD:
            raise ValueError(f"the group {part.name!r} is a wildcard or a regular expression, which has no one string")
        if part.name not in groups:
            raise ValueError(f"the groups have no value for {part.name!r}")
        value = encode(groups[part.name])
        if value == "" or (options.delimiter_code_point and options.delimiter_code_point in value):
            raise ValueError(f"the group {part.name!r} does not match this value; it ends before a delimiter")
        result.append(f"{part.prefix}{value}{part.suffix}")
    return "".join(result)
