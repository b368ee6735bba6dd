/** What this browser's own URL makes of the input, in the form in which Python says what py_url makes of it. */

import { MEMBERS } from "../lib/members.js";

const { URL: NativeURL } = globalThis;

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
