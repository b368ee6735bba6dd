"""Which schemes there are, and those with a syntax of their own: ftp, gopher, imap, pop and xmpp.

The examples are those of RFC 1738 §3, RFC 4266 §2, RFC 5092 §6 and §10, RFC 2384 §7, RFC 5122 §2 and XEP-0147.
"""

import pickle

import pytest

from py_url.specs import rfc3986, schemes
from py_url.specs.grammar import InvalidSyntax
from py_url.specs.schemes import ftp, gopher, imap, pop, server, xmpp
from py_url.specs.schemes.imap import URLAuth
from py_url.specs.schemes.xmpp import JID
from tests.support.refusing import SECRET, refuses


def comes_back(parse, string, written=None):
    """Parse *string*, and check what is written of it."""
    parsed = parse(string)
    assert str(parsed) == (string if written is None else written)
    assert parse(str(parsed)) == parsed
    assert rfc3986.matches(str(parsed), "URI")
    assert pickle.loads(pickle.dumps(parsed)) == parsed
    return parsed


# The table.


def test_ssh_and_mailserver_are_in_the_table():
    ssh, mailserver = schemes.SCHEMES["ssh"], schemes.SCHEMES["mailserver"]
    assert (ssh.status, ssh.default_port, ssh.is_hierarchical) == ("provisional", 22, True)
    assert (mailserver.status, mailserver.reference, mailserver.year) == ("historical", "RFC 6196", 2011)
    assert rfc3986.normalize("ssh://h:22/") == "ssh://h/"
    assert rfc3986.normalize("ssh://h:23/") == "ssh://h:23/"


@pytest.mark.parametrize(
    ("status", "names"),
    [
        ("permanent", "http ftp gopher imap pop xmpp mailto tel urn"),
        ("provisional", "git magnet spotify vscode ssh sftp webcal steam"),
        ("historical", "mailserver fax modem wais prospero snews"),
        ("unregistered", "slack intent android-app itms-apps javascript whatsapp tg s3"),
    ],
)
def test_every_scheme_has_a_status_and_a_year(status, names):
    assert {schemes.SCHEMES[name].status for name in names.split()} == {status}
    years = {name: scheme.year for name, scheme in schemes.SCHEMES.items() if scheme.status == status}
    assert all(1990 < year <= int(schemes.DATE[:4]) for year in years.values()), years


def test_what_people_type_with_such_a_scheme_is_a_url():
    for typed in (
        "spotify:track:x",
        "magnet:?xt=urn:btih:c12",
        "intent:#Intent;end",
        "fax:911",
        "view-source:http://h/",
    ):
        assert schemes.from_user_input(typed).assumed == ()
    assert schemes.from_user_input("spotify:80").url.href == "https://spotify:80/"
    assert schemes.from_user_input("slack:8080/x").url.href == "https://slack:8080/x"


# ftp


@pytest.mark.parametrize(
    ("url", "user", "cwd", "name"),
    [
        # RFC 1738 §3.2.2: /etc/motd; etc and motd below the first folder; an empty folder, then etc and motd.
        ("ftp://myname@host.dom/%2Fetc/motd", "myname", ("/etc",), "motd"),
        ("ftp://myname@host.dom/etc/motd", "myname", ("etc",), "motd"),
        ("ftp://myname@host.dom//etc/motd", "myname", ("", "etc"), "motd"),
        ("ftp://host.dom/", None, (), ""),
        ("ftp://host.dom/a//", None, ("a", ""), ""),
    ],
)
def test_ftp_changes_to_a_folder_after_the_other(url, user, cwd, name):
    parsed = comes_back(ftp.parse, url)
    assert (parsed.host, parsed.user, parsed.password, parsed.port) == ("host.dom", user, None, 21)
    assert (parsed.cwd, parsed.name, parsed.type) == (cwd, name, None)
    assert ftp.build("host.dom", cwd, name, user=user) == parsed


def test_ftp_users_and_passwords():
    """RFC 1738 §3.1: an empty user, no user, and a user with an empty password."""
    for url, user, password in (
        ("ftp://@host.com/", "", None),
        ("ftp://host.com/", None, None),
        ("ftp://foo:@host.com/", "foo", ""),
        ("ftp://a%40b:p%3A%2F@host.com/", "a@b", "p:/"),
        ("ftp://:p@host.com/", "", "p"),
    ):
        parsed = comes_back(ftp.parse, url)
        assert (parsed.user, parsed.password) == (user, password)
        assert ftp.build("host.com", user=user, password=password) == parsed


@pytest.mark.parametrize(
    ("url", "type_code", "written"),
    [
        ("ftp://h/a;type=a", "a", None),
        ("ftp://h/a;TYPE=I", "i", "ftp://h/a;type=i"),
        ("ftp://h/pub/;type=D", "d", "ftp://h/pub/;type=d"),
        ("ftp://h/;type=d", "d", None),
    ],
)
def test_ftp_types(url, type_code, written):
    parsed = comes_back(ftp.parse, url, written)
    assert parsed.type == type_code
    assert ftp.build("h", parsed.cwd, parsed.name, type=type_code) == parsed


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("FTP://H.example:021", "ftp://h.example/"),
        ("ftp://h:/a", "ftp://h/a"),
        ("ftp://h:00002121/a#f", "ftp://h:2121/a"),
        ("ftp://h:0/", "ftp://h:0/"),
        # "?" is a character of a name in RFC 1738, and starts a query in all later texts.
        ("ftp://h/a?b@c", "ftp://h/a%3Fb%40c"),
        ("ftp://[2001:DB8::1]:22/%7e%c3%a9", "ftp://[2001:db8::1]:22/~%C3%A9"),
        ("ftp://%48%3a.example/", "ftp://h%3A.example/"),
    ],
)
def test_what_of_an_ftp_url_is_written_otherwise(url, written):
    comes_back(ftp.parse, url, written)


