/**
 * Parsing common URLs and references, and setting members to common values, by the automaton that py_url/fast/automaton.py hands
 * over. Serializing pairs, by another table. Nothing is decided here: Python has written down the next state for each state and
 * each character, and what becomes of the character or of what is before it. Also, where the components of an href are.
 */

import { unpackList } from "./calling_python.js";
import { Uint32Array, charCodeAt, encodeURIComponent, indexOf, slice } from "./primordials.js";

/** The indexes of the offsets, named after what starts or ends there. The search ends where the hash starts. */
export const SCHEME_END = 0;
export const USERNAME = 1;
export const USERNAME_END = 2;
export const PASSWORD = 3;
export const PASSWORD_END = 4;
export const HOSTNAME = 5;
export const HOSTNAME_END = 6;
export const PORT = 7;
export const HOST_END = 8;
export const PATHNAME = 9;
export const PATHNAME_END = 10;
export const SEARCH_END = 11;
export const START = 12;
export const END = 13;

/** The places in a row: of all characters beyond ASCII, of the end of the string, and of the member whose value ends there. */
const BEYOND_ASCII = 128;
const AT_END = 129;
const MEMBER = 130;
const WIDTH = 131;
/** A state is the place where its row begins. */
const REFUSED = 0;
const FIRST = WIDTH;
const REFERENCE_START = 2 * WIDTH;
/** What the table says of the end, as if it were a state. */
const IS_ITS_HREF = WIDTH;
const LACKS_A_SLASH = 2 * WIDTH;
const HAS_OPAQUE_ORIGIN = 3 * WIDTH;
/** One of these is added to the next state: see `ACTIONS` in Python. In Python's table it is a 128th of that. */
const REPLACED = 0x8000;
const DROPPED = 0x10000;
const SLASH = 0x18000;
const CUT = 0x20000;
const WRONG_SLASHES = 0x40000;
/** A longer string is for Python if something has to be cut, because that copies what is before. */
const LONG = 4096;

/**
 * @param {string} table The rows of the states. Each character stands for a number. But the first, in the row of what is refused, is
 *   the last of the characters that are no part of the URL at both ends of the string: all up to this one.
 * @param {string} replacements What each character in ASCII becomes where it is replaced, with spaces in between.
 * @param {string} inForm What each becomes in a form.
 * @returns {{recognize: (string: string, base?: string) => true | string | undefined,
 *   endingIn: (member: string, string: string) => string | undefined, serialize: (list: string[]) => string}} The first returns the
 *   packed URL; undefined if Python has to parse the string or its base. The second returns what the beginning of an href becomes
 *   that ends in a member; undefined if it may end in another. The third serializes pairs.
 * @throws {Error} If the rows have another length.
 */
export function makeRecognizer(table, replacements, inForm) {
  if (table.length % WIDTH !== 0) throw new Error("py_url.js and the py_url in this Pyodide are of different versions; install the same version of both");
  const next = new Uint32Array(table.length);
  for (let i = 0; i < table.length; i += 1) {
    const number = charCodeAt(table, i);
    next[i] = i % WIDTH === MEMBER ? number : (number & 0xff) * WIDTH + (number >> 8) * REPLACED;
  }
  const last = table[0];
  const becomes = unpackList(replacements, " ");
  const becomesInForm = unpackList(inForm, " ");
  /** What the last string became that was read, and from where on it is as it was. */
  let written, from;
  /** The last base URL, and its href if that can have references here, because the base URLs of a page are few. */
  let lastBase, baseHref, baseOffsets;

  /** Read the string from a state on, after what is already written. Returns the state at its end, or REFUSED. */
  function read(string, state, start, strict) {
    const most = string.length + start.length > LONG ? CUT : strict ? WRONG_SLASHES : 2 * WRONG_SLASHES;
    written = start;
    from = 0;
    for (let i = 0; i < string.length; i += 1) {
      const unit = charCodeAt(string, i);
      const after = next[state + (unit < BEYOND_ASCII ? unit : BEYOND_ASCII)];
      if (after < REPLACED) {
        state = after;
        if (state === REFUSED) return REFUSED;
      } else {
        if (after >= most) return REFUSED;
        state = act(after, string, i);
        i = from - 1;
      }
    }
    for (let after = next[state + AT_END]; after >= REPLACED; after = next[state + AT_END]) {
      if (after >= most) return REFUSED;
      state = act(after, string, string.length);
    }
    written += slice(string, from);
    return state;
  }

  /** Do what the table says of the character at a place, and go on at `from`. Returns the next state. */
  function act(after, string, i) {
    const action = after & (WRONG_SLASHES - REPLACED);
    if (action < CUT) {
      written += slice(string, from, i);
      from = i;
      if (action === SLASH) {
        written += "/";
      } else if (action === DROPPED) {
        from += 1;
      } else {
        // In a run it stays in this state.
        from = endOfRun(string, i);
        written += becomes[charCodeAt(string, i)] ?? encodeURIComponent(slice(string, i, from));
      }
    } else {
      const mark = action === CUT ? "/" : ":";
      const place = before(mark, string, i, from);
      if (place < from) {
        const end = before(mark, written, written.length);
        // The second "/" is not one of the path.
        if (end > indexOf(written, "/") + 1) written = slice(written, 0, end);
      } else {
        written += slice(string, from, place);
      }
      from = i;
    }
    return after & (REPLACED - 1);
  }

  /** The string without the spaces and control characters around it, which the parser ignores. */
  function stripped(string) {
    let start = 0, end = string.length;
    while (end > 0 && string[end - 1] <= last) end -= 1;
    while (start < end && string[start] <= last) start += 1;
    return slice(string, start, end);
  }

  /** The packed URL that an absolute URL parses to, or another string from a state on. If strict, it is the same with every base. */
  function parse(string, strict, state = FIRST, start = "") {
    switch (next[read(string, state, start, strict) + AT_END]) {
      case IS_ITS_HREF: return written;
      case LACKS_A_SLASH: return `${written}/`;
      case HAS_OPAQUE_ORIGIN: return `|null\n${written}`;
      default: return undefined;
    }
  }

  /** The packed URL that a string with a base URL parses to. */
  function resolve(string, base) {
    if (base !== lastBase) {
      const href = parse(stripped(base));
      if (href === undefined) return undefined;
      const offsets = href[0] === "|" ? undefined : offsetsIn(href);
      // All of them at once: a stack overflow before this changes nothing.
      lastBase = base;
      baseHref = href;
      baseOffsets = offsets;
    }
    const known = parse(string, true);
    if (known !== undefined || baseOffsets === undefined) return known;
    if (slice(string, 0, 2) === "//") return parse(slice(baseHref, 0, baseOffsets[SCHEME_END]) + string, true);
    const first = string[0];
    const end = first === "/" ? baseOffsets[PATHNAME]
      : first === "?" ? baseOffsets[PATHNAME_END]
        : first === "#" || first === undefined ? baseOffsets[SEARCH_END]
          : before("/", baseHref, baseOffsets[PATHNAME_END]) + 1;
    return parse(string, true, REFERENCE_START, slice(baseHref, 0, end));
  }

  return {
    recognize(string, base) {
      const text = stripped(string);
      const packed = base === undefined ? parse(text) : resolve(text, base);
      return packed === string || packed;
    },

    endingIn(member, string) {
      return next[read(string, FIRST, "", true) + MEMBER] === charCodeAt(member, 0) ? written : undefined;
    },

    serialize(list) {
      let serialized = "";
      for (let i = 0; i < list.length; i += 1) {
        if (i > 0) serialized += i % 2 === 0 ? "&" : "=";
        const string = list[i];
        let from = 0;
        for (let j = 0; j < string.length; j += 1) {
          const unit = charCodeAt(string, j);
          if (becomesInForm[unit] === string[j]) continue;
          serialized += slice(string, from, j);
          from = endOfRun(string, j);
          serialized += becomesInForm[unit] ?? encodeURIComponent(slice(string, j, from));
          j = from - 1;
        }
        serialized += slice(string, from);
      }
      return serialized;
    },
  };
}

