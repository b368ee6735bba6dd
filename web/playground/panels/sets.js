/** The percent-encode sets as a grid: which character is encoded where. */

import { codePointName, fill, h } from "../../look/dom.js";
import { answers, code, link } from "./shared.js";

const CHARACTERS = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index));

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    const text = h("input", { type: "text", value: page.setting("sets") ?? "a b/c?ü'", autocomplete: "off", spellcheck: "false", oninput: ask });
    const put = answers(place, show);
    function ask() {
      page.remember("sets", text.value);
      put(page.ask("sets.grid", text.value));
    }
    return {
      element: h("div", {},
        h("p", { class: "note" }, "Each part of a URL percent-encodes its own set of characters. Every set has the C0 controls and all code points from U+007F on, too."),
        h("label", { class: "short" }, "Encode a text", text), place),
      update: () => place.childElementCount === 0 && ask(),
    };
  },
};

function show({ sets, cut }) {
  const members = sets.map((one) => new Set(one.members));
  // Letters, digits and what else no set has would only make the grid long.
  const shown = CHARACTERS.filter((char) => members.some((set) => set.has(char)));
  const sometimes = h("p", { class: "note" });
  fill(sometimes, "In no set: ", h("code", {}, CHARACTERS.filter((char) => !shown.includes(char)).join("")));
  return [
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Percent-encode sets" },
      h("table", { class: "grid" }, h("caption", { class: "aside" }, "Percent-encode sets"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "set"), shown.map((char) =>
          h("th", { scope: "col", title: codePointName(char) }, char === " " ? h("small", {}, "sp") : char)))),
        h("tbody", {}, sets.map(({ name, link: address }, row) => h("tr", {}, h("th", { scope: "row" }, link(address, name)),
          shown.map((char) => (members[row].has(char)
            ? h("td", { class: "in", title: `${codePointName(char)} is encoded` }, h("span", { "aria-hidden": "true" }, "●"), h("span", { class: "aside" }, "encoded"))
            : h("td", { title: `${codePointName(char)} is left alone` })))))))),
    sometimes,
    h("h3", {}, "The text, encoded with each set"),
    h("dl", { class: "encoded" }, sets.map(({ name, encoded }) => [h("dt", {}, name), h("dd", {}, code(encoded))])),
    cut && h("p", { class: "note" }, "The text is long, so only its beginning is shown."),
  ];
}
