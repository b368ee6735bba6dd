"""Domain to ASCII and domain to Unicode, with beStrict and with their errors, as the texts up to 2025 have them."""

from functools import partial

import pytest

from py_url import editions

TODAY = [*editions.EDITIONS][-1]


def reported(function, *arguments, **named):
    errors = []
    result = function(*arguments, report=errors.append, **named)
    return result, [(error.name, error.start, error.end, error.fatal) for error in errors]


def test_domain_to_ascii():
    to_ascii = partial(editions.domain_to_ascii, edition="2025-03")
    assert reported(to_ascii, "Faß.example") == ("xn--fa-hia.example", [])
    assert reported(to_ascii, "☕.example", True) == ("xn--53h.example", [])
    assert reported(to_ascii, "b.xn--a") == (None, [("domain-to-ASCII", 2, 7, True)])
    assert reported(to_ascii, "") == (None, [("domain-to-ASCII", 0, 0, True)])
    assert reported(to_ascii, "a_b") == ("a_b", [])
    assert reported(to_ascii, "a_b", True) == (None, [("domain-to-ASCII", 1, 2, True)])
    assert reported(to_ascii, "a b") == (None, [("domain-invalid-code-point", 1, 2, True)])
    assert reported(to_ascii, "a b", edition="2020-11") == ("a b", [])
    # The domain parser, as it is called since 2026-06.
    assert reported(to_ascii, "a_b", edition=TODAY) == ("a_b", [("domain-to-ASCII", 1, 2, False)])
    assert reported(to_ascii, "a b", edition=TODAY) == (None, [("domain-to-ASCII", 1, 2, True)])
    assert to_ascii("xn--a") is None
    assert to_ascii("xn--a", edition=TODAY) == "xn--a"


def test_domain_to_unicode():
    to_unicode = partial(editions.domain_to_unicode, edition="2025-03")
    assert reported(to_unicode, "xn--fa-hia.example") == ("faß.example", [])
    assert reported(to_unicode, "xn--8i7caa.example") == ("ｗｗｗ.example", [("domain-to-Unicode", 0, 10, False)])
    assert reported(to_unicode, "a\ufffdB.C") == ("a\ufffdb.c", [("domain-to-Unicode", 0, 3, False)])
    assert reported(to_unicode, "\u0301a.b") == ("\u0301a.b", [("domain-to-Unicode", 0, 2, False)])
    assert reported(to_unicode, "xn--a-.b") == ("a.b", [("domain-to-Unicode", 0, 6, False)])
    assert reported(to_unicode, "xn--a.b") == ("\x80.b", [("domain-to-Unicode", 0, 5, False)])
    assert reported(to_unicode, "\xad\ufffdA") == ("\ufffda", [("domain-to-Unicode", 0, 3, False)])
    assert reported(to_unicode, "xn--9dbc.1") == ("וז.1", [("domain-to-Unicode", 0, 10, False)])
    assert reported(to_unicode, "a_b.xn--fa-hia") == ("a_b.faß", [])
    assert reported(to_unicode, "a_b.xn--fa-hia", True) == ("a_b.faß", [("domain-to-Unicode", 0, 3, False)])
    assert reported(to_unicode, "-a.b", True, edition="2023-09") == ("-a.b", [])
    assert reported(to_unicode, "-a.b", True, edition="2024-11") == ("-a.b", [("domain-to-Unicode", 0, 2, False)])
    assert reported(to_unicode, "xn--a.xn--fa-hia", edition="2026-06") == ("xn--a.xn--fa-hia", [])
    long = "\ufffd" * 3_000
    assert reported(to_unicode, long) == (long, [("domain-to-Unicode", 0, 3_000, False)])
    for edition in ("2020-11", "2026-06"):
        with pytest.raises(ValueError, match="no beStrict"):
            to_unicode("a", True, edition=edition)


def test_what_cannot_be_shown_is_normalized_in_the_same_way_in_every_python():
    """Unicode 16 added the letter of which the first two code points are composed. The third is not assigned."""
    assert editions.domain_to_unicode("\U000105d2\u0307\u0378", edition="2025-03") == "\U000105c9\u0378"
