"""Arguments of wrong types: every public function raises TypeError with a sentence that names the type."""

import importlib
import inspect
import linecache
import re
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

import pytest

import py_url
from py_url import URL, URLSearchParams, editions, guard
from py_url.pattern import URLPattern, URLPatternComponentResult
from py_url.specs.file_api import BlobURLStore
from py_url.specs.html import Document, Environment
from py_url.specs.html.import_maps import ImportMap
from py_url.specs.rfc3986 import split
from py_url.specs.schemes import urn
from py_url.standard import (
    PATH_PERCENT_ENCODE_SET,
    SETTERS,
    Domain,
    IPv4Address,
    IPv6Address,
    OpaqueOrigin,
    State,
    TupleOrigin,
    URLRecord,
    basic_parse,
    display,
    percent_encode,
)
from tests.unit.test_copying import SAMPLES, contents
from tests.unit.test_url import Loud

MODULES = [
    *(
        "py_url",
        "py_url.standard",
        "py_url.specs.file_api",
        "py_url.canonical",
        "py_url.editions",
        "py_url.specs.html",
        "py_url.specs.http",
        "py_url.explain",
        "py_url.specs.files",
    ),
    *(
        "py_url.guard",
        "py_url.guard.transports",
        "py_url.pattern",
        "py_url.specs.html.import_maps",
        "py_url.specs.opc",
        "py_url.specs.rfc3986",
        "py_url.specs.schemes",
        "py_url.specs.websocket",
    ),
    *(
        f"py_url.specs.schemes.{name}"
        for name in ("acct", "data", "ftp", "gopher", "imap", "mailto", "pop", "tag", "tel", "urn", "xmpp")
    ),
]
try:
    import pyarrow as pa

    MODULES.append("py_url.columns")
except ImportError:  # in the oldest Python's environment, and in Pyodide
    pa = None
PACKAGE = str(Path(py_url.__file__).parent)

