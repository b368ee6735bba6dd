"""Copies and pickles: of every public class, of subclasses with attributes, and of states that were tampered with."""

import copy
import enum
import gc
import importlib
import io
import pickle
import random
import weakref

import pytest

from py_url import (
    URL,
    FrozenURL,
    InvalidURL,
    URLSearchParams,
    ValidationError,
    canonical,
    display,
    editions,
    explain,
    fix,
    guard,
    standard,
)
from py_url.api.frozen import FrozenURLSearchParams
from py_url.compat.pydantic import URLConstraints
from py_url.compat.urllib_parse import urldefrag, urlparse, urlsplit
from py_url.editions import CHANGES, EDITIONS, differences
from py_url.pattern import InvalidPattern, PatternList, URLPattern
from py_url.specs import rfc3986, schemes
from py_url.specs.file_api import BlobURLEntry, BlobURLStore, OriginEnvironment
from py_url.specs.grammar import InvalidSyntax, Run
from py_url.specs.html import (
    Document,
    Environment,
    Hyperlink,
    Location,
    extract_links,
    parse_refresh,
    parse_srcset,
)
from py_url.specs.html.import_maps import ImportMap, InvalidImportMapError, ModuleMap, ModuleResolutionError
from py_url.specs.opc import InvalidPartNameError, PackURI, Target, part_name_problems
from py_url.specs.rfc3986 import Problem
from py_url.specs.schemes import acct, data, ftp, gopher, imap, mailto, pop, tag, tel, urn, xmpp
from py_url.specs.schemes.user_input import from_user_input
from py_url.specs.websocket import parse_components
from py_url.standard import (
    PATH_PERCENT_ENCODE_SET,
    Domain,
    IPv4Address,
    IPv6Address,
    OpaqueHost,
    OpaqueOrigin,
    PercentEncodeSet,
    Rendering,
    TupleOrigin,
    URLRecord,
    basic_parse,
)
from tests.unit.test_package import NAMES

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def caught(kind, call, *arguments):
    with pytest.raises(kind) as raised:
        call(*arguments)
    return raised.value


STORE = BlobURLStore()
STORE.create_object_url("x", "https://a.example/")
MODULES = ModuleMap()
MODULES.register('{"imports": {"a": "/b"}}', "https://h/")
MODULES.resolve("a", "https://h/")
ORIGIN = TupleOrigin("https", Domain("a.example"), 444)
PAGE = Document("https://h/a", "b")
LOCATION = Location(PAGE)
LOCATION.assign("c?d")

GIVEN, GIVEN_FROZEN = URL("https://h"), FrozenURL("https://h")
GIVEN._given = GIVEN_FROZEN._given = "https://h"

