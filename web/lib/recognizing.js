/**
 * Recognizing a URL that is its own serialization, by the automaton that py_url/fast/automaton.py hands over. Nothing is decided
 * here: Python has written down the next state for each state and each character.
 */

import { Uint8Array, charCodeAt } from "./primordials.js";

const REFUSED = 0;
const START = 1;
/** The place in a row that says what a string is that ends there. Those before it are the characters in ASCII. */
const END = 128;
const WIDTH = END + 1;
const IS_ITS_HREF = 1;
const LACKS_A_SLASH = 2;

/**
 * @param {string} table The rows of the states. Each character stands for a number.
 * @returns {(string: string) => boolean | undefined} Says true if the string is its own href, and false if the href has one more
 *   "/". Undefined says nothing, and Python is to be asked.
 */
export function makeRecognizer(table) {
  const next = new Uint8Array(table.length);
  for (let i = 0; i < table.length; i += 1) next[i] = charCodeAt(table, i);

  return function recognize(string) {
    let state = START;
    for (let i = 0; i < string.length; i += 1) {
      const unit = charCodeAt(string, i);
      if (unit >= END) return undefined;
      state = next[state * WIDTH + unit];
      if (state === REFUSED) return undefined;
    }
    const said = next[state * WIDTH + END];
    return said === IS_ITS_HREF ? true : said === LACKS_A_SLASH ? false : undefined;
  };
}
