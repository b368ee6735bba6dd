/**
 * `loadPyodide` for programs that import a `pyodide.mjs`, such as PyScript: it starts from the snapshot.
 *
 * `building/interpreter.py` makes `py_url_pyodide.mjs` of this and what it imports, one module that stands beside Pyodide's own and
 * has the same interface. Such a program wants Python: so the standard library and all of py_url are there before it resolves.
 */

import { loadPyodideFrom, resolveOptions, restOf } from "./loading.js";
import { complete } from "./python.js";

/** Options that mean the same in a Pyodide whose memory is restored. Its environment and arguments are those of the snapshot. */
const KNOWN = new Set(["indexURL", "lockFileURL", "lockFileContents", "packageBaseUrl", "packages", "stdin", "stdout", "stderr", "checkAPIVersion"]);

/**
 * Make a `loadPyodide` that starts from the snapshot if it can, and otherwise as Pyodide does.
 *
 * @param {(options?: object) => Promise<object>} plain Pyodide's own.
 * @param {string} module The address of the module that has it.
 * @returns {(options?: object) => Promise<object>}
 */
export function makeLoadPyodide(plain, module) {
  return async function loadPyodide(options = {}) {
    const pyodide = await quickly(options, module).catch(() => undefined);
    // A new object, because Pyodide writes into it.
    return pyodide ?? plain({ ...options });
  };
}

/** Resolves to nothing if the options ask for what a snapshot cannot have, or if there is none that fits. */
async function quickly(options, module) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given.some(([name]) => !KNOWN.has(name))) return undefined;
  const { indexURL = module.slice(0, module.lastIndexOf("/") + 1), lockFileURL, packageBaseUrl, packages = [], ...others } = Object.fromEntries(given);
  const resolved = await resolveOptions({ indexURL, lockFileURL, packageBaseUrl });
  const pyodide = await loadPyodideFrom(resolved, { others, wantsPython: true });
  const rest = restOf(pyodide);
  if (rest !== undefined) await complete(pyodide, rest);
  // Pyodide would load them before Python has its standard library.
  const missing = packages.filter((name) => !(name in pyodide.loadedPackages));
  if (missing.length > 0) await pyodide.loadPackage(missing);
  return pyodide;
}
