/**
 * §1.2 The URLPattern class of the URL Pattern Standard. `load` imports this module for the option `urlPattern`.
 *
 * Python makes a pattern: one call returns the pattern strings and the regular expressions of its components. They are compiled
 * here, once, and match here. Where one without a custom group could take more than linear time, `matching.js` runs a program that
 * a second call returns, when it is first needed. A URL that is its own serialization does not cross, nor do components that stay as they are.
 */

import { makeCallable, packList, unpackList } from "./calling_python.js";
import { makeInstall } from "./install.js";
import { describe } from "./explaining.js";
import {
  HOSTNAME, HOSTNAME_END, HOST_END, PASSWORD, PASSWORD_END, PATHNAME, PATHNAME_END, PORT, SCHEME_END, SEARCH_END, START, USERNAME,
  USERNAME_END, offsetsIn,
} from "./recognizing.js";
import { match, readProgram } from "./matching.js";
import {
  ObjectPrototype, TypeError, asArray, charCodeAt, define, indexOf, newList, setPrototypeOf, slice, uncurryThis,
} from "./primordials.js";
import { hasCodes, parse } from "./url.js";
import {
  Given, defineInterface, isObject, objectMaker, optionalUSVString, pairsOfRecord, requireArguments, usvString,
} from "./web_idl.js";

const { RegExp, SyntaxError } = globalThis;
const exec = uncurryThis(RegExp.prototype.exec);

/** What the module of Python has. */
const BRIDGE = ["create_from_string", "create_from_init", "values_of_init", "compare_component", "generate", "program"];

/** The components by their digits, and then the other member of a URLPatternInit. */
const MEMBERS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash", "baseURL"];
const [PROTOCOL, USER, PASS, HOST, PORT_NUMBER, PATH, SEARCH, HASH, BASE_URL] = MEMBERS.keys();
const COMPONENTS = 8;
/** Web IDL takes the members of a dictionary in the order of their names. */
const IN_ORDER_OF_NAMES = [BASE_URL, HASH, HOST, PASS, PATH, PORT_NUMBER, PROTOCOL, SEARCH, USER];
/** Components are matched in this order: first those in which URLs differ most. */
const IN_ORDER_OF_MATCHING = [PATH, HOST, PROTOCOL, PORT_NUMBER, SEARCH, HASH, USER, PASS];

/** The regular expression of the pattern "*", which matches everything. The components of a URL have no line terminators. */
const EVERYTHING = "^(.*)$";
const SPECIAL_SCHEMES = ["ftp", "file", "http", "https", "ws", "wss"];

/** What ends in a member, as `endingIn` of recognizing.js takes it. */
const [ENDS_IN_PROTOCOL, ENDS_IN_HOSTNAME, ENDS_IN_PORT, ENDS_IN_PATHNAME, ENDS_IN_SEARCH, ENDS_IN_HASH] = "045678";

