"""Properties of the editions: none raises anything but InvalidURL, and the last one is the rest of the package."""

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import given, strategies as st  # noqa: E402 - must follow the check that it is installed

from py_url import InvalidURL, editions, is_valid_url_string, validate  # noqa: E402 - as above
from py_url.standard import basic_parse, domain_to_unicode, serialize  # noqa: E402 - as above
from py_url.standard.hosts.domain import parse_domain  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    PIECES,
    domains,
    evenly,
    guesses,
    joined,
    mutated,
    parsing_urls,
    scalar_strings,
    urls,
)
from tests.support.hypothesis_profile import examples, many  # noqa: E402 - as above

LAST = [*editions.EDITIONS][-1]
names = st.sampled_from([*editions.EDITIONS])
strings = evenly(urls, mutated(urls), guesses, joined(PIECES, most=4).map("http://{}/^x#y".format))
bases = st.none() | evenly(parsing_urls, st.sampled_from(["http://h/", "file://h/C:/", "foo://h/", "foo:opaque"]))


def href(parse):
    try:
        return serialize(parse())
    except InvalidURL:
        return None


@reaches(parsed=0.2, refused=0.2, otherwise_today=0.001)
@many
@given(strings, bases, names)
def test_every_edition_parses_or_says_why_not(string, base, edition):
    record = None if base is None else basic_parse(base)
    ours = href(lambda: editions.parse(string, record, edition=edition))
    errors = editions.validate(string, record, edition=edition)
    assert (ours is None) == (bool(errors) and errors[-1].fatal)
    assert not any(error.fatal for error in errors[:-1])
    assert all(0 <= error.start <= error.end <= len(string) and error.message and error.link for error in errors)
    assert editions.is_valid_url_string(string, record, edition=edition) in (True, False)
    if ours is not None:
        assert str(editions.origin(editions.parse(string, record, edition=edition), edition=edition))
    reached("refused" if ours is None else "parsed")
    if ours != href(lambda: basic_parse(string, record)):
        reached("otherwise_today")


@reaches(parsed=0.2, refused=0.2)
@many
@given(strings, bases)
def test_the_last_edition_is_the_package(string, base):
    record = None if base is None else basic_parse(base)
    ours = href(lambda: editions.parse(string, record, edition=LAST))
    assert ours == href(lambda: basic_parse(string, record))
    reached("refused" if ours is None else "parsed")
    assert editions.validate(string, record, edition=LAST) == validate(string, record)
    assert editions.is_valid_url_string(string, record, edition=LAST) == is_valid_url_string(string, record)


@reaches(converted=0.1, refused=0.1, today=0.003)
@examples(1_800)  # one in a hundred is of the last edition and a domain that it has, too
@given(evenly(domains, mutated(domains), scalar_strings, joined(PIECES)), names, st.booleans())
def test_domains(domain, edition, be_strict):
    errors = []
    result = editions.domain_to_ascii(domain, be_strict, edition=edition, report=errors.append)
    assert (result is None) == (bool(errors) and errors[-1].fatal)
    reached("refused" if result is None else "converted")
    assert isinstance(editions.domain_to_unicode(domain, edition=edition, report=errors.append), str)
    assert all(0 <= error.start <= error.end <= len(domain) for error in errors)
    if edition == LAST:
        today = parse_domain(domain, be_strict) if domain.isprintable() else None
        if today is not None:
            assert result == today
            reached("today")
        assert editions.domain_to_unicode(domain, edition=edition) == domain_to_unicode(domain)
