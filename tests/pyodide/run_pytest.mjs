/**
 * Run pytest inside Pyodide, in Node, on the compiled wheel in `dist/pyodide/`.
 *
 *     node run_pytest.mjs PYODIDE_FOLDER PROJECT WPT SITE_PACKAGES [pytest arguments]
 *
 * WPT is a folder with the Web Platform Tests' data, or "".
 *
 * pytest is pure Python and comes from SITE_PACKAGES. The exit status is pytest's.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, project, wpt, sitePackages, ...args] = process.argv.slice(2);
const dist = `${resolve(project, "dist", "pyodide")}/`;
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));

// Without the Web Platform Tests there is no folder to pass.
const named = wpt ? { PY_URL_WPT: "/wpt" } : {};

try {
  const pyodide = await loadPyodide({
    lockFileURL: `${dist}pyodide-lock.json`,
    packageBaseUrl: dist,
    env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1", ...named },
  });
  await pyodide.loadPackage("py-url-whatwg", { messageCallback() {} });
  pyodide.mountNodeFS("/site-packages", sitePackages);
  if (wpt) pyodide.mountNodeFS("/wpt", wpt);
  pyodide.mountNodeFS("/project", project);
  pyodide.globals.set("args", pyodide.toPy(args));
  process.exitCode = pyodide.runPython(`
import os, sys

import py_url

sys.path.append("/site-packages")
os.chdir("/project")
import pytest

# The wheel's package stays the one that is tested: it is imported already, with the bytecode that came with it.
assert not py_url.__file__.startswith("/project"), py_url.__file__
assert os.path.exists(py_url.__spec__.cached), py_url.__spec__.cached
print("Python", sys.version.split()[0], "on", sys.platform, "with", py_url.__file__)
int(pytest.main(args))
`);
} catch (error) {
  console.error(error.message);
  process.exit(70);
}
