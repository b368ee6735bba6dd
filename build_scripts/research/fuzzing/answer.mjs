/**
 * The answers of a URL class, or a URLPattern class, to cases. build_scripts/research/fuzzing/__init__.py describes cases, and
 * engines.py reads the answers: null for a failure, { error } for an exception that the standard does not know, otherwise the values of MEMBERS. The
 * answer to a case of steps has the href after each of them too.
 */

import { answersOf } from "../../../web/crosscheck/patterns.js";

export const MEMBERS = [
  "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
];
const QUERY_OPERATIONS = ["append", "delete", "set", "sort"];

/** Perform a step. An href that does not parse changes nothing. */
function perform(url, params, [name, ...args]) {
  if (QUERY_OPERATIONS.includes(name)) {
    params[name](...args);
    return;
  }
  try {
    [url[name]] = args;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

function construct(URLClass, test) {
  try {
    if (test.kind === "set") return new URLClass(test.href);
    return test.base === null ? new URLClass(test.input) : new URLClass(test.input, test.base);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function answer(URLClass, test) {
  const url = construct(URLClass, test);
  if (url === null) return null;
  // A query object that exists has to follow the setters.
  const params = url.searchParams;
  const steps = test.kind === "set" ? [[test.member, test.value]] : test.steps ?? [];
  const trace = steps.map((step) => {
    perform(url, params, step);
    return url.href;
  });
  const members = [...MEMBERS.map((name) => url[name]), params.toString()];
  return test.kind === "steps" ? [...members, trace] : members;
}

function membersOf(url) {
  return Object.fromEntries(MEMBERS.map((name) => [name, url[name]]));
}

/** The URLs in a case of a pattern, by what they are parsed from, as JSON: their members, or null if they do not parse. */
function urlsIn(URLClass, { pattern, inputs }) {
  const asked = [pattern, ...inputs].flatMap((args) => {
    const strings = args.filter((each) => typeof each === "string");
    return [strings, ...strings.slice(1).map((base) => [base]), ...args.filter((each) => each?.baseURL !== undefined).map(({ baseURL }) => [baseURL])];
  });
  return Object.fromEntries(asked.filter(({ length }) => length > 0).map((args) => {
    try {
      return [JSON.stringify(args), membersOf(new URLClass(...args))];
    } catch {
      return [JSON.stringify(args), null];
    }
  }));
}

/** The answers to all cases. A class that is missing answers `{ missing: true }`. */
export function answers({ URL: URLClass, URLPattern: URLPatternClass }, cases) {
  return cases.map((test) => {
    try {
      if (test.kind !== "pattern") return answer(URLClass, test);
      if (URLPatternClass === undefined) return { missing: true };
      const given = answersOf(URLPatternClass, test.pattern, test.inputs);
      return { ...given, urls: urlsIn(URLClass, test) };
    } catch (error) {
      return { error: String(error) };
    }
  });
}
