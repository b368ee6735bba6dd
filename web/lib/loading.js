/** Loading Pyodide into this page, worker or program. */

import { compileStackCheck } from "./stack.js";

const NativeURL = globalThis.URL;
/** The base of relative addresses in a page or worker. Elsewhere it is undefined, and addresses may be paths. */
const here = globalThis.document?.baseURI ?? webAddressOf(globalThis.location);

/** A worker's address; undefined in Deno, where the location of a worker is a file. */
function webAddressOf(location) {
  return location?.protocol === "file:" ? undefined : location?.href;
}

const NAME = /pyodide-([\d.a-z]+)-([\da-f]{64})(?![\da-f])/;

/** The npm package with Pyodide. As a variable, so that no bundler takes it apart: it finds its files next to itself. */
const PACKAGE = "pyodide";

/** The versions of Pyodide whose files have the names that are used here. */
const KNOWN = "0.27 to 314";

/** What a Pyodide lacks that was started in a quicker way than the ordinary one. */
const rests = new WeakMap();

/** What this Pyodide lacks, as `startQuickly` says it; undefined if nothing. */
export const restOf = (pyodide) => rests.get(pyodide);

/** How often loading from a folder has failed. A browser may not request a module again that it once failed to get. */
const failures = new Map();

/**
 * Make the addresses in options absolute, so that the same thing always has the same name.
 *
 * @param {object} options As `load` takes them.
 * @returns {Promise<object>} `indexURL`, `lockFileURL`, `packageBaseUrl` and `wheels`: absolute addresses, or in Node perhaps
 *   absolute paths; undefined if not given. `snapshot`: an object with an address and what its name says, or a boolean.
 * @throws {TypeError} If one of them is no address.
 */
export async function resolveOptions({ indexURL, lockFileURL, packageBaseUrl, wheels, snapshot = wheels === undefined }) {
  return {
    indexURL: await absolute(asFolder(indexURL), "indexURL"),
    lockFileURL: await absolute(lockFileURL, "lockFileURL"),
    packageBaseUrl: await absolute(asFolder(packageBaseUrl), "packageBaseUrl"),
    wheels: wheels && (await Promise.all(wheels.map((wheel) => absolute(wheel, "wheels")))),
    snapshot: typeof snapshot === "boolean" ? snapshot : await snapshotAt(snapshot),
  };
}

/**
 * What the address of a snapshot says about it. A bundler may change the name of a file: then the fragment says it.
 *
 * @param {string} address
 * @returns {{version: string, sha256: string} | undefined}
 */
export function partsOfName(address) {
  const found = NAME.exec(address.slice(address.lastIndexOf("/") + 1));
  return found === null ? undefined : { version: found[1], sha256: found[2] };
}

