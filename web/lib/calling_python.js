/**
 * Calling Python functions in a page that may have changed its built-ins. Pyodide looks some of them up for each call, so those
 * that have changed since this module was loaded are put back during the call. (They are those of this realm: a Pyodide from
 * another frame uses that frame's.)
 *
 * Strings cross in a buffer, if they have room there: Pyodide's own conversion of a string takes two to three times as long as
 * `encodeInto`. A list of strings crosses as one string; py_url/programs/bridge.py describes the formats. A list of pairs holds
 * names and values in turn, here and while it crosses: `[name, value, name, value, ...]`.
 */

import { READS_TYPE } from "./loading.js";
import {
  DOMException, Error, ObjectPrototype, RangeError, TextEncoder, apply, byteLengthOf, charCodeAt, define, descriptorOf, encodeInto, getPrototypeOf,
  indexOf, iterator, join, newList, slice,
} from "./primordials.js";

const { Array, Function, Number, Object, String, TextDecoder, Uint32Array, Uint8Array, WebAssembly } = globalThis;
const ArrayIteratorPrototype = getPrototypeOf([].values());
const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
// It may be missing: then `load` says so.
const TablePrototype = WebAssembly.Table?.prototype ?? {};
const { apply: FunctionApply } = Function.prototype;
const { isSafeInteger } = Number;
const { keys, values } = Object;
const { push, [iterator]: ArrayIterator } = Array.prototype;
const { next } = ArrayIteratorPrototype;
const { charCodeAt: StringCharCodeAt } = String.prototype;
const { fromCharCode, fromCodePoint } = String;
const { decode } = TextDecoder.prototype;
const { subarray } = TypedArrayPrototype;
const { get } = TablePrototype;

/** What Pyodide 314 uses to call a function with strings or a number, as triples: an object, the name of a property, its value. */
const USED = [
  globalThis, "Object", Object, globalThis, "String", String, globalThis, "Uint32Array", Uint32Array,
  globalThis, "Number", Number, Number, "isSafeInteger", isSafeInteger,
  Function.prototype, "apply", FunctionApply, Object, "keys", keys, Object, "values", values,
  Array.prototype, "push", push, Array.prototype, iterator, ArrayIterator, ArrayIteratorPrototype, "next", next,
  String.prototype, "charCodeAt", StringCharCodeAt, String, "fromCharCode", fromCharCode, String, "fromCodePoint", fromCodePoint,
  TextDecoder.prototype, "decode", decode, TypedArrayPrototype, "subarray", subarray, TablePrototype, "get", get,
  // It reads this of each result, and sets it for each error. Usually there is none.
  ObjectPrototype, "type", "",
];
/** Those of the errors after which Python cannot be called again. */
const CRASHES = [WebAssembly.RuntimeError, RangeError, globalThis.InternalError];

/** Whether all of these are unchanged. Written out, because it runs before each call. */
function untouched() {
  return globalThis.Object === Object && globalThis.String === String && globalThis.Uint32Array === Uint32Array
    && globalThis.Number === Number && Number.isSafeInteger === isSafeInteger
    && Function.prototype.apply === FunctionApply && Object.keys === keys && Object.values === values
    && Array.prototype.push === push && Array.prototype[iterator] === ArrayIterator && ArrayIteratorPrototype.next === next
    && String.prototype.charCodeAt === StringCharCodeAt && String.fromCharCode === fromCharCode
    && String.fromCodePoint === fromCodePoint && TextDecoder.prototype.decode === decode
    && TypedArrayPrototype.subarray === subarray && TablePrototype.get === get && !("type" in ObjectPrototype);
}

/** Call with all of these as they were, except those that the page has made unchangeable. */
function callAsItWas(callable, args) {
  const changed = newList();
  for (let i = 0; i < USED.length; i += 3) {
    const object = USED[i];
    const name = USED[i + 1];
    const descriptor = descriptorOf(object, name);
    if (descriptor === undefined ? name === "type" : descriptor.value === USED[i + 2]) continue;
    if (define(object, name, { value: USED[i + 2], configurable: true, writable: true })) {
      changed[changed.length] = { __proto__: null, object, name, descriptor };
    }
  }
  try {
    return apply(callable, undefined, args);
  } finally {
    for (let i = changed.length - 1; i >= 0; i -= 1) {
      const { object, name, descriptor } = changed[i];
      if (descriptor === undefined) delete object[name];
      else define(object, name, descriptor);
    }
  }
}

/** The error that a page gets instead of one of Pyodide's: one of the platform's, with Pyodide's as its cause. */
function errorFor(cause, python) {
  // A PythonError has this property. All others show that an exception has gone through Python without being caught there.
  const type = descriptorOf(cause, "type")?.value;
  if (typeof type !== "string") {
    // Only the reading of the result has failed, and Python can go on.
    if (descriptorOf(ObjectPrototype, "type")?.configurable === false && !isCrash(cause)) return new Error(READS_TYPE, { cause });
    python.failure = cause;
    return failed(cause);
  }
  if (type === "RecursionError") {
    return new RangeError("Maximum call stack size exceeded: Python's limit of recursion is reached", { cause });
  }
  if (type === "MemoryError") return new RangeError("There is not enough memory: Pyodide's is full", { cause });
  if (type !== "KeyboardInterrupt") return new Error(`Python raised ${type}; the cause has its traceback`, { cause });
  const error = new DOMException("Python was interrupted", "AbortError");
  define(error, "cause", { value: cause, configurable: true, writable: true });
  return error;
}

