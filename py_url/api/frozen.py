"""§6.1 URL class and §6.2 URLSearchParams, frozen: a URL that can be a key, and its query object.

Nothing in these objects can be changed, so they can be hashed, and threads can share them.
https://url.spec.whatwg.org/#url-class
"""

from __future__ import annotations

from py_url.api.search_params import URLSearchParams
from py_url.api.url import URL
from py_url.standard.infra.late import Late
from py_url.standard.urlencoded import Pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
else:
    typing = Late("typing")


class FrozenURLSearchParams(URLSearchParams):
    """A `URLSearchParams` that cannot be changed, and can be hashed: the query object of a `FrozenURL`.

    It takes what a URLSearchParams takes, and is equal to one with the same pairs. The methods that would change it
    raise TypeError. ``URLSearchParams(params)`` is a copy that can be changed.
    """

    __slots__ = ()

    def __init__(self, init: str | Pairs = "") -> None:
        if self._version is not None:
            self._refuse("__init__")
        super().__init__(init)

    def __setstate__(self, state: object) -> None:
        if self._version is not None:
            self._refuse("__setstate__")
        super().__setstate__(state)

    def append(self, name: str, value: str | int) -> typing.NoReturn:
        """Raise TypeError."""
        self._refuse("append")

    def delete(self, name: str, value: str | int | None = None) -> typing.NoReturn:
        """Raise TypeError."""
        self._refuse("delete")

    def set(self, name: str, value: str | int) -> typing.NoReturn:
        """Raise TypeError."""
        self._refuse("set")

    def sort(self) -> typing.NoReturn:
        """Raise TypeError."""
        self._refuse("sort")

    def _refuse(self, what: str) -> typing.NoReturn:
        raise TypeError(
            f"a {type(self).__name__} cannot be changed by {what}(); change the copy URLSearchParams(params), "
            "or write url.update_query(...), which returns a new URL"
        )

    def __hash__(self) -> int:  # type: ignore[override]  # the other class cannot be hashed, because it can change
        return hash(tuple(self))


class FrozenURL(URL):
    """A `URL` that cannot be changed, so it can be a key.

    *url* and *base* are those of `URL`, and so are the errors of the call. It has the getters of a URL, is accepted
    wherever a URL is, and is equal to a URL with the same href. FrozenURLs are ordered by their hrefs. Setting a member
    raises AttributeError: `replace` and the editing methods return new FrozenURLs, and `thaw` returns a URL that can be
    changed. `search_params` is a `FrozenURLSearchParams`.

    >>> FrozenURL("HTTPS://h:443/") in {FrozenURL("https://h")}
    True
    """

    __module__ = "py_url"  # that users import it from: pickles name it

    __slots__ = ()

    if TYPE_CHECKING:
        _frozen: typing.Literal[True]  # type: ignore[assignment]  # so that no setter takes it

    def __init__(self, url: str | URL, base: str | URL | None = None) -> None:
        self._expect_new("__init__")
        super().__init__(url, base)

    def __setstate__(self, state: object) -> None:
        self._expect_new("__setstate__")
        super().__setstate__(state)

    def _expect_new(self, what: str) -> None:
        if hasattr(self, "_href"):
            raise TypeError(f"a {type(self).__name__} cannot be changed, so its {what} cannot be called again")

    def _set(self, member: str, value: object) -> typing.NoReturn:
        raise AttributeError(
            f"{member!r} of a {type(self).__name__} cannot be set; "
            f"write url.replace({member}=...), which returns a new one"
        )

    def freeze(self) -> typing.Self:
        """Return the object itself.

        >>> FrozenURL("https://h").freeze()
        FrozenURL('https://h/')
        """
        return self

    def thaw(self) -> URL:
        """Return a `URL` that is equal to this one and can be changed.

        >>> FrozenURL("https://h").thaw()
        URL('https://h/')
        """
        url = URL.__new__(URL)
        url._href, url._components, url._search_params = self._current_href(), None, None
        return url

    @property
    def search_params(self) -> FrozenURLSearchParams:
        """The pairs of the query, in an object that cannot be changed."""
        params = self._search_params
        if not isinstance(params, FrozenURLSearchParams):
            # Two threads may make one each. They are equal, and neither ever changes.
            self._search_params = params = FrozenURLSearchParams(self.search)
        return params

    def __hash__(self) -> int:  # type: ignore[override]  # the other class cannot be hashed, because it can change
        return hash(self._href)

    def __lt__(self, other: object) -> bool:
        return self._href < other._href if isinstance(other, FrozenURL) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._href <= other._href if isinstance(other, FrozenURL) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._href > other._href if isinstance(other, FrozenURL) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._href >= other._href if isinstance(other, FrozenURL) else NotImplemented


def frozen(href: str) -> FrozenURL:
    """The `FrozenURL` with this href, which must be one that a URL has."""
    url = FrozenURL.__new__(FrozenURL)
    url._href, url._components, url._search_params = href, None, None
    return url
