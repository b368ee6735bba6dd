/** The page's JavaScript. Python runs in a worker of PyScript's, so the page never waits for it. */

import { workers } from "./core.js";
import { say, start } from "./page.js";

try {
  const python = await workers.reader;
  await start({
    ask: async (url, base, native) => JSON.parse(await python.answer("look", JSON.stringify([url, base, "UTF-8", native]))),
  });
  say("Python is ready");
} catch (error) {
  say(`Failed: ${error.message}`);
}
