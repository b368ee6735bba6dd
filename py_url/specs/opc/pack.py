"""The pack URI scheme, which names a part of a package: ECMA-376 part 2 (Open Packaging Conventions), Annex B.

`compose` takes the URI of a package and the name of a part and returns a pack URI; `parse_pack_uri` does the inverse.
See https://ecma-international.org/publications-and-standards/standards/ecma-376/.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.specs.opc import part_names
from py_url.specs.rfc3986.characters import percent_decode
from py_url.specs.rfc3986.normalization import equivalent
from py_url.specs.rfc3986.reference import parse, split
from py_url.standard.infra.arguments import expect_str

_ASCII_OCTET = re.compile("%[0-7][0-9A-Fa-f]")
# B.3 names the first five. "[" and "]", which enclose an IPv6 address, are not allowed in a host name either.
_ENCODED = {ord(char): f"%{ord(char):02X}" for char in "%?@:,[]"} | {ord("/"): ","}


class PackURI(NamedTuple):
    """What a pack URI names: the *package*'s URI, the *part*'s name and the *fragment*, or None.

    A part of None means the package itself. ``str(pack_uri)`` is the pack URI.
    """

    package: str
    part: str | None
    fragment: str | None = None

    def __str__(self) -> str:
        return compose(self.package, self.part, self.fragment)

    def __repr__(self) -> str:
        from py_url.standard.infra.showing import hide_secrets

        return f"PackURI({hide_secrets(self.package)!r}, {self.part!r}, {self.fragment!r})"


def compose(package: str, part: str | None = None, fragment: str | None = None) -> str:
    """Return the pack URI of a part, or of the package if *part* is None (B.3).

    *package* is an absolute URI; its fragment is left out.

    Raises:
        InvalidSyntax: If *package* or *fragment* is not valid.
        InvalidPartNameError: If *part* is not a part name.
        TypeError: If an argument has another type.

    >>> compose("http://h/a.docx", "/b.xml")
    'pack://http%3A,,h,a.docx/b.xml'
    """
    without_fragment = str(parse(package, "URI")).partition("#")[0]
    uri = f"pack://{without_fragment.translate(_ENCODED)}/"
    if part is not None:
        uri += part_names.check_part_name(part)[1:]
    if fragment is not None:
        uri += f"#{expect_str(fragment, 'the fragment')}"
        parse(uri, "URI")
    return uri


def parse_pack_uri(uri: str) -> PackURI:
    """Split a pack URI into the package and the part in it (B.2 *Resolving a Pack URI to a Resource*).

    A query is ignored. The authority may contain ``:`` (O7.1), because .NET writes ``pack://application:,,,/a.xaml``.

    Raises:
        InvalidSyntax: If *uri* is not a URI or its authority is not the URI of a package.
        ValueError: For another scheme and for a userinfo.
        InvalidPartNameError: If the path is not a part name.
        TypeError: If *uri* is not a str.

    >>> parse_pack_uri("pack://http%3A,,h,a.docx/b.xml").part
    '/b.xml'
    """
    parts = split(expect_str(uri, "the pack URI"))
    if parts.scheme is None or parts.scheme.lower() != "pack" or parts.authority is None:
        raise ValueError("a pack URI must start with 'pack://'")
    reference = parse(str(parts._replace(authority=parts.authority.replace(":", "%3A"))), "URI")
    if reference.userinfo is not None or reference.host is None:
        raise ValueError("a pack URI has no userinfo; write '@' as '%40'")
    host = reference.host.replace(",", "/")
    package = _ASCII_OCTET.sub(lambda match: percent_decode(match[0]).decode(), host)
    parse(package, "absolute-URI")
    part = None if reference.path in ("", "/") else part_names.check_part_name(reference.path)
    return PackURI(package, part, reference.fragment)


def is_pack_uri(uri: str) -> bool:
    """Return whether *uri* is a pack URI (Annex B).

    Raises:
        TypeError: If it is not a str.

    >>> is_pack_uri("pack://http%3A,,h,a.docx/b.xml")
    True
    """
    try:
        parse_pack_uri(uri)
    except ValueError:
        return False
    return True


def pack_uris_equivalent(a: str, b: str) -> bool:
    """Return whether the pack URIs *a* and *b* are equivalent (B.4), whatever their fragments.

    They are if their packages are equivalent URIs by RFC 3986 §6, including the rules of the scheme, and their parts
    are equivalent part names. Raises the errors of `parse_pack_uri`.

    >>> pack_uris_equivalent("pack://http%3A,,h,a/b", "pack://http%3A,,H,a/B")
    True
    """
    first, second = parse_pack_uri(a), parse_pack_uri(b)
    if first.part is None or second.part is None:
        return first.part == second.part and equivalent(first.package, second.package)
    return part_names.equivalent(first.part, second.part) and equivalent(first.package, second.package)
