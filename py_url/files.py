"""File paths as file URLs, and back, by the rules of POSIX and of Windows.

In: an absolute path, or a file URL. Out: a `URL`, or a path. Neither the file system nor the current folder is asked.
What cannot be said without loss in the other form is refused with a ValueError that says why: a reader of
``file:///a%2Fb`` who opens ``/a/b`` opens another file.
"""

from __future__ import annotations

import os
import re

from py_url.standard.hosts.domain import domain_to_unicode
from py_url.standard.hosts.host import host_parse, serialize_host
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.percent_encoding import PATH_PERCENT_ENCODE_SET, percent_decode
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import record_of
from py_url.standard.urls.record import NORMALIZED_WINDOWS_DRIVE_LETTER, URLRecord
from py_url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host
    from py_url.standard.urls.parser import HasRecord

# Beside what the parser would encode: what it would read as an escape, as a separator, or as part of a drive letter.
_FILE_NAME = PATH_PERCENT_ENCODE_SET.extended("file name percent-encode set", "%/\\|")
_WINDOWS_SEPARATORS = re.compile(r"[/\\]")
_DRIVE = re.compile(r"([A-Za-z]:)[/\\]")
_VERBATIM = "\\\\?\\"
_VERBATIM_UNC = re.compile(r"\\\\\?\\UNC\\", re.IGNORECASE)
# Names that Windows does not open as they are: it takes dots and spaces off their ends, makes streams and devices of
# them, or refuses them.
_NO_WINDOWS_NAME = re.compile(
    r"""
    .* [. ] | .* [\x00-\x1F"*:<>?|] .*
    | (?: CON | PRN | AUX | NUL | CONIN\$ | CONOUT\$ | (?: COM | LPT ) [0-9\u00B9\u00B2\u00B3] ) \ * (?: \. .* )?
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


def from_file_path(path: str | bytes | os.PathLike[str] | os.PathLike[bytes], *, windows: bool | None = None) -> URL:
    r"""The file URL of an absolute path: ``from_file_path("/a b", windows=False).href == "file:///a%20b"``.

    *windows* says by whose rules the path is read; None takes those of the machine. ``.`` and ``..`` are resolved
    without asking the file system. On Windows, ``C:\x``, ``\\server\share\x`` and both behind ``\\?\`` are taken.

    Raises TypeError for another type, and ValueError for a path that is not absolute, that holds a NUL or what is not
    UTF-8, and on Windows for devices, streams, names that Windows would change, and servers that a URL cannot name.
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
    rest = path[unc.end() :] if unc else path.removeprefix(_VERBATIM)
    if verbatim and ("/" in rest or {".", ".."} & set(rest.split("\\"))):
        raise ValueError(f"{_shown(path)} names '/', '.' or '..' literally, which a URL cannot")
    drive = None if unc else _DRIVE.match(rest)
    if drive:
        return URL(f"file:///{drive[1]}/" + _joined(_windows_names(rest[drive.end() :])))
    if not unc:
        if verbatim or not _WINDOWS_SEPARATORS.match(rest) or not _WINDOWS_SEPARATORS.match(rest, 1):
            raise ValueError(f"{_shown(path)} is not absolute: it begins with neither a drive, nor a server and share")
        rest = rest[2:]
    name, _, rest = _partition(rest)
    share, separator, rest = _partition(rest)
    server = _server(name, path)
    if share in ("", ".", ".."):
        raise ValueError(f"{_shown(path)} names no share of the server")
    (share,) = _windows_names(share)
    encoded = _FILE_NAME.encode(share) + (f"/{_joined(_windows_names(rest))}" if separator else "")
    return URL(f"file://{server}/{encoded}")


def _partition(path: str) -> tuple[str, str, str]:
    separator = _WINDOWS_SEPARATORS.search(path)
    return (path, "", "") if separator is None else (path[: separator.start()], "/", path[separator.end() :])


def _windows_names(path: str) -> list[str]:
    """The names in a Windows path, each of which Windows opens as it is."""
    names = _WINDOWS_SEPARATORS.split(path)
    for name in names:
        _refuse_what_windows_would_not_open(name)
    return names


def _refuse_what_windows_would_not_open(name: str) -> None:
    if name not in (".", "..") and _NO_WINDOWS_NAME.fullmatch(name):
        raise ValueError(f"the name {name!r:.80} is not what Windows would open")


def _server(name: str, path: str) -> str:
    """The host of a UNC path's server, serialized; refused where mapping would make another machine of it."""
    if not name.strip(".?"):
        raise ValueError(f"{_shown(path)} names no server, but perhaps a device")
    try:
        host = host_parse(name)
    except InvalidURL:
        host = ""
    serialized = serialize_host(host)
    in_unicode = domain_to_unicode(host) if isinstance(host, Domain) else serialized
    if isinstance(host, IPv6Address) or serialized in ("", "localhost") or name.lower() not in (serialized, in_unicode):
        raise ValueError(f"{_shown(path)} names the server {name!r:.80}, which a file URL cannot name")
    return serialized


def _joined(names: list[str]) -> str:
    """The URL path of those names, dot segments resolved."""
    segments: list[str] = []
    for name in names:
        if name == "..":
            # Empty names, of separators in a row, name nothing that could be left.
            while segments and segments[-1] == "":
                segments.pop()
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
    a host where POSIX has none, for a path without a drive or share on Windows, or with names that it would not open as
    they are, and for a percent-encoded separator, a NUL or what is not UTF-8.
    """
    record = record_of(url)
    if record.scheme != "file":
        raise ValueError(f"a URL of the scheme {record.scheme!r:.80} names no file")
    if isinstance(record.path, str) or {".", ".."} & set(record.path):
        raise ValueError("the URL's path is none that a parser gives")
    on_windows = os.name == "nt" if windows is None else windows
    # The protocol setter of a URL can leave what the parser makes empty.
    host = "" if record.host is None or record.host == "localhost" else record.host
    names = [_name_of(segment, on_windows=on_windows) for segment in record.path]
    if on_windows:
        return _to_windows(host, names)
    if host != "":
        raise ValueError(f"the URL names a file of the machine {serialize_host(host)!r:.80}, not of this one")
    return "/" + "/".join(names)


def _to_windows(host: Host, names: list[str]) -> str:
    if host != "":
        server = domain_to_unicode(host) if isinstance(host, Domain) else serialize_host(host)
        if isinstance(host, IPv6Address) or not server.strip("."):
            raise ValueError(f"the URL names a file of the machine {server!r}, which a path cannot name")
        if not names or not names[0]:
            raise ValueError(f"the URL names no share of the server {server!r:.80}")
        path = f"\\\\{server}\\" + "\\".join(names)
    elif not names or not NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(names[0]):
        raise ValueError("the URL's path begins with no drive letter")
    else:
        path = "\\".join([*names, ""] if len(names) == 1 else names)
        names = names[1:]
    for name in names:
        _refuse_what_windows_would_not_open(name)
    return path


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
