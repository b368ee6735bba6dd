"""Tests with pytest-pyodide, the convention of the field: each runs inside Pyodide, under Node.

pytest does not collect this file, and the locked environment does not have pytest-pyodide: release 0.59 needs a pytest
before 9.1. ``tests/pythons`` runs the project's own tests in Pyodide.
`web/docs/howto/pyscript-and-notebooks.md` says how to run these.
"""

from pytest_pyodide import run_in_pyodide

PY_URL = ["py-url-whatwg"]


@run_in_pyodide(packages=PY_URL)
def test_a_url(selenium):
    from py_url import URL

    url = URL("../b?q=1#f", base="https://EXAMPLE.com:443/a/c")
    url.search_params.append("name", "Ada Lovelace")
    assert str(url) == "https://example.com/b?q=1&name=Ada+Lovelace#f"


@run_in_pyodide(packages=PY_URL)
def test_a_domain_beyond_ascii(selenium):
    from py_url import URL, unicode_version

    assert URL("http://faß.example/").host == "xn--fa-hia.example"
    assert unicode_version.startswith("17.")


@run_in_pyodide(packages=PY_URL)
def test_an_invalid_url(selenium):

    from py_url import URL, InvalidURL, validate

    try:
        URL("https://example.org:7z/")
    except InvalidURL as error:
        assert "port-invalid at 21" in str(error)
    else:
        raise AssertionError("it parses")
    assert [error.name for error in validate("http://user@h")] == ["invalid-credentials"]


@run_in_pyodide(packages=PY_URL)
def test_it_needs_no_other_package(selenium):
    import sys

    import py_url

    assert py_url.URL("http://ü/").host == "xn--tda"
    assert "idna" not in sys.modules
