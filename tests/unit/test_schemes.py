"""The schemes with their own syntax: the examples of their RFCs, and the strings that each refuses."""

import datetime
import re
from urllib.parse import quote

import pytest

from py_url import URL, display, editions
from py_url.specs import rfc3986, schemes
from py_url.specs.grammar import InvalidSyntax
from py_url.specs.rfc3986.normalization import DEFAULT_PORTS
from py_url.specs.schemes import acct, data, mailto, tag, tel, urn
from py_url.standard import basic_parse
from py_url.standard.urls.record import SPECIAL_SCHEMES
from tests.support.refusing import refuses


def test_the_table():
    assert schemes.SCHEMES["https"].default_port == 443
    assert schemes.SCHEMES["https"].is_special
    assert not schemes.SCHEMES["mailto"].is_hierarchical
    assert schemes.SCHEMES["mailto"].path_kinds == ("path-rootless", "path-empty")
    assert datetime.date.fromisoformat(schemes.DATE) < datetime.datetime.now(datetime.UTC).date()
    assert schemes.SOURCE.startswith("https://www.iana.org/")
    assert schemes.LICENCE.startswith("https://www.iana.org/")
    for name, scheme in schemes.SCHEMES.items():
        assert scheme.name == name == name.lower()
        assert basic_parse(f"{name}:").scheme == name if not scheme.is_special else True
    assert [name for name, scheme in schemes.SCHEMES.items() if scheme.is_special] == [
        "ftp",
        "http",
        "https",
        "ws",
        "wss",
        "file",
    ]
    for name in ("ftp", "http", "https", "ws", "wss"):
        assert URL(f"{name}://h:{schemes.SCHEMES[name].default_port}/").port == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *(("", "start with a letter"), ("1a", "start with a letter"), ("a_b", "start with a letter")),
        *(("Foo", "lower case"), ("a..b", "reversed"), ("url", "general"), ("http", "registered by RFC 9110")),
        *(("spotify", "already registered by Spotify"), ("slack", "without a registration by Slack")),
    ],
)
def test_names_for_schemes(name, why):
    (problem,) = schemes.scheme_name_problems(name)
    assert why in problem
    assert schemes.scheme_name_problems("com.example.my-thing") == schemes.scheme_name_problems("web+foo") == []


A = "urn:example:a123,z456"


@pytest.mark.parametrize(
    ("a", "b", "are"),
    [
        # RFC 8141 §3.2
        *((A, "URN:example:a123,z456", True), (A, "urn:EXAMPLE:a123,z456", True), (A, f"{A}?+abc", True)),
        *((A, f"{A}?=xyz", True), (A, f"{A}#789", True), (A, f"{A}/foo", False), (f"{A}/foo", f"{A}/bar", False)),
        *((A, "urn:example:a123%2Cz456", False), ("urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456", True)),
        *((A, "urn:example:A123,z456", False), (A, "urn:example:a123,Z456", False)),
        (A, "urn:example:%D0%B0123,z456", False),
    ],
)
def test_urn_equivalence(a, b, are):
    assert urn.equivalent(a, b) is urn.equivalent(b, a) is are


@pytest.mark.parametrize(
    ("string", "parts"),
    [
        # RFC 8141 §2.3
        ("urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", ("foo-bar-baz-qux", "CCResolve:cc=uk", None, None)),
        ("urn:example:weather?=op=map&lat=39.56", ("weather", None, "op=map&lat=39.56", None)),
        ("urn:example:foo-bar-baz-qux#somepart", ("foo-bar-baz-qux", None, None, "somepart")),
        ("urn:example:1/406/47452/2", ("1/406/47452/2", None, None, None)),
        ("urn:example:a?+r?s?=q?+?=#f?#"[:-1], ("a", "r?s", "q?+?=", "f?")),
        ("urn:example:a?+r#", ("a", "r", None, "")),
    ],
)
def test_urns(string, parts):
    parsed = urn.parse(string)
    assert parsed == ("example", *parts)
    assert str(parsed) == string
    assert urn.build(*parsed[:2], **dict(zip(urn.URN._fields[2:], parsed[2:], strict=True))) == parsed
    assert rfc3986.matches(string, "URI")


@pytest.mark.parametrize(
    ("string", "offset"),
    [
        *(("ur:a", 0), ("urn:", 4), ("urn:a:b", 5), ("urn:-a:b", 4), ("urn:a-:b", 6), ("urn:a_b:c", 5), ("urn:ab", 6)),
        *((f"urn:{'a' * 33}:b", 37), ("urn:ab:", 7), ("urn:ab:/c", 7), ("urn:ab:c?d", 9), ("urn:ab:c?", 9)),
        *(("urn:ab:c?+", 10), ("urn:ab:c?+/d", 10), ("urn:ab:c?=", 10), ("urn:ab:c?=?d", 10), ("urn:ab:é", 7)),
        *(("urn:ab:%4", 9), ("urn:a%41b:c", 5), ("urn:ab:c#d#e", 10), ("urn:ab:c?+d?=", 13)),
    ],
)
def test_invalid_urn(string, offset):
    refuses(urn.parse, string, offset)


def test_urns_namespaces():
    kinds = {"example": "formal", "isbn": "formal", "urn-7": "informal", "URN-7": "informal", "urn-07": "reserved"}
    kinds |= {"X-foo": "reserved", "ab": "reserved", "xn--abc": "reserved", "us-tax": "reserved", "urn-x": "reserved"}
    for nid, kind in kinds.items():
        assert urn.parse(f"urn:{nid}:x").namespace_kind == kind, nid


