/** The parser, step by step: a timeline of the state machine, forwards and backwards. */

import { fill, h, visible } from "../../look/dom.js";
import { answers, code, link, table } from "./shared.js";

const MEMBERS = ["scheme", "username", "password", "host", "port", "path", "query", "fragment"];
/** How long a step is shown while the timeline plays, in milliseconds. */
const PACE = 900;

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    let shown;
    const put = answers(place, (told) => {
      shown?.stop();
      shown = makeTimeline(page, told, place.dataset.url);
      return shown.element;
    });
    return {
      element: h("div", {},
        h("p", { class: "note" }, "The standard's parser goes through its states one code point at a time. Here, a step is a run of code points that one state takes, and in a path one segment."),
        place),
      update({ url, base, encoding }) {
        place.dataset.url = url;
        put(page.ask("timeline.timeline", url, base, encoding));
      },
    };
  },
};

function makeTimeline(page, { steps, more }, url) {
  const points = Array.from(url);
  // A link may say anything.
  const kept = page.setting("timeline");
  let at = Number.isSafeInteger(kept) ? Math.max(0, Math.min(kept, steps.length - 1)) : 0;
  let playing;
  const slider = h("input", {
    type: "range", min: 1, max: steps.length, value: at + 1, "aria-label": "step", oninput: () => go(Number(slider.value) - 1),
  });
  const count = h("span", { class: "count" });
  const play = h("button", { type: "button", class: "small", onclick: () => (playing === undefined ? start() : stop()) }, "Play");
  const button = (text, name, where) => h("button", { type: "button", class: "small", "aria-label": name, onclick: () => go(where()) }, text);
  const input = h("p", { class: "tape", dir: "ltr" });
  const state = h("div", { class: "state", "aria-live": "polite" });
  const record = h("div", { class: "record" });
  const list = h("ol", { class: "steps" }, steps.map((step, number) => h("li", {},
    h("button", { type: "button", onclick: () => go(number) }, step.name.replace(/ state$/, ""),
      step.errors.length > 0 && h("span", { class: step.failure ? "chip bad" : "chip warn" }, `${step.errors.length}`)))));
  const element = h("div", { class: "timeline", onkeydown },
    h("div", { class: "controls" }, button("«", "first step", () => 0), button("‹", "step back", () => at - 1), play,
      button("›", "next step", () => at + 1), button("»", "last step", () => steps.length - 1), slider, count),
    input,
    h("div", { class: "sides" }, h("div", {}, state, record), list),
    more && h("p", { class: "note" }, `Only the first ${steps.length} steps are shown.`));

  function onkeydown(event) {
    if (event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }

  function go(where) {
    at = Math.max(0, Math.min(where, steps.length - 1));
    page.remember("timeline", at === 0 ? undefined : at);
    draw();
  }

  function start() {
    if (at === steps.length - 1) go(0);
    fill(play, "Pause");
    playing = setInterval(() => {
      // The panel may be gone.
      if (!element.isConnected || at >= steps.length - 1) stop();
      else go(at + 1);
    }, PACE);
  }

  function stop() {
    clearInterval(playing);
    playing = undefined;
    fill(play, "Play");
  }

  function draw() {
    const step = steps[at];
    slider.value = at + 1;
    slider.setAttribute("aria-valuetext", `step ${at + 1} of ${steps.length}: ${step.name}`);
    fill(count, `${at + 1} of ${steps.length}`);
    fill(input, tape(points, step));
    fill(state,
      h("h3", {}, link(step.link, step.name)),
      h("p", { class: step.failure ? "telling bad" : "telling" }, step.said),
      step.errors.map((error) => h("p", { class: error.fatal ? "bad" : "warn" }, link(error.link, error.name), `: ${error.message}`)),
      h("dl", { class: "variables" },
        h("dt", {}, "pointer"), h("dd", {}, `${step.pointer}`),
        h("dt", {}, "takes"), h("dd", {}, step.read === "" ? h("span", { class: "none" }, "nothing: it only looks") : code(step.read)),
        h("dt", {}, "buffer"), h("dd", {}, step.buffer === "" ? h("span", { class: "none" }, "empty") : code(step.buffer)),
        h("dt", {}, "next"), h("dd", {}, step.next ?? (step.failure ? "failure" : "the end"))));
    fill(record, recordAfter(steps, at));
    for (const [number, item] of [...list.children].entries()) {
      item.firstChild.setAttribute("aria-current", number === at ? "step" : "false");
      item.classList.toggle("past", number < at);
    }
    const current = list.children[at];
    list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
  }

  draw();
  return { element, stop };
}

/** The input: what was taken before, what this step takes, and what comes. */
function tape(points, { start, end, next, failure }) {
  const part = (from, to) => points.slice(from, to).join("");
  const around = 200;
  const before = part(Math.max(0, start - around), start);
  const after = part(end, end + around);
  const here = end > start ? visible(part(start, end).slice(0, 400)) : "";
  return [
    h("span", { class: "taken" }, start > around && "…", before !== "" && visible(before)),
    h("mark", { class: failure ? "fatal" : undefined }, here, end === start && h("span", { class: "pointer", "aria-hidden": "true" })),
    h("span", {}, after !== "" && visible(after), points.length > end + around && "…"),
    end >= points.length && next === null && h("span", { class: "none" }, " end"),
  ];
}

/** The URL record after a step: the effects of all steps up to it. */
function recordAfter(steps, at) {
  const record = { scheme: "", username: "", password: "", host: null, port: null, path: [], query: null, fragment: null };
  for (const { effects } of steps.slice(0, at + 1)) {
    for (const [member, action, value] of effects) {
      if (action === "append") record[member] = [...record[member], value];
      else if (action === "remove") record[member] = record[member].slice(0, -1);
      else record[member] = value;
    }
  }
  const changed = new Set(steps[at].effects.map(([member]) => member));
  return table("The URL record after this step", [], MEMBERS.map((name) => {
    const value = record[name];
    const shown = value === null ? h("span", { class: "none" }, "null")
      : Array.isArray(value) ? (value.length === 0 ? h("span", { class: "none" }, "no segments") : value.map((segment) => [h("span", { class: "slash" }, "/"), code(segment, "")]))
        : code(value);
    return [name, h("td", { class: changed.has(name) ? "changed" : undefined }, shown,
      changed.has(name) && h("span", { class: "aside" }, " (changed)"))];
  }), "small-facts");
}
