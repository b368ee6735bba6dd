/**
 * `load({ python: "micropython" })`: the classes run on py_url in MicroPython, a Python of a few hundred kilobytes. Only who asks for it
 * imports this.
 *
 * The archive has py_url in a form that MicroPython takes; build_scripts/building/micropython makes it.
 */

import { makeInstall } from "./install.js";
import { absolute, asFolder, explain, inPrograms, isWeb, read, shown } from "./loading.js";
import { importLoader, startApart } from "./micropython_globals.js";
import { arrived, departing, makeHelp } from "./micropython_help.js";
import { makeParseAll } from "./parse_all.js";
import { makeRecognizer } from "./recognizing.js";
import { share, until } from "./sharing.js";
import { compileStackCheck, makeStackCheck } from "./stack.js";

/** The npm package with MicroPython. As a variable, so that no bundler takes it apart: it finds its WebAssembly next to itself. */
const PACKAGE = "@micropython/micropython-webassembly-pyscript";
const LOADER = "micropython.mjs";
/** The archive in the npm package. Bundlers recognize a file by exactly this expression. */
const OWN_ARCHIVE = new URL("../micropython/py_url.tar.gz", import.meta.url);
const STEPS = ["loading MicroPython", "loading py_url", "making the classes", "ready"];
const FUNCTIONS = ["parse_url", "parse_url_or_empty", "can_parse", "parse_all", "change", "parse_pairs"];
/** In bytes, to begin with. MicroPython takes more when it needs it. */
const HEAP = 2 << 20;
/**
 * How many bytes are taken before the next call collects garbage. Otherwise, all of the heap is used first, which is large after the
 * import, and a processor's cache is not: then a call takes three times as long.
 */
const THRESHOLD = 300_000;
/** The sizes of an archive's parts. */
const BLOCK = 512;
/** The mode of a file that everyone may read. */
const FILE = 0o100444;

/** What is loaded or being loaded: by an interpreter of the page, or by the addresses. */
const byInterpreter = new WeakMap();
const byAddresses = new Map();
/** How often a loader could not be used. A browser does not request a module again that it once got. */
const failures = new Map();
/** Settled when no interpreter is being started. Two at once would take each other's globals. */
let starting = Promise.resolve();

/**
 * @param {object} options Those of `load`, checked as far as they are also Pyodide's.
 * @param {Function} load
 * @param {(python: object) => Promise<object>} makeClasses
 */
export async function loadOnMicroPython(options, load, makeClasses) {
  const { micropython, archive, pyodide, urlPattern, signal, onProgress, indexURL, lockFileURL, packageBaseUrl, wheels, snapshot } = options;
  if (pyodide !== undefined) throw new TypeError('python: "micropython" runs in no Pyodide: so the option pyodide does not go with it');
  if (urlPattern === true) throw new TypeError("URLPattern needs Pyodide: leave out urlPattern, or leave out python");
  if (micropython === null) throw new TypeError("the option micropython is an address or a MicroPython, not null");
  if (archive === null) throw new TypeError("the option archive is an address, not null");
  const isInterpreter = typeof micropython?.pyimport === "function";
  if (isInterpreter && micropython.loadPackage !== undefined) throw new TypeError("the option micropython is a Pyodide; give it as the option pyodide, and leave out python");
  signal?.throwIfAborted();
  const address = await absolute(archive ?? OWN_ARCHIVE, "archive");
  const folder = isInterpreter ? undefined : await absolute(asFolder(micropython), "micropython");
  const [shares, key] = isInterpreter ? [byInterpreter, micropython] : [byAddresses, JSON.stringify([folder, address])];
  if (shares.get(key)?.python?.failure !== undefined) {
    if (isInterpreter) throw new Error("this MicroPython has failed; give load another one", { cause: shares.get(key).python.failure });
    shares.delete(key);
  }
  const shared = share(shares, key, async (progress) => {
    // If this rejects, `share` forgets it, and it is set before anything can be awaited of it.
    const made = await makeAll(isInterpreter ? micropython : undefined, folder, address, makeClasses, progress);
    shared.python = made.python;
    return made.result;
  });
  const result = await until(shared, signal, onProgress && ((done) => onProgress({ done, total: 3, doing: STEPS[done] })));
  return { ...result, python: async () => (await load({ indexURL, lockFileURL, packageBaseUrl, wheels, snapshot })).python() };
}

