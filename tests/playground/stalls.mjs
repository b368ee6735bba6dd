/**
 * What the page does if Python stops arriving, with a made-up worker and short limits. Prints how many workers were started, how many of
 * them plainly, and what came of it, in JSON.
 *
 * The argument is a list of what the first worker says, with a pause before each. A plain one is ready at once, unless that is ["never"].
 */

import { Python } from "../../web/playground/python.js";

const says = JSON.parse(process.argv[2]);
const LIMIT = 400;
let workers = 0;
let plain = 0;

globalThis.Worker = class extends EventTarget {
  constructor(address) {
    super();
    workers += 1;
    const isPlain = `${address}`.endsWith("?plain");
    if (isPlain) plain += 1;
    this.timers = (isPlain && says[0] !== "never" ? ["ready"] : isPlain ? [] : says).map((word, index) => setTimeout(() => {
      const data = { ready: { ready: { version: "1" } }, arriving: { arriving: true }, never: {} }[word];
      this.dispatchEvent(Object.assign(new Event("message"), { data }));
    }, LIMIT / 4 * (index + 1)));
  }

  postMessage() {}

  terminate() {
    for (const timer of this.timers) clearTimeout(timer);
  }
};

const python = new Python("worker.js", { stalled: LIMIT, silent: LIMIT });
await new Promise((resolve) => {
  python.addEventListener("change", () => (python.ready ?? python.failed) !== undefined && resolve());
});
process.stdout.write(JSON.stringify({ workers, plain, ...(python.ready === undefined ? { failed: python.failed } : { ready: true }) }));
