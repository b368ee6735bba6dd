"""The row of audit.md about simplified URLs: what URL Standard §4.8.1 lets a program leave out.

The examples are those of §4.8.1 and §4.8.2. Each option is refused where the text would mislead.
"""

import pytest

from py_url import URL, display
from py_url.standard import basic_parse


@pytest.mark.parametrize(
    ("url", "options", "text", "domain"),
    [
        # §4.8.1: the host alone, the registrable domain alone, without www or m, without the scheme.
        ("https://examplecorp.attacker.com/", {"host_only": True}, "examplecorp.attacker.com", "attacker.com"),
        ("https://examplecorp.attacker.com/", {"registrable_domain_only": True}, "attacker.com", "attacker.com"),
        ("https://examplecorp.com@attacker.example/", {"host_only": True}, "attacker.example", "attacker.example"),
        ("https://u:p@a.example.com:8080/x?y#z", {"host_only": True}, "a.example.com", "example.com"),
        ("https://www.faß.example/x", {"registrable_domain_only": True}, "faß.example", "faß.example"),
        ("https://www.example.com/x", {"omit_www": True}, "https://example.com/x", "example.com"),
        ("https://m.example.com:8080/x", {"omit_www": True}, "https://example.com:8080/x", "example.com"),
        ("https://www.m.example.com/", {"omit_www": True}, "https://m.example.com/", "example.com"),
        ("https://www.a.example.com/", {"omit_www": True, "host_only": True}, "a.example.com", "example.com"),
        ("https://a.example.com/x?y", {"omit_scheme": "https"}, "a.example.com/x?y", "example.com"),
        ("https://a.example.com/x", {"omit_scheme": "HTTPS", "host_only": True}, "a.example.com", "example.com"),
        ("http://www.example.com/x", {"replace_scheme": "Not secure"}, "Not secure www.example.com/x", "example.com"),
        (
            "http://example.com/x",
            {"replace_scheme": "Нет защиты", "host_only": True},
            "Нет защиты example.com",
            "example.com",
        ),
        ("http://a.com/", {"replace_scheme": "सुरक्षित नहीं"}, "सुरक्षित नहीं a.com/", "a.com"),
        ("http://a.com/", {"replace_scheme": "Pas d'accès sous-jacent"}, "Pas d'accès sous-jacent a.com/", "a.com"),
        # A host without a registrable domain is shown whole.
        ("http://1.2.3.4:80/x", {"registrable_domain_only": True}, "1.2.3.4", "1.2.3.4"),
        ("http://[::1]:8080/x", {"host_only": True}, "[::1]", "[::1]"),
        ("http://localhost/x", {"registrable_domain_only": True}, "localhost", "localhost"),
        ("http://github.io/x", {"registrable_domain_only": True}, "github.io", "github.io"),
        ("http://a.b.github.io/x", {"registrable_domain_only": True}, "b.github.io", "b.github.io"),
        ("http://a.example.com/x", {"registrable_domain_only": True, "private": False}, "example.com", "example.com"),
        ("http://www.a.example.co.uk./", {"registrable_domain_only": True}, "example.co.uk.", "example.co.uk."),
        ("blob:https://www.example.com/u", {"host_only": True}, "www.example.com", "example.com"),
        ("blob:https://www.example.com/u", {"omit_www": True}, "blob:https://example.com/u", "example.com"),
        ("file://server/x", {"host_only": True}, "server", "server"),
        ("https://a.example.com/x", {"host_only": True, "whole_host": True}, "a.example.com", "a.example.com"),
        # §4.8.2
        ("https://examplecorp.com.evil.com/x", {"host_only": True, "max_length": 14}, "…com.evil.com", "evil.com"),
        ("https://examplecorp.com.evil.com/x", {"omit_scheme": "https", "max_length": 13}, "…evil.com/…", "evil.com"),
        (
            "https://not-really-examplecorp.com/",
            {"host_only": True, "max_length": 3},
            "not-really-examplecorp.com",
            "not-really-examplecorp.com",
        ),
        # §4.8.3: the letters of another script, which are shown in ASCII.
        ("https://аррӏе.com/x", {"host_only": True}, "xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
        ("https://аррӏе.com/x", {"host_only": True, "spoof_check": False}, "аррӏе.com", "аррӏе.com"),
        ("https://מבחן.דוגמה.com/ע", {"host_only": True}, "מבחן.דוגמה.com", "דוגמה.com"),
    ],
)
def test_what_can_be_left_out(url, options, text, domain):
    for given in (url, URL(url), basic_parse(url)):
        rendering = display(given, **options)
        assert (str(rendering), rendering.domain, rendering.is_elided) == (text, domain, True)
        assert rendering.before + rendering.domain + rendering.after == text


@pytest.mark.parametrize(
    "url",
    [
        "https://www.com/",
        "https://m.co.uk/",
        "https://www.github.io/",
        "https://wwww.example.com/",
        "https://a.www.example.com/",
        "http://1.2.3.4/",
        "http://www/",
        "mailto:www.example.com",
        "foo://www.example.com/",
    ],
)
def test_what_does_not_begin_with_www(url):
    """To leave out a label of the registrable domain would name another site."""
    assert display(url, omit_www=True) == display(url)
    assert not display(url, omit_www=True).is_elided


@pytest.mark.parametrize(
    ("url", "options", "why"),
    [
        # There is no host to judge by, so people would judge by what comes first.
        ("data:text/html,example.com", {"host_only": True}, "'data' has no host"),
        ("data:https://good.example/", {"host_only": True}, "'data' has no host"),
        ("javascript://example.com/%0Aalert(1)", {"host_only": True}, "'javascript' has no host"),
        ("javascript://example.com/%0Aalert(1)", {"omit_scheme": "javascript"}, "'javascript' has no host"),
        ("mailto:a@example.com", {"registrable_domain_only": True}, "'mailto' has no host"),
        ("foo://example.com/", {"replace_scheme": "Not secure"}, "'foo' has no host"),
        ("file:///example.com", {"omit_scheme": "file"}, "'file' has no host"),
        ("blob:https://good.example@evil.example/x", {"host_only": True}, "'blob' has no host"),
        # The reader would assume another scheme.
        ("http://example.com/", {"omit_scheme": "https"}, "'http', not 'https'"),
        ("ws://example.com/", {"omit_scheme": "wss", "host_only": True}, "'ws', not 'wss'"),
        ("https://example.com/", {"omit_scheme": ""}, "'https', not ''"),
        ("https://example.com/", {"omit_scheme": "https:"}, "a scheme without ':', such as 'https'; not 'https:'"),
        ("blob:https://example.com/x", {"omit_scheme": "blob"}, "looks like the URL in its path"),
        ("blob:https://example.com/x", {"replace_scheme": "File"}, "looks like the URL in its path"),
        # Whoever has a github.io of their own would be taken for GitHub.
        ("https://evil.github.io/", {"registrable_domain_only": True, "private": False}, "'github.io' lets others"),
        # Words that read as a part of the URL.
        ("http://evil.example/", {"replace_scheme": "https://bank.example"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "bank.example"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "a\u202eb"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "bank "}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "\u3164bank"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "bank\u2044a"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "a" * 61}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "a  b"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "\n"}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": ""}, "letters with single spaces"),
        ("http://evil.example/", {"replace_scheme": "HTTPS"}, "the name of a scheme"),
        # Options that contradict each other.
        ("https://example.com/", {"omit_scheme": "https", "replace_scheme": "Secure"}, "not both"),
        ("https://example.com/", {"registrable_domain_only": True, "whole_host": True}, "whole_host"),
        ("https://example.com/", {"omit_www": True, "whole_host": True}, "whole_host"),
    ],
)
def test_what_would_mislead_is_refused(url, options, why):
    with pytest.raises(ValueError, match=why):
        display(url, **options)


