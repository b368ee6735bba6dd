"""Making a URL of what someone typed or pasted, as the address bar of a browser does, which no standard says."""

from __future__ import annotations

import ntpath
import posixpath
import re
from collections.abc import Collection
from typing import Literal, NamedTuple

from py_url.api.url import URL
from py_url.specs.files import from_file_path
from py_url.specs.grammar import InvalidSyntax
from py_url.specs.schemes import mailto
from py_url.specs.schemes.table import SCHEMES
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.infra.arguments import SCHEME, expect_one_of, expect_str, scheme_names
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, without_tabs_and_newlines
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.urls.record import URLRecord

__all__ = ["UserInput", "from_user_input"]

# Schemes that need no "//" after them: those of the table that can be opaque.
_OPAQUE = frozenset(name for name, scheme in SCHEMES.items() if scheme.shape != "hierarchical")
# Schemes of these after which digits are not a port.
_OF_DIGITS = frozenset({"data", "fax", "geo", "javascript", "modem", "sms", "tel"})
_SCHEME = re.compile(f"({SCHEME}):")
_PORT = re.compile(r"[0-9]{1,5}(?:[/?#]|\Z)")
_WINDOWS_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
_LOCAL = re.compile(r"(?:.*\.)?localhost\.?", re.DOTALL)
_PATH = re.compile(r"/|\.\.?(?:/|\Z)|~")
_WINDOWS_PATH = re.compile(r"[/\\]|\.\.?(?:[/\\]|\Z)|~")
# Spaces and what is invisible, but not what may belong to the character before it, as in an emoji.
_AROUND = re.compile(
    "[\\s\0- \xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]"
    "|(?<![^\0-\x7f])[\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e0fff]"
)
_PAIRS = re.findall("..", "\"\"''``()[]{}<>“”‘’„“„”«»»«‹›「」『』【】〈〉《》（）")
_MISTYPED = re.compile("(?:(https?|ftp|file|wss?);|(?:[ht]tps?|t?ps)[:;])(?=//)", re.IGNORECASE | re.ASCII)
_IPV6 = re.compile(r"\[[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]*")
# Up to what says that nobody typed this as a host, such as "//", or a ":" without a port.
_GUESS = re.compile(
    rf"(?:[^\s/\\?#@:,;(]*(?::[^\s/\\?#]*)?@)?(?:\[[^]/\\?#]*]|[^]@:/\\?#,;，；{re.escape(''.join(_PAIRS))}]*)"
    r"(:(?![0-9][^@/\\?#]*(?:[/\\?#]|\Z))|[/\\]{2}|[^:/\\?#])?"
)
_HOST = re.compile(rf"{SCHEME}:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*?)(?::[0-9]*)?(?:[/\\?#]|\Z)")
# As in FFmpeg's libavformat/avio.c.
_FFMPEG_PROTOCOL = re.compile("[A-Za-z0-9+.-]*")


class UserInput(NamedTuple):
    """A URL made of what someone typed (*url*), and the assumptions that were necessary, as sentences (*assumed*).

    There are none if the input was a URL. Two kinds of URL have a sentence in any case, because opening them does more
    than people expect: a file of another machine, and a script (``javascript:``).
    """

    url: URL
    assumed: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.url)

    def __repr__(self) -> str:
        # `quoted` also hides a user and a password that were taken for a scheme and a path.
        return f"UserInput(url=URL({quoted(str(self.url))}), assumed={self.assumed!r})"


