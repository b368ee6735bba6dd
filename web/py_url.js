/**
 * `URL` and `URLSearchParams` of the URL Standard (§6), running on py_url in Pyodide.
 *
 *     import { load } from "./py_url.js";
 *     const { URL, URLSearchParams } = await load({ indexURL: "/pyodide/" });
 *
 * Python decides all that the standard decides. Only strings cross: one call constructs a URL and one call each setter;
 * a getter slices the href here, at offsets that came with it. No PyProxy is made for a URL, so none needs destroying.
 * The strings' forms are described in py_url/bridge.py.
 */

/**
 * What joins names and values: a lone surrogate, which no USVString holds. To split at it takes a pattern that reads code
 * points: as a code unit it is the first half of some code points' pairs too.
 */
const SEPARATOR = "\ud800";
const AT_SEPARATOR = /\ud800/u;

/**
 * Load py_url, into a Pyodide that is given or into a new one.
 *
 * @param {object} options Either `pyodide` or `indexURL`, and perhaps more.
 * @param {object} [options.pyodide] A Pyodide to use.
 * @param {string} [options.indexURL] The folder whose pyodide.mjs to load another from: an address, perhaps relative to
 *   the page or worker; in Node a path.
 * @param {string} [options.lockFileURL] The lock file that knows py-url; the one in `indexURL` by default.
 * @param {string} [options.packageBaseUrl] The folder of the wheels that the lock file names.
 * @param {string[]} [options.packages] What Pyodide loads if it cannot import py_url yet: names in the lock file, or the
 *   addresses of wheels. `["py-url"]` by default.
 * @returns {Promise<{URL: Function, URLSearchParams: Function, pyodide: object, version: string}>}
 * @throws {TypeError} Where neither `pyodide` nor `indexURL` is given.
 * @throws {Error} Where Pyodide or a package cannot be loaded.
 */
export async function load(options = {}) {
  const { packages = ["py-url"] } = options;
  const pyodide = options.pyodide ?? (await loadPyodideFrom(options));
  const importable = "import importlib.util; importlib.util.find_spec('py_url') is not None";
  if (!pyodide.runPython(importable)) {
    const errors = [];
    try {
      await pyodide.loadPackage(packages, { messageCallback() {}, errorCallback: (message) => errors.push(message) });
    } catch (error) {
      errors.push(error.message);
    }
    // loadPackage rejects for a name that it does not know; a package that it cannot fetch, it only reports.
    if (errors.length > 0 || !pyodide.runPython(importable)) {
      throw new Error(`py_url could not be loaded from ${packages.join(", ")}: ${errors.join("; ") || "no such package"}`);
    }
  }
  const bridge = pyodide.pyimport("py_url.bridge");
  const python = {};
  for (const name of ["parse", "set_member", "update", "parse_pairs", "serialize_pairs", "sort_pairs"]) {
    python[name] = bridge[name].copy();
  }
  bridge.destroy();
  const version = pyodide.runPython("import py_url; py_url.__version__");
  return { ...makeClasses(python), pyodide, version };
}

async function loadPyodideFrom({ indexURL, lockFileURL, packageBaseUrl }) {
  if (indexURL === undefined) throw new TypeError("load needs a Pyodide, or the indexURL to load one from");
  let folder = indexURL.endsWith("/") ? indexURL : `${indexURL}/`;
  let module = `${folder}pyodide.mjs`;
  const here = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (here !== undefined) {
    // import() would resolve it relative to this module.
    folder = new globalThis.URL(folder, here).href;
    module = `${folder}pyodide.mjs`;
  } else if (!/^(?:file|https?):/.test(folder)) {
    const { pathToFileURL } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:url");
    module = pathToFileURL(module).href;
  }
  const { loadPyodide } = await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
  const given = Object.entries({ indexURL: folder, lockFileURL, packageBaseUrl }).filter(([, value]) => value !== undefined);
  return loadPyodide(Object.fromEntries(given));
}

/** Web IDL's conversion to USVString: ToString (which throws for a Symbol), and U+FFFD for each lone surrogate. */
function usvString(value) {
  return `${value}`.toWellFormed();
}

function checkArguments(given, required, what) {
  if (given < required) {
    throw new TypeError(`${what}: ${required} argument${required > 1 ? "s" : ""} required, but only ${given} present.`);
  }
}