def test_urns_that_cannot_be_built():
    with pytest.raises(InvalidSyntax, match="nss"):
        urn.build("example", "a#b")
    with pytest.raises(InvalidSyntax):
        urn.build("example", "a b")
    with pytest.raises(InvalidSyntax, match="nid"):
        urn.build("ab:cd", "e")
    for wrong in (urn.URN("example", "a#b"), urn.URN("example", "a", q_component="b#c"), urn.URN("x", "a")):
        with pytest.raises(InvalidSyntax):
            str(wrong)
    with pytest.raises(TypeError, match="the q_component must be a str, not int"):
        urn.build("example", "a", q_component=1)
    with pytest.raises(TypeError, match="not str"):
        urn.parse("urn:ab:c").equivalent("urn:ab:c")


@pytest.mark.parametrize(
    ("string", "parts"),
    [
        # RFC 4151 §2.1 and §2.2
        ("tag:timothy@hpl.hp.com,2001:web/externalHome", ("timothy@hpl.hp.com", "2001", "web/externalHome", None)),
        ("tag:sandro@w3.org,2004-05:Sandro", ("sandro@w3.org", "2004-05", "Sandro", None)),
        (
            "tag:my-ids.com,2001-09-15:TimKindberg:presentations:UBath2004-05-19",
            ("my-ids.com", "2001-09-15", "TimKindberg:presentations:UBath2004-05-19", None),
        ),
        ("tag:blogger.com,1999:blog-555", ("blogger.com", "1999", "blog-555", None)),
        ("tag:yaml.org,2002:int", ("yaml.org", "2002", "int", None)),
        ("tag:example.com,2000:", ("example.com", "2000", "", None)),
        ("tag:example.com,2000:a?b#c?", ("example.com", "2000", "a?b", "c?")),
    ],
)
def test_tags(string, parts):
    parsed = tag.parse(string)
    assert parsed == parts
    assert str(parsed) == string
    assert tag.build(*parsed) == parsed


def test_tags_are_equal_character_by_character():
    """RFC 4151 §2.4"""
    base = tag.parse("tag:example.com,2000:")
    assert base != tag.parse("tag:EXAMPLE.com,2000:")
    assert base != tag.parse("tag:example.com,2000-01-01:")
    assert base.day == tag.parse("tag:example.com,2000-01-01:").day == datetime.date(2000, 1, 1)
    assert tag.parse("tag:a,2001-02-28:").day == datetime.date(2001, 2, 28)
    assert tag.parse("tag:a,2000-12-31:").day == datetime.date(2000, 12, 31)


@pytest.mark.parametrize(
    ("string", "offset"),
    [
        *(("tag", 0), ("tag:", 4), ("tag:a", 5), ("tag:a,", 6), ("tag:a,2000", 6), ("tag:a_b,2000:", 5)),
        *(("tag:-a,2000:", 4), ("tag:a+b@c,2000:", 5), ("tag:a,200:", 6), ("tag:a,2000-13:", 6)),
        *(
            ("tag:a,2001-02-29:", 6),
            ("tag:a,2000-1:", 6),
            ("tag:a,0000:", 6),
            ("tag:a,2000-02-30:", 6),
            ("tag:a,2000:b c", 12),
        ),
        *(("tag:a,2000:b#c#", 14), ("tag:a,2000:[", 11)),
    ],
)
def test_invalid_tag(string, offset):
    refuses(tag.parse, string, offset)


def test_tags_that_cannot_be_built():
    assert tag.build("a.example", datetime.date(2020, 1, 1)).date == "2020"
    assert tag.build("a.example", datetime.date(2020, 2, 1)).date == "2020-02"
    assert tag.build("a.example", datetime.date(2020, 1, 2)).date == "2020-01-02"
    today = datetime.datetime.now(datetime.UTC).date()
    assert tag.build("a.example", today).day == today
    for day in ("2999", today + datetime.timedelta(days=2)):
        with pytest.raises(ValueError, match="before that day"):
            tag.build("hp.com", day)
    with pytest.raises(InvalidSyntax):
        tag.build("a.example", "2020", "a#b")
    for wrong in (tag.Tag("a.example", "2020", "a#b"), tag.Tag("a", "2020:x", "b"), tag.Tag("a b", "2020", "")):
        with pytest.raises(InvalidSyntax):
            str(wrong)
    for wrong in (("a.example", "2020", None), ("a.example", "2020", "a", 5), ("a.example", 2020)):
        with pytest.raises(TypeError, match=r"NoneType|int"):
            tag.build(*wrong)


