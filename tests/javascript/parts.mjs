/**
 * Unit tests of the modules in web/lib that need no Pyodide. They run with a fake Pyodide that records its calls, and with
 * fake globals that pages and workers have but Node lacks.
 *
 *     node parts.mjs
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect, promisify } from "node:util";

import { makeBuffer, makeCallable } from "../../web/lib/calling_python.js";
import { explain } from "../../web/lib/explaining.js";
import { defineInspection } from "../../web/lib/inspecting.js";
import { checkFiles } from "../../web/lib/in_programs.js";
import { makeInstall } from "../../web/lib/install.js";
import { adaptTo, link, makeBelow, mark, nodeUrl } from "../../web/lib/linking.js";
import { match, readProgram } from "../../web/lib/matching.js";
import { makeNativeList, nativeListOf } from "../../web/lib/native_list.js";
import { makeRecognizer } from "../../web/lib/recognizing.js";
import { importLate, integrityOf, loadPyodideFrom, partsOfName, resolveOptions } from "../../web/lib/loading.js";
import { share, until } from "../../web/lib/sharing.js";
import { makeClasses } from "../../web/lib/url.js";
import { loadPyUrlInto } from "../../web/lib/wheels.js";
import { load } from "../../web/py_url.js";
import { run, withGlobals } from "./checks.mjs";

const HERE = fileURLToPath(import.meta.url);
const failing = (error) => async () => { throw error; };

/**
 * A fake Pyodide: Python finds the modules that are *known*. A wheel has the modules that its text names, and they are known
 * when they are copied from the folder that it was unpacked to.
 */
function pyodideThatKnows(...known) {
  const alive = new Set();
  const folders = new Map();
  const proxy = (members) => {
    const made = { ...members, destroy: () => alive.delete(made) };
    alive.add(made);
    return made;
  };
  const modules = {
    importlib: { invalidate_caches() {} },
    "importlib.util": { find_spec: (module) => (known.includes(module) ? proxy({}) : undefined) },
    tempfile: {
      mkdtemp() {
        folders.set("/tmp/x", []);
        return "/tmp/x";
      },
    },
    site: { getsitepackages: () => proxy({ get: (index) => ["/site"][index] }) },
    shutil: {
      copytree: {
        callKwargs(from, to, options) {
          assert.deepEqual([to, options], ["/site", { dirs_exist_ok: true }]);
          known.push(...folders.get(from));
        },
      },
      rmtree: (folder) => folders.delete(folder),
    },
  };
  return {
    alive,
    folders,
    asked: [],
    pyimport: (name) => proxy(modules[name]),
    unpackArchive(bytes, format, { extractDir }) {
      assert.equal(format, "wheel");
      // Pyodide does not accept Node's Buffer.
      assert.equal(bytes.constructor, Uint8Array);
      const text = new TextDecoder().decode(bytes);
      folders.get(extractDir).push(...["py_url", "other"].filter((module) => text.includes(module)));
      if (text.startsWith("damaged")) throw new Error("Traceback (most recent call last):\n  File\nzipfile.BadZipFile: Bad CRC-32\n");
    },
    async loadPackage(name, { messageCallback }) {
      messageCallback("loading");
      this.asked.push(name);
      known.push(name === "py-url-whatwg" ? "py_url" : name);
    },
  };
}

const wheelOf = (...modules) => `data:,${modules.join()}`;

const SHA256 = "0123456789abcdef".repeat(4);
const NAME = `py_url-1.0-pyodide-2.3.4-${SHA256}.bin`;

/** Classes with a Python that records its calls, and the list of these. While `python.fails` is set, it fails. */
function classesOnRecord(also = {}) {
  const calls = [];
  const answer = (name, packed) => (...taken) => {
    if (python.fails) throw new Error("interrupted");
    calls.push([name, ...taken]);
    return packed(...taken);
  };
  const python = {
    checkStack() {},
    parse_url: answer("parse_url", () => true),
    recognize: () => undefined,
    endingIn: () => undefined,
    serialize: (list) => Array.from(list, (string, i) => (i === 0 ? "" : i % 2 === 0 ? "&" : "=") + string).join(""),
    change_in_buffer: () => undefined,
    change: answer("change", (href) => `${href}+`),
    parse_pairs: answer("parse_pairs", (string) => string.replaceAll(/[=&]/g, "\ud800")),
  };
  Object.assign(python, also);
  return { ...makeClasses(python), calls, python };
}

/** Return classes, and a global object that has other classes. */
const classesOf = () => ({ URL: class {}, URLSearchParams: class {} });

/** The address of a lock file that a server has. */
const LOCK = "http://h/lock.json";
/** A WebAssembly that exports what Pyodide uses first: memory, __wasm_call_ctors and Py_Version. */
const name = (text) => [text.length, ...Buffer.from(text)];
const SMALL_WASM = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 5, 3, 1, 0, 0, 6, 6, 1, 0x7f, 0, 0x41, 0, 0x0b,
  7, 43, 3, ...name("memory"), 2, 0, ...name("__wasm_call_ctors"), 0, 0, ...name("Py_Version"), 3, 0, 10, 4, 1, 2, 0, 0x0b,
]);

