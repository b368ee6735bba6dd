/**
 * `load` of web/py_url.js in Node, with a Pyodide: its options, its results and its error messages.
 *
 *     node loading.mjs PYODIDE_FOLDER DIST
 */

import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { load } from "../../web/py_url.js";
import { run } from "./checks.mjs";

const [folder, dist] = process.argv.slice(2);
const [indexURL, lockFileURL, packageBaseUrl] = [pathToFileURL(resolve(folder)), `${dist}/pyodide-lock.json`, dist];
const options = { indexURL, lockFileURL, packageBaseUrl };
const rejects = (promise, expected) => assert.rejects(promise, expected);

await run({
  async "wrong options are type errors"() {
    const wrong = [
      [null, /object of options/], ["/pyodide/", /object of options/], [{ packages: ["py-url-whatwg"] }, /no option packages/],
      [{ wheels: "x.whl" }, /list of addresses/],
      [{ wheels: [] }, /the option wheels is empty; leave it out/], [{ wheels: ["x.whl", null] }, /one of them is undefined or null/], [{ onProgress: 1 }, /function/], [{ signal: {} }, /AbortSignal/],
      [{ indexURL: null }, /indexURL is an address, not null/], [{ pyodide: {} }, /no Pyodide/],
      [{ pyodide: {}, packageBaseUrl: "/dist/" }, /do not go with it/],
      [{ snapshot: null }, /the option snapshot is an address, true or false, not null/],
      [{ snapshot: "/x.bin" }, /the option snapshot is an address that ends with the version of Pyodide and a SHA-256/],
      [{ snapshot: true, wheels: ["x.whl"] }, /the options snapshot and wheels do not go together/],
      [{ snapshot: true, pyodide: { pyimport() {} } }, /with the option pyodide none is loaded: so snapshot does not go with it/],
    ];
    for (const [given, message] of wrong) await rejects(load(given), { name: "TypeError", message });
  },

  async "each option is read once, wherever it is, in the order of Web IDL"() {
    const names = [];
    const signal = AbortSignal.abort("enough");
    const given = new Proxy({ indexURL: "./none", urlPattern: undefined }, {
      get(target, name) {
        names.push(name);
        return name === "signal" ? signal : target[name];
      },
    });
    await rejects(load(given), (reason) => reason === "enough");
    assert.deepEqual(names, [
      ...["archive", "indexURL", "lockFileURL", "micropython", "onProgress", "packageBaseUrl", "pyodide", "python", "signal"],
      ...["snapshot", "urlPattern", "wheels"],
    ]);
    await rejects(load(Object.create({ signal })), (reason) => reason === "enough");
    await rejects(load(Object.create({ wheels: [] })), { name: "TypeError", message: /the option wheels is empty/ });
    await rejects(load(Object.defineProperty({}, "onProgress", { value: 1 })), { name: "TypeError", message: /the option onProgress is a function/ });
    await rejects(load({ ["__proto__"]: 1 }), { name: "TypeError", message: /load has no option __proto__; it has archive, indexURL, / });
    await rejects(load(Object.create({ indexURl: "x" })), { name: "TypeError", message: /load has no option indexURl; it has archive, indexURL, / });
    await rejects(load({ toString: 1 }), { name: "TypeError", message: /load has no option toString; it has archive, indexURL, / });
    Object.prototype.ofThePage = 1;
    await rejects(load({ indexURL: 1, wheels: [] }), { name: "TypeError", message: /the option wheels is empty/ });
    await rejects(load({ signal }), (reason) => reason === "enough");
    delete Object.prototype.ofThePage;
    const thrown = new Error("of a getter");
    await rejects(load({ get pyodide() { throw thrown; } }), (error) => error === thrown);
    let times = 0;
    const text = { toString: () => { times += 1; return "./nowhere"; } };
    await rejects(load({ indexURL: text }), /^Error: Pyodide could not be loaded from .*nowhere\/: /);
    assert.equal(times, 1);
  },

  async "a failed load is an error each time"() {
    const expected = { name: "Error", message: /^Pyodide could not be loaded from .*none\/: / };
    await rejects(load({ indexURL: "./none" }), expected);
    await rejects(load({ indexURL: "./none" }), (error) => error.cause.url.endsWith("none/pyodide.mjs?again=1"));
  },

  async "a folder without the file that Pyodide compiles is an error that says to put it there"() {
    const other = await mkdtemp(join(tmpdir(), "py-url-"));
    try {
      await copyFile(resolve(folder, "pyodide.mjs"), join(other, "pyodide.mjs"));
      const { version } = await import(pathToFileURL(join(other, "pyodide.mjs")));
      const error = await load({ indexURL: other }).catch((reason) => reason);
      assert.equal(error.message, `Pyodide could not be loaded from ${other}/: ENOENT for ${join(other, "pyodide.asm.wasm")}; `
        + `put this file of Pyodide ${version} there, or use a version from 0.27 to 314 if yours has none of that name`);
      assert.equal(version.split(".")[0], "314", "a newer Pyodide is installed: is it to be in the message?");
    } finally {
      await rm(other, { recursive: true });
    }
  },

  async "without options it asks for a Pyodide"() {
    await rejects(load(), /give load the indexURL of a folder that holds Pyodide/);
  },

  async "an aborted call loads nothing"() {
    const signal = AbortSignal.abort("enough");
    await rejects(load({ ...options, signal }), (reason) => reason === "enough");
  },

  async "aborting takes effect at once"() {
    const controller = new AbortController();
    const loading = load({ ...options, signal: controller.signal });
    controller.abort("enough");
    await rejects(loading, (reason) => reason === "enough");
  },

  async "calls with the same options share one load, and get progress reports"() {
    const told = [];
    const { signal } = new AbortController();
    const same = { indexURL: `${folder}/`, lockFileURL: pathToFileURL(lockFileURL), packageBaseUrl: `${dist}/`, signal };
    const loads = [load({ ...options, onProgress: (progress) => told.push(progress) }), load(same)];
    const [first, second] = await Promise.all(loads);
    assert.equal(first, second);
    assert.equal(await load({ pyodide: await first.python(), onProgress: (progress) => told.push(progress) }), first);
    await null;
    assert.deepEqual(told.map(({ done }) => done), [0, 1, 2, 3, 3]);
    assert.deepEqual(told[0], { done: 0, total: 3, doing: "loading Pyodide" });
    assert.equal(told.at(-1).doing, "ready");
    assert.deepEqual(Object.keys(first).sort(), ["URL", "URLSearchParams", "fromSnapshot", "install", "parseAll", "python", "unicodeVersion", "uninstall", "version"]);
  },

  async "without a folder the package pyodide is used"() {
    const package_ = JSON.stringify(`${indexURL}/pyodide.mjs`);
    const hooks = `export const resolve = (name, context, next) => (
      name === "pyodide" ? { url: ${package_}, shortCircuit: true } : next(name, context)
    );`;
    register(`data:text/javascript,${encodeURIComponent(hooks)}`);
    const given = await load({ lockFileURL, packageBaseUrl });
    assert.notEqual(given, await load(options));
    assert.equal(new given.URL("http://\u00fc").href, "http://xn--tda/");
  },

  async "a Pyodide that nobody uses is freed, and one whose classes are used is found again"() {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const wheels = (await readdir(dist)).filter((name) => /^py_url.*whl$/.test(name)).map((name) => join(dist, name));
    // No other check has these options.
    const own = { indexURL, wheels };
    const kept = new Set();
    const begin = async () => {
      const given = await load(own);
      kept.add(given.URL);
      return new WeakRef(await given.python());
    };
    const weak = await begin();
    // A WeakRef keeps its object until the current task ends.
    const nextTask = () => new Promise((begins) => { setTimeout(begins); });
    const isKept = async (rounds) => {
      for (let i = 0; i < rounds && weak.deref() !== undefined; i += 1) {
        await nextTask();
        collect();
        await nextTask();
      }
      return weak.deref() !== undefined;
    };
    assert.ok(await isKept(5));
    assert.ok(kept.has((await load(own)).URL));
    kept.clear();
    assert.ok(!(await isKept(100)));
    assert.equal(new (await load(own)).URL("http://H").href, "http://h/");
  },

  async "it starts from the snapshot, unless it is told not to"() {
    const [name] = (await readdir(dist)).filter((file) => file.endsWith(".bin"));
    for (const [snapshot, expected] of [[undefined, true], [`${dist}/${name}`, true], [pathToFileURL(resolve(dist, name)), true], [false, false]]) {
      const { fromSnapshot, python, URL } = await load({ ...options, snapshot });
      const pyodide = await python();
      assert.equal(fromSnapshot, expected);
      assert.equal(pyodide.runPython("from importlib.metadata import version; version('py-url-whatwg')"), (await load({ pyodide })).version);
      assert.equal(new URL("http://\u00fc").href, "http://xn--tda/");
    }
  },

  async "a snapshot that is damaged or not there is not used"() {
    const [name] = (await readdir(dist)).filter((file) => file.endsWith(".bin"));
    const folder = await mkdtemp(join(tmpdir(), "py-url-"));
    try {
      const content = await readFile(join(dist, name));
      content[content.length >> 1] ^= 1;
      await writeFile(join(folder, name), content);
      const { fromSnapshot, URL } = await load({ ...options, snapshot: join(folder, name) });
      assert.deepEqual([fromSnapshot, new URL("http://\u00fc").href], [false, "http://xn--tda/"]);
      assert.equal((await load({ ...options, snapshot: join(folder, "none", name) })).fromSnapshot, false);
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async "a Pyodide from a snapshot is freed, too"() {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const [name] = (await readdir(dist)).filter((file) => file.endsWith(".bin"));
    // No other check has these options.
    const begin = async () => new WeakRef((await load({ ...options, snapshot: `${dist}/./${name}` })).python());
    const weak = await begin();
    assert.ok(weak.deref() !== undefined);
    for (let i = 0; i < 100 && weak.deref() !== undefined; i += 1) {
      await new Promise((begins) => { setTimeout(begins); });
      collect();
    }
    assert.equal(weak.deref(), undefined);
  },

  async "many URLs at once give the same results as one by one"() {
    const { URL, parseAll } = await load(options);
    const long = `/${"\u00e9".repeat(1_100_000)}`;
    const canonical = ["http://h/", "https://h", "mailto:a@b", "file:///", "blob:https://h/x", "M:<", "file:///\u00fc", "//H/<", "../<#"];
    const strings = ["http://H/", "//", "x", long, "", "/\0", "/\n", "!", ...canonical, ...Array.from({ length: 5_100 }, (_, i) => `?${i}`)];
    for (const base of [undefined, new URL("http://h/a"), "mailto:x", "no base", " http://h\n/"]) {
      const { hrefs, errors } = parseAll(strings, base);
      assert.deepEqual(hrefs, strings.map((string) => URL.parse(string, base)?.href ?? null));
      assert.deepEqual(errors.map((error) => error === null), hrefs.map((href) => href !== null));
    }
    assert.deepEqual(parseAll([]), { hrefs: [], errors: [] });
    assert.match(parseAll(["x"]).errors[0], /missing-scheme-non-relative-URL/);
    assert.throws(() => parseAll(["x"], Symbol("x")), TypeError);
    for (const string of ["abc", "", new String("abc")]) {
      assert.throws(() => parseAll(string), { name: "TypeError", message: /list of strings, not one string; write parseAll\(\[string\]\)/ });
    }
    assert.deepEqual(parseAll(new Set(["x:"])).hrefs, ["x:"]);
  },

  async "long queries do as short ones do, and take little of Python's memory"() {
    const { URLSearchParams: Ours, python } = await load(options);
    const pyodide = await python();
    const query = Array.from({ length: 300_000 }, (_, i) => `${i % 7}=\u00e9&`).join("");
    const before = pyodide._module.HEAPU8.length;
    for (const text of [query, `${query}&&x`, `&${query}`, "x".repeat(400_000), `${"x".repeat(200_000)}&`]) {
      const [ours, native] = [new Ours(text), new URLSearchParams(text)];
      assert.equal(ours.size, native.size);
      assert.equal(ours.toString(), native.toString());
      assert.equal(Ours.prototype.get.call(ours, "6"), native.get("6"));
    }
    assert.ok(pyodide._module.HEAPU8.length - before < 10 * query.length, "all pairs at once take 34 MB");
  },

  async "a Pyodide that has failed is replaced"() {
    const own = { ...options, lockFileURL: `${dist}/./pyodide-lock.json`, packageBaseUrl: `${dist}/.` };
    const given = await load(own);
    assert.equal(await load(own), given);
    const pyodide = await given.python();
    // As an interrupt of the page's: it has not failed.
    const buffer = new Uint8Array(1);
    pyodide.setInterruptBuffer(buffer);
    const interrupted = () => {
      buffer[0] = 2;
      for (let i = 0; i < 10_000; i += 1) new given.URL(`http://u@h/${i}`);
    };
    assert.throws(interrupted, { name: "AbortError", message: "Python was interrupted" });
    assert.equal(new given.URL("http://H/").href, "http://h/");
    assert.equal(await load(own), given);
    const thrown = [];
    pyodide.globals.set("parse", () => {
      try {
        new given.URL("http://\u00fc");
      } catch (error) {
        thrown.push(error);
      }
    });
    pyodide.runPython(`
def deeper(depth):
    try:
        deeper(depth + 1)
    except RecursionError:
        pass
    parse()

try:
    deeper(0)
except RecursionError:
    pass`);
    assert.ok(thrown.length > 0);
    for (const { name, message } of thrown) assert.match(`${name}: ${message}`, /^RangeError: Maximum call stack size exceeded: Python's limit of recursion/);
    assert.equal(await load(own), given);
    // As after a fatal error.
    const pyimport = Object.getOwnPropertyDescriptor(pyodide, "pyimport");
    Object.defineProperty(pyodide, "pyimport", { configurable: true, get() { throw new Error("Pyodide already fatally failed"); } });
    const next = await load(own);
    assert.notEqual(next, given);
    assert.equal(new next.URL("http://\u00fc").href, "http://xn--tda/");
    assert.throws(() => new given.URL("http://\u00fc"), ({ message, cause }) => (
      /^Pyodide has failed, .*load\(\) makes new ones/.test(message) && cause.message === "Pyodide already fatally failed"
    ));
    await rejects(load({ pyodide }), { message: "Pyodide already fatally failed" });
    if (pyimport === undefined) delete pyodide.pyimport;
    else Object.defineProperty(pyodide, "pyimport", pyimport);
    await rejects(load({ pyodide }), { message: "this Pyodide has failed; give load another one" });
  },

  async "a Pyodide whose limit of recursion is used up is replaced"() {
    const own = { ...options, packageBaseUrl: `${dist}/./.` };
    const given = await load(own);
    const sys = (await given.python()).pyimport("sys");
    const limit = sys.getrecursionlimit();
    sys.setrecursionlimit(1);
    const next = await load(own);
    sys.setrecursionlimit(limit);
    assert.notEqual(next, given);
    assert.equal(new next.URL("http://\u00fc").href, "http://xn--tda/");
    assert.throws(() => new given.URL("http://\u00fc"), /^Error: Pyodide has failed, /);
  },

  async "a reference that begins with two slashes keeps all but the scheme"() {
    const { URL } = await load(options);
    for (const reference of ["//example.org/a?b#c", "//EXAMPLE.org", "//"]) {
      const href = URL.parse(reference, "https://h/x?y")?.href ?? null;
      assert.equal(href, reference === "//" ? null : `https:${reference.toLowerCase().replace(/org$/, "org/")}`);
    }
  },

  async "a type that all objects get does not end a Pyodide"() {
    const given = await load(options);
    // No other check has these options.
    const own = { ...options, wheels: (await readdir(dist)).filter((name) => /^py_url.*whl$/.test(name)).map((name) => join(dist, name)) };
    const throwing = { get() { throw new Error("of the page"); }, configurable: true };
    Object.defineProperty(Object.prototype, "type", throwing);
    const href = new given.URL("http://\u00fc").href;
    const described = Object.getOwnPropertyDescriptor(Object.prototype, "type");
    const failed = await load(own).catch((error) => error.message);
    const missing = await load({ indexURL: "./nothing-here" }).catch((error) => error.message);
    delete Object.prototype.type;
    assert.deepEqual([href, described.get], ["http://xn--tda/", throwing.get]);
    assert.match(failed, /^Pyodide could not be loaded from .*: of the page; Pyodide reads "type" of objects, and Object.prototype has one$/);
    assert.match(missing, /^Pyodide could not be loaded from .*nothing-here\/: (?!.*Pyodide reads)/, "it is not the reason of everything");
    const again = await load(own);
    assert.equal(new again.URL("http://\u00fc").href, "http://xn--tda/");
  },

  async "Node's console shows no userinfo"() {
    const { URL, URLSearchParams } = await load(options);
    const url = new URL("http://u:secret@h:8/p?q=secret#f");
    assert.equal(inspect(url), `URL {
  href: 'http://***@h:8/p?q=secret#f',
  origin: 'http://h:8',
  protocol: 'http:',
  username: '***',
  password: '***',
  host: 'h:8',
  hostname: 'h',
  port: '8',
  pathname: '/p',
  search: '?q=secret',
  searchParams: URLSearchParams { 'q' => 'secret' },
  hash: '#f'
}`);
    url.password = "";
    assert.match(inspect(url), /href: 'http:\/\/\*\*\*@h:8\/p\?q=secret#f'/);
    assert.match(inspect(url), /username: '\*\*\*',\n {2}password: '',/);
    url.username = "";
    assert.match(inspect(url), /href: 'http:\/\/h:8\/p\?q=secret#f'/);
    class Mine extends URL {}
    assert.match(inspect(new Mine("http://h/")), /^Mine \{\n {2}href: 'http:\/\/h\/',/);
    assert.equal(inspect(new URLSearchParams()), "URLSearchParams {}");
    assert.match(inspect(URL.prototype), /^Object \[URL\] /);
    assert.equal(URL.prototype[inspect.custom].call({}, 2, {}, inspect), "[Object]");
    assert.equal(inspect([[[url]]]), "[ [ [ [URL] ] ] ]");
  },

  // The last one, because it cannot be undone.
  async "a type that cannot be hidden from Pyodide is named in the error, and only that"() {
    const { URL } = await load(options);
    let isThrowing = true;
    Object.defineProperty(Object.prototype, "type", {
      get() {
        if (isThrowing) throw new Error("of the page");
        return undefined;
      },
    });
    assert.throws(() => new URL("http://\u00fc"), ({ message, cause }) => (
      message === 'Pyodide reads "type" of objects, and Object.prototype has one' && cause.message === "of the page"
    ));
    isThrowing = false;
    assert.equal(new URL("http://\u00fc").href, "http://xn--tda/");
  },
});
process.exit();
