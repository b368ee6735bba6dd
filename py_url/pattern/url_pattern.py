"""§1.2 The URLPattern class, §1.3 The URL pattern struct, §1.4 High-level operations: create and match.

https://urlpattern.spec.whatwg.org/#urlpattern-class
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from py_url.api.url import URL
from py_url.pattern.canonicalization import (
    COMPONENTS,
    canonicalize_a_hash,
    canonicalize_a_password,
    canonicalize_a_pathname,
    canonicalize_a_port,
    canonicalize_a_protocol,
    canonicalize_a_search,
    canonicalize_a_username,
    canonicalize_an_opaque_pathname,
    process_a_urlpatterninit,
)
from py_url.pattern.components import (
    Component,
    compare,
    compile_a_component,
    compile_a_hostname,
    expect_regexp_groups,
    matches_a_special_scheme,
    protocol_matches_a_special_scheme,
)
from py_url.pattern.constructor_strings import parse_a_constructor_string
from py_url.pattern.errors import InvalidPattern
from py_url.pattern.generating import generate_a_component_string
from py_url.pattern.results import URLPatternResult
from py_url.standard.infra.code_points import plain_str, scalar_value_string
from py_url.standard.infra.copying import Record, restore
from py_url.standard.infra.foreign import items_of
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import Failure, StateOverrideFailure
from py_url.standard.urls import components
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.pattern.components import Matches
    from py_url.pattern.matching import Groups
    from py_url.pattern.parts import EncodingCallback
    from py_url.pattern.results import Values

_NOTHING: Mapping[str, str] = MappingProxyType({})
_EMPTY = dict.fromkeys(COMPONENTS, "")
# Components are tried in this order: first those in which URLs differ most.
_ORDER = tuple(map(COMPONENTS.index, ("pathname", "hostname", "protocol", "port", "search", "hash")))
_ORDER += tuple(map(COMPONENTS.index, ("username", "password")))
MAX_LENGTH = 8_192
_URL = str | URL
_FIELDS: tuple[str, ...] = (*COMPONENTS, "ignore_case", "max_length")


class URLPattern(Record):
    """§1.2 *URLPattern*: a pattern for each component of a URL.

    A component that is missing matches everything, apart from those that a string or a base URL implies. Two patterns
    are equal if their components and options are equal. A pattern cannot be changed, so it can be hashed.

    Matching takes time in proportion to the length of the URL. The exceptions are custom groups (regular expressions in
    parentheses) with lookaround or backreferences, and those that repeat hundreds of times: their time grows with a
    power of the length, or doubles with each character, and where it could be many seconds, `test` raises ValueError.
    Patterns from strangers should not have custom groups; *regexp_groups* refuses them.

    Args:
        pattern: A constructor string, or a dict of components, which may have a ``baseURL``. Or give the components by
            name.
        base: The URL that a constructor string, or what is given by name, is relative to.
        ignore_case: Whether the case of ASCII letters is ignored in the pathname, the search and the hash.
        regexp_groups: Whether custom groups are allowed.
        max_length: The longest component that is matched against a pattern that can divide it in many ways. Custom
            groups as above can have a lower limit.

    Raises:
        InvalidPattern: The standard refuses the pattern, *regexp_groups* does, or Python's `re` does not have what a
            custom group says.
        InvalidURL: The base URL does not parse.
        TypeError: An argument has another type.

    Examples:
        >>> URLPattern("https://example.com/:category/*").test("https://example.com/a/b")
        True
        >>> URLPattern(pathname="/books/:id").exec("https://h/books/7").pathname.groups
        {'id': '7'}

    """

    __module__ = "py_url.pattern"  # that users import it from: pickles name it

    __slots__ = ("_checks", "_components", "ignore_case", "max_length")
    __match_args__ = _FIELDS

    ignore_case: bool
    max_length: int
    if TYPE_CHECKING:  # programs evaluate annotations in the module that `__module__` names
        _components: tuple[Component, ...]
        _checks: tuple[tuple[int, Component], ...]

    def __init__(  # noqa: PLR0913 - one for each component
        self,
        pattern: str | Mapping[str, str] | None = None,
        base: str | URL | None = None,
        *,
        ignore_case: bool = False,
        regexp_groups: bool = True,
        max_length: int = MAX_LENGTH,
        protocol: str | None = None,
        username: str | None = None,
        password: str | None = None,
        hostname: str | None = None,
        port: str | None = None,
        pathname: str | None = None,
        search: str | None = None,
        hash: str | None = None,
    ) -> None:
        if hasattr(self, "_components"):
            raise AttributeError("a URLPattern cannot be changed")
        max_length = checked_length(max_length)
        values = (protocol, username, password, hostname, port, pathname, search, hash)
        named = {name: value for name, value in zip(COMPONENTS, values, strict=True) if value is not None}
        input: str | dict[str, str]
        if pattern is None:
            base_url = {} if base is None else {"baseURL": string_of(base, "a base URL")}
            input, base = _init_of({**named, **base_url}), None
        elif named:
            raise TypeError(f"give a pattern or components by name, not both; {next(iter(named))} is given too")
        else:
            input = _input_of(pattern, "a pattern")
        init = init_from(input, None if base is None else string_of(base, "a base URL"))
        self._fill_with(create(init, bool(ignore_case)), bool(ignore_case), max_length)
        self._expect_no_regexp_groups(regexp_groups)

    def _fill_with(self, compiled: tuple[Component, ...], ignore_case: bool, max_length: int) -> None:
        expect_regexp_groups(compiled)
        checks = tuple([(i, compiled[i]) for i in _ORDER if not compiled[i].matches_everything()])
        for name, value in zip(URLPattern.__slots__, (checks, compiled, ignore_case, max_length), strict=True):
            object.__setattr__(self, name, value)

    def _expect_no_regexp_groups(self, regexp_groups: bool) -> None:
        """Raise InvalidPattern if the pattern has a custom group and *regexp_groups* does not allow it."""
        for name, component in zip(COMPONENTS, self._components, strict=True):
            if component.has_regexp_groups and not regexp_groups:
                message = "a custom group is not allowed here; write a name, or allow it with regexp_groups=True"
                raise InvalidPattern(component.pattern_string, message, component=name)

    def test(self, input: str | URL | Mapping[str, str], base: str | URL | None = None) -> bool:
        """§1.2 *test*: whether the pattern matches a URL, or components in a dict.

        Args:
            input: A URL, or a dict of components. A URL that does not parse matches nothing.
            base: The URL that a string is relative to.

        Raises:
            ValueError: A component is longer than `max_length`, and the pattern can divide it in many ways; or a custom
                group could take very long.
            TypeError: An argument has another type, or there is a base with a dict.

        Examples:
            >>> URLPattern(hostname="*.example.com").test("https://a.example.com/")
            True

        """
        return self._match(input, base) is not None

    def exec(self, input: str | URL | Mapping[str, str], base: str | URL | None = None) -> URLPatternResult | None:
        """§1.2 *exec*: what each component of a URL, or of a dict, has matched.

        Args:
            input: As for `test`.
            base: As for `test`.

        Returns:
            The input and the groups of each component, or None if the pattern does not match.

        Raises:
            ValueError: As for `test`.
            TypeError: As for `test`.

        Examples:
            >>> URLPattern(pathname="/books/:id").exec({"pathname": "/books/7"}).pathname.groups["id"]
            '7'

        """
        found: dict[int, Groups] = {}
        values = self._match(input, base, found)
        if values is None:
            return None
        given = string_of(input, "a URL") if isinstance(input, _URL) else _init_of(input)
        inputs = (given,) if base is None else (given, string_of(base, "a base URL"))
        return URLPatternResult._of(inputs, self._components, values, found)

    def _match(
        self,
        input: str | URL | Mapping[str, str],
        base: str | URL | None,
        found: dict[int, Groups] | None = None,
    ) -> Values | None:
        """§1.4 *match*: the components of *input* if they match, otherwise None. *found* gets the groups."""
        if isinstance(input, _URL):
            url = URL.parse(input, base)
            if url is None:
                return None
            values = values_of(url.href)
        else:
            if base is not None:
                raise TypeError("a base URL is given with a string; in a dict, it is 'baseURL'")
            init = _init_of(input)
            try:
                values = tuple(process_a_urlpatterninit(init, "url", _EMPTY).values())
            except (Failure, StateOverrideFailure):
                return None
        return values if self._matches(values, found) else None

    def _matches(self, values: Values, found: dict[int, Groups] | None = None) -> bool:
        """Whether these components match. *found* gets the groups of those that do not match everything."""
        for index, component in self._checks:
            groups = (component.matcher or component.compiled()).groups(values[index], self.max_length)
            if groups is None:
                return False
            if found is not None:
                found[index] = groups
        return True

    @property
    def protocol(self) -> str:
        """The normalized pattern of the protocol, without ``:``."""
        return self._components[0].pattern_string

    @property
    def username(self) -> str:
        """The normalized pattern of the username."""
        return self._components[1].pattern_string

    @property
    def password(self) -> str:
        """The normalized pattern of the password."""
        return self._components[2].pattern_string

    @property
    def hostname(self) -> str:
        """The normalized pattern of the hostname, which has no port."""
        return self._components[3].pattern_string

    @property
    def port(self) -> str:
        """The normalized pattern of the port: ``""`` for the default port of the protocol."""
        return self._components[4].pattern_string

    @property
    def pathname(self) -> str:
        """The normalized pattern of the pathname."""
        return self._components[5].pattern_string

    @property
    def search(self) -> str:
        """The normalized pattern of the search, without ``?``."""
        return self._components[6].pattern_string

    @property
    def hash(self) -> str:
        """The normalized pattern of the hash, without ``#``."""
        return self._components[7].pattern_string

    @property
    def has_regexp_groups(self) -> bool:
        """§1.4 *has regexp groups*: whether a component has a custom group, a regular expression in parentheses."""
        return any(component.has_regexp_groups for component in self._components)

    @staticmethod
    def compare_component(component: str, left: URLPattern, right: URLPattern) -> int:
        """Compare how specific a component of two patterns is.

        Tentative: the Web Platform Tests have it, the standard does not yet.

        Args:
            component: The name of the component, such as ``"pathname"``.
            left: A pattern.
            right: Another one.

        Returns:
            -1, 0 or 1: *left* is less specific than *right*, as specific, or more.

        Raises:
            ValueError: There is no such component.
            TypeError: An argument has another type.

        Examples:
            >>> URLPattern.compare_component("pathname", URLPattern(pathname="/a"), URLPattern(pathname="/*"))
            1

        """
        index = _index_of(component)
        for pattern in (left, right):
            if not isinstance(pattern, URLPattern):
                raise TypeError(f"expected a URLPattern, not {type(pattern).__name__}")
        return compare(left._components[index], right._components[index])

    def generate(self, component: str, groups: Mapping[str, str] = _NOTHING) -> str:
        """The string of a component that has these groups: the inverse of `exec`.

        Tentative: the Web Platform Tests have it, the standard does not yet.

        Args:
            component: The name of the component, such as ``"pathname"``.
            groups: The values of its groups, by name.

        Raises:
            ValueError: The component has a wildcard, a custom group or a modifier, a group is missing, or a value is
                not one that the group can match.
            TypeError: An argument has another type.

        Examples:
            >>> URLPattern(pathname="/books/:id").generate("pathname", {"id": "7"})
            '/books/7'

        """
        compiled = self._components[_index_of(component)]
        values = {name: scalar_value_string(value) for name, value in _items(groups, "groups")}
        try:
            return generate_a_component_string(compiled.part_list, values, compiled.options, compiled.encoding_callback)
        except (Failure, StateOverrideFailure):
            raise ValueError(f"a value is not one that a {component} of a URL can have") from None

    def __repr__(self) -> str:
        shown: dict[str, object] = {name: self[name] for name in _FIELDS if self[name] not in ("*", False, MAX_LENGTH)}
        hidden: dict[str, object] = {name: "***" for name in ("username", "password") if name in shown}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in {**shown, **hidden}.items())})"

    def __setstate__(self, state: object) -> None:
        restore(self, URLPattern, state, _FIELDS, _restore)