async function makeAll(given, folder, archive, makeClasses, progress) {
  // The interpreter of a page may have py_url. The archive comes while MicroPython does.
  const getting = given !== undefined && has(given) ? undefined : getFiles(archive);
  getting?.catch(() => {});
  // It comes before MicroPython, but nothing has to wait for it.
  const compiling = compileStackCheck();
  const { micropython, inside } = given === undefined ? await start(folder) : { micropython: given, inside: (action) => action() };
  await compiling;
  progress(1);
  const files = await getting;
  const python = { checkStack: await makeStackCheck(), failure: undefined, parse_all_in_buffer() {}, change_in_buffer() {} };
  const versions = inside(() => importFace(micropython, files, python, inside));
  progress(2);
  const classes = await makeClasses(python);
  progress(3);
  return { python, result: { ...classes, parseAll: makeParseAll(python), ...makeInstall(classes, python.linking), fromSnapshot: false, ...versions } };
}

/** Whether the interpreter of a page can import py_url. */
function has(micropython) {
  try {
    register(micropython);
    micropython.pyimport("py_url._micropython.face");
    return true;
  } catch {
    return false;
  }
}

/** Without this, Python would make the functions of a string, which many pages forbid. */
function register(micropython) {
  micropython.registerJsModule("py_url_javascript", makeHelp());
}

/** Start an interpreter. */
async function start(folder) {
  const from = shown(folder ?? `the package ${PACKAGE} (install it with npm, or give load the option micropython, a folder that holds it)`);
  const before = starting;
  let end;
  starting = new Promise((resolve) => { end = resolve; });
  await before;
  try {
    const { loadMicroPython } = await importLoader(() => importFrom(folder));
    if (typeof loadMicroPython !== "function") throw new Error(`its ${LOADER} has no loadMicroPython`);
    const started = await startApart(loadMicroPython, { heapsize: HEAP });
    started.inside(() => started.micropython.pyimport("gc").threshold(THRESHOLD));
    return started;
  } catch (error) {
    failures.set(folder, (failures.get(folder) ?? 0) + 1);
    throw new Error(`MicroPython could not be loaded from ${from}: ${await explain(error, folder, "explainMicroPython")}`, { cause: error });
  } finally {
    end();
  }
}

async function importFrom(folder) {
  const { process } = globalThis;
  // In Node and its like, the loader takes itself for the program if its path has that of the program in it, as with `node .`.
  const argv = typeof process?.getBuiltinModule === "function" ? process.argv : undefined;
  if (argv !== undefined) process.argv = argv.slice(0, 1);
  try {
    if (folder === undefined) return await import(/* webpackIgnore: true */ /* @vite-ignore */ PACKAGE);
    const again = failures.has(folder) ? `?again=${failures.get(folder)}` : "";
    const module = isWeb(folder) ? `${folder}${LOADER}` : await (await inPrograms()).addressOf(`${folder}${LOADER}`);
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ `${module}${again}`);
  } finally {
    if (argv !== undefined) process.argv = argv;
  }
}

async function getFiles(address) {
  try {
    return filesIn(await decompressed(await read(address)));
  } catch (error) {
    throw new Error(`the archive ${shown(address)} could not be loaded: ${error.message}; build_wheel.py makes it, and the npm package has it as micropython/py_url.tar.gz`, { cause: error });
  }
}

