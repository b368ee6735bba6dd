"""OpenDocument 1.2 part 3 §3.7 (1.3 part 2 §3.7): usage of IRIs within packages.

In: an IRI reference as a file of an OpenDocument package has it, and that file's path in the package. Out: the file in
the package to which it leads, or the IRI outside.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.grammar import expect_str
from py_url.rfc3986.characters import decode_unreserved, percent_decode
from py_url.rfc3986.reference import Split, split
from py_url.rfc3986.resolution import resolve
from py_url.standard.infra.showing import quoted


class Target(NamedTuple):
    """Where a reference leads: ``path`` is a file or folder of the package, ``""`` for its root, as its Zip file names
    it; or ``iri`` is an IRI outside. The other one is None. ``query`` and ``fragment`` are those of the reference.
    """

    path: str | None
    iri: str | None
    query: str | None
    fragment: str | None

    def __repr__(self) -> str:
        parts = {name: part if part is None else quoted(part) for name, part in self._asdict().items()}
        return f"Target({', '.join(f'{name}={part}' for name, part in parts.items())})"


def resolve_in_package(reference: str, file: str, package: str | None = None) -> Target:
    """§3.7 Resolve a *reference* in *file*, a path as "content.xml" or "Object 1/content.xml", of the package whose IRI
    is *package*.

    What has a scheme or begins with "/", and what leads out of the root with "..", is relative to the package itself:
    from ``content.xml``, ``../a.png`` is a neighbour of the package. Dot segments behind others count too, as an IRI's
    syntax has it. Characters that no IRI holds, spaces for one, are taken as they are.

    Raises TypeError for an argument of another type, and ValueError for a reference that leads outside where *package*
    is None or has no scheme, and for one whose percent-encoding is of "/" or of what is not UTF-8, which no file has in
    its name.
    """
    parts = split(expect_str(reference, "a reference"))
    expect_str(file, "a file of the package")
    if parts.scheme is not None or parts.authority is not None or parts.path.startswith("/"):
        return _outside(parts, package)
    if not parts.path:
        return Target(file, None, parts.query, parts.fragment)
    names = file.split("/")[:-1]
    segments = decode_unreserved(parts.path).split("/")
    for place, segment in enumerate(segments):
        if segment == "..":
            if not names:
                rest = "/".join(segments[place + 1 :])
                return _outside(parts._replace(path=f"./{rest}"), package)
            names.pop()
        elif segment != ".":
            names.append(_file_name(segment))
    if segments[-1] in (".", "..") and names:
        names.append("")
    return Target("/".join(names), None, parts.query, parts.fragment)


def _file_name(segment: str) -> str:
    """A segment as the Zip file has it: percent-encoding is the IRI's, not the package's."""
    try:
        name = percent_decode(segment).decode()
    except UnicodeDecodeError:
        raise ValueError(f"the segment {quoted(segment)} is not UTF-8 when it is decoded") from None
    if "/" in name:
        raise ValueError(f"the segment {quoted(segment)} holds '/', which would separate two names")
    return name


def _outside(parts: Split, package: str | None) -> Target:
    if package is None and parts.scheme is None:
        raise ValueError("the reference leads out of the package, whose own IRI is not given")
    iri = resolve(parts, "x:" if package is None else package)
    return Target(None, iri, parts.query, parts.fragment)
