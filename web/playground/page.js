/** The playground: it keeps the state, asks Python and shows the answers. */

import { fill, h, refill } from "../look/dom.js";
import { keepOffline, takeOver } from "../offline.js";
import { putAsked } from "./asked.js";
import { textOf } from "./cards.js";
import { LONG } from "./field.js";
import { shortened } from "./long.js";
import { BROWSER, nativeAnswer } from "./native.js";
import { Packages, isSlow } from "./packages.js";
import { putPanels } from "./panels.js";
import { wheels } from "./panels/shared.js";
import { putResult } from "./result.js";
import { python } from "./start.js";
import { FIRST, fromFragment, toFragment, tooLongIn } from "./state.js";

const $ = (id) => document.getElementById(id);
/** How long the user must pause before the address is changed: browsers limit how often that may be done. */
const PAUSE = 400;
/** How long the user must pause before what they hear changes. */
const SILENCE = 1000;

/** What the address says: the state, and perhaps a notice. */
function stateOfAddress() {
  const long = tooLongIn(location.hash);
  if (long === undefined) return fromFragment(location.hash);
  // A reload still has it. Elsewhere, the link alone does not.
  return history.state?.long ?? {
    ...FIRST, url: "", notice: `The URL had ${long.toLocaleString("en")} characters, which is too long for a link. Paste it here.`,
  };
}

const { notice: firstNotice, ...firstState } = stateOfAddress() ?? {};
/** What is asked for. */
const state = { ...FIRST, ...firstState };
/** What Python said last, and about what; null if it has said nothing about this. */
let look = null;
let lookKey = null;
/** Why there is no answer, in words; undefined if there is one, or will be. */
let silent;

const packages = new Packages(python);
/** What panels may use; panels/index.js describes it. */
const page = {
  ask: (name, ...args) => python.ask(name, ...args),
  askWith: (options, name, ...args) => python.askWith(options, name, ...args),
  set(given) {
    // What was there stays in the history, and the user can come back to it.
    save();
    Object.assign(state, given);
    asked.write(state);
    asked.notice(undefined);
    write("pushState");
    refresh();
  },
  setting: (id) => state.settings[id],
  remember(id, value) {
    state.settings = { ...state.settings, [id]: value };
    saveSoon();
  },
  announce,
  packages,
  browser: BROWSER,
};

const asked = putAsked($("asked"), {
  changed(given) {
    Object.assign(state, given);
    asked.notice(undefined);
    refresh();
  },
  pointed(part, errors) {
    result.light(part);
    result.lightErrors(errors);
  },
  set: page.set,
  now: () => ({ state, look, native: look?.native ?? nativeAnswer(state.url, state.base), said: answered().map(({ title, said }) => [title, textOf(said)]) }),
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
  more: (panel, part) => panels.reveal(panel, part),
});
const panels = putPanels($("panels"), page, () => {
  state.open = panels.opened();
  saveSoon();
});

/** The cards whose answers are known. */
function answered() {
  return [...result.cards.values()].filter(({ said }) => said !== undefined);
}

function keyOf({ url, base, encoding }) {
  return JSON.stringify([url, base, encoding]);
}

/** Show what is known at once, and ask Python for the rest. */
async function refresh() {
  const started = performance.now();
  const key = keyOf(state);
  silent = undefined;
  for (const card of result.cards.values()) card.stale();
  if (python.ready === undefined) show(null, quickNative());
  saveSoon();
  const { url, base, encoding } = state;
  const needs = encoding === FIRST.encoding ? [] : await wheels("webencodings");
  const told = await python.askWith({ needs, urgent: true }, "look", url, base, encoding);
  if (told === undefined || keyOf(state) !== key) return;
  if (told.error !== undefined) {
    asked.failed(told.error);
    silent = "Python has not answered";
    show(null, quickNative());
    for (const card of others()) card.wait(silent);
    return;
  }
  show(told, told.native);
  // The tests and the curious find the times here.
  performance.measure("py-url: answer", { start: started, end: performance.now() });
  await askOthers(key, isLong());
  if (keyOf(state) === key) whenIdle();
}

/** The cards of the answers that come after the first one. */
function others() {
  return [...result.cards].filter(([id]) => id !== "first").map(([, card]) => card);
}

/** Ask for the other three answers: never before the first one is shown. Of a long input, they take a while. */
async function askOthers(key, later) {
  fill(result.cards.get("looks").body);
  if (later) {
    for (const card of others()) card.wait("Too long to say while you type");
    fill(result.cards.get("looks").body, h("button", { type: "button", class: "small", onclick: () => askOthers(keyOf(state), false) }, "Ask now"));
    fill(result.cards.get("others").body);
    result.cards.get("others").add(null);
    return;
  }
  const { url, base } = state;
  await answer(key, "looks", python.ask("looks.seen", url, base));
  if (keyOf(state) === key) await answer(key, "fetching", python.ask("first.fetching", url, base));
  if (keyOf(state) === key) await askParsers(key);
}

/** How many parsers see which hosts: of those that are loaded. */
async function askParsers(key = keyOf(state)) {
  await answer(key, "others", python.askWith({ needs: await packages.needs() }, "first.others", state.url, state.base, packages.loaded, BROWSER));
  if (keyOf(state) === key) showPackages();
}

async function answer(key, id, question) {
  const told = await question;
  if (told === undefined || keyOf(state) !== key) return;
  const card = result.cards.get(id);
  if (told.error === undefined) {
    card.show(told);
    if (id === "looks") {
      asked.odd(told.odd ?? []);
      putRepair(key, told.repair);
    }
    announceSoon();
  } else {
    card.wait(told.error);
  }
}

