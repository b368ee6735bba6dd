/**
 * How the page works for build_scripts/crosscheck.py: it compares at once and posts the results to the server, in batches. So any
 * browser that can open an address can be checked.
 */

import { load } from "../py_url.js";
import { getModules } from "../playground/in_worker.js";
import { MODULES, answersInPython, compareAll, describe, differing } from "./compare.js";

const { URL: NativeURL, URLPattern: NativeURLPattern } = globalThis;
/** Lets the server tell this page from others that are open. */
const run = `${Date.now()}-${Math.random()}`;

async function post(name, body) {
  const response = await fetch(`/crosscheck/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ run, body }),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status} to ${name}`);
}

async function startPyodide() {
  const modules = getModules(MODULES, new NativeURL("../playground/python/", import.meta.url));
  const ours = await load({ indexURL: "/pyodide/" });
  const pyodide = await ours.python();
  return { URL: ours.URL, about: describe(ours, pyodide), answerToPattern: answersInPython(pyodide, await modules) };
}

async function startInMicroPython() {
  const { answersInMicroPython, startMicroPython } = await import("./micropython.js");
  const archive = await fetch("/micropython/py_url.tar.gz");
  if (!archive.ok) throw new Error(`the server answered ${archive.status} to py_url.tar.gz`);
  return answersInMicroPython(await startMicroPython("/micropython/micropython.mjs", archive));
}

/**
 * Compare all cases of the server.
 *
 * @param {(text: string) => void} say Called with what is being done.
 * @param {(progress: {done: number, total: number, differ: number}) => void} show Called after each batch.
 * @param {boolean} [inMicroPython] Whether py_url runs in MicroPython, and not in Pyodide.
 */
export async function compareAndPost(say, show, inMicroPython) {
  try {
    say("Loading Python and py_url");
    const response = await fetch("inputs.json");
    if (!response.ok) throw new Error(`the server answered ${response.status} to inputs.json`);
    const cases = await response.json();
    show({ done: 0, total: cases.length, differ: 0 });
    const ours = await (inMicroPython ? startInMicroPython() : startPyodide());
    await post("started", { ...ours.about, userAgent: navigator.userAgent });
    say("Comparing");
    let done = 0;
    let differ = 0;
    for (const batch of compareAll(cases, ours, { URL: NativeURL, URLPattern: NativeURLPattern })) {
      await post("results", batch);
      done += batch.length;
      differ += differing(batch);
      show({ done, total: cases.length, differ });
    }
    await post("finished", {});
    say("Done. The command prints where the report is.");
  } catch (error) {
    say(`Failed: ${error.message}`);
    await post("failed", { message: String(error.message ?? error) }).catch(() => {});
  }
}
