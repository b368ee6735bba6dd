/** URL patterns: whether one matches the URL, what its groups are, and what this browser's own URLPattern says. */

import { h } from "../../look/dom.js";
import { answers, code, link, readable, table } from "./shared.js";

/** How much of a long text is shown, in UTF-16 units. */
const SHOWN = 2000;
/** How many colours the groups have, in turn. */
const COLOURS = 6;
/** Patterns worth trying, each with its base URL. The first is shown at first. */
const IDEAS = [
  ["https://{*.}?example.com/:folder/*", ""],
  ["https://*.example.com/*", ""],
  ["http{s}?://:host/:path(.*\\.png)", ""],
  ["../news/:page", "https://example.com/shop/"],
  ["https://example.com/:id/:id", ""],
];

export const panel = {
  create(page) {
    const setting = page.setting("patterns");
    const [kept, keptBase, keptCase] = Array.isArray(setting) ? setting : IDEAS[0];
    const field = (value) => h("input", { type: "text", value, dir: "ltr", autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: changed });
    const pattern = field(kept);
    const base = field(keptBase);
    const ignoreCase = h("input", { type: "checkbox", checked: keptCase === true, onchange: changed });
    const place = h("div", { class: "answer" });
    const put = answers(place, (told) => show(told, page.browser));
    let state;
    function ask() {
      put(page.ask("patterns.matched", pattern.value, base.value, ignoreCase.checked, state.url, state.base));
    }
    function changed() {
      page.remember("patterns", [pattern.value, base.value, ignoreCase.checked]);
      ask();
    }
    function choose([text, from]) {
      pattern.value = text;
      base.value = from;
      changed();
      pattern.focus();
    }
    return {
      element: h("div", { class: "patterns" },
        h("p", { class: "note" }, "By the ", link("https://urlpattern.spec.whatwg.org/", "URL Pattern Standard"),
          ". A part that the pattern does not mention matches everything, and so does *. A name such as :id matches one segment."),
        h("div", { class: "row" }, h("label", { class: "wide" }, "Pattern", pattern), h("label", {}, "Base URL of the pattern", base),
          h("label", { class: "check" }, ignoreCase, "Ignore case")),
        h("p", { class: "buttons" }, IDEAS.map((idea) => h("button", { type: "button", class: "small", onclick: () => choose(idea) },
          h("code", {}, idea[0]), idea[1] !== "" && [" from ", h("code", {}, idea[1])]))),
        place),
      update(now) {
        state = now;
        ask();
      },
    };
  },
};

function show(told, browser) {
  const { wrong, components, differs } = told;
  return [
    h("p", { class: "verdict" }, verdict(told), " ", h("span", { class: differs ? "bad" : "by" }, ofBrowser(told, browser))),
    wrong !== null ? [wrongIn(wrong), components.length > 0 && ofBrowserAlone(components, browser)] : ofBoth(components, browser),
  ];
}

/** The components as py_url has them, next to what this browser says. */
function ofBoth(components, browser) {
  const hasNative = components.some(({ native }) => native !== null);
  const differ = components.some((component) => component.differs);
  const makeGroup = groupMaker();
  return table("What each component matches", ["component", "pattern", "of the URL", ...(hasNative ? [browser] : [])],
    components.map((component) => [component.name, code(cut(component.pattern), "(empty)"), ofUrl(component, makeGroup),
      ...(hasNative ? [h("td", { class: component.differs ? "native differs" : "native" }, ofNative(component))] : [])]),
    // On a phone, there is room for the browser's column only if it says something else.
    differ ? "matched" : "matched same");
}

/** The components as this browser has them, if py_url has none. */
function ofBrowserAlone(components, browser) {
  const makeGroup = groupMaker();
  return [
    h("h3", {}, browser),
    table("What this browser makes of it", ["component", "pattern", "of the URL"], components.map(({ name, native }) => [name,
      code(cut(native.pattern), "(empty)"), ofUrl({ ...native, matches: true, pieces: null }, makeGroup)])),
  ];
}

function verdict({ wrong, matches, parses, components }) {
  if (wrong !== null) {
    const what = wrong.component === "base URL" ? "base URL" : wrong.component === "" ? "pattern" : `pattern of the ${wrong.component}`;
    return h("span", { class: "bad" }, `py_url refuses the ${what}.`);
  }
  if (!parses) return "The URL does not parse, so no pattern matches it.";
  if (matches) return h("span", { class: "good" }, "The pattern matches.");
  const failing = components.filter((component) => !component.matches).map(({ name }) => name);
  return h("span", { class: "bad" }, `The pattern does not match: the ${failing.join(", ")} ${failing.length === 1 ? "is" : "are"} different.`);
}

function ofBrowser({ wrong, differs, native, components }, browser) {
  if (native.missing) return `${browser} has no URLPattern.`;
  if (!differs && components.some((component) => component.differs)) return `${browser} says the same, but not of every component.`;
  if (!differs) return wrong === null ? `${browser} says the same.` : `${browser} does too.`;
  if (native.failure !== null) return `${browser} refuses it: ${native.failure}`;
  return `${browser} ${wrong === null ? "says that it" : "accepts it, and it"} ${native.matches ? "matches" : "does not match"}.`;
}

/** Why the pattern is wrong, and where. */
function wrongIn({ message, input, start, end }) {
  const points = Array.from(input ?? "");
  const part = (from, to) => points.slice(from, to).join("");
  const text = (string) => (string === "" ? [] : readable(cut(string)));
  return [
    h("p", { class: "bad" }, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`),
    input !== null && end > 0 && h("p", { class: "tape", dir: "ltr" }, text(part(0, start)),
      start === end ? h("span", { class: "pointer" }) : h("mark", { class: "fatal" }, text(part(start, end))), text(part(end))),
  ];
}

/** What a component of the URL is, with its groups in colour. */
function ofUrl({ input, matches, pieces, groups }, makeGroup) {
  if (input === null) return h("span", { class: "none" }, "none");
  if (!matches) return [h("span", { class: "bad" }, "✗ "), code(cut(input), "(empty)"), h("span", { class: "aside" }, " does not match")];
  const inText = new Set((pieces ?? []).map(([, name]) => name));
  const others = groups.filter(([name]) => !inText.has(name));
  return [
    pieces !== null && pieces.length > 0
      ? h("code", { class: "text", dir: "ltr" }, pieces.map(([text, name]) => (name === null ? readable(text) : makeGroup(name, readable(text)))))
      : (input !== "" || others.length === 0) && code(cut(input), "(empty)"),
    others.length > 0 && h("ul", { class: "groups" }, others.map(([name, value]) => h("li", {}, makeGroup(name, valueOf(value))))),
  ];
}

function valueOf(value) {
  return value === null ? h("span", { class: "none" }, "did not take part") : code(cut(value), "empty");
}

/** Returns a function that makes a group; each has the next colour. */
function groupMaker() {
  let number = 0;
  return (name, content) => {
    number += 1;
    return h("span", { class: `group g${number % COLOURS}` }, h("b", {}, name), "\u00a0", content);
  };
}

/** What this browser says about a component, if that is something else. */
function ofNative({ native, pattern, differs }) {
  if (!differs) return h("span", { class: "none" }, "the same");
  return [
    native.pattern !== pattern && h("p", {}, "pattern ", code(cut(native.pattern), "(empty)")),
    native.input !== null && h("p", {}, "of the URL ", code(cut(native.input), "(empty)")),
    h("ul", { class: "groups" }, native.groups.map(([name, value]) => h("li", {}, code(name), ": ", valueOf(value)))),
  ];
}

function cut(text) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
