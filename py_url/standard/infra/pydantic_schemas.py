"""Pydantic's schemas of the classes of URLs, which Pydantic gets from a method of each.

Pydantic is imported on use. Each function takes the class, so that nothing here imports one.
https://docs.pydantic.dev/latest/concepts/types/#customizing-validation-with-__get_pydantic_core_schema__
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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


def error_of(kind: str, error: ValidationError) -> pydantic_core.PydanticCustomError:
    """Return Pydantic's error of this *kind* for a validation error."""
    from pydantic_core import PydanticCustomError

    words = "Input should be a valid URL" if kind == "url_parsing" else "Input should be a valid URL string"
    return PydanticCustomError(
        kind,
        f"{words}: {{error}} at {{start}}: {{message}}",
        {"error": error.name, "start": error.start, "end": error.end, "message": error.message},
    )
