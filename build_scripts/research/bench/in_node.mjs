/**
 * Measure in Node.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST STRINGS PEERS ROUNDS
 *
 * STRINGS is a JSON file, PEERS the folder with whatwg-url.js and the WHEELS. Prints the times as JSON.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { load } from "../../../web/py_url.js";
import { gather, measure, measureClasses, parsedByAll, WHEELS } from "./web.js";

const [indexURL, dist, stringsFile, folder, rounds] = process.argv.slice(2);
const { URL: WhatwgURL } = await import(pathToFileURL(`${folder}/whatwg-url.js`));
const options = { indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` };
const wheels = WHEELS.map((name) => new Uint8Array(readFileSync(`${folder}/${name}`)));
const peers = await gather(load, options, WhatwgURL, wheels);
const { strings: given, classes } = JSON.parse(readFileSync(stringsFile, "utf8"));
const strings = parsedByAll(peers, given);
const times = measure(peers, strings, Number(rounds));
console.log(JSON.stringify({ count: strings.length, times, classes: measureClasses(peers, classes, Number(rounds)) }));
