/** Start py_url in MicroPython from its archive, for what compares its answers. Runs in pages and in Node. */

import { addFiles, filesIn } from "../lib/micropython.js";
import { arrived, departing, makeHelp } from "../lib/micropython_help.js";

/** The same as build_scripts/crosscheck/own_answers.py. Strings alone cross: a byte for the kind of the answer, and the values. */
const ANSWERS = `
import json, sys
import py_url
from py_url import URL, InvalidURL
from py_url._micropython.javascript import arrived, departing
from py_url.standard.urls.components import MEMBERS

def answer(crossed, base, member, value):
    try:
        url = URL(arrived(crossed), None if base is None else arrived(base))
        # Before the change: a query object has to follow it.
        pairs = url.search_params
        if member is not None:
            setattr(url, member, arrived(value))
    except InvalidURL:
        return "=null"
    pairs = [[name, text] for name, text in url.search_params]
    return departing(json.dumps([[getattr(url, name) for name in MEMBERS], str(url.search_params), pairs]))

def about():
    return "\\n".join([",".join(MEMBERS), py_url.__version__, py_url.unicode_version, sys.version])
`;

/**
 * Start it.
 *
 * @param {string} loader The address of micropython.mjs, of npm's package.
 * @param {Response} archive py_url.tar.gz.
 * @returns {Promise<object>} The interpreter.
 */
export async function startMicroPython(loader, archive) {
  const { loadMicroPython } = await import(loader);
  const micropython = await loadMicroPython({ heapsize: 8 << 20 });
  const unpacked = new Response(archive.body.pipeThrough(new DecompressionStream("gzip")));
  addFiles(micropython, filesIn(new Uint8Array(await unpacked.arrayBuffer())));
  micropython.registerJsModule("py_url_javascript", makeHelp());
  micropython.runPython("import sys\nif '/lib' not in sys.path: sys.path.insert(0, '/lib')");
  return micropython;
}

/** What answers cases in MicroPython that was started, as `compareAll` takes it, and what describes it, for the report. */
export function answersInMicroPython(micropython) {
  micropython.runPython(ANSWERS);
  const [call, about] = ["answer", "about"].map((name) => micropython.globals.get(name));
  const crossing = (string) => (string === null ? null : departing(string));
  const [members, version, unicode, system] = about().split("\n");
  const names = members.split(",");
  const [, python, release] = /^([\d.]+); MicroPython v([\d.]+)/.exec(system);
  return {
    about: { version, pyodide: null, python: `${python} of MicroPython ${release}`, unicode },
    answer({ kind, input, base, href, member, value }) {
      let told;
      try {
        told = JSON.parse(arrived(kind === "set" ? call(departing(href), null, member, departing(value)) : call(departing(input), crossing(base), null, null)));
      } catch (error) {
        return { error: String(error) };
      }
      if (told === null) return { failure: true };
      const [values, searchParams, pairs] = told;
      return { ...Object.fromEntries(values.map((each, place) => [names[place], each])), searchParams, pairs: JSON.stringify(pairs) };
    },
  };
}
