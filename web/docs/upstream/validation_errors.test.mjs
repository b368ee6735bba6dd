/**
 * Run validation_errors.json with whatwg-url. WHATWG_URL is the path of its index.js.
 *
 *     WHATWG_URL=node_modules/whatwg-url/index.js node --test validation_errors.test.mjs
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { isValidURLString, parseURL, parseURLWithValidationErrors } = (await import(
  pathToFileURL(resolve(process.env.WHATWG_URL)))).default;
const rows = JSON.parse(await readFile(new URL("./validation_errors.json", import.meta.url), "utf8"));

for (const row of rows.filter((each) => typeof each === "object")) {
  const { input, base, validURLString, parserValidationErrors, parserFailure = false } = row;
  test(JSON.stringify(base === undefined ? input : [input, base]), () => {
    const options = base === undefined ? {} : { baseURL: parseURL(base) };
    const { url, validationErrors } = parseURLWithValidationErrors(input, options);
    assert.deepEqual(validationErrors, parserValidationErrors);
    assert.equal(url === null, parserFailure);
    assert.equal(isValidURLString(input, options), validURLString);
  });
}
