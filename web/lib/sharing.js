/** Work that takes a while and that several callers wait for, each as they please. */

/**
 * What is shared under a key; started where nothing is, or where what was there has failed.
 *
 * @param {Map | WeakMap} shares What is shared, by key.
 * @param {(progress: (done: number) => void) => Promise} start Begins the work; calls *progress* with each new count of
 *   steps that are done.
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
 * Wait for what is shared, until the signal is aborted.
 *
 * @param {AbortSignal} [signal]
 * @param {(done: number) => void} [listener] Called with how many steps are done: now, and whenever one more is.
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

/** What a listener throws is reported, as any callback's error is, and hinders nobody. */
function callSafely(listener, steps) {
  try {
    listener(steps);
  } catch (error) {
    // In Node an error that nobody catches would end the program.
    (globalThis.reportError ?? console.error)(error);
  }
}
