"""Making a URL of what someone typed or pasted, as the address bar of a browser does.

The URL Standard leaves this to browsers. `from_user_input` returns a `UserInput`: the URL, and what was assumed to make
it.
"""

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
# The characters of a protocol's name in FFmpeg: libavformat/avio.c, url_find_protocol.
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

    - A known scheme, or a scheme with ``//`` after it, is a scheme; ``host:8080`` is a host and a port.
    - An input that starts with ``/``, ``./`` or ``../`` is a file path; it follows the rules of Windows if *windows* is
      true. An input that starts with a drive or two backslashes is always a Windows path.
    - An e-mail address becomes a ``mailto:`` URL.
    - Anything else is a host with *default_scheme*. If that is https, localhost and IP addresses get http instead.

    With *habits* ``"ffmpeg"``, anything without a protocol is a file name, taken literally; if *windows* is true, so is
    anything that starts with a drive.

    A relative path is resolved against *folder*, an absolute path.

    A program that opens what strangers type should say what it accepts. *schemes* are the schemes that the URL may
    have, whatever the input was; with ``("http", "https")``, scripts, files and e-mail addresses are refused. If
    *remote_files* is false, a file URL that leads to another machine is refused, such as that of ``\\server\share``: to
    open it, Windows signs in to that server as the user. Chromium reads two backslashes as a file path on Windows only,
    and removes ``javascript:`` from what is pasted.

    Also raises the errors of `py_url.specs.files.from_file_path`.

    Raises:
        TypeError: If an argument has another type.
        InvalidURL: If the result does not parse.
        ValueError: For an empty input, for a URL that *schemes* or *remote_files* refuses, for an invalid scheme in
            *default_scheme* or *schemes*, and for a relative path without *folder*.

    >>> str(from_user_input("example.com/a")), str(from_user_input("localhost:8080"))
    ('https://example.com/a', 'http://localhost:8080/')
    """
    text = expect_str(string, "the input").strip(C0_CONTROL_OR_SPACE)
    if folder is not None:
        folder = expect_str(folder, "the folder")
    if not _SCHEME.fullmatch(expect_str(default_scheme, "the default scheme") + ":"):
        raise ValueError(f"the default scheme {quoted(default_scheme)} is not valid; write for example 'https'")
    expect_one_of(habits, ("browser", "ffmpeg"), "habits")
    allowed = None if schemes is None else scheme_names(schemes)
    if not text:
        raise ValueError("the input is empty")
    left_out: list[str] = []
    if habits == "ffmpeg":
        url, assumption = _as_ffmpeg(string, folder, windows)
    else:
        if text != string:
            left_out.append("spaces around the input are left out")
        on_one_line = without_tabs_and_newlines(text)
        if on_one_line != text:
            left_out.append("tabs and line breaks are left out")
        url, assumption = _as_browser(on_one_line, default_scheme.lower(), folder, windows)
    warning = _warning(url.to_record(), allowed, remote_files=remote_files)
    return UserInput(url, (*left_out, *filter(None, (assumption, warning))))


def _warning(record: URLRecord, schemes: Collection[str] | None, *, remote_files: bool) -> str | None:
    """Return what a program should know before it opens a URL, or None. Raises ValueError for a URL that is refused."""
    if schemes is not None and record.scheme not in schemes:
        names = ", ".join(sorted(schemes)) or "none"
        raise ValueError(f"the URL would have the scheme {record.scheme!r:.80}; the schemes allowed here: {names}")
    if _is_on_another_machine(record):
        if not remote_files:
            raise ValueError("the file is on another machine, which is not allowed here; remove the server's name")
        return "the file is on another machine"
    return "opening it runs a script, as the scheme is javascript" if record.scheme == "javascript" else None


def _is_on_another_machine(record: URLRecord) -> bool:
    """Whether a URL is that of a file with a host, or with a path of two slashes, which many programs take for one."""
    return record.scheme == "file" and (record.host != "" or (len(record.path) > 1 and not record.path[0]))


def _as_browser(text: str, default_scheme: str, folder: str | None, windows: bool) -> tuple[URL, str | None]:
    """Return the URL and the assumption."""
    if _WINDOWS_DRIVE.match(text) or text.startswith("\\\\"):
        return from_file_path(text, windows=True), "it is a file path of Windows"
    if text.startswith("//"):
        return URL(f"{default_scheme}:{text}"), f"the scheme is {default_scheme}"
    if (_WINDOWS_PATH if windows else _PATH).match(text):
        return _file(text, folder, windows), "it is a file path"
    if _has_scheme(text):
        return URL(text), None
    if "@" in text and not set(text) & set(":/?#\\"):
        try:
            return URL(str(mailto.build(text))), "it is an e-mail address"
        except InvalidSyntax:
            pass
    url = URL(f"{default_scheme}://{text}")
    if default_scheme == "https" and _is_near(url):
        return URL(f"http://{text}"), "the scheme is http, as for localhost and IP addresses"
    return url, f"the scheme is {default_scheme}"


def _has_scheme(text: str) -> bool:
    """Whether the text before the first ``:`` is a scheme, and not a host or a user."""
    match = _SCHEME.match(text)
    if match is None:
        return False
    scheme = match[1].lower()
    if scheme in SPECIAL_SCHEMES or text.startswith("//", match.end()):
        return True
    if _PORT.match(text, match.end()) and scheme not in _OF_DIGITS:
        return False
    return scheme in _OPAQUE


def _is_near(url: URL) -> bool:
    host = url.to_record().host
    return isinstance(host, IPv4Address | IPv6Address) or bool(_LOCAL.fullmatch(url.hostname))


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