def test_ftp_names_in_another_encoding():
    refuses(ftp.parse, "ftp://h/caf%E9", 8, "UTF-8")
    parsed = ftp.parse("ftp://h/caf%E9;type=i", encoding="latin-1")
    assert (parsed.name, str(parsed)) == ("café", "ftp://h/caf%E9;type=i")
    assert ftp.build("h", name="café", type="i", encoding="latin-1") == parsed
    assert str(ftp.build("h", name="café")) == "ftp://h/caf%C3%A9"
    octets = "".join(map(chr, {*range(256)} - {0, 10, 13}))
    assert ftp.parse(str(ftp.build("h", [octets], octets, encoding="latin-1")), encoding="latin-1").cwd == (octets,)
    for wrong, error in (("utf-16", ValueError), ("rot13", ValueError), (None, TypeError)):
        with pytest.raises(error, match="encoding"):
            ftp.parse("ftp://h/", encoding=wrong)
        with pytest.raises(error, match="encoding"):
            ftp.build("h", encoding=wrong)
    with pytest.raises(ValueError, match="latin-1 cannot encode the character at 1"):
        ftp.build("h", name="a€", encoding="latin-1")
    with pytest.raises(ValueError, match="utf-8 cannot encode the character at 0"):
        ftp.build("h", name="\ud800")


@pytest.mark.parametrize(
    ("url", "offset"),
    [
        *(("http://h/", 0), ("ftp:", 4), ("ftp:/h/a", 4), ("ftp://", 6), ("ftp:///a", 6), ("ftp://u@/", 8)),
        *(("ftp://h:x/", 8), ("ftp://h:65536/", 8), ("ftp://h:" + "9" * 5000 + "/", 8), ("ftp://[::1/", 10)),
        *(("ftp://[::1]a/", 11), ("ftp://h?q", 7), ("ftp://h/a;b", 9), ("ftp://h/a;type=x", 9)),
        *(("ftp://h/a;type=", 9), ("ftp://h/a;type=a/b", 9), ("ftp://h/a;type=a;type=i", 9), ("ftp://h/;a/b", 8)),
        *(("ftp://h/a b", 9), ("ftp://h/é", 8), ("ftp://h/%zz", 9), ("ftp://h/a/%ff", 10), ("ftp://h/[", 8)),
        # A line break would start another command.
        *(("ftp://h/a%0d%0aDELE%20b", 9), ("ftp://h/%0A/a", 8), ("ftp://h/%250A%00", 13)),
        *(("ftp://u%0A:s3cr3t@h/", 7), ("ftp://u:s3cr3t%0D@h/", 14)),
        *(("ftp://u:s3cr3t:x@h/", 14), ("ftp://u:s3cr3t é@h/", 14), ("ftp://a@u:s3cr3t@h/", 10)),
    ],
)
def test_invalid_ftp(url, offset):
    refuses(ftp.parse, url, offset)


# gopher


@pytest.mark.parametrize(
    ("uri", "item_type", "selector", "search", "gopher_plus", "sent"),
    [
        # RFC 4266 §2.1, §2.2, §2.3 and §2.6; RFC 1738 §3.4
        ("gopher://h/", "1", "", None, None, b"\r\n"),
        ("gopher://h/00/Weather/a", "0", "0/Weather/a", None, None, b"0/Weather/a\r\n"),
        (
            "gopher://h/7a_gopher_selector%09foobar",
            "7",
            "a_gopher_selector",
            "foobar",
            None,
            b"a_gopher_selector\tfoobar\r\n",
        ),
        ("gopher://h/7find%09", "7", "find", "", None, b"find\t\r\n"),
        ("gopher://h/1a%09%09+", "1", "a", "", "+", b"a\t\t+\r\n"),
        (
            "gopher://h/9a%09%09+application/postscript%20Es_ES",
            "9",
            "a",
            "",
            "+application/postscript Es_ES",
            b"a\t\t+application/postscript Es_ES\r\n",
        ),
        ("gopher://h/1a%09%09+%091%0D%0A+-1%0D%0Ab", "1", "a", "", "+\t1\r\n+-1\r\nb", b"a\t\t+\t1\r\n+-1\r\nb\r\n"),
    ],
)
def test_gopher(uri, item_type, selector, search, gopher_plus, sent):
    parsed = comes_back(gopher.parse, uri)
    assert (parsed.type, parsed.selector, parsed.search, parsed.gopher_plus) == (
        item_type,
        selector,
        search,
        gopher_plus,
    )
    assert parsed.request == sent
    built = gopher.build("h", selector, type=item_type, search=search, gopher_plus=gopher_plus)
    assert built == parsed


