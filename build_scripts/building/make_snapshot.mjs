/**
 * Make a memory snapshot of Pyodide in which py_url has been imported.
 *
 *     node make_snapshot.mjs PYODIDE_FOLDER FILES PREPARE MEMORY [MODULE ...]
 *
 * FILES is a folder with what is to be in Python's site-packages, and PREPARE a Python program that runs before the snapshot
 * is made. Before that, each MODULE is imported. The snapshot is written to the file MEMORY, without what Pyodide's WebAssembly
 * has too: web/lib/snapshot.js says how. This prints what PREPARE prints.
 */

import crypto from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

import { exchangeSegments } from "../../web/lib/snapshot.js";

/** The length of a snapshot is a multiple of this, because Pyodide reads it as 32-bit numbers. */
const ALIGNMENT = 16;

const [pyodideFolder, filesFolder, prepare, out, ...modules] = process.argv.slice(2);

/** The time of every snapshot, in milliseconds. The wheel and the sdist have it, too. */
const TIME = 1_580_601_600_000;

/**
 * Stop the clocks, and replace random numbers with constant ones, so that the same sources make the same snapshot.
 *
 * Whoever has a snapshot can read the random numbers in it, whatever they are.
 */
function leaveNothingToChance() {
  const fill = (bytes) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).fill(1) && bytes;
  process.env.TZ = "UTC";
  globalThis.Date = class extends Date {
    constructor(...values) {
      super(...(values.length === 0 ? [TIME] : values));
    }

    static now() {
      return TIME;
    }
  };
  performance.now = () => 0;
  Math.random = () => 0.5;
  globalThis.crypto.getRandomValues = fill;
  crypto.randomFillSync = fill;
  syncBuiltinESMExports();
}

/** The files in a folder, with their paths below *root*. */
async function filesIn(place, root) {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return Promise.all(paths.sort().map(async (path) => {
    return { path: `${root}/${relative(place, path).split(sep).join("/")}`, content: new Uint8Array(await readFile(path)) };
  }));
}

/** The sizes of the pieces in which free memory is filled with zeros. */
const SIZES = [1 << 16, 1 << 14, 1 << 12, 1 << 10, 1 << 8, 1 << 6, 1 << 4];

/** Fill the memory that Python has freed with zeros, which take next to no room in the compressed snapshot. */
function clearFreeMemory({ _malloc: allocate, _free: free, HEAPU8: heap }) {
  const end = withoutZerosAtTheEnd(heap).length;
  for (const size of SIZES) {
    const pieces = [];
    do {
      pieces.push(allocate(size));
    } while (pieces.at(-1) !== 0 && pieces.at(-1) < end);
    // The last one is beyond what Python has used.
    for (const place of pieces.slice(0, -1)) heap.fill(0, place, Math.min(place + size, end));
    for (const place of pieces) free(place);
  }
}

/** What there is before the zeros at the end. The memory of a new Pyodide has zeros there, too. */
function withoutZerosAtTheEnd(bytes) {
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, Math.ceil(end / ALIGNMENT) * ALIGNMENT);
}

try {
  leaveNothingToChance();
  const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")));
  const pyodide = await loadPyodide({
    _makeSnapshot: true,
    // A snapshot has one seed for the hashes of strings, whatever is done, and everybody can read it there.
    env: { PYTHONHASHSEED: "0" },
    // As in a page. In Node it would be the path of this program.
    _sysExecutable: "./this.program",
  });
  const size = pyodide._module.HEAP8.length;
  const files = await filesIn(filesFolder, pyodide.runPython("__import__('site').getsitepackages()[0]"));
  for (const { path, content } of files) {
    pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    pyodide.FS.writeFile(path, content);
  }
  if (modules.length > 0) pyodide.runPython("import sys; sys.path_importer_cache.clear()", { globals: pyodide.toPy({}) });
  for (const module of modules) pyodide.runPython(`__import__(${JSON.stringify(module)}) and None`);
  const program = await readFile(prepare, "utf8");
  pyodide.runPython(`exec(${JSON.stringify(program)}, {"__name__": "prepare", "alone": ${Number(modules.length === 0)}})`);
  clearFreeMemory(pyodide._module);
  const snapshot = pyodide.makeMemorySnapshot();
  // A new Pyodide has this much memory. A larger snapshot would not fit.
  if (pyodide._module.HEAP8.length !== size) throw new Error("what was imported needs more memory than a new Pyodide has");
  const memory = withoutZerosAtTheEnd(snapshot);
  exchangeSegments(memory, await readFile(join(pyodideFolder, "pyodide.asm.wasm")));
  await writeFile(out, memory);
} catch (error) {
  // Print only the message: Node would print Pyodide's whole minified source before it.
  console.error(error.message);
  process.exit(1);
}