def from_user_input(  # noqa: PLR0913 - each option is one decision, and all are keyword-only
    string: str,
    *,
    default_scheme: str = "https",
    folder: str | None = None,
    habits: Literal["browser", "ffmpeg"] = "browser",
    windows: bool = False,
    schemes: Collection[str] | None = None,
    remote_files: bool = True,
) -> UserInput:
    r"""Make a URL of *string*, which someone typed.

    With *habits* ``"browser"``, the input is understood as in an address bar:

    - Spaces and quotes around it are left out; ``ttps://`` and ``https;//`` are read as ``https://``.
    - A known scheme, or a scheme with ``//`` after it, is a scheme; ``host:8080`` is a host and a port.
    - A file path starts with ``/``, ``./`` or ``../``, by the rules of Windows if *windows* is true. A drive or two
      backslashes always start a Windows path.
    - An e-mail address becomes a ``mailto:`` URL.
    - Anything else is a host with *default_scheme*. If that is https, localhost and IP addresses get http instead; if
      it is file, the input is a file path.

    A host that nobody typed is refused, such as that of ``http//h``, ``my_app://x`` and ``https://h,``.

    With *habits* ``"ffmpeg"``, anything without a protocol is a file name, taken literally; if *windows* is true, so is
    anything that starts with a drive.

    A relative path is resolved against *folder*, an absolute path.

    A program that opens what strangers type should say what it accepts. *schemes* are the schemes that the URL may
    have; with ``("http", "https")``, scripts, files and e-mail addresses are refused. If *remote_files* is false, a
    file URL that leads to another machine is refused, such as that of ``\\server\share``: to open it, Windows signs in
    to that server as the user.

    Also raises the errors of `py_url.specs.files.from_file_path`.

    Raises:
        TypeError: If an argument has another type.
        InvalidURL: If the result does not parse.
        ValueError: For an empty input, a host that nobody typed, a URL that *schemes* or *remote_files* refuses, an
            invalid scheme in *default_scheme* or *schemes*, and a relative path without *folder*.

    >>> str(from_user_input("example.com/a")), str(from_user_input("localhost:8080"))
    ('https://example.com/a', 'http://localhost:8080/')
    """
    string = expect_str(string, "the input")
    if folder is not None:
        folder = expect_str(folder, "the folder")
    if not _SCHEME.fullmatch(expect_str(default_scheme, "the default scheme") + ":"):
        raise ValueError(f"the default scheme {quoted(default_scheme)} is not valid; write for example 'https'")
    expect_one_of(habits, ("browser", "ffmpeg"), "habits")
    allowed = None if schemes is None else scheme_names(schemes)
    repairs: list[str] = []
    text = string.strip(C0_CONTROL_OR_SPACE) if habits == "ffmpeg" else _repaired(string, repairs)
    if not text:
        raise ValueError("the input is empty")
    if habits == "ffmpeg":
        url, assumption = _as_ffmpeg(string, folder, windows)
    else:
        url, assumption = _as_browser(text, default_scheme.lower(), folder, windows)
    warning = _warning(url.to_record(), allowed, remote_files=remote_files)
    return UserInput(url, (*repairs, *filter(None, (assumption, warning))))


def _warning(record: URLRecord, schemes: Collection[str] | None, *, remote_files: bool) -> str | None:
    """Return what a program should know before it opens a URL, or None. Raises ValueError for a URL that is refused."""
    if schemes is not None and record.scheme not in schemes:
        names = ", ".join(sorted(schemes)) or "none"
        raise ValueError(f"the URL would have the scheme {record.scheme!r:.80}; the schemes allowed here: {names}")
    # Many programs take the start of a path with two slashes for a host.
    if record.scheme == "file" and (record.host != "" or (len(record.path) > 1 and not record.path[0])):
        if not remote_files:
            raise ValueError("the file is on another machine, which is not allowed here; remove the server's name")
        return "the file is on another machine"
    return "opening it runs a script, as the scheme is javascript" if record.scheme == "javascript" else None


def _repaired(string: str, repairs: list[str]) -> str:
    """Return *string* without what people paste around a link, and with its scheme repaired; list that in *repairs*."""
    start, end = 0, len(string)
    while start < end:
        first, last = string[start], string[end - 1]
        if _AROUND.match(first):
            start += 1
        elif _AROUND.match(string, end - 1):
            end -= 1
        elif first + last in _PAIRS and end - start > 1 and not _IPV6.match(string, start):
            start, end = start + 1, end - 1
        else:
            break
    if around := string[:start] + string[end:]:
        what = around.strip()[:40]
        repairs.append(f"{repr(what) if what else 'spaces'} around the input are left out")
    text = without_tabs_and_newlines(string[start:end])
    if len(text) < end - start:
        repairs.append("tabs and line breaks are left out")
    if match := _MISTYPED.match(text):
        scheme = match[1] or ("https" if "s" in match[0].lower() else "http")
        repairs.append(f"{match[0]!r} is read as '{scheme}:'")
        text = f"{scheme}:{text[match.end() :]}"
    return text


