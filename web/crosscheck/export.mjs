/**
 * Write a result of the cross-check as CSV and Markdown, next to its JSON.
 *
 *     node export.mjs results.json results.csv results.md
 */

import { readFile, writeFile } from "node:fs/promises";
import { toCSV, toMarkdown } from "./exports.js";

const [from, csv, markdown] = process.argv.slice(2);
const summary = JSON.parse(await readFile(from, "utf8"));
// Spreadsheets read UTF-8 only with a byte order mark.
await writeFile(csv, toCSV(summary));
await writeFile(markdown, toMarkdown(summary));
