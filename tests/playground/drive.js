/**
 * Use the playground, in a frame, as a person would, and post what it shows. So every engine that can open an address is tested.
 *
 * The address of the playground is in this page's fragment. With the query `?page`, it also does what does not depend on the engine. `/told` gets an object of results, or `{ failed }`.
 */

const frame = document.querySelector("iframe");
const results = {};

async function post(body) {
  await fetch("/told", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Wait until the function returns something, and return that. */
async function until(what, find, seconds = 150) {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = find();
    if (found) return found;
    if (performance.now() > end) throw new Error(`this took too long: ${what}; the page says ${textOf("#python")}, ${verdict()}`);
    await pause(5);
  }
}

const page = () => frame.contentDocument;
const one = (selector) => page().querySelector(selector);
const all = (selector) => [...page().querySelectorAll(selector)];
const textOf = (selector) => one(selector)?.textContent.trim();
const cell = (member) => one(`[data-member=${member}]`)?.children[1].textContent;
/** The first of the four answers, as a sentence. */
const verdict = () => `${textOf("#result .first .word")} ${textOf("#result .first .sentence")}`.trim();

function write(id, text) {
  const field = one(`#${id}`);
  field.value = text;
  field.dispatchEvent(new frame.contentWindow.InputEvent("input", { bubbles: true }));
}

function answers() {
  return frame.contentWindow.performance.getEntriesByName("py-url: answer");
}

/** Write into a field and wait for the answer of Python. */
async function ask(text, id = "url") {
  const before = answers().length;
  write(id, text);
  await until(`an answer to ${text.slice(0, 60)}`, () => answers().length > before);
}

async function open(fragment) {
  frame.contentWindow.location.hash = fragment;
  await until("the state of the address", () => one("#url")?.value !== undefined);
}

function toBase64(string) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(string)));
}

