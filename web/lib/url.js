/** §6.1 URL class. */

import { invalidURL } from "./failing.js";
import {
  HOSTNAME, HOSTNAME_END, HOST_END, PASSWORD, PASSWORD_END, PATHNAME, PATHNAME_END, PORT, SCHEME_END, SEARCH_END, USERNAME,
  USERNAME_END, offsetsIn,
} from "./offsets.js";
import { packList } from "./packing.js";
import {
  ObjectPrototype, TypeError, charCodeAt, define, descriptorOf, indexOf, newList, setPrototypeOf, slice,
} from "./primordials.js";
import { makeURLSearchParams } from "./url_search_params.js";
import { Given, defineInterface, objectMaker, optionalUSVString, requireArguments, usvString } from "./web_idl.js";

/** How the names of members cross: as the first character of a change. */
const CHANGE_PROTOCOL = "0";
const CHANGE_USERNAME = "1";
const CHANGE_PASSWORD = "2";
const CHANGE_HOST = "3";
const CHANGE_HOSTNAME = "4";
const CHANGE_PORT = "5";
const CHANGE_PATHNAME = "6";
const CHANGE_SEARCH = "7";
const CHANGE_HASH = "8";

/** At most this many changes wait until something is read, so that a program that never reads does not fill the memory. */
const MOST_CHANGES = 16;

/**
 * Make both classes.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @returns {{URL: Function, URLSearchParams: Function}}
 */
