/** For people: how to show the URL, and where a file URL leads. */

import { h } from "../../look/dom.js";
import { answers, code, readable, table, wheels } from "./shared.js";

export const panel = {
  create(page) {
    const rendered = h("div", { class: "answer" });
    const files = h("div", { class: "answer" });
    const path = h("input", { type: "text", value: page.setting("showing") ?? "C:\\Users\\Ada\\a b.txt", autocomplete: "off", spellcheck: "false", oninput: askForFiles });
    const putRendered = answers(rendered, showRendered);
    const putFiles = answers(files, showFiles);
    let state;
    function askForFiles() {
      page.remember("showing", path.value);
      putFiles(page.ask("showing.file_paths", state.url, state.base, path.value));
    }
    return {
      element: h("div", {},
        h("p", { class: "note" }, "The part in bold is what to judge a URL by. Usernames and passwords are never shown."),
        rendered, h("h3", {}, "File paths"), h("label", { class: "short" }, "A path", path), files),
      async update(now) {
        state = now;
        putRendered(page.askWith({ needs: await wheels("publicsuffixlist") }, "showing.shown", now.url, now.base));
        askForFiles();
      },
    };
  },
};

function showRendered({ has_list: hasList, forms }) {
  return [
    table("The URL as people should see it", ["form", "text"], forms.map(({ name, call, parts, error }) => [
      [name, h("code", { class: "call" }, call)],
      error !== null ? h("span", { class: "refused" }, error)
        : h("span", { class: "text", dir: "ltr" }, readable(parts[0], ""), h("strong", {}, readable(parts[1], "")), readable(parts[2], ""))])),
    !hasList && h("p", { class: "note" }, "This site does not have the Public Suffix List, so the whole host is in bold instead of the registrable domain."),
  ];
}

function showFiles({ paths, urls }) {
  const cells = ([rules, text, error]) => [rules, error !== null ? h("span", { class: "refused" }, error) : code(text)];
  const hasPath = paths.some(([, text]) => text !== null);
  return [
    urls.length > 0 && table("The URL of that path", ["rules", "the URL of that path"], urls.map(cells)),
    hasPath ? table("The path of this URL", ["rules", "the path of this URL"], paths.map(cells))
      : h("p", { class: "note" }, `The URL above has no file path: ${paths[0][2]}.`),
  ];
}
