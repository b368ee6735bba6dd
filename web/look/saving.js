/** Files that a page makes for its user. Runs in Node, too, except for `save`. */

import { h } from "./dom.js";

/** Let the user save a text as a file. */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Rows of CSV (RFC 4180) for spreadsheets: with a byte order mark, so that they read it as UTF-8; and with an apostrophe before what
 * they would run as a formula, in full-width signs too.
 */
export function csv(rows) {
  return `\ufeff${rows.map((row) => `${row.map(field).join(",")}\r\n`).join("")}`;
}

function field(value) {
  const text = `${value}`.replace(/^[=+\-@\t\r＝＋－＠]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
