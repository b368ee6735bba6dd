/** What the workers that run Python share. */

/**
 * Fetch a file of the site.
 *
 * @param {string} path
 * @param {URL} here What the path is relative to.
 * @returns {Promise<Response>}
 */
export async function get(path, here) {
  const response = await fetch(new URL(path, here));
  if (!response.ok) throw new Error(`the server answered ${response.status} to ${path}`);
  return response;
}

/** Fetch the files of Python at these paths below a folder: pairs of a path and its text. */
export async function getModules(paths, folder) {
  return Promise.all(paths.map(async (path) => [path, await (await get(path, folder)).text()]));
}

/** Write files of Python into a folder of Pyodide, from which it can import them. */
export function addModules(pyodide, folder, modules) {
  for (const [path, text] of modules) {
    const file = `${folder}/${path}`;
    pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    pyodide.FS.writeFile(file, text);
  }
  const sys = pyodide.pyimport("sys");
  sys.path.append(folder);
  sys.destroy();
}
