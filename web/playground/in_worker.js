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
  writeModules(pyodide, folder, modules);
  const sys = pyodide.pyimport("sys");
  sys.path.append(folder);
  sys.destroy();
}

/** Write more files of Python into a folder from which it imports already. */
export function writeModules(pyodide, folder, modules) {
  for (const [path, text] of modules) {
    const file = `${folder}/${path}`;
    pyodide.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    pyodide.FS.writeFile(file, text);
  }
  // Python remembers what was in a folder. (importlib.invalidate_caches() would import what may not be there yet.)
  const sys = pyodide.pyimport("sys");
  const remembered = sys.path_importer_cache;
  remembered.clear();
  for (const proxy of [remembered, sys]) proxy.destroy();
}

/**
 * Tell when something of a snapshot arrives: `true` when it is asked for and with each piece, `false` at its end. Only that file is
 * watched, because a browser compiles WebAssembly best if nothing stands between.
 *
 * @param {(arriving: boolean) => void} tell
 */
export function watchSnapshot(tell) {
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const address = `${args[0]?.url ?? args[0]}`;
    if (!/-pyodide-[^/]*\.bin$/.test(address)) return fetch(...args);
    tell(true);
    const response = await fetch(...args);
    if (response.body === null) return response;
    const counted = response.body.pipeThrough(new TransformStream({
      transform(piece, controller) {
        tell(true);
        controller.enqueue(piece);
      },
      flush: () => tell(false),
    }));
    return new Response(counted, response);
  };
}