def _restore(pattern: URLPattern, *fields: object) -> None:
    """Give a new object the *fields* of a state. They are normalized, so a default port is not removed once more."""
    *values, ignore_case, max_length = fields
    init = _init_of(dict(zip(COMPONENTS, values, strict=True)))  # type: ignore[arg-type]  # it checks them
    pattern._fill_with(compiled_components(init, bool(ignore_case)), bool(ignore_case), checked_length(max_length))


def checked_length(max_length: object) -> int:
    """Return *max_length*. Raises TypeError if it is not an int."""
    if not isinstance(max_length, int):
        raise TypeError(f"max_length must be an int, not {type(max_length).__name__}")
    return max_length


def create(
    init: Mapping[str, str], ignore_case: bool, matches: Matches = matches_a_special_scheme
) -> tuple[Component, ...]:
    """§1.4 *create*: the components of a URL pattern, in the order of `COMPONENTS`.

    Raises InvalidPattern, and InvalidURL if the base URL does not parse.
    """
    if "baseURL" in init:
        URL(init["baseURL"])
    processed_init = dict.fromkeys(COMPONENTS, "*")
    processed_init.update(process_a_urlpatterninit(init, "pattern", {}))
    port = SPECIAL_SCHEMES.get(processed_init["protocol"])
    if port is not None and processed_init["port"] == str(port):
        processed_init["port"] = ""
    return compiled_components(processed_init, ignore_case, matches)


