/** The components in one table: a value for each, and beside it what is wrong with it, and this browser's own value if that differs. */

import { MEMBERS } from "../lib/members.js";
import { fill, h, visible } from "../look/dom.js";
import { commonEnds } from "./common_ends.js";
import { difference, ends, shortened } from "./long.js";
import { BROWSER } from "./native.js";

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
/** For each part of the input: the member next to which its errors are shown. */
const MEMBER_OF = {
  scheme: "protocol", username: "username", password: "password", host: "host", port: "port", path: "pathname", query: "search",
  fragment: "hash",
};
/** How many errors are shown beside one member; the others are folded. */
const SHOWN = 3;

/**
 * Put the table into an element.
 *
 * @param {HTMLElement} place
 * @param {object} does As `putResult` has it.
 */
export function putComponents(place, does) {
  const rows = new Map(["failure", ...MEMBERS].map((name) => [name, makeRow(name, does)]));
  const value = h("th", { scope: "col" });
  const notes = h("th", { scope: "col" });
  const table = h("table", { class: "members" },
    h("caption", { class: "aside" }, "The members of the URL"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "aside" }, "member")), value, notes)),
    h("tbody", {}, [...rows.values()].map(({ element }) => element)));
  const empties = h("p", { class: "empties" });
  // What screen readers say about the field.
  const summary = h("p", { class: "aside", id: "url-errors" });
  fill(place, h("h2", {}, "Components"), table, empties, summary);

  function update(look, native) {
    const answer = look?.answer ?? null;
    const shown = answer ?? native ?? {};
    const bothFail = shown.failure === true && native?.failure === true;
    const oneFails = !bothFail && (shown.failure === true || native?.failure === true);
    const listed = look?.errors ?? [];
    const errors = new Map();
    for (const [number, error] of listed.entries()) {
      const name = bothFail ? "failure" : oneFails ? "href" : memberOf(error, look.parts);
      errors.set(name, [...(errors.get(name) ?? []), [number, error]]);
    }
    const empty = [];
    for (const [name, row] of rows) {
      const differs = look !== null && native !== null && (oneFails ? name === "href" : look.differs.includes(name));
      const isEmpty = shown[name] === "" && !differs && !errors.has(name);
      if (isEmpty && !bothFail && !oneFails) empty.push(name);
      row.element.hidden = name === "failure" ? !bothFail : bothFail || (oneFails && name !== "href") || isEmpty || shown[name] === undefined && !oneFails;
      row.update(shown, differs ? native : null, differs ? reasonOf(look, name) : null, errors.get(name) ?? [], look?.fix?.changes ?? []);
    }
    const isPlain = listed.length === 0 && !(look?.differs.length > 0);
    table.classList.toggle("agreed", isPlain);
    place.hidden = shown.href === undefined && shown.failure === undefined;
    fill(value, answer === null ? BROWSER : "value");
    fill(notes, isPlain ? h("span", { class: "aside" }, "notes") : headOf(look));
    fill(empties, empty.length > 0 && ["Empty: ", empty.map((name, index) => [index > 0 && ", ", h("span", { class: "code" }, name)]), "."]);
    empties.hidden = empty.length === 0;
    fill(summary, look === null ? "" : titleOf(look));
  }

  return {
    update,
    light(part) {
      for (const [name, { element }] of rows) {
        element.classList.toggle("lit", part !== null && (PARTS_OF[name] ?? []).includes(part) && name !== "origin");
      }
    },
    lightErrors(numbers) {
      for (const item of table.querySelectorAll(".errors li")) item.classList.toggle("lit", numbers.includes(Number(item.dataset.number)));
    },
  };
}

function titleOf({ errors, more, base_fails: ofBase }) {
  return errors.length === 0 ? "" : `${more ? "More than " : ""}${errors.length} validation error${errors.length === 1 ? "" : "s"}${ofBase ? " of the base URL" : ""}`;
}

function headOf(look) {
  const title = titleOf(look);
  if (!(look.differs.length > 0)) return title;
  return title === "" ? `where ${BROWSER} differs` : `${title}, and where ${BROWSER} differs`;
}

/** The member next to which an error is shown: that of the part in which the error begins. */
function memberOf({ start }, parts) {
  const found = parts.find(([, from, to]) => from <= start && start < to) ?? parts.find(([, , to]) => to === start);
  return found === undefined ? "href" : MEMBER_OF[found[0]] ?? "href";
}

