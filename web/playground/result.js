/** What the URL means: the verdict, the serialization, the components next to this browser's, and the validation errors. */

import { MEMBERS } from "../lib/members.js";
import { fill, h, refill, visible } from "../look/dom.js";
import { commonEnds } from "./common_ends.js";
import { BROWSER } from "./native.js";

/** How much of a long text is shown, in UTF-16 units. */
const SHOWN = 2000;

/** The parts of the input from which a member comes. */
const PARTS_OF = {
  href: [],
  origin: ["scheme", "host", "port"],
  protocol: ["scheme"],
  username: ["username"],
  password: ["password"],
  host: ["host", "port"],
  hostname: ["host"],
  port: ["port"],
  pathname: ["path"],
  search: ["query"],
  hash: ["fragment"],
};

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
 */
export function putResult(place, does) {
  const verdict = h("p", { class: "verdict" });
  const chips = h("p", { class: "chips" });
  const href = h("output", { class: "href code", dir: "ltr", for: "url base" });
  const why = h("p", { class: "why", id: "why" });
  const rows = new Map(["failure", ...MEMBERS].map((name) => [name, makeRow(name, does)]));
  const table = h("table", { class: "answers" },
    h("thead", {}, h("tr", {}, ...[h("span", { class: "aside" }, "member"), "py_url", BROWSER].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, [...rows.values()].map(({ element }) => element)));
  const errors = h("ol", { class: "errors", id: "url-errors" });
  const errorsTitle = h("h2", {});
  const fixed = h("p", { class: "fixed", hidden: true });
  fill(
    place,
    h("div", { class: "head" }, h("div", {}, verdict, href), chips),
    h("div", { class: "columns" },
      h("div", { class: "wrongs" }, errorsTitle, fixed, errors),
      h("div", { class: "components" }, h("h2", {}, "Components"), why, table)),
  );

  /**
   * @param {object | null} look What Python says; null if it has not yet.
   * @param {object | null} native What this browser says; null if it would take long to find out.
   */
  function update(look, native) {
    const answer = look?.answer ?? null;
    const shown = answer ?? native ?? {};
    const fails = shown.failure === true;
    place.classList.toggle("waiting", answer === null);
    refill(verdict, ...verdictOf(look, native));
    refill(chips, ...chipsOf(look));
    href.hidden = fails;
    refill(href, fails || shown.href === undefined ? [] : shown.href.length > SHOWN ? shortened(shown.href) : colouredHref(shown));
    refill(why, reasonOf(look));
    why.hidden = why.textContent === "";
    const nativeFails = native?.failure === true;
    const bothFail = fails && nativeFails;
    const eitherFails = fails || nativeFails;
    for (const [name, row] of rows) {
      row.element.hidden = name === "failure" ? !bothFail : eitherFails && (bothFail || name !== "href");
      row.update(answer, native, eitherFails || look?.differs.includes(name) === true);
    }
    layOutErrors(look);
  }

  let laidOut;
  function layOutErrors(look) {
    const now = JSON.stringify([look?.errors, look?.more, look?.base_fails, look?.fix, look?.not_fixed, look?.fix_later]);
    if (now === laidOut) return;
    laidOut = now;
    const list = look?.errors ?? [];
    fill(errorsTitle, look === null ? "Validation errors" : list.length === 0 ? "No validation error"
      : `${look.more ? "More than " : ""}${list.length} validation error${list.length === 1 ? "" : "s"}${look.base_fails ? " of the base URL" : ""}`);
    fill(fixed, fixOf(look, does));
    fixed.hidden = fixed.textContent === "";
    // With one change, there is one button.
    const changes = look?.fix?.changes.length > 1 ? look.fix.changes : [];
    fill(errors, list.map((error, number) => errorItem(error, number, changes.find((change) => remedies(change, error)), does)));
  }

  return {
    update,
    /** Light up the members that come from a part. */
    light(part) {
      for (const [name, { element }] of rows) {
        element.classList.toggle("lit", part !== null && (PARTS_OF[name] ?? []).includes(part) && name !== "origin");
      }
      for (const piece of href.children) piece.classList.toggle("lit", part !== null && piece.dataset.part === part);
    },
    /** Light up errors by their numbers. */
    lightErrors(numbers) {
      for (const [number, item] of [...errors.children].entries()) item.classList.toggle("lit", numbers.includes(number));
    },
  };
}

function makeRow(name, does) {
  const [part] = PARTS_OF[name]?.slice(name === "host" ? 0 : -1) ?? [];
  const ours = h("td", { class: `code ${name === "origin" ? "" : part ?? ""}`, "data-who": "py_url", dir: "ltr" });
  const native = h("td", { class: "code native", "data-who": BROWSER, dir: "ltr" });
  const element = h("tr", { class: "member", "data-member": name, tabindex: PARTS_OF[name]?.length > 0 && "0" },
    h("th", { scope: "row" }, name === "failure" ? "result" : name), ours, native);
  for (const kind of ["mouseenter", "focus"]) element.addEventListener(kind, () => does.pointed(part ?? null));
  for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, () => does.pointed(null));
  let last;
  return {
    element,
    update(answer, browsers, mayDiffer) {
      const differs = mayDiffer && answer !== null && !(answer.failure && browsers.failure);
      const now = JSON.stringify([answer?.failure, answer?.[name], browsers?.failure, browsers?.[name], differs]);
      if (now === last) return;
      last = now;
      const text = (told) => (told === null ? [h("span", { class: "none" }, "…")] : told.failure
        ? [h("span", { class: "none" }, "failure")] : visible(shortened(told[name] ?? "")));
      refill(ours, text(answer));
      native.classList.toggle("differs", differs);
      const [before, other, after] = differs && !answer.failure && !browsers.failure
        ? difference(shortened(answer[name]), shortened(browsers[name])) : [];
      refill(native, other === undefined || other === "" ? text(browsers)
        : [before && visible(before), h("mark", {}, visible(other)), after && visible(after)],
      differs && h("span", { class: "aside" }, " (differs)"));
    },
  };
}