await run({
  async "rows of another length are those of another version"() {
    assert.throws(() => makeRecognizer("\u0001".repeat(129)), /of different versions/);
  },
  async "an operation shared under a key is started once"() {
    const shares = new Map();
    let started = 0;
    const start = async () => { started += 1; };
    assert.equal(share(shares, "a", start), share(shares, "a", start));
    share(shares, "b", start);
    assert.equal(started, 2);
  },

  async "a failed operation can be started again"() {
    const shares = new Map();
    const first = share(shares, "a", failing(new Error("no")));
    await assert.rejects(until(first), /no/);
    const second = share(shares, "a", async () => "yes");
    assert.equal(await until(second), "yes");
  },

  async "a module that a browser could not get is asked for by another address"() {
    const error = new Error("it is remembered");
    const asked = [];
    const names = `data:text/javascript,${encodeURIComponent(`let tries = 0;
      export async function resolve(name, context, next) {
        const found = /^\\.\\/late\\.js\\?again=(\\d)$/.exec(name);
        if (found === null) return next(name, context);
        tries += 1;
        if (tries < 3) throw new Error("the network is gone");
        return { url: "data:text/javascript,export const times = " + found[1], shortCircuit: true };
      }`)}`;
    register(names);
    const late = () => importLate("late.js", () => {
      asked.push("late.js");
      return failing(error)();
    });
    for (let i = 0; i < 2; i += 1) await assert.rejects(late(), error);
    const found = await late();
    assert.equal(found.times, 2);
    assert.equal(await late(), found);
    assert.deepEqual(asked, ["late.js", "late.js", "late.js", "late.js"]);
    // A module that is there is imported once. In py_url_pyodide.mjs, the modules are objects of the same file.
    assert.deepEqual(await importLate("late.js", () => ({ here: true })), { here: true });
  },

  async "waiting callers get progress reports from then on"() {
    let progress, finish;
    const shared = share(new Map(), "a", (tell) => {
      progress = tell;
      return new Promise((settle) => { finish = settle; });
    });
    progress(1);
    const told = [];
    const waiting = until(shared, undefined, (done) => told.push(done));
    progress(2);
    // Listeners run later, so that they cannot interfere with the work in progress.
    assert.deepEqual(told, []);
    finish("all");
    assert.equal(await waiting, "all");
    assert.deepEqual(told, [1, 2]);
    progress(3);
    await null;
    assert.deepEqual(told, [1, 2], "a caller that no longer waits gets no reports");
  },

  async "a listener that throws affects no other, and the error is reported"() {
    const error = new Error("mine");
    const shared = share(new Map(), "a", async (progress) => progress(1));
    const reported = [];
    const report = (reason) => reported.push(reason);
    await withGlobals({ reportError: report }, () => until(shared, undefined, () => { throw error; }));
    // Node has no reportError.
    await withGlobals({ reportError: undefined, console: { error: report } }, () => until(shared, undefined, () => { throw error; }));
    assert.deepEqual(reported, [error, error]);
  },

  async "aborting takes effect at once, and others go on waiting"() {
    let finish;
    const shared = share(new Map(), "a", () => new Promise((settle) => { finish = settle; }));
    const controller = new AbortController();
    const aborted = until(shared, controller.signal);
    const other = until(shared);
    controller.abort("enough");
    await assert.rejects(aborted, (reason) => reason === "enough");
    finish("all");
    assert.equal(await other, "all");
  },

  async "classes are installed in a global object and removed"() {
    const native = classesOf();
    const global = { ...native, webkitURL: native.URL };
    const [mine, other] = [classesOf(), classesOf()];
    const [first, second] = [makeInstall(mine), makeInstall(other)];
    const shown = () => [global.URL, global.URLSearchParams, global.webkitURL];
    first.uninstall(global);
    assert.deepEqual(shown(), [native.URL, native.URLSearchParams, native.URL]);
    first.install(global);
    assert.deepEqual(shown(), [mine.URL, mine.URLSearchParams, mine.URL]);
    second.install(global);
    assert.deepEqual(shown(), [other.URL, other.URLSearchParams, other.URL]);
    // They may be uninstalled in any order.
    first.uninstall(global);
    assert.deepEqual(shown(), [other.URL, other.URLSearchParams, other.URL]);
    second.uninstall(global);
    assert.deepEqual(shown(), [native.URL, native.URLSearchParams, native.URL]);
    assert.deepEqual(Object.keys(global), ["URL", "URLSearchParams", "webkitURL"]);
  },

  async "classes that a page installed itself stay"() {
    const global = classesOf();
    const { install, uninstall } = makeInstall(classesOf());
    install(global);
    const theirs = class {};
    global.URL = theirs;
    uninstall(global);
    assert.equal(global.URL, theirs);
  },

  async "classes that a page installs between two installations come back"() {
    const global = classesOf();
    const mine = classesOf();
    const { install, uninstall } = makeInstall(mine);
    install(global);
    uninstall(global);
    const theirs = class {};
    global.URL = theirs;
    install(global);
    assert.equal(global.URL, mine.URL);
    uninstall(global);
    assert.equal(global.URL, theirs);
    // Over a class that the page has put there since, too.
    install(global);
    global.URL = class {};
    install(global);
    assert.equal(global.URL, mine.URL);
  },

  async "a global object without such classes has none afterwards"() {
    const global = {};
    const { install, uninstall } = makeInstall(classesOf());
    install(global);
    assert.deepEqual(Object.getOwnPropertyNames(global), ["URL", "URLSearchParams"]);
    uninstall(global);
    assert.deepEqual(Object.getOwnPropertyNames(global), []);
  },

  async "if one class cannot be replaced, none is"() {
    const native = classesOf();
    const global = { URL: native.URL };
    Object.defineProperty(global, "URLSearchParams", { value: native.URLSearchParams });
    const mine = classesOf();
    assert.throws(() => makeInstall(mine).install(global), /cannot be replaced/);
    assert.deepEqual([global.URL, global.URLSearchParams], [native.URL, native.URLSearchParams]);
  },

  async "what is no global object is refused"() {
    const { install, uninstall } = makeInstall(classesOf());
    for (const value of [5, null, "window"]) {
      assert.throws(() => install(value), { name: "TypeError", message: "install() takes a global object, such as the window of a frame" });
      assert.throws(() => uninstall(value), { name: "TypeError", message: "uninstall() takes a global object, such as the window of a frame" });
    }
  },

  async "the list of a platform's object follows each change"() {
    // Node's own class stands for the platform's.
    const native = makeNativeList(URLSearchParams, URL);
    const prototype = { mine: true };
    const object = native.make(Object.assign(function Mine() {}, { prototype }), "?");
    assert.equal(Object.getPrototypeOf(object), prototype);
    assert.equal(URLSearchParams.prototype.toString.call(native.make(URLSearchParams, "")), "");
    const text = () => URLSearchParams.prototype.toString.call(object);
    native.remove(object, "?");
    native.fill(object, ["b", "1", "a", "ü", "b", "2"]);
    native.append(object, "c", "&");
    assert.equal(text(), "b=1&a=%C3%BC&b=2&c=%26");
    native.set(object, "b", "3");
    native.sort(object);
    native.remove(object, "c");
    native.append(object, "a", "2");
    native.remove(object, "a", "2");
    assert.equal(text(), "a=%C3%BC&b=3");
    // An older platform, whose `delete` ignores the value.
    class Old extends URLSearchParams {
      delete(name) {
        super.delete(name);
      }
    }
    const old = makeNativeList(Old, URL);
    old.append(object, "a", "2");
    old.remove(object, "a", "2", ["a", "ü", "b", "3"]);
    assert.equal(text(), "a=%C3%BC&b=3");
    assert.equal(native.replace(object, "?a=1&?a=2&b"), native);
    assert.equal(text(), "%3Fa=1&%3Fa=2&b=");
  },

  async "no list of a platform's object is emptied name by name if it is long"() {
    let deletions = 0;
    class Counting extends URLSearchParams {
      delete(...names) {
        deletions += 1;
        super.delete(...names);
      }
    }
    class Mine {}
    const native = makeNativeList(Counting, URL);
    const text = (object) => URLSearchParams.prototype.toString.call(object);
    const query = Array.from({ length: 20_000 }, (_, i) => `k${i}=v`).join("&");
    deletions = 0;
    // The query is long from the beginning: the list belongs to a URL.
    const long = native.makeFor(Mine, query);
    assert.deepEqual([text(long), Object.getPrototypeOf(long)], [query, Mine.prototype]);
    for (const each of ["??x=1", "", query, "y=2"]) {
      assert.equal(native.replace(long, each), native);
      assert.equal(text(long), new URLSearchParams(`?${each}`).toString());
    }
    native.append(long, "c", "d");
    native.remove(long, "y");
    assert.equal(text(long), "c=d");
    // It becomes long: the platform has no list then.
    const short = native.makeFor(Mine, "a=1");
    assert.equal(native.replace(short, query), undefined);
    assert.match(text(short), /^py-url%3A\+too\+many\+pairs/);
    assert.equal(native.replace(short, "x=1&y=2"), native);
    assert.equal(text(short), "x=1&y=2");
    assert.equal(deletions, 3);
  },

  async "only a class of the platform's own code has such a list"() {
    assert.equal(nativeListOf(URLSearchParams, URL), undefined);
    assert.equal(nativeListOf(undefined, undefined), undefined);
    // A bound function looks like one of the platform.
    const platforms = URLSearchParams.bind();
    const platformsURL = Object.assign(URL.bind(), { prototype: URL.prototype });
    assert.equal(nativeListOf(platforms, platformsURL), undefined);
    const { append, forEach, delete: remove, set, sort } = URLSearchParams.prototype;
    platforms.prototype = { append, forEach, delete: remove, set, sort };
    assert.equal(nativeListOf(platforms, URL), undefined);
    assert.equal(typeof nativeListOf(platforms, platformsURL).append, "function");
  },

  async "without Node's modules and with native code, classes are not linked"() {
    const before = { URL: class {}, URLSearchParams: undefined };
    const classes = classesOf();
    link(classes, { URL: WeakSet, URLSearchParams: undefined });
    assert.deepEqual([new WeakSet() instanceof classes.URL, Object.getPrototypeOf(classes.URL.prototype)], [false, Object.prototype]);
    link(classes, before);
    assert.equal(new before.URL() instanceof classes.URL, true);
    await withGlobals({ process: undefined }, () => assert.equal(nodeUrl(), undefined));
  },

  async "only Bun has a native URL below each of ours, and only Deno marks query objects"() {
    const platforms = [
      {}, { Bun: {}, URL }, { Bun: {}, URL: Object.assign(URL.bind(), { prototype: URL.prototype }) }, { Deno: {}, URL },
    ];
    const keys = platforms.map((platform) => {
      const python = {};
      adaptTo(python, platform);
      return Object.keys(python).join();
    });
    assert.deepEqual(keys, ["", "", "below", "mark"]);
  },

  async "the native URL below follows each change at once"() {
    const { URL: Ours, calls } = classesOnRecord({ below: makeBelow(URL) });
    const below = (url) => Object.getOwnPropertyDescriptor(URL.prototype, "href").get.call(url);
    const url = new Ours("http://h/?a=1");
    assert.deepEqual([below(url), Object.getPrototypeOf(url)], ["http://h/?a=1", Ours.prototype]);
    url.hash = "x";
    url.search = "y";
    assert.deepEqual([below(url), calls.length], ["http://h/?a=1++", 3]);
    void url.searchParams.size;
    url.searchParams.append("b", "2");
    url.search = "y";
    assert.deepEqual(calls.at(-1), ["change", "http://h/?a=1++", "7y"]);
    // What the platform does not take is still another URL.
    const [one, other] = [new Ours("http://a b/"), new Ours("http://a c/")];
    assert.deepEqual([below(one), below(other)], ["data:,http%3A%2F%2Fa%20b%2F", "data:,http%3A%2F%2Fa%20c%2F"]);
  },

  async "a mark says what the query object holds"() {
    const { URLSearchParams: Ours } = classesOnRecord({ mark, serialize: (pairs) => Array.from(pairs).join("\ud800") });
    const params = new Ours("a=1");
    const [key] = Object.getOwnPropertySymbols(params);
    params.append("b", "2");
    assert.equal(params[key], ["a", "1", "b", "2"].join("\ud800"));
  },

  async "setters and changes of the query cross once, when something is read"() {
    const { URL, calls } = classesOnRecord();
    const url = new URL("http://h/?a=1");
    const params = url.searchParams;
    params.append("b", 2);
    url.hash = "x";
    url.port = 81;
    params.append("c", 3);
    assert.deepEqual(calls.splice(0), [["parse_url", "http://h/?a=1", undefined], ["parse_pairs", "a=1"]]);
    assert.equal(url.href, "http://h/?a=1&b=2&c=3");
    assert.equal(url.pathname, "/");
    assert.deepEqual(calls.splice(0), [["change", "http://h/?a=1", "8x\ud800581"]]);
    params.append("d", 4);
    // It takes the place of the pairs that wait.
    url.search = "e=5";
    assert.equal(url.port, "");
    assert.deepEqual(calls.splice(0), [["change", "http://h/?a=1&b=2&c=3", "7e=5"]]);
    params.delete("x");
    assert.equal(params.get("c"), "3+");
    assert.deepEqual(calls.splice(0), [["parse_pairs", "a=1&b=2&c=3+"]]);
    url.hash = "y";
    params.append("f", 6);
    url.href = "http://i/";
    assert.equal(url.href, "http://i/");
    assert.deepEqual(calls.splice(0), [["parse_url", "http://i/", undefined]]);
    const many = new URL("http://h/");
    for (let i = 0; i < 100; i += 1) many.hash = i;
    assert.equal(calls.length, 1 + 6, "what waits grows without limit");
  },

  async "what Python was interrupted in is done when something is read again"() {
    const { URL, calls, python } = classesOnRecord();
    const url = new URL("http://h/?a=1");
    const params = url.searchParams;
    python.fails = true;
    assert.throws(() => params.append("b", 2), { message: "interrupted" });
    url.hash = "x";
    for (let i = 0; i < 2; i += 1) assert.throws(() => url.href, { message: "interrupted" });
    assert.throws(() => { url.href = "http://i/"; }, { message: "interrupted" });
    python.fails = false;
    params.append("b", 2);
    assert.equal(url.href, "http://h/?a=1+&b=2");
    assert.deepEqual(calls.slice(1), [["change", "http://h/?a=1", "8x"], ["parse_pairs", "a=1+"]]);
  },

  async "a string is handed over in a buffer if it has room"() {
    let released = 0;
    let memory = new ArrayBuffer(65_536);
    const proxy = { getBuffer: (type) => ({ data: new { u8: Uint8Array }[type](memory), release() { released += 1; } }) };
    const inBuffer = makeBuffer(proxy, () => {});
    const callable = (length, hasSecond) => `${hasSecond}:${new TextDecoder().decode(memory.slice(0, length))}`;
    const read = inBuffer(callable);
    const long = "\u{ffff}".repeat(21_845);
    for (const string of ["", "a", "ü\n\u{1f600}", long]) assert.equal(read(string), `false:${string}`);
    assert.equal(read("a\nb", "c"), "true:c\na\nb");
    const refused = inBuffer(callable, (...strings) => strings);
    assert.deepEqual(refused("a".repeat(31)), ["a".repeat(31)]);
    assert.equal(refused("a".repeat(32)), `false:${"a".repeat(32)}`);
    for (const strings of [[`${long}x`], [long, ""], ["a", "b\nc"]]) {
      assert.equal(read(...strings), undefined, "it has no room, or the two cannot be told apart");
      assert.deepEqual(refused(...strings), strings);
    }
    // Python's memory has grown.
    memory = structuredClone(memory, { transfer: [memory] });
    assert.equal(read("b"), "false:b");
    assert.equal(released, 1);
    memory = structuredClone(memory, { transfer: [memory] });
    proxy.getBuffer = () => ({ data: new Uint8Array(memory, 0, 8), release() {} });
    assert.equal(read("http://h"), "false:http://h");
    assert.equal(read("http://h/"), undefined, "Python would read another string");
    structuredClone(memory, { transfer: [memory] });
    proxy.getBuffer = () => { throw new Error("a page's own built-in was called"); };
    assert.equal(read("c"), undefined);
    // With a built-in of the page's, Pyodide is not asked for another view.
    let asked = 0;
    proxy.getBuffer = () => { asked += 1; };
    const { apply } = Function.prototype;
    Function.prototype.apply = function replaced() {};
    const answer = read("d");
    Function.prototype.apply = apply;
    assert.deepEqual([answer, asked], [undefined, 0]);
  },

  async "an error of Pyodide is one of the platform, with the cause"() {
    const python = { checkStack() {}, failure: undefined };
    const throwing = (error) => makeCallable(() => { throw error; }, python);
    const pythonError = (type) => Object.assign(new Error("Traceback (most recent call last):"), { type });
    const thrownFor = (error) => {
      try {
        throwing(error)("http://h/");
      } catch (thrown) {
        assert.equal(thrown.cause, error);
        return `${thrown.constructor.name} ${thrown.name}: ${thrown.message}`;
      }
      return undefined;
    };
    assert.match(thrownFor(pythonError("RecursionError")), /^RangeError RangeError: Maximum call stack size exceeded: Python's limit/);
    assert.match(thrownFor(pythonError("MemoryError")), /^RangeError RangeError: There is not enough memory/);
    assert.equal(thrownFor(pythonError("KeyboardInterrupt")), "DOMException AbortError: Python was interrupted");
    assert.equal(thrownFor(pythonError("ValueError")), "Error Error: Python raised ValueError; the cause has its traceback");
    assert.equal(python.failure, undefined);
    const fatal = new RangeError("Maximum call stack size exceeded");
    assert.match(thrownFor(fatal), /^Error Error: Pyodide has failed, and its URL/);
    assert.equal(python.failure, fatal);
    let called = 0;
    const later = makeCallable(() => { called += 1; }, python);
    assert.throws(() => later("x"), (error) => error.cause === fatal);
    assert.equal(called, 0);
  },

  async "a crash is told from a failed reading of the result by the class of its error"() {
    // A property that cannot be deleted stays until this program ends, so it is another one.
    const program = `
      import { makeCallable } from ${JSON.stringify(new URL("../../web/lib/calling_python.js", import.meta.url))};
      Object.defineProperty(Object.prototype, "type", { get() { throw new Error("of the page"); } });
      for (const error of [new TypeError("a reading"), new WebAssembly.RuntimeError("unreachable"), new RangeError("too deep")]) {
        const python = { checkStack() {}, failure: undefined };
        let message;
        try {
          makeCallable(() => { throw error; }, python)("x");
        } catch (thrown) {
          ({ message } = thrown);
        }
        console.log(python.failure === error, message.startsWith("Pyodide has failed"));
      }`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    assert.deepEqual(stdout.trim().split("\n"), ["false false", "true true", "true true"]);
  },

  async "the stack is checked in a Pyodide that was not loaded here"() {
    const { makeStackCheck } = await import("../../web/lib/stack.js?another");
    const check = await makeStackCheck();
    assert.equal(check(), 0);
    const deeper = () => {
      check();
      deeper();
    };
    assert.throws(deeper, RangeError);
  },

  async "a failure has the code of Node's, and in a browser the words of a browser's"() {
    const failing = async (values, again) => {
      const { messageOf, withDetails } = await withGlobals(values, () => import(`../../web/lib/url.js?${again}`));
      const message = messageOf("Failed to construct 'URL'", "'http://***@h:x/': why");
      return withDetails(new TypeError(message), "http://u:p@h:x/", "http://b/");
    };
    const inDeno = { process: undefined, Deno: {} };
    for (const [values, again] of [[{}, "node"], [inDeno, "deno"]]) {
      const error = await failing(values, again);
      assert.equal(error.message, "Invalid URL: 'http://***@h:x/': why");
      assert.deepEqual([error.code, error.input, error.base], ["ERR_INVALID_URL", "http://u:p@h:x/", "http://b/"]);
      assert.deepEqual(Object.keys(error), []);
      assert.doesNotMatch(inspect(error), /u:p/);
    }
    for (const [values, again] of [[{ process: undefined }, "browser"], [{ document: {} }, "electron"], [{ process: { versions: {} } }, "polyfill"]]) {
      const error = await failing(values, again);
      assert.equal(error.message, "Failed to construct 'URL': Invalid URL: 'http://***@h:x/': why");
      assert.ok(!("code" in error || "input" in error || "base" in error));
    }
  },

  async "a member of another object is an illegal invocation"() {
    const { URL, URLSearchParams } = classesOnRecord();
    const illegal = (action) => assert.throws(action, { name: "TypeError", message: "Illegal invocation" });
    for (const Class of [URL, URLSearchParams]) {
      for (const [name, { get, set, value }] of Object.entries(Object.getOwnPropertyDescriptors(Class.prototype))) {
        if (name === "constructor") continue;
        for (const receiver of [undefined, null, 1, {}, Class.prototype, new Proxy(Object.create(Class.prototype), {})]) {
          for (const method of [get, set, value]) if (method) illegal(() => method.call(receiver, "x", "y"));
        }
      }
    }
    const { next } = Object.getPrototypeOf(new URLSearchParams("a=1").keys());
    illegal(() => next.call({}));
    illegal(() => next.call(undefined));
  },

  async "a page can neither see nor change what is in the buffer"() {
    const memory = new ArrayBuffer(1024);
    const inBuffer = makeBuffer({ getBuffer: () => ({ data: new Uint8Array(memory) }) }, () => {});
    // What Pyodide uses during a call may be an accessor of the page, which uses the classes itself.
    let during = () => {};
    const read = inBuffer((length) => {
      during();
      return new TextDecoder().decode(memory.slice(0, length));
    });
    during = () => {
      during = () => {};
      assert.equal(read("inner"), "inner");
    };
    assert.equal(read("outer"), undefined);
    assert.equal(read("outer"), "outer");
  },

  async "the name of a snapshot says for which Pyodide it is, or the fragment does"() {
    const parts = { version: "2.3.4", sha256: SHA256 };
    for (const address of [NAME, `http://h/${NAME}?q`, `/a#b/${NAME}`, `/x-8d0a.bin#pyodide-2.3.4-${SHA256}`]) {
      assert.deepEqual(partsOfName(address), parts, address);
    }
    for (const address of ["", "x.bin", `${NAME}/x.bin`, NAME.replace("pyodide-", ""), NAME.replace("0123", "012"), NAME.replace("f.bin", "ff.bin")]) {
      assert.equal(partsOfName(address), undefined, address);
    }
    assert.equal(integrityOf(SHA256), `sha256-${Buffer.from(SHA256, "hex").toString("base64")}`);
    const address = `file:///a%23b/x.bin#pyodide-2.3.4-${SHA256}`;
    assert.deepEqual((await resolveOptions({ snapshot: address })).snapshot, { address: resolve("/a#b/x.bin"), ...parts });
    assert.deepEqual((await resolveOptions({ snapshot: `/a#b/${NAME}` })).snapshot, { address: resolve(`/a#b/${NAME}`), ...parts });
  },

  async "in Node an address may be a path or a file URL"() {
    const folder = resolve("/a/b");
    assert.deepEqual(await resolveOptions({ indexURL: "/a/./b", lockFileURL: pathToFileURL("/a/b").href, wheels: ["x/y.whl"] }), {
      indexURL: `${folder}/`, lockFileURL: folder, packageBaseUrl: undefined, wheels: [resolve("x/y.whl")], snapshot: false,
    });
    const web = { indexURL: new URL("https://h/a"), lockFileURL: "https://h/b", packageBaseUrl: "", wheels: undefined };
    assert.deepEqual(await resolveOptions(web), {
      indexURL: "https://h/a/", lockFileURL: "https://h/b", packageBaseUrl: `${resolve(".")}/`, wheels: undefined, snapshot: true,
    });
  },

  async "in a page or worker an address is relative to its location"() {
    const options = { indexURL: "../p", lockFileURL: "/l.json", packageBaseUrl: "", wheels: ["x.whl"] };
    const expected = { indexURL: "http://h/p/", lockFileURL: "http://h/l.json", packageBaseUrl: "http://h/a/", wheels: ["http://h/a/x.whl"], snapshot: false };
    const location = { protocol: "http:", href: "http://h/a/b" };
    await withGlobals({ location, process: undefined }, async () => {
      const module = await import("../../web/lib/loading.js?in-a-worker");
      assert.deepEqual(await module.resolveOptions(options), expected);
    });
    const document = { baseURI: "http://h/a/c" };
    await withGlobals({ document, location: { protocol: "http:", href: "http://other/" }, process: undefined }, async () => {
      const module = await import("../../web/lib/loading.js?in-a-page");
      assert.deepEqual(await module.resolveOptions(options), expected);
    });
    // A worker in Deno has a location, but it is a file; and a test in Node may have made a document.
    const file = { location: { protocol: "file:", href: "file:///a/b.js" }, Deno: {}, process: undefined };
    for (const [name, globals] of Object.entries({ deno: file, jsdom: { document, location } })) {
      await withGlobals(globals, async () => {
        const module = await import(`../../web/lib/loading.js?in-${name}`);
        assert.equal((await module.resolveOptions({ indexURL: "/p" })).indexURL, `${resolve("/p")}/`);
      });
    }
  },

  async "what is no address in a page or worker is an error that names the option"() {
    const wrong = async (href, options) => withGlobals({ location: { protocol: href.split("/")[0], href }, process: undefined }, async () => {
      const module = await import(`../../web/lib/loading.js?at-${href}`);
      return module.resolveOptions(options).catch((error) => [error.name, error.message]);
    });
    for (const href of ["blob:http://h/8d0a", "data:text/javascript,0"]) {
      const [scheme] = href.split(":");
      const relative = `is not absolute, and nothing can be relative to this ${scheme}: address`;
      assert.deepEqual(await wrong(href, { indexURL: "/p" }), ["TypeError", `the option indexURL ${relative}: /p/`]);
      assert.deepEqual(await wrong(href, { wheels: ["http://h/x.whl", "y.whl"] }), ["TypeError", `the option wheels ${relative}: y.whl`]);
      assert.equal((await wrong(href, { indexURL: "http://h/p" })).indexURL, "http://h/p/");
    }
    const expected = ["TypeError", "the option lockFileURL is not an address: http://***@h:x/l.json"];
    assert.deepEqual(await wrong("http://h/", { lockFileURL: "http://u:secret@h:x/l.json" }), expected);
  },

  async "a file that the server lacks is an error before Pyodide waits for it"() {
    // The folder is a module itself; it treats "pyodide.mjs" as a comment.
    const folder = "data:text/javascript,export const loadPyodide = (options) => ({ options })//";
    const answering = (status) => async (address, { method } = {}) => {
      if (address === LOCK) return new Response("{}");
      assert.deepEqual([address, method], [`${folder}pyodide.asm.wasm`, "HEAD"]);
      return new Response(null, { status });
    };
    // A server that does not support HEAD answers 405 or 501.
    for (const status of [200, 405, 501]) {
      const { options } = await withGlobals({ fetch: answering(status) }, () => loadPyodideFrom({ indexURL: folder, lockFileURL: LOCK }));
      assert.deepEqual(options, { indexURL: folder, lockFileURL: LOCK });
    }
    await withGlobals({ fetch: answering(404) }, () => assert.rejects(loadPyodideFrom({ indexURL: folder, lockFileURL: LOCK }), {
      message: `Pyodide could not be loaded from ${folder}: the server answered 404 to ${folder}pyodide.asm.wasm; put Pyodide's own file there`,
    }));
  },

  async "a folder may lack the lock file if that is on the web"() {
    const folder = `${await mkdtemp(join(tmpdir(), "py-url-"))}/`;
    for (const name of ["pyodide.asm.wasm", "python_stdlib.zip"]) await writeFile(folder + name, "");
    await checkFiles(folder, "314.0.0", false, "https://h/pyodide-lock.json");
    await assert.rejects(checkFiles(folder, "314.0.0", false), /ENOENT for .*pyodide-lock.json/);
    await rm(folder, { recursive: true });
  },

  async "a page looks at the answer that Pyodide gets and at what is compiled, and sends no request for that"() {
    const { loadPyodideFrom: load } = await withGlobals(
      { location: { protocol: "http:", href: "http://h/" }, process: undefined }, () => import("../../web/lib/loading.js?in-a-page-that-loads"),
    );
    // As Pyodide, it keeps to itself that something did not compile, and waits for ever.
    const folder = "data:text/javascript," + encodeURIComponent(`export const version = "314.0.0"; export const loadPyodide = async ({ indexURL }) => {
      await fetch("http://h/other");
      const answer = fetch(new URL(indexURL + "pyodide.asm.wasm"));
      await WebAssembly.instantiateStreaming(fetch("http://h/other.wasm"), {}).catch(() => {});
      const compiled = await WebAssembly.instantiateStreaming(answer, {}).catch(() => {});
      return compiled === undefined ? new Promise(() => {}) : "loaded";
    };//`);
    const wasm = `${folder}pyodide.asm.wasm`;
    const loaded = async (answer, globals = {}, also = {}) => {
      const asked = [];
      const fetch = async (address, options) => {
        if (address === LOCK) return new Response("{}");
        const isWasm = address.href === wasm || address === wasm;
        asked.push(isWasm ? options?.method ?? "GET" : "other");
        return isWasm ? answer() : new Response("other");
      };
      const result = await withGlobals({ fetch, ...globals }, async () => {
        const [{ fetch: before }, { instantiateStreaming }] = [globalThis, WebAssembly];
        const said = await load({ indexURL: folder, lockFileURL: LOCK, ...also }).catch(({ message }) => message.replace(`Pyodide could not be loaded from ${folder}: `, ""));
        assert.equal(globalThis.fetch, before);
        assert.equal(WebAssembly.instantiateStreaming, instantiateStreaming);
        return said;
      });
      return [result, ...asked];
    };
    const answering = (body, type = "application/wasm", status = 200) => () => new Response(body, { status, headers: { "Content-Type": type } });
    for (const type of ["application/wasm", "application/octet-stream"]) {
      assert.deepEqual(await loaded(answering(SMALL_WASM, type)), ["loaded", "other", "GET", "other"]);
    }
    const empty = SMALL_WASM.subarray(0, 8);
    const wrong = {
      "404, text/html": [answering("<p>", "text/html", 404), ""],
      "200, text/html": [answering("<p>", "text/html"), " \\(.*\\)"],
      "204, application/wasm": [answering(null, "application/wasm", 204), " \\(.*\\)"],
      "200, application/wasm": [answering(SMALL_WASM.subarray(0, 40)), " \\(.*\\)"],
      "200, text/plain": [answering(empty, "text/plain"), " \\(it has no memory\\)"],
    };
    for (const [came, [answer, why]] of Object.entries(wrong)) {
      const [said, ...asked] = await loaded(answer);
      assert.match(said, new RegExp(`^the server answered ${came} to data:.*pyodide\\.asm\\.wasm${why}; put this file of Pyodide 314\\.0\\.0 there, or use`));
      assert.deepEqual(asked, ["other", "GET", "other"]);
    }
    assert.match((await loaded(() => { throw new Error("offline"); }))[0], /^offline for data:.*pyodide.asm.wasm; put/);
    // A worker inherits its fetch.
    const own = Object.getOwnPropertyDescriptor(globalThis, "fetch");
    const prototype = Object.getPrototypeOf(globalThis);
    delete globalThis.fetch;
    const fetch = async (address) => (address === LOCK ? new Response("{}") : answering(SMALL_WASM)());
    Object.setPrototypeOf(globalThis, { __proto__: prototype, fetch });
    try {
      assert.equal(await load({ indexURL: folder, lockFileURL: LOCK }), "loaded");
      assert.equal(Object.hasOwn(globalThis, "fetch"), false);
    } finally {
      Object.setPrototypeOf(globalThis, prototype);
      Object.defineProperty(globalThis, "fetch", own);
    }
    // Where nothing can be replaced, there is a request, and what comes is compiled.
    const { defineProperty } = Reflect;
    Reflect.defineProperty = () => false;
    try {
      for (const answer of [answering(null, "text/html", 404), answering("<p>", "text/html")]) {
        const [result, ...requests] = await loaded(answer);
        assert.match(result, /^the server answered .*; put this file of Pyodide 314/);
        assert.deepEqual(requests.sort(), ["GET", "GET", "other", "other"]);
      }
      assert.equal((await loaded(answering(SMALL_WASM)))[0], "loaded");
    } finally {
      Reflect.defineProperty = defineProperty;
    }
  },

  async "an error names the version of Pyodide, which may have other files"() {
    const folder = "data:text/javascript,export const version = '315.0.0'; export const loadPyodide = () => 1//";
    const fetch = async (address) => (address === LOCK ? new Response("{}") : new Response(null, { status: 404 }));
    await withGlobals({ fetch }, () => assert.rejects(
      loadPyodideFrom({ indexURL: folder, lockFileURL: LOCK }), /; put this file of Pyodide 315\.0\.0 there, or use a version from 0\.27 to 314 if /,
    ));
  },

  async "a pyodide.mjs that is empty is an error"() {
    await assert.rejects(loadPyodideFrom({ indexURL: "data:text/javascript,//", lockFileURL: "data:application/json,{}" }), /: its pyodide\.mjs has no loadPyodide$/);
  },

  async "the location of the package pyodide need not be known"() {
    // The import finds the package. Node is then asked twice for its location: the first answer is "nowhere", the
    // second is not a file.
    const hooks = `
      let asked = 0;
      export const resolve = (name, context, next) => {
        if (name !== "pyodide") return next(name, context);
        asked += 1;
        if (asked === 2) throw new Error("it is nowhere");
        return { url: "data:text/javascript,export const loadPyodide = (options) => ({ options })", shortCircuit: true };
      };`;
    register(`data:text/javascript,${encodeURIComponent(hooks)}`);
    for (let i = 0; i < 2; i += 1) assert.deepEqual(await loadPyodideFrom({}), { options: {} });
  },

  async "loading fails if WebAssembly is not allowed"() {
    const folder = "data:text/javascript,export const loadPyodide = (options) => ({ options })//";
    const compile = failing(new Error("not allowed here"));
    await withGlobals({ WebAssembly: { compile } }, () => assert.rejects(loadPyodideFrom({ indexURL: folder }), /not allowed here/));
  },

  async "a py_url that is already there is not loaded"() {
    const pyodide = pyodideThatKnows("py_url");
    await loadPyUrlInto(pyodide, [wheelOf("py_url")]);
    assert.deepEqual(pyodide.asked, []);
    assert.equal(pyodide.alive.size, 0, "a proxy was not destroyed");
  },

  async "Pyodide's lock file may know it"() {
    const pyodide = { ...pyodideThatKnows(), lockfile: { packages: { "py-url-whatwg": {} } } };
    await loadPyUrlInto(pyodide);
    assert.deepEqual(pyodide.asked, ["py-url-whatwg"]);
    assert.equal(pyodide.alive.size, 0, "a proxy was not destroyed");
  },

  async "given wheels are used, and nothing else"() {
    const both = { ...pyodideThatKnows(), lockfile: { packages: { "py-url-whatwg": {} } } };
    await loadPyUrlInto(both, [wheelOf("py_url"), wheelOf("other")]);
    assert.deepEqual(both.asked, []);
    const one = pyodideThatKnows();
    await loadPyUrlInto(one, [wheelOf("py_url")]);
    assert.deepEqual(one.asked, []);
    // This very file names the module.
    const file = pyodideThatKnows();
    await loadPyUrlInto(file, [HERE]);
    assert.deepEqual(file.asked, []);
    assert.match(await readFile(HERE, "utf8"), /py_url/);
  },

  async "a wheel that cannot be loaded is named"() {
    await assert.rejects(loadPyUrlInto(pyodideThatKnows(), ["/none.whl"]), /the wheel \/none.whl could not be loaded: .*ENOENT/);
    await assert.rejects(load({ pyodide: pyodideThatKnows() }), /the wheel file:.*web\/wheels\/py_url.whl could not be loaded/);
    const fetch = async () => ({ ok: false, status: 410 });
    await withGlobals({ fetch }, () => assert.rejects(
      loadPyUrlInto(pyodideThatKnows(), ["https://h/x.whl"]), { message: "the wheel https://h/x.whl could not be loaded: the server answered 410" },
    ));
    const page = "https://h/x.whl could not be loaded: the server answered with a page; give load the address of a wheel in the option wheels";
    await withGlobals({ fetch: async () => new Response("<!doctype html>") }, () => assert.rejects(
      loadPyUrlInto(pyodideThatKnows(), ["https://h/x.whl"]), { message: `the wheel ${page}` },
    ));
    const pyodide = { ...pyodideThatKnows(), unpackArchive() { throw "no archive\n"; } };
    await assert.rejects(loadPyUrlInto(pyodide, [wheelOf("py_url")]), { cause: "no archive\n", message: /could not be loaded: no archive$/ });
  },

  async "of several wheels all are installed, or none"() {
    const pyodide = pyodideThatKnows();
    const wheels = [wheelOf("other"), wheelOf("damaged", "py_url")];
    await assert.rejects(loadPyUrlInto(pyodide, wheels), { message: `the wheel ${wheels[1]} could not be loaded: zipfile.BadZipFile: Bad CRC-32` });
    assert.deepEqual([pyodide.folders.size, pyodide.alive.size], [0, 0]);
    await assert.rejects(loadPyUrlInto(pyodide, [wheelOf("other")]), /there is no py_url/);
    await loadPyUrlInto(pyodide, [wheelOf("other"), wheelOf("py_url")]);
    assert.equal(pyodide.alive.size, 0, "a proxy was not destroyed");
  },

  async "a py_url that cannot be imported is an error in one line"() {
    const fake = pyodideThatKnows("py_url");
    const pyimport = (name) => {
      if (name.startsWith("py_url")) throw new Error("Traceback (most recent call last):\n  File\nValueError: of another kind\n");
      return fake.pyimport(name);
    };
    await assert.rejects(load({ pyodide: { ...fake, pyimport } }), { message: "py_url could not be imported: ValueError: of another kind" });
  },

  async "no error shows a password"() {
    const fetch = async () => ({ ok: false, status: 410 });
    const message = "the wheel https://***@h/x.whl could not be loaded: the server answered 410";
    await withGlobals({ fetch }, () => assert.rejects(loadPyUrlInto(pyodideThatKnows(), ["https://u:secret@h/x.whl"]), { message }));
  },

  async "a wheel without py_url is an error"() {
    await assert.rejects(loadPyUrlInto(pyodideThatKnows(), [wheelOf("other"), wheelOf()]), /there is no py_url in data:,other, data:,$/);
    const pyodide = { ...pyodideThatKnows(), lockfile: { packages: { "py-url-whatwg": {} } }, async loadPackage() {} };
    await assert.rejects(loadPyUrlInto(pyodide), /there is no py_url in what was loaded/);
  },

  async "Pyodide's message about a package that it cannot load is passed on"() {
    const lockfile = { packages: { "py-url-whatwg": {} } };
    const reports = { ...pyodideThatKnows(), lockfile, async loadPackage(name, { errorCallback }) { errorCallback("404"); errorCallback("gone"); } };
    await assert.rejects(loadPyUrlInto(reports), /py-url-whatwg could not be loaded by Pyodide's lock file: 404; gone/);
    const rejects = { ...pyodideThatKnows(), lockfile, loadPackage: failing(new Error("no known package ")) };
    await assert.rejects(loadPyUrlInto(rejects), /py-url-whatwg could not be loaded by Pyodide's lock file: no known package$/);
  },

  async "a console like Node's shows the classes"() {
    const classes = classesOf();
    defineInspection(classes);
    assert.ok(inspect.custom in classes.URL.prototype);
  },

  async "the steps of a program find what a regular expression finds"() {
    // ^/a(.*)?a$, as pattern_bridge.py packs it.
    const any = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
    const steps = ["1000", "2", "1/", "1a", "44,9", "00", "46,8", `1${any}`, "45,5", "01", "1a", "3"].join("\ud800");
    const program = readProgram(steps);
    assert.equal(program.longest, 1_000);
    assert.equal(readProgram(""), null);
    assert.deepEqual({ ...match(program, "/aba") }, { 0: "/aba", 1: "b" });
    assert.deepEqual({ ...match(program, `/a${"a".repeat(100_000)}`) }[1].length, 99_999);
    for (const text of ["", "/", "/ab", "b", "/a\u00fca"]) assert.equal(match(program, text), null);
    assert.throws(() => match(program, "a".repeat(40_000_000)), { name: "RangeError", message: /^a component of 40000000 characters is too long/ });
  },

  async "a program says which groups took part, and where it had to begin or end"() {
    const stepsOf = (...steps) => readProgram(["10", ...steps].join("\ud800"));
    // (b)?(a), without ^ and $.
    const optional = stepsOf("44,1", "00", "1b", "01", "02", "1a", "03");
    assert.deepEqual({ ...match(optional, "a") }, { 0: "a", 1: undefined, 2: "a" });
    assert.deepEqual({ ...match(optional, "ba") }, { 0: "ba", 1: "b", 2: "a" });
    assert.equal(match(optional, "ab"), null, "something is left");
    assert.equal(match(stepsOf("1a", "2"), "a"), null, "this is not the beginning");
  },

  async "a service worker is told that it cannot import"() {
    await withGlobals({ ServiceWorkerGlobalScope: class {} }, () => assert.rejects(load(), { message: /^a service worker cannot import\(\), / }));
  },

  async "an error names those of Pyodide's files that are other ones"() {
    const folder = "https://h/p/";
    const javascript = "text/javascript";
    const archive = new Uint8Array(22);
    archive.set([0x50, 0x4b, 5, 6]);
    const right = {
      "pyodide.mjs": ['import("./pyodide.asm.mjs")', 200, javascript], "pyodide.asm.mjs": ["export {};", 200, "application/javascript"],
      "python_stdlib.zip": [archive, 200, "application/zip"],
    };
    const said = (files, error = new Error("it failed")) => {
      const fetch = async (address) => {
        const [body, status, type] = { ...right, ...files }[address.replace(folder, "")];
        return new Response(body, { status, headers: { "Content-Type": type } });
      };
      return withGlobals({ fetch }, () => explain(error, folder));
    };
    const came = (what, name) => `; the server answered ${what} to ${folder}${name}`;
    const end = ", and Pyodide needs its own file";
    assert.equal(await said({}), "it failed");
    assert.equal(await said({ "pyodide.mjs": ["<p>", 200, "text/html"] }), `it failed${came("200, text/html, 3 bytes", "pyodide.mjs")}${end}`);
    assert.equal(await said({ "pyodide.asm.mjs": ["", 404, javascript] }), `it failed${came("404, text/javascript, 0 bytes", "pyodide.asm.mjs")}${end}`);
    assert.equal(await said({ "python_stdlib.zip": ["PK", 200, "application/zip"] }), `it failed${came("200, application/zip, 2 bytes", "python_stdlib.zip")}${end}`);
    const parts = came("200, text/javascript, 27 bytes", "pyodide.mjs") + came("200, application/javascript, 10 bytes", "pyodide.asm.mjs");
    assert.equal(await said({}, new SyntaxError("cut off")), `cut off${parts}${end}`);
    assert.equal(await withGlobals({ fetch: async () => { throw new Error("offline"); } }, () => explain(new Error("it failed"), folder)), "it failed");
    Object.prototype.ofThePage = 1;
    try {
      assert.equal(await explain(new Error("it failed")), "it failed; Object.prototype has the enumerable property ofThePage; that may be why");
    } finally {
      delete Object.prototype.ofThePage;
    }
  },

  async "where nothing can be replaced, the WebAssembly is compiled to see whether it is Pyodide's"() {
    const checked = (bytes) => withGlobals(
      { fetch: async () => new Response(bytes, { headers: { "Content-Type": "application/wasm" } }) }, () => checkFiles("https://h/", "314.0.0", true),
    );
    await checked(SMALL_WASM);
    await assert.rejects(checked(SMALL_WASM.subarray(0, 8)), /it has no memory/);
  },

  async "so does Deno's"() {
    const { URLSearchParams: Ours } = await withGlobals({ Deno: {} }, () => {
      const classes = classesOnRecord();
      defineInspection(classes);
      return classes;
    });
    const shown = new Ours("a=1")[Symbol.for("Deno.privateCustomInspect")]((value) => `<${value}>`, {});
    assert.equal(shown, "URLSearchParams { <a> => <1> }");
  },
});
