/** The setter lab: what setting a member does, in py_url and in this browser. */

import { h } from "../../look/dom.js";
import { MEMBERS } from "../../lib/members.js";
import { answers, code, table } from "./shared.js";

const SETTABLE = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href"];
const { URL: NativeURL } = globalThis;
const IDEAS = { protocol: "ftp:", username: "ü", password: "@", host: "EXAMPLE.org:8080", hostname: "a:1", port: "80x", pathname: "/../\\x", search: "?a b", hash: "#%", href: "http://0x7f.1" };

export const panel = {
  create(page) {
    const setting = page.setting("setters");
    // A link may say anything.
    const kept = Array.isArray(setting) && SETTABLE.includes(setting[0]) ? setting : ["host", IDEAS.host];
    const place = h("div", { class: "answer" });
    const member = h("select", { onchange: () => { value.value = IDEAS[member.value]; ask(); } }, SETTABLE.map((name) => h("option", { selected: name === kept[0] }, name)));
    const value = h("input", { type: "text", value: `${kept[1] ?? ""}`, autocomplete: "off", spellcheck: "false", oninput: ask });
    let state;
    const put = answers(place, (told) => show(page, told, member.value));
    function ask() {
      page.remember("setters", [member.value, value.value]);
      const native = natively(state.url, state.base, member.value, value.value);
      put(page.ask("setters.set_member", state.url, state.base, member.value, value.value, native).then((told) => (told === undefined ? told : { ...told, native })));
    }
    return {
      element: h("div", {},
        h("div", { class: "row" }, h("label", { class: "narrow" }, "url.", member), h("label", {}, "= value", value)), place),
      update(now) {
        state = now;
        ask();
      },
    };
  },
};

function show(page, { before, after, error, native, why }, member) {
  const changed = MEMBERS.filter((name) => before[name] !== after[name]);
  const rows = MEMBERS.filter((name) => changed.includes(name) || ["href", member].includes(name) || (native !== null && native[name] !== after[name]));
  return [
    h("p", { class: "verdict" }, error !== null ? [h("span", { class: "bad" }, `${error} is raised`), ", and nothing changes."]
      : changed.length === 0 ? "Nothing changes: the setter ignores the value." : `${changed.join(", ")} ${changed.length === 1 ? "changes" : "change"}.`),
    table("Members before and after", ["member", "before", "after", page.browser], rows.map((name) => [
      name, code(before[name]), h("td", { class: before[name] === after[name] ? undefined : "changed" }, code(after[name])),
      native === null ? h("span", { class: "none" }, "failure")
        : h("td", { class: native[name] === after[name] ? undefined : "differs" }, code(native[name]))])),
    why !== null && h("p", { class: "why" }, h("strong", {}, `${page.browser} differs. `), `${why[0].toUpperCase()}${why.slice(1)}.`),
    error === null && changed.length > 0 && h("p", {}, h("button", { type: "button", class: "small", onclick: () => page.set({ url: after.href, base: "" }) }, "Take this URL")),
  ];
}

function natively(url, base, member, value) {
  let parsed;
  try {
    parsed = base === "" ? new NativeURL(url) : new NativeURL(url, base);
    parsed[member] = value;
  } catch {
    if (parsed === undefined) return null;
  }
  return Object.fromEntries(MEMBERS.map((name) => [name, parsed[name]]));
}
