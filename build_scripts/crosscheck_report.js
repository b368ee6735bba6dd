/** Lays out the cross-check's report. All of it is made of text nodes: what is shown is never read as HTML. */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 50;
const VERDICTS = Object.keys(data.totals).filter((name) => name !== "inputs");
const TONES = {
  agree: "good",
  "browser differs from WPT": "warn",
  "py_url differs from WPT": "bad",
  "both differ from WPT": "bad",
  "WPT silent": "",
};
const TITLES = {
  agree: "both agree",
  "browser differs from WPT": "the browser differs from WPT",
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

/** A string with each code point made visible that the eye would miss or mistake: all but printable ASCII. */
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

function layOutSummary() {
  const { engine, totals } = data;
  show("browser", engine.browser);
  show(
    "engine",
    `py_url ${engine.version} in Pyodide ${engine.pyodide}: Python ${engine.python}, idna ${engine.idna} of Unicode ${engine.unicode}.`,
  );
  const wrong = totals["py_url differs from WPT"] + totals["both differ from WPT"];
  show(
    "verdict",
    wrong > 0
      ? `py_url differs from the Web Platform Tests on ${number(wrong)} of ${number(totals.inputs)} inputs.`
      : data.anything_expected
        ? `py_url does what the tests expect, on every one of ${number(totals.inputs)} inputs.`
        : `${number(totals.agree)} of ${number(totals.inputs)} URLs mean the same to both.`,
  );
  document.getElementById("verdict").classList.toggle("wrong", wrong > 0);
  const figure = (label, value, tone) =>
    element("div", {}, element("dt", {}, label), element("dd", { class: tone }, number(value)));
  show("figures", figure("inputs", totals.inputs, ""), ...VERDICTS.map((name) =>
    figure(TITLES[name], totals[name], totals[name] === 0 && TONES[name] === "bad" ? "good" : TONES[name])));
  show("headings", element("tr", {}, ...["source", "inputs", ...VERDICTS].map((name) =>
    element("th", { scope: "col" }, name))));
  const row = (name, counts) => element("tr", {}, element("th", { scope: "row" }, name),
    ...["inputs", ...VERDICTS].map((key) => element("td", { "data-what": key }, number(counts[key]))));
  show("totals", ...Object.entries(data.by_source).map(([name, counts]) => row(name, counts)), row("all", totals));
}

function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function layOutDifference({ case: test, verdict, ours, native, explanation }) {
  const asked = test.kind === "set"
    ? [["URL", test.href], [`${test.member} =`, test.value]]
    : [["input", test.input], ...(test.base === null ? [] : [["base", test.base]])];
  const expected = test.expected;
  const members = ["failure", "error", ...Object.keys(ours.failure ? native : ours)].filter((name, index, all) =>
    all.indexOf(name) === index && (String(ours[name]) !== String(native[name])
      || (expected !== null && name in expected && String(expected[name]) !== String(ours[name]))));
  const cell = (who, answer, name) => {
    const wrong = expected !== null && who !== "WPT" && (expected.failure
      ? !answer.failure
      : name in expected && String(expected[name]) !== String(answer[name]));
    const failed = answer !== null && answer.failure;
    const text = failed || answer === null || answer[name] === undefined
      ? [element("span", { class: "none" }, failed ? "failure" : name === "failure" ? "parses" : "says nothing")]
      : visible(String(answer[name]));
    return element("td", { class: wrong ? "code wrong" : "code", "data-who": who }, ...text);
  };
  // Where one fails, one row tells it: the href of the other.
  const shown = ours.failure || native.failure ? ["href"] : members.filter((name) => name !== "failure");
  return element(
    "article",
    { class: "difference" },
    element("h3", {}, element("span", { class: TONES[verdict] }, TITLES[verdict]), element("small", {}, test.source)),
    element("dl", { class: "asked" }, ...asked.flatMap(([name, text]) =>
      [element("dt", {}, name), element("dd", { class: "code" }, ...visible(text))])),
    element(
      "table",
      { class: "answers" },
      element("thead", {}, element("tr", {}, ...["", "WPT", "py_url", "browser"].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, ...shown.map((name) => element("tr", {}, element("th", { scope: "row" }, name),
        cell("WPT", expected, name), cell("py_url", ours, name), cell("browser", native, name)))),
    ),
    element("p", {}, `${explanation[0].toUpperCase()}${explanation.slice(1)}.`),
  );
}

function layOutDifferences() {
  if (data.differences.length === 0) {
    document.getElementById("what-differs").hidden = true;
    return;
  }
  // The worst first, and of the same verdict in the order of the inputs.
  const order = ["py_url differs from WPT", "both differ from WPT", "browser differs from WPT", "WPT silent"];
  data.differences.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const explanations = tally(data.differences.map((difference) => difference.explanation));
  show("why", ...explanations.map(([text, count]) => element("tr", {}, element("td", {}, number(count)), element("td", {}, text))));
  const form = document.getElementById("filters");
  const fill = (name, all, values) => form.elements[name].replaceChildren(
    element("option", { value: "" }, all),
    ...values.map(([value, count]) => element("option", { value }, `${value} (${number(count)})`)));
  fill("verdict", "all", tally(data.differences.map((difference) => difference.verdict)));
  fill("source", "all", tally(data.differences.map((difference) => difference.case.source)));
  fill("why", "all", explanations);
  const texts = data.differences.map((difference) => JSON.stringify(difference).toLowerCase());
  const more = document.getElementById("more");
  let limit = PAGE;
  const refresh = () => {
    const { verdict, source, why, text } = Object.fromEntries(new FormData(form));
    const chosen = data.differences.filter((difference, index) =>
      (!verdict || difference.verdict === verdict) && (!source || difference.case.source === source)
      && (!why || difference.explanation === why)
      && (!text || texts[index].includes(JSON.stringify(text.toLowerCase()).slice(1, -1))));
    show("shown", chosen.length === 0 ? "none is like that"
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
layOutDifferences();