# RFC 6068 §6
@pytest.mark.parametrize(
    ("string", "to", "fields"),
    [
        ("mailto:chris@example.com", ["chris@example.com"], []),
        ("mailto:infobot@example.com?subject=current-issue", ["infobot@example.com"], [("subject", "current-issue")]),
        (
            "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
            ["infobot@example.com"],
            [("body", "send current-issue\r\nsend index")],
        ),
        (
            "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
            ["list@example.org"],
            [("In-Reply-To", "<3469A91.D10AF4C@example.com>")],
        ),
        (
            "mailto:joe@example.com?cc=bob@example.com&body=hello",
            ["joe@example.com"],
            [("cc", "bob@example.com"), ("body", "hello")],
        ),
        ("mailto:gorby%25kremvax@example.com", ["gorby%kremvax@example.com"], []),
        ("mailto:unlikely%3Faddress@example.com?blat=foop", ["unlikely?address@example.com"], [("blat", "foop")]),
        ("mailto:Mike%26family@example.org", ["Mike&family@example.org"], []),
        ("mailto:%22not%40me%22@example.org", ['"not@me"@example.org'], []),
        ("mailto:%22oh%5C%5Cno%22@example.org", [r'"oh\\no"@example.org'], []),
        (
            "mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
            [r'"\\\"it' + r"'s\ ugly\\\"" + '"@example.org'],
            [],
        ),
        ("mailto:user@example.org?subject=caf%C3%A9", ["user@example.org"], [("subject", "café")]),
        (
            "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D",
            ["user@example.org"],
            [("subject", "=?utf-8?Q?caf=C3=A9?=")],
        ),
        (
            "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
            ["user@納豆.example.org"],
            [("subject", "Test"), ("body", "NATTO")],
        ),
        ("mailto:", [], []),
        ("mailto:?to=addr1@an.example,addr2@an.example", [], [("to", "addr1@an.example,addr2@an.example")]),
        ("mailto:a@b,c@[::1]".replace("[", "%5B").replace("]", "%5D"), ["a@b", "c@[::1]"], []),
        ("MAILTO:a+b@c?subject=1+1#fragment", ["a+b@c"], [("subject", "1+1")]),
    ],
)
def test_mailto(string, to, fields):
    parsed = mailto.parse(string)
    assert (list(parsed.to), list(parsed.raw_fields)) == (to, fields)
    assert list(parsed.fields) == [field for field in fields if field[0] != "blat"]
    assert mailto.parse(str(parsed)) == parsed
    assert rfc3986.matches(str(parsed), "URI")


def test_mailto_recipients():
    """RFC 6068 §2: three spellings of the same URI."""
    spellings = ("addr1@an.example,addr2@an.example", "?to=addr1@an.example,addr2@an.example")
    for spelling in (*spellings, "addr1@an.example?to=addr2@an.example"):
        assert mailto.parse(f"mailto:{spelling}").recipients == ("addr1@an.example", "addr2@an.example")
    assert mailto.parse("mailto:?TO=a@b&Cc=c@d").recipients == ("a@b",)
    assert mailto.parse("mailto:?TO=a@b&Cc=c@d").get("cC") == "c@d"
    assert mailto.parse("mailto:a@b?to=c@d,%20,%22x,y%22@z").recipients == ("a@b", "c@d", '"x,y"@z')
    assert mailto.parse("mailto:?to=%22a%5C%22,b%22@c,d@%5B1.2.3.4%5D").recipients == (r'"a\",b"@c', "d@[1.2.3.4]")


# Characters that end a line or a string for some program, and some that are not in the text of a message.
ENDING = ["\r\n", "\r", "\n", "\0", "\v", "\f", "\x1c", "\x1f", "\x7f", "\x85", "\x9f", "\u2028", "\u2029"]


@pytest.mark.parametrize("ending", ENDING, ids=ascii)
def test_no_property_of_a_message_has_what_could_begin_another_header_field(ending):
    injection = quote(f"{ending}Bcc: c@d")
    for name in ("subject", "keywords", "in-reply-to", "cc", "to"):
        message = mailto.parse(f"mailto:a@b?{name}=x%40y{injection}&subject=second")
        assert (message.recipients, message.subject) == (("a@b",), "second")
        assert message.fields == (("subject", "second"),)
        assert message.get(name) in (None, "second")
        assert message.raw_fields[0] == (name, f"x@y{ending}Bcc: c@d")
    with pytest.raises(InvalidSyntax):
        mailto.parse(f"mailto:a{quote(ending)}b@c")
    with pytest.raises(InvalidSyntax):
        mailto.build(f'"a{ending}b"@c')


def test_only_a_body_has_line_breaks():
    body = mailto.parse("mailto:?body=1%0D%0A2%0A3%0D4%0A%0D5%09%C3%A9").body
    assert body == "1\r\n2\r\n3\r\n4\r\n\r\n5\té"
    for control in "%00", "%0B", "%C2%85", "%E2%80%A8", "%1B":
        message = mailto.parse(f"mailto:?body=1{control}2")
        assert (message.body, message.fields) == (None, ())
        assert message.raw_fields[0][0] == "body"


def test_only_fields_known_to_be_safe_are_fields():
    """RFC 6068 §4: "Only the Subject, Keywords, and Body header fields are believed to be both safe and useful"."""
    names = ["attach", "return-receipt-to", "bcc", "from", "x", "content-type", "resent-to", "\u212aeywords"]
    message = mailto.parse("mailto:?" + "&".join(f"{quote(name)}=a@b" for name in names) + "&SUBJECT=s")
    assert message.fields == (("SUBJECT", "s"),)
    assert [name for name, _ in message.raw_fields] == [*names, "SUBJECT"]
    assert [message.get(name) for name in names] == [None] * len(names)


@pytest.mark.parametrize(
    ("value", "is_list"),
    [
        *(("a@b", True), ("a@b,c@d", True), (" a@b ,\t, c@d", True), ('"x y"@z'.replace(" ", "\\ "), True)),
        *(("a", False), ("a@b,c", False), ("Ada <a@b>", False), ("a@b c@d", False), ("a@b;c@d", False)),
        *(("@b", False), ("a@", False), ("a@b@c", False), (".a@b", False), ("a..b@c", False), ("a@b.", False)),
        *(('"a@b', False), ('"@b', False), ('""@b', True), ('"a"b@c', False), ('"a" @b', False), ('a"@b', False)),
        *(("a@[::1]", True), ("a@[a@b]", True), ("a@[", False), ("a@]", False), ("[a@b]", False), ("a@[\\]", False)),
        (r'"a\"@b', False),
    ],
)
def test_recipients_are_addresses_without_names(value, is_list):
    for name in ("to", "cc"):
        message = mailto.parse(f"mailto:?{name}={quote(value)}")
        assert (message.get(name) == value) == is_list
        assert (message.get(name) is None) != is_list
        assert (message.recipients != ()) == (is_list and name == "to")


