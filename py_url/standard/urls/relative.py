"""§4.4 URL parsing, read backwards: the shortest reference that a base URL turns into a given URL.

In: a target and a base URL (str, `URL` or `URLRecord`). Out: a string, which parsed with that base is the target.
"""

from __future__ import annotations

from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import record_of, run_parser
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

    from py_url.standard.urls.parser import HasRecord


def make_relative(target: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord) -> str:
    """The shortest reference from *base* to *target*: ``make_relative("https://h/a/c?x", "https://h/a/b") == "c?x"``.

    It is made of the target's own serialized components, and ``URL(reference, base).href`` is the target's href. Where
    nothing shorter does, it is that href.

    Raises InvalidURL where either is a str that does not parse, TypeError for another type.
    """
    url, base_record = record_of(target), record_of(base, "base URL")
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


def _references(url: URLRecord, base: URLRecord) -> Iterator[str]:
    """The references that may lead to *url*, some of which will not."""
    fragment = "" if url.fragment is None else f"#{url.fragment}"
    tail = fragment if url.query is None else f"?{url.query}{fragment}"
    yield fragment
    yield tail
    if has_opaque_path(url) or has_opaque_path(base):
        return
    folder = clone(base)
    shorten(folder)  # as the parser does, which leaves a drive letter
    yield from (path + tail for path in _paths(url.path, folder.path))
    absolute = clone(url)
    absolute.query = absolute.fragment = None
    path = serialize_path(absolute)
    yield path + tail
    yield f"/.{path}{tail}"  # where the path begins with //, which would read as a host
    if url.scheme == "file":
        yield f"/{'/'.join(url.path[1:])}{tail}"  # where the drive letter is the base's
        yield f"/{path}{tail}"  # where a drive letter stands for a host
    whole = serialize(absolute)
    # The path "/" is there in a special URL, written or not.
    for written in (whole, whole.removesuffix("/")) if is_special(url) and path == "/" else (whole,):
        yield written.removeprefix(f"{url.scheme}:") + tail
        yield written + tail


def _paths(target: list[str] | str, folder: list[str] | str) -> Iterator[str]:
    """The relative paths that may lead from *folder* to the target."""
    shared = 0
    for ours, theirs in zip(target[:-1], folder, strict=False):
        if ours != theirs:
            break
        shared += 1
    up = "../" * (len(folder) - shared)
    down = "/".join(target[shared:])
    yield up + down
    yield f"./{up}{down}"  # where what begins it would read as a scheme, or as the root
    if down == "":
        yield up.removesuffix("/") or "."
