/** `URL` and `URLSearchParams` of the URL Standard (§6), and on request `URLPattern`, running on py_url in Pyodide. */

/**
 * Load py_url. Calls with the same options share one load. A load that failed can be tried again. If a Pyodide that this loaded
 * has failed since, this loads another one.
 *
 * @throws {TypeError} If an option is unknown or has the wrong type.
 * @throws {Error} If Pyodide or py_url cannot be loaded; the `cause` says why.
 */
export function load(options: LoadOptions & { urlPattern: true }): Promise<PyUrlWithURLPattern>;
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
  /** Whether to load the class `URLPattern` too. By default nothing of it is loaded. */
  urlPattern?: boolean;
  /**
   * "micropython": the classes run in MicroPython, whose files are a sixteenth of Pyodide's. Then `pyodide` and `urlPattern: true` are
   * refused, and the options for Pyodide are for `python()`.
   */
  python?: "micropython";
  /**
   * The folder to load MicroPython from: an address, which may be relative to the page or worker; in Node a path or a file's address.
   * Or a MicroPython to use. If it is missing, the package "@micropython/micropython-webassembly-pyscript" is imported.
   */
  micropython?: string | MicroPython | { toString(): string };
  /** The address of py-url for MicroPython, `py_url.tar.gz`. The default is the one in this package. */
  archive?: string | { toString(): string };
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

/** The part of MicroPython that is used here. */
export interface MicroPython {
  /** Import a Python module. */
  pyimport(name: string): any;
  /** Make an object importable in Python. */
  registerJsModule(name: string, module: any): void;
  /** The file system of Python. */
  readonly FS: any;
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
  /** Replace the native classes of a global object, by default this one; in Node, Deno and Bun then also those of `node:url`. */
  install(global?: object): void;
  /** Put the native classes back. */
  uninstall(global?: object): void;
  /**
   * The Pyodide in which py_url runs, with all of Python. The first call fetches what `URL` does not need: Python's standard
   * library and the rest of py_url. If that fails, it rejects, and can be called again. With `python: "micropython"`, it fetches
   * a whole Pyodide, in which py_url runs a second time: the classes stay in MicroPython.
   */
  python(): Promise<Pyodide>;
  /** Whether this Pyodide was started from a snapshot. */
  fromSnapshot: boolean;
  /** py_url's version. */
  version: string;
  /** The version of Unicode whose characters and rules py_url's domains have, such as "17.0.0". */
  unicodeVersion: string;
}

/** What `load` gives with the option `urlPattern`. `install` and `uninstall` are for all three classes. */
export interface PyUrlWithURLPattern extends PyUrl {
  /** The class `URLPattern`. */
  URLPattern: URLPatternConstructor;
}

/**
 * A URL, like the native class's. Setters do nothing if the value is not valid, except that of `href`.
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
  /** Remove every pair with this name; if a value is given, only those that also have that value. */
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

/** The components of a URL or of a pattern, with a base URL for those that are missing. */
export interface URLPatternInit {
  /** The protocol, with or without ":" at its end. */
  protocol?: string;
  /** The username. */
  username?: string;
  /** The password. */
  password?: string;
  /** The host without the port. */
  hostname?: string;
  /** The port; an empty string for the default port of the protocol. */
  port?: string;
  /** The path. */
  pathname?: string;
  /** The query, with or without "?" at its start. */
  search?: string;
  /** The fragment, with or without "#" at its start. */
  hash?: string;
  /** The URL that components are taken from. */
  baseURL?: string;
}

/** The options of a `URLPattern`. */
export interface URLPatternOptions {
  /** Whether the pathname, the search and the hash match without regard to case. */
  ignoreCase?: boolean;
}

/** What a component has matched. */
export interface URLPatternComponentResult {
  /** The component. */
  input: string;
  /** The groups by their names; undefined for a group that did not take part. Those without a name are numbered from "0". */
  groups: Record<string, string | undefined>;
}

/** What a pattern has matched. */
export interface URLPatternResult {
  /** The arguments. */
  inputs: (string | URLPatternInit)[];
  /** What the protocol has matched, without ":". */
  protocol: URLPatternComponentResult;
  /** What the username has matched. */
  username: URLPatternComponentResult;
  /** What the password has matched. */
  password: URLPatternComponentResult;
  /** What the host without the port has matched. */
  hostname: URLPatternComponentResult;
  /** What the port has matched. */
  port: URLPatternComponentResult;
  /** What the path has matched. */
  pathname: URLPatternComponentResult;
  /** What the query has matched, without "?". */
  search: URLPatternComponentResult;
  /** What the fragment has matched, without "#". */
  hash: URLPatternComponentResult;
}

/** The name of a component of a `URLPattern`. */
export type URLPatternComponent = "protocol" | "username" | "password" | "hostname" | "port" | "pathname" | "search" | "hash";

/**
 * A pattern that URLs match, like the native class's.
 *
 * @see https://urlpattern.spec.whatwg.org/#urlpattern-class
 */
export interface URLPattern {
  /** Whether the pattern matches a URL, relative to the base if one is given, or components. */
  test(input?: string | URLPatternInit, baseURL?: URLLike): boolean;
  /** What each component has matched. Null if the pattern does not match. */
  exec(input?: string | URLPatternInit, baseURL?: URLLike): URLPatternResult | null;
  /** The normalized pattern of the protocol. */
  readonly protocol: string;
  /** The normalized pattern of the username. */
  readonly username: string;
  /** The normalized pattern of the password. */
  readonly password: string;
  /** The normalized pattern of the host without the port. */
  readonly hostname: string;
  /** The normalized pattern of the port. */
  readonly port: string;
  /** The normalized pattern of the path. */
  readonly pathname: string;
  /** The normalized pattern of the query, without "?". */
  readonly search: string;
  /** The normalized pattern of the fragment, without "#". */
  readonly hash: string;
  /** Whether a component has a custom group, a regular expression in parentheses. */
  readonly hasRegExpGroups: boolean;
  /**
   * The string of a component that has these groups. Tentative: the Web Platform Tests have it, the standard does not yet.
   *
   * @throws {TypeError} If there is no one string.
   */
  generate(component: URLPatternComponent, groups: Readonly<Record<string, string>>): string;
}

/** The class `URLPattern`. */
export interface URLPatternConstructor {
  /**
   * Make a pattern from a string, relative to the base URL. Without options, write `base.href` for a URL object: of two
   * arguments, an object is the options.
   *
   * @throws {TypeError} If it is not a pattern; the message says why.
   */
  new (input: string | URLPatternInit, baseURL: URLLike, options?: URLPatternOptions): URLPattern;
  /** Make a pattern from an absolute string, or from components. @throws {TypeError} If it is not a pattern. */
  new (input?: string | URLPatternInit, options?: URLPatternOptions): URLPattern;
  /** The object that has the members of all patterns. */
  readonly prototype: URLPattern;
  /**
   * -1, 0 or 1: whether a component of the left pattern is less specific than that of the right one, as specific, or more.
   * Tentative: the Web Platform Tests have it, the standard does not yet.
   */
  compareComponent(component: URLPatternComponent, left: URLPattern, right: URLPattern): -1 | 0 | 1;
}