@pytest.mark.parametrize(
    ("uri", "written"),
    [
        *(
            ("GOPHER://H", "gopher://h/"),
            ("gopher://h:70/1", "gopher://h/"),
            ("gopher://h:7070/1#f", "gopher://h:7070/"),
        ),
        # No character is reserved in the path, but elsewhere "?" starts a query.
        ("gopher://h/7/find?a;b=c@d", "gopher://h/7/find%3Fa;b=c%40d"),
        ("gopher://h/%30%2f", "gopher://h/0/"),
        ("gopher://h//a", "gopher://h//a"),
    ],
)
def test_what_of_a_gopher_uri_is_written_otherwise(uri, written):
    comes_back(gopher.parse, uri, written)


def test_gopher_in_another_encoding():
    parsed = gopher.parse("gopher://h/0/caf%E9%09%FF", encoding="latin-1")
    assert (parsed.selector, parsed.search, parsed.request) == ("/café", "ÿ", b"/caf\xe9\t\xff\r\n")
    assert gopher.build("h", "/café", type="0", search="ÿ", encoding="latin-1") == parsed
    assert str(gopher.build("h", gopher_plus="+")) == "gopher://h/1%09%09+"


@pytest.mark.parametrize(
    ("uri", "offset"),
    [
        *(("gopher:h", 7), ("gopher://", 9), ("gopher:///1", 9), ("gopher://h?1", 10), ("gopher://h:x/", 11)),
        *(("gopher://u:s3cr3t@h/", 9), ("gopher://h/%09a", 11), ("gopher://h/1a\tb", 13), ("gopher://h/1a b", 13)),
        *(("gopher://h/%C3%A9", 11), ("gopher://h/%20a", 11), ("gopher://h/1%ff", 11), ("gopher://h/1%", 13)),
        # A line break would end the request, and send another one.
        *(("gopher://h/1a%0D%0Ab", 13), ("gopher://h/1%0a", 12), ("gopher://h/7a%09b%0A", 17)),
        ("gopher://h/1a%0A%09%09+", 13),
    ],
)
def test_invalid_gopher(uri, offset):
    refuses(gopher.parse, uri, offset)


# imap


@pytest.mark.parametrize(
    ("url", "parts", "written"),
    [
        # RFC 5092 §6, §6.1 and §10
        (
            "imap://minbari.example.org/gray-council;UIDVALIDITY=385759045/;UID=20/;PARTIAL=0.1024",
            {"mailbox": "gray-council", "uidvalidity": 385759045, "uid": 20, "partial": (0, 1024)},
            None,
        ),
        (
            "imap://psicorp.example.org/~peter/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E5%8F%B0%E5%8C%97",
            {"mailbox": "~peter/日本語/台北"},
            None,
        ),
        (
            "imap://;AUTH=GSSAPI@minbari.example.org/gray-council/;uid=20/;section=1.2",
            {"auth": "GSSAPI", "mailbox": "gray-council", "uid": 20, "section": "1.2"},
            "imap://;AUTH=GSSAPI@minbari.example.org/gray-council/;UID=20/;SECTION=1.2",
        ),
        (
            "imap://;AUTH=*@minbari.example.org/gray%20council?SUBJECT%20shadows",
            {"auth": "*", "mailbox": "gray council", "search": "SUBJECT shadows"},
            None,
        ),
        (
            "imap://john;AUTH=*@minbari.example.org/babylon5/personel?charset%20UTF-8%20SUBJECT%20%7B14+%7D%0D%0A"
            "%D0%98%D0%B2%D0%B0%D0%BD%D0%BE%D0%B2%D0%B0",
            {
                "user": "john",
                "auth": "*",
                "mailbox": "babylon5/personel",
                "search": "charset UTF-8 SUBJECT {14+}\r\nИванова",
            },
            None,
        ),
        ("imap://michael@example.org/INBOX", {"user": "michael", "mailbox": "INBOX"}, None),
        (
            "imap://joe@example.com/INBOX/;uid=20/;section=1.2;urlauth=submit+fred:internal:91354a473744909de610943775f92038",
            {
                "user": "joe",
                "mailbox": "INBOX",
                "uid": 20,
                "section": "1.2",
                "urlauth": URLAuth("submit", "fred", None, "INTERNAL", "91354a473744909de610943775f92038"),
            },
            "imap://joe@example.com/INBOX/;UID=20/;SECTION=1.2;URLAUTH=submit+fred:INTERNAL:91354a473744909de610943775f92038",
        ),
        (
            "imap://h/a/;UID=1;EXPIRE=2030-01-31t23:59:60.5+01:00;urlauth=ANONYMOUS",
            {"mailbox": "a", "uid": 1, "urlauth": URLAuth("anonymous", None, "2030-01-31t23:59:60.5+01:00")},
            "imap://h/a/;UID=1;EXPIRE=2030-01-31t23:59:60.5+01:00;URLAUTH=anonymous",
        ),
        (
            "imap://h/a/;UID=1/;PARTIAL=7;URLAUTH=user+%C3%A9",
            {"mailbox": "a", "uid": 1, "partial": (7, None), "urlauth": URLAuth("user", "é")},
            None,
        ),
        ("IMAP://H", {}, "imap://h/"),
        ("imap://h:0143/#x", {}, "imap://h/"),
        ("imap://h:993/a/?b", {"port": 993, "mailbox": "a/", "search": "b"}, None),
        (
            "imap://h/a//;UID=1/;SECTION=b//;PARTIAL=0",
            {"mailbox": "a/", "uid": 1, "section": "b/", "partial": (0, None)},
            None,
        ),
        ("imap://h/a/;UIDVALIDITY=4294967295", {"mailbox": "a/", "uidvalidity": 2**32 - 1}, None),
        (
            "imap://a%3B;auth=scram-sha-1@h//a@b",
            {"user": "a;", "auth": "SCRAM-SHA-1", "mailbox": "/a@b"},
            "imap://a%3B;AUTH=SCRAM-SHA-1@h//a%40b",
        ),
        (
            "imap://h/a/;UID=1/;PARTIAL=007.9",
            {"mailbox": "a", "uid": 1, "partial": (7, 9)},
            "imap://h/a/;UID=1/;PARTIAL=7.9",
        ),
    ],
)
def test_imap(url, parts, written):
    parsed = comes_back(imap.parse, url, written)
    assert parsed == imap.IMAP(parsed.host, **parts)
    assert parsed._asdict() == imap.build(parsed.host, **parts)._asdict()