# One object of each public class.
SAMPLES = [
    URL("http://u:p@h/?a=1#f"),
    URLSearchParams("a=1&b=%C3%BC&a"),
    FrozenURL("http://u:p@h/?a=1#f"),
    FrozenURLSearchParams("a=1&b=%C3%BC&a"),
    GIVEN,
    GIVEN_FROZEN,
    URLConstraints(schemes=["https"], strict=True),
    InvalidURL("x", [ValidationError("host-missing", 0, 1, True, "no")], "host"),
    ValidationError("host-missing", 8, 8, True, "a host is expected here"),
    basic_parse("http://u:p@[::1]:81/a/b?q#f"),
    Domain("a.example"),
    OpaqueHost("a%20b"),
    IPv4Address(0x01020304),
    IPv6Address([1, 2, 3, 4, 5, 6, 7, 8]),
    OpaqueOrigin(),
    ORIGIN,
    PercentEncodeSet("mine", "abc", space_as_plus=True),
    display("https://a.example/x", whole_host=True),
    urlsplit("https://u@h/a;b?c#d"),
    urlsplit(b"https://u@h/a;b?c#d"),
    urlparse("https://u@h/a;b?c#d"),
    urlparse(b"https://u@h/a;b?c#d"),
    urlsplit("https://h/?#", missing_as_none=True),
    urldefrag("https://h/#"),
    urldefrag(b"https://h/#"),
    fix("https:a b", "https://h/"),
    fix("https:a b", "https://h/").changes[0],
    OriginEnvironment(ORIGIN, "key"),
    BlobURLEntry("x", OriginEnvironment(ORIGIN)),
    STORE,
    Environment("https://h/a", "utf-8"),
    PAGE,
    Hyperlink(PAGE, "c?d#e"),
    LOCATION,
    *extract_links([("Link", '<b>; rel="next"; title="c"')], "https://h/a"),
    *parse_srcset("a.png 200w"),
    parse_refresh("5; url=b", PAGE),
    InvalidSyntax("a b", "URI", 1, "expected something else"),
    InvalidPartNameError("a", "M1.4", 0, "a part name must start with '/'"),
    Run("a digit", "0123"),
    MODULES.import_map,
    MODULES,
    InvalidImportMapError("x"),
    ModuleResolutionError("x"),
    rfc3986.parse("http://u@h:1/a?b#c"),
    rfc3986.split("http://u@h:1/a?b#c"),
    Problem(0, 1, "x"),
    *part_name_problems("a"),
    PackURI("http://h/a", "/b"),
    Target("a", None, None, None),
    parse_components("ws://h/a"),
    acct.Account("a", "h"),
    data.process("data:,a"),
    data.MIMEType("a", "b", {"c": "d"}),
    mailto.parse("mailto:a@h?subject=x"),
    tag.parse("tag:h,2000:a"),
    tel.parse("tel:+1"),
    urn.parse("urn:example:a"),
    schemes.SCHEMES["http"],
    from_user_input("h.example"),
    explain.explain_differences("http://h/"),
    explain.explain_differences("x", "http://u:p@h/"),
    explain.Reading("whatwg", "http://h/", {"host": "h"}),
    explain.Effect("path", "append", "a"),
    explain.Step(None, 0, 1, 0, " ", "", (), (), None, "A space is removed."),
    explain.Part("scheme", 0, 4),
    explain.domain_steps("ü.example"),
    explain.domain_steps("ü").labels[0],
    explain.domain_steps("ü").labels[0].criteria[0],
    *explain.code_points("ü"),
    editions.validate("https://%zz", edition="2020-11")[-1],
    CHANGES[0],
    EDITIONS["2021-03"],
    differences("http://a|b/")[1],
    ftp.parse("ftp://u@h.example/a/b;type=a"),
    gopher.parse("gopher://h.example/7find%09cats"),
    imap.parse("imap://u@h.example/INBOX/;UID=20/;PARTIAL=0.1024;URLAUTH=user+u"),
    imap.Partial(0, 1024),
    imap.URLAuth("user", "u"),
    pop.parse("pop://u;AUTH=+APOP@h.example"),
    xmpp.parse("xmpp:u@h.example/r?message;subject=Hi"),
    xmpp.JID("h.example", "u", "r"),
    canonical.canonicalize("http://u:p@h/?a#b", profile="dedup", steps=True),
    canonical.canonicalize("http://u:p@h/?a#b", profile="dedup", steps=True).changes[0],
    canonical.PROFILES["crawl"],
    canonical.STEPS["fold-www"],
    canonical.DIALECTS["heritrix"],
    guard.allow_list(["example.com", "*.example.org"]),
    guard.check_fetch("https://example.com/"),
    guard.resolve(guard.check_fetch("http://127.0.0.1/")),
    guard.check_fetch("http://127.0.0.1/").reasons[0],
    URLPattern("https://h/:a", ignore_case=True),
    URLPattern("https://h/:a").exec("https://h/x"),
    URLPattern("https://h/:a").exec("https://h/x").pathname,
    InvalidPattern("/(", "this group is not closed", 1, 2, "pathname"),
    PatternList(["https://h/:a"]),
    PatternList(["https://h/:a"]).first("https://h/x"),
    guard.Refused(guard.check_fetch("http://127.0.0.1/").reasons),
]
# Protocols for type checkers, and exceptions and base classes that never leave the package.
NOT_FOR_USERS = {
    *("Below", "TooLate", "BlobEnvironment", "BlobURLEntry", "HasRecord", "Failure", "StateOverrideFailure"),
    *("Question", "RefusedError", "RejectedError", "SlowError", "UnsupportedBaseError", "UnsupportedSchemeError"),
    *(
        "Fields",
        "FixingStateMachine",
        "Late",
        "MakesText",
        "Members",
        "Rebuilt",
        "Remedies",
        "Record",
        "Slotted",
        "StateMachine",
        "ReportingStateMachine",
        "Reporter",
        "Positions",
        "DecodedRuns",
        "Remedies",
        "FixingStateMachine",
    ),
    *("Alt", "Assertion", "Back", "Chars", "ClassParser", "Component", "ConstructorStringParser", "Group", "Look"),
    *("Matcher", "NotARegularExpression", "Parser", "Part", "PatternParser", "Program", "Repeat", "Seq"),
    *("Token", "Tokenizer", "Unsupported"),
    *(
        "Authority",
        "Grammar",
        "HasURLMembers",
        "Hidden",
        "Hosts",
        "Member",
        "Networks",
        "Options",
        "Rule",
        "Spans",
        "ProcessedLabel",
        "Properties",
    ),
}


