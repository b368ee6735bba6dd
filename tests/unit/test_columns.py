"""Columns of URLs as Arrow arrays."""

import re
import runpy
import subprocess
import sys
import tracemalloc
from functools import partial
from pathlib import Path

import pytest

from py_url import URL, InvalidURL, URLSearchParams, columns, guard, registrable_domain, standard, validate
from py_url.canonical import PROFILES, canonicalize, surt, url_key
from py_url.standard import serialize_host, serialize_path
from tests.conftest import peer

pa = peer("pyarrow")
pc = peer("pyarrow.compute")

STRINGS = [
    *("https://a.example/x?q#f", None, "http://b", "HTTP://C:80/../x", "nope", "http://u:p@h:8080/?", "foo://bar/baz"),
    *("file:///C:/", "http://[::1]:99/", "data:x,y", "http://1.2.3.4/#", "", "https://www.\xfc.co.uk/\xfc?\xfc#\xfc"),
    *("https://a.example/%", "https://a.example/a\nb", "web+x:/.//y", "https://u@h/", "https://:p@h/", "file://h/x"),
    *("https://a.b.c.d.e.f.example./?a=1&b=%20&b=2", "foo:///x", "https://h:65536/", None, "https://github.io/"),
]
KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]
KINDS += [pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.int64(), pa.large_string())]


def column(strings, kind):
    return pa.array(strings, pa.large_string()).cast(pa.string() if pa.types.is_dictionary(kind) else kind).cast(kind)


def row(string, base=None):
    """What a row must be, by the standard's algorithms."""
    url = None if string is None else URL.parse(string, base)
    if url is None:
        return None
    record = url.to_record()
    names = ("scheme", "username", "password", "port", "query", "fragment")
    host = record.host
    kinds = {standard.Domain: "domain", standard.IPv4Address: "ipv4", standard.IPv6Address: "ipv6"}
    return {
        "href": url.href,
        **{name: getattr(record, name) for name in names},
        "host": None if host is None else serialize_host(host),
        "path": serialize_path(record),
        "origin": url.origin,
        "host_type": None if host is None else kinds.get(type(host), "opaque" if host else "empty"),
        "registrable_domain": registrable_domain(url),
        "public_suffix": standard.public_suffix(url),
        **{f"canonical_{name}": canonicalize(url, profile=name) for name in PROFILES},
        **{f"key_{name}": url_key(url, profile=name) for name in PROFILES},
        "surt": surt(url),
    }


def error(string, base=None):
    fatal = [one for one in validate(string, base) if one.fatal] if string is not None else []
    return {"error": fatal[0].name if fatal else None, "error_start": fatal[0].start if fatal else None}


ALL = [name for name in columns.FIELDS if not name.startswith("error")]


def assert_rows(strings, base=None):
    array = pa.array(strings, pa.string())
    expected = [row(string, base) for string in strings]
    assert columns.parse(array, base=base, fields=ALL).to_pylist() == expected
    found = columns.parse(array, base=base, fields=columns.FIELDS, errors="column").to_pylist()
    nothing = dict.fromkeys(ALL)
    assert found == [
        None if string is None else {**(one or nothing), **error(string, base)}
        for string, one in zip(strings, expected, strict=True)
    ]
    for name in ALL:
        expected_one = [one and one[name] for one in expected]
        assert columns.parse(array, base=base, fields=[name]).to_pylist() == [
            None if one is None else {name: one[name]} for one in expected
        ]
        if hasattr(columns, name):
            assert getattr(columns, name)(array, base=base).to_pylist() == expected_one


@pytest.mark.parametrize("base", [None, "https://h.example/a/b", URL("file:///x")])
def test_each_row_is_what_url_says(base):
    assert_rows(STRINGS, base)
    for string in STRINGS:
        assert_rows([string], base)


