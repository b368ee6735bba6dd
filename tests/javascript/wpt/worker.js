/** Run files of the Web Platform Tests in this module worker, one after the other. */

import { load } from "/py_url.js";
import { runFile } from "./run_file.js";

async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded`);
  return response.text();
}

self.addEventListener("message", async ({ data: { files, native, urlPattern } }) => {
  self.GLOBAL = { isWindow: () => false, isWorker: () => true, isShadowRealm: () => false };
  if (!native) (await load({ indexURL: "/pyodide/", urlPattern })).install();
  const outcomes = {};
  for (const file of files) {
    self.postMessage({ running: file });
    outcomes[file] = await runFile(file, read);
  }
  self.postMessage({ outcomes });
}, { once: true });
