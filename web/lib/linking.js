/**
 * What `install` does in Node, Deno and Bun in addition to replacing the two globals.
 *
 * There, `fetch`, `url.format` and many packages look at the class of an object: at that of `node:url`, or at the one that was
 * global when they were loaded. So while our classes are installed, `instanceof` takes our objects for native ones, and native
 * objects for ours.
 */

import {
  ObjectPrototype, apply, construct, define, deleteProperty, descriptorOf, encodeURIComponent, hasInstance, isNativeCode, isPrototypeOf,
  setPrototypeOf, uncurryThis,
} from "./primordials.js";

const platform = { Bun: globalThis.Bun, Deno: globalThis.Deno, URL: globalThis.URL };
const ordinaryHasInstance = Function.prototype[hasInstance];

/**
 * Add to *python* what URL objects are made of in Bun, and query objects in Deno.
 *
 * In Bun, files, workers and deep equality look into the platform's objects. So our URL objects are objects of the platform with our
 * prototype, and each change is made to the platform's URL too. Deno compares own properties, so each query object has one.
 */
export function adaptTo(python, { Bun, Deno, URL } = platform) {
  if (Bun !== undefined && isNativeCode(URL)) python.below = makeBelow(URL);
  if (Deno !== undefined) python.mark = mark;
}

/** As for Bun, with any class that has the members of URL. */
export function makeBelow(Native) {
  const setHref = uncurryThis(descriptorOf(Native.prototype, "href").set);
  return {
    make: (Class) => construct(Native, ["data:,"], Class),
    keep(url, href) {
      try {
        setHref(url, href);
      } catch {
        // The platform does not take it. No other URL is equal to this one.
        setHref(url, `data:,${encodeURIComponent(href)}`);
      }
    },
  };
}

const QUERY = Symbol("query");

/** Give a query object a property that differs if the pairs do. */
export function mark(params) {
  define(params, QUERY, { get: () => `${params}`, enumerable: true });
}

/**
 * The module `node:url`, or undefined. It is reached through `process`, because bundles for browsers have no such module.
 *
 * @returns {{url: object, sync: () => void} | undefined} The module, and what makes a change of it known to programs that
 *   imported its classes.
 */
export function nodeUrl() {
  const { process } = globalThis;
  if (typeof process?.getBuiltinModule !== "function") return undefined;
  return { url: process.getBuiltinModule("node:url"), sync: process.getBuiltinModule("node:module").syncBuiltinESMExports };
}

/**
 * Let `instanceof` take objects of our classes for native ones, and native objects for ours. A native class that is not written
 * in JavaScript stays as it is: such a platform recognizes its own objects in other ways.
 */
export function link(classes, native) {
  linkOne(classes.URL, native.URL);
  linkOne(classes.URLSearchParams, native.URLSearchParams);
}

/** Undo `link`. */
export function unlink(classes) {
  unlinkOne(classes.URL);
  unlinkOne(classes.URLSearchParams);
}

function linkOne(Class, Native) {
  if (typeof Native !== "function" || isNativeCode(Native)) return;
  setPrototypeOf(Class.prototype, Native.prototype);
  define(Class, hasInstance, {
    value(object) {
      return apply(ordinaryHasInstance, this, [object]) || (this === Class && isPrototypeOf(Native.prototype, object));
    },
    configurable: true,
  });
}

function unlinkOne(Class) {
  setPrototypeOf(Class.prototype, ObjectPrototype);
  deleteProperty(Class, hasInstance);
}
