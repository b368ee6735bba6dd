/**
 * For each domain of a list, print as JSON what the tr46 of a release of whatwg-url makes of it: the results of ToASCII
 * (null for failure), and of ToUnicode with whether it recorded an error.
 *
 *     node whatwg_url_domains.mjs FOLDER_OF_NPM_PACKAGES PACKAGE BE_STRICT CHECK_HYPHENS < domains.json
 */

import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { resolve } from "node:path";

const [folder, name, beStrict, checkHyphens] = process.argv.slice(2);
const { toASCII, toUnicode } = createRequire(resolve(folder, name, "index.js"))("tr46");
const options = {
  checkHyphens: checkHyphens === "true",
  checkBidi: true,
  checkJoiners: true,
  useSTD3ASCIIRules: beStrict === "true",
  transitionalProcessing: false,
  verifyDNSLength: beStrict === "true",
  ignoreInvalidPunycode: false,
};

function answer(domain) {
  const { domain: inUnicode, error } = toUnicode(domain, options);
  return [toASCII(domain, options), inUnicode, error];
}

console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(answer)));
