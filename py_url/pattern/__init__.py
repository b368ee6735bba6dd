"""URL patterns, by the URL Pattern Standard: the class ``URLPattern`` that browsers have.

``from py_url.pattern import URLPattern``. `PatternList` finds those of many patterns that match a URL.
https://urlpattern.spec.whatwg.org/
"""

from __future__ import annotations

from py_url.pattern.errors import InvalidPattern
from py_url.pattern.pattern_list import PatternList, PatternMatch
from py_url.pattern.results import URLPatternComponentResult, URLPatternResult
from py_url.pattern.url_pattern import URLPattern

__all__ = [
    "InvalidPattern",
    "PatternList",
    "PatternMatch",
    "URLPattern",
    "URLPatternComponentResult",
    "URLPatternResult",
]
