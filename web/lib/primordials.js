/**
 * The built-ins that py_url works with, as they were when this module was loaded: what a page changes in its own later, or
 * freezes, changes nothing here.
 *
 * For the same reason nothing in this folder iterates, spreads, destructures an array or uses a pattern once it is
 * loaded: the language looks such things up in the page's built-ins each time.
 */

const { bind, call } = Function.prototype;
/** A method of a prototype, as a function of its `this` and its arguments. */
const uncurryThis = bind.bind(call);

export const { Map, TypeError } = globalThis;
export const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
export const { iterator, toStringTag } = Symbol;

export const charCodeAt = uncurryThis(String.prototype.charCodeAt);
export const includes = uncurryThis(String.prototype.includes);
export const indexOf = uncurryThis(String.prototype.indexOf);
export const slice = uncurryThis(String.prototype.slice);
export const toWellFormed = uncurryThis(String.prototype.toWellFormed);

export const join = uncurryThis(Array.prototype.join);

export const mapGet = uncurryThis(Map.prototype.get);
export const mapSet = uncurryThis(Map.prototype.set);

/** %IteratorPrototype%. */
export const IteratorPrototype = getPrototypeOf(getPrototypeOf([][iterator]()));