def test_the_mechanism_of_imap_and_pop():
    assert (
        imap.parse("imap://;AUTH=plain@h").sasl_mechanism == pop.parse("pop://;AUTH=plain@h").sasl_mechanism == "PLAIN"
    )
    assert imap.parse("imap://;AUTH=*@h").sasl_mechanism is pop.parse("pop://a;AUTH=+APOP@h").sasl_mechanism is None
    assert pop.parse("pop://h").sasl_mechanism is None


@pytest.mark.parametrize(
    ("url", "offset"),
    [
        *(("imap:h", 5), ("imap://", 7), ("imap://@h/", 7), ("imap://a;b@h/", 8), ("imap://a;AUTH=@h/", 14)),
        *(("imap://u:s3cr3t@h/", 8), ("imap://u;AUTH=a:s3cr3t@h/", 15), ("imap://h?a", 8), ("imap://h/?a", 9)),
        *(("imap://h/;UID=1", 9), ("imap://h/;UIDVALIDITY=1", 9), ("imap://h//;UID=1/x", 9), ("imap://h/a;UID=1", 10)),
        *(
            ("imap://h/a;b", 10),
            ("imap://h/a/;b=1", 10),
            ("imap://h/a;UIDVALIDITY=", 23),
            ("imap://h/a;UIDVALIDITY=0", 23),
        ),
        *(("imap://h/a;UIDVALIDITY=1;x", 24), ("imap://h/a;UIDVALIDITY=4294967296", 23), ("imap://h/a/;UID=01", 16)),
        *(
            ("imap://h/a/;UID=" + "9" * 5000, 16),
            ("imap://h/a/;UID=1a", 17),
            ("imap://h/a/;UID=1/x", 17),
            ("imap://h/a/;UID=1/;SECTION=", 27),
        ),
        *(
            ("imap://h/a/;UID=1/;SECTION=1/;b", 29),
            ("imap://h/a/;UID=1/;SECTION=%0d", 27),
            ("imap://h/a/;UID=1/;PARTIAL=", 27),
        ),
        *(
            ("imap://h/a/;UID=1/;PARTIAL=1.", 29),
            ("imap://h/a/;UID=1/;PARTIAL=1.0", 29),
            ("imap://h/a/;UID=1/;PARTIAL=1/;SECTION=1", 28),
        ),
        *(
            ("imap://h/a/;UID=1?b", 17),
            ("imap://h/a?", 11),
            ("imap://h/a?b;c", 12),
            ("imap://h/a?%ff", 11),
            ("imap://h/a b", 10),
        ),
        *(("imap://h/a/;SECTION=1", 10), ("imap://h/a;URLAUTH=anonymous", 10), ("imap://h/a/;U\u0131D=1", 10)),
        *(
            ("imap://h/a/;UID=1;EXPIRE=2030", 25),
            ("imap://h/a/;UID=1;EXPIRE=2030-02-30T00:00:00Z;URLAUTH=anonymous", 25),
        ),
        *(("imap://h/a/;UID=1;EXPIRE=2030-01-31T00:00:00Z", 45), ("imap://h/a/;UID=1;EXPIRE=2030-01-31T24:00:00Z", 25)),
        *(
            ("imap://h/a/;UID=1;URLAUTH=", 26),
            ("imap://h/a/;UID=1;URLAUTH=submit", 26),
            ("imap://h/a/;UID=1;URLAUTH=authuser+a", 26),
        ),
        *(("imap://h/a/;UID=1;URLAUTH=user+", 31), ("imap://h/a/;UID=1;URLAUTH=anonymous:", 36)),
        *(("imap://h/a/;UID=1;URLAUTH=anonymous:a", 37), ("imap://h/a/;UID=1;URLAUTH=anonymous:a:", 38)),
        *(("imap://h/a/;UID=1;URLAUTH=anonymous:a:s3cr3t", 38), ("imap://u%0A@h/", 8), ("imap://%ff@h/", 7)),
    ],
)
def test_invalid_imap(url, offset):
    refuses(imap.parse, url, offset)


