"""web/py_url.js in a page without one of the platform's globals: importing it never throws, and `load` names it."""

import os

import pytest

# Without these, `load` rejects and names them.
NEEDED = [
    *(
        "BigInt",
        "BigInt64Array",
        "BigUint64Array",
        "DOMException",
        "Map",
        "Number",
        "RangeError",
        "TextDecoder",
        "TextEncoder",
    ),
    *("TypeError", "URL", "Uint16Array", "Uint32Array", "Uint8Array", "WeakMap", "WebAssembly"),
    *("WebAssembly.Module", "WebAssembly.Instance", "WebAssembly.compile", "WebAssembly.instantiate"),
    *("WebAssembly.Global", "WebAssembly.Memory", "WebAssembly.Table"),
    "performance",
]
# Without these, it resolves or rejects. At each push, only the last is tried: each load takes time.
OTHERS = [
    *("AbortController", "ArrayBuffer", "Blob", "DataView", "Date", "Error", "FinalizationRegistry"),
    *("Headers", "Int8Array", "Intl", "Iterator", "JSON", "Math", "MessageChannel", "Proxy", "ReadableStream"),
    *("RegExp", "Request", "Response", "URLSearchParams", "WeakRef", "WebAssembly.instantiateStreaming"),
    *("WebAssembly.compileStreaming", "atob", "btoa", "caches", "console", "crypto", "fetch"),
    *("queueMicrotask", "requestIdleCallback", "setTimeout", "Set"),
]
WITHOUT = """async (name) => {
    const frame = document.createElement("iframe");
    frame.src = "/tests/browser/blank.html";
    const ready = new Promise((resolve) => { frame.onload = resolve; });
    document.body.append(frame);
    await ready;
    const begun = frame.contentWindow.eval(`(async () => {
      const [outer, inner] = ${JSON.stringify(name.split("."))};
      inner === undefined ? delete globalThis[outer] : delete globalThis[outer][inner];
      const place = inner === undefined ? globalThis : globalThis[outer];
      if (place[inner ?? outer] !== undefined) return "it is still there";
      const { load } = await import("/py_url.js");
      const left = inner === undefined && outer in globalThis ? "something stands in for it; " : "";
      const loading = load({ indexURL: "/pyodide/" });
      return loading.then(({ URL }) => left + new URL("http://H").href, (error) => left + error);
    })()`);
    const late = new Promise((resolve) => setTimeout(resolve, 50_000, "it does not settle"));
    const said = begun.catch((error) => `import: ${error}`);
    return Promise.race([said, late]).finally(() => frame.remove());
}"""


@pytest.mark.parametrize("name", NEEDED)
def test_load_says_what_is_missing(noisy_page, name):
    assert noisy_page.evaluate(WITHOUT, name) == f"Error: {name} is missing here, and Pyodide needs it"


@pytest.mark.parametrize("name", OTHERS if os.environ.get("PY_URL_ALL_ANSWERS") else OTHERS[-1:])
def test_it_resolves_or_rejects(noisy_page, name):
    said = noisy_page.evaluate(WITHOUT, name)
    assert said == "http://h/" or "Error: " in said.split("; ")[0], said
    assert not said.startswith(("import: ", "something"))
