/**
 * What `install` changes in Node, and that `uninstall` undoes it.
 *
 *     node installing.mjs PYODIDE_FOLDER DIST
 */

import assert from "node:assert/strict";
import * as nodeUrl from "node:url";

import { load } from "../../web/py_url.js";
import { run } from "./checks.mjs";

const [indexURL, dist] = process.argv.slice(2);
const native = { URL: globalThis.URL, URLSearchParams: globalThis.URLSearchParams };
const { URL, URLSearchParams, install, uninstall } = await load({
  indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/`,
});
const FORM = "application/x-www-form-urlencoded;charset=UTF-8";

async function sent(body) {
  const request = new Request("http://h/", { method: "POST", body });
  return [request.headers.get("content-type"), await request.text()];
}

await run({
  async "fetch sends the query objects of both classes as forms"() {
    install();
    assert.deepEqual(await sent(new URLSearchParams([["a", "1"], ["a", "ü"]])), [FORM, "a=1&a=%C3%BC"]);
    assert.deepEqual(await sent(new URL("http://h/?q=1").searchParams), [FORM, "q=1"]);
    assert.deepEqual(await sent(new (class extends URLSearchParams {})("b")), [FORM, "b="]);
    assert.deepEqual(await sent(new native.URLSearchParams("c=2")), [FORM, "c=2"]);
    uninstall();
    assert.deepEqual(await sent(new native.URLSearchParams("c=2")), [FORM, "c=2"]);
  },

  async "the classes of node:url are replaced, for programs that imported them too"() {
    const required = process.getBuiltinModule("url");
    install();
    assert.deepEqual([nodeUrl.URL, nodeUrl.URLSearchParams], [URL, URLSearchParams]);
    assert.deepEqual([required.URL, required.URLSearchParams], [URL, URLSearchParams]);
    uninstall();
    assert.deepEqual([nodeUrl.URL, nodeUrl.URLSearchParams], [native.URL, native.URLSearchParams]);
    assert.deepEqual([required.URL, required.URLSearchParams], [native.URL, native.URLSearchParams]);
    assert.ok(Object.keys(required).includes("URL"));
  },

  async "instanceof takes the objects of one class for those of the other"() {
    const ours = new URL("http://h/");
    const theirs = nodeUrl.pathToFileURL("/a");
    class Derived extends URL {}
    install();
    assert.deepEqual([ours instanceof native.URL, theirs instanceof URL, ours instanceof URL], [true, true, true]);
    assert.deepEqual([ours instanceof Derived, theirs instanceof Derived, new Derived("http://h/") instanceof URL], [false, false, true]);
    assert.deepEqual([{} instanceof URL, null instanceof URLSearchParams], [false, false]);
    uninstall();
    assert.deepEqual([ours instanceof native.URL, theirs instanceof URL, ours instanceof URL], [false, false, true]);
    assert.deepEqual(Reflect.ownKeys(URL).includes(Symbol.hasInstance), false);
    assert.equal(Object.getPrototypeOf(URL.prototype), Object.prototype);
  },

  async "url.format takes our objects as native ones"() {
    install();
    for (const href of ["http://u:p@h/a?#", "http://u:p@xn--tda/a?b#c", "foo:bar"]) {
      for (const options of [undefined, { auth: false }, { fragment: false, search: false }, { unicode: true }]) {
        assert.equal(nodeUrl.format(new URL(href), options), nodeUrl.format(new native.URL(href), options));
      }
    }
    uninstall();
  },

  async "files and requests take our objects"() {
    install();
    assert.equal(nodeUrl.fileURLToPath(new URL("file:///a%20b")), "/a b");
    assert.deepEqual(nodeUrl.urlToHttpOptions(new URL("http://u:p@h:81/a?b#c")), nodeUrl.urlToHttpOptions(new native.URL("http://u:p@h:81/a?b#c")));
    uninstall();
  },
});
