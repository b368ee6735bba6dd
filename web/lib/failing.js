/** The error of a string that does not parse. */

import { defineProperty } from "./primordials.js";

/** In Node, Deno and Bun, programs look at the code of an error. In Electron, a page may have Node's process. */
export const hasCodes = globalThis.document === undefined
  && (globalThis.Deno !== undefined || typeof globalThis.process?.versions?.node === "string");

/**
 * The message of the error: in a browser it says first what could not be done, as that of native classes does.
 *
 * @param {string} what What could not be done.
 * @param {string} why Without passwords.
 */
export function messageOf(what, why) {
  return hasCodes ? `Invalid URL: ${why}` : `${what}: Invalid URL: ${why}`;
}

/** A descriptor, in half the time that `define` takes. */
const hidden = (value) => ({ __proto__: null, value, configurable: true, enumerable: false, writable: true });
const CODE = hidden("ERR_INVALID_URL");

/**
 * In Node, Deno and Bun, give the error a code and what was given. These are not enumerable, because a console would show the
 * passwords in them. The caller makes the error, so that its stack begins with the caller.
 *
 * @param {TypeError} error
 * @param {string} input
 * @param {string} [base]
 */
export function withDetails(error, input, base) {
  if (!hasCodes) return error;
  defineProperty(error, "code", CODE);
  defineProperty(error, "input", hidden(input));
  if (base !== undefined) defineProperty(error, "base", hidden(base));
  return error;
}
