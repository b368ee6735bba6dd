"""RFC 4151: ``tag:`` URIs, names that anyone who had a domain or an address on some day can give.

In: a string, or the parts of one. Out: a `Tag`, whose string it is.
"""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from py_url.grammar import DOMAIN_LABEL, InvalidSyntax, Run, expect_scheme, expect_str, find
from py_url.rfc3986.characters import FRAGMENT

_RULE = "tagURI"
_DNS_NAME = rf"{DOMAIN_LABEL}(?:\.{DOMAIN_LABEL})*"
_AUTHORITY_NAME = re.compile(rf"(?:[A-Za-z0-9._-]+@)?{_DNS_NAME}")
_DATE = re.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_SPECIFIC = Run("a pchar, '/' or '?'", FRAGMENT)


class Tag(NamedTuple):
    """§2.1 The parts of a tag, as written: who gave it (a domain or an e-mail address), on which day (``2001``,
    ``2001-09`` or ``2001-09-15``) they were that, what they named, and perhaps a fragment. Two tags are the same (§2.4)
    where these are, character by character.
    """

    authority_name: str
    date: str
    specific: str
    fragment: str | None = None

    @property
    def day(self) -> datetime.date:
        """§2.1 The date; the first day where the month or the day of it is not said."""
        year, month, day = (int(number) for number in f"{self.date}-01-01".split("-")[:3])
        return datetime.date(year, month, day)

    def __str__(self) -> str:
        tag = f"tag:{self.authority_name},{self.date}:{self.specific}"
        return tag if self.fragment is None else f"{tag}#{self.fragment}"


def parse(string: str) -> Tag:
    """§2.1 The parts of a tag: ``parse("tag:yaml.org,2002:int").specific == "int"``.

    The scheme may be in any case, as RFC 3986 has it. Raises TypeError for what is no str, InvalidSyntax for what is no
    tag by the grammar, or has a date that no calendar has; a program that only compares tags need not ask (§2.4).
    """
    start = expect_scheme(string, _RULE, "tag")
    comma = string.find(",", start)
    if comma < 0 or not _AUTHORITY_NAME.fullmatch(string, start, comma):
        match = _AUTHORITY_NAME.match(string, start)
        offset = match.end() if match else start
        raise InvalidSyntax(string, _RULE, offset, "a domain name or an e-mail address, and ',' are expected")
    match = _DATE.match(string, comma + 1)
    end = match.end() if match else comma + 1
    if match is None or string[end : end + 1] != ":" or not _is_a_day(match[1], match[2], match[3]):
        raise InvalidSyntax(string, _RULE, comma + 1, "a date (YYYY, YYYY-MM or YYYY-MM-DD) and ':' are expected")
    stop = find(string, "#", end, len(string))
    specific = _SPECIFIC.take(string, _RULE, end + 1, stop)
    fragment = None if stop == len(string) else _SPECIFIC.take(string, _RULE, stop + 1, len(string))
    return Tag(string[start:comma], match[0], specific, fragment)


def _is_a_day(year: str, month: str | None, day: str | None) -> bool:
    try:
        datetime.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return False
    return True


def build(authority_name: str, date: str | datetime.date, specific: str = "", fragment: str | None = None) -> Tag:
    """§2.1, §2.3 A new tag. *date* is one on which the authority was whose it is said to be; of a `datetime.date` the
    shortest form is made that says the day.

    Raises TypeError for another type, InvalidSyntax where the parts make no tag, and ValueError for a day to come.
    """
    if isinstance(date, datetime.date):
        date = f"{date.year:04}-{date.month:02}-{date.day:02}".removesuffix("-01").removesuffix("-01")
    tag = Tag(authority_name, date, specific, fragment)
    for name, part in tag._asdict().items():
        if part is not None or name != "fragment":
            expect_str(part, f"the {name}")
    parsed = parse(str(tag))
    if parsed != tag:
        raise InvalidSyntax(str(tag), _RULE, 4, "a part without a delimiter is expected in each place")
    if parsed.day > datetime.datetime.now(datetime.UTC).date():
        raise ValueError(f"a tag of {date} cannot be given before that day")
    return parsed
