"""The answers of the guard: a verdict with its reasons, and the exception for a URL that is refused.

None of them shows a username or a password.
"""

from __future__ import annotations

from py_url.guard.policy import Policy
from py_url.standard.infra.copying import Record
from py_url.standard.infra.showing import hide_secrets
from py_url.standard.infra.validation import Rebuilt

# The other reasons are about the host, and their message tells users nothing about it.
_PUBLIC = {
    **dict.fromkeys(("invalid-url", "not-valid"), "This is not a valid web address."),
    "too-long": "This address is too long.",
    "scheme": "This kind of address cannot be used.",
    "credentials": "The address must not contain a username or a password.",
    "port": "Addresses with this port cannot be used.",
    "parsers-differ": "This address can be read in more than one way.",
    "host-syntax": "The host of this address has characters that are not allowed.",
    **dict.fromkeys(
        ("control-character", "encoded-control-character"), "This address has characters that are not allowed."
    ),
    "does-not-resolve": "The host of this address was not found.",
    "too-many-redirects": "This address redirects too often.",
    "https-lost": "This address redirects to one that is not secure.",
}


class Reason(Record):
    """Why a URL is refused: a *name* for programs, a sentence for people, and a span of the string.

    *message* is for developers: it names hosts and addresses, and what to change in the policy. ``public_message`` is
    for the person who wrote the URL. *start* and *end* are offsets in code points; they span the whole string if no
    part of it is the reason.
    """

    __slots__ = __match_args__ = ("name", "message", "start", "end")

    name: str
    message: str
    start: int
    end: int

    def __init__(self, name: str, message: str, start: int, end: int) -> None:
        self._fill((name, str), (message, str), (start, int), (end, int))

    @property
    def public_message(self) -> str:
        """A sentence for a form or an API, which reveals nothing of the policy and of the network."""
        return _PUBLIC.get(self.name, "This address cannot be used.")


class Verdict(Record):
    """Whether a URL is *allowed*, the *reasons* if it is not, and the *url* to use, which is None if it is not.

    Use ``url``, never the string that was checked: another program could read that string in another way. A verdict is
    true if the URL is allowed. *policy* is the policy that was applied. ``dict(verdict)`` has the four for JSON.

    Raises:
        TypeError: For an argument of another type.
    """

    __slots__ = __match_args__ = ("allowed", "reasons", "url", "policy")

    allowed: bool
    reasons: tuple[Reason, ...]
    url: str | None
    policy: Policy

    def __init__(self, allowed: bool, reasons: tuple[Reason, ...], url: str | None, policy: Policy) -> None:
        self._fill((allowed, bool), (reasons, tuple), (url, str | None), (policy, Policy))
        if not all(isinstance(reason, Reason) for reason in reasons):
            raise TypeError("the reasons of a Verdict must be Reason objects")

    def __bool__(self) -> bool:
        return self.allowed

    def __repr__(self) -> str:
        if self.url is not None:
            return f"Verdict(allowed={self.allowed!r}, url={hide_secrets(self.url)!r})"
        return f"Verdict(allowed={self.allowed!r}, reasons={self.reasons!r})"


_set_allowed, _set_reasons, _set_url, _set_policy = [vars(Verdict)[name].__set__ for name in Verdict.__match_args__]


def allowed_verdict(url: str, policy: Policy) -> Verdict:
    """Return the verdict for a URL that is allowed, in a fraction of the time of the constructor."""
    verdict = Verdict.__new__(Verdict)
    _set_allowed(verdict, True)
    _set_reasons(verdict, ())
    _set_url(verdict, url)
    _set_policy(verdict, policy)
    return verdict


class Refused(Rebuilt):
    """Raised for a URL that a policy refuses.

    *reasons* says why; its messages say what to change. ``args`` has the text alone. Tools that carry only that rebuild
    the exception as ``Refused(*error.args)``, which shows the same text and has no ``reasons``.

    Raises:
        TypeError: Unless *reasons* is a non-empty tuple of `Reason`, or that text.
    """

    _own = ("reasons",)
    reasons: tuple[Reason, ...]

    def __init__(self, reasons: tuple[Reason, ...] | str) -> None:
        # Not super(): the classes of the transports also derive from an exception of their client.
        ValueError.__init__(self)  # no arguments: `__str__` makes the text
        if isinstance(reasons, str) and reasons:
            self._restore_text(reasons)
            return
        if not isinstance(reasons, tuple) or not reasons or not all(isinstance(one, Reason) for one in reasons):
            raise TypeError(f"the reasons must be a tuple of Reason objects, not {type(reasons).__name__}")
        self.reasons = reasons

    def _restore_text(self, text: str) -> None:
        super()._restore_text(text)
        self.reasons = ()

    def __str__(self) -> str:
        if hasattr(self, "_text"):
            return self._text
        return "; ".join(f"{reason.name}: {reason.message}" for reason in self.reasons)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({getattr(self, '_text', self.reasons)!r})"
