/**
 * Unit tests of how Pyodide is started with files of our own: unpacking them, the snapshot, and what happens if one cannot be used.
 * They run with a fake Pyodide, fake answers of a server, and the real decoder.
 *
 *     node starting.mjs PYODIDE_FOLDER DIST
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { exchangeSegments } from "../../web/lib/snapshot.js";
import { makeLoadPyodide } from "../../web/lib/interpreter.js";
// A page imports it when it has time; here it is there at once.
import "../../web/lib/keeping.js";
import { integrityOf, loadPyodideFrom, resolveOptions, restOf } from "../../web/lib/loading.js";
import { complete, completeWith } from "../../web/lib/python.js";
import { loadFrom, openSnapshot } from "../../web/lib/snapshot.js";
import { writeFiles } from "../../web/lib/short_files.js";
import { hasDigest, parted, piecesOf, unpack } from "../../web/lib/unpacking.js";
import { run, withGlobals } from "./checks.mjs";

const [pyodideFolder, dist] = process.argv.slice(2);
const DECODER = pathToFileURL(resolve(dist, "fzstd.mjs")).href;
const decoder = await import(DECODER);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
const text = (bytes) => Buffer.from(bytes).toString();

/** A frame of Zstandard whose blocks are not compressed, and one that repeats a byte, if *zeros* are to be at the end. */
function frameOf(content, { size = 8, zeros = 0 } = {}) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length + zeros);
  const blocks = [];
  const block = (bytes, kind, count, isLast) => {
    const head = Number(isLast) | (kind << 1) | (count << 3);
    blocks.push(Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), bytes);
  };
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size);
    block(part, 0, part.length, zeros === 0 && at + size >= content.length);
  }
  if (zeros > 0) block(Buffer.from([0]), 1, zeros, true);
  return new Uint8Array(Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), length, ...blocks]));
}

/** What gives the bytes in pieces of this length. */
function inPieces(bytes, length) {
  let at = 0;
  return async () => {
    const value = bytes.subarray(at, at + length);
    at += length;
    return { done: value.length === 0, value };
  };
}

/** A header and a content in one. */
function packedOf(header, content) {
  const json = Buffer.from(JSON.stringify(header).padEnd(108));
  return Buffer.concat([Buffer.from([108, 0, 0, 0]), json, Buffer.from(content)]);
}

/** A WebAssembly with a section that is passed over, and the data "abc" at 2 and "d" at 300. */
const WASM = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 0x82, 0, 9, 9,
  11, 17, 2, 0, 0x41, 2, 0x0b, 3, 97, 98, 99, 0, 0x41, 0xac, 2, 0x0b, 1, 100, 0, 0,
]);
/** A snapshot that begins with its header of 8 bytes, and has the data, of which one byte was changed. */
const MEMORY = new Uint8Array(400);
MEMORY.set([7, 7, 7, 7, 8, 0, 0, 0, 1, 2, 97, 98, 100, 3]);
MEMORY[308] = 100;

function snapshotOf(memory = MEMORY, wasm = WASM) {
  const difference = memory.slice();
  exchangeSegments(difference, wasm);
  const file = frameOf(packedOf({ wasm: digest(wasm) }, difference), { size: 200 });
  return { file, sha256: digest(file) };
}

const FILES = packedOf({ files: [["py_url/a.py", 3], ["py_url/b.py", 0], ["c.py", 1]] }, "abcd");

/** A fake Pyodide that begins with this memory. It tells what is written, run and asked for. */
function pyodideWith(memory, library = "python314.zip") {
  const written = [];
  const names = ["python3.14", ...(library === null ? [] : [library])];
  const nameOf = (path) => path.replace("/lib/", "");
  const FS = {
    readdir: () => names,
    analyzePath: (path) => ({ exists: names.includes(nameOf(path)) }),
    unlink: (path) => { written.push(`-${path}`); names.splice(names.indexOf(nameOf(path)), 1); },
    mkdirTree: (folder) => written.push(folder),
    writeFile: (path, bytes) => { written.push([path, text(bytes)]); names.push(nameOf(path)); },
  };
  const called = [];
  const pyimport = (name) => ({ seed: () => called.push(`${name}.seed`), destroy: () => called.push("destroyed") });
  return { memory: memory && [...memory], written, FS, pyimport, called, toPy: (value) => value, runPython: (code) => called.push(code.length > 0), loadedPackages: {} };
}

/** A folder, which is itself a module, with a Pyodide of version 2.3.4 that asks for its files as Pyodide does. */
const FOLDER = "https://h/p/";
const MODULE = `data:text/javascript,${encodeURIComponent(`export const version = "2.3.4";
  export const loadPyodide = async (options) => {
    globalThis.told.push(Object.keys(options).join());
    await globalThis.alsoBegins?.();
    const get = async (name) => new Uint8Array(await (await fetch(options.indexURL + name)).arrayBuffer());
    const [library, wasm] = globalThis.inPage ? await Promise.all([get("python_stdlib.zip"), get("pyodide.asm.wasm")]) : [];
    const memory = await options._loadSnapshot;
    await options.fsInit?.();
    if (memory?.[0] === 0) throw new Error("out of memory");
    return globalThis.pyodideFor(memory, library, wasm);
  };`)}`;
