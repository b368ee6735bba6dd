/**
 * Shows a result of the cross-check. The report's own page has this script inside; the page that checks this browser imports it.
 * It makes text nodes only: data is never parsed as HTML.
 *
 * What is chosen is in the address, so that it can be cited: `#id=…` names one difference, and `#engine=…&verdict=…&why=…` a set.
 */

import { fill, h, nodes, visible } from "../look/dom.js";
import { save } from "../look/saving.js";
import { FIRST, toFragment } from "../playground/state.js";
import { chosenOf, isPattern, sectionLink, toCSV, toJSON, toMarkdown } from "./exports.js";

const SHOWN_AT_FIRST = 50;
const TONES = {
  agree: "good",
  "native differs from WPT": "warn",
  "py_url differs from WPT": "bad",
  "both differ from WPT": "bad",
  "WPT silent": "",
  "not in the engine": "",
};
const TITLES = {
  agree: "both agree",
  "native differs from WPT": "the engine differs from WPT",
  "py_url differs from WPT": "py_url differs from WPT",
  "both differ from WPT": "both differ from WPT",
  "WPT silent": "they differ, WPT is silent",
  "not in the engine": "not in the engine",
};
const SIGNS = { yes: ["right", "good"], no: ["wrong", "bad"], silent: ["silent", "none"], absent: ["has none", "none"] };
const CHANGES = { new: "new", changed: "changed", gone: "gone", not_tested_before: "not tested before", not_tested_now: "not tested now" };
const FILTERS = ["engine", "verdict", "source", "why", "change", "text"];

const WPT = "https://github.com/web-platform-tests/wpt";
/** On wpt.fyi, the tests that use a file. Of the others, all that have this in their name. */
const TESTS = {
  "urltestdata.json": "url-constructor.any.html", "setters_tests.json": "url-setters.any.html",
  "urlpatterntestdata.json": "urlpattern.any.html", "urlpattern-compare-test-data.json": "urlpattern-compare.any.html",
  "urlpattern-generate-test-data.json": "urlpattern-generate.any.html",
};

function number(value) {
  return value.toLocaleString("en");
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** The name without the version, which a parser of the user's own does not have. */
function shortName(engine) {
  return engine.replace(/ \d[^ ]*$/, "");
}

/** What the verdicts are called: those of one engine with its name. */
function titlesOf({ engines, anything_expected: tested }) {
  const name = engines.length > 1 ? "the engine" : shortName(engines[0].name);
  return {
    ...TITLES, "native differs from WPT": `${name} differs from WPT`, "not in the engine": `${name} does not have it`,
    ...(tested ? {} : { "WPT silent": "they differ", "native differs from WPT": `${name} gives no answer` }),
  };
}

/** The verdicts to show: without tests, nobody is wrong. */
function verdictsOf({ engines, anything_expected: tested }) {
  return Object.keys(TITLES).filter((verdict) => tested || ["agree", "WPT silent"].includes(verdict)
    || engines.some((engine) => engine.totals[verdict] > 0));
}

function failuresOf(counts) {
  return counts["native differs from WPT"] + counts["both differ from WPT"];
}

function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** A table row with a heading; the cells are strings, numbers or elements. `columns` names them where the table has no room for a head. */
function row(heading, cells, { name = "td", class: kind, columns = [] } = {}) {
  return h("tr", { class: kind }, h("th", { scope: name === "th" ? "col" : "row" }, heading),
    cells.map((cell, index) => h(name, name === "th" ? { scope: "col" } : { "data-what": columns[index], class: cell === 0 && "zero" },
      typeof cell === "number" ? number(cell) : cell)));
}

function scrolling(label, ...children) {
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, children);
}

function section(id, heading, ...children) {
  return h("section", { id }, h("h2", {}, heading), children);
}

/** The day of a date, for people; the whole date is its tooltip. */
function day(date) {
  return h("time", { datetime: date, title: date }, date.slice(0, 10));
}

