/** The polyfill of core-js. */

import { createRequire } from "node:module";
import { serve } from "./lines.mjs";

const load = createRequire(`${process.argv[2]}/`);
// It leaves alone what is there and right.
delete globalThis.URL;
delete globalThis.URLSearchParams;
load("core-js/actual/url");
load("core-js/actual/url-search-params");

await serve(globalThis);