/** Why this browser gives another value of a member. */
function reasonOf({ reasons, explanation }, name) {
  const text = reasons[name] ?? explanation;
  if (text === null) return null;
  return text.startsWith("not explained") ? "No known kind of difference explains this." : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function makeRow(name, does) {
  const [part] = PARTS_OF[name]?.slice(name === "host" ? 0 : -1) ?? [];
  const value = h("td", { class: `code ${name === "origin" ? "" : part ?? ""}`, dir: "ltr" });
  const notes = h("td", { class: "notes" });
  const element = h("tr", { class: "member", "data-member": name, tabindex: PARTS_OF[name]?.length > 0 && "0" },
    h("th", { scope: "row" }, name === "failure" ? "result" : name), value, notes);
  for (const kind of ["mouseenter", "focus"]) element.addEventListener(kind, () => does.pointed(part ?? null));
  for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, () => does.pointed(null));
  let last;
  let whole;

  function show(answer, native, reason, errors, changes) {
    const text = answer[name] ?? "";
    value.classList.toggle("whole", whole === text);
    value.tabIndex = whole === text ? 0 : -1;
    fill(value, answer.failure ? h("span", { class: "none" }, "failure") : whole === text ? visible(text) : shortened(text, () => {
      whole = text;
      show(answer, native, reason, errors, changes);
    }));
    fill(notes,
      native !== null && h("div", { class: "native differs", dir: "ltr" }, h("span", { class: "who" }, `${BROWSER}: `), h("span", { class: "code" }, nativeText(answer, native, name))),
      reason !== null && h("p", { class: "why" }, reason),
      errors.length > 0 && listOf(errors, changes, does));
  }

  return {
    element,
    update(...now) {
      const key = JSON.stringify([now[0].failure, now[0][name], now[1]?.failure, now[1]?.[name], ...now.slice(2)]);
      if (key === last) return;
      last = key;
      whole = undefined;
      show(...now);
    },
  };
}

/** What this browser says, with what differs marked. */
function nativeText(answer, native, name) {
  if (native.failure) return h("span", { class: "none" }, "failure");
  const text = native[name];
  if (answer.failure || ends(text)[1] !== undefined) return shortened(text);
  const [before, other, after] = difference(answer[name], text, commonEnds(answer[name], text));
  return other === "" ? visible(text) : [before && visible(before), h("mark", {}, visible(other)), after && visible(after)];
}

function listOf(errors, changes, does) {
  const items = errors.map(([number, error]) => errorItem(error, number, changes.find((change) => remedies(change, error)), does));
  const list = h("ol", { class: "errors" }, items.slice(0, SHOWN));
  if (items.length <= SHOWN) return list;
  return [list, h("details", { class: "others-of-it" }, h("summary", {}, `${items.length - SHOWN} more`), h("ol", { class: "errors" }, items.slice(SHOWN)))];
}

/** Whether a change is what an error asks for: both are about the same code points, or about the same place where some are missing. */
function remedies(change, error) {
  if (change.start === change.end || error.start === error.end) return change.start === error.start && change.end === error.end;
  return change.start < error.end && error.start < change.end;
}

function errorItem(error, number, change, does) {
  const place = error.end > error.start + 1 ? `${error.start}–${error.end}` : `${error.start}`;
  // The button says what to write, for the whole host and not only for a part of it.
  const message = change === undefined ? error.message : error.message.replace(/; (?:write|remove|insert) [^;]*$/, "");
  const item = h("li", { class: error.fatal ? "fatal" : undefined, "data-number": number },
    h("p", { class: "message" }, `${message[0].toUpperCase()}${message.slice(1)}. `,
      change && h("button", { type: "button", class: "small", onclick: () => does.change(change) },
        change.new === "" ? "Remove it" : change.old === "" ? ["Insert ", h("code", {}, change.new)] : ["Write ", h("code", {}, change.new)])),
    h("p", { class: "which" },
      h("a", { href: error.link }, error.name), " ",
      h("button", { type: "button", class: "place", onclick: () => does.showError(error) }, `at ${place}`),
      error.fatal && h("span", { class: "chip bad" }, "ends the parse")));
  for (const kind of ["mouseenter", "focusin"]) item.addEventListener(kind, () => does.pointedError(error, number));
  for (const kind of ["mouseleave", "focusout"]) item.addEventListener(kind, () => does.pointedError(null, -1));
  return item;
}
