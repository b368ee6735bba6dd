"""RFC 3986 and its relatives on inputs from Hypothesis, checked against the packages `rfc3986` and `rfc3987` and
against themselves.
"""

import base64
import re

import pytest

from tests.conftest import peer

hypothesis = peer("hypothesis")
PEER = peer("rfc3986")
OTHER_PEER = peer("rfc3987")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    assume,
    example,
    given,
    strategies as st,
)

from py_url.specs import rfc3986  # noqa: E402 - as above
from py_url.specs.grammar import InvalidSyntax  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    concatenated,
    evenly,
    ipv6_addresses,
    ipv6_near_misses,
    irelative_refs,
    iris,
    joined,
    mutated,
    relative_refs,
    uris,
)
from tests.support.hypothesis_profile import examples, many  # noqa: E402 - as above
from tests.unit.test_rfc3986 import by_the_book  # noqa: E402 - as above

PIECES = [
    *("http:", "HTTP:", "a:", "urn:", "file:", "1:", ":", "//", "/", "?", "#", "@", "[", "]", "[::1]", "[v1.x]", "%"),
    *("[1:2:3:4:5:6:7:8]", "[::1.2.3.4]", "[::01.2.3.4]", "[fe80::1%25a]", "1.2.3.4", "01.2.3.4", "256.1.1.1", ":80"),
    *(".", "..", "./", "../", "%2e", "%41", "%c3%a9", "%zz", "a", "B", "~", "!", "é", "\u200e", "\ue000", "\ufdd0"),
    *(" ", "|", "\n", "\ud800", "localhost", "a.example"),
]
guesses = evenly(joined(PIECES, most=9), st.text(max_size=12))
ascii_references = evenly(uris, relative_refs)
all_references = evenly(uris, relative_refs, iris, irelative_refs)
strings = evenly(all_references, mutated(all_references, PIECES), guesses)
references = joined(["", "a", "b", "c:d", ".", "..", "...", "%2e", "?q", "#f", "é"], most=8, by="/")
bases = concatenated(st.sampled_from(["http://h", "http://h/", "a:", "a:/", "a:b/", "file:///", "a://"]), references)

# Appendix A, copied from the RFC.
UNRESERVED, SUB_DELIMS, PCT_ENCODED = r"[A-Za-z0-9\-._~]", "[!$&'()*+,;=]", "%[0-9A-Fa-f]{2}"
PCHAR = f"(?:{UNRESERVED}|{PCT_ENCODED}|{SUB_DELIMS}|[:@])"
H16 = "[0-9A-Fa-f]{1,4}"
DEC_OCTET = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
IPV4 = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"
LS32 = f"(?:{H16}:{H16}|{IPV4})"
IPV6 = "|".join(
    (
        f"(?:{H16}:){{6}}{LS32}",
        f"::(?:{H16}:){{5}}{LS32}",
        f"(?:{H16})?::(?:{H16}:){{4}}{LS32}",
        f"(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}",
        f"(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}",
        f"(?:(?:{H16}:){{0,3}}{H16})?::{H16}:{LS32}",
        f"(?:(?:{H16}:){{0,4}}{H16})?::{LS32}",
        f"(?:(?:{H16}:){{0,5}}{H16})?::{H16}",
        f"(?:(?:{H16}:){{0,6}}{H16})?::",
    )
)
IPVFUTURE = rf"[Vv][0-9A-Fa-f]+\.(?:{UNRESERVED}|{SUB_DELIMS}|:)+"
HOST = rf"(?:\[(?:{IPV6}|{IPVFUTURE})\]|{IPV4}|(?:{UNRESERVED}|{PCT_ENCODED}|{SUB_DELIMS})*)"
AUTHORITY = f"(?:(?:{UNRESERVED}|{PCT_ENCODED}|{SUB_DELIMS}|:)*@)?{HOST}(?::[0-9]*)?"
ABEMPTY, ABSOLUTE, ROOTLESS = f"(?:/{PCHAR}*)*", f"/(?:{PCHAR}+(?:/{PCHAR}*)*)?", f"{PCHAR}+(?:/{PCHAR}*)*"
NOSCHEME = f"(?:{UNRESERVED}|{PCT_ENCODED}|{SUB_DELIMS}|@)+(?:/{PCHAR}*)*"
QUERY_AND_FRAGMENT = rf"(?:\?(?:{PCHAR}|[/?])*)?(?:\#(?:{PCHAR}|[/?])*)?"
URI = re.compile(rf"[A-Za-z][A-Za-z0-9+\-.]*:(?://{AUTHORITY}{ABEMPTY}|{ABSOLUTE}|{ROOTLESS}|){QUERY_AND_FRAGMENT}")
RELATIVE_REF = re.compile(rf"(?://{AUTHORITY}{ABEMPTY}|{ABSOLUTE}|{NOSCHEME}|){QUERY_AND_FRAGMENT}")


