/**
 * Run a Python file in Pyodide, in Node, and print the value of its last line.
 *
 *     node run_file.mjs PYODIDE_FOLDER COMPILED FILE [packages]
 *
 * COMPILED is the folder of the compiled wheels and their lock file, which names the packages that are loaded first.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, compiled, file, ...packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));

try {
  const pyodide = await loadPyodide({ lockFileURL: `${compiled}/pyodide-lock.json`, packageBaseUrl: `${compiled}/` });
  const errors = [];
  await pyodide.loadPackage(packages, { messageCallback() {}, errorCallback: (message) => errors.push(message) });
  if (errors.length > 0) throw new Error(errors.join("; "));
  console.log(pyodide.runPython(readFileSync(file, "utf8")));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
