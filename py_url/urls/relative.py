"""§4.4 URL parsing, read backwards: the shortest reference that a base URL turns into a given URL.

In: a target and a base URL (str, `URL` or `URLRecord`). Out: a string, which parsed with that base is the target.
"""

from __future__ import annotations

from py_url.infra.validation import Failure
from py_url.urls.parser import parse, record_of
from py_url.urls.record import URLRecord, clone, has_opaque_path, serialize, serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from py_url.urls.parser import HasRecord


def make_relative(target: str | URLRecord | HasRecord, base: str | URLRecord | HasRecord) -> str:
    """The shortest reference from *base* to *target*: ``make_relative("https://h/a/c?x", "https://h/a/b") == "c?x"``.

    It is made of the target's own serialized components, and ``URL(reference, base).href`` is the target's href. Where
    nothing shorter does, as between two hosts of two schemes, it is that href.

    Raises InvalidURL where either is a str that does not parse, TypeError for another type.
    """
    url, base_record = record_of(target), record_of(base, "base URL")
    href = serialize(url)
    for reference in sorted(_references(url, base_record), key=len):
        if len(reference) >= len(href):
            break
        try:
            if serialize(parse(reference, base_record)) == href:
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
    yield from (path + tail for path in _paths(url.path, base.path))
    absolute = clone(url)
    absolute.query = absolute.fragment = None
    path = serialize_path(absolute)
    yield path + tail
    yield f"/.{path}{tail}"  # where the path begins with //, which would read as a host
    if url.scheme == "file":
        yield f"/{'/'.join(url.path[1:])}{tail}"  # where the drive letter is the base's
    yield serialize(absolute).removeprefix(f"{url.scheme}:") + tail


def _paths(target: list[str] | str, base: list[str] | str) -> Iterator[str]:
    """The relative paths that may lead from the one to the other."""
    shared = 0
    for ours, theirs in zip(target[:-1], base[:-1], strict=False):
        if ours != theirs:
            break
        shared += 1
    up = "../" * (len(base[:-1]) - shared)
    down = "/".join(target[shared:])
    yield up + down
    yield f"./{up}{down}"  # where what begins it would read as a scheme, or as the root
    if down == "":
        yield up.removesuffix("/") or "."
