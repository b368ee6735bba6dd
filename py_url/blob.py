"""File API §8, blob URLs: a blob URL store; and with it §4.4's *URL parser*, as against the basic one.

In: any object, and the environment that makes a URL for it. Out: the URL; and for a URL the record, whose blob URL
entry still has the object when the URL has been revoked since it was parsed.
"""

from __future__ import annotations

from uuid import uuid4

from py_url.urls.origin import OpaqueOrigin, TupleOrigin, origin
from py_url.urls.parser import basic_parse, record_of
from py_url.urls.record import URLRecord, serialize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from typing import TypeAlias

    from py_url.urls.parser import HasRecord
    from py_url.urls.record import BlobEnvironment
    from py_url.urls.record import BlobURLEntry as HasObject

    Origin: TypeAlias = TupleOrigin | OpaqueOrigin


class OriginEnvironment:
    """As much of an environment settings object as blob URLs need: an origin, and a storage key.

    The key is any hashable value; None stands for the origin alone, which is the Storage Standard's key. Browsers add
    the site of the top-level page.
    """

    __slots__ = ("origin", "storage_key")

    def __init__(self, origin: Origin, storage_key: Hashable = None) -> None:
        self.origin = origin
        self.storage_key = origin if storage_key is None else storage_key

    def __repr__(self) -> str:
        return f"OriginEnvironment({self.origin!r}, {self.storage_key!r})"


class BlobURLEntry:
    """A *blob URL entry*: the object, and the environment that made the URL."""

    __slots__ = ("environment", "object")

    def __init__(self, object: object, environment: BlobEnvironment) -> None:
        self.object = object
        self.environment = environment

    def __repr__(self) -> str:
        return f"BlobURLEntry({type(self.object).__name__}, origin={str(self.environment.origin)!r})"


class BlobURLStore:
    """A *blob URL store*, of which a user agent has one: ``url in store``, ``len(store)``, and iteration over URLs.

    Wherever an *environment* is asked for, an `Environment`, an origin, or a string may be given: a URL, whose origin
    is meant, or ``"null"``, which makes a new opaque origin, that of no other environment.
    """

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: dict[str, BlobURLEntry] = {}

    def create_object_url(self, obj: object, environment: BlobEnvironment | Origin | str) -> str:
        """§8.4 *createObjectURL*: a new URL for *obj*, ``blob:https://a.example/`` and a UUID; ``blob:null/`` and one
        where the origin is opaque.

        Raises TypeError for an environment of another type, InvalidURL for a string that does not parse.
        """
        environment = environment_of(environment)
        url = f"blob:{environment.origin}/{uuid4()}"
        self._entries[url] = BlobURLEntry(obj, environment)
        return url

    def revoke_object_url(self, url: str, environment: BlobEnvironment | Origin | str | None = None) -> None:
        """§8.4 *revokeObjectURL*: remove *url*, which then resolves no longer.

        Silently nothing happens, as in the standard, to a string that is no blob URL, is not in the store, has a
        fragment, or belongs to another storage key than that of *environment*; None stands for the one that made it.
        Raises TypeError for an argument of another type.
        """
        if not isinstance(url, str):
            raise TypeError(f"a blob URL is a str, not {type(url).__name__}")
        try:
            record = self.parse(url)
        except ValueError:
            return
        entry = record.blob_url_entry
        if entry is None or (environment is not None and not _same_partition(entry, environment_of(environment))):
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
        """§8.3.3 The cleanup when a document is unloaded: remove all URLs that this very *environment* made."""
        self._entries = {url: entry for url, entry in self._entries.items() if entry.environment is not environment}

    def __contains__(self, url: object) -> bool:
        return url in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __repr__(self) -> str:
        return f"<BlobURLStore of {len(self)} URLs>"


def obtain_blob_object(url: URLRecord, environment: BlobEnvironment | Origin | str | None = None) -> object:
    """§8.1 *obtain a blob object*: what the blob URL entry of that record has, revoked or not.

    *environment* is that which asks; None stands for a navigation of a top-level page, which may have all. Raises
    LookupError where the record has no entry, PermissionError where the storage keys of the two environments differ,
    and TypeError for an argument of another type.
    """
    if not isinstance(url, URLRecord):
        raise TypeError(f"a URLRecord is expected here, not {type(url).__name__}")
    entry = url.blob_url_entry
    if entry is None:
        raise LookupError("the URL was in no blob URL store when it was parsed")
    if environment is not None and not _same_partition(entry, environment_of(environment)):
        raise PermissionError("the blob URL was made in another storage partition")
    return entry.object


def _same_partition(entry: HasObject, environment: BlobEnvironment) -> bool:
    """§8.3.2 *check for same-partition blob URL usage*."""
    return entry.environment.storage_key == environment.storage_key


def environment_of(environment: BlobEnvironment | Origin | str) -> BlobEnvironment:
    """The environment that is given as such, as an origin, or as a string."""
    if isinstance(environment, str):
        environment = OpaqueOrigin() if environment == "null" else origin(record_of(environment, "origin"))
    if isinstance(environment, TupleOrigin | OpaqueOrigin):
        return OriginEnvironment(environment)
    if hasattr(environment, "origin") and hasattr(environment, "storage_key"):
        return environment
    raise TypeError(f"an environment, an origin or a str is expected here, not {type(environment).__name__}")