def compiled_components(
    processed_init: Mapping[str, str], ignore_case: bool, matches: Matches = matches_a_special_scheme
) -> tuple[Component, ...]:
    """§1.4 *create*, the last steps. Raises InvalidPattern."""
    compiled: list[Component] = []
    for name in COMPONENTS:
        pattern = processed_init[name]
        try:
            if name == "hostname":
                component = compile_a_hostname(pattern)
            elif name != "pathname":
                ignores = ignore_case and name in ("search", "hash")
                component = compile_a_component(pattern, _CALLBACKS[name], ignore_case=ignores)
            elif matches(compiled[0]):
                component = compile_a_component(pattern, canonicalize_a_pathname, "/", "/", ignore_case)
            else:
                component = compile_a_component(pattern, canonicalize_an_opaque_pathname, ignore_case=ignore_case)
        except InvalidPattern as error:
            error.component = error.component or name
            raise
        compiled.append(component)
    return tuple(compiled)


_CALLBACKS: dict[str, EncodingCallback] = {
    "protocol": canonicalize_a_protocol,
    "username": canonicalize_a_username,
    "password": canonicalize_a_password,
    "port": canonicalize_a_port,
    "search": canonicalize_a_search,
    "hash": canonicalize_a_hash,
}


def values_of(href: str) -> Values:
    """The components of a serialized URL, as patterns match them."""
    protocol, credentials, host, pathname, search, hash = components.split(href)
    hostname, port = components.hostname_and_port(host) if ":" in host else (host, "")
    username, _, password = credentials.partition(":")
    return protocol[:-1], username, password, hostname, port, pathname, search[1:], hash[1:]