RECORD = basic_parse("https://a.example/x")
ORIGIN = TupleOrigin("https", Domain("a.example"), None)
# What may be given for each annotation: an argument that is right, and the types that are.
URLS = (str, URL, URLRecord)
RIGHT = {
    "str": ("https://a.example/x", (str,)),
    "bytes": (b"x", (bytes, bytearray)),
    "bytes | str": (b"x", (bytes, str)),
    "int": (0, (int,)),
    "str | None": ("x", (str, type(None))),
    "int | None": (1, (int, type(None))),
    "str | int": ("x", (str, int)),
    "str | int | None": ("x", (str, int, type(None))),
    "str | URL": ("https://a.example/x", (str, URL)),
    "str | URL | None": ("https://a.example/x", (str, URL, type(None))),
    "str | URL | URLRecord": ("https://a.example/x", URLS),
    "str | URL | URLRecord | None": ("https://a.example/x", (*URLS, type(None))),
    "str | URLRecord | HasRecord": ("https://a.example/x", URLS),
    "str | URLRecord | HasRecord | None": ("https://a.example/x", (*URLS, type(None))),
    "str | URLRecord | HasRecord | TupleOrigin": ("https://a.example/x", (*URLS, TupleOrigin)),
    "str | URLRecord | HasRecord | TupleOrigin | OpaqueOrigin": ("https://h/", (*URLS, TupleOrigin, OpaqueOrigin)),
    "HasOrigin": ("https://a.example/x", (*URLS, TupleOrigin, OpaqueOrigin)),
    "URLRecord": (RECORD, (URLRecord,)),
    "URLRecord | None": (RECORD, (URLRecord, type(None))),
    "Host": (Domain("a.example"), (Domain, IPv4Address)),
    "Host | URLRecord | HasRecord": ("a.example", (str, IPv4Address, URL, URLRecord)),
    "Host | None": (Domain("a.example"), (Domain, IPv4Address, type(None))),
    "PercentEncodeSet": (PATH_PERCENT_ENCODE_SET, (type(PATH_PERCENT_ENCODE_SET),)),
    "states.State | None": (None, (State, type(None))),
    "str | Pairs": ("a=1", (str, dict, URLSearchParams, tuple, list)),
    "str | Pairs | None": ("a=1", (str, dict, URLSearchParams, tuple, list, type(None))),
    "Pairs": ([("a", "b")], (dict, URLSearchParams, tuple, list)),
    "Iterable[str]": (["a"], (list, dict)),
    "Iterable[str | URL]": (["a"], (list, dict)),
    "Iterable[int]": (range(8), (bytes, list, dict)),
    "str | URL | Mapping[str, str]": ("https://a.example/x", (str, URL, dict)),
    "str | Mapping[str, str] | None": ("https://a.example/x", (str, dict, type(None))),
    "Mapping[str, str]": ({}, (dict,)),
    "dict[str, str | None]": ({}, (dict,)),
    "Iterable[str | Mapping[str, str] | URLPattern]": ((), (list,)),
    "Inputs": ((), (tuple,)),
    "URLPattern": (URLPattern(), (URLPattern,)),
    "URLPatternComponentResult": (URLPatternComponentResult("", {}), (URLPatternComponentResult,)),
    "tuple[Component, ...]": ((), (tuple,)),
    "Values": ((), (tuple,)),
    "Parts": ("http://a/", (str, type(split("a")))),
    "Split | Reference": (split("a"), (type(split("a")),)),
    "Where": ("https://a.example/", (*URLS, Environment, TupleOrigin, OpaqueOrigin)),
    "Where | None": ("https://a.example/", (*URLS, Environment, TupleOrigin, OpaqueOrigin, type(None))),
    "BlobEnvironment": (Environment("https://h/"), (Environment,)),
    "BlobURLStore | None": (BlobURLStore(), (BlobURLStore, type(None))),
    "Environment": (Environment("https://h/"), (Environment,)),
    "Document": (Document("https://h/"), (Document,)),
    "Document | None": (Document("https://h/"), (Document, type(None))),
    "HeaderList": ([(b"Link", b"<a>")], (list, tuple, dict)),
    "Change": (editions.CHANGES[0], (editions.Change,)),
    "typing.Unpack[replacing.Members]": ("x", (str,)),
    "JID | str | None": ("u@h", (str, type(None))),
    "URLAuth | None": (None, (type(None),)),
    "tuple[int, int | None] | None": (None, (type(None),)),
    "TypeCode | None": (None, (str, type(None))),
    "Generation": ("RFC 3986", (str,)),
    "Generation | None": (None, (str, type(None))),
    "Parts | None": ("http://a/", (str, type(split("a")), type(None))),
    "Collection[str] | None": (None, (list, dict, type(None))),
    "Mapping[str, bool] | None": (None, (dict, type(None))),
    "Iterable[HasOrigin]": ((ORIGIN,), (list, dict)),
    "Environment | None": (Environment("https://h/"), (Environment, type(None))),
    "ImportMap": (ImportMap(), (ImportMap,)),
    "ImportMap | None": (ImportMap(), (ImportMap, type(None))),
    "Origin": (ORIGIN, (TupleOrigin, OpaqueOrigin)),
    "TupleOrigin | OpaqueOrigin | None": (ORIGIN, (TupleOrigin, OpaqueOrigin, type(None))),
    "str | bytes | os.PathLike[str] | os.PathLike[bytes]": ("/a", (str, bytes)),
    "str | Sequence[str]": ("a", (str, list, tuple)),
    "str | Iterable[str]": ("a@h", (str, list, dict)),
    "str | datetime.date": ("2000", (str,)),
    "Mapping[str, str] | None": ({"a": "b"}, (dict, type(None))),
    "Mapping[str, str | None] | None": ({"a": "b"}, (dict, type(None))),
    "tuple[Change, ...]": ((), (tuple,)),
    "Policy": (guard.Policy(), (guard.Policy,)),
    "Policy | None": (guard.Policy(), (guard.Policy, type(None))),
    "ssl.SSLContext | None": (None, (type(None),)),
    "float | None": (1.5, (float, int, type(None))),
    "Verdict": (guard.check_fetch("https://a.example/x"), (guard.Verdict,)),
    "Resolver | None": (lambda host, port: ["192.0.2.1"], (type, type(None))),
    "IPv4Address | IPv6Address": (IPv4Address(1), (IPv4Address, IPv6Address)),
    "Iterable[int] | None": ((443,), (list, type(None))),
    "Iterable[str] | None": (["a"], (list, dict, type(None))),
    "tuple[Reason, ...] | str": (guard.check_fetch("//").reasons, (tuple, str)),
    "tuple[Reason, ...]": (guard.check_fetch("x").reasons, (type(guard.check_fetch("x").reasons),)),
    "URN": (urn.parse("urn:example:a"), (urn.URN,)),
    "ProfileName": ("crawl", (str,)),
    **dict.fromkeys(("Rule", "Rung", "Purpose", "OnFailure", "DialectName"), (None, (str,))),
    **dict.fromkeys(
        (
            "Literal['percent-encode', 'idna']",
            "Literal['HTML', 'RFC 6455']",
            "Literal['browser', 'ffmpeg']",
            "Literal['isomorphic decode', 'percent-encode']",
            "Literal['RFC 1808', 'RFC 2396', 'RFC 3986']",
            "Literal['RFC 2718', 'RFC 4395', 'RFC 7595']",
            "Literal['current', '2016']",
            "Literal['null', 'raise', 'column']",
        ),
        (None, (str,)),
    ),
    "pa.Array | pa.ChunkedArray": (pa and pa.array(["https://a.example/x", "a"]), (type(pa),)),
    "Callable[[], ValidationError] | None": (None, (type(None), type)),
    "Callable[[ValidationError], object] | None": (None, (type(None), type)),
    "Iterable[ValidationError] | Callable[[], Iterable[ValidationError]] | None": (
        (),
        (list, dict, type, URL, type(None)),
    ),
}
# Any object, or, for a bool, anything that is true or false.
NOT_CHECKED = {"typing.Never", "object", "Hashable", "Collection[str]", "bool", "bool | None"}
# tests/unit/test_guard_limits.py has a wrong value for each of these.
NOT_CHECKED |= {"Unpack[Options]"}
# The constructors of what only `explain_differences` makes, and functions that only other functions are given to.
NOT_FOR_USERS = {"Explanation", "Reading", "Run", "Run.end", "Run.take", "Run.take_decoded", "Reading.shown"}
# Methods that raise TypeError whatever they are given.
NOT_FOR_USERS |= {f"FrozenURLSearchParams.{name}" for name in ("append", "delete", "set", "sort")}
# Right arguments where the ones above are not.
ARGUMENTS = {
    ("standard.percent_encode_after_encoding", "encoding"): "latin1",
    **{(f"editions.{name}", "edition"): "2025-03" for name in editions.__all__},
    ("specs.http.request_url", "scheme"): "http",
    ("specs.opc.equivalent", "a"): "/a",
    ("specs.opc.pack_uris_equivalent", "a"): "pack://http%3A,,a/",
    ("specs.opc.resolve_in_package", "reference"): "/a",
    ("specs.opc.resolve_in_package", "file"): "a",
    ("specs.schemes.well_known", "name"): "a",
    ("specs.rfc3986.classify", "character"): "a",
    ("specs.rfc3986.fails_at", "rule"): "URI",
    ("specs.rfc3986.matches", "rule"): "URI",
    **{(f"specs.schemes.{scheme}.build", "host"): "h.example" for scheme in ("ftp", "gopher", "imap", "pop")},
    ("specs.schemes.tel.equivalent", "a"): "tel:+1",
    ("specs.schemes.urn.build", "nid"): "example",
    ("specs.schemes.urn.build", "nss"): "a",
    ("specs.schemes.urn.equivalent", "a"): "urn:example:a",
    ("specs.schemes.xmpp.build", "address"): "u@h.example",
    **{(f"URLPattern.{name}", "component"): "pathname" for name in ("compare_component", "generate")},
    ("URLPattern", "base"): "https://a.example/",
    ("specs.websocket.may_open", "url"): "ws://h/",
    ("specs.websocket.why_blocked", "url"): "ws://h/",
}
# Sets of characters, for which a str stands too. Elsewhere a single str is a mistake.
OF_CHARACTERS = {"ascii_members", "besides", "more"}
# The member that a function with any of them gets.
MEMBER = "search"
WRONG = (None, b"https://h/", 1.5, ["x"], {"a": 1}, object(), str, URL("https://h/"), RECORD, "https://h/", ORIGIN)


