/** The URL as that of a WebSocket. */

import { h } from "../../look/dom.js";
import { answers, code, link, problem, table } from "./shared.js";

export const panel = {
  create(page) {
    const place = h("div", { class: "answer" });
    const put = answers(place, ({ error, rows }) => (error !== null ? [problem(`new WebSocket(url) throws: ${error}.`)]
      : table("The WebSocket", [], rows.map(([name, text]) => [name, code(text)]))));
    return {
      element: h("div", {}, h("p", { class: "note" }, "By the ", link("https://websockets.spec.whatwg.org/", "WebSockets Standard"), ". Nothing is connected."), place),
      update: ({ url, base }) => put(page.ask("websockets.opened", url, base)),
    };
  },
};
