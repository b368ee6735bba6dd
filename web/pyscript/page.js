/** The page's JavaScript. It shows how Python, py_url's JavaScript classes and the browser read a URL. */

import { MEMBERS } from "../lib/members.js";
import { load } from "../py_url.js";

const form = document.getElementById("asked");

function cell(who, text, differs = false) {
  const made = document.createElement("td");
  made.className = differs ? "code wrong" : "code";
  made.dataset.who = who;
  made.textContent = text === "" ? "\u00a0" : text;
  return made;
}

/** A member of the URL, as a class reads it, or the class's error message. */
function memberOf(Class, url, base, name) {
  try {
    return new Class(url, base)[name];
  } catch (error) {
    return error.message;
  }
}

function showAll(member, URL) {
  const { url, base } = Object.fromEntries(new FormData(form));
  const given = base === "" ? undefined : base;
  const fails = !URL.canParse(url, given);
  const rows = (fails ? ["href"] : MEMBERS).map((name) => {
    const python = member(url, given, name);
    const ours = memberOf(URL, url, given, name);
    const native = memberOf(globalThis.URL, url, given, name);
    const row = document.createElement("tr");
    const heading = document.createElement("th");
    heading.scope = "row";
    heading.textContent = fails ? "failure" : name;
    const nativeFails = !globalThis.URL.canParse(url, given);
    const differs = fails ? !nativeFails : native !== ours;
    row.append(heading, cell("Python", python), cell("JavaScript", ours), cell("browser", native, differs));
    return row;
  });
  document.getElementById("members").replaceChildren(...rows);
}

form.addEventListener("submit", (event) => event.preventDefault());

/** The page's Python calls this with Pyodide and a function of its own. */
window.pythonIsReady = async (pyodide, member) => {
  // A proxy that Python passes is destroyed after the call, so keep a copy.
  const kept = member.copy();
  try {
    const { URL, version } = await load({ pyodide });
    const show = () => showAll((url, base, name) => kept(url, base, `${name}`), URL);
    form.addEventListener("input", show);
    show();
    document.getElementById("doing").textContent = `py_url ${version} in Pyodide ${pyodide.version}`;
  } catch (error) {
    document.getElementById("doing").textContent = `Failed: ${error.message}`;
  }
};