/** What ends a component in a URL, or begins another one, or is removed from the end of a URL. */
const NOT_OF_A_PATHNAME = /[?#]|[\0- ]$/;
const NOT_OF_A_SEARCH = /#|[\0- ]$/;
const NOT_OF_A_HASH = /[\0- ]$/;

const [NUMBER_SIGN, COLON, QUESTION_MARK] = new TextEncoder().encode("#:?");

/** What a URLPattern object holds, as a private field. */
class Record extends Given {
  #pattern;

  constructor(object, pattern) {
    super(object);
    this.#pattern = pattern;
  }

  /** The pattern. Throws if the object is not a URLPattern, as native members do. */
  static patternOf(object) {
    try {
      return object.#pattern;
    } catch {
      throw new TypeError("Illegal invocation");
    }
  }

  static isPattern(object) {
    return isObject(object) && #pattern in object;
  }
}

const { isPattern, patternOf } = Record;

/** Convert to URLPatternInput: a string, or a list of the members of a URLPatternInit, undefined for each that is missing. */
function inputOf(value) {
  if (value !== undefined && value !== null && !isObject(value)) return usvString(value);
  const init = newList();
  for (let i = 0; i < MEMBERS.length; i += 1) init[i] = undefined;
  if (!isObject(value)) return init;
  for (let i = 0; i < MEMBERS.length; i += 1) {
    const member = IN_ORDER_OF_NAMES[i];
    init[member] = optionalUSVString(value[MEMBERS[member]]);
  }
  return init;
}

/** A URLPatternInit as an object for the page. */
function objectOf(init) {
  const object = {};
  for (let i = 0; i < MEMBERS.length; i += 1) {
    const member = IN_ORDER_OF_NAMES[i];
    if (init[member] !== undefined) add(object, MEMBERS[member], init[member]);
  }
  return object;
}

function add(object, name, value) {
  define(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Convert URLPatternOptions, of which there is one: whether to ignore case. */
function ignoresCase(options, operation) {
  if (options === undefined || options === null) return false;
  if (!isObject(options)) throw new TypeError(`${operation}: the options are not an object.`);
  return !!options.ignoreCase;
}

/** Convert to URLPatternComponent: the digit of the component. */
function componentOf(value, operation) {
  const name = `${value}`;
  for (let i = 0; i < COMPONENTS; i += 1) if (MEMBERS[i] === name) return i;
  throw new TypeError(`${operation}: the component is not one of protocol, username, password, hostname, port, pathname, search and hash.`);
}

/** A URLPatternInit as it crosses. */
function packInit(init) {
  const list = newList();
  for (let i = 0; i < MEMBERS.length; i += 1) if (init[i] !== undefined) list[list.length] = `${i}${init[i]}`;
  return packList(list);
}

/** The error of what is not a pattern. In Node and its like it has a code. */
function invalidPattern(why) {
  const error = new TypeError(`Failed to construct 'URLPattern': ${why}`);
  if (hasCodes) define(error, "code", { value: "ERR_INVALID_URL_PATTERN", configurable: true, enumerable: false, writable: true });
  return error;
}

/** Compile the regular expression of a component. */
function compile(source, flags, component) {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    // The message has the regular expression in it.
    const why = component === USER || component === PASS || !(error instanceof SyntaxError) ? "" : `: ${error.message}`;
    throw invalidPattern(`a custom group of the ${MEMBERS[component]} is not a regular expression${why}`);
  }
}

/** §1.4 *create*. */
function create(python, input, base, ignoreCase) {
  let flags = ignoreCase ? "i" : "";
  let packed = createInPython(python, input, base, flags);
  if (packed[0] === "?") {
    // Python's regular expressions lack what the protocol says.
    flags += matchesSpecialScheme(compile(slice(packed, 1), "v", PROTOCOL)) ? "+" : "-";
    packed = createInPython(python, input, base, flags);
  }
  if (packed[0] === "!") throw invalidPattern(slice(packed, 1));
  const list = unpackList(packed);
  const pattern = { strings: newList(), regexps: newList(), names: newList(), groups: newList(), programs: newList(), hasRegExpGroups: false, flags };
  for (let i = 0; i < COMPONENTS; i += 1) {
    const source = list[COMPONENTS + i];
    pattern.strings[i] = list[i];
    pattern.regexps[i] = source === EVERYTHING ? null : compile(source, ignoreCase && i >= PATH ? "vi" : "v", i);
    pattern.names[i] = unpackList(list[2 * COMPONENTS + i], ",");
    pattern.groups[i] = emptyGroups(pattern.names[i]);
    // Null if the regular expression is enough, undefined if the program is not there yet.
    pattern.programs[i] = list[3 * COMPONENTS][i] === "2" ? undefined : null;
  }
  pattern.hasRegExpGroups = indexOf(list[3 * COMPONENTS], "1") !== -1;
  return pattern;
}

function createInPython(python, input, base, flags) {
  if (typeof input !== "string") return python.create_from_init(packInit(input), flags);
  return base === undefined ? python.create_from_string(input, flags) : python.create_from_string(input, flags, base);
}

function matchesSpecialScheme(regexp) {
  for (let i = 0; i < SPECIAL_SCHEMES.length; i += 1) if (exec(regexp, SPECIAL_SCHEMES[i]) !== null) return true;
  return false;
}

/** The pattern as it crosses. */
function packPattern({ flags, strings }) {
  const list = newList();
  list[0] = flags;
  for (let i = 0; i < COMPONENTS; i += 1) list[i + 1] = strings[i];
  return packList(list);
}

/** An object with the names of the groups, which the results copy. */
function emptyGroups(names) {
  const groups = {};
  for (let i = 0; i < names.length; i += 1) add(groups, names[i], undefined);
  return groups;
}

/** The components of an input, by their digits; undefined if it does not parse. */
function valuesOf(python, input, base) {
  if (typeof input !== "string") return canonicalValuesOf(python, input) ?? valuesOfInit(python, input);
  const href = hrefOf(python, input, base);
  if (href === "") return undefined;
  const offsets = offsetsIn(href);
  return [
    slice(href, offsets[START], offsets[SCHEME_END] - 1), slice(href, offsets[USERNAME], offsets[USERNAME_END]),
    slice(href, offsets[PASSWORD], offsets[PASSWORD_END]), slice(href, offsets[HOSTNAME], offsets[HOSTNAME_END]),
    slice(href, offsets[PORT], offsets[HOST_END]), slice(href, offsets[PATHNAME], offsets[PATHNAME_END]),
    slice(href, offsets[PATHNAME_END] + 1, offsets[SEARCH_END]), slice(href, offsets[SEARCH_END] + 1),
  ];
}

/** The serialized URL, or "" if it does not parse. */
function hrefOf(python, input, base) {
  const href = parse(python, python.parse_url_or_empty, input, base);
  if (href === true) return input;
  // An empty string has no first character, and a page's prototype may have one.
  return href !== "" && href[0] === "|" ? slice(href, indexOf(href, "\n") + 1) : href;
}

/** §3.2 *process a URLPatternInit*, for a URL. */
function valuesOfInit(python, init) {
  const packed = python.values_of_init(packInit(init));
  return packed === "" ? undefined : unpackList(packed);
}

/** The components if they stay as they are by the table from Python, or are those of a URL that has them; otherwise undefined. */
function canonicalValuesOf(python, init) {
  if (init[BASE_URL] !== undefined || (init[USER] ?? "") !== "" || (init[PASS] ?? "") !== "") return undefined;
  const fits = (string, member) => python.endingIn(member, string) === string;
  let protocol = init[PROTOCOL] ?? "";
  if (charCodeAt(protocol, protocol.length - 1) === COLON) protocol = slice(protocol, 0, -1);
  // Those that it has are special.
  if (protocol !== "" && !fits(`${protocol}://`, ENDS_IN_PROTOCOL)) return undefined;
  const hostname = init[HOST] ?? "";
  if (hostname !== "" && !fits(`http://${hostname}`, ENDS_IN_HOSTNAME)) return undefined;
  const port = init[PORT_NUMBER] ?? "";
  // It may be the default port.
  if (port !== "" && (protocol !== "" || !fits(`http://h:${port}`, ENDS_IN_PORT))) return undefined;
  let pathname = init[PATH] ?? "";
  // Behind four digits of a port that is not the default there can be no other part.
  if (pathname !== "" && !fits(`http://h:1000${pathname}`, ENDS_IN_PATHNAME)) {
    // The standard also puts "/-" before what has no slash.
    pathname = valueInURL(python, pathname[0] === "/" ? "http://h" : "http://h/-", pathname, NOT_OF_A_PATHNAME);
    if (pathname === undefined) return undefined;
  }
  let search = init[SEARCH] ?? "";
  if (charCodeAt(search, 0) === QUESTION_MARK) search = slice(search, 1);
  if (search !== "" && !fits(`http://h/?${search}`, ENDS_IN_SEARCH)) {
    search = valueInURL(python, "http://h/?", search, NOT_OF_A_SEARCH);
    if (search === undefined) return undefined;
  }
  let hash = init[HASH] ?? "";
  if (charCodeAt(hash, 0) === NUMBER_SIGN) hash = slice(hash, 1);
  if (hash !== "" && !fits(`http://h/#${hash}`, ENDS_IN_HASH)) {
    hash = valueInURL(python, "http://h/#", hash, NOT_OF_A_HASH);
    if (hash === undefined) return undefined;
  }
  return [protocol, "", "", hostname, port, pathname, search, hash];
}

/** What a component is in a URL that ends with it; undefined if it is *unlike* one there. */
function valueInURL(python, before, value, unlike) {
  return exec(unlike, value) === null ? slice(hrefOf(python, before + value), before.length) : undefined;
}

/** What the regular expressions of a pattern find in the components, by their digits; undefined if one does not match. */
function found(python, pattern, values) {
  const results = newList();
  for (let i = 0; i < COMPONENTS; i += 1) {
    const component = IN_ORDER_OF_MATCHING[i];
    const regexp = pattern.regexps[component];
    results[component] = regexp === null ? null : matchOf(python, pattern, component, values[component]);
    if (results[component] === null && regexp !== null) return undefined;
  }
  return results;
}

function matchOf(python, pattern, component, input) {
  let program = pattern.programs[component];
  if (program === undefined) {
    program = readProgram(python.program(`${component}`, packPattern(pattern)));
    pattern.programs[component] = program;
  }
  return program === null || input.length <= program.longest ? exec(pattern.regexps[component], input) : match(program, input);
}

/** §1.5 *create a component match result*. */
function componentResult({ names, groups }, component, input, result) {
  const copy = { ...groups[component] };
  const list = names[component];
  // A custom group can have groups of its own, which have no name in the list.
  for (let i = 0; i < list.length; i += 1) copy[list[i]] = result === null ? input : result[i + 1];
  return { groups: copy, input };
}

function expectNoBase(input, base, operation) {
  if (typeof input !== "string" && base !== undefined) {
    throw new TypeError(`${operation}: a base URL is given with a string; in an object, it is baseURL.`);
  }
}

function makeClass(python) {
  // It extends null, so that the language makes no object before the arguments are converted.
  class URLPattern extends null {
    constructor(input = undefined, baseURL = undefined, options = undefined) {
      const operation = "Failed to construct 'URLPattern'";
      input = inputOf(input);
      // Of two arguments, an object, null or undefined is the options, and anything else is a base URL.
      const hasBase = arguments.length > 2 || (baseURL !== undefined && baseURL !== null && !isObject(baseURL));
      const base = hasBase ? usvString(baseURL) : undefined;
      const ignoreCase = ignoresCase(hasBase ? options : baseURL, operation);
      const object = newObject(new.target);
      expectNoBase(input, base, operation);
      return new Record(object, create(python, input, base, ignoreCase));
    }

    test(input = undefined, baseURL = undefined) {
      const pattern = patternOf(this);
      input = inputOf(input);
      baseURL = optionalUSVString(baseURL);
      expectNoBase(input, baseURL, "Failed to execute 'test' on 'URLPattern'");
      const values = valuesOf(python, input, baseURL);
      return values !== undefined && found(python, pattern, values) !== undefined;
    }

    exec(input = undefined, baseURL = undefined) {
      const pattern = patternOf(this);
      input = inputOf(input);
      baseURL = optionalUSVString(baseURL);
      expectNoBase(input, baseURL, "Failed to execute 'exec' on 'URLPattern'");
      const values = valuesOf(python, input, baseURL);
      const results = values && found(python, pattern, values);
      if (results === undefined) return null;
      const inputs = newList();
      inputs[0] = typeof input === "string" ? input : objectOf(input);
      if (baseURL !== undefined) inputs[1] = baseURL;
      const result = (component) => componentResult(pattern, component, values[component], results[component]);
      return {
        hash: result(HASH),
        hostname: result(HOST),
        inputs: asArray(inputs),
        password: result(PASS),
        pathname: result(PATH),
        port: result(PORT_NUMBER),
        protocol: result(PROTOCOL),
        search: result(SEARCH),
        username: result(USER),
      };
    }

    get protocol() {
      return patternOf(this).strings[PROTOCOL];
    }

    get username() {
      return patternOf(this).strings[USER];
    }

    get password() {
      return patternOf(this).strings[PASS];
    }

    get hostname() {
      return patternOf(this).strings[HOST];
    }

    get port() {
      return patternOf(this).strings[PORT_NUMBER];
    }

    get pathname() {
      return patternOf(this).strings[PATH];
    }

    get search() {
      return patternOf(this).strings[SEARCH];
    }

    get hash() {
      return patternOf(this).strings[HASH];
    }

    get hasRegExpGroups() {
      return patternOf(this).hasRegExpGroups;
    }

    /** Tentative: the Web Platform Tests have it, the standard does not yet. */
    static compareComponent(component, left, right) {
      const operation = "Failed to execute 'compareComponent' on 'URLPattern'";
      requireArguments(arguments.length, 3, operation);
      const digit = componentOf(component, operation);
      if (!isPattern(left) || !isPattern(right)) throw new TypeError(`${operation}: what is to be compared is not of type 'URLPattern'.`);
      return +python.compare_component(`${digit}`, packPattern(patternOf(left)), packPattern(patternOf(right)));
    }

    /** Tentative: the Web Platform Tests have it, the standard does not yet. */
    generate(component, groups) {
      const operation = "Failed to execute 'generate' on 'URLPattern'";
      const pattern = patternOf(this);
      requireArguments(arguments.length, 2, operation);
      const digit = componentOf(component, operation);
      if (!isObject(groups)) throw new TypeError(`${operation}: the groups are not an object.`);
      const answer = python.generate(`${digit}`, packPattern(pattern), packList(pairsOfRecord(groups)));
      if (answer[0] === "!") throw new TypeError(`${operation}: ${slice(answer, 1)}`);
      return slice(answer, 1);
    }
  }

  setPrototypeOf(URLPattern.prototype, ObjectPrototype);
  const newObject = objectMaker("URLPattern", URLPattern.prototype);
  defineInterface(URLPattern, "URLPattern");
  return URLPattern;
}

/**
 * Add the class to what `load` gives.
 *
 * @param {object} result What `load` gives without it.
 * @param {object} python The functions of py_url/programs/bridge.py, by name, and how to call more.
 * @returns {Promise<object>} What `load` gives with it.
 * @throws {Error} If py_url has no patterns.
 */
export async function addURLPattern(result, python) {
  const { URL, URLSearchParams } = result;
  const { parse_url_or_empty, recognize, endingIn, pyodide } = python;
  const functions = { __proto__: null, parse_url_or_empty, recognize, endingIn };
  try {
    const bridge = pyodide.pyimport("py_url.programs.pattern_bridge");
    for (const name of BRIDGE) functions[name] = makeCallable(bridge[name].copy(), python);
    bridge.destroy();
  } catch (error) {
    throw new Error(`py_url.pattern could not be imported: ${describe(error)}`, { cause: error });
  }
  const URLPattern = makeClass(functions);
  // If consoles show the other classes in a way of their own, they show this one too.
  if (Symbol.for("nodejs.util.inspect.custom") in URL.prototype) (await import("./inspecting.js")).definePatternInspection(URLPattern);
  const classes = { URL, URLSearchParams, URLPattern };
  return { ...result, ...classes, ...makeInstall(classes, python.linking) };
}
