r"""May this URL be fetched? May a server redirect there? Answers for URLs that strangers write.

``check_fetch("http://127.0.0.1:6666\\@1.1.1.1").allowed == False``: the verdict has the reasons. A `Policy` says what
is allowed; `public_web` is the default. `resolve` checks the addresses of the host and pins them. Nothing else here
uses the network.
"""

from __future__ import annotations

from py_url.guard.addresses import KINDS, kinds_of_address
from py_url.guard.fetch import check_fetch, require_fetch
from py_url.guard.policy import Policy, allow_list, public_web, same_site
from py_url.guard.redirect import check_redirect
from py_url.guard.resolving import Resolution, resolve
from py_url.guard.verdicts import Reason, Refused, Verdict

__all__ = [
    "KINDS",
    "Policy",
    "Reason",
    "Refused",
    "Resolution",
    "Verdict",
    "allow_list",
    "check_fetch",
    "check_redirect",
    "kinds_of_address",
    "public_web",
    "require_fetch",
    "resolve",
    "same_site",
]
