/**
 * The page that compares py_url with this browser's own URL, case by case, and posts the results to the server.
 *
 * Opening the page starts the comparison. The page gets the cases from the server and posts the results in batches, so
 * any browser that can open an address can be checked. A server without cases leaves the page as it is: it says which
 * command has them.
 */

import { load } from "../py_url.js";
import { compareAll, describe } from "./compare.js";

const NativeURL = globalThis.URL;
/** Lets the server tell this page from others that are open. */
const run = `${Date.now()}-${Math.random()}`;

async function post(name, body) {
  const response = await fetch(`/crosscheck/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ run, body }),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status} to ${name}`);
}

function show(id, text) {
  document.getElementById(id).textContent = text;
}

async function main() {
  const response = await fetch("inputs.json");
  const inputs = await response.text();
  if (response.status === 404) return;
  if (!response.ok) throw new Error(`the server answered ${response.status} to inputs.json`);
  show("doing", "Loading Pyodide and py_url");
  document.getElementById("how").hidden = true;
  document.querySelector("main").hidden = false;
  const cases = JSON.parse(inputs);
  show("total", cases.length.toLocaleString("en"));
  const ours = await load({ indexURL: "/pyodide/" });
  await post("started", { ...describe(ours), userAgent: navigator.userAgent });
  show("doing", "Comparing");
  const bar = document.getElementById("bar");
  let done = 0;
  let agree = 0;
  for (const batch of compareAll(cases, ours.URL, NativeURL)) {
    await post("results", batch);
    done += batch.length;
    agree += batch.filter((result) => result.agree).length;
    bar.value = done / cases.length;
    show("done", done.toLocaleString("en"));
    show("agree", agree.toLocaleString("en"));
    show("differ", (done - agree).toLocaleString("en"));
  }
  await post("finished", {});
  show("doing", "Done. The command prints where the report is.");
}

main().catch(async (error) => {
  show("doing", `Failed: ${error.message}`);
  await post("failed", { message: String(error.message ?? error) }).catch(() => {});
});
