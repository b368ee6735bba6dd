/** The query as a table that can be edited. */

import { fill, h } from "../../look/dom.js";
import { answers, code } from "./shared.js";

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    let state;
    let pairs = [];
    const put = answers(place, (told) => {
      pairs = told.pairs;
      return show(told);
    });

    async function change(changed, focus) {
      pairs = changed;
      const made = await page.ask("query.with_pairs", state.url, state.base, changed);
      if (typeof made !== "string") return;
      focusAfter = focus;
      page.set({ url: made });
    }
    let focusAfter;

    function cell(row, column) {
      const [name, value] = pairs[row];
      return h("td", {}, h("input", {
        type: "text", value: column === 0 ? name : value, autocomplete: "off", spellcheck: "false", dir: "auto", "data-cell": `${row}-${column}`,
        "aria-label": `${column === 0 ? "name" : "value"} ${row + 1}`,
        onchange: ({ target }) => change(pairs.map((pair, index) => (index === row ? (column === 0 ? [target.value, pair[1]] : [pair[0], target.value]) : pair)), `${row}-${column}`),
      }));
    }

    function buttons(row) {
      const move = (by) => {
        const moved = [...pairs];
        moved.splice(row + by, 0, ...moved.splice(row, 1));
        return moved;
      };
      return h("td", { class: "buttons" },
        h("button", { type: "button", class: "small", "aria-label": `move ${row + 1} up`, disabled: row === 0, onclick: () => change(move(-1)) }, "↑"),
        h("button", { type: "button", class: "small", "aria-label": `move ${row + 1} down`, disabled: row === pairs.length - 1, onclick: () => change(move(1)) }, "↓"),
        h("button", { type: "button", class: "small", "aria-label": `remove ${row + 1}`, onclick: () => change(pairs.filter((_, index) => index !== row)) }, "remove"));
    }

    function show({ count, search }) {
      const whole = count === pairs.length;
      return [
        h("p", {}, count === 0 ? "The query has no names and values." : `${count} ${count === 1 ? "pair" : "pairs"} in `, count > 0 && code(search.slice(0, 300))),
        count > 0 && h("div", { class: "scroll" }, h("table", { class: "facts pairs" }, h("caption", { class: "aside" }, "The query's names and values"),
          h("thead", {}, h("tr", {}, ["number", "name", "value", "changes"].map((title, column) => h("th", { scope: "col" }, column % 3 === 0 ? h("span", { class: "aside" }, title) : title)))),
          h("tbody", {}, pairs.map((pair, row) => h("tr", {}, h("th", { scope: "row" }, `${row + 1}`),
            ...(whole ? [cell(row, 0), cell(row, 1), buttons(row)] : [h("td", {}, code(pair[0])), h("td", {}, code(pair[1])), h("td", {})])))))),
        !whole && h("p", { class: "note" }, `Only the first ${pairs.length} pairs are shown, so they cannot be changed here.`),
        whole && h("p", { class: "buttons" },
          h("button", { type: "button", class: "small", onclick: () => change([...pairs, ["name", "value"]], `${pairs.length}-0`) }, "Add a pair"),
          count > 1 && h("button", { type: "button", class: "small", onclick: () => change(sorted(pairs)) }, "Sort by name")),
      ];
    }

    return {
      element: h("div", {},
        h("p", { class: "note" }, "Names and values are decoded as in URLSearchParams: “+” is a space. A change is written back into the URL above."), place),
      async update(now) {
        state = now;
        await put(page.ask("query.pairs", now.url, now.base));
        const focused = focusAfter;
        focusAfter = undefined;
        if (focused !== undefined) place.querySelector(`[data-cell="${focused}"]`)?.focus();
        if (place.childElementCount === 0) fill(place, h("p", { class: "none" }, "Nothing to show"));
      },
    };
  },
};

/** By name, in UTF-16 code units, as URLSearchParams.sort does; pairs of one name keep their order. */
function sorted(pairs) {
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
