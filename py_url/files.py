"""File paths as file URLs, and back, by the rules of POSIX and of Windows.

In: an absolute path, or a file URL. Out: a `URL`, or a path. Neither the file system nor the current folder is asked.
What cannot be said without loss in the other form is refused with a ValueError that says why: a reader of
``file:///a%2Fb`` who opens ``/a/b`` opens another file.
"""

from __future__ import annotations

import os
import re

from py_url.hosts.domain import domain_to_unicode
from py_url.hosts.host import host_parse, serialize_host
from py_url.hosts.representation import Domain
from py_url.infra.percent_encoding import PATH_PERCENT_ENCODE_SET, percent_decode
from py_url.infra.validation import InvalidURL
from py_url.url import URL
from py_url.urls.parser import record_of
from py_url.urls.record import NORMALIZED_WINDOWS_DRIVE_LETTER, URLRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.hosts.representation import Host
    from py_url.urls.parser import HasRecord

# Beside what the parser would encode: what it would read as an escape, as a separator, or as part of a drive letter.
_FILE_NAME = PATH_PERCENT_ENCODE_SET.extended("file name percent-encode set", "%/\\|")
_WINDOWS_SEPARATORS = re.compile(r"[/\\]")
_DRIVE = re.compile(r"([A-Za-z]:)[/\\]")
_VERBATIM = "\\\\?\\"
_VERBATIM_UNC = re.compile(r"\\\\\?\\UNC\\", re.IGNORECASE)
# What Windows leaves of such a name, once it has taken dots and spaces off its end, is nothing or a way up.
_ONLY_DOTS_AND_SPACES = re.compile("[. ]+")


def from_file_path(path: str | bytes | os.PathLike[str] | os.PathLike[bytes], *, windows: bool | None = None) -> URL:
    r"""The file URL of an absolute path: ``from_file_path("/a b", windows=False).href == "file:///a%20b"``.

    *windows* says by whose rules the path is read; None takes those of the machine. ``.`` and ``..`` are resolved
    without asking the file system. On Windows, ``C:\x``, ``\\server\share\x`` and both behind ``\\?\`` are taken.

    Raises TypeError for another type, and ValueError for a path that is not absolute, that holds a NUL or what is not
    UTF-8, and on Windows for device paths and servers that a URL cannot name.
    """
    text = _text_of(os.fspath(path))
    if os.name == "nt" if windows is None else windows:
        return _from_windows(text)
    if not text.startswith("/"):
        raise ValueError(f"{_shown(text)} is not absolute: it does not begin with '/'")
    return URL("file:///" + _joined(text[1:].split("/")))


def _from_windows(path: str) -> URL:
    verbatim = path.startswith(_VERBATIM)
    unc = _VERBATIM_UNC.match(path)
    rest = path[unc.end() :] if unc else path[len(_VERBATIM) :] if verbatim else path
    if verbatim and ("/" in rest or {".", ".."} & set(rest.split("\\"))):
        raise ValueError(f"{_shown(path)} names '/', '.' or '..' literally, which a URL cannot")
    drive = None if unc else _DRIVE.match(rest)
    if drive:
        return URL(f"file:///{drive[1]}/" + _joined(_WINDOWS_SEPARATORS.split(rest[drive.end() :])))
    if not unc:
        if verbatim or not _WINDOWS_SEPARATORS.match(rest) or not _WINDOWS_SEPARATORS.match(rest, 1):
            raise ValueError(f"{_shown(path)} is not absolute: it begins with neither a drive, nor a server and share")
        rest = rest[2:]
    server, share, *names = [*_WINDOWS_SEPARATORS.split(rest), ""]
    if not names or share in ("", ".", ".."):
        raise ValueError(f"{_shown(path)} names no share of the server")
    names.pop()
    encoded = _FILE_NAME.encode(share) + ("/" + _joined(names) if names else "")
    return URL(f"file://{_server(server, path)}/{encoded}")


def _server(name: str, path: str) -> str:
    """The host of a UNC path's server, serialized."""
    if name in ("", ".", "?"):
        raise ValueError(f"{_shown(path)} names no server, but perhaps a device")
    try:
        host = serialize_host(host_parse(name))
    except InvalidURL:
        host = ""
    if host in ("", "localhost") or "%" in name:
        raise ValueError(f"{_shown(path)} names the server {name!r}, which a file URL cannot name")
    return host


def _joined(names: list[str]) -> str:
    """The URL path of those names, dot segments resolved."""
    segments: list[str] = []
    for name in names:
        if name == "..":
            del segments[-1:]
        elif name != ".":
            segments.append(_FILE_NAME.encode(name))
    if names[-1] in (".", ".."):
        segments.append("")
    return "/".join(segments)


def _text_of(path: str | bytes) -> str:
    """A path as a str, refused where it is not made of Unicode's scalar values."""
    try:
        # Python keeps the bytes of a file name that are not UTF-8 as lone surrogates.
        text = (path if isinstance(path, bytes) else path.encode("utf-8", "surrogateescape")).decode()
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ValueError(f"{_shown(path)} holds the byte 0x{byte:02X}, which is not UTF-8 there") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"{_shown(path)} holds a lone surrogate at {error.start}") from None
    if "\0" in text:
        raise ValueError(f"{_shown(path)} holds a NUL, which no file name does")
    return text


def to_file_path(url: str | URLRecord | HasRecord, *, windows: bool | None = None) -> str:
    r"""The path of a file URL: ``to_file_path("file:///C:/a%20b", windows=True)`` is ``C:\a b``.

    *windows* says by whose rules the path is written; None takes those of the machine. Query and fragment are left out.

    Raises InvalidURL for a str that does not parse, TypeError for another type, and ValueError for another scheme, for
    a host where POSIX has none, for a path without a drive or share on Windows, and for a percent-encoded separator, a
    NUL or what is not UTF-8.
    """
    record = record_of(url)
    if record.scheme != "file":
        raise ValueError(f"a {record.scheme} URL names no file")
    on_windows = os.name == "nt" if windows is None else windows
    names = [_name_of(segment, on_windows=on_windows) for segment in record.path]
    if on_windows:
        return _to_windows(record.host or "", names)
    if record.host:
        raise ValueError(f"the URL names a file of the machine {serialize_host(record.host)!r}, not of this one")
    return "/" + "/".join(names)


def _to_windows(host: Host, names: list[str]) -> str:
    for name in names:
        if _ONLY_DOTS_AND_SPACES.fullmatch(name):
            raise ValueError(f"the name {name!r} is not what Windows would open")
    if host:
        if not names or not names[0]:
            raise ValueError(f"the URL names no share of the server {serialize_host(host)!r}")
        server = domain_to_unicode(host) if isinstance(host, Domain) else serialize_host(host)
        return f"\\\\{server}\\" + "\\".join(names)
    if not names or not NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(names[0]):
        raise ValueError("the URL's path begins with no drive letter")
    return "\\".join([*names, ""] if len(names) == 1 else names)


def _name_of(segment: str, *, on_windows: bool) -> str:
    """The file name that a URL's path segment stands for."""
    name = percent_decode(segment)
    for separator in b"/\\" if on_windows else b"/":
        if separator in name:
            raise ValueError(f"the segment {segment!r:.80} holds {chr(separator)!r}, which would separate two names")
    if b"\0" in name:
        raise ValueError(f"the segment {segment!r:.80} holds a NUL, which no file name does")
    try:
        return name.decode()
    except UnicodeDecodeError:
        raise ValueError(f"the segment {segment!r:.80} is not UTF-8 when it is decoded") from None


def _shown(path: str | bytes) -> str:
    return f"the path {path!r:.80}"
