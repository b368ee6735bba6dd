/**
 * Answer cases in Node: each line of standard input is a list of them as JSON, and each line of the output the answers.
 *
 *     node in_node.mjs [FOLDER_OF_A_PACKAGE | PYODIDE_FOLDER DIST | ADDRESS_OF_MICROPYTHON ARCHIVE CODE]
 *
 * Without an argument, Node's own classes answer; with two, those of web/py_url.js; with three, the function of Python in CODE,
 * which takes and returns strings, in MicroPython. The first line of the output is the version of what answers.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { answers } from "./answer.mjs";

const [folder, dist, code] = process.argv.slice(2);
let { URL, URLPattern } = globalThis;
let { version } = process;
let answer = (cases) => answers({ URL, URLPattern }, cases);
if (code !== undefined) {
  const { startMicroPython } = await import("../../../web/crosscheck/micropython.js");
  const { arrived, departing } = await import("../../../web/lib/micropython_help.js");
  const micropython = await startMicroPython(folder, new Response(readFileSync(dist)));
  micropython.runPython(`${code}
import sys
release = sys.version.split()[2]
from py_url._micropython.javascript import arrived, departing
def call(*given):
    return departing("\\n".join(said(*[each and arrived(each) for each in given])))
`);
  const [call, release] = ["call", "release"].map((name) => micropython.globals.get(name));
  version = release;
  answer = (cases) => cases.map((given) => arrived(call(...given.map((each) => each && departing(each)))));
} else if (dist !== undefined) {
  URLPattern = undefined;
  const { load } = await import("../../../web/py_url.js");
  ({ URL, version } = await load({ indexURL: folder, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` }));
} else if (folder !== undefined) {
  URLPattern = undefined;
  ({ default: { URL } } = await import(pathToFileURL(`${folder}/index.js`)));
  ({ version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")));
}
console.log(JSON.stringify(version));
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  // JSON escapes lone surrogates in both directions, so they arrive unchanged.
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
