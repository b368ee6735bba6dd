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
 * @param {string} url
 * @param {string} base No base URL if it is empty.
 * @returns {Record<string, string> | {failure: true}}
 */
export function nativeAnswer(url, base) {
  let parsed;
  try {
    parsed = base === "" ? new NativeURL(url) : new NativeURL(url, base);
  } catch {
    return { failure: true };
  }
  const members = Object.fromEntries(MEMBERS.map((name) => [name, parsed[name]]));
  members.searchParams = parsed.searchParams.toString();
  members.pairs = JSON.stringify([...parsed.searchParams]);
  return members;
}
