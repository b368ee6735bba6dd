"""The exception for a string that is not a pattern, and for a URL that a pattern does not take.

https://urlpattern.spec.whatwg.org/#dom-urlpattern-urlpattern
"""

from __future__ import annotations

from py_url.standard.infra.code_points import plain_str
from py_url.standard.infra.validation import MakesText


class InvalidPattern(MakesText):
    """Raised for a pattern that the standard refuses, and for a custom group that Python's `re` cannot match.

    The text of the exception hides usernames and passwords, and ``args`` has the text alone.

    Args:
        input: The pattern of one component, or the whole string.
        message: What is wrong, and what to write instead.
        start: Where it is in the input, in code points.
        end: Where it ends.
        component: The component's name, such as ``"pathname"``, or ``""`` for the whole string.

    Raises:
        TypeError: An argument has another type.

    Examples:
        >>> from py_url.pattern import InvalidPattern, URLPattern
        >>> try:
        ...     URLPattern(pathname="/:a/:a")
        ... except InvalidPattern as error:
        ...     print(error.component, error.start, error.end)
        pathname 4 6

    """

    __module__ = "py_url.pattern"  # the module that users import it from, for tracebacks and pickles

    _own = ("input", "message", "start", "end", "component")

    def __init__(self, input: str, message: str, start: int = 0, end: int = 0, component: str = "") -> None:
        super().__init__()  # no arguments: anything that prints them would print a password
        given = (input, message, component, start, end)
        if not all(map(isinstance, given, (str, str, str, int, int))):
            kinds = ", ".join(type(value).__name__ for value in given)
            raise TypeError(f"an InvalidPattern has three str and two int, not {kinds}")
        self.input = plain_str(input)
        self.message = plain_str(message)
        self.start = start
        self.end = end
        self.component = plain_str(component)

    def __str__(self) -> str:
        from py_url.standard.infra.showing import pointing_lines

        what = f"invalid pattern of a {self.component}" if self.component else "invalid pattern"
        if self.component in ("username", "password"):
            return f"{what}: {self.message}"
        return f"{what}: {self.message}{pointing_lines(self.input, self.start, self.end)}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({' '.join(str(self).split())!r})"
