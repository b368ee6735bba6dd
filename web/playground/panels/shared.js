/** What the panels share. */

import { fill, h, unbroken, visible } from "../../look/dom.js";

const HERE = new URL("../", import.meta.url);
let listed;

/**
 * The addresses of wheels, for `page.askWith({ needs })`, by the names of their packages. Those that this site does not have are left
 * out: Python says what is missing.
 *
 * @param {string[]} packages
 */
export async function wheels(...packages) {
  const names = await list();
  return [...new Set(packages)].filter((name) => name in names).map((name) => `wheels/${names[name].file}`);
}

/** How many bytes the wheels of these packages have that this site has. */
export async function sizeOf(...packages) {
  const names = await list();
  return [...new Set(packages)].reduce((total, name) => total + (names[name]?.bytes ?? 0), 0);
}

function list() {
  listed ??= fetch(new URL("wheels/list.json", HERE)).then((response) => (response.ok ? response.json() : {}), () => {
    // The next one who asks may be luckier.
    listed = undefined;
    return {};
  });
  return listed;
}

/**
 * A place for answers, which come one after another: an old one is dropped if a newer one was asked for.
 *
 * @param {HTMLElement} place
 * @param {(answer: any) => Array} show What is put into the place.
 */
export function answers(place, show) {
  let asked = 0;
  return async (question) => {
    const mine = (asked += 1);
    const slow = setTimeout(() => place.setAttribute("aria-busy", "true"), 300);
    const answer = await question;
    clearTimeout(slow);
    if (mine !== asked || answer === undefined) return undefined;
    place.removeAttribute("aria-busy");
    fill(place, answer?.error !== undefined && answer.error !== null && Object.keys(answer).length <= 2 && !("rows" in answer)
      ? problem(answer.error) : show(answer));
    return answer;
  };
}

/** An error, as a paragraph. */
export function problem(text) {
  return h("p", { class: "bad" }, `${text}`);
}

/** What people can read: letters, marks after them, numbers, signs; and single spaces between them. */
const READABLE = /^(?: ?(?! )[\p{L}\p{N}\p{P}\p{S}][\p{M}]*)+$/u;
/** Signs of Unicode that show nothing, or that change how others are shown. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|[\u2800\uFFFC\uFFFD]/u;

/** A text for people as nodes: as it is if all of it can be read; otherwise all but ASCII is labelled. */
export function readable(text, empty = "(empty string)") {
  return READABLE.test(text) && !UNSEEN.test(text) ? unbroken(text) : visible(`${text}`, empty);
}

/** A string as code, in which what cannot be seen is labelled. */
export function code(text, empty = "(empty string)") {
  return h("code", { class: "text", dir: "ltr" }, readable(`${text}`, empty));
}

/**
 * A table.
 *
 * @param {string} caption For screen readers.
 * @param {string[]} head
 * @param {Array<Array>} rows Each has a cell for each column; the first is the row's heading. A cell may be a `td` itself.
 * @param {string} [kind] A class.
 */
export function table(caption, head, rows, kind = "") {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", { class: `facts ${kind}` },
      h("caption", { class: "aside" }, caption),
      head.length > 0 && h("thead", {}, h("tr", {}, head.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, rows.map(([first, ...cells]) => h("tr", {},
        h("th", { scope: "row" }, first),
        // On a small screen, the heading of the column is above the value.
        cells.map((cell, column) => {
          const made = cell instanceof Node && cell.nodeName === "TD" ? cell : h("td", {}, cell);
          if (head.length > 2 && !made.hasAttribute("colspan")) made.dataset.label = head[column + 1];
          return made;
        }))))));
}

/** A link to another site. */
export function link(address, ...text) {
  return h("a", { href: address }, text);
}