/** The place of the last of these characters before an end, and not before a start; less if there is none. */
function before(char, string, end, start = 0) {
  do end -= 1; while (end >= start && string[end] !== char);
  return end;
}

/** The end of a character, and of all after it if it is beyond ASCII, because half of a surrogate pair cannot be encoded. */
function endOfRun(string, start) {
  let end = start + 1;
  if (charCodeAt(string, start) >= BEYOND_ASCII) while (charCodeAt(string, end) >= BEYOND_ASCII) end += 1;
  return end;
}

/**
 * §4.5 URL serializing, undone: where each component lies in a serialized URL. `split` in py_url/standard/urls/components.py says
 * the same in Python. Nothing is decided here, because each delimiter can stand only where the serializer wrote it. A component that
 * is missing is an empty span.
 *
 * @param {string} href
 * @returns {number[]} Fourteen offsets.
 */
export function offsetsIn(href) {
  const schemeEnd = indexOf(href, ":") + 1;
  const searchEnd = upTo(href, "#", schemeEnd, href.length);
  const pathnameEnd = upTo(href, "?", schemeEnd, searchEnd);
  let username = schemeEnd;
  let usernameEnd = schemeEnd;
  let password = schemeEnd;
  let passwordEnd = schemeEnd;
  let hostname = schemeEnd;
  let hostnameEnd = schemeEnd;
  let port = schemeEnd;
  let hostEnd = schemeEnd;
  let pathname = schemeEnd;
  if (slice(href, schemeEnd, schemeEnd + 2) === "//") {
    hostname = schemeEnd + 2;
    hostEnd = upTo(href, "/", hostname, pathnameEnd);
    const at = upTo(href, "@", hostname, hostEnd);
    if (at < hostEnd) {
      username = hostname;
      usernameEnd = upTo(href, ":", username, at);
      password = usernameEnd < at ? usernameEnd + 1 : at;
      passwordEnd = at;
      hostname = at + 1;
    }
    const address = href[hostname] === "[";
    hostnameEnd = upTo(href, ":", address ? indexOf(href, "]", hostname) : hostname, hostEnd);
    port = hostnameEnd < hostEnd ? hostnameEnd + 1 : hostEnd;
    pathname = hostEnd;
  } else if (slice(href, schemeEnd, schemeEnd + 4) === "/.//") {
    // The serializer wrote "/." because the path would otherwise look like a host.
    pathname = schemeEnd + 2;
  }
  return [
    schemeEnd, username, usernameEnd, password, passwordEnd, hostname, hostnameEnd, port, hostEnd, pathname, pathnameEnd, searchEnd,
    0, href.length,
  ];
}

/** Where a delimiter is first found before an end; the end if it is not there. */
function upTo(href, delimiter, start, end) {
  const place = indexOf(href, delimiter, start);
  return place === -1 || place > end ? end : place;
}