def test_an_imap_url_says_what_may_follow():
    for url, expected in (
        ("imap://h/a;x", "expected ;UIDVALIDITY=, /;UID= or the end of the path"),
        ("imap://h/a;UIDVALIDITY=1/x", "expected /;UID= or the end of the path"),
        ("imap://h/a/;UID=1/;PARTIAL=1/", "expected ;URLAUTH= or the end of the path"),
    ):
        with pytest.raises(InvalidSyntax) as caught:
            imap.parse(url)
        assert caught.value.expected == expected


# pop


@pytest.mark.parametrize(
    ("url", "host", "user", "auth", "port", "written"),
    [
        # RFC 2384 §7
        ("pop://rg@mailsrv.qualcomm.com", "mailsrv.qualcomm.com", "rg", None, 110, None),
        ("pop://rg;AUTH=+APOP@mail.eudora.com:8110", "mail.eudora.com", "rg", "+APOP", 8110, None),
        ("pop://baz;AUTH=SCRAM-MD5@foo.bar", "foo.bar", "baz", "SCRAM-MD5", 110, None),
        # §4
        ("pop://;auth=*@h", "h", None, "*", 110, "pop://;AUTH=*@h"),
        ("pop://a%40b~&=@h:110/#f", "h", "a@b~&=", None, 110, "pop://a%40b~&=@h"),
        ("POP://[::1]", "[::1]", None, None, 110, "pop://[::1]"),
    ],
)
def test_pop(url, host, user, auth, port, written):
    parsed = comes_back(pop.parse, url, written)
    assert parsed == (host, user, auth, port)
    assert pop.build(host, user, auth=auth and auth.lower(), port=port) == parsed


@pytest.mark.parametrize(
    ("url", "offset"),
    [
        *(("pop:h", 4), ("pop://", 6), ("pop://@h", 6), ("pop://u:s3cr3t@h", 7), ("pop://u;AUTH@h", 7)),
        *(("pop://u;AUTH=@h", 13), ("pop://h/a", 8), ("pop://h?a", 7), ("pop://h/?a", 8), ("pop://u%0d@h", 7)),
        *(("pop://u;AUTH=a%0Ab@h", 14), ("pop://u/x@h", 8), ("pop://h:1a", 9), ("pop://u;AUTH=a;AUTH=b@h", 14)),
    ],
)
def test_invalid_pop(url, offset):
    refuses(pop.parse, url, offset)


# xmpp


@pytest.mark.parametrize(
    ("uri", "address", "query_type", "parameters"),
    [
        # RFC 5122 §2.3 to §2.8
        ("xmpp:example-node@example.com", JID("example.com", "example-node"), None, {}),
        ("xmpp:example-node@example.com/some-resource", JID("example.com", "example-node", "some-resource"), None, {}),
        ("xmpp:example.com", JID("example.com"), None, {}),
        ("xmpp:example-node@example.com?message", JID("example.com", "example-node"), "message", {}),
        (
            "xmpp:example-node@example.com?message;subject=Hello%20World",
            JID("example.com", "example-node"),
            "message",
            {"subject": "Hello World"},
        ),
        (
            "xmpp:nasty!%23$%25()*+,-.;=%3F%5B%5C%5D%5E_%60%7B%7C%7D~node@example.com",
            JID("example.com", "nasty!#$%()*+,-.;=?[\\]^_`{|}~node"),
            None,
            {},
        ),
        (
            "xmpp:node@example.com/repulsive%20!%23%22$%25&'()*+,-.%2F:;%3C=%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~resource",
            JID("example.com", "node", "repulsive !#\"$%&'()*+,-./:;<=>?@[\\]^_`{|}~resource"),
            None,
            {},
        ),
        ("xmpp:ji%C5%99i@%C4%8Dechy.example/v%20Praze", JID("čechy.example", "jiři", "v Praze"), None, {}),
        # XEP-0147
        (
            "xmpp:romeo@montague.net?message;subject=Test%20Message;body=Here%27s%20a%20test%20message",
            JID("montague.net", "romeo"),
            "message",
            {"subject": "Test Message", "body": "Here's a test message"},
        ),
        ("xmpp:romeo@montague.net?subscribe", JID("montague.net", "romeo"), "subscribe", {}),
        (
            "xmpp:romeo@montague.net?roster;name=Romeo%20Montague;group=Friends",
            JID("montague.net", "romeo"),
            "roster",
            {"name": "Romeo Montague", "group": "Friends"},
        ),
    ],
)
def test_xmpp(uri, address, query_type, parameters):
    parsed = comes_back(xmpp.parse, uri)
    assert (parsed.address, parsed.query_type, dict(parsed.parameters)) == (address, query_type, parameters)
    assert (parsed.account, parsed.address.bare.resource) == (None, None)
    assert parsed == xmpp.build(address, query_type, parameters) == xmpp.build(str(address), query_type, parameters)


