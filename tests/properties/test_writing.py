"""§4: "A valid URL string defines what input would not trigger a validation error or failure"."""

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url import is_valid_url_string, validate  # noqa: E402 - as above
from py_url.standard import is_valid_host_string, is_valid_opaque_host_string, validate_host  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    bases,
    evenly,
    mutated,
    opaque_hosts,
    parsing_hosts,
    urls,
    valid_hosts,
    valid_opaque_hosts,
    valid_urls,
    valid_urls_with_bases,
)
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

# A lone surrogate is not a URL code point. A surrogate pair stands for the code point that it encodes, which may be
# one.
_SURROGATES = ["\ud800", "\udfff", "\ud83d", "\ude00", *["\ud83d\ude00"] * 4, "\ude00\ud83d", "\ud83f\udfff"]
_strings = evenly(urls, mutated(valid_urls), mutated(valid_urls, _SURROGATES))


def _has_surrogates(string):
    return any("\ud800" <= char <= "\udfff" for char in string)


@reaches(valid=0.3, relative=0.05, not_valid=0.07, valid_with_surrogates=0.0005, not_valid_with_surrogates=0.01)
@many
@given(evenly(valid_urls_with_bases(), st.tuples(_strings, bases)))
@example(("http://[1::2:3:4:5:6:7:8]/", None))
@example(("http://h:65536/", None))
@example(("C|/a", "file:///x"))
@example(("#", "foo:x"))
@example(("https://example.com/#\ud800", None))
@example(("foo://h\ud800/", None))
@example(("https://example.com/\ud83d\ude00", None))
def test_valid_is_what_parses_without_validation_error(string_and_base):
    string, base = string_and_base
    is_valid = is_valid_url_string(string, base)
    reached("valid" if is_valid else "not_valid")
    if _has_surrogates(string):
        reached("valid_with_surrogates" if is_valid else "not_valid_with_surrogates")
    if is_valid and base is not None and not is_valid_url_string(string):
        reached("relative")
    assert is_valid == (validate(string, base) == [])


@reaches(a_host=0.2, an_opaque_host=0.2, neither=0.1)
@many
@given(
    evenly(
        valid_hosts,
        valid_opaque_hosts,
        evenly(parsing_hosts, opaque_hosts),
        evenly(
            mutated(valid_hosts),
            mutated(valid_opaque_hosts, _SURROGATES),
            st.text(st.characters(exclude_categories=[]), max_size=10),
            _strings,
        ),
    )
)
@example("[1::2:3:4:5:6:7:8]")
@example("[::1:2:3:4:5:6:7:8]")
@example("[1:2:3:4:5:6::1.2.3.4]")
@example("[1:2:3:4:5::1.2.3.4]")
@example("\ud800")
@example("a\ud83d\ude00")
def test_a_valid_host_is_what_parses_without_validation_error(string):
    is_host = is_valid_host_string(string)
    assert is_host == (validate_host(string) == [])
    # The standard never passes the empty string to the opaque-host parser.
    is_opaque_host = string != "" and is_valid_opaque_host_string(string)
    assert is_opaque_host == (string != "" and validate_host(string, is_opaque=True) == [])
    if is_host:
        reached("a_host")
    if is_opaque_host:
        reached("an_opaque_host")
    if not is_host and not is_opaque_host:
        reached("neither")
