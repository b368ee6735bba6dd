"""§4.8 URL rendering: a URL as it should be shown to people who decide whether to trust it.

Takes a URL (str, `URL` or `URLRecord`) and returns a `Rendering`: a text in three parts. The middle part is the one to
judge a URL by. Unless something is left out, the text parses to what the URL's href does, without its credentials.
https://url.spec.whatwg.org/#url-rendering
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from py_url.standard.hosts.host import serialize_host
from py_url.standard.hosts.public_suffix import registrable_domain
from py_url.standard.hosts.representation import Domain
from py_url.standard.hosts.unicode_data import category
from py_url.standard.infra.arguments import expect_strs
from py_url.standard.infra.code_points import ascii_lowercase, plain_str
from py_url.standard.infra.copying import Record, restore
from py_url.standard.infra.showing import hide_secrets, quoted, without_secrets
from py_url.standard.infra.validation import Failure, InvalidURL
from py_url.standard.urls.parser import HasRecord, record_of, run_parser
from py_url.standard.urls.readable import CONFUSABLE, INVISIBLE, shown_after_authority, shown_host
from py_url.standard.urls.record import URLRecord, includes_credentials, is_special, serialize
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host

_ELLIPSIS = "…"
_PORT = re.compile(":[0-9]+")
_LONGEST_WORDS = 60


class Rendering(Record):
    """§4.8 A rendered URL.

    ``before``, ``domain`` and ``after`` are the three parts of its text. ``domain`` is the registrable domain of the
    host, or the whole host if it has none, as an IP address or a single label. For a blob URL, it is that of the URL in
    the path. It is empty if there is no network host, as in a URL that is not special.

    ``is_elided`` says whether something was left out, to save space or by an option. ``str(rendering)`` is the text.
    The repr never shows a password, not even one of a URL in the path. It cannot be changed.

    https://url.spec.whatwg.org/#url-rendering

    Raises:
        TypeError: For parts that are not str.

    >>> from py_url import display
    >>> display("https://faß.example/a", whole_host=True).domain
    'faß.example'
    """

    __module__ = "py_url.standard"  # that users import it from: pickles name it

    __slots__ = ("after", "before", "domain", "is_elided")
    __match_args__ = ("before", "domain", "after")
    _fields = (*__match_args__, "is_elided")

    before: str
    domain: str
    after: str
    is_elided: bool

    def __init__(self, before: str, domain: str, after: str, *, is_elided: bool = False) -> None:
        self._fill((before, str), (domain, str), (after, str))
        object.__setattr__(self, "is_elided", bool(is_elided))

    def __setstate__(self, state: object) -> None:
        restore(self, Rendering, state, self.keys(), Rendering._restore)

    def _restore(self, before: str, domain: str, after: str, is_elided: bool) -> None:
        Rendering.__init__(self, before, domain, after, is_elided=is_elided)

    def in_left_to_right_embedding(self) -> str:
        r"""§4.8.3 Return the text between the marks of a left-to-right embedding.

        They keep bidirectional text where it belongs among the URL's parts, for display only: they are not part of the
        URL. https://url.spec.whatwg.org/#url-rendering-i18n

        >>> ascii(Rendering("https://", "h", "/").in_left_to_right_embedding())
        "'\\u202ahttps://h/\\u202c'"
        """
        return f"\u202a{self}\u202c"

    def __str__(self) -> str:
        return self.before + self.domain + self.after

    def without_userinfo(self) -> Rendering:
        """Return a rendering with ``***`` for the userinfo of other URLs, and for passwords, in the path or query.

        >>> str(Rendering("https://", "h", "/https://u:p@x/").without_userinfo())
        'https://h/https://***@x/'
        """
        after = hide_secrets(self.after)
        if self.after.endswith(_ELLIPSIS):
            # What is cut off may begin with "@".
            after = hide_secrets(f"{self.after[:-1]}@").removesuffix("@") + _ELLIPSIS
        return Rendering(self.before, self.domain, after, is_elided=self.is_elided)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.before!r}, {self.domain!r}, {self.without_userinfo().after!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rendering):
            return NotImplemented
        return (str(self), self.domain) == (str(other), other.domain)

    def __hash__(self) -> int:
        return hash(str(self))


def redact(url: str | URLRecord | HasRecord, parameters: Iterable[str] = ()) -> str:
    """Return *url*, serialized, for a log: with ``***`` in place of secrets.

    These are userinfo, also that of URLs in it, and the values of *parameters*, of any case. A repr hides the same. A
    str that does not parse is not serialized, and more of it may be hidden.

    Raises:
        TypeError: If an argument has another type.

    >>> redact("https://user:pw@example.org/?token=secret&page=2", ["token"])
    'https://***@example.org/?token=***&page=2'
    """
    names = expect_strs(parameters, "the parameters")
    try:
        return hide_secrets(serialize(record_of(url)), names)
    except InvalidURL as error:
        return without_secrets(error.input, names)


def display(  # noqa: PLR0913 - each is an option of the standard's
    url: str | URLRecord | HasRecord,
    *,
    max_length: int | None = None,
    spoof_check: bool = True,
    private: bool = True,
    whole_host: bool = False,
    host_only: bool = False,
    registrable_domain_only: bool = False,
    omit_www: bool = False,
    omit_scheme: str | None = None,
    replace_scheme: str | None = None,
) -> Rendering:
    """§4.8 Render *url*, so that a person sees where it leads.

    This shows the domain in Unicode and decodes percent-encoded text, if the result is safe to show and parses to the
    same URL. (A file URL whose protocol was set can have the host ``localhost``, which the parser would remove. It is
    shown, so the text parses to what the href does.) It leaves out the username and the password, but not those of
    another URL in the path or query. A label that could be mistaken for one in another script stays in ASCII, unless
    *spoof_check* is false.

    If the text is longer than *max_length* code points, its end is cut first and then the host's labels from the left.
    The scheme and the registrable domain are always shown.

    The registrable domain needs the extra ``psl``, and *private* has the same meaning as for `registrable_domain`. With
    *whole_host*, the whole host takes the place of the registrable domain, and the extra is not needed.

    §4.8.1 lets a program simplify the text further:

    - *host_only* shows only the host. This is advisable for text that runs from right to left (§4.8.3).
    - *registrable_domain_only* shows only the registrable domain, or the host if that has none, as an IP address.
    - *omit_www* leaves out the first label of the host if that is ``www`` or ``m`` and not a part of the registrable
      domain.
    - *omit_scheme* leaves out the scheme. It is the name of the only scheme that can be shown here, as ``"https"``
      for a feature that only secure pages have.
    - *replace_scheme* shows words such as ``"Not secure"``, and a space, in place of the scheme.

    https://url.spec.whatwg.org/#url-rendering

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: For any other type.
        ValueError: If *max_length* is less than 1, or options contradict each other. If the simplified text would
            mislead, for the reason that the error states: for a URL without a network host, such as ``data:`` and
            ``file:``; if the scheme of the URL is not *omit_scheme*; for a blob URL without its scheme; for words that
            could be part of the URL; and if the registrable domain alone would hide who runs the site, which *private*
            can cause.
        ModuleNotFoundError: If the extra ``psl`` is needed and not installed.

    >>> str(display("https://u:p@faß.example/%C3%BC%20", whole_host=True))
    'https://faß.example/ü%20'
    """
    _expect_length(max_length)
    omit_scheme, replace_scheme = _words(omit_scheme, "omit_scheme"), _words(replace_scheme, "replace_scheme")
    record = record_of(url)
    network_host = _network_host(record)
    only_host = host_only or registrable_domain_only
    if only_host or omit_scheme is not None or replace_scheme is not None:
        _expect_simplifiable(record, network_host, only_host, omit_scheme, replace_scheme)
    if whole_host and (registrable_domain_only or omit_www):
        raise ValueError("with whole_host, the registrable domain is not known; use host_only, or leave out whole_host")
    start, host, rest = _around_the_host(record, network_host, spoof_check=spoof_check)
    domain = host
    if isinstance(network_host, Domain) and not whole_host:
        registrable = registrable_domain(network_host, private=private)
        if registrable is not None:
            # The host in Unicode has as many labels as in ASCII, so counting labels finds the domain.
            domain = ".".join(host.split(".")[-(registrable.count(".") + 1) :])
        if not private and (registrable_domain_only or omit_www):
            own = registrable_domain(network_host)
            if registrable_domain_only:
                _expect_own_site(domain, is_own=own == registrable)
            omit_www = omit_www and own not in (None, network_host)
    subdomains = host.removesuffix(domain)
    shown = "" if registrable_domain_only else _without_www(subdomains) if omit_www else subdomains
    if replace_scheme is not None:
        start = f"{replace_scheme} "
    elif only_host or omit_scheme is not None:
        start = ""
    rendering = _elided(start, shown, domain, "" if only_host else rest, max_length)
    if only_host or shown != subdomains or omit_scheme is not None or replace_scheme is not None:
        return Rendering(rendering.before, rendering.domain, rendering.after, is_elided=True)
    return rendering


def _expect_length(max_length: int | None) -> None:
    """Raise TypeError or ValueError if that cannot be the greatest length of a text."""
    if max_length is not None and (not isinstance(max_length, int) or isinstance(max_length, bool)):
        raise TypeError(f"max_length must be an int, not {type(max_length).__name__}")
    if max_length is not None and max_length < 1:
        raise ValueError(f"max_length must be at least 1, not {max_length}")


def _expect_own_site(domain: str, *, is_own: bool) -> None:
    """Raise ValueError if the registrable *domain* alone would hide who runs the site."""
    if not is_own:
        raise ValueError(
            f"{domain!r} lets others have domains of their own, so it does not say whose site this is; "
            "leave out private=False, or show the host"
        )


def _words(words: str | None, what: str) -> str | None:
    """Return *words* as a plain str, or None. Raises TypeError for another type; *what* names them in the message."""
    if not isinstance(words, str | None):
        raise TypeError(f"{what} must be a str such as 'https', or None, not {type(words).__name__}")
    return None if words is None else plain_str(words)


def _expect_simplifiable(
    record: URLRecord, host: Host | None, only_host: bool, omit_scheme: str | None, replace_scheme: str | None
) -> None:
    """Raise ValueError if the simplified text would mislead (§4.8.1)."""
    if omit_scheme is not None and replace_scheme is not None:
        raise ValueError("the scheme can be left out or replaced, not both")
    if host is None or host == "":
        raise ValueError(f"a URL with the scheme {record.scheme!r:.50} has no host to judge it by; show all of it")
    if record.scheme == "blob" and not only_host:
        raise ValueError("without its scheme, a blob URL looks like the URL in its path; show it, or only the host")
    if omit_scheme is not None and omit_scheme.endswith(":"):
        raise ValueError(f"omit_scheme must be a scheme without ':', such as 'https'; not {quoted(omit_scheme)}")
    if omit_scheme is not None and ascii_lowercase(omit_scheme) != record.scheme:
        raise ValueError(
            f"the scheme of the URL is {record.scheme!r:.50}, not {quoted(omit_scheme)}; it must be shown, "
            "because people would assume the one that they expect"
        )
    if replace_scheme is not None and not _are_words(replace_scheme):
        raise ValueError(
            "replace_scheme must be words of letters with single spaces between them, as 'Not secure', so that nobody "
            f"mistakes it for a part of the URL; not {quoted(replace_scheme)}"
        )
    if replace_scheme is not None and ascii_lowercase(replace_scheme) in SPECIAL_SCHEMES:
        raise ValueError(f"replace_scheme must not be the name of a scheme, as {quoted(replace_scheme)} is")


def _are_words(text: str) -> bool:
    """Whether *text* consists of visible letters of any script, with marks, hyphens and apostrophes in the words."""
    return (
        len(text) <= _LONGEST_WORDS
        and category(text[:1] or " ")[0] == "L"
        and " ".join(text.split()) == text
        and all(
            char in " -'" or (category(char)[0] in "LM" and char not in INVISIBLE and char not in CONFUSABLE)
            for char in text
        )
    )


def _without_www(subdomains: str) -> str:
    """Return the labels before a registrable domain, with their dots, without a first one that says nothing."""
    first, dot, rest = subdomains.partition(".")
    return rest if dot and first in ("www", "m") else subdomains


def _network_host(record: URLRecord) -> Host | None:
    """Return the host to judge by: a special URL's, or that of the URL in a blob URL's path. None or "" for none."""
    if record.scheme == "blob" and isinstance(record.path, str):
        try:
            inner = run_parser(record.path)
        except Failure:
            return None
        has_origin = inner.scheme in ("http", "https") and not includes_credentials(inner)
        return inner.host if has_origin and serialize(inner) == record.path else None
    return record.host if is_special(record) else None


def _around_the_host(record: URLRecord, host: Host | None, *, spoof_check: bool) -> tuple[str, str, str]:
    """Return the rendered URL in three parts: what is before the network *host*, that host, and the rest."""
    rest = shown_after_authority(record)
    if record.scheme == "blob" and host is not None:
        # A parser would not convert a host in an opaque path back from Unicode, so it stays in ASCII.
        in_ascii = serialize_host(host)
        before, _, after = rest.partition(in_ascii)
        return f"blob:{before}", in_ascii, after
    port = "" if record.port is None else f":{record.port}"
    if record.host is None:
        return f"{record.scheme}:", "", rest
    if host is None:
        return f"{record.scheme}://{serialize_host(record.host)}{port}", "", rest
    return f"{record.scheme}://", shown_host(host, spoof_check=spoof_check), port + rest


def _elided(start: str, subdomains: str, domain: str, rest: str, max_length: int | None) -> Rendering:
    """§4.8.2 Elision: shorten the rendering to *max_length* code points, or as far as the registrable domain allows.

    https://url.spec.whatwg.org/#url-rendering-elision
    """
    whole = Rendering(start + subdomains, domain, rest)
    if max_length is None or len(str(whole)) <= max_length:
        return whole
    port = _PORT.match(rest) if domain else None
    end = port.end() if port else 0
    port_text, path = rest[:end], rest[end:]
    # Show at least the "/" of a path other than "/", so that the ellipsis does not seem to belong to the host.
    least = "" if path in ("", "/") and domain else path[:1] + _ELLIPSIS
    room = max_length - len(start + subdomains + domain + port_text)
    if not domain or room >= len(least):
        return Rendering(start + subdomains, domain, port_text + _cut(path, max(room, len(least))), is_elided=True)
    room -= len(least) - len(subdomains)
    first = len(subdomains)  # where the labels that are kept start
    while first > 0:
        lower = subdomains.rfind(".", 0, first - 1) + 1
        if len(_ELLIPSIS) + len(subdomains) - lower > room:
            break
        first = lower
    mark = _ELLIPSIS if subdomains else ""
    return Rendering(f"{start}{mark}{subdomains[first:]}", domain, port_text + least, is_elided=True)


def _cut(text: str, room: int) -> str:
    """Cut *text* to *room* code points including an ellipsis, but not inside a percent-encoded byte.

    A path that is only "/" can be left out without an ellipsis.
    """
    if room < 2 and text in ("", "/"):
        return ""
    text = text[: room - len(_ELLIPSIS)]
    percent_sign = text.rfind("%", -2)
    return (text if percent_sign < 0 else text[:percent_sign]) + _ELLIPSIS
