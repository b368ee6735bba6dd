/** The host: an address in all its forms, a domain label by label, code points and look-alikes. */

import { h } from "../../look/dom.js";
import { answers, code, link, table, wheels } from "./shared.js";

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    const put = answers(place, (told) => show(told, page));
    return {
      element: place,
      async update({ url, base }) {
        put(page.askWith({ needs: await wheels("publicsuffixlist") }, "hosts.host", url, base));
      },
    };
  },
};

function show(told, page) {
  const { kind, host, failure, input, decoded, forms, domain, labels, points } = told;
  return [
    h("p", { class: "verdict" }, host === null || host === "" ? (failure === null ? "This URL has no host." : "The URL does not parse.") : [code(host), " ",
      h("span", { class: "chip" }, kind)]),
    failure !== null && h("p", { class: "bad" }, failure),
    input !== null && input !== host && h("p", {}, "Written as ", code(input), decoded !== null && [", which is ", code(decoded), " after percent-decoding"], "."),
    forms.length > 0 && table("Forms of the host", ["form", "text"], forms.map(([name, text]) => [name,
      tryable(kind, name) ? [code(text), " ", use(page, text)] : code(text)])),
    domain !== null && ofDomain(domain, labels, kind),
    points.length > 0 && [
      h("h3", {}, "Code points, each once"),
      table("Code points of the host", ["code point", "sign", "name", "in a domain", "script"], points.map((point) => [
        point.code, h("td", { class: "glyph" }, point.char), point.name, ofPoint(point), point.script ?? h("span", { class: "warn" }, "not for identifiers")]), "points"),
      told.more_points && h("p", { class: "note" }, `Only the first ${points.length} code points are shown.`),
    ],
  ];
}

function tryable(kind, name) {
  return kind === "IPv4 address" && !/what it is|reverse|in IPv6/.test(name);
}

function use(page, text) {
  return h("button", { type: "button", class: "small", onclick: () => page.set({ url: `http://${text}/`, base: "" }), "aria-label": `use ${text}` }, "use");
}

function ofPoint({ status, mapping }) {
  if (status === "mapped") return ["mapped to ", code(mapping)];
  return h("span", { class: status === "disallowed" ? "bad" : status === "ignored" ? "warn" : undefined }, status);
}

function ofDomain(domain, labels, kind) {
  return [
    h("h3", {}, "The domain parser, label by label"),
    h("p", { class: "note" }, domain.is_processed
      ? ["The domain has other than ASCII characters, so it goes through ", link("https://www.unicode.org/reports/tr46/#Processing", "UTS #46"), "."]
      : "The domain is all ASCII, so it is only lowercased. Its xn-- labels are decoded for people alone."),
    domain.problem !== null && h("p", { class: "bad" }, `It fails: ${domain.problem}.`),
    domain.advice !== null && h("p", { class: "warn" }, `It parses, but is not a valid domain: ${domain.advice}.`),
    h("div", { class: "labels" }, labels.map((label) => ofLabel(label, kind))),
    domain.more && h("p", { class: "note" }, `Only the first ${labels.length} labels are shown.`),
  ];
}

function ofLabel(label, kind) {
  const stages = [
    ["as written", label.input], ["mapped", label.mapped], ["normalized (NFC)", label.normalized],
    ["from Punycode", label.decoded], ["in Unicode", label.unicode], ["in ASCII", label.ascii],
  ].filter(([name, text]) => text !== null || name === "in ASCII");
  return h("section", { class: label.problem !== null ? "label fails" : "label" },
    h("h4", {}, code(label.unicode ?? label.input, "(empty label)")),
    h("ol", { class: "stages" }, stages.map(([name, text], number) => h("li", { class: number > 0 && text === stages[number - 1][1] ? "same" : undefined },
      h("span", {}, name), text === null ? h("span", { class: "bad" }, "fails") : code(text, "(empty)")))),
    label.problem !== null && h("p", { class: "bad" }, `${label.problem}.`),
    h("ul", { class: "criteria" }, label.criteria.map(({ rule, holds, required, link: address }) => h("li", { class: holds ? "good" : required ? "bad" : "warn" },
      h("span", { "aria-hidden": "true" }, holds ? "✓ " : "✗ "), h("span", { class: "aside" }, holds ? "kept: " : "broken: "), link(address, rule),
      !holds && !required && " (only a valid domain needs it)"))),
    kind !== "IPv4 address" && looks(label));
}

function looks({ unicode, scripts, safe, looks: itself }) {
  if (unicode === null || unicode === "") return false;
  const text = !safe ? "has characters that are not safe to show: people see it in ASCII"
    : !itself ? "could be mistaken for another domain: a guarded display shows it in ASCII" : "looks like nothing else";
  return h("p", { class: safe && itself ? "note" : "warn" }, scripts.length > 0 && `Script: ${scripts.join(", ").toLowerCase()}. `, `This label ${text}.`);
}
