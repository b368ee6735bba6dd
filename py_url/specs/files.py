"""Conversion of absolute file paths to file URLs and back, by the rules of POSIX or of Windows.

Neither the file system nor the current folder is consulted. A path or URL that has no exact counterpart is rejected
with a ValueError that says why: a program that opened ``/a/b`` for ``file:///a%2Fb`` would open the wrong file.
"""

from __future__ import annotations

import os
import re

from py_url.api.url import URL
from py_url.standard.hosts.domain import domain_to_unicode
from py_url.standard.hosts.host import host_parse, serialize_host
from py_url.standard.hosts.ipv6 import IPv6Address
from py_url.standard.hosts.representation import Domain
from py_url.standard.infra.percent_encoding import PATH_PERCENT_ENCODE_SET, percent_decode
from py_url.standard.infra.showing import quoted
from py_url.standard.infra.validation import InvalidURL
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import WINDOWS_DRIVE_LETTER, URLRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from py_url.standard.hosts.representation import Host

__all__ = ["from_file_path", "to_file_path"]

# The parser would take these additional characters for percent-encoding, separators or a part of a drive letter.
_FILE_NAME = PATH_PERCENT_ENCODE_SET.extended("file name percent-encode set", "%/\\|")
_WINDOWS_SEPARATORS = re.compile(r"[/\\]")
_DRIVE = re.compile(r"([A-Za-z]:)[/\\]")
_VERBATIM = "\\\\?\\"
_VERBATIM_UNC = re.compile(r"\\\\\?\\UNC\\", re.IGNORECASE | re.ASCII)
# Windows does not open files of these names: it removes dots and spaces from the end, opens a stream or a device, or
# reports an error.
_NO_WINDOWS_NAME = re.compile(
    r"""
    .* [. ] | .* [\x00-\x1F"*:<>?|] .*
    | (?: CON | PRN | AUX | NUL | CONIN\$ | CONOUT\$ | (?: COM | LPT ) [0-9\u00B9\u00B2\u00B3] ) \ * (?: \. .* )?
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII | re.DOTALL,
)


def from_file_path(path: str | bytes | os.PathLike[str] | os.PathLike[bytes], *, windows: bool | None = None) -> URL:
    r"""Convert an absolute *path* to a file URL.

    *windows* chooses the rules of Windows or of POSIX; None chooses those of this machine. Windows paths may be
    ``C:\x`` or ``\\server\share\x``, also with the prefix ``\\?\``.

    ``.`` and ``..`` are resolved without consulting the file system, because a URL cannot contain them: ``/foo/../bar``
    gives ``file:///bar``. If ``/foo`` is a symbolic link, the path names another file. Call `os.path.realpath` first
    wherever that matters.

    Raises:
        TypeError: If *path* has another type.
        ValueError: If it is not absolute, contains a NUL character or is not UTF-8; and by the rules of Windows also
            for devices, streams, names that Windows would change, and servers that a URL cannot name.

    >>> from_file_path("/a b", windows=False)
    URL('file:///a%20b')
    """
    text = _text_of(os.fspath(path))
    if os.name == "nt" if windows is None else windows:
        return _from_windows(text)
    if not text.startswith("/"):
        raise ValueError(f"{_shown(text)} is not absolute: it must start with '/'")
    return URL("file:///" + _joined(text[1:].split("/")))


def _from_windows(path: str) -> URL:
    verbatim = path.startswith(_VERBATIM)
    unc = _VERBATIM_UNC.match(path)
    rest = path[unc.end() :] if unc else path.removeprefix(_VERBATIM)
    if verbatim and ("/" in rest or {".", ".."} & set(rest.split("\\"))):
        raise ValueError(f"{_shown(path)} has a literal '/', '.' or '..' after '\\\\?\\', which a URL cannot express")
    drive = None if unc else _DRIVE.match(rest)
    if drive:
        return URL(f"file:///{drive[1]}/" + _joined(_windows_names(rest[drive.end() :])))
    if not unc:
        if verbatim or not _WINDOWS_SEPARATORS.match(rest) or not _WINDOWS_SEPARATORS.match(rest, 1):
            raise ValueError(f"{_shown(path)} is not absolute: it must start with a drive or with a server and a share")
        rest = rest[2:]
    name, _, rest = _partition(rest)
    share, separator, rest = _partition(rest)
    server = _server(name, path)
    if share in ("", ".", ".."):
        raise ValueError(f"{_shown(path)} has no share after the server")
    (share,) = _windows_names(share)
    encoded = _FILE_NAME.encode(share) + (f"/{_joined(_windows_names(rest))}" if separator else "")
    return URL(f"file://{server}/{encoded}")


def _partition(path: str) -> tuple[str, str, str]:
    separator = _WINDOWS_SEPARATORS.search(path)
    return (path, "", "") if separator is None else (path[: separator.start()], "/", path[separator.end() :])


def _windows_names(path: str) -> list[str]:
    """Return the names in a Windows path; raise ValueError for a name that Windows would not open."""
    names = _WINDOWS_SEPARATORS.split(path)
    for name in names:
        _refuse_what_windows_would_not_open(name)
    return names


def _refuse_what_windows_would_not_open(name: str) -> None:
    if name not in (".", "..") and _NO_WINDOWS_NAME.fullmatch(name):
        raise ValueError(f"Windows would not open a file of the name {quoted(name)}")


def _server(name: str, path: str) -> str:
    """Return the serialized host of a UNC path's server; raise ValueError if it would become another host."""
    if not name.strip(".?"):
        raise ValueError(f"{_shown(path)} has no server; device paths have no URL")
    try:
        host = host_parse(name)
    except InvalidURL:
        host = ""
    serialized = serialize_host(host)
    in_unicode = domain_to_unicode(host) if isinstance(host, Domain) else serialized
    if isinstance(host, IPv6Address) or serialized in ("", "localhost") or name.lower() not in (serialized, in_unicode):
        raise ValueError(f"{_shown(path)} has the server {quoted(name)}, which a file URL cannot name")
    return serialized


def _joined(names: list[str]) -> str:
    """Return the URL path of these names, with dot segments removed."""
    segments: list[str] = []
    for name in names:
        if name == "..":
            # Adjacent separators make empty names, which ".." skips.
            while segments and segments[-1] == "":
                segments.pop()
            del segments[-1:]
        elif name != ".":
            segments.append(_FILE_NAME.encode(name))
    if names[-1] in (".", ".."):
        segments.append("")
    return "/".join(segments)


def _text_of(path: str | bytes) -> str:
    """Return a path as a str; raise ValueError if it contains anything other than Unicode scalar values."""
    try:
        # Python keeps the bytes of a file name that are not UTF-8 as lone surrogates.
        text = (path if isinstance(path, bytes) else path.encode("utf-8", "surrogateescape")).decode()
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ValueError(f"{_shown(path)} is not UTF-8: the byte 0x{byte:02X} is not valid there") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"{_shown(path)} has a lone surrogate at {error.start}") from None
    if "\0" in text:
        raise ValueError(f"{_shown(path)} contains a NUL character, which no file name can")
    return text