/** The file of a test as a link to the line at the pinned commit, if the tests are those of that commit. */
function fileLink({ file, line, source }, commit) {
  if (file === undefined) return source;
  const text = `${file}:${line}`;
  return commit && /^url(?:pattern)?\//.test(file) ? h("a", { href: `${WPT}/blob/${commit}/${file}#L${line}` }, text) : text;
}

/** The folder of a source among the Web Platform Tests. */
function folderOf(source) {
  return source.startsWith("urlpattern") ? "urlpattern" : "url";
}

function testsLink(source) {
  const test = TESTS[source];
  const path = test ? `${folderOf(source)}/${test}` : `url?q=${encodeURIComponent(source.replace(".json", ""))}`;
  return `https://wpt.fyi/results/${path}`;
}

/** Where a difference opens in the playground. A file is next to no playground, but `serve.py` has one. */
export function playgroundLink(test) {
  const folder = location.protocol === "file:" ? "http://127.0.0.1:8000/playground/" : "../playground/";
  const asked = test.kind === "set" ? { url: test.href, base: "" } : { url: test.input, base: test.base ?? "" };
  const settings = test.kind === "set" ? { setters: [test.member, test.value] } : {};
  const open = test.kind === "set" ? ["setters"] : [];
  return `${folder}${toFragment({ ...FIRST, ...asked, open, settings })}`;
}

/**
 * Show a result.
 *
 * @param {HTMLElement} place Everything in it is replaced.
 * @param {object} data What build_scripts/crosscheck/summary.py makes; or `{ record: true, differences: [] }` to show the comparison alone.
 * @param {object} [options]
 * @param {object} [options.comparison] What build_scripts/crosscheck/comparison.py makes, to show what changed since an older result.
 * @param {object[]} [options.history] Older runs, the newest first: `{ date, engine, tests, inputs, totals, unexplained }`.
 * @param {string} [options.heading] The element of its heading: "h2" on a page that has a heading of its own.
 * @param {string[]} [options.files] Names of files next to the page that hold the whole result.
 * @param {boolean} [options.gently] Make a part in each frame, so that the page answers meanwhile even on a slow phone.
 * @returns {Promise<void>} Fulfilled when all is shown.
 */
export function showReport(place, data, { comparison, history = [], files = [], heading = "h1", gently = false } = {}) {
  const engines = data.engines.map((engine) => engine.name);
  document.title = data.record ? document.title : `py_url against ${engines.map(shortName).join(", ")}`;
  if (data.record) {
    fill(place, comparisonOf({ comparison, data }));
    return Promise.resolve();
  }
  const report = { titles: titlesOf(data), gently, data, comparison, engines, several: engines.length > 1, short: engines.map(shortName), changes: changesOf(comparison) };
  const differences = data.differences.length > 0 || (comparison && !comparison.is_same);
  fill(place);
  return inParts(place, gently, [
    () => header(report, heading),
    () => plainly(report),
    () => figures(report),
    () => comparison && comparisonOf(report),
    () => totals(report),
    () => report.several && data.anything_expected && standings(report),
    () => data.differences.length > 0 && explanationsOf(report),
    () => differences && differencesOf(report, files),
    () => history.length > 0 && historyOf(history),
  ]);
}

/** Append what each function makes: at once, or in a frame each. Another call for the same place ends this one. */
async function inParts(place, gently, parts) {
  const first = document.createComment("");
  place.append(first);
  for (const part of parts) {
    // The report may have been replaced.
    if (first.parentNode !== place) return;
    place.append(...nodes([part()]));
    // A page that is not seen has no frames.
    if (gently) await new Promise((resolve) => (document.hidden ? setTimeout(resolve) : requestAnimationFrame(() => setTimeout(resolve))));
  }
}

