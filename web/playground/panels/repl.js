/** A Python prompt, with py_url imported and the URL of the page as `url`. */

import { h } from "../../look/dom.js";

export const panel = {
  create(page) {
    const printed = h("pre", { class: "printed", tabindex: "0", role: "log", "aria-label": "what Python printed" });
    const prompt = h("span", { class: "prompt", "aria-hidden": "true" }, ">>>");
    const line = h("textarea", { rows: 1, "aria-label": "Python", autocomplete: "off", autocapitalize: "off", spellcheck: "false", onkeydown, oninput: grow });
    const history = [];
    let place = 0;
    let state = { url: "", base: "" };
    let more = false;

    function print(text, kind) {
      printed.append(h("span", { class: kind }, text));
      printed.scrollTop = printed.scrollHeight;
    }

    function grow() {
      line.rows = Math.min(12, line.value.split("\n").length);
    }

    async function run(text) {
      if (text.trim() !== "") history.push(text);
      place = history.length;
      line.value = "";
      grow();
      // A text of several lines ends with an empty one, which ends its last statement.
      const lines = text.includes("\n") ? [...text.split("\n"), ""] : [text];
      for (const one of lines) {
        print(`${more ? "..." : ">>>"} ${one}\n`, "typed");
        const told = await page.askWith({ kind: `repl ${history.length} ${Math.random()}` }, "repl.run", one, state.url, state.base);
        if (told?.out) print(told.out, told.out.startsWith("Traceback") ? "bad" : undefined);
        if (told?.error !== undefined) print(`${told.error}\n`, "bad");
        more = told?.more === true;
        prompt.textContent = more ? "..." : ">>>";
      }
    }

    function onkeydown(event) {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        run(line.value);
      } else if (event.key === "Tab" && more && !event.shiftKey) {
        event.preventDefault();
        line.setRangeText("    ", line.selectionStart, line.selectionEnd, "end");
      } else if (event.key === "c" && event.ctrlKey && line.selectionStart === line.selectionEnd && more) {
        page.ask("repl.reset");
        more = false;
        prompt.textContent = ">>>";
        print("KeyboardInterrupt\n", "bad");
      } else if (["ArrowUp", "ArrowDown"].includes(event.key) && !line.value.includes("\n")) {
        place = Math.max(0, Math.min(history.length, place + (event.key === "ArrowUp" ? -1 : 1)));
        line.value = history[place] ?? "";
        grow();
        event.preventDefault();
      }
    }

    const ideas = ["url", "url.host", "[*url.search_params]", "validate(string)", "py_url.explain.explain_differences(string)", "url.replace(port=\"8080\").href"];
    return {
      element: h("div", { class: "repl" },
        h("p", { class: "note" }, "Enter runs it, Shift+Enter begins a new line, the arrows bring back what you typed. If Python works too long, the page offers to stop it."),
        h("p", { class: "buttons" }, ideas.map((idea) => h("button", { type: "button", class: "small", onclick: () => run(idea) }, h("code", {}, idea)))),
        printed, h("div", { class: "entry" }, prompt, line)),
      update(now) {
        state = now;
      },
    };
  },
};
