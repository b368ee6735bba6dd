/** Post how long it takes from the start of the visit to the first answer from Python, then visit again. */

import { load } from "/py_url.js";
import { firstAnswer } from "./first_answer.mjs";

/** The page reloads itself until it has been visited this many times. */
const VISITS = 2;
const way = location.search.slice(1);
const options = way === "micropython"
  ? { python: way, micropython: "/micropython/", archive: "/micropython/py_url.tar.gz" }
  : { indexURL: "/pyodide/", snapshot: way === "snapshot" };
const visit = Number(sessionStorage.getItem("visits") ?? 0) + 1;

async function post(body) {
  await fetch("/bench/said", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
}

try {
  await post({ visit, ...(await firstAnswer(load, options)) });
  sessionStorage.setItem("visits", visit);
  // By then the browser has stored what it wants to keep.
  if (visit < VISITS) setTimeout(() => location.reload(), 1000);
} catch (error) {
  await post({ error: `${error}` });
}
