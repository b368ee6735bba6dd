"""§4.8 URL rendering: a URL as people should see it where they decide whether to trust it.

In: a URL (str, `URL` or `URLRecord`). Out: a `Rendering`, a text in three parts, of which the middle one is what the
trust belongs to. Copied back, the text parses to the same URL, without its credentials, unless it is elided.
"""

from __future__ import annotations

import re
from unicodedata import category

from py_url.hosts.domain import domain_to_unicode, parse_domain
from py_url.hosts.host import serialize_host
from py_url.hosts.public_suffix import registrable_domain
from py_url.hosts.representation import Domain
from py_url.hosts.spoofing import MOST_MARKS, is_safe_label, looks_like_itself
from py_url.infra.percent_encoding import (
    C0_CONTROL_PERCENT_ENCODE_SET,
    FRAGMENT_PERCENT_ENCODE_SET,
    PATH_PERCENT_ENCODE_SET,
    QUERY_PERCENT_ENCODE_SET,
    PercentEncodeSet,
    percent_decode,
)
from py_url.infra.showing import hide_passwords
from py_url.urls.parser import record_of
from py_url.urls.record import URLRecord, has_opaque_path, serialize_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.urls.parser import HasRecord

_ELLIPSIS = "…"
# As the serializer writes them: what is in small letters would not come back so from a decoded code point.
_PERCENT_ENCODED_BYTES = re.compile("(?:%[0-9A-F]{2})+")
# Of ASCII what the parser encodes again and no one takes for the end of a URL: no space, no quotation mark, no bracket.
_SHOWN_ASCII = "^`{}"
# Invisible, though Unicode calls them letters, marks or symbols: fillers, blanks, joiners and variation selectors.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\ufffd\U00013441\U00013442"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
# They read as what delimits a URL's parts, as an ellipsis, or as the sign of a secure connection; or are laid over or
# around another character.
_CONFUSABLE = re.compile(
    "[\u00b7\u01c0\u01c3\u02d0\u02f8\u0334-\u0338\u037e\u0589\u05c3\u0609\u060a\u066a\u06d4\u0701-\u0704\u1735"
    "\u2024-\u2027\u2041\u2044\u2052\u205a\u20d0-\u20ff\u2215\u2216\u2223\u2236\u22ef\u2571\u2572\u27cb\u29f5\u29f6"
    "\u29f8\u29f9\u2cfb\u2cfe\u2f03\u3002\u3033\u31d3\u4e36\u4e3f\ua4f8-\ua4fd\ua789\ufe13\ufe19\ufe52\ufe55\ufe56\ufe5f"
    "\ufe60\ufe68\ufe6a\ufe6b\uff01\uff03\uff05\uff06\uff0e\uff0f\uff1a\uff1b\uff1d\uff1f\uff20\uff3c\uff5c\uff61"
    "\U0001d23a\U0001f50f-\U0001f513\U0001f6e1]"
)


class Rendering:
    """§4.8 A rendered URL.

    ``before``, ``domain`` and ``after`` are its text in three parts: ``domain`` is the registrable domain, or where
    there is none (an IP address, an opaque host, one label) the host. ``is_elided`` says that something was left out
    for want of room; ``str(rendering)`` is the text. What a repr shows has no password, of a URL in the path either.
    """

    __slots__ = ("after", "before", "domain", "is_elided")
    __match_args__ = ("before", "domain", "after")

    def __init__(self, before: str, domain: str, after: str, *, is_elided: bool = False) -> None:
        self.before = before
        self.domain = domain
        self.after = after
        self.is_elided = is_elided

    def in_left_to_right_embedding(self) -> str:
        """§4.8.3 The text between the marks of a left-to-right embedding, in which bidirectional text keeps its place
        among the URL's parts. The marks are for a display: they are not part of the URL.
        """
        return f"\u202a{self}\u202c"

    def __str__(self) -> str:
        return self.before + self.domain + self.after

    def __repr__(self) -> str:
        return f"Rendering({self.before!r}, {self.domain!r}, {hide_passwords(self.after)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rendering):
            return NotImplemented
        return (str(self), self.domain) == (str(other), other.domain)

    def __hash__(self) -> int:
        return hash(str(self))


def display(url: str | URLRecord | HasRecord, *, max_length: int | None = None, guard: bool = False) -> Rendering:
    """§4.8 The URL *rendered*: ``str(display("https://u:p@faß.example/%C3%BC%20")) == "https://faß.example/ü%20"``.

    A domain is in Unicode, percent-encoded text decoded, each where that is safe to show and comes back when it is
    parsed; username and password are left out (those of another URL in the path or query are part of that). With
    *guard* a label that could be taken for one of another script stays in ASCII. Where the text is longer than
    *max_length* code points, its end gives way first, then the host's labels from the lowest level on, but never the
    registrable domain, nor the scheme.

    The registrable domain needs the extra ``psl``; without it the whole host stands in its place. Raises InvalidURL for
    a str that does not parse, TypeError for another type, ValueError for a *max_length* below 1.
    """
    if max_length is not None and (not isinstance(max_length, int) or isinstance(max_length, bool)):
        raise TypeError(f"max_length is an int, not {type(max_length).__name__}")
    if max_length is not None and max_length < 1:
        raise ValueError(f"max_length is at least 1, not {max_length}")
    record = record_of(url)
    if record.host is None:
        rendering = Rendering(f"{record.scheme}:", "", _after_authority(record))
        return _elided(rendering, record, max_length)
    host = _shown_host(record, guard=guard)
    domain = host
    if isinstance(record.host, Domain):
        registrable = _registrable_domain(record.host)
        if registrable is not None:
            # Both have the same labels, in ASCII and in Unicode.
            domain = ".".join(host.split(".")[-(registrable.count(".") + 1) :])
    port = "" if record.port is None else f":{record.port}"
    subdomains = host.removesuffix(domain)
    rendering = Rendering(f"{record.scheme}://{subdomains}", domain, port + _after_authority(record))
    return _elided(rendering, record, max_length)