/** A long text without its middle. */
function shortened(text) {
  if (text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN - 500)} … ${(text.length - SHOWN).toLocaleString("en")} more … ${text.slice(-500)}`;
}

/** The second text, cut into what it has in common with the first one before, what differs, and what they have in common after. */
function difference(first, second) {
  const [start, end] = commonEnds(first, second);
  return [second.slice(0, start), second.slice(start, second.length - end), second.slice(second.length - end)];
}

function verdictOf(look, native) {
  if (look === null && native === null) return [h("span", { class: "by" }, "Python is reading.")];
  if (look === null) {
    return [native.failure ? "Not a URL" : "A URL", h("span", { class: "by" }, `, says ${BROWSER}. Python is not ready yet.`)];
  }
  if (look.answer.failure) {
    const { message } = look.errors.findLast(({ fatal }) => fatal) ?? { message: look.why };
    return [look.base_fails ? "The base is not a URL: " : "Not a URL: ", h("span", { class: "by" }, `${message}.`)];
  }
  if (look.errors.length === 0) return ["A valid URL."];
  return ["A URL, ", h("span", { class: "by" }, "but not a valid URL string.")];
}

function chipsOf(look) {
  if (look === null) return [];
  const differs = look.explanation !== null;
  const count = `${look.errors.length}${look.more ? "+" : ""}`;
  return [
    look.answer.failure ? h("span", { class: "chip bad" }, "failure")
      : look.errors.length === 0 ? h("span", { class: "chip good" }, "valid")
        : h("span", { class: "chip warn" }, `${count} error${look.errors.length === 1 ? "" : "s"}`),
    h("span", { class: differs ? "chip warn" : "chip" }, differs ? `${BROWSER} differs` : `${BROWSER} agrees`),
  ];
}

function reasonOf(look) {
  if (look === null || look.explanation === null) return [];
  const text = look.explanation.startsWith("not explained")
    ? "This browser gives another answer, and no known kind of difference explains it"
    : look.explanation[0].toUpperCase() + look.explanation.slice(1);
  return [h("strong", {}, `${BROWSER} differs. `), `${text}.`];
}

/** The href, with each part in its colour. */
function colouredHref({ href, username, password, hostname, port, pathname, search, hash, protocol }) {
  const made = [];
  let at = 0;
  const add = (part, text) => {
    const start = text === "" ? -1 : href.indexOf(text, at);
    if (start < 0) return;
    made.push(href.slice(at, start), h("span", { class: `part ${part}`, "data-part": part }, text));
    at = start + text.length;
  };
  add("scheme", protocol.slice(0, -1));
  add("username", username);
  add("password", password);
  add("host", hostname);
  add("port", port);
  add("path", pathname);
  add("query", search.slice(1));
  add("fragment", hash.slice(1));
  made.push(href.slice(at));
  return made;
}

/** What makes the whole input valid, or why nothing does. */
function fixOf(look, does) {
  if (look?.fix_later) {
    return ["This input is too long to look for a valid URL string while you type. ",
      h("button", { type: "button", class: "small", onclick: () => does.lookForFix() }, "Look for one")];
  }
  if (look?.fix) {
    const { string } = look.fix;
    return ["A valid URL string that means the same: ", h("code", { dir: "ltr" }, visible(shortened(string))), " ",
      h("button", { type: "button", class: "small", onclick: () => does.fix(string) }, "Apply the fix")];
  }
  return look?.not_fixed ? [`No valid URL string means the same. ${sentence(look.not_fixed.message)}`] : [];
}

/** Whether a change is what an error asks for: both are about the same code points, or about the same place where some are missing. */
function remedies(change, error) {
  if (change.start === change.end || error.start === error.end) return change.start === error.start && change.end === error.end;
  return change.start < error.end && error.start < change.end;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function errorItem(error, number, change, does) {
  const place = error.end > error.start + 1 ? `${error.start}–${error.end}` : `${error.start}`;
  const item = h("li", { class: error.fatal ? "fatal" : undefined },
    h("p", {},
      h("a", { href: error.link }, error.name), " ",
      h("button", { type: "button", class: "place", onclick: () => does.showError(error) }, `at ${place}`),
      error.fatal && h("span", { class: "chip bad" }, "ends the parse")),
    h("p", { class: "message" }, sentence(error.message), " ",
      change && h("button", { type: "button", class: "small", onclick: () => does.change(change) },
        change.new === "" ? "Remove it" : change.old === "" ? ["Insert ", h("code", {}, change.new)] : ["Write ", h("code", {}, change.new)])));
  for (const kind of ["mouseenter", "focusin"]) item.addEventListener(kind, () => does.pointedError(error, number));
  for (const kind of ["mouseleave", "focusout"]) item.addEventListener(kind, () => does.pointedError(null, -1));
  return item;
}
