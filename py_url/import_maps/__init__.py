"""HTML §8.1.5 Module specifier resolution: URL-like specifiers, and import maps.

``from py_url import import_maps``. Each module is a part of it; what they offer is here.
"""

from py_url.import_maps.merging import ModuleMap
from py_url.import_maps.parsing import (
    ImportMap,
    InvalidImportMapError,
    parse_import_map,
    resolve_url_like_module_specifier,
)
from py_url.import_maps.resolution import (
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