def test_each_field_has_a_test_a_type_and_a_row_in_the_guide():
    from py_url.columns.records import INTEGERS

    guide = (Path(__file__).parents[2] / "web" / "docs" / "howto" / "columns.md").read_text("utf-8")
    expected = row("https://h:1/a?b#c")
    for name in ALL:
        assert name in expected, f"say what {name!r} must be, in `row` in tests/unit/test_columns.py"
        is_integer = isinstance(expected[name], int)
        assert is_integer == (name in INTEGERS), f"give {name!r} a type in INTEGERS in py_url/columns/records.py"
        assert f"`{name}`" in guide, f"add {name!r} to the table of the fields in web/docs/howto/columns.md"


def test_a_field_that_is_no_part_is_asked_of_the_record(monkeypatch):
    """What depends on the query, or on the whole path, is not taken from what is before the last slash."""
    from py_url.columns import fields, records

    monkeypatch.setitem(records.OF_RECORDS, "parameters", lambda record: record.query and record.query.count("&") + 1)
    monkeypatch.setitem(records.OF_RECORDS, "last", lambda record: record.path[-1])
    monkeypatch.setitem(records.INTEGERS, "parameters", "uint32")
    hrefs = pa.array(["https://h/a/b?c&d", None, "https://h/a/c?e", "https://h/a/", "https://i/a/c"])
    found = fields.columns_of(hrefs, ["host", "parameters", "last"])
    assert found["parameters"].type == pa.uint32()
    assert {name: column.to_pylist() for name, column in found.items()} == {
        "host": ["h", None, "h", "h", "i"],
        "parameters": [2, None, 1, None, None],
        "last": ["b", None, "c", "", "c"],
    }


def test_types_of_fields():
    found = columns.parse(pa.array(STRINGS))
    assert found.type == pa.struct({name: pa.uint16() if name == "port" else pa.string() for name in columns.DEFAULT})
    found.validate(full=True)
    found = columns.parse(pa.array(STRINGS, pa.large_string()), fields=["error_start", "host"], errors="column")
    assert str(found.type) == "struct<error_start: uint32, host: large_string, error: large_string>"
    assert isinstance(found, pa.StructArray)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_kind_of_strings(kind):
    expected = columns.parse(pa.array(STRINGS)).to_pylist()
    array = column(STRINGS, kind)
    assert columns.parse(array).to_pylist() == expected
    assert columns.parse(array[3:9]).to_pylist() == expected[3:9]
    assert columns.href(array[:0]).to_pylist() == []
    chunked = pa.chunked_array([array[:4], array[4:4], array[4:]])
    found = columns.parse(chunked)
    assert isinstance(found, pa.ChunkedArray)
    assert found.to_pylist() == expected
    assert columns.href(pa.chunked_array([], kind)).to_pylist() == []
    assert columns.resolve(array, column(["http://h/"] * len(array), kind)).to_pylist() == [
        one and one["href"] for one in columns.parse(array, base="http://h/").to_pylist()
    ]


def test_nulls_alone():
    assert columns.parse(pa.nulls(2)).to_pylist() == [None, None]
    assert columns.href(pa.nulls(2, pa.string())).to_pylist() == [None, None]
    assert columns.is_valid(pa.nulls(1)).to_pylist() == [None]


def test_a_dictionary_is_parsed_once(monkeypatch):
    from py_url.columns import serialized

    seen = []
    monkeypatch.setattr(serialized, "href_or_fails", lambda string, _: seen.append(string) or "x:y")
    values = pa.DictionaryArray.from_arrays(pa.array([1, 1, None, 2, 1]), ["unused", "foo://a b", "bar://"])
    assert columns.href(values).to_pylist() == ["x:y", "x:y", None, "x:y", "x:y"]
    assert seen == ["foo://a b", "bar://"]


def test_more_rows_than_a_batch():
    strings = [f"HTTP://H{i % 7}.example/{i}?a={i}" if i % 3 else f"foo://h/{i}?b" for i in range(40_000)]
    array = pa.array(strings)
    found = columns.parse(array, fields=["href", "host", "query"])
    for i in (0, 1, 19_999, 20_000, 20_001, 39_999):
        url = URL(strings[i])
        assert found[i].as_py() == {"href": url.href, "host": url.hostname, "query": url.search[1:]}
    assert columns.query_get(array, "a")[39_998].as_py() == "39998"
    with pytest.raises(InvalidURL) as caught:
        columns.parse(pa.array([*strings, "nope"]), errors="raise")
    assert caught.value.__notes__ == ["It is in row 40000 of the column."]


