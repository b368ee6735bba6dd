/** `URL` and `URLSearchParams` of the URL Standard (§6), running on py_url in Pyodide. */

/**
 * Load py_url. Calls with the same options share one load. A load that failed can be tried again. If a Pyodide that this loaded
 * has failed since, this loads another one.
 *
 * @throws {TypeError} If an option is unknown or has the wrong type.
 * @throws {Error} If Pyodide or py_url cannot be loaded; the `cause` says why.
 */
export function load(options?: LoadOptions): Promise<PyUrl>;

/** The options of `load`. */
export interface LoadOptions {
  /** The Pyodide to use. */
  pyodide?: Pyodide;
  /**
   * The folder to load a Pyodide from: an address, which may be relative to the page or worker; in Node a path or a file's
   * address. If both this and `pyodide` are missing, the package "pyodide" is imported.
   */
  indexURL?: string | { toString(): string };
  /** Pyodide's lock file; the one in `indexURL` by default. */
  lockFileURL?: string | { toString(): string };
  /** The folder of the wheels that the lock file names. */
  packageBaseUrl?: string | { toString(): string };
  /**
   * The address of py-url's wheel, and those of other wheels to install with it. The default is what Pyodide's lock file names,
   * otherwise the wheel in this package.
   */
  wheels?: readonly (string | { toString(): string })[];
  /**
   * Whether Pyodide may start from a snapshot of its memory with py-url in it, which takes a fraction of the time; or the address
   * of such a snapshot, which `py-url/snapshot` has. `true`, the default without `wheels`, is the one that Pyodide's lock file
   * names; in Node, Deno and Bun otherwise the one in this package. If it is for another Pyodide or cannot be used, Pyodide is
   * loaded in the ordinary way.
   */
  snapshot?: boolean | string | { toString(): string };
  /** When it is aborted, `load` rejects with its reason. The load itself continues, for other calls to share. */
  signal?: AbortSignal;
  /** Called at once, and after each step. */
  onProgress?: (progress: Progress) => void;
}

/** How far `load` is. */
export interface Progress {
  /** The number of steps done. */
  done: number;
  /** The number of steps in all. */
  total: number;
  /** What is being done, in words: "loading Pyodide", and "ready" at the end. */
  doing: string;
}

/** The part of Pyodide that is used here. */
export interface Pyodide {
  /** Pyodide's version, such as "314.0.7". */
  readonly version: string;
  /** Import a Python module. */
  pyimport(name: string): any;
  /** Run Python code, and return the value of its last expression. */
  runPython(code: string): any;
  /** Load packages that Pyodide's lock file names. */
  loadPackage(names: string | string[], options?: any): Promise<any>;
  /** Unpack an archive, such as a wheel, into Python's file system. */
  unpackArchive(buffer: any, format: string, options?: any): void;
}

/** What `load` gives. */
export interface PyUrl {
  /** The class `URL`. */
  URL: URLConstructor;
  /** The class `URLSearchParams`. */
  URLSearchParams: URLSearchParamsConstructor;
  /**
   * Parse many strings, each relative to the base if one is given, with few calls of Python and without an object for each. For a
   * string that does not parse, the href is null; for one that parses, the error is null. A TypeError if *strings* is itself a
   * string.
   */
  parseAll(strings: Iterable<unknown> & object, base?: unknown): { hrefs: (string | null)[]; errors: (string | null)[] };
  /** Replace the native classes of a global object, by default this one. */
  install(global?: object): void;
  /** Put the native classes back. */
  uninstall(global?: object): void;
  /** The Pyodide in which py_url runs. */
  pyodide: Pyodide;
  /** Whether this Pyodide was started from a snapshot. */
  fromSnapshot: boolean;
  /** py_url's version. */
  version: string;
  /** The version of Unicode whose characters and rules py_url's domains have, such as "17.0.0". */
  unicodeVersion: string;
}

/**
 * A URL, as the native class has it. Setters do nothing if the value is not valid, except that of `href`.
 *
 * @see https://url.spec.whatwg.org/#url-class
 */
