"""What must hold without any other engine: py_url agrees with itself.

The standard's algorithms (`py_url.standard`) are the reference. The fast path, the API and the getters have another way
to the same answer.
"""

from __future__ import annotations

from functools import lru_cache

from py_url import URL, InvalidURL, fast, validate
from py_url.standard import parse_urlencoded, serialize, serialize_urlencoded
from py_url.standard.hosts.host import serialize_host
from py_url.standard.infra.code_points import scalar_value_string, utf_16_code_units
from py_url.standard.infra.validation import Failure
from py_url.standard.urls.parser import run_parser
from py_url.standard.urls.record import serialize_path
from py_url.standard.urls.setters import SETTERS
from research.fuzzing import patterns
from research.fuzzing.answers import set_member
from research.fuzzing.generation import QUERY_OPERATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crosscheck.summary import Case

    from py_url.standard.urls.record import URLRecord

    Pairs = list[tuple[str, str]]

# What `fast.href_of` returns for a string that does not parse, and what stands for a failure here.
_FAILS = fast.FAILS


def check(case: Case, *, in_all_ways: bool = False) -> str | None:
    """Return a sentence on the first thing that does not hold for a case, or None.

    *in_all_ways* also asks the constructor, can_parse and validate, which takes several times as long.
    """
    if case["kind"] == "pattern":
        return patterns.check(case)
    if case["kind"] == "parse":
        wrong = _check_parse(case["input"], case["base"])
        return _check_other_ways(case["input"], case["base"]) if wrong is None and in_all_ways else wrong
    if case["kind"] == "set":
        return _check_steps(case["href"], None, [[case["member"], case["value"]]])
    return _check_steps(case["input"], case["base"], case["steps"])


def standard_record(input: str, base: str | None) -> URLRecord | None:
    """Return what the state machine makes of *input* and *base*, or None for a failure."""
    try:
        return run_parser(input, None if base is None else _base_record(base))
    except Failure:
        return None


@lru_cache(256)
def _base_record(base: str) -> URLRecord:
    # The parser does not change it.
    return run_parser(base)


def _shown(href: str) -> str:
    return "a failure" if href == _FAILS else ascii(href)


def _check_parse(input: str, base: str | None) -> str | None:
    record = standard_record(input, base)
    right = _FAILS if record is None else serialize(record)
    quick = fast.href_of(input, base)
    if quick is None and base is None:
        quick = fast.href_of_canonical(input)
    if quick is not None and quick != right:
        return f"the fast path gives {_shown(quick)}, the state machine {_shown(right)}"
    url = URL.parse(input, base)
    if (_FAILS if url is None else url.href) != right:
        return f"URL.parse gives {_shown(_FAILS if url is None else url.href)}, the state machine {_shown(right)}"
    return None if record is None or url is None else _check_url(url, record)


def _check_url(url: URL, record: URLRecord) -> str | None:
    """Check that a URL's members are those of its record, and that its href parses to itself."""
    href = url.href
    again = standard_record(href, None)
    if again is None or serialize(again) != href:
        return f"the href {href!a} does not parse to itself by the state machine"
    if (parsed := URL.parse(href)) is None or parsed.href != href:
        return f"the href {href!a} does not parse to itself by the fast path"
    if serialize(url.to_record()) != href:
        return f"the record of {href!a} serializes to {serialize(url.to_record())!a}"
    return _check_members(url, record)


def members_of_record(record: URLRecord) -> dict[str, str]:
    """Return the members of a URL object with that record, by the standard's getters; without the origin."""
    hostname = "" if record.host is None else serialize_host(record.host)
    port = "" if record.port is None else str(record.port)
    return {
        "href": serialize(record),
        "protocol": f"{record.scheme}:",
        "username": record.username,
        "password": record.password,
        "hostname": hostname,
        "port": port,
        "host": f"{hostname}:{port}" if port else hostname,
        "pathname": serialize_path(record),
        "search": f"?{record.query}" if record.query else "",
        "hash": f"#{record.fragment}" if record.fragment else "",
    }