def test_errors_are_raised_when_asked():
    for kind in KINDS:
        array = column(STRINGS, kind)
        for given in (array, pa.chunked_array([array[:3], array[3:]])):
            with pytest.raises(InvalidURL, match="missing-scheme") as caught:
                columns.parse(given, errors="raise")
            assert (caught.value.input, caught.value.__notes__) == ("nope", ["It is in row 4 of the column."])
    assert len(columns.parse(pa.array(STRINGS[:4]), errors="raise")) == 4
    with pytest.raises(InvalidURL) as caught:
        columns.parse(pa.array(["https://u:s3cr3t@h:x/"]), errors="raise")
    assert "s3cr3t" not in str(caught.value)


def test_common_crawl():
    strings = ["https://www.a.b.example.co.uk:8443/x?y", "http://1.2.3.4", "foo://h/", "https://x.github.io."]
    first, second, third, fourth = columns.parse(pa.array(strings), fields=columns.COMMON_CRAWL).to_pylist()
    assert first == {
        "url_surtkey": surt("https://www.a.b.example.co.uk:8443/x?y"),
        "url": "https://www.a.b.example.co.uk:8443/x?y",
        "url_host_name": "www.a.b.example.co.uk",
        "url_host_tld": "uk",
        "url_host_2nd_last_part": "co",
        "url_host_3rd_last_part": "example",
        "url_host_4th_last_part": "b",
        "url_host_5th_last_part": "a",
        "url_host_registry_suffix": "co.uk",
        "url_host_registered_domain": "example.co.uk",
        "url_host_private_suffix": "co.uk",
        "url_host_private_domain": "example.co.uk",
        "url_host_name_reversed": "uk.co.example.b.a.www",
        "url_protocol": "https",
        "url_port": 8443,
        "url_path": "/x",
        "url_query": "y",
    }
    for one in (second, third):
        assert {name for name, value in one.items() if value is not None} <= {
            *("url_surtkey", "url", "url_host_name", "url_protocol", "url_path")
        }
    assert (fourth["url_host_private_domain"], fourth["url_host_registered_domain"]) == ("x.github.io.", "github.io.")
    assert fourth["url_host_name_reversed"] == "io.github.x"


def test_canonical_forms_and_keys():
    strings = ["HTTP://WWW.H.example:80/?b=2&a=1&utm_source=x#f", None, "nope"]
    array = pa.array(strings)
    for function, of_one, option, choices in (
        (columns.canonical, canonicalize, "profile", PROFILES),
        (columns.surt, surt, "dialect", ("commoncrawl", "pywb")),
        (columns.url_key, url_key, "profile", PROFILES),
    ):
        for choice in choices:
            chosen = {option: choice}
            assert function(array, **chosen).to_pylist() == [of_one(strings[0], **chosen), None, None]
        assert function(pa.array(["x"]), base="http://h/", **chosen).to_pylist() == [of_one("http://h/x", **chosen)]
        with pytest.raises(ValueError, match=rf"the {option} must be one of .*, not 'nonsense'"):
            function(array, **{option: "nonsense"})


def test_no_profile_is_the_default():
    """Which URLs become one is a decision. A field without a profile in its name would make it."""
    array = pa.array(["http://h/"])
    for function in (canonicalize, url_key, columns.canonical, columns.url_key):
        for arguments in ((), ("crawl",)):
            with pytest.raises(TypeError, match=r"'profile'|positional argument"):
                function(array[0].as_py() if function in (canonicalize, url_key) else array, *arguments)
    for name in ("canonical", "key", "url_key"):
        with pytest.raises(ValueError, match=f"must be one of canonical_browser, .*, key_crawl, .*, not '{name}'"):
            columns.parse(array, fields=[name])


