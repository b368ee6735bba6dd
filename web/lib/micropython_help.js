/**
 * What JavaScript does for py_url in MicroPython, which has no regular expressions that py_url could use, and knows nothing of Unicode.
 * build_scripts/building/micropython/shims calls this. Only strings and numbers cross, so nothing has to be freed.
 *
 * MicroPython ends a string that leaves it at a NUL, and takes a byte order mark from its beginning; it takes lone surrogates in neither
 * direction. So a string that crosses begins with "=", or with "~" if each character that cannot cross is `ESCAPE` and four hex digits,
 * or with "b" if it is bytes, in hex digits. In a list, `BETWEEN` is between the strings, and `MISSING` stands for one that is not there.
 */

const ESCAPE = "\x01";
const BETWEEN = "\x02";
const MISSING = "\x03";
const SURROGATE = /\p{Surrogate}/u;
const IS_SPECIAL = new RegExp(`[${ESCAPE}${BETWEEN}${MISSING}]|\\p{Surrogate}`, "u");
const SPECIAL = new RegExp(IS_SPECIAL, "gu");
/** What Python writes with an escape: all but letters, marks, numbers, punctuation, symbols and the space. */
const NOT_PRINTABLE = /(?! )[\p{C}\p{Z}]/u;
const NAMED = { 9: "\\t", 10: "\\n", 13: "\\r" };
const BEYOND_16_BITS = /[\ud800-\udfff]/;
/** The characters that take two columns in a terminal (East_Asian_Width W and F), in hex digits. */
const WIDE_RANGES = "1100-115f 231a-231b 2329-232a 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 2648-2653 267f 2693 26a1 26aa-26ab 26bd-26be "
  + "26c4-26c5 26ce 26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 270a-270b 2728 274c 274e 2753-2755 2757 2795-2797 27b0 27bf "
  + "2b1b-2b1c 2b50 2b55 2e80-303e 3041-3247 3250-4dbf 4e00-a4c6 a960-a97c ac00-d7a3 f900-fad9 fe10-fe19 fe30-fe6b ff01-ff60 "
  + "ffe0-ffe6 16fe0-1b2fb 1f004 1f0cf 1f18e 1f191-1f19a 1f200-1f320 1f32d-1f335 1f337-1f37c 1f37e-1f393 1f3a0-1f3ca "
  + "1f3cf-1f3d3 1f3e0-1f3f0 1f3f4 1f3f8-1f43e 1f440 1f442-1f4fc 1f4ff-1f53d 1f54b-1f54e 1f550-1f567 1f57a 1f595-1f596 1f5a4 "
  + "1f5fb-1f64f 1f680-1f6c5 1f6cc 1f6d0-1f6d2 1f6d5-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7e0-1f7f0 1f90c-1f93a 1f93c-1f945 "
  + "1f947-1f9ff 1fa70-1faf8 20000-323af";
const WIDE = new RegExp(`^[${WIDE_RANGES.replace(/[0-9a-f]+/g, "\\u{$&}").replace(/ /g, "")}]`, "u");
const MATCH = 0;
const FULLMATCH = 1;
const SEARCH = 2;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The string that has arrived from MicroPython. */
export function arrived(crossed) {
  const rest = crossed.slice(1);
  if (crossed[0] === "=") return rest;
  if (crossed[0] === "b") return latin1(rest);
  // What is before the first escape has none.
  const [first, ...parts] = rest.split(ESCAPE);
  return first + parts.map((part) => String.fromCharCode(parseInt(part.slice(0, 4), 16)) + part.slice(4)).join("");
}

/** A string on its way to MicroPython. */
export function departing(string) {
  return SURROGATE.test(string) ? `~${escaped(string)}` : `=${string}`;
}

function escaped(string) {
  return string.replace(SPECIAL, (char) => ESCAPE + hex(char));
}

/** A code unit in four hex digits. */
function hex(unit) {
  return unit.charCodeAt(0).toString(16).padStart(4, "0");
}

/** A string as Python writes it in a program. */
function shown(string) {
  const quote = string.includes("'") && !string.includes('"') ? '"' : "'";
  const written = string.replace(new RegExp(`[\\\\${quote}]|${NOT_PRINTABLE.source}`, "gu"), (char) => {
    const number = char.codePointAt(0);
    if (number in NAMED) return NAMED[number];
    if (char === "\\" || char === quote) return `\\${char}`;
    const digits = number.toString(16);
    return number < 0x100 ? `\\x${digits.padStart(2, "0")}` : number < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  });
  return quote + written + quote;
}

function latin1(digits) {
  let string = "";
  for (let i = 0; i < digits.length; i += 2) string += String.fromCharCode(parseInt(digits.slice(i, i + 2), 16));
  return string;
}

