/**
 * Run the Web Platform Tests listed in a folder's `files.json` in Node, with py_url's classes.
 *
 *     node in_node.mjs OPTIONS TESTS FOLDER
 *
 * OPTIONS are those of `load`, as JSON. TESTS is a folder laid out like a checkout of the Web Platform Tests. FOLDER is "url", or "urlpattern" for URLPattern. Prints the outcomes by file, as JSON.
 */

import { readFileSync } from "node:fs";
import { load } from "../../../web/py_url.js";
import { runFile } from "./run_file.js";

const [options, tests, folder] = process.argv.slice(2);
const read = (address) => readFileSync(`${tests}${address.startsWith("/") ? "" : `/${folder}/`}${address}`, "utf8");

// The tests and their harness expect these globals, which every browser has but Node lacks.
globalThis.self = globalThis;
globalThis.Window = class {};
globalThis.location = { search: "" };
globalThis.fetch = async (address) => new Response(read(address));
globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };

// Not by `install`, which in Node lets the prototypes inherit from those of Node's classes: Web IDL wants Object.prototype there.
const urlPattern = folder === "urlpattern";
const loaded = await load({ ...JSON.parse(options), urlPattern });
for (const name of ["URL", "URLSearchParams", ...(urlPattern ? ["URLPattern"] : [])]) {
  Object.defineProperty(globalThis, name, { value: loaded[name], configurable: true, writable: true });
}
const outcomes = {};
for (const file of JSON.parse(read("files.json"))) outcomes[file] = await runFile(file, read);
process.stdout.write(JSON.stringify(outcomes), () => process.exit());
