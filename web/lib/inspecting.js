/** How the objects look on Node's console: like native ones, but with username and password hidden, because either may be a secret. */

import { MEMBERS } from "./members.js";
import { define } from "./primordials.js";

const custom = Symbol.for("nodejs.util.inspect.custom");
/** On Deno's console. Its native classes have it, and ours inherit from them after `install`. */
const customOfDeno = Symbol.for("Deno.privateCustomInspect");
// As native objects show them.
const SHOWN = MEMBERS.flatMap((name) => (name === "hash" ? ["searchParams", name] : [name]));
const PATTERN_MEMBERS = [...MEMBERS.filter((name) => !["href", "origin", "host"].includes(name)), "hasRegExpGroups"];

/** Define for both classes how they are inspected. */
export function defineInspection({ URL, URLSearchParams }) {
  showAs(URL, (url, inspect) => {
    const members = Object.fromEntries(SHOWN.map((name) => [name, url[name]]));
    const userinfo = url.username.length + (url.password === "" ? 0 : 1 + url.password.length);
    if (userinfo > 0) {
      for (const name of ["username", "password"]) if (url[name] !== "") members[name] = "***";
      const start = url.protocol.length + 2;
      members.href = `${url.href.slice(0, start)}***${url.href.slice(start + userinfo)}`;
    }
    return inspect(members);
  });
  showAs(URLSearchParams, (params, inspect) => {
    const pairs = [...params].map(([name, value]) => `${inspect(name)} => ${inspect(value)}`);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  });
}

/** Define how a URLPattern is inspected. */
export function definePatternInspection(URLPattern) {
  showAs(URLPattern, (pattern, inspect) => {
    const components = Object.fromEntries(PATTERN_MEMBERS.map((name) => [name, pattern[name]]));
    for (const name of ["username", "password"]) if (!["", "*"].includes(pattern[name])) components[name] = "***";
    return inspect(components);
  });
}

function showAs(Class, describe) {
  const inspection = {
    [custom](depth, options, inspect) {
      const { name } = this.constructor;
      // The prototype is not an instance.
      if (depth < 0 || !(this instanceof Class)) return `[${name}]`;
      return `${name} ${describe(this, (value) => inspect(value, options))}`;
    },
    [customOfDeno](inspect, options) {
      return inspection[custom].call(this, 0, options, inspect);
    },
  };
  const key = globalThis.Deno === undefined ? custom : customOfDeno;
  define(Class.prototype, key, { value: inspection[key], configurable: true, writable: true });
}
