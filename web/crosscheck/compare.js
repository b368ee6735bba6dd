/**
 * Compare two implementations of URL and URLPattern, case by case. build_scripts/crosscheck/ describes the forms of a case (inputs.py) and of a
 * result (run.py).
 */

import { MEMBERS } from "../lib/members.js";
import { addModules } from "../playground/in_worker.js";
import { KINDS, answerOf } from "./patterns.js";

/** What py_url's answers to patterns need, below the folder that `getModules` reads. */
export const MODULES = ["crosscheck/__init__.py", "crosscheck/patterns.py"];

/** At most this many results go in a batch. A batch ends with the result that reaches this many characters. */
const BATCH = 100;
const BATCH_LENGTH = 4_000_000;

/** A URL class's answer to a case: the members, or failure, or an error that it should not have thrown. */
function answer(URLClass, test) {
  let url;
  try {
    if (test.kind === "set") {
      url = new URLClass(test.href);
      // Read this before setting, to detect a query object that is not updated.
      url.searchParams.has("");
      url[test.member] = test.value;
    } else {
      url = test.base === null ? new URLClass(test.input) : new URLClass(test.input, test.base);
    }
  } catch (error) {
    return error instanceof TypeError ? { failure: true } : { error: String(error) };
  }
  try {
    const members = Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
    members.searchParams = url.searchParams.toString();
    members.pairs = JSON.stringify([...url.searchParams]);
    return members;
  } catch (error) {
    return { error: String(error) };
  }
}

/** Whether an answer is what the Web Platform Tests expect: "yes", "no", or "silent" if they expect nothing. An
 *  exception other than a TypeError is never right. */
function asExpected(given, expected) {
  if (given.error !== undefined) return "no";
  if (expected === null) return "silent";
  if (expected.failure) return given.failure ? "yes" : "no";
  return Object.entries(expected).every(([name, value]) => given[name] === value) ? "yes" : "no";
}

/** A hash of a text (FNV-1a). By chance, two texts have the same hash once in four thousand million times. */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function compare(test, ours, native) {
  const answers = KINDS.includes(test.kind)
    ? { ours: ours.answerToPattern(test), native: answerOf(native.URLPattern, test) }
    : { ours: ours.answer?.(test) ?? answer(ours.URL, test), native: answer(native.URL, test) };
  const text = JSON.stringify(answers.ours);
  const result = {
    agree: text === JSON.stringify(answers.native),
    digest: digest(text),
    ours: asExpected(answers.ours, test.expected),
    native: answers.native.absent ? "absent" : asExpected(answers.native, test.expected),
  };
  // Answers that agree with each other and with the tests are not sent.
  return (result.agree || result.native === "absent") && result.ours !== "no" ? result : { ...result, answers };
}

/** How many of these results are differences. */
export function differing(results) {
  return results.filter(({ agree, native }) => !agree && native !== "absent").length;
}

/**
 * Compare all cases and yield the results in batches.
 *
 * @param {object[]} cases
 * @param {{ URL: Function, answerToPattern: Function } | { answer: Function }} ours What `load` gives, and what `answersInPython` does; or
 *   what answers instead.
 * @param {{ URL: Function, URLPattern: Function | undefined }} native
 */
export function* compareAll(cases, ours, native) {
  for (let done = 0; done < cases.length; ) {
    const batch = [];
    for (let length = 0; batch.length < BATCH && length < BATCH_LENGTH && done < cases.length; done += 1) {
      const result = compare(cases[done], ours, native);
      length += result.answers === undefined ? 0 : JSON.stringify(result.answers).length;
      batch.push(result);
    }
    yield batch;
  }
}

/** The versions of py_url and of the Pyodide that it runs in, for the report. */
export function describe({ version, unicodeVersion }, pyodide) {
  return {
    version,
    pyodide: pyodide.version,
    python: pyodide.runPython("import sys; sys.version.split()[0]"),
    unicode: unicodeVersion,
  };
}

/**
 * py_url's answers to patterns, in Pyodide.
 *
 * @param {object} pyodide
 * @param {Array<[string, string]>} modules The texts of `MODULES`.
 * @returns {(test: object) => object}
 */
export function answersInPython(pyodide, modules) {
  addModules(pyodide, "/check", modules);
  const python = pyodide.pyimport("crosscheck.patterns");
  return ({ kind, input }) => JSON.parse(python.answer(kind, input));
}