/** Full case folding of a lower-case string: upper case, then lower case again. Dotless i, final sigma and Cherokee are exceptions. */
function folded(string) {
  return string.replace(/[^\u0131]+/g, (part) => part.toUpperCase().toLowerCase()).replace(/\u03c2/g, "\u03c3")
    .replace(/[\uab70-\uabbf]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xab70 + 0x13a0))
    .replace(/[\u13f8-\u13fd]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 8));
}

/** A list of strings, of which some may be undefined, on its way to MicroPython. */
function packed(list) {
  const areSpecial = list.some((string) => string !== undefined && IS_SPECIAL.test(string));
  const each = areSpecial ? escaped : (string) => string;
  return (areSpecial ? "~" : "=") + list.map((string) => (string === undefined ? MISSING : each(string))).join(BETWEEN);
}

/**
 * Translates a pattern of Python's `re` into one of JavaScript. What the two read differently is written out, and what is not known
 * here is refused.
 */
class Translation {
  constructor(source, { isVerbose, ignoresCase, dotAll, isAscii }) {
    this.source = source;
    this.place = 0;
    this.isVerbose = isVerbose;
    this.ignoresCase = ignoresCase;
    this.dotAll = dotAll;
    this.isAscii = isAscii;
    /** For each group of Python, from 1 on: its number in JavaScript, and the outermost group that it is in. */
    this.groups = [];
    this.names = [];
    /** The groups of JavaScript until here. */
    this.count = 0;
    this.open = [];
    this.text = this.alternatives();
    if (this.place < source.length) throw this.unknown("an unbalanced )");
  }

  unknown(what) {
    return new SyntaxError(`this pattern of Python has ${what} at ${this.place}, which is not known in JavaScript: ${this.source}`);
  }

  alternatives() {
    let text = this.sequence();
    while (this.source[this.place] === "|") {
      this.place += 1;
      text += `|${this.sequence()}`;
    }
    return text;
  }

  sequence() {
    let text = "";
    for (;;) {
      if (this.isVerbose) this.skip();
      const char = this.source[this.place];
      if (char === undefined || char === "|" || char === ")") return text;
      const before = this.count;
      text += this.repeated(this.atom(char), before);
    }
  }

  skip() {
    for (;;) {
      const [blank] = /^(?:\s|#.*)*/.exec(this.source.slice(this.place, this.place + 200));
      if (blank === "") return;
      this.place += blank.length;
    }
  }

  /** An atom with its quantifier. A possessive one is a group that JavaScript looks for ahead, once. */
  repeated(atom, before) {
    if (this.isVerbose) this.skip();
    const found = /^(?:[*+?]|\{(\d*),?(\d*)\})/.exec(this.source.slice(this.place, this.place + 20));
    if (found === null || found[0] === "{}" || found[0] === "{,}") return atom;
    this.place += found[0].length;
    const quantifier = found[0].replace("{,", "{0,");
    const after = this.source[this.place];
    if (after === "?") {
      this.place += 1;
      return `${atom}${quantifier}?`;
    }
    if (after !== "+") return atom + quantifier;
    this.place += 1;
    // Of a character: as many as there are. (WebKit does not find some references to a group in text beyond ASCII.)
    if (!atom.startsWith("(") && /^[*+]$/.test(quantifier)) return `${atom}${quantifier}(?!${atom})`;
    // The new group comes before those in the atom.
    for (const group of this.groups) if (group.number > before) group.number += 1;
    this.count += 1;
    const name = `possessive${this.place}`;
    return `(?=(?<${name}>${atom}${quantifier}))\\k<${name}>`;
  }

  atom(char) {
    this.place += 1;
    switch (char) {
      case "\\": return this.cased(this.escape(true));
      case "[": return this.set();
      case "(": return this.group();
      case ".": return this.dotAll ? "[^]" : "[^\\n]";
      case "^": return "(?<![^])";
      case "$": return "(?=\\n?(?![^]))";
      case "*": case "+": case "?": throw this.unknown("a quantifier without an atom");
      default: return this.cased(this.literal());
    }
  }

  /** A letter in both cases, if the case does not matter. */
  cased(literal) {
    return this.ignoresCase && /^[A-Za-z]$/.test(literal) ? `[${literal.toLowerCase()}${literal.toUpperCase()}]` : literal;
  }

  literal() {
    // A whole code point.
    const point = String.fromCodePoint(this.source.codePointAt(this.place - 1));
    this.place += point.length - 1;
    if (/[\p{L}\p{N}]/u.test(point) && !SURROGATE.test(point)) return point;
    return `\\u{${point.codePointAt(0).toString(16)}}`;
  }

  escape(outside = false) {
    const char = this.source[this.place];
    this.place += 1;
    if (char === "A" && outside) return "(?<![^])";
    if (char === "Z" && outside) return "(?![^])";
    const word = this.isAscii ? "0-9A-Za-z_" : "\\p{L}\\p{N}_";
    if (char === "w") return outside ? `[${word}]` : word;
    if (char === "b" && outside) return `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`;
    if ("tnrfv".includes(char)) return `\\${char}`;
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits !== undefined) {
      const point = parseInt(this.source.slice(this.place, this.place + digits), 16);
      this.place += digits;
      return `\\u{${point.toString(16)}}`;
    }
    if (/[A-Za-z0-9]/.test(char)) throw this.unknown(`\\${char}`);
    return this.literal();
  }