register(`data:text/javascript,${encodeURIComponent(`export const resolve = (name, context, next) => (
  name.startsWith("${FOLDER}pyodide.mjs") ? { url: ${JSON.stringify(MODULE)}, shortCircuit: true }
    : name.endsWith("fzstd.mjs") ? { url: ${JSON.stringify(DECODER)}, shortCircuit: true } : next(name, context)
);`)}`);

let pages = 0;

/** What loads with these answers of a server, in a page. `asked` is what it is asked for, `options` what Pyodide gets. */
async function loaded(answers, options = {}, globals = {}, how = {}) {
  pages += 1;
  const here = { location: { protocol: "http:", href: "http://h/" }, process: undefined };
  const { loadPyodideFrom: load, restOf: rest } = await withGlobals(here, () => import(`../../web/lib/loading.js?page-${pages}`));
  const [told, asked] = [[], []];
  const fetch = async (address, { method, integrity } = {}) => {
    const name = `${address}`.replace(FOLDER, "");
    if (method !== "HEAD") asked.push(integrity === undefined ? name : `${name} ${integrity}`);
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    const given = answer instanceof Function ? answer() : answer;
    return given === undefined ? new Response(null, { status: 404 }) : given instanceof Response ? given : new Response(given);
  };
  const pyodideFor = (memory, library, wasm) => Object.assign(pyodideWith(memory), { library: text(library), wasm: text(wasm) === text(WASM) });
  const all = { fetch, told, inPage: true, pyodideFor, ...globals };
  const pyodide = await withGlobals(all, async () => {
    const given = await load({ indexURL: FOLDER, snapshot: true, ...options }, how);
    // What nobody waits for.
    await new Promise((begins) => { setTimeout(begins, 20); });
    return given;
  });
  return { pyodide, told, asked, rest: rest(pyodide) };
}

/** A lock file that names all files, and all the files. Options leave out or replace some of them. */
function site({ lock = {}, ...others } = {}) {
  const { file, sha256 } = snapshotOf();
  const name = `x-pyodide-2.3.4-${sha256}.bin`;
  const files = {
    "core": ["core.zst", digest(FILES)], "whole": ["whole.zst", digest(FILES)],
    "pyodide.asm.wasm": ["w.zst", digest(WASM)], "python_stdlib.zip": ["l.zst", digest("the whole library")],
  };
  const tool = { "py-url": { version: "2.3.4", decoder: "fzstd.mjs", snapshot: name, files, ...lock } };
  return {
    "pyodide-lock.json": JSON.stringify({ packages: { "py-url-whatwg": {} }, tool }),
    [name]: file,
    "core.zst": frameOf(FILES),
    "whole.zst": frameOf(FILES),
    "w.zst": frameOf(WASM),
    "l.zst": frameOf(Buffer.from("the whole library")),
    "pyodide.asm.wasm": WASM,
    "python_stdlib.zip": "the plain library",
    ...others,
  };
}

/** The names that were asked for, without the snapshot's digest. */
const short = (asked) => asked.map((name) => name.replace(/x-.*?bin/, "x.bin"));

/** An answer that breaks off after this many bytes. */
const brokenOff = (bytes, length) => () => new ReadableStream({
  async start(controller) {
    controller.enqueue(bytes.subarray(0, length));
    await new Promise((begins) => { setTimeout(begins, 5); });
    controller.error(new Error("the network is gone"));
  },
});

