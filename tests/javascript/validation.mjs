/**
 * For each [input, base or null] of a list, print as JSON the names of the validation errors that whatwg-url reports.
 *
 *     node validation.mjs FOLDER_OF_NPM_PACKAGES < list.json
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const address = pathToFileURL(resolve(process.argv[2], "whatwg-url", "index.js"));
const { parseURL, parseURLWithValidationErrors } = (await import(address)).default;

let json = "";
for await (const chunk of process.stdin.setEncoding("utf8")) {
  json += chunk;
}

const names = JSON.parse(json).map(([input, base]) => {
  const options = base === null ? {} : { baseURL: parseURL(base) };
  return parseURLWithValidationErrors(input, options).validationErrors;
});
console.log(JSON.stringify(names));
