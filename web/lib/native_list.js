/**
 * What makes the platform send our query objects as forms.
 *
 * `fetch`, `Request`, `Response`, `XMLHttpRequest` and `sendBeacon` send a URLSearchParams as a form if it is an object of the
 * platform, and they send the list that this object has inside. So our objects are objects of the platform with our prototype,
 * and each change of our list is made to the platform's list too. It is read here only to empty it.
 *
 * In Node and Deno the class is written in JavaScript, and `fetch` looks at the prototype: see `install`.
 */

import { Map, construct, isNativeCode, mapGet, mapSet, newList, uncurryThis } from "./primordials.js";

/**
 * The functions that keep the platform's list equal to ours, or undefined if the class is not the platform's own.
 *
 * @param {Function} Native The native class.
 */
export function nativeListOf(Native) {
  return isNativeCode(Native) && typeof Native.prototype?.append === "function" ? makeNativeList(Native) : undefined;
}

/** As `nativeListOf`, for any class with the members of URLSearchParams. */
export function makeNativeList(Native) {
  const { prototype } = Native;
  const append = uncurryThis(prototype.append);
  const forEach = uncurryThis(prototype.forEach);
  const remove = uncurryThis(prototype.delete);

  const pairsOf = (object) => {
    const list = newList();
    forEach(object, (value, name) => {
      list[list.length] = name;
      list[list.length] = value;
    });
    return list;
  };

  const fill = (object, list) => {
    for (let i = 0; i < list.length; i += 2) append(object, list[i], list[i + 1]);
  };

  /** Names that occur often are deleted once, because each deletion goes through the whole list. */
  const clear = (object) => {
    const before = pairsOf(object);
    const deleted = new Map();
    for (let i = 0; i < before.length; i += 2) {
      if (mapGet(deleted, before[i])) continue;
      mapSet(deleted, before[i], true);
      remove(object, before[i]);
    }
  };

  const replace = (object, list) => {
    clear(object);
    fill(object, list);
  };

  // Older platforms ignore the value.
  const probe = construct(Native, ["a=1&a=2"]);
  remove(probe, "a", "1");
  const takesValue = pairsOf(probe).length === 2;

  return {
    /** Make an object of the platform with the prototype of *Class*, and with the list of a query. Most URLs have none. */
    make: (Class, query) => construct(Native, query === "" ? [] : [`?${query}`], Class),
    append,
    fill,
    /** Remove the pairs of a name, or those of a name and a value. *kept* is what is left then. */
    remove: (object, name, value, kept) => {
      if (value === undefined) remove(object, name);
      else if (takesValue) remove(object, name, value);
      else replace(object, kept);
    },
    set: uncurryThis(prototype.set),
    sort: uncurryThis(prototype.sort),
    /** Replace the list by another one. Takes time for each different name that was there, and for each pair. */
    replace,
    /** The list that the platform makes of a query. */
    parse: (query) => pairsOf(construct(Native, [`?${query}`])),
  };
}
