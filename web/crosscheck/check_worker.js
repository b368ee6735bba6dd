/**
 * The worker that checks this browser: it compares py_url with the classes that this worker has, and makes the result in Python.
 *
 * The page sends `{ check: true }`, `{ stop: true }` or `{ compare: { old, oldName, new, newName } }`. The worker answers
 * with `{ doing }`, `{ progress }` and `{ part }` (some of the differences), and at the end with `{ summary }` (the rest of it, and the
 * whole as JSON), `{ compared }` or `{ failed }`.
 */

import { get, getModules } from "../playground/in_worker.js";
import { load } from "../py_url.js";
import { answersInPython, compareAll, describe, differing } from "./compare.js";

const { URL: NativeURL, URLPattern: NativeURLPattern } = globalThis;
const HERE = new NativeURL(".", import.meta.url);
/** Below the playground's folder, because that page uses the explanations too. */
const PYTHON = new NativeURL("../playground/python/", HERE);
const EXPLANATIONS = ["explanations.json", "explanations.py"];
const MODULES = ["__init__.py", "summary.py", "comparison.py", "in_page.py", "patterns.py", "pattern_rules.json", "pattern_rules.py", "effects.py"];

/** At most this many differences go to the page at once. */
const PART = 50;

let stopped = false;
let loaded;

/** Load Python with what this page runs in it. */
async function prepare() {
  postMessage({ doing: "Loading Python" });
  const modules = getModules([...EXPLANATIONS, ...MODULES.map((name) => `crosscheck/${name}`)], PYTHON);
  const ours = await load({ indexURL: new NativeURL("../pyodide/", HERE).href });
  const pyodide = await ours.python();
  const answerToPattern = answersInPython(pyodide, await modules);
  return { ours, pyodide, answerToPattern, python: pyodide.pyimport("crosscheck.in_page") };
}

/** The user agent with the full version, which Chromium leaves out of the string. */
async function fullUserAgent() {
  const { fullVersionList = [] } = (await navigator.userAgentData?.getHighEntropyValues(["fullVersionList"])) ?? {};
  let agent = navigator.userAgent;
  for (const { brand, version } of fullVersionList) {
    const name = { Chromium: "Chrome", "Microsoft Edge": "Edg", Opera: "OPR" }[brand];
    if (name !== undefined) agent = agent.replace(new RegExp(`(?<=${name}/)[\\d.]+`), version);
  }
  return agent;
}

async function check() {
  stopped = false;
  loaded ??= prepare();
  const [{ ours, pyodide, answerToPattern, python }, inputs, about] = await Promise.all([loaded, get("inputs.json", HERE), get("check.json", HERE)]);
  const text = await inputs.text();
  const cases = JSON.parse(text);
  const results = [];
  let differ = 0;
  postMessage({ doing: "Comparing" });
  for (const batch of compareAll(cases, { URL: ours.URL, answerToPattern }, { URL: NativeURL, URLPattern: NativeURLPattern })) {
    results.push(...batch);
    differ += differing(batch);
    postMessage({ progress: { done: results.length, total: cases.length, differ } });
    // Let the request to stop arrive.
    await new Promise((resolve) => setTimeout(resolve));
    if (stopped) break;
  }
  postMessage({ doing: "Explaining the differences" });
  const engine = JSON.stringify({ ...describe(ours, pyodide), userAgent: await fullUserAgent() });
  const made = python.summarize(text, JSON.stringify(results), engine, await about.text());
  // In parts: a page that reads all of it at once would not answer for a moment.
  const { differences, ...rest } = JSON.parse(made);
  for (let index = 0; index < differences.length; index += PART) {
    postMessage({ part: differences.slice(index, index + PART) });
    await new Promise((resolve) => setTimeout(resolve));
  }
  postMessage({ summary: { rest, text: made } });
}

async function compareResults({ old, oldName, new: newer, newName }) {
  loaded ??= prepare();
  const { python } = await loaded;
  postMessage({ doing: "Comparing" });
  postMessage({ compared: python.compare(old, oldName, newer, newName) });
}

addEventListener("message", async ({ data }) => {
  if (data.stop) {
    stopped = true;
    return;
  }
  try {
    await (data.check ? check() : compareResults(data.compare));
  } catch (error) {
    // A load that failed can be tried again.
    if (await loaded?.then(() => false, () => true)) loaded = undefined;
    postMessage({ failed: `${error?.message ?? error}` });
  }
});
