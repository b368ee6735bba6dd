/** url-polyfill. It reads the address of a link of the page, here of jsdom. */

import { createRequire } from "node:module";
import { serve } from "./lines.mjs";

const load = createRequire(`${process.argv[2]}/`);
const { window } = new (load("jsdom").JSDOM)("", { url: "http://example.invalid/" });
globalThis.window = globalThis.self = window;
globalThis.document = window.document;
for (const scope of [globalThis, window]) {
  delete scope.URL;
  delete scope.URLSearchParams;
}
load("url-polyfill");

await serve({ URL: globalThis.URL ?? window.URL, URLSearchParams: globalThis.URLSearchParams ?? window.URLSearchParams });
