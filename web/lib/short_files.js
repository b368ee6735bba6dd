/** Starting Pyodide in the ordinary way, with files of our own that are shorter than its own ones. */

import { LIBRARY, WASM, pythonIn } from "./loading.js";
import { parted } from "./unpacking.js";

/**
 * @param {object} files What a lock file names.
 * @param {object} how As `startQuickly` takes it.
 * @param {(files: object) => Function} answerWasm That of lib/starting.js: by another import, the module could be missing.
 * @returns {Promise<{pyodide: object, rest?: object}>} `rest` is that of `startQuickly`.
 */
export async function withFiles(files, { folder, options, start, mayHaveCore }, answerWasm) {
  const core = mayHaveCore && files.has("core") ? files.contentOf("core").catch(() => undefined) : undefined;
  const answers = { __proto__: null };
  if (files.has(WASM)) answers[`${folder}${WASM}`] = answerWasm(files);
  if (files.has(LIBRARY)) {
    answers[`${folder}${LIBRARY}`] = (plain) => files.contentOf(LIBRARY).then((content) => new Response(content), () => plain());
  }
  const pyodide = await start({ ...options }, answers);
  const modules = await core;
  if (modules === undefined) return { pyodide };
  writeFiles(pyodide, modules);
  return { pyodide, rest: { files, folder, fromSnapshot: false } };
}

/** Write files that `building/packing.py` has put into one to Python's site-packages. */
export function writeFiles(pyodide, packed) {
  const { header, content } = parted(packed);
  const place = `${pythonIn(pyodide)}/site-packages`;
  const folders = new Set();
  let at = 0;
  for (const [path, size] of header.files) {
    const file = `${place}/${path}`;
    const folder = file.slice(0, file.lastIndexOf("/"));
    if (!folders.has(folder)) pyodide.FS.mkdirTree(folder);
    folders.add(folder);
    pyodide.FS.writeFile(file, content.subarray(at, at + size));
    at += size;
  }
}
