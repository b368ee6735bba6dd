/** The documents' examples run in the reader's browser: on the playground's worker, with what they print next to what is shown. */

const root = document.documentElement.dataset;
const site = new URL(`${root.content_root}${root.site}`, location.href);
/** The playground's Python, once it is needed. */
let python;

function getPython() {
  python ??= import(new URL("playground/python.js", site).href).then(({ Python }) => new Python());
  // It is tried again with the next click.
  python.catch(() => {
    python = undefined;
  });
  return python;
}

/** The wheels of the extras, which some examples need; their addresses are relative to the playground's folder. */
async function getExtras() {
  const answer = await fetch(new URL("playground/wheels/list.json", site));
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const wheels = await answer.json();
  return ["webencodings", "publicsuffixlist"].map((name) => `wheels/${wheels[name].file}`);
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const CONTINUES = /^>>> # continues\b/;
const boxes = [...document.querySelectorAll(".highlight-python, .highlight-pycon")].filter((box) => box.textContent.includes(">>>"));
/** The text of each block, as it is now. */
const texts = boxes.map((box) => box.querySelector("pre").textContent);
const originals = [...texts];

/** What a block continues: the blocks above it, from the last one that stands alone. */
function before(place) {
  const found = [];
  for (let at = place; CONTINUES.test(originals[at]) && at > 0; at -= 1) found.unshift(texts[at - 1]);
  return found;
}

function addTo(box, place) {
  const needs = box.nextElementSibling?.matches(".needs") ? box.nextElementSibling : undefined;
  if (needs !== undefined) return;
  const state = element("span", { class: "note", role: "status" });
  const printed = element("pre", { class: "printed", tabindex: "0", "aria-label": "What it printed", hidden: "" });
  const run = element("button", { type: "button", class: "small", onclick: start }, "Run");
  const edit = element("button", { type: "button", class: "small", "aria-pressed": "false", onclick: change }, "Edit");
  const shown = box.querySelector("pre");
  let field;

  function change() {
    if (field === undefined) {
      field = element("textarea", { "aria-label": "The example", spellcheck: "false", autocapitalize: "off", rows: Math.min(30, texts[place].trimEnd().split("\n").length) });
      field.value = texts[place].trimEnd();
      field.addEventListener("input", () => {
        texts[place] = `${field.value}\n`;
      });
      shown.hidden = true;
      shown.after(field);
      field.focus();
      edit.textContent = "As it was";
    } else {
      field.remove();
      field = undefined;
      shown.hidden = false;
      texts[place] = originals[place];
      edit.textContent = "Edit";
    }
    edit.setAttribute("aria-pressed", `${field !== undefined}`);
  }

  async function ask() {
    const [engine, needs] = await Promise.all([getPython(), getExtras()]);
    if (engine.failed !== undefined) engine.retry();
    const follow = () => {
      state.textContent = engine.ready === undefined ? `${engine.doing} …` : "running …";
    };
    engine.addEventListener("change", follow);
    const answer = await engine.askWith({ kind: `block ${place}`, needs }, "blocks.run", before(place), texts[place]);
    engine.removeEventListener("change", follow);
    return answer;
  }

  async function start() {
    run.disabled = true;
    state.textContent = "starting Python …";
    const answer = await ask().catch((error) => ({ error: `Python could not be started: ${error.message}` }));
    run.disabled = false;
    if (answer === undefined) return;
    printed.hidden = false;
    if (answer.error !== undefined) {
      state.textContent = "";
      printed.replaceChildren(element("span", { class: "bad" }, answer.error));
      return;
    }
    printed.replaceChildren(...answer.told.filter(([, got]) => got !== "").map(([, got, same]) => element("span", same ? {} : { class: "bad" }, got)));
    printed.hidden = printed.textContent === "";
    const isEdited = texts[place] !== originals[place];
    state.textContent = answer.same ? "prints what is shown" : isEdited ? "prints something else than is shown" : "differs from what is shown";
    state.className = answer.same ? "good" : "bad";
  }

  box.append(element("p", { class: "run" }, run, edit, state), printed);
}

boxes.forEach(addTo);

/** A block of plain text, such as a bug report, is there to be copied. */
for (const box of document.querySelectorAll(".highlight-text")) {
  const state = element("span", { class: "note", role: "status" });
  const copy = element("button", { type: "button", class: "small", onclick: () => navigator.clipboard.writeText(box.querySelector("pre").textContent).then(() => {
    state.textContent = "copied";
  }, () => {
    state.textContent = "The browser does not allow it. Select the text and copy it.";
  }) }, "Copy");
  box.append(element("p", { class: "run" }, copy, state));
}

/** A table that scrolls is reached by keys, too. */
const tables = new ResizeObserver((seen) => seen.forEach(({ target }) => {
  target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
}));
document.querySelectorAll("main table").forEach((table) => tables.observe(table));
