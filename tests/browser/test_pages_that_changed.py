"""`load` in pages that replaced, extended or froze the language's built-ins before they import web/py_url.js."""

import pytest

# As libraries do it: Prototype 1.7 and MooTools, Prototype 1.6, a polyfill.
ARRAY_FROM = """Array.from = (given) => {
  const all = [];
  for (let i = 0; i < given.length; i += 1) all.push(given[i]);
  return all;
};"""
REDUCE = "Array.prototype.reduce = function reduce() { return this.length > 1 ? this : this[0]; };"
PAD_START = "String.prototype.padStart = function padStart() { return String(this); };"
WORKING = {"reduce": REDUCE, "padStart": PAD_START}
EXPLAINED = {
    "Array.from": [ARRAY_FROM, "this page has replaced Array.from"],
    "an enumerable property": [
        "Object.prototype.of_the_page = 1;",
        "Object.prototype has the enumerable property of_the_page",
    ],
    "frozen": [
        "for (const it of [Object, Array, Function, String, Promise, Error]) "
        "{ Object.freeze(it); Object.freeze(it.prototype); }",
        "this page has frozen its built-ins",
    ],
}
SCRIPT = """
    return load({indexURL: "/pyodide/"}).then(
      ({URL, fromSnapshot}) => [new URL("http://\u00fc").href, fromSnapshot], (error) => error.message);
"""


@pytest.mark.parametrize("change", WORKING)
def test_what_pyodide_does_without_changes_nothing(noisy_page, change):
    result = noisy_page.evaluate(
        f"async () => {{ {WORKING[change]} const {{load}} = await import('/py_url.js'); {SCRIPT} }}"
    )
    assert result == ["http://xn--tda/", True]


@pytest.mark.parametrize("change", EXPLAINED)
def test_what_pyodide_fails_with_is_named(noisy_page, change):
    code, sentence = EXPLAINED[change]
    said = []
    noisy_page.on("console", lambda message: said.append(message.text))
    result = noisy_page.evaluate(f"async () => {{ {code} const {{load}} = await import('/py_url.js'); {SCRIPT} }}")
    if change == "Array.from":
        # Pyodide compares the build that a snapshot is for with its own, and reads it so.
        assert result == ["http://xn--tda/", False]
        (result,) = [text for text in said if text.startswith("py-url: Pyodide starts without its snapshot: ")]
    assert f"; {sentence}" in result
    assert result.endswith("; that may be why")
