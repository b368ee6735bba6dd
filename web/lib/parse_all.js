/** Parsing many URLs with few calls of Python. */

import { packList, unpackList } from "./packing.js";
import { String, TypeError, asArray, newList, slice } from "./primordials.js";
import { usvString } from "./web_idl.js";

/** At most this many strings cross at once. A batch ends with the string that reaches this many code units. */
const BATCH = 5_000;
const BATCH_LENGTH = 1_000_000;

/**
 * Make `parseAll`.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @returns {(strings: Iterable<unknown> & object, base?: unknown) => {hrefs: (string | null)[], errors: (string | null)[]}}
 */
export function makeParseAll(python) {
  return function parseAll(strings, base = undefined) {
    // A string is iterable too, but its code points are hardly meant to be parsed one by one.
    if (typeof strings === "string" || strings instanceof String) {
      throw new TypeError("parseAll takes a list of strings, not one string; write parseAll([string])");
    }
    const baseString = base === undefined ? undefined : usvString(base);
    const hrefs = newList();
    const errors = newList();
    let batch = newList();
    let length = 0;
    const parse = () => {
      const packed = baseString === undefined ? python.parse_all(packList(batch)) : python.parse_all(packList(batch), baseString);
      const answers = unpackList(packed);
      for (let i = 0; i < answers.length; i += 1) {
        const failed = answers[i][0] === "!";
        hrefs[hrefs.length] = failed ? null : answers[i];
        errors[errors.length] = failed ? slice(answers[i], 1) : null;
      }
      batch = newList();
      length = 0;
    };
    for (const string of strings) {
      const converted = usvString(string);
      batch[batch.length] = converted;
      length += converted.length;
      if (batch.length >= BATCH || length >= BATCH_LENGTH) parse();
    }
    if (batch.length > 0) parse();
    return { hrefs: asArray(hrefs), errors: asArray(errors) };
  };
}
