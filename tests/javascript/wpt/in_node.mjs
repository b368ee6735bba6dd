/**
 * Run the Web Platform Tests listed in `url/files.json` in Node, with py_url's classes.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST TESTS
 *
 * TESTS is a folder laid out like a checkout of the Web Platform Tests. Prints the outcomes by file, as JSON.
 */

import { readFileSync } from "node:fs";
import { load } from "../../../web/py_url.js";
import { runFile } from "./run_file.js";

const [indexURL, dist, folder] = process.argv.slice(2);
const read = (address) => readFileSync(`${folder}${address.startsWith("/") ? "" : "/url/"}${address}`, "utf8");

// The tests and their harness expect these globals, which every browser has but Node lacks.
globalThis.self = globalThis;
globalThis.location = { search: "" };
globalThis.fetch = async (address) => new Response(read(address));
globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };

// Not by `install`, which in Node lets the prototypes inherit from those of Node's classes: Web IDL wants Object.prototype there.
const { URL, URLSearchParams } = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });
for (const [name, value] of Object.entries({ URL, URLSearchParams })) Object.defineProperty(globalThis, name, { value });
const outcomes = {};
for (const file of JSON.parse(read("files.json"))) outcomes[file] = await runFile(file, read);
process.stdout.write(JSON.stringify(outcomes), () => process.exit());
