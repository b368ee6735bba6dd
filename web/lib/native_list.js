/**
 * What makes the platform send our query objects as forms.
 *
 * `fetch`, `Request`, `Response`, `XMLHttpRequest` and `sendBeacon` send a URLSearchParams as a form if it is an object of the
 * platform, and they send the list that this object has inside. So our objects are objects of the platform with our prototype,
 * and each change of our list is made to the platform's list too. It is read here only to empty it.
 *
 * Only one by one can pairs be removed from a list that stands alone, and each deletion goes through the whole list. A list that
 * belongs to a native URL is replaced at once, but each change of it makes the URL's query of the whole list. So the list of a long
 * query belongs to a URL, and that of a short one stands alone.
 *
 * In Node and Deno the class is written in JavaScript, and `fetch` looks at the prototype: see `install`.
 */

import {
  WeakMap, construct, descriptorOf, isNativeCode, newList, setPrototypeOf, uncurryThis, weakMapGet, weakMapSet,
} from "./primordials.js";

/** A list that stands alone is never filled at once with more than half as many pairs, or from a query with more code units. */
const LONGEST = 2_000;

/** The one pair of a list that should have got more than that. */
const TOO_LONG = "py-url: too many pairs";

/**
 * The functions that keep the platform's list equal to ours, or undefined if the classes are not the platform's own.
 *
 * @param {Function} Native The native class.
 * @param {Function} URL The native class of URLs.
 */
export function nativeListOf(Native, URL) {
  if (isNativeCode(Native) && isNativeCode(URL) && typeof Native.prototype?.append === "function") return makeNativeList(Native, URL);
  return undefined;
}

/** As `nativeListOf`, for any classes with the members of URLSearchParams and URL. */
export function makeNativeList(Native, URL) {
  const { prototype } = Native;
  const append = uncurryThis(prototype.append);
  const forEach = uncurryThis(prototype.forEach);
  const remove = uncurryThis(prototype.delete);
  const searchParamsOf = uncurryThis(descriptorOf(URL.prototype, "searchParams").get);
  const setSearch = uncurryThis(descriptorOf(URL.prototype, "search").set);

  /** The native URL of each object whose list belongs to one. */
  const owners = new WeakMap();

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

  const clear = (object) => {
    const before = pairsOf(object);
    for (let i = 0; i < before.length; i += 2) remove(object, before[i]);
  };

  /** Make an object of the platform with the prototype of *Class*, and with the list of a query. Most URLs have none. */
  const make = (Class, query) => construct(Native, query === "" ? [] : [`?${query}`], Class);

  // Older platforms ignore the value.
  const probe = construct(Native, ["a=1&a=2"]);
  remove(probe, "a", "1");
  const takesValue = pairsOf(probe).length === 2;

  const list = {
    make,
    /** The same for the query of a URL. If *owner* is given, it is a native URL with that query. */
    makeFor: (Class, query, owner = query.length > LONGEST ? construct(URL, [`a:?${query}`]) : undefined) => {
      if (owner === undefined) return make(Class, query);
      const object = searchParamsOf(owner);
      setPrototypeOf(object, Class.prototype);
      weakMapSet(owners, object, owner);
      return object;
    },
    append,
    fill,
    /** Remove the pairs of a name, or those of a name and a value. *kept* is what is left then. */
    remove: (object, name, value, kept) => {
      if (value === undefined) remove(object, name);
      else if (takesValue) remove(object, name, value);
      else {
        clear(object);
        fill(object, kept);
      }
    },
    set: uncurryThis(prototype.set),
    sort: uncurryThis(prototype.sort),
    /** Replace the list by that of a query. Returns these functions, or undefined if the list is not kept any more. */
    replace: (object, query) => {
      const owner = weakMapGet(owners, object);
      if (owner !== undefined) {
        setSearch(owner, `?${query}`);
        return list;
      }
      clear(object);
      const pairs = pairsOf(make(Native, query));
      if (pairs.length > LONGEST) {
        append(object, TOO_LONG, "");
        return undefined;
      }
      fill(object, pairs);
      return list;
    },
  };
  return list;
}
