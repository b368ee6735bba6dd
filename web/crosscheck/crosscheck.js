/**
 * The page that checks this browser: it compares the browser's own URL with py_url, input by input, and shows the report.
 *
 * `check.json` says what the page can do. The site's says which tests its inputs are from. That of build_scripts/crosscheck.py says
 * that the page is to compare at once and to post the results. If there is none, the page says which command has one.
 */

import { fill, h } from "../look/dom.js";
import { save } from "../look/saving.js";
import { toMarkdown } from "./exports.js";
import { compareAndPost } from "./posting.js";
import { copy, showReport } from "./report.js";
import { fromFragment, shownResult, toFragment } from "./sharing.js";

const $ = (id) => document.getElementById(id);
/** The largest result that is read, in bytes; comparison.py has the same limit. */
const LARGEST = 200_000_000;

let worker;
/** Whether the worker is comparing: then it can stop and tell what it has. */
let comparing = false;
/** The last result of this page, as JSON. */
let latest;
/** The result that the address has: that of another browser. */
let other;

function say(text) {
  fill($("doing"), text);
}

function show({ done, total, differ }) {
  comparing = true;
  $("progress").hidden = false;
  $("bar").value = total === 0 ? 1 : done / total;
  fill($("total"), total.toLocaleString("en"));
  fill($("done"), done.toLocaleString("en"));
  fill($("agree"), (done - differ).toLocaleString("en"));
  fill($("differ"), differ.toLocaleString("en"));
}

function working(yes) {
  comparing = comparing && yes;
  $("start").hidden = yes;
  $("stop").hidden = !yes;
  $("compare").disabled = yes;
  $("report").setAttribute("aria-busy", `${yes}`);
}

/** Send the worker a task and wait for its result. What comes in parts is added to `parts`. */
function ask(task, key, parts = []) {
  working(true);
  return new Promise((resolve, reject) => {
    worker ??= new Worker(new URL("check_worker.js", import.meta.url), { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message || "the worker could not be started"));
    worker.onmessage = ({ data }) => {
      if (data.doing !== undefined) say(`${data.doing} …`);
      if (data.progress !== undefined) show(data.progress);
      if (data.part !== undefined) parts.push(...data.part);
      if (data.failed !== undefined) reject(new Error(data.failed));
      if (data[key] !== undefined) resolve(data[key]);
    };
    worker.postMessage(task);
  }).finally(() => working(false));
}

function failed(error) {
  say(`Failed: ${error.message}`);
  worker?.terminate();
  worker = undefined;
}

/** Show the result that somebody sent; with a result of this browser, next to it. */
async function showOther(mine) {
  const response = await fetch("../playground/python/explanations.json");
  fill($("other"), shownResult(other, response.ok ? await response.json() : {}, mine));
}

async function check() {
  fill($("report"));
  try {
    const differences = [];
    const { rest, text } = await ask({ check: true }, "summary", differences);
    latest = text;
    const summary = { ...rest, differences };
    $("progress").hidden = true;
    const mine = toFragment(summary);
    if (other !== undefined) await showOther(fromFragment(mine));
    await showReport($("report"), summary, { heading: "h2", gently: true });
    say(summary.stopped_of === undefined ? "Done." : "Stopped. This is the result so far.");
    // Otherwise it would be the report's own page.
    document.title = "Check this browser · py-url";
    $("newer-this").hidden = false;
    $("newer").value = "this";
    choices();
    fill(
      $("whole"),
      button("Copy a link to this result", (self) => copy(`${location.href.split("#", 1)[0]}${mine}`, self)),
      button("Copy as Markdown", (self) => copy(toMarkdown(summary), self)),
      button("Download as JSON", () => save(`${nameOf(summary)}.json`, "application/json", latest)),
    );
  } catch (error) {
    failed(error);
  }
}

function stop() {
  if (comparing) {
    worker.postMessage({ stop: true });
    say("Stopping …");
    return;
  }
  // Nothing listens while Python is loading.
  worker?.terminate();
  worker = undefined;
  working(false);
  say("Stopped.");
}