def test_the_account_of_an_xmpp_uri():
    """RFC 5122 §2.3"""
    guest, support = JID("example.com", "guest"), JID("example.com", "support")
    for uri, parsed in {
        "xmpp://guest@example.com": xmpp.XMPP(None, account=guest),
        "xmpp://guest@example.com/support@example.com?message": xmpp.XMPP(support, "message", account=guest),
        "xmpp://guest@example.com?message#a%20b": xmpp.XMPP(None, "message", account=guest, fragment="a%20b"),
    }.items():
        assert comes_back(xmpp.parse, uri) == parsed
        address, query_type, parameters, account, fragment = parsed
        assert xmpp.build(address, query_type, dict(parameters), account=account, fragment=fragment) == parsed


def test_xmpp_parameters():
    parsed = xmpp.parse("XMPP:A@B.example/%41#")
    assert (parsed.address, parsed.fragment, str(parsed)) == (JID("b.example", "A", "A"), "", "xmpp:A@b.example/A#")
    parsed = comes_back(xmpp.parse, "xmpp:a@b?;x=1;x=2;=;%C3%A9=%3B")
    assert (parsed.query_type, parsed.get("x"), parsed.get("é"), parsed.get("y")) == ("", "1", ";", None)


def test_an_address_in_an_xmpp_uri():
    """RFC 5122 allows brackets in a path, and RFC 3986 does not."""
    assert xmpp.parse("xmpp:a@[::AB]/b").address == JID("[::ab]", "a", "b") == xmpp.build("a@[::ab]/b").address
    comes_back(xmpp.parse, "xmpp:[v1.a]", "xmpp:%5Bv1.a%5D")
    assert comes_back(xmpp.parse, "xmpp://a@[::1]/%5b%3a%3a1%5d", "xmpp://a@[::1]/%5B%3A%3A1%5D") == (
        xmpp.build("[::1]", account="a@[::1]")
    )
    assert rfc3986.iri_to_uri("xmpp:jiři@čechy.example/v%20Praze") == str(xmpp.build("jiři@čechy.example/v Praze"))


@pytest.mark.parametrize(
    ("uri", "offset"),
    [
        *(
            ("xmp:a@b", 0),
            ("xmpp:", 5),
            ("xmpp:@b", 5),
            ("xmpp:a@", 7),
            ("xmpp:a@b/", 9),
            ("xmpp:/b", 5),
            ("xmpp:a@b/c/d", 10),
        ),
        *(
            ("xmpp:a@b@c", 8),
            ("xmpp:a:b@c", 6),
            ("xmpp:a&b@c", 6),
            ("xmpp:a@b/c@d", 10),
            ("xmpp:é@b", 5),
            ("xmpp:%ff@b", 5),
        ),
        # Decoded, these would read as other addresses.
        *(
            ("xmpp:a%40b@c", 5),
            ("xmpp:a%2fb@c", 5),
            ("xmpp:a@b%2Fc", 7),
            ("xmpp:b%40c", 5),
            ("xmpp:a@%5B::1%5D", 10),
            ("xmpp:a@%5B1%5D", 7),
        ),
        *(
            ("xmpp:a@[::1", 11),
            ("xmpp:a@[::1]b/c", 12),
            ("xmpp:a@b:5222", 8),
            ("xmpp://b.example", 7),
            ("xmpp://a@b/", 11),
        ),
        *(
            ("xmpp:a@b?c;d", 12),
            ("xmpp:a@b?c;", 11),
            ("xmpp:a@b?c&d=e", 10),
            ("xmpp:a@b?c;d=e=f", 14),
            ("xmpp:a@b?c;d=é", 13),
        ),
        *(("xmpp:a@b?c;d=%ff", 13), ("xmpp:a@b#c#", 10), ("xmpp:a@b?c d", 10), ("xmpp:a@h?join;password=s3cr3t ", 29)),
        *(("xmpp:a@h?join;password=s3cr3t;x", 31), ("xmpp:a@h?join;%70assWord=s3cr3t;x", 33)),
    ],
)
def test_invalid_xmpp(uri, offset):
    refuses(xmpp.parse, uri, offset)


# What cannot be built.


