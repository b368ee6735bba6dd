/** Loading Pyodide into this page, worker or program, and py_url into Pyodide. */

import { integrityOf, loadFrom, nameInLock, openSnapshot, partsOfName } from "./snapshot.js";
import { compileStackCheck } from "./stack.js";

const NativeURL = globalThis.URL;
/** The base of relative addresses in a page or worker. Elsewhere it is undefined, and addresses may be paths. */
const here = globalThis.document?.baseURI ?? webAddressOf(globalThis.location);

/** A worker's address; undefined in Deno, where the location of a worker is a file. */
function webAddressOf(location) {
  return location?.protocol === "file:" ? undefined : location?.href;
}

/** A module that no bundler is to see. */
const RESOLVING = "./resolving.js";

/** The module in the npm package that has the address of its snapshot. As a variable, so that no bundler adds the snapshot. */
const OWN_SNAPSHOT = "../snapshot.js";

/** The npm package with Pyodide. As a variable, so that no bundler takes it apart: it finds its files next to itself. */
const PACKAGE = "pyodide";

/** The versions of Pyodide whose files have the names that are used here. */
const KNOWN = "0.27 to 314";

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

/** A snapshot with what its name says. The address is without the fragment that stands in for a name which a bundler changes. */
async function snapshotAt(address) {
  return { address: await absolute(`${address}`.replace(/#pyodide-[^/]*$/, ""), "snapshot"), ...partsOfName(`${address}`) };
}

/**
 * Load a Pyodide.
 *
 * @param {object} options As `resolveOptions` returns them. Without an `indexURL`, the package "pyodide" is imported.
 * @returns {Promise<object>}
 */
export async function loadPyodideFrom({ indexURL: folder, lockFileURL, packageBaseUrl, snapshot = false }) {
  try {
    const importing = importPyodide(folder);
    // While Pyodide is being fetched, so is the snapshot.
    const finding = findSnapshot(snapshot, { folder, lockFileURL, packageBaseUrl }, importing);
    // Where WebAssembly is not allowed, compiling fails, and loadPyodide would wait for ever.
    const [{ loadPyodide, version }] = await Promise.all([importing, compileStackCheck()]);
    if (typeof loadPyodide !== "function") throw new Error("its pyodide.mjs has no loadPyodide");
    const indexURL = folder ?? (await folderOfPackage());
    const check = () => checkFiles(indexURL, version, lockFileURL);
    // Node would end while loadPyodide waits for ever. A page gets the answer while it loads the files.
    if (here === undefined) await check();
    const loader = here === undefined || indexURL === undefined ? loadPyodide : rejecting(loadPyodide, wasmIn(indexURL), version, check);
    const given = Object.entries({ indexURL, lockFileURL, packageBaseUrl }).filter(([, value]) => value !== undefined);
    return await start(loader, Object.fromEntries(given), finding, version);
  } catch (error) {
    failures.set(folder, (failures.get(folder) ?? 0) + 1);
    const from = shown(folder ?? "the package pyodide (give load the indexURL of a folder that holds Pyodide)");
    throw new Error(`Pyodide could not be loaded from ${from}: ${describe(error)}`, { cause: error });
  }
}

/** Start Pyodide from the snapshot that is being found, if it is for this version, or otherwise in the ordinary way. */
async function start(loadPyodide, options, finding, version) {
  const found = await finding;
  if (found !== undefined && found.version === version) {
    // Whatever is wrong with a snapshot, there is another way.
    const pyodide = await loadFrom(loadPyodide, options, found.opened).catch(() => undefined);
    if (pyodide !== undefined) return pyodide;
  }
  // A new object, because loadPyodide writes into its argument.
  return loadPyodide({ ...options });
}

/**
 * Find the snapshot that the options ask for, and begin to read it when Pyodide has been imported.
 *
 * @returns {Promise<{version: string, opened: Promise<object>} | undefined>} Undefined if there is none.
 */
async function findSnapshot(snapshot, place, importing) {
  if (snapshot === false) return undefined;
  try {
    const { address, version, sha256 } = snapshot === true ? await snapshotOf(place) : snapshot;
    if (address === undefined) return undefined;
    const opened = openAt(address, sha256, importing);
    // It is awaited only if Pyodide has this version.
    opened.catch(() => {});
    return { version, opened };
  } catch {
    return undefined;
  }
}

/** The snapshot that Pyodide's lock file names. In Node and its like it may also be the one in the npm package. */
async function snapshotOf({ folder, lockFileURL = folder && `${folder}pyodide-lock.json`, packageBaseUrl }) {
  if (lockFileURL !== undefined) {
    const lock = JSON.parse(new TextDecoder().decode(await read(lockFileURL)));
    const name = nameInLock(lock);
    if (name !== undefined) return snapshotAt(`${packageBaseUrl ?? lockFileURL.replace(/[^/\\]*$/, "")}${name}`);
    // It may name another py_url than the one in the npm package's snapshot.
    if (knowsPyUrl(lock)) return {};
  }
  // A page would ask its server in vain, and its console would show that.
  return here === undefined ? snapshotAt((await import(/* webpackIgnore: true */ /* @vite-ignore */ OWN_SNAPSHOT)).snapshot) : {};
}

async function openAt(address, sha256, importing) {
  if (!isWeb(address)) return openSnapshot(await read(address), sha256, await node("zlib"));
  // With `integrity`, fetch would wait for the whole file. It is for pages that are not secure contexts.
  const hasDigests = globalThis.crypto?.subtle !== undefined;
  const response = await get(address, hasDigests ? {} : { integrity: integrityOf(sha256) });
  // Its thousand pieces would keep the page from asking for the WebAssembly.
  await importing;
  return openSnapshot(response, sha256);
}

/** The folder of the package "pyodide", if it can be found. Pyodide's own guess fails in Deno. */
async function folderOfPackage() {
  if (here !== undefined) return undefined;
  try {
    const { addressOf } = await import(/* webpackIgnore: true */ /* @vite-ignore */ RESOLVING);
    const module = addressOf(PACKAGE);
    return module.startsWith("file:") ? absolute(new NativeURL(".", module)) : undefined;
  } catch {
    return undefined;
  }
}

async function importPyodide(folder) {
  if (folder === undefined) return import(/* webpackIgnore: true */ /* @vite-ignore */ PACKAGE);
  const again = failures.has(folder) ? `?again=${failures.get(folder)}` : "";
  let module = `${folder}pyodide.mjs`;
  if (!isWeb(folder)) module = (await node("url")).pathToFileURL(module).href;
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `${module}${again}`);
}

const wasmIn = (folder) => `${folder}pyodide.asm.wasm`;

/**
 * Make a loadPyodide that rejects if the server lacks the WebAssembly. Pyodide's own waits for ever. This sends no request, but looks
 * at the answer that Pyodide gets. So it replaces fetch until Pyodide calls it, which is in the same task.
 *
 * @param {Function} loadPyodide
 * @param {string} wasm The address of the WebAssembly.
 * @param {string} version Pyodide's.
 * @param {() => Promise<void>} check Throws if a file is missing. This is for pages whose fetch cannot be replaced.
 */
function rejecting(loadPyodide, wasm, version, check) {
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
    function watched(...args) {
      if ((args[0]?.href ?? args[0]) !== wasm) return Reflect.apply(fetch, this, args);
      stop();
      const answer = Reflect.apply(fetch, this, args);
      Promise.resolve(answer).then(look).catch(reject);
      return answer;
    }
    const descriptor = { value: watched, configurable: true, enumerable: true, writable: true };
    if (!Reflect.defineProperty(globalThis, "fetch", descriptor)) check().catch(reject);
    // If another load has replaced it in the same moment and put this one back, it is still in place.
    loadPyodide(options).finally(stop).then(resolve, reject);
  });
}

