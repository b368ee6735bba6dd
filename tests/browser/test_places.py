"""The places where web/py_url.js runs in a browser: next to native classes or instead of them, in workers, under a
strict policy.
"""

import re

import pytest
from setup.project import ROOT

from tests.browser.conftest import run


def test_installing_and_uninstalling(blank):
    result = run(
        blank,
        """
        const native = {URL, URLSearchParams, webkitURL};
        const descriptors = () => ["URL", "URLSearchParams", "webkitURL"].map((name) => {
          const {value, ...rest} = Object.getOwnPropertyDescriptor(globalThis, name);
          return rest;
        });
        const before = JSON.stringify(descriptors());
        const ours = await load(options);
        ours.install();
        ours.install();
        const during = [URL === ours.URL, URLSearchParams === ours.URLSearchParams, webkitURL === URL,
                        JSON.stringify(descriptors()) === before];
        const blob = URL.createObjectURL(new Blob(["x"]));
        const text = await (await fetch(new URL(blob))).text();
        URL.revokeObjectURL(blob);
        ours.uninstall();
        ours.uninstall();
        const after = [URL === native.URL, URLSearchParams === native.URLSearchParams, webkitURL === native.webkitURL,
                       JSON.stringify(descriptors()) === before];
        const other = {};
        ours.install(other);
        const elsewhere = Object.getOwnPropertyNames(other);
        ours.uninstall(other);
        return [during, text, blob.startsWith("blob:"), after, elsewhere, Object.getOwnPropertyNames(other)];
        """,
    )
    assert result == [[True] * 4, "x", True, [True] * 4, ["URL", "URLSearchParams"], []]


def test_installing_more_than_one(blank):
    """Each uninstall removes its own classes; after the last, the original ones are back; what the page itself
    installed stays.
    """
    result = run(
        blank,
        """
        const native = URL;
        const {loadPyodide} = await import("/pyodide/pyodide.mjs");
        const [a, b] = [await load(options), await load({pyodide: await loadPyodide({...options})})];
        const seen = [];
        const see = () => seen.push(URL === native ? "native" : URL === a.URL ? "a" : URL === b.URL ? "b" : "page");
        a.install(); see(); b.install(); see(); a.uninstall(); see(); b.uninstall(); see();
        a.install(); b.install(); see(); b.uninstall(); see(); a.uninstall(); see();
        a.install(); globalThis.URL = class {}; a.uninstall(); see();
        globalThis.URL = native;
        const frozen = Object.freeze({URL: native, URLSearchParams});
        const half = Object.defineProperty({URLSearchParams}, "URL", {value: native});
        for (const global of [frozen, half]) {
          try {
            a.install(global);
            seen.push("installed");
          } catch (error) {
            seen.push(error.name, global.URL === native && global.URLSearchParams === URLSearchParams);
          }
        }
        return seen;
        """,
    )
    assert result == ["a", "b", "b", "native", "b", "a", "native", "page", *["TypeError", True] * 2]


def test_in_a_shared_worker(blank):
    script = """
    const worker = new SharedWorker("/tests/browser/shared_worker.js", {type: "module"});
    return new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error("the worker failed"));
      worker.port.onmessage = ({data}) => resolve(data);
      worker.port.postMessage("http://\\u00fc/");
    });
    """
    assert run(blank, script) == "http://xn--tda/"


@pytest.mark.parametrize(("folder", "said"), [("/pyodide/", "error"), ("{site}/pyodide/", "http://xn--tda/")])
def test_in_a_worker_made_from_a_blob(blank, site, folder, said):
    script = """
    const [site, indexURL] = argument;
    const code = `
      const { load } = await import("${site}/py_url.js");
      const use = ({ URL }) => new URL("http://\u00fc").href;
      postMessage(await load({ indexURL: "${indexURL}" }).then(use, (error) => error.message));
    `;
    const worker = new Worker(URL.createObjectURL(new Blob([code], {type: "text/javascript"})), {type: "module"});
    return new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error("the worker failed"));
      worker.onmessage = ({data}) => resolve(data);
    });
    """
    if said == "error":
        said = f"the option indexURL is not absolute, and nothing can be relative to this blob: address: {folder}"
    assert run(blank, script, [site, folder.format(site=site)]) == said


def policy():
    """Return the Content Security Policy that the page on JavaScript recommends."""
    text = (ROOT / "web" / "docs" / "howto" / "javascript.md").read_text("utf-8")
    (found,) = re.findall(r"^Content-Security-Policy: (.*)$", text, re.MULTILINE)
    return found


PAGE = '<!doctype html><script type="module" src="/tests/browser/policy.js"></script>'


def open_under(page, site, text):
    """Return what a page reports under a policy, and what the browser logs except for its own request for an icon."""
    other = page.context.new_page()
    reported = []
    other.on("console", lambda message: reported.append(message.text))
    headers = {"Content-Security-Policy": text}
    answer = {"body": PAGE, "content_type": "text/html; charset=utf-8", "headers": headers}
    other.route(f"{site}/policy.html", lambda route: route.fulfill(**answer))
    other.goto(f"{site}/policy.html")
    other.locator("html[data-said]").wait_for(state="attached")
    return other.locator("html").get_attribute("data-said"), [text for text in reported if "favicon" not in text]


def test_under_the_policy_that_is_documented(page, site):
    said, reported = open_under(page, site, policy())
    assert said == "http://xn--tda/ in the page, http://xn--tda/ in a worker"
    assert reported == []


@pytest.mark.parametrize("directive", [" 'wasm-unsafe-eval'", "connect-src 'self'"])
def test_no_part_of_it_can_be_left_out(directive, page, site):
    assert directive in policy()
    said, _ = open_under(page, site, policy().replace(directive, ""))
    assert "Pyodide could not be loaded" in said