def test_functions_of_pyarrow():
    """There is one for each field, and they have the profile in their names."""
    names = columns.register()
    assert columns.register() == names
    given = {f"url_{name}" for name in columns.FIELDS if not name.startswith("error")}
    assert {*names} == {"url_parse", *given, *columns.COMMON_CRAWL} - {"url"}
    array = pa.array(["http://H/?b&a#c", None])
    for profile in PROFILES:
        for kind, of_one in (("canonical", columns.canonical), ("key", columns.url_key)):
            assert pc.call_function(f"url_{kind}_{profile}", [array]) == of_one(array, profile=profile)
    assert pc.call_function("url_host_tld", [pa.array(["http://a.example/"])]).to_pylist() == ["example"]


def test_queries():
    strings = ["https://h/?a=1&b=%20+x&b=2", "https://h/?b", "https://h/", None, "nope", "foo:?b=%C3%BC", "https://h/?"]
    for name in ("a", "b", "c", ""):
        expected = [
            None if string is None or URL.parse(string) is None else URLSearchParams(URL(string).search).get(name)
            for string in strings
        ]
        assert columns.query_get(pa.array(strings), name).to_pylist() == expected
    assert columns.query_get(pa.array(["?a=b"]), "a", base="https://h/").to_pylist() == ["b"]
    lone = pa.array(["https://h/?%EF%BF%BD=b"])
    assert columns.query_get(lone, "\ud800").to_pylist() == [URL(lone[0].as_py()).search_params.get("\ud800")] == ["b"]


def test_all_values_of_a_parameter(monkeypatch):
    strings = [
        "https://h/?a=1&b=%20+x&b=2&a",
        "https://h/?b",
        "https://h/",
        None,
        "nope",
        "foo:?b=%C3%BC",
        "https://h/?",
    ]
    expected = {
        name: [
            None if string is None or URL.parse(string) is None else URL(string).search_params.get_all(name)
            for string in strings
        ]
        for name in ("a", "b", "c", "")
    }
    assert expected["b"] == [["  x", "2"], [""], [], None, None, ["\xfc"], []]
    for piece in (65_536, 1, 5):
        monkeypatch.setattr("py_url.columns.records._PIECE", piece)
        for name, values in expected.items():
            for kind in KINDS:
                found = columns.query_get_all(column(strings, kind), name)
                assert pa.types.is_list(found.type)
                assert found.to_pylist() == values
            assert columns.query_get(pa.array(strings), name).to_pylist() == [one[0] if one else None for one in values]
    chunked = columns.query_get_all(pa.chunked_array([strings[:1], [], strings[1:]]), "a")
    assert isinstance(chunked, pa.ChunkedArray)
    assert chunked.to_pylist() == expected["a"]
    assert columns.query_get_all(pa.array([], pa.string()), "a").type == pa.list_(pa.string())
    assert columns.query_get_all(pa.array(["?a=b"]), "a", base="https://h/").to_pylist() == [["b"]]
    with pytest.raises(TypeError, match="the parameter's name must be a str, not int"):
        columns.query_get_all(pa.array(["x"]), 5)