  set() {
    if (this.source.startsWith("\\s\\S]", this.place)) {
      this.place += 5;
      return "[^]";
    }
    let text = "[";
    if (this.source[this.place] === "^") {
      this.place += 1;
      text += "^";
    }
    for (let first = true; first || this.source[this.place] !== "]"; first = false) {
      const char = this.source[this.place];
      if (char === undefined) throw this.unknown("a set without an end");
      this.place += 1;
      let part = char === "\\" ? this.escape() : this.literal();
      if (this.source[this.place] === "-" && this.source[this.place + 1] !== "]") {
        this.place += 2;
        part += `-${this.source[this.place - 1] === "\\" ? this.escape() : this.literal()}`;
      }
      text += part;
      if (!this.ignoresCase || !/[A-Za-z]/.test(part)) continue;
      if (/^[a-z](?:-[a-z])?$/.test(part)) text += part.toUpperCase();
      else if (/^[A-Z](?:-[A-Z])?$/.test(part)) text += part.toLowerCase();
      else if (!part.startsWith("\\") || part.includes("-")) throw this.unknown("a range with some letters in a pattern that ignores the case");
    }
    this.place += 1;
    return `${text}]`;
  }

  group() {
    const [kind] = /^(?:\?(?:P<(\w+)>|:|=|!|<=|<!|i:))?/.exec(this.source.slice(this.place, this.place + 80));
    if (kind === "" && this.source[this.place] === "?") throw this.unknown("a group of another kind");
    this.place += kind.length;
    const { ignoresCase } = this;
    let opening = `(${kind}`;
    const captures = kind === "" || kind.startsWith("?P");
    if (captures) {
      this.count += 1;
      const index = this.groups.length + 1;
      this.groups.push({ number: this.count, outermost: this.open[0] ?? index });
      if (kind !== "") this.names.push(`${kind.slice(3, -1)}=${index}`);
      this.open.push(index);
      opening = "(";
    } else if (kind === "?i:") {
      this.ignoresCase = true;
      opening = "(?:";
    }
    const text = `${opening}${this.alternatives()})`;
    if (this.source[this.place] !== ")") throw this.unknown("a group without an end");
    this.place += 1;
    this.ignoresCase = ignoresCase;
    if (captures) this.open.pop();
    return text;
  }
}

/** What a string is searched for, and the places in it, which MicroPython counts in code points. */
class Subject {
  constructor(text) {
    this.text = text;
    this.isWide = BEYOND_16_BITS.test(text);
  }

  /** For each place in code points the one in code units, and the reverse. Made once, so no place is counted from the start. */
  get places() {
    const units = new Uint32Array(this.text.length + 1);
    const points = new Uint32Array(this.text.length + 1);
    let point = 0;
    for (let unit = 0; unit <= this.text.length; point += 1) {
      units[point] = unit;
      points[unit] = point;
      unit += this.text.codePointAt(unit) > 0xffff ? 2 : 1;
    }
    const places = { units, points, length: point - 1 };
    Object.defineProperty(this, "places", { value: places });
    return places;
  }

  toUnit(point) {
    if (!this.isWide) return Math.min(point, this.text.length);
    return this.places.units[Math.min(point, this.places.length)];
  }

  toPoint(unit) {
    return this.isWide ? this.places.points[unit] : unit;
  }
}

