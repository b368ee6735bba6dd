"""The import maps of a window, merged, by HTML §8.1.5.3 Import map processing model.

A `ModuleMap` takes one import map after another and resolves module specifiers in between. A later map does not change
how specifiers were resolved before. See
https://html.spec.whatwg.org/multipage/webappapis.html#import-map-processing-model.
"""

from __future__ import annotations

from bisect import bisect_left, insort

from py_url.specs.html.import_maps.parsing import ImportMap, as_in_javascript, parse_import_map, url_like
from py_url.specs.html.import_maps.specifiers import is_in_scope, resolve
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.copying import Slotted, restore, state_of
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord, is_special, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from py_url.specs.html.import_maps.parsing import ModuleSpecifierMap


class ModuleMap(Slotted):
    """What a window knows about modules: its import map and its *resolved module set*.

    All maps were merged into the import map, ``import_map``. The set keeps later maps from changing what was resolved
    before.
    """

    __slots__ = ("_resolved", "import_map")

    def __init__(self) -> None:
        self.import_map = ImportMap()
        self._resolved = _ResolvedModuleSet()

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, ModuleMap, {"import_map": self.import_map, "resolved": self._resolved.rows()})

    def __setstate__(self, state: object) -> None:
        restore(self, ModuleMap, state, ("import_map", "resolved"), ModuleMap._restore)

    def _restore(self, import_map: ImportMap, resolved: list[tuple[str, list[str], bool]]) -> None:
        if not isinstance(import_map, ImportMap):
            raise TypeError(f"the import map must be an ImportMap, not {type(import_map).__name__}")
        self.import_map = import_map
        self._resolved = _ResolvedModuleSet()
        for specifier, bases, may_match_prefixes in resolved:
            for base_url in bases:
                strings = expect_str(specifier, "a specifier"), expect_str(base_url, "a base URL")
                self._resolved.add(*strings, may_match_prefixes=may_match_prefixes)

    def register(self, text: str, base_url: str | URLRecord | HasRecord) -> list[str]:
        """Parse an import map and merge it into those registered before, as HTML's *register an import map* does.

        Returns the warnings that a browser would print to its console about *text* and about rules that are ignored.
        *base_url* is that of `parse_import_map`, which raises the same errors.

        >>> modules = ModuleMap()
        >>> modules.register('{"imports": {"a": "/a.js"}}', "https://h/")
        []
        >>> modules.resolve("a", "https://h/").path
        ['a.js']
        """
        new = parse_import_map(text, base_url)
        self._merge(new)
        return new.warnings

    def resolve(self, specifier: str, base_url: str | URLRecord | HasRecord) -> URLRecord:
        """Resolve *specifier* for a script at *base_url*, as HTML's *resolve a module specifier* does.

        Raises the errors of `resolve_module_specifier`.

        >>> ModuleMap().resolve("./b.js", "https://h/a/").path
        ['a', 'b.js']
        """
        base = record_of(base_url, "base URL")
        specifier = as_in_javascript(specifier)
        as_url = url_like(specifier, base)
        serialized_base = serialize(base)
        url = resolve(specifier, as_url, serialized_base, self.import_map)
        normalized = specifier if as_url is None else serialize(as_url)
        self._resolved.add(normalized, serialized_base, may_match_prefixes=as_url is None or is_special(as_url))
        return url

    def _merge(self, new: ImportMap) -> None:
        """*merge existing and new import maps*.

        For "imports", the standard compares the other way round, so that a rule for ``/app/`` could change what
        ``/app/x`` was resolved to. This follows browsers instead, which compare as the standard does for scopes.
        """
        old, warn = self.import_map, new.warnings.append
        for prefix, specifiers in new.scopes.items():
            self._merge_module_specifier_maps(specifiers, old.scopes.setdefault(prefix, {}), prefix, warn)
        for url, integrity in new.integrity.items():
            if url in old.integrity:
                warn(f"the integrity of {quoted(url)} is ignored: an earlier import map already sets it")
            else:
                old.integrity[url] = integrity
        self._merge_module_specifier_maps(new.imports, old.imports, None, warn)

    def _merge_module_specifier_maps(
        self, new: ModuleSpecifierMap, old: ModuleSpecifierMap, scope: str | None, warn: Callable[[str], None]
    ) -> None:
        """*merge module specifier maps*: keep old rules, and leave out new ones that would apply to resolved
        specifiers.
        """
        for key, value in new.items():
            if self._resolved.is_concerned(key, scope):
                warn(f"the rule for {quoted(key)} is ignored: it would change a module that is already resolved")
            elif key in old:
                warn(f"the rule for {quoted(key)} is ignored: an earlier import map already has one")
            else:
                old[key] = value


class _ResolvedModuleSet:
    """The *resolved module set*: for each specifier, the base URLs for which it was resolved.

    It is sorted, so that specifiers with a given prefix are found without looking at all of them.
    """

    __slots__ = ("_bases", "_prefixable")

    def __init__(self) -> None:
        self._bases: dict[str, list[str]] = {}
        self._prefixable: list[str] = []  # the specifiers that a prefix may match

    def add(self, specifier: str, base_url: str, *, may_match_prefixes: bool) -> None:
        bases = self._bases.setdefault(specifier, [])
        if not bases and may_match_prefixes:
            insort(self._prefixable, specifier)
        place = bisect_left(bases, base_url)
        if bases[place : place + 1] != [base_url]:
            bases.insert(place, base_url)

    def rows(self) -> list[tuple[str, list[str], bool]]:
        """Return each specifier with its base URLs, and whether prefixes may match it."""
        prefixable = {*self._prefixable}
        return [(specifier, [*bases], specifier in prefixable) for specifier, bases in self._bases.items()]

    def is_concerned(self, key: str, scope: str | None) -> bool:
        """Whether a rule for *key* in *scope* (None for the top level) would apply to a specifier of the set."""
        if key in self._bases and self._was_resolved_in(key, scope):
            return True
        if key.endswith("/"):
            for place in range(bisect_left(self._prefixable, key), len(self._prefixable)):
                specifier = self._prefixable[place]
                if not specifier.startswith(key):
                    break
                if self._was_resolved_in(specifier, scope):
                    return True
        return False

    def _was_resolved_in(self, specifier: str, scope: str | None) -> bool:
        if scope is None:
            return True
        bases = self._bases[specifier]
        # The base URLs are sorted, so any that starts with the scope stands at this place.
        place = bisect_left(bases, scope)
        return place < len(bases) and is_in_scope(bases[place], scope)
