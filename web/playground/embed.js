/**
 * The frame that other pages embed: `embed.html#url=…`, as a link to the playground has it. It shows the URL, its serialization and
 * the four answers.
 *
 * Whoever only looks must not pay for Python. The answers to known URLs, those of the site's own examples, are in `made.json`; for
 * another one, there is a button, and nothing that looks like an answer. Python starts with the button, or when somebody types.
 *
 * The page around it may read `{ pyUrl: "height", height }` from this frame's messages. Nothing else of that page is touched.
 */

import { fill, h } from "../look/dom.js";
import { ANSWERS, makeCard } from "./cards.js";
import { makeField } from "./field.js";
import { hrefNodes } from "./href.js";
import { BROWSER, nativeAnswer } from "./native.js";
import { FIRST, fromFragment, toFragment } from "./state.js";

const $ = (id) => document.getElementById(id);
const HERE = new URL("./", import.meta.url);

/** What is asked for. */
let state = { ...FIRST };
/** The last one wins. */
let asked = 0;
/** Python, if somebody has asked for it. */
let python;
let running;

const cards = new Map(ANSWERS.map((about) => [about.id, makeCard(about, null)]));
const href = h("output", { class: "href code", dir: "ltr", for: "url" });
const agrees = h("p", { class: "agrees" });
const { element: first, body } = cards.get("first");
first.querySelector(".line").before(href);
fill(body, agrees);
fill($("answers"), [...cards.values()].map(({ element }) => element));

const field = makeField({ id: "url", label: "URL", hint: "type or paste a URL", changed: typed });
fill($("asked"), field.element);
const button = $("ask").querySelector("button");
button.addEventListener("click", () => ask(startPython()));

/** What was made when the site was built: the answers by URL and base, and the bytes that Python takes. */
const made = fetch(new URL("made.json", HERE)).then((response) => (response.ok ? response.json() : {}), () => ({}));

function typed() {
  state = { ...state, url: field.value };
  if (running?.ready === undefined) forget();
  for (const card of cards.values()) card.stale();
  link();
  ask(startPython());
}

/** Show nothing about the URL before, while Python takes its time. */
function forget() {
  for (const card of cards.values()) card.wait("Not known yet");
  fill(href);
  fill(agrees);
  field.show([], []);
  field.odd([]);
}

async function startPython() {
  $("ask").hidden = true;
  if (python === undefined) {
    fill($("doing"), "Python is starting …");
    python = import("./python.js").then((module) => {
      const started = new module.Python();
      running = started;
      started.addEventListener("change", () => {
        const { ready, failed, doing } = started;
        fill($("doing"), failed !== undefined ? "Python could not be started. " : ready === undefined ? `${doing} …` : "");
        if (failed !== undefined) $("doing").append(h("button", { type: "button", class: "small", onclick: () => { started.retry(); ask(python); } }, "Try again"));
      });
      return started;
    });
  }
  return python;
}

async function ask(starting) {
  const mine = (asked += 1);
  const { url, base } = state;
  const told = await (await starting).ask("first.all_of", url, base);
  if (told === undefined || mine !== asked) return;
  if (told.error === undefined) show(told);
  else if ((await starting).failed === undefined) fill($("doing"), told.error);
}

function show({ answer, parts = [], errors = [], first: said, ...others }) {
  $("answers").hidden = false;
  cards.get("first").show(said);
  fill(href, answer.failure ? h("span", { class: "none" }, "no URL") : hrefNodes(answer, false));
  field.show(parts, errors);
  for (const [id, other] of Object.entries(others)) cards.get(id).show(other);
  field.odd(others.looks.odd ?? []);
  const native = nativeAnswer(state.url, state.base);
  const same = answer.failure === native.failure && answer.href === native.href;
  fill(agrees, h("span", { class: same ? "chip" : "chip warn" }, h("span", { "aria-hidden": "true" }, same ? "✓ " : "! "), `${BROWSER} ${same ? "agrees" : "differs"}`),
    !same && [" It ", native.failure ? "fails" : ["answers ", h("span", { class: "code" }, native.href)], "."]);
}

/** Show what the address asks for: known answers, or the URL and a button. */
async function read() {
  const mine = (asked += 1);
  state = { ...FIRST, ...fromFragment(location.hash) };
  field.value = state.url;
  link();
  useTheme(new URLSearchParams(location.hash.slice(1)).get("theme"));
  const { answers = {}, bytes } = await made;
  // It is below what is shown now, and would have had to move.
  $("whole").parentElement.hidden = false;
  if (mine !== asked) return;
  const known = answers[JSON.stringify([state.url, state.base])];
  $("ask").hidden = known !== undefined;
  if (known !== undefined) {
    show(known);
    return;
  }
  $("answers").hidden = true;
  fill(button, `What is this URL?${bytes === undefined ? "" : ` (${Math.ceil(bytes / 1e6)} MB)`}`);
  if (python !== undefined) ask(startPython());
}

function link() {
  $("whole").href = new URL(toFragment({ ...FIRST, url: state.url, base: state.base }), HERE).href;
}

/** The page around may have another scheme than the system: `&theme=dark` or `&theme=light`. */
function useTheme(theme) {
  if (theme !== "dark" && theme !== "light") return;
  document.documentElement.style.colorScheme = theme;
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme: dark")) rule.media.mediaText = theme === "dark" ? "all" : "not all";
    }
  }
}

new ResizeObserver(() => {
  // Before it has something to show, the page around it would move twice.
  if ($("whole").parentElement.hidden) return;
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  // The page around may be of any origin, and hears nothing that it does not know.
  parent.postMessage({ pyUrl: "height", height }, "*");
}).observe(document.body);
addEventListener("hashchange", read);
read();
