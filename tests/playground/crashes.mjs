/**
 * What the page's Python does if the browser's WebAssembly fails, with a made-up worker. Prints what was answered, in JSON.
 *
 * A question is a list: what the worker does each time it gets it.
 */

import { Python } from "../../web/playground/python.js";

let workers = 0;
const times = new Map();

globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    workers += 1;
    this.tell({ ready: { version: `${workers}` } });
  }

  tell(data) {
    setTimeout(() => this.dispatchEvent(Object.assign(new Event("message"), { data })));
  }

  postMessage({ id, args }) {
    const [does] = JSON.parse(args);
    const time = times.get(args) ?? 0;
    times.set(args, time + 1);
    const what = does[Math.min(time, does.length - 1)];
    if (what.startsWith("answers")) this.tell({ id, result: JSON.stringify(what) });
    if (what.includes("crashes")) this.tell({ crashed: "Out of bounds memory access" });
    if (what.endsWith("is stopped")) setTimeout(() => python.stop());
  }

  terminate() {}
};

const python = new Python("worker.js");
const answers = [];
for (const questions of JSON.parse(process.argv[2])) {
  // The worker is ready, or crashes after its last answer.
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  answers.push(...(await Promise.all(questions.map(([name, ...does]) => python.ask(name, does)))));
}
process.stdout.write(JSON.stringify({ answers: answers.map((answer) => answer ?? null), workers }));
