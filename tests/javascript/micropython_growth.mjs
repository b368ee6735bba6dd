/**
 * Measure how the time of calls grows with the length of the input, and how the memory does with their number.
 *
 *     node micropython_growth.mjs MICROPYTHON_FOLDER ARCHIVE
 *
 * The result is a line of JSON: for each shape the seconds for a length and for four times as many characters; the memory in use after equal calls;
 * and what became of inputs of 10 MB and of 1 MB, and of the next call.
 */

import { readFileSync } from "node:fs";
import { arrived, departing } from "../../web/lib/micropython_help.js";
import { start } from "./micropython_start.mjs";

const SHAPES = {
  "spaces in a path": ["parse", (n) => `http://h/${"a b".repeat(n / 3)}`],
  "astral text in a path": ["parse", (n) => `http://h/${"a\u{1f600} ".repeat(n / 4)}`],
  "pairs of a query": ["pairs", (n) => "a=%20b&".repeat(n / 7)],
  "astral pairs of a query": ["pairs", (n) => "\u{1f600}=%F0%9F%98%80&".repeat(n / 15)],
  "dot segments": ["parse", (n) => `http://h/${"a/../".repeat(n / 5)}`],
  "brackets in a host": ["parse", (n) => `http://${"[a".repeat(n / 2)}`],
  "a host before a port": ["parse", (n) => `foo://${"a".repeat(n)}:80/`],
  "percent-encoded bytes in a host": ["parse", (n) => `foo://${"%61".repeat(n / 3)}/`],
  "tabs": ["errors", (n) => `http://h/${"a\t".repeat(n / 2)}`],
  "backslashes": ["errors", (n) => `http:\\\\h\\${"a\\".repeat(n / 2)}`],
  "a password": ["shown", (n) => `http://u:${"p".repeat(n)}@h/`],
  "NUL": ["echo", (n) => "\0a".repeat(n / 2)],
};
const [folder, archive, least = "10000"] = process.argv.slice(2);
const micropython = await start(folder, archive);
micropython.FS.writeFile("/lib/micropython_calls.py", readFileSync(new URL("micropython_calls.py", import.meta.url)));
micropython.runPython(`
import gc
from py_url._micropython.javascript import arrived, departing
import micropython_calls
def call(name, *arguments):
    return departing(getattr(micropython_calls, name)(*[arrived(each) for each in arguments]))
def memory():
    gc.collect()
    return gc.mem_alloc()
`);
const call = micropython.globals.get("call");
const memory = micropython.globals.get("memory");
const ask = (name, ...given) => arrived(call(name, ...given.map(departing)));
/** In seconds of this process, so that other programs have no part in it. */
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const timeOf = (name, input) => {
  const begun = clock();
  ask(name, input);
  return clock() - begun;
};
const leastOf = (name, input) => Math.min(...[1, 2, 3].map(() => timeOf(name, input)));

const times = {};
for (const [shape, [name, make]] of Object.entries(SHAPES)) {
  const short = make(Number(least));
  const long = make(4 * Number(least));
  times[shape] = [leastOf(name, short), timeOf(name, long)];
}
const calls = () => {
  for (let i = 0; i < 350; i += 1) ask("parse", "http://\u00e4/a b?\u{1f600}", "http://h/");
  for (let i = 0; i < 50; i += 1) ask("parse", "http://\u00e4 /");
  // The collector runs when the outermost call has returned.
  memory();
  return memory();
};
const memories = [calls(), calls(), calls()];
let long;
try {
  long = ask("parse", `http://h/${"a".repeat(10_000_000)} b\u{1f600}`).length > 10_000_000 ? "parsed" : "changed";
} catch (error) {
  long = error.message;
}
const million = ask("parse", `http://h/${"a".repeat(1_000_000)} b\u{1f600}`).length > 1_000_000;
console.log(JSON.stringify({ times, memories, million, long, next: ask("parse", "http://h/a b").split("\n")[0] }));
