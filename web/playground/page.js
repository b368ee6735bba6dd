/** The playground: it keeps the state, asks Python, and shows the answer. */

import { fill, refill } from "../look/dom.js";
import { keepOffline } from "../offline.js";
import { putAsked } from "./asked.js";
import { LONG } from "./field.js";
import { BROWSER, nativeAnswer } from "./native.js";
import { putPanels } from "./panels.js";
import { wheels } from "./panels/shared.js";
import { putResult } from "./result.js";
import { python } from "./start.js";
import { FIRST, fromFragment, toFragment } from "./state.js";

const $ = (id) => document.getElementById(id);
/** How long the user must pause before the address is changed: browsers limit how often that may be done. */
const PAUSE = 400;

/** What is asked for. */
const state = { ...FIRST, ...fromFragment(location.hash) };
/** What Python said last, and about what; null if it has said nothing about this. */
let look = null;
let lookKey = null;

/** What panels may use; panels/index.js describes it. */
const page = {
  ask: (name, ...args) => python.ask(name, ...args),
  askWith: (options, name, ...args) => python.askWith(options, name, ...args),
  set(given) {
    Object.assign(state, given);
    asked.set(state);
    refresh();
  },
  setting: (id) => state.settings[id],
  remember(id, value) {
    state.settings = { ...state.settings, [id]: value };
    saveSoon();
  },
  announce,
  browser: BROWSER,
};

const asked = putAsked($("asked"), {
  changed(given) {
    Object.assign(state, given);
    refresh();
  },
  pointed(part, errors) {
    result.light(part);
    result.lightErrors(errors);
  },
  set: page.set,
  now: () => ({ state, look, native: look?.native ?? nativeAnswer(state.url, state.base) }),
  announce,
  stop: () => python.stop(),
});
const result = putResult($("result"), {
  pointed: (part) => asked.light(part),
  pointedError: (error, number) => asked.lightError(number, look?.base_fails === true),
  showError: (error) => asked.select(error, look?.base_fails === true),
  lookForFix,
  fix: (string) => page.set({ url: string }),
  change({ start, end, new: text }) {
    const codePoints = Array.from(state.url);
    codePoints.splice(start, end - start, text);
    page.set({ url: codePoints.join("") });
  },
});
const panels = putPanels($("panels"), page, () => {
  state.open = panels.opened();
  saveSoon();
});

function keyOf({ url, base, encoding }) {
  return JSON.stringify([url, base, encoding]);
}

/** Show what is known at once, and ask Python for the rest. */
async function refresh() {
  const started = performance.now();
  const key = keyOf(state);
  if (python.ready === undefined) show(null, quickNative());
  saveSoon();
  const { url, base, encoding } = state;
  const needs = encoding === FIRST.encoding ? [] : await wheels("webencodings");
  const told = await python.askWith({ needs }, "look", url, base, encoding);
  if (told === undefined || keyOf(state) !== key) return;
  if (told.error !== undefined) {
    asked.failed(told.error);
    show(null, quickNative());
    return;
  }
  show(told, told.native);
  keepOfflineOnce();
  // The tests and the curious find the times here.
  performance.measure("py-url: answer", { start: started, end: performance.now() });
}

/** Look for a valid string for a long input, which is not done for each keystroke. */
async function lookForFix() {
  const key = keyOf(state);
  // The button may belong to the input before.
  if (lookKey !== key) return;
  // A new question about the URL replaces this one.
  const told = await python.askWith({ kind: "look" }, "remedy", state.url, state.base);
  if (told === undefined || keyOf(state) !== key || lookKey !== key) return;
  if (told.error !== undefined) asked.failed(told.error);
  else show({ ...look, ...told, fix_later: false }, look.native);
}

/** What this browser says, if that does not take long. */
function quickNative() {
  return isLong() ? null : nativeAnswer(state.url, state.base);
}

function isLong() {
  return state.url.length + state.base.length > LONG;
}

function show(told, native) {
  look = told;
  lookKey = told === null ? null : keyOf(state);
  if (told !== null) asked.show(told);
  result.update(told, native);
  panels.update({ url: state.url, base: state.base, encoding: state.encoding, answer: told });
  announceSoon();
}

let kept = false;
/** Keep the site for visits without a network, when the page has its first answer. */
function keepOfflineOnce() {
  if (kept) return;
  kept = true;
  keepOffline();
}

let saving;
function saveSoon() {
  clearTimeout(saving);
  saving = setTimeout(save, PAUSE);
}

function save() {
  // Longer addresses are cut by programs that people paste them into, and make browsers slow.
  if (isLong()) return;
  const fragment = toFragment(state);
  if (fragment !== location.hash) history.replaceState(null, "", fragment);
}

function announce(text) {
  fill($("told"), text);
}

let announcing;
/** Screen readers hear the verdict when the user pauses. */
function announceSoon() {
  clearTimeout(announcing);
  announcing = setTimeout(() => announce(document.querySelector("#result .verdict").textContent), 1000);
}

function showPython() {
  const { ready, failed, doing, busySince } = python;
  const place = $("python");
  place.className = failed !== undefined ? "failed" : ready === undefined ? "loading" : "ready";
  refill($("doing"), failed !== undefined ? `Python is not available: ${failed}` : ready === undefined ? `${doing} …`
    : `py_url ${ready.version} is ready`);
  if (ready !== undefined) {
    refill($("versions"), `py_url ${ready.version} and Unicode ${ready.unicode} in Pyodide ${ready.pyodide}, next to ${BROWSER}.`);
  }
  asked.busy(ready === undefined ? undefined : busySince);
}

python.addEventListener("change", showPython);
window.addEventListener("hashchange", () => {
  const given = fromFragment(location.hash);
  if (given === undefined) return;
  Object.assign(state, given);
  asked.set(state);
  panels.setOpen(state.open);
  refresh();
});

asked.set(state);
panels.setOpen(state.open);
showPython();
refresh();
