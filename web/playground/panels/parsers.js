/** Every parser side by side: which host each of them sees. */

import { fill, h } from "../../look/dom.js";
import { MEASURED } from "../cards.js";
import { nativeAnswer } from "../native.js";
import { answers, code, table } from "./shared.js";

const COMPONENTS = ["host", "scheme", "username", "password", "port", "path", "query", "fragment"];

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" }, h("p", { class: "note" }, "Asking the parsers"));
    // It stays when the rest is shown anew, because the focus may be there.
    const guard = h("section", { class: "guard", "data-part": "guard", hidden: true }, h("h3", { tabindex: "-1" }, "The guard"));
    const ofGuard = h("div", {});
    guard.append(ofGuard);
    const put = answers(place, (told) => {
      guard.hidden = false;
      fill(ofGuard, guardText(told.guard));
      return show(page, told);
    });
    let now;
    const { packages } = page;

    /** Ask what is loaded, and show the rest as waiting. */
    async function ask() {
      const { url, base } = now;
      const native = ofNative(page, nativeAnswer(url, base));
      const told = page.askWith({ needs: await packages.needs() }, "parsers.readings", url, base, packages.loaded);
      const { waiting, failed } = packages;
      await put(told.then((answer) => (answer === undefined || answer.error !== undefined ? answer : { ...answer, native, waiting, failed })));
    }

    // Each is shown as soon as it is there.
    packages.addEventListener("change", () => now !== undefined && place.isConnected && ask());

    return {
      element: h("div", {},
        h("p", { class: "note" }, "If one program checks a URL and another one opens it, a difference between the two is a way around the check."),
        place, guard),
      async update(state) {
        now = state;
        await ask();
        if (packages.waiting.length > 0) packages.load();
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
  return { name: page.browser, version: "", components, refused: null, seen: hostname.toLowerCase() };
}

function show(page, { parsers, native, waiting, failed, missing, curl }) {
  const [ours, ...others] = parsers;
  const all = [ours, native, ...others];
  const taken = all.filter(({ components }) => components !== null);
  const differs = (name) => new Set(taken.map(({ components }) => JSON.stringify(components[name] ?? null))).size > 1;
  const columns = COMPONENTS.filter((name) => name === "host" || differs(name));
  // By value: 0x7f.1 and 127.0.0.1 are one host.
  const hosts = new Set(taken.map(({ seen }) => seen));
  const refusing = all.length - taken.length;
  return [
    h("p", { class: "verdict" }, verdict(hosts, taken.length, refusing)),
    table("What each parser sees", ["parser", ...columns], [...all.map(({ name, version, refused, seen, components }) => [
      [name, version !== "" && h("span", { class: "version" }, ` ${version}`)],
      ...(components === null
        ? [h("td", { colspan: columns.length, class: "refused" }, h("span", { class: "chip" }, "rejects it"), " ", refused)]
        : columns.map((column) => h("td", { class: other({ components, seen }, ours, column) ? "differs" : undefined },
          components[column] === null || components[column] === undefined ? h("span", { class: "none" }, "none")
            : code(column === "password" ? "***" : components[column]), column === "host" && valueOf({ components, seen })))),
    ]), ...[...failed].map(([name, why]) => [nameOf(name), h("td", { colspan: columns.length, class: "refused" }, `It could not be loaded: ${why} `,
      h("button", { type: "button", class: "small", onclick: () => page.packages.load({ again: true }) }, "Try again"))]),
    ...waiting.map((name) => [
      nameOf(name), h("td", { colspan: columns.length, class: "none" }, ["loading ", h("progress", { "aria-label": `loading ${name}` })]),
    ])]),
    ofCurl(curl),
    Object.keys(missing).length > 0 && h("p", { class: "note" }, "Not here: ",
      Object.entries(missing).map(([name, why]) => `${name} (${why})`).join("; "), "."),
  ];
}

/** Packages have their names, but this one has that of a standard, which is a parser here, too. */
function nameOf(name) {
  return name === "rfc3986" ? "rfc3986 package" : name;
}

/** The host that a parser means, if it writes it in another way than browsers. */
function valueOf({ components: { host }, seen }) {
  return host === null || host === undefined || host === seen.replace(/^\[(.*)\]$/, "$1") || host.toLowerCase() === seen ? null : h("span", { class: "means" }, " is ", code(seen));
}

/** curl does not run in a page, but it was measured. */
function ofCurl([version, host]) {
  return h("p", { class: "note" }, "curl cannot run in this page. ", host !== null && [`By the rule that curl ${version} was measured to follow, it goes to `, code(host), ". "],
    h("a", { href: MEASURED }, "What curl was measured to do"));
}

function other({ components, seen }, ours, column) {
  if (ours.components === null) return false;
  return column === "host" ? seen !== ours.seen : (components[column] ?? null) !== (ours.components[column] ?? null);
}

function verdict(hosts, taking, refusing) {
  const rejecting = refusing === 0 ? "" : ` ${refusing} ${refusing === 1 ? "rejects" : "reject"} it.`;
  if (taking === 0) return "All parsers reject it.";
  if (hosts.size === 1) return [refusing === 0 ? `All ${taking} parsers see the same host.` : `${taking} ${taking === 1 ? "parser accepts it" : "parsers see the same host"}.`, rejecting];
  return [h("span", { class: "bad" }, `They see ${hosts.size} different hosts.`), rejecting];
}

function guardText(guard) {
  return [
    h("p", {}, h("span", { class: guard.allowed ? "chip good" : "chip bad" }, guard.allowed ? "may be fetched" : "refused"), " ",
      h("code", {}, "py_url.guard.check_fetch(url)")),
    h("ul", {}, guard.reasons.map(([name, message]) => h("li", {}, h("strong", {}, name), `: ${message}`))),
  ];
}
