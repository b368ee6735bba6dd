"""One form for URLs that mean the same (`canonicalize`), keys for joins (`url_key`) and those of archives (`surt`).

A profile is a list of named steps. Which URLs become one is a decision, so there is no default profile.
"""

from __future__ import annotations

from py_url.canonical.keys import url_key
from py_url.canonical.profiles import PROFILES, Canonical, Change, Profile, ProfileName, canonicalize
from py_url.canonical.steps import STEPS, Step
from py_url.canonical.surts import DIALECTS, Dialect, DialectName, surt, unsurt
from py_url.canonical.tracking import TRACKING_PARAMETERS, TRACKING_PARAMETERS_DATE, is_tracking_parameter

__all__ = [
    "DIALECTS",
    "PROFILES",
    "STEPS",
    "TRACKING_PARAMETERS",
    "TRACKING_PARAMETERS_DATE",
    "Canonical",
    "Change",
    "Dialect",
    "DialectName",
    "Profile",
    "ProfileName",
    "Step",
    "canonicalize",
    "is_tracking_parameter",
    "surt",
    "unsurt",
    "url_key",
]