/** A snapshot with what its name says. The address is without the fragment that stands in for a name which a bundler changes. */
export async function snapshotAt(address) {
  return { address: await absolute(`${address}`.replace(/#pyodide-[^/]*$/, ""), "snapshot"), ...partsOfName(`${address}`) };
}

/**
 * Load a Pyodide. `restOf` says what it lacks.
 *
 * @param {object} options As `resolveOptions` returns them. Without an `indexURL`, the package "pyodide" is imported.
 * @param {{others?: object, wantsPython?: boolean, soon?: string[]}} [how] Other options for Pyodide; whether what it lacks is wanted
 *   at once; and the files of `restOf` that are wanted soon if it starts from the snapshot.
 * @returns {Promise<object>}
 */
export async function loadPyodideFrom(
  { indexURL: folder, lockFileURL, packageBaseUrl, wheels, snapshot = false },
  { others = {}, wantsPython = false, soon = [] } = {},
) {
  try {
    const importing = importPyodide(folder);
    // While Pyodide is being fetched, so is the snapshot.
    const finding = find({ folder, lockFileURL, packageBaseUrl, snapshot, isPage: here !== undefined }, importing);
    // Where WebAssembly is not allowed, compiling fails, and loadPyodide would wait for ever.
    const [{ loadPyodide, version }] = await Promise.all([importing, compileStackCheck()]);
    if (typeof loadPyodide !== "function") throw new Error("its pyodide.mjs has no loadPyodide");
    const indexURL = folder ?? (here === undefined ? await (await inPrograms()).folderOf(PACKAGE) : undefined);
    const check = async () => (await inPrograms()).checkFiles(indexURL, version, lockFileURL);
    // Node would end while loadPyodide waits for ever. A page gets the answer while it loads the files.
    if (here === undefined) await check();
    const rejects = here !== undefined && indexURL !== undefined;
    const start = (options, answers = { __proto__: null }) => (rejects ? rejecting(loadPyodide, indexURL, version, check, answers)(options) : loadPyodide(options));
    const given = Object.entries({ indexURL, lockFileURL, packageBaseUrl }).filter(([, value]) => value !== undefined);
    const options = { ...Object.fromEntries(given), ...others };
    const mayHaveCore = wheels === undefined && !wantsPython;
    const found = indexURL === undefined ? undefined : await finding;
    const { pyodide, rest } = (await found?.({ folder: indexURL, version, options, start, mayHaveCore, wantsPython, soon })) ?? {};
    if (rest !== undefined) rests.set(pyodide, rest);
    // A new object, because loadPyodide writes into its argument.
    return pyodide ?? (await start({ ...options }));
  } catch (error) {
    failures.set(folder, (failures.get(folder) ?? 0) + 1);
    const from = shown(folder ?? "the package pyodide (give load the indexURL of a folder that holds Pyodide)");
    throw new Error(`Pyodide could not be loaded from ${from}: ${describe(error)}`, { cause: error });
  }
}

/** What pages do without. */
export const inPrograms = () => importLate("in_programs.js", () => import("./in_programs.js"));

/** A function that starts Pyodide in a quicker way, with files of our own; undefined if there are none. */
async function find(place, importing) {
  try {
    const { find: findFiles, startQuickly } = await importLate("starting.js", () => import("./starting.js"));
    const found = await findFiles(place, importing);
    return (how) => startQuickly(found, how);
  } catch {
    // Whatever is wrong with them, there is another way.
    return undefined;
  }
}

async function importPyodide(folder) {
  if (folder === undefined) return import(/* webpackIgnore: true */ /* @vite-ignore */ PACKAGE);
  const again = failures.has(folder) ? `?again=${failures.get(folder)}` : "";
  let module = `${folder}pyodide.mjs`;
  if (!isWeb(folder)) module = await (await inPrograms()).addressOf(module);
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `${module}${again}`);
}

export const WASM = "pyodide.asm.wasm";
export const LIBRARY = "python_stdlib.zip";

export const wasmIn = (folder) => `${folder}${WASM}`;

/**
 * Make a loadPyodide that rejects if the server lacks the WebAssembly. Pyodide's own waits for ever. This sends no request, but looks
 * at the answer that Pyodide gets. So it replaces fetch until Pyodide calls it for that, which is in the same task.
 *
 * @param {Function} loadPyodide
 * @param {string} folder Pyodide's.
 * @param {string} version Pyodide's.
 * @param {() => Promise<void>} check Throws if a file is missing. This is for pages whose fetch cannot be replaced.
 * @param {{[address: string]: (plain: (options?: object) => Promise<Response>, fail: (error: Error) => void) => Promise<Response>}} answers
 *   What Pyodide gets instead of the server's answers.
 */
function rejecting(loadPyodide, folder, version, check, answers) {
  const wasm = wasmIn(folder);
  return (options) => new Promise((resolve, reject) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "fetch");
    const { fetch } = globalThis;
    const look = ({ ok, status }) => { if (!ok) reject(new Error(missing(wasm, `the server answered ${status} to`, version))); };
    const stop = () => {
      if (globalThis.fetch !== watched) return;
      // A worker inherits its fetch.
      if (before === undefined) delete globalThis.fetch;
      else Object.defineProperty(globalThis, "fetch", before);
    };
    function watched(input, init) {
      const address = input?.href ?? input;
      const plain = (more) => Reflect.apply(fetch, this, more === undefined ? [input, init] : [input, { ...init, ...more }]);
      if (address !== wasm) return answers[address]?.(plain, reject) ?? plain();
      // Pyodide has asked for the standard library before.
      stop();
      const answer = answers[wasm]?.(plain, reject) ?? plain();
      Promise.resolve(answer).then(look).catch(reject);
      return answer;
    }
    const descriptor = { value: watched, configurable: true, enumerable: true, writable: true };
    if (!Reflect.defineProperty(globalThis, "fetch", descriptor)) {
      if (Object.keys(answers).length > 0) {
        reject(new Error("fetch cannot be replaced"));
        return;
      }
      check().catch(reject);
    }
    // If another load has replaced it in the same moment and put this one back, it is still in place.
    loadPyodide(options).finally(stop).then(resolve, reject);
  });
}

/** The folder in which Python looks for its modules. */
export const pythonIn = ({ FS }) => `/lib/${FS.readdir("/lib").find((name) => /^python3\.\d+$/.test(name))}`;

