/** Many URLs: drop a file, and get a table with filters and a CSV download. */

import { fill, h } from "../../look/dom.js";
import { csv, save } from "../../look/saving.js";
import { nativeAnswer } from "../native.js";
import { code, problem, readable } from "./shared.js";

/** How many lines Python gets at once: the page shows its progress, and can stop, in between. */
const BATCH = 250;
const MOST_LINES = 200_000;
const ROWS_SHOWN = 200;
const MOST_BYTES = 50_000_000;

const COLUMNS = ["input", "URL", "host", "validation errors"];
const FILTERS = {
  all: ["all", () => true],
  failing: ["fail", ({ href }) => href === null],
  errors: ["parse with errors", ({ href, errors }) => href !== null && errors.length > 0],
  differs: ["this browser differs", ({ differs }) => differs],
  changed: ["change when parsed", ({ input, href }) => href !== null && href !== input],
};

export const panel = {
  create(page) {
    let state = { base: "" };
    let rows = [];
    let run = 0;
    let filter = "all";
    const file = h("input", { type: "file", class: "aside", accept: ".txt,.csv,.tsv,.log,text/*", onchange: () => file.files[0] && take(file.files[0]) });
    const pasted = h("textarea", { rows: 4, placeholder: "https://example.org/\nhttp://0x7f.1/", spellcheck: "false", "aria-label": "URLs, one a line" });
    const drop = h("div", { class: "drop", ondragover, ondragleave, ondrop },
      h("p", {}, "Drop a file with one URL a line, or ", h("label", { class: "button small choose" }, file, "choose one"), " or paste lines:"), pasted,
      h("p", { class: "buttons" }, h("button", { type: "button", class: "small", onclick: () => parse(pasted.value) }, "Parse these lines")));
    const progress = h("progress", { max: 1, value: 0, "aria-label": "lines parsed" });
    const doing = h("div", { class: "doing", hidden: true }, progress, h("button", { type: "button", class: "small", onclick: stop }, "Stop"));
    const result = h("div", { class: "answer" });

    function ondragover(event) {
      event.preventDefault();
      drop.classList.add("over");
    }
    function ondragleave() {
      drop.classList.remove("over");
    }
    function ondrop(event) {
      event.preventDefault();
      drop.classList.remove("over");
      const [given] = event.dataTransfer.files;
      if (given) take(given);
      else parse(event.dataTransfer.getData("text/plain"));
    }

    async function take(given) {
      if (given.size > MOST_BYTES) {
        fill(result, problem(`The file has ${given.size.toLocaleString("en")} bytes; a file may have ${MOST_BYTES.toLocaleString("en")}.`));
        return;
      }
      parse(await given.text());
    }

    function stop() {
      run += 1;
      doing.hidden = true;
      show();
    }

    async function parse(text) {
      const mine = (run += 1);
      const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).filter((line) => line !== "").slice(0, MOST_LINES);
      rows = [];
      doing.hidden = false;
      for (let at = 0; at < lines.length && mine === run; at += BATCH) {
        progress.value = at / lines.length;
        const batch = lines.slice(at, at + BATCH);
        const told = await page.askWith({ kind: `lists ${mine} ${at}` }, "lists.rows", batch, state.base);
        if (mine !== run) return;
        if (!Array.isArray(told)) {
          fill(result, problem(told?.error ?? "Python did not answer."));
          break;
        }
        for (const [input, href, host, errors, why] of told) {
          const native = nativeAnswer(input, state.base);
          rows.push({ input, href, host, errors, why, differs: (native.failure ? null : native.href) !== href });
        }
        // The first rows can be seen at once.
        if (at === 0 || at % (BATCH * 20) === 0) show();
      }
      if (mine !== run) return;
      doing.hidden = true;
      show();
      page.announce(`${rows.length} URLs parsed`);
    }

    function show() {
      if (rows.length === 0) {
        fill(result);
        return;
      }
      const chosen = rows.filter(FILTERS[filter][1]);
      fill(result,
        h("div", { class: "filters", role: "group", "aria-label": "filter" }, Object.entries(FILTERS).map(([id, [title, fits]]) => h("button", {
          type: "button", class: "small", "aria-pressed": `${id === filter}`, onclick: () => { filter = id; show(); },
        }, `${title} `, h("span", { class: "count" }, rows.filter(fits).length.toLocaleString("en"))))),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "the URLs" }, h("table", { class: "facts list" },
          h("caption", { class: "aside" }, "The URLs"),
          h("thead", {}, h("tr", {}, COLUMNS.map((title) => h("th", { scope: "col" }, title)))),
          h("tbody", {}, chosen.slice(0, ROWS_SHOWN).map(({ input, href, host, errors, why, differs }) => h("tr", {},
            h("th", { scope: "row" }, h("button", { type: "button", class: "plain", onclick: () => page.set({ url: input }) }, code(input.slice(0, 300)))),
            h("td", { "data-label": COLUMNS[1] }, href === null ? h("span", { class: "bad" }, readable(why)) : href === input ? h("span", { class: "none" }, "the same") : code(href.slice(0, 300)),
              differs && h("span", { class: "chip warn" }, `${page.browser} differs`)),
            h("td", { "data-label": COLUMNS[2] }, host === "" ? "" : code(host)), h("td", { "data-label": COLUMNS[3] }, errors.join(", "))))))),
        h("p", { class: "note" }, chosen.length > ROWS_SHOWN && `The first ${ROWS_SHOWN} of ${chosen.length.toLocaleString("en")} rows are shown. `,
          h("button", { type: "button", class: "small", onclick: () => save("urls.csv", "text/csv", toCSV(chosen)) }, `Download ${chosen.length.toLocaleString("en")} rows as CSV`)));
    }

    return {
      element: h("div", {}, drop, doing, result),
      update(now) {
        state = now;
      },
    };
  },
};

export function toCSV(rows) {
  const lines = rows.map(({ input, href, host, errors, why, differs }) => [input, href ?? "", host, errors.join(" "), why ?? "", differs ? "yes" : "no"]);
  return csv([["input", "href", "host", "validation_errors", "failure", "browser_differs"], ...lines]);
}
