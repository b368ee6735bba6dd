/**
 * The worker in which Python runs. It answers one question after another: `{ id, name, args }` is answered by `{ id, result }`.
 * Before that it says what it is doing: `{ doing }`, whether something of the snapshot is `{ arriving }`, and at last `{ ready }` with
 * the versions, or `{ failed }`. `{ crashed }` says that it cannot be asked again.
 */

import { loadPyodideFrom, resolveOptions, restOf } from "../lib/loading.js";
import { load } from "../py_url.js";
import { addModules, get, getModules, watchSnapshot, writeModules } from "./in_worker.js";
import { nativeAnswer, nativePatternAnswer } from "./native.js";

const HERE = new URL(".", import.meta.url);
const PYTHON = new URL("python/", HERE);

// A snapshot that stops to arrive is noticed by what arrives of it. The page starts Python without it then.
watchSnapshot((arriving) => postMessage({ arriving }));

const FOLDER = "/playground";
/** The modules of the first screen. The others are fetched when the first answer is there, or when one of them is missing. */
const FIRST = ["__init__", "answers", "first", "looks", "parsers", "pieces"].map((name) => `playground/${name}.py`);
/** What Python says if it is one of the others, or one that comes with all of Python. */
const IS_MISSING = /^\{"error": "ModuleNotFoundError: No module named (?:'(?:explanations|playground\.)|.*the page has loaded only)/;
/** The question that is answered before the page has all of Python, and the file with the modules of py_url that it needs. */
const FIRST_QUESTION = "look";
const OF_FIRST = "playground";

/** Whether a file is of the first screen. */
const isFirst = (path) => FIRST.includes(path);

/** Write the page's own Python into Pyodide, and return the function that answers. */
async function prepare() {
  const listed = get("files.json", PYTHON).then((response) => response.json());
  const files = listed.then((paths) => getModules(paths.filter(isFirst), PYTHON));
  postMessage({ doing: "loading Pyodide" });
  const snapshot = !new URL(location.href).searchParams.has("plain");
  const pyodide = await loadPyodideFrom(
    await resolveOptions({ indexURL: new URL("../pyodide/", HERE).href, snapshot }), { soon: [OF_FIRST] },
  );
  const { python, version, unicodeVersion } = await load({ pyodide, onProgress: ({ doing }) => postMessage({ doing }) });
  if (!(await canAnswer(pyodide))) await python();
  addModules(pyodide, FOLDER, await files);
  const { answer } = pyodide.pyimport("playground");
  let added;
  /** Add the modules of the panels, and the reasons why a browser differs. */
  const addOthers = () => {
    added ??= Promise.all([listed.then((paths) => getModules(paths.filter((path) => !isFirst(path)), PYTHON)), python()])
      .then(([modules]) => writeModules(pyodide, FOLDER, modules));
    // The next one who asks may be luckier.
    added.catch(() => {
      added = undefined;
    });
    return added;
  };
  return { answer: orCrash(answer), pyodide, python, addOthers, ready: { version, unicode: unicodeVersion, pyodide: pyodide.version } };
}

/** Give Python what the first answer needs, if it was started from the snapshot. Returns whether it has that. */
async function canAnswer(pyodide) {
  const { files, fromSnapshot } = restOf(pyodide) ?? {};
  if (!fromSnapshot || !files.has(OF_FIRST)) return false;
  try {
    const [{ writeFiles }, modules] = await Promise.all([import("../lib/short_files.js"), files.contentOf(OF_FIRST)]);
    writeFiles(pyodide, modules);
    return true;
  } catch {
    // All of Python has them, too.
    return false;
  }
}

/** Python's errors are answers. What is thrown comes from the browser's WebAssembly, and Pyodide cannot be used after it. */
function orCrash(answer) {
  return (name, args) => {
    try {
      return answer(name, args);
    } catch (error) {
      postMessage({ crashed: `${error?.message ?? error}` });
      throw error;
    }
  };
}

const prepared = prepare();
prepared.then(
  ({ ready }) => postMessage({ ready }),
  (error) => postMessage({ failed: `${error?.message ?? error}` }),
);

/** Wheels that a question needs, by address: each is loaded once. */
const wheels = new Map();

/** Put a wheel next to py_url. */
async function addWheel(pyodide, address) {
  const bytes = new Uint8Array(await (await get(address, HERE)).arrayBuffer());
  pyodide.unpackArchive(bytes, "wheel");
}

/** The questions whose last argument is what this browser says, which may take a while to find out. */
const NATIVE = new Map([["look", nativeAnswer], ["first.others", nativeAnswer], ["patterns.matched", nativePatternAnswer]]);

function withNative(name, json) {
  const native = NATIVE.get(name);
  if (native === undefined) return json;
  const args = JSON.parse(json);
  return JSON.stringify([...args, native(...args)]);
}

/** How long nobody must have asked anything before the next step of the warm-up, in milliseconds. */
const QUIET = 100;
/** When the last question was asked. */
let asked;
/** Whether the warm-up has begun, which needs the modules of the panels, too. */
let warming = false;

/** Prepare for the next questions when one is answered, in steps between which questions can arrive. */
function warmUp(answer, step = 0) {
  const quiet = performance.now() - asked > QUIET;
  if (!quiet || answer("warm_up", JSON.stringify([step])) === "true") setTimeout(warmUp, quiet ? 0 : QUIET, answer, quiet ? step + 1 : step);
}

addEventListener("message", async ({ data: { id, name, args, needs = [] } }) => {
  const { answer, pyodide, python, addOthers } = await prepared;
  asked = performance.now();
  try {
    if (name !== FIRST_QUESTION || needs.length > 0) await python();
    for (const address of needs) if (!wheels.has(address)) wheels.set(address, addWheel(pyodide, address));
    await Promise.all(needs.map((address) => wheels.get(address)));
    const given = withNative(name, args);
    let result = answer(name, given);
    if (IS_MISSING.test(result)) {
      await addOthers();
      result = answer(name, given);
    }
    postMessage({ id, result });
    if (warming) return;
    warming = true;
    addOthers().then(() => warmUp(answer), () => {
      warming = false;
    });
  } catch (error) {
    for (const address of needs) {
      // A wheel that has arrived stays.
      wheels.get(address)?.catch(() => wheels.delete(address));
    }
    postMessage({ id, result: JSON.stringify({ error: `${error?.message ?? error}` }) });
  }
});
