"""Names of parts in .docx, .xlsx, .pptx and other packages: Open Packaging Conventions (ECMA-376 part 2).

``from py_url.specs import opc`` gives everything that the modules of this package offer, including the rule of
OpenDocument for references in its packages. See https://ecma-international.org/publications-and-standards/standards/ecma-376/.
"""

from py_url.specs.opc.opendocument import Target, resolve_in_package
from py_url.specs.opc.pack import (
    PackURI,
    compose as compose_pack_uri,
    is_pack_uri,
    pack_uris_equivalent,
    parse_pack_uri,
)
from py_url.specs.opc.part_names import (
    InvalidPartNameError,
    Problem,
    check_part_name,
    conflicts,
    equivalent,
    iri_to_uri,
    is_part_name,
    is_relationships_part_name,
    part_name,
    part_name_problems,
    relationships_part_name,
    source_of_relationships,
    string_to_iri,
)

__all__ = [
    "InvalidPartNameError",
    "PackURI",
    "Problem",
    "Target",
    "check_part_name",
    "compose_pack_uri",
    "conflicts",
    "equivalent",
    "iri_to_uri",
    "is_pack_uri",
    "is_part_name",
    "is_relationships_part_name",
    "pack_uris_equivalent",
    "parse_pack_uri",
    "part_name",
    "part_name_problems",
    "relationships_part_name",
    "resolve_in_package",
    "source_of_relationships",
    "string_to_iri",
]