@reaches(a_uri=0.15, a_relative_ref=0.15, neither=0.07)
@many
@given(evenly(ascii_references, mutated(ascii_references, PIECES), guesses))
@example("a://[::1]a")
@example("//a:b@c:d")
@example("1:")
@example("a//b:c")
def test_the_grammar_of_appendix_a(string):
    is_uri, is_relative = rfc3986.matches(string, "URI"), rfc3986.matches(string, "relative-ref")
    reached("a_uri" if is_uri else "a_relative_ref" if is_relative else "neither")
    assert is_uri == bool(URI.fullmatch(string))
    assert is_relative == bool(RELATIVE_REF.fullmatch(string))
    assert rfc3986.matches(string, "URI-reference") == bool(URI.fullmatch(string) or RELATIVE_REF.fullmatch(string))


@reaches(taken=0.2, refused=0.1)
@many
@given(strings, st.booleans())
@example("//h/[", False)
def test_the_grammar_as_an_automaton(string, zone):
    """`parse` and the automaton of the same rule take the same strings."""
    for rule in rfc3986.RULES:
        by_parser = rfc3986.matches(string, rule, zone=zone)
        reached("taken" if by_parser else "refused")
        fails_at = rfc3986.fails_at(string, rule, zone=zone)
        assert by_parser == (fails_at is None)
        if fails_at is not None:
            # A later character cannot help, and an earlier one was not the reason.
            assert rfc3986.fails_at(string[: fails_at + 1], rule, zone=zone) == fails_at
            assert rfc3986.fails_at(string[:fails_at], rule, zone=zone) in (fails_at, None)


@reaches(an_address=0.15, none=0.15)
@many
@given(evenly(ipv6_addresses, ipv6_near_misses))
@example("1::2:3:4:5:6:7:8")
@example("1:2:3:4:5:6::1.2.3.4")
@example("::00001")
def test_the_addresses_of_appendix_a(address):
    is_one = rfc3986.matches(f"//[{address}]", "relative-ref")
    reached("an_address" if is_one else "none")
    assert is_one == bool(re.fullmatch(IPV6, address))


# Endings: for a prefix of a string that matches a rule, at least one of them completes it.
ENDS = [
    *(
        "",
        "41",
        "1",
        ":",
        "a:",
        "@",
        "/",
        "a",
        "@h",
        "%41/",
        "]",
        "1]",
        "::]",
        ":1]",
        "0]",
        "01]",
        ".1]",
        "1.1]",
        "a.1]",
    ),
    *(f"{first}{':1' * pieces}{last}]" for first in ("", "1", "%25a") for pieces in range(9) for last in ("", "::")),
    *(f"{first}{'.1' * octets}]" for first in ("", "1", ":1", ":1.1") for octets in range(4)),
    *("25a]", "5a]", "a]", "25"),
]


def can_begin(start, rule, zone):
    """Whether *start* can be continued to a string that matches the rule."""
    return any(rfc3986.matches(start + more, rule, zone=zone) for more in ENDS)


@reaches(taken=0.15, refused=0.15)
@examples(300)
@given(
    evenly(strings, mutated(uris, PIECES), mutated(relative_refs, PIECES)),
    st.sampled_from(rfc3986.RULES),
    st.booleans(),
)
def test_parsing_and_what_it_says(string, rule, zone):
    try:
        reference = rfc3986.parse(string, rule, zone=zone)
    except InvalidSyntax as error:
        reached("refused")
        assert error.expected
        # The longest prefix that can be continued ends there. There is one exception: without an "@", what could be a
        # userinfo is read as host and port, so "//h:8o" is refused at its port, and "a:b" is refused as a relative
        # reference.
        assert can_begin(string[: error.offset], rule, zone)
        if "the port" not in error.expected:
            assert error.offset == len(string) or not can_begin(string[: error.offset + 1], rule, zone)
        return
    reached("taken")
    assert str(reference) == string
    assert reference.split() == rfc3986.split(string)


