"""Ordinary URLs without the state machine, by functions that complete, refuse, or are certain of a failure.

Each returns what the standard's algorithm would, or None, which leaves the work to `py_url.standard`, or FAILS for a
string that does not parse. The API (`py_url.api.url`) asks these functions first; nothing else depends on them.
"""

from __future__ import annotations

from py_url.fast.canonical import FAILS as FAILS, href_of_canonical as href_of_canonical
from py_url.fast.relative import href_of as href_of
from py_url.fast.setters import SETTERS as SETTERS, href_after as href_after
