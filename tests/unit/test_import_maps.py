"""Module specifiers and import maps; tests/browser compares the results with a browser."""

import json

import pytest

from py_url import InvalidURL
from py_url.specs.html.import_maps import (
    ImportMap,
    InvalidImportMapError,
    ModuleMap,
    ModuleResolutionError,
    parse_import_map,
    resolve_module_integrity_metadata,
    resolve_module_specifier,
    resolve_url_like_module_specifier,
)
from py_url.standard import serialize

PAGE = "https://example.com/base/page.html"


def resolve(specifier, import_map=None, base=PAGE):
    return serialize(resolve_module_specifier(specifier, base, import_map))


def test_without_an_import_map():
    assert resolve("./x") == "https://example.com/base/x"
    assert resolve("../x") == "https://example.com/x"
    assert resolve("/x") == "https://example.com/x"
    assert resolve("//h/x") == "https://h/x"
    assert resolve("https:foo") == "https://foo/"
    assert resolve("node:fs") == "node:fs"
    for bare in ("", "foo", ".", "..", "?q", "#f", "%2e/", " ./a", "\\x", "\ud800", "https://h:99999/"):
        assert resolve_url_like_module_specifier(bare, PAGE) is None
        with pytest.raises(ModuleResolutionError, match="cannot resolve"):
            resolve(bare)
    with pytest.raises(ModuleResolutionError):
        resolve("./x", base="data:text/javascript,1")


def test_the_standards_examples():
    normalized = parse_import_map(
        '{"imports": {"/app/helper": "node_modules/helper/index.mjs", "lodash": "/node_modules/lodash-es/lodash.js"}}',
        PAGE,
    )
    # The standard's example maps the first address, although it starts with neither "/" nor "./".
    assert normalized.imports == {
        "lodash": "https://example.com/node_modules/lodash-es/lodash.js",
        "https://example.com/app/helper": None,
    }
    overlapping = parse_import_map(
        """{"imports": {"a": "/a-1.mjs", "b": "/b-1.mjs", "c": "/c-1.mjs"},
            "scopes": {"/scope2/": {"a": "/a-2.mjs"}, "/scope2/scope3/": {"b": "/b-3.mjs"}}}""",
        PAGE,
    )
    assert {
        referrer: [resolve(name, overlapping, f"https://example.com/{referrer}") for name in "abc"]
        for referrer in ("scope1/r.mjs", "scope2/r.mjs", "scope2/scope3/r.mjs")
    } == {
        "scope1/r.mjs": [f"https://example.com/{name}.mjs" for name in ("a-1", "b-1", "c-1")],
        "scope2/r.mjs": [f"https://example.com/{name}.mjs" for name in ("a-2", "b-1", "c-1")],
        "scope2/scope3/r.mjs": [f"https://example.com/{name}.mjs" for name in ("a-2", "b-3", "c-1")],
    }


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "1", '"x"', "null", "\ufeff{}", '{"imports": []}', '{"imports": null}', '{"scopes": 1}'),
        *('{"integrity": "x"}', '{"scopes": {"/": null}}', '{"x": NaN}', "{'imports': {}}", '{"x": 01}'),
        *("[" * 100_000, '{"imports": {"a": ' + "[" * 100_000),
    ],
)
def test_invalid_import_maps(text):
    with pytest.raises(InvalidImportMapError, match=r"JSON|nested"):
        parse_import_map(text, PAGE)


def test_numbers_and_nesting_that_are_json():
    brackets = json.dumps("[[" * 500)
    nested = "[" * 199 + brackets + "]" * 199
    flat = ",".join(["[{}]"] * 300)
    text = f'{{"imports": {{"a": {"1" * 5_000}, "b": 1e999}}, "x": {nested}, "y": [{flat}]}}'
    assert parse_import_map(text, PAGE).imports == {"a": None, "b": None}
    for deep in (f"[{nested}]", f"[[{flat}], [{nested}]]"):
        with pytest.raises(InvalidImportMapError, match="200 levels"):
            parse_import_map(f'{{"x": {deep}}}', PAGE)