@reaches(scheme=0.1, authority=0.05, query=0.1, fragment=0.1)
@many
@given(strings)
def test_what_is_split_is_composed_again(string):
    parts = rfc3986.split(string)
    for name, part in parts._asdict().items():
        if part is not None and name != "path":
            reached(name)
    assert str(parts) == string


_maybe = st.one_of(st.none(), joined([*"ab:/?#@[]%.", "[::1]", "//"], most=4))


@reaches(composed=0.03, refused=0.3)
@many
@given(
    st.builds(rfc3986.Reference, _maybe, _maybe, _maybe, _maybe, _maybe.map(lambda path: path or ""), _maybe, _maybe)
)
@example(rfc3986.Reference("a", "u", "[::1]", "", "/b", "c", "d"))
def test_what_is_composed_is_split_again(reference):
    """Or it is refused: no component becomes part of another one."""
    try:
        string = rfc3986.compose(reference)
    except ValueError:
        reached("refused")
        return
    reached("composed")
    scheme, authority, path, query, fragment = rfc3986.split(string)
    assert (scheme, query, fragment) == (reference.scheme, reference.query, reference.fragment)
    assert path == reference.path or (
        authority is None and path.removeprefix("/.").removeprefix("./") == reference.path
    )
    if authority is None:
        assert (reference.userinfo, reference.host, reference.port) == (None, None, None)
        return
    userinfo, at_sign, host_and_port = authority.rpartition("@")
    end = host_and_port.find("]") + 1 or (host_and_port + ":").index(":")
    port = host_and_port[end:].removeprefix(":") if host_and_port[end:] else None
    assert (userinfo if at_sign else None, host_and_port[:end], port) == reference[1:4]


@reaches(resolved=0.2, shorter=0.2)
@many
@given(evenly(references, relative_refs), evenly(bases, bases, uris))
@example("..//a", "a:/")
@example("./b:c", "a:d")
@example("", "a:?q#f")
def test_resolution_and_its_inverse(reference, base):
    target = rfc3986.resolve(reference, base)
    shortest = rfc3986.relativize(target, base)
    if target != reference:
        reached("resolved")
    if shortest != target:
        reached("shorter")
    assert rfc3986.resolve(shortest, base) == rfc3986.resolve(target, base)
    assert len(shortest) <= len(target)
    path = rfc3986.split(target).path
    assert by_the_book(path) == path or path.startswith("/.//") or rfc3986.split(base).path == path


@reaches(removed=0.2)
@many
@given(joined(["", "a", "b", "c:d", ".", "..", "...", "%2e", "é", "../..", "a/."], most=8, by="/"))
def test_dot_segments_are_removed_by_the_book(path):
    without = rfc3986.remove_dot_segments(path)
    if without != path:
        reached("removed")
    assert without == by_the_book(path)


@reaches(a_uri=0.1, an_iri=0.2, changed=0.2)
@many
@given(strings)
def test_normalizing(string):
    if rfc3986.matches(string, "URI"):
        reached("a_uri")
    if rfc3986.matches(string, "IRI"):
        reached("an_iri")
    if rfc3986.normalize(string) != string:
        reached("changed")
    for rung in rfc3986.RUNGS:
        normalized = rfc3986.normalize(string, rung)
        assert rfc3986.normalize(normalized, rung) == normalized
        for rule in ("URI", "IRI"):
            assert rfc3986.matches(normalized, rule) or not rfc3986.matches(string, rule)
    lowest = rfc3986.equivalence(string, rfc3986.normalize(string))
    assert lowest is not None


@reaches(an_iri_reference=0.3, encoded=0.1, decoded=0.1)
@many
@given(evenly(iris, irelative_refs, strings))
@example("//é%C3%A9/%E2%80%8E?\ue000%EE%80%80#%EE%80%80")
@example("%%41%%c3%a9")
def test_iris_and_uris(string):
    if rfc3986.matches(string, "IRI-reference"):
        reached("an_iri_reference")
        uri = rfc3986.iri_to_uri(string)
        if uri != string:
            reached("encoded")
        if rfc3986.uri_to_iri(uri) != uri:
            reached("decoded")
        assert rfc3986.matches(uri, "URI-reference")
        iri = rfc3986.uri_to_iri(uri)
        assert rfc3986.equivalent(rfc3986.iri_to_uri(iri), uri, "percent-encoding")
        assert rfc3986.matches(iri, "IRI-reference")
        assert not set(iri) & set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e")
        assert rfc3986.uri_to_iri(iri) == iri


