/**
 * Answer cases in Node: each line of standard input is a list of them as JSON, and each line of the output the answers.
 *
 *     node in_node.mjs [FOLDER_OF_A_PACKAGE | PYODIDE_FOLDER DIST]
 *
 * Without an argument, Node's own classes answer; with two, those of web/py_url.js. The first line of the output is the version of
 * what answers.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { answers, recording } from "./answer.mjs";

const [folder, dist] = process.argv.slice(2);
let { URL, URLPattern } = globalThis;
let { version } = process;
let recorded;
if (dist !== undefined) {
  URLPattern = undefined;
  const { load } = await import("../../../web/py_url.js");
  ({ URL, version } = await load({ indexURL: folder, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` }));
} else if (folder !== undefined) {
  const module = await import(pathToFileURL(`${folder}/index.js`));
  ({ URLPattern } = module);
  if (URLPattern !== undefined) {
    // The polyfill has no URL class, so it uses Node's.
    ({ URL: globalThis.URL, recorded } = recording(URL));
  } else {
    ({ URL } = module.default);
  }
  ({ version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")));
}
console.log(JSON.stringify(version));
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  // JSON escapes lone surrogates in both directions, so they arrive unchanged.
  console.log(JSON.stringify(answers({ URL, URLPattern, recorded }, JSON.parse(line))));
}
