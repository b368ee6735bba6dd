/** Use the pages of the site in a frame, and post what they show: so every engine that can open an address is tested. */

const SECONDS = 150;
const frame = document.querySelector("iframe");
const results = {};

async function post(body) {
  await fetch("/told", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function open(address) {
  frame.src = address;
  await new Promise((resolve) => {
    frame.onload = resolve;
  });
}

/** Wait until an element of the page has a text that matches, and return that. */
async function text(selector, matching = /\S/) {
  const end = performance.now() + SECONDS * 1000;
  for (;;) {
    const element = frame.contentDocument?.querySelector(selector);
    const found = element?.checkVisibility?.() === false ? "" : element?.textContent ?? "";
    if (matching.test(found)) return found.trim();
    if (performance.now() > end) throw new Error(`${frame.src}: ${selector} is ${found}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** How the work of query objects grows here: see growth.mjs. */
async function growthHere() {
  const { load } = await import("/py_url.js");
  const { growth } = await import("/tests/javascript/growth.mjs");
  const options = { indexURL: "/pyodide/", lockFileURL: "/dist/pyodide-lock.json", packageBaseUrl: "/dist/" };
  const classes = await load(options);
  classes.install();
  try {
    return growth(classes);
  } finally {
    classes.uninstall();
  }
}

try {
  results.growth = await growthHere();
  await open("/crosscheck/");
  await text("#doing", /\d inputs/);
  frame.contentDocument.querySelector("#start").click();
  await text("#doing", /^Done/);
  results.check = await text("#verdict");
  await open("/pyscript/");
  results.page = await text("#members td");
  await open("/pyscript/worker.html");
  results.worker = await text("#members td");
  // The small site of the test takes the name of a file that is no longer there from its service worker.
  await open("/small/");
  await frame.contentWindow.kept;
  await frame.contentWindow.navigator.serviceWorker.ready;
  await post({ remove: "text.js" });
  await open("/small/?again");
  results.offline = frame.contentDocument.documentElement.dataset.said ?? await new Promise((resolve) => {
    setTimeout(() => resolve(frame.contentDocument.documentElement.dataset.said), 1000);
  });
  await post(results);
} catch (error) {
  await post({ failed: `${error}`, results });
}
