/**
 * Compile the wheels in a folder for Pyodide.
 *
 *     node compile_wheels.mjs PYODIDE_FOLDER SCRIPTS WHEELS COMPILED [BARE NAME]
 *
 * SCRIPTS is the folder of compiled_wheel.py, which does the work. COMPILED is the folder for the compiled wheels.
 * BARE is one for the modules of the wheel NAME without docstrings. Bytecode has no columns, which are a fifth of its size.
 * Bytecode works in one version of Python only, so the Python that will run it makes it.
 */

import { pathToFileURL } from "node:url";

const [pyodideFolder, scripts, wheels, compiled, bare, name] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));

try {
  const pyodide = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" } });
  for (const [place, folder] of Object.entries({ scripts, wheels, compiled, bare })) {
    if (folder !== undefined) pyodide.mountNodeFS(`/${place}`, folder);
  }
  pyodide.globals.set("name", name ?? "");
  pyodide.runPython(`
import sys
from pathlib import Path

sys.path.append("/scripts")
from compiled_wheel import compile_bare, compile_wheel

for wheel in sorted(Path("/wheels").glob("*.whl")):
    compile_wheel(wheel, Path("/compiled"))
if name:
    compile_bare(Path("/wheels", name), Path("/bare"))
`);
} catch (error) {
  // Print only the message: Node would print Pyodide's whole minified source before it.
  console.error(error.message);
  process.exit(1);
}