async function decompressed(bytes) {
  // A server may say that it is compressed, and then the engine has decompressed it.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const { process, DecompressionStream } = globalThis;
  if (DecompressionStream === undefined) return process.getBuiltinModule("node:zlib").gunzipSync(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer().catch((cause) => { throw new Error("it is damaged", { cause }); }));
}

/** The files of an archive in the format of tar: their names and contents. */
export function filesIn(archive) {
  const decoder = new TextDecoder();
  const text = (from, to) => decoder.decode(archive.subarray(from, to)).replace(/\0.*/s, "");
  const files = [];
  for (let i = 0; archive[i] !== 0;) {
    if (text(i + 257, i + 262) !== "ustar") throw new Error(`it has ${archive.length} bytes that are no archive, or is cut off`);
    const size = parseInt(text(i + 124, i + 135), 8);
    const prefix = text(i + 345, i + BLOCK);
    files.push([(prefix && `${prefix}/`) + text(i, i + 100), archive.subarray(i + BLOCK, i + BLOCK + size)]);
    i += BLOCK + BLOCK * Math.ceil(size / BLOCK);
  }
  return files;
}

/**
 * Put the files of the archive where MicroPython looks for modules. `FS.writeFile` makes an Error, with a stack, of each file that is
 * not there yet: a tenth of the start. So the nodes are made here.
 */
export function addFiles({ FS }, files) {
  const folders = new Map();
  for (const [name, content] of files) {
    const slash = name.lastIndexOf("/");
    const path = `/lib/${name.slice(0, slash)}`;
    if (!folders.has(path)) {
      FS.mkdirTree(path);
      folders.set(path, FS.lookupPath(path).node);
    }
    const folder = folders.get(path);
    Object.assign(folder.node_ops.mknod(folder, name.slice(slash + 1), FILE, 0), { contents: content, usedBytes: content.length });
  }
}

/** Add the functions of the bridge to *python*. Returns py_url's version and Unicode's. */
function importFace(micropython, files, python, inside) {
  try {
    if (files !== undefined) {
      addFiles(micropython, files);
      register(micropython);
    }
    const face = micropython.pyimport("py_url._micropython.face");
    for (const name of FUNCTIONS) python[name] = makeCallable(face[name], python, inside);
    const { automaton, replacements, in_form: inForm, ...versions } = JSON.parse(micropython.FS.readFile(face.tables, { encoding: "utf8" }));
    Object.assign(python, makeRecognizer(automaton, replacements, inForm));
    return versions;
  } catch (error) {
    const hint = error.message.includes(".mpy") ? "; the archive has bytecode for MicroPython 1.24 to 1.29" : "";
    throw new Error(`py_url could not be imported: ${error.message.trim()}${hint}`, { cause: error });
  }
}

/** Make a function of Python callable with strings. */
function makeCallable(callable, python, inside) {
  return function call(...given) {
    if (python.failure !== undefined) throw failed(python.failure);
    python.checkStack();
    const strings = given.filter((each) => each !== undefined).map(departing);
    try {
      const answer = inside(() => callable(...strings));
      return typeof answer === "string" ? arrived(answer) : answer;
    } catch (error) {
      throw errorFor(error, python);
    }
  };
}

/** The error that a page gets instead of one of MicroPython's. Any but an exception of Python's leaves the interpreter in disorder. */
function errorFor(cause, python) {
  if (cause?.name !== "PythonError") {
    python.failure = cause;
    return failed(cause);
  }
  if (cause.type === "MemoryError") return new RangeError("There is not enough memory: MicroPython's is full", { cause });
  if (cause.type === "RuntimeError" && cause.message.includes("maximum recursion depth")) {
    return new RangeError("Maximum call stack size exceeded: MicroPython's limit of recursion is reached", { cause });
  }
  return new Error(`Python raised ${cause.type}; the cause has its traceback`, { cause });
}

function failed(cause) {
  return new Error("MicroPython has failed, and its URL and URLSearchParams with it; load() makes new ones in a new MicroPython", { cause });
}