def test_what_is_normalized_and_what_is_warned_of():
    import_map = parse_import_map(
        """{"imports": {"": "/x", "a": "bare", "b": 1, "c/": "/c", "./d": "./e", "/base/d": "/last", "http://[": "/f"},
            "scopes": {"http://[": {}, "s": {"x": "/x"}},
            "integrity": {"bare": "sha256-x", "/i": 1, "/j": "sha256-x"}, "extra": 1, "n": 1e999}""",
        PAGE,
    )
    assert import_map.imports == {
        "https://example.com/base/d": "https://example.com/last",
        "http://[": "https://example.com/f",
        "c/": None,
        "b": None,
        "a": None,
    }
    assert list(import_map.imports) == sorted(import_map.imports, reverse=True)
    assert import_map.scopes == {"https://example.com/base/s": {"x": "https://example.com/x"}}
    assert import_map.integrity == {"https://example.com/j": "sha256-x"}
    assert resolve_module_integrity_metadata("https://example.com/j", import_map) == "sha256-x"
    assert resolve_module_integrity_metadata("https://example.com/k", import_map) == ""
    assert len(import_map.warnings) == 9
    assert repr(ImportMap()) == "<ImportMap of 0 imports and 0 scopes>"


def test_passwords_are_not_shown():
    secret = "https://u:s3cr3t@h"
    text = json.dumps(
        {
            "imports": {f"{secret}/n": None, "b/": f"{secret}/x/", f"{secret}/": f"{secret}:x", f"{secret}/1": 1},
            "scopes": {f"{secret}:x": {}},
            "integrity": {f"{secret}:x": "", f"{secret}/y": 1, f"{secret}/z": ""},
            secret: 1,
        }
    )
    modules = ModuleMap()
    shown = [*modules.register(text, PAGE), *modules.register(text, PAGE), repr(modules.import_map)]
    modules.resolve(f"{secret}.example/done", PAGE)
    shown += modules.register(f'{{"imports": {{"{secret}.example/done": "/"}}}}', PAGE)
    for specifier in (f"{secret}:x", f"{secret}/n", "b/../../z", f"{secret}/z"):
        with pytest.raises(ModuleResolutionError) as caught:
            modules.resolve(specifier, f"{secret}/page")
        shown += [str(caught.value), repr(caught.value)]
    for wrong in (f'{{"scopes": {{"{secret}/a": 3}}}}', f'{{"imports": "{secret}"}}', f'"{secret}'):
        with pytest.raises(InvalidImportMapError) as caught:
            parse_import_map(wrong, PAGE)
        shown.append(str(caught.value))
    assert len(shown) > 15
    assert "s3cr3t" not in "".join(shown)


def test_lone_surrogates_are_code_units_of_a_bare_specifier():
    import_map = parse_import_map(r'{"imports": {"\ud800": "/1", "\ud801": "/2", "\ud83d\udca9": "/3"}}', PAGE)
    assert resolve("\ud800", import_map) == "https://example.com/1"
    assert resolve("\ud801", import_map) == "https://example.com/2"
    assert resolve("\U0001f4a9", import_map) == resolve("\ud83d\udca9", import_map) == "https://example.com/3"
    with pytest.raises(ModuleResolutionError):
        resolve("\ufffd", import_map)
    assert resolve("./\ud800", import_map) == "https://example.com/base/%EF%BF%BD"


