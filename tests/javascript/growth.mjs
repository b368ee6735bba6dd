/**
 * How the work of query objects grows with the number of pairs. What the platform's class does in linear time must not take more
 * than that here. (Setting and deleting n names takes all of them quadratic time.)
 *
 *     node growth.mjs PYODIDE_FOLDER DIST
 */

const [SHORTER, LONGER] = [2_000, 16_000];
const ROUNDS = 10;
/** Quadratic work gives 2. A busy machine gives more than 1. */
const HIGHEST_EXPONENT = 1.6;
const LEAST_MILLISECONDS = 1;

const namesOf = (n) => Array.from({ length: n }, (_, i) => `k${i}`);
const queryOf = (n) => namesOf(n).join("=v&");
const pairsOf = (n) => namesOf(n).map((name) => [name, "v"]);
const urlWith = ({ URL }, query) => {
  const url = new URL(`http://h/?${query}`);
  void url.searchParams.size;
  return url;
};
const append = ([params, names]) => names.forEach((name) => params.append(name, "v"));

/** For each operation, what makes the object that it is done to, and what is measured. */
const OPERATIONS = {
  "a shorter search": [(classes, n) => urlWith(classes, queryOf(n)), (url) => { url.search = "?x=1"; }],
  "a shorter href": [(classes, n) => urlWith(classes, queryOf(n)), (url) => { url.href = "http://h/?x=1"; }],
  "a longer search, and shorter ones": [
    (classes, n) => [urlWith(classes, "y"), queryOf(n)],
    ([url, query]) => [query, "?x", query, "?z"].forEach((search) => { url.search = search; }),
  ],
  "appending": [({ URLSearchParams }, n) => [new URLSearchParams(), namesOf(n)], append],
  "appending to a URL": [(classes, n) => [urlWith(classes, "").searchParams, namesOf(n)], append],
  "sorting": [({ URLSearchParams }, n) => new URLSearchParams(pairsOf(n).reverse()), (params) => params.sort()],
  "a list of pairs": [({ URLSearchParams }, n) => [URLSearchParams, pairsOf(n)], ([Class, pairs]) => new Class(pairs)],
  "a record": [({ URLSearchParams }, n) => [URLSearchParams, Object.fromEntries(pairsOf(n))], ([Class, record]) => new Class(record)],
  "a form": [({ URLSearchParams }, n) => new URLSearchParams(queryOf(n)), (params) => new Response(params)],
  "the form of a URL": [(classes, n) => urlWith(classes, queryOf(n)).searchParams, (params) => new Response(params)],
};

/** In Node, other programs have no part in it. */
const clock = () => {
  const used = globalThis.process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1000;
};

function timeOf([make, act], classes, n) {
  const object = make(classes, n);
  const start = clock();
  act(object);
  return Math.max(clock() - start, LEAST_MILLISECONDS);
}

/** The exponent of the growth: 1 for linear work. */
function exponentOf(operation, classes) {
  let [shorter, longer, exponent] = [Infinity, Infinity, Infinity];
  for (let round = 0; round < ROUNDS && exponent > HIGHEST_EXPONENT; round += 1) {
    shorter = Math.min(shorter, timeOf(operation, classes, SHORTER));
    longer = Math.min(longer, timeOf(operation, classes, LONGER));
    exponent = Math.log(longer / shorter) / Math.log(LONGER / SHORTER);
  }
  return exponent;
}

/** The exponents of all operations, and of those that grow too fast. */
export function growth(classes) {
  // Deno takes only objects of its own class as forms.
  const possible = Object.entries(OPERATIONS).filter(([name]) => !("Deno" in globalThis && name.includes("form")));
  const entries = possible.map(([name, operation]) => [name, exponentOf(operation, classes)]);
  return { tried: entries.length, wrong: Object.fromEntries(entries.filter(([, exponent]) => exponent > HIGHEST_EXPONENT)) };
}

if (globalThis.process?.argv[1]?.endsWith("growth.mjs")) {
  const { load } = await import("../../web/py_url.js");
  const [indexURL, dist] = globalThis.process.argv.slice(2);
  const classes = await load({ indexURL, lockFileURL: `${dist}/pyodide-lock.json`, packageBaseUrl: `${dist}/` });
  classes.install();
  console.log(JSON.stringify(growth(classes)));
}
