"""§4.4 URL parsing, step by step: what one state of the *basic URL parser* did with a part of the input.

https://url.spec.whatwg.org/#concept-basic-url-parser
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from py_url.standard.infra.validation import ValidationError
from py_url.standard.urls.state import State

Value: TypeAlias = str | int | tuple[str, ...] | None

_STANDARD = "https://url.spec.whatwg.org/#"
_PREPROCESSING = "concept-basic-url-parser"
# The anchors that are not the state's name.
_ANCHORS = {State.OPAQUE_PATH: "cannot-be-a-base-url-path-state"}


class Effect(NamedTuple):
    """What a step did to one *member* of the URL record.

    *action* is ``"set"``, or ``"append"`` or ``"remove"`` for one segment of the path. *value* is the new value of the
    member, a host as it is serialized, or the segment.
    """

    member: str
    action: Literal["set", "append", "remove"]
    value: Value

    def __repr__(self) -> str:
        # The value may be a password.
        return f"Effect(member={self.member!r}, action={self.action!r})"


class Step(NamedTuple):
    """One state of one parse, and the code points that it consumed.

    - ``state`` is the `State`, or None for what the parser removes from the input before the first state.
    - ``start`` and ``end`` are where the consumed code points are in the input, equal if the state only looked.
    - ``pointer`` is the standard's *pointer* when the state begins. Tabs and newlines are no longer counted.
    - ``code_points`` are the consumed code points.
    - ``buffer`` is what the standard has in *buffer* when the state is done with it.
    - ``effects`` are the changes of the URL record.
    - ``errors`` are the validation errors, at most the first thousand and the fatal one.
    - ``next`` is the next state, or None at the end of the parse.
    - ``said`` is a sentence that says what happened.
    - ``link`` is the URL of the state in the standard.

    The repr shows no text of the input, since that may have a password.
    """

    state: State | None
    start: int
    end: int
    pointer: int
    code_points: str
    buffer: str
    effects: tuple[Effect, ...]
    errors: tuple[ValidationError, ...]
    next: State | None
    said: str

    @property
    def name(self) -> str:
        """The standard's name of the state, or ``"preprocessing"``."""
        return "preprocessing" if self.state is None else self.state.value

    @property
    def is_failure(self) -> bool:
        """Whether the parser returned failure here."""
        return bool(self.errors) and self.errors[-1].fatal

    @property
    def link(self) -> str:
        """The URL of the state in the standard."""
        if self.state is None:
            return _STANDARD + _PREPROCESSING
        return _STANDARD + _ANCHORS.get(self.state, self.state.value.replace(" ", "-"))

    def __repr__(self) -> str:
        after = "failure" if self.is_failure else "the end" if self.next is None else self.next.value
        return f"<Step: {self.name} at {self.start}-{self.end}, then {after}>"
