/**
 * Loading Pyodide in Node, Deno and Bun: the paths of files, and the package. A page loads this only if its fetch cannot be replaced.
 */

import { WASM, asFolder, checkExports, explaining, isWeb, typed } from "./loading.js";

/** A module that no bundler is to see. */
const RESOLVING = "./resolving.js";

function node(module) {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${module}`);
}

/** The absolute path for a path or the address of a file. */
export async function pathOf(address) {
  const path = address.startsWith("file:") ? (await node("url")).fileURLToPath(address) : address;
  const resolved = (await node("path")).resolve(path);
  return path.endsWith("/") ? asFolder(resolved) : resolved;
}

/** The address by which a file can be imported. */
export const addressOf = async (path) => (await node("url")).pathToFileURL(path).href;

/** The content of a file: Pyodide accepts a Uint8Array, but not Node's Buffer. */
export async function bytesOf(path) {
  const { readFile } = await node("fs/promises");
  return new Uint8Array(await readFile(path));
}

/** The folder of a package, if it can be found. Pyodide's own guess fails in Deno. */
export async function folderOf(name) {
  try {
    const resolving = await import(/* webpackIgnore: true */ /* @vite-ignore */ RESOLVING);
    const module = resolving.addressOf(name);
    return module.startsWith("file:") ? await pathOf(module.slice(0, module.lastIndexOf("/") + 1)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Throw if a file is missing: then loadPyodide would not reject. In a browser it waits for ever, and Node exits.
 *
 * @param {string | undefined} folder
 * @param {string} version
 * @param {boolean} isPage Whether it is one in which nobody sees what Pyodide compiles: then this does that, too.
 * @param {string} [lockFileURL]
 */
export async function checkFiles(folder, version, isPage, lockFileURL = `${folder}pyodide-lock.json`) {
  if (folder === undefined) return;
  const wasm = `${folder}${WASM}`;
  const refusal = async (file, what) => (await explaining()).refusalOf(file, { ...what, version });
  if (isPage) {
    const answer = await fetch(wasm);
    try {
      const compiled = await WebAssembly.compileStreaming(typed(answer));
      checkExports(Object.fromEntries(WebAssembly.Module.exports(compiled).map(({ name }) => [name, true])));
    } catch (cause) {
      throw await refusal(wasm, { answer, cause });
    }
  } else if (isWeb(folder)) {
    const answer = await fetch(wasm, { method: "HEAD" });
    // A server may not support HEAD.
    if (!answer.ok && answer.status !== 405 && answer.status !== 501) throw await refusal(wasm, { answer });
  } else {
    const { stat } = await node("fs/promises");
    for (const file of [wasm, `${folder}python_stdlib.zip`, lockFileURL]) {
      if (!isWeb(file)) await stat(file).catch(async (cause) => { throw await refusal(file, { cause }); });
    }
  }
}
