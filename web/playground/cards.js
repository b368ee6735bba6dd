/**
 * The four answers of the first screen, each in a card that has its place before the answer is known. The playground and the frame
 * that other pages embed show the same; python/playground/pieces.py says what an answer is.
 */

import { fill, h, visible } from "../look/dom.js";

/** The answers, in order, and the panel of the playground, or the part of one, that shows more. */
export const ANSWERS = [
  { id: "first", title: "What a browser makes of it", panel: "timeline", more: "Step by step" },
  { id: "looks", title: "What it looks like", panel: "hosts", more: "The host" },
  { id: "others", title: "Do programs agree on the host?", panel: "parsers", more: "The parsers" },
  { id: "fetching", title: "May a server fetch it?", panel: "parsers", part: "guard", more: "The guard" },
];

/** A sign for each tone, for those who do not see the colours. */
export const SIGNS = { warn: "!", bad: "✕", neutral: "i", none: "–", waiting: "…" };
const TONES = Object.keys(SIGNS);

/** What curl was measured to do. The frame has another address than the playground. */
export const MEASURED = new URL("../docs/stable/evidence/parsers.html#curl-7881", import.meta.url).href;

/** The pieces of a sentence as nodes: hosts and other texts of the input with all that is unusual labelled. */
export function piecesOf(pieces) {
  const made = [];
  for (const piece of pieces) {
    const last = made.at(-1);
    // A full stop is never at the start of a line.
    const [, sign, rest] = typeof piece === "string" ? /^([.,;:]?)(.*)$/s.exec(piece) : [];
    if (piece[0] === "measured") made.push(h("a", { href: MEASURED, target: globalThis.top === globalThis ? undefined : "_blank", rel: "noopener" }, piece[1]));
    else if (typeof piece !== "string") made.push(h("span", { class: "held" }, h("span", { class: `piece ${piece[0]}`, dir: "ltr" }, piece[0] === "host" ? breaking(readable(piece[1])) : readable(piece[1]))));
    else if (sign !== "" && last instanceof Node) {
      last.append(sign);
      made.push(rest);
    } else made.push(piece);
  }
  return made;
}

/** Letters of any script are read as they are; what cannot be seen, or runs the other way, is labelled. */
function readable(text) {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(text) && !/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(text) ? [text] : visible(text);
}

/** A host that is longer than a line is broken behind its dots. */
function breaking(parts) {
  return parts.flatMap((part) => (typeof part === "string" ? part.split(/(?<=\.)/).flatMap((label, i) => (i > 0 ? [h("wbr"), label] : [label])) : [part]));
}

/** An answer as plain text. */
export function textOf({ word, sentence, reason }) {
  const text = (pieces) => pieces.map((piece) => (typeof piece === "string" ? piece : piece[1])).join("").trim();
  return [`${word}${/[.,!?:]$/.test(word) || sentence.length === 0 ? "" : ":"}`, text(sentence), text(reason)].filter((part) => part !== "").join(" ");
}

/**
 * Make a card.
 *
 * @param {object} about One of `ANSWERS`.
 * @param {(() => void) | null} more Shows more; null if nothing does.
 * @returns `element`; `body`, for what else belongs to the card; `show(said)`; `said`, the answer; `wait(text)`; `add(text)`: what
 *   is being added to the answer, or null; and `stale()`: what is shown is about another input.
 */
export function makeCard({ id, title, more: text }, more) {
  const sign = h("span", { class: "sign", "aria-hidden": "true" }, SIGNS.waiting);
  const word = h("strong", { class: "word" });
  const adding = h("span", { class: "adding" });
  const verdict = h("p", { class: "verdict" }, sign, word, adding);
  const sentence = h("p", { class: "sentence" });
  const reason = h("p", { class: "reason" });
  const body = h("div", { class: "besides" });
  const element = h("article", { class: `said ${id} waiting`, "aria-labelledby": `said-${id}` },
    h("header", {}, h("h2", { id: `said-${id}` }, title),
      more !== null && h("button", { type: "button", class: "more", onclick: more }, text, h("span", { "aria-hidden": "true" }, " ↓"))),
    h("div", { class: "line" }, verdict, sentence), reason, body);

  let said;

  function tone(now) {
    for (const one of TONES) element.classList.toggle(one, one === now);
    fill(sign, SIGNS[now]);
  }

  return {
    element,
    body,
    title,
    /** The answer; undefined if it is not known, or is about another input. */
    get said() {
      return said;
    },
    show(now) {
      said = now;
      tone(said.tone);
      element.classList.remove("stale");
      fill(word, said.word);
      fill(sentence, piecesOf(said.sentence));
      fill(reason, piecesOf(said.reason));
    },
    wait(what) {
      said = undefined;
      tone("waiting");
      element.classList.remove("stale");
      fill(word, what);
      fill(sentence);
      fill(reason);
    },
    add(what) {
      fill(adding, what !== null && h("span", { class: "loading-one" }, what));
    },
    stale() {
      said = undefined;
      element.classList.toggle("stale", !element.classList.contains("waiting"));
    },
  };
}
