"""§5 application/x-www-form-urlencoded and §6.2 the URLSearchParams class."""

import collections
import copy
import pickle
from types import MappingProxyType

import pytest

from py_url import URL, URLSearchParams
from py_url.api import search_params
from py_url.api.frozen import FrozenURLSearchParams
from py_url.standard import parse_urlencoded, serialize_urlencoded


@pytest.mark.parametrize(
    ("input", "pairs"),
    [
        ("", []),
        ("&", []),
        ("&&a", [("a", "")]),
        ("a", [("a", "")]),
        ("=", [("", "")]),
        ("=b", [("", "b")]),
        ("a=", [("a", "")]),
        ("a=b=c", [("a", "b=c")]),
        ("a+b=c+d", [("a b", "c d")]),
        ("a%20b=%2B", [("a b", "+")]),
        ("%26=%3D", [("&", "=")]),
        ("a%zz=%", [("a%zz", "%")]),
        ("\ufeffa=1", [("\ufeffa", "1")]),
        ("%EF%BB%BFa=1", [("\ufeffa", "1")]),
        ("a=%FF%C3", [("a", "\ufffd\ufffd")]),
        ("ü=\U0001f4a9", [("ü", "\U0001f4a9")]),
        ("\ud800=\ud83d\ude00", [("\ufffd", "\U0001f600")]),
        ("a=1&a=2&b", [("a", "1"), ("a", "2"), ("b", "")]),
        ("?a=1", [("?a", "1")]),
        ("a;b=1", [("a;b", "1")]),
    ],
)
def test_parser(input, pairs):
    assert parse_urlencoded(input) == pairs
    assert list(URLSearchParams(pairs)) == pairs
    if not input.startswith("?"):
        assert list(URLSearchParams(input)) == pairs
        assert list(URLSearchParams("?" + input)) == pairs
    if "\ud800" not in input:
        assert parse_urlencoded(input.encode()) == pairs


def test_parser_of_bytes_that_are_not_utf_8():
    assert parse_urlencoded(b"a\xff=\xc3\x28&\xe2\x82=%AC") == [("a\ufffd", "\ufffd("), ("\ufffd", "\ufffd")]
    # The bytes of one code point belong together, even if only some are percent-encoded.
    assert parse_urlencoded(b"a=\xe2\x82%AC") == [("a", "€")]
    with pytest.raises(TypeError, match="int"):
        parse_urlencoded(1)


@pytest.mark.parametrize(
    ("pairs", "output"),
    [
        ([], ""),
        ([("", "")], "="),
        ([("a b", "ß")], "a+b=%C3%9F"),
        ([("a", "1"), ("b", "2")], "a=1&b=2"),
        ([("*-._", "!~'()")], "*-._=%21%7E%27%28%29"),
        ([("\ud800", "\x00")], "%EF%BF%BD=%00"),
        ([("&=+%", "#?/")], "%26%3D%2B%25=%23%3F%2F"),
        ([("a", "\x01\x01")], "a=%01%01"),
        ([("a", "\x01"), ("b", "\x01")], "a=%01&b=%01"),
    ],
)
def test_serializer(pairs, output):
    assert serialize_urlencoded(pairs) == output
    assert str(URLSearchParams(pairs)) == output


def test_serializer_of_other_encodings():
    assert serialize_urlencoded([("a", "1")], "utf-16le") == "a=1"
    assert serialize_urlencoded([("あ b", "é&"), ("x", "")], "euc-jp") == "%A4%A2+b=%26%23233%3B%26&x="
    assert serialize_urlencoded([("a b\\", "¥ あ")], "iso-2022-jp") == "a+b%5C=%1B%28J%5C+%1B%24B%24%22%1B%28B"
    with pytest.raises(LookupError, match="euc-xx"):
        serialize_urlencoded([("a", "1")], "euc-xx")


