"""`URL` and `FrozenURL` as types of fields in Pydantic 2, and of parameters in FastAPI; Pydantic is imported on use.

A field takes a str or a URL, and is serialized as a str. Its JSON schema is that of a string with the format ``uri``.
An error has the standard's name and the place in its ``ctx``.

What was given stays: a *valid* URL string is serialized as it was given, without the "/" that parsing adds and without
Punycode, because the standard finds nothing wrong with it. Any other string is serialized as the href: it may mean
another host to the next program that reads it.

https://docs.pydantic.dev/latest/concepts/types/#customizing-validation-with-__get_pydantic_core_schema__
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, get_origin, get_type_hints

from py_url.api.url import URL, validate
from py_url.standard.infra.arguments import scheme_names
from py_url.standard.infra.code_points import Late
from py_url.standard.infra.validation import InvalidURL, ValidationError
from py_url.standard.urls.writing import is_valid_url_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pydantic_core
else:
    # Only annotations name it here.
    pydantic_core = Late("pydantic_core")

__all__ = ["URLConstraints", "schema_of"]


@dataclass(frozen=True, kw_only=True)
class URLConstraints:
    """What a field may hold: ``Annotated[URL, URLConstraints(schemes={"https"}, host_required=True)]``.

    *schemes* are the schemes that are allowed, without ":". With *host_required*, the host must not be empty.
    *max_length* is the greatest length of the string and of its href. With *strict*, only a valid URL string is taken,
    that is, one without validation errors.

    Raises TypeError if an argument has another type, and ValueError if it makes no sense. A model raises TypeError if
    the annotated type is a collection: write ``list[Annotated[URL, URLConstraints(...)]]``.
    """

    schemes: Collection[str] | None = None
    host_required: bool = False
    max_length: int | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        schemes, max_length = self.schemes, self.max_length
        if schemes is not None:
            # Before Python 3.13, `Annotated[URL, URLConstraints(...)] | None` asks for the hash.
            object.__setattr__(self, "schemes", frozenset(scheme_names(schemes)))
        if max_length is not None and (not isinstance(max_length, int) or isinstance(max_length, bool)):
            raise TypeError(f"max_length must be an int or None, not {type(max_length).__name__}")
        if max_length is not None and max_length < 1:
            raise ValueError(f"max_length: {max_length} is too small; the least is 1")

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], pydantic_core.CoreSchema]
    ) -> pydantic_core.CoreSchema:
        from pydantic_core import core_schema

        kind = get_origin(source) or source
        # A field of another type would not be checked, without a word.
        if isinstance(kind, type) and kind is not UnionType and not issubclass(kind, URL):
            form = "list[Annotated[URL, URLConstraints(...)]]" if issubclass(kind, Collection) else "py_url.URL instead"
            raise TypeError(f"URLConstraints is for a URL, not for a {kind.__name__}; write for example {form}")

        def check(value: object, validate: Callable[[object], object]) -> object:
            url = validate(value)
            if isinstance(url, URL):
                # Pydantic takes bytes for a str.
                given = value.decode() if isinstance(value, bytes | bytearray) else value
                self._check(url, given if isinstance(given, str) else url.href)
            return url

        return core_schema.no_info_wrap_validator_function(check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: pydantic_core.CoreSchema, handler: Callable[[pydantic_core.CoreSchema], dict[str, object]]
    ) -> dict[str, object]:
        json_schema = handler(schema)
        if self.max_length is not None:
            json_schema["maxLength"] = self.max_length
        return json_schema

    def _check(self, url: URL, given: str) -> None:
        from pydantic_core import PydanticCustomError

        if self.strict and (errors := validate(given, limit=1)):
            raise _error("url_syntax_violation", errors[0])
        if self.max_length is not None and max(len(given), len(url.href)) > self.max_length:
            raise PydanticCustomError(
                "url_too_long", "URL should have at most {max_length} characters", {"max_length": self.max_length}
            )
        if self.schemes is not None and url.protocol[:-1] not in self.schemes:
            expected = ", ".join(map(repr, sorted(self.schemes)))
            raise PydanticCustomError(
                "url_scheme", "URL scheme should be one of {expected_schemes}", {"expected_schemes": expected}
            )
        if self.host_required and not url.host:
            raise PydanticCustomError("url_host", "URL should have a host")


def schema_of(kind: type[URL]) -> pydantic_core.CoreSchema:
    """Return Pydantic's schema of `URL` or of a subclass: what ``__get_pydantic_core_schema__`` asks for.

    Raises ModuleNotFoundError if Pydantic is not installed.
    """
    from typing import Annotated

    from pydantic import TypeAdapter, WithJsonSchema
    from pydantic_core import core_schema

    def parse(value: object, string_of: Callable[[object], str], info: pydantic_core.core_schema.ValidationInfo) -> URL:
        if isinstance(value, URL):
            return value if isinstance(value, kind) else kind(value)
        if info.mode != "python" and isinstance(value, str):
            # Of the types of a union, the first that takes a string then gets it, as in Python.
            value = _String(value)
        string = string_of(value)
        try:
            url = kind(string)
        except InvalidURL as error:
            raise _error("url_parsing", error.errors[-1]) from None
        if string != url.href and is_valid_url_string(string):
            url._given = string
        return url

    string = TypeAdapter(Annotated[str, WithJsonSchema({"type": "string", "format": "uri"})]).core_schema
    serialization = core_schema.plain_serializer_function_ser_schema(_string_of, return_schema=string)
    return core_schema.with_info_wrap_validator_function(parse, string, serialization=serialization)


class _String(str):
    __slots__ = ()


@cache
def _serializer() -> pydantic_core.SchemaSerializer:
    """Return what Pydantic serializes a URL with in a field of another type, such as Any."""
    from pydantic_core import SchemaSerializer, core_schema

    by_function = core_schema.plain_serializer_function_ser_schema(_string_of, return_schema=core_schema.str_schema())
    return SchemaSerializer(core_schema.any_schema(serialization=by_function))


def schema_of_fields(
    kind: type,
    names: Collection[str],
    handler: Any,  # noqa: ANN401 - Pydantic's handler, whose class is private
) -> pydantic_core.CoreSchema:
    """Return Pydantic's schema of a class whose ``dict(value)`` is the form for JSON, such as `py_url.guard.Verdict`.

    A field holds an object of the class. That of a `py_url.guard.Policy` can also be a mapping of its fields, as
    settings have it.
    """
    from pydantic_core import PydanticCustomError, core_schema

    from py_url.guard.policy import Policy

    is_policy = issubclass(kind, Policy)

    def read(value: object) -> object:
        if isinstance(value, kind):
            return value
        if not is_policy or not isinstance(value, Mapping):
            expected = f"a {kind.__name__}{' or a mapping of its fields' if is_policy else ''}"
            raise PydanticCustomError("is_instance_of", "Input should be {expected}", {"expected": expected})
        try:
            return kind(**value)
        except (TypeError, ValueError) as error:
            raise PydanticCustomError("policy", "{message}", {"message": str(error)}) from None

    hints = get_type_hints(kind)
    form = core_schema.typed_dict_schema(
        {
            name: core_schema.typed_dict_field(handler.generate_schema(hints[name]), required=not is_policy)
            for name in names
        }
    )
    return core_schema.no_info_plain_validator_function(
        read,
        json_schema_input_schema=form,
        serialization=core_schema.plain_serializer_function_ser_schema(dict, return_schema=form),
    )


def _string_of(url: object) -> str:
    if not isinstance(url, URL):
        from pydantic_core import PydanticSerializationUnexpectedValue

        # A union then tries its other types, and a value that no field would take is written as it is, with a warning.
        raise PydanticSerializationUnexpectedValue(f"Expected a URL, not {type(url).__name__}")
    return url.given


def _error(kind: str, error: ValidationError) -> pydantic_core.PydanticCustomError:
    from pydantic_core import PydanticCustomError

    words = "Input should be a valid URL" if kind == "url_parsing" else "Input should be a valid URL string"
    return PydanticCustomError(
        kind,
        f"{words}: {{error}} at {{start}}: {{message}}",
        {"error": error.name, "start": error.start, "end": error.end, "message": error.message},
    )
