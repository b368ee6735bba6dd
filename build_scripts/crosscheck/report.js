/** Lays out the cross-check's report. It uses text nodes only: data is never parsed as HTML. */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 50;
const ENGINES = data.engines.map((engine) => engine.name);
const SEVERAL = ENGINES.length > 1;
/** The engines' names without versions. */
const SHORT = ENGINES.map((name) => name.split(" ")[0]);
const VERDICTS = Object.keys(data.engines[0].totals).filter((name) => name !== "inputs");
const TONES = {
  agree: "good",
  "native differs from WPT": "warn",
  "py_url differs from WPT": "bad",
  "both differ from WPT": "bad",
  "WPT silent": "",
};
const TITLES = {
  agree: "both agree",
  "native differs from WPT": "the native URL differs from WPT",
  "py_url differs from WPT": "py_url differs from WPT",
  "both differ from WPT": "both differ from WPT",
  "WPT silent": "they differ, WPT is silent",
};

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function number(value) {
  return value.toLocaleString("en");
}

/** A string in which every code point other than printable ASCII is labelled, as readers could miss or mistake it. */
function visible(string) {
  const parts = [];
  for (const [, plain, other] of string.matchAll(/([!-~]+(?: +[!-~]+)*)|(.)/gsu)) {
    if (plain !== undefined) {
      parts.push(plain.replaceAll(/  +/g, (spaces) => spaces.replaceAll(" ", "\u00a0")));
      continue;
    }
    const name = `U+${other.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    const seen = /^[\p{L}\p{N}\p{S}\p{P}]$/u.test(other) ? `${other} ` : "";
    parts.push(element("span", { class: "cp", dir: "ltr" }, seen + name));
  }
  return parts.length > 0 ? parts : [element("span", { class: "none" }, "empty")];
}

function show(id, ...children) {
  document.getElementById(id).replaceChildren(...children);
}

/** A table row with a heading; the cells are strings, numbers or elements. */
function row(heading, cells, { name = "td", class: kind = "" } = {}) {
  return element("tr", { class: kind }, element("th", { scope: name === "th" ? "col" : "row" }, heading),
    ...cells.map((cell) => element(name, name === "th" ? { scope: "col" } : {}, typeof cell === "number" ? number(cell) : cell)));
}

function failures(counts) {
  return counts["native differs from WPT"] + counts["both differ from WPT"];
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function layOutSummary() {
  const { py_url: pyUrl, engines, inputs } = data;
  show("engines", SEVERAL ? SHORT.join(", ") : ENGINES[0]);
  show(
    "engine",
    `py_url ${pyUrl.version} in Pyodide ${pyUrl.pyodide}: Python ${pyUrl.python}, Unicode ${pyUrl.unicode}.${data.tests ? ` Tests: ${data.tests}.` : ""}`,
  );
  const wrong = Math.max(...engines.map(({ totals }) => totals["py_url differs from WPT"] + totals["both differ from WPT"]));
  show(
    "verdict",
    data.unstable > 0
      ? `py_url gives different answers in different engines for ${number(data.unstable)} of ${number(inputs)} inputs.`
      : wrong > 0
        ? `py_url does not do what the tests expect on ${number(wrong)} of ${number(inputs)} inputs.`
        : data.anything_expected
          ? `py_url does what the tests expect on all ${number(inputs)} inputs.`
          : `${number(inputs - data.differences.length)} of ${number(inputs)} URLs mean the same to ${SEVERAL ? "all" : "both"}.`,
  );
  document.getElementById("verdict").classList.toggle("wrong", !data.py_url_is_right);
  const figure = (label, value, tone) =>
    element("div", {}, element("dt", {}, label), element("dd", { class: tone }, number(value)));
  const counted = (name, value) =>
    figure(TITLES[name], value, value === 0 && TONES[name] === "bad" ? "good" : TONES[name]);
  show("figures", figure("inputs", inputs, ""), ...(SEVERAL
    ? [counted("py_url differs from WPT", wrong),
      ...engines.map(({ name, totals }) => figure(`${name.split(" ")[0]} differs from WPT`, failures(totals), "warn"))]
    : VERDICTS.map((name) => counted(name, engines[0].totals[name]))));
  show("totals-of", SEVERAL ? "By engine" : "By source");
  show("headings", row(SEVERAL ? "engine" : "source", ["inputs", ...VERDICTS], { name: "th" }));
  const rows = SEVERAL
    ? engines.map(({ name, totals }) => [name, totals])
    : [...Object.entries(engines[0].by_source), ["all", engines[0].totals]];
  show("totals", ...rows.map(([name, counts]) => element("tr", { class: name }, element("th", { scope: "row" }, name),
    ...["inputs", ...VERDICTS].map((key) => element("td", { "data-what": key }, number(counts[key]))))));
  document.getElementById("of-several").hidden = !SEVERAL || !data.anything_expected;
}

const SIGNS = { yes: ["right", "good"], no: ["wrong", "bad"], silent: ["silent", "none"] };

function layOutSeveral() {
  show("who", row("py_url", [...SHORT, "inputs"], { name: "th" }));
  const sign = (way) => element("span", { class: SIGNS[way][1] }, SIGNS[way][0]);
  show("standings", ...data.standings.map(({ ways, inputs }) => row(sign(ways[0]), [...ways.slice(1).map(sign), inputs])));
  show("failing", row("source", SHORT, { name: "th" }));
  const sources = Object.keys(data.engines[0].by_source);
  show(
    "failures",
    ...sources.map((source) => row(source, data.engines.map((engine) => failures(engine.by_source[source])))),
    row("all", data.engines.map((engine) => failures(engine.totals)), { class: "all" }),
  );
}

function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Group the engines of a difference by verdict or by explanation. */
function grouped(engines, key) {
  const groups = new Map();
  for (const [name, told] of Object.entries(engines)) groups.set(told[key], [...(groups.get(told[key]) ?? []), name]);
  return [...groups];
}

function layOutDifference({ case: test, ours, engines }) {
  const asked = test.kind === "set"
    ? [["URL", test.href], [`${test.member} =`, test.value]]
    : [["input", test.input], ...(test.base === null ? [] : [["base", test.base]])];
  const expected = test.expected;
  const answers = [["py_url", ours], ...Object.entries(engines).map(([name, told]) => [name, told.native])];
  const natives = answers.slice(1).map(([, answer]) => answer);
  const anyFailure = answers.some(([, answer]) => answer.failure);
  const names = [...new Set(["failure", "error", ...answers.flatMap(([, answer]) => Object.keys(answer))])];
  const members = names.filter((name) => natives.some((native) => String(ours[name]) !== String(native[name]))
    || (expected !== null && name in expected && String(expected[name]) !== String(ours[name])));
  const cell = (who, answer, name) => {
    const wrong = expected !== null && who !== "WPT" && (expected.failure
      ? !answer.failure
      : name in expected && String(expected[name]) !== String(answer[name]));
    const failed = answer !== null && answer.failure;
    const text = failed || answer === null || answer[name] === undefined
      ? [element("span", { class: "none" }, failed ? "failure" : name === "failure" ? "parses" : "not given")]
      : visible(String(answer[name]));
    return element("td", { class: wrong ? "code wrong" : "code", "data-who": who }, ...text);
  };
  // If one answer is a failure, one row is enough: the href of the others.
  const shown = anyFailure ? ["href"] : members.filter((name) => name !== "failure");
  const columns = [["WPT", expected], ...answers];
  return element(
    "article",
    { class: "difference" },
    element(
      "h3",
      {},
      ...grouped(engines, "verdict").map(([verdict, who]) =>
        element("span", { class: TONES[verdict] }, SEVERAL ? `${TITLES[verdict]}: ${who.join(", ")}` : TITLES[verdict])),
      element("small", {}, test.source),
    ),
    element("dl", { class: "asked" }, ...asked.flatMap(([name, text]) =>
      [element("dt", {}, name), element("dd", { class: "code" }, ...visible(text))])),
    element("div", { class: "scroll" }, element(
      "table",
      { class: "answers" },
      element("thead", {}, element("tr", {}, ...["", ...columns.map(([who]) => who)].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, ...shown.map((name) => element("tr", {}, element("th", { scope: "row" }, name),
        ...columns.map(([who, answer]) => cell(who, answer, name))))),
    )),
    ...grouped(engines, "explanation").map(([text, who]) =>
      element("p", {}, `${SEVERAL ? `${who.join(", ")}: ${text}` : `${text[0].toUpperCase()}${text.slice(1)}`}.`)),
  );
}

function layOutDifferences() {
  if (data.differences.length === 0) {
    document.getElementById("what-differs").hidden = true;
    return;
  }
  // The worst verdicts come first. Within a verdict, the order of the inputs is kept.
  const order = ["py_url differs from WPT", "both differ from WPT", "native differs from WPT", "WPT silent"];
  const all = (difference, key) => [...new Set(Object.values(difference.engines).map((told) => told[key]))];
  const worst = (difference) => Math.min(...all(difference, "verdict").map((verdict) => order.indexOf(verdict)));
  data.differences.sort((a, b) => worst(a) - worst(b));
  const explanations = tally(data.differences.flatMap((difference) => all(difference, "explanation")));
  const ofEngine = (engine, text) =>
    sum(data.differences.map(({ engines }) => Number(engines[engine]?.explanation === text)));
  if (SEVERAL) show("whose", row("", SHORT, { name: "th" }));
  show("why", ...explanations.map(([text, count]) =>
    row(text, SEVERAL ? ENGINES.map((engine) => ofEngine(engine, text)) : [count])));
  const form = document.getElementById("filters");
  const fill = (name, first, values) => form.elements[name].replaceChildren(
    element("option", { value: "" }, first),
    ...values.map(([value, count]) => element("option", { value }, `${value} (${number(count)})`)));
  fill("engine", "all", tally(data.differences.flatMap((difference) => Object.keys(difference.engines))));
  form.elements.engine.parentElement.hidden = !SEVERAL;
  fill("verdict", "all", tally(data.differences.flatMap((difference) => all(difference, "verdict"))));
  fill("source", "all", tally(data.differences.map((difference) => difference.case.source)));
  fill("why", "all", explanations);
  const texts = data.differences.map((difference) => JSON.stringify(difference).toLowerCase());
  const more = document.getElementById("more");
  let limit = PAGE;
  const refresh = () => {
    const { engine, verdict, source, why, text } = Object.fromEntries(new FormData(form));
    const chosen = data.differences.filter((difference, index) =>
      Object.entries(difference.engines).some(([name, told]) =>
        (!engine || name === engine) && (!verdict || told.verdict === verdict) && (!why || told.explanation === why))
      && (!source || difference.case.source === source)
      && (!text || texts[index].includes(JSON.stringify(text.toLowerCase()).slice(1, -1))));
    show("shown", chosen.length === 0 ? "no difference matches"
      : `${number(Math.min(limit, chosen.length))} of ${number(chosen.length)} shown`);
    show("differences", ...chosen.slice(0, limit).map(layOutDifference));
    more.hidden = chosen.length <= limit;
  };
  form.addEventListener("input", () => {
    limit = PAGE;
    refresh();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", () => {
    limit += PAGE * 4;
    refresh();
  });
  refresh();
}

layOutSummary();
layOutSeveral();
layOutDifferences();
