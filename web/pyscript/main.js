/** The page's JavaScript, which shares Pyodide with the page's Python. */

import { load } from "../py_url.js";
import { answerOf } from "../playground/native.js";
import { say, start } from "./page.js";

/** The page's Python calls this with Pyodide and a function of its own. */
window.pythonIsReady = async (pyodide, answer) => {
  // A proxy that Python passes is destroyed after the call, so keep a copy.
  const kept = answer.copy();
  try {
    const { URL, version } = await load({ pyodide });
    await start({
      ask: (url, base, native) => JSON.parse(kept("look", JSON.stringify([url, base, "UTF-8", native]))),
      others: [{ name: "JavaScript, on Python", read: (url, base) => answerOf(URL, url, base) }],
    });
    say(`py_url ${version} in Pyodide ${pyodide.version}`);
  } catch (error) {
    say(`Failed: ${error.message}`);
  }
};