@pytest.mark.parametrize(
    ("string", "offset"),
    [
        *(("mail:a@b", 0), ("mailto:a", 7), ("mailto:a@b,", 11), ("mailto:,a@b", 7), ("mailto:a b@c", 8)),
        ("mailto:joe@example.com?cc=bob@example.com?body=hello", 41),
        *(("mailto:?a", 9), ("mailto:?", 8), ("mailto:?a=b&", 12), ("mailto:?a=b=c", 11), ("mailto:?a=/", 10)),
        *(("mailto:é@b", 7), ("mailto:%ff@b", 7), ("mailto:a..b@c", 7), ("mailto:%22@c", 7), ("mailto:?a=%zz", 11)),
        *(("mailto:a|b@c", 8), ("mailto:%22a%20b%22@c", 7)),
    ],
)
def test_invalid_mailto(string, offset):
    refuses(mailto.parse, string, offset)


def test_building_mailto():
    message = mailto.build(["a&b@h.example", "c@h.example"], subject="50% é", body="1\n2\r\n3", cc="d@h.example")
    assert str(message) == (
        "mailto:a%26b@h.example,c@h.example?subject=50%25%20%C3%A9&cc=d@h.example&body=1%0D%0A2%0D%0A3"
    )
    assert (message.subject, message.body, message.get("CC")) == ("50% é", "1\r\n2\r\n3", "d@h.example")
    assert str(mailto.build("a@b", fields={"Keywords": "x;y"})) == "mailto:a@b?Keywords=x%3By"
    injected = mailto.parse("mailto:?subject=x%0D%0ABcc:v@y&x%0D%0ABcc=q&from%20=z&%00=a&body=1%0D%0A2")
    assert injected.fields == (("body", "1\r\n2"),)
    with pytest.raises(ValueError, match="line break"):
        mailto.build("a@b", subject="a\nBcc: x")
    for name in ("Bcc\r\nX", "", "a b", "a:"):
        with pytest.raises(ValueError, match="not the name of a header field"):
            mailto.build("a@b", fields={name: "x"})
    for wrong in ([("a", "b")], {5: "x"}, {"a": 5}):
        with pytest.raises(TypeError, match=r"list|int"):
            mailto.build("a@b", fields=wrong)
    with pytest.raises(InvalidSyntax):
        mailto.build("a b@c")
    with pytest.raises(InvalidSyntax):
        mailto.build("a\ud800@b")
    for fields in ({"Subject": "y"}, {"A": "x", "a": "y"}):
        with pytest.raises(ValueError, match="twice"):
            mailto.build("a@b", subject="x", fields=fields)


@pytest.mark.parametrize(
    ("string", "number", "parameters", "written"),
    [
        ("tel:+1-201-555-0123", "+12015550123", {}, "tel:+12015550123"),
        ("tel:7042;phone-context=example.com", "7042", {"phone-context": "example.com"}, None),
        (
            *("tel:863-1234;phone-context=+1-914-555", "8631234", {"phone-context": "+1914555"}),
            "tel:8631234;phone-context=+1914555",
        ),
        ("TEL:+1(2).3;EXT=4-5", "+123", {"ext": "45"}, "tel:+123;ext=45"),
        (
            *(
                "tel:1;b=%41;a;phone-context=X.y;isub=%3b/?",
                "1",
                {"isub": "%3B/?", "phone-context": "x.y", "a": None, "b": "a"},
            ),
            "tel:1;isub=%3B/?;phone-context=x.y;a;b=a",
        ),
        ("tel:*a-#;phone-context=a", "*A#", {"phone-context": "a"}, "tel:*A%23;phone-context=a"),
        ("tel:+1;m-x=1", "+1", {"m-x": "1"}, None),
        ("tel:+1;isub=%ff%61A", "+1", {"isub": "%FFaa"}, "tel:+1;isub=%FFaa"),
        ("tel:+1;a=[%5D", "+1", {"a": "[]"}, "tel:+1;a=%5B%5D"),
    ],
)
def test_tel(string, number, parameters, written):
    parsed = tel.parse(string)
    assert (parsed.number, dict(parsed.parameters)) == (number, parameters)
    assert str(parsed) == (written or string)
    assert tel.parse(str(parsed)) == parsed
    assert parsed.is_global == number.startswith("+")
    assert tel.build(number, parameters) == parsed


@pytest.mark.parametrize(
    ("a", "b", "are"),
    [
        # RFC 3966 §4
        *(("tel:+1-2-3", "tel:+123", True), ("tel:+123", "tel:123;phone-context=+1", False)),
        *(
            ("tel:911;phone-context=+1", "tel:+1911", False),
            ("tel:1;phone-context=A.b", "tel:1;phone-context=a.B", True),
        ),
        *(("tel:+1;a=b;c", "tel:+1;C;A=B", True), ("tel:+1;a", "tel:+1", False), ("tel:+1;a=%41", "tel:+1;a=a", True)),
        *(("tel:+1;ext=12", "tel:+1;ext=1-2", True), ("tel:+1;ext=12", "tel:+1;ext=13", False)),
    ],
)
def test_tel_equivalence(a, b, are):
    assert tel.equivalent(a, b) is tel.equivalent(b, a) is are


