/** Load py_url here and in a module worker, and report the results. */
import { load } from "/py_url.js";

const said = [];
try {
  const { URL } = await load({ indexURL: "/pyodide/" });
  said.push(`${new URL("http://ü/").href} in the page`);
  const worker = new Worker("/tests/browser/policy_worker.js", { type: "module" });
  said.push(await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(`${data} in a worker`);
    worker.onerror = () => resolve("the worker failed");
  }));
} catch (error) {
  said.push(error.message);
}
document.documentElement.dataset.said = said.join(", ");
