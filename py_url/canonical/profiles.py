"""Profiles of canonical forms: which steps, in which order. `canonicalize` applies them.

Every profile is idempotent: the canonical form of a canonical form is itself. Every profile but ``dedup`` keeps the
scheme, the host and the port that a browser sees. What ``dedup`` folds are other origins, which often serve the same
pages.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, overload

from py_url.api.url import URL
from py_url.canonical.steps import FUNCTIONS
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.showing import hide_secrets, shown_parts, without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ProfileName: TypeAlias = Literal["browser", "rfc3986", "crawl", "dedup"]


class Profile(NamedTuple):
    """A profile: its *name*, its *purpose*, its *steps* in order, and whether it keeps the host (*keeps_host*)."""

    name: ProfileName
    purpose: str
    steps: tuple[str, ...]
    keeps_host: bool


_ALL = (
    Profile("browser", "what a browser shows: the href", ("href",), True),
    Profile(
        "rfc3986",
        "the ladder of RFC 3986 §6, without what would change the meaning for a browser",
        ("href", "decode-unreserved", "upper-case-percent-encodings", "remove-default-port", "add-root-path"),
        True,
    ),
    Profile(
        "crawl",
        "one request for each resource; default index names (index.html) stay",
        ("href", "remove-fragment", "sort-query", "remove-empty-query"),
        True,
    ),
    Profile(
        "dedup",
        "one entry for each page: http is https, www.example.com is example.com, and tracking parameters go",
        (
            *("href", "remove-anchor", "decode-unreserved", "upper-case-percent-encodings"),
            *("remove-tracking-parameters", "sort-query", "remove-empty-query", "fold-www", "fold-scheme"),
        ),
        False,
    ),
)

#: The profiles by name.
PROFILES: Mapping[str, Profile] = MappingProxyType({profile.name: profile for profile in _ALL})

_NAMES: tuple[ProfileName, ...] = tuple(profile.name for profile in _ALL)
# What follows the first step, which every profile has.
_FUNCTIONS = {profile.name: tuple(FUNCTIONS[step] for step in profile.steps[1:]) for profile in _ALL}


class Change(NamedTuple):
    """What a *step* changed: the URL *before* and *after*. The repr hides credentials."""

    step: str
    before: str
    after: str

    def __repr__(self) -> str:
        # What stands before the first step is a string as it was given, and may be no URL that a pattern finds.
        hidden = {"before": without_secrets(self.before), "after": hide_secrets(self.after)}
        return f"Change({shown_parts({'step': self.step, **hidden})})"


class Canonical(NamedTuple):
    """A canonical form (*href*), the name of its *profile*, and the *changes* of each step that changed something.

    ``str()`` of it is the form.
    """

    href: str
    profile: ProfileName
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return self.href

    def __repr__(self) -> str:
        parts = shown_parts({"href": hide_secrets(self.href), "profile": self.profile})
        return f"Canonical({parts}, changes={self.changes!r})"


@overload
def canonicalize(url: str | URL, *, profile: ProfileName, steps: Literal[False] = ...) -> str: ...
@overload
def canonicalize(url: str | URL, *, profile: ProfileName, steps: Literal[True]) -> Canonical: ...
def canonicalize(url: str | URL, *, profile: ProfileName, steps: bool = False) -> str | Canonical:
    """Return the canonical form of *url* by *profile*, one of `PROFILES`: a string that parses to itself.

    If *steps* is true, return a `Canonical`, which says what each step changed.

    Raises:
        InvalidURL: If *url* does not parse.
        ValueError: For another profile.
        TypeError: If an argument has another type.

    >>> canonicalize("http://www.example.com:80/?utm_source=x&b=%7e", profile="dedup")
    'https://example.com/?b=~'
    """
    if type(profile) is not str or profile not in _FUNCTIONS:
        profile = expect_one_of(profile, _NAMES, "the profile")
    href = URL(expect_str(url, "the URL")).href if not isinstance(url, URL) else url.href
    if steps:
        return _with_changes(url, href, profile)
    for apply in _FUNCTIONS[profile]:
        href = apply(href)
    return href


def _with_changes(url: str | URL, href: str, profile: ProfileName) -> Canonical:
    before, changes = str(url), []
    for name in PROFILES[profile].steps:
        href = FUNCTIONS[name](href)
        if href != before:
            changes.append(Change(name, before, href))
        before = href
    return Canonical(href, profile, tuple(changes))