def init_from(
    input: str | dict[str, str], base_url: str | None, matches: Matches = matches_a_special_scheme
) -> dict[str, str]:
    """§1.4 *create*, the first steps: the URLPatternInit that the arguments stand for.

    Raises InvalidPattern if the string is not a pattern, and TypeError for a dict with a base URL.
    """
    if not isinstance(input, str):
        if base_url is not None:
            raise TypeError("a base URL is given with a string; in a dict, it is 'baseURL'")
        return input
    init = parse_a_constructor_string(input, partial(protocol_matches_a_special_scheme, matches=matches))
    if base_url is not None:
        return {**init, "baseURL": base_url}
    if "protocol" not in init:
        message = "a pattern without a protocol is relative; give a base URL, write 'https://...', or name the pathname"
        raise InvalidPattern(input, message)
    return init


def _input_of(value: str | Mapping[str, str], what: str) -> str | dict[str, str]:
    if isinstance(value, str):
        return scalar_value_string(value)
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a str or a dict of components, not {type(value).__name__}")
    return _init_of(value)


def _init_of(value: Mapping[str, str]) -> dict[str, str]:
    """A URLPatternInit. Raises TypeError for other names, which are misspelt."""
    init = {}
    for name, component in _items(value, "components"):
        if name not in COMPONENTS and name != "baseURL":
            raise TypeError(
                f"a URL pattern has no component {quoted(str(name))}; it has {', '.join(COMPONENTS)} and baseURL"
            )
        if not isinstance(component, str):
            raise TypeError(f"the {name} must be a str, not {type(component).__name__}")
        init[name] = scalar_value_string(component)
    return init


def _items(value: Mapping[str, str], what: str) -> list[tuple[str, str]]:
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a dict of {what}, not {type(value).__name__}")
    return items_of(value)


def string_of(value: str | URL, what: str) -> str:
    """Return the string of a URL. Raises TypeError, which says *what* it is, for another type."""
    if isinstance(value, URL):
        return value.href
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str or a URL, not {type(value).__name__}")
    return scalar_value_string(value)


def _index_of(component: str) -> int:
    if not isinstance(component, str):
        raise TypeError(f"a component's name must be a str, not {type(component).__name__}")
    component = plain_str(component)
    if component not in COMPONENTS:
        raise ValueError(f"a URL pattern has no component {quoted(component)}; it has {', '.join(COMPONENTS)}")
    return COMPONENTS.index(component)
