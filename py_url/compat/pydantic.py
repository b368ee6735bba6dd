"""`URL` and `FrozenURL` as types of fields in Pydantic 2, and of parameters in FastAPI; Pydantic is imported on use.

A field takes a str or a URL, and is serialized as a str. Its JSON schema is that of a string with the format ``uri``.
An error has the standard's name and the offsets in its ``ctx``.

A *valid* URL string is serialized as it was written, without the "/" that parsing adds and without Punycode, because
the standard finds nothing wrong with it. Any other string is serialized as the href: it may mean another host to the
next program that reads it.

https://docs.pydantic.dev/latest/concepts/types/#customizing-validation-with-__get_pydantic_core_schema__
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from types import UnionType
from typing import get_origin

from py_url.api.url import URL, validate
from py_url.standard.infra.arguments import scheme_names
from py_url.standard.infra.integers import count_of
from py_url.standard.infra.late import Late
from py_url.standard.infra.pydantic_schemas import error_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pydantic_core
else:
    # Only annotations name it here.
    pydantic_core = Late("pydantic_core")

__all__ = ["URLConstraints"]


@dataclass(frozen=True, kw_only=True)
class URLConstraints:
    """What a field may hold.

    *schemes* are the schemes that are allowed, without ":". With *host_required*, the host must not be empty.
    *max_length* is the greatest length of the string and of its href. With *strict*, only a valid URL string is
    allowed, that is, one without validation errors. A model raises TypeError if the annotated type is a collection:
    write ``list[Annotated[URL, URLConstraints(...)]]``.

    Raises:
        TypeError: If an argument has another type.
        ValueError: If it makes no sense.

    >>> from typing import Annotated
    >>> from py_url import URL
    >>> HTTPSURL = Annotated[URL, URLConstraints(schemes={"https"}, host_required=True)]
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
        if max_length is not None:
            object.__setattr__(self, "max_length", count_of(max_length, "max_length", "an int or None"))

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
            raise error_of("url_syntax_violation", errors[0])
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
