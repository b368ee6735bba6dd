/** The error of a string that does not parse. */

import { TypeError, define } from "./primordials.js";

/** In Node, Deno and Bun, programs look at the code of an error. In Electron, a page may have Node's process. */
export const hasCodes = globalThis.document === undefined
  && (globalThis.Deno !== undefined || typeof globalThis.process?.versions?.node === "string");

/**
 * Make the error as native classes do: in a browser its message says first what could not be done; in Node, Deno and Bun the error
 * has a code and what was given. These are not enumerable, because a console would show the passwords in them.
 *
 * @param {string} what What could not be done.
 * @param {string} why Without passwords.
 * @param {string} input
 * @param {string} [base]
 */
export function invalidURL(what, why, input, base) {
  if (!hasCodes) return new TypeError(`${what}: Invalid URL: ${why}`);
  const error = new TypeError(`Invalid URL: ${why}`);
  const add = (name, value) => define(error, name, { value, configurable: true, enumerable: false, writable: true });
  add("code", "ERR_INVALID_URL");
  add("input", input);
  if (base !== undefined) add("base", base);
  return error;
}
