/**
 * Recognizing a URL that is its own serialization, and a value that a setter would leave as it is, by the automaton that
 * py_url/fast/automaton.py hands over. Nothing is decided here: Python has written down the next state for each state and each
 * character.
 */

import { Uint8Array, charCodeAt } from "./primordials.js";

const REFUSED = 0;
const START = 1;
/** The place in a row that says what a string is that ends there. Those before it are the characters in ASCII. */
const END = 128;
/** The place in a row that says, by the character of a change, which member has a value that ends there. */
const MEMBER = END + 1;
const WIDTH = MEMBER + 1;
const IS_ITS_HREF = 1;
const LACKS_A_SLASH = 2;
const HAS_OPAQUE_ORIGIN = 3;

/**
 * @param {string} table The rows of the states. Each character stands for a number.
 * @returns {{recognize: (string: string) => true | string | undefined, endsIn: (string: string) => number}} The first returns the
 *   packed URL, which is the same with every base that parses; undefined if Python has to parse the string. The second says, for
 *   the beginning of an href, the member in which it ends, as the code of its character; 0 says nothing.
 * @throws {Error} If the rows have another length.
 */
export function makeRecognizer(table) {
  if (table.length % WIDTH !== 0) throw new Error("py_url.js and the py_url in this Pyodide are of different versions; install the same version of both");
  const next = new Uint8Array(table.length);
  for (let i = 0; i < table.length; i += 1) next[i] = charCodeAt(table, i);

  function stateAfter(string) {
    let state = START;
    for (let i = 0; i < string.length; i += 1) {
      const unit = charCodeAt(string, i);
      if (unit >= END) return REFUSED;
      state = next[state * WIDTH + unit];
      if (state === REFUSED) return REFUSED;
    }
    return state;
  }

  return {
    recognize(string) {
      switch (next[stateAfter(string) * WIDTH + END]) {
        case IS_ITS_HREF: return true;
        case LACKS_A_SLASH: return `${string}/`;
        case HAS_OPAQUE_ORIGIN: return `|null\n${string}`;
        default: return undefined;
      }
    },

    endsIn(string) {
      return next[stateAfter(string) * WIDTH + MEMBER];
    },
  };
}
