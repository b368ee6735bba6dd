/** The panels: each is loaded when it is first opened, and updated while it is open. */

import { fill, h } from "../look/dom.js";
import { PANELS } from "./panels/index.js";

/**
 * Put the panels into an element.
 *
 * @param {HTMLElement} place
 * @param {object} page What panels may use; see panels/index.js.
 * @param {() => void} changed Called when a panel was opened or closed.
 * @returns What the page does with the panels: `update(state)`, `setOpen(ids)`, `opened()`, the ids, and
 *   `reveal(id, part)`.
 */
export function putPanels(place, page, changed) {
  let state;
  const panels = new Map(PANELS.map((known) => [known.id, makePanel(known, page, () => state, changed)]));
  fill(place, [...panels.values()].map(({ element }) => element));
  return {
    update(now) {
      state = now;
      for (const panel of panels.values()) panel.update();
    },
    setOpen(ids) {
      for (const [id, { element }] of panels) element.open = ids.includes(id);
    },
    /** Open a panel and go to it; to a *part* of it as soon as that is there. */
    reveal(id, part) {
      panels.get(id).element.open = true;
      goTo(panels.get(id).element, part);
    },
    opened: () => [...panels].filter(([, { element }]) => element.open).map(([id]) => id),
  };
}

/** What says that the user goes somewhere else. */
const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];
let stopGoing = () => {};

/** Put the focus on a panel's heading, or on that of a part, and keep it in sight while the panel is being filled. */
function goTo(panel, part) {
  stopGoing();
  const body = panel.querySelector(".body");
  let target;
  const go = () => {
    const found = part === undefined ? null : body.querySelector(`[data-part="${part}"]:not([hidden])`);
    const now = found?.querySelector("h3") ?? panel.querySelector("summary");
    if (now !== target) now.focus({ preventScroll: true });
    target = now;
    target.scrollIntoView();
  };
  // Until it is full, the page can be too short to scroll to its top.
  const watcher = new ResizeObserver(go);
  stopGoing = () => {
    watcher.disconnect();
    for (const kind of MOVES) removeEventListener(kind, stopGoing);
  };
  for (const kind of MOVES) addEventListener(kind, stopGoing, { passive: true });
  watcher.observe(body);
  go();
}

function makePanel({ id, title, about }, page, stateNow, changed) {
  const body = h("div", { class: "body" });
  const element = h("details", { class: "panel", id: `panel-${id}` },
    h("summary", {}, h("h2", {}, title), h("span", { class: "about" }, about)), body);
  let panel;
  let loading;
  let shown;

  async function load() {
    fill(body, h("p", { class: "note" }, "Loading"));
    const module = await import(`./panels/${id}.js`);
    panel = module.panel.create(page);
    fill(body, panel.element);
  }

  function update() {
    if (!element.open || stateNow() === undefined) return;
    loading ??= load().then(update, (error) => {
      loading = undefined;
      fill(body, h("p", { class: "bad" }, `This panel could not be loaded: ${error.message}`));
    });
    // Opening a panel again changes nothing.
    if (panel === undefined || shown === stateNow()) return;
    shown = stateNow();
    panel.update(shown);
  }

  element.addEventListener("toggle", () => {
    update();
    changed();
  });
  return { element, update };
}