# In characters. Fixed costs, such as a piece that is worked on as a whole, are small next to it.
LONG = 500_000
DIRTY = {
    "one run": "http://h/" + "a\xfc" * (LONG // 2),
    "spaces": "http://h/#" + "a " * (LONG // 2),
    "many runs": "http://h/" + "".join(f"{chr(0x4E00 + n % 20_000)}{chr(0x4E00 + n // 7)}a" for n in range(LONG // 8)),
    "an opaque path": "foo:" + "a\xfc" * (LONG // 2),
    "pairs": "http://h/?" + "a&" * (LONG // 2),
}


@pytest.mark.skipif(sys.platform == "emscripten", reason="tracemalloc counts otherwise in Pyodide")
@pytest.mark.parametrize("text", DIRTY.values(), ids=list(DIRTY))
def test_the_memory_of_a_row(text):
    """A list of all pieces took 30 to 90 times the row."""
    array = pa.array([text])
    for function in (columns.parse, partial(columns.query_get, name="b")):
        tracemalloc.start()
        try:
            function(array)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 12 * array.nbytes


def test_resolve():
    urls = ["../x", None, "y", "z", "https://o.example/", "?q", "//p", "https://o.example/"]
    bases = ["http://h/a/b/c", "http://h/", "nope", None, "nope", "HTTP://u:p@H/x", "file:///", "http://h/"]
    expected = ["http://h/a/x", None, None, None, None, "http://u:p@h/x?q", "file://p/", "https://o.example/"]
    assert columns.resolve(pa.array(urls), pa.array(bases)).to_pylist() == expected
    for first, second in (
        (pa.chunked_array([urls[:3], urls[3:]]), pa.array(bases)),
        (pa.array(urls), pa.chunked_array([bases])),
    ):
        found = columns.resolve(first, second)
        assert isinstance(found, pa.ChunkedArray) is isinstance(first, pa.ChunkedArray)
        assert found.to_pylist() == expected
    assert columns.resolve(pa.array(["http://["]), pa.array(["http://h/"])).to_pylist() == [None]
    assert columns.resolve(pa.array([], pa.string()), pa.array([], pa.string())).to_pylist() == []
    with pytest.raises(ValueError, match="the same length, not 1 and 0 rows"):
        columns.resolve(pa.array(["x"]), pa.array([], pa.string()))
    with pytest.raises(TypeError, match="the column of base URLs must hold strings, not int64"):
        columns.resolve(pa.array(["x"]), pa.array([1]))
    offsets = pa.array([0, 1, 2], pa.int32()).buffers()[1]
    not_utf_8 = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"x\xff")])
    with pytest.raises(ValueError, match="the column, of type string, is not UTF-8 in row 1, byte 0"):
        columns.resolve(not_utf_8, pa.array(["https://h/"] * 2))


def test_is_valid():
    expected = [None if string is None else URL.can_parse(string) for string in STRINGS]
    assert columns.is_valid(pa.array(STRINGS)).to_pylist() == expected
    assert columns.is_valid(pa.array(["x"]), base="http://h/").to_pylist() == [True]


def test_guard():
    strings = ["https://example.com", "http://127.1/", None, "nope"]
    for kind in (pa.string(), pa.dictionary(pa.int32(), pa.large_string())):
        found = columns.guard(column(strings, kind)).to_pylist()
        for string, verdict in zip(strings, found, strict=True):
            asked = None if string is None else guard.check_fetch(string)
            assert verdict == (
                asked and {"allowed": asked.allowed, "url": asked.url, "reasons": [one.name for one in asked.reasons]}
                if asked is None or asked.allowed
                else {"allowed": False, "url": None, "reasons": [one.name for one in asked.reasons]}
            )
    assert columns.guard(pa.array(["http://127.1/"]), guard.Policy(addresses=["loopback"])).to_pylist()[0]["allowed"]
    assert columns.guard(pa.array([], pa.string())).to_pylist() == []
    with pytest.raises(TypeError, match="the policy must be a Policy, not str"):
        columns.guard(pa.array(["x"]), "public")


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (["http://h/"], "the column must be a pyarrow.Array or ChunkedArray of strings, not list"),
        (None, "not NoneType"),
        (pa.table({"u": ["x"]}), r"not pyarrow\.lib\.Table"),
        (pa.array([1]), "the column must hold strings, not int64"),
        (pa.array([["http://h/"]]), "the column must hold strings, not list<.*list_flatten"),
        (pa.array([{"u": "http://h/"}]), "the column must hold strings, not struct<.*struct_field"),
        (pa.chunked_array([[1], [2]]), "the column must hold strings, not int64"),
        (pa.array([1]).dictionary_encode(), "the dictionary of the column must hold strings, not int64"),
        (
            pa.ExtensionArray.from_storage(pa.uuid(), pa.array([b"0" * 16], pa.binary(16))),
            "not extension<.*its storage",
        ),
    ],
    ids=str,
)
def test_wrong_columns(array, message):
    for function in (columns.parse, columns.href, columns.is_valid, columns.guard):
        with pytest.raises(TypeError, match=message):
            function(array)


def test_wrong_arguments():
    array = pa.array(["x"])
    for fields in ("href", 5, [None]):
        with pytest.raises(
            TypeError, match=f"fields must be .*{type(fields[0] if type(fields) is list else fields).__name__}"
        ):
            columns.parse(array, fields=fields)
    with pytest.raises(ValueError, match=r"there is no field 'hostname'; write 'host'"):
        columns.parse(array, fields=["scheme", "hostname"])
    with pytest.raises(ValueError, match=r"each of fields must be one of .*'hots'"):
        columns.parse(array, fields=["hots"])
    with pytest.raises(ValueError, match="at least one name, such as href"):
        columns.parse(array, fields=[])
    with pytest.raises(ValueError, match="errors must be one of null, raise, column, not 'ignore'"):
        columns.parse(array, errors="ignore")
    with pytest.raises(ValueError, match="need errors='column'"):
        columns.parse(array, fields=["error"])
    with pytest.raises(TypeError, match="base must be a str or a URL, not int"):
        columns.href(array, base=5)
    with pytest.raises(InvalidURL, match="invalid base URL: missing-scheme") as caught:
        columns.href(array, base="nope")
    assert caught.value.errors
    with pytest.raises(TypeError, match="the parameter's name must be a str, not int"):
        columns.query_get(array, 5)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = columns.nonsense
    assert {"parse", "pandas", "register"} <= {*dir(columns)}


def test_rows_that_are_not_utf_8():
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(2)):
        array = pa.array([b"ok", None, b"\xff\xfe"], pa.binary()).cast(kind)
        message = rf"the column, of type {re.escape(str(kind))}, is not UTF-8 in row 2, byte 0: invalid start byte"
        with pytest.raises(ValueError, match=message):
            columns.parse(array)
        with pytest.raises(ValueError, match="in row 5, byte 0"):
            columns.parse(pa.chunked_array([array[:2], array[:1], array]))
    # Arrow does not look at the bytes of such an array.
    array = pa.Array.from_buffers(pa.string(), 2, pa.array([b"HTTP://x", b"\xff"]).buffers())
    with pytest.raises(ValueError, match="is not UTF-8 in row 1, byte 0"):
        columns.parse(array)
    with pytest.raises(ValueError, match="is not UTF-8 in row 1, byte 0"):
        columns.guard(array)
    view = pa.array(["x"], pa.string_view()).cast(pa.string_view())
    assert columns.href(view, base="http://h/").to_pylist() == ["http://h/x"]
    offsets = pa.array([0, 2, 1], pa.int32()).buffers()[1]
    damaged = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"xyz")])
    with pytest.raises(ValueError, match="the column, of type string, is damaged: "):
        columns.href(damaged)