function nameOf(summary) {
  return `${summary.engines.map((engine) => engine.name).join(" ").replaceAll(/[^\w.]+/g, "-").toLowerCase()}-${summary.date.slice(0, 10)}`;
}

function button(text, does) {
  const made = h("button", { type: "button" }, text);
  made.addEventListener("click", () => does(made));
  return made;
}

/** Show the field for a file where a file is chosen. */
function choices() {
  for (const name of ["older", "newer"]) $(`${name}-file`).parentElement.hidden = $(name).value !== "file";
}

/** The chosen result: its JSON and its name. */
async function chosen(name) {
  const { value } = $(name);
  if (value === "this") return { text: latest, name: "this check" };
  if (value === "file") {
    const [file] = $(`${name}-file`).files;
    if (file === undefined) throw new Error(`choose a file as the ${name} result`);
    if (file.size > LARGEST) throw new Error(`${file.name} is too large to be a result of the cross-check`);
    return { text: await file.text(), name: file.name };
  }
  const response = await fetch(`history/${encodeURIComponent(value)}`);
  if (!response.ok) throw new Error(`the server answered ${response.status} to history/${value}`);
  return { text: await response.text(), name: value };
}

async function compareTwo() {
  try {
    const [older, newer] = [await chosen("older"), await chosen("newer")];
    const task = { old: older.text, oldName: older.name, new: newer.text, newName: newer.name };
    const made = JSON.parse(await ask({ compare: task }, "compared"));
    if (made.error !== undefined) throw new Error(made.error);
    say(made.comparison.is_same ? "Nothing changed." : "Compared.");
    fill($("whole"));
    // A record has no differences to show.
    const options = { comparison: made.comparison, heading: "h2", gently: true };
    await showReport($("report"), made.summary ?? { record: true, engines: [], differences: [] }, options);
    document.title = "Two results compared · py-url";
    $("since").scrollIntoView();
  } catch (error) {
    say(`Failed: ${error.message}`);
  }
}

/** The last recorded result of each engine that has a page, with a link to it. */
function recordedOf(history) {
  return Object.entries({ Chromium: "chromium", Firefox: "firefox", WebKitGTK: "webkit", Node: "node" }).flatMap(([name, page]) => {
    const versions = history.filter(({ engine }) => engine.startsWith(`${name} `)).sort((a, b) => b.engine.localeCompare(a.engine, "en", { numeric: true }));
    return versions.slice(0, 1).map(({ engine, date, inputs, totals }) => {
      const differ = totals["native differs from WPT"].toLocaleString("en");
      return h("li", {}, h("a", { href: `../docs/stable/evidence/${page}.html` }, engine), `: ${differ} of ${inputs.toLocaleString("en")} inputs differ (${date.slice(0, 10)})`);
    });
  });
}

function offer({ tests, inputs, history }) {
  say(`${inputs.toLocaleString("en")} inputs: the project’s own, and ${tests}.`);
  fill($("recorded"), recordedOf(history));
  $("check").hidden = false;
  other = fromFragment(location.hash);
  if (other !== undefined) showOther();
  for (const name of ["older", "newer"]) {
    for (const { file, engine, date } of history) $(name).append(h("option", { value: file }, `${engine}, recorded on ${date.slice(0, 10)}`));
    $(name).addEventListener("change", choices);
  }
  choices();
  $("start").addEventListener("click", check);
  $("stop").addEventListener("click", stop);
  $("two").addEventListener("submit", (event) => {
    event.preventDefault();
    compareTwo();
  });
}

async function main() {
  say("Looking for the inputs …");
  $("how").hidden = true;
  for (const id of ["doing", "how"]) $(id).classList.remove("without-script");
  const response = await fetch("check.json");
  // Read it in any case, or the request would stay open.
  const text = await response.text();
  if (response.status === 404) {
    say("There is nothing to compare yet.");
    $("how").hidden = false;
    return;
  }
  if (!response.ok) throw new Error(`the server answered ${response.status} to check.json`);
  const about = JSON.parse(text);
  if (about.post) {
    await compareAndPost(say, show, about.micropython);
  } else {
    offer(about);
  }
}

main().catch((error) => say(`Failed: ${error.message}`));