await run({
  async "a frame is decoded while it arrives"() {
    const content = Buffer.from("0123456789abcdefghijklmnopqrstuvwxyz");
    for (const zeros of [0, 5]) {
      const frame = frameOf(content, { zeros });
      const expected = text(content) + "\0".repeat(zeros);
      for (const length of [1, 2, 3, 7, 40, 1000]) {
        const told = [];
        const made = await unpack(inPieces(frame, length), decoder, (_, there) => told.push(there));
        assert.equal(text(made), expected);
        assert.deepEqual(told, [8, 16, 24, 32, 36, ...(zeros > 0 ? [41] : [])]);
      }
      for (let length = 18; length < frame.length; length += 1) {
        await assert.rejects(unpack(inPieces(frame.subarray(0, length), 9), decoder), { message: "the file is too short" });
      }
    }
  },

  async "what a host has decoded is taken as it is"() {
    for (const content of ["", "short", "longer than the beginning of a frame"]) {
      assert.equal(text(await unpack(inPieces(Buffer.from(content), 5), decoder)), content);
    }
  },

  async "a frame that is damaged or says no size is an error"() {
    const frame = frameOf(Buffer.from("0123456789abcdef"));
    const short = frame.slice();
    short[5] = 20;
    await assert.rejects(unpack(inPieces(short, 100), decoder), { message: "the file is damaged" });
    const reserved = frame.slice();
    reserved[9] |= 6;
    await assert.rejects(unpack(inPieces(reserved, 100), decoder), /invalid block type/);
    const without = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 0, ...frame.subarray(9)]);
    await assert.rejects(unpack(inPieces(without, 100), decoder), { message: "the size of the content is missing" });
  },

  async "the files of the build are what their names in the lock file say"() {
    const { tool } = JSON.parse(await readFile(join(dist, "pyodide-lock.json"), "utf8"));
    for (const [name, sha256] of Object.values(tool["py-url"].files)) {
      const file = new Uint8Array(await readFile(join(dist, name)));
      assert.ok(await hasDigest(await unpack(piecesOf(file), decoder), sha256), name);
    }
  },

  async "where there are no digests, nothing is compared"() {
    assert.equal(await hasDigest(WASM, "x"), false);
    for (const crypto of [{}, undefined]) assert.equal(await withGlobals({ crypto }, () => hasDigest(WASM, "x")), true);
  },

  async "what the memory and the WebAssembly both have is exchanged for zeros, and back"() {
    const changed = MEMORY.slice();
    exchangeSegments(changed, WASM);
    assert.deepEqual([...changed.subarray(8, 14)], [1, 2, 0, 0, 7, 3]);
    assert.equal(changed[308], 0);
    exchangeSegments(changed, WASM);
    assert.deepEqual(changed, MEMORY);
    assert.throws(() => exchangeSegments(MEMORY.slice(), WASM.subarray(0, 13)), { message: "there is no data in the WebAssembly" });
    const passive = WASM.slice();
    passive[16] = 1;
    assert.throws(() => exchangeSegments(MEMORY.slice(), passive), { message: "the WebAssembly's data is of another kind" });
  },

  async "a snapshot is taken apart, unless it is damaged or for another WebAssembly"() {
    const { file, sha256 } = snapshotOf();
    const open = (bytes, { of = sha256, wasm = WASM } = {}) => openSnapshot(bytes, of, decoder, Promise.resolve(wasm));
    for (const source of [file, new Response(file)]) {
      const { memory, filled } = open(source);
      await filled;
      assert.deepEqual(await memory, MEMORY);
    }
    const wrong = { "the snapshot is damaged": open(file, { of: digest("") }), "the snapshot is for another WebAssembly": open(file, { wasm: new Uint8Array(WASM.length) }) };
    for (const [message, { memory, filled }] of Object.entries(wrong)) {
      await assert.rejects(filled, { message });
      assert.ok((await memory).every((byte) => byte === 0), "Pyodide refuses an empty memory");
    }
    const cut = open(file.subarray(0, 40));
    await assert.rejects(cut.memory, { message: "the file is too short" });
    await assert.rejects(cut.filled, { message: "the file is too short" });
    const page = open(new TextEncoder().encode(`${" ".repeat(120)}<!doctype html>`));
    await assert.rejects(page.memory, { message: "the snapshot is damaged" });
    await assert.rejects(page.filled);
  },

  async "Pyodide gets the memory once"() {
    const { file, sha256 } = snapshotOf();
    let kept;
    const loadPyodide = async (options) => {
      kept = options;
      const memory = await options._loadSnapshot;
      await options.fsInit();
      return pyodideWith(memory);
    };
    const pyodide = await loadFrom(loadPyodide, { indexURL: "/p/" }, openSnapshot(file, sha256, decoder, Promise.resolve(WASM)));
    assert.equal(kept.indexURL, "/p/");
    assert.throws(() => kept._loadSnapshot.then(), TypeError, "it is kept in the options, which Pyodide keeps");
    await assert.rejects(kept.fsInit(), TypeError, "it is kept in the options, which Pyodide keeps");
    assert.deepEqual([pyodide.memory, pyodide.called], [[...MEMORY], ["random.seed", "destroyed"]]);
  },

  async "files that are packed in one are written to Python's packages"() {
    const pyodide = pyodideWith();
    writeFiles(pyodide, FILES);
    const place = "/lib/python3.14/site-packages";
    assert.deepEqual(pyodide.written, [`${place}/py_url`, [`${place}/py_url/a.py`, "abc"], [`${place}/py_url/b.py`, ""], place, [`${place}/c.py`, "d"]]);
    assert.deepEqual(parted(FILES).header.files.length, 3);
  },

  async "a page starts from the snapshot and the short WebAssembly, without a standard library"() {
    const { pyodide, told, asked, rest } = await loaded(site());
    assert.deepEqual(pyodide.memory, [...MEMORY]);
    assert.deepEqual([pyodide.library, pyodide.wasm], ["", true]);
    assert.deepEqual(pyodide.written, ["-/lib/python314.zip"]);
    assert.deepEqual(told, ["indexURL,_loadSnapshot,fsInit"]);
    assert.deepEqual(short(asked).sort(), ["pyodide-lock.json", "w.zst", "x.bin"]);
    assert.equal(rest.fromSnapshot, true);
  },

  async "a page without the snapshot has the core and the short files"() {
    for (const how of [[site(), { snapshot: false }], [site({ lock: { snapshot: undefined } })], [site({ lock: { snapshot: "x.bin" } })]]) {
      const { pyodide, asked, rest } = await loaded(...how);
      assert.deepEqual([pyodide.memory, pyodide.library, pyodide.wasm], [undefined, "the whole library", true]);
      assert.equal(pyodide.written.length, 5);
      assert.deepEqual(short(asked).sort(), ["core.zst", "l.zst", "pyodide-lock.json", "w.zst"]);
      assert.equal(rest.fromSnapshot, false);
    }
    // Somebody else's wheels are not to be hidden by it.
    const { pyodide, rest } = await loaded(site(), { snapshot: false, wheels: ["x.whl"] });
    assert.deepEqual([pyodide.library, pyodide.written, rest], ["the whole library", [], undefined]);
  },

  async "a short file that is missing or unusable is as if there were none"() {
    const wasm = frameOf(WASM);
    const changed = WASM.slice();
    changed[31] = 1;
    const html = "<!doctype html>";
    for (const [what, answer] of Object.entries({ missing: undefined, html, "of another content": frameOf(changed), "broken off": brokenOff(wasm, 5) })) {
      // Nothing of it has been given to Pyodide: so it gets its own file, and the snapshot is used.
      if (what === "of another content") continue;
      const { pyodide, asked } = await loaded(site({ "w.zst": answer }));
      assert.deepEqual([pyodide.memory, pyodide.wasm], [[...MEMORY], true], what);
      assert.ok(asked.includes("pyodide.asm.wasm"), what);
    }
    // Something has: so it is started again.
    for (const answer of [frameOf(changed), brokenOff(wasm, 24)]) {
      const { pyodide, told } = await loaded(site({ "w.zst": answer }));
      assert.deepEqual([pyodide.memory, pyodide.wasm, pyodide.library, told.length], [undefined, true, "the whole library", 2]);
    }
    for (const answer of [undefined, html, frameOf(Buffer.from("another library"))]) {
      const { pyodide } = await loaded(site({ "l.zst": answer }), { snapshot: false });
      assert.equal(pyodide.library, "the plain library");
    }
    for (const answer of [undefined, frameOf(Buffer.from("another core, of no use"))]) {
      const { pyodide, rest } = await loaded(site({ "core.zst": answer }), { snapshot: false });
      assert.deepEqual([pyodide.written, rest], [[], undefined]);
    }
  },

  async "a module of the start that did not arrive is asked for again"() {
    // It refuses each of these names as often as this says. What it is asked for again, it finds under the name itself.
    const refused = { "./starting.js": 1, [`${FOLDER}late.mjs`]: 1, [`${FOLDER}later.mjs`]: 2 };
    register(`data:text/javascript,${encodeURIComponent(`const refused = ${JSON.stringify(refused)};
      export const resolve = (name, context, next) => {
        const [asked] = name.split("?");
        if (refused[asked] > 0) {
          refused[asked] -= 1;
          throw new Error("the network is gone");
        }
        return asked in refused && asked.endsWith(".mjs") ? { url: ${JSON.stringify(DECODER)}, shortCircuit: true } : next(name, context);
      };`)}`);
    for (const decoder of ["fzstd.mjs", "late.mjs"]) {
      const { pyodide, rest } = await loaded(site({ lock: { decoder } }));
      assert.deepEqual([pyodide.memory, rest.fromSnapshot], [[...MEMORY], true], decoder);
    }
    // Twice in vain is too late for the snapshot, but not for the short files.
    const { pyodide, rest } = await loaded(site({ lock: { decoder: "later.mjs" } }));
    assert.deepEqual([pyodide.memory, pyodide.library, rest.fromSnapshot], [undefined, "the whole library", false]);
  },

  async "a snapshot that cannot be used is not, and nothing is said"() {
    const { file, sha256 } = snapshotOf(new Uint8Array(400));
    const name = `x-pyodide-2.3.4-${sha256}.bin`;
    const zeros = MEMORY.slice();
    zeros[0] = 0;
    const unusable = snapshotOf(zeros);
    const nameOfUnusable = `x-pyodide-2.3.4-${unusable.sha256}.bin`;
    const another = `x-pyodide-2.3.5-${sha256}.bin`;
    const wrong = {
      "for another Pyodide": [{ lock: { snapshot: another }, [another]: file }, 1],
      "missing": [{ lock: { snapshot: name } }, 2],
      "damaged": [{ lock: { snapshot: name }, [name]: frameOf(Buffer.from("something else of any length")) }, 2],
      "unusable": [{ lock: { snapshot: nameOfUnusable }, [nameOfUnusable]: unusable.file }, 2],
    };
    for (const [what, [others, attempts]] of Object.entries(wrong)) {
      const { pyodide, told } = await loaded(site(others));
      assert.deepEqual([pyodide.memory, pyodide.library, told.length], [undefined, "the whole library", attempts], what);
    }
    const { pyodide, told } = await loaded({ ...site(), "pyodide-lock.json": "{}" });
    assert.deepEqual([pyodide.memory, pyodide.library, told], [undefined, "the plain library", ["indexURL"]]);
  },

  async "a lock file that cannot be read is an error that says what came, and Pyodide does not begin"() {
    const html = () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html", "Content-Length": "15" } });
    for (const [answer, message] of [[undefined, "404"], ["{", "200, text/plain;charset=UTF-8"], [html, "200, text/html, 15 bytes"]]) {
      const told = [];
      await assert.rejects(loaded(site({ "pyodide-lock.json": answer }), {}, { told }), (error) => (
        error.message.startsWith(`Pyodide could not be loaded from ${FOLDER}: the server answered ${message} to ${FOLDER}pyodide-lock.json`)
        && error.message.endsWith("; put Pyodide's own file there")
      ));
      assert.deepEqual(told, []);
    }
  },

  async "the files are for one version of Pyodide"() {
    const { pyodide, asked } = await loaded(site({ lock: { version: "2.3.5" } }), { snapshot: false });
    assert.deepEqual([pyodide.library, pyodide.written], ["the plain library", []]);
    assert.ok(!asked.includes("w.zst"));
    // The snapshot says for which it is, and needs nothing else.
    const restored = await loaded(site({ lock: { version: "2.3.5", files: undefined, decoder: undefined } }));
    assert.deepEqual(restored.pyodide.memory, [...MEMORY]);
    assert.ok(restored.asked.includes("pyodide.asm.wasm"));
  },

  async "outside a secure context, fetch compares the digests"() {
    const { pyodide, asked } = await loaded(site(), {}, { crypto: undefined });
    assert.deepEqual(pyodide.memory, [...MEMORY]);
    const { sha256 } = snapshotOf();
    assert.deepEqual(short(asked), ["pyodide-lock.json", `x.bin ${integrityOf(sha256)}`, `pyodide.asm.wasm ${integrityOf(digest(WASM))}`]);
    const plain = await loaded(site(), { snapshot: false }, { crypto: undefined });
    assert.equal(plain.pyodide.library, "the plain library");
    const unknown = await loaded(site({ lock: { files: undefined } }), {}, { crypto: undefined });
    assert.equal(unknown.pyodide.memory, undefined);
  },

  async "without digests, what a page has left out is got as Pyodide itself gets it"() {
    const page = "<!doctype html>";
    for (const options of [{}, { snapshot: false }]) {
      const { pyodide, rest, asked } = await loaded(site({ "core.zst": page }), options, { crypto: undefined });
      // Without the snapshot it is complete.
      assert.equal(rest === undefined, options.snapshot === false);
      assert.ok(!asked.includes("core.zst"));
      if (rest === undefined) continue;
      const also = [];
      const fetch = async (address) => {
        also.push(`${address}`.replace(FOLDER, ""));
        return new Response(`${address}`.endsWith(".zip") ? "the plain library" : page);
      };
      const names = [];
      Object.assign(pyodide, {
        lockfile: { packages: { "py-url-whatwg": {} } }, loadPackage: async (name) => names.push(name),
        pyimport: () => ({ invalidate_caches() {}, find_spec: () => ({ destroy() {} }), destroy() {} }),
      });
      await withGlobals({ fetch, crypto: undefined }, () => complete(pyodide, rest));
      assert.deepEqual([also, names], [["python_stdlib.zip"], ["py-url-whatwg"]]);
      assert.deepEqual(pyodide.written.at(-1), ["/lib/python314.zip", "the plain library"]);
    }
  },

  async "what a page fetches meanwhile is its own, whatever its address is"() {
    for (const options of [{}, { snapshot: false }, { snapshot: false, lockFileURL: `${FOLDER}plain.json` }]) {
      const said = [];
      const alsoBegins = async () => { for (const name of ["constructor", "toString", "__proto__"]) said.push((await fetch(name)).status); };
      const { told } = await loaded(site({ "plain.json": "{}" }), options, { alsoBegins });
      assert.deepEqual([told.length, said], [1, [404, 404, 404]]);
    }
  },

  async "a page may have a type in all of its objects"() {
    try {
      Object.defineProperty(Object.prototype, "type", { value: "mine", configurable: true, writable: true });
      const { pyodide, told } = await loaded(site());
      assert.deepEqual([pyodide.memory, told.length], [[...MEMORY], 1]);
    } finally {
      delete Object.prototype.type;
    }
  },

  async "where fetch cannot be replaced, Pyodide starts in the ordinary way"() {
    const { defineProperty } = Reflect;
    Reflect.defineProperty = (object, name, ...rest) => (name === "fetch" ? false : defineProperty(object, name, ...rest));
    try {
      const { pyodide } = await loaded(site());
      assert.deepEqual([pyodide.memory, pyodide.library], [undefined, "the plain library"]);
    } finally {
      Reflect.defineProperty = defineProperty;
    }
  },

  async "a page keeps what it has decoded for the next visit"() {
    const store = new Map([["https://h/old", new Response("old")]]);
    let deleted = 0;
    let puts = 0;
    // Nobody else waits for it.
    const isKept = async (number) => {
      for (let i = 0; i < 1_000 && puts < number; i += 1) await new Promise((begins) => { setTimeout(begins, 5); });
    };
    const cache = {
      match: async (key) => store.get(key)?.clone(),
      put: async (key, answer) => {
        store.set(key, answer);
        puts += 1;
      },
      keys: async () => [...store.keys()].map((url) => ({ url })),
      delete: async (url) => store.delete(url),
    };
    const caches = { open: async () => cache, delete: async () => { deleted += 1; store.clear(); } };
    const first = await loaded(site(), {}, { caches });
    assert.deepEqual(first.pyodide.memory, [...MEMORY]);
    await isKept(2);
    assert.equal(store.size, 2);
    const second = await loaded(site(), {}, { caches, requestIdleCallback: () => {} });
    assert.deepEqual([second.pyodide.memory, second.pyodide.wasm, second.asked], [[...MEMORY], true, ["pyodide-lock.json"]]);
    assert.deepEqual(second.pyodide.written, ["-/lib/python314.zip"]);
    // What is damaged or somebody else's is not used, but forgotten, and the server is asked once.
    const asked = ["pyodide-lock.json", "x.bin", "w.zst"];
    const changed = (bytes, at = 31) => bytes.with(at, bytes[at] ^ 1);
    const [wasmKey, memoryKey] = store.keys();
    const [wasm, memory] = await Promise.all([wasmKey, memoryKey].map(async (key) => new Uint8Array(await (await cache.match(key)).arrayBuffer())));
    const wrong = [[wasmKey, changed(wasm)], [wasmKey, new Uint8Array()], [memoryKey, changed(memory)], [memoryKey, memory.subarray(0, -1)]];
    for (const [i, [key, content]] of wrong.entries()) {
      store.set(key, new Response(content, { headers: store.get(key).headers }));
      deleted = 0;
      const { pyodide, asked: again } = await loaded(site(), {}, { caches });
      assert.deepEqual([pyodide.memory, pyodide.wasm, short(again), deleted], [[...MEMORY], true, asked, 1]);
      await isKept(2 * i + 4);
      assert.equal(store.size, 2, "the good one is kept");
    }
    // It may be that the browser does not even forget it.
    for (const key of store.keys()) store.set(key, new Response(new Uint8Array(400)));
    const full = { ...caches, delete: async () => { throw new Error("not now"); } };
    assert.deepEqual((await loaded(site(), {}, { caches: full })).pyodide.memory, [...MEMORY]);
    await isKept(12);
    // Nor may the server have it any more.
    for (const key of store.keys()) store.set(key, new Response(new Uint8Array(400)));
    const withoutSnapshot = Object.fromEntries(Object.entries(site()).filter(([name]) => !name.endsWith(".bin")));
    const { pyodide } = await loaded(withoutSnapshot, {}, { caches });
    assert.equal(pyodide.memory, undefined);
    const refusing = { open: async () => { throw new Error("not here"); } };
    assert.deepEqual((await loaded(site(), {}, { caches: refusing })).pyodide.memory, [...MEMORY]);
  },

  async "in Node a snapshot may be a file, and the npm package has one"() {
    const folder = await mkdtemp(join(tmpdir(), "py-url-"));
    const globals = { told: [], inPage: false, pyodideFor: pyodideWith, fetch: async (address) => new Response(site()[`${address}`.replace(FOLDER, "")] ?? null) };
    try {
      const { file, sha256 } = snapshotOf();
      const name = `x-pyodide-2.3.4-${sha256}.bin`;
      await writeFile(join(folder, name), file);
      const { snapshot } = await resolveOptions({ snapshot: join(folder, name) });
      const given = await withGlobals(globals, () => loadPyodideFrom({ indexURL: FOLDER, snapshot }));
      assert.deepEqual([given.memory, given.written, restOf(given).fromSnapshot], [[...MEMORY], [], true]);
      const own = JSON.stringify(`data:text/javascript,export const snapshot = ${JSON.stringify(pathToFileURL(join(folder, name)).href)}`);
      register(`data:text/javascript,${encodeURIComponent(`export const resolve = (given, context, next) => (
        given === "../snapshot.js" ? { url: ${own}, shortCircuit: true } : next(given, context)
      );`)}`);
      const lockFileURL = `data:application/json,${JSON.stringify({ packages: {} })}`;
      const fetch = async (address, ...rest) => (`${address}` === lockFileURL ? new Response("{}") : globals.fetch(address, ...rest));
      const ofPackage = await withGlobals({ ...globals, fetch }, () => loadPyodideFrom({ indexURL: FOLDER, lockFileURL, snapshot: true }));
      assert.deepEqual(ofPackage.memory, [...MEMORY]);
      // The lock file may name another py_url than the one in the package's snapshot.
      const knows = async (address) => new Response(`${address}` === lockFileURL ? '{"packages": {"py-url-whatwg": {}}}' : WASM);
      const other = await withGlobals({ ...globals, fetch: knows }, () => loadPyodideFrom({ indexURL: FOLDER, lockFileURL, snapshot: true }));
      assert.equal(other.memory, undefined);
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async "a program that imports a pyodide.mjs gets all of Python from the snapshot, or Pyodide's own start"() {
    const plain = async (options) => options;
    const ours = makeLoadPyodide(plain, pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href);
    const place = { lockFileURL: resolve(dist, "pyodide-lock.json"), packageBaseUrl: `${resolve(dist)}/` };
    const interpreter = await ours({ ...place, packages: ["py-url-whatwg", "micropip"], env: undefined });
    assert.equal(interpreter.runPython("import micropip, wave, py_url.guard; py_url.URL('http://0x7f.1').hostname"), "127.0.0.1");
    assert.match(interpreter.runPython("py_url.URL.parse.__doc__"), /parse/);
    // It does not know this option, and there is nothing in that folder.
    assert.deepEqual(await ours({ env: { A: "1" } }), { env: { A: "1" } });
    assert.deepEqual(await ours({ indexURL: "/not/there/" }), { indexURL: "/not/there/" });
  },

  async "a file that is wanted soon is asked for at once, and once"() {
    const { asked, rest } = await loaded(site(), {}, {}, { soon: ["whole", "none"] });
    const ofWhole = () => asked.filter((name) => name.startsWith("whole.zst")).length;
    assert.equal(ofWhole(), 1);
    assert.deepEqual(Buffer.from(await rest.files.contentOf("whole")), FILES);
    assert.equal(ofWhole(), 1);
  },

  async "where a program may wait for a file, it gets the rest of Python when it imports something of it"() {
    const [asked, warned] = [[], []];
    let answers = [];
    // Its text has a code unit for each byte, and what is above 127 begins with F7.
    class XMLHttpRequest {
      open(method, address, later) { Object.assign(this, { method, address, later }); }
      overrideMimeType(type) { assert.match(type, /x-user-defined/); }
      send() {
        asked.push([this.method, basename(this.address), this.later]);
        const { status = 200, bytes = readFileSync(this.address) } = answers.shift() ?? {};
        const text = Array.from(bytes, (byte) => String.fromCharCode(byte < 128 ? byte : byte + 0xf700)).join("");
        Object.assign(this, { status, responseText: text });
      }
    }
    const place = { lockFileURL: resolve(dist, "pyodide-lock.json"), packageBaseUrl: `${resolve(dist)}/` };
    const names = JSON.parse(readFileSync(place.lockFileURL)).tool["py-url"].files;
    const bytesOf = (name) => readFileSync(resolve(dist, names[name][0]));
    const start = () => makeLoadPyodide(assert.fail, pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href)({ ...place, packages: ["py-url-whatwg"] });
    const both = ["python_stdlib.zip", "whole"].map((name) => ["GET", names[name][0], false]);
    const guard = "import importlib; importlib.import_module('py_url.guard').__name__";
    await withGlobals({ XMLHttpRequest, console: { ...console, warn: (said) => warned.push(said) } }, async () => {
      const now = await start();
      assert.equal(await now.runPythonAsync("import json, py_url; py_url.URL('http://0x7f.1').hostname"), "127.0.0.1");
      await assert.rejects(now.runPythonAsync("import"), { name: "PythonError" });
      assert.throws(() => now.runPython("import no_such_module"), /No module named 'no_such_module'/);
      await now.loadPackage("py-url-whatwg");
      assert.deepEqual(asked, []);
      const wrong = [[{ status: 404, bytes: [] }], [{ bytes: bytesOf("whole").subarray(0, 2_000) }], [{ bytes: bytesOf("core") }]];
      for (answers of wrong) assert.throws(() => now.runPython(guard), /No module named 'py_url.guard': the rest of Python could not be loaded/);
      assert.deepEqual(warned.map((said) => said.replace(/.*: /, "")), ["the server answered 404", "the file is too short", "python_stdlib.zip is damaged"]);
      answers = [];
      asked.length = 0;
      assert.deepEqual([now.runPython(guard), now.runPython(guard), asked], ["py_url.guard", "py_url.guard", both]);
      assert.match(now.runPython("py_url.URL.parse.__doc__"), /parse/);
      // Before a program runs that imports it, nothing has to wait.
      const before = await start();
      assert.equal(await before.runPythonAsync("from py_url.guard import Policy; Policy.__module__.partition('.')[0]"), "py_url");
      const loading = await start();
      await loading.loadPackage(["py-url-whatwg", "micropip"]);
      assert.equal(loading.runPython("import micropip; py_url = __import__('py_url.guard'); py_url.guard.__name__"), "py_url.guard");
      assert.deepEqual(asked, both);
    });
  },

  async "what a page has left out is got when somebody asks for Python"() {
    const whole = {
      has: (name) => name === "whole" || name === "python_stdlib.zip",
      contentOf: async (name) => (name === "whole" ? FILES : Buffer.from("library")),
      packages: ["of-the-page"],
    };
    const bare = { ...pyodideWith(undefined, null), lockfile: { packages: { "py-url-whatwg": {} } } };
    assert.equal(await complete(bare, { files: whole, folder: FOLDER }), bare);
    assert.deepEqual(bare.written[0], ["/lib/python314.zip", "library"]);
    assert.equal(bare.written.length, 6);
    assert.deepEqual(bare.loadedPackages, { "of-the-page": "default channel", "py-url-whatwg": "default channel" });
    // In Node it has the library, and a lock file may not know py_url.
    const node = { ...pyodideWith(), lockfile: { packages: {} } };
    await complete(node, { files: whole, folder: FOLDER });
    assert.deepEqual([node.written.length, node.loadedPackages], [5, { "of-the-page": "default channel" }]);
    // Without files of ours, or with damaged ones, Pyodide's own are used.
    for (const files of [{ has: () => false }, { has: () => true, contentOf: async () => { throw new Error("damaged"); } }]) {
      const loadedNames = [];
      const plain = {
        ...pyodideWith(undefined, null), lockfile: { packages: { "py-url-whatwg": {} } },
        async loadPackage(name) { loadedNames.push(name); },
        pyimport: () => ({ invalidate_caches() {}, find_spec: () => ({ destroy() {} }), destroy() {} }),
      };
      const fetch = async () => new Response("the plain library");
      await withGlobals({ fetch }, () => complete(plain, { files, folder: FOLDER }));
      assert.deepEqual([plain.written, loadedNames], [[["/lib/python314.zip", "the plain library"]], ["py-url-whatwg"]]);
      // A library in which Python finds nothing does not stay.
      const { FS, written } = pyodideWith(undefined, null);
      const broken = { ...plain, FS, written, runPython() { throw new Error("no module"); } };
      await withGlobals({ fetch }, () => assert.rejects(complete(broken, { files, folder: FOLDER }), { message: "no module" }));
      assert.deepEqual(broken.written.at(-1), "-/lib/python314.zip");
    }
  },

  async "only the archive of the library counts as it, and half of one does not stay"() {
    const whole = { has: () => true, contentOf: async (name) => (name === "whole" ? FILES : Buffer.from("library")) };
    const lockfile = { packages: { "py-url-whatwg": {} } };
    const other = { ...pyodideWith(undefined, "of_the_page.zip"), lockfile };
    await complete(other, { files: whole, folder: FOLDER });
    assert.deepEqual(other.written[0], ["/lib/python314.zip", "library"]);
    // The memory of a page may be full.
    const full = { ...pyodideWith(undefined, null), lockfile };
    const { writeFile } = full.FS;
    full.FS.writeFile = (path, bytes) => {
      writeFile(path, bytes.subarray(0, 3));
      throw new Error("no space left");
    };
    for (const action of [async () => completeWith(full, Buffer.from("library"), FILES, writeFiles), () => complete(full, { files: whole, folder: FOLDER })]) {
      full.written.length = 0;
      await assert.rejects(action, { message: "no space left" });
      assert.deepEqual(full.written, [["/lib/python314.zip", "lib"], "-/lib/python314.zip"]);
    }
    full.FS.writeFile = () => { throw new Error("nothing at all"); };
    await assert.rejects(complete(full, { files: whole, folder: FOLDER }), { message: "nothing at all" });
    full.FS.writeFile = writeFile;
    await complete(full, { files: whole, folder: FOLDER });
    assert.deepEqual(full.written[2], ["/lib/python314.zip", "library"]);
  },

  async "whatever else is in Python's memory, it can be completed"() {
    const place = { indexURL: pathToFileURL(resolve(pyodideFolder)), lockFileURL: resolve(dist, "pyodide-lock.json"), packageBaseUrl: `${resolve(dist)}/` };
    const pyodide = await loadPyodideFrom(await resolveOptions(place));
    assert.equal(restOf(pyodide).fromSnapshot, true);
    const docs = "[py_url.URL.__doc__, py_url.URL.parse.__doc__]";
    assert.deepEqual(pyodide.runPython(`
import sys, types, weakref
import py_url

class Mine:
    pass

class Raising:
    @property
    def __class__(self):
        raise ValueError

class Meta(type):
    __module__ = property(lambda self: ["no", "name"])

class OfMeta(metaclass=Meta):
    pass

class RaisingMeta(type):
    def __getattribute__(self, name):
        raise ValueError(name)

class OfRaisingMeta(metaclass=RaisingMeta):
    pass

class Claiming(type):
    def __getattribute__(self, name):
        if name == "__module__":
            return "py_url"
        raise ValueError(name)

class OfClaiming(metaclass=Claiming):
    pass

def function():
    pass

def dead():
    pass

py_url.dead = weakref.proxy(dead)
del dead
Mine.__module__ = []
function.__module__ = {}
kept = [weakref.proxy(Mine()), weakref.proxy(function), Raising(), Mine(), OfMeta(), OfRaisingMeta, OfClaiming]
py_url.of_the_page, py_url.also = kept[0], types.SimpleNamespace(__module__=[], __call__=None)
sys.modules["py_url.made_up"] = types.ModuleType("py_url.made_up")
sys.modules["py_url.forbidden"] = None
${docs}`).toJs(), [undefined, undefined]);
    await complete(pyodide, restOf(pyodide));
    for (const text of pyodide.runPython(docs)) assert.ok(text.length > 20);
  },
});
process.exit();