def test_a_result_that_is_too_large():
    """A string column holds 2 GiB, and percent-encoding makes strings longer."""

    from py_url.columns import arrow

    joining = arrow.Joining(pa.string())
    joining._most = 20
    joining.add(pa.array(["https://h/"]))
    joining.add(pa.array(["", None, "https://h/"])[1:])
    assert joining.array().to_pylist() == ["https://h/", None, "https://h/"]
    with pytest.raises(ValueError, match="too large for a column of type string, which holds 2 GiB; cast the column"):
        joining.add(pa.array(["x"]))


@pytest.mark.parametrize("base", [None, "https://h.example/a/b", "foo:x"])
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
def test_other_spellings(base, kind, monkeypatch):
    """What kernels take apart, in batches of many rows and of a few."""
    from py_url.columns import arrow, serialized

    monkeypatch.setattr(serialized, "_PIECE", 7)
    authorities = ["A.Example", "a:0080", "u s:p@h ", "127.1", "[::1]", "\xfc.example", "h:x", "", "a b"]
    starts = ["http://", "HTTPS:\\\\", "ws:", "ftp:/", " http:///", "file://", "http\u017f://", "\x01\thttp:\n//"]
    ends = ["", "/", "\\a\\..\\b", "/%2E", "/x/..", "/x/.%2e?\xfc'#`", "?a b", "#\xfc ", "/\xfc/\xfc?\xfc \n", "/. ?\0"]
    strings = [f"{start}{authority}{end}" for start in starts for authority in authorities for end in ends]
    array = pa.array(strings, kind)
    expected = [url and url.href for url in (URL.parse(string, base) for string in strings)]
    assert columns.href(array, base=base).to_pylist() == expected
    monkeypatch.setattr(arrow, "_BATCH", 100)
    assert columns.href(array, base=base).to_pylist() == expected