@pytest.mark.parametrize(
    "init",
    [
        {"a": "1", "b": "2"},
        collections.OrderedDict(a="1", b="2"),
        MappingProxyType({"a": "1", "b": "2"}),
        [("a", "1"), ["b", "2"]],
        (pair for pair in [("a", "1"), ("b", "2")]),
        "a=1&b=2",
        "?a=1&b=2",
        URLSearchParams("a=1&b=2"),
    ],
    ids=lambda init: type(init).__name__,
)
def test_constructor(init):
    assert list(URLSearchParams(init)) == [("a", "1"), ("b", "2")]


@pytest.mark.parametrize(
    "init",
    [None, 1, b"a=1", bytearray(b"a"), [("a",)], [("a", "1", "2")], ["ab"], [1], [("a", 1.5)], {"a": True}, {1: "a"}],
)
def test_constructor_with_wrong_types(init):
    with pytest.raises(TypeError):
        URLSearchParams(init)


def test_names_of_a_mapping_that_become_the_same():
    """Web IDL's record type behaves the same."""
    first, second = "\ud800x", "\udfffx"
    params = URLSearchParams({first: "1", "xx": "2", second: "3"})
    assert list(params) == [("\ufffdx", "3"), ("xx", "2")]


def test_a_copy_of_search_params_is_independent():
    params = URLSearchParams("a=1")
    other = URLSearchParams(params)
    other.append("b", "2")
    assert str(params) == "a=1"


def test_methods():
    params = URLSearchParams("a=1&b=2&a=3")
    assert (params.size, len(params)) == (3, 3)
    assert (params.get("a"), params.get("c")) == ("1", None)
    assert (params.get_all("a"), params.get_all("c")) == (["1", "3"], [])
    assert params.has("a")
    assert params.has("a", "3")
    assert not params.has("a", "2")
    assert "b" in params
    assert "c" not in params
    params.set("a", "4")
    assert str(params) == "a=4&b=2"
    params.set("c", "5")
    assert str(params) == "a=4&b=2&c=5"
    params.append("a", "6")
    params.delete("a", "4")
    assert str(params) == "b=2&c=5&a=6"
    params.delete("a", "no")
    params.delete("b")
    assert str(params) == "c=5&a=6"


def test_iteration_and_containment_agree():
    params = URLSearchParams("a=1&b=2&a=3")
    assert all(pair in params for pair in params)
    for other in (("a", "2"), ("1", "a"), ["a", "1"], 1, None):
        assert other not in params
    assert (list(params.entries()), params[0], params[-1], params[1:]) == (
        [("a", "1"), ("b", "2"), ("a", "3")],
        ("a", "1"),
        ("a", "3"),
        [("b", "2"), ("a", "3")],
    )
    assert (params.count(("a", "1")), params.index(("b", "2"))) == (1, 1)


def test_names_and_values_are_views():
    params = URLSearchParams("a=1&b=2&a=3")
    names, values = params.keys(), params.values()
    assert list(names) == list(names) == ["a", "b", "a"]
    assert list(values) == list(values) == ["1", "2", "3"]
    assert (len(names), len(values)) == (3, 3)
    assert ("a" in names, "1" in names, 1 in names) == (True, False, False)
    assert ("1" in values, "a" in values, 1 in values) == (True, False, False)
    params.delete("a")
    assert (list(names), list(values), "a" in names) == (["b"], ["2"], False)
    params.delete("b")
    assert not names
    assert not values
    params.append("next", "https://u:s3cr3t@h/")
    assert repr(names) == "URLSearchParams('next=https%3A***%40h%2F').keys()"
    assert repr(values) == "URLSearchParams('next=https%3A***%40h%2F').values()"


def test_all_values_of_each_name():
    params = URLSearchParams("a=1&b=2&a=3")
    assert params.to_dict() == {"a": ["1", "3"], "b": ["2"]}
    names = params.keys()
    assert {name: params.get_all(name) for name in names} == params.to_dict()
    params.to_dict()["a"].append("x")
    params.get_all("a").append("x")
    assert params.get_all("a") == ["1", "3"]
    assert URLSearchParams().to_dict() == {}


