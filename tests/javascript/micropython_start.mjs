/** Start MicroPython with py_url from its archive, in Node. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { addFiles, filesIn } from "../../web/lib/micropython.js";
import { makeHelp } from "../../web/lib/micropython_help.js";

/** @param {boolean} [names] Whether the page names the module of what JavaScript does. Otherwise, Python makes it of its source. */
export async function start(folder, archive, names = true, heapsize = 8 << 20) {
  const { loadMicroPython } = await import(pathToFileURL(`${folder}/micropython.mjs`));
  const micropython = await loadMicroPython({ heapsize });
  addFiles(micropython, filesIn(gunzipSync(readFileSync(archive))));
  if (names) micropython.registerJsModule("py_url_javascript", makeHelp());
  micropython.runPython("import sys\nif '/lib' not in sys.path: sys.path.insert(0, '/lib')");
  return micropython;
}
