/** Python starts while the browser still fetches the rest of the page. */

import { Python } from "./python.js";

export const python = new Python();
