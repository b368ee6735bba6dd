"""IRI references within OpenDocument packages: OpenDocument 1.2 part 3 §3.7, 1.3 part 2 §3.7.

Takes an IRI reference in a file of a package and the path of that file, and returns the file of the package that the
reference leads to, or the IRI outside the package. See
https://docs.oasis-open.org/office/v1.2/os/OpenDocument-v1.2-os-part3.html.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.specs.rfc3986.characters import decode_unreserved, percent_decode
from py_url.specs.rfc3986.reference import Split, split
from py_url.specs.rfc3986.resolution import resolve
from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.record import WINDOWS_DRIVE_LETTER

_NOT_IN_ZIP = {"/": "a percent-encoded '/'", "\\": "a backslash", "\0": "a NUL character"}


class Target(NamedTuple):
    """Where a reference leads: to a *path* in the package, or to an *iri* outside it; the other one is None.

    *path* names a file or folder as the package's Zip file does; ``""`` is the root. *query* and *fragment* are those
    of the reference.
    """

    path: str | None
    iri: str | None
    query: str | None
    fragment: str | None

    def __repr__(self) -> str:
        parts = {name: part if part is None else quoted(part) for name, part in self._asdict().items()}
        return f"Target({', '.join(f'{name}={part}' for name, part in parts.items())})"


def resolve_in_package(reference: str, file: str, package: str | None = None) -> Target:
    """Resolve *reference* in *file*, a path such as "content.xml" or "Object 1/content.xml", of a package (§3.7).

    A reference leads outside if it has a scheme or an authority, starts with "/", or leaves the root with "..". It is
    then resolved against *package*, the IRI of the package: in ``content.xml``, ``../a.png`` lies next to the package.
    Dot segments are removed everywhere in the path, as in every IRI. Characters that an IRI cannot contain, such as
    spaces, are accepted.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a reference that leads outside if *package* is None or has no scheme, and for percent-encoded
            octets that are not UTF-8. For a path that no Zip file may contain, in *reference* or *file*: one with a
            percent-encoded "/", a backslash, a NUL character or a drive letter (Zip's APPNOTE, 4.4.17.1), or a *file*
            that starts with "/" or has empty or dot segments.

    >>> resolve_in_package("Pictures/a.png", "content.xml").path
    'Pictures/a.png'
    """
    parts = split(expect_str(reference, "the reference"))
    for place, name in enumerate(expect_str(file, "the path of the file").split("/")):
        if name in ("", ".", "..") or _wrong_in(name, is_first=place == 0):
            raise ValueError(f"{quoted(file)} is not the path of a file in a package")
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
            names.append(_file_name(segment, is_first=not names))
    if segments[-1] in (".", "..") and names:
        names.append("")
    return Target("/".join(names), None, parts.query, parts.fragment)


def _file_name(segment: str, *, is_first: bool) -> str:
    """Return the name of a segment in the Zip file, which does not use percent-encoding."""
    try:
        name = percent_decode(segment).decode()
    except UnicodeDecodeError:
        raise ValueError(f"the percent-encoded octets in the segment {quoted(segment)} are not UTF-8") from None
    wrong = _wrong_in(name, is_first=is_first)
    if wrong:
        raise ValueError(f"the segment {quoted(segment)} contains {wrong}, which no path in a Zip file may")
    return name


def _wrong_in(name: str, *, is_first: bool) -> str | None:
    if is_first and WINDOWS_DRIVE_LETTER.match(name):
        return "a drive letter"
    return next((what for char, what in _NOT_IN_ZIP.items() if char in name), None)


def _outside(parts: Split, package: str | None) -> Target:
    if package is None and parts.scheme is None:
        raise ValueError("the reference leads out of the package; give the package's own IRI to resolve it")
    iri = resolve(parts, "x:" if package is None else package)
    return Target(None, iri, parts.query, parts.fragment)
