/**
 * When the page's worker warms up, with a made-up Python. Prints the steps of the warm-up and the answers, in JSON.
 *
 * The argument is a list of what comes of one question after another: "answers", "throws", or "lacks the panels", if their modules do not
 * arrive after it.
 */

import { register } from "node:module";

const comes = JSON.parse(process.argv[2]);
const fakes = {
  "loading.js": `
    export const resolveOptions = async (options) => options;
    export const loadPyodideFrom = async () => globalThis.pyodide;
    export const restOf = () => undefined;`,
  "py_url.js": "export const load = async () => ({ python: async () => globalThis.pyodide, version: '1', unicodeVersion: '2' });",
  "in_worker.js": `
    export const watchSnapshot = () => {};
    export const get = async () => new Response("[]");
    export const getModules = async () => {
      if (globalThis.isMissing) throw new Error("the server answered 404");
      return [];
    };
    export const addModules = () => {};
    export const writeModules = () => {};`,
  "native.js": "export const nativeAnswer = () => null; export const nativePatternAnswer = () => null;",
};
register(`data:text/javascript,${encodeURIComponent(`const fakes = ${JSON.stringify(fakes)};
export const resolve = (name, context, next) => {
  const fake = fakes[name.slice(name.lastIndexOf("/") + 1)];
  return fake === undefined ? next(name, context) : { url: "data:text/javascript," + encodeURIComponent(fake), shortCircuit: true };
};`)}`);

const [steps, answers] = [[], []];
const LAST = 2;
let told;
/** The next message of the worker that has this. */
const next = (name) => new Promise((resolve) => {
  told = (message) => name in message && resolve(message[name]);
});
let warm;
const warming = new Promise((resolve) => { warm = resolve; });
const answer = (name, args) => {
  const [what] = JSON.parse(args);
  if (name === "warm_up") {
    steps.push(what);
    if (what === LAST) warm();
    return `${what < LAST}`;
  }
  if (what === "throws") throw new Error("not this time");
  return JSON.stringify(what);
};
globalThis.pyodide = { version: "3", pyimport: () => ({ answer }) };
globalThis.location = { href: "http://h/worker.js" };
let ask;
globalThis.addEventListener = (_, listener) => { ask = listener; };
globalThis.postMessage = (message) => told(message);

const ready = next("ready");
await import("../../web/playground/worker.js");
await ready;
for (const [id, what] of comes.entries()) {
  globalThis.isMissing = what === "lacks the panels";
  const answered = next("result");
  ask({ data: { id, name: "look", args: JSON.stringify([what]) } });
  answers.push(JSON.parse(await answered));
  await new Promise((begins) => { setTimeout(begins); });
}
if (comes.includes("answers")) await warming;
// It warms up once.
await new Promise((begins) => { setTimeout(begins, 300); });
process.stdout.write(JSON.stringify({ steps, answers }));
process.exit();