def functions_of(module):
    names = getattr(module, "__all__", None) or [
        name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__
    ]
    for name in names:
        if not name.startswith("_") and inspect.isfunction(getattr(module, name)):
            yield f"{module.__name__.removeprefix('py_url.')}.{name}", getattr(module, name)


def methods_of(sample):
    kind = type(sample)
    if kind.__module__ == "py_url.compat.urllib_parse":  # these raise what the standard library's raise
        return
    for name, method in vars(kind).items():
        function = method.__func__ if isinstance(method, classmethod) else method
        if inspect.isfunction(function) and not name.startswith("_"):
            yield f"{kind.__name__}.{name}", getattr(sample, name)
    if not hasattr(kind, "_fields") and not {"__init__", "__new__"}.isdisjoint(vars(kind)):
        yield kind.__name__, kind


def parameters():
    """Yield every parameter of every public function and method: a name, the function and the parameter."""
    for module in map(importlib.import_module, MODULES):
        for name, function in functions_of(module):
            yield from ((name, function, parameter) for parameter in inspect.signature(function).parameters.values())
    for sample in SAMPLES:
        for name, function in methods_of(sample):
            yield from ((name, function, parameter) for parameter in inspect.signature(function).parameters.values())
    for name, setter in SETTERS.items():
        yield from (
            (f"SETTERS.{name}", setter, parameter) for parameter in inspect.signature(setter).parameters.values()
        )


