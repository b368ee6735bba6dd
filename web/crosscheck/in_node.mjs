/**
 * Compare py_url in Pyodide or in MicroPython with Node's own URL and URLPattern, as the page does in a browser.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST
 *     node in_node.mjs ADDRESS_OF_MICROPYTHON ARCHIVE.tar.gz
 *
 * Reads the cases from standard input as JSON. Prints what the page would post, one line of JSON for each post:
 * [name, body].
 */

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { MODULES, answersInPython, compareAll, describe } from "./compare.js";
import { answersInMicroPython, startMicroPython } from "./micropython.js";
import { load } from "../py_url.js";

const SCRIPTS = new URL("../../build_scripts/", import.meta.url);

const [indexURL, dist] = process.argv.slice(2);
const say = (name, body) => process.stdout.write(`${JSON.stringify([name, body])}\n`);

async function startPyodide() {
  const ours = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });
  const pyodide = await ours.python();
  const modules = MODULES.map(async (name) => [name, await readFile(new URL(name, SCRIPTS), "utf8")]);
  return { URL: ours.URL, about: describe(ours, pyodide), answerToPattern: answersInPython(pyodide, await Promise.all(modules)) };
}

try {
  const cases = JSON.parse(await text(process.stdin));
  const ours = await (dist.endsWith(".tar.gz")
    ? answersInMicroPython(await startMicroPython(indexURL, new Response(await readFile(dist))))
    : startPyodide());
  say("started", ours.about);
  for (const batch of compareAll(cases, ours, globalThis)) say("results", batch);
  say("finished", {});
} catch (error) {
  say("failed", { message: String(error.message ?? error) });
}