/** The ten worst kinds of difference of one browser, for people who know no standard. */
function plainly({ data, short }) {
  const told = data.engines.length === 1 && data.engines[0].parser === undefined
    ? (data.engines[0].kinds ?? []).filter((kind) => kind.plainly) : [];
  if (told.length === 0) return null;
  return section(
    "plainly",
    "In plain words",
    h("p", { class: "note" }, `${short[0]}, where it does not do what the standard says, the worst first:`),
    h("ul", {}, told.slice(0, 10).map(({ plainly: text, rule, count, effects }) => h("li", {},
      h("a", { href: fragmentOf({ why: rule }) }, text), " ",
      h("small", { class: "note" }, `${number(count)} ${count === 1 ? "input" : "inputs"}; at worst: ${Object.keys(effects)[0]}`)))),
    told.length > 10 && h("p", { class: "note" }, `and ${number(told.length - 10)} more kinds, below`),
  );
}

/** By id, how a difference changed since the older result. */
function changesOf(comparison) {
  const changes = new Map();
  for (const engine of comparison?.engines ?? []) {
    for (const kind of Object.keys(CHANGES)) for (const id of engine[kind]) changes.set(id, kind);
  }
  return changes;
}

function header({ data, several, engines, short }, heading) {
  const { py_url: pyUrl, inputs, unexplained } = data;
  const wrong = wrongOf(data);
  const supported = inputs - (several ? 0 : data.engines[0].totals["not in the engine"]);
  const open = sum(Object.values(unexplained ?? {}));
  const says = data.unstable > 0
    ? `py_url gives different answers in different engines for ${number(data.unstable)} of ${number(inputs)} inputs.`
    : wrong > 0
      ? `py_url does not do what the tests expect on ${number(wrong)} of ${number(inputs)} inputs.`
      : data.anything_expected
        ? `py_url does what the tests expect on all ${number(inputs)} inputs.${several ? "" : ownFailures(data, short[0])}`
        : `${number(supported - data.differences.length)} of ${number(supported)} URLs mean the same to ${several ? "all" : "both"}.`;
  return h(
    "header",
    {},
    h(heading, { class: "title" }, "py_url ", h("span", {}, "against ", h("b", { id: "engines" }, several ? short.join(", ") : engines[0]))),
    h("p", { id: "engine" },
      several && `${engines.join(", ")}. `,
      `py_url ${pyUrl.version} in ${pyUrl.pyodide === null ? "" : `Pyodide ${pyUrl.pyodide}: `}Python ${pyUrl.python}, Unicode ${pyUrl.unicode}. `,
      data.patterns > 0 && `${number(data.patterns)} of the ${number(data.inputs)} inputs are of URLPattern${withoutPatterns(data)}. `,
      data.tests && ["Tests: ", data.wpt_commit ? h("a", { href: `${WPT}/tree/${data.wpt_commit}/url` }, data.tests) : data.tests, ". "],
      "Run on ", day(data.date), data.ran_on && `, on ${data.ran_on.system}, ${data.ran_on.machine}`, "."),
    h("p", { class: data.py_url_is_right && open === 0 ? "verdict" : "verdict wrong", id: "verdict" }, says,
      open > 0 && [" ", h("a", { href: "#why=unexplained" }, `${number(open)} differences are not explained`),
        ", which counts as a bug of py_url."],
      data.stopped_of !== undefined && ` It was stopped: ${number(data.stopped_of - inputs)} inputs were not compared.`),
  );
}

/** Which engines do not have all of URLPattern. */
function withoutPatterns({ engines }) {
  const lacking = engines.filter(({ totals: counts }) => counts["not in the engine"] > 0);
  return lacking.map(({ name, totals: counts }) => `; ${name} does not have what ${number(counts["not in the engine"])} of them need`).join("");
}

/** What an engine's own URL does, or a parser, in a sentence. */
function ownFailures({ engines: [{ totals: counts, parser }] }, name) {
  const supported = counts.inputs - counts["not in the engine"];
  const whole = supported === counts.inputs ? "" : ` of the ${number(supported)} that it supports`;
  return ` ${name}${parser ? "" : "’s own URL"} does so on all but ${number(failuresOf(counts))}${whole}.`;
}

