/**
 * `URL` and `URLSearchParams` of the URL Standard (§6), running on py_url in Pyodide.
 *
 *     import { load } from "./py_url.js";
 *     const { URL, URLSearchParams } = await load({ indexURL: "/pyodide/" });
 *
 * Python decides everything that the standard decides. Only strings cross. A constructor and a setter make one call, or
 * none if a table from Python says what the string becomes. Setters wait, and make one call together when something is read. A getter
 * slices the href here. No PyProxy is made for a URL, so none needs destroying.
 */

import { checkPlatform, isNativeCode, restore } from "./lib/primordials.js";
import { makeBuffer, makeCallable } from "./lib/calling_python.js";
import { makeInstall } from "./lib/install.js";
import { explain, importLate, loadPyodideFrom, resolveOptions, restOf } from "./lib/loading.js";
import { makeParseAll } from "./lib/parse_all.js";
import { makeRecognizer } from "./lib/recognizing.js";
import { share, until } from "./lib/sharing.js";
import { makeStackCheck } from "./lib/stack.js";
import { makeClasses } from "./lib/url.js";
// What these import, so that a browser asks for all at once.
import "./lib/native_list.js";
import "./lib/url_search_params.js";
import "./lib/web_idl.js";

const BRIDGE = ["parse_all", "change"];
/** Those that take their strings in a buffer, if they have room there. */
const IN_BUFFER = ["parse_url", "parse_url_or_empty", "can_parse", "parse_pairs"];
/** Those whose form for a buffer takes other strings. */
const ALSO_IN_BUFFER = ["parse_all", "change"];
/** The wheel in the npm package. Bundlers recognize a file by exactly this expression. */
const OWN_WHEEL = new URL("./wheels/py_url.whl", import.meta.url);
const STEPS = ["loading Pyodide", "loading py_url", "making the classes", "ready"];

/** The options in the order of Web IDL, each with the type that needs no more checks. */
const OPTIONS = {
  __proto__: null, archive: "", indexURL: "string", lockFileURL: "string", micropython: "", onProgress: "function", packageBaseUrl: "string",
  pyodide: "", python: "", signal: "", snapshot: "boolean", urlPattern: "boolean", wheels: "",
};

/** What is loaded or being loaded, by Pyodide. */
const byPyodide = new WeakMap();
/** What is being loaded, by the addresses that a Pyodide is loaded from. */
const loading = new Map();
/** What was loaded, by these addresses. Weakly: a Pyodide takes tens of megabytes, and nobody may need it any more. */
const loaded = new Map();
/** What is loaded or being loaded with URLPattern, by what is loaded without it. */
const withURLPattern = new WeakMap();
/** The Pyodides that get, or have got, all of Python, by themselves. */
const completed = new WeakMap();
/** The functions of Python, by Pyodide. */
const pythons = new WeakMap();

/**
 * Load py_url into the Pyodide that is given, or into a new one. Calls with the same options share one load and get the same
 * classes. A load that failed can be tried again. If a Pyodide that this loaded has failed since, this loads another one.
 *
 * @param {import("./py_url.js").LoadOptions} [given]
 * @returns {Promise<import("./py_url.js").PyUrl>}
 * @throws {TypeError} If an option is unknown or has the wrong type.
 * @throws {Error} If Pyodide or py_url cannot be loaded; the `cause` says why. Also if this is a service worker, or something is missing
 *   that they need, such as WebAssembly.
 * @throws The reason of `signal`, when it is aborted. The load itself continues, for other calls to share.
 */
export async function load(given = {}) {
  checkPlatform();
  const options = read(given);
  if (!areUsual(given, options)) {
    const { checkOptions } = await importLate("checking.js", () => import("./lib/checking.js"));
    const other = checkOptions(given, options, OPTIONS, load, makeAdapted, failureOf);
    if (other) return other;
  }
  const { pyodide, urlPattern, signal, onProgress } = options;
  signal?.throwIfAborted();
  const resolved = await resolveOptions(options);
  signal?.throwIfAborted();
  const shared = pyodide === undefined ? shareFrom(resolved) : shareInto(pyodide, resolved.wheels);
  const result = await until(shared, signal, onProgress && ((done) => onProgress({ done, total: 3, doing: STEPS[done] })));
  return urlPattern === true ? until(shareWithURLPattern(result), signal) : result;
}

/** All options, as Web IDL reads a dictionary: each once, wherever it is inherited from. */
function read(given) {
  const options = { __proto__: null };
  for (const name in OPTIONS) options[name] = given?.[name];
  return options;
}

function areUsual(given, options) {
  for (const name in given) if (!(name in OPTIONS)) return false;
  return typeof given === "object" && given !== null && Object.entries(options).every(([name, value]) => value === undefined || typeof value === OPTIONS[name]);
}

