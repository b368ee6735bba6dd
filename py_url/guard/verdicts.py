"""The answers of the guard: a verdict with its reasons, and the exception for a URL that is refused.

None of them shows a username or a password.
"""

from __future__ import annotations

from typing import NamedTuple

from py_url.standard.infra.copying import reduced, restore, state_of
from py_url.standard.infra.showing import hide_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.guard.policy import Policy


class Reason(NamedTuple):
    """Why a URL is refused: a name for programs, a sentence for people, and the place in the string that was given.

    ``start`` and ``end`` are offsets in code points; they span the whole string if no part of it is the reason.
    """

    name: str
    message: str
    start: int
    end: int


class Verdict(NamedTuple):
    """Whether a URL is ``allowed``, the ``reasons`` if it is not, and the ``url`` to use, which is None if it is not.

    Use ``url``, never the string that was checked: another program could read that string in another way. A verdict is
    true if the URL is allowed. ``policy`` is the policy that was asked.
    """

    allowed: bool
    reasons: tuple[Reason, ...]
    url: str | None
    policy: Policy

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        if self.url is not None:
            return f"Verdict(allowed={self.allowed!r}, url={hide_secrets(self.url)!r})"
        return f"Verdict(allowed={self.allowed!r}, reasons={self.reasons!r})"


class Refused(ValueError):
    """Raised for a URL that a policy refuses. ``reasons`` says why; its messages say what to change.

    Raises TypeError unless *reasons* is a non-empty tuple of `Reason`.
    """

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        if not isinstance(reasons, tuple) or not reasons or not all(isinstance(one, Reason) for one in reasons):
            raise TypeError(f"the reasons must be a tuple of Reason objects, not {type(reasons).__name__}")
        super().__init__()  # no arguments: `__str__` makes the text
        self.reasons = reasons

    def __str__(self) -> str:
        return "; ".join(f"{reason.name}: {reason.message}" for reason in self.reasons)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reasons!r})"

    def __getstate__(self) -> dict[str, object]:
        return state_of(self, Refused, {"reasons": self.reasons})

    def __setstate__(self, state: object) -> None:
        restore(self, Refused, state, ("reasons",))

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)
