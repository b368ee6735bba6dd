/** A result of the cross-check as JSON, CSV and Markdown, whole or a choice of its differences. Runs in pages and in Node. */

import { csv } from "../look/saving.js";

/** The standard, whose sections explanations name. */
const STANDARD = "https://url.spec.whatwg.org/";
/** At most this many differences are listed in Markdown. */
const LISTED = 200;

const COLUMNS = [
  "id", "engine", "verdict", "rule", "explanation", "section", "source", "file", "line", "kind", "input", "base", "href",
  "member", "value", "expected", "py_url", "answer",
];

/** The address of an explanation's section; null if it has none. */
export function sectionLink(summary, text) {
  const section = summary.explanations[text]?.section;
  // Those of patterns are addresses of another standard.
  return section ? new URL(section.includes("#") ? section : `#${section}`, STANDARD).href : null;
}

/** The same summary with these differences only. */
export function chosenOf(summary, differences) {
  return { ...summary, differences };
}

export function toJSON(summary) {
  return `${JSON.stringify(summary, null, 1)}\n`;
}

/** A row for each difference and engine. Strings that come from tests are JSON: so none begins a formula in a spreadsheet. */
export function toCSV(summary) {
  const rows = [COLUMNS];
  for (const { id, case: test, ours, engines } of summary.differences) {
    for (const [engine, told] of Object.entries(engines)) {
      const { rule } = summary.explanations[told.explanation];
      const given = (name) => (test[name] === undefined ? "" : literal(test[name]));
      rows.push([
        id, engine, told.verdict, rule, told.explanation, sectionLink(summary, told.explanation) ?? "", test.source,
        test.file ?? "", test.line ?? "", test.kind, ...["input", "base", "href", "member", "value", "expected"].map(given),
        literal(ours), literal(told.native),
      ]);
    }
  }
  return csv(rows);
}

/** JSON in ASCII: what is invisible, or looks like something else, is seen. */
function literal(value) {
  return JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Whether a case is one of URLPattern. */
export function isPattern({ kind }) {
  return ["pattern", "compare", "generate"].includes(kind);
}

/** What a difference asks, in one line. */
function askedOf(test) {
  if (isPattern(test)) return `${test.kind} ${test.input}`;
  if (test.kind === "set") return `${test.member} = ${literal(test.value)} on ${literal(test.href)}`;
  return literal(test.input) + (test.base === null ? "" : ` with base ${literal(test.base)}`);
}

/** For an issue or a mail: the versions, the numbers, the explanations with links, and the differences. */
export function toMarkdown(summary) {
  const { py_url: pyUrl, engines, inputs, differences } = summary;
  const names = engines.map((engine) => engine.name);
  const counted = Object.keys(summary.explanations).map((text) => [text, names.map((name) =>
    differences.filter((difference) => difference.engines[name]?.explanation === text).length)]);
  const lines = [
    `# py_url against ${names.join(", ")}`,
    "",
    `- run: ${summary.date}`,
    `- py_url ${pyUrl.version} in ${pyUrl.pyodide === null ? "" : `Pyodide ${pyUrl.pyodide}, `}Python ${pyUrl.python}, Unicode ${pyUrl.unicode}`,
    `- tests: ${summary.tests ?? "none; the inputs are a list of one’s own"}`,
    `- inputs: ${inputs}${summary.patterns > 0 ? `, ${summary.patterns} of them of URLPattern` : ""}`,
    "",
    ...table(["engine", "agree", "the engine differs from WPT", "py_url differs from WPT", "both differ", "WPT silent", "not explained"],
      engines.map(({ name, totals }) => [name, totals.agree, totals["native differs from WPT"], totals["py_url differs from WPT"],
        totals["both differ from WPT"], totals["WPT silent"], summary.unexplained?.[name] ?? 0])),
  ];
  const used = counted.filter(([, counts]) => counts.some((count) => count > 0));
  if (used.length > 0) {
    lines.push("", "## What differs and why", "", ...table(["", ...names], used.map(([text, counts]) => {
      const link = sectionLink(summary, text);
      return [`${plain(text)}${link ? ` ([standard](${link}))` : ""}`, ...counts];
    })));
    lines.push("", "## Differences", "", ...differences.slice(0, LISTED).flatMap((difference) => listed(difference)));
    if (differences.length > LISTED) lines.push(`- and ${differences.length - LISTED} more`);
  }
  return `${lines.join("\n")}\n`;
}

function listed({ id, case: test, ours, engines }) {
  const told = Object.entries(engines).map(([name, { verdict, native, explanation }]) =>
    `  - ${name}: ${code(shownAnswer(native, ours))} (${verdict}; ${plain(explanation)})`);
  return [`- ${code(askedOf(test))} (${test.file === undefined ? test.source : `${test.file}:${test.line}`}, ${id})`,
    `  - py_url: ${code(shownAnswer(ours, Object.values(engines)[0].native))}`, ...told];
}

/** Of an answer, the members in which it differs from another. */
function shownAnswer(answer, other) {
  if (answer.failure) return "failure";
  if (answer.error !== undefined) return literal(answer.error);
  if (other.failure || other.error !== undefined) return literal(answer.href ?? answer);
  const differing = Object.keys(answer).filter((name) => answer[name] !== other[name] && name !== "pairs");
  return differing.length === 0 ? literal(answer.href ?? answer) : differing.map((name) => `${name} ${literal(answer[name])}`).join(", ");
}

function table(headings, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)];
}

/** A code span. Its fence is longer than any run of backticks in it. */
function code(text) {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** Text in which Markdown finds nothing to format. */
function plain(text) {
  return text.replaceAll(/[\\`*_{}[\]<>|#~]/g, "\\$&");
}
