"""Dropped URLs leave nothing in memory: neither in JavaScript's heap, nor in WebAssembly's, nor in Python's."""

from tests.browser.conftest import run
from tests.conftest import summary_lines

COUNT = 100_000
USE = """
const {URL, python} = await load(options);
const pyodide = await python();
window.pyodide = pyodide;
window.use = (count) => {
  for (let i = 0; i < count; i += 1) {
    const url = new URL(`http://h${i % 100}/${i}?a=${i}#f`);
    if (url.pathname !== `/${i}`) throw new Error(url.href);
    if (i % 10 === 0) {
      url.searchParams.append("b", "c");
      url.hash = "x";
      if (URL.canParse(`//${i}`)) throw new Error("//");
    }
  }
};
// What is made once, however many URLs follow: compiled code, the tables of caches.
use(20000);
"""
COUNTS = """
import gc
gc.collect()
len(gc.get_objects())
"""


def heaps(page, devtools):
    for _ in range(3):
        devtools.send("HeapProfiler.collectGarbage")
    return {
        "JavaScript": devtools.send("Runtime.getHeapUsage")["usedSize"],
        "WebAssembly": page.evaluate("pyodide._module.HEAPU8.length"),
        "Python's objects": page.evaluate("(code) => pyodide.runPython(code)", COUNTS),
    }


def test_many_urls_leave_the_heaps_where_they_were_unless_they_are_kept(new_context, site):
    """In a process of its own. That those that are kept are found proves that the others would be."""
    blank = new_context().new_page()
    blank.goto(f"{site}/tests/browser/blank.html")
    run(blank, USE)
    devtools = blank.context.new_cdp_session(blank)
    before = heaps(blank, devtools)
    blank.evaluate(f"use({COUNT})")
    after = heaps(blank, devtools)
    assert after["WebAssembly"] == before["WebAssembly"], (before, after)
    assert after["Python's objects"] - before["Python's objects"] < 500, (before, after)
    # A leaked URL would take about 300 bytes.
    assert after["JavaScript"] - before["JavaScript"] < COUNT * 10, (before, after)
    summary_lines.append(
        f"heaps after {COUNT:,} URLs, and what was added to them: "
        + ", ".join(f"{name} {after[name]:,} (+{after[name] - before[name]:,})" for name in before)
    )
    keep = "window.kept = Array.from({length: argument}, (_, i) => new URL(`http://h/${i}`));"
    run(blank, f"const {{URL}} = await load(options); {keep} return null;", COUNT)
    assert heaps(blank, devtools)["JavaScript"] - after["JavaScript"] > COUNT * 100