def to_file_path(url: str | URLRecord | HasRecord, *, windows: bool | None = None) -> str:
    r"""Convert a file URL, *url*, to a path.

    *windows* chooses the rules of Windows or of POSIX; None chooses those of this machine. The query and the fragment
    are left out. By the rules of Windows, the ``:`` of a drive may be percent-encoded, and ``file:////server/share``
    leads to a server, although it has no host.

    Raises:
        InvalidURL: For a str that does not parse.
        TypeError: If *url* has another type.
        ValueError: For another scheme, for a percent-encoded separator, a NUL character and octets that are not UTF-8;
            by the rules of POSIX for a host; and by the rules of Windows for a path without a drive or a share, and for
            names that Windows would not open.

    >>> print(to_file_path("file:///C:/a%20b", windows=True))
    C:\a b
    """
    record = record_of(url)
    if record.scheme != "file":
        raise ValueError(f"the URL must have the scheme 'file', not {record.scheme!r:.80}")
    if isinstance(record.path, str):
        raise ValueError("the URL's path is not one that the URL parser returns")
    on_windows = os.name == "nt" if windows is None else windows
    # The parser removes "localhost" from a file URL, but a URL whose protocol is set to "file" later keeps it.
    host = "" if record.host is None or record.host == "localhost" else record.host
    names = [_name_of(segment, on_windows=on_windows) for segment in record.path]
    # Decoded first: "%2e%2e" is a dot segment too.
    if {".", ".."} & set(names):
        raise ValueError("the URL's path is not one that the URL parser returns")
    if on_windows:
        return _to_windows(host, names)
    if host != "":
        raise ValueError(f"the URL has the host {serialize_host(host)!r:.80}; on POSIX, a file URL must have none")
    return "/" + "/".join(names)


def _to_windows(host: Host, names: list[str]) -> str:
    if host == "" and names[1:] and not names[0]:
        names = names[2 if not names[1] else 1 :]
        host, names = host_parse(_server(names[0] if names else "", "\\\\" + "\\".join(names))), names[1:]
    if host != "":
        server = domain_to_unicode(host) if isinstance(host, Domain) else serialize_host(host)
        if isinstance(host, IPv6Address) or not server.strip("."):
            raise ValueError(f"the URL has the host {server!r}, which a Windows path cannot name")
        if not names or not names[0]:
            raise ValueError(f"the URL has no share after the host {server!r:.80}")
        path = f"\\\\{server}\\" + "\\".join(names)
    elif not names or not WINDOWS_DRIVE_LETTER.fullmatch(names[0]):
        raise ValueError("the URL's path must start with a drive letter, as in '/C:/'")
    else:
        drive, *names = names
        path = f"{drive[0]}:\\" + "\\".join(names)
    for name in names:
        _refuse_what_windows_would_not_open(name)
    return path


def _name_of(segment: str, *, on_windows: bool) -> str:
    """Return the file name that a path segment of a URL stands for."""
    name = percent_decode(segment)
    for separator in b"/\\" if on_windows else b"/":
        if separator in name:
            raise ValueError(f"the segment {quoted(segment)} contains {chr(separator)!r}, which no file name can")
    if b"\0" in name:
        raise ValueError(f"the segment {quoted(segment)} contains a NUL character, which no file name can")
    try:
        return name.decode()
    except UnicodeDecodeError:
        raise ValueError(f"the percent-encoded octets in the segment {quoted(segment)} are not UTF-8") from None


def _shown(path: str | bytes) -> str:
    return f"the path {quoted(path if isinstance(path, str) else path.decode('utf-8', 'backslashreplace'))}"