def public_classes():
    for module in NAMES:
        # The classes of the transports are made by functions, and each needs the package of a client. Those of columns
        # need an engine, whose objects they wrap.
        if module == "py_url.__main__" or module.startswith(
            ("py_url.programs", "py_url.guard.transports", "py_url.columns.")
        ):
            continue
        for name, value in vars(importlib.import_module(module)).items():
            if isinstance(value, type) and value.__module__.startswith("py_url") and not name.startswith("_"):
                yield value


def test_every_public_class_has_a_sample():
    classes = {value for value in public_classes() if not issubclass(value, enum.Enum)}
    assert {value.__name__ for value in classes - {*map(type, SAMPLES)}} <= NOT_FOR_USERS


def contents(value):
    """Return what an object consists of, for a comparison: some classes compare by identity, and some hold others."""
    if isinstance(value, list | tuple):
        return type(value), [*map(contents, value)], getattr(value, "note", None)
    if isinstance(value, dict):
        return {name: contents(item) for name, item in value.items()}
    if isinstance(value, str | int | bytes | None):
        return type(value), value, getattr(value, "note", None)
    return type(value), contents(value.__getstate__()), getattr(value, "args", None)


def kind_of(value):
    return type(value).__name__


@pytest.mark.parametrize("value", SAMPLES, ids=kind_of)
def test_copies_and_pickles_of_every_public_class(value):
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in PROTOCOLS]
    for other in (*pickled, copy.copy(value), copy.deepcopy(value)):
        assert type(other) is type(value)
        assert contents(other) == contents(value)
        assert str(other) == str(value) or type(value) in (Run, Environment, Document, ImportMap, ModuleMap)


COMPARED = [
    sample for sample in SAMPLES if type(sample).__eq__ is not object.__eq__ if type(sample) is not BlobURLEntry
]


@pytest.mark.parametrize("value", COMPARED, ids=kind_of)
def test_copies_are_equal(value):
    for other in (*(pickle.loads(pickle.dumps(value, protocol)) for protocol in PROTOCOLS), copy.deepcopy(value)):
        assert other == value


class Watched(pickle._Unpickler):
    """Records the classes and functions that a pickle names."""

    def find_class(self, module, name):
        self.named.append((module, name))
        return super().find_class(module, name)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("value", SAMPLES, ids=kind_of)