function isCrash(cause) {
  const prototype = getPrototypeOf(cause);
  for (let i = 0; i < CRASHES.length; i += 1) if (prototype === CRASHES[i]?.prototype) return true;
  return false;
}

function failed(cause) {
  return new Error("Pyodide has failed, and its URL and URLSearchParams with it; load() makes new ones in a new Pyodide", { cause });
}

/**
 * Make a Python function callable with up to three strings or a number, whatever the page has changed.
 *
 * @param {Function} callable The PyProxy of the function.
 * @param {{checkStack: () => unknown, failure?: unknown}} python `checkStack` throws if too little of the stack is left. `failure`
 *   is set when Pyodide fails, and then nothing calls it any more.
 */
export function makeCallable(callable, python) {
  const { checkStack } = python;
  return function call(a, b, c) {
    if (python.failure !== undefined) throw failed(python.failure);
    checkStack();
    try {
      if (!untouched()) {
        return callAsItWas(callable, arguments.length === 1 ? [a] : arguments.length === 2 ? [a, b] : [a, b, c]);
      }
      return arguments.length === 1 ? callable(a) : arguments.length === 2 ? callable(a, b) : callable(a, b, c);
    } catch (error) {
      throw errorFor(error, python);
    }
  };
}

/** A string of this many code units has at most as many bytes as the buffer. */
export const MOST_UNITS = 21_845;

/** A shorter string takes Pyodide less time than the buffer does. */
const LEAST_UNITS = 32;

const encoder = new TextEncoder();

/**
 * Make Python functions that take strings in a buffer callable with the strings.
 *
 * @param {object} buffer The PyProxy of a bytearray with three times as many bytes as `MOST_UNITS`, or more.
 * @param {() => unknown} checkStack Throws if too little of the stack is left for Python.
 * @returns {(callable: Function, otherwise?: Function) => (string: string, second?: string) => unknown} Takes what `makeCallable` makes
 *   of a function of the bridge's `in_buffer`, and a function for strings that cannot be handed over so. If there is none, the
 *   result for those is undefined.
 */
export function makeBuffer(buffer, checkStack) {
  let view = buffer.getBuffer("u8");
  let turns = 0;

  /** If Python's memory has grown, the view of it is empty. */
  function renew() {
    checkStack();
    if (!untouched()) return false;
    try {
      const before = view;
      view = buffer.getBuffer("u8");
      before.release();
      return true;
    } catch {
      // The page has changed what Pyodide uses for this.
      return false;
    }
  }

  /** Undefined if Python was not called, or could have read another string. */
  function attempt(callable, string, hasSecond) {
    if (string.length > MOST_UNITS || (byteLengthOf(view.data) === 0 && !renew())) return undefined;
    turns += 1;
    const turn = turns;
    const encoded = encodeInto(encoder, string, view.data);
    // A view that a page interfered with can be too short, and a part of the string could be another URL.
    if (encoded.read !== string.length) return undefined;
    const answer = callable(encoded.written, hasSecond);
    // An accessor that the page put in the place of a built-in may have written another string to the buffer.
    return turn === turns ? answer : undefined;
  }

  return (callable, otherwise) => function call(string, second) {
    let answer;
    if (second === undefined) {
      if (otherwise === undefined || string.length >= LEAST_UNITS) answer = attempt(callable, string, false);
    } else if (indexOf(second, "\n") === -1) {
      answer = attempt(callable, `${second}\n${string}`, true);
    }
    if (answer !== undefined || otherwise === undefined) return answer;
    return second === undefined ? otherwise(string) : otherwise(string, second);
  };
}

/** The separator of strings: a lone surrogate, which a USVString cannot contain. */
const SEPARATOR = "\ud800";

/** Split a string that crossed into its list of strings. No string begins with a low surrogate. */
export function unpackList(packed, separator = SEPARATOR) {
  const list = newList();
  if (packed === "") return list;
  let start = 0;
  for (let end = indexOf(packed, separator); end !== -1; end = indexOf(packed, separator, end + 1)) {
    const next = charCodeAt(packed, end + 1);
    // If a low surrogate follows, this is the first half of a code point, not a separator.
    if (next >= 0xdc00 && next <= 0xdfff) continue;
    list[list.length] = slice(packed, start, end);
    start = end + 1;
  }
  list[list.length] = slice(packed, start);
  return list;
}

/** Join a list of strings into the one that crosses. */
export function packList(list) {
  return join(list, SEPARATOR);
}
