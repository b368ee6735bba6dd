/** Long texts: their beginning and their end, and between them something that nobody takes for a part of the text. */

import { h, visible } from "../look/dom.js";

/** How much of a long text is shown at its start and at its end, in UTF-16 units: a few lines. */
const SHOWN = [240, 80];

/**
 * A text as nodes, without its middle if it is long.
 *
 * @param {string} text
 * @param {() => void} [whole] Called when the user wants all of it. Without it, there is no button.
 * @param {(from: number, to?: number) => Array} [show] Makes nodes of a piece of the text.
 * @param {[number, number]} [most] How much is shown at its start and at its end.
 */
export function shortened(text, whole, show = (from, to) => visible(text.slice(from, to)), most = SHOWN) {
  const [start, end] = ends(text, most);
  if (end === undefined) return show(0);
  const count = (end - start).toLocaleString("en");
  return [
    show(0, start),
    whole === undefined ? h("span", { class: "cut" }, `${count} characters are not shown`)
      : h("button", { type: "button", class: "cut", onclick: whole }, `Show ${count} more characters`),
    show(end),
  ];
}

/** Where the middle of a text begins and ends, between whole characters and whole percent-encoded bytes; none if it is short. */
export function ends(text, [start, end] = SHOWN) {
  // A cut that saves little is not worth it.
  if (text.length <= (start + end) * 1.5) return [text.length];
  return [boundary(text, start), boundary(text, text.length - end)];
}

/** The last place before this one, or this one, that is in no pair of surrogates and in no percent-encoded byte. */
export function boundary(text, place) {
  for (const back of [1, 2]) {
    if (/^%[0-9A-Fa-f]{2}/.test(text.slice(place - back, place - back + 3))) return place - back;
  }
  const inPair = /[\uD800-\uDBFF]/.test(text[place - 1] ?? "") && /[\uDC00-\uDFFF]/.test(text[place] ?? "");
  return inPair ? place - 1 : place;
}

/**
 * The second text in three: what it has in common with the first one, what differs, and what they have in common again. No
 * percent-encoded byte is cut.
 */
export function difference(first, second, [start, end]) {
  const from = Math.min(boundary(first, start), boundary(second, start));
  const to = Math.max(second.length - end, from);
  const after = boundary(second, to) === to ? to : boundary(second, to) + 3;
  return [second.slice(0, from), second.slice(from, after), second.slice(after)];
}