@pytest.mark.parametrize(
    ("string", "offset"),
    [
        *(("te:1", 0), ("tel:", 4), ("tel:+", 5), ("tel:+-", 6), ("tel:1", 5), ("tel:+1 2", 6), ("tel:+1;", 7)),
        *(("tel:+1;ext=", 11), ("tel:+1;ext", 10), ("tel:+1;ext=a", 11), ("tel:+1;a;A", 9), ("tel:+1;a=", 9)),
        *(("tel:+1;ext=1;isub=2", 13), ("tel:1;phone-context=-a", 20), ("tel:+1;a_b", 8), ("tel:+1;a=é", 9)),
        *(("tel:+1;a=%ff", 9), ("tel:+a", 5), ("tel:g;phone-context=a", 4), ("tel:+1;phone-context=+", 22)),
        *(
            ("tel:1;phone-context=\u212a.com", 20),
            ("tel:%23%41;phone-context=a", 7),
            ("tel:+%23", 5),
            ("tel:+1;ext=-", 12),
            ("tel:+1;isub=[", 12),
        ),
    ],
)
def test_invalid_tel(string, offset):
    refuses(tel.parse, string, offset)


def test_numbers_that_cannot_be_built():
    for number, parameters in (
        ("+1;x=y", {}),
        ("+1", {"x=1;ext": "7"}),
        ("+1", {"": "a"}),
        ("+1", {"ext": "-"}),
        ("+1", {"x=1": None}),
    ):
        with pytest.raises(InvalidSyntax):
            tel.build(number, parameters)
    for number, parameters in (("+1;ext=7", ()), ("+1", (("isub", "2;x"),)), ("+1", (("x=1", None),)), ("1", ())):
        with pytest.raises(InvalidSyntax):
            str(tel.Tel(number, parameters))
    for wrong in ([("ext", "7")], {5: "7"}, {"ext": 7}):
        with pytest.raises(TypeError, match=r"list|int"):
            tel.build("+1", wrong)


def test_tel_members():
    parsed = tel.parse("tel:1;ext=2;phone-context=a;m-x;y")
    assert (parsed.extension, parsed.phone_context, parsed.isdn_subaddress) == ("2", "a", None)
    assert parsed.mandatory_parameters == ("m-x",)
    assert tel.parse("tel:+1;isub=2").isdn_subaddress == "2"
    assert str(tel.build("+1 201 555", {"EXT": "7"})) == "tel:+1201555;ext=7"


@pytest.mark.parametrize(
    ("string", "user", "host"),
    [
        # RFC 7565 §4, §5
        ("acct:foobar@status.example.net", "foobar", "status.example.net"),
        ("acct:juliet%40capulet.example@shoppingsite.example", "juliet@capulet.example", "shoppingsite.example"),
        ("ACCT:bo%62@EXAMPLE.com", "bob", "example.com"),
        ("acct:a!$'é@h".replace("é", "%c3%a9"), "a!$'é", "h"),
        ("acct:a@h%2fx%41", "a", "h%2Fxa"),
        ("acct:a@%e2%84%aa", "a", "%E2%84%AA"),
        # RFC 7565 §7 takes the host from RFC 3986.
        ("acct:a@[::1]", "a", "[::1]"),
        ("acct:a@[2001:DB8::A]", "a", "[2001:db8::a]"),
        ("acct:a@[V1.X]", "a", "[v1.x]"),
        ("acct:a@192.0.2.1", "a", "192.0.2.1"),
    ],
)
def test_acct(string, user, host):
    account = acct.parse(string)
    assert account == (user, host) == acct.build(user, host)
    assert acct.parse(str(account)) == account


def test_accounts_that_cannot_be_built():
    for user, host in (("", "h"), ("a", ""), ("a", "h/x"), ("a", "é"), ("a", "\u212a.com"), ("a", "b@c"), ("%", "h:1")):
        with pytest.raises(InvalidSyntax):
            acct.build(user, host)


def test_accts_web_finger():
    """RFC 7033 §4.1"""
    assert acct.parse("acct:bob@example.com").webfinger == (
        "https://example.com/.well-known/webfinger?resource=acct%3Abob%40example.com"
    )
    assert URL(acct.parse("acct:bob@[::1]").webfinger).hostname == "[::1]"
    with pytest.raises(InvalidSyntax):
        _ = acct.Account("bob", "h/evil").webfinger


@pytest.mark.parametrize(
    ("string", "offset"),
    [
        *(("acc:a@b", 0), ("acct:", 5), ("acct:a", 6), ("acct:@b", 5), ("acct:a@", 7), ("acct:%41@b", 5)),
        *(("acct:a@[::1", 11), ("acct:a@[::1]:80", 12), ("acct:a@[fe80::1%25en1]", 15), ("acct:a@[b]", 9)),
        *(("acct:a@b:1", 8), ("acct:a@b@c", 8), ("acct:a%ff@b", 5), ("acct:é@b", 5), ("acct:a/b@c", 6)),
    ],
)
def test_invalid_acct(string, offset):
    refuses(acct.parse, string, offset)


