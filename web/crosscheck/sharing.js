/**
 * A link that has what a browser does, so that another person can open it and compare: `#with=…`, base64 of JSON. It names kinds of
 * difference and counts them, and holds no input. It may come from anyone, so everything in it is checked.
 */

import { h } from "../look/dom.js";

const LONGEST = 20_000;
const MOST_KINDS = 200;
const SHOWN = 10;

/** The fragment for a result of one browser. */
export function toFragment({ engines: [engine], date, inputs }) {
  const kinds = engine.kinds.map(({ rule, count, effects }) => [rule, count, Object.keys(effects)[0]]);
  const text = JSON.stringify({ engine: engine.name, date: date.slice(0, 10), inputs, kinds });
  return `#with=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What a fragment has, or undefined if it has nothing that could be shown. */
export function fromFragment(fragment) {
  const coded = /^#with=([\w-]+)$/.exec(fragment)?.[1];
  if (coded === undefined || coded.length > LONGEST) return undefined;
  try {
    const given = JSON.parse(atob(coded.replaceAll("-", "+").replaceAll("_", "/")));
    return isResult(given) ? given : undefined;
  } catch {
    return undefined;
  }
}

function isResult({ engine, date, inputs, kinds }) {
  return isShort(engine) && /^\d{4}-\d\d-\d\d$/.test(date) && isCount(inputs) && Array.isArray(kinds) && kinds.length <= MOST_KINDS
    && kinds.every((kind) => Array.isArray(kind) && isShort(kind[0]) && /^[\w-]+$/.test(kind[0]) && isCount(kind[1]) && isShort(kind[2]));
}

function isShort(text) {
  return typeof text === "string" && text.length <= 80;
}

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * The other browser's result; with `mine`, next to this one's.
 *
 * @param {object} other What `fromFragment` returns.
 * @param {Record<string, [string, string, string]>} texts explanations.json of the playground.
 * @param {object} [mine] The same of this browser.
 */
export function shownResult(other, texts, mine) {
  const says = (rule) => (Object.hasOwn(texts, rule) ? texts[rule][2] : `${rule.replaceAll("-", " ")}, of URLPattern`);
  const counts = (result) => new Map(result.kinds.map(([rule, count]) => [rule, count]));
  const section = (...children) => h("section", { id: "shared" }, h("h2", {}, `What ${other.engine} does`), children);
  const about = h("p", { class: "note" }, `Somebody sent this result of ${other.date}, of ${other.inputs.toLocaleString("en")} inputs. `,
    mine === undefined ? "Check this browser to compare the two." : "The number of inputs of each kind, there and here.");
  if (mine === undefined) {
    return section(about, h("ul", {}, other.kinds.slice(0, SHOWN).map(([rule, count, effect]) => h("li", {}, says(rule), " ",
      h("small", { class: "note" }, `${count.toLocaleString("en")}; at worst: ${effect}`)))));
  }
  const [there, here] = [counts(other), counts(mine)];
  const rules = [...new Set([...there.keys(), ...here.keys()])].filter((rule) => there.get(rule) !== here.get(rule));
  if (rules.length === 0) return section(about, h("p", {}, "Both do the same, in every kind."));
  const head = ["kind", other.engine, mine.engine].map((name) => h("th", { scope: "col" }, name));
  const rows = rules.map((rule) => h("tr", {}, h("th", { scope: "row" }, says(rule)),
    [there, here].map((of, index) => h("td", { "data-what": index === 0 ? other.engine : mine.engine }, (of.get(rule) ?? 0).toLocaleString("en")))));
  return section(about, h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "the two browsers" },
    h("table", { class: "why" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))));
}
