/** "Copy as": the input and its answer in the forms in which people need them elsewhere. */

import { UNSEEN, escapeText } from "./escapes.js";
import { BROWSER } from "./native.js";
import { toFragment } from "./state.js";

const MEMBERS_OF_A_ROW = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

/** The forms: an id and a title. */
export const FORMS = [
  ["link", "Link"],
  ["python", "Python"],
  ["javascript", "JavaScript"],
  ["pytest", "pytest case"],
  ["wpt", "WPT row"],
  ["markdown", "Markdown for an issue"],
];

/**
 * @param {string} form The id of one of the forms.
 * @param {{state: object, look: object | null, native: object, said?: [string, string][]}} shown `said` are the answers of the first
 *   screen, each with its title.
 * @returns {string}
 */
export function copyAs(form, { state, look, native, said = [] }) {
  const answer = look?.answer ?? native;
  const forms = {
    link: () => new URL(toFragment(state), location.href).href,
    python: () => inPython(state, answer),
    javascript: () => inJavaScript(state, answer),
    pytest: () => asTest(state, answer),
    wpt: () => asRow(state, answer),
    markdown: () => inMarkdown(state, look, native, said),
  };
  return forms[form]();
}

/** A string as a literal of Python. */
function pythonString(string) {
  const escaped = Array.from(string, (character) => {
    const codePoint = character.codePointAt(0);
    if (character === '"' || character === "\\") return `\\${character}`;
    if (/^[ -~]$|^[\p{L}\p{N}\p{S}\p{P}]$/u.test(character)) return character;
    const digits = codePoint.toString(16);
    if (codePoint < 0x100) return `\\x${digits.padStart(2, "0")}`;
    return codePoint < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  });
  return `"${escaped.join("")}"`;
}

/** A string as a literal of JavaScript and of JSON. */
function quoted(string) {
  return JSON.stringify(string).replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""));
}

function call({ url, base, encoding }) {
  if (encoding === "UTF-8") return `URL(${pythonString(url)}${base === "" ? "" : `, ${pythonString(base)}`})`;
  const record = base === "" ? "" : `, URL(${pythonString(base)}).to_record()`;
  return `URL.from_record(basic_parse(${pythonString(url)}${record}, encoding=${pythonString(encoding)}))`;
}

function imports({ encoding }, names) {
  return `from py_url import ${names}\n${encoding === "UTF-8" ? "" : "from py_url.standard import basic_parse\n"}`;
}

function inPython(state, answer) {
  if (answer.failure) return `${imports(state, "URL")}\n${call(state)}  # raises py_url.InvalidURL\n`;
  return `${imports(state, "URL")}\nurl = ${call(state)}\nassert url.href == ${pythonString(answer.href)}\n`;
}

function inJavaScript({ url, base }, answer) {
  const made = `new URL(${quoted(url)}${base === "" ? "" : `, ${quoted(base)}`})`;
  return answer.failure ? `${made}; // throws a TypeError\n` : `const url = ${made};\nconsole.assert(url.href === ${quoted(answer.href)});\n`;
}

function asTest(state, answer) {
  if (answer.failure) {
    return `import pytest\n${imports(state, "URL, InvalidURL")}\n\ndef test_it_does_not_parse():\n    with pytest.raises(InvalidURL):\n        ${call(state)}\n`;
  }
  const members = ["href", "host", "pathname", "search", "hash"].map((name) => `    assert url.${name} == ${pythonString(answer[name])}\n`);
  return `${imports(state, "URL")}\n\ndef test_it_parses():\n    url = ${call(state)}\n${members.join("")}`;
}

/** A row of urltestdata.json. */
function asRow({ url, base }, answer) {
  const expected = answer.failure ? [["failure", "true"]] : MEMBERS_OF_A_ROW.map((name) => [name, quoted(answer[name])]);
  const fields = [["input", quoted(url)], ["base", base === "" ? "null" : quoted(base)], ...expected];
  return `{\n${fields.map(([name, value]) => `  "${name}": ${value}`).join(",\n")}\n}\n`;
}

function inMarkdown(state, look, native, said) {
  const { url, base, encoding } = state;
  const rows = [["URL", url], ...(base === "" ? [] : [["base URL", base]]), ...(encoding === "UTF-8" ? [] : [["encoding", encoding]])];
  const ours = look === null ? "not known yet" : shown(look.answer);
  rows.push(["py_url", ours], [BROWSER, shown(native)]);
  const lines = rows.map(([name, text]) => `| ${name} | ${codeSpan(text)} |`);
  const errors = (look?.errors ?? []).map(({ name, start, end, message }) => `- [${name}](https://url.spec.whatwg.org/#${name.toLowerCase()}) at ${start}${end > start + 1 ? `–${end}` : ""}: ${message}`);
  return `${[
    "| | |", "|---|---|", ...lines, "",
    ...(said.length > 0 ? [...said.map(([title, text]) => `- **${title}** ${plainText(text)}`), ""] : []),
    ...(errors.length > 0 ? ["Validation errors:", "", ...errors, ""] : []),
    ...(look?.explanation ? [`Why they differ: ${look.explanation}.`, ""] : []),
    `[The same in the playground](${new URL(toFragment(state), location.href).href})`,
  ].join("\n")}\n`;
}

function shown(answer) {
  return answer.failure ? "failure" : answer.href;
}

/** Text in which nothing is Markdown. */
function plainText(string) {
  return escapeText(string).replace(/[\\`*_[\]<>&|~:@]/g, "\\$&");
}

/** Text as code in a cell of a table in Markdown. */
function codeSpan(string) {
  const text = escapeText(string).replaceAll("|", "\\|");
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return text === "" ? "(empty string)" : `${fence}${/^`|`$/.test(text) ? ` ${text} ` : text}${fence}`;
}
