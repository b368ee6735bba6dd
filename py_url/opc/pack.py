"""ECMA-376 part 2 (Open Packaging Conventions) Annex B: the pack URI scheme, which names a part of a package.

In: the URI of a package, and the name of a part. Out: a pack URI, whose authority is the package's URI; and back.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.grammar import expect_str
from py_url.opc import part_names
from py_url.rfc3986.characters import percent_decode
from py_url.rfc3986.normalization import equivalent
from py_url.rfc3986.reference import parse, split

_ASCII_OCTET = re.compile("%[0-7][0-9A-Fa-f]")
# B.3 names the first five. "[" and "]", of an IPv6 address, are none of an authority's characters either.
_ENCODED = {ord(char): f"%{ord(char):02X}" for char in "%?@:,[]"} | {ord("/"): ","}


class PackURI(NamedTuple):
    """What a pack URI names: the package's URI, the part's name (None for the package itself), and the fragment."""

    package: str
    part: str | None
    fragment: str | None = None

    def __str__(self) -> str:
        return compose(self.package, self.part, self.fragment)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import hide_passwords

        return f"PackURI({hide_passwords(self.package)!r}, {self.part!r}, {self.fragment!r})"


def compose(package: str, part: str | None = None, fragment: str | None = None) -> str:
    """B.3 The pack URI of a part, or of the package: ``compose("http://h/a.docx", "/b.xml") ==
    "pack://http%3A,,h,a.docx/b.xml"``.

    *package* is an absolute URI, whose fragment is left out. Raises InvalidSyntax where it is none, or where *fragment*
    is no fragment; InvalidPartNameError for what is no part name; TypeError for an argument of another type.
    """
    without_fragment = str(parse(package, "URI")).partition("#")[0]
    uri = f"pack://{without_fragment.translate(_ENCODED)}/"
    if part is not None:
        uri += part_names.check_part_name(part)[1:]
    if fragment is not None:
        uri += f"#{expect_str(fragment, 'a fragment')}"
        parse(uri, "URI")
    return uri


def parse_pack_uri(uri: str) -> PackURI:
    """B.2 *Resolving a Pack URI to a Resource*: the package, and the part in it. A query is ignored. A ``:`` in the
    authority is taken too (O7.1), since .NET writes it so: ``pack://application:,,,/a.xaml``.

    Raises InvalidSyntax for what is no URI, and for an authority that is no package's URI; ValueError for another
    scheme and for a userinfo; InvalidPartNameError for a path that is no part name; TypeError for no str.
    """
    parts = split(expect_str(uri, "a pack URI"))
    if parts.scheme is None or parts.scheme.lower() != "pack" or parts.authority is None:
        raise ValueError("a pack URI begins with 'pack://'")
    reference = parse(str(parts._replace(authority=parts.authority.replace(":", "%3A"))), "URI")
    if reference.userinfo is not None or reference.host is None:
        raise ValueError("a pack URI has no userinfo; '@' is percent-encoded in it")
    host = reference.host.replace(",", "/")
    package = _ASCII_OCTET.sub(lambda match: percent_decode(match[0]).decode(), host)
    parse(package, "absolute-URI")
    part = None if reference.path in ("", "/") else part_names.check_part_name(reference.path)
    return PackURI(package, part, reference.fragment)


def is_pack_uri(uri: str) -> bool:
    """Annex B: whether *uri* is a pack URI. Raises TypeError for what is no str."""
    try:
        parse_pack_uri(uri)
    except ValueError:
        return False
    return True


def pack_uris_equivalent(a: str, b: str) -> bool:
    """B.4 Whether two pack URIs are equivalent: their packages are as URIs (by RFC 3986 §6, the scheme's rules too),
    and their parts as part names. Fragments are not asked. Raises as `parse_pack_uri`.
    """
    first, second = parse_pack_uri(a), parse_pack_uri(b)
    if first.part is None or second.part is None:
        return first.part == second.part and equivalent(first.package, second.package)
    return part_names.equivalent(first.part, second.part) and equivalent(first.package, second.package)
