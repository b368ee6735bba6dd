/**
 * The panels below the table, in order. Each is a module `./<id>.js`, loaded when the panel is first opened, that exports
 * `panel = { create(page) }`. `create` returns `{ element, update(state) }`: the element goes into the panel, and `update` is called when
 * it is open and something has changed.
 *
 * - `page.ask(name, ...args)` asks Python; see `python.js`. `page.askWith({ kind, needs }, …)` does with options.
 * - `page.set({ url, base, encoding })` changes what is shown.
 * - `page.setting(id)` is what the panel last gave `page.remember(id, value)`, a JSON value; the permalink holds it.
 * - `page.announce(text)` tells it to screen readers.
 *
 * A state is `{ url, base, encoding, answer }`; `answer` is what `answers.look` said about them, or null if it has not yet.
 */

/** @type {{id: string, title: string, about: string}[]} */
export const PANELS = [
  { id: "parsers", title: "Every parser", about: "which host each of them sees: py_url, this browser, urllib.parse, requests, httpx, yarl …" },
  { id: "timeline", title: "Step by step", about: "the parser's states, forwards and backwards, each with its place in the standard" },
  { id: "hosts", title: "The host", about: "an address in all its forms; a domain label by label; code points and look-alikes" },
  { id: "query", title: "The query", about: "its names and values in a table that you can edit" },
  { id: "setters", title: "Setter lab", about: "what url.host = … does, here and in this browser" },
  { id: "patterns", title: "URL patterns", about: "whether a pattern matches, and its groups, here and in this browser" },
  { id: "relative", title: "Relative resolution", about: "by the URL Standard, by RFC 3986 and its forerunners" },
  { id: "editions", title: "Editions", about: "what the standard made of it at each time since 2020" },
  { id: "sets", title: "Percent-encode sets", about: "which character is encoded where" },
  { id: "showing", title: "For people", about: "how to show the URL, and where a file URL leads" },
  { id: "websockets", title: "WebSocket", about: "what new WebSocket(url) does with it" },
  { id: "repl", title: "Python", about: "a prompt with py_url imported and the URL as url" },
  { id: "lists", title: "Many URLs", about: "drop a file: a table with filters, and CSV" },
];
