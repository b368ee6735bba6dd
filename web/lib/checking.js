/** Checking the options of `load`. A page that gives only the usual ones does not load this. */

import { asFolder, importLate, partsOfName } from "./loading.js";

/** Those that say which Pyodide is loaded. */
const ADDRESSES = ["indexURL", "lockFileURL", "packageBaseUrl"];

/** Those that say which MicroPython is loaded. */
const OF_MICROPYTHON = ["archive", "micropython"];

/**
 * @param {unknown} given What `load` was called with.
 * @param {object} options What it has read of that.
 * @param {object} known All options.
 * @param {Function} load
 * @param {(python: object) => Promise<object>} makeClasses
 * @param {(pyodide: object) => unknown} failureOf Why a Pyodide cannot be used; undefined if it can.
 * @returns {Promise<object> | undefined} What `load` returns, if it needs no Pyodide.
 * @throws {TypeError} If `load` does not take them.
 */
export function checkOptions(given, options, known, load, makeClasses, failureOf) {
  if (given === null || typeof given !== "object") throw new TypeError("load takes an object of options");
  for (const name in given) {
    // What is inherited counts, but not what a page added to all objects.
    const counts = !(name in {}) || Object.hasOwn(given, name);
    if (counts && !(name in known)) throw new TypeError(`load has no option ${name}; it has ${Object.keys(known).join(", ")}`);
  }
  const { pyodide, python, wheels, snapshot, urlPattern, signal, onProgress } = options;
  for (const name of ADDRESSES) {
    if (options[name] === null) throw new TypeError(`the option ${name} is an address, not null`);
  }
  if (pyodide !== undefined && ADDRESSES.some((name) => options[name] !== undefined)) {
    throw new TypeError("with the option pyodide none is loaded: so indexURL, lockFileURL and packageBaseUrl do not go with it");
  }
  checkSnapshot(snapshot, pyodide, wheels);
  if (urlPattern !== undefined && typeof urlPattern !== "boolean") throw new TypeError("the option urlPattern is true or false");
  if (signal !== undefined && typeof signal?.throwIfAborted !== "function") throw new TypeError("the option signal is an AbortSignal");
  if (pyodide !== undefined && typeof pyodide?.pyimport !== "function") throw new TypeError("the option pyodide is no Pyodide");
  if (wheels !== undefined && !Array.isArray(wheels)) throw new TypeError("the option wheels is a list of addresses");
  if (wheels?.length === 0) throw new TypeError("the option wheels is empty; leave it out to use the wheel that belongs to py-url");
  if (wheels?.some((wheel) => wheel === undefined || wheel === null)) {
    throw new TypeError("the option wheels is a list of addresses, and one of them is undefined or null");
  }
  if (onProgress !== undefined && typeof onProgress !== "function") throw new TypeError("the option onProgress is a function");
  if (python === "micropython") {
    askForAll(options);
    return importLate("micropython.js", () => import("./micropython.js")).then(({ loadOnMicroPython }) => loadOnMicroPython(options, load, makeClasses));
  }
  if (python !== undefined) throw new TypeError('the option python is "micropython"; leave it out to load Pyodide');
  for (const name of OF_MICROPYTHON) {
    if (options[name] !== undefined) throw new TypeError(`the option ${name} goes with python: "micropython"`);
  }
  const failure = pyodide && failureOf(pyodide);
  if (failure !== undefined) throw new Error("this Pyodide has failed; give load another one", { cause: failure });
  return undefined;
}

function checkSnapshot(snapshot, pyodide, wheels) {
  if (snapshot === undefined || snapshot === false) return;
  if (snapshot === null) throw new TypeError("the option snapshot is an address, true or false, not null");
  if (pyodide !== undefined) throw new TypeError("with the option pyodide none is loaded: so snapshot does not go with it");
  if (wheels !== undefined) throw new TypeError("a snapshot has its own py_url: so the options snapshot and wheels do not go together");
  if (snapshot !== true && partsOfName(`${snapshot}`) === undefined) {
    throw new TypeError("the option snapshot is an address that ends with the version of Pyodide and a SHA-256, as build_wheel.py names it");
  }
}

/** Ask for all that MicroPython needs, at once. Otherwise each file would be asked for only when the one that names it has come. */
function askForAll({ micropython, archive }) {
  // If one of them fails, so does the import of what needs it.
  for (const module of [import("./micropython_globals.js"), import("./micropython_help.js")]) module.catch(() => {});
  const isFolder = micropython !== undefined && typeof micropython?.pyimport !== "function";
  if (isFolder) ask("modulepreload", "script", `${asFolder(micropython)}micropython.mjs`);
  if (isFolder) ask("preload", "fetch", `${asFolder(micropython)}micropython.wasm`);
  if (archive !== undefined) ask("preload", "fetch", archive);
}

function ask(rel, as, href) {
  // With this, it is asked for as the loader and fetch do it, so that they get the same answer.
  const { document } = globalThis;
  document?.head?.append(Object.assign(document.createElement("link"), { rel, as, crossOrigin: "anonymous", href }));
}
