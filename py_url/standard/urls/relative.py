"""§4.4 URL parsing, in reverse: the shortest relative reference from a base URL to a target.

Takes a target and a base URL (str, `URL` or `URLRecord`) and returns a string that parses to the target with that base.
https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.record import (
    URLRecord,
    clone,
    has_opaque_path,
    is_special,
    serialize,
    serialize_path,
    shorten,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def make_relative(target: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord) -> str:
    """Return the shortest reference from *base* to *target*.

    The reference consists of serialized components of the target, and ``URL(reference, base) == URL(target)``. If
    nothing shorter works, it is the target's href. A file URL whose protocol was set is read as its href is parsed, so
    the host ``localhost`` is left out.

    Raises:
        InvalidURL: If either is a str that does not parse.
        TypeError: For any other type.

    >>> make_relative("https://h/a/c?x", "https://h/a/b")
    'c?x'
    """
    url, base_record = _as_parsed(record_of(target)), _as_parsed(record_of(base, "base URL"))
    href = serialize(url)
    for reference in sorted(_references(url, base_record), key=len):
        if len(reference) >= len(href):
            break
        try:
            if serialize(run_parser(reference, base_record)) == href:
                return reference
        except Failure:
            pass
    return href


def _as_parsed(url: URLRecord) -> URLRecord:
    """Return what the serialization of *url* parses to: of a file URL that only a setter can make, another one."""
    if url.scheme != "file":
        return url
    try:
        return run_parser(serialize(url))
    except Failure:
        return url


def _references(url: URLRecord, base: URLRecord) -> Iterator[str]:
    """Yield candidates for a reference to *url*. Some of them may parse to another URL."""
    fragment = "" if url.fragment is None else f"#{url.fragment}"
    tail = fragment if url.query is None else f"?{url.query}{fragment}"
    yield fragment
    yield tail
    if has_opaque_path(url) or has_opaque_path(base):
        return
    folder = clone(base)
    shorten(folder)  # as the parser does, which keeps a drive letter
    yield from (path + tail for path in _paths(url.path, folder.path))
    absolute = clone(url)
    absolute.query = absolute.fragment = None
    path = serialize_path(absolute)
    yield path + tail
    yield f"/.{path}{tail}"  # for a path that starts with //, which would be parsed as a host
    if url.scheme == "file":
        yield f"/{'/'.join(url.path[1:])}{tail}"  # if the base URL has the same drive letter
        yield f"/{path}{tail}"  # for a drive letter, which the parser accepts in place of a host
    whole = serialize(absolute)
    # A special URL has the path "/" even if it is not written.
    for written in (whole, whole.removesuffix("/")) if is_special(url) and path == "/" else (whole,):
        yield written.removeprefix(f"{url.scheme}:") + tail
        yield written + tail


def _paths(target: list[str] | str, folder: list[str] | str) -> Iterator[str]:
    """Yield candidates for a relative path from *folder* to *target*."""
    shared = 0
    for ours, theirs in zip(target[:-1], folder, strict=False):
        if ours != theirs:
            break
        shared += 1
    up = "../" * (len(folder) - shared)
    down = "/".join(target[shared:])
    yield up + down
    yield f"./{up}{down}"  # for a path whose start would be parsed as a scheme or as the root
    if down == "":
        yield up.removesuffix("/") or "."
