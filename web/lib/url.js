/** §6.1 URL class. */

import { unpackOffsets } from "./packing.js";
import { ObjectPrototype, TypeError, define, descriptorOf, indexOf, setPrototypeOf, slice } from "./primordials.js";
import { makeURLSearchParams } from "./url_search_params.js";
import { Given, defineInterface, objectMaker, optionalUSVString, requireArguments, usvString } from "./web_idl.js";

/** The indexes of a packed URL's offsets, named after what starts or ends there. */
const SCHEME_END = 0;
const USERNAME = 1;
const USERNAME_END = 2;
const PASSWORD = 3;
const PASSWORD_END = 4;
const HOSTNAME = 5;
const HOSTNAME_END = 6;
const PORT = 7;
const HOST_END = 8;
const PATHNAME = 9;
const PATHNAME_END = 10;
const SEARCH_END = 11;

/**
 * Make both classes.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @returns {{URL: Function, URLSearchParams: Function}}
 */
export function makeClasses(python) {
  let URL;
  let setQuery;
  const { URLSearchParams, newQueryObject, setQueryObject } = makeURLSearchParams(python, (url, pairs) => setQuery(url, pairs));

  /** Call one of Python's functions that take a URL and perhaps a base URL. */
  function ask(answer, url, base) {
    return base === undefined ? answer(url) : answer(url, base);
  }

  class Record extends Given {
    #href;
    /** Empty if it consists of the protocol, "//" and the host. */
    #origin;
    /** A string, as it came from Python, until a getter needs the numbers. */
    #offsets;
    #searchParams = null;

    constructor(object, packed) {
      super(object);
      Record.#unpack(this, packed);
    }

    static #unpack(url, packed) {
      const bar = indexOf(packed, "|");
      const newline = indexOf(packed, "\n", bar);
      url.#href = slice(packed, newline + 1);
      url.#origin = slice(packed, bar + 1, newline);
      url.#offsets = slice(packed, 0, bar);
    }

    static {
      Record.#makeClass();
    }

    /** Not in the block itself, because Parcel takes `arguments` in a method of a class there for an error. */
    static #makeClass() {
      const offsetsOf = (url) => {
        if (typeof url.#offsets === "string") url.#offsets = unpackOffsets(url.#offsets);
        return url.#offsets;
      };

      /** Set a member. The check that the object is a URL comes before the conversion, which may itself change the URL. */
      const set = (url, member, value) => {
        void url.#href;
        value = usvString(value);
        Record.#unpack(url, python.set_member(url.#href, member, value));
      };

      setQuery = (url, pairs) => Record.#unpack(url, python.update(url.#href, pairs));

      // It extends null, so that the language makes no object before the arguments are converted.
      URL = class URL extends null {
        constructor(url, base = undefined) {
          requireArguments(arguments.length, 1, "Failed to construct 'URL'");
          url = usvString(url);
          base = optionalUSVString(base);
          const object = newObject(new.target);
          const packed = ask(python.parse_url, url, base);
          if (packed[0] === "!") throw new TypeError(`Failed to construct 'URL': ${slice(packed, 1)}`);
          return new Record(object, packed);
        }

        static parse(url, base = undefined) {
          requireArguments(arguments.length, 1, "Failed to execute 'parse' on 'URL'");
          const packed = ask(python.parse_url_or_empty, usvString(url), optionalUSVString(base));
          return packed === "" ? null : new Record(newObject(), packed);
        }

        static canParse(url, base = undefined) {
          requireArguments(arguments.length, 1, "Failed to execute 'canParse' on 'URL'");
          return ask(python.can_parse, usvString(url), optionalUSVString(base));
        }

        get href() {
          return this.#href;
        }

        set href(value) {
          void this.#href;
          const packed = python.parse_url(usvString(value));
          if (packed[0] === "!") throw new TypeError(`Failed to set the 'href' property on 'URL': ${slice(packed, 1)}`);
          Record.#unpack(this, packed);
          if (this.#searchParams !== null) setQueryObject(this.#searchParams, queryOf(this));
        }

        get origin() {
          if (this.#origin !== "") return this.#origin;
          const offsets = offsetsOf(this);
          return `${slice(this.#href, 0, offsets[SCHEME_END])}//${slice(this.#href, offsets[HOSTNAME], offsets[HOST_END])}`;
        }

        get protocol() {
          return slice(this.#href, 0, offsetsOf(this)[SCHEME_END]);
        }

        set protocol(value) {
          set(this, "protocol", value);
        }

        get username() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[USERNAME], offsets[USERNAME_END]);
        }

        set username(value) {
          set(this, "username", value);
        }

        get password() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[PASSWORD], offsets[PASSWORD_END]);
        }

        set password(value) {
          set(this, "password", value);
        }

        get host() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[HOSTNAME], offsets[HOST_END]);
        }

        set host(value) {
          set(this, "host", value);
        }

        get hostname() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[HOSTNAME], offsets[HOSTNAME_END]);
        }

        set hostname(value) {
          set(this, "hostname", value);
        }

        get port() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[PORT], offsets[HOST_END]);
        }

        set port(value) {
          set(this, "port", value);
        }

        get pathname() {
          const offsets = offsetsOf(this);
          return slice(this.#href, offsets[PATHNAME], offsets[PATHNAME_END]);
        }

        set pathname(value) {
          set(this, "pathname", value);
        }

        get search() {
          const offsets = offsetsOf(this);
          const length = offsets[SEARCH_END] - offsets[PATHNAME_END];
          return length > 1 ? slice(this.#href, offsets[PATHNAME_END], offsets[SEARCH_END]) : "";
        }

        set search(value) {
          set(this, "search", value);
          if (this.#searchParams !== null) setQueryObject(this.#searchParams, queryOf(this));
        }

        get searchParams() {
          if (this.#searchParams === null) this.#searchParams = newQueryObject(this, queryOf(this));
          return this.#searchParams;
        }

        get hash() {
          const start = offsetsOf(this)[SEARCH_END];
          return this.#href.length - start > 1 ? slice(this.#href, start) : "";
        }

        set hash(value) {
          set(this, "hash", value);
        }

        toJSON() {
          return this.#href;
        }

        toString() {
          return this.#href;
        }
      };

      setPrototypeOf(URL.prototype, ObjectPrototype);
      const newObject = objectMaker("URL", URL.prototype);
      const queryOf = (url) => {
        const offsets = offsetsOf(url);
        return slice(url.#href, offsets[PATHNAME_END] + 1, offsets[SEARCH_END]);
      };
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