@pytest.mark.parametrize("pair", [r"\ud83d\udca9", "\ud83d\udca9", "\ud83d\\udca9", "\\ud83d\udca9", "\U0001f4a9"])
def test_two_surrogates_in_a_row_are_one_code_point(pair):
    """However they are written in the text: as they are, escaped, or one of the two escaped."""
    text = '{"imports": {"P": "/1", "./P": "/2", "x": "/P"}, "scopes": {"/P/": {"P": "/3"}}, "integrity": {"/P": "P"}}'
    import_map = parse_import_map(text.replace("P", pair), PAGE)
    assert import_map.warnings == []
    for poo in ("\U0001f4a9", "\ud83d\udca9"):
        assert resolve(poo, import_map) == "https://example.com/1"
        assert resolve(f"./{poo}", import_map) == "https://example.com/2"
        assert resolve(poo, import_map, f"https://example.com/{poo}/x") == "https://example.com/3"
        assert resolve_module_integrity_metadata(f"https://example.com/{poo}", import_map) == "\U0001f4a9"
    assert resolve("x", import_map) == "https://example.com/%F0%9F%92%A9"
    modules = ModuleMap()
    modules.register(text.replace("P", pair), PAGE)
    assert serialize(modules.resolve("\U0001f4a9", PAGE)) == "https://example.com/1"


def test_keys_are_in_the_order_of_code_units():
    # U+FF5E sorts before U+1F600 by code point, but after it by code unit.
    import_map = parse_import_map('{"imports": {"\uff5e": "/1", "\U0001f600": "/2"}}', PAGE)
    assert list(import_map.imports) == ["\uff5e", "\U0001f600"]


@pytest.mark.parametrize(
    ("specifier", "why"),
    [
        ("null", "null"),
        ("null/x", "null"),
        ("a/../../y", "leads outside"),
        ("a//h/y", "leads outside"),
        ("d/javascript,1", "not a valid URL relative to"),
    ],
)
def test_what_is_blocked(specifier, why):
    import_map = parse_import_map(
        '{"imports": {"null": null, "null/": null, "a/": "/x/", "d/": "data:text/", "null/ok": "/ok"}}', PAGE
    )
    with pytest.raises(ModuleResolutionError, match=why):
        resolve(specifier, import_map)
    assert resolve("null/ok", import_map) == "https://example.com/ok"


def test_the_standards_examples_of_merging():
    """§8.1.5.3, after *merge existing and new import maps*; relative to the root, like the examples there."""
    base = "https://example.com/"
    modules = ModuleMap()
    modules.register('{"imports": {"/app/": "./original-app/"}}', base)
    modules.register('{"imports": {"/app/helper": "./helper.mjs"}, "scopes": {"/js": {"/app/": "./js-app/"}}}', base)
    assert modules.import_map.imports == {
        f"{base}app/helper": f"{base}helper.mjs",
        f"{base}app/": f"{base}original-app/",
    }
    assert modules.import_map.scopes == {f"{base}js": {f"{base}app/": f"{base}js-app/"}}

    modules = ModuleMap()
    modules.resolve("/app/helper", f"{base}app/vendor/main.mjs")
    warnings = modules.register(
        """{"scopes": {"/app/": {"/app/helper": "./helper/index.mjs"}, "/app/vendor/": {"/app/": "./vendor_helper/"},
                       "/vendor/": {"/app/helper": "./helper/vendor_index.mjs"}},
            "imports": {"lodash": "/lodash.js", "/app/": "./general_path/", "/app/helper": "./other/index.mjs"}}""",
        base,
    )
    assert modules.import_map.imports == {"lodash": f"{base}lodash.js"}
    assert {scope: rules for scope, rules in modules.import_map.scopes.items() if rules} == {
        f"{base}vendor/": {f"{base}app/helper": f"{base}helper/vendor_index.mjs"}
    }
    assert len(warnings) == 4

    modules = ModuleMap()
    modules.register('{"imports": {"a": "/1"}, "integrity": {"/1": "sha256-x"}}', base)
    assert len(modules.register('{"imports": {"a": "/2", "b": "/3"}, "integrity": {"/1": "y", "/2": "z"}}', base)) == 2
    assert modules.import_map.imports == {"b": f"{base}3", "a": f"{base}1"}
    assert modules.import_map.integrity == {f"{base}1": "sha256-x", f"{base}2": "z"}


