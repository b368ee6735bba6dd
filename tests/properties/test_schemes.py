"""The schemes and part names on inputs from Hypothesis: an accepted string can be written again, and an error says
where a refused string is wrong.
"""

import re

import pytest

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url import URL  # noqa: E402 - as above
from py_url.specs import opc, rfc3986  # noqa: E402 - as above
from py_url.specs.grammar import InvalidSyntax  # noqa: E402 - as above
from py_url.specs.schemes import (  # noqa: E402 - as above
    acct,
    data,
    from_user_input,
    ftp,
    gopher,
    imap,
    mailto,
    pop,
    tag,
    tel,
    urn,
    xmpp,
)
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    concatenated,
    evenly,
    ftp_urls,
    gopher_uris,
    imap_urls,
    joined,
    mutated,
    optional,
    parts_of_ftp,
    parts_of_gopher,
    parts_of_imap,
    parts_of_pop,
    parts_of_xmpp,
    pop_urls,
    xmpp_uris,
)
from tests.support.hypothesis_profile import examples, many  # noqa: E402 - as above
from tests.unit.test_rfc3986 import by_the_book  # noqa: E402 - as above

_PCHARS = [
    "a",
    "Z",
    "9",
    "-",
    ".",
    "_",
    "~",
    "!",
    "$",
    "&",
    "'",
    "(",
    "*",
    "+",
    ",",
    ";",
    "=",
    ":",
    "@",
    "%2F",
    "%c3%a9",
]
_fragments = optional(concatenated("#", joined([*_PCHARS, "/", "?"], most=3)))
_components = concatenated(st.sampled_from(_PCHARS), joined([*_PCHARS, "/"], most=3))
_domains = st.sampled_from(["a.example", "B.example", "localhost", "x-1.a.example"])

urns = concatenated(
    st.sampled_from(["urn:", "URN:"]),
    st.sampled_from(["example", "ex", "isbn", "X-a", "urn-7", "a" * 32]),
    ":",
    _components,
    optional(concatenated("?+", _components)),
    optional(concatenated("?=", _components)),
    _fragments,
)
tags = concatenated(
    "tag:",
    optional(st.sampled_from(["a@", "a.b_c-d@"])),
    _domains,
    st.sampled_from([",2001", ",2001-09", ",2001-09-15", ",2000-02-29", ",9999-12-31"]),
    ":",
    joined([*_PCHARS, "/", "?"]),
    _fragments,
)
_addresses = concatenated(
    joined(["a", "b.c", "d+e", "%25", "%22%40%22", "%C3%A9"], least=1, most=1),
    "@",
    evenly(_domains, st.just("[1.2.3.4]")),
).map(lambda address: address.replace("[", "%5B").replace("]", "%5D"))
_fields = concatenated(
    st.sampled_from(["subject", "body", "To", "bcc", "x-%C3%A9", ""]),
    "=",
    joined(["a", "+", "%0D%0A", "%26", "@", ","]),
)
mailtos = concatenated(
    "mailto:", joined(_addresses, most=3, by=","), optional(concatenated("?", joined(_fields, least=1, most=3, by="&")))
)
_contexts = st.sampled_from(["1;phone-context=+1-2", "f;phone-context=A.b"])
_parameters = [";ext=7-9", ";a", ";B=x%41", ";m-x=[a]", ";isub=%FFa", ";c=%C3%A9"]
tels = concatenated(
    st.sampled_from(["tel:", "TEL:"]),
    evenly(
        concatenated("+", joined(["1", "20", "-", ".", "(3)"], most=4), "1"),
        concatenated(
            joined(["1", "A", "*", "%23", "-"], most=4),
            st.sampled_from(["1;phone-context=+1-2", "f;phone-context=A.b"]),
        ),
    ),
    st.lists(st.sampled_from(_parameters), unique=True, max_size=3)
    # §5.3 forbids both.
    .filter(lambda parameters: not {_parameters[0], _parameters[4]} <= set(parameters))
    .map("".join),
)
accts = concatenated(
    "acct:",
    concatenated(st.sampled_from(["a", "B", "!"]), joined(["a", "Z", "%40", "%41", "%C3%A9", "$", "~"])),
    "@",
    evenly(_domains, st.sampled_from(["%41", "1.2.3.4", "a%c3%a9", "B=;"])),
)
SCHEMES = {"urn": urns, "tag": tags, "mailto": mailtos, "tel": tels, "acct": accts}
SCHEMES |= {"ftp": ftp_urls, "gopher": gopher_uris, "imap": imap_urls, "pop": pop_urls, "xmpp": xmpp_uris}
PARSERS = {"urn": urn.parse, "tag": tag.parse, "mailto": mailto.parse, "tel": tel.parse, "acct": acct.parse}
PARSERS |= {"ftp": ftp.parse, "gopher": gopher.parse, "imap": imap.parse, "pop": pop.parse, "xmpp": xmpp.parse}
_MARKS = ["%", "%0A", "%FF", ":", "/", "?", "#", "@", ",", ";", "=", "&", "é", " ", '"', "", "-", "00"]
cases = st.sampled_from(sorted(SCHEMES)).flatmap(
    lambda scheme: st.tuples(st.just(scheme), evenly(SCHEMES[scheme], mutated(SCHEMES[scheme], _MARKS)))
)


