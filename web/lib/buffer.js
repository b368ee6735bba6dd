/**
 * Handing a string to Python in a buffer. Pyodide's own conversion of a string takes two to three times as long as `encodeInto`.
 */

import { untouched } from "./calling_python.js";
import { TextEncoder, byteLengthOf, encodeInto, indexOf } from "./primordials.js";

/** A string of this many code units has at most as many bytes as the buffer. */
export const MOST_UNITS = 21_845;

/** A shorter string takes Pyodide less time than the buffer does. */
const LEAST_UNITS = 32;

const encoder = new TextEncoder();

/**
 * Make Python functions that take strings in a buffer callable with the strings.
 *
 * @param {object} buffer The PyProxy of a bytearray with three times as many bytes as `MOST_UNITS`, or more.
 * @param {() => unknown} checkStack Throws if too little of the stack is left for Python.
 * @returns {(callable: Function, otherwise?: Function) => (string: string, second?: string) => unknown} Takes what `makeCallable` makes
 *   of a function of the bridge's `in_buffer`, and a function for strings that cannot be handed over so. If there is none, the
 *   result for those is undefined.
 */
export function makeBuffer(buffer, checkStack) {
  let view = buffer.getBuffer("u8");
  let turns = 0;

  /** If Python's memory has grown, the view of it is empty. */
  function renew() {
    checkStack();
    if (!untouched()) return false;
    try {
      const before = view;
      view = buffer.getBuffer("u8");
      before.release();
      return true;
    } catch {
      // The page has changed what Pyodide uses for this.
      return false;
    }
  }

  /** Undefined if Python was not called, or could have read another string. */
  function attempt(callable, string, hasSecond) {
    if (string.length > MOST_UNITS || (byteLengthOf(view.data) === 0 && !renew())) return undefined;
    turns += 1;
    const turn = turns;
    const encoded = encodeInto(encoder, string, view.data);
    // A view that a page interfered with can be too short, and a part of the string could be another URL.
    if (encoded.read !== string.length) return undefined;
    const answer = callable(encoded.written, hasSecond);
    // An accessor that the page put in the place of a built-in may have written another string to the buffer.
    return turn === turns ? answer : undefined;
  }

  return (callable, otherwise) => function call(string, second) {
    let answer;
    if (second === undefined) {
      if (otherwise === undefined || string.length >= LEAST_UNITS) answer = attempt(callable, string, false);
    } else if (indexOf(second, "\n") === -1) {
      answer = attempt(callable, `${second}\n${string}`, true);
    }
    if (answer !== undefined || otherwise === undefined) return answer;
    return second === undefined ? otherwise(string) : otherwise(string, second);
  };
}
