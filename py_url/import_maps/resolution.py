"""HTML §8.1.5.1 The resolution algorithm: module specifiers, with an import map or without.

In: a module specifier, the URL of the script that has it, and perhaps an import map. Out: the URL of the module, or
`ModuleResolutionError`, where a browser throws a TypeError, which says why there is none.
"""

from __future__ import annotations

from py_url.import_maps.parsing import RELATIVE, ImportMap, as_in_javascript, url_like
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import record_of, run_parser
from py_url.standard.urls.record import URLRecord, is_special, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from py_url.import_maps.parsing import ModuleSpecifierMap
    from py_url.standard.urls.parser import HasRecord

# How many prefixes of a string are looked up; of one with more, each key is compared with it.
_FEW = 64


class ModuleResolutionError(ValueError):
    """Raised where a module specifier leads to no URL; the text says why."""


def resolve_module_specifier(
    specifier: str, base_url: str | URLRecord | HasRecord, import_map: ImportMap | None = None
) -> URLRecord:
    """§8.1.5.1 *resolve a module specifier* for a script of that base URL, as ``import.meta.resolve`` does.

    Raises ModuleResolutionError where the specifier is bare and mapped to nothing, or blocked: by a null entry, by an
    address that it does not parse relative to, or because it leads out of the address. Raises InvalidURL for a base URL
    that does not parse, TypeError for an argument of another type.
    """
    base = record_of(base_url, "base URL")
    specifier = as_in_javascript(specifier)
    import_map = ImportMap() if import_map is None else _expect_import_map(import_map)
    return resolve(specifier, url_like(specifier, base), serialize(base), import_map)


def _expect_import_map(import_map: ImportMap) -> ImportMap:
    if not isinstance(import_map, ImportMap):
        raise TypeError(f"an import map is an ImportMap, as parse_import_map gives, not {type(import_map).__name__}")
    return import_map


def resolve(specifier: str, as_url: URLRecord | None, base_url: str, import_map: ImportMap) -> URLRecord:
    """As `resolve_module_specifier`, for the serialized *base_url*, and *as_url*, which `url_like` makes of the two."""
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
            why = f"it is no URL relative to {quoted(base_url)}"
        else:
            why = "it is mapped to nothing, is no absolute URL, and does not begin with '/', './' or '../'"
        raise ModuleResolutionError(f"the module specifier {quoted(specifier)} leads nowhere: {why}")
    return as_url


def _keys_of(string: str, keys: Mapping[str, object]) -> list[str]:
    """The keys that are *string*, or end with "/" and are a prefix of it; the longest first."""
    if string.count("/") <= _FEW:
        ends = [len(string), *(end for end in range(len(string) - 1, 0, -1) if string[end - 1] == "/")]
        return [key for key in (string[:end] for end in ends) if key in keys]
    return sorted((key for key in keys if is_in_scope(string, key)), key=len, reverse=True)


def resolve_module_integrity_metadata(url: str | URLRecord | HasRecord, import_map: ImportMap) -> str:
    """§8.1.4.2 *resolve a module integrity metadata*: that of the module at *url*, or ``""`` where the map has none.

    Raises InvalidURL for a str that does not parse, TypeError for another type.
    """
    return _expect_import_map(import_map).integrity.get(serialize(record_of(url)), "")


def is_in_scope(base_url: str, prefix: str) -> bool:
    """Whether a scope is that of a script: its URL, or a prefix of that which ends with "/"."""
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
                why = f"{quoted(after_prefix)} is no URL relative to {quoted(address)}"
                raise _blocked(normalized, key, why) from None
            if not serialize(url).startswith(address):
                raise _blocked(normalized, key, f"it leads out of {quoted(address)}")
            return url
    return None


def _not_blocked(normalized: str, key: str, specifiers: ModuleSpecifierMap) -> str:
    address = specifiers[key]
    if address is None:
        raise _blocked(normalized, key, "its address is null, or none that an import map may have")
    return address


def _blocked(normalized: str, key: str, why: str) -> ModuleResolutionError:
    rule = f"the rule for {quoted(key)}"
    return ModuleResolutionError(f"the module specifier {quoted(normalized)} is blocked by {rule}: {why}")
