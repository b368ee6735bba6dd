/**
 * The forms in which URLs and pairs cross between Python and JavaScript; py_url/programs/bridge.py describes them.
 *
 * Pairs cross as names and values in turn, and stand so in lists here too: `[name, value, name, value, ...]`.
 */

import { charCodeAt, indexOf, join, newList, slice } from "./primordials.js";

/** What joins strings: a lone surrogate, which no USVString holds. */
const SEPARATOR = "\ud800";

/** The list of strings that crossed as one. */
export function unpackList(packed) {
  const list = newList();
  if (packed === "") return list;
  let start = 0;
  for (let end = indexOf(packed, SEPARATOR); end !== -1; end = indexOf(packed, SEPARATOR, end + 1)) {
    const next = charCodeAt(packed, end + 1);
    // With a low surrogate after it, it is the first half of a code point, and none of ours.
    if (next >= 0xdc00 && next <= 0xdfff) continue;
    list[list.length] = slice(packed, start, end);
    start = end + 1;
  }
  list[list.length] = slice(packed, start);
  return list;
}

/** A list of strings as the one that crosses. */
export function packList(list) {
  return join(list, SEPARATOR);
}

/** A URL's offsets, from the text that holds them: twelve decimal numbers with a space between. */
export function unpackOffsets(text) {
  // As many as there are, so that each is an own property before it is set.
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
