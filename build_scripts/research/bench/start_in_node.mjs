/**
 * Print how long it takes to the first answer from Python.
 *
 *     node start_in_node.mjs PYODIDE_FOLDER DIST plain|snapshot
 */

import { load } from "../../../web/py_url.js";
import { firstAnswer } from "../../../tests/support/visits/first_answer.mjs";

const [indexURL, dist, how] = process.argv.slice(2);
const options = { indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/`, snapshot: how === "snapshot" };
console.log(JSON.stringify(await firstAnswer(load, options)));
process.exit();