_base64url = st.binary(max_size=40).map(rfc3986.base64url_encode)


@reaches(decoded=0.15, refused=0.15)
@many
@given(
    st.binary(max_size=40),
    evenly(_base64url, mutated(_base64url, [*"AZaz09-_=+/ \n"]), st.text("AZaz09-_=+/ \n", max_size=9)),
)
@example(b"\xff", "_x")
@example(b"", "AAA=")
def test_base64url(octets, string):
    encoded = rfc3986.base64url_encode(octets)
    assert encoded == base64.urlsafe_b64encode(octets).decode().rstrip("=")
    assert rfc3986.base64url_decode(encoded) == octets
    try:
        decoded = rfc3986.base64url_decode(string)
    except InvalidSyntax:
        reached("refused")
        return
    reached("decoded")
    assert rfc3986.base64url_encode(decoded) == string


# The package `rfc3986`, version 2.0. Its validators do not check which characters a path, query or fragment contains,
# nor whether the first segment of a relative reference contains a colon; so only the package accepts these.
@pytest.mark.parametrize("string", ["|", " ", "%", "/%zz", "?\\", "#<", ":", "1:", "::"])
def test_what_the_package_rfc3986_takes_and_the_grammar_does_not(string):
    assert is_valid_to_peer(string)
    assert not rfc3986.matches(string, "URI-reference")


# The package treats an empty userinfo as none, reads four numbers as an address even if one exceeds 255 (which makes it
# a reg-name), takes the "v" of IPvFuture only in lower case, and takes only TCP port numbers.
@pytest.mark.parametrize("string", ["//@", "//@h/", "//256.1.1.1/", "//[V1.x]/", "//h:65536/"])
def test_what_the_grammar_takes_and_the_package_rfc3986_does_not(string):
    assert not is_valid_to_peer(string)
    assert rfc3986.matches(string, "URI-reference")


@reaches(compared=0.2)
@many
@given(evenly(uris, relative_refs, strings))
def test_the_package_rfc3986_takes_what_the_grammar_takes(string):
    if rfc3986.matches(string, "URI-reference"):
        reference = rfc3986.parse(string)
        assume(reference.userinfo != "" and not (reference.host or "").startswith("[V"))
        assume(int(reference.port or 0) < 2**16)
        assume(reference.host_kind == "IPv4address" or not re.fullmatch(r"[0-9]+(\.[0-9]+){3}", reference.host or ""))
        reached("compared")
        assert is_valid_to_peer(string)
        theirs = PEER.uri_reference(string)
        # The package keeps None for an empty component.
        assert (theirs.scheme, theirs.authority or None) == (reference.scheme, reference.authority or None)
        assert (theirs.path or "", theirs.query, theirs.fragment) == (
            reference.path,
            reference.query,
            reference.fragment,
        )


def is_valid_to_peer(string):
    components = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    try:
        PEER.validators.Validator().check_validity_of(*components).validate(PEER.uri_reference(string))
    except PEER.exceptions.RFC3986Exception:
        return False
    return True


# The package normalizes the base first, and then the result; it drops empty segments, and the "/" after a last ".." at
# the root; it puts "/" before a merged path if there is no authority; and it removes the dot segments of a rootless
# path in another way than the RFC's text. So this test leaves those out.
ordinary = st.lists(st.sampled_from(["a", "b", "...", ".", "%2e"]), max_size=5).map("/".join)
climbing = st.lists(st.just("../"), max_size=3).map("".join)


@reaches(compared=0.3, climbs=0.2)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the package's own deprecated code
@many
@given(
    st.builds("{}{}{}".format, st.sampled_from(["", "/"]), climbing, ordinary),
    st.lists(st.sampled_from(["a", "b", "..."]), max_size=4).map("/".join),
    st.sampled_from(["", "?", "?q", "#f", "?q#f"]),
)
def test_resolution_as_the_package_rfc3986_has_it(path, base, rest):
    assume(not path.endswith("../"))
    reached("compared")
    if "../" in path:
        reached("climbs")
    theirs = PEER.uri_reference(path + rest).resolve_with(f"http://h/{base}").unsplit()
    assert rfc3986.equivalent(rfc3986.resolve(path + rest, f"http://h/{base}"), theirs)


