/** The page's JavaScript. Python runs in a worker of PyScript's, so the page never waits for it. */

import { say, start } from "./page.js";

/** The functions that Python exports, when it is ready. PyScript adds the worker to the element at some time. */
async function exportsOf(script) {
  while (script.xworker === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  return (await script.xworker.ready).sync;
}

try {
  const python = await exportsOf(document.querySelector('script[type="py"]'));
  await start({
    ask: async (url, base, native) => JSON.parse(await python.answer("look", JSON.stringify([url, base, "UTF-8", native]))),
  });
  say("Python is ready");
} catch (error) {
  say(`Failed: ${error.message}`);
}
