"""web/py_url.js in a page and in a module worker, beside the browser's own classes."""

import pytest

LOAD = """
const options = {indexURL: `${location.origin}/pyodide/`, lockFileURL: `${location.origin}/dist/pyodide-lock.json`,
                 packageBaseUrl: `${location.origin}/dist/`};
const { load } = await import("/py_url.js");
"""


def run(page, script, argument=None):
    return page.evaluate(f"async (argument) => {{ {LOAD} {script} }}", argument)


@pytest.fixture
def blank(page, site):
    page.goto(f"{site}/tests/browser/blank.html")
    return page


def assert_same(results):
    assert len(results) > 20
    assert [result for result in results if not result["same"]] == []


def test_it_does_what_the_native_classes_do(blank):
    assert_same(
        run(
            blank,
            """
            const native = {URL: globalThis.URL, URLSearchParams: globalThis.URLSearchParams};
            const {compare} = await import("/tests/javascript/face.mjs");
            return compare(await load(options), native);
            """,
        )
    )


def test_it_does_so_in_a_module_worker(blank):
    assert_same(
        run(
            blank,
            """
            const worker = new Worker("/tests/browser/worker.js", {type: "module"});
            return new Promise((resolve, reject) => {
              worker.onmessage = ({data}) => resolve(data);
              worker.onerror = (event) => reject(new Error(event.message));
              worker.postMessage(options);
            });
            """,
        )
    )


def test_what_load_gives(blank):
    result = run(
        blank,
        """
        const given = await load(options);
        const again = await load({pyodide: given.pyodide});
        return [Object.keys(given).sort(), given.version, given.pyodide.version, new again.URL("http://h").href,
                new given.URL("x", new again.URL("http://h/")).href];
        """,
    )
    import py_url

    assert result[0] == ["URL", "URLSearchParams", "pyodide", "version"]
    assert result[1] == py_url.__version__
    assert result[3:] == ["http://h/", "http://h/x"]


def test_load_without_a_pyodide_or_its_address(blank):
    assert "indexURL" in run(blank, "return load().then(() => 'no error', (error) => error.message);")


def test_failures_say_what_is_wrong(blank):
    text = run(
        blank,
        """
        const {URL} = await load(options);
        try {
          new URL("https://example.org:7z");
        } catch (error) {
          return [error.constructor === TypeError, error.message];
        }
        """,
    )
    assert text == [
        True,
        "Failed to construct 'URL': invalid URL 'https://example.org:7z': port-invalid at 21: "
        "a port is made of the digits 0 to 9",
    ]


@pytest.mark.parametrize(
    ("packages", "text"), [(["no-such-package"], "no-such-package"), (["/dist/none-1-py3-none-any.whl"], "none")]
)
def test_a_package_that_cannot_be_loaded_is_an_error(page, site, packages, text):
    # The browser itself reports the wheel that is not there: so not on the page that must stay quiet.
    other = page.context.new_page()
    other.goto(f"{site}/tests/browser/blank.html")
    message = run(
        other,
        "return load({...options, packages: argument}).then(() => 'no error', (error) => error.message);",
        [package.replace("/dist/", f"{site}/dist/") for package in packages],
    )
    assert "py_url could not be loaded from" in message
    assert text in message


def test_the_plain_wheels_load_too(blank, site):
    """The wheels as PyPI has them, by their addresses, without the lock file's compiled ones."""
    import build_wheel
    import environment

    names = [build_wheel.build().name, *(wheel.name for wheel in environment.pyodide_wheels() if "idna" in wheel.name)]
    result = run(
        blank,
        "const {URL} = await load({indexURL: options.indexURL, packages: argument}); return new URL('http://ü/').href;",
        [f"{site}/dist/{names[0]}", f"{site}/wheels/{names[1]}"],
    )
    assert result == "http://xn--tda/"


def test_the_pairs_come_of_the_value_that_search_was_set_to(blank):
    """As the standard has it: the parser drops tabs and newlines from the value, the list of pairs keeps them."""
    assert (
        run(
            blank,
            """
        const {URL} = await load(options);
        return [true, false].map((before) => {
          const url = new URL("http://h/");
          if (before) url.searchParams.has("");
          url.search = "?a=\\t1";
          return [url.href, ...url.searchParams];
        });
        """,
        )
        == [["http://h/?a=1", ["a", "\t1"]]] * 2
    )


def test_urls_leave_nothing_behind_in_python(blank):
    """No object is kept in Python for a URL: no proxy, so none to destroy."""
    kept = run(
        blank,
        """
        const {URL, pyodide} = await load(options);
        const count = pyodide.runPython(`
            import gc, sys
            import py_url.bridge
            def count():
                gc.collect()
                references = sum(sys.getrefcount(function) for function in vars(py_url.bridge).values())
                return references + len(gc.get_objects())
            count`);
        const use = (n) => {
          for (let i = 0; i < n; i += 1) {
            const url = new URL(`http://h/${i}?a=${i}`);
            url.hash = "x";
            url.searchParams.append("b", "c");
            url.searchParams.sort();
            URL.canParse("x");
          }
        };
        use(100);
        const before = count();
        use(2000);
        return count() - before;
        """,
    )
    assert abs(kept) < 200


def test_micropip_installs_it(blank):
    result = run(
        blank,
        """
        const {loadPyodide} = await import("/pyodide/pyodide.mjs");
        const pyodide = await loadPyodide(options);
        await pyodide.loadPackage("micropip", {messageCallback() {}});
        return pyodide.runPythonAsync(`
            import micropip
            await micropip.install("py-url")
            from py_url import URL
            URL("http://ü/").href
        `);
        """,
    )
    assert result == "http://xn--tda/"