@reaches(**dict.fromkeys(SCHEMES, 0.005), refused=0.1)
@many
@given(cases)
@example(("urn", "urn:ab:"))
@example(("tag", "tag:a,2001-02-30:"))
@example(("mailto", "mailto:a@b,"))
@example(("tel", "tel:1"))
@example(("tel", "tel:+1;ext=1;isub=1"))
@example(("acct", "acct:%41@a"))
def test_what_a_scheme_takes_it_writes_again(case):
    scheme, string = case
    parse = PARSERS[scheme]
    try:
        parsed = parse(string)
    except InvalidSyntax as error:
        reached("refused")
        assert 0 <= error.offset <= len(string)
        assert error.input == string
        return
    reached(scheme)
    written = str(parsed)
    assert parse(written) == parsed
    assert rfc3986.matches(written, "URI")


@reaches(**dict.fromkeys(SCHEMES, 0.005))
@many
@given(st.sampled_from(sorted(SCHEMES)).flatmap(lambda scheme: st.tuples(st.just(scheme), SCHEMES[scheme])))
def test_what_the_grammar_of_a_scheme_makes_is_taken(case):
    scheme, string = case
    parsed = PARSERS[scheme](string)
    assert PARSERS[scheme](str(parsed)) == parsed
    reached(scheme)


def what_is_built_has_its_parts(module, parts):
    """Build a URI of *parts*, and read them again."""
    try:
        built = module.build(**parts)
    except ValueError as error:
        reached("refused")
        assert not isinstance(error, UnicodeError)
        return
    reached("built")
    encoding = {"encoding": parts["encoding"]} if "encoding" in parts else {}
    assert module.parse(str(built), **encoding) == built
    assert rfc3986.matches(str(built), "URI")
    for name, part in parts.items():
        if name == "parameters":
            assert dict(built.parameters) == part
        elif name in ("address", "account"):
            assert part is None or str(getattr(built, name)) == part
        elif name == "search" and part is None:
            assert built.search == ("" if parts.get("gopher_plus") is not None else None)
        else:
            assert getattr(built, name) == part
    assert "s3cr3t" not in repr(built)


@reaches(built=0.2, refused=0.05)
@examples(300)
@given(parts_of_ftp)
@example({"host": "h", "password": "p"})
def test_building_ftp(parts):
    what_is_built_has_its_parts(ftp, parts)


@reaches(built=0.2, refused=0.05)
@examples(300)
@given(parts_of_gopher)
def test_building_gopher(parts):
    what_is_built_has_its_parts(gopher, parts)


@reaches(built=0.04, refused=0.05)
@examples(300)
@given(parts_of_imap)
def test_building_imap(parts):
    what_is_built_has_its_parts(imap, parts)


@reaches(built=0.2, refused=0.05)
@examples(300)
@given(parts_of_pop)
def test_building_pop(parts):
    what_is_built_has_its_parts(pop, parts)


@reaches(built=0.04, refused=0.05)
@examples(300)
@given(parts_of_xmpp)
@example({"address": "a@b@c"})
def test_building_xmpp(parts):
    what_is_built_has_its_parts(xmpp, parts)


@reaches(percent_encoded=0.2, in_base64=0.2)
@many
@given(
    st.binary(max_size=30),
    st.sampled_from(["", ";a=b", "text/html", 'a/b;c="d e"']),
    st.sampled_from([True, False, None]),
)
def test_data_comes_back(body, mime_type, base64):
    whole = f"text/plain{mime_type}" if mime_type[:1] in ("", ";") else mime_type
    expected = data.parse_mime_type(whole if mime_type else "text/plain;charset=US-ASCII")
    url = data.build(body, mime_type, base64=base64)
    reached("in_base64" if ";base64," in url else "percent_encoded")
    assert data.process(url) == (expected, body)


