/** Getting what a quick start has left out, for those who want Python and not only the classes. */

import { LIBRARY, importLate, knowsPyUrl, libraryIn, read } from "./loading.js";

/** Before the modules arrive: Python finds new files again, and says of those that are missing what it always says. */
const BEFORE = [
  "import linecache, sys, zipimport",
  "sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, '__name__', '') != 'Absent']",
  "sys.path_importer_cache.clear()",
  "zipimport._zip_directory_cache.clear()",
  "linecache.clearcache()",
].join("\n");

/**
 * After that: the modules that are already there get the docstrings that they were compiled without, by their names and lines.
 */
const AFTER = [
  "import gc, opcode, sys, types",
  "",
  "# Not importlib.invalidate_caches(): it imports importlib.metadata, and with it email and csv, for the sake of one cache.",
  "sys.path_importer_cache.clear()",
  "LOAD, STORE = opcode.opmap['LOAD_CONST'], opcode.opmap['STORE_NAME']",
  "# In bytes. The docstring comes first in a module, and after three names in a class.",
  "BEGINNING = 40",
  "docs = {}",
  "",
  "def collect(code):",
  "    'Keep the docstrings in the code of a module, a class or a function.'",
  "    text = None",
  "    if code.co_flags & 0x4000000:  # the first constant is a docstring",
  "        text = code.co_consts[0]",
  "    elif not code.co_flags & 1:  # the names are those of a module or a class",
  "        begin = code.co_code[:BEGINNING]",
  "        for at in range(2, len(begin), 2):",
  "            if begin[at] == STORE and code.co_names[begin[at + 1]] == '__doc__' and begin[at - 2] == LOAD:",
  "                text = code.co_consts[begin[at - 1]]",
  "    if isinstance(text, str):",
  "        docs[code.co_filename, code.co_qualname, code.co_firstlineno] = text",
  "    for constant in code.co_consts:",
  "        if isinstance(constant, types.CodeType):",
  "            collect(constant)",
  "",
  "def give(target, text):",
  "    'Give something a docstring, unless it has one.'",
  "    if isinstance(text, str) and target.__doc__ is None:",
  "        target.__doc__ = text",
  "",
  "def attempt(action, target):",
  "    'Do without the docstrings of what raises an exception: a page may have put anything among ours.'",
  "    try:",
  "        action(target)",
  "    except Exception:",
  "        pass",
  "",
  "def is_file(module):",
  "    'Whether a module has a file. A page may have put others among ours, or None, which keeps Python from importing one.'",
  "    return getattr(getattr(module, '__spec__', None), 'has_location', False)",
  "",
  "def is_of_ours(found):",
  "    'Whether this names one of our modules as its own. Anything can be there, and asking can raise any exception.'",
  "    try:",
  "        place = found.__module__",
  "    except Exception:",
  "        return False",
  "    return type(place) is str and place in ours",
  "",
  "ours = {name: module for name, module in sys.modules.items() if name.partition('.')[0] == 'py_url' and is_file(module)}",
  "for name, module in ours.items():",
  "    code = module.__spec__.loader.get_code(name)",
  "    collect(code)",
  "    give(module, docs.get((code.co_filename, '<module>', 1)))",
  "# By their types: the `__class__` of a weak proxy is that of an object that may be gone.",
  "kinds = types.FunctionType, type",
  "objects = [found for found in gc.get_objects() if issubclass(type(found), kinds) and is_of_ours(found)]",
  "",
  "def describe(found):",
  "    'Give a function or a class its docstring.'",
  "    if isinstance(found, types.FunctionType):",
  "        code = found.__code__",
  "        give(found, docs.get((code.co_filename, code.co_qualname, code.co_firstlineno)))",
  "    else:",
  "        # A class may be named by another module than its own.",
  "        keys = ((module.__file__, found.__qualname__, found.__dict__.get('__firstlineno__')) for module in ours.values())",
  "        text = next((docs[key] for key in keys if key in docs), None)",
  "        # A dataclass and a named tuple without a docstring make one of their own.",
  "        if text is not None and (found.__doc__ is None or found.__doc__.startswith(found.__name__ + '(')):",
  "            found.__doc__ = text",
  "",
  "def describe_wrapper(wrapper):",
  "    'Give what wraps a function the docstring of that.'",
  "    if issubclass(type(wrapper), property):",
  "        give(wrapper, wrapper.fget.__doc__)",
  "    elif issubclass(type(wrapper), (classmethod, staticmethod)):",
  "        give(wrapper, wrapper.__func__.__doc__)",
  "    # Something that is not callable may import a module when it is asked for an attribute.",
  "    elif callable(wrapper) and is_of_ours(wrapper) and hasattr(wrapper, '__wrapped__'):",
  "        give(wrapper, wrapper.__wrapped__.__doc__)",
  "",
  "def describe_members(place):",
  "    'Give the members of a module or a class their docstrings.'",
  "    for wrapper in [*vars(place).values()]:",
  "        attempt(describe_wrapper, wrapper)",
  "",
  "for found in objects:",
  "    attempt(describe, found)",
  "for place in [*ours.values(), *(found for found in objects if issubclass(type(found), type))]:",
  "    attempt(describe_members, place)",
].join("\n");

