/**
 * A text field that is its own display: behind the text that the user edits lies the same text with its parts coloured, errors
 * underlined and invisible characters marked. Both have the same font and width, so each character lies on itself.
 */

import { codePointName, fill, h, refill } from "../look/dom.js";
import { commonEnds } from "./common_ends.js";
import { ESCAPE, UNSEEN, escapeText, placesIn, unescapeText } from "./escapes.js";

/** From this length on, a field is only a field: laying out a million characters twice takes too long. */
export const LONG = 20_000;
/** From this length on, the text is smaller and scrolls in its field, so that the answers below it stay in sight. */
const SMALL = 300;

/** An escape, a space, or what cannot be seen. */
const SPECIAL = new RegExp(`${ESCAPE.source}| |${UNSEEN.source}`, "gu");

/**
 * @typedef {[part: string, start: number, end: number]} Part Its place is in code points of the string.
 * @typedef {{name: string, start: number, end: number, fatal: boolean}} Wrong
 */

/**
 * Make a field.
 *
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.label
 * @param {string} [options.hint]
 * @param {() => void} options.changed Called when the user has changed the text.
 * @param {(part: string | null, errors: number[]) => void} [options.pointed] Called when the mouse or the caret has moved to another
 *   part, or to other errors.
 */
export function makeField({ id, label, hint, changed, pointed = () => {} }) {
  const mirror = h("div", { class: "mirror", "aria-hidden": "true", dir: "ltr" });
  const input = h("textarea", {
    id, dir: "ltr", rows: 1, placeholder: hint, spellcheck: "false", autocomplete: "off", autocapitalize: "off", autocorrect: "off",
    "aria-describedby": `${id}-errors`, enterkeyhint: "done",
  });
  // The outer one scrolls a long text, and both are as large as the whole text.
  const shown = h("div", { class: "shown" }, h("div", { class: "both" }, mirror, input));
  const unseens = h("p", { class: "unseens", hidden: true });
  const element = h("div", { class: `field ${id}` }, h("label", { for: id }, label), shown, unseens);
  /** @type {Part[]} */
  let parts = [];
  /** @type {Wrong[]} */
  let errors = [];
  /** @type {[start: number, end: number][]} */
  let odd = [];
  let text = "";
  let at = "";
  let writing = false;

  function draw() {
    const long = text.length > LONG;
    shown.classList.toggle("long", long);
    shown.classList.toggle("small", text.length > SMALL);
    refill(mirror, long ? [] : pieces(text, parts, errors, odd), "\u200b");
  }

  /** Name the characters that cannot be seen, and offer to write them as escapes. */
  function nameUnseen() {
    const found = [...new Set(text.length > LONG ? [] : text.match(UNSEEN))];
    unseens.hidden = found.length === 0;
    fill(
      unseens,
      "Cannot be seen: ", found.slice(0, 8).map((character) => h("span", { class: "chip" }, codePointName(character))),
      found.length > 8 && "…",
      h("button", { type: "button", class: "small", onclick: writeEscapes }, "Write as \\u{…}"),
    );
  }

  function writeEscapes() {
    const escaped = escapeText(unescapeText(text));
    input.value = escaped;
    input.dispatchEvent(new Event("input"));
    input.focus();
  }

  /** Tell which part and errors an element of the mirror stands for, if they are not the last ones told. */
  function tell(piece) {
    const part = piece?.dataset.part ?? null;
    const wrong = piece?.dataset.errors?.split(" ").map(Number) ?? [];
    const now = JSON.stringify([part, wrong]);
    if (now === at) return;
    at = now;
    pointed(part, wrong);
  }

  input.addEventListener("input", () => {
    const now = input.value;
    [parts, errors, odd] = [moved(parts, text, now), [], []];
    text = now;
    draw();
    nameUnseen();
    if (!writing) changed();
  });
  input.addEventListener("keydown", (event) => {
    // A newline is a legitimate part of an input, but seldom what Enter is meant for.
    if (event.key === "Enter" && !event.shiftKey) event.preventDefault();
  });
  input.addEventListener("mousemove", ({ clientX, clientY }) => {
    const under = document.elementsFromPoint(clientX, clientY);
    tell(under.map((piece) => piece.closest(".mirror > span")).find((piece) => piece !== null && mirror.contains(piece)));
  });
  input.addEventListener("mouseleave", () => tell(undefined));
  input.addEventListener("blur", () => tell(undefined));
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === input) tell(pieceAt(mirror, input.selectionStart));
  });

  draw();
  return {
    element,
    input,
    /** The string that is meant. */
    get value() {
      return unescapeText(text);
    },
    set value(string) {
      const given = escapeText(string);
      if (given === text && given === input.value) return;
      input.value = given;
      text = input.value;
      [parts, errors, odd] = [[], [], []];
      draw();
      nameUnseen();
    },
    /** Write another string as if the user had typed it, so that Ctrl+Z brings back what was there. */
    write(string) {
      const given = escapeText(string);
      if (given === input.value) return;
      if (given.length <= LONG && input.value.length <= LONG) {
        const before = document.activeElement;
        writing = true;
        input.focus({ preventScroll: true });
        input.select();
        document.execCommand(given === "" ? "delete" : "insertText", false, given);
        writing = false;
        // Who pressed a button of a panel goes on from there.
        if (before?.closest(".panel")) before.focus({ preventScroll: true });
      }
      // A browser may not do that, or change the text.
      this.value = string;
    },
    /** Colour these parts and underline these errors. */
    show(ofInput, wrong) {
      if (text.length > LONG) return;
      const place = placesIn(text);
      parts = ofInput.map(([name, start, end]) => [name, place(start), place(end)]);
      errors = wrong.map((error) => ({ ...error, start: place(error.start), end: place(error.end) }));
      draw();
    },
    /** Mark letters that look like others. */
    odd(spans) {
      if (text.length > LONG) return;
      const place = placesIn(text);
      odd = spans.map(([start, end]) => [place(start), place(end)]);
      draw();
    },
    /** Select the place of an error, or of a part. */
    select(start, end) {
      const place = placesIn(text);
      input.focus();
      input.setSelectionRange(place(start), place(end));
    },
    /** Light up the pieces that the function chooses by their data. */
    light(chooses) {
      for (const piece of mirror.children) piece.classList.toggle("lit", chooses(piece.dataset));
    },
  };
}