@pytest.mark.parametrize("query", ["a=1", "a=1&b=2", "a=1&a=2", "0=1"])
def test_no_dict_is_made_of_it(query):
    """Whether or not a name is there twice, so that a program fails in its first test."""
    params = URLSearchParams(query)
    for use in (dict, lambda params: dict(**params), lambda params: params[query[0]]):
        with pytest.raises(TypeError, match=r"no params\[name\]; write params\.get\(name\).*get_all.*to_dict.*list"):
            use(params)
    with pytest.raises(AttributeError, match=r"no items\(\).*list\(params\) or params\.entries\(\).*to_dict\(\)"):
        params.items()
    with pytest.raises(TypeError):
        vars(params)
    assert not hasattr(params, "items")
    assert "items" not in dir(params)
    with pytest.raises(AttributeError, match="'URLSearchParams' object has no attribute 'itens'"):
        params.itens  # noqa: B018 - it is read


CHANGES = {
    "append": lambda params: list.append(params, ("a", "1")),
    "clear": lambda params: params.clear(),
    "extend": lambda params: params.extend([("a", "1")]),
    "insert": lambda params: params.insert(0, ("a", "1")),
    "pop": lambda params: params.pop(),
    "remove": lambda params: params.remove(("a", "1")),
    "reverse": lambda params: params.reverse(),
    "__delitem__": lambda params: params.__delitem__(0),
    "__iadd__": lambda params: params.__iadd__([("a", "1")]),
    "__imul__": lambda params: params.__imul__(2),
    "__setitem__": lambda params: params.__setitem__(0, ("a", "1")),
}


@pytest.mark.parametrize("name", [name for name in CHANGES if name != "append"])
@pytest.mark.parametrize("kind", [URLSearchParams, FrozenURLSearchParams])
def test_a_list_s_own_ways_to_change_it_are_refused(kind, name):
    params = kind("a=1&b=2")
    with pytest.raises(TypeError, match=f"a {kind.__name__} cannot be changed by {name}"):
        CHANGES[name](params)
    assert str(params) == "a=1&b=2"


def test_every_method_of_a_list_that_changes_it_is_refused_or_its_own():
    """A Python that gives lists another one fails here."""
    ours = {*CHANGES, "sort", "copy", "count", "index"}
    assert {name for name in vars(list) if not name.startswith("__")} <= ours
    for name in ("append", "sort", "copy", *CHANGES):
        assert name in vars(URLSearchParams), name


def test_it_is_equal_to_a_list_of_its_pairs():
    params = URLSearchParams("a=1&b=2")
    assert params == [("a", "1"), ("b", "2")] == params
    assert params != [("b", "2"), ("a", "1")]
    copied = params.copy()
    assert type(copied) is URLSearchParams
    copied.append("c", "3")
    assert str(params) == "a=1&b=2"


def test_look_ups_after_each_kind_of_change():
    params, pairs = URLSearchParams("a=1&b=2&a=3"), [("a", "1"), ("b", "2"), ("a", "3")]
    changes = [
        lambda: None,
        lambda: (params.append("c", "4"), pairs.append(("c", "4"))),
        lambda: (params.append("a", "5"), pairs.append(("a", "5"))),
        lambda: (params.set("b", "6"), pairs.__setitem__(1, ("b", "6"))),
        lambda: (params.set("d", "7"), pairs.append(("d", "7"))),
        lambda: (params.delete("c"), pairs.remove(("c", "4"))),
        lambda: (params.delete("a", "3"), pairs.remove(("a", "3"))),
        lambda: (params.sort(), pairs.sort(key=lambda pair: pair[0])),
        lambda: (params.__init__("e=8"), pairs.__init__([("e", "8")])),
        lambda: (params.__setstate__({"pairs": [("f", "9")]}), pairs.__init__([("f", "9")])),
    ]
    for change in changes:
        change()
        assert params == pairs
        for name in "abcdefg":
            values = [value for key, value in pairs if key == name]
            assert params.get_all(name) == values
            assert params.get(name) == (values[0] if values else None)
            assert (params.has(name), name in params) == (bool(values), bool(values))
            assert all(params.has(name, value) for value in values)
            assert not params.has(name, "x")
        assert params.to_dict() == {name: params.get_all(name) for name, _ in pairs}


