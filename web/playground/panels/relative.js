/** Relative resolution: by the URL Standard, by RFC 3986 and its forerunners. */

import { h } from "../../look/dom.js";
import { nativeAnswer } from "../native.js";
import { answers, code, link, table } from "./shared.js";

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    let native;
    const put = answers(place, (told) => show(page, told, native));
    return {
      element: place,
      update({ url, base }) {
        native = { base, ...nativeAnswer(url, base) };
        put(page.ask("relative.resolutions", url, base));
      },
    };
  },
};

function show(page, { results, back }, native) {
  const [ours] = results;
  return [
    native.base === "" && h("p", { class: "note" }, "Give a base URL above to resolve the URL against it. ",
      h("button", { type: "button", class: "small", onclick: () => page.set({ url: "../g;x=1/./y?q#f", base: "http://a/b/c/d;p?q" }) }, "An example")),
    table("Results of each algorithm", ["by", "result"], [
      ...results.map(({ name, link: address, result, error }) => [link(address, name),
        h("td", { class: result !== null && result !== ours.result ? "differs" : undefined }, error !== null ? h("span", { class: "refused" }, error) : code(result))]),
      [page.browser, h("td", { class: !native.failure && native.href !== ours.result ? "differs" : undefined },
        native.failure ? h("span", { class: "refused" }, "TypeError") : code(native.href))],
    ]),
    back.length > 0 && [h("h3", {}, "The other way: a short reference from the base to the result"),
      table("References", ["by", "reference"], back.map(({ name, result, error }) => [name, error !== null ? h("span", { class: "refused" }, error) : code(result)]))],
  ];
}
