"""Many patterns at once: which of thousands matches a URL.

The standard has no such thing. Patterns are found by what is fixed in them: the host, or the end of it, and the first
segments of the path. So only those that may match are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from py_url.api.url import URL
from py_url.pattern.canonicalization import COMPONENTS
from py_url.pattern.parts import Modifier, PartType
from py_url.pattern.url_pattern import MAX_LENGTH, URLPattern, checked_length, string_of, values_of
from py_url.standard.infra.copying import Record, Slotted, restore, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from py_url.pattern.matching import Groups
    from py_url.pattern.parts import Part

    # The end of a host, or ""; and the first segments of a path, in lower case.
    Key = tuple[str, str]

_HOSTNAME, _PATHNAME = COMPONENTS.index("hostname"), COMPONENTS.index("pathname")
# More segments would be as many look-ups.
_MOST_SEGMENTS = 8


class PatternMatch(Record):
    """A pattern that matched a URL.

    If two components use the same name, the later component's value is there, in the order of the standard: the
    pathname is later than the hostname.

    Args:
        index: The place of the pattern in the list.
        pattern: The pattern.
        values: The named groups of all components. A group that did not take part is None.

    Raises:
        TypeError: An argument has another type.

    """

    __module__ = "py_url.pattern"  # that users import it from: pickles name it

    __slots__ = __match_args__ = ("index", "pattern", "values")
    __hash__ = None  # type: ignore[assignment]  # the values are a dict

    index: int
    pattern: URLPattern
    values: dict[str, str | None]

    def __init__(self, index: int, pattern: URLPattern, values: dict[str, str | None]) -> None:
        self._fill((index, int), (pattern, URLPattern), (values, dict))


class PatternList(Slotted):
    """Patterns in an order, which cannot be changed.

    The time of a look-up depends on how many patterns share the host and the first segments of the path, not on how
    many there are.

    Args:
        patterns: URLPattern objects, or what the constructor of `URLPattern` takes.
        base: As for `URLPattern`, for the patterns that are strings.
        ignore_case: As for `URLPattern`.
        regexp_groups: Whether custom groups (regular expressions) are allowed.
        max_length: As for `URLPattern`.

    Raises:
        InvalidPattern: A pattern is refused.
        InvalidURL: The base URL does not parse.
        TypeError: An argument has another type.

    Examples:
        >>> PatternList(["https://h/a/:id", "https://h/*"]).first("https://h/a/7").values
        {'id': '7'}

    """

    __module__ = "py_url.pattern"

    __slots__ = ("_candidates", "_depths", "_labels", "patterns")

    patterns: tuple[URLPattern, ...]

    def __init__(
        self,
        patterns: Iterable[str | Mapping[str, str] | URLPattern],
        base: str | URL | None = None,
        *,
        ignore_case: bool = False,
        regexp_groups: bool = False,
        max_length: int = MAX_LENGTH,
    ) -> None:
        if isinstance(patterns, str | bytes | Mapping) or not isinstance(patterns, Iterable):
            raise TypeError(f"expected an iterable of patterns, not {type(patterns).__name__}")
        base = None if base is None else string_of(base, "a base URL")
        max_length = checked_length(max_length)

        def pattern_of(pattern: str | Mapping[str, str] | URLPattern) -> URLPattern:
            if isinstance(pattern, URLPattern):
                pattern._expect_no_regexp_groups(regexp_groups)
                return pattern
            relative_to = base if isinstance(pattern, str) else None
            return URLPattern(
                pattern, relative_to, ignore_case=ignore_case, regexp_groups=regexp_groups, max_length=max_length
            )

        self._fill_with(tuple(map(pattern_of, patterns)))

    def _fill_with(self, patterns: tuple[URLPattern, ...]) -> None:
        for pattern in patterns:
            if not isinstance(pattern, URLPattern):
                raise TypeError(f"the patterns of a PatternList must be URLPatterns, not {type(pattern).__name__}")
        self.patterns = patterns
        self._candidates: dict[Key, list[int]] = {}
        for index, pattern in enumerate(self.patterns):
            self._candidates.setdefault(_key_of(pattern), []).append(index)
        self._labels = sorted({host.count(".") for host, _ in self._candidates if host[:1] == "."})
        self._depths = sorted({path.count("/") for _, path in self._candidates})

    def __len__(self) -> int:
        return len(self.patterns)

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, PatternList, {"patterns": self.patterns})

    def __setstate__(self, state: object) -> None:
        restore(self, PatternList, state, ("patterns",), PatternList._fill_with)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,} patterns>"

    def first(self, url: str | URL) -> PatternMatch | None:
        """The first pattern that matches a URL.

        Args:
            url: A URL. One that does not parse matches nothing.

        Returns:
            The match, or None if there is none.

        Raises:
            ValueError: A component is longer than the `max_length` of a pattern that can divide it in many ways.
            TypeError: The argument has another type.

        Examples:
            >>> PatternList(["https://h/a", "https://h/*"]).first("https://h/b").index
            1

        """
        return next(self._matches(url), None)

    def all(self, url: str | URL) -> list[PatternMatch]:
        """All patterns that match a URL, in their order.

        Args:
            url: As for `first`.

        Raises:
            ValueError: As for `first`.
            TypeError: As for `first`.

        Examples:
            >>> [match.index for match in PatternList(["https://h/a", "https://h/*"]).all("https://h/a")]
            [0, 1]

        """
        return list(self._matches(url))

    def _matches(self, url: str | URL) -> Iterator[PatternMatch]:
        parsed = URL.parse(url)
        if parsed is None:
            return
        values = values_of(parsed.href)
        for index in self._may_match(values[_HOSTNAME], values[_PATHNAME]):
            pattern = self.patterns[index]
            found: dict[int, Groups] = {}
            if pattern._matches(values, found):
                yield PatternMatch(index, pattern, _named_groups(pattern, found))

    def _may_match(self, host: str, path: str) -> list[int]:
        """The places of the patterns whose fixed text *host* and *path* have, in order."""
        dots = [place for place, char in enumerate(host) if char == "."]
        hosts = [host, *(host[dots[-count] :] for count in self._labels if count <= len(dots))]
        segments = path.lower().split("/") if path[:1] == "/" else [""]
        paths = ["/".join(segments[: depth + 1]) for depth in self._depths if depth < len(segments)]
        keys = [(each, path) for each in dict.fromkeys([*hosts, ""]) for path in paths]
        found = [places for key in keys if (places := self._candidates.get(key))]
        return found[0] if len(found) == 1 else sorted([place for places in found for place in places])


def _key_of(pattern: URLPattern) -> Key:
    """What is fixed in a pattern: ``("example.com", "/a/b")``, ``(".example.com", "")`` for its subdomains."""
    hostname = pattern._components[_HOSTNAME].part_list
    host = ""
    if hostname and _is_fixed(hostname[-1]):
        # After a group, only what follows its first "." is whole labels.
        last = hostname[-1].value
        host = last if len(hostname) == 1 else last[last.find(".") :] if "." in last else ""
    return host, _first_segments(pattern._components[_PATHNAME].part_list).lower()


def _first_segments(pathname: list[Part]) -> str:
    """The segments that a path begins with, as ``/a/b``, or ""."""
    if not pathname or not _is_fixed(pathname[0]):
        return ""
    path = pathname[0].value
    if len(pathname) > 1 and (pathname[1].prefix[:1] != "/" or (len(pathname) > 2 and _may_be_left_out(pathname[1]))):
        # The last segment continues in a group, or in what follows one that is left out.
        path = path[: path.rfind("/")] if "/" in path else ""
    return "/".join(path.split("/")[: _MOST_SEGMENTS + 1]) if path[:1] == "/" else ""


def _may_be_left_out(part: Part) -> bool:
    return part.modifier in (Modifier.OPTIONAL, Modifier.ZERO_OR_MORE)


def _is_fixed(part: Part) -> bool:
    return part.type is PartType.FIXED_TEXT and part.modifier is Modifier.NONE


def _named_groups(pattern: URLPattern, found: dict[int, Groups]) -> dict[str, str | None]:
    named: dict[str, str | None] = {}
    for index in sorted(found):
        # A custom group can have named groups of its own, which have no place in the list.
        pairs = zip(pattern._components[index].group_name_list, found[index], strict=False)
        named.update((name, group) for name, group in pairs if not name[0].isdigit())
    return named
