/** Checking the options of `load`. A page that gives only the usual ones does not load this. */

import { partsOfName } from "./loading.js";

/** Those that say which Pyodide is loaded. */
const ADDRESSES = ["indexURL", "lockFileURL", "packageBaseUrl"];

/**
 * @param {unknown} given What `load` was called with.
 * @param {object} options What it has read of that.
 * @param {string[]} known The names of all options.
 * @throws {TypeError} If `load` does not take them.
 */
export function checkOptions(given, options, known) {
  if (given === null || typeof given !== "object") throw new TypeError("load takes an object of options");
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`load has no option ${unknown}; it has ${known.join(", ")}`);
  const { pyodide, wheels, snapshot, urlPattern, signal, onProgress } = options;
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
