"""Values that have named fields and cannot be changed: the base of validation errors, verdicts and other results."""

from __future__ import annotations

from py_url.standard.infra.late import Late

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
else:
    typing = Late("typing")


class Fields:
    """A base of values that have named fields and cannot be changed.

    ``dict(value)`` has the fields, so that ``json.dumps(value, default=dict)``, FastAPI and Pydantic give one form.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()
    __iter__ = None  # otherwise, `__getitem__` would be tried with numbers
    _fields: tuple[str, ...] = ()  # the names, if they are not those of `__match_args__`
    _or_mapping = False  # whether a field of Pydantic also takes a mapping

    def keys(self) -> tuple[str, ...]:
        """The names of the fields, which ``dict`` takes."""
        return self._fields or self.__match_args__

    def __getitem__(self, name: str) -> object:
        if name not in self.keys():
            raise KeyError(name)
        return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __replace__(self, **fields: object) -> typing.Self:
        return type(self)(**{**dict(self), **fields})

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> object:
        from py_url.standard.infra.pydantic_fields import schema_of_fields

        return schema_of_fields(cls, cls._fields or cls.__match_args__, handler, or_mapping=cls._or_mapping)
