/** What this browser's own URL and URLPattern make of the input, in the form in which Python says what py_url makes of it. */

import { MEMBERS } from "../lib/members.js";

const { URL: NativeURL, URLPattern: NativeURLPattern } = globalThis;
const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];

/** The browser's name and version, as far as it says. */
export const BROWSER = nameOf(globalThis.navigator?.userAgent ?? "");

function nameOf(userAgent) {
  const found = /(Firefox|Edg|OPR|Chrome)\/(\d+)/.exec(userAgent) ?? /(Version)\/(\d+(?:\.\d+)?).*Safari/.exec(userAgent);
  if (found === null) return "this browser";
  const names = { Edg: "Edge", OPR: "Opera", Version: "Safari", Chrome: "Chromium" };
  return `${names[found[1]] ?? found[1]} ${found[2]}`;
}

/**
 * What a URL class makes of the input.
 *
 * @param {typeof URL} Class
 * @param {string} url
 * @param {string} base No base URL if it is empty.
 * @returns {Record<string, string> | {failure: true}}
 */
export function answerOf(Class, url, base) {
  let parsed;
  try {
    parsed = base === "" ? new Class(url) : new Class(url, base);
  } catch {
    return { failure: true };
  }
  const members = Object.fromEntries(MEMBERS.map((name) => [name, parsed[name]]));
  members.searchParams = parsed.searchParams.toString();
  members.pairs = JSON.stringify([...parsed.searchParams]);
  return members;
}

/** What this browser makes of it. */
export function nativeAnswer(url, base) {
  return answerOf(NativeURL, url, base);
}

/**
 * What this browser's own URLPattern makes of a URL. A regular expression in the pattern may take any time.
 *
 * @param {string} pattern
 * @param {string} base That of the pattern; no base URL if it is empty.
 * @param {boolean} ignoreCase
 * @param {string} url
 * @param {string} urlBase No base URL if it is empty.
 * @returns {{missing: true} | {failure: string} | {patterns: Record<string, string>, results: object | null}}
 */
export function nativePatternAnswer(pattern, base, ignoreCase, url, urlBase) {
  if (NativeURLPattern === undefined) return { missing: true };
  try {
    const made = new NativeURLPattern(pattern, ...(base === "" ? [] : [base]), { ignoreCase });
    const result = made.exec(url, ...(urlBase === "" ? [] : [urlBase]));
    return { patterns: ofEach((name) => made[name]), results: result && ofEach((name) => withNulls(result[name])) };
  } catch (error) {
    return { failure: `${error.message}` };
  }
}

function ofEach(find) {
  return Object.fromEntries(COMPONENTS.map((name) => [name, find(name)]));
}

/** JSON has no undefined, which stands for a group that did not take part. */
function withNulls({ input, groups }) {
  return { input, groups: Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? null])) };
}
