"""Pydantic's schemas of the classes of this package, which Pydantic gets from a method of each.

Pydantic is imported on use. Each function takes the class, so that nothing here imports one.
https://docs.pydantic.dev/latest/concepts/types/#customizing-validation-with-__get_pydantic_core_schema__
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_type_hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import pydantic_core
    from pydantic_core.core_schema import ValidationInfo

    from py_url.standard.infra.validation import InvalidURL, ValidationError


def schema_of_url(
    kind: type[Any], base: type[Any], invalid: type[InvalidURL], is_valid: Callable[[str], bool]
) -> pydantic_core.CoreSchema:
    """Return the schema of *kind*, which is *base*, `py_url.URL`, or a subclass.

    *invalid* is the error of its constructor, and *is_valid* says whether a string is a valid URL string.
    """
    from pydantic import TypeAdapter, WithJsonSchema
    from pydantic_core import core_schema

    def parse(value: object, string_of: Callable[[object], str], info: ValidationInfo) -> object:
        if isinstance(value, base):
            return value if isinstance(value, kind) else kind(value)
        if info.mode != "python" and isinstance(value, str):
            # Of the types of a union, the first that takes a string then gets it, as in Python.
            value = _String(value)
        string = string_of(value)
        try:
            url = kind(string)
        except invalid as error:
            raise error_of("url_parsing", error.errors[-1]) from None
        if string != url.href and is_valid(string):
            url._given = string
        return url

    string = TypeAdapter(Annotated[str, WithJsonSchema({"type": "string", "format": "uri"})]).core_schema
    serialization = core_schema.plain_serializer_function_ser_schema(_string_of(base), return_schema=string)
    return core_schema.with_info_wrap_validator_function(parse, string, serialization=serialization)


class _String(str):
    __slots__ = ()


@cache
def serializer_of(base: type[Any]) -> pydantic_core.SchemaSerializer:
    """Return what Pydantic serializes a URL with in a field of another type, such as Any; *base* is `py_url.URL`."""
    from pydantic_core import SchemaSerializer, core_schema

    serialization = core_schema.plain_serializer_function_ser_schema(
        _string_of(base), return_schema=core_schema.str_schema()
    )
    return SchemaSerializer(core_schema.any_schema(serialization=serialization))


def _string_of(base: type[Any]) -> Callable[[object], str]:
    def string_of(url: object) -> str:
        if not isinstance(url, base):
            from pydantic_core import PydanticSerializationUnexpectedValue

            # A union then tries its other types, and a value that no field would take is written as it is, with a
            # warning.
            raise PydanticSerializationUnexpectedValue(f"Expected a URL, not {type(url).__name__}")
        given: str = url.given
        return given

    return string_of


def schema_of_fields(
    kind: type,
    names: Collection[str],
    handler: Any,  # noqa: ANN401 - Pydantic's handler, whose class is private
    *,
    or_mapping: bool = False,
) -> pydantic_core.CoreSchema:
    """Return the schema of a class whose ``dict(value)`` is the form for JSON, such as `py_url.guard.Verdict`.

    A field holds an object of the class. With *or_mapping*, it can also be a mapping of its fields, as settings have
    it, some of which may be missing.
    """
    from collections.abc import Mapping

    from pydantic_core import PydanticCustomError, core_schema

    def read(value: object) -> object:
        if isinstance(value, kind):
            return value
        if not or_mapping or not isinstance(value, Mapping):
            expected = f"a {kind.__name__}{' or a mapping of its fields' if or_mapping else ''}"
            raise PydanticCustomError("is_instance_of", "Input should be {expected}", {"expected": expected})
        try:
            return kind(**value)
        except (TypeError, ValueError) as error:
            raise PydanticCustomError(kind.__name__.lower(), "{message}", {"message": str(error)}) from None

    hints = get_type_hints(kind)
    form = core_schema.typed_dict_schema(
        {
            name: core_schema.typed_dict_field(handler.generate_schema(hints[name]), required=not or_mapping)
            for name in names
        }
    )
    return core_schema.no_info_plain_validator_function(
        read,
        json_schema_input_schema=form,
        serialization=core_schema.plain_serializer_function_ser_schema(dict, return_schema=form),
    )


def error_of(kind: str, error: ValidationError) -> pydantic_core.PydanticCustomError:
    """Return Pydantic's error of this *kind* for a validation error."""
    from pydantic_core import PydanticCustomError

    words = "Input should be a valid URL" if kind == "url_parsing" else "Input should be a valid URL string"
    return PydanticCustomError(
        kind,
        f"{words}: {{error}} at {{start}}: {{message}}",
        {"error": error.name, "start": error.start, "end": error.end, "message": error.message},
    )
