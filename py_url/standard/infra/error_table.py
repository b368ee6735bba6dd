"""§1.1 Writing: the table of validation errors.

In: an error's name, as the standard spells it. Out: what is wrong, and how to write it instead. Each is a line here and
in README.md, with its definition's address; `link` gives that.
"""

from __future__ import annotations

from functools import lru_cache

# Where an error has more to tell than this (which code point, which part), its reporter says so in place of the line.
VALIDATION_ERRORS = {
    # §3.3 IDNA
    "domain-to-ASCII": "this is not a domain name that IDNA accepts; use letters, digits and hyphens",
    # §3.5 Host parsing
    "domain-percent-encoded": "a domain is percent-encoded here; write the characters themselves",
    "host-invalid-code-point": "a host may not hold this code point; percent-encode it",
    "IPv4-empty-part": "an IPv4 address does not end with '.'; leave it out",
    "IPv4-too-few-parts": "an IPv4 address has four parts; write them all",
    "IPv4-too-many-parts": "an IPv4 address has at most four parts; leave out the rest",
    "IPv4-non-numeric-part": "a host that ends in a number is an IPv4 address, whose every part is a number; "
    "write one here, or another last part",
    "IPv4-non-decimal-part": "this part is read as hexadecimal or octal; write it in decimal, without leading zeros",
    "IPv4-non-ASCII-input": "this is read as an IPv4 address; write its digits and dots in ASCII",
    "IPv4-out-of-range-part": "a part of an IPv4 address is at most 255; write one that is",
    "IPv6-unclosed": "an IPv6 address ends with ']'; close it, and write nothing but a port behind that",
    "IPv6-invalid-compression": "an IPv6 address may begin with '::' but not with one ':'; write '::'",
    "IPv6-too-many-pieces": "an IPv6 address has eight pieces; leave out the rest",
    "IPv6-multiple-compression": "'::' may stand once in an IPv6 address; write the zeros of the other",
    "IPv6-invalid-code-point": "an IPv6 address is made of pieces of one to four hex digits and of ':', "
    "and does not end in one ':'; leave this out",
    "IPv6-too-few-pieces": "an IPv6 address without '::' has eight pieces; write '::' for the zeros",
    "IPv6-piece-leading-zero": "this piece of the IPv6 address has a leading zero; leave it out",
    "IPv4-in-IPv6-too-many-pieces": "an IPv4 address may replace only the last two pieces of an IPv6 address; "
    "leave out pieces before it",
    "IPv4-in-IPv6-invalid-code-point": "four decimal numbers without leading zeros, separated by '.', are expected; "
    "write them",
    "IPv4-in-IPv6-out-of-range-part": "a part of an IPv4 address is at most 255; write one that is",
    "IPv4-in-IPv6-too-few-parts": "an IPv4 address in an IPv6 address has four parts; write them all",
    # §4.4 URL parsing
    "invalid-URL-unit": "this may not stand in a URL as it is; percent-encode it",
    "special-scheme-missing-following-solidus": "exactly two solidi follow this scheme; write '//'",
    "missing-scheme-non-relative-URL": "without a scheme this is a relative URL, and it has no base URL to refer to; "
    "begin with a scheme, or give a base URL",
    "invalid-reverse-solidus": "'\\' stands for '/' here; write '/'",
    "invalid-credentials": "a username or password has no place in a valid URL; leave it out",
    "host-missing": "a host is expected here; write one",
    "port-out-of-range": "a port is at most 65535; write one that is",
    "port-invalid": "a port is made of the digits 0 to 9; leave out the rest",
    "file-invalid-Windows-drive-letter": "a drive letter begins this relative URL; write an absolute one, 'file:///C:/'",
    "file-invalid-Windows-drive-letter-host": "a drive letter stands where the host belongs; write 'file:///C:/'",
}


def named(code_point: str) -> str:
    """A code point as the standard writes it: ``named("|") == "U+007C (|)"``, ``named(" ") == "U+0020 SPACE"``."""
    if code_point == " ":
        return "U+0020 SPACE"
    name = f"U+{ord(code_point):04X}"
    return f"{name} ({code_point})" if code_point.isprintable() else name


@lru_cache(256)  # a long input has many errors, of few code points
def not_a_url_unit(code_point: str) -> str:
    """What is wrong where *code_point* stands and is no *URL unit*, and how to write it instead."""
    if code_point == "%":
        return "two hex digits follow '%'; write '%25' for a percent sign"
    return f"{named(code_point)} is not a URL code point; write '%{code_point.encode().hex('%').upper()}'"


@lru_cache
def link(name: str) -> str:
    """The address at which the standard defines the validation error of that name."""
    # The one term that the standard's anchors tell from another of the same name.
    prefix = "validation-error-" if name == "domain-to-ASCII" else ""
    return f"https://url.spec.whatwg.org/#{prefix}{name.lower()}"
