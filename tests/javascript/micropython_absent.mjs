/**
 * Import modules that py_url for MicroPython does not have; Python makes what JavaScript does for it of its source, as in a page that
 * names no module for that.
 *
 *     node micropython_absent.mjs MICROPYTHON_FOLDER ARCHIVE '["py_url.guard", …]'
 */

import { start } from "./micropython_start.mjs";

const [folder, archive, names] = process.argv.slice(2);
const micropython = await start(folder, archive, false);
const texts = {};
for (const name of JSON.parse(names)) {
  try {
    micropython.runPython(`import ${name}`);
  } catch (error) {
    texts[name] = error.message;
  }
}
console.log(JSON.stringify(texts));
