"""§4.3: `fix` finds a valid URL string wherever there is one that means the same."""

from tests.conftest import peer

hypothesis = peer("hypothesis")

from hypothesis import (  # noqa: E402 - must follow the check that it is installed
    example,
    given,
    strategies as st,
)

from py_url import URL, fix  # noqa: E402 - as above
from py_url.standard import why_not_fixed  # noqa: E402 - as above
from tests.properties.reached import reached, reaches  # noqa: E402 - as above
from tests.properties.strategies import (  # noqa: E402 - as above
    bases,
    evenly,
    mutated,
    references,
    urls,
    valid_urls_with_bases,
)
from tests.support.fixing import check  # noqa: E402 - as above
from tests.support.hypothesis_profile import many  # noqa: E402 - as above

_SURROGATES = ["\ud800", "\udfff", "\ud83d", "\ude00", "\ud83d\ude00", "\ud83f\udfff", "\ud83f\udffe", "\t", "\n"]


@st.composite
def _near_misses(draw):
    string, base = draw(valid_urls_with_bases())
    return draw(mutated(st.just(string), [*_SURROGATES, " ", "\\", "|", "%", "/", "@", '"', "\x01"])), base


@reaches(fixed=0.06, valid=0.1, not_fixed=0.05, fails=0.03)
@many
@given(evenly(_near_misses(), st.tuples(evenly(urls, mutated(urls, _SURROGATES), references), bases)))
@example(("https:/\\h", "https://b/"))
@example(("file:C|/x", "file://h/y"))
@example((" \ud800", "https://h/"))
def test_fix(string_and_base):
    string, base = string_and_base
    if not URL.can_parse(string, base):
        reached("fails")
        assert fix(string, base) is None
        assert why_not_fixed(string, base).fatal
        return
    fixed = check(string, base)
    reached("not_fixed" if fixed is None else "fixed" if fixed.changes else "valid")
