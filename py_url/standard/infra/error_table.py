"""§1.1 Writing: the table of validation errors.

Maps the standard's name of each error to a message: what is wrong, and what to write instead. https://url.spec.whatwg.org/#writing
"""

from __future__ import annotations

from functools import lru_cache

ANOTHER_URL = ", which makes it another URL"
# These are the default messages. Code that knows more, such as which code point is wrong, supplies its own.
VALIDATION_ERRORS = {
    # §3.3 IDNA
    "domain-to-ASCII": "this is not a valid domain; check which host is meant",
    # §3.5 Host parsing
    "domain-percent-encoded": "part of this domain is percent-encoded; write the characters themselves",
    "host-invalid-code-point": "a host may not contain this character; percent-encode it",
    "IPv4-empty-part": "an IPv4 address may not end with '.'; remove it",
    "IPv4-too-few-parts": "an IPv4 address must have four parts; write all four",
    "IPv4-too-many-parts": "an IPv4 address may have at most four parts; check which host is meant",
    "IPv4-non-numeric-part": "a host that ends in a number is an IPv4 address, so each of its parts must be a number; "
    "check which host is meant",
    "IPv4-non-decimal-part": "this part is read as hexadecimal or octal; write its value in decimal",
    "IPv4-non-ASCII-input": "this host is read as an IPv4 address; write it with ASCII digits and dots",
    "IPv4-out-of-range-part": "a part of an IPv4 address may be at most 255; check which host is meant",
    "IPv6-unclosed": "an IPv6 address must end with ']'; add the ']', and write nothing except a port after it",
    "IPv6-invalid-compression": "an IPv6 address may not start with a single ':'; write '::' if it stands for zeros",
    "IPv6-too-many-pieces": "an IPv6 address may have at most eight pieces, and '::' stands for at least one; "
    "check which host is meant",
    "IPv6-multiple-compression": "'::' may appear only once in an IPv6 address; write out the zeros of the other one",
    "IPv6-invalid-code-point": "an IPv6 address may contain only pieces of one to four hex digits, separated by ':'; "
    "check which host is meant",
    "IPv6-too-few-pieces": "an IPv6 address without '::' must have eight pieces; "
    "write the missing ones, or '::' if they are zero",
    "IPv6-piece-leading-zero": "this piece of the IPv6 address has leading zeros; remove them",
    "IPv4-in-IPv6-too-many-pieces": "an IPv4 address replaces the last two pieces of an IPv6 address, "
    "so at most six pieces may come before it, and '::' counts as one; check which host is meant",
    "IPv4-in-IPv6-invalid-code-point": "an IPv4 address in an IPv6 address must be four decimal numbers "
    "without leading zeros, separated by '.'; write it that way",
    "IPv4-in-IPv6-out-of-range-part": "a part of an IPv4 address may be at most 255; check which host is meant",
    "IPv4-in-IPv6-too-few-parts": "an IPv4 address in an IPv6 address must have four parts; write all four",
    # §4.4 URL parsing
    "invalid-URL-unit": "a URL may not contain this character; percent-encode it, which can make it another URL",
    "special-scheme-missing-following-solidus": "this scheme must be followed by exactly two slashes; write '//'",
    "missing-scheme-non-relative-URL": "a URL without a scheme is relative and needs a base URL; "
    "give one, or write the whole URL",
    "invalid-reverse-solidus": "a backslash is read as '/' here; write '/'",
    "invalid-credentials": "a valid URL has no username or password; remove them" + ANOTHER_URL,
    "host-missing": "the host is missing; write one here",
    "port-out-of-range": "a port may be at most 65535; check which port is meant",
    "port-invalid": "a port may contain only digits; write its number",
    "file-invalid-Windows-drive-letter": "a relative URL may not start with a drive letter; "
    "write an absolute URL such as 'file:///C:/'",
    "file-invalid-Windows-drive-letter-host": "a drive letter is not a host; write three slashes, as in 'file:///C:/'",
}


def named(code_point: str) -> str:
    """Write a code point as the standard does: ``named("|") == "U+007C (|)"``, ``named(" ") == "U+0020 SPACE"``."""
    if code_point == " ":
        return "U+0020 SPACE"
    name = f"U+{ord(code_point):04X}"
    return f"{name} ({code_point})" if code_point.isprintable() else name


@lru_cache(256)  # a long input can have many errors, but they concern few different code points
def not_a_url_unit(code_point: str) -> str:
    """Return the message for *code_point*, which is not part of a *URL unit*.

    https://url.spec.whatwg.org/#url-units
    """
    if code_point == "%":
        return "'%' must be followed by two hex digits; write '%25' for a percent sign itself"
    if "\ud800" <= code_point <= "\udfff":
        return "a lone surrogate is not a character; write the character itself"
    return f"{named(code_point)} may not appear in a URL; write '%{code_point.encode().hex('%').upper()}'"


@lru_cache
def link(name: str) -> str:
    """Return the URL of the standard's definition of the validation error *name*."""
    # This is the only error whose anchor has a prefix, because another term has the same name.
    prefix = "validation-error-" if name == "domain-to-ASCII" else ""
    return f"https://url.spec.whatwg.org/#{prefix}{name.lower()}"
