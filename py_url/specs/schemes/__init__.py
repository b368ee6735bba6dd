"""URI schemes: a table of them, and a module for each scheme that has a syntax of its own.

``from py_url.specs import schemes`` gives the modules, as in ``schemes.mailto.parse(...)``, and everything that is not
about a single scheme.
"""

from py_url.specs.schemes import acct, data, ftp, gopher, imap, mailto, pop, tag, tel, urn, xmpp
from py_url.specs.schemes.table import DATE, LICENCE, SCHEMES, SOURCE, Scheme, scheme_name_problems
from py_url.specs.schemes.user_input import UserInput, from_user_input
from py_url.specs.schemes.well_known import WELL_KNOWN_SCHEMES, is_well_known, well_known

__all__ = [
    "DATE",
    "LICENCE",
    "SCHEMES",
    "SOURCE",
    "WELL_KNOWN_SCHEMES",
    "Scheme",
    "UserInput",
    "acct",
    "data",
    "from_user_input",
    "ftp",
    "gopher",
    "imap",
    "is_well_known",
    "mailto",
    "pop",
    "scheme_name_problems",
    "tag",
    "tel",
    "urn",
    "well_known",
    "xmpp",
]
