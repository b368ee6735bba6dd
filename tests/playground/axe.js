/**
 * Open the pages of the site in a frame, bring each into its states, and check them with axe-core, on small and large screens, light and
 * dark. So every engine that can open an address is tested. `/told` gets what is wrong, and what was checked, or `{ failed }`.
 *
 * The address of the site is in this page's fragment.
 */

const frame = document.querySelector("iframe");
// What a phone shows of its own has to be seen in both schemes, too, but not on each phone.
const SCHEMES = { 320: ["light"], 390: ["dark"], 1440: ["light", "dark"] };
const wrong = [];
const checked = [];

async function post(body) {
  await fetch("/told", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

async function until(what, find) {
  const end = performance.now() + 240_000;
  for (;;) {
    const found = find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`this took too long: ${what}`);
    await pause(50);
  }
}

const page = () => frame.contentDocument;
const one = (selector) => page().querySelector(selector);
const all = (selector) => [...page().querySelectorAll(selector)];

function write(text) {
  const field = one("#url");
  field.value = text;
  field.dispatchEvent(new frame.contentWindow.InputEvent("input", { bubbles: true }));
}

const isQuiet = () => all(".said.waiting, .said.stale, [aria-busy], .loading-one").length === 0;

async function show(url) {
  write(url);
  await until(`the answers to ${url.slice(0, 60)}`, () => one(".said.stale, .said.waiting") !== null || isQuiet());
  await pause(300);
  await until(`all answers to ${url.slice(0, 60)}`, isQuiet);
}

/** Pages by address, and functions that bring them from each state into the next. */
const PAGES = {
  "playground/": {
    async "the first screen"() {
      await until("the answers", () => one("#python.ready") && isQuiet());
      // What no answer of this site may have done.
      for (const tool of all(".tool")) tool.open = true;
    },
    "a failure": () => show("http://a b/"),
    "what cannot be seen": () => show("https://user@EXAMPLE.com:443/a b?q=\u200b#f"),
    "a file": () => show("file:///C|/x/../y"),
    "a long URL": () => show(`https://example.org/${"long/path%20of/many ".repeat(100)}`),
    async "all panels"() {
      await show("http://0x7f.1\\@example.org/");
      for (const panel of all(".panel")) panel.open = true;
      await until("the panels", () => one("#panel-parsers .facts") && one("#panel-hosts .facts") && one("#panel-timeline .facts") && one("#panel-patterns .facts") && isQuiet());
    },
  },
  "embed.html#url=http://0x7f.1\\@example.org/": {
    "known answers": () => until("the answers", () => one(".said.fetching.bad")),
    async "a button"() {
      frame.contentWindow.location.hash = "#url=https://unknown.example/";
      await until("the button", () => !one("#ask").hidden);
    },
  },
  "crosscheck/": { "the page": () => until("the page", () => one("#doing").textContent !== "") },
};

/** Show the colours of a scheme, whatever that of the browser is. */
function use(scheme) {
  page().documentElement.style.colorScheme = scheme;
  for (const { cssRules } of page().styleSheets) {
    for (const rule of cssRules) {
      if (rule.media === undefined || !`${rule.cssText}`.includes("--paper")) continue;
      rule.media.mediaText = scheme === "dark" ? "all" : "not all";
    }
  }
}

async function addAxe() {
  const script = page().createElement("script");
  script.src = "/axe/axe.min.js";
  page().head.append(script);
  await until("axe-core", () => frame.contentWindow.axe !== undefined);
}

async function check(name) {
  for (const [width, schemes] of Object.entries(SCHEMES)) {
    frame.width = width;
    await pause(50);
    const { scrollWidth } = page().documentElement;
    if (scrollWidth > width) wrong.push(`${name} at ${width}: the page is ${scrollWidth} wide`);
    for (const scheme of schemes) {
      use(scheme);
      const { violations, passes } = await frame.contentWindow.axe.run({
        resultTypes: ["violations"], rules: { "target-size": { enabled: true } },
      });
      checked.push([name, width, scheme, passes.length]);
      for (const { id, nodes } of violations) wrong.push(`${name} at ${width}, ${scheme}: ${id}: ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target}: ${failureSummary}`).join(" | ").slice(0, 700)}`);
    }
  }
}

async function main() {
  for (const [address, states] of Object.entries(PAGES)) {
    frame.width = 1440;
    const loaded = new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
    });
    frame.src = `${location.hash.slice(1)}${address}`;
    await loaded;
    let isThere = false;
    for (const [state, reach] of Object.entries(states)) {
      await reach();
      if (!isThere) await addAxe();
      isThere = true;
      await check(`${address}: ${state}`);
    }
  }
  await post({ wrong, checked });
}

main().catch((error) => post({ failed: `${error.message}\n${error.stack}`, wrong }));
