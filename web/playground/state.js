/**
 * What the page shows, and the permalink that holds all of it.
 *
 * A permalink is `#url=…&base=…`. What has a character that is not in the alphabet of base64, after percent-decoding, is the text
 * itself, as people write and read it. Anything else is base64 of UTF-8, as in older links and in those of jsdom's Live URL Viewer.
 * What else it may hold: `encoding=windows-1252`, `escaped=1` (the two strings have `\u{…}` for what UTF-8 cannot hold),
 * `open=hosts,query` (the panels that are open) and `set.hosts=…` (a panel's settings: base64 of JSON).
 *
 * `#too-long=31234` stands for a URL of that many characters, which is too long for an address.
 */

import { ENCODINGS } from "./encodings.js";
import { escapeText, unescapeText } from "./escapes.js";

/** What is shown if the address says nothing. */
export const FIRST = {
  url: "http://0x7f.1\\@example.org/",
  base: "",
  encoding: "UTF-8",
  open: [],
  settings: {},
};

const NOT_BASE64 = /[^A-Za-z0-9+/=_-]/;
const LONE_SURROGATE = /\p{Cs}/u;

/** base64 of a string in UTF-8. */
function toBase64(string) {
  return btoa(Array.from(new TextEncoder().encode(string), (byte) => String.fromCharCode(byte)).join(""));
}

/** A string that cannot be base64 as it is, percent-encoded where it has to be; another one in base64. */
function toText(string) {
  if (!NOT_BASE64.test(string)) return toBase64(string);
  // A link of Markdown ends at ")", and one in a chat at some others.
  const encode = (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(string).replace(/[!'()*]/g, encode).replace(/%(?:2F|3A|3F|40)/g, decodeURIComponent);
}

/** The string of which this is base64 in UTF-8, or this itself if it cannot be base64; undefined if it is neither. */
function fromText(text) {
  if (NOT_BASE64.test(text)) return text;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The permalink's fragment, with its `#`.
 *
 * @param {typeof FIRST} state
 */
export function toFragment({ url, base, encoding, open, settings }) {
  const escaped = LONE_SURROGATE.test(url + base);
  const text = escaped ? escapeText : (string) => string;
  const fields = [["url", toText(text(url))], ["base", toText(text(base))]];
  if (escaped) fields.push(["escaped", "1"]);
  if (encoding !== FIRST.encoding) fields.push(["encoding", encodeURIComponent(encoding)]);
  if (open.length > 0) fields.push(["open", open.join(",")]);
  for (const [id, setting] of Object.entries(settings)) {
    if (setting !== undefined) fields.push([`set.${id}`, toBase64(JSON.stringify(setting))]);
  }
  return `#${fields.map((field) => field.join("=")).join("&")}`;
}

/**
 * The state that a fragment describes, or undefined if it names no URL. What it does not say is as at first; what cannot be read is
 * left out, and an encoding that is none is UTF-8: then `notice` says so.
 *
 * @param {string} fragment
 * @returns {typeof FIRST & {notice?: string} | undefined}
 */
export function fromFragment(fragment) {
  const fields = new Map(fragment.replace(/^#/, "").split("&").map((field) => {
    const [name, ...value] = field.split("=");
    return [name, decoded(value.join("="))];
  }));
  const text = fields.get("escaped") === "1" ? unescapeText : (string) => string;
  const read = (name) => (fields.has(name) ? fromText(fields.get(name)) : undefined);
  const url = read("url");
  if (url === undefined) return undefined;
  const settings = {};
  for (const name of fields.keys()) {
    if (!/^set\.[a-z_-]+$/.test(name)) continue;
    const setting = parsed(read(name));
    if (setting !== undefined) settings[name.slice("set.".length)] = setting;
  }
  const label = fields.get("encoding") ?? FIRST.encoding;
  const encoding = encodingOf(label);
  return {
    ...(encoding === undefined && { notice: `The link asks for the encoding “${escapeText(label)}”, which is none. The query is in UTF-8.` }),
    url: text(url),
    base: text(read("base") ?? ""),
    encoding: encoding ?? FIRST.encoding,
    open: (fields.get("open") ?? "").split(",").filter((id) => /^[a-z_-]+$/.test(id)),
    settings,
  };
}

/**
 * The output encoding that a label stands for; undefined if it stands for none.
 *
 * @param {string} label Such as `latin1`, or a name.
 */
export function encodingOf(label) {
  const named = (name) => ENCODINGS.find((known) => known.toLowerCase() === name.trim().toLowerCase());
  if (named(label) !== undefined) return named(label);
  try {
    // Those that are for reading alone, UTF-16 and "replacement", are written as UTF-8.
    return named(new TextDecoder(label).encoding) ?? FIRST.encoding;
  } catch {
    return undefined;
  }
}

/** How long the URL was that had no room in the address; undefined if the fragment does not say so. */
export function tooLongIn(fragment) {
  const found = /^#?too-long=(\d{1,12})$/.exec(fragment);
  return found === null ? undefined : Number(found[1]);
}

function decoded(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function parsed(json) {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
