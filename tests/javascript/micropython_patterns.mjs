/**
 * Compile patterns of Python, for what MicroPython asks JavaScript to match.
 *
 *     node micropython_patterns.mjs MICROPYTHON_FOLDER ARCHIVE '["(", …]'
 *
 * The result is a line of JSON: for each pattern its number, or why it cannot be compiled.
 */

import { departing, makeHelp } from "../../web/lib/micropython_help.js";

const { compile } = makeHelp();
console.log(JSON.stringify(JSON.parse(process.argv[4]).map((pattern) => compile(departing(pattern), false, false, false, false))));
