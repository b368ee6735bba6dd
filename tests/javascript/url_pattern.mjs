/**
 * URLPattern in Node: what Web IDL requires of it, and what the Web Platform Tests do not reach.
 *
 *     node url_pattern.mjs PYODIDE_FOLDER DIST
 */

import assert from "node:assert/strict";
import nodeUrl from "node:url";
import { inspect } from "node:util";

import { load } from "../../web/py_url.js";
import { run } from "./checks.mjs";

const [indexURL, dist] = process.argv.slice(2);
const options = { indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` };
const without = await load(options);
const classes = await load({ ...options, urlPattern: true });
const { URL, URLPattern } = classes;
const pyodide = await classes.python();
const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
const MEMBERS = [...COMPONENTS, "baseURL"];
const componentsOf = (pattern) => Object.fromEntries(COMPONENTS.map((name) => [name, pattern[name]]).filter(([, value]) => value !== "*"));
const typeError = (message) => ({ name: "TypeError", message });

/** The order in which a conversion reads the members of an object. */
function orderOf(convert, names) {
  const seen = [];
  const descriptors = Object.fromEntries(names.map((name) => [name, { get: () => { seen.push(name); } }]));
  convert(Object.defineProperties({}, descriptors));
  return seen;
}

/** Call while Python counts how often JavaScript called it. */
function crossings(action) {
  const sys = pyodide.pyimport("sys");
  try {
    pyodide.runPython(`
import sys
import py_url.programs.bridge, py_url.programs.pattern_bridge
_crossings = []
def _profile(frame, event, argument):
    # Calls from JavaScript have no frame of Python below them.
    if event == "call" and frame.f_code.co_filename.endswith(("bridge.py", "url.py")) and frame.f_back is None:
        _crossings.append(frame.f_code.co_name)
`);
    const profile = pyodide.globals.get("_profile");
    sys.setprofile(profile);
    try {
      action();
    } finally {
      sys.setprofile(undefined);
      profile.destroy();
    }
    return pyodide.runPython("','.join(_crossings)");
  } finally {
    sys.destroy();
  }
}

await run({
  "without the option there is no class"() {
    assert.equal("URLPattern" in without, false);
    assert.deepEqual([without.URL, without.URLSearchParams], [classes.URL, classes.URLSearchParams]);
  },

  async "calls with the option share one class"() {
    assert.equal(await load({ ...options, urlPattern: true }), classes);
    assert.equal(await load({ pyodide, urlPattern: true }), classes);
    assert.equal(await load({ pyodide, urlPattern: false }), without);
    const both = await Promise.all([load({ pyodide, urlPattern: true }), load({ pyodide, urlPattern: true })]);
    assert.deepEqual([both[0], both[1]], [classes, classes]);
  },

  async "Pyodide starts with it in both ways"() {
    assert.equal(classes.fromSnapshot, true);
    const plain = await load({ ...options, snapshot: false, urlPattern: true });
    assert.equal(plain.fromSnapshot, false);
    assert.equal(new plain.URLPattern({ pathname: "/:a" }).exec({ pathname: "/b" }).pathname.groups.a, "b");
  },

  async "the option is a boolean"() {
    for (const urlPattern of [null, 1, "true", {}]) {
      await assert.rejects(load({ ...options, urlPattern }), typeError("the option urlPattern is true or false"));
    }
    const signal = AbortSignal.abort("enough");
    await assert.rejects(load({ ...options, urlPattern: true, signal }), (reason) => reason === "enough");
  },

  async "a py_url without patterns is an error in one line"() {
    const { addURLPattern } = await import("../../web/lib/url_pattern.js");
    const pyimport = () => { throw new Error("Traceback (most recent call last):\n  File\nModuleNotFoundError: No module named 'py_url.pattern'\n"); };
    await assert.rejects(
      addURLPattern({}, { pyodide: { pyimport } }), { message: "py_url.pattern could not be imported: ModuleNotFoundError: No module named 'py_url.pattern'" },
    );
  },

  "the constructor takes a string, a base URL and options in the ways of Web IDL"() {
    const all = { hostname: "h", port: "", protocol: "https" };
    assert.deepEqual(componentsOf(new URLPattern()), {});
    assert.deepEqual(componentsOf(new URLPattern(undefined, undefined)), {});
    assert.deepEqual(componentsOf(new URLPattern(null, null)), {});
    assert.deepEqual(componentsOf(new URLPattern({}, {})), {});
    assert.deepEqual(componentsOf(new URLPattern("https://h", undefined)), all);
    assert.deepEqual(componentsOf(new URLPattern("https://h", { ignoreCase: 1 })), all);
    assert.deepEqual(componentsOf(new URLPattern({ toString: () => "https://h", pathname: "/a" })), { pathname: "/a" });
    assert.deepEqual(componentsOf(new URLPattern("/A", "https://h")), { ...all, pathname: "/A" });
    assert.deepEqual(componentsOf(new URLPattern("/A", "https://h", { ignoreCase: true })), { ...all, pathname: "/A" });
    assert.deepEqual(componentsOf(new URLPattern("https://h", new String("https://k"))), all, "an object is the options");
    assert.deepEqual(componentsOf(new URLPattern(new URL("https://h:81/a?b#c"))), {
      protocol: "https", username: "", password: "", hostname: "h", port: "81", pathname: "/a", search: "b", hash: "c",
    });
    assert.equal(new URLPattern("/A", "https://h", { ignoreCase: true }).test("https://h/a"), true);
    assert.equal(new URLPattern("/A", "https://h", {}).test("https://h/a"), false);
    assert.equal(new URLPattern({ pathname: "/A" }, { ignoreCase: "yes" }).test({ pathname: "/a" }), true);
    assert.equal(new URLPattern({ hash: "\u00c4" }, { ignoreCase: true }).test({ hash: "\u00c4" }), true);
  },

  "wrong arguments of the constructor are type errors"() {
    const wrong = [
      () => URLPattern({}), () => new URLPattern(Symbol("a")), () => new URLPattern("https://h", Symbol("a")), () => new URLPattern("https://h", true),
      () => new URLPattern("https://h", 1, {}), () => new URLPattern("https://h", "https://k", 1), () => new URLPattern({}, "https://h"),
      () => new URLPattern("/a", undefined, {}), () => new URLPattern("/a", null, {}), () => new URLPattern({ pathname: Symbol("a") }),
      () => new URLPattern("/a"), () => new URLPattern("/a", "b"), () => new URLPattern({ pathname: "(" }), () => new URLPattern({ baseURL: "x" }),
    ];
    for (const each of wrong) assert.throws(each, TypeError, `${each}`);
    const own = new RangeError("mine");
    assert.throws(() => new URLPattern({ get pathname() { throw own; } }), own);
    assert.throws(() => new URLPattern({}, { get ignoreCase() { throw own; } }), own);
  },

  "errors say which part is wrong, and show no password"() {
    const message = (...given) => {
      try {
        return new URLPattern(...given);
      } catch (error) {
        assert.deepEqual([error.constructor, error.code, Object.keys(error)], [TypeError, "ERR_INVALID_URL_PATTERN", []]);
        return error.message;
      }
    };
    const start = "Failed to construct 'URLPattern': ";
    assert.match(message({ pathname: "/a(" }), /^Failed to construct 'URLPattern': invalid pattern of a pathname '\/a\(', at 2: this group is not closed/);
    assert.match(message({ pathname: "/:" }), /^Failed to construct 'URLPattern': invalid pattern of a pathname '\/:', at 1: no name/);
    assert.match(message("/a"), /^Failed to construct 'URLPattern': invalid pattern '\/a': a pattern without a protocol is relative/);
    assert.match(message("/a", "//h"), /^Failed to construct 'URLPattern': invalid URL '\/\/h': /);
    assert.match(message({ pathname: "/([b-a])" }), /^Failed to construct 'URLPattern': a custom group of the pathname is not a regular expression: Invalid/);
    assert.equal(message({ password: "secret([b-a])" }), `${start}a custom group of the password is not a regular expression`);
    assert.match(message({ username: "secret(" }), /^Failed to construct 'URLPattern': invalid pattern of a username: this group/);
    assert.equal(message({ username: "secret(" }).includes("secret"), false);
    assert.match(message({ protocol: "([b-a])" }), /a custom group of the protocol is not a regular expression/);
    assert.match(message("([b-a])://h"), /a custom group of the protocol is not a regular expression/);
  },

  "custom groups may have what Python's regular expressions lack"() {
    const pattern = new URLPattern({ pathname: "/:a([\\p{Letter}--x])" });
    assert.deepEqual([pattern.test({ pathname: "/y" }), pattern.test({ pathname: "/x" }), pattern.test({ pathname: "/1" })], [true, false, false]);
    // Whether it matches a special scheme decides how the pathname is read.
    const special = new URLPattern({ protocol: "(\\p{L}+)", pathname: "/:a/:b" });
    assert.deepEqual([special.test("https://h/1/2"), special.test("https://h/1/2/3")], [true, false]);
    const other = new URLPattern({ protocol: "(\\p{Script=Greek}?x)", pathname: ":a" });
    assert.deepEqual([other.exec("x:1/2")?.pathname.groups.a, other.hasRegExpGroups], ["1/2", true]);
    const string = new URLPattern("(\\p{L}+)://h/a?b");
    assert.deepEqual([string.test("http://h/a?b"), string.test("http://h/a?c")], [true, false]);
    assert.equal(URLPattern.compareComponent("pathname", special, other), 1);
    assert.equal(special.generate("pathname", { a: "1", b: "2" }), "/1/2");
  },

  "strings in custom groups, and groups of groups, do not shift the names"() {
    const pattern = new URLPattern({ pathname: "/:a((?:x|(?<own>y)))?/:b" });
    assert.deepEqual(Object.keys(pattern.exec({ pathname: "/y/z" }).pathname.groups), ["a", "b"]);
    const strings = new URLPattern({ pathname: "/:a([\\q{abc|d}])" });
    assert.equal(strings.exec({ pathname: "/abc" }).pathname.groups.a, "abc");
  },

  "a class that is negated and empty matches everything in each engine"() {
    assert.equal(new URLPattern({ search: ":a" }).exec({ search: "b" }).search.groups.a, "b");
    assert.equal(new URLPattern({ search: ":a([^])\\(" }).exec({ search: "b(" }).search.groups.a, "b");
    assert.equal(new URLPattern({ search: "(\\\\[^])" }).test({ search: "\\b" }), true);
  },

  "exec gives what Web IDL says"() {
    const pattern = new URLPattern("/:a{/:b}?", "https://h:81");
    assert.equal(pattern.exec("x", "https://k/"), null);
    const found = pattern.exec("/1?q", "https://h:81/y");
    assert.deepEqual(Object.keys(found), ["hash", "hostname", "inputs", "password", "pathname", "port", "protocol", "search", "username"]);
    assert.deepEqual(Object.keys(found.pathname), ["groups", "input"]);
    assert.deepEqual(found.inputs, ["/1?q", "https://h:81/y"]);
    assert.deepEqual(found.pathname, { groups: { a: "1", b: undefined }, input: "/1" });
    assert.deepEqual([found.search, found.port], [{ groups: { 0: "q" }, input: "q" }, { groups: {}, input: "81" }]);
    for (const object of [found, found.inputs, found.pathname, found.pathname.groups]) {
      assert.equal(Object.getPrototypeOf(object), Array.isArray(object) ? Array.prototype : Object.prototype);
      for (const key of Object.keys(object)) {
        const { configurable, enumerable, writable } = Object.getOwnPropertyDescriptor(object, key);
        assert.deepEqual([configurable, enumerable, writable], [true, true, true], key);
      }
    }
    found.pathname.groups.a = "changed";
    assert.equal(pattern.exec("https://h:81/1").pathname.groups.a, "1");
    const init = { search: "b", pathname: "/a", other: "c", hash: undefined };
    const [input] = new URLPattern().exec(init).inputs;
    assert.deepEqual([input, Object.keys(input)], [{ pathname: "/a", search: "b" }, ["pathname", "search"]]);
    const named = new URLPattern({ pathname: "/:__proto__", hash: ":constructor" }).exec({ pathname: "/a", hash: "b" });
    assert.deepEqual(Object.getOwnPropertyDescriptor(named.pathname.groups, "__proto__").value, "a");
    assert.deepEqual(named.hash.groups, { constructor: "b" });
    const wild = new URLPattern({ hash: ":all(.*)" }).exec({ hash: "#b" });
    assert.deepEqual(wild.hash, { groups: { all: "b" }, input: "b" });
  },

  "test and exec convert their arguments"() {
    const pattern = new URLPattern({ pathname: "/a" });
    assert.deepEqual([pattern.test(), pattern.exec(), pattern.test(null), pattern.test(undefined, undefined)], [false, null, false, false]);
    assert.deepEqual([pattern.test("x"), pattern.exec("x"), pattern.test("x", "y"), pattern.test("/a", "https://h")], [false, null, false, true]);
    assert.deepEqual([pattern.test(new URL("https://h/a")), new URLPattern().test({}), new URLPattern().test(1)], [true, true, false]);
    assert.equal(pattern.exec(new URL("https://h/a")).inputs[0].hostname, "h");
    assert.deepEqual(new URLPattern().exec("https://h/\ud800").inputs, ["https://h/\ufffd"]);
    for (const name of ["test", "exec"]) {
      assert.throws(() => pattern[name]({}, "https://h"), typeError(`Failed to execute '${name}' on 'URLPattern': a base URL is given with a string; in an object, it is baseURL.`));
      assert.throws(() => pattern[name](Symbol("a")), TypeError);
      assert.throws(() => pattern[name]("https://h", Symbol("a")), TypeError);
      assert.deepEqual(orderOf((object) => pattern[name](object), MEMBERS), [...MEMBERS].sort());
    }
    assert.deepEqual(orderOf((object) => new URLPattern(object), MEMBERS), [...MEMBERS].sort());
    assert.deepEqual(orderOf((object) => new URLPattern({}, object), ["ignoreCase"]), ["ignoreCase"]);
  },

  "members are those of Web IDL"() {
    const descriptor = (name) => Object.getOwnPropertyDescriptor(URLPattern.prototype, name);
    assert.deepEqual(Reflect.ownKeys(URLPattern.prototype).filter((key) => key !== inspect.custom), [
      "constructor", "test", "exec", ...COMPONENTS, "hasRegExpGroups", "generate", Symbol.toStringTag,
    ]);
    assert.deepEqual(Reflect.ownKeys(URLPattern), ["length", "name", "prototype", "compareComponent"]);
    assert.deepEqual([URLPattern.length, URLPattern.name, URLPattern.compareComponent.length], [0, "URLPattern", 3]);
    for (const [name, length] of [["test", 0], ["exec", 0], ["generate", 2]]) {
      const { value, ...rest } = descriptor(name);
      assert.deepEqual([value.name, value.length, rest], [name, length, { configurable: true, enumerable: true, writable: true }]);
      assert.throws(() => new value(), TypeError);
    }
    for (const name of [...COMPONENTS, "hasRegExpGroups"]) {
      const { get, set, ...rest } = descriptor(name);
      assert.deepEqual([get.name, set, rest], [`get ${name}`, undefined, { configurable: true, enumerable: true }]);
      assert.throws(() => get.call({}), typeError("Illegal invocation"));
      assert.throws(() => get.call(URLPattern.prototype), typeError("Illegal invocation"));
    }
    const pattern = new URLPattern();
    assert.equal(Object.prototype.toString.call(pattern), "[object URLPattern]");
    assert.equal(Object.getPrototypeOf(URLPattern.prototype), Object.prototype);
    assert.throws(() => { pattern.pathname = "/"; }, TypeError);
    for (const method of ["test", "exec", "generate"]) {
      for (const other of [undefined, 1, {}, new URL("http://h")]) {
        assert.throws(() => URLPattern.prototype[method].call(other, "pathname", {}), typeError("Illegal invocation"));
      }
    }
    assert.throws(() => structuredClone(pattern), { name: "DataCloneError" });
  },

  "a class can be derived"() {
    class Derived extends URLPattern {
      get isMine() {
        return true;
      }
    }
    const derived = new Derived({ pathname: "/:a" });
    assert.deepEqual([derived.isMine, derived instanceof URLPattern, derived.test({ pathname: "/b" })], [true, true, true]);
    const other = Reflect.construct(URLPattern, [], function () {}.bind());
    assert.equal(Object.getPrototypeOf(other), URLPattern.prototype);
  },

  "what is canonical does not cross"() {
    const pattern = new URLPattern({ pathname: "/books/:id" });
    const inits = [
      {}, { pathname: "/books/7" }, { protocol: "https:", hostname: "h.example", pathname: "/books/7", search: "?a=1", hash: "#b" },
      { pathname: "books" }, { pathname: "/\u00e9 x/7", search: "\u00e9'", hash: "\u00e9`" },
      { port: "8080" }, { protocol: "http", search: "a=1", hash: "b" }, { username: "", password: "", hostname: "", port: "", search: "", hash: "#" },
    ];
    const called = crossings(() => {
      for (const url of ["https://h/books/7", "https://h", "foo:bar", "foo://h/a?b#c", "data:,a"]) pattern.exec(url);
      pattern.test("https://h/books/7", "https://k/");
      for (const init of inits) pattern.exec(init);
    });
    assert.equal(called, "");
    const others = crossings(() => {
      pattern.exec("HTTPS://h/books/7");
      pattern.exec({ pathname: "/a?" });
    });
    assert.match(others, /values_of_init$/);
  },

  "what does not cross matches as what crosses"() {
    const values = {
      protocol: ["http", "https:", "ws", "file", "foo", "HTTP", "", "h t", ":"],
      username: ["u", "", "a b"],
      password: ["p", ""],
      hostname: ["h", "h.example", "1.2.3.4", "H", "[::1]", "a b", "h/x", "h:1", "h?", ""],
      port: ["80", "443", "8080", "08", "", "65536", "1a"],
      pathname: ["/a", "a", "/a/../b", "/a?b", "/a#b", "", "/%2e", "/C|/", "//", "/a b", "/.", "\u00e9", "/\u00e9 ", "/\\a", "\\", "/a\tb", "../abc", "/\0"],
      search: ["?a", "a", "??", "?", "'", "a#b", "\u00fc", "\u00fc ", "\u00fc#", "a\tb", ""],
      hash: ["#a", "a", "##", "#", "a?b", "a b", "\u00fc ", "\u00fc", "`\t", ""],
    };
    const everything = new URLPattern();
    const bridge = pyodide.pyimport("py_url.programs.pattern_bridge");
    const inPython = (init) => {
      const packed = bridge.values_of_init(Object.entries(init).map(([name, value]) => `${MEMBERS.indexOf(name)}${value}`).join("\ud800"));
      return packed === "" ? null : packed.split("\ud800");
    };
    const here = (init) => {
      const found = everything.exec(init);
      return found && COMPONENTS.map((name) => found[name].input);
    };
    let tried = 0;
    for (const [name, some] of Object.entries(values)) {
      for (const value of some) {
        for (const protocol of [undefined, ...values.protocol]) {
          for (const rest of [{}, { port: "81" }, { pathname: "/x" }, { hostname: "k", search: "?y" }]) {
            const init = { ...(protocol === undefined ? {} : { protocol }), ...rest, [name]: value };
            assert.deepEqual(here(init), inPython(init), JSON.stringify(init));
            tried += 1;
          }
        }
      }
    }
    bridge.destroy();
    assert.ok(tried > 2000, `${tried}`);
  },

  "a base URL in an object is read by Python"() {
    const pattern = new URLPattern({ pathname: "/a/:b", baseURL: "https://h" });
    assert.deepEqual(pattern.exec({ pathname: "c", baseURL: "https://h/a/" })?.pathname.groups, { b: "c" });
    assert.equal(pattern.exec({ baseURL: "x" }), null);
    assert.equal(new URLPattern({ username: "a%20b" }).test({ username: "a b" }), true);
  },

  "compareComponent and generate are tentative"() {
    const [one, two] = [new URLPattern({ pathname: "/a/:b" }), new URLPattern({ pathname: "/*" })];
    assert.deepEqual([URLPattern.compareComponent("pathname", one, two), URLPattern.compareComponent("pathname", two, one)], [1, -1]);
    assert.equal(Object.is(URLPattern.compareComponent("hash", one, two), 0), true);
    const name = "the component is not one of protocol, username, password, hostname, port, pathname, search and hash.";
    assert.throws(() => URLPattern.compareComponent("path", one, two), typeError(`Failed to execute 'compareComponent' on 'URLPattern': ${name}`));
    assert.throws(() => URLPattern.compareComponent("hash", one), typeError("Failed to execute 'compareComponent' on 'URLPattern': 3 arguments required, but only 2 present."));
    assert.throws(() => URLPattern.compareComponent("hash", one, {}), typeError("Failed to execute 'compareComponent' on 'URLPattern': what is to be compared is not of type 'URLPattern'."));
    assert.throws(() => URLPattern.compareComponent("hash", null, one), /not of type 'URLPattern'/);
    assert.equal(one.generate("pathname", { b: "\u00e9", other: 1 }), "/a/%C3%A9");
    assert.equal(new URLPattern("https://h/a").generate("protocol", {}), "https");
    assert.throws(() => one.generate("path", {}), typeError(`Failed to execute 'generate' on 'URLPattern': ${name}`));
    assert.throws(() => one.generate("pathname"), /2 arguments required, but only 1 present/);
    assert.throws(() => one.generate("pathname", null), typeError("Failed to execute 'generate' on 'URLPattern': the groups are not an object."));
    assert.throws(() => one.generate("pathname", {}), typeError("Failed to execute 'generate' on 'URLPattern': the groups have no value for 'b'"));
    assert.throws(() => one.generate("pathname", { b: "a/b" }), /does not match this value/);
    assert.throws(() => new URLPattern({ port: ":a" }).generate("port", { a: "x" }), /a value is not one that a port of a URL can have/);
  },

  "install replaces it with the others, and without it leaves it alone"() {
    const native = Object.getOwnPropertyDescriptor(globalThis, "URLPattern");
    // Before Node 24 there is none.
    nodeUrl.URLPattern ??= class {};
    const ofNode = nodeUrl.URLPattern;
    without.install();
    assert.deepEqual(Object.getOwnPropertyDescriptor(globalThis, "URLPattern"), native);
    without.uninstall();
    classes.install();
    assert.deepEqual([globalThis.URL, globalThis.URLPattern], [URL, URLPattern]);
    assert.equal(Object.getOwnPropertyDescriptor(globalThis, "URLPattern").enumerable, false);
    assert.equal(nodeUrl.URLPattern, URLPattern);
    // The last that have one show it.
    without.install();
    assert.deepEqual([globalThis.URL, globalThis.URLPattern], [URL, URLPattern]);
    without.uninstall();
    classes.uninstall();
    assert.deepEqual(Object.getOwnPropertyDescriptor(globalThis, "URLPattern"), native);
    assert.equal(nodeUrl.URLPattern, ofNode);
  },

  "install restores what was there"() {
    const [polyfill, later] = [class {}, class {}];
    const global = { URL: 1, URLSearchParams: 2 };
    without.install(global);
    global.URLPattern = polyfill;
    classes.install(global);
    assert.equal(global.URLPattern, URLPattern);
    assert.deepEqual(Object.keys(global), ["URL", "URLSearchParams", "URLPattern"]);
    classes.uninstall(global);
    assert.deepEqual([global.URL, global.URLPattern], [URL, polyfill]);
    classes.install(global);
    global.URLPattern = later;
    classes.uninstall(global);
    without.uninstall(global);
    assert.deepEqual(global, { URL: 1, URLSearchParams: 2, URLPattern: later });
  },

  "a console shows the components, without passwords"() {
    const pattern = new URLPattern("https://user\\:secret@h/:a([a-z]+)");
    assert.equal(inspect(pattern), `URLPattern {
  protocol: 'https',
  username: '***',
  password: '***',
  hostname: 'h',
  port: '',
  pathname: '/:a([a-z]+)',
  search: '*',
  hash: '*',
  hasRegExpGroups: true
}`);
    assert.equal(inspect({ a: { b: new URLPattern() } }, { depth: 0 }).includes("[Object]"), true);
    assert.equal(inspect({ a: { b: new URLPattern() } }, { depth: 1 }).includes("[URLPattern]"), true);
    assert.equal(inspect(new URLPattern()).includes("username: '*'"), true);
  },
});