def by_the_steps(string, source):
    """Annex A, step by step."""
    for char in " ":
        string = string.replace(char, "%20")  # the only characters of A.1 in these inputs
    path = re.split("[?#]", string.replace("\\", "%5C").replace("é", "%C3%A9"), maxsplit=1)[0]
    path = path.replace("[", "%5B").replace("]", "%5D")
    path = re.sub("%(?![0-9A-Fa-f]{2})", "%25", path)
    path = re.sub("%(2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])", lambda m: chr(int(m[1], 16)), path)
    path = re.sub("%(2[Ff]|5[Cc])", lambda match: chr(int(match[1], 16)), path)
    path = path.replace("\\", "/")
    path = "/".join(segment.rstrip(".") or segment for segment in path.split("/"))
    while "//" in path:
        path = path.replace("//", "/")
    path = path.removesuffix("/")
    path = "/".join(segment for segment in path.split("/") if not re.fullmatch(r"\.{3,}", segment))
    return by_the_book(path if path.startswith("/") else source.rpartition("/")[0] + "/" + path) if path else source


PART_PIECES = [
    *(
        "a",
        "b.xml",
        ".",
        "..",
        "...",
        "/",
        "\\",
        "%",
        "%2F",
        "%5c",
        "%41",
        "%2e",
        "[1]",
        " ",
        "é",
        "#f",
        "?q",
        "a.",
        ":",
    ),
]
part_references = evenly(
    joined(PART_PIECES, most=9),
    joined(["a", "b.xml", "..", ".", "c%20d", "é", "[1]", "_rels", "x.rels", ""], least=1, by="/"),
)


@reaches(a_part=0.3, refused=0.03, resolved=0.2)
@many
@given(part_references, st.sampled_from(["/", "/a", "/a/b/c.xml"]))
@example("../..", "/a/b/c.xml")
@example("_rels/c.xml.rels", "/a/b/c.xml")
@example("a:b", "/")
def test_part_names_are_such(string, source):
    name = by_the_steps(string, source)
    if ":" in re.split("[/?#]", string, maxsplit=1)[0] and re.match("[A-Za-z][A-Za-z0-9+.-]*:", string):
        name = None  # it has a scheme
    if name is None or not opc.is_part_name(name):
        with pytest.raises(ValueError, match=r"part name|scheme|package"):
            opc.part_name(string, source)
        reached("refused")
        return
    reached("a_part")
    if name.removeprefix("/") != string.removeprefix("/"):
        reached("resolved")
    assert opc.part_name(string, source) == name
    assert opc.part_name(name, source) == name
    if not opc.is_relationships_part_name(name):
        assert opc.source_of_relationships(opc.relationships_part_name(name)) == name
    assert opc.parse_pack_uri(opc.compose_pack_uri("http://h/a?b", name)) == ("http://h/a?b", name, None)


# What people type as a host, and what stands around one in a text or a scheme.
TYPED = [
    "h.example",
    "http",
    "my_app",
    "localhost",
    "1.1",
    "//",
    "/",
    "\\",
    ":",
    ":80",
    "@",
    "?",
    "#",
    " ",
    "“",
    "”",
    "(",
    ")",
    ",",
    ";",
]


@reaches(guessed=0.04, refused=0.3)
@many
@given(joined(TYPED, most=7))
@example("https//h.example")
@example("u:1 2@h.example")
@example(r"\\my_app")
def test_a_guess_has_a_host_that_somebody_typed(string):
    try:
        url, assumed = from_user_input(string)
    except ValueError:
        reached("refused")
        return
    text = string.strip(" “”()") if assumed and "around" in assumed[0] else string
    if not assumed or not assumed[-1].startswith("the scheme is") or re.match(r"[/\\“”()]", text):
        return
    reached("guessed")
    authority = re.split(r"[/\\?#]", text, maxsplit=1)[0]
    userinfo, _, host = authority.rpartition("@")
    assert not re.match(r"[/\\]{2}", text[len(authority) :])
    assert re.fullmatch("[^:,;“”()@]*(:[0-9]+)?", host)
    assert " " not in userinfo
    assert url.host == URL(f"{url.protocol}//{host}").host
