/**
 * Measure in Node.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST STRINGS WHATWG_URL PYWHATWGURL ROUNDS
 *
 * STRINGS is a JSON file, WHATWG_URL a module, PYWHATWGURL a wheel. Prints the times as JSON.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { load } from "../../web/py_url.js";
import { gather, measure, parsedByAll } from "./web.js";

const [indexURL, dist, stringsFile, whatwgURL, wheel, rounds] = process.argv.slice(2);
const { URL: WhatwgURL } = await import(pathToFileURL(whatwgURL));
const options = { indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` };
const peers = await gather(load, options, WhatwgURL, new Uint8Array(readFileSync(wheel)));
const strings = parsedByAll(peers, JSON.parse(readFileSync(stringsFile, "utf8")));
console.log(JSON.stringify({ count: strings.length, times: measure(peers, strings, Number(rounds)) }));