export interface URL {
  /** The whole URL, serialized. Setting it parses the value. @throws {TypeError} If the value does not parse. */
  href: string;
  /** Scheme, host and port, such as "https://example.org:8080"; "null" if the origin is opaque. */
  readonly origin: string;
  /** The scheme and ":", such as "https:". */
  protocol: string;
  /** The username, percent-encoded; an empty string if there is none. */
  username: string;
  /** The password, percent-encoded; an empty string if there is none. */
  password: string;
  /** The host, and ":" and the port unless it is the scheme's default. */
  host: string;
  /** The host without the port. An IPv6 address is in brackets. */
  hostname: string;
  /** The port as a decimal number; an empty string if it is the scheme's default. */
  port: string;
  /** The path, such as "/a/b". */
  pathname: string;
  /** "?" and the query; an empty string if the query is empty or missing. */
  search: string;
  /** The pairs of the query. Changing them changes the URL, and the other way round. */
  readonly searchParams: URLSearchParams;
  /** "#" and the fragment; an empty string if the fragment is empty or missing. */
  hash: string;
  /** The same as `href`. */
  toString(): string;
  /** The same as `href`, for `JSON.stringify`. */
  toJSON(): string;
}

/** What is accepted as a URL. It is converted to a string. */
export type URLLike = string | { readonly href: string; toString(): string };

/** The class `URL`. */
export interface URLConstructor {
  /** Parse a URL, relative to the base if one is given. @throws {TypeError} If it does not parse; the message says why. */
  new (url: URLLike, base?: URLLike): URL;
  /** The object that has the members of all URLs. */
  readonly prototype: URL;
  /** Parse a URL, relative to the base if one is given. Null if it does not parse. */
  parse(url: URLLike, base?: URLLike): URL | null;
  /** Whether a URL parses, relative to the base if one is given. */
  canParse(url: URLLike, base?: URLLike): boolean;
  /** The native class's own, if it has one. */
  createObjectURL: OfNativeURL<"createObjectURL">;
  /** The native class's own, if it has one. */
  revokeObjectURL: OfNativeURL<"revokeObjectURL">;
}

type OfNativeURL<Name extends string> = typeof globalThis extends { URL: { [Key in Name]: infer Member } } ? Member : undefined;

/**
 * The pairs of a query, in order, as the native class has them.
 *
 * @see https://url.spec.whatwg.org/#interface-urlsearchparams
 */
export interface URLSearchParams {
  /** The number of pairs. */
  readonly size: number;
  /** Add a pair at the end. */
  append(name: string, value: string): void;
  /** Remove the pairs with this name, and with this value if one is given. */
  delete(name: string, value?: string): void;
  /** The value of the first pair with this name; null if there is none. */
  get(name: string): string | null;
  /** The values of all pairs with this name. */
  getAll(name: string): string[];
  /** Whether there is a pair with this name, and with this value if one is given. */
  has(name: string, value?: string): boolean;
  /** Give the first pair with this name another value, and remove the others; add a pair if there is none. */
  set(name: string, value: string): void;
  /** Sort the pairs by name, in the order of UTF-16 code units. Pairs with the same name keep their order. */
  sort(): void;
  /** The pairs as `application/x-www-form-urlencoded`, without "?". */
  toString(): string;
  /** Call a function for each pair. */
  forEach(callback: (value: string, name: string, parent: URLSearchParams) => void, thisArg?: any): void;
  /** The pairs. */
  entries(): URLSearchParamsIterator<[string, string]>;
  /** The names of the pairs. */
  keys(): URLSearchParamsIterator<string>;
  /** The values of the pairs. */
  values(): URLSearchParamsIterator<string>;
  /** The pairs. */
  [Symbol.iterator](): URLSearchParamsIterator<[string, string]>;
}

/** An iterator of a `URLSearchParams`. It sees changes that are made while it runs. */
export interface URLSearchParamsIterator<Item> extends IteratorObject<Item, undefined, unknown> {
  /** The iterator itself. */
  [Symbol.iterator](): URLSearchParamsIterator<Item>;
}

/** The class `URLSearchParams`. */
export interface URLSearchParamsConstructor {
  /** Take the pairs from a query, with or without "?", from a sequence of pairs, or from an object's properties. */
  new (init?: Iterable<Iterable<string>> | Readonly<Record<string, string>> | string): URLSearchParams;
  /** The object that has the members of all query objects. */
  readonly prototype: URLSearchParams;
}
