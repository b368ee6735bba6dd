"""Module specifiers and import maps, by HTML §8.1.5 Module specifier resolution.

``from py_url.specs.html import import_maps`` gives everything that the modules of this package offer. See
https://html.spec.whatwg.org/multipage/webappapis.html#module-specifier-resolution.
"""

from py_url.specs.html.import_maps.merging import ModuleMap
from py_url.specs.html.import_maps.parsing import (
    ImportMap,
    InvalidImportMapError,
    parse_import_map,
    resolve_url_like_module_specifier,
)
from py_url.specs.html.import_maps.specifiers import (
    ModuleResolutionError,
    resolve_module_integrity_metadata,
    resolve_module_specifier,
)

__all__ = [
    "ImportMap",
    "InvalidImportMapError",
    "ModuleMap",
    "ModuleResolutionError",
    "parse_import_map",
    "resolve_module_integrity_metadata",
    "resolve_module_specifier",
    "resolve_url_like_module_specifier",
]
