/**
 * Starting Pyodide with less than all of its files, where its lock file or the npm package has files of our own: a snapshot, and
 * shorter forms that are compressed with Zstandard. A file that is missing, damaged or of the wrong kind is as if there were none.
 */

import {
  LIBRARY, WASM, WASM_TYPE, bytesOf, explaining, get, hasDigests, importLate, importTwice, inPrograms, integrityOf, isWeb, knowsPyUrl, libraryIn, read, snapshotAt,
} from "./loading.js";
import { loadFrom, openSnapshot } from "./snapshot.js";
import { hasDigest, piecesOf, unpack } from "./unpacking.js";

/** The module in the npm package that has the address of its snapshot. As a variable, so that no bundler adds the snapshot. */
const OWN_SNAPSHOT = "../snapshot.js";

/**
 * Find what there is, and begin to get the snapshot.
 *
 * @param {object} place `folder`, `lockFileURL` and `packageBaseUrl`, and which `snapshot` is asked for: as `resolveOptions` says. And
 *   whether this `isPage`, or a worker; and a promise of the `lock` file, parsed.
 * @param {Promise<object>} importing Pyodide's module.
 * @returns {Promise<object>} `files` and the `snapshot`, both perhaps undefined, and the `version` that the files are for.
 */
export async function find(place, importing) {
  const { folder, lockFileURL = folder && `${folder}pyodide-lock.json`, packageBaseUrl, isPage } = place;
  const lock = await place.lock;
  const base = packageBaseUrl ?? lockFileURL?.replace(/[^/\\]*$/, "");
  const names = lock?.tool?.["py-url"] ?? {};
  const files = makeFiles(names, base);
  const chosen = await choose(place, names, base, lock).catch(() => undefined);
  if (chosen?.version === undefined) return { files, isPage, version: names.version };
  const kept = isPage && names.version === chosen.version ? await keptOf(chosen, files) : undefined;
  const source = kept === undefined ? begin(chosen, importing) : undefined;
  // It is awaited only if Pyodide has this version.
  source?.catch(() => {});
  return { files, isPage, version: names.version, snapshot: { ...chosen, source, kept } };
}

/** The header of a kept answer with the SHA-256 of what was kept. */
const DIGEST = "SHA-256";

/** The cache of an earlier visit, which has the WebAssembly and the whole memory: decoding them again would take longer. */
const CACHE = "py-url: Pyodide's start";

/** What changes that cache: it is not needed before the first answer. */
const keeping = () => importLate("keeping.js", () => import("./keeping.js"));

/** What is kept of a snapshot, under addresses that nobody asks for. */
const keysOf = ({ address, sha256 }, files) => [WASM, sha256].map((part) => `${address.replace(/[?#].*/, "")}?${files.digestOf(WASM)}+${part}`);

async function keptOf(snapshot, files) {
  try {
    const cache = await caches.open(CACHE);
    const [key, ofMemory] = keysOf(snapshot, files);
    // The engine gets the first as it is, which takes it less time than bytes from here. The digest is that of the second.
    const [wasm, again, memory] = await Promise.all([key, key, ofMemory].map((one) => cache.match(one)));
    return wasm && memory ? { wasm, again, memory } : undefined;
  } catch {
    // Not every page may keep something.
    return undefined;
  }
}

/** The snapshot that the options ask for; undefined if there is none. */
async function choose({ snapshot, isPage }, { snapshot: name }, base, lock) {
  if (snapshot !== true) return snapshot || undefined;
  if (name !== undefined) return snapshotAt(`${base}${name}`);
  // A page would ask its server in vain, and its console would show that. The lock file may name another py_url.
  if (isPage || knowsPyUrl(lock)) return undefined;
  return snapshotAt((await import(/* webpackIgnore: true */ /* @vite-ignore */ OWN_SNAPSHOT)).snapshot);
}

async function begin({ address, sha256 }, importing) {
  if (!isWeb(address)) return read(address);
  // With `integrity`, fetch would wait for the whole file. It is for pages that are not secure contexts.
  const response = await get(address, hasDigests() ? {} : { integrity: integrityOf(sha256) });
  // Its thousand pieces would keep the page from asking for the WebAssembly.
  await importing;
  return response;
}

/** The files that a lock file names: each with the SHA-256 of its content. */
function makeFiles({ decoder, files = {}, packages = [] }, folder) {
  const left = { __proto__: null, ...files };
  const begun = { __proto__: null };
  let importing;

  async function importDecoder() {
    // The one in the npm package.
    if (decoder === undefined) return importLate("fzstd.mjs", () => import("./fzstd.mjs"));
    const file = `${folder}${decoder}`;
    const module = isWeb(file) ? file : await (await inPrograms()).addressOf(file);
    return importTwice(module, () => import(/* webpackIgnore: true */ /* @vite-ignore */ module));
  }

  return {
    packages,
    has: (name) => name in left,
    digestOf: (name) => left[name]?.[1],
    addressOf: (name) => `${folder}${left[name][0]}`,
    drop: (name) => delete left[name],
    getDecoder: () => (importing ??= importDecoder().catch((error) => {
      importing = undefined;
      throw error;
    })),
    /** Begin to get files whose content is wanted later. */
    begin(names) {
      for (const name of names.filter((wanted) => wanted in left)) {
        begun[name] = this.contentOf(name);
        begun[name].catch(() => {});
      }
    },
    /** A file's content. It rejects if there is none, another one, or nobody can say whether it is another one. */
    async contentOf(name, tell) {
      if (!hasDigests()) throw new Error("there are no digests");
      const early = begun[name];
      delete begun[name];
      if (early !== undefined) return early;
      const [file, sha256] = left[name];
      const address = `${folder}${file}`;
      const [source, module] = await Promise.all([isWeb(address) ? get(address) : read(address), this.getDecoder()]);
      const content = await unpack(piecesOf(source), module, tell);
      if (!(await hasDigest(content, sha256))) throw new Error(`${file} is damaged`);
      return content;
    },
  };
}

