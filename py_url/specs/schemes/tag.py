"""``tag:`` URIs, names that anyone can create who had a domain or an e-mail address on some day: RFC 4151.

`parse` and `build` return a `Tag`, whose ``str`` is the URI. See https://www.rfc-editor.org/rfc/rfc4151.
"""

from __future__ import annotations

import datetime
import re
from typing import NamedTuple

from py_url.specs.grammar import InvalidSyntax, Run, end_of_domain_name, expect_scheme, find
from py_url.specs.rfc3986.characters import FRAGMENT
from py_url.standard.infra.arguments import expect_str

__all__ = ["Tag", "build", "parse"]

_RULE = "tagURI"
_USER = re.compile("[A-Za-z0-9._-]+@")
_DATE = re.compile("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_SPECIFIC = Run("an ASCII letter, a digit, one of -._~!$&'()*+,;=:@/? or a percent-encoded octet", FRAGMENT)


class Tag(NamedTuple):
    """The parts of a tag, as written (§2.1).

    *authority_name* is the domain or e-mail address of whoever made the tag, and *date* a day on which it was theirs:
    ``2001``, ``2001-09`` or ``2001-09-15``. *specific* is what they named, and *fragment* is a str or None. Two tags
    are the same if their parts are the same, character by character (§2.4). ``str`` raises InvalidSyntax for parts, in
    a tag that neither `parse` nor `build` returned, that do not form a tag or form another one.
    """

    authority_name: str
    date: str
    specific: str
    fragment: str | None = None

    @property
    def day(self) -> datetime.date:
        """The date (§2.1); a missing month or day is the first."""
        year, month, day = (int(number) for number in f"{self.date}-01-01".split("-")[:3])
        return datetime.date(year, month, day)

    def __str__(self) -> str:
        string = f"tag:{self.authority_name},{self.date}:{self.specific}"
        if self.fragment is not None:
            string += f"#{self.fragment}"
        if parse(string) != self:
            raise InvalidSyntax(string, _RULE, 4, "expected parts that contain none of the delimiters between them")
        return string


def _end_of_authority_name(string: str, start: int) -> int:
    """Return where the longest domain name or e-mail address that starts at *start* ends."""
    user = _USER.match(string, start)
    if user is not None and (end := end_of_domain_name(string, user.end())) > user.end():
        return end
    return end_of_domain_name(string, start)


def parse(string: str) -> Tag:
    """Parse a ``tag:`` URI.

    The scheme may be in any case, as RFC 3986 says. A program that only compares tags need not parse them (§2.4).

    Raises:
        TypeError: If *string* is not a str.
        InvalidSyntax: If it does not follow the grammar or its date does not exist.

    >>> parse("tag:yaml.org,2002:int").specific
    'int'
    """
    string, start = expect_scheme(string, _RULE, "tag")
    comma = string.find(",", start)
    end = _end_of_authority_name(string, start)
    if comma < 0 or not start < end == comma:
        raise InvalidSyntax(string, _RULE, end, "expected a domain name or an e-mail address, and ','")
    match = _DATE.match(string, comma + 1)
    end = match.end() if match else comma + 1
    if match is None or string[end : end + 1] != ":" or not _is_a_day(match[1], match[2], match[3]):
        raise InvalidSyntax(string, _RULE, comma + 1, "expected a date (YYYY, YYYY-MM or YYYY-MM-DD) and ':'")
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
    """Make a tag (§2.1) of *authority_name*, *date*, *specific* and *fragment*: see `Tag`.

    *date* is a day on which the authority name belonged to whoever makes the tag; a `datetime.date` is written in its
    shortest form.

    Raises:
        TypeError: If an argument has another type.
        InvalidSyntax: If the parts do not form a tag.
        ValueError: For a date in the future.

    >>> str(build("yaml.org", "2002", "int"))
    'tag:yaml.org,2002:int'
    """
    if isinstance(date, datetime.date):
        date = f"{date.year:04}-{date.month:02}-{date.day:02}".removesuffix("-01").removesuffix("-01")
    tag = Tag(authority_name, date, specific, fragment)
    for name, part in tag._asdict().items():
        if part is not None or name != "fragment":
            tag = tag._replace(**{name: expect_str(part, f"the {name}")})
    str(tag)  # this checks the parts
    if tag.day > datetime.datetime.now(datetime.UTC).date():
        raise ValueError(f"a tag with the date {date} cannot be made before that day")
    return tag
