/**
 * The built-ins that the classes use, as they were when this module was loaded. What a page later changes in its built-ins,
 * adds to them or freezes has no effect here.
 *
 * For the same reason, the classes' modules do not iterate, spread, destructure an array or use a regular expression after they
 * are loaded: the language looks these up in the page's built-ins each time. Their lists and property descriptors have no
 * prototype, because an assignment could call a setter that the page put there.
 */

const { bind, call } = Function.prototype;
/** Turn a method of a prototype into a function that takes `this` as its first argument. */
export const uncurryThis = bind.bind(call);

export const { DOMException, Error, Map, RangeError, String, TextEncoder, TypeError, Uint16Array, Uint8Array, WeakMap, encodeURIComponent } = globalThis;
export const ObjectPrototype = Object.prototype;
export const { apply, construct, defineProperty, deleteProperty, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { getOwnPropertyDescriptor } = Reflect;
const ArrayPrototype = Array.prototype;
export const { hasInstance, iterator, toStringTag } = Symbol;

export const charCodeAt = uncurryThis(String.prototype.charCodeAt);
export const indexOf = uncurryThis(String.prototype.indexOf);
export const lastIndexOf = uncurryThis(String.prototype.lastIndexOf);
export const slice = uncurryThis(String.prototype.slice);
export const toWellFormed = uncurryThis(String.prototype.toWellFormed);

export const isPrototypeOf = uncurryThis(Object.prototype.isPrototypeOf);
const sourceOf = uncurryThis(Function.prototype.toString);

export const join = uncurryThis(Array.prototype.join);

export const mapGet = uncurryThis(Map.prototype.get);
export const mapSet = uncurryThis(Map.prototype.set);

export const weakMapGet = uncurryThis(WeakMap.prototype.get);
export const weakMapSet = uncurryThis(WeakMap.prototype.set);

export const encodeInto = uncurryThis(TextEncoder.prototype.encodeInto);
export const byteLengthOf = uncurryThis(getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), "byteLength").get);

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
export const IteratorPrototype = getPrototypeOf(getPrototypeOf([][iterator]()));
