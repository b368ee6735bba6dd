/** What Web IDL requires of every interface: how arguments are converted, and how objects and members look. */

import {
  Map, TypeError, apply, define, descriptorOf, iterator, mapGet, mapSet, newList, ownKeys, setPrototypeOf, toStringTag,
  toWellFormed,
} from "./primordials.js";

/** Convert to USVString: ToString, which throws for a Symbol, then U+FFFD for each lone surrogate. */
export function usvString(value) {
  return toWellFormed(`${value}`);
}

/** Convert an optional argument to USVString; undefined means that it is absent. */
export function optionalUSVString(value) {
  return value === undefined ? undefined : usvString(value);
}

/** Throw a TypeError if an operation got fewer arguments than it requires. */
export function requireArguments(given, required, operation) {
  if (given < required) {
    throw new TypeError(`${operation}: ${required} argument${required > 1 ? "s" : ""} required, but only ${given} present.`);
  }
}

export function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/**
 * Convert to `(sequence<sequence<USVString>> or record<USVString, USVString> or USVString)`.
 *
 * @returns {string | string[]} The string, or the names and values of the sequence or record in turn.
 */
export function stringOrPairs(value, operation) {
  if (!isObject(value)) return usvString(value);
  const method = value[iterator];
  if (method === undefined || method === null) return pairsOfRecord(value);
  const pairs = sequence(value, method, operation, (item) => {
    const inner = isObject(item) ? item[iterator] : undefined;
    if (inner === undefined || inner === null) throw new TypeError(`${operation}: each item must be an iterable pair.`);
    return sequence(item, inner, operation, usvString);
  });
  const list = newList();
  for (let i = 0; i < pairs.length; i += 1) {
    const pair = pairs[i];
    if (pair.length !== 2) throw new TypeError(`${operation}: each item must be a name and a value.`);
    list[i * 2] = pair[0];
    list[i * 2 + 1] = pair[1];
  }
  return list;
}

/** The converted items of an iterable, whose @@iterator is *method*. As Web IDL says, errors do not close the iterator. */
function sequence(iterable, method, operation, convert) {
  if (typeof method !== "function") throw new TypeError(`${operation}: @@iterator is not a function.`);
  const items = apply(method, iterable, []);
  if (!isObject(items)) throw new TypeError(`${operation}: @@iterator gave no object.`);
  const { next } = items;
  const list = newList();
  for (;;) {
    const result = apply(next, items, []);
    if (!isObject(result)) throw new TypeError(`${operation}: an iterator's result is no object.`);
    if (result.done) return list;
    list[list.length] = convert(result.value);
  }
}

/** A record's names and values in turn. If two names convert to one (lone surrogates), the first place and last value count. */
export function pairsOfRecord(object) {
  const list = newList();
  const places = new Map();
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i += 1) {
    if (!descriptorOf(object, keys[i])?.enumerable) continue;
    const name = usvString(keys[i]);
    const value = usvString(object[keys[i]]);
    const place = mapGet(places, name) ?? list.length;
    mapSet(places, name, place);
    list[place] = name;
    list[place + 1] = value;
  }
  return list;
}

/** Make a class look like an interface: @@toStringTag, and enumerable members, including the static ones. */
export function defineInterface(constructor, name) {
  const statics = ownKeys(constructor);
  for (let i = 0; i < statics.length; i += 1) {
    const key = statics[i];
    if (key !== "prototype" && key !== "name" && key !== "length") define(constructor, key, { enumerable: true });
  }
  defineMembers(constructor.prototype, name);
}

/** Make a prototype's members enumerable, and give it its @@toStringTag. */
export function defineMembers(prototype, name) {
  const keys = ownKeys(prototype);
  for (let i = 0; i < keys.length; i += 1) {
    if (keys[i] !== "constructor") define(prototype, keys[i], { enumerable: true });
  }
  define(prototype, toStringTag, { value: name, configurable: true });
}

/**
 * A base class whose constructor returns the object it is given, so that a derived class adds its private fields to that object.
 */
export class Given {
  constructor(object) {
    return object;
  }
}

/**
 * Returns a function that makes the objects of an interface, without their private fields.
 *
 * @param {string} name The interface's name, as developers' tools show it.
 * @param {object} prototype The interface's prototype object.
 * @param {(content?: string) => object} [make] Makes an object with this prototype.
 * @returns {(newTarget?: Function, content?: string) => object} Makes an object, with newTarget's prototype if
 *   newTarget is given.
 */
export function objectMaker(name, prototype, make = generatorMaker(name, prototype)) {
  return (newTarget, content) => {
    const object = make(content);
    if (newTarget === undefined) return object;
    const wanted = newTarget.prototype;
    if (wanted !== prototype && isObject(wanted)) setPrototypeOf(object, wanted);
    return object;
  };
}

/**
 * Returns a function that makes generators with this prototype. The standard's objects cannot be cloned, and neither can
 * generators. Only the methods of generators, called on such an object by name, can tell the difference.
 */
function generatorMaker(name, prototype) {
  const { [name]: make } = { *[name]() {} };
  make.prototype = prototype;
  return make;
}
