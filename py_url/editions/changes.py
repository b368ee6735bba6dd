"""What changed in the URL Standard since 2020-11: each commit that changes an answer, and the editions between them.

`CHANGES` is in the order of the commits. A text of the standard is a number of them: those that it already has. The
code for a change is where it is asked for: in `py_url.editions.hosts`, `domains`, `machine`, `members` or `grammar`. https://github.com/whatwg/url/commits/main/url.bs
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal, NamedTuple

from py_url.standard.infra.arguments import expect_str
from py_url.standard.infra.showing import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

Part = Literal[
    "API",
    "domains",
    "encoding",
    "grammar",
    "origin",
    "parser",
    "public suffixes",
    "setters",
    "state override",
    "validation errors",
]
Example = tuple[str, str | None]


class Change(NamedTuple):
    """A change of the standard that changes a result.

    *date* is the day on which the commit became part of the standard, and *commit* its abbreviated hash. *parts* says
    what it changes: the parser's result, its validation errors, the grammar of valid URL strings, the setters of the
    API, the origin, or the operations on domains. *sentence* is from the text: the one that was removed if *removed* is
    true, otherwise the one that was added. *examples* are URLs, each with a base URL or None, that have another result
    since; an example of a setter is ``href | member = value``, and one of a domain is a domain.
    """

    date: str
    commit: str
    parts: tuple[Part, ...]
    title: str
    sentence: str
    removed: bool
    examples: tuple[Example, ...]

    @property
    def link(self) -> str:
        """The address of the commit."""
        return f"https://github.com/whatwg/url/commit/{self.commit}"


FORBIDDEN_VERTICAL_LINE = Change(
    "2021-03-22",
    "4025253",
    ("parser",),
    "“|” is forbidden in hosts",
    "U+0040 (@), U+005B ([), U+005C (\\), U+005D (]), U+005E (^), or U+007C (|).",
    False,
    (("http://a|b/", None), ("foo://a|b/", None)),
)
HOSTNAME_WITH_PORT = Change(
    "2021-05-19",
    "ec96993",
    ("setters",),
    "a value with a port no longer changes the hostname",
    "If state override is given and state override is hostname state, then return.",
    False,
    (("http://a/ | hostname = b:8080", None),),
)
PATHNAME_WITHOUT_HOST = Change(
    "2021-06-17",
    "0672f2e",
    ("setters",),
    "the pathname of a URL without a host can no longer be erased, which would make its path opaque",
    "Otherwise, if state override is given and url's host is null, append the empty string to url's path.",
    False,
    (("foo:/a | pathname = ", None),),
)
ENDS_IN_A_NUMBER = Change(
    "2021-08-05",
    "ab0e820",
    ("parser",),
    "a host whose last part is a number is an IPv4 address or a failure, no longer a domain",
    "If asciiDomain ends in a number, then return the result of IPv4 parsing asciiDomain.",
    False,
    (
        ("http://0..0x300/", None),
        ("http://09/", None),
        ("http://example.255/", None),
        ("http://1.2.3.4.5/", None),
    ),
)
EMPTY_NUMBER = Change(
    "2021-10-20",
    "fbb91a1",
    ("validation errors",),
    "“0x” is not decimal",
    "If input is the empty string, then return (0, true).",
    False,
    (("http://0x/", None),),
)
SHORTEST_IPV4 = Change(
    "2021-10-21",
    "4c18d6c",
    ("grammar",),
    "the numbers of a valid IPv4 address have no leading zeros",
    "up to three ASCII digits per sequence, each representing a decimal number no greater than 255",
    True,
    (("http://001.002.003.004/", None),),
)
FORBIDDEN_DOMAIN_CODE_POINTS = Change(
    "2022-01-28",
    "35e195a",
    ("parser",),
    "C0 controls and U+007F are forbidden in domains",
    "A forbidden domain code point is a forbidden host code point, a C0 control, U+0025 (%), or U+007F DELETE.",
    False,
    (("http://a%01b/", None), ("http://a%7Fb/", None)),
)
DOMAIN_TO_UNICODE_BE_STRICT = Change(
    "2022-12-02",
    "0895123",
    ("domains",),
    "domain to Unicode has the argument beStrict",
    "UseSTD3ASCIIRules set to beStrict",
    False,
    (("a_b.xn--fa-hia", None),),
)
STRIPPED_OPAQUE_PATHS = Change(
    "2023-01-02",
    "fdaa0e5",
    ("setters",),
    "an opaque path loses its final spaces when the query and the fragment are removed",
    "Potentially strip trailing spaces from an opaque path with this.",
    False,
    (("data:x #y | hash = ", None), ("data:x ?y | search = ", None)),
)
EACH_IPV4_ERROR = Change(
    "2023-01-20",
    "f0806d6",
    ("validation errors",),
    "each error in an IPv4 address is reported, even before a failure",
    "If validationError is true, validation error.",
    True,
    (("http://0x7f.1./", None), ("http://a.0x1./", None)),
)
BLOB_ORIGIN = Change(
    "2023-05-24",
    "eee49fd",
    ("origin",),
    "a blob URL has the origin of the URL in its path only if that is an http or https URL",
    "If pathURL's scheme is not “http” and not “https”, then return a new opaque origin.",
    False,
    (("blob:ftp://host/path", None), ("blob:blob:https://host/path", None)),
)
CREDENTIALS_WITHOUT_HOST = Change(
    "2023-09-26",
    "3e8cd02",
    ("validation errors",),
    "credentials without a host are the error host-missing, no longer invalid-credentials",
    "If atSignSeen is true and buffer is the empty string, host-missing validation error, return failure.",
    False,
    (("https://user:pass@", None), ("foo://user@/x", None)),
)
CHECKED_HYPHENS = Change(
    "2024-11-29",
    "cd8f1d6",
    ("grammar",),
    "a label of a valid domain neither starts nor ends with “-”, and has no “--” in third place",
    "CheckHyphens set to beStrict",
    False,
    (("https://-a.example/", None), ("https://ab--c.example/", None)),
)
FORBIDDEN_IN_DOMAIN_TO_ASCII = Change(
    "2024-11-29",
    "c3d173f",
    ("domains",),
    "domain to ASCII, no longer the host parser, fails for a forbidden domain code point",
    "If beStrict is false and result contains a forbidden domain code point, domain-invalid-code-point validation "
    "error, return failure.",
    False,
    (("a b.example", None),),
)
ENCODED_CIRCUMFLEX = Change(
    "2025-03-05",
    "9bc33c3",
    ("parser",),
    "“^” is percent-encoded in paths",
    "The path percent-encode set is the query percent-encode set and U+003F (?), U+005E (^), U+0060 (`), U+007B ({), "
    "and U+007D (}).",
    False,
    (("http://h/^", None), ("foo:/^", None)),
)
ENCODED_LAST_SPACE = Change(
    "2025-03-13",
    "6c78200",
    ("parser", "validation errors", "setters"),
    "the last space of an opaque path is percent-encoded before a query or fragment; spaces there are no error, and "
    "setters no longer remove any",
    "If remaining starts with U+003F (?) or U+003F (#), then append “%20” to url's path.",
    False,
    (("data:x #y", None), ("data:x ?y", None), ("foo:a b", None)),
)
ASCII_DOMAINS_LOWERCASED = Change(
    "2026-06-25",
    "a8d5ca3",
    ("parser", "validation errors", "domains"),
    "an ASCII domain is lowercased, and an error of Unicode ToASCII is not a failure",
    "Set result to domain, lowercased.",
    False,
    (("https://xn--a/", None), ("https://xn--8i7caa.example/", None)),
)
DOMAIN_TO_UNICODE_OF_DOMAINS = Change(
    "2026-06-26",
    "3c83874",
    ("domains",),
    "domain to Unicode has no argument beStrict",
    "given a domain domain and a boolean beStrict",
    True,
    (("a_b.xn--fa-hia", None),),
)
ERRORS_LIKE_THE_GRAMMAR = Change(
    "2026-06-30",
    "37afb50",
    ("validation errors", "grammar"),
    "domains that are percent-encoded or not strictly valid, and spaces in opaque paths, are errors; "
    "domain-invalid-code-point is one no longer; an opaque path may have a “:”",
    "If strictResult is a failure value, domain-to-ASCII validation error.",
    False,
    (
        ("https://exam%70le.org/", None),
        ("file://loc%61lhost/", None),
        ("https://_dmarc.example.com/", None),
        ("https://exa%23mple.org/", None),
        ("foo:a b", None),
        ("foo:a:b", None),
    ),
)
EMPTY_SEGMENTS = Change(
    "2026-07-01",
    "1505976",
    ("grammar",),
    "“file://” is valid, and the grammar has empty path segments, as the examples had before",
    "A path-absolute-URL string must be U+002F (/), followed by zero or more URL-path-segment strings, separated from "
    "each other by U+002F (/).",
    False,
    (("file://", None),),
)
OPAQUE_BASE = Change(
    "2026-07-01",
    "24deb59",
    ("grammar",),
    "with a base URL whose path is opaque, only a fragment is a valid relative URL",
    "the empty string, if base URL has an opaque path",
    False,
    (("a/b", "foo:opaque"),),
)
FOUR_IPV4_PARTS = Change(
    "2026-07-01",
    "acd13be",
    ("validation errors", "grammar"),
    "an IPv4 address with fewer than four parts is an error, and a valid domain does not end in a number",
    "If parts's size is less than 4, IPv4-too-few-parts validation error.",
    False,
    (("https://1.2.3/", None),),
)
IPV6_LEADING_ZEROS = Change(
    "2026-07-01",
    "b2965a0",
    ("validation errors", "grammar"),
    "a leading zero in a piece of an IPv6 address is an error",
    "If length is greater than 1 and value is less than 0x10^(length - 1), IPv6-piece-leading-zero validation error.",
    False,
    (("https://[::01]/", None), ("https://[01::]/", None)),
)
NON_AUTHORITY_PATHS = Change(
    "2026-07-02",
    "6ae8486",
    ("grammar",),
    "a path that begins with “//” is not valid without an authority, one with a drive letter is valid after a host, "
    "and an empty string is not valid with a base URL whose path is opaque",
    "a path-absolute-non-Windows-file-URL string if base URL's host is not an empty host",
    True,
    (
        ("foo://:80", None),
        ("/C:/x", "file://h/"),
        ("file://h/C:/x", None),
        ("", "foo:opaque"),
    ),
)
# The text could not be read, so this is no sentence of it. whatwg-url 17.1, whose code has the error, names the commit.
NON_ASCII_IPV4 = Change(
    "2026-07-05",
    "9dc3827",
    ("validation errors",),
    "an IPv4 address that is not in ASCII is an error",
    "IPv4-non-ASCII-input validation error",
    False,
    (("https://\uff11.2.3.4/", None),),
)

CHANGES = (
    FORBIDDEN_VERTICAL_LINE,
    HOSTNAME_WITH_PORT,
    PATHNAME_WITHOUT_HOST,
    ENDS_IN_A_NUMBER,
    EMPTY_NUMBER,
    SHORTEST_IPV4,
    FORBIDDEN_DOMAIN_CODE_POINTS,
    DOMAIN_TO_UNICODE_BE_STRICT,
    STRIPPED_OPAQUE_PATHS,
    EACH_IPV4_ERROR,
    BLOB_ORIGIN,
    CREDENTIALS_WITHOUT_HOST,
    CHECKED_HYPHENS,
    FORBIDDEN_IN_DOMAIN_TO_ASCII,
    ENCODED_CIRCUMFLEX,
    ENCODED_LAST_SPACE,
    ASCII_DOMAINS_LOWERCASED,
    DOMAIN_TO_UNICODE_OF_DOMAINS,
    ERRORS_LIKE_THE_GRAMMAR,
    EMPTY_SEGMENTS,
    OPAQUE_BASE,
    FOUR_IPV4_PARTS,
    IPV6_LEADING_ZEROS,
    NON_AUTHORITY_PATHS,
    NON_ASCII_IPV4,
)

OTHER_CHANGES = (
    Change(
        "2021-01-04",
        "334966e",
        ("encoding",),
        "a space becomes “+” alone; by the letter of the text it became “+%20”",
        "append U+002B (+) to output and continue",
        False,
        (("?a=b c", "https://h/"),),
    ),
    Change(
        "2022-05-03",
        "4ef812c",
        ("public suffixes",),
        "the public suffix and the registrable domain of a domain that ends in a dot end in a dot",
        "Return publicSuffix and trailingDot concatenated.",
        False,
        (("https://example.com./", None),),
    ),
    Change(
        "2023-02-20",
        "d84610f",
        ("validation errors",),
        "validation errors have names; before, some mistakes were two errors",
        "domain-to-ASCII validation error, return failure",
        False,
        (("https://a b/", None),),
    ),
    Change(
        "2023-02-23",
        "12b6f0c",
        ("API",),
        "`URLSearchParams` has `size`",
        "readonly attribute unsigned long size;",
        False,
        (("https://h/?a&b", None),),
    ),
    Change(
        "2023-03-20",
        "ae3c28b",
        ("API",),
        "`URL` has `canParse()`",
        "static boolean canParse(USVString url, optional USVString base);",
        False,
        (("https://h:x/", None),),
    ),
    Change(
        "2023-05-08",
        "bfb9157",
        ("API",),
        "`has()` and `delete()` of `URLSearchParams` have the argument `value`",
        "boolean has(USVString name, optional USVString value);",
        False,
        (("https://h/?a=1&a=2", None),),
    ),
    Change(
        "2023-07-26",
        "fff33c3",
        ("origin",),
        "a blob URL has the origin of a file URL in its path, which this package takes for opaque",
        "If pathURL's scheme is “http”, “https”, or “file”, then return pathURL's origin.",
        False,
        (("blob:file:///a", None),),
    ),
    Change(
        "2024-03-25",
        "58acb06",
        ("API",),
        "`URL` has `parse()`",
        "static URL? parse(USVString url, optional USVString base);",
        False,
        (("https://h:x/", None),),
    ),
    Change(
        "2025-03-19",
        "c23aec1",
        ("state override",),
        "for URLPattern, the parser says that it ignored a hostname; the setter does the same as before",
        "If state override is given and state override is hostname state, then return failure.",
        False,
        (("http://a/ | hostname = b:8080", None),),
    ),
    Change(
        "2025-03-24",
        "cc8b776",
        ("state override",),
        "for URLPattern, the parser says that it ignored a port; the setter does the same as before",
        "If state override is given, then return failure.",
        False,
        (("http://a/ | port = x", None),),
    ),
    Change(
        "2026-01-13",
        "b6b3251",
        ("API",),
        "HTML's `Origin` can be made from a URL object",
        "Objects implementing the URL interface's extract an origin steps are to return this's URL's origin.",
        False,
        (("https://h/", None),),
    ),
    Change(
        "2026-03-31",
        "dc66b3b",
        ("encoding",),
        "another encoding than UTF-8 is used only with two percent-encode sets, one of which writes “+” for a space",
        "and an optional boolean spaceAsPlus (default false)",
        True,
        (("?1+1 2%20", "https://h/"),),
    ),
    Change(
        "2026-10-07",
        "fde3f74",
        ("API",),
        "the search setter makes the query object's list from the URL's query, so it no longer has tabs and newlines",
        # The text could not be read, so this is no sentence of it.
        "the query object's list is parsed from the URL's query",
        False,
        (("https://h/ | search = a\tb", None),),
    ),
)
"""The other changes of an answer: what an edition of a parser cannot show."""


class Edition(NamedTuple):
    """An edition: the standard as it was in a month, its *name*.

    *date* and *commit* are those of its last change here, and *changes* is the number of `CHANGES` that it has.
    """

    name: str
    date: str
    commit: str
    changes: int

    def has(self, change: Change) -> bool:
        """Return whether the edition has *change*.

        Raises:
            TypeError: If it is not a `Change`.
            ValueError: If it is not one of `CHANGES`.

        >>> EDITIONS["2020-11"].has(CHANGES[0])
        False
        """
        if not isinstance(change, Change):
            raise TypeError(f"the change must be a Change, not {type(change).__name__}")
        try:
            return CHANGES.index(change) < self.changes
        except ValueError:
            raise ValueError(f"the change of {change.date} is not one of CHANGES") from None

    @property
    def link(self) -> str:
        """The address of the text."""
        return f"https://github.com/whatwg/url/blob/{self.commit}/url.bs"


FIRST = Edition("2020-11", "2020-11-02", "2ce4938", 0)

TEXTS = (FIRST, *(Edition(change.date[:7], *change[:2], count) for count, change in enumerate(CHANGES, 1)))
"""The first text and the text after each change."""

EDITIONS: Mapping[str, Edition] = MappingProxyType({text.name: text for text in TEXTS})
"""The editions by their names. Each is the last text of a month in which an answer changed."""


def edition_named(name: str) -> Edition:
    """Return the edition of that name. Raises ValueError if there is none, and TypeError if *name* is not a str."""
    name = expect_str(name, "the name of an edition")
    if name not in EDITIONS:
        raise ValueError(f"there is no edition {quoted(name)}; the editions are {', '.join(EDITIONS)}")
    return EDITIONS[name]


REPORTED_SINCE: dict[str, Change] = {
    "domain-percent-encoded": ERRORS_LIKE_THE_GRAMMAR,
    "IPv4-non-ASCII-input": NON_ASCII_IPV4,
    "IPv4-too-few-parts": FOUR_IPV4_PARTS,
    "IPv6-piece-leading-zero": IPV6_LEADING_ZEROS,
}
"""The validation errors that the parser reports since a change, and did not report before."""


def is_reported(edition: Edition, name: str) -> bool:
    """Return whether the parser of *edition* reports the validation error *name*."""
    since = REPORTED_SINCE.get(name)
    return since is None or edition.has(since)
