/** The packages whose parsers are compared. Each is loaded once, when the page has nothing better to do or when somebody asks for it. */

import { sizeOf, wheels } from "./panels/shared.js";

/** In the order in which they are loaded, and the wheels that each needs. */
const PACKAGES = new Map([
  ["rfc3986", ["rfc3986"]],
  ["w3lib", ["w3lib"]],
  ["yarl", ["idna", "multidict", "propcache", "yarl"]],
  ["requests", ["idna", "certifi", "charset_normalizer", "urllib3", "requests"]],
  ["httpx", ["idna", "certifi", "typing_extensions", "anyio", "h11", "httpcore", "httpx"]],
]);

/** It dispatches `change` whenever a package was loaded, or could not be. */
export class Packages extends EventTarget {
  #python;
  #loading;
  /** Those that are loaded, or are not on this site. */
  loaded = [];
  /** Why one could not be loaded, by its name. */
  failed = new Map();
  /** That which is being loaded. */
  now;

  constructor(python) {
    super();
    this.#python = python;
  }

  /** Those that nobody has tried to load. */
  get waiting() {
    return [...PACKAGES.keys()].filter((name) => !this.loaded.includes(name) && !this.failed.has(name));
  }

  /** The addresses of the wheels of those that are loaded. Python may have been started again since. */
  needs() {
    return wheels(...this.loaded.flatMap((name) => PACKAGES.get(name)));
  }

  /** How many bytes those that wait have; undefined if this site does not say. */
  size() {
    return sizeOf(...this.waiting.flatMap((name) => PACKAGES.get(name)));
  }

  /** Load what is not loaded yet, one after another; and once more what could not be loaded, if that is asked for. */
  load({ again = false } = {}) {
    if (again) this.failed.clear();
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = undefined;
      this.now = undefined;
      this.#changed();
    });
    return this.#loading;
  }

  async #loadAll() {
    for (let [name] = this.waiting; name !== undefined; [name] = this.waiting) {
      this.now = name;
      this.#changed();
      const told = await this.#python.askWith({ kind: `load ${name}`, needs: await wheels(...PACKAGES.get(name)) }, "parsers.why_missing", name);
      // Python says itself what is not here. An error is that of the network.
      if (told?.error === undefined) this.loaded.push(name);
      else this.failed.set(name, told.error);
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether the browser says that the user's connection is slow, or that the user wants to save data. */
export function isSlow({ saveData = false, effectiveType = "4g" } = globalThis.navigator?.connection ?? {}) {
  return saveData || effectiveType !== "4g";
}
