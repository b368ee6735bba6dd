/**
 * The built-ins that the classes use, as they were when this module was loaded. What a page later changes in its built-ins,
 * adds to them or freezes has no effect here.
 *
 * For the same reason, the classes' modules do not iterate, spread, destructure an array or use a regular expression after they
 * are loaded: the language looks these up in the page's built-ins each time. Their lists and property descriptors have no
 * prototype, because an assignment could call a setter that the page put there.
 */

/**
 * What Pyodide and the classes need, beside the language itself. Without some of them, Pyodide would wait for ever. This module is
 * imported first: it puts something in the place of each that is missing, so that the others can be imported, and `load` can say why.
 */
const NEEDED = "WebAssembly BigInt BigInt64Array BigUint64Array DOMException Map Number RangeError TextDecoder TextEncoder TypeError URL "
  + "Uint16Array Uint32Array Uint8Array WeakMap performance";
const OF_WEBASSEMBLY = "Module Instance compile instantiate Global Memory Table";

const missingIn = (object, names) => names.split(" ").filter((name) => object[name] === undefined);
const standIns = missingIn(globalThis, NEEDED);
for (const name of standIns) globalThis[name] = function none() {};

/** Take away what stands in for globals. */
export function restore() {
  for (const name of standIns) delete globalThis[name];
}

/** Throw if nothing can be loaded here. */
export function checkPlatform() {
  if ("ServiceWorkerGlobalScope" in globalThis) throw new Error("a service worker cannot import(), as Pyodide does; call load in a page or another worker");
  const missing = missingIn(globalThis, NEEDED)[0] ?? missingIn(WebAssembly, OF_WEBASSEMBLY).map((name) => `WebAssembly.${name}`)[0];
  if (missing !== undefined) throw new Error(`${missing} is missing here, and Pyodide needs it`);
}

const { bind, call } = Function.prototype;
/** Turn a method of a prototype into a function that takes `this` as its first argument. */
export const uncurryThis = bind.bind(call);

export const { DOMException, Error, Map, RangeError, String, TextEncoder, TypeError, Uint32Array, Uint8Array, WeakMap, encodeURIComponent } = globalThis;
export const ObjectPrototype = Object.prototype;
export const { apply, construct, defineProperty, deleteProperty, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { getOwnPropertyDescriptor } = Reflect;
const ArrayPrototype = Array.prototype;
export const { hasInstance, iterator, toStringTag } = Symbol;

export const charCodeAt = uncurryThis(String.prototype.charCodeAt);
export const indexOf = uncurryThis(String.prototype.indexOf);
export const slice = uncurryThis(String.prototype.slice);
export const toWellFormed = uncurryThis(String.prototype.toWellFormed);

export const isPrototypeOf = uncurryThis(Object.prototype.isPrototypeOf);
const sourceOf = uncurryThis(Function.prototype.toString);

export const join = uncurryThis(Array.prototype.join);
export const sort = uncurryThis(Array.prototype.sort);

export const mapGet = uncurryThis(Map.prototype.get);
export const mapSet = uncurryThis(Map.prototype.set);

export const weakMapGet = uncurryThis(WeakMap.prototype.get);
export const weakMapSet = uncurryThis(WeakMap.prototype.set);

export const encodeInto = uncurryThis(TextEncoder.prototype.encodeInto);
export const byteLengthOf = uncurryThis(getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), "byteLength")?.get);

/** Whether this is a function of the platform that is not written in JavaScript. */
export function isNativeCode(value) {
  return typeof value === "function" && indexOf(sourceOf(value), "[native code]") !== -1;
}

/** Define a property as Reflect.defineProperty does. Returns whether that succeeded. */
export function define(object, key, descriptor) {
  setPrototypeOf(descriptor, null);
  return defineProperty(object, key, descriptor);
}

/** The descriptor of an object's own property, or undefined. */
export function descriptorOf(object, key) {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor !== undefined) setPrototypeOf(descriptor, null);
  return descriptor;
}

/** An empty list. */
export function newList() {
  const list = [];
  setPrototypeOf(list, null);
  return list;
}

/** Make a list an ordinary array, to hand it to the page. */
export function asArray(list) {
  setPrototypeOf(list, ArrayPrototype);
  return list;
}

/** %IteratorPrototype%. */
export const IteratorPrototype = getPrototypeOf(getPrototypeOf([].values()));
