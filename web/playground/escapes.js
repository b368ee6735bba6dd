/** `\u{…}` in a field stands for a code point that is hard to type or to see. */

/** Its digits are a group. */
export const ESCAPE = /\\u\{([0-9A-Fa-f]{1,6})\}/g;
/**
 * What a reader cannot see, or may take for a space: controls, formatting characters, lone surrogates, unassigned code points,
 * variation selectors and other fillers, other spaces.
 */
export const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]|[\uFE00-\uFE0F]|(?! )\p{Zs}/gu;
/** That, and what looks like an escape but is none. */
const HARD = new RegExp(`${UNSEEN.source}|(?=${ESCAPE.source})\\\\`, "gu");

/** The string that is meant by the text of a field. */
export function unescapeText(text) {
  return text.replace(ESCAPE, (all, digits) => {
    const codePoint = Number.parseInt(digits, 16);
    return codePoint > 0x10ffff ? all : String.fromCodePoint(codePoint);
  });
}

/** The text of a field that means this string, and has nothing in it that a reader cannot see. */
export function escapeText(string) {
  return string.replace(HARD, (character) => escapeOf(character));
}

/** A code point as an escape. */
function escapeOf(character) {
  return `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`;
}

/**
 * Where the code points of the meant string are in the text of a field.
 *
 * @param {string} text
 * @returns {(codePoint: number) => number} From a place in code points of the string to a place in UTF-16 units of the text.
 */
export function placesIn(text) {
  const starts = [];
  let at = 0;
  const escape = new RegExp(ESCAPE, "y");
  while (at < text.length) {
    starts.push(at);
    escape.lastIndex = at;
    const found = escape.exec(text);
    if (found !== null && Number.parseInt(found[1], 16) <= 0x10ffff) at += found[0].length;
    else at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  starts.push(text.length);
  return (codePoint) => starts[Math.min(codePoint, starts.length - 1)];
}
