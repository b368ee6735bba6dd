/**
 * Exercises for URL and URLSearchParams: functions that take the two classes and return something to compare. They must
 * return the same with py_url's classes and with the native ones.
 */

const thrown = (action) => {
  try {
    return ["no error", action()];
  } catch (error) {
    return ["error", error.constructor.name];
  }
};
const MEMBERS = ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const members = (url) => MEMBERS.map((name) => url[name]);

export const exercises = {
  "constructing": (URL) => members(new URL("../b?q=1#f", "https://u:p@EXAMPLE.com:8080/a/c")),
  "constructing relative to a URL object": (URL) => new URL("x", new URL("http://h/a/")).href,
  "constructing from an object with a toString": (URL) => new URL({ toString: () => "http://h/" }).href,
  "an undefined base is no base": (URL) => [new URL("http://h/", undefined).href, thrown(() => new URL("x", undefined))],
  "a null base is the string null": (URL) => thrown(() => new URL("http://h/", null)),
  "failures are TypeErrors": (URL) => [
    thrown(() => new URL("//x")),
    thrown(() => new URL("x", "y")),
    thrown(() => new URL()),
    thrown(() => URL("http://h/")),
    thrown(() => new URL(Symbol("x"))),
    thrown(() => { new URL("http://h/").href = "x"; }),
  ],
  "parse": (URL) => [
    URL.parse("x"),
    URL.parse("x", "http://h/").href,
    URL.parse("http://h/") instanceof URL,
    URL.parse("http://h/") === URL.parse("http://h/"),
    thrown(() => URL.parse()),
  ],
  "canParse": (URL) => [URL.canParse("x"), URL.canParse("x", "http://h/"), URL.canParse("x", "y"), thrown(() => URL.canParse())],
  "strings": (URL) => {
    const url = new URL("http://h/a b");
    return [`${url}`, url.toString(), url.toJSON(), JSON.stringify({ url }), String(url), url + ""];
  },
  "setters": (URL) => {
    const url = new URL("http://h/");
    const seen = [];
    const values = {
      protocol: "https", username: "ü", password: ":", hostname: "x", port: 81, pathname: "/ä/../b", search: "a=b c", hash: "x y", host: "y:82",
    };
    for (const [name, value] of Object.entries(values)) {
      url[name] = value;
      seen.push(members(url));
    }
    url.port = "";
    url.search = "";
    url.hash = "";
    url.href = "foo:x?y";
    return [...seen, members(url)];
  },
  "many setters in a row": (URL) => {
    const url = new URL("http://h/?a=1");
    const params = url.searchParams;
    for (let i = 0; i < 50; i += 1) {
      url.port = i;
      url.hash = `${i}`;
      url.hostname = i % 2 ? "[x" : `h${i}`;
      if (i === 40) url.search = "?b=2";
      params.append("c", i);
    }
    return [...members(url), ...params];
  },
  "a conversion that fails changes nothing": (URL) => {
    const url = new URL("http://h/?a=1");
    const bad = { toString() { url.hash = "inside"; throw new RangeError("mine"); } };
    return [
      thrown(() => { url.search = bad; }), thrown(() => url.searchParams.append("b", bad)), thrown(() => { url.host = Symbol("x"); }),
      thrown(() => { url.href = "//"; }), url.href,
    ];
  },
  "setting read-only members": (URL) => {
    "use strict";
    const url = new URL("http://h/");
    return [thrown(() => { url.origin = "x"; }), thrown(() => { url.searchParams = "x"; }), url.href];
  },
  "lone surrogates": (URL, URLSearchParams) => {
    const url = new URL("http://h/\ud800?\udc00#\ud83d\ude00");
    url.searchParams.append("\ud800", "\udfff");
    url.username = "\ud83d";
    return [...members(url), ...new URLSearchParams([["\ud800x", "\ud83d\ude00"]])];
  },
  "searchParams is one object": (URL) => {
    const url = new URL("http://h/?a=1");
    return [url.searchParams === url.searchParams, url.searchParams.constructor.name];
  },
  "searchParams is live both ways": (URL) => {
    const url = new URL("http://h/?a=1#f");
    const params = url.searchParams;
    const seen = [];
    params.append("b", "ü &");
    seen.push(url.href);
    url.search = "?c=3";
    seen.push([...params]);
    params.delete("c");
    seen.push(url.href);
    params.set("d", "4");
    seen.push(url.search);
    url.href = "http://h/?e=5";
    seen.push([...params]);
    params.sort();
    seen.push(url.href);
    return seen;
  },
  "constructing URLSearchParams": (URL, URLSearchParams) => [
    "", "?a=1&b=2", "??a", "a=b+c%20d", undefined, 1, [], {}, [["a", "1"], ["b", "2"]], { a: 1, b: undefined, c: "ü" },
    new Map([["a", "1"]]), new URLSearchParams("a=1&a=2"), Object.assign(Object.create({ inherited: "x" }), { own: "y" }),
    Object.defineProperty({ a: "1" }, "hidden", { value: "x" }), () => {}, Object.assign(() => {}, { a: "1" }),
    Object.assign(Object.create({ [Symbol.iterator]: null }), { a: "1" }),
  ].map((init) => [...new URLSearchParams(init)]),
  "a null for URLSearchParams is the string null": (URL, URLSearchParams) => [...new URLSearchParams(null)],
  "constructing URLSearchParams from wrong types": (URL, URLSearchParams) => [
    [["a"]], [["a", "b", "c"]], ["a"], [1], { [Symbol("a")]: "b" }, Symbol("a"),
    { [Symbol.iterator]: 1 }, { [Symbol.iterator]: () => 1 }, { [Symbol.iterator]: () => ({ next: () => 1 }) },
    [{ [Symbol.iterator]: () => ({}) }],
  ].map((init) => thrown(() => new URLSearchParams(init).toString())),
  "methods of URLSearchParams": (URL, URLSearchParams) => {
    const params = new URLSearchParams("a=1&b=2&a=3&c=");
    const seen = [params.size, params.get("a"), params.get("x"), params.getAll("a"), params.getAll("x")];
    seen.push(params.has("a"), params.has("x"), params.has("a", "3"), params.has("a", "x"), params.has("a", undefined));
    params.set("a", "4");
    seen.push(params.toString());
    params.set("x", 5);
    params.append("b", null);
    seen.push(params.toString());
    params.delete("b", "2");
    seen.push(params.toString());
    params.delete("b", undefined);
    seen.push(params.toString(), params.append("z", "z"), params.delete("q"), params.sort(), `${params}`);
    return seen;
  },
  "too few arguments": (URL, URLSearchParams) => {
    const params = new URLSearchParams("a=1");
    return [
      () => params.append("a"), () => params.delete(), () => params.get(), () => params.getAll(), () => params.has(),
      () => params.set("a"), () => params.forEach(), () => params.forEach(1),
    ].map(thrown);
  },
  "code points whose pairs hold any surrogate": (URL, URLSearchParams) => {
    const url = new URL("http://h/?q=\u{10000}");
    url.searchParams.append("\u{103ff}", "\u{10ffff}\ufffd\u{1f600}");
    const params = new URLSearchParams([["b", "\u{10000}"], ["a\u{10001}", "\u{d7ff}"], ["a\u{103ff}", ""]]);
    params.sort();
    return [url.href, [...url.searchParams], [...params], params.toString()];
  },
  "arguments are converted before anything is done": (URL) => {
    const url = new URL("http://h/?x=y");
    url.searchParams.append("z", { toString: () => { url.search = "?w=v"; return "u"; } });
    return url.href;
  },
  "an argument's conversion may change the object": (URL, URLSearchParams) => {
    const params = new URLSearchParams("a=1&b=2&c=3");
    const removing = (name, result) => ({ toString: () => { params.delete(name); return result; } });
    return [params.get(removing("a", "b")), params.getAll(removing("b", "c")), params.has("c", removing("x", "3")),
      params.get(removing("c", "c")), params.set("d", removing("x", "4")), `${params}`];
  },
  "sorting": (URL, URLSearchParams) => {
    const params = new URLSearchParams([["\uffff", "1"], ["\u{1f600}", "2"], ["b", "1"], ["a", ""], ["b", "0"], ["", ""]]);
    params.sort();
    const empty = new URLSearchParams();
    empty.sort();
    return [...params, ...empty, `${empty}`];
  },
  "iterating": (URL, URLSearchParams) => {
    const params = new URLSearchParams("a=1&b=2&c=3");
    const calls = [];
    params.forEach(function each(value, name, whole) {
      calls.push([value, name, whole === params, this.x]);
    }, { x: 1 });
    return [
      [...params], [...params.keys()], [...params.values()], [...params.entries()], calls,
      Object.prototype.toString.call(params.keys()), params[Symbol.iterator] === params.entries,
      params.keys()[Symbol.iterator]() !== params.keys(), thrown(() => params.keys().next.call({})),
    ];
  },
  "iterating during changes": (URL, URLSearchParams) => {
    const params = new URLSearchParams("a=1&b=2&c=3");
    const seen = [];
    for (const [name] of params) {
      seen.push(name);
      if (name === "a") params.delete("a");
      if (seen.length < 5) params.append("d", "4");
    }
    return seen;
  },
  "the objects' shape": (URL, URLSearchParams) => [
    URL.length, URLSearchParams.length, URL.name, URLSearchParams.name, Object.prototype.toString.call(new URL("http://h/")),
    Object.prototype.toString.call(new URLSearchParams()), Object.keys(URLSearchParams.prototype).sort(),
    Object.keys(URL.prototype).sort(), Object.keys(new URL("http://h/")), Object.hasOwn(URL.prototype, "href"),
    thrown(() => Object.getOwnPropertyDescriptor(URL.prototype, "href").get.call({})),
  ],
  "a subclass": (URL) => {
    class Mine extends URL {
      get twice() {
        return this.href + this.href;
      }
    }
    return [new Mine("http://h/").twice, new Mine("http://h/") instanceof URL];
  },
};

/** For each exercise, whether both pairs of classes give the same result; and the results if they differ. */
export function compare(ours, native) {
  return Object.entries(exercises).map(([name, exercise]) => {
    const [mine, theirs] = [ours, native].map(({ URL, URLSearchParams }) => {
      try {
        // JSON has no undefined, and null must stay distinct from it.
        return JSON.stringify(exercise(URL, URLSearchParams), (key, value) => (value === undefined ? "undefined" : value));
      } catch (error) {
        return `threw ${error}`;
      }
    });
    return mine === theirs && !mine.startsWith("threw") ? { name, same: true } : { name, same: false, mine, theirs };
  });
}
