/**
 * The worker in which Python runs. It answers one question after another: `{ id, name, args }` is answered by `{ id, result }`.
 * Before that it says what it is doing: `{ doing }`, and at last `{ ready }` with the versions, or `{ failed }`. `{ crashed }` says
 * that it cannot be asked again.
 */

import { load } from "../py_url.js";
import { addModules, get, getModules } from "./in_worker.js";
import { nativeAnswer, nativePatternAnswer } from "./native.js";

const HERE = new URL(".", import.meta.url);

/** Write the page's own Python into Pyodide, and return the function that answers. */
async function prepare() {
  const files = fetchAll();
  const { python, version, unicodeVersion } = await load({
    indexURL: new URL("../pyodide/", HERE).href,
    onProgress: ({ doing }) => postMessage({ doing }),
  });
  const pyodide = await python();
  addModules(pyodide, "/playground", await files);
  const { answer } = pyodide.pyimport("playground");
  return { answer: orCrash(answer), pyodide, ready: { version, unicode: unicodeVersion, pyodide: pyodide.version } };
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

async function fetchAll() {
  const folder = new URL("python/", HERE);
  return getModules(await (await get("files.json", folder)).json(), folder);
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
const NATIVE = new Map([["look", nativeAnswer], ["patterns.matched", nativePatternAnswer]]);

function withNative(name, json) {
  const native = NATIVE.get(name);
  if (native === undefined) return json;
  const args = JSON.parse(json);
  return JSON.stringify([...args, native(...args)]);
}

/** How long nobody must have asked anything before the next step of the warm-up, in milliseconds. */
const QUIET = 100;
/** When the last question was asked; undefined before the first. */
let asked;

/** Prepare for the next questions when the first one is answered, in steps between which questions can arrive. */
function warmUp(answer, step = 0) {
  const quiet = performance.now() - asked > QUIET;
  if (!quiet || answer("warm_up", JSON.stringify([step])) === "true") setTimeout(warmUp, quiet ? 0 : QUIET, answer, quiet ? step + 1 : step);
}

addEventListener("message", async ({ data: { id, name, args, needs = [] } }) => {
  const { answer, pyodide } = await prepared;
  const isFirst = asked === undefined;
  asked = performance.now();
  try {
    for (const address of needs) if (!wheels.has(address)) wheels.set(address, addWheel(pyodide, address));
    await Promise.all(needs.map((address) => wheels.get(address)));
    postMessage({ id, result: answer(name, withNative(name, args)) });
    if (isFirst) warmUp(answer);
  } catch (error) {
    wheels.clear();
    postMessage({ id, result: JSON.stringify({ error: `${error?.message ?? error}` }) });
  }
});
