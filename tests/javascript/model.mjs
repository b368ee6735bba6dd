/**
 * Random sequences of operations on URL and URLSearchParams objects: py_url's, which wait until something is read, must show the
 * same as whatwg-url's, which do everything at once, and as py_url's when everything is read after each operation. (Node's own
 * have a few errors of their own.)
 *
 *     node model.mjs PYODIDE_FOLDER DIST NODE_MODULES SEED COUNT
 *
 * Prints as JSON how many sequences and operations were `tried`, and up to three that were `wrong`.
 */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { load } from "../../web/py_url.js";

const [indexURL, dist, packages, seed, count] = process.argv.slice(2);
const whatwgURL = createRequire(pathToFileURL(`${packages}/`))("whatwg-url");
const ours = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });

const HREFS = [
  "http://h/", "https://u:p@example.com:8080/a/b?q=1&q=2#f", "ftp://h/x?", "ws://h:81/?a=b", "wss://@h/#", "https://[::1]:8443/x?y=z",
  "foo:opaque?q=1#f", "foo://h:1/a?b", "foo:/.//x?y", "blob:https://h:444/x?y=1", "file:///c/d?e=f#g", "mailto:a@b?c=d",
];
const VALUES = {
  protocol: ["http", "https:", "wss", "foo", "ftp://x", "", "1", "file"],
  username: ["", "u", "ü:@", "a b", "\ud800"],
  password: ["", "p", "ü:@/", "#?"],
  host: ["x.example", "y:81", "z:", "", "EXAMPLE.com:80", "a b", "[::2]:9", "1.2", "x/y"],
  hostname: ["x.example", "y:81", "", "faß.example", "h%41", "[::1]", "%"],
  port: ["", "80", "443", "8080", "8080x", "x", "65536", " 1", 81],
  pathname: ["", "/", "/a/b.c", ":1/a", "/a/../b", "//x", "c?d#e", "ü \t", "./.", "\\x", "\u{1f600}"],
  search: ["", "?", "a=1&b=2", "?q=ü&q", "#", "a=b c+d%20", "?\u{1f600}='", "\n"],
  hash: ["", "#", "f", "#f", "x y", "#ü", "\udc00", "a#b", "`"],
  href: [...HREFS, "x", "//", "http://h:x/", "", "HTTP://H/%7E?X#Y"],
};
const NAMES = ["a", "b", "q", "", "ü", "\u{10000}", "x y"];
const STRINGS = ["", "1", "2", "é &", "\ud800\ufffd", "a=b", "+"];
const READ = [
  "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "toString", "toJSON",
];

/** mulberry32, for the same sequences everywhere. */
function randomFrom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** An operation is a list: its name, and what it takes. A value can itself perform an operation while it is converted. */
function operation(random, depth = 0) {
  const one = (list) => list[Math.floor(random() * list.length)];
  const value = (list) => (depth === 0 && random() < 0.06 ? { during: operation(random, 1), then: one(list) } : one(list));
  const chance = random();
  if (chance < 0.42) {
    const member = one(Object.keys(VALUES));
    return ["assign", member, value(VALUES[member])];
  }
  if (chance < 0.56) return ["append", value(NAMES), value(STRINGS)];
  if (chance < 0.63) return ["set", value(NAMES), value(STRINGS)];
  if (chance < 0.7) return ["delete", value(NAMES), ...(random() < 0.3 ? [value(STRINGS)] : [])];
  if (chance < 0.73) return ["sort"];
  if (chance < 0.78) return ["query", one(["get", "getAll", "has"]), value(NAMES)];
  if (chance < 0.83) return ["whole", one(["string", "pairs", "size", "forEach", "copy"])];
  if (chance < 0.86) return ["next"];
  if (chance < 0.88) return ["inspect"];
  if (chance < 0.9) return ["base"];
  if (chance < 0.91) return ["throw", one(["hash", "search", "host"])];
  return ["read", one(READ)];
}

/** A URL object and what is done with it. Each operation returns what it showed. */
function subject({ URL, URLSearchParams }, href) {
  const url = new URL(href);
  const inspections = [];
  let iterator;
  const made = (value) => (typeof value !== "object" ? value : {
    toString() {
      perform(value.during);
      return value.then;
    },
  });
  const acts = {
    assign(member, value) { url[member] = made(value); },
    append(name, value) { url.searchParams.append(made(name), made(value)); },
    set(name, value) { url.searchParams.set(made(name), made(value)); },
    delete(...names) { url.searchParams.delete(...names.map(made)); },
    sort() { url.searchParams.sort(); },
    query: (method, name) => url.searchParams[method](made(name)),
    whole(what) {
      const params = url.searchParams;
      if (what === "string") return `${params}`;
      if (what === "size") return params.size;
      if (what === "pairs") return [...params];
      if (what === "copy") return `${new URLSearchParams(params)}`;
      const seen = [];
      params.forEach((value, name) => {
        seen.push(name, value);
        if (seen.length === 2) url.hash = "each";
        if (seen.length === 4) url.search = "each=1&each=2&each=3";
      });
      return seen;
    },
    next() {
      iterator ??= url.searchParams.entries();
      const { value, done } = iterator.next();
      if (done) iterator = undefined;
      return [value, done];
    },
    // Only ours say how they are inspected.
    inspect() { inspections.push(inspect(url), inspect(url.searchParams)); },
    base: () => new URL("?x", new URL("y/z", "http://h/")).href + (URL.canParse("x", url) ? new URL("x", url).href : "none"),
    throw(member) { url[member] = { toString() { throw new RangeError("mine"); } }; },
    read: (member) => (member.startsWith("to") ? url[member]() : url[member]),
  };
  const perform = ([act, ...taken]) => {
    try {
      return acts[act](...taken);
    } catch (error) {
      return error.name;
    }
  };
  return { perform, inspections, show: () => JSON.stringify([...READ.slice(0, 11).map((member) => url[member]), [...url.searchParams]]) };
}

const random = randomFrom(Number(seed));
const wrong = [];
const tried = { sequences: Number(count), operations: 0 };
for (let i = 0; i < tried.sequences && wrong.length < 3; i += 1) {
  const href = HREFS[Math.floor(random() * HREFS.length)];
  const operations = Array.from({ length: 1 + Math.floor(random() * 24) }, () => operation(random));
  tried.operations += operations.length;
  const [model, lazy, eager] = [whatwgURL, ours, ours].map((classes) => subject(classes, href));
  // The model is read as well: what is read must not change what comes later.
  const shown = [[], [], []];
  for (const each of operations) {
    shown[0].push(model.perform(each));
    shown[1].push(lazy.perform(each));
    shown[2].push(eager.perform(each));
    eager.show();
  }
  const [expected, ...got] = [model, lazy, eager].map((one, place) => JSON.stringify([shown[place], one.show()]));
  const same = `${lazy.inspections}` === `${eager.inspections}`;
  if (got[0] !== expected || got[1] !== expected || !same) wrong.push({ href, operations, expected, lazy: got[0], eager: got[1] });
}
console.log(JSON.stringify({ tried, wrong }));
