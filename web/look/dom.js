/** Making nodes. Strings become text nodes, so no input is ever parsed as HTML. */

/**
 * Make an element.
 *
 * @param {string} name
 * @param {Record<string, unknown>} [attributes] `true` sets an empty attribute; `false`, `null` and `undefined` set none; a
 *   function listens to the event of that name without `on`: `{ onclick() {} }`.
 * @param {...(string | number | Node | null | undefined | false | Array)} children Lists are flattened.
 * @returns {HTMLElement}
 */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.replace(/^on/, ""), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : `${value}`);
  }
  made.append(...nodes(children));
  return made;
}

/** The children as nodes and strings, without those that stand for nothing. */
export function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map((child) =>
    (child instanceof Node ? child : `${child}`));
}

/** Replace what an element contains. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/**
 * Do the same, but leave alone what is there already at the start and at the end, so that the browser lays out less. Only for
 * children without listeners: two that look the same count as the same.
 */
export function refill(element, ...children) {
  const made = nodes(children).map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const present = [...element.childNodes];
  const shortest = Math.min(made.length, present.length);
  let start = 0;
  while (start < shortest && made[start].isEqualNode(present[start])) start += 1;
  let end = 0;
  while (end < shortest - start && made[made.length - 1 - end].isEqualNode(present[present.length - 1 - end])) end += 1;
  for (const child of present.slice(start, present.length - end)) child.remove();
  const after = present[present.length - end] ?? null;
  for (const child of made.slice(start, made.length - end)) element.insertBefore(child, after);
  return element;
}

/** The code point of a character as the standard writes it: U+0020. */
export function codePointName(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A readable text as nodes, in which no label of a domain is broken at the hyphens of its "xn--" if a line has room for it. */
export function unbroken(text) {
  return text.split(/(?<![\w-])(xn--[\w-]+)/i).map((piece, index) => (index % 2 === 1 ? h("span", { class: "unbroken" }, piece) : piece)).filter((piece) => piece !== "");
}

/**
 * A string as nodes, in which every code point other than printable ASCII is labelled: readers could miss or mistake it.
 *
 * @param {string} string
 * @param {string} [empty] What an empty string is shown as.
 */
export function visible(string, empty = "(empty string)") {
  const parts = [];
  for (const [, plain, other] of string.matchAll(/([!-~]+(?: +[!-~]+)*)|(.)/gsu)) {
    if (plain !== undefined) {
      parts.push(...unbroken(plain.replaceAll(/  +/g, (spaces) => spaces.replaceAll(" ", "\u00a0"))));
      continue;
    }
    const seen = /^[\p{L}\p{N}\p{S}\p{P}]$/u.test(other) ? `${other} ` : "";
    parts.push(h("span", { class: "cp", dir: "ltr" }, seen + codePointName(other)));
  }
  return parts.length > 0 ? parts : [h("span", { class: "none" }, empty)];
}