def test_a_pickle_names_nothing_private(value, protocol):
    unpickler = Watched(io.BytesIO(pickle.dumps(value, protocol)))
    unpickler.named = []
    unpickler.load()
    assert (type(value).__module__, type(value).__name__) in unpickler.named
    for module, name in unpickler.named:
        if module.startswith("py_url"):
            assert "_" not in {part[0] for part in f"{module}.{name}".removeprefix("py_url.").split(".")}
            assert isinstance(getattr(importlib.import_module(module), name), type)
        else:
            assert module in {"builtins", "__builtin__", "copyreg", "copy_reg", "_codecs"}


def test_pickles_of_the_classes_at_the_top_name_the_top():
    for value in (SAMPLES[0], SAMPLES[1], SAMPLES[2], SAMPLES[7], SAMPLES[8]):
        assert type(value).__module__ == "py_url"
    for name in standard.__all__:
        value = getattr(standard, name)
        if isinstance(value, type) and value.__module__ != "py_url":
            assert value.__module__ == "py_url.standard"


def not_called(self, *needs_arguments):
    raise AssertionError("a copy is made without `__init__`")


SUBCLASSES = {}
for sample in SAMPLES:
    for variant, slots in (("Noted", None), ("Slotted", ("note",))):
        if slots and not isinstance(sample, URL | URLSearchParams | URLRecord | Rendering | ValidationError):
            continue
        subclass_name = f"{variant}{type(sample).__name__}"

        body = {"__module__": __name__} | ({"__slots__": slots} if slots else {})
        if not isinstance(sample, tuple | str | int | InvalidImportMapError | ModuleResolutionError):
            body["__init__"] = not_called
        SUBCLASSES[subclass_name] = type(subclass_name, (type(sample),), body), sample
        globals()[subclass_name] = SUBCLASSES[subclass_name][0]


@pytest.mark.parametrize("name", SUBCLASSES)
def test_the_attributes_of_a_subclass_survive(name):
    subclass, sample = SUBCLASSES[name]
    make, arguments, state, *_ = (*sample.__reduce_ex__(2), None, None)
    value = subclass(*arguments) if make is type(sample) else make(subclass, *arguments[1:])
    if hasattr(value, "__setstate__") and state is not None:
        value.__setstate__(state)
    elif state is not None:
        attributes, slots = state if isinstance(state, tuple) else (state, None)
        for key, member in {**(attributes or {}), **(slots or {})}.items():
            object.__setattr__(value, key, member)
    object.__setattr__(value, "note", ["a note"])
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in PROTOCOLS]
    for other in (*pickled, copy.copy(value), copy.deepcopy(value)):
        assert type(other) is subclass
        assert other.note == ["a note"]
        assert contents(other) == contents(value)
    assert copy.copy(value).note is value.note
    assert copy.deepcopy(value).note is not value.note or isinstance(value, OpaqueOrigin)


def test_a_subclass_can_replace():
    url = NotedURL.__new__(NotedURL)  # noqa: F821 - made above
    url.__setstate__({"href": "http://h/a", "note": "x"})
    changed = url.replace(hash="y")
    assert (type(changed), changed.href, changed.note) == (type(url), "http://h/a#y", "x")
    assert url.href == "http://h/a"


def test_the_states_are_documented():
    url = URL("http://h/?a=1")
    assert url.__getstate__() == {"href": "http://h/?a=1"}
    assert url.search_params.__getstate__() == {"pairs": [("a", "1")]}
    assert ORIGIN.__getstate__() == {"scheme": "https", "host": "a.example", "port": 444}
    assert PercentEncodeSet("x", "ba").__getstate__() == {"name": "x", "ascii_members": "ab", "space_as_plus": False}
    assert {*Hyperlink(PAGE, "a").__getstate__()} == {"document", "attribute", "url"}
    assert {*LOCATION.__getstate__()} == {"document", "navigation"}
    explanation = explain.explain_differences("http://h/")
    assert {*explanation.__getstate__()} == {"input", "readings", "errors", "base"}
    assert {*explanation.readings["whatwg"].__getstate__()} == {"parser", "input", "components", "failure", "base"}
    assert {*basic_parse("x:").__getstate__()} == {*URLRecord.__slots__} - {"__weakref__"}
    assert {*SAMPLES[7].__getstate__()} == {"input", "errors", "what"}


