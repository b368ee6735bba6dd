/**
 * Compile the wheels in a folder for Pyodide, and name the compiled ones in the lock file beside them.
 *
 *     node compile_wheels.mjs PYODIDE_FOLDER SITE_PACKAGES FOLDER
 *
 * pyodide-build compiles with the Python that runs it, and bytecode is good for one version only: so it runs in Pyodide.
 * SITE_PACKAGES is where it is installed. The date makes the output the same each time.
 */

import { pathToFileURL } from "node:url";

const [pyodideFolder, sitePackages, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));

try {
  const pyodide = await loadPyodide({ env: { SOURCE_DATE_EPOCH: "1580601600" } });
  pyodide.mountNodeFS("/site-packages", sitePackages);
  pyodide.mountNodeFS("/wheels", folder);
  pyodide.runPython(`
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append("/site-packages")
from pyodide_build._py_compile import _py_compile_archive_dir

_py_compile_archive_dir(Path("/wheels"), keep=False, verbose=False)
`);
} catch (error) {
  // The message alone: Node would print the whole of Pyodide's minified source before it.
  console.error(error.message);
  process.exit(1);
}
