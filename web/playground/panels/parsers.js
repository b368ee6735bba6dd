/** Every parser side by side: which host each of them sees. */

import { h } from "../../look/dom.js";
import { nativeAnswer } from "../native.js";
import { answers, code, table, wheels } from "./shared.js";

const COMPONENTS = ["host", "scheme", "username", "password", "port", "path", "query", "fragment"];
/** The packages whose readings are shown, in the order in which they are loaded, and the wheels that each needs. */
const PACKAGES = new Map([
  ["rfc3986", ["rfc3986"]],
  ["w3lib", ["w3lib"]],
  ["yarl", ["idna", "multidict", "propcache", "yarl"]],
  ["requests", ["idna", "certifi", "charset_normalizer", "urllib3", "requests"]],
  ["httpx", ["idna", "certifi", "typing_extensions", "anyio", "h11", "httpcore", "httpx"]],
]);

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" }, h("p", { class: "note" }, "Asking the parsers"));
    const put = answers(place, (told) => show(page, told));
    let now;
    let loading;
    /** The packages that are loaded, or are not on this site. */
    const loaded = [];
    /** Why the next one could not be loaded; undefined if it may be. */
    let failed;

    /** Ask what is loaded, and show the rest as waiting. */
    async function ask() {
      const { url, base } = now;
      const native = ofNative(page, nativeAnswer(url, base));
      const names = [...loaded];
      const waiting = [...PACKAGES.keys()].slice(names.length);
      const needs = await wheels(...names.flatMap((name) => PACKAGES.get(name)));
      const told = page.askWith({ needs }, "parsers.readings", url, base, names);
      await put(told.then((answer) => (answer === undefined || answer.error !== undefined ? answer : { ...answer, native, waiting, failed })));
    }

    /** Load one package after another, and show each as soon as it is there. */
    async function load() {
      for (const [name, packages] of PACKAGES) {
        if (loaded.includes(name)) continue;
        const told = await page.askWith({ kind: `load ${name}`, needs: await wheels(...packages) }, "parsers.why_missing", name);
        failed = told?.error;
        if (failed === undefined) loaded.push(name);
        await ask();
        // The next change of the input tries again.
        if (failed !== undefined) break;
      }
      loading = undefined;
    }

    return {
      element: h("div", {},
        h("p", { class: "note" }, "If one program checks a URL and another one opens it, a difference between the two is a way around the check."),
        place),
      async update(state) {
        now = state;
        await ask();
        if (loaded.length < PACKAGES.size) loading ??= load();
      },
    };
  },
};

/** This browser's own answer in the form of a reading. */
function ofNative(page, answer) {
  if (answer.failure) return { name: page.browser, version: "", components: null, refused: "TypeError" };
  const { protocol, username, password, hostname, port, pathname, search, hash } = answer;
  const components = {
    scheme: protocol.slice(0, -1), username, password, host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? null : Number(port),
    path: pathname, query: search.slice(1), fragment: hash.slice(1),
  };
  for (const [name, value] of Object.entries(components)) if (value === "") components[name] = null;
  return { name: page.browser, version: "", components, refused: null };
}

function show(page, { parsers, native, waiting, failed, missing, guard }) {
  const [ours, ...others] = parsers;
  const all = [ours, native, ...others];
  const taken = all.filter(({ components }) => components !== null);
  const differs = (name) => new Set(taken.map(({ components }) => JSON.stringify(components[name] ?? null))).size > 1;
  const columns = COMPONENTS.filter((name) => name === "host" || differs(name));
  const hosts = new Set(taken.map(({ components }) => components.host ?? ""));
  const refusing = all.length - taken.length;
  const expected = ours.components ?? {};
  return [
    h("p", { class: "verdict" }, verdict(hosts, taken.length, refusing)),
    table("What each parser sees", ["parser", ...columns], [...all.map(({ name, version, components, refused }) => [
      [name, version !== "" && h("span", { class: "version" }, ` ${version}`)],
      ...(components === null
        ? [h("td", { colspan: columns.length, class: "refused" }, h("span", { class: "chip" }, "rejects it"), " ", refused)]
        : columns.map((column) => h("td", { class: other(components, expected, column, ours) ? "differs" : undefined },
          components[column] === null || components[column] === undefined ? h("span", { class: "none" }, "none")
            : code(column === "password" ? "***" : components[column])))),
    ]), ...waiting.map((name, number) => [
      name,
      h("td", { colspan: columns.length, class: "none" }, number > 0 ? "waiting" : failed ?? ["loading ", h("progress", { "aria-label": `loading ${name}` })]),
    ])]),
    Object.keys(missing).length > 0 && h("p", { class: "note" }, "Not here: ",
      Object.entries(missing).map(([name, why]) => `${name} (${why})`).join("; "), "."),
    guardText(guard),
  ];
}

function other(components, expected, column, ours) {
  return ours.components !== null && (components[column] ?? null) !== (expected[column] ?? null);
}

function verdict(hosts, taking, refusing) {
  const rejecting = refusing === 0 ? "" : ` ${refusing} ${refusing === 1 ? "rejects" : "reject"} it.`;
  if (taking === 0) return "All parsers reject it.";
  if (hosts.size === 1) return [`All ${taking} parsers that accept it see the same host.`, rejecting];
  return [h("span", { class: "bad" }, `They see ${hosts.size} different hosts.`), rejecting];
}

function guardText(guard) {
  return h("div", { class: "guard" }, h("h3", {}, "The guard"),
    h("p", {}, h("span", { class: guard.allowed ? "chip good" : "chip bad" }, guard.allowed ? "may be fetched" : "refused"), " ",
      h("code", {}, "py_url.guard.check_fetch(url)")),
    h("ul", {}, guard.reasons.map(([name, message]) => h("li", {}, h("strong", {}, name), `: ${message}`))));
}
