/** whatwg-url, of jsdom: the standard in JavaScript, step by step. */

import { createRequire } from "node:module";
import { serve } from "./lines.mjs";

// The folder of the packages that were installed for this adapter.
const { URL, URLSearchParams } = createRequire(`${process.argv[2]}/`)("whatwg-url");

await serve({ URL, URLSearchParams });