function wrongOf(data) {
  return Math.max(...data.engines.map((engine) => engine.totals["py_url differs from WPT"] + engine.totals["both differ from WPT"]));
}

function figures({ data, several, engines, titles }) {
  const figure = (label, value, tone) => h("div", {}, h("dt", {}, label), h("dd", { class: tone }, number(value)));
  const counted = (name, value) => figure(titles[name], value, value === 0 && TONES[name] === "bad" ? "good" : TONES[name]);
  const open = sum(Object.values(data.unexplained ?? {}));
  return h("dl", { class: "figures", id: "figures" },
    figure("inputs", data.inputs, ""),
    several
      ? [counted("py_url differs from WPT", wrongOf(data)),
        data.engines.map(({ name, totals: counts }) => figure(`${shortName(name)} differs from WPT`, failuresOf(counts), "warn"))]
      : verdictsOf(data).map((name) => counted(name, data.engines[0].totals[name])),
    engines.length > 0 && figure("differences not explained", open, open === 0 ? "good" : "bad"));
}

function totals({ data, several, titles }) {
  const verdicts = verdictsOf(data);
  const ofPin = data.wpt_commit;
  const sourceName = (source) => (source.endsWith(".json") && ofPin
    ? [h("a", { href: `${WPT}/blob/${ofPin}/${folderOf(source)}/resources/${source}` }, source), " ",
      h("a", { class: "also", href: testsLink(source), title: `what browsers do with ${source}, on wpt.fyi` }, "wpt.fyi")]
    : source);
  const rows = several
    ? data.engines.map((engine) => [engine.name, engine.name, engine.totals])
    : [...Object.entries(data.engines[0].by_source).map(([source, counts]) => [source, sourceName(source), counts]),
      ["all", "all", data.engines[0].totals]];
  return section(
    "by",
    several ? "By engine" : "By source",
    data.anything_expected && h("p", { class: "note" }, "WPT stands for the Web Platform Tests, which all browsers share, together with py_url’s own tests in "
      + "the same format. WPT is silent if two answers differ in something that no test covers."),
    scrolling(several ? "numbers by engine" : "numbers by source", h(
      "table",
      { class: "totals" },
      h("thead", { id: "headings" }, row(several ? "engine" : "source", ["inputs", ...verdicts.map((verdict) => titles[verdict])], { name: "th" })),
      h("tbody", { id: "totals" }, rows.map(([name, shown, counts]) => h("tr", { class: name === "all" ? "all" : null },
        h("th", { scope: "row" }, shown),
        ["inputs", ...verdicts].map((key) => h("td", { "data-what": titles[key] ?? key, class: (counts[key] ?? 0) === 0 && "zero" }, number(counts[key] ?? 0)))))),
    )),
  );
}

function standings({ data, short }) {
  const sign = (way) => h("span", { class: SIGNS[way][1] }, SIGNS[way][0]);
  const sources = Object.keys(data.engines[0].by_source);
  return h(
    "section",
    { id: "of-several" },
    h("h2", {}, "Who is right"),
    h("p", { class: "note" }, "For the inputs with differences: who does what WPT expects, and for how many inputs. If all are right, "
      + "they differ in something that WPT does not cover."),
    scrolling("who is right", h("table", { class: "matrix" },
      h("thead", { id: "who" }, row("py_url", [...short, "inputs"], { name: "th" })),
      h("tbody", { id: "standings" }, data.standings.map(({ ways, inputs }) => row(sign(ways[0]), [...ways.slice(1).map(sign), inputs]))))),
    h("h2", {}, "The engines’ own failures"),
    h("p", { class: "note" }, "Inputs for which the engine’s own ", h("code", {}, "URL"), " differs from WPT."),
    scrolling("failures by source", h("table", { class: "matrix" },
      h("thead", { id: "failing" }, row("source", short, { name: "th" })),
      h("tbody", { id: "failures" },
        sources.map((source) => row(source, data.engines.map((engine) => failuresOf(engine.by_source[source])))),
        row("all", data.engines.map((engine) => failuresOf(engine.totals)), { class: "all" })))),
  );
}

