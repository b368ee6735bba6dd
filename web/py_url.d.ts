/** `URL` and `URLSearchParams` of the URL Standard (§6), running on py_url in Pyodide. */

/** Load py_url. Calls that ask for the same share one load; one that failed can be made again. */
export function load(options?: LoadOptions): Promise<PyUrl>;

export interface LoadOptions {
  /** A Pyodide to use. */
  pyodide?: Pyodide;
  /**
   * The folder whose pyodide.mjs to load another from: an address, perhaps relative to the page or worker; in Node a path or
   * a file's address. Without it, and without `pyodide`, the package "pyodide" is imported.
   */
  indexURL?: string | { toString(): string };
  /** Pyodide's lock file; the one in `indexURL` by default. */
  lockFileURL?: string | { toString(): string };
  /** The folder of the wheels that the lock file names. */
  packageBaseUrl?: string | { toString(): string };
  /**
   * The addresses of the wheels of py-url and of idna. By default what Pyodide's lock file knows as py-url-whatwg, or else the
   * wheels in this package.
   */
  wheels?: readonly (string | { toString(): string })[];
  /** Rejects with its reason, once aborted. What is being loaded goes on, for other calls to share. */
  signal?: AbortSignal;
  /** Called at once, and with each step that is done. */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** How many steps are done. */
  done: number;
  /** Of how many. */
  total: number;
  /** What is being done, in words: "loading Pyodide", or at the end "ready". */
  doing: string;
}

/** What of Pyodide is used here. */
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
   * Parse many strings, each relative to the base where one is given: in few calls of Python, and without an object for
   * each. In the lists, null stands for what there is not: an href of what does not parse, an error of what does.
   */
  parseAll(strings: Iterable<unknown>, base?: unknown): { hrefs: (string | null)[]; errors: (string | null)[] };
  /** Put the classes in the place of the native ones of a global object: by default of this one. */
  install(global?: object): void;
  /** Give the native classes back. */
  uninstall(global?: object): void;
  /** The Pyodide that py_url runs in. */
  pyodide: Pyodide;
  /** py_url's version. */
  version: string;
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

/** What stands for a URL where one is wanted: it is turned into a string. */
export type URLLike = string | { readonly href: string; toString(): string };

export interface URLConstructor {
  new (url: URLLike, base?: URLLike): URL;
  readonly prototype: URL;
  parse(url: URLLike, base?: URLLike): URL | null;
  canParse(url: URLLike, base?: URLLike): boolean;
  /** The native class's own, where that has it. */
  createObjectURL: OfNativeURL<"createObjectURL">;
  /** The native class's own, where that has it. */
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