def _check_members(url: URL, record: URLRecord) -> str | None:
    for name, value in members_of_record(record).items():
        if getattr(url, name) != value:
            return f"the getter {name} of {url.href!a} gives {getattr(url, name)!a}, the record {value!a}"
    return None


def _check_other_ways(input: str, base: str | None) -> str | None:
    """Check that the constructor, can_parse and validate agree with `URL.parse`."""
    url = URL.parse(input, base)
    right = _FAILS if url is None else url.href
    try:
        constructed = URL(input, base).href
    except InvalidURL:
        constructed = _FAILS
    if constructed != right:
        return f"the constructor gives {_shown(constructed)}, URL.parse {_shown(right)}"
    if URL.can_parse(input, base) == (url is None):
        return f"URL.can_parse says {url is None}, and URL.parse gives {_shown(right)}"
    try:
        is_fatal = any(error.fatal for error in validate(input, base))
    except InvalidURL:
        # It asks for a base URL that parses.
        is_fatal = base is not None and not URL.can_parse(base)
    if is_fatal != (url is None):
        return f"validate reports {'a' if is_fatal else 'no'} fatal error, and URL.parse gives {_shown(right)}"
    return None


def _check_steps(input: str, base: str | None, steps: list[list[str]]) -> str | None:
    url, record = URL.parse(input, base), standard_record(input, base)
    if url is None or record is None:
        return _check_parse(input, base)
    pairs: Pairs = parse_urlencoded(record.query or "")
    # Half of the cases have a query object from the start, which must follow; the others ask for it at the end.
    has_params = any(step[0] in QUERY_OPERATIONS for step in steps) or len(steps[0][-1]) % 2 == 0
    params = url.search_params if has_params else None
    is_odd = False
    for name, *arguments in steps:
        if name in QUERY_OPERATIONS and params is not None:
            getattr(params, name)(*arguments)
            pairs = _after(pairs, name, *map(scalar_value_string, arguments))
            record.query = serialize_urlencoded(pairs) or None
        elif name == "href":
            set_member(url, name, *arguments)
            parsed = standard_record(arguments[0], None)
            record = record if parsed is None else parsed
            is_odd = is_odd and parsed is None
            pairs = pairs if parsed is None else parse_urlencoded(record.query or "")
        else:
            set_member(url, name, *arguments)
            SETTERS[name](record, *arguments)
            # The one setter that can leave a URL that does not parse to itself: a file URL gets the host or the path
            # of another scheme.
            is_odd = is_odd or (name == "protocol" and record.scheme == "file")
            pairs = parse_urlencoded(record.query or "") if name == "search" else pairs
        right = serialize(record)
        if url.href != right:
            return f"after {_call(name, arguments)}, the URL object is {url.href!a}, the record {right!a}"
        if params is not None and [*params] != pairs:
            return f"after {_call(name, arguments)}, the query object has {[*params]!a}; it should have {pairs!a}"
        wrong = _check_members(url, record) if is_odd else _check_url(url, record)
        if wrong is not None:
            return f"after {_call(name, arguments)}, {wrong}"
    if [*url.search_params] != pairs:
        return f"a new query object of {url.href!a} has {[*url.search_params]!a}; it should have {pairs!a}"
    return None


def _call(name: str, arguments: list[str]) -> str:
    """How a step is written in Python."""
    if name in QUERY_OPERATIONS:
        return f"search_params.{name}({', '.join(map(ascii, arguments))})"
    return f"{name} = {arguments[0]!a}"


def _after(pairs: Pairs, operation: str, name: str = "", value: str | None = None) -> Pairs:
    """§6.2 The list of a query object after an operation, by the letter of the standard."""
    if operation == "sort":
        return sorted(pairs, key=lambda pair: utf_16_code_units(pair[0]))
    if operation == "append" and value is not None:
        return [*pairs, (name, value)]
    if operation == "delete":
        return [pair for pair in pairs if pair[0] != name or value not in (None, pair[1])]
    first = next((number for number, pair in enumerate(pairs) if pair[0] == name), None)
    if value is None or first is None:
        return [*pairs, (name, value or "")]
    rest = [pair for pair in pairs[first + 1 :] if pair[0] != name]
    return [*pairs[:first], (name, value), *rest]