@pytest.mark.parametrize(
    ("build", "error", "match"),
    [
        (lambda: ftp.build("h/x"), InvalidSyntax, "delimiters"),
        (lambda: ftp.build("u:p@h"), InvalidSyntax, "delimiters"),
        (lambda: ftp.build("h:1"), InvalidSyntax, "delimiters"),
        (lambda: ftp.build(""), InvalidSyntax, "host"),
        (lambda: ftp.build("é"), InvalidSyntax, "host"),
        (lambda: ftp.build("h", "pub"), TypeError, r"\['pub', 'a'\]"),
        (lambda: ftp.build("h", [1]), TypeError, "folder"),
        (lambda: ftp.build("h", name=1), TypeError, "name"),
        (lambda: ftp.build("h", user=1), TypeError, "user"),
        (lambda: ftp.build("h", user="a", password=1), TypeError, "password"),
        (lambda: ftp.build("h", password="a"), ValueError, "needs a user"),
        (lambda: ftp.build("h", type="A"), ValueError, "type"),
        (lambda: ftp.build("h", port="21"), TypeError, "port must be an int, not str"),
        (lambda: ftp.build("h", port=True), TypeError, "port must be an int, not bool"),
        (lambda: ftp.build("h", port=65536), ValueError, "port"),
        (lambda: ftp.build("h", port=-1), ValueError, "port"),
        (lambda: ftp.build("h", name="a\r\nDELE b"), InvalidSyntax, "line break"),
        (lambda: gopher.build("h", "a\tb"), InvalidSyntax, "no tab"),
        (lambda: gopher.build("h", "a\nb"), InvalidSyntax, "line break"),
        (lambda: gopher.build("h", search="a\r"), InvalidSyntax, "line break"),
        (lambda: gopher.build("h", type=""), InvalidSyntax, "type"),
        (lambda: gopher.build("h", type="10"), InvalidSyntax, "type"),
        (lambda: gopher.build("h", type="é"), InvalidSyntax, "type"),
        (lambda: gopher.build("h", type=1), TypeError, "type"),
        (lambda: gopher.build("h", search=1), TypeError, "search"),
        (lambda: gopher.build("h", gopher_plus=1), TypeError, r"Gopher\+"),
        (lambda: pop.build("h", ""), InvalidSyntax, "user"),
        (lambda: pop.build("h", auth=""), InvalidSyntax, "mechanism"),
        (lambda: pop.build("h", 1), TypeError, "user"),
        (lambda: pop.build("h:1"), InvalidSyntax, "delimiters"),
        (lambda: pop.build("h", "", auth="+APOP"), InvalidSyntax, "user that is not empty"),
        (lambda: imap.build("[::1]x"), InvalidSyntax, "after ']'"),
        (lambda: imap.build("h", user="", auth="PLAIN"), InvalidSyntax, "no part that is empty"),
        (lambda: imap.build("h", "a", uid=1, partial=(0, 1, 2)), TypeError, "not 3 items"),
        (lambda: imap.build("h", ""), InvalidSyntax, "empty"),
        (lambda: imap.build("h", uid=1), ValueError, "with a mailbox"),
        (lambda: imap.build("h", "a", section="1"), ValueError, "with a UID"),
        (lambda: imap.build("h", "a", uid=1, search="b"), InvalidSyntax, "no search"),
        (lambda: imap.build("h", "a", uid=0), InvalidSyntax, "number"),
        (lambda: imap.build("h", "a", uid="1"), TypeError, "UID must be an int, not str"),
        (lambda: imap.build("h", "a", uid=True), TypeError, "UID must be an int, not bool"),
        (lambda: imap.build("h", "a", uid=1, partial=3), TypeError, "tuple"),
        (lambda: imap.build("h", "a", uid=1, partial=("0", 1)), TypeError, "offset"),
        (lambda: imap.build("h", "a", uid=1, partial=(0, "1")), TypeError, "length"),
        (lambda: imap.build("h", "a", uid=1, urlauth="anonymous"), TypeError, "URLAuth"),
        (lambda: imap.build("h", "a", uid=1, urlauth=URLAuth("nobody")), ValueError, "access"),
        (lambda: imap.build("h", "a", uid=1, urlauth=URLAuth("user", 5)), TypeError, "user of the"),
        (lambda: imap.build("h", "a", uid=1, urlauth=URLAuth("user", "b", mechanism="c")), ValueError, "together"),
        (lambda: imap.build("h", "a", search=5), TypeError, "search"),
        (lambda: xmpp.build(None), ValueError, "an address or an account"),
        (lambda: xmpp.build(5), TypeError, "the address must be a str, not int"),
        (lambda: xmpp.build(JID(5)), TypeError, "the domain of the address"),
        (lambda: xmpp.build("a@b", account="b"), ValueError, "an account has"),
        (lambda: xmpp.build("a@b", account="a@b/c"), ValueError, "an account has"),
        (lambda: xmpp.build("a@b", None, {"c": "d"}), ValueError, "need a query type"),
        (lambda: xmpp.build("a@b", "c", [("d", "e")]), TypeError, "mapping"),
        (lambda: xmpp.build("a@b", "c", {"d": 5}), TypeError, "value of a parameter"),
        (lambda: xmpp.build("a@b", 5), TypeError, "query type"),
        (lambda: xmpp.build("a@b", fragment="#"), InvalidSyntax, "fragment"),
        (lambda: xmpp.build(""), InvalidSyntax, "domain"),
        (lambda: xmpp.build(None, account=JID("[::1]:1", "a")), InvalidSyntax, "address after"),
        (lambda: xmpp.build(None, account=JID("[::1]/x", "a")), InvalidSyntax, "delimiters"),
        (lambda: xmpp.build("a@b@c"), InvalidSyntax, "domain"),
        (lambda: xmpp.build(JID("[::1]/x")), InvalidSyntax, "delimiters"),
        (lambda: xmpp.build("a@\ud800"), ValueError, "surrogate"),
    ],
)
def test_what_cannot_be_built(build, error, match):
    with pytest.raises(error, match=match):
        build()


