/**
 * Run files of the Web Platform Tests in Node, against py_url's classes or, with --native, against Node's own.
 *
 *     node in_node.mjs [--native] PYODIDE_FOLDER DIST FILES
 *
 * FILES is a JSON file that tells where what is served lies: {"/url/url-tojson.any.js": "/a/path", ...}. Prints, as the last
 * line, the outcomes by the tests' names, as JSON.
 */

import { readFileSync } from "node:fs";
import { load } from "../../../web/py_url.js";
import { runFile } from "./run_file.js";

const args = process.argv.slice(2);
const native = args[0] === "--native" && args.shift() !== undefined;
const [indexURL, dist, filesFile] = args;
const files = JSON.parse(readFileSync(filesFile, "utf8"));

function read(address) {
  const path = files[address.startsWith("/") ? address : `/url/${address}`];
  if (path === undefined) throw new Error(`${address} is not among the files`);
  return readFileSync(path, "utf8");
}

globalThis.self = globalThis;
globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };
globalThis.location = { search: "", href: "about:blank", pathname: "" };
globalThis.fetch = async (address) => new Response(read(`${address}`));

let installed;
if (!native) {
  installed = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });
  installed.install();
}
const outcomes = {};
for (const address of Object.keys(files).filter((name) => /^\/url\/[^/]*\.js$/.test(name))) {
  outcomes[address.slice("/url/".length)] = await runFile(address, read);
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit());
