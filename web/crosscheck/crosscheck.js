/**
 * The page that compares py_url with this browser's own URL, case by case, and posts what it finds to the server.
 *
 * Whoever opens the page drives it: it asks the server for the cases and answers in batches, so that any browser that can
 * open an address can be checked. The forms of a case and of a result are told in build_scripts/crosscheck_inputs.py and
 * crosscheck.py.
 */

import { load } from "../py_url.js";

const NativeURL = globalThis.URL;
/** How many results are posted at once, at most; and of how many characters, but for one that is longer alone. */
const BATCH = 100;
const BATCH_LENGTH = 4_000_000;
const MEMBERS = [
  "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
];

/** What a URL class makes of a case: its members, or failure, or the error that it should not have thrown. */
function answer(URLClass, test) {
  let url;
  try {
    if (test.kind === "set") {
      url = new URLClass(test.href);
      // Ask for it before setting, so that an object which does not stay live is found out.
      url.searchParams.has("");
      url[test.member] = test.value;
    } else {
      url = test.base === null ? new URLClass(test.input) : new URLClass(test.input, test.base);
    }
  } catch (error) {
    return error instanceof TypeError ? { failure: true } : { error: String(error) };
  }
  try {
    const members = Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
    members.searchParams = url.searchParams.toString();
    members.pairs = JSON.stringify([...url.searchParams]);
    return members;
  } catch (error) {
    return { error: String(error) };
  }
}

/** Whether an answer is what the Web Platform Tests expect: "yes", "no", or "silent" where they expect nothing.
 *  An exception that is no TypeError is never right. */
function asExpected(given, expected) {
  if (given.error !== undefined) return "no";
  if (expected === null) return "silent";
  if (expected.failure) return given.failure ? "yes" : "no";
  return Object.entries(expected).every(([name, value]) => given[name] === value) ? "yes" : "no";
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function compare(test, PyURL) {
  const ours = answer(PyURL, test);
  const native = answer(NativeURL, test);
  const result = {
    agree: same(ours, native),
    ours: asExpected(ours, test.expected),
    native: asExpected(native, test.expected),
  };
  // Answers that agree with each other and with what is expected need not be told.
  return result.agree && result.ours !== "no" ? result : { ...result, answers: { ours, native } };
}

async function post(address, body) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status} to ${address}`);
}

function show(id, text) {
  document.getElementById(id).textContent = text;
}

async function main() {
  const response = await fetch("inputs.json");
  if (!response.ok) throw new Error("this page belongs to build_scripts/crosscheck.py, which has the inputs for it");
  const cases = await response.json();
  show("total", cases.length.toLocaleString("en"));
  const { URL: PyURL, pyodide, version } = await load({
    indexURL: new NativeURL("/pyodide/", location.href).href,
  });
  await post("/crosscheck/started", {
    version,
    pyodide: pyodide.version,
    python: pyodide.runPython("import sys; sys.version.split()[0]"),
    idna: pyodide.runPython("import idna; idna.__version__"),
    unicode: pyodide.runPython("import idna; idna.idnadata.__version__"),
  });
  show("doing", "Comparing");
  let agree = 0;
  const bar = document.getElementById("bar");
  for (let done = 0; done < cases.length; ) {
    const batch = [];
    for (let length = 0; batch.length < BATCH && length < BATCH_LENGTH && done < cases.length; done += 1) {
      const result = compare(cases[done], PyURL);
      agree += result.agree ? 1 : 0;
      length += result.answers === undefined ? 0 : JSON.stringify(result.answers).length;
      batch.push(result);
    }
    await post("/crosscheck/results", batch);
    bar.value = done / cases.length;
    show("done", done.toLocaleString("en"));
    show("agree", agree.toLocaleString("en"));
    show("differ", (done - agree).toLocaleString("en"));
  }
  await post("/crosscheck/finished", {});
  show("doing", "Done: the report is where the command says");
}

main().catch(async (error) => {
  show("doing", `Failed: ${error.message}`);
  await post("/crosscheck/failed", { message: String(error.message ?? error) }).catch(() => {});
});
