"""OpenDocument 1.2 part 3 §3.7 (1.3 part 2 §3.7): usage of IRIs within packages.

In: an IRI reference as a file of an OpenDocument package has it, and that file's path in the package. Out: the file in
the package to which it leads, or the IRI outside.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.infra.grammar import expect_str
from py_url.rfc3986.characters import percent_decode
from py_url.rfc3986.reference import Split, split
from py_url.rfc3986.resolution import resolve


class Target(NamedTuple):
    """Where a reference leads: ``path`` is a file or folder of the package, ``""`` for its root, as its Zip file names
    it; or ``iri`` is an IRI outside. The other one is None. ``query`` and ``fragment`` are those of the reference.
    """

    path: str | None
    iri: str | None
    query: str | None
    fragment: str | None


def resolve_in_package(reference: str, file: str, package: str | None = None) -> Target:
    """§3.7 Resolve a *reference* in *file*, a path as "content.xml" or "Object 1/content.xml", of the package whose IRI
    is *package*.

    What has a scheme or begins with "/", and what leads out of the root with "..", is relative to the package itself:
    from ``content.xml``, ``../a.png`` is a neighbour of the package. Only dot segments at the beginning count.

    Raises TypeError for an argument of another type, and ValueError for a reference that leads outside where *package*
    is None or has no scheme.
    """
    parts = split(expect_str(reference, "a reference"))
    expect_str(file, "a file of the package")
    if parts.scheme is not None or parts.authority is not None or parts.path.startswith("/"):
        return _outside(parts, package)
    if not parts.path:
        return Target(file, None, parts.query, parts.fragment)
    folders = file.split("/")[:-1]
    rest = parts.path
    while rest in (".", "..") or rest.startswith(("./", "../")):
        segment, _, rest = rest.partition("/")
        if segment == "..":
            if not folders:
                return _outside(parts._replace(path=f"./{rest}"), package)
            folders.pop()
    return Target("".join(f"{folder}/" for folder in folders) + _decoded(rest), None, parts.query, parts.fragment)


def _decoded(path: str) -> str:
    """A path of the reference as the Zip file has it: percent-encoding is the IRI's, not the package's."""
    return percent_decode(path).decode("utf-8", "replace")


def _outside(parts: Split, package: str | None) -> Target:
    if package is None and parts.scheme is None:
        raise ValueError("the reference leads out of the package, whose own IRI is not given")
    iri = resolve(parts, "x:" if package is None else package)
    return Target(None, iri, parts.query, parts.fragment)