const checks = {
  async "before Python is ready"() {
    await until("the page", () => one("#result .first .word")?.textContent);
    return { verdict: verdict(), ready: one("#python").className, doing: textOf("#doing") };
  },

  async "the first answer"() {
    await until("an answer of Python", () => answers().length > 0);
    const seconds = Math.round(answers()[0].duration + answers()[0].startTime) / 1000;
    await ask("https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f");
    return {
      seconds,
      href: cell("href"),
      columns: all(".members .native").length,
      agrees: textOf(".agrees"),
      empty: textOf(".empties"),
      errors: all(".errors a").map((link) => [link.closest("tr").dataset.member, link.textContent, link.href]),
      parts: all(".field.url .mirror .part").map((piece) => [piece.dataset.part, piece.textContent]),
      wrong: all(".field.url .mirror .wrong").map((piece) => piece.textContent),
      mirror: one(".field.url .mirror").textContent.replace("\u200b", "") === one("#url").value,
    };
  },

  async "the four answers"() {
    await ask("http://0x7f.1\\@example.org/");
    const cards = () => all(".said").map((card) => [card.className, card.querySelector(".word").textContent, card.querySelector(".sentence").textContent]);
    // The other parsers are loaded when nothing else is to do.
    await until("nine parsers", () => cards()[2][2].includes("of 9 parsers"));
    return { cards: cards(), reason: textOf(".said.others .reason") };
  },

  async "back, and undo"() {
    await ask("http://0x7f.1/");
    await until("a fix", () => one(".fixed button"));
    one(".fixed button").click();
    await until("the fix", () => one("#url").value === "http://127.0.0.1/" && verdict() === "A valid URL.");
    frame.contentDocument.execCommand("undo");
    const undone = one("#url").value;
    await ask("http://0x7f.1/");
    await until("a fix again", () => one(".fixed button"));
    one(".fixed button").click();
    await until("the fix again", () => one("#url").value === "http://127.0.0.1/");
    frame.contentWindow.history.back();
    await until("what was there", () => one("#url").value === "http://0x7f.1/");
    return { undone };
  },

  async "typing"() {
    const text = "https://user@EXAMPLE.com:443/a/./b/../ü?q=1 2#f";
    // Nobody types before they have seen the first answer. Meanwhile, the page prepares for the next ones.
    await pause(2000);
    frame.contentWindow.performance.clearMeasures();
    const times = [];
    for (let length = 1; length <= text.length; length += 1) {
      const before = answers().length;
      const started = frame.contentWindow.performance.now();
      write("url", text.slice(0, length));
      await until("an answer", () => answers().length > before);
      const { startTime, duration } = answers().at(-1);
      times.push(startTime + duration - started);
      // Nobody types more than twenty keys in a second.
      await pause(50);
    }
    times.sort((a, b) => a - b);
    return { times: times.length, median: times[Math.floor(times.length / 2)], p95: times[Math.floor(times.length * 0.95)] };
  },

  async "a failure"() {
    await ask("https://example.org:7z/");
    const shown = { verdict: verdict(), rows: all("#result tbody tr").filter((row) => !row.hidden).length };
    return { ...shown, failure: cell("failure"), fatal: all(".mirror .fatal").map((piece) => piece.textContent), errors: all(".errors .fatal").length };
  },

  async "nothing is lost of a hard input"() {
    const hostile = "http://h/<img src=x onerror=parent.hacked=1>?<script>parent.hacked=1</script>#\u202e\u0000&lt;b>\ud800";
    await ask(hostile);
    const shown = { value: one("#url").value === hostile, images: all("img, script:not([src])").length, hacked: window.hacked === undefined };
    all(".unseens button")[0].click();
    await until("escapes", () => one("#url").value.includes("\\u{202E}"));
    return { ...shown, escaped: one("#url").value.endsWith("#\\u{202E}\\u{0}&lt;b>\\u{D800}"), href: cell("href") };
  },

  async "escapes are read"() {
    await ask("http://h/\\u{20AC}");
    return cell("href");
  },

  async "a base URL"() {
    await ask("../x?y");
    await ask("http://h/a/b/c", "base");
    const shown = { href: cell("href") };
    await ask("http://[/", "base");
    const broken = { verdict: verdict(), wrong: all(".field.base .mirror .wrong, .field.base .mirror .missing").length };
    await ask("", "base");
    return { ...shown, broken };
  },

  async "right to left"() {
    await ask("http://אב.example/גד?ה=ו");
    const { direction } = getComputedStyle(one("#url"));
    return { direction, host: cell("hostname"), parts: all(".field.url .mirror .part").map((piece) => piece.textContent) };
  },

  async "a part lights up below and in the input"() {
    await ask("http://user@example.org:8080/");
    const rect = one(".field.url .mirror .host").getBoundingClientRect();
    const at = { bubbles: true, clientX: rect.x + rect.width / 2, clientY: rect.y + rect.height / 2 };
    one("#url").dispatchEvent(new frame.contentWindow.MouseEvent("mousemove", at));
    const below = all("#result tr.lit").map((row) => row.dataset.member);
    one("#url").dispatchEvent(new frame.contentWindow.MouseEvent("mouseleave"));
    const left = all(".lit").length;
    one("[data-member=username]").dispatchEvent(new frame.contentWindow.MouseEvent("mouseenter"));
    const above = all(".mirror .lit").map((piece) => piece.textContent);
    one("[data-member=username]").dispatchEvent(new frame.contentWindow.MouseEvent("mouseleave"));
    one(".errors li").dispatchEvent(new frame.contentWindow.MouseEvent("mouseenter"));
    const wrong = all(".mirror .lit").map((piece) => piece.textContent).join("");
    one(".errors .place").click();
    const { selectionStart, selectionEnd } = one("#url");
    return { below, left, above, wrong, selection: [selectionStart, selectionEnd] };
  },

  async "a fix is applied"() {
    await ask("http:/h/ ?a b");
    const buttons = all(".errors li button.small").map((button) => button.textContent);
    all(".errors li button.small").at(-1).click();
    await until("one change", () => one("#url").value === "http:/h/ ?a%20b");
    await until("its answer", () => all(".errors li").length === 2 || all(".errors li").length === 3);
    await ask("http:/h/ ?a b");
    one(".fixed button").click();
    await until("the fix", () => cell("href") === "http://h/%20?a%20b" && all(".errors li").length === 0);
    return { buttons, value: one("#url").value, verdict: verdict() };
  },

  async "the address holds the state"() {
    await ask("http://ü/\ud800");
    await ask("http://b/", "base");
    await until("the address", () => frame.contentWindow.location.hash.includes("&base=http://b/"));
    const { hash } = frame.contentWindow.location;
    await open(`#url=${toBase64("//x/>?")}&base=${toBase64("about:blank")}`);
    await until("the link of the other viewer", () => one("#url").value === "//x/>?" && one("#base").value === "about:blank");
    const said = await until("its verdict", () => verdict().startsWith("Not a URL") && verdict());
    await open(hash);
    await until("the first state", () => cell("href") === "http://xn--tda/%EF%BF%BD");
    return { verdict: said, url: one("#url").value, base: one("#base").value };
  },

  async "copying"() {
    await open(`#url=${toBase64("http://h/?ü")}&base=`);
    await until("the answer", () => cell("href") === "http://h/?%C3%BC");
    const texts = {};
    for (const button of all(".copy button")) {
      button.click();
      await until(button.textContent, () => !one(".copied").hidden);
      texts[button.textContent] = one(".copied").textContent;
      await pause(0);
    }
    return texts;
  },

  async "a long input, and a task that is stopped"() {
    let longest = 0;
    const started = performance.now();
    await ask(`http://h/${"ü|".repeat(150_000)}`);
    const seconds = (performance.now() - started) / 1000;
    one(".fixed button").click();
    await until("progress", () => !one(".busy").hidden);
    const said = textOf(".busy .for");
    let last = performance.now();
    for (let tick = 0; tick < 20; tick += 1) {
      await pause(20);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    one(".busy button").click();
    await until("the end", () => one(".busy").hidden);
    write("url", "http://after.example/");
    await until("the next answer", () => cell("href") === "http://after.example/");
    return { seconds, said, longest };
  },
};

/** What engines cannot do in ways of their own: only one of them is asked. */
const checksOfPage = {
  async "every example has an answer"() {
    const failures = [];
    const buttons = all(".examples button");
    for (const button of buttons) {
      const before = answers().length;
      button.click();
      // Some open a panel, and importing what it needs takes longer than all else. tests/browser/test_panels.py tests the panels.
      for (const panel of all(".panel")) panel.open = false;
      await until(button.textContent, () => answers().length > before || !one("#base-errors").hidden);
      if (!one("#base-errors").hidden) failures.push([button.textContent, textOf("#base-errors")]);
    }
    return { count: buttons.length, failures };
  },

  async "a button of the input before"() {
    const long = `${"a ".repeat(1_000)}${"b".repeat(20_000)}`;
    await ask(`http://h/${long}`);
    one(".fixed button").click();
    // This button is that of the input before.
    write("url", `http://other/${long}`);
    one(".fixed button").click();
    await until("the answer to the new input", () => cell("host") === "other");
    one(".fixed button").click();
    await until("a valid string", () => textOf(".fixed button") === "Apply the fix");
    one(".fixed button").click();
    await until("its answer", () => verdict() === "A valid URL.");
    return true;
  },
};

async function main() {
  frame.src = location.hash.slice(1);
  for (const [name, check] of Object.entries({ ...checks, ...(location.search === "?page" ? checksOfPage : {}) })) {
    try {
      results[name] = await check();
    } catch (error) {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    }
  }
  await post(results);
}

main().catch((error) => post({ failed: `${error.message}\n${error.stack}`, results }));
