"""Reference resolution by RFC 3986 §5, and its inverse.

The functions take a reference and a base URI and return a string. IRIs are resolved without conversion to URIs, as RIF,
SPARQL, SSML, XPath and XQuery's ``resolve-uri`` require: only delimiters are looked at.

The RFCs disagree about the reference "?" and others like ``?y``. RFC 1808 and RFC 3986 keep the path of the base; RFC
2396 (§5.2, steps 2 and 6) drops its last segment. In RFC 1808 an empty reference also has the fragment of the base;
since RFC 2396 a base has no fragment. See https://www.rfc-editor.org/rfc/rfc3986#section-5.
"""

from __future__ import annotations

from py_url.grammar import expect_str, find
from py_url.rfc3986.reference import Reference, Split, compose, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Parts: TypeAlias = str | Split | Reference


def parts_of(reference: Parts, what: str = "the reference") -> Split:
    """Return the five components of a reference, which may be a str, a `Reference` or a `Split`.

    Raises TypeError for another type; *what* names the argument in its message.
    """
    if isinstance(reference, str):
        return split(reference)
    if isinstance(reference, Reference | Split):
        return split(compose(reference))  # a caller may make a Split that no string splits into
    raise TypeError(f"{what} must be a str, a Reference or a Split, not {type(reference).__name__}")


def resolve(reference: Parts, base: Parts, strict: bool = True, *, path_as_is: bool = False) -> str:
    """Resolve *reference* against *base* (§5.2): ``resolve("../g", "http://a/b/c/d") == "http://a/b/g"``.

    If *strict* is false, a scheme that equals that of the base is ignored, as before RFC 2396: ``http:g`` then means
    ``g``. If *path_as_is* is true, dot segments are kept, as with the option of that name in curl.

    Raises TypeError if an argument has another type, and ValueError if *base* has no scheme.
    """
    parts, base_parts = parts_of(reference), parts_of(base, "the base")
    if base_parts.scheme is None:
        raise ValueError("the base must be absolute, but it has no scheme")
    return compose(_transform(parts, base_parts, strict=strict, path_as_is=path_as_is))


def _transform(reference: Split, base: Split, *, strict: bool, path_as_is: bool) -> Split:
    """Transform references (§5.2.2)."""

    def without_dots(path: str) -> str:
        return path if path_as_is else remove_dot_segments(path)

    scheme, authority, path, query, fragment = reference
    if not strict and scheme is not None and base.scheme is not None and scheme.lower() == base.scheme.lower():
        scheme = None
    if scheme is not None:
        return Split(scheme, authority, without_dots(path), query, fragment)
    if authority is not None:
        return Split(base.scheme, authority, without_dots(path), query, fragment)
    if not path:
        return Split(base.scheme, base.authority, base.path, base.query if query is None else query, fragment)
    if not path.startswith("/"):
        path = _merge(base, path)
    return Split(base.scheme, base.authority, without_dots(path), query, fragment)


def _merge(base: Split, path: str) -> str:
    """Merge paths (§5.2.3)."""
    if base.authority is not None and not base.path:
        return f"/{path}"
    return base.path[: base.path.rfind("/") + 1] + path


def remove_dot_segments(path: str) -> str:
    """Remove the segments ``.`` and ``..`` from *path* (§5.2.4): ``remove_dot_segments("/a/b/../c/.") == "/a/c/"``.

    The time is linear in the length of *path*. As in the RFC, ``..`` removes the first segment of a path that does not
    start with "/", but not the "/" after it: ``a/../b`` becomes ``/b``. Raises TypeError if *path* is not a str.
    """
    expect_str(path, "the path")
    start = 0
    while path.startswith(("./", "../"), start):
        start = path.index("/", start) + 1
    if "/." not in path[start:] and path[start:] not in (".", ".."):
        return path[start:]
    place, segment = find(path, "/", start, len(path)), ""
    # UTF-8, because a list of the segments would take many times the memory of the path. "/" is one byte in it.
    output = bytearray() if path[start:place] in (".", "..") else bytearray(path[start:place], "utf-8", "surrogatepass")
    while place < len(path):
        end = find(path, "/", place + 1, len(path))
        segment = path[place:end]
        if segment == "/..":
            del output[max(output.rfind(b"/"), 0) :]
        elif segment != "/.":
            output += segment.encode("utf-8", "surrogatepass")
        place = end
    if segment in ("/.", "/.."):
        output += b"/"
    return output.decode("utf-8", "surrogatepass")


def relativize(target: Parts, base: Parts) -> str:
    """Return a short reference from *base* to *target*: ``relativize("http://a/b?q", "http://a/c") == "b?q"``.

    For every target, ``resolve(relativize(target, base), base) == resolve(target, base)``. Raises the errors of
    `resolve`.
    """
    wanted, base_parts = split(resolve(target, base)), parts_of(base, "the base")
    candidates = _candidates(wanted, base_parts)
    whole = compose(wanted)
    return min((reference for reference in candidates if resolve(reference, base_parts) == whole), key=len)


def _candidates(target: Split, base: Split) -> list[str]:
    """Return references that may lead to *target*; the last is *target* itself. Of equally short ones the first is
    best.
    """
    whole = [compose(target)]
    if target.scheme != base.scheme:
        return whole
    if target.authority is not None:
        whole.insert(0, compose(target._replace(scheme=None)))
    if target.authority != base.authority:
        return whole
    same = Split(None, None, "", target.query, target.fragment)
    references = [same._replace(query=None), same] if target.path == base.path else []
    base_path = "/" if base.authority is not None and not base.path else base.path
    names, base_names = target.path.split("/"), base_path.split("/")
    common = 0
    while common < min(len(names), len(base_names)) - 1 and names[common] == base_names[common]:
        common += 1
    up, rest = "../" * (len(base_names) - 1 - common), "/".join(names[common:])
    relative = up + rest
    if relative.startswith("/") or not relative:
        # Without "./", this would start at the root, or be empty.
        relative = f"./{relative}"
    references.append(same._replace(path=relative))
    if relative == "./":
        references.append(same._replace(path="."))
    if up and not rest:
        references.append(same._replace(path=up[:-1]))
    if target.path.startswith("/"):
        references.append(same._replace(path=target.path))
    return [compose(reference) for reference in references] + whole
