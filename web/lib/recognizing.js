/**
 * Parsing common URLs and references, and recognizing a value that a setter would leave as it is, by the automaton that
 * py_url/fast/automaton.py hands over. Nothing is decided here: Python has written down the next state for each state and each
 * character, and what a character becomes that is replaced.
 */

import { PATHNAME, PATHNAME_END, SCHEME_END, SEARCH_END, offsetsIn } from "./offsets.js";
import { unpackList } from "./packing.js";
import { Uint16Array, charCodeAt, encodeURIComponent, lastIndexOf, slice } from "./primordials.js";

/** The places in a row: of all characters beyond ASCII, of what a string is that ends there, and of the member whose value ends there. */
const BEYOND_ASCII = 128;
const END = 129;
const MEMBER = 130;
const WIDTH = 131;
/** A state is the place where its row begins. */
const REFUSED = 0;
const START = WIDTH;
const REFERENCE_START = 2 * WIDTH;
/** Is added to the next state if the character is replaced; in Python's table, 128 is. */
const REPLACED = 0x8000;
const IS_ITS_HREF = 1;
const LACKS_A_SLASH = 2;
const HAS_OPAQUE_ORIGIN = 3;
const IS_REFERENCE = 4;

/**
 * @param {string} table The rows of the states. Each character stands for a number.
 * @param {string} replacements What each character in ASCII becomes where it is replaced, with spaces in between.
 * @returns {{recognize: (string: string, base?: string) => true | string | undefined, endsIn: (string: string) => number}} The first
 *   returns the packed URL; undefined if Python has to parse the string or its base. The second says, for the beginning of an href,
 *   the member in which it ends, as the code of its character; 0 says nothing.
 * @throws {Error} If the rows have another length.
 */
export function makeRecognizer(table, replacements) {
  if (table.length % WIDTH !== 0) throw new Error("py_url.js and the py_url in this Pyodide are of different versions; install the same version of both");
  const next = new Uint16Array(table.length);
  for (let i = 0; i < table.length; i += 1) {
    const number = charCodeAt(table, i);
    next[i] = i % WIDTH >= END ? number : (number & 127) * WIDTH + (number < 128 ? 0 : REPLACED);
  }
  const becomes = unpackList(replacements, " ");
  /** What the last string became that was read. */
  let written;
  /** The last base URL, and its href if that can have references here, because the base URLs of a page are few. */
  let lastBase, baseHref, baseOffsets;

  /** The state after a string. */
  function read(string, state) {
    let from = 0;
    written = "";
    for (let i = 0; i < string.length; i += 1) {
      const unit = charCodeAt(string, i);
      const after = next[state + (unit < BEYOND_ASCII ? unit : BEYOND_ASCII)];
      if (after < REPLACED) {
        state = after;
        if (state === REFUSED) return REFUSED;
      } else {
        state = after - REPLACED;
        written += slice(string, from, i);
        from = i + 1;
        if (unit < BEYOND_ASCII) {
          written += becomes[unit];
        } else {
          // All of the run, because half of a surrogate pair cannot be encoded. It stays in this state.
          while (charCodeAt(string, from) >= BEYOND_ASCII) from += 1;
          written += encodeURIComponent(slice(string, i, from));
          i = from - 1;
        }
      }
    }
    written = from === 0 ? string : written + slice(string, from);
    return state;
  }

  /** The packed URL that an absolute URL parses to. It is the same with every base that parses. */
  function absolute(string) {
    switch (next[read(string, START) + END]) {
      case IS_ITS_HREF: return written === string || written;
      case LACKS_A_SLASH: return `${written}/`;
      case HAS_OPAQUE_ORIGIN: return `|null\n${written}`;
      default: return undefined;
    }
  }

  /** The href that a reference to the last base URL parses to. */
  function resolve(reference) {
    let end = lastIndexOf(baseHref, "/", baseOffsets[PATHNAME_END] - 1) + 1;
    let start = slice(reference, 0, 2) === "./" ? 2 : 0;
    for (; slice(reference, start, start + 3) === "../"; start += 3) {
      end = lastIndexOf(baseHref, "/", end - 2) + 1;
      if (end <= baseOffsets[PATHNAME]) end = baseOffsets[PATHNAME] + 1;
    }
    if (start === 0) {
      const first = reference[0];
      if (first === "/") end = baseOffsets[PATHNAME];
      else if (first === "?") end = baseOffsets[PATHNAME_END];
      else if (first === "#" || first === undefined) end = baseOffsets[SEARCH_END];
    }
    const said = next[read(slice(reference, start), REFERENCE_START) + END];
    return said === IS_ITS_HREF || said === IS_REFERENCE ? slice(baseHref, 0, end) + written : undefined;
  }

  return {
    recognize(string, base) {
      if (base === undefined) return absolute(string);
      if (base !== lastBase) {
        const packed = absolute(base);
        if (packed === undefined) return undefined;
        const href = packed === true ? base : packed;
        const offsets = href[0] === "|" ? undefined : offsetsIn(href);
        // All of them at once: a stack overflow before this changes nothing.
        lastBase = base;
        baseHref = href;
        baseOffsets = offsets;
      }
      const known = absolute(string);
      if (known !== undefined || baseOffsets === undefined) return known;
      if (slice(string, 0, 2) !== "//") return resolve(string);
      const complete = slice(baseHref, 0, baseOffsets[SCHEME_END]) + string;
      const packed = absolute(complete);
      return packed === true ? complete : packed;
    },

    endsIn(string) {
      const state = read(string, START);
      return written === string ? next[state + MEMBER] : 0;
    },
  };
}
