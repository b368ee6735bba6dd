/** Putting the classes in the place of a global object's own, and putting those back. */

import { link, nodeUrl, unlink } from "./linking.js";
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
 */
export function makeInstall(classes) {
  return {
    install(global = globalThis) {
      const installation = weakMapGet(installations, global) ?? start(global);
      const others = without(installation.owners, classes);
      const owners = without(others, undefined);
      owners[owners.length] = classes;
      if (!show(installation, owners)) {
        show(installation, others);
        throw new TypeError("the URL or URLSearchParams of this global object cannot be replaced");
      }
    },

    uninstall(global = globalThis) {
      const installation = weakMapGet(installations, global);
      if (installation !== undefined) show(installation, without(installation.owners, classes));
    },
  };
}

/** Note what is there before the first classes. */
function start(global) {
  const places = newList();
  const add = (object, name, key) => {
    places[places.length] = { object, name, key, before: descriptorOf(object, name) };
  };
  add(global, "URL", "URL");
  add(global, "URLSearchParams", "URLSearchParams");
  // In a window, the class has an alias.
  if (descriptorOf(global, "webkitURL") !== undefined) add(global, "webkitURL", "URL");
  const installation = { places, owners: newList(), native: undefined, sync: () => {} };
  if (global === globalThis) {
    installation.native = { URL: global.URL, URLSearchParams: global.URLSearchParams };
    // Node's `fetch` keeps the classes that are global when it is loaded, which reading this does.
    void global.Request;
    const node = nodeUrl();
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

/** Show the last owner's classes, or what was there before. Returns whether that succeeded for all. */
function show(installation, owners) {
  const { places, native, sync } = installation;
  const shown = top(installation.owners);
  const classes = top(owners);
  installation.owners = owners;
  let succeeded = true;
  for (let i = 0; i < places.length; i += 1) {
    const { key } = places[i];
    succeeded = showOne(places[i], classes?.[key], shown?.[key]) && succeeded;
  }
  if (native !== undefined) {
    if (shown !== undefined) unlink(shown);
    if (classes !== undefined) link(classes, native);
    sync();
  }
  return succeeded;
}

function showOne({ object, name, before }, value, shown) {
  const present = descriptorOf(object, name);
  // If the page has put something else there since, it stays.
  if (shown !== undefined && present?.value !== shown) return true;
  if (value !== undefined) {
    return define(object, name, { value, configurable: true, enumerable: before?.enumerable === true, writable: true });
  }
  if (before !== undefined) return define(object, name, before);
  return deleteProperty(object, name);
}
