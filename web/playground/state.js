/**
 * What the page shows, and the permalink that holds all of it.
 *
 * A permalink is `#url=…&base=…`, both in base64 of UTF-8: jsdom's Live URL Viewer has the same form, so its links work here, and
 * ours there. What else it may hold: `encoding=windows-1252`, `escaped=1` (the two strings have `\u{…}` for what UTF-8 cannot
 * hold), `open=hosts,query` (the panels that are open) and `set.hosts=…` (a panel's settings: base64 of JSON).
 */

import { escapeText, unescapeText } from "./escapes.js";

/** What is shown if the address says nothing. */
export const FIRST = {
  url: "https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f",
  base: "",
  encoding: "UTF-8",
  open: [],
  settings: {},
};

const LONE_SURROGATE = /\p{Cs}/u;

/** base64 of a string in UTF-8. */
function toBase64(string) {
  return btoa(Array.from(new TextEncoder().encode(string), (byte) => String.fromCharCode(byte)).join(""));
}

/** The string of which this is base64 in UTF-8; undefined if it is not. */
function fromBase64(text) {
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
  const fields = [["url", toBase64(text(url))], ["base", toBase64(text(base))]];
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
 * left out.
 *
 * @param {string} fragment
 * @returns {typeof FIRST | undefined}
 */
export function fromFragment(fragment) {
  const fields = new Map(fragment.replace(/^#/, "").split("&").map((field) => {
    const [name, ...value] = field.split("=");
    return [name, decoded(value.join("="))];
  }));
  const text = fields.get("escaped") === "1" ? unescapeText : (string) => string;
  const read = (name) => (fields.has(name) ? fromBase64(fields.get(name)) : undefined);
  const url = read("url");
  if (url === undefined) return undefined;
  const settings = {};
  for (const name of fields.keys()) {
    if (!/^set\.[a-z_-]+$/.test(name)) continue;
    const setting = parsed(read(name));
    if (setting !== undefined) settings[name.slice("set.".length)] = setting;
  }
  return {
    url: text(url),
    base: text(read("base") ?? ""),
    encoding: fields.get("encoding") ?? FIRST.encoding,
    open: (fields.get("open") ?? "").split(",").filter((id) => /^[a-z_-]+$/.test(id)),
    settings,
  };
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
