"""RFC 3986 §5 Reference Resolution, and its inverse.

In: a reference and a base URI. Out: the target URI as a string. IRIs are resolved as they are, not made URIs, as RIF,
SPARQL, XPath and XQuery's ``resolve-uri`` and SSML say: nothing here looks at the characters between delimiters.

What "?" alone refers to was not always the same. RFC 1808 and RFC 3986 keep the base's path, and so does ``?y``;
RFC 2396 (§5.2, step 2 and 6) dropped its last segment. RFC 1808 gave an empty reference the base's fragment too; since
RFC 2396 a base has none.
"""

from __future__ import annotations

from py_url.grammar import expect_str
from py_url.rfc3986.reference import Reference, Split, compose, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Parts: TypeAlias = str | Split | Reference


def parts_of(reference: Parts, what: str = "a reference") -> Split:
    """The five components of a reference in any of its forms; a str is split by Appendix B.

    Raises TypeError, in which *what* names it, for another type.
    """
    if isinstance(reference, str):
        return split(reference)
    if isinstance(reference, Reference | Split):
        return split(compose(reference))  # since a Split need not be what splitting gives
    raise TypeError(f"{what} is a str, a Reference or a Split, not {type(reference).__name__}")


def resolve(reference: Parts, base: Parts, strict: bool = True, *, path_as_is: bool = False) -> str:
    """§5.2 The target URI of *reference* relative to *base*: ``resolve("../g", "http://a/b/c/d") == "http://a/b/g"``.

    Where *strict* is false, a scheme that is the base's is ignored, as before RFC 2396: ``http:g`` is then ``g``. With
    *path_as_is*, as curl's option of that name, dot segments stay.

    Raises TypeError for an argument of another type, and ValueError where *base* has no scheme.
    """
    parts, base_parts = parts_of(reference), parts_of(base, "a base")
    if base_parts.scheme is None:
        raise ValueError("the base has no scheme, so nothing can be relative to it")
    return compose(_transform(parts, base_parts, strict=strict, path_as_is=path_as_is))


def _transform(reference: Split, base: Split, *, strict: bool, path_as_is: bool) -> Split:
    """§5.2.2 *Transform References*."""

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
    """§5.2.3 *Merge Paths*."""
    if base.authority is not None and not base.path:
        return f"/{path}"
    return base.path[: base.path.rfind("/") + 1] + path


def remove_dot_segments(path: str) -> str:
    """§5.2.4 *path* without its segments ``.`` and ``..``: ``remove_dot_segments("/a/b/../c/.") == "/a/c/"``.

    In time linear in its length. A path that does not begin with "/" loses its first segment to ``..`` but not the
    "/" behind it, as in the RFC: ``a/../b`` becomes ``/b``. Raises TypeError for what is no str.
    """
    expect_str(path, "a path")
    start = 0
    while path.startswith(("./", "../"), start):
        start = path.index("/", start) + 1
    first, *segments = path[start:].split("/")
    output = [] if first in ("", ".", "..") else [first]
    for segment in segments:
        if segment == "..":
            del output[-1:]
        elif segment != ".":
            output.append(f"/{segment}")
    if segments and segments[-1] in (".", ".."):
        output.append("/")
    return "".join(output)


def relativize(target: Parts, base: Parts) -> str:
    """A short reference that leads from *base* to *target*: ``relativize("http://a/b?q", "http://a/c") == "b?q"``.

    ``resolve(relativize(target, base), base) == resolve(target, base)`` holds for every target. Raises as `resolve`.
    """
    wanted, base_parts = split(resolve(target, base)), parts_of(base, "a base")
    candidates = _candidates(wanted, base_parts)
    whole = compose(wanted)
    return min((reference for reference in candidates if resolve(reference, base_parts) == whole), key=len)


def _candidates(target: Split, base: Split) -> list[str]:
    """References that may lead to *target*, itself the last of them; of those of equal length the first is best."""
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
        # As it is, it would be read from the root, or be no path at all.
        relative = f"./{relative}"
    references.append(same._replace(path=relative))
    if relative == "./":
        references.append(same._replace(path="."))
    if up and not rest:
        references.append(same._replace(path=up[:-1]))
    if target.path.startswith("/"):
        references.append(same._replace(path=target.path))
    return [compose(reference) for reference in references] + whole