/** Offer the URL that was meant by an input without a scheme. */
function putRepair(key, url) {
  const repair = () => keyOf(state) === key && page.set({ url });
  fill(result.cards.get("looks").body, url !== undefined && h("button", { type: "button", class: "small", onclick: repair }, "Write ", h("code", { dir: "ltr" }, shortened(url))));
}

let idle = false;
/** Which parsers are not asked yet, and how they can be. */
async function showPackages() {
  const { waiting, failed, now } = packages;
  const { body, add } = result.cards.get("others");
  const parts = [];
  // Beside the answer, so that the card keeps its height.
  add(now === undefined ? null : `asking ${now} …`);
  // Before the page is idle, nobody has to ask.
  if (now === undefined && waiting.length > 0 && (idle || isSlow())) {
    const size = await packages.size();
    parts.push(h("button", { type: "button", class: "small", onclick: () => packages.load() }, `Ask ${waiting.length} more (${(size / 1e6).toFixed(1)} MB)`));
  }
  if (failed.size > 0 && now === undefined) {
    parts.push(`${[...failed.keys()].join(", ")} could not be loaded. `, h("button", { type: "button", class: "small", onclick: () => packages.load({ again: true }) }, "Try again"));
  }
  fill(body, parts);
}

packages.addEventListener("change", () => {
  if (!isLong() && look !== null) askParsers();
});

/** What the page does when it has its answers and nothing else to do: keep the site, and load the other parsers. */
function whenIdle() {
  if (idle) return;
  idle = true;
  keepOffline(() => {
    $("newer").hidden = false;
  });
  if (isSlow()) return;
  const soon = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, PAUSE));
  soon(() => packages.load());
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
  asked.show(told ?? { parts: [], errors: [], base_parts: [], silent });
  result.update(told, native, silent);
  showPython();
  panels.update({ url: state.url, base: state.base, encoding: state.encoding, answer: told });
  announceSoon();
}

let saving;
function saveSoon() {
  clearTimeout(saving);
  saving = setTimeout(save, PAUSE);
}

function save() {
  clearTimeout(saving);
  write("replaceState");
}

/** Write the state into the address, or, if it is too long for programs that people paste addresses into, next to it. */
function write(how) {
  const long = isLong();
  const fragment = long ? `#too-long=${state.url.length}` : toFragment(state);
  if (fragment === location.hash && !long) return;
  // A browser has limits for what is next to an address, and for how often it may be changed.
  const put = (besides) => {
    try {
      history[how](besides, "", fragment);
      return true;
    } catch {
      return false;
    }
  };
  if (!put(long ? { long: { ...state } } : null) && long) put(null);
}

function announce(text) {
  fill($("told"), text);
}

let announcing;
/** The cards whose answers were told, and about which input. */
const heard = new Set();
let heardOf;
/** Screen readers hear each answer once, when the user pauses. */
function announceSoon() {
  clearTimeout(announcing);
  announcing = setTimeout(() => {
    if (heardOf !== keyOf(state)) heard.clear();
    heardOf = keyOf(state);
    const news = answered().filter((card) => !heard.has(card));
    if (news.length === 0) return;
    for (const card of news) heard.add(card);
    announce(news.map(({ title, said }) => `${title.replace("?", "")}: ${textOf(said)}`).join(" "));
  }, SILENCE);
}

function showPython() {
  const { failed, doing, busySince } = python;
  // Nothing is ready as long as an answer says that it is not.
  const ready = look === null && silent === undefined ? undefined : python.ready;
  const place = $("python");
  place.className = failed !== undefined ? "failed" : ready === undefined ? "loading" : "ready";
  refill($("briefly"), failed !== undefined ? "" : ready === undefined ? "starting" : "ready");
  refill($("doing"), failed !== undefined ? `Python is not available: ${inWords(failed)}` : ready === undefined ? `${doing} …`
    : `py_url ${ready.version} is ready`);
  $("again").hidden = failed === undefined;
  if (ready !== undefined) {
    refill($("versions"), `py_url ${ready.version} and Unicode ${ready.unicode} in Pyodide ${ready.pyodide}, next to ${BROWSER}.`);
  }
  asked.busy(ready === undefined ? undefined : busySince);
}

/** Why Python did not start, in words. Pyodide itself says only that a program has ended. */
function inWords(failed) {
  return failed.replace(/Program terminated with exit\(\d+\)/, "a file of it is missing or damaged");
}

function restore() {
  const given = stateOfAddress();
  if (given === undefined) return;
  const { notice, ...rest } = given;
  if (JSON.stringify({ ...state, ...rest }) === JSON.stringify(state)) return;
  Object.assign(state, rest);
  asked.set(state);
  asked.notice(notice);
  panels.setOpen(state.open);
  refresh();
}

python.addEventListener("change", showPython);
$("again").addEventListener("click", () => {
  python.retry();
  refresh();
});
$("reload").addEventListener("click", () => takeOver());
for (const kind of ["hashchange", "popstate"]) window.addEventListener(kind, restore);

asked.set(state);
asked.notice(firstNotice);
panels.setOpen(state.open);
// A link to a panel leads to it; a reload and Back keep the place where the page was.
const [linked] = panels.opened();
if (linked !== undefined && performance.getEntriesByType("navigation")[0]?.type === "navigate") panels.reveal(linked);
showPython();
refresh();