def _as_browser(text: str, default_scheme: str, folder: str | None, windows: bool) -> tuple[URL, str | None]:
    """Return the URL and the assumption."""
    if _WINDOWS_DRIVE.match(text) or text.startswith("\\\\"):
        return from_file_path(text, windows=True), "it is a file path of Windows"
    if text.startswith("//"):
        _refuse_what_nobody_typed(text.lstrip("/"), default_scheme)
        return _url(f"{default_scheme}:{text}"), f"the scheme is {default_scheme}"
    if (_WINDOWS_PATH if windows else _PATH).match(text):
        return _file(text, folder, windows), "it is a file path"
    if _has_scheme(text):
        return _url(text), None
    if "@" in text and not set(text) & set(":/?#\\"):
        try:
            return URL(str(mailto.build(text))), "it is an e-mail address"
        except InvalidSyntax:
            pass
    if default_scheme == "file":
        return _file(text, folder, windows), "it is a file path"
    _refuse_what_nobody_typed(text, default_scheme)
    url = _url(f"{default_scheme}://{text}")
    is_near = isinstance(url.to_record().host, IPv4Address | IPv6Address) or _LOCAL.fullmatch(url.hostname)
    if default_scheme == "https" and is_near:
        return URL(f"http://{text}"), "the scheme is http, as for localhost and IP addresses"
    return url, f"the scheme is {default_scheme}"


def _refuse_what_nobody_typed(text: str, default_scheme: str) -> None:
    """Raise ValueError if *text*, which begins with a host, would give another one."""
    match = _GUESS.match(text)
    if match and (mark := match[1]):
        if _IPV6.fullmatch(f"[{text}"):
            raise ValueError("it looks like an IPv6 address; write it in brackets, as in '[::1]'")
        scheme = "a scheme, which has only letters, digits, '+', '-' and '.', before"
        what = scheme if mark in "://" else "text with"
        raise ValueError(f"it looks like {what} {mark!r}; write the URL alone, as in '{default_scheme}://example.com'")


def _url(string: str) -> URL:
    """Parse a URL. Raises ValueError if its host ends as text does."""
    url = URL(string)
    match = _HOST.match(string)
    host = match[1].rstrip(".。．｡") if match and url.hostname else ""
    for pair in (*_PAIRS, *(f"/{char}" for char in ",;，；、﹐﹔")):  # no host has a "/"
        if host.endswith(pair[1]) and pair[0] not in host[:-1]:
            raise ValueError(f"the host ends in {pair[1]!r}, as text does; write the URL alone")
    return url


def _has_scheme(text: str) -> bool:
    """Whether the text before the first ``:`` is a scheme, and not a host or a user."""
    match = _SCHEME.match(text)
    scheme, end = (match[1].lower(), match.end()) if match else ("", 0)
    is_opaque = scheme in _OPAQUE and (scheme in _OF_DIGITS or not _PORT.match(text, end))
    return is_opaque or scheme in SPECIAL_SCHEMES or text.startswith("//", end)


def _file(name: str, folder: str | None, windows: bool) -> URL:
    """Return the URL of a file path, which is relative to *folder* if it is not absolute."""
    if name.startswith("~"):
        raise ValueError("'~' stands for a home folder, which is not known here; write the full path")
    if folder is not None:
        name = (ntpath if windows else posixpath).join(folder, name)
    elif not (_WINDOWS_DRIVE.match(name) or name.startswith(("\\\\", "//")) if windows else name.startswith("/")):
        raise ValueError("the path is not absolute; write the full path, or give the folder that it is relative to")
    return from_file_path(name, windows=windows)


def _as_ffmpeg(string: str, folder: str | None, windows: bool) -> tuple[URL, str | None]:
    """Do as FFmpeg's ``url_find_protocol``: a protocol is a run of its characters at the start, followed by ``:``."""
    protocol = _FFMPEG_PROTOCOL.match(string)
    end = protocol.end() if protocol else 0
    if string.startswith("subfile,") and ":" in string:
        raise ValueError("'subfile,' starts options of FFmpeg, which a URL cannot have")
    if string[end : end + 1] != ":" or (windows and string[1:2] == ":"):
        return _file(string, folder, windows), "it is a file name, as it has no protocol"
    if string[:end] == "file":
        return _file(string[end + 1 :], folder, windows), "what follows 'file:' is a file name, not a URL"
    return URL(string), None