/** By engine and explanation, how many differences are failures, and on how many WPT is silent. */
function tallies(differences) {
  const counts = new Map();
  for (const { engines } of differences) {
    for (const [engine, { explanation, verdict }] of Object.entries(engines)) {
      const key = `${engine}\n${explanation}`;
      const of = counts.get(key) ?? { failures: 0, silent: 0 };
      of[verdict === "WPT silent" ? "silent" : "failures"] += 1;
      counts.set(key, of);
    }
  }
  return counts;
}

function explanationsOf({ data, several, engines, short }) {
  // Of one engine, the worst kinds come first; results from before 2026-11-25 do not say which those are.
  const kinds = new Map((several ? [] : data.engines[0].kinds ?? []).map((kind) => [kind.explanation, kind]));
  const texts = kinds.size > 0 ? [...kinds.keys()] : Object.keys(data.explanations);
  const counts = tallies(data.differences);
  const count = (text, engine, failing) => {
    const { failures = 0, silent = 0 } = counts.get(`${engine}\n${text}`) ?? {};
    return failing === undefined ? failures + silent : failing ? failures : silent;
  };
  const heading = (text) => {
    const link = sectionLink(data, text);
    const kind = kinds.get(text);
    return [h("a", { href: fragmentOf({ why: data.explanations[text].rule }) }, text), link && [" ", standardLink(link)],
      kind && h("small", { class: "note" }, ` ${Object.keys(kind.effects)[0]} · `, h("a", { href: fragmentOf({ id: kind.smallest }) }, "smallest"))];
  };
  const another = (text) => kinds.get(text).effects["another host"] ?? 0;
  const columns = several ? short : ["failures", "WPT silent", ...(kinds.size > 0 ? ["another host"] : [])];
  return section(
    "reasons",
    "What differs and why",
    h("p", { class: "note" }, several
      ? "For each kind of difference, how many inputs show it in each engine. "
      : "For each kind of difference, how many inputs show it: those for which the tests say who is right, and those on which they are silent. ",
    kinds.size > 0 && "The worst kinds come first, and with each what it may do at worst. ",
    "The first link shows the differences; § leads to the section of the standard."),
    scrolling("what differs and why", h("table", { class: "why" },
      h("thead", { id: "whose" }, row("reason", columns, { name: "th" })),
      h("tbody", { id: "why" }, texts.map((text) => row(heading(text),
        several
          ? engines.map((engine) => count(text, engine))
          : [count(text, engines[0], true), count(text, engines[0], false), ...(kinds.size > 0 ? [another(text)] : [])],
        { columns }))))),
  );
}