@pytest.mark.parametrize(
    ("build", "wrong"),
    [
        *((lambda build=build: build("h.example/x"), "h.example/x") for build in (ftp.build, pop.build, imap.build)),
        (lambda: gopher.build("h.example/x", "a"), "h.example/x"),
        (lambda: gopher.build("h.example", "s3cr3t@h\n"), "s3cr3t@h\n"),
        (lambda: gopher.build("h.example", "a", search="s3cr3t@h\t"), "s3cr3t@h\t"),
        (lambda: gopher.build("h.example", "a", type="https://s3cr3t@h"), "https://s3cr3t@h"),
        (lambda: xmpp.build("https://s3cr3t@h"), "https:"),
    ],
)
def test_what_is_wrong_is_the_argument(build, wrong):
    """Not the URL that was to be built, in which "@" would be percent-encoded and a user would be hard to see."""
    with pytest.raises(InvalidSyntax) as raised:
        build()
    assert raised.value.input == wrong
    assert "s3cr3t" not in str(raised.value)


def test_a_missing_uid_allows_only_a_search():
    assert str(imap.build("h", "a", uidvalidity=7, search="ALL")) == "imap://h/a;UIDVALIDITY=7?ALL"
    signed = URLAuth("authuser", mechanism="internal", token="0" * 32)
    assert str(imap.build("h", "a", uid=1, urlauth=signed)) == f"imap://h/a/;UID=1;URLAUTH=authuser:INTERNAL:{'0' * 32}"


# Secrets.


@pytest.mark.parametrize(
    "value",
    [
        ftp.build("h", ["http:", "", "u:s3cr3t@h"], "a", user="s3cr3t", password="s3cr3t"),
        ftp.build("h", user="a@b:c", password="//s3cr3t:@/?#"),
        ftp.parse("ftp://u:s3cr3t@h:2121/a@b:c@d"),
        pop.build("h", "s3cr3t"),
        imap.build("h", user="s3cr3t"),
        imap.build("h", "a", uid=1, urlauth=URLAuth("anonymous", mechanism="a", token="0" * 26 + "ABCDEF")),
        xmpp.build("a@b", "join", {"password": "s3cr3t"}),
        xmpp.build("a@b", "join", {"x": "y", "PassWord": "s3cr3t;=&#"}),
    ],
)
def test_no_repr_has_a_secret(value):
    for shown in (repr(value), repr([value]), f"{value!r}"):
        assert SECRET not in shown
        assert "ABCDEF" not in shown
        assert "***" in shown
    assert SECRET in str(value) or "ABCDEF" in str(value)


def test_reprs():
    assert repr(ftp.build("h", ["a"], user="u")) == "FTP('ftp://***@h/a/')"
    assert repr(gopher.build("h", "a")) == "Gopher('gopher://h/1a')"
    assert repr(pop.build("h")) == "POP('pop://h')"
    assert repr(imap.build("h", "a", search="b")) == "IMAP('imap://h/a?b')"
    assert repr(xmpp.build("a@b", "join", {"password": "p", "c": "d"})) == "XMPP('xmpp:a@b?join;password=***;c=d')"
    assert repr(URLAuth("user", "u", token="t")) == (
        "URLAuth(access='user', user='u', expire=None, mechanism=None, token='***')"
    )
    assert (
        repr(URLAuth("anonymous")) == "URLAuth(access='anonymous', user=None, expire=None, mechanism=None, token=None)"
    )


@pytest.mark.parametrize(
    "value",
    [
        ftp.FTP("h/x"),
        ftp.FTP("h", password="p"),
        ftp.FTP("h", type="x"),
        gopher.Gopher("h", type="10"),
        gopher.Gopher("h", "a\tb"),
        gopher.Gopher("h", gopher_plus="+"),
        pop.POP("h:1"),
        pop.POP("h", auth="plain"),
        imap.IMAP("h", "a", section="1"),
        imap.IMAP("h", "a", uid=0),
        imap.IMAP("u:p@h"),
        xmpp.XMPP(JID("b/c", "a")),
        xmpp.XMPP(JID("[::1]/c", "a"), account=JID("[::1]/c", "a")),
        xmpp.XMPP(None),
        xmpp.XMPP(JID("B")),
    ],
)
def test_parts_that_form_no_uri_are_not_written(value):
    with pytest.raises(InvalidSyntax):
        str(value)
    assert repr(value)


def test_what_schemes_share():
    assert server.take_authority("pop://h:", "pop-url", "pop") == (None, "h", 110, 8)
    assert server.authority("ftp", None, "h", 22) == "ftp://h:22"
    assert server.normalized_host("%41%2fB") == "a%2Fb"


@pytest.mark.parametrize(
    "value",
    [
        gopher.Gopher("h.example", "a\r\nb"),
        gopher.parse("gopher://h.example/7a%09b")._replace(search="b\nc"),
        gopher.Gopher("h.example", "a\tb"),
        gopher.Gopher("h.example", "a", "1x"),
    ],
)
def test_a_request_of_gopher_is_one_line(value):
    """Parts that nothing has checked cannot add a second request, or a field."""
    with pytest.raises(InvalidSyntax):
        _ = value.request


@pytest.mark.parametrize(
    "value",
    [
        ftp.FTP("h.example", (), "\ud800", password=SECRET, user="u"),
        ftp.FTP("h.example", 5),
        gopher.Gopher("h.example", "\ud800"),
        imap.IMAP("h.example", 5),
        pop.POP("h.example", "\ud800"),
        xmpp.XMPP("romeo@h.example"),
    ],
)
def test_parts_that_cannot_be_written_have_a_repr(value):
    assert repr(value) == f"<{type(value).__name__} of parts that form no URI>"
