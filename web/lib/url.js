/** §6.1 URL class. */

import {
  END, HOSTNAME, HOSTNAME_END, HOST_END, PASSWORD, PASSWORD_END, PATHNAME, PATHNAME_END, PORT, SCHEME_END, SEARCH_END, START,
  USERNAME, USERNAME_END, offsetsIn,
} from "./recognizing.js";
import { packList } from "./calling_python.js";
import { ObjectPrototype, TypeError, define, defineProperty, descriptorOf, indexOf, newList, setPrototypeOf, slice } from "./primordials.js";
import { listOf, makeURLSearchParams, queryWasSet } from "./url_search_params.js";
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
 * What a URL object holds, as private fields.
 *
 * A setter other than that of the href does not fail for a value, and nothing shows what it did until something is read. So, unless
 * its value stays as it is, it only adds to the changes, and `settle` hands all of them to Python at once. The same holds for the
 * changes of the query object. (With a query object, the setter of the search checks the stack first, and the platform's list of
 * pairs, if there is one, is renewed at once.) In Bun, nothing waits: see linking.js.
 */
class Record extends Given {
  #python;
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

  /** The last two as `become` takes them. */
  constructor(object, python, packed, given) {
    super(object);
    this.#python = python;
    become(this, packed, given);
  }

  /**
   * Take the packed URL that Python returned, in place of what the URL was and of the changes that waited.
   *
   * @param {string} [given] The string that was parsed.
   */
  static become(url, packed, given) {
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
    url.#python.below?.keep(url, url.#href);
  }

  /** Throw if this is not a URL, as native members do. */
  static check(url) {
    try {
      void url.#href;
    } catch {
      throw new TypeError("Illegal invocation");
    }
  }

