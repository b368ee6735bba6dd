/** Loading py_url into a Pyodide that does not come from a snapshot. */

import { absolute, explain, knowsPyUrl, read, shown } from "./loading.js";

/** What a page begins with. A wheel begins with "PK". */
const LESS_THAN = 0x3c;

/**
 * Make py_url importable in a Pyodide.
 *
 * @param {object} pyodide
 * @param {string[] | undefined} wheels The address of py_url's wheel, and those of other wheels to install with it.
 * @param {URL} ownWheel The wheel to use if none are given and Pyodide's lock file does not name py-url-whatwg.
 */
export async function loadPyUrlInto(pyodide, wheels, ownWheel) {
  if (!canImport(pyodide, "py_url")) await installPyUrl(pyodide, wheels, ownWheel);
}

/** Install py_url, even if a part of it can be imported. The arguments are the same. */
export async function installPyUrl(pyodide, wheels, ownWheel) {
  if (wheels === undefined && knowsPyUrl(pyodide.lockfile)) {
    await loadPackage(pyodide, "py-url-whatwg");
  } else {
    await installWheels(pyodide, wheels ?? [ownWheel]);
  }
  if (!canImport(pyodide, "py_url")) {
    throw new Error(`there is no py_url in ${wheels?.map(shown).join(", ") ?? "what was loaded"}`);
  }
}

/** Install all of the wheels, or none: half a package could be imported, and no later load would repair it. */
async function installWheels(pyodide, wheels) {
  const [tempfile, shutil, site] = ["tempfile", "shutil", "site"].map((name) => pyodide.pyimport(name));
  const folder = tempfile.mkdtemp();
  try {
    for (const address of wheels) await unpack(pyodide, address, folder);
    const places = site.getsitepackages();
    shutil.copytree.callKwargs(folder, places.get(0), { dirs_exist_ok: true });
    places.destroy();
  } finally {
    shutil.rmtree(folder);
    for (const proxy of [tempfile, shutil, site]) proxy.destroy();
  }
}

/** Whether Python finds a module. This leaves the globals of the page's Pyodide unchanged. */
function canImport(pyodide, name) {
  const importlib = pyodide.pyimport("importlib");
  const util = pyodide.pyimport("importlib.util");
  importlib.invalidate_caches();
  const spec = util.find_spec(name);
  for (const proxy of [spec, util, importlib]) proxy?.destroy();
  return spec !== undefined && spec !== null;
}

async function loadPackage(pyodide, name) {
  const errors = [];
  try {
    await pyodide.loadPackage(name, { messageCallback() {}, errorCallback: (message) => errors.push(message) });
  } catch (error) {
    errors.push(await explain(error));
  }
  // It rejects for a name that it does not know, but only reports a package that it cannot fetch.
  if (errors.length > 0) throw new Error(`${name} could not be loaded by Pyodide's lock file: ${errors.join("; ")}`);
}

async function unpack(pyodide, address, extractDir) {
  try {
    const bytes = await read(await absolute(address, "wheels"));
    // For a file that it does not know, a server for development answers with its start page.
    if (bytes[0] === LESS_THAN) throw new Error("the server answered with a page; give load the address of a wheel in the option wheels");
    pyodide.unpackArchive(bytes, "wheel", { extractDir });
  } catch (error) {
    throw new Error(`the wheel ${shown(address)} could not be loaded: ${await explain(error)}`, { cause: error });
  }
}
