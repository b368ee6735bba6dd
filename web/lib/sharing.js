/** Work that takes time and that several callers wait for, each with a signal and a listener of its own. */

/**
 * The work that is shared under a key. It is started if there is none, or if the last one failed.
 *
 * @param {Map | WeakMap} shares What is shared, by key.
 * @param {(progress: (done: number) => void) => Promise} start Starts the work, and calls *progress* with the number of
 *   steps done after each step.
 * @returns {{promise: Promise, done: number, listeners: Set<(done: number) => void>}}
 */
export function share(shares, key, start) {
  const present = shares.get(key);
  if (present !== undefined) return present;
  const shared = { done: 0, listeners: new Set() };
  shared.promise = start((done) => {
    shared.done = done;
    for (const listener of shared.listeners) listener(done);
  });
  shares.set(key, shared);
  shared.promise.catch(() => shares.delete(key));
  return shared;
}

/**
 * Wait for shared work, until the signal is aborted.
 *
 * @param {AbortSignal} [signal]
 * @param {(done: number) => void} [listener] Called with the number of steps done: now, and after each step.
 */
export function until({ promise, done, listeners }, signal, listener) {
  const tell = listener && ((steps) => queueMicrotask(() => callSafely(listener, steps)));
  tell?.(done);
  return new Promise((resolve, reject) => {
    const abort = () => finish(reject, signal.reason);
    const finish = (settle, value) => {
      signal?.removeEventListener("abort", abort);
      listeners.delete(tell);
      settle(value);
    };
    signal?.addEventListener("abort", abort, { once: true });
    if (tell) listeners.add(tell);
    promise.then((value) => finish(resolve, value), (error) => finish(reject, error));
  });
}

/** Call a listener. Its exception is reported like any callback's and does not disturb the others. */
function callSafely(listener, steps) {
  try {
    listener(steps);
  } catch (error) {
    // In Node, an uncaught error would end the program.
    (globalThis.reportError ?? console.error)(error);
  }
}
