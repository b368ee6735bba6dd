/** Editions: what the standard made of the URL at each time. */

import { h } from "../../look/dom.js";
import { answers, code, link } from "./shared.js";

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    const put = answers(place, show);
    return { element: place, update: ({ url, base }) => put(page.ask("editions.by_date", url, base)) };
  },
};

function show(told) {
  return [
    h("p", { class: "verdict" }, told.length === 1 ? "Every text of the standard since 2020-11 says the same."
      : `The standard has changed its answer ${told.length === 2 ? "once" : `${told.length - 1} times`} since 2020-11.`),
    h("ol", { class: "dates" }, told.map((answer, number) => h("li", {},
      h("h3", {}, answer.change === null ? "2020-11" : answer.change.date,
        number === told.length - 1 && h("span", { class: "chip" }, "today")),
      answer.change !== null && h("p", {}, link(answer.change.link, answer.change.title)),
      answer.change !== null && h("blockquote", {}, answer.change.removed && h("span", { class: "chip" }, "removed"), " ", answer.change.sentence),
      h("p", { class: "href" }, answer.href === null ? h("span", { class: "chip bad" }, "failure") : code(answer.href), " ",
        h("span", { class: answer.valid ? "chip good" : "chip warn" }, answer.valid ? "valid" : "not valid")),
      answer.errors.length > 0 && h("p", { class: "note" }, answer.errors.join(", "))))),
  ];
}
