"""What curl reads: asks the URL functions of libcurl, which the programs curl and trurl use too. They send nothing.

`py_url.parsers.runtimes` starts this file in a process of its own, so it imports nothing of the package.
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from ctypes import CDLL, byref, c_char_p, c_int, c_uint, c_void_p, string_at

_LIBRARIES = (
    *("libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"),
    *("libcurl.4.dylib", "/usr/lib/libcurl.4.dylib", "libcurl.dll", "libcurl-x64.dll"),
)
# The numbers of curl/urlapi.h.
_WHOLE, _ZONE = 0, 10
_PARTS = {"scheme": 1, "username": 2, "password": 3, "host": 5, "port": 6, "path": 7, "query": 8, "fragment": 9}
_NO_SUCH_PART, _LACKS_IDN = range(10, 19), 30
_NON_SUPPORT_SCHEME, _URLENCODE, _GUESS_SCHEME, _ALLOW_SPACE, _PUNYCODE = 1 << 3, 1 << 7, 1 << 9, 1 << 11, 1 << 12
# What curl does with the URL that it is given, and with the header Location.
_OF_GIVEN = _GUESS_SCHEME | _NON_SUPPORT_SCHEME
_OF_LOCATION = _URLENCODE | _ALLOW_SPACE


class RefusedError(ValueError):
    """Raised if libcurl rejects the string or the base. ``name`` is that of its error."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def library() -> CDLL | None:
    """Return libcurl, or None if there is none, or only one before 7.62, which had no such functions."""
    for name in _LIBRARIES:
        try:
            found = CDLL(name)
            found.curl_url.restype = c_void_p
            found.curl_url.argtypes = []
            found.curl_url_set.argtypes = [c_void_p, c_int, c_char_p, c_uint]
            found.curl_url_get.argtypes = [c_void_p, c_int, c_void_p, c_uint]
            found.curl_url_cleanup.argtypes = found.curl_free.argtypes = [c_void_p]
        except (OSError, AttributeError):
            continue
        return found
    return None


def read(curl: CDLL, string: bytes, base: bytes | None = None) -> list[bytes | None]:
    """Return the components that curl reads, in the order of `py_url.parsers.usual.COMPONENTS`.

    With *base*, it is where curl goes if a response from there has *string* as its header Location. Raises
    RefusedError.
    """
    if b"\0" in string + (base or b""):
        raise RefusedError("ValueError", "U+0000 ends a string of C")
    url = curl.curl_url()
    try:
        _set(curl, url, string if base is None else base, _OF_GIVEN)
        if base is not None:
            _set(curl, url, string, _OF_LOCATION)
        components = {name: _get(curl, url, part, _PUNYCODE if name == "host" else 0) for name, part in _PARTS.items()}
        zone = _get(curl, url, _ZONE)
    finally:
        curl.curl_url_cleanup(url)
    if zone:
        components["host"] = (components["host"] or b"").rstrip(b"]") + b"%25" + zone + b"]"
    return [*components.values()]


def _set(curl: CDLL, url: int, string: bytes, flags: int) -> None:
    code = curl.curl_url_set(url, _WHOLE, string, flags)
    if code:
        raise _refusal(curl, code)


def _get(curl: CDLL, url: int, part: int, flags: int = 0) -> bytes | None:
    found = c_void_p()
    code = curl.curl_url_get(url, part, byref(found), flags)
    if code == _LACKS_IDN:
        code = curl.curl_url_get(url, part, byref(found), 0)
    if code in _NO_SUCH_PART:
        return None
    if code or not found.value:
        raise _refusal(curl, code)
    try:
        return string_at(found.value)
    finally:
        curl.curl_free(found)


def _refusal(curl: CDLL, code: int) -> RefusedError:
    message = ""
    if hasattr(curl, "curl_url_strerror"):  # not before libcurl 7.80
        curl.curl_url_strerror.restype, curl.curl_url_strerror.argtypes = c_char_p, [c_int]
        message = curl.curl_url_strerror(code).decode()
    return RefusedError(f"CURLUcode {code}", message)


def answer(question: bytes, curl: CDLL) -> bytes:
    """Return the line that answers a line: see `py_url.parsers.runtimes`."""
    string, *base = map(b64decode, question.rstrip(b"\n").split(b" "))
    try:
        components = read(curl, string, *base)
    except RefusedError as error:
        return b" ".join([b"no", b64encode(error.name.encode()), b64encode(str(error).encode())])
    return b" ".join([b"ok", *(b"-" if value is None else b64encode(value) for value in components)])


def main() -> None:
    """Answer the line of standard input."""
    curl = library()
    if curl is None:
        return
    for line in (b"ready", None):
        sys.stdout.buffer.write((line or answer(sys.stdin.buffer.readline(), curl)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