# Fetch §6, and cases from its tests.
@pytest.mark.parametrize(
    ("url", "mime_type", "body"),
    [
        ("data:,X", "text/plain;charset=US-ASCII", b"X"),
        ("data:,a%20b#f", "text/plain;charset=US-ASCII", b"a b"),
        ("data:,X?Y#Z", "text/plain;charset=US-ASCII", b"X?Y"),
        ("data:;base64,WA", "text/plain;charset=US-ASCII", b"X"),
        ("data:text/html ;charset=x   ;base64,WA", "text/html;charset=x", b"X"),
        ("data:;x=x;charset=x,X", "text/plain;x=x;charset=x", b"X"),
        ("data:x,X", "text/plain;charset=US-ASCII", b"X"),
        ('data:text/plain;a=",",X', 'text/plain;a=""', b'",X'),
        ("data:text/plain;a=%2C,X", "text/plain;a=%2C", b"X"),
        ("data:image/gif;BASE64  ,WA", "image/gif", b"X"),
        ("data:;base64;,WA", "text/plain", b"WA"),
        ("data:;base64;a=b,WA", "text/plain;a=b", b"WA"),
        ("data:a/b;base64,W A", "a/b", b"X"),
        ("data:a/b;base64,W%20A%3D%3D", "a/b", b"X"),
        ("data:base64,WA", "text/plain;charset=US-ASCII", b"WA"),
        ("data:,%FF%0g", "text/plain;charset=US-ASCII", b"\xff%0g"),
        ("data:,é", "text/plain;charset=US-ASCII", "é".encode()),
        ('data:text/html ;a=b ;c=" d " x;e= f,X', 'text/html;a=b;c=" d ";e=" f"', b"X"),
        ('data:TEXT/HTML;CHARSET="A\\"b";charset=c;=d;e;f=\t,X', 'text/html;charset="A\\"b"', b"X"),
        ('data:text/html;a=b"c,X', 'text/html;a="b\\"c"', b"X"),
        ('data:text/html;a="b;c"d;e="f\\,X', 'text/html;a="b;c";e="f\\\\"', b"X"),
    ],
)
def test_data(url, mime_type, body):
    processed = data.process(url)
    assert (str(processed.mime_type), processed.body) == (mime_type, body)
    assert data.process(URL(url)) == processed
    assert str(data.parse_mime_type(mime_type)) == mime_type


@pytest.mark.parametrize(
    "url", ["data:", "data:a", "data:;base64,WA=", "data:;base64,W", "data:;base64,WA*", "http://h/,"]
)
def test_invalid_data(url):
    with pytest.raises(ValueError, match="data"):
        data.process(url)


def test_values_that_no_parameter_has():
    for value in ("\u0100", "\x7f", "\x00"):
        assert data.parse_mime_type(f'a/b;c="{value}";d=e').parameters == {"d": "e"}
    assert data.parse_mime_type('a/b;\u212a=c;c="\xff\t"').parameters == {"c": "\xff\t"}


def test_forgiving_base64():
    decoded = {"": b"", "WA==": b"X", "WA": b"X", "WB": b"X", " W\tA\n=\f=\r": b"X", "abcd": b"i\xb7\x1d"}
    decoded |= {
        "WA=": None,
        "W": None,
        "=": None,
        "W===": None,
        "W=A=": None,
        "-_8": None,
        "WA===": None,
        "\x0bWA": None,
    }
    for string, value in decoded.items():
        assert data.forgiving_base64_decode(string) == value, string


def test_building_data():
    assert data.build("a b") == "data:;charset=utf-8,a%20b"
    assert data.build(b"") == "data:,"
    assert data.build("<p>", "text/html") == "data:text/html,%3Cp%3E"
    assert data.build(b"\xff" * 30, "image/gif").startswith("data:image/gif;base64,////")
    assert data.build(b"a", base64=True) == "data:;base64,YQ=="
    for body in (b"", bytes(range(256)), b"#?%,\t "):
        for mime_type in ("", ";a=b", "text/html;charset=utf-8", 'x/y;z="a b"'):
            for base64 in (True, False, None):
                url = data.build(body, mime_type, base64=base64)
                assert data.process(url).body == body
                assert basic_parse(url).scheme == "data"
    assert rfc3986.matches(data.build(bytes(range(256)), base64=False), "URI")
    for wrong in ("x", 'text/html;a="b,c"', "text/é", "a/b#", "a/b;base64", "a/b; BASE64 "):
        with pytest.raises(ValueError, match="MIME type"):
            data.build(b"x", wrong)
    # After a "?" there would be a query, in which quotes are encoded.
    with pytest.raises(ValueError, match="MIME type"):
        data.build(b"x", 'text/html;a="b?c d"')
    for wrong in ((1,), (b"", 1)):
        with pytest.raises(TypeError, match=r"(body|MIME type) must be .* not int"):
            data.build(*wrong)
    for mime_type in ("text/u:s3cr3t@h", "text/html;a=//u:s3cr3t@h,"):
        with pytest.raises(ValueError, match="MIME type") as caught:
            data.build("x", mime_type)
        assert "s3cr3t" not in str(caught.value)


def test_well_known():
    assert schemes.well_known("https://a.example", "security.txt").href == "https://a.example/.well-known/security.txt"
    assert schemes.well_known(URL("https://u:p@a.example:1/x?y#z"), "acme", "/b?c").href == (
        "https://a.example:1/.well-known/acme/b?c"
    )
    assert schemes.well_known("coap://h", "core").href == "coap://h/.well-known/core"
    assert schemes.well_known("http://0", "x").href == "http://0.0.0.0/.well-known/x"
    origin = schemes.well_known("wss://é/", "x").origin
    assert origin == "wss://xn--9ca"
    for url, is_one in {
        "http://www.example.com/.well-known/example": True,
        "http://www.example.com/foo/.well-known/example": False,
        "http://0/.well-known/example": True,
        "http://www.example.com/.well-known/": False,
        "http://www.example.com/.well-known": False,
        "ftp://www.example.com/.well-known/x": False,
        "coap:x": False,
        "coap:/.well-known/x": False,
    }.items():
        assert schemes.is_well_known(url) is is_one
    for origin, name, rest in (
        *(
            ("ftp://h", "x", ""),
            ("data:,", "x", ""),
            ("coap:x", "x", ""),
            ("https://h", "", ""),
            ("https://h", "a/b", ""),
        ),
        *(("https://h", "security.txt", "/../security.txtevil"), ("https://h", "a", "/../ab/c")),
        *(("https://h", "x", "/../../x"), ("https://h", "x", "/%2e%2e/%2e%2e/x"), ("coap://h", "x", "/\t../../x")),
        *(("https://h", "..", ""), ("https://h", "%2E", ""), ("https://h", "a b", ""), ("https://h", "x", "y")),
    ):
        with pytest.raises(ValueError, match=r"well-known|path segment|the rest must start"):
            schemes.well_known(origin, name, rest)


