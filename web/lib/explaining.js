/** The sentences that say why Pyodide could not be loaded. A page imports them when something has failed. */

import { LIBRARY, READS_TYPE, isWeb, read, shown } from "./loading.js";

/** The versions of Pyodide whose files have the names that are used here. */
const KNOWN = "0.27 to 314";
const ADVICE = "; put ";
const WHY = "; that may be why";

/** The length of what ends an archive. */
const END_OF_ARCHIVE = 22;

/** What is in a stack if code of Pyodide ran, and not only that which loads it. */
const PYODIDE_CODE = "pyodide.asm";

/** What went wrong, in one line. */
export function describe(error) {
  const message = `${error?.message ?? error}`.trim();
  // Pyodide's message is Python's traceback. Its last line says what is wrong.
  const line = message.startsWith("Traceback ") ? message.slice(message.lastIndexOf("\n") + 1) : message;
  return "type" in Object.prototype && `${error?.stack}`.includes(PYODIDE_CODE) ? `${line}; ${READS_TYPE}` : line;
}

/**
 * The error for a file that is not there, or not what it has to be.
 *
 * @param {string} file Its address or path.
 * @param {{answer?: Response, cause?: Error, version?: string}} what The server's answer, if there is one; what failed with it; and
 *   the version of Pyodide, which may have files of other names than those that are known.
 * @returns {Error}
 */
export function refusalOf(file, { answer, cause, version }) {
  const place = shown(file);
  const why = cause === undefined || answer?.ok === false ? "" : ` (${describe(cause)})`;
  const came = answer === undefined ? `${cause?.code ?? describe(cause)} for ${place}` : `the server answered ${cameOf(answer, file)} to ${place}${why}`;
  const advice = version === undefined ? "Pyodide's own file there" : `this file of Pyodide ${version} there, or use a version from ${KNOWN} if yours has none of that name`;
  return new Error(`${came}${ADVICE}${advice}`, { cause });
}

/** The error for an address that cannot be made absolute in a page that is *here*. */
export function wrongAddress(address, option, here, cause) {
  const [scheme] = here.split(":", 1);
  // The address of a page made from these is not one that others can be relative to.
  const why = scheme === "blob" || scheme === "data" || scheme === "about"
    ? `is not absolute, and nothing can be relative to this ${scheme}: address`
    : "is not an address";
  return new TypeError(`the option ${option} ${why}: ${shown(address)}`, { cause });
}

/** The status, type and size of an answer, as far as they are known. */
function cameOf({ status, headers }, file, size = sizeOf(headers, file)) {
  return [status, headers.get("Content-Type"), size === undefined ? null : `${size} bytes`].filter((part) => part !== null).join(", ");
}

function sizeOf(headers, file) {
  const entry = globalThis.performance?.getEntriesByName?.(file).at(-1);
  return entry?.decodedBodySize || headers.get("Content-Length") || undefined;
}

/**
 * What went wrong, in one line, with what is known of the reason.
 *
 * @param {Error} error
 * @param {string} [folder] Pyodide's, on the web.
 */
export async function explain(error, folder) {
  const line = describe(error);
  if (isRefusal(error)) return line;
  const wrong = folder === undefined ? "" : await wrongFilesIn(folder, error instanceof SyntaxError).catch(() => "");
  return line + (wrong || differences());
}

/** Say on the console that the page itself may be why the snapshot cannot be used. Of anything else, nothing is said. */
export function warn(error) {
  const why = differences();
  if (why !== "") console.warn(`py-url: Pyodide starts without its snapshot: ${describe(error)}${why}`);
}

/** Whether the error already says what is wrong: of a file here, or of Node. */
const isRefusal = (error) => error?.code !== undefined || [ADVICE, WHY].some((end) => `${error?.message}`.includes(end));

/**
 * Those of Pyodide's files that its server answers with something else. An engine's error does not say what came, and Python's says
 * nothing of its archive.
 *
 * @param {string} folder
 * @param {boolean} mayBeParts Whether a module may be cut off.
 */
async function wrongFilesIn(folder, mayBeParts) {
  let wrong = "";
  const look = async (name, isRight) => {
    const file = `${folder}${name}`;
    const answer = await fetch(file);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    wrong += wrongAnswer(answer, file, bytes, isRight);
    return new TextDecoder().decode(bytes);
  };
  const isModule = (bytes, type) => !mayBeParts && bytes.length > 0 && /^(?:text|application)\/(?:x-)?(?:java|ecma)script/i.test(type);
  // Older versions have no such module, and do not ask for it.
  if ((await look("pyodide.mjs", isModule)).includes("pyodide.asm.mjs")) await look("pyodide.asm.mjs", isModule);
  // The signature near the end of an archive.
  if (wrong === "") await look(LIBRARY, (bytes) => bytes.length >= END_OF_ARCHIVE && new DataView(bytes.buffer).getUint32(bytes.length - END_OF_ARCHIVE) === 0x504b0506);
  return wrong === "" ? "" : `${wrong}, and Pyodide needs its own file`;
}

