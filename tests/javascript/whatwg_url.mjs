/**
 * For each case of a list, print as JSON whatwg-url's answer: the members of the URL, or null if it fails.
 *
 *     node whatwg_url.mjs FOLDER_OF_NPM_PACKAGES [PACKAGE] < cases.json
 *
 * PACKAGE is a release of whatwg-url, such as whatwg-url-8.4.0; by default the newest.
 * The cases have the format of the cross-check's; see build_scripts/crosscheck/inputs.py.
 */

import { text } from "node:stream/consumers";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MEMBERS = [
  "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
];

const address = pathToFileURL(resolve(process.argv[2], process.argv[3] ?? "whatwg-url", "index.js"));
const { URL } = (await import(address)).default;

function answer(test) {
  try {
    let url;
    if (test.kind === "set") {
      url = new URL(test.href);
      // Get searchParams before the setter runs, because the setter has to update it.
      const query = url.searchParams;
      url[test.member] = test.value;
      if (query !== url.searchParams) throw new Error("another query object");
    } else {
      url = test.base === null ? new URL(test.input) : new URL(test.input, test.base);
    }
    const members = Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
    return { ...members, searchParams: url.searchParams.toString() };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

// JSON escapes lone surrogates in both directions, so they arrive unchanged.
console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(answer)));
