"""Every production of the grammars of RFC 3986, its ancestors and its relatives, by name; and their character classes.

`matches` and `fails_at` take a string and the name of a production, such as ``hier-part``; `classify` takes a character
and `query_characters` nothing. The RFCs are 1738 (§5), 1808 (§2.2), 2396 (Appendix A), 2732 (§3, with Appendix B of RFC
2373), 3986 (Appendix A), 3987 (§2.2) and 6874 (§2). Those before RFC 3986 write ``|`` for ``/``, and ``*[ ]`` for
``*( )``. See https://www.rfc-editor.org/rfc/rfc3986#appendix-A.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from py_url.specs.grammar import InvalidSyntax
from py_url.specs.rfc3986.abnf import Grammar
from py_url.specs.rfc3986.reference import RULES, parse
from py_url.standard.infra.arguments import expect_one_of, expect_str
from py_url.standard.infra.percent_encoding import QUERY_PERCENT_ENCODE_SET, SPECIAL_QUERY_PERCENT_ENCODE_SET

Generation: TypeAlias = Literal["RFC 1738", "RFC 1808", "RFC 2396", "RFC 2732", "RFC 3986", "RFC 3987", "RFC 6874"]

_CHARACTERS_OF_1738 = r"""
lowalpha    = %x61-7A
hialpha     = %x41-5A
alpha       = lowalpha / hialpha
digit       = %x30-39
safe        = "$" / "-" / "_" / "." / "+"
extra       = "!" / "*" / "'" / "(" / ")" / ","
national    = "{" / "}" / "|" / "\" / "^" / "~" / "[" / "]" / "`"
punctuation = "<" / ">" / "#" / "%" / %x22
reserved    = ";" / "/" / "?" / ":" / "@" / "&" / "="
hex         = digit / "A" / "B" / "C" / "D" / "E" / "F"
escape      = "%" hex hex
unreserved  = alpha / digit / safe / extra
uchar       = unreserved / escape
"""

_RFC_1738 = f"""
genericurl     = scheme ":" schemepart
url            = httpurl / ftpurl / newsurl / nntpurl / telneturl / gopherurl / waisurl / mailtourl / fileurl
                    / prosperourl / otherurl
otherurl       = genericurl
scheme         = 1*( lowalpha / digit / "+" / "-" / "." )
schemepart     = *xchar / ip-schemepart
ip-schemepart  = "//" login [ "/" urlpath ]
login          = [ user [ ":" password ] "@" ] hostport
hostport       = host [ ":" port ]
host           = hostname / hostnumber
hostname       = *( domainlabel "." ) toplabel
domainlabel    = alphadigit / alphadigit *( alphadigit / "-" ) alphadigit
toplabel       = alpha / alpha *( alphadigit / "-" ) alphadigit
alphadigit     = alpha / digit
hostnumber     = digits "." digits "." digits "." digits
port           = digits
user           = *( uchar / ";" / "?" / "&" / "=" )
password       = *( uchar / ";" / "?" / "&" / "=" )
urlpath        = *xchar
ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ] ]
fpath          = fsegment *( "/" fsegment )
fsegment       = *( uchar / "?" / ":" / "@" / "&" / "=" )
ftptype        = "A" / "I" / "D"
fileurl        = "file://" [ host / "localhost" ] "/" fpath
httpurl        = "http://" hostport [ "/" hpath [ "?" search ] ]
hpath          = hsegment *( "/" hsegment )
hsegment       = *( uchar / ";" / ":" / "@" / "&" / "=" )
search         = *( uchar / ";" / ":" / "@" / "&" / "=" )
gopherurl      = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
gtype          = xchar
selector       = *xchar
gopher+_string = *xchar
mailtourl      = "mailto:" encoded822addr
encoded822addr = 1*xchar
newsurl        = "news:" grouppart
grouppart      = "*" / group / article
group          = alpha *( alpha / digit / "-" / "." / "+" / "_" )
article        = 1*( uchar / ";" / "/" / "?" / ":" / "&" / "=" ) "@" host
nntpurl        = "nntp://" hostport "/" group [ "/" digits ]
telneturl      = "telnet://" login [ "/" ]
waisurl        = waisdatabase / waisindex / waisdoc
waisdatabase   = "wais://" hostport "/" database
waisindex      = "wais://" hostport "/" database "?" search
waisdoc        = "wais://" hostport "/" database "/" wtype "/" wpath
database       = *uchar
wtype          = *uchar
wpath          = *uchar
prosperourl    = "prospero://" hostport "/" ppath *fieldspec
ppath          = psegment *( "/" psegment )
psegment       = *( uchar / "?" / ":" / "@" / "&" / "=" )
fieldspec      = ";" fieldname "=" fieldvalue
fieldname      = *( uchar / "?" / ":" / "@" / "&" )
fieldvalue     = *( uchar / "?" / ":" / "@" / "&" )
{_CHARACTERS_OF_1738}
xchar          = unreserved / reserved / escape
digits         = 1*digit
"""

_RFC_1808 = f"""
URL         = ( absoluteURL / relativeURL ) [ "#" fragment ]
absoluteURL = generic-RL / ( scheme ":" *( uchar / reserved ) )
generic-RL  = scheme ":" relativeURL
relativeURL = net_path / abs_path / rel_path
net_path    = "//" net_loc [ abs_path ]
abs_path    = "/" rel_path
rel_path    = [ path ] [ ";" params ] [ "?" query ]
path        = fsegment *( "/" segment )
fsegment    = 1*pchar
segment     = *pchar
params      = param *( ";" param )
param       = *( pchar / "/" )
scheme      = 1*( alpha / digit / "+" / "-" / "." )
net_loc     = *( pchar / ";" / "?" )
query       = *( uchar / reserved )
fragment    = *( uchar / reserved )
pchar       = uchar / ":" / "@" / "&" / "="
{_CHARACTERS_OF_1738}
"""

_RFC_2396 = r"""
URI-reference = [ absoluteURI / relativeURI ] [ "#" fragment ]
absoluteURI   = scheme ":" ( hier_part / opaque_part )
relativeURI   = ( net_path / abs_path / rel_path ) [ "?" query ]
hier_part     = ( net_path / abs_path ) [ "?" query ]
opaque_part   = uric_no_slash *uric
uric_no_slash = unreserved / escaped / ";" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","
net_path      = "//" authority [ abs_path ]
abs_path      = "/" path_segments
rel_path      = rel_segment [ abs_path ]
rel_segment   = 1*( unreserved / escaped / ";" / "@" / "&" / "=" / "+" / "$" / "," )
scheme        = alpha *( alpha / digit / "+" / "-" / "." )
authority     = server / reg_name
reg_name      = 1*( unreserved / escaped / "$" / "," / ";" / ":" / "@" / "&" / "=" / "+" )
server        = [ [ userinfo "@" ] hostport ]
userinfo      = *( unreserved / escaped / ";" / ":" / "&" / "=" / "+" / "$" / "," )
hostport      = host [ ":" port ]
host          = hostname / IPv4address
hostname      = *( domainlabel "." ) toplabel [ "." ]
domainlabel   = alphanum / alphanum *( alphanum / "-" ) alphanum
toplabel      = alpha / alpha *( alphanum / "-" ) alphanum
IPv4address   = 1*digit "." 1*digit "." 1*digit "." 1*digit
port          = *digit
path          = [ abs_path / opaque_part ]
path_segments = segment *( "/" segment )
segment       = *pchar *( ";" param )
param         = *pchar
pchar         = unreserved / escaped / ":" / "@" / "&" / "=" / "+" / "$" / ","
query         = *uric
fragment      = *uric
uric          = reserved / unreserved / escaped
reserved      = ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","
unreserved    = alphanum / mark
mark          = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"
escaped       = "%" hex hex
hex           = digit / "A" / "B" / "C" / "D" / "E" / "F"
alphanum      = alpha / digit
alpha         = lowalpha / upalpha
lowalpha      = %x61-7A
upalpha       = %x41-5A
digit         = %x30-39
control       = %x00-1F / %x7F
space         = %x20
delims        = "<" / ">" / "#" / "%" / %x22
unwise        = "{" / "}" / "|" / "\" / "^" / "[" / "]" / "`"
"""

_RFC_2732 = (
    _RFC_2396
    + r"""