# The package `rfc3987`, version 1.3.8, allows an octet of an IPv4 address to start with 0, and a line break at the end
# of a string. It takes the "v" of IPvFuture only in lower case.
@reaches(taken=0.2, refused=0.06, taken_as_iri_alone=0.03)
@many
@given(strings)
def test_the_package_rfc3987_takes_what_the_grammar_takes(string):
    assume("\n" not in string and not re.search(r"(?<![0-9])0[0-9]+\.|\[V", string))
    taken = {rule for rule in rfc3986.RULES if rfc3986.matches(string, rule)}
    reached("taken" if taken else "refused")
    if taken and "URI-reference" not in taken:
        reached("taken_as_iri_alone")
    assert taken == {rule for rule in rfc3986.RULES if OTHER_PEER.match(string, rule.replace("-", "_")) is not None}


@pytest.mark.parametrize("string", ["//[::01.2.3.4]", "/\n"])
def test_what_the_package_rfc3987_takes_and_the_grammar_does_not(string):
    assert OTHER_PEER.match(string, "relative_ref")
    assert not rfc3986.matches(string, "relative-ref")


def test_what_the_grammar_takes_and_the_package_rfc3987_does_not():
    assert not OTHER_PEER.match("//[V1.x]", "relative_ref")
    assert rfc3986.matches("//[V1.x]", "relative-ref")


# If a reference has an empty path, the package removes the base's dot segments; it does not remove dot segments after a
# non-ASCII segment; and it lets a path start with "//" even without an authority.
_ends = st.sampled_from(["", "?q", "#f", "?q/../r#f"])


@reaches(compared=0.3, resolved=0.2)
@many
@given(
    concatenated(joined(["", "a", "b", "c:d", ".", "..", "...", "%2e"], most=8, by="/"), _ends),
    concatenated(
        st.sampled_from(["http://h/", "a:/", "a:b/", "file:///", "a://h/"]),
        joined(["", "a", "b", "c:d", ".", "..", "...", "%2e"], most=6, by="/"),
        _ends,
    ),
)
def test_resolution_as_the_package_rfc3987_has_it(reference, base):
    assume(rfc3986.matches(reference, "URI-reference") and rfc3986.matches(base, "URI"))
    target = rfc3986.resolve(reference, base)
    assume(rfc3986.split(reference).path and "/.//" not in target)
    reached("compared")
    if ".." in reference:
        reached("resolved")
    assert OTHER_PEER.resolve(base, reference) == target


# The package `rfc3986` normalizes case (but writes a host's percent-encoded octets in lower case) and paths (but those
# without "/" differently), removes an empty port, and decodes nothing.
@reaches(changed=0.2)
@many
@given(
    st.sampled_from(["HTTP://u:P@H:080/", "Foo://h/"]),
    climbing,
    st.lists(st.sampled_from(["a", "b", "...", ".", "%c3%A9"]), max_size=5).map("/".join),
    st.sampled_from(["", "?%c3", "#F"]),
)
def test_normalizing_as_the_package_rfc3986_does(start, up, path, rest):
    assume(path)
    string = f"{start}{up}{path}{rest}"
    normalized = rfc3986.normalize(string, "path-segments")
    if "/." in string and "/." not in normalized:
        reached("changed")
    assert PEER.uri_reference(string).normalize().unsplit() == normalized


@pytest.mark.parametrize(
    ("string", "theirs", "ours"),
    [
        ("http://h/%7ea", "http://h/%7Ea", "http://h/~a"),
        ("foo://h:/", "foo://h/", "foo://h:/"),
        ("foo://h%C3/", "foo://h%c3/", "foo://h%C3/"),
        ("a:b/..", "a:", "a:b/.."),
    ],
)
def test_what_the_package_rfc3986_normalizes_otherwise(string, theirs, ours):
    assert PEER.uri_reference(string).normalize().unsplit() == theirs
    assert rfc3986.normalize(string, "path-segments") == ours