function standardLink(link) {
  return h("a", { class: "also", href: link, title: `${link.replace(/.*#/, "")} in the standard` }, "§ ",
    h("span", { class: "aside" }, link.replace(/.*#/, "")));
}

/** The fragment that shows a choice. */
function fragmentOf(filters) {
  const chosen = Object.entries(filters).filter(([, value]) => value);
  return `#${chosen.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

/** The choice that the address names. */
function chosenIn(fragment) {
  const known = [...FILTERS, "id"];
  const pairs = fragment.slice(1).split("&").map((pair) => [pair.split("=", 1)[0], pair.slice(pair.indexOf("=") + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => known.includes(name)).map(([name, value]) => {
    try {
      return [name, decodeURIComponent(value)];
    } catch {
      return [name, value];
    }
  }));
}

function comparisonOf({ comparison, data }) {
  const { old, engines, same_inputs: sameInputs } = comparison;
  const kinds = Object.keys(CHANGES);
  const gone = engines.flatMap((engine) => [...engine.gone, ...engine.not_tested_now].map((id) => [engine, id]));
  const known = new Set(data.differences.map((difference) => difference.id));
  const cell = (engine, kind) => {
    const count = engine[kind].length;
    const linked = count > 0 && engine[kind].some((id) => known.has(id));
    return linked ? h("a", { href: fragmentOf({ change: kind, engine: engine.engine }) }, number(count)) : count;
  };
  return section(
    "since",
    "What changed",
    h("p", { class: "note" }, `Compared with ${old.name}: ${old.engines.join(", ")} on `, day(old.date), `; tests: ${old.tests ?? "none"}.`,
      !sameInputs && " The two runs had different inputs; what one of them did not test is counted apart if that is known."),
    comparison.is_same
      ? h("p", { id: "changes" }, "Nothing changed.")
      : scrolling("what changed", h("table", { class: "matrix" },
        h("thead", {}, row("engine", [...kinds.map((kind) => CHANGES[kind]), "same"], { name: "th" })),
        h("tbody", { id: "changes" }, engines.map((engine) => row(
          engine.before === engine.engine ? engine.engine : `${engine.before} → ${engine.engine}`,
          [...kinds.map((kind) => cell(engine, kind)), engine.same],
        ))))),
    gone.length > 0 && h("details", { id: "gone" }, h("summary", {}, `${number(gone.length)} that differ no longer`),
      h("ul", {}, gone.slice(0, 200).map(([engine, id]) => {
        const { case: test, explanation } = engine.was[id];
        return h("li", {}, test ? asked(test) : h("code", {}, id), h("p", { class: "note" }, `${shortName(engine.engine)}: ${explanation}.`));
      }), gone.length > 200 && h("li", {}, `and ${number(gone.length - 200)} more`))),
  );
}

function historyOf(history) {
  return section(
    "history",
    "Earlier runs",
    h("p", { class: "note" }, "Each run that was recorded: the engine’s own failures, and what it does where WPT is silent."),
    scrolling("earlier runs", h("table", { class: "matrix runs" },
      h("thead", {}, row("date", ["engine", "inputs", "failures", "WPT silent", "py_url wrong"], { name: "th" })),
      h("tbody", {}, history.map(({ date, engine, inputs, totals: counts }) => row(day(date), [engine, inputs, failuresOf(counts),
        counts["WPT silent"], counts["py_url differs from WPT"] + counts["both differ from WPT"]]))))),
  );
}

/** What a test asks: its strings, every unusual code point labelled. */
function asked(test) {
  let parts = [["input", test.input], ...(test.base === null ? [] : [["base", test.base]])];
  if (test.kind === "set") parts = [["URL", test.href], [`${test.member} =`, test.value]];
  if (isPattern(test)) parts = [[test.kind, test.input]];
  return h("dl", { class: "asked" }, parts.map(([name, text]) => [h("dt", {}, name), h("dd", { class: "code" }, visible(text))]));
}

/** Group the engines of a difference by verdict or by explanation. */
function grouped(engines, key) {
  const groups = new Map();
  for (const [name, told] of Object.entries(engines)) groups.set(told[key], [...(groups.get(told[key]) ?? []), name]);
  return [...groups];
}

function article({ data, several, changes, titles }, difference) {
  const { id, case: test, ours, engines } = difference;
  const { expected } = test;
  const answers = [["py_url", ours], ...Object.entries(engines).map(([name, told]) => [name, told.native])];
  const natives = answers.slice(1).map(([, answer]) => answer);
  const anyFailure = answers.some(([, answer]) => answer.failure);
  const names = [...new Set(["failure", "error", ...answers.flatMap(([, answer]) => Object.keys(answer))])];
  // A parser may not have every member.
  const has = (native, name) => isPattern(test) || native.failure || native.error !== undefined || name in native;
  const members = names.filter((name) => natives.some((native) => has(native, name) && String(ours[name]) !== String(native[name]))
    || (expected !== null && name in expected && String(expected[name]) !== String(ours[name])));
  const cell = (who, answer, name) => {
    const wrong = expected !== null && who !== "WPT" && (expected.failure
      ? !answer.failure
      : name in expected && String(expected[name]) !== String(answer[name]));
    const failed = answer !== null && answer.failure;
    const text = failed || answer === null || answer[name] === undefined
      ? h("span", { class: "none" }, failed ? "failure" : name === "failure" ? "parses" : "not given")
      : visible(String(answer[name]));
    return h("td", { class: wrong ? "code wrong" : "code", "data-who": who }, text, wrong && h("span", { class: "aside" }, "wrong"));
  };
  // If one answer is a failure, one row is enough: the href of the others, or the pathname of a pattern.
  const shown = anyFailure ? [isPattern(test) ? "pathname" : "href"] : members.filter((name) => name !== "failure");
  const columns = [["WPT", expected], ...answers];
  const reasons = grouped(engines, "explanation").map(([text, who]) => {
    const link = sectionLink(data, text);
    return h("p", {}, `${several ? `${who.join(", ")}: ${text}` : `${text[0].toUpperCase()}${text.slice(1)}`}.`, link && [" ", standardLink(link)]);
  });
  return h(
    "article",
    { class: "difference", id },
    h("h3", {},
      h("span", { class: "verdicts" }, grouped(engines, "verdict").map(([verdict, who]) =>
        h("span", { class: TONES[verdict] }, several ? `${titles[verdict]}: ${who.join(", ")}` : titles[verdict])),
      changes.has(id) && h("span", { class: "chip warn" }, CHANGES[changes.get(id)])),
      h("small", {}, fileLink(test, data.wpt_commit))),
    asked(test),
    scrolling("the answers", h("table", { class: "answers" },
      h("thead", {}, h("tr", {}, ["member", ...columns.map(([who]) => who)].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, shown.map((name) => h("tr", {}, h("th", { scope: "row" }, name),
        columns.map(([who, answer]) => cell(who, answer, name))))))),
    reasons,
    h("p", { class: "links" },
      h("a", { href: fragmentOf({ id }), title: "a link to this difference alone" }, `#${id}`),
      !isPattern(test) && test.kind !== "params" && [" · ", h("a", { href: playgroundLink(test) }, "open in the playground")]),
  );
}

export async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without the permission, or where the page is no secure context.
    const field = h("textarea", { class: "aside", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "It could not be copied";
    field.remove();
  }
  setTimeout(() => {
    button.textContent = before;
  }, 2_000);
}

function differencesOf(report, files) {
  const { data, several, changes, gently } = report;
  const all = (difference, key) => [...new Set(Object.values(difference.engines).map((told) => told[key]))];
  const rules = new Map(Object.entries(data.explanations).map(([text, { rule }]) => [rule, text]));
  const select = (label, name, values, hidden = false) => h("label", { hidden }, `${label} `, h("select", { name },
    h("option", { value: "" }, "all"),
    values.map(([value, count, text = value]) => h("option", { value }, `${text} (${number(count)})`))));
  const present = data.differences.filter((difference) => changes.has(difference.id)).map((difference) => changes.get(difference.id));
  const form = h(
    "form",
    { id: "filters" },
    select("Engine", "engine", tally(data.differences.flatMap((difference) => Object.keys(difference.engines))), !several),
    select("Verdict", "verdict", tally(data.differences.flatMap((difference) => all(difference, "verdict")))),
    select("Source", "source", tally(data.differences.map((difference) => difference.case.source))),
    select("Why", "why", tally(data.differences.flatMap((difference) => all(difference, "explanation")))
      .map(([text, count]) => [data.explanations[text].rule, count, text])),
    select("Change", "change", tally(present).map(([kind, count]) => [kind, count, CHANGES[kind]]), report.comparison === undefined),
    h("label", {}, "Text ", h("input", {
      name: "text", type: "search", autocomplete: "off", spellcheck: "false", placeholder: "in inputs and answers",
    })),
  );
  const said = h("p", { id: "shown", role: "status" });
  const list = h("div", { id: "differences" });
  const more = h("button", { type: "button", id: "more", hidden: true }, "Show more");
  // Made when a text is sought.
  let texts;
  let limit = SHOWN_AT_FIRST;
  let filters = {};
  let chosen = [];

  const choose = () => {
    const { id, engine, verdict, source, why, change, text = "" } = filters;
    const sought = JSON.stringify(text.toLowerCase()).slice(1, -1);
    if (text !== "") texts ??= data.differences.map((difference) => JSON.stringify(difference).toLowerCase());
    return data.differences.filter((difference, index) => (id !== undefined
      ? difference.id === id
      : Object.entries(difference.engines).some(([name, told]) =>
        (!engine || name === engine) && (!verdict || told.verdict === verdict) && (!why || told.explanation === rules.get(why)))
      && (!source || difference.case.source === source)
      && (!change || changes.get(difference.id) === change)
      && (text === "" || texts[index].includes(sought))));
  };
  const refresh = () => {
    chosen = choose();
    const { id } = filters;
    fill(said, id !== undefined
      ? [chosen.length === 0 ? `there is no difference ${id} in this report` : "one difference is shown", " · ", h("a", { href: "#" }, "show all")]
      : chosen.length === 0 ? "no difference matches" : `${number(Math.min(limit, chosen.length))} of ${number(chosen.length)} shown`);
    fill(list);
    inParts(list, gently, chosen.slice(0, limit).map((difference) => () => article(report, difference)));
    more.hidden = chosen.length <= limit;
  };
  const readAddress = () => {
    filters = chosenIn(location.hash);
    // The address may name what this report does not have: then nothing matches, and no option is selected.
    for (const name of FILTERS) form.elements[name].value = filters[name] ?? "";
    limit = SHOWN_AT_FIRST;
    refresh();
    return Object.keys(filters).length > 0;
  };
  form.addEventListener("input", () => {
    filters = Object.fromEntries(new FormData(form));
    limit = SHOWN_AT_FIRST;
    refresh();
    history.replaceState(null, "", fragmentOf(filters));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => {
    limit += SHOWN_AT_FIRST * 4;
    refresh();
  });
  const where = section(
    "what-differs",
    "All differences",
    h("p", { class: "note" }, "Those that are explained come first. One that is not explained counts as a bug of py_url until it is. "
      + "The address of this page holds the filters."),
    form,
    h("div", { class: "exports" }, said, h("span", { class: "buttons" },
      exportButton("Copy as Markdown", (button) => copy(toMarkdown(chosenOf(data, chosen)), button)),
      exportButton("JSON", () => save("differences.json", "application/json", toJSON(chosenOf(data, chosen)))),
      exportButton("CSV", () => save("differences.csv", "text/csv", toCSV(chosenOf(data, chosen)))),
      exportButton("Markdown", () => save("differences.md", "text/markdown", toMarkdown(chosenOf(data, chosen)))))),
    files.length > 0 && h("p", { class: "note" }, "The buttons export what is chosen here. The whole result is next to this page: ",
      files.map((file, index) => [index > 0 && ", ", h("a", { href: file }, file)]), "."),
    list,
    more,
  );
  const show = () => {
    if (readAddress()) where.scrollIntoView();
  };
  // A report that replaces this one has listeners of its own.
  const listen = () => (where.isConnected ? show() : removeEventListener("hashchange", listen));
  addEventListener("hashchange", listen);
  if (gently) setTimeout(readAddress);
  else readAddress();
  // The page is not laid out yet.
  requestAnimationFrame(() => {
    if (Object.keys(chosenIn(location.hash)).length > 0) where.scrollIntoView();
  });
  return where;
}

function exportButton(text, does) {
  const button = h("button", { type: "button", class: "small" }, text);
  button.addEventListener("click", () => does(button));
  return button;
}