WRONG = (None, 5, "", "x y", b"http://h/", [], [5], {"a": "b"}, ("a",), object(), True, -1, 70000, URL("http://h/"))


def read(value):
    """Read everything that an object offers. Raises if its inside is broken."""
    for name in dir(value):
        if not name.startswith("_") and not callable(getattr(type(value), name, None)):
            getattr(value, name)
    assert repr(value)
    assert isinstance(str(value), str)
    hash(value) if type(value).__hash__ else None
    assert value == copy.copy(value) or type(value).__eq__ is object.__eq__
    if isinstance(value, PercentEncodeSet):
        value.encode("a b")
    if isinstance(value, URLRecord):
        standard.serialize(value)


CHECKED = [sample for sample in SAMPLES if isinstance(sample.__getstate__(), dict) and hasattr(sample, "__setstate__")]


@pytest.mark.parametrize("value", CHECKED, ids=kind_of)
def test_a_state_that_was_tampered_with_is_refused_or_harmless(value):
    state = value.__getstate__()
    refused = 0
    for name in state:
        for wrong in WRONG:
            other = type(value).__new__(type(value))
            try:
                other.__setstate__(state | {name: wrong})
            except ValueError:
                refused += 1
            else:
                read(other)
    assert refused
    for name in state.keys() - {"given"}:
        with pytest.raises(ValueError, match=f"'{name}'"):
            type(value).__new__(type(value)).__setstate__({key: state[key] for key in state if key != name})
    for wrong in (None, 5, "x", (), [*state], {}):
        with pytest.raises(ValueError, match="must be a dict"):
            type(value).__new__(type(value)).__setstate__(wrong)


@pytest.mark.parametrize("value", CHECKED, ids=kind_of)
def test_a_state_cannot_reach_the_inside(value):
    """Attributes go where only a subclass looks."""
    state = value.__getstate__()
    for base in type(value).__mro__[:-1]:
        for name in getattr(base, "__slots__", None) or getattr(value, "__dict__", ()):
            if name in state:
                continue
            other = type(value).__new__(type(value))
            try:
                other.__setstate__(state | {name: 5})
            except ValueError:
                continue
            read(other)
            assert contents(other)[:1] == contents(value)[:1]
    for name in ("__class__", "__dict__", "nonsense"):
        other = type(value).__new__(type(value))
        if hasattr(other, "__dict__"):
            other.__setstate__(state | {name: 5})
            assert type(other) is type(value)
        else:
            with pytest.raises(ValueError, match="not the state of"):
                other.__setstate__(state | {name: 5})


@pytest.mark.parametrize(
    "href",
    [
        *("nonsense", "", "HTTP://h/", "http://h", "http://h:80/", "http://h/a/../b", "http://h/ ", "http://\ud800/"),
        *("file://localhost/", "file://localhost/C|/../x", "file:///C|/..", "file://localhost", "http://h/\n", "x: "),
    ],
)
def test_an_href_that_no_url_has_is_invalid(href):
    url = URL.__new__(URL)
    if href == "file://localhost/":  # a URL whose protocol is set to "file" has it
        url.__setstate__({"href": href})
        assert url.pathname == "/"
        return
    with pytest.raises(InvalidURL) as raised:
        url.__setstate__({"href": href})
    assert raised.value.input.encode("utf-8", "surrogatepass") or href == ""