def test_what_was_resolved_stays():
    modules = ModuleMap()
    with pytest.raises(ModuleResolutionError):
        modules.resolve("a", PAGE)
    modules.register('{"imports": {"a": "/1", "p/": "/p/", "foo:x": "/foo"}}', PAGE)
    assert serialize(modules.resolve("a", PAGE)) == "https://example.com/1"
    assert serialize(modules.resolve("p/q/r", PAGE)) == "https://example.com/p/q/r"
    assert serialize(modules.resolve("foo:/y/z", PAGE)) == "foo:/y/z"
    warnings = modules.register(
        '{"imports": {"p/q/": "/other/", "p/q/r": "/other", "p/s": "/s", "foo:/y/": "/y/"}}', PAGE
    )
    assert len(warnings) == 2
    assert modules.import_map.imports["foo:/y/"] == "https://example.com/y/"
    assert "p/q/" not in modules.import_map.imports
    assert serialize(modules.resolve("p/q/r", PAGE)) == "https://example.com/p/q/r"
    assert serialize(modules.resolve("p/s", PAGE)) == "https://example.com/s"
    assert serialize(modules.resolve("foo:/y/z", PAGE)) == "foo:/y/z"


def test_what_was_resolved_for_one_script_stays_for_it():
    modules = ModuleMap()
    for base in ("https://example.com/a/1.js", "https://example.com/b/2.js"):
        modules.resolve("./x", base)
    scopes = {
        "/a": {"/a/x": "/1"},
        "/b/": {"/b/": "/2/", "/a/x": "/3"},
        "/c/": {"/b/x": "/4"},
        "/b/2.js": {"/b/x": "/5"},
    }
    modules.register(json.dumps({"scopes": scopes, "imports": {"/b/x": "/6", "/a/": "/7/", "/b/x/": "/8/"}}), PAGE)
    kept = {scope.removeprefix("https://example.com"): len(rules) for scope, rules in modules.import_map.scopes.items()}
    assert kept == {"/a": 1, "/b/": 1, "/c/": 1, "/b/2.js": 0}
    assert list(modules.import_map.imports) == ["https://example.com/b/x/"]
    assert serialize(modules.resolve("/a/x", "https://example.com/b/3.js")) == "https://example.com/3"


def test_the_longest_of_many_prefixes():
    """However many "/" the specifier contains, and in whatever order the maps were registered."""
    for slashes in (3, 63, 64, 65, 100):
        modules = ModuleMap()
        for end in (1, slashes, 2):
            modules.register(json.dumps({"imports": {"a/" * end: f"/{end}/"}}), PAGE)
        assert serialize(modules.resolve("a/" * slashes + "b", PAGE)) == f"https://example.com/{slashes}/b"
        assert serialize(modules.resolve("a/a/b/" + "c/" * slashes, PAGE)).startswith("https://example.com/2/b/")
        with pytest.raises(ModuleResolutionError, match="cannot resolve"):
            modules.resolve("b/" * slashes, PAGE)


def test_why_a_specifier_leads_nowhere():
    for specifier, base, why in (
        *(
            ("./x", "data:,", "not a valid URL relative to 'data:,'"),
            ("//[", PAGE, "not a valid URL relative to"),
            ("x", PAGE, "not mapped"),
        ),
    ):
        with pytest.raises(ModuleResolutionError, match=why):
            resolve(specifier, base=base)


def test_wrong_arguments():
    with pytest.raises(TypeError, match="the import map must be a str, not dict"):
        parse_import_map({}, PAGE)
    with pytest.raises(TypeError, match="not dict"):
        resolve("a", {})
    with pytest.raises(TypeError, match="not int"):
        resolve(1)
    for call in (lambda: parse_import_map("{}", "x"), lambda: resolve("a", base="x")):
        with pytest.raises(InvalidURL, match="base URL"):
            call()
