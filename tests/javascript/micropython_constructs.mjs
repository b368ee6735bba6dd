/**
 * Run programs in MicroPython, each of which makes `result`, a str.
 *
 *     node micropython_constructs.mjs MICROPYTHON_FOLDER ARCHIVE PROGRAMS.json
 *
 * The result is a line of JSON: for each program its result, or "raised" and the type of the exception.
 */

import { readFileSync } from "node:fs";
import { arrived, departing } from "../../web/lib/micropython_help.js";
import { start } from "./micropython_start.mjs";

const [folder, archive, file] = process.argv.slice(2);
const micropython = await start(folder, archive);
micropython.runPython(`
from py_url._micropython.javascript import arrived, departing
def run(program):
    names = {"__name__": "program"}
    try:
        exec(arrived(program), names)
    except Exception as error:
        return departing("raised " + type(error).__name__)
    return departing(names["result"])
`);
const run = micropython.globals.get("run");
console.log(JSON.stringify(JSON.parse(readFileSync(file, "utf8")).map((program) => arrived(run(departing(program))))));
