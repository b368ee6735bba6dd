/**
 * Keeping MicroPython's globals from the page, and the page's from MicroPython.
 *
 * The loader of npm's package keeps what belongs to an interpreter in properties of the global object, and reads them there in each
 * call. So a second interpreter would take them from the first, and a `Module` of the page would be gone. Here they are there only
 * while something is inside.
 */

const REGISTRY = "pyProxyFinalizationRegistry";
const NAMES = ["Module", "proxy_js_ref", "proxy_js_ref_next", "proxy_js_ref_map", "proxy_js_map", "proxy_js_existing", REGISTRY];

/** What the properties are now, in the order of their names; undefined for those that are not there. */
function take() {
  return NAMES.map((name) => (Object.hasOwn(globalThis, name) ? { value: globalThis[name] } : undefined));
}

function put(values) {
  for (let i = 0; i < NAMES.length; i += 1) {
    if (values[i] === undefined) delete globalThis[NAMES[i]];
    else globalThis[NAMES[i]] = values[i].value;
  }
}

/** Import the loader, which makes a global of itself. */
export async function importLoader(importing) {
  const before = Object.getOwnPropertyDescriptor(globalThis, "loadMicroPython");
  const module = await importing();
  if (before !== undefined) globalThis.loadMicroPython = before.value;
  else if (globalThis.loadMicroPython === module.loadMicroPython) delete globalThis.loadMicroPython;
  return module;
}

/**
 * Start an interpreter of its own.
 *
 * @param {(options: object) => Promise<object>} loadMicroPython The loader's.
 * @param {object} options For it.
 * @returns {Promise<{micropython: object, inside: <T>(action: () => T) => T}>} `inside` calls a function that may call the interpreter.
 * @throws {Error} If the page has declared a `Module` that nothing can stand in for.
 */
export async function startApart(loadMicroPython, options) {
  // A `let` or `const` of a script: the loader's functions would find it in the place of their own.
  // eslint-disable-next-line no-undef -- it is the page's
  if (typeof Module !== "undefined" && Module !== globalThis.Module) {
    throw new Error("this page declares Module with let or const, and MicroPython needs that name; write var Module, or globalThis.Module = …");
  }
  const stdin = () => null;
  const before = take();
  // A FinalizationRegistry would call back while the page's own globals are there, even for what is collected before the start has ended.
  // So nothing is collected of the few objects that are not strings.
  const kept = [];
  const registry = { value: { register: (object) => kept.push(object) }, configurable: true, enumerable: true, writable: true };
  const replacing = { configurable: true, set: () => Reflect.defineProperty(globalThis, REGISTRY, registry) };
  let theirs;
  let started;
  let value = globalThis.Module;
  // The page may change what it has while the interpreter loads. A property that cannot be redefined is a `var` of its own.
  const wasThere = Object.hasOwn(globalThis, "Module");
  let hasChanged = false;
  const watching = {
    configurable: true,
    enumerable: true,
    get: () => value,
    set(given) {
      if (given?.stdin === stdin) {
        unwatch();
        theirs = take();
        globalThis.Module = started = given;
        // The loader's next step is to set it.
        Reflect.defineProperty(globalThis, REGISTRY, replacing);
      } else {
        hasChanged = true;
        value = given;
      }
    },
  };
  function unwatch() {
    if (Object.getOwnPropertyDescriptor(globalThis, REGISTRY)?.set === replacing.set) delete globalThis[REGISTRY];
    if (Object.getOwnPropertyDescriptor(globalThis, "Module")?.get !== watching.get) return;
    delete globalThis.Module;
    if (wasThere || hasChanged) globalThis.Module = value;
  }
  const isWatched = Reflect.defineProperty(globalThis, "Module", watching);
  let micropython;
  try {
    micropython = await loadMicroPython({ ...options, stdin });
    if (globalThis.Module !== micropython._module) throw new Error("another MicroPython was started in the same moment; call load again");
  } catch (error) {
    // What another interpreter has put there since stays.
    if (theirs !== undefined && globalThis[REGISTRY] === registry.value) {
      const now = globalThis.Module;
      put(theirs);
      if (now !== started) globalThis.Module = now;
    }
    throw error;
  } finally {
    if (isWatched) unwatch();
  }
  let ours = take();
  put(theirs ?? before);
  kept.push(...[...ours[NAMES.indexOf("proxy_js_map")].value.values()].map((reference) => reference.deref()));
  ours[NAMES.indexOf(REGISTRY)] = registry;
  let depth = 0;
  return {
    micropython,
    inside(action) {
      if (depth > 0) return action();
      const outside = take();
      put(ours);
      depth += 1;
      try {
        return action();
      } finally {
        depth -= 1;
        ours = take();
        put(outside);
      }
    },
  };
}
