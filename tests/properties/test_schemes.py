"""The schemes and part names on what Hypothesis makes: what is taken is written again, and the rest says where it is
wrong.
"""

import re

import pytest

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import given  # noqa: E402 - after the line that asks whether it is there
from hypothesis import strategies as st  # noqa: E402 - as above

from py_url import InvalidSyntax, opc, rfc3986  # noqa: E402 - as above
from py_url.schemes import acct, data, mailto, tag, tel, urn  # noqa: E402 - as above
from tests.properties.test_properties import many  # noqa: E402 - as above
from tests.unit.test_rfc3986 import by_the_book  # noqa: E402 - as above

# What a grammar takes is built again from what it was taken for.
SCHEMES = {
    urn.parse: ["urn:", "a", "example", "ex", "-", ":", "/", "?", "?+", "?=", "#", "%2F", "%2f", "é"],
    tag.parse: ["tag:", "a", "a.example", "@", ",", "2001", "-09", "-15", "-31", ":", "/", "?", "#", "%41"],
    mailto.parse: ["mailto:", "a", "@", "b.example", ",", "?", "&", "=", "subject", "%40", "%22", "%0D%0A", "%0A", "+"],
    tel.parse: [
        "tel:",
        "+",
        "1",
        "-",
        "(2)",
        "*",
        ";",
        "=",
        "ext",
        "ext=-",
        "isub=%FF",
        "phone-context",
        "a.b",
        "A",
        "%41",
        "m-x",
    ],
    acct.parse: ["acct:", "a", "@", "b.example", "%40", "%41", "!", ":", "é", "A"],
}
cases = st.sampled_from(list(SCHEMES)).flatmap(
    lambda parse: st.tuples(
        st.just(parse),
        st.lists(st.sampled_from(SCHEMES[parse]), max_size=12).map(lambda parts: SCHEMES[parse][0] + "".join(parts)),
    )
)


@many
@given(cases)
def test_what_a_scheme_takes_it_writes_again(case):
    parse, string = case
    try:
        parsed = parse(string)
    except InvalidSyntax as error:
        assert 0 <= error.offset <= len(string)
        assert error.input == string
        return
    written = str(parsed)
    assert parse(written) == parsed
    assert rfc3986.matches(written, "URI")


@many
@given(
    st.binary(max_size=30),
    st.sampled_from(["", ";a=b", "text/html", 'a/b;c="d e"']),
    st.sampled_from([True, False, None]),
)
def test_data_comes_back(body, mime_type, base64):
    whole = f"text/plain{mime_type}" if mime_type[:1] in ("", ";") else mime_type
    expected = data.parse_mime_type(whole if mime_type else "text/plain;charset=US-ASCII")
    assert data.process(data.build(body, mime_type, base64=base64)) == (expected, body)


def by_the_steps(string, source):
    """Annex A, step by step."""
    for char in " ":
        string = string.replace(char, "%20")  # of A.1's, all that is made here
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


part_pieces = [
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
]


@many
@given(st.lists(st.sampled_from(part_pieces), max_size=9).map("".join), st.sampled_from(["/", "/a", "/a/b/c.xml"]))
def test_part_names_are_such(string, source):
    name = by_the_steps(string, source)
    if ":" in re.split("[/?#]", string, maxsplit=1)[0] and re.match("[A-Za-z][A-Za-z0-9+.-]*:", string):
        name = None  # it has a scheme
    if name is None or not opc.is_part_name(name):
        with pytest.raises(ValueError, match=r"part name|scheme|package"):
            opc.part_name(string, source)
        return
    assert opc.part_name(string, source) == name
    assert opc.part_name(name, source) == name
    if not opc.is_relationships_part_name(name):
        assert opc.source_of_relationships(opc.relationships_part_name(name)) == name
    assert opc.parse_pack_uri(opc.compose_pack_uri("http://h/a?b", name)) == ("http://h/a?b", name, None)
