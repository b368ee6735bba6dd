/**
 * Measure the speed of URL classes: the native one, py_url's, whatwg-url's, and Python's py_url and pywhatwgurl, both
 * through a PyProxy for each URL and from Python. Runs in a page and in Node.
 *
 * In each round all of them take turns, so that other load on the machine affects them alike. The result is the median
 * of the rounds.
 */

/** The wheels of pywhatwgurl and of what it needs. */
export const WHEELS = ["idna.whl", "pywhatwgurl.whl"];

/** Exported, so that the engine cannot optimize away what is measured. */
export let sink = 0;

const read = (url) => {
  sink += url.href.length;
};

/** What is done to each URL, in this order. What a setter does may wait until something is read, so they read the href. */
const SETTERS = {
  "a setter, then `href`": (url) => { url.hash = "x"; read(url); },
  "`search` with a space, then `href`": (url) => { url.search = "a b"; read(url); },
  "`host` beyond ASCII, then `href`": (url) => { url.host = "b\u00fccher.example"; read(url); },
  "`pathname` with dots, then `href`": (url) => { url.pathname = "/a/../b"; read(url); },
  "five setters, then `href`": (url) => {
    url.protocol = "https"; url.hostname = "example.org"; url.pathname = "/a/b"; url.search = "q=2"; url.hash = "y";
    read(url);
  },
};
const ON_QUERIES = {
  "`searchParams.get`, the first time": (url) => { sink += url.searchParams.get("q")?.length ?? 0; },
  "`searchParams.append`": (url) => url.searchParams.append("q", "1"),
  "`searchParams.append`, then `href`": (url) => { url.searchParams.append("r", "2"); read(url); },
  "five of `searchParams.append`, then `href`": (url) => {
    for (let again = 0; again < 5; again += 1) url.searchParams.append("s", "3");
    read(url);
  },
  "`searchParams.sort`": (url) => url.searchParams.sort(),
};

/**
 * @param {object} peers By name: `{URL}`, or `{construct, destroy}` for classes that are used through PyProxies. py-url
 *   also has `parseAll` and `pyodide`.
 * @param {string[]} strings Strings that all of them can parse.
 * @param {number} rounds
 * @returns {object} Nanoseconds by operation and by name.
 */
export function measure(peers, strings, rounds) {
  const times = {};
  const time = (operation, name, count, action) => {
    const start = performance.now();
    action();
    const nanoseconds = ((performance.now() - start) * 1e6) / count;
    ((times[operation] ??= {})[name] ??= []).push(nanoseconds);
  };
  // Getters and setters run on existing URLs; there are fewer of these because some operations are slow.
  const kept = strings.slice(0, 500);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { URL, parseAll, construct, destroy }] of Object.entries(peers)) {
      const make = construct ?? ((string) => new URL(string));
      time("`new URL(s).href`", name, strings.length, () => {
        for (const string of strings) {
          const url = make(string);
          sink += url.href.length;
          destroy?.(url);
        }
      });
      const urls = kept.map(make);
      time("the first getter of a URL", name, urls.length, () => {
        for (const url of urls) sink += url.pathname.length;
      });
      time("any other getter", name, urls.length * 9, () => {
        for (let again = 0; again < 3; again += 1) {
          for (const url of urls) sink += url.hostname.length + url.search.length + url.hash.length;
        }
      });
      const timeEach = (operations) => {
        for (const [operation, act] of Object.entries(operations)) {
          time(operation, name, urls.length, () => {
            for (const url of urls) act(url);
          });
        }
      };
      timeEach(SETTERS);
      if (URL !== undefined) {
        timeEach(ON_QUERIES);
        time("`URL.canParse(s)`", name, strings.length, () => {
          for (const string of strings) sink += URL.canParse(string) ? 1 : 0;
        });
      }
      if (parseAll !== undefined) {
        time("`parseAll`, each", name, strings.length, () => {
          sink += parseAll(strings).hrefs.length;
        });
      }
      for (const url of urls) destroy?.(url);
    }
  }
  return { ...mediansOf(times), "`URL(s).href`, in Python": measurePython(peers["py-url"].pyodide, strings, rounds) };
}

function mediansOf(times) {
  const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  return Object.fromEntries(Object.entries(times).map(([operation, byName]) =>
    [operation, Object.fromEntries(Object.entries(byName).map(([name, values]) => [name, median(values)]))]));
}

/** The column of py-url's `parseAll`, and the prefix of the names of classes that do not parse. */
const PARSE_ALL = "`parseAll`, each";
const FAILING = "does not parse";

