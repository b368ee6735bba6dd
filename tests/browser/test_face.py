"""web/py_url.js in a page and in a module worker, compared with the browser's own classes."""

from tests.browser.conftest import LOAD, run
from tests.support.patterns import generated, of_the_web_platform_tests


def assert_same(results):
    assert len(results) > 20
    assert [result for result in results if not result["same"]] == []


def test_it_does_what_the_native_classes_do(used):
    assert_same(
        run(
            used,
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


def test_failures_say_what_is_wrong(used):
    text = run(
        used,
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
        "Failed to construct 'URL': Invalid URL: 'https://example.org:7z': port-invalid at 21: "
        "a port may contain only digits; write its number",
    ]


def test_setting_search_parses_the_pairs_from_the_new_query(used):
    """The pairs do not come from the value, whose tabs and newlines the parser removes."""
    assert (
        run(
            used,
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
        == [["http://h/?a=1", ["a", "1"]]] * 2
    )


def test_a_page_goes_on_after_hundreds_of_stack_overflows(blank):
    """In Node, there are thousands."""
    result = blank.evaluate(
        f"""async () => {{
            {LOAD}
            const {{overflows}} = await import("/tests/javascript/overflow.mjs");
            const loaded = await load({{...options, urlPattern: true}});
            return overflows(loaded, await loaded.python(), 50);
        }}"""
    )
    assert result["wrong"] == []
    assert len(result["overflows"]) > 15
    assert min(result["overflows"].values()) >= 50


def test_patterns_match_in_linear_time(used):
    result = run(
        used,
        """
        const {patternGrowth} = await import("/tests/javascript/pattern_growth.mjs");
        return patternGrowth(await load({...options, urlPattern: true}), argument);
        """,
        [[{"pathname": "/a**/"}], *generated(100), *of_the_web_platform_tests()],
    )
    assert result["wrong"] == []
    assert result["tried"] > 50
    assert result["programs"] > 30


def test_micropip_installs_it(blank):
    result = run(
        blank,
        """
        const {loadPyodide} = await import("/pyodide/pyodide.mjs");
        const pyodide = await loadPyodide(options);
        await pyodide.loadPackage("micropip", {messageCallback() {}});
        return pyodide.runPythonAsync(`
            import micropip
            await micropip.install("py-url-whatwg")
            from py_url import URL
            URL("http://ü/").href
        `);
        """,
    )
    assert result == "http://xn--tda/"
