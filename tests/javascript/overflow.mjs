/**
 * Stack overflows: a program that catches them, as a mistake in a page makes them, and goes on.
 *
 * In Node, with a count: `node overflow.mjs PYODIDE_FOLDER DIST COUNT`. In a browser, import `overflows`.
 */

const members = (url) => [url.href, url.host, url.search, `${url.searchParams}`];

/** How deep a Python function can call itself. It gets less if Python counts frames that are gone. */
const depthOf = (pyodide) => pyodide.runPython(`
def deeper(depth):
    try:
        return deeper(depth + 1)
    except RecursionError:
        return depth
deeper(0)`);

/** Each makes a call of Python, and says whether it had the right result. Some strings are new, so that no cache has them. */
function pathsOf({ URL, URLSearchParams, URLPattern, parseAll }) {
  const pattern = new URLPattern({ pathname: "/:a" });
  const url = new URL("http://h/?a=1");
  const params = new URLSearchParams("b=2&a=1");
  let count = 0;
  const paths = {
    constructor: () => new URL(`http://u@H/\u00e9${count++}`).host === "h",
    replaced: () => new URL(`HTTP://H/\u00e9${count++}`).host === "h",
    relative: () => new URL("../\u00fc", `http://h/a${count++}/b`).href === "http://h/%C3%BC",
    relativeToHost: () => URL.parse("//h/?\u00fc", "http://h").href === "http://h/?%C3%BC",
    canParse: () => URL.canParse(`HTTP://H${count++}:x`) === false,
    parse: () => URL.parse("..\\\u00fc", "http://h/a/b").href === "http://h/%C3%BC",
    domain: () => new URL(`http://fa\u00df${count++}.example`).host.startsWith("xn--"),
    failure: () => {
      try {
        new URL(`http://h:x${count++}`);
      } catch (error) {
        if (error.constructor === TypeError) return true;
        throw error;
      }
      return false;
    },
    setter: () => {
      url.host = "fa\u00df.example";
      return url.href.startsWith("http://xn--fa-hia.example/");
    },
    search: () => {
      url.search = "?b=\u00fc";
      return url.searchParams.get("b") === "\u00fc";
    },
    href: () => {
      url.href = "http:H/?c=3";
      return url.searchParams.get("c") === "3";
    },
    canonicalHref: () => {
      url.href = "http://h/?d=4";
      return url.searchParams.get("d") === "4";
    },
    append: () => {
      url.searchParams.append("e", "\u00e9");
      const found = url.search.endsWith("e=%C3%A9");
      url.searchParams.delete("e");
      return found;
    },
    setParameter: () => {
      url.searchParams.set("f", count++);
      return url.href.includes(`f=${count - 1}`);
    },
    sort: () => {
      params.sort();
      return `${params}` === "a=1&b=2";
    },
    parseAll: () => parseAll(["http:H", "x"]).hrefs[0] === "http://h/",
    pattern: () => new URLPattern({ pathname: `/:a${count++}` }).pathname === `/:a${count - 1}`,
    match: () => pattern.exec(`http:H/\u00e9${count++}`).pathname.groups.a === `%C3%A9${count - 1}`,
    matchComponents: () => pattern.test({ pathname: `\u00e9${count++}` }) === false,
    canonicalMatch: () => pattern.exec("http://h/b").pathname.groups.a === "b",
    argument: () => new URL({ toString: () => new URL("http:H/\u00e9").href }).href === "http://h/%C3%A9",
  };
  // As soon as nothing overflows any more, the URL and its query object have to agree.
  const agree = () => `${url.searchParams}` === `${new URLSearchParams(url.search)}`;
  return { paths, agree, url };
}

/** Call a function at each of the *many* deepest places in the stack, from the deepest up. */
function atTheEndOfTheStack(many, action) {
  let left = many;
  (function deeper() {
    try {
      deeper();
    } catch {
      // This is the end.
    }
    if (left <= 0) return;
    left -= 1;
    action();
  })();
}

/**
 * Overflow the stack, in each path and in each two paths in turn.
 *
 * @param {object} classes What `load` gives.
 * @param {object} pyodide What runs them.
 * @param {number} count How many overflows there are to be in each path.
 * @returns {{overflows: Record<string, number>, wrong: string[]}}
 */
export function overflows(classes, pyodide, count) {
  const { paths, agree, url } = pathsOf(classes);
  const wrong = [];
  const results = {};
  const depth = depthOf(pyodide);
  // V8 takes longer to describe the stack of an error than for all else.
  Error.stackTraceLimit = 0;
  const tries = Object.entries(paths).map(([name, path]) => [name, [path]]);
  tries.push(["two in turn", [paths.setter, paths.failure]], ["two others in turn", [paths.domain, paths.append]]);
  tries.push(["a third pair", [paths.argument, paths.href]]);
  for (const [name, actions] of tries) {
    let seen = 0;
    let turn = 0;
    const act = () => {
      try {
        turn += 1;
        if (!actions[turn % actions.length]()) wrong.push(`${name}: another result`);
      } catch (error) {
        seen += 1;
        // SpiderMonkey has an error of its own.
        if (!(error instanceof RangeError) && error?.name !== "InternalError") wrong.push(`${name}: ${error?.stack ?? error}`);
      }
    };
    // An endless recursion, and one that catches each overflow.
    const endless = () => {
      if (!actions[turn++ % actions.length]()) wrong.push(`${name}: another result`);
      endless();
    };
    for (let i = 0; i < 2; i += 1) {
      try {
        endless();
      } catch (error) {
        seen += 1;
        if (!(error instanceof RangeError) && error?.name !== "InternalError") wrong.push(`${name}: ${error?.stack ?? error}`);
      }
    }
    for (let rounds = 0; seen < count && wrong.length === 0 && rounds < count; rounds += 1) {
      atTheEndOfTheStack(2000, act);
      if (!agree()) wrong.push(`${name}: ${members(url).join(" ")}`);
    }
    results[name] = seen;
    for (const [other, path] of Object.entries(paths)) if (!path()) wrong.push(`${other} after ${name}: another result`);
    const now = depthOf(pyodide);
    if (now !== depth) wrong.push(`${name}: Python can go ${now} deep, and before ${depth}`);
    if (wrong.length > 0) break;
  }
  return { overflows: results, wrong: wrong.slice(0, 5) };
}

if (globalThis.process?.argv[1]?.endsWith("overflow.mjs")) {
  const { load } = await import("../../web/py_url.js");
  const [indexURL, dist, count] = process.argv.slice(2);
  const classes = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/`, urlPattern: true });
  const pyodide = await classes.python();
  console.log(JSON.stringify(overflows(classes, pyodide, Number(count))));
  process.exit();
}
