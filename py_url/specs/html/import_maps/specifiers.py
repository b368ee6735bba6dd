"""Resolving module specifiers, with or without an import map, by HTML §8.1.5.1 The resolution algorithm.

Takes a module specifier, the base URL of the script that contains it and perhaps an import map, and returns the URL of
the module. Raises `ModuleResolutionError`, for which a browser throws a TypeError, if there is none. See
https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier.
"""

from __future__ import annotations

from py_url.specs.html.import_maps.parsing import RELATIVE, ImportMap, as_in_javascript, url_like
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import URLRecord, is_special, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from py_url.specs.html.import_maps.parsing import ModuleSpecifierMap

# If a string has at most this many prefixes, each is looked up; otherwise the string is compared with every key.
_FEW = 64


class ModuleResolutionError(ValueError):
    """Raised if a module specifier cannot be resolved; the text says why."""


def resolve_module_specifier(
    specifier: str, base_url: str | URLRecord | HasRecord, import_map: ImportMap | None = None
) -> URLRecord:
    """Resolve *specifier* for a script at *base_url* by *import_map* (HTML §8.1.5.1 *resolve a module specifier*).

    ``import.meta.resolve`` does so in a browser.

    Raises:
        ModuleResolutionError: If the specifier is bare and not mapped, or if a rule of the import map blocks it: the
            address is null, the specifier does not parse relative to the address, or the result lies outside the
            address.
        InvalidURL: If *base_url* does not parse.
        TypeError: If an argument has another type.

    >>> from py_url.specs.html.import_maps import parse_import_map
    >>> rules = parse_import_map('{"imports": {"a": "/a.js"}}', "https://h/")
    >>> resolve_module_specifier("a", "https://h/", rules).path
    ['a.js']
    """
    base = record_of(base_url, "base URL")
    specifier = as_in_javascript(specifier)
    import_map = ImportMap() if import_map is None else _expect_import_map(import_map)
    return resolve(specifier, url_like(specifier, base), serialize(base), import_map)


def _expect_import_map(import_map: ImportMap) -> ImportMap:
    if not isinstance(import_map, ImportMap):
        kind = type(import_map).__name__
        raise TypeError(f"the import map must be an ImportMap, which parse_import_map returns, not {kind}")
    return import_map


def resolve(specifier: str, as_url: URLRecord | None, base_url: str, import_map: ImportMap) -> URLRecord:
    """Do the same as `resolve_module_specifier`, for a serialized *base_url* and the *as_url* of `url_like`.

    Raises ModuleResolutionError for the same reasons.
    """
    normalized = specifier if as_url is None else serialize(as_url)
    for scope in _keys_of(base_url, import_map.scopes):
        match = _resolve_imports_match(normalized, as_url, import_map.scopes[scope])
        if match is not None:
            return match
    match = _resolve_imports_match(normalized, as_url, import_map.imports)
    if match is not None:
        return match
    if as_url is None:
        if specifier.startswith(RELATIVE):
            why = f"it is not a valid URL relative to {quoted(base_url)}"
        else:
            why = "it is bare and not mapped; a relative URL must start with '/', './' or '../'"
        raise ModuleResolutionError(f"cannot resolve the module specifier {quoted(specifier)}: {why}")
    return as_url


def _keys_of(string: str, keys: Mapping[str, object]) -> list[str]:
    """Return the keys that equal *string*, or end with "/" and are a prefix of it; the longest first."""
    if string.count("/") <= _FEW:
        ends = [len(string), *(end for end in range(len(string) - 1, 0, -1) if string[end - 1] == "/")]
        return [key for key in (string[:end] for end in ends) if key in keys]
    return sorted((key for key in keys if is_in_scope(string, key)), key=len, reverse=True)


def resolve_module_integrity_metadata(url: str | URLRecord | HasRecord, import_map: ImportMap) -> str:
    """Return the integrity metadata of the module at *url*, or ``""`` if *import_map* has none.

    HTML §8.1.4.2 *resolve a module integrity metadata*.

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If an argument has another type.

    >>> from py_url.specs.html.import_maps import parse_import_map
    >>> rules = parse_import_map('{"integrity": {"/a.js": "sha384-b"}}', "https://h/")
    >>> resolve_module_integrity_metadata("https://h/a.js", rules)
    'sha384-b'
    """
    return _expect_import_map(import_map).integrity.get(serialize(record_of(url)), "")


def is_in_scope(base_url: str, prefix: str) -> bool:
    """Whether a scope applies to a script: it is the script's base URL, or ends with "/" and is a prefix of it."""
    return prefix == base_url or (prefix.endswith("/") and base_url.startswith(prefix))


def _resolve_imports_match(
    normalized: str, as_url: URLRecord | None, specifiers: ModuleSpecifierMap
) -> URLRecord | None:
    """*resolve an imports match*."""
    for key in _keys_of(normalized, specifiers):
        if key == normalized:
            return run_parser(_not_blocked(normalized, key, specifiers))
        if as_url is None or is_special(as_url):
            address = _not_blocked(normalized, key, specifiers)
            after_prefix = normalized[len(key) :]
            try:
                url = run_parser(after_prefix, run_parser(address))
            except Failure:
                why = f"{quoted(after_prefix)} is not a valid URL relative to {quoted(address)}"
                raise _blocked(normalized, key, why) from None
            if not serialize(url).startswith(address):
                raise _blocked(normalized, key, f"it leads outside {quoted(address)}")
            return url
    return None


def _not_blocked(normalized: str, key: str, specifiers: ModuleSpecifierMap) -> str:
    address = specifiers[key]
    if address is None:
        raise _blocked(normalized, key, "its address is null or invalid")
    return address


def _blocked(normalized: str, key: str, why: str) -> ModuleResolutionError:
    rule = f"the rule for {quoted(key)}"
    return ModuleResolutionError(f"the module specifier {quoted(normalized)} is blocked by {rule}: {why}")
