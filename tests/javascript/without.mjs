/** web/py_url.js where globals are missing: importing it never throws, and `load` resolves or rejects with a sentence.
 *
 *     node without.mjs PYODIDE_FOLDER DIST
 */

import assert from "node:assert/strict";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { run } from "./checks.mjs";

const NEEDED = [
  "BigInt", "BigInt64Array", "BigUint64Array", "DOMException", "Map", "Number", "RangeError", "TextDecoder", "TextEncoder", "TypeError", "URL", "Uint16Array",
  "Uint32Array", "Uint8Array", "WeakMap", "WebAssembly", "performance",
];
const OTHERS = [
  "AbortController", "AggregateError", "ArrayBuffer", "Atomics", "Blob", "Boolean", "DataView", "Date", "Error", "EvalError", "Event",
  "EventTarget", "FinalizationRegistry", "Float32Array", "Float64Array", "FormData", "Headers", "Int16Array", "Int32Array", "Int8Array",
  "Intl", "Iterator", "JSON", "Math", "MessageChannel", "Proxy", "ReadableStream", "ReferenceError", "RegExp", "Request",
  "Response", "Set", "SharedArrayBuffer", "SyntaxError", "URIError", "URLSearchParams", "Uint8ClampedArray", "WeakRef", "WeakSet", "atob", "btoa", "clearTimeout", "console", "crypto", "decodeURIComponent", "encodeURIComponent",
  "escape", "fetch", "navigator", "process", "queueMicrotask", "setTimeout", "structuredClone",
];
const OF_WEBASSEMBLY = ["Global", "Instance", "Memory", "Module", "Table", "compile", "instantiate"].map((name) => `WebAssembly.${name}`);

if (isMainThread) {
  const said = async (name, wants) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { name, wants }, stdout: true, stderr: true });
    return new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    }).finally(() => worker.terminate());
  };
  await run({
    async "without any global, it can be imported"() {
      const wrong = [];
      for (const name of [...NEEDED, ...OTHERS]) wrong.push([name, await said(name, "import")]);
      assert.deepEqual(wrong.filter(([, it]) => `${it}` !== "imported,false"), []);
    },

    async "without what it needs, load says what is missing"() {
      const wrong = [];
      for (const name of [...NEEDED, ...OF_WEBASSEMBLY]) wrong.push([name, await said(name, "load")]);
      assert.deepEqual(wrong.filter(([name, it]) => it !== `Error: ${name} is missing here, and Pyodide needs it`), []);
    },

    async "whatever is missing, load resolves or rejects"() {
      const wrong = [];
      for (const name of OTHERS) wrong.push([name, await said(name, "load")]);
      assert.deepEqual(wrong.filter(([, it]) => !/^http:\/\/h\/$|^\w*Error: /.test(it)), []);
    },
  });
  process.exit();
} else {
  const { name, wants } = workerData;
  const [outer, inner] = name.split(".");
  const { message } = { message: (value) => parentPort.postMessage(value) };
  const [indexURL, dist] = process.argv.slice(2);
  const text = String;
  if (inner === undefined) delete globalThis[outer];
  else delete globalThis[outer][inner];
  import("../../web/py_url.js").then(
    ({ load }) => {
      if (wants === "import") {
        message(["imported", name in globalThis]);
        return;
      }
      load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: dist }).then(
        ({ URL }) => message(new URL("http://H").href),
        (error) => message(text(error)),
      );
    },
    (error) => message(text(error)),
  );
}
