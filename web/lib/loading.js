/** Loading Pyodide into this page, worker or program. */

import { compileStackCheck } from "./stack.js";

const NativeURL = globalThis.URL;
/** Whether Pyodide takes this for a program with files, by the same sign. A test of a page has a document there, and no server. */
const isProgram = globalThis.Deno !== undefined || (typeof globalThis.process?.versions?.node === "string" && !globalThis.process.browser);
/** The base of relative addresses in a page or worker. In a program it is undefined, and addresses may be paths. */
const here = isProgram ? undefined : globalThis.document?.baseURI ?? globalThis.location?.href;

const NAME = /pyodide-([\d.a-z]+)-([\da-f]{64})(?![\da-f])/;

/** The npm package with Pyodide. As a variable, so that no bundler takes it apart: it finds its files next to itself. */
const PACKAGE = "pyodide";

/** What a Pyodide lacks that was started in a quicker way than the ordinary one. */
const rests = new WeakMap();

/** What this Pyodide lacks, as `startQuickly` says it; undefined if nothing. */
export const restOf = (pyodide) => rests.get(pyodide);

/** How often loading from a folder has failed. A browser may not request a module again that it once failed to get. */
const failures = new Map();

/**
 * Make the addresses in options absolute, so that the same thing always has the same name.
 *
 * @param {object} options As `load` takes them.
 * @returns {Promise<object>} `indexURL`, `lockFileURL`, `packageBaseUrl` and `wheels`: absolute addresses, or in Node perhaps
 *   absolute paths; undefined if not given. `snapshot`: an object with an address and what its name says, or a boolean.
 * @throws {TypeError} If one of them is no address.
 */
export async function resolveOptions({ indexURL, lockFileURL, packageBaseUrl, wheels, snapshot = wheels === undefined }) {
  return {
    indexURL: await absolute(asFolder(indexURL), "indexURL"),
    lockFileURL: await absolute(lockFileURL, "lockFileURL"),
    packageBaseUrl: await absolute(asFolder(packageBaseUrl), "packageBaseUrl"),
    wheels: wheels && (await Promise.all(wheels.map((wheel) => absolute(wheel, "wheels")))),
    snapshot: typeof snapshot === "boolean" ? snapshot : await snapshotAt(snapshot),
  };
}

/**
 * What the address of a snapshot says about it. A bundler may change the name of a file: then the fragment says it.
 *
 * @param {string} address
 * @returns {{version: string, sha256: string} | undefined}
 */
export function partsOfName(address) {
  const found = NAME.exec(address.slice(address.lastIndexOf("/") + 1));
  return found === null ? undefined : { version: found[1], sha256: found[2] };
}

