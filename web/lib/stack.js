/**
 * Checking that enough of the stack is left for a call of Python. If the stack overflowed inside Python, Python would count the
 * frames that it was in as present for ever, and its objects could be half changed: the exception passes through WebAssembly,
 * where nothing catches it.
 *
 * JavaScript cannot measure its stack. But before an engine enters a function of WebAssembly, it compares the size of the frame
 * with what is left, and throws its own error of an overflow if that is less. So this calls functions with large frames. They
 * write nothing into them, so a check takes a few hundredths of the time of a call of Python.
 */

const { Instance } = globalThis.WebAssembly;

/** The number of values that a frame has space for. Each takes eight bytes. */
const VALUES = 4096;

/**
 * The number of frames. Together they have 128 kB, about an eighth of the stack in Chromium. A call of Python takes less than 8 kB,
 * but V8 needs 40 kB to compile a function, which may be one of Pyodide's. A larger frame would take longer to compile, and more
 * frames longer to enter.
 */
const FRAMES = 4;

/**
 * The module. It imports a function and exports two, `a` and `b`. All take nothing and return a number. `a` returns 0. `b` returns
 * 0, too, if the imported function does. If it did not, `b` would call it for each of the values and return their sum: for that
 * it has its frame. The numbers are floats, because others would be kept in four bytes, or become a BigInt in JavaScript.
 */
function moduleBytes() {
  const zero = [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
  const length = (number) => [(number & 127) | 128, ((number >> 7) & 127) | 128, number >> 14];
  // No locals; if the number that the imported function returns is not 0, when truncated, then a float is:
  const begin = [0, 0x10, 0, 0xfc, 3, 0x04, 0x7c];
  // otherwise
  const end = [0x05, ...zero, 0x0b, 0x0b];
  const calls = 2 * VALUES;
  const additions = VALUES - 1;
  const size = begin.length + calls + additions + end.length;
  const head = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    // Types, imports, functions, exports.
    1, 5, 1, 0x60, 0, 1, 0x7c,
    2, 7, 1, 1, 0x61, 1, 0x61, 0, 0,
    3, 3, 2, 0, 0,
    7, 9, 2, 1, 0x61, 0, 1, 1, 0x62, 0, 2,
    // The code of both.
    10, ...length(size + 16), 2, 11, 0, ...zero, 0x0b, ...length(size), ...begin,
  ];
  const bytes = new Uint8Array(head.length + size - begin.length);
  bytes.set(head);
  for (let i = 0; i < calls; i += 2) bytes[head.length + i] = 0x10;
  bytes.fill(0xa0, head.length + calls, head.length + calls + additions);
  bytes.set(end, bytes.length - end.length);
  return bytes;
}

let compiled;

/** Compile the module. This comes before Pyodide, because WebKit may first compile Pyodide's functions, for minutes. */
export async function compileStackCheck() {
  compiled = await WebAssembly.compile(moduleBytes());
  return compiled;
}

/**
 * Make the function that checks it.
 *
 * @returns {Promise<() => number>} Throws the engine's own error if too little of the stack is left.
 */
export async function makeStackCheck() {
  const module = compiled ?? (await compileStackCheck());
  const inFrame = (a) => new Instance(module, { a: { a } }).exports;
  let check = inFrame(() => 0).a;
  for (let i = 0; i < FRAMES; i += 1) check = inFrame(check).b;
  // The engine compiles it now.
  check();
  return check;
}
