/**
 * Run a file of the Web Platform Tests where there are no script elements: in a worker, and in Node.
 *
 * testharness.js and the tests are classic scripts, written to be alone with their harness. Here each file gets a harness
 * of its own, which takes the place of the former; and the file itself becomes a function, as what it names would else
 * meet what another file names.
 */

/** The scripts that a test names in its first lines, to be run before it. */
export function scriptsOf(source) {
  return [...source.matchAll(/^\/\/ META: script=(.*)$/gm)].map((match) => match[1]);
}

const STATUSES = ["PASS", "FAIL", "TIMEOUT", "NOTRUN", "PRECONDITION_FAILED"];

/** What testharness.js tells at the end, as an object for JSON. */
export function outcomeOf(tests, status) {
  return {
    harness: status.status === 0 ? "OK" : `${status.status}: ${status.message}`,
    subtests: tests.map(({ name, status: number, message }) => ({ name, status: STATUSES[number], message })),
  };
}

/**
 * Run a file. Its `self.GLOBAL` must be there.
 *
 * @param {string} address Where the file lies, as in a checkout of the Web Platform Tests.
 * @param {(address: string) => Promise<string>} read Gives the text of a file.
 * @returns {Promise<object>} As `outcomeOf`.
 */
export async function runFile(address, read) {
  const source = await read(address);
  // An eval by another name runs in the global scope, as script elements do.
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
