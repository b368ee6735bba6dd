"""Spellings of addresses that nobody outside may reach: numbers, separators, encodings and confusables, combined.

`spellings()` yields more than 100,000 URLs. Every one of them leads a client to such an address, or is no URL.
"""

from collections.abc import Iterator
from itertools import product

ADDRESSES = {
    "127.0.0.1": "loopback",
    "127.8.9.10": "loopback",
    "10.0.0.1": "private",
    "172.16.254.1": "private",
    "192.168.1.1": "private",
    "169.254.169.254": "metadata",
    "100.100.100.200": "metadata",
    "168.63.129.16": "metadata",
    "0.0.0.0": "unspecified",
}
_RADIX = ("{}", "0{:o}", "00{:o}", "0x{:x}", "0X{:X}", "0x0{:x}")
# A dot as browsers read it.
_DOTS = (".", "\u3002", "\uff0e", "\uff61", "%2e", "%2E", "%E3%80%82")
_DIGITS = ("", "\uff10", "\u2460", "\U0001d7ce", "\U0001d7d8", "%")
_IGNORED = ("", "\u00ad", "\u200b", "\u2060", "\ufe0f")
_BEFORE = ("http://", "https://", "HTTP://", "http:", "http:/", "http:\\\\", "http:///", " http://", "ht\ttp://")
_USERINFO = ("", "example.com@", "example.com:80@", "u:p@example.com%40@")
_AFTER = ("", "/", ".", "./", ":80/", ":/", "/a?b#c", "?x", "#@example.com", "\\@example.com")
_PREFIXES = ("::ffff:", "::", "::ffff:0:", "64:ff9b::", "2606:4700::5efe:", "2606:4700::200:5efe:", "0:0:0:0:0:FFFF:")


def _encoded(digit: str, way: str) -> str:
    """Return a digit in another way; a circle has no digit 0 at its place."""
    if not way or not digit.isdigit():
        return digit
    if way == "%":
        return f"%{ord(digit):02X}"
    if way == "\u2460":
        return chr(0x245F + int(digit)) if digit != "0" else "\u24ea"
    return chr(ord(way) + int(digit))


def hosts() -> Iterator[tuple[str, str]]:
    """Yield a host and the kind of address that it is."""
    for address, kind in ADDRESSES.items():
        octets = [*map(int, address.split("."))]
        for count in (1, 2, 3, 4):
            last = int.from_bytes(bytes(octets[count - 1 :]), "big")
            for radixes in product(_RADIX[:: 1 if count < 3 else 2], repeat=count):
                parts = [radix.format(part) for radix, part in zip(radixes, [*octets[: count - 1], last], strict=True)]
                for dot in _DOTS if count > 1 else (".",):
                    yield dot.join(parts), kind
        for way, ignored, dot in product(_DIGITS, _IGNORED, _DOTS):
            text = "".join(_encoded(char, way) for char in address.replace(".", "\0")).replace("\0", dot)
            yield text[:1] + ignored + text[1:] if way != "%" else text, kind
        number = int.from_bytes(bytes(octets), "big")
        for prefix in _PREFIXES:
            yield f"[{prefix}{address}]", kind
            yield f"[{prefix}{number >> 16:x}:{number & 0xFFFF:x}]", kind
            yield f"[{prefix.upper()}{number >> 16:04X}:{number & 0xFFFF:04X}]", kind
        yield f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::]", kind
        yield f"[2001:0:{number >> 16:x}:{number & 0xFFFF:x}::]", kind
        flipped = number ^ 0xFFFFFFFF
        yield f"[2001::{flipped >> 16:x}:{flipped & 0xFFFF:x}]", kind
        for service in ("nip.io", "sslip.io", "NIP.IO."):
            for label in (address, address.replace(".", "-"), f"a.{address}", f"a-{address.replace('.', '-')}"):
                yield f"{label}.{service}", kind
    for name, form, ignored in product(("localhost", "a.localhost"), range(7), _IGNORED):
        text = (
            *(name, name.upper(), name.title(), f"{name}."),
            "".join(chr(ord(char) + 0xFEE0) if char != "." else char for char in name),
            "".join(f"%{ord(char):02x}" for char in name),
            "".join(chr(0x24D0 + ord(char) - 97) if char != "." else char for char in name),
        )[form]
        yield text[:3] + ignored + text[3:] if form != 5 else text, "loopback"


def spellings() -> Iterator[tuple[str, str]]:
    """Yield a URL and the kind of address that its host is, if it is a URL."""
    around = [*product(_BEFORE, _USERINFO, _AFTER)]
    for index, (host, kind) in enumerate(hosts()):
        # Each host in some of the surroundings, so that all combinations of two things appear.
        for step in range(10):
            before, userinfo, after = around[(index * 7 + step * 73) % len(around)]
            yield f"{before}{userinfo}{host}{after}", kind
