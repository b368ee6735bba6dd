"""Strategies for the inputs of the properties.

Strings built from the parts of a grammar are valid in it. With one change, made by `mutated`, most of them become
invalid, but stay close to valid ones. Guesses, made of pieces that matter to a URL, cover everything else.
"""

import re

from hypothesis import strategies as st

from py_url import URL

# Guesses.

PIECES = [
    *("http:", "https:", "file:", "foo:", "blob:", "ws:", "HTTP:", "//", "/", "\\", "?", "#", "@", ":"),
    *("[", "]", "[::1]", ".", "..", "%2e", "%", "%2F", "%zz", "|", "C:", "C|", "localhost", "example.com"),
    *("1.2.3.4", "0x7f", "09", "é", "ß", "xn--", "xn--zca", "\u3002", "\u00ad", "\u200d", "\u05d0", "\u0301"),
    *("\U0001f4a9", "\ud800", "\udfff", "\ufffe", " ", "\t", "\n", "\x00", "\x1f", "\x7f", '"', "'", "<", ">"),
    *("`", "^", "{", "}", "&", "=", "+", "80", "443", "65536"),
]
guesses = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)
scalar_strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


def mutated(strings, pieces=PIECES):
    """Near misses: insert a piece, delete a character, or replace a character with a piece."""

    def change(string, place, length, piece):
        place %= len(string) + 1
        return string[:place] + piece + string[place + length :]

    return st.builds(change, strings, st.integers(0, 60), st.integers(0, 1), st.just("") | st.sampled_from(pieces))


def evenly(*alternatives):
    """Draw from each alternative equally often; ``a | b`` draws more often from a strategy that itself has more
    alternatives.
    """
    return st.integers(0, len(alternatives) - 1).flatmap(alternatives.__getitem__)


def optional(strings):
    return evenly(st.just(""), strings)


def joined(pieces, *, least=0, most=5, by=""):
    """Strings of some of *pieces*, a list of strings or a strategy for them."""
    one = st.sampled_from(pieces) if isinstance(pieces, list) else pieces
    return st.lists(one, min_size=least, max_size=most).map(by.join)


def concatenated(*parts):
    """Strings of one part from each strategy, with fixed strings in between."""
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts)).map("".join)


# Addresses, each with its value.


@st.composite
def ipv4_spellings(draw):
    """(text, value): an IPv4 address in any spelling that the standard reads: one to four parts, decimal, octal or
    hexadecimal.
    """
    value = draw(st.integers(0, 2**32 - 1) | st.sampled_from([0, 1, 255, 256, 2**24 - 1, 2**24, 2**32 - 1]))
    count = draw(st.integers(1, 4))
    numbers = [*value.to_bytes(4)[: count - 1], value % 256 ** (5 - count)]
    parts = []
    for number in numbers:
        spelling = draw(st.sampled_from(["{}", "0{:o}", "000{:o}", "0x{:x}", "0X{:X}", "0x0{:x}"]))
        parts.append(draw(st.sampled_from(["0", "0x", "0X"])) if number == 0 else spelling.format(number))
    return ".".join(parts) + draw(st.sampled_from(["", "", "."])), value


_ipv6_pieces = st.just(0) | st.sampled_from([1, 9, 0xA, 0xFF, 0xFFFF]) | st.integers(0, 0xFFFF)


@st.composite
def ipv6_spellings(draw, *, leading_zeros=True):
    """(text, pieces): an IPv6 address without brackets, with or without ``::`` and an IPv4 address at its end."""
    pieces = draw(st.lists(_ipv6_pieces, min_size=8, max_size=8))
    ends_in_ipv4 = draw(st.booleans())
    texts = []
    for piece in pieces[:6] if ends_in_ipv4 else pieces:
        width = draw(st.integers(1, 4)) if leading_zeros else 1
        texts.append(f"{piece:0{width}{draw(st.sampled_from('xX'))}}")
    if ends_in_ipv4:
        first, second = pieces[6:]
        texts.append(f"{first >> 8}.{first & 255}.{second >> 8}.{second & 255}")
    # "::" may stand for any consecutive zero pieces, not only for the longest run or for a whole run.
    runs = [
        (start, end)
        for start in range(len(texts))
        for end in range(start + 1, len(texts) + 1)
        if not any(pieces[start:end]) and end <= (6 if ends_in_ipv4 else 8)
    ]
    run = draw(st.sampled_from([None, *runs]))
    if run is None:
        return ":".join(texts), tuple(pieces)
    return ":".join(texts[: run[0]]) + "::" + ":".join(texts[run[1] :]), tuple(pieces)


