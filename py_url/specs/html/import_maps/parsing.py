"""Parsing import maps (HTML §8.1.5.3), and URL-like module specifiers (HTML §8.1.5.1).

Takes the text of an import map and the URL that it is relative to, and returns an `ImportMap`. Raises
`InvalidImportMapError` if a browser would ignore the whole map. See
https://html.spec.whatwg.org/multipage/webappapis.html#parse-an-import-map-string.
"""

from __future__ import annotations

import json
import re

from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.code_points import utf_16_code_units, with_pairs_joined
from py_url.standard.infra.copying import Slotted
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import URLRecord, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")
    # A *module specifier map*: maps normalized specifiers to serialized URLs, or to None if they are blocked.
    ModuleSpecifierMap: TypeAlias = dict[str, str | None]

RELATIVE = ("/", "./", "../")

_MOST_LEVELS = 200
_BRACKETS_AND_QUOTES = re.compile(r'\\.?|["\[\]{}]', re.DOTALL)


class InvalidImportMapError(ValueError):
    """Raised for a text that is not an import map: it is not JSON, or does not have the structure of an import map."""


class ImportMap(Slotted):
    """An *import map* (HTML §8.1.5.3), normalized.

    ``imports`` maps specifiers to serialized URLs, or to None if they are blocked. ``scopes`` maps serialized URL
    prefixes to such maps. ``integrity`` maps serialized URLs to integrity metadata. ``warnings`` lists what a browser
    would print to its console about the text.

    Parsing puts the keys of ``imports`` and ``scopes`` into the order of the standard, longer keys before their
    prefixes. Resolution does not depend on the order.
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
    """Resolve *specifier* if it is like a URL (HTML §8.1.5.1 *resolve a URL-like module specifier*).

    It is if it starts with ``/``, ``./`` or ``../``, which *base_url* completes, or is an absolute URL; for any other,
    such as ``react``, the result is None.

    Raises:
        InvalidURL: If *base_url* does not parse.
        TypeError: If an argument has another type.

    >>> resolve_url_like_module_specifier("./b.js", "https://h/a/").path
    ['a', 'b.js']
    """
    return url_like(as_in_javascript(specifier), record_of(base_url, "base URL"))


def as_in_javascript(specifier: str) -> str:
    """Return *specifier* with each surrogate pair joined. A lone surrogate stays: only the URL parser replaces it with
    U+FFFD.

    Raises TypeError if *specifier* is not a str.
    """
    return with_pairs_joined(expect_str(specifier, "the module specifier"))


def url_like(specifier: str, base_url: URLRecord) -> URLRecord | None:
    """Do the same as `resolve_url_like_module_specifier`, without checks of the types."""
    try:
        return run_parser(specifier, base_url if specifier.startswith(RELATIVE) else None)
    except Failure:
        return None


def parse_import_map(text: str, base_url: str | URLRecord | HasRecord) -> ImportMap:
    """Parse *text*, an import map whose relative URLs refer to *base_url* (HTML §8.1.5.3 *parse an import map string*).

    Raises:
        InvalidImportMapError: If a browser would ignore the whole map.
        InvalidURL: If *base_url* does not parse.
        TypeError: If an argument has another type.

    >>> parse_import_map('{"imports": {"a": "/a.js"}}', "https://h/").imports
    {'a': 'https://h/a.js'}
    """
    text = expect_str(text, "the import map")
    base = record_of(base_url, "base URL")
    if is_deep(text):
        raise InvalidImportMapError(f"the import map is nested more than {_MOST_LEVELS} levels deep")
    try:
        parsed = json.loads(
            text, object_pairs_hook=_with_pairs_joined, parse_constant=_refuse_constant, parse_int=float
        )
    except ValueError as error:
        raise InvalidImportMapError(f"the import map is not valid JSON: {error}") from None
    top = _expect_object(parsed, "the import map")
    result = ImportMap()
    warn = result.warnings.append
    for name in top:
        if name not in ("imports", "scopes", "integrity"):
            warn(f"the top-level key {quoted(name)} is ignored: only 'imports', 'scopes' and 'integrity' are known")
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


def is_deep(text: str) -> bool:
    """Return whether the brackets of a JSON text are nested so deeply that the recursion of the JSON parser could crash
    the interpreter in Pyodide.
    """
    depth, in_string = 0, False
    for token in _BRACKETS_AND_QUOTES.finditer(text):
        if token[0] == '"':
            in_string = not in_string
        elif token[0] in "[{" and not in_string:
            depth += 1
            if depth > _MOST_LEVELS:
                return True
        elif token[0] in "]}" and not in_string:
            depth -= 1
    return False


def _with_pairs_joined(members: list[tuple[str, object]]) -> dict[str, object]:
    """Return the members of a JSON object as in JavaScript, where two surrogates in a row are one code point however
    each is written. Python's parser joins them only if both are escaped.
    """
    return {
        with_pairs_joined(name): with_pairs_joined(value) if isinstance(value, str) else value
        for name, value in members
    }


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not allowed in JSON")


def _expect_object(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise InvalidImportMapError(f"{what} must be a JSON object, '{{...}}'")
    return value


def _sort_and_normalize_module_specifier_map(
    original: dict[str, object], base_url: URLRecord, warn: Callable[[str], None]
) -> ModuleSpecifierMap:
    normalized: ModuleSpecifierMap = {}
    for key, value in original.items():
        if key == "":
            warn("an empty specifier key is ignored")
            continue
        key_url = url_like(key, base_url)
        normalized[key if key_url is None else serialize(key_url)] = _address(key, value, base_url, warn)
    return _sorted(normalized)


def _address(key: str, value: object, base_url: URLRecord, warn: Callable[[str], None]) -> str | None:
    if not isinstance(value, str):
        warn(f"the address of {quoted(key)} must be a string")
        return None
    address = url_like(value, base_url)
    if address is None:
        warn(f"the address of {quoted(key)} must be a URL, or start with '/', './' or '../'")
        return None
    serialized = serialize(address)
    if key.endswith("/") and not serialized.endswith("/"):
        warn(f"the address of {quoted(key)} must end with '/', as the key does")
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
            warn(f"the scope {quoted(prefix)} is ignored: it must be a URL")
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
            warn(f"the key {quoted(key)} of 'integrity' must be a URL, or start with '/', './' or '../'")
        elif not isinstance(value, str):
            warn(f"the integrity of {quoted(key)} must be a string")
        else:
            normalized[serialize(url)] = value
    return normalized


def _sorted(unsorted: dict[str, T]) -> dict[str, T]:
    """Sort the keys so that longer keys stand before their own prefixes."""
    return {key: unsorted[key] for key in sorted(unsorted, key=utf_16_code_units, reverse=True)}
