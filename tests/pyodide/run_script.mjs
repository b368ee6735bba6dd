/**
 * Run a Python script of the project in Pyodide, in Node, with the project's py_url. What it prints is printed, after the
 * version of Python.
 *
 *     node run_script.mjs PYODIDE_FOLDER PROJECT SCRIPT
 */

import { pathToFileURL } from "node:url";

const [pyodideFolder, project, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));

try {
  const pyodide = await loadPyodide({ indexURL: `${pyodideFolder}/`, env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
  pyodide.FS.mkdirTree("/project");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: project }, "/project");
  pyodide.globals.set("script", `/project/${script}`);
  pyodide.runPython("import sys; print('Python', sys.version.split()[0])");
  pyodide.runPython("import runpy; runpy.run_path(script, run_name='__main__')");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
