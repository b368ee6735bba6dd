/**
 * Run pytest inside Pyodide, in Node, on the wheel as `dist/` has it.
 *
 *     node run_pytest.mjs PYODIDE_FOLDER PROJECT WPT SITE_PACKAGES [pytest arguments]
 *
 * pytest, which is pure Python, is taken from SITE_PACKAGES. The exit status is pytest's.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideFolder, project, wpt, sitePackages, ...args] = process.argv.slice(2);
const dist = `${resolve(project, "dist")}/`;
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));

try {
  const pyodide = await loadPyodide({
    lockFileURL: `${dist}pyodide-lock.json`,
    packageBaseUrl: dist,
    env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1", PY_URL_WPT: "/wpt" },
  });
  await pyodide.loadPackage("py-url", { messageCallback() {} });
  pyodide.mountNodeFS("/site-packages", sitePackages);
  pyodide.mountNodeFS("/wpt", wpt);
  pyodide.mountNodeFS("/project", project);
  pyodide.globals.set("args", pyodide.toPy(args));
  process.exitCode = pyodide.runPython(`
import os, sys

import py_url

sys.path.append("/site-packages")
os.chdir("/project")
import pytest

# The wheel's package stays the one that is tested: it is imported already, and compiled.
assert py_url.__file__.endswith(".pyc"), py_url.__file__
print("Python", sys.version.split()[0], "on", sys.platform, "with", py_url.__file__)
int(pytest.main(args))
`);
} catch (error) {
  console.error(error.message);
  process.exit(70);
}