@pytest.mark.parametrize(
    "call",
    [
        *(urn.parse, tag.parse, mailto.parse, tel.parse, acct.parse, data.process, data.parse_mime_type),
        *(schemes.ftp.parse, schemes.gopher.parse, schemes.imap.parse, schemes.pop.parse, schemes.xmpp.parse),
        *(schemes.ftp.build, schemes.gopher.build, schemes.imap.build, schemes.pop.build),
        *(data.forgiving_base64_decode, schemes.scheme_name_problems, schemes.is_well_known, schemes.from_user_input),
        lambda wrong: schemes.well_known(wrong, "x"),
        lambda wrong: schemes.well_known("https://h", wrong),
        lambda wrong: tag.build(wrong, "2000"),
        lambda wrong: acct.build(wrong, "h"),
        tel.build,
    ],
)
@pytest.mark.parametrize("wrong", [None, 1, ["x"]])
def test_wrong_types_raise_type_error_and_are_named(call, wrong):
    with pytest.raises(TypeError, match=type(wrong).__name__):
        call(wrong)


# A URI of each scheme in the table, from its specification; two for schemes with two shapes.
EXAMPLES = re.findall(
    r"\S+",
    """
    acap://cyrus@acap.andrew.cmu.edu/addressbook/user/cyrus/Lea%20Ann about:blank acct:bob@example.com
    cid:foo4%25foo1@bar.net coap://example.com:5683/~sensors/temp.xml coap+tcp://example.com/ coap+ws://example.com/
    coaps://myserver.example/ coaps+tcp://example.com/ coaps+ws://example.com/ data:,A%20brief%20note DAV:
    dict://dict.org/d:shortcake: dns:www.example.org.?clAsS=IN;tYpE=A dns://192.168.1.1/ftp.example.org?type=A
    example:foo example://host/a ftp://ftp.is.co.za/rfc/rfc1808.txt geo:13.4125,103.8667 gopher://gopher.example/0/a
    file:///a/b file:/a/b http://example.com/ https://example.com/ icap://icap.example.net:2000/services/icap-service-1
    im:fred@example.com imap://minbari.example.org/gray-council/;UID=20 info:ddc/22/eng//004.678
    ipp://printer.example/ipp ipps://printer.example/ipp jabber:a@b ldap://ldap1.example.net:6666/o=University
    mailto:chris@example.com mailto:?to=a@b mid:960830.1639@XIson.com msrp://a.example.com:2855/iau39soe2843z;tcp
    news:comp.infosystems.www news://news.example.com/comp.infosystems nfs://server/path nntp://news.example.com/a/1
    ni://example.com/sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk nih:sha-256-32;53269057;b
    opaquelocktoken:e71d4fae-5dec-22d6-fea5-00a0c91e6be4 pkcs11:token=The%20Software%20PKCS%2311
    pop://rg@mailsrv.example.net pres:fred@example.com rtsp://media.example.com:554/twister rtsps://media.example.com/
    sieve://example.com/script sip:alice@atlanta.com sips:alice@atlanta.com sms:+15105550101 snmp://example.com/
    stun:example.org stuns:example.org tag:yaml.org,2002:int tel:+1-816-555-1212 telnet://melvyl.example/
    tftp://example.com/myconfigurationfile tn3270://login.example.com turn:example.org turns:example.org urn:example:a
    vnc://vnc-host/ ws://example.com/ wss://example.com/ xmpp:node@example.com xmpp://guest@example.com/support

    chrome://settings chrome-extension://gighmmpiobklfepjocnamgkkbiglidom/a.html content://contacts/people/1
    git://git.example.org/a.git ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a
    ipns://docs.example.org/ irc://irc.example.org/python itms://itunes.example.org/album
    market://details?id=com.example mongodb://db.example.org:27017/test
    otpauth://totp/Example:ada@example.org?issuer=Example payto://iban/DE75512108001245126199?amount=EUR:200.0
    rsync://host.example/a rtmp://live.example.org/app/stream sftp://ada@host.example/a smb://host.example/share
    ssh://ada;fingerprint=ssh-dss-c1-b1-30@host.example steam://run/440 svn://svn.example.org/trunk
    webcal://example.org/a.ics bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3
    blob:https://example.org/9115d58c-bcda-ff47-86e5-083e9a215304 jar:file:/a.jar!/b magnet:?xt=urn:btih:c12fe1c0
    skype:echo123?call view-source:https://example.org/ feed://example.org/rss feed:https://example.org/rss
    matrix:u/alice:example.org matrix://example.org/u/alice spotify:track:11dFghVXANMlKmJXsNCbNl spotify://track/11d
    vscode://file/home/ada/a.py vscode:extension/ms-python.python

    prospero://host.example:1525/a snews://news.example.com/a wais://host.example/db fax:+358.555.1234567
    filesystem:https://example.org/temporary/a mailserver:a modem:+3585551234567;type=v32b?7e1;type=v110

    android-app://com.example.app/http/example.org discord://-/channels/1/2 gs://bucket/a hdfs://namenode:8020/a
    itms-apps://apps.example.org/app/id1 moz-extension://2c127fa4/a.html postgres://localhost/db
    postgresql://localhost/db s3://bucket/a slack://open?team=T1 tg://resolve?domain=a whatsapp://send?text=a
    zoommtg://zoom.us/join?confno=1 javascript:alert(1) intent://scan/#Intent;scheme=zxing;end intent:#Intent;end
    msteams://teams.microsoft.com/l/a msteams:/l/meetup-join/a
    """,
)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_tables_shapes(example):
    reference = rfc3986.parse(example, "URI")
    scheme = schemes.SCHEMES[reference.scheme.lower()]
    assert scheme.is_hierarchical or reference.host is None
    if scheme.shape == "hierarchical":
        assert reference.host is not None
    assert reference.path_kind in scheme.path_kinds