CASES = [
    pytest.param(name, function, parameter, id=f"{name}({parameter.name})")
    for name, function, parameter in parameters()
    if parameter.annotation not in NOT_CHECKED and name not in NOT_FOR_USERS
]


def right_argument(name, parameter):
    if (name, parameter.name) in ARGUMENTS:
        return ARGUMENTS[name, parameter.name]
    return False if parameter.annotation in NOT_CHECKED else RIGHT[parameter.annotation][0]


def right_types(parameter):
    _, types = RIGHT[parameter.annotation]
    return (*types, str) if parameter.name in OF_CHARACTERS else types


def call(name, function, wrong_name, wrong):
    arguments, keywords = [], {}
    for parameter in inspect.signature(function).parameters.values():
        is_wrong = parameter.name == wrong_name
        if not is_wrong and (parameter.default is not parameter.empty or parameter.kind is parameter.VAR_KEYWORD):
            continue
        if parameter.annotation == "typing.Never":
            continue
        value = wrong if is_wrong else right_argument(name, parameter)
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL):
            arguments.append(value)
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords[MEMBER] = value
        else:
            keywords[parameter.name] = value
    return function(*arguments, **keywords)


def raised_here(error):
    """Whether a statement of this package raised the error, and not some operation that an argument did not support."""
    traceback = error.__traceback__
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    line = linecache.getline(traceback.tb_frame.f_code.co_filename, traceback.tb_lineno)
    return traceback.tb_frame.f_code.co_filename.startswith(PACKAGE) and line.strip().startswith("raise ")


@pytest.mark.parametrize(("name", "function", "parameter"), CASES)
def test_wrong_types(name, function, parameter):
    right = right_types(parameter)
    for wrong in WRONG:
        if isinstance(wrong, right) and not (isinstance(wrong, bool) and int in right):
            continue
        with pytest.raises(TypeError, match=re.escape(type(wrong).__name__)) as caught:
            call(name, function, parameter.name, wrong)
        assert raised_here(caught.value) or "os.PathLike" in str(caught.value), (wrong, caught.value)


MEMBERS = {
    "path": (None, ("a",), [1], [None], {"a": 1}, 5, [b"a"]),
    "port": ("80", True, 1.5),
    "host": (5, b"h", ["h"], RECORD),
    **dict.fromkeys(("scheme", "username", "password"), (None, 5, b"x", ["x"])),
    **dict.fromkeys(("query", "fragment"), (5, b"x", ["x"], False)),
}
OF_RECORDS = [case for case in CASES if URLRecord in right_types(case.values[2])]


@pytest.mark.parametrize(("name", "function", "parameter"), OF_RECORDS)
def test_records_with_members_of_wrong_types(name, function, parameter):
    """A function may ignore a member, as `is_special` ignores the path; nothing fails inside."""
    raised = 0
    for member, wrongs in MEMBERS.items():
        for wrong in wrongs:
            record = basic_parse("https://u:p@a.example:8080/x?q#f")
            setattr(record, member, wrong)
            try:
                call(name, function, parameter.name, record)
            except TypeError as error:
                assert raised_here(error), (member, wrong, error)
                assert re.search(rf"\b(?:{type(wrong).__name__}|NoneType|int|bytes)$", str(error)), error
                raised += 1
            except (ValueError, LookupError):
                pass
    assert raised or function.__name__ in {"is_special", "includes_credentials", "has_opaque_path", "shorten"} | {
        *("cannot_have_a_username_password_port", "set_username", "set_password", "obtain_blob_object")
    }


