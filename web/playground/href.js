/** A serialized URL in colour. */

import { h } from "../look/dom.js";
import { shortened } from "./long.js";

/** How much of a long one is shown, at its start and at its end: the answers below it stay in sight. */
const SHOWN = [120, 40];
const SHOWN_ON_PHONES = [64, 24];
const PHONE = globalThis.matchMedia?.("(max-width: 40rem)");

/** An href in colour; a long one without its middle, unless the user wants the *whole*. */
export function hrefNodes(shown, whole, want) {
  return whole ? colouredHref(shown) : shortened(shown.href, want, (from, to) => colouredHref(shown, from, to), PHONE?.matches ? SHOWN_ON_PHONES : SHOWN);
}

/** The href, or a piece of it, with each part in its colour. */
function colouredHref(answer, from = 0, to = answer.href.length) {
  const made = [];
  for (const [part, start, end] of partsOf(answer)) {
    const text = answer.href.slice(Math.max(start, from), Math.min(end, to));
    if (text !== "") made.push(part === null ? text : h("span", { class: `part ${part}`, "data-part": part }, text));
  }
  return made;
}

/** Where the components are in an href, and what is between them. */
function partsOf({ href, username, password, hostname, port, pathname, search, hash, protocol }) {
  const made = [];
  let at = 0;
  const named = {
    scheme: protocol.slice(0, -1), username, password, host: hostname, port, path: pathname, query: search.slice(1), fragment: hash.slice(1),
  };
  for (const [part, text] of Object.entries(named)) {
    const start = text === "" ? -1 : href.indexOf(text, at);
    if (start < 0) continue;
    made.push([null, at, start], [part, start, start + text.length]);
    at = start + text.length;
  }
  return [...made, [null, at, href.length]];
}
