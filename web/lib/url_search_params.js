/** §6.2 URLSearchParams class. */

import { nativeListOf } from "./native_list.js";
import { unpackList } from "./calling_python.js";
import {
  IteratorPrototype, ObjectPrototype, TypeError, apply, asArray, define, indexOf, iterator, newList, setPrototypeOf, slice, sort,
} from "./primordials.js";
import { Given, defineInterface, defineMembers, objectMaker, optionalUSVString, requireArguments, stringOrPairs, usvString } from "./web_idl.js";

const native = nativeListOf(globalThis.URLSearchParams, globalThis.URL);

const [ENTRIES, KEYS, VALUES] = [0, 1, 2];

/** What a query object holds, as private fields. */
class Query extends Given {
  #python;
  /** Names and values in turn. Null while they are what the URL's query says: `listOf` then reads it. */
  #list;
  /** The URL object, or null. */
  #url;
  /** The class that has the functions for the URL object. */
  #urls;
  /** The functions that keep the platform's list, or undefined. */
  #native = native;

  constructor(object, python, list, url, urls) {
    super(object);
    this.#python = python;
    this.#list = list;
    this.#url = url;
    this.#urls = urls;
    python.mark?.(object);
  }

  /** Throw if this is not a query object, as native members do. */
  static check(params) {
    try {
      void params.#list;
    } catch {
      throw new TypeError("Illegal invocation");
    }
  }

