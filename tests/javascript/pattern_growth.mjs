/**
 * How the time of a match grows with the length of a component, for patterns without custom groups, and whether the programs that
 * long components take find what a RegExp finds.
 *
 *     node pattern_growth.mjs PYODIDE_FOLDER DIST PATTERNS
 *
 * PATTERNS is a JSON file: a list of the arguments of constructors.
 */

// In a page, the modules are beside the tests, and in the repository in another folder.
const { match, readProgram } = await import(globalThis.document ? "/lib/matching.js" : "../../web/lib/matching.js");

const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
const SEPARATOR = "\ud800";
const [SHORTER, LONGER] = [1_000, 8_000];
const ROUNDS = 6;
/** Quadratic time gives 2. */
const HIGHEST_EXPONENT = 1.6;
const LEAST_MILLISECONDS = 4;

const clock = () => {
  const used = globalThis.process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1000;
};

/** Texts that a pattern can divide in many ways, up to their end. */
function textsFor(pattern, length) {
  const fixed = pattern.replaceAll(/:\w+|[^a-z/.]/g, "") || "a";
  return ["a", "/a", fixed].map((piece) => `/a${piece.repeat(Math.ceil(length / piece.length))}!`);
}

function exponentOf(pattern) {
  let [shorter, longer, exponent] = [Infinity, Infinity, Infinity];
  const take = (length) => {
    const start = clock();
    for (const text of textsFor(pattern.pathname, length)) {
      pattern.test({ pathname: text });
      pattern.exec({ search: text, hash: text });
    }
    return Math.max(clock() - start, LEAST_MILLISECONDS);
  };
  for (let round = 0; round < ROUNDS && exponent > HIGHEST_EXPONENT; round += 1) {
    shorter = Math.min(shorter, take(SHORTER));
    longer = Math.min(longer, take(LONGER));
    exponent = Math.log(longer / shorter) / Math.log(LONGER / SHORTER);
  }
  return exponent;
}

/** The groups that took part, as text. */
function groupsOf(match) {
  return match && JSON.stringify(Object.entries({ ...match }).filter(([key, group]) => /^\d+$/.test(key) && group !== undefined));
}

/** What the program of a component finds in short texts, where a RegExp finds something else. */
function differences(bridge, pattern, ignoreCase) {
  const flags = ignoreCase ? "i" : "";
  const packed = [flags, ...COMPONENTS.map((name) => pattern[name])].join(SEPARATOR);
  const found = { programs: 0, wrong: [] };
  for (const component of [5, 6, 7]) {
    const program = readProgram(bridge.program(`${component}`, packed));
    if (program === null) continue;
    found.programs += 1;
    const source = bridge.create_from_init(COMPONENTS.map((name, i) => `${i}${pattern[name]}`).join(SEPARATOR), flags).split(SEPARATOR)[8 + component];
    const regexp = new RegExp(source, `v${flags}`);
    for (const text of ["", "/", "/a", "a", "/A", "ab", "//", "/a/", "/aab", "/a/b/c", "aaaaaa", "/a.b/a.b", ...textsFor(pattern.pathname, 5)]) {
      if (groupsOf(match(program, text)) !== groupsOf(regexp.exec(text))) found.wrong.push([source, text]);
    }
  }
  return found;
}

/** @param {object} loaded What `load` gives with URLPattern. */
export async function patternGrowth({ URLPattern, python }, patterns) {
  const bridge = (await python()).pyimport("py_url.programs.pattern_bridge");
  const result = { tried: 0, programs: 0, wrong: [] };
  for (const given of patterns) {
    let pattern;
    try {
      pattern = new URLPattern(...given);
    } catch {
      continue;
    }
    if (pattern.hasRegExpGroups) continue;
    result.tried += 1;
    const exponent = exponentOf(pattern);
    if (exponent > HIGHEST_EXPONENT) result.wrong.push([given, exponent]);
    const { programs, wrong } = differences(bridge, pattern, given.at(-1)?.ignoreCase === true);
    result.programs += programs;
    result.wrong.push(...wrong);
  }
  bridge.destroy();
  return result;
}

if (globalThis.process?.argv[1]?.endsWith("pattern_growth.mjs")) {
  const { readFileSync } = await import("node:fs");
  const { load } = await import("../../web/py_url.js");
  const [indexURL, dist, file] = globalThis.process.argv.slice(2);
  const loaded = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/`, urlPattern: true });
  console.log(JSON.stringify(await patternGrowth(loaded, JSON.parse(readFileSync(file, "utf8")))));
}
