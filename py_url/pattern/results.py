"""§1.2 The results of `URLPattern.exec`: URLPatternResult and URLPatternComponentResult.

https://urlpattern.spec.whatwg.org/#dictdef-urlpatternresult
"""

from __future__ import annotations

from py_url.pattern.canonicalization import COMPONENTS
from py_url.standard.infra.copying import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from py_url.pattern.components import Component
    from py_url.pattern.matching import Groups

    Values: TypeAlias = tuple[str, ...]
    """The components of a URL, in the order of `COMPONENTS`."""
    Inputs: TypeAlias = tuple[str | dict[str, str], ...]


class URLPatternComponentResult(Record):
    """§1.2 *URLPatternComponentResult*: what a component has matched.

    Args:
        input: The component of the URL.
        groups: The groups by name. Those without a name are numbered, ``"0"``, ``"1"``, …; one that did not take part
            is None.

    Raises:
        TypeError: An argument has another type.

    """

    __module__ = "py_url.pattern"

    __slots__ = __match_args__ = ("input", "groups")
    __hash__ = None  # type: ignore[assignment]  # the groups are a dict

    input: str
    groups: dict[str, str | None]

    def __init__(self, input: str, groups: dict[str, str | None]) -> None:
        self._fill((input, str), (groups, dict))


class URLPatternResult(Record):
    """§1.2 *URLPatternResult*: the ``inputs`` of a match, and a `URLPatternComponentResult` for each component.

    Raises:
        TypeError: An argument has another type.

    """

    __module__ = "py_url.pattern"

    __match_args__ = ("inputs", *COMPONENTS)
    __slots__ = (*__match_args__, "_matched")
    __hash__ = None  # type: ignore[assignment]  # its components have none

    inputs: tuple[str | dict[str, str], ...]
    if TYPE_CHECKING:  # programs evaluate annotations in the module that `__module__` names
        _matched: tuple[tuple[Component, ...], Values, dict[int, Groups]]
    protocol: URLPatternComponentResult
    username: URLPatternComponentResult
    password: URLPatternComponentResult
    hostname: URLPatternComponentResult
    port: URLPatternComponentResult
    pathname: URLPatternComponentResult
    search: URLPatternComponentResult
    hash: URLPatternComponentResult

    def __init__(  # noqa: PLR0913, PLR0917 - one for each field
        self,
        inputs: Inputs,
        protocol: URLPatternComponentResult,
        username: URLPatternComponentResult,
        password: URLPatternComponentResult,
        hostname: URLPatternComponentResult,
        port: URLPatternComponentResult,
        pathname: URLPatternComponentResult,
        search: URLPatternComponentResult,
        hash: URLPatternComponentResult,
    ) -> None:
        results = (protocol, username, password, hostname, port, pathname, search, hash)
        self._fill((inputs, tuple), *((result, URLPatternComponentResult) for result in results))

    @classmethod
    def _of(
        cls, inputs: Inputs, components: tuple[Component, ...], values: Values, found: dict[int, Groups]
    ) -> URLPatternResult:
        """§1.4 *match*, the last steps. The result of a component is made when something reads it.

        *found* has the groups of the components that do not match everything.
        """
        result = cls.__new__(cls)
        object.__setattr__(result, "inputs", inputs)
        object.__setattr__(result, "_matched", (components, values, found))
        return result

    def __getattr__(self, name: str) -> URLPatternComponentResult:
        # Called for a component that nothing has read yet.
        if name not in COMPONENTS or not hasattr(self, "_matched"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
        index = COMPONENTS.index(name)
        components, values, found = self._matched
        result = create_a_component_match_result(components[index], values[index], found.get(index, (values[index],)))
        object.__setattr__(self, name, result)
        return result


def create_a_component_match_result(component: Component, input: str, groups: Groups) -> URLPatternComponentResult:
    """§1.5 *create a component match result*."""
    # A custom group can have named groups of its own, which have no place in the list.
    named = dict(zip(component.group_name_list, groups, strict=False))
    # The constructor would check the types.
    result = URLPatternComponentResult.__new__(URLPatternComponentResult)
    object.__setattr__(result, "input", input)
    object.__setattr__(result, "groups", named)
    return result