def test_what_is_removed_and_what_is_cut():
    """Tabs and newlines may be anywhere, also where the kernels cut."""
    wholes = [
        "http://h/a/%2e?q#f",
        "http:/h",
        "HTTP:\\\\h\\..\\c",
        "http://h/x/.%2E",
        "ws://h/\xfc?\xfc'#`",
        "http:h/b/../c",
    ]
    strings = [
        f"{whole[:place]}{removed}{whole[place:]}"
        for whole in wholes
        for removed in ("\t", "\n", "\r\n", " ", "\0")
        for place in range(len(whole) + 1)
    ]
    assert_rows(strings)
    assert columns.href(pa.array(strings), base="http://b/a").to_pylist() == [
        url and url.href for url in (URL.parse(string, "http://b/a") for string in strings)
    ]


def test_where_paths_begin():
    assert_rows(
        [
            *("custom://h", "custom://h/", "custom://h/a/b?q", "custom:///a", "x:/.//y/z", "x:/a", "x:a:/b", "x:a://b"),
            *("x://", "x:", "x:/", "data:a/b,c?d", "file:///C:/a/b", "file://h/a", "http://u@h/a/b", "http://u@h/a/c"),
            *("http://h:81/a/b", "http://h:81/a/c?/x/#/y/", "ws://[::1]:99/a/b", "x:a/?", "x:a/#", "x://u:p@h:9/?#"),
            *("blob:http:/x", "blob:http:///x", "blob:https:////x", "blob:https:///1", "blob:http:/\u017f", "blob:x/y"),
        ]
    )


def test_batches(monkeypatch):
    """A batch has no more than so many bytes, unless one row has more."""
    from py_url.columns import arrow

    monkeypatch.setattr(arrow, "_BYTES", 100)
    array = pa.array([f"HTTP://h/{'a' * n}/{n}" for n in range(200)])
    batches = list(arrow.batches_of(array))
    assert pa.concat_arrays(batches).equals(array)
    assert max(len(batch) for batch in batches) > 1
    assert all(batch.nbytes <= 100 or len(batch) == 1 for batch in batches)
    assert columns.href(array).to_pylist() == [URL(string).href for string in array.to_pylist()]
    assert columns.resolve(array, array).equals(columns.href(array))
    with pytest.raises(InvalidURL) as caught:
        columns.parse(pa.concat_arrays([array, pa.array(["nope"])]), errors="raise")
    assert caught.value.__notes__ == ["It is in row 200 of the column."]


def test_a_row_of_many_megabytes():
    long = "a" * 10_000_000
    array = pa.array([f"https://h/{long}", f"HTTP://h/{long}", f"https://{long}/", "https://h/"])
    found = columns.parse(array, fields=["host", "path"])
    assert found.field("host").to_pylist() == ["h", "h", long, "h"]
    assert [len(path) for path in found.field("path").to_pylist()] == [10_000_001, 10_000_001, 1, 1]


@pytest.mark.skipif(sys.platform == "emscripten", reason="Pyodide has no processes")
def test_nothing_is_loaded_that_is_not_used():
    code = (
        "import sys, py_url.columns; assert 'pyarrow' not in sys.modules; py_url.columns.parse; "
        "assert 'pyarrow' in sys.modules; "
        "assert not {'pandas', 'polars', 'duckdb', 'py_url.guard'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.mark.parametrize(
    ("module", "extra", "package"),
    [
        ("arrow", "arrow", "pyarrow"),
        *((name, name, {"spark": "pyspark"}.get(name, name)) for name in columns._ENGINES),
    ],
)
def test_what_to_install(monkeypatch, module, extra, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModuleNotFoundError, match=re.escape(f"pip install 'py-url-whatwg[{extra}]'")) as caught:
        # With its own name, because coverage.py measures modules of the package.
        runpy.run_path(str(Path(columns.__file__).with_name(f"{module}.py")), run_name=f"py_url.columns.{module}")
    assert caught.value.name == package