def test_look_ups_in_a_url_that_changes():
    url = URL("http://h/?a=1")
    params = url.search_params
    assert params.get("a") == "1"
    url.search = "a=2"
    assert params.get_all("a") == ["2"]
    url.href = "http://h/?b=3"
    assert params.to_dict() == {"b": ["3"]}


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_change_while_another_thread_makes_the_index(monkeypatch, when):
    """The index of the old pairs is not taken for one of the new ones."""
    params = URLSearchParams("a=1")
    params.has("a")
    real, changes = search_params._get_item, iter([lambda: params.set("a", "2")])

    def get_item(of, item):
        change = next(changes, lambda: None)
        if when == "before":
            change()
        pairs = real(of, item)
        if when == "after":
            change()
        return pairs

    params.append("b", "1")
    monkeypatch.setattr(search_params, "_get_item", get_item)
    assert params.get("b") == "1"
    assert params.get("a") == "2"
    assert params.to_dict() == {"a": ["2"], "b": ["1"]}


def test_two_threads_that_continue_the_index_at_once(monkeypatch):
    params = URLSearchParams("a=1")
    params.has("a")
    params.append("a", "2")
    real, others = search_params._get_item, iter([lambda: params.get_all("a")])

    def get_item(of, item):
        pairs = real(of, item)
        next(others, lambda: None)()
        return pairs

    monkeypatch.setattr(search_params, "_get_item", get_item)
    assert params.get_all("a") == ["1", "2"]


def test_other_threads_see_all_pairs_while_they_are_sorted(monkeypatch):
    params = URLSearchParams("b=1&a=2")
    seen = []
    monkeypatch.setattr(search_params, "utf_16_code_units", lambda name: seen.append(len(params)) or name)
    params.sort()
    assert seen == [2, 2]
    assert str(params) == "a=2&b=1"


def test_sorting_is_by_utf_16_code_units_and_stable():
    params = URLSearchParams([("\uffff", "1"), ("\U0001f600", "2"), ("b", "1"), ("a", "2"), ("b", "0"), ("", "")])
    params.sort()
    assert list(params) == [("", ""), ("a", "2"), ("b", "1"), ("b", "0"), ("\U0001f600", "2"), ("\uffff", "1")]


def test_iterating_goes_by_index_over_the_list_as_it_is():
    params = URLSearchParams("a=1&b=2&c=3")
    seen = []
    for name, _ in params:
        seen.append(name)
        if name == "a":
            params.delete("a")
    assert seen == ["a", "c"]


def test_an_iterator_that_has_ended_stays_ended():
    """In JavaScript, it would go on."""
    params = URLSearchParams("a=1")
    pairs = iter(params)
    next(pairs)
    params.append("b", "2")
    assert next(pairs) == ("b", "2")
    assert next(pairs, None) is None
    params.append("c", "3")
    assert next(pairs, None) is None


def test_the_repr_hides_the_password_of_a_url_in_a_value():
    params = URLSearchParams({"next": "https://u:s3cr3t@h/", "a": "1"})
    assert repr(params) == "URLSearchParams('next=https%3A***%40h%2F&a=1')"


def test_the_repr_names_the_class():
    assert repr(type("Mine", (URLSearchParams,), {})("a=1")) == "Mine('a=1')"


@pytest.mark.parametrize("method", ["append", "delete", "get", "get_all", "has", "set"])
@pytest.mark.parametrize("wrong", [None, 1, b"a"])
def test_wrong_types(method, wrong):
    params = URLSearchParams("a=1")
    with pytest.raises(TypeError, match=type(wrong).__name__):
        getattr(params, method)(wrong, *(["x"] if method in ("append", "set") else []))
    assert str(params) == "a=1"


