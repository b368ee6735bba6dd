/** Run one file of the Web Platform Tests in this window, as its own page would, but with py_url's classes. */

import { load } from "/py_url.js";
import { outcomeOf, scriptsOf } from "./run_file.js";

const file = location.search.slice(1);
// Remove the query, which names the file here: the tests would read it as their variant.
history.replaceState(null, "", "frame.html");

function runScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${address} could not be loaded`));
    script.src = address;
    document.head.append(script);
  });
}

window.setup({ explicit_done: true, output: false });
try {
  window.GLOBAL = { isWindow: () => true, isWorker: () => false, isShadowRealm: () => false };
  if (parent.pyodide !== undefined) (await load({ pyodide: parent.pyodide, urlPattern: parent.urlPattern })).install();
  window.add_completion_callback((tests, status) => parent.finished(outcomeOf(tests, status)));
  for (const script of scriptsOf(await (await fetch(file)).text())) await runScript(script);
  await runScript(file);
  window.done();
} catch (error) {
  parent.finished({ harness: `${error}`, subtests: [] });
}