/** Make the functions. */
export function makeHelp() {
  const patterns = [];
  let subject = new Subject("");

  function use(crossed) {
    if (crossed !== null && crossed !== undefined) subject = new Subject(arrived(crossed));
  }

  /** The spans of a match and of its groups, in code points; -1 for a group that has not matched. */
  function spansOf({ groups }, match) {
    const spans = [subject.toPoint(match.index), subject.toPoint(match.index + match[0].length)];
    for (const { number } of groups) {
      const span = match.indices[number];
      if (span === undefined) spans.push(-1, -1);
      else spans.push(subject.toPoint(span[0]), subject.toPoint(span[1]));
    }
    return spans.join(",");
  }

  const functions = {
    /** Compile a pattern of Python. Returns its number. */
    compile(source, isVerbose, ignoresCase, dotAll, isAscii) {
      const translation = new Translation(arrived(source), { isVerbose, ignoresCase, dotAll, isAscii });
      const { text, groups, names } = translation;
      const flags = groups.length === 0 ? "u" : "du";
      // Few patterns are used in more than one way.
      const make = (kind) => new RegExp(kind === FULLMATCH ? `(?:${text})(?![^])` : text, flags + (kind === SEARCH ? "g" : "y"));
      const expressions = [make(MATCH)];
      return patterns.push({ groups, names, as: (kind) => (expressions[kind] ??= make(kind)) }) - 1;
    },

    /** The outermost group of each group, ";", and the names of groups with their numbers. */
    describe(number) {
      const { groups, names } = patterns[number];
      return `${groups.map(({ outermost }) => outermost).join(",")};${names.join(",")}`;
    },

    /** Match at a place or search from there. Returns null, the end if there are no groups and the start is known, or the spans. */
    match(number, kind, start, end, crossed) {
      use(crossed);
      const pattern = patterns[number];
      const expression = pattern.as(kind);
      if (end < start && end !== -1) return null;
      expression.lastIndex = subject.toUnit(start);
      const match = expression.exec(end === -1 ? subject.text : subject.text.slice(0, subject.toUnit(end)));
      if (match === null) return null;
      if (pattern.groups.length === 0 && kind !== SEARCH) return subject.toPoint(expression.lastIndex);
      return spansOf(pattern, match);
    },

    /** All matches: their spans, with ";" in between, and then what each has matched. */
    spans(number, start, end, crossed) {
      use(crossed);
      const pattern = patterns[number];
      const text = end === -1 ? subject.text : subject.text.slice(0, subject.toUnit(end));
      const found = [];
      const texts = [];
      const anywhere = pattern.as(SEARCH);
      anywhere.lastIndex = subject.toUnit(start);
      for (let match; (match = anywhere.exec(text)) !== null;) {
        found.push(spansOf(pattern, match));
        texts.push(match[0]);
        if (match[0] === "") anywhere.lastIndex += subject.text.codePointAt(match.index) > 0xffff ? 2 : 1;
      }
      return packed([found.join(";"), ...texts]);
    },

    /** All matches: what is before each, the match, its groups; and at the end the rest. */
    pieces(number, crossed) {
      use(crossed);
      const { text } = subject;
      const pattern = patterns[number];
      const list = [];
      let place = 0;
      const anywhere = pattern.as(SEARCH);
      anywhere.lastIndex = 0;
      for (let match; (match = anywhere.exec(text)) !== null;) {
        list.push(text.slice(place, match.index), match[0]);
        for (const group of pattern.groups) list.push(match[group.number]);
        place = match.index + match[0].length;
        if (match[0] === "") anywhere.lastIndex += text.codePointAt(match.index) > 0xffff ? 2 : 1;
      }
      list.push(text.slice(place));
      return packed(list);
    },

    lower: (crossed) => departing(arrived(crossed).toLowerCase()),
    upper: (crossed) => departing(arrived(crossed).toUpperCase()),
    casefold: (crossed) => departing(folded(arrived(crossed).toLowerCase())),
    normalize: (crossed, form) => departing(arrived(crossed).normalize(form)),
    isPrintable: (crossed) => !NOT_PRINTABLE.test(arrived(crossed)),
    isMark: (crossed) => /^[\p{Mn}\p{Me}]/u.test(arrived(crossed)),
    isWide: (crossed) => WIDE.test(arrived(crossed)),
    /** The code units of a string in hex digits, perhaps with the low byte first. */
    codeUnits: (crossed, isLowFirst) => arrived(crossed).replace(/[^]/g, (unit) => {
      const digits = hex(unit);
      return isLowFirst ? digits.slice(2) + digits.slice(0, 2) : digits;
    }),
    /** The string with these code units, of which the low bytes are first, and perhaps U+FFFD for lone surrogates. */
    ofCodeUnits(digits, replaces) {
      const string = digits.replace(/(..)(..)/g, (_, low, high) => String.fromCharCode(parseInt(high + low, 16)));
      return departing(replaces ? string.replace(/\p{Surrogate}/gu, "\ufffd") : string);
    },
    shown: (crossed) => departing(shown(arrived(crossed))),
    /** Decode bytes, in hex digits, as UTF-8, with U+FFFD for those that are none. */
    decode: (digits) => departing(decoder.decode(Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16)))),
  };
  // An exception that goes through MicroPython's WebAssembly would leave it in disorder.
  for (const [name, unguarded] of Object.entries(functions)) {
    functions[name] = (...given) => {
      try {
        return unguarded(...given);
      } catch (error) {
        return error instanceof SyntaxError ? `!${error.message}` : `!the text is too long for JavaScript: ${error.message}`;
      }
    };
  }
  return functions;
}