/** Throw if a file is missing: then loadPyodide would not reject. In a browser it waits for ever, and Node exits. */
async function checkFiles(folder, version, lockFileURL = `${folder}pyodide-lock.json`) {
  if (folder === undefined) return;
  const wasm = wasmIn(folder);
  if (isWeb(folder)) {
    const { ok, status } = await fetch(wasm, { method: "HEAD" });
    // A server may not support HEAD.
    if (!ok && status !== 405 && status !== 501) throw new Error(missing(wasm, `the server answered ${status} to`, version));
  } else {
    const { stat } = await node("fs/promises");
    for (const file of [wasm, `${folder}python_stdlib.zip`, lockFileURL]) {
      if (isWeb(file)) continue;
      await stat(file).catch((cause) => { throw new Error(missing(file, `${cause.code} for`, version), { cause }); });
    }
  }
}

/** The message for a file that is not there. Another version of Pyodide may have files of other names. */
function missing(file, what, version = "of an unknown version") {
  return `${what} ${shown(file)}; this is Pyodide ${version}, and py-url knows the files of ${KNOWN}`;
}

function asFolder(address) {
  if (address === undefined) return undefined;
  if (`${address}` === "") return "./";
  return `${address}`.endsWith("/") ? `${address}` : `${address}/`;
}

/** Whether this is an address on the web. In Node it may also be a path or the address of a file. */
function isWeb(address) {
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
  if (isWeb(address)) return `${address}`;
  const path = `${address}`.startsWith("file:") ? (await node("url")).fileURLToPath(`${address}`) : `${address}`;
  const resolved = (await node("path")).resolve(path);
  return path.endsWith("/") ? asFolder(resolved) : resolved;
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

function node(module) {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${module}`);
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
  if (!isWeb(place)) {
    const { readFile } = await node("fs/promises");
    // Pyodide accepts a Uint8Array, but not Node's Buffer.
    return new Uint8Array(await readFile(place));
  }
  const bytes = new Uint8Array(await (await get(place)).arrayBuffer());
  // For a file that it does not know, a server for development answers with its start page.
  if (bytes[0] === LESS_THAN) throw new Error("the server answered with a page; give load the address of a wheel in the option wheels");
  return bytes;
}

async function get(address, options = {}) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

/** What went wrong, in one line. */
export function describe(error) {
  const message = `${error?.message ?? error}`.trim();
  // Pyodide's message is Python's traceback. Its last line says what is wrong.
  return message.startsWith("Traceback ") ? message.slice(message.lastIndexOf("\n") + 1) : message;
}