WITH_A_PASSWORD = (
    *("https://u:s3cr3t@h:99999/", "https://u:s3cr3t@h/", "https://u:s3cr3t@[", "//u:s3cr3t@h", "u:s3cr3t@h"),
    *("https://h/?next=https://u:s3cr3t@x/", "https%3A//u%3As3cr3t%40h", "http:\\\\u:s3cr3t@h\\", "ws://u:s3cr3t@h/#f"),
    *("\0https://u:s3cr3t@h", "https://u:s3cr3t@h/ \udfff", "file:///https://u:s3cr3t@h", "https://s3cr3t@h:x/"),
    *(f"https://u:s3cr3t@h/{'a' * 300}", f"https://u:{'a' * 100}s3cr3t{'b' * 40}@h:x/", "ftp://u:s3cr3t@h//a"),
    *(f"{scheme}:https://u:s3cr3t@h" for scheme in ("tel", "acct", "urn", "mailto", "tag", "data")),
    *("pack://https://u:s3cr3t@h", "/https://u:s3cr3t@h/_rels/", "\\\\u:s3cr3t@h\\share"),
)
OF_STRINGS = [case for case in CASES if {str, URL, URLRecord} & {*right_types(case.values[2])}]


def texts_of(error):
    """Yield everything that a log may show of an exception."""
    while error is not None:
        yield from (str(error), repr(error), repr(error.args))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


@pytest.mark.parametrize(("name", "function", "parameter"), OF_STRINGS)
def test_no_error_shows_a_password(name, function, parameter):
    right = right_types(parameter)
    for string in WITH_A_PASSWORD:
        for make in (str, URL, basic_parse):
            try:
                value = make(string)
            except ValueError:
                continue
            if isinstance(value, right):
                try:
                    call(name, function, parameter.name, value)
                except Exception as error:
                    assert not [text for text in texts_of(error) if "s3cr3t" in text], string


STRINGS = (
    *(
        "https://a.example/x?y#z",
        "a.example",
        "a",
        "/a/b",
        "tel:+1",
        "acct:a@h",
        "urn:example:a",
        "mailto:a@h?subject=x",
    ),
    *("tag:h,2000:a", "pack://http%3A,,a/b", "data:text/plain,a", "file:///C:/a", "ws://h/a?b", "about:blank", "{}"),
    *(
        "utf-8",
        "URI",
        "case",
        "query",
        "none",
        "\xe9 \xfc",
        "%41%C3%A9",
        "127.0.0.1",
        "::1",
        "a=1&b=2",
        "C:\\a",
        "+1 2",
    ),
)
HTTPX_TRANSPORTS = ("httpx_transport", "httpx_async_transport", "httpx2_transport", "httpx2_async_transport")
# A new UUID, a message that names the type, and what is returned as it was given, for speed.
NOT_COMPARED = {"BlobURLStore.create_object_url", "PercentEncodeSet.encode", "TupleOrigin"}
# Classes of other libraries, whose objects show only where they are in memory.
NOT_COMPARED |= {f"guard.transports.{name}" for name in ("requests_adapter", *HTTPX_TRANSPORTS)}


def outcome(name, function, parameter, string):
    try:
        result = call(name, function, parameter.name, string)
    except (ValueError, LookupError) as error:
        return type(error), str(error)
    if isinstance(result, Iterator):
        result = [*result]
    if hasattr(result, "to_pylist"):
        result = result.to_pylist()
    if isinstance(result, str | int | tuple | list | None):
        return repr(result), str(result)
    return contents(result), str(result)


@pytest.mark.parametrize(("name", "function", "parameter"), OF_STRINGS)
def test_an_instance_of_a_subclass_of_str_is_what_it_holds(name, function, parameter):
    right = right_types(parameter)
    if str not in right or name in NOT_COMPARED:
        return
    for string in STRINGS:
        expected = outcome(name, function, parameter, string)
        assert outcome(name, function, parameter, Loud(string)) == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda: IPv4Address(True),
        lambda: IPv6Address([True] * 8),
        lambda: percent_encode(False),
        lambda: TupleOrigin("https", None, True),
        lambda: display("https://h/", max_length=True, whole_host=True),
    ],
)
def test_a_bool_is_no_number(call):
    with pytest.raises(TypeError, match="bool"):
        call()


def test_numbers_of_a_subclass_are_numbers():
    number = IntEnum("Number", {"ONE": 1}).ONE
    assert (IPv4Address(number), str(IPv6Address([number] * 8))) == (1, "1:1:1:1:1:1:1:1")
    assert percent_encode(number) == "%01"


def test_there_are_many_functions():
    assert len({name for name, *_ in parameters()}) > 200
