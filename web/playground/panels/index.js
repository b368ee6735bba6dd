/**
 * The panels below the table, in order. Each is a module `./<id>.js`, loaded when the panel is first opened, that exports
 * `panel = { create(page) }`. `create` returns `{ element, update(state) }`: the element goes into the panel, and `update` is called when
 * it is open and something has changed.
 *
 * - `page.ask(name, ...args)` asks Python; see `python.js`. `page.askWith({ kind, needs }, …)` does with options.
 * - `page.set({ url, base, encoding })` changes what is shown.
 * - `page.open(id)` opens a panel and scrolls to it.
 * - `page.setting(id)` is what the panel last gave `page.remember(id, value)`, a JSON value; the permalink holds it.
 * - `page.announce(text)` tells it to screen readers.
 *
 * A state is `{ url, base, encoding, answer }`; `answer` is what `answers.look` said about them, or null if it has not yet.
 */

/** @type {{id: string, title: string, about: string}[]} */
export const PANELS = [];