const run = (pyodide, code) => pyodide.runPython(code, { globals: pyodide.toPy({}) });

const hasLibrary = (pyodide) => pyodide.FS.analyzePath(libraryIn(pyodide)).exists;

/** Make Python look for its files again, with the standard library if that is given. */
function putLibrary(pyodide, library) {
  const archive = libraryIn(pyodide);
  if (library !== undefined) pyodide.FS.writeFile(archive, library);
  run(pyodide, BEFORE);
  // Without this, Python would find nothing in a broken archive, and would not say so.
  if (library !== undefined) run(pyodide, `import zipimport\nzipimport.zipimporter("${archive}")`);
}

/** It may be that of a server that sent something else, or only a part of it. The next one who asks gets another. */
function dropLibrary(pyodide) {
  if (hasLibrary(pyodide)) pyodide.FS.unlink(libraryIn(pyodide));
}

/**
 * Make a Pyodide that was started quickly like any other with py_url.
 *
 * @param {object} pyodide
 * @param {{files: object, folder: string, fromSnapshot: boolean}} rest What `startQuickly` says.
 * @param {URL} ownWheel The wheel to use if Pyodide's lock file does not name py-url-whatwg.
 * @returns {Promise<object>} The Pyodide.
 * @throws {Error} If a file cannot be loaded. Then it can be tried again.
 */
export async function complete(pyodide, { files, folder }, ownWheel) {
  const of = (name) => (files.has(name) ? files.contentOf(name).catch(() => undefined) : undefined);
  // In Node and its like, Pyodide has it from the beginning.
  const needsLibrary = !hasLibrary(pyodide);
  const [library, whole] = await Promise.all([
    needsLibrary ? of(LIBRARY) : undefined,
    of("whole"),
  ]);
  try {
    putLibrary(pyodide, needsLibrary ? library ?? await read(`${folder}${LIBRARY}`) : undefined);
    await addPyUrl(pyodide, whole, ownWheel);
    // Those that are in this file and in the snapshot, too: then Pyodide does not load them again.
    if (whole !== undefined) for (const name of files.packages ?? []) pyodide.loadedPackages[name] = "default channel";
    run(pyodide, AFTER);
  } catch (error) {
    if (needsLibrary) dropLibrary(pyodide);
    throw error;
  }
  return pyodide;
}

/** As `complete`, with files that are there, and lib/short_files.js's function that writes them. */
export function completeWith(pyodide, library, whole, writeFiles) {
  try {
    putLibrary(pyodide, library);
    writeFiles(pyodide, whole);
    run(pyodide, AFTER);
  } catch (error) {
    dropLibrary(pyodide);
    throw error;
  }
}

async function addPyUrl(pyodide, whole, ownWheel) {
  if (whole === undefined) {
    const { installPyUrl } = await importLate("wheels.js", () => import("./wheels.js"));
    // The wheel has what the memory lacks.
    delete pyodide.loadedPackages["py-url-whatwg"];
    await installPyUrl(pyodide, undefined, ownWheel);
  } else {
    const { writeFiles } = await importLate("short_files.js", () => import("./short_files.js"));
    writeFiles(pyodide, whole);
    // As if it had loaded the package: then it does not load it again.
    if (knowsPyUrl(pyodide.lockfile)) pyodide.loadedPackages["py-url-whatwg"] = "default channel";
  }
}
