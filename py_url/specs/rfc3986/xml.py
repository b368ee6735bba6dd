"""References in XML: ``fn:resolve-uri`` of XPath, the joining of ``xml:base`` in Canonical XML, and XML Base.

See https://www.w3.org/TR/xpath-functions-31/#func-resolve-uri, https://www.w3.org/TR/xml-c14n2/ (its algorithm is that
of https://www.w3.org/TR/xml-c14n11/#DocSubsets) and https://www.w3.org/TR/xmlbase/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.specs.rfc3986.characters import RESERVED, UNRESERVED, percent_encode
from py_url.specs.rfc3986.reference import Split, compose, split
from py_url.specs.rfc3986.resolution import resolve
from py_url.standard.infra.arguments import expect_str, expect_strs
from py_url.standard.infra.code_points import replaced

# Legacy extended IRIs: what is escaped where a URI is needed is every character that no URI contains.
_IN_URIS = RESERVED + UNRESERVED + "%"
_SLASHES = re.compile("/+")


def resolve_uri(relative: str | None, base: str) -> str | None:
    """Resolve *relative* against *base* as ``fn:resolve-uri`` of XPath and XQuery does.

    None, for the empty sequence, gives None. A reference with a scheme is returned unchanged, even with dot segments.
    Any other is resolved by RFC 3986; nothing is percent-encoded.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For the error ``FORG0002``: *relative* is not absolute, and *base* has no scheme, has a fragment, or
            is not hierarchical.

    >>> resolve_uri("b c", "http://h/a")
    'http://h/b c'
    """
    if relative is None:
        return None
    relative = expect_str(relative, "the reference")
    if split(relative).scheme is not None:
        return relative
    parts = split(expect_str(base, "the base"))
    if parts.scheme is None:
        raise ValueError("FORG0002: the base has no scheme")
    if parts.fragment is not None:
        raise ValueError("FORG0002: the base has a fragment; remove it")
    if parts.authority is None and not parts.path.startswith("/"):
        raise ValueError("FORG0002: the base is not hierarchical: its path does not start with '/'")
    return resolve(relative, parts)


def join_uri_references(base: str, reference: str) -> str:
    """Join *base* and *reference*, two ``xml:base``, as Canonical XML 1.1 and 2.0 do (``join-URI-References``).

    Both may be relative, and then the result is. The outer value is the base. The result has no fragment; if it is
    empty, the attribute is left out.

    Raises:
        TypeError: If an argument is not a str.

    >>> join_uri_references("a/b/", "../x")
    'a/x'
    """
    scheme, authority, path, query, _ = split(expect_str(reference, "the reference"))
    base_parts = split(expect_str(base, "the base"))
    if scheme is not None or authority is not None:
        path = remove_dot_segments_of_a_relative_base(path)
        return compose(Split(base_parts.scheme if scheme is None else scheme, authority, path, query, None))
    base_path = f"{base_parts.path}/" if base_parts.path.rpartition("/")[2] == ".." else base_parts.path
    if not path:
        path, query = base_path, base_parts.query if query is None else query
    elif path.startswith("/"):
        path = remove_dot_segments_of_a_relative_base(path)
    else:
        root = "/" if base_parts.authority is not None and not base_path else ""
        path = remove_dot_segments_of_a_relative_base(root + base_path[: base_path.rfind("/") + 1] + path)
    return compose(Split(base_parts.scheme, base_parts.authority, path, query, None))


def remove_dot_segments_of_a_relative_base(path: str) -> str:
    """Remove dot segments as Canonical XML 1.1 Appendix A does: ``..`` stays at the start of a relative path and gets a
    "/" at the end, and "/" is never doubled. Raises TypeError if *path* is not a str.
    """
    path = replaced(_SLASHES, lambda _: "/", expect_str(path, "the path"))
    root = "/" if path.startswith("/") else ""
    segments = path[len(root) :].split("/")
    output: list[str] = []
    for segment in segments:
        if segment == ".." and output and output[-1] != "..":
            output.pop()
        elif segment not in (".", "") and not (segment == ".." and root):
            output.append(segment)
    is_folder = segments[-1] in ("", ".", "..")
    return root + "/".join(output) + ("/" if is_folder and output else "")


def base_uri(bases: Iterable[str], document: str | None = None, *, escape: bool = True) -> str:
    """Return the base URI of an element by XML Base §4.

    It is that of *document*, or of the external entity, as changed by *bases*: the ``xml:base`` attributes of its
    ancestors and its own, from the outermost to the innermost.

    Each value is a legacy extended IRI, which may contain spaces and any other character. If *escape* is true, the
    result is a URI: what a URI cannot contain is percent-encoded as UTF-8 (§3.1), after resolution. An empty value
    refers to the base itself.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For a lone surrogate, and if neither *document* nor one of *bases* is absolute.

    >>> base_uri(["/b/", "c d"], "http://h/a")
    'http://h/b/c%20d'
    """
    base = None if document is None else split(expect_str(document, "the document's URI"))
    for value in expect_strs(bases, "the values of xml:base"):
        base = split(value if base is None or base.scheme is None else resolve(value, base))
    if base is None or base.scheme is None:
        raise ValueError("no base is absolute; give the URI of the document")
    whole = compose(base._replace(fragment=None))
    return percent_encode(whole, _IN_URIS) if escape else whole
