/**
 * URL, URLSearchParams and URLPattern in a program that changes or freezes built-ins after the classes were loaded.
 *
 *     node hostile.mjs PYODIDE_FOLDER DIST HOW
 *
 * HOW is "replaced" (each built-in in turn throws), "deleted" (each in turn is missing), "added" (objects and arrays
 * inherit unexpected properties) or "frozen". Prints as JSON how many changes were tried, and those after which the classes
 * behaved differently, with the result.
 */

import { load } from "../../web/py_url.js";

const [indexURL, dist, how] = process.argv.slice(2);
const { URL, URLSearchParams, URLPattern, parseAll, install, uninstall } = await load({
  indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/`, urlPattern: true,
});

/** Uses as few built-ins as possible: a built-in that it called itself would make it fail. */
function use() {
  const url = new URL("../ü?a=1&b=\u{1f600}#f", "http://u:p@EXAMPLE.com:8080/x/y");
  let text = url.href + url.origin + url.protocol + url.username + url.password + url.host + url.hostname + url.port;
  text += url.pathname + url.search + url.hash + `${url}`;
  url.searchParams.append("c", "\u{10000}");
  url.searchParams.delete("a");
  url.hostname = "faß.example";
  url.search = "?z=1&y=2&y=3";
  const params = url.searchParams;
  params.sort();
  params.set("y", "4");
  text += `${url.toJSON()}${params}` + params.get("y") + params.has("z") + params.getAll("y")[0] + params.size;
  const iterator = params.entries();
  for (let step = iterator.next(); !step.done; step = iterator.next()) text += step.value[0] + step.value[1];
  params.forEach((value, name) => {
    text += name + value;
  });
  const pair = ["http://k", "v"];
  const two = () => { let i = 0; return { next: () => (i < 2 ? { done: false, value: pair[i++] } : { done: true }) }; };
  text += `${new URLSearchParams({ a: "1", b: "ü" })}${new URLSearchParams("q=%C3%BC")}`;
  text += `${new URLSearchParams({ [ITERATOR]: () => { let done = false; return { next: () => done ? { done } : (done = true, { done: false, value: { [ITERATOR]: two } }) }; } })}`;
  install(globalObject);
  uninstall(globalObject);
  const { hrefs, errors } = parseAll({ [ITERATOR]: two });
  text += hrefs.length + hrefs[0] + hrefs[1] + errors[0];
  // These cross in the buffer, and the first as no more than true.
  const canonical = new URL("http://h/");
  canonical.href = "http://h/?";
  text += `${canonical.href}${new URL("http://k:8080")}` + URL.parse("http://h/a").href + URL.canParse("http://h/");
  const relative = (reference) => new URL(reference, "HTTP://h/a/b?c").href;
  text += relative("../\u00fc ?a b") + relative("?<") + relative("#") + relative("//K/\u{1f600}") + relative("./");
  text += `${new URLSearchParams("")}${new URLSearchParams("?")}`;
  text += URL.canParse("//x") + (URL.parse("x") === null) + URL.parse("y", "foo://h/").href;
  try {
    new URL("http://h:x/");
  } catch (error) {
    text += error.message;
  }
  return text + usePattern();
}

function usePattern() {
  const pattern = new URLPattern("/:a/(x|y)?*", "http://h", { ignoreCase: true });
  const other = new URLPattern({ protocol: "(\\p{L}+)", pathname: "/:b", baseURL: "http://h" });
  const { inputs, pathname, search } = pattern.exec("HTTP://h/1/Xz?\u00fc", "http://k");
  let text = inputs[0] + inputs[1] + pathname.input + pathname.groups.a + pathname.groups[0] + pathname.groups[1] + search.input;
  text += pattern.test("http://h/1") + pattern.test({ pathname: "/1/", hostname: "H", protocol: "http" }) + (pattern.exec("x") === null);
  const canonical = other.exec({ protocol: "http", hostname: "h", pathname: "/2" });
  text += canonical.inputs[0].pathname + canonical.pathname.groups.b + canonical.hash.groups[0];
  text += pattern.protocol + pattern.hostname + pattern.port + pattern.pathname + pattern.search + pattern.hash + pattern.hasRegExpGroups;
  text += other.generate("pathname", { b: "\u00fc" }) + URLPattern.compareComponent("pathname", pattern, other);
  const wrong = (input) => {
    try {
      new URLPattern(input);
    } catch (error) {
      text += error.message + error.code;
    }
  };
  wrong("/x");
  wrong({ pathname: "(" });
  wrong({ search: "([b-a])" });
  return text;
}

const ITERATOR = Symbol.iterator;
const globalObject = { URL: 1 };
const expected = use();
const wrong = {};
let tried = 0;

const roots = {
  globalThis, "Object": Object, "Reflect": Reflect, "Array": Array, "String": String, "Symbol": Symbol, "Number": Number, "Map": Map,
  "Object.prototype": Object.prototype, "Function.prototype": Function.prototype, "Array.prototype": Array.prototype,
  "String.prototype": String.prototype, "Number.prototype": Number.prototype, "Symbol.prototype": Symbol.prototype,
  "RegExp.prototype": RegExp.prototype, "Map.prototype": Map.prototype, "WeakMap.prototype": WeakMap.prototype,
  "Set.prototype": Set.prototype, "Promise.prototype": Promise.prototype, "Error.prototype": Error.prototype,
  "TypeError.prototype": TypeError.prototype, "%IteratorPrototype%": Object.getPrototypeOf(Object.getPrototypeOf([].values())),
  "%ArrayIteratorPrototype%": Object.getPrototypeOf([].values()), "%TypedArray%.prototype": Object.getPrototypeOf(Uint8Array.prototype),
  "TextDecoder.prototype": TextDecoder.prototype, "WebAssembly": WebAssembly, "WebAssembly.Table.prototype": WebAssembly.Table.prototype,
  "%GeneratorPrototype%": Object.getPrototypeOf(function* generator() {}.prototype), "Uint8Array.prototype": Uint8Array.prototype,
};

const { defineProperty, ownKeys, getOwnPropertyDescriptor } = Reflect;
const { freeze } = Object;
const text = String;
if (how === "frozen") {
  for (const root of Object.values(roots)) {
    if (root === globalThis) continue;
    tried += 1;
    freeze(root);
  }
  for (const root of [Function, RegExp, Promise, Error, TypeError, Set, WeakMap]) freeze(root);
  const got = use();
  if (got !== expected) wrong.frozen = got;
} else if (how === "added") {
  const page = () => {
    throw new Error("a page's own accessor was called");
  };
  const additions = ["0", "1", "2", "3", "4", "11", "12", "enumerable", "prototype", "owners", "URL", "URLPattern", "-1", "type"].map((key) => [key, { get: page, set: page }]);
  additions.push(...["0", "1", "3"].map((key) => [key, { value: 0, writable: false }]));
  // A property descriptor that inherits these is invalid.
  additions.push(["get", { value: 1, writable: true }], ["set", { value: () => 1, writable: true }], ["value", { value: 1, writable: true }]);
  for (const [key, descriptor] of additions) {
    for (const root of [Object.prototype, Array.prototype]) {
      tried += 1;
      defineProperty(root, key, { __proto__: null, ...descriptor, configurable: true });
      let got;
      try {
        got = use();
      } catch (error) {
        got = error;
      }
      delete root[key];
      if (got !== expected) wrong[`${root === Object.prototype ? "Object" : "Array"}.prototype.${key}`] = text(got);
    }
  }
} else {
  for (const name of Object.keys(roots)) {
    const root = roots[name];
    for (const key of ownKeys(root)) {
      const descriptor = getOwnPropertyDescriptor(root, key);
      if (!descriptor.configurable || key === "constructor" || (root === globalThis && typeof descriptor.value !== "function")) continue;
      tried += 1;
      let got;
      const broken = function broken() {
        throw new Error("a page's own built-in was called");
      };
      if (how === "deleted") delete root[key];
      else defineProperty(root, key, { value: broken, configurable: true, writable: true, enumerable: descriptor.enumerable });
      try {
        got = use();
      } catch (error) {
        got = error;
      }
      defineProperty(root, key, descriptor);
      if (got !== expected) wrong[`${name}.${text(key)}`] = text(got);
    }
  }
}
console.log(JSON.stringify({ wrong, tried }));
