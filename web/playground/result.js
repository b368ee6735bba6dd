/** What the URL means: the four answers, and below them the components, each with what is wrong with it and where this browser differs. */

import { fill, h } from "../look/dom.js";
import { ANSWERS, makeCard } from "./cards.js";
import { putComponents } from "./components.js";
import { hrefNodes } from "./href.js";
import { shortened } from "./long.js";
import { BROWSER } from "./native.js";

/**
 * Put the result into an element.
 *
 * @param {HTMLElement} place
 * @param {object} does
 * @param {(part: string | null) => void} does.pointed The mouse or the focus is on a member.
 * @param {(error: object | null, number: number) => void} does.pointedError The mouse or the focus is on an error.
 * @param {(error: object) => void} does.showError The user wants to see where an error is.
 * @param {() => void} does.lookForFix The user wants a valid string for a long input.
 * @param {(string: string) => void} does.fix The user wants this valid string instead.
 * @param {(change: object) => void} does.change The user wants one change of the string.
 * @param {(panel: string, part?: string) => void} does.more The user wants the panel, or the part of it, that shows more.
 */
export function putResult(place, does) {
  const cards = new Map(ANSWERS.map((about) => [about.id, makeCard(about, () => does.more(about.panel, about.part))]));
  const { element, body } = cards.get("first");
  const href = h("output", { class: "href code", dir: "ltr", for: "url base" });
  const fixed = h("p", { class: "fixed" });
  const agrees = h("p", { class: "agrees" });
  // The href is the answer, so it is above the verdict.
  element.querySelector(".line").before(href);
  fill(body, agrees, fixed);
  const components = h("div", { class: "components" });
  fill(place, h("div", { class: "four", id: "answers" }, [...cards.values()].map((card) => card.element)), components);
  const table = putComponents(components, does);
  let whole = false;
  let last;

  /**
   * @param {object | null} look What Python says; null if it has not yet.
   * @param {object | null} native What this browser says; null if it would take long to find out.
   * @param {string} [why] Why Python has said nothing.
   */
  function update(look, native, why = "Python is not ready yet") {
    const answer = look?.answer ?? null;
    const shown = answer ?? native ?? {};
    if (shown.href !== last) whole = false;
    last = shown.href;
    place.classList.toggle("waiting", answer === null);
    if (look !== null) cards.get("first").show(look.said);
    else cards.get("first").wait(native === null ? "Python is reading." : `${native.failure ? "Not a URL" : "A URL"}, says ${BROWSER}. ${why}.`);
    fill(href, shown.href === undefined ? h("span", { class: "none" }, shown.failure ? "no URL" : "") : hrefNodes(shown, whole, () => {
      whole = true;
      update(look, native, why);
    }));
    href.classList.toggle("whole", whole);
    fill(agrees, look === null ? [] : agreement(look));
    fill(fixed, fixOf(look, does));
    table.update(look, native);
  }

  return {
    update,
    cards,
    /** Light up the members that come from a part. */
    light(part) {
      table.light(part);
      for (const piece of href.children) piece.classList.toggle("lit", part !== null && piece.dataset.part === part);
    },
    /** Light up errors by their numbers. */
    lightErrors: (numbers) => table.lightErrors(numbers),
  };
}

/** Whether this browser says the same. */
function agreement({ explanation, answer, native }) {
  if (native === null) return [];
  if (explanation === null) return h("span", { class: "chip" }, h("span", { "aria-hidden": "true" }, "✓ "), `${BROWSER} agrees`);
  const says = native.failure ? "fails" : answer.failure || native.href !== answer.href ? ["answers ", h("span", { class: "code" }, shortened(native.href ?? ""))] : "differs in the members below";
  return [h("span", { class: "chip warn" }, h("span", { "aria-hidden": "true" }, "! "), `${BROWSER} differs`), " It ", says, "."];
}

/** What makes the whole input valid, or why nothing does. */
function fixOf(look, does) {
  if (look?.fix_later) {
    return ["This input is too long to look for a valid URL string while you type. ",
      h("button", { type: "button", class: "small", onclick: () => does.lookForFix() }, "Look for one")];
  }
  if (look?.fix) {
    const { string } = look.fix;
    return [h("button", { type: "button", class: "small", onclick: () => does.fix(string) }, "Apply the fix"), " ",
      string === look.answer.href ? "to write the URL above" : h("code", { dir: "ltr" }, shortened(string))];
  }
  return look?.not_fixed ? ["It cannot be fixed without changing what it means."] : [];
}