/** The file in which Python looks for its standard library: python314.zip beside the folder python3.14. */
export const libraryIn = (pyodide) => `${pythonIn(pyodide).replace(".", "")}.zip`;

/** The message for a file that is not there. Another version of Pyodide may have files of other names. */
export function missing(file, what, version = "of an unknown version") {
  return `${what} ${shown(file)}; put this file of Pyodide ${version} there, or use a version from ${KNOWN} if yours has none of that name`;
}

export function asFolder(address) {
  if (address === undefined) return undefined;
  const text = `${address}`;
  if (text === "") return "./";
  return text.endsWith("/") ? text : `${text}/`;
}

/** Whether this is an address on the web. In Node it may also be a path or the address of a file. */
export function isWeb(address) {
  return here !== undefined || /^(?:https?|data|blob):/.test(address);
}

/**
 * Pyodide wants addresses in a page or worker and paths in Node, and resolves relative ones against other bases than ours.
 *
 * @param {unknown} address
 * @param {string} option The option that has it, for the error.
 */
async function absolute(address, option) {
  if (address === undefined) return undefined;
  if (here !== undefined) return absoluteInPage(`${address}`, option);
  return isWeb(address) ? `${address}` : (await inPrograms()).pathOf(`${address}`);
}

function absoluteInPage(address, option) {
  try {
    return new NativeURL(address, here).href;
  } catch (cause) {
    const [scheme] = here.split(":", 1);
    // The address of a page made from these is not one that others can be relative to.
    const why = scheme === "blob" || scheme === "data" || scheme === "about"
      ? `is not absolute, and nothing can be relative to this ${scheme}: address`
      : "is not an address";
    throw new TypeError(`the option ${option} ${why}: ${shown(address)}`, { cause });
  }
}

/** An address for an error, without user and password. */
export function shown(address) {
  return `${address}`.replace(/^([a-z+.-]*:?\/\/)[^/?#]*@/i, "$1***@");
}

/** How often a module could not be imported by either of its addresses. */
let misses = 0;

/**
 * Import a module that few pages need. A browser may remember that it failed to get one, and ask no more: so it gets another address.
 *
 * @param {string} name Of the file.
 * @param {() => Promise<object>} importing Imports it in a form that bundlers see.
 */
export const importLate = (name, importing) => importTwice(`./${name}`, importing);

/** As `importLate`, for a module at any address. */
export async function importTwice(address, importing) {
  try {
    return await importing();
  } catch (error) {
    const again = `${address}?again=${misses}`;
    return import(/* webpackIgnore: true */ /* @vite-ignore */ again).catch(() => {
      misses += 1;
      throw error;
    });
  }
}

/** Whether a lock file names py_url. */
export function knowsPyUrl(lock) {
  return lock?.packages?.["py-url-whatwg"] !== undefined;
}

/** What a page begins with. A wheel begins with "PK". */
const LESS_THAN = 0x3c;

/** The bytes at an address, which in Node may be a path. */
export async function read(address) {
  const place = await absolute(address, "wheels");
  if (!isWeb(place)) return (await inPrograms()).bytesOf(place);
  const bytes = new Uint8Array(await (await get(place)).arrayBuffer());
  // For a file that it does not know, a server for development answers with its start page.
  if (bytes[0] === LESS_THAN) throw new Error("the server answered with a page; give load the address of a wheel in the option wheels");
  return bytes;
}

export async function get(address, options = {}) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

/** The option that makes fetch compare what it gets with a digest. */
export function integrityOf(sha256) {
  return `sha256-${btoa(sha256.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))}`;
}

/** Whether there are digests. A page that is not a secure context has none; there, fetch can compare. */
export const hasDigests = () => globalThis.crypto?.subtle !== undefined;

/** Why Pyodide may fail in a page that has such a property. */
export const READS_TYPE = 'Pyodide reads "type" of objects, and Object.prototype has one';

/** What is in a stack if code of Pyodide ran, and not only that which loads it. */
const PYODIDE_CODE = "pyodide.asm";

/** What went wrong, in one line. */
export function describe(error) {
  const message = `${error?.message ?? error}`.trim();
  // Pyodide's message is Python's traceback. Its last line says what is wrong.
  const line = message.startsWith("Traceback ") ? message.slice(message.lastIndexOf("\n") + 1) : message;
  return "type" in Object.prototype && `${error?.stack}`.includes(PYODIDE_CODE) ? `${line}; ${READS_TYPE}` : line;
}
