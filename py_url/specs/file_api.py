"""Blob URLs, by File API §8, and the *URL parser* of the URL Standard §4.4, which looks them up.

A `BlobURLStore` takes any object and the environment that makes a URL for it, and returns the URL. A URL parsed with
the store keeps its object even after it is revoked. See https://w3c.github.io/FileAPI/#url and
https://url.spec.whatwg.org/#concept-url-parser.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterator
from typing import Literal, NamedTuple, TypeAlias
from uuid import uuid4

from py_url.standard.infra.arguments import expect_one_of
from py_url.standard.infra.copying import Slotted, restore, state_of
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.origin import origin
from py_url.standard.urls.parser import HasRecord, basic_parse, record_of
from py_url.standard.urls.record import BlobEnvironment, URLRecord, serialize, serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.record import BlobURLEntry as HasObject

Origin: TypeAlias = TupleOrigin | OpaqueOrigin
Where: TypeAlias = BlobEnvironment | Origin | str | URLRecord | HasRecord

__all__ = ["BlobURLEntry", "BlobURLStore", "OriginEnvironment", "obtain_blob_object"]


class OriginEnvironment(Slotted):
    """The part of an environment settings object that blob URLs need: an origin and a storage key.

    It is immutable.

    The storage key is any hashable value. None means the origin alone, which is the key of the Storage Standard;
    browsers add the site of the top-level page.

    Raises:
        TypeError: If *origin* is not an origin or the key is not hashable.
    """

    __slots__ = ("_origin", "_storage_key")

    def __init__(self, origin: Origin, storage_key: Hashable = None) -> None:
        self._origin = expect_origin(origin)
        self._storage_key = origin if storage_key is None else storage_key
        hash(self._storage_key)

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, OriginEnvironment, {"origin": self._origin, "storage_key": self._storage_key})

    def __setstate__(self, state: object) -> None:
        restore(self, OriginEnvironment, state, ("origin", "storage_key"))

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
    """Return *origin* if it is one; otherwise raise TypeError."""
    if not isinstance(origin, TupleOrigin | OpaqueOrigin):
        raise TypeError(f"the origin must be a TupleOrigin or an OpaqueOrigin, not {type(origin).__name__}")
    return origin


class BlobURLEntry(NamedTuple):
    """A *blob URL entry*: the object, and the environment that made the URL."""

    object: object
    environment: BlobEnvironment

    def __repr__(self) -> str:
        return f"BlobURLEntry({type(self.object).__name__}, origin={str(self.environment.origin)!r})"


class BlobURLStore(Slotted):
    """A *blob URL store*, of which a user agent has one.

    ``url in store``, ``len(store)`` and iteration work on its URLs, which are str.

    *edition* says how a URL that is parsed gets its object. In the ``"current"`` one, a record holds the object itself,
    and a query makes it another URL. In that of ``"2016"``, each record holds a *structured clone* of its own, which no
    later change of the object reaches, and the URL is looked up by its path alone, so that a query makes no difference.
    The clone is what `copy.deepcopy` makes; so an object decides with ``__deepcopy__`` how it is cloned, and objects
    that cannot change are shared.

    An *environment* may be an `Environment`, an origin, or a URL that has the origin. It may also be ``"null"``, which
    stands for a new opaque origin.

    Raises:
        ValueError: For another edition.
        TypeError: If it is not a str.

    >>> store = BlobURLStore()
    >>> url = store.create_object_url(b"a", "https://h")
    >>> url in store, store.resolve(url).object
    (True, b'a')
    """

    __slots__ = ("_edition", "_entries")

    def __init__(self, edition: Literal["current", "2016"] = "current") -> None:
        expect_one_of(edition, ("current", "2016"), "the edition")
        self._edition = edition
        self._entries: dict[str, BlobURLEntry] = {}

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, BlobURLStore, {"edition": self._edition, "entries": self._entries.copy()})

    def __setstate__(self, state: object) -> None:
        restore(self, BlobURLStore, state, ("edition", "entries"), BlobURLStore._restore)

    def _restore(self, edition: Literal["current", "2016"], entries: dict[str, BlobURLEntry]) -> None:
        if not isinstance(entries, dict) or not all(
            isinstance(url, str) and isinstance(entry, BlobURLEntry) for url, entry in entries.items()
        ):
            raise TypeError("the entries of a store must be a dict of URLs and their BlobURLEntry")
        BlobURLStore.__init__(self, edition)
        self._entries.update(entries)

    @property
    def edition(self) -> Literal["current", "2016"]:
        """The edition of the URL Standard that the store follows."""
        return self._edition

    def create_object_url(self, obj: object, environment: Where) -> str:
        """Make a new URL for *obj*, as *createObjectURL* does (File API §8.4).

        The URL is ``blob:https://a.example/`` and a UUID, or ``blob:null/`` and a UUID if the origin of *environment*
        is opaque.

        Raises:
            TypeError: For an environment of another type.
            InvalidURL: For a str that does not parse.

        >>> BlobURLStore().create_object_url(b"a", "https://h")[:15]
        'blob:https://h/'
        """
        environment = _environment_of(environment)
        url = f"blob:{environment.origin}/{uuid4()}"
        self._entries[url] = BlobURLEntry(obj, environment)
        return url

    def revoke_object_url(self, url: str | URLRecord | HasRecord, environment: Where | None = None) -> None:
        """Remove *url*, which then no longer resolves, as *revokeObjectURL* does (File API §8.4).

        As in the standard, nothing happens if *url* is not a blob URL, is not in the store, has a fragment, or was made
        with another storage key than that of *environment*; None means the environment that made it.

        Raises:
            TypeError: If an argument has another type.

        >>> store = BlobURLStore()
        >>> store.revoke_object_url(store.create_object_url(b"a", "https://h"))
        >>> len(store)
        0
        """
        string = url if isinstance(url, str) else serialize(record_of(url, "blob URL"))
        asking = None if environment is None else _environment_of(environment)
        try:
            record = basic_parse(string)
        except ValueError:
            return
        entry = self._entries.get(serialize(record))
        if entry is None or (asking is not None and not _same_partition(entry, asking)):
            return
        self._entries.pop(serialize(record), None)

    def resolve(self, url: str | URLRecord | HasRecord) -> BlobURLEntry | None:
        """Return the entry of a blob URL, whatever its fragment, or None (File API §8.3 *resolve a blob URL*).

        Raises:
            InvalidURL: For a str that does not parse.
            ValueError: For another scheme.
            TypeError: If *url* has another type.

        >>> store = BlobURLStore()
        >>> store.resolve(store.create_object_url(b"a", "https://h")).object
        b'a'
        """
        record = record_of(url, "blob URL")
        if record.scheme != "blob":
            raise ValueError(f"the URL must have the scheme 'blob', not {record.scheme!r:.50}")
        if self._edition == "2016":
            return self._entries.get(f"blob:{serialize_path(record)}")
        return self._entries.get(serialize(record, exclude_fragment=True))

    def entry_for(self, record: URLRecord) -> BlobURLEntry | None:
        """Return the entry for the *record* of a blob URL, or None if the store has none.

        In the edition of 2016 that is a new entry with a clone of the object.

        Raises:
            ValueError: For another scheme.
            TypeError: If *record* is not a URLRecord, and for an object that cannot be cloned.

        >>> from py_url.standard import basic_parse
        >>> store = BlobURLStore()
        >>> store.entry_for(basic_parse(store.create_object_url(b"a", "https://h"))).object
        b'a'
        """
        if not isinstance(record, URLRecord):
            raise TypeError(f"the URL must be a URLRecord, not {type(record).__name__}")
        entry = self.resolve(record)
        if entry is None or self._edition != "2016":
            return entry
        try:
            return entry._replace(object=copy.deepcopy(entry.object))
        except Exception as error:  # it runs the object's own code, which may raise anything
            raise TypeError(f"the object of the blob URL, a {type(entry.object).__name__}, cannot be cloned") from error

    def parse(self, input: str, base: URLRecord | None = None, encoding: str = "utf-8") -> URLRecord:
        """Parse *input* as `py_url.standard.basic_parse` does, with blob URL entries (URL Standard §4.4 *URL parser*).

        *base* and *encoding* are the same. Raises the errors of `py_url.standard.basic_parse`; in the edition of 2016,
        also TypeError for an object that cannot be cloned.

        >>> store = BlobURLStore()
        >>> store.parse(store.create_object_url(b"a", "https://h")).blob_url_entry.object
        b'a'
        """
        record = basic_parse(input, base, encoding=encoding)
        if record.scheme == "blob":
            record.blob_url_entry = self.entry_for(record)
        return record

    def remove_all(self, environment: BlobEnvironment) -> None:
        """Remove all URLs that this *environment* made, as when a document is unloaded (File API §8.3.3).

        Raises:
            TypeError: For an origin or a URL: two environments with the same origin are not the same.

        >>> from py_url.standard import basic_parse
        >>> page = OriginEnvironment(origin(basic_parse("https://h")))
        >>> store = BlobURLStore()
        >>> url = store.create_object_url(b"a", page)
        >>> store.remove_all(page)
        >>> len(store)
        0
        """
        if _environment_of(environment) is not environment:
            raise TypeError(f"the environment must be the object that made the URLs, not {type(environment).__name__}")
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
    """Return the object in the blob URL entry of *url*, a record (File API §8.2 *obtain a blob object*).

    The URL may be revoked since. *environment* is that of the caller; None means the navigation of a top-level
    page, which may obtain every object.

    Raises:
        LookupError: If the record has no entry.
        PermissionError: If the two environments have different storage keys.
        TypeError: If an argument has another type.

    >>> store = BlobURLStore()
    >>> obtain_blob_object(store.parse(store.create_object_url(b"a", "https://h")))
    b'a'
    """
    if not isinstance(url, URLRecord):
        raise TypeError(f"the URL must be a URLRecord, which BlobURLStore.parse returns, not {type(url).__name__}")
    asking = None if environment is None else _environment_of(environment)
    entry = url.blob_url_entry
    if entry is None:
        raise LookupError("the URL was not in a blob URL store when it was parsed")
    if asking is not None and not _same_partition(entry, asking):
        raise PermissionError("the blob URL belongs to another storage partition")
    return entry.object


def _same_partition(entry: HasObject, environment: BlobEnvironment) -> bool:
    """*check for same-partition blob URL usage* (File API §8.3.2)."""
    return entry.environment.storage_key == environment.storage_key


def _environment_of(environment: Where) -> BlobEnvironment:
    """Return the environment, which may be given as an origin, a URL or ``"null"``."""
    if isinstance(environment, TupleOrigin | OpaqueOrigin):
        return OriginEnvironment(environment)
    if environment == "null":
        return OriginEnvironment(OpaqueOrigin())
    if isinstance(environment, str | URLRecord) or hasattr(type(environment), "to_record"):
        return OriginEnvironment(origin(record_of(environment, "environment")))  # type: ignore[arg-type]  # it is a URL
    if isinstance(environment, type) or not hasattr(environment, "storage_key"):
        kinds = "an Environment, an origin or a URL"
        raise TypeError(f"the environment must be {kinds}, not {type(environment).__name__}")
    expect_origin(getattr(environment, "origin", None))
    return environment  # type: ignore[return-value]  # as it is none of the others
