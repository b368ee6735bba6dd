"""URL Standard §4.4 leaves out what an address bar does; RFC 7595 has the schemes: a URL from what people type.

In: a string as someone typed or pasted it. Out: a URL, and what was assumed to make one of it.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
from typing import NamedTuple

from py_url.files import from_file_path
from py_url.grammar import SCHEME, InvalidSyntax, expect_one_of, expect_str
from py_url.schemes import mailto
from py_url.schemes.table import SCHEMES
from py_url.standard.hosts.ipv4 import IPv4Address
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.infra.code_points import C0_CONTROL_OR_SPACE, without_tabs_and_newlines
from py_url.standard.infra.showing import quoted
from py_url.standard.urls.special_schemes import SPECIAL_SCHEMES
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

# What is a scheme without "//" behind it: of the table, what can be opaque; and what is typed though not in the table.
_OPAQUE = frozenset(name for name, scheme in SCHEMES.items() if scheme.shape != "hierarchical")
_TYPED = frozenset({"blob", "javascript", "magnet", "view-source"})
# Those of them behind whose ":" digits alone are not a port.
_OF_DIGITS = frozenset({"data", "geo", "javascript", "sms", "tel"})
_SCHEME = re.compile(f"({SCHEME}):")
_PORT = re.compile(r"[0-9]{1,5}(?:[/?#]|\Z)")
_WINDOWS_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
_LOCAL = re.compile(r"(?:.*\.)?localhost\.?", re.DOTALL)
_PATH = re.compile(r"/|\.\.?(?:/|\Z)|~")
_WINDOWS_PATH = re.compile(r"[/\\]|\.\.?(?:[/\\]|\Z)|~")
# FFmpeg, libavformat/avio.c, url_find_protocol: the characters of a protocol's name.
_FFMPEG_PROTOCOL = re.compile("[A-Za-z0-9+.-]*")


class UserInput(NamedTuple):
    """A URL, and what was assumed to make one of what someone typed: sentences, none where the input was a URL."""

    url: URL
    assumed: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.url)

    def __repr__(self) -> str:
        # What someone took for a user and a password may have been taken for a scheme and a path.
        return f"UserInput(url=URL({quoted(str(self.url))}), assumed={self.assumed!r})"


def from_user_input(
    string: str,
    *,
    default_scheme: str = "https",
    folder: str | None = None,
    habits: Literal["browser", "ffmpeg"] = "browser",
    windows: bool = False,
) -> UserInput:
    """A URL from what someone typed: ``str(from_user_input("example.com/a")) == "https://example.com/a"``.

    Like a ``browser``: a known scheme, or one with ``//`` behind it, is taken as such; ``host:8080`` is a host and a
    port; what begins with ``/``, ``./`` or ``../`` is a file's path, by the rules of Windows where *windows* says so
    and always where it begins with a drive or two reverse solidi; an e-mail address becomes ``mailto:``; anything else
    is a host with *default_scheme*, or with http where it is this machine or an address of digits. Like ``ffmpeg``:
    whatever has no protocol is the name of a file, not percent-encoded, and with *windows* so is one with a drive.

    A path that is not absolute is one in *folder*, an absolute path. Raises TypeError for another type, InvalidURL for
    what makes no URL, and ValueError for an empty input, a *default_scheme* that is none, a relative path without a
    *folder*, and as `py_url.from_file_path`.
    """
    text = expect_str(string, "what was typed").strip(C0_CONTROL_OR_SPACE)
    if folder is not None:
        expect_str(folder, "a folder")
    if not _SCHEME.fullmatch(expect_str(default_scheme, "a default scheme") + ":"):
        raise ValueError(f"the default scheme {quoted(default_scheme)} is none; 'https' is one")
    expect_one_of(habits, ("browser", "ffmpeg"), "habits")
    if not text:
        raise ValueError("nothing was typed")
    if habits == "ffmpeg":
        url, assumption = _as_ffmpeg(string, folder, windows)
        return UserInput(url, (assumption,) if assumption else ())
    assumed = ["spaces around it are left out"] if text != string else []
    on_one_line = without_tabs_and_newlines(text)
    if on_one_line != text:
        text = on_one_line
        assumed.append("tabs and line breaks in it are left out")
    url, assumption = _as_browser(text, default_scheme.lower(), folder, windows)
    return UserInput(url, (*assumed, assumption) if assumption else tuple(assumed))


def _as_browser(text: str, default_scheme: str, folder: str | None, windows: bool) -> tuple[URL, str | None]:
    """The URL, and what was assumed."""
    if _WINDOWS_DRIVE.match(text) or text.startswith("\\\\"):
        return from_file_path(text, windows=True), "it is the path of a file on Windows"
    if text.startswith("//"):
        return URL(f"{default_scheme}:{text}"), f"the scheme is {default_scheme}"
    if (_WINDOWS_PATH if windows else _PATH).match(text):
        return _file(text, folder, windows), "it is the path of a file"
    if _has_scheme(text):
        return URL(text), None
    if "@" in text and not set(text) & set(":/?#\\"):
        try:
            return URL(str(mailto.build(text))), "it is an e-mail address"
        except InvalidSyntax:
            pass
    url = URL(f"{default_scheme}://{text}")
    if default_scheme == "https" and _is_near(url):
        return URL(f"http://{text}"), "the scheme is http, as for this machine and for addresses of digits"
    return url, f"the scheme is {default_scheme}"


def _has_scheme(text: str) -> bool:
    """Whether what stands before the first ``:`` is a scheme, and not a host or a user."""
    match = _SCHEME.match(text)
    if match is None:
        return False
    scheme = match[1].lower()
    if scheme in SPECIAL_SCHEMES or text.startswith("//", match.end()):
        return True
    if _PORT.match(text, match.end()) and scheme not in _OF_DIGITS:
        return False
    return scheme in _OPAQUE or scheme in _TYPED


def _is_near(url: URL) -> bool:
    host = url.to_record().host
    return isinstance(host, IPv4Address | IPv6Address) or bool(_LOCAL.fullmatch(url.hostname))


def _file(name: str, folder: str | None, windows: bool) -> URL:
    """The URL of a file of that name, in *folder* where it is not absolute."""
    if name.startswith("~"):
        raise ValueError("'~' is the home of a user, which is not known here; give the path itself")
    if folder is not None:
        name = (ntpath if windows else posixpath).join(folder, name)
    elif not (_WINDOWS_DRIVE.match(name) or name.startswith(("\\\\", "//")) if windows else name.startswith("/")):
        raise ValueError("the path is not absolute, and no folder is given that it would be in")
    return from_file_path(name, windows=windows)


def _as_ffmpeg(string: str, folder: str | None, windows: bool) -> tuple[URL, str | None]:
    """As FFmpeg's ``url_find_protocol``: a protocol is a run of its characters at the beginning, with ``:`` behind."""
    protocol = _FFMPEG_PROTOCOL.match(string)
    end = protocol.end() if protocol else 0
    if string.startswith("subfile,") and ":" in string:
        raise ValueError("'subfile,' is a protocol of FFmpeg's with options, and of no URL")
    if string[end : end + 1] != ":" or (windows and string[1:2] == ":"):
        return _file(string, folder, windows), "it is the name of a file, as it has no protocol"
    if string[:end] == "file":
        return _file(string[end + 1 :], folder, windows), "what follows 'file:' is the name of a file, not a URL"
    return URL(string), None
