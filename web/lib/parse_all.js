/** Parsing many URLs with few calls of Python. */

import { MOST_UNITS, packList, unpackList } from "./calling_python.js";
import { String, TypeError, asArray, indexOf, join, newList, slice } from "./primordials.js";
import { optionalUSVString, usvString } from "./web_idl.js";

/** Between the strings of a batch in the buffer. If one of them contains it, the batch crosses as a string. */
const IN_BUFFER = "\0";

/**
 * Make `parseAll`.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @returns {(strings: Iterable<unknown> & object, base?: unknown) => {hrefs: (string | null)[], errors: (string | null)[]}}
 */
export function makeParseAll(python) {
  /** The hrefs of a batch, each of them after "!" if it is an error. */
  function parse(batch, base) {
    const lines = python.parse_all_in_buffer(join(batch, IN_BUFFER), base);
    const answers = lines === undefined ? newList() : unpackList(lines, "\n");
    return answers.length === batch.length ? answers : unpackList(python.parse_all(packList(batch), base), "\n");
  }

  return function parseAll(strings, base = undefined) {
    // A string is iterable too, but its code points are hardly meant to be parsed one by one.
    if (typeof strings === "string" || strings instanceof String) {
      throw new TypeError("parseAll takes a list of strings, not one string; write parseAll([string])");
    }
    base = optionalUSVString(base);
    // Whether the recognizer takes it, and whether Python does.
    const baseIsKnown = base === undefined || python.recognize(base) !== undefined;
    const baseParses = baseIsKnown || python.can_parse(base);
    const most = MOST_UNITS - (base === undefined ? 0 : base.length);
    const hrefs = newList();
    const errors = newList();
    let batch = newList();
    let places = newList();
    let length = 0;
    const parseBatch = () => {
      const answers = parse(batch, base);
      for (let i = 0; i < answers.length; i += 1) {
        if (answers[i][0] === "!") errors[places[i]] = slice(answers[i], 1);
        else hrefs[places[i]] = answers[i];
      }
      batch = newList();
      places = newList();
      length = 0;
    };
    for (const string of strings) {
      const converted = usvString(string);
      const known = baseParses ? python.recognize(converted, baseIsKnown ? base : undefined) : undefined;
      if (known === undefined) {
        if (length + converted.length >= most && length > 0) parseBatch();
        batch[batch.length] = converted;
        places[places.length] = hrefs.length;
        length += converted.length + 1;
      }
      // What begins with "|" is packed with its origin.
      hrefs[hrefs.length] = known === undefined ? null : known === true ? converted : known[0] === "|" ? slice(known, indexOf(known, "\n") + 1) : known;
      errors[errors.length] = null;
    }
    if (batch.length > 0) parseBatch();
    return { hrefs: asArray(hrefs), errors: asArray(errors) };
  };
}
