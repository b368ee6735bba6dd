/** Putting the classes in the place of a global object's own, and putting those back. */

import { TypeError, WeakMap, define, deleteProperty, descriptorOf, newList, weakMapGet, weakMapSet } from "./primordials.js";

/**
 * For each global object: the properties where classes are replaced, with what was there before, and whose classes were put
 * there. The last of these are there now, or the last that have a URLPattern.
 */
const installations = new WeakMap();

/**
 * Make `install` and `uninstall`.
 *
 * @param {{URL: Function, URLSearchParams: Function, URLPattern?: Function}} classes
 * @param {object} [linking] The module linking.js, where it is needed.
 */
export function makeInstall({ URL, URLSearchParams, URLPattern }, linking) {
  const classes = { URL, URLSearchParams, URLPattern };
  return {
    install(global = globalThis) {
      expectObject(global, "install");
      const known = weakMapGet(installations, global);
      const installation = known === undefined || known.owners.length === 0 ? start(global, linking, known?.native) : known;
      const others = without(installation.owners, classes);
      const owners = without(others, undefined);
      owners[owners.length] = classes;
      if (!show(installation, owners, true)) {
        show(installation, others, false);
        throw new TypeError("the URL classes of this global object cannot be replaced");
      }
    },

    uninstall(global = globalThis) {
      expectObject(global, "uninstall");
      const installation = weakMapGet(installations, global);
      if (installation !== undefined) show(installation, without(installation.owners, classes), false);
    },
  };
}

function expectObject(global, name) {
  if (typeof global !== "object" || global === null) {
    throw new TypeError(`${name}() takes a global object, such as the window of a frame`);
  }
}

/**
 * Find the properties to replace.
 *
 * @param {{URL: Function, URLSearchParams: Function}} [native] The classes that were there the first time, in Node's own global.
 */
function start(global, linking, native) {
  const places = newList();
  const add = (object, name, key) => {
    places[places.length] = { object, name, key, before: undefined };
  };
  add(global, "URL", "URL");
  add(global, "URLSearchParams", "URLSearchParams");
  add(global, "URLPattern", "URLPattern");
  // In a window, the class has an alias.
  if (descriptorOf(global, "webkitURL") !== undefined) add(global, "webkitURL", "URL");
  const installation = { places, owners: newList(), native: undefined, linking, sync: undefined };
  if (global === globalThis) {
    installation.native = native ?? { URL: global.URL, URLSearchParams: global.URLSearchParams };
    // Node's `fetch` keeps the classes that are global when it is loaded, which reading this does.
    void global.Request;
    const node = linking?.nodeUrl();
    if (node !== undefined) {
      add(node.url, "URL", "URL");
      add(node.url, "URLSearchParams", "URLSearchParams");
      if (descriptorOf(node.url, "URLPattern") !== undefined) add(node.url, "URLPattern", "URLPattern");
      installation.sync = node.sync;
    }
  }
  weakMapSet(installations, global, installation);
  return installation;
}

/** The last classes, of those that have one for the key. */
function top(owners, key = "URL") {
  for (let i = owners.length - 1; i >= 0; i -= 1) if (owners[i][key] !== undefined) return owners[i];
  return undefined;
}

function without(owners, classes) {
  const others = newList();
  for (let i = 0; i < owners.length; i += 1) {
    if (owners[i] !== classes) others[others.length] = owners[i];
  }
  return others;
}

/**
 * Show the last owner's classes, or what was there before. Returns whether that succeeded for all.
 *
 * @param {boolean} always Whether they also replace what the page has put there since.
 */
function show(installation, owners, always) {
  const { places, native, linking, sync, owners: before } = installation;
  const shown = top(before);
  const classes = top(owners);
  installation.owners = owners;
  let succeeded = true;
  for (let i = 0; i < places.length; i += 1) {
    const { key } = places[i];
    succeeded = showOne(places[i], top(owners, key)?.[key], top(before, key)?.[key], always) && succeeded;
  }
  if (native !== undefined) {
    if (shown !== undefined) linking?.unlink(shown);
    if (classes !== undefined) linking?.link(classes, native);
    sync?.();
  }
  return succeeded;
}

function showOne(place, value, shown, always) {
  const { object, name } = place;
  const present = descriptorOf(object, name);
  if (shown === undefined) {
    if (value === undefined) return true;
    place.before = present;
  } else if (!always && present?.value !== shown) {
    // The page has put something else in the place of what was shown. It stays.
    return true;
  }
  const { before } = place;
  if (value !== undefined) {
    return define(object, name, { value, configurable: true, enumerable: before?.enumerable === true, writable: true });
  }
  if (before !== undefined) return define(object, name, before);
  return deleteProperty(object, name);
}
