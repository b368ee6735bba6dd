/**
 * Run the Web Platform Tests that `url/files.json` lists in Node, against py_url's classes.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST TESTS
 *
 * TESTS is a folder laid out as a checkout of the Web Platform Tests. Prints the outcomes by file, as JSON.
 */

import { readFileSync } from "node:fs";
import { load } from "../../../web/py_url.js";
import { runFile } from "./run_file.js";

const [indexURL, dist, folder] = process.argv.slice(2);
const read = (address) => readFileSync(`${folder}${address.startsWith("/") ? "" : "/url/"}${address}`, "utf8");

// What the tests and their harness find in every browser, and Node does not have.
globalThis.self = globalThis;
globalThis.location = { search: "" };
globalThis.fetch = async (address) => new Response(read(address));
globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };

(await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` })).install();
const outcomes = {};
for (const file of JSON.parse(read("files.json"))) outcomes[file] = await runFile(file, read);
process.stdout.write(JSON.stringify(outcomes), () => process.exit());