def test_an_error_of_a_state_shows_no_password():
    with pytest.raises(InvalidURL) as raised:
        URL.__new__(URL).__setstate__({"href": "HTTP://u:s3cr3t@h/"})
    assert "s3cr3t" not in f"{raised.value} {raised.value!r}"


def test_whatever_setters_make_can_be_copied():
    """Some URLs do not parse to themselves: setting the protocol to "file" changes nothing else."""
    chance = random.Random(15)
    hrefs = [
        "http://localhost/C|/a",
        "http://h/C|",
        "https://C/D|?e",
        "file:///C:/a",
        "foo://h/x",
        "x:/.//y",
        "ws://h:81/",
    ]
    values = [
        "a b",
        *["", "file", "http", "https", "localhost", "h", "/C|/x", "C|", "//y", "?", "80", "443", "foo", "D|/.."],
    ]
    made = set()
    for _ in range(4000):
        url = URL(chance.choice(hrefs))
        url.protocol = chance.choice(("file", "file", "https", "foo"))
        for _ in range(3):
            member = chance.choice(("protocol", "host", "hostname", "port", "pathname", "search", "hash", "username"))
            setattr(url, member, chance.choice(values))
            made.add(url.href)
            assert copy.copy(url).href == url.href
    assert {"file://localhost/C|/a", "file:///C|/a", "file://h/C|"} <= made


def test_whatever_parses_can_be_copied():
    chance = random.Random(16)
    starts = ["file:", "file://", "file:///", "file://localhost/", "http://localhost/", "foo:", ""]
    parsed = 0
    for _ in range(10_000):
        url = URL.parse(chance.choice(starts) + "".join(chance.choices("C|1/?#.:a\\ ", k=chance.randrange(8))))
        if url is not None:
            parsed += 1
            assert copy.copy(url) == url
    assert parsed > 5_000
    assert copy.copy(URL("file:///1|/x")).pathname == "/1|/x"


def test_a_pickle_of_the_previous_version_is_not_loaded():
    assert not hasattr(URL, "_of_href")


def test_an_explanation_that_was_pickled_shows_no_password():
    explanation = explain.explain_differences("https://u:s3cr3t@h/")
    for protocol in PROTOCOLS:
        other = pickle.loads(pickle.dumps(explanation, protocol))
        assert (str(other), repr(other)) == (str(explanation), repr(explanation))
        assert "s3cr3t" not in f"{other} {other!r} {other.readings['whatwg']!r}"
        assert other.readings["whatwg"].without_secrets("host") == "h"


def test_an_explanation_without_readings_can_be_shown():
    assert str(explain.Explanation("http://u:p@h/", {}, [])).startswith("http://***@h/")
    rejected = explain.Reading("x", "http://h/", {}, "no")
    assert rejected.without_secrets("host") is None
    assert "rejects it: no" in str(explain.Explanation("http://h/", {"x": rejected}, []))
    partial = explain.Reading("x", "http://h/", {"host": "h"})
    assert explain.Explanation("http://h/", {"x": partial}, []).agree
    with pytest.raises(ValueError, match="the name of a component must be one of scheme, username"):
        explain.Reading("x", "http://h/", {"nonsense": "h"})
    with pytest.raises(TypeError, match="each component must be a str, an int or None, not list"):
        explain.Reading("x", "http://h/", {"host": ["h"]})


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda link: pickle.loads(pickle.dumps(link))])
def test_a_copy_of_a_hyperlink_keeps_the_object_of_its_blob_url(duplicate):
    """A blob URL keeps its object after it was removed from the store, and parsing would not find it again."""
    store = BlobURLStore()
    document = Document("https://a.example/", blob_urls=store)
    href = store.create_object_url("x", document)
    link = Hyperlink(document, href)
    store.revoke_object_url(href, document)
    assert link.url.blob_url_entry.object == "x"
    other = duplicate(link)
    assert other.url.blob_url_entry.object == "x"
    other.hash = "y"
    assert link.href == href


