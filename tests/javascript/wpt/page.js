/**
 * Run the Web Platform Tests listed in `files.json`, in windows and in a module worker, and post the outcomes. Each file
 * runs in its own frame, with classes made in that frame's realm; all frames share one Pyodide. Then all files run in one
 * worker. Before each file, its name is posted.
 *
 * With `?native` they run with the browser's own classes. In the folder `urlpattern` they also have URLPattern.
 */

import { load } from "/py_url.js";

const native = location.search === "?native";
window.urlPattern = location.pathname.startsWith("/urlpattern/");

async function post(address, body) {
  await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

function inFrame(file) {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    window.finished = (outcome) => {
      frame.remove();
      resolve(outcome);
    };
    frame.src = `frame.html?${file}`;
    document.body.append(frame);
  });
}

function inWorker(files) {
  return new Promise((resolve, reject) => {
    const worker = new Worker("worker.js", { type: "module" });
    // The harness posts messages of its own to the window that opened it.
    worker.onmessage = ({ data }) => {
      if (data.running) post("/running", `${data.running} in the worker`);
      if (data.outcomes) resolve(data.outcomes);
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ files, native, urlPattern: window.urlPattern });
  });
}

try {
  const files = await (await fetch("files.json")).json();
  if (!native) window.pyodide = await (await load({ indexURL: "/pyodide/" })).python();
  const outcomes = {};
  for (const file of files) {
    await post("/running", `${file} in a window`);
    outcomes[file] = await inFrame(file);
  }
  await post("/outcomes", { place: "window", outcomes });
  await post("/outcomes", { place: "worker", outcomes: await inWorker(files) });
} catch (error) {
  await post("/failed", `${error}`);
}
