"""URL Standard §4.4 leaves out what an address bar does; RFC 7595 has the schemes: a URL from what people type.

In: a string as someone typed or pasted it. Out: a URL, and what was assumed to make one of it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from py_url.files import from_file_path
from py_url.hosts.ipv4 import IPv4Address
from py_url.hosts.ipv6 import IPv6Address
from py_url.infra.code_points import C0_CONTROL_OR_SPACE
from py_url.infra.grammar import expect_str
from py_url.schemes.table import SCHEMES
from py_url.url import URL
from py_url.urls.record import SPECIAL_SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

# Not registered with IANA as permanent, but typed, and no one's host.
_MORE_SCHEMES = frozenset({"blob", "chrome", "git", "irc", "ircs", "javascript", "magnet", "rtmp", "s3", "sftp", "ssh"})
_MORE_SCHEMES |= {"svn", "view-source"}
_SCHEME = re.compile("([A-Za-z][A-Za-z0-9+.-]*):")
_WINDOWS_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
_LOCAL = re.compile(r"(?:.*\.)?localhost\.?", re.IGNORECASE | re.DOTALL)
_E_MAIL_ADDRESS = re.compile(r"[^\s@:/?#\\]+@[^\s@:/?#\\]+\.[^\s@:/?#\\]+")
# FFmpeg, libavformat/avio.c, url_find_protocol: the characters of a protocol's name, and what its options begin with.
_FFMPEG_PROTOCOL = re.compile("[A-Za-z0-9+.-]*")


class UserInput(NamedTuple):
    """A URL, and what was assumed to make one of what someone typed: sentences, none where the input was a URL."""

    url: URL
    assumed: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.url)


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
    whatever has no scheme is the name of a file, not percent-encoded, and with *windows* so is one with a drive.

    A path that is not absolute is one in *folder*, an absolute path. Raises TypeError for another type, InvalidURL for
    what makes no URL, and ValueError for an empty input, for a relative path without a *folder*, and as
    `py_url.from_file_path`.
    """
    text = expect_str(string, "what was typed").strip(C0_CONTROL_OR_SPACE)
    if not text:
        raise ValueError("nothing was typed")
    if habits == "ffmpeg":
        return _as_ffmpeg(string, folder, windows)
    if habits != "browser":
        raise ValueError(f"habits are 'browser' or 'ffmpeg', not {habits!r:.50}")
    assumed: list[str] = []
    if text != string:
        assumed.append("spaces around it are left out")
    if _WINDOWS_DRIVE.match(text) or text.startswith("\\\\"):
        assumed.append("it is the path of a file on Windows")
        return UserInput(from_file_path(text, windows=True), tuple(assumed))
    if text.startswith("//"):
        assumed.append(f"the scheme is {default_scheme}")
        return UserInput(URL(f"{default_scheme}:{text}"), tuple(assumed))
    if text.startswith(("/", "./", "../", "~")) or text in (".", ".."):
        assumed.append("it is the path of a file")
        return UserInput(_file(text, folder, windows), tuple(assumed))
    if _has_scheme(text):
        return UserInput(URL(text), tuple(assumed))
    if _E_MAIL_ADDRESS.fullmatch(text):
        assumed.append("it is an e-mail address")
        return UserInput(URL(f"mailto:{text}"), tuple(assumed))
    url = URL(f"{default_scheme}://{text}")
    if default_scheme == "https" and _is_near(url):
        assumed.append("the scheme is http, as for this machine and for addresses of digits")
        url = URL(f"http://{text}")
    else:
        assumed.append(f"the scheme is {default_scheme}")
    return UserInput(url, tuple(assumed))


def _has_scheme(text: str) -> bool:
    """Whether what stands before the first ``:`` is a scheme, and not a host or a user."""
    match = _SCHEME.match(text)
    if match is None:
        return False
    scheme = match[1].lower()
    if scheme in SPECIAL_SCHEMES or text.startswith("//", match.end()):
        return True
    return scheme in SCHEMES or scheme in _MORE_SCHEMES


def _is_near(url: URL) -> bool:
    host = url.to_record().host
    return isinstance(host, IPv4Address | IPv6Address) or bool(_LOCAL.fullmatch(url.hostname))


def _file(path: str, folder: str | None, windows: bool) -> URL:
    if path.startswith("~"):
        raise ValueError("'~' is the home of a user, which is not known here; give the path itself")
    if not path.startswith("/"):
        if folder is None:
            raise ValueError("the path is not absolute, and no folder is given that it would be in")
        path = f"{folder}{_separator(windows)}{path}"
    return from_file_path(path, windows=windows)


def _separator(windows: bool) -> str:
    return "\\" if windows else "/"


def _as_ffmpeg(string: str, folder: str | None, windows: bool) -> UserInput:
    """As FFmpeg's ``url_find_protocol``: a protocol is a run of its characters at the beginning, with ``:`` behind."""
    protocol = _FFMPEG_PROTOCOL.match(string)
    end = protocol.end() if protocol else 0
    is_path = not end or string[end : end + 1] != ":" or (windows and string[1:2] == ":")
    if not is_path and string[:end] != "file":
        return UserInput(URL(string), ())
    name = string if is_path else string[end + 1 :]
    assumed = "it is the name of a file, as it has no protocol" if is_path else "what follows 'file:' is no URL"
    is_absolute = bool(_WINDOWS_DRIVE.match(name) or name.startswith("\\\\")) if windows else name.startswith("/")
    if not is_absolute:
        if folder is None:
            raise ValueError("the path is not absolute, and no folder is given that it would be in")
        name = f"{folder}{_separator(windows)}{name}"
    return UserInput(from_file_path(name, windows=windows), (assumed,))
