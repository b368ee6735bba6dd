"""What the tests of MicroPython call, in it and in CPython: functions that take and return strings.

`micropython.mjs` runs this file in MicroPython, after `test_micropython.py` has run it in CPython.
"""

from py_url import URL, FrozenURL, InvalidURL, URLSearchParams, fix, validate
from py_url.programs import bridge
from py_url.standard import host_parse, validate_host
from py_url.standard.hosts.unicode_data import mapped

_MEMBERS = [
    "href",
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
    "origin",
]


def _members(url):
    return "\n".join([getattr(url, member) for member in _MEMBERS] + [str(url.search_params)])


def parse(url, base=None):
    try:
        return _members(URL(url, base))
    except InvalidURL as error:
        return "!" + str(error)


def change(href, member, value):
    url = URL(href)
    before = url.search_params
    try:
        setattr(url, member, value)
    except InvalidURL as error:
        return "!" + str(error)
    return _members(url) + "\n" + str(before)


def errors(url, base=None):
    try:
        found = validate(url, base)
    except InvalidURL as error:
        return "!" + str(error)
    return "\n".join(["%s %d %d %s %s" % (each.name, each.start, each.end, each.fatal, each.message) for each in found])


def host(string, opaque):
    try:
        found = repr(host_parse(string, opaque == "opaque"))
    except InvalidURL as error:
        found = "!" + str(error)
    return "\n".join(
        [found]
        + [
            "%s %d %d %s" % (each.name, each.start, each.end, each.message)
            for each in validate_host(string, opaque == "opaque")
        ]
    )


def pairs(string):
    params = URLSearchParams(string)
    params.sort()
    first = params.get("a")
    return "\n".join([str(params), str(first), bridge.parse_pairs(string).replace(bridge.SEPARATOR, "\n")])


def bridge_parse_url(url, base=None):
    return str(bridge.parse_url(url, base))


def bridge_can_parse(url, base=None):
    return str(bridge.can_parse(url, base))


def bridge_change(href, changes):
    return str(bridge.change(href, changes))


def bridge_pairs(string):
    params = URLSearchParams(string)
    serialized = str(params)
    params.sort()
    return "\n".join([bridge.parse_pairs(string), serialized, str(params)])


def repaired(url):
    fixed = fix(url)
    return "none" if fixed is None else fixed.string


def shown(url):
    try:
        return repr(FrozenURL(url)) + repr(validate(url))
    except InvalidURL as error:
        return repr(error) + repr(validate(url))


def echo(string):
    return string


def mappings(start, end):
    """What UTS #46 maps code points to."""
    return "|".join([str(mapped(chr(number))) for number in range(int(start), int(end))])