/** A snapshot with what its name says. The address is without the fragment that stands in for a name which a bundler changes. */
export async function snapshotAt(address) {
  return { address: await absolute(`${address}`.replace(/#pyodide-[^/]*$/, ""), "snapshot"), ...partsOfName(`${address}`) };
}

/**
 * Load a Pyodide. `restOf` says what it lacks.
 *
 * @param {object} options As `resolveOptions` returns them. Without an `indexURL`, the package "pyodide" is imported.
 * @param {{others?: object, wantsPython?: boolean, soon?: string[]}} [how] Other options for Pyodide; whether it is for a program that
 *   wants Python; and the files of `restOf` that are wanted soon if it starts from the snapshot.
 * @returns {Promise<object>}
 */
export async function loadPyodideFrom(
  { indexURL: folder, lockFileURL, packageBaseUrl, wheels, snapshot = false },
  { others = {}, wantsPython = false, soon = [] } = {},
) {
  try {
    const importing = importPyodide(folder);
    const lock = readLock(lockFileURL ?? (folder && `${folder}pyodide-lock.json`));
    // It is awaited when the module is there.
    lock.catch(() => {});
    // While Pyodide is being fetched, so is the snapshot.
    const finding = find({ folder, lockFileURL, packageBaseUrl, snapshot, isPage: here !== undefined, lock }, importing);
    // Where WebAssembly is not allowed, compiling fails, and loadPyodide would wait for ever.
    const [{ loadPyodide, version }] = await Promise.all([importing, compileStackCheck()]);
    if (typeof loadPyodide !== "function") throw new Error("its pyodide.mjs has no loadPyodide");
    const indexURL = folder ?? (here === undefined ? await (await inPrograms()).folderOf(PACKAGE) : undefined);
    const check = async () => (await inPrograms()).checkFiles(indexURL, version, here !== undefined, lockFileURL);
    // Node would end while loadPyodide waits for ever. A page gets the answer while it loads the files.
    if (here === undefined) await check();
    // Pyodide would leave an error of its own unhandled, which ends Node.
    if (others.lockFileContents === undefined) await lock;
    const rejects = here !== undefined && indexURL !== undefined;
    const start = (options, answers = { __proto__: null }) => (rejects ? rejecting(loadPyodide, indexURL, version, check, answers)(options) : loadPyodide(options));
    const given = Object.entries({ indexURL, lockFileURL, packageBaseUrl }).filter(([, value]) => value !== undefined);
    const options = { ...Object.fromEntries(given), ...others };
    const mayHaveCore = wheels === undefined && !wantsPython;
    const found = indexURL === undefined ? undefined : await finding;
    const { pyodide, rest } = (await found?.({ folder: indexURL, version, options, start, mayHaveCore, soon })) ?? {};
    if (rest !== undefined) rests.set(pyodide, rest);
    // A new object, because loadPyodide writes into its argument.
    return pyodide ?? (await start({ ...options }));
  } catch (error) {
    failures.set(folder, (failures.get(folder) ?? 0) + 1);
    const from = shown(folder ?? "the package pyodide (give load the indexURL of a folder that holds Pyodide)");
    throw new Error(`Pyodide could not be loaded from ${from}: ${await explain(error, here && folder)}`, { cause: error });
  }
}

/** What pages do without. */
export const inPrograms = () => importLate("in_programs.js", () => import("./in_programs.js"));

/** A function that starts Pyodide in a quicker way, with files of our own; undefined if there are none. */
async function find(place, importing) {
  try {
    const { find: findFiles, startQuickly } = await importLate("starting.js", () => import("./starting.js"));
    const found = await findFiles(place, importing);
    return (how) => startQuickly(found, how);
  } catch {
    // Whatever is wrong with them, there is another way.
    return undefined;
  }
}

async function importPyodide(folder) {
  if (folder === undefined) return import(/* webpackIgnore: true */ /* @vite-ignore */ PACKAGE);
  const again = failures.has(folder) ? `?again=${failures.get(folder)}` : "";
  let module = `${folder}pyodide.mjs`;
  if (!isWeb(folder)) module = await (await inPrograms()).addressOf(module);
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `${module}${again}`);
}

export const WASM = "pyodide.asm.wasm";
export const LIBRARY = "python_stdlib.zip";

/**
 * Make a loadPyodide that rejects if its WebAssembly does not compile or is another one. Pyodide's own waits for ever. This sends no
 * request and compiles nothing, but looks at the answer that Pyodide gets, and at what it compiles. So it replaces fetch until Pyodide
 * calls it for that, which is in the same task, and WebAssembly.instantiateStreaming until Pyodide calls that with the answer.
 *
 * @param {Function} loadPyodide
 * @param {string} folder Pyodide's.
 * @param {string} version Pyodide's.
 * @param {() => Promise<void>} check Throws if a file cannot be used. This is for pages in which these cannot be replaced.
 * @param {{[address: string]: (plain: (options?: object) => Promise<Response>, fail: (error: Error) => void) => Promise<Response>}} answers
 *   What Pyodide gets instead of the server's answers.
 */
function rejecting(loadPyodide, folder, version, check, answers) {
  const wasm = `${folder}${WASM}`;
  return (options) => new Promise((resolve, reject) => {
    const { fetch } = globalThis;
    const { instantiateStreaming } = WebAssembly;
    let given;
    let answer;
    function fetching(input, init) {
      const address = input?.href ?? input;
      const plain = (more) => Reflect.apply(fetch, this, more === undefined ? [input, init] : [input, { ...init, ...more }]);
      if (address !== wasm) return answers[address]?.(plain, reject) ?? plain();
      // Pyodide has asked for the standard library before.
      undoFetching();
      given = Promise.resolve(answers[wasm]?.(plain, reject) ?? plain());
      answer = given.then(typed);
      // Pyodide awaits it when it has its other files.
      answer.catch(() => {});
      return answer;
    }
    async function compiling(source, imports) {
      const compile = () => Reflect.apply(instantiateStreaming, this, [source, imports]);
      if (source !== answer) return compile();
      undoCompiling();
      try {
        const compiled = await compile();
        checkExports(compiled.instance.exports);
        return compiled;
      } catch (cause) {
        reject(await refusalOf(wasm, { answer: await given.catch(() => {}), cause, version }));
        throw cause;
      }
    }
    const undoFetching = replace(globalThis, "fetch", fetching);
    const undoCompiling = replace(WebAssembly, "instantiateStreaming", compiling);
    const undo = () => {
      undoFetching?.();
      undoCompiling?.();
    };
    if (undoFetching === undefined || undoCompiling === undefined) {
      undo();
      if (Object.keys(answers).length > 0) {
        reject(new Error("fetch cannot be replaced"));
        return;
      }
      check().catch(reject);
    }
    // If another load has replaced something in the same moment and put ours back, it is still in place.
    loadPyodide(options).finally(undo).then(resolve, reject);
  });
}

/** Replace a property. Returns what puts it back, if it still is the new one; undefined if it cannot be replaced. */
function replace(object, name, value) {
  const before = Object.getOwnPropertyDescriptor(object, name);
  if (!Reflect.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })) return undefined;
  return () => {
    if (object[name] !== value) return;
    // A worker inherits its fetch.
    if (before === undefined) delete object[name];
    else Object.defineProperty(object, name, before);
  };
}

