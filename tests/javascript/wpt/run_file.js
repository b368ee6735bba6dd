/**
 * Run a file of the Web Platform Tests in places without script elements: in a worker, and in Node.
 *
 * testharness.js and the tests are classic scripts, written to run alone. So each file gets a fresh harness, which replaces
 * the one before, and runs as a function, so that its names do not clash with those of other files.
 */

/** Return the scripts that a test lists in its first lines; they run before it. */
export function scriptsOf(source) {
  return [...source.matchAll(/^\/\/ META: script=(.*)$/gm)].map((match) => match[1]);
}

const STATUSES = ["PASS", "FAIL", "TIMEOUT", "NOTRUN", "PRECONDITION_FAILED"];

/** Return the final report of testharness.js as an object for JSON. */
export function outcomeOf(tests, status) {
  return {
    harness: status.status === 0 ? "OK" : `${status.status}: ${status.message}`,
    subtests: tests.map(({ name, status: number, message }) => ({ name, status: STATUSES[number], message })),
  };
}

/**
 * Run a file. `self.GLOBAL` must be set.
 *
 * @param {string} address The path of the file in a checkout of the Web Platform Tests.
 * @param {(address: string) => Promise<string>} read Returns the text of a file.
 * @returns {Promise<object>} As from `outcomeOf`.
 */
export async function runFile(address, read) {
  const source = await read(address);
  // An indirect eval runs in the global scope, as script elements do.
  const run = globalThis.eval;
  run(await read("/resources/testharness.js"));
  globalThis.setup({ explicit_done: true });
  const completed = new Promise((resolve) => {
    globalThis.add_completion_callback((tests, status) => resolve(outcomeOf(tests, status)));
  });
  for (const script of scriptsOf(source)) run(await read(script));
  new Function(source)();
  globalThis.done();
  return completed;
}
