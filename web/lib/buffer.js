/**
 * Handing a string to Python in a buffer. Pyodide's own conversion of a string takes two to three times as long as `encodeInto`.
 */

import { TextEncoder, byteLengthOf, encodeInto } from "./primordials.js";

/** A string of this many code units has at most as many bytes as the buffer. */
const MOST_UNITS = 341;

const encoder = new TextEncoder();

/**
 * Make Python functions that take a string in a buffer callable with the string.
 *
 * @param {object} buffer The PyProxy of a bytearray with three times as many bytes as `MOST_UNITS`, or more.
 * @param {() => unknown} checkStack Throws if too little of the stack is left for Python.
 * @returns {(callable: Function) => (string: string) => unknown} Takes what `makeCallable` makes of a function whose argument is
 *   the number of bytes. What it returns takes a string; its result is undefined if Python was not called, or could have read
 *   another string.
 */
export function makeBuffer(buffer, checkStack) {
  let view = buffer.getBuffer("u8");
  let turns = 0;

  /** If Python's memory has grown, the view of it is empty. */
  function renew() {
    checkStack();
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

  return (callable) => function call(string) {
    if (string.length > MOST_UNITS || (byteLengthOf(view.data) === 0 && !renew())) return undefined;
    turns += 1;
    const turn = turns;
    const encoded = encodeInto(encoder, string, view.data);
    // A view that a page interfered with can be too short, and a part of the string could be another URL.
    if (encoded.read !== string.length) return undefined;
    const answer = callable(encoded.written);
    // An accessor that the page put in the place of a built-in may have written another string to the buffer.
    return turn === turns ? answer : undefined;
  };
}
