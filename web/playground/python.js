/**
 * Asking Python, which runs in a worker, so that the page never waits.
 *
 * One question is with the worker at a time. Of the questions that wait, only the newest of each kind is asked: while somebody types,
 * nobody needs the answers in between.
 */

/** How long an answer to an old question may keep a new one waiting, in milliseconds. Then the worker is started again. */
const PATIENCE = 4000;

export class Python extends EventTarget {
  #worker;
  #ids = 0;
  /** @type {{id: number, kind: string, name: string, args: string, needs: string[], resolve: Function, since: number, isAgain?: boolean} | undefined} */
  #asked;
  #waiting = [];
  #impatience;
  /** The versions of what runs in the worker; undefined until it is ready. */
  ready;
  /** Why there is no Python; undefined if there is or may be. */
  failed;
  doing = "starting Python";

  /** @param {string | URL} address The worker's script. */
  constructor(address = new URL("worker.js", import.meta.url)) {
    super();
    this.address = address;
    this.#start();
  }

  /** Since when the question that is with the worker has been there (`performance.now()`); undefined if there is none. */
  get busySince() {
    return this.#asked?.since;
  }

  /**
   * Ask a Python function, `name` in `playground/answers.py` or `module.name` in `playground/module.py`, for a JSON value.
   *
   * @param {string} name
   * @param {...unknown} args JSON values.
   * @returns {Promise<any>} The answer. `{ error }` if Python raised an error, or crashed twice; `{ error, stopped: true }` if the
   *   user stopped it; undefined if the same function was asked again before this question's turn came, so that nobody needs the answer.
   */
  ask(name, ...args) {
    return this.askWith({}, name, ...args);
  }

  /**
   * Do the same with options.
   *
   * @param {{kind?: string, needs?: string[]}} options `kind`: the questions among which the newest wins, instead of those to the same
   *   function. `needs`: the addresses, relative to the page's folder, of wheels that the function imports.
   */
  askWith({ kind, needs = [] }, name, ...args) {
    return new Promise((resolve) => {
      const question = { id: (this.#ids += 1), kind: kind ?? name, name, args: JSON.stringify(args), needs, resolve };
      const older = this.#waiting.findIndex((other) => other.kind === question.kind);
      // The new question takes the place of the old one, not the end of the queue.
      if (older >= 0) this.#waiting.splice(older, 1, question)[0].resolve(undefined);
      else this.#waiting.push(question);
      this.#next();
    });
  }

  /** Give up the question that is with the worker, and start the worker again: Python cannot be interrupted otherwise. */
  stop() {
    // After a crash, the question waits to be asked again.
    const again = this.#waiting.findIndex((question) => question.isAgain);
    const asked = this.#asked ?? (again < 0 ? undefined : this.#waiting.splice(again, 1)[0]);
    this.#asked = undefined;
    this.#start();
    asked?.resolve({ error: "stopped", stopped: true });
  }

  /** Start the worker again. The question that it crashed in is asked once more, because it is rarely at fault. */
  #crashed(message) {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) {
      if (this.#waiting.some((question) => question.kind === asked.kind)) asked.resolve(undefined);
      else if (asked.isAgain) asked.resolve({ error: `Python crashed: ${message}` });
      else this.#waiting.unshift({ ...asked, isAgain: true });
    }
    this.#start();
  }

  #start() {
    clearTimeout(this.#impatience);
    this.#worker?.terminate();
    this.ready = undefined;
    this.failed = undefined;
    this.doing = "starting Python";
    const worker = new Worker(this.address, { type: "module" });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#told(data);
    });
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.#told({ failed: event.message || "the worker could not be started" });
    });
    this.#changed();
  }

  #told({ id, result, ready, doing, failed, crashed }) {
    if (crashed !== undefined) {
      this.#crashed(crashed);
      return;
    }
    if (doing !== undefined) this.doing = doing;
    if (ready !== undefined) this.ready = ready;
    if (failed !== undefined) {
      this.failed = failed;
      for (const { resolve } of [...(this.#asked ? [this.#asked] : []), ...this.#waiting.splice(0)]) {
        resolve({ error: `Python is not available: ${failed}` });
      }
      this.#asked = undefined;
    }
    if (id !== undefined && id === this.#asked?.id) {
      const { resolve } = this.#asked;
      this.#asked = undefined;
      resolve(JSON.parse(result));
    }
    this.#next();
    this.#changed();
  }

  #next() {
    clearTimeout(this.#impatience);
    if (this.failed !== undefined) {
      for (const { resolve } of this.#waiting.splice(0)) resolve({ error: `Python is not available: ${this.failed}` });
      return;
    }
    if (this.ready === undefined || this.#waiting.length === 0) return;
    if (this.#asked !== undefined) {
      const newer = this.#waiting.some((question) => question.kind === this.#asked.kind);
      // Nobody needs the answer any more.
      if (newer) this.#impatience = setTimeout(() => this.stop(), this.#asked.since + PATIENCE - performance.now());
      return;
    }
    const question = this.#waiting.shift();
    question.since = performance.now();
    this.#asked = question;
    const { id, name, args, needs } = question;
    this.#worker.postMessage({ id, name, args, needs });
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