/** What a server has answered, if that is not the file that it has to be. */
function wrongAnswer(answer, file, bytes, isRight) {
  if (answer.ok && isRight(bytes, answer.headers.get("Content-Type"))) return "";
  return `; the server answered ${cameOf(answer, file, bytes.length)} to ${shown(file)}`;
}

/**
 * What went wrong with MicroPython, in one line, with those of its two files that are missing or something else.
 *
 * @param {Error} error
 * @param {string} [folder] Its own, an address or a path.
 */
export async function explainMicroPython(error, folder) {
  let wrong = "";
  const look = async (name, isRight) => {
    const file = `${folder}${name}`;
    if (isWeb(folder)) {
      const answer = await fetch(file);
      wrong += wrongAnswer(answer, file, new Uint8Array(await answer.arrayBuffer()), isRight);
    } else {
      const bytes = await read(file).catch((cause) => { wrong += `; ${cause.code} for ${file}`; });
      if (bytes !== undefined && !isRight(bytes)) wrong += `; ${file} has ${bytes.length} bytes that are something else`;
    }
  };
  if (folder !== undefined) {
    const isModule = (bytes, type) => new TextDecoder().decode(bytes).includes("loadMicroPython") && (type === undefined || /javascript/i.test(type));
    await look("micropython.mjs", isModule).catch(() => {});
    await look("micropython.wasm", (bytes) => WebAssembly.validate(bytes)).catch(() => {});
  }
  return describe(error) + (wrong ? `${wrong}; MicroPython needs its own file` : differences());
}

/** The language's functions that a page may have replaced, by the object that has them. */
const STANDARD = [
  ["Object", "assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertyNames getPrototypeOf hasOwn is isFrozen keys setPrototypeOf values"],
  ["Object.prototype", "hasOwnProperty isPrototypeOf propertyIsEnumerable toString valueOf"],
  ["Function.prototype", "apply bind call toString"],
  ["Array", "from isArray of"],
  ["Array.prototype", "at concat copyWithin entries every fill filter find findIndex findLast flat flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift values"],
  ["String", "fromCharCode fromCodePoint raw"],
  ["String.prototype", "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll slice split startsWith substring toLowerCase toString toUpperCase toWellFormed trim trimEnd trimStart"],
  ["Number", "isFinite isInteger isNaN isSafeInteger parseFloat parseInt"],
  ["Number.prototype", "toFixed toString"],
  ["Promise", "all allSettled any race reject resolve"],
  ["Promise.prototype", "catch finally then"],
  ["Map.prototype", "clear delete entries forEach get has keys set values"],
  ["Set.prototype", "add clear delete entries forEach has keys values"],
  ["WeakMap.prototype", "delete get has set"],
  ["RegExp.prototype", "exec test toString"],
  ["Reflect", "apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has ownKeys set setPrototypeOf"],
  ["JSON", "parse stringify"],
  ["Math", "ceil floor max min round"],
  ["Date", "now"],
  ["Date.prototype", "getTime toISOString toString"],
  ["Uint8Array", "from of"],
  ["Uint8Array.prototype", "fill set slice subarray"],
];
const { isFrozen } = Object;
const { bind, call, toString } = Function.prototype;
const uncurryThis = bind.bind(call);
const [indexOf, slice, sourceOf] = [String.prototype.indexOf, String.prototype.slice, toString].map((method) => uncurryThis(method));

/**
 * What the page has changed in its built-ins, in one sentence; empty if nothing. Code that was written without that in mind may fail:
 * so this is written with as few of them as it can be.
 */
export function differences() {
  let sentence = "";
  const add = (text) => { sentence += `; ${text}`; };
  const replaced = replacedFunctions();
  if (replaced !== "") add(`this page has replaced ${replaced}`);
  for (const name in {}) {
    add(`Object.prototype has the enumerable property ${name}`);
    break;
  }
  if (isFrozen(Object.prototype) || isFrozen(Array.prototype)) add("this page has frozen its built-ins");
  return sentence === "" ? "" : `${sentence}${WHY}`;
}

function replacedFunctions() {
  let replaced = "";
  for (let i = 0; i < STANDARD.length; i += 1) {
    const [place, names] = STANDARD[i];
    const end = indexOf(place, ".");
    const object = end === -1 ? globalThis[place] : globalThis[slice(place, 0, end)]?.prototype;
    for (let from = 0; from < names.length;) {
      const space = indexOf(names, " ", from);
      const to = space === -1 ? names.length : space;
      const name = slice(names, from, to);
      from = to + 1;
      const value = object?.[name];
      // One that an engine lacks is not replaced.
      if (value === undefined || (typeof value === "function" && indexOf(sourceOf(value), "[native code]") !== -1)) continue;
      replaced += `${replaced === "" ? "" : ", "}${place}.${name}`;
    }
  }
  return replaced;
}