  static listOf(params) {
    Query.check(params);
    if (params.#list === null) params.#list = parse(params.#python, params.#urls.queryOf(params.#url));
    return params.#list;
  }

  static keep(params, list) {
    params.#list = list;
  }

  /**
   * The standard's update steps. They come before a change and check the stack, so an overflow changes nothing. Returns the functions
   * that make the change to the platform's list, or undefined.
   */
  static update(params) {
    if (native !== undefined) params.#python.checkStack();
    if (params.#url !== null) params.#urls.update(params.#url);
    return params.#native;
  }

  /** Called after the URL got another query. */
  static queryWasSet(params) {
    params.#list = null;
    // The list of a URL that the platform can read follows that.
    if (native !== undefined && params.#python.below === undefined) params.#native = native.replace(params, params.#urls.queryOf(params.#url));
  }
}

const { check, keep, update } = Query;
export const { listOf, queryWasSet } = Query;

/** Long queries cross in parts of about this length: Python's memory never shrinks, and all pairs at once take many times theirs. */
const PART = 200_000;

function parse(python, string) {
  const list = newList();
  for (let start = 0, end; start < string.length; start = end + 1) {
    end = start + PART < string.length ? indexOf(string, "&", start + PART) : -1;
    if (end === -1) end = string.length;
    const part = unpackList(python.parse_pairs(slice(string, start, end)));
    if (start === 0 && end === string.length) return part;
    for (let i = 0; i < part.length; i += 1) list[list.length] = part[i];
  }
  return list;
}

/** Web IDL's iterator: it keeps an index, and reads the list as it is at each step. */
class PairIterator extends Given {
  #params;
  #kind;
  #place = 0;

  constructor(object, params, kind) {
    super(object);
    this.#params = params;
    this.#kind = kind;
  }

  static check(object) {
    try {
      void object.#params;
    } catch {
      throw new TypeError("Illegal invocation");
    }
  }

  /** %URLSearchParamsIteratorPrototype%. */
  static members = {
    next() {
      PairIterator.check(this);
      const list = listOf(this.#params);
      const place = this.#place;
      if (place >= list.length) return { value: undefined, done: true };
      this.#place = place + 2;
      const kind = this.#kind;
      const value = kind === ENTRIES ? [list[place], list[place + 1]] : list[kind === KEYS ? place : place + 1];
      return { value, done: false };
    },
  };
}

setPrototypeOf(PairIterator.members, IteratorPrototype);
defineMembers(PairIterator.members, "URLSearchParams Iterator");
const newIterator = objectMaker("URLSearchParams Iterator", PairIterator.members);

function iterate(params, kind) {
  check(params);
  return new PairIterator(newIterator(), params, kind);
}

/**
 * Make the class.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @param {{queryOf: (url: object) => string, update: (url: object) => void}} urls What to do with the URL object of a query object:
 *   the first returns its query; the second is called before the pairs change, and the query is made of them when it is read.
 * @returns {{URLSearchParams: Function, newQueryObject: (url: object) => object}} The class, and what makes the query object of a
 *   URL object.
 */
export function makeURLSearchParams(python, urls) {
  // It extends null, so that the language makes no object before the arguments are converted.
  class URLSearchParams extends null {
    constructor(init = "") {
      const given = stringOrPairs(init, "Failed to construct 'URLSearchParams'");
      if (typeof given === "string") {
        const query = slice(given, 0, 1) === "?" ? slice(given, 1) : given;
        const object = newObject(new.target, query);
        return new Query(object, python, parse(python, query), null);
      }
      const object = newObject(new.target, "");
      native?.fill(object, given);
      return new Query(object, python, given, null);
    }

    get size() {
      return listOf(this).length / 2;
    }

    append(name, value) {
      check(this);
      requireArguments(arguments.length, 2, "Failed to execute 'append' on 'URLSearchParams'");
      name = usvString(name);
      value = usvString(value);
      const list = listOf(this);
      update(this)?.append(this, name, value);
      list[list.length] = name;
      list[list.length] = value;
    }

    delete(name, value = undefined) {
      check(this);
      requireArguments(arguments.length, 1, "Failed to execute 'delete' on 'URLSearchParams'");
      name = usvString(name);
      value = optionalUSVString(value);
      const kept = without(listOf(this), name, value, 0);
      update(this)?.remove(this, name, value, kept);
      keep(this, kept);
    }

    get(name) {
      check(this);
      requireArguments(arguments.length, 1, "Failed to execute 'get' on 'URLSearchParams'");
      name = usvString(name);
      const list = listOf(this);
      const place = find(list, name, undefined);
      return place === -1 ? null : list[place + 1];
    }

    getAll(name) {
      check(this);
      requireArguments(arguments.length, 1, "Failed to execute 'getAll' on 'URLSearchParams'");
      name = usvString(name);
      const list = listOf(this);
      const values = newList();
      for (let i = 0; i < list.length; i += 2) {
        if (list[i] === name) values[values.length] = list[i + 1];
      }
      return asArray(values);
    }

    has(name, value = undefined) {
      check(this);
      requireArguments(arguments.length, 1, "Failed to execute 'has' on 'URLSearchParams'");
      name = usvString(name);
      value = optionalUSVString(value);
      return find(listOf(this), name, value) !== -1;
    }

    set(name, value) {
      check(this);
      requireArguments(arguments.length, 2, "Failed to execute 'set' on 'URLSearchParams'");
      name = usvString(name);
      value = usvString(value);
      let list = listOf(this);
      let place = find(list, name, undefined);
      if (place === -1) place = list.length;
      else list = without(list, name, undefined, place + 2);
      update(this)?.set(this, name, value);
      list[place] = name;
      list[place + 1] = value;
      keep(this, list);
    }

    sort() {
      const sorted = sortedByName(listOf(this));
      update(this)?.sort(this);
      keep(this, sorted);
    }

    toString() {
      return python.serialize(listOf(this));
    }

    entries() {
      return iterate(this, ENTRIES);
    }

    forEach(callback, thisArg = undefined) {
      check(this);
      requireArguments(arguments.length, 1, "Failed to execute 'forEach' on 'URLSearchParams'");
      if (typeof callback !== "function") {
        throw new TypeError("Failed to execute 'forEach' on 'URLSearchParams': the callback is not a function.");
      }
      // The list is read again each time, because the callback may change it.
      for (let i = 0; i < listOf(this).length; i += 2) {
        apply(callback, thisArg, [listOf(this)[i + 1], listOf(this)[i], this]);
      }
    }

    keys() {
      return iterate(this, KEYS);
    }

    values() {
      return iterate(this, VALUES);
    }
  }

  setPrototypeOf(URLSearchParams.prototype, ObjectPrototype);
  const newObject = objectMaker("URLSearchParams", URLSearchParams.prototype, native && ((query) => native.make(URLSearchParams, query)));
  defineInterface(URLSearchParams, "URLSearchParams");
  const { entries } = URLSearchParams.prototype;
  define(URLSearchParams.prototype, iterator, { value: entries, configurable: true, writable: true });
  const newQueryObject = (url) => new Query(native?.makeFor(URLSearchParams, urls.queryOf(url), python.below && url) ?? newObject(), python, null, url, urls);
  return { URLSearchParams, newQueryObject };
}

/** The index in the list of the first pair with this name (and this value, if one is given), or -1. */
function find(list, name, value) {
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] === name && (value === undefined || list[i + 1] === value)) return i;
  }
  return -1;
}

/** The list sorted by the code units of the names. Those with the same name keep their order. */
function sortedByName(list) {
  const places = newList();
  for (let i = 0; i < list.length; i += 2) places[i / 2] = i;
  sort(places, (a, b) => (list[a] > list[b]) - (list[a] < list[b]));
  const sorted = newList();
  for (let i = 0; i < places.length; i += 1) {
    sorted[2 * i] = list[places[i]];
    sorted[2 * i + 1] = list[places[i] + 1];
  }
  return sorted;
}

/** The list without the pairs with this name (and this value, if one is given) from an index on. */
function without(list, name, value, from) {
  const kept = newList();
  for (let i = 0; i < list.length; i += 2) {
    if (i >= from && list[i] === name && (value === undefined || list[i + 1] === value)) continue;
    kept[kept.length] = list[i];
    kept[kept.length] = list[i + 1];
  }
  return kept;
}
