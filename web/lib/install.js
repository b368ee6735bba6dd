/** Putting the classes where a page's scripts look for them, and taking them away again. */

import { defineProperty, getOwnPropertyDescriptor } from "./primordials.js";

/**
 * Make `install` and `uninstall`.
 *
 * @param {{URL: Function, URLSearchParams: Function}} classes
 */
export function makeInstall({ URL, URLSearchParams }) {
  /** What was there before, by global object. */
  const before = new Map();
  return {
    install(global = globalThis) {
      if (before.has(global)) return;
      // In a window the class has an alias.
      const names = getOwnPropertyDescriptor(global, "webkitURL") === undefined ? [] : ["webkitURL"];
      const saved = new Map();
      for (const name of ["URL", "URLSearchParams", ...names]) {
        saved.set(name, getOwnPropertyDescriptor(global, name));
        const value = name === "URLSearchParams" ? URLSearchParams : URL;
        defineProperty(global, name, { value, configurable: true, enumerable: false, writable: true });
      }
      before.set(global, saved);
    },

    uninstall(global = globalThis) {
      for (const [name, descriptor] of before.get(global) ?? []) {
        if (descriptor === undefined) delete global[name];
        else defineProperty(global, name, descriptor);
      }
      before.delete(global);
    },
  };
}
