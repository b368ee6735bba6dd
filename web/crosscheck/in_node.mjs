/**
 * Compare py_url in Pyodide with Node's own URL, as the page does in a browser.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST
 *
 * Reads the cases from standard input as JSON. Prints what the page would post, one line of JSON for each post:
 * [name, body].
 */

import { text } from "node:stream/consumers";
import { compareAll, describe } from "./compare.js";
import { load } from "../py_url.js";

const [indexURL, dist] = process.argv.slice(2);
const say = (name, body) => process.stdout.write(`${JSON.stringify([name, body])}\n`);

try {
  const cases = JSON.parse(await text(process.stdin));
  const ours = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });
  say("started", describe(ours));
  for (const batch of compareAll(cases, ours.URL, globalThis.URL)) say("results", batch);
  say("finished", {});
} catch (error) {
  say("failed", { message: String(error.message ?? error) });
}
