"""What the texts of the URL Standard since 2020-11 make of a URL."""

from __future__ import annotations

from playground.answers import base_of
from py_url.editions import differences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playground import Json


def by_date(url: str, base: str = "") -> Json:
    """Return the answers of the editions, one after the other, each with the change that led to it.

    Raises InvalidURL if *base* never parses.
    """
    return [
        {
            "href": answer.href,
            "errors": [*answer.errors[:20]],
            "valid": answer.valid,
            "editions": [*answer.editions],
            "change": None
            if answer.change is None
            else {
                "date": answer.change.date,
                "title": answer.change.title,
                "link": answer.change.link,
                "sentence": answer.change.sentence,
                "removed": answer.change.removed,
            },
        }
        for answer in differences(url, base_of(base) if base else None)
    ]
