/**
 * The answers of a URLPattern class to the cross-check's cases of patterns. build_scripts/crosscheck/patterns.py describes the cases,
 * and has py_url's answers in the same form.
 */

const COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
export const KINDS = ["pattern", "compare", "generate"];

/** Whether the engine can end if a custom group has a named one inside: WebKit's page, and Node.js 24, which reads beyond a list. */
function endsAtNamedGroups() {
  const { navigator, process } = globalThis;
  return /AppleWebKit(?!.*Chrom)/.test(navigator?.userAgent) || /^3\./.test(process?.versions?.ada);
}

/** What `exec` gives: whether it matches, and of each component the input and the groups. */
function match(pattern, inputs) {
  let result;
  try {
    result = pattern.exec(...inputs);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { matches: "error" };
  }
  const answer = { matches: result !== null };
  for (const name of result === null ? [] : COMPONENTS) {
    // The order of an object's members depends on their names.
    const groups = Object.entries(result[name].groups).sort(([a], [b]) => (a < b ? -1 : 1));
    answer[`${name}_input`] = result[name].input;
    // A group that did not take part is undefined, which is null here.
    answer[`${name}_groups`] = JSON.stringify(groups);
  }
  return answer;
}

/** The members of a pattern, and as `each` what it gives for each of the inputs. */
export function answersOf(URLPatternClass, args, inputs) {
  let pattern;
  try {
    pattern = new URLPatternClass(...args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { failure: true };
  }
  const members = Object.fromEntries(COMPONENTS.map((name) => [name, pattern[name]]));
  return { ...members, hasRegExpGroups: pattern.hasRegExpGroups, each: inputs.map((given) => match(pattern, given)) };
}

/** A class's answer to a case. A class or a method that is missing answers `{ absent: true }`. */
export function answerOf(URLPatternClass, { kind, input }) {
  const method = { pattern: URLPatternClass, compare: URLPatternClass?.compareComponent, generate: URLPatternClass?.prototype.generate };
  if (method[kind] === undefined) return { absent: true };
  const given = JSON.parse(input);
  if (endsAtNamedGroups() && /\(\?<\w/.test(input)) return { error: "not compared: the engine can end at it" };
  try {
    if (kind === "compare") {
      const [component, left, right] = given;
      return { result: URLPatternClass.compareComponent(component, new URLPatternClass(left), new URLPatternClass(right)) };
    }
    if (kind === "generate") {
      const [pattern, component, groups] = given;
      return { result: new URLPatternClass(pattern).generate(component, groups) };
    }
    const [args, inputs] = given;
    const { each, ...members } = answersOf(URLPatternClass, args, inputs === null ? [] : [inputs]);
    return { ...members, ...each?.[0] };
  } catch (error) {
    return error instanceof TypeError ? { failure: true } : { error: String(error) };
  }
}