function makeClasses(python) {
  /** How a URL tells its query object of a new query, and is told of new pairs; set by the classes' static blocks. */
  let queryObject;
  let setPairs;
  let setQuery;

  function unpackPairs(packed) {
    if (packed === "") return [];
    const strings = packed.split(AT_SEPARATOR);
    const pairs = [];
    for (let i = 0; i < strings.length; i += 2) pairs.push([strings[i], strings[i + 1]]);
    return pairs;
  }

  function parsePairs(string) {
    return unpackPairs(python.parse_pairs(string));
  }

  function packPairs(pairs) {
    return pairs.map((pair) => pair.join(SEPARATOR)).join(SEPARATOR);
  }

  /** The packed URL that the arguments of the constructor and of both static methods parse to. */
  function parse(url, base) {
    url = usvString(url);
    return base === undefined ? python.parse(url) : python.parse(url, usvString(base));
  }

  /** Web IDL's union (sequence<sequence<USVString>> or record<USVString, USVString> or USVString), as pairs. */
  function initialPairs(init) {
    if (init === null || (typeof init !== "object" && typeof init !== "function")) {
      const string = usvString(init);
      return parsePairs(string.startsWith("?") ? string.slice(1) : string);
    }
    const pairs = [];
    if (init[Symbol.iterator] !== undefined && init[Symbol.iterator] !== null) {
      for (const inner of init) {
        if (inner === null || (typeof inner !== "object" && typeof inner !== "function")) {
          throw new TypeError("Failed to construct 'URLSearchParams': each item must be an iterable pair.");
        }
        const pair = Array.from(inner, usvString);
        if (pair.length !== 2) {
          throw new TypeError("Failed to construct 'URLSearchParams': each item must have a name and a value.");
        }
        pairs.push(pair);
      }
      return pairs;
    }
    const record = new Map();
    for (const key of Reflect.ownKeys(init)) {
      if (!Object.getOwnPropertyDescriptor(init, key)?.enumerable) continue;
      const name = usvString(key);
      record.set(name, usvString(init[key]));
    }
    return [...record];
  }

  class URLSearchParams {
    #pairs;
    #url = null;

    static {
      queryObject = (url, query) => {
        const params = new URLSearchParams();
        params.#url = url;
        params.#pairs = parsePairs(query);
        return params;
      };
      setPairs = (params, string) => {
        params.#pairs = parsePairs(string);
      };
    }

    constructor(init = "") {
      this.#pairs = initialPairs(init);
    }

    #update() {
      if (this.#url !== null) setQuery(this.#url, packPairs(this.#pairs));
    }

    get size() {
      return this.#pairs.length;
    }

    append(name, value) {
      checkArguments(arguments.length, 2, "Failed to execute 'append' on 'URLSearchParams'");
      name = usvString(name);
      value = usvString(value);
      this.#pairs.push([name, value]);
      this.#update();
    }

    delete(name, value = undefined) {
      checkArguments(arguments.length, 1, "Failed to execute 'delete' on 'URLSearchParams'");
      name = usvString(name);
      if (value !== undefined) value = usvString(value);
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== name || (value !== undefined && pair[1] !== value));
      this.#update();
    }

    get(name) {
      checkArguments(arguments.length, 1, "Failed to execute 'get' on 'URLSearchParams'");
      name = usvString(name);
      return this.#pairs.find((pair) => pair[0] === name)?.[1] ?? null;
    }

    getAll(name) {
      checkArguments(arguments.length, 1, "Failed to execute 'getAll' on 'URLSearchParams'");
      name = usvString(name);
      return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    }

    has(name, value = undefined) {
      checkArguments(arguments.length, 1, "Failed to execute 'has' on 'URLSearchParams'");
      name = usvString(name);
      if (value !== undefined) value = usvString(value);
      return this.#pairs.some((pair) => pair[0] === name && (value === undefined || pair[1] === value));
    }

    set(name, value) {
      checkArguments(arguments.length, 2, "Failed to execute 'set' on 'URLSearchParams'");
      name = usvString(name);
      value = usvString(value);
      const first = this.#pairs.findIndex((pair) => pair[0] === name);
      if (first === -1) {
        this.#pairs.push([name, value]);
      } else {
        this.#pairs[first] = [name, value];
        this.#pairs = this.#pairs.filter((pair, index) => index <= first || pair[0] !== name);
      }
      this.#update();
    }

    sort() {
      this.#pairs = unpackPairs(python.sort_pairs(packPairs(this.#pairs)));
      this.#update();
    }

    forEach(callback, thisArg = undefined) {
      checkArguments(arguments.length, 1, "Failed to execute 'forEach' on 'URLSearchParams'");
      if (typeof callback !== "function") {
        throw new TypeError("Failed to execute 'forEach' on 'URLSearchParams': the callback is not a function.");
      }
      for (let index = 0; index < this.#pairs.length; index += 1) {
        const [name, value] = this.#pairs[index];
        callback.call(thisArg, value, name, this);
      }
    }

    keys() {
      return this.#iterator((pair) => pair[0]);
    }

    values() {
      return this.#iterator((pair) => pair[1]);
    }

    entries() {
      return this.#iterator((pair) => [...pair]);
    }

    toString() {
      return python.serialize_pairs(packPairs(this.#pairs));
    }

    /** Web IDL's iterator: by index, over the list as it is at each step. */
    #iterator(pick) {
      let index = 0;
      const next = () => {
        if (index >= this.#pairs.length) return { value: undefined, done: true };
        index += 1;
        return { value: pick(this.#pairs[index - 1]), done: false };
      };
      const iterator = Object.create(URLSearchParamsIteratorPrototype);
      steps.set(iterator, next);
      return iterator;
    }
  }

  const steps = new WeakMap();
  const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const URLSearchParamsIteratorPrototype = Object.create(IteratorPrototype, {
    next: {
      value: function next() {
        const step = steps.get(this);
        if (step === undefined) throw new TypeError("next called on what is no URLSearchParams iterator");
        return step();
      },
      configurable: true,
      enumerable: true,
      writable: true,
    },
    [Symbol.toStringTag]: { value: "URLSearchParams Iterator", configurable: true },
  });

  /** What the constructor is given, in place of a string, with a URL that has been parsed. No script can name it. */
  const PARSED = Symbol("parsed");

  class URL {
    #href;
    #origin;
    #offsets;
    #searchParams = null;

    static {
      setQuery = (url, pairs) => url.#unpack(python.update(url.#href, pairs));
    }

    constructor(url, base = undefined) {
      if (url === PARSED) {
        this.#unpack(base);
        return;
      }
      checkArguments(arguments.length, 1, "Failed to construct 'URL'");
      const packed = parse(url, base);
      if (packed[0] === "!") throw new TypeError(`Failed to construct 'URL': ${packed.slice(1)}`);
      this.#unpack(packed);
    }

    static parse(url, base = undefined) {
      checkArguments(arguments.length, 1, "Failed to execute 'parse' on 'URL'");
      const packed = parse(url, base);
      return packed[0] === "!" ? null : new URL(PARSED, packed);
    }

    static canParse(url, base = undefined) {
      checkArguments(arguments.length, 1, "Failed to execute 'canParse' on 'URL'");
      return parse(url, base)[0] !== "!";
    }

    #unpack(packed) {
      const bar = packed.indexOf("|");
      const newline = packed.indexOf("\n", bar);
      this.#href = packed.slice(newline + 1);
      this.#origin = packed.slice(bar + 1, newline);
      // Split into numbers by the first getter that needs them.
      this.#offsets = packed.slice(0, bar);
    }

    #slice(start, end) {
      if (typeof this.#offsets === "string") this.#offsets = this.#offsets.split(" ").map(Number);
      return this.#href.slice(start < 0 ? 0 : this.#offsets[start], end < 0 ? undefined : this.#offsets[end]);
    }

    #set(member, value) {
      this.#unpack(python.set_member(this.#href, member, usvString(value)));
    }

    get href() {
      return this.#href;
    }

    set href(value) {
      const packed = python.set_member(this.#href, "href", usvString(value));
      if (packed[0] === "!") throw new TypeError(`Failed to set the 'href' property on 'URL': ${packed.slice(1)}`);
      this.#unpack(packed);
      if (this.#searchParams !== null) setPairs(this.#searchParams, this.search.slice(1));
    }

    get origin() {
      return this.#origin || `${this.protocol}//${this.host}`;
    }

    get protocol() {
      return this.#slice(-1, 0);
    }

    set protocol(value) {
      this.#set("protocol", value);
    }

    get username() {
      return this.#slice(1, 2);
    }

    set username(value) {
      this.#set("username", value);
    }

    get password() {
      return this.#slice(3, 4);
    }

    set password(value) {
      this.#set("password", value);
    }

    get host() {
      return this.#slice(5, 8);
    }

    set host(value) {
      this.#set("host", value);
    }

    get hostname() {
      return this.#slice(5, 6);
    }

    set hostname(value) {
      this.#set("hostname", value);
    }

    get port() {
      return this.#slice(7, 8);
    }

    set port(value) {
      this.#set("port", value);
    }

    get pathname() {
      return this.#slice(9, 10);
    }

    set pathname(value) {
      this.#set("pathname", value);
    }

    get search() {
      const search = this.#slice(10, 11);
      return search.length > 1 ? search : "";
    }

    set search(value) {
      value = usvString(value);
      this.#set("search", value);
      // The pairs are made of the value as given: the parser drops tabs and newlines, this does not.
      if (this.#searchParams !== null || /[\t\n\r]/.test(value)) {
        setPairs(this.searchParams, value.startsWith("?") ? value.slice(1) : value);
      }
    }

    get searchParams() {
      this.#searchParams ??= queryObject(this, this.search.slice(1));
      return this.#searchParams;
    }

    get hash() {
      const hash = this.#slice(11, -1);
      return hash.length > 1 ? hash : "";
    }

    set hash(value) {
      this.#set("hash", value);
    }

    toString() {
      return this.#href;
    }

    toJSON() {
      return this.#href;
    }
  }

  for (const [constructor, name] of [[URL, "URL"], [URLSearchParams, "URLSearchParams"]]) {
    for (const key of Object.getOwnPropertyNames(constructor.prototype)) {
      if (key !== "constructor") Object.defineProperty(constructor.prototype, key, { enumerable: true });
    }
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
  }
  for (const name of ["parse", "canParse"]) Object.defineProperty(URL, name, { enumerable: true });
  Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
    value: URLSearchParams.prototype.entries,
    configurable: true,
    writable: true,
  });
  return { URL, URLSearchParams };
}
