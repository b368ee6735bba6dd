"""File API §8, blob URLs: a blob URL store; and with it §4.4's *URL parser*, as against the basic one.

In: any object, and the environment that makes a URL for it. Out: the URL; and for a URL the record, whose blob URL
entry still has the object when the URL has been revoked since it was parsed.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4

from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin
from py_url.standard.urls.parser import basic_parse, record_of
from py_url.standard.urls.record import URLRecord, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from typing import TypeAlias

    from py_url.standard.urls.parser import HasRecord
    from py_url.standard.urls.record import BlobEnvironment, BlobURLEntry as HasObject

    Origin: TypeAlias = TupleOrigin | OpaqueOrigin
    Where: TypeAlias = BlobEnvironment | Origin | str | URLRecord | HasRecord


class OriginEnvironment:
    """As much of an environment settings object as blob URLs need: an origin, and a storage key. It cannot be changed.

    The key is any hashable value; None stands for the origin alone, which is the Storage Standard's key. Browsers add
    the site of the top-level page. Raises TypeError for what is no origin, and for what cannot be hashed.
    """

    __slots__ = ("_origin", "_storage_key")

    def __init__(self, origin: Origin, storage_key: Hashable = None) -> None:
        self._origin = expect_origin(origin)
        self._storage_key = origin if storage_key is None else storage_key
        hash(self._storage_key)

    @property
    def origin(self) -> Origin:
        """The origin."""
        return self._origin

    @property
    def storage_key(self) -> Hashable:
        """The storage key."""
        return self._storage_key

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._origin)!r})"


def expect_origin(origin: object) -> Origin:
    """*origin*, which is one. Raises TypeError otherwise."""
    if not isinstance(origin, TupleOrigin | OpaqueOrigin):
        raise TypeError(f"an origin is a TupleOrigin or an OpaqueOrigin, not {type(origin).__name__}")
    return origin


class BlobURLEntry(NamedTuple):
    """A *blob URL entry*: the object, and the environment that made the URL."""

    object: object
    environment: BlobEnvironment

    def __repr__(self) -> str:
        return f"BlobURLEntry({type(self.object).__name__}, origin={str(self.environment.origin)!r})"


class BlobURLStore:
    """A *blob URL store*, of which a user agent has one; it contains, counts and gives its URLs as strings.

    Wherever an *environment* is asked for, an `Environment`, an origin, or a URL whose origin is meant may be given; or
    ``"null"``, which stands for a new opaque origin that nothing else has.
    """

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: dict[str, BlobURLEntry] = {}

    def create_object_url(self, obj: object, environment: Where) -> str:
        """§8.4 *createObjectURL*: a new URL for *obj*, ``blob:https://a.example/`` and a UUID; ``blob:null/`` and one
        where the origin is opaque.

        Raises TypeError for an environment of another type, InvalidURL for a string that does not parse.
        """
        environment = _environment_of(environment)
        url = f"blob:{environment.origin}/{uuid4()}"
        self._entries[url] = BlobURLEntry(obj, environment)
        return url

    def revoke_object_url(self, url: str | URLRecord | HasRecord, environment: Where | None = None) -> None:
        """§8.4 *revokeObjectURL*: remove *url*, which then resolves no longer.

        Silently nothing happens, as in the standard, to a string that is no blob URL, is not in the store, has a
        fragment, or belongs to another storage key than that of *environment*; None stands for the one that made it.
        Raises TypeError for an argument of another type.
        """
        string = url if isinstance(url, str) else serialize(record_of(url, "blob URL"))
        asking = None if environment is None else _environment_of(environment)
        try:
            record = self.parse(string)
        except ValueError:
            return
        entry = record.blob_url_entry
        if entry is None or (asking is not None and not _same_partition(entry, asking)):
            return
        self._entries.pop(serialize(record), None)

    def resolve(self, url: str | URLRecord | HasRecord) -> BlobURLEntry | None:
        """§8.3.1 *resolve a blob URL*: its entry, whatever its fragment; None where the store has none.

        Raises InvalidURL for a str that does not parse, ValueError for a URL of another scheme, TypeError for another
        type.
        """
        record = record_of(url, "blob URL")
        if record.scheme != "blob":
            raise ValueError(f"a blob URL is expected, not one of the scheme {record.scheme!r:.50}")
        return self._entries.get(serialize(record, exclude_fragment=True))

    def parse(self, input: str, base: URLRecord | None = None, encoding: str = "utf-8") -> URLRecord:
        """URL Standard §4.4 *URL parser*: as `py_url.basic_parse`, but a blob URL's record gets its blob URL entry.

        Raises as `py_url.basic_parse`.
        """
        record = basic_parse(input, base, encoding=encoding)
        if record.scheme == "blob":
            record.blob_url_entry = self.resolve(record)
        return record

    def remove_all(self, environment: BlobEnvironment) -> None:
        """§8.3.3 The cleanup when a document is unloaded: remove all URLs that this very *environment* made.

        Raises TypeError for what is no environment: two of the same origin are not the same.
        """
        if _environment_of(environment) is not environment:
            raise TypeError(f"an environment is expected here, not {type(environment).__name__}")
        for url in [url for url, entry in self._entries.items() if entry.environment is environment]:
            del self._entries[url]

    def __contains__(self, url: object) -> bool:
        return isinstance(url, str) and url in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __repr__(self) -> str:
        return f"<BlobURLStore of {len(self)} URLs>"


def obtain_blob_object(url: URLRecord, environment: Where | None = None) -> object:
    """§8.1 *obtain a blob object*: what the blob URL entry of that record has, revoked or not.

    *environment* is that which asks; None stands for a navigation of a top-level page, which may have all. Raises
    LookupError where the record has no entry, PermissionError where the storage keys of the two environments differ,
    and TypeError for an argument of another type.
    """
    if not isinstance(url, URLRecord):
        raise TypeError(f"a URLRecord is expected here, as BlobURLStore.parse gives, not {type(url).__name__}")
    asking = None if environment is None else _environment_of(environment)
    entry = url.blob_url_entry
    if entry is None:
        raise LookupError("the URL was in no blob URL store when it was parsed")
    if asking is not None and not _same_partition(entry, asking):
        raise PermissionError("the blob URL was made in another storage partition")
    return entry.object


def _same_partition(entry: HasObject, environment: BlobEnvironment) -> bool:
    """§8.3.2 *check for same-partition blob URL usage*."""
    return entry.environment.storage_key == environment.storage_key


def _environment_of(environment: Where) -> BlobEnvironment:
    """The environment that is given as such, as an origin, or as a URL or ``"null"``."""
    if isinstance(environment, TupleOrigin | OpaqueOrigin):
        return OriginEnvironment(environment)
    if environment == "null":
        return OriginEnvironment(OpaqueOrigin())
    if isinstance(environment, str | URLRecord) or hasattr(type(environment), "to_record"):
        return OriginEnvironment(origin(record_of(environment, "environment")))  # type: ignore[arg-type]  # it is a URL
    if isinstance(environment, type) or not hasattr(environment, "storage_key"):
        kinds = "an environment, an origin or a URL"
        raise TypeError(f"{kinds} is expected here, not {type(environment).__name__}")
    expect_origin(getattr(environment, "origin", None))
    return environment  # type: ignore[return-value]  # as it is none of the others
