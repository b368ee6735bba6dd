"""Work grows linearly with the input: twenty times the length takes about twenty times the time, not four hundred."""

import json
import time

import pytest

from py_url import URL, basic_parse, display, is_valid_url_string, make_relative, opc, rfc3986, validate
from py_url.import_maps import ModuleMap, parse_import_map, resolve_module_specifier
from py_url.schemes import data, from_user_input, mailto, tag, tel, urn
from tests.shapes import SHAPES


def parse_and_change(text):
    """All that one does with a URL, or with the error."""
    url = URL.parse(text)
    if url is None:
        try:
            URL(text)
        except ValueError as error:
            str(error)
    else:
        url.search_params.append("a", "b")
        url.hash = "x"
        repr(url)
        str(url.origin)


def judge(text):
    """What is wrong with it, and whether it is valid."""
    validate(text)
    is_valid_url_string(text)


def render(text):
    """How it is shown, whole and elided, and how it is reached from another URL."""
    url = URL.parse(text)
    if url is not None:
        display(url)
        display(url, max_length=20, guard=True)
        display(url, max_length=len(text) - 2)
        make_relative(url, "http://h/a/b")
        make_relative(url, url.with_(hash="x"))


def least_time(use, text):
    """The least time of three, in seconds."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        use(text)
        times.append(time.perf_counter() - started)
    return min(times)


@pytest.mark.parametrize("use", [parse_and_change, judge, render])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_growth(shape, use):
    short, long = least_time(use, shape(5_000)), least_time(use, shape(100_000))
    assert long < 100 * max(short, 0.000_05)


@pytest.mark.parametrize("encoding", ["windows-1252", "gb18030", "iso-2022-jp"])
def test_growth_of_encoding(encoding):
    def encode(text):
        basic_parse(text, encoding=encoding)

    short, long = (least_time(encode, "http://h/?" + "\u3042a\xa5" * n) for n in (1_500, 30_000))
    assert long < 100 * max(short, 0.000_05)


def _or_none(parse):
    """*parse*, whether it takes what it is given or not."""

    def call(text):
        try:
            parse(text)
        except ValueError:
            return

    return call


def remember(specifiers):
    """What a module map does with specifiers, each of another script, that it has resolved between two import maps with
    as many rules and scopes.
    """
    modules = ModuleMap()
    specifiers = specifiers.split()
    for name in ("x", "y"):
        rules = {f"http://h/{name}{i}{'/' * (i % 2)}": f"/{i}/" for i in range(len(specifiers))}
        scopes = {f"/{'a/' * (i % 2)}?{i}/": {"a/": "/a/"} for i in range(len(specifiers))}
        modules.register(json.dumps({"imports": rules, "scopes": scopes}), "http://h/")
        for i, specifier in enumerate(specifiers):
            modules.resolve(specifier, f"http://h/a/?{i}/")


@pytest.mark.parametrize("reference", ["../", "a/", "./", "..//", "../a/../"])
def test_growth_of_references(reference):
    def resolve(text):
        URL(text, "http://h/" + "a/" * (len(text) // len(reference)))
        URL(text, f"http://{'a' * len(text)}.g/")

    short, long = least_time(resolve, reference * 1_500), least_time(resolve, reference * 30_000)
    assert long < 100 * max(short, 0.000_05)


# The neighbours, each with shapes that a careless pattern or loop would be slow for.
NEIGHBOURS = {
    "a path of dots": (rfc3986.normalize, lambda n: "http://h/" + "a/" * (n // 5) + "../" * (n // 5)),
    "a path to resolve": (lambda text: rfc3986.resolve(text, "http://h/a"), lambda n: "../" * (n // 3)),
    "a path to be reached": (lambda text: rfc3986.relativize(text, text + "x"), lambda n: "http://h" + "/a" * (n // 2)),
    "percent-encoding": (rfc3986.normalize, lambda n: "http://h/" + "%7e%2f" * (n // 6)),
    "a grammar": (lambda text: rfc3986.matches(text, "URI"), lambda n: "http://" + "a%41" * (n // 4) + "["),
    "userinfo": (lambda text: rfc3986.matches(text, "URI"), lambda n: "http://" + ":" * n + "@" * n),
    "an address": (lambda text: rfc3986.matches(text, "URI"), lambda n: "http://[" + "1:" * (n // 2) + "]"),
    "an IRI": (lambda text: rfc3986.uri_to_iri(rfc3986.iri_to_uri(text)), lambda n: "é\u05d0/" * (n // 3)),
    "directions": (rfc3986.iri_problems, lambda n: "/1\u05d0." * (n // 4)),
    "decodeURI": (rfc3986.decode_uri, lambda n: "%23a" * (n // 4)),
    "a part name": (opc.part_name, lambda n: "/a..../.../%2f%41//" * (n // 19) + "b"),
    "part names": (lambda text: opc.conflicts([text, text + "/b"]), lambda n: "/a" * (n // 2)),
    "a path in a package": (lambda text: opc.resolve_in_package(text, "a/" * 9, "a:/"), lambda n: "../" * (n // 3)),
    "an import map": (
        lambda text: resolve_module_specifier("a/" * 50, "http://h/", parse_import_map(text, "http://h/")),
        lambda n: json.dumps(
            {"imports": {f"{'a/' * (i % 9)}{i or ''}": f"/{i}/" for i in range(n // 20)} | {"a/": "/a/"}}
        ),
    ),
    "a long specifier": (remember, lambda n: "http://h" + "/a" * (n // 2)),
    "a deep import map": (
        _or_none(lambda text: parse_import_map(text, "http://h/")),
        lambda n: '{"x": "' + '[\\"' * (n // 3),
    ),
    "many specifiers": (remember, lambda n: " ".join(f"http://h/{i}" for i in range(n // 20))),
    "a URN": (_or_none(urn.parse), lambda n: "urn:ab:" + "a?" * (n // 2)),
    "a tag": (_or_none(tag.parse), lambda n: "tag:" + "a-" * (n // 4) + ".a" * (n // 4) + "_"),
    "an address of mail": (_or_none(mailto.parse), lambda n: "mailto:" + "a." * (n // 2) + "@"),
    "header fields": (_or_none(mailto.parse), lambda n: "mailto:?" + "a=b&" * (n // 4)),
    "a telephone number": (_or_none(tel.parse), lambda n: "tel:1;phone-context=" + "a-.a" * (n // 4)),
    "parameters": (_or_none(data.process), lambda n: "data:a/b" + ';a="\\' * (n // 10) + "; " * (n // 4) + ";base64,"),
    "base 64": (_or_none(data.process), lambda n: "data:;base64," + "W A=" * (n // 4)),
    "user input": (_or_none(from_user_input), lambda n: "a@" * (n // 4) + "." * (n // 2)),
    "user input of labels": (_or_none(from_user_input), lambda n: "a@" + "b." * (n // 2) + "@"),
    "dots in a package": (lambda text: opc.resolve_in_package(text, "a", "a:/"), lambda n: "./" * (n // 2)),
    "recipients": (
        lambda text: mailto.parse(text).recipients,
        lambda n: "mailto:?to=" + "%22a,%22," * (n // 10) + "%22",
    ),
    "a host of marks": (_or_none(lambda text: rfc3986.iri_to_uri(text, host="idna")), lambda n: "//" + "é:" * (n // 2)),
}


@pytest.mark.parametrize(("use", "shape"), NEIGHBOURS.values(), ids=list(NEIGHBOURS))
def test_growth_of_neighbours(use, shape):
    short, long = least_time(use, shape(5_000)), least_time(use, shape(100_000))
    assert long < 100 * max(short, 0.000_05)
