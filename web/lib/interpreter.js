/**
 * `loadPyodide` for programs that import a `pyodide.mjs`, such as PyScript: it starts from the snapshot.
 *
 * `building/interpreter.py` makes `py_url_pyodide.mjs` of this and what it imports, one module that stands beside Pyodide's own and
 * has the same interface. Such a program wants Python, but few want all of it: a page gets the standard library and all of py_url
 * when its Python code imports something that the snapshot does not have.
 */

import { LIBRARY, importLate, knowsPyUrl, loadPyodideFrom, resolveOptions, restOf } from "./loading.js";
import { complete, completeWith } from "./python.js";

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
  const mayWait = globalThis.XMLHttpRequest !== undefined && [LIBRARY, "whole"].every((name) => rest?.files.has(name));
  if (rest !== undefined) await (mayWait ? completeLater(pyodide, rest) : complete(pyodide, rest));
  // Pyodide would load them before Python has its standard library.
  const missing = packages.filter((name) => !(name in pyodide.loadedPackages));
  if (missing.length > 0) await pyodide.loadPackage(missing);
  return pyodide;
}

/**
 * Make a Pyodide get what it lacks when that is needed: before it runs a program that imports something of it, or loads a package,
 * and otherwise, while everything waits, when something is imported.
 */
async function completeLater(pyodide, rest) {
  const { files } = rest;
  const [decoder, { writeFiles }] = await Promise.all([files.getDecoder(), importLate("short_files.js", () => import("./short_files.js"))]);
  const absent = pyodide.runPython("__import__('sys').meta_path", { globals: pyodide.toPy({}) }).toJs().find((finder) => finder.__name__ === "Absent");
  for (const name of [...files.packages, ...(knowsPyUrl(pyodide.lockfile) ? ["py-url-whatwg"] : [])]) pyodide.loadedPackages[name] = "default channel";
  let isWhole = false;
  let isWaited = false;
  absent.fetch = () => {
    try {
      if (!isWhole) completeWith(pyodide, ...[LIBRARY, "whole"].map((name) => contentNow(pyodide, files, name, decoder)), writeFiles);
      isWhole = true;
    } catch (error) {
      console.warn(`py-url could not load the rest of Python: ${error.message}`);
    }
    return isWhole;
  };
  const before = (name, needs) => {
    const plain = pyodide[name];
    pyodide[name] = async (...args) => {
      // If it fails, the import tries again, and says so.
      if (!isWhole && !isWaited && needs(args[0])) {
        // What completes it may load a package, too.
        isWaited = true;
        await complete(pyodide, rest).then(() => { isWhole = true; }, () => {});
        isWaited = false;
      }
      return plain(...args);
    };
  };
  before("runPythonAsync", (code) => absent.imports(code));
  before("loadPackage", (names) => ![names].flat().every((name) => name in pyodide.loadedPackages));
}

/** The content of a file, got while everything waits. */
function contentNow(pyodide, files, name, { readHeader, readBlock }) {
  const request = new XMLHttpRequest();
  request.open("GET", files.addressOf(name), false);
  // A page must not ask for bytes in this way.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`the server answered ${request.status}`);
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  const state = readHeader(bytes, 1);
  while (!state.l) {
    if (!readBlock(bytes, state, state.w)) throw new Error("the file is too short");
    state.e = state.y;
  }
  const [sha2, given] = [pyodide.pyimport("_sha2"), pyodide.toPy(state.w)];
  const digest = sha2.sha256(given).hexdigest();
  for (const proxy of [sha2, given]) proxy.destroy();
  if (digest !== files.digestOf(name)) throw new Error(`${name} is damaged`);
  return state.w;
}
