/**
 * The formats in which URLs and pairs cross between Python and JavaScript; py_url/programs/bridge.py describes them.
 *
 * A list of pairs holds names and values in turn, here and while it crosses: `[name, value, name, value, ...]`.
 */

import { charCodeAt, indexOf, join, newList, slice } from "./primordials.js";

/** The separator of strings: a lone surrogate, which a USVString cannot contain. */
const SEPARATOR = "\ud800";

/** Split a string that crossed into its list of strings. No string begins with a low surrogate. */
export function unpackList(packed, separator = SEPARATOR) {
  const list = newList();
  if (packed === "") return list;
  let start = 0;
  for (let end = indexOf(packed, separator); end !== -1; end = indexOf(packed, separator, end + 1)) {
    const next = charCodeAt(packed, end + 1);
    // If a low surrogate follows, this is the first half of a code point, not a separator.
    if (next >= 0xdc00 && next <= 0xdfff) continue;
    list[list.length] = slice(packed, start, end);
    start = end + 1;
  }
  list[list.length] = slice(packed, start);
  return list;
}

/** Join a list of strings into the one that crosses. */
export function packList(list) {
  return join(list, SEPARATOR);
}
