/** Putting the classes in the place of a global object's own, and putting those back. */

import {
  TypeError, WeakMap, define, deleteProperty, descriptorOf, newList, setPrototypeOf, weakMapGet, weakMapSet,
} from "./primordials.js";

/** For each global object: what was there before, and whose classes were put there. The last of these are there now. */
const installations = new WeakMap();

/**
 * Make `install` and `uninstall`.
 *
 * @param {{URL: Function, URLSearchParams: Function}} classes
 */
export function makeInstall(classes) {
  return {
    install(global = globalThis) {
      let installation = weakMapGet(installations, global);
      if (installation === undefined) {
        const before = { URL: descriptorOf(global, "URL"), URLSearchParams: descriptorOf(global, "URLSearchParams") };
        // In a window, the class has an alias.
        before.webkitURL = descriptorOf(global, "webkitURL");
        setPrototypeOf(before, null);
        installation = { before, owners: newList() };
        weakMapSet(installations, global, installation);
      }
      const owners = without(installation.owners, classes);
      owners[owners.length] = classes;
      const shown = top(installation.owners);
      installation.owners = owners;
      if (!show(global, installation, shown)) {
        installation.owners = without(owners, classes);
        show(global, installation, classes);
        throw new TypeError("the URL or URLSearchParams of this global object cannot be replaced");
      }
    },

    uninstall(global = globalThis) {
      const installation = weakMapGet(installations, global);
      if (installation === undefined) return;
      const shown = top(installation.owners);
      installation.owners = without(installation.owners, classes);
      show(global, installation, shown);
    },
  };
}

function top(owners) {
  return owners.length === 0 ? undefined : owners[owners.length - 1];
}

function without(owners, classes) {
  const others = newList();
  for (let i = 0; i < owners.length; i += 1) {
    if (owners[i] !== classes) others[others.length] = owners[i];
  }
  return others;
}

/** Show the last owner's classes, or what was there before. Returns whether that succeeded for all. */
function show(global, { before, owners }, shown) {
  const classes = top(owners);
  const url = showOne(global, "URL", before.URL, classes?.URL, shown?.URL);
  const params = showOne(global, "URLSearchParams", before.URLSearchParams, classes?.URLSearchParams, shown?.URLSearchParams);
  const alias = before.webkitURL === undefined || showOne(global, "webkitURL", before.webkitURL, classes?.URL, shown?.URL);
  return url && params && alias;
}

function showOne(global, name, before, value, shown) {
  const present = descriptorOf(global, name);
  // If the page has put something else there since, it stays.
  if (shown !== undefined && present?.value !== shown) return true;
  if (value !== undefined) return define(global, name, { value, configurable: true, enumerable: false, writable: true });
  if (before !== undefined) return define(global, name, before);
  return deleteProperty(global, name);
}
