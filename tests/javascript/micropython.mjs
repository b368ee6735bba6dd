/**
 * Call functions of micropython_calls.py in MicroPython, and compare what they return with what CPython returned.
 *
 *     node micropython.mjs MICROPYTHON_FOLDER ARCHIVE CALLS.json
 *
 * CALLS.json is a list of [function, [argument, ...], answer]. The result is a line of JSON.
 */

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { arrived, departing } from "../../web/lib/micropython_help.js";
import { start } from "./micropython_start.mjs";

const [folder, archive, file] = process.argv.slice(2);
const micropython = await start(folder, archive);
micropython.FS.writeFile("/lib/micropython_calls.py", readFileSync(new URL("micropython_calls.py", import.meta.url)));
micropython.runPython(`
from py_url._micropython.javascript import arrived, departing
import micropython_calls
def call(name, *arguments):
    return departing(getattr(micropython_calls, name)(*[arrived(each) for each in arguments]))
`);
const call = micropython.globals.get("call");
const counts = {};
const different = [];
for (const [name, given, expected] of JSON.parse(readFileSync(file, "utf8"))) {
  counts[name] ??= { calls: 0, same: 0, ms: 0 };
  counts[name].calls += 1;
  const begun = performance.now();
  let answer;
  try {
    answer = arrived(call(name, ...given.map(departing)));
  } catch (error) {
    answer = `raised: ${error.message}`;
  }
  counts[name].ms += performance.now() - begun;
  if (answer === expected) counts[name].same += 1;
  else different.push([name, given, answer, expected]);
}
console.log(JSON.stringify({ counts, different }));
