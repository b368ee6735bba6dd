/**
 * Run the exercises in Node, with py_url's classes and with Node's own.
 *
 *     node in_node.mjs PYODIDE_FOLDER DIST
 */

import { load } from "../../web/py_url.js";
import { compare } from "./face.mjs";

const [indexURL, dist] = process.argv.slice(2);
const native = { URL: globalThis.URL, URLSearchParams: globalThis.URLSearchParams };
const ours = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });
console.log(JSON.stringify(compare(ours, native)));
