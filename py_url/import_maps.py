"""HTML §8.1.5 Module specifier resolution: URL-like specifiers, and import maps.

In: a module specifier, the URL of the script that has it, and perhaps an import map. Out: the URL of the module, or
`ModuleResolutionError`, where a browser throws a TypeError, which says why there is none.
"""

from __future__ import annotations

import json
from bisect import bisect_left, insort

from py_url.infra.code_points import utf_16_code_units
from py_url.infra.grammar import expect_str
from py_url.infra.showing import quoted
from py_url.infra.validation import Failure
from py_url.urls.parser import parse, record_of
from py_url.urls.record import URLRecord, is_special, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias, TypeVar

    from py_url.urls.parser import HasRecord

    T = TypeVar("T")
    # A *module specifier map*: from what a specifier is normalized to, to the serialized URL, or None for "blocked".
    ModuleSpecifierMap: TypeAlias = dict[str, str | None]


class InvalidImportMapError(ValueError):
    """Raised for a text that is no import map: no JSON, or none of the shape that it must have."""


class ModuleResolutionError(ValueError):
    """Raised where a module specifier leads to no URL; the text says why."""


class ImportMap:
    """§8.1.5.3 An *import map*, normalized.

    ``imports`` maps specifiers to serialized URLs, or to None, which blocks them; ``scopes`` maps serialized URL
    prefixes to such maps; ``integrity`` serialized URLs to integrity metadata. The keys of the former two are in the
    order in which they are asked: descending by code unit. ``warnings`` are what a browser would say to its console
    of the text.
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
    return _url_like(_as_in_javascript(specifier), record_of(base_url, "base URL"))


def _as_in_javascript(specifier: str) -> str:
    """*specifier* with the surrogates joined that are a pair. A lone one stays: it is a code unit of the specifier, of
    which only the URL parser makes U+FFFD. Raises TypeError for what is no str.
    """
    expect_str(specifier, "a module specifier")
    if specifier.isascii():
        return specifier
    return specifier.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _url_like(specifier: str, base_url: URLRecord) -> URLRecord | None:
    try:
        return parse(specifier, base_url if specifier.startswith(("/", "./", "../")) else None)
    except Failure:
        return None


def parse_import_map(text: str, base_url: str | URLRecord | HasRecord) -> ImportMap:
    """§8.1.5.3 *parse an import map string*, whose relative URLs refer to *base_url*.

    Raises InvalidImportMapError where a browser would drop the whole map, InvalidURL for a base URL that does not
    parse, TypeError for an argument of another type.
    """
    expect_str(text, "an import map")
    base = record_of(base_url, "base URL")
    try:
        parsed = json.loads(text, parse_constant=_refuse_constant, parse_int=float)
    except RecursionError:
        raise InvalidImportMapError("an import map is not so deeply nested") from None
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
        key_url = _url_like(key, base_url)
        normalized[key if key_url is None else serialize(key_url)] = _address(key, value, base_url, warn)
    return _sorted(normalized)


def _address(key: str, value: object, base_url: URLRecord, warn: Callable[[str], None]) -> str | None:
    if not isinstance(value, str):
        warn(f"the address of {quoted(key)} is to be a string")
        return None
    address = _url_like(value, base_url)
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
            url = parse(prefix, base_url)
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
        url = _url_like(key, base_url)
        if url is None:
            warn(f"the key {quoted(key)} of 'integrity' is to be a URL, or to begin with '/', './' or '../'")
        elif not isinstance(value, str):
            warn(f"the integrity of {quoted(key)} is to be a string")
        else:
            normalized[serialize(url)] = value
    return normalized


def _sorted(unsorted: dict[str, T]) -> dict[str, T]:
    """Longer keys before those that they begin with."""
    return {key: unsorted[key] for key in sorted(unsorted, key=utf_16_code_units, reverse=True)}


class ModuleMap:
    """§8.1.5.3 What a window has of import maps: the one that all registered ones were merged into, and the *resolved
    module set*, which keeps a later map from changing what was resolved before.
    """

    __slots__ = ("_resolved", "import_map")

    def __init__(self) -> None:
        self.import_map = ImportMap()
        self._resolved: dict[str, _Resolved] = {}

    def register(self, text: str, base_url: str | URLRecord | HasRecord) -> list[str]:
        """*register an import map*: parse it and merge it into what is there; raises as `parse_import_map`.

        Out: what a browser would say to its console, of the text and of rules that are ignored.
        """
        new = parse_import_map(text, base_url)
        self._merge(new)
        return new.warnings

    def resolve(self, specifier: str, base_url: str | URLRecord | HasRecord) -> URLRecord:
        """§8.1.5.1 *resolve a module specifier* for a script of that base URL; raises as `resolve_module_specifier`."""
        base = record_of(base_url, "base URL")
        specifier = _as_in_javascript(specifier)
        as_url = _url_like(specifier, base)
        url = _resolve(specifier, as_url, serialize(base), self.import_map)
        normalized = specifier if as_url is None else serialize(as_url)
        resolved = self._resolved.setdefault(serialize(base), _Resolved())
        resolved.add(normalized, may_match_prefixes=as_url is None or is_special(as_url))
        return url

    def _merge(self, new: ImportMap) -> None:
        """*merge existing and new import maps*.

        Where it merges "imports", the standard compares the other way round, by which a rule for ``/app/`` could change
        what ``/app/x`` is; browsers do as is done here, and as the standard itself says of scopes.
        """
        old = self.import_map
        scopes = dict(old.scopes)
        for prefix, specifiers in new.scopes.items():
            resolved = [self._resolved[base_url] for base_url in self._resolved if _is_in_scope(base_url, prefix)]
            kept = _not_resolved_yet(specifiers, resolved, new.warnings)
            scopes[prefix] = _merge_module_specifier_maps(kept, scopes.get(prefix, {}), new.warnings)
        if len(scopes) > len(old.scopes):
            scopes = _sorted(scopes)
        old.scopes = scopes
        for url, integrity in new.integrity.items():
            if url in old.integrity:
                new.warnings.append(f"the integrity of {quoted(url)} is ignored: an earlier import map has one")
            else:
                old.integrity[url] = integrity
        kept = _not_resolved_yet(new.imports, list(self._resolved.values()), new.warnings)
        old.imports = _merge_module_specifier_maps(kept, old.imports, new.warnings)


class _Resolved:
    """The *specifier resolution records* of one base URL."""

    __slots__ = ("_prefixable", "_specifiers")

    def __init__(self) -> None:
        self._specifiers: set[str] = set()
        self._prefixable: list[str] = []  # those that a prefix may match, in order

    def add(self, specifier: str, *, may_match_prefixes: bool) -> None:
        """Remember that *specifier* has been resolved."""
        if specifier not in self._specifiers:
            self._specifiers.add(specifier)
            if may_match_prefixes:
                insort(self._prefixable, specifier)

    def has_to_do_with(self, key: str) -> bool:
        """Whether the rule for *key* would say what one of the specifiers is."""
        if key in self._specifiers:
            return True
        # Of the specifiers that begin with the key, the first in order is the first that is not before it.
        place = bisect_left(self._prefixable, key)
        return key.endswith("/") and place < len(self._prefixable) and self._prefixable[place].startswith(key)


def _not_resolved_yet(
    specifiers: ModuleSpecifierMap, resolved: list[_Resolved], warnings: list[str]
) -> ModuleSpecifierMap:
    """The rules that would not have changed what was resolved."""
    kept = {}
    for key, value in specifiers.items():
        if any(records.has_to_do_with(key) for records in resolved):
            warnings.append(f"the rule for {quoted(key)} is ignored: it concerns what has been resolved")
        else:
            kept[key] = value
    return kept


def _merge_module_specifier_maps(
    new: ModuleSpecifierMap, old: ModuleSpecifierMap, warnings: list[str]
) -> ModuleSpecifierMap:
    """*merge module specifier maps*: what was there stays."""
    warnings.extend(
        f"the rule for {quoted(key)} is ignored: an earlier import map has one" for key in new if key in old
    )
    return _sorted({**new, **old}) if new else old


def resolve_module_specifier(
    specifier: str, base_url: str | URLRecord | HasRecord, import_map: ImportMap | None = None
) -> URLRecord:
    """§8.1.5.1 *resolve a module specifier* for a script of that base URL, as ``import.meta.resolve`` does.

    Raises ModuleResolutionError where the specifier is bare and mapped to nothing, or blocked: by a null entry, by an
    address that it does not parse relative to, or because it leads out of the address. Raises InvalidURL for a base URL
    that does not parse, TypeError for an argument of another type.
    """
    base = record_of(base_url, "base URL")
    specifier = _as_in_javascript(specifier)
    import_map = ImportMap() if import_map is None else _expect_import_map(import_map)
    return _resolve(specifier, _url_like(specifier, base), serialize(base), import_map)


def _expect_import_map(import_map: ImportMap) -> ImportMap:
    if not isinstance(import_map, ImportMap):
        raise TypeError(f"an import map is an ImportMap, as parse_import_map gives, not {type(import_map).__name__}")
    return import_map


def _resolve(specifier: str, as_url: URLRecord | None, base_url: str, import_map: ImportMap) -> URLRecord:
    normalized = specifier if as_url is None else serialize(as_url)
    for prefix, specifiers in import_map.scopes.items():
        if _is_in_scope(base_url, prefix):
            match = _resolve_imports_match(normalized, as_url, specifiers)
            if match is not None:
                return match
    match = _resolve_imports_match(normalized, as_url, import_map.imports)
    if match is not None:
        return match
    if as_url is None:
        why = "it is mapped to nothing, and does not begin with '/', './' or '../' nor is it an absolute URL"
        raise ModuleResolutionError(f"the module specifier {quoted(specifier)} leads nowhere: {why}")
    return as_url


def resolve_module_integrity_metadata(url: str | URLRecord | HasRecord, import_map: ImportMap) -> str:
    """§8.1.4.2 *resolve a module integrity metadata*: that of the module at *url*, or ``""`` where the map has none.

    Raises InvalidURL for a str that does not parse, TypeError for another type.
    """
    return _expect_import_map(import_map).integrity.get(serialize(record_of(url)), "")


def _is_in_scope(base_url: str, prefix: str) -> bool:
    return prefix == base_url or (prefix.endswith("/") and base_url.startswith(prefix))


def _resolve_imports_match(
    normalized: str, as_url: URLRecord | None, specifiers: ModuleSpecifierMap
) -> URLRecord | None:
    """*resolve an imports match*."""
    if normalized in specifiers:
        return parse(_not_blocked(normalized, normalized, specifiers))
    if as_url is not None and not is_special(as_url):
        return None
    for key in specifiers:
        if key.endswith("/") and normalized.startswith(key):
            address = _not_blocked(normalized, key, specifiers)
            after_prefix = normalized[len(key) :]
            try:
                url = parse(after_prefix, parse(address))
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
    return ModuleResolutionError(
        f"the module specifier {quoted(normalized)} is blocked by the rule for {quoted(key)}: {why}"
    )
