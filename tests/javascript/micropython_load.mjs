/**
 * `load({ python: "micropython" })` in Node: its options, its results, its errors, and the globals of the program.
 *
 *     node micropython_load.mjs MICROPYTHON_FOLDER ARCHIVE
 */

import assert from "node:assert/strict";
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { gunzipSync, gzipSync } from "node:zlib";

import { departing, makeHelp } from "../../web/lib/micropython_help.js";
import { load } from "../../web/py_url.js";
import { run } from "./checks.mjs";

const [folder, archive] = process.argv.slice(2);
const options = { python: "micropython", micropython: folder, archive };
const rejects = (promise, expected) => assert.rejects(promise, expected);
/** Each call needs MicroPython, and has another way through it. */
const use = ({ URL }, host) => new URL(`HTTP://${host}.Ex\u00e4mple/%7e/../\0x`).href;
const answer = (host) => `http://${host}.xn--exmple-cua/%00x`;

async function inFolder(action) {
  const place = await mkdtemp(join(tmpdir(), "py-url-"));
  try {
    await action(place);
  } finally {
    await rm(place, { recursive: true });
  }
}

/** Serve what `answers` has for a path: [type, content]. */
async function served(answers, action) {
  const server = createServer(({ url }, response) => {
    const [type, content] = answers[url.replace(/^\/|\?.*$/g, "")] ?? [];
    response.writeHead(content === undefined ? 404 : 200, { "Content-Type": type ?? "text/plain" });
    response.end(content ?? "none");
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  try {
    await action(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The names of the globals, and what the program itself has put there. */
const globalsNow = () => [Object.getOwnPropertyNames(globalThis).sort(), globalThis.Module, globalThis.proxy_js_map];

await run({
  async "wrong options are type errors"() {
    const wrong = [
      [{ python: "pypy" }, /the option python is "micropython"; leave it out/],
      [{ archive: "/x" }, /the option archive goes with python: "micropython"/],
      [{ micropython: "/x" }, /the option micropython goes with python/],
      [{ ...options, archive: null }, /the option archive is an address, not null/],
      [{ ...options, micropython: null }, /the option micropython is an address or a MicroPython, not null/],
      [{ ...options, urlPattern: true }, /URLPattern needs Pyodide: leave out urlPattern, or leave out python/],
      [{ ...options, pyodide: { pyimport() {} } }, /runs in no Pyodide/],
      [{ ...options, micropython: { pyimport() {}, loadPackage() {} } }, /the option micropython is a Pyodide/],
      [{ ...options, wheel: 1 }, /load has no option wheel; it has archive, /],
    ];
    for (const [given, message] of wrong) await rejects(load(given), { name: "TypeError", message });
    await rejects(load({ ...options, signal: AbortSignal.abort("enough") }), (reason) => reason === "enough");
  },

  async "the classes, parseAll, install and what goes with them are there"() {
    const said = [];
    const loaded = await load({ ...options, onProgress: ({ done, total, doing }) => said.push([done, total, doing]) });
    assert.deepEqual(said.map(([done]) => done), [0, 1, 2, 3]);
    assert.deepEqual(said[3], [3, 3, "ready"]);
    const { URL, URLSearchParams, parseAll, install, uninstall, fromSnapshot, version, unicodeVersion } = loaded;
    assert.deepEqual([fromSnapshot, typeof version, /^\d+\.0\.0$/.test(unicodeVersion)], [false, "string", true]);
    const url = new URL("../b?q=1#f", "https://EXAMPLE.com:443/a/c");
    url.searchParams.append("\0", "\ufeff\u{10ffff}");
    url.host = "fa\u00df.example";
    url.pathname = "/\ud800\0\x01";
    assert.equal(url.href, "https://xn--fa-hia.example/%EF%BF%BD%00%01?q=1&%00=%EF%BB%BF%F4%8F%BF%BF#f");
    assert.deepEqual([...new URLSearchParams("a=%FF&%00=\0&=\u{10ffff}")], [["a", "\ufffd"], ["\0", "\0"], ["", "\u{10ffff}"]]);
    assert.throws(() => new URL("http://u:secret@a b/"), (error) => error.name === "TypeError" && error.code === "ERR_INVALID_URL" && /U\+0020/.test(error.message) && !error.message.includes("secret"));
    url.hostname = "b\u00fc";
    assert.equal(url.hostname, "xn--b-eha");
    assert.equal(URL.parse("//"), null);
    assert.equal(URL.canParse("http://\u00fc/"), true);
    assert.deepEqual(parseAll(["http://0x7f.1/", "//", "x\0y"], "http://\u00fc/").hrefs, ["http://127.0.0.1/", null, "http://xn--tda/x%00y"]);
    const native = globalThis.URL;
    install();
    assert.equal(new globalThis.URL("HTTP://\u00fc").href, "http://xn--tda/");
    uninstall();
    assert.equal(globalThis.URL, native);
    const again = await load({ ...options, indexURL: "./none" });
    assert.equal(again.URL, URL);
    await rejects(again.python(), /^Error: Pyodide could not be loaded from .*none\/: /);
  },

  async "the globals are what they were, and a Module of the program stays"() {
    const mine = { mine: true };
    globalThis.Module = mine;
    globalThis.proxy_js_map = "mine";
    const before = globalsNow();
    const [first, second] = await Promise.all([load({ ...options, archive: pathToFileURL(archive).href }), inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      const loaded = await load({ ...options, micropython: place });
      assert.equal(use(loaded, "a"), answer("a"));
      return loaded;
    }), load({ ...options, archive: pathToFileURL(archive) })]);
    assert.equal(second, undefined);
    assert.equal(use(first, "b"), answer("b"));
    assert.deepEqual(globalsNow(), before);
    assert.equal(globalThis.Module, mine);
    delete globalThis.Module;
    delete globalThis.proxy_js_map;
    assert.equal(use(first, "c"), answer("c"));
    assert.equal("Module" in globalThis, false);
    assert.equal("proxy_js_ref" in globalThis, false);
  },

  async "a Module that comes while it loads stays, too"() {
    await inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      let isLoaded = false;
      const loading = load({ ...options, micropython: place }).finally(() => { isLoaded = true; });
      // First the loader is imported, then it compiles its WebAssembly; only then does something stand in for Module.
      let last;
      for (let stoodIn = false; !stoodIn; ) {
        assert.equal(isLoaded, false);
        stoodIn = Object.getOwnPropertyDescriptor(globalThis, "Module")?.get !== undefined;
        last = { stoodIn };
        globalThis.Module = last;
        assert.equal(globalThis.Module, last);
        await new Promise(setImmediate);
      }
      const loaded = await loading;
      assert.equal(globalThis.Module, last);
      assert.equal(use(loaded, "d"), answer("d"));
      assert.equal(globalThis.Module, last);
      delete globalThis.Module;
    });
  },

  async "a program's own MicroPython goes on, before and after, and can be given"() {
    const { loadMicroPython } = await import(pathToFileURL(join(folder, "micropython.mjs")));
    const own = await loadMicroPython({ heapsize: 8 << 20 });
    own.runPython("def double(text): return text + text");
    const double = own.globals.get("double");
    const ofOther = await load(options);
    assert.equal(use(ofOther, "e"), answer("e"));
    assert.equal(double("ab"), "abab");
    const inOwn = await load({ python: "micropython", micropython: own, archive });
    assert.equal(use(inOwn, "f"), answer("f"));
    own.runPython("from py_url import URL\nhref = str(URL('http://\u00fc'))");
    assert.equal(own.globals.get("href"), "http://xn--tda/");
    own.runPython("from py_url._micropython.runtime import upper\nupper_case = upper('\u00df')");
    assert.equal(own.globals.get("upper_case"), "SS");
    assert.equal(double("cd"), "cdcd");
    assert.equal(use(ofOther, "g"), answer("g"));
    assert.equal((await load({ python: "micropython", micropython: own, archive })).URL, inOwn.URL);
    for (const name of Object.getOwnPropertyNames(globalThis)) if (name.startsWith("proxy_js")) delete globalThis[name];
    delete globalThis.Module;
    delete globalThis.pyProxyFinalizationRegistry;
    assert.equal(use(ofOther, "h"), answer("h"));
  },

  async "nothing that is collected calls back without its globals"() {
    const loaded = await load(options);
    for (let i = 0; i < 50; i += 1) use(loaded, `x${i}`);
    globalThis.gc();
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    globalThis.gc();
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    assert.equal(use(loaded, "i"), answer("i"));
  },

  async "in a worker"() {
    const code = `
      import { parentPort, workerData } from "node:worker_threads";
      const { load } = await import(workerData.module);
      const { URL } = await load(workerData.options);
      parentPort.postMessage(new URL("HTTP://\u00fc").href);
    `;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: { options, module: new URL("../../web/py_url.js", import.meta.url).href } });
    const said = await new Promise((resolve, reject) => { worker.on("message", resolve).on("error", reject); });
    assert.equal(said, "http://xn--tda/");
  },

  async "a file that is missing or something else is an error that names it, and the next load works"() {
    const [module, wasm, packed] = await Promise.all([join(folder, "micropython.mjs"), join(folder, "micropython.wasm"), archive].map((file) => readFile(file)));
    await inFolder(async (place) => {
      const files = { [join(place, "micropython.mjs")]: module, [join(place, "micropython.wasm")]: wasm };
      const page = Buffer.from("<!doctype html><p>Welcome");
      const restored = async () => { for (const [file, content] of Object.entries(files)) await writeFile(file, content); };
      const wrong = { nothing: undefined, empty: Buffer.alloc(0), page, half: null };
      for (const [file, content] of Object.entries(files)) {
        for (const given of Object.values(wrong)) {
          await restored();
          if (given === undefined) await rm(file);
          else await writeFile(file, given ?? content.subarray(0, content.length >> 1));
          const before = globalsNow();
          await rejects(load({ ...options, micropython: place }), (error) => error.message.startsWith(`MicroPython could not be loaded from ${place}/: `)
            && error.message.includes(file) && error.message.includes("needs its own file"));
          assert.deepEqual(globalsNow(), before);
        }
      }
      await restored();
      assert.equal(use(await load({ ...options, micropython: place }), "j"), answer("j"));
      const wrongArchive = join(place, "py_url.tar.gz");
      const tar = gunzipSync(packed);
      for (const given of [undefined, Buffer.alloc(0), page, packed.subarray(0, packed.length >> 1), gzipSync(page), gzipSync(tar.subarray(0, tar.length >> 1))]) {
        if (given !== undefined) await writeFile(wrongArchive, given);
        await rejects(load({ ...options, archive: wrongArchive }), (error) => error.message.startsWith(`the archive ${wrongArchive} could not be loaded: `));
      }
      const ofAnother = Buffer.from(tar);
      for (let at = ofAnother.indexOf("M\x06"); at >= 0; at = ofAnother.indexOf("M\x06", at)) ofAnother[at + 1] = 7;
      await writeFile(wrongArchive, ofAnother);
      await rejects(load({ ...options, archive: wrongArchive }), /could not be imported: ValueError: incompatible .mpy file; the archive has bytecode for MicroPython 1/);
      await writeFile(wrongArchive, tar);
      assert.equal(use(await load({ ...options, archive: wrongArchive }), "k"), answer("k"));
      await copyFile(archive, wrongArchive);
    });
  },

  async "what a server answers for the archive is checked"() {
    const tar = gunzipSync(await readFile(archive));
    const answers = { "page.tar.gz": ["text/html", "<!doctype html>"], "decoded.tar.gz": ["application/x-tar", tar] };
    await served(answers, async (origin) => {
      await rejects(load({ ...options, archive: `${origin}page.tar.gz` }), /the archive http:.*page.tar.gz could not be loaded: it has 15 bytes that are no archive/);
      await rejects(load({ ...options, archive: `${origin}none.tar.gz` }), /none.tar.gz could not be loaded: the server answered 404/);
      assert.equal(use(await load({ ...options, archive: `${origin}decoded.tar.gz` }), "l"), answer("l"));
    });
  },

  async "after a failure, load makes another one"() {
    await inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      const loaded = await load({ ...options, micropython: place });
      const thrown = new RangeError("of the page");
      // Between MicroPython and its WebAssembly.
      const { decode } = TextDecoder.prototype;
      TextDecoder.prototype.decode = () => { throw thrown; };
      try {
        assert.throws(() => use(loaded, "m"), (error) => /^MicroPython has failed/.test(error.message) && error.cause !== undefined);
      } finally {
        TextDecoder.prototype.decode = decode;
      }
      assert.throws(() => use(loaded, "m"), /^Error: MicroPython has failed/);
      const next = await load({ ...options, micropython: place });
      assert.notEqual(next.URL, loaded.URL);
      assert.equal(use(next, "n"), answer("n"));
    });
  },

  async "a stack without room is the engine's own error, and everything works again"() {
    const loaded = await load(options);
    let deepest = 0;
    const dive = (depth) => {
      deepest = depth;
      use(loaded, `o${depth % 7}`);
      dive(depth + 1);
    };
    const fill = (left) => (left === 0 ? dive(0) : fill(left - 1));
    assert.throws(() => fill(6_000), RangeError);
    assert.equal(use(loaded, "p"), answer("p"));
    assert.ok(deepest >= 0);
  },

  async "long strings cross, or fail and the next one crosses"() {
    const { URL } = await load(options);
    assert.equal(new URL(`http://h/${"\u00fc ".repeat(2_500_000)}x`).href.length, 9 + 2_500_000 * 9 + 1);
    assert.equal(new URL("http://\u00fc/").href, "http://xn--tda/");
  },

  async "what an interpreter of the program raises is told in the engine's own words"() {
    const { loadMicroPython } = await import(pathToFileURL(join(folder, "micropython.mjs")));
    const mine = await loadMicroPython({ heapsize: 8 << 20 });
    const own = (functions) => ({
      registerJsModule() {},
      FS: mine.FS,
      pyimport(name) {
        if (functions === undefined) throw new Error(`no module named ${name}`);
        return functions;
      },
    });
    await rejects(load({ ...options, micropython: own(undefined) }), /^Error: py_url could not be imported: no module named py_url._micropython.face/);
    await load({ ...options, micropython: mine });
    const face = mine.pyimport("py_url._micropython.face");
    for (const [type, message, expected] of [
      ["MemoryError", "", /^RangeError: There is not enough memory: MicroPython's is full/],
      ["RuntimeError", "maximum recursion depth exceeded", /^RangeError: Maximum call stack size exceeded: MicroPython's limit/],
      ["RuntimeError", "another", /^Error: Python raised RuntimeError; the cause has its traceback/],
    ]) {
      const raises = () => { throw Object.assign(new Error(message), { name: "PythonError", type }); };
      const functions = { tables: face.tables };
      for (const name of ["parse_url", "parse_url_or_empty", "can_parse", "parse_all", "change", "parse_pairs"]) functions[name] = raises;
      const loaded = await load({ ...options, micropython: own(functions) });
      assert.throws(() => use(loaded, "r"), expected);
      assert.throws(() => use(loaded, "r"), expected);
    }
    const broken = { tables: face.tables, parse_url() { throw new Error("of the page"); } };
    for (const name of ["parse_url_or_empty", "can_parse", "parse_all", "change", "parse_pairs"]) broken[name] = broken.parse_url;
    const given = { ...options, micropython: own(broken) };
    const failing = await load(given);
    assert.throws(() => use(failing, "r"), /^Error: MicroPython has failed/);
    await rejects(load(given), /^Error: this MicroPython has failed; give load another one/);
    for (const name of Object.getOwnPropertyNames(globalThis)) if (name.startsWith("proxy_js")) delete globalThis[name];
    delete globalThis.Module;
    delete globalThis.pyProxyFinalizationRegistry;
  },

  async "without addresses, the files of the npm packages are looked for"() {
    await rejects(load({ python: "micropython", archive }), /^Error: MicroPython could not be loaded from the package @micropython/);
    await rejects(load({ python: "micropython", micropython: folder }), /^Error: the archive .*micropython\/py_url\.tar\.gz could not be loaded: /);
  },

  async "what reads from standard input gets nothing"() {
    await inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      await copyFile(join(place, "micropython.mjs"), join(place, "loader.mjs"));
      await writeFile(join(place, "micropython.mjs"), 'import { loadMicroPython as other } from "./loader.mjs";\n'
        + "export const loadMicroPython = (given) => { if (given.stdin() !== null) throw given; return other(given); };");
      assert.equal(use(await load({ ...options, micropython: place }), "s"), answer("s"));
    });
  },

  async "an engine without DecompressionStream, and a loader that leaves another Module"() {
    const { DecompressionStream } = globalThis;
    await inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      delete globalThis.DecompressionStream;
      try {
        assert.equal(use(await load({ ...options, micropython: place }), "t"), answer("t"));
      } finally {
        globalThis.DecompressionStream = DecompressionStream;
      }
    });
    await inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      await copyFile(join(place, "micropython.mjs"), join(place, "loader.mjs"));
      await writeFile(join(place, "micropython.mjs"), 'import { loadMicroPython as other } from "./loader.mjs";\n'
        + "export const loadMicroPython = async (given) => { const made = await other(given); globalThis.Module = {}; return made; };");
      const before = globalsNow();
      await rejects(load({ ...options, micropython: place }), /another MicroPython was started in the same moment; call load again/);
      // What another one has put there stays, and what this one had made calls nothing when it is collected.
      assert.deepEqual(globalThis.Module, {});
      delete globalThis.Module;
      assert.deepEqual(globalsNow(), before);
      await new Promise((resolve) => { setTimeout(resolve); });
      globalThis.gc();
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    });
  },

  async "matches that are empty or that have no group, beyond U+FFFF too"() {
    const help = makeHelp();
    const [empty, optional] = ["", "(b)?,"].map((pattern) => help.compile(departing(pattern), false, false, false, false));
    const text = departing("\u{1f600}a");
    assert.equal(help.spans(empty, 0, -1, text).split(";").length, 3);
    assert.deepEqual(help.pieces(empty, text).slice(1).split("\x02"), ["", "", "\u{1f600}", "", "a", "", ""]);
    assert.equal(help.pieces(optional, departing(",x")), "=\x02,\x02\x03\x02x");
    assert.equal(help.pieces(optional, departing(",\ud800\x02")), "~\x02,\x02\x03\x02\x01d800\x010002");
    assert.equal(help.match(empty, 0, 2, 1, text), null);
    assert.equal(help.decode("").slice(1), "");
  },

  async "a server without MicroPython's files is named"() {
    await served({ "micropython.mjs": ["text/javascript", "export {}"] }, async (origin) => {
      await rejects(load({ ...options, micropython: origin }), (error) => error.message.startsWith("MicroPython could not be loaded from http:") && error.message.includes("404"));
    });
  },

  // The last one, because the name stays declared.
  async "a Module that a script declares with let is refused"() {
    runInThisContext("let Module = 1");
    await inFolder(async (place) => {
      await cp(folder, place, { recursive: true });
      await rejects(load({ ...options, micropython: place }), /this page declares Module with let or const/);
    });
  },
});
