"""The URL of a request, by RFC 9112 §3.2 and §3.3: https://www.rfc-editor.org/rfc/rfc9112#section-3.2."""

from __future__ import annotations

import re

from py_url.api.url import URL
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.validation import InvalidURL

__all__ = ["request_url"]

# The site, with its port, if there is one, and the path and query.
_TARGET = re.compile(r"""(?ai)(?:((?:http|ws)s?://(?:\[[\da-f:.]+]|[!$-.;=\w~]+)(:\d*)?)(?![^/?])|(?=/))([!"$-~]*)""")


def request_url(target: str, *, host: str, scheme: str, method: str = "GET", ignore_host: bool = False) -> URL:
    r"""Return the *target URI* of a request.

    *target* is the second word of its first line, not decoded, *host* its ``Host`` header, and *scheme* that of the
    connection: http, https, ws or wss.

    ``/path?query`` is at *host*, even if it starts with ``//``. So is ``*``, if *method* is OPTIONS. For
    ``http://host/path``, and ``host:port`` of CONNECT, servers ignore *host* (§3.2.2). As some programs do not, it
    must be the same host, unless *ignore_host* is true. A ``\`` becomes ``%5C``, and dot segments are resolved.

    Raises:
        InvalidURL: If *target* or *host* is not valid, or their hosts differ.
        ValueError: For another scheme.
        TypeError: If an argument has another type.

    >>> request_url("//remote/x", host="site.example", scheme="http").href
    'http://site.example//remote/x'
    """
    scheme = expect_one_of(scheme, ("http", "https", "ws", "wss"), "the scheme")
    target = expect_str(target, "the target")
    host = expect_str(host, "the host")
    connects = expect_str(method, "the method") == "CONNECT"
    path = "/" if method == "OPTIONS" and target == "*" else target
    found = _TARGET.fullmatch(f"{scheme}://{target}" if connects else path)
    if found is None or (connects and (found[3] or found[2] in (None, ":"))):
        reason = "it must be '/path', a URL without a user, host:port for CONNECT or '*' for OPTIONS; no spaces, no '#'"
        raise InvalidURL(target, what="request target", reason=reason)
    url = URL(found[1] or f"{scheme}://h")
    if not (found[1] and ignore_host):
        named = _TARGET.fullmatch(f"http://{host}")
        if named is None or named[3]:
            raise InvalidURL(host, what="Host header", reason="write a host, or a host and a port")
        if connects and not named[2]:
            host += found[2]  # §3.2.3: the header lacks it
        there = URL(f"//{host}", url)
        if found[1] and there.host != url.host:
            raise InvalidURL(target, what="request target", reason=f"the Host header has another host, {there.host}")
        url = there
    return URL(url.origin + found[3].replace("\\", "%5C"))