export function makeClasses(python) {
  let URL;
  let queryOf;
  let update;
  const { URLSearchParams, newQueryObject, queryWasSet, pairsOf } = makeURLSearchParams(python, {
    queryOf: (url) => queryOf(url),
    update: (url) => update(url),
  });

  /** Whether this is "!" and why the string does not parse. A packed URL may be true, and a page can give that a property "0". */
  function isError(packed) {
    return packed !== true && packed[0] === "!";
  }

  /** The packed URL, or what the function of Python returns if there is none. */
  function parse(answer, url, base) {
    const known = python.recognize(url);
    if (known !== undefined && (base === undefined || python.recognize(base) !== undefined)) return known;
    return answer(url, base);
  }

  /**
   * A setter other than that of the href does not fail for a value, and nothing shows what it did until something is read. So,
   * unless its value stays as it is, it only adds to the changes, and `settle` hands all of them to Python at once. The same holds
   * for the changes of the query object. (With a query object, the setter of the search checks the stack first, and the platform's
   * list of pairs, if there is one, is renewed at once.)
   */
  class Record extends Given {
    /** The href before the changes that wait. */
    #href;
    /** Empty if it consists of the protocol, "//" and the host. */
    #origin;
    /** Null until a getter needs them. */
    #offsets;
    /** The changes that wait, or null. Each is a string: the character of a member and the new value. */
    #changes;
    /** Whether the query object has changed since the query was made of it. */
    #updated;
    #searchParams = null;

    /** Both as `Record.#become` takes them. */
    constructor(object, packed, given) {
      super(object);
      Record.#become(this, packed, given);
    }

    /**
     * Take the packed URL that Python returned, in place of what the URL was and of the changes that waited.
     *
     * @param {string} [given] The string that was parsed.
     */
    static #become(url, packed, given) {
      if (packed === true) {
        url.#href = given;
        url.#origin = "";
      } else if (packed[0] === "|") {
        const newline = indexOf(packed, "\n");
        url.#href = slice(packed, newline + 1);
        url.#origin = slice(packed, 1, newline);
      } else {
        url.#href = packed;
        url.#origin = "";
      }
      url.#offsets = null;
      url.#changes = null;
      url.#updated = false;
    }

    static {
      Record.#makeClass();
    }

    /** Not in the block itself, because Parcel takes `arguments` in a method of a class there for an error. */
    static #makeClass() {
      /** Throw if this is not a URL, as native members do. */
      const check = (url) => {
        try {
          void url.#href;
        } catch {
          throw new TypeError("Illegal invocation");
        }
      };

      /** Make the changes that wait. */
      const settle = (url) => {
        const changes = url.#changes;
        let packed;
        if (url.#updated) {
          packed = python.change(url.#href, changes === null ? "" : packList(changes), pairsOf(url.#searchParams));
        } else {
          if (changes.length === 1) packed = python.change_in_buffer(changes[0], url.#href);
          packed ??= python.change(url.#href, packList(changes));
        }
        // If Python did not throw (an interrupt does), nothing waits any more.
        Record.#become(url, packed);
      };

      const hrefOf = (url) => {
        check(url);
        if (url.#changes !== null || url.#updated) settle(url);
        return url.#href;
      };

      /** Take these before the href: they may not be those of the href until now. */
      const offsetsOf = (url) => {
        check(url);
        if (url.#changes !== null || url.#updated) settle(url);
        if (url.#offsets === null) url.#offsets = offsetsIn(url.#href);
        return url.#offsets;
      };

      /**
       * The href after a member was set to a value that stays as it is; undefined if the table from Python does not say that it
       * does. Call it only if no change waits and the origin is empty, because the table knows no other URLs.
       */
      const withValue = (url, member, value) => {
        const fits = (string) => python.endsIn(string) === charCodeAt(member, 0);
        const href = url.#href;
        const offsets = offsetsOf(url);
        switch (member) {
          case CHANGE_PROTOCOL: {
            const scheme = value[value.length - 1] === ":" ? slice(value, 0, -1) : value;
            // The port may be the default port of the new scheme.
            if (offsets[HOSTNAME_END] < offsets[HOST_END] || !fits(`${scheme}://`)) return undefined;
            return `${scheme}${slice(href, offsets[SCHEME_END] - 1)}`;
          }
          case CHANGE_HOSTNAME:
            if (!fits(`http://${value}`)) return undefined;
            return `${slice(href, 0, offsets[HOSTNAME])}${value}${slice(href, offsets[HOSTNAME_END])}`;
          case CHANGE_PORT:
            if (!fits(`http://h:${value}`)) return undefined;
            return `${slice(href, 0, offsets[HOSTNAME_END])}:${value}${slice(href, offsets[HOST_END])}`;
          case CHANGE_PATHNAME:
            // Behind four digits of a port that is not the default there can be no other part.
            if (!fits(`http://h:1000${value}`)) return undefined;
            return `${slice(href, 0, offsets[PATHNAME])}${value}${slice(href, offsets[PATHNAME_END])}`;
          case CHANGE_SEARCH: {
            const query = value[0] === "?" ? value : `?${value}`;
            if (value === "" || !fits(`http://h/${query}`)) return undefined;
            return `${slice(href, 0, offsets[PATHNAME_END])}${query}${slice(href, offsets[SEARCH_END])}`;
          }
          case CHANGE_HASH: {
            const fragment = value[0] === "#" ? value : `#${value}`;
            if (value === "" || !fits(`http://h/${fragment}`)) return undefined;
            return `${slice(href, 0, offsets[SEARCH_END])}${fragment}`;
          }
          default:
            return undefined;
        }
      };

      /** Set a member. The check that the object is a URL comes before the conversion, which may itself change the URL. */
      const set = (url, member, value) => {
        check(url);
        value = usvString(value);
        if (url.#changes === null) {
          const href = url.#updated || url.#origin !== "" ? undefined : withValue(url, member, value);
          if (href !== undefined) {
            Record.#become(url, href);
            return;
          }
          url.#changes = newList();
        } else if (url.#changes.length === MOST_CHANGES) {
          settle(url);
          url.#changes = newList();
        }
        url.#changes[url.#changes.length] = member + value;
      };

      /**
       * Before a change of the query that the query object has to follow. It throws if the stack could overflow between the two.
       */
      const checkBoth = (url) => {
        check(url);
        if (url.#searchParams !== null) python.checkStack();
      };

      queryOf = (url) => {
        const offsets = offsetsOf(url);
        return slice(url.#href, offsets[PATHNAME_END] + 1, offsets[SEARCH_END]);
      };

      // No setter but that of the search reads the query, so it does not matter which of them come before.
      update = (url) => {
        url.#updated = true;
      };

      // It extends null, so that the language makes no object before the arguments are converted.
      URL = class URL extends null {
        constructor(url, base = undefined) {
          requireArguments(arguments.length, 1, "Failed to construct 'URL'");
          url = usvString(url);
          base = optionalUSVString(base);
          const object = newObject(new.target);
          const packed = parse(python.parse_url, url, base);
          if (isError(packed)) throw invalidURL("Failed to construct 'URL'", slice(packed, 1), url, base);
          return new Record(object, packed, url);
        }

        static parse(url, base = undefined) {
          requireArguments(arguments.length, 1, "Failed to execute 'parse' on 'URL'");
          url = usvString(url);
          const packed = parse(python.parse_url_or_empty, url, optionalUSVString(base));
          return packed === "" ? null : new Record(newObject(), packed, url);
        }

        static canParse(url, base = undefined) {
          requireArguments(arguments.length, 1, "Failed to execute 'canParse' on 'URL'");
          url = usvString(url);
          return parse(python.can_parse, url, optionalUSVString(base)) !== false;
        }

        get href() {
          return hrefOf(this);
        }

        set href(value) {
          checkBoth(this);
          value = usvString(value);
          const packed = parse(python.parse_url, value);
          if (isError(packed)) throw invalidURL("Failed to set the 'href' property on 'URL'", slice(packed, 1), value);
          Record.#become(this, packed, value);
          if (this.#searchParams !== null) queryWasSet(this.#searchParams);
        }

        get origin() {
          const offsets = offsetsOf(this);
          if (this.#origin !== "") return this.#origin;
          return `${slice(this.#href, 0, offsets[SCHEME_END])}//${slice(this.#href, offsets[HOSTNAME], offsets[HOST_END])}`;
        }

        get protocol() {
          const offsets = offsetsOf(this);
          return slice(this.#href, 0, offsets[SCHEME_END]);
        }

        set protocol(value) {
          set(this, CHANGE_PROTOCOL, value);
        }

        get username() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[USERNAME], offsets[USERNAME_END]);
        }

        set username(value) {
          set(this, CHANGE_USERNAME, value);
        }

        get password() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[PASSWORD], offsets[PASSWORD_END]);
        }

        set password(value) {
          set(this, CHANGE_PASSWORD, value);
        }

        get host() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[HOSTNAME], offsets[HOST_END]);
        }

        set host(value) {
          set(this, CHANGE_HOST, value);
        }

        get hostname() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[HOSTNAME], offsets[HOSTNAME_END]);
        }

        set hostname(value) {
          set(this, CHANGE_HOSTNAME, value);
        }

        get port() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[PORT], offsets[HOST_END]);
        }

        set port(value) {
          set(this, CHANGE_PORT, value);
        }

        get pathname() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[PATHNAME], offsets[PATHNAME_END]);
        }

        set pathname(value) {
          set(this, CHANGE_PATHNAME, value);
        }

        get search() {
          const offsets = offsetsOf(this);
          const length = offsets[SEARCH_END] - offsets[PATHNAME_END];
          return length > 1 ? slice(this.#href, offsets[PATHNAME_END], offsets[SEARCH_END]) : "";
        }

        set search(value) {
          checkBoth(this);
          set(this, CHANGE_SEARCH, value);
          if (this.#searchParams === null) return;
          this.#updated = false;
          queryWasSet(this.#searchParams);
        }

        get searchParams() {
          check(this);
          if (this.#searchParams === null) this.#searchParams = newQueryObject(this);
          return this.#searchParams;
        }

        get hash() {
          const start = offsetsOf(this)[SEARCH_END];
          return this.#href.length - start > 1 ? slice(this.#href, start) : "";
        }

        set hash(value) {
          set(this, CHANGE_HASH, value);
        }

        toJSON() {
          return hrefOf(this);
        }

        toString() {
          return hrefOf(this);
        }
      };

      setPrototypeOf(URL.prototype, ObjectPrototype);
      const newObject = objectMaker("URL", URL.prototype);
    }
  }

  defineInterface(URL, "URL");
  // These belong to the File API, so they are the native class's own, if it has them.
  copyOfNative("createObjectURL", URL);
  copyOfNative("revokeObjectURL", URL);
  return { URL, URLSearchParams };
}

function copyOfNative(name, URL) {
  const descriptor = descriptorOf(globalThis.URL, name);
  if (descriptor !== undefined) define(URL, name, descriptor);
}
