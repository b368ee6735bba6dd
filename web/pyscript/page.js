/** What the pages have in common: the fields, the permalink, and the table of how each parser reads the URL. */

import { MEMBERS } from "../lib/members.js";
import { fill, h, visible } from "../look/dom.js";
import { escapeText, unescapeText } from "../playground/escapes.js";
import { BROWSER, nativeAnswer } from "../playground/native.js";
import { FIRST, fromFragment, toFragment } from "../playground/state.js";

const $ = (id) => document.getElementById(id);

/**
 * Show how Python, another parser, and this browser read the URL in the fields, as it is typed and as the permalink says.
 *
 * @param {object} page
 * @param {(url: string, base: string, native: object) => object | Promise<object>} page.ask What Python says: that of the playground's
 *   `answers.look`.
 * @param {{name: string, read: (url: string, base: string) => object}[]} [page.others] Parsers between Python and the browser.
 */
export function start({ ask, others = [] }) {
  const form = $("asked");
  const who = ["Python", ...others.map(({ name }) => name), BROWSER];
  fill($("who"), h("tr", {}, ["member", ...who].map((name) => h("th", { scope: "col" }, name))));
  let asked = 0;

  const show = async () => {
    const url = unescapeText(form.elements.url.value);
    const base = unescapeText(form.elements.base.value);
    const native = nativeAnswer(url, base);
    const now = (asked += 1);
    const told = await ask(url, base, native);
    // Python in a worker may answer after the next key.
    if (now !== asked) return;
    showAnswers(who, [told.answer, ...others.map(({ read }) => read(url, base)), native]);
    showErrors(told, url, base);
    fill($("reason"), told.explanation && `Why ${BROWSER} differs: ${told.explanation}.`);
    const link = toFragment({ ...FIRST, url, base });
    $("play").href = `../playground/${link}`;
    for (const page of document.querySelectorAll("a[data-same]")) page.hash = link;
    history.replaceState(null, "", link);
  };
  const readAddress = () => {
    const given = fromFragment(location.hash);
    if (given !== undefined) {
      form.elements.url.value = escapeText(given.url);
      form.elements.base.value = escapeText(given.base);
    }
    return show();
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", show);
  addEventListener("hashchange", readAddress);
  return readAddress();
}

function showAnswers(who, answers) {
  const [python, native] = [answers[0], answers.at(-1)];
  const fails = answers.some((answer) => answer.failure);
  const text = (answer, name) => (answer.failure ? h("span", { class: "none" }, "failure") : visible(answer[name]));
  const differs = (answer, name) => answer === native && (answer.failure ?? false) !== (python.failure ?? false)
    || (!fails && answer === native && answer[name] !== python[name]);
  fill($("members"), (fails ? ["href"] : [...MEMBERS, "searchParams"]).map((name) => h("tr", {}, h("th", { scope: "row" }, name),
    answers.map((answer, index) => h("td", { class: differs(answer, name) ? "code wrong" : "code", "data-who": who[index] }, text(answer, name))))));
}

/** The validation errors. A URL that parses may have some, too. */
function showErrors({ answer, errors, more, base_fails: baseFails }, url, base) {
  const points = [...(baseFails ? base : url)];
  fill($("verdict"), answer.failure
    ? (baseFails ? "The base URL does not parse." : "It does not parse.")
    : errors.length > 0 ? `It parses, but it is not valid: ${errors.length}${more ? " or more" : ""} validation ${errors.length === 1 ? "error" : "errors"}.`
      : "It is valid.");
  $("verdict").className = errors.length > 0 ? "verdict wrong" : "verdict";
  fill($("errors"), errors.map(({ name, start: from, end, fatal, message, link }) => h("li", { class: fatal ? "fatal" : null },
    h("a", { href: link }, name), ` at ${from}: ${message}`,
    end > from && h("span", { class: "code place" }, visible(points.slice(from, Math.min(end, from + 60)).join(""))))));
}

export function say(text) {
  fill($("doing"), text);
}
