/** Measure in this page and post the times. */

import { load } from "/py_url.js";
import { URL as WhatwgURL } from "/bench/whatwg-url.js";
import { gather, measure, measureClasses, parsedByAll, WHEELS } from "./web.js";

async function post(body) {
  await fetch("/bench/times", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
}

try {
  const { strings: given, classes, rounds } = await (await fetch("/bench/strings.json")).json();
  const wheels = [];
  for (const name of WHEELS) wheels.push(new Uint8Array(await (await fetch(`/bench/${name}`)).arrayBuffer()));
  const peers = await gather(load, { indexURL: "/pyodide/" }, WhatwgURL, wheels);
  const strings = parsedByAll(peers, given);
  const times = measure(peers, strings, rounds);
  await post({ count: strings.length, times, classes: measureClasses(peers, classes, rounds) });
} catch (error) {
  await post({ error: `${error}` });
}
