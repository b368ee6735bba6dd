/** What to parse: the URL, the base URL and the encoding; the examples, "Copy as", and a button that stops Python. */

import { fill, h, unbroken } from "../look/dom.js";
import { FORMS, copyAs } from "./copying.js";
import { ENCODINGS } from "./encodings.js";
import { escapeText } from "./escapes.js";
import { EXAMPLES } from "./examples.js";
import { makeField } from "./field.js";

/** From when on the page says that Python is working, in milliseconds. */
const SLOW = 400;

/**
 * Put the inputs into an element.
 *
 * @param {HTMLElement} place
 * @param {object} does
 * @param {(given: {url: string, base: string, encoding: string}) => void} does.changed The user has changed something.
 * @param {(part: string | null, errors: number[]) => void} does.pointed The mouse or the caret is on a part of the URL.
 * @param {(given: object) => void} does.set Show something else.
 * @param {() => object} does.now What is shown: `state`, `look` and `native`.
 * @param {(text: string) => void} does.announce
 * @param {() => void} does.stop
 */
export function putAsked(place, does) {
  const changed = () => does.changed({ url: url.value, base: base.value, encoding: encoding.value });
  const url = makeField({ id: "url", label: "URL", hint: "type or paste a URL", changed, pointed: does.pointed });
  const base = makeField({ id: "base", label: "Base URL", hint: "none", changed });
  const encoding = h("select", { id: "encoding", onchange: changed }, ENCODINGS.map((name) => h("option", {}, name)));
  const context = h("details", { class: "tool context" }, h("summary", {}, "Base, encoding"),
    h("div", { class: "others" }, base.element, h("div", { class: "field encoding" }, h("label", { for: "encoding" }, "Encoding"), encoding)));
  /** What changes the meaning of the URL is in sight. */
  const openContext = (state) => {
    if (state.base !== "" || state.encoding !== "UTF-8") context.open = true;
  };
  const notice = h("p", { class: "warn notice", role: "alert", hidden: true });
  const baseErrors = h("p", { class: "bad", id: "base-errors", hidden: true });
  const busy = h("p", { class: "busy", hidden: true },
    h("progress", { "aria-label": "Python is working" }), h("span", { class: "for" }),
    h("button", { type: "button", class: "small", onclick: () => does.stop() }, "Stop"));
  fill(
    place,
    url.element,
    h("div", { class: "tools" }, examplesTool(does), context, copyTool(does)),
    notice,
    baseErrors,
    busy,
  );
  for (const tool of place.querySelectorAll(".tool")) {
    tool.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !tool.open) return;
      tool.open = false;
      tool.querySelector("summary").focus();
    });
  }
  let timer;

  return {
    /** Show another state. */
    set(state) {
      url.value = state.url;
      base.value = state.base;
      encoding.value = state.encoding;
      openContext(state);
    },
    /** Show another state as if the user had typed its URL. */
    write(state) {
      base.value = state.base;
      encoding.value = state.encoding;
      openContext(state);
      url.write(state.url);
    },
    /** Say what is wrong with a link; undefined for nothing. */
    notice(text) {
      notice.hidden = text === undefined;
      fill(notice, text ?? "");
    },
    /** Mark the letters of a host that look like others. */
    odd(spans) {
      url.odd(spans);
    },
    /** Show what Python says, which may be nothing. */
    show(look) {
      url.show(look.parts, look.base_fails ? [] : look.errors);
      base.show(look.base_parts, look.base_fails ? look.errors : []);
      if (look.silent === undefined) baseErrors.hidden = true;
    },
    failed(text) {
      baseErrors.hidden = false;
      fill(baseErrors, text === "stopped" ? "Stopped. Change the input to ask again." : text);
    },
    light(part) {
      url.light((data) => part !== null && data.part === part);
    },
    lightError(number, ofBase) {
      const field = ofBase ? base : url;
      field.light(({ errors }) => number >= 0 && errors !== undefined && errors.split(" ").includes(`${number}`));
    },
    select({ start, end }, ofBase) {
      (ofBase ? base : url).select(start, end);
    },
    /** Say that Python has been working since then; undefined if it is not. */
    busy(since) {
      clearInterval(timer);
      if (since === undefined) {
        busy.hidden = true;
        return;
      }
      const tick = () => {
        const milliseconds = performance.now() - since;
        if (milliseconds < SLOW) return;
        busy.hidden = false;
        fill(busy.querySelector(".for"), `Python has been working for ${(milliseconds / 1000).toFixed(1)} s`);
      };
      timer = setInterval(tick, 100);
      tick();
    },
  };
}

function copyTool(does) {
  const shown = h("pre", { class: "copied", hidden: true, tabindex: "0", "aria-label": "what was copied" });
  // Screen readers hear it from the place where the page says everything.
  const done = h("span", { class: "done", "aria-hidden": "true" });
  const buttons = FORMS.map(([id, title]) => h("button", { type: "button", class: "small", onclick: () => copy(id, title) }, title));
  async function copy(id, title) {
    const text = copyAs(id, does.now());
    fill(shown, text);
    shown.hidden = false;
    try {
      await navigator.clipboard.writeText(text);
      fill(done, h("span", { class: "chip good" }, `✓ ${title} copied`));
      does.announce(`${title} copied`);
    } catch {
      // Without the permission, the user copies it.
      getSelection().selectAllChildren(shown);
      fill(done, h("span", { class: "chip warn" }, "Press Ctrl+C to copy it"));
      does.announce(`${title}: press Ctrl+C to copy it`);
    }
  }
  const tool = h("details", { class: "tool copy" }, h("summary", {}, "Copy as"), h("div", { class: "body" }, h("p", { class: "buttons" }, buttons, done), shown));
  // It lies over the answers, so it goes away when somebody goes on.
  document.addEventListener("pointerdown", ({ target }) => {
    if (!tool.contains(target)) tool.open = false;
  });
  tool.addEventListener("toggle", () => {
    fill(done);
    shown.hidden = true;
  });
  return tool;
}

function examplesTool(does) {
  const list = h("ul", { class: "examples" }, EXAMPLES.map((example) => h("li", {},
    h("button", { type: "button", onclick: () => choose(example) },
      h("strong", {}, example.title), h("code", { dir: "ltr" }, escapeText(example.url)), h("span", {}, unbroken(example.story))))));
  const tool = h("details", { class: "tool" }, h("summary", {}, "Examples"), h("div", { class: "body" }, list));
  function choose({ url, base = "", encoding = "UTF-8", panel, title }) {
    tool.open = false;
    does.set({ url, base, encoding });
    document.getElementById("url").focus({ preventScroll: true });
    document.getElementById("main").scrollIntoView();
    does.announce(title);
    if (panel !== undefined) document.getElementById(`panel-${panel}`).open = true;
  }
  return tool;
}