host          = hostname / IPv4address / IPv6reference
IPv6reference = "[" IPv6address "]"
IPv6address   = hexpart [ ":" IPv4address ]
IPv4address   = 1*3digit "." 1*3digit "." 1*3digit "." 1*3digit
hexpart       = hexseq / hexseq "::" [ hexseq ] / "::" [ hexseq ]
hexseq        = hex4 *( ":" hex4 )
hex4          = 1*4hex
reserved      = ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / "," / "[" / "]"
unwise        = "{" / "}" / "|" / "\" / "^" / "`"
"""
)

_RFC_3986 = """
URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
hier-part     = "//" authority path-abempty / path-absolute / path-rootless / path-empty
URI-reference = URI / relative-ref
absolute-URI  = scheme ":" hier-part [ "?" query ]
relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority     = [ userinfo "@" ] host [ ":" port ]
userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
host          = IP-literal / IPv4address / reg-name
port          = *DIGIT
IP-literal    = "[" ( IPv6address / IPvFuture ) "]"
IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address   = 6( h16 ":" ) ls32
                    / "::" 5( h16 ":" ) ls32
                    / [ h16 ] "::" 4( h16 ":" ) ls32
                    / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
                    / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
                    / [ *3( h16 ":" ) h16 ] "::" h16 ":" ls32
                    / [ *4( h16 ":" ) h16 ] "::" ls32
                    / [ *5( h16 ":" ) h16 ] "::" h16
                    / [ *6( h16 ":" ) h16 ] "::"
h16           = 1*4HEXDIG
ls32          = ( h16 ":" h16 ) / IPv4address
IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet     = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35
reg-name      = *( unreserved / pct-encoded / sub-delims )
path          = path-abempty / path-absolute / path-noscheme / path-rootless / path-empty
path-abempty  = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-noscheme = segment-nz-nc *( "/" segment )
path-rootless = segment-nz *( "/" segment )
path-empty    = ""
segment       = *pchar
segment-nz    = 1*pchar
segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
query         = *( pchar / "/" / "?" )
fragment      = *( pchar / "/" / "?" )
pct-encoded   = "%" HEXDIG HEXDIG
unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
reserved      = gen-delims / sub-delims
gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
sub-delims    = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
ALPHA         = %x41-5A / %x61-7A
DIGIT         = %x30-39
HEXDIG        = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"""

_RFC_6874 = """
IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"
ZoneID     = 1*( unreserved / pct-encoded )
IPv6addrz  = IPv6address "%25" ZoneID
"""

_RFC_3987 = """
IRI            = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
ihier-part     = "//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty
IRI-reference  = IRI / irelative-ref
absolute-IRI   = scheme ":" ihier-part [ "?" iquery ]
irelative-ref  = irelative-part [ "?" iquery ] [ "#" ifragment ]
irelative-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme / ipath-empty
iauthority     = [ iuserinfo "@" ] ihost [ ":" port ]
iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
ihost          = IP-literal / IPv4address / ireg-name
ireg-name      = *( iunreserved / pct-encoded / sub-delims )
ipath          = ipath-abempty / ipath-absolute / ipath-noscheme / ipath-rootless / ipath-empty
ipath-abempty  = *( "/" isegment )
ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
ipath-noscheme = isegment-nz-nc *( "/" isegment )
ipath-rootless = isegment-nz *( "/" isegment )
ipath-empty    = ""
isegment       = *ipchar
isegment-nz    = 1*ipchar
isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )
ipchar         = iunreserved / pct-encoded / sub-delims / ":" / "@"
iquery         = *( ipchar / iprivate / "/" / "?" )
ifragment      = *( ipchar / "/" / "?" )
iunreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
ucschar        = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
                    / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD / %x70000-7FFFD / %x80000-8FFFD
                    / %x90000-9FFFD / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD / %xD0000-DFFFD
                    / %xE1000-EFFFD
iprivate       = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
"""

_TEXTS: dict[str, str] = {
    "RFC 1738": _RFC_1738,
    "RFC 1808": _RFC_1808,
    "RFC 2396": _RFC_2396,
    "RFC 2732": _RFC_2732,
    "RFC 3986": _RFC_3986,
    "RFC 3987": _RFC_3986 + _RFC_3987,
    "RFC 6874": _RFC_3986 + _RFC_6874,
}
_NEWEST = ("RFC 3986", "RFC 3987", "RFC 6874")
# Rules for one character that are no classes of the RFC.
_NO_CLASSES = frozenset({"hex", "HEXDIG", "ftptype"})


@cache
def _grammar(generation: str, zone: bool) -> Grammar:
    text = _TEXTS[generation]
    return Grammar(text + _RFC_6874 if zone and generation in _NEWEST else text)


def productions(generation: Generation = "RFC 3986") -> tuple[str, ...]:
    """Return the names of the productions of *generation*, in the order of its RFC.

    Raises:
        TypeError: If *generation* is not a str.
        ValueError: For another generation.

    >>> productions()[:3]
    ('URI', 'hier-part', 'URI-reference')
    """
    return _grammar_of(generation).rules


def _grammar_of(generation: str, *, zone: bool = False) -> Grammar:
    expect_one_of(generation, _TEXTS, "the generation")
    return _grammar(generation, zone)


def fails_at(string: str, rule: str, *, zone: bool = False, generation: Generation | None = None) -> int | None:
    """Return the offset of the first character at which *string* cannot follow *rule*.

    It is the length of the string if something is missing at the end, and None if the string follows the rule. *zone*
    and *generation* are those of `matches`, which raises the same errors.

    >>> fails_at("http://h/a b", "URI")
    10
    """
    grammar = _grammar_of("RFC 3987" if generation is None else generation, zone=zone)
    rule = expect_str(rule, "the rule")
    expect_one_of(rule, grammar.rules, "the rule")
    return grammar.fails_at(rule, expect_str(string, "the string"))


def matches(string: str, rule: str, *, zone: bool = False, generation: Generation | None = None) -> bool:
    """Return whether *string* follows *rule*, the name of any production.

    *generation* is the RFC whose grammar counts. Without it, that of RFC 3986 does, with RFC 3987 for the productions
    of IRIs. If *zone* is true, an IPv6 address in one of these grammars may have a zone identifier, as RFC 6874 says.
    `productions` lists the names. The time is linear in the length of the string, whatever the production.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For another rule or generation.

    >>> matches("//h/a", "hier-part")
    True
    """
    string, rule = expect_str(string, "the string"), expect_str(rule, "the rule")
    if generation is not None or rule not in RULES:
        return fails_at(string, rule, zone=zone, generation=generation) is None
    try:
        parse(string, rule, zone=zone)
    except InvalidSyntax:
        return False
    return True


def classify(character: str, generation: Generation = "RFC 3986") -> tuple[str, ...]:
    """Return the names of the character classes of *generation* that contain *character*, the smallest class first.

    A character without a class, such as ``^`` in RFC 3986, must be percent-encoded everywhere. ``%`` stands before an
    octet that is.

    Raises:
        TypeError: If an argument has another type.
        ValueError: For more or less than one character and for another generation.

    >>> classify("~"), classify("~", "RFC 1738")
    (('unreserved',), ('national',))
    """
    if len(expect_str(character, "the character")) != 1:
        raise ValueError(f"expected one character, not {len(character)}")
    code = ord(character)
    found = [
        (sum(last - first + 1 for first, last in ranges), name)
        for name, ranges in _grammar_of(generation).character_classes.items()
        if name not in _NO_CLASSES and any(first <= code <= last for first, last in ranges)
    ]
    return tuple(name for _, name in sorted(found, key=lambda one: one[0]))


@cache
def query_characters() -> dict[str, str]:
    """Return which ASCII characters a query may have without percent-encoding, by each generation and the URL Standard.

    The keys are the RFCs, of which RFC 1738 has a query only in http URLs (``search``); ``URL Standard``, for the
    characters of a valid URL; and ``URL parser`` and ``URL parser (special)``, for those that its parser leaves as they
    are, in URLs with special schemes or others.

    >>> "^" in query_characters()["URL parser"], "^" in query_characters()["RFC 3986"]
    (True, False)
    """
    from py_url.standard.infra.url_units import NOT_URL_UNIT

    ascii_characters = list(map(chr, range(0x80)))
    table: dict[str, str] = {
        generation: "".join(
            char
            for char in ascii_characters
            if matches(char, "search" if generation == "RFC 1738" else "query", generation=generation)
        )
        for generation in _ASCII_GENERATIONS
    }
    table["URL Standard"] = "".join(char for char in ascii_characters if not NOT_URL_UNIT.search(char))
    for name, percent_encode_set in (
        ("URL parser", QUERY_PERCENT_ENCODE_SET),
        ("URL parser (special)", SPECIAL_QUERY_PERCENT_ENCODE_SET),
    ):
        table[name] = "".join(char for char in ascii_characters if char not in percent_encode_set)
    return table


_ASCII_GENERATIONS: tuple[Generation, ...] = ("RFC 1738", "RFC 1808", "RFC 2396", "RFC 2732", "RFC 3986")