@pytest.mark.parametrize("name", ["omit_scheme", "replace_scheme"])
def test_wrong_arguments(name):
    for wrong in (True, 5, ["https"]):
        with pytest.raises(TypeError, match=f"{name} must be a str .* not {type(wrong).__name__}"):
            display("https://example.com/", **{name: wrong})


def test_a_rendering_of_the_host_alone_hides_the_rest():
    for options in ({"host_only": True}, {"registrable_domain_only": True}):
        rendering = display("https://u:s3cr3t@a.example.com/?u=https://u:s3cr3t@h/", **options)
        assert "s3cr3t" not in str(rendering) + repr(rendering)
        assert rendering.after == ""


@pytest.mark.usefixtures("without_public_suffixes")
def test_without_the_list_nothing_is_guessed():
    assert str(display("https://www.example.com/x", whole_host=True, host_only=True)) == "www.example.com"
    for options in ({"registrable_domain_only": True}, {"omit_www": True}, {"host_only": True}):
        with pytest.raises(ModuleNotFoundError, match="publicsuffixlist"):
            display("https://www.example.com/", **options)


@pytest.mark.parametrize("host", ["www.github.io", "m.github.io", "github.io", "www.github.io."])
def test_www_can_be_a_site_of_its_own(host):
    """The private suffixes say so, even if the domain to judge by is to ignore them."""
    for private in (True, False):
        assert str(display(f"https://{host}/", omit_www=True, private=private)) == f"https://{host}/"
    assert str(display(f"https://www.a.{host}/", omit_www=True, private=False)) == f"https://a.{host}/"