def test_one_opaque_origin_stays_one():
    opaque = OpaqueOrigin()
    for protocol in PROTOCOLS:
        a, b = pickle.loads(pickle.dumps((opaque, opaque), protocol))
        assert a is b
        assert a is not opaque
    assert copy.copy(opaque) is copy.deepcopy(opaque) is opaque


def test_addresses_are_checked_by_every_protocol():
    for protocol in PROTOCOLS:
        pickled = pickle.dumps(IPv4Address(5), protocol)
        assert b"int" not in pickled  # the class makes the address, not int itself
        assert pickle.loads(pickled) == 5
    with pytest.raises(ValueError, match="2"):
        pickle.loads(pickle.dumps(IPv4Address(5), 0).replace(b"I5\n", b"I-5\n"))
    with pytest.raises(ValueError, match="eight"):
        pickle.loads(pickle.dumps(IPv6Address(range(8)), 0).replace(b"I7\n", b"I-7\n"))


# Who owns whom


@pytest.fixture
def no_collector():
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_a_url_and_its_query_object_need_no_garbage_collector():
    url = URL("http://h/?a=1")
    params = url.search_params
    params.append("b", "2")
    assert url.search == "?a=1&b=2"
    url_is_there, params_are_there = weakref.ref(url), weakref.ref(params)
    del url
    assert url_is_there() is None
    params.append("c", "3")
    assert str(params) == "a=1&b=2&c=3"
    params.sort()
    del params
    assert params_are_there() is None


@pytest.mark.usefixtures("no_collector")
def test_a_query_object_lives_as_long_as_its_url():
    url = URL("http://h/?a=1")
    is_there = weakref.ref(url.search_params)
    assert is_there() is url.search_params
    url.search = "b=2"
    assert list(is_there()) == [("b", "2")]
    is_there().set("b", "3")
    assert url.href == "http://h/?b=3"


def test_calling_init_again_makes_another_url():
    url = URL("https://a/?a=1")
    params = url.search_params
    url.__init__("https://b/?b=2")
    assert list(url.search_params) == [("b", "2")]
    params.append("x", "y")
    assert url.href == "https://b/?b=2"
    url.search_params.append("c", "3")
    assert url.href == "https://b/?b=2&c=3"
    assert list(params) == [("a", "1"), ("x", "y")]


def test_calling_init_of_a_query_object_again_updates_its_url():
    url = URL("https://a/?a=1")
    url.search_params.__init__("?b=2")
    assert url.href == "https://a/?b=2"
    url.search_params.append("c", "3")
    assert url.href == "https://a/?b=2&c=3"


def test_a_copy_of_a_query_object_belongs_to_no_url():
    url = URL("https://a/?a=1")
    for other in (copy.copy(url.search_params), copy.deepcopy(url.search_params)):
        other.append("b", "2")
        assert url.href == "https://a/?a=1"


class Counted(URL):
    """Counts how often its `__init__` runs."""

    made = 0

    def __init__(self, url, base=None):
        super().__init__(url, base)
        Counted.made += 1


def test_what_calls_the_init_of_a_subclass():
    Counted.made = 0
    url = Counted("http://h/")
    assert Counted.parse("x", url).href == "http://h/x"
    assert Counted.from_record(url.to_record()) == url
    assert Counted.made == 3
    assert Counted.can_parse("x", url)
    url.replace(hash="x")
    copy.copy(url)
    assert Counted.made == 3


def test_immutable_values():
    for value, name in ((PATH_PERCENT_ENCODE_SET, "name"), (Rendering("a", "b", "c"), "domain")):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(value, name, "x")
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(value, name)


def test_everything_can_be_referred_to_weakly_where_it_is_useful():
    for value in (URL("x:"), URLSearchParams(), URLRecord()):
        assert weakref.ref(value)() is value