  /** Before a change of the query that the query object has to follow. It throws if the stack could overflow between the two. */
  static checkBoth(url) {
    check(url);
    if (url.#searchParams !== null) url.#python.checkStack();
  }

  /** Make the changes that wait. */
  static settle(url) {
    const python = url.#python;
    const changes = url.#changes;
    let packed;
    if (changes === null) {
      python.checkStack();
      packed = url.#origin === "" ? url.#href : `|${url.#origin}\n${url.#href}`;
    } else {
      if (changes.length === 1) packed = python.change_in_buffer(changes[0], url.#href);
      packed ??= python.change(url.#href, packList(changes));
    }
    if (url.#updated) packed = withQuery(packed, python.serialize(listOf(url.#searchParams)));
    // If Python did not throw (an interrupt does), nothing waits any more.
    become(url, packed);
  }

  static hrefOf(url) {
    check(url);
    if (url.#changes !== null || url.#updated) settle(url);
    return url.#href;
  }

  static offsetsOf(url) {
    check(url);
    if (url.#changes !== null || url.#updated) settle(url);
    if (url.#offsets === null) url.#offsets = offsetsIn(url.#href);
    return url.#offsets;
  }

  /** The part of the href between two offsets. */
  static part(url, start, end) {
    const offsets = offsetsOf(url);
    return slice(url.#href, offsets[start], offsets[end]);
  }

  static originOf(url) {
    const offsets = offsetsOf(url);
    if (url.#origin !== "") return url.#origin;
    return `${slice(url.#href, 0, offsets[SCHEME_END])}//${slice(url.#href, offsets[HOSTNAME], offsets[HOST_END])}`;
  }

  static queryOf(url) {
    return slice(part(url, PATHNAME_END, SEARCH_END), 1);
  }

  /** Called before the pairs change. No setter but that of the search reads the query, so it does not matter which come before. */
  static update(url) {
    url.#updated = true;
  }

  /** Set a member. The check that the object is a URL comes before the conversion, which may itself change the URL. */
  static set(url, member, value) {
    check(url);
    value = usvString(value);
    if (url.#changes === null) {
      // The table from Python knows no URLs with another origin.
      const href = url.#updated || url.#origin !== "" ? undefined : withValue(url.#python, url.#href, offsetsOf(url), member, value);
      if (href !== undefined) {
        become(url, href);
        return;
      }
      url.#changes = newList();
    } else if (url.#changes.length === MOST_CHANGES) {
      settle(url);
      url.#changes = newList();
    }
    url.#changes[url.#changes.length] = member + value;
    // Nothing waits if the platform can read the URL below.
    if (url.#python.below !== undefined) settle(url);
  }

  static setHref(url, packed, given) {
    become(url, packed, given);
    if (url.#searchParams !== null) queryWasSet(url.#searchParams);
  }

  static setSearch(url, value) {
    checkBoth(url);
    value = usvString(value);
    url.#updated = false;
    set(url, CHANGE_SEARCH, value);
    if (url.#searchParams !== null) queryWasSet(url.#searchParams);
  }

  static searchParamsOf(url, make) {
    check(url);
    if (url.#searchParams === null) url.#searchParams = make(url);
    return url.#searchParams;
  }
}

const { become, check, checkBoth, hrefOf, offsetsOf, originOf, part, searchParamsOf, set, setHref, setSearch, settle } = Record;

/** A packed URL with another query. An origin has no "?" and no "#". */
function withQuery(packed, query) {
  let end = indexOf(packed, "#");
  if (end === -1) end = packed.length;
  const start = indexOf(packed, "?");
  return `${slice(packed, 0, start === -1 || start > end ? end : start)}${query === "" ? "" : `?${query}`}${slice(packed, end)}`;
}

/** The href after a member was set to a value; undefined if the table from Python does not say what becomes of that. */
function withValue({ endingIn }, href, offsets, member, value) {
  /** With a text between two offsets, if what stands before it in an href ends in the member with that. */
  const put = (before, text, start, end, ends = member) => {
    const written = endingIn(ends, before + text);
    return written && slice(href, 0, offsets[start]) + slice(written, before.length) + slice(href, offsets[end]);
  };
  const after = (mark) => (value[0] === mark ? value : `${mark}${value}`);
  switch (member) {
    case CHANGE_PROTOCOL: {
      // The port may be the default port of the new scheme.
      if (offsets[HOSTNAME_END] < offsets[HOST_END]) return undefined;
      const written = endingIn(member, `${value}${value[value.length - 1] === ":" ? "" : ":"}//`);
      return written && slice(written, 0, -2) + slice(href, offsets[SCHEME_END]);
    }
    case CHANGE_HOST:
    case CHANGE_HOSTNAME:
      return put("http://", value, HOSTNAME, HOSTNAME_END, CHANGE_HOSTNAME);
    case CHANGE_PORT:
      return put("http://h", `:${value}`, HOSTNAME_END, HOST_END);
    case CHANGE_PATHNAME:
      // Behind four digits of a port that is not the default there can be no other part.
      return put("http://h:1000", value, PATHNAME, PATHNAME_END);
    case CHANGE_SEARCH:
      return value === "" ? undefined : put("http://h/", after("?"), PATHNAME_END, SEARCH_END);
    case CHANGE_HASH:
      return value === "" ? undefined : put("http://h/", after("#"), SEARCH_END, END);
    default:
      return undefined;
  }
}

/** The packed URL, or what the function of Python returns if there is none. */
export function parse(python, answer, url, base) {
  return python.recognize(url, base) ?? answer(url, base);
}

/** Whether this is "!" and why the string does not parse. A packed URL may be true, and a page can give that a property "0". */
function isError(packed) {
  return packed !== true && packed[0] === "!";
}

/**
 * Make both classes.
 *
 * @param {object} python The functions of py_url/programs/bridge.py, by name.
 * @returns {{URL: Function, URLSearchParams: Function}}
 */
export function makeClasses(python) {
  const { URLSearchParams, newQueryObject } = makeURLSearchParams(python, Record);
  const URL = makeURL(python, newQueryObject);
  defineInterface(URL, "URL");
  // These belong to the File API, so they are the native class's own, if it has them.
  copyOfNative("createObjectURL", URL);
  copyOfNative("revokeObjectURL", URL);
  return { URL, URLSearchParams };
}

function makeURL(python, newQueryObject) {
  // It extends null, so that the language makes no object before the arguments are converted.
  class URL extends null {
    constructor(url, base = undefined) {
      requireArguments(arguments.length, 1, "Failed to construct 'URL'");
      url = usvString(url);
      base = optionalUSVString(base);
      const object = newObject(new.target);
      const packed = parse(python, python.parse_url, url, base);
      if (isError(packed)) {
        throw withDetails(new TypeError(messageOf("Failed to construct 'URL'", slice(packed, 1))), url, base);
      }
      return new Record(object, python, packed, url);
    }

    static parse(url, base = undefined) {
      requireArguments(arguments.length, 1, "Failed to execute 'parse' on 'URL'");
      url = usvString(url);
      const packed = parse(python, python.parse_url_or_empty, url, optionalUSVString(base));
      return packed === "" ? null : new Record(newObject(), python, packed, url);
    }

    static canParse(url, base = undefined) {
      requireArguments(arguments.length, 1, "Failed to execute 'canParse' on 'URL'");
      url = usvString(url);
      return parse(python, python.can_parse, url, optionalUSVString(base)) !== false;
    }

    get href() {
      return hrefOf(this);
    }

    set href(value) {
      checkBoth(this);
      value = usvString(value);
      const packed = parse(python, python.parse_url, value);
      if (isError(packed)) {
        throw withDetails(new TypeError(messageOf("Failed to set the 'href' property on 'URL'", slice(packed, 1))), value);
      }
      setHref(this, packed, value);
    }

    get origin() {
      return originOf(this);
    }

    get protocol() {
      return part(this, START, SCHEME_END);
    }

    set protocol(value) {
      set(this, CHANGE_PROTOCOL, value);
    }

    get username() {
      return part(this, USERNAME, USERNAME_END);
    }

    set username(value) {
      set(this, CHANGE_USERNAME, value);
    }

    get password() {
      return part(this, PASSWORD, PASSWORD_END);
    }

    set password(value) {
      set(this, CHANGE_PASSWORD, value);
    }

    get host() {
      return part(this, HOSTNAME, HOST_END);
    }

    set host(value) {
      set(this, CHANGE_HOST, value);
    }

    get hostname() {
      return part(this, HOSTNAME, HOSTNAME_END);
    }

    set hostname(value) {
      set(this, CHANGE_HOSTNAME, value);
    }

    get port() {
      return part(this, PORT, HOST_END);
    }

    set port(value) {
      set(this, CHANGE_PORT, value);
    }

    get pathname() {
      return part(this, PATHNAME, PATHNAME_END);
    }

    set pathname(value) {
      set(this, CHANGE_PATHNAME, value);
    }

    get search() {
      const search = part(this, PATHNAME_END, SEARCH_END);
      return search.length > 1 ? search : "";
    }

    set search(value) {
      setSearch(this, value);
    }

    get searchParams() {
      return searchParamsOf(this, newQueryObject);
    }

    get hash() {
      const hash = part(this, SEARCH_END, END);
      return hash.length > 1 ? hash : "";
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
  }

  setPrototypeOf(URL.prototype, ObjectPrototype);
  const newObject = objectMaker("URL", URL.prototype, python.below && (() => python.below.make(URL)));
  return URL;
}

function copyOfNative(name, URL) {
  const descriptor = descriptorOf(globalThis.URL, name);
  if (descriptor !== undefined) define(URL, name, descriptor);
}

/** In Node, Deno and Bun, programs look at the code of an error. In Electron, a page may have Node's process. */
export const hasCodes = globalThis.document === undefined
  && (globalThis.Deno !== undefined || typeof globalThis.process?.versions?.node === "string");

/**
 * The message of the error: in a browser it says first what could not be done, as that of native classes does.
 *
 * @param {string} what What could not be done.
 * @param {string} why Without passwords.
 */
export function messageOf(what, why) {
  return hasCodes ? `Invalid URL: ${why}` : `${what}: Invalid URL: ${why}`;
}

/** A descriptor, in half the time that `define` takes. */
const hidden = (value) => ({ __proto__: null, value, configurable: true, enumerable: false, writable: true });
const CODE = hidden("ERR_INVALID_URL");

/**
 * In Node, Deno and Bun, give the error a code and what was given. These are not enumerable, because a console would show the
 * passwords in them. The caller makes the error, so that its stack begins with the caller.
 *
 * @param {TypeError} error
 * @param {string} input
 * @param {string} [base]
 */
export function withDetails(error, input, base) {
  if (!hasCodes) return error;
  defineProperty(error, "code", CODE);
  defineProperty(error, "input", hidden(input));
  if (base !== undefined) defineProperty(error, "base", hidden(base));
  return error;
}
