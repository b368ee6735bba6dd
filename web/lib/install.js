/** Putting the classes in the place of a global object's own, and putting those back. */

import { TypeError, WeakMap, define, deleteProperty, descriptorOf, newList, weakMapGet, weakMapSet } from "./primordials.js";

/**
 * For each global object: the properties where classes are replaced, with what was there before, and whose classes were put
 * there. The last of these are there now.
 */
const installations = new WeakMap();

/**
 * Make `install` and `uninstall`.
 *
 * @param {{URL: Function, URLSearchParams: Function}} classes
 * @param {object} [linking] The module linking.js, where it is needed.
 */
export function makeInstall(classes, linking) {
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
        throw new TypeError("the URL or URLSearchParams of this global object cannot be replaced");
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
 * Note what is there before the first classes.
 *
 * @param {{URL: Function, URLSearchParams: Function}} [native] The classes that were there the first time, in Node's own global.
 */
function start(global, linking, native) {
  const places = newList();
  const add = (object, name, key) => {
    places[places.length] = { object, name, key, before: descriptorOf(object, name) };
  };
  add(global, "URL", "URL");
  add(global, "URLSearchParams", "URLSearchParams");
  // In a window, the class has an alias.
  if (descriptorOf(global, "webkitURL") !== undefined) add(global, "webkitURL", "URL");
  const installation = { places, owners: newList(), native: undefined, linking, sync: () => {} };
  if (global === globalThis) {
    installation.native = native ?? { URL: global.URL, URLSearchParams: global.URLSearchParams };
    // Node's `fetch` keeps the classes that are global when it is loaded, which reading this does.
    void global.Request;
    const node = linking?.nodeUrl();
    if (node !== undefined) {
      add(node.url, "URL", "URL");
      add(node.url, "URLSearchParams", "URLSearchParams");
      installation.sync = node.sync;
    }
  }
  weakMapSet(installations, global, installation);
  return installation;
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

/**
 * Show the last owner's classes, or what was there before. Returns whether that succeeded for all.
 *
 * @param {boolean} always Whether they also replace what the page has put there since.
 */
function show(installation, owners, always) {
  const { places, native, linking, sync } = installation;
  const shown = top(installation.owners);
  const classes = top(owners);
  installation.owners = owners;
  let succeeded = true;
  for (let i = 0; i < places.length; i += 1) {
    const { key } = places[i];
    succeeded = showOne(places[i], classes?.[key], always ? undefined : shown?.[key]) && succeeded;
  }
  if (native !== undefined) {
    if (shown !== undefined) linking?.unlink(shown);
    if (classes !== undefined) linking?.link(classes, native);
    sync();
  }
  return succeeded;
}

function showOne({ object, name, before }, value, shown) {
  const present = descriptorOf(object, name);
  // If the page has put something else in the place of what was shown, it stays.
  if (shown !== undefined && present?.value !== shown) return true;
  if (value !== undefined) {
    return define(object, name, { value, configurable: true, enumerable: before?.enumerable === true, writable: true });
  }
  if (before !== undefined) return define(object, name, before);
  return deleteProperty(object, name);
}