/** The parts of an old text, moved to where they are in a new one, of which a piece in the middle has changed. */
function moved(parts, before, after) {
  const [start, end] = commonEnds(before, after);
  const place = (at) => (at <= start ? at : at >= before.length - end ? at + after.length - before.length : start);
  return parts.map(([name, from, to]) => [name, place(from), place(to)]);
}

/** The text as spans, one for each stretch with the same part and errors. */
function pieces(text, parts, errors, odd) {
  const edges = new Set([0, text.length]);
  for (const [, start, end] of parts) edges.add(start).add(end);
  for (const { start, end } of errors) edges.add(start).add(end);
  for (const [start, end] of odd) edges.add(start).add(end);
  const places = [...edges].sort((a, b) => a - b);
  const made = [];
  let part = 0;
  for (const [index, start] of places.entries()) {
    const missing = numbersOf(errors, (error) => error.start === start && error.end === start);
    if (missing.length > 0) made.push(piece("", undefined, missing, errors, start));
    if (start === text.length) break;
    const end = places[index + 1];
    while (part < parts.length && parts[part][2] <= start) part += 1;
    const name = part < parts.length && parts[part][1] <= start ? parts[part][0] : undefined;
    const wrong = numbersOf(errors, (error) => error.start <= start && error.end >= end && error.start < error.end);
    made.push(piece(text.slice(start, end), name, wrong, errors, start));
    if (odd.some(([from, to]) => from <= start && end <= to)) made.at(-1).classList.add("odd");
  }
  return made;
}

function numbersOf(errors, chooses) {
  return errors.flatMap((error, number) => (chooses(error) ? [number] : []));
}

function piece(text, part, wrong, errors, start) {
  const kinds = [part && `part ${part}`, wrong.length > 0 && (text === "" ? "missing" : "wrong"),
    wrong.some((number) => errors[number].fatal) && "fatal"];
  return h("span", {
    class: kinds.filter(Boolean).join(" ") || undefined,
    "data-part": part,
    "data-errors": wrong.length > 0 && wrong.join(" "),
    "data-start": start,
  }, marked(text));
}

/** Text in which what cannot be seen is marked. No mark takes any room: the text above must keep its place. */
function marked(text) {
  const made = [];
  let last = 0;
  for (const { 0: found, index } of text.matchAll(SPECIAL)) {
    made.push(text.slice(last, index), mark(found));
    last = index + found.length;
  }
  made.push(text.slice(last));
  return made.filter((child) => child !== "");
}

function mark(found) {
  if (found === " ") return h("i", { class: "space" }, found);
  if (found.startsWith("\\u{")) return h("i", { class: "escape" }, found);
  return h("i", { class: "unseen", "data-name": codePointName(found) }, found);
}

/** The piece of the mirror in which a place of the text is. */
function pieceAt(mirror, place) {
  return [...mirror.children].findLast((piece) => piece.dataset.start !== undefined && Number(piece.dataset.start) <= place);
}
