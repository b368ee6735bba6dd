"""HTML §8.1.5.3 Import map processing model: parsing an import map; and §8.1.5.1, what a URL-like specifier is.

In: the text of an import map and the URL that it is relative to. Out: an `ImportMap`, or `InvalidImportMapError` where
a browser would drop the whole map.
"""

from __future__ import annotations

import json
import re

from py_url.grammar import expect_str
from py_url.standard.infra.code_points import utf_16_code_units
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import record_of, run_parser
from py_url.standard.urls.record import URLRecord, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias, TypeVar

    from py_url.standard.urls.parser import HasRecord

    T = TypeVar("T")
    # A *module specifier map*: from what a specifier is normalized to, to the serialized URL, or None for "blocked".
    ModuleSpecifierMap: TypeAlias = dict[str, str | None]

RELATIVE = ("/", "./", "../")

_MOST_LEVELS = 200
_BRACKETS_AND_STRINGS = re.compile(r'"(?:[^"\\]+|\\.)*"?|[\[\]{}]', re.DOTALL)


class InvalidImportMapError(ValueError):
    """Raised for a text that is no import map: no JSON, or none of the shape that it must have."""


class ImportMap:
    """§8.1.5.3 An *import map*, normalized.

    ``imports`` maps specifiers to serialized URLs, or to None, which blocks them; ``scopes`` maps serialized URL
    prefixes to such maps; ``integrity`` serialized URLs to integrity metadata. The keys of the former two are, when
    they were parsed, in the order in which the standard asks them, on which nothing here depends. ``warnings`` are what
    a browser would say to its console of the text.
    """

    __slots__ = ("imports", "integrity", "scopes", "warnings")

    def __init__(self) -> None:
        self.imports: ModuleSpecifierMap = {}
        self.scopes: dict[str, ModuleSpecifierMap] = {}
        self.integrity: dict[str, str] = {}
        self.warnings: list[str] = []

    def __repr__(self) -> str:
        return f"<ImportMap of {len(self.imports)} imports and {len(self.scopes)} scopes>"


def resolve_url_like_module_specifier(specifier: str, base_url: str | URLRecord | HasRecord) -> URLRecord | None:
    """§8.1.5.1 *resolve a URL-like module specifier*: a URL where it begins with ``/``, ``./`` or ``../`` or is an
    absolute URL; None for any other, as ``react`` is.

    Raises InvalidURL for a base URL that does not parse, TypeError for an argument of another type.
    """
    return url_like(as_in_javascript(specifier), record_of(base_url, "base URL"))


def as_in_javascript(specifier: str) -> str:
    """*specifier* with the surrogates joined that are a pair. A lone one stays: it is a code unit of the specifier, of
    which only the URL parser makes U+FFFD. Raises TypeError for what is no str.
    """
    expect_str(specifier, "a module specifier")
    if specifier.isascii():
        return specifier
    return specifier.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def url_like(specifier: str, base_url: URLRecord) -> URLRecord | None:
    """As `resolve_url_like_module_specifier`, of what is of those types."""
    try:
        return run_parser(specifier, base_url if specifier.startswith(RELATIVE) else None)
    except Failure:
        return None


def parse_import_map(text: str, base_url: str | URLRecord | HasRecord) -> ImportMap:
    """§8.1.5.3 *parse an import map string*, whose relative URLs refer to *base_url*.

    Raises InvalidImportMapError where a browser would drop the whole map, InvalidURL for a base URL that does not
    parse, TypeError for an argument of another type.
    """
    expect_str(text, "an import map")
    base = record_of(base_url, "base URL")
    if _is_deep(text):
        raise InvalidImportMapError(f"an import map is JSON that is nested {_MOST_LEVELS} levels deep at most")
    try:
        parsed = json.loads(text, parse_constant=_refuse_constant, parse_int=float)
    except ValueError as error:
        raise InvalidImportMapError(f"an import map is JSON, which this is not: {error}") from None
    top = _expect_object(parsed, "an import map")
    result = ImportMap()
    warn = result.warnings.append
    for name in top:
        if name not in ("imports", "scopes", "integrity"):
            warn(f"an import map has no top-level key {quoted(name)}")
    if "imports" in top:
        imports = _expect_object(top["imports"], "the value of 'imports'")
        result.imports = _sort_and_normalize_module_specifier_map(imports, base, warn)
    if "scopes" in top:
        scopes = _expect_object(top["scopes"], "the value of 'scopes'")
        result.scopes = _sort_and_normalize_scopes(scopes, base, warn)
    if "integrity" in top:
        integrity = _expect_object(top["integrity"], "the value of 'integrity'")
        result.integrity = _normalize_module_integrity_map(integrity, base, warn)
    return result


def _is_deep(text: str) -> bool:
    """Whether brackets are nested so deeply that the JSON parser's recursion, in Pyodide, might end the interpreter."""
    depth = 0
    for token in _BRACKETS_AND_STRINGS.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > _MOST_LEVELS:
                return True
        elif token[0] in "]}":
            depth -= 1
    return False


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _expect_object(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise InvalidImportMapError(f"{what} is a JSON object, which this is not")
    return value


def _sort_and_normalize_module_specifier_map(
    original: dict[str, object], base_url: URLRecord, warn: Callable[[str], None]
) -> ModuleSpecifierMap:
    normalized: ModuleSpecifierMap = {}
    for key, value in original.items():
        if key == "":
            warn("a specifier key may not be empty")
            continue
        key_url = url_like(key, base_url)
        normalized[key if key_url is None else serialize(key_url)] = _address(key, value, base_url, warn)
    return _sorted(normalized)


def _address(key: str, value: object, base_url: URLRecord, warn: Callable[[str], None]) -> str | None:
    if not isinstance(value, str):
        warn(f"the address of {quoted(key)} is to be a string")
        return None
    address = url_like(value, base_url)
    if address is None:
        warn(f"the address of {quoted(key)} is to be a URL, or to begin with '/', './' or '../'")
        return None
    serialized = serialize(address)
    if key.endswith("/") and not serialized.endswith("/"):
        warn(f"the address of {quoted(key)} is to end with '/', as the key does")
        return None
    return serialized


def _sort_and_normalize_scopes(
    original: dict[str, object], base_url: URLRecord, warn: Callable[[str], None]
) -> dict[str, ModuleSpecifierMap]:
    normalized: dict[str, ModuleSpecifierMap] = {}
    for prefix, value in original.items():
        specifiers = _expect_object(value, f"the scope {quoted(prefix)}")
        try:
            url = run_parser(prefix, base_url)
        except Failure:
            warn(f"the scope {quoted(prefix)} is to be a URL")
            continue
        normalized[serialize(url)] = _sort_and_normalize_module_specifier_map(specifiers, base_url, warn)
    return _sorted(normalized)


def _normalize_module_integrity_map(
    original: dict[str, object], base_url: URLRecord, warn: Callable[[str], None]
) -> dict[str, str]:
    normalized: dict[str, str] = {}
    for key, value in original.items():
        url = url_like(key, base_url)
        if url is None:
            warn(f"the key {quoted(key)} of 'integrity' is to be a URL, or to begin with '/', './' or '../'")
        elif not isinstance(value, str):
            warn(f"the integrity of {quoted(key)} is to be a string")
        else:
            normalized[serialize(url)] = value
    return normalized


def _sorted(unsorted: dict[str, T]) -> dict[str, T]:
    """Longer keys before their own prefixes."""
    return {key: unsorted[key] for key in sorted(unsorted, key=utf_16_code_units, reverse=True)}