/** Milliseconds. In Node, those of the processor: other programs on the machine take turns with it, and do not count. */
function now() {
  const used = globalThis.process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1e3;
}

/**
 * Measure `new URL(s, base).href` over classes of input.
 *
 * @param {object} peers As for `measure`; those without a URL class are left out.
 * @param {{[name: string]: [string, string | undefined][]}} classes Strings and their base URLs.
 * @param {number} rounds
 * @returns {object} Nanoseconds by class and by name.
 */
export function measureClasses(peers, classes, rounds) {
  const times = {};
  const time = (name, column, count, action) => {
    const start = now();
    action();
    ((times[name] ??= {})[column] ??= []).push(((now() - start) * 1e6) / count);
  };
  const withClass = Object.entries(peers).filter(([, { URL }]) => URL !== undefined);
  const parses = (URL, string, base) => {
    try {
      sink += new URL(string, base).href.length;
      return true;
    } catch {
      return false;
    }
  };
  const common = Object.entries(classes).map(([name, pairs]) => [
    name,
    pairs.filter(([string, base]) => withClass.every(([, { URL }]) => parses(URL, string, base) !== name.startsWith(FAILING))),
  ]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, pairs] of common) {
      for (const [column, { URL, parseAll }] of withClass) {
        if (name.startsWith(FAILING)) {
          time(name, column, pairs.length, () => {
            for (const [string, base] of pairs) sink += parses(URL, string, base) ? 1 : 0;
          });
          if (URL.parse !== undefined) {
            time(`${name}, by \`URL.parse(s)\``, column, pairs.length, () => {
              for (const [string, base] of pairs) sink += URL.parse(string, base) === null ? 1 : 0;
            });
          }
        } else {
          time(name, column, pairs.length, () => {
            for (const [string, base] of pairs) sink += new URL(string, base).href.length;
          });
        }
        // It takes one base for all.
        if (parseAll === undefined || pairs.some(([, base]) => base !== pairs[0][1])) continue;
        const strings = pairs.map(([string]) => string);
        time(name, PARSE_ALL, pairs.length, () => {
          sink += parseAll(strings, pairs[0][1]).hrefs.length;
        });
      }
    }
  }
  return mediansOf(times);
}

const IN_PYTHON = `
import gc, statistics, time

def measure(parse, strings, rounds):
    by_name = {name: [] for name in parse}
    gc.disable()
    for _ in range(rounds):
        for name, make in parse.items():
            started = time.perf_counter()
            for string in strings:
                make(string).href
            by_name[name].append((time.perf_counter() - started) / len(strings) * 1e9)
    gc.enable()
    return {name: statistics.median(values) for name, values in by_name.items()}

import py_url, pywhatwgurl
measure({"py-url": py_url.URL, "pywhatwgurl": pywhatwgurl.URL}, strings, rounds)
`;

/** Measure in Python alone: nanoseconds for a URL and its href, by package. */
function measurePython(pyodide, strings, rounds) {
  const times = pyodide.runPython(IN_PYTHON, { globals: pyodide.toPy({ strings, rounds }) });
  const byName = times.toJs({ dict_converter: Object.fromEntries });
  times.destroy();
  return byName;
}

/** A Python class as a peer that is used through a PyProxy for each URL. */
export function throughProxies(pyodide, module, name) {
  const Class = pyodide.pyimport(module)[name];
  return { construct: (string) => Class(string), destroy: (url) => url.destroy() };
}

/** The strings that every peer can parse. */
export function parsedByAll(peers, strings) {
  return strings.filter((string) => Object.values(peers).every(({ URL, construct, destroy }) => {
    try {
      const url = construct === undefined ? new URL(string) : construct(string);
      destroy?.(url);
      return true;
    } catch {
      return false;
    }
  }));
}

/** Load all peers. `wheels` are the contents of WHEELS. */
export async function gather(load, options, whatwgURL, wheels) {
  const native = { URL: globalThis.URL };
  const { URL, parseAll, python } = await load(options);
  const pyodide = await python();
  for (const wheel of wheels) pyodide.unpackArchive(wheel, "wheel");
  return {
    native,
    "py-url": { URL, parseAll, pyodide },
    "whatwg-url": { URL: whatwgURL },
    "this Python, by a PyProxy for each URL": throughProxies(pyodide, "py_url", "URL"),
    "pywhatwgurl, by a PyProxy for each URL": throughProxies(pyodide, "pywhatwgurl", "URL"),
  };
}
