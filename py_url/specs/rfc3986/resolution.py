"""Reference resolution by RFC 3986 §5, and its inverse.

IRIs are resolved without conversion to URIs, as RIF, SPARQL, SSML, XPath and XQuery's ``resolve-uri`` require: only
delimiters are looked at.

`resolve` also knows the algorithms of RFC 1808 (§4) and RFC 2396 (§5.2), which give other answers:

- For ``?y``, RFC 2396 drops the last segment of the base's path; the others keep it.
- A reference that is only ``?`` is, in RFC 1808, one without a query, which inherits that of the base.
- An empty reference is, in RFC 1808, the base with its fragment. Since RFC 2396 a base has no fragment.
- RFC 1808 splits parameters, which start with ``;``, from the path, and ``;x`` replaces those of the base.
- RFC 1808 and RFC 2396 leave dot segments alone in absolute references and in paths that start with "/", and keep
  ``..`` at the start of the result, as in ``http://a/../g``.

See https://www.rfc-editor.org/rfc/rfc3986#section-5.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from py_url.specs.grammar import find
from py_url.specs.rfc3986.reference import Reference, Split, compose, split
from py_url.standard.infra.arguments import expect_one_of, expect_str

Parts: TypeAlias = str | Split | Reference

# The RFCs whose algorithms `resolve` knows.
_GENERATIONS = ("RFC 1808", "RFC 2396", "RFC 3986")


def parts_of(reference: Parts, what: str = "the reference") -> Split:
    """Return the five components of a reference, which may be a str, a `Reference` or a `Split`.

    Raises TypeError for another type, in whose message *what* names the argument, and the errors of `compose`.
    """
    if isinstance(reference, str):
        return split(reference)
    if isinstance(reference, Reference | Split):
        return split(compose(reference))  # a caller may make a Split that no string splits into
    raise TypeError(f"{what} must be a str, a Reference or a Split, not {type(reference).__name__}")


def resolve(
    reference: Parts,
    base: Parts | None,
    strict: bool = True,
    *,
    path_as_is: bool = False,
    generation: Literal["RFC 1808", "RFC 2396", "RFC 3986"] = "RFC 3986",
) -> str:
    """Resolve *reference* against *base* (§5.2).

    If *strict* is false, a scheme that equals that of the base is ignored, as before RFC 2396: ``http:g`` then means
    ``g``. If *path_as_is* is true, dot segments are kept, as with the option ``--path-as-is`` of curl. If *base* is
    None, *reference* must be absolute. *generation* chooses the algorithm of an older RFC. For it too, a path that is
    appended to the authority of a base without a path gets a "/" before it, which those RFCs forgot.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For another generation, if *base* has no scheme or is None and *reference* has none, and if a
            `Split` has components that no string splits into (see `compose`).

    >>> resolve("../g", "http://a/b/c/d")
    'http://a/b/g'
    """
    expect_one_of(generation, _GENERATIONS, "the generation")
    parts = parts_of(reference)
    if base is None:
        if parts.scheme is None:
            raise ValueError("the reference has no scheme, so it needs a base")
        base_parts = parts
    else:
        base_parts = parts_of(base, "the base")
        if base_parts.scheme is None:
            raise ValueError("the base must be absolute, but it has no scheme")
    if generation == "RFC 1808":
        string = reference if isinstance(reference, str) else compose(parts)
        return _resolve_by_rfc_1808(string, compose(base_parts), strict=strict, path_as_is=path_as_is)
    if generation == "RFC 2396":
        return compose(_transform_by_rfc_2396(parts, base_parts, strict=strict, path_as_is=path_as_is))
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


def _transform_by_rfc_2396(reference: Split, base: Split, *, strict: bool, path_as_is: bool) -> Split:
    """RFC 2396 §5.2. A reference to "the current document" is one to the base."""
    scheme, authority, path, query, fragment = reference
    if not path and scheme is None and authority is None and query is None:
        return base._replace(fragment=fragment)
    if not strict and scheme is not None and base.scheme is not None and scheme.lower() == base.scheme.lower():
        scheme = None
    if scheme is not None:
        return reference
    if authority is not None or path.startswith("/"):
        return Split(base.scheme, base.authority if authority is None else authority, path, query, fragment)
    path = _merge(base, path)
    return Split(
        base.scheme, base.authority, path if path_as_is else _without_inner_dot_segments(path), query, fragment
    )


class _URL1808(NamedTuple):
    """The components of RFC 1808 §2.4. The path has its "/"; an empty component is as good as none."""

    scheme: str
    net_loc: str | None
    path: str
    params: str
    query: str
    fragment: str

    def __str__(self) -> str:
        return "".join(
            (
                self.scheme and f"{self.scheme}:",
                "" if self.net_loc is None else f"//{self.net_loc}",
                self.path,
                self.params and f";{self.params}",
                self.query and f"?{self.query}",
                self.fragment and f"#{self.fragment}",
            )
        )


_SCHEME_1808 = re.compile("([A-Za-z0-9+.-]+):")


def _parse_by_rfc_1808(string: str) -> _URL1808:
    rest, _, fragment = string.partition("#")
    match = _SCHEME_1808.match(rest)
    scheme = match[1] if match else ""
    rest = rest[match.end() :] if match else rest
    net_loc = None
    if rest.startswith("//"):
        end = rest.find("/", 2)
        end = len(rest) if end < 0 else end
        net_loc, rest = rest[2:end], rest[end:]
    rest, _, query = rest.partition("?")
    path, _, params = rest.partition(";")
    return _URL1808(scheme, net_loc, path, params, query, fragment)


def _resolve_by_rfc_1808(string: str, base_string: str, *, strict: bool, path_as_is: bool) -> str:
    """RFC 1808 §4; the comments number its steps."""
    if not string:
        return base_string  # 2a
    url, base = _parse_by_rfc_1808(string), _parse_by_rfc_1808(base_string)
    if url.scheme and (strict or url.scheme.lower() != base.scheme.lower()):
        return string  # 2b
    url = url._replace(scheme=base.scheme)  # 2c
    if url.net_loc:
        return str(url)  # 3
    url = url._replace(net_loc=base.net_loc)
    if url.path.startswith("/"):
        return str(url)  # 4
    if not url.path:  # 5
        url = url._replace(path=base.path)
        if not url.params:
            url = url._replace(params=base.params, query=url.query or base.query)
        return str(url)
    path = _merge(Split(base.scheme, base.net_loc, base.path, None, None), url.path)  # 6
    return str(url._replace(path=path if path_as_is else _without_inner_dot_segments(path)))


def _without_inner_dot_segments(path: str) -> str:
    """Remove dot segments by RFC 1808 §4 step 6 and RFC 2396 §5.2 step 6: ".." stays if it has nothing to remove."""
    root = "/" if path.startswith("/") else ""
    *segments, last = path[len(root) :].split("/")
    output: list[str] = []
    for segment in (*segments, last):
        if segment == ".." and output and output[-1] != "..":
            output.pop()
        elif segment != ".":
            output.append(segment)
    if last == "." or (last == ".." and output[-1:] != [".."]):
        output.append("")
    return root + "/".join(output)


def _merge(base: Split, path: str) -> str:
    """Merge paths (§5.2.3)."""
    if base.authority is not None and not base.path:
        return f"/{path}"
    return base.path[: base.path.rfind("/") + 1] + path


def remove_dot_segments(path: str) -> str:
    """Remove the segments ``.`` and ``..`` from *path* (§5.2.4).

    The time is linear in the length of *path*. As in the RFC, ``..`` removes the first segment of a path that does not
    start with "/", but not the "/" after it: ``a/../b`` becomes ``/b``.

    Raises:
        TypeError: If *path* is not a str.

    >>> remove_dot_segments("/a/b/../c/.")
    '/a/c/'
    """
    path = expect_str(path, "the path")
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
    """Return a short reference from *base* to *target*.

    For every target, ``resolve(relativize(target, base), base) == resolve(target, base)``. Raises the errors of
    `resolve`.

    >>> relativize("http://a/b?q", "http://a/c")
    'b?q'
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
