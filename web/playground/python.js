/**
 * Asking Python, which runs in a worker, so that the page never waits.
 *
 * One question is with the worker at a time. Of the questions that wait, only the newest of each kind is asked: while somebody types,
 * nobody needs the answers in between.
 */

/** How long an answer to an old question may keep a new one waiting, in milliseconds. Then the worker is started again. */
const PATIENCE = 4000;
/** How long nothing of the snapshot may arrive, in milliseconds. Then Python starts without it. */
const STALLED = 15_000;
/** How long the worker may say nothing at all while it starts: on a slow machine, some steps take long. */
const SILENT = 120_000;

export class Python extends EventTarget {
  #worker;
  #ids = 0;
  /** @type {{id: number, kind: string, name: string, args: string, needs: string[], resolve: Function, since: number, isAgain?: boolean} | undefined} */
  #asked;
  #waiting = [];
  #impatience;
  #silence;
  #plain = false;
  /** The versions of what runs in the worker; undefined until it is ready. */
  ready;
  /** Why there is no Python; undefined if there is or may be. */
  failed;
  doing = "starting Python";

  /**
   * @param {string | URL} [address] The worker's script.
   * @param {{stalled?: number, silent?: number}} [limits] In milliseconds.
   */
  constructor(address = new URL("worker.js", import.meta.url), { stalled = STALLED, silent = SILENT } = {}) {
    super();
    this.address = address;
    this.limits = { stalled, silent };
    this.#start();
  }

  /**
   * Since when the question that is with the worker has been there (`performance.now()`); undefined if there is none, or if it loads
   * something and nobody waits for another answer.
   */
  get busySince() {
    const inBackground = this.#asked?.kind.startsWith("load ") && this.#waiting.length === 0;
    return inBackground ? undefined : this.#asked?.since;
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
   * @param {{kind?: string, needs?: string[], urgent?: boolean}} options `kind`: the questions among which the newest wins, instead of
   *   those to the same function. `needs`: the addresses, relative to the page's folder, of wheels that the function imports. `urgent`:
   *   whether it is asked before those that wait already.
   */
  askWith({ kind, needs = [], urgent = false }, name, ...args) {
    return new Promise((resolve) => {
      const question = { id: (this.#ids += 1), kind: kind ?? name, name, args: JSON.stringify(args), needs, resolve };
      const older = this.#waiting.findIndex((other) => other.kind === question.kind);
      // The new question takes the place of the old one, not the end of the queue.
      if (older >= 0) this.#waiting.splice(older, 1, question)[0].resolve(undefined);
      else if (urgent) this.#waiting.unshift(question);
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

  /** Try again after a failure. What nobody could answer is not asked again. */
  retry() {
    this.#plain = false;
    this.#start();
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
    const worker = new Worker(this.#plain ? `${this.address}?plain` : this.address, { type: "module" });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#told(data);
    });
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.#told({ failed: event.message || "the worker could not be started" });
    });
    this.#listen(this.limits.silent);
    this.#changed();
  }

  /** Wait for the next word of a worker that starts, for that many milliseconds. */
  #listen(milliseconds) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#plain) {
        this.#worker.terminate();
        this.#told({ failed: "nothing more arrives from the server" });
        return;
      }
      // Whatever is wrong with the snapshot, there is another way.
      this.#plain = true;
      this.#start();
    }, milliseconds);
  }

  #told({ id, result, ready, doing, failed, crashed, arriving }) {
    if (this.ready === undefined) this.#listen(arriving ? this.limits.stalled : this.limits.silent);
    if (ready !== undefined || failed !== undefined) clearTimeout(this.#silence);
    if (arriving !== undefined) return;
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
