"""Objects of other libraries and of JavaScript: their pairs, and their hrefs.

A mapping that can hold a name more than once has no one form in Python: ``items()`` of some of them repeats a name, and
that of others leaves values out. In Pyodide, an object of JavaScript comes as a proxy. Web IDL's rules for a sequence
and a record apply to it: https://webidl.spec.whatwg.org/#js-union
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol, TypeGuard, TypeVar

    Value = TypeVar("Value")

    class _Proxy(Protocol):
        """What this module reads of an object of JavaScript."""

        def entries(self) -> Iterable[tuple[object, object]]: ...
        def object_entries(self) -> Iterable[tuple[object, object]]: ...

    class _MappingLike(Protocol):
        def __len__(self) -> int: ...
        def items(self, **keywords: bool) -> Iterable[tuple[Any, object]]: ...


# The methods that return all pairs: Starlette, httpx; orderedmultidict, Bottle.
_ALL_PAIRS = ("multi_items", "allitems")
# The methods that return all values of a name. What has one of these can hold a name more than once.
_ALL_VALUES = ("getall", "getlist", "get_list", "get_all", "getAll")


def pairs_of(value: object) -> Any:  # noqa: ANN401 - the caller finds out what it is
    """Return the pairs of a mapping or of a JavaScript object: a dict, or an iterable of pairs.

    Anything else is returned as it is. Raises TypeError for an object whose pairs cannot all be found.
    """
    if _is_proxy(value):
        return _pairs_of_proxy(value)
    if _is_mapping(value):
        return _pairs_of_mapping(value)
    return value


def items_of(mapping: Mapping[str, Value]) -> list[tuple[str, Value]]:
    """Return all pairs of a mapping of any library. Raises TypeError if they cannot all be found."""
    pairs: Any = pairs_of(mapping)
    return list(pairs.items() if isinstance(pairs, dict) else pairs)


def _is_mapping(value: object) -> TypeGuard[_MappingLike]:
    return isinstance(value, Mapping) or (hasattr(value, "keys") and hasattr(value, "items"))


def _pairs_of_mapping(mapping: _MappingLike) -> object:
    if all_pairs := _method(mapping, _ALL_PAIRS):
        return list(all_pairs())
    all_values = _method(mapping, _ALL_VALUES)
    if all_values:
        if _takes_multi(mapping.items):  # Werkzeug, boltons
            return list(mapping.items(multi=True))
        if lists := _method(mapping, ("lists",)):  # Django
            return [(name, value) for name, values in lists() for value in values]
    items = list(mapping.items())
    if all_values:
        if _are_all(items, all_values):  # multidict, WebOb, urllib3, email
            return items
    elif len(names := dict(items)) == len(mapping):
        return names
    elif len(items) == len(mapping):
        return items
    raise TypeError(
        f"{kind_of(mapping)} can hold a name more than once, and it is not known how it gives all of its pairs; pass a "
        "list of (name, value) pairs"
    )


def _takes_multi(items: Callable[..., object]) -> bool:
    from inspect import signature

    try:
        return "multi" in signature(items).parameters
    except ValueError:
        return False  # a function in C may not say what it takes


def _method(value: object, names: Iterable[str]) -> Callable[..., Any] | None:
    return next((method for name in names if callable(method := getattr(value, name, None))), None)


def _are_all(items: list[tuple[Any, object]], all_values: Callable[[Any], Iterable[object]]) -> bool:
    """Whether the items have every value that *all_values* returns for their names. It may ignore the case of names."""
    by_name: dict[Any, list[object]] = {}
    by_lowercase: dict[str, list[object]] = {}
    for name, value in items:
        by_name.setdefault(name, []).append(value)
        by_lowercase.setdefault(str(name).lower(), []).append(value)
    return all(list(all_values(name)) in (values, by_lowercase[str(name).lower()]) for name, values in by_name.items())


def _is_proxy(value: object) -> TypeGuard[_Proxy]:
    # Pyodide's null has the same module, but is not a proxy.
    return type(value).__module__ == "pyodide.ffi" and type(value).__name__ == "JsProxy"


def _pairs_of_proxy(proxy: _Proxy) -> object:
    if isinstance(proxy, Mapping):
        # A URLSearchParams or a Map. Pyodide's `items` looks each name up, so it repeats the first value.
        return list(proxy.entries())
    if hasattr(proxy, "__iter__"):
        return proxy
    if _class_of(proxy) == "Object":
        return dict(proxy.object_entries())
    raise TypeError(
        f"the names and values of {kind_of(proxy)} are not known; pass an object of names and values, a "
        "URLSearchParams, a FormData or an array of pairs"
    )


def href_of_proxy(value: object) -> str | None:
    """Return the href of a JavaScript object that has one: a URL, a Location, or an element such as ``<a>``.

    Returns None for anything else.
    """
    href = getattr(value, "href", None) if _is_proxy(value) else None
    return href if isinstance(href, str) else None


def not_a_url(value: object, what: str) -> TypeError:
    """The error for a value of a type that is neither str nor URL. Another library's URL is not converted silently."""
    kind, hint = type(value), ""
    if kind.__module__ != "builtins":
        if hasattr(kind, "geturl"):
            hint = "; write url.geturl()"
        elif hasattr(kind, "render_as_string"):  # SQLAlchemy's, whose str() has "***" for the password
            hint = "; write url.render_as_string(hide_password=False)"
        elif kind.__name__ == "URLRecord":
            hint = "; use URL.from_record"
        elif hasattr(kind, "__fspath__"):
            hint = "; use py_url.specs.files.from_file_path"
        elif "url" in kind.__name__.lower():
            hint = "; write str(url)"
    elif isinstance(value, bytes):
        hint = "; decode it first"
    return TypeError(f"{what} must be a str or a URL, not {kind_of(value)}{hint}")


def wrong_value(name: str, value: object) -> TypeError:
    """The error for the value of a parameter, with what to write instead."""
    from py_url.standard.infra.showing import quoted

    if value is None:
        instead = "write '' for an empty value, or leave the parameter out; without_query removes one of a URL"
    elif isinstance(value, bool):
        instead = "write what the server reads, such as 'true' or '1'"
    elif isinstance(value, bytes | bytearray):
        instead = "decode it first"
    elif isinstance(value, Iterable):
        instead = (
            f"write a pair for each value, such as [({quoted(name)}, value) for value in values]; for a dict of lists, "
            "write urllib.parse.urlencode(mapping, doseq=True)"
        )
    else:
        instead = "write the text that the server reads, such as str(value)"
    return TypeError(f"the value of {quoted(name)} must be a str or an int, not {kind_of(value)}; {instead}")


def kind_of(value: object) -> str:
    """Return how an error names the type of *value*: ``int``, ``decimal.Decimal`` or ``a JavaScript Date``."""
    if _is_proxy(value):
        return f"a JavaScript {_class_of(value)}"
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _class_of(proxy: _Proxy) -> object:
    return getattr(getattr(proxy, "constructor", None), "name", "Object")