def _registrable_domain(host: Domain) -> Domain | None:
    try:
        return registrable_domain(host)
    except ModuleNotFoundError:
        return None


def _shown_host(record: URLRecord, *, guard: bool) -> str:
    """The host, in Unicode where that is safe and comes back."""
    if not isinstance(record.host, Domain):
        assert record.host is not None, "the caller has seen one"
        return serialize_host(record.host)
    in_ascii = record.host.split(".")
    in_unicode = domain_to_unicode(record.host).split(".")
    top_level = in_unicode[-1] or (in_unicode[-2] if len(in_unicode) > 1 else "")
    shown = [
        label if is_safe_label(label) and not (guard and not looks_like_itself(f"{label}.{top_level}")) else ascii_label
        for label, ascii_label in zip(in_unicode, in_ascii, strict=True)
    ]
    host = ".".join(shown)
    return host if parse_domain(host) == record.host else str(record.host)


def _after_authority(record: URLRecord) -> str:
    """What follows the host and port, or where there is no host the scheme: path, query and fragment, to be shown."""
    path = serialize_path(record)
    if record.host is None and path.startswith("//"):
        path = f"/.{path}"
    text = _shown(path, C0_CONTROL_PERCENT_ENCODE_SET if has_opaque_path(record) else PATH_PERCENT_ENCODE_SET)
    if record.query is not None:
        text += "?" + _shown(record.query, QUERY_PERCENT_ENCODE_SET)
    if record.fragment is not None:
        text += "#" + _shown(record.fragment, FRAGMENT_PERCENT_ENCODE_SET)
    return text


def _shown(component: str, percent_encode_set: PercentEncodeSet) -> str:
    """*component* with its percent-encoded bytes decoded, where they are UTF-8, safe to show, and encoded again by the
    parser, which uses *percent_encode_set*.
    """

    def decoded(run: re.Match[str]) -> str:
        output = []
        before = component[run.start() - 1] if run.start() else ""
        marks = 0
        for char in percent_decode(run[0]).decode("utf-8", "surrogateescape"):
            marks = marks + 1 if category(char)[0] == "M" else 0
            is_shown = char in percent_encode_set and _is_safe(char, before) and marks <= MOST_MARKS
            before = char if is_shown else "%"
            output.append(char if is_shown else "%" + char.encode("utf-8", "surrogateescape").hex("%").upper())
        return "".join(output)

    return _PERCENT_ENCODED_BYTES.sub(decoded, component)


def _is_safe(char: str, before: str) -> bool:
    """Whether *char*, behind *before*, can be shown: that it is visible, and taken for nothing else."""
    if char < "\x80":
        return char in _SHOWN_ASCII
    kind = category(char)
    # Controls, formats (of bidirectional text among them), private use, surrogates, unassigned; separators.
    if kind[0] in "CZ" or _INVISIBLE.match(char) or _CONFUSABLE.match(char):
        return False
    # A mark would change how a delimiter looks.
    return kind[0] != "M" or (before != "" and category(before)[0] in "LMN")


def _elided(rendering: Rendering, record: URLRecord, max_length: int | None) -> Rendering:
    """§4.8.2 *rendering* in *max_length* code points, or as near to that as the registrable domain allows."""
    if max_length is None or len(str(rendering)) <= max_length:
        return rendering
    before, domain, after = rendering.before, rendering.domain, rendering.after
    port = "" if record.port is None or record.host is None else f":{record.port}"
    path = after.removeprefix(port)
    # At least what begins the path is shown, lest the ellipsis seem to be the host's.
    at_least = len(_ELLIPSIS) if record.host is None else len("/" + _ELLIPSIS)
    room = max_length - len(before + domain + port)
    if not domain or room >= at_least:
        return Rendering(before, domain, port + _cut(path, max(room, at_least)), is_elided=True)
    start = f"{record.scheme}://"
    subdomains = before.removeprefix(start)
    room = max_length - len(start + domain + port)
    if len(subdomains) <= room or not subdomains:
        return Rendering(before, domain, port, is_elided=True)
    first = len(subdomains)  # where the labels that are kept begin
    while len(subdomains) - (lower := subdomains.rfind(".", 0, max(0, first - 1)) + 1) < room:
        first = lower
    return Rendering(f"{start}{_ELLIPSIS}{subdomains[first:]}", domain, port, is_elided=True)


def _cut(text: str, room: int) -> str:
    """*text* in so many code points with an ellipsis, no percent-encoded byte cut in two."""
    text = text[: room - len(_ELLIPSIS)]
    percent_sign = text.rfind("%", max(1, len(text) - 2))
    return (text if percent_sign < 0 else text[:percent_sign]) + _ELLIPSIS