def test_the_table_as_a_whole():
    without_authority = {}
    for example in map(rfc3986.parse, EXAMPLES):
        without_authority.setdefault(example.scheme.lower(), set()).add(example.host is None)
    assert without_authority.keys() == schemes.SCHEMES.keys()
    either = {name for name, scheme in schemes.SCHEMES.items() if scheme.shape == "either"}
    assert {name for name, both in without_authority.items() if len(both) == 2} == either
    # From the specifications; those of special schemes are the URL Standard's.
    ports = {80: "coap+ws", 443: "coaps+ws", 5683: "coap coap+tcp", 5684: "coaps coaps+tcp"}
    ports |= {
        23: "telnet tn3270",
        53: "dns",
        69: "tftp",
        70: "gopher",
        110: "pop",
        119: "nntp",
        143: "imap",
        161: "snmp",
    }
    ports |= {322: "rtsps", 389: "ldap", 554: "rtsp", 631: "ipp ipps", 674: "acap", 1344: "icap", 2049: "nfs"}
    ports |= {2628: "dict", 2855: "msrp", 3478: "stun turn", 5349: "stuns turns", 4190: "sieve", 5060: "sip"}
    ports |= {5061: "sips", 5900: "vnc", 22: "ssh sftp", 210: "wais", 563: "snews", 873: "rsync", 1525: "prospero"}
    ports |= {1935: "rtmp", 3690: "svn", 5432: "postgres postgresql", 9418: "git", 27017: "mongodb"}
    of_special = {name: port for name, port in SPECIAL_SCHEMES.items() if port is not None}
    assert {name: port for port, names in ports.items() for name in names.split()} | of_special == DEFAULT_PORTS
    assert set(DEFAULT_PORTS) <= set(schemes.SCHEMES)
    for name, port in SPECIAL_SCHEMES.items():
        assert schemes.SCHEMES[name].default_port == port


@pytest.mark.parametrize(
    ("call", "rule", "words"),
    [
        (lambda: schemes.acct.parse("acct:a"), "acctURI", "acct URI"),
        (lambda: schemes.ftp.parse("ftp:a"), "ftpurl", "ftp URL"),
        (lambda: schemes.gopher.parse("gopher:a"), "gopherurl", "gopher URI"),
        (lambda: schemes.imap.parse("imap:a"), "imapurl", "imap URL"),
        (lambda: schemes.pop.parse("pop:a"), "pop-url", "pop URL"),
        (lambda: schemes.xmpp.parse("xmpp:"), "xmppuri", "xmpp URI"),
        (lambda: schemes.mailto.parse("mailto:a"), "mailtoURI", "mailto URI"),
        (lambda: schemes.mailto.build("a"), "addr-spec", "e-mail address"),
        (lambda: schemes.tag.parse("tag:a"), "tagURI", "tag URI"),
        (lambda: schemes.tel.parse("tel:a"), "telephone-uri", "tel URI"),
        (lambda: schemes.urn.parse("urn:a"), "namestring", "URN"),
        (lambda: schemes.well_known("https://h", ""), "segment-nz", "path segment"),
    ],
)
def test_an_error_calls_its_rule_what_people_do(call, rule, words):
    with pytest.raises(InvalidSyntax, match=f"^invalid {words} at [0-9]+: expected ") as caught:
        call()
    assert caught.value.rule == rule


class Lying(str):
    """A str whose methods answer as if it were another."""

    __slots__ = ()

    def __hash__(self):
        return 1

    def _lie(self, *_):
        return "lie"

    __eq__ = __contains__ = startswith = lambda *_: True
    find = rfind = __len__ = lambda *_: 0
    __str__ = __format__ = __getitem__ = lower = upper = strip = replace = translate = casefold = _lie


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (schemes.mailto.parse, ["mailto:a@b?subject=%41"]),
        (schemes.acct.parse, ["acct:a@b"]),
        (schemes.tag.parse, ["tag:a.example,2000:b"]),
        (schemes.tel.parse, ["tel:+1-2;x=y"]),
        (schemes.urn.parse, ["urn:ab:c"]),
        (schemes.xmpp.parse, ["xmpp:a@b/c?message;subject=d"]),
        (schemes.ftp.parse, ["ftp://u:p@h/a/b;type=a"]),
        (schemes.gopher.parse, ["gopher://h/1a%09b"]),
        (schemes.imap.parse, ["imap://u@h/m/;UID=5"]),
        (schemes.pop.parse, ["pop://u;AUTH=x@h"]),
        (rfc3986.matches, ["http://a/", "URI"]),
        (rfc3986.matches, ["//h/a", "hier-part"]),
        (lambda url, edition: editions.parse(url, None, edition=edition), ["http://a|b/", "2020-11"]),
        (lambda url, words: display(url, replace_scheme=words, whole_host=True), ["http://a/", "Not secure"]),
        (lambda url, scheme: display(url, omit_scheme=scheme, whole_host=True), ["http://a/", "http"]),
    ],
)
def test_a_subclass_of_str_is_what_it_contains(function, arguments):
    assert function(*map(Lying, arguments)) == function(*arguments)
