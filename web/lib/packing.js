/**
 * The formats in which URLs and pairs cross between Python and JavaScript; py_url/programs/bridge.py describes them.
 *
 * A list of pairs holds names and values in turn, here and while it crosses: `[name, value, name, value, ...]`.
 */

import { charCodeAt, indexOf, join, newList, slice } from "./primordials.js";

/** The separator of strings: a lone surrogate, which a USVString cannot contain. */
const SEPARATOR = "\ud800";

/** Split a string that crossed into its list of strings. */
export function unpackList(packed) {
  const list = newList();
  if (packed === "") return list;
  let start = 0;
  for (let end = indexOf(packed, SEPARATOR); end !== -1; end = indexOf(packed, SEPARATOR, end + 1)) {
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

/** Read a URL's offsets: twelve decimal numbers, separated by spaces. */
export function unpackOffsets(text) {
  // Each is an own property before it is set, so no setter of the page is called.
  const offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let place = 0;
  let number = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = charCodeAt(text, i);
    if (unit === 0x20) {
      offsets[place] = number;
      place += 1;
      number = 0;
    } else {
      number = number * 10 + unit - 0x30;
    }
  }
  offsets[place] = number;
  return offsets;
}