function shareWithURLPattern(result) {
  return share(withURLPattern, result, async () => {
    const [{ addURLPattern }, pyodide] = await Promise.all([importLate("url_pattern.js", () => import("./lib/url_pattern.js")), result.python()]);
    return addURLPattern(result, pythons.get(pyodide));
  });
}

function shareInto(pyodide, wheels, also = () => {}) {
  return share(byPyodide, pyodide, (progress) => loadInto(pyodide, wheels, (done) => {
    progress(done);
    also(done);
  }).catch(async (error) => {
    const message = await explain(error);
    throw message === error?.message ? error : new Error(message, { cause: error });
  }));
}

function shareFrom(resolved) {
  const key = JSON.stringify(resolved);
  const present = loaded.get(key)?.deref();
  if (present !== undefined && failureOf(present.pyodide) === undefined) return present;
  return share(loading, key, async (progress) => {
    const pyodide = await loadPyodideFrom(resolved);
    const shared = shareInto(pyodide, resolved.wheels, progress);
    const result = await shared.promise;
    shared.pyodide = pyodide;
    loaded.set(key, new WeakRef(shared));
    loading.delete(key);
    return result;
  });
}

/** Why the classes of a Pyodide can be used no more; undefined if they can. */
function failureOf(pyodide) {
  const python = pythons.get(pyodide);
  if (python === undefined) return undefined;
  try {
    // After a fatal error, this throws.
    void pyodide.pyimport;
  } catch (error) {
    python.failure ??= error;
  }
  try {
    python.can_parse("");
  } catch (error) {
    // What an overflow in other Python code of the page took of the recursion limit is lost. An interrupt passes.
    if (error.cause?.type === "RecursionError") python.failure ??= error;
  }
  return python.failure;
}

async function loadInto(pyodide, wheels, progress) {
  progress(1);
  const rest = restOf(pyodide);
  if (rest === undefined) {
    const { loadPyUrlInto } = await importLate("wheels.js", () => import("./lib/wheels.js"));
    await loadPyUrlInto(pyodide, wheels, OWN_WHEEL);
  }
  progress(2);
  // As long as somebody has one of the classes, a later load finds their Pyodide.
  const python = { pyodide, checkStack: await makeStackCheck(), failure: undefined };
  const versions = await importBridge(pyodide, python);
  pythons.set(pyodide, python);
  const classes = await makeAdapted(python);
  progress(3);
  const fromSnapshot = rest?.fromSnapshot === true;
  const whole = () => until(share(completed, pyodide, async () => {
    if (rest === undefined) return pyodide;
    const { complete } = await importLate("python.js", () => import("./lib/python.js"));
    return complete(pyodide, rest, OWN_WHEEL);
  }));
  return { ...classes, parseAll: makeParseAll(python), ...makeInstall(classes, python.linking), python: whole, fromSnapshot, ...versions };
}

/** Make the classes, with what only Node, Deno and Bun need, and pages whose native classes are written in JavaScript. */
async function makeAdapted(python) {
  const { process, URL, URLSearchParams } = globalThis;
  if (process?.getBuiltinModule !== undefined || !isNativeCode(URL) || !isNativeCode(URLSearchParams)) {
    python.linking = await importLate("linking.js", () => import("./lib/linking.js"));
    python.linking.adaptTo(python);
  }
  const classes = makeClasses(python);
  if (globalThis.Deno !== undefined || Symbol.for("nodejs.util.inspect.custom") in URL.prototype) (await importLate("inspecting.js", () => import("./lib/inspecting.js"))).defineInspection(classes);
  return classes;
}

/** Add the functions of the bridge to *python*. Returns py_url's version and Unicode's. */
async function importBridge(pyodide, python) {
  try {
    const bridge = pyodide.pyimport("py_url.programs.bridge");
    const callable = (proxy) => makeCallable(proxy, python);
    for (const name of BRIDGE) python[name] = callable(bridge[name].copy());
    const inBuffer = makeBuffer(bridge.buffer.copy(), python.checkStack);
    const forBuffer = bridge.in_buffer;
    for (const name of IN_BUFFER) python[name] = inBuffer(callable(forBuffer.get(name)), callable(bridge[name].copy()));
    for (const name of ALSO_IN_BUFFER) python[`${name}_in_buffer`] = inBuffer(callable(forBuffer.get(name)));
    forBuffer.destroy();
    Object.assign(python, makeRecognizer(bridge.automaton, bridge.replacements, bridge.in_form));
    bridge.destroy();
    const pyUrl = pyodide.pyimport("py_url");
    const { __version__: version, unicode_version: unicodeVersion } = pyUrl;
    pyUrl.destroy();
    return { version, unicodeVersion };
  } catch (error) {
    throw new Error(`py_url could not be imported: ${await explain(error)}`, { cause: error });
  }
}

// All modules have been imported.
restore();
