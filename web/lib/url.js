/** §6.1 URL class. */

import { messageOf, withDetails } from "./failing.js";
import {
  END, HOSTNAME, HOSTNAME_END, HOST_END, PASSWORD, PASSWORD_END, PATHNAME, PATHNAME_END, PORT, SCHEME_END, SEARCH_END, START,
  USERNAME, USERNAME_END, offsetsIn,
} from "./offsets.js";
import { packList } from "./packing.js";
import {
  ObjectPrototype, TypeError, charCodeAt, define, descriptorOf, indexOf, newList, setPrototypeOf, slice,
} from "./primordials.js";
import { makeURLSearchParams, pairsOf, queryWasSet } from "./url_search_params.js";
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
 * pairs, if there is one, is renewed at once.)
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
    if (url.#updated) {
      packed = python.change(url.#href, changes === null ? "" : packList(changes), pairsOf(url.#searchParams));
    } else {
      if (changes.length === 1) packed = python.change_in_buffer(changes[0], url.#href);
      packed ??= python.change(url.#href, packList(changes));
    }
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
  }

  static setHref(url, packed, given) {
    become(url, packed, given);
    if (url.#searchParams !== null) queryWasSet(url.#searchParams);
  }

  static setSearch(url, value) {
    checkBoth(url);
    set(url, CHANGE_SEARCH, value);
    if (url.#searchParams === null) return;
    url.#updated = false;
    queryWasSet(url.#searchParams);
  }

  static searchParamsOf(url, make) {
    check(url);
    if (url.#searchParams === null) url.#searchParams = make(url);
    return url.#searchParams;
  }
}

const { become, check, checkBoth, hrefOf, offsetsOf, originOf, part, searchParamsOf, set, setHref, setSearch, settle } = Record;

/**
 * The href after a member was set to a value that stays as it is; undefined if the table from Python does not say that it does.
 */
function withValue(python, href, offsets, member, value) {
  const fits = (string) => python.endsIn(string) === charCodeAt(member, 0);
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
  const newObject = objectMaker("URL", URL.prototype);
  return URL;
}

function copyOfNative(name, URL) {
  const descriptor = descriptorOf(globalThis.URL, name);
  if (descriptor !== undefined) define(URL, name, descriptor);
}