_IPV6_PIECES = ["0", "1", "ffff", "00a", "", "12345", "g"]
_IPV4_AT_THE_END = ["1.2.3.4", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1"]

ipv6_addresses = ipv6_spellings().map(lambda spelling: spelling[0])
# Addresses with too many pieces or too few, with more than one "::", or with a "::" that stands for no piece.
ipv6_near_misses = evenly(
    mutated(ipv6_addresses, [":", "::", ".", "1", "0", "ffff", "1.2.3.4", "g", ":1", "1:", "%1", "١"]),
    st.builds(
        str.replace,
        st.sampled_from(["{}", "::{}", "{}::", "{}:1.2.3.4", "{}::1.2.3.4", "::{}:1.2.3.4", "0::{}", "{}::0"]),
        st.just("{}"),
        joined(["0", "1", "ffff"], least=5, most=9, by=":"),
    ),
    joined([*_IPV6_PIECES, *_IPV4_AT_THE_END], least=1, most=10, by=":"),
)

# Hosts.

_ldh = st.from_regex("[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,5}[a-zA-Z0-9])?", fullmatch=True).filter(
    # Other labels of this form are Punycode, or reserved.
    lambda label: label[2:4] != "--"
)
_LETTERS = ["äöüßé", "абвгд", "αβγσς", "日本語中", "한국어", "กขค", "अआइ", "\U0001f600\U0001f4a9"]
_unicode_labels = st.sampled_from(_LETTERS).flatmap(lambda letters: st.text(letters, min_size=1, max_size=6))
_punycode_labels = _unicode_labels.map(lambda label: f"xn--{label.encode('punycode').decode()}")
labels = _ldh | _unicode_labels | _punycode_labels
_top_level = st.sampled_from(["com", "example", "de", "COM", "xn--p1ai", "みんな", "рф"])
_right_to_left = joined(["\u05d0\u05d1", "\u0627\u0628\u062c", "\u05d01", "\u06282\u062a"], least=1, most=3, by=".")

valid_domains = evenly(concatenated(joined(concatenated(labels, "."), most=3), _top_level), _right_to_left)
ipv4_addresses = st.integers(0, 2**32 - 1).map(lambda number: ".".join(map(str, number.to_bytes(4))))
bracketed = ipv6_addresses.map("[{}]".format)
_valid_bracketed = ipv6_spellings(leading_zeros=False).map(lambda spelling: f"[{spelling[0]}]")
valid_hosts = evenly(valid_domains, ipv4_addresses, _valid_bracketed)


def _percent_encoded(string, places):
    chars = [
        "".join(f"%{byte:02x}" for byte in char.encode()) if index in places else char
        for index, char in enumerate(string)
    ]
    return "".join(chars)


# Code points that map to themselves, to something else or to nothing, and code points that a domain may contain
# although it is then not valid.
_ODD = [*"aB._~-!éßⅷﬁ。ａ", "--", "\u00ad", "\u212b", "\u212a", "xn--a"]
odd_domains = concatenated(joined(_ODD, least=1, most=6), "x")
domains = evenly(valid_domains, odd_domains, concatenated(valid_domains, "."))
percent_encoded_hosts = st.builds(_percent_encoded, domains, st.sets(st.integers(0, 8), min_size=1, max_size=4))
ipv4_in_any_spelling = ipv4_spellings().map(lambda spelling: spelling[0])
parsing_hosts = evenly(domains, ipv4_in_any_spelling, bracketed, percent_encoded_hosts)

_SUB_DELIMS = [*"!$&'()*+,;="]
_UNRESERVED = [*"aBz09-._~"]
_ESCAPES = ["%41", "%2e", "%2F", "%c3%a9", "%C3%A9", "%ff", "%25", "%7e"]
_BEYOND_ASCII = ["é", "ß", "日本", "\U0001f600", "\u0645", "\xa0", "\ue000"]
_OPAQUE = [*_SUB_DELIMS, *_UNRESERVED, *_ESCAPES, *_BEYOND_ASCII]
valid_opaque_hosts = evenly(joined(_OPAQUE, least=1), _valid_bracketed)
opaque_hosts = evenly(joined([*_OPAQUE, "%", '"', "\x01", "`", "{"], least=1), bracketed)

# Valid URL strings, §4.3.

_units = [*_SUB_DELIMS, *_UNRESERVED, *_ESCAPES, *_BEYOND_ASCII, ":", "@"]
_segments = evenly(joined(_units, most=3), st.sampled_from(["", ".", "..", "%2e", "%2E.", "C:", "a.b"]))
_paths = joined(concatenated("/", _segments), least=1)
_queries = optional(concatenated("?", joined([*_units, "/", "?", "&", "="])))
_fragments = optional(concatenated("#", joined([*_units, "/", "?"])))
_ports = st.sampled_from(["", "", ":", ":80", ":443", ":8080", ":0", ":00080", ":65535"])
_special_schemes = st.sampled_from(["http:", "https:", "ws:", "wss:", "ftp:", "HTTP:"])
_other_schemes = st.sampled_from(["foo:", "a:", "Git+ssh:", "a1.-:", "urn:", "data:", "javascript:"])

_special = concatenated("//", valid_hosts, _ports, optional(_paths))
_file = concatenated("//", optional(valid_hosts), optional(_paths))
_opaque_authority = concatenated("//", optional(concatenated(valid_opaque_hosts, _ports)), optional(_paths))
_one_slash = _paths.filter(lambda path: not path.startswith("//"))
_opaque_paths = joined([*_units, "/"]).filter(lambda path: not path.startswith("/"))
_without_query = evenly(
    concatenated(_special_schemes, _special),
    concatenated("file:", _file),
    concatenated(_other_schemes, evenly(_opaque_authority, _one_slash, _opaque_paths)),
)
valid_urls = concatenated(_without_query, _queries, _fragments)
_scheme_less = joined(_segments, least=1, by="/").filter(lambda path: not re.match("/|[A-Za-z][A-Za-z0-9+.-]*:", path))
_on_the_same_machine = concatenated(evenly(_one_slash, _scheme_less, st.just("")), _queries, _fragments)


@st.composite
def valid_urls_with_bases(draw):
    """(string, base): a base that parses, or None, and a valid URL string for that base."""
    relative_to = {
        "https://u:p@h:8080/a/b?q#f": _special,
        "ftp://h": _special,
        "file:///C:/a/b": _file,
        "foo://h/a/b": _opaque_authority,
        "foo:/a": _opaque_authority,
    }
    base = draw(st.sampled_from([None, "foo:x", *relative_to]))
    if base is None:
        return draw(valid_urls), base
    relative = (
        concatenated("#", joined(_units))
        if base == "foo:x"
        else evenly(_on_the_same_machine, concatenated(relative_to[base], _queries, _fragments))
    )
    return draw(evenly(relative, valid_urls)), base


# URLs that parse, valid or not.

_odd_units = [*_units, *"\\|^`{}<'[] %\t\ufffe", '"', "%zz"]
_odd_segments = evenly(joined(_odd_units, most=3), st.sampled_from(["", ".", "..", "%2e%2E", "C|", "C:"]))
_odd_paths = joined(concatenated(st.sampled_from(["/", "/", "\\"]), _odd_segments), least=1)
_odd_queries = optional(concatenated("?", joined([*_odd_units, "?", "/"])))
_odd_fragments = optional(concatenated("#", joined([*_odd_units, "?", "/", "#"])))
_user_info = optional(
    concatenated(joined(["u", "é", "%41", ";", "@", " "], least=1, most=3), st.sampled_from(["@", ":p@", ":@"]))
)
_special_urls = concatenated(
    _special_schemes,
    st.sampled_from(["//", "//", "\\/", "///"]),
    _user_info,
    parsing_hosts,
    _ports,
    optional(_odd_paths),
)
_file_urls = concatenated("file:", optional(concatenated("//", parsing_hosts | st.just("localhost"))), _odd_paths)
_other_urls = concatenated(
    _other_schemes,
    evenly(
        concatenated(
            "//", _user_info, opaque_hosts, _ports, optional(concatenated("/", joined(_odd_segments, by="/")))
        ),
        joined(_odd_segments, by="/"),
    ),
)
_almost_all_parse = concatenated(evenly(_special_urls, _file_urls, _other_urls), _odd_queries, _odd_fragments)
# Deferred, so that Hypothesis does not print the whole strategy whenever the filter rejects an example.
parsing_urls = st.deferred(lambda: _almost_all_parse).filter(URL.can_parse)

# Bases, and references that need a base or may have one.
bases = evenly(
    st.none(),
    st.sampled_from(["http://u:p@h:8080/a/b?q#f", "file:///C:/a/b", "foo:x", "foo://h/a/b", "https://h/"]),
    parsing_urls,
)
references = evenly(
    joined(_odd_segments, by="/"),
    concatenated(st.sampled_from(["//", "/", "\\", "http:", "file:", "foo:", "?", "#"]), joined(_odd_segments, by="/")),
    concatenated(joined(_segments, by="/"), _odd_queries, _odd_fragments),
)
urls = evenly(guesses, references, parsing_urls, mutated(parsing_urls))

# URIs and IRIs, RFC 3986 and RFC 3987.

_reg_names = joined([*_SUB_DELIMS, *_UNRESERVED, *_ESCAPES, "localhost", "a.example", "1.2.3.4", "256.1.1.1"], most=3)
_ip_literals = bracketed | st.sampled_from(["[v1.x]", "[V1F.a:b]", "[v0.!]"])
_digits = st.sampled_from(["", "", ":", ":80", ":00", ":99999"])


def _uris(beyond_ascii, private):
    """Return strategies for (URIs, relative references), or for IRIs; *beyond_ascii* may occur anywhere, *private* only
    in the query.
    """
    chars = [*_SUB_DELIMS, *_UNRESERVED, *_ESCAPES, *beyond_ascii]
    scheme = st.sampled_from(["http:", "HTTP:", "a:", "urn:", "file:", "x+y.z-1:"])
    user_info = optional(concatenated(joined([*chars, ":"], most=3), "@"))
    reg_name = evenly(_reg_names, joined(chars, most=3))
    authority = concatenated("//", user_info, evenly(reg_name, _ip_literals, ipv4_addresses), _digits)
    dots = st.sampled_from([".", "..", "%2e", "a"])
    segment_nz = evenly(joined([*chars, ":", "@"], least=1, most=3), dots)
    segment_nz_nc = evenly(joined([*chars, "@"], least=1, most=3), dots)
    path_abempty = joined(concatenated("/", optional(segment_nz)))
    path_rootless = concatenated(segment_nz, path_abempty)
    path_noscheme = concatenated(segment_nz_nc, path_abempty)
    path_absolute = concatenated("/", optional(path_rootless))
    query = optional(concatenated("?", joined([*chars, *private, ":", "@", "/", "?"])))
    fragment = optional(concatenated("#", joined([*chars, ":", "@", "/", "?"])))
    with_a_slash = evenly(concatenated(authority, path_abempty), path_absolute)
    return (
        concatenated(scheme, evenly(with_a_slash, path_rootless, st.just("")), query, fragment),
        concatenated(evenly(with_a_slash, path_noscheme, st.just("")), query, fragment),
    )


uris, relative_refs = _uris([], [])
iris, irelative_refs = _uris(["é", "日本", "\U0001f600", "\u0645", "\u200e", "%E2%80%8E"], ["\ue000"])


# Schemes that name a server, each as strings that follow its grammar, and as the parts to build such a string of.

_SERVER_HOSTS = st.sampled_from(["h", "H.example", "1.2.3.4", "[::1]", "a%2f%41", "x-1.a.example"])
_OF_SERVERS = [*"aZ9-._~!$'()*+,", "%41", "%2F", "%c3%a9", "%3B", "%40", "%3A", "%25"]
_names = joined([*_OF_SERVERS, "&", "="], most=3)
_one_name = joined([*_OF_SERVERS, "&", "="], least=1, most=3)
_server_ports = st.sampled_from(["", "", ":", ":21", ":0143", ":70", ":110", ":65535", ":0"])
_mailboxes = joined([*_OF_SERVERS, ":", "@", "/", "a/b", "&", "="], least=1, most=4)
_user_and_auth = evenly(
    concatenated(_one_name, "@"),
    concatenated(optional(_one_name), st.sampled_from([";AUTH=", ";auth="]), evenly(st.just("*"), _one_name), "@"),
)
_numbers = st.sampled_from(["1", "20", "385759045", "4294967295"])

ftp_urls = concatenated(
    st.sampled_from(["ftp://", "FTP://"]),
    optional(concatenated(_names, optional(concatenated(":", _names)), "@")),
    _SERVER_HOSTS,
    _server_ports,
    optional(
        concatenated(
            "/",
            joined([*_OF_SERVERS, *":@&=?/", "//"], most=6),
            optional(st.sampled_from([";type=a", ";TYPE=I", ";type=d"])),
        )
    ),
    optional(st.just("#f")),
)
gopher_uris = concatenated(
    "gopher://",
    _SERVER_HOSTS,
    _server_ports,
    optional(
        concatenated(
            st.sampled_from(["/", "/1", "/0", "/7", "/%31", "/+"]),
            optional(
                concatenated(
                    st.sampled_from("019hI"),
                    joined([*_OF_SERVERS, *":@&=?/;"], most=4),
                    evenly(
                        st.just(""),
                        concatenated("%09", _names),
                        concatenated("%09", _names, "%09", joined([*_OF_SERVERS, "%0D%0A", "%09"], most=4)),
                    ),
                )
            ),
        )
    ),
)
imap_urls = concatenated(
    st.sampled_from(["imap://", "IMAP://"]),
    optional(_user_and_auth),
    _SERVER_HOSTS,
    _server_ports,
    optional(
        concatenated(
            "/",
            optional(
                concatenated(
                    _mailboxes,
                    optional(concatenated(";UIDVALIDITY=", _numbers)),
                    evenly(
                        optional(concatenated("?", joined([*_OF_SERVERS, "%0D%0A", ":"], least=1))),
                        concatenated(
                            st.sampled_from(["/;UID=", "/;uid="]),
                            _numbers,
                            optional(concatenated("/;SECTION=", _mailboxes)),
                            optional(concatenated("/;PARTIAL=", st.sampled_from(["0", "00.1", "7.4294967295"]))),
                            optional(
                                concatenated(
                                    optional(st.just(";EXPIRE=2030-02-28T23:59:60.25-01:30")),
                                    ";URLAUTH=",
                                    evenly(
                                        st.sampled_from(["authuser", "Anonymous"]),
                                        concatenated(st.sampled_from(["submit+", "user+"]), _one_name),
                                    ),
                                    optional(st.just(":internal:91354a473744909de610943775f92038")),
                                )
                            ),
                        ),
                    ),
                )
            ),
        )
    ),
)
pop_urls = concatenated(
    "pop://", optional(_user_and_auth), _SERVER_HOSTS, _server_ports, st.sampled_from(["", "/", "#f", "/#"])
)
_jid_nodes = joined([*"aZ9-._~!$()*+,;=", "%41", "%c3%a9", "%5C40"], least=1, most=3)
_jid_domains = st.sampled_from(["b.example", "B", "[::1]", "%C4%8Dechy.example", "1.2.3.4", "%5B%3A%3A1%5D"])
_jids = concatenated(
    optional(concatenated(_jid_nodes, "@")),
    _jid_domains,
    optional(concatenated("/", joined([*"aZ9-._~!$&'()*+,:;=", "%2F", "%40", "%20"], least=1, most=4))),
)
_words = joined([*"aZ9-._~", "%3B", "%3D", "%c3%a9"], most=3)
xmpp_uris = concatenated(
    st.sampled_from(["xmpp:", "XMPP:"]),
    evenly(
        _jids,
        concatenated(
            "//", _jid_nodes, "@", st.sampled_from(["b", "[::1]", "1.2.3.4"]), optional(concatenated("/", _jids))
        ),
    ),
    optional(concatenated("?", _words, joined(concatenated(";", _words, "=", _words), most=3))),
    optional(st.just("#a/?%20")),
)

_texts = st.text(st.characters(codec="utf-8"), max_size=5)
_some_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n\t"), max_size=5)
_secrets = st.sampled_from(["s3cr3t", "s3cr3t@x", "//s3cr3t:@/?#", "é:s3cr3t"])
_built_hosts = st.sampled_from(["h", "a.example", "1.2.3.4", "[::1]", "h/x", "u@h", ""])
_built_ports = st.sampled_from([0, 21, 70, 110, 143, 8080, 65535])
_encoded_texts = evenly(
    st.tuples(st.just("utf-8"), st.lists(_some_texts, min_size=4, max_size=4)),
    st.tuples(
        st.just("latin-1"),
        st.lists(
            st.text(st.characters(max_codepoint=255, exclude_characters="\0\r\n\t"), max_size=5), min_size=4, max_size=4
        ),
    ),
)


def _or_none(values):
    return evenly(st.none(), values)


@st.composite
def _parts_of_ftp(draw):
    encoding, (folder, other, name, user) = draw(_encoded_texts)
    has_user = draw(st.booleans())
    return {
        "host": draw(_built_hosts),
        "cwd": draw(st.sampled_from([(), (folder,), (folder, other), ("", folder, "/", other)])),
        "name": name,
        "type": draw(st.sampled_from([None, "a", "i", "d"])),
        "user": user if has_user else None,
        "password": draw(_or_none(_secrets)) if has_user else None,
        "port": draw(_built_ports),
        "encoding": encoding,
    }


@st.composite
def _parts_of_gopher(draw):
    encoding, (selector, search, gopher_plus, _) = draw(_encoded_texts)
    return {
        "host": draw(_built_hosts),
        "selector": selector,
        "type": draw(st.sampled_from([*"0179hI+?/%", "", "10"])),
        "search": draw(st.sampled_from([None, search])),
        "gopher_plus": draw(st.sampled_from([None, gopher_plus, "+\t1\r\n"])),
        "port": draw(_built_ports),
        "encoding": encoding,
    }


parts_of_ftp, parts_of_gopher = _parts_of_ftp(), _parts_of_gopher()
parts_of_pop = st.fixed_dictionaries(
    {
        "host": _built_hosts,
        "user": _or_none(_some_texts),
        "auth": st.sampled_from([None, "*", "+APOP", "SCRAM-SHA-256", "É;"]),
        "port": _built_ports,
    }
)
_of_a_message = st.fixed_dictionaries(
    {
        "mailbox": st.text(st.characters(codec="utf-8"), min_size=1, max_size=5),
        "uid": evenly(st.integers(1, 2**32 - 1), st.sampled_from([0, 2**32])),
        "section": st.sampled_from([None, "1.2", "HEADER.FIELDS (DATE)", "a/", "/;PARTIAL=1"]),
        "partial": _or_none(st.tuples(st.integers(0, 2**32 - 1), _or_none(st.integers(1, 2**32 - 1)))),
    }
)
_of_a_search = st.fixed_dictionaries({"mailbox": evenly(_texts, st.just("INBOX")), "search": _or_none(_texts)})
parts_of_imap = st.builds(
    dict.__or__,
    st.fixed_dictionaries({"host": _built_hosts, "user": _or_none(_some_texts), "port": _built_ports}),
    evenly(_of_a_message, _of_a_search, st.just({})),
)
parts_of_xmpp = st.fixed_dictionaries(
    {
        "address": _or_none(st.sampled_from(["a@b", "b", "é!@č.example/v Praze", "a@[::1]/", "a@b/c/d@e", "[::1]"])),
        "account": _or_none(st.sampled_from(["a@b", "é@č.example", "a@[::1]", "b"])),
        "query_type": _or_none(_texts),
        "parameters": st.dictionaries(_texts, _texts, max_size=2)
        | st.fixed_dictionaries({"password": _secrets, "x": _texts}),
        "fragment": _or_none(st.sampled_from(["", "a/?", "%20"])),
    }
)