def test_equality_copying_and_pickling():
    params = URLSearchParams("a=1&b=2")
    assert params == URLSearchParams({"a": "1", "b": "2"})
    assert params != URLSearchParams("b=2&a=1")
    assert params != "a=1&b=2"
    for other in (copy.copy(params), copy.deepcopy(params), pickle.loads(pickle.dumps(params))):
        assert other == params
        other.append("c", "3")
        assert str(params) == "a=1&b=2"
    assert repr(params) == "URLSearchParams('a=1&b=2')"
    with pytest.raises(TypeError, match="unhashable"):
        hash(params)


@pytest.mark.parametrize("unit", ["a=%41+&", "%26=%3D&", "&", "%e4%b8%ad"])
def test_long_strings_are_read_as_short_ones(unit):
    times = 200_000 // len(unit)
    pairs = parse_urlencoded(unit)
    expected = pairs * times if "&" in unit else [("\u4e2d" * times, "")]
    assert parse_urlencoded(unit * times) == expected


def test_the_serializer_takes_what_the_constructor_takes():
    assert serialize_urlencoded({"id": "5", "a b": "ß"}) == "id=5&a+b=%C3%9F"
    assert serialize_urlencoded([["a", "b"], ("c", "d")]) == "a=b&c=d"
    assert serialize_urlencoded(URLSearchParams("a=1")) == "a=1"
    for wrong in ("ab", b"ab", ["ab"], [("a",)], [{"a", "b"}], None):
        with pytest.raises(TypeError, match="pair"):
            serialize_urlencoded(wrong)


def test_values_may_be_ints():
    params = URLSearchParams({"a": 1, "b": -2})
    params.append("c", 3)
    params.set("a", 4)
    assert str(params) == "a=4&b=-2&c=3"
    assert params.has("a", 4)
    assert not params.has("a", 5)
    params.delete("b", -2)
    assert list(URLSearchParams([("a", 0), ["b", 10**20]])) == [("a", "0"), ("b", "1" + "0" * 20)]
    assert serialize_urlencoded({"a": 1}) == "a=1"
    assert list(params) == [("a", "4"), ("c", "3")]


@pytest.mark.parametrize("wrong", [True, 1.5, None, b"1", ["1"]])
def test_values_of_other_types_have_no_one_spelling(wrong):
    params = URLSearchParams("a=1")
    for call in (params.append, params.set, *((params.has, params.delete) if wrong is not None else ())):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            call("a", wrong)
    for init in ({"a": wrong}, [("a", wrong)]):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            URLSearchParams(init)
    assert str(params) == "a=1"


def test_get_has_a_default():
    params = URLSearchParams("a=&b=2")
    assert (params.get("a", "x"), params.get("b", "x"), params.get("c", "x"), params.get("c", 5)) == ("", "2", "x", 5)
    assert (params.get("c"), params.get("c", default=None)) == (None, None)


@pytest.mark.parametrize("mark", ["\0", "\1"])
@pytest.mark.parametrize("times", [1, 2])
def test_what_separates_names_and_values_while_they_are_encoded_may_be_in_them(mark, times):
    text, encoded = mark * times, f"%0{ord(mark)}" * times
    assert serialize_urlencoded([(text, "b")]) == f"{encoded}=b"
    assert serialize_urlencoded([("a", text)]) == f"a={encoded}"
    assert serialize_urlencoded([("a", "b"), (text, "c")]) == f"a=b&{encoded}=c"


def test_bytes_that_are_not_utf_8_in_a_very_long_value():
    """It is decoded in another way than a short one."""
    [(name, value), *others] = parse_urlencoded(f"a={'%41' * 70_000}%ff&b=%ff&c=x")
    assert (name, value) == ("a", "A" * 70_000 + "\ufffd")
    assert others == [("b", "\ufffd"), ("c", "x")]
