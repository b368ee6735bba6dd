"""Older editions of the URL Standard: what a URL meant then, and when its meaning changed.

``parse("http://1.2.3.4.5/", edition="2020-11")`` parses as the standard of 2020-11 does, and ``differences(url)``
compares the results of all editions. An edition is the standard as it was in a month. `EDITIONS` has the
editions by their names, and `CHANGES` the changes between them, each with its commit, its date and examples. The last
edition is the one that the rest of the package follows.

Editions differ in their rules, but all use the same tables of Unicode, those of today. Before 2023-02-20,
validation errors had no names; here they have those of that day. https://github.com/whatwg/url/commits/main/url.bs
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from py_url.editions import domains, grammar, hosts, machine
from py_url.editions.changes import CHANGES, EDITIONS, OTHER_CHANGES, TEXTS, Change, Edition, edition_named
from py_url.editions.members import origin as origin_of, set_member
from py_url.standard.hosts.representation import Host
from py_url.standard.infra.code_points import plain_str, scalar_value_string, with_pairs_joined
from py_url.standard.infra.encodings import get_an_output_encoding
from py_url.standard.infra.error_table import VALIDATION_ERRORS
from py_url.standard.infra.positions import Positions
from py_url.standard.infra.reporter import Reporter
from py_url.standard.infra.showing import shown_parts
from py_url.standard.infra.validation import Failure, InvalidURL, ValidationError
from py_url.standard.urls.html_origin import OpaqueOrigin, TupleOrigin
from py_url.standard.urls.parser import HasRecord, record_of
from py_url.standard.urls.record import URLRecord, clone, serialize
from py_url.standard.urls.setters import SETTERS

__all__ = [
    "CHANGES",
    "EDITIONS",
    "OTHER_CHANGES",
    "PARSERS",
    "Answer",
    "Change",
    "Edition",
    "FormerValidationError",
    "differences",
    "domain_to_ascii",
    "domain_to_unicode",
    "host_parse",
    "is_valid_domain",
    "is_valid_host_string",
    "is_valid_ipv4_address_string",
    "is_valid_ipv6_address_string",
    "is_valid_opaque_host_string",
    "is_valid_url_string",
    "origin",
    "parse",
    "replace",
    "validate",
]

# The text before today's names and anchors: the last that defines all the errors that are gone.
_FORMER_ERRORS = "https://url.spec.whatwg.org/commit-snapshots/9fe73bed05476684aa587de231d79768b76e1430/"

PARSERS = ("2020-11", *dict.fromkeys(change.date[:7] for change in CHANGES if "parser" in change.parts))
"""The names of the editions whose parser differs from that of the edition before, beginning with the first."""


class FormerValidationError(ValidationError):
    """A validation error that the standard no longer has. ``link`` is its definition in an older version."""

    __slots__ = ()

    @property
    def link(self) -> str:
        """The URL of the definition of this error in an older version."""
        return f"{_FORMER_ERRORS}#{self.name.lower()}"


class Answer(NamedTuple):
    """The result for a URL in successive editions of the standard.

    *change* is the change that led to this answer, with its date and commit, or None for the first. *editions* are the
    names of the editions that give it; between two changes of one month there is none. *href* is the serialized URL, or
    None if it does not parse. *errors* are the names of the validation errors, and *valid* says whether the grammar
    matches. The repr hides the userinfo of the URL.
    """

    change: Change | None
    editions: tuple[str, ...]
    href: str | None
    errors: tuple[str, ...]
    valid: bool

    def __repr__(self) -> str:
        return f"Answer({shown_parts(self._asdict())})"


def parse(
    url: str, base: str | URLRecord | HasRecord | None = None, *, edition: str, encoding: str = "utf-8"
) -> URLRecord:
    """Parse *url*, relative to *base* if there is one, by an older *edition* of the standard, and return its record.

    A *base* that is a str is parsed by the same edition. The record may be one that no URL parses to today. For
    *encoding*, this raises the errors of `basic_parse`.

    Raises:
        InvalidURL: If *url* or *base* does not parse, with the edition's validation errors.
        ValueError: For an unknown edition.
        TypeError: For an argument of another type.

    >>> from py_url.standard import serialize
    >>> serialize(parse("http://h/^", edition="2020-11"))
    'http://h/^'
    """
    text = edition_named(edition)
    name = get_an_output_encoding(encoding)
    url = plain_str(url)
    record = _base_record(text, base)
    try:
        return machine.run_parser(text, url, record, name)
    except Failure:
        raise _invalid_url(text, url, record, "URL") from None


def validate(url: str, base: str | URLRecord | HasRecord | None = None, *, edition: str) -> list[ValidationError]:
    """Return the validation errors that an older *edition* reports for *url*, in its order and with its names.

    If *url* does not parse, the last one is fatal.

    Raises:
        InvalidURL: If *base* does not parse.
        ValueError: For an unknown edition.
        TypeError: For an argument of another type.

    >>> [error.name for error in validate("http://h/^", edition="2020-11")]
    ['invalid-URL-unit']
    """
    text = edition_named(edition)
    return _errors(text, plain_str(url), _base_record(text, base))


def host_parse(input: str, is_opaque: bool = False, *, edition: str) -> Host:
    """§3.5 *host parser*: parse *input* by an older *edition*.

    *is_opaque* is true for the host of a URL that is not special.

    Raises:
        InvalidURL: On failure.
        ValueError: For an unknown edition.
        TypeError: If *input* or *edition* is not a str.

    >>> host_parse("09", edition="2020-11")
    Domain('09')
    """
    text = edition_named(edition)
    input = plain_str(input)
    string = scalar_value_string(input)

    def errors() -> list[ValidationError]:
        reporter = Reporter(Positions(input, trimmed=False, tabs=True))
        try:
            hosts.run_host_parser(text, string, is_opaque, reporter)
        except Failure as failure:
            reporter.fail(failure)
        return list(map(_named, reporter.errors()))

    try:
        return hosts.run_host_parser(text, string, is_opaque)
    except Failure:
        raise InvalidURL(input, errors, "host") from None


def differences(url: str, base: str | URLRecord | HasRecord | None = None) -> list[Answer]:
    """Return the results of all editions for *url*, relative to *base* if there is one: one `Answer` after the other.

    There is only one if all agree. In an edition in which *base* does not parse, neither does *url*, and there are no
    validation errors.

    Raises:
        TypeError: For an argument of another type.
        InvalidURL: If *base* never parses.

    >>> [(answer.editions[0], answer.href) for answer in differences("http://h/^")]
    [('2020-11', 'http://h/^'), ('2025-03', 'http://h/%5E')]
    """
    string = plain_str(url)
    answers: list[Answer] = []
    base_parses = False
    for text in TEXTS:
        try:
            record = _base_record(text, base)
        except InvalidURL:
            if text is TEXTS[-1] and not base_parses:
                raise
            answer: tuple[str | None, tuple[str, ...], bool] = None, (), False
        else:
            base_parses = True
            answer = _answer(text, string, record)
        named = (text.name,) if EDITIONS[text.name] is text else ()
        if answers and answers[-1][2:] == answer:
            answers[-1] = answers[-1]._replace(editions=answers[-1].editions + named)
        else:
            answers.append(Answer(CHANGES[text.changes - 1] if text.changes else None, named, *answer))
    return answers


def _answer(text: Edition, url: str, base: URLRecord | None) -> tuple[str | None, tuple[str, ...], bool]:
    errors = tuple(error.name for error in _errors(text, url, base))
    valid = grammar.is_valid_url_string(text, with_pairs_joined(url), base)
    try:
        return serialize(machine.run_parser(text, url, base)), errors, valid
    except Failure:
        return None, errors, valid


def replace(url: str | URLRecord | HasRecord, *, edition: str, **members: str) -> URLRecord:
    """Return the record of *url* after the setters of an older *edition* have run, in the order of the arguments.

    A *url* that is a str is parsed by the same edition. *members* are protocol, username, password, host, hostname,
    port, pathname, search and hash.

    Raises:
        TypeError: For any other name or a value that is not a str.
        ValueError: For an unknown edition.
        InvalidURL: If *url* does not parse.

    >>> replace("http://a/", edition="2020-11", hostname="b:8080").host
    Domain('b')
    """
    text = edition_named(edition)
    record = clone(_record(text, url, "URL"))
    for member, value in members.items():
        if member not in SETTERS:
            raise TypeError(f"a URL has no member {member!r} that can be set; the members are {', '.join(SETTERS)}")
        set_member(text, record, member, scalar_value_string(value))
    return record


def origin(url: str | URLRecord | HasRecord, *, edition: str) -> TupleOrigin | OpaqueOrigin:
    """Return the origin of *url* by an older *edition*.

    Raises:
        ValueError: For an unknown edition.
        InvalidURL: If *url* does not parse.
        TypeError: For another type.

    >>> str(origin("blob:ftp://host/", edition="2020-11"))
    'ftp://host'
    """
    text = edition_named(edition)
    return origin_of(text, _record(text, url, "URL"))


def is_valid_url_string(string: str, base: str | URLRecord | HasRecord | None = None, *, edition: str) -> bool:
    """§4.3 Return whether *string* is a *valid URL string* of an older *edition*.

    This uses the grammar, and `validate` uses the parser; they did not always agree.

    Raises:
        InvalidURL: If *base* does not parse.
        ValueError: For an unknown edition.
        TypeError: For an argument of another type.

    >>> is_valid_url_string("https://h/a b", edition="2020-11")
    False
    """
    text = edition_named(edition)
    return grammar.is_valid_url_string(text, with_pairs_joined(plain_str(string)), _base_record(text, base))


def is_valid_host_string(string: str, *, edition: str) -> bool:
    """§3.4 Return whether *string* is a *valid host string* of an older *edition*.

    Raises:
        ValueError: For an unknown edition.
        TypeError: If *string* is not a str.

    >>> is_valid_host_string("-a.example", edition="2020-11")
    True
    """
    return grammar.is_valid_host_string(edition_named(edition), with_pairs_joined(plain_str(string)))


def is_valid_domain(string: str, *, edition: str) -> bool:
    """§3.4 Return whether *string* is a *valid domain* of an older *edition*.

    Raises:
        ValueError: For an unknown edition.
        TypeError: If *string* is not a str.

    >>> is_valid_domain("-a.example", edition="2020-11")
    True
    """
    return grammar.is_valid_domain(edition_named(edition), with_pairs_joined(plain_str(string)))


def is_valid_ipv4_address_string(string: str, *, edition: str) -> bool:
    """§3.4 Return whether *string* is a *valid IPv4-address string* of an older *edition*.

    Raises:
        ValueError: For an unknown edition.
        TypeError: If *string* is not a str.

    >>> is_valid_ipv4_address_string("127.0.0.1", edition="2020-11")
    True
    """
    return grammar.is_valid_ipv4_address_string(edition_named(edition), plain_str(string))


def is_valid_ipv6_address_string(string: str, *, edition: str) -> bool:
    """§3.4 Return whether *string* is a *valid IPv6-address string*, without brackets, of an older *edition*.

    Raises:
        ValueError: For an unknown edition.
        TypeError: If *string* is not a str.

    >>> is_valid_ipv6_address_string("::1", edition="2020-11")
    True
    """
    return grammar.is_valid_ipv6_address_string(edition_named(edition), plain_str(string))


def is_valid_opaque_host_string(string: str, *, edition: str) -> bool:
    """§3.4 Return whether *string* is a *valid opaque-host string* of an older *edition*.

    Raises:
        ValueError: For an unknown edition.
        TypeError: If *string* is not a str.

    >>> is_valid_opaque_host_string("a%", edition="2020-11")
    False
    """
    return grammar.is_valid_opaque_host_string(edition_named(edition), with_pairs_joined(plain_str(string)))


def domain_to_ascii(
    domain: str,
    be_strict: bool = False,
    *,
    edition: str,
    report: Callable[[ValidationError], object] | None = None,
) -> str | None:
    """§3.3 *domain to ASCII*: return *domain* in ASCII by an older *edition*, or None for failure.

    With *be_strict*, only what DNS allows passes: letters, digits and hyphens, and labels of at most 63 characters.
    *report* is called with each validation error; pass ``errors.append`` to collect them. Today's text calls this
    operation the *domain parser*; an edition that does so runs that one.

    https://url.spec.whatwg.org/commit-snapshots/9fe73bed05476684aa587de231d79768b76e1430/#concept-domain-to-ascii

    Raises:
        ValueError: For an unknown edition.
        TypeError: If *domain* or *edition* is not a str, or *report* is not callable.

    >>> domain_to_ascii("Faß.example", edition="2025-03")
    'xn--fa-hia.example'
    """
    text = edition_named(edition)
    domain = plain_str(domain)
    _expect_report(report)
    reporter = Reporter(Positions(domain, trimmed=False, tabs=True))
    try:
        result: str | None = domains.domain_to_ascii_checked(text, scalar_value_string(domain), be_strict, reporter)
    except Failure as failure:
        reporter.fail(failure)
        result = None
    _tell(reporter, report)
    return result


def domain_to_unicode(
    domain: str,
    be_strict: bool = False,
    *,
    edition: str,
    report: Callable[[ValidationError], object] | None = None,
) -> str:
    """§3.3 *domain to Unicode*: return *domain* in Unicode by an older *edition*.

    A label with an error is converted as far as possible, and the others completely. *report* is called with each
    domain-to-Unicode error; pass ``errors.append`` to collect them. Since 2026-06 an error leaves the whole domain as
    it is and is not reported.

    https://url.spec.whatwg.org/commit-snapshots/9fe73bed05476684aa587de231d79768b76e1430/#concept-domain-to-unicode

    Raises:
        ValueError: For an unknown edition and if *be_strict* is true in an edition that does not have it.
        TypeError: If *domain* or *edition* is not a str, or *report* is not callable.

    >>> domain_to_unicode("xn--0.xn--fa-hia", edition="2025-03")
    'xn--0.faß'
    """
    text = edition_named(edition)
    domain = plain_str(domain)
    _expect_report(report)
    reporter = Reporter(Positions(domain, trimmed=False, tabs=True))
    result = domains.domain_to_unicode(text, scalar_value_string(domain), be_strict, reporter)
    _tell(reporter, report)
    return result


def _base_record(text: Edition, base: str | URLRecord | HasRecord | None) -> URLRecord | None:
    return None if base is None else _record(text, base, "base URL")


def _record(text: Edition, url: str | URLRecord | HasRecord, what: str) -> URLRecord:
    if not isinstance(url, str):
        return record_of(url, what)
    url = plain_str(url)
    try:
        return machine.run_parser(text, url)
    except Failure:
        raise _invalid_url(text, url, None, what) from None


def _invalid_url(text: Edition, url: str, base: URLRecord | None, what: str) -> InvalidURL:
    if base is not None:
        base = clone(base)  # the caller's may change in the meantime
    return InvalidURL(url, lambda: _errors(text, url, base), what)


def _errors(text: Edition, url: str, base: URLRecord | None) -> list[ValidationError]:
    return list(map(_named, machine.validation_errors(text, url, base)))


def _named(error: ValidationError) -> ValidationError:
    if error.name in VALIDATION_ERRORS:
        return error
    return FormerValidationError(error.name, error.start, error.end, error.fatal, error.message)


def _expect_report(report: Callable[[ValidationError], object] | None) -> None:
    if report is not None and not callable(report):
        raise TypeError(f"report must be a function or None, not {type(report).__name__}")


def _tell(reporter: Reporter, report: Callable[[ValidationError], object] | None) -> None:
    if report is not None:
        for error in reporter.errors():
            report(_named(error))