/**
 * Start Pyodide in the quickest way that works, of those that need something of ours.
 *
 * @param {object} found What `find` returns.
 * @param {object} how Pyodide's `version` and its `folder`; `options` for it; `start`, which starts it and takes answers to what it
 *   asks its server for; whether the modules of *core* may be py_url; and the names of files that are wanted `soon`.
 * @returns {Promise<{pyodide: object, rest: object} | undefined>} `rest` says what is not there yet, for lib/python.js.
 */
export async function startQuickly(found, how) {
  const { files, snapshot, version } = found;
  const { folder } = how;
  // In another Pyodide, its own files do not fit.
  const ours = version === how.version ? files : makeFiles({}, folder);
  if (snapshot !== undefined && snapshot.version === how.version) {
    ours.begin(how.soon);
    try {
      return { pyodide: await fromSnapshot(found, ours, how), rest: { files: ours, folder, fromSnapshot: true } };
    } catch (error) {
      if (snapshot.kept !== undefined) {
        await keeping().then(({ forget }) => forget(CACHE)).catch(() => {});
        return startQuickly({ ...found, snapshot: { ...snapshot, source: begin(snapshot), kept: undefined } }, how);
      }
      // Nobody waits for that.
      explaining().then(({ warn }) => warn(error)).catch(() => {});
    }
  }
  if (!ours.has(WASM) && !ours.has("core")) return undefined;
  return importLate("short_files.js", () => import("./short_files.js")).then(({ withFiles }) => withFiles(ours, how, answerWasm)).catch(() => undefined);
}

async function fromSnapshot({ snapshot, files: { getDecoder }, isPage }, files, { folder, options, start }) {
  const { sha256, source, kept } = snapshot;
  const answers = { __proto__: null, [`${folder}${LIBRARY}`]: async () => new Response(new Uint8Array()) };
  if (kept !== undefined) {
    answers[`${folder}${WASM}`] = async () => kept.wasm;
    const pyodide = await loadFrom((given) => start(given, answers), options, openKept(kept, files.digestOf(WASM)));
    pyodide.FS.unlink(libraryIn(pyodide));
    return pyodide;
  }
  let seen;
  const wasm = isPage ? new Promise((resolve) => { seen = resolve; }) : read(`${folder}${WASM}`);
  // Without digests, only the browser can compare the WebAssembly with what the snapshot is for.
  if (isPage && !hasDigests() && !files.has(WASM)) throw new Error("nothing is known of the WebAssembly");
  const opening = Promise.all([source, getDecoder()]).then(([file, decoder]) => openSnapshot(file, sha256, decoder, wasm));
  const [memory, filled] = [opening.then((opened) => opened.memory), opening.then((opened) => opened.filled)];
  filled.catch(() => {});
  answers[`${folder}${WASM}`] = answerWasm(files, seen);
  const pyodide = await loadFrom((given) => start(given, answers), options, { memory, filled });
  if (isPage) {
    pyodide.FS.unlink(libraryIn(pyodide));
    if (files.has(WASM)) whenIdle(async () => (await keeping()).keep(CACHE, DIGEST, keysOf(snapshot, files), [await wasm, await memory]));
  }
  return pyodide;
}

/** A kept memory, as `openSnapshot` returns one: it is empty, which Pyodide refuses, if it or the WebAssembly has another SHA-256. */
function openKept({ memory: kept, again }, ofWasm) {
  const memory = bytesOf(kept);
  const check = async (bytes, sha256) => { if (!(await hasDigest(await bytes, sha256))) throw new Error("it is damaged"); };
  const checked = Promise.all([check(bytesOf(again), ofWasm), check(memory, kept.headers.get(DIGEST))]);
  return { memory, filled: checked.catch(async () => (await memory).fill(0)) };
}

/** Do something that nobody waits for, and that may fail. */
function whenIdle(action) {
  (globalThis.requestIdleCallback ?? setTimeout)(() => action().catch(() => {}));
}

/** Make the function that answers Pyodide when it asks for its WebAssembly. *seen* gets the bytes. */
function answerWasm(files, seen) {
  const asItIs = async (plain) => {
    const answer = await (hasDigests() || !files.has(WASM) ? plain() : plain({ integrity: integrityOf(files.digestOf(WASM)) }));
    seen?.(bytesOf(answer.clone()));
    return answer;
  };
  return (plain, fail) => (files.has(WASM) && hasDigests() ? new Promise((resolve) => {
    let controller;
    let sent = 0;
    const body = new ReadableStream({ __proto__: null, start(made) { controller = made; } });
    // The engine compiles what is there while the rest arrives.
    const send = (content, length) => {
      if (sent === 0) resolve(new Response(body, { headers: WASM_TYPE }));
      controller.enqueue(content.subarray(sent, length));
      sent = length;
    };
    // The last piece waits until the digest is known.
    files.contentOf(WASM, (content, length) => length < content.length && send(content, length)).then((content) => {
      send(content, content.length);
      controller.close();
      seen?.(content);
    }, (error) => {
      files.drop(WASM);
      if (sent === 0) {
        resolve(asItIs(plain));
        return;
      }
      controller.error(error);
      fail(error);
    });
  }) : asItIs(plain));
}
