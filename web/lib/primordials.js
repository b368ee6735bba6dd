/**
 * The built-ins that the classes work with, as they were when this module was loaded: what a page changes in its own later,
 * adds to them, or freezes, changes nothing here.
 *
 * For the same reason the classes' modules do not iterate, spread, destructure an array or use a pattern once they are
 * loaded, as the language looks such things up in the page's built-ins each time; their lists have no prototype, whose
 * setters an assignment would call; and neither have the descriptors that they define properties by.
 */

const { bind, call } = Function.prototype;
/** A method of a prototype, as a function of its `this` and its arguments. */
const uncurryThis = bind.bind(call);

export const { Map, TypeError, WeakMap } = globalThis;
export const ObjectPrototype = Object.prototype;
export const { apply, deleteProperty, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Reflect;
const ArrayPrototype = Array.prototype;
export const { iterator, toStringTag } = Symbol;

export const charCodeAt = uncurryThis(String.prototype.charCodeAt);
export const indexOf = uncurryThis(String.prototype.indexOf);
export const slice = uncurryThis(String.prototype.slice);
export const toWellFormed = uncurryThis(String.prototype.toWellFormed);

export const join = uncurryThis(Array.prototype.join);

export const mapGet = uncurryThis(Map.prototype.get);
export const mapSet = uncurryThis(Map.prototype.set);

export const weakMapGet = uncurryThis(WeakMap.prototype.get);
export const weakMapSet = uncurryThis(WeakMap.prototype.set);

/** Define a property as Reflect.defineProperty does; gives whether it could. */
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

/** A list, made the array that a page is given. */
export function asArray(list) {
  setPrototypeOf(list, ArrayPrototype);
  return list;
}

/** %IteratorPrototype%. */
export const IteratorPrototype = getPrototypeOf(getPrototypeOf([][iterator]()));
