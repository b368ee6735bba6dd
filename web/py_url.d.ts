/** `URL` and `URLSearchParams` of the URL Standard (§6), running on py_url in Pyodide. */

/** Load py_url. Calls with the same options share one load. A load that failed can be tried again. */
export function load(options?: LoadOptions): Promise<PyUrl>;

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
  /** When it is aborted, `load` rejects with its reason. The load itself continues, for other calls to share. */
  signal?: AbortSignal;
  /** Called at once, and after each step. */
  onProgress?: (progress: Progress) => void;
}

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
  readonly version: string;
  pyimport(name: string): any;
  runPython(code: string): any;
  loadPackage(names: string | string[], options?: any): Promise<any>;
  unpackArchive(buffer: any, format: string, options?: any): void;
}

export interface PyUrl {
  URL: URLConstructor;
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
  /** py_url's version. */
  version: string;
  /** The version of Unicode whose characters and rules py_url's domains have, such as "17.0.0". */
  unicodeVersion: string;
}

/** §6.1 URL class. */
export interface URL {
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}

/** What is accepted as a URL. It is converted to a string. */
export type URLLike = string | { readonly href: string; toString(): string };

export interface URLConstructor {
  new (url: URLLike, base?: URLLike): URL;
  readonly prototype: URL;
  parse(url: URLLike, base?: URLLike): URL | null;
  canParse(url: URLLike, base?: URLLike): boolean;
  /** The native class's own, if it has one. */
  createObjectURL: OfNativeURL<"createObjectURL">;
  /** The native class's own, if it has one. */
  revokeObjectURL: OfNativeURL<"revokeObjectURL">;
}

type OfNativeURL<Name extends string> = typeof globalThis extends { URL: { [Key in Name]: infer Member } } ? Member : undefined;

/** §6.2 URLSearchParams class. */
export interface URLSearchParams {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(callback: (value: string, name: string, parent: URLSearchParams) => void, thisArg?: any): void;
  entries(): URLSearchParamsIterator<[string, string]>;
  keys(): URLSearchParamsIterator<string>;
  values(): URLSearchParamsIterator<string>;
  [Symbol.iterator](): URLSearchParamsIterator<[string, string]>;
}

export interface URLSearchParamsIterator<Item> extends IteratorObject<Item, undefined, unknown> {
  [Symbol.iterator](): URLSearchParamsIterator<Item>;
}

export interface URLSearchParamsConstructor {
  new (init?: Iterable<Iterable<string>> | Readonly<Record<string, string>> | string): URLSearchParams;
  readonly prototype: URLSearchParams;
}
