/** §6.2 URLSearchParams class. */

import { packList, unpackList } from "./packing.js";
import {
  IteratorPrototype, ObjectPrototype, TypeError, apply, asArray, define, iterator, newList, setPrototypeOf, slice,
} from "./primordials.js";
import { Given, defineInterface, defineMembers, objectMaker, optionalUSVString, requireArguments, stringOrPairs, usvString } from "./web_idl.js";

/**
 * Make the class.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @param {(url: object, pairs: string) => void} setQuery Called with the URL object of a query object and the packed
 *   pairs, after the pairs changed.
 * @returns {{URLSearchParams: Function, newQueryObject: Function, setQueryObject: Function}} The class; a function that
 *   makes the query object of a URL object from its query; and one that gives a query object the pairs of another query.
 */
export function makeURLSearchParams(python, setQuery) {
  let URLSearchParams;
  let newQueryObject;
  let setQueryObject;

  function parse(string) {
    return string === "" ? newList() : unpackList(python.parse_pairs(string));
  }

  class Query extends Given {
    /** Names and values in turn. */
    #list;
    #url;

    constructor(object, list, url) {
      super(object);
      this.#list = list;
      this.#url = url;
    }

    static {
      Query.#makeClass();
    }

    /** Not in the block itself, because Parcel takes `arguments` in a method of a class there for an error. */
    static #makeClass() {
      /** The standard's update steps. */
      const update = (params) => {
        if (params.#url !== null) setQuery(params.#url, packList(params.#list));
      };

      const iterate = (params, kind) => {
        // The brand check, which comes before everything else.
        void params.#list;
        return new PairIterator(newIterator(), params, kind);
      };

      // It extends null, so that the language makes no object before the arguments are converted.
      URLSearchParams = class URLSearchParams extends null {
        constructor(init = "") {
          const given = stringOrPairs(init, "Failed to construct 'URLSearchParams'");
          const object = newObject(new.target);
          const list = typeof given === "string" ? parse(given[0] === "?" ? slice(given, 1) : given) : given;
          return new Query(object, list, null);
        }

        get size() {
          return this.#list.length / 2;
        }

        append(name, value) {
          void this.#list;
          requireArguments(arguments.length, 2, "Failed to execute 'append' on 'URLSearchParams'");
          name = usvString(name);
          value = usvString(value);
          const list = this.#list;
          list[list.length] = name;
          list[list.length] = value;
          update(this);
        }

        delete(name, value = undefined) {
          void this.#list;
          requireArguments(arguments.length, 1, "Failed to execute 'delete' on 'URLSearchParams'");
          name = usvString(name);
          value = optionalUSVString(value);
          this.#list = without(this.#list, name, value, 0);
          update(this);
        }

        get(name) {
          void this.#list;
          requireArguments(arguments.length, 1, "Failed to execute 'get' on 'URLSearchParams'");
          name = usvString(name);
          const list = this.#list;
          const place = find(list, name, undefined);
          return place === -1 ? null : list[place + 1];
        }

        getAll(name) {
          void this.#list;
          requireArguments(arguments.length, 1, "Failed to execute 'getAll' on 'URLSearchParams'");
          name = usvString(name);
          const list = this.#list;
          const values = newList();
          for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name) values[values.length] = list[i + 1];
          }
          return asArray(values);
        }

        has(name, value = undefined) {
          void this.#list;
          requireArguments(arguments.length, 1, "Failed to execute 'has' on 'URLSearchParams'");
          name = usvString(name);
          value = optionalUSVString(value);
          return find(this.#list, name, value) !== -1;
        }

        set(name, value) {
          void this.#list;
          requireArguments(arguments.length, 2, "Failed to execute 'set' on 'URLSearchParams'");
          name = usvString(name);
          value = usvString(value);
          const list = this.#list;
          const place = find(list, name, undefined);
          if (place === -1) {
            list[list.length] = name;
            list[list.length] = value;
          } else {
            list[place + 1] = value;
            this.#list = without(list, name, undefined, place + 2);
          }
          update(this);
        }

        sort() {
          this.#list = unpackList(python.sort_pairs(packList(this.#list)));
          update(this);
        }

        toString() {
          return python.serialize_pairs(packList(this.#list));
        }

        entries() {
          return iterate(this, ENTRIES);
        }

        forEach(callback, thisArg = undefined) {
          void this.#list;
          requireArguments(arguments.length, 1, "Failed to execute 'forEach' on 'URLSearchParams'");
          if (typeof callback !== "function") {
            throw new TypeError("Failed to execute 'forEach' on 'URLSearchParams': the callback is not a function.");
          }
          // The list is read again each time, because the callback may change it.
          for (let i = 0; i < this.#list.length; i += 2) {
            apply(callback, thisArg, [this.#list[i + 1], this.#list[i], this]);
          }
        }

        keys() {
          return iterate(this, KEYS);
        }

        values() {
          return iterate(this, VALUES);
        }
      };

      setPrototypeOf(URLSearchParams.prototype, ObjectPrototype);
      const newObject = objectMaker("URLSearchParams", URLSearchParams.prototype);
      newQueryObject = (url, query) => new Query(newObject(), parse(query), url);
      setQueryObject = (params, query) => {
        params.#list = parse(query);
      };

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

        /** %URLSearchParamsIteratorPrototype%. */
        static members = {
          next() {
            const list = this.#params.#list;
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
    }
  }

  defineInterface(URLSearchParams, "URLSearchParams");
  const { entries } = URLSearchParams.prototype;
  define(URLSearchParams.prototype, iterator, { value: entries, configurable: true, writable: true });
  return { URLSearchParams, newQueryObject, setQueryObject };
}

const [ENTRIES, KEYS, VALUES] = [0, 1, 2];

/** The index in the list of the first pair with this name (and this value, if one is given), or -1. */
function find(list, name, value) {
  for (let i = 0; i < list.length; i += 2) {
    if (list[i] === name && (value === undefined || list[i + 1] === value)) return i;
  }
  return -1;
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