export const WASM_TYPE = { "Content-Type": "application/wasm" };

/** An answer with the type that engines ask for, which many servers do not know. */
export function typed(answer) {
  const type = answer.headers.get("Content-Type");
  return !answer.ok || type === WASM_TYPE["Content-Type"] ? answer : new Response(answer.body, { headers: WASM_TYPE });
}

/** Throw if a WebAssembly lacks what Pyodide uses of it first, in each version. */
export function checkExports(exports) {
  for (const name of ["memory", "__wasm_call_ctors", "Py_Version"]) if (!(name in exports)) throw new Error(`it has no ${name}`);
}

/** The lock file. It is read here, because Pyodide does not say which file it is that cannot be read. */
async function readLock(address) {
  let answer;
  try {
    if (address === undefined) return undefined;
    if (!isWeb(address)) return JSON.parse(new TextDecoder().decode(await read(address)));
    answer = await fetch(address);
    return JSON.parse(answer.ok ? await answer.text() : "");
  } catch (cause) {
    throw await refusalOf(address, { answer, cause });
  }
}

/** The error for a file that cannot be used. If its sentence does not arrive, it is the engine's. */
const refusalOf = (file, what) => explaining().then((module) => module.refusalOf(file, what), () => what.cause);

/** The sentences that say why something failed. */
export const explaining = () => importLate("explaining.js", () => import("./explaining.js"));

/** The folder in which Python looks for its modules. */
export const pythonIn = ({ FS }) => `/lib/${FS.readdir("/lib").find((name) => /^python3\.\d+$/.test(name))}`;

/** The file in which Python looks for its standard library: python314.zip beside the folder python3.14. */
export const libraryIn = (pyodide) => `${pythonIn(pyodide).replace(".", "")}.zip`;

export function asFolder(address) {
  if (address === undefined) return undefined;
  const text = `${address}`;
  if (text === "") return "./";
  return text.endsWith("/") ? text : `${text}/`;
}

/** Whether this is an address on the web. In Node it may also be a path or the address of a file. */
export function isWeb(address) {
  return here !== undefined || /^(?:https?|data|blob):/.test(address);
}

/**
 * Pyodide wants addresses in a page or worker and paths in Node, and resolves relative ones against other bases than ours.
 *
 * @param {unknown} given
 * @param {string} option The option that has it, for the error.
 */
export async function absolute(given, option) {
  if (given === undefined) return undefined;
  const address = `${given}`;
  if (here !== undefined) {
    try {
      return new NativeURL(address, here).href;
    } catch (cause) {
      throw await explaining().then((module) => module.wrongAddress(address, option, here, cause), () => cause);
    }
  }
  return isWeb(address) ? address : (await inPrograms()).pathOf(address);
}

/** An address for an error, without user and password. */
export function shown(address) {
  return `${address}`.replace(/^([a-z+.-]*:?\/\/)[^/?#]*@/i, "$1***@");
}

/** How often a module could not be imported by either of its addresses. */
let misses = 0;

/**
 * Import a module that few pages need. A browser may remember that it failed to get one, and ask no more: so it gets another address.
 *
 * @param {string} name Of the file.
 * @param {() => Promise<object>} importing Imports it in a form that bundlers see.
 */
export const importLate = (name, importing) => importTwice(`./${name}`, importing);

/** As `importLate`, for a module at any address. */
export async function importTwice(address, importing) {
  try {
    return await importing();
  } catch (error) {
    const again = `${address}?again=${misses}`;
    return import(/* webpackIgnore: true */ /* @vite-ignore */ again).catch(() => {
      misses += 1;
      throw error;
    });
  }
}

/** Whether a lock file names py_url. */
export function knowsPyUrl(lock) {
  return lock?.packages?.["py-url-whatwg"] !== undefined;
}

/** The bytes at an absolute address, which in Node may be a path. */
export async function read(address) {
  return isWeb(address) ? bytesOf(await get(address)) : (await inPrograms()).bytesOf(address);
}

export const bytesOf = async (answer) => new Uint8Array(await answer.arrayBuffer());

export async function get(address, options = {}) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

/** The option that makes fetch compare what it gets with a digest. */
export function integrityOf(sha256) {
  return `sha256-${btoa(sha256.replace(/../g, (byte) => String.fromCharCode(`0x${byte}`)))}`;
}

/** Whether there are digests. A page that is not a secure context has none; there, fetch can compare. */
export const hasDigests = () => globalThis.crypto?.subtle !== undefined;

/** Why Pyodide may fail in a page that has such a property. */
export const READS_TYPE = 'Pyodide reads "type" of objects, and Object.prototype has one';

/** What went wrong, in one line; with what is wrong with Pyodide's modules in *folder* (or MicroPython's), or with the page's built-ins. */
export const explain = (error, folder, name = "explain") => explaining().then((module) => module[name](error, folder), () => `${error?.message ?? error}`);
