"""The exception for a string that is not a pattern, and for a URL that a pattern does not take.

https://urlpattern.spec.whatwg.org/#dom-urlpattern-urlpattern
"""

from __future__ import annotations

from py_url.standard.infra.code_points import plain_str
from py_url.standard.infra.validation import MakesText


class InvalidPattern(MakesText):
    """Raised for a pattern that the standard refuses, and for a custom group that Python's `re` cannot match.

    ``input`` is the pattern of one component, or the whole string, and ``component`` says which: ``"pathname"``, or
    ``""`` for the whole string. The span from ``start`` to ``end`` is the place in it, in code points, and ``message``
    says what is wrong there and what to write instead. The text of the exception hides usernames and passwords.

    ``args`` has the text alone. Raises TypeError if an argument has another type.
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
