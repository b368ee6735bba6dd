"""Pydantic's schemas of values with named fields, which Pydantic gets from a method of their base.

Pydantic is imported on use. The function takes the class, so that nothing here imports one.
https://docs.pydantic.dev/latest/concepts/types/#customizing-validation-with-__get_pydantic_core_schema__
"""

from __future__ import annotations

from typing import Any, get_type_hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    import pydantic_core


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
