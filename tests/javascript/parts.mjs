/**
 * Unit tests of the modules in web/lib that need no Pyodide. They run with a fake Pyodide that records its calls, and with
 * fake globals that pages and workers have but Node lacks.
 *
 *     node parts.mjs
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";

import { defineInspection } from "../../web/lib/inspecting.js";
import { makeInstall } from "../../web/lib/install.js";
import { loadPyUrlInto, loadPyodideFrom, resolveOptions } from "../../web/lib/loading.js";
import { share, until } from "../../web/lib/sharing.js";
import { load } from "../../web/py_url.js";
import { run } from "./checks.mjs";

const HERE = fileURLToPath(import.meta.url);
const failing = (error) => async () => { throw error; };

/** Run an action while the global object has *values*. */
async function withGlobals(values, action) {
  const before = Object.entries(values).map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return await action();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) delete globalThis[name];
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}

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

/** Return classes, and a global object that has other classes. */
const classesOf = () => ({ URL: class {}, URLSearchParams: class {} });

await run({
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

  async "in Node an address may be a path or a file URL"() {
    const folder = resolve("/a/b");
    assert.deepEqual(await resolveOptions({ indexURL: "/a/./b", lockFileURL: pathToFileURL("/a/b").href, wheels: ["x/y.whl"] }), {
      indexURL: `${folder}/`, lockFileURL: folder, packageBaseUrl: undefined, wheels: [resolve("x/y.whl")],
    });
    const web = { indexURL: new URL("https://h/a"), lockFileURL: "https://h/b", packageBaseUrl: "", wheels: undefined };
    assert.deepEqual(await resolveOptions(web), {
      indexURL: "https://h/a/", lockFileURL: "https://h/b", packageBaseUrl: `${resolve(".")}/`, wheels: undefined,
    });
  },

  async "in a page or worker an address is relative to its location"() {
    const options = { indexURL: "../p", lockFileURL: "/l.json", packageBaseUrl: "", wheels: ["x.whl"] };
    const expected = { indexURL: "http://h/p/", lockFileURL: "http://h/l.json", packageBaseUrl: "http://h/a/", wheels: ["http://h/a/x.whl"] };
    const location = { protocol: "http:", href: "http://h/a/b" };
    await withGlobals({ location }, async () => {
      const module = await import("../../web/lib/loading.js?in-a-worker");
      assert.deepEqual(await module.resolveOptions(options), expected);
    });
    const document = { baseURI: "http://h/a/c" };
    await withGlobals({ document, location: { protocol: "http:", href: "http://other/" } }, async () => {
      const module = await import("../../web/lib/loading.js?in-a-page");
      assert.deepEqual(await module.resolveOptions(options), expected);
    });
    // A worker in Deno has a location, but it is a file.
    await withGlobals({ location: { protocol: "file:", href: "file:///a/b.js" } }, async () => {
      const module = await import("../../web/lib/loading.js?in-deno");
      assert.equal((await module.resolveOptions({ indexURL: "/p" })).indexURL, `${resolve("/p")}/`);
    });
  },

  async "what is no address in a page or worker is an error that names the option"() {
    const wrong = async (href, options) => withGlobals({ location: { protocol: href.split("/")[0], href } }, async () => {
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
    const answering = (status) => async (address, { method }) => {
      assert.deepEqual([address, method], [`${folder}pyodide.asm.wasm`, "HEAD"]);
      return { ok: status === 200, status };
    };
    // A server that does not support HEAD answers 405 or 501.
    for (const status of [200, 405, 501]) {
      const { options } = await withGlobals({ fetch: answering(status) }, () => loadPyodideFrom({ indexURL: folder, lockFileURL: "x" }));
      assert.deepEqual(options, { indexURL: folder, lockFileURL: "x" });
    }
    await withGlobals({ fetch: answering(404) }, () => assert.rejects(loadPyodideFrom({ indexURL: folder }), {
      message: `Pyodide could not be loaded from ${folder}: the server answered 404 to ${folder}pyodide.asm.wasm; `
        + "this is Pyodide of an unknown version, and py-url knows the files of 0.27 to 314",
    }));
  },

  async "an error names the version of Pyodide, which may have other files"() {
    const folder = "data:text/javascript,export const version = '315.0.0'; export const loadPyodide = () => 1//";
    const fetch = async () => ({ ok: false, status: 404 });
    await withGlobals({ fetch }, () => assert.rejects(
      loadPyodideFrom({ indexURL: folder }), /; this is Pyodide 315\.0\.0, and py-url knows the files of 0\.27 to 314$/,
    ));
  },

  async "a pyodide.mjs that is empty is an error"() {
    await assert.rejects(loadPyodideFrom({ indexURL: "data:text/javascript,//" }), /: its pyodide\.mjs has no loadPyodide$/);
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
    await assert.rejects(loadPyUrlInto(pyodideThatKnows()), /the wheel file:.*wheels\/py_url.whl could not be loaded/);
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

  async "without a console like Node's nothing is defined for it"() {
    const custom = inspect.custom;
    const before = Object.getOwnPropertyDescriptor(URL.prototype, custom);
    delete URL.prototype[custom];
    const classes = classesOf();
    try {
      defineInspection(classes);
    } finally {
      Object.defineProperty(URL.prototype, custom, before);
    }
    assert.ok(!(custom in classes.URL.prototype));
    defineInspection(classes);
    assert.ok(custom in classes.URL.prototype);
  },
});
